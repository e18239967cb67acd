//! Functions of 64-bit numbers as functions of their halves.
//!
//! JavaScript has fast numbers of 32 bits only. So a variable `set` becomes `set_low` and
//! `set_high`, a parameter two, and a function that returns a set returns its lower half and leaves
//! the upper one in a variable of the file. Such a call has to come before the expression that needs
//! it, as a statement; what is not evaluated without need stays so.

mod arithmetic;
mod statements;

use std::collections::HashMap;

use crate::{
    ir::{Board, Entries, Expr, Function, Role, Sign, Statement, Table, Type, Unit},
    print::Printer,
};

use arithmetic::union;

pub use arithmetic::{MULTIPLIED, SHIFTED_LEFT, SHIFTED_RIGHT};

/// The variable with the upper half of what a function has returned.
pub const HIGH: &str = "upper_half";

/// What the names of halves end with.
pub const ENDS: [&str; 2] = ["_low", "_high"];

/// What the names of variables begin with that are not in the code before.
pub const OWN: &str = "half";

/// Numbers of 64 bits by their halves, the lower one first.
type Halves = [Expr; 2];

/// An expression in the new form.
enum Value {
    /// Of a type that stays.
    One(Expr),
    Two(Halves),
}

/// The functions of a file by halves.
pub struct Halver<'a> {
    /// Tells the types of expressions before.
    printer: &'a Printer<'a>,
}

impl<'a> Halver<'a> {
    pub fn new(printer: &'a Printer<'a>) -> Self {
        Self { printer }
    }

    pub fn functions<'b>(&self, of: impl IntoIterator<Item = &'b Function>) -> Vec<Function> {
        of.into_iter().map(|one| self.function(one)).collect()
    }

    fn function(&self, function: &Function) -> Function {
        let mut within = Within {
            printer: self.printer,
            gives: function.gives,
            kinds: function.parameters.iter().cloned().collect(),
            used: 0,
        };
        let kept = function.board().filter(|board| board.is_kept);
        let body = match (kept, &function.body[..]) {
            (Some(_), [Statement::Return(value)]) => within.kept(&function.name, value),
            _ => within.block(&function.body),
        };
        let body = if function.role == Role::Public {
            [signs(&function.parameters), body].concat()
        } else {
            body
        };
        let mut made = Function {
            parameters: function.parameters.iter().flat_map(parts).collect(),
            gives: half(function.gives),
            body,
            ..function.clone()
        };
        if let Role::OfClass(Some(board)) = &mut made.role {
            board.is_kept = false;
        }
        made
    }

    /// What belongs to a class.
    pub fn unit(&self, unit: &Unit) -> Unit {
        Unit {
            title: unit.title.clone(),
            board: board(&unit.board),
            tables: unit.tables.iter().flat_map(tables).collect(),
            functions: self.functions(&unit.functions),
        }
    }
}

/// Gives halves a sign: engines may pass them without one, which compares differently.
fn signs(parameters: &[(String, Type)]) -> Vec<Statement> {
    let sets = parameters.iter().filter(|(_, kind)| *kind == Type::U64);
    let sign = |(name, _): (String, Type)| Statement::Assign {
        name,
        sign: Some(Sign::Union),
        value: zero(),
    };
    sets.flat_map(parts).map(sign).collect()
}

/// The type of a half, or of what stays.
fn half(kind: Type) -> Type {
    match kind {
        Type::U64 => Type::U32,
        kind => kind,
    }
}

fn low(name: &str) -> String {
    name.to_string() + ENDS[0]
}

fn high(name: &str) -> String {
    name.to_string() + ENDS[1]
}

/// A variable with its type as one or two.
fn parts((name, kind): &(String, Type)) -> Vec<(String, Type)> {
    match kind {
        Type::U64 => [low(name), high(name)].map(|name| (name, Type::U32)).into(),
        kind => vec![(name.clone(), *kind)],
    }
}

fn board(board: &Board) -> Board {
    Board {
        kept: board.kept.iter().flat_map(parts).collect(),
        ..board.clone()
    }
}

/// A table of sets as two tables.
fn tables(table: &Table) -> Vec<Table> {
    let Entries::Sets(sets) = &table.entries else {
        return vec![table.clone()];
    };
    let of = |name, shift: u32| Table {
        name,
        comment: table.comment.clone(),
        entries: Entries::Numbers(sets.iter().map(|set| (set >> shift) as i32).collect()),
    };
    vec![of(low(&table.name), 0), of(high(&table.name), 32)]
}

fn word(number: u64) -> Expr {
    Expr::Literal(number & 0xffff_ffff, Type::U32, number > 9)
}

fn zero() -> Expr {
    word(0)
}

fn binary(sign: Sign, left: &Expr, right: &Expr) -> Expr {
    Expr::binary(sign, left.clone(), right.clone())
}

fn choice(condition: Expr, yes: Expr, no: Expr) -> Expr {
    Expr::If(Box::new([condition, yes, no]))
}

fn assign(name: &str, value: Expr) -> Statement {
    Statement::Assign {
        name: name.into(),
        sign: None,
        value,
    }
}

fn variable(name: &str, kind: Type, value: Expr) -> Statement {
    Statement::Let {
        name: name.into(),
        kind,
        is_mutable: true,
        value,
    }
}

/// Whether an expression costs nothing where it is repeated.
fn is_simple(expr: &Expr) -> bool {
    match expr {
        Expr::Cast(_, inner) => is_simple(inner),
        Expr::Truth(_)
        | Expr::Number(_)
        | Expr::Square(_)
        | Expr::Literal(..)
        | Expr::Local(..)
        | Expr::Constant(..)
        | Expr::Field(..) => true,
        _ => false,
    }
}

fn has_call(expr: &Expr) -> bool {
    let mut found = false;
    expr.visit(&mut |part| found |= matches!(part, Expr::Call(..) | Expr::Outcome(..)));
    found
}

/// A number that is known.
fn known(expr: &Expr) -> Option<u64> {
    match expr {
        Expr::Literal(number, ..) | Expr::Bits(number) => Some(*number),
        Expr::Square(number) => Some((*number).into()),
        Expr::Number(number) => u64::try_from(*number).ok(),
        _ => None,
    }
}

/// The inside of a function. Statements that have to come first are added to `to`.
struct Within<'a> {
    printer: &'a Printer<'a>,
    /// What the function returned before.
    gives: Type,
    /// The types of parameters and variables before.
    kinds: HashMap<String, Type>,
    /// How many variables were made up.
    used: usize,
}

impl Within<'_> {
    fn fresh(&mut self) -> String {
        self.used += 1;
        format!("{OWN}{}", self.used)
    }

    /// An expression as a variable, if it costs something.
    fn named(&mut self, expr: Expr, kind: Type, to: &mut Vec<Statement>) -> Expr {
        if is_simple(&expr) {
            return expr;
        }
        let name = self.fresh();
        to.push(Statement::constant(&name, kind, expr));
        Expr::Local(name, kind)
    }

    fn named_halves(&mut self, halves: Halves, to: &mut Vec<Statement>) -> Halves {
        halves.map(|half| self.named(half, Type::U32, to))
    }

    /// An expression whose type stays.
    fn one(&mut self, expr: &Expr, to: &mut Vec<Statement>) -> Expr {
        match self.value(expr, to) {
            Value::One(one) => one,
            Value::Two([low, _]) => low,
        }
    }

    /// An expression of 64 bits.
    fn two(&mut self, expr: &Expr, to: &mut Vec<Statement>) -> Halves {
        match self.value(expr, to) {
            Value::One(one) => [one, zero()],
            Value::Two(two) => two,
        }
    }

    /// An expression for a variable of a type.
    fn values(&mut self, kind: Type, expr: &Expr, to: &mut Vec<Statement>) -> Vec<Expr> {
        match (kind, expr) {
            // Both are assigned at once.
            (Type::U64, Expr::Call(name, arguments)) => {
                let call = Expr::call(name, self.arguments(arguments, to));
                vec![call, Expr::local(HIGH, Type::U32)]
            }
            (Type::U64, _) => self.two(expr, to).into(),
            _ => vec![self.one(expr, to)],
        }
    }

    fn value(&mut self, expr: &Expr, to: &mut Vec<Statement>) -> Value {
        if self.printer.kind_of(expr) == Type::U64 {
            return Value::Two(self.halves(expr, to));
        }
        Value::One(match expr {
            Expr::Call(name, arguments) => Expr::call(name, self.arguments(arguments, to)),
            Expr::Entry(table, square, gives) => {
                Expr::Entry(table.clone(), Box::new(self.one(square, to)), *gives)
            }
            Expr::Word(table, place) => Expr::Word(table.clone(), Box::new(self.one(place, to))),
            Expr::Not(inner) => Expr::Not(Box::new(self.one(inner, to))),
            Expr::Complement(inner) => Expr::Complement(Box::new(self.one(inner, to))),
            Expr::Negative(inner) => Expr::Negative(Box::new(self.one(inner, to))),
            Expr::Outcome(outcome, score) => Expr::Outcome(*outcome, Box::new(self.one(score, to))),
            Expr::Cast(kind, inner) => self.cast(*kind, inner, to),
            Expr::Binary(sign @ (Sign::And | Sign::Or), left, right) => {
                self.decision(*sign, left, right, to)
            }
            Expr::Binary(sign, left, right) if self.printer.kind_of(left) == Type::U64 => {
                self.comparison(*sign, left, right, to)
            }
            Expr::Binary(sign, left, right) => {
                let left = self.one(left, to);
                Expr::binary(*sign, left, self.one(right, to))
            }
            Expr::If(parts) => {
                let kind = self.printer.kind_of(expr);
                let [condition, yes, no] = &**parts;
                self.choice(kind, condition, [yes, no], to)
            }
            plain => plain.clone(),
        })
    }

    fn arguments(&mut self, arguments: &[Expr], to: &mut Vec<Statement>) -> Vec<Expr> {
        let mut all = Vec::new();
        for argument in arguments {
            match self.value(argument, to) {
                Value::One(one) => all.push(one),
                Value::Two(two) => all.extend(two),
            }
        }
        all
    }

    fn cast(&mut self, kind: Type, inner: &Expr, to: &mut Vec<Statement>) -> Expr {
        let from = half(self.printer.kind_of(inner));
        // Of a number that is shifted far, only one half matters.
        if let Expr::Binary(Sign::ShiftRight, number, by) = inner
            && known(by) == Some(32)
            && from == Type::U32
        {
            let [_, high] = self.two(number, to);
            return Expr::Cast(kind, Box::new(high));
        }
        let inner = self.one(inner, to);
        if from == kind {
            return inner;
        }
        Expr::Cast(kind, Box::new(inner))
    }

    /// The second part is evaluated only if the first one does not decide.
    fn decision(&mut self, sign: Sign, left: &Expr, right: &Expr, to: &mut Vec<Statement>) -> Expr {
        let left = self.one(left, to);
        let mut more = Vec::new();
        let right = self.one(right, &mut more);
        if more.is_empty() {
            return Expr::binary(sign, left, right);
        }
        let name = self.fresh();
        let found = Expr::local(&name, Type::Bool);
        to.push(variable(&name, Type::Bool, left));
        more.push(assign(&name, right));
        to.push(Statement::If {
            condition: if sign == Sign::And {
                found.clone()
            } else {
                found.clone().negated()
            },
            then: more,
            otherwise: Vec::new(),
        });
        found
    }

    fn choice(
        &mut self,
        kind: Type,
        condition: &Expr,
        parts: [&Expr; 2],
        to: &mut Vec<Statement>,
    ) -> Expr {
        let condition = self.one(condition, to);
        let mut blocks = [Vec::new(), Vec::new()];
        let [yes, no] = [0, 1].map(|at| self.one(parts[at], &mut blocks[at]));
        if blocks.iter().all(Vec::is_empty) {
            return choice(condition, yes, no);
        }
        let name = self.fresh();
        let begin = match kind {
            Type::Bool => Expr::Truth(false),
            _ => Expr::Number(0),
        };
        to.push(variable(&name, kind, begin));
        let [mut then, mut otherwise] = blocks;
        then.push(assign(&name, yes));
        otherwise.push(assign(&name, no));
        to.push(Statement::If {
            condition,
            then,
            otherwise,
        });
        Expr::Local(name, kind)
    }

    fn comparison(
        &mut self,
        sign: Sign,
        left: &Expr,
        right: &Expr,
        to: &mut Vec<Statement>,
    ) -> Expr {
        let a = self.two(left, to);
        if known(right) == Some(0) && matches!(sign, Sign::Equal | Sign::NotEqual) {
            let [low, high] = a;
            return Expr::binary(sign, union(low, high), zero());
        }
        let b = self.two(right, to);
        let [a, b] = [a, b].map(|halves| self.named_halves(halves, to));
        let each = |sign| [0, 1].map(|at| binary(sign, &a[at], &b[at]));
        let both = |[low, high]: Halves, sign| Expr::binary(sign, high, low);
        match sign {
            Sign::Equal => both(each(Sign::Equal), Sign::And),
            Sign::NotEqual => both(each(Sign::NotEqual), Sign::Or),
            sign => {
                let is_equal = binary(Sign::Equal, &a[1], &b[1]);
                let [low, high] = each(sign);
                choice(is_equal, low, high)
            }
        }
    }

    /// An expression of 64 bits.
    fn halves(&mut self, expr: &Expr, to: &mut Vec<Statement>) -> Halves {
        match expr {
            Expr::Bits(number) | Expr::Literal(number, ..) => [word(*number), word(number >> 32)],
            Expr::Local(name, _) => {
                [low(name), high(name)].map(|name| Expr::Local(name, Type::U32))
            }
            Expr::Field(name, _) => {
                [low(name), high(name)].map(|name| Expr::Field(name, Type::U32))
            }
            Expr::Entry(table, square, _) => {
                let square = self.one(square, to);
                let square = self.named(square, Type::Square, to);
                [low(table), high(table)]
                    .map(|table| Expr::Entry(table, Box::new(square.clone()), Type::I32))
            }
            Expr::Call(name, arguments) => {
                let call = Expr::call(name, self.arguments(arguments, to));
                self.called(call, to)
            }
            Expr::Complement(inner) => {
                let inner = self.two(inner, to);
                inner.map(|half| Expr::Complement(Box::new(half)))
            }
            Expr::Cast(_, inner) => self.widened(inner, to),
            Expr::If(parts) => self.chosen(parts, to),
            Expr::Binary(sign, left, right) => self.computed(*sign, left, right, to),
            // Nothing else has 64 bits.
            _ => [zero(), zero()],
        }
    }

    /// What a call returns.
    fn called(&mut self, call: Expr, to: &mut Vec<Statement>) -> Halves {
        let name = self.fresh();
        let names = [low(&name), high(&name)];
        let values = [call, Expr::local(HIGH, Type::U32)];
        let variables = names.iter().zip(values);
        to.extend(variables.map(|(name, value)| Statement::constant(name, Type::U32, value)));
        names.map(|name| Expr::Local(name, Type::U32))
    }

    fn widened(&mut self, inner: &Expr, to: &mut Vec<Statement>) -> Halves {
        let kind = self.printer.kind_of(inner);
        let inner = match self.value(inner, to) {
            Value::Two(two) => return two,
            Value::One(one) => one,
        };
        if kind != Type::I32 {
            return [Expr::Cast(Type::U32, Box::new(inner)), zero()];
        }
        let inner = self.named(inner, kind, to);
        let sign = Expr::binary(
            Sign::ShiftRight,
            inner.clone(),
            Expr::Literal(31, Type::Square, false),
        );
        [inner, sign].map(|half| Expr::Cast(Type::U32, Box::new(half)))
    }

    fn chosen(&mut self, parts: &[Expr; 3], to: &mut Vec<Statement>) -> Halves {
        let [condition, yes, no] = parts;
        let condition = self.one(condition, to);
        let mut blocks = [Vec::new(), Vec::new()];
        let [yes, no] = [(yes, 0), (no, 1)].map(|(part, at)| self.two(part, &mut blocks[at]));
        if blocks.iter().all(Vec::is_empty) {
            let condition = self.named(condition, Type::Bool, to);
            let ([yes_low, yes_high], [no_low, no_high]) = (yes, no);
            return [
                choice(condition.clone(), yes_low, no_low),
                choice(condition, yes_high, no_high),
            ];
        }
        let name = self.fresh();
        let names = [low(&name), high(&name)];
        to.extend(
            names
                .each_ref()
                .map(|name| variable(name, Type::U32, zero())),
        );
        let ends = [yes, no].map(|[low, high]| [assign(&names[0], low), assign(&names[1], high)]);
        for (block, end) in blocks.iter_mut().zip(ends) {
            block.extend(end);
        }
        let [then, otherwise] = blocks;
        to.push(Statement::If {
            condition,
            then,
            otherwise,
        });
        names.map(|name| Expr::Local(name, Type::U32))
    }
}
