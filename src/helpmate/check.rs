//! `drawproof check --helpmate`

use drawproof_reports::thousands;
use drawproof_suite::helpmate::check::{CheckedMates, check};

use crate::{Outcome, args, output, progress::terminal};

pub fn run(arguments: &args::Check, json: bool) -> anyhow::Result<Outcome> {
    let mut lines = Vec::new();
    let folders = &arguments.folders.source.tables;
    check(&arguments.classes, folders, &terminal(), |line| {
        if !json {
            output::print(&text(&line))?;
        }
        lines.push(line);
        Ok(())
    })?;
    if json {
        output::print_json(&lines)?;
    }
    if lines.iter().all(|line| line.agrees) {
        Ok(Outcome::Proven)
    } else {
        Ok(Outcome::Counterexample)
    }
}

fn text(line: &CheckedMates) -> String {
    let what = if line.has_distances {
        "its own moves, who can mate and in how many plies"
    } else {
        "its own moves, who can mate"
    };
    match (&line.first_difference, line.table_entries) {
        (Some(of), _) => format!(
            "{:<8} DIFFERS from {what}: {} is {} in own tables, {} by its moves\n",
            line.material, of.fen, of.own, of.by_moves
        ),
        (None, count) => format!(
            "{:<8} agrees with {what} in all {} entries\n",
            line.material,
            thousands(count.unwrap_or_default())
        ),
    }
}
