//! What a table says about 64 positions.

/// The legal, won and lost positions of one word, adjacent so that a probe
/// touches memory once.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct WordSets {
    /// The legal positions.
    pub legal: u64,
    /// Those won for the side to move.
    pub win: u64,
    /// Those lost for the side to move.
    pub loss: u64,
}

impl WordSets {
    /// The won positions, and the lost ones.
    pub fn decisive(self) -> [u64; 2] {
        [self.win, self.loss]
    }
}
