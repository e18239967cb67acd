//! WDL and distances of a class.

use drawproof_tables::{Layout, Metric, Numbers, SideTable, Table, TableSet};
use rayon::prelude::*;
use shakmaty::{ByColor, Color};

use crate::{
    Counting, GenerateError, PlyReport,
    conversions::Conversions,
    en_passant::{Plain, Rights},
    moves::Moves,
    ply::Search,
    replay::is_cursed,
    shape::Shape,
    side::Side,
    targets::Targets,
};

/// Solves a class whose smaller tables are there: WDL and the
/// requested distance. With pawns, distances to zeroing moves need WDL first:
/// see [`add_dtz`].
pub fn solve(
    layout: &Layout,
    tables: &TableSet,
    goal: Metric,
    report: &(dyn Fn(PlyReport) + Sync),
) -> Result<Table, GenerateError> {
    let counting = match goal {
        Metric::Dtm => Counting::ToMate,
        Metric::Wdl | Metric::Dtz => Counting::ToZeroing,
    };
    let moves = Moves::new(layout);
    let legal = legal(&moves.shape);
    let search = Search {
        moves: &moves,
        goal,
        known: None,
    };
    let sides = both(|mover| {
        let conversions = Conversions::at_end(layout, tables, &moves, counting, mover)?;
        let legal = legal.as_ref().map(|legal| &legal[..]);
        Ok(Side::new(&moves, conversions, mover, &legal, None))
    })?;
    let sides = search.run(sides, report).zip(legal);
    let sides = sides.map(|(side, legal)| {
        let Side {
            open: mut win,
            lost,
            numbers,
            ..
        } = side;
        let words = win.par_iter_mut().zip(&legal);
        words.for_each(|(win, legal)| *win = legal & !*win);
        let shape = &moves.shape;
        let mut table = SideTable {
            win: shape.unpadded(win),
            legal: shape.unpadded(legal),
            loss: shape.unpadded(lost),
            ..SideTable::default()
        };
        if goal != Metric::Wdl {
            goal.set_numbers(&mut table, unpadded(shape, numbers));
        }
        table
    });
    Ok(Table::new(layout.clone(), sides))
}

/// Solves a class without pawns for both distances at the same time: the
/// searches of small classes are too short to keep several threads busy.
pub fn solve_both(
    layout: &Layout,
    tables: &TableSet,
    report: &(dyn Fn(PlyReport) + Sync),
) -> Result<Table, GenerateError> {
    let solve = |goal| solve(layout, tables, goal, report);
    let (to_mate, to_zeroing) = rayon::join(|| solve(Metric::Dtm), || solve(Metric::Dtz));
    let sides = to_mate?.into_sides().zip(to_zeroing?.into_sides());
    let sides = sides.map(|(to_mate, to_zeroing)| SideTable {
        dtz: to_zeroing.dtz,
        ..to_mate
    });
    Ok(Table::new(layout.clone(), sides))
}

/// Adds distances to zeroing moves to a table; the smaller tables must
/// have them.
///
/// Pawn moves stay in the class, so it must be known which wins the 50-move
/// rule spoils. The search is repeated until it finds nothing new; once is
/// enough if there are no such wins or no pawns.
pub fn add_dtz(
    table: Table,
    tables: &TableSet,
    report: &(dyn Fn(PlyReport) + Sync),
) -> Result<Table, GenerateError> {
    let layout = &table.layout().clone();
    let moves = Moves::new(layout);
    let shape = &moves.shape;
    let known = table.into_sides().map(|side| padded(shape, side));
    let (known, _) = with_dtz(&moves, known, tables, report)?;
    let sides = known.map(|side| unpadded_side(shape, side));
    Ok(Table::new(layout.clone(), sides))
}

/// Adds distances to zeroing moves to the known values, and finds the values of
/// positions with an en passant right. All sets are padded.
fn with_dtz(
    moves: &Moves,
    mut known: ByColor<SideTable>,
    tables: &TableSet,
    report: &(dyn Fn(PlyReport) + Sync),
) -> Result<(ByColor<SideTable>, ByColor<Rights>), GenerateError> {
    let layout = moves.shape.layout;
    let mut rights = both(|turn| values_with_rights(moves, &known, tables, turn))?;
    let has_pawns = layout.material().has_pawns();
    loop {
        let before = known.as_ref().zip(rights.as_ref()).map(cursed);
        let legal = known.as_ref().map(|side| &side.legal[..]);
        let search = Search {
            moves,
            goal: Metric::Dtz,
            known: Some(&known),
        };
        let sides = both(|mover| {
            let after = (known.get(!mover), rights.get(!mover));
            let targets = has_pawns.then(|| Targets::at_end(layout, after.0, after.1));
            let counting = Counting::ToZeroing;
            let conversions = Conversions::at_end(layout, tables, moves, counting, mover)?;
            Ok(Side::new(moves, conversions, mover, &legal, targets))
        })?;
        let found = search.run(sides, report);
        let ByColor { black, white } = found.map(|side| (side.numbers, side.rights));
        for (turn, (numbers, found)) in [(Color::Black, black), (Color::White, white)] {
            known.get_mut(turn).dtz = Some(numbers);
            *rights.get_mut(turn) = found;
        }
        if !has_pawns || known.as_ref().zip(rights.as_ref()).map(cursed) == before {
            return Ok((known, rights));
        }
    }
}

/// The positions of a side that the 50-move rule draws, and how many with an
/// en passant right.
fn cursed((side, rights): (&SideTable, &Rights)) -> (Vec<u64>, u64) {
    let words = if is_cursed(side) {
        0..side.legal.len()
    } else {
        0..0
    };
    (
        words.map(|word| side.cursed(word)).collect(),
        rights.cursed(),
    )
}

/// WDL with en passant rights, from WDL without.
fn values_with_rights(
    moves: &Moves,
    known: &ByColor<SideTable>,
    tables: &TableSet,
    turn: Color,
) -> Result<Rights, GenerateError> {
    let layout = moves.shape.layout;
    let mut conversions = Conversions::at_end(layout, tables, moves, Counting::ToZeroing, turn)?;
    let side = known.get(turn);
    let legal = [&side.legal[..], &known.get(!turn).legal];
    let mut rights = Rights::new(moves, &mut conversions, turn, legal);
    let words = side.legal.iter().zip(&side.win);
    let open: Vec<u64> = words.map(|(legal, win)| legal & !win).collect();
    let plain = Plain {
        open: &open,
        lost: &side.loss,
    };
    for ply in 0.. {
        conversions.begin(ply);
        rights.advance(moves, &conversions, &plain, ply);
        if conversions.is_done(ply) {
            break;
        }
    }
    Ok(rights)
}

/// The legal positions, both sides to move.
fn legal(shape: &Shape) -> ByColor<Vec<u64>> {
    ByColor::new_with(|turn| {
        let mut legal = vec![0; shape.layout.words()];
        legal
            .par_chunks_mut(shape.layout.block_words())
            .enumerate()
            .for_each(|(block, words)| shape.layout.legal(block, turn, words));
        shape.padded(legal)
    })
}

fn unpadded(shape: &Shape, numbers: Numbers) -> Numbers {
    let slices = numbers.slices.into_iter();
    Numbers {
        slices: slices.map(|slice| shape.unpadded(slice)).collect(),
    }
}

fn each_set(side: SideTable, of: impl Fn(Vec<u64>) -> Vec<u64>) -> SideTable {
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

fn padded(shape: &Shape, side: SideTable) -> SideTable {
    each_set(side, |set| shape.padded(set))
}

fn unpadded_side(shape: &Shape, side: SideTable) -> SideTable {
    each_set(side, |set| shape.unpadded(set))
}

fn both<T>(
    mut of: impl FnMut(Color) -> Result<T, GenerateError>,
) -> Result<ByColor<T>, GenerateError> {
    Ok(ByColor {
        black: of(Color::Black)?,
        white: of(Color::White)?,
    })
}

#[cfg(test)]
mod tests;
