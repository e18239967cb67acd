/// The set that has one square.
fn bit(square: u32) -> u64 {
    1 << square
}

/// Whether a square is in a set.
fn has(set: u64, square: u32) -> bool {
    set >> square & 1 != 0
}

/// The set without its lowest square.
fn rest(set: u64) -> u64 {
    set & set.wrapping_sub(1)
}

/// Whether a set has more than one square.
fn several(set: u64) -> bool {
    rest(set) != 0
}

/// How many squares a set has.
fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

/// The lowest square of a set that is not empty.
fn first(set: u64) -> u32 {
    set.trailing_zeros()
}

/// All squares from the highest one of a set upwards; all of them if it is empty.
fn from_highest(set: u64) -> u64 {
    !0 << (63 - (set | 1).leading_zeros())
}

/// The file, 1 to 8.
fn file(square: u32) -> i32 {
    (square & 7) as i32 + 1
}

/// The rank, 1 to 8.
fn rank(square: u32) -> i32 {
    (square >> 3) as i32 + 1
}

fn min(a: i32, b: i32) -> i32 {
    if a < b { a } else { b }
}

fn max(a: i32, b: i32) -> i32 {
    if a > b { a } else { b }
}

/// Numbers of 32 bits that wrap around.
fn plus(a: i32, b: i32) -> i32 {
    a.wrapping_add(b)
}

fn minus(a: i32, b: i32) -> i32 {
    a.wrapping_sub(b)
}

fn times(a: i32, b: i32) -> i32 {
    a.wrapping_mul(b)
}

fn abs(a: i32) -> i32 {
    a.wrapping_abs()
}

fn file_distance(a: u32, b: u32) -> i32 {
    abs(file(a) - file(b))
}

fn rank_distance(a: u32, b: u32) -> i32 {
    abs(rank(a) - rank(b))
}

/// King moves from one square to the other.
fn distance(a: u32, b: u32) -> i32 {
    max(file_distance(a, b), rank_distance(a, b))
}

/// Steps along files and ranks.
fn manhattan(a: u32, b: u32) -> i32 {
    file_distance(a, b) + rank_distance(a, b)
}

/// How far a file or rank is from the nearer edge.
fn inset(a: i32) -> i32 {
    min(a - 1, 8 - a)
}

/// King moves to the edge.
fn edge_distance(square: u32) -> i32 {
    min(inset(file(square)), inset(rank(square)))
}

/// King moves to the nearest corner.
fn corner_distance(square: u32) -> i32 {
    max(inset(file(square)), inset(rank(square)))
}

/// Whether two squares are on one file or rank.
fn aligned(a: u32, b: u32) -> bool {
    (a ^ b) & 7 == 0 || (a ^ b) & 56 == 0
}

fn same_diagonal(a: u32, b: u32) -> bool {
    file_distance(a, b) == rank_distance(a, b)
}

fn same_color(a: u32, b: u32) -> bool {
    (a ^ a >> 3 ^ b ^ b >> 3) & 1 == 0
}

/// The squares to the left and right of a set.
fn beside(set: u64) -> u64 {
    (set << 1 & !0x0101_0101_0101_0101) | (set >> 1 & !0x8080_8080_8080_8080)
}

/// A king's step from any square of a set.
fn neighbours(set: u64) -> u64 {
    let sides = beside(set);
    let row = set | sides;
    sides | row << 8 | row >> 8
}

fn king_attacks(square: u32) -> u64 {
    neighbours(bit(square))
}

fn knight_attacks(square: u32) -> u64 {
    let one = beside(bit(square));
    let two = beside(one) & !bit(square);
    one << 16 | one >> 16 | two << 8 | two >> 8
}

/// What a pawn attacks that goes towards the eighth rank.
fn pawn_attacks_up(square: u32) -> u64 {
    beside(bit(square)) << 8
}

/// The same towards the first rank.
fn pawn_attacks_down(square: u32) -> u64 {
    beside(bit(square)) >> 8
}

fn file_through(square: u32) -> u64 {
    0x0101_0101_0101_0101 << (square & 7)
}

fn rank_through(square: u32) -> u64 {
    0xff << (square & 56)
}

/// The diagonal that goes up to the right.
fn diagonal_through(square: u32) -> u64 {
    let right = file(square) - rank(square);
    let longest: u64 = 0x8040_2010_0804_0201;
    if right < 0 { longest << (-8 * right) } else { longest >> (8 * right) }
}

/// The diagonal that goes down to the right.
fn antidiagonal_through(square: u32) -> u64 {
    let left = 9 - file(square) - rank(square);
    let longest: u64 = 0x0102_0408_1020_4080;
    if left < 0 { longest << (-8 * left) } else { longest >> (8 * left) }
}

/// What is attacked from a square along a line: up to the nearest blocker on
/// either side, that one included.
fn along(ray: u64, square: u32, blockers: u64) -> u64 {
    let below = bit(square) - 1;
    let above = !below & !bit(square);
    let upper = ray & blockers & above;
    let up_to_lowest = upper ^ upper.wrapping_sub(1);
    ray & !bit(square) & up_to_lowest & from_highest(ray & blockers & below)
}

fn rook_attacks(square: u32, blockers: u64) -> u64 {
    along(file_through(square), square, blockers) | along(rank_through(square), square, blockers)
}

fn bishop_attacks(square: u32, blockers: u64) -> u64 {
    along(diagonal_through(square), square, blockers)
        | along(antidiagonal_through(square), square, blockers)
}

fn queen_attacks(square: u32, blockers: u64) -> u64 {
    rook_attacks(square, blockers) | bishop_attacks(square, blockers)
}

/// The line or diagonal through two squares; empty if there is none.
fn line(a: u32, b: u32) -> u64 {
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
fn between(a: u32, b: u32) -> u64 {
    let (one, other) = (bit(a), bit(b));
    let below_one_only = (one - 1) ^ (other - 1);
    line(a, b) & below_one_only & !one & !other
}
