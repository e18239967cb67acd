//! `drawproof probe --helpmate`

use std::slice;

use drawproof_reports::HelpmateAnswer;
use drawproof_tables::{Layout, Placement};

use super::sources::{Wanted, are_distances_cheap};
use crate::{Outcome, args, input, output};

pub fn run(arguments: &args::Probe, json: bool) -> anyhow::Result<Outcome> {
    let position = input::position(&arguments.fen)?;
    let (material, _, _) = Placement::of(&position)?;
    Layout::new(&material)?;
    let folders = &arguments.folders.source.tables;
    let wanted = Wanted {
        classes: slice::from_ref(&material),
        with_smaller: true,
        with_distances: are_distances_cheap(slice::from_ref(&material)),
    };
    let tables = wanted.all(folders)?;
    let answer = HelpmateAnswer::new(&arguments.fen, &position, &tables)?;
    if json {
        output::print_json(&answer)?;
    } else {
        output::print(&answer.text())?;
    }
    Ok(Outcome::Proven)
}
