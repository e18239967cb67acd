//! The helpers of exported rules: attacks, distances, lines. They are Rust code that is tested here
//! and that the build script reads; every language gets them from this file.

use super::intrinsics::{Square, first, from_highest};

/// The set that has one square.
pub fn bit(square: Square) -> u64 {
    1 << square
}

/// Whether a square is in a set.
pub fn has(set: u64, square: Square) -> bool {
    set >> square & 1 != 0
}

/// The set without its lowest square.
pub fn rest(set: u64) -> u64 {
    set & set.wrapping_sub(1)
}

/// Whether a set has more than one square.
pub fn several(set: u64) -> bool {
    rest(set) != 0
}

/// The file, 1 to 8.
pub fn file(square: Square) -> i32 {
    (square & 7) as i32 + 1
}

/// The rank, 1 to 8.
pub fn rank(square: Square) -> i32 {
    (square >> 3) as i32 + 1
}

/// The smaller number.
pub fn min(a: i32, b: i32) -> i32 {
    if a < b { a } else { b }
}

/// The greater number.
pub fn max(a: i32, b: i32) -> i32 {
    if a > b { a } else { b }
}

/// Numbers of 32 bits that wrap around.
pub fn plus(a: i32, b: i32) -> i32 {
    a.wrapping_add(b)
}

pub fn minus(a: i32, b: i32) -> i32 {
    a.wrapping_sub(b)
}

pub fn times(a: i32, b: i32) -> i32 {
    a.wrapping_mul(b)
}

pub fn abs(a: i32) -> i32 {
    if a < 0 { minus(0, a) } else { a }
}

pub fn file_distance(a: Square, b: Square) -> i32 {
    abs(file(a) - file(b))
}

pub fn rank_distance(a: Square, b: Square) -> i32 {
    abs(rank(a) - rank(b))
}

/// King moves from one square to the other.
pub fn distance(a: Square, b: Square) -> i32 {
    max(file_distance(a, b), rank_distance(a, b))
}

/// Steps along files and ranks.
pub fn manhattan(a: Square, b: Square) -> i32 {
    file_distance(a, b) + rank_distance(a, b)
}

/// How far a file or rank is from the nearer edge.
pub fn inset(a: i32) -> i32 {
    min(a - 1, 8 - a)
}

/// King moves to the edge.
pub fn edge_distance(square: Square) -> i32 {
    min(inset(file(square)), inset(rank(square)))
}

/// King moves to the nearest corner.
pub fn corner_distance(square: Square) -> i32 {
    max(inset(file(square)), inset(rank(square)))
}

/// Whether two squares are on one file or rank.
pub fn aligned(a: Square, b: Square) -> bool {
    (a ^ b) & 7 == 0 || (a ^ b) & 56 == 0
}

pub fn same_diagonal(a: Square, b: Square) -> bool {
    file_distance(a, b) == rank_distance(a, b)
}

pub fn same_color(a: Square, b: Square) -> bool {
    (a ^ a >> 3 ^ b ^ b >> 3) & 1 == 0
}

/// The squares to the left and right of a set.
pub fn beside(set: u64) -> u64 {
    (set << 1 & !0x0101_0101_0101_0101) | (set >> 1 & !0x8080_8080_8080_8080)
}

/// A king's step from any square of a set.
pub fn neighbours(set: u64) -> u64 {
    let sides = beside(set);
    let row = set | sides;
    sides | row << 8 | row >> 8
}

pub fn king_attacks(square: Square) -> u64 {
    neighbours(bit(square))
}

pub fn knight_attacks(square: Square) -> u64 {
    let one = beside(bit(square));
    let two = beside(one) & !bit(square);
    one << 16 | one >> 16 | two << 8 | two >> 8
}

/// What a pawn attacks that goes towards the eighth rank.
pub fn pawn_attacks_up(square: Square) -> u64 {
    beside(bit(square)) << 8
}

/// The same towards the first rank.
pub fn pawn_attacks_down(square: Square) -> u64 {
    beside(bit(square)) >> 8
}

pub fn file_through(square: Square) -> u64 {
    0x0101_0101_0101_0101 << (square & 7)
}

pub fn rank_through(square: Square) -> u64 {
    0xff << (square & 56)
}

/// The diagonal that goes up to the right.
pub fn diagonal_through(square: Square) -> u64 {
    let right = file(square) - rank(square);
    let longest: u64 = 0x8040_2010_0804_0201;
    if right < 0 {
        longest << (-8 * right)
    } else {
        longest >> (8 * right)
    }
}

/// The diagonal that goes down to the right.
pub fn antidiagonal_through(square: Square) -> u64 {
    let left = 9 - file(square) - rank(square);
    let longest: u64 = 0x0102_0408_1020_4080;
    if left < 0 {
        longest << (-8 * left)
    } else {
        longest >> (8 * left)
    }
}

/// What is attacked from a square along a line: up to the nearest blocker on
/// either side, that one included.
pub fn along(ray: u64, square: Square, blockers: u64) -> u64 {
    let below = bit(square) - 1;
    let above = !below & !bit(square);
    let upper = ray & blockers & above;
    let up_to_lowest = upper ^ upper.wrapping_sub(1);
    ray & !bit(square) & up_to_lowest & from_highest(ray & blockers & below)
}

pub fn rook_attacks(square: Square, blockers: u64) -> u64 {
    along(file_through(square), square, blockers) | along(rank_through(square), square, blockers)
}

pub fn bishop_attacks(square: Square, blockers: u64) -> u64 {
    along(diagonal_through(square), square, blockers)
        | along(antidiagonal_through(square), square, blockers)
}

pub fn queen_attacks(square: Square, blockers: u64) -> u64 {
    rook_attacks(square, blockers) | bishop_attacks(square, blockers)
}

/// The line or diagonal through two squares; empty if there is none.
pub fn line(a: Square, b: Square) -> u64 {
    if a == b {
        return 0;
    }
    if has(file_through(a), b) {
        return file_through(a);
    }
    if has(rank_through(a), b) {
        return rank_through(a);
    }
    if has(diagonal_through(a), b) {
        return diagonal_through(a);
    }
    if has(antidiagonal_through(a), b) {
        return antidiagonal_through(a);
    }
    0
}

/// The squares strictly between two on a line or diagonal.
pub fn between(a: Square, b: Square) -> u64 {
    let one = bit(a);
    let other = bit(b);
    let below_one_only = (one - 1) ^ (other - 1);
    line(a, b) & below_one_only & !one & !other
}

/// What is attacked from a set by steps of some bits up, up to the first blocker and including it;
/// a step never leads out of a set of squares.
pub fn rays_up(set: u64, blockers: u64, step: Square, within: u64) -> u64 {
    let mut free: u64 = within & !blockers;
    let mut reach: u64 = set;
    reach |= free & reach << step;
    free &= free << step;
    reach |= free & reach << (step + step);
    free &= free << (step + step);
    reach |= free & reach << (step + step + step + step);
    within & reach << step
}

/// The same by steps down.
pub fn rays_down(set: u64, blockers: u64, step: Square, within: u64) -> u64 {
    let mut free: u64 = within & !blockers;
    let mut reach: u64 = set;
    reach |= free & reach >> step;
    free &= free >> step;
    reach |= free & reach >> (step + step);
    free &= free >> (step + step);
    reach |= free & reach >> (step + step + step + step);
    within & reach >> step
}

/// What any rook of a set attacks.
pub fn rooks_attack(set: u64, blockers: u64) -> u64 {
    rays_up(set, blockers, 8, 0xffff_ffff_ffff_ffff)
        | rays_down(set, blockers, 8, 0xffff_ffff_ffff_ffff)
        | rays_up(set, blockers, 1, 0xfefe_fefe_fefe_fefe)
        | rays_down(set, blockers, 1, 0x7f7f_7f7f_7f7f_7f7f)
}

/// What any bishop of a set attacks.
pub fn bishops_attack(set: u64, blockers: u64) -> u64 {
    rays_up(set, blockers, 9, 0xfefe_fefe_fefe_fefe)
        | rays_up(set, blockers, 7, 0x7f7f_7f7f_7f7f_7f7f)
        | rays_down(set, blockers, 9, 0x7f7f_7f7f_7f7f_7f7f)
        | rays_down(set, blockers, 7, 0xfefe_fefe_fefe_fefe)
}

/// What any queen of a set attacks.
pub fn queens_attack(set: u64, blockers: u64) -> u64 {
    rooks_attack(set, blockers) | bishops_attack(set, blockers)
}

/// What any knight of a set attacks.
pub fn knights_attack(set: u64) -> u64 {
    let one = (set << 1 & 0xfefe_fefe_fefe_fefe) | (set >> 1 & 0x7f7f_7f7f_7f7f_7f7f);
    let right = (set << 1 & 0xfefe_fefe_fefe_fefe) << 1 & 0xfefe_fefe_fefe_fefe;
    let left = (set >> 1 & 0x7f7f_7f7f_7f7f_7f7f) >> 1 & 0x7f7f_7f7f_7f7f_7f7f;
    let two = right | left;
    one << 16 | one >> 16 | two << 8 | two >> 8
}

/// What any pawn of a set attacks on its way to the eighth rank.
pub fn pawns_attack_up(set: u64) -> u64 {
    beside(set) << 8
}

/// The same towards the first rank.
pub fn pawns_attack_down(set: u64) -> u64 {
    beside(set) >> 8
}

/// The set with the ranks in the opposite order.
pub fn mirrored(set: u64) -> u64 {
    let bytes = set >> 8 & 0x00ff_00ff_00ff_00ff | (set & 0x00ff_00ff_00ff_00ff) << 8;
    let pairs = bytes >> 16 & 0x0000_ffff_0000_ffff | (bytes & 0x0000_ffff_0000_ffff) << 16;
    pairs >> 32 & 0x0000_0000_ffff_ffff | (pairs & 0x0000_0000_ffff_ffff) << 32
}

/// How many men a side has, and how many of each kind, the stronger ones higher: four bits each.
pub fn key_of(
    men: u64,
    kings: u64,
    queens: u64,
    rooks: u64,
    bishops: u64,
    knights: u64,
    pawns: u64,
) -> u64 {
    let mut key: u64 = 0;
    let mut left: u64 = men;
    while left != 0 {
        let square = first(left);
        key += 1 << 24
            | (kings >> square & 1) << 20
            | (queens >> square & 1) << 16
            | (rooks >> square & 1) << 12
            | (bishops >> square & 1) << 8
            | (knights >> square & 1) << 4
            | (pawns >> square & 1);
        left = rest(left);
    }
    key
}
