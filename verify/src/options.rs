//! How a run is made.

use std::num::NonZeroUsize;

use crate::kept::Kept;

/// How a run is made.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// How many counterexamples are kept for each rule.
    pub examples: usize,
    /// How many missed draws are kept, drawn at random.
    pub missed: usize,
    /// Visit the full board even if folding is sound.
    pub full_board: bool,
    /// How often a recognizer may stop answering before the rest of the
    /// positions, in the order of the board, is left without a verdict.
    pub stops: NonZeroUsize,
    /// Count wins and losses that the 50-move rule turns into draws as draws.
    pub fifty_moves: bool,
    /// Leave out positions that a capture, a promotion or a mate decides at once.
    pub quiet: bool,
}

impl Options {
    /// The default options of a run.
    pub const DEFAULT: Self = Self {
        examples: 3,
        missed: 0,
        full_board: false,
        stops: NonZeroUsize::MIN.saturating_add(15),
        fifty_moves: false,
        quiet: false,
    };

    /// The numbers of positions to keep.
    pub(crate) fn kept(self) -> Kept {
        Kept {
            examples: self.examples,
            missed: self.missed,
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self::DEFAULT
    }
}
