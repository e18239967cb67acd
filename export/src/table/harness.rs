//! Programs that answer questions about exported tables.

use drawproof_tables::Material;

use super::{
    Embedded,
    emit::{Class, SourceError, of_board, outcomes},
};
use crate::{
    Name,
    harness::Asked,
    ir::{Expr, Function, Type},
    lang::{Build, Language},
};

/// How data, exported as source text, are compiled with the program that asks them.
///
/// # Errors
///
/// If a class has no tables.
pub fn build(embedded: &Embedded, language: Language, name: &Name) -> Result<Build, SourceError> {
    let outcomes = outcomes(embedded.metric());
    let of_class = |material: &Material| {
        let class = Class::new(material, embedded.layout())?;
        let functions: Vec<Function> = outcomes.iter().map(|&of| class.function(of)).collect();
        Ok((material.clone(), functions))
    };
    let classes = embedded.classes().iter().map(|of| of_class(&of.material));
    let asked = Asked {
        of_board: outcomes
            .iter()
            .map(|&of| of_board(of, embedded.layout(), ""))
            .collect(),
        of_class: classes.collect::<Result<_, SourceError>>()?,
        outcomes,
        number,
    };
    Ok(language.target().build(&asked.harness()?, name))
}

/// The results of functions as one number.
fn number(_: &[Function], said: Vec<Expr>) -> Expr {
    let numbers = said.into_iter();
    let mut numbers: Vec<Expr> = numbers
        .map(|said| Expr::Cast(Type::I32, Box::new(said)))
        .collect();
    match numbers.len() {
        1 => numbers.remove(0),
        _ => Expr::call("both", numbers),
    }
}
