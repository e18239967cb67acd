//! What has no formula is an error that names the function.

use drawproof_export::ir::{Expr, Outcome, Sign, Statement, Type};

use super::{
    Executor, constant,
    forms::{call, countdown, function, literal, local, program},
    input,
};
use crate::symbolic::{Limits, SymbolicError};

/// What an expression says about its lack of a formula, in the function `f` of a number.
fn refused(value: Expr) -> String {
    let f = function(&[Type::I32], Type::I32, vec![Statement::Return(value)]);
    let program = program(vec![f], Vec::new());
    let mut executor = Executor::new(&program, Limits::default());
    let given = input(executor.circuit(), Type::I32, 32);
    let error = executor
        .call("f", vec![given], None)
        .expect_err("no formula");
    error.to_string()
}

#[test]
fn operations_without_a_formula() {
    let a = || local("a", Type::I32);
    let divided = |by| refused(Expr::binary(Sign::Divide, a(), by));
    let says = [
        divided(a()),
        divided(literal(3, Type::I32)),
        divided(Expr::Number(0)),
        divided(Expr::Number(i32::MIN)),
        refused(Expr::Data),
        refused(Expr::Outcome(Outcome::Wdl, Box::new(a()))),
        refused(Expr::Constant("ONE".into(), Type::I32)),
        refused(Expr::Field("king".into(), Type::Square)),
        refused(Expr::call("table_score", Vec::new())),
        refused(Expr::Word("t".into(), Box::new(a()))),
        refused(Expr::binary(Sign::Plus, a(), Expr::Truth(true))),
        refused(Expr::Truth(true)),
        refused(local("z", Type::I32)),
        refused(Expr::call("first", vec![a()])),
    ];
    for says in &says {
        assert!(
            says.starts_with("f ") || says.starts_with("first "),
            "{says}"
        );
    }
    assert_eq!(
        says[1],
        "f cannot be written as a formula: a division by something else than a power of two"
    );
}

#[test]
fn loops_that_may_not_end() {
    let a = |number| constant(Type::U32, number);
    // 64 rounds are allowed.
    let short = program(vec![countdown(127)], Vec::new());
    assert_eq!(call(&short, vec![a(64), a(99)]), Ok(a(64)));
    let error = call(&short, vec![a(65), a(99)]).expect_err("too long");
    let wanted = "f does not end within 64 rounds of a loop; let it go through a set of squares";
    assert_eq!(error.to_string(), wanted);
    let mut executor = Executor::new(&short, Limits::default());
    let given = input(executor.circuit(), Type::U32, 32);
    let found = executor.call("f", vec![given, a(99)], None);
    assert_eq!(found, Err(error));
}

#[test]
fn functions_that_are_not_there() {
    let program = program(Vec::new(), Vec::new());
    let missing = SymbolicError::NoFunction("f".into());
    assert_eq!(call(&program, Vec::new()), Err(missing));
    let mut executor = Executor::new(&program, Limits::default());
    let found = executor.call("distance", vec![constant(Type::I32, 1)], None);
    assert!(matches!(found, Err(SymbolicError::Operation { .. })));
}

/// Neither memory nor time nor the stack runs out.
#[test]
fn formulas_that_are_too_large() {
    let each = |body| Statement::ForEach {
        square: "s".into(),
        set: Expr::Bits(!0),
        body,
    };
    let one = || Statement::Return(Expr::Number(1));
    let loops = (0..9).fold(Vec::new(), |body, _| {
        vec![each(body), Statement::Remark(String::new())]
    });
    let f = function(&[], Type::I32, [loops, vec![one()]].concat());
    let long = program(vec![f], Vec::new());
    let limits = Limits {
        steps: 100_000,
        ..Limits::default()
    };
    let mut executor = Executor::new(&long, limits);
    let found = executor.call("f", Vec::new(), None);
    let error = found.expect_err("too long");
    assert!(
        error
            .to_string()
            .starts_with("the formula of f is too large"),
        "{error}"
    );

    let deep = (0..100_000).fold(Expr::Truth(true), |part, _| Expr::Not(Box::new(part)));
    let f = function(&[], Type::Bool, vec![Statement::Return(deep)]);
    let deep = program(vec![f], Vec::new());
    let error = call(&deep, Vec::new()).expect_err("too deep");
    // A tree of this depth cannot be dropped.
    std::mem::forget(deep);
    assert!(error.to_string().contains("within each other"), "{error}");

    let again = Expr::call(
        "f",
        vec![Expr::binary(
            Sign::Plus,
            local("a", Type::I32),
            Expr::Number(1),
        )],
    );
    let f = function(&[Type::I32], Type::I32, vec![Statement::Return(again)]);
    let error =
        call(&program(vec![f], Vec::new()), vec![constant(Type::I32, 0)]).expect_err("too deep");
    assert!(error.to_string().contains("within each other"), "{error}");

    let set = |name| local(name, Type::U64);
    let product = Expr::binary(Sign::WrappingTimes, set("a"), set("b"));
    let f = function(&[Type::U64; 2], Type::U64, vec![Statement::Return(product)]);
    let program = program(vec![f], Vec::new());
    let limits = Limits {
        gates: 1_000,
        ..Limits::default()
    };
    let mut executor = Executor::new(&program, limits);
    let given = [(); 2].map(|()| input(executor.circuit(), Type::U64, 64));
    let found = executor.call("f", given.to_vec(), None);
    assert!(
        matches!(found, Err(SymbolicError::TooLarge { .. })),
        "{found:?}"
    );
}
