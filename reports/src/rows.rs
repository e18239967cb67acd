//! The parts of a report.

use drawproof_language::{Claim, RuleKind};
use drawproof_tables::{Provenance, Standing};
use drawproof_verify::{
    ClaimTally, Count, Counts, DistanceCount, DrawCount, EnPassant, Fault, KingMap, RuleSize,
    Verdict, numbered,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shakmaty::Color;

/// A draw that was not claimed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct OracleRow {
    /// Its name.
    pub name: String,
    /// SHA-256 of the data behind its answers: the won and lost positions of
    /// own tables in memory, or the files.
    pub sha256: String,
}

/// Syzygy or Gaviota files that were used.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FilesRow {
    /// The oracle that used them.
    pub oracle: String,
    /// Whether they are the published ones.
    #[serde(flatten)]
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
        }
    }
}

/// Which king.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum King {
    /// The stronger side's.
    Strong,
    /// The weaker side's.
    Weak,
    /// With equal material: that of the side to move.
    ToMove,
    /// With equal material: that of the other side.
    Waiting,
}

/// Draws by the square of a king, board count.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct KingMapRow {
    /// Which side is to move; null if both are counted together, with the
    /// board as the side to move sees it as White.
    pub strong_to_move: Option<bool>,
    /// The king that stands on the square.
    pub king: King,
    /// With the king on a1, b1 and so on to h8: all draws.
    pub draws_board_counts: Vec<u64>,
    /// Draws that were not claimed.
    pub missed_draws_board_counts: Vec<u64>,
}

/// Draws by the distance between the kings, board count.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct KingDistanceRow {
    /// The distance in king moves.
    pub king_moves: usize,
    /// All draws.
    pub draws_board_count: u64,
    /// Draws that were not claimed.
    pub missed_draws_board_count: u64,
}

/// Incorrect draws by distance to mate, board count.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DistanceRow {
    /// Plies to mate.
    pub mate_plies: u32,
    /// Positions that the side to move wins.
    pub wins_board_count: u64,
    /// Positions that the side to move loses.
    pub losses_board_count: u64,
}

/// The worth of a rule that spots draws.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BestRow {
    /// Its name.
    pub rule: String,
    /// Draws that it spots as the first rule that holds.
    pub spotted_draws: CountRow,
    /// Draws that would be missed without it.
    pub only_by_it: CountRow,
}

/// The size and the cost of rules.
#[derive(Copy, Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
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
#[derive(Copy, Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DrawConvention {
    #[default]
    /// Positions in which neither side can force a win, however long it takes.
    Theory,
    /// Those, and wins and losses that the 50-move rule turns into draws.
    FiftyMoveRule,
}

/// Which positions are counted if one number is shown.
#[derive(Copy, Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Counting {
    /// All, with the strong king on any of 64 squares.
    #[default]
    Board,
    /// Those with the strong king on one of the ten squares a1-d1-d4.
    TenSquares,
}

/// A comparison of two oracles.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ContradictionRow {
    /// The position.
    pub fen: String,
    /// What each says about it.
    pub says: [String; 2],
    /// The command that reproduces it.
    pub commands: Vec<String>,
}

/// Positions by claim and truth.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Totals {
    /// Claimed as draws, but won or lost.
    pub incorrect_draws: CountRow,
    /// Draws that were claimed.
    pub spotted_draws: CountRow,
    /// Draws that were not claimed.
    pub missed_draws: CountRow,
    /// Wins and losses without a claim.
    pub spotted_decisive: CountRow,
}

/// A count in every convention.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CountRow {
    /// Every legal placement, like men in every order, both sides to move.
    pub board_count: u64,
    /// One for each set of mirror images and exchanged like men; null if rules
    /// tell mirror images apart.
    pub unique_count: Option<u64>,
    /// Placements with the strong king on one of the ten squares a1-d1-d4,
    /// like men in every order, as some were counted in 2011.
    pub ten_squares_count: Option<u64>,
}

impl CountRow {
    /// The difference; the other count is not larger, unless it is nonsense.
    pub(crate) fn without(self, other: Self) -> Self {
        let sub = |a: Option<u64>, b: Option<u64>| Some(a?.saturating_sub(b?));
        Self {
            board_count: self.board_count.saturating_sub(other.board_count),
            unique_count: sub(self.unique_count, other.unique_count),
            ten_squares_count: sub(self.ten_squares_count, other.ten_squares_count),
        }
    }

    /// The count in a convention. `None` if it is not known.
    pub fn by(self, counting: Counting) -> Option<u64> {
        match counting {
            Counting::Board => Some(self.board_count),
            Counting::TenSquares => self.ten_squares_count,
        }
    }
}

/// Positions in which a draw is claimed for one colour only: for the position
/// or for its image with colours exchanged and the board flipped vertically,
/// which count as one.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct OneSidedRow {
    /// Drawn positions. They are included in the missed draws.
    pub draws: CountRow,
    /// Won or lost positions. They are included in the incorrect draws.
    pub decisive: CountRow,
}

/// Positions with an en passant right. No other count includes them.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
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
}

/// Positions for which the recognizer gave no valid verdict.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FaultRow {
    /// The position, as tested.
    pub fen: String,
    /// What happened.
    pub what: String,
}

/// One rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
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

/// How right the claim of a rule is.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ClaimedRow {
    /// Positions in which it is wrong.
    pub incorrect: CountRow,
    /// Positions in which it is tight: a draw for a bound, else the result that
    /// it names.
    pub tight: CountRow,
}

/// A kind of claim that some rule makes.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ClaimRow {
    /// Which.
    pub claim: Kind,
    /// Positions in which a rule of this kind decides and is wrong.
    pub incorrect: CountRow,
    /// Positions in which a rule of this kind decides and is tight: a draw for a
    /// bound, else the result that it names.
    pub tight: CountRow,
    /// Positions in which such a claim is right, and it or one that says more is
    /// made.
    pub spotted: CountRow,
    /// Positions in which such a claim would be right, and none that says as
    /// much is made.
    pub missed: CountRow,
}

/// An incorrect claim.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ExampleRow {
    /// What was claimed, if it was not a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim: Option<Kind>,
    /// The rule that claimed it.
    pub rule: String,
    /// The position.
    pub fen: String,
    /// `win`, `draw` or `loss` for the side to move.
    pub truth: String,
    /// Whether the 50-move rule makes it a draw; null if that is not known.
    pub drawn_by_fifty_moves: Option<bool>,
    /// The value in own tables, if it contradicts the oracle.
    pub own_tables_say: Option<String>,
    /// Distance to mate in plies.
    pub distance_plies: Option<u32>,
    /// Moves to checkmate with best play.
    pub line_san: Vec<String>,
    /// The moves that mate fastest; empty if the side to move loses or no
    /// distances are known.
    #[serde(default)]
    pub best_moves_san: Vec<String>,
    /// The command that reproduces it.
    pub command: String,
}

/// What a rule says.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// That it is a draw.
    Draw,
    /// That the side to move wins.
    Win,
    /// That the side to move loses.
    Loss,
    /// That the side to move does not lose.
    NotLost,
    /// That the side to move does not win.
    NotWon,
    /// That the stronger side does not win.
    StrongCannotWin,
    /// That the weaker side does not win.
    WeakCannotWin,
    /// Nothing.
    Silent,
}

impl Kind {
    /// Its name.
    pub fn name(self) -> &'static str {
        RuleKind::from(self).name()
    }

    /// Whether it claims something other than a draw.
    pub(crate) fn is_other_claim(self) -> bool {
        !matches!(self, Self::Draw | Self::Silent)
    }
}

impl From<RuleKind> for Kind {
    fn from(kind: RuleKind) -> Self {
        match kind {
            RuleKind::Silent => Self::Silent,
            RuleKind::Claims(claim) => claim.into(),
        }
    }
}

impl From<Claim> for Kind {
    fn from(claim: Claim) -> Self {
        match claim {
            Claim::Draw => Self::Draw,
            Claim::Win => Self::Win,
            Claim::Loss => Self::Loss,
            Claim::NotLost => Self::NotLost,
            Claim::NotWon => Self::NotWon,
            Claim::StrongCannotWin => Self::StrongCannotWin,
            Claim::WeakCannotWin => Self::WeakCannotWin,
        }
    }
}

impl From<Kind> for RuleKind {
    fn from(kind: Kind) -> Self {
        let claim = match kind {
            Kind::Silent => return Self::Silent,
            Kind::Draw => Claim::Draw,
            Kind::Win => Claim::Win,
            Kind::Loss => Claim::Loss,
            Kind::NotLost => Claim::NotLost,
            Kind::NotWon => Claim::NotWon,
            Kind::StrongCannotWin => Claim::StrongCannotWin,
            Kind::WeakCannotWin => Claim::WeakCannotWin,
        };
        Self::Claims(claim)
    }
}

impl ClaimRow {
    /// A row for each kind of claim; none if nothing but draws is claimed.
    pub(crate) fn all(verdict: &Verdict) -> Vec<Self> {
        let others = verdict.claims.iter().filter(|of| of.claim != Claim::Draw);
        if others.count() == 0 {
            return Vec::new();
        }
        let row = |of: &ClaimTally| Self {
            claim: of.claim.into(),
            incorrect: of.incorrect.into(),
            tight: of.tight.into(),
            spotted: of.spotted.into(),
            missed: of.missed.into(),
        };
        verdict.claims.iter().map(row).collect()
    }
}

impl ExampleRow {
    /// What was claimed.
    pub fn claimed(&self) -> &'static str {
        self.claim.unwrap_or(Kind::Draw).name()
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

impl King {
    /// Its name, as other programs show it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Strong => "strong",
            Self::Weak => "weak",
            Self::ToMove => "to_move",
            Self::Waiting => "waiting",
        }
    }
}

impl KingMapRow {
    /// Who is to move: `strong`, `weak`, or `either`.
    pub fn side_to_move(&self) -> &'static str {
        match self.strong_to_move {
            Some(true) => "strong",
            Some(false) => "weak",
            None => "either",
        }
    }

    /// The maps of a verdict: none if there is no draw.
    pub(crate) fn all(verdict: &Verdict) -> Vec<Self> {
        let is_symmetric = verdict.material.is_symmetric();
        let rows = |map: &KingMap| {
            let kings = if is_symmetric {
                [King::ToMove, King::Waiting]
            } else {
                [King::Strong, King::Weak]
            };
            let strong_to_move = (!is_symmetric).then_some(map.turn.is_white());
            let row = |(king, counts): (King, &[DrawCount; 64])| Self {
                strong_to_move,
                king,
                draws_board_counts: counts.iter().map(|of| of.draws).collect(),
                missed_draws_board_counts: counts.iter().map(|of| of.missed).collect(),
            };
            [(kings[0], &map.strong), (kings[1], &map.weak)].map(row)
        };
        verdict.king_maps.iter().flat_map(rows).collect()
    }
}

impl KingDistanceRow {
    pub(crate) fn all(verdict: &Verdict) -> Vec<Self> {
        let rows = verdict.by_king_distance.iter().enumerate();
        let rows = rows.filter(|(_, of)| of.draws > 0);
        rows.map(|(king_moves, of)| Self {
            king_moves,
            draws_board_count: of.draws,
            missed_draws_board_count: of.missed,
        })
        .collect()
    }
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

impl From<EnPassant> for EnPassantRow {
    fn from(of: EnPassant) -> Self {
        Self {
            totals: Totals::of(of.claimed, of.silent),
            draws_without_verdict: of.doubtful.draws.into(),
            decisive_without_verdict: of.doubtful.decisive.into(),
            one_sided: OneSidedRow::of(of.one_sided),
            incorrect_claims: (of.incorrect != of.claimed.decisive).then(|| of.incorrect.into()),
        }
    }
}

impl Totals {
    /// Whether a draw is claimed anywhere.
    pub(crate) fn has_claims(&self) -> bool {
        self.spotted_draws.board_count > 0 || self.incorrect_draws.board_count > 0
    }

    /// All positions, board count.
    pub(crate) fn all(&self) -> u64 {
        let all = [
            self.incorrect_draws,
            self.spotted_draws,
            self.missed_draws,
            self.spotted_decisive,
        ];
        all.iter()
            .map(|count| count.board_count)
            .fold(0, u64::saturating_add)
    }

    /// Draws, and wins and losses, without a claim.
    pub(crate) fn unclaimed(missed_draws: CountRow, spotted_decisive: CountRow) -> Self {
        Self {
            missed_draws,
            spotted_decisive,
            ..Self::of(Counts::default(), Counts::default())
        }
    }

    pub(crate) fn of(claimed: Counts, silent: Counts) -> Self {
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
