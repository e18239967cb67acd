//! The tables of smaller classes that rules look up.

use drawproof_language::{RuleFile, UsedBy, graph::Op};
use drawproof_tables::{Material, TableSet, Wdl, WdlSet};
use shakmaty::Color;

use crate::{
    ir::{Expr, Sign},
    table::{EmbedError, Embedded, Metric},
};

/// The function of `probe.rs` that looks up a position by its squares.
pub const SCORE: &str = "score_of_squares";

/// Whether the tables that some files look up can be packed.
pub fn check(files: &[&RuleFile]) -> Result<(), EmbedError> {
    Embedded::with_captures(&classes(files)).map(drop)
}

/// The classes that some files look up, each once.
fn classes(files: &[&RuleFile]) -> Vec<Material> {
    let mut classes: Vec<Material> = files.iter().flat_map(|file| looked_up(file)).collect();
    classes.sort();
    classes.dedup();
    classes
}

/// The packed tables that some files look up, and those that their captures lead
/// to; `None` if they look up none.
pub fn data(files: &[&RuleFile]) -> Result<Option<Vec<u64>>, EmbedError> {
    let classes = classes(files);
    if classes.is_empty() {
        return Ok(None);
    }
    let mut tables = TableSet::new();
    for file in files {
        add(file, &mut tables);
    }
    let embedded = Embedded::new(&classes, Metric::Wdl, &tables, &|_| {})?;
    Ok(Some(embedded.data().to_vec()))
}

/// The classes that the conditions of a file look up: a class that it only names
/// needs no data.
fn looked_up(file: &RuleFile) -> Vec<Material> {
    let nodes = Color::ALL
        .into_iter()
        .flat_map(|turn| file.check(turn).graph.nodes);
    let classes = nodes.filter_map(|node| match node.op {
        Op::Holds(table) => Some(table.material),
        _ => None,
    });
    classes.collect()
}

/// Adds the tables that a file names, and those that the rules it uses name.
fn add(file: &RuleFile, tables: &mut TableSet) {
    for used in file.uses() {
        match &used.by {
            UsedBy::Rules(rules) => add(rules, tables),
            UsedBy::Tables(found) => found
                .tables
                .iter()
                .for_each(|table| drop(tables.insert(table.clone()))),
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
