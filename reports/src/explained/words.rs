//! What rules say, in words.

use std::fmt::{self, Write};

use super::{
    fit::Fit,
    rules::{ConditionTold, FactTold, Heading, RuleTold, RulesTold},
};
use crate::counted;

/// The maximum number of characters of a condition on a line.
const MAX_TEXT: usize = 160;

impl RulesTold {
    pub(super) fn write(&self, out: &mut String) -> fmt::Result {
        let count = counted(self.rule_count as u64, "rule");
        writeln!(out, "rules: {count} from {}", self.rules_from)?;
        if let Some(fen) = &self.seen_as_fen {
            writeln!(out, "seen with colours exchanged, as {fen}")?;
        }
        let no_claim = if self.claims_draw { "draw" } else { "no claim" };
        let says = self.claims.unwrap_or(no_claim);
        let verdict = match self.verdict {
            Fit::IncorrectDraw => "REFUTED: an incorrect draw",
            Fit::SpottedDraw => "a spotted draw",
            Fit::MissedDraw => "a missed draw",
            Fit::SpottedDecisive => "right, it is not a draw",
            Fit::IncorrectClaim => "REFUTED: an incorrect claim",
            Fit::RightClaim => "right",
        };
        match &self.decided_by {
            Some(rule) => {
                writeln!(out, "{says}, by {}: {verdict}", rule.rule.place())?;
                writeln!(out, "  {}", rule.reason)?;
                for condition in &rule.conditions {
                    condition.write(out)?;
                }
            }
            None => writeln!(out, "{says}, no rule holds: {verdict}")?,
        }
        self.write_silent(out)?;
        self.write_later(out)
    }

    /// The rules that do not hold.
    fn write_silent(&self, out: &mut String) -> fmt::Result {
        let count = self.rules_that_do_not_hold;
        if count == 0 {
            return Ok(());
        }
        let before = if self.decided_by.is_some() {
            " before it"
        } else {
            ""
        };
        let verb = if count == 1 { "does" } else { "do" };
        let count = counted(count as u64, "rule");
        let colon = if self.nearest.is_empty() {
            ""
        } else {
            ", the nearest first:"
        };
        writeln!(out, "{count}{before} {verb} not hold{colon}")?;
        for rule in &self.nearest {
            rule.write_lacking(out)?;
        }
        let rest = self.rules_that_do_not_hold - self.nearest.len();
        if rest > 0 && !self.nearest.is_empty() {
            writeln!(out, "  and {rest} more")?;
        }
        Ok(())
    }

    /// The rules after the one that decides.
    fn write_later(&self, out: &mut String) -> fmt::Result {
        if self.rules_that_hold_later == 0 {
            return Ok(());
        }
        let count = counted(self.rules_that_hold_later as u64, "rule");
        let verb = if self.rules_that_hold_later == 1 {
            "holds"
        } else {
            "hold"
        };
        writeln!(
            out,
            "{count} after it {verb} as well, but the first decides"
        )?;
        for rule in &self.hold_later {
            writeln!(out, "  {rule}")?;
        }
        Ok(())
    }
}

impl RuleTold {
    /// A rule that does not hold.
    fn write_lacking(&self, out: &mut String) -> fmt::Result {
        let rule = &self.rule;
        if !self.is_for_side_to_move {
            return writeln!(out, "  {rule}: for the other side to move");
        }
        let (lacking, count) = (self.conditions.len(), self.condition_count);
        let conditions = counted(count as u64, "condition");
        writeln!(out, "  {rule} lacks {lacking} of {conditions}")?;
        for condition in &self.conditions {
            condition.write(out)?;
        }
        Ok(())
    }
}

impl fmt::Display for Heading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind, self.place())
    }
}

impl Heading {
    /// Its name and its location.
    fn place(&self) -> String {
        let Self {
            name, number, line, ..
        } = self;
        format!("\"{name}\" (rule {number}, line {line})")
    }
}

impl ConditionTold {
    fn write(&self, out: &mut String) -> fmt::Result {
        let mark = if self.holds { "true" } else { "false" };
        let text = shortened(&self.text);
        if let [fact] = &self.facts[..]
            && fact.text == self.text
        {
            return writeln!(out, "    {mark}: {text}{}", fact.found());
        }
        writeln!(out, "    {mark}: {text}")?;
        for fact in &self.facts {
            let mark = if fact.holds { "true" } else { "false" };
            writeln!(
                out,
                "      {mark}: {}{}",
                shortened(&fact.text),
                fact.found()
            )?;
        }
        let rest = self.fact_count - self.facts.len();
        if rest > 0 {
            writeln!(out, "      and {rest} more")?;
        }
        Ok(())
    }
}

impl FactTold {
    fn found(&self) -> String {
        let found = self.found.as_ref();
        found.map_or_else(String::new, |found| format!("  ({found})"))
    }
}

/// A text shortened to fit on a line.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(MAX_TEXT) {
        Some((end, _)) => format!("{} ...", &text[..end]),
        None => text.into(),
    }
}
