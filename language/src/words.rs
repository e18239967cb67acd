//! The words of the language: functions and named sets.

use std::sync::LazyLock;

use shakmaty::{Color, Role};

use crate::{
    graph::Op,
    group::SymmetryGroup,
    syntax::Type::{self, Number, Set, Square, Truth},
};

/// A function: its parameters, its result, and its operation.
pub struct Function {
    /// Its name.
    pub name: &'static str,
    /// The types of its parameters.
    pub parameters: &'static [Type],
    /// The type of its result.
    pub gives: Type,
    /// Its operation in the graph.
    pub op: Op,
    /// Symmetries of the function itself, apart from its arguments.
    pub group: SymmetryGroup,
}

/// All functions. Called with one argument, the attacks of sliding pieces take
/// all men as blockers.
static FUNCTIONS: LazyLock<Vec<Function>> = LazyLock::new(all_functions);

/// All functions.
pub fn functions() -> &'static [Function] {
    &FUNCTIONS
}

/// A function by its name.
pub fn function(name: &str) -> Option<&'static Function> {
    functions().iter().find(|function| function.name == name)
}

fn all_functions() -> Vec<Function> {
    let full = |name, parameters, gives, op| Function {
        name,
        parameters,
        gives,
        op,
        group: SymmetryGroup::FULL,
    };
    let mut all = vec![
        full("king_attacks", &[Square, Set], Set, Op::Attacks(Role::King)),
        full(
            "knight_attacks",
            &[Square, Set],
            Set,
            Op::Attacks(Role::Knight),
        ),
        full(
            "bishop_attacks",
            &[Square, Set],
            Set,
            Op::Attacks(Role::Bishop),
        ),
        full("rook_attacks", &[Square, Set], Set, Op::Attacks(Role::Rook)),
        full(
            "queen_attacks",
            &[Square, Set],
            Set,
            Op::Attacks(Role::Queen),
        ),
        full("neighbours", &[Set], Set, Op::Neighbours),
        full("between", &[Square, Square], Set, Op::Between),
        full("line", &[Square, Square], Set, Op::Line),
        full("distance", &[Square, Square], Number, Op::Distance),
        full("manhattan", &[Square, Square], Number, Op::Manhattan),
        full("edge_distance", &[Square], Number, Op::EdgeDistance),
        full("corner_distance", &[Square], Number, Op::CornerDistance),
        full("aligned", &[Square, Square], Truth, Op::Aligned),
        full("same_diagonal", &[Square, Square], Truth, Op::SameDiagonal),
        full("same_color", &[Square, Square], Truth, Op::SameColor),
        full("count", &[Set], Number, Op::Count),
        full("empty", &[Set], Truth, Op::Empty),
        full("min", &[Number, Number], Number, Op::Min),
        full("max", &[Number, Number], Number, Op::Max),
        full("abs", &[Number], Number, Op::Abs),
    ];
    for (name, color) in [
        ("pawn_attacks_up", Color::White),
        ("pawn_attacks_down", Color::Black),
    ] {
        all.push(Function {
            name,
            parameters: &[Square],
            gives: Set,
            op: Op::PawnAttacks(color),
            group: SymmetryGroup::upright(),
        });
    }
    let oriented = |name, parameters, op, group| Function {
        name,
        parameters,
        gives: Number,
        op,
        group,
    };
    let upright = SymmetryGroup::without_transposition();
    let file_kept = SymmetryGroup::of_set(0x0101_0101_0101_0101);
    let rank_kept = SymmetryGroup::of_set(0xff);
    all.push(oriented(
        "file_distance",
        &[Square, Square],
        Op::FileDistance,
        upright,
    ));
    all.push(oriented(
        "rank_distance",
        &[Square, Square],
        Op::RankDistance,
        upright,
    ));
    all.push(oriented("file", &[Square], Op::File, file_kept));
    all.push(oriented("rank", &[Square], Op::Rank, rank_kept));
    all
}

/// The sets that have names of their own.
pub fn named_set(name: &str) -> Option<u64> {
    const FILE_A: u64 = 0x0101_0101_0101_0101;
    let set = match name {
        "edge" => 0xff81_8181_8181_81ff,
        "corners" => 0x8100_0000_0000_0081,
        "light_squares" => 0x55aa_55aa_55aa_55aa,
        "dark_squares" => 0xaa55_aa55_aa55_aa55,
        "board" => !0,
        "none" => 0,
        _ => {
            let (kind, which) = name.rsplit_once('_')?;
            let &[which] = which.as_bytes() else {
                return None;
            };
            match (kind, which) {
                ("file", b'a'..=b'h') => FILE_A << (which - b'a'),
                ("rank", b'1'..=b'8') => 0xff << (8 * (which - b'1')),
                _ => return None,
            }
        }
    };
    Some(set)
}

/// A square by its name, as `e4`.
pub fn named_square(name: &str) -> Option<u32> {
    let square: shakmaty::Square = name.parse().ok()?;
    Some(square.to_u32())
}

/// Names that need no arguments, to suggest for misspelt ones.
pub const NAMES: [&str; 11] = [
    "edge",
    "corners",
    "light_squares",
    "dark_squares",
    "board",
    "none",
    "occupied",
    "in_check",
    "strong_to_move",
    "true",
    "false",
];

/// The names that can follow `us.` and the like.
pub const MEMBERS: [&str; 13] = [
    "king", "queen", "rook", "bishop", "knight", "pawn", "queens", "rooks", "bishops", "knights",
    "pawns", "men", "attacks",
];

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
