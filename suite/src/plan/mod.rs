//! Work cut into jobs for the schedulers of clusters, and one of them done.

mod jobs;
mod scripts;
mod verifying;

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    time::Instant,
};

use anyhow::{Context, bail};
use drawproof_reports::{JSON_FILE, PAGE_FILE, Report};
use drawproof_retro::{SliceFolder, Solved, Wanted, Work, work};
use drawproof_tables::{Material, Metric, TableFile, VisibleName, write_table};
use drawproof_verify::Shard;
use jobs::names;
use serde::Serialize;

use crate::{
    command_line::CommandLine,
    input, interrupt,
    output_file::OutputFile,
    progress::{Generating, Progress},
    sources::Slices,
};

pub use jobs::{JobLine, JobList, JobTask, PlanRequest};
pub use verifying::{AskedTables, GO_ON, PARTS, REPORT, ReadVerify, Verifying};

/// The file of the jobs.
const PLAN: &str = "plan.json";
/// The folder of finished tables.
pub const TABLES: &str = "tables";

/// What the jobs are for.
pub enum Planned {
    /// Tables of classes, with metrics.
    Tables(Vec<String>, Vec<Metric>),
    /// A verification.
    Verify(Verifying),
}

/// The request for jobs of so many minutes of processor time, with so many threads.
pub fn request(
    planned: Planned,
    (minutes, cpus): (f64, u16),
    read: ReadVerify,
) -> anyhow::Result<PlanRequest> {
    let (mut classes, metrics, verify) = match planned {
        Planned::Tables(classes, metrics) => (input::classes(&classes)?, metrics, None),
        Planned::Verify(verifying) => {
            let wanted = verifying.wanted(read)?;
            let metrics = wanted.map_or(&[][..], |wanted| wanted.metrics());
            (verifying.classes()?, metrics.into(), Some(verifying))
        }
    };
    classes.sort();
    Ok(PlanRequest {
        classes: classes.iter().map(Material::to_string).collect(),
        metrics: names(&metrics),
        minutes,
        cpus,
        verify,
    })
}

/// Writes the jobs to a folder, and scripts that run them.
pub fn plan(folder: &Path, request: PlanRequest, read: ReadVerify) -> anyhow::Result<JobList> {
    let jobs = JobList::new(request, read)?;
    let scripts = scripts::all(folder, &jobs)?;
    fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.shown()))?;
    let path = folder.join(PLAN);
    let is_there = path.exists();
    if is_there && JobList::read(&path)? != jobs {
        bail!(
            "{} is the plan of another run; use another folder, or delete that one",
            path.shown()
        );
    }
    for (name, text) in scripts {
        let path = folder.join(name);
        if !is_there && path.exists() {
            bail!("{} is in the way; use another folder", path.shown());
        }
        write(&path, &text)?;
    }
    // The plan comes last: where it is, everything is.
    write(&path, &jobs.text()?)?;
    Ok(jobs)
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    let file = OutputFile::create(path)?;
    file.finish(|file| Ok(Write::write_all(file, text.as_bytes())?))
}

/// What a job did.
#[derive(Serialize)]
pub struct Done {
    /// The job.
    #[serde(flatten)]
    pub line: JobLine,
    /// The files of a table, a part or the report.
    pub files: Vec<String>,
    /// How long it took.
    pub seconds_taken: f64,
    /// The reports that it merged.
    #[serde(skip)]
    pub reports: Vec<Report>,
}

/// Does one job of a folder, by a command that the report names.
pub fn work_on(
    folder: &Path,
    job: usize,
    this: &CommandLine,
    (read, progress): (ReadVerify, &Progress),
) -> anyhow::Result<Done> {
    let start = Instant::now();
    let path = folder.join(PLAN);
    let jobs = JobList::read(&path)?;
    if !jobs.is_sound(read)? {
        bail!(
            "{} is not what this version of drawproof plans; plan again in another folder",
            path.shown()
        );
    }
    let Some(line) = jobs.jobs.get(job) else {
        bail!(
            "there is no job {job}: the plan has {} jobs, counted from 0",
            jobs.jobs.len()
        );
    };
    let mut reports = Vec::new();
    let files = match line.task()? {
        JobTask::Generate(class, what) => generate(folder, &jobs, &class, what, progress)?,
        JobTask::Part(shard) => verify(folder, &jobs, shard, (read, progress))?,
        JobTask::Merge => {
            reports = verifying(&jobs)?.merge(folder, this)?;
            let out = folder.join(REPORT);
            [JSON_FILE, PAGE_FILE].map(|name| out.join(name)).into()
        }
    };
    Ok(Done {
        line: line.clone(),
        files: files.iter().map(VisibleName::shown).collect(),
        seconds_taken: start.elapsed().as_secs_f64(),
        reports,
    })
}

/// Works on slices or files of a class, and names the files.
fn generate(
    folder: &Path,
    jobs: &JobList,
    class: &Material,
    what: Work,
    progress: &Progress,
) -> anyhow::Result<Vec<PathBuf>> {
    interrupt::keep_clean(folder.join(class.to_string()), GO_ON);
    let wanted = Wanted::of(&jobs.metrics()?);
    let slices = SliceFolder::shared(folder, wanted);
    let tables = folder.join(TABLES);
    let mut files: Vec<PathBuf> = jobs
        .metrics()?
        .iter()
        .map(|metric| tables.join(metric.file_name(class)))
        .collect();
    if what != Work::Table {
        files.clear();
    }
    let is_finished = !files.is_empty() && files.iter().all(|path| is_whole(path));
    if !is_finished {
        let generating = Generating::new(progress);
        let report = |ply| generating.show(class, ply);
        if let Some(solved) = work(class, what, wanted, &slices, &report)? {
            write_all(&tables, &solved, jobs)?;
        }
    }
    Ok(files)
}

/// What a plan verifies.
fn verifying(jobs: &JobList) -> anyhow::Result<&Verifying> {
    jobs.verifying().context("the plan verifies nothing")
}

/// Makes a part, and names its files.
fn verify(
    folder: &Path,
    jobs: &JobList,
    shard: Shard,
    how: (ReadVerify, &Progress),
) -> anyhow::Result<Vec<PathBuf>> {
    let slices = jobs.wanted()?.map(|wanted| Slices {
        folder: folder.into(),
        wanted,
    });
    verifying(jobs)?.make(folder, shard, slices.as_ref(), how)
}

fn is_whole(path: &Path) -> bool {
    TableFile::open(path).and_then(|file| file.check()).is_ok()
}

fn write_all(folder: &Path, solved: &Solved, jobs: &JobList) -> anyhow::Result<()> {
    fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.shown()))?;
    interrupt::keep_clean(folder.into(), GO_ON);
    for metric in jobs.metrics()? {
        write_table(folder, &*solved.table_with(metric)?, metric)?;
    }
    Ok(())
}
