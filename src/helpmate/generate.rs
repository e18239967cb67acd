//! `drawproof generate --metrics helpmate`

use std::{fs, path::Path, time::Instant};

use anyhow::Context;
use drawproof_reports::thousands;
use drawproof_tables::{HelpmateTable, Material, VisibleName, has_helpmate_file};
use drawproof_verify::{HelpmateCounts, count_helpmates};
use serde::Serialize;

use crate::{Outcome, args, input, output};
use drawproof_suite::helpmate::sources;

/// The report on one table.
#[derive(Serialize)]
struct Line {
    material: String,
    /// Legal positions, board count, both sides to move.
    positions_board_count: u64,
    strong_can_mate_board_count: u64,
    weak_can_mate_board_count: u64,
    dead_board_count: u64,
    /// Of the shortest help mates; none if distances are not generated.
    longest_helpmate_plies: Option<u16>,
    file_bytes: Option<u64>,
    /// Since the run began.
    finished_after_seconds: f64,
}

pub fn run(
    arguments: &args::Generate,
    with_distances: bool,
    json: bool,
) -> anyhow::Result<Outcome> {
    refuse(arguments)?;
    let mut classes = input::classes_or_all(&arguments.classes, arguments.men)?;
    if let Some(out) = &arguments.out {
        // A folder must also answer for the classes that moves lead to.
        classes = Material::with_smaller(&classes, |_| false);
        let finished = finished(out, &classes, with_distances, arguments.force)?;
        if !finished.is_empty() && !json {
            let count = finished.len();
            output::print(&format!(
                "{count} finished before, skipped; --force writes them again\n"
            ))?;
        }
        classes.retain(|class| !finished.contains(class));
    }
    let start = Instant::now();
    let mut lines: Vec<Line> = Vec::new();
    sources::generate(
        &classes,
        with_distances,
        &crate::progress::terminal(),
        |table| {
            let mut line = Line::of(&table)?;
            if let Some(out) = &arguments.out {
                line.file_bytes = Some(table.write(out)?);
            }
            line.finished_after_seconds = start.elapsed().as_secs_f64();
            if !json {
                if lines.is_empty() {
                    output::print(HEADING)?;
                }
                output::print(&line.text())?;
            }
            lines.push(line);
            Ok(())
        },
    )?;
    if json {
        output::print_json(&lines)?;
    } else {
        let seconds = start.elapsed().as_secs_f64();
        output::print(&format!("{seconds:.2} s in all, smaller tables included\n"))?;
    }
    Ok(Outcome::Proven)
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

/// Creates the folder and finds the classes whose files are complete, and have distances if they
/// are wanted.
fn finished(
    out: &Path,
    classes: &[Material],
    with_distances: bool,
    force: bool,
) -> anyhow::Result<Vec<Material>> {
    if out.is_file() {
        anyhow::bail!("{} is a file; name a folder", out.shown());
    }
    fs::create_dir_all(out).with_context(|| format!("cannot make the folder {}", out.shown()))?;
    drawproof_suite::interrupt::keep_clean(out.into(), ", and the same command writes the others");
    let mut finished = Vec::new();
    for class in classes.iter().filter(|_| !force) {
        if has_helpmate_file(out, class)? {
            let read = HelpmateTable::read(out, class);
            let table =
                read.context("a file is in the way; remove it, or replace it with --force")?;
            if table.has_distances() || !with_distances {
                finished.push(class.clone());
            }
        }
    }
    Ok(finished)
}

const HEADING: &str = "class       positions     strong can       weak can           dead   \
                       longest        file   finished\n";

impl Line {
    fn of(table: &HelpmateTable) -> anyhow::Result<Self> {
        let HelpmateCounts {
            positions,
            can_mate,
            dead,
            ..
        } = count_helpmates(table, &[])?;
        Ok(Self {
            material: table.layout().material().to_string(),
            positions_board_count: positions,
            strong_can_mate_board_count: can_mate.white,
            weak_can_mate_board_count: can_mate.black,
            dead_board_count: dead,
            longest_helpmate_plies: table.longest().into_iter().flatten().max(),
            file_bytes: None,
            finished_after_seconds: 0.0,
        })
    }

    fn text(&self) -> String {
        let longest = self.longest_helpmate_plies;
        let file = self.file_bytes;
        format!(
            "{:<8}{:>13}{:>15}{:>15}{:>15}{:>10}{:>12}{:>9.2} s\n",
            self.material,
            thousands(self.positions_board_count),
            thousands(self.strong_can_mate_board_count),
            thousands(self.weak_can_mate_board_count),
            thousands(self.dead_board_count),
            longest.map_or("-".into(), |plies| format!("{plies} plies")),
            file.map_or("-".into(), |bytes| format!("{} B", thousands(bytes))),
            self.finished_after_seconds,
        )
    }
}
