//! WDL and distances of the positions of one shape.

use drawproof_tables::{Layout, Metric, Numbers, SideTable, Table};
use rayon::prelude::*;
use shakmaty::{ByColor, Color};

use crate::{
    error::GenerateError,
    positions::shape::Shape,
    report::Report,
    search::{backwards::Search, conversions::Conversions, moves::Moves, side_state::Side},
    slices::finished::{Finished, Sources},
    store::{packed_class::Packed, ply_file::Plies},
    wanted::{Counting, Wanted},
};

/// The goals of the searches for what is wanted, one after the other.
pub fn goals(wanted: Wanted) -> &'static [Metric] {
    match wanted {
        Wanted::Wdl => &[Metric::Wdl],
        Wanted::Dtm => &[Metric::Dtm],
        Wanted::Dtz => &[Metric::Dtz],
        // The search for wins and losses in any time is the shorter one.
        Wanted::DtmAndDtz => &[Metric::Dtz, Metric::Dtm],
    }
}

/// How a goal counts plies.
pub fn counting(goal: Metric) -> Counting {
    match goal {
        Metric::Dtm => Counting::Mate,
        Metric::Wdl | Metric::Dtz => Counting::Zeroing,
    }
}

/// The conversions of both sides, at the end.
pub fn conversions<'a>(
    moves: &'a Moves,
    sources: &Sources<'a>,
) -> Result<ByColor<Conversions<'a>>, GenerateError> {
    both(|mover| Conversions::at_end(moves, sources, mover))
}

/// Values, and conversions for the next search.
type Searched<'a> = (ByColor<SideTable>, ByColor<Conversions<'a>>);

/// Solves the positions of one shape: WDL and the requested distance. `legal` are
/// the legal positions, `known` their values, if these are known. All sets are in
/// the order of the shape.
pub fn solve<'a>(
    moves: &Moves,
    conversions: ByColor<Conversions<'a>>,
    goal: Metric,
    legal: ByColor<Vec<u64>>,
    known: Option<&ByColor<SideTable>>,
    report: Report,
) -> Result<Searched<'a>, GenerateError> {
    solve_with(moves, conversions, goal, legal, known, None, report)
}

/// [`solve`], with the distances in `plies` if that is there.
pub fn solve_with<'a>(
    moves: &Moves,
    conversions: ByColor<Conversions<'a>>,
    goal: Metric,
    legal: ByColor<Vec<u64>>,
    known: Option<&ByColor<SideTable>>,
    plies: Option<&mut Plies>,
    report: Report,
) -> Result<Searched<'a>, GenerateError> {
    let has_numbers = goal != Metric::Wdl && plies.is_none();
    let search = Search { moves, goal };
    let known = ByColor::new_with(|turn| Some(known?.get(turn)));
    let sides = conversions.zip(legal.as_ref()).zip(known);
    let sides = sides.map(|((conversions, legal), known)| {
        Side::new(moves, conversions, counting(goal), legal, known)
    });
    let sides = search.run(sides, plies, report)?.zip(legal);
    let ByColor { white, black } = sides.map(|(side, legal)| {
        let Side {
            open: mut win,
            lost: loss,
            numbers,
            conversions,
            ..
        } = side;
        let words = win.par_iter_mut().zip(&legal);
        words.for_each(|(win, legal)| *win = legal & !*win);
        let mut side = SideTable {
            win,
            legal,
            loss,
            ..SideTable::default()
        };
        if has_numbers {
            goal.set_numbers(&mut side, numbers);
        }
        (side, conversions)
    });
    Ok((
        ByColor {
            white: white.0,
            black: black.0,
        },
        ByColor {
            white: white.1,
            black: black.1,
        },
    ))
}

/// Solves a class without pawns whose smaller tables are there.
pub fn solve_class(
    layout: &Layout,
    finished: Finished,
    goal: Metric,
    report: Report,
) -> Result<Table, GenerateError> {
    let moves = Moves::new(Shape::whole(layout));
    let own = Packed::new(layout, &[]);
    let sources = Sources::new(finished, &own, Wanted::of(&[goal]));
    let legal = legal(layout, &moves.shape);
    let conversions = conversions(&moves, &sources)?;
    let (sides, _) = solve(&moves, conversions, goal, legal, None, report)?;
    let sides = sides.map(|side| each_set(side, |set| moves.shape.unpadded(set)));
    Ok(Table::new(layout.clone(), sides))
}

/// Solves a class without pawns for both distances at the same time: the
/// searches of small classes are too short to keep several threads busy.
pub fn solve_both(
    layout: &Layout,
    finished: Finished,
    report: Report,
) -> Result<Table, GenerateError> {
    let solve = |goal| solve_class(layout, finished, goal, report);
    let (to_mate, to_zeroing) = rayon::join(|| solve(Metric::Dtm), || solve(Metric::Dtz));
    let sides = to_mate?.into_sides().zip(to_zeroing?.into_sides());
    let sides = sides.map(|(to_mate, to_zeroing)| SideTable {
        dtz: to_zeroing.dtz,
        ..to_mate
    });
    Ok(Table::new(layout.clone(), sides))
}

/// Adds distances to the table of a class without pawns; the smaller tables must have
/// them.
pub fn add_distances(
    table: Table,
    goal: Metric,
    finished: Finished,
    report: Report,
) -> Result<Table, GenerateError> {
    let layout = &table.layout().clone();
    let moves = Moves::new(Shape::whole(layout));
    let own = Packed::new(layout, &[]);
    let sources = Sources::new(finished, &own, Wanted::of(&[goal]));
    let known = (table.into_sides()).map(|side| each_set(side, |set| moves.shape.padded(set)));
    let legal = known.as_ref().map(|side| side.legal.clone());
    let conversions = conversions(&moves, &sources)?;
    let (found, _) = solve(&moves, conversions, goal, legal, Some(&known), report)?;
    let sides = known.zip(found);
    let sides = sides.map(|(known, found)| with_distances(known, goal, found));
    let sides = sides.map(|side| each_set(side, |set| moves.shape.unpadded(set)));
    Ok(Table::new(layout.clone(), sides))
}

/// Values with the distances that a search for a goal found.
pub fn with_distances(mut known: SideTable, goal: Metric, mut found: SideTable) -> SideTable {
    if let Some(numbers) = goal.take_numbers(&mut found) {
        goal.set_numbers(&mut known, numbers);
    }
    known
}

/// The legal positions of a class, both sides to move.
pub fn legal(layout: &Layout, shape: &Shape) -> ByColor<Vec<u64>> {
    ByColor::new_with(|turn| {
        let mut legal = vec![0; layout.words()];
        legal
            .par_chunks_mut(layout.block_words())
            .enumerate()
            .for_each(|(block, words)| layout.legal(block, turn, words));
        shape.padded(legal)
    })
}

/// Values with each set made into another.
pub fn each_set(side: SideTable, of: impl Fn(Vec<u64>) -> Vec<u64>) -> SideTable {
    let numbers = |numbers: Option<Numbers>| {
        numbers.map(|numbers| Numbers {
            slices: numbers.slices.into_iter().map(&of).collect(),
        })
    };
    SideTable {
        moves: numbers(side.moves),
        dtz: numbers(side.dtz),
        legal: of(side.legal),
        win: of(side.win),
        loss: of(side.loss),
    }
}

pub fn both<T>(
    mut of: impl FnMut(Color) -> Result<T, GenerateError>,
) -> Result<ByColor<T>, GenerateError> {
    Ok(ByColor {
        black: of(Color::Black)?,
        white: of(Color::White)?,
    })
}
