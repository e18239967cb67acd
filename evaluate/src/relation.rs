//! Relations of two squares, as tables.

use std::sync::Arc;

/// Which pairs of squares are in a relation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pairs {
    /// For each first square, the second squares.
    pub seconds: [u64; 64],
    /// For each second square, the first squares.
    pub firsts: [u64; 64],
}

/// A relation that several values share.
pub type Relation = Arc<Pairs>;

/// Makes the tables of a relation.
pub fn relation(holds: impl Fn(u64, u64) -> bool) -> Relation {
    let mut pairs = Pairs {
        seconds: [0; 64],
        firsts: [0; 64],
    };
    for a in 0..64 {
        for b in (0..64).filter(|&b| holds(a, b)) {
            pairs.seconds[a as usize] |= 1 << b;
            pairs.firsts[b as usize] |= 1 << a;
        }
    }
    Arc::new(pairs)
}
