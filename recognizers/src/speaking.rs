//! What the built-in rules for any number of men say about a position.

use std::{cmp::Reverse, sync::LazyLock};

use drawproof_language::{Claim, OpenRules, RuleInfo};
use drawproof_tables::Subject;
use shakmaty::{Board, ByColor, Chess, Color, Position, Role};

use crate::proven::proven;

/// What a side cannot do in a position, the weaker statement first.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cannot {
    /// Win, if the other side plays well.
    Win,
    /// Mate, even with the other side's help.
    Mate,
}

/// What a claim says of White and Black, with `strong` as the stronger side.
fn cannot(claim: Claim, strong: Color, turn: Color) -> ByColor<Option<Cannot>> {
    // A claim sees the stronger side as White.
    let seen = |color: Color| if strong.is_white() { color } else { !color };
    let out = claim.rules_out(seen(turn));
    let what = match claim.subject() {
        Subject::Results => Cannot::Win,
        Subject::Mates => Cannot::Mate,
    };
    ByColor::new_with(|color| out.get(seen(color)).then_some(what))
}

/// A built-in rule for any number of men that speaks about a position.
#[derive(Copy, Clone, Debug)]
pub struct ProvenClaim {
    /// The file.
    pub rules: &'static OpenRules,
    /// The index of the rule in the file.
    pub rule: usize,
    /// What it claims.
    pub claim: Claim,
    /// The colour of the first side of the file's class, which the rule calls strong.
    pub strong: Color,
    /// What White and Black cannot do.
    pub cannot: ByColor<Option<Cannot>>,
}

impl ProvenClaim {
    /// The rule.
    pub fn info(&self) -> &'static RuleInfo {
        &self.rules.rules()[self.rule]
    }

    /// How much it says: a mate that is ruled out is more than a win, and both sides are more
    /// than one.
    fn weight(&self) -> usize {
        let of = |cannot: Option<Cannot>| cannot.map_or(0, |cannot| cannot as usize + 1);
        of(self.cannot.white) + of(self.cannot.black)
    }

    /// How many kinds of men the sides that it is about may have: the fewer, the closer is the
    /// reason. Of a bare king that is none.
    fn kinds(&self) -> usize {
        let about = Color::ALL.into_iter();
        let about = about.filter(|&color| self.cannot.get(color).is_some());
        let kinds = about.map(|color| {
            let side = if self.strong.is_white() {
                color
            } else {
                !color
            };
            let has = |role: &Role| self.rules.class().has(role.of(side));
            Role::ALL.iter().filter(|&role| has(role)).count()
        });
        kinds.sum()
    }
}

/// A set of kinds of men, a bit for each colour and role.
type Kinds = u16;

/// The bit of a man.
fn kind(role: Role, color: Color) -> Kinds {
    1 << (2 * (role as usize - 1) + usize::from(color.is_black()))
}

/// The kinds of men on a board.
fn kinds(board: &Board) -> Kinds {
    let mut all = 0;
    for color in Color::ALL {
        for role in Role::ALL {
            if (board.by_role(role) & board.by_color(color)).any() {
                all |= kind(role, color);
            }
        }
    }
    all
}

/// A file of proven rules, read.
struct Speaker {
    rules: OpenRules,
    /// By the colour of the first side, the kinds of men that the class may have.
    may_have: ByColor<Kinds>,
}

impl Speaker {
    fn new(rules: OpenRules) -> Self {
        let class = rules.class();
        let may_have = ByColor::new_with(|strong: Color| {
            let all = Color::ALL.into_iter().flat_map(|side| {
                let may_have = move |role: &Role| *role == Role::King || class.has(role.of(side));
                let color = if strong.is_white() { side } else { !side };
                let roles = Role::ALL.into_iter().filter(may_have);
                roles.map(move |role| kind(role, color))
            });
            all.fold(0, |kinds, kind| kinds | kind)
        });
        Self { rules, may_have }
    }

    /// What the file claims with its first side in a colour. The built-in rules never take too
    /// much work; if one did, silence would be right.
    fn claim(&'static self, strong: Color, board: &Board, turn: Color) -> Option<ProvenClaim> {
        let rules = &self.rules;
        let rule = rules.decide_as(strong, board, turn).ok().flatten()?;
        let claim = rules.rules()[rule].kind.claim()?;
        Some(ProvenClaim {
            rules,
            rule,
            claim,
            strong,
            cannot: cannot(claim, strong, turn),
        })
    }
}

static SPEAKERS: LazyLock<Vec<Speaker>> = LazyLock::new(|| {
    // A test reads all files.
    let all = proven().iter().filter_map(|of| of.rules().ok());
    all.map(Speaker::new).collect()
});

/// All built-in files of rules for any number of men, read once.
pub fn proven_rules() -> impl Iterator<Item = &'static OpenRules> {
    SPEAKERS.iter().map(|of| &of.rules)
}

/// What the built-in rules for any number of men claim about a position, as few claims as say all
/// of it, those about White first. None where castling or a capture en passant is possible: proofs
/// leave these out.
///
/// Of most positions the kinds of men alone settle that no rule speaks.
///
/// ```
/// use drawproof_recognizers::proven_claims;
/// use shakmaty::{CastlingMode, Chess, fen::Fen};
///
/// let fen: Fen = "k7/8/P7/P7/P1K5/8/3B4/8 w - - 0 1".parse()?;
/// let position: Chess = fen.into_position(CastlingMode::Standard)?;
/// let names = proven_claims(&position).into_iter().map(|of| of.info().name.as_str());
/// assert_eq!(names.collect::<Vec<_>>(), ["king in the corner", "bare king"]);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn proven_claims(position: &Chess) -> Vec<ProvenClaim> {
    claims(&SPEAKERS, position)
}

fn claims(speakers: &'static [Speaker], position: &Chess) -> Vec<ProvenClaim> {
    if position.castles().any() {
        return Vec::new();
    }
    let (board, turn) = (position.board(), position.turn());
    let on_board = kinds(board);
    let fits = |speaker: &Speaker, strong| on_board & !speaker.may_have.get(strong) == 0;
    let mut all = Vec::new();
    for speaker in speakers {
        for strong in Color::ALL
            .into_iter()
            .filter(|&strong| fits(speaker, strong))
        {
            all.extend(speaker.claim(strong, board, turn));
        }
    }
    if all.is_empty() || position.legal_ep_square().is_some() {
        return Vec::new();
    }
    strongest(all)
}

/// As few claims as say all that is said.
fn strongest(mut all: Vec<ProvenClaim>) -> Vec<ProvenClaim> {
    all.sort_by_key(|of| (Reverse(of.weight()), of.kinds()));
    let mut known = ByColor::<Option<Cannot>>::default();
    all.retain(|of| {
        let before = known;
        known = ByColor::new_with(|color| *before.get(color).max(of.cannot.get(color)));
        known != before
    });
    all.sort_by_key(|of| of.cannot.white.is_none());
    all
}

#[cfg(test)]
mod tests {
    use std::error::Error;

    use drawproof_language::NoResolver;
    use shakmaty::{CastlingMode, PositionError, fen::Fen};

    use super::*;

    type Outcome = Result<(), Box<dyn Error>>;

    fn position(fen: &str) -> Result<Chess, Box<dyn Error>> {
        let position = fen.parse::<Fen>()?.into_position(CastlingMode::Standard);
        Ok(position
            .or_else(PositionError::ignore_too_much_material)
            .or_else(PositionError::ignore_impossible_check)?)
    }

    /// What White and Black cannot do: w win, m mate.
    fn letters(cannot: ByColor<Option<Cannot>>) -> String {
        let letter = |cannot| match cannot {
            None => '-',
            Some(Cannot::Win) => 'w',
            Some(Cannot::Mate) => 'm',
        };
        [cannot.white, cannot.black].map(letter).iter().collect()
    }

    /// The class and the rule of each claim, and what White and Black cannot do.
    fn said(fen: &str) -> Result<Vec<String>, Box<dyn Error>> {
        let claims = proven_claims(&position(fen)?).into_iter();
        let told = claims.map(|of| {
            let (class, name) = (of.rules.class(), &of.info().name);
            format!("{class} {name}: {}", letters(of.cannot))
        });
        Ok(told.collect())
    }

    /// What White and Black cannot do, with White and with Black as the stronger side and White
    /// to move: w win, m mate.
    #[test]
    fn claims_are_about_sides_on_the_board() {
        for (name, expected) in [
            ("strong_cannot_win", ["w-", "-w"]),
            ("weak_cannot_mate", ["-m", "m-"]),
            ("us_cannot_mate", ["m-", "m-"]),
            ("not_lost", ["-w", "-w"]),
            ("draw", ["ww", "ww"]),
            ("dead", ["mm", "mm"]),
        ] {
            let claim = Claim::named(name).expect(name);
            let said = |strong| letters(cannot(claim, strong, Color::White));
            assert_eq!([Color::White, Color::Black].map(said), expected, "{name}");
        }
    }

    #[test]
    fn all_files_are_read() {
        assert_eq!(proven_rules().count(), proven().len());
    }

    #[test]
    fn rules_speak_for_either_colour() -> Outcome {
        const BARE: &str = "KQsRsBsNsPsvK bare king: ";
        const CORNER: &str = "KBsPsvK king in the corner: ";
        let both = |first: String, second: String| vec![first, second];
        for (fen, expected) in [
            (
                "k7/8/P7/P7/P1K5/8/3B4/8 w - - 0 1",
                both(format!("{CORNER}w-"), format!("{BARE}-m")),
            ),
            (
                "8/3b4/8/p1k5/p7/p7/8/K7 b - - 99 80",
                both(format!("{BARE}m-"), format!("{CORNER}-w")),
            ),
            // The right bishop.
            (
                "k7/8/P7/P7/P1K5/8/4B3/8 w - - 0 1",
                vec![format!("{BARE}-m")],
            ),
            // Bishops of one colour are dead; a bare king adds nothing to that.
            (
                "8/8/1B1B4/4k3/8/2B1K3/8/8 b - - 0 1",
                vec!["KBsvKBs bishops of one colour: mm".into()],
            ),
            (
                "qqqqqqqq/8/8/8/4k3/8/7N/7K w - - 0 1",
                vec!["KNvKQs knight against queens: m-".into()],
            ),
            // A man of a kind that no class has on that side.
            ("k7/q7/P7/P7/P1K5/8/4B3/8 w - - 0 1", vec![]),
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
                vec![],
            ),
        ] {
            assert_eq!(said(fen)?, expected, "{fen}");
        }
        Ok(())
    }

    /// Where the weak side has men as well: what is said, and positions that look alike, of which
    /// nothing is.
    #[test]
    fn rules_speak_where_both_sides_have_men() -> Outcome {
        for (expected, fens) in [
            (
                "KPsvKPs kings shut in by locked pawns: mm",
                &[
                    "4k3/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/8/4K3 w - - 0 1",
                    "4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4K3 b - - 0 1",
                ][..],
            ),
            (
                "KBsPsvKBsPs wall of locked pawns: mm",
                &[
                    "2b1k3/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/8/2B1K3 w - - 0 1",
                    "4kb2/8/8/p1p1p1p1/P1P1P1P1/8/8/4KB2 b - - 0 1",
                ],
            ),
            (
                "KPsvKRsPs king in the corner: w-",
                &[
                    "k7/6p1/P7/P7/8/2K5/8/8 w - - 0 1",
                    "8/1k6/P7/8/P7/1pK5/7p/8 b - - 0 1",
                ],
            ),
            (
                "KPsvKRsPs knight's pawn blocked: w-",
                &["k7/1p6/1P6/1P6/8/2K4p/8/8 w - - 0 1"],
            ),
            (
                "KPsvKRsPs king in front of the pawns: w-",
                &["8/8/k7/8/P6p/P7/8/3K4 w - - 0 1"],
            ),
            (
                "KBsPsvKB king in the corner: w-",
                &[
                    "k7/8/P7/P7/3b4/8/3B4/2K5 w - - 0 1",
                    "k7/1b6/P7/P7/8/8/3B4/2K5 b - - 0 1",
                ],
            ),
            (
                "KBsPsvKN king in the corner: w-",
                &[
                    "k7/8/P7/P7/3n4/8/3B4/2K5 w - - 0 1",
                    "8/k7/P7/P7/3n4/8/3B4/2K5 b - - 0 1",
                ],
            ),
            (
                "KBsPsvKPs knight's pawn blocked: w-",
                &[
                    "k7/1p6/1P6/8/1P6/2K5/3B4/8 w - - 0 1",
                    "6k1/6p1/6P1/6P1/8/2K2B2/8/7B w - - 0 1",
                ],
            ),
            (
                "KBsPsvKRsPs king in the corner: w-",
                &[
                    "k7/7p/P7/P7/8/2K5/3B4/8 w - - 0 1",
                    "k7/8/P7/P7/2p5/8/3BK3/8 w - - 0 1",
                    "k7/8/P7/P7/7p/4B3/2KB4/4r3 b - - 0 1",
                ],
            ),
        ] {
            for fen in fens {
                assert_eq!(said(fen)?, [expected], "{fen}");
            }
        }
        Ok(())
    }

    #[test]
    fn rules_are_silent_next_to_where_they_speak() -> Outcome {
        for (fen, why) in [
            (
                "4k3/8/p1p1p1p1/PpPpPpPp/3P1P1P/1P6/8/4K3 w - - 0 1",
                "a pawn can move",
            ),
            (
                "2b1k3/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/8/4KB2 w - - 0 1",
                "the bishop attacks pawns",
            ),
            ("k7/1p6/P7/P7/8/2K5/8/8 w - - 0 1", "a pawn is taken"),
            (
                "2k5/Kp6/1P6/8/8/8/8/8 w - - 0 1",
                "not the corner, and White wins",
            ),
            (
                "8/8/k7/1p6/P7/P7/8/3K4 w - - 0 1",
                "a pawn gets off the rook file",
            ),
            ("k7/1b6/P7/P7/8/8/3B4/2K5 w - - 0 1", "a bishop is taken"),
            ("k7/1n6/P7/8/8/2K5/3B4/8 w - - 0 1", "a knight is taken"),
            ("8/k7/1n6/P7/P7/4B3/2K5/8 b - - 0 1", "a knight is pinned"),
            (
                "k7/1p6/1P6/8/1P6/2K5/4B3/8 w - - 0 1",
                "the bishop attacks the corner",
            ),
            (
                "k7/2p5/P7/P7/8/2K5/3B4/8 w - - 0 1",
                "a pawn takes a bishop on b6 and is taken",
            ),
            (
                "k7/7p/P7/P7/8/2K1B3/3B4/8 w - - 0 1",
                "more bishops, which bring a pawn nearer",
            ),
        ] {
            assert_eq!(said(fen)?, [""; 0], "{why}: {fen}");
        }
        Ok(())
    }

    /// Proofs leave castling out.
    #[test]
    fn rules_are_silent_while_castling_is_possible() -> Outcome {
        assert_eq!(said("4k3/8/8/8/8/8/PPPPP3/4K2R w K - 0 1")?, [""; 0]);
        assert_eq!(said("4k3/8/8/8/8/8/PPPPP3/4K2R w - - 0 1")?.len(), 1);
        Ok(())
    }

    /// And captures en passant, where they are legal.
    #[test]
    fn rules_are_silent_while_a_pawn_can_be_taken_en_passant() -> Outcome {
        let text = "recognizer KPsvKPs\ndead \"a test\" because \"It is false.\" when true\n";
        let rules = OpenRules::parse_with("test", text, &NoResolver)?;
        let speakers = vec![Speaker::new(rules)].leak();
        for (fen, count) in [
            ("8/8/7k/8/1pP5/7K/8/8 b - c3 0 1", 0),
            ("8/8/7k/8/1pP5/7K/8/8 b - - 0 1", 1),
        ] {
            assert_eq!(claims(speakers, &position(fen)?).len(), count, "{fen}");
        }
        Ok(())
    }

    /// No position is too much for them: not one with men on all squares but two.
    #[test]
    fn full_boards_are_answered() -> Outcome {
        let queens =
            "kQQQQQQQ/1QQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQK b - - 0 1";
        let pawns = "k7/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/BBBBBBBK b - - 0 1";
        for fen in [queens, pawns] {
            assert_eq!(said(fen)?, ["KQsRsBsNsPsvK bare king: -m"], "{fen}");
        }
        Ok(())
    }
}
