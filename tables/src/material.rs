//! Material classes: which men are on the board, without their squares.

use std::{cmp::Reverse, fmt, str::FromStr};

use arrayvec::ArrayVec;
use shakmaty::{Board, Color, Piece, Role};

/// Most men, kings included, that a [`Material`] can name.
pub const MAX_MEN: usize = 8;

/// The pieces other than kings in the order in which a signature lists them.
const LISTED: [Role; 5] = [
    Role::Queen,
    Role::Rook,
    Role::Bishop,
    Role::Knight,
    Role::Pawn,
];

/// What a pawn can become.
pub const PROMOTED: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// A material class such as KRvKB, always with the stronger side first.
///
/// The order of strength is the one of Syzygy's file names: the side with
/// more men is stronger, and among equals the first better piece decides
/// (KBvKP, not KPvKB). The stronger side is called *strong* and plays
/// White in all tables.
///
/// Parsing accepts `KRKB`, `KRvKB` and `krkb`; printing gives `KRvKB`. File
/// names must have the printed form: code that reads folders compares them.
///
/// ```
/// use drawproof_tables::Material;
///
/// let material: Material = "KPKB".parse()?;
/// assert_eq!(material.to_string(), "KBvKP");
/// # Ok::<_, drawproof_tables::MaterialError>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Material {
    /// Pieces of strong, then of weak, without kings, best first.
    sides: [ArrayVec<Role, MAX_MEN>; 2],
}

/// Why a text is not a material class.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MaterialError {
    /// A character that names no man.
    #[error(
        "'{text}': '{found}' is not a man; write the men of both sides as in KRvKB, with K Q R B N P"
    )]
    UnknownMan {
        /// The whole text.
        text: String,
        /// The character.
        found: char,
    },
    /// Not exactly one king at the head of either side.
    #[error(
        "'{text}': expected the men of two sides, each beginning with its one king, as in KRvKB or KRKB"
    )]
    Kings {
        /// The whole text.
        text: String,
    },
    /// More men than a class can have.
    #[error("'{text}': {men} men are too many; at most {MAX_MEN} can be named")]
    TooManyMen {
        /// The whole text.
        text: String,
        /// How many it names.
        men: usize,
    },
}

impl Material {
    /// Makes the class of two sides' pieces, given without kings in any order.
    fn new(mut a: ArrayVec<Role, MAX_MEN>, mut b: ArrayVec<Role, MAX_MEN>) -> Self {
        for side in [&mut a, &mut b] {
            side.sort_by_key(|&role| Reverse(role));
        }
        if strength(&a) >= strength(&b) {
            Self { sides: [a, b] }
        } else {
            Self { sides: [b, a] }
        }
    }

    /// The class on a board, and whether Black is the stronger side there.
    ///
    /// `None` unless each side has exactly one king, or with more than
    /// [`MAX_MEN`] men.
    pub fn of_board(board: &Board) -> Option<(Self, bool)> {
        if board.occupied().count() > MAX_MEN
            || Color::ALL
                .into_iter()
                .any(|color| (board.by_color(color) & board.kings()).count() != 1)
        {
            return None;
        }
        let [white, black] = [Color::White, Color::Black].map(|color| {
            LISTED
                .into_iter()
                .flat_map(|role| {
                    board
                        .by_piece(role.of(color))
                        .into_iter()
                        .map(move |_| role)
                })
                .collect::<ArrayVec<_, MAX_MEN>>()
        });
        let flipped = strength(&white) < strength(&black);
        Some((Self::new(white, black), flipped))
    }

    /// How many men there are, kings included.
    pub fn men_count(&self) -> usize {
        2 + self.sides[0].len() + self.sides[1].len()
    }

    /// Every man, in the order in which
    /// [`Placement::squares`](crate::Placement::squares) lists them: strong's
    /// king (White), weak's king (Black), then pawns, knights, bishops, rooks
    /// and queens, strong's before weak's. The most mobile man is the last:
    /// its moves are the cheapest to make (see [`Layout`](crate::Layout)).
    pub fn men(&self) -> ArrayVec<Piece, MAX_MEN> {
        let sides = self.sides.iter().zip([Color::White, Color::Black]);
        let mut men: ArrayVec<Piece, MAX_MEN> = sides
            .flat_map(|(side, color)| side.iter().map(move |role| role.of(color)))
            .collect();
        men.sort_by_key(|man| man.role);
        [Color::White, Color::Black]
            .into_iter()
            .map(|color| Role::King.of(color))
            .chain(men)
            .collect()
    }

    /// The pieces of strong (White) or weak (Black), without the king.
    pub fn pieces(&self, side: Color) -> &[Role] {
        &self.sides[usize::from(side.is_black())]
    }

    /// Whether there is a pawn.
    pub fn has_pawns(&self) -> bool {
        self.sides.iter().flatten().any(|&role| role == Role::Pawn)
    }

    /// Whether pawns can be captured en passant, that is, whether both sides
    /// have pawns.
    pub fn has_en_passant(&self) -> bool {
        self.sides.iter().all(|side| side.contains(&Role::Pawn))
    }

    /// How many pawns there are.
    pub fn pawn_count(&self) -> usize {
        let roles = self.sides.iter().flatten();
        roles.filter(|&&role| role == Role::Pawn).count()
    }

    /// Whether both sides have the same pieces, so that one side to move is
    /// the mirror image of the other.
    pub fn is_symmetric(&self) -> bool {
        self.sides[0] == self.sides[1]
    }

    /// For each man of a class with equal material, the index in
    /// [`men`](Self::men) of its counterpart on the other side.
    ///
    /// # Panics
    ///
    /// If the sides have different pieces.
    pub fn exchanged_men(&self) -> ArrayVec<usize, MAX_MEN> {
        let men = self.men();
        let rank = |man: usize| men[..man].iter().filter(|&&m| m == men[man]).count();
        let like = |man: usize| {
            let other = men[man].role.of(!men[man].color);
            (0..men.len()).find(|&to| men[to] == other && rank(to) == rank(man))
        };
        (0..men.len())
            .map(|man| like(man).expect("equal material"))
            .collect()
    }

    /// In how many orders the like pieces of one position can be listed.
    pub fn like_orders(&self) -> u64 {
        self.sides
            .iter()
            .flat_map(|side| LISTED.map(|role| side.iter().filter(|&&r| r == role).count() as u64))
            .map(|count| (1..=count).product::<u64>())
            .product()
    }

    /// The class after a capture, a promotion, or both at once, and whether
    /// this exchanges the roles of the sides. Men are given by their index in
    /// [`men`](Self::men). `None` if the victim cannot be captured or the
    /// promoting man is not a pawn.
    pub fn after(
        &self,
        victim: Option<usize>,
        promotion: Option<(usize, Role)>,
    ) -> Option<(Self, bool)> {
        let men = self.men();
        if victim.is_some_and(|victim| !(2..men.len()).contains(&victim))
            || promotion
                .is_some_and(|(pawn, _)| men.get(pawn).map(|man| man.role) != Some(Role::Pawn))
        {
            return None;
        }
        let side = |color| -> ArrayVec<Role, MAX_MEN> {
            (2..men.len())
                .filter(|&man| men[man].color == color && Some(man) != victim)
                .map(|man| match promotion {
                    Some((pawn, role)) if pawn == man => role,
                    _ => men[man].role,
                })
                .collect()
        };
        let (mut strong, mut weak) = (side(Color::White), side(Color::Black));
        for side in [&mut strong, &mut weak] {
            side.sort_by_key(|&role| Reverse(role));
        }
        let flipped = strength(&strong) < strength(&weak);
        Some((Self::new(strong, weak), flipped))
    }

    /// The classes that one capture or promotion leads to, without bare kings,
    /// each once.
    pub fn successors(&self) -> Vec<Self> {
        let men = self.men();
        let victims = (2..men.len()).map(Some).chain([None]);
        let mut found: Vec<Self> = victims
            .flat_map(|victim| {
                let promotions = (2..men.len())
                    .filter(|&man| men[man].role == Role::Pawn && Some(man) != victim)
                    .filter(|&man| victim.is_none_or(|victim| men[victim].color != men[man].color))
                    .flat_map(|man| PROMOTED.map(|role| Some((man, role))));
                let capture = victim.map(|_| None);
                capture
                    .into_iter()
                    .chain(promotions)
                    .filter_map(move |promotion| self.after(victim, promotion))
                    .collect::<Vec<_>>()
            })
            .map(|(class, _)| class)
            .filter(|class| class.men_count() > 2)
            .collect();
        found.sort();
        found.dedup();
        found
    }

    /// The classes that a capture en passant leads to, each once.
    pub fn after_en_passant(&self) -> Vec<Self> {
        let men = self.men();
        let pawns = (2..men.len()).filter(|&man| men[man].role == Role::Pawn);
        let pawns = pawns.filter(|_| self.has_en_passant());
        let after = pawns.filter_map(|pawn| self.after(Some(pawn), None));
        let mut found: Vec<Self> = after.map(|(class, _)| class).collect();
        found.sort();
        found.dedup();
        found
    }

    /// Men and pawns: captures lead to fewer men, promotions to fewer pawns,
    /// so classes of one level do not need each other.
    pub fn level(&self) -> (usize, usize) {
        (self.men_count(), self.pawn_count())
    }

    /// These classes and all that captures and promotions lead to from them,
    /// each once. Classes that are `known` are left out, and so are those that
    /// only they lead to.
    pub fn with_smaller(classes: &[Self], known: impl Fn(&Self) -> bool) -> Vec<Self> {
        let mut found: Vec<Self> = Vec::new();
        let mut asked: Vec<Self> = classes.iter().rev().cloned().collect();
        while let Some(class) = asked.pop() {
            if !found.contains(&class) && !known(&class) {
                asked.extend(class.successors());
                found.push(class);
            }
        }
        found
    }

    /// All pawnless classes with exactly `men` men, in a fixed order.
    ///
    /// ```
    /// use drawproof_tables::Material;
    /// let names: Vec<_> = Material::pawnless(3).iter().map(ToString::to_string).collect();
    /// assert_eq!(names, ["KQvK", "KRvK", "KBvK", "KNvK"]);
    /// ```
    pub fn pawnless(men: usize) -> Vec<Self> {
        let mut classes = Self::all(men);
        classes.retain(|class| !class.has_pawns());
        classes
    }

    /// All classes with exactly `men` men, in a fixed order.
    ///
    /// ```
    /// use drawproof_tables::Material;
    /// let names: Vec<_> = Material::all(3).iter().map(ToString::to_string).collect();
    /// assert_eq!(names, ["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"]);
    /// ```
    pub fn all(men: usize) -> Vec<Self> {
        let mut lists = vec![ArrayVec::<Role, MAX_MEN>::new()];
        for _ in 2..men.min(MAX_MEN) {
            lists = lists
                .iter()
                .flat_map(|list| {
                    LISTED.iter().map(|&role| {
                        let mut longer = list.clone();
                        longer.push(role);
                        longer
                    })
                })
                .collect();
        }
        let mut found: Vec<Self> = Vec::new();
        for list in lists {
            for split in list.len().div_ceil(2)..=list.len() {
                let side = |roles: &[Role]| roles.iter().copied().collect();
                let class = Self::new(side(&list[..split]), side(&list[split..]));
                if !found.contains(&class) {
                    found.push(class);
                }
            }
        }
        found.sort_by_key(|class| {
            (
                Reverse(class.sides[0].len()),
                class.sides.each_ref().map(|side| Reverse(side.clone())),
            )
        });
        found
    }
}

/// A class as a number, to find its table quickly.
///
/// For each side, the number of men besides the king, then the number of
/// queens, rooks, bishops, knights and pawns, four bits each. The upper half
/// belongs to the stronger side, which has the greater number.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct ClassKey(u64);

impl ClassKey {
    pub(crate) fn of(material: &Material) -> Self {
        let side = |pieces: &[Role]| {
            let men = pieces
                .iter()
                .map(|&role| SHARE_OF_ALL | 1 << shift_of(role));
            men.sum::<u64>()
        };
        let [strong, weak] = &material.sides;
        Self(side(strong) << 32 | side(weak))
    }

    /// The class on a board with one king a side, and whether Black is the
    /// stronger side there.
    #[inline]
    pub(crate) fn of_board(board: &Board) -> (Self, bool) {
        let mut sides = [0; 2];
        for role in LISTED {
            let men = board.by_role(role);
            for square in men {
                let black = usize::from(board.black().contains(square));
                sides[black] += SHARE_OF_ALL | 1 << shift_of(role);
            }
        }
        let [white, black] = sides;
        if white >= black {
            (Self(white << 32 | black), false)
        } else {
            (Self(black << 32 | white), true)
        }
    }
}

/// What each man adds to the count of all men of a side.
const SHARE_OF_ALL: u64 = 1 << 20;

/// The shift of the count of a kind of men.
const fn shift_of(role: Role) -> u32 {
    match role {
        Role::Queen => 16,
        Role::Rook => 12,
        Role::Bishop => 8,
        Role::Knight => 4,
        Role::Pawn | Role::King => 0,
    }
}

/// The key that determines the stronger side: number of men, then best pieces.
fn strength(side: &[Role]) -> (usize, &[Role]) {
    (side.len(), side)
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = |side: &[Role]| {
            side.iter()
                .map(|role| role.upper_char())
                .collect::<String>()
        };
        let [strong, weak] = &self.sides;
        f.pad(&format!("K{}vK{}", letters(strong), letters(weak)))
    }
}

/// Whether a letter stands between the sides.
fn is_separator(letter: char) -> bool {
    matches!(letter, 'v' | 'V')
}

impl FromStr for Material {
    type Err = MaterialError;

    fn from_str(text: &str) -> Result<Self, MaterialError> {
        let kings = || MaterialError::Kings { text: text.into() };
        let mut sides: Vec<ArrayVec<Role, MAX_MEN>> = Vec::new();
        let mut men = 0;
        let mut expect_king = true;
        for letter in text.chars() {
            if is_separator(letter) {
                if expect_king || sides.len() != 1 {
                    return Err(kings());
                }
                expect_king = true;
                continue;
            }
            let role = Role::from_char(letter).ok_or_else(|| MaterialError::UnknownMan {
                text: text.into(),
                found: letter,
            })?;
            men += 1;
            if men > MAX_MEN {
                let men = text.chars().filter(|&letter| !is_separator(letter)).count();
                return Err(MaterialError::TooManyMen {
                    text: text.into(),
                    men,
                });
            }
            match (role, sides.last_mut()) {
                (Role::King, _) => {
                    sides.push(ArrayVec::new());
                    expect_king = false;
                }
                (role, Some(side)) if !expect_king => side.push(role),
                _ => return Err(kings()),
            }
        }
        match <[_; 2]>::try_from(sides) {
            Ok([a, b]) if !expect_king => Ok(Self::new(a, b)),
            _ => Err(kings()),
        }
    }
}

#[cfg(test)]
mod tests;
