//! The file of the jobs.

use std::{fmt, path::Path};

use anyhow::{Context, bail};
use drawproof_retro::{Job, Wanted, Work, generating_bytes, jobs, reading_bytes};
use drawproof_tables::{Layout, Material, Metric, VisibleName, sha256, visible};
use drawproof_verify::Shard;
use serde::{Deserialize, Serialize};

use super::verifying::{ReadVerify, Verifying};
use crate::memory;

/// The version of the file.
const FORMAT: u32 = 3;

/// All jobs of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JobList {
    format: u32,
    request: PlanRequest,
    /// Of the request, so that a command that was edited is noticed.
    request_sha256: String,
    /// By stage.
    pub jobs: Vec<JobLine>,
}

/// What was asked for.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlanRequest {
    /// The classes.
    pub classes: Vec<String>,
    /// What is generated.
    pub metrics: Vec<String>,
    /// Of processor time, for each job.
    pub minutes: f64,
    /// The threads of each job.
    pub cpus: u16,
    /// What is verified, if anything is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verify: Option<Verifying>,
}

/// A file with a version.
#[derive(Deserialize)]
struct Versioned {
    format: u32,
}

/// The names of some metrics.
pub fn names(metrics: &[Metric]) -> Vec<String> {
    metrics.iter().map(|metric| metric.name().into()).collect()
}

/// A job.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct JobLine {
    /// Its number, from 0.
    pub job: usize,
    /// Its stage: those before must be finished.
    pub stage: usize,
    /// The class, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    class: Option<String>,
    #[serde(flatten)]
    work: JobKind,
    /// Of processor time, estimated.
    pub seconds: f64,
    /// At most.
    pub memory_mib: u64,
}

/// What a job does.
#[derive(Clone, PartialEq, Debug)]
pub enum JobTask {
    /// Works on the slices or files of a class.
    Generate(Material, Work),
    /// Verifies a part.
    Part(Shard),
    /// Merges all parts.
    Merge,
}

/// See [`JobTask`] and [`Work`].
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "work", rename_all = "snake_case")]
enum JobKind {
    Whole,
    Slices {
        level: usize,
        first: usize,
        count: usize,
    },
    Table,
    Part(Shard),
    Merge,
}

impl JobList {
    /// The jobs for a request.
    pub fn new(request: PlanRequest, read: ReadVerify) -> anyhow::Result<Self> {
        let mut lines = generating(&request)?;
        if let Some(verifying) = &request.verify {
            lines.retain(|line| line.work != JobKind::Table);
            let stage = lines.iter().map(|line| line.stage + 1).max().unwrap_or(0);
            lines.extend(parts(verifying, stage, (request.cpus, read))?);
        }
        for (at, line) in lines.iter_mut().enumerate() {
            line.job = at;
        }
        let request_sha256 = sha256(serde_json::to_string(&request)?);
        Ok(Self {
            format: FORMAT,
            request,
            request_sha256,
            jobs: lines,
        })
    }

    /// Whether the request is the one that was planned, and these are its jobs: the file may
    /// have been edited.
    pub fn is_sound(&self, read: ReadVerify) -> anyhow::Result<bool> {
        // Planning what nobody asked for may take long.
        Ok(
            self.request_sha256 == sha256(serde_json::to_string(&self.request)?)
                && Self::new(self.request.clone(), read)? == *self,
        )
    }

    /// Reads the jobs of a folder.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let bytes = drawproof_system::read_regular(path)
            .with_context(|| format!("cannot read {}; drawproof plan writes it", path.shown()))?;
        let what = || format!("{} is not a plan file", path.shown());
        let Versioned { format } = serde_json::from_slice(&bytes).with_context(what)?;
        if format != FORMAT {
            bail!(
                "{} is a plan of format {format}, this program reads format {FORMAT}; plan again in another folder",
                path.shown()
            );
        }
        let jobs: Self = serde_json::from_slice(&bytes).with_context(what)?;
        let is_numbered = jobs.jobs.iter().enumerate().all(|(at, job)| job.job == at);
        if !is_numbered || !jobs.jobs.is_sorted_by_key(|job| job.stage) {
            bail!(
                "{} is not a plan file: its jobs are not in order",
                path.shown()
            );
        }
        Ok(jobs)
    }

    /// The text of the file.
    pub fn text(&self) -> anyhow::Result<String> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    /// What is generated.
    pub fn metrics(&self) -> anyhow::Result<Vec<Metric>> {
        metrics(&self.request.metrics)
    }

    /// What is verified, if anything is.
    pub fn verifying(&self) -> Option<&Verifying> {
        self.request.verify.as_ref()
    }

    /// The threads of each job.
    pub fn cpus(&self) -> u16 {
        self.request.cpus
    }

    /// What is generated, if anything is.
    pub fn wanted(&self) -> anyhow::Result<Option<Wanted>> {
        let metrics = self.metrics()?;
        Ok((!metrics.is_empty()).then(|| Wanted::of(&metrics)))
    }

    /// The jobs of each stage.
    pub fn stages(&self) -> Vec<&[JobLine]> {
        self.jobs.chunk_by(|a, b| a.stage == b.stage).collect()
    }
}

/// Metrics by their names.
fn metrics(names: &[String]) -> anyhow::Result<Vec<Metric>> {
    let metrics = names.iter().map(|name| Ok(name.parse::<Metric>()?));
    metrics.collect()
}

/// The jobs that generate the classes of a request.
fn generating(request: &PlanRequest) -> anyhow::Result<Vec<JobLine>> {
    if request.metrics.is_empty() {
        return Ok(Vec::new());
    }
    let classes = request.classes.iter().map(|name| Ok(name.parse()?));
    let classes: Vec<Material> = classes.collect::<anyhow::Result<_>>()?;
    let wanted = Wanted::of(&metrics(&request.metrics)?);
    let seconds = 60.0 * request.minutes;
    let jobs = jobs(&classes, wanted, seconds, request.cpus.into())?;
    Ok(jobs.iter().map(JobLine::of_job).collect())
}

/// The jobs that verify parts, from a stage on, and the one that merges them.
fn parts(
    verifying: &Verifying,
    stage: usize,
    (cpus, read): (u16, ReadVerify),
) -> anyhow::Result<Vec<JobLine>> {
    let (mut seconds, mut bytes) = (0.0, 0);
    for class in verifying.classes()? {
        let count = verifying.recognizers_of(&class) as f64;
        let words = Layout::new(&class)?.words() as f64;
        let share = words / f64::from(verifying.shards);
        seconds += count * (words * SECONDS_TO_READ + share * SECONDS_TO_VERIFY);
        bytes = bytes.max(part_bytes(verifying, &class, (cpus, read))?);
    }
    let mut lines: Vec<JobLine> = Shard::all(verifying.shards)
        .map(|shard| JobLine::new(stage, None, JobKind::Part(shard), (seconds, bytes)))
        .collect();
    let files = verifying.files() as u64;
    let merging = (
        files as f64 * SECONDS_TO_MERGE,
        reading_bytes(&[], Wanted::Wdl)? + files * PART,
    );
    lines.push(JobLine::new(stage + 1, None, JobKind::Merge, merging));
    Ok(lines)
}

/// Processor time for a word of a class, both sides to move: to put its table together,
/// and to verify rules, between the quick and the strong ones of KBBvKR.
const SECONDS_TO_READ: f64 = 0.2e-6;
const SECONDS_TO_VERIFY: f64 = 4e-6;
/// Processor time and memory for a part that is merged.
const SECONDS_TO_MERGE: f64 = 0.01;
const PART: u64 = 256 << 10;

/// The memory of verifying a class.
fn part_bytes(
    verifying: &Verifying,
    class: &Material,
    (cpus, read): (u16, ReadVerify),
) -> anyhow::Result<u64> {
    /// Most rules that are worth many jobs are right, and need no lines.
    const LINES_AT_MOST: u64 = 8 << 30;
    let asked = verifying.asked(class, read)?;
    let own = reading_bytes(&asked.classes, asked.wanted)?;
    let lines = generating_bytes(class, asked.wanted_for_lines, cpus.into())?;
    let has_lines = lines <= LINES_AT_MOST;
    Ok(own * asked.oracles + if has_lines { lines } else { 0 })
}

impl JobLine {
    /// With a number still to come.
    fn new(
        stage: usize,
        class: Option<&Material>,
        work: JobKind,
        (seconds, bytes): (f64, u64),
    ) -> Self {
        Self {
            job: 0,
            stage,
            class: class.map(Material::to_string),
            work,
            // A number that reads back as the same.
            seconds: (seconds * 1000.0).ceil() / 1000.0,
            memory_mib: bytes.div_ceil(1 << 20),
        }
    }

    fn of_job(job: &Job) -> Self {
        let written = match job.work {
            Work::Table => memory::TRAINING,
            _ => 0,
        };
        let work = match job.work {
            Work::Whole => JobKind::Whole,
            Work::Slices {
                level,
                first,
                count,
            } => JobKind::Slices {
                level,
                first,
                count,
            },
            Work::Table => JobKind::Table,
        };
        let costs = (job.seconds, job.bytes + written);
        Self::new(job.stage, Some(&job.class), work, costs)
    }

    /// What is to be done.
    pub fn task(&self) -> anyhow::Result<JobTask> {
        let work = match self.work {
            JobKind::Part(shard) => return Ok(JobTask::Part(shard)),
            JobKind::Merge => return Ok(JobTask::Merge),
            JobKind::Whole => Work::Whole,
            JobKind::Slices {
                level,
                first,
                count,
            } => Work::Slices {
                level,
                first,
                count,
            },
            JobKind::Table => Work::Table,
        };
        let class = self.class.as_ref().context("a job without a class")?;
        Ok(JobTask::Generate(class.parse()?, work))
    }
}

impl fmt::Display for JobLine {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "job {}: ", self.job)?;
        let class = visible(self.class.as_deref().unwrap_or_default());
        match self.work {
            JobKind::Whole => write!(to, "{class}"),
            JobKind::Slices {
                level,
                first,
                count,
            } => write!(
                to,
                "{class}, pawn structures {} to {} of level {level}",
                first.saturating_add(1),
                first.saturating_add(count)
            ),
            JobKind::Table => write!(to, "files of {class}"),
            JobKind::Part(shard) => write!(to, "part {} of {}", shard.number(), shard.of()),
            JobKind::Merge => write!(to, "report"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{command_line::CommandLine, plan::verifying::tests::read, progress::Progress};

    fn request(verify: &str) -> anyhow::Result<PlanRequest> {
        let words: Vec<&str> = verify.split(' ').collect();
        let command = CommandLine::new(&["drawproof"]).words(words);
        let verifying = Verifying::new(&command, 3, read, &Progress::silent())?;
        let wanted = verifying.wanted(read)?;
        Ok(PlanRequest {
            classes: verifying
                .classes()?
                .iter()
                .map(Material::to_string)
                .collect(),
            metrics: wanted.map_or(Vec::new(), |wanted| names(wanted.metrics())),
            minutes: 10.0,
            cpus: 2,
            verify: Some(verifying),
        })
    }

    /// A verification comes after the slices of its classes, and makes no files of tables.
    #[test]
    fn parts_come_after_slices() -> anyhow::Result<()> {
        let jobs = JobList::new(request("verify KRKN KRKB")?, read)?;
        let kinds: Vec<JobKind> = jobs.jobs.iter().map(|line| line.work).collect();
        let parts = Shard::all(3).map(JobKind::Part);
        let last: Vec<JobKind> = parts.chain([JobKind::Merge]).collect();
        assert!(kinds.ends_with(&last), "{kinds:?}");
        assert!(!kinds.contains(&JobKind::Table));
        let stages = jobs.stages();
        let sizes: Vec<usize> = stages.iter().map(|stage| stage.len()).collect();
        assert_eq!(sizes[sizes.len() - 2..], [3, 1]);
        let again: JobList = serde_json::from_str(&jobs.text()?)?;
        assert!(again == jobs && again.is_sound(read)?);
        Ok(())
    }

    /// Quiet runs read the classes that captures lead to; tables for lines are planned
    /// unless they are huge.
    #[test]
    fn parts_have_memory_for_what_they_ask() -> anyhow::Result<()> {
        let class: Material = "KRvKN".parse()?;
        let bytes = |verify: &str| -> anyhow::Result<u64> {
            let verify = request(verify)?.verify.context("a verification")?;
            part_bytes(&verify, &class, (2, read))
        };
        let plain = bytes("verify KRKN")?;
        assert!(bytes("verify KRKN --quiet")? > plain);
        assert!(bytes("verify KRKN --fifty-move")? > plain);
        let large: Material = "KPPvKP".parse()?;
        let verify = request("verify KRKN")?.verify.context("a verification")?;
        assert!(generating_bytes(&large, Wanted::Dtm, 1)? > 8 << 30);
        assert!(part_bytes(&verify, &large, (1, read))? < 8 << 30);
        Ok(())
    }
}
