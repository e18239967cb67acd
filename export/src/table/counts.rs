//! What the positions of a class have, by board counts.

/// How many positions with one side to move are won, drawn and lost for it:
/// board counts.
#[derive(Copy, Clone, Default, PartialEq, Eq, Debug)]
pub struct Counts {
    /// Won positions.
    pub wins: u64,
    /// Drawn ones.
    pub draws: u64,
    /// Lost ones.
    pub losses: u64,
}

/// In how many positions with one side to move somebody can mate: board counts.
#[derive(Copy, Clone, Default, PartialEq, Eq, Debug)]
pub struct MateCounts {
    /// The stronger side can.
    pub strong: u64,
    /// The weaker side can.
    pub weak: u64,
    /// Neither can.
    pub dead: u64,
}

/// What the positions of a class have, with White, then with Black to move, with White as the
/// stronger side.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ClassCounts {
    /// Results.
    Results([Counts; 2]),
    /// Who can mate.
    Mates([MateCounts; 2]),
}
