//! What has to be shown: statements about one position and one move.
//!
//! A set of positions, given by rules, is never left: then a side that cannot win at once
//! never wins. The statements, for an attacker that cannot win and its defender:
//!
//! - [`Obligation::Holds`]: the defender to move is stalemated, or has a legal move to the set, or
//!   to a position that is known not to be lost. So it is never checkmated.
//! - [`Obligation::Kept`]: each legal move of the attacker leads to the set, to such a position, to
//!   stalemate, or to a position in which the defender has a move as above.
//!
//! For an attacker that cannot mate, whatever the defender does:
//!
//! - [`Obligation::NoMate`]: the defender to move is not checkmated.
//! - [`Obligation::Kept`], for the moves of both sides, without any reply.
//! - [`Obligation::KeptEnPassant`]: nor does an answer en passant to an advance by two squares.
//!
//! By induction over the length of the game no position of the set is ever won by the attacker, so
//! the number of men plays no part.

use std::fmt;

use drawproof_tables::Subject;
use shakmaty::Color;

use crate::{mover::Kind, theory::Goal};

/// A statement that has to be shown.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Obligation {
    /// The defender to move can stay in the set.
    Holds,
    /// The defender to move is not mated.
    NoMate,
    /// Moves of a kind by a side stay in the set.
    Kept(Color, Kind),
    /// The capture en passant by the other side stays in the set.
    KeptEnPassant(Color),
}

impl Obligation {
    /// All that a goal needs. `can_move` says which kinds of moves a side may have.
    pub fn all(goal: Goal, can_move: impl Fn(Color, Kind) -> bool) -> Vec<Self> {
        let (first, movers): (_, &[Color]) = match goal.subject {
            Subject::Results => (Self::Holds, &[goal.attacker]),
            Subject::Mates => (Self::NoMate, &Color::ALL),
        };
        let mut all = vec![first];
        for &mover in movers {
            let kinds = Kind::all().filter(|&kind| kind != Kind::EnPassant);
            let kinds = kinds.filter(|&kind| can_move(mover, kind));
            all.extend(kinds.map(|kind| Self::Kept(mover, kind)));
            let answers = can_move(mover, Kind::DoublePush) && can_move(!mover, Kind::EnPassant);
            if goal.subject == Subject::Mates && answers {
                all.push(Self::KeptEnPassant(mover));
            }
        }
        all
    }

    /// Who is to move.
    pub fn turn(self, goal: Goal) -> Color {
        match self {
            Self::Holds | Self::NoMate => !goal.attacker,
            Self::Kept(mover, _) | Self::KeptEnPassant(mover) => mover,
        }
    }

    /// What it says of a goal, in words.
    pub fn words(self, goal: Goal) -> String {
        let side = |color: Color| if color.is_white() { "strong" } else { "weak" };
        let cannot = match goal.subject {
            Subject::Results => "cannot win",
            Subject::Mates => "cannot mate",
        };
        let kept =
            |mover: Color, what: &str| format!("{}: {what}, and the hold is kept", side(mover));
        let what = match self {
            Self::Holds => format!("{} to move keeps the hold", side(!goal.attacker)),
            Self::NoMate => format!("{} to move is not mated", side(!goal.attacker)),
            Self::Kept(mover, kind) => kept(mover, &kind.to_string()),
            Self::KeptEnPassant(mover) => kept(!mover, "capture en passant"),
        };
        format!("{} {cannot}: {what}", side(goal.attacker))
    }
}

/// A goal and what has to be shown for it.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Statement {
    /// The goal.
    pub goal: Goal,
    /// What has to be shown.
    pub obligation: Obligation,
}

impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.obligation.words(self.goal))
    }
}
