//! Captures and promotions: moves into smaller tables, a sheet at a time.

use drawproof_tables::{Layout, PROMOTED, TableSet, attackers, ones, pawns};
use shakmaty::{Bitboard, Color, Piece, Role, Square, attacks};

use crate::{
    Counting, GenerateError,
    moves::Moves,
    replay::{Replay, State},
    shape::{Place, Seat, Shape},
    sheet::{
        Sheet, Words, add_bit_man_takes, add_image, add_product, add_through, add_word_man_takes,
    },
    smaller::{Change, Smaller},
};

/// One kind of conversion: which man moves and how, and the table it leads to.
#[derive(Copy, Clone, Debug)]
struct Kind {
    man: usize,
    victim: Option<usize>,
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

/// All kinds of conversions of a class with one side to move.
#[derive(Debug)]
pub struct Kinds {
    /// The changes of material; kinds name them by number.
    pub changes: Vec<Change>,
    all: Vec<Kind>,
    en_passant: Vec<EnPassant>,
}

/// The conversions of a class with one side to move.
#[derive(Debug)]
pub struct Conversions<'a> {
    moves: &'a Moves<'a>,
    mover: Color,
    kinds: Kinds,
    tables: Vec<Smaller>,
    replays: Vec<Replay<'a>>,
}

impl Kinds {
    /// The conversions of a class.
    pub fn of(shape: &Shape, mover: Color) -> Self {
        let mut kinds = Self {
            changes: Vec::new(),
            all: Vec::new(),
            en_passant: Vec::new(),
        };
        let last = shape.bit_man();
        let men = shape.men();
        let victims: Vec<usize> = shape.men_of(!mover).filter(|&man| man >= 2).collect();
        for man in shape.men_of(mover) {
            let is_pawn = men[man].role == Role::Pawn;
            let last_rank = pawns::promotion_rank(mover);
            for &victim in &victims {
                let lands = if is_pawn { !last_rank } else { !0 };
                kinds.add(last, man, Some(victim), lands, None);
                if is_pawn && men[victim].role == Role::Pawn {
                    let table = kinds.table(last, man, Some(victim), None);
                    kinds.en_passant.push(EnPassant {
                        captor: man,
                        victim,
                        table,
                    });
                }
            }
            if is_pawn {
                for victim in victims.iter().copied().map(Some).chain([None]) {
                    for role in PROMOTED {
                        kinds.add(last, man, victim, last_rank, Some((man, role)));
                    }
                }
            }
        }
        kinds
    }

    /// The pawns that can be taken en passant, by index among the men.
    pub fn passing_pawns(&self) -> Vec<usize> {
        let mut pawns: Vec<usize> = self.en_passant.iter().map(|kind| kind.victim).collect();
        pawns.sort_unstable();
        pawns.dedup();
        pawns
    }

    fn add(
        &mut self,
        last: usize,
        man: usize,
        victim: Option<usize>,
        lands: u64,
        promotion: Option<(usize, Role)>,
    ) {
        let table = self.table(last, man, victim, promotion);
        self.all.push(Kind {
            man,
            victim,
            lands,
            table,
        });
    }

    /// The number of the table after a man's move: with the class's last man as
    /// last man. If that man is captured, the capturing man comes last, so that
    /// its captures are words, or any man if the king captures.
    fn table(
        &mut self,
        last: usize,
        man: usize,
        victim: Option<usize>,
        promotion: Option<(usize, Role)>,
    ) -> usize {
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
        let known = self.changes.iter().position(|known| *known == change);
        known.unwrap_or_else(|| {
            self.changes.push(change);
            self.changes.len() - 1
        })
    }
}

impl<'a> Conversions<'a> {
    /// Gets the tables that captures and promotions lead to, fully solved.
    pub fn at_end(
        layout: &'a Layout,
        tables: &'a TableSet,
        moves: &'a Moves<'a>,
        counting: Counting,
        mover: Color,
    ) -> Result<Self, GenerateError> {
        let mut conversions = Self {
            moves,
            mover,
            kinds: Kinds::of(&moves.shape, mover),
            tables: Vec::new(),
            replays: Vec::new(),
        };
        for &change in &conversions.kinds.changes {
            let (table, known) = Smaller::find(layout, tables, change, !mover, counting)?;
            let replay = Replay::at_end(known, layout.blocks(), counting);
            conversions.tables.push(table);
            conversions.replays.push(replay);
        }
        Ok(conversions)
    }

    /// Rewinds to before ply 0.
    pub fn rewind(&mut self) {
        for replay in &mut self.replays {
            replay.rewind();
        }
    }

    /// Advances to a ply; call it for each ply in order.
    pub fn begin(&mut self, ply: u16) {
        for replay in &mut self.replays {
            replay.begin(ply);
        }
    }

    /// Whether no later ply has anything new.
    pub fn is_done(&self, ply: u16) -> bool {
        self.replays.iter().all(|replay| replay.is_done(ply))
    }

    /// Whether all wins in smaller tables are known by now.
    pub fn is_final(&self) -> bool {
        self.replays.iter().all(Replay::is_final)
    }

    /// The pawns that can be taken en passant, by index among the men.
    pub fn passing_pawns(&self) -> Vec<usize> {
        self.kinds.passing_pawns()
    }

    /// Whether a conversion may lead from a block into positions lost, or won,
    /// at the previous ply.
    pub fn is_due(&self, block: usize, state: State) -> bool {
        self.kinds
            .all
            .iter()
            .any(|kind| self.is_kind_due(kind, block, state))
    }

    fn is_kind_due(&self, kind: &Kind, block: usize, state: State) -> bool {
        let replay = &self.replays[kind.table];
        if kind.man >= 2 {
            return replay.has(state, block);
        }
        let steps = self.moves.king_steps(block, self.mover);
        steps.iter().any(|step| replay.has(state, step.block))
    }

    /// Adds the positions of a sheet in which a conversion leads into some
    /// part of a smaller table.
    pub fn add(&self, place: &Place, state: State, to: &mut Sheet) {
        for kind in &self.kinds.all {
            if self.is_kind_due(kind, place.at.block, state)
                && let Some(set) = self.replays[kind.table].positions(state)
            {
                self.add_kind_of(kind, set, place, to);
            }
        }
    }

    fn add_kind_of(&self, kind: &Kind, set: &[u64], place: &Place, to: &mut Sheet) {
        let shape = &self.moves.shape;
        let board = Board {
            conversions: self,
            kind,
            man: shape.men()[kind.man],
            table: &self.tables[kind.table],
            set,
            place,
        };
        match (shape.seat(kind.man), kind.victim.map(|man| shape.seat(man))) {
            (_, Some(Seat::King)) | (Seat::King, None) => {}
            (Seat::King, Some(victim)) => board.king_takes(victim, to),
            (Seat::Sheet, Some(Seat::Sheet)) => board.sheet_man_takes_sheet_man(to),
            (Seat::Sheet, Some(Seat::Word)) => board.sheet_man_takes_word_man(to),
            (Seat::Sheet, Some(Seat::Bit)) => board.sheet_man_takes_bit_man(to),
            (Seat::Sheet, None) => board.sheet_man_promotes(to),
            (Seat::Word, Some(Seat::Bit)) => board.word_man_takes_bit_man(to),
            (Seat::Word, Some(_)) => board.word_man_takes_sheet_man(to),
            (Seat::Word, None) => board.word_man_promotes(to),
            (Seat::Bit, Some(Seat::Sheet)) => board.bit_man_takes_sheet_man(to),
            (Seat::Bit, Some(_)) => board.bit_man_takes_word_man(to),
            (Seat::Bit, None) => board.bit_man_promotes(to),
        }
    }
}

/// One kind of conversion from the positions of one sheet.
struct Board<'a> {
    conversions: &'a Conversions<'a>,
    kind: &'a Kind,
    man: Piece,
    table: &'a Smaller,
    set: &'a [u64],
    place: &'a Place,
}

impl Board<'_> {
    /// The word of the smaller table in which every man except one stands where
    /// it does here. If the word man is not the exception, it stands on a1.
    fn word(&self, moved: Option<(usize, Square)>) -> usize {
        self.table.word(self.place.at.block, |man| match moved {
            Some((moved, to)) if moved == man => to.to_usize(),
            _ => self
                .place
                .squares
                .get(man)
                .map_or(0, |&square| square.into()),
        })
    }

    /// The 64 words from there on: those of the word man.
    fn words(&self, moved: Option<(usize, Square)>) -> &Words {
        words_at(self.set, self.word(moved))
    }

    /// The captured sheet man's square, if the capture may land there.
    fn target(&self) -> Option<Square> {
        let square = *self.place.squares.get(self.kind.victim?)?;
        Bitboard(self.kind.lands).contains(square).then_some(square)
    }

    fn king_takes(&self, victim: Seat, to: &mut Sheet) {
        let block = self.place.at.block;
        let steps = self.conversions.moves.king_steps(block, self.man.color);
        let squares = &self.place.squares;
        for step in steps {
            let image = |man: usize| {
                let square = squares.get(man);
                square.map_or(0, |&square| step.onto.square(square).to_usize())
            };
            if victim == Seat::Sheet {
                if self.target() == Some(step.square) {
                    let words = words_at(self.set, self.table.word(step.block, image));
                    add_image(&mut to.0, words, step.onto);
                }
            } else if !self.place.fixed.contains(step.square) {
                let word = self.set[self.table.word(step.block, image)];
                let word = step.onto.inverse().bits(word);
                let here = step.square.to_usize();
                match (victim, self.table.last()) {
                    (Seat::Word, _) => to.0[here] |= word,
                    (_, Some(_)) => add_product(&mut to.0, word, 1 << here),
                    // Only the kings remain.
                    (_, None) => to.0[0] |= (word & 1) << here,
                }
            }
        }
    }

    fn sheet_man_takes_sheet_man(&self, to: &mut Sheet) {
        let from = self.place.squares[self.kind.man];
        let Some(target) = self.target() else { return };
        if attacks::attacks(from, self.man, self.place.fixed).contains(target) {
            let words = self.words(Some((self.kind.man, target)));
            add_through(&mut to.0, words, attacks::between(from, target).0);
        }
    }

    fn sheet_man_takes_word_man(&self, to: &mut Sheet) {
        let from = self.place.squares[self.kind.man];
        let reach = attacks::attacks(from, self.man, self.place.fixed);
        for target in reach & !self.place.fixed & Bitboard(self.kind.lands) {
            let word = self.set[self.word(Some((self.kind.man, target)))];
            to.0[target.to_usize()] |= word & !attacks::between(from, target).0;
        }
    }

    fn sheet_man_takes_bit_man(&self, to: &mut Sheet) {
        let from = self.place.squares[self.kind.man];
        let reach = attacks::attacks(from, self.man, self.place.fixed);
        let words = self.words(None);
        for (word, to) in to.0.iter_mut().enumerate() {
            let mut landing = words[word] & reach.0 & self.kind.lands;
            if landing != 0 {
                let occupied = self.place.fixed | Bitboard(1 << word);
                landing &= attacks::attacks(from, self.man, occupied).0;
                *to |= landing;
            }
        }
    }

    fn sheet_man_promotes(&self, to: &mut Sheet) {
        let from = self.place.squares[self.kind.man];
        let [one, _] = pawns::steps(self.man.color, from, !self.place.fixed.0);
        for target in Bitboard(one & self.kind.lands) {
            to.add(self.words(Some((self.kind.man, target))));
        }
    }

    fn word_man_takes_sheet_man(&self, to: &mut Sheet) {
        let Some(target) = self.target() else { return };
        let word = self.set[self.word(Some((self.kind.man, target)))];
        if word == 0 {
            return;
        }
        for from in attackers(target, self.man, self.place.fixed) & !self.place.fixed {
            to.0[from.to_usize()] |= word & !attacks::between(from, target).0;
        }
    }

    fn word_man_takes_bit_man(&self, to: &mut Sheet) {
        let targets = self.set[self.word(None)] & self.kind.lands & !self.place.fixed.0;
        if targets == 0 {
            return;
        }
        if self.man.role != Role::Pawn {
            return add_word_man_takes(&mut to.0, self.man.role, targets, self.place.fixed.0);
        }
        for target in Bitboard(targets) {
            for from in attackers(target, self.man, self.place.fixed) {
                to.0[from.to_usize()] |= 1 << target.to_u32();
            }
        }
    }

    fn word_man_promotes(&self, to: &mut Sheet) {
        for target in Bitboard(self.kind.lands) & !self.place.fixed {
            let here = 1 << target.to_u32();
            for from in ones(pawns::step_back(self.man.color, here, !self.place.fixed.0)) {
                to.0[from as usize] |= self.set[self.word(Some((self.kind.man, target)))];
            }
        }
    }

    fn bit_man_takes_sheet_man(&self, to: &mut Sheet) {
        let Some(target) = self.target() else { return };
        let from = attackers(target, self.man, self.place.fixed);
        let words = self.words(None);
        for (word, to) in to.0.iter_mut().enumerate() {
            if words[word] >> target.to_u32() & 1 != 0 {
                *to |= if from.0 >> word & 1 == 0 {
                    from.0
                } else {
                    let occupied = self.place.fixed | Bitboard(1 << word);
                    attackers(target, self.man, occupied).0
                };
            }
        }
    }

    fn bit_man_takes_word_man(&self, to: &mut Sheet) {
        let targets = self.set[self.word(None)] & self.kind.lands & !self.place.fixed.0;
        if targets == 0 {
            return;
        }
        if self.man.role != Role::Pawn {
            return add_bit_man_takes(&mut to.0, self.man.role, targets, self.place.fixed.0);
        }
        for target in Bitboard(targets) {
            to.0[target.to_usize()] |= attackers(target, self.man, self.place.fixed).0;
        }
    }

    fn bit_man_promotes(&self, to: &mut Sheet) {
        let shape = &self.conversions.moves.shape;
        let first = self.word(None);
        for word in 0..self.table.block_words().min(64) {
            let empty = !shape.with_word_man(self.place.fixed, word).0;
            let landed = self.set[first + word] & self.kind.lands;
            to.0[word] |= pawns::step_back(self.man.color, landed, empty);
        }
    }
}

fn words_at(set: &[u64], first: usize) -> &Words {
    let (sheets, _) = set[first..].as_chunks();
    &sheets[0]
}

impl Conversions<'_> {
    /// Adds the positions of a sheet in which a pawn that just made a double
    /// step can be taken en passant, into positions of the smaller table in a state.
    pub fn add_en_passant(&self, place: &Place, pawn: usize, state: State, to: &mut Sheet) {
        for kind in self
            .kinds
            .en_passant
            .iter()
            .filter(|kind| kind.victim == pawn)
        {
            if let Some(set) = self.replays[kind.table].positions(state) {
                self.add_en_passant_of(kind, set, place, to);
            }
        }
    }

    fn add_en_passant_of(&self, kind: &EnPassant, set: &[u64], place: &Place, to: &mut Sheet) {
        let shape = &self.moves.shape;
        let ranks = pawns::double_step_rank(!self.mover);
        let stands = |man: usize| place.squares.get(man).copied();
        // Both pawns stand on the rank of the double step.
        let is_beside = |man| stands(man).is_none_or(|square| ranks >> square.to_u32() & 1 != 0);
        if !is_beside(kind.victim) || !is_beside(kind.captor) {
            return;
        }
        let pawn_is_word = [kind.captor, kind.victim].map(|man| shape.seat(man) == Seat::Word);
        for (word, to) in to.0.iter_mut().enumerate() {
            if pawn_is_word.contains(&true) && ranks >> word & 1 == 0 {
                continue;
            }
            let capture = Passing {
                shape_word: shape.word_man().map(|man| (man, word)),
                bit_man: shape.bit_man(),
                captor: kind.captor,
                victim: kind.victim,
                man: shape.men()[kind.captor],
                table: &self.tables[kind.table],
                set,
                place,
                occupied: shape.with_word_man(place.fixed, word),
            };
            *to |= capture.positions(ranks);
        }
    }
}

/// An en passant capture from the positions of one word.
struct Passing<'a> {
    shape_word: Option<(usize, usize)>,
    bit_man: usize,
    captor: usize,
    victim: usize,
    man: Piece,
    table: &'a Smaller,
    set: &'a [u64],
    place: &'a Place,
    occupied: Bitboard,
}

impl Passing<'_> {
    /// The square of a man, if it is not the bit man.
    fn square(&self, man: usize) -> Option<Square> {
        match self.shape_word {
            Some((word_man, word)) if word_man == man => Some(Square::new(word as u32)),
            _ => self.place.squares.get(man).copied(),
        }
    }

    /// The word of the smaller table after the capture.
    fn landed(&self, landing: Square) -> u64 {
        let word = self.table.word(self.place.at.block, |man| {
            if man == self.captor {
                landing.to_usize()
            } else {
                self.square(man).map_or(0, usize::from)
            }
        });
        self.set[word]
    }

    fn positions(&self, ranks: u64) -> u64 {
        let pushed = !self.man.color;
        let candidates = match self.square(self.victim) {
            Some(square) => Bitboard::from(square),
            None => Bitboard(ranks) & !self.occupied,
        };
        let mut found = 0;
        for square in candidates {
            let [over, home] = pawns::passed(pushed, square);
            let Some(landing) = Bitboard(over).first() else {
                continue;
            };
            if (over | home) & self.occupied.0 != 0 {
                continue;
            }
            let from = attackers(landing, self.man, self.occupied);
            let clear = !(over | home);
            let landed = || self.landed(landing);
            match self.square(self.captor) {
                // The bit man takes: it is the last man there, too.
                None if landed() & over != 0 => found |= from.0 & clear,
                Some(captor) if from.contains(captor) => {
                    if self.victim == self.bit_man {
                        if landed() & over != 0 {
                            found |= 1 << square.to_u32();
                        }
                    } else {
                        found |= landed() & clear;
                    }
                }
                _ => {}
            }
        }
        found
    }
}

#[cfg(test)]
mod tests;
