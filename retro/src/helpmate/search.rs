//! The search for help mates: both sides look for a line that ends with one of them mated.
//!
//! A position is found if *some* move leads to one that was found, whichever side moves. So
//! there is one kind of step, from positions to those before them, and it is made for both
//! sides to move and for mates of both sides. In a [`SideTable`] "won" are the positions in
//! which the side to move can mate, "lost" those in which the other side can; a position may
//! be both.

use drawproof_tables::{HelpMoves, Numbers, SideTable, ones};
use rayon::prelude::*;
use shakmaty::{ByColor, Color};

use crate::{
    error::GenerateError,
    positions::{
        shape::{At, Place, Sparse, SparseBlock},
        sheet::{Sheet, subtract, unite_few},
    },
    search::{
        backwards::Set,
        conversions::Conversions,
        moves::{Marks, Moves},
        side_state::change,
    },
    slices::replay::State,
    wanted::Counting,
};

/// What is called after each ply, with how many positions it found.
type Report<'a> = &'a (dyn Fn(u16, u64) -> Result<(), GenerateError> + Sync);

/// Which side mates, seen from the side to move.
const MATERS: [Mater; 2] = [Mater::Own, Mater::Other];

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Mater {
    Own,
    Other,
}

impl Mater {
    /// The state of the positions, with the other side to move, that moves of it look for.
    fn state(self) -> State {
        match self {
            Self::Own => State::Lost,
            Self::Other => State::Won,
        }
    }

    /// Who that is after a move.
    fn after(self) -> Self {
        match self {
            Self::Own => Self::Other,
            Self::Other => Self::Own,
        }
    }

    /// The bits of a number that say how many moves the mate of ply `ply` takes.
    fn number(self, ply: u16) -> u32 {
        let moves = u32::from(ply).div_ceil(2);
        let none = HelpMoves::default();
        match self {
            Self::Own => HelpMoves { own: moves, ..none },
            Self::Other => HelpMoves {
                others: moves,
                ..none
            },
        }
        .number()
    }
}

/// The state of the search for one side to move.
struct Side<'a> {
    conversions: Conversions<'a>,
    /// The legal positions in which no mate was found so far, by who mates.
    left: [Vec<u64>; 2],
    /// Those found at the previous ply.
    newly: [Sparse; 2],
    numbers: Numbers,
}

/// A search of one shape.
struct Search<'a> {
    moves: &'a Moves,
    legal: &'a ByColor<Vec<u64>>,
    counting: Counting,
}

/// Who can mate in the positions of one shape, with the distances if `counting` counts to
/// help mates. `legal` are the legal positions. All sets are in the order of the shape.
pub fn solve(
    moves: &Moves,
    conversions: ByColor<Conversions>,
    legal: &ByColor<Vec<u64>>,
    counting: Counting,
    report: Report,
) -> Result<ByColor<SideTable>, GenerateError> {
    let search = Search {
        moves,
        legal,
        counting,
    };
    let sides = conversions
        .zip(legal.as_ref())
        .map(|(mut conversions, legal)| {
            conversions.rewind(counting);
            let nothing = || Sparse::none(&moves.shape);
            Side {
                conversions,
                left: [legal.clone(), legal.clone()],
                newly: [nothing(), nothing()],
                numbers: Numbers::default(),
            }
        });
    let sides = search.run(sides, report)?.zip(legal.as_ref());
    Ok(sides.map(|(side, legal)| {
        let found = side.left.map(|mut left| {
            let words = left.par_iter_mut().zip(legal);
            words.for_each(|(left, legal)| *left = legal & !*left);
            left
        });
        let [win, loss] = found;
        SideTable {
            legal: legal.clone(),
            win,
            loss,
            moves: search.has_numbers().then_some(side.numbers),
            dtz: None,
        }
    }))
}

impl Search<'_> {
    fn has_numbers(&self) -> bool {
        self.counting == Counting::Helpmate
    }

    fn run<'a>(
        &self,
        mut sides: ByColor<Side<'a>>,
        report: Report,
    ) -> Result<ByColor<Side<'a>>, GenerateError> {
        for ply in 0.. {
            sides
                .iter_mut()
                .for_each(|side| side.conversions.begin(ply));
            let found = ByColor::new_with(|mover| self.find(mover, ply, &sides));
            report(ply, found.iter().flatten().map(Sparse::count).sum())?;
            for (side, found) in sides.iter_mut().zip(found) {
                self.add(side, ply, found);
            }
            let is_done = |side: &Side| {
                side.newly.iter().all(Sparse::is_empty) && side.conversions.is_done(ply)
            };
            if sides.iter().all(is_done) {
                break;
            }
        }
        Ok(sides)
    }

    /// What is found at a ply, by who mates.
    fn find(&self, mover: Color, ply: u16, sides: &ByColor<Side>) -> [Sparse; 2] {
        let blocks = (0..self.moves.shape.blocks()).into_par_iter();
        let found: Vec<[SparseBlock; 2]> = blocks
            .map(|block| {
                if ply == 0 {
                    let side = sides.get(mover);
                    [SparseBlock::default(), self.checkmates(mover, block, side)]
                } else {
                    MATERS.map(|mater| self.find_in_block(mover, mater, block, sides))
                }
            })
            .collect();
        let (own, others) = found.into_iter().map(<(_, _)>::from).unzip();
        [Sparse::new(own), Sparse::new(others)]
    }

    /// The positions of a block in which the side to move is checkmated.
    fn checkmates(&self, mover: Color, block: usize, side: &Side) -> SparseBlock {
        let shape = &self.moves.shape;
        let mut mates = SparseBlock::default();
        for sheet in 0..shape.sheets {
            let at = At { block, sheet };
            let Some(place) = shape.place(at) else {
                continue;
            };
            let mut mated = Sheet(*shape.words(self.legal.get(mover), at));
            // In check: if it were to move, the other side could capture the king.
            mated.remove(shape.words(self.legal.get(!mover), at));
            if !mated.is_empty() {
                let mut can_move = Sheet::EMPTY;
                let into = Set {
                    shape,
                    words: self.legal.get(!mover),
                };
                self.moves
                    .add_piece_moves(&place, mover, &into, &mated, &mut can_move);
                side.conversions.add(&place, State::Legal, &mut can_move);
                mated.remove(&can_move.0);
                mates.push(shape, sheet, &mated);
            }
        }
        mates
    }

    /// The positions of a block with a move into those found at the previous ply.
    fn find_in_block(
        &self,
        mover: Color,
        mater: Mater,
        block: usize,
        sides: &ByColor<Side>,
    ) -> SparseBlock {
        let shape = &self.moves.shape;
        let side = sides.get(mover);
        let newly = &sides.get(!mover).newly[mater.after() as usize];
        let mut marks = Marks::none(shape);
        if side.conversions.is_due(block, mater.state()) {
            marks.set_all();
        } else {
            self.moves.mark(block, mover, newly, &mut marks);
        }
        let mut found = SparseBlock::default();
        for sheet in marks.iter() {
            let at = At { block, sheet };
            let wanted = Sheet(*shape.words(&side.left[mater as usize], at));
            if wanted.is_empty() {
                continue;
            }
            let Some(place) = shape.place(at) else {
                continue;
            };
            let mut reached = self.reached(&place, mover, mater, side, newly, &wanted);
            reached.keep(&wanted.0);
            found.push(shape, sheet, &reached);
        }
        found
    }

    /// The positions of a sheet with a move into those found at the previous ply; maybe not
    /// all, if all that are wanted are there.
    fn reached(
        &self,
        place: &Place,
        mover: Color,
        mater: Mater,
        side: &Side,
        newly: &Sparse,
        wanted: &Sheet,
    ) -> Sheet {
        let mut reached = Sheet::EMPTY;
        self.moves
            .add_piece_moves(place, mover, newly, wanted, &mut reached);
        side.conversions.add(place, mater.state(), &mut reached);
        reached
    }

    /// Adds the results of a ply.
    fn add(&self, side: &mut Side, ply: u16, found: [Sparse; 2]) {
        let shape = &self.moves.shape;
        for (mater, found) in MATERS.into_iter().zip(&found) {
            change(shape, &mut side.left[mater as usize], found, subtract);
            if !self.has_numbers() || found.is_empty() {
                continue;
            }
            let words = side.left[0].len();
            for slice in ones(mater.number(ply).into()) {
                change(
                    shape,
                    side.numbers.slice_mut(slice, words),
                    found,
                    unite_few,
                );
            }
        }
        side.newly = found;
    }
}
