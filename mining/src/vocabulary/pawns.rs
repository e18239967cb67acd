//! Pawns: their path, and who stops them.

use super::{side::Side, text::Text};

/// Terms of a side's pawns.
pub fn terms(text: &mut Text, side: &Side, other: &Side) {
    let Some(pawns) = side.pawns() else { return };
    let _ = (text, other, pawns);
}
