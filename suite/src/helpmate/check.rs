//! Tables of help mates checked by their own moves.

use std::path::PathBuf;

use drawproof_tables::{Material, Mates};
use drawproof_verify::{WrongMates, check_helpmates};
use serde::Serialize;
use shakmaty::Color;

use super::sources::Wanted;
use crate::{input, progress::Progress};

/// The result of checking one class.
#[derive(Serialize)]
pub struct CheckedMates {
    /// The class.
    pub material: String,
    /// Table entries checked, both sides to move; none if one was wrong.
    pub table_entries: Option<u64>,
    /// Whether plies were checked as well.
    pub has_distances: bool,
    /// Whether both agree.
    pub agrees: bool,
    /// The first difference.
    pub first_difference: Option<MatesDifference>,
}

/// The first position that its moves contradict.
#[derive(Serialize)]
pub struct MatesDifference {
    /// The position.
    pub fen: String,
    /// The value in own tables.
    pub own: String,
    /// What its moves say.
    pub by_moves: String,
}

/// Checks the tables of classes, from folders or generated, and hands over each result.
pub fn check(
    classes: &[String],
    folders: &[PathBuf],
    progress: &Progress,
    mut take: impl FnMut(CheckedMates) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let classes = input::classes(classes)?;
    if classes.is_empty() {
        anyhow::bail!("name the classes whose tables of help mates are checked");
    }
    let wanted = Wanted {
        classes: &classes,
        with_smaller: true,
        with_distances: true,
    };
    let tables = wanted.all(folders, progress)?;
    for class in &classes {
        let Some(table) = tables.get(class) else {
            continue;
        };
        let steps = 2 * table.layout().blocks() as u64;
        let bar = progress.bar(format!("checking {class}"), Some(steps));
        let result = check_helpmates(table, &tables, &|steps| bar.inc(steps));
        drop(bar);
        take(CheckedMates::new(class, table.has_distances(), result?))?;
    }
    Ok(())
}

impl CheckedMates {
    fn new(class: &Material, has_distances: bool, result: Result<u64, Box<WrongMates>>) -> Self {
        let wrong = result.as_ref().err();
        let difference = wrong.map(|wrong| MatesDifference {
            fen: wrong.placement.fen(class).to_string(),
            own: words(wrong.entry),
            by_moves: words(wrong.by_moves),
        });
        Self {
            material: class.to_string(),
            table_entries: result.ok(),
            has_distances,
            agrees: difference.is_none(),
            first_difference: difference,
        }
    }
}

/// What is said of a position, in words.
fn words(mates: Mates) -> String {
    let side = |color: Color, name: &str| match (mates.can.get(color), mates.plies.get(color)) {
        (false, _) => format!("{name} cannot mate"),
        (true, None) => format!("{name} can mate"),
        (true, Some(plies)) => format!("{name} can mate in {plies} plies"),
    };
    format!(
        "{}, {}",
        side(Color::White, "White"),
        side(Color::Black, "Black")
    )
}
