//! Tables generated, with all smaller ones that they need.

mod before;
mod counts;

use std::{
    path::{Path, PathBuf},
    time::Instant,
};

use anyhow::Context;
use before::{Before, readable};
use drawproof_retro::{
    Caller, GenerateError, Keep, Plan, PlyReport, SliceFolder, Solved, Summary, Task, Wanted,
    generate_each,
};
use drawproof_tables::{Material, Metric, Table, TableSet};
use serde::Serialize;
use shakmaty::ByColor;

use crate::{
    input, interrupt,
    memory::{self, Available, Way},
    progress::{Generating, Progress},
    table_files::{ClassFiles, TableFormat, finished, write},
};

pub use counts::SideCounts;

/// The report on one table.
#[derive(Serialize)]
pub struct Generated {
    /// The class.
    pub material: String,
    /// Legal positions, board count, both sides to move.
    pub positions_board_count: u64,
    /// The longest win.
    pub longest_win_plies: Option<u32>,
    /// The longest distance to a zeroing move.
    pub longest_zeroing_plies: Option<u32>,
    /// What the table takes in memory.
    pub memory_bytes: u64,
    /// The files.
    #[serde(flatten)]
    pub files: ClassFiles,
    /// Since the run began.
    pub finished_after_seconds: f64,
}

/// The request for tables.
#[derive(Clone, Debug)]
pub struct Request {
    /// The classes, without those that captures and promotions lead to.
    pub classes: Vec<String>,
    /// All classes of up to so many men as well.
    pub men: Option<u8>,
    /// What is written or counted, with WDL, because the others need it.
    pub metrics: Vec<Metric>,
    /// The format of the files.
    pub format: TableFormat,
    /// The folder for files.
    pub out: Option<PathBuf>,
    /// Whether finished files are written again.
    pub force: bool,
    /// The memory that is allowed, in GiB; what is free if not given.
    pub gibibytes: Option<f64>,
    /// The folder for finished slices, which then take no memory.
    pub scratch: Option<PathBuf>,
    /// Whether the memory that is needed is told before it is taken.
    pub tells_memory: bool,
}

/// What follows after a stop.
pub const GO_ON: &str = ", and the same command continues from there";

/// Takes what is generated.
pub trait Taker: Send + Sync {
    /// How many classes were finished before, and are skipped; not called if there are none.
    fn skipped(&mut self, count: usize) -> anyhow::Result<()>;

    /// A class is generated, and its files are written.
    fn table(&mut self, table: Generated, counts: &[SideCounts; 2]) -> anyhow::Result<()>;
}

/// Generates tables, and hands over each.
pub fn generate(
    request: &Request,
    progress: &Progress,
    taker: &mut dyn Taker,
) -> anyhow::Result<()> {
    let job = GenerateJob::new(request)?;
    let (asked, finished) = job.asked()?;
    if !finished.is_empty() {
        taker.skipped(finished.len())?;
    }
    let finished = readable(&finished, request.format);
    job.check_memory(&asked, &finished, progress)?;
    let mut run = Run {
        folder: job.folder(!finished.is_empty())?,
        job: &job,
        finished,
        progress,
        generating: Generating::new(progress),
        start: Instant::now(),
        taker,
    };
    let mut tables = TableSet::new();
    let made = generate_each(&job.task(&asked), &mut tables, &mut run);
    drop(run);
    if job.scratch.is_some() {
        made.context("cannot finish; what was finished before is kept in the scratch folder")?;
    } else {
        made?;
    }
    job.finish()
}

/// A request whose folders are open.
struct GenerateJob<'a> {
    request: &'a Request,
    classes: Vec<Material>,
    /// Where finished slices are kept instead of in memory.
    scratch: Option<SliceFolder>,
}

/// A run of the generator.
struct Run<'a> {
    job: &'a GenerateJob<'a>,
    /// The classes whose files were finished before, and where they are.
    finished: Vec<Material>,
    folder: Option<Before>,
    progress: &'a Progress,
    generating: Generating,
    start: Instant,
    taker: &'a mut dyn Taker,
}

impl Caller for Run<'_> {
    type Error = anyhow::Error;

    fn searched(&self, class: &Material, ply: PlyReport) -> Result<(), GenerateError> {
        self.generating.show(class, ply);
        Ok(())
    }

    fn has(&self, class: &Material) -> bool {
        self.finished.contains(class)
    }

    fn load(&mut self, class: &Material) -> anyhow::Result<Option<Table>> {
        let folder = self.folder.as_mut();
        let table = folder.map(|folder| folder.load(class, &self.job.request.metrics));
        Ok(table.transpose()?.flatten())
    }

    fn finish(&mut self, solved: &Solved) -> anyhow::Result<()> {
        if let Some(folder) = &mut self.folder {
            folder.forget();
        }
        let summary = solved.summary()?;
        let mut table = Generated::of(solved, &summary);
        table.files = self.job.write(solved, self.progress)?;
        table.finished_after_seconds = self.start.elapsed().as_secs_f64();
        let counts = SideCounts::both(solved, &summary);
        let taker = &mut self.taker;
        self.generating.pause(|| taker.table(table, &counts))
    }
}

impl<'a> GenerateJob<'a> {
    fn new(request: &'a Request) -> anyhow::Result<Self> {
        let classes = input::classes_or_all(&request.classes, request.men)?;
        if request.format == TableFormat::Syzygy && request.metrics.contains(&Metric::Dtm) {
            anyhow::bail!(
                "Syzygy files hold no distances to mate; leave dtm out of --metrics, or write own files"
            );
        }
        let wanted = request.format.wanted(&request.metrics);
        let scratch = request.scratch.as_ref().map(|path| {
            let folder = SliceFolder::open(path, wanted)?;
            interrupt::keep_clean(path.clone(), GO_ON);
            Ok::<_, anyhow::Error>(folder)
        });
        Ok(Self {
            request,
            classes,
            scratch: scratch.transpose()?,
        })
    }

    fn task<'b>(&'b self, classes: &'b [Material]) -> Task<'b> {
        let Request {
            format,
            metrics,
            out,
            ..
        } = self.request;
        Task {
            classes,
            wanted: format.wanted(metrics),
            keep: Keep::Nothing,
            folder: self.scratch.as_ref(),
            writing: out.as_ref().map(|_| format.writing()),
        }
    }

    /// The classes still to be generated, and those whose files are finished.
    /// Creates the folder.
    fn asked(&self) -> anyhow::Result<(Vec<Material>, Vec<Material>)> {
        let Some(out) = &self.request.out else {
            return Ok((self.classes.clone(), Vec::new()));
        };
        // A folder must also answer for the classes that moves lead to.
        let mut asked = Material::with_smaller(&self.classes, |_| false);
        let finished = finished(out, &asked, self.files(), self.request.force)?;
        interrupt::keep_clean(out.into(), GO_ON);
        asked.retain(|class| !finished.contains(class));
        Ok((asked, finished))
    }

    /// What is written of a class.
    fn files(&self) -> (TableFormat, &[Metric]) {
        (self.request.format, &self.request.metrics)
    }

    /// The classes written before, to be read if they are needed.
    fn folder(&self, has_finished: bool) -> anyhow::Result<Option<Before>> {
        let out = self.request.out.as_deref();
        let readable = out.filter(|_| !self.request.force && has_finished);
        let open = |path: &Path| Before::open(path, self.request.format);
        readable.map(open).transpose()
    }

    /// Writes a class, if there is a folder.
    fn write(&self, solved: &Solved, progress: &Progress) -> anyhow::Result<ClassFiles> {
        match &self.request.out {
            Some(out) => write(
                out,
                solved.layout().material(),
                self.files(),
                solved,
                progress,
            ),
            None => Ok(ClassFiles::default()),
        }
    }

    /// Tells how much memory will be needed, and refuses what does not fit.
    fn check_memory(
        &self,
        asked: &[Material],
        finished: &[Material],
        progress: &Progress,
    ) -> anyhow::Result<()> {
        let task = self.task(asked);
        let of = |task: &Task| Plan::new(task, |class| finished.contains(class));
        let plan = of(&task)?;
        if self.request.tells_memory && !asked.is_empty() {
            let count: usize = plan.steps.iter().map(|step| step.classes.len()).sum();
            let bytes = memory::text(plan.peak_bytes());
            let classes = if count == 1 { "class" } else { "classes" };
            progress.say(&format!(
                "{count} {classes}, smaller ones included: up to {bytes} of memory"
            ));
        }
        let available = match self.request.gibibytes {
            Some(gib) => Available::allowed(gib),
            None => memory::available(0),
        };
        let wanted = task.wanted;
        if available.has(plan.peak_bytes()) {
            return Ok(());
        }
        let wdl_only = of(&Task {
            wanted: Wanted::Wdl,
            ..task
        })?;
        let others = [
            Way {
                bytes: plan.peak_bytes_with_folder(),
                what: "with a folder for finished slices it",
                option: "--scratch DIR",
            },
            Way {
                bytes: wdl_only.peak_bytes(),
                what: "WDL alone",
                option: "--metrics wdl",
            },
        ];
        memory::check_bytes(asked, wanted, plan.peak_bytes(), available, &others)
    }

    /// Removes the slices, which are no longer needed.
    fn finish(self) -> anyhow::Result<()> {
        if let Some(scratch) = self.scratch {
            scratch.remove(&Material::with_smaller(&self.classes, |_| false))?;
        }
        Ok(())
    }
}

impl Generated {
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
}
