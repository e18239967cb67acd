//! Writing results as rule files.

use std::fmt::Write;

use drawproof_language::{
    Limit, RuleKind,
    syntax::{Expr, Rule},
    unused_word,
};
use drawproof_tables::{Oracle, OracleError, Placement};
use shakmaty::Color;

use crate::{
    Examples, FoundRules, Lists, Literal, Miner, Tree, bits,
    list::{List, Role, covered},
};

/// A remark on a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remark {
    /// Comments above it, without the comment sign.
    pub lines: Vec<String>,
    /// Why it is true.
    pub reason: String,
}

/// The estimated time of one value in nanoseconds, for compiled rules that are
/// called for one position, on machines of 2026.
const NANOSECONDS_A_VALUE: f64 = 0.5;

/// The remark on a rule, by the number of its side and its index there.
pub type Remarks<'a> = &'a dyn Fn(usize, usize) -> Option<Remark>;

impl Miner<'_> {
    /// The rules without remarks, which determine their size.
    pub fn text(&self, found: &FoundRules) -> String {
        self.write(found, &|_, _| None)
    }

    /// A rule file.
    pub fn write(&self, found: &FoundRules, remarks: Remarks) -> String {
        match found {
            FoundRules::Lists(lists) => self.write_lists(lists, remarks),
            FoundRules::Trees(trees) => self.write_trees(trees, remarks),
        }
    }

    /// The terms of the conditions of lists.
    pub(crate) fn terms_of(&self, lists: &Lists) -> Vec<usize> {
        let sides = lists.sides.iter().zip(&self.sides);
        let terms = sides.flat_map(|(list, examples)| {
            let literals = list.literals();
            literals.map(|literal| examples.conditions[literal.condition].term)
        });
        terms.collect()
    }

    pub(crate) fn text_of_lists(&self, lists: &Lists) -> String {
        self.write_lists(lists, &|_, _| None)
    }

    fn write_lists(&self, lists: &Lists, remarks: Remarks) -> String {
        let mut text = self.header(self.terms_of(lists));
        for (side, (rules, examples)) in lists.numbered().iter().zip(&self.sides).enumerate() {
            for (place, numbered) in rules.iter().enumerate() {
                let kind = match numbered.role {
                    Role::Haven => RuleKind::DRAW,
                    Role::Danger => RuleKind::Silent,
                };
                let name = format!("{} {}", numbered.role.word(), numbered.number);
                self.rule(
                    &mut text,
                    (kind, &name, examples.turn),
                    remarks(side, place),
                    self.conjunction(examples, numbered.rule),
                );
            }
            let name = self.named("no danger", examples.turn);
            let remark = Remark {
                lines: Vec::new(),
                reason: "None of the dangers above is there.".into(),
            };
            let whose = (RuleKind::DRAW, name.as_str(), examples.turn);
            self.rule(&mut text, whose, Some(remark), Expr::name("true"));
        }
        text
    }

    pub(crate) fn write_trees(&self, trees: &[Tree], remarks: Remarks) -> String {
        let sides = trees.iter().zip(&self.sides);
        let terms = sides.flat_map(|(tree, examples)| {
            let tests = tree.conditions().into_iter();
            tests.map(|condition| examples.conditions[condition].term)
        });
        let mut text = self.header(terms);
        let have_rules = Tree::have_rules(trees);
        let sides = trees.iter().zip(&self.sides).enumerate();
        for (side, (tree, examples)) in sides.filter(|(side, _)| have_rules[*side]) {
            let part = unused_word("part", self.vocabulary.text());
            let part = self.named(&part, examples.turn).replace(' ', "_");
            let tree = tree.write(examples, self.vocabulary, &part);
            if !tree.definitions.is_empty() {
                text.push('\n');
            }
            for definition in &tree.definitions {
                let _ = writeln!(text, "{}", definition.laid_out());
            }
            let name = self.named("tree", examples.turn);
            let whose = (RuleKind::DRAW, name.as_str(), examples.turn);
            self.rule(&mut text, whose, remarks(side, 0), tree.condition);
        }
        text
    }

    /// The class, and the definitions that some terms use.
    pub(crate) fn header(&self, terms: impl IntoIterator<Item = usize>) -> String {
        let class = self.vocabulary.material().to_string();
        let mut text = format!("recognizer {}\n\n", class.replace('v', ""));
        for definition in self.vocabulary.definitions_of(terms) {
            let _ = writeln!(text, "{definition}");
        }
        text
    }

    pub(crate) fn rule(
        &self,
        text: &mut String,
        (kind, name, turn): (RuleKind, &str, Color),
        remark: Option<Remark>,
        condition: Expr,
    ) {
        for line in remark.iter().flat_map(|remark| &remark.lines) {
            let _ = write!(text, "\n# {line}");
        }
        let reason = remark.map_or_else(|| "mined".into(), |remark| remark.reason);
        let limit = match turn {
            _ if self.vocabulary.material().is_symmetric() => Limit::Both,
            Color::White => Limit::Strong,
            Color::Black => Limit::Weak,
        };
        let rule = Rule::new(kind, name.into(), reason, limit, condition);
        let _ = write!(text, "\n{rule}\n");
    }

    /// A name that both sides to move may have.
    pub(crate) fn named(&self, name: &str, turn: Color) -> String {
        if self.vocabulary.material().is_symmetric() {
            name.into()
        } else {
            format!("{name} {}", side_word(turn))
        }
    }

    /// A rule's condition, with the cheapest part first.
    pub(crate) fn conjunction(&self, examples: &Examples, rule: &[Literal]) -> Expr {
        let literals = by_cost(examples, rule).into_iter();
        Expr::all_of(literals.map(|literal| {
            let condition = examples.conditions[literal.condition];
            self.vocabulary.test(condition, literal.holds)
        }))
    }

    /// A position for each rule of a side's list: a draw in a haven; a win or
    /// loss that a danger guards against and, if possible, no danger before it
    /// does. Empty for trees.
    ///
    /// # Errors
    ///
    /// The oracle's.
    pub fn positions_for_rules(
        &self,
        found: &FoundRules,
        side: usize,
        oracle: &dyn Oracle,
    ) -> Result<Vec<Option<Placement>>, OracleError> {
        let FoundRules::Lists(lists) = found else {
            return Ok(Vec::new());
        };
        let (list, examples) = (&lists.sides[side], &self.sides[side]);
        let mut positions = Vec::new();
        for place in 0..list.havens().len() {
            positions.push(examples.drawn_position(oracle, &list.havens()[..=place])?);
        }
        let mut left = examples.decisive.all();
        for rule in list.rules() {
            let guarded = covered(&examples.decisive, rule);
            let mut new = guarded.clone();
            bits::keep(&mut new, &left, true);
            bits::keep(&mut left, &guarded, false);
            let first = drawproof_tables::numbered_ones(&new).next();
            let first = first.or_else(|| drawproof_tables::numbered_ones(&guarded).next());
            let position = first.map(|first| examples.position(oracle, first));
            positions.push(position.transpose()?.flatten());
        }
        Ok(positions)
    }

    /// The estimated average time of a call, for the side to move for which it
    /// takes longer: from the values evaluated until it is known which rule
    /// holds.
    pub(crate) fn nanoseconds(&self, lists: &Lists) -> f64 {
        let sides = lists.sides.iter().zip(&self.sides);
        let values = sides.map(|(list, examples)| values_a_call(list, examples));
        values.fold(0.0, f64::max) * NANOSECONDS_A_VALUE
    }

    pub(crate) fn nanoseconds_of_trees(&self, trees: &[Tree]) -> f64 {
        let sides = trees.iter().zip(&self.sides);
        let values = sides.map(|(tree, examples)| tree.values_a_call(examples));
        values.fold(0.0, f64::max) * NANOSECONDS_A_VALUE
    }
}

/// The literals, cheapest first.
fn by_cost(examples: &Examples, rule: &[Literal]) -> Vec<Literal> {
    let mut rule = rule.to_vec();
    rule.sort_by_key(|literal| (examples.costs[literal.condition], *literal));
    rule
}

/// How many values are evaluated for a draw on average, rule by rule, cheap
/// conditions first, each rule until a condition fails.
fn values_a_call(list: &List, examples: &Examples) -> f64 {
    let draws = &examples.draws;
    let mut values = 0.0;
    let mut left = draws.all();
    for (_, rule) in list.all() {
        let mut here = left.clone();
        for literal in by_cost(examples, rule) {
            values += bits::count(&here) as f64 * examples.costs[literal.condition] as f64;
            bits::keep(&mut here, draws.row(literal.condition), literal.holds);
        }
        bits::keep(&mut left, &here, false);
    }
    values / (draws.positions() as f64).max(1.0)
}

/// The side to move in the words of a rule.
fn side_word(turn: Color) -> &'static str {
    turn.fold_wb("strong", "weak")
}
