//! The interpreter, a second way to the same verdict: one position, straight
//! from the syntax.
//!
//! Slow and plain on purpose. It shares neither the checker's graph nor the
//! batched evaluation, so that each can be tested against the other.

use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
};

use drawproof_tables::{Material, Placement};
use shakmaty::{Bitboard, Color, Piece, Role, Square, attacks};

use crate::{
    RuleFile,
    syntax::{Binary, Definition, Expr, ExprKind, File, Limit, Quantifier, Rule, TableEntries},
    words::{Atom, Meaning, Member, Word, named_set, named_square},
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
    Position::new(rules, placement, Effort::Full).decided_by()
}

/// How much is evaluated.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Effort {
    /// Everything in a rule, which is easier to trust.
    Full,
    /// Only what is needed.
    Least,
}

/// The value of an expression.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Value {
    Square(Square),
    Set(Bitboard),
    Number(i32),
    Truth(bool),
}

impl Value {
    /// The set that it is, or the square as a set.
    pub fn set(self) -> Option<Bitboard> {
        match self {
            Self::Square(square) => Some(square.into()),
            Self::Set(set) => Some(set),
            _ => None,
        }
    }

    fn square(self) -> Option<Square> {
        if let Self::Square(square) = self {
            Some(square)
        } else {
            None
        }
    }

    fn number(self) -> Option<i32> {
        if let Self::Number(number) = self {
            Some(number)
        } else {
            None
        }
    }

    fn truth(self) -> Option<bool> {
        if let Self::Truth(truth) = self {
            Some(truth)
        } else {
            None
        }
    }
}

/// The values of parameters and quantifiers' variables.
pub type Names = HashMap<String, Value>;

/// A position and the rules that are asked about it.
pub struct Position<'a> {
    rules: &'a RuleFile,
    pub file: &'a File,
    material: &'a Material,
    men: Vec<(Piece, Square)>,
    turn: Color,
    effort: Effort,
    /// How many values were evaluated.
    steps: Cell<u64>,
    /// With the least effort, definitions without parameters that were
    /// evaluated.
    known: RefCell<HashMap<String, Value>>,
}

impl<'a> Position<'a> {
    /// The position as the rules see it.
    pub fn new(rules: &'a RuleFile, placement: &Placement, effort: Effort) -> Self {
        let material = rules.material();
        if material.is_symmetric() && placement.turn.is_black() {
            return Self::new(rules, &placement.exchanged(material), effort);
        }
        let squares = placement.squares.iter().copied();
        Self {
            rules,
            file: rules.syntax(),
            material,
            men: material.men().into_iter().zip(squares).collect(),
            turn: placement.turn,
            effort,
            steps: Cell::new(0),
            known: RefCell::default(),
        }
    }

    /// The first rule that holds.
    ///
    /// # Errors
    ///
    /// If it takes too much work to find out.
    pub fn decided_by(&self) -> Result<Option<usize>, TooMuchWork> {
        for (at, rule) in self.file.rules.iter().enumerate() {
            let holds = self.is_asked(rule)
                && self.value(&rule.condition, &HashMap::new()) == Some(Value::Truth(true));
            self.check_work(at)?;
            if holds {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }

    /// How many values were evaluated.
    pub fn steps(&self) -> u64 {
        self.steps.get()
    }

    /// Checks that the limit was not reached during the evaluation of a rule.
    ///
    /// # Errors
    ///
    /// If it took too much work.
    pub fn check_work(&self, rule: usize) -> Result<(), TooMuchWork> {
        if self.steps.get() <= MAX_STEPS {
            return Ok(());
        }
        let rule = &self.rules.rules()[rule];
        Err(TooMuchWork {
            source_name: self.rules.source_name().into(),
            rule: rule.name.clone(),
            line: rule.line,
        })
    }

    /// Whether a rule is about the side to move.
    pub fn is_asked(&self, rule: &Rule) -> bool {
        match rule.limit {
            Limit::Both => true,
            Limit::Strong => self.turn.is_white(),
            Limit::Weak => self.turn.is_black(),
        }
    }

    /// The value of an expression; `None` only for expressions that the checker
    /// refuses, and after too much work.
    pub fn value(&self, expr: &Expr, names: &Names) -> Option<Value> {
        if self.steps.get() > MAX_STEPS {
            return None;
        }
        self.steps.set(self.steps.get() + 1);
        let is_brief = self.effort == Effort::Least;
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
            ExprKind::Name(name) => self.name(name, names)?,
            ExprKind::Member(owner, what) => self.member(owner, what)?,
            ExprKind::Call(name, arguments) => {
                let values: Option<Vec<Value>> = arguments.iter().map(value).collect();
                self.call(name, &values?)?
            }
            ExprKind::Entry(name, square) => {
                let table = self.file.table(name)?;
                let at = value(square)?.square()?.to_usize();
                match &table.entries {
                    TableEntries::Sets(sets) => Value::Set(Bitboard(sets[at])),
                    TableEntries::Numbers(numbers) => Value::Number(numbers[at]),
                    TableEntries::Squares(squares) => {
                        Value::Square(Square::new(squares[at].into()))
                    }
                }
            }
            ExprKind::Not(inner) => Value::Truth(!value(inner)?.truth()?),
            ExprKind::Complement(inner) => Value::Set(!value(inner)?.set()?),
            ExprKind::Negative(inner) => Value::Number(value(inner)?.number()?.wrapping_neg()),
            ExprKind::Binary(operator, left, right) => {
                let left = value(left)?;
                if is_brief && is_enough(*operator, left) {
                    return Some(left);
                }
                operate(*operator, left, value(right)?)?
            }
            ExprKind::If(parts) if is_brief => {
                let chosen = if value(&parts[0])?.truth()? { 1 } else { 2 };
                value(&parts[chosen])?
            }
            ExprKind::If(parts) => {
                let chosen = if value(&parts[0])?.truth()? { 1 } else { 2 };
                let (chosen, other) = (value(&parts[chosen])?, value(&parts[3 - chosen])?);
                match (chosen, other) {
                    (Value::Square(_), Value::Set(_)) => Value::Set(chosen.set()?),
                    _ => chosen,
                }
            }
            ExprKind::Each(quantifier, name, parts) => {
                self.each(*quantifier, name, parts, names)?
            }
        })
    }

    fn each(
        &self,
        quantifier: Quantifier,
        name: &str,
        parts: &[Expr; 2],
        names: &Names,
    ) -> Option<Value> {
        let all = self.value(&parts[0], names)?.set()?;
        let mut inner = names.clone();
        inner.insert(name.into(), Value::Square(Square::A1));
        let mut chosen = Bitboard::EMPTY;
        for square in all {
            *inner.get_mut(name)? = Value::Square(square);
            let holds = self.value(&parts[1], &inner)?.truth()?;
            if holds {
                chosen.add(square);
            }
            let is_enough = match quantifier {
                Quantifier::Any => holds,
                Quantifier::All => !holds,
                Quantifier::Count | Quantifier::Set => false,
            };
            if is_enough && self.effort == Effort::Least {
                break;
            }
        }
        Some(match quantifier {
            Quantifier::Any => Value::Truth(chosen.any()),
            Quantifier::All => Value::Truth(chosen == all),
            Quantifier::Count => Value::Number(chosen.count() as i32),
            Quantifier::Set => Value::Set(chosen),
        })
    }

    fn name(&self, name: &str, names: &Names) -> Option<Value> {
        if let Some(&value) = names.get(name) {
            return Some(value);
        }
        if let Some(set) = named_set(name) {
            return Some(Value::Set(Bitboard(set)));
        }
        if let Some(square) = named_square(name) {
            return Some(Value::Square(square));
        }
        Some(match Atom::named(name) {
            Some(Atom::True) => Value::Truth(true),
            Some(Atom::False) => Value::Truth(false),
            Some(Atom::Occupied) => Value::Set(self.occupied()),
            Some(Atom::InCheck) => {
                let king = self.squares(|man| man == Role::King.of(self.turn));
                Value::Truth(self.attacks(!self.turn).intersects(king))
            }
            Some(Atom::StrongToMove) => Value::Truth(self.turn.is_white()),
            None => self.call(name, &[])?,
        })
    }

    fn occupied(&self) -> Bitboard {
        self.squares(|_| true)
    }

    fn squares(&self, is: impl Fn(Piece) -> bool) -> Bitboard {
        self.men
            .iter()
            .filter(|(man, _)| is(*man))
            .map(|(_, square)| *square)
            .collect()
    }

    fn attacks(&self, color: Color) -> Bitboard {
        let own = self.men.iter().filter(|(man, _)| man.color == color);
        own.fold(Bitboard::EMPTY, |all, &(man, square)| {
            all | attacks::attacks(square, man, self.occupied())
        })
    }

    fn member(&self, owner: &str, what: &str) -> Option<Value> {
        let color = match owner {
            "us" => self.turn,
            "them" => !self.turn,
            "strong" if !self.material.is_symmetric() => Color::White,
            "weak" if !self.material.is_symmetric() => Color::Black,
            _ => return None,
        };
        Some(match Member::named(what)? {
            Member::Attacks => Value::Set(self.attacks(color)),
            Member::All => Value::Set(self.squares(|man| man.color == color)),
            Member::Men(role) => Value::Set(self.squares(|man| man == role.of(color))),
            Member::Man(role) => {
                let set = self.squares(|man| man == role.of(color));
                Value::Square(set.single_square()?)
            }
        })
    }

    /// A value that is evaluated once.
    fn defined(&self, definition: &Definition) -> Option<Value> {
        let known = self.known.borrow().get(&definition.name).copied();
        if known.is_some() {
            return known;
        }
        let value = self.value(&definition.body, &Names::new())?;
        let mut all = self.known.borrow_mut();
        all.insert(definition.name.clone(), value);
        Some(value)
    }

    fn call(&self, name: &str, arguments: &[Value]) -> Option<Value> {
        if let Some(definition) = self.file.definition(name) {
            if self.effort == Effort::Least && arguments.is_empty() {
                return self.defined(definition);
            }
            let mut names = Names::new();
            for ((parameter, kind), value) in definition.parameters.iter().zip(arguments) {
                let value = if *kind == crate::syntax::Type::Set {
                    Value::Set(value.set()?)
                } else {
                    *value
                };
                names.insert(parameter.clone(), value);
            }
            return self.value(&definition.body, &names);
        }
        self.word(Word::named(name)?, arguments)
    }

    /// A function of the language.
    fn word(&self, word: Word, arguments: &[Value]) -> Option<Value> {
        let set = |at: usize| arguments.get(at)?.set();
        let square = |at: usize| arguments.get(at)?.square();
        let number = |at: usize| arguments.get(at)?.number();
        Some(match word.meaning() {
            Meaning::SetOfSquare(of) => Value::Set(of(square(0)?)),
            Meaning::SetOfSquareAndBlockers(of) => {
                Value::Set(of(square(0)?, set(1).unwrap_or(self.occupied())))
            }
            Meaning::SetOfSquares(of) => Value::Set(of(square(0)?, square(1)?)),
            Meaning::SetOfSet(of) => Value::Set(of(set(0)?)),
            Meaning::NumberOfSquare(of) => Value::Number(of(square(0)?)),
            Meaning::NumberOfSquares(of) => Value::Number(of(square(0)?, square(1)?)),
            Meaning::NumberOfSet(of) => Value::Number(of(set(0)?)),
            Meaning::NumberOfNumber(of) => Value::Number(of(number(0)?)),
            Meaning::NumberOfNumbers(of) => Value::Number(of(number(0)?, number(1)?)),
            Meaning::TruthOfSquares(of) => Value::Truth(of(square(0)?, square(1)?)),
            Meaning::TruthOfSet(of) => Value::Truth(of(set(0)?)),
        })
    }
}

/// Whether one operand settles the result.
fn is_enough(operator: Binary, left: Value) -> bool {
    match operator {
        Binary::And => left == Value::Truth(false),
        Binary::Or => left == Value::Truth(true),
        _ => false,
    }
}

fn operate(operator: Binary, left: Value, right: Value) -> Option<Value> {
    let numbers = || Some((left.number()?, right.number()?));
    let sets = || Some((left.set()?, right.set()?));
    let truths = || Some((left.truth()?, right.truth()?));
    let compare =
        |holds: fn(&i32, &i32) -> bool| numbers().map(|(a, b)| Value::Truth(holds(&a, &b)));
    match operator {
        Binary::Or => truths().map(|(a, b)| Value::Truth(a || b)),
        Binary::And => truths().map(|(a, b)| Value::Truth(a && b)),
        Binary::Equal | Binary::NotEqual => {
            let equal = match sets() {
                Some((a, b)) => a == b,
                None => left == right,
            };
            Some(Value::Truth(equal == (operator == Binary::Equal)))
        }
        Binary::Less => compare(i32::lt),
        Binary::LessEqual => compare(i32::le),
        Binary::Greater => compare(i32::gt),
        Binary::GreaterEqual => compare(i32::ge),
        Binary::In => Some(Value::Truth(right.set()?.contains(left.square()?))),
        Binary::Union => sets().map(|(a, b)| Value::Set(a | b)),
        Binary::Intersection => sets().map(|(a, b)| Value::Set(a & b)),
        Binary::Times => numbers().map(|(a, b)| Value::Number(a.wrapping_mul(b))),
        Binary::Plus => match numbers() {
            Some((a, b)) => Some(Value::Number(a.wrapping_add(b))),
            None => sets().map(|(a, b)| Value::Set(a | b)),
        },
        Binary::Minus => match numbers() {
            Some((a, b)) => Some(Value::Number(a.wrapping_sub(b))),
            None => sets().map(|(a, b)| Value::Set(a & !b)),
        },
    }
}
