//! Captures, promotions, en passant captures, and pawn moves where distances
//! end at them: looked up once, before the search.

use drawproof_tables::{Index, Layout, Library, PROMOTED, Placement, SideTable, attackers, pawns};
use rayon::prelude::*;
use shakmaty::{Bitboard, Color, Piece, Role, Square, attacks};

use crate::{
    GenerateError, Metric,
    best::{Best, Conversions},
    moves::Moves,
    smaller::{Change, Smaller},
};

/// How a conversion is made.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum How {
    /// The capture of a man.
    Takes(usize),
    Step,
    DoubleStep,
}

/// One kind of conversion: who moves how, and the table it leads to.
#[derive(Copy, Clone, Debug)]
struct Kind {
    man: usize,
    how: How,
    /// Where it may land: promotions on the last rank, other pawn moves not.
    lands: u64,
    table: usize,
}

/// An en passant capture of a pawn by another one.
#[derive(Copy, Clone, Debug)]
struct EnPassant {
    captor: usize,
    victim: usize,
    table: usize,
}

/// Finds the conversions of a class for one side to move.
#[derive(Debug)]
pub struct Finder<'a> {
    layout: &'a Layout,
    library: &'a Library,
    moves: &'a Moves<'a>,
    metric: Metric,
    mover: Color,
    tables: Vec<(Change, Smaller<'a>)>,
    kinds: Vec<Kind>,
    en_passant: Vec<EnPassant>,
}

impl<'a> Finder<'a> {
    /// Gets the tables that captures and promotions lead to.
    pub fn new(
        layout: &'a Layout,
        library: &'a Library,
        moves: &'a Moves<'a>,
        metric: Metric,
        mover: Color,
    ) -> Result<Self, GenerateError> {
        let mut finder = Self {
            layout,
            library,
            moves,
            metric,
            mover,
            tables: Vec::new(),
            kinds: Vec::new(),
            en_passant: Vec::new(),
        };
        let men = layout.men();
        let victims = || (2..men.len()).filter(|&man| men[man].color != mover);
        for man in (0..men.len()).filter(|&man| men[man].color == mover) {
            let is_pawn = men[man].role == Role::Pawn;
            let last_rank = pawns::promotion_rank(mover);
            for victim in victims() {
                let lands = if is_pawn { !last_rank } else { !0 };
                finder.add_kind(man, How::Takes(victim), lands, None)?;
                if is_pawn && men[victim].role == Role::Pawn {
                    let table = finder.table(man, Some(victim), None)?;
                    finder.en_passant.push(EnPassant {
                        captor: man,
                        victim,
                        table,
                    });
                }
            }
            if is_pawn {
                let takes = victims().map(How::Takes);
                for how in takes.chain([How::Step]) {
                    for role in PROMOTED {
                        finder.add_kind(man, how, last_rank, Some((man, role)))?;
                    }
                }
            }
        }
        Ok(finder)
    }

    /// Adds the moves of pawns within the class, whose values are given: with
    /// the other side to move, and the same after the double step of one man
    /// where en passant makes a difference.
    pub fn add_pawn_moves(&mut self, values: &'a SideTable, stepped: &'a [(usize, SideTable)]) {
        let no_change = Change {
            victim: None,
            promotion: None,
            last: Some(self.layout.men().len() - 1),
        };
        let plain = self.tables.len();
        let own = |side| (no_change, Smaller::own(self.layout, side));
        self.tables.push(own(values));
        let mut after_double_step = vec![plain; self.layout.men().len()];
        for (man, side) in stepped {
            after_double_step[*man] = self.tables.len();
            self.tables.push(own(side));
        }
        for (man, &piece) in self.layout.men().iter().enumerate() {
            if piece == Role::Pawn.of(self.mover) {
                let of = |how, table| Kind {
                    man,
                    how,
                    lands: !pawns::promotion_rank(self.mover),
                    table,
                };
                self.kinds.push(of(How::Step, plain));
                self.kinds.push(of(How::DoubleStep, after_double_step[man]));
            }
        }
    }

    /// Whether any pawn can be taken en passant.
    pub fn has_en_passant(&self) -> bool {
        !self.en_passant.is_empty()
    }

    fn add_kind(
        &mut self,
        man: usize,
        how: How,
        lands: u64,
        promotion: Option<(usize, Role)>,
    ) -> Result<(), GenerateError> {
        let victim = match how {
            How::Takes(victim) => Some(victim),
            How::Step | How::DoubleStep => None,
        };
        let table = self.table(man, victim, promotion)?;
        self.kinds.push(Kind {
            man,
            how,
            lands,
            table,
        });
        Ok(())
    }

    /// The table after a man's move: with the last man of the class as last
    /// man or, if that is the one captured, with the man that takes it, so
    /// that its captures are words; any man, if the king takes it.
    fn table(
        &mut self,
        man: usize,
        victim: Option<usize>,
        promotion: Option<(usize, Role)>,
    ) -> Result<usize, GenerateError> {
        let last = self.layout.men().len() - 1;
        let last = if victim != Some(last) {
            Some(last)
        } else if man >= 2 {
            Some(man)
        } else {
            (2..last).next_back()
        };
        let change = Change {
            victim,
            promotion,
            last,
        };
        if let Some(at) = self.tables.iter().position(|(known, _)| *known == change) {
            return Ok(at);
        }
        let table = Smaller::new(self.layout, self.library, change, !self.mover, self.metric)?;
        self.tables.push((change, table));
        Ok(self.tables.len() - 1)
    }

    /// The conversions of every block, of whose positions `legal` are legal.
    pub fn all(&self, legal: &[u64]) -> Vec<Conversions> {
        self.blocks(legal, |word, best| {
            for kind in &self.kinds {
                word.convert(*kind, &self.tables[kind.table].1, best);
            }
        })
    }

    /// The pawns that can be taken en passant, by their index among the men,
    /// and the captures of each in the positions in which it could just have
    /// made a double step.
    pub fn en_passant(&self, legal: &[u64]) -> Vec<(usize, Vec<Conversions>)> {
        let mut pawns: Vec<usize> = self.en_passant.iter().map(|kind| kind.victim).collect();
        pawns.sort_unstable();
        pawns.dedup();
        let captures = |pawn| {
            self.blocks(legal, |word, best| {
                for kind in self.en_passant.iter().filter(|kind| kind.victim == pawn) {
                    word.take_en_passant(*kind, &self.tables[kind.table].1, best);
                }
            })
        };
        pawns
            .into_iter()
            .map(|pawn| (pawn, captures(pawn)))
            .collect()
    }

    fn blocks(&self, legal: &[u64], of_word: impl Fn(&Word, &mut Best) + Sync) -> Vec<Conversions> {
        let words = self.layout.block_words();
        legal
            .par_chunks(words)
            .enumerate()
            .map_init(
                || Best::new(self.metric),
                |best, (block, legal)| {
                    let mut result = Conversions::none(words);
                    for (word, &legal) in legal.iter().enumerate() {
                        let Some(word_of) = self.word(block, word).filter(|_| legal != 0) else {
                            continue;
                        };
                        of_word(&word_of, best);
                        best.drain(word, legal, &mut result);
                    }
                    result.sort();
                    result
                },
            )
            .collect()
    }

    fn word(&self, block: usize, word: usize) -> Option<Word<'_>> {
        let fixed = self.layout.fixed(block, word)?;
        let index = Index {
            block,
            word,
            bit: 0,
        };
        Some(Word {
            layout: self.layout,
            moves: self.moves,
            block,
            fixed,
            squares: self.layout.decode(index, self.mover),
        })
    }
}

/// One word of positions: all men fixed but the last.
struct Word<'a> {
    layout: &'a Layout,
    moves: &'a Moves<'a>,
    block: usize,
    fixed: Bitboard,
    squares: Placement,
}

impl Word<'_> {
    fn last(&self) -> usize {
        self.layout.men().len() - 1
    }

    fn man(&self, man: usize) -> Piece {
        self.layout.men()[man]
    }

    /// The square of a man, which must not be the last one.
    fn square(&self, man: usize) -> Square {
        debug_assert!(man < self.last());
        self.squares.squares[man]
    }

    fn empty(&self) -> u64 {
        !self.fixed.0
    }

    /// The word of `table` in which everything stands where it does here but
    /// one man, which is on `square`.
    fn word_after(&self, table: &Smaller, moved: usize, square: Square) -> usize {
        table.word(self.block, |man| {
            if man == moved {
                square
            } else {
                self.square(man)
            }
        })
    }

    fn convert(&self, kind: Kind, table: &Smaller, best: &mut Best) {
        if kind.man < 2 {
            self.king_takes(kind, table, best);
        } else if kind.man == self.last() {
            self.last_man_converts(kind, table, best);
        } else {
            self.outer_man_converts(kind, table, best);
        }
    }

    fn king_takes(&self, kind: Kind, table: &Smaller, best: &mut Best) {
        let How::Takes(victim) = kind.how else { return };
        let steps = self.moves.king_steps(self.block, self.man(kind.man).color);
        if victim != self.last() {
            let target = self.square(victim);
            if let Some(step) = steps.iter().find(|step| step.square == target) {
                let word = table.word(step.block, |man| step.onto.square(self.square(man)));
                let back = step.onto.inverse();
                best.add(table.side(), word, !0, |bits| back.bits(bits));
            }
            return;
        }
        for step in steps {
            if self.fixed.contains(step.square) {
                continue;
            }
            let image = |man| step.onto.square(self.square(man));
            let word = table.word(step.block, image);
            let only = table.last().map_or(1, |last| 1 << image(last).to_u32());
            let here = 1 << step.square.to_u32();
            best.add(table.side(), word, only, |_| here);
        }
    }

    fn last_man_converts(&self, kind: Kind, table: &Smaller, best: &mut Best) {
        let man = self.man(kind.man);
        let word = || table.word(self.block, |man| self.square(man));
        let empty = self.empty();
        match kind.how {
            How::Takes(victim) => {
                let target = 1 << self.square(victim).to_u32();
                let from = attackers(self.square(victim), man, self.fixed).0;
                if target & kind.lands != 0 {
                    best.add(table.side(), word(), target, |_| from);
                }
            }
            How::Step => best.add(table.side(), word(), kind.lands, |bits| {
                pawns::step_back(man.color, bits, empty)
            }),
            How::DoubleStep => best.add(table.side(), word(), kind.lands, |bits| {
                pawns::double_step_back(man.color, bits, empty)
            }),
        }
    }

    fn outer_man_converts(&self, kind: Kind, table: &Smaller, best: &mut Best) {
        let man = self.man(kind.man);
        let from = self.square(kind.man);
        let targets = match kind.how {
            How::Takes(victim) => {
                let reach = attacks::attacks(from, man, self.fixed).0 & kind.lands;
                if victim == self.last() {
                    // It stands on the square where the capture lands.
                    let word = table.word(self.block, |man| self.square(man));
                    best.add(table.side(), word, reach, |bits| bits);
                    return;
                }
                reach & 1 << self.square(victim).to_u32()
            }
            How::Step => pawns::steps(man.color, from, self.empty())[0] & kind.lands,
            How::DoubleStep => pawns::steps(man.color, from, self.empty())[1],
        };
        for target in Bitboard(targets) {
            let through = !attacks::between(from, target).0;
            let word = self.word_after(table, kind.man, target);
            best.add(table.side(), word, through, |bits| bits);
        }
    }

    fn take_en_passant(&self, kind: EnPassant, table: &Smaller, best: &mut Best) {
        let pushed = self.man(kind.victim).color;
        let captor = self.man(kind.captor);
        let ranks = Bitboard(pawns::double_step_rank(pushed));
        let candidates = if kind.victim == self.last() {
            ranks & !self.fixed
        } else {
            ranks & Bitboard::from(self.square(kind.victim))
        };
        for square in candidates {
            let [over, home] = pawns::passed(pushed, square);
            if (over | home) & self.fixed.0 != 0 {
                continue;
            }
            let landing = Bitboard(over).first().unwrap_or(square);
            let from = attackers(landing, captor, self.fixed);
            let clear = !(over | home);
            if kind.captor == self.last() {
                let word = table.word(self.block, |man| self.square(man));
                best.add(table.side(), word, over, |_| from.0 & clear);
            } else if from.contains(self.square(kind.captor)) {
                if kind.victim == self.last() {
                    let word = table.word(self.block, |man| self.square(man));
                    let here = 1 << square.to_u32();
                    best.add(table.side(), word, over, |_| here);
                } else {
                    let word = self.word_after(table, kind.captor, landing);
                    best.add(table.side(), word, clear, |bits| bits & clear);
                }
            }
        }
    }
}
