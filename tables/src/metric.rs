//! The metrics of tables.

use std::{fmt, str::FromStr};

use crate::Material;

/// What a table stores for each position. Every file holds one metric.
///
/// All properties of a metric are defined here, and matches over metrics are
/// exhaustive, so that the compiler finds what a new metric needs.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Metric {
    /// Win, draw, loss.
    Wdl,
    /// Distance to mate, in moves of the winner.
    Dtm,
    /// Distance to a zeroing move, in plies.
    Dtz,
}

impl Metric {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Wdl, Self::Dtm, Self::Dtz];

    /// The abbreviation of the field.
    pub const fn abbreviation(self) -> &'static str {
        match self {
            Self::Wdl => "WDL",
            Self::Dtm => "DTM",
            Self::Dtz => "DTZ",
        }
    }

    /// The abbreviation in lower case, as used by options.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wdl => "wdl",
            Self::Dtm => "dtm",
            Self::Dtz => "dtz",
        }
    }

    /// The event to which plies are counted, in a word; for WDL the metric
    /// itself.
    pub const fn goal(self) -> &'static str {
        match self {
            Self::Wdl => "WDL",
            Self::Dtm => "mate",
            Self::Dtz => "zeroing",
        }
    }

    /// The extension of the file name.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Wdl => "dpw",
            Self::Dtm => "dpm",
            Self::Dtz => "dpz",
        }
    }

    /// The extensions of all metrics.
    pub(crate) const EXTENSIONS: [&'static str; Self::ALL.len()] = {
        let mut extensions = [""; Self::ALL.len()];
        let mut at = 0;
        while at < Self::ALL.len() {
            extensions[at] = Self::ALL[at].extension();
            at += 1;
        }
        extensions
    };

    /// The name of the file of a class.
    pub fn file_name(self, material: &Material) -> String {
        format!("{material}.{}", self.extension())
    }

    /// The number that tables store for a distance in plies; `None` for WDL.
    pub fn number(self, ply: u16) -> Option<u32> {
        match self {
            Self::Wdl => None,
            Self::Dtm => Some(ply.div_ceil(2).into()),
            Self::Dtz => Some(ply.into()),
        }
    }

    /// What the numbers in its file mean, for people who inspect it.
    pub(crate) const fn convention(self) -> &'static str {
        match self {
            Self::Wdl => "no 50-move rule, no en passant right",
            Self::Dtm => "moves of the winner, no en passant right",
            Self::Dtz => "plies, no en passant right",
        }
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.abbreviation())
    }
}

/// A text that does not name a metric.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{text}' is not a metric; expected {}", names())]
pub struct MetricError {
    text: String,
}

fn names() -> String {
    Metric::ALL.map(Metric::name).join(", ")
}

/// The name, in lower or upper case.
impl FromStr for Metric {
    type Err = MetricError;

    fn from_str(text: &str) -> Result<Self, MetricError> {
        let is_meant = |metric: &Self| metric.name().eq_ignore_ascii_case(text);
        let found = Self::ALL.into_iter().find(is_meant);
        found.ok_or_else(|| MetricError { text: text.into() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Mates are counted in moves of the winner.
    #[test]
    fn numbers_of_plies() {
        let numbers = Metric::ALL.map(|metric| [4, 5].map(|ply| metric.number(ply)));
        assert_eq!(
            numbers,
            [[None, None], [Some(2), Some(3)], [Some(4), Some(5)]]
        );
    }
}
