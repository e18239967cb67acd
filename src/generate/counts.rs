//! What the positions of a class are worth, in one row for each side to move.

use drawproof_tables::{Dtz, Layout, SideTable, Table, Wdl, dtm};
use rayon::prelude::*;
use serde::Serialize;
use shakmaty::Color;

/// The unique counts of a class with one side to move, and its longest distances in
/// plies.
#[derive(Serialize)]
pub struct Counts {
    class: String,
    /// `strong` or `weak`; in classes with equal material strong is White.
    side_to_move: &'static str,
    wins: u64,
    /// Wins that the 50-move rule turns into draws; not among the wins. `None` if
    /// distances to zeroing moves are not known.
    cursed_wins: Option<u64>,
    draws: u64,
    /// Losses that the 50-move rule turns into draws; not among the losses.
    blessed_losses: Option<u64>,
    losses: u64,
    longest_win_plies: Option<u32>,
    longest_loss_plies: Option<u32>,
    longest_zeroing_plies: Option<u32>,
}

/// Parts of unique positions: see [`Layout::unique`].
#[derive(Copy, Clone, Default)]
struct Parts {
    wins: u64,
    cursed_wins: u64,
    draws: u64,
    blessed_losses: u64,
    losses: u64,
}

impl Parts {
    fn of_word(layout: &Layout, side: &SideTable, at: usize) -> Self {
        let (block, word) = (at / layout.block_words(), at % layout.block_words());
        let parts = |set: u64| match set {
            0 => 0,
            set => layout.unique(block, word, set),
        };
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

impl Counts {
    /// Strong to move, then weak.
    pub fn both(table: &Table) -> [Self; 2] {
        [Color::White, Color::Black].map(|turn| Self::new(table, turn))
    }

    fn new(table: &Table, turn: Color) -> Self {
        let (layout, side) = (table.layout(), table.side(turn));
        let words = (0..layout.words()).into_par_iter().with_min_len(4096);
        let parts = words.map(|at| Parts::of_word(layout, side, at));
        let parts = parts.reduce(Parts::default, Parts::and);
        let unique = |parts: u64| parts / layout.unique_parts();
        let longest = |set: &[u64], wdl| {
            let moves = side.moves.as_ref()?.greatest(set);
            Some(moves.map_or(0, |moves| dtm(wdl, moves).plies()))
        };
        let dtz = side.dtz.as_ref();
        Self {
            class: layout.material().to_string(),
            side_to_move: turn.fold_wb("strong", "weak"),
            wins: unique(parts.wins),
            cursed_wins: dtz.map(|_| unique(parts.cursed_wins)),
            draws: unique(parts.draws),
            blessed_losses: dtz.map(|_| unique(parts.blessed_losses)),
            losses: unique(parts.losses),
            longest_win_plies: longest(&side.win, Wdl::Win),
            longest_loss_plies: longest(&side.loss, Wdl::Loss),
            longest_zeroing_plies: dtz.map(|dtz| {
                let longest = dtz.greatest(&side.legal).unwrap_or(0);
                Dtz(longest as u16).plies()
            }),
        }
    }
}
