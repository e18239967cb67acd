//! Scripts that run all jobs, each for one scheduler.

use std::{fmt::Write, path::Path};

use anyhow::Context;
use drawproof_tables::VisibleName;

use super::jobs::{JobLine, JobList};

/// The names and texts of all scripts.
pub fn all(folder: &Path, jobs: &JobList) -> anyhow::Result<Vec<(&'static str, String)>> {
    Ok(vec![
        ("slurm.sh", slurm(jobs)),
        ("parallel.sh", parallel(jobs)),
        ("hyperqueue.toml", hyperqueue(folder, jobs)?),
    ])
}

/// The first and last job of a stage.
fn ends(stage: &[JobLine]) -> (usize, usize) {
    let first = stage.first().map_or(0, |line| line.job);
    (first, first + stage.len() - 1)
}

const SLURM: &str = r#"#!/usr/bin/env bash
# Submits the jobs of this folder to Slurm: job arrays for each stage, which wait until
# the stage before has ended well. Options are passed to sbatch, as --partition=long.
set -euo pipefail
folder=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
mkdir -p "$folder/logs"
options=("$@")
after=()

# Clusters limit the size of arrays; 1000 is the usual limit.
submit() { # the first job, how many, MiB of memory
  sbatch --parsable --job-name=drawproof --output="${folder//%/%%}/logs/%A_%a.txt" \
    ${options[@]+"${options[@]}"} --mem="$3M" --cpus-per-task=CPUS \
    --array="0-$(($2 - 1))" ${after[@]+"${after[@]}"} <<JOB
#!/usr/bin/env bash
exec drawproof --threads CPUS work $(printf %q "$folder") \$(($1 + SLURM_ARRAY_TASK_ID))
JOB
}

stage() { # the first job, the last one, MiB of memory
  local arrays=() first=$1 count array
  while ((first <= $2)); do
    count=$(($2 + 1 - first < 1000 ? $2 + 1 - first : 1000))
    array=$(submit "$first" "$count" "$3")
    echo "jobs $first to $((first + count - 1)): ${array%%;*}"
    arrays+=("${array%%;*}")
    first=$((first + count))
  done
  after=(--kill-on-invalid-dep=yes --dependency="afterok:$(IFS=: && echo "${arrays[*]}")")
}

"#;

fn slurm(jobs: &JobList) -> String {
    let mut text = SLURM.replace("CPUS", &jobs.cpus().to_string());
    for stage in jobs.stages() {
        let (first, last) = ends(stage);
        let memory = stage.iter().map(|line| line.memory_mib).max();
        let _ = writeln!(text, "stage {first} {last} {}", memory.unwrap_or(0));
    }
    text
}

const PARALLEL: &str = r#"#!/usr/bin/env bash
# Runs the jobs of this folder with GNU parallel, one stage after the other. Options are
# passed to parallel, as --jobs 8 or --sshloginfile hosts.
set -euo pipefail
folder=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
options=("$@")

stage() { # the first job, the last one
  seq "$1" "$2" |
    parallel -q --halt now,fail=1 ${options[@]+"${options[@]}"} \
      drawproof --threads CPUS work "$folder" {}
}

"#;

fn parallel(jobs: &JobList) -> String {
    let mut text = PARALLEL.replace("CPUS", &jobs.cpus().to_string());
    for stage in jobs.stages() {
        let (first, last) = ends(stage);
        let _ = writeln!(text, "stage {first} {last}");
    }
    text
}

/// The absolute name of a folder, if no scheduler takes part of it for something else:
/// GNU parallel replaces what is in braces.
fn name(folder: &Path) -> anyhow::Result<String> {
    let folder = std::path::absolute(folder)?;
    let is_plain = |c: char| !c.is_control() && c != '{' && c != '}';
    let name = folder.to_str().filter(|name| name.chars().all(is_plain));
    Ok(name
        .with_context(|| {
            format!(
                "{}: schedulers need a folder whose name is UTF-8 without braces and control characters; use another one",
                folder.shown()
            )
        })?
        .to_owned())
}

/// A task for each job, and between stages a task that does nothing: without it, each
/// job would list all jobs of the stage before.
fn hyperqueue(folder: &Path, jobs: &JobList) -> anyhow::Result<String> {
    // Without control characters a string of JSON is one of TOML.
    let folder = serde_json::to_string(&name(folder)?)?;
    let cpus = jobs.cpus();
    let mut text = String::from("# hq job submit-file hyperqueue.toml\nname = \"drawproof\"\n");
    let mut before = None;
    for (barrier, stage) in (jobs.jobs.len()..).zip(jobs.stages()) {
        for line in stage {
            let job = line.job;
            writeln!(
                text,
                "\n[[task]]\nid = {job}\ncommand = [\"drawproof\", \"--threads\", \"{cpus}\", \"work\", {folder}, \"{job}\"]"
            )?;
            if let Some(before) = before {
                writeln!(text, "deps = [{before}]")?;
            }
            if cpus > 1 {
                writeln!(
                    text,
                    "[[task.request]]\nresources = {{ \"cpus\" = \"{cpus}\" }}"
                )?;
            }
        }
        let (first, last) = ends(stage);
        let all: Vec<String> = (first..=last).map(|job| job.to_string()).collect();
        writeln!(
            text,
            "\n[[task]]\nid = {barrier}\ncommand = [\"true\"]\ndeps = [{}]",
            all.join(", ")
        )?;
        before = Some(barrier);
    }
    Ok(text)
}
