//! Why rules decide a position, or do not.

use std::collections::HashMap;

use drawproof_tables::Placement;
use shakmaty::Bitboard;

use crate::{
    RuleFile,
    interpret::{Evaluate, TooMuchWork},
    lazy::Lazy,
    position::{Names, Value},
    syntax::{Binary, Expr, ExprKind, Moves, Quantifier},
    vocabulary::words_of,
};

/// An account of every rule of a file for one position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Account {
    /// The rule that decides, by its index in the file; `None` if none holds.
    pub decided_by: Option<usize>,
    /// All rules, in the order of the file.
    pub rules: Vec<RuleAccount>,
    /// The position as the rules see it, with the stronger side or, with equal
    /// material, the side to move as White.
    pub seen_as: Placement,
}

/// Whether one rule holds, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleAccount {
    /// Whether its condition holds and it is about the side to move.
    pub holds: bool,
    /// Whether it is about the side to move.
    pub is_for_turn: bool,
    /// The conditions that must all hold; empty if the rule is about the other
    /// side to move.
    pub conditions: Vec<ConditionAccount>,
}

/// One of the conditions that a rule joins with `and`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConditionAccount {
    /// As it is written, on one line.
    pub text: String,
    /// Whether it holds.
    pub holds: bool,
    /// The facts that settle it: the condition itself, or those that it is
    /// defined by.
    pub facts: Vec<Fact>,
}

/// A condition that is not composed of others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fact {
    /// As it is written, on one line.
    pub text: String,
    /// Whether it holds.
    pub holds: bool,
    /// The value found for it: a number, a square, a set. `None` if it adds
    /// nothing to the text.
    pub found: Option<String>,
}

impl RuleAccount {
    /// The conditions that do not hold.
    pub fn failing(&self) -> impl Iterator<Item = &ConditionAccount> {
        self.conditions.iter().filter(|condition| !condition.holds)
    }
}

/// Evaluates every rule, including those after the one that decides, as
/// [`interpret`](crate::interpret) does.
///
/// ```
/// use drawproof_language::{RuleFile, account};
/// use drawproof_tables::Placement;
///
/// let rules = RuleFile::parse("far.rules", "recognizer KRKR
///     draw \"far\" because \"Nothing happens.\"
///       when not in_check and distance(us.king, them.king) > 3")?;
/// let board = "8/8/8/4k3/8/4K3/7r/R7".parse()?;
/// let position = Placement::of_board(&board, shakmaty::Color::White);
/// let account = account(&rules, &position.expect("two kings").1)?;
/// assert_eq!(account.decided_by, None);
/// let failing: Vec<_> = account.rules[0].failing().collect();
/// assert_eq!(failing[0].text, "distance(us.king, them.king) > 3");
/// assert_eq!(failing[0].facts[0].found.as_deref(), Some("2"));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If it takes too much work.
pub fn account(rules: &RuleFile, placement: &Placement) -> Result<Account, TooMuchWork> {
    let position = Lazy::new(rules, placement);
    let writer = Writer { rules, position };
    let all = rules.syntax().rules.iter().enumerate();
    let all: Vec<RuleAccount> = all
        .map(|(at, rule)| {
            let is_for_turn = writer.position.is_asked(rule);
            let mut conditions = Vec::new();
            // Other rules may ask for men that the side to move does not have.
            if is_for_turn {
                writer.conditions(&rule.condition, &mut conditions);
            }
            writer.position.check_work(at)?;
            Ok(RuleAccount {
                holds: is_for_turn && conditions.iter().all(|of| of.holds),
                is_for_turn,
                conditions,
            })
        })
        .collect::<Result<_, _>>()?;
    let material = rules.material();
    let is_turned = material.is_symmetric() && placement.turn.is_black();
    Ok(Account {
        decided_by: all.iter().position(|rule| rule.holds),
        rules: all,
        seen_as: if is_turned {
            placement.exchanged(material)
        } else {
            placement.clone()
        },
    })
}

/// Evaluates expressions and formats their values.
struct Writer<'a> {
    rules: &'a RuleFile,
    position: Lazy<'a>,
}

impl Writer<'_> {
    fn value(&self, expr: &Expr) -> Option<Value> {
        self.position.value(expr, &Names::new())
    }

    fn holds(&self, expr: &Expr) -> bool {
        self.value(expr) == Some(Value::Truth(true))
    }

    fn text(&self, expr: &Expr) -> String {
        words_of(&self.rules.text()[expr.span.clone()])
    }

    /// The conditions that an expression joins with `and`.
    fn conditions(&self, expr: &Expr, out: &mut Vec<ConditionAccount>) {
        if let ExprKind::Binary(Binary::And, left, right) = &expr.kind {
            self.conditions(left, out);
            self.conditions(right, out);
            return;
        }
        let mut facts = Vec::new();
        self.facts(expr, &mut facts);
        out.push(ConditionAccount {
            text: self.text(expr),
            holds: self.holds(expr),
            facts,
        });
    }

    /// The facts that settle a truth: a part of an `and` that does not hold, a
    /// part of an `or` that does, the branches taken of an `if`.
    fn facts(&self, expr: &Expr, out: &mut Vec<Fact>) {
        match &expr.kind {
            ExprKind::Not(inner) => self.facts(inner, out),
            ExprKind::Binary(operator @ (Binary::And | Binary::Or), left, right) => {
                let is_enough = *operator == Binary::Or;
                let parts = [left, right];
                match parts.iter().find(|part| self.holds(part) == is_enough) {
                    Some(part) => self.facts(part, out),
                    None => parts.iter().for_each(|part| self.facts(part, out)),
                }
            }
            ExprKind::If(parts) => {
                self.facts(&parts[0], out);
                self.facts(&parts[if self.holds(&parts[0]) { 1 } else { 2 }], out);
            }
            ExprKind::Name(name) if name == "true" || name == "false" => {}
            ExprKind::Name(name) => match self.definition(name) {
                Some(body) => self.facts(body, out),
                None => out.push(self.fact(expr)),
            },
            _ => out.push(self.fact(expr)),
        }
    }

    /// The definition of a name in the file itself.
    fn definition(&self, name: &str) -> Option<&Expr> {
        let known = self.rules.syntax().definition(name)?;
        known.item.as_ref().map(|_| &known.body)
    }

    fn fact(&self, expr: &Expr) -> Fact {
        Fact {
            text: self.text(expr),
            holds: self.holds(expr),
            found: self.found(expr),
        }
    }

    /// The value that settles a truth.
    fn found(&self, expr: &Expr) -> Option<String> {
        match &expr.kind {
            ExprKind::Binary(_, left, right) => {
                let sides = [left, right].into_iter();
                let open = sides.filter(|side| !is_plain(side));
                let values: Option<Vec<String>> =
                    open.map(|side| self.value(side).map(written)).collect();
                values.filter(|of| !of.is_empty()).map(|of| of.join(", "))
            }
            ExprKind::Call(_, arguments) => {
                let arguments = arguments.iter();
                let values: Option<Vec<String>> = arguments
                    .map(|argument| self.value(argument).map(written))
                    .collect();
                values.map(|of| of.join(", "))
            }
            ExprKind::Each(quantifier, name, parts) => self.witness(*quantifier, name, parts),
            ExprKind::Moves(moves) => self.witness_move(moves),
            _ => None,
        }
    }

    /// The first square that shows that `any` holds, or that `all` does not.
    fn witness(&self, quantifier: Quantifier, name: &str, parts: &[Expr; 2]) -> Option<String> {
        let set = self.value(&parts[0])?.set()?;
        let decides = deciding(quantifier)?;
        let holds = |square| {
            let names = HashMap::from([(name.to_owned(), Value::Square(square))]);
            self.position.value(&parts[1], &names) == Some(Value::Truth(true))
        };
        let square = set.into_iter().find(|&square| holds(square) == decides);
        let among = || format!("among {}", written(Value::Set(set)));
        Some(square.map_or_else(among, |square| format!("{name} is {square}")))
    }

    /// The first move that shows that `any` holds, or that `all` does not.
    fn witness_move(&self, moves: &Moves) -> Option<String> {
        let decides = deciding(moves.quantifier)?;
        let all = self.position.moves(moves)?;
        let among = match all.len() {
            1 => "of 1 move".into(),
            count => format!("of {count} moves"),
        };
        for played in all {
            let text = format!("{} is {played}", moves.name);
            if self.position.holds_after(moves, played, &Names::new())? == decides {
                return Some(text);
            }
        }
        Some(among)
    }
}

/// What the condition of a quantifier is at the square or move that settles it.
fn deciding(quantifier: Quantifier) -> Option<bool> {
    match quantifier {
        Quantifier::Any => Some(true),
        Quantifier::All => Some(false),
        Quantifier::Count | Quantifier::Set => None,
    }
}

/// Whether the text of an expression already shows its value.
fn is_plain(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Number(_) | ExprKind::Bits(_) => true,
        ExprKind::Negative(inner) => is_plain(inner),
        ExprKind::Squares(parts) => parts.iter().all(is_plain),
        // edge, corners, e4.
        ExprKind::Name(name) => {
            crate::words::named_set(name).is_some() || crate::words::named_square(name).is_some()
        }
        _ => false,
    }
}

/// A value in few words.
fn written(value: Value) -> String {
    match value {
        Value::Square(square) => square.to_string(),
        Value::Number(number) => number.to_string(),
        Value::Truth(truth) => truth.to_string(),
        Value::Set(set) => written_set(set),
    }
}

/// The most squares that are written.
const MAX_SQUARES: usize = 8;

fn written_set(set: Bitboard) -> String {
    let mut squares: Vec<String> = (set.into_iter().take(MAX_SQUARES))
        .map(|square| square.to_string())
        .collect();
    if set.count() > MAX_SQUARES {
        squares.push(format!("and {} more", set.count() - MAX_SQUARES));
    }
    format!("{{{}}}", squares.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The move that settles a condition is named, with what a pawn becomes.
    #[test]
    fn moves_that_settle_a_condition_are_named() -> Result<(), Box<dyn std::error::Error>> {
        let board = "8/P7/8/8/8/2k5/8/1K6".parse()?;
        let (_, placement, _) =
            Placement::of_board(&board, shakmaty::Color::White).ok_or("two kings")?;
        for (condition, holds, found) in [
            (
                "any promotion m by us : us.knights != {}",
                true,
                "m is a7-a8=N",
            ),
            ("all quiet m by us : m.to in rank_1", false, "m is b1-a2"),
            ("any capture n by us : true", false, "of 0 moves"),
            ("all quiet n by us.pawns : false", true, "of 0 moves"),
        ] {
            let text = format!("recognizer KPK draw \"x\" because \"x\" when {condition}");
            let rules = RuleFile::parse("test.rules", &text)?;
            let account = account(&rules, &placement)?;
            assert_eq!(account.rules[0].holds, holds, "{condition}");
            let fact = &account.rules[0].conditions[0].facts[0];
            assert_eq!(fact.found.as_deref(), Some(found), "{condition}");
        }
        Ok(())
    }
}
