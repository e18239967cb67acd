//! `drawproof plan` and `drawproof work`: jobs for the schedulers of clusters.

use std::{
    ffi::{OsStr, OsString},
    path::{Path, PathBuf},
};

use anyhow::bail;
use clap::Parser;
use drawproof_reports::{text, thousands};
use drawproof_suite::{
    command_line::CommandLine,
    memory,
    plan::{JobList, PARTS, Planned, REPORT, TABLES, Verifying, plan, request, work_on as work},
    verify,
};
use drawproof_tables::{Metric, VisibleName};

use crate::{
    Outcome,
    args::{self, Arguments, Color, Command, Given, Verify},
    output,
    progress::terminal,
    show::this_command,
};

/// `drawproof plan`: writes the jobs, and scripts that run them.
pub fn run(arguments: &args::Plan, json: bool) -> anyhow::Result<Outcome> {
    let folder = &arguments.out;
    let limits = (arguments.minutes, arguments.cpus);
    let jobs = plan(folder, request(planned(arguments)?, limits, read)?, read)?;
    if json {
        output::print_json(&jobs)?;
    } else {
        output::print(&summary(folder, &jobs))?;
    }
    Ok(Outcome::Proven)
}

/// What the jobs are for.
fn planned(arguments: &args::Plan) -> anyhow::Result<Planned> {
    let verify = arguments
        .shards
        .map(|shards| verifying(&arguments.verify, shards));
    let verify = verify.transpose()?;
    if arguments.metrics.helpmates()?.is_some() {
        bail!("tables of help mates are not cut into jobs; use drawproof generate");
    }
    Ok(match verify {
        None => Planned::Tables(
            arguments.classes.clone(),
            arguments.metrics.all(&Metric::ALL),
        ),
        Some(verifying) => Planned::Verify(verifying),
    })
}

/// `drawproof work`: does one job.
pub fn work_on(arguments: &args::Work, json: bool) -> anyhow::Result<Outcome> {
    let how = (read as _, &terminal());
    let done = work(&arguments.folder, arguments.job, &this_command(), how)?;
    if json {
        output::print_json(&done)?;
        return Ok(Outcome::Proven);
    }
    for (at, report) in done.reports.iter().enumerate() {
        let before = if at == 0 { "" } else { "\n" };
        output::print(&format!("{before}{}", text(report)))?;
    }
    output::print(&format!("{}: {:.1} s\n", done.line, done.seconds_taken))?;
    Ok(Outcome::Proven)
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

/// What cannot be given, by its field, and why.
const REFUSED: [(&str, &str); 10] = [
    ("watch", WHOLE),
    ("overview", WHOLE),
    ("best", WHOLE),
    ("second_look", WHOLE),
    ("csv", REPORTED),
    ("report", REPORTED),
    ("shard", CUT),
    ("shards", CUT),
    ("parts", CUT),
    ("resume", CUT),
];
const WHOLE: &str = "it needs the whole run in one process";
const REPORTED: &str = "the last job writes the report to the folder of the plan";
const CUT: &str = "the plan cuts the run itself, by the --shards before it";

/// The verification that the words behind `drawproof` ask for.
fn verifying(words: &[OsString], shards: u32) -> anyhow::Result<Verifying> {
    let given = parsed(words)?;
    for (field, why) in REFUSED {
        if given.is_given(field) {
            let option = field.replace('_', "-");
            bail!("--{option} cannot be planned: {why}");
        }
    }
    Verifying::new(&absolute(&given)?, shards, read, &terminal())
}

/// Reads the command of a plan.
fn read(command: &[OsString]) -> anyhow::Result<verify::Verify> {
    parsed(command.get(1..).unwrap_or_default())?.request()
}

/// The arguments in the words behind `drawproof`.
fn parsed(words: &[impl AsRef<OsStr>]) -> anyhow::Result<Given<Verify>> {
    let line = CommandLine::new(&["drawproof"]).words(words);
    let arguments = Arguments::try_parse_from(line.as_words())?;
    let Command::Verify(given) = arguments.command else {
        bail!("only verify can be cut into parts, as in: -- verify KRKR");
    };
    if arguments.threads.is_some() {
        bail!("--threads cannot be planned: --cpus before the command sets it for each job");
    }
    if arguments.json || !matches!(arguments.color, Color::Auto) {
        bail!("--json and --color cannot be planned: give them to drawproof work");
    }
    Ok(given)
}

/// The command with absolute paths: jobs may run anywhere.
fn absolute(given: &Given<Verify>) -> anyhow::Result<CommandLine> {
    let all = |paths: &[PathBuf]| {
        let absolute = paths.iter().map(std::path::absolute);
        absolute
            .map(|path| Ok(path?.into()))
            .collect::<anyhow::Result<Vec<_>>>()
    };
    Ok(given.again_settled(&[
        ("rules", all(&given.rules)?),
        ("library", all(given.library.as_slice())?),
        ("tables", all(&given.folders.source.tables)?),
        ("against", all(&given.folders.against)?),
    ]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_absolute() -> anyhow::Result<()> {
        let words = "verify --rules a/my.rules --tables b --against /c --against d --missed 2";
        let words: Vec<&str> = words.split(' ').collect();
        let command = absolute(&parsed(&words)?)?;
        let here = std::env::current_dir()?;
        for name in ["a/my.rules", "b", "d"] {
            let expected = here.join(name);
            assert!(
                command.as_words().iter().any(|word| *word == *expected),
                "{name}"
            );
        }
        let again = absolute(&parsed(&command.as_words()[1..])?)?;
        assert_eq!(again, command);
        Ok(())
    }
}
