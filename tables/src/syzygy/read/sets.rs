//! The values of a table as sets of positions in this project's order.

use std::sync::atomic::{AtomicU8, Ordering};

use rayon::prelude::*;
use shakmaty::File;

use super::tiles::Tiles;
use crate::{
    Layout, Material, Reorder, Symmetry, WdlSets,
    reorder::transpose,
    syzygy::write::{
        address::Addresses,
        cells::{Cells, To},
        order::{Men, Order},
        walk::{CHUNK, Squares},
    },
};

/// The code of cells that no position of a table belongs to.
const NONE: u8 = 8;

/// For each word: which positions are known, and the bits of their codes.
pub struct Codes<'a> {
    layout: &'a Layout,
    words: Vec<[u64; 4]>,
}

/// Puts the values of a table into cells. Like men stand there in one order only.
pub fn scatter(
    values: &[u8],
    cells: &Cells<'_>,
    (men, order, on): (&Men, &Order, File),
) -> Vec<u8> {
    let addresses = Addresses::new(cells, men, order);
    let tiles = Tiles::new(men, order, on, addresses.nearest());
    let found: Vec<AtomicU8> = (0..=cells.len()).map(|_| AtomicU8::new(NONE)).collect();
    (0..tiles.parts()).into_par_iter().for_each(|part| {
        let mut squares: Squares = [[0; CHUNK]; crate::MAX_TABLE_MEN];
        let (mut numbers, mut places) = ([0; CHUNK], [0; CHUNK]);
        tiles.each(part, |start, count| {
            tiles.decode(start, count, &mut squares);
            addresses.of(&squares, &mut numbers);
            tiles.places(start, count, &mut places);
            for (&place, &number) in places[..count].iter().zip(&numbers) {
                found[number as usize].store(values[place as usize], Ordering::Relaxed);
            }
        });
    });
    found.into_iter().map(AtomicU8::into_inner).collect()
}

impl<'a> Codes<'a> {
    pub fn new(layout: &'a Layout) -> Self {
        Self {
            layout,
            words: vec![[0; 4]; layout.words()],
        }
    }

    /// Known positions of a word, and the bits of their codes, lowest first.
    pub fn word(&self, word: usize) -> [u64; 4] {
        self.words[word]
    }

    /// Adds the cells of a table.
    pub fn add(&mut self, cells: &Cells<'_>, codes: &[u8]) {
        self.add_with(cells, |start, to| match to {
            To::Row(at) => {
                let mut row = [NONE; 64];
                row.copy_from_slice(&codes[start + at..start + at + 64]);
                row
            }
            To::File(at, file) => std::array::from_fn(|square| {
                if square % 8 == file {
                    codes[start + at + square / 8]
                } else {
                    NONE
                }
            }),
        });
    }

    /// Adds cells that all have one value.
    pub fn add_single(&mut self, cells: &Cells<'_>, value: u8) {
        self.add_with(cells, |_, to| match to {
            To::Row(_) => [value; 64],
            To::File(_, file) => {
                std::array::from_fn(|square| if square % 8 == file { value } else { NONE })
            }
        });
    }

    /// Adds cells by a function that gives the codes of a word: from the first cell of its
    /// kings, and its place among theirs.
    fn add_with(&mut self, cells: &Cells<'_>, codes: impl Fn(usize, To) -> [u8; 64] + Sync) {
        let count = self.layout.block_words();
        let kings = self.layout.kings();
        self.words
            .par_chunks_mut(count)
            .enumerate()
            .for_each(|(block, words)| {
                let (white, black) = kings.squares(block);
                let number = |symmetry: Symmetry| {
                    64 * symmetry.square(white).to_usize() + symmetry.square(black).to_usize()
                };
                let sources = if cells.is_pawnless() {
                    vec![block]
                } else {
                    vec![number(Symmetry::IDENTITY), number(Symmetry::MIRROR_FILES)]
                };
                for source in sources {
                    let start = source * cells.per_kings();
                    cells.each_word(source, |_, word, mirrored, to| {
                        let mut planes = planes(&codes(start, to));
                        if mirrored && matches!(to, To::Row(_)) {
                            planes = planes.map(|plane| Symmetry::MIRROR_FILES.bits(plane));
                        }
                        for (to, plane) in words[word].iter_mut().zip(planes) {
                            *to |= plane;
                        }
                    });
                }
            });
    }

    /// Adds all positions that equal known ones by an exchange of like men, or by a reflection.
    pub fn add_equals(&mut self) {
        let layout = self.layout;
        let men = layout.men();
        let like: Vec<usize> = (3..men.len())
            .filter(|&man| men[man] == men[man - 1])
            .collect();
        let count = layout.block_words();
        self.words
            .par_chunks_mut(count)
            .enumerate()
            .for_each(|(block, words)| {
                // Exchanges of neighbours, over and over, reach every order.
                for _ in 0..like.len() {
                    for &man in &like {
                        add_exchanged(layout, man, words);
                    }
                }
                if layout.kings().on_diagonal(block) {
                    add_reflected(layout, words);
                }
            });
    }
}

/// Which of 64 codes are known, and their bits, the lowest first.
fn planes(codes: &[u8; 64]) -> [u64; 4] {
    /// The lowest bit of each byte, and what gathers these bits in the highest byte.
    const LOW: u64 = 0x0101_0101_0101_0101;
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let mut planes = [0; 4];
    let (eights, _) = codes.as_chunks::<8>();
    for (at, &eight) in eights.iter().enumerate() {
        let eight = u64::from_le_bytes(eight);
        let plane = |bit: u32| ((eight >> bit & LOW).wrapping_mul(GATHER) >> 56) << (8 * at);
        planes[0] |= plane(3) ^ 255 << (8 * at);
        planes[1] |= plane(0);
        planes[2] |= plane(1);
        planes[3] |= plane(2);
    }
    planes
}

/// Adds the positions with a man and the one before it exchanged.
fn add_exchanged(layout: &Layout, man: usize, words: &mut [[u64; 4]]) {
    if man == layout.men().len() - 1 {
        // The last two men: rows and columns of 64 words.
        for sheet in words.chunks_mut(64) {
            for plane in 0..4 {
                let mut square: [u64; 64] = std::array::from_fn(|row| sheet[row][plane]);
                transpose(&mut square);
                for (word, row) in sheet.iter_mut().zip(square) {
                    word[plane] |= row;
                }
            }
        }
        return;
    }
    let (high, low) = (layout.shift(man - 3), layout.shift(man - 2));
    for word in 0..words.len() {
        let (first, second) = (word >> high & 63, word >> low & 63);
        if first < second {
            let other = word & !(63 << high) & !(63 << low) | second << high | first << low;
            let both = united(words[word], words[other]);
            words[word] = both;
            words[other] = both;
        }
    }
}

/// Adds the reflections at the diagonal from a1 to h8.
fn add_reflected(layout: &Layout, words: &mut [[u64; 4]]) {
    for word in 0..words.len() {
        let image = layout.image(word, Symmetry::TRANSPOSE);
        if image < word {
            continue;
        }
        let reflected = |planes: [u64; 4]| planes.map(|plane| Symmetry::TRANSPOSE.bits(plane));
        let one = united(words[word], reflected(words[image]));
        words[word] = one;
        words[image] = united(words[image], reflected(one));
    }
}

/// The planes of two sets together.
fn united(a: [u64; 4], b: [u64; 4]) -> [u64; 4] {
    std::array::from_fn(|plane| a[plane] | b[plane])
}

/// The results of the other side of a class whose sides have the same men.
pub fn exchanged(layout: &Layout, side: &WdlSets) -> WdlSets {
    let material: &Material = layout.material();
    let order: Vec<usize> = material.exchanged_men().to_vec();
    let reorder = Reorder {
        to: layout,
        from: layout,
        order: &order,
        flipped: true,
    };
    let set = |set: &Vec<u64>| reorder.set(set);
    WdlSets {
        legal: set(&side.legal),
        win: set(&side.win),
        loss: set(&side.loss),
        cursed: if side.cursed.is_empty() {
            Vec::new()
        } else {
            set(&side.cursed)
        },
    }
}
