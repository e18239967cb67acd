//! What rules proven for any number of men say about a position.

use std::fmt::Write;

use serde::Serialize;

/// What proven rules say about a position, whatever its number of men.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ProvenTold {
    /// That it is proven, and the result if neither side can win.
    pub says: String,
    /// What White cannot do, `cannot_win` or `cannot_mate`; null if no rule says anything of it.
    pub white: Option<&'static str>,
    /// What Black cannot do.
    pub black: Option<&'static str>,
    /// Whether neither side can win.
    pub is_draw: bool,
    /// Whether neither side can mate, even with the other's help.
    pub is_dead: bool,
    /// The rules that say so.
    pub rules: Vec<ProvenRuleTold>,
}

/// A proven rule that speaks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ProvenRuleTold {
    /// What it claims, in words: `White cannot win`.
    pub says: String,
    /// What it claims, as rule files say it.
    pub claims: &'static str,
    /// The side that it calls strong.
    pub strong: String,
    /// Its name.
    pub name: String,
    /// Its reason.
    pub reason: String,
    /// Its class, as `KBsPsvK`.
    pub class: String,
    /// Where the rules come from.
    pub rules_from: String,
}

impl ProvenTold {
    /// A line, and one more for each rule.
    pub fn text(&self) -> String {
        let mut out = self.says.clone() + "\n";
        for rule in &self.rules {
            let ProvenRuleTold {
                says,
                name,
                class,
                reason,
                ..
            } = rule;
            // Writing to a string cannot fail.
            let _ = writeln!(out, "  {says}: {name} ({class}). {reason}");
        }
        out
    }
}
