//! The tables of smaller classes that rules look up.

use drawproof_language::{RuleFile, UsedBy};
use drawproof_tables::{Material, TableSet, Wdl, WdlSet};

use crate::{
    ir::{Expr, Sign},
    table::{EmbedError, Embedded, Metric},
};

/// The function of `probe.rs` that looks up a position by its squares.
pub const SCORE: &str = "score_of_squares";

/// The packed tables that some files look up, and those that their captures lead
/// to; `None` if they look up none.
pub fn data(files: &[&RuleFile]) -> Result<Option<Vec<u64>>, EmbedError> {
    let mut tables = TableSet::new();
    let mut classes: Vec<Material> = Vec::new();
    for file in files {
        add(file, &mut classes, &mut tables);
    }
    if classes.is_empty() {
        return Ok(None);
    }
    classes.sort();
    classes.dedup();
    let embedded = Embedded::new(&classes, Metric::Wdl, &tables, &|_| {})?;
    Ok(Some(embedded.data().to_vec()))
}

/// Adds what a file uses, and what the rules that it uses do.
fn add(file: &RuleFile, classes: &mut Vec<Material>, tables: &mut TableSet) {
    for used in file.uses() {
        match &used.by {
            UsedBy::Rules(rules) => add(rules, classes, tables),
            UsedBy::Tables(all) => {
                classes.push(used.material.clone());
                for table in all.iter() {
                    tables.insert(table.clone());
                }
            }
        }
    }
}

/// Whether a score stands for one of some results.
pub fn stands_for(score: Expr, results: WdlSet) -> Expr {
    let zero = Expr::Number(0);
    let has = |result| results.has(result);
    let sign = match (has(Wdl::Win), has(Wdl::Draw), has(Wdl::Loss)) {
        (true, false, false) => Sign::Greater,
        (true, true, false) => Sign::GreaterEqual,
        (false, true, false) => Sign::Equal,
        (false, true, true) => Sign::LessEqual,
        (false, false, true) => Sign::Less,
        (true, false, true) => Sign::NotEqual,
        (all, ..) => return Expr::Truth(all),
    };
    Expr::binary(sign, score, zero)
}
