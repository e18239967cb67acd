//! Smaller tables, replayed ply by ply.
//!
//! A capture leads to a position of a smaller table whose value is already
//! known. The search does not use that directly: it sees the smaller table as
//! if it were being solved at the same time. Conversions are then moves like
//! others, and nothing about them needs to be stored.

use std::borrow::Cow;

use drawproof_tables::{Dtz, HelpMoves, SideTable};
use rayon::prelude::*;

use crate::{store::packed_class::is_cursed, wanted::Counting};

/// A smaller table, one side to move, at some ply of the search.
#[derive(Debug)]
pub struct Replay<'a> {
    /// `None` for bare kings, which are always drawn.
    side: Option<Cow<'a, SideTable>>,
    counting: Counting,
    /// The schedule of results, for distances to mate.
    losses: Events,
    wins: Events,
    lost: Due,
    won: Due,
    open: Vec<u64>,
    /// No later ply has anything new.
    last_ply: u16,
    is_final: bool,
}

/// The state of a smaller table's position.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum State {
    /// Lost at the previous ply: a conversion into it wins now.
    Lost,
    /// Won at the previous ply.
    Won,
    /// Legal positions that were not won by the previous ply.
    Open,
    /// All legal positions.
    Legal,
}

/// The positions lost, or won, at the previous ply.
#[derive(Default, Debug)]
struct Due {
    set: Vec<u64>,
    /// Which blocks are not empty.
    blocks: Vec<bool>,
    is_any: bool,
}

/// Positions by the ply at which they decide the positions that lead to them.
#[derive(Default, Debug)]
struct Events {
    /// Where each ply's positions begin, and where the last ply's end.
    starts: Vec<usize>,
    words: Vec<u32>,
    bits: Vec<u64>,
}

impl<'a> Replay<'a> {
    /// A fully solved table: lost contains all losses, open everything that is
    /// not won. `blocks` is its number of blocks.
    pub fn at_end(side: Option<Cow<'a, SideTable>>, blocks: usize) -> Self {
        let counting = Counting::Zeroing;
        let Some(side) = side else {
            return Self {
                side: None,
                counting,
                losses: Events::default(),
                wins: Events::default(),
                lost: Due::default(),
                won: Due::default(),
                open: vec![!0; blocks],
                last_ply: 0,
                is_final: true,
            };
        };
        let words = side.legal.par_iter().zip(&side.win);
        let due = |set| Due {
            set,
            blocks: vec![true; blocks],
            is_any: true,
        };
        Self {
            open: words.map(|(legal, win)| legal & !win).collect(),
            lost: due(side.loss.clone()),
            won: due(vec![0; side.win.len()]),
            side: Some(side),
            counting,
            losses: Events::default(),
            wins: Events::default(),
            last_ply: 0,
            is_final: true,
        }
    }

    /// Rewinds to before ply 0, when nothing is known, for a search that counts in one
    /// of the ways. The one to mate is the last: it drops all distances once those to
    /// mate are in the schedule.
    pub fn rewind(&mut self, counting: Counting) {
        self.counting = counting;
        let Some(side) = &mut self.side else { return };
        self.open.copy_from_slice(&side.legal);
        self.is_final = false;
        for due in [&mut self.lost, &mut self.won] {
            due.set.fill(0);
            due.clear();
        }
        [self.losses, self.wins] = [Events::default(), Events::default()];
        self.last_ply = match counting {
            Counting::Mate | Counting::Helpmate => {
                if let Cow::Owned(side) = side {
                    side.dtz = None;
                }
                let [win, loss] = in_numbers(counting);
                self.losses = Events::new(side, &side.loss, |number| 2 * loss(number) + 1);
                self.wins = Events::new(side, &side.win, |number| 2 * win(number));
                if let Cow::Owned(side) = side {
                    side.moves = None;
                }
                self.losses.last_ply().max(self.wins.last_ply())
            }
            Counting::Zeroing => zeroing_ply(is_cursed(side)),
        };
    }

    /// Advances to a ply; call it for each ply in order.
    pub fn begin(&mut self, ply: u16) {
        self.is_final = ply >= self.last_ply;
        let Some(side) = &self.side else { return };
        match self.counting {
            Counting::Mate | Counting::Helpmate => {
                self.lost.replay(&self.losses, ply);
                self.won.replay(&self.wins, ply);
                for (word, bits) in self.wins.at(ply) {
                    self.open[word] &= !bits;
                }
            }
            Counting::Zeroing => {
                self.lost.decide(side, &side.loss, ply);
                self.won.decide(side, &side.win, ply);
                if self.won.is_any {
                    let words = self.open.par_iter_mut().zip(&self.won.set);
                    words.for_each(|(open, won)| *open &= !won);
                }
            }
        }
    }

    /// Whether nothing new comes at later plies.
    pub fn is_done(&self, ply: u16) -> bool {
        ply >= self.last_ply
    }

    /// Whether open is final.
    pub fn is_final(&self) -> bool {
        self.is_final
    }

    /// The positions in a state; `None` if it is empty.
    pub fn positions(&self, state: State) -> Option<&[u64]> {
        match state {
            State::Lost => self.lost.is_any.then_some(&self.lost.set[..]),
            State::Won => self.won.is_any.then_some(&self.won.set[..]),
            State::Open => Some(&self.open),
            State::Legal => Some(self.side.as_ref().map_or(&self.open, |side| &side.legal)),
        }
    }

    /// Whether a block may have positions in a state.
    pub fn has(&self, state: State, block: usize) -> bool {
        match state {
            State::Lost => self.lost.is_any && self.lost.blocks[block],
            State::Won => self.won.is_any && self.won.blocks[block],
            State::Open | State::Legal => true,
        }
    }
}

/// The moves to the mate that the side to move gives, and to that of the other side, in a
/// number of a table.
fn in_numbers(counting: Counting) -> [fn(u32) -> u32; 2] {
    match counting {
        Counting::Mate | Counting::Zeroing => [|number| number, |number| number],
        Counting::Helpmate => [
            |number| HelpMoves::of(number).own,
            |number| HelpMoves::of(number).others,
        ],
    }
}

/// The ply at which a zeroing move into a decided position counts.
pub fn zeroing_ply(cursed: bool) -> u16 {
    let after = Dtz(if cursed { 101 } else { 0 });
    after.before_move(true).plies() as u16
}

impl Events {
    /// The positions `of` of a table, by a ply computed from their distance to
    /// mate in moves.
    fn new(side: &SideTable, of: &[u64], ply: impl Fn(u32) -> u32 + Sync) -> Self {
        const CHUNK: usize = 1 << 12;
        let parts: Vec<Vec<(u32, u32, u64)>> = of
            .par_chunks(CHUNK)
            .enumerate()
            .map(|(chunk, of)| {
                let mut found = Vec::new();
                for (at, &bits) in of.iter().enumerate() {
                    let word = chunk * CHUNK + at;
                    let values = side.by_moves(word, bits);
                    found.extend(values.map(|(moves, bits)| (ply(moves), word as u32, bits)));
                }
                found
            })
            .collect();
        // Counting sort by ply; words stay in order.
        let all = || parts.iter().flatten();
        let Some(last) = all().map(|&(ply, ..)| ply as usize).max() else {
            return Self::default();
        };
        let mut starts = vec![0; last + 2];
        for &(ply, ..) in all() {
            starts[ply as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let (mut words, mut bits) = (vec![0; starts[last + 1]], vec![0; starts[last + 1]]);
        for &(ply, word, set) in all() {
            let at = next[ply as usize];
            next[ply as usize] += 1;
            (words[at], bits[at]) = (word, set);
        }
        Self {
            starts,
            words,
            bits,
        }
    }

    fn last_ply(&self) -> u16 {
        self.starts.len().saturating_sub(2) as u16
    }

    /// The positions of a ply: words and bits.
    fn at(&self, ply: u16) -> impl Iterator<Item = (usize, u64)> + '_ {
        let ply = usize::from(ply);
        let range = match (self.starts.get(ply), self.starts.get(ply + 1)) {
            (Some(&start), Some(&end)) => start..end,
            _ => 0..0,
        };
        let words = self.words[range.clone()].iter().map(|&word| word as usize);
        words.zip(self.bits[range].iter().copied())
    }
}

impl Due {
    fn clear(&mut self) {
        self.blocks.fill(false);
        self.is_any = false;
    }

    /// Replaces the events of the previous ply by those of a ply.
    fn replay(&mut self, events: &Events, ply: u16) {
        if self.is_any {
            for (word, _) in events.at(ply.saturating_sub(1)) {
                self.set[word] = 0;
            }
            self.clear();
        }
        let block_words = self.set.len() / self.blocks.len();
        for (word, bits) in events.at(ply) {
            // A word comes again if its numbers differ in what has another ply.
            self.set[word] |= bits;
            self.blocks[word / block_words] = true;
            self.is_any = true;
        }
    }

    /// The positions among some that zeroing moves decide at a ply.
    fn decide(&mut self, side: &SideTable, of: &[u64], ply: u16) {
        let due = [false, true]
            .into_iter()
            .find(|&cursed| ply == zeroing_ply(cursed));
        let Some(due_cursed) = due else {
            return self.clear();
        };
        let block_words = self.set.len() / self.blocks.len();
        self.set
            .par_chunks_mut(block_words)
            .zip(&mut self.blocks)
            .enumerate()
            .with_min_len(64)
            .for_each(|(block, (words, is_any))| {
                *is_any = false;
                for (word, to) in words.iter_mut().enumerate() {
                    let at = block * block_words + word;
                    let cursed = side.cursed(at);
                    *to = of[at] & if due_cursed { cursed } else { !cursed };
                    *is_any |= *to != 0;
                }
            });
        self.is_any = self.blocks.contains(&true);
    }
}

#[cfg(test)]
mod tests {
    use std::error::Error;

    use drawproof_tables::{Numbers, TableSet, ones};
    use shakmaty::Color;

    use super::*;
    use crate::{generate::generate, wanted::Wanted};

    /// Positions become won, lost and no longer open at the ply that follows from their
    /// distance to mate.
    #[test]
    fn results_come_at_their_plies() -> Result<(), Box<dyn Error>> {
        let mut tables = TableSet::new();
        let table = generate(&"KRK".parse()?, Wanted::Dtm, &mut tables, &|_, _| {})?;
        for turn in Color::ALL {
            let side = table.side(turn);
            let moves = side.moves.as_ref().ok_or("no distances")?;
            let blocks = table.layout().blocks();
            let borrowed = Some(Cow::Borrowed(side));
            let mut replay = Replay::at_end(borrowed, blocks);
            replay.rewind(Counting::Mate);
            let at = |of: &[u64], ply: &dyn Fn(u32) -> bool| -> Vec<u64> {
                let bits =
                    |word: usize| ones(of[word]).filter(move |&bit| ply(moves.get(word, bit)));
                let words = (0..of.len()).map(|word| bits(word).fold(0, |set, bit| set | 1 << bit));
                words.collect()
            };
            let mut last = 0;
            for ply in 0_u16..40 {
                replay.begin(ply);
                let ply = u32::from(ply);
                let lost = at(&side.loss, &|moves| 2 * moves + 1 == ply);
                let won = at(&side.win, &|moves| 2 * moves == ply);
                let no_more = at(&side.win, &|moves| 2 * moves <= ply);
                let open: Vec<u64> = side
                    .legal
                    .iter()
                    .zip(no_more)
                    .map(|(all, of)| all & !of)
                    .collect();
                for (state, expected) in
                    [(State::Lost, lost), (State::Won, won), (State::Open, open)]
                {
                    let found = replay.positions(state);
                    let is_any = expected.iter().any(|&word| word != 0);
                    assert_eq!(found.is_some(), is_any || state == State::Open);
                    assert!(
                        found.is_none_or(|found| found == expected),
                        "{turn} {ply} {state:?}"
                    );
                    if is_any && state != State::Open {
                        last = ply;
                    }
                }
                assert_eq!(
                    replay.is_done(ply as u16),
                    ply >= u32::from(replay.last_ply)
                );
            }
            assert_eq!(u32::from(replay.last_ply), last);
        }
        Ok(())
    }

    /// The two distances of a number come at plies of their own, whatever the other one is.
    #[test]
    fn both_distances_of_a_number_are_replayed() {
        let of = |bit: u32| HelpMoves {
            own: 1 + bit % 3,
            others: bit % 5,
        };
        let mut numbers = Numbers::default();
        for bit in 0..64 {
            for slice in ones(of(bit).number().into()) {
                numbers.slice_mut(slice, 1)[0] |= 1 << bit;
            }
        }
        let side = SideTable {
            legal: vec![!0],
            win: vec![!0],
            loss: vec![!0],
            moves: Some(numbers),
            dtz: None,
        };
        let mut replay = Replay::at_end(Some(Cow::Owned(side)), 1);
        replay.rewind(Counting::Helpmate);
        for ply in 0..12 {
            replay.begin(ply);
            let at = |of: &dyn Fn(u32) -> u32| -> u64 {
                let bits = (0..64).filter(|&bit| of(bit) == u32::from(ply));
                bits.map(|bit| 1 << bit).sum()
            };
            let found = |state| replay.positions(state).map_or(0, |set| set[0]);
            let lost = at(&|bit| 2 * of(bit).others + 1);
            assert_eq!(found(State::Lost), lost, "{ply}");
            assert_eq!(found(State::Won), at(&|bit| 2 * of(bit).own), "{ply}");
            assert_eq!(replay.is_done(ply), ply >= 9);
        }
    }
}
