//! The meaning of one byte of a table.

use shakmaty::Color;

use crate::{Value, Wdl, table::dtm};

/// Distances from here on have special codes.
const FAR: u32 = 63;

/// The value that a byte means with `turn` to move. `None` for impossible
/// positions.
///
/// The low two bits name the winner, the other six count moves: 1 is White, 2
/// is Black. 0 and 3 are a draw and an impossible position if the count is
/// zero, else a win and a loss too long for the count. One code is an
/// exception: with Black to move, no win is as long as the format allows, so
/// its code means his longest loss.
pub(super) fn value(byte: u8, turn: Color) -> Option<Value> {
    let (count, code) = (u32::from(byte >> 2), byte & 3);
    let mover = turn.fold_wb(1, 2);
    let (wdl, moves) = match (code, count) {
        (0, 0) => return Some(Value::DRAW),
        (3, 0) => return None,
        (0, 63) if turn.is_black() => (Wdl::Loss, 64 + FAR),
        (0, _) => (Wdl::Win, count + 1 + FAR),
        (3, _) => (Wdl::Loss, count + FAR),
        (winner, _) if winner == mover => (Wdl::Win, count + 1),
        _ => (Wdl::Loss, count),
    };
    Some(Value {
        dtm: Some(dtm(wdl, moves)),
        ..Value::of(wdl)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn plies(byte: u8, turn: Color) -> Option<(Wdl, Option<u16>)> {
        value(byte, turn).map(|value| (value.wdl, value.dtm.map(|dtm| dtm.0)))
    }

    #[test]
    fn bytes_mean_what_the_format_says() {
        use Color::{Black, White};
        assert_eq!(plies(0, White), Some((Wdl::Draw, None)));
        assert_eq!(plies(3, Black), None);
        assert_eq!(plies(2, White), Some((Wdl::Loss, Some(0))));
        assert_eq!(plies(1, Black), Some((Wdl::Loss, Some(0))));
        assert_eq!(plies(1, White), Some((Wdl::Win, Some(1))));
        assert_eq!(plies(253, White), Some((Wdl::Win, Some(127))));
        assert_eq!(plies(4, White), Some((Wdl::Win, Some(129))));
        assert_eq!(plies(7, White), Some((Wdl::Loss, Some(128))));
        assert_eq!(plies(252, White), Some((Wdl::Win, Some(253))));
        assert_eq!(plies(252, Black), Some((Wdl::Loss, Some(254))));
    }

    /// No two bytes mean the same.
    #[test]
    fn bytes_differ() {
        for turn in Color::ALL {
            let all: HashSet<_> = (0..=u8::MAX).map(|byte| plies(byte, turn)).collect();
            assert_eq!(all.len(), 256);
        }
    }
}
