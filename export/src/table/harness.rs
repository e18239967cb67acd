//! Programs that answer questions about exported tables.

use drawproof_tables::LayoutError;

use super::{
    Embedded, Metric,
    emit::{Class, of_board, outcomes},
};
use crate::{
    Name,
    harness::AskedFunctions,
    ir::{Expr, Function, Outcome, Type},
    lang::{Build, Language},
};

/// How data, exported as source text, are compiled with the program that asks them.
///
/// # Errors
///
/// If a class has no tables.
pub fn build(embedded: &Embedded, language: Language, name: &Name) -> Result<Build, LayoutError> {
    let outcomes = outcomes(embedded.metric());
    let of_class = |class: &Class| {
        let functions: Vec<Function> = outcomes.iter().map(|&of| class.function(of)).collect();
        (class.material().clone(), functions)
    };
    let asked = AskedFunctions {
        of_board: outcomes
            .iter()
            .map(|&of| of_board(of, embedded.layout(), ""))
            .collect(),
        of_class: Class::all(embedded)?.iter().map(of_class).collect(),
        outcomes,
        more: more(embedded.metric()),
        number,
    };
    Ok(language.target().build(&asked.harness(), name))
}

/// What functions that take bitboards are asked besides: whether a side can mate, the one to move
/// and the other one.
fn more(metric: Metric) -> Vec<Vec<Expr>> {
    let turn = Expr::local("turn", Type::Bool);
    match metric {
        Metric::Wdl | Metric::Draw | Metric::Dtm => vec![Vec::new()],
        Metric::Helpmate => vec![vec![turn.clone()], vec![turn.negated()]],
    }
}

/// The results of functions as one number.
fn number(asked: &[Function], said: Vec<Expr>) -> Expr {
    let both = match asked.first().map(|function| function.gives) {
        Some(Type::Outcome(Outcome::CanMate)) => "sides",
        _ => "both",
    };
    let numbers = said.into_iter();
    let mut numbers: Vec<Expr> = numbers
        .map(|said| Expr::Cast(Type::I32, Box::new(said)))
        .collect();
    match numbers.len() {
        1 => numbers.remove(0),
        _ => Expr::call(both, numbers),
    }
}
