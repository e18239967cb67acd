//! Sets of a table, for some of its men on fixed squares.

use std::sync::LazyLock;

use drawproof_tables::{Layout, MAX_TABLE_MEN, Symmetry, transpose};
use rayon::prelude::*;
use shakmaty::Square;

use crate::{order::Order, shape::Shape};

/// Where a man of a table stands.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Stands {
    /// Where this man of the class stands.
    Moves(usize),
    /// On a square.
    On(Square),
}

/// Reads sets of a table in the order of a shape with a pawn structure.
pub struct Gather<'a> {
    order: &'a Order,
    /// Where each man of the table stands.
    stands: &'a [Stands],
    /// For each two squares of the kings, White's first.
    groups: Vec<Option<Group>>,
    /// How far the square of each man of the class is shifted in the number of a
    /// word of the table.
    shifts: [Option<usize>; MAX_TABLE_MEN],
    words: usize,
}

/// All positions with the kings on two squares: where they are in the table.
#[derive(Copy, Clone)]
struct Group {
    /// The word with the kings and all fixed men on their squares, the others on
    /// a1.
    base: usize,
    onto: Symmetry,
}

/// The number of each square's image.
static IMAGES: LazyLock<[[usize; 64]; 8]> = LazyLock::new(|| {
    let image = |symmetry: Symmetry| {
        std::array::from_fn(|at| symmetry.square(Square::new(at as u32)).to_usize())
    };
    Symmetry::ALL.map(image)
});

impl Group {
    fn image(&self) -> &'static [usize; 64] {
        &IMAGES[self.onto.index()]
    }
}

impl<'a> Gather<'a> {
    /// `from` is the order of the table, and `stands` says where each of its men
    /// stands. If `flipped`, colours are exchanged, and with them top and bottom.
    pub fn new(
        shape: &Shape,
        order: &'a Order,
        from: &Layout,
        stands: &'a [Stands],
        flipped: bool,
    ) -> Self {
        let outers = from.outer_men().len();
        let mut shifts = [None; MAX_TABLE_MEN];
        let mut fixed = Vec::new();
        for (outer, stands) in stands[2..2 + outers].iter().enumerate() {
            let shift = 6 * (outers - 1 - outer);
            match *stands {
                Stands::Moves(man) => shifts[man] = Some(shift),
                Stands::On(square) => fixed.push((square.to_usize(), shift)),
            }
        }
        let flip = if flipped {
            Symmetry::MIRROR_RANKS
        } else {
            Symmetry::IDENTITY
        };
        let group = |kings: usize| {
            let kings = [kings >> 6, kings & 63].map(|at| flip.square(Square::new(at as u32)));
            let [strong, weak] = if flipped { [kings[1], kings[0]] } else { kings };
            let (block, onto) = from.kings().find(strong, weak)?;
            let mut group = Group {
                base: block * from.block_words(),
                onto: flip.then(onto),
            };
            let image = group.image();
            for &(square, shift) in &fixed {
                group.base += image[square] << shift;
            }
            Some(group)
        };
        Self {
            order,
            stands,
            groups: (0..64 * 64).map(group).collect(),
            shifts,
            words: shape.blocks() * order.block_words(),
        }
    }

    /// A set in the order of the shape.
    pub fn set(&self, set: &[u64]) -> Vec<u64> {
        let mut result = vec![0; self.words];
        if self.order.last == Some(1) {
            for (bits, groups) in result.iter_mut().zip(self.groups.chunks(64)) {
                *bits = self.kings_only(groups, set);
            }
            return result;
        }
        // Kings come first.
        result
            .par_chunks_mut(self.words / self.groups.len())
            .zip(&self.groups)
            .with_min_len(64)
            .for_each(|(words, group)| {
                if let Some(group) = group {
                    self.fill(group, set, words);
                }
            });
        result
    }

    /// The positions of the kings beside fixed men, by the square of Black's.
    fn kings_only(&self, groups: &[Option<Group>], set: &[u64]) -> u64 {
        let Some(Stands::On(last)) = self.stands.last() else {
            return 0;
        };
        let bit = |(black, group): (usize, &Option<Group>)| {
            let group = group.as_ref()?;
            Some((set[group.base] >> group.image()[last.to_usize()] & 1) << black)
        };
        groups.iter().enumerate().filter_map(bit).sum()
    }

    /// Fills the words of two kings.
    fn fill(&self, group: &Group, set: &[u64], words: &mut [u64]) {
        let (image, back) = (group.image(), group.onto.inverse());
        let outers: &[usize] = &self.order.outers;
        let kings = outers.iter().take_while(|man| **man < 2).count();
        let own = &outers[kings..];
        let word_of = |word: usize| {
            let digits = own.iter().rev().enumerate();
            let squares = digits.filter_map(|(digit, &man)| {
                let square = word >> (6 * digit) & 63;
                Some(image[square] << self.shifts[man]?)
            });
            group.base + squares.sum::<usize>()
        };
        let last_shift = self.order.last.and_then(|man| self.shifts[man]);
        match (self.stands.last(), last_shift) {
            (Some(Stands::On(square)), Some(shift)) => {
                let bit = image[square.to_usize()];
                for (word, bits) in words.iter_mut().enumerate() {
                    let from = word_of(word);
                    for (square, image) in image.iter().enumerate() {
                        *bits |= (set[from + (image << shift)] >> bit & 1) << square;
                    }
                }
            }
            (Some(Stands::Moves(man)), Some(shift)) => {
                let digit = own.iter().rev().position(|other| other == man).unwrap_or(0);
                let mut square = [0; 64];
                let is_first = |word: &usize| (word >> (6 * digit)).is_multiple_of(64);
                for word in (0..words.len()).filter(is_first) {
                    let from = word_of(word);
                    for (row, image) in square.iter_mut().zip(image) {
                        *row = back.bits(set[from + (image << shift)]);
                    }
                    transpose(&mut square);
                    for (at, row) in square.iter().enumerate() {
                        words[word | at << (6 * digit)] = *row;
                    }
                }
            }
            _ => {
                for (word, bits) in words.iter_mut().enumerate() {
                    *bits = back.bits(set[word_of(word)]);
                }
            }
        }
    }
}
