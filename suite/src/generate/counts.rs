//! What the positions of a class are worth, in one row for each side to move.

use drawproof_retro::{Solved, Summary};
use serde::Serialize;
use shakmaty::{ByColor, Color};

/// The unique counts of a class with one side to move, and its longest distances in
/// plies.
#[derive(Serialize)]
pub struct SideCounts {
    /// The class.
    pub class: String,
    /// `strong` or `weak`; in classes with equal material strong is White.
    pub side_to_move: &'static str,
    /// Won positions.
    pub wins: u64,
    /// Wins that the 50-move rule turns into draws; not among the wins. `None` if
    /// distances to zeroing moves are not known.
    pub cursed_wins: Option<u64>,
    /// Drawn positions.
    pub draws: u64,
    /// Losses that the 50-move rule turns into draws; not among the losses.
    pub blessed_losses: Option<u64>,
    /// Lost positions.
    pub losses: u64,
    /// The longest win.
    pub longest_win_plies: Option<u32>,
    /// The longest loss.
    pub longest_loss_plies: Option<u32>,
    /// The longest distance to a zeroing move.
    pub longest_zeroing_plies: Option<u32>,
}

impl SideCounts {
    /// Strong to move, then weak.
    pub fn both(solved: &Solved, summary: &ByColor<Summary>) -> [Self; 2] {
        [Color::White, Color::Black].map(|turn| Self::new(solved, turn, summary.get(turn)))
    }

    fn new(solved: &Solved, turn: Color, of: &Summary) -> Self {
        let knows_zeroing = of.longest_zeroing.is_some();
        Self {
            class: solved.layout().material().to_string(),
            side_to_move: turn.fold_wb("strong", "weak"),
            wins: of.wins,
            cursed_wins: knows_zeroing.then_some(of.cursed_wins),
            draws: of.draws,
            blessed_losses: knows_zeroing.then_some(of.blessed_losses),
            losses: of.losses,
            longest_win_plies: of.longest_win,
            longest_loss_plies: of.longest_loss,
            longest_zeroing_plies: of.longest_zeroing,
        }
    }
}
