//! The words of the language: one descriptor for each function, and the names
//! of sets, members and the like.
//!
//! To add a function, add it to [`Word`] with its descriptor here, give its
//! set-wise meaning in `evaluate/src/words.rs`, and write its helper
//! for exported code in `export`. Everything else follows from the descriptor.

use std::sync::LazyLock;

use shakmaty::{Bitboard, Color, Piece, Role, Square, attacks};

use crate::{group::SymmetryGroup, syntax::Type};

/// The reference meaning of a function, from which its types follow.
#[derive(Copy, Clone, Debug)]
pub enum Meaning {
    /// A set, of a square.
    SetOfSquare(fn(Square) -> Bitboard),
    /// A set, of a square and its blockers: all men, unless a set is given.
    SetOfSquareAndBlockers(fn(Square, Bitboard) -> Bitboard),
    /// A set, of two squares.
    SetOfSquares(fn(Square, Square) -> Bitboard),
    /// A set, of a set.
    SetOfSet(fn(Bitboard) -> Bitboard),
    /// A number, of a square.
    NumberOfSquare(fn(Square) -> i32),
    /// A number, of two squares in either order.
    NumberOfSquares(fn(Square, Square) -> i32),
    /// A number, of a set.
    NumberOfSet(fn(Bitboard) -> i32),
    /// A number, of a number.
    NumberOfNumber(fn(i32) -> i32),
    /// A number, of two numbers.
    NumberOfNumbers(fn(i32, i32) -> i32),
    /// A truth, of two squares in either order.
    TruthOfSquares(fn(Square, Square) -> bool),
    /// A truth, of a set.
    TruthOfSet(fn(Bitboard) -> bool),
}

impl Meaning {
    /// The types of the parameters.
    pub fn parameters(self) -> &'static [Type] {
        match self {
            Self::SetOfSquare(_) | Self::NumberOfSquare(_) => &[Type::Square],
            Self::SetOfSquareAndBlockers(_) => &[Type::Square, Type::Set],
            Self::SetOfSquares(_) | Self::NumberOfSquares(_) | Self::TruthOfSquares(_) => {
                &[Type::Square, Type::Square]
            }
            Self::SetOfSet(_) | Self::NumberOfSet(_) | Self::TruthOfSet(_) => &[Type::Set],
            Self::NumberOfNumber(_) => &[Type::Number],
            Self::NumberOfNumbers(_) => &[Type::Number, Type::Number],
        }
    }

    /// How many of them are required.
    pub fn required_parameters(self) -> usize {
        match self {
            Self::SetOfSquareAndBlockers(_) => 1,
            _ => self.parameters().len(),
        }
    }

    /// The type of the result.
    pub fn gives(self) -> Type {
        match self {
            Self::SetOfSquare(_)
            | Self::SetOfSquareAndBlockers(_)
            | Self::SetOfSquares(_)
            | Self::SetOfSet(_) => Type::Set,
            Self::NumberOfSquare(_)
            | Self::NumberOfSquares(_)
            | Self::NumberOfSet(_)
            | Self::NumberOfNumber(_)
            | Self::NumberOfNumbers(_) => Type::Number,
            Self::TruthOfSquares(_) | Self::TruthOfSet(_) => Type::Truth,
        }
    }
}

/// The bounds of the numbers that a function returns.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Range {
    /// Any number, or the result is not a number.
    Any,
    /// From the first to the second.
    Within(i32, i32),
    /// The bounds of the lesser argument.
    Lesser,
    /// The bounds of the greater argument.
    Greater,
    /// The bounds of its argument without the sign.
    Magnitude,
}

/// The description of a function.
#[derive(Clone, Debug)]
pub struct Descriptor {
    /// Its name in rule files.
    pub name: &'static str,
    /// Its meaning and types.
    pub meaning: Meaning,
    /// The range of the numbers that it returns.
    pub range: Range,
    /// The typical number of squares of a set that it returns; 1 for other
    /// types.
    pub typical_squares: u64,
    /// Symmetries of the function itself, apart from its arguments.
    pub group: SymmetryGroup,
    /// The name of its helper in exported code; `None` if an operator suffices.
    pub helper: Option<&'static str>,
    /// The approximate cost of the helper, in operations on words.
    pub cost: u64,
}

impl Descriptor {
    /// A descriptor with all symmetries and a cheap helper of the same name.
    fn new(name: &'static str, meaning: Meaning) -> Self {
        Self {
            name,
            meaning,
            range: Range::Any,
            typical_squares: 1,
            group: SymmetryGroup::FULL,
            helper: Some(name),
            cost: 1,
        }
    }

    fn range(self, range: Range) -> Self {
        Self { range, ..self }
    }

    fn squares(self, typical_squares: u64) -> Self {
        Self {
            typical_squares,
            ..self
        }
    }

    fn group(self, group: SymmetryGroup) -> Self {
        Self { group, ..self }
    }

    fn cost(self, cost: u64) -> Self {
        Self { cost, ..self }
    }
}

/// Defines [`Word`] and the descriptor of each word.
macro_rules! words {
    ($($(#[doc = $doc:literal])* $word:ident = $descriptor:expr;)*) => {
        /// A function of the language.
        #[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
        pub enum Word {
            $($(#[doc = $doc])* $word,)*
        }

        impl Word {
            /// All of them, in the order of their declaration.
            pub const ALL: &[Self] = &[$(Self::$word,)*];

            /// What it means, in a sentence for people who write rules.
            pub fn about(self) -> &'static str {
                match self {
                    $(Self::$word => concat!($($doc),*).trim_start(),)*
                }
            }

            fn describe(self) -> Descriptor {
                match self {
                    $(Self::$word => $descriptor,)*
                }
            }
        }
    };
}

words! {
    /// Squares that a king attacks.
    KingAttacks = Descriptor::new("king_attacks", Meaning::SetOfSquare(attacks::king_attacks))
        .squares(6).cost(5);
    /// Squares that a knight attacks.
    KnightAttacks = Descriptor::new("knight_attacks", Meaning::SetOfSquare(attacks::knight_attacks))
        .squares(5).cost(5);
    /// Squares that a bishop attacks.
    BishopAttacks =
        Descriptor::new("bishop_attacks", Meaning::SetOfSquareAndBlockers(attacks::bishop_attacks))
            .squares(8).cost(12);
    /// Squares that a rook attacks.
    RookAttacks =
        Descriptor::new("rook_attacks", Meaning::SetOfSquareAndBlockers(attacks::rook_attacks))
            .squares(10).cost(12);
    /// Squares that a queen attacks.
    QueenAttacks =
        Descriptor::new("queen_attacks", Meaning::SetOfSquareAndBlockers(attacks::queen_attacks))
            .squares(18).cost(24);
    /// Squares that a pawn attacks on its way to the eighth rank.
    PawnAttacksUp = Descriptor::new("pawn_attacks_up", Meaning::SetOfSquare(pawn_attacks_up))
        .squares(2).group(SymmetryGroup::upright());
    /// Squares that a pawn attacks on its way to the first rank.
    PawnAttacksDown = Descriptor::new("pawn_attacks_down", Meaning::SetOfSquare(pawn_attacks_down))
        .squares(2).group(SymmetryGroup::upright());
    /// Squares a king's step away from a set.
    Neighbours = Descriptor::new("neighbours", Meaning::SetOfSet(neighbours)).cost(5);
    /// Squares strictly between two on a line; none if they share none.
    Between = Descriptor::new("between", Meaning::SetOfSquares(attacks::between))
        .squares(2).cost(10);
    /// The whole rank, file or diagonal through two squares; empty if they share none.
    Line = Descriptor::new("line", Meaning::SetOfSquares(attacks::ray)).squares(6).cost(10);
    /// King moves between two squares.
    Distance = Descriptor::new("distance", Meaning::NumberOfSquares(distance))
        .range(Range::Within(0, 7)).cost(4);
    /// Steps along files and ranks.
    Manhattan = Descriptor::new("manhattan", Meaning::NumberOfSquares(manhattan))
        .range(Range::Within(0, 14)).cost(4);
    /// King moves to the edge.
    EdgeDistance = Descriptor::new("edge_distance", Meaning::NumberOfSquare(edge_distance))
        .range(Range::Within(0, 3)).cost(4);
    /// King moves to the nearest corner.
    CornerDistance = Descriptor::new("corner_distance", Meaning::NumberOfSquare(corner_distance))
        .range(Range::Within(0, 3)).cost(4);
    /// Whether two squares share a file or rank.
    Aligned = Descriptor::new("aligned", Meaning::TruthOfSquares(aligned));
    /// Whether two squares share a diagonal.
    SameDiagonal = Descriptor::new("same_diagonal", Meaning::TruthOfSquares(same_diagonal));
    /// Whether two squares have one colour.
    SameColor = Descriptor::new("same_color", Meaning::TruthOfSquares(same_color));
    /// How many squares a set has.
    Count = Descriptor::new("count", Meaning::NumberOfSet(count)).range(Range::Within(0, 64));
    /// Whether a set has no squares.
    Empty = Descriptor { helper: None, ..Descriptor::new("empty", Meaning::TruthOfSet(is_empty)) };
    /// The lesser number.
    Min = Descriptor::new("min", Meaning::NumberOfNumbers(i32::min)).range(Range::Lesser);
    /// The greater number.
    Max = Descriptor::new("max", Meaning::NumberOfNumbers(i32::max)).range(Range::Greater);
    /// A number without its sign.
    Abs = Descriptor::new("abs", Meaning::NumberOfNumber(i32::wrapping_abs))
        .range(Range::Magnitude);
    /// Files between two squares.
    FileDistance = Descriptor::new("file_distance", Meaning::NumberOfSquares(file_distance))
        .range(Range::Within(0, 7)).group(SymmetryGroup::without_transposition());
    /// Ranks between two squares.
    RankDistance = Descriptor::new("rank_distance", Meaning::NumberOfSquares(rank_distance))
        .range(Range::Within(0, 7)).group(SymmetryGroup::without_transposition());
    /// The file, 1 for a.
    File = Descriptor::new("file", Meaning::NumberOfSquare(file))
        .range(Range::Within(1, 8)).group(SymmetryGroup::of_set(FILE_A));
    /// The rank, from 1.
    Rank = Descriptor::new("rank", Meaning::NumberOfSquare(rank))
        .range(Range::Within(1, 8)).group(SymmetryGroup::of_set(RANK_1));
}

static DESCRIPTORS: LazyLock<Vec<Descriptor>> =
    LazyLock::new(|| Word::ALL.iter().map(|word| word.describe()).collect());

impl Word {
    /// A function by its name.
    pub fn named(name: &str) -> Option<Self> {
        let mut all = Self::ALL.iter().copied();
        all.find(|word| word.name() == name)
    }

    /// The function whose helper has a name.
    pub fn with_helper(name: &str) -> Option<Self> {
        let mut all = Self::ALL.iter().copied();
        all.find(|word| word.descriptor().helper == Some(name))
    }

    /// Its descriptor.
    pub fn descriptor(self) -> &'static Descriptor {
        &DESCRIPTORS[self as usize]
    }

    /// Its name in rule files.
    pub fn name(self) -> &'static str {
        self.descriptor().name
    }

    /// What it does.
    pub fn meaning(self) -> Meaning {
        self.descriptor().meaning
    }

    /// The attacks of a man.
    pub fn attacks_of(man: Piece) -> Self {
        match (man.role, man.color) {
            (Role::King, _) => Self::KingAttacks,
            (Role::Queen, _) => Self::QueenAttacks,
            (Role::Rook, _) => Self::RookAttacks,
            (Role::Bishop, _) => Self::BishopAttacks,
            (Role::Knight, _) => Self::KnightAttacks,
            (Role::Pawn, Color::White) => Self::PawnAttacksUp,
            (Role::Pawn, Color::Black) => Self::PawnAttacksDown,
        }
    }
}

fn pawn_attacks_up(square: Square) -> Bitboard {
    attacks::pawn_attacks(Color::White, square)
}

fn pawn_attacks_down(square: Square) -> Bitboard {
    attacks::pawn_attacks(Color::Black, square)
}

fn neighbours(set: Bitboard) -> Bitboard {
    let near = set.into_iter().map(attacks::king_attacks);
    near.fold(Bitboard::EMPTY, |all, one| all | one)
}

fn distance(a: Square, b: Square) -> i32 {
    a.distance(b) as i32
}

fn file_distance(a: Square, b: Square) -> i32 {
    a.file().distance(b.file()) as i32
}

fn rank_distance(a: Square, b: Square) -> i32 {
    a.rank().distance(b.rank()) as i32
}

fn manhattan(a: Square, b: Square) -> i32 {
    file_distance(a, b) + rank_distance(a, b)
}

fn file(square: Square) -> i32 {
    square.file().to_u32() as i32 + 1
}

fn rank(square: Square) -> i32 {
    square.rank().to_u32() as i32 + 1
}

fn edge_distance(square: Square) -> i32 {
    least_distance(square, Bitboard(EDGE))
}

fn corner_distance(square: Square) -> i32 {
    least_distance(square, Bitboard(CORNERS))
}

fn least_distance(from: Square, set: Bitboard) -> i32 {
    set.into_iter()
        .fold(7, |least, to| least.min(distance(from, to)))
}

fn aligned(a: Square, b: Square) -> bool {
    a.file() == b.file() || a.rank() == b.rank()
}

fn same_diagonal(a: Square, b: Square) -> bool {
    file_distance(a, b) == rank_distance(a, b)
}

fn same_color(a: Square, b: Square) -> bool {
    a.is_light() == b.is_light()
}

fn count(set: Bitboard) -> i32 {
    set.count() as i32
}

fn is_empty(set: Bitboard) -> bool {
    set.is_empty()
}

const FILE_A: u64 = 0x0101_0101_0101_0101;
const RANK_1: u64 = 0xff;
const EDGE: u64 = 0xff81_8181_8181_81ff;
const CORNERS: u64 = 0x8100_0000_0000_0081;

/// The named sets besides files and ranks.
const NAMED_SETS: [(&str, u64); 6] = [
    ("edge", EDGE),
    ("corners", CORNERS),
    ("light_squares", 0x55aa_55aa_55aa_55aa),
    ("dark_squares", 0xaa55_aa55_aa55_aa55),
    ("board", !0),
    ("none", 0),
];

/// A named set, such as `edge` or `file_a`.
pub fn named_set(name: &str) -> Option<u64> {
    if let Some((_, set)) = NAMED_SETS.iter().find(|(known, _)| *known == name) {
        return Some(*set);
    }
    let (kind, which) = name.rsplit_once('_')?;
    let &[which] = which.as_bytes() else {
        return None;
    };
    match (kind, which) {
        ("file", b'a'..=b'h') => Some(FILE_A << (which - b'a')),
        ("rank", b'1'..=b'8') => Some(RANK_1 << (8 * (which - b'1'))),
        _ => None,
    }
}

/// A square by its name, such as `e4`.
pub fn named_square(name: &str) -> Option<Square> {
    name.parse().ok()
}

/// A name for a property of the position, or for a constant truth.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Atom {
    /// `occupied`: the squares of all men.
    Occupied,
    /// `in_check`: whether the side to move is in check.
    InCheck,
    /// `strong_to_move`: whether the stronger side is to move.
    StrongToMove,
    /// `drawn`: whether what is used for the class after a move says that it is
    /// a draw.
    Drawn,
    /// `true`
    True,
    /// `false`
    False,
}

impl Atom {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Occupied,
        Self::InCheck,
        Self::StrongToMove,
        Self::Drawn,
        Self::True,
        Self::False,
    ];

    /// Its name in rule files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Occupied => "occupied",
            Self::InCheck => "in_check",
            Self::StrongToMove => "strong_to_move",
            Self::Drawn => "drawn",
            Self::True => "true",
            Self::False => "false",
        }
    }

    /// The type of it.
    pub fn kind(self) -> Type {
        match self {
            Self::Occupied => Type::Set,
            Self::InCheck | Self::StrongToMove | Self::Drawn | Self::True | Self::False => {
                Type::Truth
            }
        }
    }

    /// One by its name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|atom| atom.name() == name)
    }
}

/// Names that need no arguments, to suggest for misspelt ones.
pub fn names<'a>() -> impl Iterator<Item = &'a str> {
    let sets = NAMED_SETS.iter().map(|(name, _)| *name);
    sets.chain(Atom::ALL.map(Atom::name))
}

/// The names that follow `us.` and the like.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Member {
    /// The only man of a role, a square: `king`.
    Man(Role),
    /// All men of a role, a set: `rooks`.
    Men(Role),
    /// All men of the side: `men`.
    All,
    /// All squares that the side attacks: `attacks`.
    Attacks,
    /// Whether its king is attacked: `in_check`.
    InCheck,
    /// Whether what is used for the class after a move says that it wins: `wins`.
    Wins,
    /// Whether that says that it does not win: `cannot_win`.
    CannotWin,
}

/// The names of all members.
pub const MEMBERS: [&str; 16] = [
    "king",
    "queen",
    "rook",
    "bishop",
    "knight",
    "pawn",
    "queens",
    "rooks",
    "bishops",
    "knights",
    "pawns",
    "men",
    "attacks",
    "in_check",
    "wins",
    "cannot_win",
];

impl Member {
    /// A member by its name.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "men" => return Some(Self::All),
            "attacks" => return Some(Self::Attacks),
            "in_check" => return Some(Self::InCheck),
            "wins" => return Some(Self::Wins),
            "cannot_win" => return Some(Self::CannotWin),
            _ => {}
        }
        let roles = [
            ("king", Role::King),
            ("queen", Role::Queen),
            ("rook", Role::Rook),
            ("bishop", Role::Bishop),
            ("knight", Role::Knight),
            ("pawn", Role::Pawn),
        ];
        let (singular, is_plural) = match name.strip_suffix('s') {
            Some(singular) => (singular, true),
            None => (name, false),
        };
        let &(_, role) = roles.iter().find(|(known, _)| *known == singular)?;
        match (is_plural, role) {
            (false, _) => Some(Self::Man(role)),
            (true, Role::King) => None,
            (true, _) => Some(Self::Men(role)),
        }
    }
}

/// The known word nearest to a misspelt one, if any is near.
pub fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let allowed = |candidate: &str| 1 + candidate.len() / 4;
    known
        .filter(|candidate| candidate.len().abs_diff(word.len()) <= allowed(candidate))
        .map(|candidate| (edits(word, candidate), candidate))
        .filter(|&(edits, candidate)| edits <= allowed(candidate))
        .min()
        .map(|(_, candidate)| candidate)
}

/// The Levenshtein distance: how many letters to change, add or drop.
fn edits(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, left) in a.bytes().enumerate() {
        let mut diagonal = i;
        row[0] = i + 1;
        for (j, right) in b.bytes().enumerate() {
            let changed = diagonal + usize::from(left != right);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
