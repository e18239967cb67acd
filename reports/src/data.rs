//! What a report says, before it takes a form.

use drawproof_recognizers::RuleKind;
use drawproof_tables::Dtm;
use drawproof_verify::{Count, Counts, Example, Fault, PairTally, RuleSize, Verdict, pairs};
use serde::Serialize;

/// One verified recognizer.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// The class, as KRvKR.
    pub material: String,
    /// Where the rules come from.
    pub rules_from: String,
    /// SHA-256 of their text.
    pub rules_sha256: String,
    /// Who was asked for the truth.
    pub oracle: String,
    /// Who was asked beside it.
    pub others: Vec<String>,
    /// Whether positions were folded by the board's symmetries.
    pub folded: bool,
    /// What counts as a draw.
    pub draw_convention: DrawConvention,
    /// Wins and losses that the 50-move rule turns into draws: as many
    /// positions differ by the convention. Null if that is not known.
    pub fifty_move_differences: Option<CountRow>,
    /// Whether there are positions in which a pawn can be taken en passant,
    /// which are not among those verified.
    pub without_en_passant: bool,
    /// The count that the text shows first.
    pub counting: Counting,
    /// Each two of those who were asked, beside each other.
    pub comparisons: Vec<ComparisonRow>,
    /// How many random positions were asked for a second time, one by one,
    /// with the same result. Null if none were.
    pub second_look_positions: Option<u64>,
    /// Whether every position has a verdict, no draw was claimed in vain, and
    /// nobody contradicted another.
    pub proven: bool,
    /// How large the rules are; null unless a table is asked for, and for what
    /// is not made of rules.
    pub size: Option<SizeRow>,
    /// All positions.
    pub totals: Totals,
    /// A row for each rule.
    pub rules: Vec<RuleRow>,
    /// Those that spot most draws, if they are asked for.
    pub best: Vec<BestRow>,
    /// Positions that no rule matched.
    pub unmatched: Totals,
    /// Positions without a verdict that can be believed; null if every one
    /// has one.
    pub without_verdict: Option<WithoutVerdict>,
    /// Incorrect draws, a few for each rule that has any.
    pub counterexamples: Vec<ExampleRow>,
    /// Missed draws drawn at random, if they are asked for.
    pub missed_draws_sample: Vec<MissedRow>,
}

/// A draw that was not claimed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MissedRow {
    /// The position.
    pub fen: String,
    /// The rule that kept silent; null if no rule matched.
    pub rule: Option<String>,
}

/// What a rule that spots draws is worth.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct BestRow {
    /// Its name.
    pub rule: String,
    /// Draws that it spots, being the first rule that holds.
    pub spotted_draws: CountRow,
    /// Those that would be missed without it.
    pub only_by_it: CountRow,
}

/// How large rules are, and how much work.
#[derive(Copy, Clone, PartialEq, Debug, Serialize)]
pub struct SizeRow {
    /// Rules, those that keep silent among them.
    pub rules: usize,
    /// Truths that are asked for in rules and definitions.
    pub conditions: usize,
    /// Bytes of tables.
    pub table_bytes: usize,
    /// How many squares, sets, numbers and truths are found to decide a random
    /// position, on average.
    pub steps_a_call: f64,
}

/// What counts as a draw.
#[derive(Copy, Clone, Default, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DrawConvention {
    #[default]
    /// What neither side can force a win of, however long it takes.
    Theory,
    /// That, and wins and losses that the 50-move rule turns into draws.
    FiftyMoveRule,
}

/// Which positions are counted where one number is shown.
#[derive(Copy, Clone, Default, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Counting {
    /// All, the strong king on any of 64 squares.
    #[default]
    Board,
    /// Those with the strong king on one of the ten squares a1-d1-d4.
    TenSquares,
}

/// Two of those who were asked, beside each other.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ComparisonRow {
    /// Who they are.
    pub oracles: [String; 2],
    /// Positions in which both were asked.
    pub compared: CountRow,
    /// Those in which they contradict each other.
    pub contradictions: CountRow,
    /// The first of these.
    pub first_contradiction: Option<ContradictionRow>,
}

/// A position about which two contradict each other.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ContradictionRow {
    /// The position.
    pub fen: String,
    /// What each says of it.
    pub says: [String; 2],
    /// What shows it again.
    pub commands: Vec<String>,
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

/// A count in every convention.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CountRow {
    /// Every legal placement, like men in every order, both sides to move.
    pub board_count: u64,
    /// One of each class of mirror images and exchanged like men; null where
    /// rules tell mirror images apart.
    pub unique_count: Option<u64>,
    /// Placements with the strong king on one of the ten squares a1-d1-d4,
    /// like men in every order, as some were counted in 2011.
    pub ten_squares_count: Option<u64>,
}

impl CountRow {
    /// The count in a convention. `None` if there is none.
    pub fn by(self, counting: Counting) -> Option<u64> {
        match counting {
            Counting::Board => Some(self.board_count),
            Counting::TenSquares => self.ten_squares_count,
        }
    }
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
    /// Whether the 50-move rule makes it a draw; null if that is not known.
    pub drawn_by_fifty_moves: Option<bool>,
    /// What own tables say, where they contradict who was asked.
    pub own_tables_say: Option<String>,
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
            drawn_by_fifty_moves: found.truth.cursed,
            own_tables_say: shown.contradicted.map(|wdl| wdl.to_string()),
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
            others: verdict.others.clone(),
            folded: verdict.folded,
            draw_convention: if verdict.fifty_moves {
                DrawConvention::FiftyMoveRule
            } else {
                DrawConvention::Theory
            },
            fifty_move_differences: verdict.cursed.map(CountRow::from),
            without_en_passant: verdict.material.has_en_passant(),
            counting: Counting::Board,
            comparisons: comparisons(verdict),
            second_look_positions: None,
            proven: verdict.is_proven(),
            size: None,
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
            best: Vec::new(),
            unmatched: Totals::of(Counts::default(), verdict.unmatched),
            without_verdict: (!verdict.is_whole()).then(|| WithoutVerdict::of(verdict)),
            counterexamples: verdict
                .counterexamples
                .iter()
                .zip(examples)
                .map(example)
                .collect(),
            missed_draws_sample: verdict
                .missed
                .iter()
                .map(|missed| MissedRow {
                    fen: missed.placement.fen(&verdict.material).to_string(),
                    rule: missed.rule.map(|rule| verdict.rules[rule].name.clone()),
                })
                .collect(),
        }
    }

    /// Whether tables contradict each other: those that were asked, or own
    /// ones in a counterexample.
    pub fn is_contradicted(&self) -> bool {
        let mut comparisons = self.comparisons.iter();
        let mut examples = self.counterexamples.iter();
        comparisons.any(|row| row.contradictions.board_count > 0)
            || examples.any(|example| example.own_tables_say.is_some())
    }

    /// The same, showing another count first.
    #[must_use]
    pub fn counted(self, counting: Counting) -> Self {
        Self { counting, ..self }
    }

    /// The same, with the commands that show the first contradiction of each
    /// comparison again, made from its place in the list and its position.
    #[must_use]
    pub fn with_commands(mut self, commands: impl Fn(usize, &str) -> Vec<String>) -> Self {
        for (at, row) in self.comparisons.iter_mut().enumerate() {
            if let Some(first) = &mut row.first_contradiction {
                first.commands = commands(at, &first.fen);
            }
        }
        self
    }

    /// The lines of the CSV form.
    pub(crate) fn rows(&self) -> Vec<CsvRow<'_>> {
        let row = |scope, name, kind, totals: Totals| CsvRow {
            material: &self.material,
            scope,
            name,
            kind,
            draw_convention: self.draw_convention,
            incorrect_draws_board_count: totals.incorrect_draws.board_count,
            spotted_draws_board_count: totals.spotted_draws.board_count,
            missed_draws_board_count: totals.missed_draws.board_count,
            spotted_decisive_board_count: totals.spotted_decisive.board_count,
            incorrect_draws_unique_count: totals.incorrect_draws.unique_count,
            spotted_draws_unique_count: totals.spotted_draws.unique_count,
            missed_draws_unique_count: totals.missed_draws.unique_count,
            spotted_decisive_unique_count: totals.spotted_decisive.unique_count,
            incorrect_draws_ten_squares_count: totals.incorrect_draws.ten_squares_count,
            spotted_draws_ten_squares_count: totals.spotted_draws.ten_squares_count,
            missed_draws_ten_squares_count: totals.missed_draws.ten_squares_count,
            spotted_decisive_ten_squares_count: totals.spotted_decisive.ten_squares_count,
            ..CsvRow::default()
        };
        let changed = self.fifty_move_differences;
        let contradictions = self.comparisons.iter();
        let contradictions = contradictions.map(|row| row.contradictions.board_count);
        let whole = CsvRow {
            against: std::iter::once(&self.oracle)
                .chain(&self.others)
                .cloned()
                .collect::<Vec<_>>()
                .join("; "),
            fifty_move_differences_board_count: changed.map(|count| count.board_count),
            fifty_move_differences_unique_count: changed.and_then(|count| count.unique_count),
            contradictions_board_count: (!self.others.is_empty()).then(|| contradictions.sum()),
            ..row("recognizer", &self.rules_from, "", self.totals)
        };
        let rules = self
            .rules
            .iter()
            .map(|rule| row("rule", &rule.name, rule.kind, rule.decided));
        std::iter::once(whole)
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

impl From<&RuleSize> for SizeRow {
    fn from(size: &RuleSize) -> Self {
        Self {
            rules: size.rules,
            conditions: size.conditions,
            table_bytes: size.table_bytes,
            steps_a_call: size.steps_a_call(),
        }
    }
}

impl From<Count> for CountRow {
    fn from(count: Count) -> Self {
        Self {
            board_count: count.board,
            unique_count: count.unique,
            ten_squares_count: count.ten_squares,
        }
    }
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

/// A line of the CSV form. Who was asked and how they compare is on the first
/// line of each recognizer.
#[derive(Default, Serialize)]
pub(crate) struct CsvRow<'a> {
    material: &'a str,
    scope: &'static str,
    name: &'a str,
    kind: &'static str,
    draw_convention: DrawConvention,
    incorrect_draws_board_count: u64,
    spotted_draws_board_count: u64,
    missed_draws_board_count: u64,
    spotted_decisive_board_count: u64,
    incorrect_draws_unique_count: Option<u64>,
    spotted_draws_unique_count: Option<u64>,
    missed_draws_unique_count: Option<u64>,
    spotted_decisive_unique_count: Option<u64>,
    incorrect_draws_ten_squares_count: Option<u64>,
    spotted_draws_ten_squares_count: Option<u64>,
    missed_draws_ten_squares_count: Option<u64>,
    spotted_decisive_ten_squares_count: Option<u64>,
    against: String,
    /// Empty on the first line if it is not known.
    fifty_move_differences_board_count: Option<u64>,
    fifty_move_differences_unique_count: Option<u64>,
    /// Of all comparisons together; empty if only one was asked.
    contradictions_board_count: Option<u64>,
}
