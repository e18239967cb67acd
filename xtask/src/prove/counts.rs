//! The counts of a rule or a file.

use drawproof_reports::Totals;

/// Board counts, those of wrong draws first.
pub fn counts(totals: &Totals) -> [u64; 4] {
    let Totals {
        incorrect_draws,
        spotted_draws,
        missed_draws,
        spotted_decisive,
    } = totals;
    [
        incorrect_draws,
        spotted_draws,
        missed_draws,
        spotted_decisive,
    ]
    .map(|of| of.board_count)
}
