//! Classes whose distances do not fit in memory: they are found by way of a file.

use std::path::Path;

use drawproof_tables::{Layout, Material, Metric, SideTable};
use shakmaty::ByColor;

use crate::{
    error::GenerateError,
    positions::shape::Shape,
    report::Report,
    search::{
        moves::Moves,
        solve::{both, conversions, goals, legal, solve_with},
    },
    slices::finished::{Finished, Sources},
    store::{
        packed_class::{Packed, PackedSlice},
        ply_file::{Distances, Plies},
    },
    wanted::Wanted,
};

/// Whether a class is solved in this way if there is a folder: its distances would take more
/// than all else. For a smaller one the file is not worth the time.
pub fn is_large(class: &Material) -> bool {
    const MEN: usize = 6;
    !class.has_pawns() && class.men_count() >= MEN
}

/// Solves a class without pawns, of four men or more. Its distances are in a file without a
/// name in a folder until they are compressed.
pub fn solve_large(
    layout: &Layout,
    wanted: Wanted,
    finished: Finished,
    folder: &Path,
    report: Report,
) -> Result<PackedSlice, GenerateError> {
    let moves = Moves::new(Shape::whole(layout));
    let own = Packed::new(layout, &[]);
    let mut known: Option<ByColor<SideTable>> = None;
    let mut found: Vec<(Metric, Plies)> = Vec::new();
    for &goal in goals(wanted) {
        let sources = Sources::new(finished, &own, Wanted::of(&[goal]));
        let mut plies = Plies::new(&moves.shape, folder)?;
        let legal = match &known {
            Some(known) => known.as_ref().map(|side| side.legal.clone()),
            None => legal(layout, &moves.shape),
        };
        let (sides, _) = solve_with(
            &moves,
            conversions(&moves, &sources)?,
            goal,
            legal,
            known.as_ref(),
            Some(&mut plies),
            report,
        )?;
        known.get_or_insert(sides);
        found.push((goal, plies));
    }
    let sides = known.ok_or(GenerateError::NoGoal)?;
    let distances = both(|turn| {
        let mut all = Distances::default();
        for (goal, plies) in &found {
            all = all.and(plies.distances(*goal, turn)?);
        }
        Ok(all)
    })?;
    PackedSlice::with_distances(sides.as_ref(), distances)
}
