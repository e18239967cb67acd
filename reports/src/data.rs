//! The data of a report.

use drawproof_language::RuleKind;
use drawproof_tables::{Provenance, visible};
use drawproof_verify::{
    Counterexample, Counts, Example, Missed, PairTally, RuleTally, Verdict, pairs,
};
use serde::{Deserialize, Serialize};

use crate::{
    BestRow, ClaimRow, ClaimedRow, ComparisonRow, ContradictionRow, CountRow, Counting,
    DecidedAtOnceRow, DistanceRow, DrawConvention, EnPassantRow, ExampleRow, FilesRow,
    KingDistanceRow, KingMapRow, MissedRow, OneSidedRow, OracleRow, RuleRow, SizeRow, Totals,
    Truth, TypicalRow, WithoutVerdict, claims::Kind, counts::sum, typical,
};

/// One verified recognizer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
// The flags are independent of each other.
#[allow(clippy::struct_excessive_bools)]
pub struct Report {
    /// The class, such as KRvKR.
    pub material: String,
    /// What the rules claim; absent for results. Where it is who can mate, dead positions are
    /// counted as draws are, and all others as wins and losses.
    #[serde(default, skip_serializing_if = "Truth::is_results")]
    pub truth: Truth,
    /// Where the rules come from.
    pub rules_from: String,
    /// SHA-256 of their text.
    pub rules_sha256: String,
    /// What they use for smaller classes, in words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub uses: Vec<String>,
    /// The oracle for the truth.
    pub oracle: String,
    /// Other oracles that were asked.
    pub others: Vec<String>,
    /// Whether positions were folded by the board's symmetries.
    pub folded: bool,
    /// What counts as a draw.
    pub draw_convention: DrawConvention,
    /// Wins and losses that the 50-move rule turns into draws, which is how
    /// many positions the convention changes. Null if not known.
    pub fifty_move_differences: Option<CountRow>,
    /// Whether there are positions with an en passant right that were not
    /// covered.
    pub without_en_passant: bool,
    /// The results for such positions; null if there are none or they were not
    /// covered.
    #[serde(default)]
    pub en_passant: Option<EnPassantRow>,
    /// The count that the text shows first.
    pub counting: Counting,
    /// A comparison of each pair of oracles.
    pub comparisons: Vec<ComparisonRow>,
    /// How many random positions were checked a second time, one by one, with
    /// the same result. Null if none were.
    pub second_look_positions: Option<u64>,
    /// Whether every covered position has a verdict, no incorrect draw was
    /// claimed, and no oracles contradict each other.
    pub proven: bool,
    /// Whether no draw is claimed in any position, so none can be incorrect.
    #[serde(default)]
    pub nothing_claimed: bool,
    /// The size of the rules; null unless a table was requested, and for
    /// recognizers that are not made of rules.
    pub size: Option<SizeRow>,
    /// All positions.
    pub totals: Totals,
    /// A row for each kind of claim, if some rule claims something other than a
    /// draw.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<ClaimRow>,
    /// A row for each rule.
    pub rules: Vec<RuleRow>,
    /// The rules that spot most draws, if requested.
    pub best: Vec<BestRow>,
    /// Positions that no rule matched.
    pub unmatched: Totals,
    /// Positions without a valid verdict; null if every position has one.
    pub without_verdict: Option<WithoutVerdict>,
    /// Won and lost positions about which the recognizer was not asked, because a
    /// capture, a promotion or a mate decides them at once; null unless they were
    /// left out.
    #[serde(default)]
    pub left_out: Option<DecidedAtOnceRow>,
    /// Positions claimed for one colour only; null if there are none.
    #[serde(default)]
    pub one_sided: Option<OneSidedRow>,
    /// Incorrect draws, a few for each incorrect rule, nearest to mate first.
    pub counterexamples: Vec<ExampleRow>,
    /// A random sample of missed draws, if requested.
    pub missed_draws_sample: Vec<MissedRow>,
    /// How many of the sample the text shows.
    #[serde(skip)]
    pub shown_missed_draws: usize,
    /// Different positions of the sample, those that represent most of it
    /// first.
    #[serde(default)]
    pub typical_missed_draws: Vec<TypicalRow>,
    /// The oracles, the truth first, with a checksum of the data behind their
    /// answers; empty if not requested.
    #[serde(default)]
    pub oracles: Vec<OracleRow>,
    /// Syzygy and Gaviota files that were used, and whether they are the
    /// published ones: a row for each oracle that uses such files.
    #[serde(default)]
    pub files_of_others: Vec<FilesRow>,
    /// Draws by the square of each king, for each side to move.
    #[serde(default)]
    pub draws_by_king: Vec<KingMapRow>,
    /// Draws by the distance between the kings.
    #[serde(default)]
    pub draws_by_king_distance: Vec<KingDistanceRow>,
    /// All incorrect draws by their distance to mate; null if not known or not
    /// requested.
    #[serde(default)]
    pub incorrect_draws_by_distance: Option<Vec<DistanceRow>>,
}

impl Report {
    /// Assembles the results of a run. `examples` are the verdict's
    /// counterexamples in readable form, in the same order; `command` makes the
    /// command that reproduces one.
    pub fn new(
        verdict: &Verdict,
        examples: &[Example],
        command: impl Fn(&Example) -> String,
    ) -> Self {
        let verdict = &visible_verdict(verdict);
        let report = Self {
            material: verdict.material.to_string(),
            truth: RuleKind::subject_of(verdict.rules.iter().map(|rule| rule.kind)).into(),
            rules_from: verdict.rules_from.clone(),
            rules_sha256: verdict.rules_sha256.clone(),
            uses: Vec::new(),
            oracle: verdict.oracle.clone(),
            others: verdict.others.clone(),
            folded: verdict.folded,
            draw_convention: DrawConvention::of(verdict),
            fifty_move_differences: verdict.cursed.map(CountRow::from),
            without_en_passant: verdict.material.has_en_passant() && verdict.en_passant.is_none(),
            en_passant: (verdict.en_passant.as_ref())
                .map(|of| EnPassantRow::of(of, verdict.left_out.is_some())),
            counting: Counting::Board,
            comparisons: comparisons(verdict),
            second_look_positions: None,
            proven: verdict.is_proven(),
            nothing_claimed: false,
            size: None,
            totals: Totals::of(verdict.claimed(), verdict.silent()),
            claims: ClaimRow::all(verdict),
            rules: verdict.rules.iter().map(RuleRow::from).collect(),
            best: Vec::new(),
            unmatched: Totals::of(Counts::default(), verdict.unmatched),
            without_verdict: (!verdict.is_whole()).then(|| WithoutVerdict::of(verdict)),
            left_out: verdict.left_out.map(DecidedAtOnceRow::from),
            one_sided: OneSidedRow::of(verdict.one_sided),
            counterexamples: counterexamples(verdict, examples, command),
            shown_missed_draws: verdict.missed.len(),
            missed_draws_sample: MissedRow::all(verdict),
            typical_missed_draws: typical::typical(verdict),
            oracles: Vec::new(),
            files_of_others: files_of_others(verdict),
            draws_by_king: KingMapRow::all(verdict),
            draws_by_king_distance: KingDistanceRow::all(verdict),
            incorrect_draws_by_distance: None,
        };
        Self {
            nothing_claimed: !report.has_claims(),
            ..report
        }
    }

    /// Whether anything is claimed in any position.
    pub(crate) fn has_claims(&self) -> bool {
        let en_passant = self.en_passant.as_ref();
        let one_sided = en_passant.and_then(|of| of.one_sided);
        self.totals.has_claims()
            || en_passant.is_some_and(|of| of.totals.has_claims())
            || self.one_sided.or(one_sided).is_some()
            || self.rules.iter().any(RuleRow::has_claims)
    }

    /// Whether anything but draws can be claimed.
    pub(crate) fn has_other_claims(&self) -> bool {
        !self.claims.is_empty()
    }

    /// All wrong claims, including those with an en passant right.
    pub fn incorrect_claims(&self) -> CountRow {
        let others = self.rules.iter().filter_map(|rule| rule.claimed.as_ref());
        let others = others.map(|of| of.incorrect);
        let en_passant = self.en_passant.iter();
        let en_passant =
            en_passant.map(|of| of.incorrect_claims.unwrap_or(of.totals.incorrect_draws));
        let all = others
            .chain(en_passant)
            .chain([self.totals.incorrect_draws]);
        sum(&all.collect::<Vec<_>>())
    }

    /// All incorrect draws, including those with an en passant right.
    pub fn incorrect_draws(&self) -> CountRow {
        let en_passant = self.en_passant.iter();
        let totals = en_passant.map(|of| &of.totals).chain([&self.totals]);
        let counts: Vec<CountRow> = totals.map(|of| of.incorrect_draws).collect();
        sum(&counts)
    }

    /// The oracles, the truth first, each with what is known about its files.
    pub fn asked(&self) -> Vec<String> {
        let names = std::iter::once(&self.oracle).chain(&self.others);
        let files = |name: &String| self.files_of_others.iter().find(|of| of.oracle == *name);
        names
            .map(|name| match files(name) {
                Some(files) => format!("{name} ({})", files.words()),
                None => name.clone(),
            })
            .collect()
    }

    /// Whether tables contradict each other: the oracles, or own tables in a
    /// counterexample.
    pub fn is_contradicted(&self) -> bool {
        let mut comparisons = self.comparisons.iter();
        let mut examples = self.counterexamples.iter();
        comparisons.any(|row| row.contradictions.board_count > 0)
            || examples.any(|example| example.own_tables_say.is_some())
    }

    /// The report with another count shown first.
    #[must_use]
    pub fn counted(self, counting: Counting) -> Self {
        Self { counting, ..self }
    }

    /// The report with the commands that reproduce the first contradiction of
    /// each comparison, made from its index in the list and its position.
    #[must_use]
    pub fn with_commands(mut self, commands: impl Fn(usize, &str) -> Vec<String>) -> Self {
        for (at, row) in self.comparisons.iter_mut().enumerate() {
            if let Some(first) = &mut row.first_contradiction {
                first.commands = commands(at, &first.fen);
            }
        }
        self
    }
}

fn files_of_others(verdict: &Verdict) -> Vec<FilesRow> {
    let names = std::iter::once(&verdict.oracle).chain(&verdict.others);
    let row = |(name, files): (&String, &Option<Provenance>)| {
        Some(FilesRow::new(name.clone(), files.as_ref()?))
    };
    names.zip(&verdict.files).filter_map(row).collect()
}

impl DrawConvention {
    fn of(verdict: &Verdict) -> Self {
        if verdict.fifty_moves {
            Self::FiftyMoveRule
        } else {
            Self::Theory
        }
    }
}

impl From<&RuleTally> for RuleRow {
    fn from(rule: &RuleTally) -> Self {
        Self {
            name: rule.name.clone(),
            reason: rule.reason.clone(),
            kind: Kind::from(rule.kind),
            decided: if rule.kind.claims_neither() {
                Totals::of(rule.counts, Counts::default())
            } else {
                Totals::of(Counts::default(), rule.counts)
            },
            claimed: Kind::from(rule.kind).is_other_claim().then(|| ClaimedRow {
                incorrect: rule.incorrect.into(),
                tight: rule.tight.into(),
            }),
        }
    }
}

impl RuleRow {
    /// Whether it decides with a claim other than a draw.
    fn has_claims(&self) -> bool {
        let Totals {
            missed_draws,
            spotted_decisive,
            ..
        } = &self.decided;
        self.claimed.is_some() && missed_draws.board_count.max(spotted_decisive.board_count) > 0
    }

    /// Positions in which its claim is wrong.
    pub fn incorrect(&self) -> CountRow {
        (self.claimed.as_ref()).map_or(self.decided.incorrect_draws, |of| of.incorrect)
    }
}

impl MissedRow {
    fn all(verdict: &Verdict) -> Vec<Self> {
        let row = |missed: &Missed| Self {
            fen: missed.placement.fen(&verdict.material).to_string(),
            rule: missed.rule.map(|rule| verdict.rules[rule].name.clone()),
            best_moves_san: None,
        };
        verdict.missed.iter().map(row).collect()
    }
}

/// The counterexamples, each with the command that shows it again.
fn counterexamples(
    verdict: &Verdict,
    examples: &[Example],
    command: impl Fn(&Example) -> String,
) -> Vec<ExampleRow> {
    let row = |(found, shown): (&Counterexample, &Example)| ExampleRow {
        claim: Some(Kind::from(verdict.rules[found.rule].kind)).filter(|of| *of != Kind::Draw),
        rule: verdict.rules[found.rule].name.clone(),
        fen: shown.fen.clone(),
        truth: match shown.value {
            Some(value) => value.wdl.to_string(),
            None => found.truth.to_string(),
        },
        drawn_by_fifty_moves: found.truth.ruling().and_then(|ruling| ruling.cursed),
        own_tables_say: shown.contradicted.map(|wdl| wdl.to_string()),
        distance_plies: shown.plies(),
        line_san: shown.line.clone(),
        command: command(shown),
        best_moves_san: shown.best_moves.clone(),
    };
    shortest_first(verdict, examples).map(row).collect()
}

/// A verdict whose texts from outside have all hidden characters made visible.
fn visible_verdict(verdict: &Verdict) -> Verdict {
    let mut verdict = verdict.clone();
    let rules = verdict.rules.iter_mut();
    let rules = rules.flat_map(|rule| [&mut rule.name, &mut rule.reason]);
    let faults = verdict.faults.iter_mut().map(|fault| &mut fault.what);
    let about = [&mut verdict.oracle, &mut verdict.rules_from];
    let all = rules.chain(faults).chain(about).chain(&mut verdict.others);
    for text in all {
        *text = visible(text).into_owned();
    }
    verdict
}

/// Counterexamples in the order of the rules, each with its readable form;
/// within a rule those nearest to mate first, however they were chosen.
fn shortest_first<'a>(
    verdict: &'a Verdict,
    examples: &'a [Example],
) -> impl Iterator<Item = (&'a Counterexample, &'a Example)> {
    let mut all: Vec<_> = verdict.counterexamples.iter().zip(examples).collect();
    let plies = |example: &Example| example.plies().unwrap_or(u32::MAX);
    all.sort_by_key(|(found, shown)| (found.rule, plies(shown)));
    all.into_iter()
}

fn comparisons(verdict: &Verdict) -> Vec<ComparisonRow> {
    let names: Vec<&String> = std::iter::once(&verdict.oracle)
        .chain(&verdict.others)
        .collect();
    let row = |(oracles, pair): ([usize; 2], &PairTally)| ComparisonRow {
        oracles: oracles.map(|oracle| names[oracle].clone()),
        compared: pair.compared.into(),
        contradictions: pair.contradictions.into(),
        first_contradiction: pair.first.as_ref().map(|first| ContradictionRow {
            fen: first.placement.fen(&verdict.material).to_string(),
            says: first.says.map(|ruling| ruling.to_string()),
            commands: Vec::new(),
        }),
    };
    pairs(names.len()).zip(&verdict.pairs).map(row).collect()
}
