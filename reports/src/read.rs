//! Reading reports from outside, which are accepted only if they are
//! consistent.

use drawproof_tables::visible;
use serde_json::Value;
use shakmaty::{fen::Fen, san::SanPlus};
use thiserror::Error;

use crate::{CountRow, Report, Totals};

/// Why a text is not accepted as reports.
#[derive(Debug, Error)]
pub enum ReadError {
    /// It is not JSON, or does not have the fields of a report.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// It claims a proof but shows a fault, or the reverse.
    #[error("the report on {material} says proven: {said}, but what it counts says {counted}")]
    Proven {
        /// The class.
        material: String,
        /// What it says.
        said: bool,
        /// What follows from the rest.
        counted: bool,
    },
    /// The numbers of its rules do not add up to the totals.
    #[error("the rules of the report on {material} do not add up to its totals: {what}")]
    Sum {
        /// The class.
        material: String,
        /// Which of the totals.
        what: &'static str,
    },
    /// An invalid position or move.
    #[error("the report on {material} has \"{text}\" where {expected} is expected")]
    Notation {
        /// The class.
        material: String,
        /// What is there.
        text: String,
        /// What should be.
        expected: &'static str,
    },
}

/// The reports of a JSON document that [`json`](crate::json) made.
///
/// # Errors
///
/// If it is invalid, or if a report contradicts itself.
pub fn read(json: &str) -> Result<Vec<Report>, ReadError> {
    let reports: Vec<Report> = serde_json::from_str(json)?;
    // By way of text: to make values of reports and reports of values takes long to compile.
    let mut value: Value = serde_json::from_str(&serde_json::to_string_pretty(&reports)?)?;
    make_visible(&mut value);
    let reports: Vec<Report> = serde_json::from_str(&value.to_string())?;
    for report in &reports {
        check_verdict(report)?;
        check_sums(report)?;
        check_notation(report)?;
    }
    Ok(reports)
}

/// Makes hidden characters of all texts visible.
fn make_visible(value: &mut Value) {
    match value {
        Value::String(text) => *text = visible(text).into_owned(),
        Value::Array(values) => values.iter_mut().for_each(make_visible),
        Value::Object(fields) => fields.values_mut().for_each(make_visible),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn check_verdict(report: &Report) -> Result<(), ReadError> {
    let counted = report.incorrect_claims().board_count == 0
        && report.without_verdict.is_none()
        && !report.is_contradicted();
    if counted == report.proven {
        return Ok(());
    }
    Err(ReadError::Proven {
        material: report.material.clone(),
        said: report.proven,
        counted,
    })
}

fn check_sums(report: &Report) -> Result<(), ReadError> {
    type Pick = fn(&Totals) -> CountRow;
    let picks: [(&'static str, Pick); 4] = [
        ("incorrect draws", |of| of.incorrect_draws),
        ("spotted draws", |of| of.spotted_draws),
        ("missed draws", |of| of.missed_draws),
        ("spotted decisive", |of| of.spotted_decisive),
    ];
    let decided = || report.rules.iter().map(|rule| &rule.decided);
    for (what, pick) in picks {
        let parts = decided().chain([&report.unmatched]);
        let sum: u128 = parts.map(|of| u128::from(pick(of).board_count)).sum();
        if sum != u128::from(pick(&report.totals).board_count) {
            let material = report.material.clone();
            return Err(ReadError::Sum { material, what });
        }
    }
    Ok(())
}

fn check_notation(report: &Report) -> Result<(), ReadError> {
    let examples = &report.counterexamples;
    let missed = &report.missed_draws_sample;
    let contradictions = report.comparisons.iter();
    let fens = (examples.iter().map(|of| &of.fen))
        .chain(missed.iter().map(|of| &of.fen))
        .chain(report.typical_missed_draws.iter().map(|of| &of.fen))
        .chain(contradictions.filter_map(|of| Some(&of.first_contradiction.as_ref()?.fen)));
    let moves = (examples.iter())
        .flat_map(|of| of.line_san.iter().chain(&of.best_moves_san))
        .chain(
            missed
                .iter()
                .filter_map(|of| of.best_moves_san.as_ref())
                .flatten(),
        );
    let fault = |text: &String, expected| {
        let (material, text) = (report.material.clone(), text.escape_debug().to_string());
        Err(ReadError::Notation {
            material,
            text,
            expected,
        })
    };
    for fen in fens {
        if fen.parse::<Fen>().is_err() {
            return fault(fen, "a position as FEN");
        }
    }
    for san in moves {
        if san.parse::<SanPlus>().is_err() {
            return fault(san, "a move in short algebraic notation");
        }
    }
    Ok(())
}
