//! The parts of a report.

use drawproof_tables::{Provenance, Standing};
use drawproof_verify::{
    Count, Counts, DistanceCount, EnPassant, Fault, LeftOut, RuleSize, Verdict, numbered,
};
use serde::{Deserialize, Serialize};
use shakmaty::Color;

use crate::{
    claims::{ClaimedRow, Kind},
    counts::{CountRow, Totals, sum},
    terms::Truth,
};

/// A draw that was not claimed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct MissedRow {
    /// The position.
    pub fen: String,
    /// The rule that kept silent; null if no rule matched.
    pub rule: Option<String>,
    /// The moves that hold the draw; empty if all do, null if not known.
    #[serde(default)]
    pub best_moves_san: Option<Vec<String>>,
}

/// A missed draw that represents others like it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TypicalRow {
    /// The position.
    pub fen: String,
    /// The rule that kept silent; null if no rule matched.
    pub rule: Option<String>,
    /// How many positions of the sample are nearer to it than to another
    /// typical one.
    pub stands_for_positions: usize,
}

/// An oracle that was asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct OracleRow {
    /// Its name.
    pub name: String,
    /// SHA-256 of the data behind its answers: the won and lost positions of
    /// own tables in memory, or the files.
    pub sha256: String,
}

/// Syzygy or Gaviota files that were used.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct FilesRow {
    /// The oracle that used them.
    pub oracle: String,
    /// Whether they are the published ones.
    #[serde(flatten)]
    #[cfg_attr(test, schemars(with = "crate::schema::Provenance"))]
    pub files: Provenance,
}

impl FilesRow {
    /// What is known about the files of one oracle.
    pub fn new(oracle: String, files: &Provenance) -> Self {
        Self {
            oracle,
            files: files.clone(),
        }
    }

    /// Whether they are.
    pub fn are_published(&self) -> bool {
        self.files.standing == Standing::AsPublished
    }

    /// The remark on the files after the oracle's name.
    pub fn words(&self) -> String {
        match self.files.standing {
            Standing::AsPublished => "as published".into(),
            Standing::OwnCopy => {
                let files = self.files.own_copies.join(", ");
                format!("own copy, not as published: {files}")
            }
            Standing::Unknown => "unknown, no checksums are published".into(),
            Standing::Unchecked => {
                "unchecked, too large to be read for one position; check reads them".into()
            }
        }
    }
}

/// Incorrect draws by distance to mate, board count.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct DistanceRow {
    /// Plies to mate.
    pub mate_plies: u32,
    /// Positions that the side to move wins.
    pub wins_board_count: u64,
    /// Positions that the side to move loses.
    pub losses_board_count: u64,
}

/// The worth of a rule that spots draws.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct BestRow {
    /// Its name.
    pub rule: String,
    /// Draws that it spots as the first rule that holds.
    pub spotted_draws: CountRow,
    /// Draws that would be missed without it.
    pub only_by_it: CountRow,
}

/// The size and the cost of rules.
#[derive(Copy, Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SizeRow {
    /// Rules, including silent ones.
    pub rules: usize,
    /// Truths in rules and definitions.
    pub conditions: usize,
    /// Bytes of tables.
    pub table_bytes: usize,
    /// How many squares, sets, numbers and truths are evaluated to decide a
    /// random position, on average.
    pub steps_a_call: f64,
}

/// What counts as a draw.
#[derive(Copy, Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum DrawConvention {
    #[default]
    /// Positions in which neither side can force a win, however long it takes.
    Theory,
    /// Those, and wins and losses that the 50-move rule turns into draws.
    FiftyMoveRule,
}

/// A comparison of two oracles.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ComparisonRow {
    /// Their names.
    pub oracles: [String; 2],
    /// Positions about which both were asked.
    pub compared: CountRow,
    /// Positions about which they contradict each other.
    pub contradictions: CountRow,
    /// The first contradiction.
    pub first_contradiction: Option<ContradictionRow>,
}

/// A position about which two oracles contradict each other.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ContradictionRow {
    /// The position.
    pub fen: String,
    /// What each says about it.
    pub says: [String; 2],
    /// The command that reproduces it.
    pub commands: Vec<String>,
}

/// Positions in which a draw is claimed for one colour only: for the position
/// or for its image with colours exchanged and the board flipped vertically,
/// which count as one.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct OneSidedRow {
    /// Drawn positions. They are included in the missed draws.
    pub draws: CountRow,
    /// Won or lost positions. They are included in the incorrect draws.
    pub decisive: CountRow,
}

/// Won and lost positions about which the recognizer was not asked, by the first
/// reason that applies. No other count includes them.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct DecidedAtOnceRow {
    /// The side to move is checkmated.
    pub checkmates: CountRow,
    /// The side to move wins by a capture or a promotion.
    pub won_by_capture_or_promotion: CountRow,
    /// The side to move mates with any other move.
    pub mates_in_one: CountRow,
}

impl DecidedAtOnceRow {
    /// What each count is of, and the count.
    pub(crate) fn counts(&self) -> [(&'static str, CountRow); 3] {
        [
            ("checkmate", self.checkmates),
            (
                "won by a capture or promotion",
                self.won_by_capture_or_promotion,
            ),
            ("mate in one", self.mates_in_one),
        ]
    }

    /// All of them.
    pub(crate) fn all(&self) -> CountRow {
        sum(&self.counts().map(|(_, count)| count))
    }
}

impl From<LeftOut> for DecidedAtOnceRow {
    fn from(of: LeftOut) -> Self {
        Self {
            checkmates: of.checkmates.into(),
            won_by_capture_or_promotion: of.conversions.into(),
            mates_in_one: of.mates.into(),
        }
    }
}

/// Positions with an en passant right. No other count includes them.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct EnPassantRow {
    /// Positions with a verdict.
    pub totals: Totals,
    /// Draws without a valid verdict.
    pub draws_without_verdict: CountRow,
    /// Wins and losses without a valid verdict.
    pub decisive_without_verdict: CountRow,
    /// Positions claimed for one colour only; null if there are none.
    pub one_sided: Option<OneSidedRow>,
    /// Wrong claims of any kind, if others than draws are claimed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub incorrect_claims: Option<CountRow>,
    /// Positions about which the recognizer was not asked, because a capture, a
    /// promotion or a mate decides them at once; none unless they were left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_out: Option<DecidedAtOnceRow>,
}

/// Positions for which the recognizer gave no valid verdict.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct FaultRow {
    /// The position, as tested.
    pub fen: String,
    /// What happened.
    pub what: String,
}

/// One rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RuleRow {
    /// Its name.
    pub name: String,
    /// Its reason.
    #[serde(default)]
    pub reason: String,
    /// What it says.
    pub kind: Kind,
    /// The positions that it decided as the first rule that held.
    pub decided: Totals,
    /// For claims other than draws: those positions in which the claim is
    /// wrong, and those in which it is tight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claimed: Option<ClaimedRow>,
}

/// An incorrect claim.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ExampleRow {
    /// What was claimed, if it was not a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim: Option<Kind>,
    /// The rule that claimed it.
    pub rule: String,
    /// The position.
    pub fen: String,
    /// `win`, `draw` or `loss` for the side to move; or who can mate, in words.
    pub truth: String,
    /// Whether the 50-move rule makes it a draw; null if that is not known.
    pub drawn_by_fifty_moves: Option<bool>,
    /// The value in own tables, if it contradicts the oracle.
    pub own_tables_say: Option<String>,
    /// Distance to mate in plies: with best play, or the shortest help mate that refutes the
    /// claim.
    pub distance_plies: Option<u32>,
    /// Moves to checkmate with best play, or with help.
    pub line_san: Vec<String>,
    /// The moves that mate fastest; empty if the side to move loses or no
    /// distances are known.
    #[serde(default)]
    pub best_moves_san: Vec<String>,
    /// The command that reproduces it.
    pub command: String,
}

impl ExampleRow {
    /// What was claimed.
    pub fn claimed(&self) -> &'static str {
        self.claim.unwrap_or(Kind::Draw).name()
    }

    /// What the claim is about.
    pub(crate) fn about(&self) -> Truth {
        self.claim.unwrap_or(Kind::Draw).about()
    }

    /// The line with its move numbers.
    pub fn numbered_line(&self) -> String {
        numbered(turn(&self.fen), &self.line_san)
    }
}

/// Who is to move in a FEN.
pub(crate) fn turn(fen: &str) -> Color {
    Color::from_white(fen.split(' ').nth(1) != Some("b"))
}

impl From<DistanceCount> for DistanceRow {
    fn from(count: DistanceCount) -> Self {
        Self {
            mate_plies: count.plies,
            wins_board_count: count.wins,
            losses_board_count: count.losses,
        }
    }
}

impl WithoutVerdict {
    pub(crate) fn of(verdict: &Verdict) -> Self {
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

impl OneSidedRow {
    /// `None` if there are none.
    pub(crate) fn of(counts: Counts) -> Option<Self> {
        let is_any = counts.draws.board + counts.decisive.board > 0;
        is_any.then(|| Self {
            draws: counts.draws.into(),
            decisive: counts.decisive.into(),
        })
    }
}

impl OneSidedRow {
    /// These counts as part of the totals.
    pub(crate) fn totals(&self) -> Totals {
        Totals {
            incorrect_draws: self.decisive,
            ..Totals::unclaimed(self.draws, Count::ZERO.into())
        }
    }
}

impl EnPassantRow {
    /// Positions without a verdict: no valid claim was made.
    pub(crate) fn without_verdict(&self) -> Totals {
        Totals::unclaimed(self.draws_without_verdict, self.decisive_without_verdict)
    }
}

impl EnPassantRow {
    /// The row of a run that left out some positions, or none.
    pub(crate) fn of(of: &EnPassant, leaves_out: bool) -> Self {
        Self {
            left_out: leaves_out.then(|| of.left_out.into()),
            totals: Totals::of(of.claimed, of.silent),
            draws_without_verdict: of.doubtful.draws.into(),
            decisive_without_verdict: of.doubtful.decisive.into(),
            one_sided: OneSidedRow::of(of.one_sided),
            incorrect_claims: (of.incorrect != of.claimed.decisive).then(|| of.incorrect.into()),
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
