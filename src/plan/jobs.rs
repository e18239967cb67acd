//! The file of the jobs.

use std::{fmt, path::Path};

use anyhow::{Context, bail};
use drawproof_retro::{Job, Wanted, Work, jobs};
use drawproof_tables::{Material, Metric, VisibleName};
use serde::{Deserialize, Serialize};

use crate::memory;

/// The version of the file.
const FORMAT: u32 = 1;

/// All jobs of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JobList {
    format: u32,
    request: Request,
    /// By stage.
    pub jobs: Vec<Line>,
}

/// What was asked for.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    pub classes: Vec<String>,
    pub metrics: Vec<String>,
    /// Of processor time, for each job.
    pub minutes: f64,
    /// The threads of each job.
    pub cpus: u16,
}

/// The names of some metrics.
pub fn names(metrics: &[Metric]) -> Vec<String> {
    metrics.iter().map(|metric| metric.name().into()).collect()
}

/// A job.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Line {
    pub job: usize,
    pub stage: usize,
    class: String,
    #[serde(flatten)]
    work: Kind,
    /// Of processor time, estimated.
    pub seconds: f64,
    /// At most.
    pub memory_mib: u64,
}

/// See [`Work`].
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "work", rename_all = "snake_case")]
enum Kind {
    Whole,
    Slices {
        level: usize,
        first: usize,
        count: usize,
    },
    Table,
}

impl JobList {
    /// The jobs for a request.
    pub fn new(request: Request) -> anyhow::Result<Self> {
        let classes = request.classes.iter().map(|name| Ok(name.parse()?));
        let classes: Vec<Material> = classes.collect::<anyhow::Result<_>>()?;
        let wanted = Wanted::of(&metrics(&request.metrics)?);
        let seconds = 60.0 * request.minutes;
        let jobs = jobs(&classes, wanted, seconds, request.cpus.into())?;
        Ok(Self {
            format: FORMAT,
            request,
            jobs: (0..)
                .zip(&jobs)
                .map(|(at, job)| Line::new(at, job))
                .collect(),
        })
    }

    /// Whether these are the jobs for its request: the file may have been edited.
    pub fn is_sound(&self) -> anyhow::Result<bool> {
        Ok(Self::new(self.request.clone())? == *self)
    }

    /// Reads the jobs of a folder.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let bytes = drawproof_system::read_regular(path)
            .with_context(|| format!("cannot read {}; drawproof plan writes it", path.shown()))?;
        let jobs: Self = serde_json::from_slice(&bytes)
            .with_context(|| format!("{} is not a plan file", path.shown()))?;
        if jobs.format != FORMAT {
            bail!(
                "{} is a plan of format {}, this program reads format {FORMAT}; plan again in another folder",
                path.shown(),
                jobs.format
            );
        }
        let is_numbered = jobs.jobs.iter().enumerate().all(|(at, job)| job.job == at);
        if !is_numbered || !jobs.jobs.is_sorted_by_key(|job| job.stage) {
            bail!(
                "{} is not a plan file: its jobs are not in order",
                path.shown()
            );
        }
        Ok(jobs)
    }

    pub fn text(&self) -> anyhow::Result<String> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    pub fn metrics(&self) -> anyhow::Result<Vec<Metric>> {
        metrics(&self.request.metrics)
    }

    /// The threads of each job.
    pub fn cpus(&self) -> u16 {
        self.request.cpus
    }

    pub fn wanted(&self) -> anyhow::Result<Wanted> {
        Ok(Wanted::of(&self.metrics()?))
    }

    /// The jobs of each stage.
    pub fn stages(&self) -> Vec<&[Line]> {
        self.jobs.chunk_by(|a, b| a.stage == b.stage).collect()
    }
}

/// Metrics by their names.
fn metrics(names: &[String]) -> anyhow::Result<Vec<Metric>> {
    let metrics = names.iter().map(|name| Ok(name.parse::<Metric>()?));
    metrics.collect()
}

impl Line {
    fn new(at: usize, job: &Job) -> Self {
        let written = match job.work {
            Work::Table => memory::TRAINING,
            _ => 0,
        };
        Self {
            job: at,
            stage: job.stage,
            class: job.class.to_string(),
            work: match job.work {
                Work::Whole => Kind::Whole,
                Work::Slices {
                    level,
                    first,
                    count,
                } => Kind::Slices {
                    level,
                    first,
                    count,
                },
                Work::Table => Kind::Table,
            },
            // A number that reads back as the same.
            seconds: (job.seconds * 1000.0).ceil() / 1000.0,
            memory_mib: (job.bytes + written).div_ceil(1 << 20),
        }
    }

    pub fn class(&self) -> anyhow::Result<Material> {
        Ok(self.class.parse()?)
    }

    pub fn is_table(&self) -> bool {
        self.work == Kind::Table
    }

    pub fn work(&self) -> Work {
        match self.work {
            Kind::Whole => Work::Whole,
            Kind::Slices {
                level,
                first,
                count,
            } => Work::Slices {
                level,
                first,
                count,
            },
            Kind::Table => Work::Table,
        }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "job {}: ", self.job)?;
        let class = drawproof_tables::visible(&self.class);
        match self.work {
            Kind::Whole => write!(to, "{class}"),
            Kind::Slices {
                level,
                first,
                count,
            } => write!(
                to,
                "{class}, pawn structures {} to {} of level {level}",
                first.saturating_add(1),
                first.saturating_add(count)
            ),
            Kind::Table => write!(to, "files of {class}"),
        }
    }
}
