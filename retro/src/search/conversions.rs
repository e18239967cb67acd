//! Captures and pawn moves: moves into finished values, a sheet at a time.

use drawproof_tables::{PROMOTED, SideTable, attackers, pawns};
use shakmaty::{Bitboard, Color, Piece, Role, Square, attacks};

use crate::{
    error::GenerateError,
    positions::{
        change::{Change, Order},
        pawn_structure::beside,
        shape::{Place, Seat, Shape},
        sheet::{
            Sheet, Words, add_bit_man_takes, add_image, add_product, add_through,
            add_word_man_takes,
        },
    },
    search::moves::Moves,
    slices::{
        en_passant::{self, Capture},
        finished::{SideValues, Sources},
        replay::{Replay, State},
    },
    wanted::Counting,
};

/// One kind of conversion: which man moves and how, and the values it leads to.
#[derive(Copy, Clone, Debug)]
struct Kind {
    man: usize,
    victim: Option<usize>,
    /// Where it may land.
    lands: u64,
    /// What a double step passes.
    passes: u64,
    table: usize,
}

/// All kinds of conversions of one shape with one side to move.
#[derive(Debug)]
pub struct Kinds {
    /// What they change; kinds name the changes by number.
    pub changes: Vec<Change>,
    all: Vec<Kind>,
}

/// The conversions of one shape with one side to move.
#[derive(Debug)]
pub struct Conversions<'a> {
    moves: &'a Moves,
    mover: Color,
    kinds: Kinds,
    orders: Vec<Order>,
    replays: Vec<Replay<'a>>,
}

impl Kinds {
    /// The conversions of a shape.
    pub fn of(shape: &Shape, mover: Color) -> Self {
        let mut kinds = Self {
            changes: Vec::new(),
            all: Vec::new(),
        };
        for man in shape.men_of(mover) {
            match shape.pawn_square(man) {
                Some(square) => kinds.add_pawn(shape, man, square),
                None => kinds.add_piece(shape, man),
            }
        }
        kinds
    }

    /// A piece captures.
    fn add_piece(&mut self, shape: &Shape, man: usize) {
        let color = shape.men()[man].color;
        for victim in shape.men_of(!color).filter(|&man| man > 1) {
            self.add(shape, (man, Some(victim)), None, [!0, 0]);
        }
    }

    /// A pawn moves ahead and captures.
    fn add_pawn(&mut self, shape: &Shape, man: usize, square: Square) {
        let color = shape.men()[man].color;
        let [one, two] = pawns::steps(color, square, !shape.pawn_squares().0);
        for to in Bitboard(one) {
            self.add_pawn_to(shape, (man, None), to, 0);
        }
        for to in Bitboard(two) {
            self.add_pawn_to(shape, (man, None), to, one);
        }
        for to in attacks::pawn_attacks(color, square) {
            let is_there = |other: &usize| shape.pawn_square(*other) == Some(to);
            let enemies = || shape.men_of(!color).filter(|&man| man > 1);
            if shape.pawn_squares().contains(to) {
                if let Some(victim) = enemies().find(is_there) {
                    self.add_pawn_to(shape, (man, Some(victim)), to, 0);
                }
            } else {
                for victim in enemies().filter(|&man| shape.pawn_square(man).is_none()) {
                    self.add_pawn_to(shape, (man, Some(victim)), to, 0);
                }
            }
        }
    }

    fn add_pawn_to(
        &mut self,
        shape: &Shape,
        (man, victim): (usize, Option<usize>),
        to: Square,
        passes: u64,
    ) {
        let lands = 1 << to.to_u32();
        if lands & pawns::promotion_rank(shape.men()[man].color) == 0 {
            self.add(shape, (man, victim), Some((man, to, None)), [lands, passes]);
        } else {
            for role in PROMOTED {
                self.add(
                    shape,
                    (man, victim),
                    Some((man, to, Some(role))),
                    [lands, passes],
                );
            }
        }
    }

    fn add(
        &mut self,
        shape: &Shape,
        (man, victim): (usize, Option<usize>),
        pawn: Option<(usize, Square, Option<Role>)>,
        [lands, passes]: [u64; 2],
    ) {
        let change = Change {
            victim,
            pawn,
            last: last(shape, man, victim),
        };
        let known = self.changes.iter().position(|known| *known == change);
        let table = known.unwrap_or_else(|| {
            self.changes.push(change);
            self.changes.len() - 1
        });
        self.all.push(Kind {
            man,
            victim,
            lands,
            passes,
            table,
        });
    }
}

/// The man that comes last after a move: the bit man. If it is captured, the
/// piece that captures comes last, so that its captures are words; if that is a
/// king with a block or a sheet for each square, or a pawn, the man before.
fn last(shape: &Shape, man: usize, victim: Option<usize>) -> Option<usize> {
    if victim != Some(shape.bit_man()) {
        return Some(shape.bit_man());
    }
    let is_king = shape.men()[man].role == Role::King;
    match shape.seat(man) {
        Seat::Sheet if !is_king => Some(man),
        Seat::Word => Some(man),
        _ => shape
            .numbering_men()
            .filter(|&man| man != shape.bit_man())
            .last(),
    }
}

impl<'a> Conversions<'a> {
    /// Gets the values that captures and pawn moves lead to, fully solved.
    pub fn at_end(
        moves: &'a Moves,
        sources: &Sources<'a>,
        mover: Color,
    ) -> Result<Self, GenerateError> {
        let kinds = Kinds::of(&moves.shape, mover);
        let mut conversions = Self {
            moves,
            mover,
            orders: Vec::new(),
            replays: Vec::new(),
            kinds,
        };
        let blocks = moves.shape.blocks();
        for change in &conversions.kinds.changes {
            let values = values_after(&moves.shape, sources, change, mover)?;
            let replay = Replay::at_end(values, blocks);
            conversions.orders.push(Order::of(&moves.shape, change));
            conversions.replays.push(replay);
        }
        Ok(conversions)
    }

    /// Rewinds to before ply 0 of a search.
    pub fn rewind(&mut self, counting: Counting) {
        for replay in &mut self.replays {
            replay.rewind(counting);
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

    /// Whether all wins after conversions are known by now.
    pub fn is_final(&self) -> bool {
        self.replays.iter().all(Replay::is_final)
    }

    /// Whether a conversion may lead from a block into positions lost, or won,
    /// at the previous ply.
    pub fn is_due(&self, block: usize, state: State) -> bool {
        let mut kinds = self.kinds.all.iter();
        kinds.any(|kind| self.is_kind_due(kind, block, state))
    }

    fn is_kind_due(&self, kind: &Kind, block: usize, state: State) -> bool {
        let replay = &self.replays[kind.table];
        if self.moves.shape.seat(kind.man) != Seat::King {
            return replay.has(state, block);
        }
        let steps = self.moves.king_steps(block, self.mover);
        steps.iter().any(|step| replay.has(state, step.block))
    }

    /// Adds the positions of a sheet in which a conversion leads into positions
    /// in a state.
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
            order: &self.orders[kind.table],
            set,
            place,
        };
        let victim = kind.victim.map(|man| shape.seat(man));
        match (shape.seat(kind.man), victim) {
            (Seat::Fixed, None) => board.pawn_steps(to),
            (_, Some(Seat::King) | None) => {}
            (Seat::King, Some(victim)) => board.king_takes(victim, to),
            (Seat::Sheet | Seat::Fixed, Some(Seat::Sheet | Seat::Fixed)) => {
                board.sheet_man_takes_sheet_man(to);
            }
            (Seat::Sheet | Seat::Fixed, Some(Seat::Word)) => board.sheet_man_takes_word_man(to),
            (Seat::Sheet, Some(Seat::Bit)) if board.man.role != Role::King => {
                board.sheet_man_takes_bit_man(to);
            }
            (Seat::Sheet | Seat::Fixed, Some(Seat::Bit)) => board.man_takes_bit_man(to),
            (Seat::Word, Some(Seat::Bit)) => board.word_man_takes_bit_man(to),
            (Seat::Word, Some(_)) => board.word_man_takes_sheet_man(to),
            (Seat::Bit, Some(Seat::Sheet | Seat::Fixed)) => board.bit_man_takes_sheet_man(to),
            (Seat::Bit, Some(_)) => board.bit_man_takes_word_man(to),
        }
    }
}

/// The values after a change, with the other side to move. After a double step
/// it may be able to capture en passant.
pub fn values_after<'a>(
    shape: &Shape,
    sources: &Sources<'a>,
    change: &Change,
    mover: Color,
) -> Result<SideValues<'a>, GenerateError> {
    let values = sources.after(shape, change, !mover)?;
    let (Some(plain), None, Some((pawn, to, None))) = (&values, change.victim, change.pawn) else {
        return Ok(values);
    };
    let from = shape.pawn_square(pawn);
    if from.is_none_or(|from| from.rank().distance(to.rank()) < 2) {
        return Ok(values);
    }
    let square_of = |man| shape.pawn_square(man);
    let (captors, landing) = beside(shape.men(), square_of, mover, to);
    let mut captures: Vec<Capture> = Vec::new();
    for captor in captors {
        let Some(landing) = landing else { continue };
        let capture = Change {
            victim: Some(pawn),
            pawn: Some((captor, landing, None)),
            last: change.last,
        };
        captures.extend(sources.after(shape, &capture, mover)?.map(Capture));
    }
    if captures.is_empty() {
        return Ok(values);
    }
    let stuck = sources.stuck_after(shape, change, !mover)?;
    let with_right: SideTable = en_passant::with_right(plain, &stuck, &captures, sources.play());
    Ok(Some(std::borrow::Cow::Owned(with_right)))
}

/// One kind of conversion from the positions of one sheet.
struct Board<'a> {
    conversions: &'a Conversions<'a>,
    kind: &'a Kind,
    man: Piece,
    order: &'a Order,
    set: &'a [u64],
    place: &'a Place,
}

impl Board<'_> {
    /// The word of the values in which every man except one stands where it does
    /// here. If the word man is not the exception, it stands on a1.
    fn word(&self, moved: Option<(usize, Square)>) -> usize {
        self.order.word(self.place.at.block, |man| match moved {
            Some((moved, to)) if moved == man => to.to_usize(),
            _ => self.place.square(man).map_or(0, usize::from),
        })
    }

    /// The 64 words from there on: those of the word man.
    fn words(&self, moved: Option<(usize, Square)>) -> &Words {
        words_at(self.set, self.word(moved))
    }

    /// The captured man's square, if it is the same in the whole sheet and the
    /// capture may land there.
    fn target(&self) -> Option<Square> {
        let square = self.place.square(self.kind.victim?)?;
        Bitboard(self.kind.lands).contains(square).then_some(square)
    }

    fn king_takes(&self, victim: Seat, to: &mut Sheet) {
        let block = self.place.at.block;
        let steps = self.conversions.moves.king_steps(block, self.man.color);
        for step in steps {
            let image = |man: usize| {
                let square = self.place.square(man);
                square.map_or(0, |square| step.onto.square(square).to_usize())
            };
            if matches!(victim, Seat::Sheet | Seat::Fixed) {
                if self.target() == Some(step.square) {
                    let words = words_at(self.set, self.order.word(step.block, image));
                    add_image(&mut to.0, words, step.onto);
                }
            } else if !self.place.fixed.contains(step.square) {
                let word = self.set[self.order.word(step.block, image)];
                let word = step.onto.inverse().bits(word);
                let here = step.square.to_usize();
                match (victim, self.order.last) {
                    (Seat::Word, _) => to.0[here] |= word,
                    (_, Some(_)) => add_product(&mut to.0, word, 1 << here),
                    // Only the kings remain.
                    (_, None) => to.0[0] |= (word & 1) << here,
                }
            }
        }
    }

    fn sheet_man_takes_sheet_man(&self, to: &mut Sheet) {
        let Some(from) = self.place.square(self.kind.man) else {
            return;
        };
        let Some(target) = self.target() else { return };
        if attacks::attacks(from, self.man, self.place.fixed).contains(target) {
            let words = self.words(Some((self.kind.man, target)));
            add_through(&mut to.0, words, attacks::between(from, target).0);
        }
    }

    fn sheet_man_takes_word_man(&self, to: &mut Sheet) {
        let Some(from) = self.place.square(self.kind.man) else {
            return;
        };
        let reach = attacks::attacks(from, self.man, self.place.fixed);
        for target in reach & !self.place.fixed & Bitboard(self.kind.lands) {
            let word = self.set[self.word(Some((self.kind.man, target)))];
            to.0[target.to_usize()] |= word & !attacks::between(from, target).0;
        }
    }

    fn sheet_man_takes_bit_man(&self, to: &mut Sheet) {
        let Some(from) = self.place.square(self.kind.man) else {
            return;
        };
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

    /// The other men come last: each square of the bit man gets their word.
    fn man_takes_bit_man(&self, to: &mut Sheet) {
        let Some(from) = self.place.square(self.kind.man) else {
            return;
        };
        let reach = attacks::attacks(from, self.man, self.place.fixed);
        for target in reach & !self.place.fixed & Bitboard(self.kind.lands) {
            let word = self.set[self.word(Some((self.kind.man, target)))];
            add_product(&mut to.0, word, 1 << target.to_u32());
        }
    }

    fn pawn_steps(&self, to: &mut Sheet) {
        if self.place.fixed.0 & (self.kind.lands | self.kind.passes) == 0 {
            add_through(&mut to.0, self.words(None), self.kind.passes);
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
        add_word_man_takes(&mut to.0, self.man.role, targets, self.place.fixed.0);
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
        add_bit_man_takes(&mut to.0, self.man.role, targets, self.place.fixed.0);
    }
}

fn words_at(set: &[u64], first: usize) -> &Words {
    let (sheets, _) = set[first..].as_chunks();
    &sheets[0]
}

#[cfg(test)]
mod tests;
