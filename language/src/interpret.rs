//! The interpreter, a second way to the same verdict: one position, straight
//! from the syntax.
//!
//! Slow and plain on purpose: every part of a condition is evaluated each time
//! that it is asked for. It shares neither the checker's graph nor the set-wise
//! evaluation, so that each can be tested against the other.
//! [`lazy`](crate::lazy) looks at no more than it has to.

use std::cell::Cell;

use drawproof_tables::Placement;
use shakmaty::Bitboard;

use crate::{
    RuleFile,
    position::{Names, Position, Value, entry, operate, parameters, quantified},
    syntax::{Definition, Expr, ExprKind},
    words::Word,
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
    let interpreter = Interpreter::new(rules, placement);
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
    position: Position<'a>,
    steps: Steps,
}

impl<'a> Interpreter<'a> {
    /// One for a position of the class.
    pub fn new(rules: &'a RuleFile, placement: &Placement) -> Self {
        Self {
            rules,
            position: Position::new(rules, placement),
            steps: Steps::default(),
        }
    }
}

impl Evaluate for Interpreter<'_> {
    fn rules(&self) -> &RuleFile {
        self.rules
    }

    fn position(&self) -> &Position<'_> {
        &self.position
    }

    fn value(&self, expr: &Expr, names: &Names) -> Option<Value> {
        self.steps.next()?;
        self.plainly(expr, names)
    }

    fn defined(&self, definition: &Definition, arguments: &[Value]) -> Option<Value> {
        self.value(&definition.body, &parameters(definition, arguments)?)
    }
}

/// How many values were evaluated.
#[derive(Default)]
pub struct Steps(Cell<u64>);

impl Steps {
    /// Counts one more; `None` after too many.
    pub fn next(&self) -> Option<()> {
        (self.0.get() <= MAX_STEPS).then(|| self.0.set(self.0.get() + 1))
    }

    /// How many there were.
    pub fn count(&self) -> u64 {
        self.0.get()
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
pub trait Evaluate {
    /// The rules.
    fn rules(&self) -> &RuleFile;

    /// The position.
    fn position(&self) -> &Position<'_>;

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
            ExprKind::Name(name) => match names.get(name) {
                Some(&value) => value,
                None => match self.position().name(name) {
                    Some(value) => value,
                    None => self.call(name, &[])?,
                },
            },
            ExprKind::Member(owner, what) => self.position().member(owner, what)?,
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
        })
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
