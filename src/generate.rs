//! `drawproof generate`

mod before;
mod counts;

use crate::progress::terminal;
use drawproof_suite::progress::Generating;
use std::{
    path::Path,
    time::{Duration, Instant},
};

use anyhow::Context;
use before::{Before, readable};
use counts::Counts;
use drawproof_reports::thousands;
use drawproof_retro::{
    Caller, Keep, Plan, PlyReport, SliceFolder, Solved, Summary, Task, Wanted, generate_each,
};
use drawproof_suite::table_files::TableFormat;
use drawproof_tables::{Material, Metric, Table, TableSet};
use serde::Serialize;
use shakmaty::ByColor;

use crate::{
    Outcome, args, helpmate, input,
    memory::{self, Available, Way},
    output,
    say::say,
    table_files::{ClassFiles, finished, write},
};

/// The report on one table.
#[derive(Serialize)]
struct Line {
    material: String,
    /// Legal positions, board count, both sides to move.
    positions_board_count: u64,
    longest_win_plies: Option<u32>,
    longest_zeroing_plies: Option<u32>,
    memory_bytes: u64,
    #[serde(flatten)]
    files: ClassFiles,
    /// Since the run began.
    finished_after_seconds: f64,
}

/// The request for tables.
struct Request<'a> {
    /// The classes, without those that captures and promotions lead to.
    classes: Vec<Material>,
    /// What is written or counted, with WDL, because the others need it.
    metrics: Vec<Metric>,
    format: TableFormat,
    /// The folder for files.
    out: Option<&'a Path>,
    /// Whether finished files are written again.
    force: bool,
    /// The memory that is allowed, in GiB; what is free if not given.
    gibibytes: Option<f64>,
    /// Where finished slices are kept instead of in memory.
    scratch: Option<SliceFolder>,
}

impl Request<'_> {
    fn wanted(&self) -> Wanted {
        self.format.wanted(&self.metrics)
    }

    fn task<'a>(&'a self, classes: &'a [Material]) -> Task<'a> {
        Task {
            classes,
            wanted: self.wanted(),
            keep: Keep::Nothing,
            folder: self.scratch.as_ref(),
            writing: self.out.map(|_| self.format.writing()),
        }
    }
}

/// What follows after a stop.
pub const GO_ON: &str = ", and the same command continues from there";

impl args::Generate {
    fn request(&self) -> anyhow::Result<Request<'_>> {
        let classes = input::classes_or_all(&self.classes, self.men)?;
        let metrics = self.metrics.all(TableFormat::from(self.format).metrics());
        if TableFormat::from(self.format) == TableFormat::Syzygy && metrics.contains(&Metric::Dtm) {
            anyhow::bail!(
                "Syzygy files hold no distances to mate; leave dtm out of --metrics, or write own files"
            );
        }
        let scratch = self.scratch.as_ref();
        let wanted = TableFormat::from(self.format).wanted(&metrics);
        let scratch = scratch.map(|path| {
            let folder = SliceFolder::open(path, wanted)?;
            drawproof_suite::interrupt::keep_clean(path.clone(), GO_ON);
            Ok::<_, anyhow::Error>(folder)
        });
        Ok(Request {
            classes,
            metrics,
            format: self.format.into(),
            scratch: scratch.transpose()?,
            out: self.out.as_deref(),
            force: self.force,
            gibibytes: self.memory,
        })
    }
}

/// How a run reports on each table.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Form {
    Text,
    Json,
    Csv,
}

pub fn run(arguments: &args::Generate, json: bool) -> anyhow::Result<Outcome> {
    if let Some(with_distances) = arguments.metrics.helpmates()? {
        return helpmate::generate::run(arguments, with_distances, json);
    }
    let request = arguments.request()?;
    let form = match (json, arguments.csv) {
        (true, _) => Form::Json,
        (false, true) => Form::Csv,
        (false, false) => Form::Text,
    };
    let (asked, finished) = asked(&request)?;
    if !finished.is_empty() && form == Form::Text {
        let count = finished.len();
        output::print(&format!(
            "{count} finished before, skipped; --force writes them again\n"
        ))?;
    }
    let finished = readable(&finished, request.format);
    check_memory(&asked, &finished, &request, form)?;
    let mut run = Run {
        folder: folder(&request, !finished.is_empty())?,
        request: &request,
        finished,
        form,
        generating: Generating::new(&terminal()),
        start: Instant::now(),
        lines: Vec::new(),
    };
    let mut tables = TableSet::new();
    let made = generate_each(&request.task(&asked), &mut tables, &mut run);
    if request.scratch.is_some() {
        made.context("cannot finish; what was finished before is kept in the scratch folder")?;
    } else {
        made?;
    }
    let Run { lines, start, .. } = run;
    let differs = lines.iter().any(|line| line.files.differ());
    match form {
        Form::Json => output::print_json(&lines)?,
        Form::Csv => {}
        Form::Text => output::print(&total(&lines, start.elapsed()))?,
    }
    if let Some(scratch) = request.scratch {
        scratch.remove(&Material::with_smaller(&request.classes, |_| false))?;
    }
    if differs {
        return Ok(Outcome::Counterexample);
    }
    Ok(Outcome::Proven)
}

/// A run of the generator.
struct Run<'a> {
    request: &'a Request<'a>,
    /// The classes whose files were finished before, and where they are.
    finished: Vec<Material>,
    folder: Option<Before>,
    form: Form,
    generating: Generating,
    start: Instant,
    lines: Vec<Line>,
}

impl Caller for Run<'_> {
    type Error = anyhow::Error;

    fn searched(&self, class: &Material, ply: PlyReport) {
        self.generating.show(class, ply);
    }

    fn has(&self, class: &Material) -> bool {
        self.finished.contains(class)
    }

    fn load(&mut self, class: &Material) -> anyhow::Result<Option<Table>> {
        let folder = self.folder.as_mut();
        let table = folder.map(|folder| folder.load(class, &self.request.metrics));
        Ok(table.transpose()?.flatten())
    }

    fn finish(&mut self, solved: &Solved) -> anyhow::Result<()> {
        if let Some(folder) = &mut self.folder {
            folder.forget();
        }
        let summary = solved.summary()?;
        let line = finish(solved, &summary, self.request, self.start)?;
        let is_first = self.lines.is_empty();
        self.generating.pause(|| match self.form {
            Form::Json => Ok(()),
            Form::Csv => print_counts(solved, &summary, is_first),
            Form::Text => line.print(is_first),
        })?;
        self.lines.push(line);
        Ok(())
    }
}

/// Prints two rows of CSV, after the names of the columns if they are the first.
fn print_counts(solved: &Solved, summary: &ByColor<Summary>, is_first: bool) -> anyhow::Result<()> {
    let mut writer = csv::WriterBuilder::new()
        .has_headers(is_first)
        .from_writer(Vec::new());
    for counts in Counts::both(solved, summary) {
        writer.serialize(counts)?;
    }
    let rows = String::from_utf8(
        writer
            .into_inner()
            .map_err(csv::IntoInnerError::into_error)?,
    )?;
    Ok(output::print(&rows)?)
}

/// The classes still to be generated, and those whose files are finished.
/// Creates the folder.
fn asked(request: &Request<'_>) -> anyhow::Result<(Vec<Material>, Vec<Material>)> {
    let Some(out) = request.out else {
        return Ok((request.classes.clone(), Vec::new()));
    };
    // A folder must also answer for the classes that moves lead to.
    let mut asked = Material::with_smaller(&request.classes, |_| false);
    let finished = finished(
        out,
        &asked,
        (request.format, &request.metrics),
        request.force,
    )?;
    drawproof_suite::interrupt::keep_clean(out.into(), GO_ON);
    asked.retain(|class| !finished.contains(class));
    Ok((asked, finished))
}

/// The classes written before, to be read if they are needed.
fn folder(request: &Request<'_>, has_finished: bool) -> anyhow::Result<Option<Before>> {
    let readable = request.out.filter(|_| !request.force && has_finished);
    let folder = readable.map(|path| Before::open(path, request.format));
    folder.transpose()
}

/// Writes a class, if there is a folder, and reports its contents.
fn finish(
    solved: &Solved,
    summary: &ByColor<Summary>,
    request: &Request<'_>,
    start: Instant,
) -> anyhow::Result<Line> {
    let mut line = Line::of(solved, summary);
    if let Some(out) = request.out {
        let class = solved.layout().material();
        line.files = write(
            out,
            class,
            (request.format, &request.metrics),
            solved,
            &terminal(),
        )?;
    }
    line.finished_after_seconds = start.elapsed().as_secs_f64();
    Ok(line)
}

/// Reports how much memory will be needed, and refuses what does not fit.
fn check_memory(
    asked: &[Material],
    finished: &[Material],
    request: &Request<'_>,
    form: Form,
) -> anyhow::Result<()> {
    let training = request.out.map_or(0, |_| memory::TRAINING);
    let bytes = |plan: &Plan| plan.peak_bytes() + training;
    let task = request.task(asked);
    let of = |task: &Task| Plan::new(task, |class| finished.contains(class));
    let plan = of(&task)?;
    if form != Form::Json && !asked.is_empty() {
        let count: usize = plan.steps.iter().map(|step| step.classes.len()).sum();
        let bytes = memory::text(bytes(&plan));
        let classes = if count == 1 { "class" } else { "classes" };
        say(&format!(
            "{count} {classes}, smaller ones included: up to {bytes} of memory"
        ));
    }
    let available = match request.gibibytes {
        Some(gib) => Available::allowed(gib),
        None => memory::available(0),
    };
    let wanted = task.wanted;
    if available.has(bytes(&plan)) {
        return Ok(());
    }
    let wdl_only = of(&Task {
        wanted: Wanted::Wdl,
        ..task
    })?;
    let others = [
        Way {
            bytes: plan.peak_bytes_with_folder() + training,
            what: "with a folder for finished slices it",
            option: "--scratch DIR",
        },
        Way {
            bytes: bytes(&wdl_only),
            what: "WDL alone",
            option: "--metrics wdl",
        },
    ];
    memory::check_bytes(asked, wanted, bytes(&plan), available, &others)
}

const HEADING: &str =
    "class       positions    longest win         memory       files   finished\n";

impl Line {
    fn of(solved: &Solved, summary: &ByColor<Summary>) -> Self {
        let sides = || summary.iter();
        let longest = |of: fn(&Summary) -> Option<u32>| sides().filter_map(of).max();
        Self {
            material: solved.layout().material().to_string(),
            positions_board_count: sides().map(|side| side.board_count).sum(),
            longest_win_plies: longest(|side| side.longest_win),
            longest_zeroing_plies: longest(|side| side.longest_zeroing),
            memory_bytes: sides().map(|side| side.bytes).sum(),
            files: ClassFiles::default(),
            finished_after_seconds: 0.0,
        }
    }

    fn print(&self, is_first: bool) -> anyhow::Result<()> {
        if is_first {
            output::print(HEADING)?;
        }
        Ok(output::print(&self.text())?)
    }

    fn text(&self) -> String {
        let files = match self.files.file_bytes {
            Some(bytes) => kib(bytes),
            None => "-".into(),
        };
        let standing = self.files.standing();
        format!(
            "{:<8}{:>13}{:>15}{:>15}{files:>12}{:>9.2} s{standing}\n",
            self.material,
            thousands(self.positions_board_count),
            self.longest_win_plies
                .map_or("-".into(), |plies| format!("{plies} plies")),
            kib(self.memory_bytes),
            self.finished_after_seconds,
        )
    }
}

fn kib(bytes: u64) -> String {
    format!("{} KiB", thousands(bytes.div_ceil(1024)))
}

fn total(lines: &[Line], spent: Duration) -> String {
    let mut text = format!(
        "{:.2} s in all, smaller tables included",
        spent.as_secs_f64()
    );
    if lines.iter().any(|line| line.files.file_bytes.is_some()) {
        let bytes: u64 = lines.iter().filter_map(|line| line.files.file_bytes).sum();
        text += &format!("; files of {} bytes", thousands(bytes));
    }
    // The 50-move rule: a win that takes more than 100 plies is cursed.
    let zeroing = |line: &Line| line.longest_zeroing_plies;
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
