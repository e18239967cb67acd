//! `drawproof plan` and `drawproof work`: jobs for the schedulers of clusters.

mod jobs;
mod scripts;
mod verifying;

use crate::progress::terminal;
use drawproof_suite::output_file::OutputFile;
use drawproof_suite::progress::Generating;
use std::{
    fs,
    path::{Path, PathBuf},
    time::Instant,
};

use anyhow::{Context, bail};
use drawproof_reports::{JSON_FILE, PAGE_FILE, thousands};
use drawproof_retro::{SliceFolder, Solved, Wanted, Work, work};
use drawproof_tables::{Material, Metric, TableFile, VisibleName, write_table};
use drawproof_verify::Shard;
use jobs::{JobList, Line, Request, Task, names};
use serde::Serialize;
use verifying::{GO_ON, PARTS, REPORT, Verifying};

use crate::{Outcome, args, command_line::CommandLine, input, memory, output, sources::Slices};

/// The file of the jobs.
const PLAN: &str = "plan.json";
/// The folder of finished tables.
const TABLES: &str = "tables";

/// Writes the jobs, and scripts that run them.
pub fn run(arguments: &args::Plan, json: bool) -> anyhow::Result<Outcome> {
    let jobs = JobList::new(request(arguments)?)?;
    let folder = &arguments.out;
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
    if json {
        output::print_json(&jobs)?;
    } else {
        output::print(&summary(folder, &jobs))?;
    }
    Ok(Outcome::Proven)
}

/// What the jobs are for.
fn request(arguments: &args::Plan) -> anyhow::Result<Request> {
    let verify = arguments
        .shards
        .map(|shards| Verifying::new(&arguments.verify, shards));
    let verify = verify.transpose()?;
    if arguments.metrics.helpmates()?.is_some() {
        bail!("tables of help mates are not cut into jobs; use drawproof generate");
    }
    let (mut classes, metrics) = match &verify {
        None => (
            input::classes(&arguments.classes)?,
            arguments.metrics.all(&Metric::ALL),
        ),
        Some(verifying) => {
            let wanted = verifying.wanted()?;
            let metrics = wanted.map_or(&[][..], |wanted| wanted.metrics());
            (verifying.classes()?, metrics.into())
        }
    };
    classes.sort();
    Ok(Request {
        classes: classes.iter().map(Material::to_string).collect(),
        metrics: names(&metrics),
        minutes: arguments.minutes,
        cpus: arguments.cpus,
        verify,
    })
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    let file = OutputFile::create(path)?;
    file.finish(|file| Ok(std::io::Write::write_all(file, text.as_bytes())?))
}

/// What there is to do, and how to have it done.
fn summary(folder: &Path, jobs: &JobList) -> String {
    let seconds: f64 = jobs.jobs.iter().map(|job| job.seconds).sum();
    let most = jobs.jobs.iter().map(|job| job.memory_mib).max();
    let file = |command: &[&str], name: &str| CommandLine::new(command).words([folder.join(name)]);
    format!(
        "{} jobs in {} stages, about {} of one core; up to {} of memory a job
one of these commands runs them all:
  {}   # options are passed to sbatch
  {}   # options are passed to parallel
  {}
{}
",
        thousands(jobs.jobs.len() as u64),
        thousands(jobs.stages().len() as u64),
        time(seconds),
        memory::text(most.unwrap_or(0) << 20),
        file(&["bash"], "slurm.sh"),
        file(&["bash"], "parallel.sh"),
        file(&["hq", "job", "submit-file"], "hyperqueue.toml"),
        result(folder, jobs),
    )
}

/// Where to find what the jobs make.
fn result(folder: &Path, jobs: &JobList) -> String {
    if jobs.verifying().is_none() {
        return format!("the tables will be in {}", folder.join(TABLES).shown());
    }
    format!(
        "the report will be in {}; the exit code of this command is the verdict:\n  {}",
        folder.join(REPORT).shown(),
        merging(folder)
    )
}

/// The command that merges the parts of a folder again.
fn merging(folder: &Path) -> CommandLine {
    CommandLine::new(&["drawproof", "merge"]).words([folder.join(PARTS)])
}

/// A time in the unit that suits it.
fn time(seconds: f64) -> String {
    match seconds {
        0.0..120.0 => format!("{seconds:.0} seconds"),
        120.0..7200.0 => format!("{:.0} minutes", seconds / 60.0),
        _ => format!("{:.0} hours", seconds / 3600.0),
    }
}

/// What a job did.
#[derive(Serialize)]
struct Done<'a> {
    #[serde(flatten)]
    line: &'a Line,
    /// The files of a table, a part or the report.
    files: Vec<String>,
    seconds_taken: f64,
}

/// Does one job.
pub fn work_on(arguments: &args::Work, json: bool) -> anyhow::Result<Outcome> {
    let start = Instant::now();
    let folder = &arguments.folder;
    let path = folder.join(PLAN);
    let jobs = JobList::read(&path)?;
    if !jobs.is_sound()? {
        bail!(
            "{} is not what this version of drawproof plans; plan again in another folder",
            path.shown()
        );
    }
    let Some(line) = jobs.jobs.get(arguments.job) else {
        bail!(
            "there is no job {}: the plan has {} jobs, counted from 0",
            arguments.job,
            jobs.jobs.len()
        );
    };
    let files = match line.task()? {
        Task::Generate(class, what) => generate(folder, &jobs, &class, what)?,
        Task::Part(shard) => verify(folder, &jobs, shard)?,
        Task::Merge => merge(folder, &jobs, json)?,
    };
    let done = Done {
        line,
        files: files.iter().map(|path| path.shown().clone()).collect(),
        seconds_taken: start.elapsed().as_secs_f64(),
    };
    if json {
        output::print_json(&done)?;
    } else {
        output::print(&format!("{line}: {:.1} s\n", done.seconds_taken))?;
    }
    Ok(Outcome::Proven)
}

/// Works on slices or files of a class, and names the files.
fn generate(
    folder: &Path,
    jobs: &JobList,
    class: &Material,
    what: Work,
) -> anyhow::Result<Vec<PathBuf>> {
    drawproof_suite::interrupt::keep_clean(folder.join(class.to_string()), GO_ON);
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
        let generating = Generating::new(&terminal());
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
fn verify(folder: &Path, jobs: &JobList, shard: Shard) -> anyhow::Result<Vec<PathBuf>> {
    let slices = jobs.wanted()?.map(|wanted| Slices {
        folder: folder.into(),
        wanted,
    });
    verifying(jobs)?.make(folder, shard, slices.as_ref())
}

/// Writes the report, and names the file for programs and the one for people.
fn merge(folder: &Path, jobs: &JobList, json: bool) -> anyhow::Result<Vec<PathBuf>> {
    let reports = verifying(jobs)?.merge(folder)?;
    if !json {
        verifying::print(&reports)?;
    }
    let out = folder.join(REPORT);
    Ok([JSON_FILE, PAGE_FILE].map(|name| out.join(name)).into())
}

fn is_whole(path: &Path) -> bool {
    TableFile::open(path).and_then(|file| file.check()).is_ok()
}

fn write_all(folder: &Path, solved: &Solved, jobs: &JobList) -> anyhow::Result<()> {
    fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.shown()))?;
    drawproof_suite::interrupt::keep_clean(folder.into(), GO_ON);
    for metric in jobs.metrics()? {
        write_table(folder, &*solved.table_with(metric)?, metric)?;
    }
    Ok(())
}
