//! Classes with pawns, one pawn structure after another.
//!
//! With the pawns on their squares only kings and pieces move; pawn moves and
//! captures lead to structures that are finished, or to smaller classes. Structures
//! of one level do not need each other.

use std::sync::atomic::{AtomicUsize, Ordering};

use drawproof_tables::{Layout, Metric, SideTable};
use rayon::prelude::*;
use shakmaty::{ByColor, Color, Role};

use crate::{
    error::GenerateError,
    positions::{
        pawn_structure::{Structure, beside, levels, pawns_of},
        shape::{At, Shape},
        sheet::Sheet,
    },
    report::Report,
    search::{
        backwards::Set,
        conversions::Conversions,
        moves::Moves,
        side_state::converting,
        solve::{conversions, goals, solve, with_distances},
    },
    slices::{
        finished::{Finished, Sources},
        replay::State,
    },
    store::{
        packed_class::{Packed, PackedSlice, Slice},
        slice_folder::Slices,
    },
    wanted::{PlyReport, Wanted},
};

/// Solves those structures of a class with pawns that are not solved yet, after its
/// smaller classes are finished. Each slice is written to `file`, if there is one.
pub fn solve_class(
    mut solved: Packed,
    file: Option<&Slices>,
    finished: Finished,
    wanted: Wanted,
    report: Report,
) -> Result<Packed, GenerateError> {
    let levels = levels(solved.layout());
    let all = levels.iter().map(Vec::len).sum();
    let nothing = Packed::new(solved.layout(), wanted.metrics());
    let solver = Solver::new(&nothing, finished, wanted, (solved.len(), all));
    for mut level in levels {
        level.retain(|structure| solved.get(structure).is_none());
        for (structure, slice) in solver.solve(level, &solved, file, report)? {
            solved.insert(structure, slice);
        }
    }
    Ok(solved)
}

/// What the slices of a class have in common.
pub struct Solver<'a> {
    layout: &'a Layout,
    goals: &'static [Metric],
    sources: Sources<'a>,
    /// How many slices are finished, and of how many.
    done: AtomicUsize,
    all: usize,
}

impl<'a> Solver<'a> {
    /// `nothing` is the class without slices; `progress`, how many slices are finished,
    /// and of how many.
    pub fn new(
        nothing: &'a Packed,
        finished: Finished<'a>,
        wanted: Wanted,
        progress: (usize, usize),
    ) -> Self {
        Self {
            layout: nothing.layout(),
            goals: goals(wanted),
            sources: Sources::new(finished, nothing, wanted),
            done: AtomicUsize::new(progress.0),
            all: progress.1,
        }
    }

    /// Solves structures of one level, after those of all levels before it are in
    /// `solved`. Each slice is written to `file`, if there is one.
    pub fn solve(
        &self,
        structures: Vec<Structure>,
        solved: &Packed,
        file: Option<&Slices>,
        report: Report,
    ) -> Result<Vec<(Structure, PackedSlice)>, GenerateError> {
        let report = |ply: PlyReport| {
            report(PlyReport {
                structures: Some((self.done.load(Ordering::Relaxed), self.all)),
                ..ply
            })
        };
        let solve = |structure: Structure| {
            let sources = self.sources.with(solved);
            let slice = solve_slice(&structure, self.goals, &sources, &report)?;
            let slice = PackedSlice::new(&slice)?;
            let slice = match file {
                Some(file) => file.keep(&structure, &slice)?,
                None => slice,
            };
            self.done.fetch_add(1, Ordering::Relaxed);
            Ok((structure, slice))
        };
        if at_once(self.layout, rayon::current_num_threads()) > 1 {
            structures.into_par_iter().map(solve).collect()
        } else {
            structures.into_iter().map(solve).collect()
        }
    }
}

/// How many slices of a class are solved at the same time: one for each thread, or
/// only one if more than four men move, and all threads work on it.
pub fn at_once(layout: &Layout, threads: usize) -> usize {
    const MAX_MOVING: usize = 4;
    if layout.men().len() - pawns_of(layout).len() > MAX_MOVING {
        1
    } else {
        threads
    }
}

fn solve_slice(
    structure: &Structure,
    goals: &[Metric],
    sources: &Sources,
    report: Report,
) -> Result<Slice, GenerateError> {
    let moves = Moves::new(Shape::with_pawns(sources.layout, structure));
    let legal = ByColor::new_with(|turn| moves.shape.legal_set(turn));
    let mut conversions = conversions(&moves, sources)?;
    let stuck = ByColor::new_with(|turn| stuck(&moves, conversions.get(turn), turn, &legal));
    let mut known: Option<ByColor<SideTable>> = None;
    for &goal in goals {
        let (found, again) = solve(
            &moves,
            conversions,
            goal,
            legal.clone(),
            known.as_ref(),
            report,
        )?;
        conversions = again;
        known = Some(match known {
            None => found,
            Some(known) => {
                let both = known.zip(found);
                both.map(|(known, found)| with_distances(known, goal, found))
            }
        });
    }
    let sides = known.ok_or(GenerateError::NoGoal)?;
    Ok(Slice { sides, stuck })
}

/// The positions in which a side has no move but a capture en passant, if such a
/// capture is possible.
pub fn stuck(
    moves: &Moves,
    conversions: &Conversions,
    turn: Color,
    legal: &ByColor<Vec<u64>>,
) -> Option<Vec<u64>> {
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
        return None;
    }
    let mut stuck = converting(shape, conversions, State::Legal);
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
    Some(stuck)
}

#[cfg(test)]
mod tests;
