//! Numbers: what they are in each position of a sheet.

use drawproof_language::{
    graph::{NodeId, Op},
    syntax::TableEntries,
    words::Word,
};
use drawproof_tables::ones;

use super::{
    cache::Timed,
    counter::Counter,
    mask::Mask,
    number::{Number, WIDTH},
    place::{Place, within},
    relation::{SMALL_NUMBER, pair_bits, related},
    state::Evaluator,
};
use crate::{
    relation::Relation,
    shortcut::Shortcut,
    step::Step,
    words::{NumberWord, SetWise, set_wise},
};

impl<'a> Evaluator<'a> {
    /// A number in each position.
    pub(super) fn number(&mut self, id: NodeId) -> Number {
        let step = &self.program.steps[id];
        let known = &self.cache[id].number;
        if let Some(number) = &known.value
            && !self.is_stale(step, known.at)
        {
            return number.clone();
        }
        let number = self.find_number(step);
        self.cache[id].number = Timed {
            at: self.clock,
            value: Some(number.clone()),
        };
        number
    }

    fn find_number(&mut self, step: &'a Step) -> Number {
        // One for each bit that most numbers have.
        self.steps_left = self.steps_left.saturating_sub(6);
        let arguments = &step.node.arguments[..];
        match &step.shortcut {
            Shortcut::NumberOf(bits, square) => {
                let bit = |&set: &u64| self.over_places([*square], |_, [at]| within(set, at));
                return Number::of_signed_bits(bits.iter().map(bit).collect());
            }
            Shortcut::NumberOfPair(bits, pair) => {
                let bit = |bit: &Relation| self.over_places(*pair, |_, [a, b]| related(bit, a, b));
                return Number::of_signed_bits(bits.iter().map(bit).collect());
            }
            Shortcut::None | Shortcut::Related(..) | Shortcut::Within(..) => {}
        }
        match &step.node.op {
            Op::Number(number) => Number::constant(*number),
            Op::Negative => self.number(arguments[0]).negative(),
            Op::Plus => self.number(arguments[0]).plus(&self.number(arguments[1])),
            Op::Minus => self.number(arguments[0]).minus(&self.number(arguments[1])),
            Op::Times => self.number(arguments[0]).times(&self.number(arguments[1])),
            Op::If => {
                let condition = self.truth(arguments[0]);
                condition.choose_number(&self.number(arguments[1]), &self.number(arguments[2]))
            }
            Op::Each(_, variable) => {
                Number::count(self.count_each(step, *variable, arguments[0], arguments[1]))
            }
            Op::Entry(TableEntries::Numbers(numbers)) => {
                self.number_of(arguments[0], WIDTH, |at| numbers[(at & 63) as usize])
            }
            Op::Word(word) => match set_wise(*word) {
                SetWise::Number(of) => self.number_word(*word, of, arguments),
                SetWise::Set(_) | SetWise::Truth(_) => Number::constant(0),
            },
            // A parameter is in definitions only that nothing uses; the others are
            // no numbers.
            Op::Parameter(..)
            | Op::Square(_)
            | Op::Bits(_)
            | Op::Truth(_)
            | Op::Man(_)
            | Op::Occupied
            | Op::Variable(_)
            | Op::Single
            | Op::Not
            | Op::Complement
            | Op::Or
            | Op::And
            | Op::Equal
            | Op::Less
            | Op::LessEqual
            | Op::In
            | Op::Union
            | Op::Difference
            | Op::Intersection
            | Op::Holds(_)
            | Op::Entry(TableEntries::Sets(_) | TableEntries::Squares(_)) => Number::constant(0),
        }
    }

    fn number_word(&mut self, word: Word, of: NumberWord, arguments: &[NodeId]) -> Number {
        match of {
            NumberWord::OfSquare(of) => {
                self.number_of(arguments[0], SMALL_NUMBER, |at| of(at) as i32)
            }
            NumberWord::OfSquares(_) => {
                let pair = [arguments[0], arguments[1]];
                let bits = pair_bits(word).into_iter().flatten();
                let bits =
                    bits.map(|table| self.over_places(pair, |_, [a, b]| related(table, a, b)));
                Number::of_signed_bits(bits.collect())
            }
            NumberWord::Count => Number::count(self.count_set(arguments[0])),
            NumberWord::Min => self.number(arguments[0]).min(&self.number(arguments[1])),
            NumberWord::Max => self.number(arguments[0]).max(&self.number(arguments[1])),
            NumberWord::Abs => self.number(arguments[0]).abs(),
        }
    }

    fn count_set(&mut self, set: NodeId) -> Counter {
        let mut count = Counter::default();
        for square in ones(self.bounds(set).1) {
            count.add(&self.member(set, Place::Fixed(square)));
        }
        count
    }

    fn count_each(&mut self, step: &Step, variable: usize, set: NodeId, body: NodeId) -> Counter {
        let mut count = Counter::default();
        let stops = self.stops(set, body, variable, false);
        if let Some(answers) = self.all_answers(body, variable) {
            for at in stops {
                count.add(&self.member(set, at).and(&answers.at(at)));
            }
            return count;
        }
        for at in stops {
            let here = self.member(set, at);
            let need = self.need(step).clone().and(&here);
            if !need.is_empty() {
                count.add(&here.and(&self.at_stop(variable, at, need, body)));
            }
        }
        count
    }

    /// A count that is needed only once.
    fn counter(&mut self, id: NodeId) -> Option<Counter> {
        let step = &self.program.steps[id];
        if step.is_kept {
            return None;
        }
        match (&step.node.op, &step.node.arguments[..]) {
            (&Op::Each(_, variable), &[set, body]) => {
                Some(self.count_each(step, variable, set, body))
            }
            (&Op::Word(word), &[set]) => match set_wise(word) {
                SetWise::Number(NumberWord::Count) => Some(self.count_set(set)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Where a number is less than another one.
    pub(super) fn less(&mut self, a: NodeId, b: NodeId) -> Mask {
        let number = |id: NodeId| match self.program.steps[id].node.op {
            Op::Number(number) => Some(number),
            _ => None,
        };
        // A count need not be known to be compared with a constant.
        match (number(a), number(b)) {
            (_, Some(bound)) if let Some(count) = self.counter(a) => count.at_least(bound).not(),
            (Some(bound), _) if let Some(count) = self.counter(b) => bound
                .checked_add(1)
                .map_or(Mask::NONE, |bound| count.at_least(bound)),
            _ => self.number(a).less(&self.number(b)),
        }
    }

    /// A number of a square, by its bits.
    fn number_of(&mut self, square: NodeId, bits: usize, of: impl Fn(u64) -> i32) -> Number {
        let bits = (0..bits).map(|bit| {
            let set = (0..64).fold(0, |set, at| set | u64::from(of(at) >> bit & 1 != 0) << at);
            self.over_places([square], |_, [at]| within(set, at))
        });
        Number::of_signed_bits(bits.collect())
    }
}
