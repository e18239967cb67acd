//! The positions of one table of a file, one byte each, in an order from which every
//! order of men can be read quickly.
//!
//! Without pawns a file has one table a side, and cells have the order of
//! [`Layout`]. With pawns there is a table for each file of the *leading pawn*, a
//! to d; cells are numbered by the squares of the kings, then the rank of that pawn,
//! then the other men.

use rayon::prelude::*;
use shakmaty::{Color, File, Piece, Role, Square};

use crate::{Layout, Section, Symmetry};

use super::values::{Distance, Values, own_images};

/// How many ranks a pawn can stand on.
const RANKS: usize = 6;

/// Which positions cells hold, and where.
#[derive(Clone, Debug)]
pub struct Cells<'a> {
    layout: &'a Layout,
    /// What holds them.
    section: Section,
    /// The leading pawn and its file.
    lead: Option<(usize, File)>,
    /// What each man's square adds to the number of a cell; unused for kings of
    /// pawnless classes.
    steps: Vec<u32>,
    start: u32,
    per_kings: usize,
    /// The man whose squares are neighbours, if one has this place.
    near: Option<usize>,
}

impl<'a> Cells<'a> {
    /// Those of a class without pawns.
    pub fn pawnless(layout: &'a Layout) -> Self {
        let men = layout.men().len();
        let step = |man| {
            if man < 2 {
                0
            } else {
                1_u32 << (6 * (men - 1 - man))
            }
        };
        Self {
            layout,
            section: Section::whole(layout),
            lead: None,
            steps: (0..men).map(step).collect(),
            start: 0,
            per_kings: layout.block_words() * 64,
            near: Some(men - 1),
        }
    }

    /// Those of a class whose leading pawn, a man of the layout, stands on a file.
    pub fn pawns(layout: &'a Layout, lead: usize, file: File) -> Self {
        let men = layout.men().len();
        let others = 64_u32.pow(men as u32 - 3);
        // The last man is the fastest; if it is the pawn, a byte for each rank.
        let is_last = lead == men - 1;
        let per_kings = others * if is_last { 8 } else { RANKS as u32 };
        let mut steps = vec![0; men];
        let mut step = if is_last { 8 } else { 1 };
        for man in (2..men).rev().filter(|&man| man != lead) {
            steps[man] = step;
            step *= 64;
        }
        steps[lead] = if is_last { 1 } else { others };
        steps[1] = per_kings;
        steps[0] = per_kings * 64;
        Self {
            layout,
            section: Section::of_file(layout, lead, file),
            lead: Some((lead, file)),
            steps,
            // The second rank comes first.
            start: if is_last { 0 } else { others.wrapping_neg() },
            per_kings: per_kings as usize,
            near: (2..men).rev().find(|&man| man != lead && !is_last),
        }
    }

    /// What one square, or one rank of the leading pawn, of a man adds to the number of its
    /// cell.
    pub fn step(&self, man: usize) -> u32 {
        self.steps[man]
    }

    /// The man whose squares are neighbours: they add 0 to 63. None if the ranks of the leading
    /// pawn have this place.
    pub fn near(&self) -> Option<usize> {
        self.near
    }

    /// Exchanges the places of two men; none is the leading pawn or, without pawns, a king.
    pub fn exchange(&mut self, near: usize, man: usize) {
        self.steps.swap(near, man);
        self.near = Some(man);
    }

    /// The number, modulo 2 to the power of 32, to which men add.
    pub fn start(&self) -> u32 {
        self.start
    }

    /// Whether a man is the leading pawn.
    pub fn is_lead(&self, man: usize) -> bool {
        self.lead.is_some_and(|(lead, _)| lead == man)
    }

    /// How many cells belong to one placement of the kings.
    pub fn per_kings(&self) -> usize {
        self.per_kings
    }

    /// The layout of the class.
    pub fn layout(&self) -> &'a Layout {
        self.layout
    }

    /// The section of the class that holds all of them.
    pub fn section(&self) -> &Section {
        &self.section
    }

    /// Whether cells are numbered by placements of kings folded by all symmetries.
    pub fn is_pawnless(&self) -> bool {
        self.lead.is_none()
    }

    /// How many cells there are.
    pub fn len(&self) -> usize {
        match self.lead {
            None => self.layout.blocks() * self.per_kings,
            Some(_) => 64 * 64 * self.per_kings,
        }
    }

    /// Fills cells by `codes`, which gives those of the 64 positions of a word of a block of the
    /// layout. Cells of kings that touch are `free`.
    pub fn fill(&self, free: u8, codes: impl Fn(usize, usize) -> [u8; 64] + Sync) -> Vec<u8> {
        let mut cells = vec![free; self.len() + 1];
        let end = self.len();
        cells[..end]
            .par_chunks_mut(self.per_kings)
            .enumerate()
            .for_each(|(kings, cells)| {
                self.each_word(kings, |block, word, mirrored, to| {
                    let codes = codes(block, word);
                    match to {
                        To::Row(at) if mirrored => {
                            for (square, &code) in codes.iter().enumerate() {
                                cells[at + (square ^ 7)] = code;
                            }
                        }
                        To::Row(at) => cells[at..at + 64].copy_from_slice(&codes),
                        To::File(at, file) => {
                            for rank in 0..8 {
                                cells[at + rank] = codes[8 * rank + file];
                            }
                        }
                    }
                });
            });
        cells
    }

    /// Calls a function for each word that holds cells of some kings, with its block and its
    /// number there.
    pub fn each_word(&self, kings: usize, mut call: impl FnMut(usize, usize, bool, To)) {
        let words = self.layout.block_words();
        let Some((lead, file)) = self.lead else {
            for word in 0..words {
                call(kings, word, false, To::Row(word * 64));
            }
            return;
        };
        let (white, black) = (
            Square::new((kings / 64) as u32),
            Square::new((kings % 64) as u32),
        );
        let Some((block, onto)) = self.layout.kings().find(white, black) else {
            return;
        };
        let mirrored = onto != Symmetry::IDENTITY;
        let source_file = if mirrored {
            7 - file as usize
        } else {
            file as usize
        };
        let image = |word: usize| {
            if mirrored {
                self.layout.image(word, onto)
            } else {
                word
            }
        };
        let men = self.layout.men().len();
        if lead == men - 1 {
            for word in 0..words {
                call(
                    block,
                    image(word),
                    mirrored,
                    To::File(word * 8, source_file),
                );
            }
            return;
        }
        // The words of the other outer men, and the place of the pawn's square among them.
        let shift = self.layout.shift(lead - 2);
        for rank in 0..RANKS {
            for others in 0..words / 64 {
                let (high, low) = (others >> shift, others & ((1 << shift) - 1));
                let square = 8 * (rank + 1) + file as usize;
                let word = image((high << 6 | square) << shift | low);
                call(
                    block,
                    word,
                    mirrored,
                    To::Row((rank * (words / 64) + others) * 64),
                );
            }
        }
    }

    /// Counts the distances of a side: how many positions have each, by
    /// [`Distance`], counted as the generator of the published files does.
    /// Without pawns a position counts twice, or once where its mirror image is listed
    /// as well; like men are in every order.
    pub fn count(&self, values: &Values<'_>) -> Counts {
        let kings = self.len() / self.per_kings;
        let count = |mut counts: Counts, kings: usize| {
            let twice = self.is_pawnless();
            let on_diagonal = twice && self.layout.kings().on_diagonal(kings);
            let mut distances = [0; 64];
            self.each_word(kings, |block, word, _, to| {
                // Squares of positions that count twice.
                let own = if on_diagonal {
                    own_images(self.layout, word)
                } else {
                    u64::MAX
                };
                let double = if twice { own } else { 0 };
                values.dtz_codes(block, word, &mut distances);
                let wdl = values.wdl_codes(block, word);
                match to {
                    To::Row(_) => counts.add(&wdl, &distances, (0..64, double)),
                    To::File(_, file) => {
                        let squares = (1..7).map(|rank| 8 * rank + file);
                        counts.add(&wdl, &distances, (squares, double));
                    }
                }
            });
            counts
        };
        let all = (0..kings).into_par_iter().fold(Counts::default, count);
        all.reduce(Counts::default, Counts::plus)
    }
}

/// Where the codes of a word go.
#[derive(Copy, Clone)]
pub enum To {
    /// All 64, one after the other.
    Row(usize),
    /// Those of one file.
    File(usize, usize),
}

/// How many positions have each value.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Counts {
    /// By WDL code: see [`Values::wdl_codes`].
    pub codes: [u64; super::values::WDL_CODES],
    /// By [`Distance`] as a number.
    pub distances: Vec<u64>,
}

impl Counts {
    /// Adds positions of a word, by square; those of `double` twice.
    fn add(
        &mut self,
        wdl: &[u8; 64],
        distances: &[u16; 64],
        (squares, double): (impl Iterator<Item = usize>, u64),
    ) {
        let most = distances.iter().copied().max().map_or(0, usize::from);
        if most >= self.distances.len() {
            self.distances.resize(most + 1, 0);
        }
        // Neighbours often have one value: with counters of their own, none waits for the one before.
        let (mut codes, mut free) = ([[0; super::values::WDL_CODES]; 4], [0; 4]);
        for square in squares {
            let weight = 1 + (double >> square & 1);
            codes[square % 4][usize::from(wdl[square])] += weight;
            match distances[square] {
                0 => free[square % 4] += weight,
                distance => self.distances[usize::from(distance)] += weight,
            }
        }
        for codes in codes {
            for (count, more) in self.codes.iter_mut().zip(codes) {
                *count += more;
            }
        }
        self.distances[0] += free.iter().sum::<u64>();
    }

    fn plus(mut self, other: Self) -> Self {
        for (count, other) in self.codes.iter_mut().zip(other.codes) {
            *count += other;
        }
        if self.distances.len() < other.distances.len() {
            self.distances.resize(other.distances.len(), 0);
        }
        for (count, other) in self.distances.iter_mut().zip(other.distances) {
            *count += other;
        }
        self
    }

    /// How many wins or losses have a distance in plies.
    pub fn at(&self, is_win: bool, plies: u16) -> u64 {
        let number = plies << 2 | if is_win { 1 } else { 2 };
        self.distances
            .get(usize::from(number))
            .copied()
            .unwrap_or(0)
    }

    /// All distances that occur.
    pub fn all(&self) -> impl Iterator<Item = (Distance, u64)> + '_ {
        let numbered = (0_u16..).zip(&self.distances);
        let all = numbered.map(|(number, &count)| (Distance(number), count));
        all.filter(|(distance, count)| *count > 0 && !distance.is_free())
    }
}

/// The first man of a layout that is a pawn of a colour.
pub fn first_pawn(layout: &Layout, color: Color) -> Option<usize> {
    let pawn = Piece {
        color,
        role: Role::Pawn,
    };
    layout.men().iter().position(|&man| man == pawn)
}

#[cfg(test)]
mod tests {
    use shakmaty::Bitboard;

    use super::{
        super::made::{Made, ask, mixed},
        *,
    };
    use crate::{Table, Wdl};

    /// The number that squares add up to names the cell that holds the position's code, mirrored
    /// or not.
    #[test]
    fn cells_of_pawns_are_found_by_their_squares() {
        let (white, black) = (Color::White, Color::Black);
        let classes = [
            ("KPvK", white),
            ("KPPvK", white),
            ("KRPvK", white),
            ("KRvKP", black),
        ];
        for (class, color) in classes {
            let layout = Layout::new(&class.parse().expect("a class")).expect("a layout");
            let lead = first_pawn(&layout, color).expect("a pawn");
            let cells = Cells::pawns(&layout, lead, File::B);
            let filled = cells.fill(255, mixed);
            assert_eq!(filled.len(), cells.len() + 1);
            let mut found = 0;
            for turn in 0..5000_u32 {
                let square = |man: usize| match man {
                    man if man == lead => Square::new((turn % 6 + 1) * 8 + 1),
                    man => Square::new(turn.wrapping_mul(0x9e37_79b1) >> (5 * man) & 63),
                };
                let squares: Vec<Square> = (0..layout.men().len()).map(square).collect();
                let Some(index) = layout.encode(&squares) else {
                    continue;
                };
                let add = |number: u32, (man, square): (usize, &Square)| {
                    let of = if cells.is_lead(man) {
                        square.rank().to_u32()
                    } else {
                        square.to_u32()
                    };
                    number.wrapping_add(of.wrapping_mul(cells.step(man)))
                };
                let number = squares.iter().enumerate().fold(cells.start(), add);
                let expected = mixed(index.block, index.word)[index.bit as usize];
                assert_eq!(filled[number as usize], expected, "{class} {squares:?}");
                found += 1;
            }
            assert!(found > 2000, "{class}: {found}");
        }
    }

    #[test]
    fn kings_that_touch_have_no_cells() {
        let layout = Layout::new(&"KPvK".parse().expect("a class")).expect("a layout");
        let cells = Cells::pawns(&layout, 2, File::A).fill(255, |_, _| [3; 64]);
        let of_kings = |white: usize, black: usize| &cells[(64 * white + black) * 8..][..8];
        assert_eq!(of_kings(0, 1), [255; 8]);
        assert_eq!(of_kings(0, 2), [3; 8]);
    }

    fn counts(table: &Table, cells: &Cells<'_>) -> Counts {
        ask(table, Color::White, &[], |values| cells.count(values))
    }

    /// Without pawns a position counts twice, or once if its mirror image is counted as well;
    /// one that is its own mirror image counts twice.
    #[test]
    fn mirror_images_count_as_published() {
        let won = |names, plies| (names, Wdl::Win, plies);
        let all = [
            // The kings do not stand on one diagonal.
            won("b1 d4 h8", 3),
            // They do, and the rook stands on one side of it or on the other.
            won("a1 d4 h7", 5),
            won("a1 c3 g8", 7),
            won("a1 c3 h7", 7),
            // They all do.
            won("a1 e5 h8", 9),
        ];
        let made = all
            .iter()
            .fold(Made::new("KRvK"), |made, (names, wdl, plies)| {
                made.with(Color::White, names, *wdl, *plies)
            });
        let table = made.table();
        let found = counts(&table, &Cells::pawnless(table.layout()));
        let at = [3, 5, 7, 9].map(|plies| found.at(true, plies));
        assert_eq!(at, [2, 1, 2, 2]);
        assert_eq!(found.at(false, 5), 0);
    }

    /// All legal positions on 64 squares, counted another way.
    #[test]
    fn counts_add_up_to_the_board() {
        let table = Made::new("KRvK").table();
        let cells = Cells::pawnless(table.layout());
        let found = counts(&table, &cells);
        let (mut all, mut own) = (0, 0);
        for index in 0..64 * 64 * 64 {
            let [white, black, rook] = [12, 6, 0].map(|shift| Square::new(index >> shift & 63));
            let occupied = Bitboard::from(white) | Bitboard::from(black);
            let checks = shakmaty::attacks::rook_attacks(rook, occupied).contains(black);
            if white.distance(black) > 1 && !occupied.contains(rook) && !checks {
                all += 1;
                let main = [white, black, rook]
                    .iter()
                    .all(|at| at.flip_diagonal() == *at);
                let anti = [white, black, rook]
                    .iter()
                    .all(|at| at.flip_anti_diagonal() == *at);
                own += u64::from(main || anti);
            }
        }
        assert_eq!(4 * found.codes[2], all + own);
        // Don't cares are illegal positions.
        assert_eq!(
            found.codes.iter().sum::<u64>(),
            found.codes[2] + found.codes[8]
        );

        // With pawns a position and its mirror image count once; those of the four files are all.
        let table = Made::new("KPvK").table();
        let of = |file| counts(&table, &Cells::pawns(table.layout(), 2, file)).codes[2];
        let sum: u64 = [File::A, File::B, File::C, File::D].map(of).iter().sum();
        assert_eq!(2 * sum, 163_328);
    }

    #[test]
    fn like_men_count_in_every_order() {
        let made = Made::new("KNNvK").with(Color::White, "b1 d4 h8 h7", Wdl::Win, 3);
        let table = made.with(Color::White, "b1 d4 h7 h8", Wdl::Win, 3).table();
        let smaller = Made::new("KNvK").table();
        let cells = Cells::pawnless(table.layout());
        let found = ask(&table, Color::White, &[&smaller], |values| {
            cells.count(values)
        });
        assert_eq!(found.at(true, 3), 4);
    }
}
