//! What came of what was asked.

/// The outcome of a use case.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Everything that was asked holds.
    Proven,
    /// Something does not hold, and was shown.
    Counterexample,
    /// Nothing is known to be wrong, but not everything was checked.
    Unchecked,
}
