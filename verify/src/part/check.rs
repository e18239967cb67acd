//! Checking whether the contents of a part are possible.
//!
//! The checksum finds damage; this finds contents that no run can have written,
//! so that later code need not expect them.

use drawproof_language::{Claim, RuleKind};
use drawproof_tables::{Layout, Material, Subject};

use super::{Findings, Header, Part, findings::MissedRecord, header::UnitsRecord};
use crate::{
    Count, Counts, Decided, DrawCount, LeftOut, pairs,
    tally::claims_of,
    units::{legal_positions, units},
};

/// An upper bound on the positions of any class, in any convention. Sums over
/// all units stay far below 2^64.
const MAX_COUNT: u64 = 1 << 48;

impl Part {
    /// Returns what is wrong with it.
    pub(super) fn check(&self) -> Result<(), &'static str> {
        let material = self.header.check()?;
        if self.findings.rules.len() != self.header.rules.list.len() {
            return Err("it does not count for each rule");
        }
        if self.findings.claims.len() != self.header.claims().len() {
            return Err("it does not count for each kind of claim");
        }
        let oracles = self.header.oracles.len();
        if self.findings.pairs.len() != pairs(oracles).count() || oracles == 0 {
            return Err("it does not compare each two oracles");
        }
        let layout = Layout::new(&material).map_err(|_| "the class has no tables")?;
        let units = units(&layout, self.header.folded);
        let own = &units[self.header.shard.units(units.len())];
        if self.findings.legal.board != legal_positions(&layout, own, self.header.folded) {
            return Err("it does not count all positions of its units");
        }
        self.findings.check_counts()?;
        self.check_left_out()?;
        self.check_en_passant(&material)?;
        self.check_kings(own.len())?;
        self.check_examples(&material)
    }

    /// Positions are left out only by a quiet run.
    fn check_left_out(&self) -> Result<(), &'static str> {
        let en_passant = self.findings.en_passant.iter().map(|of| of.left_out);
        let mut all = en_passant.chain([self.findings.left_out]);
        if self.header.options.quiet || all.all(|of| of.all().board == 0) {
            Ok(())
        } else {
            Err("it leaves out positions that were to be asked about")
        }
    }

    /// Positions with an en passant right occur only if they were asked about.
    fn check_en_passant(&self, material: &Material) -> Result<(), &'static str> {
        let is_asked = self.header.en_passant && material.has_en_passant();
        let rules = self.header.rules.list.len();
        match &self.findings.en_passant {
            Some(_) if !is_asked => Err("it counts en passant rights that were not asked about"),
            Some(decided)
                if decided.rules.len() != rules
                    || decided.claims.len() != self.header.claims().len()
                    || !decided.adds_up() =>
            {
                Err("the counts of en passant rights do not add up")
            }
            _ => Ok(()),
        }
    }

    /// There are draws for exactly `units` units, and they are possible.
    fn check_kings(&self, units: usize) -> Result<(), &'static str> {
        let by_kings = &self.findings.by_kings;
        let is_possible = |of: &DrawCount| of.missed <= of.draws;
        if by_kings.len() != units || !by_kings.iter().all(is_possible) {
            return Err("the draws of single units cannot be");
        }
        let sum = |of: fn(&DrawCount) -> u64| {
            let mut counts = by_kings.iter().map(of);
            counts.try_fold(0u64, u64::checked_add)
        };
        let rules = self.header.rules.list.iter().zip(&self.findings.rules);
        let claimed = rules.filter(|(rule, _)| rule.kind.claims_neither());
        let spotted: u64 = claimed.map(|(_, counts)| counts.decided.draws.board).sum();
        let decided = self.findings.rules.iter().map(|counts| &counts.decided);
        let all = decided.chain([&self.findings.unmatched]);
        let draws: u64 = all.map(|counts| counts.draws.board).sum();
        if sum(|of| of.draws) == Some(draws) && sum(|of| of.missed) == Some(draws - spotted) {
            Ok(())
        } else {
            Err("the draws of single units do not add up")
        }
    }

    fn check_examples(&self, material: &Material) -> Result<(), &'static str> {
        let mut of_rule = vec![0; self.header.rules.list.len()];
        for example in &self.findings.examples {
            let claims = self.header.rules.list.get(example.rule);
            if !claims.is_some_and(|rule| rule.kind.claims()) {
                return Err("a counterexample is of no rule that claims anything");
            }
            if example.subject() != Some(self.header.subject()) {
                return Err("a counterexample is about something else than the claims");
            }
            of_rule[example.rule] += 1;
            if of_rule[example.rule] > self.header.options.examples {
                return Err("it has more counterexamples than were asked for");
            }
        }
        if self.findings.faults.len() > self.header.options.examples {
            return Err("it has more positions without a verdict than were asked for");
        }
        let missed = &self.findings.missed;
        if missed.len() > self.header.options.missed {
            return Err("it has more missed draws than were asked for");
        }
        if !missed.iter().all(|missed| self.is_silent(missed)) {
            return Err("a missed draw is of a rule that claims draws, or has no ticket");
        }
        if self.findings.tally(material).is_none() {
            return Err("something is not a position of the class");
        }
        Ok(())
    }

    fn is_silent(&self, missed: &MissedRecord) -> bool {
        let is_silent = missed.rule.is_none_or(|rule| {
            let rule = self.header.rules.list.get(rule);
            rule.is_some_and(|rule| !rule.kind.claims_neither())
        });
        is_silent && missed.ticket.is_valid()
    }
}

impl Header {
    /// What its rules are about.
    fn subject(&self) -> Subject {
        RuleKind::subject_of(self.rules.list.iter().map(|rule| rule.kind))
    }

    /// The different claims of its rules.
    pub(super) fn claims(&self) -> Vec<Claim> {
        claims_of(self.rules.list.iter().map(|rule| rule.kind))
    }

    fn check(&self) -> Result<Material, &'static str> {
        let material: Material = self.material.parse().map_err(|_| "the class is none")?;
        if material.to_string() != self.material {
            return Err("the class is not called as it should be");
        }
        let place = self.recognizer;
        if !(1..=place.of).contains(&place.number) {
            return Err("the number of recognizers is impossible");
        }
        if !self.shard.is_valid() {
            return Err("the number of the shard is impossible");
        }
        let layout = Layout::new(&material).map_err(|_| "the class has no tables")?;
        let units = units(&layout, self.folded);
        let is_right = UnitsRecord::of(&units, self.shard).as_ref() == Some(&self.units);
        if !is_right || self.shard.of() as usize > units.len() {
            return Err("its units are not those of its shard");
        }
        Ok(material)
    }
}

impl Findings {
    /// Every position visited was counted once.
    fn check_counts(&self) -> Result<(), &'static str> {
        let is_part = |count: &Count| is_part(count, &self.legal);
        let are_parts = self
            .pairs
            .iter()
            .all(|pair| pair.compared == self.legal && is_part(&pair.contradictions))
            && is_part(&self.cursed);
        if self.plain().adds_up() && are_parts {
            Ok(())
        } else {
            Err("the counts do not add up")
        }
    }
}

impl Decided {
    /// Every position visited was counted once.
    fn adds_up(&self) -> bool {
        let rules = self.rules.iter().map(|counts| &counts.decided);
        let all = rules.chain([&self.unmatched, &self.doubtful]);
        let LeftOut {
            checkmates,
            conversions,
            mates,
        } = &self.left_out;
        let sum = all
            .flat_map(|Counts { draws, decisive }| [draws, decisive])
            .chain([checkmates, conversions, mates])
            .try_fold(Count::default(), |sum, &count| sum.checked_add(count));
        let is_bounded = |count: Option<u64>| count.is_none_or(|count| count <= MAX_COUNT);
        let Count {
            board,
            unique,
            ten_squares,
        } = self.legal;
        let mut counts = [Some(board), unique, ten_squares].into_iter();
        let Counts { draws, decisive } = self.one_sided;
        let are_parts = [draws, decisive].iter().all(|of| is_part(of, &self.legal));
        let rules_are_possible = self.rules.iter().all(|counts| {
            let decided = counts.decided.draws.checked_add(counts.decided.decisive);
            let claimed = counts.incorrect.checked_add(counts.tight);
            claimed
                .zip(decided)
                .is_some_and(|(part, of)| is_part(&part, &of))
        });
        let claims_are_possible = self.claims.iter().all(|counts| {
            is_part(&counts.spotted, &counts.right) && is_part(&counts.right, &self.legal)
        });
        sum == Some(self.legal)
            && counts.all(is_bounded)
            && are_parts
            && rules_are_possible
            && claims_are_possible
    }
}

/// Whether one count may be part of another.
fn is_part(count: &Count, of: &Count) -> bool {
    // A count that was never added to is known to be zero.
    let is_less = |a: Option<u64>, b: Option<u64>| match (a, b) {
        (Some(a), b) => a <= b.unwrap_or(0),
        (None, b) => b.is_none(),
    };
    count.board <= of.board
        && is_less(count.unique, of.unique)
        && is_less(count.ten_squares, of.ten_squares)
}
