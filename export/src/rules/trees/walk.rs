//! The functions that read words of trees.

use super::{
    layout::far,
    questions::{BOUNDS, Questions},
};
use crate::{
    ir::{Expr, Sign, Statement, Type},
    rules::unit::{Body, Function, Unit},
};

/// The width of a bound in a test.
const BOUND_BITS: u32 = 7;

/// The names of functions and tables.
pub struct Names {
    pub question: String,
    pub walk: String,
    pub tests: String,
    pub words: String,
}

impl Names {
    /// Names that nothing else in a unit has.
    pub fn new(unit: &Unit) -> Self {
        let is_taken = |name: &str| {
            let mut functions = unit.functions.iter();
            let mut tables = unit.tables.iter();
            functions.any(|of| of.name == name) || tables.any(|of| of.name == name)
        };
        let free = |word: &str| {
            let mut name = format!("{}_{word}", unit.name);
            while is_taken(&name) {
                name.push('_');
            }
            name
        };
        Self {
            question: free("question"),
            walk: free("walk"),
            tests: free("tests"),
            words: free("trees"),
        }
    }
}

/// What reads the words.
pub struct Walk {
    pub functions: Vec<Function>,
    /// The words of the tests.
    pub tests: Vec<u16>,
}

/// The functions that read words, with a field for distances of some bits.
pub fn functions(names: &Names, questions: &Questions, bits: u32) -> Walk {
    let arms = questions.asked_for.iter().zip(0..);
    let arms = arms.map(|((value, times), number)| {
        let title = match times {
            1 => "1 node".into(),
            times => format!("{times} nodes"),
        };
        (number, title, value.clone())
    });
    let question = Statement::Match {
        value: square("number"),
        arms: arms.collect(),
        otherwise: Expr::Number(0),
    };
    let question = named(&names.question, "number", Type::I32, vec![question]);
    let walk = named(&names.walk, "start", Type::Bool, walk(names, bits));
    let tests = questions.tests.iter().map(|test| {
        let bound = test.bound.wrapping_sub(*BOUNDS.start());
        // Both fit: questions and bounds beyond are refused.
        (test.question << BOUND_BITS) as u16 | bound as u16
    });
    Walk {
        functions: vec![question, walk],
        tests: tests.collect(),
    }
}

fn named(name: &str, parameter: &str, gives: Type, body: Vec<Statement>) -> Function {
    let parameters = vec![(parameter.into(), Type::Square)];
    Function::plain(name.into(), parameters, gives, Body::Written(body))
}

fn square(name: &str) -> Expr {
    Expr::local(name, Type::Square)
}

fn number(number: u32) -> Expr {
    Expr::Literal(number.into(), Type::Square, false)
}

fn word(table: &str, place: Expr) -> Expr {
    Expr::Word(table.into(), Box::new(place))
}

fn assign(name: &str, sign: Option<Sign>, value: Expr) -> Statement {
    Statement::Assign {
        name: name.into(),
        sign,
        value,
    }
}

/// The loop: 0 and 1 stand for the results, all else for the places of nodes.
fn walk(names: &Names, bits: u32) -> Vec<Statement> {
    let mut body = answer(names, bits);
    body.extend(go_on(names));
    vec![
        Statement::Let {
            name: "at".into(),
            kind: Type::Square,
            is_mutable: true,
            value: square("start"),
        },
        Statement::While {
            condition: Expr::binary(Sign::Greater, square("at"), number(1)),
            body,
        },
        Statement::Return(Expr::binary(Sign::Equal, square("at"), number(1))),
    ]
}

/// Reads a node and answers its question: whether it leads far.
fn answer(names: &Names, bits: u32) -> Vec<Statement> {
    let shifted = |value, by| Expr::binary(Sign::ShiftRight, value, number(by));
    let masked = |value, mask| Expr::binary(Sign::Intersection, value, number(mask));
    let ask = Expr::call(&names.question, vec![shifted(square("split"), BOUND_BITS)]);
    let bound = masked(square("split"), (1 << BOUND_BITS) - 1);
    let bound = Expr::Cast(Type::I32, Box::new(bound));
    let bound = Expr::binary(Sign::Plus, bound, Expr::Number(*BOUNDS.start()));
    let leads = masked(square("node"), 1);
    let leads = Expr::binary(Sign::NotEqual, leads, number(0));
    let truth = |name| Expr::local(name, Type::Bool);
    vec![
        Statement::constant("node", Type::Square, word(&names.words, square("at"))),
        Statement::constant(
            "split",
            Type::Square,
            word(&names.tests, shifted(square("node"), bits + 1)),
        ),
        Statement::constant("bound", Type::I32, bound),
        Statement::constant(
            "is_yes",
            Type::Bool,
            Expr::binary(Sign::LessEqual, ask, Expr::local("bound", Type::I32)),
        ),
        Statement::constant("yes_is_far", Type::Bool, leads),
        Statement::constant(
            "is_far",
            Type::Bool,
            Expr::binary(Sign::Equal, truth("is_yes"), truth("yes_is_far")),
        ),
        Statement::constant(
            "far",
            Type::Square,
            masked(shifted(square("node"), 1), (1 << bits) - 1),
        ),
    ]
}

/// Goes to the next node.
fn go_on(names: &Names) -> Vec<Statement> {
    let code = |code: u16| number(code.into());
    let is = |value: u16| Expr::binary(Sign::Equal, square("far"), code(value));
    let ask = |condition, then, otherwise| Statement::If {
        condition,
        then,
        otherwise,
    };
    let add = |value| assign("at", Some(Sign::Plus), value);
    let is_far = Expr::local("is_far", Type::Bool);
    let short = Expr::binary(Sign::Minus, square("far"), code(far::SHORT - 1));
    let leads_far = ask(
        is(far::LONG),
        vec![add(word(&names.words, square("at"))), add(number(1))],
        vec![ask(
            Expr::binary(Sign::GreaterEqual, square("far"), code(far::SHORT)),
            vec![add(short)],
            vec![ask(
                is(far::BOTH_END),
                vec![assign("at", None, number(1))],
                vec![assign("at", None, square("far"))],
            )],
        )],
    );
    let goes_on = ask(
        is(far::BOTH_END),
        vec![assign("at", None, number(0))],
        vec![ask(is(far::LONG), vec![add(number(1))], Vec::new())],
    );
    vec![add(number(1)), ask(is_far, vec![leads_far], vec![goes_on])]
}
