//! Lists of dangers as rule files.

use std::fmt::Write;

use shakmaty::Color;

use crate::{
    Examples, Literal, bits,
    list::{List, covered},
    miner::{Lists, Miner},
};

/// What is said of a rule in a comment above it.
pub struct Remark {
    /// Lines, without the sign that makes them a comment.
    pub lines: Vec<String>,
    /// Why it is true.
    pub reason: String,
}

/// How much time one value takes of a call, in nanoseconds: an estimate, from
/// rules for single positions on machines of 2026.
const NANOSECONDS_A_VALUE: f64 = 0.5;

impl Miner<'_> {
    /// The rules without remarks: what counts as their size.
    pub fn text(&self, lists: &Lists) -> String {
        self.write(lists, &|_, _| None)
    }

    /// A rule file, with what is remarked on each rule by side and place.
    pub fn write(&self, lists: &Lists, remark: &dyn Fn(usize, usize) -> Option<Remark>) -> String {
        let class = self.vocabulary.material();
        let name = class.to_string().replace('v', "");
        let mut text = format!("recognizer {name}\n");
        for definition in self.vocabulary.definitions_of(self.terms(lists)) {
            let _ = write!(text, "\n{definition}");
        }
        text += "\n";
        let mut number = 0;
        for (side, (list, examples)) in lists.sides.iter().zip(&self.sides).enumerate() {
            let limit = if class.is_symmetric() {
                ""
            } else {
                examples.turn.fold_wb(" for strong", " for weak")
            };
            for (at, rule) in list.rules().iter().enumerate() {
                number += 1;
                let remark = remark(side, at);
                for line in remark.iter().flat_map(|remark| &remark.lines) {
                    let _ = write!(text, "\n# {line}");
                }
                let reason = remark.map_or_else(|| "mined".into(), |remark| remark.reason);
                let condition = self.condition(examples, rule);
                let _ = write!(
                    text,
                    "\nsilent \"danger {number}\"{limit}\n  because \"{reason}\"\n  when {condition}\n"
                );
            }
            let whose = if limit.is_empty() { "" } else { &limit[4..] };
            let _ = write!(
                text,
                "\ndraw \"no danger{whose}\"{limit}\n  because \"None of the dangers above is there.\"\n  when true\n"
            );
        }
        text
    }

    /// The terms that lists use.
    fn terms(&self, lists: &Lists) -> Vec<usize> {
        let sides = lists.sides.iter().zip(&self.sides);
        let terms = sides.flat_map(|(list, examples)| {
            let literals = list.rules().iter().flatten();
            literals.map(|literal| examples.conditions[literal.condition].term)
        });
        terms.collect()
    }

    /// A rule's condition.
    fn condition(&self, examples: &Examples, rule: &[Literal]) -> String {
        let mut rule = rule.to_vec();
        // What is least work to find first.
        rule.sort_by_key(|literal| (examples.costs[literal.condition], *literal));
        let literal = |literal: &Literal| {
            let condition = examples.conditions[literal.condition];
            self.vocabulary.write(condition, literal.holds)
        };
        let literals: Vec<String> = rule.iter().map(literal).collect();
        if literals.is_empty() {
            return "true".into();
        }
        literals.join(" and ")
    }

    /// About how long a call takes on average, for the side to move for which
    /// it takes longer: the values that are looked at until it is known which
    /// rule holds.
    pub fn nanoseconds(&self, lists: &Lists) -> f64 {
        let sides = lists.sides.iter().zip(&self.sides);
        let values = sides.map(|(list, examples)| values_a_call(list, examples));
        values.fold(0.0, f64::max) * NANOSECONDS_A_VALUE
    }
}

/// How many values are looked at for a draw on average, rule by rule, cheap
/// conditions first, each rule until a condition fails.
fn values_a_call(list: &List, examples: &Examples) -> f64 {
    let draws = &examples.draws;
    let mut values = 0.0;
    let mut left = draws.all();
    for rule in list.rules() {
        let mut here = left.clone();
        let mut rule = rule.clone();
        rule.sort_by_key(|literal| (examples.costs[literal.condition], *literal));
        for literal in &rule {
            values += bits::count(&here) as f64 * examples.costs[literal.condition] as f64;
            bits::keep(&mut here, draws.row(literal.condition), literal.holds);
        }
        bits::keep(&mut left, &covered(draws, rule.as_slice()), false);
    }
    values / (draws.positions() as f64).max(1.0)
}

/// The side to move in the words of a rule.
pub fn side_word(turn: Color) -> &'static str {
    turn.fold_wb("strong", "weak")
}
