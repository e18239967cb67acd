//! For tests: tables that are filled at random, since real ones agree too often.

use drawproof_tables::{Index, Layout, Placement, SideTable, Symmetry, Table, mixed};
use rayon::prelude::*;
use shakmaty::{Bitboard, ByColor, Color, Piece, Role};

use crate::shape::{At, Shape};

/// A table in which about a quarter of the legal positions are won and as many lost,
/// the same for all entries of one position.
pub fn planted(layout: &Layout) -> Table {
    let side = |turn: Color| {
        let seed = mixed(1 + u64::from(turn.is_black()));
        let mut side = SideTable::new(layout, turn);
        let legal = side.legal.par_iter().enumerate();
        let sets = legal.map(|(at, legal)| {
            let (win, loss) = planted_word(layout, seed, at);
            (win & legal, loss & legal)
        });
        (side.win, side.loss) = sets.unzip();
        side
    };
    Table::new(layout.clone(), ByColor::new_with(side))
}

fn planted_word(layout: &Layout, seed: u64, at: usize) -> (u64, u64) {
    let (block, word) = (at / layout.block_words(), at % layout.block_words());
    let of = |numbers: [u64; 2]| {
        let [one, other] = numbers.map(|number| mixed(seed ^ mixed(number)));
        (one & other, !one & other)
    };
    let has_like_men = layout.material().like_orders() > 1;
    if !has_like_men && !layout.kings().on_diagonal(block) {
        return of([2 * at as u64, 2 * at as u64 + 1]);
    }
    let mut sets = (0, 0);
    for bit in 0..64 {
        let index = Index { block, word, bit };
        let squares = layout.decode(index, Color::White).squares;
        let number = |onto: Symmetry| {
            let mut men: Vec<(Piece, u32)> = layout
                .men()
                .iter()
                .copied()
                .zip(&squares)
                .map(|(man, &square)| (man, onto.square(square).to_u32()))
                .collect();
            men.sort_by_key(|&(man, square)| (man.role, man.color.is_black(), square));
            men.iter()
                .fold(0, |number, &(_, square)| number << 6 | u64::from(square))
        };
        let mut least = number(Symmetry::IDENTITY);
        if layout.kings().on_diagonal(block) {
            least = least.min(number(Symmetry::TRANSPOSE));
        }
        let (win, loss) = of([2 * least, 2 * least + 1]);
        sets.0 |= (win & 1) << bit;
        sets.1 |= (loss & 1) << bit;
    }
    sets
}

/// The positions of a sheet in which all men stand on squares of their own.
pub fn placements(shape: &Shape, at: At) -> Vec<(Index, Placement)> {
    let layout = shape.layout;
    let words = 64.min(layout.block_words());
    let all = (0..words).flat_map(|word| (0..64).map(move |bit| (word, bit)));
    let all = all.map(|(word, bit)| {
        let index = Index {
            block: at.block,
            word: 64 * at.sheet + word,
            bit,
        };
        (index, layout.decode(index, Color::White))
    });
    let is_possible = |placement: &Placement| {
        let mut men = layout.men().iter().zip(&placement.squares);
        placement.occupied().count() == layout.men().len()
            && men.all(|(man, &square)| {
                man.role != Role::Pawn || !Bitboard::BACKRANKS.contains(square)
            })
    };
    all.filter(|(_, placement)| is_possible(placement))
        .collect()
}
