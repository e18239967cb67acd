//! From rows of a file to words of a layout.
//!
//! The man who moves along rows is seldom the last one of the layout, whose squares are the bits
//! of a word. So rows are read 64 at a time, one for each square of the last man, and exchanged
//! with columns: a tile. A slab is 64 tiles, one for each square of a third man. It fits a cache,
//! and no other thread has it, until its words are added to the blocks that they belong to.

use std::cmp::Reverse;

use multiversion::multiversion;
use rayon::prelude::*;
use shakmaty::Square;

use super::{
    rows::{Rows, Squares},
    sets::{Block, Blocks, Planes},
    unpack::Values,
};
use crate::{Layout, MAX_TABLE_MEN, Symmetry, ones, reorder::transpose};

/// All positions of a table.
pub struct Tiles<'a> {
    layout: &'a Layout,
    rows: &'a Rows,
    values: &'a Values,
    /// The places in the file's list of the layout's men.
    places: Vec<usize>,
    /// The places of the men that do not move within a slab, but for kings; the slowest first.
    others: Vec<usize>,
    /// Where each man of the list can stand.
    allowed: Vec<u64>,
    /// Whether kings stand where the layout has them and the file may have an image of a position,
    /// not the other way about. A word would have few positions of the file otherwise if the man
    /// whom it keeps in a corner of the board were the last one of the layout.
    has_images: bool,
    /// The place of the man who moves from tile to tile of a slab, and what his square adds to the
    /// number of a word: how far it is shifted.
    slab: Option<(usize, usize)>,
}

/// The words of a slab, 64 for each square of the man who moves from tile to tile: one for each
/// square of the man who moves along rows.
struct Slab {
    tiles: Vec<Tile>,
    /// Which words of each tile are there.
    any: [u64; 64],
}

/// The 64 words of a tile, for each plane.
type Tile = [[u64; 64]; 3];

impl Slab {
    fn new() -> Self {
        Self {
            tiles: vec![[[0; 64]; 3]; 64],
            any: [0; 64],
        }
    }
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
        let slab = others
            .pop()
            .map(|place| (place, layout.shift(rows.men[place] - 2)));
        let has_images = places[men - 1] == 0;
        let symmetries = layout.kings().symmetries().iter();
        let images = |set: &u64| {
            symmetries
                .clone()
                .fold(*set, |all, onto| all | onto.bits(*set))
        };
        let allowed = rows.allowed.iter();
        Self {
            layout,
            rows,
            values,
            allowed: if has_images {
                allowed.map(images).collect()
            } else {
                allowed.copied().collect()
            },
            has_images,
            places,
            others,
            slab,
        }
    }

    /// Adds the codes of all positions. Like men stand there in one order only.
    pub fn add_to(&self, blocks: &Blocks<'_>) {
        let tasks = self.kings().into_par_iter().flat_map_iter(|kings| {
            let count = if self.others.is_empty() { 1 } else { 64 };
            (0..count).map(move |square| (kings, square))
        });
        tasks.for_each_init(Slab::new, |slab, (kings, square)| {
            let mut squares = [0; MAX_TABLE_MEN];
            let mut taken = 0;
            for (man, king) in kings.into_iter().enumerate() {
                if self.places[man] != self.rows.fast {
                    squares[self.places[man]] = king.into();
                    taken |= 1 << king.to_u32();
                }
            }
            let mut add =
                |squares: &mut Squares, taken| add_slab(self, slab, (squares, taken), blocks);
            match self.others.split_first() {
                None => add(&mut squares, taken),
                Some((&place, rest)) => {
                    self.place((place, square), rest, (&mut squares, taken), &mut add);
                }
            }
        });
    }

    /// The kings' squares where the file lists them; any square stands for that of one who moves
    /// along rows. Those that lead to the same blocks follow one another.
    fn kings(&self) -> Vec<[Square; 2]> {
        let kings = self.layout.kings();
        let is_still = |man: usize| self.places[man] != self.rows.fast;
        let squares = |man: usize| {
            let allowed = self.allowed[self.places[man]];
            ones(if is_still(man) { allowed } else { 1 }).map(Square::new)
        };
        let pairs = squares(0).flat_map(|white| squares(1).map(move |black| [white, black]));
        let first_image = |square: Square| {
            let images = kings.symmetries().iter().map(|onto| onto.square(square));
            let first = images.min().unwrap_or(square);
            Some((first.to_usize(), first == square))
        };
        let first = |pair: [Square; 2]| match [0, 1].map(is_still) {
            [true, true] => kings
                .find(pair[0], pair[1])
                .map(|(block, onto)| (block, onto == Symmetry::IDENTITY)),
            [true, false] => first_image(pair[0]),
            _ => first_image(pair[1]),
        };
        let mut found = Vec::new();
        for pair in pairs {
            match first(pair) {
                Some((block, is_first)) if is_first || !self.has_images => {
                    found.push((block, pair));
                }
                _ => {}
            }
        }
        found.sort_by_key(|&(block, _)| block);
        found.into_iter().map(|(_, pair)| pair).collect()
    }

    /// Places a man on a square and the rest of them in all ways, and calls for each.
    fn place(
        &self,
        (place, square): (usize, u8),
        rest: &[usize],
        (squares, taken): (&mut Squares, u64),
        call: &mut impl FnMut(&mut Squares, u64),
    ) {
        if (taken | !self.allowed[place]) >> square & 1 != 0 {
            return;
        }
        squares[place] = square;
        let taken = taken | 1 << square;
        let Some((&next, rest)) = rest.split_first() else {
            call(squares, taken);
            return;
        };
        for square in 0..64 {
            self.place((next, square), rest, (squares, taken), call);
        }
    }

    /// Reads the rows of a slab: those of a tile, one for each square of the last man. If he moves
    /// along rows there is one alone.
    #[inline(always)]
    fn read(&self, slab: &mut Slab, (squares, taken): (&mut Squares, u64)) {
        slab.any = [0; 64];
        let last = Some(self.last_place()).filter(|&last| last != self.rows.fast);
        let tile = self.slab.map(|(place, _)| place);
        // As far as possible in the order of the file.
        let slowness = |place: usize| (self.rows.factors[place], Reverse(place));
        let is_slow = tile.map(slowness) > last.map(slowness);
        let (slow, quick) = if is_slow { (tile, last) } else { (last, tile) };
        let free =
            |man: Option<usize>, taken: u64| man.map_or(1, |place| self.allowed[place] & !taken);
        // Rows that no position has are empty, too: the words of the last slab are still there.
        let all = |man: Option<usize>| if man.is_some() { 64 } else { 1 };
        let first = free(slow, taken);
        for one in 0..all(slow) {
            let second = if first >> one & 1 == 0 {
                0
            } else {
                free(quick, taken | u64::from(slow.is_some()) << one)
            };
            for other in 0..all(quick) {
                let (tile, row) = if is_slow { (one, other) } else { (other, one) };
                let (tile, row) = (usize::from(tile), usize::from(row));
                if second >> other & 1 == 0 {
                    put(&mut slab.tiles[tile], row, [0; 3]);
                    continue;
                }
                for (man, square) in [(slow, one), (quick, other)] {
                    if let Some(place) = man {
                        squares[place] = square;
                    }
                }
                let planes = self.planes(*squares);
                slab.any[tile] |= planes[0] | planes[1] | planes[2];
                put(&mut slab.tiles[tile], row, planes);
            }
        }
        if last.is_none() {
            // One word, which the last man's squares are the bits of.
            slab.any = slab.any.map(|any| u64::from(any != 0));
        }
    }

    /// The values of a row.
    #[inline(always)]
    fn planes(&self, squares: Squares) -> Planes {
        if self.has_images {
            let symmetries = self.layout.kings().symmetries();
            self.rows.image_row(self.values, squares, symmetries)
        } else {
            self.rows.row(self.values, squares)
        }
    }

    /// The place of the layout's last man.
    fn last_place(&self) -> usize {
        self.places[self.places.len() - 1]
    }

    /// Adds the words of a slab to their blocks.
    #[inline(always)]
    fn add(&self, slab: &Slab, squares: &mut Squares, blocks: &Blocks<'_>) {
        let kings = self.layout.kings();
        let mut tiles = slab.any;
        transpose(&mut tiles);
        for (along, tiles) in (0..64).zip(tiles).filter(|&(_, tiles)| tiles != 0) {
            squares[self.rows.fast] = along;
            let square = |man: usize| Square::new(squares[self.places[man]].into());
            let Some((block, onto)) = kings.find(square(0), square(1)) else {
                continue;
            };
            let mut words = blocks.block(block);
            self.add_image(slab, (along, tiles), (squares, onto), &mut words);
            // The layout has both mirror images of what the file has once.
            if kings.on_diagonal(block) && !self.has_images {
                let onto = onto.then(Symmetry::TRANSPOSE);
                self.add_image(slab, (along, tiles), (squares, onto), &mut words);
            }
        }
    }

    /// Adds the words of a slab for one square of the man who moves along rows, as a symmetry
    /// carries them to a block.
    #[inline(always)]
    fn add_image(
        &self,
        slab: &Slab,
        (along, tiles): (u8, u64),
        (squares, onto): (&Squares, Symmetry),
        words: &mut Block<'_>,
    ) {
        let outers = &self.places[2..self.places.len() - 1];
        let outers = outers
            .iter()
            .map(|&place| onto.square(Square::new(squares[place].into())));
        let word = self.layout.word(outers);
        for tile in ones(tiles) {
            let word = self.slab.map_or(word, |(_, shift)| {
                word & !(63 << shift) | onto.square(Square::new(tile)).to_usize() << shift
            });
            let tile = &slab.tiles[tile as usize];
            for (words, plane) in words.iter_mut().zip(tile) {
                words[word] |= onto.bits(plane[usize::from(along)]);
            }
        }
    }
}

/// Adds all positions of a slab.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn add_slab(
    tiles: &Tiles<'_>,
    slab: &mut Slab,
    (squares, taken): (&mut Squares, u64),
    blocks: &Blocks<'_>,
) {
    tiles.read(slab, (squares, taken));
    if tiles.last_place() != tiles.rows.fast {
        let there = slab.any.iter().zip(&mut slab.tiles);
        for (_, tile) in there.filter(|(any, _)| **any != 0) {
            for plane in tile {
                transpose(plane);
            }
        }
    }
    tiles.add(slab, squares, blocks);
}

/// Sets a word of a tile.
#[inline(always)]
fn put(tile: &mut Tile, row: usize, planes: Planes) {
    for (words, plane) in tile.iter_mut().zip(planes) {
        words[row] = plane;
    }
}
