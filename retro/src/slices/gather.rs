//! Sets of a finished class, for some of its men on fixed squares.

use std::sync::LazyLock;

use drawproof_tables::{Layout, MAX_TABLE_MEN, Symmetry, transpose};
use rayon::prelude::*;
use shakmaty::Square;

use crate::positions::{change::Order, shape::Shape, sheet::column};

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
    /// Where the man stands whose square is the bit. `None` if that is a king.
    last: Option<Stands>,
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
    /// The bit of the last man, if it stands on a square.
    bit: u32,
}

/// Top and bottom exchanged, if colours are.
fn flip(flipped: bool) -> Symmetry {
    if flipped {
        Symmetry::MIRROR_RANKS
    } else {
        Symmetry::IDENTITY
    }
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
    pub fn of_table(
        shape: &Shape,
        order: &'a Order,
        from: &Layout,
        stands: &[Stands],
        flipped: bool,
    ) -> Self {
        let flip = flip(flipped);
        let find = |[strong, weak]: [Square; 2]| {
            let (block, onto) = from.kings().find(strong, weak)?;
            Some((block, flip.then(onto)))
        };
        Self::new(shape, order, &stands[2..], flip, &find)
    }

    /// The same for a slice of a class with pawns, in the order of its shape: `stands`
    /// says where each piece stands, and `mirror` maps the pawns onto those of the
    /// slice.
    pub fn of_slice(
        shape: &Shape,
        order: &'a Order,
        stands: &[Stands],
        flipped: bool,
        mirror: Symmetry,
    ) -> Self {
        let flip = flip(flipped);
        let find = |[white, black]: [Square; 2]| {
            let [white, black] = [white, black].map(|king| mirror.square(king).to_usize());
            Some((white << 6 | black, flip.then(mirror)))
        };
        Self::new(shape, order, stands, flip, &find)
    }

    /// `find` gives the number of two kings, and what maps the board there.
    fn new(
        shape: &Shape,
        order: &'a Order,
        stands: &[Stands],
        flip: Symmetry,
        find: &dyn Fn([Square; 2]) -> Option<(usize, Symmetry)>,
    ) -> Self {
        let outers = stands.len().saturating_sub(1);
        let mut shifts = [None; MAX_TABLE_MEN];
        let mut fixed = Vec::new();
        for (outer, stands) in stands[..outers].iter().enumerate() {
            let shift = 6 * (outers - 1 - outer);
            match *stands {
                Stands::Moves(man) => shifts[man] = Some(shift),
                Stands::On(square) => fixed.push((square.to_usize(), shift)),
            }
        }
        let last = stands.last().copied();
        let group = |kings: usize| {
            let [white, black] =
                [kings >> 6, kings & 63].map(|at| flip.square(Square::new(at as u32)));
            let kings = match flip {
                Symmetry::IDENTITY => [white, black],
                _ => [black, white],
            };
            let (number, onto) = find(kings)?;
            let mut group = Group {
                base: number << (6 * outers),
                onto,
                bit: 0,
            };
            let image = group.image();
            for &(square, shift) in &fixed {
                group.base += image[square] << shift;
            }
            match last {
                Some(Stands::On(square)) => group.bit = image[square.to_usize()] as u32,
                Some(Stands::Moves(_)) => {}
                // The bit is the second king.
                None => {
                    group.bit = number as u32 & 63;
                    group.base = number >> 6;
                }
            }
            Some(group)
        };
        Self {
            order,
            last,
            groups: (0..64 * 64).map(group).collect(),
            shifts,
            words: shape.blocks() * order.block_words(),
        }
    }

    /// A set in the order of the shape.
    pub fn set(&self, set: &[u64]) -> Vec<u64> {
        let mut result = self.empty();
        self.add(0, set, &mut result);
        result
    }

    /// An empty set in the order of the shape.
    pub fn empty(&self) -> Vec<u64> {
        vec![0; self.words]
    }

    /// Adds what a piece of a set has, which begins with word `first` of the set and has
    /// whole blocks, to a set in the order of the shape for each of several ways to read it.
    pub fn add_piece(all: &[Self], first: usize, piece: &[u64], mut results: Vec<&mut [u64]>) {
        if let [one] = all {
            for to in &mut results {
                one.add(first, piece, to);
            }
            return;
        }
        // What one reads for two kings is soon read by the next, and is in a cache.
        let groups = all.iter().map(|gather| gather.groups.len()).max();
        let each = |gather: &Self, at: usize, to: &mut [u64]| {
            let words = gather.words / gather.groups.len();
            if let Some(group) = gather.group_in(at, first, piece) {
                gather.fill(&group, piece, &mut to[at * words..][..words]);
            }
        };
        for at in 0..groups.unwrap_or(0) {
            for (gather, to) in all.iter().zip(&mut results) {
                if gather.order.last != Some(1) {
                    each(gather, at, to);
                } else if at == 0 {
                    gather.add(first, piece, to);
                }
            }
        }
    }

    /// All positions with two kings, if they are in a piece: where in it.
    fn group_in(&self, at: usize, first: usize, piece: &[u64]) -> Option<Group> {
        let group = self.groups[at]?;
        let base = group.base.checked_sub(first)?;
        (base < piece.len()).then_some(Group { base, ..group })
    }

    fn add(&self, first: usize, piece: &[u64], result: &mut [u64]) {
        if self.order.last == Some(1) {
            for (white, bits) in result.iter_mut().enumerate() {
                let groups = 64 * white..64 * (white + 1);
                let groups = groups.map(|at| self.group_in(at, first, piece));
                *bits |= Self::kings_only(groups, piece);
            }
            return;
        }
        // Kings come first.
        result
            .par_chunks_mut(self.words / self.groups.len())
            .enumerate()
            .with_min_len(64)
            .for_each(|(at, words)| {
                if let Some(group) = self.group_in(at, first, piece) {
                    self.fill(&group, piece, words);
                }
            });
    }

    /// The positions of the kings beside fixed men, by the square of Black's.
    fn kings_only(groups: impl Iterator<Item = Option<Group>>, set: &[u64]) -> u64 {
        let bit = |(black, group): (usize, Option<Group>)| {
            let group = group?;
            Some((set[group.base] >> group.bit & 1) << black)
        };
        groups.enumerate().filter_map(bit).sum()
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
        match (self.last, last_shift) {
            (Some(Stands::On(_)), Some(shift)) => {
                let mut square = [0; 64];
                for (word, bits) in words.iter_mut().enumerate() {
                    let from = &set[word_of(word)..];
                    for (row, of) in square.iter_mut().zip(from.iter().step_by(1 << shift)) {
                        *row = *of;
                    }
                    *bits = back.bits(column(&square, group.bit));
                }
            }
            (Some(Stands::Moves(man)), Some(shift)) => {
                let digit = own
                    .iter()
                    .rev()
                    .position(|&other| other == man)
                    .unwrap_or(0);
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

#[cfg(test)]
mod tests;
