//! The values of a table as sets of positions in this project's order.

use std::sync::atomic::{AtomicU8, Ordering};

use rayon::prelude::*;

use crate::{
    Layout, Material, Reorder, Symmetry, WdlSets,
    reorder::transpose,
    syzygy::write::{
        cells::{Cells, To},
        order::{Men, Order},
        walk::{Addresses, CHUNK, Squares, Walk},
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
    walk: &Walk,
    cells: &Cells<'_>,
    men: &Men,
    order: &Order,
) -> Vec<AtomicU8> {
    const PART: usize = CHUNK * 256;
    let addresses = Addresses::new(cells, men, order);
    let found: Vec<AtomicU8> = (0..=cells.len()).map(|_| AtomicU8::new(NONE)).collect();
    let touching = cells.len() as u32;
    values
        .par_chunks(PART)
        .enumerate()
        .for_each(|(part, values)| {
            let mut squares: Squares = [[0; CHUNK]; crate::MAX_TABLE_MEN];
            let mut numbers = [0; CHUNK];
            for (at, values) in values.chunks(CHUNK).enumerate() {
                let start = (part * PART + at * CHUNK) as u64;
                walk.decode(start, values.len(), &mut squares);
                addresses.of(&squares, values.len(), &mut numbers, touching);
                for (&value, &number) in values.iter().zip(&numbers) {
                    found[number as usize].store(value, Ordering::Relaxed);
                }
            }
        });
    found
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
    pub fn add(&mut self, cells: &Cells<'_>, codes: &[AtomicU8]) {
        let code = |at: usize| codes[at].load(Ordering::Relaxed);
        self.add_with(cells, |start, square, to| match to {
            To::Row(at) => code(start + at + square),
            To::File(at, file) if square % 8 == file => code(start + at + square / 8),
            To::File(..) => NONE,
        });
    }

    /// Adds cells that all have one value.
    pub fn add_single(&mut self, cells: &Cells<'_>, value: u8) {
        self.add_with(cells, |_, square, to| match to {
            To::File(_, file) if square % 8 != file => NONE,
            _ => value,
        });
    }

    /// Adds cells by a function that gives the code of a square's cell: from the first cell of the
    /// kings, the square of the last man, and the place of its word.
    fn add_with(&mut self, cells: &Cells<'_>, code: impl Fn(usize, usize, To) -> u8 + Sync) {
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
                    cells.each_word(source, |word, mirrored, to| {
                        let planes = planes(|square| {
                            let square = if mirrored && matches!(to, To::Row(_)) {
                                square ^ 7
                            } else {
                                square
                            };
                            code(start, square, to)
                        });
                        for (plane, more) in words[word % count].iter_mut().zip(planes) {
                            *plane |= more;
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

/// The planes of 64 codes.
fn planes(code: impl Fn(usize) -> u8) -> [u64; 4] {
    let mut planes = [0; 4];
    for square in 0..64 {
        let code = u64::from(code(square));
        planes[0] |= (code >> 3 & 1 ^ 1) << square;
        for (at, plane) in planes[1..].iter_mut().enumerate() {
            *plane |= (code >> at & 1) << square;
        }
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
            for plane in 0..4 {
                let both = words[word][plane] | words[other][plane];
                words[word][plane] = both;
                words[other][plane] = both;
            }
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
        for plane in 0..4 {
            let one = words[word][plane] | Symmetry::TRANSPOSE.bits(words[image][plane]);
            words[word][plane] = one;
            words[image][plane] |= Symmetry::TRANSPOSE.bits(one);
        }
    }
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
