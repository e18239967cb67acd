//! What Lichess's tablebase server says about a position and its moves.
//!
//! Fields, categories, order and units are those of
//! [lila-tablebase](https://github.com/lichess-org/lila-tablebase): distances are in plies, positive
//! if the side to move wins.

use std::cmp::Reverse;

use drawproof_reports::ProvenTold;
use drawproof_suite::proven::beyond_tables;
use drawproof_tables::{OracleError, Wdl};
use serde::Serialize;
use shakmaty::{Chess, Move, Position, Role, san::SanPlus};
use shakmaty_syzygy::{AmbiguousWdl, Dtz, MaybeRounded};

use crate::sources::{Known, Sources};

/// Plies on the clock with which the 50-move rule draws.
const DRAWN: u32 = 100;

/// What is known of a position, and of its moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Answer {
    /// The position.
    #[serde(flatten)]
    pub position: PositionAnswer,
    /// What of the given text does not fit the board. No field of lila-tablebase.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<String>,
    /// What rules proven for any number of men say of the position, with more than five men or
    /// without a table. No field of lila-tablebase.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proven: Option<ProvenTold>,
    /// Its legal moves, the best one first.
    pub moves: Vec<MoveAnswer>,
}

/// A move, and what is known of the position after it, for the side that moves there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MoveAnswer {
    /// As in `e7e8q`.
    pub uci: String,
    /// As in `e8=Q+`.
    pub san: String,
    /// Whether it is a capture or a pawn move.
    pub zeroing: bool,
    /// Whether it changes the class: a capture or a promotion.
    pub conversion: bool,
    /// The position after it.
    #[serde(flatten)]
    pub after: PositionAnswer,
}

/// What is known of a position. Variants of chess are not known: their fields are there for programs
/// that read them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a field of the answer"
)]
pub struct PositionAnswer {
    /// Whether the side to move is checkmated.
    pub checkmate: bool,
    /// Whether the side to move is stalemated.
    pub stalemate: bool,
    /// Never: there are no variants.
    pub variant_win: bool,
    /// Never.
    pub variant_loss: bool,
    /// Whether neither side can mate with its men.
    pub insufficient_material: bool,
    /// Plies to the next capture or pawn move: 0 for a draw, -1 for checkmate, more than 100 for
    /// cursed wins and blessed losses. One ply short where a Syzygy file rounds.
    pub dtz: Option<i32>,
    /// The same if it is not rounded.
    pub precise_dtz: Option<i32>,
    /// Plies to mate, 0 for a draw; unknown for checkmate, so that 0 means one thing.
    pub dtm: Option<i32>,
    /// Never known: a distance of antichess.
    pub dtw: Option<i32>,
    /// Never known: moves to a capture or promotion.
    pub dtc: Option<i32>,
    /// Who wins, under the 50-move rule and with the clock of the position.
    pub category: Category,
    /// Whether White can still give mate if Black helps; unknown without a table of help mates. No
    /// field of lila-tablebase.
    pub can_mate_white: Option<bool>,
    /// Whether Black can.
    pub can_mate_black: Option<bool>,
}

/// Who wins, the worst for the side to move first.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Category {
    /// A loss.
    Loss,
    /// No table has the position.
    Unknown,
    /// A loss, or blessed: a rounded distance decides, unless the position came from a line of the
    /// tables.
    SyzygyLoss,
    /// A loss, but distances to zeroing moves are not known.
    MaybeLoss,
    /// A loss that the 50-move rule turns into a draw.
    BlessedLoss,
    /// A draw.
    Draw,
    /// A win that the 50-move rule turns into a draw.
    CursedWin,
    /// A win, but distances to zeroing moves are not known.
    MaybeWin,
    /// A win, or cursed.
    SyzygyWin,
    /// A win.
    Win,
}

impl Category {
    /// What it is for the other side.
    #[must_use]
    pub fn turned(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Unknown => Self::Unknown,
            Self::SyzygyLoss => Self::SyzygyWin,
            Self::MaybeLoss => Self::MaybeWin,
            Self::BlessedLoss => Self::CursedWin,
            Self::Draw => Self::Draw,
            Self::CursedWin => Self::BlessedLoss,
            Self::MaybeWin => Self::MaybeLoss,
            Self::SyzygyWin => Self::SyzygyLoss,
            Self::Win => Self::Loss,
        }
    }

    /// The doubt of a rounded distance resolved by what is known for certain of the other side.
    fn given(self, other: Self) -> Self {
        match (self, other.turned()) {
            (Self::SyzygyLoss, known @ (Self::Loss | Self::BlessedLoss))
            | (Self::SyzygyWin, known @ (Self::Win | Self::CursedWin)) => known,
            _ => self,
        }
    }

    fn is_won(self) -> bool {
        self > Self::Draw
    }
}

impl Answer {
    /// What the sources say about a position. A position that they do not have is no error but
    /// unknown.
    ///
    /// # Errors
    ///
    /// If a file is damaged or cannot be read.
    pub fn new(sources: &Sources, position: &Chess) -> Result<Self, OracleError> {
        let clock = position.halfmoves();
        let mut moves = Vec::new();
        for chess_move in position.legal_moves() {
            moves.push(Ranked::new(sources, position, chess_move)?);
        }
        moves.sort_by_key(|ranked| ranked.rank);
        let before = clock.saturating_sub(1);
        let mut answer = PositionAnswer::new(sources, position, before)?;
        let mut moves: Vec<MoveAnswer> = moves.into_iter().map(|ranked| ranked.answer).collect();
        // A line of the tables keeps what its first position is worth: that decides the moves in doubt
        // with which the list begins.
        let is_in_doubt = |category| matches!(category, Category::SyzygyLoss | Category::SyzygyWin);
        for of_move in &mut moves {
            if !is_in_doubt(of_move.after.category) {
                break;
            }
            of_move.after.category = of_move.after.category.given(answer.category);
        }
        if let Some(best) = moves.first() {
            answer.category = best.after.category.turned();
        }
        let has_table = answer.category != Category::Unknown;
        Ok(Self {
            position: answer,
            left_out: Vec::new(),
            proven: beyond_tables(position, has_table),
            moves,
        })
    }

    /// The same with what of the given text does not fit the board.
    #[must_use]
    pub fn leaving_out(self, left_out: Vec<String>) -> Self {
        Self { left_out, ..self }
    }
}

impl PositionAnswer {
    /// What is known of a position. `before` is the clock before the move that led to it.
    fn new(sources: &Sources, position: &Chess, before: u32) -> Result<Self, OracleError> {
        let known = sources.ask(position)?;
        let can_mate = sources.can_mate(position)?;
        let mut answer = Self {
            checkmate: known.is_checkmate,
            stalemate: known.is_stalemate,
            variant_win: false,
            variant_loss: false,
            insufficient_material: position.is_insufficient_material(),
            dtz: known.dtz.map(|dtz| dtz.ignore_rounding().into()),
            precise_dtz: known.dtz.and_then(MaybeRounded::precise).map(i32::from),
            dtm: known.dtm,
            dtw: None,
            dtc: None,
            category: Category::Unknown,
            can_mate_white: can_mate.map(|can| can.white),
            can_mate_black: can_mate.map(|can| can.black),
        };
        answer.category = answer.category(known, before, position.halfmoves());
        Ok(answer)
    }

    fn category(&self, known: Known, before: u32, clock: u32) -> Category {
        let is_drawn = known.dtz.is_some_and(MaybeRounded::is_zero);
        if self.stalemate || self.insufficient_material || is_drawn {
            return Category::Draw;
        }
        match (known.dtz, known.wdl) {
            _ if self.checkmate && before < DRAWN => Category::Loss,
            _ if self.checkmate => Category::BlessedLoss,
            (Some(dtz), _) if before < DRAWN => of_distance(dtz, clock),
            (Some(dtz), _) if dtz.is_negative() => Category::BlessedLoss,
            (Some(_), _) => Category::CursedWin,
            (None, Some(Wdl::Win)) => Category::MaybeWin,
            (None, Some(Wdl::Draw)) => Category::Draw,
            (None, Some(Wdl::Loss)) => Category::MaybeLoss,
            (None, None) => Category::Unknown,
        }
    }
}

/// Who wins at a distance from the next zeroing move, with some plies on the clock.
fn of_distance(dtz: MaybeRounded<Dtz>, clock: u32) -> Category {
    match AmbiguousWdl::from_dtz_and_halfmoves(dtz, clock) {
        AmbiguousWdl::Loss => Category::Loss,
        AmbiguousWdl::MaybeLoss => Category::SyzygyLoss,
        AmbiguousWdl::BlessedLoss => Category::BlessedLoss,
        AmbiguousWdl::Draw => Category::Draw,
        AmbiguousWdl::CursedWin => Category::CursedWin,
        AmbiguousWdl::MaybeWin => Category::SyzygyWin,
        AmbiguousWdl::Win => Category::Win,
    }
}

/// A move and its place among the others: the least is the best.
struct Ranked {
    answer: MoveAnswer,
    rank: Rank,
}

/// The category after the move; ends of the game; the distance to mate; whether it converts and
/// zeroes, which is good for the side that wins; the distance to a zeroing move; what is captured,
/// and what a pawn becomes.
type Rank = (
    Category,
    [Reverse<bool>; 3],
    [Reverse<i32>; 2],
    bool,
    bool,
    Option<Reverse<i32>>,
    [Reverse<Option<Role>>; 2],
);

impl Ranked {
    fn new(sources: &Sources, position: &Chess, chess_move: Move) -> Result<Self, OracleError> {
        let uci = chess_move.to_uci(position.castles().mode()).to_string();
        let mut after = position.clone();
        let san = SanPlus::from_move_and_play_unchecked(&mut after, chess_move).to_string();
        let after = PositionAnswer::new(sources, &after, position.halfmoves())?;
        let (zeroing, conversion) = (chess_move.is_zeroing(), chess_move.is_conversion());
        let is_losing = after.category.is_won();
        // Mates come first, the soonest of them in front; being mated comes last, the soonest at the
        // end; the unknown ones and draws are between them.
        let dtm = after.dtm.unwrap_or(0);
        let mate = [
            Reverse(if dtm < 0 { dtm } else { i32::MIN }),
            Reverse(if dtm > 0 { dtm } else { i32::MAX }),
        ];
        let rank = (
            after.category,
            [
                after.checkmate,
                after.stalemate,
                after.insufficient_material,
            ]
            .map(Reverse),
            mate,
            conversion == is_losing,
            zeroing == is_losing,
            after.dtz.map(Reverse),
            [chess_move.capture(), chess_move.promotion()].map(Reverse),
        );
        let answer = MoveAnswer {
            uci,
            san,
            zeroing,
            conversion,
            after,
        };
        Ok(Self { answer, rank })
    }
}
