//! Sets of results.

use crate::Wdl;

/// A set of results for the side to move: what a claim or a bound leaves
/// possible.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct WdlSet(u8);

impl WdlSet {
    /// Win, draw and loss.
    pub const ALL: Self = Self(7);

    /// The set of some results.
    pub const fn of(results: &[Wdl]) -> Self {
        let mut set = 0;
        let mut at = 0;
        while at < results.len() {
            set |= 1 << results[at] as u8;
            at += 1;
        }
        Self(set)
    }

    /// The set whose bits are those of [`Wdl`] as numbers: 1 for a loss, 2 for a
    /// draw, 4 for a win. `None` for other bits, or none.
    pub const fn from_bits(bits: u8) -> Option<Self> {
        if bits == 0 || bits > Self::ALL.0 {
            return None;
        }
        Some(Self(bits))
    }

    /// Its bits.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Whether it contains a result.
    pub const fn has(self, result: Wdl) -> bool {
        self.0 >> result as u8 & 1 != 0
    }

    /// Whether all of its results are in another one.
    pub const fn is_within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Its results, the best one first.
    pub fn results(self) -> impl Iterator<Item = Wdl> {
        let all = [Wdl::Win, Wdl::Draw, Wdl::Loss];
        all.into_iter().filter(move |&result| self.has(result))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_hold_what_they_are_made_of() {
        let not_lost = WdlSet::of(&[Wdl::Draw, Wdl::Win]);
        assert!(not_lost.has(Wdl::Win) && not_lost.has(Wdl::Draw) && !not_lost.has(Wdl::Loss));
        assert_eq!(
            not_lost.results().collect::<Vec<_>>(),
            [Wdl::Win, Wdl::Draw]
        );
        assert!(WdlSet::of(&[Wdl::Win]).is_within(not_lost));
        assert!(!not_lost.is_within(WdlSet::of(&[Wdl::Win])));
        assert!(not_lost.is_within(WdlSet::ALL));
    }
}
