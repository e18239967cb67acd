//! The value of a position: who wins, and in how many plies.

use std::{cmp::Ordering, fmt};

/// Win, draw or loss for the side to move, without the 50-move rule.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Wdl {
    /// The side to move loses.
    Loss,
    /// Neither side can force a win.
    Draw,
    /// The side to move wins.
    Win,
}

impl fmt::Display for Wdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Loss => "loss",
            Self::Draw => "draw",
            Self::Win => "win",
        })
    }
}

/// Distance to mate in plies with best play by both sides: 0 is checkmate on
/// the board, 1 a mate in one. Odd for wins, even for losses.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Dtm(pub u16);

impl Dtm {
    /// The distance in plies.
    pub const fn plies(self) -> u32 {
        self.0 as u32
    }

    /// The distance in moves of the winner: 1 for a mate in one and for a loss
    /// to a mate in one, 0 for checkmate on the board.
    pub const fn moves(self) -> u32 {
        self.plies().div_ceil(2)
    }
}

/// Distance to the next zeroing move in plies: a capture, a pawn move or mate,
/// which the winner approaches without giving up the win and the loser delays.
/// 0 is checkmate on the board; 1 is a position in which the winner zeroes at
/// once, or in which the loser has only zeroing moves.
///
/// Above 100 the 50-move rule draws: a cursed win, or a blessed loss. A
/// zeroing move into one of those counts as 101.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Dtz(pub u16);

impl Dtz {
    /// The greatest distance that the 50-move rule allows.
    pub const MAX_50_MOVES: Self = Self(100);

    /// The distance in plies.
    pub const fn plies(self) -> u32 {
        self.0 as u32
    }

    /// Whether the 50-move rule turns this into a draw.
    pub fn is_cursed(self) -> bool {
        self > Self::MAX_50_MOVES
    }

    /// The distance before a move that leads here.
    #[must_use]
    pub fn before_move(self, zeroing: bool) -> Self {
        match (zeroing, self.is_cursed()) {
            (true, false) => Self(1),
            (true, true) => Self(101),
            (false, _) => Self(self.0.saturating_add(1)),
        }
    }
}

/// The value of a legal position.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Value {
    /// Who wins, without the 50-move rule.
    pub wdl: Wdl,
    /// Distance to mate; `None` for a draw or if it is not known.
    pub dtm: Option<Dtm>,
    /// Distance to a zeroing move; `None` for a draw or if it is not known.
    pub dtz: Option<Dtz>,
    /// Whether `dtz` may be one ply short, as Syzygy files round some.
    pub dtz_rounded: bool,
}

impl Value {
    /// A draw.
    pub const DRAW: Self = Self::of(Wdl::Draw);

    /// Checkmate on the board.
    pub const MATED: Self = Self {
        wdl: Wdl::Loss,
        dtm: Some(Dtm(0)),
        dtz: Some(Dtz(0)),
        dtz_rounded: false,
    };

    /// A value without distances.
    pub const fn of(wdl: Wdl) -> Self {
        Self {
            wdl,
            dtm: None,
            dtz: None,
            dtz_rounded: false,
        }
    }

    /// The value before a move that leads here, for the side that moves.
    /// `zeroing` is whether the move is a capture or a pawn move.
    #[must_use]
    pub fn before_move(self, zeroing: bool) -> Self {
        let wdl = match self.wdl {
            Wdl::Loss => Wdl::Win,
            Wdl::Draw => Wdl::Draw,
            Wdl::Win => Wdl::Loss,
        };
        Self {
            wdl,
            dtm: self.dtm.map(|Dtm(plies)| Dtm(plies.saturating_add(1))),
            dtz: self.dtz.map(|dtz| dtz.before_move(zeroing)),
            dtz_rounded: self.dtz_rounded && !zeroing,
        }
    }

    /// The value of a choice between two moves, for the side that chooses: WDL
    /// first, then the shorter win or the longer loss, for each distance
    /// separately. A distance is known only if both moves have it.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        fn choose<D: Ord>(wdl: Wdl, a: Option<D>, b: Option<D>) -> Option<D> {
            let (a, b) = (a?, b?);
            Some(if wdl == Wdl::Win { a.min(b) } else { a.max(b) })
        }
        match self.wdl.cmp(&other.wdl) {
            Ordering::Less => other,
            Ordering::Greater => self,
            Ordering::Equal => Self {
                wdl: self.wdl,
                dtm: choose(self.wdl, self.dtm, other.dtm),
                dtz: choose(self.wdl, self.dtz, other.dtz),
                dtz_rounded: self.dtz_rounded || other.dtz_rounded,
            },
        }
    }

    /// Whether two values do not contradict each other: the same WDL, and the
    /// same distances where both have them, allowing for rounding.
    pub fn agrees(self, other: Self) -> bool {
        let dtm = self.dtm.zip(other.dtm).is_none_or(|(a, b)| a == b);
        let dtz = self.dtz.zip(other.dtz).is_none_or(|(a, b)| {
            a == b || (self.dtz_rounded && a.0 + 1 == b.0) || (other.dtz_rounded && b.0 + 1 == a.0)
        });
        self.wdl == other.wdl && dtm && dtz
    }

    /// Greater is better for the side to move: short wins, long wins, draws,
    /// long losses, short losses; by the distance to mate if it is known,
    /// else by the distance to a zeroing move.
    pub fn rank(self) -> i32 {
        let plies = self
            .dtm
            .map(Dtm::plies)
            .or(self.dtz.map(Dtz::plies))
            .unwrap_or(0) as i32;
        match self.wdl {
            Wdl::Win => 100_000 - plies,
            Wdl::Draw => 0,
            Wdl::Loss => plies - 100_000,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plies = |n: u32| format!("{n} pl{}", if n == 1 { "y" } else { "ies" });
        match self.dtm {
            Some(Dtm(0)) => f.write_str("checkmated")?,
            Some(dtm) => write!(f, "{} in {}", self.wdl, plies(dtm.plies()))?,
            None => write!(f, "{}", self.wdl)?,
        }
        match self.dtz {
            Some(Dtz(1..)) => write!(f, ", zeroing in {}", plies(self.dtz.map_or(0, Dtz::plies))),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn win(dtm: u16, dtz: u16) -> Value {
        Value {
            wdl: Wdl::Win,
            dtm: Some(Dtm(dtm)),
            dtz: Some(Dtz(dtz)),
            dtz_rounded: false,
        }
    }

    #[test]
    fn distances_are_chosen_each_on_its_own() {
        assert_eq!(win(9, 1).or(win(5, 3)), win(5, 1));
        let lost = |dtm, dtz| win(dtm, dtz).before_move(false);
        assert_eq!(lost(9, 1).or(lost(5, 3)), lost(9, 3));
        assert_eq!(win(9, 1).or(Value::DRAW), win(9, 1));
        assert_eq!(lost(9, 1).or(Value::DRAW), Value::DRAW);
    }

    #[test]
    fn rounded_distances_may_be_one_ply_short() {
        let rounded = Value {
            dtm: None,
            dtz_rounded: true,
            ..win(9, 4)
        };
        for (exact, agrees) in [(3, false), (4, true), (5, true), (6, false)] {
            assert_eq!(rounded.agrees(win(9, exact)), agrees);
            assert_eq!(win(9, exact).agrees(rounded), agrees);
        }
        assert!(!win(9, 4).agrees(win(7, 4)));
        assert!(!win(9, 4).agrees(Value::DRAW));
    }

    #[test]
    fn zeroing_moves_start_anew_but_not_from_a_cursed_win() {
        assert_eq!(Dtz(40).before_move(true), Dtz(1));
        assert_eq!(Dtz(40).before_move(false), Dtz(41));
        assert_eq!(Dtz(100).before_move(true), Dtz(1));
        assert_eq!(Dtz(101).before_move(true), Dtz(101));
    }
}
