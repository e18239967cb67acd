//! The functions of the language on squares, sets and numbers, represented as
//! words.

use shakmaty::{Bitboard, Color, Role, Square, attacks};

/// The square with a number; numbers above 63 wrap around.
pub fn square(number: u64) -> Square {
    Square::new((number & 63) as u32)
}

/// What a piece attacks from a square.
pub fn reach(role: Role, from: u64, blockers: u64) -> u64 {
    attacks::attacks(square(from), role.of(Color::White), Bitboard(blockers)).0
}

/// What a pawn attacks from a square.
pub fn pawn_reach(color: Color, from: u64) -> u64 {
    attacks::pawn_attacks(color, square(from)).0
}

/// All squares a king's step away from a set, including squares of the set only
/// if they are next to another one.
pub fn neighbours(set: u64) -> u64 {
    const NOT_A_FILE: u64 = !0x0101_0101_0101_0101;
    const NOT_H_FILE: u64 = !0x8080_8080_8080_8080;
    let sides = (set << 1 & NOT_A_FILE) | (set >> 1 & NOT_H_FILE);
    let row = set | sides;
    sides | row << 8 | row >> 8
}

pub fn between(a: u64, b: u64) -> u64 {
    attacks::between(square(a), square(b)).0
}

pub fn line(a: u64, b: u64) -> u64 {
    attacks::ray(square(a), square(b)).0
}

pub fn file(a: u64) -> u64 {
    a & 7
}

pub fn rank(a: u64) -> u64 {
    a >> 3 & 7
}

pub fn file_distance(a: u64, b: u64) -> u64 {
    file(a).abs_diff(file(b))
}

pub fn rank_distance(a: u64, b: u64) -> u64 {
    rank(a).abs_diff(rank(b))
}

pub fn distance(a: u64, b: u64) -> u64 {
    file_distance(a, b).max(rank_distance(a, b))
}

pub fn manhattan(a: u64, b: u64) -> u64 {
    file_distance(a, b) + rank_distance(a, b)
}

fn from_edge(index: u64) -> u64 {
    index.min(7 - index)
}

pub fn edge_distance(a: u64) -> u64 {
    from_edge(file(a)).min(from_edge(rank(a)))
}

pub fn corner_distance(a: u64) -> u64 {
    from_edge(file(a)).max(from_edge(rank(a)))
}

pub fn aligned(a: u64, b: u64) -> bool {
    file(a) == file(b) || rank(a) == rank(b)
}

pub fn same_diagonal(a: u64, b: u64) -> bool {
    file_distance(a, b) == rank_distance(a, b)
}

pub fn same_color(a: u64, b: u64) -> bool {
    (a ^ a >> 3 ^ b ^ b >> 3) & 1 == 0
}
