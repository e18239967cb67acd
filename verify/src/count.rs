//! Counting positions of a sheet.

use drawproof_evaluate::Rows;
use multiversion::multiversion;

/// How many positions of a set are in another one, and how many are not.
pub(crate) struct Pair {
    pub inside: u64,
    pub outside: u64,
}

/// Counts a set inside and outside another one.
#[multiversion(targets(
    "x86_64+avx512f+avx512vpopcntdq",
    "x86_64+avx2+popcnt",
    "x86_64+popcnt"
))]
pub(crate) fn count_pairs(set: &Rows, other: &Rows) -> Pair {
    let (mut inside, mut outside) = (0, 0);
    for (&row, &other) in set.iter().zip(other) {
        inside += u64::from((row & other).count_ones());
        outside += u64::from((row & !other).count_ones());
    }
    Pair { inside, outside }
}
