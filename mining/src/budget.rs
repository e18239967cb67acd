//! The limits of a search: the size of what is found, and its time.

/// What is limited.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Unit {
    /// Rules, for both sides to move together.
    Rules,
    /// Conditions of all rules.
    Conditions,
    /// Bytes of the rule file without comments and reasons.
    Bytes,
    /// The estimated nanoseconds of a call, for the side to move for which it
    /// takes longer.
    Nanoseconds,
}

/// The limit on the size of a recognizer.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Budget {
    /// What is limited.
    pub unit: Unit,
    /// The limit.
    pub at_most: f64,
}

/// Returns whether to stop with the best result so far; called repeatedly.
pub type Stop<'a> = &'a (dyn Fn() -> bool + Sync);
