//! What a report says, before it takes a form.

use drawproof_recognizers::RuleKind;
use drawproof_tables::Dtm;
use drawproof_verify::{Count, Counts, Example, Fault, Verdict};
use serde::Serialize;

/// One verified recognizer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Report {
    /// The class, as KRvKR.
    pub material: String,
    /// Where the rules come from.
    pub rules_from: String,
    /// SHA-256 of their text.
    pub rules_sha256: String,
    /// Who was asked for the truth.
    pub oracle: String,
    /// Whether positions were folded by the board's symmetries.
    pub folded: bool,
    /// Whether every position has a verdict and no draw was claimed in vain.
    pub proven: bool,
    /// All positions.
    pub totals: Totals,
    /// A row for each rule.
    pub rules: Vec<RuleRow>,
    /// Positions that no rule matched.
    pub unmatched: Totals,
    /// Positions without a verdict that can be believed; null if every one
    /// has one.
    pub without_verdict: Option<WithoutVerdict>,
    /// Incorrect draws, a few for each rule that has any.
    pub counterexamples: Vec<ExampleRow>,
}

/// Positions by what was said and what is true.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Totals {
    /// Claimed as draws, but won or lost.
    pub incorrect_draws: CountRow,
    /// Draws that were claimed.
    pub spotted_draws: CountRow,
    /// Draws that were not.
    pub missed_draws: CountRow,
    /// Wins and losses without a claim.
    pub spotted_decisive: CountRow,
}

/// A count in both conventions.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CountRow {
    /// Every legal placement, like men in every order, both sides to move.
    pub board_count: u64,
    /// One of each class of mirror images and exchanged like men; null where
    /// rules tell mirror images apart.
    pub unique_count: Option<u64>,
}

/// Positions for which the recognizer gave no verdict that can be believed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct WithoutVerdict {
    /// Those that are drawn.
    pub draws: CountRow,
    /// Those that are won or lost.
    pub decisive: CountRow,
    /// How often the recognizer stopped answering.
    pub stops: usize,
    /// The first of these positions, and what happened.
    pub faults: Vec<FaultRow>,
}

/// A position for which the recognizer is at fault.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FaultRow {
    /// The position, as it was asked for.
    pub fen: String,
    /// What happened.
    pub what: String,
}

/// One rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RuleRow {
    /// Its name.
    pub name: String,
    /// `draw` or `silent`.
    pub kind: &'static str,
    /// The positions that it decided, being the first that held.
    pub decided: Totals,
}

/// An incorrect draw.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ExampleRow {
    /// The rule that claimed it.
    pub rule: String,
    /// The position.
    pub fen: String,
    /// `win` or `loss` for the side to move.
    pub truth: String,
    /// Distance to mate in plies.
    pub distance_plies: Option<u32>,
    /// Moves to checkmate, best play.
    pub line_san: Vec<String>,
    /// What shows it again.
    pub command: String,
    /// The line with its move numbers.
    #[serde(skip)]
    pub numbered_line: String,
}

impl Report {
    /// Puts together what a run found. `examples` are the verdict's
    /// counterexamples made readable, in the same order; `command` makes the
    /// command that shows one again.
    pub fn new(
        verdict: &Verdict,
        examples: &[Example],
        command: impl Fn(&Example) -> String,
    ) -> Self {
        let example = |(found, shown): (&drawproof_verify::Counterexample, &Example)| ExampleRow {
            rule: verdict.rules[found.rule].name.clone(),
            fen: shown.fen.clone(),
            truth: shown.value.wdl.to_string(),
            distance_plies: shown.value.dtm.map(Dtm::plies),
            line_san: shown.line.clone(),
            command: command(shown),
            numbered_line: drawproof_verify::numbered(shown.turn, &shown.line),
        };
        let totals = Totals::of(verdict.claimed(), verdict.silent());
        Self {
            material: verdict.material.to_string(),
            rules_from: verdict.rules_from.clone(),
            rules_sha256: verdict.rules_sha256.clone(),
            oracle: verdict.oracle.clone(),
            folded: verdict.folded,
            proven: verdict.is_proven(),
            totals,
            rules: verdict
                .rules
                .iter()
                .map(|rule| RuleRow {
                    name: rule.name.clone(),
                    kind: match rule.kind {
                        RuleKind::Draw => "draw",
                        RuleKind::Silent => "silent",
                    },
                    decided: match rule.kind {
                        RuleKind::Draw => Totals::of(rule.counts, Counts::default()),
                        RuleKind::Silent => Totals::of(Counts::default(), rule.counts),
                    },
                })
                .collect(),
            unmatched: Totals::of(Counts::default(), verdict.unmatched),
            without_verdict: (!verdict.is_whole()).then(|| WithoutVerdict::of(verdict)),
            counterexamples: verdict
                .counterexamples
                .iter()
                .zip(examples)
                .map(example)
                .collect(),
        }
    }

    /// The lines of the CSV form.
    pub(crate) fn rows(&self) -> Vec<CsvRow<'_>> {
        let row = |scope, name, kind, totals: Totals| CsvRow {
            material: &self.material,
            scope,
            name,
            kind,
            incorrect_draws_board_count: totals.incorrect_draws.board_count,
            spotted_draws_board_count: totals.spotted_draws.board_count,
            missed_draws_board_count: totals.missed_draws.board_count,
            spotted_decisive_board_count: totals.spotted_decisive.board_count,
            incorrect_draws_unique_count: totals.incorrect_draws.unique_count,
            spotted_draws_unique_count: totals.spotted_draws.unique_count,
            missed_draws_unique_count: totals.missed_draws.unique_count,
            spotted_decisive_unique_count: totals.spotted_decisive.unique_count,
        };
        let rules = self
            .rules
            .iter()
            .map(|rule| row("rule", &rule.name, rule.kind, rule.decided));
        std::iter::once(row("recognizer", &self.rules_from, "", self.totals))
            .chain(rules)
            .chain([row("unmatched", "", "silent", self.unmatched)])
            .chain(self.without_verdict.iter().map(|without| {
                // Nothing that could be believed was claimed.
                let totals = Totals {
                    missed_draws: without.draws,
                    spotted_decisive: without.decisive,
                    ..Totals::of(Counts::default(), Counts::default())
                };
                row("without_verdict", "", "", totals)
            }))
            .collect()
    }
}

impl WithoutVerdict {
    fn of(verdict: &Verdict) -> Self {
        let fault = |fault: &Fault| FaultRow {
            fen: fault.fen(&verdict.material),
            what: fault.what.clone(),
        };
        Self {
            draws: verdict.doubtful.draws.into(),
            decisive: verdict.doubtful.decisive.into(),
            stops: verdict.stops,
            faults: verdict.faults.iter().map(fault).collect(),
        }
    }
}

impl Totals {
    fn of(claimed: Counts, silent: Counts) -> Self {
        Self {
            incorrect_draws: claimed.decisive.into(),
            spotted_draws: claimed.draws.into(),
            missed_draws: silent.draws.into(),
            spotted_decisive: silent.decisive.into(),
        }
    }
}

impl From<Count> for CountRow {
    fn from(count: Count) -> Self {
        Self {
            board_count: count.board,
            unique_count: count.unique,
        }
    }
}

/// A line of the CSV form.
#[derive(Serialize)]
pub(crate) struct CsvRow<'a> {
    material: &'a str,
    scope: &'static str,
    name: &'a str,
    kind: &'static str,
    incorrect_draws_board_count: u64,
    spotted_draws_board_count: u64,
    missed_draws_board_count: u64,
    spotted_decisive_board_count: u64,
    incorrect_draws_unique_count: Option<u64>,
    spotted_draws_unique_count: Option<u64>,
    missed_draws_unique_count: Option<u64>,
    spotted_decisive_unique_count: Option<u64>,
}
