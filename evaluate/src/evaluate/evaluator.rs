//! The evaluator: rules in order, truths and numbers.

use arrayvec::ArrayVec;
use drawproof_tables::ones;
use shakmaty::Square;

use super::{
    cache::{CHEAP, Timed, WORTH_A_LOOK},
    mask::Mask,
    place::{Place, within},
    relation::{SAME, related, word_pairs},
    state::Evaluator,
};
use crate::{
    recognizer::{MAX_STEPS, Rows, Sheet, Verdicts},
    shortcut::Shortcut,
    step::Step,
    words::{SetWise, TruthWord, set_wise},
};
use drawproof_language::{
    graph::{NodeId, Op},
    syntax::{Quantifier, TableEntries, Type},
    words::Word,
};

/// A rule, by its index, during which more was computed for a sheet than may be.
/// The evaluator cannot be used any more.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct TooManySteps(pub usize);

impl<'a> Evaluator<'a> {
    /// Finds for each rule the positions of a sheet that it decides.
    pub fn decide(&mut self, sheet: &Sheet, verdicts: &mut Verdicts) -> Result<(), TooManySteps> {
        verdicts.clear();
        if !self.set_men(sheet) {
            return Ok(());
        }
        let legal = self.legal.clone();
        self.each_decision(0, legal, |_, rule, decided| {
            verdicts.set(rule, &decided.to_rows());
            Ok(())
        })
    }

    /// The positions that each rule from one on decides, until none are left.
    pub(super) fn each_decision(
        &mut self,
        from: usize,
        mut live: Mask,
        mut found: impl FnMut(&mut Self, usize, &Mask) -> Result<(), TooManySteps>,
    ) -> Result<(), TooManySteps> {
        let program = self.program;
        for (rule, condition) in program.conditions.iter().enumerate().skip(from) {
            let Some(condition) = *condition else {
                continue;
            };
            let decided = self.truth_within(condition, &live);
            if self.steps_left == 0 {
                return Err(TooManySteps(rule));
            }
            if decided.is_empty() {
                continue;
            }
            found(self, rule, &decided)?;
            live = live.and_not(&decided);
            if live.is_empty() {
                break;
            }
        }
        Ok(())
    }

    /// Where each condition holds among the legal positions of a sheet, one
    /// after another, without a limit on the work: callers leave out costly
    /// conditions.
    pub fn each_condition(&mut self, sheet: &Sheet, mut found: impl FnMut(usize, &Rows)) {
        if !self.set_men(sheet) {
            return;
        }
        self.steps_left = u64::MAX;
        let legal = self.legal.clone();
        for (at, condition) in self.program.conditions.iter().enumerate() {
            let Some(condition) = *condition else {
                continue;
            };
            let holds = self.truth(condition).and(&legal);
            found(at, &holds.to_rows());
        }
    }

    /// Moves to a sheet, and returns whether it has legal positions. If not,
    /// nothing must be evaluated on it, because values that it shares with the
    /// next sheet would be computed for no positions.
    pub(super) fn set_men(&mut self, sheet: &Sheet) -> bool {
        self.steps_left = MAX_STEPS;
        self.set_fixed_men(sheet.fixed);
        // Values that depend on the last two men change with each sheet.
        self.men_changed[sheet.fixed.len() + 1..].fill(self.clock);
        self.legal = Mask::of_rows(sheet.legal);
        !self.legal.is_empty()
    }

    /// Moves the men that are fixed for the sheet.
    ///
    /// All values are forgotten when a king moves, those that no man changes
    /// included. So the work on a sheet depends only on earlier sheets of the
    /// same unit, which one thread visits, and never on the number of threads.
    pub(super) fn set_fixed_men(&mut self, fixed: &[Square]) {
        self.clock += 1;
        let kings = fixed.iter().zip(&self.squares).take(2);
        if kings.clone().any(|(now, &before)| now.to_u32() != before) {
            self.forget();
        }
        if fixed[0].to_u32() != self.squares[0] {
            self.stand_ins.by_king.clear();
        }
        for (man, &square) in fixed.iter().enumerate() {
            if self.squares[man] != square.to_u32() {
                self.squares[man] = square.to_u32();
                self.men_changed[man + 1..].fill(self.clock);
            }
        }
        self.stand_ins.set_fixed_men(fixed);
    }

    /// Forgets all values, and lets its stand-ins forget theirs.
    pub(super) fn forget(&mut self) {
        self.clock += 1;
        self.men_changed.fill(self.clock);
        self.grids.clear();
        for man in self.stand_ins.men.iter_mut().flatten() {
            man.evaluator.forget();
        }
    }

    /// Where a man is.
    pub(super) fn man(&self, man: usize) -> Place {
        let men = self.program.men;
        if man + 1 == men {
            Place::Column
        } else if man + 2 == men && man > 1 {
            Place::Row
        } else {
            Place::Fixed(self.squares[man])
        }
    }

    /// The squares of the men that are fixed for the sheet.
    pub(super) fn fixed_men(&self) -> u64 {
        (0..self.program.men).fold(0, |set, man| match self.man(man) {
            Place::Fixed(square) => set | 1 << square,
            _ => set,
        })
    }

    /// Whether a value computed at some time is outdated.
    pub(super) fn is_stale(&self, step: &Step, at: u64) -> bool {
        let changed = |&variable: &usize| at < self.variable_changed[variable];
        at == 0 || at < self.men_changed[step.level] || step.node.variables.iter().any(changed)
    }

    /// The positions for which a value must be right: those of the innermost
    /// quantifier that it depends on.
    pub(super) fn need(&self, step: &Step) -> &Mask {
        let variables = step.node.variables.iter();
        match variables.max_by_key(|&&variable| self.variable_changed[variable]) {
            Some(&variable) => &self.needs[variable],
            None => &self.legal,
        }
    }

    /// The positions in which a truth holds.
    pub(super) fn truth(&mut self, id: NodeId) -> Mask {
        let step = &self.program.steps[id];
        if let Some(holds) = self.stood_in(step, None) {
            return holds;
        }
        if step.cost <= CHEAP || !step.is_kept {
            return self.find_truth(step);
        }
        let known = &self.cache[id].truth;
        if !self.is_stale(step, known.at) {
            return known.value.clone();
        }
        let value = self.find_truth(step);
        self.cache[id].truth = Timed {
            at: self.clock,
            value: value.clone(),
        };
        value
    }

    fn find_truth(&mut self, step: &'a Step) -> Mask {
        self.steps_left = self.steps_left.saturating_sub(1);
        let arguments = &step.node.arguments[..];
        match &step.shortcut {
            Shortcut::Related(relation, pair) => {
                return self.over_places(*pair, |_, [a, b]| related(relation, a, b));
            }
            Shortcut::Within(set, square) => {
                return self.over_places([*square], |_, [at]| within(*set, at));
            }
            Shortcut::None | Shortcut::NumberOf(..) | Shortcut::NumberOfPair(..) => {}
        }
        match &step.node.op {
            Op::Truth(truth) => Mask::all_if(*truth),
            Op::Not => self.truth(arguments[0]).not(),
            Op::And => self.all_of(step),
            Op::Or => self.any_of(step),
            Op::In => {
                let (square, set) = (arguments[0], arguments[1]);
                self.over_places([square], |this, [at]| this.member(set, at))
            }
            Op::Equal => self.equal(arguments[0], arguments[1]),
            Op::Less => self.less(arguments[0], arguments[1]),
            Op::LessEqual => self.less(arguments[1], arguments[0]).not(),
            Op::If => {
                let condition = self.truth(arguments[0]);
                let (yes, no) = (self.truth(arguments[1]), self.truth(arguments[2]));
                condition.choose(&yes, &no)
            }
            Op::Each(..) => {
                let need = self.need(step).clone();
                self.any_or_all(step, &need)
            }
            Op::Word(word) => self.truth_of_word(step, *word),
            Op::Holds(held) => {
                let need = self.need(step).clone();
                self.held(step, held, &need)
            }
            // A parameter is in definitions only that nothing uses; the others are
            // no truths.
            Op::Parameter(..)
            | Op::Square(_)
            | Op::Bits(_)
            | Op::Number(_)
            | Op::Man(_)
            | Op::Occupied
            | Op::Variable(_)
            | Op::Single
            | Op::Complement
            | Op::Negative
            | Op::Union
            | Op::Difference
            | Op::Intersection
            | Op::Plus
            | Op::Minus
            | Op::Times
            | Op::Entry(_) => Mask::NONE,
        }
    }

    fn truth_of_word(&mut self, step: &Step, word: Word) -> Mask {
        let arguments = &step.node.arguments[..];
        match set_wise(word) {
            SetWise::Truth(TruthWord::Empty) => self.contains_any(step, arguments[0]).not(),
            SetWise::Truth(TruthWord::OfSquares(_)) => {
                let pairs = word_pairs(word);
                self.over_places([arguments[0], arguments[1]], |_, [a, b]| {
                    pairs.map_or(Mask::NONE, |pairs| related(pairs, a, b))
                })
            }
            // These are no truths.
            SetWise::Set(_) | SetWise::Number(_) => Mask::NONE,
        }
    }

    /// The cheap parts come first, since they may make the others unnecessary.
    fn all_of(&mut self, step: &'a Step) -> Mask {
        let mut all = Mask::ALL;
        for &part in &step.joined {
            let is_settled = if self.program.steps[part].cost <= WORTH_A_LOOK {
                all.is_empty()
            } else {
                all.misses(self.need(step))
            };
            if is_settled {
                return Mask::NONE;
            }
            all = all.and(&self.truth(part));
        }
        all
    }

    fn any_of(&mut self, step: &'a Step) -> Mask {
        let mut any = Mask::NONE;
        for &part in &step.joined {
            if self.program.steps[part].cost > WORTH_A_LOOK && any.covers(self.need(step)) {
                return Mask::ALL;
            }
            any = any.or(&self.truth(part));
        }
        any
    }

    fn equal(&mut self, a: NodeId, b: NodeId) -> Mask {
        match self.program.steps[a].node.kind {
            Type::Truth => self.truth(a).xor(&self.truth(b)).not(),
            Type::Number => self.number(a).equal(&self.number(b)),
            Type::Square => self.over_places([a, b], |_, [a, b]| related(&SAME, a, b)),
            Type::Set => {
                let ((low_a, high_a), (low_b, high_b)) = (self.bounds(a), self.bounds(b));
                let mut differ = Mask::NONE;
                for square in ones((high_a | high_b) & !(low_a & low_b)) {
                    let at = Place::Fixed(square);
                    let one = self.member(a, at).xor(&self.member(b, at));
                    differ = differ.or(&one);
                }
                differ.not()
            }
        }
    }

    fn contains_any(&mut self, step: &Step, set: NodeId) -> Mask {
        let (low, high) = self.bounds(set);
        if low != 0 {
            return Mask::ALL;
        }
        let mut found = Mask::NONE;
        for square in ones(high) {
            found = found.or(&self.member(set, Place::Fixed(square)));
            if found.covers(self.need(step)) {
                return Mask::ALL;
            }
        }
        found
    }

    /// Where some square of a set satisfies a condition, or all do; right for the
    /// needed positions.
    pub(super) fn any_or_all(&mut self, step: &Step, need: &Mask) -> Mask {
        let (&Op::Each(quantifier, variable), &[set, body]) =
            (&step.node.op, &step.node.arguments[..])
        else {
            return Mask::NONE;
        };
        // The decided positions: by a part that holds, or by one that does not.
        let mut decided = Mask::NONE;
        let is_all = quantifier == Quantifier::All;
        let stops = self.stops(set, body, variable, is_all);
        if let Some(answers) = self.all_answers(body, variable) {
            let decided = self.decided_by(&answers, set, &stops, is_all);
            return if is_all { decided.not() } else { decided };
        }
        for at in stops {
            let here = self.member(set, at);
            let left = need.clone().and(&here).and_not(&decided);
            if left.is_empty() {
                continue;
            }
            let holds = self.at_stop(variable, at, left.clone(), body);
            decided = decided.or(&match quantifier {
                Quantifier::All => left.and_not(&holds),
                _ => holds,
            });
            if decided.covers(need) {
                decided = Mask::ALL;
                break;
            }
        }
        if is_all { decided.not() } else { decided }
    }

    /// Where a quantifier must stop: at each square that its set may contain,
    /// except where its condition is settled.
    pub(super) fn stops(
        &mut self,
        set: NodeId,
        body: NodeId,
        variable: usize,
        settled: bool,
    ) -> Stops {
        let squares = self.bounds(set).1 & !self.decided_squares(body, variable, settled);
        self.stand_ins.expect(variable, squares);
        ones(squares).map(Place::Fixed).collect()
    }

    /// The value of a condition with a quantifier at a square. After too many
    /// steps all loops run to their ends without values.
    pub(super) fn at_stop(&mut self, variable: usize, at: Place, need: Mask, body: NodeId) -> Mask {
        let wanted = need.clone();
        self.steps_left = self.steps_left.saturating_sub(1);
        if self.steps_left == 0 {
            return Mask::NONE;
        }
        self.clock += 1;
        self.variables[variable] = at;
        self.variable_changed[variable] = self.clock;
        self.needs[variable] = need;
        self.truth_within(body, &wanted)
    }

    /// The place of a square, if it has a simple form.
    pub(super) fn place(&self, id: NodeId) -> Option<Place> {
        match self.program.steps[id].node.op {
            Op::Square(square) => Some(Place::Fixed(square)),
            Op::Man(man) => Some(self.man(man)),
            Op::Variable(variable) => Some(self.variables[variable]),
            // Only in definitions that nothing uses.
            Op::Parameter(..) => Some(Place::Fixed(0)),
            _ => None,
        }
    }

    /// All places where a square may be, with the positions in which it is.
    pub(super) fn places(&mut self, id: NodeId) -> Vec<(Place, Mask)> {
        let mut all = vec![Mask::NONE; Place::COUNT];
        let mut add = |place: Place, positions: Mask| {
            let sum = &mut all[place.index()];
            *sum = positions.or(sum);
        };
        let node = &self.program.steps[id].node;
        match (&node.op, &node.arguments[..]) {
            (Op::If, &[condition, yes, no]) => {
                let condition = self.truth(condition);
                for (id, chosen) in [(yes, condition.clone()), (no, condition.not())] {
                    for (place, positions) in self.places(id) {
                        add(place, positions.and(&chosen));
                    }
                }
            }
            (Op::Entry(TableEntries::Squares(squares)), &[square]) => {
                let sources = sources(squares);
                for (place, positions) in self.places(square) {
                    for (to, &from) in sources.iter().enumerate().filter(|(_, from)| **from != 0) {
                        let there = positions.clone().and(&within(from, place));
                        add(Place::Fixed(to as u32), there);
                    }
                }
            }
            _ => {
                let place = self.place(id).into_iter();
                return place.map(|place| (place, Mask::ALL)).collect();
            }
        }
        let fixed = (0..64).map(Place::Fixed);
        let places = fixed.chain([Place::Row, Place::Column]);
        places
            .zip(all)
            .filter(|(_, mask)| !mask.is_empty())
            .collect()
    }

    /// Combines a function of squares from its values for each place where they
    /// may be.
    pub(super) fn over_places<const N: usize>(
        &mut self,
        squares: [NodeId; N],
        mut find: impl FnMut(&mut Self, [Place; N]) -> Mask,
    ) -> Mask {
        let simple = squares.map(|square| self.place(square));
        if simple.iter().all(Option::is_some) {
            return find(self, simple.map(|place| place.unwrap_or(Place::Row)));
        }
        let mut cases = vec![([Place::Row; N], Mask::ALL)];
        for (at, &square) in squares.iter().enumerate() {
            let places = self.places(square);
            let with_each = |(known, positions): ([Place; N], Mask)| {
                let more = places.iter().map(move |(place, there)| {
                    let mut all = known;
                    all[at] = *place;
                    (all, positions.clone().and(there))
                });
                more.collect::<Vec<_>>()
            };
            cases = cases.into_iter().flat_map(with_each).collect();
        }
        let mut sum = Mask::NONE;
        for (places, positions) in cases {
            if !positions.is_empty() {
                sum = positions.and(&find(self, places)).or(&sum);
            }
        }
        sum
    }
}

/// Where a quantifier stops, at most at each square once.
pub(super) type Stops = ArrayVec<Place, 64>;

/// For each square, the ones that a table maps to it.
fn sources(squares: &[u8]) -> [u64; 64] {
    let mut sources = [0; 64];
    for (from, &to) in squares.iter().enumerate() {
        sources[usize::from(to)] |= 1 << from;
    }
    sources
}
