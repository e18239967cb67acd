//! Pawn moves of whole sets of squares.
//!
//! Sets are bits, a1 the lowest.

use shakmaty::{Bitboard, Color, Rank, Square};

/// Every square of a set, one step ahead for a pawn of that colour.
pub fn ahead(color: Color, set: u64) -> u64 {
    color.fold_wb(set << 8, set >> 8)
}

/// The rank on which a pawn of that colour lands after a double step.
pub fn double_step_rank(color: Color) -> u64 {
    Bitboard::from_rank(color.fold_wb(Rank::Fourth, Rank::Fifth)).0
}

/// The rank on which a pawn of that colour is promoted.
pub fn promotion_rank(color: Color) -> u64 {
    Bitboard::from_rank(color.fold_wb(Rank::Eighth, Rank::First)).0
}

/// The squares from which one step leads to a square of `targets`.
pub fn step_back(color: Color, targets: u64, empty: u64) -> u64 {
    ahead(!color, targets) & empty
}

/// The squares from which a double step leads to a square of `targets`.
pub fn double_step_back(color: Color, targets: u64, empty: u64) -> u64 {
    let stepped = targets & double_step_rank(color);
    step_back(color, step_back(color, stepped, empty), empty)
}

/// Where a single and a double step lead from a square.
pub fn steps(color: Color, from: Square, empty: u64) -> [u64; 2] {
    let one = ahead(color, 1 << from.to_u32()) & empty;
    [one, ahead(color, one) & empty & double_step_rank(color)]
}

/// The square that a double step to `square` passed, and where it began.
pub fn passed(color: Color, square: Square) -> [u64; 2] {
    let one = ahead(!color, 1 << square.to_u32());
    [one, ahead(!color, one)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_and_steps_back_agree() {
        for color in Color::ALL {
            for from in Square::ALL {
                let [one, two] = steps(color, from, !0);
                let home = color.fold_wb(Rank::Second, Rank::Seventh);
                assert_eq!(two != 0, from.rank() == home, "{from}");
                let here = 1 << from.to_u32();
                assert!(one == 0 || step_back(color, one, !0) == here);
                assert!(two == 0 || double_step_back(color, two, !0) == here);
                assert_eq!(steps(color, from, !one), [0, 0]);
            }
        }
        assert_eq!(double_step_rank(Color::White), 0xff00_0000);
        assert_eq!(passed(Color::Black, Square::D5), [1 << 43, 1 << 51]);
    }
}
