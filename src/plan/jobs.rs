//! The file of the jobs.

use std::{fmt, path::Path};

use anyhow::{Context, bail};
use drawproof_retro::{Job, Wanted, Work};
use drawproof_tables::{Material, Metric, VisibleName};
use serde::{Deserialize, Serialize};

/// The version of the file.
const FORMAT: u32 = 1;

/// All jobs of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JobList {
    format: u32,
    classes: Vec<String>,
    metrics: Vec<String>,
    /// Of processor time, for each job.
    minutes: f64,
    /// By stage.
    pub jobs: Vec<Line>,
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
    pub fn new(classes: &[Material], metrics: &[Metric], minutes: f64, jobs: &[Job]) -> Self {
        let jobs = jobs.iter().enumerate();
        Self {
            format: FORMAT,
            classes: classes.iter().map(Material::to_string).collect(),
            metrics: metrics.iter().map(|metric| metric.name().into()).collect(),
            minutes,
            jobs: jobs.map(|(at, job)| Line::new(at, job)).collect(),
        }
    }

    /// Reads the jobs of a folder.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let bytes = drawproof_system::read_regular(path)
            .with_context(|| format!("cannot read {}; drawproof plan writes it", path.shown()))?;
        let jobs: Self = serde_json::from_slice(&bytes)
            .with_context(|| format!("{} is no plan", path.shown()))?;
        if jobs.format != FORMAT {
            bail!(
                "{} is a plan of format {}, this program reads format {FORMAT}; plan again in another folder",
                path.shown(),
                jobs.format
            );
        }
        let is_numbered = jobs.jobs.iter().enumerate().all(|(at, job)| job.job == at);
        if !is_numbered || !jobs.jobs.is_sorted_by_key(|job| job.stage) {
            bail!("{} is no plan: its jobs are not in order", path.shown());
        }
        Ok(jobs)
    }

    pub fn text(&self) -> anyhow::Result<String> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    pub fn metrics(&self) -> anyhow::Result<Vec<Metric>> {
        let metrics = self.metrics.iter().map(|name| Ok(name.parse::<Metric>()?));
        metrics.collect()
    }

    pub fn wanted(&self) -> anyhow::Result<Wanted> {
        Ok(Wanted::of(&self.metrics()?))
    }

    /// The jobs of each stage.
    pub fn stages(&self) -> Vec<&[Line]> {
        self.jobs.chunk_by(|a, b| a.stage == b.stage).collect()
    }
}

impl Line {
    fn new(at: usize, job: &Job) -> Self {
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
            memory_mib: job.bytes.div_ceil(1 << 20),
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
                first + 1,
                first + count
            ),
            Kind::Table => write!(to, "files of {class}"),
        }
    }
}
