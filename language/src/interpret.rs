//! The interpreter, a second way to the same verdict: one position, straight
//! from the syntax.
//!
//! Slow and plain on purpose: every part of a condition is evaluated each time
//! that it is asked for. It shares neither the checker's graph nor the set-wise
//! evaluation, so that each can be tested against the other.
//! [`lazy`](crate::lazy) looks at no more than it has to.

use std::{cell::Cell, rc::Rc};

use drawproof_tables::{Placement, Wdl, WdlSet};
use shakmaty::Bitboard;

use crate::{
    RuleFile, UsedBy,
    moves::Played,
    position::{Names, Position, Value, entry, operate, parameters, quantified},
    syntax::{Definition, Expr, ExprKind, MoveKind, Moves, Quantifier},
    words::{Atom, Member, Word},
};

/// The maximum number of values evaluated for one position. They take half a
/// second, and the largest built-in rules need less than a tenth of them.
pub const MAX_STEPS: u64 = 10_000_000;

/// A rule takes too much work for a single position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "{source_name}:{line}: the rule \"{rule}\" is too much work: it takes more than {MAX_STEPS} steps in one position; let any, all and count go through fewer squares within each other"
)]
pub struct TooMuchWork {
    /// Where the rules come from.
    pub source_name: String,
    /// The rule that was being evaluated when the steps ran out.
    pub rule: String,
    /// The line on which it begins, from 1.
    pub line: usize,
}

/// The rule that decides a position, by its index in the file; `None` if no
/// rule holds.
///
/// With equal material the side to move is seen as White.
///
/// # Errors
///
/// If it takes too much work to find out.
pub fn interpret(rules: &RuleFile, placement: &Placement) -> Result<Option<usize>, TooMuchWork> {
    let interpreter = Interpreter::new(rules, Position::new(rules, placement));
    for (at, rule) in rules.syntax().rules.iter().enumerate() {
        let holds = interpreter.position.is_asked(rule.limit)
            && interpreter.value(&rule.condition, &Names::new()) == Some(Value::Truth(true));
        interpreter.steps.check(rules, at)?;
        if holds {
            return Ok(Some(at));
        }
    }
    Ok(None)
}

/// Evaluates expressions for one position.
pub struct Interpreter<'a> {
    rules: &'a RuleFile,
    position: Position,
    steps: Rc<Steps>,
}

impl<'a> Interpreter<'a> {
    /// One for a position.
    pub fn new(rules: &'a RuleFile, position: Position) -> Self {
        Self {
            rules,
            position,
            steps: Rc::default(),
        }
    }
}

impl<'a> Evaluate<'a> for Interpreter<'a> {
    fn rules(&self) -> &'a RuleFile {
        self.rules
    }

    fn position(&self) -> &Position {
        &self.position
    }

    fn elsewhere(&self, rules: &'a RuleFile, position: Position) -> Self {
        Self {
            rules,
            position,
            steps: Rc::clone(&self.steps),
        }
    }

    fn value(&self, expr: &Expr, names: &Names) -> Option<Value> {
        self.steps.next()?;
        self.plainly(expr, names)
    }

    fn defined(&self, definition: &Definition, arguments: &[Value]) -> Option<Value> {
        self.value(&definition.body, &parameters(definition, arguments)?)
    }
}

/// The work on a position.
#[derive(Default)]
pub struct Steps {
    /// How many values were evaluated.
    values: Cell<u64>,
    /// How many positions after moves were looked at.
    positions: Cell<u64>,
    /// The most moves, one after another, that led to one of them.
    plies: Cell<usize>,
}

impl Steps {
    /// Counts one more; `None` after too many.
    pub fn next(&self) -> Option<()> {
        (self.values.get() <= MAX_STEPS).then(|| self.values.set(self.values.get() + 1))
    }

    /// How many there were.
    pub fn count(&self) -> u64 {
        self.values.get()
    }

    /// Notes that a position after moves is looked at.
    pub fn look(&self, plies: usize) {
        self.positions.set(self.positions.get() + 1);
        self.plies.set(self.plies.get().max(plies));
    }

    /// How many positions after moves were looked at, and how far ahead.
    pub fn looks(&self) -> (u64, usize) {
        (self.positions.get(), self.plies.get())
    }

    /// Checks that there were not too many when a rule was asked.
    ///
    /// # Errors
    ///
    /// If there were.
    pub fn check(&self, rules: &RuleFile, rule: usize) -> Result<(), TooMuchWork> {
        if self.count() <= MAX_STEPS {
            return Ok(());
        }
        let rule = &rules.rules()[rule];
        Err(TooMuchWork {
            source_name: rules.source_name().into(),
            rule: rule.name.clone(),
            line: rule.line,
        })
    }
}

/// What finds the values of expressions.
pub trait Evaluate<'a>: Sized {
    /// The rules.
    fn rules(&self) -> &'a RuleFile;

    /// The position.
    fn position(&self) -> &Position;

    /// One for another position, or other rules, that shares the limit on work.
    fn elsewhere(&self, rules: &'a RuleFile, position: Position) -> Self;

    /// The value of an expression; `None` only for expressions that the checker
    /// refuses, and after too much work.
    fn value(&self, expr: &Expr, names: &Names) -> Option<Value>;

    /// The value of a definition for its arguments.
    fn defined(&self, definition: &Definition, arguments: &[Value]) -> Option<Value>;

    /// The value of an expression, from the values of all its parts.
    fn plainly(&self, expr: &Expr, names: &Names) -> Option<Value> {
        let value = |part: &Expr| self.value(part, names);
        Some(match &expr.kind {
            ExprKind::Number(number) => Value::Number(*number),
            ExprKind::Bits(bits) => Value::Set(Bitboard(*bits)),
            ExprKind::Squares(parts) => {
                let mut set = Bitboard::EMPTY;
                for part in parts {
                    set |= value(part)?.set()?;
                }
                Value::Set(set)
            }
            ExprKind::Name(name) => self.named(name, names)?,
            ExprKind::Member(owner, what) => match names.get(&format!("{owner}.{what}")) {
                // The squares of a move.
                Some(&value) => value,
                None => self.member(owner, what)?,
            },
            ExprKind::Call(name, arguments) => {
                let values: Option<Vec<Value>> = arguments.iter().map(value).collect();
                self.call(name, &values?)?
            }
            ExprKind::Entry(name, square) => {
                entry(self.rules().syntax().table(name)?, value(square)?.square()?)
            }
            ExprKind::Not(inner) => Value::Truth(!value(inner)?.truth()?),
            ExprKind::Complement(inner) => Value::Set(!value(inner)?.set()?),
            ExprKind::Negative(inner) => Value::Number(value(inner)?.number()?.wrapping_neg()),
            ExprKind::Binary(operator, left, right) => {
                operate(*operator, value(left)?, value(right)?)?
            }
            ExprKind::If(parts) => {
                let [condition, yes, no] = parts.each_ref().map(value);
                choose(condition?.truth()?, yes?, no?)?
            }
            ExprKind::Each(quantifier, name, parts) => {
                let all = value(&parts[0])?.set()?;
                let mut chosen = Bitboard::EMPTY;
                let mut inner = names.clone();
                for square in all {
                    inner.insert(name.clone(), Value::Square(square));
                    if self.value(&parts[1], &inner)?.truth()? {
                        chosen.add(square);
                    }
                }
                quantified(*quantifier, all, chosen)
            }
            ExprKind::Moves(moves) => self.each_move(moves, names)?,
        })
    }

    /// What a name stands for.
    fn named(&self, name: &str, names: &Names) -> Option<Value> {
        let known = names.get(name).copied();
        match known.or_else(|| self.position().name(name)) {
            None if name == Atom::Drawn.name() => {
                let draw = WdlSet::of(&[Wdl::Draw]);
                Some(Value::Truth(self.known()?.is_within(draw)))
            }
            None => self.call(name, &[]),
            value => value,
        }
    }

    /// After which moves a condition holds.
    fn each_move(&self, moves: &Moves, names: &Names) -> Option<Value> {
        let (mut all, mut chosen) = (0, 0);
        for played in self.moves(moves)? {
            all += 1;
            chosen += i32::from(self.holds_after(moves, played, names)?);
        }
        Some(match moves.quantifier {
            Quantifier::Any => Value::Truth(chosen > 0),
            Quantifier::All => Value::Truth(chosen == all),
            Quantifier::Count | Quantifier::Set => Value::Number(chosen),
        })
    }

    /// A part of a side, or what is known about it.
    fn member(&self, owner: &str, what: &str) -> Option<Value> {
        let member = Member::named(what)?;
        if !matches!(member, Member::Wins | Member::CannotWin) {
            return self.position().member(owner, what);
        }
        let wins = if self.position().side(owner)? == self.position().turn {
            Wdl::Win
        } else {
            Wdl::Loss
        };
        let known = self.known()?;
        Some(Value::Truth(match member {
            Member::Wins => known == WdlSet::of(&[wins]),
            _ => !known.has(wins),
        }))
    }

    /// The moves that a quantifier goes through.
    fn moves(&self, moves: &Moves) -> Option<Vec<Played>> {
        let men = |expr: &Expr| match &expr.kind {
            ExprKind::Member(owner, what) => self.position().member(owner, what)?.set(),
            ExprKind::Name(owner) => self.position().member(owner, "men")?.set(),
            _ => None,
        };
        let by = men(&moves.by)?;
        let of = moves.of.as_ref().map(men);
        let mut all = self.position().moves();
        if let Some(of) = of {
            let of = of?;
            all.retain(|played| played.victim.is_some_and(|at| of.contains(at)));
        }
        all.retain(|played| {
            by.contains(played.from)
                && match moves.kind {
                    MoveKind::Move => true,
                    MoveKind::Quiet => played.victim.is_none() && !played.is_promotion,
                    MoveKind::Capture => played.victim.is_some(),
                    MoveKind::Promotion => played.is_promotion,
                    MoveKind::Check => played.after.is_attacked(!played.man.color),
                }
        });
        Some(all)
    }

    /// Whether the condition of a quantifier holds after a move.
    fn holds_after(&self, moves: &Moves, played: Played, names: &Names) -> Option<bool> {
        let mut inner = names.clone();
        inner.insert(format!("{}.from", moves.name), Value::Square(played.from));
        inner.insert(format!("{}.to", moves.name), Value::Square(played.to));
        let there = self.elsewhere(self.rules(), played.after);
        there.value(&moves.condition, &inner)?.truth()
    }

    /// What the rules or the table that are used for the class of the position
    /// leave possible.
    fn known(&self) -> Option<WdlSet> {
        let Some((material, placement)) = self.position().placed() else {
            return Some(WdlSet::ALL);
        };
        if material.men_count() == 2 {
            return Some(WdlSet::of(&[Wdl::Draw]));
        }
        let mut uses = self.rules().uses().iter();
        match &uses.find(|used| used.material == material)?.by {
            UsedBy::Tables(found) => {
                let table = found.tables.get(&material)?;
                Some(WdlSet::of(&[table.probe(&placement)?.wdl]))
            }
            UsedBy::Rules(rules) => {
                let position = Position::new(rules, &placement);
                self.elsewhere(rules, position).claimed()
            }
        }
    }

    /// What the first rule that holds leaves possible.
    fn claimed(&self) -> Option<WdlSet> {
        for rule in &self.rules().syntax().rules {
            let holds = self.position().is_asked(rule.limit)
                && self.value(&rule.condition, &Names::new())?.truth()?;
            if holds {
                let claim = rule.kind.claim();
                let turn = self.position().turn;
                return Some(claim.map_or(WdlSet::ALL, |claim| claim.allows(turn)));
            }
        }
        Some(WdlSet::ALL)
    }

    /// A definition or function for its arguments.
    fn call(&self, name: &str, arguments: &[Value]) -> Option<Value> {
        match self.rules().syntax().definition(name) {
            Some(definition) => self.defined(definition, arguments),
            None => self.position().word(Word::named(name)?, arguments),
        }
    }
}

/// One of two values; of a square and a set the square as a set.
fn choose(condition: bool, yes: Value, no: Value) -> Option<Value> {
    let (chosen, other) = if condition { (yes, no) } else { (no, yes) };
    match (chosen, other) {
        (Value::Square(_), Value::Set(_)) => Some(Value::Set(chosen.set()?)),
        _ => Some(chosen),
    }
}
