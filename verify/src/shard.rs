//! Equal parts of a run.

use std::{fmt, ops::Range, str::FromStr};

use serde::{Deserialize, Serialize};

/// One of several equal parts of the units of a run, written `3/8`.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shard {
    number: u32,
    of: u32,
}

impl Shard {
    /// Shard `number`, from 1, of `of` shards.
    pub fn new(number: u32, of: u32) -> Option<Self> {
        let shard = Self { number, of };
        shard.is_valid().then_some(shard)
    }

    /// All shards, for a number of them.
    pub fn all(of: u32) -> impl Iterator<Item = Self> {
        (1..=of).map(move |number| Self { number, of })
    }

    /// Its number, from 1.
    pub fn number(self) -> u32 {
        self.number
    }

    /// How many there are.
    pub fn of(self) -> u32 {
        self.of
    }

    /// A shard read from a file may be invalid.
    pub(crate) fn is_valid(self) -> bool {
        (1..=self.of).contains(&self.number)
    }

    /// Its range of the units: each unit is in exactly one shard, and shard
    /// sizes differ by at most one.
    pub fn units(self, units: usize) -> Range<usize> {
        let bound = |shards: u32| {
            // Both are far below 2^32.
            (u64::from(shards) * units as u64 / u64::from(self.of)) as usize
        };
        bound(self.number - 1)..bound(self.number)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        text.split_once('/')
            .and_then(|(number, of)| Self::new(number.parse().ok()?, of.parse().ok()?))
            .ok_or_else(|| "expected K/N with K from 1 to N, as 3/8".into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_unit_is_in_one_shard() {
        for units in [1, 2, 7, 462, 3612, 7224] {
            for of in [1, 2, 3, 7, 8, 100, units] {
                let mut next = 0;
                for shard in Shard::all(of as u32) {
                    let range = shard.units(units);
                    assert_eq!(range.start, next);
                    assert!(range.len().abs_diff(units / of) <= 1);
                    next = range.end;
                }
                assert_eq!(next, units);
            }
        }
    }

    #[test]
    fn is_written_as_a_fraction() {
        for text in ["1/1", "3/8", "4294967295/4294967295"] {
            let shard: Result<Shard, _> = text.parse();
            assert_eq!(shard.map(|shard| shard.to_string()), Ok(text.into()));
        }
        for text in [
            "",
            "/",
            "0/8",
            "9/8",
            "3",
            "3/",
            "/8",
            "-1/8",
            "3/8/9",
            "1/4294967296",
        ] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
