//! What the positions of a class are worth: counts, and the longest distances.

use drawproof_tables::{Layout, Metric, SideTable, Wdl, dtm};
use rayon::prelude::*;
use shakmaty::{ByColor, Color};

use crate::{
    error::GenerateError,
    positions::pawn_structure::{Structure, pawns_of},
    store::{
        compressed_sets::PIECE,
        packed_class::{Needs, Packed, PackedSlice},
    },
};

/// The positions of a class with one side to move, in numbers.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Summary {
    /// Unique counts; cursed wins are not among the wins.
    pub wins: u64,
    /// Wins that the 50-move rule turns into draws; 0 if distances to zeroing moves are
    /// not known.
    pub cursed_wins: u64,
    /// Draws, whatever the 50-move rule says.
    pub draws: u64,
    /// Losses that the 50-move rule turns into draws; not among the losses.
    pub blessed_losses: u64,
    /// Losses.
    pub losses: u64,
    /// Legal positions, board count.
    pub board_count: u64,
    /// The longest distance to mate of a win in plies, 0 if there is none. `None` if
    /// distances to mate are not known.
    pub longest_win: Option<u32>,
    /// The same for losses.
    pub longest_loss: Option<u32>,
    /// The longest distance to a zeroing move in plies.
    pub longest_zeroing: Option<u32>,
    /// The bytes that the table takes in memory.
    pub bytes: u64,
}

impl Summary {
    /// One side of a whole table.
    pub(crate) fn of_side(layout: &Layout, side: &SideTable) -> Self {
        let mut found = PartSummary::new(side);
        found.add_words(layout, side, 0);
        found.summary(layout)
    }

    /// Both sides of a class in slices.
    pub(crate) fn of_slices(packed: &Packed) -> Result<ByColor<Self>, GenerateError> {
        let layout = packed.layout();
        let of = |turn| Ok::<_, GenerateError>(found(packed, turn)?.summary(layout));
        Ok(ByColor {
            white: of(Color::White)?,
            black: of(Color::Black)?,
        })
    }
}

/// All slices with one side to move.
fn found(packed: &Packed, turn: Color) -> Result<PartSummary, GenerateError> {
    let slices: Vec<(&Structure, &PackedSlice)> = packed.iter().collect();
    let slices = slices.into_par_iter();
    let found = slices.map(|(structure, slice)| in_slice(packed.layout(), structure, slice, turn));
    found.reduce(|| Ok(PartSummary::default()), and)
}

/// A slice; one of a class without pawns is in the order of its table.
fn in_slice(
    layout: &Layout,
    structure: &Structure,
    slice: &PackedSlice,
    turn: Color,
) -> Result<PartSummary, GenerateError> {
    let pawns = pawns_of(layout);
    // A table has both a slice and its mirror image, like pawns in every order.
    let weight = structure.placements(pawns).len() as u64;
    let mut all = PartSummary::default();
    for at in 0..slice.pieces() {
        let side = slice.piece(at, turn, Needs::All)?;
        let mut found = PartSummary::new(&side);
        if pawns.is_empty() {
            found.add_words(layout, &side, at * PIECE);
        } else {
            found.add_all(&side, weight);
        }
        all = all.and(&found);
    }
    Ok(all)
}

fn and(
    one: Result<PartSummary, GenerateError>,
    other: Result<PartSummary, GenerateError>,
) -> Result<PartSummary, GenerateError> {
    Ok(one?.and(&other?))
}

/// What some positions have.
#[derive(Copy, Clone, Default)]
struct PartSummary {
    /// Parts of unique positions: see [`Layout::unique`].
    parts: Parts,
    board_count: u64,
    /// In moves of the winner: of wins, of losses.
    moves: [Option<u32>; 2],
    /// In plies.
    zeroing: Option<u32>,
    /// How many sets their distances take.
    sets: [usize; 2],
}

#[derive(Copy, Clone, Default)]
struct Parts {
    wins: u64,
    cursed_wins: u64,
    draws: u64,
    blessed_losses: u64,
    losses: u64,
}

impl Parts {
    /// One word, if `parts` says what its positions weigh.
    fn of_word(side: &SideTable, at: usize, parts: impl Fn(u64) -> u64) -> Self {
        let cursed = side.cursed(at);
        Self {
            wins: parts(side.win[at] & !cursed),
            cursed_wins: parts(side.win[at] & cursed),
            draws: parts(side.draws(at)),
            blessed_losses: parts(side.loss[at] & cursed),
            losses: parts(side.loss[at] & !cursed),
        }
    }

    fn and(self, other: Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            cursed_wins: self.cursed_wins + other.cursed_wins,
            draws: self.draws + other.draws,
            blessed_losses: self.blessed_losses + other.blessed_losses,
            losses: self.losses + other.losses,
        }
    }
}

impl PartSummary {
    /// The distances of some positions.
    fn new(side: &SideTable) -> Self {
        let longest = |metric: Metric, set: &[u64]| {
            let numbers = metric.numbers(side)?;
            Some(numbers.greatest(set).unwrap_or(0))
        };
        let sets = [Metric::Dtm, Metric::Dtz].map(|metric| metric.numbers(side));
        Self {
            moves: [&side.win, &side.loss].map(|set| longest(Metric::Dtm, set)),
            zeroing: longest(Metric::Dtz, &side.legal),
            sets: sets.map(|numbers| numbers.map_or(0, |numbers| numbers.slices.len())),
            ..Self::default()
        }
    }

    /// Words in the order of tables, from word `first` on.
    fn add_words(&mut self, layout: &Layout, side: &SideTable, first: usize) {
        let words = (0..side.legal.len()).into_par_iter().with_min_len(4096);
        let of_word = |at: usize| {
            let (block, word) = (
                (first + at) / layout.block_words(),
                (first + at) % layout.block_words(),
            );
            let parts = Parts::of_word(side, at, |set| match set {
                0 => 0,
                set => layout.unique(block, word, set),
            });
            let legal = u64::from(side.legal[at].count_ones());
            (parts, legal * layout.board_weight(block))
        };
        let sum = |a: (Parts, u64), b: (Parts, u64)| (a.0.and(b.0), a.1 + b.1);
        let (parts, board_count) = words.map(of_word).reduce(Default::default, sum);
        self.parts = self.parts.and(parts);
        self.board_count += board_count;
    }

    /// All positions of a slice, each of which stands for others on the board.
    fn add_all(&mut self, side: &SideTable, weight: u64) {
        let count = |set: u64| weight * u64::from(set.count_ones());
        for (at, &legal) in side.legal.iter().enumerate() {
            self.parts = self.parts.and(Parts::of_word(side, at, count));
            self.board_count += count(legal);
        }
    }

    fn and(self, other: &Self) -> Self {
        Self {
            parts: self.parts.and(other.parts),
            board_count: self.board_count + other.board_count,
            moves: [0, 1].map(|of| self.moves[of].max(other.moves[of])),
            zeroing: self.zeroing.max(other.zeroing),
            sets: [0, 1].map(|of| self.sets[of].max(other.sets[of])),
        }
    }

    fn summary(&self, layout: &Layout) -> Summary {
        let unique = |parts: u64| parts / layout.unique_parts();
        let plies = |wdl, moves: Option<u32>| {
            moves.map(|moves| {
                if moves == 0 {
                    0
                } else {
                    dtm(wdl, moves).plies()
                }
            })
        };
        let sets = 3 + self.sets.iter().sum::<usize>();
        Summary {
            wins: unique(self.parts.wins),
            cursed_wins: unique(self.parts.cursed_wins),
            draws: unique(self.parts.draws),
            blessed_losses: unique(self.parts.blessed_losses),
            losses: unique(self.parts.losses),
            board_count: self.board_count,
            longest_win: plies(Wdl::Win, self.moves[0]),
            longest_loss: plies(Wdl::Loss, self.moves[1]),
            longest_zeroing: self.zeroing,
            bytes: (8 * sets * layout.words()) as u64,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::error::Error;

    use drawproof_tables::{Table, TableSet};

    use super::*;
    use crate::{generate::generate, planted::planted, slices::pack_table::packed, wanted::Wanted};

    /// Counts from slices are those from the table: with pawns as the last man and before
    /// it, like pawns and like pieces, structures that are their own mirror images, and a
    /// class without pawns.
    #[test]
    fn slices_have_the_counts_of_the_table() -> Result<(), Box<dyn Error>> {
        for name in ["KPvK", "KPvKP", "KPPvK", "KNPvK", "KNNvK", "KRvKN"] {
            counts_agree(name, &planted(&Layout::new(&name.parse()?)?))?;
        }
        Ok(())
    }

    #[test]
    fn slices_have_the_distances_of_the_table() -> Result<(), Box<dyn Error>> {
        distances_agree(&["KPvK", "KNNvK", "KBvKN"])
    }

    #[test]
    #[ignore = "seconds: distances of pawns of four men"]
    fn slices_of_four_men_have_the_distances_of_the_table() -> Result<(), Box<dyn Error>> {
        distances_agree(&["KPvKP", "KPPvK", "KNPvK", "KRvKN"])
    }

    fn distances_agree(classes: &[&str]) -> Result<(), Box<dyn Error>> {
        let mut tables = TableSet::new();
        for name in classes {
            let table = generate(&name.parse()?, Wanted::DtmAndDtz, &mut tables, &|_, _| {})?;
            counts_agree(name, &table)?;
            for turn in Color::ALL {
                let summary = Summary::of_side(table.layout(), table.side(turn));
                assert!(summary.longest_zeroing.is_some(), "{name} {turn}");
            }
        }
        Ok(())
    }

    fn counts_agree(name: &str, table: &Table) -> Result<(), Box<dyn Error>> {
        let slices = Summary::of_slices(&packed(table)?)?;
        for turn in Color::ALL {
            let expected = Summary::of_side(table.layout(), table.side(turn));
            assert_eq!(slices.get(turn), &expected, "{name} {turn}");
        }
        Ok(())
    }
}
