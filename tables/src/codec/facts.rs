//! What the decoder knows about 64 positions before it decodes them: chess
//! facts and values decoded earlier, as sets of squares of the last man.

use std::sync::LazyLock;

use arrayvec::ArrayVec;
use shakmaty::{Bitboard, Color, Piece, Role, Square, attacks};

use super::{
    block::Sets,
    steps::{STEPS, stepped},
    words::WordSets,
};
use crate::{Layout, attackers, material::MAX_MEN, pawns, spread::spread};

/// The squares of a word are decoded in this order: a quarter of the board, no
/// two squares of which touch, the squares diagonally between them, then the
/// others.
pub(super) const PASSES: [u64; 3] = [
    0x0055_0055_0055_0055,
    0xaa00_aa00_aa00_aa00,
    0x55aa_55aa_55aa_55aa,
];

/// The squares within a distance of a square: `RINGS[square][distance]`.
static RINGS: LazyLock<Vec<[u64; 8]>> = LazyLock::new(|| {
    let ring = |from: Square, far: usize| -> Bitboard {
        let near = |&to: &Square| from.distance(to) as usize <= far;
        Square::ALL.into_iter().filter(near).collect()
    };
    let rings = |from| std::array::from_fn(|far| ring(from, far).0);
    Square::ALL.map(rings).to_vec()
});

/// Shifts a set by one step; squares that leave the board are lost.
pub(super) fn shifted(set: u64, (files, ranks): (i32, i32)) -> u64 {
    const A_FILE: u64 = 0x0101_0101_0101_0101;
    let set = match files {
        -1 => set << 1 & !A_FILE,
        1 => set >> 1 & !(A_FILE << 7),
        _ => set,
    };
    match ranks {
        -1 => set << 8,
        1 => set >> 8,
        _ => set,
    }
}

/// A fact that is true for all positions of a word or for none.
fn all(fact: bool) -> u64 {
    if fact { !0 } else { 0 }
}

/// The squares that are not between two squares.
#[inline]
fn open(from: Square, to: Square) -> u64 {
    !attacks::between(from, to).0
}

/// The distances of the last man from another one that are facts.
const FAR: std::ops::Range<usize> = 1..6;

/// The distances of two other men that are facts: those above each of these.
const APART: [u32; 6] = [1, 2, 3, 4, 5, 6];

/// The coordinates of the last man.
const LAST_PLACES: [u64; 16] = {
    const A_FILE: u64 = 0x0101_0101_0101_0101;
    const FIRST_RANK: u64 = 0xff;
    let mut places = [0; 16];
    let mut from = 1;
    while from < 8 {
        places[2 * from - 2] = !0 << (8 * from);
        places[2 * from - 1] = (FIRST_RANK << from & FIRST_RANK) * A_FILE;
        from += 1;
    }
    places[14] = Bitboard::DARK_SQUARES.0;
    places[15] = FIRST_RANK | FIRST_RANK << 56 | A_FILE | A_FILE << 7;
    places
};

/// The men of a word other than the last.
pub(super) struct Word<'a> {
    pub(super) layout: &'a Layout,
    pub(super) turn: Color,
    pub(super) number: usize,
    squares: ArrayVec<Square, MAX_MEN>,
    pub(super) fixed: Bitboard,
    /// The squares that each of the men attacks.
    reach: ArrayVec<Bitboard, MAX_MEN>,
}

impl<'a> Word<'a> {
    /// `None` if two men share a square.
    pub(super) fn new(layout: &'a Layout, turn: Color, block: usize, word: usize) -> Option<Self> {
        let (white, black) = layout.kings().squares(block);
        let mut squares = ArrayVec::from_iter([white, black]);
        squares.extend(layout.outer_squares(word));
        let fixed = layout.fixed(block, word)?;
        let men = layout.men().iter().zip(&squares);
        let reach = men.map(|(&man, &from)| attacks::attacks(from, man, fixed));
        Some(Self {
            layout,
            turn,
            number: word,
            fixed,
            reach: reach.collect(),
            squares,
        })
    }

    pub(super) fn last(&self) -> Piece {
        self.layout.last_man()
    }

    /// The men with their squares, except the last one.
    pub(super) fn men(&self) -> impl Iterator<Item = (Piece, Square)> + '_ {
        self.layout
            .men()
            .iter()
            .copied()
            .zip(self.squares.iter().copied())
    }

    /// The men with the squares that they attack, except the last one.
    fn reaching(&self) -> impl Iterator<Item = (Piece, Square, Bitboard)> + '_ {
        let reach = self.reach.iter().copied();
        (self.men().zip(reach)).map(|((man, from), reach)| (man, from, reach))
    }

    /// Where the last man stands when it attacks a square.
    fn last_attacks(&self, to: Square, fixed: Bitboard) -> u64 {
        attackers(to, self.last(), fixed).0
    }

    /// Who attacks, or defends, whom.
    fn attacks(&self, _: &Seen, out: &mut Out) {
        for (man, from, reach) in self.reaching() {
            for (at, &to) in self.squares.iter().enumerate() {
                if from != to && (man.role != Role::King || at > 1) {
                    let is_attacked = reach.contains(to);
                    out.push(if is_attacked { open(from, to) } else { 0 });
                }
            }
            out.push(reach.0);
            out.push(self.last_attacks(from, self.fixed));
        }
    }

    /// Whether each king has no, one or two flight squares.
    fn flights<const KING: usize>(&self, _: &Seen, out: &mut Out) {
        let (king, at) = (self.layout.men()[KING], self.squares[KING]);
        let rest = self.fixed.without(at);
        let mut own = Bitboard::EMPTY;
        // Men of the other side, with what they attack, also through the king.
        let mut others = ArrayVec::<(Square, Bitboard), MAX_MEN>::new();
        for (man, from, reach) in self.reaching() {
            if man.color == king.color {
                own |= Bitboard::from(from);
            } else if reach.contains(at) {
                others.push((from, attacks::attacks(from, man, rest)));
            } else {
                others.push((from, reach));
            }
        }
        let (mut one, mut two, mut three) = (0, 0, 0);
        for to in attacks::king_attacks(at) & !own {
            let attackers = others.iter().filter(|(_, reach)| reach.contains(to));
            let attacked = attackers.fold(0, |set, &(from, _)| set | open(from, to));
            if attacked == !0 {
                continue;
            }
            let last = if self.last().color == king.color {
                Bitboard::from(to).0
            } else {
                self.last_attacks(to, rest)
            };
            let safe = !(attacked | last);
            three |= two & safe;
            two |= one & safe;
            one |= safe;
        }
        out.extend([one, two, three]);
    }

    /// Where the last man has a safe move: any, one followed by another safe
    /// move, one that gives check, one that also attacks another man.
    fn last_tactics(&self, _: &Seen, out: &mut Out) {
        let last = self.last();
        let (mut calm, mut checks, mut attacked) = (!self.fixed.0, 0, 0);
        let others = self.reaching().filter(|(man, ..)| man.color != last.color);
        for (man, at, reach) in others {
            calm &= !reach.0;
            match man.role {
                Role::King => checks |= self.last_attacks(at, self.fixed),
                _ => attacked |= self.last_attacks(at, self.fixed),
            }
        }
        let moves_to = |set| spread(last.role, set & calm, !self.fixed.0);
        let any = moves_to(!0);
        out.extend([
            any,
            moves_to(any),
            moves_to(checks),
            moves_to(attacked),
            moves_to(checks & attacked),
        ]);
    }

    /// Where a checking move of each other piece also attacks the last man, in
    /// front of the king or behind it.
    fn outer_tactics(&self, _: &Seen, out: &mut Out) {
        for (man, from, reach) in self.reaching().skip(2) {
            let at = self.squares[usize::from(man.color.is_white())];
            let rest = self.fixed.without(from);
            let (mut fork, mut skewer, mut checks) = (0, 0, 0);
            let targets = match man.role {
                Role::Pawn => Bitboard::EMPTY,
                // It gives check from where it would attack from the king's square.
                _ => attacks::attacks(at, man, rest) & !attacks::king_attacks(at),
            };
            for to in reach & !self.fixed & targets {
                let reach = attacks::attacks(to, man, rest);
                let free = open(from, to);
                let through = attacks::attacks(to, man, rest.without(at));
                fork |= reach.0 & free & open(to, at);
                skewer |= through.0 & !reach.0 & free;
                checks |= free & open(to, at);
            }
            out.extend([fork, skewer, checks]);
        }
    }

    /// Where the last man stands: coordinates and distances.
    fn last_places(&self, _: &Seen, out: &mut Out) {
        out.extend(LAST_PLACES);
        let same = self.same(out.before);
        out.skip(same * FAR.len());
        for &square in &self.squares[same..] {
            out.extend_from_slice(&RINGS[square.to_usize()][FAR]);
        }
    }

    /// Where the others stand.
    fn fixed_places(&self, _: &Seen, out: &mut Out) {
        let same = self.same(out.before);
        for (at, &square) in self.squares.iter().enumerate() {
            if at < same {
                out.skip(16 + at * APART.len());
                continue;
            }
            let (file, rank) = (square.file().to_u32(), square.rank().to_u32());
            for from in 1..8 {
                out.push(all(file >= from));
                out.push(all(rank >= from));
            }
            for &to in &self.squares[..at] {
                let distance = square.distance(to);
                out.extend(APART.map(|far| all(distance > far)));
            }
            out.push(all(Bitboard::DARK_SQUARES.contains(square)));
            out.push(all((file == 0 || file == 7) || (rank == 0 || rank == 7)));
        }
    }

    /// How many of the first men stand where they stood before.
    fn same(&self, before: &[Square]) -> usize {
        let pairs = self.squares.iter().zip(before);
        pairs.take_while(|(now, before)| now == before).count()
    }

    /// What is known of the word with one outer man a step away.
    fn decoded_before(&self, seen: &Seen, out: &mut Out) {
        for outer in 0..self.layout.outer_men().len() {
            let shift = self.layout.shift(outer);
            for step in &STEPS[..4] {
                let word = stepped(self.number, shift, *step).unwrap_or(self.number);
                out.extend(seen.known[word]);
            }
        }
    }

    /// What the block with the other side to move says about the same position.
    fn other_side(&self, seen: &Seen, out: &mut Out) {
        if let Some(other) = seen.other {
            let here = other[self.number];
            out.extend([here.win, here.loss]);
        }
    }

    /// The positions with a move of a man other than the king into lost ones.
    fn moves_into_lost(&self, seen: &Seen, out: &mut Out) {
        if let Some(other) = seen.other {
            out.push(self.moves_into(|word| other[word].loss));
        }
    }

    /// The same for positions that are not won.
    fn moves_into_held(&self, seen: &Seen, out: &mut Out) {
        let held = |at: WordSets| at.legal & !at.win;
        if let Some(other) = seen.other {
            out.push(self.moves_into(|word| held(other[word])));
        }
    }

    fn moves_into(&self, targets: impl Fn(usize) -> u64) -> u64 {
        let mut found = 0;
        if self.last().color == self.turn {
            let Piece { color, role } = self.last();
            let targets = targets(self.number);
            found |= match role {
                Role::Pawn => pawns::step_back(color, targets, !self.fixed.0),
                _ => spread(role, targets, !self.fixed.0),
            };
        }
        self.outer_moves(|word, free| found |= targets(word) & free);
        found
    }

    /// Calls `found` for the words that an outer man of the side to move can go
    /// to, with the squares of the last man that do not block it.
    pub(super) fn outer_moves(&self, mut found: impl FnMut(usize, u64)) {
        for (outer, (man, from, reach)) in self.reaching().skip(2).enumerate() {
            if man.color != self.turn {
                continue;
            }
            let shift = self.layout.shift(outer);
            let reach = match man.role {
                Role::Pawn => Bitboard(pawns::steps(man.color, from, !self.fixed.0)[0]),
                _ => reach,
            };
            for to in reach & !self.fixed {
                let word = self.number & !(63 << shift) | to.to_usize() << shift;
                found(word, open(from, to));
            }
        }
    }
}

/// What was decoded before a word.
#[derive(Copy, Clone)]
pub(super) struct Seen<'a> {
    /// The block, as far as it is known, and what stands in for the rest.
    pub(super) known: &'a [Sets],
    /// The block with the other side to move, if it comes first.
    pub(super) other: Option<&'a [WordSets]>,
}

/// Adds facts of one kind about a word.
type Kind = fn(&Word, &Seen, &mut Out);

/// The facts by kinds. Their order is part of the format.
const KINDS: [Kind; 12] = [
    // The fact that is never true comes first: see `LEAF`.
    |_, _, out| out.extend([0, PASSES[0], PASSES[1], PASSES[2]]),
    |word, seen, out| word.attacks(seen, out),
    |word, seen, out| word.flights::<0>(seen, out),
    |word, seen, out| word.flights::<1>(seen, out),
    |word, seen, out| word.last_tactics(seen, out),
    |word, seen, out| word.outer_tactics(seen, out),
    |word, seen, out| word.last_places(seen, out),
    |word, seen, out| word.fixed_places(seen, out),
    |word, seen, out| word.decoded_before(seen, out),
    |word, seen, out| word.other_side(seen, out),
    |word, seen, out| word.moves_into_lost(seen, out),
    |word, seen, out| word.moves_into_held(seen, out),
];

/// The last kind: what is known of the last man's neighbouring squares.
pub(super) const NEAR: u8 = KINDS.len() as u8;

/// Adds what is known of the last man's neighbouring squares.
fn near(sets: Sets, out: &mut Out) {
    for step in STEPS {
        out.extend(sets.map(|set| shifted(set, step)));
    }
}

/// Where facts of one kind are written.
struct Out<'a> {
    facts: &'a mut [u64],
    /// How many were written.
    count: usize,
    /// The squares of the men when facts of this kind were last written here.
    before: &'a [Square],
}

impl Out<'_> {
    #[inline]
    fn push(&mut self, fact: u64) {
        self.facts[self.count] = fact;
        self.count += 1;
    }

    #[inline]
    fn extend<const N: usize>(&mut self, facts: [u64; N]) {
        self.extend_from_slice(&facts);
    }

    #[inline]
    fn extend_from_slice(&mut self, facts: &[u64]) {
        self.facts[self.count..][..facts.len()].copy_from_slice(facts);
        self.count += facts.len();
    }

    /// Leaves some facts as they were.
    fn skip(&mut self, facts: usize) {
        self.count += facts;
    }
}

/// Which facts there are about the words of a class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct FactList {
    /// The kind of each fact.
    kinds: Vec<u8>,
    /// Where the facts of each kind begin.
    starts: [usize; KINDS.len() + 1],
}

/// At least as many facts as there are of one kind.
const MAX_OF_KIND: usize = 256;

impl FactList {
    /// Those about the side coded first, or second.
    pub(super) fn new(layout: &Layout, is_second: bool) -> Self {
        let other = vec![WordSets::default(); layout.block_words()];
        let seen = Seen {
            known: &vec![[0; 2]; layout.block_words()],
            other: is_second.then_some(&other),
        };
        let mut words = 0..layout.block_words();
        let word = words.find_map(|word| Word::new(layout, Color::White, 0, word));
        let (mut kinds, mut starts) = (Vec::new(), [0; KINDS.len() + 1]);
        for (kind, start) in starts.iter_mut().enumerate() {
            *start = kinds.len();
            let mut out = Out {
                facts: &mut [0; MAX_OF_KIND],
                count: 0,
                before: &[],
            };
            match (KINDS.get(kind), &word) {
                (Some(add), Some(word)) => add(word, &seen, &mut out),
                _ => near([0; 2], &mut out),
            }
            kinds.resize(kinds.len() + out.count, kind as u8);
        }
        Self { kinds, starts }
    }

    pub(super) fn len(&self) -> usize {
        self.kinds.len()
    }

    /// The kind of a fact; [`NEAR`] is not known before the passes.
    pub(super) fn kind(&self, fact: usize) -> u8 {
        self.kinds.get(fact).copied().unwrap_or(0)
    }
}

/// The facts about a word. Those of a kind are computed when one of them is asked for:
/// most positions are decided by few.
pub(super) struct Facts<'a> {
    list: &'a FactList,
    word: &'a Word<'a>,
    seen: Seen<'a>,
    /// The values of the word that are known by now.
    here: Sets,
    space: &'a mut Space,
}

/// Memory for facts of one list.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Space {
    facts: Vec<u64>,
    /// The kinds that are there.
    ready: u16,
    /// The squares of the men when facts of each kind were last written.
    squares: [ArrayVec<Square, MAX_MEN>; KINDS.len()],
}

impl<'a> Facts<'a> {
    pub(super) fn new(
        list: &'a FactList,
        word: &'a Word<'a>,
        seen: Seen<'a>,
        space: &'a mut Space,
    ) -> Self {
        space.facts.resize(list.len(), 0);
        space.ready = 0;
        Self {
            list,
            word,
            seen,
            here: [0; 2],
            space,
        }
    }

    /// Changes what is known of the word.
    pub(super) fn set_here(&mut self, here: Sets) {
        self.here = here;
        self.space.ready &= !(1_u16 << NEAR);
    }

    /// The positions in which a fact of a kind holds.
    #[inline]
    pub(super) fn get(&mut self, fact: u16, kind: u8) -> u64 {
        if self.space.ready >> kind & 1 == 0 {
            self.add(kind.into());
        }
        self.space.facts[usize::from(fact)]
    }

    /// All facts.
    pub(super) fn all(&mut self) -> &[u64] {
        for kind in 0..=KINDS.len() {
            if self.space.ready >> kind & 1 == 0 {
                self.add(kind);
            }
        }
        &self.space.facts
    }

    #[inline(never)]
    fn add(&mut self, kind: usize) {
        let Space {
            facts,
            ready,
            squares,
        } = &mut *self.space;
        let mut out = Out {
            facts: &mut facts[self.list.starts[kind]..],
            count: 0,
            before: squares.get(kind).map_or(&[], ArrayVec::as_slice),
        };
        match KINDS.get(kind) {
            Some(add) => add(self.word, &self.seen, &mut out),
            None => near(self.here, &mut out),
        }
        if let Some(squares) = squares.get_mut(kind) {
            squares.clone_from(&self.word.squares);
        }
        *ready |= 1 << kind;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ones;

    /// Pawns lead to what is asked about as they move on the board; only a
    /// double step is left out.
    #[test]
    fn pawns_step_into_what_is_asked_about() {
        for class in ["KPPvK", "KPvKP"] {
            let layout = Layout::new(&class.parse().expect("a class")).expect("a layout");
            let block = layout.blocks() / 2;
            let set = |word: usize| {
                let free = layout.fixed(block, word).map_or(0, |fixed| !fixed.0);
                (word as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) & free
            };
            for word in 0..layout.block_words() {
                for turn in Color::ALL {
                    let Some(known) = Word::new(&layout, turn, block, word) else {
                        continue;
                    };
                    let found = known.moves_into(set);
                    for bit in ones(!known.fixed.0) {
                        let mut men: Vec<_> = known.men().collect();
                        men.push((known.last(), Square::new(bit)));
                        let occupied: Bitboard = men.iter().map(|&(_, at)| at).collect();
                        let step = |man: usize| {
                            let (Piece { color, .. }, from) = men[man];
                            let to = from.offset(color.fold_wb(8, -8))?;
                            (color == turn && !occupied.contains(to)).then_some(to)
                        };
                        let outer = step(2).is_some_and(|to| set(to.to_usize()) >> bit & 1 != 0);
                        let last = step(3).is_some_and(|to| set(word) >> to.to_u32() & 1 != 0);
                        assert_eq!(found >> bit & 1 != 0, outer || last, "{class} {men:?}");
                    }
                }
            }
        }
    }

    /// A fact is the same whichever is asked for first, also after more of the word is
    /// known.
    #[test]
    fn facts_do_not_depend_on_what_was_asked_before() {
        let layout = Layout::new(&"KRPvKN".parse().expect("a class")).expect("a layout");
        let other: Vec<WordSets> = (0..layout.block_words() as u64)
            .map(|at| WordSets {
                win: at.wrapping_mul(0x9e37_79b9_7f4a_7c15),
                ..WordSets::default()
            })
            .collect();
        let known: Vec<Sets> = (0..layout.block_words() as u64)
            .map(|at| [at << 9 ^ at << 40, at * at])
            .collect();
        let list = FactList::new(&layout, true);
        let seen = Seen {
            known: &known,
            other: Some(&other),
        };
        let (mut space, mut used) = (Space::default(), Space::default());
        for word in (0..layout.block_words()).step_by(67) {
            let Some(word) = Word::new(&layout, Color::Black, layout.blocks() / 2, word) else {
                continue;
            };
            let mut facts = Facts::new(&list, &word, seen, &mut space);
            for here in [[0, 0], [0x00ff_0f3c_5a81, 0xf0f0 << 30]] {
                facts.set_here(here);
                let mut other = Facts::new(&list, &word, seen, &mut used);
                other.set_here(here);
                let all = other.all().to_vec();
                assert_eq!(all.len(), list.len());
                for fact in (0..list.len()).rev() {
                    let found = facts.get(fact as u16, list.kind(fact));
                    assert_eq!(found, all[fact], "fact {fact}");
                }
            }
        }
    }
}
