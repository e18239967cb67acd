//! `drawproof generate --metrics helpmate`

use std::time::Instant;

use drawproof_reports::thousands;
use drawproof_suite::helpmate::generate::{GeneratedMates, Request, Taker, generate};

use crate::{Outcome, args, output, progress::terminal};

pub fn run(
    arguments: &args::Generate,
    with_distances: bool,
    json: bool,
) -> anyhow::Result<Outcome> {
    refuse(arguments)?;
    let request = Request {
        classes: arguments.classes.clone(),
        men: arguments.men,
        with_distances,
        out: arguments.out.clone(),
        force: arguments.force,
    };
    let start = Instant::now();
    let mut shown = Shown {
        json,
        lines: Vec::new(),
    };
    generate(&request, &terminal(), &mut shown)?;
    if json {
        output::print_json(&shown.lines)?;
    } else {
        let seconds = start.elapsed().as_secs_f64();
        output::print(&format!("{seconds:.2} s in all, smaller tables included\n"))?;
    }
    Ok(Outcome::Proven)
}

/// The tables so far.
struct Shown {
    json: bool,
    lines: Vec<GeneratedMates>,
}

impl Taker for Shown {
    fn skipped(&mut self, count: usize) -> anyhow::Result<()> {
        if !self.json {
            output::print(&format!(
                "{count} finished before, skipped; --force writes them again\n"
            ))?;
        }
        Ok(())
    }

    fn table(&mut self, table: GeneratedMates) -> anyhow::Result<()> {
        if !self.json {
            if self.lines.is_empty() {
                output::print(HEADING)?;
            }
            output::print(&text(&table))?;
        }
        self.lines.push(table);
        Ok(())
    }
}

/// Refuses what only other tables have.
fn refuse(arguments: &args::Generate) -> anyhow::Result<()> {
    let given = [
        (arguments.format != args::Format::Own, "--format"),
        (arguments.memory.is_some(), "--memory"),
        (arguments.scratch.is_some(), "--scratch"),
        (arguments.csv, "--csv"),
    ];
    match given.into_iter().find(|(is_given, _)| *is_given) {
        None => Ok(()),
        Some((_, "--csv")) => anyhow::bail!(
            "--csv counts wins; for help mates use: drawproof stats CLASS --helpmate --csv"
        ),
        Some((_, option)) => {
            anyhow::bail!("{option} has no meaning for tables of help mates; leave it out")
        }
    }
}

const HEADING: &str = "class       positions     strong can       weak can           dead   \
                       longest        file   finished\n";

fn text(line: &GeneratedMates) -> String {
    let longest = line.longest_helpmate_plies;
    let file = line.file_bytes;
    format!(
        "{:<8}{:>13}{:>15}{:>15}{:>15}{:>10}{:>12}{:>9.2} s\n",
        line.material,
        thousands(line.positions_board_count),
        thousands(line.strong_can_mate_board_count),
        thousands(line.weak_can_mate_board_count),
        thousands(line.dead_board_count),
        longest.map_or("-".into(), |plies| format!("{plies} plies")),
        file.map_or("-".into(), |bytes| format!("{} B", thousands(bytes))),
        line.finished_after_seconds,
    )
}
