//! Each operator and statement on its own, in 64 trials at once and on constants.

// Casts are those of the exported code.
#![allow(clippy::cast_lossless, clippy::verbose_bit_mask)]

use drawproof_export::ir::{
    Board, BoardUse, Entries, Expr, Function, Program, Role, Sign, Statement, Table, Type, Unit,
};
use drawproof_tables::Random;

use super::{Executor, any_set, constant, input, read, trials};
use crate::symbolic::{Limits, SymbolicError, Value};

/// A function `f` of parameters `a`, `b` ...
pub fn function(parameters: &[Type], gives: Type, body: Vec<Statement>) -> Function {
    let names = ["a", "b", "c", "d"].map(String::from);
    Function {
        name: "f".into(),
        comment: Vec::new(),
        parameters: names.into_iter().zip(parameters.iter().copied()).collect(),
        gives,
        body,
        role: Role::OfClass(None),
        is_small: false,
    }
}

pub fn program(functions: Vec<Function>, tables: Vec<Table>) -> Program {
    let board = Board {
        class: "k".into(),
        sets: Vec::new(),
        men: vec!["a".into(), "b".into()],
        kept: Vec::new(),
    };
    let mut program = drawproof_export::program(&[]).expect("no rules");
    program.units.push(Unit {
        title: "K".into(),
        board,
        tables,
        functions,
    });
    program
}

pub fn local(name: &str, kind: Type) -> Expr {
    Expr::local(name, kind)
}

pub fn literal(number: u64, kind: Type) -> Expr {
    Expr::Literal(number, kind, false)
}

pub fn call(program: &Program, given: Vec<Value>) -> Result<Value, SymbolicError> {
    Executor::new(program, Limits::default()).call("f", given, None)
}

/// Runs `f` on 64 trials as a formula, and on each as constants; both give what is wanted.
fn same(program: &Program, tried: &[Vec<u64>], wanted: impl Fn(&[u64]) -> u64) {
    let f = program.units[0].functions.last().expect("a function");
    let mut executor = Executor::new(program, Limits::default());
    let mut inputs = Vec::new();
    let mut values = Vec::new();
    for (place, (_, kind)) in f.parameters.iter().enumerate() {
        let width = if *kind == Type::Square { 6 } else { 64 };
        let value = input(executor.circuit(), *kind, width);
        let numbers: Vec<u64> = tried.iter().map(|given| given[place]).collect();
        inputs.extend(trials(&value, &numbers));
        values.push(value);
    }
    let found = executor.call("f", values, None).expect("a formula");
    let run = executor.circuit().run(inputs);
    for (given, found) in tried.iter().zip(read(&found, &run)) {
        assert_eq!(found, wanted(given), "{given:x?} of {f:?}");
        let kinds = f.parameters.iter().map(|(_, kind)| *kind);
        let values = kinds
            .zip(given)
            .map(|(kind, &number)| constant(kind, number));
        let found = executor.call("f", values.collect(), None);
        assert_eq!(
            found,
            Ok(constant(f.gives, wanted(given))),
            "{given:x?} of {f:?}"
        );
    }
}

fn tried(random: &mut Random, kinds: &[Type]) -> Vec<Vec<u64>> {
    let any = |random: &mut Random, kind| {
        let number = any_set(random);
        match kind {
            Type::Bool => number & 1,
            Type::U64 => number,
            Type::Square => number & 63,
            _ if number & 3 == 0 => number >> 59,
            _ if number & 3 == 1 => u64::from((-((number >> 59) as i32)) as u32),
            _ => number >> 32,
        }
    };
    let trial = |random: &mut Random| kinds.iter().map(|&kind| any(random, kind)).collect();
    (0..64).map(|_| trial(random)).collect()
}

/// What Rust computes for numbers of a type.
macro_rules! computed {
    ($number:ty, $sign:expr, $a:expr, $b:expr) => {{
        let (a, b) = ($a as $number, $b as $number);
        match $sign {
            Sign::Equal => u64::from(a == b),
            Sign::NotEqual => u64::from(a != b),
            Sign::Less => u64::from(a < b),
            Sign::LessEqual => u64::from(a <= b),
            Sign::Greater => u64::from(a > b),
            Sign::GreaterEqual => u64::from(a >= b),
            Sign::Union => (a | b) as u64,
            Sign::Intersection => (a & b) as u64,
            Sign::Xor => (a ^ b) as u64,
            Sign::Plus | Sign::WrappingPlus => a.wrapping_add(b) as u64,
            Sign::Minus | Sign::WrappingMinus => a.wrapping_sub(b) as u64,
            Sign::Times | Sign::WrappingTimes => a.wrapping_mul(b) as u64,
            Sign::Divide => a.wrapping_div(b) as u64,
            Sign::ShiftLeft => a.wrapping_shl(b as u32) as u64,
            Sign::ShiftRight => a.wrapping_shr(b as u32) as u64,
            Sign::And | Sign::Or => unreachable!("truths"),
        }
    }};
}

fn computed(kind: Type, sign: Sign, a: u64, b: u64) -> u64 {
    match kind {
        Type::I32 if sign_of(sign, kind) == Type::Bool => computed!(i32, sign, a, b),
        Type::I32 => u64::from(computed!(i32, sign, a, b) as u32),
        Type::U64 => computed!(u64, sign, a, b),
        _ => u64::from(computed!(u32, sign, a, b) as u32),
    }
}

/// The type of an operator's result.
fn sign_of(sign: Sign, kind: Type) -> Type {
    if sign.is_comparison() {
        Type::Bool
    } else {
        kind
    }
}

const SIGNS: [Sign; 13] = [
    Sign::Equal,
    Sign::NotEqual,
    Sign::Less,
    Sign::LessEqual,
    Sign::Greater,
    Sign::GreaterEqual,
    Sign::Union,
    Sign::Intersection,
    Sign::Xor,
    Sign::Plus,
    Sign::WrappingMinus,
    Sign::Minus,
    Sign::Times,
];

#[test]
fn operators_are_those_of_rust() {
    let mut random = Random::new(4);
    for kind in [Type::I32, Type::U32, Type::U64] {
        for sign in SIGNS {
            let value = Expr::binary(sign, local("a", kind), local("b", kind));
            let body = vec![Statement::Return(value)];
            let f = function(&[kind; 2], sign_of(sign, kind), body);
            // A product of all bits has 30,000 gates.
            let tried = tried(&mut random, &[kind; 2]);
            same(&program(vec![f], Vec::new()), &tried, |of| {
                computed(kind, sign, of[0], of[1])
            });
        }
    }
}

/// By constants and by squares; a set, a constant, and a part of a set.
#[test]
fn shifts_are_those_of_rust() {
    let mut random = Random::new(5);
    for (kind, most) in [(Type::U64, 63), (Type::I32, 31), (Type::U32, 31)] {
        for sign in [Sign::ShiftLeft, Sign::ShiftRight] {
            for of in [local("a", kind), literal(0x8000_a501, kind)] {
                for mask in [None, Some(5), Some(!0)] {
                    let by = local("b", Type::Square);
                    let mut value = Expr::binary(sign, of.clone(), by);
                    if let Some(mask) = mask {
                        value = Expr::binary(Sign::Intersection, value, literal(mask, kind));
                    }
                    let kinds = [kind, Type::Square];
                    let f = function(&kinds, kind, vec![Statement::Return(value)]);
                    let mut tried = tried(&mut random, &kinds);
                    for given in &mut tried {
                        given[1] &= most;
                    }
                    same(&program(vec![f], Vec::new()), &tried, |given| {
                        let left = match &of {
                            Expr::Literal(number, ..) => *number,
                            _ => given[0],
                        };
                        let shifted = computed(kind, sign, left, given[1]);
                        let mask = computed(kind, Sign::Union, mask.unwrap_or(!0), 0);
                        shifted & mask
                    });
                }
            }
        }
    }
}

/// What is shifted by more than its width is nothing, by constants and otherwise.
#[test]
fn shifts_by_too_much_leave_nothing() {
    let by = || local("b", Type::U32);
    for of in [local("a", Type::U64), literal(!0, Type::U64)] {
        for sign in [Sign::ShiftLeft, Sign::ShiftRight] {
            let shifted = Expr::binary(sign, of.clone(), by());
            let one = Expr::binary(Sign::Intersection, shifted, literal(1 << 63 | 1, Type::U64));
            let kinds = [Type::U64, Type::U32];
            let f = function(&kinds, Type::U64, vec![Statement::Return(one)]);
            let mut tried = tried(&mut Random::new(14), &kinds);
            for given in &mut tried {
                given[1] |= 1 << (6 + given[1] % 26);
            }
            same(&program(vec![f], Vec::new()), &tried, |_| 0);
        }
    }
}

/// Quotients are rounded towards zero.
#[test]
fn divisions_by_powers_of_two() {
    let mut random = Random::new(6);
    for kind in [Type::I32, Type::U32] {
        for by in [1, 2, 8, 1 << 30] {
            let value = Expr::binary(Sign::Divide, local("a", kind), literal(by, kind));
            let f = function(&[kind], kind, vec![Statement::Return(value)]);
            let tried = tried(&mut random, &[kind]);
            same(&program(vec![f], Vec::new()), &tried, |of| {
                computed(kind, Sign::Divide, of[0], by)
            });
        }
    }
}

#[test]
fn casts_truncate_or_extend() {
    let mut random = Random::new(7);
    let kinds = [Type::Bool, Type::I32, Type::U32, Type::U64];
    for from in kinds {
        for to in [Type::I32, Type::U32, Type::U64] {
            let value = Expr::Cast(to, Box::new(local("a", from)));
            let f = function(&[from], to, vec![Statement::Return(value)]);
            let tried = tried(&mut random, &[from]);
            same(&program(vec![f], Vec::new()), &tried, |of| {
                match (from, to) {
                    (Type::I32, Type::U64) => of[0] as u32 as i32 as u64,
                    (_, Type::U64) => of[0],
                    _ => u64::from(of[0] as u32),
                }
            });
        }
    }
}

fn table(entries: Entries) -> Table {
    Table {
        name: "t".into(),
        comment: Vec::new(),
        entries,
    }
}

#[test]
fn entries_of_tables() {
    let mut random = Random::new(8);
    let sets: Vec<u64> = (0..64).map(|_| any_set(&mut random)).collect();
    let numbers = sets.iter().map(|&set| set as i32).collect();
    let squares = sets.iter().map(|&set| set as u8).collect();
    let words: Vec<u16> = (0..300).map(|_| random.next_number() as u16).collect();
    let place = || Box::new(local("a", Type::Square));
    for entries in [
        Entries::Sets(sets),
        Entries::Numbers(numbers),
        Entries::Squares(squares),
        Entries::Words(words),
    ] {
        let (kind, value) = match &entries {
            Entries::Sets(_) => (Type::U64, Expr::Entry("t".into(), place(), Type::U64)),
            Entries::Numbers(_) => (Type::I32, Expr::Entry("t".into(), place(), Type::I32)),
            Entries::Squares(_) => (Type::Square, Expr::Entry("t".into(), place(), Type::Square)),
            Entries::Words(_) => {
                let place = Expr::binary(Sign::Times, *place(), Expr::Square(4));
                (Type::Square, Expr::Word("t".into(), Box::new(place)))
            }
        };
        let f = function(&[Type::Square], kind, vec![Statement::Return(value)]);
        let tried = tried(&mut random, &[Type::Square]);
        same(
            &program(vec![f], vec![table(entries.clone())]),
            &tried,
            |of| {
                let at = of[0] as usize;
                match &entries {
                    Entries::Sets(sets) => sets[at],
                    Entries::Numbers(numbers) => u64::from(numbers[at] as u32),
                    Entries::Squares(squares) => squares[at].into(),
                    Entries::Words(words) => words[4 * at].into(),
                }
            },
        );
    }
}

fn assign(name: &str, sign: Option<Sign>, value: Expr) -> Statement {
    Statement::Assign {
        name: name.into(),
        sign,
        value,
    }
}

fn when(condition: Expr, then: Vec<Statement>, otherwise: Vec<Statement>) -> Statement {
    Statement::If {
        condition,
        then,
        otherwise,
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

/// Conditions within conditions, returns in some of them, variables that hide others.
#[test]
fn conditions_and_early_returns() {
    const KIND: Type = Type::U32;
    let [a, b] = ["a", "b"].map(|name| local(name, Type::Bool));
    let x = || local("x", KIND);
    let number = |number| literal(number, KIND);
    let add = |of| assign("x", Some(Sign::Plus), number(of));
    let hidden = vec![variable("x", KIND, number(99)), add(1)];
    let body = vec![
        variable("x", KIND, local("d", KIND)),
        when(
            a,
            vec![
                add(10),
                when(b.clone(), vec![Statement::Return(x())], vec![add(20)]),
            ],
            vec![when(b.clone(), hidden, vec![assign("x", None, number(7))])],
        ),
        when(
            local("c", Type::Bool),
            vec![
                add(100),
                when(b.negated(), vec![Statement::Return(x())], Vec::new()),
            ],
            vec![add(1_000)],
        ),
        Statement::Return(x()),
    ];
    let kinds = [Type::Bool, Type::Bool, Type::Bool, KIND];
    let f = function(&kinds, KIND, body);
    let tried = tried(&mut Random::new(9), &kinds);
    same(&program(vec![f], Vec::new()), &tried, |of| {
        let (a, b, c, mut x) = (of[0] != 0, of[1] != 0, of[2] != 0, of[3] as u32);
        if a {
            x = x.wrapping_add(10);
            if b {
                return x.into();
            }
            x = x.wrapping_add(20);
        } else if !b {
            x = 7;
        }
        if c {
            x = x.wrapping_add(100);
            if !b {
                return x.into();
            }
        } else {
            x = x.wrapping_add(1_000);
        }
        x.into()
    });
}

/// The lowest square comes first, and a return ends it: `3 x + square` up to a square of `b`.
#[test]
fn loops_over_sets_go_up() {
    const KIND: Type = Type::U32;
    let [a, b] = ["a", "b"].map(|name| local(name, Type::U64));
    let x = || local("x", KIND);
    let square = Expr::Cast(KIND, Box::new(local("s", Type::Square)));
    let thrice = Expr::binary(Sign::Times, x(), literal(3, KIND));
    let next = Expr::binary(Sign::Plus, thrice, square);
    let is_end = Expr::call("has", vec![b, local("s", Type::Square)]);
    let body = vec![
        variable("x", KIND, literal(1, KIND)),
        Statement::ForEach {
            square: "s".into(),
            set: a,
            body: vec![
                when(is_end, vec![Statement::Return(x())], Vec::new()),
                assign("x", None, next),
            ],
        },
        Statement::Return(Expr::Complement(Box::new(x()))),
    ];
    let f = function(&[Type::U64; 2], KIND, body);
    let mut tried = tried(&mut Random::new(10), &[Type::U64; 2]);
    tried.iter_mut().step_by(2).for_each(|given| given[1] = 0);
    same(&program(vec![f], Vec::new()), &tried, |of| {
        let mut x: u32 = 1;
        for square in (0..64).filter(|square| of[0] >> square & 1 == 1) {
            if of[1] >> square & 1 == 1 {
                return x.into();
            }
            x = x.wrapping_mul(3).wrapping_add(square);
        }
        u64::from(!x)
    });
}

/// `a` counted down to 0, at most `most` times, with a return when it is the other argument.
pub fn countdown(width: u64) -> Function {
    const KIND: Type = Type::U32;
    let a = || local("x", KIND);
    let count = || local("n", KIND);
    let masked = Expr::binary(Sign::Intersection, local("a", KIND), literal(width, KIND));
    let goes = Expr::binary(Sign::Less, count(), a());
    let is_met = Expr::binary(Sign::Equal, count(), local("b", KIND));
    let met = Expr::binary(Sign::Plus, count(), literal(1_000, KIND));
    let body = vec![
        variable("x", KIND, masked),
        variable("n", KIND, literal(0, KIND)),
        Statement::While {
            condition: goes,
            body: vec![
                when(is_met, vec![Statement::Return(met)], Vec::new()),
                assign("n", Some(Sign::Plus), literal(1, KIND)),
            ],
        },
        Statement::Return(count()),
    ];
    function(&[KIND; 2], KIND, body)
}

/// 63 rounds at most, and the last of them counts.
#[test]
fn loops_with_a_condition() {
    let program = program(vec![countdown(63)], Vec::new());
    let mut tried = tried(&mut Random::new(11), &[Type::Square; 2]);
    tried.iter_mut().step_by(2).for_each(|given| given[1] = 70);
    tried[0] = vec![63, 63];
    tried[1] = vec![63, 62];
    same(&program, &tried, |of| {
        if of[1] < of[0] { of[1] + 1_000 } else { of[0] }
    });
}

#[test]
fn choices_by_number() {
    let arm = |number: u64, value| (number, String::new(), Expr::Number(value));
    let body = vec![Statement::Match {
        value: local("a", Type::Square),
        arms: vec![arm(0, 5), arm(7, -6), arm(63, 8)],
        otherwise: Expr::Cast(Type::I32, Box::new(local("a", Type::Square))),
    }];
    let f = function(&[Type::Square], Type::I32, body);
    let mut tried = tried(&mut Random::new(12), &[Type::Square]);
    [0, 7, 63]
        .into_iter()
        .zip(&mut tried)
        .for_each(|(number, given)| given[0] = number);
    same(&program(vec![f], Vec::new()), &tried, |of| match of[0] {
        0 => 5,
        7 => u64::from(-6_i32 as u32),
        63 => 8,
        other => other,
    });
}

/// A board is made of arguments, passed on, and asked by a function that is called twice.
#[test]
fn boards_are_asked() {
    let field = |name: &str| Expr::Field(name.into(), Type::Square);
    let sum = Expr::binary(Sign::Minus, field("a"), field("b"));
    let mut asked = function(&[], Type::Square, vec![Statement::Return(sum)]);
    asked.name = "g".into();
    asked.role = Role::OfClass(Some(BoardUse {
        class: "k".into(),
        is_asked: true,
        is_kept: true,
    }));
    let call = || Expr::call("g", Vec::new());
    let occupied = Expr::call("bit", vec![local("a", Type::Square)]);
    let mut program = program(vec![asked], Vec::new());
    let board = program.units[0].board.clone();
    let body = vec![
        Statement::Board { board, occupied },
        Statement::Return(Expr::binary(Sign::Plus, call(), call())),
    ];
    program.units[0]
        .functions
        .push(function(&[Type::Square; 2], Type::Square, body));
    let tried = tried(&mut Random::new(13), &[Type::Square; 2]);
    same(&program, &tried, |of| {
        u64::from((of[0] as u32).wrapping_sub(of[1] as u32).wrapping_mul(2))
    });
}
