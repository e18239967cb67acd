//! What a rule claims.

use drawproof_tables::{Subject, Truth, Truths, Wdl, WdlSet};
use shakmaty::{ByColor, Color};

/// A claim about the result of a position with best play, or about who can still give
/// mate in it, if the other side helps.
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
    /// The side to move cannot mate.
    UsCannotMate,
    /// The other side cannot mate.
    ThemCannotMate,
    /// The stronger side cannot mate; only with unequal material.
    StrongCannotMate,
    /// The weaker side cannot mate; only with unequal material.
    WeakCannotMate,
    /// Neither side can mate.
    Dead,
}

/// What a rule does if its condition holds.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum RuleKind {
    /// Claims something.
    Claims(Claim),
    /// Claims nothing, and keeps later rules from claiming.
    Silent,
    /// Claims nothing, but belongs to the set of positions that a proof by induction never
    /// leaves; only for open classes.
    Hold,
}

impl Claim {
    /// All of them.
    pub const ALL: [Self; 12] = [
        Self::Draw,
        Self::Win,
        Self::Loss,
        Self::NotLost,
        Self::NotWon,
        Self::StrongCannotWin,
        Self::WeakCannotWin,
        Self::UsCannotMate,
        Self::ThemCannotMate,
        Self::StrongCannotMate,
        Self::WeakCannotMate,
        Self::Dead,
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
            Self::UsCannotMate => "us_cannot_mate",
            Self::ThemCannotMate => "them_cannot_mate",
            Self::StrongCannotMate => "strong_cannot_mate",
            Self::WeakCannotMate => "weak_cannot_mate",
            Self::Dead => "dead",
        }
    }

    /// Those about a subject.
    pub fn all_about(subject: Subject) -> impl Iterator<Item = Self> {
        let all = Self::ALL.into_iter();
        all.filter(move |claim| claim.subject() == subject)
    }

    /// What it is about.
    pub const fn subject(self) -> Subject {
        match self {
            Self::Draw
            | Self::Win
            | Self::Loss
            | Self::NotLost
            | Self::NotWon
            | Self::StrongCannotWin
            | Self::WeakCannotWin => Subject::Results,
            Self::UsCannotMate
            | Self::ThemCannotMate
            | Self::StrongCannotMate
            | Self::WeakCannotMate
            | Self::Dead => Subject::Mates,
        }
    }

    /// The claim that a word stands for.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|claim| claim.name() == word)
    }

    /// The claim about the side to move that allows just these results.
    pub fn allowing(results: WdlSet) -> Option<Self> {
        let all = Self::all_about(Subject::Results);
        let mut all = all.filter(|claim| !claim.names_a_side());
        all.find(|claim| claim.allows(Color::White) == results)
    }

    /// The truths that it allows, with `turn` to move and strong as White.
    pub const fn truths(self, turn: Color) -> Truths {
        const US_CANNOT: Truths = Truths::of(&[Truth::new(false, false), Truth::new(false, true)]);
        const THEM_CANNOT: Truths =
            Truths::of(&[Truth::new(false, false), Truth::new(true, false)]);
        match (self, turn) {
            (Self::Dead, _) => Truths::NEITHER,
            (Self::UsCannotMate, _)
            | (Self::StrongCannotMate, Color::White)
            | (Self::WeakCannotMate, Color::Black) => US_CANNOT,
            (Self::ThemCannotMate, _)
            | (Self::StrongCannotMate, Color::Black)
            | (Self::WeakCannotMate, Color::White) => THEM_CANNOT,
            (
                Self::Draw
                | Self::Win
                | Self::Loss
                | Self::NotLost
                | Self::NotWon
                | Self::StrongCannotWin
                | Self::WeakCannotWin,
                _,
            ) => Truths::of_results(self.allows(turn)),
        }
    }

    /// The results that it allows, with `turn` to move and strong as White: who cannot mate
    /// cannot win.
    pub const fn allows(self, turn: Color) -> WdlSet {
        const NOT_LOST: WdlSet = WdlSet::of(&[Wdl::Win, Wdl::Draw]);
        const NOT_WON: WdlSet = WdlSet::of(&[Wdl::Draw, Wdl::Loss]);
        match (self, turn) {
            (Self::Draw | Self::Dead, _) => WdlSet::of(&[Wdl::Draw]),
            (Self::Win, _) => WdlSet::of(&[Wdl::Win]),
            (Self::Loss, _) => WdlSet::of(&[Wdl::Loss]),
            (Self::NotLost | Self::ThemCannotMate, _)
            | (Self::StrongCannotWin | Self::StrongCannotMate, Color::Black)
            | (Self::WeakCannotWin | Self::WeakCannotMate, Color::White) => NOT_LOST,
            (Self::NotWon | Self::UsCannotMate, _)
            | (Self::StrongCannotWin | Self::StrongCannotMate, Color::White)
            | (Self::WeakCannotWin | Self::WeakCannotMate, Color::Black) => NOT_WON,
        }
    }

    /// The truths at which the claim is tight: the result that it names, or for a bound that
    /// neither side wins, or can mate.
    pub const fn tight(self) -> Truths {
        match self {
            Self::Win => Truths::of_results(WdlSet::of(&[Wdl::Win])),
            Self::Loss => Truths::of_results(WdlSet::of(&[Wdl::Loss])),
            Self::Draw
            | Self::NotLost
            | Self::NotWon
            | Self::StrongCannotWin
            | Self::WeakCannotWin
            | Self::UsCannotMate
            | Self::ThemCannotMate
            | Self::StrongCannotMate
            | Self::WeakCannotMate
            | Self::Dead => Truths::NEITHER,
        }
    }

    /// Whether it says that what it is about holds for neither side: a draw, or a dead
    /// position.
    pub const fn is_of_neither(self) -> bool {
        matches!(self, Self::Draw | Self::Dead)
    }

    /// Whether it is a bound: it names no single result.
    pub const fn is_bound(self) -> bool {
        !matches!(self, Self::Draw | Self::Win | Self::Loss | Self::Dead)
    }

    /// Whose mates it rules out, with `turn` to move and strong as White; of a claim about a
    /// result, whose wins.
    pub fn rules_out(self, turn: Color) -> ByColor<bool> {
        let left = self.truths(turn);
        let all = || Truth::ALL.into_iter().filter(|&truth| left.has(truth));
        ByColor::new_with(|color| {
            !all().any(|truth| {
                if color == turn {
                    truth.own
                } else {
                    truth.others
                }
            })
        })
    }

    /// Whether it needs a stronger side.
    pub const fn names_a_side(self) -> bool {
        matches!(
            self,
            Self::StrongCannotWin
                | Self::WeakCannotWin
                | Self::StrongCannotMate
                | Self::WeakCannotMate
        )
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
            Self::Hold => "hold",
        }
    }

    /// The kind that a word stands for.
    pub fn named(word: &str) -> Option<Self> {
        let mut others = [Self::Silent, Self::Hold].into_iter();
        let other = || others.find(|kind| kind.name() == word);
        Claim::named(word).map(Self::Claims).or_else(other)
    }

    /// What it claims if it decides.
    pub const fn claim(self) -> Option<Claim> {
        match self {
            Self::Claims(claim) => Some(claim),
            Self::Silent | Self::Hold => None,
        }
    }

    /// Whether it claims a draw if it decides.
    pub fn claims_draw(self) -> bool {
        self == Self::DRAW
    }

    /// Whether it claims a draw or a dead position if it decides.
    pub fn claims_neither(self) -> bool {
        self.claim().is_some_and(Claim::is_of_neither)
    }

    /// What rules of some kinds are about: results, unless one claims something else.
    pub fn subject_of(kinds: impl IntoIterator<Item = Self>) -> Subject {
        let mut claims = kinds.into_iter().filter_map(Self::claim);
        claims.next().map_or(Subject::Results, Claim::subject)
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
            let tight = Truths::of_results(WdlSet::of(&[tight]));
            assert_eq!(claim.tight(), tight, "{name}");
            let truths = Color::ALL.map(|turn| claim.truths(turn));
            let of_results = Color::ALL.map(|turn| Truths::of_results(claim.allows(turn)));
            assert_eq!(truths, of_results, "{name}");
        }
    }

    /// Who is left as one that can mate, with the stronger side to move and with the weaker
    /// one: nobody, the side to move, the other one, both.
    #[test]
    fn claims_about_mates_say_who_cannot() {
        for (name, left) in [
            ("us_cannot_mate", ["NO", "NO"]),
            ("them_cannot_mate", ["NU", "NU"]),
            ("strong_cannot_mate", ["NO", "NU"]),
            ("weak_cannot_mate", ["NU", "NO"]),
            ("dead", ["N", "N"]),
        ] {
            let claim = Claim::named(name).expect(name);
            assert_eq!(claim.subject(), Subject::Mates);
            assert_eq!(claim.tight(), Truths::NEITHER);
            let letters = |turn| {
                let all = Truth::ALL.into_iter().zip("NUOB".chars());
                let left = all.filter(|(truth, _)| claim.truths(turn).has(*truth));
                left.map(|(_, letter)| letter).collect::<String>()
            };
            let turns = [Color::White, Color::Black];
            assert_eq!(turns.map(letters), left, "{name}");
            // Who cannot mate cannot win.
            for turn in Color::ALL {
                for wdl in [Wdl::Loss, Wdl::Draw, Wdl::Win] {
                    let may_be = claim.truths(turn).has(Truth::of(wdl));
                    assert_eq!(claim.allows(turn).has(wdl), may_be, "{name}");
                }
            }
            let (sides, turn) = (claim.rules_out(Color::Black), Color::Black);
            let cannot = (*sides.get(turn), *sides.get(!turn));
            let expected = match left[1] {
                "NO" => (true, false),
                "NU" => (false, true),
                _ => (true, true),
            };
            assert_eq!(cannot, expected, "{name}");
            let dead = Claim::Dead.truths(Color::White);
            assert!(dead.is_within(claim.truths(Color::White)), "{name}");
        }
    }

    /// Whose wins or mates are ruled out, with the stronger side to move and with the weaker
    /// one: s the stronger side's, w the weaker side's.
    #[test]
    fn claims_rule_out_the_sides_that_their_names_say() {
        for (name, out) in [
            ("draw", ["sw", "sw"]),
            ("dead", ["sw", "sw"]),
            ("win", ["w", "s"]),
            ("loss", ["s", "w"]),
            ("not_lost", ["w", "s"]),
            ("not_won", ["s", "w"]),
            ("us_cannot_mate", ["s", "w"]),
            ("them_cannot_mate", ["w", "s"]),
            ("strong_cannot_win", ["s", "s"]),
            ("strong_cannot_mate", ["s", "s"]),
            ("weak_cannot_win", ["w", "w"]),
            ("weak_cannot_mate", ["w", "w"]),
        ] {
            let claim = Claim::named(name).expect(name);
            let sides = |turn| {
                let of = claim.rules_out(turn);
                let strong = if of.white { "s" } else { "" };
                strong.to_owned() + if of.black { "w" } else { "" }
            };
            assert_eq!(Color::ALL.map(sides), out, "{name}");
            let names_a_side = name.starts_with("strong") || name.starts_with("weak");
            assert_eq!(claim.names_a_side(), names_a_side, "{name}");
            let is_bound = name.starts_with("not") || name.contains("_cannot_");
            assert_eq!(claim.is_bound(), is_bound, "{name}");
            assert_eq!(claim.is_of_neither(), out == ["sw", "sw"], "{name}");
        }
    }

    /// A library answers with the results that it leaves, and no result is left by nothing.
    #[test]
    fn sets_of_results_are_claims_about_the_side_to_move() {
        use Wdl::{Draw, Loss, Win};
        let named = |results: &[Wdl]| Claim::allowing(WdlSet::of(results)).map(Claim::name);
        for (results, name) in [
            (&[Draw][..], Some("draw")),
            (&[Win], Some("win")),
            (&[Loss], Some("loss")),
            (&[Win, Draw], Some("not_lost")),
            (&[Draw, Loss], Some("not_won")),
            (&[Win, Loss], None),
            (&[Win, Draw, Loss], None),
            (&[], None),
        ] {
            assert_eq!(named(results), name);
        }
    }
}
