//! Expressions.

use drawproof_export::ir::{Entries, Expr, Sign, Table, Type};

use super::{
    bits,
    error::SymbolicError,
    executor::{Executor, Frame},
    value::{Number, Value},
};
use crate::{
    circuit::{Circuit, Lit},
    set::Set,
};

impl<'a> Executor<'a> {
    /// The value of an expression.
    pub(super) fn value(&mut self, expr: &Expr, frame: &Frame<'a>) -> Result<Value, SymbolicError> {
        self.step(frame)?;
        self.deeper(frame.function, |of| of.part(expr, frame))
    }

    fn part(&mut self, expr: &Expr, frame: &Frame<'a>) -> Result<Value, SymbolicError> {
        match expr {
            Expr::Truth(truth) => Ok(Value::truth(*truth)),
            Expr::Number(number) => Ok(Value::number(*number)),
            Expr::Square(square) => Ok(Value::square(*square)),
            Expr::Bits(set) => Ok(Value::set(*set)),
            Expr::Literal(number, kind, _) => literal(*number, *kind, frame),
            Expr::Local(name, _) => frame.local(name),
            Expr::Field(name, _) => match self.field(frame.board, name) {
                Some(value) => Ok(value.clone()),
                None => Err(frame.refuse(format!("{name}, which the board does not have"))),
            },
            Expr::Constant(name, _) => Err(frame.refuse(format!("the constant {name}"))),
            Expr::Data => Err(frame.refuse("the words of a table")),
            Expr::Outcome(..) => Err(frame.refuse("the result of a table")),
            Expr::Call(name, arguments) => self.called(name, arguments, frame),
            Expr::Entry(table, place, _) | Expr::Word(table, place) => {
                self.entry(table, place, frame)
            }
            Expr::Not(part) => Ok(Value::Bool(!self.truth(part, frame)?)),
            Expr::Complement(part) => Ok(complement(&self.value(part, frame)?)),
            Expr::Negative(part) => self.negative(part, frame),
            Expr::Binary(Sign::And | Sign::Or, ..) => self.junction(expr, frame),
            Expr::Binary(Sign::Intersection, left, right) => self.intersection(left, right, frame),
            Expr::Binary(sign, left, right) => {
                let left = self.value(left, frame)?;
                let right = self.value(right, frame)?;
                self.operate(*sign, &left, &right, frame)
            }
            Expr::Cast(kind, part) => {
                let value = self.value(part, frame)?;
                cast(&value, *kind, frame)
            }
            Expr::If(parts) => self.choice(parts, frame),
        }
    }

    /// A truth.
    pub(super) fn truth(&mut self, expr: &Expr, frame: &Frame<'a>) -> Result<Lit, SymbolicError> {
        match self.value(expr, frame)? {
            Value::Bool(truth) => Ok(truth),
            _ => Err(frame.refuse("a number as a truth")),
        }
    }

    /// A set.
    pub(super) fn set(&mut self, expr: &Expr, frame: &Frame<'a>) -> Result<Set, SymbolicError> {
        match self.value(expr, frame)? {
            Value::Bits(set) => Ok(set),
            _ => Err(frame.refuse("something else as a set")),
        }
    }

    fn called(
        &mut self,
        name: &str,
        arguments: &[Expr],
        frame: &Frame<'a>,
    ) -> Result<Value, SymbolicError> {
        let arguments = arguments.iter().map(|argument| self.value(argument, frame));
        let arguments = arguments.collect::<Result<_, _>>()?;
        match self.execute(name, arguments, frame.board) {
            Err(SymbolicError::NoFunction(name)) => {
                Err(frame.refuse(format!("a call of {name}, which only tables have")))
            }
            value => value,
        }
    }

    /// The value of an intrinsic function.
    pub(super) fn intrinsic(
        &mut self,
        frame: &Frame<'a>,
        arguments: &[Value],
    ) -> Result<Value, SymbolicError> {
        let circuit = &mut self.circuit;
        match (frame.function, arguments) {
            ("count", [Value::Bits(set)]) => Ok(Value::Number(Number {
                kind: Type::I32,
                bits: count(circuit, *set),
            })),
            ("first", [Value::Bits(set)]) => Ok(Value::Number(Number {
                kind: Type::Square,
                bits: self.squares.first(circuit, *set),
            })),
            ("from_highest", [Value::Bits(set)]) => Ok(Value::Bits(from_highest(circuit, *set))),
            (name, _) => Err(frame.refuse(format!("{name}, which reads a table"))),
        }
    }

    /// An entry of a table, or a word; nothing beyond its end.
    fn entry(
        &mut self,
        table: &str,
        place: &Expr,
        frame: &Frame<'a>,
    ) -> Result<Value, SymbolicError> {
        let Some(&table) = self.tables.get(table) else {
            return Err(frame.refuse(format!("the table {table}, which there is not")));
        };
        let Value::Number(place) = self.value(place, frame)? else {
            return Err(frame.refuse("an entry at no number"));
        };
        let (kind, entries) = numbers(table);
        if entries.len() > 64 {
            return Ok(Value::Number(Number {
                kind,
                bits: select(&mut self.circuit, &place.bits, &entries),
            }));
        }
        let at = self.squares.set(&mut self.circuit, &place.bits);
        let bits: [Lit; 64] = std::array::from_fn(|bit| {
            let with = entries.iter().zip(at.0);
            let with = with.filter(|(entry, _)| *entry >> bit & 1 == 1);
            self.circuit.any(with.map(|(_, is_there)| is_there))
        });
        Ok(match kind {
            Type::U64 => Value::Bits(Set(bits)),
            kind => Value::Number(Number {
                kind,
                bits: std::array::from_fn(|bit| bits[bit]),
            }),
        })
    }

    fn negative(&mut self, part: &Expr, frame: &Frame<'a>) -> Result<Value, SymbolicError> {
        match self.value(part, frame)? {
            Value::Number(number) => Ok(Value::Number(Number {
                bits: bits::negative(&mut self.circuit, &number.bits),
                ..number
            })),
            _ => Err(frame.refuse("the negative of something else than a number")),
        }
    }

    /// Both or either, where the first may decide.
    fn junction(&mut self, expr: &Expr, frame: &Frame<'a>) -> Result<Value, SymbolicError> {
        let Expr::Binary(sign, left, right) = expr else {
            return Err(frame.refuse("no operator"));
        };
        let left = self.truth(left, frame)?;
        let decides = Lit::constant(*sign == Sign::Or);
        if left == decides {
            return Ok(Value::Bool(decides));
        }
        let right = self.truth(right, frame)?;
        Ok(Value::Bool(match sign {
            Sign::Or => self.circuit.or(left, right),
            _ => self.circuit.and(left, right),
        }))
    }

    /// What two have in common. Of a number that is shifted only the needed bits are made.
    fn intersection(
        &mut self,
        left: &Expr,
        right: &Expr,
        frame: &Frame<'a>,
    ) -> Result<Value, SymbolicError> {
        if let Expr::Binary(Sign::ShiftRight, of, by) = left {
            let right = self.value(right, frame)?;
            let of = self.value(of, frame)?;
            let by = self.value(by, frame)?;
            if let (Value::Bits(of), Value::Bits(mask), Value::Number(by)) = (&of, &right, &by) {
                return Ok(Value::Bits(self.masked(*of, by, *mask)));
            }
            let left = self.operate(Sign::ShiftRight, &of, &by, frame)?;
            return self.operate(Sign::Intersection, &left, &right, frame);
        }
        let left = self.value(left, frame)?;
        let right = self.value(right, frame)?;
        self.operate(Sign::Intersection, &left, &right, frame)
    }

    /// The bits of a mask in a set that is shifted down.
    fn masked(&mut self, of: Set, by: &Number, mask: Set) -> Set {
        let wanted = mask.0.iter().filter(|&&bit| bit != Lit::FALSE).count();
        if wanted > 4 || by.known().is_some() {
            let shifted = self.shifted_down(of.0, &by.bits, Lit::FALSE);
            return Set(shifted).and(&mut self.circuit, mask);
        }
        let at = self.squares.set(&mut self.circuit, &by.bits);
        let mut masked = mask;
        for (bit, wanted) in masked.0.iter_mut().enumerate() {
            if *wanted != Lit::FALSE {
                let part = Set(bits::down(&of.0, bit, Lit::FALSE));
                let is_there = part.meets(&mut self.circuit, at);
                *wanted = self.circuit.and(*wanted, is_there);
            }
        }
        masked
    }

    fn choice(
        &mut self,
        [condition, yes, no]: &[Expr; 3],
        frame: &Frame<'a>,
    ) -> Result<Value, SymbolicError> {
        let condition = self.truth(condition, frame)?;
        match condition.known() {
            Some(true) => return self.value(yes, frame),
            Some(false) => return self.value(no, frame),
            None => {}
        }
        let yes = self.value(yes, frame)?;
        let no = self.value(no, frame)?;
        self.choose(condition, &yes, &no, frame)
    }

    /// One of two values.
    pub(super) fn choose(
        &mut self,
        condition: Lit,
        yes: &Value,
        no: &Value,
        frame: &Frame<'a>,
    ) -> Result<Value, SymbolicError> {
        let chosen = Value::choose(&mut self.circuit, condition, yes, no);
        chosen.ok_or_else(|| frame.refuse("a choice between values of two types"))
    }
}

fn literal(number: u64, kind: Type, frame: &Frame<'_>) -> Result<Value, SymbolicError> {
    match kind {
        Type::U64 => Ok(Value::set(number)),
        Type::I32 | Type::U32 | Type::Square => {
            Ok(Value::Number(Number::constant(kind, number as u32)))
        }
        _ => Err(frame.refuse("a number of another type")),
    }
}

fn complement(of: &Value) -> Value {
    match *of {
        Value::Bool(truth) => Value::Bool(!truth),
        Value::Bits(set) => Value::Bits(set.complement()),
        Value::Number(number) => Value::Number(Number {
            bits: number.bits.map(|bit| !bit),
            ..number
        }),
    }
}

/// A value as another type, truncated if it does not fit.
fn cast(value: &Value, to: Type, frame: &Frame<'_>) -> Result<Value, SymbolicError> {
    let (low, high): (Vec<Lit>, Lit) = match value {
        Value::Bool(truth) => (vec![*truth], Lit::FALSE),
        Value::Bits(set) => (set.0.to_vec(), Lit::FALSE),
        Value::Number(number) => {
            let is_signed = number.kind == Type::I32;
            let sign = if is_signed {
                number.bits[31]
            } else {
                Lit::FALSE
            };
            (number.bits.to_vec(), sign)
        }
    };
    let bit = |bit: usize| low.get(bit).copied().unwrap_or(high);
    match to {
        Type::U64 => Ok(Value::Bits(Set(std::array::from_fn(bit)))),
        Type::I32 | Type::U32 | Type::Square => Ok(Value::Number(Number {
            kind: to,
            bits: std::array::from_fn(bit),
        })),
        _ => Err(frame.refuse("a cast to another type")),
    }
}

/// How many squares a set has: sums of neighbours, then sums of these.
fn count(circuit: &mut Circuit, set: Set) -> [Lit; 32] {
    let single = |member| {
        let mut bits = [Lit::FALSE; 32];
        bits[0] = member;
        bits
    };
    let mut parts: Vec<[Lit; 32]> = set.0.into_iter().map(single).collect();
    while parts.len() > 1 {
        let halves = parts.chunks(2);
        parts = halves
            .map(|pair| {
                pair.iter()
                    .skip(1)
                    .fold(pair[0], |all, one| bits::plus(circuit, &all, one))
            })
            .collect();
    }
    parts.first().copied().unwrap_or([Lit::FALSE; 32])
}

/// All squares that have no square of a set above them.
fn from_highest(circuit: &mut Circuit, set: Set) -> Set {
    let mut above = Lit::FALSE;
    let mut found = set;
    for member in found.0.iter_mut().rev() {
        let is_member = std::mem::replace(member, !above);
        above = circuit.or(above, is_member);
    }
    found
}

/// The type of a table's entries, and their bits.
fn numbers(table: &Table) -> (Type, Vec<u64>) {
    match &table.entries {
        Entries::Sets(sets) => (Type::U64, sets.clone()),
        Entries::Squares(squares) => {
            let squares = squares.iter().map(|&square| square.into());
            (Type::Square, squares.collect())
        }
        Entries::Numbers(numbers) => {
            let numbers = numbers.iter().map(|&number| u64::from(number as u32));
            (Type::I32, numbers.collect())
        }
        Entries::Words(words) => {
            let words = words.iter().map(|&word| word.into());
            (Type::Square, words.collect())
        }
    }
}

/// One of some numbers by the bits of its place, the lowest first.
fn select(circuit: &mut Circuit, place: &[Lit], numbers: &[u64]) -> [Lit; 32] {
    let (Some((&bit, lower)), false) = (place.split_last(), numbers.is_empty()) else {
        return bits::constant(numbers.first().copied().unwrap_or(0));
    };
    let half = 1_usize
        .checked_shl(lower.len() as u32)
        .unwrap_or(usize::MAX);
    let (low, high) = numbers.split_at(half.min(numbers.len()));
    match bit.known() {
        Some(true) => select(circuit, lower, high),
        Some(false) => select(circuit, lower, low),
        None => {
            let high = select(circuit, lower, high);
            let low = select(circuit, lower, low);
            bits::choose(circuit, bit, &high, &low)
        }
    }
}
