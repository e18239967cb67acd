//! Classes with any number of men of some kinds.

use std::{fmt, str::FromStr};

use drawproof_tables::Material;
use shakmaty::{Board, ByColor, Color, Piece, Role};

use crate::lexer::{Token, tokens};

/// Kinds of men in the order in which they are written.
pub(super) const KINDS: [Role; 5] = [
    Role::Queen,
    Role::Rook,
    Role::Bishop,
    Role::Knight,
    Role::Pawn,
];

/// The most men of a kind that can be asked for.
const MOST_NAMED: u8 = 3;

/// A class with any number of men of some kinds, such as `KBsPsvK`: a king, any number of bishops
/// and any number of pawns against a king. A letter alone is one man, a letter with `s` any
/// number, none included, so that `KBBsvK` has at least one bishop.
///
/// ```
/// use drawproof_language::OpenClass;
///
/// let class: OpenClass = "KBsPsvKPs".parse()?;
/// assert!(class.covers(&"KBBvK".parse()?));
/// assert!(!class.covers(&"KNvK".parse()?));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OpenClass {
    sides: ByColor<[Kind; 5]>,
}

/// How many men of a kind there may be.
#[derive(Copy, Clone, Default, PartialEq, Eq, Hash, Debug)]
struct Kind {
    least: u8,
    is_open: bool,
}

impl Kind {
    fn allows(self, count: usize) -> bool {
        let least = usize::from(self.least);
        count == least || self.is_open && count > least
    }
}

/// A text that names no open class.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "'{text}': expected the men of two sides, a letter for one man, a letter and s for any number, as in KBsPsvK"
)]
pub struct OpenClassError {
    text: String,
}

impl OpenClass {
    /// Whether a rule file is about an open class, as far as its heading can be read.
    pub fn is_of_file(text: &str) -> bool {
        let mut words = tokens(text).filter_map(|(token, _)| match token {
            Token::Word(word) => Some(word),
            _ => None,
        });
        words.next() == Some("recognizer") && words.next().is_some_and(Self::is_named)
    }

    /// Whether a heading names an open class rather than a closed one.
    pub fn is_named(text: &str) -> bool {
        text.contains(['s', 'S'])
    }

    fn kind(&self, man: Piece) -> Kind {
        let at = KINDS.iter().position(|&role| role == man.role);
        at.map_or(Kind::default(), |at| self.sides.get(man.color)[at])
    }

    /// Whether a side may have such men besides its king. The first side is White.
    pub fn has(&self, man: Piece) -> bool {
        self.kind(man) != Kind::default()
    }

    /// Whether the side has exactly one such man in every position.
    pub fn has_one(&self, man: Piece) -> bool {
        let one = Kind {
            least: 1,
            is_open: false,
        };
        man.role == Role::King || self.kind(man) == one
    }

    /// The least number of such men, and whether there may be more.
    pub fn counts(&self, man: Piece) -> (usize, bool) {
        let kind = self.kind(man);
        (kind.least.into(), kind.is_open)
    }

    /// Whether a board has such men, with the first side in this colour.
    pub fn is_on(&self, board: &Board, strong: Color) -> bool {
        let fits = |color: Color| {
            let on_board = if strong.is_white() { color } else { !color };
            (board.by_piece(Role::King.of(on_board))).count() == 1
                && KINDS.into_iter().all(|role| {
                    let count = board.by_piece(role.of(on_board)).count();
                    self.kind(role.of(color)).allows(count)
                })
        };
        Color::ALL.into_iter().all(fits)
    }

    /// Which sides of a closed class can be the first side here: strong is White there.
    pub fn sides_in(&self, class: &Material) -> Vec<Color> {
        let fits = |strong: &Color| {
            Color::ALL.into_iter().all(|color| {
                let there = if strong.is_white() { color } else { !color };
                let men = class.pieces(there);
                KINDS.into_iter().all(|role| {
                    let count = men.iter().filter(|&&man| man == role).count();
                    self.kind(role.of(color)).allows(count)
                })
            })
        };
        Color::ALL.into_iter().filter(fits).collect()
    }

    /// Whether it covers a closed class.
    pub fn covers(&self, class: &Material) -> bool {
        !self.sides_in(class).is_empty()
    }

    /// The closed classes that it covers, with three to `men` men.
    pub fn closed(&self, men: usize) -> Vec<Material> {
        let classes = (3..=men).flat_map(Material::all);
        classes.filter(|class| self.covers(class)).collect()
    }

    /// A closed class that it covers and in which the sides differ. Rules are checked as if they
    /// were about it.
    pub(crate) fn example(&self) -> Option<Material> {
        let closed = (3..=8).flat_map(Material::all);
        let mut closed = closed.filter(|class| !class.is_symmetric());
        closed.find(|class| self.covers(class))
    }
}

impl fmt::Display for OpenClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = |color: Color| {
            let kinds = KINDS.iter().zip(self.sides.get(color));
            let kinds = kinds.map(|(role, kind)| {
                let letter = role.upper_char().to_string();
                let open = if kind.is_open {
                    letter.clone() + "s"
                } else {
                    String::new()
                };
                letter.repeat(kind.least.into()) + &open
            });
            "K".to_owned() + &kinds.collect::<String>()
        };
        f.pad(&format!(
            "{}v{}",
            letters(Color::White),
            letters(Color::Black)
        ))
    }
}

impl FromStr for OpenClass {
    type Err = OpenClassError;

    fn from_str(text: &str) -> Result<Self, OpenClassError> {
        read(text).ok_or_else(|| OpenClassError {
            text: text.chars().take(40).collect(),
        })
    }
}

fn read(text: &str) -> Option<OpenClass> {
    let text = text.to_ascii_lowercase();
    let (strong, weak) = text.split_once('v')?;
    let sides = ByColor {
        white: side(strong)?,
        black: side(weak)?,
    };
    let class = OpenClass { sides };
    let is_open = |color: Color| class.sides.get(color).iter().any(|kind| kind.is_open);
    Color::ALL.into_iter().any(is_open).then_some(class)
}

/// The kinds of a side, from its letters.
fn side(text: &str) -> Option<[Kind; 5]> {
    let mut letters = text.strip_prefix('k')?.chars().peekable();
    let mut kinds = [Kind::default(); 5];
    while let Some(letter) = letters.next() {
        let role = Role::from_char(letter)?;
        let kind = &mut kinds[KINDS.iter().position(|&known| known == role)?];
        if letters.next_if_eq(&'s').is_some() {
            kind.is_open = true;
        } else {
            kind.least += 1;
        }
        if kind.least > MOST_NAMED {
            return None;
        }
    }
    Some(kinds)
}

#[cfg(test)]
mod tests {
    use std::error::Error;

    use super::*;

    #[test]
    fn names_are_read_and_written() {
        for (text, name) in [
            ("KBsPsvK", Some("KBsPsvK")),
            ("kpsbsvkps", Some("KBsPsvKPs")),
            ("KPPsvKB", Some("KPPsvKB")),
            ("KPsPvK", Some("KPPsvK")),
            ("KBPvK", None),
            ("KsvK", None),
            ("KPs", None),
            ("KPsvKvK", None),
            ("KPPPPPsvK", None),
            ("Psv", None),
            ("", None),
        ] {
            let class: Result<OpenClass, _> = text.parse();
            assert_eq!(
                class.ok().map(|of| of.to_string()).as_deref(),
                name,
                "{text}"
            );
        }
    }

    #[test]
    fn closed_classes_are_covered_by_either_side() -> Result<(), Box<dyn Error>> {
        let class: OpenClass = "KPPsvKPs".parse()?;
        let mut names: Vec<String> = class.closed(4).iter().map(ToString::to_string).collect();
        names.sort();
        assert_eq!(names, ["KPPvK", "KPvK", "KPvKP"]);
        assert_eq!(class.sides_in(&"KPvKP".parse()?), Color::ALL);
        assert_eq!(class.sides_in(&"KPvK".parse()?), [Color::White]);
        let class: OpenClass = "KPsvKB".parse()?;
        assert_eq!(class.sides_in(&"KBvKP".parse()?), [Color::Black]);
        assert!(class.has_one(Role::Bishop.of(Color::Black)));
        assert!(!class.has_one(Role::Pawn.of(Color::White)));
        assert!(class.example().is_some_and(|of| class.covers(&of)));
        Ok(())
    }

    #[test]
    fn boards_are_in_a_class_by_their_men() -> Result<(), Box<dyn Error>> {
        let class: OpenClass = "KBsPsvK".parse()?;
        let board: Board = "4k3/8/8/8/8/8/PPPPP3/B3K3".parse()?;
        assert!(class.is_on(&board, Color::White));
        assert!(!class.is_on(&board, Color::Black));
        let board: Board = "4k3/8/8/8/8/8/PPPPP3/N3K3".parse()?;
        assert!(!class.is_on(&board, Color::White));
        Ok(())
    }
}
