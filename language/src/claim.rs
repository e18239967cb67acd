//! What a rule claims.

use drawproof_tables::{Wdl, WdlSet};
use shakmaty::Color;

/// A claim about the result of a position with best play.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Claim {
    /// Neither side wins.
    Draw,
    /// The side to move wins.
    Win,
    /// The side to move loses.
    Loss,
    /// The side to move does not lose.
    NotLost,
    /// The side to move does not win.
    NotWon,
    /// The stronger side does not win; only with unequal material.
    StrongCannotWin,
    /// The weaker side does not win; only with unequal material.
    WeakCannotWin,
}

/// What a rule does if its condition holds.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum RuleKind {
    /// Claims something about the result.
    Claims(Claim),
    /// Claims nothing, and keeps later rules from claiming.
    Silent,
}

impl Claim {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Draw,
        Self::Win,
        Self::Loss,
        Self::NotLost,
        Self::NotWon,
        Self::StrongCannotWin,
        Self::WeakCannotWin,
    ];

    /// The word for it in rule files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Draw => "draw",
            Self::Win => "win",
            Self::Loss => "loss",
            Self::NotLost => "not_lost",
            Self::NotWon => "not_won",
            Self::StrongCannotWin => "strong_cannot_win",
            Self::WeakCannotWin => "weak_cannot_win",
        }
    }

    /// The claim that a word stands for.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|claim| claim.name() == word)
    }

    /// The claim about the side to move that allows just these results.
    pub fn allowing(results: WdlSet) -> Option<Self> {
        let mut all = Self::ALL.into_iter().filter(|claim| !claim.names_a_side());
        all.find(|claim| claim.allows(Color::White) == results)
    }

    /// The results that it allows, with `turn` to move and strong as White.
    pub const fn allows(self, turn: Color) -> WdlSet {
        const NOT_LOST: WdlSet = WdlSet::of(&[Wdl::Win, Wdl::Draw]);
        const NOT_WON: WdlSet = WdlSet::of(&[Wdl::Draw, Wdl::Loss]);
        match (self, turn) {
            (Self::Draw, _) => WdlSet::of(&[Wdl::Draw]),
            (Self::Win, _) => WdlSet::of(&[Wdl::Win]),
            (Self::Loss, _) => WdlSet::of(&[Wdl::Loss]),
            (Self::NotLost, _)
            | (Self::StrongCannotWin, Color::Black)
            | (Self::WeakCannotWin, Color::White) => NOT_LOST,
            (Self::NotWon, _)
            | (Self::StrongCannotWin, Color::White)
            | (Self::WeakCannotWin, Color::Black) => NOT_WON,
        }
    }

    /// The result at which the claim is tight: the one that it names, or a draw
    /// for a bound.
    pub const fn tight(self) -> Wdl {
        match self {
            Self::Win => Wdl::Win,
            Self::Loss => Wdl::Loss,
            Self::Draw
            | Self::NotLost
            | Self::NotWon
            | Self::StrongCannotWin
            | Self::WeakCannotWin => Wdl::Draw,
        }
    }

    /// Whether it needs a stronger side.
    pub const fn names_a_side(self) -> bool {
        matches!(self, Self::StrongCannotWin | Self::WeakCannotWin)
    }
}

impl RuleKind {
    /// What a rule that decides draws claims, and nothing else.
    pub const DRAW: Self = Self::Claims(Claim::Draw);

    /// The word that begins such a rule.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Claims(claim) => claim.name(),
            Self::Silent => "silent",
        }
    }

    /// The kind that a word stands for.
    pub fn named(word: &str) -> Option<Self> {
        match Claim::named(word) {
            Some(claim) => Some(Self::Claims(claim)),
            None => (word == Self::Silent.name()).then_some(Self::Silent),
        }
    }

    /// What it claims if it decides.
    pub const fn claim(self) -> Option<Claim> {
        match self {
            Self::Claims(claim) => Some(claim),
            Self::Silent => None,
        }
    }

    /// Whether it claims a draw if it decides.
    pub fn claims_draw(self) -> bool {
        self == Self::DRAW
    }

    /// Whether it claims anything if it decides.
    pub const fn claims(self) -> bool {
        self.claim().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In letters: what is left, a loss, a draw or a win of the side to move, with
    /// the stronger side to move and with the weaker one.
    #[test]
    fn claims_allow_what_their_names_say() {
        for (name, results) in [
            ("draw", ["D", "D"]),
            ("win", ["W", "W"]),
            ("loss", ["L", "L"]),
            ("not_lost", ["DW", "DW"]),
            ("not_won", ["LD", "LD"]),
            ("strong_cannot_win", ["LD", "DW"]),
            ("weak_cannot_win", ["DW", "LD"]),
        ] {
            let claim = Claim::named(name).expect(name);
            let letters = |turn| {
                let allowed = claim.allows(turn);
                let all = [(Wdl::Loss, 'L'), (Wdl::Draw, 'D'), (Wdl::Win, 'W')];
                let here = all.into_iter().filter(|(result, _)| allowed.has(*result));
                here.map(|(_, letter)| letter).collect::<String>()
            };
            assert_eq!(Color::ALL.map(letters), results, "{name}");
            let tight = match results[0] {
                "W" => Wdl::Win,
                "L" => Wdl::Loss,
                _ => Wdl::Draw,
            };
            assert_eq!(claim.tight(), tight, "{name}");
        }
    }
}
