//! Tables of help mates generated, with all smaller ones that they need.

use std::{
    fs,
    path::{Path, PathBuf},
    time::Instant,
};

use anyhow::Context;
use drawproof_tables::{HelpmateTable, Material, VisibleName, has_helpmate_file};
use drawproof_verify::{HelpmateCounts, count_helpmates};
use serde::Serialize;

use super::sources;
use crate::{
    input, interrupt,
    progress::{NEVER, Progress},
};

/// The report on one table.
#[derive(Serialize)]
pub struct GeneratedMates {
    /// The class.
    pub material: String,
    /// Legal positions, board count, both sides to move.
    pub positions_board_count: u64,
    /// Those in which the stronger side can mate.
    pub strong_can_mate_board_count: u64,
    /// Those in which the weaker side can.
    pub weak_can_mate_board_count: u64,
    /// Those in which neither can.
    pub dead_board_count: u64,
    /// Of the shortest help mates; none if distances are not generated.
    pub longest_helpmate_plies: Option<u16>,
    /// The length of the file.
    pub file_bytes: Option<u64>,
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
    /// Whether plies are generated.
    pub with_distances: bool,
    /// The folder for files.
    pub out: Option<PathBuf>,
    /// Whether finished files are written again.
    pub force: bool,
}

/// Takes what is generated.
pub trait Taker {
    /// How many classes were finished before, and are skipped; not called if there are none.
    fn skipped(&mut self, count: usize) -> anyhow::Result<()>;

    /// A class is generated, and its file is written.
    fn table(&mut self, table: GeneratedMates) -> anyhow::Result<()>;
}

/// Generates tables, and hands over each.
pub fn generate(
    request: &Request,
    progress: &Progress,
    taker: &mut dyn Taker,
) -> anyhow::Result<()> {
    let with_distances = request.with_distances;
    let mut classes = input::classes_or_all(&request.classes, request.men)?;
    if let Some(out) = &request.out {
        // A folder must also answer for the classes that moves lead to.
        classes = Material::with_smaller(&classes, |_| false);
        let finished = finished(out, &classes, with_distances, request.force)?;
        if !finished.is_empty() {
            taker.skipped(finished.len())?;
        }
        classes.retain(|class| !finished.contains(class));
    }
    let start = Instant::now();
    sources::generate(&classes, with_distances, (progress, &NEVER), |table| {
        let mut line = GeneratedMates::of(&table)?;
        if let Some(out) = &request.out {
            line.file_bytes = Some(table.write(out)?);
        }
        line.finished_after_seconds = start.elapsed().as_secs_f64();
        taker.table(line)
    })
}

/// Creates the folder and finds the classes whose files are complete, and have distances if they
/// are wanted.
fn finished(
    out: &Path,
    classes: &[Material],
    with_distances: bool,
    force: bool,
) -> anyhow::Result<Vec<Material>> {
    if out.is_file() {
        anyhow::bail!("{} is a file; name a folder", out.shown());
    }
    fs::create_dir_all(out).with_context(|| format!("cannot make the folder {}", out.shown()))?;
    interrupt::keep_clean(out.into(), ", and the same command writes the others");
    let mut finished = Vec::new();
    for class in classes.iter().filter(|_| !force) {
        if has_helpmate_file(out, class)? {
            let read = HelpmateTable::read(out, class);
            let table =
                read.context("a file is in the way; remove it, or replace it with --force")?;
            if table.has_distances() || !with_distances {
                finished.push(class.clone());
            }
        }
    }
    Ok(finished)
}

impl GeneratedMates {
    fn of(table: &HelpmateTable) -> anyhow::Result<Self> {
        let HelpmateCounts {
            positions,
            can_mate,
            dead,
            ..
        } = count_helpmates(table, &[])?;
        Ok(Self {
            material: table.layout().material().to_string(),
            positions_board_count: positions,
            strong_can_mate_board_count: can_mate.white,
            weak_can_mate_board_count: can_mate.black,
            dead_board_count: dead,
            longest_helpmate_plies: table.longest().into_iter().flatten().max(),
            file_bytes: None,
            finished_after_seconds: 0.0,
        })
    }
}
