//! Improving existing rules.

use std::path::Path;

use anyhow::bail;
use drawproof_language::{RuleFile, RuleKind, syntax::UseSource};
use drawproof_mining::{InCommon, Miner, proof::Truth};
use drawproof_reports::thousands;
use drawproof_tables::{Material, VisibleName};
use serde::Serialize;

use crate::{command_line::CommandLine, input, resolver::Shelf, text_file::rule_text};

/// A rule file, and what it misses.
pub struct Start {
    /// The rules.
    pub rules: RuleFile,
    /// What they miss.
    pub known: StartSummary,
}

/// The draws that rules spot and miss, and why. Counts are board counts.
#[derive(Serialize)]
pub struct StartSummary {
    /// The file.
    pub file: String,
    /// The draws that its rules spot.
    pub spotted_draws_board_count: u64,
    /// Those that they miss.
    pub missed_draws_board_count: u64,
    /// Draws on which a rule keeps silent.
    pub silenced: Vec<SilencedDraws>,
    /// Missed draws in which no rule holds.
    pub no_rule_matches_board_count: u64,
    /// What the missed draws have in common.
    pub in_common: Vec<SharedCondition>,
}

/// The draws on which a rule keeps silent.
#[derive(Serialize)]
pub struct SilencedDraws {
    /// The rule.
    pub rule: String,
    /// How many.
    pub draws_board_count: u64,
}

/// A condition that holds for a larger share of the missed draws than of all
/// draws.
#[derive(Serialize)]
pub struct SharedCondition {
    /// The side to move; null if both are alike.
    pub to_move: Option<&'static str>,
    /// The condition.
    pub condition: String,
    /// Its share of the missed draws.
    pub share_of_missed: f64,
    /// Its share of all draws.
    pub share_of_all: f64,
}

/// A rule file that was read but not verified yet.
pub struct Unjudged {
    file: String,
    rules: RuleFile,
}

impl Unjudged {
    /// Reads the rules that are to be improved in a file, or on standard output.
    pub fn read(path: &Path, class: &Material, out: Option<&Path>) -> anyhow::Result<Self> {
        let (file, text) = rule_text(path)?;
        let rules = input::user_rules(&file, &text, &Shelf::default())?;
        input::check_only_draws(&rules, "mine")?;
        if rules.material() != class {
            bail!(
                "{file} has rules for {}, not for {class}; begin with rules for {class}, or mine {}",
                rules.material(),
                rules.material()
            );
        }
        check_place(path, &rules, out)?;
        Ok(Self { file, rules })
    }
}

/// Checks that the new file finds the files that the old one uses: their paths
/// are relative to it.
fn check_place(path: &Path, rules: &RuleFile, out: Option<&Path>) -> anyhow::Result<()> {
    let mut uses = rules.syntax().uses.iter();
    let used = uses.find_map(|item| match &item.source {
        UseSource::File(used) => Some(used),
        UseSource::Table | UseSource::BuiltIn(_) => None,
    });
    let folder = |file: &Path| {
        let folder = file.parent().filter(|folder| *folder != Path::new(""));
        folder.unwrap_or(Path::new(".")).canonicalize()
    };
    let Some(used) = used else { return Ok(()) };
    if folder(path)? != folder(out.unwrap_or(Path::new("")))? {
        bail!(
            "{} uses \"{used}\" by its path; the new file must be in the same folder: --out FILE there",
            path.shown()
        );
    }
    Ok(())
}

impl Start {
    /// Verifies the rules.
    pub fn judge(read: Unjudged, truth: &Truth) -> anyhow::Result<Self> {
        let Unjudged { file, rules } = read;
        let class = rules.material();
        let verdict = truth.verdict(&rules)?;
        let wrong = verdict.claimed().decisive.board;
        if wrong > 0 {
            let wrong = thousands(wrong);
            let command = CommandLine::new(&["drawproof", "verify"]).options("rules", [&file]);
            bail!(
                "{file} claims {wrong} wins and losses as draws; correct it first: {command} shows them"
            );
        }
        let silent = verdict
            .rules
            .iter()
            .filter(|rule| rule.kind == RuleKind::Silent);
        let silenced: Vec<SilencedDraws> = silent
            .map(|rule| SilencedDraws {
                rule: rule.name.clone(),
                draws_board_count: rule.counts.draws.board,
            })
            .collect();
        let missed = verdict.silent().draws.board;
        let by_rules: u64 = silenced.iter().map(|rule| rule.draws_board_count).sum();
        if missed == 0 {
            bail!("{file} spots every draw of {class}: there is nothing to add");
        }
        Ok(Self {
            known: StartSummary {
                file,
                spotted_draws_board_count: verdict.claimed().draws.board,
                missed_draws_board_count: missed,
                silenced,
                no_rule_matches_board_count: missed - by_rules,
                in_common: Vec::new(),
            },
            rules,
        })
    }

    /// Makes a miner search for missed draws.
    pub fn begin(&mut self, miner: &mut Miner) -> anyhow::Result<()> {
        let is_symmetric = miner.vocabulary.material().is_symmetric();
        let shared = |shared: InCommon| SharedCondition {
            to_move: (!is_symmetric).then_some(["strong", "weak"][shared.side]),
            condition: shared.condition,
            share_of_missed: shared.here,
            share_of_all: shared.anywhere,
        };
        let in_common = miner.start_from(&self.rules)?;
        self.known.in_common = in_common.into_iter().map(shared).collect();
        Ok(())
    }
}
