//! The inside of a function: its expressions by halves.

use std::collections::HashMap;

use super::parts::{
    HIGH, Halves, OWN, assign, binary, choice, half, high, is_simple, known, low, union, variable,
    word, zero,
};
use crate::{
    ir::{Expr, Sign, Statement, Type},
    print::Printer,
};

/// An expression in the new form.
pub enum Value {
    /// Of a type that stays.
    One(Expr),
    Two(Halves),
}

/// The inside of a function. Statements that have to come first are added to `to`.
pub struct Within<'a> {
    pub printer: &'a Printer<'a>,
    /// What the function returned before.
    pub gives: Type,
    /// The types of parameters and variables before.
    pub kinds: HashMap<String, Type>,
    /// How many variables were made up.
    pub used: usize,
}

impl Within<'_> {
    pub fn fresh(&mut self) -> String {
        self.used += 1;
        format!("{OWN}{}", self.used)
    }

    /// An expression as a variable, if it costs something.
    pub fn named(&mut self, expr: Expr, kind: Type, to: &mut Vec<Statement>) -> Expr {
        if is_simple(&expr) {
            return expr;
        }
        let name = self.fresh();
        to.push(Statement::constant(&name, kind, expr));
        Expr::Local(name, kind)
    }

    pub fn named_halves(&mut self, halves: Halves, to: &mut Vec<Statement>) -> Halves {
        halves.map(|half| self.named(half, Type::U32, to))
    }

    /// An expression whose type stays.
    pub fn one(&mut self, expr: &Expr, to: &mut Vec<Statement>) -> Expr {
        match self.value(expr, to) {
            Value::One(one) => one,
            Value::Two([low, _]) => low,
        }
    }

    /// An expression of 64 bits.
    pub fn two(&mut self, expr: &Expr, to: &mut Vec<Statement>) -> Halves {
        match self.value(expr, to) {
            Value::One(one) => [one, zero()],
            Value::Two(two) => two,
        }
    }

    /// An expression for a variable of a type.
    pub fn values(&mut self, kind: Type, expr: &Expr, to: &mut Vec<Statement>) -> Vec<Expr> {
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

    pub fn value(&mut self, expr: &Expr, to: &mut Vec<Statement>) -> Value {
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

    pub fn arguments(&mut self, arguments: &[Expr], to: &mut Vec<Statement>) -> Vec<Expr> {
        let mut all = Vec::new();
        for argument in arguments {
            match self.value(argument, to) {
                Value::One(one) => all.push(one),
                Value::Two(two) => all.extend(two),
            }
        }
        all
    }

    pub fn cast(&mut self, kind: Type, inner: &Expr, to: &mut Vec<Statement>) -> Expr {
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
    pub fn decision(
        &mut self,
        sign: Sign,
        left: &Expr,
        right: &Expr,
        to: &mut Vec<Statement>,
    ) -> Expr {
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

    pub fn choice(
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

    pub fn comparison(
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
    pub fn halves(&mut self, expr: &Expr, to: &mut Vec<Statement>) -> Halves {
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
    pub fn called(&mut self, call: Expr, to: &mut Vec<Statement>) -> Halves {
        let name = self.fresh();
        let names = [low(&name), high(&name)];
        let values = [call, Expr::local(HIGH, Type::U32)];
        let variables = names.iter().zip(values);
        to.extend(variables.map(|(name, value)| Statement::constant(name, Type::U32, value)));
        names.map(|name| Expr::Local(name, Type::U32))
    }

    pub fn widened(&mut self, inner: &Expr, to: &mut Vec<Statement>) -> Halves {
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

    pub fn chosen(&mut self, parts: &[Expr; 3], to: &mut Vec<Statement>) -> Halves {
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
