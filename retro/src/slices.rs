//! Classes with pawns, one pawn structure after another.
//!
//! With the pawns on their squares only kings and pieces move; pawn moves and
//! captures lead to structures that are finished, or to smaller classes. Structures
//! of one level do not need each other.

use std::sync::atomic::{AtomicUsize, Ordering};

use drawproof_tables::{Layout, Metric, SideTable, Table, TableSet};
use rayon::prelude::*;
use shakmaty::{ByColor, Color, Role};

use crate::{
    GenerateError, PlyReport, Wanted,
    assemble::Assembly,
    conversions::Conversions,
    moves::Moves,
    ply::Set,
    search::{both, counting, solve},
    shape::{At, Shape},
    sheet::Sheet,
    side::converting,
    structure::{Structure, beside, levels, pawns_of},
    view::{Slice, Slices, Sources},
};

/// Solves a class with pawns whose smaller tables are there.
pub fn solve_class(
    layout: &Layout,
    tables: &TableSet,
    wanted: Wanted,
    report: &(dyn Fn(PlyReport) + Sync),
) -> Result<Table, GenerateError> {
    let mut table = Assembly::new(layout);
    let mut add = |structure: &Structure, slice: &Slice| table.add(structure, slice);
    solve_slices(layout, tables, wanted, report, &mut add)?;
    Ok(table.finish())
}

/// Pawn moves lead at most so many levels on: a double step.
const LEVELS_AHEAD: usize = 2;

/// Solves all slices of a class, and calls `finished` with each.
fn solve_slices(
    layout: &Layout,
    tables: &TableSet,
    wanted: Wanted,
    report: &(dyn Fn(PlyReport) + Sync),
    finished: &mut dyn FnMut(&Structure, &Slice),
) -> Result<(), GenerateError> {
    let nothing = Slices::new();
    let goals: Vec<(Metric, Sources)> = goals(wanted)
        .iter()
        .map(|&goal| (goal, Sources::new(layout, tables, &nothing, counting(goal))))
        .collect();
    let mut slices = Slices::new();
    let moving = layout.men().len() - pawns_of(layout).len();
    let levels = levels(layout);
    let all = levels.iter().map(Vec::len).sum();
    let done = AtomicUsize::new(0);
    let report = |ply: PlyReport| {
        report(PlyReport {
            structures: Some((done.load(Ordering::Relaxed), all)),
            ..ply
        });
    };
    for (at, level) in levels.iter().enumerate() {
        let solve = |structure: Structure| {
            let goals = goals.iter();
            let goals = goals.map(|(goal, from)| (*goal, from.with_slices(&slices)));
            let slice = solve_slice(&structure, &goals.collect::<Vec<_>>(), &report)?;
            done.fetch_add(1, Ordering::Relaxed);
            Ok((structure, slice))
        };
        // Where many men move, all threads work on one slice.
        let solved: Result<Vec<(Structure, Slice)>, GenerateError> = if moving > 3 {
            level.iter().cloned().map(solve).collect()
        } else {
            level.par_iter().cloned().map(solve).collect()
        };
        for (structure, slice) in solved? {
            finished(&structure, &slice);
            slices.insert(structure, slice);
        }
        if let Some(past) = at.checked_sub(LEVELS_AHEAD) {
            for structure in &levels[past] {
                slices.remove(structure);
            }
        }
    }
    Ok(())
}

/// The goals of the searches for what is wanted, one after the other.
fn goals(wanted: Wanted) -> &'static [Metric] {
    match wanted {
        Wanted::Wdl => &[Metric::Wdl],
        Wanted::Dtm => &[Metric::Dtm],
        Wanted::Dtz => &[Metric::Dtz],
        Wanted::DtmAndDtz => &[Metric::Dtm, Metric::Dtz],
    }
}

fn solve_slice(
    structure: &Structure,
    goals: &[(Metric, Sources)],
    report: &(dyn Fn(PlyReport) + Sync),
) -> Result<Slice, GenerateError> {
    let Some((_, any)) = goals.first() else {
        return Err(GenerateError::NoGoal);
    };
    let moves = Moves::new(Shape::with_pawns(any.layout, structure));
    let legal = ByColor::new_with(|turn| moves.shape.legal_set(turn));
    let stuck = both(|turn| stuck(&moves, any, turn, &legal))?;
    let mut known: Option<ByColor<SideTable>> = None;
    for (goal, sources) in goals {
        let found = solve(
            &moves,
            sources,
            *goal,
            legal.clone(),
            known.as_ref(),
            report,
        )?;
        known = Some(match known {
            None => found,
            Some(known) => known.zip(found).map(|(known, found)| SideTable {
                dtz: found.dtz,
                ..known
            }),
        });
    }
    let sides = known.ok_or(GenerateError::NoGoal)?;
    Ok(Slice { sides, stuck })
}

/// The positions in which a side has no move but a capture en passant, if such a
/// capture is possible.
fn stuck(
    moves: &Moves,
    sources: &Sources,
    turn: Color,
    legal: &ByColor<Vec<u64>>,
) -> Result<Option<Vec<u64>>, GenerateError> {
    let shape = &moves.shape;
    let square_of = |man| shape.pawn_square(man);
    let pawns = shape
        .men_of(!turn)
        .filter(|&man| shape.men()[man].role == Role::Pawn);
    let mut pawns = pawns.filter_map(square_of);
    let has_captors = |square| {
        let rank = drawproof_tables::pawns::double_step_rank(!turn);
        let (captors, _) = beside(shape.men(), square_of, !turn, square);
        rank >> square.to_u32() & 1 != 0 && !captors.is_empty()
    };
    if !pawns.any(has_captors) {
        return Ok(None);
    }
    let mut conversions = Conversions::at_end(moves, sources, turn)?;
    conversions.rewind();
    let mut stuck = converting(shape, &conversions);
    let into = Set {
        shape,
        words: legal.get(!turn),
    };
    let own = legal.get(turn);
    let (sheets, _) = stuck.as_chunks_mut();
    sheets.par_iter_mut().enumerate().for_each(|(at, words)| {
        let at = At {
            block: at / shape.sheets,
            sheet: at % shape.sheets,
        };
        let wanted = Sheet(*shape.words(own, at));
        let mut can_move = Sheet(*words);
        if let Some(place) = shape.place(at) {
            moves.add_piece_moves(&place, turn, &into, &wanted, &mut can_move);
        }
        let mut left = wanted;
        left.remove(&can_move.0);
        *words = left.0;
    });
    Ok(Some(stuck))
}

#[cfg(test)]
mod tests;
