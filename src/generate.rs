//! `drawproof generate`

use std::time::{Duration, Instant};

use drawproof_reports::thousands;
use drawproof_suite::{
    generate::{Generated, Request, SideCounts, Taker, generate},
    table_files::{ClassFiles, TableFormat},
};

use crate::{Outcome, args, helpmate, output, progress::terminal};

/// How a run reports on each table.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Form {
    Text,
    Json,
    Csv,
}

impl args::Generate {
    fn request(&self, form: Form) -> Request {
        let format = TableFormat::from(self.format);
        Request {
            classes: self.classes.clone(),
            men: self.men,
            metrics: self.metrics.all(format.metrics()),
            format,
            out: self.out.clone(),
            force: self.force,
            gibibytes: self.memory,
            scratch: self.scratch.clone(),
            tells_memory: form != Form::Json,
        }
    }
}

pub fn run(arguments: &args::Generate, json: bool) -> anyhow::Result<Outcome> {
    if let Some(with_distances) = arguments.metrics.helpmates()? {
        return helpmate::generate::run(arguments, with_distances, json);
    }
    let form = match (json, arguments.csv) {
        (true, _) => Form::Json,
        (false, true) => Form::Csv,
        (false, false) => Form::Text,
    };
    let mut shown = Shown {
        form,
        lines: Vec::new(),
    };
    let start = Instant::now();
    generate(&arguments.request(form), &terminal(), &mut shown)?;
    let lines = shown.lines;
    let differs = lines.iter().any(|line| line.files.differ());
    match form {
        Form::Json => output::print_json(&lines)?,
        Form::Csv => {}
        Form::Text => output::print(&total(&lines, start.elapsed()))?,
    }
    if differs {
        return Ok(Outcome::Counterexample);
    }
    Ok(Outcome::Proven)
}

/// The tables so far.
struct Shown {
    form: Form,
    lines: Vec<Generated>,
}

impl Taker for Shown {
    fn skipped(&mut self, count: usize) -> anyhow::Result<()> {
        if self.form == Form::Text {
            output::print(&format!(
                "{count} finished before, skipped; --force writes them again\n"
            ))?;
        }
        Ok(())
    }

    fn table(&mut self, table: Generated, counts: &[SideCounts; 2]) -> anyhow::Result<()> {
        let is_first = self.lines.is_empty();
        match self.form {
            Form::Json => {}
            Form::Csv => print_counts(counts, is_first)?,
            Form::Text if is_first => output::print(&(HEADING.to_owned() + &text(&table)))?,
            Form::Text => output::print(&text(&table))?,
        }
        self.lines.push(table);
        Ok(())
    }
}

/// Prints two rows of CSV, after the names of the columns if they are the first.
fn print_counts(counts: &[SideCounts; 2], is_first: bool) -> anyhow::Result<()> {
    let mut writer = csv::WriterBuilder::new()
        .has_headers(is_first)
        .from_writer(Vec::new());
    for counts in counts {
        writer.serialize(counts)?;
    }
    let rows = String::from_utf8(
        writer
            .into_inner()
            .map_err(csv::IntoInnerError::into_error)?,
    )?;
    Ok(output::print(&rows)?)
}

const HEADING: &str =
    "class       positions    longest win         memory       files   finished\n";

fn text(line: &Generated) -> String {
    let files = match line.files.file_bytes {
        Some(bytes) => kib(bytes),
        None => "-".into(),
    };
    let standing = standing(&line.files);
    format!(
        "{:<8}{:>13}{:>15}{:>15}{files:>12}{:>9.2} s{standing}\n",
        line.material,
        thousands(line.positions_board_count),
        line.longest_win_plies
            .map_or("-".into(), |plies| format!("{plies} plies")),
        kib(line.memory_bytes),
        line.finished_after_seconds,
    )
}

/// What published checksums say of files, as the end of a line.
pub fn standing(files: &ClassFiles) -> String {
    match files.files_as_published {
        None => String::new(),
        Some(true) => "  as published".into(),
        Some(false) => format!("  NOT AS PUBLISHED: {}", files.files_that_differ.join(", ")),
    }
}

fn kib(bytes: u64) -> String {
    format!("{} KiB", thousands(bytes.div_ceil(1024)))
}

fn total(lines: &[Generated], spent: Duration) -> String {
    let mut text = format!(
        "{:.2} s in all, smaller tables included",
        spent.as_secs_f64()
    );
    if lines.iter().any(|line| line.files.file_bytes.is_some()) {
        let bytes: u64 = lines.iter().filter_map(|line| line.files.file_bytes).sum();
        text += &format!("; files of {} bytes", thousands(bytes));
    }
    // The 50-move rule: a win that takes more than 100 plies is cursed.
    let zeroing = |line: &Generated| line.longest_zeroing_plies;
    if let Some(longest) = lines.iter().filter_map(zeroing).max() {
        text += &match longest {
            0..=100 => format!(
                "\nlongest distance to a zeroing move: {longest} plies, so none of these has a win that the 50-move rule spoils"
            ),
            _ => format!(
                "\nlongest distance to a zeroing move: {longest} plies; the 50-move rule spoils wins of more than 100"
            ),
        };
    }
    text + "\n"
}
