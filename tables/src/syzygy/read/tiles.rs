//! From rows of a file to words of a layout.
//!
//! The man who moves along rows is seldom the last one of the layout, whose squares are the bits
//! of a word. So rows are read 64 at a time, one for each square of the last man, and exchanged
//! with columns.

use std::{cmp::Reverse, iter::once};

use rayon::prelude::*;
use shakmaty::Square;

use super::{
    rows::{Rows, Squares},
    sets::{Blocks, Planes},
    unpack::Values,
};
use crate::{Layout, MAX_TABLE_MEN, Symmetry, reorder::transpose};

/// All positions of a table.
pub struct Tiles<'a> {
    layout: &'a Layout,
    rows: &'a Rows,
    values: &'a Values,
    /// The places in the file's list of the layout's men.
    places: Vec<usize>,
    /// The places of the men that do not move within a tile, but for kings; the slowest first.
    others: Vec<usize>,
}

impl<'a> Tiles<'a> {
    pub fn new(layout: &'a Layout, rows: &'a Rows, values: &'a Values) -> Self {
        let men = rows.men.len();
        let mut places = vec![0; men];
        for (place, &man) in rows.men.iter().enumerate() {
            places[man] = place;
        }
        let moves = |place: &usize| *place == rows.fast || *place == places[men - 1];
        let mut others: Vec<usize> = places[2..].to_vec();
        others.retain(|place| !moves(place));
        // The first of leading men is the slowest.
        others.sort_by_key(|&place| (Reverse(rows.factors[place]), place));
        Self {
            layout,
            rows,
            values,
            places,
            others,
        }
    }

    /// Adds the codes of all positions. Like men stand there in one order only.
    pub fn add_to(&self, blocks: &Blocks<'_>) {
        let tasks = self.kings().into_par_iter().flat_map_iter(|kings| {
            let first = self.others.first();
            let count = if first.is_some() { 64 } else { 1 };
            (0..count).map(move |square| (kings, square))
        });
        tasks.for_each(|(kings, square)| {
            let mut squares = [0; MAX_TABLE_MEN];
            let mut taken = 0;
            for (man, king) in kings.into_iter().enumerate() {
                if self.places[man] != self.rows.fast {
                    squares[self.places[man]] = king.into();
                    taken |= 1 << king.to_u32();
                }
            }
            match self.others.split_first() {
                None => self.tile(&mut squares, taken, blocks),
                Some((&place, rest)) => {
                    self.place(place, square, rest, (&mut squares, taken), blocks);
                }
            }
        });
    }

    /// The kings' squares; any square stands for that of one who moves along rows.
    fn kings(&self) -> Vec<[Square; 2]> {
        let kings = self.layout.kings();
        let Some(moves) = (0..2).find(|&man| self.places[man] == self.rows.fast) else {
            let of = |at| <[Square; 2]>::from(kings.squares(at));
            return (0..kings.count()).map(of).collect();
        };
        let is_first = |square: &Square| {
            let mut images = kings.symmetries().iter().map(|onto| onto.square(*square));
            images.all(|image| *square <= image)
        };
        let squares = Square::ALL.into_iter().filter(is_first);
        squares
            .map(|square| {
                let mut both = [square; 2];
                both[moves] = Square::A1;
                both
            })
            .collect()
    }

    /// Places a man on a square, and the rest of them in all ways.
    fn place(
        &self,
        place: usize,
        square: u8,
        rest: &[usize],
        (squares, taken): (&mut Squares, u64),
        blocks: &Blocks<'_>,
    ) {
        if (taken | !self.rows.allowed[place]) >> square & 1 != 0 {
            return;
        }
        squares[place] = square;
        let taken = taken | 1 << square;
        let Some((&next, rest)) = rest.split_first() else {
            self.tile(squares, taken, blocks);
            return;
        };
        for square in 0..64 {
            self.place(next, square, rest, (squares, taken), blocks);
        }
    }

    /// Adds all positions of a tile, in which two men move.
    fn tile(&self, squares: &mut Squares, taken: u64, blocks: &Blocks<'_>) {
        let fast = self.rows.fast;
        let last = self.places[self.places.len() - 1];
        if last == fast {
            let row = self.rows.row(self.values, *squares);
            self.add(squares, once((0, row)), blocks);
            return;
        }
        let mut tile = [[0; 64]; 3];
        let mut any = 0;
        for square in 0..64 {
            if (taken | !self.rows.allowed[last]) >> square & 1 != 0 {
                continue;
            }
            squares[last] = square;
            let row = self.rows.row(self.values, *squares);
            for (plane, row) in tile.iter_mut().zip(row) {
                any |= row;
                plane[usize::from(square)] = row;
            }
        }
        if any == 0 {
            return;
        }
        tile.iter_mut().for_each(transpose);
        let column = |square| (square as u8, tile.map(|plane| plane[square as usize]));
        self.add(squares, crate::ones(any).map(column), blocks);
    }

    /// Adds words of a tile, each with the square of the man who moves along rows.
    fn add(
        &self,
        squares: &mut Squares,
        words: impl Iterator<Item = (u8, Planes)>,
        blocks: &Blocks<'_>,
    ) {
        let (kings, others) = self.places.split_at(2);
        let outers = &others[..others.len() - 1];
        // All words are of one block, if he is not a king.
        let mut held = None;
        for (square, planes) in words {
            squares[self.rows.fast] = square;
            let square = |place: usize| Square::new(squares[place].into());
            let found = self.layout.kings().find(square(kings[0]), square(kings[1]));
            let Some((block, onto)) = found else {
                continue;
            };
            if held.as_ref().is_none_or(|&(other, _)| other != block) {
                drop(held.take());
                held = Some((block, blocks.block(block)));
            }
            let outers = outers.iter().map(|&place| onto.square(square(place)));
            let word = self.layout.word(outers);
            let Some((_, words)) = &mut held else {
                continue;
            };
            for (to, plane) in words[word].iter_mut().zip(planes) {
                *to |= if onto == Symmetry::IDENTITY {
                    plane
                } else {
                    onto.bits(plane)
                };
            }
        }
    }
}
