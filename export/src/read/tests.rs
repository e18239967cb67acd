//! Accepted input, and errors.

use super::*;

const SMALL: &str = "\
//! At the top.

/// The least.
const LEAST: u32 = 1;

/// Twice.
pub fn twice(d: Data, at: u32) -> u64 {
    // A remark.
    let mut left = word(d, at) << 1;
    while left != 0 && (at & 0xff_ff) != LEAST {
        left >>= 1;
    }
    if at < 2 { 0 } else { left.wrapping_sub(1) }
}
";

fn word() -> SourceFile {
    let word = Function {
        name: "word".into(),
        comment: Vec::new(),
        parameters: vec![("d".into(), Type::Data), ("at".into(), Type::U32)],
        gives: Type::U64,
        body: Vec::new(),
        role: Role::Intrinsic,
        is_small: false,
    };
    SourceFile {
        functions: vec![word],
        ..SourceFile::default()
    }
}

#[test]
fn types_and_remarks_are_found() -> Result<(), ReadError> {
    let source = read("small.rs", SMALL, &[&word()])?;
    assert_eq!(source.opening, ["At the top."]);
    assert_eq!(source.constants[0].comment, ["The least."]);
    let [remark, Statement::Let { kind, .. }, lap, back] = &source.functions[0].body[..] else {
        panic!("{source:?}");
    };
    assert_eq!(*remark, Statement::Remark("A remark.".into()));
    assert_eq!(*kind, Type::U64);
    let Statement::While { body, .. } = lap else {
        panic!("{lap:?}");
    };
    let one = Expr::Literal(1, Type::U32, false);
    let shift = Statement::Assign {
        name: "left".into(),
        sign: Some(Sign::ShiftRight),
        value: one.clone(),
    };
    assert_eq!(body[..], [shift]);
    let left = Expr::local("left", Type::U64);
    let one = Expr::Literal(1, Type::U64, false);
    let condition = Expr::binary(
        Sign::Less,
        Expr::local("at", Type::U32),
        Expr::Literal(2, Type::U32, false),
    );
    let value = Expr::If(Box::new([
        condition,
        Expr::Literal(0, Type::U64, false),
        Expr::binary(Sign::WrappingMinus, left, one),
    ]));
    assert_eq!(*back, Statement::Return(value));
    Ok(())
}

#[test]
fn files_use_what_known_files_have() -> Result<(), ReadError> {
    let text = "const LEAST: u32 = 1;\nfn twice(a: u64) -> u64 { 2 * a }";
    let known = read("known.rs", text, &[])?;
    let text = "fn f(a: u64) -> bool {\n    let b = twice(a) as u32;\n    b == LEAST\n}";
    let source = read("x.rs", text, &[&known])?;
    let least = Expr::Constant("LEAST".into(), Type::U32);
    let is_least = Expr::binary(Sign::Equal, Expr::local("b", Type::U32), least);
    assert_eq!(source.functions[0].body[1], Statement::Return(is_least));
    let error = read("x.rs", text, &[]).expect_err("nothing is known");
    assert_eq!(error.to_string(), "x.rs:2: this function is not known");
    Ok(())
}

#[test]
fn heads_have_no_bodies() -> Result<(), ReadError> {
    let text = "fn word(d: Data, at: u32) -> u64 {\n    d.get(at)?\n}";
    let source = heads("x.rs", text)?;
    assert_eq!(source.functions, word().functions);
    Ok(())
}

/// Numbers without a type have that of the whole.
#[test]
fn numbers_are_typed_by_what_is_wanted() -> Result<(), ReadError> {
    let source = read("x.rs", "fn f() -> u64 {\n    1 | 2\n}", &[])?;
    let [one, two] = [1, 2].map(|number| Expr::Literal(number, Type::U64, false));
    let both = Expr::binary(Sign::Union, one, two);
    assert_eq!(source.functions[0].body[..], [Statement::Return(both)]);
    Ok(())
}

#[test]
fn casts_have_the_type_that_they_name() -> Result<(), ReadError> {
    let text = "fn f(a: u32) -> u64 {\n    let b = a as u64;\n    b\n}";
    let source = read("x.rs", text, &[])?;
    let Statement::Let { kind, .. } = &source.functions[0].body[0] else {
        panic!("{source:?}");
    };
    assert_eq!(*kind, Type::U64);
    Ok(())
}

/// Branches that return are statements, branches with a value are one value.
#[test]
fn branches_return_or_have_a_value() -> Result<(), ReadError> {
    for (branches, is_statement) in [
        ("{ return 2 } else { return 3 }", true),
        ("{ 2 } else { 3 }", false),
    ] {
        let text = format!("fn f(a: u32) -> u32 {{\n    if a == 1 {branches}\n}}");
        let source = read("x.rs", &text, &[])?;
        let [only] = &source.functions[0].body[..] else {
            panic!("{source:?}");
        };
        let found = matches!(only, Statement::If { .. });
        assert_eq!(found, is_statement, "{only:?}");
    }
    Ok(())
}

/// Valid Rust that not every language can express.
#[test]
fn everything_else_is_an_error() {
    for (text, line, what) in [
        (
            "fn f() -> u32 {\n    loop {}\n}",
            2,
            "this kind of expression is not read",
        ),
        ("fn f() {}", 1, "a function has to return something"),
        ("\nstatic A: u32 = 1;", 2, "this kind of item is not read"),
        ("fn f(a: u8) -> u32 { 1 }", 1, "this type is not read"),
        ("fn f(a: &[u64]) -> u32 { 1 }", 1, "this type is not read"),
        (
            "fn f(a: u64) -> u32 {\n    a.count_ones()\n}",
            2,
            "this method is not read",
        ),
        (
            "fn f(a: u32) -> u32 { g(a) }",
            1,
            "this function is not known",
        ),
        ("fn f(a: u32) -> u32 { b }", 1, "this name is not known"),
        (
            "fn f(a: u32) -> u32 { a % 3 }",
            1,
            "this operator is not read",
        ),
        (
            "fn f(a: u32) -> u32 {\n    let b = 1;\n    b\n}",
            2,
            "the type of this variable is not known: name it",
        ),
        (
            "fn f(a: u32) -> u32 {\n    let (b, c) = (a, a);\n    b\n}",
            2,
            "only names are read as patterns",
        ),
        (
            "fn f(a: u32) -> u32 {\n    for b in 0..a {}\n    a\n}",
            2,
            "this kind of expression is not read",
        ),
        (
            "fn f(a: u32) -> u32 {\n    println!();\n    a\n}",
            2,
            "this kind of statement is not read",
        ),
        (
            "fn f(a: u32) -> i32 { 3000000000 }",
            1,
            "this number is too large",
        ),
        (
            "fn f(a: u32) -> u32 { 1u32 }",
            1,
            "this kind of literal is not read",
        ),
        (
            "fn f(a: u32) -> u32 { 1.5 }",
            1,
            "this kind of literal is not read",
        ),
        (
            "fn f(a: u32) -> u32 {\n    a + 1;\n    a\n}",
            2,
            "a value that is not used",
        ),
        ("fn f(&self) -> u32 { 1 }", 1, "methods are not read"),
    ] {
        let error = read("x.rs", text, &[]).expect_err(text);
        assert_eq!((error.line, error.what.as_str()), (line, what), "{text}");
    }
    let error = read("x.rs", "fn f( -> u32 {}", &[]).expect_err("no Rust");
    assert!(error.to_string().starts_with("x.rs:1: "), "{error}");
}
