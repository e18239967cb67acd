//! What a formula may take.

/// What a formula may take.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The greatest number of gates and inputs of the circuit.
    pub gates: usize,
    /// The greatest number of statements and expressions that one call goes through, those on
    /// constants included.
    pub steps: u64,
}

impl Default for Limits {
    /// Some hundred megabytes, and some seconds.
    fn default() -> Self {
        Self {
            gates: 5_000_000,
            steps: 4_000_000,
        }
    }
}
