//! What is known of a position: who wins, and in how many plies.

use std::fmt;

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

/// Distance to mate in plies, best play by both sides: 0 is checkmate on the
/// board, 1 a mate in one. Odd for wins, even for losses.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Dtm(pub u16);

impl Dtm {
    /// The distance in plies.
    pub const fn plies(self) -> u32 {
        self.0 as u32
    }

    /// The distance in moves of the winner: 1 for a mate in one and for its
    /// only reply's position, 0 for checkmate on the board.
    pub const fn moves(self) -> u32 {
        self.plies().div_ceil(2)
    }
}

/// The value of a legal position.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Value {
    /// Who wins.
    pub wdl: Wdl,
    /// In how many plies; `None` for a draw and where only WDL is known.
    pub dtm: Option<Dtm>,
}

impl Value {
    /// A draw.
    pub const DRAW: Self = Self {
        wdl: Wdl::Draw,
        dtm: None,
    };

    /// Checkmate on the board.
    pub const MATED: Self = Self {
        wdl: Wdl::Loss,
        dtm: Some(Dtm(0)),
    };

    /// The value before a move that leads here, for the side that moves.
    #[must_use]
    pub fn before_move(self) -> Self {
        let wdl = match self.wdl {
            Wdl::Loss => Wdl::Win,
            Wdl::Draw => Wdl::Draw,
            Wdl::Win => Wdl::Loss,
        };
        let dtm = self.dtm.map(|Dtm(plies)| Dtm(plies + 1));
        Self { wdl, dtm }
    }

    /// Greater is better for the side to move: short wins, long wins, draws,
    /// long losses, short losses.
    pub fn rank(self) -> i32 {
        let plies = self.dtm.map_or(0, |dtm| dtm.plies() as i32);
        match self.wdl {
            Wdl::Win => 100_000 - plies,
            Wdl::Draw => 0,
            Wdl::Loss => plies - 100_000,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.dtm {
            None => write!(f, "{}", self.wdl),
            Some(Dtm(0)) => f.write_str("checkmated"),
            Some(dtm) => {
                let plural = if dtm.plies() == 1 { "y" } else { "ies" };
                write!(f, "{} in {} pl{plural}", self.wdl, dtm.plies())
            }
        }
    }
}
