//! Programs that probe exported source text for every placement of a class.
//!
//! `harness CLASS TURN` prints for every placement of the men of the class with this
//! number, squares counted in the order of the parameters of its function, numbers
//! of 16 bits, the lower half first: the answers to the questions of
//! `source/harness.rs`. [`SKIPPED`](super::SKIPPED) marks questions that cannot be
//! asked.

use drawproof_tables::Material;
use shakmaty::Color;

use super::{
    Embedded,
    emit::{Class, SourceError, of_board, outcomes},
};
use crate::{
    Name,
    ir::{Expr, Function, Role, Statement, Type},
    lang::{Build, Harness, Language},
    source,
};

/// How data, exported as source text, are compiled with the program that probes
/// them.
///
/// # Errors
///
/// If a class has no tables.
pub fn build(embedded: &Embedded, language: Language, name: &Name) -> Result<Build, SourceError> {
    let outcomes = outcomes(embedded.metric());
    let mut classes = Vec::new();
    let mut asked: Vec<Function> = outcomes.iter().map(|&of| of_board(of, "")).collect();
    for class in embedded.classes() {
        let class = Class::new(&class.material)?;
        let functions: Vec<Function> = outcomes.iter().map(|&of| class.function(of)).collect();
        asked.extend(functions.iter().cloned());
        classes.push(functions);
    }
    let materials: Vec<&Material> = embedded.classes().iter().map(|of| &of.material).collect();
    let own = vec![
        kinds_of(&materials),
        said_of_board(&asked[..outcomes.len()]),
        said_of_squares(&materials, &classes),
    ];
    let known: Vec<&Function> = own.iter().collect();
    let read = source::harness(&known)?;
    let is_first = |of: &Function| ["kind_at", "both"].contains(&of.name.as_str());
    let (first, last): (Vec<Function>, Vec<Function>) =
        read.functions.into_iter().partition(is_first);
    let needs_both = |of: &Function| of.name != "both" || outcomes.len() > 1;
    let harness = Harness {
        constants: read.constants,
        asked,
        functions: first
            .into_iter()
            .filter(needs_both)
            .chain(own)
            .chain(last)
            .collect(),
        outcomes,
    };
    Ok(language.target().tables_build(&harness, name))
}

fn function(
    name: &str,
    parameters: &[(&str, Type)],
    gives: Type,
    body: Vec<Statement>,
) -> Function {
    let parameters = parameters.iter();
    Function {
        name: name.into(),
        comment: Vec::new(),
        parameters: parameters
            .map(|(name, kind)| ((*name).into(), *kind))
            .collect(),
        gives,
        body,
        role: Role::Helper,
        is_small: false,
    }
}

/// A choice by the number of a class.
fn by_class(values: impl Iterator<Item = (String, Expr)>, otherwise: Expr) -> Statement {
    let arms = values
        .zip(0..)
        .map(|((title, value), class)| (class, title, value));
    let class = Expr::local("number", Type::U32);
    Statement::Match {
        value: Expr::Cast(Type::U64, Box::new(class)),
        arms: arms.collect(),
        otherwise,
    }
}

/// The men of each class.
fn kinds_of(materials: &[&Material]) -> Function {
    let value = |material: &&Material| {
        let men = material.men();
        let kinds = (0..4).map(|at| match men.get(at) {
            Some(man) => man.role as u64 + if man.color == Color::White { 0 } else { 8 },
            None => 255,
        });
        let kinds = kinds.rev().fold(0, |kinds, kind| kinds << 8 | kind);
        (material.to_string(), Expr::Literal(kinds, Type::U64, true))
    };
    let choice = by_class(
        materials.iter().map(value),
        Expr::Literal(0, Type::U64, false),
    );
    let parameters = [("number", Type::U32)];
    function("kinds_of", &parameters, Type::U64, vec![choice])
}

/// Combines the results of some functions into one number.
fn number(asked: &[Function], arguments: &[Expr]) -> Expr {
    let numbers = asked.iter().map(|function| {
        let said = Expr::call(&function.name, arguments.to_vec());
        Expr::Cast(Type::I32, Box::new(said))
    });
    let mut numbers: Vec<Expr> = numbers.collect();
    match numbers.len() {
        1 => numbers.remove(0),
        _ => Expr::call("both", numbers),
    }
}

fn said_of_board(asked: &[Function]) -> Function {
    let sets = ["a", "b", "c", "d", "e", "f", "g", "h"].map(|name| (name, Type::U64));
    let rest = [("ep", Type::U32), ("turn", Type::Bool)];
    let parameters: Vec<(&str, Type)> = sets.into_iter().chain(rest).collect();
    let mut arguments: Vec<Expr> = parameters
        .iter()
        .map(|(name, kind)| Expr::local(name, *kind))
        .collect();
    // No castling rights.
    arguments.insert(sets.len(), Expr::Literal(0, Type::Square, false));
    let said = Statement::Return(number(asked, &arguments));
    function("said_of_board", &parameters, Type::I32, vec![said])
}

fn said_of_squares(materials: &[&Material], classes: &[Vec<Function>]) -> Function {
    let value = |(material, functions): (&&Material, &Vec<Function>)| {
        let men = material.men_count() as u32;
        let squares = (0..men).map(|man| {
            let arguments = vec![
                Expr::local("number", Type::U32),
                Expr::local("at", Type::U32),
                Expr::Literal(man.into(), Type::U32, false),
            ];
            Expr::call("square_at", arguments)
        });
        let turn = (!material.is_symmetric()).then(|| Expr::local("turn", Type::Bool));
        let arguments: Vec<Expr> = squares.chain(turn).collect();
        (material.to_string(), number(functions, &arguments))
    };
    let parameters = [
        ("number", Type::U32),
        ("at", Type::U32),
        ("turn", Type::Bool),
    ];
    let choice = by_class(materials.iter().zip(classes).map(value), Expr::Number(0));
    function("said_of_squares", &parameters, Type::I32, vec![choice])
}
