//! What `facts/` says of the built-in rules.

use std::fs;

use anyhow::Context;
use drawproof_recognizers::{Builtin, Grade};
use drawproof_reports::{Kind, Report};

use crate::program::root;

use super::counts::counts;

/// What a report says otherwise than `facts/recognizers.txt` or `facts/mate_rules.csv`.
pub fn unlike(of: &Builtin, report: &Report) -> anyhow::Result<Vec<String>> {
    let (path, rows) = match of.grade {
        Grade::Mate => ("facts/mate_rules.csv", mates(report)),
        // Only an overview counts words and steps, which the lines have too.
        _ if report.size.is_none() => return Ok(Vec::new()),
        _ => (
            "facts/recognizers.txt",
            drawproof_reports::table_row(report),
        ),
    };
    let facts = fs::read_to_string(root().join(path)).context(path)?;
    let is_there = |row: &&str| facts.lines().any(|line| line == row.trim_end());
    let missing = rows.lines().filter(|row| !is_there(row));
    Ok(missing.map(|row| format!("{path} lacks: {row}")).collect())
}

/// The rules of a report that decide no position.
pub fn idle(report: &Report) -> Vec<String> {
    let decides = |counts: &[u64]| counts.iter().any(|count| *count > 0);
    let idle = report
        .rules
        .iter()
        .filter(|rule| !decides(&counts(&rule.decided)));
    idle.map(|rule| format!("decides nothing: {}", rule.name))
        .collect()
}

/// The line of `facts/mate_rules.csv`: what each claim is right about, and misses.
fn mates(report: &Report) -> String {
    let cells = |kinds: [Kind; 2]| {
        let of = report.claims.iter().find(|of| kinds.contains(&of.claim));
        of.map_or_else(
            || ",".into(),
            |of| {
                let [spotted, missed] = [of.spotted, of.missed].map(|count| count.board_count);
                format!("{},{missed}", spotted + missed)
            },
        )
    };
    let cells = [
        report.material.clone(),
        report.rules.len().to_string(),
        cells([Kind::StrongCannotMate, Kind::UsCannotMate]),
        cells([Kind::WeakCannotMate, Kind::ThemCannotMate]),
        cells([Kind::Dead; 2]),
    ];
    cells.join(",")
}
