//! The file of the jobs of a run.

use std::{fs, path::Path};

use drawproof_suite::{
    command_line::CommandLine,
    plan::{JobList, PlanRequest, Planned, ReadVerify, request, work_on},
    progress::Progress,
};
use drawproof_tables::{Material, Metric};

use super::target::Target;

pub const TARGET: Target = Target {
    name: "plan",
    run,
    seeds,
    sealed: None,
    words: &[
        "\"KBvK\"",
        "\"KNvKN\"",
        "\"dtm\"",
        "\"work\": \"merge\"",
        "\"work\": \"part\"",
        "\"verify\": {}",
        "null",
        "1e308",
        "-0.0",
        "18446744073709551615",
        "[]",
        "{}",
    ],
};

/// The most men of a class that is planned again: the jobs of a large one are many.
const MEN: usize = 4;

/// No command is one here.
const READ: ReadVerify = |_| anyhow::bail!("no command is read here");

/// Plans of a class without pawns, and of one with them.
fn seeds() -> Vec<(String, Vec<u8>)> {
    let plan = |classes: &[&str], metrics: &[Metric], minutes: f64| {
        let classes = classes.iter().copied().map(String::from).collect();
        let planned = Planned::Tables(classes, metrics.into());
        let request = request(planned, (minutes, 2), READ).expect("a request");
        let jobs = JobList::new(request, READ).expect("jobs");
        jobs.text().expect("text").into_bytes()
    };
    vec![
        ("pieces".into(), plan(&["KNK"], &[Metric::Wdl], 1.0)),
        (
            "pawns".into(),
            plan(&["KPK"], &[Metric::Wdl, Metric::Dtz], 0.0001),
        ),
    ]
}

fn run(bytes: &[u8]) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("plan.json");
    fs::write(&path, bytes).expect("written");
    let jobs = match JobList::read(&path) {
        Ok(jobs) => jobs,
        Err(error) => return assert!(format!("{error:#}").contains("plan.json")),
    };
    let text = jobs.text().expect("what was read can be written");
    fs::write(&path, text).expect("written");
    assert!(JobList::read(&path).expect("what was written can be read") == jobs);
    let count: usize = jobs.stages().iter().map(|stage| stage.len()).sum();
    assert_eq!(count, jobs.jobs.len());
    work(folder.path(), &jobs);
    // Working takes longer than reading.
    if crc32fast::hash(bytes).is_multiple_of(4)
        && let Some(again) = planned_again(&jobs)
    {
        fs::write(&path, again.text().expect("text")).expect("written");
        work(folder.path(), &again);
    }
}

/// The jobs of what the file says was asked for.
fn planned_again(jobs: &JobList) -> Option<JobList> {
    let text = jobs.text().expect("what was read can be written");
    let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let request: PlanRequest = serde_json::from_value(value["request"].clone()).expect("a request");
    let classes = request.classes.iter().map(|name| name.parse::<Material>());
    let is_small = |class: Result<Material, _>| class.is_ok_and(|of| of.men_count() <= MEN);
    if !classes.into_iter().all(is_small) {
        return None;
    }
    match JobList::new(request, READ) {
        Ok(jobs) => Some(jobs),
        Err(error) => {
            assert!(!error.to_string().is_empty());
            None
        }
    }
}

/// A job is done, if the plan is this program's and the class is small; one that is not there is
/// refused.
fn work(folder: &Path, jobs: &JobList) {
    let this = CommandLine::new(&["drawproof", "work"]);
    for job in [0, jobs.jobs.len(), usize::MAX] {
        if let Err(error) = work_on(folder, job, &this, (READ, &Progress::silent())) {
            assert!(!format!("{error:#}").is_empty());
        }
    }
}
