//! How well a test tells draws from wins and losses.

use super::part::Counts;

/// What a test is chosen by: how mixed positions are, times how many they
/// are. The best test takes most of it away. With `d` decisive positions and
/// `n` draws:
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Criterion {
    /// The bits that it takes to say which are draws (Quinlan, ID3).
    Entropy,
    /// `d n / (d + n)` (Breiman and others, CART).
    Gini,
    /// The square root of `d n` (Kearns and Mansour 1996). It does not change
    /// when one kind of position is much more frequent.
    Root,
    /// `n log(1 + d)`: a draw is only claimed where nothing decisive is left,
    /// and each test may halve what is.
    Clearing,
}

impl Criterion {
    /// How mixed some positions are; 0 if they are all of one kind.
    pub fn mixture(self, counts: Counts) -> f64 {
        if counts.is_pure() {
            return 0.0;
        }
        let (decisive, draws) = (counts.decisive as f64, counts.draws as f64);
        let all = decisive + draws;
        match self {
            Self::Entropy => decisive * (all / decisive).log2() + draws * (all / draws).log2(),
            Self::Gini => decisive * draws / all,
            Self::Root => (decisive * draws).sqrt(),
            Self::Clearing => draws * (1.0 + decisive).log2(),
        }
    }
}
