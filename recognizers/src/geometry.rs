//! The functions of the language on squares and sets as numbers.

use shakmaty::{Bitboard, Color, Role, Square, attacks};

use crate::graph::Op;

/// The square with a number; numbers above 63 wrap around.
pub fn square(number: u64) -> Square {
    Square::new((number & 63) as u32)
}

/// What a piece attacks from a square.
pub fn reach(role: Role, from: u64, blockers: u64) -> u64 {
    attacks::attacks(square(from), role.of(Color::White), Bitboard(blockers)).0
}

/// All squares a king's step away from a set, those of the set included only
/// if next to another one.
pub fn neighbours(set: u64) -> u64 {
    const NOT_A_FILE: u64 = !0x0101_0101_0101_0101;
    const NOT_H_FILE: u64 = !0x8080_8080_8080_8080;
    let sides = (set << 1 & NOT_A_FILE) | (set >> 1 & NOT_H_FILE);
    let row = set | sides;
    sides | row << 8 | row >> 8
}

/// Functions of one value that is no truth, giving another.
pub fn unary(op: &Op, a: u64) -> u64 {
    let edge = |index: u64| index.min(7 - index);
    match op {
        Op::Single => 1 << (a & 63),
        Op::Complement => !a,
        Op::Negative => (a as i32).wrapping_neg() as u64,
        Op::Abs => u64::from((a as i32).unsigned_abs()),
        Op::Neighbours => neighbours(a),
        Op::Count => u64::from(a.count_ones()),
        Op::File => (a & 7) + 1,
        Op::Rank => (a >> 3 & 7) + 1,
        Op::EdgeDistance => edge(a & 7).min(edge(a >> 3 & 7)),
        Op::CornerDistance => edge(a & 7).max(edge(a >> 3 & 7)),
        _ => 0,
    }
}

/// Functions of two values that are no truths, giving another.
pub fn binary(op: &Op, a: u64, b: u64) -> u64 {
    let files = (a & 7).abs_diff(b & 7);
    let ranks = (a >> 3 & 7).abs_diff(b >> 3 & 7);
    let (x, y) = (a as i32, b as i32);
    match op {
        Op::Union => a | b,
        Op::Difference => a & !b,
        Op::Intersection => a & b,
        Op::Plus => x.wrapping_add(y) as u64,
        Op::Minus => x.wrapping_sub(y) as u64,
        Op::Times => x.wrapping_mul(y) as u64,
        Op::Min => x.min(y) as u64,
        Op::Max => x.max(y) as u64,
        Op::Between => attacks::between(square(a), square(b)).0,
        Op::Line => attacks::ray(square(a), square(b)).0,
        Op::Distance => files.max(ranks),
        Op::Manhattan => files + ranks,
        Op::FileDistance => files,
        Op::RankDistance => ranks,
        _ => 0,
    }
}

/// Tests of two values that are no truths.
pub fn test(op: &Op, a: u64, b: u64) -> bool {
    match op {
        Op::Equal => a == b,
        Op::Less => (a as i32) < (b as i32),
        Op::LessEqual => (a as i32) <= (b as i32),
        Op::In => b >> (a & 63) & 1 != 0,
        Op::Empty => a == 0,
        Op::Aligned => a & 7 == b & 7 || a >> 3 == b >> 3,
        Op::SameDiagonal => (a & 7).abs_diff(b & 7) == (a >> 3).abs_diff(b >> 3),
        Op::SameColor => (a ^ a >> 3 ^ b ^ b >> 3) & 1 == 0,
        _ => false,
    }
}
