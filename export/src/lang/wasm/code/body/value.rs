//! The code of expressions.

use std::{collections::HashMap, mem, slice};

use super::{Body, Variable};
use crate::{
    ir::{Expr, Function, Role, Sign, Statement, Type},
    lang::wasm::binary::{Bytes, Width, constant, load, op, with},
};

/// The cost of what should not be evaluated without need: a call, a load, a choice, a division,
/// or a variable that is set.
const DEAR: usize = 100;

/// The most that a value may cost to be evaluated where it is not needed, because a branch costs
/// more.
const CHEAP: usize = 4;

/// Code that leaves a number on the stack.
pub struct Value {
    pub code: Bytes,
    pub kind: Type,
    /// How many instructions it has besides constants and variables.
    cost: usize,
}

impl<'a> Body<'_, 'a> {
    pub fn value(&mut self, expr: &Expr) -> Value {
        let leaf = |kind: Type, bits: u64| Value {
            code: constant(Width::of(kind), bits),
            kind,
            cost: 0,
        };
        match expr {
            Expr::Truth(truth) => leaf(Type::Bool, u64::from(*truth)),
            Expr::Number(number) => leaf(Type::I32, u64::from(*number as u32)),
            Expr::Square(square) => leaf(Type::Square, u64::from(*square)),
            Expr::Bits(bits) => leaf(Type::U64, *bits),
            Expr::Literal(number, kind, _) => leaf(*kind, *number),
            Expr::Local(name, kind) => Value {
                code: match self.scope.get(name) {
                    Some(variable) => variable.code.clone(),
                    None => vec![op::UNREACHABLE],
                },
                kind: *kind,
                cost: 0,
            },
            Expr::Constant(name, _) => match self.program.constants.get(name.as_str()).copied() {
                Some(value) => self.value(value),
                None => broken(Type::I32),
            },
            Expr::Field(name, kind) => self.field(name, *kind),
            Expr::Data => Value {
                code: Bytes::new(),
                kind: Type::Data,
                cost: 0,
            },
            Expr::Call(name, arguments) => self.call(name, arguments),
            Expr::Entry(table, square, gives) => self.entry(table, square, *gives, Some(63)),
            Expr::Word(table, place) => self.entry(table, place, Type::Square, None),
            Expr::Not(inner) => self.value(inner).then(Type::Bool, &[op::EQZ]),
            Expr::Complement(inner) => self.value(inner).complement(),
            Expr::Negative(inner) => self.value(inner).negative(),
            Expr::Binary(sign, left, right) => self.binary(*sign, left, right),
            Expr::Cast(to, inner) => self.cast(*to, inner),
            Expr::If(parts) => self.choice(parts),
            Expr::Outcome(outcome, score) => self.call(outcome.of_score(), slice::from_ref(score)),
        }
    }

    fn field(&self, name: &str, kind: Type) -> Value {
        let field = (self.class.unwrap_or_default(), name);
        match self.program.fields.get(&field) {
            Some(&field) => Value {
                code: with(op::GLOBAL_GET, field),
                kind,
                cost: 1,
            },
            None => broken(kind),
        }
    }

    fn cast(&mut self, to: Type, inner: &Expr) -> Value {
        let inner = self.value(inner);
        let from = inner.kind;
        match (from == Type::U64, to == Type::U64) {
            (true, false) => inner.then(to, &[op::WRAP]),
            (false, true) if from == Type::I32 => inner.then(to, &[op::EXTEND_S]),
            (false, true) => inner.then(to, &[op::EXTEND_U]),
            _ => inner.then(to, &[]),
        }
    }

    fn choice(&mut self, [condition, yes, no]: &[Expr; 3]) -> Value {
        let [condition, yes, no] = [condition, yes, no].map(|part| self.value(part));
        let kind = yes.kind;
        if yes.cost <= CHEAP && no.cost <= CHEAP {
            let cost = yes.cost + no.cost + condition.cost + 1;
            let code = [yes.code, no.code, condition.code, vec![op::SELECT]].concat();
            return Value { code, kind, cost };
        }
        either(condition, yes.code, no.code, kind)
    }

    fn binary(&mut self, sign: Sign, left: &Expr, right: &Expr) -> Value {
        let is_zero = matches!(right, Expr::Number(0) | Expr::Literal(0, ..));
        let [left, right] = [left, right].map(|operand| self.value(operand));
        let kind = left.kind;
        let width = Width::of(kind);
        if sign == Sign::Equal && is_zero {
            return left.then(Type::Bool, &[width.op(op::EQZ)]);
        }
        if matches!(sign, Sign::And | Sign::Or) && right.cost > CHEAP {
            let truth = constant(Width::NARROW, u64::from(sign == Sign::Or));
            return match sign {
                Sign::And => either(left, right.code, truth, Type::Bool),
                _ => either(left, truth, right.code, Type::Bool),
            };
        }
        // A number of bits is as wide as what is shifted.
        let is_shift = matches!(sign, Sign::ShiftLeft | Sign::ShiftRight);
        let right = match (is_shift, width.is_wide, Width::of(right.kind).is_wide) {
            (true, true, false) => right.then(Type::U64, &[op::EXTEND_U]),
            (true, false, true) => right.then(kind, &[op::WRAP]),
            _ => right,
        };
        let gives = if sign.is_comparison() {
            Type::Bool
        } else {
            kind
        };
        let apart = if sign == Sign::Divide { DEAR } else { 1 };
        Value {
            cost: left.cost + right.cost + apart,
            code: [
                left.code,
                right.code,
                vec![width.op(instruction(sign, kind))],
            ]
            .concat(),
            kind: gives,
        }
    }

    /// An entry of a table. Places that may lie outside are masked.
    fn entry(&mut self, table: &str, at: &Expr, gives: Type, mask: Option<u64>) -> Value {
        let at = self.value(at);
        let Some(place) = self.program.tables.get(table).copied() else {
            return broken(gives);
        };
        let mut code = at.code;
        if let Some(mask) = mask {
            code.extend(constant(Width::NARROW, mask));
            code.push(op::AND);
        }
        if place.shift > 0 {
            code.extend(constant(Width::NARROW, place.shift.into()));
            code.push(op::SHL);
        }
        code.extend(load(place.load, place.shift, place.offset));
        Value {
            code,
            kind: gives,
            cost: DEAR,
        }
    }

    fn call(&mut self, name: &str, arguments: &[Expr]) -> Value {
        let Some(known) = self.program.known.get(name) else {
            // Intrinsic functions need no definition.
            return self.intrinsic(name, arguments);
        };
        let function = known.function;
        if function.role == Role::Intrinsic {
            return self.intrinsic(name, arguments);
        }
        if known.is_inlined {
            return self.inlined(function, arguments);
        }
        let is_imported = known.is_imported;
        let mut code = Bytes::new();
        for argument in arguments {
            let value = self.value(argument);
            if is_imported && value.kind == Type::U64 {
                code.extend(self.halves(value.code));
            } else {
                code.extend(value.code);
            }
        }
        code.extend(with(op::CALL, self.program.called(function)));
        Value {
            code,
            kind: function.gives,
            cost: DEAR,
        }
    }

    /// Both halves of a number, the lower one first.
    fn halves(&mut self, set: Bytes) -> Bytes {
        let whole = self.take(Width::WIDE);
        self.free.push(whole);
        let low = [set, with(op::LOCAL_TEE, whole), vec![op::WRAP]].concat();
        let by = constant(Width::WIDE, 32);
        let shift = vec![Width::WIDE.op(op::SHR_U), op::WRAP];
        [low, with(op::LOCAL_GET, whole), by, shift].concat()
    }

    /// The body of a function instead of a call.
    fn inlined(&mut self, function: &'a Function, arguments: &[Expr]) -> Value {
        let line = straight(function);
        let mut code = Bytes::new();
        let mut taken = Vec::new();
        let mut scope = HashMap::new();
        for ((name, kind), argument) in function.parameters.iter().zip(arguments) {
            let value = self.value(argument);
            let is_used_once = line.is_some() && uses(function, name) < 2;
            let is_direct = value.cost == 0 || value.cost < DEAR && is_used_once;
            let get = if is_direct {
                value.code
            } else {
                let number = self.take(Width::of(*kind));
                taken.push(number);
                code.extend([value.code, with(op::LOCAL_SET, number)].concat());
                with(op::LOCAL_GET, number)
            };
            let variable = Variable {
                kind: *kind,
                code: get,
                number: None,
            };
            scope.insert(name.clone(), variable);
        }
        let class = function.board().map(|board| board.class.as_str());
        let outer = (
            mem::replace(&mut self.scope, scope),
            mem::replace(&mut self.class, class),
            self.depth.replace(0),
        );
        let mut cost = DEAR;
        if let Some((before, result)) = line {
            for statement in before {
                code.extend(self.statement(statement, &mut taken));
            }
            let result = self.value(result);
            if taken.is_empty() {
                cost = result.cost;
            }
            code.extend(result.code);
        } else {
            code.extend([op::BLOCK, Width::of(function.gives).byte()]);
            code.extend(self.all(&function.body));
            code.push(op::END);
        }
        (self.scope, self.class, self.depth) = outer;
        self.free.extend(taken);
        Value {
            code,
            kind: function.gives,
            cost,
        }
    }

    fn intrinsic(&mut self, name: &str, arguments: &[Expr]) -> Value {
        let Some(last) = arguments.last() else {
            return broken(Type::I32);
        };
        let last = self.value(last);
        let wide = |narrow: u8| Width::WIDE.op(narrow);
        match name {
            "count" => last.then(Type::I32, &[wide(op::POPCNT), op::WRAP]),
            "first" => last.then(Type::Square, &[wide(op::CTZ), op::WRAP]),
            "from_highest" => {
                let [all, most, one] = [u64::MAX, 63, 1].map(|bits| constant(Width::WIDE, bits));
                let begin = [all, most].concat();
                let or = [one, vec![wide(op::OR), wide(op::CLZ)]].concat();
                let end = vec![wide(op::SUB), wide(op::SHL)];
                let value = last.then(Type::U64, &[or, end].concat());
                Value {
                    code: [begin, value.code].concat(),
                    cost: value.cost + 3,
                    ..value
                }
            }
            _ => self.word(last),
        }
    }

    /// A word of the data; 0 behind its end.
    fn word(&mut self, at: Value) -> Value {
        let place = self.program.data;
        let count = constant(Width::NARROW, self.program.data_words as u64);
        let number = self.take(Width::NARROW);
        self.free.push(number);
        let shift = constant(Width::NARROW, place.shift.into());
        let address = [with(op::LOCAL_GET, number), shift, vec![op::SHL]].concat();
        let word = [address, load(place.load, place.shift, place.offset)].concat();
        let tee = with(op::LOCAL_TEE, number);
        let is_there = Value {
            code: [at.code, tee, count, vec![op::LT_U]].concat(),
            kind: Type::Bool,
            cost: DEAR,
        };
        either(is_there, word, constant(Width::WIDE, 0), Type::U64)
    }
}

impl Value {
    /// The same with further instructions, which give a value of a type.
    fn then(mut self, kind: Type, code: &[u8]) -> Self {
        self.code.extend(code);
        self.kind = kind;
        self.cost += 1;
        self
    }

    fn complement(self) -> Self {
        let (kind, width) = (self.kind, Width::of(self.kind));
        let all = [constant(width, u64::MAX), vec![width.op(op::XOR)]].concat();
        self.then(kind, &all)
    }

    fn negative(self) -> Self {
        let (kind, width) = (self.kind, Width::of(self.kind));
        let value = self.then(kind, &[width.op(op::SUB)]);
        Self {
            code: [constant(width, 0), value.code].concat(),
            ..value
        }
    }
}

/// What cannot happen: it ends the program.
fn broken(kind: Type) -> Value {
    Value {
        code: vec![op::UNREACHABLE],
        kind,
        cost: DEAR,
    }
}

/// One of two values, of which only that one is evaluated.
fn either(condition: Value, yes: Bytes, no: Bytes, kind: Type) -> Value {
    let begin = vec![op::IF, Width::of(kind).byte()];
    Value {
        code: [
            condition.code,
            begin,
            yes,
            vec![op::ELSE],
            no,
            vec![op::END],
        ]
        .concat(),
        kind,
        cost: DEAR,
    }
}

/// The result of a function that only names values before it returns one, and these.
fn straight(function: &Function) -> Option<(&[Statement], &Expr)> {
    let (last, before) = function.body.split_last()?;
    let Statement::Return(value) = last else {
        return None;
    };
    let names = |statement: &Statement| {
        matches!(
            statement,
            Statement::Let {
                is_mutable: false,
                ..
            } | Statement::Remark(_)
        )
    };
    before.iter().all(names).then_some((before, value))
}

/// How often a function mentions a parameter.
fn uses(function: &Function, parameter: &str) -> usize {
    let mut count = 0;
    for statement in &function.body {
        statement.visit(&mut |part| {
            count += usize::from(matches!(part, Expr::Local(name, _) if name == parameter));
        });
    }
    count
}

/// The instruction of an operator on numbers of a type, as one on numbers of 32 bits.
fn instruction(sign: Sign, kind: Type) -> u8 {
    let by_sign = |signed: u8, unsigned: u8| if kind == Type::I32 { signed } else { unsigned };
    match sign {
        Sign::Or | Sign::Union => op::OR,
        Sign::And | Sign::Intersection => op::AND,
        Sign::Equal => op::EQ,
        Sign::NotEqual => op::NE,
        Sign::Less => by_sign(op::LT_S, op::LT_U),
        Sign::LessEqual => by_sign(op::LE_S, op::LE_U),
        Sign::Greater => by_sign(op::GT_S, op::GT_U),
        Sign::GreaterEqual => by_sign(op::GE_S, op::GE_U),
        Sign::Xor => op::XOR,
        Sign::ShiftLeft => op::SHL,
        Sign::ShiftRight => by_sign(op::SHR_S, op::SHR_U),
        Sign::Plus | Sign::WrappingPlus => op::ADD,
        Sign::Minus | Sign::WrappingMinus => op::SUB,
        Sign::Times | Sign::WrappingTimes => op::MUL,
        Sign::Divide => by_sign(op::DIV_S, op::DIV_U),
    }
}
