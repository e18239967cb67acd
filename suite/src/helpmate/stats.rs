//! In how many positions of a class each side can still give mate, and what rules of libraries say.

use std::path::PathBuf;

use drawproof_tables::{HelpmateTable, Material, Placement};
use drawproof_verify::{HelpmateCounts, MaterialCounts, MaterialRule, count_helpmates};
use serde::Serialize;
use shakmaty::Color;

use super::sources::{Wanted, are_distances_cheap};
use crate::{input, progress::Progress};

/// The counts of one class: board counts, both sides to move.
#[derive(Serialize)]
pub struct MatesStats {
    /// The class.
    pub material: String,
    /// How many positions there are.
    pub positions: u64,
    /// The strong side can mate.
    pub strong_can_mate: u64,
    /// The weak side can mate.
    pub weak_can_mate: u64,
    /// Neither side can mate.
    pub dead: u64,
    /// The first position in which the strong side cannot mate, as a FEN.
    pub strong_cannot_mate_fen: Option<String>,
    /// The same for the weak side.
    pub weak_cannot_mate_fen: Option<String>,
    /// What rules of libraries say.
    pub rules: Vec<MaterialRuleStats>,
}

/// What a rule of a library says of a class.
#[derive(Serialize)]
pub struct MaterialRuleStats {
    /// The rule.
    pub rule: &'static str,
    /// It says that a side cannot mate, and it can.
    pub strong_wrongly_excluded: u64,
    /// The same of the weak side.
    pub weak_wrongly_excluded: u64,
    /// A side cannot mate, and it does not say so.
    pub strong_not_seen: u64,
    /// The same of the weak side.
    pub weak_not_seen: u64,
    /// Positions that it ends as drawn, and a side can mate.
    pub wrongly_dead: u64,
    /// Dead positions that it does not end.
    pub dead_not_seen: u64,
    /// Those of them that are no stalemate.
    pub dead_not_seen_with_moves: u64,
    /// Positions that show it.
    #[serde(flatten)]
    pub examples: RuleExamples,
}

/// Positions as FENs; in CSV they are columns like others.
#[derive(Serialize)]
pub struct RuleExamples {
    /// A dead position that it does not end.
    pub dead_not_seen_fen: Option<String>,
    /// A position in which it is wrong.
    pub wrong_fen: Option<String>,
    /// The side that can mate in it, and in how many plies with help.
    pub wrong_side: Option<&'static str>,
    /// In how many plies it can, with help.
    pub wrong_plies: Option<u16>,
}

/// Counts classes, and hands over each as it is finished, then all in the order in which they were
/// named.
pub fn stats(
    classes: &[String],
    men: Option<u8>,
    folders: &[PathBuf],
    progress: &Progress,
    mut take: impl FnMut(&MatesStats) -> anyhow::Result<()>,
) -> anyhow::Result<Vec<MatesStats>> {
    let classes = input::classes_or_all(classes, men)?;
    let wanted = Wanted {
        classes: &classes,
        with_smaller: false,
        with_distances: are_distances_cheap(&classes),
    };
    let mut all = Vec::new();
    wanted.each(folders, progress, |table| {
        let counts = MatesStats::of(&table)?;
        take(&counts)?;
        all.push(counts);
        Ok(())
    })?;
    // Generated tables come in the order in which they are finished.
    all.sort_by_cached_key(|counts| position(&classes, &counts.material));
    Ok(all)
}

fn position(classes: &[Material], name: &str) -> Option<usize> {
    classes.iter().position(|class| class.to_string() == name)
}

impl MatesStats {
    fn of(table: &HelpmateTable) -> anyhow::Result<Self> {
        let class = table.layout().material();
        let counts = count_helpmates(table, &MaterialRule::ALL)?;
        let fen = |example: &Option<Placement>| {
            let placement = example.as_ref()?;
            Some(placement.fen(class).to_string())
        };
        let rules = MaterialRule::ALL.iter().zip(&counts.rules);
        Ok(Self {
            material: class.to_string(),
            positions: counts.positions,
            strong_can_mate: counts.can_mate.white,
            weak_can_mate: counts.can_mate.black,
            dead: counts.dead,
            strong_cannot_mate_fen: fen(&counts.cannot_example.white),
            weak_cannot_mate_fen: fen(&counts.cannot_example.black),
            rules: rules
                .map(|(rule, said)| MaterialRuleStats::of(rule.name(), &counts, said, class))
                .collect(),
        })
    }
}

impl MaterialRuleStats {
    fn of(
        rule: &'static str,
        counts: &HelpmateCounts,
        said: &MaterialCounts,
        class: &Material,
    ) -> Self {
        let wrong = said.wrong_example.as_ref();
        let fen = |of: &Placement| of.fen(class).to_string();
        let side = |side: Color| side.fold_wb("strong", "weak");
        Self {
            rule,
            strong_wrongly_excluded: said.sides.white.wrong,
            weak_wrongly_excluded: said.sides.black.wrong,
            strong_not_seen: counts.unseen(said, Color::White),
            weak_not_seen: counts.unseen(said, Color::Black),
            wrongly_dead: said.wrongly_dead,
            dead_not_seen: said.dead_unseen,
            dead_not_seen_with_moves: said.dead_unseen_with_moves,
            examples: RuleExamples {
                dead_not_seen_fen: said.unseen_example.as_ref().map(fen),
                wrong_fen: wrong.map(|example| fen(&example.placement)),
                wrong_side: wrong.map(|example| side(example.side)),
                wrong_plies: wrong.and_then(|example| example.plies),
            },
        }
    }
}
