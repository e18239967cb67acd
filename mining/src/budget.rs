//! The limits of a search: the size of what is found, and its time.

use std::fmt;

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

impl Budget {
    /// Reads `40rules`, `100conditions`, `4000bytes`, `500ns`, or `none` for no limit. A number
    /// alone counts rules.
    ///
    /// # Errors
    ///
    /// What is expected, if it is none of these.
    pub fn parse(text: &str) -> Result<Option<Self>, String> {
        const EXPECTED: &str = "a whole number above zero and what it counts is expected, as 40rules, 100conditions, 4000bytes or 50ns; or none";
        if text == "none" {
            return Ok(None);
        }
        let is_number = |c: char| c.is_ascii_digit();
        let (number, word) = text.split_at(text.find(|c| !is_number(c)).unwrap_or(text.len()));
        let at_most: u32 = number.parse().map_err(|_| EXPECTED)?;
        let unit = match word.trim_start() {
            "" | "rule" | "rules" => Unit::Rules,
            "condition" | "conditions" => Unit::Conditions,
            "byte" | "bytes" => Unit::Bytes,
            "ns" => Unit::Nanoseconds,
            word => return Err(format!("'{word}' cannot be counted; {EXPECTED}")),
        };
        if at_most > 0 {
            let at_most = at_most.into();
            Ok(Some(Self { unit, at_most }))
        } else {
            Err(EXPECTED.into())
        }
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self.unit {
            Unit::Rules => "rules",
            Unit::Conditions => "conditions",
            Unit::Bytes => "bytes",
            Unit::Nanoseconds => "ns",
        };
        write!(f, "{}{word}", self.at_most)
    }
}

/// Returns whether to stop with the best result so far; called repeatedly.
pub type Stop<'a> = &'a (dyn Fn() -> bool + Sync);
