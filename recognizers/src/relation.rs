//! Relations of two squares, as tables.

use std::sync::Arc;

/// For each square, the squares in a symmetric relation with it.
pub type Relation = Arc<[u64; 64]>;

/// Makes the table of a relation.
pub fn relation(holds: impl Fn(u64, u64) -> bool) -> Relation {
    let row = |a: usize| (0..64).fold(0, |row, b| row | u64::from(holds(a as u64, b)) << b);
    Arc::new(std::array::from_fn(row))
}
