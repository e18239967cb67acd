// Draw recognizers for chess endgames, exported as Rust by drawproof 0.1.0.
// Made by: drawproof export rules --lang rust
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The drawproof authors
//
// Squares are numbered a1 = 0, b1 = 1, h8 = 63. The stronger side is seen as White, with equal
// men the side to move: other positions are turned upside down, colours exchanged. The
// functions for bitboards claim nothing where a pawn may be taken en passant or a side may
// castle; those for squares must not be asked there.
//
// KPvK: 2 rules from kpk.exact.rules (built in)
// SHA-256 of their text: 081a12338ea468462ad82fc70a9809bbd9ea5d6c4846d8b4019c772f407d35fe
// Verified over every legal position, both sides to move, against own tables. Board count: 0
// incorrect draws, 108,788 draws spotted, 0 draws missed, 222,564 wins and losses. A claim is
// right without the 50-move rule, and so with it as well.
//
// KNNvK: 3 rules from knnk.exact.rules (built in)
// SHA-256 of their text: 18cd0343d40249a43b7717759c8d2a912fb3cfbc892f4fa2c3e72cfa0b271e93
// Verified over every legal position, both sides to move, against own tables. Board count: 0
// incorrect draws, 25,158,416 draws spotted, 0 draws missed, 1,472 wins and losses. A claim is
// right without the 50-move rule, and so with it as well.
//
// KBBvK: 2 rules from kbbk.exact.rules (built in)
// SHA-256 of their text: 3efd5309075b41680962ae991b3d5cce9b7808dcfe6eb29a2f03ac970ed84891
// Verified over every legal position, both sides to move, against own tables. Board count: 0
// incorrect draws, 13,189,344 draws spotted, 0 draws missed, 10,635,296 wins and losses. A
// claim is right without the 50-move rule, and so with it as well.
//
// KBNvK: 2 rules from kbnk.exact.rules (built in)
// SHA-256 of their text: 428cdf36a4bffc5bfb2ca1ce843e179f02defb2a38fb7a798fbd21277431deae
// Verified over every legal position, both sides to move, against own tables. Board count: 0
// incorrect draws, 2,525,736 draws spotted, 0 draws missed, 22,010,352 wins and losses. A claim
// is right without the 50-move rule, and so with it as well.
//
// KNvKN: 3 rules from knkn.exact.rules (built in)
// SHA-256 of their text: f0d7c6ae4108262333bef8fcb7d64a891a02c5a397d5a26b08289bb933e702e3
// Verified over every legal position, both sides to move, against own tables. Board count: 0
// incorrect draws, 25,070,416 draws spotted, 0 draws missed, 96 wins and losses. A claim is
// right without the 50-move rule, and so with it as well.
//
// KBvKN: 5 rules from kbkn.exact.rules (built in)
// SHA-256 of their text: bf359e68eb96a826e9130b8096f4c1ba2dfcb9b7e0645653df3d964b2821d7e8
// Verified over every legal position, both sides to move, against own tables. Board count: 0
// incorrect draws, 24,367,648 draws spotted, 0 draws missed, 72 wins and losses. A claim is
// right without the 50-move rule, and so with it as well.
//
// KBvKB: 4 rules from kbkb.exact.rules (built in)
// SHA-256 of their text: 7dbb3f234a189948f91a8c1e572a5ebcd87e98407458cb15e25dafc2e316e508
// Verified over every legal position, both sides to move, against own tables. Board count: 0
// incorrect draws, 23,663,872 draws spotted, 0 draws missed, 1,056 wins and losses. A claim is
// right without the 50-move rule, and so with it as well.
//
// KBPvK: 7 rules from kbpk.quick.rules (built in)
// SHA-256 of their text: b9a3890938a394cec2b08f9f0d4cd2279cc4e799e4a4e12131f69dbf581239de
// Verified over every legal position, both sides to move, against own tables. Board count: 0
// incorrect draws, 1,486,010 draws spotted, 583,444 draws missed, 16,813,240 wins and losses. A
// claim is right without the 50-move rule, and so with it as well.
//
// KNPvK: 6 rules from knpk.quick.rules (built in)
// SHA-256 of their text: 5a501610f1c2bba81b52345b10493546a1230525c80d0c63f551b95961b59059
// Verified over every legal position, both sides to move, against own tables. Board count: 0
// incorrect draws, 1,372,160 draws spotted, 862,314 draws missed, 17,164,440 wins and losses. A
// claim is right without the 50-move rule, and so with it as well.
//
// KPPvK: 3 rules from kppk.quick.rules (built in)
// SHA-256 of their text: d7655bb503909324bec9bb2414cdc7c17b756159300ec9be42ad4526977c8cba
// Verified over every legal position, both sides to move, against own tables. Board count: 0
// incorrect draws, 423,036 draws spotted, 298,960 draws missed, 14,154,176 wins and losses. A
// claim is right without the 50-move rule, and so with it as well.
//
// KBvKP: 42 rules from kbkp.quick.rules (built in)
// SHA-256 of their text: d82071b2adf85c0fdb1e147a358bbee4df0152c506b21ab2cd26af5f1d9f3b95
// Verified over every legal position, both sides to move, against own tables. Board count: 0
// incorrect draws, 15,275,036 draws spotted, 764,498 draws missed, 2,814,834 wins and losses. A
// claim is right without the 50-move rule, and so with it as well.
//
// KPvKP: 41 rules from kpkp.quick.rules (built in)
// SHA-256 of their text: eb7a59b9ad3ba600b5823f1423f070d9c6b5b4f9d733fe53775eec3cfd1d7c96
// Verified over every legal position, both sides to move (none in which a pawn can be taken en
// passant), against own tables. Board count: 0 incorrect draws, 1,551,040 draws spotted,
// 3,419,140 draws missed, 9,901,996 wins and losses. A claim is right without the 50-move rule,
// and so with it as well.
//
// KNvKP: 42 rules from knkp.quick.rules (built in)
// SHA-256 of their text: 775e98108bdf2f2c3495147a6e2d8c8227fdeee9fea51bfa26625f747b62543d
// Verified over every legal position, both sides to move, against own tables. Board count: 0
// incorrect draws, 11,522,342 draws spotted, 3,387,540 draws missed, 4,461,658 wins and losses.
// A claim is right without the 50-move rule, and so with it as well.
//
// KRvKP: 42 rules from krkp.quick.rules (built in)
// SHA-256 of their text: 179504e2000548045c80538ee47da23de4796039cb053c54f170e779ecd6af89
// Verified over every legal position, both sides to move, against own tables. Board count: 0
// incorrect draws, 865,598 draws spotted, 1,558,682 draws missed, 15,638,768 wins and losses. A
// claim is right without the 50-move rule, and so with it as well.
//
// KQvKP: 41 rules from kqkp.quick.rules (built in)
// SHA-256 of their text: ac3de0f6a831160fe0f709158866503b2c33b6353d16171f12909a4c3c3d379c
// Verified over every legal position, both sides to move, against own tables. Board count: 0
// incorrect draws, 631,726 draws spotted, 614,374 draws missed, 15,458,844 wins and losses. A
// claim is right without the 50-move rule, and so with it as well.
//
// KRvKR: 27 rules from krkr.quick.rules (built in)
// SHA-256 of their text: 4298b57ef9fb3c9b17ad7d7a68f1de78763fe644355a26214c237f0bf98bac24
// Verified over every legal position, both sides to move, against own tables. Board count: 0
// incorrect draws, 15,004,392 draws spotted, 133,672 draws missed, 6,423,392 wins and losses. A
// claim is right without the 50-move rule, and so with it as well.
//
// KRvKN: 23 rules from krkn.quick.rules (built in)
// SHA-256 of their text: 210188f5544ef090e9ecad5cebb70f3b7f108f458d282f085f47d303a705c680
// Verified over every legal position, both sides to move, against own tables. Board count: 0
// incorrect draws, 9,875,036 draws spotted, 6,865,188 draws missed, 6,575,760 wins and losses.
// A claim is right without the 50-move rule, and so with it as well.
//
// KRvKB: 39 rules from krkb.quick.rules (built in)
// SHA-256 of their text: ce8dbc0cc870903e1ce0f9829e050cfd9eb59c10ab2031b6a3a336321dcdce5f
// Verified over every legal position, both sides to move, against own tables. Board count: 0
// incorrect draws, 16,934,856 draws spotted, 1,509,288 draws missed, 4,169,048 wins and losses.
// A claim is right without the 50-move rule, and so with it as well.
//
// KQvKR: 2 rules from kqkr.exact.rules (built in)
// SHA-256 of their text: d36d2112d381a1984e3a563b7b444535e747379aca3db3718a16d9ede9f604dc
// Verified over every legal position, both sides to move, against own tables. Board count: 0
// incorrect draws, 699,664 draws spotted, 0 draws missed, 19,033,672 wins and losses. A claim
// is right without the 50-move rule, and so with it as well.
//
// KQvKQ: 41 rules from kqkq.quick.rules (built in)
// SHA-256 of their text: 4feb732d7acd252311836dd17ca927a78e18494466a2b1b140f6c2355f9326b2
// Verified over every legal position, both sides to move, against own tables. Board count: 0
// incorrect draws, 10,062,736 draws spotted, 287,040 draws missed, 7,555,440 wins and losses. A
// claim is right without the 50-move rule, and so with it as well.
//
// KBPvKB: 18 rules from kbpkb.quick.rules (built in)
// SHA-256 of their text: c796a3e1200808932acb45db84779ea8e9e87c067d6b90e3d648689579fdc815
// Verified over every legal position, both sides to move, against own tables. Board count: 0
// incorrect draws, 320,431,612 draws spotted, 449,847,564 draws missed, 284,788,346 wins and
// losses. A claim is right without the 50-move rule, and so with it as well.
//
// KNNvKN: 29 rules from knnkn.quick.rules (built in)
// SHA-256 of their text: 94af1a3f77b4cbbb25e93ffb0612f817a7509af67094514a18b940186c46e4c9
// Verified over every legal position, both sides to move, against own tables. Board count: 0
// incorrect draws, 1,434,949,912 draws spotted, 6,490,600 draws missed, 633,088 wins and
// losses. A claim is right without the 50-move rule, and so with it as well.
//
// KBBvKB: 42 rules from kbbkb.quick.rules (built in)
// SHA-256 of their text: c7ace2ef886acb876b4987f9b913fe2b26b0a7d66035dfed6f91920f2aa6367d
// Verified over every legal position, both sides to move, against own tables. Board count: 0
// incorrect draws, 1,190,743,824 draws spotted, 30,197,904 draws missed, 105,877,096 wins and
// losses. A claim is right without the 50-move rule, and so with it as well.
//
// KBBvKR: 40 rules from kbbkr.quick.rules (built in)
// SHA-256 of their text: 337d353e0c010d3567bafd5bf95d257b24f16ca960cdb7ab6d0002b4fd0b17f4
// Verified over every legal position, both sides to move, against own tables. Board count: 0
// incorrect draws, 878,376,312 draws spotted, 268,391,024 draws missed, 119,989,080 wins and
// losses. A claim is right without the 50-move rule, and so with it as well.
//
// KBNvKR: 41 rules from kbnkr.quick.rules (built in)
// SHA-256 of their text: 7e07e8e720c24ba796c4222687e25047fe125378adde2029416b25243170c2b1
// Verified over every legal position, both sides to move, against own tables. Board count: 0
// incorrect draws, 744,242,596 draws spotted, 356,706,076 draws missed, 206,160,824 wins and
// losses. A claim is right without the 50-move rule, and so with it as well.
//
// KNNvKR: 42 rules from knnkr.quick.rules (built in)
// SHA-256 of their text: 2b267761dc7f4f19acf278338e6bedbfeb42aea3315fec70c528c4872372f9c3
// Verified over every legal position, both sides to move, against own tables. Board count: 0
// incorrect draws, 912,272,024 draws spotted, 386,592,064 draws missed, 43,430,424 wins and
// losses. A claim is right without the 50-move rule, and so with it as well.

use core::cell::Cell;

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

/// The set that has one square.
fn bit(square: u32) -> u64 {
    0x1_u64 << square
}

/// Whether a square is in a set.
fn has(set: u64, square: u32) -> bool {
    ((set >> square) & 1) != 0
}

/// The set without its lowest square.
fn rest(set: u64) -> u64 {
    set & set.wrapping_sub(1)
}

/// Whether a set has more than one square.
fn several(set: u64) -> bool {
    rest(set) != 0
}

/// The file, 1 to 8.
fn file(square: u32) -> i32 {
    ((square & 7) as i32) + 1
}

/// The rank, 1 to 8.
fn rank(square: u32) -> i32 {
    ((square >> 3) as i32) + 1
}

/// The smaller number.
fn min(a: i32, b: i32) -> i32 {
    if a < b { a } else { b }
}

/// The greater number.
fn max(a: i32, b: i32) -> i32 {
    if a > b { a } else { b }
}

fn minus(a: i32, b: i32) -> i32 {
    a.wrapping_sub(b)
}

fn abs(a: i32) -> i32 {
    if a < 0 { minus(0, a) } else { a }
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
    ((a ^ b) & 7) == 0 || ((a ^ b) & 56) == 0
}

fn same_diagonal(a: u32, b: u32) -> bool {
    file_distance(a, b) == rank_distance(a, b)
}

fn same_color(a: u32, b: u32) -> bool {
    ((a ^ (a >> 3) ^ b ^ (b >> 3)) & 1) == 0
}

/// The squares to the left and right of a set.
fn beside(set: u64) -> u64 {
    ((set << 1) & !0x101010101010101) | ((set >> 1) & !0x8080808080808080)
}

/// A king's step from any square of a set.
fn neighbours(set: u64) -> u64 {
    let sides: u64 = beside(set);
    let row: u64 = set | sides;
    sides | (row << 8) | (row >> 8)
}

fn king_attacks(square: u32) -> u64 {
    neighbours(bit(square))
}

fn knight_attacks(square: u32) -> u64 {
    let one: u64 = beside(bit(square));
    let two: u64 = beside(one) & !bit(square);
    (one << 16) | (one >> 16) | (two << 8) | (two >> 8)
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
    0x101010101010101_u64 << (square & 7)
}

fn rank_through(square: u32) -> u64 {
    0xff_u64 << (square & 56)
}

/// The diagonal that goes up to the right.
fn diagonal_through(square: u32) -> u64 {
    let right: i32 = file(square) - rank(square);
    let longest: u64 = 0x8040201008040201;
    if right < 0 { longest << (-8 * right) } else { longest >> (8 * right) }
}

/// The diagonal that goes down to the right.
fn antidiagonal_through(square: u32) -> u64 {
    let left: i32 = 9 - file(square) - rank(square);
    let longest: u64 = 0x102040810204080;
    if left < 0 { longest << (-8 * left) } else { longest >> (8 * left) }
}

/// What is attacked from a square along a line: up to the nearest blocker on
/// either side, that one included.
fn along(ray: u64, square: u32, blockers: u64) -> u64 {
    let below: u64 = bit(square) - 1;
    let above: u64 = !below & !bit(square);
    let upper: u64 = ray & blockers & above;
    let up_to_lowest: u64 = upper ^ upper.wrapping_sub(1);
    ray & !bit(square) & up_to_lowest & from_highest(ray & blockers & below)
}

fn rook_attacks(square: u32, blockers: u64) -> u64 {
    along(file_through(square), square, blockers)
        | along(rank_through(square), square, blockers)
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
    let one: u64 = bit(a);
    let other: u64 = bit(b);
    let below_one_only: u64 = (one - 1) ^ (other - 1);
    line(a, b) & below_one_only & !one & !other
}

/// How many men a side has, and how many of each kind, the stronger ones higher: four bits each.
fn key_of(
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
        let square: u32 = first(left);
        key += (0x1_u64 << 24)
            | (((kings >> square) & 1) << 20)
            | (((queens >> square) & 1) << 16)
            | (((rooks >> square) & 1) << 12)
            | (((bishops >> square) & 1) << 8)
            | (((knights >> square) & 1) << 4)
            | ((pawns >> square) & 1);
        left = rest(left);
    }
    key
}

// KPvK

#[allow(dead_code)]
struct KpkBoard {
    strong_king: u32,
    weak_king: u32,
    strong_pawn: u32,
    occupied: u64,
    kpk_strong_king_moves: Cell<Option<u64>>,
    kpk_weak_king_moves: Cell<Option<u64>>,
    kpk_weak_opposition_next: Cell<Option<bool>>,
    kpk_part_weak_5: Cell<Option<bool>>,
    kpk_weak_king_binds_pawn: Cell<Option<bool>>,
}

#[allow(non_upper_case_globals)]
static kpk_table_strong_path: [u64; 64] = [
    0x101010101010100_u64, 0x202020202020200_u64, 0x404040404040400_u64, 0x808080808080800_u64,
    0x1010101010101000_u64, 0x2020202020202000_u64, 0x4040404040404000_u64, 0x8080808080808000_u64,
    0x101010101010000_u64, 0x202020202020000_u64, 0x404040404040000_u64, 0x808080808080000_u64,
    0x1010101010100000_u64, 0x2020202020200000_u64, 0x4040404040400000_u64, 0x8080808080800000_u64,
    0x101010101000000_u64, 0x202020202000000_u64, 0x404040404000000_u64, 0x808080808000000_u64,
    0x1010101010000000_u64, 0x2020202020000000_u64, 0x4040404040000000_u64, 0x8080808080000000_u64,
    0x101010100000000_u64, 0x202020200000000_u64, 0x404040400000000_u64, 0x808080800000000_u64,
    0x1010101000000000_u64, 0x2020202000000000_u64, 0x4040404000000000_u64, 0x8080808000000000_u64,
    0x101010000000000_u64, 0x202020000000000_u64, 0x404040000000000_u64, 0x808080000000000_u64,
    0x1010100000000000_u64, 0x2020200000000000_u64, 0x4040400000000000_u64, 0x8080800000000000_u64,
    0x101000000000000_u64, 0x202000000000000_u64, 0x404000000000000_u64, 0x808000000000000_u64,
    0x1010000000000000_u64, 0x2020000000000000_u64, 0x4040000000000000_u64, 0x8080000000000000_u64,
    0x100000000000000_u64, 0x200000000000000_u64, 0x400000000000000_u64, 0x800000000000000_u64,
    0x1000000000000000_u64, 0x2000000000000000_u64, 0x4000000000000000_u64, 0x8000000000000000_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
];

#[allow(non_upper_case_globals)]
static kpk_table_strong_key_squares: [u64; 64] = [
    0x202000000000000_u64, 0x70000_u64, 0xe0000_u64, 0x1c0000_u64,
    0x380000_u64, 0x700000_u64, 0xe00000_u64, 0x4040000000000000_u64,
    0x202000000000000_u64, 0x7000000_u64, 0xe000000_u64, 0x1c000000_u64,
    0x38000000_u64, 0x70000000_u64, 0xe0000000_u64, 0x4040000000000000_u64,
    0x202000000000000_u64, 0x700000000_u64, 0xe00000000_u64, 0x1c00000000_u64,
    0x3800000000_u64, 0x7000000000_u64, 0xe000000000_u64, 0x4040000000000000_u64,
    0x202000000000000_u64, 0x70000000000_u64, 0xe0000000000_u64, 0x1c0000000000_u64,
    0x380000000000_u64, 0x700000000000_u64, 0xe00000000000_u64, 0x4040000000000000_u64,
    0x202000000000000_u64, 0x7070000000000_u64, 0xe0e0000000000_u64, 0x1c1c0000000000_u64,
    0x38380000000000_u64, 0x70700000000000_u64, 0xe0e00000000000_u64, 0x4040000000000000_u64,
    0x202000000000000_u64, 0x707000000000000_u64, 0xe0e000000000000_u64, 0x1c1c000000000000_u64,
    0x3838000000000000_u64, 0x7070000000000000_u64, 0xe0e0000000000000_u64, 0x4040000000000000_u64,
    0x202000000000000_u64, 0x700000000000000_u64, 0xe00000000000000_u64, 0x1c00000000000000_u64,
    0x3800000000000000_u64, 0x7000000000000000_u64, 0xe000000000000000_u64, 0x4040000000000000_u64,
    0x202000000000000_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x4040000000000000_u64,
];

// All squares that a side attacks, its own men included.
fn kpk_weak_attacks(board: &KpkBoard) -> u64 {
    king_attacks(board.weak_king)
}

// All squares that a side attacks, its own men included.
fn kpk_strong_attacks(board: &KpkBoard) -> u64 {
    king_attacks(board.strong_king) | pawn_attacks_up(board.strong_pawn)
}

fn kpk_strong_king_moves(board: &KpkBoard) -> u64 {
    if let Some(known) = board.kpk_strong_king_moves.get() {
        return known;
    }
    let found = king_attacks(board.strong_king) & !(bit(board.strong_king) | bit(board.strong_pawn)) & !king_attacks(board.weak_king);
    board.kpk_strong_king_moves.set(Some(found));
    found
}

fn kpk_weak_king_moves(board: &KpkBoard) -> u64 {
    if let Some(known) = board.kpk_weak_king_moves.get() {
        return known;
    }
    let found = king_attacks(board.weak_king) & !bit(board.weak_king) & !king_attacks(board.strong_king) & !pawn_attacks_up(board.strong_pawn);
    board.kpk_weak_king_moves.set(Some(found));
    found
}

fn kpk_part_strong_2(board: &KpkBoard) -> bool {
    if has(0x8181818181818181_u64, board.strong_pawn) {
        if file_distance(board.weak_king, board.strong_pawn) <= 2 {
            return (max(file_distance(board.weak_king, board.strong_pawn), 8 - rank(board.weak_king)) - (8 - rank(board.strong_pawn))) <= -1;
        }
        return (8 - rank(board.weak_king) - (8 - rank(board.strong_pawn))) <= -2
            && file_distance(board.weak_king, board.strong_pawn) <= 5
            && (edge_distance(board.weak_king) <= 1
                || (8 - rank(board.strong_king) - (8 - rank(board.strong_pawn))) > -1
                || ((8 - rank(board.weak_king) - (8 - rank(board.strong_pawn))) <= -3
                    && ((8 - rank(board.strong_king) - (8 - rank(board.strong_pawn))) > -2
                        || ((8 - rank(board.weak_king) - (8 - rank(board.strong_pawn))) <= -4
                            && max(file_distance(board.strong_king, board.strong_pawn), 8 - rank(board.strong_king)) > 3))));
    }
    if (kpk_table_strong_path[board.strong_pawn as usize & 63] & kpk_weak_attacks(board) & !kpk_strong_attacks(board)) == 0x0_u64 {
        if file_distance(board.strong_king, board.strong_pawn) <= 1 {
            return false;
        }
        if manhattan(board.strong_king, board.weak_king) <= 2 {
            return distance(board.strong_pawn, board.weak_king) <= 3
                && rank(board.strong_pawn) <= 4;
        }
        if (8 - rank(board.strong_king) - (8 - rank(board.strong_pawn))) <= -1 {
            return false;
        }
        if manhattan(board.strong_king, board.weak_king) <= 4 {
            return (8 - rank(board.weak_king) - (8 - rank(board.strong_pawn))) <= -4
                || (distance(board.strong_king, board.strong_pawn) - distance(board.weak_king, board.strong_pawn)) > 0;
        }
        return (distance(board.strong_king, board.strong_pawn) - distance(board.strong_king, board.weak_king)) > -2
            && manhattan(board.strong_pawn, board.weak_king) <= 6;
    }
    if (distance(board.strong_king, board.strong_pawn) - distance(board.weak_king, board.strong_pawn)) <= -2 {
        if distance(board.strong_pawn, board.weak_king) > 4 {
            return false;
        }
        if distance(board.strong_king, board.weak_king) <= 3 {
            return manhattan(board.strong_king, board.weak_king) <= 2
                && !has(
                    kpk_table_strong_key_squares[board.strong_pawn as usize & 63],
                    board.strong_king);
        }
        return manhattan(board.strong_king, board.weak_king) <= 5
            || manhattan(board.strong_pawn, board.weak_king) <= 4;
    }
    if file_distance(board.strong_king, board.strong_pawn) <= 2 {
        if manhattan(board.strong_pawn, board.weak_king) > 3 {
            return false;
        }
        if file_distance(board.weak_king, board.strong_pawn) <= 0 {
            return edge_distance(board.weak_king) > 0
                || distance(board.strong_pawn, board.weak_king) <= 2;
        }
        if (max(file_distance(board.strong_king, board.strong_pawn), 8 - rank(board.strong_king)) - max(file_distance(board.weak_king, board.strong_pawn), 8 - rank(board.weak_king))) <= 1 {
            return count(kpk_weak_king_moves(board)) <= 2
                && between(board.strong_king, board.weak_king) != 0x0_u64;
        }
        return manhattan(board.strong_king, board.weak_king) <= 3;
    }
    distance(board.strong_pawn, board.weak_king) <= 4
        || (distance(board.strong_king, board.strong_pawn) - distance(board.weak_king, board.strong_pawn)) > -1
}

fn kpk_weak_opposition_next_anew(board: &KpkBoard) -> bool {
    let mut left: u64 = kpk_weak_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if distance(y, board.strong_king) == 2 && aligned(y, board.strong_king) {
            return true;
        }
    }
    false
}

fn kpk_weak_opposition_next(board: &KpkBoard) -> bool {
    if let Some(known) = board.kpk_weak_opposition_next.get() {
        return known;
    }
    let found = kpk_weak_opposition_next_anew(board);
    board.kpk_weak_opposition_next.set(Some(found));
    found
}

fn kpk_part_strong_3(board: &KpkBoard) -> bool {
    if (distance(board.strong_king, board.strong_pawn) - distance(board.weak_king, board.strong_pawn)) <= 1 {
        if (max(file_distance(board.strong_king, board.strong_pawn), 8 - rank(board.strong_king)) - max(file_distance(board.weak_king, board.strong_pawn), 8 - rank(board.weak_king))) <= -1 {
            if !several(kpk_strong_king_moves(board)) {
                return true;
            }
            if file_distance(board.weak_king, board.strong_pawn) > 2 {
                return false;
            }
            if has(0x8181818181818181_u64, board.strong_pawn) {
                return manhattan(board.strong_pawn, board.weak_king) > 2
                    && file_distance(board.strong_king, board.strong_pawn) <= 0
                    && max(file_distance(board.weak_king, board.strong_pawn), 8 - rank(board.weak_king)) <= 4;
            }
            return several(
                    kpk_table_strong_path[board.strong_pawn as usize & 63] & kpk_weak_attacks(board) & !kpk_strong_attacks(board))
                && distance(board.strong_king, board.weak_king) > 3;
        }
        if file_distance(board.strong_king, board.strong_pawn) <= 3 {
            return kpk_part_strong_2(board);
        }
        if file_distance(board.weak_king, board.strong_pawn) <= 2 {
            return distance(board.strong_pawn, board.weak_king) <= 5
                || file_distance(board.strong_king, board.strong_pawn) > 4
                || has(0x8181818181818181_u64, board.strong_pawn)
                || distance(board.strong_king, board.strong_pawn) > 5;
        }
        if has(0x8181818181818181_u64, board.strong_pawn) {
            return file_distance(board.weak_king, board.strong_pawn) <= 5;
        }
        if (distance(board.strong_king, board.strong_pawn) - distance(board.strong_king, board.weak_king)) <= -2 {
            return false;
        }
        if (max(file_distance(board.strong_king, board.strong_pawn), 8 - rank(board.strong_king)) - max(file_distance(board.weak_king, board.strong_pawn), 8 - rank(board.weak_king))) <= 1 {
            if !((8 - rank(board.weak_king) - (8 - rank(board.strong_pawn))) > -5
                && (distance(board.strong_king, board.strong_pawn) - distance(board.weak_king, board.strong_pawn)) > -1) {
                return false;
            }
            if kpk_weak_opposition_next(board) {
                return (8 - rank(board.weak_king) - (8 - rank(board.strong_pawn))) > -3;
            }
            return (8 - rank(board.strong_king) - (8 - rank(board.strong_pawn))) > -2
                && distance(board.strong_pawn, board.weak_king) <= 5;
        }
        if manhattan(board.strong_king, board.strong_pawn) > 5
            || (8 - rank(board.weak_king) - (8 - rank(board.strong_pawn))) > -3 {
            return true;
        }
        if distance(board.strong_king, board.weak_king) <= 3 {
            return false;
        }
        if (distance(board.strong_king, board.strong_pawn) - distance(board.weak_king, board.strong_pawn)) <= -1 {
            return manhattan(board.strong_king, board.weak_king) > 7;
        }
        return manhattan(board.strong_pawn, board.weak_king) <= 8;
    }
    if max(file_distance(board.weak_king, board.strong_pawn), 8 - rank(board.weak_king)) > 5 {
        return false;
    }
    if file_distance(board.weak_king, board.strong_pawn) <= 1
        || (8 - rank(board.strong_king) - (8 - rank(board.strong_pawn))) > -3
        || (distance(board.strong_king, board.strong_pawn) - distance(board.weak_king, board.strong_pawn)) > 2 {
        return true;
    }
    if file_distance(board.weak_king, board.strong_pawn) <= 3 {
        if (8 - rank(board.weak_king) - (8 - rank(board.strong_pawn))) > -1 {
            return true;
        }
        if between(board.strong_pawn, board.weak_king) == 0x0_u64 {
            return max(file_distance(board.weak_king, board.strong_pawn), 8 - rank(board.weak_king)) <= 3
                || rank(board.strong_pawn) > 2
                || (distance(board.strong_king, board.strong_pawn) + distance(board.strong_pawn, board.weak_king)) == distance(board.strong_king, board.weak_king);
        }
        return (distance(board.strong_king, board.strong_pawn) + distance(board.strong_pawn, board.weak_king)) == distance(board.strong_king, board.weak_king)
            || (has(0x8181818181818181_u64, board.strong_pawn)
                && (rank(board.strong_pawn) > 2
                    || manhattan(board.strong_king, board.strong_pawn) <= 4));
    }
    file_distance(board.strong_king, board.strong_pawn) > 3
}

fn kpk_strong_king_leaves(board: &KpkBoard, y: u32) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = king_attacks(board.weak_king) & !bit(board.weak_king) & !king_attacks(y);
    while left != 0 {
        let z = first(left);
        left &= left - 1;
        if !has(pawn_attacks_up(board.strong_pawn), z) {
            found |= bit(z);
        }
    }
    found
}

fn kpk_part_strong_1_any_1(board: &KpkBoard) -> bool {
    let mut left: u64 = kpk_strong_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if kpk_strong_king_leaves(board, y) == 0x0_u64 {
            return true;
        }
    }
    false
}

fn kpk_part_strong_1_any_2(board: &KpkBoard) -> bool {
    let mut left: u64 = kpk_strong_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !several(kpk_strong_king_leaves(board, y)) {
            return true;
        }
    }
    false
}

fn kpk_part_strong_1(board: &KpkBoard) -> bool {
    if distance(board.strong_king, board.strong_pawn) <= 3 {
        if (kpk_table_strong_path[board.strong_pawn as usize & 63] & king_attacks(board.weak_king)) == 0x0_u64 {
            if (8 - rank(board.strong_king) - (8 - rank(board.strong_pawn))) <= 2 {
                if has(0x8181818181818181_u64, board.strong_pawn) {
                    return max(file_distance(board.weak_king, board.strong_pawn), 8 - rank(board.weak_king)) <= 5
                        && ((8 - rank(board.weak_king) - (8 - rank(board.strong_pawn))) <= -1
                            || (8 - rank(board.strong_king) - (8 - rank(board.strong_pawn))) > 1
                            || distance(board.strong_pawn, board.weak_king) <= 2);
                }
                if file_distance(board.weak_king, board.strong_pawn) > 3 {
                    return false;
                }
                if (manhattan(board.strong_king, board.strong_pawn) + manhattan(board.strong_pawn, board.weak_king)) == manhattan(board.strong_king, board.weak_king) {
                    if (max(file_distance(board.strong_king, board.strong_pawn), 8 - rank(board.strong_king)) - (8 - rank(board.strong_pawn))) <= 1 {
                        return kpk_part_strong_1_any_1(board);
                    }
                    return file_distance(board.weak_king, board.strong_pawn) <= 2
                        && (max(file_distance(board.weak_king, board.strong_pawn), 8 - rank(board.weak_king)) - (8 - rank(board.strong_pawn))) <= -1
                        && !kpk_part_strong_1_any_2(board);
                }
                if file_distance(board.weak_king, board.strong_pawn) <= 2 {
                    if (max(file_distance(board.weak_king, board.strong_pawn), 8 - rank(board.weak_king)) - (8 - rank(board.strong_pawn))) <= -1 {
                        return distance(board.strong_pawn, board.weak_king) <= 5;
                    }
                    return (manhattan(board.strong_king, board.weak_king) + manhattan(board.weak_king, board.strong_pawn)) == manhattan(board.strong_king, board.strong_pawn);
                }
                if manhattan(board.strong_king, board.strong_pawn) <= 3 {
                    return false;
                }
                if max(file_distance(board.strong_king, board.strong_pawn), 8 - rank(board.strong_king)) <= 4 {
                    return distance(board.strong_king, board.weak_king) <= 2;
                }
                return distance(board.strong_pawn, board.weak_king) <= 5;
            }
            return file_distance(board.weak_king, board.strong_pawn) <= 3
                || has(0x8181818181818181_u64, board.strong_pawn)
                || (manhattan(board.strong_king, board.strong_pawn) > 5
                    && manhattan(board.strong_king, board.weak_king) <= 8);
        }
        if (max(file_distance(board.strong_king, board.strong_pawn), 8 - rank(board.strong_king)) - max(file_distance(board.weak_king, board.strong_pawn), 8 - rank(board.weak_king))) <= 1 {
            return distance(board.strong_king, board.strong_pawn) > 2
                && rank(board.strong_pawn) > 2;
        }
        if distance(board.strong_pawn, board.weak_king) <= 5 {
            return max(file_distance(board.strong_king, board.strong_pawn), 8 - rank(board.strong_king)) > 3
                || (distance(board.strong_king, board.strong_pawn) - distance(board.weak_king, board.strong_pawn)) > 0
                || manhattan(board.strong_pawn, board.weak_king) <= 2
                || has(0x8181818181818181_u64, board.strong_pawn);
        }
        return has(0x8181818181818181_u64, board.strong_pawn);
    }
    if max(file_distance(board.weak_king, board.strong_pawn), 8 - rank(board.weak_king)) > 5 {
        return false;
    }
    if (distance(board.strong_king, board.strong_pawn) - distance(board.weak_king, board.strong_pawn)) <= -1 {
        return has(0x8181818181818181_u64, board.strong_pawn)
            || (file_distance(board.weak_king, board.strong_pawn) <= 4
                && (distance(board.strong_king, board.strong_pawn) - distance(board.weak_king, board.strong_pawn)) > -2
                && (file_distance(board.weak_king, board.strong_pawn) <= 2
                    || (manhattan(board.strong_king, board.weak_king) <= 9
                        && manhattan(board.strong_pawn, board.weak_king) <= 9)));
    }
    if (distance(board.strong_king, board.strong_pawn) - distance(board.strong_king, board.weak_king)) <= -3 {
        return (8 - rank(board.strong_king) - (8 - rank(board.strong_pawn))) > 2;
    }
    if (max(file_distance(board.strong_king, board.strong_pawn), 8 - rank(board.strong_king)) - max(file_distance(board.weak_king, board.strong_pawn), 8 - rank(board.weak_king))) <= 1 {
        if (8 - rank(board.weak_king) - (8 - rank(board.strong_pawn))) > -3
            || (8 - rank(board.strong_king) - (8 - rank(board.strong_pawn))) > 0
            || has(0x8181818181818181_u64, board.strong_pawn) {
            return true;
        }
        if distance(board.strong_king, board.weak_king) <= 3 {
            return manhattan(board.strong_king, board.strong_pawn) > 9;
        }
        return manhattan(board.strong_pawn, board.weak_king) <= 9;
    }
    manhattan(board.strong_pawn, board.weak_king) <= 10
        || corner_distance(board.weak_king) > 1
}

// 1, draw: "tree strong"
// no win or loss of the class leads to a draw in the tree
// spots 38,368 draws
fn kpk_rule_1(board: &KpkBoard) -> bool {
    if (max(file_distance(board.weak_king, board.strong_pawn), 8 - rank(board.weak_king)) - (8 - rank(board.strong_pawn))) <= 0 {
        if (max(file_distance(board.strong_king, board.strong_pawn), 8 - rank(board.strong_king)) - (8 - rank(board.strong_pawn))) <= 0 {
            if (manhattan(board.strong_king, board.weak_king) + manhattan(board.weak_king, board.strong_pawn)) == manhattan(board.strong_king, board.strong_pawn) {
                if (max(file_distance(board.weak_king, board.strong_pawn), 8 - rank(board.weak_king)) - (8 - rank(board.strong_pawn))) <= -1 {
                    return (kpk_table_strong_path[board.strong_pawn as usize & 63] & kpk_weak_attacks(board) & !kpk_strong_attacks(board)) != 0x0_u64
                        || max(file_distance(board.weak_king, board.strong_pawn), 8 - rank(board.weak_king)) <= 4
                        || (8 - rank(board.strong_king) - (8 - rank(board.strong_pawn))) <= -5
                        || (distance(board.strong_king, board.weak_king) + distance(board.weak_king, board.strong_pawn)) == distance(board.strong_king, board.strong_pawn)
                        || manhattan(board.strong_king, board.weak_king) > 4
                        || manhattan(board.strong_pawn, board.weak_king) > 6;
                }
                return rank(board.strong_pawn) > 2
                    && ((distance(board.strong_king, board.strong_pawn) - distance(board.weak_king, board.strong_pawn)) > 1
                        || !aligned(board.strong_king, board.weak_king)
                        || (8 - rank(board.strong_king) - (8 - rank(board.strong_pawn))) <= -4
                        || (8 - rank(board.weak_king) - (8 - rank(board.strong_pawn))) <= -1);
            }
            return kpk_part_strong_3(board);
        }
        return kpk_part_strong_1(board);
    }
    kpk_strong_king_moves(board) == 0x0_u64 && rank(board.strong_pawn) > 2
}

fn kpk_part_weak_5(board: &KpkBoard) -> bool {
    if let Some(known) = board.kpk_part_weak_5.get() {
        return known;
    }
    let found = distance(board.strong_king, board.strong_pawn) > 2
        && distance(board.strong_king, board.weak_king) <= 5;
    board.kpk_part_weak_5.set(Some(found));
    found
}

fn kpk_weak_king_binds_pawn_anew(board: &KpkBoard) -> bool {
    let mut left: u64 = kpk_weak_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if (pawn_attacks_up(board.strong_pawn) & !(bit(board.strong_king) | bit(board.strong_pawn)) & !king_attacks(y)) == 0x0_u64 {
            return true;
        }
    }
    false
}

fn kpk_weak_king_binds_pawn(board: &KpkBoard) -> bool {
    if let Some(known) = board.kpk_weak_king_binds_pawn.get() {
        return known;
    }
    let found = kpk_weak_king_binds_pawn_anew(board);
    board.kpk_weak_king_binds_pawn.set(Some(found));
    found
}

fn kpk_part_weak_6_any_1(board: &KpkBoard) -> bool {
    let mut left: u64 = kpk_weak_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if distance(y, board.strong_pawn) <= 2 {
            return true;
        }
    }
    false
}

fn kpk_part_weak_6(board: &KpkBoard) -> bool {
    if max(file_distance(board.weak_king, board.strong_pawn), 8 - rank(board.weak_king)) <= 3 {
        if (8 - rank(board.strong_king) - (8 - rank(board.strong_pawn))) <= 0 {
            if has(0x8181818181818181_u64, board.strong_pawn) {
                if (8 - rank(board.weak_king) - (8 - rank(board.strong_pawn))) <= -2 {
                    return rank(board.strong_pawn) <= 5
                        || distance(board.strong_king, board.weak_king) > 2;
                }
                return kpk_weak_opposition_next(board)
                    && (distance(board.strong_king, board.weak_king) > 2
                        || corner_distance(board.strong_king) > 2);
            }
            if (king_attacks(board.strong_king) & kpk_table_strong_key_squares[board.strong_pawn as usize & 63]) == 0x0_u64 {
                if distance(board.strong_pawn, board.weak_king) <= 5 {
                    if file_distance(board.weak_king, board.strong_pawn) <= 1 {
                        return true;
                    }
                    if (manhattan(board.strong_king, board.strong_pawn) + manhattan(board.strong_pawn, board.weak_king)) == manhattan(board.strong_king, board.weak_king) {
                        return kpk_part_weak_5(board);
                    }
                    return file_distance(board.weak_king, board.strong_pawn) <= 2
                        || (between(board.strong_king, board.strong_pawn) != 0x0_u64
                            && manhattan(board.strong_king, board.strong_pawn) <= 3);
                }
                return file_distance(board.strong_king, board.strong_pawn) > 3;
            }
            if !(distance(board.strong_pawn, board.weak_king) <= 4
                && !has(
                    kpk_table_strong_key_squares[board.strong_pawn as usize & 63],
                    board.strong_king)) {
                return false;
            }
            if kpk_weak_opposition_next(board) {
                return file_distance(board.weak_king, board.strong_pawn) <= 2
                    || count(kpk_strong_king_moves(board)) > 7;
            }
            return file_distance(board.weak_king, board.strong_pawn) <= 1
                && (distance(board.strong_king, board.strong_pawn) > 1
                    || rank(board.strong_pawn) > 4);
        }
        if file_distance(board.weak_king, board.strong_pawn) <= 2 {
            return true;
        }
        if (manhattan(board.strong_king, board.strong_pawn) + manhattan(board.strong_pawn, board.weak_king)) == manhattan(board.strong_king, board.weak_king) {
            return (distance(board.weak_king, board.strong_pawn) - distance(board.strong_king, board.weak_king)) <= -2
                || has(0x8181818181818181_u64, board.strong_pawn)
                || distance(board.strong_king, board.strong_pawn) > 3;
        }
        return rank(board.strong_pawn) <= 5 || kpk_weak_king_binds_pawn(board);
    }
    if (king_attacks(board.strong_king) & kpk_table_strong_key_squares[board.strong_pawn as usize & 63]) != 0x0_u64 {
        return false;
    }
    if has(0x8181818181818181_u64, board.strong_pawn) {
        if !(distance(board.strong_pawn, board.weak_king) <= 6
            && (max(file_distance(board.strong_king, board.strong_pawn), 8 - rank(board.strong_king)) - max(file_distance(board.weak_king, board.strong_pawn), 8 - rank(board.weak_king))) > -2) {
            return false;
        }
        if aligned(board.strong_king, board.weak_king) {
            return manhattan(board.strong_pawn, board.weak_king) > 7
                || (kpk_part_weak_6_any_1(board) && corner_distance(board.strong_king) > 0);
        }
        if (8 - rank(board.strong_king) - (8 - rank(board.strong_pawn))) > 0 {
            return true;
        }
        if (8 - rank(board.weak_king) - (8 - rank(board.strong_pawn))) <= -1 {
            return (manhattan(board.strong_pawn, board.strong_king) + manhattan(board.strong_king, board.weak_king)) == manhattan(board.strong_pawn, board.weak_king);
        }
        return manhattan(board.strong_pawn, board.weak_king) <= 3
            && distance(board.strong_king, board.weak_king) > 2;
    }
    if !((max(file_distance(board.strong_king, board.strong_pawn), 8 - rank(board.strong_king)) - max(file_distance(board.weak_king, board.strong_pawn), 8 - rank(board.weak_king))) > 0
        && (manhattan(board.strong_king, board.strong_pawn) + manhattan(board.strong_pawn, board.weak_king)) != manhattan(board.strong_king, board.weak_king)) {
        return false;
    }
    if file_distance(board.weak_king, board.strong_pawn) <= 4 {
        if manhattan(board.strong_king, board.strong_pawn) <= 3 {
            if distance(board.strong_pawn, board.weak_king) <= 3 {
                return manhattan(board.strong_king, board.strong_pawn) > 1;
            }
            return kpk_part_weak_5(board);
        }
        return (8 - rank(board.strong_king) - (8 - rank(board.strong_pawn))) > 0
            && ((distance(board.strong_king, board.strong_pawn) + distance(board.strong_pawn, board.weak_king)) != distance(board.strong_king, board.weak_king)
                || manhattan(board.strong_king, board.weak_king) > 7);
    }
    manhattan(board.strong_king, board.strong_pawn) > 4
        && (between(board.strong_king, board.strong_pawn) != 0x0_u64
            || (max(file_distance(board.weak_king, board.strong_pawn), 8 - rank(board.weak_king)) - (8 - rank(board.strong_pawn))) <= -1)
}

fn kpk_weak_king_attacks_pawn_next(board: &KpkBoard) -> bool {
    let mut left: u64 = kpk_weak_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if has(king_attacks(y), board.strong_pawn)
            && !has(king_attacks(board.strong_king), board.strong_pawn) {
            return true;
        }
    }
    false
}

fn kpk_part_weak_2(board: &KpkBoard) -> bool {
    if file_distance(board.strong_king, board.strong_pawn) <= 2 {
        if kpk_weak_opposition_next(board) {
            if (distance(board.strong_king, board.strong_pawn) - distance(board.weak_king, board.strong_pawn)) > -1 {
                return true;
            }
            if (max(file_distance(board.strong_king, board.strong_pawn), 8 - rank(board.strong_king)) - max(file_distance(board.weak_king, board.strong_pawn), 8 - rank(board.weak_king))) <= -1 {
                return has(0x8181818181818181_u64, board.strong_pawn)
                    && (8 - rank(board.weak_king) - (8 - rank(board.strong_pawn))) <= -3;
            }
            return rank(board.strong_pawn) <= 4 || has(0x8181818181818181_u64, board.strong_pawn);
        }
        if count(kpk_weak_king_moves(board)) > 2 {
            return false;
        }
        if has(0x8181818181818181_u64, board.strong_pawn) {
            return manhattan(board.strong_pawn, board.weak_king) > 3;
        }
        return kpk_weak_king_moves(board) == 0x0_u64;
    }
    if (8 - rank(board.strong_king) - (8 - rank(board.strong_pawn))) <= -1 {
        if (8 - rank(board.strong_king) - (8 - rank(board.strong_pawn))) <= -3 {
            if (8 - rank(board.weak_king) - (8 - rank(board.strong_pawn))) <= -5 {
                return has(0x8181818181818181_u64, board.strong_pawn);
            }
            if (8 - rank(board.strong_king) - (8 - rank(board.strong_pawn))) <= -4 {
                return corner_distance(board.weak_king) > 1
                    || distance(board.strong_king, board.weak_king) > 4;
            }
            return manhattan(board.strong_king, board.weak_king) <= 4
                && (rank(board.strong_pawn) > 2
                    || distance(board.strong_king, board.strong_pawn) <= 3);
        }
        if has(0x8181818181818181_u64, board.strong_pawn) {
            return (manhattan(board.strong_pawn, board.strong_king) + manhattan(board.strong_king, board.weak_king)) == manhattan(board.strong_pawn, board.weak_king)
                || (distance(board.strong_king, board.weak_king) > 2
                    && manhattan(board.strong_king, board.weak_king) <= 3);
        }
        if (distance(board.weak_king, board.strong_pawn) - distance(board.strong_king, board.weak_king)) <= 0 {
            return true;
        }
        if !kpk_weak_opposition_next(board) {
            return false;
        }
        if (8 - rank(board.strong_king) - (8 - rank(board.strong_pawn))) <= -2 {
            return (distance(board.strong_king, board.strong_pawn) - distance(board.weak_king, board.strong_pawn)) > -1
                && manhattan(board.strong_pawn, board.weak_king) <= 7;
        }
        if (max(file_distance(board.weak_king, board.strong_pawn), 8 - rank(board.weak_king)) - (8 - rank(board.strong_pawn))) <= 0 {
            return distance(board.strong_king, board.strong_pawn) <= 5;
        }
        return manhattan(board.strong_pawn, board.weak_king) > 7
            && !aligned(board.strong_king, board.weak_king);
    }
    if distance(board.strong_king, board.strong_pawn) <= 3 {
        return (max(file_distance(board.weak_king, board.strong_pawn), 8 - rank(board.weak_king)) - (8 - rank(board.strong_pawn))) <= 0
            || has(0x8181818181818181_u64, board.strong_pawn)
            || (max(file_distance(board.strong_king, board.strong_pawn), 8 - rank(board.strong_king)) > 3
                && distance(board.strong_king, board.weak_king) <= 3);
    }
    manhattan(board.strong_pawn, board.weak_king) <= 11
        || corner_distance(board.weak_king) > 0
}

fn kpk_part_weak_3(board: &KpkBoard) -> bool {
    if (distance(board.weak_king, board.strong_pawn) - distance(board.strong_king, board.weak_king)) <= -2 {
        if file_distance(board.weak_king, board.strong_pawn) <= 2 {
            return distance(board.strong_king, board.strong_pawn) > 2
                || (8 - rank(board.strong_king) - (8 - rank(board.strong_pawn))) > 1;
        }
        return file_distance(board.strong_king, board.strong_pawn) > 3;
    }
    if (max(file_distance(board.strong_king, board.strong_pawn), 8 - rank(board.strong_king)) - max(file_distance(board.weak_king, board.strong_pawn), 8 - rank(board.weak_king))) <= -2 {
        if rank(board.strong_pawn) <= 2 {
            return manhattan(board.strong_pawn, board.weak_king) <= 5
                && (manhattan(board.strong_king, board.strong_pawn) > 8
                    || (max(file_distance(board.weak_king, board.strong_pawn), 8 - rank(board.weak_king)) <= 5
                        && manhattan(board.strong_king, board.strong_pawn) > 6));
        }
        if (distance(board.strong_king, board.strong_pawn) - distance(board.weak_king, board.strong_pawn)) <= -1 {
            return between(board.strong_king, board.strong_pawn) != 0x0_u64
                && distance(board.strong_king, board.strong_pawn) > 2
                && (distance(board.strong_king, board.weak_king) <= 3
                    || distance(board.strong_king, board.strong_pawn) > 3);
        }
        if (8 - rank(board.strong_king) - (8 - rank(board.strong_pawn))) <= -4 {
            return file_distance(board.strong_king, board.strong_pawn) > 2
                && (distance(board.strong_king, board.strong_pawn) <= 4
                    || manhattan(board.strong_king, board.strong_pawn) > 8);
        }
        return (8 - rank(board.strong_king) - (8 - rank(board.strong_pawn))) <= -2
            && manhattan(board.strong_king, board.weak_king) <= 4;
    }
    if (max(file_distance(board.strong_king, board.strong_pawn), 8 - rank(board.strong_king)) - max(file_distance(board.weak_king, board.strong_pawn), 8 - rank(board.weak_king))) <= 0 {
        if max(file_distance(board.weak_king, board.strong_pawn), 8 - rank(board.weak_king)) > 6 {
            return false;
        }
        if (manhattan(board.strong_king, board.weak_king) + manhattan(board.weak_king, board.strong_pawn)) == manhattan(board.strong_king, board.strong_pawn) {
            return rank(board.strong_pawn) > 2
                || (8 - rank(board.weak_king) - (8 - rank(board.strong_pawn))) <= -2
                || ((8 - rank(board.strong_king) - (8 - rank(board.strong_pawn))) <= -4
                    && (between(board.strong_pawn, board.weak_king) == 0x0_u64
                        || distance(board.strong_king, board.weak_king) > 4));
        }
        return kpk_part_weak_2(board);
    }
    if file_distance(board.weak_king, board.strong_pawn) <= 1 {
        return true;
    }
    if (king_attacks(board.strong_king) & kpk_table_strong_key_squares[board.strong_pawn as usize & 63]) == 0x0_u64 {
        if has(0x8181818181818181_u64, board.strong_pawn) {
            return true;
        }
        if rank(board.strong_pawn) <= 5 {
            if (manhattan(board.strong_pawn, board.strong_king) + manhattan(board.strong_king, board.weak_king)) != manhattan(board.strong_pawn, board.weak_king) {
                return true;
            }
            if between(board.strong_king, board.strong_pawn) == 0x0_u64 {
                return kpk_weak_opposition_next(board);
            }
            return distance(board.strong_king, board.weak_king) <= 5;
        }
        return (8 - rank(board.weak_king) - (8 - rank(board.strong_pawn))) > -2
            && manhattan(board.strong_king, board.strong_pawn) > 3;
    }
    between(board.strong_pawn, board.weak_king) != 0x0_u64
        || kpk_weak_opposition_next(board)
}

fn kpk_part_weak_1(board: &KpkBoard) -> bool {
    if (distance(board.strong_king, board.strong_pawn) - distance(board.weak_king, board.strong_pawn)) > 1 {
        return true;
    }
    if (max(file_distance(board.strong_king, board.strong_pawn), 8 - rank(board.strong_king)) - (8 - rank(board.strong_pawn))) <= -3 {
        if file_distance(board.weak_king, board.strong_pawn) > 4 {
            return false;
        }
        if file_distance(board.weak_king, board.strong_pawn) <= 1 {
            return true;
        }
        if between(board.strong_pawn, board.weak_king) == 0x0_u64 {
            if rank(board.strong_pawn) > 2
                || max(file_distance(board.weak_king, board.strong_pawn), 8 - rank(board.weak_king)) <= 3
                || kpk_weak_opposition_next(board)
                || distance(board.strong_king, board.strong_pawn) > 5 {
                return true;
            }
            if file_distance(board.strong_king, board.strong_pawn) <= 2 {
                return kpk_weak_king_binds_pawn(board) && edge_distance(board.strong_king) <= 0;
            }
            return distance(board.strong_king, board.weak_king) <= 5;
        }
        if (8 - rank(board.weak_king) - (8 - rank(board.strong_pawn))) <= -2 {
            if has(0x8181818181818181_u64, board.strong_pawn) {
                return rank(board.strong_pawn) > 2
                    || manhattan(board.strong_king, board.strong_pawn) <= 4;
            }
            return (distance(board.strong_king, board.strong_pawn) + distance(board.strong_pawn, board.weak_king)) == distance(board.strong_king, board.weak_king);
        }
        return rank(board.strong_pawn) > 2
            || (manhattan(board.strong_king, board.strong_pawn) > 7
                && distance(board.strong_king, board.weak_king) <= 5);
    }
    (max(file_distance(board.weak_king, board.strong_pawn), 8 - rank(board.weak_king)) - (8 - rank(board.strong_pawn))) > -1
        || between(board.strong_pawn, board.weak_king) == 0x0_u64
        || (max(file_distance(board.strong_king, board.strong_pawn), 8 - rank(board.strong_king)) - max(file_distance(board.weak_king, board.strong_pawn), 8 - rank(board.weak_king))) > 0
        || (distance(board.strong_king, board.strong_pawn) + distance(board.strong_pawn, board.weak_king)) == distance(board.strong_king, board.weak_king)
}

fn kpk_part_weak_4(board: &KpkBoard) -> bool {
    if (max(file_distance(board.strong_king, board.strong_pawn), 8 - rank(board.strong_king)) - max(file_distance(board.weak_king, board.strong_pawn), 8 - rank(board.weak_king))) <= 1 {
        if (distance(board.strong_king, board.strong_pawn) - distance(board.weak_king, board.strong_pawn)) <= 0 {
            if file_distance(board.strong_king, board.strong_pawn) <= 1 {
                if (8 - rank(board.strong_king) - (8 - rank(board.strong_pawn))) <= -1 {
                    if has(0x8181818181818181_u64, board.strong_pawn) {
                        if file_distance(board.weak_king, board.strong_pawn) <= 3 {
                            if file_distance(board.strong_king, board.strong_pawn) <= 0 {
                                if (8 - rank(board.weak_king) - (8 - rank(board.strong_pawn))) <= 0 {
                                    return max(file_distance(board.weak_king, board.strong_pawn), 8 - rank(board.weak_king)) <= 5
                                        || distance(board.strong_king, board.strong_pawn) <= 1;
                                }
                                return corner_distance(board.strong_king) <= 0
                                    && distance(board.strong_pawn, board.weak_king) <= 2
                                    && manhattan(board.strong_king, board.weak_king) > 2;
                            }
                            return manhattan(board.strong_pawn, board.weak_king) > 5
                                && count(kpk_weak_king_moves(board)) > 5;
                        }
                        return (max(file_distance(board.strong_king, board.strong_pawn), 8 - rank(board.strong_king)) - max(file_distance(board.weak_king, board.strong_pawn), 8 - rank(board.weak_king))) > -2
                            && manhattan(board.strong_pawn, board.weak_king) > 7;
                    }
                    return kpk_weak_king_moves(board) == 0x0_u64;
                }
                if kpk_weak_king_attacks_pawn_next(board) {
                    return true;
                }
                if kpk_weak_king_binds_pawn(board) {
                    if (king_attacks(board.strong_king) & kpk_table_strong_key_squares[board.strong_pawn as usize & 63]) == 0x0_u64 {
                        return count(kpk_weak_king_moves(board)) > 3
                            || file_distance(board.strong_king, board.strong_pawn) > 0;
                    }
                    if rank(board.strong_pawn) <= 5 {
                        return true;
                    }
                    if has(0x8181818181818181_u64, board.strong_pawn) {
                        return (max(file_distance(board.weak_king, board.strong_pawn), 8 - rank(board.weak_king)) - (8 - rank(board.strong_pawn))) <= 0;
                    }
                    return distance(board.strong_pawn, board.weak_king) <= 1
                        && edge_distance(board.weak_king) <= 0;
                }
                if (manhattan(board.strong_pawn, board.strong_king) + manhattan(board.strong_king, board.weak_king)) == manhattan(board.strong_pawn, board.weak_king) {
                    return manhattan(board.strong_king, board.weak_king) > 2;
                }
                return kpk_weak_king_moves(board) == 0x0_u64;
            }
            return kpk_part_weak_3(board);
        }
        if manhattan(board.strong_pawn, board.weak_king) <= 2 {
            return file_distance(board.weak_king, board.strong_pawn) <= 1
                || rank(board.strong_pawn) > 2
                || distance(board.strong_king, board.strong_pawn) > 4
                || file_distance(board.strong_king, board.strong_pawn) > 3;
        }
        return max(file_distance(board.weak_king, board.strong_pawn), 8 - rank(board.weak_king)) <= 6
            && kpk_part_weak_1(board);
    }
    if (distance(board.strong_king, board.strong_pawn) - distance(board.strong_king, board.weak_king)) <= -2 {
        if (max(file_distance(board.strong_king, board.strong_pawn), 8 - rank(board.strong_king)) - (8 - rank(board.strong_pawn))) <= 1 {
            if (distance(board.strong_king, board.strong_pawn) - distance(board.strong_king, board.weak_king)) <= -3 {
                return distance(board.strong_king, board.strong_pawn) > 3;
            }
            return (max(file_distance(board.strong_king, board.strong_pawn), 8 - rank(board.strong_king)) - (8 - rank(board.strong_pawn))) > 0
                || distance(board.strong_king, board.strong_pawn) > 2;
        }
        return (distance(board.strong_king, board.strong_pawn) - distance(board.strong_king, board.weak_king)) > -4
            || (8 - rank(board.strong_king) - (8 - rank(board.strong_pawn))) > 2;
    }
    if manhattan(board.strong_king, board.weak_king) <= 2 {
        return (manhattan(board.strong_pawn, board.strong_king) + manhattan(board.strong_king, board.weak_king)) != manhattan(board.strong_pawn, board.weak_king)
            || (8 - rank(board.strong_king) - (8 - rank(board.strong_pawn))) > -1
            || has(0x8181818181818181_u64, board.strong_pawn);
    }
    several(kpk_weak_king_moves(board)) || corner_distance(board.weak_king) <= 0
}

// 2, draw: "tree weak"
// no win or loss of the class leads to a draw in the tree
// spots 70,420 draws
fn kpk_rule_2(board: &KpkBoard) -> bool {
    if (max(file_distance(board.weak_king, board.strong_pawn), 8 - rank(board.weak_king)) - (8 - rank(board.strong_pawn))) <= 1 {
        if (distance(board.strong_king, board.strong_pawn) - distance(board.weak_king, board.strong_pawn)) <= -2 {
            return kpk_part_weak_6(board);
        }
        return kpk_part_weak_4(board);
    }
    kpk_weak_king_binds_pawn(board)
        && (kpk_table_strong_path[board.strong_pawn as usize & 63] & board.occupied) != 0x0_u64
}

fn kpk_strong_to_move(board: &KpkBoard) -> i32 {
    if kpk_rule_1(board) {
        return 1;
    }
    0
}

fn kpk_weak_to_move(board: &KpkBoard) -> i32 {
    if kpk_rule_2(board) {
        return 2;
    }
    0
}

/// The same as probe_rule for KPvK by the squares of its men; without castling and en passant.
#[allow(dead_code, clippy::too_many_arguments)]
pub fn kpk_rule(
    strong_king: u32,
    weak_king: u32,
    strong_pawn: u32,
    strong_to_move: bool,
) -> i32 {
    let board = KpkBoard {
        strong_king,
        weak_king,
        strong_pawn,
        occupied: bit(strong_king) | bit(weak_king) | bit(strong_pawn),
        kpk_strong_king_moves: Cell::new(None),
        kpk_weak_king_moves: Cell::new(None),
        kpk_weak_opposition_next: Cell::new(None),
        kpk_part_weak_5: Cell::new(None),
        kpk_weak_king_binds_pawn: Cell::new(None),
    };
    if strong_to_move { kpk_strong_to_move(&board) } else { kpk_weak_to_move(&board) }
}

// KNNvK

#[allow(dead_code)]
struct KnnkBoard {
    strong_king: u32,
    weak_king: u32,
    strong_knight_1: u32,
    strong_knight_2: u32,
    occupied: u64,
}

fn knnk_checks(board: &KnnkBoard, n: u32) -> u64 {
    knight_attacks(n) & knight_attacks(board.weak_king) & !(bit(board.strong_king) | bit(board.strong_knight_1) | bit(board.strong_knight_2))
}

fn knnk_hit_by(knights: u64, x: u32) -> bool {
    (knight_attacks(x) & knights) != 0x0_u64
}

fn knnk_other(board: &KnnkBoard, n: u32) -> u64 {
    (bit(board.strong_knight_1) | bit(board.strong_knight_2)) & !bit(n)
}

fn knnk_stays(board: &KnnkBoard, n: u32, x: u32) -> bool {
    !has(king_attacks(board.weak_king), x)
        || has(king_attacks(board.strong_king), x)
        || knnk_hit_by(knnk_other(board, n), x)
}

fn knnk_flights(board: &KnnkBoard, n: u32, x: u32) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = king_attacks(board.weak_king) & !king_attacks(board.strong_king) & !knight_attacks(x);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !knnk_hit_by(knnk_other(board, n), y) {
            found |= bit(y);
        }
    }
    found
}

fn knnk_rule_1_any_1(board: &KnnkBoard, n: u32) -> bool {
    let mut left: u64 = knnk_checks(board, n);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if knnk_stays(board, n, x) && knnk_flights(board, n, x) == 0x0_u64 {
            return true;
        }
    }
    false
}

// 1, silent: "mate in one"
// A knight checks, cannot be taken, and no square is left to the king.
fn knnk_rule_1(board: &KnnkBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let n = first(left);
        left &= left - 1;
        if knnk_rule_1_any_1(board, n) {
            return true;
        }
    }
    false
}

// 3, draw: "two knights cannot force mate"
// A king that is not in the net yet has a square to go to, whoever moves.
fn knnk_rule_3() -> bool {
    true
}

// All squares that a side attacks, its own men included.
fn knnk_strong_attacks(board: &KnnkBoard) -> u64 {
    king_attacks(board.strong_king)
        | knight_attacks(board.strong_knight_1)
        | knight_attacks(board.strong_knight_2)
}

fn knnk_rule_2_all_1(board: &KnnkBoard) -> bool {
    let mut left: u64 = king_attacks(board.weak_king) & !king_attacks(board.strong_king);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !knnk_hit_by((bit(board.strong_knight_1) | bit(board.strong_knight_2)) & !bit(y), y) {
            return false;
        }
    }
    true
}

// 2, silent: "mated"
// In check, and every square next to the king is covered.
fn knnk_rule_2(board: &KnnkBoard) -> bool {
    has(knnk_strong_attacks(board), board.weak_king) && knnk_rule_2_all_1(board)
}

fn knnk_strong_to_move(board: &KnnkBoard) -> i32 {
    if knnk_rule_1(board) {
        return -1;
    }
    if knnk_rule_3() {
        return 3;
    }
    0
}

fn knnk_weak_to_move(board: &KnnkBoard) -> i32 {
    if knnk_rule_2(board) {
        return -2;
    }
    if knnk_rule_3() {
        return 3;
    }
    0
}

/// The same as probe_rule for KNNvK by the squares of its men; without castling and en passant.
#[allow(dead_code, clippy::too_many_arguments)]
pub fn knnk_rule(
    strong_king: u32,
    weak_king: u32,
    strong_knight_1: u32,
    strong_knight_2: u32,
    strong_to_move: bool,
) -> i32 {
    let board = KnnkBoard {
        strong_king,
        weak_king,
        strong_knight_1,
        strong_knight_2,
        occupied: bit(strong_king) | bit(weak_king) | bit(strong_knight_1) | bit(strong_knight_2),
    };
    if strong_to_move { knnk_strong_to_move(&board) } else { knnk_weak_to_move(&board) }
}

// KBBvK

#[allow(dead_code)]
struct KbbkBoard {
    strong_king: u32,
    weak_king: u32,
    strong_bishop_1: u32,
    strong_bishop_2: u32,
    occupied: u64,
    kbbk_weak_king_moves: Cell<Option<u64>>,
    kbbk_strong_hanging_bishops: Cell<Option<u64>>,
}

fn kbbk_strong_bishops_same_color_any_1(board: &KbbkBoard, strong_bishop: u32) -> bool {
    let mut left: u64 = (bit(board.strong_bishop_1) | bit(board.strong_bishop_2)) & !bit(strong_bishop);
    while left != 0 {
        let other_strong_bishop = first(left);
        left &= left - 1;
        if same_color(strong_bishop, other_strong_bishop) {
            return true;
        }
    }
    false
}

fn kbbk_strong_bishops_same_color(board: &KbbkBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if kbbk_strong_bishops_same_color_any_1(board, strong_bishop) {
            return true;
        }
    }
    false
}

fn kbbk_weak_king_moves_anew(board: &KbbkBoard) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = king_attacks(board.weak_king) & !bit(board.weak_king) & !king_attacks(board.strong_king);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if (bishop_attacks(y, board.occupied & !bit(board.weak_king)) & (bit(board.strong_bishop_1) | bit(board.strong_bishop_2))) == 0x0_u64 {
            found |= bit(y);
        }
    }
    found
}

fn kbbk_weak_king_moves(board: &KbbkBoard) -> u64 {
    if let Some(known) = board.kbbk_weak_king_moves.get() {
        return known;
    }
    let found = kbbk_weak_king_moves_anew(board);
    board.kbbk_weak_king_moves.set(Some(found));
    found
}

fn kbbk_rule_1_all_1(board: &KbbkBoard) -> bool {
    let mut left: u64 = kbbk_weak_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !has(0xff818181818181ff_u64, y) {
            return false;
        }
    }
    true
}

// All squares that a side attacks, its own men included.
fn kbbk_strong_attacks(board: &KbbkBoard) -> u64 {
    king_attacks(board.strong_king)
        | bishop_attacks(board.strong_bishop_1, board.occupied)
        | bishop_attacks(board.strong_bishop_2, board.occupied)
}

fn kbbk_strong_loose_bishops(board: &KbbkBoard) -> u64 {
    (bit(board.strong_bishop_1) | bit(board.strong_bishop_2)) & !kbbk_strong_attacks(board)
}

// All squares that a side attacks, its own men included.
fn kbbk_weak_attacks(board: &KbbkBoard) -> u64 {
    king_attacks(board.weak_king)
}

fn kbbk_strong_hanging_bishops(board: &KbbkBoard) -> u64 {
    if let Some(known) = board.kbbk_strong_hanging_bishops.get() {
        return known;
    }
    let found = kbbk_strong_loose_bishops(board) & kbbk_weak_attacks(board);
    board.kbbk_strong_hanging_bishops.set(Some(found));
    found
}

fn kbbk_strong_hanging_bishops_left(board: &KbbkBoard) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let m = first(left);
        left &= left - 1;
        if (kbbk_strong_hanging_bishops(board) & !bit(m)) != 0x0_u64 {
            found |= bit(m);
        }
    }
    found
}

fn kbbk_rule_1_any_2(board: &KbbkBoard) -> bool {
    let mut left: u64 = kbbk_strong_hanging_bishops_left(board);
    while left != 0 {
        let m = first(left);
        left &= left - 1;
        if (distance(board.strong_king, m) - distance(board.weak_king, m)) <= 0 {
            return true;
        }
    }
    false
}

fn kbbk_strong_king_moves(board: &KbbkBoard) -> u64 {
    king_attacks(board.strong_king) & !(bit(board.strong_king) | bit(board.strong_bishop_1) | bit(board.strong_bishop_2)) & !king_attacks(board.weak_king)
}

fn kbbk_strong_king_leaves(board: &KbbkBoard, y: u32) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = king_attacks(board.weak_king) & !bit(board.weak_king) & !king_attacks(y);
    while left != 0 {
        let z = first(left);
        left &= left - 1;
        if (bishop_attacks(z, (board.occupied & !bit(board.strong_king) & !bit(board.weak_king)) | bit(y)) & (bit(board.strong_bishop_1) | bit(board.strong_bishop_2))) == 0x0_u64 {
            found |= bit(z);
        }
    }
    found
}

fn kbbk_rule_1_any_3(board: &KbbkBoard) -> bool {
    let mut left: u64 = kbbk_strong_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !several(kbbk_strong_king_leaves(board, y)) {
            return true;
        }
    }
    false
}

fn kbbk_strong_bishop_moves(board: &KbbkBoard, strong_bishop: u32) -> u64 {
    bishop_attacks(strong_bishop, board.occupied) & !board.occupied
}

fn kbbk_strong_bishop_is_safe(board: &KbbkBoard, strong_bishop: u32, x: u32) -> bool {
    !has(king_attacks(board.weak_king), x)
        || has(king_attacks(board.strong_king), x)
        || (bishop_attacks(x, board.occupied & !bit(strong_bishop)) & (bit(board.strong_bishop_1) | bit(board.strong_bishop_2)) & !bit(strong_bishop)) != 0x0_u64
}

fn kbbk_strong_bishop_safe_moves(board: &KbbkBoard, strong_bishop: u32) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = kbbk_strong_bishop_moves(board, strong_bishop);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if kbbk_strong_bishop_is_safe(board, strong_bishop, x) {
            found |= bit(x);
        }
    }
    found
}

fn kbbk_strong_bishop_safe_checks(board: &KbbkBoard, strong_bishop: u32) -> u64 {
    kbbk_strong_bishop_safe_moves(board, strong_bishop) & bishop_attacks(board.weak_king, board.occupied & !bit(strong_bishop))
}

fn kbbk_strong_bishop_leaves(board: &KbbkBoard, strong_bishop: u32, x: u32) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = king_attacks(board.weak_king) & !bit(board.weak_king) & !king_attacks(board.strong_king) & !bishop_attacks(x, board.occupied & !bit(strong_bishop) & !bit(board.weak_king));
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if (bishop_attacks(y, (board.occupied & !bit(strong_bishop) & !bit(board.weak_king)) | bit(x)) & (bit(board.strong_bishop_1) | bit(board.strong_bishop_2)) & !bit(strong_bishop)) == 0x0_u64 {
            found |= bit(y);
        }
    }
    found
}

fn kbbk_strong_bishop_check_drives_to_edge_all_1(
    board: &KbbkBoard,
    strong_bishop: u32,
    x: u32,
) -> bool {
    let mut left: u64 = kbbk_strong_bishop_leaves(board, strong_bishop, x);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !has(0xff818181818181ff_u64, y) {
            return false;
        }
    }
    true
}

fn kbbk_strong_bishop_check_drives_to_edge_any_2(
    board: &KbbkBoard,
    strong_bishop: u32,
) -> bool {
    let mut left: u64 = kbbk_strong_bishop_safe_checks(board, strong_bishop);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if kbbk_strong_bishop_check_drives_to_edge_all_1(board, strong_bishop, x) {
            return true;
        }
    }
    false
}

fn kbbk_strong_bishop_check_drives_to_edge(board: &KbbkBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if kbbk_strong_bishop_check_drives_to_edge_any_2(board, strong_bishop) {
            return true;
        }
    }
    false
}

fn kbbk_rule_1_any_4(board: &KbbkBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if same_diagonal(board.strong_king, strong_bishop) {
            return true;
        }
    }
    false
}

// 1, draw: "tree strong"
// no win or loss of the class leads to a draw in the tree
// spots 5,156,840 draws
fn kbbk_rule_1(board: &KbbkBoard) -> bool {
    kbbk_strong_bishops_same_color(board)
        || (kbbk_rule_1_all_1(board)
            && kbbk_rule_1_any_2(board)
            && kbbk_rule_1_any_3(board)
            && kbbk_strong_bishop_check_drives_to_edge(board)
            && (edge_distance(board.strong_king) <= 1 || kbbk_rule_1_any_4(board)))
}

fn kbbk_part_weak_1_any_1(board: &KbbkBoard) -> bool {
    let mut left: u64 = kbbk_strong_loose_bishops(board);
    while left != 0 {
        let m = first(left);
        left &= left - 1;
        if distance(board.weak_king, m) <= 1 {
            return true;
        }
    }
    false
}

fn kbbk_part_weak_1_any_2(board: &KbbkBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if same_diagonal(strong_bishop, board.weak_king) {
            return true;
        }
    }
    false
}

fn kbbk_weak_king_traps_bishop_any_1(board: &KbbkBoard, y: u32) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if has(king_attacks(y), strong_bishop)
            && !(has(king_attacks(board.strong_king), strong_bishop)
                || (bishop_attacks(strong_bishop, (board.occupied & !bit(board.weak_king)) | bit(y)) & (bit(board.strong_bishop_1) | bit(board.strong_bishop_2)) & !bit(strong_bishop)) != 0x0_u64)
            && (bishop_attacks(strong_bishop, board.occupied) & !(bit(board.strong_king) | bit(board.strong_bishop_1) | bit(board.strong_bishop_2)) & !king_attacks(y)) == 0x0_u64 {
            return true;
        }
    }
    false
}

fn kbbk_weak_king_traps_bishop(board: &KbbkBoard) -> bool {
    let mut left: u64 = kbbk_weak_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if kbbk_weak_king_traps_bishop_any_1(board, y) {
            return true;
        }
    }
    false
}

fn kbbk_part_weak_1_all_3(board: &KbbkBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if edge_distance(strong_bishop) > 1 {
            return false;
        }
    }
    true
}

fn kbbk_part_weak_1_any_4(board: &KbbkBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if distance(board.strong_king, strong_bishop) <= 1 {
            return true;
        }
    }
    false
}

fn kbbk_part_weak_1_all_5(board: &KbbkBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if distance(strong_bishop, board.weak_king) > 5 {
            return false;
        }
    }
    true
}

fn kbbk_part_weak_1_all_6(board: &KbbkBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if corner_distance(strong_bishop) > 2 {
            return false;
        }
    }
    true
}

fn kbbk_part_weak_1_all_7(board: &KbbkBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if corner_distance(strong_bishop) > 0 {
            return false;
        }
    }
    true
}

fn kbbk_part_weak_1_any_8(board: &KbbkBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if between(board.strong_king, strong_bishop) == 0x0_u64 {
            return true;
        }
    }
    false
}

fn kbbk_part_weak_1_all_9(board: &KbbkBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if distance(board.strong_king, strong_bishop) > 4 {
            return false;
        }
    }
    true
}

fn kbbk_part_weak_1_all_10(board: &KbbkBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if corner_distance(strong_bishop) > 1 {
            return false;
        }
    }
    true
}

fn kbbk_part_weak_1_all_11(board: &KbbkBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if corner_distance(strong_bishop) > 2 {
            return false;
        }
    }
    true
}

fn kbbk_part_weak_1(board: &KbbkBoard) -> bool {
    if kbbk_part_weak_1_any_1(board) {
        return true;
    }
    if kbbk_weak_king_moves(board) == 0x0_u64 {
        return !kbbk_part_weak_1_any_2(board);
    }
    if !(kbbk_weak_king_traps_bishop(board) && corner_distance(board.strong_king) <= 2) {
        return false;
    }
    if kbbk_part_weak_1_all_3(board) {
        return kbbk_part_weak_1_any_4(board)
            || (!kbbk_part_weak_1_all_5(board)
                && kbbk_part_weak_1_all_6(board)
                && !kbbk_part_weak_1_all_7(board)
                && kbbk_part_weak_1_any_8(board)
                && (!kbbk_part_weak_1_all_9(board) || !kbbk_part_weak_1_all_10(board)));
    }
    !kbbk_part_weak_1_all_11(board)
}

// 2, draw: "tree weak"
// no win or loss of the class leads to a draw in the tree
// spots 8,032,504 draws
fn kbbk_rule_2(board: &KbbkBoard) -> bool {
    kbbk_strong_bishops_same_color(board) || kbbk_part_weak_1(board)
}

fn kbbk_strong_to_move(board: &KbbkBoard) -> i32 {
    if kbbk_rule_1(board) {
        return 1;
    }
    0
}

fn kbbk_weak_to_move(board: &KbbkBoard) -> i32 {
    if kbbk_rule_2(board) {
        return 2;
    }
    0
}

/// The same as probe_rule for KBBvK by the squares of its men; without castling and en passant.
#[allow(dead_code, clippy::too_many_arguments)]
pub fn kbbk_rule(
    strong_king: u32,
    weak_king: u32,
    strong_bishop_1: u32,
    strong_bishop_2: u32,
    strong_to_move: bool,
) -> i32 {
    let board = KbbkBoard {
        strong_king,
        weak_king,
        strong_bishop_1,
        strong_bishop_2,
        occupied: bit(strong_king) | bit(weak_king) | bit(strong_bishop_1) | bit(strong_bishop_2),
        kbbk_weak_king_moves: Cell::new(None),
        kbbk_strong_hanging_bishops: Cell::new(None),
    };
    if strong_to_move { kbbk_strong_to_move(&board) } else { kbbk_weak_to_move(&board) }
}

// KBNvK

#[allow(dead_code)]
struct KbnkBoard {
    strong_king: u32,
    weak_king: u32,
    strong_knight: u32,
    strong_bishop: u32,
    occupied: u64,
    kbnk_strong_knight_safe_moves: Cell<Option<u64>>,
    kbnk_strong_bishop_safe_moves: Cell<Option<u64>>,
    kbnk_strong_bishop_boxes_2: Cell<Option<bool>>,
    kbnk_weak_king_moves: Cell<Option<u64>>,
    kbnk_strong_king_moves: Cell<Option<u64>>,
    kbnk_strong_bishop_safe_checks: Cell<Option<u64>>,
    kbnk_strong_knight_boxes_0: Cell<Option<bool>>,
    kbnk_strong_knight_safe_checks: Cell<Option<u64>>,
    kbnk_strong_attacks: Cell<Option<u64>>,
    kbnk_weak_king_binds_knight: Cell<Option<bool>>,
}

fn kbnk_strong_knight_moves(board: &KbnkBoard) -> u64 {
    knight_attacks(board.strong_knight) & !board.occupied
}

fn kbnk_strong_knight_is_safe(board: &KbnkBoard, x: u32) -> bool {
    !has(king_attacks(board.weak_king), x)
        || has(king_attacks(board.strong_king), x)
        || has(
            bishop_attacks(board.strong_bishop, board.occupied & !bit(board.strong_knight)), x)
}

fn kbnk_strong_knight_safe_moves_anew(board: &KbnkBoard) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = kbnk_strong_knight_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if kbnk_strong_knight_is_safe(board, x) {
            found |= bit(x);
        }
    }
    found
}

fn kbnk_strong_knight_safe_moves(board: &KbnkBoard) -> u64 {
    if let Some(known) = board.kbnk_strong_knight_safe_moves.get() {
        return known;
    }
    let found = kbnk_strong_knight_safe_moves_anew(board);
    board.kbnk_strong_knight_safe_moves.set(Some(found));
    found
}

fn kbnk_part_strong_1_any_1(board: &KbnkBoard) -> bool {
    let mut left: u64 = kbnk_strong_knight_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if distance(x, board.weak_king) <= 1 {
            return true;
        }
    }
    false
}

fn kbnk_strong_bishop_moves(board: &KbnkBoard) -> u64 {
    bishop_attacks(board.strong_bishop, board.occupied) & !board.occupied
}

fn kbnk_strong_bishop_is_safe(board: &KbnkBoard, x: u32) -> bool {
    !has(king_attacks(board.weak_king), x)
        || has(king_attacks(board.strong_king), x)
        || has(knight_attacks(board.strong_knight), x)
}

fn kbnk_strong_bishop_safe_moves_anew(board: &KbnkBoard) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = kbnk_strong_bishop_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if kbnk_strong_bishop_is_safe(board, x) {
            found |= bit(x);
        }
    }
    found
}

fn kbnk_strong_bishop_safe_moves(board: &KbnkBoard) -> u64 {
    if let Some(known) = board.kbnk_strong_bishop_safe_moves.get() {
        return known;
    }
    let found = kbnk_strong_bishop_safe_moves_anew(board);
    board.kbnk_strong_bishop_safe_moves.set(Some(found));
    found
}

fn kbnk_strong_bishop_leaves(board: &KbnkBoard, x: u32) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = king_attacks(board.weak_king) & !bit(board.weak_king) & !king_attacks(board.strong_king) & !bishop_attacks(x, board.occupied & !bit(board.strong_bishop) & !bit(board.weak_king));
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !has(knight_attacks(board.strong_knight), y) {
            found |= bit(y);
        }
    }
    found
}

fn kbnk_strong_bishop_boxes_2_anew(board: &KbnkBoard) -> bool {
    let mut left: u64 = kbnk_strong_bishop_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if count(kbnk_strong_bishop_leaves(board, x)) <= 2 {
            return true;
        }
    }
    false
}

fn kbnk_strong_bishop_boxes_2(board: &KbnkBoard) -> bool {
    if let Some(known) = board.kbnk_strong_bishop_boxes_2.get() {
        return known;
    }
    let found = kbnk_strong_bishop_boxes_2_anew(board);
    board.kbnk_strong_bishop_boxes_2.set(Some(found));
    found
}

fn kbnk_weak_king_moves(board: &KbnkBoard) -> u64 {
    if let Some(known) = board.kbnk_weak_king_moves.get() {
        return known;
    }
    let found = king_attacks(board.weak_king) & !bit(board.weak_king) & !king_attacks(board.strong_king) & !bishop_attacks(board.strong_bishop, board.occupied & !bit(board.weak_king)) & !knight_attacks(board.strong_knight);
    board.kbnk_weak_king_moves.set(Some(found));
    found
}

fn kbnk_part_strong_1_any_2(board: &KbnkBoard) -> bool {
    let mut left: u64 = kbnk_strong_bishop_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if distance(x, board.strong_king) <= 3 {
            return true;
        }
    }
    false
}

fn kbnk_strong_king_moves(board: &KbnkBoard) -> u64 {
    if let Some(known) = board.kbnk_strong_king_moves.get() {
        return known;
    }
    let found = king_attacks(board.strong_king) & !(bit(board.strong_king) | bit(board.strong_knight) | bit(board.strong_bishop)) & !king_attacks(board.weak_king);
    board.kbnk_strong_king_moves.set(Some(found));
    found
}

fn kbnk_strong_bishop_falls(board: &KbnkBoard) -> bool {
    let mut left: u64 = kbnk_strong_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !(has(king_attacks(board.weak_king), board.strong_bishop)
            && !has(king_attacks(y), board.strong_bishop)
            && !has(knight_attacks(board.strong_knight), board.strong_bishop)) {
            return false;
        }
    }
    true
}

fn kbnk_strong_bishop_boxes_0(board: &KbnkBoard) -> bool {
    let mut left: u64 = kbnk_strong_bishop_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if kbnk_strong_bishop_leaves(board, x) == 0x0_u64 {
            return true;
        }
    }
    false
}

fn kbnk_strong_king_leaves(board: &KbnkBoard, y: u32) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = king_attacks(board.weak_king) & !bit(board.weak_king) & !king_attacks(y);
    while left != 0 {
        let z = first(left);
        left &= left - 1;
        if !(has(
                bishop_attacks(board.strong_bishop, (board.occupied & !bit(board.strong_king) & !bit(board.weak_king)) | bit(y)),
                z)
            || has(knight_attacks(board.strong_knight), z)) {
            found |= bit(z);
        }
    }
    found
}

fn kbnk_part_strong_1_any_3(board: &KbnkBoard) -> bool {
    let mut left: u64 = kbnk_strong_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if kbnk_strong_king_leaves(board, y) == 0x0_u64 {
            return true;
        }
    }
    false
}

fn kbnk_strong_knight_leaves(board: &KbnkBoard, x: u32) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = king_attacks(board.weak_king) & !bit(board.weak_king) & !king_attacks(board.strong_king) & !knight_attacks(x);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !has(
            bishop_attacks(board.strong_bishop, (board.occupied & !bit(board.strong_knight) & !bit(board.weak_king)) | bit(x)),
            y) {
            found |= bit(y);
        }
    }
    found
}

fn kbnk_strong_knight_boxes_1(board: &KbnkBoard) -> bool {
    let mut left: u64 = kbnk_strong_knight_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if !several(kbnk_strong_knight_leaves(board, x)) {
            return true;
        }
    }
    false
}

fn kbnk_part_strong_1_any_4(board: &KbnkBoard) -> bool {
    let mut left: u64 = kbnk_strong_knight_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if distance(x, board.strong_king) <= 2 {
            return true;
        }
    }
    false
}

fn kbnk_strong_bishop_safe_checks(board: &KbnkBoard) -> u64 {
    if let Some(known) = board.kbnk_strong_bishop_safe_checks.get() {
        return known;
    }
    let found = kbnk_strong_bishop_safe_moves(board) & bishop_attacks(board.weak_king, board.occupied & !bit(board.strong_bishop));
    board.kbnk_strong_bishop_safe_checks.set(Some(found));
    found
}

fn kbnk_weak_king_attacks_bishop_next(board: &KbnkBoard) -> bool {
    let mut left: u64 = kbnk_weak_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if has(king_attacks(y), board.strong_bishop)
            && !(has(king_attacks(board.strong_king), board.strong_bishop)
                || has(knight_attacks(board.strong_knight), board.strong_bishop)) {
            return true;
        }
    }
    false
}

fn kbnk_part_strong_1_any_5(board: &KbnkBoard) -> bool {
    let mut left: u64 = kbnk_strong_knight_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if distance(x, board.weak_king) <= 1 {
            return true;
        }
    }
    false
}

fn kbnk_strong_knight_boxes_0_anew(board: &KbnkBoard) -> bool {
    let mut left: u64 = kbnk_strong_knight_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if kbnk_strong_knight_leaves(board, x) == 0x0_u64 {
            return true;
        }
    }
    false
}

fn kbnk_strong_knight_boxes_0(board: &KbnkBoard) -> bool {
    if let Some(known) = board.kbnk_strong_knight_boxes_0.get() {
        return known;
    }
    let found = kbnk_strong_knight_boxes_0_anew(board);
    board.kbnk_strong_knight_boxes_0.set(Some(found));
    found
}

fn kbnk_weak_king_fork(board: &KbnkBoard) -> bool {
    let mut left: u64 = kbnk_weak_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if has(king_attacks(y), board.strong_bishop)
            && !(has(king_attacks(board.strong_king), board.strong_bishop)
                || has(knight_attacks(board.strong_knight), board.strong_bishop))
            && has(king_attacks(y), board.strong_knight)
            && !(has(king_attacks(board.strong_king), board.strong_knight)
                || has(
                    bishop_attacks(board.strong_bishop, (board.occupied & !bit(board.weak_king)) | bit(y)),
                    board.strong_knight)) {
            return true;
        }
    }
    false
}

fn kbnk_strong_bishop_check_leaves_1(board: &KbnkBoard) -> bool {
    let mut left: u64 = kbnk_strong_bishop_safe_checks(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if !several(kbnk_strong_bishop_leaves(board, x)) {
            return true;
        }
    }
    false
}

fn kbnk_part_strong_1_any_6(board: &KbnkBoard) -> bool {
    let mut left: u64 = kbnk_strong_knight_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if distance(x, board.strong_king) <= 2 {
            return true;
        }
    }
    false
}

fn kbnk_part_strong_1_any_7(board: &KbnkBoard) -> bool {
    let mut left: u64 = kbnk_weak_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if has(king_attacks(y), board.strong_knight) {
            return true;
        }
    }
    false
}

fn kbnk_part_strong_1_any_8(board: &KbnkBoard) -> bool {
    let mut left: u64 = kbnk_strong_knight_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if distance(x, board.strong_king) <= 1 {
            return true;
        }
    }
    false
}

fn kbnk_strong_bishop_check_leaves_2(board: &KbnkBoard) -> bool {
    let mut left: u64 = kbnk_strong_bishop_safe_checks(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if count(kbnk_strong_bishop_leaves(board, x)) <= 2 {
            return true;
        }
    }
    false
}

fn kbnk_strong_knight_safe_checks(board: &KbnkBoard) -> u64 {
    if let Some(known) = board.kbnk_strong_knight_safe_checks.get() {
        return known;
    }
    let found = kbnk_strong_knight_safe_moves(board) & knight_attacks(board.weak_king);
    board.kbnk_strong_knight_safe_checks.set(Some(found));
    found
}

fn kbnk_strong_knight_check_leaves_2(board: &KbnkBoard) -> bool {
    let mut left: u64 = kbnk_strong_knight_safe_checks(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if count(kbnk_strong_knight_leaves(board, x)) <= 2 {
            return true;
        }
    }
    false
}

fn kbnk_strong_check_leaves_2(board: &KbnkBoard) -> bool {
    kbnk_strong_bishop_check_leaves_2(board) || kbnk_strong_knight_check_leaves_2(board)
}

fn kbnk_part_strong_1_any_9(board: &KbnkBoard) -> bool {
    let mut left: u64 = kbnk_strong_bishop_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if distance(x, board.weak_king) <= 1 {
            return true;
        }
    }
    false
}

// All squares that a side attacks, its own men included.
fn kbnk_strong_attacks(board: &KbnkBoard) -> u64 {
    if let Some(known) = board.kbnk_strong_attacks.get() {
        return known;
    }
    let found = king_attacks(board.strong_king)
        | knight_attacks(board.strong_knight)
        | bishop_attacks(board.strong_bishop, board.occupied);
    board.kbnk_strong_attacks.set(Some(found));
    found
}

fn kbnk_part_strong_1(board: &KbnkBoard) -> bool {
    if distance(board.strong_bishop, board.weak_king) <= 1 {
        if same_diagonal(board.strong_bishop, board.strong_knight) {
            if edge_distance(board.strong_bishop) > 0 {
                return false;
            }
            if distance(board.strong_king, board.weak_king) > 4 {
                return true;
            }
            if (manhattan(board.strong_king, board.weak_king) + manhattan(board.weak_king, board.strong_bishop)) == manhattan(board.strong_king, board.strong_bishop) {
                if kbnk_part_strong_1_any_1(board) {
                    return false;
                }
                if (distance(board.strong_king, board.strong_knight) - distance(board.strong_king, board.weak_king)) > -1 {
                    return true;
                }
                if kbnk_strong_bishop_boxes_2(board) {
                    return !several(kbnk_weak_king_moves(board));
                }
                return !kbnk_part_strong_1_any_2(board)
                    || !aligned(board.strong_king, board.weak_king);
            }
            if edge_distance(board.weak_king) <= 0 {
                return !several(kbnk_weak_king_moves(board))
                    || corner_distance(board.strong_bishop) <= 0;
            }
            return !kbnk_strong_bishop_boxes_2(board);
        }
        if distance(board.strong_king, board.strong_knight) <= 2 {
            if kbnk_strong_bishop_falls(board) {
                return distance(board.strong_king, board.weak_king) > 2
                    || ((manhattan(board.strong_king, board.strong_knight) + manhattan(board.strong_knight, board.weak_king)) != manhattan(board.strong_king, board.weak_king)
                        && (manhattan(board.strong_king, board.strong_bishop) > 3
                            || kbnk_strong_bishop_boxes_0(board)));
            }
            if !kbnk_part_strong_1_any_3(board) {
                return false;
            }
            if manhattan(board.strong_king, board.strong_knight) <= 2 {
                return edge_distance(board.strong_bishop) <= 0
                    && between(board.strong_king, board.weak_king) == 0x0_u64;
            }
            return kbnk_strong_knight_boxes_1(board);
        }
        return distance(board.strong_king, board.strong_bishop) > 1
            && (manhattan(board.strong_knight, board.weak_king) > 1
                || !kbnk_part_strong_1_any_4(board)
                || (distance(board.strong_king, board.strong_bishop) - distance(board.strong_king, board.weak_king)) > 0
                || manhattan(board.strong_king, board.strong_bishop) > 7);
    }
    if kbnk_strong_knight_safe_moves(board) == 0x0_u64 {
        return kbnk_strong_bishop_safe_checks(board) == 0x0_u64
            && distance(board.strong_king, board.strong_knight) > 2
            && !same_diagonal(board.strong_bishop, board.strong_knight);
    }
    if kbnk_weak_king_attacks_bishop_next(board) {
        if count(kbnk_strong_knight_safe_moves(board)) > 2 {
            return false;
        }
        if kbnk_part_strong_1_any_5(board) {
            return kbnk_strong_knight_boxes_0(board);
        }
        if corner_distance(board.strong_knight) > 1 {
            return false;
        }
        if kbnk_weak_king_fork(board) {
            return distance(board.strong_king, board.strong_bishop) > 2;
        }
        if corner_distance(board.strong_bishop) <= 0 {
            return false;
        }
        if distance(board.strong_king, board.strong_bishop) <= 3 {
            return kbnk_strong_bishop_check_leaves_1(board);
        }
        if manhattan(board.strong_bishop, board.weak_king) <= 2 {
            return !several(kbnk_strong_knight_safe_moves(board))
                && edge_distance(board.strong_king) <= 2;
        }
        return !kbnk_part_strong_1_any_6(board);
    }
    if !(kbnk_strong_knight_boxes_0(board) && !kbnk_part_strong_1_any_7(board)) {
        return false;
    }
    if kbnk_part_strong_1_any_8(board) {
        if kbnk_strong_check_leaves_2(board) {
            return false;
        }
        if distance(board.strong_king, board.strong_knight) > 2 {
            return true;
        }
        if same_diagonal(board.strong_king, board.strong_bishop) {
            return manhattan(board.strong_bishop, board.weak_king) > 3;
        }
        return count(kbnk_strong_bishop_safe_moves(board)) <= 6 && kbnk_part_strong_1_any_9(board);
    }
    !has(kbnk_strong_attacks(board), board.strong_knight)
}

fn kbnk_rule_1_any_1(board: &KbnkBoard) -> bool {
    let mut left: u64 = kbnk_strong_bishop_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if distance(x, board.weak_king) <= 1 {
            return true;
        }
    }
    false
}

fn kbnk_rule_1_any_2(board: &KbnkBoard) -> bool {
    let mut left: u64 = kbnk_weak_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if has(0xff818181818181ff_u64, y) {
            return true;
        }
    }
    false
}

// 1, draw: "tree strong"
// no win or loss of the class leads to a draw in the tree
// spots 53,320 draws
fn kbnk_rule_1(board: &KbnkBoard) -> bool {
    if distance(board.strong_knight, board.weak_king) <= 1 {
        return kbnk_part_strong_1(board);
    }
    if !several(kbnk_weak_king_moves(board)) {
        if distance(board.strong_bishop, board.weak_king) > 1 {
            return false;
        }
        if kbnk_rule_1_any_1(board) {
            if kbnk_rule_1_any_2(board) {
                return !has(kbnk_strong_attacks(board), board.strong_bishop);
            }
            return !several(kbnk_strong_bishop_safe_moves(board))
                && distance(board.strong_king, board.strong_knight) > 1;
        }
        return kbnk_strong_bishop_safe_moves(board) == 0x0_u64
            && kbnk_strong_knight_safe_checks(board) == 0x0_u64;
    }
    if kbnk_strong_knight_safe_moves(board) != 0x0_u64 {
        return false;
    }
    if manhattan(board.strong_bishop, board.strong_knight) <= 5 {
        return distance(board.strong_bishop, board.strong_knight) > 4
            && (distance(board.strong_king, board.strong_knight) > 4
                || manhattan(board.strong_king, board.strong_knight) > 7);
    }
    count(kbnk_strong_bishop_safe_moves(board)) <= 4
        && !same_color(board.strong_king, board.strong_knight)
        && manhattan(board.strong_bishop, board.strong_knight) <= 9
        && (distance(board.strong_bishop, board.strong_king) + distance(board.strong_king, board.strong_knight)) == distance(board.strong_bishop, board.strong_knight)
}

fn kbnk_weak_king_wins_bishop(board: &KbnkBoard) -> bool {
    has(kbnk_weak_king_moves(board), board.strong_bishop)
}

fn kbnk_weak_king_wins_knight(board: &KbnkBoard) -> bool {
    has(kbnk_weak_king_moves(board), board.strong_knight)
}

fn kbnk_weak_takes(board: &KbnkBoard) -> bool {
    kbnk_weak_king_wins_bishop(board) || kbnk_weak_king_wins_knight(board)
}

fn kbnk_strong_king_guards_bishop_next(board: &KbnkBoard) -> bool {
    let mut left: u64 = kbnk_strong_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if has(king_attacks(y), board.strong_bishop) {
            return true;
        }
    }
    false
}

fn kbnk_rule_2_all_1(board: &KbnkBoard) -> bool {
    let mut left: u64 = kbnk_weak_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !has(0xff818181818181ff_u64, y) {
            return false;
        }
    }
    true
}

fn kbnk_weak_king_binds_knight_anew(board: &KbnkBoard) -> bool {
    let mut left: u64 = kbnk_weak_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if (knight_attacks(board.strong_knight) & !(bit(board.strong_king) | bit(board.strong_knight) | bit(board.strong_bishop)) & !king_attacks(y)) == 0x0_u64 {
            return true;
        }
    }
    false
}

fn kbnk_weak_king_binds_knight(board: &KbnkBoard) -> bool {
    if let Some(known) = board.kbnk_weak_king_binds_knight.get() {
        return known;
    }
    let found = kbnk_weak_king_binds_knight_anew(board);
    board.kbnk_weak_king_binds_knight.set(Some(found));
    found
}

fn kbnk_weak_king_traps_bishop(board: &KbnkBoard) -> bool {
    let mut left: u64 = kbnk_weak_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if has(king_attacks(y), board.strong_bishop)
            && !(has(king_attacks(board.strong_king), board.strong_bishop)
                || has(knight_attacks(board.strong_knight), board.strong_bishop))
            && (bishop_attacks(board.strong_bishop, board.occupied) & !(bit(board.strong_king) | bit(board.strong_knight) | bit(board.strong_bishop)) & !king_attacks(y)) == 0x0_u64 {
            return true;
        }
    }
    false
}

fn kbnk_weak_king_traps_knight(board: &KbnkBoard) -> bool {
    let mut left: u64 = kbnk_weak_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if has(king_attacks(y), board.strong_knight)
            && !(has(king_attacks(board.strong_king), board.strong_knight)
                || has(
                    bishop_attacks(board.strong_bishop, (board.occupied & !bit(board.weak_king)) | bit(y)),
                    board.strong_knight))
            && (knight_attacks(board.strong_knight) & !(bit(board.strong_king) | bit(board.strong_knight) | bit(board.strong_bishop)) & !king_attacks(y)) == 0x0_u64 {
            return true;
        }
    }
    false
}

fn kbnk_weak_traps(board: &KbnkBoard) -> bool {
    kbnk_weak_king_traps_bishop(board) || kbnk_weak_king_traps_knight(board)
}

fn kbnk_part_weak_2_weak_to_move_any_1(board: &KbnkBoard) -> bool {
    let mut left: u64 = kbnk_strong_bishop_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if distance(x, board.strong_king) <= 2 {
            return true;
        }
    }
    false
}

fn kbnk_part_weak_2_weak_to_move_any_2(board: &KbnkBoard) -> bool {
    let mut left: u64 = kbnk_strong_knight_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if distance(x, board.weak_king) <= 1 {
            return true;
        }
    }
    false
}

fn kbnk_part_weak_2_weak_to_move_any_3(board: &KbnkBoard) -> bool {
    let mut left: u64 = kbnk_strong_bishop_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if distance(x, board.weak_king) <= 2 {
            return true;
        }
    }
    false
}

fn kbnk_part_weak_2_weak_to_move_any_4(board: &KbnkBoard) -> bool {
    let mut left: u64 = kbnk_strong_knight_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if distance(x, board.strong_king) <= 1 {
            return true;
        }
    }
    false
}

fn kbnk_part_weak_2_weak_to_move_any_5(board: &KbnkBoard) -> bool {
    let mut left: u64 = kbnk_strong_knight_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if distance(x, board.strong_king) <= 1 {
            return true;
        }
    }
    false
}

fn kbnk_part_weak_2_weak_to_move_any_6(board: &KbnkBoard) -> bool {
    let mut left: u64 = kbnk_strong_knight_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if distance(x, board.strong_king) <= 1 {
            return true;
        }
    }
    false
}

fn kbnk_part_weak_1_weak_to_move_any_1(board: &KbnkBoard) -> bool {
    let mut left: u64 = kbnk_weak_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if has(king_attacks(y), board.strong_bishop) {
            return true;
        }
    }
    false
}

fn kbnk_part_weak_1_weak_to_move_any_2(board: &KbnkBoard) -> bool {
    let mut left: u64 = kbnk_strong_knight_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if distance(x, board.weak_king) <= 1 {
            return true;
        }
    }
    false
}

fn kbnk_part_weak_1_weak_to_move_any_3(board: &KbnkBoard) -> bool {
    let mut left: u64 = kbnk_strong_bishop_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if distance(x, board.strong_king) <= 2 {
            return true;
        }
    }
    false
}

fn kbnk_part_weak_1_weak_to_move_any_4(board: &KbnkBoard) -> bool {
    let mut left: u64 = kbnk_strong_bishop_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if distance(x, board.weak_king) <= 2 {
            return true;
        }
    }
    false
}

fn kbnk_part_weak_1_weak_to_move_any_5(board: &KbnkBoard) -> bool {
    let mut left: u64 = kbnk_strong_knight_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if distance(x, board.strong_king) <= 1 {
            return true;
        }
    }
    false
}

fn kbnk_weak_king_attacks_knight_next(board: &KbnkBoard) -> bool {
    let mut left: u64 = kbnk_weak_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if has(king_attacks(y), board.strong_knight)
            && !(has(king_attacks(board.strong_king), board.strong_knight)
                || has(
                    bishop_attacks(board.strong_bishop, (board.occupied & !bit(board.weak_king)) | bit(y)),
                    board.strong_knight)) {
            return true;
        }
    }
    false
}

fn kbnk_part_weak_1_weak_to_move_any_6(board: &KbnkBoard) -> bool {
    let mut left: u64 = kbnk_strong_knight_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if distance(x, board.strong_king) <= 1 {
            return true;
        }
    }
    false
}

fn kbnk_part_weak_1_weak_to_move(board: &KbnkBoard) -> bool {
    if kbnk_part_weak_1_weak_to_move_any_1(board) {
        if edge_distance(board.strong_bishop) <= 0 {
            if distance(board.strong_bishop, board.strong_knight) <= 1 {
                if distance(board.strong_king, board.strong_bishop) <= 2 {
                    return (distance(board.strong_king, board.strong_knight) + distance(board.strong_knight, board.weak_king)) != distance(board.strong_king, board.weak_king)
                        && same_color(board.strong_king, board.strong_knight)
                        && !kbnk_part_weak_1_weak_to_move_any_2(board);
                }
                if distance(board.strong_king, board.strong_bishop) > 4 {
                    return true;
                }
                if kbnk_part_weak_1_weak_to_move_any_3(board) {
                    if kbnk_part_weak_1_weak_to_move_any_4(board) {
                        return !kbnk_part_weak_1_weak_to_move_any_5(board)
                            || distance(board.strong_king, board.strong_bishop) > 3;
                    }
                    return distance(board.strong_king, board.strong_knight) > 4;
                }
                return (manhattan(board.strong_king, board.strong_knight) + manhattan(board.strong_knight, board.weak_king)) != manhattan(board.strong_king, board.weak_king)
                    || corner_distance(board.strong_king) <= 2;
            }
            return kbnk_strong_knight_safe_checks(board) != 0x0_u64
                && distance(board.strong_king, board.strong_knight) > 2;
        }
        return between(board.strong_knight, board.weak_king) != 0x0_u64
            && manhattan(board.strong_knight, board.weak_king) <= 2
            && distance(board.strong_king, board.strong_knight) > 2
            && distance(board.strong_king, board.strong_bishop) > 1;
    }
    if kbnk_weak_king_moves(board) == 0x0_u64 {
        return !has(kbnk_strong_attacks(board), board.weak_king);
    }
    if !(corner_distance(board.strong_knight) <= 1
        && same_color(board.strong_bishop, board.strong_knight)) {
        return false;
    }
    if kbnk_weak_king_attacks_knight_next(board) {
        return distance(board.strong_king, board.strong_bishop) > 2
            && !kbnk_part_weak_1_weak_to_move_any_6(board);
    }
    distance(board.strong_king, board.strong_bishop) > 3
        && corner_distance(board.strong_bishop) > 0
        && distance(board.strong_bishop, board.strong_knight) <= 1
        && edge_distance(board.weak_king) <= 2
        && count(kbnk_strong_knight_safe_moves(board)) <= 3
        && (distance(board.strong_king, board.strong_bishop) > 4
            || distance(board.strong_king, board.strong_knight) > 4)
}

fn kbnk_part_weak_2_weak_to_move_any_7(board: &KbnkBoard) -> bool {
    let mut left: u64 = kbnk_strong_bishop_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if distance(x, board.weak_king) <= 1 {
            return true;
        }
    }
    false
}

fn kbnk_part_weak_2_weak_to_move(board: &KbnkBoard) -> bool {
    if kbnk_weak_traps(board) {
        if same_color(board.strong_bishop, board.strong_knight) {
            if manhattan(board.strong_bishop, board.strong_knight) <= 4 {
                return distance(board.strong_king, board.strong_knight) > 3
                    || (distance(board.strong_bishop, board.strong_knight) <= 2
                        && (!kbnk_part_weak_2_weak_to_move_any_1(board)
                            || corner_distance(board.strong_knight) <= 0));
            }
            if count(kbnk_strong_bishop_safe_moves(board)) <= 4 {
                return (manhattan(board.strong_bishop, board.strong_king) + manhattan(board.strong_king, board.strong_knight)) != manhattan(board.strong_bishop, board.strong_knight)
                    && (distance(board.strong_bishop, board.strong_king) + distance(board.strong_king, board.strong_knight)) == distance(board.strong_bishop, board.strong_knight);
            }
            return (distance(board.strong_bishop, board.strong_king) + distance(board.strong_king, board.strong_knight)) == distance(board.strong_bishop, board.strong_knight)
                && between(board.strong_king, board.strong_knight) != 0x0_u64
                && edge_distance(board.strong_king) > 0
                && !same_diagonal(board.strong_bishop, board.strong_knight);
        }
        if kbnk_part_weak_2_weak_to_move_any_2(board) {
            return has(kbnk_strong_attacks(board), board.strong_bishop)
                && (distance(board.strong_king, board.strong_bishop) - distance(board.weak_king, board.strong_bishop)) > -1
                && (distance(board.strong_king, board.strong_knight) > 3
                    || (manhattan(board.strong_king, board.strong_bishop) + manhattan(board.strong_bishop, board.strong_knight)) == manhattan(board.strong_king, board.strong_knight));
        }
        if manhattan(board.strong_king, board.strong_knight) <= 3 {
            return false;
        }
        if same_diagonal(board.strong_bishop, board.weak_king) {
            return has(between(board.strong_bishop, board.weak_king), board.strong_king);
        }
        if edge_distance(board.weak_king) > 0 {
            return true;
        }
        if kbnk_part_weak_2_weak_to_move_any_3(board) {
            if (distance(board.strong_bishop, board.weak_king) + distance(board.weak_king, board.strong_knight)) == distance(board.strong_bishop, board.strong_knight) {
                return !kbnk_part_weak_2_weak_to_move_any_4(board);
            }
            return (manhattan(board.strong_bishop, board.weak_king) + manhattan(board.weak_king, board.strong_knight)) != manhattan(board.strong_bishop, board.strong_knight)
                && manhattan(board.strong_bishop, board.weak_king) > 4
                && !kbnk_part_weak_2_weak_to_move_any_5(board);
        }
        return !kbnk_part_weak_2_weak_to_move_any_6(board);
    }
    if manhattan(board.strong_bishop, board.strong_knight) <= 3 {
        return kbnk_part_weak_1_weak_to_move(board);
    }
    if kbnk_weak_king_moves(board) == 0x0_u64 {
        return !has(kbnk_strong_attacks(board), board.weak_king);
    }
    kbnk_part_weak_2_weak_to_move_any_7(board)
        && between(board.strong_bishop, board.weak_king) != 0x0_u64
        && kbnk_strong_bishop_boxes_2(board)
        && count(kbnk_strong_king_moves(board)) > 5
        && (distance(board.strong_bishop, board.strong_king) + distance(board.strong_king, board.strong_knight)) != distance(board.strong_bishop, board.strong_knight)
        && edge_distance(board.strong_bishop) <= 0
        && has(kbnk_strong_attacks(board), board.weak_king)
        && (edge_distance(board.strong_king) > 1 || corner_distance(board.strong_bishop) <= 0)
}

fn kbnk_rule_2_any_2(board: &KbnkBoard) -> bool {
    let mut left: u64 = 0x8100000000000081_u64;
    while left != 0 {
        let c = first(left);
        left &= left - 1;
        if same_color(c, board.strong_bishop) && distance(c, board.weak_king) <= 3 {
            return true;
        }
    }
    false
}

fn kbnk_strong_bishop_free_moves_any_1(board: &KbnkBoard, x: u32) -> bool {
    let mut left: u64 = bishop_attacks(x, board.occupied & !bit(board.strong_bishop)) & !board.occupied;
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !has(king_attacks(board.weak_king), y) {
            return true;
        }
    }
    false
}

fn kbnk_strong_bishop_free_moves(board: &KbnkBoard) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = kbnk_strong_bishop_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if kbnk_strong_bishop_free_moves_any_1(board, x) {
            found |= bit(x);
        }
    }
    found
}

fn kbnk_rule_2_any_3(board: &KbnkBoard) -> bool {
    let mut left: u64 = kbnk_strong_bishop_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if distance(x, board.strong_king) <= 1 {
            return true;
        }
    }
    false
}

fn kbnk_rule_2_all_4(board: &KbnkBoard) -> bool {
    let mut left: u64 = kbnk_weak_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !has(0xff818181818181ff_u64, y) {
            return false;
        }
    }
    true
}

// 2, draw: "tree weak"
// no win or loss of the class leads to a draw in the tree
// spots 2,472,416 draws
fn kbnk_rule_2(board: &KbnkBoard) -> bool {
    if kbnk_weak_takes(board) {
        return true;
    }
    if kbnk_weak_king_fork(board) {
        return !kbnk_strong_king_guards_bishop_next(board)
            || (distance(board.strong_king, board.strong_knight) - distance(board.strong_king, board.weak_king)) > -2;
    }
    if distance(board.strong_knight, board.weak_king) <= 2 {
        if distance(board.strong_bishop, board.weak_king) <= 1 {
            if distance(board.strong_king, board.strong_knight) <= 2 {
                if kbnk_weak_king_moves(board) == 0x0_u64 {
                    return !has(kbnk_strong_attacks(board), board.weak_king);
                }
                if !kbnk_rule_2_all_1(board) {
                    return false;
                }
                if has(kbnk_strong_attacks(board), board.strong_knight) {
                    return kbnk_strong_bishop_safe_moves(board) == 0x0_u64
                        && (manhattan(board.strong_bishop, board.strong_knight) + manhattan(board.strong_knight, board.weak_king)) == manhattan(board.strong_bishop, board.weak_king);
                }
                return distance(board.strong_bishop, board.strong_knight) <= 1
                    || (kbnk_strong_bishop_safe_moves(board) == 0x0_u64
                        && corner_distance(board.strong_king) <= 2);
            }
            return distance(board.strong_king, board.strong_bishop) > 1
                || (kbnk_weak_king_binds_knight(board)
                    && same_color(board.strong_bishop, board.strong_knight)
                    && distance(board.strong_king, board.strong_knight) > 3);
        }
        return kbnk_part_weak_2_weak_to_move(board);
    }
    if kbnk_weak_king_moves(board) == 0x0_u64 {
        return !same_diagonal(board.strong_bishop, board.weak_king);
    }
    if kbnk_weak_king_binds_knight(board) {
        if manhattan(board.strong_bishop, board.strong_knight) <= 5 {
            return distance(board.strong_bishop, board.strong_knight) > 4
                && (distance(board.strong_king, board.strong_knight) > 4
                    || manhattan(board.strong_king, board.strong_knight) > 7);
        }
        return count(kbnk_strong_bishop_safe_moves(board)) <= 4
            && !kbnk_rule_2_any_2(board)
            && manhattan(board.strong_bishop, board.strong_knight) <= 9
            && (distance(board.strong_bishop, board.strong_king) + distance(board.strong_king, board.strong_knight)) == distance(board.strong_bishop, board.strong_knight)
            && (count(kbnk_strong_bishop_free_moves(board)) <= 2 || kbnk_rule_2_any_3(board));
    }
    kbnk_strong_bishop_safe_moves(board) == 0x0_u64
        && kbnk_rule_2_all_4(board)
        && distance(board.strong_bishop, board.weak_king) <= 1
        && (distance(board.strong_knight, board.weak_king) > 3
            || kbnk_strong_knight_check_leaves_2(board))
}

fn kbnk_strong_to_move(board: &KbnkBoard) -> i32 {
    if kbnk_rule_1(board) {
        return 1;
    }
    0
}

fn kbnk_weak_to_move(board: &KbnkBoard) -> i32 {
    if kbnk_rule_2(board) {
        return 2;
    }
    0
}

/// The same as probe_rule for KBNvK by the squares of its men; without castling and en passant.
#[allow(dead_code, clippy::too_many_arguments)]
pub fn kbnk_rule(
    strong_king: u32,
    weak_king: u32,
    strong_knight: u32,
    strong_bishop: u32,
    strong_to_move: bool,
) -> i32 {
    let board = KbnkBoard {
        strong_king,
        weak_king,
        strong_knight,
        strong_bishop,
        occupied: bit(strong_king) | bit(weak_king) | bit(strong_knight) | bit(strong_bishop),
        kbnk_strong_knight_safe_moves: Cell::new(None),
        kbnk_strong_bishop_safe_moves: Cell::new(None),
        kbnk_strong_bishop_boxes_2: Cell::new(None),
        kbnk_weak_king_moves: Cell::new(None),
        kbnk_strong_king_moves: Cell::new(None),
        kbnk_strong_bishop_safe_checks: Cell::new(None),
        kbnk_strong_knight_boxes_0: Cell::new(None),
        kbnk_strong_knight_safe_checks: Cell::new(None),
        kbnk_strong_attacks: Cell::new(None),
        kbnk_weak_king_binds_knight: Cell::new(None),
    };
    if strong_to_move { kbnk_strong_to_move(&board) } else { kbnk_weak_to_move(&board) }
}

// KNvKN

#[allow(dead_code)]
struct KnknBoard {
    us_king: u32,
    them_king: u32,
    us_knight: u32,
    them_knight: u32,
    occupied: u64,
    knkn_them_attacks: Cell<Option<u64>>,
}

// All squares that a side attacks, its own men included.
fn knkn_them_attacks(board: &KnknBoard) -> u64 {
    if let Some(known) = board.knkn_them_attacks.get() {
        return known;
    }
    let found = king_attacks(board.them_king) | knight_attacks(board.them_knight);
    board.knkn_them_attacks.set(Some(found));
    found
}

fn knkn_checks(board: &KnknBoard) -> u64 {
    knight_attacks(board.us_knight) & knight_attacks(board.them_king) & !(bit(board.us_king) | bit(board.us_knight)) & !knight_attacks(board.them_knight)
}

fn knkn_flights(board: &KnknBoard, x: u32) -> u64 {
    king_attacks(board.them_king) & !(bit(board.them_king) | bit(board.them_knight)) & !king_attacks(board.us_king) & !knight_attacks(x)
}

fn knkn_rule_1_any_1(board: &KnknBoard) -> bool {
    let mut left: u64 = knkn_checks(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if !has(king_attacks(board.them_king), x) && knkn_flights(board, x) == 0x0_u64 {
            return true;
        }
    }
    false
}

// 1, silent: "smothered mate in one"
// The knight checks, theirs cannot take it, and no square is left to the king.
fn knkn_rule_1(board: &KnknBoard) -> bool {
    !has(knkn_them_attacks(board), board.us_king) && knkn_rule_1_any_1(board)
}

fn knkn_our_king_moves(board: &KnknBoard) -> u64 {
    king_attacks(board.us_king) & !(bit(board.us_king) | bit(board.us_knight)) & !king_attacks(board.them_king) & !knight_attacks(board.them_knight)
}

// 2, silent: "mated"
// In check, no square to go to, and our knight cannot take theirs.
fn knkn_rule_2(board: &KnknBoard) -> bool {
    has(knkn_them_attacks(board), board.us_king)
        && knkn_our_king_moves(board) == 0x0_u64
        && !has(knight_attacks(board.us_knight), board.them_knight)
}

// 3, draw: "a knight does not mate alone"
// Only a man of one's own in the way can complete a net, and it can step out of it.
fn knkn_rule_3() -> bool {
    true
}

fn knkn_either_to_move(board: &KnknBoard) -> i32 {
    if knkn_rule_1(board) {
        return -1;
    }
    if knkn_rule_2(board) {
        return -2;
    }
    if knkn_rule_3() {
        return 3;
    }
    0
}

/// The same as probe_rule for KNvKN by the squares of its men; without castling and en passant.
#[allow(dead_code, clippy::too_many_arguments)]
pub fn knkn_rule(us_king: u32, them_king: u32, us_knight: u32, them_knight: u32) -> i32 {
    let board = KnknBoard {
        us_king,
        them_king,
        us_knight,
        them_knight,
        occupied: bit(us_king) | bit(them_king) | bit(us_knight) | bit(them_knight),
        knkn_them_attacks: Cell::new(None),
    };
    knkn_either_to_move(&board)
}

// KBvKN

#[allow(dead_code)]
struct KbknBoard {
    strong_king: u32,
    weak_king: u32,
    weak_knight: u32,
    strong_bishop: u32,
    occupied: u64,
    kbkn_weak_attacks: Cell<Option<u64>>,
    kbkn_strong_attacks: Cell<Option<u64>>,
}

// All squares that a side attacks, its own men included.
fn kbkn_weak_attacks(board: &KbknBoard) -> u64 {
    if let Some(known) = board.kbkn_weak_attacks.get() {
        return known;
    }
    let found = king_attacks(board.weak_king) | knight_attacks(board.weak_knight);
    board.kbkn_weak_attacks.set(Some(found));
    found
}

fn kbkn_bishop_checks(board: &KbknBoard) -> u64 {
    bishop_attacks(board.strong_bishop, board.occupied) & bishop_attacks(board.weak_king, board.occupied & !bit(board.strong_bishop)) & !board.occupied
}

fn kbkn_stays(board: &KbknBoard, x: u32) -> bool {
    (!has(king_attacks(board.weak_king), x) || has(king_attacks(board.strong_king), x))
        && !has(knight_attacks(board.weak_knight), x)
}

fn kbkn_blocked(board: &KbknBoard, x: u32) -> bool {
    (between(x, board.weak_king) & knight_attacks(board.weak_knight)) != 0x0_u64
}

fn kbkn_bishop_from(board: &KbknBoard, x: u32) -> u64 {
    bishop_attacks(x, board.occupied & !bit(board.strong_bishop) & !bit(board.weak_king))
}

fn kbkn_weak_flights(board: &KbknBoard, x: u32) -> u64 {
    king_attacks(board.weak_king) & !(bit(board.weak_king) | bit(board.weak_knight)) & !king_attacks(board.strong_king) & !kbkn_bishop_from(board, x)
}

fn kbkn_rule_1_any_1(board: &KbknBoard) -> bool {
    let mut left: u64 = kbkn_bishop_checks(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if kbkn_stays(board, x)
            && !kbkn_blocked(board, x)
            && kbkn_weak_flights(board, x) == 0x0_u64 {
            return true;
        }
    }
    false
}

// 1, silent: "the bishop mates"
// It checks, stays, nothing comes between, and no square is left to the king.
fn kbkn_rule_1(board: &KbknBoard) -> bool {
    !has(kbkn_weak_attacks(board), board.strong_king) && kbkn_rule_1_any_1(board)
}

fn kbkn_strong_flights(board: &KbknBoard, x: u32) -> u64 {
    king_attacks(board.strong_king) & !(bit(board.strong_king) | bit(board.strong_bishop)) & !king_attacks(board.weak_king) & !knight_attacks(x)
}

// 2, silent: "mated by the knight"
// In check, no square to go to, and the bishop cannot take the knight.
fn kbkn_rule_2(board: &KbknBoard) -> bool {
    has(kbkn_weak_attacks(board), board.strong_king)
        && kbkn_strong_flights(board, board.weak_knight) == 0x0_u64
        && !has(bishop_attacks(board.strong_bishop, board.occupied), board.weak_knight)
}

// 5, draw: "one minor piece each"
// Without a man of its own in the way a king in the corner has a square to go to.
fn kbkn_rule_5() -> bool {
    true
}

// All squares that a side attacks, its own men included.
fn kbkn_strong_attacks(board: &KbknBoard) -> u64 {
    if let Some(known) = board.kbkn_strong_attacks.get() {
        return known;
    }
    let found = king_attacks(board.strong_king) | bishop_attacks(board.strong_bishop, board.occupied);
    board.kbkn_strong_attacks.set(Some(found));
    found
}

fn kbkn_knight_checks(board: &KbknBoard) -> u64 {
    knight_attacks(board.weak_knight) & knight_attacks(board.strong_king) & !(bit(board.weak_king) | bit(board.weak_knight)) & !bishop_attacks(board.strong_bishop, board.occupied & !bit(board.weak_knight))
}

fn kbkn_rule_3_any_1(board: &KbknBoard) -> bool {
    let mut left: u64 = kbkn_knight_checks(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if kbkn_strong_flights(board, x) == 0x0_u64 {
            return true;
        }
    }
    false
}

// 3, silent: "the knight mates"
// It checks where the bishop cannot take it, and no square is left to the king.
fn kbkn_rule_3(board: &KbknBoard) -> bool {
    !has(kbkn_strong_attacks(board), board.weak_king) && kbkn_rule_3_any_1(board)
}

// 4, silent: "mated by the bishop"
// In check, no square to go to, and the knight can neither take the bishop nor come between.
fn kbkn_rule_4(board: &KbknBoard) -> bool {
    has(kbkn_strong_attacks(board), board.weak_king)
        && kbkn_weak_flights(board, board.strong_bishop) == 0x0_u64
        && !has(knight_attacks(board.weak_knight), board.strong_bishop)
        && !kbkn_blocked(board, board.strong_bishop)
}

fn kbkn_strong_to_move(board: &KbknBoard) -> i32 {
    if kbkn_rule_1(board) {
        return -1;
    }
    if kbkn_rule_2(board) {
        return -2;
    }
    if kbkn_rule_5() {
        return 5;
    }
    0
}

fn kbkn_weak_to_move(board: &KbknBoard) -> i32 {
    if kbkn_rule_3(board) {
        return -3;
    }
    if kbkn_rule_4(board) {
        return -4;
    }
    if kbkn_rule_5() {
        return 5;
    }
    0
}

/// The same as probe_rule for KBvKN by the squares of its men; without castling and en passant.
#[allow(dead_code, clippy::too_many_arguments)]
pub fn kbkn_rule(
    strong_king: u32,
    weak_king: u32,
    weak_knight: u32,
    strong_bishop: u32,
    strong_to_move: bool,
) -> i32 {
    let board = KbknBoard {
        strong_king,
        weak_king,
        weak_knight,
        strong_bishop,
        occupied: bit(strong_king) | bit(weak_king) | bit(weak_knight) | bit(strong_bishop),
        kbkn_weak_attacks: Cell::new(None),
        kbkn_strong_attacks: Cell::new(None),
    };
    if strong_to_move { kbkn_strong_to_move(&board) } else { kbkn_weak_to_move(&board) }
}

// KBvKB

#[allow(dead_code)]
struct KbkbBoard {
    us_king: u32,
    them_king: u32,
    us_bishop: u32,
    them_bishop: u32,
    occupied: u64,
    kbkb_them_attacks: Cell<Option<u64>>,
    kbkb_our_king_moves: Cell<Option<u64>>,
    kbkb_blocked_when_gone: Cell<Option<bool>>,
}

// All squares that a side attacks, its own men included.
fn kbkb_them_attacks(board: &KbkbBoard) -> u64 {
    if let Some(known) = board.kbkb_them_attacks.get() {
        return known;
    }
    let found = king_attacks(board.them_king) | bishop_attacks(board.them_bishop, board.occupied);
    board.kbkb_them_attacks.set(Some(found));
    found
}

fn kbkb_checks(board: &KbkbBoard) -> u64 {
    bishop_attacks(board.us_bishop, board.occupied) & bishop_attacks(board.them_king, board.occupied & !bit(board.us_bishop)) & !board.occupied
}

fn kbkb_stays(board: &KbkbBoard, x: u32) -> bool {
    (!has(king_attacks(board.them_king), x) || has(king_attacks(board.us_king), x))
        && !has(bishop_attacks(board.them_bishop, board.occupied & !bit(board.us_bishop)), x)
}

fn kbkb_blocked(board: &KbkbBoard, x: u32) -> bool {
    (between(x, board.them_king) & bishop_attacks(board.them_bishop, board.occupied)) != 0x0_u64
}

fn kbkb_after(board: &KbkbBoard, x: u32) -> u64 {
    (board.occupied & !bit(board.us_bishop) & !bit(board.them_king)) | bit(x)
}

fn kbkb_flights(board: &KbkbBoard, x: u32) -> u64 {
    king_attacks(board.them_king) & !(bit(board.them_king) | bit(board.them_bishop)) & !king_attacks(board.us_king) & !bishop_attacks(x, kbkb_after(board, x))
}

fn kbkb_rule_1_any_1(board: &KbkbBoard) -> bool {
    let mut left: u64 = kbkb_checks(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if kbkb_stays(board, x) && !kbkb_blocked(board, x) && kbkb_flights(board, x) == 0x0_u64 {
            return true;
        }
    }
    false
}

// 1, silent: "the bishop mates"
// It checks, stays, nothing comes between, and no square is left to the king.
fn kbkb_rule_1(board: &KbkbBoard) -> bool {
    !has(kbkb_them_attacks(board), board.us_king) && kbkb_rule_1_any_1(board)
}

fn kbkb_our_king_moves(board: &KbkbBoard) -> u64 {
    if let Some(known) = board.kbkb_our_king_moves.get() {
        return known;
    }
    let found = king_attacks(board.us_king) & !(bit(board.us_king) | bit(board.us_bishop)) & !king_attacks(board.them_king) & !bishop_attacks(board.them_bishop, board.occupied & !bit(board.us_king));
    board.kbkb_our_king_moves.set(Some(found));
    found
}

fn kbkb_discovers(board: &KbkbBoard, y: u32) -> bool {
    has(
        bishop_attacks(board.us_bishop, (board.occupied & !bit(board.us_king)) | bit(y)),
        board.them_king)
}

fn kbkb_opened(board: &KbkbBoard, y: u32) -> u64 {
    (board.occupied & !bit(board.us_king) & !bit(board.them_king)) | bit(y)
}

fn kbkb_flights_from_king(board: &KbkbBoard, y: u32) -> u64 {
    king_attacks(board.them_king) & !(bit(board.them_king) | bit(board.them_bishop)) & !king_attacks(y) & !bishop_attacks(board.us_bishop, kbkb_opened(board, y))
}

fn kbkb_blocked_when_gone(board: &KbkbBoard) -> bool {
    if let Some(known) = board.kbkb_blocked_when_gone.get() {
        return known;
    }
    let found = (between(board.us_bishop, board.them_king) & bishop_attacks(board.them_bishop, board.occupied)) != 0x0_u64;
    board.kbkb_blocked_when_gone.set(Some(found));
    found
}

// 2, silent: "the king steps aside and mates"
// The step opens the bishop's line, and no square is left to their king.
fn kbkb_rule_2(board: &KbkbBoard) -> bool {
    let mut left: u64 = kbkb_our_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if kbkb_discovers(board, y)
            && kbkb_flights_from_king(board, y) == 0x0_u64
            && !kbkb_blocked_when_gone(board) {
            return true;
        }
    }
    false
}

// 3, silent: "mated"
// In check, no square to go to, and our bishop can neither take theirs nor come between.
fn kbkb_rule_3(board: &KbkbBoard) -> bool {
    has(kbkb_them_attacks(board), board.us_king)
        && kbkb_our_king_moves(board) == 0x0_u64
        && !has(bishop_attacks(board.us_bishop, board.occupied), board.them_bishop)
        && (between(board.them_bishop, board.us_king) & bishop_attacks(board.us_bishop, board.occupied)) == 0x0_u64
}

// 4, draw: "one bishop each"
// Without a man of its own in the way a king in the corner has a square to go to.
fn kbkb_rule_4() -> bool {
    true
}

fn kbkb_either_to_move(board: &KbkbBoard) -> i32 {
    if kbkb_rule_1(board) {
        return -1;
    }
    if kbkb_rule_2(board) {
        return -2;
    }
    if kbkb_rule_3(board) {
        return -3;
    }
    if kbkb_rule_4() {
        return 4;
    }
    0
}

/// The same as probe_rule for KBvKB by the squares of its men; without castling and en passant.
#[allow(dead_code, clippy::too_many_arguments)]
pub fn kbkb_rule(us_king: u32, them_king: u32, us_bishop: u32, them_bishop: u32) -> i32 {
    let board = KbkbBoard {
        us_king,
        them_king,
        us_bishop,
        them_bishop,
        occupied: bit(us_king) | bit(them_king) | bit(us_bishop) | bit(them_bishop),
        kbkb_them_attacks: Cell::new(None),
        kbkb_our_king_moves: Cell::new(None),
        kbkb_blocked_when_gone: Cell::new(None),
    };
    kbkb_either_to_move(&board)
}

// KBPvK

#[allow(dead_code)]
struct KbpkBoard {
    strong_king: u32,
    weak_king: u32,
    strong_pawn: u32,
    strong_bishop: u32,
    occupied: u64,
    kbpk_after_move_4_strong_to_move: Cell<Option<bool>>,
    kbpk_after_move_11_strong_to_move: Cell<Option<u64>>,
    kbpk_after_move_27_weak_to_move: Cell<Option<i32>>,
    kbpk_after_move_30_weak_to_move: Cell<Option<i32>>,
    kbpk_after_move_31_weak_to_move: Cell<Option<bool>>,
    kbpk_after_move_32_weak_to_move: Cell<Option<bool>>,
    kbpk_after_move_33_weak_to_move: Cell<Option<u64>>,
    kbpk_after_move_34_weak_to_move: Cell<Option<bool>>,
    kbpk_after_move_38_weak_to_move: Cell<Option<i32>>,
    kbpk_after_move_40_weak_to_move: Cell<Option<bool>>,
    kbpk_after_move_41_weak_to_move: Cell<Option<i32>>,
    kbpk_after_move_42_weak_to_move: Cell<Option<u64>>,
    kbpk_after_move_43_weak_to_move: Cell<Option<i32>>,
    kbpk_after_move_47_weak_to_move: Cell<Option<bool>>,
    kbpk_after_move_48_weak_to_move: Cell<Option<bool>>,
    kbpk_after_move_49_weak_to_move: Cell<Option<bool>>,
    kbpk_after_move_52_weak_to_move: Cell<Option<bool>>,
    kbpk_after_move_53_weak_to_move: Cell<Option<i32>>,
    kbpk_after_move_54_weak_to_move: Cell<Option<bool>>,
    kbpk_after_move_58_weak_to_move: Cell<Option<bool>>,
    kbpk_after_move_60_weak_to_move: Cell<Option<u64>>,
    kbpk_after_move_61_weak_to_move: Cell<Option<bool>>,
    kbpk_after_move_64_weak_to_move: Cell<Option<bool>>,
    kbpk_after_move_66_weak_to_move: Cell<Option<bool>>,
    kbpk_after_move_69_weak_to_move: Cell<Option<bool>>,
    kbpk_strong_attacks: Cell<Option<u64>>,
}

#[allow(non_upper_case_globals)]
static kbpk_table_promotion_up: [u8; 64] = [
    56, 57, 58, 59, 60, 61, 62, 63,
    56, 57, 58, 59, 60, 61, 62, 63,
    56, 57, 58, 59, 60, 61, 62, 63,
    56, 57, 58, 59, 60, 61, 62, 63,
    56, 57, 58, 59, 60, 61, 62, 63,
    56, 57, 58, 59, 60, 61, 62, 63,
    56, 57, 58, 59, 60, 61, 62, 63,
    56, 57, 58, 59, 60, 61, 62, 63,
];

#[allow(non_upper_case_globals)]
static kbpk_squares_2: [u64; 64] = [
    0x100_u64, 0x200_u64, 0x400_u64, 0x800_u64,
    0x1000_u64, 0x2000_u64, 0x4000_u64, 0x8000_u64,
    0x10000_u64, 0x20000_u64, 0x40000_u64, 0x80000_u64,
    0x100000_u64, 0x200000_u64, 0x400000_u64, 0x800000_u64,
    0x1000000_u64, 0x2000000_u64, 0x4000000_u64, 0x8000000_u64,
    0x10000000_u64, 0x20000000_u64, 0x40000000_u64, 0x80000000_u64,
    0x100000000_u64, 0x200000000_u64, 0x400000000_u64, 0x800000000_u64,
    0x1000000000_u64, 0x2000000000_u64, 0x4000000000_u64, 0x8000000000_u64,
    0x10000000000_u64, 0x20000000000_u64, 0x40000000000_u64, 0x80000000000_u64,
    0x100000000000_u64, 0x200000000000_u64, 0x400000000000_u64, 0x800000000000_u64,
    0x1000000000000_u64, 0x2000000000000_u64, 0x4000000000000_u64, 0x8000000000000_u64,
    0x10000000000000_u64, 0x20000000000000_u64, 0x40000000000000_u64, 0x80000000000000_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
];

#[allow(non_upper_case_globals)]
static kbpk_squares_3: [u64; 64] = [
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x10000_u64, 0x20000_u64, 0x40000_u64, 0x80000_u64,
    0x100000_u64, 0x200000_u64, 0x400000_u64, 0x800000_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
];

#[allow(non_upper_case_globals)]
static kbpk_squares_4: [u64; 64] = [
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x1000000_u64, 0x2000000_u64, 0x4000000_u64, 0x8000000_u64,
    0x10000000_u64, 0x20000000_u64, 0x40000000_u64, 0x80000000_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
];

#[allow(non_upper_case_globals)]
static kbpk_squares_5: [u64; 64] = [
    0x101010101010100_u64, 0x202020202020200_u64, 0x404040404040400_u64, 0x808080808080800_u64,
    0x1010101010101000_u64, 0x2020202020202000_u64, 0x4040404040404000_u64, 0x8080808080808000_u64,
    0x101010101010000_u64, 0x202020202020000_u64, 0x404040404040000_u64, 0x808080808080000_u64,
    0x1010101010100000_u64, 0x2020202020200000_u64, 0x4040404040400000_u64, 0x8080808080800000_u64,
    0x101010101000000_u64, 0x202020202000000_u64, 0x404040404000000_u64, 0x808080808000000_u64,
    0x1010101010000000_u64, 0x2020202020000000_u64, 0x4040404040000000_u64, 0x8080808080000000_u64,
    0x101010100000000_u64, 0x202020200000000_u64, 0x404040400000000_u64, 0x808080800000000_u64,
    0x1010101000000000_u64, 0x2020202000000000_u64, 0x4040404000000000_u64, 0x8080808000000000_u64,
    0x101010000000000_u64, 0x202020000000000_u64, 0x404040000000000_u64, 0x808080000000000_u64,
    0x1010100000000000_u64, 0x2020200000000000_u64, 0x4040400000000000_u64, 0x8080800000000000_u64,
    0x101000000000000_u64, 0x202000000000000_u64, 0x404000000000000_u64, 0x808000000000000_u64,
    0x1010000000000000_u64, 0x2020000000000000_u64, 0x4040000000000000_u64, 0x8080000000000000_u64,
    0x100000000000000_u64, 0x200000000000000_u64, 0x400000000000000_u64, 0x800000000000000_u64,
    0x1000000000000000_u64, 0x2000000000000000_u64, 0x4000000000000000_u64, 0x8000000000000000_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
];

#[allow(non_upper_case_globals)]
static kbpk_squares_6: [u64; 64] = [
    0x202000000000000_u64, 0x70000_u64, 0xe0000_u64, 0x1c0000_u64,
    0x380000_u64, 0x700000_u64, 0xe00000_u64, 0x4040000000000000_u64,
    0x202000000000000_u64, 0x7000000_u64, 0xe000000_u64, 0x1c000000_u64,
    0x38000000_u64, 0x70000000_u64, 0xe0000000_u64, 0x4040000000000000_u64,
    0x202000000000000_u64, 0x700000000_u64, 0xe00000000_u64, 0x1c00000000_u64,
    0x3800000000_u64, 0x7000000000_u64, 0xe000000000_u64, 0x4040000000000000_u64,
    0x202000000000000_u64, 0x70000000000_u64, 0xe0000000000_u64, 0x1c0000000000_u64,
    0x380000000000_u64, 0x700000000000_u64, 0xe00000000000_u64, 0x4040000000000000_u64,
    0x202000000000000_u64, 0x7070000000000_u64, 0xe0e0000000000_u64, 0x1c1c0000000000_u64,
    0x38380000000000_u64, 0x70700000000000_u64, 0xe0e00000000000_u64, 0x4040000000000000_u64,
    0x202000000000000_u64, 0x707000000000000_u64, 0xe0e000000000000_u64, 0x1c1c000000000000_u64,
    0x3838000000000000_u64, 0x7070000000000000_u64, 0xe0e0000000000000_u64, 0x4040000000000000_u64,
    0x202000000000000_u64, 0x700000000000000_u64, 0xe00000000000000_u64, 0x1c00000000000000_u64,
    0x3800000000000000_u64, 0x7000000000000000_u64, 0xe000000000000000_u64, 0x4040000000000000_u64,
    0x202000000000000_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x4040000000000000_u64,
];

fn kbpk_promotion_up(pawn: u32) -> u32 {
    u32::from(kbpk_table_promotion_up[pawn as usize & 63])
}

fn kbpk_wrong_bishop_up(bishop: u32, pawn: u32) -> bool {
    !same_color(kbpk_promotion_up(pawn), bishop)
}

fn kbpk_wrong(bishop: u32, pawn: u32) -> bool {
    has(0x8181818181818181_u64, pawn) && kbpk_wrong_bishop_up(bishop, pawn)
}

// The corner before a rook's pawn and the squares next to it.
fn kbpk_home(pawn: u32) -> u64 {
    king_attacks(kbpk_promotion_up(pawn)) | bit(kbpk_promotion_up(pawn))
}

// 4, draw: "wrong bishop"
// The bishop never attacks the corner, so the king cannot be driven out of it.
fn kbpk_rule_4(board: &KbpkBoard) -> bool {
    kbpk_wrong(board.strong_bishop, board.strong_pawn)
        && has(kbpk_home(board.strong_pawn), board.weak_king)
}

fn kbpk_after_move_1_strong_to_move(board: &KbpkBoard) -> u64 {
    king_attacks(board.weak_king)
}

fn kbpk_after_move_2_strong_to_move(board: &KbpkBoard) -> bool {
    has(king_attacks(board.weak_king), board.strong_pawn)
}

fn kbpk_after_move_3_strong_to_move(board: &KbpkBoard) -> bool {
    let mut left: u64 = king_attacks(board.strong_king) & !board.occupied;
    while left != 0 {
        let to_1 = first(left);
        left &= left - 1;
        if !has(kbpk_after_move_1_strong_to_move(board), to_1)
            && !(kbpk_after_move_2_strong_to_move(board)
                && !has(
                    king_attacks(to_1) | bishop_attacks(board.strong_bishop, ((board.occupied & !bit(board.strong_king)) | bit(to_1)) & !bit(board.weak_king)),
                    board.strong_pawn)) {
            return true;
        }
    }
    false
}

fn kbpk_after_move_4_strong_to_move(board: &KbpkBoard) -> bool {
    if let Some(known) = board.kbpk_after_move_4_strong_to_move.get() {
        return known;
    }
    let found = !has(kbpk_after_move_1_strong_to_move(board), board.strong_king);
    board.kbpk_after_move_4_strong_to_move.set(Some(found));
    found
}

fn kbpk_after_move_5_strong_to_move(board: &KbpkBoard) -> u64 {
    king_attacks(board.strong_king)
}

fn kbpk_after_move_6_strong_to_move(board: &KbpkBoard) -> u64 {
    board.occupied & !bit(board.strong_pawn)
}

fn kbpk_after_move_7_strong_to_move(board: &KbpkBoard) -> bool {
    let mut left: u64 = kbpk_squares_2[board.strong_pawn as usize & 63] & !board.occupied;
    while left != 0 {
        let to_1 = first(left);
        left &= left - 1;
        if kbpk_after_move_4_strong_to_move(board)
            && !(has(king_attacks(board.weak_king), to_1)
                && !has(
                    kbpk_after_move_5_strong_to_move(board) | bishop_attacks(board.strong_bishop, (kbpk_after_move_6_strong_to_move(board) | bit(to_1)) & !bit(board.weak_king)),
                    to_1)) {
            return true;
        }
    }
    false
}

fn kbpk_after_move_8_strong_to_move(board: &KbpkBoard) -> bool {
    let mut left: u64 = if ((kbpk_squares_3[board.strong_pawn as usize & 63] | kbpk_squares_4[board.strong_pawn as usize & 63]) & board.occupied) == 0x0_u64 { kbpk_squares_4[board.strong_pawn as usize & 63] } else { 0x0_u64 };
    while left != 0 {
        let to_1 = first(left);
        left &= left - 1;
        if kbpk_after_move_4_strong_to_move(board)
            && !(has(king_attacks(board.weak_king), to_1)
                && !has(
                    kbpk_after_move_5_strong_to_move(board) | bishop_attacks(board.strong_bishop, (kbpk_after_move_6_strong_to_move(board) | bit(to_1)) & !bit(board.weak_king)),
                    to_1)) {
            return true;
        }
    }
    false
}

fn kbpk_after_move_9_strong_to_move(board: &KbpkBoard) -> bool {
    let mut left: u64 = bishop_attacks(board.strong_bishop, board.occupied) & !board.occupied;
    while left != 0 {
        let to_1 = first(left);
        left &= left - 1;
        if kbpk_after_move_4_strong_to_move(board)
            && !(kbpk_after_move_2_strong_to_move(board)
                && !has(
                    kbpk_after_move_5_strong_to_move(board) | bishop_attacks(to_1, ((board.occupied & !bit(board.strong_bishop)) | bit(to_1)) & !bit(board.weak_king)),
                    board.strong_pawn)) {
            return true;
        }
    }
    false
}

// 6, draw: "nothing saves the pawn"
// After every move the king takes the pawn.
fn kbpk_rule_6(board: &KbpkBoard) -> bool {
    rank(board.strong_pawn) < 7
        && !(kbpk_after_move_3_strong_to_move(board)
            || kbpk_after_move_7_strong_to_move(board)
            || kbpk_after_move_8_strong_to_move(board)
            || kbpk_after_move_9_strong_to_move(board))
}

fn kbpk_after_move_10_strong_to_move(board: &KbpkBoard, at_1: u32) -> u64 {
    (board.occupied & !bit(board.strong_king)) | bit(at_1)
}

fn kbpk_after_move_11_strong_to_move(board: &KbpkBoard) -> u64 {
    if let Some(known) = board.kbpk_after_move_11_strong_to_move.get() {
        return known;
    }
    let found = king_attacks(u32::from(kbpk_table_promotion_up[board.strong_pawn as usize & 63]))
        | bit(u32::from(kbpk_table_promotion_up[board.strong_pawn as usize & 63]));
    board.kbpk_after_move_11_strong_to_move.set(Some(found));
    found
}

fn kbpk_after_move_12_strong_to_move(board: &KbpkBoard, at_1: u32) -> bool {
    let mut left: u64 = king_attacks(board.weak_king) & !kbpk_after_move_10_strong_to_move(board, at_1);
    while left != 0 {
        let to_2 = first(left);
        left &= left - 1;
        if !has(
                king_attacks(at_1) | pawn_attacks_up(board.strong_pawn) | bishop_attacks(board.strong_bishop, (kbpk_after_move_10_strong_to_move(board, at_1) & !bit(board.weak_king)) | bit(to_2)),
                to_2)
            && has(kbpk_after_move_11_strong_to_move(board), to_2) {
            return true;
        }
    }
    false
}

fn kbpk_after_move_13_strong_to_move(board: &KbpkBoard) -> bool {
    let mut left: u64 = king_attacks(board.strong_king) & !board.occupied;
    while left != 0 {
        let to_1 = first(left);
        left &= left - 1;
        if !has(kbpk_after_move_1_strong_to_move(board), to_1)
            && !kbpk_after_move_12_strong_to_move(board, to_1) {
            return true;
        }
    }
    false
}

fn kbpk_after_move_14_strong_to_move(board: &KbpkBoard, at_1: u32) -> u64 {
    kbpk_after_move_6_strong_to_move(board) | bit(at_1)
}

fn kbpk_after_move_15_strong_to_move(board: &KbpkBoard, at_1: u32) -> bool {
    let mut left: u64 = king_attacks(board.weak_king) & !kbpk_after_move_14_strong_to_move(board, at_1);
    while left != 0 {
        let to_2 = first(left);
        left &= left - 1;
        if !has(
                kbpk_after_move_5_strong_to_move(board) | pawn_attacks_up(at_1) | bishop_attacks(board.strong_bishop, (kbpk_after_move_14_strong_to_move(board, at_1) & !bit(board.weak_king)) | bit(to_2)),
                to_2)
            && has(
                king_attacks(u32::from(kbpk_table_promotion_up[at_1 as usize & 63])) | bit(u32::from(kbpk_table_promotion_up[at_1 as usize & 63])),
                to_2) {
            return true;
        }
    }
    false
}

fn kbpk_after_move_16_strong_to_move(board: &KbpkBoard) -> bool {
    let mut left: u64 = kbpk_squares_2[board.strong_pawn as usize & 63] & !board.occupied;
    while left != 0 {
        let to_1 = first(left);
        left &= left - 1;
        if kbpk_after_move_4_strong_to_move(board)
            && !kbpk_after_move_15_strong_to_move(board, to_1) {
            return true;
        }
    }
    false
}

fn kbpk_after_move_17_strong_to_move(board: &KbpkBoard, at_1: u32) -> u64 {
    kbpk_after_move_6_strong_to_move(board) | bit(at_1)
}

fn kbpk_after_move_18_strong_to_move(board: &KbpkBoard, at_1: u32) -> bool {
    let mut left: u64 = king_attacks(board.weak_king) & !kbpk_after_move_17_strong_to_move(board, at_1);
    while left != 0 {
        let to_2 = first(left);
        left &= left - 1;
        if !has(
                kbpk_after_move_5_strong_to_move(board) | pawn_attacks_up(at_1) | bishop_attacks(board.strong_bishop, (kbpk_after_move_17_strong_to_move(board, at_1) & !bit(board.weak_king)) | bit(to_2)),
                to_2)
            && has(
                king_attacks(u32::from(kbpk_table_promotion_up[at_1 as usize & 63])) | bit(u32::from(kbpk_table_promotion_up[at_1 as usize & 63])),
                to_2) {
            return true;
        }
    }
    false
}

fn kbpk_after_move_19_strong_to_move(board: &KbpkBoard) -> bool {
    let mut left: u64 = if ((kbpk_squares_3[board.strong_pawn as usize & 63] | kbpk_squares_4[board.strong_pawn as usize & 63]) & board.occupied) == 0x0_u64 { kbpk_squares_4[board.strong_pawn as usize & 63] } else { 0x0_u64 };
    while left != 0 {
        let to_1 = first(left);
        left &= left - 1;
        if kbpk_after_move_4_strong_to_move(board)
            && !kbpk_after_move_18_strong_to_move(board, to_1) {
            return true;
        }
    }
    false
}

fn kbpk_after_move_20_strong_to_move(board: &KbpkBoard, at_1: u32) -> u64 {
    (board.occupied & !bit(board.strong_bishop)) | bit(at_1)
}

fn kbpk_after_move_21_strong_to_move(board: &KbpkBoard, at_1: u32) -> bool {
    let mut left: u64 = king_attacks(board.weak_king) & !kbpk_after_move_20_strong_to_move(board, at_1);
    while left != 0 {
        let to_2 = first(left);
        left &= left - 1;
        if !has(
                kbpk_after_move_5_strong_to_move(board) | pawn_attacks_up(board.strong_pawn) | bishop_attacks(at_1, (kbpk_after_move_20_strong_to_move(board, at_1) & !bit(board.weak_king)) | bit(to_2)),
                to_2)
            && has(kbpk_after_move_11_strong_to_move(board), to_2) {
            return true;
        }
    }
    false
}

fn kbpk_after_move_22_strong_to_move(board: &KbpkBoard) -> bool {
    let mut left: u64 = bishop_attacks(board.strong_bishop, board.occupied) & !board.occupied;
    while left != 0 {
        let to_1 = first(left);
        left &= left - 1;
        if kbpk_after_move_4_strong_to_move(board)
            && !kbpk_after_move_21_strong_to_move(board, to_1) {
            return true;
        }
    }
    false
}

// 7, draw: "nothing keeps the king out of the corner"
// After every move the king steps into the wrong bishop's corner.
fn kbpk_rule_7(board: &KbpkBoard) -> bool {
    kbpk_wrong(board.strong_bishop, board.strong_pawn)
        && rank(board.strong_pawn) < 7
        && !(kbpk_after_move_13_strong_to_move(board)
            || kbpk_after_move_16_strong_to_move(board)
            || kbpk_after_move_19_strong_to_move(board)
            || kbpk_after_move_22_strong_to_move(board))
}

// 1, draw: "the pawn falls"
// The king takes it, and a bishop alone does not mate.
fn kbpk_rule_1(board: &KbpkBoard) -> bool {
    has(king_attacks(board.weak_king), board.strong_pawn)
        && !has(
            king_attacks(board.strong_king) | bishop_attacks(board.strong_bishop, board.occupied & !bit(board.weak_king)),
            board.strong_pawn)
}

fn kbpk_after_move_23_weak_to_move(board: &KbpkBoard) -> u64 {
    king_attacks(board.strong_king) | pawn_attacks_up(board.strong_pawn)
}

fn kbpk_after_move_24_weak_to_move(board: &KbpkBoard) -> i32 {
    8 - rank(board.strong_bishop)
}

fn kbpk_after_move_25_weak_to_move(board: &KbpkBoard) -> i32 {
    max(
        file_distance(board.strong_bishop, board.strong_pawn),
        kbpk_after_move_24_weak_to_move(board))
}

fn kbpk_after_move_26_weak_to_move(board: &KbpkBoard) -> i32 {
    8 - rank(board.strong_pawn)
}

fn kbpk_after_move_27_weak_to_move(board: &KbpkBoard) -> i32 {
    if let Some(known) = board.kbpk_after_move_27_weak_to_move.get() {
        return known;
    }
    let found = kbpk_after_move_25_weak_to_move(board) - kbpk_after_move_26_weak_to_move(board);
    board.kbpk_after_move_27_weak_to_move.set(Some(found));
    found
}

fn kbpk_after_move_28_weak_to_move(board: &KbpkBoard) -> i32 {
    8 - rank(board.strong_king)
}

fn kbpk_after_move_29_weak_to_move(board: &KbpkBoard) -> i32 {
    max(
        file_distance(board.strong_king, board.strong_pawn),
        kbpk_after_move_28_weak_to_move(board))
}

fn kbpk_after_move_30_weak_to_move(board: &KbpkBoard) -> i32 {
    if let Some(known) = board.kbpk_after_move_30_weak_to_move.get() {
        return known;
    }
    let found = kbpk_after_move_29_weak_to_move(board) - kbpk_after_move_26_weak_to_move(board);
    board.kbpk_after_move_30_weak_to_move.set(Some(found));
    found
}

fn kbpk_after_move_31_weak_to_move(board: &KbpkBoard) -> bool {
    if let Some(known) = board.kbpk_after_move_31_weak_to_move.get() {
        return known;
    }
    let found = (manhattan(board.strong_king, board.strong_bishop) + manhattan(board.strong_bishop, board.strong_pawn)) == manhattan(board.strong_king, board.strong_pawn);
    board.kbpk_after_move_31_weak_to_move.set(Some(found));
    found
}

fn kbpk_after_move_32_weak_to_move(board: &KbpkBoard) -> bool {
    if let Some(known) = board.kbpk_after_move_32_weak_to_move.get() {
        return known;
    }
    let found = kbpk_after_move_27_weak_to_move(board) <= -1;
    board.kbpk_after_move_32_weak_to_move.set(Some(found));
    found
}

fn kbpk_after_move_33_weak_to_move(board: &KbpkBoard) -> u64 {
    if let Some(known) = board.kbpk_after_move_33_weak_to_move.get() {
        return known;
    }
    let found = kbpk_squares_5[board.strong_pawn as usize & 63] & king_attacks(board.strong_bishop) & !kbpk_after_move_23_weak_to_move(board);
    board.kbpk_after_move_33_weak_to_move.set(Some(found));
    found
}

fn kbpk_after_move_34_weak_to_move(board: &KbpkBoard) -> bool {
    if let Some(known) = board.kbpk_after_move_34_weak_to_move.get() {
        return known;
    }
    let found = kbpk_after_move_33_weak_to_move(board) == 0x0_u64;
    board.kbpk_after_move_34_weak_to_move.set(Some(found));
    found
}

fn kbpk_after_move_35_weak_to_move(board: &KbpkBoard) -> bool {
    kbpk_after_move_25_weak_to_move(board) <= 4
}

fn kbpk_after_move_36_weak_to_move(board: &KbpkBoard) -> i32 {
    kbpk_after_move_28_weak_to_move(board) - kbpk_after_move_26_weak_to_move(board)
}

fn kbpk_after_move_37_weak_to_move(board: &KbpkBoard) -> bool {
    2 < rank(board.strong_pawn)
}

fn kbpk_after_move_38_weak_to_move(board: &KbpkBoard) -> i32 {
    if let Some(known) = board.kbpk_after_move_38_weak_to_move.get() {
        return known;
    }
    let found = distance(board.strong_king, board.strong_pawn) - distance(board.strong_bishop, board.strong_pawn);
    board.kbpk_after_move_38_weak_to_move.set(Some(found));
    found
}

fn kbpk_after_move_39_weak_to_move(board: &KbpkBoard) -> i32 {
    kbpk_after_move_24_weak_to_move(board) - kbpk_after_move_26_weak_to_move(board)
}

fn kbpk_after_move_40_weak_to_move(board: &KbpkBoard) -> bool {
    if let Some(known) = board.kbpk_after_move_40_weak_to_move.get() {
        return known;
    }
    let found = kbpk_after_move_39_weak_to_move(board) <= -1;
    board.kbpk_after_move_40_weak_to_move.set(Some(found));
    found
}

fn kbpk_after_move_41_weak_to_move(board: &KbpkBoard) -> i32 {
    if let Some(known) = board.kbpk_after_move_41_weak_to_move.get() {
        return known;
    }
    let found = kbpk_after_move_29_weak_to_move(board) - kbpk_after_move_25_weak_to_move(board);
    board.kbpk_after_move_41_weak_to_move.set(Some(found));
    found
}

fn kbpk_after_move_42_weak_to_move(board: &KbpkBoard) -> u64 {
    if let Some(known) = board.kbpk_after_move_42_weak_to_move.get() {
        return known;
    }
    let found = king_attacks(board.strong_king) & !(bit(board.strong_king) | bit(board.strong_pawn)) & !king_attacks(board.strong_bishop);
    board.kbpk_after_move_42_weak_to_move.set(Some(found));
    found
}

fn kbpk_after_move_43_weak_to_move(board: &KbpkBoard) -> i32 {
    if let Some(known) = board.kbpk_after_move_43_weak_to_move.get() {
        return known;
    }
    let found = count(kbpk_after_move_42_weak_to_move(board));
    board.kbpk_after_move_43_weak_to_move.set(Some(found));
    found
}

fn kbpk_after_move_44_weak_to_move(board: &KbpkBoard) -> bool {
    file_distance(board.strong_bishop, board.strong_pawn) <= 2
}

fn kbpk_after_move_45_weak_to_move(board: &KbpkBoard) -> bool {
    3 < distance(board.strong_king, board.strong_bishop)
}

fn kbpk_after_move_46_weak_to_move(board: &KbpkBoard) -> bool {
    file_distance(board.strong_bishop, board.strong_pawn) <= 5
}

fn kbpk_after_move_47_weak_to_move(board: &KbpkBoard) -> bool {
    if let Some(known) = board.kbpk_after_move_47_weak_to_move.get() {
        return known;
    }
    let found = -1 < kbpk_after_move_36_weak_to_move(board);
    board.kbpk_after_move_47_weak_to_move.set(Some(found));
    found
}

fn kbpk_after_move_48_weak_to_move(board: &KbpkBoard) -> bool {
    if let Some(known) = board.kbpk_after_move_48_weak_to_move.get() {
        return known;
    }
    let found = -2 < kbpk_after_move_36_weak_to_move(board);
    board.kbpk_after_move_48_weak_to_move.set(Some(found));
    found
}

fn kbpk_after_move_49_weak_to_move(board: &KbpkBoard) -> bool {
    if let Some(known) = board.kbpk_after_move_49_weak_to_move.get() {
        return known;
    }
    let found = kbpk_after_move_39_weak_to_move(board) <= -4;
    board.kbpk_after_move_49_weak_to_move.set(Some(found));
    found
}

fn kbpk_after_move_50_weak_to_move(board: &KbpkBoard) -> bool {
    3 < kbpk_after_move_29_weak_to_move(board)
}

fn kbpk_after_move_51_weak_to_move(board: &KbpkBoard) -> bool {
    manhattan(board.strong_king, board.strong_bishop) <= 2
}

fn kbpk_after_move_52_weak_to_move(board: &KbpkBoard) -> bool {
    if let Some(known) = board.kbpk_after_move_52_weak_to_move.get() {
        return known;
    }
    let found = 0 < kbpk_after_move_38_weak_to_move(board);
    board.kbpk_after_move_52_weak_to_move.set(Some(found));
    found
}

fn kbpk_after_move_53_weak_to_move(board: &KbpkBoard) -> i32 {
    if let Some(known) = board.kbpk_after_move_53_weak_to_move.get() {
        return known;
    }
    let found = distance(board.strong_king, board.strong_pawn) - distance(board.strong_king, board.strong_bishop);
    board.kbpk_after_move_53_weak_to_move.set(Some(found));
    found
}

fn kbpk_after_move_54_weak_to_move(board: &KbpkBoard) -> bool {
    if let Some(known) = board.kbpk_after_move_54_weak_to_move.get() {
        return known;
    }
    let found = -2 < kbpk_after_move_53_weak_to_move(board);
    board.kbpk_after_move_54_weak_to_move.set(Some(found));
    found
}

fn kbpk_after_move_55_weak_to_move(board: &KbpkBoard) -> bool {
    distance(board.strong_pawn, board.strong_bishop) <= 4
}

fn kbpk_after_move_56_weak_to_move(board: &KbpkBoard) -> bool {
    distance(board.strong_king, board.strong_bishop) <= 3
}

fn kbpk_after_move_57_weak_to_move(board: &KbpkBoard) -> bool {
    distance(board.strong_pawn, board.strong_bishop) <= 2
}

fn kbpk_after_move_58_weak_to_move(board: &KbpkBoard) -> bool {
    if let Some(known) = board.kbpk_after_move_58_weak_to_move.get() {
        return known;
    }
    let found = kbpk_after_move_41_weak_to_move(board) <= 1;
    board.kbpk_after_move_58_weak_to_move.set(Some(found));
    found
}

fn kbpk_after_move_59_weak_to_move(board: &KbpkBoard) -> u64 {
    king_attacks(board.strong_bishop) & !bit(board.strong_bishop)
}

fn kbpk_after_move_60_weak_to_move(board: &KbpkBoard) -> u64 {
    if let Some(known) = board.kbpk_after_move_60_weak_to_move.get() {
        return known;
    }
    let found = kbpk_after_move_59_weak_to_move(board) & !king_attacks(board.strong_king) & !pawn_attacks_up(board.strong_pawn);
    board.kbpk_after_move_60_weak_to_move.set(Some(found));
    found
}

fn kbpk_after_move_61_weak_to_move(board: &KbpkBoard) -> bool {
    if let Some(known) = board.kbpk_after_move_61_weak_to_move.get() {
        return known;
    }
    let found = -1 < kbpk_after_move_38_weak_to_move(board);
    board.kbpk_after_move_61_weak_to_move.set(Some(found));
    found
}

fn kbpk_after_move_62_weak_to_move(board: &KbpkBoard) -> bool {
    distance(board.strong_pawn, board.strong_bishop) <= 5
}

fn kbpk_after_move_63_weak_to_move(board: &KbpkBoard) -> bool {
    let mut left: u64 = kbpk_after_move_60_weak_to_move(board);
    while left != 0 {
        let to_1 = first(left);
        left &= left - 1;
        if distance(to_1, board.strong_king) == 2 && aligned(to_1, board.strong_king) {
            return true;
        }
    }
    false
}

fn kbpk_after_move_64_weak_to_move(board: &KbpkBoard) -> bool {
    if let Some(known) = board.kbpk_after_move_64_weak_to_move.get() {
        return known;
    }
    let found = -3 < kbpk_after_move_39_weak_to_move(board);
    board.kbpk_after_move_64_weak_to_move.set(Some(found));
    found
}

fn kbpk_after_move_65_weak_to_move(board: &KbpkBoard) -> bool {
    5 < manhattan(board.strong_king, board.strong_pawn)
}

fn kbpk_after_move_66_weak_to_move(board: &KbpkBoard) -> bool {
    if let Some(known) = board.kbpk_after_move_66_weak_to_move.get() {
        return known;
    }
    let found = kbpk_after_move_38_weak_to_move(board) <= -1;
    board.kbpk_after_move_66_weak_to_move.set(Some(found));
    found
}

fn kbpk_after_move_67_weak_to_move(board: &KbpkBoard) -> bool {
    kbpk_after_move_25_weak_to_move(board) <= 5
}

fn kbpk_after_move_68_weak_to_move(board: &KbpkBoard) -> bool {
    file_distance(board.strong_bishop, board.strong_pawn) <= 3
}

fn kbpk_after_move_69_weak_to_move(board: &KbpkBoard) -> bool {
    if let Some(known) = board.kbpk_after_move_69_weak_to_move.get() {
        return known;
    }
    let found = (distance(board.strong_king, board.strong_pawn) + distance(board.strong_pawn, board.strong_bishop)) == distance(board.strong_king, board.strong_bishop);
    board.kbpk_after_move_69_weak_to_move.set(Some(found));
    found
}

fn kbpk_after_move_70_weak_to_move(board: &KbpkBoard, at_1: u32) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = kbpk_after_move_59_weak_to_move(board) & !king_attacks(at_1);
    while left != 0 {
        let to_2 = first(left);
        left &= left - 1;
        if !has(pawn_attacks_up(board.strong_pawn), to_2) {
            found |= bit(to_2);
        }
    }
    found
}

fn kbpk_after_move_71_weak_to_move(board: &KbpkBoard) -> bool {
    let mut left: u64 = kbpk_after_move_42_weak_to_move(board);
    while left != 0 {
        let to_1 = first(left);
        left &= left - 1;
        if kbpk_after_move_70_weak_to_move(board, to_1) == 0x0_u64 {
            return true;
        }
    }
    false
}

fn kbpk_after_move_72_weak_to_move(board: &KbpkBoard, at_1: u32) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = kbpk_after_move_59_weak_to_move(board) & !king_attacks(at_1);
    while left != 0 {
        let to_2 = first(left);
        left &= left - 1;
        if !has(pawn_attacks_up(board.strong_pawn), to_2) {
            found |= bit(to_2);
        }
    }
    found
}

fn kbpk_after_move_73_weak_to_move(board: &KbpkBoard) -> bool {
    let mut left: u64 = kbpk_after_move_42_weak_to_move(board);
    while left != 0 {
        let to_1 = first(left);
        left &= left - 1;
        if !several(kbpk_after_move_72_weak_to_move(board, to_1)) {
            return true;
        }
    }
    false
}

fn kbpk_after_move_74_weak_to_move(board: &KbpkBoard) -> bool {
    manhattan(board.strong_pawn, board.strong_bishop) <= 9
}

// 2, draw: "the bishop falls"
// The king takes the bishop and holds the pawn.
fn kbpk_rule_2(board: &KbpkBoard) -> bool {
    if !has(king_attacks(board.weak_king), board.strong_bishop) {
        return false;
    }
    if has(kbpk_after_move_23_weak_to_move(board), board.strong_bishop) {
        return false;
    }
    if kbpk_after_move_27_weak_to_move(board) <= 0 {
        if kbpk_after_move_30_weak_to_move(board) <= 0 {
            if kbpk_after_move_31_weak_to_move(board) {
                if kbpk_after_move_32_weak_to_move(board) {
                    return !kbpk_after_move_34_weak_to_move(board)
                        || kbpk_after_move_35_weak_to_move(board)
                        || kbpk_after_move_36_weak_to_move(board) <= -5
                        || (distance(board.strong_king, board.strong_bishop) + distance(board.strong_bishop, board.strong_pawn)) == distance(board.strong_king, board.strong_pawn)
                        || 4 < manhattan(board.strong_king, board.strong_bishop)
                        || 6 < manhattan(board.strong_pawn, board.strong_bishop);
                }
                return kbpk_after_move_37_weak_to_move(board)
                    && (1 < kbpk_after_move_38_weak_to_move(board)
                        || !aligned(board.strong_king, board.strong_bishop)
                        || kbpk_after_move_36_weak_to_move(board) <= -4
                        || kbpk_after_move_40_weak_to_move(board));
            }
            if kbpk_after_move_38_weak_to_move(board) <= 1 {
                if kbpk_after_move_41_weak_to_move(board) <= -1 {
                    if kbpk_after_move_43_weak_to_move(board) <= 1 {
                        return true;
                    }
                    if !kbpk_after_move_44_weak_to_move(board) {
                        return false;
                    }
                    if has(0x8181818181818181_u64, board.strong_pawn) {
                        return 2 < manhattan(board.strong_pawn, board.strong_bishop)
                            && file_distance(board.strong_king, board.strong_pawn) <= 0
                            && kbpk_after_move_35_weak_to_move(board);
                    }
                    return 1 < count(kbpk_after_move_33_weak_to_move(board))
                        && kbpk_after_move_45_weak_to_move(board);
                }
                if file_distance(board.strong_king, board.strong_pawn) <= 3 {
                    if has(0x8181818181818181_u64, board.strong_pawn) {
                        if kbpk_after_move_44_weak_to_move(board) {
                            return kbpk_after_move_32_weak_to_move(board);
                        }
                        return kbpk_after_move_39_weak_to_move(board) <= -2
                            && kbpk_after_move_46_weak_to_move(board)
                            && (edge_distance(board.strong_bishop) <= 1
                                || kbpk_after_move_47_weak_to_move(board)
                                || (kbpk_after_move_39_weak_to_move(board) <= -3
                                    && (kbpk_after_move_48_weak_to_move(board)
                                        || (kbpk_after_move_49_weak_to_move(board)
                                            && kbpk_after_move_50_weak_to_move(board)))));
                    }
                    if kbpk_after_move_34_weak_to_move(board) {
                        if 1 >= file_distance(board.strong_king, board.strong_pawn) {
                            return false;
                        }
                        if kbpk_after_move_51_weak_to_move(board) {
                            return distance(board.strong_pawn, board.strong_bishop) <= 3
                                && rank(board.strong_pawn) <= 4;
                        }
                        if !kbpk_after_move_47_weak_to_move(board) {
                            return false;
                        }
                        if manhattan(board.strong_king, board.strong_bishop) <= 4 {
                            return kbpk_after_move_49_weak_to_move(board)
                                || kbpk_after_move_52_weak_to_move(board);
                        }
                        return kbpk_after_move_54_weak_to_move(board)
                            && manhattan(board.strong_pawn, board.strong_bishop) <= 6;
                    }
                    if kbpk_after_move_38_weak_to_move(board) <= -2 {
                        if !kbpk_after_move_55_weak_to_move(board) {
                            return false;
                        }
                        if kbpk_after_move_56_weak_to_move(board) {
                            return kbpk_after_move_51_weak_to_move(board)
                                && !has(
                                    kbpk_squares_6[board.strong_pawn as usize & 63],
                                    board.strong_king);
                        }
                        return manhattan(board.strong_king, board.strong_bishop) <= 5
                            || manhattan(board.strong_pawn, board.strong_bishop) <= 4;
                    }
                    if file_distance(board.strong_king, board.strong_pawn) <= 2 {
                        if manhattan(board.strong_pawn, board.strong_bishop) > 3 {
                            return false;
                        }
                        if file_distance(board.strong_bishop, board.strong_pawn) <= 0 {
                            return 0 < edge_distance(board.strong_bishop)
                                || kbpk_after_move_57_weak_to_move(board);
                        }
                        if kbpk_after_move_58_weak_to_move(board) {
                            return count(kbpk_after_move_60_weak_to_move(board)) <= 2
                                && between(board.strong_king, board.strong_bishop) != 0x0_u64;
                        }
                        return manhattan(board.strong_king, board.strong_bishop) <= 3;
                    }
                    return kbpk_after_move_55_weak_to_move(board)
                        || kbpk_after_move_61_weak_to_move(board);
                }
                if kbpk_after_move_44_weak_to_move(board) {
                    return kbpk_after_move_62_weak_to_move(board)
                        || 4 < file_distance(board.strong_king, board.strong_pawn)
                        || has(0x8181818181818181_u64, board.strong_pawn)
                        || 5 < distance(board.strong_king, board.strong_pawn);
                }
                if has(0x8181818181818181_u64, board.strong_pawn) {
                    return kbpk_after_move_46_weak_to_move(board);
                }
                if !kbpk_after_move_54_weak_to_move(board) {
                    return false;
                }
                if kbpk_after_move_58_weak_to_move(board) {
                    if !(-5 < kbpk_after_move_39_weak_to_move(board)
                        && kbpk_after_move_61_weak_to_move(board)) {
                        return false;
                    }
                    if kbpk_after_move_63_weak_to_move(board) {
                        return kbpk_after_move_64_weak_to_move(board);
                    }
                    return kbpk_after_move_48_weak_to_move(board)
                        && kbpk_after_move_62_weak_to_move(board);
                }
                if kbpk_after_move_65_weak_to_move(board)
                    || kbpk_after_move_64_weak_to_move(board) {
                    return true;
                }
                if !kbpk_after_move_45_weak_to_move(board) {
                    return false;
                }
                if kbpk_after_move_66_weak_to_move(board) {
                    return 7 < manhattan(board.strong_king, board.strong_bishop);
                }
                return manhattan(board.strong_pawn, board.strong_bishop) <= 8;
            }
            if !kbpk_after_move_67_weak_to_move(board) {
                return false;
            }
            if file_distance(board.strong_bishop, board.strong_pawn) <= 1
                || -3 < kbpk_after_move_36_weak_to_move(board)
                || 2 < kbpk_after_move_38_weak_to_move(board) {
                return true;
            }
            if kbpk_after_move_68_weak_to_move(board) {
                if -1 < kbpk_after_move_39_weak_to_move(board) {
                    return true;
                }
                if between(board.strong_pawn, board.strong_bishop) == 0x0_u64 {
                    return kbpk_after_move_25_weak_to_move(board) <= 3
                        || kbpk_after_move_37_weak_to_move(board)
                        || kbpk_after_move_69_weak_to_move(board);
                }
                return kbpk_after_move_69_weak_to_move(board)
                    || (has(0x8181818181818181_u64, board.strong_pawn)
                        && (kbpk_after_move_37_weak_to_move(board)
                            || manhattan(board.strong_king, board.strong_pawn) <= 4));
            }
            return 3 < file_distance(board.strong_king, board.strong_pawn);
        }
        if distance(board.strong_king, board.strong_pawn) <= 3 {
            if (kbpk_squares_5[board.strong_pawn as usize & 63] & king_attacks(board.strong_bishop)) == 0x0_u64 {
                if kbpk_after_move_36_weak_to_move(board) <= 2 {
                    if has(0x8181818181818181_u64, board.strong_pawn) {
                        return kbpk_after_move_67_weak_to_move(board)
                            && (kbpk_after_move_40_weak_to_move(board)
                                || 1 < kbpk_after_move_36_weak_to_move(board)
                                || kbpk_after_move_57_weak_to_move(board));
                    }
                    if !kbpk_after_move_68_weak_to_move(board) {
                        return false;
                    }
                    if (manhattan(board.strong_king, board.strong_pawn) + manhattan(board.strong_pawn, board.strong_bishop)) == manhattan(board.strong_king, board.strong_bishop) {
                        if kbpk_after_move_30_weak_to_move(board) <= 1 {
                            return kbpk_after_move_71_weak_to_move(board);
                        }
                        return kbpk_after_move_44_weak_to_move(board)
                            && kbpk_after_move_32_weak_to_move(board)
                            && !kbpk_after_move_73_weak_to_move(board);
                    }
                    if kbpk_after_move_44_weak_to_move(board) {
                        if kbpk_after_move_32_weak_to_move(board) {
                            return kbpk_after_move_62_weak_to_move(board);
                        }
                        return kbpk_after_move_31_weak_to_move(board);
                    }
                    if 3 >= manhattan(board.strong_king, board.strong_pawn) {
                        return false;
                    }
                    if kbpk_after_move_29_weak_to_move(board) <= 4 {
                        return distance(board.strong_king, board.strong_bishop) <= 2;
                    }
                    return kbpk_after_move_62_weak_to_move(board);
                }
                return kbpk_after_move_68_weak_to_move(board)
                    || has(0x8181818181818181_u64, board.strong_pawn)
                    || (kbpk_after_move_65_weak_to_move(board)
                        && manhattan(board.strong_king, board.strong_bishop) <= 8);
            }
            if kbpk_after_move_58_weak_to_move(board) {
                return 2 < distance(board.strong_king, board.strong_pawn)
                    && kbpk_after_move_37_weak_to_move(board);
            }
            if kbpk_after_move_62_weak_to_move(board) {
                return kbpk_after_move_50_weak_to_move(board)
                    || kbpk_after_move_52_weak_to_move(board)
                    || manhattan(board.strong_pawn, board.strong_bishop) <= 2
                    || has(0x8181818181818181_u64, board.strong_pawn);
            }
            return has(0x8181818181818181_u64, board.strong_pawn);
        }
        if !kbpk_after_move_67_weak_to_move(board) {
            return false;
        }
        if kbpk_after_move_66_weak_to_move(board) {
            return has(0x8181818181818181_u64, board.strong_pawn)
                || (file_distance(board.strong_bishop, board.strong_pawn) <= 4
                    && -2 < kbpk_after_move_38_weak_to_move(board)
                    && (kbpk_after_move_44_weak_to_move(board)
                        || (manhattan(board.strong_king, board.strong_bishop) <= 9
                            && kbpk_after_move_74_weak_to_move(board))));
        }
        if kbpk_after_move_53_weak_to_move(board) <= -3 {
            return 2 < kbpk_after_move_36_weak_to_move(board);
        }
        if kbpk_after_move_58_weak_to_move(board) {
            if kbpk_after_move_64_weak_to_move(board)
                || 0 < kbpk_after_move_36_weak_to_move(board)
                || has(0x8181818181818181_u64, board.strong_pawn) {
                return true;
            }
            if kbpk_after_move_56_weak_to_move(board) {
                return 9 < manhattan(board.strong_king, board.strong_pawn);
            }
            return kbpk_after_move_74_weak_to_move(board);
        }
        return manhattan(board.strong_pawn, board.strong_bishop) <= 10
            || 1 < corner_distance(board.strong_bishop);
    }
    kbpk_after_move_43_weak_to_move(board) <= 0 && kbpk_after_move_37_weak_to_move(board)
}

// All squares that a side attacks, its own men included.
fn kbpk_strong_attacks(board: &KbpkBoard) -> u64 {
    if let Some(known) = board.kbpk_strong_attacks.get() {
        return known;
    }
    let found = king_attacks(board.strong_king)
        | pawn_attacks_up(board.strong_pawn)
        | bishop_attacks(board.strong_bishop, board.occupied);
    board.kbpk_strong_attacks.set(Some(found));
    found
}

// 3, draw: "stalemate"
// The king is not in check, and no square is left to it.
fn kbpk_rule_3(board: &KbpkBoard) -> bool {
    !has(kbpk_strong_attacks(board), board.weak_king)
        && (king_attacks(board.weak_king) & !kbpk_strong_attacks(board)) == 0x0_u64
}

fn kbpk_after_move_75_weak_to_move(board: &KbpkBoard) -> bool {
    let mut left: u64 = king_attacks(board.weak_king) & !board.occupied;
    while left != 0 {
        let to_1 = first(left);
        left &= left - 1;
        if !has(
                king_attacks(board.strong_king) | pawn_attacks_up(board.strong_pawn) | bishop_attacks(board.strong_bishop, (board.occupied & !bit(board.weak_king)) | bit(to_1)),
                to_1)
            && has(
                king_attacks(u32::from(kbpk_table_promotion_up[board.strong_pawn as usize & 63])) | bit(u32::from(kbpk_table_promotion_up[board.strong_pawn as usize & 63])),
                to_1) {
            return true;
        }
    }
    false
}

// 5, draw: "a step to the wrong bishop's corner"
// One move, and the king is where it cannot be driven out.
fn kbpk_rule_5(board: &KbpkBoard) -> bool {
    kbpk_wrong(board.strong_bishop, board.strong_pawn)
        && kbpk_after_move_75_weak_to_move(board)
}

fn kbpk_strong_to_move(board: &KbpkBoard) -> i32 {
    if kbpk_rule_4(board) {
        return 4;
    }
    if kbpk_rule_6(board) {
        return 6;
    }
    if kbpk_rule_7(board) {
        return 7;
    }
    0
}

fn kbpk_weak_to_move(board: &KbpkBoard) -> i32 {
    if kbpk_rule_1(board) {
        return 1;
    }
    if kbpk_rule_2(board) {
        return 2;
    }
    if kbpk_rule_3(board) {
        return 3;
    }
    if kbpk_rule_4(board) {
        return 4;
    }
    if kbpk_rule_5(board) {
        return 5;
    }
    0
}

/// The same as probe_rule for KBPvK by the squares of its men; without castling and en passant.
#[allow(dead_code, clippy::too_many_arguments)]
pub fn kbpk_rule(
    strong_king: u32,
    weak_king: u32,
    strong_pawn: u32,
    strong_bishop: u32,
    strong_to_move: bool,
) -> i32 {
    let board = KbpkBoard {
        strong_king,
        weak_king,
        strong_pawn,
        strong_bishop,
        occupied: bit(strong_king) | bit(weak_king) | bit(strong_pawn) | bit(strong_bishop),
        kbpk_after_move_4_strong_to_move: Cell::new(None),
        kbpk_after_move_11_strong_to_move: Cell::new(None),
        kbpk_after_move_27_weak_to_move: Cell::new(None),
        kbpk_after_move_30_weak_to_move: Cell::new(None),
        kbpk_after_move_31_weak_to_move: Cell::new(None),
        kbpk_after_move_32_weak_to_move: Cell::new(None),
        kbpk_after_move_33_weak_to_move: Cell::new(None),
        kbpk_after_move_34_weak_to_move: Cell::new(None),
        kbpk_after_move_38_weak_to_move: Cell::new(None),
        kbpk_after_move_40_weak_to_move: Cell::new(None),
        kbpk_after_move_41_weak_to_move: Cell::new(None),
        kbpk_after_move_42_weak_to_move: Cell::new(None),
        kbpk_after_move_43_weak_to_move: Cell::new(None),
        kbpk_after_move_47_weak_to_move: Cell::new(None),
        kbpk_after_move_48_weak_to_move: Cell::new(None),
        kbpk_after_move_49_weak_to_move: Cell::new(None),
        kbpk_after_move_52_weak_to_move: Cell::new(None),
        kbpk_after_move_53_weak_to_move: Cell::new(None),
        kbpk_after_move_54_weak_to_move: Cell::new(None),
        kbpk_after_move_58_weak_to_move: Cell::new(None),
        kbpk_after_move_60_weak_to_move: Cell::new(None),
        kbpk_after_move_61_weak_to_move: Cell::new(None),
        kbpk_after_move_64_weak_to_move: Cell::new(None),
        kbpk_after_move_66_weak_to_move: Cell::new(None),
        kbpk_after_move_69_weak_to_move: Cell::new(None),
        kbpk_strong_attacks: Cell::new(None),
    };
    if strong_to_move { kbpk_strong_to_move(&board) } else { kbpk_weak_to_move(&board) }
}

// KNPvK

#[allow(dead_code)]
struct KnpkBoard {
    strong_king: u32,
    weak_king: u32,
    strong_pawn: u32,
    strong_knight: u32,
    occupied: u64,
    knpk_after_move_4_strong_to_move: Cell<Option<bool>>,
    knpk_after_move_6_strong_to_move: Cell<Option<u64>>,
    knpk_after_move_14_weak_to_move: Cell<Option<i32>>,
    knpk_after_move_17_weak_to_move: Cell<Option<i32>>,
    knpk_after_move_18_weak_to_move: Cell<Option<bool>>,
    knpk_after_move_19_weak_to_move: Cell<Option<bool>>,
    knpk_after_move_20_weak_to_move: Cell<Option<u64>>,
    knpk_after_move_21_weak_to_move: Cell<Option<bool>>,
    knpk_after_move_25_weak_to_move: Cell<Option<i32>>,
    knpk_after_move_27_weak_to_move: Cell<Option<bool>>,
    knpk_after_move_28_weak_to_move: Cell<Option<i32>>,
    knpk_after_move_29_weak_to_move: Cell<Option<u64>>,
    knpk_after_move_30_weak_to_move: Cell<Option<i32>>,
    knpk_after_move_34_weak_to_move: Cell<Option<bool>>,
    knpk_after_move_35_weak_to_move: Cell<Option<bool>>,
    knpk_after_move_36_weak_to_move: Cell<Option<bool>>,
    knpk_after_move_39_weak_to_move: Cell<Option<bool>>,
    knpk_after_move_40_weak_to_move: Cell<Option<i32>>,
    knpk_after_move_41_weak_to_move: Cell<Option<bool>>,
    knpk_after_move_45_weak_to_move: Cell<Option<bool>>,
    knpk_after_move_47_weak_to_move: Cell<Option<u64>>,
    knpk_after_move_48_weak_to_move: Cell<Option<bool>>,
    knpk_after_move_51_weak_to_move: Cell<Option<bool>>,
    knpk_after_move_53_weak_to_move: Cell<Option<bool>>,
    knpk_after_move_56_weak_to_move: Cell<Option<bool>>,
    knpk_strong_attacks: Cell<Option<u64>>,
}

#[allow(non_upper_case_globals)]
static knpk_table_promotion_up: [u8; 64] = [
    56, 57, 58, 59, 60, 61, 62, 63,
    56, 57, 58, 59, 60, 61, 62, 63,
    56, 57, 58, 59, 60, 61, 62, 63,
    56, 57, 58, 59, 60, 61, 62, 63,
    56, 57, 58, 59, 60, 61, 62, 63,
    56, 57, 58, 59, 60, 61, 62, 63,
    56, 57, 58, 59, 60, 61, 62, 63,
    56, 57, 58, 59, 60, 61, 62, 63,
];

#[allow(non_upper_case_globals)]
static knpk_squares_2: [u64; 64] = [
    0x100_u64, 0x200_u64, 0x400_u64, 0x800_u64,
    0x1000_u64, 0x2000_u64, 0x4000_u64, 0x8000_u64,
    0x10000_u64, 0x20000_u64, 0x40000_u64, 0x80000_u64,
    0x100000_u64, 0x200000_u64, 0x400000_u64, 0x800000_u64,
    0x1000000_u64, 0x2000000_u64, 0x4000000_u64, 0x8000000_u64,
    0x10000000_u64, 0x20000000_u64, 0x40000000_u64, 0x80000000_u64,
    0x100000000_u64, 0x200000000_u64, 0x400000000_u64, 0x800000000_u64,
    0x1000000000_u64, 0x2000000000_u64, 0x4000000000_u64, 0x8000000000_u64,
    0x10000000000_u64, 0x20000000000_u64, 0x40000000000_u64, 0x80000000000_u64,
    0x100000000000_u64, 0x200000000000_u64, 0x400000000000_u64, 0x800000000000_u64,
    0x1000000000000_u64, 0x2000000000000_u64, 0x4000000000000_u64, 0x8000000000000_u64,
    0x10000000000000_u64, 0x20000000000000_u64, 0x40000000000000_u64, 0x80000000000000_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
];

#[allow(non_upper_case_globals)]
static knpk_squares_3: [u64; 64] = [
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x10000_u64, 0x20000_u64, 0x40000_u64, 0x80000_u64,
    0x100000_u64, 0x200000_u64, 0x400000_u64, 0x800000_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
];

#[allow(non_upper_case_globals)]
static knpk_squares_4: [u64; 64] = [
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x1000000_u64, 0x2000000_u64, 0x4000000_u64, 0x8000000_u64,
    0x10000000_u64, 0x20000000_u64, 0x40000000_u64, 0x80000000_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
];

#[allow(non_upper_case_globals)]
static knpk_squares_5: [u64; 64] = [
    0x101010101010100_u64, 0x202020202020200_u64, 0x404040404040400_u64, 0x808080808080800_u64,
    0x1010101010101000_u64, 0x2020202020202000_u64, 0x4040404040404000_u64, 0x8080808080808000_u64,
    0x101010101010000_u64, 0x202020202020000_u64, 0x404040404040000_u64, 0x808080808080000_u64,
    0x1010101010100000_u64, 0x2020202020200000_u64, 0x4040404040400000_u64, 0x8080808080800000_u64,
    0x101010101000000_u64, 0x202020202000000_u64, 0x404040404000000_u64, 0x808080808000000_u64,
    0x1010101010000000_u64, 0x2020202020000000_u64, 0x4040404040000000_u64, 0x8080808080000000_u64,
    0x101010100000000_u64, 0x202020200000000_u64, 0x404040400000000_u64, 0x808080800000000_u64,
    0x1010101000000000_u64, 0x2020202000000000_u64, 0x4040404000000000_u64, 0x8080808000000000_u64,
    0x101010000000000_u64, 0x202020000000000_u64, 0x404040000000000_u64, 0x808080000000000_u64,
    0x1010100000000000_u64, 0x2020200000000000_u64, 0x4040400000000000_u64, 0x8080800000000000_u64,
    0x101000000000000_u64, 0x202000000000000_u64, 0x404000000000000_u64, 0x808000000000000_u64,
    0x1010000000000000_u64, 0x2020000000000000_u64, 0x4040000000000000_u64, 0x8080000000000000_u64,
    0x100000000000000_u64, 0x200000000000000_u64, 0x400000000000000_u64, 0x800000000000000_u64,
    0x1000000000000000_u64, 0x2000000000000000_u64, 0x4000000000000000_u64, 0x8000000000000000_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
];

#[allow(non_upper_case_globals)]
static knpk_squares_6: [u64; 64] = [
    0x202000000000000_u64, 0x70000_u64, 0xe0000_u64, 0x1c0000_u64,
    0x380000_u64, 0x700000_u64, 0xe00000_u64, 0x4040000000000000_u64,
    0x202000000000000_u64, 0x7000000_u64, 0xe000000_u64, 0x1c000000_u64,
    0x38000000_u64, 0x70000000_u64, 0xe0000000_u64, 0x4040000000000000_u64,
    0x202000000000000_u64, 0x700000000_u64, 0xe00000000_u64, 0x1c00000000_u64,
    0x3800000000_u64, 0x7000000000_u64, 0xe000000000_u64, 0x4040000000000000_u64,
    0x202000000000000_u64, 0x70000000000_u64, 0xe0000000000_u64, 0x1c0000000000_u64,
    0x380000000000_u64, 0x700000000000_u64, 0xe00000000000_u64, 0x4040000000000000_u64,
    0x202000000000000_u64, 0x7070000000000_u64, 0xe0e0000000000_u64, 0x1c1c0000000000_u64,
    0x38380000000000_u64, 0x70700000000000_u64, 0xe0e00000000000_u64, 0x4040000000000000_u64,
    0x202000000000000_u64, 0x707000000000000_u64, 0xe0e000000000000_u64, 0x1c1c000000000000_u64,
    0x3838000000000000_u64, 0x7070000000000000_u64, 0xe0e0000000000000_u64, 0x4040000000000000_u64,
    0x202000000000000_u64, 0x700000000000000_u64, 0xe00000000000000_u64, 0x1c00000000000000_u64,
    0x3800000000000000_u64, 0x7000000000000000_u64, 0xe000000000000000_u64, 0x4040000000000000_u64,
    0x202000000000000_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x4040000000000000_u64,
];

fn knpk_on_the_seventh(pawn: u32) -> bool {
    has(0x81000000000000_u64, pawn)
}

fn knpk_promotion_up(pawn: u32) -> u32 {
    u32::from(knpk_table_promotion_up[pawn as usize & 63])
}

fn knpk_corner(pawn: u32) -> u32 {
    knpk_promotion_up(pawn)
}

// 5, draw: "king in the corner before the rook's pawn"
// A pawn on the seventh rank needs its king, who would stalemate the one in the corner.
fn knpk_rule_5(board: &KnpkBoard) -> bool {
    knpk_on_the_seventh(board.strong_pawn)
        && board.weak_king == knpk_corner(board.strong_pawn)
        && distance(board.strong_king, knpk_corner(board.strong_pawn)) > 2
}

fn knpk_after_move_1_strong_to_move(board: &KnpkBoard) -> u64 {
    king_attacks(board.weak_king)
}

fn knpk_after_move_2_strong_to_move(board: &KnpkBoard) -> bool {
    has(king_attacks(board.weak_king), board.strong_pawn)
}

fn knpk_after_move_3_strong_to_move(board: &KnpkBoard) -> bool {
    let mut left: u64 = king_attacks(board.strong_king) & !board.occupied;
    while left != 0 {
        let to_1 = first(left);
        left &= left - 1;
        if !has(knpk_after_move_1_strong_to_move(board), to_1)
            && !(knpk_after_move_2_strong_to_move(board)
                && !has(
                    king_attacks(to_1) | knight_attacks(board.strong_knight), board.strong_pawn)) {
            return true;
        }
    }
    false
}

fn knpk_after_move_4_strong_to_move(board: &KnpkBoard) -> bool {
    if let Some(known) = board.knpk_after_move_4_strong_to_move.get() {
        return known;
    }
    let found = !has(knpk_after_move_1_strong_to_move(board), board.strong_king);
    board.knpk_after_move_4_strong_to_move.set(Some(found));
    found
}

fn knpk_after_move_5_strong_to_move(board: &KnpkBoard) -> u64 {
    king_attacks(board.strong_king)
}

fn knpk_after_move_6_strong_to_move(board: &KnpkBoard) -> u64 {
    if let Some(known) = board.knpk_after_move_6_strong_to_move.get() {
        return known;
    }
    let found = knpk_after_move_5_strong_to_move(board) | knight_attacks(board.strong_knight);
    board.knpk_after_move_6_strong_to_move.set(Some(found));
    found
}

fn knpk_after_move_7_strong_to_move(board: &KnpkBoard) -> bool {
    let mut left: u64 = knpk_squares_2[board.strong_pawn as usize & 63] & !board.occupied;
    while left != 0 {
        let to_1 = first(left);
        left &= left - 1;
        if knpk_after_move_4_strong_to_move(board)
            && !(has(king_attacks(board.weak_king), to_1)
                && !has(knpk_after_move_6_strong_to_move(board), to_1)) {
            return true;
        }
    }
    false
}

fn knpk_after_move_8_strong_to_move(board: &KnpkBoard) -> bool {
    let mut left: u64 = if ((knpk_squares_3[board.strong_pawn as usize & 63] | knpk_squares_4[board.strong_pawn as usize & 63]) & board.occupied) == 0x0_u64 { knpk_squares_4[board.strong_pawn as usize & 63] } else { 0x0_u64 };
    while left != 0 {
        let to_1 = first(left);
        left &= left - 1;
        if knpk_after_move_4_strong_to_move(board)
            && !(has(king_attacks(board.weak_king), to_1)
                && !has(knpk_after_move_6_strong_to_move(board), to_1)) {
            return true;
        }
    }
    false
}

fn knpk_after_move_9_strong_to_move(board: &KnpkBoard) -> bool {
    let mut left: u64 = knight_attacks(board.strong_knight) & !board.occupied;
    while left != 0 {
        let to_1 = first(left);
        left &= left - 1;
        if knpk_after_move_4_strong_to_move(board)
            && !(knpk_after_move_2_strong_to_move(board)
                && !has(
                    knpk_after_move_5_strong_to_move(board) | knight_attacks(to_1),
                    board.strong_pawn)) {
            return true;
        }
    }
    false
}

// 6, draw: "nothing saves the pawn"
// After every move the king takes the pawn.
fn knpk_rule_6(board: &KnpkBoard) -> bool {
    rank(board.strong_pawn) < 7
        && !(knpk_after_move_3_strong_to_move(board)
            || knpk_after_move_7_strong_to_move(board)
            || knpk_after_move_8_strong_to_move(board)
            || knpk_after_move_9_strong_to_move(board))
}

// 1, draw: "the pawn falls"
// The king takes it, and a knight alone does not mate.
fn knpk_rule_1(board: &KnpkBoard) -> bool {
    has(king_attacks(board.weak_king), board.strong_pawn)
        && !has(
            king_attacks(board.strong_king) | knight_attacks(board.strong_knight),
            board.strong_pawn)
}

fn knpk_after_move_10_weak_to_move(board: &KnpkBoard) -> u64 {
    king_attacks(board.strong_king) | pawn_attacks_up(board.strong_pawn)
}

fn knpk_after_move_11_weak_to_move(board: &KnpkBoard) -> i32 {
    8 - rank(board.strong_knight)
}

fn knpk_after_move_12_weak_to_move(board: &KnpkBoard) -> i32 {
    max(
        file_distance(board.strong_knight, board.strong_pawn),
        knpk_after_move_11_weak_to_move(board))
}

fn knpk_after_move_13_weak_to_move(board: &KnpkBoard) -> i32 {
    8 - rank(board.strong_pawn)
}

fn knpk_after_move_14_weak_to_move(board: &KnpkBoard) -> i32 {
    if let Some(known) = board.knpk_after_move_14_weak_to_move.get() {
        return known;
    }
    let found = knpk_after_move_12_weak_to_move(board) - knpk_after_move_13_weak_to_move(board);
    board.knpk_after_move_14_weak_to_move.set(Some(found));
    found
}

fn knpk_after_move_15_weak_to_move(board: &KnpkBoard) -> i32 {
    8 - rank(board.strong_king)
}

fn knpk_after_move_16_weak_to_move(board: &KnpkBoard) -> i32 {
    max(
        file_distance(board.strong_king, board.strong_pawn),
        knpk_after_move_15_weak_to_move(board))
}

fn knpk_after_move_17_weak_to_move(board: &KnpkBoard) -> i32 {
    if let Some(known) = board.knpk_after_move_17_weak_to_move.get() {
        return known;
    }
    let found = knpk_after_move_16_weak_to_move(board) - knpk_after_move_13_weak_to_move(board);
    board.knpk_after_move_17_weak_to_move.set(Some(found));
    found
}

fn knpk_after_move_18_weak_to_move(board: &KnpkBoard) -> bool {
    if let Some(known) = board.knpk_after_move_18_weak_to_move.get() {
        return known;
    }
    let found = (manhattan(board.strong_king, board.strong_knight) + manhattan(board.strong_knight, board.strong_pawn)) == manhattan(board.strong_king, board.strong_pawn);
    board.knpk_after_move_18_weak_to_move.set(Some(found));
    found
}

fn knpk_after_move_19_weak_to_move(board: &KnpkBoard) -> bool {
    if let Some(known) = board.knpk_after_move_19_weak_to_move.get() {
        return known;
    }
    let found = knpk_after_move_14_weak_to_move(board) <= -1;
    board.knpk_after_move_19_weak_to_move.set(Some(found));
    found
}

fn knpk_after_move_20_weak_to_move(board: &KnpkBoard) -> u64 {
    if let Some(known) = board.knpk_after_move_20_weak_to_move.get() {
        return known;
    }
    let found = knpk_squares_5[board.strong_pawn as usize & 63] & king_attacks(board.strong_knight) & !knpk_after_move_10_weak_to_move(board);
    board.knpk_after_move_20_weak_to_move.set(Some(found));
    found
}

fn knpk_after_move_21_weak_to_move(board: &KnpkBoard) -> bool {
    if let Some(known) = board.knpk_after_move_21_weak_to_move.get() {
        return known;
    }
    let found = knpk_after_move_20_weak_to_move(board) == 0x0_u64;
    board.knpk_after_move_21_weak_to_move.set(Some(found));
    found
}

fn knpk_after_move_22_weak_to_move(board: &KnpkBoard) -> bool {
    knpk_after_move_12_weak_to_move(board) <= 4
}

fn knpk_after_move_23_weak_to_move(board: &KnpkBoard) -> i32 {
    knpk_after_move_15_weak_to_move(board) - knpk_after_move_13_weak_to_move(board)
}

fn knpk_after_move_24_weak_to_move(board: &KnpkBoard) -> bool {
    2 < rank(board.strong_pawn)
}

fn knpk_after_move_25_weak_to_move(board: &KnpkBoard) -> i32 {
    if let Some(known) = board.knpk_after_move_25_weak_to_move.get() {
        return known;
    }
    let found = distance(board.strong_king, board.strong_pawn) - distance(board.strong_knight, board.strong_pawn);
    board.knpk_after_move_25_weak_to_move.set(Some(found));
    found
}

fn knpk_after_move_26_weak_to_move(board: &KnpkBoard) -> i32 {
    knpk_after_move_11_weak_to_move(board) - knpk_after_move_13_weak_to_move(board)
}

fn knpk_after_move_27_weak_to_move(board: &KnpkBoard) -> bool {
    if let Some(known) = board.knpk_after_move_27_weak_to_move.get() {
        return known;
    }
    let found = knpk_after_move_26_weak_to_move(board) <= -1;
    board.knpk_after_move_27_weak_to_move.set(Some(found));
    found
}

fn knpk_after_move_28_weak_to_move(board: &KnpkBoard) -> i32 {
    if let Some(known) = board.knpk_after_move_28_weak_to_move.get() {
        return known;
    }
    let found = knpk_after_move_16_weak_to_move(board) - knpk_after_move_12_weak_to_move(board);
    board.knpk_after_move_28_weak_to_move.set(Some(found));
    found
}

fn knpk_after_move_29_weak_to_move(board: &KnpkBoard) -> u64 {
    if let Some(known) = board.knpk_after_move_29_weak_to_move.get() {
        return known;
    }
    let found = king_attacks(board.strong_king) & !(bit(board.strong_king) | bit(board.strong_pawn)) & !king_attacks(board.strong_knight);
    board.knpk_after_move_29_weak_to_move.set(Some(found));
    found
}

fn knpk_after_move_30_weak_to_move(board: &KnpkBoard) -> i32 {
    if let Some(known) = board.knpk_after_move_30_weak_to_move.get() {
        return known;
    }
    let found = count(knpk_after_move_29_weak_to_move(board));
    board.knpk_after_move_30_weak_to_move.set(Some(found));
    found
}

fn knpk_after_move_31_weak_to_move(board: &KnpkBoard) -> bool {
    file_distance(board.strong_knight, board.strong_pawn) <= 2
}

fn knpk_after_move_32_weak_to_move(board: &KnpkBoard) -> bool {
    3 < distance(board.strong_king, board.strong_knight)
}

fn knpk_after_move_33_weak_to_move(board: &KnpkBoard) -> bool {
    file_distance(board.strong_knight, board.strong_pawn) <= 5
}

fn knpk_after_move_34_weak_to_move(board: &KnpkBoard) -> bool {
    if let Some(known) = board.knpk_after_move_34_weak_to_move.get() {
        return known;
    }
    let found = -1 < knpk_after_move_23_weak_to_move(board);
    board.knpk_after_move_34_weak_to_move.set(Some(found));
    found
}

fn knpk_after_move_35_weak_to_move(board: &KnpkBoard) -> bool {
    if let Some(known) = board.knpk_after_move_35_weak_to_move.get() {
        return known;
    }
    let found = -2 < knpk_after_move_23_weak_to_move(board);
    board.knpk_after_move_35_weak_to_move.set(Some(found));
    found
}

fn knpk_after_move_36_weak_to_move(board: &KnpkBoard) -> bool {
    if let Some(known) = board.knpk_after_move_36_weak_to_move.get() {
        return known;
    }
    let found = knpk_after_move_26_weak_to_move(board) <= -4;
    board.knpk_after_move_36_weak_to_move.set(Some(found));
    found
}

fn knpk_after_move_37_weak_to_move(board: &KnpkBoard) -> bool {
    3 < knpk_after_move_16_weak_to_move(board)
}

fn knpk_after_move_38_weak_to_move(board: &KnpkBoard) -> bool {
    manhattan(board.strong_king, board.strong_knight) <= 2
}

fn knpk_after_move_39_weak_to_move(board: &KnpkBoard) -> bool {
    if let Some(known) = board.knpk_after_move_39_weak_to_move.get() {
        return known;
    }
    let found = 0 < knpk_after_move_25_weak_to_move(board);
    board.knpk_after_move_39_weak_to_move.set(Some(found));
    found
}

fn knpk_after_move_40_weak_to_move(board: &KnpkBoard) -> i32 {
    if let Some(known) = board.knpk_after_move_40_weak_to_move.get() {
        return known;
    }
    let found = distance(board.strong_king, board.strong_pawn) - distance(board.strong_king, board.strong_knight);
    board.knpk_after_move_40_weak_to_move.set(Some(found));
    found
}

fn knpk_after_move_41_weak_to_move(board: &KnpkBoard) -> bool {
    if let Some(known) = board.knpk_after_move_41_weak_to_move.get() {
        return known;
    }
    let found = -2 < knpk_after_move_40_weak_to_move(board);
    board.knpk_after_move_41_weak_to_move.set(Some(found));
    found
}

fn knpk_after_move_42_weak_to_move(board: &KnpkBoard) -> bool {
    distance(board.strong_pawn, board.strong_knight) <= 4
}

fn knpk_after_move_43_weak_to_move(board: &KnpkBoard) -> bool {
    distance(board.strong_king, board.strong_knight) <= 3
}

fn knpk_after_move_44_weak_to_move(board: &KnpkBoard) -> bool {
    distance(board.strong_pawn, board.strong_knight) <= 2
}

fn knpk_after_move_45_weak_to_move(board: &KnpkBoard) -> bool {
    if let Some(known) = board.knpk_after_move_45_weak_to_move.get() {
        return known;
    }
    let found = knpk_after_move_28_weak_to_move(board) <= 1;
    board.knpk_after_move_45_weak_to_move.set(Some(found));
    found
}

fn knpk_after_move_46_weak_to_move(board: &KnpkBoard) -> u64 {
    king_attacks(board.strong_knight) & !bit(board.strong_knight)
}

fn knpk_after_move_47_weak_to_move(board: &KnpkBoard) -> u64 {
    if let Some(known) = board.knpk_after_move_47_weak_to_move.get() {
        return known;
    }
    let found = knpk_after_move_46_weak_to_move(board) & !king_attacks(board.strong_king) & !pawn_attacks_up(board.strong_pawn);
    board.knpk_after_move_47_weak_to_move.set(Some(found));
    found
}

fn knpk_after_move_48_weak_to_move(board: &KnpkBoard) -> bool {
    if let Some(known) = board.knpk_after_move_48_weak_to_move.get() {
        return known;
    }
    let found = -1 < knpk_after_move_25_weak_to_move(board);
    board.knpk_after_move_48_weak_to_move.set(Some(found));
    found
}

fn knpk_after_move_49_weak_to_move(board: &KnpkBoard) -> bool {
    distance(board.strong_pawn, board.strong_knight) <= 5
}

fn knpk_after_move_50_weak_to_move(board: &KnpkBoard) -> bool {
    let mut left: u64 = knpk_after_move_47_weak_to_move(board);
    while left != 0 {
        let to_1 = first(left);
        left &= left - 1;
        if distance(to_1, board.strong_king) == 2 && aligned(to_1, board.strong_king) {
            return true;
        }
    }
    false
}

fn knpk_after_move_51_weak_to_move(board: &KnpkBoard) -> bool {
    if let Some(known) = board.knpk_after_move_51_weak_to_move.get() {
        return known;
    }
    let found = -3 < knpk_after_move_26_weak_to_move(board);
    board.knpk_after_move_51_weak_to_move.set(Some(found));
    found
}

fn knpk_after_move_52_weak_to_move(board: &KnpkBoard) -> bool {
    5 < manhattan(board.strong_king, board.strong_pawn)
}

fn knpk_after_move_53_weak_to_move(board: &KnpkBoard) -> bool {
    if let Some(known) = board.knpk_after_move_53_weak_to_move.get() {
        return known;
    }
    let found = knpk_after_move_25_weak_to_move(board) <= -1;
    board.knpk_after_move_53_weak_to_move.set(Some(found));
    found
}

fn knpk_after_move_54_weak_to_move(board: &KnpkBoard) -> bool {
    knpk_after_move_12_weak_to_move(board) <= 5
}

fn knpk_after_move_55_weak_to_move(board: &KnpkBoard) -> bool {
    file_distance(board.strong_knight, board.strong_pawn) <= 3
}

fn knpk_after_move_56_weak_to_move(board: &KnpkBoard) -> bool {
    if let Some(known) = board.knpk_after_move_56_weak_to_move.get() {
        return known;
    }
    let found = (distance(board.strong_king, board.strong_pawn) + distance(board.strong_pawn, board.strong_knight)) == distance(board.strong_king, board.strong_knight);
    board.knpk_after_move_56_weak_to_move.set(Some(found));
    found
}

fn knpk_after_move_57_weak_to_move(board: &KnpkBoard, at_1: u32) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = knpk_after_move_46_weak_to_move(board) & !king_attacks(at_1);
    while left != 0 {
        let to_2 = first(left);
        left &= left - 1;
        if !has(pawn_attacks_up(board.strong_pawn), to_2) {
            found |= bit(to_2);
        }
    }
    found
}

fn knpk_after_move_58_weak_to_move(board: &KnpkBoard) -> bool {
    let mut left: u64 = knpk_after_move_29_weak_to_move(board);
    while left != 0 {
        let to_1 = first(left);
        left &= left - 1;
        if knpk_after_move_57_weak_to_move(board, to_1) == 0x0_u64 {
            return true;
        }
    }
    false
}

fn knpk_after_move_59_weak_to_move(board: &KnpkBoard, at_1: u32) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = knpk_after_move_46_weak_to_move(board) & !king_attacks(at_1);
    while left != 0 {
        let to_2 = first(left);
        left &= left - 1;
        if !has(pawn_attacks_up(board.strong_pawn), to_2) {
            found |= bit(to_2);
        }
    }
    found
}

fn knpk_after_move_60_weak_to_move(board: &KnpkBoard) -> bool {
    let mut left: u64 = knpk_after_move_29_weak_to_move(board);
    while left != 0 {
        let to_1 = first(left);
        left &= left - 1;
        if !several(knpk_after_move_59_weak_to_move(board, to_1)) {
            return true;
        }
    }
    false
}

fn knpk_after_move_61_weak_to_move(board: &KnpkBoard) -> bool {
    manhattan(board.strong_pawn, board.strong_knight) <= 9
}

// 2, draw: "the knight falls"
// The king takes the knight and holds the pawn.
fn knpk_rule_2(board: &KnpkBoard) -> bool {
    if !has(king_attacks(board.weak_king), board.strong_knight) {
        return false;
    }
    if has(knpk_after_move_10_weak_to_move(board), board.strong_knight) {
        return false;
    }
    if knpk_after_move_14_weak_to_move(board) <= 0 {
        if knpk_after_move_17_weak_to_move(board) <= 0 {
            if knpk_after_move_18_weak_to_move(board) {
                if knpk_after_move_19_weak_to_move(board) {
                    return !knpk_after_move_21_weak_to_move(board)
                        || knpk_after_move_22_weak_to_move(board)
                        || knpk_after_move_23_weak_to_move(board) <= -5
                        || (distance(board.strong_king, board.strong_knight) + distance(board.strong_knight, board.strong_pawn)) == distance(board.strong_king, board.strong_pawn)
                        || 4 < manhattan(board.strong_king, board.strong_knight)
                        || 6 < manhattan(board.strong_pawn, board.strong_knight);
                }
                return knpk_after_move_24_weak_to_move(board)
                    && (1 < knpk_after_move_25_weak_to_move(board)
                        || !aligned(board.strong_king, board.strong_knight)
                        || knpk_after_move_23_weak_to_move(board) <= -4
                        || knpk_after_move_27_weak_to_move(board));
            }
            if knpk_after_move_25_weak_to_move(board) <= 1 {
                if knpk_after_move_28_weak_to_move(board) <= -1 {
                    if knpk_after_move_30_weak_to_move(board) <= 1 {
                        return true;
                    }
                    if !knpk_after_move_31_weak_to_move(board) {
                        return false;
                    }
                    if has(0x8181818181818181_u64, board.strong_pawn) {
                        return 2 < manhattan(board.strong_pawn, board.strong_knight)
                            && file_distance(board.strong_king, board.strong_pawn) <= 0
                            && knpk_after_move_22_weak_to_move(board);
                    }
                    return 1 < count(knpk_after_move_20_weak_to_move(board))
                        && knpk_after_move_32_weak_to_move(board);
                }
                if file_distance(board.strong_king, board.strong_pawn) <= 3 {
                    if has(0x8181818181818181_u64, board.strong_pawn) {
                        if knpk_after_move_31_weak_to_move(board) {
                            return knpk_after_move_19_weak_to_move(board);
                        }
                        return knpk_after_move_26_weak_to_move(board) <= -2
                            && knpk_after_move_33_weak_to_move(board)
                            && (edge_distance(board.strong_knight) <= 1
                                || knpk_after_move_34_weak_to_move(board)
                                || (knpk_after_move_26_weak_to_move(board) <= -3
                                    && (knpk_after_move_35_weak_to_move(board)
                                        || (knpk_after_move_36_weak_to_move(board)
                                            && knpk_after_move_37_weak_to_move(board)))));
                    }
                    if knpk_after_move_21_weak_to_move(board) {
                        if 1 >= file_distance(board.strong_king, board.strong_pawn) {
                            return false;
                        }
                        if knpk_after_move_38_weak_to_move(board) {
                            return distance(board.strong_pawn, board.strong_knight) <= 3
                                && rank(board.strong_pawn) <= 4;
                        }
                        if !knpk_after_move_34_weak_to_move(board) {
                            return false;
                        }
                        if manhattan(board.strong_king, board.strong_knight) <= 4 {
                            return knpk_after_move_36_weak_to_move(board)
                                || knpk_after_move_39_weak_to_move(board);
                        }
                        return knpk_after_move_41_weak_to_move(board)
                            && manhattan(board.strong_pawn, board.strong_knight) <= 6;
                    }
                    if knpk_after_move_25_weak_to_move(board) <= -2 {
                        if !knpk_after_move_42_weak_to_move(board) {
                            return false;
                        }
                        if knpk_after_move_43_weak_to_move(board) {
                            return knpk_after_move_38_weak_to_move(board)
                                && !has(
                                    knpk_squares_6[board.strong_pawn as usize & 63],
                                    board.strong_king);
                        }
                        return manhattan(board.strong_king, board.strong_knight) <= 5
                            || manhattan(board.strong_pawn, board.strong_knight) <= 4;
                    }
                    if file_distance(board.strong_king, board.strong_pawn) <= 2 {
                        if manhattan(board.strong_pawn, board.strong_knight) > 3 {
                            return false;
                        }
                        if file_distance(board.strong_knight, board.strong_pawn) <= 0 {
                            return 0 < edge_distance(board.strong_knight)
                                || knpk_after_move_44_weak_to_move(board);
                        }
                        if knpk_after_move_45_weak_to_move(board) {
                            return count(knpk_after_move_47_weak_to_move(board)) <= 2
                                && between(board.strong_king, board.strong_knight) != 0x0_u64;
                        }
                        return manhattan(board.strong_king, board.strong_knight) <= 3;
                    }
                    return knpk_after_move_42_weak_to_move(board)
                        || knpk_after_move_48_weak_to_move(board);
                }
                if knpk_after_move_31_weak_to_move(board) {
                    return knpk_after_move_49_weak_to_move(board)
                        || 4 < file_distance(board.strong_king, board.strong_pawn)
                        || has(0x8181818181818181_u64, board.strong_pawn)
                        || 5 < distance(board.strong_king, board.strong_pawn);
                }
                if has(0x8181818181818181_u64, board.strong_pawn) {
                    return knpk_after_move_33_weak_to_move(board);
                }
                if !knpk_after_move_41_weak_to_move(board) {
                    return false;
                }
                if knpk_after_move_45_weak_to_move(board) {
                    if !(-5 < knpk_after_move_26_weak_to_move(board)
                        && knpk_after_move_48_weak_to_move(board)) {
                        return false;
                    }
                    if knpk_after_move_50_weak_to_move(board) {
                        return knpk_after_move_51_weak_to_move(board);
                    }
                    return knpk_after_move_35_weak_to_move(board)
                        && knpk_after_move_49_weak_to_move(board);
                }
                if knpk_after_move_52_weak_to_move(board)
                    || knpk_after_move_51_weak_to_move(board) {
                    return true;
                }
                if !knpk_after_move_32_weak_to_move(board) {
                    return false;
                }
                if knpk_after_move_53_weak_to_move(board) {
                    return 7 < manhattan(board.strong_king, board.strong_knight);
                }
                return manhattan(board.strong_pawn, board.strong_knight) <= 8;
            }
            if !knpk_after_move_54_weak_to_move(board) {
                return false;
            }
            if file_distance(board.strong_knight, board.strong_pawn) <= 1
                || -3 < knpk_after_move_23_weak_to_move(board)
                || 2 < knpk_after_move_25_weak_to_move(board) {
                return true;
            }
            if knpk_after_move_55_weak_to_move(board) {
                if -1 < knpk_after_move_26_weak_to_move(board) {
                    return true;
                }
                if between(board.strong_pawn, board.strong_knight) == 0x0_u64 {
                    return knpk_after_move_12_weak_to_move(board) <= 3
                        || knpk_after_move_24_weak_to_move(board)
                        || knpk_after_move_56_weak_to_move(board);
                }
                return knpk_after_move_56_weak_to_move(board)
                    || (has(0x8181818181818181_u64, board.strong_pawn)
                        && (knpk_after_move_24_weak_to_move(board)
                            || manhattan(board.strong_king, board.strong_pawn) <= 4));
            }
            return 3 < file_distance(board.strong_king, board.strong_pawn);
        }
        if distance(board.strong_king, board.strong_pawn) <= 3 {
            if (knpk_squares_5[board.strong_pawn as usize & 63] & king_attacks(board.strong_knight)) == 0x0_u64 {
                if knpk_after_move_23_weak_to_move(board) <= 2 {
                    if has(0x8181818181818181_u64, board.strong_pawn) {
                        return knpk_after_move_54_weak_to_move(board)
                            && (knpk_after_move_27_weak_to_move(board)
                                || 1 < knpk_after_move_23_weak_to_move(board)
                                || knpk_after_move_44_weak_to_move(board));
                    }
                    if !knpk_after_move_55_weak_to_move(board) {
                        return false;
                    }
                    if (manhattan(board.strong_king, board.strong_pawn) + manhattan(board.strong_pawn, board.strong_knight)) == manhattan(board.strong_king, board.strong_knight) {
                        if knpk_after_move_17_weak_to_move(board) <= 1 {
                            return knpk_after_move_58_weak_to_move(board);
                        }
                        return knpk_after_move_31_weak_to_move(board)
                            && knpk_after_move_19_weak_to_move(board)
                            && !knpk_after_move_60_weak_to_move(board);
                    }
                    if knpk_after_move_31_weak_to_move(board) {
                        if knpk_after_move_19_weak_to_move(board) {
                            return knpk_after_move_49_weak_to_move(board);
                        }
                        return knpk_after_move_18_weak_to_move(board);
                    }
                    if 3 >= manhattan(board.strong_king, board.strong_pawn) {
                        return false;
                    }
                    if knpk_after_move_16_weak_to_move(board) <= 4 {
                        return distance(board.strong_king, board.strong_knight) <= 2;
                    }
                    return knpk_after_move_49_weak_to_move(board);
                }
                return knpk_after_move_55_weak_to_move(board)
                    || has(0x8181818181818181_u64, board.strong_pawn)
                    || (knpk_after_move_52_weak_to_move(board)
                        && manhattan(board.strong_king, board.strong_knight) <= 8);
            }
            if knpk_after_move_45_weak_to_move(board) {
                return 2 < distance(board.strong_king, board.strong_pawn)
                    && knpk_after_move_24_weak_to_move(board);
            }
            if knpk_after_move_49_weak_to_move(board) {
                return knpk_after_move_37_weak_to_move(board)
                    || knpk_after_move_39_weak_to_move(board)
                    || manhattan(board.strong_pawn, board.strong_knight) <= 2
                    || has(0x8181818181818181_u64, board.strong_pawn);
            }
            return has(0x8181818181818181_u64, board.strong_pawn);
        }
        if !knpk_after_move_54_weak_to_move(board) {
            return false;
        }
        if knpk_after_move_53_weak_to_move(board) {
            return has(0x8181818181818181_u64, board.strong_pawn)
                || (file_distance(board.strong_knight, board.strong_pawn) <= 4
                    && -2 < knpk_after_move_25_weak_to_move(board)
                    && (knpk_after_move_31_weak_to_move(board)
                        || (manhattan(board.strong_king, board.strong_knight) <= 9
                            && knpk_after_move_61_weak_to_move(board))));
        }
        if knpk_after_move_40_weak_to_move(board) <= -3 {
            return 2 < knpk_after_move_23_weak_to_move(board);
        }
        if knpk_after_move_45_weak_to_move(board) {
            if knpk_after_move_51_weak_to_move(board)
                || 0 < knpk_after_move_23_weak_to_move(board)
                || has(0x8181818181818181_u64, board.strong_pawn) {
                return true;
            }
            if knpk_after_move_43_weak_to_move(board) {
                return 9 < manhattan(board.strong_king, board.strong_pawn);
            }
            return knpk_after_move_61_weak_to_move(board);
        }
        return manhattan(board.strong_pawn, board.strong_knight) <= 10
            || 1 < corner_distance(board.strong_knight);
    }
    knpk_after_move_30_weak_to_move(board) <= 0 && knpk_after_move_24_weak_to_move(board)
}

// All squares that a side attacks, its own men included.
fn knpk_strong_attacks(board: &KnpkBoard) -> u64 {
    if let Some(known) = board.knpk_strong_attacks.get() {
        return known;
    }
    let found = king_attacks(board.strong_king)
        | pawn_attacks_up(board.strong_pawn)
        | knight_attacks(board.strong_knight);
    board.knpk_strong_attacks.set(Some(found));
    found
}

// 3, draw: "stalemate"
// The king is not in check, and no square is left to it.
fn knpk_rule_3(board: &KnpkBoard) -> bool {
    !has(knpk_strong_attacks(board), board.weak_king)
        && (king_attacks(board.weak_king) & !knpk_strong_attacks(board)) == 0x0_u64
}

fn knpk_after_move_62_weak_to_move(board: &KnpkBoard) -> bool {
    let mut left: u64 = king_attacks(board.weak_king) & !board.occupied;
    while left != 0 {
        let to_1 = first(left);
        left &= left - 1;
        if !has(
                king_attacks(board.strong_king) | pawn_attacks_up(board.strong_pawn) | knight_attacks(board.strong_knight),
                to_1)
            && to_1 == u32::from(knpk_table_promotion_up[board.strong_pawn as usize & 63]) {
            return true;
        }
    }
    false
}

// 4, draw: "king before the rook's pawn, Black to move"
// A pawn on the seventh rank needs its king, who would stalemate the one in the corner.
fn knpk_rule_4(board: &KnpkBoard) -> bool {
    knpk_on_the_seventh(board.strong_pawn)
        && has(
            king_attacks(knpk_corner(board.strong_pawn)) | bit(knpk_corner(board.strong_pawn)),
            board.weak_king)
        && distance(board.strong_king, knpk_corner(board.strong_pawn)) > 2
        && knpk_after_move_62_weak_to_move(board)
}

fn knpk_strong_to_move(board: &KnpkBoard) -> i32 {
    if knpk_rule_5(board) {
        return 5;
    }
    if knpk_rule_6(board) {
        return 6;
    }
    0
}

fn knpk_weak_to_move(board: &KnpkBoard) -> i32 {
    if knpk_rule_1(board) {
        return 1;
    }
    if knpk_rule_2(board) {
        return 2;
    }
    if knpk_rule_3(board) {
        return 3;
    }
    if knpk_rule_4(board) {
        return 4;
    }
    0
}

/// The same as probe_rule for KNPvK by the squares of its men; without castling and en passant.
#[allow(dead_code, clippy::too_many_arguments)]
pub fn knpk_rule(
    strong_king: u32,
    weak_king: u32,
    strong_pawn: u32,
    strong_knight: u32,
    strong_to_move: bool,
) -> i32 {
    let board = KnpkBoard {
        strong_king,
        weak_king,
        strong_pawn,
        strong_knight,
        occupied: bit(strong_king) | bit(weak_king) | bit(strong_pawn) | bit(strong_knight),
        knpk_after_move_4_strong_to_move: Cell::new(None),
        knpk_after_move_6_strong_to_move: Cell::new(None),
        knpk_after_move_14_weak_to_move: Cell::new(None),
        knpk_after_move_17_weak_to_move: Cell::new(None),
        knpk_after_move_18_weak_to_move: Cell::new(None),
        knpk_after_move_19_weak_to_move: Cell::new(None),
        knpk_after_move_20_weak_to_move: Cell::new(None),
        knpk_after_move_21_weak_to_move: Cell::new(None),
        knpk_after_move_25_weak_to_move: Cell::new(None),
        knpk_after_move_27_weak_to_move: Cell::new(None),
        knpk_after_move_28_weak_to_move: Cell::new(None),
        knpk_after_move_29_weak_to_move: Cell::new(None),
        knpk_after_move_30_weak_to_move: Cell::new(None),
        knpk_after_move_34_weak_to_move: Cell::new(None),
        knpk_after_move_35_weak_to_move: Cell::new(None),
        knpk_after_move_36_weak_to_move: Cell::new(None),
        knpk_after_move_39_weak_to_move: Cell::new(None),
        knpk_after_move_40_weak_to_move: Cell::new(None),
        knpk_after_move_41_weak_to_move: Cell::new(None),
        knpk_after_move_45_weak_to_move: Cell::new(None),
        knpk_after_move_47_weak_to_move: Cell::new(None),
        knpk_after_move_48_weak_to_move: Cell::new(None),
        knpk_after_move_51_weak_to_move: Cell::new(None),
        knpk_after_move_53_weak_to_move: Cell::new(None),
        knpk_after_move_56_weak_to_move: Cell::new(None),
        knpk_strong_attacks: Cell::new(None),
    };
    if strong_to_move { knpk_strong_to_move(&board) } else { knpk_weak_to_move(&board) }
}

// KPPvK

#[allow(dead_code)]
struct KppkBoard {
    strong_king: u32,
    weak_king: u32,
    strong_pawn_1: u32,
    strong_pawn_2: u32,
    occupied: u64,
    kppk_after_move_2_weak_to_move: Cell<Option<u64>>,
    kppk_after_move_6_weak_to_move: Cell<Option<i32>>,
    kppk_after_move_9_weak_to_move: Cell<Option<i32>>,
    kppk_after_move_10_weak_to_move: Cell<Option<bool>>,
    kppk_after_move_11_weak_to_move: Cell<Option<bool>>,
    kppk_after_move_12_weak_to_move: Cell<Option<u64>>,
    kppk_after_move_13_weak_to_move: Cell<Option<bool>>,
    kppk_after_move_16_weak_to_move: Cell<Option<bool>>,
    kppk_after_move_18_weak_to_move: Cell<Option<i32>>,
    kppk_after_move_20_weak_to_move: Cell<Option<bool>>,
    kppk_after_move_21_weak_to_move: Cell<Option<i32>>,
    kppk_after_move_23_weak_to_move: Cell<Option<u64>>,
    kppk_after_move_24_weak_to_move: Cell<Option<i32>>,
    kppk_after_move_28_weak_to_move: Cell<Option<bool>>,
    kppk_after_move_29_weak_to_move: Cell<Option<bool>>,
    kppk_after_move_30_weak_to_move: Cell<Option<bool>>,
    kppk_after_move_34_weak_to_move: Cell<Option<bool>>,
    kppk_after_move_35_weak_to_move: Cell<Option<i32>>,
    kppk_after_move_36_weak_to_move: Cell<Option<bool>>,
    kppk_after_move_40_weak_to_move: Cell<Option<bool>>,
    kppk_after_move_42_weak_to_move: Cell<Option<u64>>,
    kppk_after_move_43_weak_to_move: Cell<Option<bool>>,
    kppk_after_move_46_weak_to_move: Cell<Option<bool>>,
    kppk_after_move_48_weak_to_move: Cell<Option<bool>>,
    kppk_after_move_51_weak_to_move: Cell<Option<bool>>,
    kppk_after_move_54_weak_to_move: Cell<Option<bool>>,
    kppk_after_move_60_weak_to_move: Cell<Option<u64>>,
    kppk_after_move_62_weak_to_move: Cell<Option<i32>>,
    kppk_after_move_64_weak_to_move: Cell<Option<i32>>,
    kppk_after_move_65_weak_to_move: Cell<Option<bool>>,
    kppk_after_move_66_weak_to_move: Cell<Option<u64>>,
    kppk_after_move_67_weak_to_move: Cell<Option<bool>>,
    kppk_after_move_71_weak_to_move: Cell<Option<i32>>,
    kppk_after_move_73_weak_to_move: Cell<Option<bool>>,
    kppk_after_move_74_weak_to_move: Cell<Option<i32>>,
    kppk_after_move_75_weak_to_move: Cell<Option<u64>>,
    kppk_after_move_76_weak_to_move: Cell<Option<i32>>,
    kppk_after_move_80_weak_to_move: Cell<Option<bool>>,
    kppk_after_move_81_weak_to_move: Cell<Option<bool>>,
    kppk_after_move_82_weak_to_move: Cell<Option<bool>>,
    kppk_after_move_85_weak_to_move: Cell<Option<bool>>,
    kppk_after_move_86_weak_to_move: Cell<Option<i32>>,
    kppk_after_move_87_weak_to_move: Cell<Option<bool>>,
    kppk_after_move_90_weak_to_move: Cell<Option<bool>>,
    kppk_after_move_92_weak_to_move: Cell<Option<u64>>,
    kppk_after_move_93_weak_to_move: Cell<Option<bool>>,
    kppk_after_move_96_weak_to_move: Cell<Option<bool>>,
    kppk_after_move_98_weak_to_move: Cell<Option<bool>>,
    kppk_strong_attacks: Cell<Option<u64>>,
}

#[allow(non_upper_case_globals)]
static kppk_table_promotion_up: [u8; 64] = [
    56, 57, 58, 59, 60, 61, 62, 63,
    56, 57, 58, 59, 60, 61, 62, 63,
    56, 57, 58, 59, 60, 61, 62, 63,
    56, 57, 58, 59, 60, 61, 62, 63,
    56, 57, 58, 59, 60, 61, 62, 63,
    56, 57, 58, 59, 60, 61, 62, 63,
    56, 57, 58, 59, 60, 61, 62, 63,
    56, 57, 58, 59, 60, 61, 62, 63,
];

#[allow(non_upper_case_globals)]
static kppk_squares_2: [u64; 64] = [
    0x101010101010100_u64, 0x202020202020200_u64, 0x404040404040400_u64, 0x808080808080800_u64,
    0x1010101010101000_u64, 0x2020202020202000_u64, 0x4040404040404000_u64, 0x8080808080808000_u64,
    0x101010101010000_u64, 0x202020202020000_u64, 0x404040404040000_u64, 0x808080808080000_u64,
    0x1010101010100000_u64, 0x2020202020200000_u64, 0x4040404040400000_u64, 0x8080808080800000_u64,
    0x101010101000000_u64, 0x202020202000000_u64, 0x404040404000000_u64, 0x808080808000000_u64,
    0x1010101010000000_u64, 0x2020202020000000_u64, 0x4040404040000000_u64, 0x8080808080000000_u64,
    0x101010100000000_u64, 0x202020200000000_u64, 0x404040400000000_u64, 0x808080800000000_u64,
    0x1010101000000000_u64, 0x2020202000000000_u64, 0x4040404000000000_u64, 0x8080808000000000_u64,
    0x101010000000000_u64, 0x202020000000000_u64, 0x404040000000000_u64, 0x808080000000000_u64,
    0x1010100000000000_u64, 0x2020200000000000_u64, 0x4040400000000000_u64, 0x8080800000000000_u64,
    0x101000000000000_u64, 0x202000000000000_u64, 0x404000000000000_u64, 0x808000000000000_u64,
    0x1010000000000000_u64, 0x2020000000000000_u64, 0x4040000000000000_u64, 0x8080000000000000_u64,
    0x100000000000000_u64, 0x200000000000000_u64, 0x400000000000000_u64, 0x800000000000000_u64,
    0x1000000000000000_u64, 0x2000000000000000_u64, 0x4000000000000000_u64, 0x8000000000000000_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
];

#[allow(non_upper_case_globals)]
static kppk_squares_3: [u64; 64] = [
    0x202000000000000_u64, 0x70000_u64, 0xe0000_u64, 0x1c0000_u64,
    0x380000_u64, 0x700000_u64, 0xe00000_u64, 0x4040000000000000_u64,
    0x202000000000000_u64, 0x7000000_u64, 0xe000000_u64, 0x1c000000_u64,
    0x38000000_u64, 0x70000000_u64, 0xe0000000_u64, 0x4040000000000000_u64,
    0x202000000000000_u64, 0x700000000_u64, 0xe00000000_u64, 0x1c00000000_u64,
    0x3800000000_u64, 0x7000000000_u64, 0xe000000000_u64, 0x4040000000000000_u64,
    0x202000000000000_u64, 0x70000000000_u64, 0xe0000000000_u64, 0x1c0000000000_u64,
    0x380000000000_u64, 0x700000000000_u64, 0xe00000000000_u64, 0x4040000000000000_u64,
    0x202000000000000_u64, 0x7070000000000_u64, 0xe0e0000000000_u64, 0x1c1c0000000000_u64,
    0x38380000000000_u64, 0x70700000000000_u64, 0xe0e00000000000_u64, 0x4040000000000000_u64,
    0x202000000000000_u64, 0x707000000000000_u64, 0xe0e000000000000_u64, 0x1c1c000000000000_u64,
    0x3838000000000000_u64, 0x7070000000000000_u64, 0xe0e0000000000000_u64, 0x4040000000000000_u64,
    0x202000000000000_u64, 0x700000000000000_u64, 0xe00000000000000_u64, 0x1c00000000000000_u64,
    0x3800000000000000_u64, 0x7000000000000000_u64, 0xe000000000000000_u64, 0x4040000000000000_u64,
    0x202000000000000_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x4040000000000000_u64,
];

fn kppk_promotion_up(pawn: u32) -> u32 {
    u32::from(kppk_table_promotion_up[pawn as usize & 63])
}

// The corner before a rook's pawn and the squares next to it.
fn kppk_home(pawn: u32) -> u64 {
    king_attacks(kppk_promotion_up(pawn)) | bit(kppk_promotion_up(pawn))
}

// 3, draw: "king before two rook's pawns"
// On one file they cannot drive the king out of the corner before them.
fn kppk_rule_3(board: &KppkBoard) -> bool {
    let mut left: u64 = bit(board.strong_pawn_1) | bit(board.strong_pawn_2);
    while left != 0 {
        let pawn = first(left);
        left &= left - 1;
        if !(has(0x8181818181818181_u64, pawn) && has(kppk_home(pawn), board.weak_king)) {
            return false;
        }
    }
    true
}

fn kppk_after_move_1_weak_to_move(board: &KppkBoard) -> u64 {
    king_attacks(board.strong_king)
}

fn kppk_after_move_2_weak_to_move(board: &KppkBoard) -> u64 {
    if let Some(known) = board.kppk_after_move_2_weak_to_move.get() {
        return known;
    }
    let found = kppk_after_move_1_weak_to_move(board) | pawn_attacks_up(board.strong_pawn_2);
    board.kppk_after_move_2_weak_to_move.set(Some(found));
    found
}

fn kppk_after_move_3_weak_to_move(board: &KppkBoard) -> i32 {
    8 - rank(board.strong_pawn_1)
}

fn kppk_after_move_4_weak_to_move(board: &KppkBoard) -> i32 {
    max(
        file_distance(board.strong_pawn_1, board.strong_pawn_2),
        kppk_after_move_3_weak_to_move(board))
}

fn kppk_after_move_5_weak_to_move(board: &KppkBoard) -> i32 {
    8 - rank(board.strong_pawn_2)
}

fn kppk_after_move_6_weak_to_move(board: &KppkBoard) -> i32 {
    if let Some(known) = board.kppk_after_move_6_weak_to_move.get() {
        return known;
    }
    let found = kppk_after_move_4_weak_to_move(board) - kppk_after_move_5_weak_to_move(board);
    board.kppk_after_move_6_weak_to_move.set(Some(found));
    found
}

fn kppk_after_move_7_weak_to_move(board: &KppkBoard) -> i32 {
    8 - rank(board.strong_king)
}

fn kppk_after_move_8_weak_to_move(board: &KppkBoard) -> i32 {
    max(
        file_distance(board.strong_king, board.strong_pawn_2),
        kppk_after_move_7_weak_to_move(board))
}

fn kppk_after_move_9_weak_to_move(board: &KppkBoard) -> i32 {
    if let Some(known) = board.kppk_after_move_9_weak_to_move.get() {
        return known;
    }
    let found = kppk_after_move_8_weak_to_move(board) - kppk_after_move_5_weak_to_move(board);
    board.kppk_after_move_9_weak_to_move.set(Some(found));
    found
}

fn kppk_after_move_10_weak_to_move(board: &KppkBoard) -> bool {
    if let Some(known) = board.kppk_after_move_10_weak_to_move.get() {
        return known;
    }
    let found = (manhattan(board.strong_king, board.strong_pawn_1) + manhattan(board.strong_pawn_1, board.strong_pawn_2)) == manhattan(board.strong_king, board.strong_pawn_2);
    board.kppk_after_move_10_weak_to_move.set(Some(found));
    found
}

fn kppk_after_move_11_weak_to_move(board: &KppkBoard) -> bool {
    if let Some(known) = board.kppk_after_move_11_weak_to_move.get() {
        return known;
    }
    let found = kppk_after_move_6_weak_to_move(board) <= -1;
    board.kppk_after_move_11_weak_to_move.set(Some(found));
    found
}

fn kppk_after_move_12_weak_to_move(board: &KppkBoard) -> u64 {
    if let Some(known) = board.kppk_after_move_12_weak_to_move.get() {
        return known;
    }
    let found = kppk_squares_2[board.strong_pawn_2 as usize & 63] & king_attacks(board.strong_pawn_1) & !kppk_after_move_2_weak_to_move(board);
    board.kppk_after_move_12_weak_to_move.set(Some(found));
    found
}

fn kppk_after_move_13_weak_to_move(board: &KppkBoard) -> bool {
    if let Some(known) = board.kppk_after_move_13_weak_to_move.get() {
        return known;
    }
    let found = kppk_after_move_12_weak_to_move(board) == 0x0_u64;
    board.kppk_after_move_13_weak_to_move.set(Some(found));
    found
}

fn kppk_after_move_14_weak_to_move(board: &KppkBoard) -> bool {
    kppk_after_move_4_weak_to_move(board) <= 4
}

fn kppk_after_move_15_weak_to_move(board: &KppkBoard) -> i32 {
    kppk_after_move_7_weak_to_move(board) - kppk_after_move_5_weak_to_move(board)
}

fn kppk_after_move_16_weak_to_move(board: &KppkBoard) -> bool {
    if let Some(known) = board.kppk_after_move_16_weak_to_move.get() {
        return known;
    }
    let found = (distance(board.strong_king, board.strong_pawn_1) + distance(board.strong_pawn_1, board.strong_pawn_2)) == distance(board.strong_king, board.strong_pawn_2);
    board.kppk_after_move_16_weak_to_move.set(Some(found));
    found
}

fn kppk_after_move_17_weak_to_move(board: &KppkBoard) -> bool {
    2 < rank(board.strong_pawn_2)
}

fn kppk_after_move_18_weak_to_move(board: &KppkBoard) -> i32 {
    if let Some(known) = board.kppk_after_move_18_weak_to_move.get() {
        return known;
    }
    let found = distance(board.strong_king, board.strong_pawn_2) - distance(board.strong_pawn_1, board.strong_pawn_2);
    board.kppk_after_move_18_weak_to_move.set(Some(found));
    found
}

fn kppk_after_move_19_weak_to_move(board: &KppkBoard) -> i32 {
    kppk_after_move_3_weak_to_move(board) - kppk_after_move_5_weak_to_move(board)
}

fn kppk_after_move_20_weak_to_move(board: &KppkBoard) -> bool {
    if let Some(known) = board.kppk_after_move_20_weak_to_move.get() {
        return known;
    }
    let found = kppk_after_move_19_weak_to_move(board) <= -1;
    board.kppk_after_move_20_weak_to_move.set(Some(found));
    found
}

fn kppk_after_move_21_weak_to_move(board: &KppkBoard) -> i32 {
    if let Some(known) = board.kppk_after_move_21_weak_to_move.get() {
        return known;
    }
    let found = kppk_after_move_8_weak_to_move(board) - kppk_after_move_4_weak_to_move(board);
    board.kppk_after_move_21_weak_to_move.set(Some(found));
    found
}

fn kppk_after_move_22_weak_to_move(board: &KppkBoard) -> u64 {
    bit(board.strong_king)
}

fn kppk_after_move_23_weak_to_move(board: &KppkBoard) -> u64 {
    if let Some(known) = board.kppk_after_move_23_weak_to_move.get() {
        return known;
    }
    let found = king_attacks(board.strong_king) & !(kppk_after_move_22_weak_to_move(board) | bit(board.strong_pawn_2)) & !king_attacks(board.strong_pawn_1);
    board.kppk_after_move_23_weak_to_move.set(Some(found));
    found
}

fn kppk_after_move_24_weak_to_move(board: &KppkBoard) -> i32 {
    if let Some(known) = board.kppk_after_move_24_weak_to_move.get() {
        return known;
    }
    let found = count(kppk_after_move_23_weak_to_move(board));
    board.kppk_after_move_24_weak_to_move.set(Some(found));
    found
}

fn kppk_after_move_25_weak_to_move(board: &KppkBoard) -> bool {
    file_distance(board.strong_pawn_1, board.strong_pawn_2) <= 2
}

fn kppk_after_move_26_weak_to_move(board: &KppkBoard) -> bool {
    3 < distance(board.strong_king, board.strong_pawn_1)
}

fn kppk_after_move_27_weak_to_move(board: &KppkBoard) -> bool {
    file_distance(board.strong_pawn_1, board.strong_pawn_2) <= 5
}

fn kppk_after_move_28_weak_to_move(board: &KppkBoard) -> bool {
    if let Some(known) = board.kppk_after_move_28_weak_to_move.get() {
        return known;
    }
    let found = -1 < kppk_after_move_15_weak_to_move(board);
    board.kppk_after_move_28_weak_to_move.set(Some(found));
    found
}

fn kppk_after_move_29_weak_to_move(board: &KppkBoard) -> bool {
    if let Some(known) = board.kppk_after_move_29_weak_to_move.get() {
        return known;
    }
    let found = -2 < kppk_after_move_15_weak_to_move(board);
    board.kppk_after_move_29_weak_to_move.set(Some(found));
    found
}

fn kppk_after_move_30_weak_to_move(board: &KppkBoard) -> bool {
    if let Some(known) = board.kppk_after_move_30_weak_to_move.get() {
        return known;
    }
    let found = kppk_after_move_19_weak_to_move(board) <= -4;
    board.kppk_after_move_30_weak_to_move.set(Some(found));
    found
}

fn kppk_after_move_31_weak_to_move(board: &KppkBoard) -> bool {
    3 < kppk_after_move_8_weak_to_move(board)
}

fn kppk_after_move_32_weak_to_move(board: &KppkBoard) -> bool {
    manhattan(board.strong_king, board.strong_pawn_1) <= 2
}

fn kppk_after_move_33_weak_to_move(board: &KppkBoard) -> bool {
    manhattan(board.strong_king, board.strong_pawn_1) <= 4
}

fn kppk_after_move_34_weak_to_move(board: &KppkBoard) -> bool {
    if let Some(known) = board.kppk_after_move_34_weak_to_move.get() {
        return known;
    }
    let found = 0 < kppk_after_move_18_weak_to_move(board);
    board.kppk_after_move_34_weak_to_move.set(Some(found));
    found
}

fn kppk_after_move_35_weak_to_move(board: &KppkBoard) -> i32 {
    if let Some(known) = board.kppk_after_move_35_weak_to_move.get() {
        return known;
    }
    let found = distance(board.strong_king, board.strong_pawn_2) - distance(board.strong_king, board.strong_pawn_1);
    board.kppk_after_move_35_weak_to_move.set(Some(found));
    found
}

fn kppk_after_move_36_weak_to_move(board: &KppkBoard) -> bool {
    if let Some(known) = board.kppk_after_move_36_weak_to_move.get() {
        return known;
    }
    let found = -2 < kppk_after_move_35_weak_to_move(board);
    board.kppk_after_move_36_weak_to_move.set(Some(found));
    found
}

fn kppk_after_move_37_weak_to_move(board: &KppkBoard) -> bool {
    distance(board.strong_pawn_2, board.strong_pawn_1) <= 4
}

fn kppk_after_move_38_weak_to_move(board: &KppkBoard) -> bool {
    distance(board.strong_king, board.strong_pawn_1) <= 3
}

fn kppk_after_move_39_weak_to_move(board: &KppkBoard) -> bool {
    distance(board.strong_pawn_2, board.strong_pawn_1) <= 2
}

fn kppk_after_move_40_weak_to_move(board: &KppkBoard) -> bool {
    if let Some(known) = board.kppk_after_move_40_weak_to_move.get() {
        return known;
    }
    let found = kppk_after_move_21_weak_to_move(board) <= 1;
    board.kppk_after_move_40_weak_to_move.set(Some(found));
    found
}

fn kppk_after_move_41_weak_to_move(board: &KppkBoard) -> u64 {
    king_attacks(board.strong_pawn_1) & !bit(board.strong_pawn_1)
}

fn kppk_after_move_42_weak_to_move(board: &KppkBoard) -> u64 {
    if let Some(known) = board.kppk_after_move_42_weak_to_move.get() {
        return known;
    }
    let found = kppk_after_move_41_weak_to_move(board) & !king_attacks(board.strong_king) & !pawn_attacks_up(board.strong_pawn_2);
    board.kppk_after_move_42_weak_to_move.set(Some(found));
    found
}

fn kppk_after_move_43_weak_to_move(board: &KppkBoard) -> bool {
    if let Some(known) = board.kppk_after_move_43_weak_to_move.get() {
        return known;
    }
    let found = -1 < kppk_after_move_18_weak_to_move(board);
    board.kppk_after_move_43_weak_to_move.set(Some(found));
    found
}

fn kppk_after_move_44_weak_to_move(board: &KppkBoard) -> bool {
    distance(board.strong_pawn_2, board.strong_pawn_1) <= 5
}

fn kppk_after_move_45_weak_to_move(board: &KppkBoard) -> bool {
    let mut left: u64 = kppk_after_move_42_weak_to_move(board);
    while left != 0 {
        let to_1 = first(left);
        left &= left - 1;
        if distance(to_1, board.strong_king) == 2 && aligned(to_1, board.strong_king) {
            return true;
        }
    }
    false
}

fn kppk_after_move_46_weak_to_move(board: &KppkBoard) -> bool {
    if let Some(known) = board.kppk_after_move_46_weak_to_move.get() {
        return known;
    }
    let found = -3 < kppk_after_move_19_weak_to_move(board);
    board.kppk_after_move_46_weak_to_move.set(Some(found));
    found
}

fn kppk_after_move_47_weak_to_move(board: &KppkBoard) -> bool {
    5 < manhattan(board.strong_king, board.strong_pawn_2)
}

fn kppk_after_move_48_weak_to_move(board: &KppkBoard) -> bool {
    if let Some(known) = board.kppk_after_move_48_weak_to_move.get() {
        return known;
    }
    let found = kppk_after_move_18_weak_to_move(board) <= -1;
    board.kppk_after_move_48_weak_to_move.set(Some(found));
    found
}

fn kppk_after_move_49_weak_to_move(board: &KppkBoard) -> bool {
    kppk_after_move_4_weak_to_move(board) <= 5
}

fn kppk_after_move_50_weak_to_move(board: &KppkBoard) -> bool {
    file_distance(board.strong_pawn_1, board.strong_pawn_2) <= 3
}

fn kppk_after_move_51_weak_to_move(board: &KppkBoard) -> bool {
    if let Some(known) = board.kppk_after_move_51_weak_to_move.get() {
        return known;
    }
    let found = (distance(board.strong_king, board.strong_pawn_2) + distance(board.strong_pawn_2, board.strong_pawn_1)) == distance(board.strong_king, board.strong_pawn_1);
    board.kppk_after_move_51_weak_to_move.set(Some(found));
    found
}

fn kppk_after_move_52_weak_to_move(board: &KppkBoard) -> bool {
    manhattan(board.strong_king, board.strong_pawn_2) <= 4
}

fn kppk_after_move_53_weak_to_move(board: &KppkBoard) -> bool {
    distance(board.strong_king, board.strong_pawn_2) <= 3
}

fn kppk_after_move_54_weak_to_move(board: &KppkBoard) -> bool {
    if let Some(known) = board.kppk_after_move_54_weak_to_move.get() {
        return known;
    }
    let found = (manhattan(board.strong_king, board.strong_pawn_2) + manhattan(board.strong_pawn_2, board.strong_pawn_1)) == manhattan(board.strong_king, board.strong_pawn_1);
    board.kppk_after_move_54_weak_to_move.set(Some(found));
    found
}

fn kppk_after_move_55_weak_to_move(board: &KppkBoard, at_1: u32) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = kppk_after_move_41_weak_to_move(board) & !king_attacks(at_1);
    while left != 0 {
        let to_2 = first(left);
        left &= left - 1;
        if !has(pawn_attacks_up(board.strong_pawn_2), to_2) {
            found |= bit(to_2);
        }
    }
    found
}

fn kppk_after_move_56_weak_to_move(board: &KppkBoard) -> bool {
    let mut left: u64 = kppk_after_move_23_weak_to_move(board);
    while left != 0 {
        let to_1 = first(left);
        left &= left - 1;
        if kppk_after_move_55_weak_to_move(board, to_1) == 0x0_u64 {
            return true;
        }
    }
    false
}

fn kppk_after_move_57_weak_to_move(board: &KppkBoard, at_1: u32) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = kppk_after_move_41_weak_to_move(board) & !king_attacks(at_1);
    while left != 0 {
        let to_2 = first(left);
        left &= left - 1;
        if !has(pawn_attacks_up(board.strong_pawn_2), to_2) {
            found |= bit(to_2);
        }
    }
    found
}

fn kppk_after_move_58_weak_to_move(board: &KppkBoard) -> bool {
    let mut left: u64 = kppk_after_move_23_weak_to_move(board);
    while left != 0 {
        let to_1 = first(left);
        left &= left - 1;
        if !several(kppk_after_move_57_weak_to_move(board, to_1)) {
            return true;
        }
    }
    false
}

fn kppk_after_move_59_weak_to_move(board: &KppkBoard) -> bool {
    manhattan(board.strong_pawn_2, board.strong_pawn_1) <= 9
}

fn kppk_after_move_60_weak_to_move(board: &KppkBoard) -> u64 {
    if let Some(known) = board.kppk_after_move_60_weak_to_move.get() {
        return known;
    }
    let found = kppk_after_move_1_weak_to_move(board) | pawn_attacks_up(board.strong_pawn_1);
    board.kppk_after_move_60_weak_to_move.set(Some(found));
    found
}

fn kppk_after_move_61_weak_to_move(board: &KppkBoard) -> i32 {
    max(
        file_distance(board.strong_pawn_2, board.strong_pawn_1),
        kppk_after_move_5_weak_to_move(board))
}

fn kppk_after_move_62_weak_to_move(board: &KppkBoard) -> i32 {
    if let Some(known) = board.kppk_after_move_62_weak_to_move.get() {
        return known;
    }
    let found = kppk_after_move_61_weak_to_move(board) - kppk_after_move_3_weak_to_move(board);
    board.kppk_after_move_62_weak_to_move.set(Some(found));
    found
}

fn kppk_after_move_63_weak_to_move(board: &KppkBoard) -> i32 {
    max(
        file_distance(board.strong_king, board.strong_pawn_1),
        kppk_after_move_7_weak_to_move(board))
}

fn kppk_after_move_64_weak_to_move(board: &KppkBoard) -> i32 {
    if let Some(known) = board.kppk_after_move_64_weak_to_move.get() {
        return known;
    }
    let found = kppk_after_move_63_weak_to_move(board) - kppk_after_move_3_weak_to_move(board);
    board.kppk_after_move_64_weak_to_move.set(Some(found));
    found
}

fn kppk_after_move_65_weak_to_move(board: &KppkBoard) -> bool {
    if let Some(known) = board.kppk_after_move_65_weak_to_move.get() {
        return known;
    }
    let found = kppk_after_move_62_weak_to_move(board) <= -1;
    board.kppk_after_move_65_weak_to_move.set(Some(found));
    found
}

fn kppk_after_move_66_weak_to_move(board: &KppkBoard) -> u64 {
    if let Some(known) = board.kppk_after_move_66_weak_to_move.get() {
        return known;
    }
    let found = kppk_squares_2[board.strong_pawn_1 as usize & 63] & king_attacks(board.strong_pawn_2) & !kppk_after_move_60_weak_to_move(board);
    board.kppk_after_move_66_weak_to_move.set(Some(found));
    found
}

fn kppk_after_move_67_weak_to_move(board: &KppkBoard) -> bool {
    if let Some(known) = board.kppk_after_move_67_weak_to_move.get() {
        return known;
    }
    let found = kppk_after_move_66_weak_to_move(board) == 0x0_u64;
    board.kppk_after_move_67_weak_to_move.set(Some(found));
    found
}

fn kppk_after_move_68_weak_to_move(board: &KppkBoard) -> bool {
    kppk_after_move_61_weak_to_move(board) <= 4
}

fn kppk_after_move_69_weak_to_move(board: &KppkBoard) -> i32 {
    kppk_after_move_7_weak_to_move(board) - kppk_after_move_3_weak_to_move(board)
}

fn kppk_after_move_70_weak_to_move(board: &KppkBoard) -> bool {
    2 < rank(board.strong_pawn_1)
}

fn kppk_after_move_71_weak_to_move(board: &KppkBoard) -> i32 {
    if let Some(known) = board.kppk_after_move_71_weak_to_move.get() {
        return known;
    }
    let found = distance(board.strong_king, board.strong_pawn_1) - distance(board.strong_pawn_2, board.strong_pawn_1);
    board.kppk_after_move_71_weak_to_move.set(Some(found));
    found
}

fn kppk_after_move_72_weak_to_move(board: &KppkBoard) -> i32 {
    kppk_after_move_5_weak_to_move(board) - kppk_after_move_3_weak_to_move(board)
}

fn kppk_after_move_73_weak_to_move(board: &KppkBoard) -> bool {
    if let Some(known) = board.kppk_after_move_73_weak_to_move.get() {
        return known;
    }
    let found = kppk_after_move_72_weak_to_move(board) <= -1;
    board.kppk_after_move_73_weak_to_move.set(Some(found));
    found
}

fn kppk_after_move_74_weak_to_move(board: &KppkBoard) -> i32 {
    if let Some(known) = board.kppk_after_move_74_weak_to_move.get() {
        return known;
    }
    let found = kppk_after_move_63_weak_to_move(board) - kppk_after_move_61_weak_to_move(board);
    board.kppk_after_move_74_weak_to_move.set(Some(found));
    found
}

fn kppk_after_move_75_weak_to_move(board: &KppkBoard) -> u64 {
    if let Some(known) = board.kppk_after_move_75_weak_to_move.get() {
        return known;
    }
    let found = king_attacks(board.strong_king) & !(kppk_after_move_22_weak_to_move(board) | bit(board.strong_pawn_1)) & !king_attacks(board.strong_pawn_2);
    board.kppk_after_move_75_weak_to_move.set(Some(found));
    found
}

fn kppk_after_move_76_weak_to_move(board: &KppkBoard) -> i32 {
    if let Some(known) = board.kppk_after_move_76_weak_to_move.get() {
        return known;
    }
    let found = count(kppk_after_move_75_weak_to_move(board));
    board.kppk_after_move_76_weak_to_move.set(Some(found));
    found
}

fn kppk_after_move_77_weak_to_move(board: &KppkBoard) -> bool {
    file_distance(board.strong_pawn_2, board.strong_pawn_1) <= 2
}

fn kppk_after_move_78_weak_to_move(board: &KppkBoard) -> bool {
    3 < distance(board.strong_king, board.strong_pawn_2)
}

fn kppk_after_move_79_weak_to_move(board: &KppkBoard) -> bool {
    file_distance(board.strong_pawn_2, board.strong_pawn_1) <= 5
}

fn kppk_after_move_80_weak_to_move(board: &KppkBoard) -> bool {
    if let Some(known) = board.kppk_after_move_80_weak_to_move.get() {
        return known;
    }
    let found = -1 < kppk_after_move_69_weak_to_move(board);
    board.kppk_after_move_80_weak_to_move.set(Some(found));
    found
}

fn kppk_after_move_81_weak_to_move(board: &KppkBoard) -> bool {
    if let Some(known) = board.kppk_after_move_81_weak_to_move.get() {
        return known;
    }
    let found = -2 < kppk_after_move_69_weak_to_move(board);
    board.kppk_after_move_81_weak_to_move.set(Some(found));
    found
}

fn kppk_after_move_82_weak_to_move(board: &KppkBoard) -> bool {
    if let Some(known) = board.kppk_after_move_82_weak_to_move.get() {
        return known;
    }
    let found = kppk_after_move_72_weak_to_move(board) <= -4;
    board.kppk_after_move_82_weak_to_move.set(Some(found));
    found
}

fn kppk_after_move_83_weak_to_move(board: &KppkBoard) -> bool {
    3 < kppk_after_move_63_weak_to_move(board)
}

fn kppk_after_move_84_weak_to_move(board: &KppkBoard) -> bool {
    manhattan(board.strong_king, board.strong_pawn_2) <= 2
}

fn kppk_after_move_85_weak_to_move(board: &KppkBoard) -> bool {
    if let Some(known) = board.kppk_after_move_85_weak_to_move.get() {
        return known;
    }
    let found = 0 < kppk_after_move_71_weak_to_move(board);
    board.kppk_after_move_85_weak_to_move.set(Some(found));
    found
}

fn kppk_after_move_86_weak_to_move(board: &KppkBoard) -> i32 {
    if let Some(known) = board.kppk_after_move_86_weak_to_move.get() {
        return known;
    }
    let found = distance(board.strong_king, board.strong_pawn_1) - distance(board.strong_king, board.strong_pawn_2);
    board.kppk_after_move_86_weak_to_move.set(Some(found));
    found
}

fn kppk_after_move_87_weak_to_move(board: &KppkBoard) -> bool {
    if let Some(known) = board.kppk_after_move_87_weak_to_move.get() {
        return known;
    }
    let found = -2 < kppk_after_move_86_weak_to_move(board);
    board.kppk_after_move_87_weak_to_move.set(Some(found));
    found
}

fn kppk_after_move_88_weak_to_move(board: &KppkBoard) -> bool {
    distance(board.strong_pawn_1, board.strong_pawn_2) <= 4
}

fn kppk_after_move_89_weak_to_move(board: &KppkBoard) -> bool {
    distance(board.strong_pawn_1, board.strong_pawn_2) <= 2
}

fn kppk_after_move_90_weak_to_move(board: &KppkBoard) -> bool {
    if let Some(known) = board.kppk_after_move_90_weak_to_move.get() {
        return known;
    }
    let found = kppk_after_move_74_weak_to_move(board) <= 1;
    board.kppk_after_move_90_weak_to_move.set(Some(found));
    found
}

fn kppk_after_move_91_weak_to_move(board: &KppkBoard) -> u64 {
    king_attacks(board.strong_pawn_2) & !bit(board.strong_pawn_2)
}

fn kppk_after_move_92_weak_to_move(board: &KppkBoard) -> u64 {
    if let Some(known) = board.kppk_after_move_92_weak_to_move.get() {
        return known;
    }
    let found = kppk_after_move_91_weak_to_move(board) & !king_attacks(board.strong_king) & !pawn_attacks_up(board.strong_pawn_1);
    board.kppk_after_move_92_weak_to_move.set(Some(found));
    found
}

fn kppk_after_move_93_weak_to_move(board: &KppkBoard) -> bool {
    if let Some(known) = board.kppk_after_move_93_weak_to_move.get() {
        return known;
    }
    let found = -1 < kppk_after_move_71_weak_to_move(board);
    board.kppk_after_move_93_weak_to_move.set(Some(found));
    found
}

fn kppk_after_move_94_weak_to_move(board: &KppkBoard) -> bool {
    distance(board.strong_pawn_1, board.strong_pawn_2) <= 5
}

fn kppk_after_move_95_weak_to_move(board: &KppkBoard) -> bool {
    let mut left: u64 = kppk_after_move_92_weak_to_move(board);
    while left != 0 {
        let to_1 = first(left);
        left &= left - 1;
        if distance(to_1, board.strong_king) == 2 && aligned(to_1, board.strong_king) {
            return true;
        }
    }
    false
}

fn kppk_after_move_96_weak_to_move(board: &KppkBoard) -> bool {
    if let Some(known) = board.kppk_after_move_96_weak_to_move.get() {
        return known;
    }
    let found = -3 < kppk_after_move_72_weak_to_move(board);
    board.kppk_after_move_96_weak_to_move.set(Some(found));
    found
}

fn kppk_after_move_97_weak_to_move(board: &KppkBoard) -> bool {
    5 < manhattan(board.strong_king, board.strong_pawn_1)
}

fn kppk_after_move_98_weak_to_move(board: &KppkBoard) -> bool {
    if let Some(known) = board.kppk_after_move_98_weak_to_move.get() {
        return known;
    }
    let found = kppk_after_move_71_weak_to_move(board) <= -1;
    board.kppk_after_move_98_weak_to_move.set(Some(found));
    found
}

fn kppk_after_move_99_weak_to_move(board: &KppkBoard) -> bool {
    kppk_after_move_61_weak_to_move(board) <= 5
}

fn kppk_after_move_100_weak_to_move(board: &KppkBoard) -> bool {
    file_distance(board.strong_pawn_2, board.strong_pawn_1) <= 3
}

fn kppk_after_move_101_weak_to_move(board: &KppkBoard, at_1: u32) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = kppk_after_move_91_weak_to_move(board) & !king_attacks(at_1);
    while left != 0 {
        let to_2 = first(left);
        left &= left - 1;
        if !has(pawn_attacks_up(board.strong_pawn_1), to_2) {
            found |= bit(to_2);
        }
    }
    found
}

fn kppk_after_move_102_weak_to_move(board: &KppkBoard) -> bool {
    let mut left: u64 = kppk_after_move_75_weak_to_move(board);
    while left != 0 {
        let to_1 = first(left);
        left &= left - 1;
        if kppk_after_move_101_weak_to_move(board, to_1) == 0x0_u64 {
            return true;
        }
    }
    false
}

fn kppk_after_move_103_weak_to_move(board: &KppkBoard, at_1: u32) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = kppk_after_move_91_weak_to_move(board) & !king_attacks(at_1);
    while left != 0 {
        let to_2 = first(left);
        left &= left - 1;
        if !has(pawn_attacks_up(board.strong_pawn_1), to_2) {
            found |= bit(to_2);
        }
    }
    found
}

fn kppk_after_move_104_weak_to_move(board: &KppkBoard) -> bool {
    let mut left: u64 = kppk_after_move_75_weak_to_move(board);
    while left != 0 {
        let to_1 = first(left);
        left &= left - 1;
        if !several(kppk_after_move_103_weak_to_move(board, to_1)) {
            return true;
        }
    }
    false
}

fn kppk_after_move_105_weak_to_move(board: &KppkBoard) -> bool {
    manhattan(board.strong_pawn_1, board.strong_pawn_2) <= 9
}

// 1, draw: "a pawn falls"
// The king takes one and holds the other.
fn kppk_rule_1(board: &KppkBoard) -> bool {
    if has(king_attacks(board.weak_king), board.strong_pawn_1)
        && !has(kppk_after_move_2_weak_to_move(board), board.strong_pawn_1)
        && (if kppk_after_move_6_weak_to_move(board) <= 0 { if kppk_after_move_9_weak_to_move(board) <= 0 { if kppk_after_move_10_weak_to_move(board) { if kppk_after_move_11_weak_to_move(board) { !kppk_after_move_13_weak_to_move(board) || kppk_after_move_14_weak_to_move(board) || kppk_after_move_15_weak_to_move(board) <= -5 || kppk_after_move_16_weak_to_move(board) || 4 < manhattan(board.strong_king, board.strong_pawn_1) || 6 < manhattan(board.strong_pawn_2, board.strong_pawn_1) } else { kppk_after_move_17_weak_to_move(board) && (1 < kppk_after_move_18_weak_to_move(board) || !aligned(board.strong_king, board.strong_pawn_1) || kppk_after_move_15_weak_to_move(board) <= -4 || kppk_after_move_20_weak_to_move(board)) } } else { if kppk_after_move_18_weak_to_move(board) <= 1 { if kppk_after_move_21_weak_to_move(board) <= -1 { kppk_after_move_24_weak_to_move(board) <= 1 || (kppk_after_move_25_weak_to_move(board) && (if has(0x8181818181818181_u64, board.strong_pawn_2) { 2 < manhattan(board.strong_pawn_2, board.strong_pawn_1) && file_distance(board.strong_king, board.strong_pawn_2) <= 0 && kppk_after_move_14_weak_to_move(board) } else { 1 < count(kppk_after_move_12_weak_to_move(board)) && kppk_after_move_26_weak_to_move(board) })) } else { if file_distance(board.strong_king, board.strong_pawn_2) <= 3 { if has(0x8181818181818181_u64, board.strong_pawn_2) { if kppk_after_move_25_weak_to_move(board) { kppk_after_move_11_weak_to_move(board) } else { kppk_after_move_19_weak_to_move(board) <= -2 && kppk_after_move_27_weak_to_move(board) && (edge_distance(board.strong_pawn_1) <= 1 || kppk_after_move_28_weak_to_move(board) || (kppk_after_move_19_weak_to_move(board) <= -3 && (kppk_after_move_29_weak_to_move(board) || (kppk_after_move_30_weak_to_move(board) && kppk_after_move_31_weak_to_move(board))))) } } else { if kppk_after_move_13_weak_to_move(board) { 1 < file_distance(board.strong_king, board.strong_pawn_2) && (if kppk_after_move_32_weak_to_move(board) { distance(board.strong_pawn_2, board.strong_pawn_1) <= 3 && rank(board.strong_pawn_2) <= 4 } else { kppk_after_move_28_weak_to_move(board) && (if kppk_after_move_33_weak_to_move(board) { kppk_after_move_30_weak_to_move(board) || kppk_after_move_34_weak_to_move(board) } else { kppk_after_move_36_weak_to_move(board) && manhattan(board.strong_pawn_2, board.strong_pawn_1) <= 6 }) }) } else { if kppk_after_move_18_weak_to_move(board) <= -2 { kppk_after_move_37_weak_to_move(board) && (if kppk_after_move_38_weak_to_move(board) { kppk_after_move_32_weak_to_move(board) && !has(kppk_squares_3[board.strong_pawn_2 as usize & 63], board.strong_king) } else { manhattan(board.strong_king, board.strong_pawn_1) <= 5 || manhattan(board.strong_pawn_2, board.strong_pawn_1) <= 4 }) } else { if file_distance(board.strong_king, board.strong_pawn_2) <= 2 { manhattan(board.strong_pawn_2, board.strong_pawn_1) <= 3 && (if file_distance(board.strong_pawn_1, board.strong_pawn_2) <= 0 { 0 < edge_distance(board.strong_pawn_1) || kppk_after_move_39_weak_to_move(board) } else { if kppk_after_move_40_weak_to_move(board) { count(kppk_after_move_42_weak_to_move(board)) <= 2 && between(board.strong_king, board.strong_pawn_1) != 0x0_u64 } else { manhattan(board.strong_king, board.strong_pawn_1) <= 3 } }) } else { kppk_after_move_37_weak_to_move(board) || kppk_after_move_43_weak_to_move(board) } } } } } else { if kppk_after_move_25_weak_to_move(board) { kppk_after_move_44_weak_to_move(board) || 4 < file_distance(board.strong_king, board.strong_pawn_2) || has(0x8181818181818181_u64, board.strong_pawn_2) || 5 < distance(board.strong_king, board.strong_pawn_2) } else { if has(0x8181818181818181_u64, board.strong_pawn_2) { kppk_after_move_27_weak_to_move(board) } else { kppk_after_move_36_weak_to_move(board) && (if kppk_after_move_40_weak_to_move(board) { -5 < kppk_after_move_19_weak_to_move(board) && kppk_after_move_43_weak_to_move(board) && (if kppk_after_move_45_weak_to_move(board) { kppk_after_move_46_weak_to_move(board) } else { kppk_after_move_29_weak_to_move(board) && kppk_after_move_44_weak_to_move(board) }) } else { kppk_after_move_47_weak_to_move(board) || kppk_after_move_46_weak_to_move(board) || (kppk_after_move_26_weak_to_move(board) && (if kppk_after_move_48_weak_to_move(board) { 7 < manhattan(board.strong_king, board.strong_pawn_1) } else { manhattan(board.strong_pawn_2, board.strong_pawn_1) <= 8 })) }) } } } } } else { kppk_after_move_49_weak_to_move(board) && (file_distance(board.strong_pawn_1, board.strong_pawn_2) <= 1 || -3 < kppk_after_move_15_weak_to_move(board) || 2 < kppk_after_move_18_weak_to_move(board) || (if kppk_after_move_50_weak_to_move(board) { -1 < kppk_after_move_19_weak_to_move(board) || (if between(board.strong_pawn_2, board.strong_pawn_1) == 0x0_u64 { kppk_after_move_4_weak_to_move(board) <= 3 || kppk_after_move_17_weak_to_move(board) || kppk_after_move_51_weak_to_move(board) } else { kppk_after_move_51_weak_to_move(board) || (has(0x8181818181818181_u64, board.strong_pawn_2) && (kppk_after_move_17_weak_to_move(board) || kppk_after_move_52_weak_to_move(board))) }) } else { 3 < file_distance(board.strong_king, board.strong_pawn_2) })) } } } else { if kppk_after_move_53_weak_to_move(board) { if (kppk_squares_2[board.strong_pawn_2 as usize & 63] & king_attacks(board.strong_pawn_1)) == 0x0_u64 { if kppk_after_move_15_weak_to_move(board) <= 2 { if has(0x8181818181818181_u64, board.strong_pawn_2) { kppk_after_move_49_weak_to_move(board) && (kppk_after_move_20_weak_to_move(board) || 1 < kppk_after_move_15_weak_to_move(board) || kppk_after_move_39_weak_to_move(board)) } else { kppk_after_move_50_weak_to_move(board) && (if kppk_after_move_54_weak_to_move(board) { if kppk_after_move_9_weak_to_move(board) <= 1 { kppk_after_move_56_weak_to_move(board) } else { kppk_after_move_25_weak_to_move(board) && kppk_after_move_11_weak_to_move(board) && !kppk_after_move_58_weak_to_move(board) } } else { if kppk_after_move_25_weak_to_move(board) { if kppk_after_move_11_weak_to_move(board) { kppk_after_move_44_weak_to_move(board) } else { kppk_after_move_10_weak_to_move(board) } } else { 3 < manhattan(board.strong_king, board.strong_pawn_2) && (if kppk_after_move_8_weak_to_move(board) <= 4 { distance(board.strong_king, board.strong_pawn_1) <= 2 } else { kppk_after_move_44_weak_to_move(board) }) } }) } } else { kppk_after_move_50_weak_to_move(board) || has(0x8181818181818181_u64, board.strong_pawn_2) || (kppk_after_move_47_weak_to_move(board) && manhattan(board.strong_king, board.strong_pawn_1) <= 8) } } else { if kppk_after_move_40_weak_to_move(board) { 2 < distance(board.strong_king, board.strong_pawn_2) && kppk_after_move_17_weak_to_move(board) } else { if kppk_after_move_44_weak_to_move(board) { kppk_after_move_31_weak_to_move(board) || kppk_after_move_34_weak_to_move(board) || manhattan(board.strong_pawn_2, board.strong_pawn_1) <= 2 || has(0x8181818181818181_u64, board.strong_pawn_2) } else { has(0x8181818181818181_u64, board.strong_pawn_2) } } } } else { kppk_after_move_49_weak_to_move(board) && (if kppk_after_move_48_weak_to_move(board) { has(0x8181818181818181_u64, board.strong_pawn_2) || (file_distance(board.strong_pawn_1, board.strong_pawn_2) <= 4 && -2 < kppk_after_move_18_weak_to_move(board) && (kppk_after_move_25_weak_to_move(board) || (manhattan(board.strong_king, board.strong_pawn_1) <= 9 && kppk_after_move_59_weak_to_move(board)))) } else { if kppk_after_move_35_weak_to_move(board) <= -3 { 2 < kppk_after_move_15_weak_to_move(board) } else { if kppk_after_move_40_weak_to_move(board) { kppk_after_move_46_weak_to_move(board) || 0 < kppk_after_move_15_weak_to_move(board) || has(0x8181818181818181_u64, board.strong_pawn_2) || (if kppk_after_move_38_weak_to_move(board) { 9 < manhattan(board.strong_king, board.strong_pawn_2) } else { kppk_after_move_59_weak_to_move(board) }) } else { manhattan(board.strong_pawn_2, board.strong_pawn_1) <= 10 || 1 < corner_distance(board.strong_pawn_1) } } }) } } } else { kppk_after_move_24_weak_to_move(board) <= 0 && kppk_after_move_17_weak_to_move(board) }) {
        return true;
    }
    if !has(king_attacks(board.weak_king), board.strong_pawn_2) {
        return false;
    }
    if has(kppk_after_move_60_weak_to_move(board), board.strong_pawn_2) {
        return false;
    }
    if kppk_after_move_62_weak_to_move(board) <= 0 {
        if kppk_after_move_64_weak_to_move(board) <= 0 {
            if kppk_after_move_54_weak_to_move(board) {
                if kppk_after_move_65_weak_to_move(board) {
                    return !kppk_after_move_67_weak_to_move(board)
                        || kppk_after_move_68_weak_to_move(board)
                        || kppk_after_move_69_weak_to_move(board) <= -5
                        || kppk_after_move_51_weak_to_move(board)
                        || 4 < manhattan(board.strong_king, board.strong_pawn_2)
                        || 6 < manhattan(board.strong_pawn_1, board.strong_pawn_2);
                }
                return kppk_after_move_70_weak_to_move(board)
                    && (1 < kppk_after_move_71_weak_to_move(board)
                        || !aligned(board.strong_king, board.strong_pawn_2)
                        || kppk_after_move_69_weak_to_move(board) <= -4
                        || kppk_after_move_73_weak_to_move(board));
            }
            if kppk_after_move_71_weak_to_move(board) <= 1 {
                if kppk_after_move_74_weak_to_move(board) <= -1 {
                    if kppk_after_move_76_weak_to_move(board) <= 1 {
                        return true;
                    }
                    if !kppk_after_move_77_weak_to_move(board) {
                        return false;
                    }
                    if has(0x8181818181818181_u64, board.strong_pawn_1) {
                        return 2 < manhattan(board.strong_pawn_1, board.strong_pawn_2)
                            && file_distance(board.strong_king, board.strong_pawn_1) <= 0
                            && kppk_after_move_68_weak_to_move(board);
                    }
                    return 1 < count(kppk_after_move_66_weak_to_move(board))
                        && kppk_after_move_78_weak_to_move(board);
                }
                if file_distance(board.strong_king, board.strong_pawn_1) <= 3 {
                    if has(0x8181818181818181_u64, board.strong_pawn_1) {
                        if kppk_after_move_77_weak_to_move(board) {
                            return kppk_after_move_65_weak_to_move(board);
                        }
                        return kppk_after_move_72_weak_to_move(board) <= -2
                            && kppk_after_move_79_weak_to_move(board)
                            && (edge_distance(board.strong_pawn_2) <= 1
                                || kppk_after_move_80_weak_to_move(board)
                                || (kppk_after_move_72_weak_to_move(board) <= -3
                                    && (kppk_after_move_81_weak_to_move(board)
                                        || (kppk_after_move_82_weak_to_move(board)
                                            && kppk_after_move_83_weak_to_move(board)))));
                    }
                    if kppk_after_move_67_weak_to_move(board) {
                        if 1 >= file_distance(board.strong_king, board.strong_pawn_1) {
                            return false;
                        }
                        if kppk_after_move_84_weak_to_move(board) {
                            return distance(board.strong_pawn_1, board.strong_pawn_2) <= 3
                                && rank(board.strong_pawn_1) <= 4;
                        }
                        if !kppk_after_move_80_weak_to_move(board) {
                            return false;
                        }
                        if kppk_after_move_52_weak_to_move(board) {
                            return kppk_after_move_82_weak_to_move(board)
                                || kppk_after_move_85_weak_to_move(board);
                        }
                        return kppk_after_move_87_weak_to_move(board)
                            && manhattan(board.strong_pawn_1, board.strong_pawn_2) <= 6;
                    }
                    if kppk_after_move_71_weak_to_move(board) <= -2 {
                        if !kppk_after_move_88_weak_to_move(board) {
                            return false;
                        }
                        if kppk_after_move_53_weak_to_move(board) {
                            return kppk_after_move_84_weak_to_move(board)
                                && !has(
                                    kppk_squares_3[board.strong_pawn_1 as usize & 63],
                                    board.strong_king);
                        }
                        return manhattan(board.strong_king, board.strong_pawn_2) <= 5
                            || manhattan(board.strong_pawn_1, board.strong_pawn_2) <= 4;
                    }
                    if file_distance(board.strong_king, board.strong_pawn_1) <= 2 {
                        if manhattan(board.strong_pawn_1, board.strong_pawn_2) > 3 {
                            return false;
                        }
                        if file_distance(board.strong_pawn_2, board.strong_pawn_1) <= 0 {
                            return 0 < edge_distance(board.strong_pawn_2)
                                || kppk_after_move_89_weak_to_move(board);
                        }
                        if kppk_after_move_90_weak_to_move(board) {
                            return count(kppk_after_move_92_weak_to_move(board)) <= 2
                                && between(board.strong_king, board.strong_pawn_2) != 0x0_u64;
                        }
                        return manhattan(board.strong_king, board.strong_pawn_2) <= 3;
                    }
                    return kppk_after_move_88_weak_to_move(board)
                        || kppk_after_move_93_weak_to_move(board);
                }
                if kppk_after_move_77_weak_to_move(board) {
                    return kppk_after_move_94_weak_to_move(board)
                        || 4 < file_distance(board.strong_king, board.strong_pawn_1)
                        || has(0x8181818181818181_u64, board.strong_pawn_1)
                        || 5 < distance(board.strong_king, board.strong_pawn_1);
                }
                if has(0x8181818181818181_u64, board.strong_pawn_1) {
                    return kppk_after_move_79_weak_to_move(board);
                }
                if !kppk_after_move_87_weak_to_move(board) {
                    return false;
                }
                if kppk_after_move_90_weak_to_move(board) {
                    if !(-5 < kppk_after_move_72_weak_to_move(board)
                        && kppk_after_move_93_weak_to_move(board)) {
                        return false;
                    }
                    if kppk_after_move_95_weak_to_move(board) {
                        return kppk_after_move_96_weak_to_move(board);
                    }
                    return kppk_after_move_81_weak_to_move(board)
                        && kppk_after_move_94_weak_to_move(board);
                }
                if kppk_after_move_97_weak_to_move(board)
                    || kppk_after_move_96_weak_to_move(board) {
                    return true;
                }
                if !kppk_after_move_78_weak_to_move(board) {
                    return false;
                }
                if kppk_after_move_98_weak_to_move(board) {
                    return 7 < manhattan(board.strong_king, board.strong_pawn_2);
                }
                return manhattan(board.strong_pawn_1, board.strong_pawn_2) <= 8;
            }
            if !kppk_after_move_99_weak_to_move(board) {
                return false;
            }
            if file_distance(board.strong_pawn_2, board.strong_pawn_1) <= 1
                || -3 < kppk_after_move_69_weak_to_move(board)
                || 2 < kppk_after_move_71_weak_to_move(board) {
                return true;
            }
            if kppk_after_move_100_weak_to_move(board) {
                if -1 < kppk_after_move_72_weak_to_move(board) {
                    return true;
                }
                if between(board.strong_pawn_1, board.strong_pawn_2) == 0x0_u64 {
                    return kppk_after_move_61_weak_to_move(board) <= 3
                        || kppk_after_move_70_weak_to_move(board)
                        || kppk_after_move_16_weak_to_move(board);
                }
                return kppk_after_move_16_weak_to_move(board)
                    || (has(0x8181818181818181_u64, board.strong_pawn_1)
                        && (kppk_after_move_70_weak_to_move(board)
                            || kppk_after_move_33_weak_to_move(board)));
            }
            return 3 < file_distance(board.strong_king, board.strong_pawn_1);
        }
        if kppk_after_move_38_weak_to_move(board) {
            if (kppk_squares_2[board.strong_pawn_1 as usize & 63] & king_attacks(board.strong_pawn_2)) == 0x0_u64 {
                if kppk_after_move_69_weak_to_move(board) <= 2 {
                    if has(0x8181818181818181_u64, board.strong_pawn_1) {
                        return kppk_after_move_99_weak_to_move(board)
                            && (kppk_after_move_73_weak_to_move(board)
                                || 1 < kppk_after_move_69_weak_to_move(board)
                                || kppk_after_move_89_weak_to_move(board));
                    }
                    if !kppk_after_move_100_weak_to_move(board) {
                        return false;
                    }
                    if kppk_after_move_10_weak_to_move(board) {
                        if kppk_after_move_64_weak_to_move(board) <= 1 {
                            return kppk_after_move_102_weak_to_move(board);
                        }
                        return kppk_after_move_77_weak_to_move(board)
                            && kppk_after_move_65_weak_to_move(board)
                            && !kppk_after_move_104_weak_to_move(board);
                    }
                    if kppk_after_move_77_weak_to_move(board) {
                        if kppk_after_move_65_weak_to_move(board) {
                            return kppk_after_move_94_weak_to_move(board);
                        }
                        return kppk_after_move_54_weak_to_move(board);
                    }
                    if 3 >= manhattan(board.strong_king, board.strong_pawn_1) {
                        return false;
                    }
                    if kppk_after_move_63_weak_to_move(board) <= 4 {
                        return distance(board.strong_king, board.strong_pawn_2) <= 2;
                    }
                    return kppk_after_move_94_weak_to_move(board);
                }
                return kppk_after_move_100_weak_to_move(board)
                    || has(0x8181818181818181_u64, board.strong_pawn_1)
                    || (kppk_after_move_97_weak_to_move(board)
                        && manhattan(board.strong_king, board.strong_pawn_2) <= 8);
            }
            if kppk_after_move_90_weak_to_move(board) {
                return 2 < distance(board.strong_king, board.strong_pawn_1)
                    && kppk_after_move_70_weak_to_move(board);
            }
            if kppk_after_move_94_weak_to_move(board) {
                return kppk_after_move_83_weak_to_move(board)
                    || kppk_after_move_85_weak_to_move(board)
                    || manhattan(board.strong_pawn_1, board.strong_pawn_2) <= 2
                    || has(0x8181818181818181_u64, board.strong_pawn_1);
            }
            return has(0x8181818181818181_u64, board.strong_pawn_1);
        }
        if !kppk_after_move_99_weak_to_move(board) {
            return false;
        }
        if kppk_after_move_98_weak_to_move(board) {
            return has(0x8181818181818181_u64, board.strong_pawn_1)
                || (file_distance(board.strong_pawn_2, board.strong_pawn_1) <= 4
                    && -2 < kppk_after_move_71_weak_to_move(board)
                    && (kppk_after_move_77_weak_to_move(board)
                        || (manhattan(board.strong_king, board.strong_pawn_2) <= 9
                            && kppk_after_move_105_weak_to_move(board))));
        }
        if kppk_after_move_86_weak_to_move(board) <= -3 {
            return 2 < kppk_after_move_69_weak_to_move(board);
        }
        if kppk_after_move_90_weak_to_move(board) {
            if kppk_after_move_96_weak_to_move(board)
                || 0 < kppk_after_move_69_weak_to_move(board)
                || has(0x8181818181818181_u64, board.strong_pawn_1) {
                return true;
            }
            if kppk_after_move_53_weak_to_move(board) {
                return 9 < manhattan(board.strong_king, board.strong_pawn_1);
            }
            return kppk_after_move_105_weak_to_move(board);
        }
        return manhattan(board.strong_pawn_1, board.strong_pawn_2) <= 10
            || 1 < corner_distance(board.strong_pawn_2);
    }
    kppk_after_move_76_weak_to_move(board) <= 0 && kppk_after_move_70_weak_to_move(board)
}

// All squares that a side attacks, its own men included.
fn kppk_strong_attacks(board: &KppkBoard) -> u64 {
    if let Some(known) = board.kppk_strong_attacks.get() {
        return known;
    }
    let found = king_attacks(board.strong_king)
        | pawn_attacks_up(board.strong_pawn_1)
        | pawn_attacks_up(board.strong_pawn_2);
    board.kppk_strong_attacks.set(Some(found));
    found
}

// 2, draw: "stalemate"
// The king is not in check, and no square is left to it.
fn kppk_rule_2(board: &KppkBoard) -> bool {
    !has(kppk_strong_attacks(board), board.weak_king)
        && (king_attacks(board.weak_king) & !kppk_strong_attacks(board)) == 0x0_u64
}

fn kppk_strong_to_move(board: &KppkBoard) -> i32 {
    if kppk_rule_3(board) {
        return 3;
    }
    0
}

fn kppk_weak_to_move(board: &KppkBoard) -> i32 {
    if kppk_rule_1(board) {
        return 1;
    }
    if kppk_rule_2(board) {
        return 2;
    }
    if kppk_rule_3(board) {
        return 3;
    }
    0
}

/// The same as probe_rule for KPPvK by the squares of its men; without castling and en passant.
#[allow(dead_code, clippy::too_many_arguments)]
pub fn kppk_rule(
    strong_king: u32,
    weak_king: u32,
    strong_pawn_1: u32,
    strong_pawn_2: u32,
    strong_to_move: bool,
) -> i32 {
    let board = KppkBoard {
        strong_king,
        weak_king,
        strong_pawn_1,
        strong_pawn_2,
        occupied: bit(strong_king) | bit(weak_king) | bit(strong_pawn_1) | bit(strong_pawn_2),
        kppk_after_move_2_weak_to_move: Cell::new(None),
        kppk_after_move_6_weak_to_move: Cell::new(None),
        kppk_after_move_9_weak_to_move: Cell::new(None),
        kppk_after_move_10_weak_to_move: Cell::new(None),
        kppk_after_move_11_weak_to_move: Cell::new(None),
        kppk_after_move_12_weak_to_move: Cell::new(None),
        kppk_after_move_13_weak_to_move: Cell::new(None),
        kppk_after_move_16_weak_to_move: Cell::new(None),
        kppk_after_move_18_weak_to_move: Cell::new(None),
        kppk_after_move_20_weak_to_move: Cell::new(None),
        kppk_after_move_21_weak_to_move: Cell::new(None),
        kppk_after_move_23_weak_to_move: Cell::new(None),
        kppk_after_move_24_weak_to_move: Cell::new(None),
        kppk_after_move_28_weak_to_move: Cell::new(None),
        kppk_after_move_29_weak_to_move: Cell::new(None),
        kppk_after_move_30_weak_to_move: Cell::new(None),
        kppk_after_move_34_weak_to_move: Cell::new(None),
        kppk_after_move_35_weak_to_move: Cell::new(None),
        kppk_after_move_36_weak_to_move: Cell::new(None),
        kppk_after_move_40_weak_to_move: Cell::new(None),
        kppk_after_move_42_weak_to_move: Cell::new(None),
        kppk_after_move_43_weak_to_move: Cell::new(None),
        kppk_after_move_46_weak_to_move: Cell::new(None),
        kppk_after_move_48_weak_to_move: Cell::new(None),
        kppk_after_move_51_weak_to_move: Cell::new(None),
        kppk_after_move_54_weak_to_move: Cell::new(None),
        kppk_after_move_60_weak_to_move: Cell::new(None),
        kppk_after_move_62_weak_to_move: Cell::new(None),
        kppk_after_move_64_weak_to_move: Cell::new(None),
        kppk_after_move_65_weak_to_move: Cell::new(None),
        kppk_after_move_66_weak_to_move: Cell::new(None),
        kppk_after_move_67_weak_to_move: Cell::new(None),
        kppk_after_move_71_weak_to_move: Cell::new(None),
        kppk_after_move_73_weak_to_move: Cell::new(None),
        kppk_after_move_74_weak_to_move: Cell::new(None),
        kppk_after_move_75_weak_to_move: Cell::new(None),
        kppk_after_move_76_weak_to_move: Cell::new(None),
        kppk_after_move_80_weak_to_move: Cell::new(None),
        kppk_after_move_81_weak_to_move: Cell::new(None),
        kppk_after_move_82_weak_to_move: Cell::new(None),
        kppk_after_move_85_weak_to_move: Cell::new(None),
        kppk_after_move_86_weak_to_move: Cell::new(None),
        kppk_after_move_87_weak_to_move: Cell::new(None),
        kppk_after_move_90_weak_to_move: Cell::new(None),
        kppk_after_move_92_weak_to_move: Cell::new(None),
        kppk_after_move_93_weak_to_move: Cell::new(None),
        kppk_after_move_96_weak_to_move: Cell::new(None),
        kppk_after_move_98_weak_to_move: Cell::new(None),
        kppk_strong_attacks: Cell::new(None),
    };
    if strong_to_move { kppk_strong_to_move(&board) } else { kppk_weak_to_move(&board) }
}

// KBvKP

#[allow(dead_code)]
struct KbkpBoard {
    strong_king: u32,
    weak_king: u32,
    weak_pawn: u32,
    strong_bishop: u32,
    occupied: u64,
    kbkp_strong_bishop_safe_moves: Cell<Option<u64>>,
    kbkp_strong_attacks: Cell<Option<u64>>,
    kbkp_strong_bishop_loose: Cell<Option<bool>>,
}

#[allow(non_upper_case_globals)]
static kbkp_table_weak_path: [u64; 64] = [
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x1_u64, 0x2_u64, 0x4_u64, 0x8_u64,
    0x10_u64, 0x20_u64, 0x40_u64, 0x80_u64,
    0x101_u64, 0x202_u64, 0x404_u64, 0x808_u64,
    0x1010_u64, 0x2020_u64, 0x4040_u64, 0x8080_u64,
    0x10101_u64, 0x20202_u64, 0x40404_u64, 0x80808_u64,
    0x101010_u64, 0x202020_u64, 0x404040_u64, 0x808080_u64,
    0x1010101_u64, 0x2020202_u64, 0x4040404_u64, 0x8080808_u64,
    0x10101010_u64, 0x20202020_u64, 0x40404040_u64, 0x80808080_u64,
    0x101010101_u64, 0x202020202_u64, 0x404040404_u64, 0x808080808_u64,
    0x1010101010_u64, 0x2020202020_u64, 0x4040404040_u64, 0x8080808080_u64,
    0x10101010101_u64, 0x20202020202_u64, 0x40404040404_u64, 0x80808080808_u64,
    0x101010101010_u64, 0x202020202020_u64, 0x404040404040_u64, 0x808080808080_u64,
    0x1010101010101_u64, 0x2020202020202_u64, 0x4040404040404_u64, 0x8080808080808_u64,
    0x10101010101010_u64, 0x20202020202020_u64, 0x40404040404040_u64, 0x80808080808080_u64,
];

// The squares from which the black king sees the pawn through, against a bare king.
#[allow(non_upper_case_globals)]
static kbkp_table_weak_key_squares: [u64; 64] = [
    0x202_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x4040_u64,
    0x202_u64, 0x7_u64, 0xe_u64, 0x1c_u64,
    0x38_u64, 0x70_u64, 0xe0_u64, 0x4040_u64,
    0x202_u64, 0x707_u64, 0xe0e_u64, 0x1c1c_u64,
    0x3838_u64, 0x7070_u64, 0xe0e0_u64, 0x4040_u64,
    0x202_u64, 0x70700_u64, 0xe0e00_u64, 0x1c1c00_u64,
    0x383800_u64, 0x707000_u64, 0xe0e000_u64, 0x4040_u64,
    0x202_u64, 0x70000_u64, 0xe0000_u64, 0x1c0000_u64,
    0x380000_u64, 0x700000_u64, 0xe00000_u64, 0x4040_u64,
    0x202_u64, 0x7000000_u64, 0xe000000_u64, 0x1c000000_u64,
    0x38000000_u64, 0x70000000_u64, 0xe0000000_u64, 0x4040_u64,
    0x202_u64, 0x700000000_u64, 0xe00000000_u64, 0x1c00000000_u64,
    0x3800000000_u64, 0x7000000000_u64, 0xe000000000_u64, 0x4040_u64,
    0x202_u64, 0x70000000000_u64, 0xe0000000000_u64, 0x1c0000000000_u64,
    0x380000000000_u64, 0x700000000000_u64, 0xe00000000000_u64, 0x4040_u64,
];

fn kbkp_strong_king_moves(board: &KbkpBoard) -> u64 {
    king_attacks(board.strong_king) & !(bit(board.strong_king) | bit(board.strong_bishop)) & !king_attacks(board.weak_king) & !pawn_attacks_down(board.weak_pawn)
}

// The king can take the pawn and does not leave its bishop to the black king.
fn kbkp_strong_king_wins_pawn(board: &KbkpBoard) -> bool {
    has(kbkp_strong_king_moves(board), board.weak_pawn)
        && !(has(king_attacks(board.weak_king), board.strong_bishop)
            && !has(king_attacks(board.weak_pawn), board.strong_bishop))
}

// No black man takes the bishop on x, or the king covers it there.
fn kbkp_strong_bishop_is_safe(board: &KbkpBoard, x: u32) -> bool {
    !has(pawn_attacks_down(board.weak_pawn), x)
        && (!has(king_attacks(board.weak_king), x) || has(king_attacks(board.strong_king), x))
}

fn kbkp_strong_bishop_takes_pawn(board: &KbkpBoard) -> bool {
    has(bishop_attacks(board.strong_bishop, board.occupied), board.weak_pawn)
        && kbkp_strong_bishop_is_safe(board, board.weak_pawn)
}

fn kbkp_strong_bishop_moves(board: &KbkpBoard) -> u64 {
    bishop_attacks(board.strong_bishop, board.occupied) & !board.occupied
}

fn kbkp_strong_bishop_safe_moves_anew(board: &KbkpBoard) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = kbkp_strong_bishop_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if kbkp_strong_bishop_is_safe(board, x) {
            found |= bit(x);
        }
    }
    found
}

fn kbkp_strong_bishop_safe_moves(board: &KbkpBoard) -> u64 {
    if let Some(known) = board.kbkp_strong_bishop_safe_moves.get() {
        return known;
    }
    let found = kbkp_strong_bishop_safe_moves_anew(board);
    board.kbkp_strong_bishop_safe_moves.set(Some(found));
    found
}

fn kbkp_strong_bishop_safe_checks(board: &KbkpBoard) -> u64 {
    kbkp_strong_bishop_safe_moves(board) & bishop_attacks(board.weak_king, board.occupied & !bit(board.strong_bishop))
}

fn kbkp_strong_bishop_is_blocked(board: &KbkpBoard, x: u32) -> bool {
    let mut left: u64 = between(x, board.weak_king);
    while left != 0 {
        let z = first(left);
        left &= left - 1;
        if has(pawn_attacks_down(board.weak_pawn), z) {
            return true;
        }
    }
    false
}

// After the bishop has gone to x: the squares left to the black king, the pawn's blocks, and
// what hangs once the king has gone to y.
fn kbkp_strong_bishop_leaves(board: &KbkpBoard, x: u32) -> u64 {
    king_attacks(board.weak_king) & !(bit(board.weak_king) | bit(board.weak_pawn)) & !king_attacks(board.strong_king) & !bishop_attacks(x, board.occupied & !bit(board.strong_bishop) & !bit(board.weak_king))
}

fn kbkp_strong_bishop_wins_a_man(board: &KbkpBoard, x: u32, y: u32) -> bool {
    (has(
                bishop_attacks(x, (board.occupied & !bit(board.strong_bishop) & !bit(board.weak_king)) | bit(x) | bit(y)),
                board.weak_pawn)
            || has(king_attacks(board.strong_king), board.weak_pawn))
        && !has(king_attacks(y), board.weak_pawn)
}

fn kbkp_strong_bishop_winning_check_all_1(board: &KbkpBoard, x: u32) -> bool {
    let mut left: u64 = kbkp_strong_bishop_leaves(board, x);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !kbkp_strong_bishop_wins_a_man(board, x, y) {
            return false;
        }
    }
    true
}

// A safe check after which the pawn falls wherever the king goes, or mate.
fn kbkp_strong_bishop_winning_check(board: &KbkpBoard) -> bool {
    let mut left: u64 = kbkp_strong_bishop_safe_checks(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if !kbkp_strong_bishop_is_blocked(board, x)
            && kbkp_strong_bishop_winning_check_all_1(board, x) {
            return true;
        }
    }
    false
}

fn kbkp_strong_wins_a_man(board: &KbkpBoard) -> bool {
    kbkp_strong_king_wins_pawn(board)
        || kbkp_strong_bishop_takes_pawn(board)
        || kbkp_strong_bishop_winning_check(board)
}

// 1, draw: "pawn falls"
// White holds: the pawn, which its king does not guard, can be taken, or attacked with check.
// spots 2,019,714 draws; as in 8/8/8/8/8/8/p7/KBk5 w - - 0 1
fn kbkp_rule_1(board: &KbkpBoard) -> bool {
    distance(board.weak_king, board.weak_pawn) > 1 && kbkp_strong_wins_a_man(board)
}

// 2, draw: "black king ahead of the pawn"
// White, to move, holds: the black king is ahead of its pawn, which is on the bishop's colour.
// spots 395,374 draws; as in 8/8/8/8/8/8/2p5/KBk5 w - - 0 1
fn kbkp_rule_2(board: &KbkpBoard) -> bool {
    same_color(board.strong_bishop, board.weak_pawn)
        && file_distance(board.weak_king, board.weak_pawn) <= 1
        && (distance(board.strong_bishop, board.strong_king) + distance(board.strong_king, board.weak_pawn)) != distance(board.strong_bishop, board.weak_pawn)
        && (max(file_distance(board.weak_king, board.weak_pawn), rank(board.weak_king) - 1) - (rank(board.weak_pawn) - 1)) <= -1
}

// All squares that a side attacks, its own men included.
fn kbkp_strong_attacks(board: &KbkpBoard) -> u64 {
    if let Some(known) = board.kbkp_strong_attacks.get() {
        return known;
    }
    let found = king_attacks(board.strong_king) | bishop_attacks(board.strong_bishop, board.occupied);
    board.kbkp_strong_attacks.set(Some(found));
    found
}

fn kbkp_rule_3_any_1(board: &KbkpBoard) -> bool {
    let mut left: u64 = kbkp_strong_bishop_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if (kbkp_table_weak_path[board.weak_pawn as usize & 63] & bishop_attacks(x, board.occupied & !bit(board.strong_bishop))) != 0x0_u64 {
            return true;
        }
    }
    false
}

// 3, silent: "white king outside the square"
// Black may promote: the white king is outside the square, and the bishop cannot hit the path
// in time.
// decides 457,508 wins and losses and 93,548 draws; as in 8/8/8/8/8/8/3p4/KBk5 w - - 0 1
fn kbkp_rule_3(board: &KbkpBoard) -> bool {
    rank(board.weak_pawn) <= 4
        && (kbkp_table_weak_path[board.weak_pawn as usize & 63] & bishop_attacks(board.strong_bishop, board.occupied)) == 0x0_u64
        && !has(kbkp_strong_attacks(board), board.weak_pawn)
        && (max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1) - (rank(board.weak_pawn) - 1)) > 1
        && !kbkp_rule_3_any_1(board)
}

// All squares that a side attacks, its own men included.
fn kbkp_weak_attacks(board: &KbkpBoard) -> u64 {
    king_attacks(board.weak_king) | pawn_attacks_down(board.weak_pawn)
}

fn kbkp_rule_4_any_1(board: &KbkpBoard) -> bool {
    let mut left: u64 = kbkp_strong_bishop_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if (kbkp_table_weak_path[board.weak_pawn as usize & 63] & bishop_attacks(x, board.occupied & !bit(board.strong_bishop))) != 0x0_u64 {
            return true;
        }
    }
    false
}

// 4, silent: "king escorts the pawn home"
// Black may promote: the bishop cannot hit the path safely, and the black king is as near as
// the white.
// decides 7,576 wins and losses and 11,894 draws; as in 8/8/8/8/8/8/1p6/K1kB4 w - - 0 1
fn kbkp_rule_4(board: &KbkpBoard) -> bool {
    rank(board.weak_pawn) <= 3
        && !has(bishop_attacks(board.strong_bishop, board.occupied), board.weak_pawn)
        && (max(file_distance(board.weak_king, board.weak_pawn), rank(board.weak_king) - 1) - max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1)) <= 0
        && (kbkp_table_weak_path[board.weak_pawn as usize & 63] & kbkp_strong_attacks(board) & !kbkp_weak_attacks(board)) == 0x0_u64
        && !kbkp_rule_4_any_1(board)
}

// 5, silent: "white king in the bishop's way"
// A few wins of Black hide here: the king is on its bishop's way to the pawn, the black one
// before it.
// decides 26 wins and losses and 3,868 draws; as in 8/8/8/8/5p2/3k4/1K6/B7 w - - 0 1
fn kbkp_rule_5(board: &KbkpBoard) -> bool {
    file_distance(board.weak_king, board.weak_pawn) > 1
        && between(board.strong_king, board.weak_king) == 0x0_u64
        && (manhattan(board.strong_king, board.weak_king) + manhattan(board.weak_king, board.weak_pawn)) == manhattan(board.strong_king, board.weak_pawn)
        && (distance(board.strong_bishop, board.strong_king) + distance(board.strong_king, board.weak_pawn)) == distance(board.strong_bishop, board.weak_pawn)
        && (max(file_distance(board.weak_king, board.weak_pawn), rank(board.weak_king) - 1) - max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1)) <= -2
}

// 6, silent: "checked by the pawn"
// Black may promote: the pawn checks, at most two steps from promotion, with its king beside
// it.
// decides 658 wins and losses and 1,256 draws; as in 8/8/8/8/8/8/1p6/K1k2B2 w - - 0 1
fn kbkp_rule_6(board: &KbkpBoard) -> bool {
    distance(board.weak_king, board.weak_pawn) <= 1
        && edge_distance(board.weak_king) <= 1
        && !same_color(board.strong_king, board.strong_bishop)
        && rank(board.weak_pawn) <= 3
        && has(kbkp_weak_attacks(board), board.strong_king)
}

// Black's men: king moves. The pawn goes down to the first rank; its path is the squares below
// it.
fn kbkp_weak_king_moves(board: &KbkpBoard) -> u64 {
    king_attacks(board.weak_king) & !(bit(board.weak_king) | bit(board.weak_pawn)) & !king_attacks(board.strong_king) & !bishop_attacks(board.strong_bishop, board.occupied & !bit(board.weak_king))
}

// 7, silent: "bishop mates in the corner"
// White mates at once: the black king has no move, shut in by its own pawn, on the bishop's
// colour.
// decides 188 wins and losses and 0 draws; as in 8/8/8/8/8/8/p7/k1K1B3 w - - 0 1
fn kbkp_rule_7(board: &KbkpBoard) -> bool {
    same_color(board.strong_bishop, board.weak_king)
        && kbkp_weak_king_moves(board) == 0x0_u64
}

// 8, silent: "bishop touched by the black king"
// Black may win: the bishop is beside the king, near its rook pawn at most two steps from
// promotion.
// decides 178 wins and losses and 250 draws; as in 8/8/8/8/8/5k1p/5B2/K7 w - - 0 1
fn kbkp_rule_8(board: &KbkpBoard) -> bool {
    distance(board.strong_bishop, board.weak_king) <= 1
        && manhattan(board.weak_king, board.weak_pawn) <= 2
        && edge_distance(board.weak_king) > 1
        && rank(board.weak_pawn) <= 3
        && has(0x8181818181818181_u64, board.weak_pawn)
}

// 9, silent: "discovered mate in the corner"
// White may mate by discovered check: the white king stands between its bishop and the cornered
// king.
// decides 10 wins and losses and 20 draws; as in k7/p7/2K5/8/8/8/8/7B w - - 0 1
fn kbkp_rule_9(board: &KbkpBoard) -> bool {
    manhattan(board.weak_king, board.weak_pawn) <= 1
        && corner_distance(board.weak_king) <= 0
        && same_diagonal(board.strong_bishop, board.weak_king)
}

// 10, draw: "no danger, White to move"
// None of the dangers above is there: Black has no promotion that wins, and White no mate.
fn kbkp_rule_10() -> bool {
    true
}

fn kbkp_rule_11_any_1(board: &KbkpBoard) -> bool {
    let mut left: u64 = 0x8100000000000081_u64;
    while left != 0 {
        let c = first(left);
        left &= left - 1;
        if same_color(c, board.strong_bishop) && distance(c, board.weak_king) <= 0 {
            return true;
        }
    }
    false
}

// White's men: the bishop attacked and not covered, captures of the pawn, safe squares.
fn kbkp_strong_bishop_loose(board: &KbkpBoard) -> bool {
    if let Some(known) = board.kbkp_strong_bishop_loose.get() {
        return known;
    }
    let found = has(kbkp_weak_attacks(board), board.strong_bishop)
        && !has(kbkp_strong_attacks(board), board.strong_bishop);
    board.kbkp_strong_bishop_loose.set(Some(found));
    found
}

// 11, draw: "white king inside the square"
// White holds: king in the square, no loose bishop, and Black's king four or more from
// promotion square.
// spots 2,372,306 draws; as in 8/6p1/8/8/8/8/8/K1k1B3 b - - 0 1
fn kbkp_rule_11(board: &KbkpBoard) -> bool {
    distance(board.strong_bishop, board.weak_king) > 1
        && manhattan(board.strong_bishop, board.weak_pawn) <= 12
        && max(file_distance(board.weak_king, board.weak_pawn), rank(board.weak_king) - 1) > 3
        && !kbkp_rule_11_any_1(board)
        && (max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1) - (rank(board.weak_pawn) - 1)) <= 0
        && !kbkp_strong_bishop_loose(board)
}

// 12, draw: "white king beside the path"
// White holds: the king is beside the path, and the black one three or more moves from its end.
// spots 240,474 draws; as in 8/8/8/8/8/p7/8/K2kB3 b - - 0 1
fn kbkp_rule_12(board: &KbkpBoard) -> bool {
    distance(board.strong_king, board.strong_bishop) > 2
        && distance(board.strong_king, board.weak_pawn) <= 4
        && !has(pawn_attacks_down(board.weak_pawn), board.strong_bishop)
        && (kbkp_table_weak_path[board.weak_pawn as usize & 63] & king_attacks(board.strong_king)) != 0x0_u64
        && max(file_distance(board.weak_king, board.weak_pawn), rank(board.weak_king) - 1) > 2
}

// 13, draw: "white king first at the pawn"
// White holds: the king is in the square and at least two moves nearer to the pawn than the
// black one.
// spots 87,536 draws; as in 8/8/8/8/8/8/p7/K1Bk4 b - - 0 1
fn kbkp_rule_13(board: &KbkpBoard) -> bool {
    !has(pawn_attacks_down(board.weak_pawn), board.strong_bishop)
        && (distance(board.strong_king, board.weak_pawn) - distance(board.weak_king, board.weak_pawn)) <= -2
        && max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1) <= 5
        && (rank(board.weak_king) - 1 - (rank(board.weak_pawn) - 1)) > -4
        && (max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1) - (rank(board.weak_pawn) - 1)) <= 0
}

// 14, draw: "in the square, a tempo up"
// White holds: the king is in the square with a move to spare, and the black one not ahead of
// the pawn.
// spots 55,612 draws; as in 8/8/8/8/8/8/p7/KB1k4 b - - 0 1
fn kbkp_rule_14(board: &KbkpBoard) -> bool {
    (distance(board.strong_king, board.strong_bishop) - distance(board.weak_king, board.strong_bishop)) <= -1
        && (max(file_distance(board.weak_king, board.weak_pawn), rank(board.weak_king) - 1) - (rank(board.weak_pawn) - 1)) > -1
        && (max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1) - (rank(board.weak_pawn) - 1)) <= -1
        && kbkp_strong_king_moves(board) != 0x0_u64
}

// 15, silent: "free path to promotion"
// Black may promote: the pawn has at most two steps, on a path that is empty and that White
// does not guard.
// decides 890,390 wins and losses and 41,554 draws; as in 8/8/8/8/8/8/3p4/KBk5 b - - 0 1
fn kbkp_rule_15(board: &KbkpBoard) -> bool {
    !same_diagonal(board.strong_bishop, board.weak_king)
        && !same_color(board.strong_bishop, board.weak_pawn)
        && rank(board.weak_pawn) <= 3
        && (kbkp_table_weak_path[board.weak_pawn as usize & 63] & board.occupied) == 0x0_u64
        && (kbkp_table_weak_path[board.weak_pawn as usize & 63] & kbkp_strong_attacks(board)) == 0x0_u64
}

fn kbkp_rule_16_any_1(board: &KbkpBoard) -> bool {
    let mut left: u64 = kbkp_strong_bishop_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if (kbkp_table_weak_path[board.weak_pawn as usize & 63] & bishop_attacks(x, board.occupied & !bit(board.strong_bishop))) != 0x0_u64 {
            return true;
        }
    }
    false
}

// 16, silent: "out of the square, Black moves"
// Black may promote: the white king is outside the square, and no safe bishop move hits the
// path.
// decides 665,894 wins and losses and 88,332 draws; as in 8/8/8/8/8/8/2p5/K1k1B3 b - - 0 1
fn kbkp_rule_16(board: &KbkpBoard) -> bool {
    rank(board.weak_pawn) <= 4
        && !has(bishop_attacks(board.strong_bishop, board.occupied), board.weak_pawn)
        && (kbkp_table_weak_path[board.weak_pawn as usize & 63] & bishop_attacks(board.strong_bishop, board.occupied)) == 0x0_u64
        && (max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1) - (rank(board.weak_pawn) - 1)) > 0
        && !kbkp_rule_16_any_1(board)
}

// 17, silent: "bishop hangs, key squares far"
// Black may take the bishop, which the king does not cover; nor is a key square beside the
// king.
// decides 602,234 wins and losses and 164,706 draws; as in 8/8/8/8/8/8/3p4/K1kB4 b - - 0 1
fn kbkp_rule_17(board: &KbkpBoard) -> bool {
    distance(board.strong_king, board.strong_bishop) > 1
        && distance(board.strong_king, board.weak_pawn) > 1
        && (king_attacks(board.strong_king) & kbkp_table_weak_key_squares[board.weak_pawn as usize & 63]) == 0x0_u64
        && has(kbkp_weak_attacks(board), board.strong_bishop)
}

// 18, silent: "loose bishop near the pawn"
// Black may take the loose bishop: it is near the pawn, and the white king not between pawn and
// king.
// decides 26,890 wins and losses and 32,600 draws; as in 8/8/8/8/8/8/2p5/K1kB4 b - - 0 1
fn kbkp_rule_18(board: &KbkpBoard) -> bool {
    distance(board.strong_bishop, board.weak_pawn) <= 3
        && manhattan(board.strong_bishop, board.weak_pawn) <= 5
        && (manhattan(board.weak_king, board.strong_king) + manhattan(board.strong_king, board.weak_pawn)) != manhattan(board.weak_king, board.weak_pawn)
        && (max(file_distance(board.weak_king, board.weak_pawn), rank(board.weak_king) - 1) - max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1)) <= 2
        && kbkp_strong_bishop_loose(board)
}

// The empty square below the pawn.
fn kbkp_weak_stop(board: &KbkpBoard, pawn: u32) -> u64 {
    kbkp_table_weak_path[pawn as usize & 63] & king_attacks(pawn) & !board.occupied
}

fn kbkp_rule_19_any_1(board: &KbkpBoard) -> bool {
    let mut left: u64 = kbkp_weak_stop(board, board.weak_pawn);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if !has(kbkp_strong_attacks(board), x) && (rank(board.weak_pawn) - 1) <= 1 {
            return true;
        }
    }
    false
}

// 19, silent: "promotion square unguarded"
// Black may promote at once: the square is empty and unguarded, though the black king is not by
// its pawn.
// decides 40,746 wins and losses and 15,660 draws; as in 8/8/8/8/3B4/8/5p2/K1k5 b - - 0 1
fn kbkp_rule_19(board: &KbkpBoard) -> bool {
    manhattan(board.strong_bishop, board.weak_pawn) > 1
        && (distance(board.strong_king, board.strong_bishop) - distance(board.strong_king, board.weak_king)) <= 1
        && (distance(board.weak_king, board.weak_pawn) - distance(board.strong_king, board.weak_king)) > 0
        && kbkp_rule_19_any_1(board)
}

// 20, silent: "king escorts an advanced pawn"
// Black may promote: the king is near the pawn and the promotion square, and no bishop guards
// the path.
// decides 8,168 wins and losses and 98,030 draws; as in 8/8/8/8/8/8/2p5/K1k3B1 b - - 0 1
fn kbkp_rule_20(board: &KbkpBoard) -> bool {
    manhattan(board.weak_king, board.weak_pawn) <= 3
        && !same_diagonal(board.strong_bishop, board.weak_pawn)
        && rank(board.weak_pawn) <= 3
        && (kbkp_table_weak_path[board.weak_pawn as usize & 63] & bishop_attacks(board.strong_bishop, board.occupied)) == 0x0_u64
        && max(file_distance(board.weak_king, board.weak_pawn), rank(board.weak_king) - 1) <= 2
}

// 21, silent: "loose bishop, king off its diagonal"
// Black may win by taking the loose bishop near the pawn; its king is not on a diagonal with
// it.
// decides 5,314 wins and losses and 18,772 draws; as in 8/8/8/p7/1B6/8/8/K1k5 b - - 0 1
fn kbkp_rule_21(board: &KbkpBoard) -> bool {
    distance(board.strong_king, board.strong_bishop) <= 4
        && distance(board.strong_bishop, board.weak_pawn) <= 3
        && manhattan(board.strong_bishop, board.weak_pawn) <= 5
        && !same_diagonal(board.strong_king, board.strong_bishop)
        && kbkp_strong_bishop_loose(board)
}

// 22, silent: "promotion next, bishop on pawn's diagonal"
// Black may promote at once: the square is empty, and not of the bishop's colour.
// decides 91,192 wins and losses and 476 draws; as in 8/8/8/8/8/2B5/3p4/K1k5 b - - 0 1
fn kbkp_rule_22(board: &KbkpBoard) -> bool {
    !same_diagonal(board.strong_bishop, board.weak_king)
        && same_diagonal(board.strong_bishop, board.weak_pawn)
        && rank(board.weak_pawn) <= 2
        && (kbkp_table_weak_path[board.weak_pawn as usize & 63] & board.occupied) == 0x0_u64
}

// 23, silent: "king on its bishop's diagonal"
// Some wins of Black hide here: the king is on its bishop's diagonal, which guards no square of
// the path.
// decides 930 wins and losses and 20,904 draws; as in 8/8/8/8/4k3/B5p1/1K6/8 b - - 0 1
fn kbkp_rule_23(board: &KbkpBoard) -> bool {
    edge_distance(board.strong_king) > 0
        && same_diagonal(board.strong_king, board.strong_bishop)
        && rank(board.weak_pawn) <= 3
        && (kbkp_table_weak_path[board.weak_pawn as usize & 63] & bishop_attacks(board.strong_bishop, board.occupied)) == 0x0_u64
        && !has(kbkp_strong_attacks(board), board.weak_pawn)
}

fn kbkp_rule_24_any_1(board: &KbkpBoard) -> bool {
    let mut left: u64 = kbkp_strong_bishop_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if (kbkp_table_weak_path[board.weak_pawn as usize & 63] & bishop_attacks(x, board.occupied & !bit(board.strong_bishop))) != 0x0_u64 {
            return true;
        }
    }
    false
}

// 24, silent: "bishop cannot reach the path"
// Black may win: the path is empty, the king at a key square, and no safe bishop move hits the
// path.
// decides 6,846 wins and losses and 28,434 draws; as in 8/8/8/8/8/1p6/B7/K1k5 b - - 0 1
fn kbkp_rule_24(board: &KbkpBoard) -> bool {
    !same_diagonal(board.strong_bishop, board.weak_king)
        && rank(board.weak_pawn) <= 4
        && (kbkp_table_weak_path[board.weak_pawn as usize & 63] & board.occupied) == 0x0_u64
        && (king_attacks(board.weak_king) & kbkp_table_weak_key_squares[board.weak_pawn as usize & 63]) != 0x0_u64
        && !kbkp_rule_24_any_1(board)
}

// 25, silent: "bishop in the far corner"
// Black may win: the bishop is in or by a corner, far from a pawn at most two steps from
// promotion.
// decides 2,402 wins and losses and 15,088 draws; as in 8/8/8/8/8/7p/3k4/KB6 b - - 0 1
fn kbkp_rule_25(board: &KbkpBoard) -> bool {
    distance(board.strong_bishop, board.weak_pawn) > 4
        && manhattan(board.strong_bishop, board.weak_pawn) <= 8
        && corner_distance(board.strong_bishop) <= 1
        && edge_distance(board.weak_king) > 0
        && rank(board.weak_pawn) <= 3
}

// 26, silent: "pawn takes the bishop"
// Black may win by taking: the pawn attacks the bishop and the white king is five or more
// squares off.
// decides 28 wins and losses and 202 draws; as in 8/p7/1B6/8/8/8/8/K1k5 b - - 0 1
fn kbkp_rule_26(board: &KbkpBoard) -> bool {
    distance(board.strong_king, board.strong_bishop) > 4
        && has(pawn_attacks_down(board.weak_pawn), board.strong_bishop)
}

// 27, silent: "bishop attacked beside the pawn"
// Black may win by taking the bishop beside the pawn; in a few positions Black is mated.
// decides 1,666 wins and losses and 6,354 draws; as in 8/8/8/8/8/8/p7/KBk5 b - - 0 1
fn kbkp_rule_27(board: &KbkpBoard) -> bool {
    distance(board.strong_king, board.strong_bishop) <= 3
        && distance(board.strong_bishop, board.weak_pawn) <= 1
        && (distance(board.strong_king, board.strong_bishop) - distance(board.strong_king, board.weak_king)) > -3
        && has(kbkp_weak_attacks(board), board.strong_bishop)
        && (rank(board.weak_king) - 1 - (rank(board.weak_pawn) - 1)) > -3
}

// 28, silent: "corner bishop on the pawn's line"
// Some wins of Black hide here: the bishop is in or by a corner, on the pawn's file or rank.
// decides 394 wins and losses and 7,748 draws; as in 8/7B/8/8/8/7p/3k4/K7 b - - 0 1
fn kbkp_rule_28(board: &KbkpBoard) -> bool {
    distance(board.weak_king, board.weak_pawn) <= 4
        && corner_distance(board.strong_bishop) <= 1
        && !same_diagonal(board.strong_bishop, board.weak_pawn)
        && rank(board.weak_pawn) <= 3
        && between(board.strong_bishop, board.weak_pawn) != 0x0_u64
}

// 29, silent: "rook pawn, bishop near its king"
// Some wins of Black hide here: a rook pawn, a king off the edge, and a bishop that guards no
// path square.
// decides 1,710 wins and losses and 38,048 draws; as in 8/8/8/8/7p/4k3/8/KB6 b - - 0 1
fn kbkp_rule_29(board: &KbkpBoard) -> bool {
    manhattan(board.strong_king, board.strong_bishop) <= 4
        && edge_distance(board.weak_king) > 1
        && rank(board.weak_pawn) <= 5
        && has(0x8181818181818181_u64, board.weak_pawn)
        && (kbkp_table_weak_path[board.weak_pawn as usize & 63] & bishop_attacks(board.strong_bishop, board.occupied)) == 0x0_u64
}

// 30, silent: "bishop attacked, king outside square"
// Some wins of Black hide here: the bishop is attacked, and the king near it is outside the
// square.
// decides 132 wins and losses and 8,144 draws; as in 8/8/8/6k1/8/K7/1p6/2B5 b - - 0 1
fn kbkp_rule_30(board: &KbkpBoard) -> bool {
    distance(board.strong_king, board.strong_bishop) <= 2
        && corner_distance(board.strong_bishop) > 1
        && edge_distance(board.weak_king) <= 1
        && has(kbkp_weak_attacks(board), board.strong_bishop)
        && (max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1) - (rank(board.weak_pawn) - 1)) > 0
}

fn kbkp_rule_31_any_1(board: &KbkpBoard) -> bool {
    let mut left: u64 = kbkp_strong_bishop_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if (kbkp_table_weak_path[board.weak_pawn as usize & 63] & bishop_attacks(x, board.occupied & !bit(board.strong_bishop))) != 0x0_u64 {
            return true;
        }
    }
    false
}

// 31, silent: "rook pawn on bishop's diagonal"
// Black may win: the bishop is on the rook pawn's diagonal, and no safe move of it hits the
// path.
// decides 2,060 wins and losses and 9,254 draws; as in 8/8/8/8/6B1/4k2p/8/K7 b - - 0 1
fn kbkp_rule_31(board: &KbkpBoard) -> bool {
    same_diagonal(board.strong_bishop, board.weak_pawn)
        && rank(board.weak_pawn) <= 4
        && has(0x8181818181818181_u64, board.weak_pawn)
        && (distance(board.strong_bishop, board.weak_pawn) + distance(board.weak_pawn, board.weak_king)) != distance(board.strong_bishop, board.weak_king)
        && !kbkp_rule_31_any_1(board)
}

// 32, silent: "rook pawn, bishop in a corner"
// Black may win: the rook pawn's path is unguarded, and the bishop is in or by a corner.
// decides 1,062 wins and losses and 18,582 draws; as in 8/7B/8/8/8/2k4p/8/K7 b - - 0 1
fn kbkp_rule_32(board: &KbkpBoard) -> bool {
    corner_distance(board.strong_bishop) <= 1
        && edge_distance(board.weak_king) > 1
        && rank(board.weak_pawn) <= 5
        && has(0x8181818181818181_u64, board.weak_pawn)
        && (kbkp_table_weak_path[board.weak_pawn as usize & 63] & kbkp_strong_attacks(board)) == 0x0_u64
}

// 33, silent: "edge bishop, king on its diagonal"
// Some wins of Black hide here: the king is on its edge bishop's diagonal, near it, outside the
// square.
// decides 154 wins and losses and 14,894 draws; as in 8/8/8/8/4k3/B5p1/8/2K5 b - - 0 1
fn kbkp_rule_33(board: &KbkpBoard) -> bool {
    distance(board.strong_king, board.strong_bishop) <= 2
        && edge_distance(board.strong_bishop) <= 0
        && edge_distance(board.weak_king) > 0
        && same_diagonal(board.strong_king, board.strong_bishop)
        && (max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1) - (rank(board.weak_pawn) - 1)) > 1
}

// 34, silent: "knight pawn, bishop on the edge"
// A few wins of Black hide here: an advanced knight pawn, the bishop on the edge four steps
// from its king.
// decides 48 wins and losses and 7,512 draws; as in 8/8/8/B7/8/1p6/8/K2k4 b - - 0 1
fn kbkp_rule_34(board: &KbkpBoard) -> bool {
    manhattan(board.strong_king, board.strong_bishop) > 3
        && manhattan(board.strong_king, board.strong_bishop) <= 4
        && edge_distance(board.strong_bishop) <= 0
        && rank(board.weak_pawn) <= 3
        && has(0x4242424242424242_u64, board.weak_pawn)
}

// 35, silent: "corner bishop beside its king"
// A few wins of Black hide here: the bishop is by a corner and its king, and no path square is
// guarded.
// decides 22 wins and losses and 8,716 draws; as in 8/8/8/5p2/8/3k4/1K6/B7 b - - 0 1
fn kbkp_rule_35(board: &KbkpBoard) -> bool {
    distance(board.strong_king, board.strong_bishop) <= 1
        && corner_distance(board.strong_bishop) <= 1
        && edge_distance(board.weak_king) > 1
        && !same_diagonal(board.strong_bishop, board.weak_pawn)
        && (kbkp_table_weak_path[board.weak_pawn as usize & 63] & kbkp_strong_attacks(board)) == 0x0_u64
}

fn kbkp_rule_36_any_1(board: &KbkpBoard) -> bool {
    let mut left: u64 = 0x8100000000000081_u64;
    while left != 0 {
        let c = first(left);
        left &= left - 1;
        if same_color(c, board.strong_bishop) && distance(c, board.strong_king) <= 2 {
            return true;
        }
    }
    false
}

// 36, silent: "bishop between the kings"
// A few wins of Black hide here: the bishop is between the kings, the white one near a corner
// of its colour.
// decides 16 wins and losses and 2,706 draws; as in 8/8/8/8/7p/2K5/3B1k2/8 b - - 0 1
fn kbkp_rule_36(board: &KbkpBoard) -> bool {
    edge_distance(board.strong_king) > 1
        && edge_distance(board.strong_bishop) <= 1
        && rank(board.weak_pawn) <= 5
        && (distance(board.strong_king, board.strong_bishop) + distance(board.strong_bishop, board.weak_king)) == distance(board.strong_king, board.weak_king)
        && kbkp_rule_36_any_1(board)
}

// 37, silent: "white king beside the pawn"
// A few wins of Black hide here: the king is beside the pawn, but the bishop guards no path
// square.
// decides 58 wins and losses and 5,098 draws; as in 8/8/8/8/1B6/Kp6/8/3k4 b - - 0 1
fn kbkp_rule_37(board: &KbkpBoard) -> bool {
    distance(board.weak_king, board.weak_pawn) <= 3
        && manhattan(board.strong_king, board.weak_pawn) <= 1
        && same_color(board.strong_king, board.strong_bishop)
        && (kbkp_table_weak_path[board.weak_pawn as usize & 63] & bishop_attacks(board.strong_bishop, board.occupied)) == 0x0_u64
        && (distance(board.strong_king, board.strong_bishop) - distance(board.weak_king, board.strong_bishop)) <= -2
}

// 38, silent: "both kings on key squares"
// Black may win: the kings are in opposition on key squares, the pawn at most three steps from
// promotion.
// decides 270 wins and losses and 136 draws; as in 8/8/8/8/2B5/1p6/8/K1k5 b - - 0 1
fn kbkp_rule_38(board: &KbkpBoard) -> bool {
    distance(board.weak_king, board.weak_pawn) > 1
        && !same_color(board.strong_king, board.strong_bishop)
        && rank(board.weak_pawn) <= 4
        && has(kbkp_table_weak_key_squares[board.weak_pawn as usize & 63], board.weak_king)
        && has(kbkp_table_weak_key_squares[board.weak_pawn as usize & 63], board.strong_king)
}

// 39, silent: "white king six files away"
// A few wins of Black hide here: the king is on the pawn's rank, six files away, and the bishop
// is far.
// decides 10 wins and losses and 1,502 draws; as in 8/8/8/8/1K5p/8/4k3/2B5 b - - 0 1
fn kbkp_rule_39(board: &KbkpBoard) -> bool {
    manhattan(board.strong_king, board.weak_pawn) <= 6
        && manhattan(board.strong_bishop, board.weak_pawn) > 7
        && corner_distance(board.strong_king) > 2
        && corner_distance(board.strong_bishop) > 1
        && file_distance(board.strong_king, board.weak_pawn) > 5
}

// 40, silent: "checkmated in the corner"
// Black is mated: the bishop checks the cornered king, and its own pawn is in its way.
// decides 48 wins and losses and 0 draws; as in 8/8/8/8/8/2B5/p7/k1K5 b - - 0 1
fn kbkp_rule_40(board: &KbkpBoard) -> bool {
    same_diagonal(board.strong_bishop, board.weak_king)
        && kbkp_weak_king_moves(board) == 0x0_u64
}

// 41, silent: "white king on a key square"
// Very few wins of Black hide here: the bishop is far from the black king, which is a gap from
// its pawn.
// decides 6 wins and losses and 210 draws; as in 8/8/B7/8/8/2p5/8/1K2k3 b - - 0 1
fn kbkp_rule_41(board: &KbkpBoard) -> bool {
    distance(board.strong_king, board.weak_pawn) > 1
        && manhattan(board.strong_bishop, board.weak_king) > 8
        && rank(board.weak_pawn) <= 3
        && between(board.weak_king, board.weak_pawn) != 0x0_u64
        && has(kbkp_table_weak_key_squares[board.weak_pawn as usize & 63], board.strong_king)
}

// 42, draw: "no danger, Black to move"
// None of the dangers above is there: Black has no promotion that wins, and White no mate.
fn kbkp_rule_42() -> bool {
    true
}

fn kbkp_strong_to_move(board: &KbkpBoard) -> i32 {
    if kbkp_rule_1(board) {
        return 1;
    }
    if kbkp_rule_2(board) {
        return 2;
    }
    if kbkp_rule_3(board) {
        return -3;
    }
    if kbkp_rule_4(board) {
        return -4;
    }
    if kbkp_rule_5(board) {
        return -5;
    }
    if kbkp_rule_6(board) {
        return -6;
    }
    if kbkp_rule_7(board) {
        return -7;
    }
    if kbkp_rule_8(board) {
        return -8;
    }
    if kbkp_rule_9(board) {
        return -9;
    }
    if kbkp_rule_10() {
        return 10;
    }
    0
}

fn kbkp_weak_to_move(board: &KbkpBoard) -> i32 {
    if kbkp_rule_11(board) {
        return 11;
    }
    if kbkp_rule_12(board) {
        return 12;
    }
    if kbkp_rule_13(board) {
        return 13;
    }
    if kbkp_rule_14(board) {
        return 14;
    }
    if kbkp_rule_15(board) {
        return -15;
    }
    if kbkp_rule_16(board) {
        return -16;
    }
    if kbkp_rule_17(board) {
        return -17;
    }
    if kbkp_rule_18(board) {
        return -18;
    }
    if kbkp_rule_19(board) {
        return -19;
    }
    if kbkp_rule_20(board) {
        return -20;
    }
    if kbkp_rule_21(board) {
        return -21;
    }
    if kbkp_rule_22(board) {
        return -22;
    }
    if kbkp_rule_23(board) {
        return -23;
    }
    if kbkp_rule_24(board) {
        return -24;
    }
    if kbkp_rule_25(board) {
        return -25;
    }
    if kbkp_rule_26(board) {
        return -26;
    }
    if kbkp_rule_27(board) {
        return -27;
    }
    if kbkp_rule_28(board) {
        return -28;
    }
    if kbkp_rule_29(board) {
        return -29;
    }
    if kbkp_rule_30(board) {
        return -30;
    }
    if kbkp_rule_31(board) {
        return -31;
    }
    if kbkp_rule_32(board) {
        return -32;
    }
    if kbkp_rule_33(board) {
        return -33;
    }
    if kbkp_rule_34(board) {
        return -34;
    }
    if kbkp_rule_35(board) {
        return -35;
    }
    if kbkp_rule_36(board) {
        return -36;
    }
    if kbkp_rule_37(board) {
        return -37;
    }
    if kbkp_rule_38(board) {
        return -38;
    }
    if kbkp_rule_39(board) {
        return -39;
    }
    if kbkp_rule_40(board) {
        return -40;
    }
    if kbkp_rule_41(board) {
        return -41;
    }
    if kbkp_rule_42() {
        return 42;
    }
    0
}

/// The same as probe_rule for KBvKP by the squares of its men; without castling and en passant.
#[allow(dead_code, clippy::too_many_arguments)]
pub fn kbkp_rule(
    strong_king: u32,
    weak_king: u32,
    weak_pawn: u32,
    strong_bishop: u32,
    strong_to_move: bool,
) -> i32 {
    let board = KbkpBoard {
        strong_king,
        weak_king,
        weak_pawn,
        strong_bishop,
        occupied: bit(strong_king) | bit(weak_king) | bit(weak_pawn) | bit(strong_bishop),
        kbkp_strong_bishop_safe_moves: Cell::new(None),
        kbkp_strong_attacks: Cell::new(None),
        kbkp_strong_bishop_loose: Cell::new(None),
    };
    if strong_to_move { kbkp_strong_to_move(&board) } else { kbkp_weak_to_move(&board) }
}

// KPvKP

#[allow(dead_code)]
struct KpkpBoard {
    us_king: u32,
    them_king: u32,
    us_pawn: u32,
    them_pawn: u32,
    occupied: u64,
}

// The squares in front of our pawn, up to its promotion square.
#[allow(non_upper_case_globals)]
static kpkp_table_our_path: [u64; 64] = [
    0x101010101010100_u64, 0x202020202020200_u64, 0x404040404040400_u64, 0x808080808080800_u64,
    0x1010101010101000_u64, 0x2020202020202000_u64, 0x4040404040404000_u64, 0x8080808080808000_u64,
    0x101010101010000_u64, 0x202020202020000_u64, 0x404040404040000_u64, 0x808080808080000_u64,
    0x1010101010100000_u64, 0x2020202020200000_u64, 0x4040404040400000_u64, 0x8080808080800000_u64,
    0x101010101000000_u64, 0x202020202000000_u64, 0x404040404000000_u64, 0x808080808000000_u64,
    0x1010101010000000_u64, 0x2020202020000000_u64, 0x4040404040000000_u64, 0x8080808080000000_u64,
    0x101010100000000_u64, 0x202020200000000_u64, 0x404040400000000_u64, 0x808080800000000_u64,
    0x1010101000000000_u64, 0x2020202000000000_u64, 0x4040404000000000_u64, 0x8080808000000000_u64,
    0x101010000000000_u64, 0x202020000000000_u64, 0x404040000000000_u64, 0x808080000000000_u64,
    0x1010100000000000_u64, 0x2020200000000000_u64, 0x4040400000000000_u64, 0x8080800000000000_u64,
    0x101000000000000_u64, 0x202000000000000_u64, 0x404000000000000_u64, 0x808000000000000_u64,
    0x1010000000000000_u64, 0x2020000000000000_u64, 0x4040000000000000_u64, 0x8080000000000000_u64,
    0x100000000000000_u64, 0x200000000000000_u64, 0x400000000000000_u64, 0x800000000000000_u64,
    0x1000000000000000_u64, 0x2000000000000000_u64, 0x4000000000000000_u64, 0x8000000000000000_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
];

// The squares ahead of our pawn on its own file and those beside it: a passed pawn has no pawn
// there.
#[allow(non_upper_case_globals)]
static kpkp_table_our_front: [u64; 64] = [
    0x303030303030300_u64, 0x707070707070700_u64, 0xe0e0e0e0e0e0e00_u64, 0x1c1c1c1c1c1c1c00_u64,
    0x3838383838383800_u64, 0x7070707070707000_u64, 0xe0e0e0e0e0e0e000_u64, 0xc0c0c0c0c0c0c000_u64,
    0x303030303030000_u64, 0x707070707070000_u64, 0xe0e0e0e0e0e0000_u64, 0x1c1c1c1c1c1c0000_u64,
    0x3838383838380000_u64, 0x7070707070700000_u64, 0xe0e0e0e0e0e00000_u64, 0xc0c0c0c0c0c00000_u64,
    0x303030303000000_u64, 0x707070707000000_u64, 0xe0e0e0e0e000000_u64, 0x1c1c1c1c1c000000_u64,
    0x3838383838000000_u64, 0x7070707070000000_u64, 0xe0e0e0e0e0000000_u64, 0xc0c0c0c0c0000000_u64,
    0x303030300000000_u64, 0x707070700000000_u64, 0xe0e0e0e00000000_u64, 0x1c1c1c1c00000000_u64,
    0x3838383800000000_u64, 0x7070707000000000_u64, 0xe0e0e0e000000000_u64, 0xc0c0c0c000000000_u64,
    0x303030000000000_u64, 0x707070000000000_u64, 0xe0e0e0000000000_u64, 0x1c1c1c0000000000_u64,
    0x3838380000000000_u64, 0x7070700000000000_u64, 0xe0e0e00000000000_u64, 0xc0c0c00000000000_u64,
    0x303000000000000_u64, 0x707000000000000_u64, 0xe0e000000000000_u64, 0x1c1c000000000000_u64,
    0x3838000000000000_u64, 0x7070000000000000_u64, 0xe0e0000000000000_u64, 0xc0c0000000000000_u64,
    0x300000000000000_u64, 0x700000000000000_u64, 0xe00000000000000_u64, 0x1c00000000000000_u64,
    0x3800000000000000_u64, 0x7000000000000000_u64, 0xe000000000000000_u64, 0xc000000000000000_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
];

// The squares from which our king sees our pawn through, against a bare king.
#[allow(non_upper_case_globals)]
static kpkp_table_our_key_squares: [u64; 64] = [
    0x202000000000000_u64, 0x70000_u64, 0xe0000_u64, 0x1c0000_u64,
    0x380000_u64, 0x700000_u64, 0xe00000_u64, 0x4040000000000000_u64,
    0x202000000000000_u64, 0x7000000_u64, 0xe000000_u64, 0x1c000000_u64,
    0x38000000_u64, 0x70000000_u64, 0xe0000000_u64, 0x4040000000000000_u64,
    0x202000000000000_u64, 0x700000000_u64, 0xe00000000_u64, 0x1c00000000_u64,
    0x3800000000_u64, 0x7000000000_u64, 0xe000000000_u64, 0x4040000000000000_u64,
    0x202000000000000_u64, 0x70000000000_u64, 0xe0000000000_u64, 0x1c0000000000_u64,
    0x380000000000_u64, 0x700000000000_u64, 0xe00000000000_u64, 0x4040000000000000_u64,
    0x202000000000000_u64, 0x7070000000000_u64, 0xe0e0000000000_u64, 0x1c1c0000000000_u64,
    0x38380000000000_u64, 0x70700000000000_u64, 0xe0e00000000000_u64, 0x4040000000000000_u64,
    0x202000000000000_u64, 0x707000000000000_u64, 0xe0e000000000000_u64, 0x1c1c000000000000_u64,
    0x3838000000000000_u64, 0x7070000000000000_u64, 0xe0e0000000000000_u64, 0x4040000000000000_u64,
    0x202000000000000_u64, 0x700000000000000_u64, 0xe00000000000000_u64, 0x1c00000000000000_u64,
    0x3800000000000000_u64, 0x7000000000000000_u64, 0xe000000000000000_u64, 0x4040000000000000_u64,
    0x202000000000000_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x4040000000000000_u64,
];

// The squares in front of their pawn, which goes down to the first rank.
#[allow(non_upper_case_globals)]
static kpkp_table_their_path: [u64; 64] = [
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x1_u64, 0x2_u64, 0x4_u64, 0x8_u64,
    0x10_u64, 0x20_u64, 0x40_u64, 0x80_u64,
    0x101_u64, 0x202_u64, 0x404_u64, 0x808_u64,
    0x1010_u64, 0x2020_u64, 0x4040_u64, 0x8080_u64,
    0x10101_u64, 0x20202_u64, 0x40404_u64, 0x80808_u64,
    0x101010_u64, 0x202020_u64, 0x404040_u64, 0x808080_u64,
    0x1010101_u64, 0x2020202_u64, 0x4040404_u64, 0x8080808_u64,
    0x10101010_u64, 0x20202020_u64, 0x40404040_u64, 0x80808080_u64,
    0x101010101_u64, 0x202020202_u64, 0x404040404_u64, 0x808080808_u64,
    0x1010101010_u64, 0x2020202020_u64, 0x4040404040_u64, 0x8080808080_u64,
    0x10101010101_u64, 0x20202020202_u64, 0x40404040404_u64, 0x80808080808_u64,
    0x101010101010_u64, 0x202020202020_u64, 0x404040404040_u64, 0x808080808080_u64,
    0x1010101010101_u64, 0x2020202020202_u64, 0x4040404040404_u64, 0x8080808080808_u64,
    0x10101010101010_u64, 0x20202020202020_u64, 0x40404040404040_u64, 0x80808080808080_u64,
];

// The squares from which their king sees their pawn through, against a bare king.
#[allow(non_upper_case_globals)]
static kpkp_table_their_key_squares: [u64; 64] = [
    0x202_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x4040_u64,
    0x202_u64, 0x7_u64, 0xe_u64, 0x1c_u64,
    0x38_u64, 0x70_u64, 0xe0_u64, 0x4040_u64,
    0x202_u64, 0x707_u64, 0xe0e_u64, 0x1c1c_u64,
    0x3838_u64, 0x7070_u64, 0xe0e0_u64, 0x4040_u64,
    0x202_u64, 0x70700_u64, 0xe0e00_u64, 0x1c1c00_u64,
    0x383800_u64, 0x707000_u64, 0xe0e000_u64, 0x4040_u64,
    0x202_u64, 0x70000_u64, 0xe0000_u64, 0x1c0000_u64,
    0x380000_u64, 0x700000_u64, 0xe00000_u64, 0x4040_u64,
    0x202_u64, 0x7000000_u64, 0xe000000_u64, 0x1c000000_u64,
    0x38000000_u64, 0x70000000_u64, 0xe0000000_u64, 0x4040_u64,
    0x202_u64, 0x700000000_u64, 0xe00000000_u64, 0x1c00000000_u64,
    0x3800000000_u64, 0x7000000000_u64, 0xe000000000_u64, 0x4040_u64,
    0x202_u64, 0x70000000000_u64, 0xe0000000000_u64, 0x1c0000000000_u64,
    0x380000000000_u64, 0x700000000000_u64, 0xe00000000000_u64, 0x4040_u64,
];

// 1, draw: "both kings inside the squares"
// Both kings are inside the squares; theirs is nearer to our goal, and ours no nearer to their
// pawn.
// spots 354,380 draws; as in 8/8/8/8/1p6/k7/P7/K7 w - - 0 1
fn kpkp_rule_1(board: &KpkpBoard) -> bool {
    distance(board.us_king, board.them_pawn) <= 5
        && manhattan(board.us_pawn, board.them_pawn) > 2
        && file_distance(board.them_king, board.us_pawn) <= 4
        && (distance(board.us_king, board.us_pawn) - distance(board.them_king, board.us_pawn)) <= 1
        && (distance(board.us_king, board.them_pawn) - distance(board.them_king, board.them_pawn)) > -1
        && (max(file_distance(board.them_king, board.us_pawn), 8 - rank(board.them_king)) - (8 - rank(board.us_pawn))) <= -1
        && (max(file_distance(board.us_king, board.them_pawn), rank(board.us_king) - 1) - (rank(board.them_pawn) - 1)) <= -2
        && (max(file_distance(board.us_king, board.us_pawn), 8 - rank(board.us_king)) - max(file_distance(board.them_king, board.us_pawn), 8 - rank(board.them_king))) > 1
}

// The empty square below a pawn of theirs: its next step.
fn kpkp_their_stop(board: &KpkpBoard, pawn: u32) -> u64 {
    kpkp_table_their_path[pawn as usize & 63] & king_attacks(pawn) & !board.occupied
}

// 2, draw: "their king behind or beside pawn"
// Both kings are inside the squares, a step to spare, and theirs is not ahead of its pawn to
// lead it.
// spots 46,996 draws; as in 8/8/8/8/8/pk6/1P6/K7 w - - 0 1
fn kpkp_rule_2(board: &KpkpBoard) -> bool {
    rank(board.them_pawn) <= 5
        && kpkp_their_stop(board, board.them_pawn) != 0x0_u64
        && (distance(board.us_king, board.them_pawn) - distance(board.them_king, board.them_pawn)) > -1
        && (max(file_distance(board.them_king, board.us_pawn), 8 - rank(board.them_king)) - (8 - rank(board.us_pawn))) <= -1
        && (max(file_distance(board.them_king, board.them_pawn), rank(board.them_king) - 1) - (rank(board.them_pawn) - 1)) > -1
        && (max(file_distance(board.us_king, board.them_pawn), rank(board.us_king) - 1) - (rank(board.them_pawn) - 1)) <= -2
}

// All squares that a side attacks, its own men included.
fn kpkp_them_attacks(board: &KpkpBoard) -> u64 {
    king_attacks(board.them_king) | pawn_attacks_down(board.them_pawn)
}

// 3, draw: "catching theirs, far from ours"
// Our king, far from our pawn, is well inside their pawn's square, and their king inside ours.
// spots 85,000 draws; as in 8/8/8/8/p7/k7/5P2/K7 w - - 0 1
fn kpkp_rule_3(board: &KpkpBoard) -> bool {
    distance(board.us_king, board.us_pawn) > 4
        && !has(kpkp_them_attacks(board), board.us_pawn)
        && max(file_distance(board.them_king, board.us_pawn), 8 - rank(board.them_king)) <= 5
        && (max(file_distance(board.them_king, board.us_pawn), 8 - rank(board.them_king)) - (8 - rank(board.us_pawn))) <= 0
        && (max(file_distance(board.us_king, board.them_pawn), rank(board.us_king) - 1) - (rank(board.them_pawn) - 1)) <= -3
}

// 4, draw: "pawns attack each other"
// We can take their pawn, but our king is three files off, and theirs covers our pawn's path.
// spots 44,340 draws; as in 8/8/8/8/8/4p3/2kP4/K7 w - - 0 1
fn kpkp_rule_4(board: &KpkpBoard) -> bool {
    file_distance(board.us_king, board.them_pawn) > 2
        && has(pawn_attacks_down(board.them_pawn), board.us_pawn)
        && (kpkp_table_our_path[board.us_pawn as usize & 63] & king_attacks(board.them_king)) != 0x0_u64
}

// 5, draw: "path guarded, king reaches the square"
// They guard three squares or more of our pawn's path, and our king is in their pawn's square
// in time.
// spots 30,688 draws; as in 8/8/8/4p3/k7/8/1P6/K7 w - - 0 1
fn kpkp_rule_5(board: &KpkpBoard) -> bool {
    distance(board.us_king, board.them_pawn) <= 6
        && manhattan(board.us_king, board.them_pawn) > 7
        && (distance(board.us_king, board.us_pawn) - distance(board.them_king, board.us_pawn)) <= 1
        && count(kpkp_table_our_path[board.us_pawn as usize & 63] & kpkp_them_attacks(board)) > 2
        && (max(file_distance(board.us_king, board.them_pawn), rank(board.us_king) - 1) - (rank(board.them_pawn) - 1)) <= 1
        && (max(file_distance(board.them_king, board.them_pawn), rank(board.them_king) - 1) - max(file_distance(board.us_king, board.them_pawn), rank(board.us_king) - 1)) > -2
}

// 6, silent: "their king late for our pawn"
// Mostly our wins: their king has no step to spare in our square, and ours is about as near our
// goal.
// decides 6,388,156 wins and losses and 1,835,140 draws
fn kpkp_rule_6(board: &KpkpBoard) -> bool {
    (rank(board.us_king) - 1 - (rank(board.them_pawn) - 1)) <= 5
        && (max(file_distance(board.them_king, board.us_pawn), 8 - rank(board.them_king)) - (8 - rank(board.us_pawn))) > -1
        && (max(file_distance(board.us_king, board.us_pawn), 8 - rank(board.us_king)) - max(file_distance(board.them_king, board.us_pawn), 8 - rank(board.them_king))) <= 1
}

// All squares that a side attacks, its own men included.
fn kpkp_us_attacks(board: &KpkpBoard) -> u64 {
    king_attacks(board.us_king) | pawn_attacks_up(board.us_pawn)
}

fn kpkp_rule_7_any_1(board: &KpkpBoard) -> bool {
    let mut left: u64 = kpkp_their_stop(board, board.them_pawn);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if !has(kpkp_us_attacks(board), x) && (rank(board.them_pawn) - 1) <= 1 {
            return true;
        }
    }
    false
}

// 7, silent: "our pawn outruns their king"
// We nearly always win: their king is outside the square, and they do not promote next
// unhindered.
// decides 1,087,492 wins and losses and 77,760 draws; as in 8/8/8/8/P7/k7/p7/K7 w - - 0 1
fn kpkp_rule_7(board: &KpkpBoard) -> bool {
    distance(board.us_king, board.us_pawn) > 1
        && !has(kpkp_them_attacks(board), board.us_king)
        && (max(file_distance(board.them_king, board.us_pawn), 8 - rank(board.them_king)) - (8 - rank(board.us_pawn))) > 0
        && !kpkp_rule_7_any_1(board)
}

// 8, silent: "race, both pawns run"
// Either side may win the race: their king is outside our square, but they promote next or
// check.
// decides 161,648 wins and losses and 83,748 draws; as in 8/8/8/P7/8/k7/1p6/K7 w - - 0 1
fn kpkp_rule_8(board: &KpkpBoard) -> bool {
    distance(board.us_king, board.us_pawn) > 1
        && (max(file_distance(board.them_king, board.us_pawn), 8 - rank(board.them_king)) - (8 - rank(board.us_pawn))) > 1
}

// 9, silent: "their king as near, path unguarded"
// They mostly win: our king has at most a step to spare in the square, theirs is as near the
// goal.
// decides 1,203,936 wins and losses and 320,828 draws; as in 8/8/8/8/8/k7/2Pp4/K7 w - - 0 1
fn kpkp_rule_9(board: &KpkpBoard) -> bool {
    manhattan(board.us_king, board.us_pawn) > 1
        && !has(kpkp_us_attacks(board), board.them_pawn)
        && (max(file_distance(board.us_king, board.them_pawn), rank(board.us_king) - 1) - (rank(board.them_pawn) - 1)) > -1
        && (max(file_distance(board.them_king, board.them_pawn), rank(board.them_king) - 1) - max(file_distance(board.us_king, board.them_pawn), rank(board.us_king) - 1)) <= 0
        && (kpkp_table_their_path[board.them_pawn as usize & 63] & kpkp_us_attacks(board) & !kpkp_them_attacks(board)) == 0x0_u64
}

// 10, silent: "their king three files off"
// Wins are mostly ours: their king is three files from our pawn, and ours near enough to take
// theirs.
// decides 354,996 wins and losses and 411,848 draws; as in 8/8/8/2p5/8/k7/5P2/K7 w - - 0 1
fn kpkp_rule_10(board: &KpkpBoard) -> bool {
    distance(board.us_king, board.them_pawn) <= 5
        && distance(board.us_pawn, board.them_pawn) <= 5
        && file_distance(board.them_king, board.us_pawn) > 2
        && (distance(board.them_king, board.them_pawn) - distance(board.us_king, board.them_king)) > -3
        && (distance(board.us_pawn, board.them_king) + distance(board.them_king, board.them_pawn)) != distance(board.us_pawn, board.them_pawn)
}

// 11, silent: "their passed pawn outruns our king"
// They nearly always win: our king, even with a move, is outside their passed pawn's square.
// decides 516,484 wins and losses and 17,204 draws; as in 8/8/8/8/8/k7/P2p4/K7 w - - 0 1
fn kpkp_rule_11(board: &KpkpBoard) -> bool {
    (kpkp_table_our_front[board.us_pawn as usize & 63] & bit(board.them_pawn)) == 0x0_u64
        && (max(file_distance(board.us_king, board.them_pawn), rank(board.us_king) - 1) - (rank(board.them_pawn) - 1)) > 1
        && (max(file_distance(board.us_king, board.us_pawn), 8 - rank(board.us_king)) - max(file_distance(board.them_king, board.us_pawn), 8 - rank(board.them_king))) > -3
}

// 12, silent: "their king as near to its passed pawn"
// They may win: their passed pawn has its king as near to it as ours, and as near to the goal.
// decides 14,196 wins and losses and 50,772 draws; as in 8/7p/8/8/8/k7/P7/K7 w - - 0 1
fn kpkp_rule_12(board: &KpkpBoard) -> bool {
    rank(board.them_pawn) > 2
        && (kpkp_table_our_front[board.us_pawn as usize & 63] & bit(board.them_pawn)) == 0x0_u64
        && (distance(board.us_king, board.them_pawn) - distance(board.them_king, board.them_pawn)) > -1
        && (max(file_distance(board.us_king, board.them_pawn), rank(board.us_king) - 1) - (rank(board.them_pawn) - 1)) > -3
        && (max(file_distance(board.them_king, board.them_pawn), rank(board.them_king) - 1) - max(file_distance(board.us_king, board.them_pawn), rank(board.us_king) - 1)) <= 0
}

// 13, silent: "our king four squares off"
// They may win: their king is as near to its pawn's goal as ours, which is four squares from
// the pawn.
// decides 21,544 wins and losses and 47,776 draws; as in 8/8/8/2p5/8/kP6/8/K7 w - - 0 1
fn kpkp_rule_13(board: &KpkpBoard) -> bool {
    distance(board.us_king, board.them_pawn) > 3
        && manhattan(board.us_king, board.them_king) <= 8
        && (kpkp_table_their_path[board.them_pawn as usize & 63] & bit(board.them_king)) == 0x0_u64
        && max(file_distance(board.us_king, board.us_pawn), 8 - rank(board.us_king)) > 3
        && (max(file_distance(board.them_king, board.them_pawn), rank(board.them_king) - 1) - max(file_distance(board.us_king, board.them_pawn), rank(board.us_king) - 1)) <= 0
}

// A step of their pawn attacks our pawn.
fn kpkp_their_pawn_step_hits_pawn(board: &KpkpBoard) -> bool {
    let mut left: u64 = kpkp_their_stop(board, board.them_pawn);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if has(pawn_attacks_down(x), board.us_pawn) {
            return true;
        }
    }
    false
}

// 14, silent: "pawns close, our king near ours"
// Either side may win, more often we: the pawns are close, and who takes one may lead the other
// home.
// decides 28,792 wins and losses and 121,024 draws; as in 8/8/8/8/8/2k5/P1p5/K7 w - - 0 1
fn kpkp_rule_14(board: &KpkpBoard) -> bool {
    distance(board.us_pawn, board.them_pawn) <= 2
        && (distance(board.us_king, board.us_pawn) - distance(board.us_king, board.them_king)) <= -1
        && (distance(board.them_king, board.them_pawn) - distance(board.us_king, board.them_king)) > -5
        && (rank(board.them_king) - 1 - (rank(board.them_pawn) - 1)) <= 2
        && !kpkp_their_pawn_step_hits_pawn(board)
}

// 15, silent: "men close, our king not behind"
// Either side may win: our king is level with its pawn or past it, all are close, and a pawn
// may fall.
// decides 43,360 wins and losses and 104,016 draws; as in 8/8/8/8/2p5/3k4/K2P4/8 w - - 0 1
fn kpkp_rule_15(board: &KpkpBoard) -> bool {
    distance(board.us_king, board.them_king) <= 6
        && manhattan(board.us_king, board.us_pawn) <= 5
        && manhattan(board.us_king, board.them_pawn) <= 5
        && manhattan(board.us_pawn, board.them_pawn) <= 3
        && (8 - rank(board.us_king) - (8 - rank(board.us_pawn))) <= 0
}

// 16, silent: "first at their pawn"
// We may win: our king is nearer to their pawn, and theirs is not beside a key square of ours.
// decides 14,056 wins and losses and 15,968 draws; as in 8/8/1k6/8/1p6/K7/3P4/8 w - - 0 1
fn kpkp_rule_16(board: &KpkpBoard) -> bool {
    distance(board.us_pawn, board.them_pawn) <= 3
        && file_distance(board.us_king, board.us_pawn) <= 4
        && (king_attacks(board.them_king) & kpkp_table_our_key_squares[board.us_pawn as usize & 63]) == 0x0_u64
        && (distance(board.them_king, board.us_pawn) - distance(board.us_king, board.them_king)) > 0
        && (distance(board.us_king, board.them_pawn) - distance(board.them_king, board.them_pawn)) <= -1
}

// 17, silent: "our king near its pawn's goal"
// We may win: our king, three squares or less from our goal, leads its pawn there or takes
// theirs.
// decides 22,788 wins and losses and 102,288 draws; as in 8/8/8/Kp6/8/k7/2P5/8 w - - 0 1
fn kpkp_rule_17(board: &KpkpBoard) -> bool {
    manhattan(board.us_king, board.us_pawn) <= 7
        && (edge_distance(board.us_king) - edge_distance(board.them_king)) > -2
        && max(file_distance(board.us_king, board.us_pawn), 8 - rank(board.us_king)) <= 3
        && (8 - rank(board.them_king) - (8 - rank(board.us_pawn))) <= -1
        && (max(file_distance(board.us_king, board.us_pawn), 8 - rank(board.us_king)) - max(file_distance(board.them_king, board.us_pawn), 8 - rank(board.them_king))) <= 1
}

// 18, silent: "their pawn ahead of ours"
// Mostly their wins: our pawn, which is not past theirs, may fall, and theirs is then led home.
// decides 11,480 wins and losses and 74,536 draws; as in 8/8/1p6/8/8/kP6/8/K7 w - - 0 1
fn kpkp_rule_18(board: &KpkpBoard) -> bool {
    distance(board.us_pawn, board.them_pawn) <= 4
        && distance(board.them_king, board.them_pawn) > 1
        && (kpkp_table_our_front[board.us_pawn as usize & 63] & bit(board.them_pawn)) != 0x0_u64
        && (distance(board.us_king, board.us_pawn) + distance(board.us_pawn, board.them_king)) != distance(board.us_king, board.them_king)
        && (max(file_distance(board.us_king, board.us_pawn), 8 - rank(board.us_king)) - max(file_distance(board.them_king, board.us_pawn), 8 - rank(board.them_king))) <= 4
}

// 19, silent: "our king away from key squares"
// Mostly their wins: their king is near our pawn to take it, and ours by no key square of
// theirs.
// decides 13,056 wins and losses and 47,872 draws; as in 8/2p5/8/8/Pk6/8/8/K7 w - - 0 1
fn kpkp_rule_19(board: &KpkpBoard) -> bool {
    distance(board.us_pawn, board.them_pawn) <= 3
        && manhattan(board.us_pawn, board.them_king) <= 3
        && (king_attacks(board.us_king) & kpkp_table_their_key_squares[board.them_pawn as usize & 63]) == 0x0_u64
        && (distance(board.us_king, board.them_pawn) - distance(board.them_king, board.them_pawn)) > 0
        && (distance(board.us_king, board.us_pawn) + distance(board.us_pawn, board.them_king)) != distance(board.us_king, board.them_king)
}

// 20, silent: "their king past its own pawn"
// A few wins of ours: their king is two ranks ahead of its pawn, and our pawn may run with our
// king.
// decides 204 wins and losses and 1,284 draws; as in 8/3p4/8/8/K7/3k4/1P6/8 w - - 0 1
fn kpkp_rule_20(board: &KpkpBoard) -> bool {
    distance(board.us_king, board.them_king) <= 3
        && manhattan(board.us_king, board.us_pawn) > 2
        && (distance(board.us_king, board.us_pawn) - distance(board.them_king, board.us_pawn)) <= 0
        && (rank(board.them_king) - 1 - (rank(board.them_pawn) - 1)) <= -2
        && (max(file_distance(board.us_king, board.us_pawn), 8 - rank(board.us_king)) - max(file_distance(board.them_king, board.us_pawn), 8 - rank(board.them_king))) <= 0
}

// 21, silent: "pawns close, kings apart"
// A fitted bound: a few wins of ours, by taking their pawn, near ours, while their king is
// away.
// decides 248 wins and losses and 2,204 draws; as in 8/8/8/3p4/8/K6k/3P4/8 w - - 0 1
fn kpkp_rule_21(board: &KpkpBoard) -> bool {
    distance(board.us_king, board.us_pawn) <= 3
        && distance(board.us_king, board.them_king) > 3
        && distance(board.us_pawn, board.them_pawn) <= 3
        && manhattan(board.us_pawn, board.them_king) <= 5
        && (max(file_distance(board.us_king, board.us_pawn), 8 - rank(board.us_king)) - max(file_distance(board.them_king, board.us_pawn), 8 - rank(board.them_king))) <= 1
}

// 22, silent: "our king five files off"
// They may win: our king is five files from their pawn, and theirs may take our passed pawn in
// time.
// decides 636 wins and losses and 6,536 draws; as in 8/4k3/8/5p1P/8/8/8/K7 w - - 0 1
fn kpkp_rule_22(board: &KpkpBoard) -> bool {
    distance(board.us_pawn, board.them_king) > 2
        && manhattan(board.us_pawn, board.them_pawn) <= 6
        && file_distance(board.us_king, board.them_pawn) > 4
        && (kpkp_table_our_front[board.us_pawn as usize & 63] & bit(board.them_pawn)) == 0x0_u64
        && (distance(board.us_king, board.us_pawn) - distance(board.us_king, board.them_king)) > -2
}

// 23, silent: "our advanced pawn may fall"
// Mostly their wins: our advanced pawn may fall, and their king is nearer to its pawn, no rook
// pawn.
// decides 2,848 wins and losses and 13,352 draws; as in 8/3p4/8/4Pk2/8/8/8/K7 w - - 0 1
fn kpkp_rule_23(board: &KpkpBoard) -> bool {
    manhattan(board.us_pawn, board.them_pawn) <= 5
        && rank(board.us_pawn) > 4
        && !has(0x8181818181818181_u64, board.them_pawn)
        && (distance(board.us_king, board.them_pawn) - distance(board.them_king, board.them_pawn)) > 1
        && max(file_distance(board.us_king, board.them_pawn), rank(board.us_king) - 1) > 2
}

// 24, silent: "kings close, theirs off pawn's file"
// A fitted bound: very few wins, of either side; our king is not beside a key square of their
// pawn.
// decides 204 wins and losses and 17,020 draws; as in 8/8/8/8/8/K1k5/1p3P2/8 w - - 0 1
fn kpkp_rule_24(board: &KpkpBoard) -> bool {
    distance(board.us_king, board.them_king) <= 3
        && distance(board.us_king, board.them_pawn) <= 3
        && file_distance(board.them_king, board.us_pawn) > 1
        && (king_attacks(board.us_king) & kpkp_table_their_key_squares[board.them_pawn as usize & 63]) == 0x0_u64
        && max(file_distance(board.them_king, board.them_pawn), rank(board.them_king) - 1) <= 4
}

fn kpkp_rule_25_any_1(board: &KpkpBoard) -> bool {
    let mut left: u64 = kpkp_their_stop(board, board.them_pawn);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if has(kpkp_them_attacks(board), x) || !has(kpkp_us_attacks(board), x) {
            return true;
        }
    }
    false
}

// 25, silent: "we alone guard their pawn's stop"
// Either side may win by taking a pawn: theirs is blocked, or we alone guard its next square.
// decides 1,332 wins and losses and 7,268 draws; as in 8/8/8/8/1p6/kP6/8/K7 w - - 0 1
fn kpkp_rule_25(board: &KpkpBoard) -> bool {
    distance(board.us_pawn, board.them_pawn) <= 2
        && manhattan(board.us_pawn, board.them_pawn) <= 3
        && (distance(board.us_king, board.us_pawn) - distance(board.us_king, board.them_king)) <= 0
        && (max(file_distance(board.us_king, board.us_pawn), 8 - rank(board.us_king)) - max(file_distance(board.them_king, board.us_pawn), 8 - rank(board.them_king))) <= 2
        && !kpkp_rule_25_any_1(board)
}

// 26, silent: "our king ahead, near their pawn"
// We may win by taking their pawn: our king is well ahead of ours, and theirs by no key square.
// decides 1,104 wins and losses and 11,180 draws; as in 8/8/4k3/p7/K7/8/2P5/8 w - - 0 1
fn kpkp_rule_26(board: &KpkpBoard) -> bool {
    distance(board.us_king, board.them_pawn) <= 2
        && manhattan(board.us_pawn, board.them_pawn) <= 7
        && rank(board.them_pawn) > 4
        && (king_attacks(board.them_king) & kpkp_table_our_key_squares[board.us_pawn as usize & 63]) == 0x0_u64
        && (max(file_distance(board.us_king, board.us_pawn), 8 - rank(board.us_king)) - (8 - rank(board.us_pawn))) <= -2
}

// 27, silent: "our king near both pawns"
// Either side may win: our king may take their pawn, or be too late to stop it, with the pawns
// close.
// decides 1,616 wins and losses and 6,736 draws; as in 8/8/8/1k6/8/8/1Pp5/K7 w - - 0 1
fn kpkp_rule_27(board: &KpkpBoard) -> bool {
    distance(board.us_king, board.them_pawn) <= 2
        && manhattan(board.us_king, board.us_pawn) <= 3
        && manhattan(board.us_pawn, board.them_pawn) <= 2
        && (distance(board.them_king, board.us_pawn) + distance(board.us_pawn, board.them_pawn)) != distance(board.them_king, board.them_pawn)
        && (rank(board.us_king) - 1 - (rank(board.them_pawn) - 1)) > -2
}

// 28, silent: "their king five squares off"
// We may win: their king is far from our pawn, ours nearer to its goal, and their pawn still
// far back.
// decides 264 wins and losses and 492 draws; as in 8/8/3p4/8/K7/7k/2P5/8 w - - 0 1
fn kpkp_rule_28(board: &KpkpBoard) -> bool {
    distance(board.us_pawn, board.them_king) > 4
        && file_distance(board.us_king, board.us_pawn) > 0
        && rank(board.them_pawn) > 5
        && file_distance(board.us_king, board.them_pawn) > 2
        && (max(file_distance(board.us_king, board.us_pawn), 8 - rank(board.us_king)) - max(file_distance(board.them_king, board.us_pawn), 8 - rank(board.them_king))) <= -1
}

// 29, silent: "our king four ranks ahead"
// A few wins of ours: our king, four ranks or more ahead of its pawn, may take theirs.
// decides 60 wins and losses and 808 draws; as in 8/8/K7/1p6/8/5k2/3P4/8 w - - 0 1
fn kpkp_rule_29(board: &KpkpBoard) -> bool {
    distance(board.us_king, board.us_pawn) <= 4
        && distance(board.us_pawn, board.them_pawn) <= 4
        && manhattan(board.us_king, board.them_pawn) > 1
        && file_distance(board.them_king, board.us_pawn) > 1
        && (8 - rank(board.us_king) - (8 - rank(board.us_pawn))) <= -4
}

// 30, silent: "their king six squares off"
// We may win: our king takes their pawn nearby, while theirs is six squares or more from ours.
// decides 132 wins and losses and 160 draws; as in k7/8/8/8/2p5/8/5P2/K7 w - - 0 1
fn kpkp_rule_30(board: &KpkpBoard) -> bool {
    distance(board.us_king, board.them_pawn) <= 3
        && distance(board.us_pawn, board.them_king) > 5
        && distance(board.us_pawn, board.them_pawn) <= 3
        && manhattan(board.us_king, board.them_king) > 6
        && (max(file_distance(board.us_king, board.us_pawn), 8 - rank(board.us_king)) - max(file_distance(board.them_king, board.us_pawn), 8 - rank(board.them_king))) <= 2
}

// 31, silent: "both pawns one step from promotion"
// We often win: both pawns are a step from promotion, we move first, and they do not guard our
// goal.
// decides 4,324 wins and losses and 4,964 draws; as in 8/P7/k7/8/8/8/2p5/K7 w - - 0 1
fn kpkp_rule_31(board: &KpkpBoard) -> bool {
    distance(board.us_pawn, board.them_king) <= 5
        && rank(board.us_pawn) > 6
        && rank(board.them_pawn) <= 2
        && !has(kpkp_table_our_key_squares[board.us_pawn as usize & 63], board.us_king)
        && max(file_distance(board.them_king, board.us_pawn), 8 - rank(board.them_king)) > 1
}

// 32, silent: "our king three files off"
// A fitted bound: very few wins, of either side; our king is level with our pawn or past it.
// decides 200 wins and losses and 11,048 draws; as in 8/8/8/7k/3p4/8/K3P3/8 w - - 0 1
fn kpkp_rule_32(board: &KpkpBoard) -> bool {
    distance(board.us_king, board.them_pawn) <= 3
        && manhattan(board.us_pawn, board.them_pawn) <= 5
        && file_distance(board.us_king, board.them_pawn) > 2
        && (distance(board.them_king, board.them_pawn) - distance(board.us_king, board.them_king)) <= -2
        && (8 - rank(board.us_king) - (8 - rank(board.us_pawn))) <= 0
}

// 33, silent: "our pawn left to their king"
// They may win: their king is two steps nearer than ours to our pawn, which is not past theirs.
// decides 3,592 wins and losses and 7,096 draws; as in 8/8/8/8/2p5/3k4/3P4/K7 w - - 0 1
fn kpkp_rule_33(board: &KpkpBoard) -> bool {
    distance(board.us_pawn, board.them_king) <= 4
        && manhattan(board.us_pawn, board.them_pawn) > 1
        && (kpkp_table_our_front[board.us_pawn as usize & 63] & bit(board.them_pawn)) != 0x0_u64
        && (distance(board.us_king, board.us_pawn) - distance(board.them_king, board.us_pawn)) > 1
        && max(file_distance(board.us_king, board.us_pawn), 8 - rank(board.us_king)) > 4
}

// 34, silent: "our king takes their pawn"
// A few wins of ours: our king is beside their pawn to take it, and theirs two files from our
// pawn.
// decides 96 wins and losses and 904 draws; as in 8/5k2/8/8/1p6/K7/3P4/8 w - - 0 1
fn kpkp_rule_34(board: &KpkpBoard) -> bool {
    distance(board.us_king, board.them_pawn) <= 1
        && distance(board.us_pawn, board.them_pawn) <= 3
        && distance(board.them_king, board.them_pawn) <= 4
        && file_distance(board.them_king, board.us_pawn) > 1
        && (max(file_distance(board.us_king, board.us_pawn), 8 - rank(board.us_king)) - (8 - rank(board.us_pawn))) <= -1
}

// 35, silent: "their pawn between our men"
// A few wins of either side: their pawn, between our king and pawn, may fall, or help to take
// ours.
// decides 212 wins and losses and 3,784 draws; as in 8/8/8/8/3k4/2pP4/8/K7 w - - 0 1
fn kpkp_rule_35(board: &KpkpBoard) -> bool {
    distance(board.us_king, board.us_pawn) <= 3
        && manhattan(board.us_pawn, board.them_pawn) <= 2
        && rank(board.us_pawn) <= 4
        && (distance(board.us_king, board.them_pawn) + distance(board.them_pawn, board.us_pawn)) == distance(board.us_king, board.us_pawn)
        && (distance(board.them_king, board.us_pawn) + distance(board.us_pawn, board.them_pawn)) != distance(board.them_king, board.them_pawn)
}

// 36, silent: "their pawn's path not guarded"
// A few wins of either side: our king is near their advanced pawn but guards no square of its
// path.
// decides 148 wins and losses and 1,568 draws; as in 8/8/2P5/2k5/8/8/K1p5/8 w - - 0 1
fn kpkp_rule_36(board: &KpkpBoard) -> bool {
    distance(board.us_pawn, board.them_pawn) > 2
        && manhattan(board.us_king, board.them_pawn) <= 2
        && manhattan(board.them_king, board.them_pawn) <= 3
        && rank(board.them_pawn) <= 3
        && (kpkp_table_their_path[board.them_pawn as usize & 63] & king_attacks(board.us_king)) == 0x0_u64
}

// 37, silent: "their king two files beside"
// We may win: their king is on our pawn's rank, two files off, and the pawn may step past it.
// decides 740 wins and losses and 3,316 draws; as in 8/8/1p6/k1P5/8/K7/8/8 w - - 0 1
fn kpkp_rule_37(board: &KpkpBoard) -> bool {
    distance(board.us_king, board.us_pawn) <= 3
        && manhattan(board.us_pawn, board.them_king) <= 2
        && file_distance(board.them_king, board.us_pawn) > 1
        && rank(board.them_pawn) > 4
        && (rank(board.us_king) - 1 - (rank(board.them_pawn) - 1)) > -4
}

// 38, silent: "their pawn between the kings"
// We may win: their pawn, between the kings and far from theirs, may fall; ours is still at
// home.
// decides 1,880 wins and losses and 7,684 draws; as in 8/8/7k/8/8/3p4/2P5/K7 w - - 0 1
fn kpkp_rule_38(board: &KpkpBoard) -> bool {
    distance(board.them_king, board.them_pawn) > 3
        && manhattan(board.us_pawn, board.them_king) > 5
        && rank(board.us_pawn) <= 2
        && file_distance(board.us_king, board.us_pawn) <= 4
        && (distance(board.us_king, board.them_pawn) + distance(board.them_pawn, board.them_king)) == distance(board.us_king, board.them_king)
}

// 39, silent: "rook pawn promotes to the corner"
// A few wins of ours: both may promote, we in the corner with a check that may win the new
// queen.
// decides 20 wins and losses and 204 draws; as in 8/8/7P/4k3/8/8/p1K5/8 w - - 0 1
fn kpkp_rule_39(board: &KpkpBoard) -> bool {
    distance(board.us_king, board.them_king) <= 3
        && rank(board.us_pawn) > 5
        && rank(board.them_pawn) <= 2
        && has(0x8181818181818181_u64, board.us_pawn)
        && max(file_distance(board.them_king, board.them_pawn), rank(board.them_king) - 1) <= 4
}

// 40, silent: "their king beside our pawn"
// They may win: their king is beside our pawn to take it, and ours is six squares from their
// pawn.
// decides 152 wins and losses and 752 draws; as in 8/1p6/8/8/3Pk3/8/8/K7 w - - 0 1
fn kpkp_rule_40(board: &KpkpBoard) -> bool {
    distance(board.us_king, board.them_pawn) > 5
        && manhattan(board.us_king, board.us_pawn) > 2
        && manhattan(board.us_pawn, board.them_king) <= 1
        && manhattan(board.us_pawn, board.them_pawn) <= 6
        && (max(file_distance(board.them_king, board.them_pawn), rank(board.them_king) - 1) - (rank(board.them_pawn) - 1)) <= -2
}

// 41, draw: "no danger, we move"
// None of the dangers above is there: no pawn runs home, and none falls in time for the other
// to win.
fn kpkp_rule_41() -> bool {
    true
}

fn kpkp_either_to_move(board: &KpkpBoard) -> i32 {
    if kpkp_rule_1(board) {
        return 1;
    }
    if kpkp_rule_2(board) {
        return 2;
    }
    if kpkp_rule_3(board) {
        return 3;
    }
    if kpkp_rule_4(board) {
        return 4;
    }
    if kpkp_rule_5(board) {
        return 5;
    }
    if kpkp_rule_6(board) {
        return -6;
    }
    if kpkp_rule_7(board) {
        return -7;
    }
    if kpkp_rule_8(board) {
        return -8;
    }
    if kpkp_rule_9(board) {
        return -9;
    }
    if kpkp_rule_10(board) {
        return -10;
    }
    if kpkp_rule_11(board) {
        return -11;
    }
    if kpkp_rule_12(board) {
        return -12;
    }
    if kpkp_rule_13(board) {
        return -13;
    }
    if kpkp_rule_14(board) {
        return -14;
    }
    if kpkp_rule_15(board) {
        return -15;
    }
    if kpkp_rule_16(board) {
        return -16;
    }
    if kpkp_rule_17(board) {
        return -17;
    }
    if kpkp_rule_18(board) {
        return -18;
    }
    if kpkp_rule_19(board) {
        return -19;
    }
    if kpkp_rule_20(board) {
        return -20;
    }
    if kpkp_rule_21(board) {
        return -21;
    }
    if kpkp_rule_22(board) {
        return -22;
    }
    if kpkp_rule_23(board) {
        return -23;
    }
    if kpkp_rule_24(board) {
        return -24;
    }
    if kpkp_rule_25(board) {
        return -25;
    }
    if kpkp_rule_26(board) {
        return -26;
    }
    if kpkp_rule_27(board) {
        return -27;
    }
    if kpkp_rule_28(board) {
        return -28;
    }
    if kpkp_rule_29(board) {
        return -29;
    }
    if kpkp_rule_30(board) {
        return -30;
    }
    if kpkp_rule_31(board) {
        return -31;
    }
    if kpkp_rule_32(board) {
        return -32;
    }
    if kpkp_rule_33(board) {
        return -33;
    }
    if kpkp_rule_34(board) {
        return -34;
    }
    if kpkp_rule_35(board) {
        return -35;
    }
    if kpkp_rule_36(board) {
        return -36;
    }
    if kpkp_rule_37(board) {
        return -37;
    }
    if kpkp_rule_38(board) {
        return -38;
    }
    if kpkp_rule_39(board) {
        return -39;
    }
    if kpkp_rule_40(board) {
        return -40;
    }
    if kpkp_rule_41() {
        return 41;
    }
    0
}

/// The same as probe_rule for KPvKP by the squares of its men; without castling and en passant.
#[allow(dead_code, clippy::too_many_arguments)]
pub fn kpkp_rule(us_king: u32, them_king: u32, us_pawn: u32, them_pawn: u32) -> i32 {
    let board = KpkpBoard {
        us_king,
        them_king,
        us_pawn,
        them_pawn,
        occupied: bit(us_king) | bit(them_king) | bit(us_pawn) | bit(them_pawn),
    };
    kpkp_either_to_move(&board)
}

// KNvKP

#[allow(dead_code)]
struct KnkpBoard {
    strong_king: u32,
    weak_king: u32,
    weak_pawn: u32,
    strong_knight: u32,
    occupied: u64,
    knkp_weak_king_moves: Cell<Option<u64>>,
    knkp_strong_knight_safe_moves: Cell<Option<u64>>,
    knkp_strong_attacks: Cell<Option<u64>>,
    knkp_strong_knight_loose: Cell<Option<bool>>,
}

// The pawn's path: the squares below it, down to the first rank.
#[allow(non_upper_case_globals)]
static knkp_table_weak_path: [u64; 64] = [
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x1_u64, 0x2_u64, 0x4_u64, 0x8_u64,
    0x10_u64, 0x20_u64, 0x40_u64, 0x80_u64,
    0x101_u64, 0x202_u64, 0x404_u64, 0x808_u64,
    0x1010_u64, 0x2020_u64, 0x4040_u64, 0x8080_u64,
    0x10101_u64, 0x20202_u64, 0x40404_u64, 0x80808_u64,
    0x101010_u64, 0x202020_u64, 0x404040_u64, 0x808080_u64,
    0x1010101_u64, 0x2020202_u64, 0x4040404_u64, 0x8080808_u64,
    0x10101010_u64, 0x20202020_u64, 0x40404040_u64, 0x80808080_u64,
    0x101010101_u64, 0x202020202_u64, 0x404040404_u64, 0x808080808_u64,
    0x1010101010_u64, 0x2020202020_u64, 0x4040404040_u64, 0x8080808080_u64,
    0x10101010101_u64, 0x20202020202_u64, 0x40404040404_u64, 0x80808080808_u64,
    0x101010101010_u64, 0x202020202020_u64, 0x404040404040_u64, 0x808080808080_u64,
    0x1010101010101_u64, 0x2020202020202_u64, 0x4040404040404_u64, 0x8080808080808_u64,
    0x10101010101010_u64, 0x20202020202020_u64, 0x40404040404040_u64, 0x80808080808080_u64,
];

// The pawn's key squares: from them the black king sees it through, against a bare king.
#[allow(non_upper_case_globals)]
static knkp_table_weak_key_squares: [u64; 64] = [
    0x202_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x4040_u64,
    0x202_u64, 0x7_u64, 0xe_u64, 0x1c_u64,
    0x38_u64, 0x70_u64, 0xe0_u64, 0x4040_u64,
    0x202_u64, 0x707_u64, 0xe0e_u64, 0x1c1c_u64,
    0x3838_u64, 0x7070_u64, 0xe0e0_u64, 0x4040_u64,
    0x202_u64, 0x70700_u64, 0xe0e00_u64, 0x1c1c00_u64,
    0x383800_u64, 0x707000_u64, 0xe0e000_u64, 0x4040_u64,
    0x202_u64, 0x70000_u64, 0xe0000_u64, 0x1c0000_u64,
    0x380000_u64, 0x700000_u64, 0xe00000_u64, 0x4040_u64,
    0x202_u64, 0x7000000_u64, 0xe000000_u64, 0x1c000000_u64,
    0x38000000_u64, 0x70000000_u64, 0xe0000000_u64, 0x4040_u64,
    0x202_u64, 0x700000000_u64, 0xe00000000_u64, 0x1c00000000_u64,
    0x3800000000_u64, 0x7000000000_u64, 0xe000000000_u64, 0x4040_u64,
    0x202_u64, 0x70000000000_u64, 0xe0000000000_u64, 0x1c0000000000_u64,
    0x380000000000_u64, 0x700000000000_u64, 0xe00000000000_u64, 0x4040_u64,
];

// The squares Black's king may go to.
fn knkp_weak_king_moves(board: &KnkpBoard) -> u64 {
    if let Some(known) = board.knkp_weak_king_moves.get() {
        return known;
    }
    let found = king_attacks(board.weak_king) & !(bit(board.weak_king) | bit(board.weak_pawn)) & !king_attacks(board.strong_king) & !knight_attacks(board.strong_knight);
    board.knkp_weak_king_moves.set(Some(found));
    found
}

// The knight's moves to empty squares.
fn knkp_strong_knight_moves(board: &KnkpBoard) -> u64 {
    knight_attacks(board.strong_knight) & !board.occupied
}

// No black man takes the knight on x: not the pawn, nor the king unless White's king guards it.
fn knkp_strong_knight_is_safe(board: &KnkpBoard, x: u32) -> bool {
    !has(pawn_attacks_down(board.weak_pawn), x)
        && (!has(king_attacks(board.weak_king), x) || has(king_attacks(board.strong_king), x))
}

// The knight's moves to such squares.
fn knkp_strong_knight_safe_moves_anew(board: &KnkpBoard) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = knkp_strong_knight_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if knkp_strong_knight_is_safe(board, x) {
            found |= bit(x);
        }
    }
    found
}

fn knkp_strong_knight_safe_moves(board: &KnkpBoard) -> u64 {
    if let Some(known) = board.knkp_strong_knight_safe_moves.get() {
        return known;
    }
    let found = knkp_strong_knight_safe_moves_anew(board);
    board.knkp_strong_knight_safe_moves.set(Some(found));
    found
}

fn knkp_rule_1_any_1(board: &KnkpBoard) -> bool {
    let mut left: u64 = knkp_strong_knight_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if (knkp_table_weak_path[board.weak_pawn as usize & 63] & knight_attacks(x)) != 0x0_u64 {
            return true;
        }
    }
    false
}

// 1, draw: "knight hits the path next"
// White holds: three or more steps to promotion, and a safe knight move hits the path.
// spots 3,998,238 draws; as in 8/8/8/8/p7/8/8/K1kN4 w - - 0 1
fn knkp_rule_1(board: &KnkpBoard) -> bool {
    rank(board.weak_pawn) > 3
        && count(knkp_weak_king_moves(board)) > 2
        && knkp_rule_1_any_1(board)
}

// 2, draw: "free knight, pawn far from home"
// White holds: not a rook pawn, four or more ranks to go, and the knight has two safe moves or
// more.
// spots 619,008 draws; as in 8/8/8/1p6/8/8/8/KNk5 w - - 0 1
fn knkp_rule_2(board: &KnkpBoard) -> bool {
    edge_distance(board.weak_king) <= 1
        && rank(board.weak_pawn) > 4
        && !has(0x8181818181818181_u64, board.weak_pawn)
        && several(knkp_strong_knight_safe_moves(board))
}

// 3, draw: "pawn barely started"
// White holds: at least five ranks to go, the knight has a safe move, Black's king is not shut
// in.
// spots 314,592 draws; as in 8/8/p7/8/8/8/8/KNk5 w - - 0 1
fn knkp_rule_3(board: &KnkpBoard) -> bool {
    edge_distance(board.weak_king) <= 1
        && rank(board.weak_pawn) > 5
        && knkp_weak_king_moves(board) != 0x0_u64
        && knkp_strong_knight_safe_moves(board) != 0x0_u64
}

// All squares that a side attacks, its own men included.
fn knkp_weak_attacks(board: &KnkpBoard) -> u64 {
    king_attacks(board.weak_king) | pawn_attacks_down(board.weak_pawn)
}

// All squares that a side attacks, its own men included.
fn knkp_strong_attacks(board: &KnkpBoard) -> u64 {
    if let Some(known) = board.knkp_strong_attacks.get() {
        return known;
    }
    let found = king_attacks(board.strong_king) | knight_attacks(board.strong_knight);
    board.knkp_strong_attacks.set(Some(found));
    found
}

// 4, draw: "path square held by White"
// White holds, not in check: he guards a square of the path that Black does not; it is no rook
// pawn.
// spots 544,226 draws; as in 8/8/8/8/8/8/2N1p3/K1k5 w - - 0 1
fn knkp_rule_4(board: &KnkpBoard) -> bool {
    !has(0x8181818181818181_u64, board.weak_pawn)
        && !has(knkp_weak_attacks(board), board.strong_king)
        && (knkp_table_weak_path[board.weak_pawn as usize & 63] & knkp_strong_attacks(board) & !knkp_weak_attacks(board)) != 0x0_u64
}

// Those of them that give check.
fn knkp_strong_knight_safe_checks(board: &KnkpBoard) -> u64 {
    knkp_strong_knight_safe_moves(board) & knight_attacks(board.weak_king)
}

// A safe knight check attacks the pawn as well: a fork.
fn knkp_strong_knight_check_hits_pawn(board: &KnkpBoard) -> bool {
    (knkp_strong_knight_safe_checks(board) & knight_attacks(board.weak_pawn)) != 0x0_u64
}

// 5, draw: "check forks king and pawn"
// White holds: a safe knight check forks king and pawn, and next the knight takes the pawn.
// spots 109,026 draws; as in 8/8/8/8/3N4/8/3p4/K1k5 w - - 0 1
fn knkp_rule_5(board: &KnkpBoard) -> bool {
    corner_distance(board.weak_king) > 0
        && !has(knkp_table_weak_key_squares[board.weak_pawn as usize & 63], board.strong_king)
        && knkp_strong_knight_check_hits_pawn(board)
}

fn knkp_rule_6_any_1(board: &KnkpBoard) -> bool {
    let mut left: u64 = knkp_strong_knight_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if (knkp_table_weak_path[board.weak_pawn as usize & 63] & knight_attacks(x)) != 0x0_u64 {
            return true;
        }
    }
    false
}

// 6, silent: "king outside square, knight late"
// Black may promote: White's king is outside the square, and no safe knight move hits the path.
// decides 1,163,912 wins and losses and 566,068 draws; as in 8/8/8/8/8/8/3p4/K1k3N1 w - - 0 1
fn knkp_rule_6(board: &KnkpBoard) -> bool {
    rank(board.weak_pawn) <= 4
        && !has(knight_attacks(board.strong_knight), board.weak_pawn)
        && (knkp_table_weak_path[board.weak_pawn as usize & 63] & knight_attacks(board.strong_knight)) == 0x0_u64
        && (max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1) - (rank(board.weak_pawn) - 1)) > 1
        && !knkp_rule_6_any_1(board)
}

fn knkp_rule_7_any_1(board: &KnkpBoard) -> bool {
    let mut left: u64 = knkp_strong_knight_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if (knkp_table_weak_path[board.weak_pawn as usize & 63] & knight_attacks(x)) != 0x0_u64 {
            return true;
        }
    }
    false
}

// 7, silent: "black king near, knight far"
// Black may win: his king is near the path's end, the knight far and late; White has a few
// mates.
// decides 24,718 wins and losses and 144,242 draws; as in 8/8/8/8/8/8/1p6/K1k2N2 w - - 0 1
fn knkp_rule_7(board: &KnkpBoard) -> bool {
    manhattan(board.strong_knight, board.weak_pawn) > 4
        && rank(board.weak_pawn) <= 5
        && (distance(board.strong_king, board.weak_pawn) - distance(board.weak_king, board.weak_pawn)) > -1
        && max(file_distance(board.weak_king, board.weak_pawn), rank(board.weak_king) - 1) <= 3
        && !knkp_rule_7_any_1(board)
}

// 8, silent: "rook pawn, black king nearer corner"
// Black may win: his king is nearer the corner, the knight misses the path; White has a few
// mates.
// decides 15,030 wins and losses and 79,534 draws; as in 8/8/8/8/8/8/7p/K1kN4 w - - 0 1
fn knkp_rule_8(board: &KnkpBoard) -> bool {
    rank(board.weak_pawn) <= 5
        && has(0x8181818181818181_u64, board.weak_pawn)
        && (knkp_table_weak_path[board.weak_pawn as usize & 63] & knight_attacks(board.strong_knight)) == 0x0_u64
        && !has(knkp_strong_attacks(board), board.weak_pawn)
        && (max(file_distance(board.weak_king, board.weak_pawn), rank(board.weak_king) - 1) - max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1)) <= -1
}

// 9, silent: "knight in the corner, king late"
// Black may promote: the knight is in a corner, and White's king is at best just inside the
// square.
// decides 1,796 wins and losses and 49,604 draws; as in 8/8/8/8/8/8/3p4/K2k3N w - - 0 1
fn knkp_rule_9(board: &KnkpBoard) -> bool {
    distance(board.strong_king, board.weak_pawn) > 1
        && corner_distance(board.strong_knight) <= 0
        && !has(knight_attacks(board.strong_knight), board.weak_pawn)
        && (max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1) - (rank(board.weak_pawn) - 1)) > 0
}

// 10, silent: "king escorts an advanced pawn"
// Black may win: at most two steps to go, king close, the knight not; White has very few mates.
// decides 3,198 wins and losses and 35,276 draws; as in 8/8/8/8/8/8/1p6/K1k1N3 w - - 0 1
fn knkp_rule_10(board: &KnkpBoard) -> bool {
    manhattan(board.strong_knight, board.weak_king) <= 7
        && manhattan(board.strong_knight, board.weak_pawn) > 3
        && rank(board.weak_pawn) <= 3
        && file_distance(board.weak_king, board.weak_pawn) <= 1
        && max(file_distance(board.weak_king, board.weak_pawn), rank(board.weak_king) - 1) <= 2
}

fn knkp_rule_11_any_1(board: &KnkpBoard) -> bool {
    let mut left: u64 = knkp_strong_knight_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if (knkp_table_weak_path[board.weak_pawn as usize & 63] & knight_attacks(x)) != 0x0_u64 {
            return true;
        }
    }
    false
}

// 11, silent: "edge knight misses the path"
// Black may win: no safe move of the knight, by the edge, hits the path; White has very few
// mates.
// decides 4,570 wins and losses and 26,948 draws; as in 8/8/8/8/8/6N1/7p/K2k4 w - - 0 1
fn knkp_rule_11(board: &KnkpBoard) -> bool {
    manhattan(board.strong_knight, board.weak_pawn) <= 3
        && edge_distance(board.strong_knight) <= 1
        && !has(knkp_strong_attacks(board), board.weak_pawn)
        && (max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1) - (rank(board.weak_pawn) - 1)) > -1
        && !knkp_rule_11_any_1(board)
}

// 12, silent: "key square beside the black king"
// Black may win: two steps to go at most, a key square beside his king; White has very few
// mates.
// decides 3,282 wins and losses and 43,444 draws; as in 8/8/8/8/8/8/1pN5/K1k5 w - - 0 1
fn knkp_rule_12(board: &KnkpBoard) -> bool {
    manhattan(board.strong_knight, board.weak_king) <= 6
        && rank(board.weak_pawn) <= 3
        && !has(knight_attacks(board.strong_knight), board.weak_pawn)
        && (king_attacks(board.weak_king) & knkp_table_weak_key_squares[board.weak_pawn as usize & 63]) != 0x0_u64
        && count(knkp_weak_king_moves(board)) <= 5
}

// 13, silent: "black king shields pawn from knight"
// A fitted bound: Black has a few wins, his king between knight and pawn, White's far from the
// pawn.
// decides 46 wins and losses and 18,958 draws; as in 8/8/5p2/8/8/8/6k1/K6N w - - 0 1
fn knkp_rule_13(board: &KnkpBoard) -> bool {
    distance(board.weak_king, board.weak_pawn) > 1
        && file_distance(board.strong_king, board.weak_pawn) > 3
        && !has(0x4242424242424242_u64, board.weak_pawn)
        && (edge_distance(board.strong_king) - edge_distance(board.weak_king)) > -2
        && (distance(board.strong_knight, board.weak_king) + distance(board.weak_king, board.weak_pawn)) == distance(board.strong_knight, board.weak_pawn)
}

// 14, silent: "edge knight cut off from pawn"
// Black may win the knight on the edge: his king is between it and the pawn; White has very few
// mates.
// decides 184 wins and losses and 40,520 draws; as in 8/6p1/8/8/8/8/6k1/K6N w - - 0 1
fn knkp_rule_14(board: &KnkpBoard) -> bool {
    manhattan(board.strong_knight, board.weak_king) <= 5
        && edge_distance(board.strong_knight) <= 0
        && (manhattan(board.strong_knight, board.weak_king) + manhattan(board.weak_king, board.weak_pawn)) == manhattan(board.strong_knight, board.weak_pawn)
        && (max(file_distance(board.weak_king, board.weak_pawn), rank(board.weak_king) - 1) - (rank(board.weak_pawn) - 1)) <= 1
        && (max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1) - (rank(board.weak_pawn) - 1)) > -1
}

// The squares White's king may go to.
fn knkp_strong_king_moves(board: &KnkpBoard) -> u64 {
    king_attacks(board.strong_king) & !(bit(board.strong_king) | bit(board.strong_knight)) & !king_attacks(board.weak_king) & !pawn_attacks_down(board.weak_pawn)
}

fn knkp_rule_15_any_1(board: &KnkpBoard) -> bool {
    let mut left: u64 = knkp_strong_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if has(king_attacks(y), board.weak_pawn) {
            return true;
        }
    }
    false
}

// 15, silent: "white king left behind the pawn"
// Black has a few wins: White's king is behind the pawn and cannot attack it; White has few
// mates.
// decides 86 wins and losses and 20,752 draws; as in 8/8/8/8/2N5/K1k5/2p5/8 w - - 0 1
fn knkp_rule_15(board: &KnkpBoard) -> bool {
    manhattan(board.weak_king, board.weak_pawn) <= 5
        && (rank(board.weak_king) - 1 - (rank(board.weak_pawn) - 1)) <= 2
        && (rank(board.strong_king) - 1 - (rank(board.weak_pawn) - 1)) > 0
        && (max(file_distance(board.weak_king, board.weak_pawn), rank(board.weak_king) - 1) - max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1)) > -1
        && !knkp_rule_15_any_1(board)
}

// 16, silent: "knight in line with black king"
// A fitted bound: Black has very few wins, the knight too far from pawn and path.
// decides 4 wins and losses and 2,034 draws; as in 7N/8/8/8/1p6/8/3K4/k7 w - - 0 1
fn knkp_rule_16(board: &KnkpBoard) -> bool {
    distance(board.strong_king, board.weak_king) > 2
        && distance(board.strong_king, board.weak_king) <= 3
        && distance(board.strong_knight, board.weak_pawn) > 5
        && manhattan(board.strong_knight, board.weak_king) > 7
        && between(board.strong_knight, board.weak_king) != 0x0_u64
}

// 17, silent: "black king guards promotion square"
// Black may promote: his king is near the promotion square, the knight late; White has few
// mates.
// decides 482 wins and losses and 18,290 draws; as in 8/8/8/8/N7/8/2p5/K3k3 w - - 0 1
fn knkp_rule_17(board: &KnkpBoard) -> bool {
    manhattan(board.strong_knight, board.weak_pawn) <= 4
        && rank(board.weak_pawn) <= 4
        && !has(knkp_table_weak_key_squares[board.weak_pawn as usize & 63], board.weak_king)
        && max(file_distance(board.weak_king, board.weak_pawn), rank(board.weak_king) - 1) <= 2
        && (max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1) - (rank(board.weak_pawn) - 1)) <= 1
}

// 18, draw: "no danger, White to move"
// None of the dangers above is there: Black has no promotion that wins, and White no mate.
fn knkp_rule_18() -> bool {
    true
}

// The knight is attacked and its king does not guard it.
fn knkp_strong_knight_loose(board: &KnkpBoard) -> bool {
    if let Some(known) = board.knkp_strong_knight_loose.get() {
        return known;
    }
    let found = has(knkp_weak_attacks(board), board.strong_knight)
        && !has(knkp_strong_attacks(board), board.strong_knight);
    board.knkp_strong_knight_loose.set(Some(found));
    found
}

fn knkp_weak_king_binds_knight_all_1(board: &KnkpBoard, y: u32) -> bool {
    let mut left: u64 = knight_attacks(board.strong_knight) & !(bit(board.strong_king) | bit(board.strong_knight)) & !king_attacks(y);
    while left != 0 {
        let z = first(left);
        left &= left - 1;
        if !has(pawn_attacks_down(board.weak_pawn), z) {
            return false;
        }
    }
    true
}

// A move of Black's king shuts the knight in: any move left to it is onto a square the pawn
// hits.
fn knkp_weak_king_binds_knight(board: &KnkpBoard) -> bool {
    let mut left: u64 = knkp_weak_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if knkp_weak_king_binds_knight_all_1(board, y) {
            return true;
        }
    }
    false
}

// 19, draw: "white king as near, knight safe"
// White holds: the pawn has barely started, his king is as near its end, the knight safe.
// spots 1,466,218 draws; as in 8/8/p7/8/8/8/8/KN1k4 b - - 0 1
fn knkp_rule_19(board: &KnkpBoard) -> bool {
    distance(board.strong_knight, board.weak_pawn) <= 6
        && manhattan(board.strong_king, board.weak_king) > 2
        && rank(board.weak_pawn) > 5
        && (max(file_distance(board.weak_king, board.weak_pawn), rank(board.weak_king) - 1) - max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1)) > -1
        && !knkp_strong_knight_loose(board)
        && !knkp_weak_king_binds_knight(board)
}

// The square below the pawn, if it is empty.
fn knkp_weak_stop(board: &KnkpBoard, pawn: u32) -> u64 {
    knkp_table_weak_path[pawn as usize & 63] & king_attacks(pawn) & !board.occupied
}

// One step of the pawn attacks the knight.
fn knkp_weak_pawn_step_hits_knight(board: &KnkpBoard) -> bool {
    let mut left: u64 = knkp_weak_stop(board, board.weak_pawn);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if has(pawn_attacks_down(x), board.strong_knight) {
            return true;
        }
    }
    false
}

// 20, draw: "white king nearer, in square"
// White holds: king in the square, two moves nearer the pawn; the pawn cannot hit the knight.
// spots 609,558 draws; as in 8/8/8/8/8/8/p7/K2kN3 b - - 0 1
fn knkp_rule_20(board: &KnkpBoard) -> bool {
    manhattan(board.strong_knight, board.weak_king) <= 9
        && !has(pawn_attacks_down(board.weak_pawn), board.strong_knight)
        && (distance(board.strong_king, board.weak_pawn) - distance(board.weak_king, board.weak_pawn)) <= -2
        && max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1) <= 5
        && (distance(board.weak_king, board.strong_knight) + distance(board.strong_knight, board.weak_pawn)) != distance(board.weak_king, board.weak_pawn)
        && !knkp_weak_pawn_step_hits_knight(board)
        && (max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1) - (rank(board.weak_pawn) - 1)) <= 0
}

// 21, draw: "black king far ahead of pawn"
// White holds: Black's king is five ranks ahead of its pawn, and the knight near it and not
// loose.
// spots 226,770 draws; as in 8/8/p7/8/8/8/N7/K1k5 b - - 0 1
fn knkp_rule_21(board: &KnkpBoard) -> bool {
    distance(board.strong_knight, board.weak_pawn) <= 4
        && (rank(board.weak_king) - 1 - (rank(board.weak_pawn) - 1)) <= -5
        && !knkp_strong_knight_loose(board)
}

// A safe knight move attacks the pawn, which the black king does not guard.
fn knkp_strong_knight_attacks_pawn(board: &KnkpBoard) -> bool {
    !has(king_attacks(board.weak_king), board.weak_pawn)
        && (knkp_strong_knight_safe_moves(board) & knight_attacks(board.weak_pawn)) != 0x0_u64
}

// 22, silent: "out of square, knight no help"
// Black may promote: White's king is outside the square, and the knight cannot block or hit the
// pawn.
// decides 2,282,178 wins and losses and 947,648 draws; as in 8/8/8/8/8/8/2p5/KNk5 b - - 0 1
fn knkp_rule_22(board: &KnkpBoard) -> bool {
    manhattan(board.strong_knight, board.weak_pawn) > 1
        && rank(board.weak_pawn) <= 5
        && (max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1) - (rank(board.weak_pawn) - 1)) > 0
        && (knkp_table_weak_path[board.weak_pawn as usize & 63] & knkp_strong_knight_safe_moves(board)) == 0x0_u64
        && !knkp_strong_knight_attacks_pawn(board)
}

// 23, silent: "unguarded path, king too late"
// Black may promote: two steps to go at most, none guarded, and White's king is outside the
// square.
// decides 461,198 wins and losses and 81,102 draws; as in 8/8/8/8/8/8/1Np5/K1k5 b - - 0 1
fn knkp_rule_23(board: &KnkpBoard) -> bool {
    rank(board.weak_pawn) <= 3
        && (knkp_table_weak_path[board.weak_pawn as usize & 63] & bit(board.strong_knight)) == 0x0_u64
        && !has(knkp_strong_attacks(board), board.weak_king)
        && (knkp_table_weak_path[board.weak_pawn as usize & 63] & knkp_strong_attacks(board)) == 0x0_u64
        && (max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1) - (rank(board.weak_pawn) - 1)) > 0
}

fn knkp_rule_24_any_1(board: &KnkpBoard) -> bool {
    let mut left: u64 = knkp_strong_knight_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if (knkp_table_weak_path[board.weak_pawn as usize & 63] & knight_attacks(x)) != 0x0_u64 {
            return true;
        }
    }
    false
}

// 24, silent: "no knight move hits the path"
// Black may promote: White's king is outside the square, and no safe knight move hits the path.
// decides 77,480 wins and losses and 54,808 draws; as in 8/8/8/8/8/8/N3p3/K1k5 b - - 0 1
fn knkp_rule_24(board: &KnkpBoard) -> bool {
    rank(board.weak_pawn) <= 4
        && (knkp_table_weak_path[board.weak_pawn as usize & 63] & knight_attacks(board.strong_knight)) == 0x0_u64
        && (max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1) - (rank(board.weak_pawn) - 1)) > 0
        && !knkp_rule_24_any_1(board)
}

// 25, silent: "empty path, black king as near"
// Black may promote: an empty path that the knight does not hit, his king as near its end as
// White's.
// decides 42,554 wins and losses and 275,280 draws; as in 8/8/8/8/8/8/3pN3/K1k5 b - - 0 1
fn knkp_rule_25(board: &KnkpBoard) -> bool {
    rank(board.weak_pawn) <= 5
        && (knkp_table_weak_path[board.weak_pawn as usize & 63] & board.occupied) == 0x0_u64
        && (knkp_table_weak_path[board.weak_pawn as usize & 63] & knight_attacks(board.strong_knight)) == 0x0_u64
        && (distance(board.weak_king, board.strong_knight) + distance(board.strong_knight, board.weak_pawn)) != distance(board.weak_king, board.weak_pawn)
        && (max(file_distance(board.weak_king, board.weak_pawn), rank(board.weak_king) - 1) - max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1)) <= 0
}

// 26, silent: "advanced pawn, White's men apart"
// Black may win: his king is close to promotion square, White's men apart; White has a few
// mates.
// decides 25,500 wins and losses and 56,226 draws; as in 8/8/8/8/8/8/2N1p3/K1k5 b - - 0 1
fn knkp_rule_26(board: &KnkpBoard) -> bool {
    manhattan(board.strong_king, board.strong_knight) > 2
        && rank(board.weak_pawn) <= 3
        && (knkp_table_weak_path[board.weak_pawn as usize & 63] & bit(board.strong_knight)) == 0x0_u64
        && (max(file_distance(board.weak_king, board.weak_pawn), rank(board.weak_king) - 1) - (rank(board.weak_pawn) - 1)) <= 1
        && (max(file_distance(board.weak_king, board.weak_pawn), rank(board.weak_king) - 1) - max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1)) <= 1
}

// 27, silent: "knight hangs near the pawn"
// Black may take the knight, which its king does not guard; nor is that king on a key square.
// decides 270,560 wins and losses and 168,150 draws; as in 8/8/8/8/8/8/3p4/K1kN4 b - - 0 1
fn knkp_rule_27(board: &KnkpBoard) -> bool {
    distance(board.strong_king, board.strong_knight) > 1
        && distance(board.strong_knight, board.weak_pawn) <= 3
        && !has(knkp_table_weak_key_squares[board.weak_pawn as usize & 63], board.strong_king)
        && has(knkp_weak_attacks(board), board.strong_knight)
}

// 28, silent: "knight hangs, key squares far"
// Black may take the knight, which its king does not guard; nor is a key square beside that
// king.
// decides 59,908 wins and losses and 35,302 draws; as in 8/8/8/8/7p/8/3N4/K1k5 b - - 0 1
fn knkp_rule_28(board: &KnkpBoard) -> bool {
    distance(board.strong_king, board.strong_knight) > 1
        && distance(board.strong_king, board.weak_pawn) > 1
        && distance(board.strong_knight, board.weak_king) <= 1
        && (king_attacks(board.strong_king) & knkp_table_weak_key_squares[board.weak_pawn as usize & 63]) == 0x0_u64
        && (max(file_distance(board.weak_king, board.weak_pawn), rank(board.weak_king) - 1) - max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1)) <= 1
}

// 29, silent: "knight short of safe moves"
// Black may promote: White guards no path square, and the knight has at most two safe moves.
// decides 8,032 wins and losses and 127,212 draws; as in N7/8/7p/8/8/8/8/K1k5 b - - 0 1
fn knkp_rule_29(board: &KnkpBoard) -> bool {
    manhattan(board.strong_knight, board.weak_pawn) > 2
        && !has(knkp_strong_attacks(board), board.weak_king)
        && (knkp_table_weak_path[board.weak_pawn as usize & 63] & knkp_strong_attacks(board)) == 0x0_u64
        && (max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1) - (rank(board.weak_pawn) - 1)) > -1
        && count(knkp_strong_knight_safe_moves(board)) <= 2
}

// 30, silent: "rook pawn, knight by the edge"
// Black may win: nearer the corner with his king, and the knight by an edge; White has very few
// mates.
// decides 10,484 wins and losses and 183,936 draws; as in 8/8/8/8/8/8/5N1p/K1k5 b - - 0 1
fn knkp_rule_30(board: &KnkpBoard) -> bool {
    edge_distance(board.strong_knight) <= 1
        && has(0x8181818181818181_u64, board.weak_pawn)
        && !several(
            knkp_table_weak_path[board.weak_pawn as usize & 63] & knkp_strong_attacks(board))
        && (max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1) - (rank(board.weak_pawn) - 1)) > -1
        && (max(file_distance(board.weak_king, board.weak_pawn), rank(board.weak_king) - 1) - max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1)) <= -1
}

// 31, silent: "advanced pawn, knight out of play"
// Black may promote: a key square is beside his king, the knight far off; White hardly ever
// mates.
// decides 1,158 wins and losses and 26,662 draws; as in 7N/8/8/8/2p5/8/8/K1k5 b - - 0 1
fn knkp_rule_31(board: &KnkpBoard) -> bool {
    distance(board.strong_knight, board.weak_king) > 2
        && distance(board.strong_knight, board.weak_pawn) > 2
        && rank(board.weak_pawn) <= 4
        && (king_attacks(board.weak_king) & knkp_table_weak_key_squares[board.weak_pawn as usize & 63]) != 0x0_u64
        && (knkp_table_weak_path[board.weak_pawn as usize & 63] & bit(board.strong_king)) == 0x0_u64
}

// White's king can take the close opposition: one square apart on a file or rank.
fn knkp_strong_opposition_next(board: &KnkpBoard) -> bool {
    let mut left: u64 = knkp_strong_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if distance(y, board.weak_king) == 2 && aligned(y, board.weak_king) {
            return true;
        }
    }
    false
}

// 32, silent: "knight far, no opposition"
// Black has a few wins: the knight is far from the pawn, and White's king cannot take the
// opposition.
// decides 796 wins and losses and 136,880 draws; as in 8/2p5/8/8/8/8/N1k5/K7 b - - 0 1
fn knkp_rule_32(board: &KnkpBoard) -> bool {
    manhattan(board.strong_knight, board.weak_pawn) > 6
        && !aligned(board.strong_king, board.weak_king)
        && file_distance(board.strong_king, board.weak_pawn) > 0
        && max(file_distance(board.weak_king, board.weak_pawn), rank(board.weak_king) - 1) <= 4
        && !knkp_strong_opposition_next(board)
}

// 33, silent: "knight by a corner, kings apart"
// Black may catch the knight, or run: it is by a corner far from the pawn, and the kings are
// apart.
// decides 312 wins and losses and 42,642 draws; as in 8/8/8/5p2/8/8/8/K4k1N b - - 0 1
fn knkp_rule_33(board: &KnkpBoard) -> bool {
    manhattan(board.strong_king, board.weak_king) > 3
        && manhattan(board.strong_knight, board.weak_pawn) > 5
        && corner_distance(board.strong_knight) <= 1
        && (manhattan(board.strong_king, board.weak_pawn) + manhattan(board.weak_pawn, board.strong_knight)) != manhattan(board.strong_king, board.strong_knight)
        && (max(file_distance(board.weak_king, board.weak_pawn), rank(board.weak_king) - 1) - max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1)) <= 1
}

// 34, silent: "knight attacked near the pawn"
// Black may take the knight, guarded or not: the pawn may take it and promote at once.
// decides 2,516 wins and losses and 60,454 draws; as in 8/8/8/8/8/8/p7/KNk5 b - - 0 1
fn knkp_rule_34(board: &KnkpBoard) -> bool {
    distance(board.strong_knight, board.weak_pawn) <= 4
        && manhattan(board.strong_king, board.strong_knight) <= 5
        && manhattan(board.strong_knight, board.weak_pawn) <= 7
        && has(knkp_weak_attacks(board), board.strong_knight)
        && (distance(board.strong_knight, board.strong_king) + distance(board.strong_king, board.weak_pawn)) != distance(board.strong_knight, board.weak_pawn)
}

// 35, silent: "rook pawn, black king nearer"
// Black has a few wins: his king is nearer the corner, and White guards one path square at
// most.
// decides 366 wins and losses and 42,272 draws; as in 8/8/7p/3N4/8/5k2/8/K7 b - - 0 1
fn knkp_rule_35(board: &KnkpBoard) -> bool {
    manhattan(board.weak_king, board.weak_pawn) > 3
        && edge_distance(board.weak_king) > 0
        && has(0x8181818181818181_u64, board.weak_pawn)
        && !several(
            knkp_table_weak_path[board.weak_pawn as usize & 63] & knkp_strong_attacks(board))
        && (max(file_distance(board.weak_king, board.weak_pawn), rank(board.weak_king) - 1) - max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1)) <= -1
}

// 36, silent: "knight trapped by a corner"
// Black may catch the knight: it is by a corner, not near its king, with one safe move at most.
// decides 978 wins and losses and 13,408 draws; as in 8/8/8/5p2/8/8/7N/K3k3 b - - 0 1
fn knkp_rule_36(board: &KnkpBoard) -> bool {
    distance(board.strong_king, board.strong_knight) > 2
        && edge_distance(board.strong_king) <= 2
        && corner_distance(board.strong_knight) <= 1
        && (max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1) - (rank(board.weak_pawn) - 1)) > -1
        && !several(knkp_strong_knight_safe_moves(board))
}

fn knkp_rule_37_any_1(board: &KnkpBoard) -> bool {
    let mut left: u64 = knkp_weak_stop(board, board.weak_pawn);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if has(knkp_weak_attacks(board), x) || !has(knkp_strong_attacks(board), x) {
            return true;
        }
    }
    false
}

// 37, silent: "cornered knight, pawn free to step"
// Black may catch the knight by the corner, or run: White's king is three files from the pawn
// or more.
// decides 236 wins and losses and 33,800 draws; as in 8/8/8/6p1/4k3/8/8/K6N b - - 0 1
fn knkp_rule_37(board: &KnkpBoard) -> bool {
    manhattan(board.strong_knight, board.weak_pawn) <= 5
        && corner_distance(board.strong_knight) <= 1
        && file_distance(board.strong_king, board.weak_pawn) > 2
        && (manhattan(board.strong_knight, board.weak_pawn) + manhattan(board.weak_pawn, board.weak_king)) != manhattan(board.strong_knight, board.weak_king)
        && knkp_rule_37_any_1(board)
}

// 38, silent: "knight between king and pawn"
// A fitted bound: Black has a few wins, the knight by an edge, near a corner; White hardly ever
// mates.
// decides 40 wins and losses and 44,788 draws; as in 8/8/8/2p5/8/8/N7/K1k5 b - - 0 1
fn knkp_rule_38(board: &KnkpBoard) -> bool {
    distance(board.strong_knight, board.weak_pawn) > 1
        && manhattan(board.strong_knight, board.weak_king) <= 7
        && edge_distance(board.strong_knight) <= 1
        && corner_distance(board.strong_knight) <= 2
        && (manhattan(board.strong_king, board.strong_knight) + manhattan(board.strong_knight, board.weak_pawn)) == manhattan(board.strong_king, board.weak_pawn)
}

// 39, silent: "knight beside pawn near corner"
// Black has a few wins: the knight, near a corner beside the pawn, may be slow to catch it.
// decides 42 wins and losses and 7,824 draws; as in 5N2/6p1/8/5k2/8/8/8/K7 b - - 0 1
fn knkp_rule_39(board: &KnkpBoard) -> bool {
    distance(board.strong_knight, board.weak_king) <= 3
        && distance(board.strong_knight, board.weak_pawn) <= 1
        && corner_distance(board.strong_knight) <= 2
        && (knkp_table_weak_path[board.weak_pawn as usize & 63] & board.occupied) == 0x0_u64
        && count(knkp_strong_knight_safe_moves(board)) <= 2
}

// 40, silent: "rook pawn, king off the edge"
// A fitted bound: Black has very few wins, a rook pawn with three steps at most to go.
// decides 6 wins and losses and 3,306 draws; as in 8/k7/8/8/p2K4/8/1N6/8 b - - 0 1
fn knkp_rule_40(board: &KnkpBoard) -> bool {
    same_color(board.strong_king, board.strong_knight)
        && rank(board.weak_pawn) <= 4
        && has(0x8181818181818181_u64, board.weak_pawn)
        && (edge_distance(board.strong_king) - edge_distance(board.weak_king)) > 1
        && (distance(board.weak_king, board.weak_pawn) - distance(board.strong_king, board.weak_king)) <= 0
}

// 41, silent: "black king shut in by pawn"
// White may mate: the cornered king has one move at most, its rook pawn soon in its way.
// decides 6 wins and losses and 170 draws; as in 8/8/8/8/pN6/8/8/k1K5 b - - 0 1
fn knkp_rule_41(board: &KnkpBoard) -> bool {
    manhattan(board.weak_king, board.weak_pawn) <= 3
        && rank(board.weak_pawn) <= 4
        && file_distance(board.strong_king, board.weak_pawn) > 1
        && !several(knkp_weak_king_moves(board))
}

// 42, draw: "no danger, Black to move"
// None of the dangers above is there: Black has no promotion that wins, and White no mate.
fn knkp_rule_42() -> bool {
    true
}

fn knkp_strong_to_move(board: &KnkpBoard) -> i32 {
    if knkp_rule_1(board) {
        return 1;
    }
    if knkp_rule_2(board) {
        return 2;
    }
    if knkp_rule_3(board) {
        return 3;
    }
    if knkp_rule_4(board) {
        return 4;
    }
    if knkp_rule_5(board) {
        return 5;
    }
    if knkp_rule_6(board) {
        return -6;
    }
    if knkp_rule_7(board) {
        return -7;
    }
    if knkp_rule_8(board) {
        return -8;
    }
    if knkp_rule_9(board) {
        return -9;
    }
    if knkp_rule_10(board) {
        return -10;
    }
    if knkp_rule_11(board) {
        return -11;
    }
    if knkp_rule_12(board) {
        return -12;
    }
    if knkp_rule_13(board) {
        return -13;
    }
    if knkp_rule_14(board) {
        return -14;
    }
    if knkp_rule_15(board) {
        return -15;
    }
    if knkp_rule_16(board) {
        return -16;
    }
    if knkp_rule_17(board) {
        return -17;
    }
    if knkp_rule_18() {
        return 18;
    }
    0
}

fn knkp_weak_to_move(board: &KnkpBoard) -> i32 {
    if knkp_rule_19(board) {
        return 19;
    }
    if knkp_rule_20(board) {
        return 20;
    }
    if knkp_rule_21(board) {
        return 21;
    }
    if knkp_rule_22(board) {
        return -22;
    }
    if knkp_rule_23(board) {
        return -23;
    }
    if knkp_rule_24(board) {
        return -24;
    }
    if knkp_rule_25(board) {
        return -25;
    }
    if knkp_rule_26(board) {
        return -26;
    }
    if knkp_rule_27(board) {
        return -27;
    }
    if knkp_rule_28(board) {
        return -28;
    }
    if knkp_rule_29(board) {
        return -29;
    }
    if knkp_rule_30(board) {
        return -30;
    }
    if knkp_rule_31(board) {
        return -31;
    }
    if knkp_rule_32(board) {
        return -32;
    }
    if knkp_rule_33(board) {
        return -33;
    }
    if knkp_rule_34(board) {
        return -34;
    }
    if knkp_rule_35(board) {
        return -35;
    }
    if knkp_rule_36(board) {
        return -36;
    }
    if knkp_rule_37(board) {
        return -37;
    }
    if knkp_rule_38(board) {
        return -38;
    }
    if knkp_rule_39(board) {
        return -39;
    }
    if knkp_rule_40(board) {
        return -40;
    }
    if knkp_rule_41(board) {
        return -41;
    }
    if knkp_rule_42() {
        return 42;
    }
    0
}

/// The same as probe_rule for KNvKP by the squares of its men; without castling and en passant.
#[allow(dead_code, clippy::too_many_arguments)]
pub fn knkp_rule(
    strong_king: u32,
    weak_king: u32,
    weak_pawn: u32,
    strong_knight: u32,
    strong_to_move: bool,
) -> i32 {
    let board = KnkpBoard {
        strong_king,
        weak_king,
        weak_pawn,
        strong_knight,
        occupied: bit(strong_king) | bit(weak_king) | bit(weak_pawn) | bit(strong_knight),
        knkp_weak_king_moves: Cell::new(None),
        knkp_strong_knight_safe_moves: Cell::new(None),
        knkp_strong_attacks: Cell::new(None),
        knkp_strong_knight_loose: Cell::new(None),
    };
    if strong_to_move { knkp_strong_to_move(&board) } else { knkp_weak_to_move(&board) }
}

// KRvKP

#[allow(dead_code)]
struct KrkpBoard {
    strong_king: u32,
    weak_king: u32,
    weak_pawn: u32,
    strong_rook: u32,
    occupied: u64,
    krkp_strong_rook_safe_moves: Cell<Option<u64>>,
    krkp_weak_king_moves: Cell<Option<u64>>,
    krkp_strong_attacks: Cell<Option<u64>>,
    krkp_strong_rook_loose: Cell<Option<bool>>,
}

// The squares below a pawn on its file, down to the first rank.
#[allow(non_upper_case_globals)]
static krkp_table_weak_path: [u64; 64] = [
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x1_u64, 0x2_u64, 0x4_u64, 0x8_u64,
    0x10_u64, 0x20_u64, 0x40_u64, 0x80_u64,
    0x101_u64, 0x202_u64, 0x404_u64, 0x808_u64,
    0x1010_u64, 0x2020_u64, 0x4040_u64, 0x8080_u64,
    0x10101_u64, 0x20202_u64, 0x40404_u64, 0x80808_u64,
    0x101010_u64, 0x202020_u64, 0x404040_u64, 0x808080_u64,
    0x1010101_u64, 0x2020202_u64, 0x4040404_u64, 0x8080808_u64,
    0x10101010_u64, 0x20202020_u64, 0x40404040_u64, 0x80808080_u64,
    0x101010101_u64, 0x202020202_u64, 0x404040404_u64, 0x808080808_u64,
    0x1010101010_u64, 0x2020202020_u64, 0x4040404040_u64, 0x8080808080_u64,
    0x10101010101_u64, 0x20202020202_u64, 0x40404040404_u64, 0x80808080808_u64,
    0x101010101010_u64, 0x202020202020_u64, 0x404040404040_u64, 0x808080808080_u64,
    0x1010101010101_u64, 0x2020202020202_u64, 0x4040404040404_u64, 0x8080808080808_u64,
    0x10101010101010_u64, 0x20202020202020_u64, 0x40404040404040_u64, 0x80808080808080_u64,
];

// The square where a pawn promotes.
#[allow(non_upper_case_globals)]
static krkp_table_weak_promotion: [u64; 64] = [
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x1_u64, 0x2_u64, 0x4_u64, 0x8_u64,
    0x10_u64, 0x20_u64, 0x40_u64, 0x80_u64,
    0x1_u64, 0x2_u64, 0x4_u64, 0x8_u64,
    0x10_u64, 0x20_u64, 0x40_u64, 0x80_u64,
    0x1_u64, 0x2_u64, 0x4_u64, 0x8_u64,
    0x10_u64, 0x20_u64, 0x40_u64, 0x80_u64,
    0x1_u64, 0x2_u64, 0x4_u64, 0x8_u64,
    0x10_u64, 0x20_u64, 0x40_u64, 0x80_u64,
    0x1_u64, 0x2_u64, 0x4_u64, 0x8_u64,
    0x10_u64, 0x20_u64, 0x40_u64, 0x80_u64,
    0x1_u64, 0x2_u64, 0x4_u64, 0x8_u64,
    0x10_u64, 0x20_u64, 0x40_u64, 0x80_u64,
    0x1_u64, 0x2_u64, 0x4_u64, 0x8_u64,
    0x10_u64, 0x20_u64, 0x40_u64, 0x80_u64,
];

// The squares from which the black king sees the pawn through, against a bare king.
#[allow(non_upper_case_globals)]
static krkp_table_weak_key_squares: [u64; 64] = [
    0x202_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x4040_u64,
    0x202_u64, 0x7_u64, 0xe_u64, 0x1c_u64,
    0x38_u64, 0x70_u64, 0xe0_u64, 0x4040_u64,
    0x202_u64, 0x707_u64, 0xe0e_u64, 0x1c1c_u64,
    0x3838_u64, 0x7070_u64, 0xe0e0_u64, 0x4040_u64,
    0x202_u64, 0x70700_u64, 0xe0e00_u64, 0x1c1c00_u64,
    0x383800_u64, 0x707000_u64, 0xe0e000_u64, 0x4040_u64,
    0x202_u64, 0x70000_u64, 0xe0000_u64, 0x1c0000_u64,
    0x380000_u64, 0x700000_u64, 0xe00000_u64, 0x4040_u64,
    0x202_u64, 0x7000000_u64, 0xe000000_u64, 0x1c000000_u64,
    0x38000000_u64, 0x70000000_u64, 0xe0000000_u64, 0x4040_u64,
    0x202_u64, 0x700000000_u64, 0xe00000000_u64, 0x1c00000000_u64,
    0x3800000000_u64, 0x7000000000_u64, 0xe000000000_u64, 0x4040_u64,
    0x202_u64, 0x70000000000_u64, 0xe0000000000_u64, 0x1c0000000000_u64,
    0x380000000000_u64, 0x700000000000_u64, 0xe00000000000_u64, 0x4040_u64,
];

// The empty squares the rook may go to.
fn krkp_strong_rook_moves(board: &KrkpBoard) -> u64 {
    rook_attacks(board.strong_rook, board.occupied) & !board.occupied
}

// No black man takes the rook on x, but a king whom White's king keeps off.
fn krkp_strong_rook_is_safe(board: &KrkpBoard, x: u32) -> bool {
    !has(pawn_attacks_down(board.weak_pawn), x)
        && (!has(king_attacks(board.weak_king), x) || has(king_attacks(board.strong_king), x))
}

// The rook's moves to such safe squares.
fn krkp_strong_rook_safe_moves_anew(board: &KrkpBoard) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = krkp_strong_rook_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if krkp_strong_rook_is_safe(board, x) {
            found |= bit(x);
        }
    }
    found
}

fn krkp_strong_rook_safe_moves(board: &KrkpBoard) -> u64 {
    if let Some(known) = board.krkp_strong_rook_safe_moves.get() {
        return known;
    }
    let found = krkp_strong_rook_safe_moves_anew(board);
    board.krkp_strong_rook_safe_moves.set(Some(found));
    found
}

fn krkp_rule_1_any_1(board: &KrkpBoard) -> bool {
    let mut left: u64 = krkp_strong_rook_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if (krkp_table_weak_path[board.weak_pawn as usize & 63] & rook_attacks(x, board.occupied & !bit(board.strong_rook))) != 0x0_u64 {
            return true;
        }
    }
    false
}

// 1, draw: "king beside pawn, rook hits the path"
// Black's king escorts the pawn, White's is late: the rook safely hits the path, at worst to be
// given.
// spots 104,768 draws; as in 8/8/8/8/8/8/4p1R1/K2k4 w - - 0 1
fn krkp_rule_1(board: &KrkpBoard) -> bool {
    distance(board.weak_king, board.weak_pawn) <= 1
        && (krkp_table_weak_path[board.weak_pawn as usize & 63] & bit(board.weak_king)) == 0x0_u64
        && max(file_distance(board.weak_king, board.weak_pawn), rank(board.weak_king) - 1) <= 2
        && (max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1) - (rank(board.weak_pawn) - 1)) > 2
        && krkp_rule_1_any_1(board)
}

// Where Black's king may go, captures too.
fn krkp_weak_king_moves(board: &KrkpBoard) -> u64 {
    if let Some(known) = board.krkp_weak_king_moves.get() {
        return known;
    }
    let found = king_attacks(board.weak_king) & !(bit(board.weak_king) | bit(board.weak_pawn)) & !king_attacks(board.strong_king) & !rook_attacks(board.strong_rook, board.occupied & !bit(board.weak_king));
    board.krkp_weak_king_moves.set(Some(found));
    found
}

// 2, draw: "white king very late, rook free"
// White's king is four moves or more behind, but the rook has room to stop the guarded pawn.
// spots 35,788 draws; as in 8/8/8/8/8/R7/5p2/K4k2 w - - 0 1
fn krkp_rule_2(board: &KrkpBoard) -> bool {
    manhattan(board.weak_king, board.weak_pawn) <= 1
        && (max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1) - (rank(board.weak_pawn) - 1)) > 3
        && count(krkp_weak_king_moves(board)) > 3
        && count(krkp_strong_rook_safe_moves(board)) > 9
}

// 3, silent: "black king far from pawn"
// Three steps or more from its king, the pawn can mostly be cut off and won by White.
// decides 5,613,034 wins and losses and 41,418 draws; as in 8/8/8/8/8/8/R4p2/K1k5 w - - 0 1
fn krkp_rule_3(board: &KrkpBoard) -> bool {
    distance(board.weak_king, board.weak_pawn) > 2
}

// 4, silent: "black king far from promotion"
// Black's king needs three moves to the promotion square, White's is near enough: he mostly
// wins.
// decides 1,413,988 wins and losses and 85,302 draws; as in 8/8/8/8/k7/8/p7/KR6 w - - 0 1
fn krkp_rule_4(board: &KrkpBoard) -> bool {
    max(file_distance(board.weak_king, board.weak_pawn), rank(board.weak_king) - 1) > 2
        && (max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1) - (rank(board.weak_pawn) - 1)) <= 3
}

// 5, silent: "white king in time to stop it"
// White's king is at most one move behind the pawn: with the rook he mostly wins it.
// decides 228,602 wins and losses and 12,948 draws; as in 8/8/8/8/8/8/pR6/K1k5 w - - 0 1
fn krkp_rule_5(board: &KrkpBoard) -> bool {
    (max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1) - (rank(board.weak_pawn) - 1)) <= 1
}

// 6, silent: "pawn still high on the board"
// The pawn has three steps or more to go: White often has time to win it.
// decides 56,288 wins and losses and 50,964 draws; as in 8/8/8/8/5p2/8/3k4/K4R2 w - - 0 1
fn krkp_rule_6(board: &KrkpBoard) -> bool {
    edge_distance(board.weak_king) <= 2
        && corner_distance(board.weak_king) > 1
        && rank(board.weak_pawn) > 3
        && (distance(board.strong_king, board.weak_pawn) - distance(board.weak_king, board.weak_pawn)) <= 5
        && max(file_distance(board.weak_king, board.weak_pawn), rank(board.weak_king) - 1) > 1
}

// 7, silent: "king two by two from pawn"
// A fitted bound: two files and two ranks from its king, the pawn may fall to White's rook.
// decides 13,516 wins and losses and 20,914 draws; as in 8/8/8/8/8/4p3/R7/K1k5 w - - 0 1
fn krkp_rule_7(board: &KrkpBoard) -> bool {
    manhattan(board.strong_rook, board.weak_pawn) <= 8
        && manhattan(board.weak_king, board.weak_pawn) > 3
        && between(board.strong_rook, board.weak_king) == 0x0_u64
        && between(board.strong_rook, board.weak_pawn) == 0x0_u64
}

// The empty square below the pawn.
fn krkp_weak_stop(board: &KrkpBoard, pawn: u32) -> u64 {
    krkp_table_weak_path[pawn as usize & 63] & king_attacks(pawn) & !board.occupied
}

// All squares that a side attacks, its own men included.
fn krkp_strong_attacks(board: &KrkpBoard) -> u64 {
    if let Some(known) = board.krkp_strong_attacks.get() {
        return known;
    }
    let found = king_attacks(board.strong_king) | rook_attacks(board.strong_rook, board.occupied);
    board.krkp_strong_attacks.set(Some(found));
    found
}

fn krkp_rule_8_any_1(board: &KrkpBoard) -> bool {
    let mut left: u64 = krkp_weak_stop(board, board.weak_pawn);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if !has(krkp_strong_attacks(board), x) && (rank(board.weak_pawn) - 1) <= 1 {
            return true;
        }
    }
    false
}

// 8, silent: "white king two moves behind"
// White's king is just two moves behind and the pawn cannot promote at once: White may win it.
// decides 23,622 wins and losses and 30,562 draws; as in 8/8/8/8/8/8/3p2R1/K2k4 w - - 0 1
fn krkp_rule_8(board: &KrkpBoard) -> bool {
    distance(board.strong_rook, board.weak_king) > 1
        && !has(pawn_attacks_down(board.weak_pawn), board.strong_rook)
        && (distance(board.weak_king, board.weak_pawn) - distance(board.strong_king, board.weak_king)) <= -1
        && (max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1) - (rank(board.weak_pawn) - 1)) <= 2
        && !krkp_rule_8_any_1(board)
}

// 9, silent: "rook takes unguarded pawn"
// The rook takes the pawn, which the black king does not guard, and White wins.
// decides 63,670 wins and losses and 0 draws; as in 8/8/8/8/8/8/R3p3/K1k5 w - - 0 1
fn krkp_rule_9(board: &KrkpBoard) -> bool {
    distance(board.weak_king, board.weak_pawn) > 1
        && has(rook_attacks(board.strong_rook, board.occupied), board.weak_pawn)
}

// 10, silent: "rook on path, black king two files off"
// The rook hits the path from afar and White's king is near the pawn: now and then he wins it.
// decides 576 wins and losses and 3,808 draws; as in 8/8/8/8/8/1k6/3p4/K5R1 w - - 0 1
fn krkp_rule_10(board: &KrkpBoard) -> bool {
    distance(board.strong_king, board.weak_pawn) <= 4
        && distance(board.strong_rook, board.weak_pawn) > 2
        && manhattan(board.strong_king, board.weak_pawn) <= 6
        && file_distance(board.weak_king, board.weak_pawn) > 1
        && (krkp_table_weak_path[board.weak_pawn as usize & 63] & rook_attacks(board.strong_rook, board.occupied)) != 0x0_u64
}

// 11, silent: "black king nearer the rook"
// Black's king is nearer the rook than White's: the rook may be driven off, and the pawn
// promote.
// decides 1,606 wins and losses and 39,042 draws; as in 8/8/8/8/8/2R5/3kp3/K7 w - - 0 1
fn krkp_rule_11(board: &KrkpBoard) -> bool {
    manhattan(board.strong_rook, board.weak_pawn) > 1
        && manhattan(board.strong_rook, board.weak_pawn) <= 5
        && !has(pawn_attacks_down(board.weak_pawn), board.strong_rook)
        && (distance(board.strong_king, board.strong_rook) - distance(board.weak_king, board.strong_rook)) > 0
        && (rank(board.weak_king) - 1 - (rank(board.weak_pawn) - 1)) > -1
}

// All squares that a side attacks, its own men included.
fn krkp_weak_attacks(board: &KrkpBoard) -> u64 {
    king_attacks(board.weak_king) | pawn_attacks_down(board.weak_pawn)
}

// 12, silent: "no path square held by White"
// Black's king has few moves: White has some wins by bringing his king up before the rook
// takes.
// decides 2,472 wins and losses and 37,866 draws; as in 3R4/8/8/8/8/2k5/3p4/K7 w - - 0 1
fn krkp_rule_12(board: &KrkpBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 6
        && file_distance(board.weak_king, board.weak_pawn) <= 1
        && !has(krkp_table_weak_key_squares[board.weak_pawn as usize & 63], board.weak_king)
        && (krkp_table_weak_path[board.weak_pawn as usize & 63] & krkp_strong_attacks(board) & !krkp_weak_attacks(board)) == 0x0_u64
        && count(krkp_weak_king_moves(board)) <= 5
}

// 13, silent: "white king near promotion square"
// White's king is within three moves of the promotion square: now and then he wins the pawn.
// decides 266 wins and losses and 4,166 draws; as in 8/8/8/8/8/4k3/4p3/RK6 w - - 0 1
fn krkp_rule_13(board: &KrkpBoard) -> bool {
    distance(board.strong_king, board.strong_rook) <= 5
        && distance(board.strong_king, board.weak_king) <= 4
        && manhattan(board.strong_rook, board.weak_pawn) <= 7
        && max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1) <= 3
        && (rank(board.weak_king) - 1 - (rank(board.weak_pawn) - 1)) > -1
}

// 14, silent: "white king between rook and pawn"
// The king may step towards the pawn and open the rook's way: White has a few wins.
// decides 242 wins and losses and 4,340 draws; as in 8/8/8/8/8/8/4p3/RK4k1 w - - 0 1
fn krkp_rule_14(board: &KrkpBoard) -> bool {
    manhattan(board.strong_king, board.weak_pawn) <= 5
        && manhattan(board.strong_rook, board.weak_king) <= 8
        && edge_distance(board.strong_king) <= 2
        && (distance(board.strong_rook, board.strong_king) + distance(board.strong_king, board.weak_pawn)) == distance(board.strong_rook, board.weak_pawn)
        && (krkp_table_weak_promotion[board.weak_pawn as usize & 63] & krkp_weak_attacks(board)) == 0x0_u64
}

// 15, silent: "kings and pawn all close"
// White's king is near both black men: now and then a rook check gains time to win the pawn.
// decides 1,430 wins and losses and 8,294 draws; as in 8/8/8/R7/8/8/3p4/K1k5 w - - 0 1
fn krkp_rule_15(board: &KrkpBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 3
        && distance(board.strong_king, board.weak_pawn) <= 3
        && manhattan(board.strong_king, board.weak_king) <= 5
        && manhattan(board.strong_king, board.weak_pawn) <= 4
        && (king_attacks(board.weak_king) & krkp_table_weak_key_squares[board.weak_pawn as usize & 63]) != 0x0_u64
}

// 16, silent: "black king cornered by knight pawn"
// Black's king is in or beside the corner by his pawn: White may gain time by checks and win
// it.
// decides 152 wins and losses and 1,896 draws; as in 8/8/R7/K7/8/8/1p6/k7 w - - 0 1
fn krkp_rule_16(board: &KrkpBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 5
        && manhattan(board.strong_rook, board.weak_king) <= 7
        && corner_distance(board.weak_king) <= 1
        && has(0x4242424242424242_u64, board.weak_pawn)
        && (distance(board.strong_king, board.weak_pawn) - distance(board.weak_king, board.weak_pawn)) <= 2
}

// 17, silent: "white king opens his rook's way"
// The king may step towards the pawn and open the rook's way to its path: White has a few wins.
// decides 194 wins and losses and 4,952 draws; as in 8/8/8/8/8/7k/5p2/R1K5 w - - 0 1
fn krkp_rule_17(board: &KrkpBoard) -> bool {
    manhattan(board.strong_king, board.strong_rook) <= 2
        && manhattan(board.strong_rook, board.weak_pawn) <= 9
        && edge_distance(board.weak_king) <= 1
        && rank(board.weak_pawn) <= 2
        && (manhattan(board.strong_rook, board.strong_king) + manhattan(board.strong_king, board.weak_pawn)) == manhattan(board.strong_rook, board.weak_pawn)
}

// 18, draw: "no danger, White to move"
// None of the dangers is there: Black's king escorts the pawn, and White's is late to win it.
fn krkp_rule_18() -> bool {
    true
}

// The rook can be taken and nothing guards it.
fn krkp_strong_rook_loose(board: &KrkpBoard) -> bool {
    if let Some(known) = board.krkp_strong_rook_loose.get() {
        return known;
    }
    let found = has(krkp_weak_attacks(board), board.strong_rook)
        && !has(krkp_strong_attacks(board), board.strong_rook);
    board.krkp_strong_rook_loose.set(Some(found));
    found
}

// Where White's king may go.
fn krkp_strong_king_moves(board: &KrkpBoard) -> u64 {
    king_attacks(board.strong_king) & !(bit(board.strong_king) | bit(board.strong_rook)) & !king_attacks(board.weak_king) & !pawn_attacks_down(board.weak_pawn)
}

// Whether White's king has a move to a square beside the rook.
fn krkp_strong_king_guards_rook_next(board: &KrkpBoard) -> bool {
    let mut left: u64 = krkp_strong_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if has(king_attacks(y), board.strong_rook) {
            return true;
        }
    }
    false
}

// 19, draw: "loose rook, white king at the path"
// Black may take the rook, which hangs, but White's king is by the pawn's path and holds it.
// spots 109,244 draws; as in 8/8/8/8/8/p7/8/K1kR4 b - - 0 1
fn krkp_rule_19(board: &KrkpBoard) -> bool {
    distance(board.strong_king, board.weak_pawn) <= 4
        && (krkp_table_weak_path[board.weak_pawn as usize & 63] & king_attacks(board.strong_king)) != 0x0_u64
        && (distance(board.strong_king, board.strong_rook) + distance(board.strong_rook, board.weak_pawn)) != distance(board.strong_king, board.weak_pawn)
        && (krkp_table_weak_path[board.weak_pawn as usize & 63] & krkp_strong_attacks(board) & !krkp_weak_attacks(board)) != 0x0_u64
        && krkp_strong_rook_loose(board)
        && !krkp_strong_king_guards_rook_next(board)
}

// 20, draw: "loose rook, white king far nearer"
// The rook hangs, but White's king is in time and far nearer the promotion square: he holds.
// spots 34,966 draws; as in 8/8/8/8/8/8/p7/K1kR4 b - - 0 1
fn krkp_rule_20(board: &KrkpBoard) -> bool {
    distance(board.strong_rook, board.weak_pawn) > 2
        && (king_attacks(board.strong_king) & krkp_table_weak_key_squares[board.weak_pawn as usize & 63]) != 0x0_u64
        && (max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1) - (rank(board.weak_pawn) - 1)) <= 0
        && (max(file_distance(board.weak_king, board.weak_pawn), rank(board.weak_king) - 1) - max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1)) > 1
        && krkp_strong_rook_loose(board)
}

fn krkp_rule_21_any_1(board: &KrkpBoard) -> bool {
    let mut left: u64 = krkp_weak_stop(board, board.weak_pawn);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if !has(krkp_strong_attacks(board), x) && (rank(board.weak_pawn) - 1) <= 1 {
            return true;
        }
    }
    false
}

// 21, draw: "pawn escorted, rook still stops it"
// Black's king guards the promotion square and White's king is late; the rook still holds.
// spots 77,482 draws; as in 8/8/8/8/8/8/4p3/K2k2R1 b - - 0 1
fn krkp_rule_21(board: &KrkpBoard) -> bool {
    distance(board.weak_king, board.weak_pawn) <= 2
        && !has(krkp_weak_attacks(board), board.strong_rook)
        && (manhattan(board.strong_rook, board.strong_king) + manhattan(board.strong_king, board.weak_king)) != manhattan(board.strong_rook, board.weak_king)
        && (manhattan(board.weak_king, board.strong_rook) + manhattan(board.strong_rook, board.weak_pawn)) != manhattan(board.weak_king, board.weak_pawn)
        && (krkp_table_weak_promotion[board.weak_pawn as usize & 63] & krkp_weak_attacks(board)) != 0x0_u64
        && (max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1) - (rank(board.weak_pawn) - 1)) > 2
        && !krkp_rule_21_any_1(board)
}

// 22, draw: "white king four behind, rook on a line"
// Black's king is by his pawn and White's too late to win it; the rook is in time to stop it.
// spots 53,842 draws; as in 8/8/8/8/8/6p1/8/KR2k3 b - - 0 1
fn krkp_rule_22(board: &KrkpBoard) -> bool {
    distance(board.weak_king, board.weak_pawn) <= 2
        && rank(board.weak_pawn) > 2
        && between(board.strong_rook, board.weak_king) != 0x0_u64
        && !has(pawn_attacks_down(board.weak_pawn), board.strong_rook)
        && max(file_distance(board.weak_king, board.weak_pawn), rank(board.weak_king) - 1) <= 4
        && (max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1) - (rank(board.weak_pawn) - 1)) > 3
}

// Whether Black's king has a move to a square beside his pawn.
fn krkp_weak_king_guards_pawn_next(board: &KrkpBoard) -> bool {
    let mut left: u64 = krkp_weak_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if has(king_attacks(y), board.weak_pawn) {
            return true;
        }
    }
    false
}

// 23, draw: "king joins his pawn in time"
// Black's king comes beside his pawn, White's is four moves behind or more; the rook does not
// hang.
// spots 37,634 draws; as in 8/8/8/8/7p/8/5k2/KR6 b - - 0 1
fn krkp_rule_23(board: &KrkpBoard) -> bool {
    !aligned(board.strong_rook, board.weak_pawn)
        && rank(board.weak_pawn) > 3
        && (distance(board.weak_king, board.strong_rook) - distance(board.strong_king, board.weak_king)) > -5
        && (max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1) - (rank(board.weak_pawn) - 1)) > 3
        && !krkp_strong_rook_loose(board)
        && krkp_weak_king_guards_pawn_next(board)
}

// 24, silent: "white king as near promotion"
// Black's king is no nearer promotion than White's, and the rook is not hit: White mostly wins.
// decides 4,771,900 wins and losses and 45,662 draws; as in 8/8/8/8/8/8/p7/K1k1R3 b - - 0 1
fn krkp_rule_24(board: &KrkpBoard) -> bool {
    distance(board.strong_rook, board.weak_king) > 1
        && !has(pawn_attacks_down(board.weak_pawn), board.strong_rook)
        && (max(file_distance(board.weak_king, board.weak_pawn), rank(board.weak_king) - 1) - max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1)) > -1
}

// 25, silent: "black king four steps off, rook safe"
// Black's king is four steps or more from his pawn and the rook is safe: White mostly wins it.
// decides 1,450,350 wins and losses and 43,218 draws; as in 8/8/8/8/8/8/6p1/KRk5 b - - 0 1
fn krkp_rule_25(board: &KrkpBoard) -> bool {
    distance(board.weak_king, board.weak_pawn) > 3
        && !has(pawn_attacks_down(board.weak_pawn), board.strong_rook)
        && !krkp_strong_rook_loose(board)
}

// 26, silent: "black king away from his pawn"
// Black's king is three steps off or more: White may win the pawn, or Black win by taking the
// rook.
// decides 674,356 wins and losses and 228,568 draws; as in 8/8/8/8/8/8/5p2/K1kR4 b - - 0 1
fn krkp_rule_26(board: &KrkpBoard) -> bool {
    distance(board.strong_king, board.weak_pawn) > 1
        && distance(board.weak_king, board.weak_pawn) > 2
        && max(file_distance(board.weak_king, board.weak_pawn), rank(board.weak_king) - 1) > 1
        && (manhattan(board.strong_rook, board.weak_king) + manhattan(board.weak_king, board.weak_pawn)) != manhattan(board.strong_rook, board.weak_pawn)
        && (max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1) - (rank(board.weak_pawn) - 1)) > -1
}

// 27, silent: "white king at most two behind"
// White's king, at most two moves behind, may win the pawn; Black may win by taking the rook.
// decides 718,806 wins and losses and 420,154 draws; as in 8/8/8/8/8/8/2p5/KRk5 b - - 0 1
fn krkp_rule_27(board: &KrkpBoard) -> bool {
    distance(board.strong_king, board.weak_pawn) > 1
        && file_distance(board.weak_king, board.weak_pawn) <= 3
        && (distance(board.weak_king, board.strong_king) + distance(board.strong_king, board.weak_pawn)) != distance(board.weak_king, board.weak_pawn)
        && (rank(board.weak_king) - 1 - (rank(board.weak_pawn) - 1)) <= 1
        && (max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1) - (rank(board.weak_pawn) - 1)) <= 2
}

// 28, silent: "white king far, rook cramped"
// The rook is short of safe squares and its king far from helping: Black may take it, or
// promote.
// decides 243,074 wins and losses and 232,286 draws; as in 8/8/8/8/8/8/4p3/K1kR4 b - - 0 1
fn krkp_rule_28(board: &KrkpBoard) -> bool {
    manhattan(board.strong_king, board.weak_pawn) > 2
        && manhattan(board.strong_rook, board.weak_king) <= 10
        && manhattan(board.strong_rook, board.weak_pawn) > 1
        && (king_attacks(board.strong_king) & krkp_table_weak_key_squares[board.weak_pawn as usize & 63]) == 0x0_u64
        && count(krkp_strong_rook_safe_moves(board)) <= 10
}

// Whether Black's king may take the rook.
fn krkp_weak_king_takes_rook(board: &KrkpBoard) -> bool {
    has(krkp_weak_king_moves(board), board.strong_rook)
}

// Wherever Black's king goes, White attacks the pawn and that king does not guard it.
fn krkp_weak_pawn_falls(board: &KrkpBoard) -> bool {
    let mut left: u64 = krkp_weak_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !((has(king_attacks(board.strong_king), board.weak_pawn)
                || has(
                    rook_attacks(board.strong_rook, (board.occupied & !bit(board.weak_king)) | bit(y)),
                    board.weak_pawn))
            && !has(king_attacks(y), board.weak_pawn)) {
            return false;
        }
    }
    true
}

// 29, silent: "pawn falls after any king move"
// No king move saves the pawn: White may win it, unless it takes the rook or promotes.
// decides 103,008 wins and losses and 22,084 draws; as in 8/8/8/8/8/8/p7/KRk5 b - - 0 1
fn krkp_rule_29(board: &KrkpBoard) -> bool {
    manhattan(board.weak_king, board.weak_pawn) > 1
        && !krkp_weak_king_takes_rook(board)
        && krkp_weak_pawn_falls(board)
}

// 30, silent: "black king off the key squares"
// Black's king cannot reach a key square: White may win; or Black wins by taking the rook.
// decides 43,962 wins and losses and 65,292 draws; as in 8/8/8/2p5/3R4/8/8/K5k1 b - - 0 1
fn krkp_rule_30(board: &KrkpBoard) -> bool {
    (king_attacks(board.weak_king) & krkp_table_weak_key_squares[board.weak_pawn as usize & 63]) == 0x0_u64
        && (distance(board.strong_king, board.weak_pawn) - distance(board.weak_king, board.weak_pawn)) > -1
        && (manhattan(board.strong_rook, board.strong_king) + manhattan(board.strong_king, board.weak_pawn)) != manhattan(board.strong_rook, board.weak_pawn)
        && (max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1) - (rank(board.weak_pawn) - 1)) <= 3
        && (max(file_distance(board.weak_king, board.weak_pawn), rank(board.weak_king) - 1) - max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1)) <= 2
}

// 31, silent: "king not quite by a high pawn"
// The pawn is high and its king not beside it: White may win it; Black may win by taking the
// rook.
// decides 35,058 wins and losses and 31,552 draws; as in 8/8/8/8/4k1p1/7R/8/K7 b - - 0 1
fn krkp_rule_31(board: &KrkpBoard) -> bool {
    distance(board.weak_king, board.weak_pawn) <= 3
        && manhattan(board.weak_king, board.weak_pawn) > 1
        && rank(board.weak_pawn) > 3
        && (king_attacks(board.strong_king) & krkp_table_weak_key_squares[board.weak_pawn as usize & 63]) == 0x0_u64
        && max(file_distance(board.weak_king, board.weak_pawn), rank(board.weak_king) - 1) > 2
}

// 32, silent: "black king boxed in, path free of king"
// White's king is off the path: Black may take the rook or promote, though his king has few
// moves.
// decides 18,152 wins and losses and 25,258 draws; as in 8/8/8/8/8/8/3Rp3/K1k5 b - - 0 1
fn krkp_rule_32(board: &KrkpBoard) -> bool {
    file_distance(board.weak_king, board.weak_pawn) <= 4
        && (krkp_table_weak_path[board.weak_pawn as usize & 63] & king_attacks(board.strong_king)) == 0x0_u64
        && (manhattan(board.strong_king, board.weak_pawn) + manhattan(board.weak_pawn, board.strong_rook)) != manhattan(board.strong_king, board.strong_rook)
        && (max(file_distance(board.weak_king, board.weak_pawn), rank(board.weak_king) - 1) - max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1)) > -3
        && count(krkp_weak_king_moves(board)) <= 4
}

fn krkp_rule_33_any_1(board: &KrkpBoard) -> bool {
    let mut left: u64 = krkp_weak_stop(board, board.weak_pawn);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if !has(krkp_strong_attacks(board), x) && (rank(board.weak_pawn) - 1) <= 1 {
            return true;
        }
    }
    false
}

// 33, silent: "pawn promotes next"
// White does not guard the square below the pawn: Black promotes, and may well win.
// decides 114,644 wins and losses and 34,386 draws; as in 8/8/8/8/8/8/4pR2/K1k5 b - - 0 1
fn krkp_rule_33(board: &KrkpBoard) -> bool {
    !aligned(board.strong_rook, board.weak_king) && krkp_rule_33_any_1(board)
}

// 34, silent: "king near the edge, far from goal"
// A fitted bound: Black's king is on the outer two rings; he may win by taking the rook.
// decides 1,136 wins and losses and 13,050 draws; as in 8/8/8/8/6k1/8/5p2/K3R3 b - - 0 1
fn krkp_rule_34(board: &KrkpBoard) -> bool {
    manhattan(board.strong_king, board.strong_rook) <= 8
        && edge_distance(board.weak_king) <= 1
        && !has(0x8181818181818181_u64, board.weak_pawn)
        && (distance(board.strong_king, board.weak_pawn) - distance(board.weak_king, board.weak_pawn)) > 1
        && max(file_distance(board.weak_king, board.weak_pawn), rank(board.weak_king) - 1) > 2
}

// 35, silent: "rook attacked, white king too late"
// Black wins the rook or promotes: it is attacked, and White's king two moves behind or more.
// decides 21,752 wins and losses and 0 draws; as in 8/8/8/8/8/8/4p3/K2kR3 b - - 0 1
fn krkp_rule_35(board: &KrkpBoard) -> bool {
    has(krkp_weak_attacks(board), board.strong_rook)
        && (max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1) - (rank(board.weak_pawn) - 1)) > 1
}

// 36, silent: "rook too near king and pawn"
// The rook is near king and pawn: Black's king may drive it off or shut it out, and promote.
// decides 5,172 wins and losses and 23,962 draws; as in 8/8/8/8/8/3R4/5p2/K2k4 b - - 0 1
fn krkp_rule_36(board: &KrkpBoard) -> bool {
    distance(board.strong_rook, board.weak_king) <= 3
        && manhattan(board.strong_rook, board.weak_pawn) <= 3
        && edge_distance(board.strong_rook) <= 2
        && corner_distance(board.strong_rook) > 1
        && max(file_distance(board.weak_king, board.weak_pawn), rank(board.weak_king) - 1) <= 3
}

// 37, silent: "rook between king and pawn"
// A fitted bound: the rook is between king and pawn, which may take it: Black has a few wins.
// decides 376 wins and losses and 3,928 draws; as in 8/8/8/8/2p5/3R4/8/K5k1 b - - 0 1
fn krkp_rule_37(board: &KrkpBoard) -> bool {
    edge_distance(board.strong_king) <= 1
        && file_distance(board.weak_king, board.weak_pawn) <= 4
        && (distance(board.strong_king, board.weak_pawn) - distance(board.weak_king, board.weak_pawn)) > -3
        && (distance(board.weak_king, board.strong_rook) + distance(board.strong_rook, board.weak_pawn)) == distance(board.weak_king, board.weak_pawn)
        && (rank(board.weak_king) - 1 - (rank(board.weak_pawn) - 1)) <= 2
}

// 38, silent: "white king close to the pawn"
// White's king is two steps or less from the pawn and not on its path: White may win it.
// decides 17,272 wins and losses and 11,454 draws; as in 8/8/8/8/8/8/Kp6/1Rk5 b - - 0 1
fn krkp_rule_38(board: &KrkpBoard) -> bool {
    distance(board.weak_king, board.weak_pawn) <= 2
        && manhattan(board.strong_king, board.weak_pawn) <= 2
        && (krkp_table_weak_path[board.weak_pawn as usize & 63] & bit(board.strong_king)) == 0x0_u64
}

// 39, silent: "black king blocks his own pawn"
// Black's king is in the pawn's way and loses time stepping off: White has a few wins.
// decides 28 wins and losses and 2,046 draws; as in R7/8/8/K6p/7k/8/8/8 b - - 0 1
fn krkp_rule_39(board: &KrkpBoard) -> bool {
    manhattan(board.strong_king, board.strong_rook) <= 6
        && manhattan(board.strong_king, board.weak_pawn) > 2
        && !has(krkp_table_weak_key_squares[board.weak_pawn as usize & 63], board.weak_king)
        && (krkp_table_weak_path[board.weak_pawn as usize & 63] & bit(board.weak_king)) != 0x0_u64
        && max(file_distance(board.weak_king, board.weak_pawn), rank(board.weak_king) - 1) > 1
}

// 40, silent: "rook driven off by the king"
// The king may hit the rook, leave its line and promote: Black has very few wins.
// decides 52 wins and losses and 9,244 draws; as in 8/8/8/8/3R4/8/3kp3/K7 b - - 0 1
fn krkp_rule_40(board: &KrkpBoard) -> bool {
    distance(board.strong_king, board.strong_rook) <= 4
        && manhattan(board.strong_king, board.weak_king) <= 8
        && manhattan(board.weak_king, board.weak_pawn) <= 2
        && rank(board.weak_pawn) <= 2
        && between(board.strong_rook, board.weak_pawn) == 0x0_u64
}

// 41, silent: "pawn hits the rook, kings close"
// A fitted bound: the pawn may take the rook while White's king is off its path: Black may win.
// decides 12 wins and losses and 66 draws; as in 8/5p2/6R1/8/2K5/8/4k3/8 b - - 0 1
fn krkp_rule_41(board: &KrkpBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 2
        && manhattan(board.strong_rook, board.weak_pawn) <= 4
        && file_distance(board.weak_king, board.weak_pawn) <= 1
        && file_distance(board.strong_king, board.weak_pawn) > 2
}

// 42, draw: "no danger, Black to move"
// None of the dangers is there: Black's king is near his pawn, and the rook does not just fall.
fn krkp_rule_42() -> bool {
    true
}

fn krkp_strong_to_move(board: &KrkpBoard) -> i32 {
    if krkp_rule_1(board) {
        return 1;
    }
    if krkp_rule_2(board) {
        return 2;
    }
    if krkp_rule_3(board) {
        return -3;
    }
    if krkp_rule_4(board) {
        return -4;
    }
    if krkp_rule_5(board) {
        return -5;
    }
    if krkp_rule_6(board) {
        return -6;
    }
    if krkp_rule_7(board) {
        return -7;
    }
    if krkp_rule_8(board) {
        return -8;
    }
    if krkp_rule_9(board) {
        return -9;
    }
    if krkp_rule_10(board) {
        return -10;
    }
    if krkp_rule_11(board) {
        return -11;
    }
    if krkp_rule_12(board) {
        return -12;
    }
    if krkp_rule_13(board) {
        return -13;
    }
    if krkp_rule_14(board) {
        return -14;
    }
    if krkp_rule_15(board) {
        return -15;
    }
    if krkp_rule_16(board) {
        return -16;
    }
    if krkp_rule_17(board) {
        return -17;
    }
    if krkp_rule_18() {
        return 18;
    }
    0
}

fn krkp_weak_to_move(board: &KrkpBoard) -> i32 {
    if krkp_rule_19(board) {
        return 19;
    }
    if krkp_rule_20(board) {
        return 20;
    }
    if krkp_rule_21(board) {
        return 21;
    }
    if krkp_rule_22(board) {
        return 22;
    }
    if krkp_rule_23(board) {
        return 23;
    }
    if krkp_rule_24(board) {
        return -24;
    }
    if krkp_rule_25(board) {
        return -25;
    }
    if krkp_rule_26(board) {
        return -26;
    }
    if krkp_rule_27(board) {
        return -27;
    }
    if krkp_rule_28(board) {
        return -28;
    }
    if krkp_rule_29(board) {
        return -29;
    }
    if krkp_rule_30(board) {
        return -30;
    }
    if krkp_rule_31(board) {
        return -31;
    }
    if krkp_rule_32(board) {
        return -32;
    }
    if krkp_rule_33(board) {
        return -33;
    }
    if krkp_rule_34(board) {
        return -34;
    }
    if krkp_rule_35(board) {
        return -35;
    }
    if krkp_rule_36(board) {
        return -36;
    }
    if krkp_rule_37(board) {
        return -37;
    }
    if krkp_rule_38(board) {
        return -38;
    }
    if krkp_rule_39(board) {
        return -39;
    }
    if krkp_rule_40(board) {
        return -40;
    }
    if krkp_rule_41(board) {
        return -41;
    }
    if krkp_rule_42() {
        return 42;
    }
    0
}

/// The same as probe_rule for KRvKP by the squares of its men; without castling and en passant.
#[allow(dead_code, clippy::too_many_arguments)]
pub fn krkp_rule(
    strong_king: u32,
    weak_king: u32,
    weak_pawn: u32,
    strong_rook: u32,
    strong_to_move: bool,
) -> i32 {
    let board = KrkpBoard {
        strong_king,
        weak_king,
        weak_pawn,
        strong_rook,
        occupied: bit(strong_king) | bit(weak_king) | bit(weak_pawn) | bit(strong_rook),
        krkp_strong_rook_safe_moves: Cell::new(None),
        krkp_weak_king_moves: Cell::new(None),
        krkp_strong_attacks: Cell::new(None),
        krkp_strong_rook_loose: Cell::new(None),
    };
    if strong_to_move { krkp_strong_to_move(&board) } else { krkp_weak_to_move(&board) }
}

// KQvKP

#[allow(dead_code)]
struct KqkpBoard {
    strong_king: u32,
    weak_king: u32,
    weak_pawn: u32,
    strong_queen: u32,
    occupied: u64,
    kqkp_strong_attacks: Cell<Option<u64>>,
    kqkp_strong_queen_loose: Cell<Option<bool>>,
    kqkp_weak_king_moves: Cell<Option<u64>>,
    kqkp_strong_opposition_next: Cell<Option<bool>>,
}

// The squares below a pawn on its file, down to the first rank.
#[allow(non_upper_case_globals)]
static kqkp_table_weak_path: [u64; 64] = [
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x1_u64, 0x2_u64, 0x4_u64, 0x8_u64,
    0x10_u64, 0x20_u64, 0x40_u64, 0x80_u64,
    0x101_u64, 0x202_u64, 0x404_u64, 0x808_u64,
    0x1010_u64, 0x2020_u64, 0x4040_u64, 0x8080_u64,
    0x10101_u64, 0x20202_u64, 0x40404_u64, 0x80808_u64,
    0x101010_u64, 0x202020_u64, 0x404040_u64, 0x808080_u64,
    0x1010101_u64, 0x2020202_u64, 0x4040404_u64, 0x8080808_u64,
    0x10101010_u64, 0x20202020_u64, 0x40404040_u64, 0x80808080_u64,
    0x101010101_u64, 0x202020202_u64, 0x404040404_u64, 0x808080808_u64,
    0x1010101010_u64, 0x2020202020_u64, 0x4040404040_u64, 0x8080808080_u64,
    0x10101010101_u64, 0x20202020202_u64, 0x40404040404_u64, 0x80808080808_u64,
    0x101010101010_u64, 0x202020202020_u64, 0x404040404040_u64, 0x808080808080_u64,
    0x1010101010101_u64, 0x2020202020202_u64, 0x4040404040404_u64, 0x8080808080808_u64,
    0x10101010101010_u64, 0x20202020202020_u64, 0x40404040404040_u64, 0x80808080808080_u64,
];

// The squares from which the black king sees the pawn through, against a bare king.
#[allow(non_upper_case_globals)]
static kqkp_table_weak_key_squares: [u64; 64] = [
    0x202_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x4040_u64,
    0x202_u64, 0x7_u64, 0xe_u64, 0x1c_u64,
    0x38_u64, 0x70_u64, 0xe0_u64, 0x4040_u64,
    0x202_u64, 0x707_u64, 0xe0e_u64, 0x1c1c_u64,
    0x3838_u64, 0x7070_u64, 0xe0e0_u64, 0x4040_u64,
    0x202_u64, 0x70700_u64, 0xe0e00_u64, 0x1c1c00_u64,
    0x383800_u64, 0x707000_u64, 0xe0e000_u64, 0x4040_u64,
    0x202_u64, 0x70000_u64, 0xe0000_u64, 0x1c0000_u64,
    0x380000_u64, 0x700000_u64, 0xe00000_u64, 0x4040_u64,
    0x202_u64, 0x7000000_u64, 0xe000000_u64, 0x1c000000_u64,
    0x38000000_u64, 0x70000000_u64, 0xe0000000_u64, 0x4040_u64,
    0x202_u64, 0x700000000_u64, 0xe00000000_u64, 0x1c00000000_u64,
    0x3800000000_u64, 0x7000000000_u64, 0xe000000000_u64, 0x4040_u64,
    0x202_u64, 0x70000000000_u64, 0xe0000000000_u64, 0x1c0000000000_u64,
    0x380000000000_u64, 0x700000000000_u64, 0xe00000000000_u64, 0x4040_u64,
];

// 1, silent: "White to move"
// White to move wins more than 99 in 100 of these positions: the list leaves them all alone.
// decides 6,699,302 wins and losses and 42,634 draws; as in 8/8/8/8/8/8/p3Q3/K1k5 w - - 0 1
fn kqkp_rule_1() -> bool {
    true
}

// 2, silent: "queen safe, pawn two moves off or more"
// The queen cannot be taken and the pawn needs two moves or more: White nearly always wins.
// decides 6,311,864 wins and losses and 36,040 draws; as in 8/8/8/8/8/p7/8/K1k2Q2 b - - 0 1
fn kqkp_rule_2(board: &KqkpBoard) -> bool {
    manhattan(board.strong_queen, board.weak_king) > 2
        && corner_distance(board.weak_king) > 0
        && rank(board.weak_pawn) > 2
        && !has(pawn_attacks_down(board.weak_pawn), board.strong_queen)
}

// All squares that a side attacks, its own men included.
fn kqkp_weak_attacks(board: &KqkpBoard) -> u64 {
    king_attacks(board.weak_king) | pawn_attacks_down(board.weak_pawn)
}

// The empty square below the pawn.
fn kqkp_weak_stop(board: &KqkpBoard, pawn: u32) -> u64 {
    kqkp_table_weak_path[pawn as usize & 63] & king_attacks(pawn) & !board.occupied
}

// All squares that a side attacks, its own men included.
fn kqkp_strong_attacks(board: &KqkpBoard) -> u64 {
    if let Some(known) = board.kqkp_strong_attacks.get() {
        return known;
    }
    let found = king_attacks(board.strong_king) | queen_attacks(board.strong_queen, board.occupied);
    board.kqkp_strong_attacks.set(Some(found));
    found
}

fn kqkp_rule_3_any_1(board: &KqkpBoard) -> bool {
    let mut left: u64 = kqkp_weak_stop(board, board.weak_pawn);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if !has(kqkp_strong_attacks(board), x) && (rank(board.weak_pawn) - 1) <= 1 {
            return true;
        }
    }
    false
}

// 3, silent: "black king far from his pawn"
// Black's king is far, the queen safe, the pawn cannot just promote: White nearly always wins.
// decides 1,055,970 wins and losses and 3,734 draws; as in 8/8/8/8/8/8/5p2/K1k2Q2 b - - 0 1
fn kqkp_rule_3(board: &KqkpBoard) -> bool {
    (king_attacks(board.weak_king) & kqkp_table_weak_key_squares[board.weak_pawn as usize & 63]) == 0x0_u64
        && !has(kqkp_weak_attacks(board), board.strong_queen)
        && !kqkp_rule_3_any_1(board)
}

// 4, silent: "path held, queen out of reach"
// White holds a square of the path that Black does not, and the queen cannot be taken: he
// mostly wins.
// decides 35,280 wins and losses and 7,456 draws; as in 8/8/8/8/3Q4/8/p7/K1k5 b - - 0 1
fn kqkp_rule_4(board: &KqkpBoard) -> bool {
    manhattan(board.strong_queen, board.weak_king) > 2
        && !has(pawn_attacks_down(board.weak_pawn), board.strong_queen)
        && (kqkp_table_weak_path[board.weak_pawn as usize & 63] & kqkp_strong_attacks(board) & !kqkp_weak_attacks(board)) != 0x0_u64
}

// 5, silent: "far check, or pawn in queen's line"
// The queen checks from afar or sees the king through his pawn: White mostly wins.
// decides 368,998 wins and losses and 27,736 draws; as in 8/8/8/8/8/8/p7/K1k1Q3 b - - 0 1
fn kqkp_rule_5(board: &KqkpBoard) -> bool {
    between(board.strong_queen, board.weak_king) != 0x0_u64
        && !has(pawn_attacks_down(board.weak_pawn), board.strong_queen)
        && !has(between(board.strong_queen, board.weak_king), board.strong_king)
        && (distance(board.strong_king, board.weak_pawn) - distance(board.weak_king, board.weak_pawn)) <= 5
}

// 6, silent: "black king beside the pawn's path"
// Black may win by taking the queen; White's king is not far, and White may mate after
// promotion.
// decides 186,708 wins and losses and 83,368 draws; as in 8/8/8/8/8/8/2p5/KQk5 b - - 0 1
fn kqkp_rule_6(board: &KqkpBoard) -> bool {
    file_distance(board.weak_king, board.weak_pawn) <= 3
        && (manhattan(board.strong_king, board.weak_king) + manhattan(board.weak_king, board.strong_queen)) != manhattan(board.strong_king, board.strong_queen)
        && (manhattan(board.weak_king, board.strong_king) + manhattan(board.strong_king, board.weak_pawn)) != manhattan(board.weak_king, board.weak_pawn)
        && (max(file_distance(board.weak_king, board.weak_pawn), rank(board.weak_king) - 1) - (rank(board.weak_pawn) - 1)) <= 0
        && (max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1) - (rank(board.weak_pawn) - 1)) <= 2
}

// 7, silent: "black king leads to promotion"
// Black's king is there first: he may take the queen and win, or stand in his pawn's way and
// lose.
// decides 115,804 wins and losses and 25,694 draws; as in 8/8/8/8/8/8/2p5/K1kQ4 b - - 0 1
fn kqkp_rule_7(board: &KqkpBoard) -> bool {
    !has(kqkp_table_weak_key_squares[board.weak_pawn as usize & 63], board.strong_king)
        && (distance(board.strong_king, board.weak_pawn) - distance(board.weak_king, board.weak_pawn)) > -2
        && (manhattan(board.weak_king, board.strong_king) + manhattan(board.strong_king, board.weak_pawn)) != manhattan(board.weak_king, board.weak_pawn)
        && (max(file_distance(board.weak_king, board.weak_pawn), rank(board.weak_king) - 1) - (rank(board.weak_pawn) - 1)) <= -1
        && (max(file_distance(board.weak_king, board.weak_pawn), rank(board.weak_king) - 1) - max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1)) <= 0
}

// 8, silent: "queen close to a higher pawn"
// Black may take the queen, with White's king two files or more off the pawn, and win.
// decides 83,936 wins and losses and 28,606 draws; as in 8/8/8/8/8/4p3/8/K1kQ4 b - - 0 1
fn kqkp_rule_8(board: &KqkpBoard) -> bool {
    distance(board.strong_queen, board.weak_pawn) <= 3
        && rank(board.weak_pawn) > 2
        && file_distance(board.strong_king, board.weak_pawn) > 1
        && (kqkp_table_weak_path[board.weak_pawn as usize & 63] & queen_attacks(board.strong_queen, board.occupied)) != 0x0_u64
        && (distance(board.strong_king, board.strong_queen) + distance(board.strong_queen, board.weak_pawn)) != distance(board.strong_king, board.weak_pawn)
}

// The queen can be taken and nothing guards her.
fn kqkp_strong_queen_loose(board: &KqkpBoard) -> bool {
    if let Some(known) = board.kqkp_strong_queen_loose.get() {
        return known;
    }
    let found = has(kqkp_weak_attacks(board), board.strong_queen)
        && !has(kqkp_strong_attacks(board), board.strong_queen);
    board.kqkp_strong_queen_loose.set(Some(found));
    found
}

fn kqkp_rule_9_any_1(board: &KqkpBoard) -> bool {
    let mut left: u64 = kqkp_weak_stop(board, board.weak_pawn);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if !has(kqkp_strong_attacks(board), x) && (rank(board.weak_pawn) - 1) <= 1 {
            return true;
        }
    }
    false
}

// 9, silent: "kings close, queen cannot be taken"
// White nearly always wins: his king is near, the queen is safe, and the pawn cannot just
// promote.
// decides 30,732 wins and losses and 398 draws; as in 8/8/8/8/8/8/pQ6/K1k5 b - - 0 1
fn kqkp_rule_9(board: &KqkpBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 2
        && !has(pawn_attacks_down(board.weak_pawn), board.strong_queen)
        && !kqkp_strong_queen_loose(board)
        && !kqkp_rule_9_any_1(board)
}

fn kqkp_rule_10_any_1(board: &KqkpBoard) -> bool {
    let mut left: u64 = kqkp_weak_stop(board, board.weak_pawn);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if !has(kqkp_strong_attacks(board), x) && (rank(board.weak_pawn) - 1) <= 1 {
            return true;
        }
    }
    false
}

// 10, silent: "queen and pawn nearer black king"
// Queen and pawn are nearer to Black's king than to White's: Black may take her and promote.
// decides 122,532 wins and losses and 27,088 draws; as in 8/8/8/8/8/8/3p4/K1kQ4 b - - 0 1
fn kqkp_rule_10(board: &KqkpBoard) -> bool {
    (distance(board.strong_king, board.strong_queen) - distance(board.weak_king, board.strong_queen)) > 0
        && (distance(board.strong_king, board.weak_pawn) - distance(board.weak_king, board.weak_pawn)) > 0
        && (distance(board.strong_queen, board.weak_king) + distance(board.weak_king, board.weak_pawn)) != distance(board.strong_queen, board.weak_pawn)
        && (max(file_distance(board.weak_king, board.weak_pawn), rank(board.weak_king) - 1) - max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1)) <= 4
        && !kqkp_rule_10_any_1(board)
}

// 11, silent: "check, White king outside square"
// The queen checks: Black takes her and wins the race, or he cannot take her and mostly loses.
// decides 244,746 wins and losses and 120 draws; as in 8/8/8/8/8/8/4p3/KQk5 b - - 0 1
fn kqkp_rule_11(board: &KqkpBoard) -> bool {
    (distance(board.strong_king, board.weak_pawn) - distance(board.weak_king, board.weak_pawn)) <= 3
        && has(kqkp_strong_attacks(board), board.weak_king)
        && (max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1) - (rank(board.weak_pawn) - 1)) > 1
}

// 12, silent: "pawn on the safe queen's line"
// Black's king is not by the promotion square and the queen holds the pawn's line: White mostly
// wins.
// decides 69,052 wins and losses and 38,688 draws; as in 8/8/8/8/4Q3/8/4p3/K1k5 b - - 0 1
fn kqkp_rule_12(board: &KqkpBoard) -> bool {
    corner_distance(board.strong_queen) > 1
        && aligned(board.strong_queen, board.weak_pawn)
        && file_distance(board.weak_king, board.weak_pawn) > 0
        && max(file_distance(board.weak_king, board.weak_pawn), rank(board.weak_king) - 1) > 1
        && !kqkp_strong_queen_loose(board)
}

// 13, silent: "White king far from a high pawn"
// Black may take the queen and win with the pawn: White's king is by a corner and far away.
// decides 3,178 wins and losses and 12,462 draws; as in 8/8/8/2p5/3Q4/8/8/K5k1 b - - 0 1
fn kqkp_rule_13(board: &KqkpBoard) -> bool {
    manhattan(board.strong_king, board.weak_pawn) > 5
        && corner_distance(board.strong_king) <= 2
        && rank(board.weak_pawn) > 4
        && (king_attacks(board.strong_king) & kqkp_table_weak_key_squares[board.weak_pawn as usize & 63]) == 0x0_u64
        && (rank(board.weak_king) - 1 - (rank(board.weak_pawn) - 1)) <= 0
}

// 14, silent: "low black king far from his pawn"
// White may skewer the new queen and a king on its rank; Black may win if he can take the
// queen.
// decides 8,566 wins and losses and 17,074 draws; as in 8/8/8/8/8/8/Q4p2/K1k5 b - - 0 1
fn kqkp_rule_14(board: &KqkpBoard) -> bool {
    manhattan(board.weak_king, board.weak_pawn) > 3
        && corner_distance(board.weak_king) > 1
        && (distance(board.strong_king, board.weak_pawn) - distance(board.weak_king, board.weak_pawn)) > -3
        && (rank(board.weak_king) - 1 - (rank(board.weak_pawn) - 1)) <= -1
        && (max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1) - (rank(board.weak_pawn) - 1)) > 0
}

// 15, silent: "kings close, Black's off his pawn"
// Black's king is two files or more off his pawn: White may mate, or the pawn may take the
// queen.
// decides 13,342 wins and losses and 47,302 draws; as in 8/8/8/8/8/8/p7/KQk5 b - - 0 1
fn kqkp_rule_15(board: &KqkpBoard) -> bool {
    manhattan(board.strong_king, board.weak_king) <= 3
        && manhattan(board.weak_king, board.weak_pawn) <= 7
        && edge_distance(board.strong_king) <= 2
        && file_distance(board.weak_king, board.weak_pawn) > 1
        && (distance(board.strong_king, board.strong_queen) - distance(board.weak_king, board.strong_queen)) <= 1
}

// Where Black's king may go, captures too.
fn kqkp_weak_king_moves(board: &KqkpBoard) -> u64 {
    if let Some(known) = board.kqkp_weak_king_moves.get() {
        return known;
    }
    let found = king_attacks(board.weak_king) & !(bit(board.weak_king) | bit(board.weak_pawn)) & !king_attacks(board.strong_king) & !queen_attacks(board.strong_queen, board.occupied & !bit(board.weak_king));
    board.kqkp_weak_king_moves.set(Some(found));
    found
}

// 16, silent: "kings close, black king short of moves"
// The kings are close: the pawn may take the queen and win, or White may mate.
// decides 9,320 wins and losses and 31,976 draws; as in 8/p7/1Q6/8/8/8/8/K1k5 b - - 0 1
fn kqkp_rule_16(board: &KqkpBoard) -> bool {
    manhattan(board.strong_king, board.weak_king) <= 3
        && manhattan(board.weak_king, board.weak_pawn) <= 8
        && (distance(board.weak_king, board.weak_pawn) - distance(board.strong_king, board.weak_king)) > 0
        && !has(kqkp_strong_attacks(board), board.weak_king)
        && count(kqkp_weak_king_moves(board)) <= 5
}

// 17, silent: "White king between queen and pawn"
// White's king is in his queen's way: Black may promote with check and win.
// decides 3,752 wins and losses and 30,236 draws; as in 8/8/8/8/8/3k4/3p4/QK6 b - - 0 1
fn kqkp_rule_17(board: &KqkpBoard) -> bool {
    distance(board.strong_queen, board.weak_king) > 1
        && manhattan(board.strong_king, board.weak_pawn) <= 4
        && !same_diagonal(board.strong_king, board.strong_queen)
        && (distance(board.strong_queen, board.strong_king) + distance(board.strong_king, board.weak_pawn)) == distance(board.strong_queen, board.weak_pawn)
        && (rank(board.weak_king) - 1 - (rank(board.weak_pawn) - 1)) <= 5
}

// 18, silent: "queen attacked, White king too far"
// Black takes the queen and mostly wins: White's king is too far from the pawn and its key
// squares.
// decides 21,524 wins and losses and 6,268 draws; as in 8/8/8/8/8/8/5p2/K2Qk3 b - - 0 1
fn kqkp_rule_18(board: &KqkpBoard) -> bool {
    edge_distance(board.strong_king) <= 2
        && (king_attacks(board.strong_king) & kqkp_table_weak_key_squares[board.weak_pawn as usize & 63]) == 0x0_u64
        && (distance(board.strong_king, board.weak_pawn) - distance(board.weak_king, board.weak_pawn)) > 1
        && has(kqkp_weak_attacks(board), board.strong_queen)
        && (max(file_distance(board.weak_king, board.weak_pawn), rank(board.weak_king) - 1) - max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1)) <= 3
}

// 19, silent: "far queen on the pawn's line"
// The queen holds the pawn's line, and Black's king is not on a key square: White may win the
// pawn.
// decides 11,414 wins and losses and 13,676 draws; as in 8/6Q1/8/8/8/8/6p1/K3k3 b - - 0 1
fn kqkp_rule_19(board: &KqkpBoard) -> bool {
    distance(board.strong_queen, board.weak_king) > 1
        && distance(board.strong_queen, board.weak_pawn) > 4
        && manhattan(board.weak_king, board.weak_pawn) > 1
        && aligned(board.strong_queen, board.weak_pawn)
        && !has(kqkp_table_weak_key_squares[board.weak_pawn as usize & 63], board.weak_king)
}

// 20, silent: "White king between king and pawn"
// A fitted bound: White's king is between Black's king and the pawn; promotion may mate him.
// decides 530 wins and losses and 12,546 draws; as in 8/8/8/8/5Q2/K1k5/p7/8 b - - 0 1
fn kqkp_rule_20(board: &KqkpBoard) -> bool {
    manhattan(board.strong_queen, board.weak_king) <= 7
        && edge_distance(board.strong_queen) <= 2
        && file_distance(board.weak_king, board.weak_pawn) <= 3
        && !has(kqkp_weak_attacks(board), board.strong_queen)
        && (manhattan(board.weak_king, board.strong_king) + manhattan(board.strong_king, board.weak_pawn)) == manhattan(board.weak_king, board.weak_pawn)
}

// 21, silent: "queen attacked beside king and pawn"
// Black may take the queen, who is close to king and pawn, and win with the pawn.
// decides 4,138 wins and losses and 11,796 draws; as in 8/8/8/8/8/1p6/2Q5/K1k5 b - - 0 1
fn kqkp_rule_21(board: &KqkpBoard) -> bool {
    distance(board.strong_queen, board.weak_pawn) <= 2
        && manhattan(board.strong_queen, board.weak_king) <= 3
        && (distance(board.strong_king, board.strong_queen) - distance(board.weak_king, board.strong_queen)) > -1
        && has(kqkp_weak_attacks(board), board.strong_queen)
        && (max(file_distance(board.weak_king, board.weak_pawn), rank(board.weak_king) - 1) - max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1)) <= 2
}

// 22, silent: "black king inside, files off the pawn"
// A fitted bound: Black may promote and win, his king on rank three or four, off the outer
// files.
// decides 4,774 wins and losses and 13,224 draws; as in 8/8/8/8/Q7/2k5/4p3/K7 b - - 0 1
fn kqkp_rule_22(board: &KqkpBoard) -> bool {
    edge_distance(board.weak_king) > 1
        && file_distance(board.weak_king, board.weak_pawn) > 1
        && file_distance(board.strong_king, board.weak_pawn) > 0
        && between(board.weak_king, board.weak_pawn) == 0x0_u64
        && max(file_distance(board.weak_king, board.weak_pawn), rank(board.weak_king) - 1) <= 3
}

// 23, silent: "pawn at home, queen near the king"
// Black may take the queen and win with the pawn, as White's king is too far from its path.
// decides 2,808 wins and losses and 13,172 draws; as in k7/Qp6/8/8/8/8/8/K7 b - - 0 1
fn kqkp_rule_23(board: &KqkpBoard) -> bool {
    distance(board.strong_king, board.weak_pawn) > 1
        && manhattan(board.strong_queen, board.weak_king) <= 3
        && edge_distance(board.strong_king) <= 1
        && rank(board.weak_pawn) > 6
        && (king_attacks(board.strong_king) & kqkp_table_weak_key_squares[board.weak_pawn as usize & 63]) == 0x0_u64
}

// 24, silent: "White king shields pawn from queen"
// White's king is in line with the pawn, his queen beyond: the new queen may check and win her.
// decides 1,392 wins and losses and 8,820 draws; as in k7/8/8/8/8/8/p7/2K2Q2 b - - 0 1
fn kqkp_rule_24(board: &KqkpBoard) -> bool {
    distance(board.strong_queen, board.weak_king) > 1
        && manhattan(board.strong_king, board.strong_queen) > 2
        && between(board.strong_king, board.weak_pawn) == 0x0_u64
        && (distance(board.strong_queen, board.strong_king) + distance(board.strong_king, board.weak_pawn)) == distance(board.strong_queen, board.weak_pawn)
        && (manhattan(board.strong_queen, board.strong_king) + manhattan(board.strong_king, board.weak_pawn)) == manhattan(board.strong_queen, board.weak_pawn)
}

// 25, silent: "both kings near corners, close"
// The kings are close near a corner: White may mate, even after promotion; Black may win the
// race.
// decides 3,552 wins and losses and 4,226 draws; as in 8/8/8/8/8/8/3p1Q2/K1k5 b - - 0 1
fn kqkp_rule_25(board: &KqkpBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 2
        && corner_distance(board.strong_king) <= 2
        && corner_distance(board.weak_king) <= 2
        && (max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1) - (rank(board.weak_pawn) - 1)) > 0
}

// 26, silent: "unguarded queen falls by the pawn"
// Black takes the queen beside his pawn, and White's king is behind in the race: Black mostly
// wins.
// decides 31,646 wins and losses and 2,074 draws; as in 8/8/8/8/8/8/2p5/K2Q3k b - - 0 1
fn kqkp_rule_26(board: &KqkpBoard) -> bool {
    distance(board.strong_king, board.strong_queen) > 1
        && distance(board.strong_queen, board.weak_pawn) <= 1
        && has(kqkp_weak_attacks(board), board.strong_queen)
        && (max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1) - (rank(board.weak_pawn) - 1)) > 0
}

// 27, silent: "black king behind pawn on its file"
// White may skewer king and new queen on the file and win her.
// decides 10,116 wins and losses and 11,508 draws; as in 8/8/8/8/2k5/8/K1p3Q1/8 b - - 0 1
fn kqkp_rule_27(board: &KqkpBoard) -> bool {
    distance(board.weak_king, board.weak_pawn) > 1
        && manhattan(board.strong_queen, board.weak_pawn) > 3
        && file_distance(board.weak_king, board.weak_pawn) <= 0
        && max(file_distance(board.weak_king, board.weak_pawn), rank(board.weak_king) - 1) <= 5
        && (rank(board.strong_king) - 1 - (rank(board.weak_pawn) - 1)) > -1
}

// 28, silent: "edge king and knight's pawn"
// White may check the edge king so as to win the new queen on b1 or g1.
// decides 1,090 wins and losses and 2,658 draws; as in 8/8/8/7k/8/2Q5/K5p1/8 b - - 0 1
fn kqkp_rule_28(board: &KqkpBoard) -> bool {
    manhattan(board.weak_king, board.weak_pawn) > 3
        && manhattan(board.weak_king, board.weak_pawn) <= 5
        && edge_distance(board.weak_king) <= 0
        && has(0x4242424242424242_u64, board.weak_pawn)
        && !has(kqkp_weak_attacks(board), board.strong_queen)
}

// 29, silent: "kings close, pawn one step off"
// White may mate after promotion, his king close by and Black's short of moves; few wins are
// here.
// decides 792 wins and losses and 19,344 draws; as in 8/8/8/8/8/8/4p1Q1/1K1k4 b - - 0 1
fn kqkp_rule_29(board: &KqkpBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 2
        && edge_distance(board.strong_king) <= 2
        && rank(board.weak_pawn) <= 2
        && max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1) <= 6
        && count(kqkp_weak_king_moves(board)) <= 5
}

// Where White's king may go.
fn kqkp_strong_king_moves(board: &KqkpBoard) -> u64 {
    king_attacks(board.strong_king) & !(bit(board.strong_king) | bit(board.strong_queen)) & !king_attacks(board.weak_king) & !pawn_attacks_down(board.weak_pawn)
}

// Whether a move of White's king puts him two squares from Black's on a file or rank.
fn kqkp_strong_opposition_next_anew(board: &KqkpBoard) -> bool {
    let mut left: u64 = kqkp_strong_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if distance(y, board.weak_king) == 2 && aligned(y, board.weak_king) {
            return true;
        }
    }
    false
}

fn kqkp_strong_opposition_next(board: &KqkpBoard) -> bool {
    if let Some(known) = board.kqkp_strong_opposition_next.get() {
        return known;
    }
    let found = kqkp_strong_opposition_next_anew(board);
    board.kqkp_strong_opposition_next.set(Some(found));
    found
}

// 30, silent: "queen falls, opposition next"
// A fitted bound: Black may take the queen near her king and win the pawn ending; few wins.
// decides 62 wins and losses and 2,730 draws; as in 8/8/8/8/1k6/Q2p4/8/K7 b - - 0 1
fn kqkp_rule_30(board: &KqkpBoard) -> bool {
    distance(board.strong_king, board.strong_queen) <= 2
        && manhattan(board.strong_king, board.weak_pawn) > 4
        && (distance(board.strong_king, board.weak_pawn) - distance(board.weak_king, board.weak_pawn)) > -2
        && (rank(board.strong_king) - 1 - (rank(board.weak_pawn) - 1)) <= 1
        && kqkp_strong_opposition_next(board)
}

// 31, silent: "queen falls, king ahead of his pawn"
// A fitted bound: Black may take the queen, and his king, ahead of the pawn, then wins; very
// few wins.
// decides 24 wins and losses and 2,688 draws; as in 8/8/1p6/2kQ4/8/8/8/1K6 b - - 0 1
fn kqkp_rule_31(board: &KqkpBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 4
        && manhattan(board.weak_king, board.weak_pawn) <= 6
        && (king_attacks(board.strong_king) & kqkp_table_weak_key_squares[board.weak_pawn as usize & 63]) == 0x0_u64
        && (rank(board.weak_king) - 1 - (rank(board.weak_pawn) - 1)) <= -1
        && (max(file_distance(board.weak_king, board.weak_pawn), rank(board.weak_king) - 1) - max(file_distance(board.strong_king, board.weak_pawn), rank(board.strong_king) - 1)) > 1
}

// 32, silent: "queen near on the pawn's line"
// A fitted bound: queen and pawn are in line and the kings close: White has a few wins.
// decides 12 wins and losses and 644 draws; as in 8/8/8/8/8/K7/1p1k4/1Q6 b - - 0 1
fn kqkp_rule_32(board: &KqkpBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 3
        && manhattan(board.strong_queen, board.weak_pawn) <= 2
        && edge_distance(board.strong_king) <= 0
        && edge_distance(board.weak_king) <= 1
        && aligned(board.strong_queen, board.weak_pawn)
}

// 33, silent: "black king high above his pawn"
// White may check so that king and new queen are in line, and win her; few wins are here.
// decides 986 wins and losses and 23,750 draws; as in 8/8/8/2k5/Q7/8/K5p1/8 b - - 0 1
fn kqkp_rule_33(board: &KqkpBoard) -> bool {
    distance(board.strong_queen, board.weak_pawn) > 4
        && between(board.weak_king, board.weak_pawn) == 0x0_u64
        && max(file_distance(board.weak_king, board.weak_pawn), rank(board.weak_king) - 1) <= 5
        && (rank(board.weak_king) - 1 - (rank(board.weak_pawn) - 1)) > 2
        && (rank(board.strong_king) - 1 - (rank(board.weak_pawn) - 1)) > -1
}

// 34, silent: "edge king, White king close"
// A fitted bound: the pawn may take the queen or promote, the kings close together; few wins.
// decides 94 wins and losses and 2,416 draws; as in 8/8/8/k7/8/8/Kp6/2Q5 b - - 0 1
fn kqkp_rule_34(board: &KqkpBoard) -> bool {
    distance(board.strong_king, board.strong_queen) <= 5
        && manhattan(board.strong_king, board.weak_king) <= 3
        && edge_distance(board.weak_king) <= 0
        && rank(board.weak_pawn) <= 2
        && file_distance(board.strong_king, board.weak_pawn) <= 5
}

// 35, silent: "White king cornered, queen falls"
// Fitted to two positions: Black takes the queen, White's king is in the corner, and the pawn
// wins.
// decides 2 wins and losses and 0 draws; as in 8/8/8/Q7/1k6/3p4/8/K7 b - - 0 1
fn kqkp_rule_35(board: &KqkpBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 3
        && corner_distance(board.strong_king) <= 0
        && same_diagonal(board.strong_queen, board.weak_king)
        && file_distance(board.strong_king, board.weak_pawn) > 2
}

// 36, silent: "edge king and rook's pawn"
// White may skewer an edge king and the new queen in the corner; few wins are here.
// decides 90 wins and losses and 2,062 draws; as in 8/8/8/8/4Q3/8/p1K5/5k2 b - - 0 1
fn kqkp_rule_36(board: &KqkpBoard) -> bool {
    edge_distance(board.weak_king) <= 0
        && corner_distance(board.weak_king) <= 2
        && rank(board.weak_pawn) <= 2
        && has(0x8181818181818181_u64, board.weak_pawn)
        && kqkp_strong_opposition_next(board)
}

// 37, silent: "queen near Black's king, far from hers"
// Black may take the queen, far from her king and close to the pawn, and win with the pawn.
// decides 184 wins and losses and 122 draws; as in 8/8/8/8/8/3p4/5kQ1/K7 b - - 0 1
fn kqkp_rule_37(board: &KqkpBoard) -> bool {
    distance(board.strong_queen, board.weak_pawn) <= 3
        && manhattan(board.strong_king, board.weak_pawn) <= 5
        && !same_diagonal(board.strong_queen, board.weak_pawn)
        && file_distance(board.strong_king, board.weak_pawn) > 2
        && (distance(board.strong_king, board.strong_queen) - distance(board.weak_king, board.strong_queen)) > 4
}

// 38, silent: "pawn between White king and queen"
// White's king, beyond the pawn, does not guard the queen: Black takes her and nearly always
// wins.
// decides 526 wins and losses and 4 draws; as in 8/8/8/8/k7/Q7/1p6/1K6 b - - 0 1
fn kqkp_rule_38(board: &KqkpBoard) -> bool {
    distance(board.strong_king, board.strong_queen) <= 2
        && manhattan(board.strong_king, board.strong_queen) > 2
        && rank(board.weak_pawn) <= 2
        && (distance(board.strong_king, board.weak_pawn) + distance(board.weak_pawn, board.strong_queen)) == distance(board.strong_king, board.strong_queen)
}

// 39, silent: "White king high on the pawn's file"
// Fitted to two wins of White: his queen is close to a king by a corner, his king on the pawn's
// file.
// decides 2 wins and losses and 24 draws; as in 3K4/k7/8/8/2Q5/8/3p4/8 b - - 0 1
fn kqkp_rule_39(board: &KqkpBoard) -> bool {
    distance(board.strong_queen, board.weak_king) <= 3
        && corner_distance(board.weak_king) <= 1
        && file_distance(board.strong_king, board.weak_pawn) <= 0
        && (distance(board.strong_king, board.weak_pawn) - distance(board.strong_king, board.weak_king)) > 2
}

// 40, silent: "king on pawn's rank takes queen"
// A fitted bound: Black's king is beside his pawn, two files off, and may take the queen: four
// wins.
// decides 4 wins and losses and 10 draws; as in 8/8/8/6Q1/3p1k2/8/8/K7 b - - 0 1
fn kqkp_rule_40(board: &KqkpBoard) -> bool {
    distance(board.strong_king, board.weak_pawn) <= 3
        && manhattan(board.weak_king, board.weak_pawn) <= 2
        && file_distance(board.weak_king, board.weak_pawn) > 1
        && (distance(board.strong_king, board.strong_queen) - distance(board.weak_king, board.strong_queen)) > 4
}

// 41, draw: "no danger, Black to move"
// None of the dangers is there: mostly Black takes the queen or promotes, and neither side wins
// then.
fn kqkp_rule_41() -> bool {
    true
}

fn kqkp_strong_to_move(_board: &KqkpBoard) -> i32 {
    if kqkp_rule_1() {
        return -1;
    }
    0
}

fn kqkp_weak_to_move(board: &KqkpBoard) -> i32 {
    if kqkp_rule_2(board) {
        return -2;
    }
    if kqkp_rule_3(board) {
        return -3;
    }
    if kqkp_rule_4(board) {
        return -4;
    }
    if kqkp_rule_5(board) {
        return -5;
    }
    if kqkp_rule_6(board) {
        return -6;
    }
    if kqkp_rule_7(board) {
        return -7;
    }
    if kqkp_rule_8(board) {
        return -8;
    }
    if kqkp_rule_9(board) {
        return -9;
    }
    if kqkp_rule_10(board) {
        return -10;
    }
    if kqkp_rule_11(board) {
        return -11;
    }
    if kqkp_rule_12(board) {
        return -12;
    }
    if kqkp_rule_13(board) {
        return -13;
    }
    if kqkp_rule_14(board) {
        return -14;
    }
    if kqkp_rule_15(board) {
        return -15;
    }
    if kqkp_rule_16(board) {
        return -16;
    }
    if kqkp_rule_17(board) {
        return -17;
    }
    if kqkp_rule_18(board) {
        return -18;
    }
    if kqkp_rule_19(board) {
        return -19;
    }
    if kqkp_rule_20(board) {
        return -20;
    }
    if kqkp_rule_21(board) {
        return -21;
    }
    if kqkp_rule_22(board) {
        return -22;
    }
    if kqkp_rule_23(board) {
        return -23;
    }
    if kqkp_rule_24(board) {
        return -24;
    }
    if kqkp_rule_25(board) {
        return -25;
    }
    if kqkp_rule_26(board) {
        return -26;
    }
    if kqkp_rule_27(board) {
        return -27;
    }
    if kqkp_rule_28(board) {
        return -28;
    }
    if kqkp_rule_29(board) {
        return -29;
    }
    if kqkp_rule_30(board) {
        return -30;
    }
    if kqkp_rule_31(board) {
        return -31;
    }
    if kqkp_rule_32(board) {
        return -32;
    }
    if kqkp_rule_33(board) {
        return -33;
    }
    if kqkp_rule_34(board) {
        return -34;
    }
    if kqkp_rule_35(board) {
        return -35;
    }
    if kqkp_rule_36(board) {
        return -36;
    }
    if kqkp_rule_37(board) {
        return -37;
    }
    if kqkp_rule_38(board) {
        return -38;
    }
    if kqkp_rule_39(board) {
        return -39;
    }
    if kqkp_rule_40(board) {
        return -40;
    }
    if kqkp_rule_41() {
        return 41;
    }
    0
}

/// The same as probe_rule for KQvKP by the squares of its men; without castling and en passant.
#[allow(dead_code, clippy::too_many_arguments)]
pub fn kqkp_rule(
    strong_king: u32,
    weak_king: u32,
    weak_pawn: u32,
    strong_queen: u32,
    strong_to_move: bool,
) -> i32 {
    let board = KqkpBoard {
        strong_king,
        weak_king,
        weak_pawn,
        strong_queen,
        occupied: bit(strong_king) | bit(weak_king) | bit(weak_pawn) | bit(strong_queen),
        kqkp_strong_attacks: Cell::new(None),
        kqkp_strong_queen_loose: Cell::new(None),
        kqkp_weak_king_moves: Cell::new(None),
        kqkp_strong_opposition_next: Cell::new(None),
    };
    if strong_to_move { kqkp_strong_to_move(&board) } else { kqkp_weak_to_move(&board) }
}

// KRvKR

#[allow(dead_code)]
struct KrkrBoard {
    us_king: u32,
    them_king: u32,
    us_rook: u32,
    them_rook: u32,
    occupied: u64,
    krkr_our_reach: Cell<Option<u64>>,
    krkr_our_rook_moves: Cell<Option<u64>>,
    krkr_safe_checks: Cell<Option<u64>>,
    krkr_them_attacks: Cell<Option<u64>>,
    krkr_driving_check: Cell<Option<bool>>,
    krkr_our_king_moves: Cell<Option<u64>>,
    krkr_attack_next: Cell<Option<bool>>,
    krkr_losing_rook: Cell<Option<bool>>,
    krkr_tight_move: Cell<Option<bool>>,
    krkr_their_safe_moves: Cell<Option<u64>>,
    krkr_opposition_next: Cell<Option<bool>>,
    krkr_their_checks: Cell<Option<u64>>,
    krkr_checker_touches_king: Cell<Option<bool>>,
    krkr_luring_check: Cell<Option<bool>>,
}

// What can move where.
fn krkr_our_reach(board: &KrkrBoard) -> u64 {
    if let Some(known) = board.krkr_our_reach.get() {
        return known;
    }
    let found = rook_attacks(board.us_rook, board.occupied);
    board.krkr_our_reach.set(Some(found));
    found
}

fn krkr_our_rook_moves(board: &KrkrBoard) -> u64 {
    if let Some(known) = board.krkr_our_rook_moves.get() {
        return known;
    }
    let found = krkr_our_reach(board) & !bit(board.us_king) & !bit(board.them_king);
    board.krkr_our_rook_moves.set(Some(found));
    found
}

// After our rook goes to x. Their king does not stop a check from going on behind it.
fn krkr_rest(board: &KrkrBoard) -> u64 {
    board.occupied & !bit(board.us_rook)
}

fn krkr_safe(board: &KrkrBoard, x: u32) -> bool {
    (has(king_attacks(board.us_king), x) || !has(king_attacks(board.them_king), x))
        && !has(rook_attacks(board.them_rook, krkr_rest(board)), x)
}

fn krkr_rook_takes(board: &KrkrBoard) -> bool {
    has(krkr_our_rook_moves(board), board.them_rook) && krkr_safe(board, board.them_rook)
}

fn krkr_king_takes(board: &KrkrBoard) -> bool {
    has(king_attacks(board.us_king), board.them_rook)
        && !has(king_attacks(board.them_king), board.them_rook)
        && (!has(king_attacks(board.them_king), board.us_rook)
            || has(king_attacks(board.them_rook), board.us_rook))
}

// 1, silent: "a rook can be taken"
// Our rook or king takes theirs for nothing: K+R v K wins.
fn krkr_rule_1(board: &KrkrBoard) -> bool {
    krkr_rook_takes(board) || krkr_king_takes(board)
}

fn krkr_safe_checks_anew(board: &KrkrBoard) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = krkr_our_rook_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if has(rook_attacks(x, krkr_rest(board)), board.them_king) && krkr_safe(board, x) {
            found |= bit(x);
        }
    }
    found
}

fn krkr_safe_checks(board: &KrkrBoard) -> u64 {
    if let Some(known) = board.krkr_safe_checks.get() {
        return known;
    }
    let found = krkr_safe_checks_anew(board);
    board.krkr_safe_checks.set(Some(found));
    found
}

fn krkr_flights(board: &KrkrBoard, x: u32) -> u64 {
    king_attacks(board.them_king) & !rook_attacks(x, krkr_rest(board) & !bit(board.them_king)) & !king_attacks(board.us_king) & !bit(board.them_rook)
}

// Their rook is lost if our rook has gone to x and their king to y.
fn krkr_hangs(board: &KrkrBoard, x: u32, y: u32) -> bool {
    (has(
                rook_attacks(x, (krkr_rest(board) & !bit(board.them_king)) | bit(y)),
                board.them_rook)
            || has(king_attacks(board.us_king), board.them_rook))
        && !has(king_attacks(y), board.them_rook)
}

fn krkr_winning_check_all_1(board: &KrkrBoard, x: u32) -> bool {
    let mut left: u64 = krkr_flights(board, x);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !krkr_hangs(board, x, y) {
            return false;
        }
    }
    true
}

fn krkr_blocks(board: &KrkrBoard, x: u32) -> u64 {
    rook_attacks(board.them_rook, krkr_rest(board) | bit(x)) & between(x, board.them_king)
}

fn krkr_winning_check(board: &KrkrBoard) -> bool {
    let mut left: u64 = krkr_safe_checks(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if krkr_winning_check_all_1(board, x)
            && (krkr_blocks(board, x) & king_attacks(board.them_king)) == 0x0_u64 {
            return true;
        }
    }
    false
}

// All squares that a side attacks, its own men included.
fn krkr_them_attacks(board: &KrkrBoard) -> u64 {
    if let Some(known) = board.krkr_them_attacks.get() {
        return known;
    }
    let found = king_attacks(board.them_king) | rook_attacks(board.them_rook, board.occupied);
    board.krkr_them_attacks.set(Some(found));
    found
}

// 2, silent: "check wins the rook"
// After a safe check their king cannot keep its rook covered: a skewer, a double attack with
// our king, or mate.
fn krkr_rule_2(board: &KrkrBoard) -> bool {
    krkr_winning_check(board)
        && !has(krkr_them_attacks(board), board.us_king)
        && manhattan(board.us_king, board.them_rook) > 2
}

// With our rook on x and their king on y, a check from z goes through to the rook.
fn krkr_skewers(board: &KrkrBoard, x: u32, y: u32) -> bool {
    let mut left: u64 = rook_attacks(x, (krkr_rest(board) & !bit(board.them_king)) | bit(y));
    while left != 0 {
        let z = first(left);
        left &= left - 1;
        if aligned(z, board.them_rook)
            && has(between(z, board.them_rook), y)
            && !has(king_attacks(y), z)
            && !has(
                rook_attacks(board.them_rook, (krkr_rest(board) & !bit(board.them_king)) | bit(y)),
                z) {
            return true;
        }
    }
    false
}

fn krkr_driving_check_all_1(board: &KrkrBoard, x: u32) -> bool {
    let mut left: u64 = krkr_flights(board, x);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !(krkr_hangs(board, x, y) || krkr_skewers(board, x, y)) {
            return false;
        }
    }
    true
}

fn krkr_driving_check_anew(board: &KrkrBoard) -> bool {
    let mut left: u64 = krkr_safe_checks(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if krkr_blocks(board, x) == 0x0_u64 && krkr_driving_check_all_1(board, x) {
            return true;
        }
    }
    false
}

fn krkr_driving_check(board: &KrkrBoard) -> bool {
    if let Some(known) = board.krkr_driving_check.get() {
        return known;
    }
    let found = krkr_driving_check_anew(board);
    board.krkr_driving_check.set(Some(found));
    found
}

// 3, silent: "check drives the king into a skewer"
// Wherever the king goes, it stands on a line with its rook and the next check goes through.
fn krkr_rule_3(board: &KrkrBoard) -> bool {
    krkr_driving_check(board)
        && distance(board.them_king, board.them_rook) > 3
        && !aligned(board.us_king, board.them_rook)
}

fn krkr_our_king_moves(board: &KrkrBoard) -> u64 {
    if let Some(known) = board.krkr_our_king_moves.get() {
        return known;
    }
    let found = king_attacks(board.us_king) & !king_attacks(board.them_king) & !rook_attacks(board.them_rook, board.occupied & !bit(board.us_king)) & !bit(board.us_rook);
    board.krkr_our_king_moves.set(Some(found));
    found
}

fn krkr_attack_next_anew(board: &KrkrBoard) -> bool {
    let mut left: u64 = krkr_our_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if has(king_attacks(y), board.them_rook) {
            return true;
        }
    }
    false
}

fn krkr_attack_next(board: &KrkrBoard) -> bool {
    if let Some(known) = board.krkr_attack_next.get() {
        return known;
    }
    let found = krkr_attack_next_anew(board);
    board.krkr_attack_next.set(Some(found));
    found
}

// 4, silent: "check drives the king, ours next to the rook"
// Our king shields or attacks the rook at close range while the checks come.
fn krkr_rule_4(board: &KrkrBoard) -> bool {
    krkr_driving_check(board)
        && manhattan(board.us_king, board.them_rook) <= 2
        && !krkr_attack_next(board)
        && distance(board.us_rook, board.them_king) > 2
}

// Our rook is lost when our king answers a check by going to y.
fn krkr_lost_after(board: &KrkrBoard, y: u32) -> bool {
    !has(king_attacks(y), board.us_rook)
        && (has(king_attacks(board.them_king), board.us_rook)
            || has(
                rook_attacks(board.them_rook, (board.occupied & !bit(board.us_king)) | bit(y)),
                board.us_rook))
}

fn krkr_losing_rook_all_1(board: &KrkrBoard) -> bool {
    let mut left: u64 = krkr_our_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !krkr_lost_after(board, y) {
            return false;
        }
    }
    true
}

fn krkr_losing_rook(board: &KrkrBoard) -> bool {
    if let Some(known) = board.krkr_losing_rook.get() {
        return known;
    }
    let found = has(krkr_them_attacks(board), board.us_king) && krkr_losing_rook_all_1(board);
    board.krkr_losing_rook.set(Some(found));
    found
}

// All squares that a side attacks, its own men included.
fn krkr_us_attacks(board: &KrkrBoard) -> u64 {
    king_attacks(board.us_king) | rook_attacks(board.us_rook, board.occupied)
}

// 5, silent: "check costs our rook"
// We are in check and every king move leaves our rook to be taken.
fn krkr_rule_5(board: &KrkrBoard) -> bool {
    krkr_losing_rook(board)
        && !has(krkr_us_attacks(board), board.them_rook)
        && !krkr_attack_next(board)
}

// 6, silent: "skewered"
// Our king stands between the rooks: when it steps out of check, the rook behind it falls.
fn krkr_rule_6(board: &KrkrBoard) -> bool {
    krkr_losing_rook(board) && has(between(board.us_rook, board.them_rook), board.us_king)
}

fn krkr_discovered_attack(board: &KrkrBoard) -> bool {
    let mut left: u64 = krkr_our_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if has(king_attacks(y), board.them_rook)
            && has(
                rook_attacks(board.us_rook, (board.occupied & !bit(board.us_king)) | bit(y)),
                board.them_king)
            && !has(krkr_our_reach(board), board.them_king) {
            return true;
        }
    }
    false
}

// 7, silent: "discovered check"
// The king steps at their rook and gives check with the rook behind it: the rook falls.
fn krkr_rule_7(board: &KrkrBoard) -> bool {
    krkr_discovered_attack(board) && distance(board.them_king, board.them_rook) > 2
}

fn krkr_tight_move_anew(board: &KrkrBoard) -> bool {
    let mut left: u64 = krkr_our_rook_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if krkr_safe(board, x) && !several(krkr_flights(board, x)) {
            return true;
        }
    }
    false
}

fn krkr_tight_move(board: &KrkrBoard) -> bool {
    if let Some(known) = board.krkr_tight_move.get() {
        return known;
    }
    let found = krkr_tight_move_anew(board);
    board.krkr_tight_move.set(Some(found));
    found
}

fn krkr_their_reach(board: &KrkrBoard) -> u64 {
    rook_attacks(board.them_rook, board.occupied)
}

fn krkr_their_rook_moves(board: &KrkrBoard) -> u64 {
    krkr_their_reach(board) & !bit(board.us_king) & !bit(board.them_king)
}

// Their rook's next move.
fn krkr_their_safe_moves_anew(board: &KrkrBoard) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = krkr_their_rook_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if (has(king_attacks(board.them_king), x) || !has(king_attacks(board.us_king), x))
            && !has(rook_attacks(board.us_rook, board.occupied & !bit(board.them_rook)), x) {
            found |= bit(x);
        }
    }
    found
}

fn krkr_their_safe_moves(board: &KrkrBoard) -> u64 {
    if let Some(known) = board.krkr_their_safe_moves.get() {
        return known;
    }
    let found = krkr_their_safe_moves_anew(board);
    board.krkr_their_safe_moves.set(Some(found));
    found
}

// 8, silent: "king boxed in at the edge"
// A safe rook move takes all but one square from a king on the edge, and their rook has few
// safe squares to come back from.
fn krkr_rule_8(board: &KrkrBoard) -> bool {
    krkr_tight_move(board)
        && edge_distance(board.them_king) == 0
        && distance(board.us_king, board.them_king) <= 3
        && count(krkr_their_safe_moves(board)) <= 5
}

// 9, silent: "king a knight's move away, rook beside ours"
// Our king next to their rook and a knight's move from theirs both attacks and threatens mate.
fn krkr_rule_9(board: &KrkrBoard) -> bool {
    distance(board.us_king, board.them_rook) <= 1
        && distance(board.us_king, board.them_king) == 2
        && manhattan(board.us_king, board.them_king) == 3
        && aligned(board.them_king, board.them_rook)
        && distance(board.us_king, board.us_rook) > 3
}

// Our king's next move.
fn krkr_opposition_next_anew(board: &KrkrBoard) -> bool {
    let mut left: u64 = krkr_our_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if distance(y, board.them_king) == 2 && aligned(y, board.them_king) {
            return true;
        }
    }
    false
}

fn krkr_opposition_next(board: &KrkrBoard) -> bool {
    if let Some(known) = board.krkr_opposition_next.get() {
        return known;
    }
    let found = krkr_opposition_next_anew(board);
    board.krkr_opposition_next.set(Some(found));
    found
}

// 10, silent: "opposition with the rook under the king"
// Our king takes the opposition at the edge with tempo on the rook.
fn krkr_rule_10(board: &KrkrBoard) -> bool {
    krkr_opposition_next(board)
        && edge_distance(board.them_king) == 0
        && manhattan(board.us_king, board.them_rook) <= 2
        && manhattan(board.us_king, board.them_king) > 3
}

fn krkr_forcing_check(board: &KrkrBoard) -> bool {
    let mut left: u64 = krkr_safe_checks(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if krkr_blocks(board, x) == 0x0_u64 && !several(krkr_flights(board, x)) {
            return true;
        }
    }
    false
}

// 11, silent: "forcing check near the rook"
// A check that leaves one reply gains the tempo to attack the rook.
fn krkr_rule_11(board: &KrkrBoard) -> bool {
    krkr_forcing_check(board)
        && !has(krkr_them_attacks(board), board.us_king)
        && distance(board.them_king, board.them_rook) <= 3
        && manhattan(board.us_king, board.them_rook) <= 4
}

fn krkr_their_checks_anew(board: &KrkrBoard) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = krkr_their_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if has(rook_attacks(x, board.occupied & !bit(board.them_rook)), board.us_king) {
            found |= bit(x);
        }
    }
    found
}

fn krkr_their_checks(board: &KrkrBoard) -> u64 {
    if let Some(known) = board.krkr_their_checks.get() {
        return known;
    }
    let found = krkr_their_checks_anew(board);
    board.krkr_their_checks.set(Some(found));
    found
}

fn krkr_mating_check(board: &KrkrBoard) -> bool {
    let mut left: u64 = krkr_their_checks(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if (king_attacks(board.us_king) & !rook_attacks(x, board.occupied & !bit(board.them_rook) & !bit(board.us_king)) & !king_attacks(board.them_king) & !bit(board.us_rook)) == 0x0_u64 {
            return true;
        }
    }
    false
}

// 12, silent: "mate threatened"
// Their next check mates, and we have no safe check to begin with.
fn krkr_rule_12(board: &KrkrBoard) -> bool {
    krkr_mating_check(board)
        && krkr_safe_checks(board) == 0x0_u64
        && distance(board.us_rook, board.them_king) <= 2
}

fn krkr_checker_touches_king(board: &KrkrBoard) -> bool {
    if let Some(known) = board.krkr_checker_touches_king.get() {
        return known;
    }
    let found = has(krkr_them_attacks(board), board.us_king)
        && distance(board.us_rook, board.them_king) <= 1;
    board.krkr_checker_touches_king.set(Some(found));
    found
}

// 13, silent: "our rook is touched in check"
// In check, with our rook next to their king and no closer to ours than theirs is: it may be
// left behind.
fn krkr_rule_13(board: &KrkrBoard) -> bool {
    krkr_checker_touches_king(board)
        && distance(board.us_king, board.us_rook) <= distance(board.us_king, board.them_rook)
        && distance(board.them_king, board.them_rook) > 3
}

// 14, silent: "our rook is touched in check, unguarded"
// In check, with our rook next to their king and our king not next to it.
fn krkr_rule_14(board: &KrkrBoard) -> bool {
    krkr_checker_touches_king(board)
        && !has(king_attacks(board.us_king), board.us_rook)
        && distance(board.them_rook, board.us_king) >= distance(board.them_rook, board.them_king)
        && between(board.them_king, board.them_rook) != 0x0_u64
        && !same_diagonal(board.us_king, board.us_rook)
}

// 15, silent: "check at the edge, kings close"
// In check from the edge with the kings in contact, a mating net can be a move away.
fn krkr_rule_15(board: &KrkrBoard) -> bool {
    has(krkr_them_attacks(board), board.us_king)
        && manhattan(board.us_king, board.them_king) <= 2
        && edge_distance(board.them_rook) == 0
        && distance(board.them_king, board.them_rook) <= 3
}

// 16, silent: "check with one way out, our rook in a corner region"
// A forced king move, and our rook far from the play at the corner.
fn krkr_rule_16(board: &KrkrBoard) -> bool {
    has(krkr_them_attacks(board), board.us_king)
        && !several(krkr_our_king_moves(board))
        && corner_distance(board.us_rook) <= 1
        && manhattan(board.us_king, board.them_king) <= 3
}

// 17, silent: "king between the rooks"
// Our king shields its rook; their king is near and their rook has no check, so we may gain a
// tempo on it.
fn krkr_rule_17(board: &KrkrBoard) -> bool {
    has(between(board.us_rook, board.them_rook), board.us_king)
        && krkr_their_checks(board) == 0x0_u64
        && manhattan(board.us_king, board.them_king) <= 3
        && distance(board.them_king, board.them_rook) > 2
}

// 18, silent: "king with one flight square beside its rook"
// Their king guards the rook and has but one square to go: a waiting check breaks the guard.
fn krkr_rule_18(board: &KrkrBoard) -> bool {
    !several(krkr_flights(board, board.us_rook))
        && distance(board.them_king, board.them_rook) <= 1
        && manhattan(board.us_king, board.them_king) <= 4
        && edge_distance(board.us_king) > 1
}

// 19, silent: "their rook hemmed in"
// Their rook has at most one safe move and our king is as near to it as theirs.
fn krkr_rule_19(board: &KrkrBoard) -> bool {
    !several(krkr_their_safe_moves(board))
        && distance(board.them_rook, board.us_king) <= distance(board.them_rook, board.them_king)
        && distance(board.us_rook, board.them_king) > 5
        && corner_distance(board.us_king) > 2
}

fn krkr_luring_check_all_1(board: &KrkrBoard, x: u32) -> bool {
    let mut left: u64 = krkr_flights(board, x);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !(aligned(y, board.them_rook) && !has(king_attacks(board.them_rook), y)) {
            return false;
        }
    }
    true
}

fn krkr_luring_check_anew(board: &KrkrBoard) -> bool {
    let mut left: u64 = krkr_safe_checks(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if krkr_blocks(board, x) == 0x0_u64 && krkr_luring_check_all_1(board, x) {
            return true;
        }
    }
    false
}

fn krkr_luring_check(board: &KrkrBoard) -> bool {
    if let Some(known) = board.krkr_luring_check.get() {
        return known;
    }
    let found = krkr_luring_check_anew(board);
    board.krkr_luring_check.set(Some(found));
    found
}

// 20, silent: "lured in front of the rook"
// A check leaves only squares on a line with their rook, and our king is boxed in itself, so
// the race decides.
fn krkr_rule_20(board: &KrkrBoard) -> bool {
    krkr_luring_check(board)
        && count(krkr_our_king_moves(board)) <= 2
        && distance(board.them_rook, board.us_king) > distance(board.them_rook, board.them_king)
        && distance(board.us_king, board.them_king) <= 3
}

// 21, silent: "lured in front of the rook from afar"
// A check leaves only squares on a line with their rook, the kings at some distance.
fn krkr_rule_21(board: &KrkrBoard) -> bool {
    krkr_luring_check(board)
        && count(krkr_our_king_moves(board)) <= 3
        && distance(board.us_king, board.them_king) < distance(board.us_king, board.them_rook)
        && manhattan(board.us_king, board.them_king) > 4
}

// 22, silent: "opposition and a tight net"
// Our king can take the opposition while a rook move takes all but one flight square.
fn krkr_rule_22(board: &KrkrBoard) -> bool {
    krkr_tight_move(board)
        && krkr_opposition_next(board)
        && count(krkr_flights(board, board.us_rook)) > 3
        && edge_distance(board.us_king) > 1
}

// 23, silent: "rook in the corner under attack"
// A cornered rook with our king close may have no good square; ours in a corner does not cover
// the checks.
fn krkr_rule_23(board: &KrkrBoard) -> bool {
    corner_distance(board.them_rook) == 0
        && manhattan(board.us_king, board.them_rook) <= 3
        && corner_distance(board.us_rook) <= 1
        && distance(board.us_king, board.us_rook) <= 4
}

// 24, silent: "rook beside the corner, kings apart"
// Our king attacks a rook at the corner that its king is too far away to help.
fn krkr_rule_24(board: &KrkrBoard) -> bool {
    corner_distance(board.them_rook) <= 1
        && manhattan(board.us_king, board.them_rook) <= 2
        && distance(board.them_rook, board.us_king) >= distance(board.them_rook, board.them_king)
        && manhattan(board.us_king, board.them_king) > 4
}

// 25, silent: "king in the corner, checks at hand"
// A cornered king close to ours can be mated by a second check.
fn krkr_rule_25(board: &KrkrBoard) -> bool {
    corner_distance(board.them_king) == 0
        && edge_distance(board.them_rook) > 2
        && manhattan(board.us_king, board.them_king) <= 3
        && several(krkr_safe_checks(board))
}

// 26, silent: "king in the corner, rook near ours"
// A cornered king whose rook stays close has no room to give up checks.
fn krkr_rule_26(board: &KrkrBoard) -> bool {
    corner_distance(board.them_king) == 0
        && krkr_safe_checks(board) == 0x0_u64
        && distance(board.us_king, board.them_rook) <= 2
        && manhattan(board.them_king, board.them_rook) <= 3
}

// 27, draw: "nothing is loose"
// No rook falls, no check gains anything and no king is in a net: the defender keeps checking
// or keeps his rook at a distance, and with rook against rook that holds.
fn krkr_rule_27() -> bool {
    true
}

fn krkr_either_to_move(board: &KrkrBoard) -> i32 {
    if krkr_rule_1(board) {
        return -1;
    }
    if krkr_rule_2(board) {
        return -2;
    }
    if krkr_rule_3(board) {
        return -3;
    }
    if krkr_rule_4(board) {
        return -4;
    }
    if krkr_rule_5(board) {
        return -5;
    }
    if krkr_rule_6(board) {
        return -6;
    }
    if krkr_rule_7(board) {
        return -7;
    }
    if krkr_rule_8(board) {
        return -8;
    }
    if krkr_rule_9(board) {
        return -9;
    }
    if krkr_rule_10(board) {
        return -10;
    }
    if krkr_rule_11(board) {
        return -11;
    }
    if krkr_rule_12(board) {
        return -12;
    }
    if krkr_rule_13(board) {
        return -13;
    }
    if krkr_rule_14(board) {
        return -14;
    }
    if krkr_rule_15(board) {
        return -15;
    }
    if krkr_rule_16(board) {
        return -16;
    }
    if krkr_rule_17(board) {
        return -17;
    }
    if krkr_rule_18(board) {
        return -18;
    }
    if krkr_rule_19(board) {
        return -19;
    }
    if krkr_rule_20(board) {
        return -20;
    }
    if krkr_rule_21(board) {
        return -21;
    }
    if krkr_rule_22(board) {
        return -22;
    }
    if krkr_rule_23(board) {
        return -23;
    }
    if krkr_rule_24(board) {
        return -24;
    }
    if krkr_rule_25(board) {
        return -25;
    }
    if krkr_rule_26(board) {
        return -26;
    }
    if krkr_rule_27() {
        return 27;
    }
    0
}

/// The same as probe_rule for KRvKR by the squares of its men; without castling and en passant.
#[allow(dead_code, clippy::too_many_arguments)]
pub fn krkr_rule(us_king: u32, them_king: u32, us_rook: u32, them_rook: u32) -> i32 {
    let board = KrkrBoard {
        us_king,
        them_king,
        us_rook,
        them_rook,
        occupied: bit(us_king) | bit(them_king) | bit(us_rook) | bit(them_rook),
        krkr_our_reach: Cell::new(None),
        krkr_our_rook_moves: Cell::new(None),
        krkr_safe_checks: Cell::new(None),
        krkr_them_attacks: Cell::new(None),
        krkr_driving_check: Cell::new(None),
        krkr_our_king_moves: Cell::new(None),
        krkr_attack_next: Cell::new(None),
        krkr_losing_rook: Cell::new(None),
        krkr_tight_move: Cell::new(None),
        krkr_their_safe_moves: Cell::new(None),
        krkr_opposition_next: Cell::new(None),
        krkr_their_checks: Cell::new(None),
        krkr_checker_touches_king: Cell::new(None),
        krkr_luring_check: Cell::new(None),
    };
    krkr_either_to_move(&board)
}

// KRvKN

#[allow(dead_code)]
struct KrknBoard {
    strong_king: u32,
    weak_king: u32,
    weak_knight: u32,
    strong_rook: u32,
    occupied: u64,
    krkn_strong_attacks: Cell<Option<u64>>,
    krkn_weak_knight_safe_moves: Cell<Option<u64>>,
    krkn_strong_king_moves: Cell<Option<u64>>,
    krkn_weak_attacks: Cell<Option<u64>>,
    krkn_weak_king_moves: Cell<Option<u64>>,
    krkn_strong_rook_loose: Cell<Option<bool>>,
}

// All squares that a side attacks, its own men included.
fn krkn_strong_attacks(board: &KrknBoard) -> u64 {
    if let Some(known) = board.krkn_strong_attacks.get() {
        return known;
    }
    let found = king_attacks(board.strong_king) | rook_attacks(board.strong_rook, board.occupied);
    board.krkn_strong_attacks.set(Some(found));
    found
}

fn krkn_weak_knight_moves(board: &KrknBoard) -> u64 {
    knight_attacks(board.weak_knight) & !board.occupied
}

fn krkn_weak_knight_is_safe(board: &KrknBoard, x: u32) -> bool {
    !has(rook_attacks(board.strong_rook, board.occupied & !bit(board.weak_knight)), x)
        && (!has(king_attacks(board.strong_king), x) || has(king_attacks(board.weak_king), x))
}

fn krkn_weak_knight_safe_moves_anew(board: &KrknBoard) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = krkn_weak_knight_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if krkn_weak_knight_is_safe(board, x) {
            found |= bit(x);
        }
    }
    found
}

fn krkn_weak_knight_safe_moves(board: &KrknBoard) -> u64 {
    if let Some(known) = board.krkn_weak_knight_safe_moves.get() {
        return known;
    }
    let found = krkn_weak_knight_safe_moves_anew(board);
    board.krkn_weak_knight_safe_moves.set(Some(found));
    found
}

fn krkn_weak_knight_free_moves_any_1(board: &KrknBoard, x: u32) -> bool {
    let mut left: u64 = knight_attacks(x) & !board.occupied;
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !(has(king_attacks(board.strong_king), y)
            || has(
                rook_attacks(board.strong_rook, board.occupied & !bit(board.weak_knight)), y)) {
            return true;
        }
    }
    false
}

// Safe moves after which the knight still has an unattacked square to go on to: it is not
// trapped.
fn krkn_weak_knight_free_moves(board: &KrknBoard) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = krkn_weak_knight_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if krkn_weak_knight_free_moves_any_1(board, x) {
            found |= bit(x);
        }
    }
    found
}

// 1, draw: "knight unattacked near its free king"
// A knight near a king off the edge and off the rook's lines has two safe moves that lead on.
// spots 1,038,192 draws; as in 8/8/8/8/R7/8/3k4/K1n5 w - - 0 1
fn krkn_rule_1(board: &KrknBoard) -> bool {
    distance(board.weak_king, board.weak_knight) <= 2
        && manhattan(board.strong_king, board.weak_king) > 3
        && edge_distance(board.weak_king) > 0
        && corner_distance(board.weak_knight) > 0
        && !aligned(board.strong_rook, board.weak_king)
        && !has(krkn_strong_attacks(board), board.weak_knight)
        && several(krkn_weak_knight_free_moves(board))
}

fn krkn_rule_2_any_1(board: &KrknBoard) -> bool {
    let mut left: u64 = krkn_weak_knight_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if distance(x, board.weak_king) <= 2 {
            return true;
        }
    }
    false
}

// The strong king's safe moves, and whether one of them takes an uncovered knight and keeps the
// rook.
fn krkn_strong_king_moves(board: &KrknBoard) -> u64 {
    if let Some(known) = board.krkn_strong_king_moves.get() {
        return known;
    }
    let found = king_attacks(board.strong_king) & !(bit(board.strong_king) | bit(board.strong_rook)) & !king_attacks(board.weak_king) & !knight_attacks(board.weak_knight);
    board.krkn_strong_king_moves.set(Some(found));
    found
}

fn krkn_strong_king_wins_knight(board: &KrknBoard) -> bool {
    has(krkn_strong_king_moves(board), board.weak_knight)
        && !(has(king_attacks(board.weak_king), board.strong_rook)
            && !has(king_attacks(board.weak_knight), board.strong_rook))
}

fn krkn_strong_rook_is_safe(board: &KrknBoard, x: u32) -> bool {
    !has(knight_attacks(board.weak_knight), x)
        && (!has(king_attacks(board.weak_king), x) || has(king_attacks(board.strong_king), x))
}

fn krkn_strong_rook_takes_knight(board: &KrknBoard) -> bool {
    has(rook_attacks(board.strong_rook, board.occupied), board.weak_knight)
        && krkn_strong_rook_is_safe(board, board.weak_knight)
}

// The rook's moves: safe ones are not to be taken for nothing.
fn krkn_strong_rook_moves(board: &KrknBoard) -> u64 {
    rook_attacks(board.strong_rook, board.occupied) & !board.occupied
}

fn krkn_strong_rook_safe_moves(board: &KrknBoard) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = krkn_strong_rook_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if krkn_strong_rook_is_safe(board, x) {
            found |= bit(x);
        }
    }
    found
}

fn krkn_strong_rook_safe_checks(board: &KrknBoard) -> u64 {
    krkn_strong_rook_safe_moves(board) & rook_attacks(board.weak_king, board.occupied & !bit(board.strong_rook))
}

fn krkn_strong_rook_is_blocked(board: &KrknBoard, x: u32) -> bool {
    let mut left: u64 = between(x, board.weak_king);
    while left != 0 {
        let z = first(left);
        left &= left - 1;
        if has(knight_attacks(board.weak_knight), z) {
            return true;
        }
    }
    false
}

// After the rook goes to x: the squares it leaves to the weak king, and whether the knight can
// step between.
fn krkn_strong_rook_leaves(board: &KrknBoard, x: u32) -> u64 {
    king_attacks(board.weak_king) & !(bit(board.weak_king) | bit(board.weak_knight)) & !king_attacks(board.strong_king) & !rook_attacks(x, board.occupied & !bit(board.strong_rook) & !bit(board.weak_king))
}

// With the rook on x and the weak king on y, the knight hangs.
fn krkn_strong_rook_wins_a_man(board: &KrknBoard, x: u32, y: u32) -> bool {
    (has(
                rook_attacks(x, (board.occupied & !bit(board.strong_rook) & !bit(board.weak_king)) | bit(x) | bit(y)),
                board.weak_knight)
            || has(king_attacks(board.strong_king), board.weak_knight))
        && !has(king_attacks(y), board.weak_knight)
}

fn krkn_strong_rook_winning_check_all_1(board: &KrknBoard, x: u32) -> bool {
    let mut left: u64 = krkn_strong_rook_leaves(board, x);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !krkn_strong_rook_wins_a_man(board, x, y) {
            return false;
        }
    }
    true
}

// A safe check after which the knight hangs wherever the king goes.
fn krkn_strong_rook_winning_check(board: &KrknBoard) -> bool {
    let mut left: u64 = krkn_strong_rook_safe_checks(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if !krkn_strong_rook_is_blocked(board, x)
            && krkn_strong_rook_winning_check_all_1(board, x) {
            return true;
        }
    }
    false
}

fn krkn_strong_wins_a_man(board: &KrknBoard) -> bool {
    krkn_strong_king_wins_knight(board)
        || krkn_strong_rook_takes_knight(board)
        || krkn_strong_rook_winning_check(board)
}

// 2, draw: "knight near home, nothing hangs"
// A safe square near its king, the strong king not near, and nothing wins the knight at once.
// spots 473,864 draws; as in 8/8/8/8/8/8/4R3/K1nk4 w - - 0 1
fn krkn_rule_2(board: &KrknBoard) -> bool {
    corner_distance(board.weak_king) > 1
        && corner_distance(board.weak_knight) > 1
        && !aligned(board.strong_rook, board.weak_king)
        && (distance(board.strong_king, board.strong_rook) - distance(board.weak_king, board.strong_rook)) > -6
        && (distance(board.weak_king, board.weak_knight) - distance(board.strong_king, board.weak_king)) <= -2
        && (manhattan(board.strong_rook, board.weak_knight) + manhattan(board.weak_knight, board.weak_king)) != manhattan(board.strong_rook, board.weak_king)
        && krkn_rule_2_any_1(board)
        && !krkn_strong_wins_a_man(board)
}

fn krkn_rule_3_any_1(board: &KrknBoard) -> bool {
    let mut left: u64 = krkn_strong_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if has(king_attacks(y), board.weak_knight) {
            return true;
        }
    }
    false
}

// 3, draw: "king and knight off the edge"
// Both stand off the edge; the rook does not hit the knight and no king move attacks it.
// spots 150,192 draws; as in 8/8/8/8/8/8/2kn4/KR6 w - - 0 1
fn krkn_rule_3(board: &KrknBoard) -> bool {
    distance(board.weak_king, board.weak_knight) <= 2
        && edge_distance(board.weak_king) > 0
        && edge_distance(board.weak_knight) > 0
        && !has(rook_attacks(board.strong_rook, board.occupied), board.weak_knight)
        && !krkn_rule_3_any_1(board)
}

// All squares that a side attacks, its own men included.
fn krkn_weak_attacks(board: &KrknBoard) -> u64 {
    if let Some(known) = board.krkn_weak_attacks.get() {
        return known;
    }
    let found = king_attacks(board.weak_king) | knight_attacks(board.weak_knight);
    board.krkn_weak_attacks.set(Some(found));
    found
}

fn krkn_weak_knight_loose(board: &KrknBoard) -> bool {
    has(krkn_strong_attacks(board), board.weak_knight)
        && !has(krkn_weak_attacks(board), board.weak_knight)
}

// 4, draw: "weak king nearer, no skewer line"
// The weak king is two steps nearer; the knight is not loose, nor far off on a line with it.
// spots 325,512 draws; as in 8/8/8/8/8/8/4R3/K2kn3 w - - 0 1
fn krkn_rule_4(board: &KrknBoard) -> bool {
    corner_distance(board.weak_king) > 2
        && corner_distance(board.weak_knight) > 1
        && !aligned(board.strong_rook, board.weak_king)
        && between(board.weak_king, board.weak_knight) == 0x0_u64
        && (distance(board.strong_king, board.weak_knight) - distance(board.weak_king, board.weak_knight)) > 1
        && !krkn_weak_knight_loose(board)
}

// 5, silent: "strong king near the astray knight"
// White may win a knight its king is at most two steps nearer to, or be mated in the corner.
// decides 4,634,672 wins and losses and 2,705,408 draws; as in 8/8/8/8/8/8/1R6/Knk5 w - - 0 1
fn krkn_rule_5(board: &KrknBoard) -> bool {
    manhattan(board.strong_king, board.strong_rook) <= 12
        && (edge_distance(board.strong_king) - edge_distance(board.weak_king)) > -3
        && (distance(board.strong_king, board.weak_knight) - distance(board.weak_king, board.weak_knight)) <= 2
        && (distance(board.weak_king, board.weak_knight) - distance(board.strong_king, board.weak_king)) > -3
}

// 6, silent: "knight near the edge, king off"
// White may win a knight on or next to the edge; its king is at most three steps nearer to it.
// decides 306,608 wins and losses and 352,800 draws; as in 8/7R/8/8/8/8/8/Knk5 w - - 0 1
fn krkn_rule_6(board: &KrknBoard) -> bool {
    edge_distance(board.weak_knight) <= 1
        && (distance(board.strong_king, board.weak_knight) - distance(board.weak_king, board.weak_knight)) <= 3
        && (distance(board.weak_king, board.weak_knight) - distance(board.strong_king, board.weak_king)) > -4
}

// 7, silent: "rook takes the loose knight"
// The rook attacks a knight that its king does not cover: White takes it and wins.
// decides 233,840 wins and losses and 0 draws; as in 8/8/8/8/8/5n2/5R2/K2k4 w - - 0 1
fn krkn_rule_7(board: &KrknBoard) -> bool {
    distance(board.weak_king, board.weak_knight) > 1
        && has(rook_attacks(board.strong_rook, board.occupied), board.weak_knight)
}

// 8, silent: "king and knight on one line"
// White may win a knight three to five from its king on a rank or file, by skewer or fork.
// decides 35,416 wins and losses and 8,248 draws; as in 8/7R/8/8/2n5/8/8/K1k5 w - - 0 1
fn krkn_rule_8(board: &KrknBoard) -> bool {
    distance(board.strong_rook, board.weak_king) > 1
        && distance(board.weak_king, board.weak_knight) > 2
        && manhattan(board.weak_king, board.weak_knight) <= 5
        && between(board.weak_king, board.weak_knight) != 0x0_u64
}

// 9, silent: "knight on the rook's side"
// A fitted bound: a knight on the rook's side of its king falls in a few deep wins.
// decides 392 wins and losses and 50,316 draws; as in 6R1/8/8/3n4/8/8/8/K1k5 w - - 0 1
fn krkn_rule_9(board: &KrknBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 5
        && manhattan(board.strong_rook, board.weak_knight) <= 7
        && between(board.weak_king, board.weak_knight) == 0x0_u64
        && (distance(board.strong_king, board.weak_king) + distance(board.weak_king, board.weak_knight)) != distance(board.strong_king, board.weak_knight)
        && (manhattan(board.strong_rook, board.weak_knight) + manhattan(board.weak_knight, board.weak_king)) == manhattan(board.strong_rook, board.weak_king)
}

// 10, draw: "no danger, strong to move"
// None of the dangers above is there.
fn krkn_rule_10() -> bool {
    true
}

// 11, draw: "knight nearer home, three moves"
// The knight is nearer to its king than the strong king is, with three safe moves; no check.
// spots 2,505,572 draws; as in 8/8/8/8/1R6/8/8/Knk5 b - - 0 1
fn krkn_rule_11(board: &KrknBoard) -> bool {
    corner_distance(board.weak_king) > 1
        && !aligned(board.strong_rook, board.weak_king)
        && (distance(board.strong_king, board.weak_knight) - distance(board.weak_king, board.weak_knight)) > -4
        && (distance(board.weak_king, board.weak_knight) - distance(board.strong_king, board.weak_king)) <= -1
        && (distance(board.weak_king, board.strong_rook) + distance(board.strong_rook, board.weak_knight)) != distance(board.weak_king, board.weak_knight)
        && krkn_strong_king_moves(board) != 0x0_u64
        && count(krkn_weak_knight_safe_moves(board)) > 2
}

// The weak king's and the knight's moves, checks, and forks of king and rook.
fn krkn_weak_king_moves(board: &KrknBoard) -> u64 {
    if let Some(known) = board.krkn_weak_king_moves.get() {
        return known;
    }
    let found = king_attacks(board.weak_king) & !(bit(board.weak_king) | bit(board.weak_knight)) & !king_attacks(board.strong_king) & !rook_attacks(board.strong_rook, board.occupied & !bit(board.weak_king));
    board.krkn_weak_king_moves.set(Some(found));
    found
}

// 12, draw: "strong king far from the knight"
// The strong king is over three steps from the knight, the weak one two nearer; no check.
// spots 1,326,260 draws; as in 8/8/8/8/8/8/R7/K1k1n3 b - - 0 1
fn krkn_rule_12(board: &KrknBoard) -> bool {
    distance(board.strong_king, board.weak_knight) > 3
        && manhattan(board.strong_rook, board.weak_knight) > 2
        && !aligned(board.strong_rook, board.weak_king)
        && (distance(board.strong_king, board.weak_knight) - distance(board.weak_king, board.weak_knight)) > 1
        && krkn_weak_king_moves(board) != 0x0_u64
}

// 13, draw: "king free in the open"
// An unattacked knight has two safe moves, and its king, off the edge, seven or more.
// spots 347,604 draws; as in 8/8/8/8/1R6/8/3k4/K1n5 b - - 0 1
fn krkn_rule_13(board: &KrknBoard) -> bool {
    manhattan(board.weak_king, board.weak_knight) <= 7
        && (distance(board.weak_king, board.weak_knight) - distance(board.strong_king, board.weak_king)) <= 1
        && !has(krkn_strong_attacks(board), board.weak_knight)
        && count(krkn_weak_king_moves(board)) > 6
        && several(krkn_weak_knight_safe_moves(board))
}

fn krkn_weak_knight_safe_checks(board: &KrknBoard) -> u64 {
    krkn_weak_knight_safe_moves(board) & knight_attacks(board.strong_king)
}

fn krkn_weak_knight_check_hits_rook(board: &KrknBoard) -> bool {
    (krkn_weak_knight_safe_checks(board) & knight_attacks(board.strong_rook)) != 0x0_u64
}

// 14, draw: "knight forks king and rook"
// A safe check of the knight hits the rook as well, which falls, at worst for the knight.
// spots 220,464 draws; as in 8/8/8/8/8/4R3/8/K1k1n3 b - - 0 1
fn krkn_rule_14(board: &KrknBoard) -> bool {
    !has(between(board.strong_rook, board.weak_king), board.weak_knight)
        && !has(krkn_strong_attacks(board), board.weak_king)
        && krkn_weak_knight_check_hits_rook(board)
}

// Attacked and not covered.
fn krkn_strong_rook_loose(board: &KrknBoard) -> bool {
    if let Some(known) = board.krkn_strong_rook_loose.get() {
        return known;
    }
    let found = has(krkn_weak_attacks(board), board.strong_rook)
        && !has(krkn_strong_attacks(board), board.strong_rook);
    board.krkn_strong_rook_loose.set(Some(found));
    found
}

// 15, silent: "strong king first at the knight"
// White may win a knight the strong king is as near to as its own; in a corner Black may mate.
// decides 1,220,340 wins and losses and 2,964,844 draws; as in 8/8/8/8/8/8/8/Knk1R3 b - - 0 1
fn krkn_rule_15(board: &KrknBoard) -> bool {
    !has(knight_attacks(board.weak_knight), board.strong_rook)
        && (distance(board.strong_king, board.weak_knight) - distance(board.weak_king, board.weak_knight)) <= 0
        && (distance(board.weak_king, board.weak_knight) - distance(board.strong_king, board.weak_king)) > -2
        && (manhattan(board.strong_king, board.weak_king) + manhattan(board.weak_king, board.weak_knight)) != manhattan(board.strong_king, board.weak_knight)
        && !krkn_strong_rook_loose(board)
}

// 16, silent: "edge knight, king short of moves"
// White may win a knight on or next to the edge when its king has four moves at most.
// decides 36,684 wins and losses and 291,488 draws; as in 8/8/6n1/8/8/8/8/K1k3R1 b - - 0 1
fn krkn_rule_16(board: &KrknBoard) -> bool {
    manhattan(board.strong_king, board.strong_rook) > 2
        && edge_distance(board.weak_knight) <= 1
        && (distance(board.strong_king, board.weak_knight) - distance(board.weak_king, board.weak_knight)) <= 1
        && !has(krkn_weak_attacks(board), board.strong_rook)
        && count(krkn_weak_king_moves(board)) <= 4
}

// 17, silent: "far knight on the rook's line"
// White may win a knight on the rook's rank or file that stands three or more from its king.
// decides 36,512 wins and losses and 151,912 draws; as in 8/8/8/8/8/8/8/KRk2n2 b - - 0 1
fn krkn_rule_17(board: &KrknBoard) -> bool {
    distance(board.weak_king, board.weak_knight) > 2
        && aligned(board.strong_rook, board.weak_knight)
        && (manhattan(board.strong_king, board.weak_knight) + manhattan(board.weak_knight, board.weak_king)) != manhattan(board.strong_king, board.weak_king)
        && !krkn_strong_rook_loose(board)
        && count(krkn_weak_king_moves(board)) <= 5
}

// 18, silent: "cornered knight, strong king near"
// White may trap a knight in or next to the corner, its king three steps nearer at most.
// decides 20,208 wins and losses and 296,948 draws; as in 8/8/8/8/8/8/6R1/K1k4n b - - 0 1
fn krkn_rule_18(board: &KrknBoard) -> bool {
    manhattan(board.weak_king, board.weak_knight) <= 8
        && edge_distance(board.weak_king) <= 2
        && corner_distance(board.weak_knight) <= 1
        && (distance(board.strong_king, board.weak_knight) - distance(board.weak_king, board.weak_knight)) <= 3
        && !krkn_strong_rook_loose(board)
}

// 19, silent: "rook lined up with king, knight"
// The rook is on lines with king and knight, far apart: White may win by fork, skewer or pin.
// decides 49,768 wins and losses and 5,112 draws; as in 8/8/8/8/8/8/8/KRn2k2 b - - 0 1
fn krkn_rule_19(board: &KrknBoard) -> bool {
    distance(board.strong_rook, board.weak_king) > 1
        && distance(board.weak_king, board.weak_knight) > 2
        && aligned(board.strong_rook, board.weak_king)
        && aligned(board.strong_rook, board.weak_knight)
}

// 20, silent: "rook near the far knight"
// A fitted bound: White may win a far-off knight, the rook near it on its colour.
// decides 1,064 wins and losses and 23,608 draws; as in 8/8/8/3n4/2R5/8/8/K1k5 b - - 0 1
fn krkn_rule_20(board: &KrknBoard) -> bool {
    distance(board.strong_rook, board.weak_knight) <= 3
        && distance(board.weak_king, board.weak_knight) > 3
        && manhattan(board.weak_king, board.weak_knight) <= 6
        && same_color(board.strong_rook, board.weak_knight)
        && between(board.strong_rook, board.weak_king) != 0x0_u64
}

fn krkn_rule_21_all_1(board: &KrknBoard) -> bool {
    let mut left: u64 = krkn_weak_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !has(0xff818181818181ff_u64, y) {
            return false;
        }
    }
    true
}

// 21, silent: "king held to a corner edge"
// The weak king can go only along the edge by a corner: White may win, or the knight may mate.
// decides 208 wins and losses and 14,048 draws; as in 8/8/8/8/8/8/R2n4/K1k5 b - - 0 1
fn krkn_rule_21(board: &KrknBoard) -> bool {
    distance(board.strong_king, board.strong_rook) <= 2
        && manhattan(board.strong_king, board.weak_king) <= 5
        && corner_distance(board.weak_king) <= 2
        && !has(knight_attacks(board.weak_knight), board.strong_rook)
        && krkn_rule_21_all_1(board)
}

// 22, silent: "knight at the edge, hunted"
// White may win a knight on the edge, rook and king close to it and its own king far away.
// decides 48 wins and losses and 456 draws; as in 8/4k3/8/8/1R6/n7/8/2K5 b - - 0 1
fn krkn_rule_22(board: &KrknBoard) -> bool {
    distance(board.strong_king, board.weak_knight) <= 3
        && distance(board.strong_rook, board.weak_knight) <= 1
        && manhattan(board.weak_king, board.weak_knight) > 7
        && edge_distance(board.weak_knight) <= 0
}

// 23, draw: "no danger, weak to move"
// None of the dangers above is there.
fn krkn_rule_23() -> bool {
    true
}

fn krkn_strong_to_move(board: &KrknBoard) -> i32 {
    if krkn_rule_1(board) {
        return 1;
    }
    if krkn_rule_2(board) {
        return 2;
    }
    if krkn_rule_3(board) {
        return 3;
    }
    if krkn_rule_4(board) {
        return 4;
    }
    if krkn_rule_5(board) {
        return -5;
    }
    if krkn_rule_6(board) {
        return -6;
    }
    if krkn_rule_7(board) {
        return -7;
    }
    if krkn_rule_8(board) {
        return -8;
    }
    if krkn_rule_9(board) {
        return -9;
    }
    if krkn_rule_10() {
        return 10;
    }
    0
}

fn krkn_weak_to_move(board: &KrknBoard) -> i32 {
    if krkn_rule_11(board) {
        return 11;
    }
    if krkn_rule_12(board) {
        return 12;
    }
    if krkn_rule_13(board) {
        return 13;
    }
    if krkn_rule_14(board) {
        return 14;
    }
    if krkn_rule_15(board) {
        return -15;
    }
    if krkn_rule_16(board) {
        return -16;
    }
    if krkn_rule_17(board) {
        return -17;
    }
    if krkn_rule_18(board) {
        return -18;
    }
    if krkn_rule_19(board) {
        return -19;
    }
    if krkn_rule_20(board) {
        return -20;
    }
    if krkn_rule_21(board) {
        return -21;
    }
    if krkn_rule_22(board) {
        return -22;
    }
    if krkn_rule_23() {
        return 23;
    }
    0
}

/// The same as probe_rule for KRvKN by the squares of its men; without castling and en passant.
#[allow(dead_code, clippy::too_many_arguments)]
pub fn krkn_rule(
    strong_king: u32,
    weak_king: u32,
    weak_knight: u32,
    strong_rook: u32,
    strong_to_move: bool,
) -> i32 {
    let board = KrknBoard {
        strong_king,
        weak_king,
        weak_knight,
        strong_rook,
        occupied: bit(strong_king) | bit(weak_king) | bit(weak_knight) | bit(strong_rook),
        krkn_strong_attacks: Cell::new(None),
        krkn_weak_knight_safe_moves: Cell::new(None),
        krkn_strong_king_moves: Cell::new(None),
        krkn_weak_attacks: Cell::new(None),
        krkn_weak_king_moves: Cell::new(None),
        krkn_strong_rook_loose: Cell::new(None),
    };
    if strong_to_move { krkn_strong_to_move(&board) } else { krkn_weak_to_move(&board) }
}

// KRvKB

#[allow(dead_code)]
struct KrkbBoard {
    strong_king: u32,
    weak_king: u32,
    weak_bishop: u32,
    strong_rook: u32,
    occupied: u64,
    krkb_strong_rook_safe_checks: Cell<Option<u64>>,
    krkb_weak_king_moves: Cell<Option<u64>>,
    krkb_strong_attacks: Cell<Option<u64>>,
    krkb_weak_attacks: Cell<Option<u64>>,
    krkb_weak_bishop_safe_moves: Cell<Option<u64>>,
    krkb_weak_opposition_next: Cell<Option<bool>>,
}

fn krkb_strong_king_moves(board: &KrkbBoard) -> u64 {
    king_attacks(board.strong_king) & !(bit(board.strong_king) | bit(board.strong_rook)) & !king_attacks(board.weak_king) & !bishop_attacks(board.weak_bishop, board.occupied & !bit(board.strong_king))
}

// The king can take the bishop and does not leave its rook to the black king.
fn krkb_strong_king_wins_bishop(board: &KrkbBoard) -> bool {
    has(krkb_strong_king_moves(board), board.weak_bishop)
        && !(has(king_attacks(board.weak_king), board.strong_rook)
            && !has(king_attacks(board.weak_bishop), board.strong_rook))
}

// No black man takes the rook on x, or the king covers it there.
fn krkb_strong_rook_is_safe(board: &KrkbBoard, x: u32) -> bool {
    !has(bishop_attacks(board.weak_bishop, board.occupied & !bit(board.strong_rook)), x)
        && (!has(king_attacks(board.weak_king), x) || has(king_attacks(board.strong_king), x))
}

fn krkb_strong_rook_takes_bishop(board: &KrkbBoard) -> bool {
    has(rook_attacks(board.strong_rook, board.occupied), board.weak_bishop)
        && krkb_strong_rook_is_safe(board, board.weak_bishop)
}

fn krkb_strong_takes(board: &KrkbBoard) -> bool {
    krkb_strong_king_wins_bishop(board) || krkb_strong_rook_takes_bishop(board)
}

// 1, silent: "bishop can be taken"
// King or rook takes the bishop and is not taken back; all but a few of these are won.
// decides 2,982,000 wins and losses and 124 draws; as in 8/8/8/8/8/8/1R6/Kbk5 w - - 0 1
fn krkb_rule_1(board: &KrkbBoard) -> bool {
    krkb_strong_takes(board)
}

fn krkb_strong_rook_moves(board: &KrkbBoard) -> u64 {
    rook_attacks(board.strong_rook, board.occupied) & !board.occupied
}

fn krkb_strong_rook_safe_moves(board: &KrkbBoard) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = krkb_strong_rook_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if krkb_strong_rook_is_safe(board, x) {
            found |= bit(x);
        }
    }
    found
}

fn krkb_strong_rook_safe_checks(board: &KrkbBoard) -> u64 {
    if let Some(known) = board.krkb_strong_rook_safe_checks.get() {
        return known;
    }
    let found = krkb_strong_rook_safe_moves(board) & rook_attacks(board.weak_king, board.occupied & !bit(board.strong_rook));
    board.krkb_strong_rook_safe_checks.set(Some(found));
    found
}

// After the rook has gone to x: the squares left to the black king, the bishop coming between,
// and what hangs once the king has gone to y.
fn krkb_strong_rook_leaves(board: &KrkbBoard, x: u32) -> u64 {
    king_attacks(board.weak_king) & !(bit(board.weak_king) | bit(board.weak_bishop)) & !king_attacks(board.strong_king) & !rook_attacks(x, board.occupied & !bit(board.strong_rook) & !bit(board.weak_king))
}

fn krkb_strong_rook_wins_a_man(board: &KrkbBoard, x: u32, y: u32) -> bool {
    (has(
                rook_attacks(x, (board.occupied & !bit(board.strong_rook) & !bit(board.weak_king)) | bit(x) | bit(y)),
                board.weak_bishop)
            || has(king_attacks(board.strong_king), board.weak_bishop))
        && !has(king_attacks(y), board.weak_bishop)
}

fn krkb_strong_rook_winning_check_unless_blocked_all_1(board: &KrkbBoard, x: u32) -> bool {
    let mut left: u64 = krkb_strong_rook_leaves(board, x);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !krkb_strong_rook_wins_a_man(board, x, y) {
            return false;
        }
    }
    true
}

// A safe check: fork, pin, skewer or mate, unless the bishop comes between.
fn krkb_strong_rook_winning_check_unless_blocked(board: &KrkbBoard) -> bool {
    let mut left: u64 = krkb_strong_rook_safe_checks(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if krkb_strong_rook_winning_check_unless_blocked_all_1(board, x) {
            return true;
        }
    }
    false
}

// 2, silent: "check wins the bishop"
// A safe check mates or wins the bishop wherever the king goes, unless the bishop comes
// between.
// decides 463,488 wins and losses and 8,288 draws; as in 8/8/8/8/8/4R3/8/Kbk5 w - - 0 1
fn krkb_rule_2(board: &KrkbBoard) -> bool {
    !same_diagonal(board.strong_king, board.weak_bishop)
        && krkb_strong_rook_winning_check_unless_blocked(board)
}

// 3, silent: "edge bishop on the rook's line"
// Some wins hide here: both black men are by the edge, the rook is on the bishop's line, the
// white king near.
// decides 2,592 wins and losses and 38,192 draws; as in 8/8/8/8/8/8/8/RK1b2k1 w - - 0 1
fn krkb_rule_3(board: &KrkbBoard) -> bool {
    distance(board.strong_king, board.weak_bishop) <= 3
        && manhattan(board.weak_king, board.weak_bishop) > 1
        && edge_distance(board.weak_king) <= 1
        && edge_distance(board.weak_bishop) <= 1
        && aligned(board.strong_rook, board.weak_bishop)
}

// Black's men: king moves, and safe bishop moves.
fn krkb_weak_king_moves(board: &KrkbBoard) -> u64 {
    if let Some(known) = board.krkb_weak_king_moves.get() {
        return known;
    }
    let found = king_attacks(board.weak_king) & !(bit(board.weak_king) | bit(board.weak_bishop)) & !king_attacks(board.strong_king) & !rook_attacks(board.strong_rook, board.occupied & !bit(board.weak_king));
    board.krkb_weak_king_moves.set(Some(found));
    found
}

// 4, silent: "king cut off at the edge"
// White may build a mating net: an edge king with at most three squares, the white king near.
// decides 111,816 wins and losses and 343,004 draws; as in 8/8/8/8/8/8/1R6/k1K1b3 w - - 0 1
fn krkb_rule_4(board: &KrkbBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 3
        && corner_distance(board.strong_king) > 1
        && edge_distance(board.weak_king) <= 0
        && (distance(board.strong_king, board.strong_rook) - distance(board.weak_king, board.strong_rook)) <= 1
        && count(krkb_weak_king_moves(board)) <= 3
}

// 5, silent: "bishop in line for a pin"
// The bishop is three or more squares from its king on a line, the rook level or beyond: a pin
// may win it.
// decides 161,984 wins and losses and 13,088 draws; as in 8/8/8/8/8/8/6R1/K1k2b2 w - - 0 1
fn krkb_rule_5(board: &KrkbBoard) -> bool {
    distance(board.weak_king, board.weak_bishop) > 2
        && !same_diagonal(board.strong_king, board.weak_bishop)
        && !same_diagonal(board.weak_king, board.weak_bishop)
        && between(board.weak_king, board.weak_bishop) != 0x0_u64
        && (manhattan(board.strong_rook, board.weak_bishop) + manhattan(board.weak_bishop, board.weak_king)) == manhattan(board.strong_rook, board.weak_king)
}

// 6, silent: "white king beside the bishop"
// The white king attacks a bishop that only its king guards; White may win it by driving the
// guard off.
// decides 1,160 wins and losses and 552 draws; as in 8/8/8/8/8/8/4R3/Kbk5 w - - 0 1
fn krkb_rule_6(board: &KrkbBoard) -> bool {
    distance(board.strong_king, board.strong_rook) > 3
        && distance(board.strong_rook, board.weak_king) > 1
        && manhattan(board.strong_king, board.weak_bishop) <= 1
}

// 7, silent: "edge king, bishop eyes no rook"
// White may build a mating net on the edge: the kings are close, and the bishop does not hit
// the rook.
// decides 16,808 wins and losses and 93,952 draws; as in 8/8/8/8/8/8/R7/bk1K4 w - - 0 1
fn krkb_rule_7(board: &KrkbBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 3
        && manhattan(board.strong_king, board.weak_king) <= 4
        && corner_distance(board.strong_king) > 2
        && edge_distance(board.weak_king) <= 0
        && !same_diagonal(board.strong_rook, board.weak_bishop)
}

fn krkb_rule_8_any_1(board: &KrkbBoard) -> bool {
    let mut left: u64 = 0x8100000000000081_u64;
    while left != 0 {
        let c = first(left);
        left &= left - 1;
        if same_color(c, board.weak_bishop) && distance(c, board.weak_king) <= 1 {
            return true;
        }
    }
    false
}

// 8, silent: "wrong corner, bishop cornered too"
// White may mate or skewer: the king is in or by a wrong corner, and the bishop is near a
// corner as well.
// decides 12,288 wins and losses and 113,704 draws; as in 8/8/8/8/8/4R3/2b5/K6k w - - 0 1
fn krkb_rule_8(board: &KrkbBoard) -> bool {
    manhattan(board.weak_king, board.weak_bishop) <= 6
        && corner_distance(board.weak_bishop) <= 2
        && (distance(board.strong_king, board.strong_rook) - distance(board.weak_king, board.strong_rook)) <= 2
        && (distance(board.weak_king, board.weak_bishop) - distance(board.strong_king, board.weak_king)) > -4
        && krkb_rule_8_any_1(board)
}

// 9, silent: "white king nearer to the bishop"
// White may win: the kings are close, and the white king is no farther from the bishop than the
// black.
// decides 1,488 wins and losses and 88,824 draws; as in 8/8/8/8/1R6/2k5/8/3Kb3 w - - 0 1
fn krkb_rule_9(board: &KrkbBoard) -> bool {
    distance(board.weak_king, board.weak_bishop) <= 4
        && manhattan(board.strong_king, board.weak_king) <= 3
        && corner_distance(board.strong_king) > 2
        && !same_color(board.strong_king, board.weak_bishop)
        && (distance(board.strong_king, board.weak_bishop) - distance(board.weak_king, board.weak_bishop)) <= 0
}

// 10, silent: "direct opposition near the edge"
// White may win: in opposition, a king on or by the edge may be checked into a mate or a
// skewer.
// decides 2,392 wins and losses and 56,296 draws; as in 8/R7/8/3b4/8/8/8/K1k5 w - - 0 1
fn krkb_rule_10(board: &KrkbBoard) -> bool {
    manhattan(board.strong_king, board.weak_king) <= 2
        && manhattan(board.weak_king, board.weak_bishop) <= 8
        && edge_distance(board.weak_king) <= 1
        && between(board.strong_king, board.weak_bishop) == 0x0_u64
        && (distance(board.strong_king, board.weak_bishop) - distance(board.weak_king, board.weak_bishop)) <= 1
}

// 11, silent: "king in the wrong corner"
// White may win: in this corner the bishop cannot stand beside its king on the edge as a
// shield.
// decides 3,816 wins and losses and 20,368 draws; as in 8/8/8/8/8/8/b7/2RK3k w - - 0 1
fn krkb_rule_11(board: &KrkbBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 4
        && corner_distance(board.weak_king) <= 0
        && same_color(board.weak_king, board.weak_bishop)
}

fn krkb_rule_12_any_1(board: &KrkbBoard) -> bool {
    let mut left: u64 = 0x8100000000000081_u64;
    while left != 0 {
        let c = first(left);
        left &= left - 1;
        if same_color(c, board.weak_bishop) && distance(c, board.weak_king) <= 2 {
            return true;
        }
    }
    false
}

// 12, silent: "bishop astray, wrong corner near"
// White may win: the edge king is near a wrong corner, and its bishop is nearer to the white
// king.
// decides 1,200 wins and losses and 20,920 draws; as in 8/8/8/8/8/3R4/b7/2K2k2 w - - 0 1
fn krkb_rule_12(board: &KrkbBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 3
        && edge_distance(board.weak_king) <= 0
        && (distance(board.strong_king, board.weak_bishop) - distance(board.weak_king, board.weak_bishop)) <= -2
        && (distance(board.weak_king, board.weak_bishop) - distance(board.strong_king, board.weak_king)) > 1
        && krkb_rule_12_any_1(board)
}

// 13, silent: "discovered check by the king"
// The white king stands between rook and black king: a discovered check may win the bishop or
// mate.
// decides 1,328 wins and losses and 10,336 draws; as in 8/8/8/8/8/8/8/RK1k2b1 w - - 0 1
fn krkb_rule_13(board: &KrkbBoard) -> bool {
    manhattan(board.strong_rook, board.weak_bishop) <= 7
        && manhattan(board.weak_king, board.weak_bishop) > 1
        && manhattan(board.weak_king, board.weak_bishop) <= 8
        && aligned(board.strong_rook, board.weak_king)
        && !same_diagonal(board.strong_rook, board.weak_bishop)
}

// 14, silent: "bishop on the white king's side"
// A few wins hide here: the edge king is near a corner, and its bishop is away, by the white
// king.
// decides 280 wins and losses and 15,016 draws; as in 8/8/8/8/8/3R4/b7/2K3k1 w - - 0 1
fn krkb_rule_14(board: &KrkbBoard) -> bool {
    manhattan(board.strong_king, board.weak_king) <= 4
        && manhattan(board.strong_king, board.weak_bishop) <= 3
        && manhattan(board.weak_king, board.weak_bishop) > 4
        && edge_distance(board.weak_king) <= 0
        && corner_distance(board.weak_king) <= 2
}

fn krkb_strong_rook_is_blocked(board: &KrkbBoard, x: u32) -> bool {
    let mut left: u64 = between(x, board.weak_king);
    while left != 0 {
        let z = first(left);
        left &= left - 1;
        if has(
            bishop_attacks(board.weak_bishop, (board.occupied & !bit(board.strong_rook)) | bit(x)),
            z) {
            return true;
        }
    }
    false
}

fn krkb_strong_rook_check_lures_before_bishop_all_1(board: &KrkbBoard, x: u32) -> bool {
    let mut left: u64 = krkb_strong_rook_leaves(board, x);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !(aligned(y, board.weak_bishop) && !has(king_attacks(board.weak_bishop), y)) {
            return false;
        }
    }
    true
}

// A safe check after which the king can only stand on a line with the bishop, not beside it.
fn krkb_strong_rook_check_lures_before_bishop(board: &KrkbBoard) -> bool {
    let mut left: u64 = krkb_strong_rook_safe_checks(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if !krkb_strong_rook_is_blocked(board, x)
            && krkb_strong_rook_check_lures_before_bishop_all_1(board, x) {
            return true;
        }
    }
    false
}

// 15, silent: "check lures king before bishop"
// After a safe check the king can only stand on a line with the bishop, so a skewer may follow.
// decides 14,632 wins and losses and 15,544 draws; as in 8/8/8/8/8/1R6/6b1/K1k5 w - - 0 1
fn krkb_rule_15(board: &KrkbBoard) -> bool {
    distance(board.weak_king, board.weak_bishop) > 3
        && corner_distance(board.weak_bishop) <= 1
        && !same_diagonal(board.strong_king, board.weak_bishop)
        && krkb_strong_rook_check_lures_before_bishop(board)
}

// 16, silent: "king and bishop on the edge"
// White may mate or trap the bishop: both black men are close on the edge, and the white king
// is near.
// decides 3,272 wins and losses and 27,472 draws; as in 8/8/8/8/k7/b7/8/RK6 w - - 0 1
fn krkb_rule_16(board: &KrkbBoard) -> bool {
    manhattan(board.weak_king, board.weak_bishop) <= 2
        && edge_distance(board.weak_king) <= 0
        && edge_distance(board.weak_bishop) <= 0
        && (distance(board.strong_king, board.weak_bishop) - distance(board.weak_king, board.weak_bishop)) <= 2
        && (distance(board.weak_king, board.weak_bishop) - distance(board.strong_king, board.weak_king)) > -3
}

// 17, silent: "distant bishop, kings near a corner"
// White may win: the kings are close, the white one near a corner, the bishop five or more from
// its own.
// decides 648 wins and losses and 14,368 draws; as in 8/8/8/8/3R4/k7/8/1K3b2 w - - 0 1
fn krkb_rule_17(board: &KrkbBoard) -> bool {
    distance(board.strong_king, board.weak_bishop) <= 5
        && manhattan(board.strong_king, board.weak_king) <= 3
        && manhattan(board.weak_king, board.weak_bishop) <= 7
        && corner_distance(board.strong_king) <= 2
        && (distance(board.weak_king, board.weak_bishop) - distance(board.strong_king, board.weak_king)) > 2
}

// 18, silent: "central king against edge king"
// A few wins hide here: the white king is in the centre, the black one on the edge, three
// squares off.
// decides 96 wins and losses and 6,728 draws; as in 8/8/8/7R/3K4/8/3b4/1k6 w - - 0 1
fn krkb_rule_18(board: &KrkbBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 3
        && manhattan(board.weak_king, board.weak_bishop) <= 7
        && !same_diagonal(board.strong_king, board.weak_bishop)
        && !same_diagonal(board.strong_rook, board.weak_bishop)
        && (edge_distance(board.strong_king) - edge_distance(board.weak_king)) > 2
}

// 19, silent: "distant bishop, kings a knight's move"
// A few wins hide here: both black men are on the edge, the bishop five or more from the white
// king.
// decides 344 wins and losses and 8,384 draws; as in 8/8/8/8/7b/k7/8/1K1R4 w - - 0 1
fn krkb_rule_19(board: &KrkbBoard) -> bool {
    manhattan(board.strong_king, board.weak_king) <= 3
        && edge_distance(board.weak_king) <= 0
        && edge_distance(board.weak_bishop) <= 0
        && !aligned(board.strong_king, board.weak_king)
        && (distance(board.strong_king, board.weak_bishop) - distance(board.strong_king, board.weak_king)) > 2
}

// 20, silent: "edge bishop on its king's diagonal"
// White may win a bishop on or by the edge: the white king is near; the black one is off the
// edge.
// decides 2,400 wins and losses and 33,220 draws; as in 8/8/8/8/8/R7/2k5/Kb6 w - - 0 1
fn krkb_rule_20(board: &KrkbBoard) -> bool {
    manhattan(board.strong_king, board.weak_king) <= 4
        && manhattan(board.strong_king, board.weak_bishop) <= 3
        && edge_distance(board.weak_king) > 0
        && edge_distance(board.weak_bishop) <= 1
        && same_diagonal(board.weak_king, board.weak_bishop)
}

// 21, silent: "pin after a check, cornered king"
// White may check the cornered king, then pin or skewer the bishop in the box between king and
// rook.
// decides 3,096 wins and losses and 2,088 draws; as in 8/8/8/8/8/1R6/3b4/K6k w - - 0 1
fn krkb_rule_21(board: &KrkbBoard) -> bool {
    distance(board.strong_rook, board.weak_king) > 5
        && distance(board.weak_king, board.weak_bishop) > 3
        && manhattan(board.weak_king, board.weak_bishop) <= 5
        && corner_distance(board.weak_king) <= 0
        && (manhattan(board.strong_rook, board.weak_bishop) + manhattan(board.weak_bishop, board.weak_king)) == manhattan(board.strong_rook, board.weak_king)
}

// 22, silent: "opposition, bishop two squares off"
// A few wins hide here: kings in opposition, the bishop two from the white one, the rook by a
// corner.
// decides 32 wins and losses and 712 draws; as in 8/8/8/3k4/8/3K1b2/8/6R1 w - - 0 1
fn krkb_rule_22(board: &KrkbBoard) -> bool {
    distance(board.strong_king, board.weak_bishop) > 1
        && manhattan(board.strong_king, board.weak_king) <= 2
        && manhattan(board.strong_king, board.weak_bishop) <= 2
        && manhattan(board.strong_rook, board.weak_bishop) <= 6
        && corner_distance(board.strong_rook) <= 1
}

// 23, draw: "no danger, White to move"
// None of the dangers above is there: White can force neither mate nor a won ending of king and
// rook against king.
fn krkb_rule_23() -> bool {
    true
}

// All squares that a side attacks, its own men included.
fn krkb_strong_attacks(board: &KrkbBoard) -> u64 {
    if let Some(known) = board.krkb_strong_attacks.get() {
        return known;
    }
    let found = king_attacks(board.strong_king) | rook_attacks(board.strong_rook, board.occupied);
    board.krkb_strong_attacks.set(Some(found));
    found
}

fn krkb_rule_24_any_1(board: &KrkbBoard) -> bool {
    let mut left: u64 = 0x8100000000000081_u64;
    while left != 0 {
        let c = first(left);
        left &= left - 1;
        if same_color(c, board.weak_bishop) && distance(c, board.weak_king) <= 1 {
            return true;
        }
    }
    false
}

// 24, draw: "free king, bishop not attacked"
// Black holds: the king has four squares or more, no wrong corner beside it, and a bishop not
// attacked.
// spots 5,491,208 draws; as in 8/8/8/8/8/R7/8/K1bk4 b - - 0 1
fn krkb_rule_24(board: &KrkbBoard) -> bool {
    !has(between(board.strong_rook, board.weak_bishop), board.weak_king)
        && (distance(board.weak_king, board.weak_bishop) - distance(board.strong_king, board.weak_king)) <= 3
        && !has(krkb_strong_attacks(board), board.weak_bishop)
        && !krkb_rule_24_any_1(board)
        && count(krkb_weak_king_moves(board)) > 3
}

// Wherever the king goes, the bishop stands attacked and not covered.
fn krkb_weak_bishop_falls(board: &KrkbBoard) -> bool {
    let mut left: u64 = krkb_weak_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !((has(king_attacks(board.strong_king), board.weak_bishop)
                || has(
                    rook_attacks(board.strong_rook, (board.occupied & !bit(board.weak_king)) | bit(y)),
                    board.weak_bishop))
            && !has(king_attacks(y), board.weak_bishop)) {
            return false;
        }
    }
    true
}

// 25, silent: "checked or pinned, bishop falls"
// White may win: the rook checks or pins, and any king move leaves the bishop attacked and not
// guarded.
// decides 303,176 wins and losses and 54,704 draws; as in 8/8/8/8/8/8/8/K1k1Rb2 b - - 0 1
fn krkb_rule_25(board: &KrkbBoard) -> bool {
    distance(board.strong_rook, board.weak_king) > 1
        && aligned(board.strong_rook, board.weak_king)
        && !same_diagonal(board.strong_rook, board.weak_bishop)
        && !has(between(board.strong_rook, board.weak_king), board.strong_king)
        && krkb_weak_bishop_falls(board)
}

// All squares that a side attacks, its own men included.
fn krkb_weak_attacks(board: &KrkbBoard) -> u64 {
    if let Some(known) = board.krkb_weak_attacks.get() {
        return known;
    }
    let found = king_attacks(board.weak_king) | bishop_attacks(board.weak_bishop, board.occupied);
    board.krkb_weak_attacks.set(Some(found));
    found
}

// White's men: the rook attacked and not covered, captures of the bishop, safe squares.
fn krkb_strong_rook_loose(board: &KrkbBoard) -> bool {
    has(krkb_weak_attacks(board), board.strong_rook)
        && !has(krkb_strong_attacks(board), board.strong_rook)
}

// 26, silent: "in check, kings close"
// White may mate or win the bishop: the rook checks and does not hang, and the white king is
// near.
// decides 11,000 wins and losses and 107,888 draws; as in 8/8/8/8/8/8/8/Kbk1R3 b - - 0 1
fn krkb_rule_26(board: &KrkbBoard) -> bool {
    manhattan(board.strong_king, board.weak_king) <= 4
        && manhattan(board.strong_rook, board.weak_bishop) <= 7
        && manhattan(board.weak_king, board.weak_bishop) <= 8
        && has(krkb_strong_attacks(board), board.weak_king)
        && !krkb_strong_rook_loose(board)
}

// 27, silent: "rook on the black king's line"
// White may win by a check, a pin or a discovered check: the white king is near, and near its
// rook.
// decides 4,440 wins and losses and 52,960 draws; as in 8/8/8/8/8/R2k4/8/Kb6 b - - 0 1
fn krkb_rule_27(board: &KrkbBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 3
        && manhattan(board.weak_king, board.weak_bishop) <= 7
        && aligned(board.strong_rook, board.weak_king)
        && !same_diagonal(board.strong_rook, board.weak_bishop)
        && (distance(board.strong_king, board.strong_rook) - distance(board.weak_king, board.strong_rook)) <= 0
}

fn krkb_rule_28_all_1(board: &KrkbBoard) -> bool {
    let mut left: u64 = krkb_weak_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !has(0xff818181818181ff_u64, y) {
            return false;
        }
    }
    true
}

// 28, silent: "king held on the edge"
// White may win: the kings are two squares apart, and the black one can at most move along the
// edge.
// decides 40,792 wins and losses and 111,472 draws; as in 8/8/8/8/8/2R5/8/k1Kb4 b - - 0 1
fn krkb_rule_28(board: &KrkbBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 2
        && edge_distance(board.weak_king) <= 0
        && !same_diagonal(board.strong_rook, board.weak_bishop)
        && (distance(board.strong_king, board.strong_rook) - distance(board.weak_king, board.strong_rook)) <= 0
        && krkb_rule_28_all_1(board)
}

fn krkb_rule_29_any_1(board: &KrkbBoard) -> bool {
    let mut left: u64 = 0x8100000000000081_u64;
    while left != 0 {
        let c = first(left);
        left &= left - 1;
        if same_color(c, board.weak_bishop) && distance(c, board.strong_king) <= 3 {
            return true;
        }
    }
    false
}

fn krkb_rule_29_any_2(board: &KrkbBoard) -> bool {
    let mut left: u64 = 0x8100000000000081_u64;
    while left != 0 {
        let c = first(left);
        left &= left - 1;
        if same_color(c, board.weak_bishop) && distance(c, board.weak_king) <= 1 {
            return true;
        }
    }
    false
}

// 29, silent: "king shut in at wrong corner"
// White may win: the king has at most three squares, in or by a wrong corner; the white king is
// near.
// decides 14,576 wins and losses and 60,992 draws; as in 8/8/8/8/8/8/k7/2KRb3 b - - 0 1
fn krkb_rule_29(board: &KrkbBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 3
        && !has(krkb_weak_attacks(board), board.strong_rook)
        && krkb_rule_29_any_1(board)
        && krkb_rule_29_any_2(board)
        && count(krkb_weak_king_moves(board)) <= 3
}

fn krkb_rule_30_any_1(board: &KrkbBoard) -> bool {
    let mut left: u64 = 0x8100000000000081_u64;
    while left != 0 {
        let c = first(left);
        left &= left - 1;
        if same_color(c, board.weak_bishop) && distance(c, board.weak_king) <= 0 {
            return true;
        }
    }
    false
}

// 30, silent: "wrong corner, rook off bishop's colour"
// A few wins hide here: the king is in a wrong corner, and the rook is where no bishop can
// attack it.
// decides 456 wins and losses and 28,120 draws; as in 8/8/8/8/8/8/b7/2K1R2k b - - 0 1
fn krkb_rule_30(board: &KrkbBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 5
        && manhattan(board.strong_king, board.weak_king) <= 7
        && manhattan(board.strong_rook, board.weak_bishop) <= 5
        && !same_color(board.strong_rook, board.weak_bishop)
        && krkb_rule_30_any_1(board)
}

// 31, silent: "check leaves only skewered squares"
// A safe rook check would leave only squares on a line with the bishop: a skewer may follow.
// decides 3,608 wins and losses and 928 draws; as in 8/8/8/8/8/8/2b5/K3R2k b - - 0 1
fn krkb_rule_31(board: &KrkbBoard) -> bool {
    distance(board.strong_rook, board.weak_king) > 2
        && manhattan(board.strong_rook, board.weak_bishop) <= 8
        && aligned(board.strong_rook, board.weak_king)
        && !same_diagonal(board.strong_rook, board.weak_bishop)
        && krkb_strong_rook_check_lures_before_bishop(board)
}

fn krkb_weak_bishop_moves(board: &KrkbBoard) -> u64 {
    bishop_attacks(board.weak_bishop, board.occupied) & !board.occupied
}

fn krkb_weak_bishop_is_safe(board: &KrkbBoard, x: u32) -> bool {
    !has(rook_attacks(board.strong_rook, board.occupied & !bit(board.weak_bishop)), x)
        && (!has(king_attacks(board.strong_king), x) || has(king_attacks(board.weak_king), x))
}

fn krkb_weak_bishop_safe_moves_anew(board: &KrkbBoard) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = krkb_weak_bishop_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if krkb_weak_bishop_is_safe(board, x) {
            found |= bit(x);
        }
    }
    found
}

fn krkb_weak_bishop_safe_moves(board: &KrkbBoard) -> u64 {
    if let Some(known) = board.krkb_weak_bishop_safe_moves.get() {
        return known;
    }
    let found = krkb_weak_bishop_safe_moves_anew(board);
    board.krkb_weak_bishop_safe_moves.set(Some(found));
    found
}

fn krkb_rule_32_any_1(board: &KrkbBoard) -> bool {
    let mut left: u64 = krkb_weak_bishop_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if distance(x, board.weak_king) <= 3 {
            return true;
        }
    }
    false
}

// 32, silent: "bishop with no way home"
// White may win the bishop: it is near a corner, with no safe move to within three of its king.
// decides 328 wins and losses and 23,900 draws; as in 8/8/8/8/8/8/2k5/Kb2R3 b - - 0 1
fn krkb_rule_32(board: &KrkbBoard) -> bool {
    manhattan(board.strong_king, board.weak_king) <= 4
        && manhattan(board.strong_rook, board.weak_bishop) <= 4
        && corner_distance(board.weak_bishop) <= 2
        && !has(bishop_attacks(board.weak_bishop, board.occupied), board.strong_rook)
        && !krkb_rule_32_any_1(board)
}

// 33, silent: "bishop a gap from its king"
// White may win: the rook is on the king's line, not attacked, and a gap parts king and bishop.
// decides 952 wins and losses and 17,440 draws; as in 2R5/8/8/8/8/8/b1k5/K7 b - - 0 1
fn krkb_rule_33(board: &KrkbBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 4
        && distance(board.weak_king, board.weak_bishop) <= 2
        && aligned(board.strong_rook, board.weak_king)
        && between(board.weak_king, board.weak_bishop) != 0x0_u64
        && !has(krkb_weak_attacks(board), board.strong_rook)
}

// The king can step to a square two from the white king on its file or rank.
fn krkb_weak_opposition_next_anew(board: &KrkbBoard) -> bool {
    let mut left: u64 = krkb_weak_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if distance(y, board.strong_king) == 2 && aligned(y, board.strong_king) {
            return true;
        }
    }
    false
}

fn krkb_weak_opposition_next(board: &KrkbBoard) -> bool {
    if let Some(known) = board.krkb_weak_opposition_next.get() {
        return known;
    }
    let found = krkb_weak_opposition_next_anew(board);
    board.krkb_weak_opposition_next.set(Some(found));
    found
}

// 34, silent: "opposition, but the bishop strays"
// Some wins hide here: Black can step into opposition, but the bishop is nearer to the white
// king.
// decides 1,256 wins and losses and 43,112 draws; as in 8/8/8/8/8/2k5/8/bK3R2 b - - 0 1
fn krkb_rule_34(board: &KrkbBoard) -> bool {
    manhattan(board.weak_king, board.weak_bishop) > 3
        && !aligned(board.strong_king, board.weak_king)
        && (distance(board.weak_king, board.strong_rook) - distance(board.strong_king, board.weak_king)) > 0
        && (distance(board.strong_king, board.weak_bishop) - distance(board.strong_king, board.weak_king)) <= -1
        && krkb_weak_opposition_next(board)
}

fn krkb_rule_35_any_1(board: &KrkbBoard) -> bool {
    let mut left: u64 = 0x8100000000000081_u64;
    while left != 0 {
        let c = first(left);
        left &= left - 1;
        if same_color(c, board.weak_bishop) && distance(c, board.weak_king) <= 2 {
            return true;
        }
    }
    false
}

// 35, silent: "wrong corner near, kings off line"
// A few wins hide here: the black king is within two of a wrong corner, the white one near, off
// the edge.
// decides 760 wins and losses and 55,408 draws; as in 8/8/8/5R2/8/3K4/8/1k4b1 b - - 0 1
fn krkb_rule_35(board: &KrkbBoard) -> bool {
    manhattan(board.strong_king, board.weak_king) <= 4
        && edge_distance(board.strong_king) > 1
        && !aligned(board.strong_king, board.weak_king)
        && !same_color(board.strong_king, board.weak_bishop)
        && krkb_rule_35_any_1(board)
}

// 36, silent: "bishop short of squares"
// White may win the bishop: it has at most two safe moves, and the white king is within two
// squares.
// decides 480 wins and losses and 10,960 draws; as in 8/8/8/8/8/8/2k5/Kb4R1 b - - 0 1
fn krkb_rule_36(board: &KrkbBoard) -> bool {
    distance(board.strong_king, board.weak_bishop) <= 2
        && distance(board.weak_king, board.weak_bishop) <= 3
        && !has(bishop_attacks(board.weak_bishop, board.occupied), board.strong_rook)
        && (distance(board.weak_king, board.strong_rook) - distance(board.strong_king, board.weak_king)) > -1
        && count(krkb_weak_bishop_safe_moves(board)) <= 2
}

// A safe check that attacks the bishop too.
fn krkb_strong_rook_check_hits_bishop(board: &KrkbBoard) -> bool {
    (krkb_strong_rook_safe_checks(board) & rook_attacks(board.weak_bishop, board.occupied & !bit(board.strong_rook))) != 0x0_u64
}

// 37, silent: "rook eyes a forking check"
// A few wins hide here: a safe check would attack the edge bishop too, if Black cannot parry
// it.
// decides 48 wins and losses and 6,576 draws; as in 8/8/8/2k5/8/3K4/6R1/6b1 b - - 0 1
fn krkb_rule_37(board: &KrkbBoard) -> bool {
    distance(board.strong_king, board.weak_bishop) <= 3
        && manhattan(board.strong_king, board.weak_bishop) > 4
        && edge_distance(board.weak_bishop) <= 0
        && (manhattan(board.strong_rook, board.strong_king) + manhattan(board.strong_king, board.weak_king)) == manhattan(board.strong_rook, board.weak_king)
        && krkb_strong_rook_check_hits_bishop(board)
}

// 38, silent: "edge bishop, opposition next"
// Very few wins hide here: the white king is near the edge bishop, but Black can step into
// opposition.
// decides 16 wins and losses and 3,648 draws; as in 8/8/8/7R/8/8/k7/2bK4 b - - 0 1
fn krkb_rule_38(board: &KrkbBoard) -> bool {
    manhattan(board.strong_king, board.weak_king) > 3
        && manhattan(board.strong_king, board.weak_bishop) <= 3
        && edge_distance(board.weak_bishop) <= 0
        && between(board.strong_king, board.strong_rook) != 0x0_u64
        && krkb_weak_opposition_next(board)
}

// 39, draw: "no danger, Black to move"
// None of the dangers above is there: White can force neither mate nor a won ending of king and
// rook against king.
fn krkb_rule_39() -> bool {
    true
}

fn krkb_strong_to_move(board: &KrkbBoard) -> i32 {
    if krkb_rule_1(board) {
        return -1;
    }
    if krkb_rule_2(board) {
        return -2;
    }
    if krkb_rule_3(board) {
        return -3;
    }
    if krkb_rule_4(board) {
        return -4;
    }
    if krkb_rule_5(board) {
        return -5;
    }
    if krkb_rule_6(board) {
        return -6;
    }
    if krkb_rule_7(board) {
        return -7;
    }
    if krkb_rule_8(board) {
        return -8;
    }
    if krkb_rule_9(board) {
        return -9;
    }
    if krkb_rule_10(board) {
        return -10;
    }
    if krkb_rule_11(board) {
        return -11;
    }
    if krkb_rule_12(board) {
        return -12;
    }
    if krkb_rule_13(board) {
        return -13;
    }
    if krkb_rule_14(board) {
        return -14;
    }
    if krkb_rule_15(board) {
        return -15;
    }
    if krkb_rule_16(board) {
        return -16;
    }
    if krkb_rule_17(board) {
        return -17;
    }
    if krkb_rule_18(board) {
        return -18;
    }
    if krkb_rule_19(board) {
        return -19;
    }
    if krkb_rule_20(board) {
        return -20;
    }
    if krkb_rule_21(board) {
        return -21;
    }
    if krkb_rule_22(board) {
        return -22;
    }
    if krkb_rule_23() {
        return 23;
    }
    0
}

fn krkb_weak_to_move(board: &KrkbBoard) -> i32 {
    if krkb_rule_24(board) {
        return 24;
    }
    if krkb_rule_25(board) {
        return -25;
    }
    if krkb_rule_26(board) {
        return -26;
    }
    if krkb_rule_27(board) {
        return -27;
    }
    if krkb_rule_28(board) {
        return -28;
    }
    if krkb_rule_29(board) {
        return -29;
    }
    if krkb_rule_30(board) {
        return -30;
    }
    if krkb_rule_31(board) {
        return -31;
    }
    if krkb_rule_32(board) {
        return -32;
    }
    if krkb_rule_33(board) {
        return -33;
    }
    if krkb_rule_34(board) {
        return -34;
    }
    if krkb_rule_35(board) {
        return -35;
    }
    if krkb_rule_36(board) {
        return -36;
    }
    if krkb_rule_37(board) {
        return -37;
    }
    if krkb_rule_38(board) {
        return -38;
    }
    if krkb_rule_39() {
        return 39;
    }
    0
}

/// The same as probe_rule for KRvKB by the squares of its men; without castling and en passant.
#[allow(dead_code, clippy::too_many_arguments)]
pub fn krkb_rule(
    strong_king: u32,
    weak_king: u32,
    weak_bishop: u32,
    strong_rook: u32,
    strong_to_move: bool,
) -> i32 {
    let board = KrkbBoard {
        strong_king,
        weak_king,
        weak_bishop,
        strong_rook,
        occupied: bit(strong_king) | bit(weak_king) | bit(weak_bishop) | bit(strong_rook),
        krkb_strong_rook_safe_checks: Cell::new(None),
        krkb_weak_king_moves: Cell::new(None),
        krkb_strong_attacks: Cell::new(None),
        krkb_weak_attacks: Cell::new(None),
        krkb_weak_bishop_safe_moves: Cell::new(None),
        krkb_weak_opposition_next: Cell::new(None),
    };
    if strong_to_move { krkb_strong_to_move(&board) } else { krkb_weak_to_move(&board) }
}

// KQvKR

#[allow(dead_code)]
struct KqkrBoard {
    strong_king: u32,
    weak_king: u32,
    weak_rook: u32,
    strong_queen: u32,
    occupied: u64,
    kqkr_strong_attacks: Cell<Option<u64>>,
    kqkr_weak_attacks: Cell<Option<u64>>,
    kqkr_strong_king_moves: Cell<Option<u64>>,
    kqkr_strong_queen_safe_moves: Cell<Option<u64>>,
    kqkr_strong_queen_boxes_0: Cell<Option<bool>>,
    kqkr_strong_king_guards_queen_next: Cell<Option<bool>>,
    kqkr_weak_king_moves: Cell<Option<u64>>,
    kqkr_weak_rook_safe_moves: Cell<Option<u64>>,
    kqkr_weak_rook_safe_checks: Cell<Option<u64>>,
    kqkr_weak_rook_check_leaves_2: Cell<Option<bool>>,
    kqkr_strong_queen_safe_checks: Cell<Option<u64>>,
    kqkr_strong_queen_check_leaves_1: Cell<Option<bool>>,
    kqkr_strong_queen_check_leaves_2: Cell<Option<bool>>,
    kqkr_weak_rook_winning_check_unless_well_blocked: Cell<Option<bool>>,
    kqkr_weak_king_guards_rook_next: Cell<Option<bool>>,
    kqkr_strong_wins_a_man: Cell<Option<bool>>,
    kqkr_strong_queen_check_drives_to_edge: Cell<Option<bool>>,
    kqkr_weak_rook_boxes_2: Cell<Option<bool>>,
    kqkr_weak_opposition_next: Cell<Option<bool>>,
    kqkr_weak_king_wins_queen: Cell<Option<bool>>,
    kqkr_weak_rook_takes_queen: Cell<Option<bool>>,
    kqkr_weak_wins_a_man: Cell<Option<bool>>,
    kqkr_weak_rook_winning_check_unless_blocked: Cell<Option<bool>>,
    kqkr_strong_opposition_next: Cell<Option<bool>>,
    kqkr_strong_queen_boxes_2: Cell<Option<bool>>,
    kqkr_weak_rook_boxes_0: Cell<Option<bool>>,
    kqkr_strong_queen_boxes_1: Cell<Option<bool>>,
    kqkr_strong_queen_pins_rook: Cell<Option<bool>>,
    kqkr_weak_rook_boxes_1: Cell<Option<bool>>,
    kqkr_weak_rook_check_leaves_1: Cell<Option<bool>>,
}

// What trees ask: the number of a question times 128, and a bound plus 64. The answer is yes if
// the number that the question gives is at most the bound.
#[allow(non_upper_case_globals)]
static kqkr_tests: [u16; 233] = [
    64, 192, 320, 448, 576, 704, 833, 960, 1089, 1088, 1216, 1344,
    1472, 1600, 574, 1728, 1856, 1984, 834, 2115, 2242, 2114, 2368, 2497,
    2624, 2752, 2880, 3010, 3136, 3265, 3009, 3392, 3520, 3648, 1985, 3778,
    3905, 3266, 3901, 4032, 4160, 4288, 4419, 4545, 4672, 2245, 4800, 4928,
    5059, 5184, 5314, 5446, 5568, 5698, 5826, 1092, 5952, 5062, 6086, 2247,
    6212, 3777, 6337, 1093, 6336, 6464, 6600, 6720, 4551, 6335, 6857, 6976,
    4420, 6213, 7104, 4418, 2625, 5449, 7232, 5700, 194, 7360, 838, 2249,
    2248, 4421, 6214, 6334, 7490, 65, 4802, 193, 5060, 7616, 5058, 7744,
    3909, 835, 6215, 3138, 6856, 7887, 8000, 7106, 2626, 8128, 8256, 8384,
    8512, 8640, 8768, 8896, 9024, 1090, 6853, 9152, 9280, 9408, 9538, 9665,
    9792, 3904, 4553, 3268, 6859, 6081, 9920, 6084, 7884, 10047, 9537, 5444,
    4801, 10173, 10304, 837, 10432, 5701, 5313, 2243, 10560, 3906, 10688, 2367,
    2117, 2112, 4417, 10816, 10944, 11072, 11200, 11328, 11456, 5697, 11584, 9667,
    2113, 6597, 2501, 6598, 11711, 10174, 6216, 2498, 11840, 6083, 10177, 11968,
    5825, 2499, 12096, 577, 9668, 6855, 9669, 12224, 12352, 3270, 3779, 4549,
    12480, 12609, 2500, 12736, 12864, 2244, 12992, 836, 13120, 5453, 5702, 6210,
    5699, 4552, 3267, 4550, 5186, 13248, 13376, 6082, 4546, 6599, 6595, 11709,
    3903, 2246, 11710, 13504, 4548, 13632, 13760, 5061, 13888, 14016, 11706, 6858,
    7886, 5448, 7105, 2369, 10172, 10175, 575, 578, 579, 10046, 10176, 10048,
    66, 11969, 14144, 9666, 14272,
];

// The nodes of trees; the first two words stand for no and yes.
#[allow(non_upper_case_globals)]
static kqkr_trees: [u16; 858] = [
    0, 0, 59142, 358, 38415, 771, 513, 256, 4, 38259, 10507, 1281,
    1028, 10266, 5132, 9473, 59398, 655, 7168, 2312, 9732, 9985, 2817, 7429,
    8715, 8448, 3333, 8231, 4370, 2562, 2312, 1541, 2048, 1793, 1541, 4110,
    1545, 3844, 3587, 2309, 1800, 3333, 3073, 2821, 7961, 5643, 5376, 5124,
    4874, 2304, 4613, 4353, 3075, 2820, 2307, 7694, 6658, 6402, 6144, 5893,
    7424, 7168, 2817, 6916, 37929, 10496, 6923, 5377, 8453, 7936, 8209, 4610,
    11266, 11016, 10756, 2309, 12288, 3594, 11776, 11525, 2307, 12036, 37708, 2328,
    10496, 35851, 34818, 34564, 17162, 35586, 35333, 35073, 19205, 2842, 11019, 12544,
    37381, 524, 7680, 25857, 20485, 15368, 37125, 6405, 36880, 36360, 12549, 7168,
    36097, 7429, 15616, 36618, 2048, 25860, 33792, 7936, 2, 23301, 34538, 18203,
    27136, 4364, 2304, 24832, 4612, 6921, 5893, 15360, 24066, 6149, 26924, 2069,
    2817, 34048, 15616, 4353, 5888, 19459, 23301, 15360, 32271, 16640, 12033, 15619,
    33541, 7688, 33797, 6144, 13313, 4612, 33336, 6400, 4353, 266, 4610, 15365,
    25088, 16128, 15631, 29443, 6152, 13828, 29189, 16640, 28931, 9217, 28684, 3080,
    22276, 7429, 1291, 28419, 28162, 27913, 27650, 27396, 26659, 33024, 11520, 15616,
    32778, 32000, 31748, 32512, 4353, 7944, 23301, 32257, 13314, 24832, 23300, 4374,
    29961, 12549, 2048, 29696, 24832, 3074, 6147, 15621, 21504, 27136, 29725, 30464,
    5386, 4610, 6149, 2817, 15626, 19459, 30213, 13825, 6144, 23556, 6665, 6149,
    12, 256, 15616, 7941, 15633, 19209, 4613, 31489, 9219, 31236, 30988, 19200,
    13570, 20485, 13824, 30723, 7429, 8580, 10346, 2851, 7936, 23825, 15624, 18949,
    2048, 19968, 22532, 15616, 23563, 23299, 19461, 2048, 23040, 22788, 9226, 2304,
    24068, 26881, 16128, 16640, 6400, 26651, 15360, 26368, 23296, 15884, 8706, 25600,
    25349, 15616, 26114, 25860, 25088, 13824, 15625, 24837, 20493, 23552, 8706, 7429,
    22027, 14593, 24581, 12803, 8712, 17669, 15880, 24324, 9476, 22294, 262, 240,
    5888, 13569, 2816, 13315, 13057, 12804, 7989, 2833, 2570, 12544, 5892, 9472,
    1029, 5394, 4362, 14337, 14085, 6914, 14337, 14597, 16640, 16385, 16128, 15883,
    9216, 15621, 15363, 10753, 15104, 14853, 22059, 274, 5888, 13315, 12809, 13060,
    19714, 19461, 21774, 6144, 20480, 20227, 19973, 21514, 8960, 20740, 6144, 21248,
    20997, 19214, 15875, 13312, 16899, 15621, 15633, 17154, 5382, 182, 18945, 261,
    15363, 10768, 6154, 17155, 13573, 5376, 13317, 18691, 18434, 6154, 17667, 17412,
    18177, 17924, 1608, 37392, 38920, 38659, 256, 22786, 5125, 2335, 4353, 3595,
    256, 38404, 33792, 768, 42240, 41984, 30216, 41477, 41728, 19461, 24080, 39936,
    39688, 39172, 259, 39428, 35850, 41218, 40964, 35081, 40708, 10242, 40449, 40196,
    2430, 27136, 779, 256, 42500, 24116, 44049, 43786, 37120, 19205, 3843, 10244,
    35595, 43521, 9220, 11791, 43265, 37632, 36866, 13573, 10761, 37892, 10250, 7426,
    39173, 37632, 43011, 42753, 6149, 7444, 39171, 10251, 34306, 42500, 17664, 44288,
    35333, 11801, 35074, 24323, 45059, 10241, 36874, 46336, 46085, 41216, 7173, 41233,
    16387, 4361, 45828, 4864, 45572, 45314, 45059, 21504, 19971, 44802, 44552, 20996,
    20229, 791, 39936, 5120, 23819, 46593, 261, 37120, 46849, 43268, 3850, 47104,
    6405, 10421, 50767, 16128, 27136, 46887, 15883, 2048, 47877, 6667, 4099, 17157,
    47616, 15372, 22273, 7939, 16388, 14080, 47360, 7682, 19969, 4612, 15635, 17161,
    7941, 2048, 48131, 24064, 19973, 33537, 3083, 28928, 7429, 17152, 7681, 15363,
    47360, 40706, 20485, 34344, 24064, 18944, 1043, 19978, 43266, 43524, 12032, 50432,
    43268, 6144, 13824, 12801, 45568, 50184, 16644, 49922, 49669, 37633, 8448, 22282,
    2048, 13828, 21517, 6144, 20992, 21253, 7959, 16385, 2825, 2564, 16640, 15104,
    15875, 48641, 48389, 15378, 49155, 15619, 48899, 17154, 8961, 2053, 14604, 6144,
    34560, 49413, 35075, 35331, 13828, 44209, 58927, 57613, 57345, 2817, 15621, 7952,
    57345, 14080, 15616, 9217, 15109, 43023, 57089, 14083, 36096, 12804, 14088, 56836,
    15616, 40193, 46596, 58680, 37661, 15631, 256, 7936, 44544, 6148, 45056, 24320,
    26624, 56576, 22786, 34053, 1806, 34305, 53505, 51201, 7173, 33792, 15616, 6145,
    30208, 33281, 17160, 13572, 9988, 1829, 58112, 7698, 23819, 20736, 13572, 6657,
    25856, 11781, 57856, 30208, 19456, 15616, 2816, 48640, 16645, 34320, 11008, 39168,
    17664, 48129, 26629, 27136, 58368, 22273, 26624, 269, 39168, 48129, 24325, 15105,
    15616, 21248, 8706, 44291, 17921, 20224, 13572, 11865, 2846, 2065, 39168, 11008,
    18944, 33792, 36869, 15616, 48128, 33792, 11520, 56576, 19205, 29722, 2060, 48128,
    22785, 26629, 56320, 23296, 15616, 18688, 37634, 48132, 3603, 34817, 20225, 7939,
    38145, 9219, 8964, 33792, 56065, 15616, 7936, 33281, 52992, 52225, 38147, 7424,
    7173, 33342, 4876, 37889, 6400, 19204, 40206, 8193, 12288, 26624, 18692, 27136,
    8213, 4618, 50944, 12293, 7939, 18945, 30722, 51204, 17932, 16384, 6913, 51460,
    6922, 12288, 26629, 8706, 1795, 47877, 27136, 8819, 22813, 24320, 45056, 19465,
    2053, 15616, 22016, 7936, 30216, 17157, 20737, 10756, 20515, 39697, 56065, 28672,
    15616, 7936, 11525, 37632, 6914, 7179, 5633, 26629, 55555, 5633, 31492, 34334,
    21504, 15616, 55808, 54530, 30977, 30208, 7936, 26634, 41472, 2821, 47360, 5,
    37633, 26635, 23552, 15621, 15631, 2057, 7429, 13826, 53508, 21248, 22273, 7170,
    55553, 55300, 23843, 45056, 7936, 35840, 24320, 41984, 52225, 19208, 18949, 15626,
    24066, 10756, 51968, 51713, 25349, 8213, 53000, 4356, 52736, 9216, 22273, 52480,
    35588, 49679, 55041, 51968, 22785, 15109, 22273, 30255, 14080, 26624, 18688, 4353,
    16640, 22803, 20737, 3587, 1033, 39173, 54784, 23301, 24328, 54532, 36097, 54282,
    16385, 49157, 11010, 7173, 4353, 32256, 26659, 51473, 2826, 47872, 41733, 26880,
    6916, 11277, 3584, 6912, 18693, 28928, 256, 39680, 23557, 26904, 16384, 16907,
    6913, 23300, 7424, 12291, 22785, 2817, 54020, 21248, 16640, 53760, 53516, 53248,
    7936, 10756, 4864, 2816, 35329, 14340,
];

fn kqkr_strong_king_shields_strong_queen_from_rook(board: &KqkrBoard) -> bool {
    has(
            rook_attacks(board.weak_rook, board.occupied & !bit(board.strong_king)),
            board.strong_queen)
        && !has(rook_attacks(board.weak_rook, board.occupied), board.strong_queen)
}

// All squares that a side attacks, its own men included.
fn kqkr_strong_attacks(board: &KqkrBoard) -> u64 {
    if let Some(known) = board.kqkr_strong_attacks.get() {
        return known;
    }
    let found = king_attacks(board.strong_king) | queen_attacks(board.strong_queen, board.occupied);
    board.kqkr_strong_attacks.set(Some(found));
    found
}

// All squares that a side attacks, its own men included.
fn kqkr_weak_attacks(board: &KqkrBoard) -> u64 {
    if let Some(known) = board.kqkr_weak_attacks.get() {
        return known;
    }
    let found = king_attacks(board.weak_king) | rook_attacks(board.weak_rook, board.occupied);
    board.kqkr_weak_attacks.set(Some(found));
    found
}

fn kqkr_weak_rook_loose(board: &KqkrBoard) -> bool {
    has(kqkr_strong_attacks(board), board.weak_rook)
        && !has(kqkr_weak_attacks(board), board.weak_rook)
}

fn kqkr_strong_king_moves(board: &KqkrBoard) -> u64 {
    if let Some(known) = board.kqkr_strong_king_moves.get() {
        return known;
    }
    let found = king_attacks(board.strong_king) & !(bit(board.strong_king) | bit(board.strong_queen)) & !king_attacks(board.weak_king) & !rook_attacks(board.weak_rook, board.occupied & !bit(board.strong_king));
    board.kqkr_strong_king_moves.set(Some(found));
    found
}

fn kqkr_strong_king_leaves(board: &KqkrBoard, y: u32) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = king_attacks(board.weak_king) & !(bit(board.weak_king) | bit(board.weak_rook)) & !king_attacks(y);
    while left != 0 {
        let z = first(left);
        left &= left - 1;
        if !has(
            queen_attacks(board.strong_queen, (board.occupied & !bit(board.strong_king) & !bit(board.weak_king)) | bit(y)),
            z) {
            found |= bit(z);
        }
    }
    found
}

fn kqkr_rule_1_any_1(board: &KqkrBoard) -> bool {
    let mut left: u64 = kqkr_strong_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if kqkr_strong_king_leaves(board, y) == 0x0_u64 {
            return true;
        }
    }
    false
}

fn kqkr_strong_queen_moves(board: &KqkrBoard) -> u64 {
    queen_attacks(board.strong_queen, board.occupied) & !board.occupied
}

fn kqkr_strong_queen_is_safe(board: &KqkrBoard, x: u32) -> bool {
    !has(rook_attacks(board.weak_rook, board.occupied & !bit(board.strong_queen)), x)
        && (!has(king_attacks(board.weak_king), x) || has(king_attacks(board.strong_king), x))
}

fn kqkr_strong_queen_safe_moves_anew(board: &KqkrBoard) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = kqkr_strong_queen_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if kqkr_strong_queen_is_safe(board, x) {
            found |= bit(x);
        }
    }
    found
}

fn kqkr_strong_queen_safe_moves(board: &KqkrBoard) -> u64 {
    if let Some(known) = board.kqkr_strong_queen_safe_moves.get() {
        return known;
    }
    let found = kqkr_strong_queen_safe_moves_anew(board);
    board.kqkr_strong_queen_safe_moves.set(Some(found));
    found
}

fn kqkr_strong_queen_leaves(board: &KqkrBoard, x: u32) -> u64 {
    king_attacks(board.weak_king) & !(bit(board.weak_king) | bit(board.weak_rook)) & !king_attacks(board.strong_king) & !queen_attacks(x, board.occupied & !bit(board.strong_queen) & !bit(board.weak_king))
}

fn kqkr_strong_queen_boxes_0_anew(board: &KqkrBoard) -> bool {
    let mut left: u64 = kqkr_strong_queen_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if kqkr_strong_queen_leaves(board, x) == 0x0_u64 {
            return true;
        }
    }
    false
}

fn kqkr_strong_queen_boxes_0(board: &KqkrBoard) -> bool {
    if let Some(known) = board.kqkr_strong_queen_boxes_0.get() {
        return known;
    }
    let found = kqkr_strong_queen_boxes_0_anew(board);
    board.kqkr_strong_queen_boxes_0.set(Some(found));
    found
}

fn kqkr_strong_king_guards_queen_next_anew(board: &KqkrBoard) -> bool {
    let mut left: u64 = kqkr_strong_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if has(king_attacks(y), board.strong_queen) {
            return true;
        }
    }
    false
}

fn kqkr_strong_king_guards_queen_next(board: &KqkrBoard) -> bool {
    if let Some(known) = board.kqkr_strong_king_guards_queen_next.get() {
        return known;
    }
    let found = kqkr_strong_king_guards_queen_next_anew(board);
    board.kqkr_strong_king_guards_queen_next.set(Some(found));
    found
}

fn kqkr_weak_king_moves(board: &KqkrBoard) -> u64 {
    if let Some(known) = board.kqkr_weak_king_moves.get() {
        return known;
    }
    let found = king_attacks(board.weak_king) & !(bit(board.weak_king) | bit(board.weak_rook)) & !king_attacks(board.strong_king) & !queen_attacks(board.strong_queen, board.occupied & !bit(board.weak_king));
    board.kqkr_weak_king_moves.set(Some(found));
    found
}

fn kqkr_part_strong_5_all_1(board: &KqkrBoard) -> bool {
    let mut left: u64 = kqkr_weak_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !has(0xff818181818181ff_u64, y) {
            return false;
        }
    }
    true
}

fn kqkr_weak_rook_moves(board: &KqkrBoard) -> u64 {
    rook_attacks(board.weak_rook, board.occupied) & !board.occupied
}

fn kqkr_weak_rook_is_safe(board: &KqkrBoard, x: u32) -> bool {
    !has(queen_attacks(board.strong_queen, board.occupied & !bit(board.weak_rook)), x)
        && (!has(king_attacks(board.strong_king), x) || has(king_attacks(board.weak_king), x))
}

fn kqkr_weak_rook_safe_moves_anew(board: &KqkrBoard) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = kqkr_weak_rook_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if kqkr_weak_rook_is_safe(board, x) {
            found |= bit(x);
        }
    }
    found
}

fn kqkr_weak_rook_safe_moves(board: &KqkrBoard) -> u64 {
    if let Some(known) = board.kqkr_weak_rook_safe_moves.get() {
        return known;
    }
    let found = kqkr_weak_rook_safe_moves_anew(board);
    board.kqkr_weak_rook_safe_moves.set(Some(found));
    found
}

fn kqkr_weak_rook_safe_checks(board: &KqkrBoard) -> u64 {
    if let Some(known) = board.kqkr_weak_rook_safe_checks.get() {
        return known;
    }
    let found = kqkr_weak_rook_safe_moves(board) & rook_attacks(board.strong_king, board.occupied & !bit(board.weak_rook));
    board.kqkr_weak_rook_safe_checks.set(Some(found));
    found
}

fn kqkr_weak_rook_is_blocked(board: &KqkrBoard, x: u32) -> bool {
    let mut left: u64 = between(x, board.strong_king);
    while left != 0 {
        let z = first(left);
        left &= left - 1;
        if has(
            queen_attacks(board.strong_queen, (board.occupied & !bit(board.weak_rook)) | bit(x)),
            z) {
            return true;
        }
    }
    false
}

fn kqkr_weak_rook_leaves(board: &KqkrBoard, x: u32) -> u64 {
    king_attacks(board.strong_king) & !(bit(board.strong_king) | bit(board.strong_queen)) & !king_attacks(board.weak_king) & !rook_attacks(x, board.occupied & !bit(board.weak_rook) & !bit(board.strong_king))
}

fn kqkr_weak_rook_check_leaves_2_anew(board: &KqkrBoard) -> bool {
    let mut left: u64 = kqkr_weak_rook_safe_checks(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if !kqkr_weak_rook_is_blocked(board, x) && count(kqkr_weak_rook_leaves(board, x)) <= 2 {
            return true;
        }
    }
    false
}

fn kqkr_weak_rook_check_leaves_2(board: &KqkrBoard) -> bool {
    if let Some(known) = board.kqkr_weak_rook_check_leaves_2.get() {
        return known;
    }
    let found = kqkr_weak_rook_check_leaves_2_anew(board);
    board.kqkr_weak_rook_check_leaves_2.set(Some(found));
    found
}

fn kqkr_part_strong_5_any_2(board: &KqkrBoard) -> bool {
    let mut left: u64 = kqkr_weak_rook_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if distance(x, board.weak_king) <= 1 {
            return true;
        }
    }
    false
}

fn kqkr_part_strong_5_any_3(board: &KqkrBoard) -> bool {
    let mut left: u64 = kqkr_weak_rook_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if distance(x, board.weak_king) <= 1 {
            return true;
        }
    }
    false
}

fn kqkr_strong_queen_safe_checks(board: &KqkrBoard) -> u64 {
    if let Some(known) = board.kqkr_strong_queen_safe_checks.get() {
        return known;
    }
    let found = kqkr_strong_queen_safe_moves(board) & queen_attacks(board.weak_king, board.occupied & !bit(board.strong_queen));
    board.kqkr_strong_queen_safe_checks.set(Some(found));
    found
}

fn kqkr_strong_queen_is_blocked(board: &KqkrBoard, x: u32) -> bool {
    let mut left: u64 = between(x, board.weak_king);
    while left != 0 {
        let z = first(left);
        left &= left - 1;
        if has(
            rook_attacks(board.weak_rook, (board.occupied & !bit(board.strong_queen)) | bit(x)),
            z) {
            return true;
        }
    }
    false
}

fn kqkr_strong_queen_check_leaves_1_anew(board: &KqkrBoard) -> bool {
    let mut left: u64 = kqkr_strong_queen_safe_checks(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if !kqkr_strong_queen_is_blocked(board, x)
            && !several(kqkr_strong_queen_leaves(board, x)) {
            return true;
        }
    }
    false
}

fn kqkr_strong_queen_check_leaves_1(board: &KqkrBoard) -> bool {
    if let Some(known) = board.kqkr_strong_queen_check_leaves_1.get() {
        return known;
    }
    let found = kqkr_strong_queen_check_leaves_1_anew(board);
    board.kqkr_strong_queen_check_leaves_1.set(Some(found));
    found
}

fn kqkr_strong_queen_check_leaves_2_anew(board: &KqkrBoard) -> bool {
    let mut left: u64 = kqkr_strong_queen_safe_checks(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if !kqkr_strong_queen_is_blocked(board, x)
            && count(kqkr_strong_queen_leaves(board, x)) <= 2 {
            return true;
        }
    }
    false
}

fn kqkr_strong_queen_check_leaves_2(board: &KqkrBoard) -> bool {
    if let Some(known) = board.kqkr_strong_queen_check_leaves_2.get() {
        return known;
    }
    let found = kqkr_strong_queen_check_leaves_2_anew(board);
    board.kqkr_strong_queen_check_leaves_2.set(Some(found));
    found
}

fn kqkr_part_strong_5(board: &KqkrBoard) -> bool {
    if kqkr_part_strong_5_all_1(board) {
        if count(kqkr_strong_king_moves(board)) <= 3 {
            if (distance(board.strong_king, board.weak_rook) - distance(board.strong_king, board.weak_king)) <= -1 {
                if (distance(board.strong_king, board.strong_queen) - distance(board.strong_king, board.weak_king)) <= -2 {
                    return manhattan(board.weak_king, board.weak_rook) <= 1
                        || kqkr_weak_king_moves(board) == 0x0_u64;
                }
                if kqkr_weak_rook_check_leaves_2(board) {
                    return true;
                }
                if kqkr_part_strong_5_any_2(board) {
                    return false;
                }
                if distance(board.strong_king, board.strong_queen) <= 3 {
                    return distance(board.strong_queen, board.weak_rook) > 1;
                }
                return distance(board.strong_king, board.weak_king) > 3;
            }
            return distance(board.strong_queen, board.weak_rook) <= 1
                && count(kqkr_weak_rook_safe_moves(board)) > 7;
        }
        if edge_distance(board.strong_king) > 1 {
            return false;
        }
        if aligned(board.strong_king, board.weak_king) {
            if !((distance(board.strong_queen, board.weak_rook) + distance(board.weak_rook, board.weak_king)) == distance(board.strong_queen, board.weak_king)
                && kqkr_part_strong_5_any_3(board)) {
                return false;
            }
            if kqkr_strong_queen_check_leaves_1(board) {
                return !several(kqkr_weak_king_moves(board))
                    && edge_distance(board.strong_queen) > 0;
            }
            return distance(board.strong_queen, board.weak_king) > 2
                || corner_distance(board.strong_queen) <= 2;
        }
        return manhattan(board.strong_queen, board.weak_king) <= 3
            && (corner_distance(board.weak_king) <= 0
                || (corner_distance(board.weak_rook) <= 1
                    && (distance(board.strong_king, board.weak_rook) - distance(board.strong_king, board.weak_king)) <= -1));
    }
    if (distance(board.strong_queen, board.weak_rook) + distance(board.weak_rook, board.weak_king)) != distance(board.strong_queen, board.weak_king) {
        return false;
    }
    if (distance(board.strong_king, board.strong_queen) - distance(board.weak_king, board.strong_queen)) <= -2 {
        if (manhattan(board.strong_queen, board.weak_rook) + manhattan(board.weak_rook, board.weak_king)) == manhattan(board.strong_queen, board.weak_king) {
            return edge_distance(board.weak_king) > 0
                && edge_distance(board.weak_rook) <= 1
                && count(kqkr_weak_king_moves(board)) <= 4
                && corner_distance(board.strong_queen) > 1
                && distance(board.strong_queen, board.weak_king) > 3
                && corner_distance(board.weak_king) > 1;
        }
        return edge_distance(board.weak_rook) <= 0
            && (distance(board.strong_king, board.strong_queen) <= 2
                || (corner_distance(board.strong_queen) <= 2
                    && distance(board.strong_king, board.strong_queen) <= 4));
    }
    (distance(board.strong_king, board.strong_queen) + distance(board.strong_queen, board.weak_king)) == distance(board.strong_king, board.weak_king)
        && kqkr_strong_queen_check_leaves_2(board)
        && between(board.strong_queen, board.weak_rook) == 0x0_u64
        && corner_distance(board.weak_king) <= 2
        && (distance(board.strong_queen, board.weak_king) <= 2
            || count(kqkr_weak_rook_safe_moves(board)) > 7)
}

fn kqkr_rule_1_any_2(board: &KqkrBoard) -> bool {
    let mut left: u64 = kqkr_strong_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if has(0xff818181818181ff_u64, y) {
            return true;
        }
    }
    false
}

fn kqkr_part_strong_4_any_1(board: &KqkrBoard) -> bool {
    let mut left: u64 = kqkr_strong_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if kqkr_strong_king_leaves(board, y) == 0x0_u64 {
            return true;
        }
    }
    false
}

fn kqkr_weak_rook_is_well_blocked(board: &KqkrBoard, x: u32) -> bool {
    let mut left: u64 = between(x, board.strong_king) & king_attacks(board.strong_king);
    while left != 0 {
        let z = first(left);
        left &= left - 1;
        if has(
            queen_attacks(board.strong_queen, (board.occupied & !bit(board.weak_rook)) | bit(x)),
            z) {
            return true;
        }
    }
    false
}

fn kqkr_weak_rook_wins_a_man(board: &KqkrBoard, x: u32, y: u32) -> bool {
    (has(
                rook_attacks(x, (board.occupied & !bit(board.weak_rook) & !bit(board.strong_king)) | bit(x) | bit(y)),
                board.strong_queen)
            || has(king_attacks(board.weak_king), board.strong_queen))
        && !has(king_attacks(y), board.strong_queen)
}

fn kqkr_weak_rook_winning_check_unless_well_blocked_all_1(board: &KqkrBoard, x: u32) -> bool {
    let mut left: u64 = kqkr_weak_rook_leaves(board, x);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !kqkr_weak_rook_wins_a_man(board, x, y) {
            return false;
        }
    }
    true
}

fn kqkr_weak_rook_winning_check_unless_well_blocked_anew(board: &KqkrBoard) -> bool {
    let mut left: u64 = kqkr_weak_rook_safe_checks(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if !kqkr_weak_rook_is_well_blocked(board, x)
            && kqkr_weak_rook_winning_check_unless_well_blocked_all_1(board, x) {
            return true;
        }
    }
    false
}

fn kqkr_weak_rook_winning_check_unless_well_blocked(board: &KqkrBoard) -> bool {
    if let Some(known) = board.kqkr_weak_rook_winning_check_unless_well_blocked.get() {
        return known;
    }
    let found = kqkr_weak_rook_winning_check_unless_well_blocked_anew(board);
    board.kqkr_weak_rook_winning_check_unless_well_blocked.set(Some(found));
    found
}

fn kqkr_weak_king_guards_rook_next_anew(board: &KqkrBoard) -> bool {
    let mut left: u64 = kqkr_weak_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if has(king_attacks(y), board.weak_rook) {
            return true;
        }
    }
    false
}

fn kqkr_weak_king_guards_rook_next(board: &KqkrBoard) -> bool {
    if let Some(known) = board.kqkr_weak_king_guards_rook_next.get() {
        return known;
    }
    let found = kqkr_weak_king_guards_rook_next_anew(board);
    board.kqkr_weak_king_guards_rook_next.set(Some(found));
    found
}

fn kqkr_part_strong_4_any_2(board: &KqkrBoard) -> bool {
    let mut left: u64 = kqkr_strong_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if has(king_attacks(y), board.weak_rook) {
            return true;
        }
    }
    false
}

fn kqkr_strong_queen_falls(board: &KqkrBoard) -> bool {
    let mut left: u64 = kqkr_strong_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !((has(king_attacks(board.weak_king), board.strong_queen)
                || has(
                    rook_attacks(board.weak_rook, (board.occupied & !bit(board.strong_king)) | bit(y)),
                    board.strong_queen))
            && !has(king_attacks(y), board.strong_queen)) {
            return false;
        }
    }
    true
}

fn kqkr_part_strong_4_all_3(board: &KqkrBoard) -> bool {
    let mut left: u64 = kqkr_weak_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !has(0xff818181818181ff_u64, y) {
            return false;
        }
    }
    true
}

fn kqkr_part_strong_4_any_4(board: &KqkrBoard) -> bool {
    let mut left: u64 = kqkr_strong_queen_safe_checks(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if kqkr_strong_queen_leaves(board, x) == 0x0_u64 {
            return true;
        }
    }
    false
}

fn kqkr_part_strong_4(board: &KqkrBoard) -> bool {
    if kqkr_part_strong_4_any_1(board) {
        if corner_distance(board.weak_king) <= 1 {
            if has(kqkr_strong_attacks(board), board.weak_rook) {
                if (distance(board.strong_king, board.weak_rook) - distance(board.weak_king, board.weak_rook)) <= -3 {
                    return between(board.strong_queen, board.weak_rook) == 0x0_u64
                        && count(kqkr_weak_rook_safe_checks(board)) > 2;
                }
                return manhattan(board.strong_queen, board.weak_rook) <= 2
                    && between(board.weak_king, board.weak_rook) == 0x0_u64;
            }
            return (distance(board.weak_king, board.strong_queen) + distance(board.strong_queen, board.weak_rook)) != distance(board.weak_king, board.weak_rook)
                || (manhattan(board.strong_king, board.weak_rook) + manhattan(board.weak_rook, board.weak_king)) != manhattan(board.strong_king, board.weak_king);
        }
        return kqkr_weak_rook_safe_moves(board) == 0x0_u64
            || kqkr_weak_rook_winning_check_unless_well_blocked(board);
    }
    if manhattan(board.weak_king, board.weak_rook) <= 3 {
        if has(kqkr_strong_attacks(board), board.weak_rook) {
            return edge_distance(board.weak_rook) > 1
                && edge_distance(board.weak_king) <= 0
                && aligned(board.strong_queen, board.weak_rook);
        }
        if kqkr_weak_king_guards_rook_next(board) {
            return !several(kqkr_weak_king_moves(board))
                && (corner_distance(board.weak_king) <= 0
                    || !kqkr_strong_queen_check_leaves_2(board));
        }
        return distance(board.weak_king, board.weak_rook) <= 2
            && edge_distance(board.weak_rook) <= 0
            && ((manhattan(board.strong_king, board.strong_queen) + manhattan(board.strong_queen, board.weak_king)) == manhattan(board.strong_king, board.weak_king)
                || ((distance(board.strong_king, board.weak_rook) + distance(board.weak_rook, board.strong_queen)) == distance(board.strong_king, board.strong_queen)
                    && !kqkr_part_strong_4_any_2(board)));
    }
    if (manhattan(board.strong_queen, board.strong_king) + manhattan(board.strong_king, board.weak_king)) == manhattan(board.strong_queen, board.weak_king) {
        if manhattan(board.strong_queen, board.weak_king) <= 4 {
            if kqkr_weak_rook_check_leaves_2(board) {
                return distance(board.strong_king, board.weak_rook) > 2;
            }
            return !aligned(board.strong_king, board.weak_king)
                && distance(board.strong_king, board.weak_rook) > 1;
        }
        return kqkr_strong_queen_falls(board)
            && kqkr_part_strong_4_all_3(board)
            && distance(board.strong_king, board.weak_rook) <= 3
            && distance(board.strong_king, board.weak_rook) > 2;
    }
    kqkr_part_strong_4_any_4(board)
        && count(kqkr_weak_rook_safe_moves(board)) <= 3
        && manhattan(board.strong_queen, board.weak_king) <= 4
        && manhattan(board.strong_king, board.weak_king) <= 2
}

fn kqkr_rule_1_any_3(board: &KqkrBoard) -> bool {
    let mut left: u64 = kqkr_strong_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if has(king_attacks(y), board.weak_rook) {
            return true;
        }
    }
    false
}

fn kqkr_part_strong_3_any_1(board: &KqkrBoard) -> bool {
    let mut left: u64 = kqkr_weak_rook_safe_checks(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if kqkr_weak_rook_leaves(board, x) == 0x0_u64 {
            return true;
        }
    }
    false
}

fn kqkr_strong_king_wins_rook(board: &KqkrBoard) -> bool {
    has(kqkr_strong_king_moves(board), board.weak_rook)
        && !(has(king_attacks(board.weak_king), board.strong_queen)
            && !has(king_attacks(board.weak_rook), board.strong_queen))
}

fn kqkr_strong_queen_takes_rook(board: &KqkrBoard) -> bool {
    has(queen_attacks(board.strong_queen, board.occupied), board.weak_rook)
        && kqkr_strong_queen_is_safe(board, board.weak_rook)
}

fn kqkr_strong_queen_wins_a_man(board: &KqkrBoard, x: u32, y: u32) -> bool {
    (has(
                queen_attacks(x, (board.occupied & !bit(board.strong_queen) & !bit(board.weak_king)) | bit(x) | bit(y)),
                board.weak_rook)
            || has(king_attacks(board.strong_king), board.weak_rook))
        && !has(king_attacks(y), board.weak_rook)
}

fn kqkr_strong_queen_winning_check_all_1(board: &KqkrBoard, x: u32) -> bool {
    let mut left: u64 = kqkr_strong_queen_leaves(board, x);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !kqkr_strong_queen_wins_a_man(board, x, y) {
            return false;
        }
    }
    true
}

fn kqkr_strong_queen_winning_check(board: &KqkrBoard) -> bool {
    let mut left: u64 = kqkr_strong_queen_safe_checks(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if !kqkr_strong_queen_is_blocked(board, x)
            && kqkr_strong_queen_winning_check_all_1(board, x) {
            return true;
        }
    }
    false
}

fn kqkr_strong_wins_a_man(board: &KqkrBoard) -> bool {
    if let Some(known) = board.kqkr_strong_wins_a_man.get() {
        return known;
    }
    let found = kqkr_strong_king_wins_rook(board)
        || kqkr_strong_queen_takes_rook(board)
        || kqkr_strong_queen_winning_check(board);
    board.kqkr_strong_wins_a_man.set(Some(found));
    found
}

fn kqkr_part_strong_3_any_2(board: &KqkrBoard) -> bool {
    let mut left: u64 = kqkr_strong_queen_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if distance(x, board.weak_king) <= 1 {
            return true;
        }
    }
    false
}

fn kqkr_part_strong_3_any_3(board: &KqkrBoard) -> bool {
    let mut left: u64 = kqkr_strong_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if has(king_attacks(y), board.weak_rook) {
            return true;
        }
    }
    false
}

fn kqkr_weak_king_leaves(board: &KqkrBoard, y: u32) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = king_attacks(board.strong_king) & !(bit(board.strong_king) | bit(board.strong_queen)) & !king_attacks(y);
    while left != 0 {
        let z = first(left);
        left &= left - 1;
        if !has(
            rook_attacks(board.weak_rook, (board.occupied & !bit(board.weak_king) & !bit(board.strong_king)) | bit(y)),
            z) {
            found |= bit(z);
        }
    }
    found
}

fn kqkr_part_strong_3_any_4(board: &KqkrBoard) -> bool {
    let mut left: u64 = kqkr_weak_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !several(kqkr_weak_king_leaves(board, y)) {
            return true;
        }
    }
    false
}

fn kqkr_part_strong_3(board: &KqkrBoard) -> bool {
    if kqkr_part_strong_3_any_1(board) {
        return !kqkr_weak_rook_winning_check_unless_well_blocked(board)
            && !has(queen_attacks(board.strong_queen, board.occupied), board.weak_rook);
    }
    if (distance(board.weak_king, board.weak_rook) - distance(board.strong_king, board.weak_king)) <= -1 {
        return !kqkr_strong_wins_a_man(board)
            && ((distance(board.strong_king, board.weak_rook) - distance(board.strong_king, board.weak_king)) > -2
                || ((distance(board.weak_king, board.weak_rook) - distance(board.strong_king, board.weak_king)) <= -3
                    && aligned(board.strong_king, board.weak_king)));
    }
    if !kqkr_part_strong_3_any_2(board) {
        return false;
    }
    if distance(board.strong_queen, board.weak_king) <= 2 {
        if !(!has(queen_attacks(board.strong_queen, board.occupied), board.weak_rook)
            && between(board.strong_king, board.strong_queen) == 0x0_u64) {
            return false;
        }
        if kqkr_weak_king_moves(board) == 0x0_u64 {
            return true;
        }
        if count(kqkr_strong_queen_safe_checks(board)) <= 4 {
            return !kqkr_part_strong_3_any_3(board)
                && (distance(board.strong_king, board.weak_rook) - distance(board.weak_king, board.weak_rook)) <= 1
                && ((manhattan(board.strong_king, board.weak_king) + manhattan(board.weak_king, board.strong_queen)) != manhattan(board.strong_king, board.strong_queen)
                    || distance(board.strong_king, board.strong_queen) > 3);
        }
        return kqkr_part_strong_3_any_4(board) && distance(board.strong_king, board.weak_rook) <= 4;
    }
    distance(board.weak_king, board.weak_rook) <= 2
        && !kqkr_weak_king_guards_rook_next(board)
        && (distance(board.strong_queen, board.weak_rook) + distance(board.weak_rook, board.weak_king)) != distance(board.strong_queen, board.weak_king)
        && (corner_distance(board.strong_queen) <= 2
            || count(kqkr_weak_rook_safe_moves(board)) > 5)
}

fn kqkr_rule_1_any_4(board: &KqkrBoard) -> bool {
    let mut left: u64 = kqkr_strong_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if has(king_attacks(y), board.weak_rook) {
            return true;
        }
    }
    false
}

fn kqkr_rule_1_any_5(board: &KqkrBoard) -> bool {
    let mut left: u64 = kqkr_weak_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if kqkr_weak_king_leaves(board, y) == 0x0_u64 {
            return true;
        }
    }
    false
}

fn kqkr_strong_queen_check_drives_to_edge_all_1(board: &KqkrBoard, x: u32) -> bool {
    let mut left: u64 = kqkr_strong_queen_leaves(board, x);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !has(0xff818181818181ff_u64, y) {
            return false;
        }
    }
    true
}

fn kqkr_strong_queen_check_drives_to_edge_anew(board: &KqkrBoard) -> bool {
    let mut left: u64 = kqkr_strong_queen_safe_checks(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if !kqkr_strong_queen_is_blocked(board, x)
            && kqkr_strong_queen_check_drives_to_edge_all_1(board, x) {
            return true;
        }
    }
    false
}

fn kqkr_strong_queen_check_drives_to_edge(board: &KqkrBoard) -> bool {
    if let Some(known) = board.kqkr_strong_queen_check_drives_to_edge.get() {
        return known;
    }
    let found = kqkr_strong_queen_check_drives_to_edge_anew(board);
    board.kqkr_strong_queen_check_drives_to_edge.set(Some(found));
    found
}

fn kqkr_part_strong_1(board: &KqkrBoard) -> bool {
    if (distance(board.strong_king, board.strong_queen) - distance(board.strong_king, board.weak_king)) <= -1 {
        if between(board.strong_queen, board.weak_rook) != 0x0_u64 {
            return false;
        }
        if distance(board.strong_queen, board.weak_rook) <= 5 {
            if (manhattan(board.strong_king, board.strong_queen) + manhattan(board.strong_queen, board.weak_king)) == manhattan(board.strong_king, board.weak_king) {
                if !kqkr_strong_queen_check_drives_to_edge(board) {
                    return true;
                }
                if !(distance(board.strong_king, board.weak_rook) <= 1
                    && count(kqkr_weak_rook_safe_checks(board)) > 2) {
                    return false;
                }
                if aligned(board.strong_king, board.strong_queen) {
                    return distance(board.strong_king, board.strong_queen) > 1;
                }
                return distance(board.strong_king, board.strong_queen) > 5;
            }
            if manhattan(board.strong_king, board.strong_queen) <= 1 {
                return false;
            }
            if manhattan(board.strong_king, board.strong_queen) > 5
                || (distance(board.weak_king, board.strong_king) + distance(board.strong_king, board.weak_rook)) == distance(board.weak_king, board.weak_rook) {
                return true;
            }
            if kqkr_strong_queen_boxes_0(board) {
                if (distance(board.strong_king, board.strong_queen) - distance(board.strong_king, board.weak_king)) <= -2 {
                    return false;
                }
                if count(kqkr_strong_queen_safe_moves(board)) <= 15 {
                    return distance(board.strong_king, board.weak_rook) <= 3
                        || distance(board.strong_king, board.weak_rook) > 5;
                }
                return edge_distance(board.strong_king) <= 0;
            }
            return distance(board.strong_king, board.strong_queen) > 1;
        }
        return distance(board.strong_king, board.strong_queen) > 1
            || distance(board.strong_king, board.weak_rook) <= 5;
    }
    kqkr_weak_rook_check_leaves_2(board)
}

fn kqkr_weak_rook_boxes_2_anew(board: &KqkrBoard) -> bool {
    let mut left: u64 = kqkr_weak_rook_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if count(kqkr_weak_rook_leaves(board, x)) <= 2 {
            return true;
        }
    }
    false
}

fn kqkr_weak_rook_boxes_2(board: &KqkrBoard) -> bool {
    if let Some(known) = board.kqkr_weak_rook_boxes_2.get() {
        return known;
    }
    let found = kqkr_weak_rook_boxes_2_anew(board);
    board.kqkr_weak_rook_boxes_2.set(Some(found));
    found
}

fn kqkr_weak_rook_check_lures_before_queen_all_1(board: &KqkrBoard, x: u32) -> bool {
    let mut left: u64 = kqkr_weak_rook_leaves(board, x);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !(aligned(y, board.strong_queen) && !has(king_attacks(board.strong_queen), y)) {
            return false;
        }
    }
    true
}

fn kqkr_weak_rook_check_lures_before_queen(board: &KqkrBoard) -> bool {
    let mut left: u64 = kqkr_weak_rook_safe_checks(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if !kqkr_weak_rook_is_blocked(board, x)
            && kqkr_weak_rook_check_lures_before_queen_all_1(board, x) {
            return true;
        }
    }
    false
}

fn kqkr_weak_opposition_next_anew(board: &KqkrBoard) -> bool {
    let mut left: u64 = kqkr_weak_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if distance(y, board.strong_king) == 2 && aligned(y, board.strong_king) {
            return true;
        }
    }
    false
}

fn kqkr_weak_opposition_next(board: &KqkrBoard) -> bool {
    if let Some(known) = board.kqkr_weak_opposition_next.get() {
        return known;
    }
    let found = kqkr_weak_opposition_next_anew(board);
    board.kqkr_weak_opposition_next.set(Some(found));
    found
}

fn kqkr_strong_queen_loose(board: &KqkrBoard) -> bool {
    has(kqkr_weak_attacks(board), board.strong_queen)
        && !has(kqkr_strong_attacks(board), board.strong_queen)
}

fn kqkr_part_strong_2(board: &KqkrBoard) -> bool {
    if kqkr_weak_king_moves(board) == 0x0_u64 {
        return !aligned(board.strong_queen, board.weak_rook) && kqkr_part_strong_1(board);
    }
    if (distance(board.strong_queen, board.strong_king) + distance(board.strong_king, board.weak_rook)) == distance(board.strong_queen, board.weak_rook) {
        if !(count(kqkr_strong_king_moves(board)) <= 3
            && manhattan(board.strong_king, board.strong_queen) <= 4) {
            return false;
        }
        if distance(board.strong_king, board.weak_rook) <= 2 {
            return (distance(board.weak_king, board.weak_rook) - distance(board.strong_king, board.weak_king)) <= -1
                && (distance(board.strong_king, board.weak_rook) - distance(board.strong_king, board.weak_king)) > -2;
        }
        return !same_diagonal(board.strong_king, board.strong_queen)
            && !kqkr_weak_rook_boxes_2(board)
            && !has(between(board.strong_king, board.weak_rook), board.weak_king);
    }
    if manhattan(board.weak_king, board.weak_rook) <= 3 {
        if aligned(board.strong_queen, board.weak_rook) {
            if !(edge_distance(board.weak_king) <= 0
                && !aligned(board.weak_king, board.weak_rook)) {
                return false;
            }
            if corner_distance(board.weak_king) <= 0 {
                return distance(board.strong_king, board.weak_rook) > 1
                    || (distance(board.weak_king, board.strong_queen) - distance(board.strong_king, board.weak_king)) <= 0;
            }
            return distance(board.strong_king, board.weak_king) <= 2
                && distance(board.strong_king, board.weak_rook) > 1;
        }
        if count(kqkr_strong_king_moves(board)) > 3 {
            return false;
        }
        if (manhattan(board.strong_king, board.strong_queen) + manhattan(board.strong_queen, board.weak_king)) == manhattan(board.strong_king, board.weak_king) {
            return (distance(board.weak_king, board.strong_queen) - distance(board.strong_king, board.weak_king)) <= -2
                && !kqkr_strong_wins_a_man(board);
        }
        if kqkr_weak_rook_check_lures_before_queen(board) {
            return (distance(board.weak_king, board.weak_rook) - distance(board.strong_king, board.weak_king)) <= -1
                && !has(kqkr_strong_attacks(board), board.weak_rook)
                && distance(board.strong_king, board.weak_rook) > 2;
        }
        return !several(kqkr_weak_king_moves(board))
            && kqkr_weak_king_guards_rook_next(board)
            && manhattan(board.strong_queen, board.weak_rook) <= 4
            && !has(kqkr_strong_attacks(board), board.weak_rook)
            && distance(board.strong_king, board.strong_queen) <= 4;
    }
    !several(kqkr_weak_king_moves(board))
        && kqkr_weak_opposition_next(board)
        && kqkr_strong_queen_loose(board)
        && distance(board.weak_king, board.weak_rook) <= 3
        && manhattan(board.weak_king, board.weak_rook) > 4
        && corner_distance(board.weak_king) <= 0
}

// 1, draw: "tree strong"
// no win or loss of the class leads to a draw in the tree
// spots 71,704 draws
fn kqkr_rule_1(board: &KqkrBoard) -> bool {
    if kqkr_strong_king_shields_strong_queen_from_rook(board) {
        if kqkr_weak_rook_loose(board) {
            return kqkr_rule_1_any_1(board)
                && kqkr_strong_queen_boxes_0(board)
                && (distance(board.strong_king, board.strong_queen) - distance(board.strong_king, board.weak_king)) <= 0
                && distance(board.strong_queen, board.weak_king) <= 3;
        }
        return kqkr_strong_king_guards_queen_next(board);
    }
    if !aligned(board.strong_king, board.weak_rook) {
        return false;
    }
    if distance(board.weak_king, board.weak_rook) <= 1 {
        if has(rook_attacks(board.weak_rook, board.occupied), board.strong_queen) {
            return distance(board.strong_king, board.weak_rook) > 1
                && !has(between(board.strong_king, board.weak_rook), board.weak_king);
        }
        return kqkr_part_strong_5(board);
    }
    if count(kqkr_strong_king_moves(board)) <= 2 {
        if kqkr_rule_1_any_2(board) {
            return kqkr_part_strong_4(board);
        }
        if (distance(board.strong_queen, board.strong_king) + distance(board.strong_king, board.weak_rook)) == distance(board.strong_queen, board.weak_rook) {
            if kqkr_rule_1_any_3(board) {
                return distance(board.strong_king, board.weak_king) <= 3
                    && ((distance(board.weak_king, board.weak_rook) - distance(board.strong_king, board.weak_king)) <= -1
                        || corner_distance(board.weak_king) <= 0);
            }
            if kqkr_strong_king_guards_queen_next(board) {
                return (manhattan(board.strong_queen, board.weak_king) + manhattan(board.weak_king, board.weak_rook)) != manhattan(board.strong_queen, board.weak_rook);
            }
            return manhattan(board.strong_king, board.strong_queen) <= 4
                && distance(board.strong_queen, board.weak_king) > 3;
        }
        if count(kqkr_weak_rook_safe_checks(board)) <= 4 {
            return kqkr_part_strong_3(board);
        }
        if has(queen_attacks(board.strong_queen, board.occupied), board.weak_rook) {
            return false;
        }
        if kqkr_rule_1_any_4(board) {
            return kqkr_rule_1_any_5(board) && distance(board.weak_king, board.weak_rook) <= 2;
        }
        return !aligned(board.strong_queen, board.weak_king);
    }
    kqkr_part_strong_2(board)
}

fn kqkr_weak_king_wins_queen(board: &KqkrBoard) -> bool {
    if let Some(known) = board.kqkr_weak_king_wins_queen.get() {
        return known;
    }
    let found = has(kqkr_weak_king_moves(board), board.strong_queen)
        && !(has(king_attacks(board.strong_king), board.weak_rook)
            && !has(king_attacks(board.strong_queen), board.weak_rook));
    board.kqkr_weak_king_wins_queen.set(Some(found));
    found
}

fn kqkr_weak_rook_takes_queen(board: &KqkrBoard) -> bool {
    if let Some(known) = board.kqkr_weak_rook_takes_queen.get() {
        return known;
    }
    let found = has(rook_attacks(board.weak_rook, board.occupied), board.strong_queen)
        && kqkr_weak_rook_is_safe(board, board.strong_queen);
    board.kqkr_weak_rook_takes_queen.set(Some(found));
    found
}

fn kqkr_weak_rook_winning_check_all_1(board: &KqkrBoard, x: u32) -> bool {
    let mut left: u64 = kqkr_weak_rook_leaves(board, x);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !kqkr_weak_rook_wins_a_man(board, x, y) {
            return false;
        }
    }
    true
}

fn kqkr_weak_rook_winning_check(board: &KqkrBoard) -> bool {
    let mut left: u64 = kqkr_weak_rook_safe_checks(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if !kqkr_weak_rook_is_blocked(board, x) && kqkr_weak_rook_winning_check_all_1(board, x) {
            return true;
        }
    }
    false
}

fn kqkr_weak_wins_a_man(board: &KqkrBoard) -> bool {
    if let Some(known) = board.kqkr_weak_wins_a_man.get() {
        return known;
    }
    let found = kqkr_weak_king_wins_queen(board)
        || kqkr_weak_rook_takes_queen(board)
        || kqkr_weak_rook_winning_check(board);
    board.kqkr_weak_wins_a_man.set(Some(found));
    found
}

fn kqkr_rule_2_all_1(board: &KqkrBoard) -> bool {
    let mut left: u64 = kqkr_strong_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !has(0xff818181818181ff_u64, y) {
            return false;
        }
    }
    true
}

fn kqkr_weak_rook_winning_check_unless_blocked_all_1(board: &KqkrBoard, x: u32) -> bool {
    let mut left: u64 = kqkr_weak_rook_leaves(board, x);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !kqkr_weak_rook_wins_a_man(board, x, y) {
            return false;
        }
    }
    true
}

fn kqkr_weak_rook_winning_check_unless_blocked_anew(board: &KqkrBoard) -> bool {
    let mut left: u64 = kqkr_weak_rook_safe_checks(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if kqkr_weak_rook_winning_check_unless_blocked_all_1(board, x) {
            return true;
        }
    }
    false
}

fn kqkr_weak_rook_winning_check_unless_blocked(board: &KqkrBoard) -> bool {
    if let Some(known) = board.kqkr_weak_rook_winning_check_unless_blocked.get() {
        return known;
    }
    let found = kqkr_weak_rook_winning_check_unless_blocked_anew(board);
    board.kqkr_weak_rook_winning_check_unless_blocked.set(Some(found));
    found
}

fn kqkr_strong_opposition_next_anew(board: &KqkrBoard) -> bool {
    let mut left: u64 = kqkr_strong_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if distance(y, board.weak_king) == 2 && aligned(y, board.weak_king) {
            return true;
        }
    }
    false
}

fn kqkr_strong_opposition_next(board: &KqkrBoard) -> bool {
    if let Some(known) = board.kqkr_strong_opposition_next.get() {
        return known;
    }
    let found = kqkr_strong_opposition_next_anew(board);
    board.kqkr_strong_opposition_next.set(Some(found));
    found
}

fn kqkr_strong_queen_boxes_2_anew(board: &KqkrBoard) -> bool {
    let mut left: u64 = kqkr_strong_queen_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if count(kqkr_strong_queen_leaves(board, x)) <= 2 {
            return true;
        }
    }
    false
}

fn kqkr_strong_queen_boxes_2(board: &KqkrBoard) -> bool {
    if let Some(known) = board.kqkr_strong_queen_boxes_2.get() {
        return known;
    }
    let found = kqkr_strong_queen_boxes_2_anew(board);
    board.kqkr_strong_queen_boxes_2.set(Some(found));
    found
}

fn kqkr_weak_rook_boxes_0_anew(board: &KqkrBoard) -> bool {
    let mut left: u64 = kqkr_weak_rook_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if kqkr_weak_rook_leaves(board, x) == 0x0_u64 {
            return true;
        }
    }
    false
}

fn kqkr_weak_rook_boxes_0(board: &KqkrBoard) -> bool {
    if let Some(known) = board.kqkr_weak_rook_boxes_0.get() {
        return known;
    }
    let found = kqkr_weak_rook_boxes_0_anew(board);
    board.kqkr_weak_rook_boxes_0.set(Some(found));
    found
}

fn kqkr_strong_queen_boxes_1_anew(board: &KqkrBoard) -> bool {
    let mut left: u64 = kqkr_strong_queen_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if !several(kqkr_strong_queen_leaves(board, x)) {
            return true;
        }
    }
    false
}

fn kqkr_strong_queen_boxes_1(board: &KqkrBoard) -> bool {
    if let Some(known) = board.kqkr_strong_queen_boxes_1.get() {
        return known;
    }
    let found = kqkr_strong_queen_boxes_1_anew(board);
    board.kqkr_strong_queen_boxes_1.set(Some(found));
    found
}

fn kqkr_strong_queen_is_well_blocked(board: &KqkrBoard, x: u32) -> bool {
    let mut left: u64 = between(x, board.weak_king) & king_attacks(board.weak_king);
    while left != 0 {
        let z = first(left);
        left &= left - 1;
        if has(
            rook_attacks(board.weak_rook, (board.occupied & !bit(board.strong_queen)) | bit(x)),
            z) {
            return true;
        }
    }
    false
}

fn kqkr_strong_queen_winning_check_unless_well_blocked_all_1(
    board: &KqkrBoard,
    x: u32,
) -> bool {
    let mut left: u64 = kqkr_strong_queen_leaves(board, x);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !kqkr_strong_queen_wins_a_man(board, x, y) {
            return false;
        }
    }
    true
}

fn kqkr_strong_queen_winning_check_unless_well_blocked(board: &KqkrBoard) -> bool {
    let mut left: u64 = kqkr_strong_queen_safe_checks(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if !kqkr_strong_queen_is_well_blocked(board, x)
            && kqkr_strong_queen_winning_check_unless_well_blocked_all_1(board, x) {
            return true;
        }
    }
    false
}

fn kqkr_weak_rook_check_drives_to_edge_all_1(board: &KqkrBoard, x: u32) -> bool {
    let mut left: u64 = kqkr_weak_rook_leaves(board, x);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !has(0xff818181818181ff_u64, y) {
            return false;
        }
    }
    true
}

fn kqkr_weak_rook_check_drives_to_edge(board: &KqkrBoard) -> bool {
    let mut left: u64 = kqkr_weak_rook_safe_checks(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if !kqkr_weak_rook_is_blocked(board, x)
            && kqkr_weak_rook_check_drives_to_edge_all_1(board, x) {
            return true;
        }
    }
    false
}

fn kqkr_strong_queen_pins_rook_anew(board: &KqkrBoard) -> bool {
    let mut left: u64 = kqkr_strong_queen_safe_moves(board) & queen_attacks(board.weak_rook, board.occupied & !bit(board.strong_queen)) & queen_attacks(board.weak_king, board.occupied & !bit(board.strong_queen) & !bit(board.weak_rook));
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if has(between(x, board.weak_king), board.weak_rook) {
            return true;
        }
    }
    false
}

fn kqkr_strong_queen_pins_rook(board: &KqkrBoard) -> bool {
    if let Some(known) = board.kqkr_strong_queen_pins_rook.get() {
        return known;
    }
    let found = kqkr_strong_queen_pins_rook_anew(board);
    board.kqkr_strong_queen_pins_rook.set(Some(found));
    found
}

fn kqkr_weak_rook_boxes_1_anew(board: &KqkrBoard) -> bool {
    let mut left: u64 = kqkr_weak_rook_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if !several(kqkr_weak_rook_leaves(board, x)) {
            return true;
        }
    }
    false
}

fn kqkr_weak_rook_boxes_1(board: &KqkrBoard) -> bool {
    if let Some(known) = board.kqkr_weak_rook_boxes_1.get() {
        return known;
    }
    let found = kqkr_weak_rook_boxes_1_anew(board);
    board.kqkr_weak_rook_boxes_1.set(Some(found));
    found
}

fn kqkr_strong_king_attacks_rook_next(board: &KqkrBoard) -> bool {
    let mut left: u64 = kqkr_strong_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if has(king_attacks(y), board.weak_rook)
            && !has(king_attacks(board.weak_king), board.weak_rook) {
            return true;
        }
    }
    false
}

fn kqkr_part_weak_7_any_1(board: &KqkrBoard) -> bool {
    let mut left: u64 = kqkr_weak_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if has(0xff818181818181ff_u64, y) {
            return true;
        }
    }
    false
}

fn kqkr_weak_rook_check_leaves_1_anew(board: &KqkrBoard) -> bool {
    let mut left: u64 = kqkr_weak_rook_safe_checks(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if !kqkr_weak_rook_is_blocked(board, x) && !several(kqkr_weak_rook_leaves(board, x)) {
            return true;
        }
    }
    false
}

fn kqkr_weak_rook_check_leaves_1(board: &KqkrBoard) -> bool {
    if let Some(known) = board.kqkr_weak_rook_check_leaves_1.get() {
        return known;
    }
    let found = kqkr_weak_rook_check_leaves_1_anew(board);
    board.kqkr_weak_rook_check_leaves_1.set(Some(found));
    found
}

fn kqkr_least_1(board: &KqkrBoard) -> i32 {
    let mut found: i32 = 2147483647;
    let mut left: u64 = kqkr_weak_rook_safe_checks(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        found = min(found, count(kqkr_weak_rook_leaves(board, x)));
    }
    found
}

fn kqkr_least_2(board: &KqkrBoard) -> i32 {
    let mut found: i32 = 2147483647;
    let mut left: u64 = kqkr_weak_rook_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        found = min(found, distance(x, board.strong_king));
    }
    found
}

fn kqkr_least_3(board: &KqkrBoard) -> i32 {
    let mut found: i32 = 2147483647;
    let mut left: u64 = kqkr_weak_rook_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        found = min(found, distance(x, board.weak_king));
    }
    found
}

fn kqkr_least_4(board: &KqkrBoard) -> i32 {
    let mut found: i32 = 2147483647;
    let mut left: u64 = kqkr_weak_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        found = min(found, count(kqkr_weak_king_leaves(board, y)));
    }
    found
}

fn kqkr_least_5(board: &KqkrBoard) -> i32 {
    let mut found: i32 = 2147483647;
    let mut left: u64 = kqkr_strong_queen_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        found = min(found, distance(x, board.weak_king));
    }
    found
}

fn kqkr_least_6(board: &KqkrBoard) -> i32 {
    let mut found: i32 = 2147483647;
    let mut left: u64 = kqkr_weak_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        found = min(found, distance(y, board.strong_queen));
    }
    found
}

fn kqkr_least_7(board: &KqkrBoard) -> i32 {
    let mut found: i32 = 2147483647;
    let mut left: u64 = kqkr_strong_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        found = min(found, count(kqkr_strong_king_leaves(board, y)));
    }
    found
}

fn kqkr_least_8(board: &KqkrBoard) -> i32 {
    let mut found: i32 = 2147483647;
    let mut left: u64 = kqkr_strong_queen_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        found = min(found, distance(x, board.strong_king));
    }
    found
}

fn kqkr_least_9(board: &KqkrBoard) -> i32 {
    let mut found: i32 = 2147483647;
    let mut left: u64 = kqkr_strong_queen_safe_checks(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        found = min(found, count(kqkr_strong_queen_leaves(board, x)));
    }
    found
}

fn kqkr_question(board: &KqkrBoard, number: u32) -> i32 {
    match number {
        // 13 nodes
        0x0 => edge_distance(board.strong_queen),
        // 29 nodes
        0x1 => corner_distance(board.strong_king),
        // 2 nodes
        0x2 => kqkr_rule_2_all_1(board) as i32,
        // 4 nodes
        0x3 => kqkr_weak_wins_a_man(board) as i32,
        // 15 nodes
        0x4 => distance(board.strong_king, board.strong_queen) - distance(board.weak_king, board.strong_queen),
        // 2 nodes
        0x5 => has(kqkr_strong_king_moves(board), board.weak_rook) as i32,
        // 25 nodes
        0x6 => distance(board.strong_king, board.weak_rook),
        // 5 nodes
        0x7 => ((distance(board.strong_queen, board.strong_king) + distance(board.strong_king, board.weak_king)) == distance(board.strong_queen, board.weak_king)) as i32,
        // 39 nodes
        0x8 => count(kqkr_weak_king_moves(board)),
        // 3 nodes
        0x9 => aligned(board.strong_king, board.weak_rook) as i32,
        // 18 nodes
        0xa => aligned(board.strong_king, board.weak_king) as i32,
        // 5 nodes
        0xb => ((distance(board.strong_king, board.weak_king) + distance(board.weak_king, board.weak_rook)) == distance(board.strong_king, board.weak_rook)) as i32,
        // 2 nodes
        0xc => kqkr_weak_rook_winning_check_unless_blocked(board) as i32,
        // 3 nodes
        0xd => kqkr_least_1(board),
        // 2 nodes
        0xe => ((manhattan(board.strong_queen, board.weak_king) + manhattan(board.weak_king, board.weak_rook)) == manhattan(board.strong_queen, board.weak_rook)) as i32,
        // 20 nodes
        0xf => count(kqkr_weak_rook_safe_checks(board)),
        // 19 nodes
        0x10 => count(kqkr_strong_king_moves(board)),
        // 30 nodes
        0x11 => manhattan(board.strong_king, board.weak_king),
        // 6 nodes
        0x12 => distance(board.weak_king, board.strong_queen) - distance(board.strong_king, board.weak_king),
        // 15 nodes
        0x13 => distance(board.strong_king, board.strong_queen),
        // 38 nodes
        0x14 => corner_distance(board.weak_king),
        // 6 nodes
        0x15 => aligned(board.strong_queen, board.weak_king) as i32,
        // 4 nodes
        0x16 => kqkr_strong_opposition_next(board) as i32,
        // 16 nodes
        0x17 => kqkr_least_2(board),
        // 11 nodes
        0x18 => edge_distance(board.weak_rook),
        // 20 nodes
        0x19 => distance(board.weak_king, board.weak_rook),
        // 20 nodes
        0x1a => ((manhattan(board.strong_king, board.weak_king) + manhattan(board.weak_king, board.weak_rook)) == manhattan(board.strong_king, board.weak_rook)) as i32,
        // 5 nodes
        0x1b => ((distance(board.strong_queen, board.strong_king) + distance(board.strong_king, board.weak_rook)) == distance(board.strong_queen, board.weak_rook)) as i32,
        // 4 nodes
        0x1c => same_diagonal(board.strong_queen, board.weak_king) as i32,
        // 39 nodes
        0x1d => kqkr_least_3(board),
        // 17 nodes
        0x1e => distance(board.strong_king, board.weak_rook) - distance(board.weak_king, board.weak_rook),
        // 2 nodes
        0x1f => ((distance(board.strong_king, board.weak_rook) + distance(board.weak_rook, board.weak_king)) == distance(board.strong_king, board.weak_king)) as i32,
        // 8 nodes
        0x20 => aligned(board.strong_king, board.strong_queen) as i32,
        // 3 nodes
        0x21 => has(kqkr_strong_attacks(board), board.weak_king) as i32,
        // 19 nodes
        0x22 => distance(board.strong_queen, board.weak_king),
        // 13 nodes
        0x23 => manhattan(board.weak_king, board.weak_rook),
        // 2 nodes
        0x24 => kqkr_weak_opposition_next(board) as i32,
        // 13 nodes
        0x25 => edge_distance(board.strong_king),
        // 3 nodes
        0x26 => kqkr_strong_queen_check_leaves_1(board) as i32,
        // 21 nodes
        0x27 => distance(board.strong_king, board.weak_king),
        // 5 nodes
        0x28 => kqkr_least_4(board),
        // 9 nodes
        0x29 => corner_distance(board.weak_rook),
        // 8 nodes
        0x2a => manhattan(board.strong_king, board.weak_rook),
        // 6 nodes
        0x2b => ((distance(board.strong_king, board.strong_queen) + distance(board.strong_queen, board.weak_rook)) == distance(board.strong_king, board.weak_rook)) as i32,
        // 26 nodes
        0x2c => distance(board.strong_queen, board.weak_rook),
        // 10 nodes
        0x2d => kqkr_least_5(board),
        // 3 nodes
        0x2e => kqkr_strong_queen_boxes_2(board) as i32,
        // 5 nodes
        0x2f => count(kqkr_strong_queen_safe_checks(board)),
        // 23 nodes
        0x30 => manhattan(board.strong_queen, board.weak_king),
        // 25 nodes
        0x31 => distance(board.strong_king, board.weak_rook) - distance(board.strong_king, board.weak_king),
        // 9 nodes
        0x32 => count(between(board.weak_king, board.weak_rook)),
        // 10 nodes
        0x33 => manhattan(board.strong_queen, board.weak_rook),
        // 9 nodes
        0x34 => aligned(board.weak_king, board.weak_rook) as i32,
        // 9 nodes
        0x35 => count(kqkr_weak_rook_safe_moves(board)),
        // 2 nodes
        0x36 => kqkr_weak_rook_boxes_0(board) as i32,
        // 8 nodes
        0x37 => edge_distance(board.weak_king),
        // 6 nodes
        0x38 => kqkr_strong_queen_boxes_0(board) as i32,
        // 4 nodes
        0x39 => kqkr_strong_queen_boxes_1(board) as i32,
        // 1 node
        0x3a => kqkr_least_6(board),
        // 4 nodes
        0x3b => kqkr_part_strong_5_all_1(board) as i32,
        // 7 nodes
        0x3c => ((manhattan(board.strong_king, board.strong_queen) + manhattan(board.strong_queen, board.weak_king)) == manhattan(board.strong_king, board.weak_king)) as i32,
        // 6 nodes
        0x3d => count(kqkr_strong_queen_safe_moves(board)),
        // 1 node
        0x3e => kqkr_strong_queen_winning_check_unless_well_blocked(board) as i32,
        // 4 nodes
        0x3f => kqkr_weak_rook_boxes_2(board) as i32,
        // 7 nodes
        0x40 => count(between(board.strong_queen, board.weak_king)),
        // 1 node
        0x41 => kqkr_strong_queen_winning_check(board) as i32,
        // 1 node
        0x42 => kqkr_strong_queen_is_safe(board, board.weak_rook) as i32,
        // 1 node
        0x43 => has(queen_attacks(board.strong_queen, board.occupied), board.weak_rook) as i32,
        // 1 node
        0x44 => has(king_attacks(board.weak_rook), board.strong_queen) as i32,
        // 1 node
        0x45 => has(king_attacks(board.weak_king), board.strong_queen) as i32,
        // 2 nodes
        0x46 => count(between(board.strong_king, board.weak_king)),
        // 1 node
        0x47 => kqkr_rule_1_any_2(board) as i32,
        // 3 nodes
        0x48 => ((manhattan(board.strong_queen, board.strong_king) + manhattan(board.strong_king, board.weak_king)) == manhattan(board.strong_queen, board.weak_king)) as i32,
        // 1 node
        0x49 => kqkr_strong_queen_falls(board) as i32,
        // 11 nodes
        0x4a => corner_distance(board.strong_queen),
        // 9 nodes
        0x4b => manhattan(board.strong_king, board.strong_queen),
        // 2 nodes
        0x4c => ((distance(board.strong_queen, board.weak_king) + distance(board.weak_king, board.weak_rook)) == distance(board.strong_queen, board.weak_rook)) as i32,
        // 3 nodes
        0x4d => same_diagonal(board.strong_king, board.weak_king) as i32,
        // 3 nodes
        0x4e => edge_distance(board.strong_king) - edge_distance(board.weak_king),
        // 11 nodes
        0x4f => distance(board.strong_king, board.strong_queen) - distance(board.strong_king, board.weak_king),
        // 6 nodes
        0x50 => ((distance(board.strong_king, board.strong_queen) + distance(board.strong_queen, board.weak_king)) == distance(board.strong_king, board.weak_king)) as i32,
        // 2 nodes
        0x51 => kqkr_strong_king_guards_queen_next(board) as i32,
        // 3 nodes
        0x52 => ((manhattan(board.weak_king, board.strong_queen) + manhattan(board.strong_queen, board.weak_rook)) == manhattan(board.weak_king, board.weak_rook)) as i32,
        // 1 node
        0x53 => ((distance(board.strong_queen, board.weak_rook) + distance(board.weak_rook, board.weak_king)) == distance(board.strong_queen, board.weak_king)) as i32,
        // 8 nodes
        0x54 => ((manhattan(board.strong_king, board.strong_queen) + manhattan(board.strong_queen, board.weak_rook)) == manhattan(board.strong_king, board.weak_rook)) as i32,
        // 3 nodes
        0x55 => kqkr_weak_rook_check_leaves_2(board) as i32,
        // 3 nodes
        0x56 => ((manhattan(board.strong_queen, board.strong_king) + manhattan(board.strong_king, board.weak_rook)) == manhattan(board.strong_queen, board.weak_rook)) as i32,
        // 2 nodes
        0x57 => has(rook_attacks(board.weak_rook, board.occupied), board.strong_queen) as i32,
        // 1 node
        0x58 => kqkr_weak_rook_takes_queen(board) as i32,
        // 1 node
        0x59 => kqkr_weak_king_wins_queen(board) as i32,
        // 1 node
        0x5a => kqkr_weak_rook_check_drives_to_edge(board) as i32,
        // 5 nodes
        0x5b => distance(board.weak_king, board.weak_rook) - distance(board.strong_king, board.weak_king),
        // 2 nodes
        0x5c => kqkr_strong_queen_pins_rook(board) as i32,
        // 2 nodes
        0x5d => kqkr_least_7(board),
        // 2 nodes
        0x5e => kqkr_weak_rook_boxes_1(board) as i32,
        // 1 node
        0x5f => ((manhattan(board.weak_king, board.strong_king) + manhattan(board.strong_king, board.weak_rook)) == manhattan(board.weak_king, board.weak_rook)) as i32,
        // 5 nodes
        0x60 => kqkr_strong_queen_check_drives_to_edge(board) as i32,
        // 1 node
        0x61 => ((manhattan(board.strong_king, board.weak_rook) + manhattan(board.weak_rook, board.weak_king)) == manhattan(board.strong_king, board.weak_king)) as i32,
        // 1 node
        0x62 => kqkr_least_8(board),
        // 2 nodes
        0x63 => ((distance(board.strong_king, board.weak_rook) + distance(board.weak_rook, board.strong_queen)) == distance(board.strong_king, board.strong_queen)) as i32,
        // 1 node
        0x64 => kqkr_weak_rook_winning_check_unless_well_blocked(board) as i32,
        // 1 node
        0x65 => kqkr_strong_king_attacks_rook_next(board) as i32,
        // 6 nodes
        0x66 => kqkr_strong_queen_check_leaves_2(board) as i32,
        // 1 node
        0x67 => kqkr_least_9(board),
        // 1 node
        0x68 => ((distance(board.strong_king, board.weak_king) + distance(board.weak_king, board.strong_queen)) == distance(board.strong_king, board.strong_queen)) as i32,
        // 2 nodes
        0x69 => same_diagonal(board.strong_king, board.strong_queen) as i32,
        // 3 nodes
        0x6a => kqkr_weak_king_guards_rook_next(board) as i32,
        // 1 node
        0x6b => kqkr_strong_wins_a_man(board) as i32,
        // 1 node
        0x6c => kqkr_part_weak_7_any_1(board) as i32,
        // 2 nodes
        0x6d => kqkr_weak_rook_check_leaves_1(board) as i32,
        // 1 node
        0x6e => kqkr_weak_rook_check_lures_before_queen(board) as i32,
        // 1 node
        0x6f => true as i32,
        _ => 0,
    }
}

fn kqkr_walk(board: &KqkrBoard, start: u32) -> bool {
    let mut at: u32 = start;
    while at > 1 {
        let node: u32 = u32::from(kqkr_trees[at as usize]);
        let split: u32 = u32::from(kqkr_tests[(node >> 8) as usize]);
        let bound: i32 = ((split & 127) as i32) + -64;
        let is_yes: bool = kqkr_question(board, split >> 7) <= bound;
        let yes_is_far: bool = (node & 1) != 0;
        let is_far: bool = is_yes == yes_is_far;
        let far: u32 = (node >> 1) & 127;
        at += 1;
        if is_far {
            if far == 3 {
                at += u32::from(kqkr_trees[at as usize]);
                at += 1;
            } else if far >= 4 {
                at += far - 3;
            } else if far == 2 {
                at = 1;
            } else {
                at = far;
            }
        } else if far == 2 {
            at = 0;
        } else if far == 3 {
            at += 1;
        }
    }
    at == 1
}

// 2, draw: "tree weak"
// no win or loss of the class leads to a draw in the tree
// spots 627,960 draws
fn kqkr_rule_2(board: &KqkrBoard) -> bool {
    kqkr_walk(board, 2)
}

fn kqkr_strong_to_move(board: &KqkrBoard) -> i32 {
    if kqkr_rule_1(board) {
        return 1;
    }
    0
}

fn kqkr_weak_to_move(board: &KqkrBoard) -> i32 {
    if kqkr_rule_2(board) {
        return 2;
    }
    0
}

/// The same as probe_rule for KQvKR by the squares of its men; without castling and en passant.
#[allow(dead_code, clippy::too_many_arguments)]
pub fn kqkr_rule(
    strong_king: u32,
    weak_king: u32,
    weak_rook: u32,
    strong_queen: u32,
    strong_to_move: bool,
) -> i32 {
    let board = KqkrBoard {
        strong_king,
        weak_king,
        weak_rook,
        strong_queen,
        occupied: bit(strong_king) | bit(weak_king) | bit(weak_rook) | bit(strong_queen),
        kqkr_strong_attacks: Cell::new(None),
        kqkr_weak_attacks: Cell::new(None),
        kqkr_strong_king_moves: Cell::new(None),
        kqkr_strong_queen_safe_moves: Cell::new(None),
        kqkr_strong_queen_boxes_0: Cell::new(None),
        kqkr_strong_king_guards_queen_next: Cell::new(None),
        kqkr_weak_king_moves: Cell::new(None),
        kqkr_weak_rook_safe_moves: Cell::new(None),
        kqkr_weak_rook_safe_checks: Cell::new(None),
        kqkr_weak_rook_check_leaves_2: Cell::new(None),
        kqkr_strong_queen_safe_checks: Cell::new(None),
        kqkr_strong_queen_check_leaves_1: Cell::new(None),
        kqkr_strong_queen_check_leaves_2: Cell::new(None),
        kqkr_weak_rook_winning_check_unless_well_blocked: Cell::new(None),
        kqkr_weak_king_guards_rook_next: Cell::new(None),
        kqkr_strong_wins_a_man: Cell::new(None),
        kqkr_strong_queen_check_drives_to_edge: Cell::new(None),
        kqkr_weak_rook_boxes_2: Cell::new(None),
        kqkr_weak_opposition_next: Cell::new(None),
        kqkr_weak_king_wins_queen: Cell::new(None),
        kqkr_weak_rook_takes_queen: Cell::new(None),
        kqkr_weak_wins_a_man: Cell::new(None),
        kqkr_weak_rook_winning_check_unless_blocked: Cell::new(None),
        kqkr_strong_opposition_next: Cell::new(None),
        kqkr_strong_queen_boxes_2: Cell::new(None),
        kqkr_weak_rook_boxes_0: Cell::new(None),
        kqkr_strong_queen_boxes_1: Cell::new(None),
        kqkr_strong_queen_pins_rook: Cell::new(None),
        kqkr_weak_rook_boxes_1: Cell::new(None),
        kqkr_weak_rook_check_leaves_1: Cell::new(None),
    };
    if strong_to_move { kqkr_strong_to_move(&board) } else { kqkr_weak_to_move(&board) }
}

// KQvKQ

#[allow(dead_code)]
struct KqkqBoard {
    us_king: u32,
    them_king: u32,
    us_queen: u32,
    them_queen: u32,
    occupied: u64,
    kqkq_our_king_moves: Cell<Option<u64>>,
    kqkq_our_queen_takes_queen: Cell<Option<bool>>,
    kqkq_our_queen_safe_checks: Cell<Option<u64>>,
    kqkq_our_wins_a_man: Cell<Option<bool>>,
    kqkq_our_queen_falls: Cell<Option<bool>>,
    kqkq_them_attacks: Cell<Option<u64>>,
    kqkq_their_king_moves: Cell<Option<u64>>,
}

// Where our king may go; he may take an unguarded queen.
fn kqkq_our_king_moves(board: &KqkqBoard) -> u64 {
    if let Some(known) = board.kqkq_our_king_moves.get() {
        return known;
    }
    let found = king_attacks(board.us_king) & !(bit(board.us_king) | bit(board.us_queen)) & !king_attacks(board.them_king) & !queen_attacks(board.them_queen, board.occupied & !bit(board.us_king));
    board.kqkq_our_king_moves.set(Some(found));
    found
}

// Our king can take their queen, and theirs does not take our queen in return.
fn kqkq_our_king_wins_queen(board: &KqkqBoard) -> bool {
    has(kqkq_our_king_moves(board), board.them_queen)
        && !(has(king_attacks(board.them_king), board.us_queen)
            && !has(king_attacks(board.them_queen), board.us_queen))
}

// Our queen is not lost on x: their queen does not hit it, and their king only if ours guards
// it.
fn kqkq_our_queen_is_safe(board: &KqkqBoard, x: u32) -> bool {
    !has(queen_attacks(board.them_queen, board.occupied & !bit(board.us_queen)), x)
        && (!has(king_attacks(board.them_king), x) || has(king_attacks(board.us_king), x))
}

// Our queen can take theirs and is not retaken.
fn kqkq_our_queen_takes_queen(board: &KqkqBoard) -> bool {
    if let Some(known) = board.kqkq_our_queen_takes_queen.get() {
        return known;
    }
    let found = has(queen_attacks(board.us_queen, board.occupied), board.them_queen)
        && kqkq_our_queen_is_safe(board, board.them_queen);
    board.kqkq_our_queen_takes_queen.set(Some(found));
    found
}

// The empty squares our queen reaches.
fn kqkq_our_queen_moves(board: &KqkqBoard) -> u64 {
    queen_attacks(board.us_queen, board.occupied) & !board.occupied
}

// Its moves to squares where it is safe.
fn kqkq_our_queen_safe_moves(board: &KqkqBoard) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = kqkq_our_queen_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if kqkq_our_queen_is_safe(board, x) {
            found |= bit(x);
        }
    }
    found
}

// Those of them that give check.
fn kqkq_our_queen_safe_checks(board: &KqkqBoard) -> u64 {
    if let Some(known) = board.kqkq_our_queen_safe_checks.get() {
        return known;
    }
    let found = kqkq_our_queen_safe_moves(board) & queen_attacks(board.them_king, board.occupied & !bit(board.us_queen));
    board.kqkq_our_queen_safe_checks.set(Some(found));
    found
}

// Their queen can step between our queen on x and their king.
fn kqkq_our_queen_is_blocked(board: &KqkqBoard, x: u32) -> bool {
    let mut left: u64 = between(x, board.them_king);
    while left != 0 {
        let z = first(left);
        left &= left - 1;
        if has(
            queen_attacks(board.them_queen, (board.occupied & !bit(board.us_queen)) | bit(x)),
            z) {
            return true;
        }
    }
    false
}

// The squares their king has left when our queen is on x.
fn kqkq_our_queen_leaves(board: &KqkqBoard, x: u32) -> u64 {
    king_attacks(board.them_king) & !(bit(board.them_king) | bit(board.them_queen)) & !king_attacks(board.us_king) & !queen_attacks(x, board.occupied & !bit(board.us_queen) & !bit(board.them_king))
}

// With our queen on x and their king gone to y, their queen is attacked and he does not guard
// it.
fn kqkq_our_queen_wins_a_man(board: &KqkqBoard, x: u32, y: u32) -> bool {
    (has(
                queen_attacks(x, (board.occupied & !bit(board.us_queen) & !bit(board.them_king)) | bit(x) | bit(y)),
                board.them_queen)
            || has(king_attacks(board.us_king), board.them_queen))
        && !has(king_attacks(y), board.them_queen)
}

fn kqkq_our_queen_winning_check_all_1(board: &KqkqBoard, x: u32) -> bool {
    let mut left: u64 = kqkq_our_queen_leaves(board, x);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !kqkq_our_queen_wins_a_man(board, x, y) {
            return false;
        }
    }
    true
}

// A safe check, not to be blocked, after which we mate or their queen falls wherever the king
// goes.
fn kqkq_our_queen_winning_check(board: &KqkqBoard) -> bool {
    let mut left: u64 = kqkq_our_queen_safe_checks(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if !kqkq_our_queen_is_blocked(board, x) && kqkq_our_queen_winning_check_all_1(board, x) {
            return true;
        }
    }
    false
}

// We win their queen or mate: king takes, queen takes, or a winning check.
fn kqkq_our_wins_a_man(board: &KqkqBoard) -> bool {
    if let Some(known) = board.kqkq_our_wins_a_man.get() {
        return known;
    }
    let found = kqkq_our_king_wins_queen(board)
        || kqkq_our_queen_takes_queen(board)
        || kqkq_our_queen_winning_check(board);
    board.kqkq_our_wins_a_man.set(Some(found));
    found
}

// 1, draw: "their queen nearer its own king"
// Their queen is nearer its king, off the corners, and no capture or check of ours wins: it
// holds.
// spots 1,706,752 draws; as in 8/8/8/8/8/4q3/Q7/K1k5 w - - 0 1
fn kqkq_rule_1(board: &KqkqBoard) -> bool {
    manhattan(board.them_king, board.them_queen) > 1
        && corner_distance(board.them_queen) > 1
        && between(board.us_king, board.them_queen) == 0x0_u64
        && (distance(board.us_king, board.them_queen) - distance(board.them_king, board.them_queen)) > 1
        && !kqkq_our_wins_a_man(board)
}

// 2, draw: "their queen far from our king"
// Their queen is far from our king, theirs is off the edge, and no capture or check of ours
// wins.
// spots 407,760 draws; as in 8/3q4/8/8/8/8/2k5/K3Q3 w - - 0 1
fn kqkq_rule_2(board: &KqkqBoard) -> bool {
    manhattan(board.us_king, board.them_queen) > 8
        && edge_distance(board.them_king) > 0
        && !same_diagonal(board.us_king, board.them_queen)
        && !kqkq_our_wins_a_man(board)
}

// Wherever our king goes, our queen is then attacked and he does not guard it; or he has no
// move.
fn kqkq_our_queen_falls_anew(board: &KqkqBoard) -> bool {
    let mut left: u64 = kqkq_our_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !((has(king_attacks(board.them_king), board.us_queen)
                || has(
                    queen_attacks(board.them_queen, (board.occupied & !bit(board.us_king)) | bit(y)),
                    board.us_queen))
            && !has(king_attacks(y), board.us_queen)) {
            return false;
        }
    }
    true
}

fn kqkq_our_queen_falls(board: &KqkqBoard) -> bool {
    if let Some(known) = board.kqkq_our_queen_falls.get() {
        return known;
    }
    let found = kqkq_our_queen_falls_anew(board);
    board.kqkq_our_queen_falls.set(Some(found));
    found
}

// 3, draw: "queen nearer our king, nothing falls"
// Both kings are off the edge and no queen falls at once: no check mates or wins one by force.
// spots 517,376 draws; as in 8/8/8/8/q7/8/1K2k3/1Q6 w - - 0 1
fn kqkq_rule_3(board: &KqkqBoard) -> bool {
    edge_distance(board.us_king) > 0
        && edge_distance(board.them_king) > 0
        && (distance(board.us_king, board.them_queen) - distance(board.them_king, board.them_queen)) <= -2
        && !kqkq_our_queen_falls(board)
        && !kqkq_our_wins_a_man(board)
}

// All squares that a side attacks, its own men included.
fn kqkq_us_attacks(board: &KqkqBoard) -> u64 {
    king_attacks(board.us_king) | queen_attacks(board.us_queen, board.occupied)
}

// All squares that a side attacks, its own men included.
fn kqkq_them_attacks(board: &KqkqBoard) -> u64 {
    if let Some(known) = board.kqkq_them_attacks.get() {
        return known;
    }
    let found = king_attacks(board.them_king) | queen_attacks(board.them_queen, board.occupied);
    board.kqkq_them_attacks.set(Some(found));
    found
}

// Their queen is attacked and nothing guards it.
fn kqkq_their_queen_loose(board: &KqkqBoard) -> bool {
    has(kqkq_us_attacks(board), board.them_queen)
        && !has(kqkq_them_attacks(board), board.them_queen)
}

// 4, silent: "their queen is loose"
// Their queen is attacked and nothing guards it: we nearly always take it and win.
// decides 6,168,224 wins and losses and 19,408 draws; as in 8/8/8/8/8/8/8/K1k1qQ2 w - - 0 1
fn kqkq_rule_4(board: &KqkqBoard) -> bool {
    distance(board.us_queen, board.them_king) > 2 && kqkq_their_queen_loose(board)
}

// 5, silent: "queen takes queen unpunished"
// Our queen takes theirs and is not retaken: queen against bare king wins, but for stalemates.
// decides 693,456 wins and losses and 1,696 draws; as in 8/8/8/8/8/8/Q7/Kqk5 w - - 0 1
fn kqkq_rule_5(board: &KqkqBoard) -> bool {
    kqkq_our_queen_takes_queen(board)
}

// 6, silent: "king beside a queen left alone"
// Our king is next to their queen and theirs is not: nearly always he or our queen takes it and
// wins.
// decides 149,872 wins and losses and 976 draws; as in 8/8/8/8/8/2Q5/8/Kq1k4 w - - 0 1
fn kqkq_rule_6(board: &KqkqBoard) -> bool {
    distance(board.us_king, board.them_queen) <= 1
        && distance(board.them_king, board.them_queen) > 1
        && corner_distance(board.them_king) > 0
}

fn kqkq_our_queen_winning_check_unless_blocked_all_1(board: &KqkqBoard, x: u32) -> bool {
    let mut left: u64 = kqkq_our_queen_leaves(board, x);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !kqkq_our_queen_wins_a_man(board, x, y) {
            return false;
        }
    }
    true
}

// The same, but their queen may have a square to block on.
fn kqkq_our_queen_winning_check_unless_blocked(board: &KqkqBoard) -> bool {
    let mut left: u64 = kqkq_our_queen_safe_checks(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if kqkq_our_queen_winning_check_unless_blocked_all_1(board, x) {
            return true;
        }
    }
    false
}

// 7, silent: "check mates or wins the queen"
// A safe check mates or takes their queen next, unless a block saves it: it nearly always wins
// for us.
// decides 393,856 wins and losses and 3,440 draws; as in 8/8/8/8/8/8/Q7/K1k2q2 w - - 0 1
fn kqkq_rule_7(board: &KqkqBoard) -> bool {
    manhattan(board.them_king, board.them_queen) > 1
        && !has(kqkq_them_attacks(board), board.us_king)
        && kqkq_our_queen_winning_check_unless_blocked(board)
}

// Where their king may go, as our men stand now.
fn kqkq_their_king_moves(board: &KqkqBoard) -> u64 {
    if let Some(known) = board.kqkq_their_king_moves.get() {
        return known;
    }
    let found = king_attacks(board.them_king) & !(bit(board.them_king) | bit(board.them_queen)) & !king_attacks(board.us_king) & !queen_attacks(board.us_queen, board.occupied & !bit(board.them_king));
    board.kqkq_their_king_moves.set(Some(found));
    found
}

fn kqkq_rule_8_all_1(board: &KqkqBoard) -> bool {
    let mut left: u64 = kqkq_their_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !has(0xff818181818181ff_u64, y) {
            return false;
        }
    }
    true
}

// 8, silent: "edge king, ours between"
// Their king has only edge squares, ours on the way to our queen: we often mate, even after a
// block.
// decides 23,808 wins and losses and 10,272 draws; as in 8/8/8/8/8/q7/2KQ4/k7 w - - 0 1
fn kqkq_rule_8(board: &KqkqBoard) -> bool {
    edge_distance(board.us_king) > 0
        && corner_distance(board.us_king) <= 2
        && !has(kqkq_them_attacks(board), board.us_king)
        && (manhattan(board.us_queen, board.us_king) + manhattan(board.us_king, board.them_king)) == manhattan(board.us_queen, board.them_king)
        && kqkq_rule_8_all_1(board)
}

// 9, silent: "check drives our king off our queen"
// In check, our king leaves our queen to be taken wherever he goes, or is mated: we mostly
// lose.
// decides 59,224 wins and losses and 2,160 draws; as in 8/8/8/8/8/2q5/Q7/K1k5 w - - 0 1
fn kqkq_rule_9(board: &KqkqBoard) -> bool {
    !has(queen_attacks(board.them_queen, board.occupied), board.us_queen)
        && has(kqkq_them_attacks(board), board.us_king)
        && kqkq_our_queen_falls(board)
}

// 10, silent: "corner queen away from its king"
// Kings close and their queen by a corner: a check or two may skewer it, and we win now and
// then.
// decides 6,024 wins and losses and 62,640 draws; as in 8/8/8/8/8/8/4Q3/K1k3q1 w - - 0 1
fn kqkq_rule_10(board: &KqkqBoard) -> bool {
    distance(board.us_king, board.them_king) <= 2
        && manhattan(board.them_king, board.them_queen) > 3
        && manhattan(board.them_king, board.them_queen) <= 6
        && corner_distance(board.them_queen) <= 1
        && (edge_distance(board.us_king) - edge_distance(board.them_king)) > -1
}

// 11, silent: "cornered king with one square"
// Their king is by a corner with one square at most, and ours is close: a check often leads to
// mate.
// decides 4,384 wins and losses and 3,232 draws; as in 8/8/8/8/8/8/q7/k1KQ4 w - - 0 1
fn kqkq_rule_11(board: &KqkqBoard) -> bool {
    manhattan(board.us_king, board.them_king) <= 3
        && corner_distance(board.us_king) <= 2
        && corner_distance(board.them_king) <= 1
        && !has(kqkq_them_attacks(board), board.us_king)
        && !several(kqkq_their_king_moves(board))
}

// 12, silent: "our king has one square at most"
// Our king has one square at most, with their queen on the way to ours: they have some mates
// and wins.
// decides 1,488 wins and losses and 17,120 draws; as in 8/8/8/8/4Q3/2q5/8/K1k5 w - - 0 1
fn kqkq_rule_12(board: &KqkqBoard) -> bool {
    distance(board.us_king, board.them_king) <= 2
        && distance(board.them_king, board.them_queen) > 1
        && edge_distance(board.them_king) <= 1
        && (manhattan(board.us_king, board.them_queen) + manhattan(board.them_queen, board.us_queen)) == manhattan(board.us_king, board.us_queen)
        && !several(kqkq_our_king_moves(board))
}

// The same with two squares at most.
fn kqkq_our_queen_check_leaves_2(board: &KqkqBoard) -> bool {
    let mut left: u64 = kqkq_our_queen_safe_checks(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if !kqkq_our_queen_is_blocked(board, x) && count(kqkq_our_queen_leaves(board, x)) <= 2 {
            return true;
        }
    }
    false
}

// 13, silent: "check leaves two, queen by corner"
// A check leaves their king two squares at most, and the next may skewer the queen by the
// corner.
// decides 12,304 wins and losses and 27,392 draws; as in 8/8/8/8/1Q6/8/7q/K2k4 w - - 0 1
fn kqkq_rule_13(board: &KqkqBoard) -> bool {
    distance(board.them_king, board.them_queen) > 3
        && manhattan(board.them_king, board.them_queen) <= 6
        && corner_distance(board.them_queen) <= 1
        && !aligned(board.them_king, board.them_queen)
        && kqkq_our_queen_check_leaves_2(board)
}

// 14, silent: "edge king in front of ours"
// Their king is on the edge, in front of ours: a check often mates at once or soon.
// decides 3,136 wins and losses and 2,208 draws; as in 8/8/8/8/8/2K5/8/2kqQ3 w - - 0 1
fn kqkq_rule_14(board: &KqkqBoard) -> bool {
    distance(board.us_king, board.them_queen) > 1
        && manhattan(board.us_king, board.them_king) <= 2
        && edge_distance(board.us_king) > 1
        && edge_distance(board.them_king) <= 0
        && between(board.us_king, board.them_queen) == 0x0_u64
}

// 15, silent: "our king between the queens"
// Our king is between the queens and on a line with theirs: a check may skewer him and win our
// queen.
// decides 2,624 wins and losses and 4,304 draws; as in 8/8/8/8/8/8/6Q1/kqK5 w - - 0 1
fn kqkq_rule_15(board: &KqkqBoard) -> bool {
    distance(board.us_king, board.us_queen) > 3
        && manhattan(board.us_king, board.us_queen) <= 6
        && aligned(board.us_king, board.them_queen)
        && (distance(board.us_queen, board.us_king) + distance(board.us_king, board.them_queen)) == distance(board.us_queen, board.them_queen)
        && count(kqkq_our_king_moves(board)) <= 3
}

// 16, silent: "queen beside our king, ours in corner"
// Our queen is by a corner on a line with our king, theirs next to him: they may mate or skewer
// him.
// decides 352 wins and losses and 432 draws; as in 8/8/8/8/8/k7/q7/1K4Q1 w - - 0 1
fn kqkq_rule_16(board: &KqkqBoard) -> bool {
    distance(board.us_king, board.them_queen) <= 1
        && manhattan(board.us_queen, board.them_king) > 6
        && edge_distance(board.us_queen) <= 0
        && corner_distance(board.us_queen) <= 1
        && aligned(board.us_king, board.us_queen)
}

fn kqkq_rule_17_all_1(board: &KqkqBoard) -> bool {
    let mut left: u64 = kqkq_our_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !has(0xff818181818181ff_u64, y) {
            return false;
        }
    }
    true
}

// The empty squares their queen reaches.
fn kqkq_their_queen_moves(board: &KqkqBoard) -> u64 {
    queen_attacks(board.them_queen, board.occupied) & !board.occupied
}

// Their queen is not lost on x: our queen does not hit it, and our king only if theirs guards
// it.
fn kqkq_their_queen_is_safe(board: &KqkqBoard, x: u32) -> bool {
    !has(queen_attacks(board.us_queen, board.occupied & !bit(board.them_queen)), x)
        && (!has(king_attacks(board.us_king), x) || has(king_attacks(board.them_king), x))
}

// Its moves to squares where it is safe.
fn kqkq_their_queen_safe_moves(board: &KqkqBoard) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = kqkq_their_queen_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if kqkq_their_queen_is_safe(board, x) {
            found |= bit(x);
        }
    }
    found
}

// Those of them that give check.
fn kqkq_their_queen_safe_checks(board: &KqkqBoard) -> u64 {
    kqkq_their_queen_safe_moves(board) & queen_attacks(board.us_king, board.occupied & !bit(board.them_queen))
}

// Our queen can step between their queen on x and our king.
fn kqkq_their_queen_is_blocked(board: &KqkqBoard, x: u32) -> bool {
    let mut left: u64 = between(x, board.us_king);
    while left != 0 {
        let z = first(left);
        left &= left - 1;
        if has(
            queen_attacks(board.us_queen, (board.occupied & !bit(board.them_queen)) | bit(x)),
            z) {
            return true;
        }
    }
    false
}

// The squares our king has left when their queen is on x.
fn kqkq_their_queen_leaves(board: &KqkqBoard, x: u32) -> u64 {
    king_attacks(board.us_king) & !(bit(board.us_king) | bit(board.us_queen)) & !king_attacks(board.them_king) & !queen_attacks(x, board.occupied & !bit(board.them_queen) & !bit(board.us_king))
}

// They have a safe check that no queen blocks and that leaves our king one square at most.
fn kqkq_their_queen_check_leaves_1(board: &KqkqBoard) -> bool {
    let mut left: u64 = kqkq_their_queen_safe_checks(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if !kqkq_their_queen_is_blocked(board, x)
            && !several(kqkq_their_queen_leaves(board, x)) {
            return true;
        }
    }
    false
}

// 17, silent: "in check with only edge squares"
// In check, our king has only edge squares, and a check next leaves one at most: they may win.
// decides 14,048 wins and losses and 20,032 draws; as in 8/8/8/4q3/8/3Q4/8/K1k5 w - - 0 1
fn kqkq_rule_17(board: &KqkqBoard) -> bool {
    distance(board.us_king, board.them_king) <= 2
        && !has(queen_attacks(board.them_queen, board.occupied), board.us_queen)
        && has(kqkq_them_attacks(board), board.us_king)
        && kqkq_rule_17_all_1(board)
        && kqkq_their_queen_check_leaves_1(board)
}

fn kqkq_rule_18_all_1(board: &KqkqBoard) -> bool {
    let mut left: u64 = kqkq_our_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !has(0xff818181818181ff_u64, y) {
            return false;
        }
    }
    true
}

// 18, silent: "both kings close to a corner"
// Both kings are close to a corner, ours with only edge squares: either side may mate.
// decides 1,456 wins and losses and 8,672 draws; as in 8/8/8/8/8/8/Q7/K1kq4 w - - 0 1
fn kqkq_rule_18(board: &KqkqBoard) -> bool {
    distance(board.us_king, board.them_king) <= 2
        && corner_distance(board.us_king) <= 1
        && corner_distance(board.them_king) <= 2
        && between(board.us_king, board.them_queen) != 0x0_u64
        && kqkq_rule_18_all_1(board)
}

// We have a safe check that no queen blocks and that leaves their king one square at most.
fn kqkq_our_queen_check_leaves_1(board: &KqkqBoard) -> bool {
    let mut left: u64 = kqkq_our_queen_safe_checks(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if !kqkq_our_queen_is_blocked(board, x) && !several(kqkq_our_queen_leaves(board, x)) {
            return true;
        }
    }
    false
}

// 19, silent: "check leaves an edge king one square"
// A check leaves their king on the edge one square at most: we may mate, or skewer the queen
// next.
// decides 3,824 wins and losses and 11,984 draws; as in 8/8/8/5q2/8/8/4Q3/K1k5 w - - 0 1
fn kqkq_rule_19(board: &KqkqBoard) -> bool {
    distance(board.us_king, board.them_king) <= 2
        && edge_distance(board.them_king) <= 0
        && between(board.us_king, board.them_queen) == 0x0_u64
        && (distance(board.us_king, board.them_queen) - distance(board.them_king, board.them_queen)) > 0
        && kqkq_our_queen_check_leaves_1(board)
}

// 20, silent: "queens far apart, theirs far from king"
// Their queen is far from its king and from ours: some checks skewer it, often from a corner
// first.
// decides 2,384 wins and losses and 22,912 draws; as in 8/8/8/8/8/Q7/8/K2k3q w - - 0 1
fn kqkq_rule_20(board: &KqkqBoard) -> bool {
    distance(board.us_queen, board.them_queen) > 6
        && distance(board.them_king, board.them_queen) > 3
        && manhattan(board.them_king, board.them_queen) <= 6
        && corner_distance(board.them_king) > 2
        && count(kqkq_their_king_moves(board)) <= 5
}

// 21, silent: "queen much farther than our king"
// A fitted bound: we have a few wins, our king far nearer to theirs than their queen is to its
// king.
// decides 432 wins and losses and 30,176 draws; as in 8/3q4/8/8/2Q5/8/8/k2K4 w - - 0 1
fn kqkq_rule_21(board: &KqkqBoard) -> bool {
    corner_distance(board.us_king) > 2
        && corner_distance(board.them_queen) > 2
        && (distance(board.them_king, board.them_queen) - distance(board.us_king, board.them_king)) > 2
        && (manhattan(board.us_queen, board.us_king) + manhattan(board.us_king, board.them_king)) != manhattan(board.us_queen, board.them_king)
        && (distance(board.them_king, board.us_king) + distance(board.us_king, board.them_queen)) != distance(board.them_king, board.them_queen)
}

// 22, silent: "our king masks a check at a corner"
// Our king steps out of our queen's line with check to a king by a corner: we have mates and
// wins.
// decides 4,592 wins and losses and 8,632 draws; as in 8/8/8/8/8/q7/8/k1KQ4 w - - 0 1
fn kqkq_rule_22(board: &KqkqBoard) -> bool {
    distance(board.us_king, board.them_king) <= 3
        && manhattan(board.us_king, board.them_king) <= 4
        && edge_distance(board.them_king) <= 0
        && corner_distance(board.them_king) <= 1
        && has(between(board.us_queen, board.them_king), board.us_king)
}

// 23, silent: "our king on the edge, theirs inside"
// The kings are close, ours nearer the edge: they have some mates, as their queen comes with
// check.
// decides 912 wins and losses and 7,520 draws; as in 8/8/8/8/8/1k6/6q1/QK6 w - - 0 1
fn kqkq_rule_23(board: &KqkqBoard) -> bool {
    manhattan(board.us_king, board.them_king) <= 2
        && manhattan(board.us_king, board.them_queen) > 5
        && !aligned(board.them_king, board.them_queen)
        && (edge_distance(board.us_king) - edge_distance(board.them_king)) <= -1
        && (distance(board.us_king, board.them_queen) - distance(board.them_king, board.them_queen)) <= 0
}

// 24, silent: "queen in corner, our king near it"
// Their queen is in the corner and our king near it: a run of checks often wins it.
// decides 4,976 wins and losses and 5,456 draws; as in 8/8/8/8/1Q6/8/k7/q1K5 w - - 0 1
fn kqkq_rule_24(board: &KqkqBoard) -> bool {
    distance(board.us_king, board.them_queen) <= 3
        && manhattan(board.us_king, board.them_queen) <= 5
        && corner_distance(board.them_queen) <= 0
        && (edge_distance(board.us_king) - edge_distance(board.them_king)) > -1
        && (distance(board.us_king, board.them_queen) - distance(board.them_king, board.them_queen)) > -1
}

// 25, silent: "our king masks a check, three away"
// A fitted bound: we have a few wins, our king between our queen and a king by a corner.
// decides 64 wins and losses and 3,088 draws; as in 8/8/8/8/8/8/1Q1K2k1/7q w - - 0 1
fn kqkq_rule_25(board: &KqkqBoard) -> bool {
    distance(board.us_king, board.them_king) > 2
        && distance(board.us_king, board.them_king) <= 3
        && manhattan(board.us_queen, board.them_queen) <= 7
        && corner_distance(board.them_king) <= 1
        && has(between(board.us_queen, board.them_king), board.us_king)
}

// 26, silent: "check from a corner, then a skewer"
// Their queen is by a corner: a check from another corner may bring their king into a skewer.
// decides 448 wins and losses and 1,104 draws; as in 6q1/1Q6/8/8/7k/8/8/K7 w - - 0 1
fn kqkq_rule_26(board: &KqkqBoard) -> bool {
    distance(board.us_queen, board.them_queen) <= 5
        && manhattan(board.us_queen, board.them_king) > 8
        && edge_distance(board.us_queen) > 0
        && corner_distance(board.them_king) > 2
        && corner_distance(board.them_queen) <= 1
}

// 27, silent: "central kings, their queen far away"
// A fitted bound: we have a few wins, as two checks skewer a queen that is far from both kings.
// decides 144 wins and losses and 3,296 draws; as in 8/5q2/8/8/8/2K1k3/8/Q7 w - - 0 1
fn kqkq_rule_27(board: &KqkqBoard) -> bool {
    manhattan(board.us_king, board.them_queen) > 6
        && edge_distance(board.us_king) > 1
        && edge_distance(board.them_king) > 1
        && corner_distance(board.them_queen) > 1
        && (distance(board.them_king, board.them_queen) - distance(board.us_king, board.them_king)) > 1
}

// The squares our king has left when their king is on y.
fn kqkq_their_king_leaves(board: &KqkqBoard, y: u32) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = king_attacks(board.us_king) & !(bit(board.us_king) | bit(board.us_queen)) & !king_attacks(y);
    while left != 0 {
        let z = first(left);
        left &= left - 1;
        if !has(
            queen_attacks(board.them_queen, (board.occupied & !bit(board.them_king) & !bit(board.us_king)) | bit(y)),
            z) {
            found |= bit(z);
        }
    }
    found
}

fn kqkq_rule_28_any_1(board: &KqkqBoard) -> bool {
    let mut left: u64 = kqkq_their_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if count(kqkq_their_king_leaves(board, y)) <= 2 {
            return true;
        }
    }
    false
}

// 28, silent: "edge queen, our king well inside"
// Their queen is on the edge near its king: two checks may skewer it there, and we win a few.
// decides 128 wins and losses and 960 draws; as in 8/8/8/Q7/8/2K5/8/1q1k4 w - - 0 1
fn kqkq_rule_28(board: &KqkqBoard) -> bool {
    manhattan(board.them_king, board.them_queen) <= 4
        && corner_distance(board.them_king) > 2
        && edge_distance(board.them_queen) <= 0
        && (edge_distance(board.us_king) - edge_distance(board.them_king)) > 1
        && kqkq_rule_28_any_1(board)
}

// 29, silent: "in check, our queen in the corner"
// In check, with our queen in the corner: a run of checks may mate or skewer us, and they often
// win.
// decides 960 wins and losses and 1,480 draws; as in 8/8/8/8/8/8/3k4/QK1q4 w - - 0 1
fn kqkq_rule_29(board: &KqkqBoard) -> bool {
    distance(board.us_queen, board.them_king) <= 3
        && manhattan(board.us_king, board.us_queen) <= 3
        && manhattan(board.us_queen, board.them_king) > 3
        && corner_distance(board.us_queen) <= 0
        && has(kqkq_them_attacks(board), board.us_king)
}

// 30, silent: "queen in its king's way"
// Their queen is in the way of its king, who has one square at most: we have some mates.
// decides 416 wins and losses and 2,720 draws; as in 8/8/8/8/8/8/5Q2/1K1kq3 w - - 0 1
fn kqkq_rule_30(board: &KqkqBoard) -> bool {
    manhattan(board.us_king, board.them_king) <= 4
        && manhattan(board.us_queen, board.them_king) <= 5
        && edge_distance(board.them_queen) <= 0
        && (distance(board.us_queen, board.them_queen) + distance(board.them_queen, board.them_king)) == distance(board.us_queen, board.them_king)
        && !several(kqkq_their_king_moves(board))
}

// 31, silent: "queen far from a king short of squares"
// Their king has one square at most, his queen far from him: a check and a skewer may win it.
// decides 512 wins and losses and 560 draws; as in 8/8/8/8/8/2Q5/8/K2k3q w - - 0 1
fn kqkq_rule_31(board: &KqkqBoard) -> bool {
    distance(board.us_queen, board.them_queen) > 4
        && distance(board.them_king, board.them_queen) > 3
        && manhattan(board.them_king, board.them_queen) <= 5
        && edge_distance(board.us_queen) > 1
        && !several(kqkq_their_king_moves(board))
}

// 32, silent: "queen beside our king, ours far"
// They win: two checks bring our king onto a line with our queen, and it falls.
// decides 16 wins and losses and 0 draws; as in 8/8/8/8/3k4/2q5/3K3Q/8 w - - 0 1
fn kqkq_rule_32(board: &KqkqBoard) -> bool {
    distance(board.us_king, board.them_queen) <= 1
        && distance(board.us_queen, board.them_queen) > 4
        && manhattan(board.us_king, board.us_queen) <= 4
        && (edge_distance(board.us_king) - edge_distance(board.them_king)) <= -2
}

fn kqkq_rule_33_all_1(board: &KqkqBoard) -> bool {
    let mut left: u64 = kqkq_our_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !has(0xff818181818181ff_u64, y) {
            return false;
        }
    }
    true
}

// 33, silent: "our queen in the corner, king boxed in"
// Our king has only edge squares, our queen is in the corner: they have a few wins by checks.
// decides 64 wins and losses and 768 draws; as in 8/8/8/8/8/1k2q3/8/2K4Q w - - 0 1
fn kqkq_rule_33(board: &KqkqBoard) -> bool {
    distance(board.us_king, board.us_queen) <= 5
        && distance(board.us_king, board.them_king) <= 3
        && corner_distance(board.us_queen) <= 0
        && between(board.us_king, board.them_queen) != 0x0_u64
        && kqkq_rule_33_all_1(board)
}

// 34, silent: "our queen cramps our edge king"
// Our queen takes a square from our king on the edge, and their king is close: they have a few
// mates.
// decides 128 wins and losses and 672 draws; as in 8/8/8/8/8/1k6/3q4/QK6 w - - 0 1
fn kqkq_rule_34(board: &KqkqBoard) -> bool {
    manhattan(board.us_king, board.us_queen) <= 1
        && manhattan(board.us_king, board.them_king) <= 2
        && manhattan(board.us_king, board.them_queen) <= 5
        && edge_distance(board.us_king) <= 0
        && edge_distance(board.them_king) > 0
}

// 35, silent: "their queen far, our king at theirs"
// A fitted bound: we have very few wins, our king close to theirs, threatening mate, their
// queen far.
// decides 16 wins and losses and 320 draws; as in 3q4/8/8/2Q5/8/8/k7/2K5 w - - 0 1
fn kqkq_rule_35(board: &KqkqBoard) -> bool {
    manhattan(board.us_king, board.us_queen) <= 4
        && manhattan(board.us_queen, board.them_queen) <= 4
        && (distance(board.us_king, board.them_queen) - distance(board.us_king, board.them_king)) > 4
}

// 36, silent: "king between its queen and our king"
// On the edge their king is held by its own queen and our king: we often mate at once.
// decides 576 wins and losses and 928 draws; as in 8/8/8/8/8/8/Q7/1K1kq3 w - - 0 1
fn kqkq_rule_36(board: &KqkqBoard) -> bool {
    manhattan(board.us_king, board.them_queen) <= 3
        && manhattan(board.us_queen, board.them_queen) <= 9
        && edge_distance(board.them_king) <= 0
        && has(between(board.us_king, board.them_queen), board.them_king)
        && (distance(board.us_king, board.us_queen) - distance(board.them_king, board.us_queen)) <= 0
}

// 37, silent: "edge king, queen far from our king"
// Their king is on the edge, their queen far from our king: a check and a skewer may win it.
// decides 144 wins and losses and 160 draws; as in 8/8/8/8/8/4Q3/8/K2k3q w - - 0 1
fn kqkq_rule_37(board: &KqkqBoard) -> bool {
    distance(board.us_queen, board.them_king) <= 3
        && manhattan(board.us_king, board.us_queen) > 2
        && manhattan(board.them_king, board.them_queen) <= 4
        && edge_distance(board.them_king) <= 0
        && (distance(board.us_king, board.them_queen) - distance(board.us_king, board.them_king)) > 3
}

// 38, silent: "king and queen on our queen's line"
// Our king, alone between our queen and their king, gives check by moving: their queen behind
// falls.
// decides 416 wins and losses and 0 draws; as in 8/8/8/8/8/8/8/QK1k2q1 w - - 0 1
fn kqkq_rule_38(board: &KqkqBoard) -> bool {
    manhattan(board.them_king, board.them_queen) > 2
        && has(between(board.us_queen, board.them_queen), board.them_king)
}

fn kqkq_rule_39_any_1(board: &KqkqBoard) -> bool {
    let mut left: u64 = kqkq_their_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if kqkq_their_king_leaves(board, y) == 0x0_u64 {
            return true;
        }
    }
    false
}

// 39, silent: "our queen by a corner, theirs far"
// A fitted bound: they have very few wins, by a check that skewers our king and queen.
// decides 16 wins and losses and 32 draws; as in 8/8/8/8/8/2k5/Q7/3K3q w - - 0 1
fn kqkq_rule_39(board: &KqkqBoard) -> bool {
    distance(board.us_queen, board.them_queen) > 5
        && manhattan(board.us_queen, board.them_king) <= 3
        && corner_distance(board.us_king) > 2
        && corner_distance(board.us_queen) <= 1
        && kqkq_rule_39_any_1(board)
}

fn kqkq_rule_40_any_1(board: &KqkqBoard) -> bool {
    let mut left: u64 = kqkq_our_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if distance(y, board.them_queen) <= 2 {
            return true;
        }
    }
    false
}

// 40, silent: "our king beside our queen, theirs far"
// A fitted bound: we have very few wins, as two checks skewer their queen by a corner.
// decides 16 wins and losses and 288 draws; as in 8/8/8/7k/8/2QK4/8/6q1 w - - 0 1
fn kqkq_rule_40(board: &KqkqBoard) -> bool {
    manhattan(board.us_king, board.us_queen) <= 1
        && manhattan(board.us_queen, board.them_queen) > 5
        && corner_distance(board.us_queen) <= 2
        && corner_distance(board.them_queen) <= 1
        && kqkq_rule_40_any_1(board)
}

// 41, draw: "no danger, side to move"
// None of the dangers is there: no queen falls by force and no king is mated, so each side
// holds.
fn kqkq_rule_41() -> bool {
    true
}

fn kqkq_either_to_move(board: &KqkqBoard) -> i32 {
    if kqkq_rule_1(board) {
        return 1;
    }
    if kqkq_rule_2(board) {
        return 2;
    }
    if kqkq_rule_3(board) {
        return 3;
    }
    if kqkq_rule_4(board) {
        return -4;
    }
    if kqkq_rule_5(board) {
        return -5;
    }
    if kqkq_rule_6(board) {
        return -6;
    }
    if kqkq_rule_7(board) {
        return -7;
    }
    if kqkq_rule_8(board) {
        return -8;
    }
    if kqkq_rule_9(board) {
        return -9;
    }
    if kqkq_rule_10(board) {
        return -10;
    }
    if kqkq_rule_11(board) {
        return -11;
    }
    if kqkq_rule_12(board) {
        return -12;
    }
    if kqkq_rule_13(board) {
        return -13;
    }
    if kqkq_rule_14(board) {
        return -14;
    }
    if kqkq_rule_15(board) {
        return -15;
    }
    if kqkq_rule_16(board) {
        return -16;
    }
    if kqkq_rule_17(board) {
        return -17;
    }
    if kqkq_rule_18(board) {
        return -18;
    }
    if kqkq_rule_19(board) {
        return -19;
    }
    if kqkq_rule_20(board) {
        return -20;
    }
    if kqkq_rule_21(board) {
        return -21;
    }
    if kqkq_rule_22(board) {
        return -22;
    }
    if kqkq_rule_23(board) {
        return -23;
    }
    if kqkq_rule_24(board) {
        return -24;
    }
    if kqkq_rule_25(board) {
        return -25;
    }
    if kqkq_rule_26(board) {
        return -26;
    }
    if kqkq_rule_27(board) {
        return -27;
    }
    if kqkq_rule_28(board) {
        return -28;
    }
    if kqkq_rule_29(board) {
        return -29;
    }
    if kqkq_rule_30(board) {
        return -30;
    }
    if kqkq_rule_31(board) {
        return -31;
    }
    if kqkq_rule_32(board) {
        return -32;
    }
    if kqkq_rule_33(board) {
        return -33;
    }
    if kqkq_rule_34(board) {
        return -34;
    }
    if kqkq_rule_35(board) {
        return -35;
    }
    if kqkq_rule_36(board) {
        return -36;
    }
    if kqkq_rule_37(board) {
        return -37;
    }
    if kqkq_rule_38(board) {
        return -38;
    }
    if kqkq_rule_39(board) {
        return -39;
    }
    if kqkq_rule_40(board) {
        return -40;
    }
    if kqkq_rule_41() {
        return 41;
    }
    0
}

/// The same as probe_rule for KQvKQ by the squares of its men; without castling and en passant.
#[allow(dead_code, clippy::too_many_arguments)]
pub fn kqkq_rule(us_king: u32, them_king: u32, us_queen: u32, them_queen: u32) -> i32 {
    let board = KqkqBoard {
        us_king,
        them_king,
        us_queen,
        them_queen,
        occupied: bit(us_king) | bit(them_king) | bit(us_queen) | bit(them_queen),
        kqkq_our_king_moves: Cell::new(None),
        kqkq_our_queen_takes_queen: Cell::new(None),
        kqkq_our_queen_safe_checks: Cell::new(None),
        kqkq_our_wins_a_man: Cell::new(None),
        kqkq_our_queen_falls: Cell::new(None),
        kqkq_them_attacks: Cell::new(None),
        kqkq_their_king_moves: Cell::new(None),
    };
    kqkq_either_to_move(&board)
}

// KBPvKB

#[allow(dead_code)]
struct KbpkbBoard {
    strong_king: u32,
    weak_king: u32,
    strong_pawn: u32,
    strong_bishop: u32,
    weak_bishop: u32,
    occupied: u64,
    kbpkb_strong_attacks: Cell<Option<u64>>,
    kbpkb_attacked: Cell<Option<bool>>,
    kbpkb_free: Cell<Option<u64>>,
    kbpkb_guards: Cell<Option<bool>>,
    kbpkb_discovery: Cell<Option<bool>>,
    kbpkb_watched: Cell<Option<bool>>,
    kbpkb_after_move_21_strong_to_move: Cell<Option<bool>>,
    kbpkb_after_move_22_strong_to_move: Cell<Option<u64>>,
    kbpkb_after_move_26_strong_to_move: Cell<Option<u64>>,
    kbpkb_posts: Cell<Option<u64>>,
    kbpkb_after_move_30_weak_to_move: Cell<Option<u64>>,
    kbpkb_after_move_31_weak_to_move: Cell<Option<u64>>,
    kbpkb_after_move_32_weak_to_move: Cell<Option<bool>>,
    kbpkb_after_move_33_weak_to_move: Cell<Option<u64>>,
    kbpkb_after_move_34_weak_to_move: Cell<Option<u64>>,
    kbpkb_after_move_35_weak_to_move: Cell<Option<u64>>,
    kbpkb_after_move_37_weak_to_move: Cell<Option<u64>>,
    kbpkb_after_move_38_weak_to_move: Cell<Option<u64>>,
    kbpkb_after_move_39_weak_to_move: Cell<Option<u64>>,
    kbpkb_after_move_41_weak_to_move: Cell<Option<u64>>,
    kbpkb_after_move_42_weak_to_move: Cell<Option<u64>>,
    kbpkb_after_move_43_weak_to_move: Cell<Option<bool>>,
    kbpkb_after_move_44_weak_to_move: Cell<Option<u64>>,
    kbpkb_after_move_45_weak_to_move: Cell<Option<u64>>,
    kbpkb_after_move_46_weak_to_move: Cell<Option<u64>>,
    kbpkb_after_move_48_weak_to_move: Cell<Option<u64>>,
    kbpkb_after_move_49_weak_to_move: Cell<Option<u64>>,
    kbpkb_after_move_52_weak_to_move: Cell<Option<bool>>,
}

// Pawns that go towards the eighth rank, and towards the first.
#[allow(non_upper_case_globals)]
static kbpkb_table_pawn_path_up: [u64; 64] = [
    0x101010101010100_u64, 0x202020202020200_u64, 0x404040404040400_u64, 0x808080808080800_u64,
    0x1010101010101000_u64, 0x2020202020202000_u64, 0x4040404040404000_u64, 0x8080808080808000_u64,
    0x101010101010000_u64, 0x202020202020000_u64, 0x404040404040000_u64, 0x808080808080000_u64,
    0x1010101010100000_u64, 0x2020202020200000_u64, 0x4040404040400000_u64, 0x8080808080800000_u64,
    0x101010101000000_u64, 0x202020202000000_u64, 0x404040404000000_u64, 0x808080808000000_u64,
    0x1010101010000000_u64, 0x2020202020000000_u64, 0x4040404040000000_u64, 0x8080808080000000_u64,
    0x101010100000000_u64, 0x202020200000000_u64, 0x404040400000000_u64, 0x808080800000000_u64,
    0x1010101000000000_u64, 0x2020202000000000_u64, 0x4040404000000000_u64, 0x8080808000000000_u64,
    0x101010000000000_u64, 0x202020000000000_u64, 0x404040000000000_u64, 0x808080000000000_u64,
    0x1010100000000000_u64, 0x2020200000000000_u64, 0x4040400000000000_u64, 0x8080800000000000_u64,
    0x101000000000000_u64, 0x202000000000000_u64, 0x404000000000000_u64, 0x808000000000000_u64,
    0x1010000000000000_u64, 0x2020000000000000_u64, 0x4040000000000000_u64, 0x8080000000000000_u64,
    0x100000000000000_u64, 0x200000000000000_u64, 0x400000000000000_u64, 0x800000000000000_u64,
    0x1000000000000000_u64, 0x2000000000000000_u64, 0x4000000000000000_u64, 0x8000000000000000_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
];

#[allow(non_upper_case_globals)]
static kbpkb_table_promotion_up: [u8; 64] = [
    56, 57, 58, 59, 60, 61, 62, 63,
    56, 57, 58, 59, 60, 61, 62, 63,
    56, 57, 58, 59, 60, 61, 62, 63,
    56, 57, 58, 59, 60, 61, 62, 63,
    56, 57, 58, 59, 60, 61, 62, 63,
    56, 57, 58, 59, 60, 61, 62, 63,
    56, 57, 58, 59, 60, 61, 62, 63,
    56, 57, 58, 59, 60, 61, 62, 63,
];

#[allow(non_upper_case_globals)]
static kbpkb_squares_3: [u64; 64] = [
    0x100_u64, 0x200_u64, 0x400_u64, 0x800_u64,
    0x1000_u64, 0x2000_u64, 0x4000_u64, 0x8000_u64,
    0x10000_u64, 0x20000_u64, 0x40000_u64, 0x80000_u64,
    0x100000_u64, 0x200000_u64, 0x400000_u64, 0x800000_u64,
    0x1000000_u64, 0x2000000_u64, 0x4000000_u64, 0x8000000_u64,
    0x10000000_u64, 0x20000000_u64, 0x40000000_u64, 0x80000000_u64,
    0x100000000_u64, 0x200000000_u64, 0x400000000_u64, 0x800000000_u64,
    0x1000000000_u64, 0x2000000000_u64, 0x4000000000_u64, 0x8000000000_u64,
    0x10000000000_u64, 0x20000000000_u64, 0x40000000000_u64, 0x80000000000_u64,
    0x100000000000_u64, 0x200000000000_u64, 0x400000000000_u64, 0x800000000000_u64,
    0x1000000000000_u64, 0x2000000000000_u64, 0x4000000000000_u64, 0x8000000000000_u64,
    0x10000000000000_u64, 0x20000000000000_u64, 0x40000000000000_u64, 0x80000000000000_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
];

#[allow(non_upper_case_globals)]
static kbpkb_squares_4: [u64; 64] = [
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x10000_u64, 0x20000_u64, 0x40000_u64, 0x80000_u64,
    0x100000_u64, 0x200000_u64, 0x400000_u64, 0x800000_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
];

#[allow(non_upper_case_globals)]
static kbpkb_squares_5: [u64; 64] = [
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x1000000_u64, 0x2000000_u64, 0x4000000_u64, 0x8000000_u64,
    0x10000000_u64, 0x20000000_u64, 0x40000000_u64, 0x80000000_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
];

#[allow(non_upper_case_globals)]
static kbpkb_squares_6: [u64; 64] = [
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x100000000000000_u64, 0x200000000000000_u64, 0x400000000000000_u64, 0x800000000000000_u64,
    0x1000000000000000_u64, 0x2000000000000000_u64, 0x4000000000000000_u64, 0x8000000000000000_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
    0x0_u64, 0x0_u64, 0x0_u64, 0x0_u64,
];

// All squares that a side attacks, its own men included.
fn kbpkb_weak_attacks(board: &KbpkbBoard) -> u64 {
    king_attacks(board.weak_king) | bishop_attacks(board.weak_bishop, board.occupied)
}

// White's king is at the edge and has at most one square, or in a corner beside a man of its
// own.
fn kbpkb_net(board: &KbpkbBoard) -> bool {
    (has(0xff818181818181ff_u64, board.strong_king)
            && !several(
                king_attacks(board.strong_king) & !(bit(board.strong_king) | bit(board.strong_pawn) | bit(board.strong_bishop)) & !kbpkb_weak_attacks(board)))
        || (has(0x8100000000000081_u64, board.strong_king)
            && (king_attacks(board.strong_king) & (bit(board.strong_king) | bit(board.strong_pawn) | bit(board.strong_bishop))) != 0x0_u64)
}

// 1, silent: "White's king in a net"
// King and bishop may mate a king at the edge whose own men take its squares.
fn kbpkb_rule_1(board: &KbpkbBoard) -> bool {
    kbpkb_net(board)
}

// All squares that a side attacks, its own men included.
fn kbpkb_strong_attacks(board: &KbpkbBoard) -> u64 {
    if let Some(known) = board.kbpkb_strong_attacks.get() {
        return known;
    }
    let found = king_attacks(board.strong_king)
        | pawn_attacks_up(board.strong_pawn)
        | bishop_attacks(board.strong_bishop, board.occupied);
    board.kbpkb_strong_attacks.set(Some(found));
    found
}

fn kbpkb_attacked(board: &KbpkbBoard) -> bool {
    if let Some(known) = board.kbpkb_attacked.get() {
        return known;
    }
    let found = has(kbpkb_strong_attacks(board), board.weak_bishop);
    board.kbpkb_attacked.set(Some(found));
    found
}

// 5, silent: "Black's bishop hangs"
// White takes it, and bishop and pawn mostly win.
fn kbpkb_rule_5(board: &KbpkbBoard) -> bool {
    kbpkb_attacked(board)
}

fn kbpkb_promotion_up(pawn: u32) -> u32 {
    u32::from(kbpkb_table_promotion_up[pawn as usize & 63])
}

fn kbpkb_wrong_bishop_up(bishop: u32, pawn: u32) -> bool {
    !same_color(kbpkb_promotion_up(pawn), bishop)
}

// 7, draw: "wrong bishop"
// White's bishop never attacks the corner, so the king cannot be driven out of it.
fn kbpkb_rule_7(board: &KbpkbBoard) -> bool {
    has(0x8181818181818181_u64, board.strong_pawn)
        && kbpkb_wrong_bishop_up(board.strong_bishop, board.strong_pawn)
        && has(
            king_attacks(kbpkb_promotion_up(board.strong_pawn)) | bit(kbpkb_promotion_up(board.strong_pawn)),
            board.weak_king)
        && !has(pawn_attacks_up(board.strong_pawn), board.weak_bishop)
}

// Pawns that go towards the eighth rank, and towards the first.
fn kbpkb_pawn_path_up(pawn: u32) -> u64 {
    kbpkb_table_pawn_path_up[pawn as usize & 63]
}

// The squares that the pawn has to cross.
fn kbpkb_path(board: &KbpkbBoard) -> u64 {
    kbpkb_pawn_path_up(board.strong_pawn)
}

// Black's king stands before the pawn where White's bishop never attacks it.
fn kbpkb_blocks(board: &KbpkbBoard) -> bool {
    has(kbpkb_path(board), board.weak_king)
        && !same_color(board.weak_king, board.strong_bishop)
}

// The safe squares that Black's bishop can go to, and those from which it watches the path.
fn kbpkb_free(board: &KbpkbBoard) -> u64 {
    if let Some(known) = board.kbpkb_free.get() {
        return known;
    }
    let found = bishop_attacks(board.weak_bishop, board.occupied) & !board.occupied & !kbpkb_strong_attacks(board);
    board.kbpkb_free.set(Some(found));
    found
}

// A bishop with so many squares is neither trapped nor made to exchange itself.
fn kbpkb_lively(board: &KbpkbBoard) -> bool {
    count(kbpkb_free(board)) > (if has(0xff818181818181ff_u64, board.weak_bishop) { 5 } else { 3 })
        && !has(0x8100000000000081_u64, board.weak_bishop)
}

// 8, draw: "king before the pawn"
// White's bishop never attacks the king there, and Black moves his bishop to and fro.
fn kbpkb_rule_8(board: &KbpkbBoard) -> bool {
    kbpkb_blocks(board) && kbpkb_lively(board)
}

fn kbpkb_opposite(board: &KbpkbBoard) -> bool {
    !same_color(board.strong_bishop, board.weak_bishop)
}

// Black's bishop watches the path; White attacks it; it stands between White's and its king.
fn kbpkb_guards(board: &KbpkbBoard) -> bool {
    if let Some(known) = board.kbpkb_guards.get() {
        return known;
    }
    let found = (bishop_attacks(board.weak_bishop, board.occupied) & kbpkb_path(board)) != 0x0_u64;
    board.kbpkb_guards.set(Some(found));
    found
}

// The pawn's step would open the white bishop's way to Black's king.
fn kbpkb_discovery(board: &KbpkbBoard) -> bool {
    if let Some(known) = board.kbpkb_discovery.get() {
        return known;
    }
    let found = has(
        bishop_attacks(board.strong_bishop, board.occupied & !bit(board.strong_pawn)),
        board.weak_king);
    board.kbpkb_discovery.set(Some(found));
    found
}

// White's king is too far from a square to harass a bishop there: the more so, the nearer the
// pawn.
fn kbpkb_at_peace(board: &KbpkbBoard, x: u32) -> bool {
    distance(board.strong_king, x) > (if rank(board.strong_pawn) > 5 { 4 } else { 3 })
}

// Opposite bishops, with White to move.
fn kbpkb_watched(board: &KbpkbBoard) -> bool {
    if let Some(known) = board.kbpkb_watched.get() {
        return known;
    }
    let found = kbpkb_opposite(board)
        && kbpkb_guards(board)
        && !kbpkb_attacked(board)
        && !kbpkb_discovery(board)
        && kbpkb_at_peace(board, board.weak_bishop);
    board.kbpkb_watched.set(Some(found));
    found
}

// A king at the edge may be mated, and its bishop trapped there.
fn kbpkb_king_in_open(board: &KbpkbBoard) -> bool {
    edge_distance(board.weak_king) > 0
}

// 11, draw: "opposite bishops, the path is watched"
// White's bishop can neither drive the other away nor come between, and his king is too far to.
fn kbpkb_rule_11(board: &KbpkbBoard) -> bool {
    kbpkb_watched(board) && kbpkb_king_in_open(board)
}

fn kbpkb_bishop_in_open(board: &KbpkbBoard) -> bool {
    edge_distance(board.weak_bishop) > 0
}

// 12, draw: "opposite bishops, White's king two steps away"
// It attacks the bishop next, which moves on and still watches the path.
fn kbpkb_rule_12(board: &KbpkbBoard) -> bool {
    kbpkb_opposite(board)
        && kbpkb_guards(board)
        && !kbpkb_discovery(board)
        && kbpkb_king_in_open(board)
        && distance(board.strong_king, board.weak_bishop) > 2
        && (rank(board.strong_pawn) <= 5 || kbpkb_bishop_in_open(board))
}

fn kbpkb_after_move_1_strong_to_move(board: &KbpkbBoard) -> u64 {
    king_attacks(board.weak_king)
}

fn kbpkb_after_move_2_strong_to_move(board: &KbpkbBoard) -> u64 {
    board.occupied & !bit(board.strong_king)
}

fn kbpkb_after_move_3_strong_to_move(board: &KbpkbBoard, at_1: u32) -> u64 {
    kbpkb_after_move_2_strong_to_move(board) | bit(at_1)
}

fn kbpkb_after_move_4_strong_to_move(board: &KbpkbBoard) -> bool {
    let mut left: u64 = king_attacks(board.strong_king) & !board.occupied;
    while left != 0 {
        let to_1 = first(left);
        left &= left - 1;
        if !has(
                kbpkb_after_move_1_strong_to_move(board) | bishop_attacks(board.weak_bishop, kbpkb_after_move_3_strong_to_move(board, to_1)),
                to_1)
            && has(
                king_attacks(to_1) | pawn_attacks_up(board.strong_pawn) | bishop_attacks(board.strong_bishop, kbpkb_after_move_3_strong_to_move(board, to_1)),
                board.weak_king) {
            return true;
        }
    }
    false
}

fn kbpkb_after_move_5_strong_to_move(board: &KbpkbBoard) -> u64 {
    board.occupied & !bit(board.strong_pawn)
}

fn kbpkb_after_move_6_strong_to_move(board: &KbpkbBoard, at_1: u32) -> u64 {
    kbpkb_after_move_5_strong_to_move(board) | bit(at_1)
}

fn kbpkb_after_move_7_strong_to_move(board: &KbpkbBoard) -> u64 {
    king_attacks(board.strong_king)
}

fn kbpkb_after_move_8_strong_to_move(board: &KbpkbBoard) -> bool {
    let mut left: u64 = kbpkb_squares_3[board.strong_pawn as usize & 63] & !board.occupied;
    while left != 0 {
        let to_1 = first(left);
        left &= left - 1;
        if !has(
                kbpkb_after_move_1_strong_to_move(board) | bishop_attacks(board.weak_bishop, kbpkb_after_move_6_strong_to_move(board, to_1)),
                board.strong_king)
            && has(
                kbpkb_after_move_7_strong_to_move(board) | pawn_attacks_up(to_1) | bishop_attacks(board.strong_bishop, kbpkb_after_move_6_strong_to_move(board, to_1)),
                board.weak_king) {
            return true;
        }
    }
    false
}

fn kbpkb_after_move_9_strong_to_move(board: &KbpkbBoard, at_1: u32) -> u64 {
    kbpkb_after_move_5_strong_to_move(board) | bit(at_1)
}

fn kbpkb_after_move_10_strong_to_move(board: &KbpkbBoard) -> bool {
    let mut left: u64 = if ((kbpkb_squares_4[board.strong_pawn as usize & 63] | kbpkb_squares_5[board.strong_pawn as usize & 63]) & board.occupied) == 0x0_u64 { kbpkb_squares_5[board.strong_pawn as usize & 63] } else { 0x0_u64 };
    while left != 0 {
        let to_1 = first(left);
        left &= left - 1;
        if !has(
                kbpkb_after_move_1_strong_to_move(board) | bishop_attacks(board.weak_bishop, kbpkb_after_move_9_strong_to_move(board, to_1)),
                board.strong_king)
            && has(
                kbpkb_after_move_7_strong_to_move(board) | pawn_attacks_up(to_1) | bishop_attacks(board.strong_bishop, kbpkb_after_move_9_strong_to_move(board, to_1)),
                board.weak_king) {
            return true;
        }
    }
    false
}

fn kbpkb_after_move_11_strong_to_move(board: &KbpkbBoard) -> u64 {
    kbpkb_squares_6[board.strong_pawn as usize & 63] & !board.occupied
}

fn kbpkb_after_move_12_strong_to_move(board: &KbpkbBoard, at_1: u32) -> u64 {
    kbpkb_after_move_5_strong_to_move(board) | bit(at_1)
}

fn kbpkb_after_move_13_strong_to_move(board: &KbpkbBoard) -> bool {
    let mut left: u64 = kbpkb_after_move_11_strong_to_move(board);
    while left != 0 {
        let to_1 = first(left);
        left &= left - 1;
        if !has(
                kbpkb_after_move_1_strong_to_move(board) | bishop_attacks(board.weak_bishop, kbpkb_after_move_12_strong_to_move(board, to_1)),
                board.strong_king)
            && has(
                kbpkb_after_move_7_strong_to_move(board) | queen_attacks(to_1, kbpkb_after_move_12_strong_to_move(board, to_1)) | bishop_attacks(board.strong_bishop, kbpkb_after_move_12_strong_to_move(board, to_1)),
                board.weak_king) {
            return true;
        }
    }
    false
}

fn kbpkb_after_move_14_strong_to_move(board: &KbpkbBoard, at_1: u32) -> u64 {
    kbpkb_after_move_5_strong_to_move(board) | bit(at_1)
}

fn kbpkb_after_move_15_strong_to_move(board: &KbpkbBoard) -> bool {
    let mut left: u64 = kbpkb_after_move_11_strong_to_move(board);
    while left != 0 {
        let to_1 = first(left);
        left &= left - 1;
        if !has(
                kbpkb_after_move_1_strong_to_move(board) | bishop_attacks(board.weak_bishop, kbpkb_after_move_14_strong_to_move(board, to_1)),
                board.strong_king)
            && has(
                kbpkb_after_move_7_strong_to_move(board) | rook_attacks(to_1, kbpkb_after_move_14_strong_to_move(board, to_1)) | bishop_attacks(board.strong_bishop, kbpkb_after_move_14_strong_to_move(board, to_1)),
                board.weak_king) {
            return true;
        }
    }
    false
}

fn kbpkb_after_move_16_strong_to_move(board: &KbpkbBoard, at_1: u32) -> u64 {
    kbpkb_after_move_5_strong_to_move(board) | bit(at_1)
}

fn kbpkb_after_move_17_strong_to_move(board: &KbpkbBoard) -> bool {
    let mut left: u64 = kbpkb_after_move_11_strong_to_move(board);
    while left != 0 {
        let to_1 = first(left);
        left &= left - 1;
        if !has(
                kbpkb_after_move_1_strong_to_move(board) | bishop_attacks(board.weak_bishop, kbpkb_after_move_16_strong_to_move(board, to_1)),
                board.strong_king)
            && has(
                kbpkb_after_move_7_strong_to_move(board) | bishop_attacks(to_1, kbpkb_after_move_16_strong_to_move(board, to_1)) | bishop_attacks(board.strong_bishop, kbpkb_after_move_16_strong_to_move(board, to_1)),
                board.weak_king) {
            return true;
        }
    }
    false
}

fn kbpkb_after_move_18_strong_to_move(board: &KbpkbBoard, at_1: u32) -> u64 {
    kbpkb_after_move_5_strong_to_move(board) | bit(at_1)
}

fn kbpkb_after_move_19_strong_to_move(board: &KbpkbBoard) -> bool {
    let mut left: u64 = kbpkb_after_move_11_strong_to_move(board);
    while left != 0 {
        let to_1 = first(left);
        left &= left - 1;
        if !has(
                kbpkb_after_move_1_strong_to_move(board) | bishop_attacks(board.weak_bishop, kbpkb_after_move_18_strong_to_move(board, to_1)),
                board.strong_king)
            && has(
                kbpkb_after_move_7_strong_to_move(board) | knight_attacks(to_1) | bishop_attacks(board.strong_bishop, kbpkb_after_move_18_strong_to_move(board, to_1)),
                board.weak_king) {
            return true;
        }
    }
    false
}

fn kbpkb_after_move_20_strong_to_move(board: &KbpkbBoard) -> bool {
    has(pawn_attacks_up(board.strong_pawn), board.weak_bishop)
}

fn kbpkb_after_move_21_strong_to_move(board: &KbpkbBoard) -> bool {
    if let Some(known) = board.kbpkb_after_move_21_strong_to_move.get() {
        return known;
    }
    let found = !has(kbpkb_after_move_1_strong_to_move(board), board.strong_king);
    board.kbpkb_after_move_21_strong_to_move.set(Some(found));
    found
}

fn kbpkb_after_move_22_strong_to_move(board: &KbpkbBoard) -> u64 {
    if let Some(known) = board.kbpkb_after_move_22_strong_to_move.get() {
        return known;
    }
    let found = bishop_attacks(board.strong_bishop, kbpkb_after_move_5_strong_to_move(board));
    board.kbpkb_after_move_22_strong_to_move.set(Some(found));
    found
}

fn kbpkb_after_move_23_strong_to_move(board: &KbpkbBoard) -> bool {
    kbpkb_after_move_20_strong_to_move(board)
        && has(0xff00000000000000_u64, board.weak_bishop)
}

fn kbpkb_after_move_24_strong_to_move(board: &KbpkbBoard) -> u64 {
    board.occupied & !bit(board.strong_bishop)
}

fn kbpkb_after_move_25_strong_to_move(board: &KbpkbBoard, at_1: u32) -> u64 {
    kbpkb_after_move_24_strong_to_move(board) | bit(at_1)
}

fn kbpkb_after_move_26_strong_to_move(board: &KbpkbBoard) -> u64 {
    if let Some(known) = board.kbpkb_after_move_26_strong_to_move.get() {
        return known;
    }
    let found = kbpkb_after_move_7_strong_to_move(board) | pawn_attacks_up(board.strong_pawn);
    board.kbpkb_after_move_26_strong_to_move.set(Some(found));
    found
}

fn kbpkb_after_move_27_strong_to_move(board: &KbpkbBoard) -> bool {
    let mut left: u64 = bishop_attacks(board.strong_bishop, board.occupied) & !board.occupied;
    while left != 0 {
        let to_1 = first(left);
        left &= left - 1;
        if !has(
                kbpkb_after_move_1_strong_to_move(board) | bishop_attacks(board.weak_bishop, kbpkb_after_move_25_strong_to_move(board, to_1)),
                board.strong_king)
            && has(
                kbpkb_after_move_26_strong_to_move(board) | bishop_attacks(to_1, kbpkb_after_move_25_strong_to_move(board, to_1)),
                board.weak_king) {
            return true;
        }
    }
    false
}

// 13, draw: "opposite bishops, king at the edge but not in check"
// No check drives the king into its bishop's way, or into a mate.
fn kbpkb_rule_13(board: &KbpkbBoard) -> bool {
    kbpkb_watched(board)
        && !has(0x8100000000000081_u64, board.weak_king)
        && !(kbpkb_after_move_4_strong_to_move(board)
            || (has(king_attacks(board.strong_king), board.weak_bishop)
                && !has(kbpkb_after_move_1_strong_to_move(board), board.weak_bishop)
                && has(
                    king_attacks(board.weak_bishop) | pawn_attacks_up(board.strong_pawn) | bishop_attacks(board.strong_bishop, kbpkb_after_move_2_strong_to_move(board)),
                    board.weak_king))
            || kbpkb_after_move_8_strong_to_move(board)
            || kbpkb_after_move_10_strong_to_move(board)
            || kbpkb_after_move_13_strong_to_move(board)
            || kbpkb_after_move_15_strong_to_move(board)
            || kbpkb_after_move_17_strong_to_move(board)
            || kbpkb_after_move_19_strong_to_move(board)
            || (kbpkb_after_move_20_strong_to_move(board)
                && !has(0xff00000000000000_u64, board.weak_bishop)
                && kbpkb_after_move_21_strong_to_move(board)
                && has(
                    kbpkb_after_move_7_strong_to_move(board) | pawn_attacks_up(board.weak_bishop) | kbpkb_after_move_22_strong_to_move(board),
                    board.weak_king))
            || (kbpkb_after_move_23_strong_to_move(board)
                && kbpkb_after_move_21_strong_to_move(board)
                && has(
                    kbpkb_after_move_7_strong_to_move(board) | queen_attacks(board.weak_bishop, kbpkb_after_move_5_strong_to_move(board)) | kbpkb_after_move_22_strong_to_move(board),
                    board.weak_king))
            || (kbpkb_after_move_23_strong_to_move(board)
                && kbpkb_after_move_21_strong_to_move(board)
                && has(
                    kbpkb_after_move_7_strong_to_move(board) | rook_attacks(board.weak_bishop, kbpkb_after_move_5_strong_to_move(board)) | kbpkb_after_move_22_strong_to_move(board),
                    board.weak_king))
            || (kbpkb_after_move_23_strong_to_move(board)
                && kbpkb_after_move_21_strong_to_move(board)
                && has(
                    kbpkb_after_move_7_strong_to_move(board) | bishop_attacks(board.weak_bishop, kbpkb_after_move_5_strong_to_move(board)) | kbpkb_after_move_22_strong_to_move(board),
                    board.weak_king))
            || (kbpkb_after_move_23_strong_to_move(board)
                && kbpkb_after_move_21_strong_to_move(board)
                && has(
                    kbpkb_after_move_7_strong_to_move(board) | knight_attacks(board.weak_bishop) | kbpkb_after_move_22_strong_to_move(board),
                    board.weak_king))
            || kbpkb_after_move_27_strong_to_move(board)
            || (has(bishop_attacks(board.strong_bishop, board.occupied), board.weak_bishop)
                && kbpkb_after_move_21_strong_to_move(board)
                && has(
                    kbpkb_after_move_26_strong_to_move(board) | bishop_attacks(board.weak_bishop, kbpkb_after_move_24_strong_to_move(board)),
                    board.weak_king)))
}

fn kbpkb_posts_anew(board: &KbpkbBoard) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = kbpkb_free(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if (bishop_attacks(x, board.occupied & !bit(board.weak_bishop)) & kbpkb_path(board)) != 0x0_u64 {
            found |= bit(x);
        }
    }
    found
}

fn kbpkb_posts(board: &KbpkbBoard) -> u64 {
    if let Some(known) = board.kbpkb_posts.get() {
        return known;
    }
    let found = kbpkb_posts_anew(board);
    board.kbpkb_posts.set(Some(found));
    found
}

// 14, draw: "opposite bishops, the pawn has far to go"
// Before the pawn gets past the fifth rank, Black's bishop watches its path.
fn kbpkb_rule_14(board: &KbpkbBoard) -> bool {
    kbpkb_opposite(board)
        && rank(board.strong_pawn) <= 4
        && !kbpkb_discovery(board)
        && kbpkb_at_peace(board, board.weak_bishop)
        && kbpkb_posts(board) != 0x0_u64
        && kbpkb_king_in_open(board)
        && kbpkb_bishop_in_open(board)
}

fn kbpkb_after_move_28_weak_to_move(board: &KbpkbBoard) -> u64 {
    king_attacks(board.strong_king)
}

fn kbpkb_after_move_29_weak_to_move(board: &KbpkbBoard) -> u64 {
    bit(board.strong_king)
}

fn kbpkb_after_move_30_weak_to_move(board: &KbpkbBoard) -> u64 {
    if let Some(known) = board.kbpkb_after_move_30_weak_to_move.get() {
        return known;
    }
    let found = kbpkb_after_move_29_weak_to_move(board)
        | bit(board.strong_pawn)
        | bit(board.strong_bishop)
        | bit(board.weak_bishop);
    board.kbpkb_after_move_30_weak_to_move.set(Some(found));
    found
}

fn kbpkb_after_move_31_weak_to_move(board: &KbpkbBoard) -> u64 {
    if let Some(known) = board.kbpkb_after_move_31_weak_to_move.get() {
        return known;
    }
    let found = bishop_attacks(board.weak_bishop, kbpkb_after_move_30_weak_to_move(board));
    board.kbpkb_after_move_31_weak_to_move.set(Some(found));
    found
}

fn kbpkb_after_move_32_weak_to_move(board: &KbpkbBoard) -> bool {
    if let Some(known) = board.kbpkb_after_move_32_weak_to_move.get() {
        return known;
    }
    let found = has(
        king_attacks(board.strong_pawn) | kbpkb_after_move_31_weak_to_move(board),
        board.strong_king);
    board.kbpkb_after_move_32_weak_to_move.set(Some(found));
    found
}

fn kbpkb_after_move_33_weak_to_move(board: &KbpkbBoard) -> u64 {
    if let Some(known) = board.kbpkb_after_move_33_weak_to_move.get() {
        return known;
    }
    let found = bishop_attacks(board.strong_bishop, kbpkb_after_move_30_weak_to_move(board));
    board.kbpkb_after_move_33_weak_to_move.set(Some(found));
    found
}

fn kbpkb_after_move_34_weak_to_move(board: &KbpkbBoard) -> u64 {
    if let Some(known) = board.kbpkb_after_move_34_weak_to_move.get() {
        return known;
    }
    let found = kbpkb_after_move_30_weak_to_move(board) & !bit(board.strong_bishop);
    board.kbpkb_after_move_34_weak_to_move.set(Some(found));
    found
}

fn kbpkb_after_move_35_weak_to_move(board: &KbpkbBoard) -> u64 {
    if let Some(known) = board.kbpkb_after_move_35_weak_to_move.get() {
        return known;
    }
    let found = king_attacks(board.strong_pawn) & !(bit(board.strong_pawn) | bit(board.weak_bishop));
    board.kbpkb_after_move_35_weak_to_move.set(Some(found));
    found
}

fn kbpkb_after_move_36_weak_to_move(board: &KbpkbBoard) -> bool {
    let mut left: u64 = kbpkb_after_move_33_weak_to_move(board) & bishop_attacks(board.strong_pawn, kbpkb_after_move_34_weak_to_move(board)) & !kbpkb_after_move_30_weak_to_move(board);
    while left != 0 {
        let to_1 = first(left);
        left &= left - 1;
        if (!has(king_attacks(board.strong_pawn), to_1)
                || has(king_attacks(board.strong_king), to_1))
            && !has(
                bishop_attacks(board.weak_bishop, kbpkb_after_move_34_weak_to_move(board)),
                to_1)
            && (between(to_1, board.strong_pawn) & kbpkb_after_move_31_weak_to_move(board)) == 0x0_u64
            && (kbpkb_after_move_35_weak_to_move(board) & !king_attacks(board.strong_king) & !bishop_attacks(to_1, (kbpkb_after_move_34_weak_to_move(board) & !bit(board.strong_pawn)) | bit(to_1))) == 0x0_u64 {
            return true;
        }
    }
    false
}

fn kbpkb_after_move_37_weak_to_move(board: &KbpkbBoard) -> u64 {
    if let Some(known) = board.kbpkb_after_move_37_weak_to_move.get() {
        return known;
    }
    let found = king_attacks(board.strong_king) & !(kbpkb_after_move_29_weak_to_move(board) | bit(board.strong_bishop));
    board.kbpkb_after_move_37_weak_to_move.set(Some(found));
    found
}

fn kbpkb_after_move_38_weak_to_move(board: &KbpkbBoard) -> u64 {
    if let Some(known) = board.kbpkb_after_move_38_weak_to_move.get() {
        return known;
    }
    let found = kbpkb_after_move_30_weak_to_move(board) & !bit(board.strong_king);
    board.kbpkb_after_move_38_weak_to_move.set(Some(found));
    found
}

fn kbpkb_after_move_39_weak_to_move(board: &KbpkbBoard) -> u64 {
    if let Some(known) = board.kbpkb_after_move_39_weak_to_move.get() {
        return known;
    }
    let found = kbpkb_after_move_37_weak_to_move(board) & !king_attacks(board.strong_pawn) & !bishop_attacks(board.weak_bishop, kbpkb_after_move_38_weak_to_move(board));
    board.kbpkb_after_move_39_weak_to_move.set(Some(found));
    found
}

fn kbpkb_after_move_40_weak_to_move(board: &KbpkbBoard) -> bool {
    let mut left: u64 = kbpkb_after_move_39_weak_to_move(board);
    while left != 0 {
        let to_1 = first(left);
        left &= left - 1;
        if has(
                bishop_attacks(board.strong_bishop, kbpkb_after_move_38_weak_to_move(board) | bit(to_1)),
                board.strong_pawn)
            && (kbpkb_after_move_35_weak_to_move(board) & !king_attacks(to_1) & !bishop_attacks(board.strong_bishop, (kbpkb_after_move_38_weak_to_move(board) & !bit(board.strong_pawn)) | bit(to_1))) == 0x0_u64
            && (between(board.strong_bishop, board.strong_pawn) & kbpkb_after_move_31_weak_to_move(board)) == 0x0_u64 {
            return true;
        }
    }
    false
}

fn kbpkb_after_move_41_weak_to_move(board: &KbpkbBoard) -> u64 {
    if let Some(known) = board.kbpkb_after_move_41_weak_to_move.get() {
        return known;
    }
    let found = kbpkb_after_move_29_weak_to_move(board)
        | bit(board.weak_king)
        | bit(board.strong_bishop)
        | bit(board.strong_pawn);
    board.kbpkb_after_move_41_weak_to_move.set(Some(found));
    found
}

fn kbpkb_after_move_42_weak_to_move(board: &KbpkbBoard) -> u64 {
    if let Some(known) = board.kbpkb_after_move_42_weak_to_move.get() {
        return known;
    }
    let found = bishop_attacks(board.strong_pawn, kbpkb_after_move_41_weak_to_move(board));
    board.kbpkb_after_move_42_weak_to_move.set(Some(found));
    found
}

fn kbpkb_after_move_43_weak_to_move(board: &KbpkbBoard) -> bool {
    if let Some(known) = board.kbpkb_after_move_43_weak_to_move.get() {
        return known;
    }
    let found = has(
        king_attacks(board.weak_king) | kbpkb_after_move_42_weak_to_move(board),
        board.strong_king);
    board.kbpkb_after_move_43_weak_to_move.set(Some(found));
    found
}

fn kbpkb_after_move_44_weak_to_move(board: &KbpkbBoard) -> u64 {
    if let Some(known) = board.kbpkb_after_move_44_weak_to_move.get() {
        return known;
    }
    let found = bishop_attacks(board.strong_bishop, kbpkb_after_move_41_weak_to_move(board));
    board.kbpkb_after_move_44_weak_to_move.set(Some(found));
    found
}

fn kbpkb_after_move_45_weak_to_move(board: &KbpkbBoard) -> u64 {
    if let Some(known) = board.kbpkb_after_move_45_weak_to_move.get() {
        return known;
    }
    let found = kbpkb_after_move_41_weak_to_move(board) & !bit(board.strong_bishop);
    board.kbpkb_after_move_45_weak_to_move.set(Some(found));
    found
}

fn kbpkb_after_move_46_weak_to_move(board: &KbpkbBoard) -> u64 {
    if let Some(known) = board.kbpkb_after_move_46_weak_to_move.get() {
        return known;
    }
    let found = king_attacks(board.weak_king) & !(bit(board.weak_king) | bit(board.strong_pawn));
    board.kbpkb_after_move_46_weak_to_move.set(Some(found));
    found
}

fn kbpkb_after_move_47_weak_to_move(board: &KbpkbBoard) -> bool {
    let mut left: u64 = kbpkb_after_move_44_weak_to_move(board) & bishop_attacks(board.weak_king, kbpkb_after_move_45_weak_to_move(board)) & !kbpkb_after_move_41_weak_to_move(board);
    while left != 0 {
        let to_1 = first(left);
        left &= left - 1;
        if (!has(king_attacks(board.weak_king), to_1)
                || has(king_attacks(board.strong_king), to_1))
            && !has(
                bishop_attacks(board.strong_pawn, kbpkb_after_move_45_weak_to_move(board)),
                to_1)
            && (between(to_1, board.weak_king) & kbpkb_after_move_42_weak_to_move(board)) == 0x0_u64
            && (kbpkb_after_move_46_weak_to_move(board) & !king_attacks(board.strong_king) & !bishop_attacks(to_1, (kbpkb_after_move_45_weak_to_move(board) & !bit(board.weak_king)) | bit(to_1))) == 0x0_u64 {
            return true;
        }
    }
    false
}

fn kbpkb_after_move_48_weak_to_move(board: &KbpkbBoard) -> u64 {
    if let Some(known) = board.kbpkb_after_move_48_weak_to_move.get() {
        return known;
    }
    let found = kbpkb_after_move_41_weak_to_move(board) & !bit(board.strong_king);
    board.kbpkb_after_move_48_weak_to_move.set(Some(found));
    found
}

fn kbpkb_after_move_49_weak_to_move(board: &KbpkbBoard) -> u64 {
    if let Some(known) = board.kbpkb_after_move_49_weak_to_move.get() {
        return known;
    }
    let found = kbpkb_after_move_37_weak_to_move(board) & !king_attacks(board.weak_king) & !bishop_attacks(board.strong_pawn, kbpkb_after_move_48_weak_to_move(board));
    board.kbpkb_after_move_49_weak_to_move.set(Some(found));
    found
}

fn kbpkb_after_move_50_weak_to_move(board: &KbpkbBoard) -> bool {
    let mut left: u64 = kbpkb_after_move_49_weak_to_move(board);
    while left != 0 {
        let to_1 = first(left);
        left &= left - 1;
        if has(
                bishop_attacks(board.strong_bishop, kbpkb_after_move_48_weak_to_move(board) | bit(to_1)),
                board.weak_king)
            && (kbpkb_after_move_46_weak_to_move(board) & !king_attacks(to_1) & !bishop_attacks(board.strong_bishop, (kbpkb_after_move_48_weak_to_move(board) & !bit(board.weak_king)) | bit(to_1))) == 0x0_u64
            && (between(board.strong_bishop, board.weak_king) & kbpkb_after_move_42_weak_to_move(board)) == 0x0_u64 {
            return true;
        }
    }
    false
}

// 2, draw: "the pawn falls"
// A bishop on each side is a draw.
fn kbpkb_rule_2(board: &KbpkbBoard) -> bool {
    (has(king_attacks(board.weak_king), board.strong_pawn)
            && !has(
                kbpkb_after_move_28_weak_to_move(board) | bishop_attacks(board.strong_bishop, board.occupied & !bit(board.weak_king)),
                board.strong_pawn)
            && !(!kbpkb_after_move_32_weak_to_move(board)
                && kbpkb_after_move_36_weak_to_move(board))
            && !kbpkb_after_move_40_weak_to_move(board)
            && !(kbpkb_after_move_32_weak_to_move(board)
                && kbpkb_after_move_39_weak_to_move(board) == 0x0_u64
                && !has(kbpkb_after_move_33_weak_to_move(board), board.weak_bishop)
                && (between(board.weak_bishop, board.strong_king) & kbpkb_after_move_33_weak_to_move(board)) == 0x0_u64))
        || (has(bishop_attacks(board.weak_bishop, board.occupied), board.strong_pawn)
            && !has(
                kbpkb_after_move_28_weak_to_move(board) | bishop_attacks(board.strong_bishop, board.occupied & !bit(board.weak_bishop)),
                board.weak_king)
            && !(!kbpkb_after_move_43_weak_to_move(board)
                && kbpkb_after_move_47_weak_to_move(board))
            && !kbpkb_after_move_50_weak_to_move(board)
            && !(kbpkb_after_move_43_weak_to_move(board)
                && kbpkb_after_move_49_weak_to_move(board) == 0x0_u64
                && !has(kbpkb_after_move_44_weak_to_move(board), board.strong_pawn)
                && (between(board.strong_pawn, board.strong_king) & kbpkb_after_move_44_weak_to_move(board)) == 0x0_u64))
}

fn kbpkb_after_move_51_weak_to_move(board: &KbpkbBoard) -> u64 {
    king_attacks(board.strong_king) | pawn_attacks_up(board.strong_pawn)
}

fn kbpkb_after_move_52_weak_to_move(board: &KbpkbBoard) -> bool {
    if let Some(known) = board.kbpkb_after_move_52_weak_to_move.get() {
        return known;
    }
    let found = !has(kbpkb_after_move_51_weak_to_move(board), board.strong_bishop);
    board.kbpkb_after_move_52_weak_to_move.set(Some(found));
    found
}

fn kbpkb_after_move_53_weak_to_move(board: &KbpkbBoard) -> i32 {
    if 5 < rank(board.strong_pawn) {
        return 4;
    }
    3
}

fn kbpkb_after_move_54_weak_to_move(board: &KbpkbBoard) -> bool {
    rank(board.strong_pawn) <= 5
}

// 3, draw: "White's bishop falls"
// The bishop that is left watches the path of a pawn that has far to go.
fn kbpkb_rule_3(board: &KbpkbBoard) -> bool {
    (has(king_attacks(board.weak_king), board.strong_bishop)
            && kbpkb_after_move_52_weak_to_move(board)
            && (bishop_attacks(board.weak_bishop, board.occupied & !bit(board.weak_king)) & kbpkb_table_pawn_path_up[board.strong_pawn as usize & 63]) != 0x0_u64
            && !has(kbpkb_after_move_51_weak_to_move(board), board.weak_bishop)
            && kbpkb_after_move_53_weak_to_move(board) < distance(board.strong_king, board.weak_bishop)
            && kbpkb_after_move_54_weak_to_move(board)
            && 0 < edge_distance(board.strong_bishop))
        || (has(bishop_attacks(board.weak_bishop, board.occupied), board.strong_bishop)
            && !has(kbpkb_after_move_51_weak_to_move(board), board.weak_king)
            && (bishop_attacks(board.strong_bishop, board.occupied & !bit(board.weak_bishop)) & kbpkb_table_pawn_path_up[board.strong_pawn as usize & 63]) != 0x0_u64
            && kbpkb_after_move_52_weak_to_move(board)
            && kbpkb_after_move_53_weak_to_move(board) < distance(board.strong_king, board.strong_bishop)
            && kbpkb_after_move_54_weak_to_move(board)
            && 0 < edge_distance(board.weak_king))
}

fn kbpkb_after_move_55_weak_to_move(board: &KbpkbBoard, at_1: u32) -> u64 {
    (board.occupied & !bit(board.weak_king)) | bit(at_1)
}

fn kbpkb_after_move_56_weak_to_move(board: &KbpkbBoard, at_1: u32) -> u64 {
    king_attacks(board.strong_king)
        | pawn_attacks_up(board.strong_pawn)
        | bishop_attacks(board.strong_bishop, kbpkb_after_move_55_weak_to_move(board, at_1))
}

fn kbpkb_after_move_57_weak_to_move(board: &KbpkbBoard) -> bool {
    let mut left: u64 = king_attacks(board.weak_king) & !board.occupied;
    while left != 0 {
        let to_1 = first(left);
        left &= left - 1;
        if !has(kbpkb_after_move_56_weak_to_move(board, to_1), to_1)
            && !same_color(board.strong_bishop, board.weak_bishop)
            && (bishop_attacks(board.weak_bishop, kbpkb_after_move_55_weak_to_move(board, to_1)) & kbpkb_table_pawn_path_up[board.strong_pawn as usize & 63]) != 0x0_u64
            && !has(kbpkb_after_move_56_weak_to_move(board, to_1), board.weak_bishop)
            && !has(
                bishop_attacks(board.strong_bishop, kbpkb_after_move_55_weak_to_move(board, to_1) & !bit(board.strong_pawn)),
                to_1)
            && (if 5 < rank(board.strong_pawn) { 4 } else { 3 }) < distance(board.strong_king, board.weak_bishop)
            && 0 < edge_distance(to_1) {
            return true;
        }
    }
    false
}

// 4, draw: "out of check, the path is watched"
// After the king's step White's bishop can neither drive the other away nor come between.
fn kbpkb_rule_4(board: &KbpkbBoard) -> bool {
    has(kbpkb_strong_attacks(board), board.weak_king)
        && kbpkb_after_move_57_weak_to_move(board)
}

fn kbpkb_pinned(board: &KbpkbBoard) -> bool {
    has(
        bishop_attacks(board.strong_bishop, board.occupied & !bit(board.weak_bishop)),
        board.weak_king)
}

// 6, silent: "Black is in check"
// Black has no time for his bishop, or it is pinned.
fn kbpkb_rule_6(board: &KbpkbBoard) -> bool {
    has(kbpkb_strong_attacks(board), board.weak_king) || kbpkb_pinned(board)
}

// 9, draw: "king before the pawn, a free bishop"
// White's bishop never attacks the king there, and Black moves his bishop to and fro.
fn kbpkb_rule_9(board: &KbpkbBoard) -> bool {
    kbpkb_blocks(board) && kbpkb_free(board) != 0x0_u64
}

fn kbpkb_rule_10_any_1(board: &KbpkbBoard) -> bool {
    let mut left: u64 = king_attacks(board.weak_king) & kbpkb_path(board) & !board.occupied & !kbpkb_strong_attacks(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if !same_color(x, board.strong_bishop) {
            return true;
        }
    }
    false
}

// 10, draw: "king steps before the pawn"
// White's bishop never attacks the king there, and Black moves his bishop to and fro.
fn kbpkb_rule_10(board: &KbpkbBoard) -> bool {
    !kbpkb_attacked(board) && kbpkb_lively(board) && kbpkb_rule_10_any_1(board)
}

// 15, draw: "opposite bishops, bishop on guard"
// The bishop watches the path and is not attacked: it moves along its diagonal.
fn kbpkb_rule_15(board: &KbpkbBoard) -> bool {
    kbpkb_opposite(board)
        && kbpkb_guards(board)
        && !kbpkb_attacked(board)
        && !has(0x8100000000000081_u64, board.weak_king)
        && (rank(board.strong_pawn) <= 5 || kbpkb_at_peace(board, board.weak_bishop))
}

// 16, draw: "opposite bishops, king in the corner"
// The pawn has far to go, so there is time to leave the corner before White mates there.
fn kbpkb_rule_16(board: &KbpkbBoard) -> bool {
    kbpkb_opposite(board)
        && kbpkb_guards(board)
        && !kbpkb_attacked(board)
        && rank(board.strong_pawn) <= 4
}

// 17, draw: "opposite bishops, bishop comes in time"
// One move, and the bishop watches the path of a pawn that still has three steps to go.
fn kbpkb_rule_17(board: &KbpkbBoard) -> bool {
    kbpkb_opposite(board)
        && rank(board.strong_pawn) <= 5
        && !kbpkb_discovery(board)
        && kbpkb_posts(board) != 0x0_u64
        && !has(0x8100000000000081_u64, board.weak_king)
        && !has(0x8100000000000081_u64, board.weak_bishop)
}

fn kbpkb_rule_18_any_1(board: &KbpkbBoard) -> bool {
    let mut left: u64 = kbpkb_posts(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if kbpkb_at_peace(board, x) {
            return true;
        }
    }
    false
}

// 18, draw: "opposite bishops, bishop comes at the last moment"
// One move, and the bishop watches the path, with White's king too far to drive it away.
fn kbpkb_rule_18(board: &KbpkbBoard) -> bool {
    kbpkb_opposite(board)
        && !kbpkb_discovery(board)
        && kbpkb_king_in_open(board)
        && kbpkb_rule_18_any_1(board)
}

fn kbpkb_strong_to_move(board: &KbpkbBoard) -> i32 {
    if kbpkb_rule_1(board) {
        return -1;
    }
    if kbpkb_rule_5(board) {
        return -5;
    }
    if kbpkb_rule_7(board) {
        return 7;
    }
    if kbpkb_rule_8(board) {
        return 8;
    }
    if kbpkb_rule_11(board) {
        return 11;
    }
    if kbpkb_rule_12(board) {
        return 12;
    }
    if kbpkb_rule_13(board) {
        return 13;
    }
    if kbpkb_rule_14(board) {
        return 14;
    }
    0
}

fn kbpkb_weak_to_move(board: &KbpkbBoard) -> i32 {
    if kbpkb_rule_1(board) {
        return -1;
    }
    if kbpkb_rule_2(board) {
        return 2;
    }
    if kbpkb_rule_3(board) {
        return 3;
    }
    if kbpkb_rule_4(board) {
        return 4;
    }
    if kbpkb_rule_6(board) {
        return -6;
    }
    if kbpkb_rule_7(board) {
        return 7;
    }
    if kbpkb_rule_9(board) {
        return 9;
    }
    if kbpkb_rule_10(board) {
        return 10;
    }
    if kbpkb_rule_15(board) {
        return 15;
    }
    if kbpkb_rule_16(board) {
        return 16;
    }
    if kbpkb_rule_17(board) {
        return 17;
    }
    if kbpkb_rule_18(board) {
        return 18;
    }
    0
}

/// The same as probe_rule for KBPvKB by the squares of its men; without castling and en passant.
#[allow(dead_code, clippy::too_many_arguments)]
pub fn kbpkb_rule(
    strong_king: u32,
    weak_king: u32,
    strong_pawn: u32,
    strong_bishop: u32,
    weak_bishop: u32,
    strong_to_move: bool,
) -> i32 {
    let board = KbpkbBoard {
        strong_king,
        weak_king,
        strong_pawn,
        strong_bishop,
        weak_bishop,
        occupied: bit(strong_king)
        | bit(weak_king)
        | bit(strong_pawn)
        | bit(strong_bishop)
        | bit(weak_bishop),
        kbpkb_strong_attacks: Cell::new(None),
        kbpkb_attacked: Cell::new(None),
        kbpkb_free: Cell::new(None),
        kbpkb_guards: Cell::new(None),
        kbpkb_discovery: Cell::new(None),
        kbpkb_watched: Cell::new(None),
        kbpkb_after_move_21_strong_to_move: Cell::new(None),
        kbpkb_after_move_22_strong_to_move: Cell::new(None),
        kbpkb_after_move_26_strong_to_move: Cell::new(None),
        kbpkb_posts: Cell::new(None),
        kbpkb_after_move_30_weak_to_move: Cell::new(None),
        kbpkb_after_move_31_weak_to_move: Cell::new(None),
        kbpkb_after_move_32_weak_to_move: Cell::new(None),
        kbpkb_after_move_33_weak_to_move: Cell::new(None),
        kbpkb_after_move_34_weak_to_move: Cell::new(None),
        kbpkb_after_move_35_weak_to_move: Cell::new(None),
        kbpkb_after_move_37_weak_to_move: Cell::new(None),
        kbpkb_after_move_38_weak_to_move: Cell::new(None),
        kbpkb_after_move_39_weak_to_move: Cell::new(None),
        kbpkb_after_move_41_weak_to_move: Cell::new(None),
        kbpkb_after_move_42_weak_to_move: Cell::new(None),
        kbpkb_after_move_43_weak_to_move: Cell::new(None),
        kbpkb_after_move_44_weak_to_move: Cell::new(None),
        kbpkb_after_move_45_weak_to_move: Cell::new(None),
        kbpkb_after_move_46_weak_to_move: Cell::new(None),
        kbpkb_after_move_48_weak_to_move: Cell::new(None),
        kbpkb_after_move_49_weak_to_move: Cell::new(None),
        kbpkb_after_move_52_weak_to_move: Cell::new(None),
    };
    if strong_to_move { kbpkb_strong_to_move(&board) } else { kbpkb_weak_to_move(&board) }
}

// KNNvKN

#[allow(dead_code)]
struct KnnknBoard {
    strong_king: u32,
    weak_king: u32,
    strong_knight_1: u32,
    strong_knight_2: u32,
    weak_knight: u32,
    occupied: u64,
    knnkn_weak_king_moves: Cell<Option<u64>>,
    knnkn_strong_king_moves: Cell<Option<u64>>,
    knnkn_weak_knight_safe_moves: Cell<Option<u64>>,
    knnkn_strong_attacks: Cell<Option<u64>>,
}

fn knnkn_rule_1_all_1(board: &KnnknBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if distance(strong_knight, board.weak_king) > 5 {
            return false;
        }
    }
    true
}

// Black's king: the squares it can go to.
fn knnkn_weak_king_moves_anew(board: &KnnknBoard) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = king_attacks(board.weak_king) & !(bit(board.weak_king) | bit(board.weak_knight)) & !king_attacks(board.strong_king);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if (knight_attacks(y) & (bit(board.strong_knight_1) | bit(board.strong_knight_2))) == 0x0_u64 {
            found |= bit(y);
        }
    }
    found
}

fn knnkn_weak_king_moves(board: &KnnknBoard) -> u64 {
    if let Some(known) = board.knnkn_weak_king_moves.get() {
        return known;
    }
    let found = knnkn_weak_king_moves_anew(board);
    board.knnkn_weak_king_moves.set(Some(found));
    found
}

fn knnkn_rule_1_all_2(board: &KnnknBoard) -> bool {
    let mut left: u64 = knnkn_weak_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !has(0xff818181818181ff_u64, y) {
            return false;
        }
    }
    true
}

// White's knights: moves, safe ones (not taken, or not for nothing by the king), safe checks.
fn knnkn_strong_knight_moves(board: &KnnknBoard, strong_knight: u32) -> u64 {
    knight_attacks(strong_knight) & !board.occupied
}

fn knnkn_strong_knight_is_safe(board: &KnnknBoard, strong_knight: u32, x: u32) -> bool {
    !has(knight_attacks(board.weak_knight), x)
        && (!has(king_attacks(board.weak_king), x)
            || has(king_attacks(board.strong_king), x)
            || (knight_attacks(x) & (bit(board.strong_knight_1) | bit(board.strong_knight_2)) & !bit(strong_knight)) != 0x0_u64)
}

fn knnkn_strong_knight_safe_moves(board: &KnnknBoard, strong_knight: u32) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = knnkn_strong_knight_moves(board, strong_knight);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if knnkn_strong_knight_is_safe(board, strong_knight, x) {
            found |= bit(x);
        }
    }
    found
}

fn knnkn_strong_knight_safe_checks(board: &KnnknBoard, strong_knight: u32) -> u64 {
    knnkn_strong_knight_safe_moves(board, strong_knight) & knight_attacks(board.weak_king)
}

fn knnkn_rule_1_any_3(board: &KnnknBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if knnkn_strong_knight_safe_checks(board, strong_knight) != 0x0_u64 {
            return true;
        }
    }
    false
}

// 1, silent: "cornered king, knight check at hand"
// White may mate: the king by the corner has edge squares at most, and a safe check is there.
// decides 212,024 wins and losses and 1,388,752 draws; as in 8/8/8/8/8/8/8/kNK1N2n w - - 0 1
fn knnkn_rule_1(board: &KnnknBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 2
        && corner_distance(board.weak_king) <= 1
        && knnkn_rule_1_all_1(board)
        && knnkn_rule_1_all_2(board)
        && knnkn_rule_1_any_3(board)
}

// White's king: its safe moves, and whether it can take the opposition.
fn knnkn_strong_king_moves(board: &KnnknBoard) -> u64 {
    if let Some(known) = board.knnkn_strong_king_moves.get() {
        return known;
    }
    let found = king_attacks(board.strong_king) & !(bit(board.strong_king) | bit(board.strong_knight_1) | bit(board.strong_knight_2)) & !king_attacks(board.weak_king) & !knight_attacks(board.weak_knight);
    board.knnkn_strong_king_moves.set(Some(found));
    found
}

// The flight squares that White's king, gone to y, leaves to Black's, the knights as they
// stand.
fn knnkn_strong_king_leaves(board: &KnnknBoard, y: u32) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = king_attacks(board.weak_king) & !(bit(board.weak_king) | bit(board.weak_knight)) & !king_attacks(y);
    while left != 0 {
        let z = first(left);
        left &= left - 1;
        if (knight_attacks(z) & (bit(board.strong_knight_1) | bit(board.strong_knight_2))) == 0x0_u64 {
            found |= bit(z);
        }
    }
    found
}

fn knnkn_rule_2_any_1(board: &KnnknBoard) -> bool {
    let mut left: u64 = knnkn_strong_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if knnkn_strong_king_leaves(board, y) == 0x0_u64 {
            return true;
        }
    }
    false
}

// 2, silent: "king move takes every flight"
// White may mate: a king move leaves no flight, and Black's knight is on or next to the edge.
// decides 121,040 wins and losses and 578,320 draws; as in 8/8/8/8/8/4N3/3n4/K1k1N3 w - - 0 1
fn knnkn_rule_2(board: &KnnknBoard) -> bool {
    manhattan(board.strong_king, board.weak_king) <= 5
        && manhattan(board.strong_king, board.weak_knight) > 2
        && manhattan(board.weak_king, board.weak_knight) > 1
        && edge_distance(board.weak_knight) <= 1
        && knnkn_rule_2_any_1(board)
}

fn knnkn_rule_3_all_1(board: &KnnknBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if distance(strong_knight, board.weak_king) > 5 {
            return false;
        }
    }
    true
}

fn knnkn_rule_3_any_2(board: &KnnknBoard) -> bool {
    let mut left: u64 = knnkn_strong_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if knnkn_strong_king_leaves(board, y) == 0x0_u64 {
            return true;
        }
    }
    false
}

// 3, silent: "no corner flight, knights unattacked"
// White may mate: a king move leaves no flight by the corner, and Black's knight hits no
// knight.
// decides 16,168 wins and losses and 153,384 draws; as in 8/8/8/8/8/5N2/6n1/K2N3k w - - 0 1
fn knnkn_rule_3(board: &KnnknBoard) -> bool {
    manhattan(board.weak_king, board.weak_knight) > 1
        && corner_distance(board.weak_king) <= 1
        && knnkn_rule_3_all_1(board)
        && (knight_attacks(board.weak_knight) & (bit(board.strong_knight_1) | bit(board.strong_knight_2))) == 0x0_u64
        && knnkn_rule_3_any_2(board)
}

fn knnkn_rule_4_all_1(board: &KnnknBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if distance(strong_knight, board.weak_king) > 5 {
            return false;
        }
    }
    true
}

fn knnkn_strong_knights_same_color_any_1(board: &KnnknBoard, strong_knight: u32) -> bool {
    let mut left: u64 = (bit(board.strong_knight_1) | bit(board.strong_knight_2)) & !bit(strong_knight);
    while left != 0 {
        let other_strong_knight = first(left);
        left &= left - 1;
        if same_color(strong_knight, other_strong_knight) {
            return true;
        }
    }
    false
}

// Both knights of White stand on one colour.
fn knnkn_strong_knights_same_color(board: &KnnknBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if knnkn_strong_knights_same_color_any_1(board, strong_knight) {
            return true;
        }
    }
    false
}

// 4, silent: "king in corner, two-coloured knights"
// White may mate a king in the corner: the kings are close, the knights on both colours.
// decides 33,312 wins and losses and 861,072 draws; as in 8/8/8/8/8/n7/8/kNK1N3 w - - 0 1
fn knnkn_rule_4(board: &KnnknBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 3
        && corner_distance(board.weak_king) <= 0
        && !same_diagonal(board.strong_king, board.weak_king)
        && knnkn_rule_4_all_1(board)
        && !knnkn_strong_knights_same_color(board)
}

// 5, silent: "one flight at the corner"
// White may mate: one flight at most by the corner, White's king near and off the edge.
// decides 46,128 wins and losses and 713,104 draws; as in 8/8/8/8/8/8/2K5/kN1N3n w - - 0 1
fn knnkn_rule_5(board: &KnnknBoard) -> bool {
    manhattan(board.strong_king, board.weak_king) <= 3
        && edge_distance(board.strong_king) > 0
        && corner_distance(board.weak_king) <= 1
        && same_color(board.strong_king, board.weak_knight)
        && !several(knnkn_weak_king_moves(board))
}

// 6, silent: "no flight at the corner"
// White may mate: the king in or next to the corner has no flight, White's king is near.
// decides 2,528 wins and losses and 73,376 draws; as in 8/8/8/8/8/2N5/2n5/k1K1N3 w - - 0 1
fn knnkn_rule_6(board: &KnnknBoard) -> bool {
    manhattan(board.strong_king, board.weak_king) <= 5
        && corner_distance(board.weak_king) <= 1
        && knnkn_weak_king_moves(board) == 0x0_u64
}

fn knnkn_rule_7_all_1(board: &KnnknBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if distance(strong_knight, board.weak_king) > 4 {
            return false;
        }
    }
    true
}

fn knnkn_rule_7_all_2(board: &KnnknBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if !same_color(strong_knight, board.weak_king) {
            return false;
        }
    }
    true
}

// 7, silent: "knights on the king's colour"
// White may mate: one flight at most; knights on the king's colour are a jump from checking.
// decides 44,464 wins and losses and 253,504 draws; as in 8/8/8/8/8/8/3N4/K1knN3 w - - 0 1
fn knnkn_rule_7(board: &KnnknBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 2
        && edge_distance(board.strong_king) <= 1
        && knnkn_rule_7_all_1(board)
        && knnkn_rule_7_all_2(board)
        && !several(knnkn_weak_king_moves(board))
}

fn knnkn_rule_8_any_1(board: &KnnknBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if distance(strong_knight, board.weak_king) <= 4 {
            return true;
        }
    }
    false
}

// 8, silent: "knight far away, kings close"
// White may mate by one corner while Black's knight is in or next to the opposite one.
// decides 32,088 wins and losses and 281,520 draws; as in 8/7n/8/8/8/8/8/kNKN4 w - - 0 1
fn knnkn_rule_8(board: &KnnknBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 3
        && manhattan(board.strong_king, board.weak_knight) > 8
        && manhattan(board.weak_king, board.weak_knight) > 12
        && knnkn_rule_8_any_1(board)
}

// 9, silent: "king and knight in opposite corners"
// White may mate: Black's king and knight stand in opposite corners, White's king near.
// decides 2,272 wins and losses and 152,752 draws; as in 7n/8/N7/8/8/8/8/k1K2N2 w - - 0 1
fn knnkn_rule_9(board: &KnnknBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 4
        && manhattan(board.strong_king, board.weak_king) <= 6
        && manhattan(board.weak_king, board.weak_knight) > 13
}

fn knnkn_rule_10_all_1(board: &KnnknBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if distance(strong_knight, board.weak_knight) > 4 {
            return false;
        }
    }
    true
}

fn knnkn_rule_10_any_2(board: &KnnknBoard) -> bool {
    let mut left: u64 = knnkn_strong_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if knnkn_strong_king_leaves(board, y) == 0x0_u64 {
            return true;
        }
    }
    false
}

// 10, silent: "corner mate, knights near the knight"
// White may mate: a king move takes the corner flights, both knights stand near Black's.
// decides 272 wins and losses and 39,632 draws; as in 8/1N6/8/8/4n3/8/8/k1NK4 w - - 0 1
fn knnkn_rule_10(board: &KnnknBoard) -> bool {
    manhattan(board.weak_king, board.weak_knight) <= 7
        && corner_distance(board.weak_king) <= 0
        && knnkn_rule_10_all_1(board)
        && (knight_attacks(board.weak_knight) & (bit(board.strong_knight_1) | bit(board.strong_knight_2))) == 0x0_u64
        && knnkn_rule_10_any_2(board)
}

fn knnkn_rule_11_all_1(board: &KnnknBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if distance(strong_knight, board.weak_king) > 4 {
            return false;
        }
    }
    true
}

fn knnkn_rule_11_all_2(board: &KnnknBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if !same_color(strong_knight, board.weak_king) {
            return false;
        }
    }
    true
}

fn knnkn_rule_11_any_3(board: &KnnknBoard) -> bool {
    let mut left: u64 = knnkn_strong_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !several(knnkn_strong_king_leaves(board, y)) {
            return true;
        }
    }
    false
}

// 11, silent: "king beside the corner, knights near"
// White may mate: a king move leaves one flight at most, and both knights are near.
// decides 23,520 wins and losses and 222,592 draws; as in 8/8/8/8/8/8/k7/1NKN3n w - - 0 1
fn knnkn_rule_11(board: &KnnknBoard) -> bool {
    corner_distance(board.weak_king) > 0
        && corner_distance(board.weak_king) <= 1
        && knnkn_rule_11_all_1(board)
        && knnkn_rule_11_all_2(board)
        && knnkn_rule_11_any_3(board)
}

// 12, silent: "opposition on the edge, knight far"
// White may mate: the kings stand in opposition along the edge, Black's knight on the far side.
// decides 7,664 wins and losses and 65,552 draws; as in n7/8/8/8/8/8/8/kNKN4 w - - 0 1
fn knnkn_rule_12(board: &KnnknBoard) -> bool {
    distance(board.strong_king, board.weak_knight) > 6
        && manhattan(board.strong_king, board.weak_king) <= 2
        && corner_distance(board.weak_king) <= 0
        && !same_color(board.strong_king, board.weak_knight)
}

fn knnkn_rule_13_any_1(board: &KnnknBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if distance(board.strong_king, strong_knight) <= 5 {
            return true;
        }
    }
    false
}

fn knnkn_rule_13_any_2(board: &KnnknBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if same_color(board.strong_king, strong_knight) {
            return true;
        }
    }
    false
}

fn knnkn_rule_13_all_3(board: &KnnknBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if distance(board.strong_king, strong_knight) >= distance(board.weak_king, strong_knight) {
            return false;
        }
    }
    true
}

// 13, silent: "opposition by the corner, knight opposite"
// A fitted bound: White may mate, Black's knight being in or next to the opposite corner.
// decides 576 wins and losses and 3,744 draws; as in 8/7n/N7/8/8/8/8/k1K2N2 w - - 0 1
fn knnkn_rule_13(board: &KnnknBoard) -> bool {
    manhattan(board.strong_king, board.weak_king) <= 2
        && manhattan(board.weak_king, board.weak_knight) > 12
        && knnkn_rule_13_any_1(board)
        && !knnkn_rule_13_any_2(board)
        && !knnkn_rule_13_all_3(board)
}

fn knnkn_rule_14_all_1(board: &KnnknBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if distance(strong_knight, board.weak_king) > 3 {
            return false;
        }
    }
    true
}

// 14, silent: "cornered king, both knights close"
// White may mate: both knights are near the king in one corner, Black's knight is in the other.
// decides 16 wins and losses and 1,760 draws; as in n7/8/8/8/3K1N2/8/4N3/7k w - - 0 1
fn knnkn_rule_14(board: &KnnknBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 4
        && manhattan(board.weak_king, board.weak_knight) > 13
        && knnkn_rule_14_all_1(board)
}

fn knnkn_rule_15_all_1(board: &KnnknBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if distance(strong_knight, board.weak_king) > 4 {
            return false;
        }
    }
    true
}

// Black's knight: its moves, and those to squares where it is not taken, or not for nothing.
fn knnkn_weak_knight_moves(board: &KnnknBoard) -> u64 {
    knight_attacks(board.weak_knight) & !board.occupied
}

fn knnkn_weak_knight_is_safe(board: &KnnknBoard, x: u32) -> bool {
    (knight_attacks(x) & (bit(board.strong_knight_1) | bit(board.strong_knight_2))) == 0x0_u64
        && (!has(king_attacks(board.strong_king), x) || has(king_attacks(board.weak_king), x))
}

fn knnkn_weak_knight_safe_moves_anew(board: &KnnknBoard) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = knnkn_weak_knight_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if knnkn_weak_knight_is_safe(board, x) {
            found |= bit(x);
        }
    }
    found
}

fn knnkn_weak_knight_safe_moves(board: &KnnknBoard) -> u64 {
    if let Some(known) = board.knnkn_weak_knight_safe_moves.get() {
        return known;
    }
    let found = knnkn_weak_knight_safe_moves_anew(board);
    board.knnkn_weak_knight_safe_moves.set(Some(found));
    found
}

fn knnkn_rule_15_any_2(board: &KnnknBoard) -> bool {
    let mut left: u64 = knnkn_weak_knight_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if distance(x, board.strong_king) <= 1 {
            return true;
        }
    }
    false
}

// 15, silent: "knight beside its king at edge"
// White may mate at the edge: Black's knight stands beside its king and takes a square from it.
// decides 3,488 wins and losses and 32,768 draws; as in 8/8/8/8/3N4/8/3n4/K1kN4 w - - 0 1
fn knnkn_rule_15(board: &KnnknBoard) -> bool {
    distance(board.weak_king, board.weak_knight) <= 1
        && edge_distance(board.weak_king) <= 0
        && edge_distance(board.weak_knight) > 0
        && knnkn_rule_15_all_1(board)
        && knnkn_rule_15_any_2(board)
}

// 16, silent: "white king shut in"
// White's king has no move, and Black's knight may have mated it.
// decides 864 wins and losses and 1,008 draws; as in 8/8/8/8/8/1n6/N1k5/KN6 w - - 0 1
fn knnkn_rule_16(board: &KnnknBoard) -> bool {
    distance(board.strong_king, board.weak_knight) <= 2
        && !same_color(board.strong_king, board.weak_knight)
        && knnkn_strong_king_moves(board) == 0x0_u64
}

fn knnkn_rule_17_any_1(board: &KnnknBoard) -> bool {
    let mut left: u64 = knnkn_weak_knight_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if distance(x, board.weak_king) <= 2 {
            return true;
        }
    }
    false
}

// 17, silent: "knight beside king, no near move"
// White may mate: Black's knight stands beside its king and has no safe move that stays near.
// decides 576 wins and losses and 39,024 draws; as in 8/8/8/8/8/8/N3n3/1K1kN3 w - - 0 1
fn knnkn_rule_17(board: &KnnknBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 2
        && distance(board.strong_king, board.weak_knight) > 2
        && distance(board.weak_king, board.weak_knight) <= 1
        && manhattan(board.strong_king, board.weak_king) <= 3
        && !knnkn_rule_17_any_1(board)
}

fn knnkn_rule_18_any_1(board: &KnnknBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if distance(board.strong_king, strong_knight) <= 3 {
            return true;
        }
    }
    false
}

// 18, silent: "opposition towards the edge, knight far"
// White may mate: the kings stand in opposition, Black's knight is in the far corner.
// decides 432 wins and losses and 19,488 draws; as in 7n/8/8/8/8/2K5/1N6/2k1N3 w - - 0 1
fn knnkn_rule_18(board: &KnnknBoard) -> bool {
    manhattan(board.strong_king, board.weak_king) <= 2
        && manhattan(board.weak_king, board.weak_knight) > 11
        && edge_distance(board.strong_king) > 1
        && knnkn_rule_18_any_1(board)
}

// 19, silent: "king beside corner, knight opposite it"
// A fitted bound: White has a few deep mates while Black's knight is in the opposite corner.
// decides 288 wins and losses and 52,192 draws; as in n7/8/8/8/5N2/3K4/8/4N1k1 w - - 0 1
fn knnkn_rule_19(board: &KnnknBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 3
        && manhattan(board.strong_king, board.weak_king) > 4
        && manhattan(board.strong_king, board.weak_king) <= 5
        && manhattan(board.weak_king, board.weak_knight) > 12
        && corner_distance(board.weak_king) > 0
}

// 20, draw: "no danger, strong to move"
// None of the dangers above is there.
fn knnkn_rule_20() -> bool {
    true
}

fn knnkn_rule_21_all_1(board: &KnnknBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if distance(strong_knight, board.weak_king) > 4 {
            return false;
        }
    }
    true
}

fn knnkn_rule_21_any_2(board: &KnnknBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if same_color(board.strong_king, strong_knight) {
            return true;
        }
    }
    false
}

// 21, silent: "cornered with one flight, knights near"
// White may mate, or has mated: one flight at most by the corner and both knights near.
// decides 47,144 wins and losses and 514,120 draws; as in 7n/8/8/8/8/8/8/kNK1N3 b - - 0 1
fn knnkn_rule_21(board: &KnnknBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 2
        && corner_distance(board.weak_king) <= 1
        && knnkn_rule_21_all_1(board)
        && knnkn_rule_21_any_2(board)
        && !several(knnkn_weak_king_moves(board))
}

// 22, silent: "king with no flight"
// White may mate, or has mated: no flight is left and White's king is close.
// decides 26,416 wins and losses and 256,032 draws; as in 8/8/8/8/8/1N6/8/K1knN3 b - - 0 1
fn knnkn_rule_22(board: &KnnknBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 2
        && edge_distance(board.strong_king) <= 1
        && knnkn_weak_king_moves(board) == 0x0_u64
}

// All squares that a side attacks, its own men included.
fn knnkn_strong_attacks(board: &KnnknBoard) -> u64 {
    if let Some(known) = board.knnkn_strong_attacks.get() {
        return known;
    }
    let found = king_attacks(board.strong_king)
        | knight_attacks(board.strong_knight_1)
        | knight_attacks(board.strong_knight_2);
    board.knnkn_strong_attacks.set(Some(found));
    found
}

// 23, silent: "knight check, one flight"
// White may mate, or has mated: the king near a corner is in check, one flight at most.
// decides 2,576 wins and losses and 197,280 draws; as in 8/8/8/8/8/5N2/5Nn1/K6k b - - 0 1
fn knnkn_rule_23(board: &KnnknBoard) -> bool {
    manhattan(board.strong_king, board.weak_knight) > 3
        && manhattan(board.weak_king, board.weak_knight) > 1
        && corner_distance(board.weak_king) <= 2
        && has(knnkn_strong_attacks(board), board.weak_king)
        && !several(knnkn_weak_king_moves(board))
}

fn knnkn_rule_24_all_1(board: &KnnknBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if distance(strong_knight, board.weak_king) > 5 {
            return false;
        }
    }
    true
}

fn knnkn_strong_opposition_next(board: &KnnknBoard) -> bool {
    let mut left: u64 = knnkn_strong_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if distance(y, board.weak_king) == 2 && aligned(y, board.weak_king) {
            return true;
        }
    }
    false
}

// 24, silent: "opposition next against the corner"
// White may mate: its king can take the opposition to the king in the corner.
// decides 1,280 wins and losses and 124,832 draws; as in 8/8/N7/8/8/8/2KN4/k6n b - - 0 1
fn knnkn_rule_24(board: &KnnknBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 2
        && corner_distance(board.weak_king) <= 0
        && same_color(board.strong_king, board.weak_knight)
        && knnkn_rule_24_all_1(board)
        && knnkn_strong_opposition_next(board)
}

fn knnkn_rule_25_any_1(board: &KnnknBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if distance(strong_knight, board.weak_king) <= 4 {
            return true;
        }
    }
    false
}

// 25, silent: "knight in the corner opposite"
// White may mate: Black's knight is in the corner opposite its king, too far away.
// decides 3,120 wins and losses and 309,544 draws; as in 7n/8/8/8/2N5/8/8/k1NK4 b - - 0 1
fn knnkn_rule_25(board: &KnnknBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 3
        && manhattan(board.strong_king, board.weak_knight) > 8
        && manhattan(board.weak_king, board.weak_knight) > 12
        && corner_distance(board.weak_knight) <= 0
        && knnkn_rule_25_any_1(board)
}

fn knnkn_rule_26_any_1(board: &KnnknBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if distance(board.strong_king, strong_knight) <= 1 {
            return true;
        }
    }
    false
}

// 26, silent: "white king without a move"
// Black's knight may mate White's king, which has no move and a knight of its own beside it.
// decides 4,160 wins and losses and 47,952 draws; as in 8/8/8/8/8/8/N1k5/KNn5 b - - 0 1
fn knnkn_rule_26(board: &KnnknBoard) -> bool {
    distance(board.strong_king, board.weak_knight) <= 4
        && !same_color(board.weak_king, board.weak_knight)
        && knnkn_rule_26_any_1(board)
        && knnkn_strong_king_moves(board) == 0x0_u64
}

fn knnkn_rule_27_all_1(board: &KnnknBoard) -> bool {
    let mut left: u64 = knnkn_weak_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !has(0xff818181818181ff_u64, y) {
            return false;
        }
    }
    true
}

// 27, silent: "in check, only edge flights"
// White may mate: the checked king has edge squares at most, its knight is by a corner.
// decides 144 wins and losses and 67,536 draws; as in 8/8/8/8/8/5N1N/6n1/3K2k1 b - - 0 1
fn knnkn_rule_27(board: &KnnknBoard) -> bool {
    edge_distance(board.strong_king) <= 1
        && corner_distance(board.strong_king) > 2
        && corner_distance(board.weak_knight) <= 1
        && has(knnkn_strong_attacks(board), board.weak_king)
        && knnkn_rule_27_all_1(board)
}

fn knnkn_rule_28_all_1(board: &KnnknBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if distance(board.strong_king, strong_knight) > 1 {
            return false;
        }
    }
    true
}

// 28, silent: "white king between its knights"
// Black's knight may mate White's king: one move at most, both own knights beside it.
// decides 528 wins and losses and 39,760 draws; as in 8/8/8/8/8/8/1N1k4/NK1n4 b - - 0 1
fn knnkn_rule_28(board: &KnnknBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 2
        && manhattan(board.strong_king, board.weak_king) > 2
        && knnkn_rule_28_all_1(board)
        && !several(knnkn_strong_king_moves(board))
}

// 29, draw: "no danger, weak to move"
// None of the dangers above is there.
fn knnkn_rule_29() -> bool {
    true
}

fn knnkn_strong_to_move(board: &KnnknBoard) -> i32 {
    if knnkn_rule_1(board) {
        return -1;
    }
    if knnkn_rule_2(board) {
        return -2;
    }
    if knnkn_rule_3(board) {
        return -3;
    }
    if knnkn_rule_4(board) {
        return -4;
    }
    if knnkn_rule_5(board) {
        return -5;
    }
    if knnkn_rule_6(board) {
        return -6;
    }
    if knnkn_rule_7(board) {
        return -7;
    }
    if knnkn_rule_8(board) {
        return -8;
    }
    if knnkn_rule_9(board) {
        return -9;
    }
    if knnkn_rule_10(board) {
        return -10;
    }
    if knnkn_rule_11(board) {
        return -11;
    }
    if knnkn_rule_12(board) {
        return -12;
    }
    if knnkn_rule_13(board) {
        return -13;
    }
    if knnkn_rule_14(board) {
        return -14;
    }
    if knnkn_rule_15(board) {
        return -15;
    }
    if knnkn_rule_16(board) {
        return -16;
    }
    if knnkn_rule_17(board) {
        return -17;
    }
    if knnkn_rule_18(board) {
        return -18;
    }
    if knnkn_rule_19(board) {
        return -19;
    }
    if knnkn_rule_20() {
        return 20;
    }
    0
}

fn knnkn_weak_to_move(board: &KnnknBoard) -> i32 {
    if knnkn_rule_21(board) {
        return -21;
    }
    if knnkn_rule_22(board) {
        return -22;
    }
    if knnkn_rule_23(board) {
        return -23;
    }
    if knnkn_rule_24(board) {
        return -24;
    }
    if knnkn_rule_25(board) {
        return -25;
    }
    if knnkn_rule_26(board) {
        return -26;
    }
    if knnkn_rule_27(board) {
        return -27;
    }
    if knnkn_rule_28(board) {
        return -28;
    }
    if knnkn_rule_29() {
        return 29;
    }
    0
}

/// The same as probe_rule for KNNvKN by the squares of its men; without castling and en passant.
#[allow(dead_code, clippy::too_many_arguments)]
pub fn knnkn_rule(
    strong_king: u32,
    weak_king: u32,
    strong_knight_1: u32,
    strong_knight_2: u32,
    weak_knight: u32,
    strong_to_move: bool,
) -> i32 {
    let board = KnnknBoard {
        strong_king,
        weak_king,
        strong_knight_1,
        strong_knight_2,
        weak_knight,
        occupied: bit(strong_king)
        | bit(weak_king)
        | bit(strong_knight_1)
        | bit(strong_knight_2)
        | bit(weak_knight),
        knnkn_weak_king_moves: Cell::new(None),
        knnkn_strong_king_moves: Cell::new(None),
        knnkn_weak_knight_safe_moves: Cell::new(None),
        knnkn_strong_attacks: Cell::new(None),
    };
    if strong_to_move { knnkn_strong_to_move(&board) } else { knnkn_weak_to_move(&board) }
}

// KBBvKB

#[allow(dead_code)]
struct KbbkbBoard {
    strong_king: u32,
    weak_king: u32,
    strong_bishop_1: u32,
    strong_bishop_2: u32,
    weak_bishop: u32,
    occupied: u64,
    kbbkb_strong_king_moves: Cell<Option<u64>>,
    kbbkb_strong_bishops_same_color: Cell<Option<bool>>,
    kbbkb_weak_king_moves: Cell<Option<u64>>,
    kbbkb_strong_attacks: Cell<Option<u64>>,
    kbbkb_weak_bishop_safe_moves: Cell<Option<u64>>,
    kbbkb_strong_loose_bishops: Cell<Option<u64>>,
    kbbkb_weak_attacks: Cell<Option<u64>>,
}

// Where the kings may go.
fn kbbkb_strong_king_moves(board: &KbbkbBoard) -> u64 {
    if let Some(known) = board.kbbkb_strong_king_moves.get() {
        return known;
    }
    let found = king_attacks(board.strong_king) & !(bit(board.strong_king) | bit(board.strong_bishop_1) | bit(board.strong_bishop_2)) & !king_attacks(board.weak_king) & !bishop_attacks(board.weak_bishop, board.occupied & !bit(board.strong_king));
    board.kbbkb_strong_king_moves.set(Some(found));
    found
}

fn kbbkb_strong_bishops_same_color_any_1(board: &KbbkbBoard, strong_bishop: u32) -> bool {
    let mut left: u64 = (bit(board.strong_bishop_1) | bit(board.strong_bishop_2)) & !bit(strong_bishop);
    while left != 0 {
        let other_strong_bishop = first(left);
        left &= left - 1;
        if same_color(strong_bishop, other_strong_bishop) {
            return true;
        }
    }
    false
}

// White's bishops stand on squares of one colour: they mate only a king blocked by his own
// bishop.
fn kbbkb_strong_bishops_same_color_anew(board: &KbbkbBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if kbbkb_strong_bishops_same_color_any_1(board, strong_bishop) {
            return true;
        }
    }
    false
}

fn kbbkb_strong_bishops_same_color(board: &KbbkbBoard) -> bool {
    if let Some(known) = board.kbbkb_strong_bishops_same_color.get() {
        return known;
    }
    let found = kbbkb_strong_bishops_same_color_anew(board);
    board.kbbkb_strong_bishops_same_color.set(Some(found));
    found
}

fn kbbkb_weak_king_moves_anew(board: &KbbkbBoard) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = king_attacks(board.weak_king) & !(bit(board.weak_king) | bit(board.weak_bishop)) & !king_attacks(board.strong_king);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if (bishop_attacks(y, board.occupied & !bit(board.weak_king)) & (bit(board.strong_bishop_1) | bit(board.strong_bishop_2))) == 0x0_u64 {
            found |= bit(y);
        }
    }
    found
}

fn kbbkb_weak_king_moves(board: &KbbkbBoard) -> u64 {
    if let Some(known) = board.kbbkb_weak_king_moves.get() {
        return known;
    }
    let found = kbbkb_weak_king_moves_anew(board);
    board.kbbkb_weak_king_moves.set(Some(found));
    found
}

// 1, draw: "one-coloured bishops, black king free"
// Bishops of one colour mate only a king blocked by his own bishop, and both kings have
// squares.
// spots 305,030,144 draws; as in 8/8/8/8/8/8/8/KBkBb3 w - - 0 1
fn kbbkb_rule_1(board: &KbbkbBoard) -> bool {
    kbbkb_strong_king_moves(board) != 0x0_u64
        && kbbkb_strong_bishops_same_color(board)
        && several(kbbkb_weak_king_moves(board))
}

fn kbbkb_rule_2_any_1(board: &KbbkbBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if same_diagonal(strong_bishop, board.weak_king) {
            return true;
        }
    }
    false
}

fn kbbkb_rule_2_any_2(board: &KbbkbBoard) -> bool {
    let mut left: u64 = 0x8100000000000081_u64;
    while left != 0 {
        let c = first(left);
        left &= left - 1;
        if same_color(c, board.weak_bishop) && distance(c, board.weak_king) <= 1 {
            return true;
        }
    }
    false
}

// All squares that a side attacks, its own men included.
fn kbbkb_strong_attacks(board: &KbbkbBoard) -> u64 {
    if let Some(known) = board.kbbkb_strong_attacks.get() {
        return known;
    }
    let found = king_attacks(board.strong_king)
        | bishop_attacks(board.strong_bishop_1, board.occupied)
        | bishop_attacks(board.strong_bishop_2, board.occupied);
    board.kbbkb_strong_attacks.set(Some(found));
    found
}

// 2, draw: "bishop safe, no skewer or discovery"
// The bishop is not attacked, and neither it nor a white bishop shares the black king's
// diagonals.
// spots 76,434,656 draws; as in 8/8/8/8/8/8/2k5/K1B1bB2 w - - 0 1
fn kbbkb_rule_2(board: &KbbkbBoard) -> bool {
    edge_distance(board.weak_king) > 0
        && !same_diagonal(board.weak_king, board.weak_bishop)
        && !kbbkb_rule_2_any_1(board)
        && !kbbkb_rule_2_any_2(board)
        && !has(kbbkb_strong_attacks(board), board.weak_bishop)
        && kbbkb_strong_king_moves(board) != 0x0_u64
}

fn kbbkb_rule_3_any_1(board: &KbbkbBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if same_diagonal(strong_bishop, board.weak_king) {
            return true;
        }
    }
    false
}

fn kbbkb_rule_3_any_2(board: &KbbkbBoard) -> bool {
    let mut left: u64 = 0x8100000000000081_u64;
    while left != 0 {
        let c = first(left);
        left &= left - 1;
        if same_color(c, board.weak_bishop) && distance(c, board.weak_king) <= 1 {
            return true;
        }
    }
    false
}

fn kbbkb_rule_3_any_3(board: &KbbkbBoard) -> bool {
    let mut left: u64 = kbbkb_weak_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if has(0xff818181818181ff_u64, y) {
            return true;
        }
    }
    false
}

// Where Black's bishop may go, and where it is not attacked there, or only by a king and
// guarded.
fn kbbkb_weak_bishop_moves(board: &KbbkbBoard) -> u64 {
    bishop_attacks(board.weak_bishop, board.occupied) & !board.occupied
}

fn kbbkb_weak_bishop_is_safe(board: &KbbkbBoard, x: u32) -> bool {
    (bishop_attacks(x, board.occupied & !bit(board.weak_bishop)) & (bit(board.strong_bishop_1) | bit(board.strong_bishop_2))) == 0x0_u64
        && (!has(king_attacks(board.strong_king), x) || has(king_attacks(board.weak_king), x))
}

fn kbbkb_weak_bishop_safe_moves_anew(board: &KbbkbBoard) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = kbbkb_weak_bishop_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if kbbkb_weak_bishop_is_safe(board, x) {
            found |= bit(x);
        }
    }
    found
}

fn kbbkb_weak_bishop_safe_moves(board: &KbbkbBoard) -> u64 {
    if let Some(known) = board.kbbkb_weak_bishop_safe_moves.get() {
        return known;
    }
    let found = kbbkb_weak_bishop_safe_moves_anew(board);
    board.kbbkb_weak_bishop_safe_moves.set(Some(found));
    found
}

// Squares for the white king once the black king is on y.
fn kbbkb_weak_king_leaves(board: &KbbkbBoard, y: u32) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = king_attacks(board.strong_king) & !(bit(board.strong_king) | bit(board.strong_bishop_1) | bit(board.strong_bishop_2)) & !king_attacks(y);
    while left != 0 {
        let z = first(left);
        left &= left - 1;
        if !has(
            bishop_attacks(board.weak_bishop, (board.occupied & !bit(board.weak_king) & !bit(board.strong_king)) | bit(y)),
            z) {
            found |= bit(z);
        }
    }
    found
}

fn kbbkb_rule_3_any_4(board: &KbbkbBoard) -> bool {
    let mut left: u64 = kbbkb_weak_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if count(kbbkb_weak_king_leaves(board, y)) <= 2 {
            return true;
        }
    }
    false
}

// 3, draw: "far bishop, room for all"
// No man attacks the bishop, no bishop is on the king's diagonals, and all have room to move.
// spots 43,306,432 draws; as in 8/8/8/8/4B3/B7/7b/K2k4 w - - 0 1
fn kbbkb_rule_3(board: &KbbkbBoard) -> bool {
    manhattan(board.weak_king, board.weak_bishop) > 3
        && !kbbkb_rule_3_any_1(board)
        && !kbbkb_rule_3_any_2(board)
        && !has(kbbkb_strong_attacks(board), board.weak_bishop)
        && count(kbbkb_weak_king_moves(board)) > 2
        && kbbkb_rule_3_any_3(board)
        && count(kbbkb_weak_bishop_safe_moves(board)) > 2
        && !kbbkb_rule_3_any_4(board)
}

// The black king has a move after which he is next to his bishop.
fn kbbkb_weak_king_guards_bishop_next(board: &KbbkbBoard) -> bool {
    let mut left: u64 = kbbkb_weak_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if has(king_attacks(y), board.weak_bishop) {
            return true;
        }
    }
    false
}

// 4, draw: "guarded bishop, king off the edge"
// The king guards his bishop, can move and still guard it, and the white king is not near.
// spots 10,161,424 draws; as in 8/8/8/8/8/8/2k5/K1Bb1B2 w - - 0 1
fn kbbkb_rule_4(board: &KbbkbBoard) -> bool {
    distance(board.strong_king, board.weak_bishop) > 2
        && distance(board.weak_king, board.weak_bishop) <= 1
        && edge_distance(board.weak_king) > 0
        && kbbkb_weak_king_guards_bishop_next(board)
}

fn kbbkb_rule_5_any_1(board: &KbbkbBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if distance(board.strong_king, strong_bishop) <= 2 {
            return true;
        }
    }
    false
}

fn kbbkb_rule_5_any_2(board: &KbbkbBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if distance(strong_bishop, board.weak_king) <= 1 {
            return true;
        }
    }
    false
}

// 5, draw: "black king touches a far bishop"
// The black king is next to a bishop out of reach of the white king, and his own is not
// attacked.
// spots 4,427,448 draws; as in 8/8/8/8/8/8/8/K1kBBb2 w - - 0 1
fn kbbkb_rule_5(board: &KbbkbBoard) -> bool {
    !kbbkb_rule_5_any_1(board)
        && kbbkb_rule_5_any_2(board)
        && !has(kbbkb_strong_attacks(board), board.weak_bishop)
}

fn kbbkb_rule_6_any_1(board: &KbbkbBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if has(between(board.weak_king, board.weak_bishop), strong_bishop) {
            return true;
        }
    }
    false
}

// White bishops that no white man guards.
fn kbbkb_strong_loose_bishops(board: &KbbkbBoard) -> u64 {
    if let Some(known) = board.kbbkb_strong_loose_bishops.get() {
        return known;
    }
    let found = (bit(board.strong_bishop_1) | bit(board.strong_bishop_2)) & !kbbkb_strong_attacks(board);
    board.kbbkb_strong_loose_bishops.set(Some(found));
    found
}

fn kbbkb_rule_6_any_2(board: &KbbkbBoard) -> bool {
    let mut left: u64 = kbbkb_strong_loose_bishops(board);
    while left != 0 {
        let m = first(left);
        left &= left - 1;
        if distance(board.weak_king, m) <= 1 {
            return true;
        }
    }
    false
}

// All squares that a side attacks, its own men included.
fn kbbkb_weak_attacks(board: &KbbkbBoard) -> u64 {
    if let Some(known) = board.kbbkb_weak_attacks.get() {
        return known;
    }
    let found = king_attacks(board.weak_king) | bishop_attacks(board.weak_bishop, board.occupied);
    board.kbbkb_weak_attacks.set(Some(found));
    found
}

fn kbbkb_rule_6_all_3(board: &KbbkbBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if !has(kbbkb_weak_attacks(board), strong_bishop) {
            return false;
        }
    }
    true
}

// 6, draw: "both white bishops attacked"
// Black attacks both bishops, an unguarded one with his king: White has no time to win
// anything.
// spots 4,050,672 draws; as in 8/8/8/8/8/8/3b4/KBkB4 w - - 0 1
fn kbbkb_rule_6(board: &KbbkbBoard) -> bool {
    !kbbkb_rule_6_any_1(board) && kbbkb_rule_6_any_2(board) && kbbkb_rule_6_all_3(board)
}

fn kbbkb_rule_7_any_1(board: &KbbkbBoard) -> bool {
    let mut left: u64 = kbbkb_strong_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if has(0xff818181818181ff_u64, y) {
            return true;
        }
    }
    false
}

fn kbbkb_rule_7_any_2(board: &KbbkbBoard) -> bool {
    let mut left: u64 = kbbkb_weak_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if has(0xff818181818181ff_u64, y) {
            return true;
        }
    }
    false
}

fn kbbkb_rule_7_all_3(board: &KbbkbBoard) -> bool {
    let mut left: u64 = kbbkb_weak_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !has(0xff818181818181ff_u64, y) {
            return false;
        }
    }
    true
}

// 7, draw: "opposition with a safe bishop"
// The kings stand in opposition, the bishop is not attacked, and Black has a square off the
// edge.
// spots 1,206,064 draws; as in 8/8/8/8/8/8/8/KBk1b1B1 w - - 0 1
fn kbbkb_rule_7(board: &KbbkbBoard) -> bool {
    manhattan(board.strong_king, board.weak_king) <= 2
        && !has(kbbkb_strong_attacks(board), board.weak_bishop)
        && kbbkb_rule_7_any_1(board)
        && kbbkb_rule_7_any_2(board)
        && !kbbkb_rule_7_all_3(board)
}

fn kbbkb_rule_8_any_1(board: &KbbkbBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if distance(strong_bishop, board.weak_king) <= 1 {
            return true;
        }
    }
    false
}

fn kbbkb_rule_8_any_2(board: &KbbkbBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if same_color(strong_bishop, board.weak_king) {
            return true;
        }
    }
    false
}

fn kbbkb_rule_8_all_3(board: &KbbkbBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if !same_color(strong_bishop, board.weak_king) {
            return false;
        }
    }
    true
}

// Black's bishop can be taken, and nothing guards it.
fn kbbkb_weak_bishop_loose(board: &KbbkbBoard) -> bool {
    has(kbbkb_strong_attacks(board), board.weak_bishop)
        && !has(kbbkb_weak_attacks(board), board.weak_bishop)
}

// 8, silent: "loose bishop under attack"
// Black's bishop is attacked and unguarded: White usually takes it and mates with his two.
// decides 88,461,136 wins and losses and 81,088 draws; as in 8/8/8/8/8/8/b7/K1k1BB2 w - - 0 1
fn kbbkb_rule_8(board: &KbbkbBoard) -> bool {
    !kbbkb_rule_8_any_1(board)
        && kbbkb_rule_8_any_2(board)
        && !kbbkb_rule_8_all_3(board)
        && kbbkb_weak_bishop_loose(board)
}

fn kbbkb_rule_9_all_1(board: &KbbkbBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if !same_color(strong_bishop, board.weak_bishop) {
            return false;
        }
    }
    true
}

// 9, silent: "unguarded bishop facing a bishop"
// A white bishop attacks Black's, which its king does not guard: White usually takes it.
// decides 3,737,808 wins and losses and 9,872 draws; as in 8/8/8/8/8/8/b7/KBk1B3 w - - 0 1
fn kbbkb_rule_9(board: &KbbkbBoard) -> bool {
    distance(board.weak_king, board.weak_bishop) > 1
        && !same_color(board.weak_king, board.weak_bishop)
        && !kbbkb_rule_9_all_1(board)
        && (bishop_attacks(board.weak_bishop, board.occupied) & (bit(board.strong_bishop_1) | bit(board.strong_bishop_2))) != 0x0_u64
}

// 10, silent: "hemmed-in king, white king near"
// Black has at most three squares and the white king is near: White may mate or win the bishop.
// decides 2,189,952 wins and losses and 13,027,792 draws; as in 8/8/8/8/8/8/5b2/KBk1B3 w - - 0
// 1
fn kbbkb_rule_10(board: &KbbkbBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 3
        && !kbbkb_strong_bishops_same_color(board)
        && count(kbbkb_weak_king_moves(board)) <= 3
}

// 11, silent: "skewer, black king nearer the bishop"
// King and bishop stand on one diagonal: a check may win the bishop behind the king.
// decides 881,792 wins and losses and 5,281,408 draws; as in 8/8/8/8/4b3/8/B1k5/K5B1 w - - 0 1
fn kbbkb_rule_11(board: &KbbkbBoard) -> bool {
    edge_distance(board.weak_king) > 0
        && corner_distance(board.weak_king) > 1
        && same_diagonal(board.weak_king, board.weak_bishop)
        && (distance(board.strong_king, board.weak_bishop) - distance(board.weak_king, board.weak_bishop)) > 0
        && !kbbkb_strong_bishops_same_color(board)
}

fn kbbkb_rule_12_any_1(board: &KbbkbBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if same_color(strong_bishop, board.weak_king) {
            return true;
        }
    }
    false
}

// 12, silent: "skewer away from the edge"
// King and bishop share a diagonal, and White has a bishop of its colour: he may win the
// bishop.
// decides 184,192 wins and losses and 1,098,192 draws; as in 8/8/8/8/8/2Bk4/8/Kb1B4 w - - 0 1
fn kbbkb_rule_12(board: &KbbkbBoard) -> bool {
    edge_distance(board.weak_king) > 1
        && !same_diagonal(board.strong_king, board.weak_bishop)
        && same_diagonal(board.weak_king, board.weak_bishop)
        && kbbkb_rule_12_any_1(board)
}

// 13, silent: "king attacks bishop, kings near"
// The white king attacks the bishop, and the black king is not far off: White may win it.
// decides 8,320 wins and losses and 114,464 draws; as in 8/8/8/8/8/8/1bBk4/K5B1 w - - 0 1
fn kbbkb_rule_13(board: &KbbkbBoard) -> bool {
    distance(board.strong_king, board.weak_king) > 2
        && distance(board.strong_king, board.weak_bishop) <= 1
        && distance(board.weak_king, board.weak_bishop) <= 3
        && manhattan(board.strong_king, board.weak_king) <= 4
        && !aligned(board.strong_king, board.weak_king)
}

fn kbbkb_rule_14_any_1(board: &KbbkbBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if same_color(strong_bishop, board.weak_king) {
            return true;
        }
    }
    false
}

// 14, silent: "bishop crowded between the kings"
// The kings are two squares apart and the bishop close to both: White may win it or mate.
// decides 274,720 wins and losses and 809,376 draws; as in 8/8/8/8/8/8/2k5/KbB2B2 w - - 0 1
fn kbbkb_rule_14(board: &KbbkbBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 2
        && manhattan(board.strong_king, board.weak_bishop) <= 3
        && manhattan(board.weak_king, board.weak_bishop) <= 2
        && edge_distance(board.strong_king) <= 2
        && kbbkb_rule_14_any_1(board)
}

fn kbbkb_rule_15_any_1(board: &KbbkbBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if distance(board.strong_king, strong_bishop) <= 1 {
            return true;
        }
    }
    false
}

fn kbbkb_rule_15_all_2(board: &KbbkbBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if !same_color(board.strong_king, strong_bishop) {
            return false;
        }
    }
    true
}

// 15, silent: "kings a knight's move apart"
// Either side may win: White the bishop, Black by mate of a king boxed in by his own bishops.
// decides 42,432 wins and losses and 119,984 draws; as in 8/8/8/8/3b4/8/B1k5/K1B5 w - - 0 1
fn kbbkb_rule_15(board: &KbbkbBoard) -> bool {
    manhattan(board.strong_king, board.weak_king) <= 3
        && edge_distance(board.weak_king) > 0
        && !aligned(board.strong_king, board.weak_king)
        && kbbkb_rule_15_any_1(board)
        && !kbbkb_rule_15_all_2(board)
}

fn kbbkb_rule_16_any_1(board: &KbbkbBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if same_diagonal(strong_bishop, board.weak_king) {
            return true;
        }
    }
    false
}

// 16, silent: "king steps up with discovered check"
// The white king may step up to the bishop, a bishop behind him giving discovered check.
// decides 74,128 wins and losses and 49,680 draws; as in 8/8/8/8/3k4/8/1K6/BB1b4 w - - 0 1
fn kbbkb_rule_16(board: &KbbkbBoard) -> bool {
    distance(board.strong_king, board.weak_bishop) > 1
        && distance(board.strong_king, board.weak_bishop) <= 2
        && distance(board.weak_king, board.weak_bishop) > 2
        && manhattan(board.strong_king, board.weak_bishop) <= 3
        && kbbkb_rule_16_any_1(board)
}

fn kbbkb_rule_17_any_1(board: &KbbkbBoard) -> bool {
    let mut left: u64 = 0x8100000000000081_u64;
    while left != 0 {
        let c = first(left);
        left &= left - 1;
        if same_color(c, board.weak_bishop) && distance(c, board.weak_king) <= 1 {
            return true;
        }
    }
    false
}

// 17, silent: "wrong corner, bishop on the edge"
// Black's king is in or beside a corner of his bishop's colour: White may mate or win the
// bishop.
// decides 5,216 wins and losses and 206,384 draws; as in 8/3B4/8/8/8/8/k7/B2Kb3 w - - 0 1
fn kbbkb_rule_17(board: &KbbkbBoard) -> bool {
    distance(board.weak_king, board.weak_bishop) <= 4
        && manhattan(board.strong_king, board.weak_king) <= 4
        && edge_distance(board.weak_bishop) <= 0
        && corner_distance(board.weak_bishop) > 2
        && kbbkb_rule_17_any_1(board)
}

fn kbbkb_rule_18_any_1(board: &KbbkbBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if distance(strong_bishop, board.weak_bishop) <= 1 {
            return true;
        }
    }
    false
}

fn kbbkb_rule_18_any_2(board: &KbbkbBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if same_color(strong_bishop, board.weak_king) {
            return true;
        }
    }
    false
}

fn kbbkb_rule_18_any_3(board: &KbbkbBoard) -> bool {
    let mut left: u64 = kbbkb_weak_bishop_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if distance(x, board.weak_king) <= 1 {
            return true;
        }
    }
    false
}

// 18, silent: "bishop beside its king, tied down"
// The bishop has no safe move next to its king: a check may drive him off and win it.
// decides 178,032 wins and losses and 429,776 draws; as in 8/8/8/8/8/5B2/1B6/K2bk3 w - - 0 1
fn kbbkb_rule_18(board: &KbbkbBoard) -> bool {
    manhattan(board.weak_king, board.weak_bishop) <= 1
        && corner_distance(board.weak_bishop) > 0
        && !kbbkb_rule_18_any_1(board)
        && kbbkb_rule_18_any_2(board)
        && !kbbkb_rule_18_any_3(board)
}

// 19, silent: "king beside a bishop, kings apart"
// The white king attacks a bishop that is near its own king: White may take it.
// decides 4,704 wins and losses and 9,488 draws; as in 8/8/8/8/8/8/8/KbBk3B w - - 0 1
fn kbbkb_rule_19(board: &KbbkbBoard) -> bool {
    distance(board.strong_king, board.weak_king) > 2
        && manhattan(board.strong_king, board.weak_bishop) <= 1
        && manhattan(board.weak_king, board.weak_bishop) <= 2
}

// 20, silent: "cornered king, white king near bishop"
// Black's king is in the corner and White's near the bishop: White may win it or mate.
// decides 1,136 wins and losses and 165,408 draws; as in 8/8/8/8/8/4b1BB/8/3K3k w - - 0 1
fn kbbkb_rule_20(board: &KbbkbBoard) -> bool {
    distance(board.strong_king, board.weak_king) > 3
        && distance(board.strong_king, board.weak_bishop) <= 2
        && distance(board.weak_king, board.weak_bishop) <= 3
        && manhattan(board.strong_king, board.weak_king) <= 6
        && corner_distance(board.weak_king) <= 0
}

fn kbbkb_rule_21_any_1(board: &KbbkbBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if same_diagonal(strong_bishop, board.weak_bishop) {
            return true;
        }
    }
    false
}

// 21, silent: "guarded bishop facing a bishop"
// A white bishop is on a diagonal of the bishop that the king guards: White may break the
// guard.
// decides 17,440 wins and losses and 196,496 draws; as in 8/8/8/2B5/8/b7/k7/3K1B2 w - - 0 1
fn kbbkb_rule_21(board: &KbbkbBoard) -> bool {
    manhattan(board.strong_king, board.weak_king) <= 4
        && manhattan(board.weak_king, board.weak_bishop) <= 1
        && corner_distance(board.strong_king) > 2
        && !same_diagonal(board.strong_king, board.weak_king)
        && kbbkb_rule_21_any_1(board)
}

// 22, silent: "capture backed by the central king"
// The white king stands in the centre next to the bishop, and a bishop may take with his
// support.
// decides 17,744 wins and losses and 78,112 draws; as in 8/8/8/8/3K4/2b5/1k6/3BB3 w - - 0 1
fn kbbkb_rule_22(board: &KbbkbBoard) -> bool {
    distance(board.strong_king, board.weak_bishop) <= 1
        && distance(board.weak_king, board.weak_bishop) <= 1
        && edge_distance(board.strong_king) > 2
}

// 23, silent: "boxed-in white king mated"
// White's king has no square and shares a diagonal with Black's bishop: Black mostly mates.
// decides 6,080 wins and losses and 40 draws; as in 8/8/8/8/8/8/Bb6/KBk5 w - - 0 1
fn kbbkb_rule_23(board: &KbbkbBoard) -> bool {
    same_diagonal(board.strong_king, board.weak_bishop)
        && kbbkb_strong_king_moves(board) == 0x0_u64
}

// 24, draw: "quiet, white to move"
// None of the dangers above is there, and one bishop then holds against two.
fn kbbkb_rule_24() -> bool {
    true
}

fn kbbkb_rule_25_all_1(board: &KbbkbBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if distance(board.strong_king, strong_bishop) > 1 {
            return false;
        }
    }
    true
}

fn kbbkb_rule_25_any_2(board: &KbbkbBoard) -> bool {
    let mut left: u64 = 0x8100000000000081_u64;
    while left != 0 {
        let c = first(left);
        left &= left - 1;
        if same_color(c, board.weak_bishop) && distance(c, board.strong_king) <= 0 {
            return true;
        }
    }
    false
}

// 25, draw: "one-coloured bishops, black to move"
// Bishops of one colour mate only a king blocked by his own bishop, and the black king has a
// square.
// spots 336,156,080 draws; as in 8/8/8/8/8/8/8/KBkB1b2 b - - 0 1
fn kbbkb_rule_25(board: &KbbkbBoard) -> bool {
    !kbbkb_rule_25_all_1(board)
        && !kbbkb_rule_25_any_2(board)
        && kbbkb_strong_bishops_same_color(board)
        && kbbkb_weak_king_moves(board) != 0x0_u64
}

fn kbbkb_rule_26_all_1(board: &KbbkbBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if distance(board.strong_king, strong_bishop) > 1 {
            return false;
        }
    }
    true
}

// Wherever the black king goes, his bishop is attacked and he is not next to it.
fn kbbkb_weak_bishop_falls(board: &KbbkbBoard) -> bool {
    let mut left: u64 = kbbkb_weak_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !((has(king_attacks(board.strong_king), board.weak_bishop)
                || (bishop_attacks(board.weak_bishop, (board.occupied & !bit(board.weak_king)) | bit(y)) & (bit(board.strong_bishop_1) | bit(board.strong_bishop_2))) != 0x0_u64)
            && !has(king_attacks(y), board.weak_bishop)) {
            return false;
        }
    }
    true
}

// 26, draw: "kings far apart, bishop keeps safe"
// The kings are far apart, the bishop is not loose, and some king move keeps it safe or
// guarded.
// spots 155,746,200 draws; as in 8/8/8/8/8/8/8/KBBbk3 b - - 0 1
fn kbbkb_rule_26(board: &KbbkbBoard) -> bool {
    distance(board.strong_king, board.weak_king) > 3
        && !kbbkb_rule_26_all_1(board)
        && !kbbkb_weak_bishop_loose(board)
        && !kbbkb_weak_bishop_falls(board)
}

fn kbbkb_rule_27_any_1(board: &KbbkbBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if same_diagonal(strong_bishop, board.weak_bishop) {
            return true;
        }
    }
    false
}

// 27, draw: "bishops facing on a diagonal"
// Black is not in check, and a bishop that faces another attacks what attacks it.
// spots 69,515,616 draws; as in 8/8/8/8/8/8/1b6/BKBk4 b - - 0 1
fn kbbkb_rule_27(board: &KbbkbBoard) -> bool {
    corner_distance(board.strong_king) > 0
        && kbbkb_rule_27_any_1(board)
        && !has(kbbkb_strong_attacks(board), board.weak_king)
}

fn kbbkb_rule_28_any_1(board: &KbbkbBoard) -> bool {
    let mut left: u64 = 0x8100000000000081_u64;
    while left != 0 {
        let c = first(left);
        left &= left - 1;
        if same_color(c, board.weak_bishop) && distance(c, board.strong_king) <= 0 {
            return true;
        }
    }
    false
}

fn kbbkb_rule_28_any_2(board: &KbbkbBoard) -> bool {
    let mut left: u64 = kbbkb_strong_loose_bishops(board);
    while left != 0 {
        let m = first(left);
        left &= left - 1;
        if distance(board.weak_king, m) <= 1 {
            return true;
        }
    }
    false
}

// 28, draw: "loose bishop beside the black king"
// An unguarded bishop stands next to the black king, and one bishop alone does not mate.
// spots 30,953,296 draws; as in 8/8/8/8/8/8/3B4/KBkb4 b - - 0 1
fn kbbkb_rule_28(board: &KbbkbBoard) -> bool {
    !kbbkb_rule_28_any_1(board) && kbbkb_rule_28_any_2(board)
}

fn kbbkb_rule_29_any_1(board: &KbbkbBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if distance(strong_bishop, board.weak_king) <= 1 {
            return true;
        }
    }
    false
}

// 29, draw: "no check, black king not between"
// Black is not in check, and his king is not between White's king and the bishop: it has time.
// spots 21,466,048 draws; as in 8/8/8/8/8/2K5/8/kbBB4 b - - 0 1
fn kbbkb_rule_29(board: &KbbkbBoard) -> bool {
    edge_distance(board.strong_king) > 1
        && !kbbkb_rule_29_any_1(board)
        && (manhattan(board.strong_king, board.weak_king) + manhattan(board.weak_king, board.weak_bishop)) != manhattan(board.strong_king, board.weak_bishop)
        && !has(kbbkb_strong_attacks(board), board.weak_king)
        && count(kbbkb_strong_king_moves(board)) > 3
}

fn kbbkb_rule_30_all_1(board: &KbbkbBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if !same_color(board.strong_king, strong_bishop) {
            return false;
        }
    }
    true
}

fn kbbkb_rule_30_any_2(board: &KbbkbBoard) -> bool {
    let mut left: u64 = kbbkb_strong_loose_bishops(board);
    while left != 0 {
        let m = first(left);
        left &= left - 1;
        if distance(board.weak_king, m) <= 1 {
            return true;
        }
    }
    false
}

// 30, silent: "check with the bishop attacked"
// Black must answer a check while his bishop is attacked: White often takes it next.
// decides 7,707,168 wins and losses and 1,875,792 draws; as in 8/8/8/8/8/8/bB6/KBk5 b - - 0 1
fn kbbkb_rule_30(board: &KbbkbBoard) -> bool {
    !same_color(board.weak_king, board.weak_bishop)
        && !kbbkb_rule_30_all_1(board)
        && has(kbbkb_strong_attacks(board), board.weak_king)
        && has(kbbkb_strong_attacks(board), board.weak_bishop)
        && !kbbkb_rule_30_any_2(board)
}

fn kbbkb_rule_31_any_1(board: &KbbkbBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if same_diagonal(strong_bishop, board.weak_king) {
            return true;
        }
    }
    false
}

fn kbbkb_rule_31_all_2(board: &KbbkbBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if !same_color(strong_bishop, board.weak_king) {
            return false;
        }
    }
    true
}

// 31, silent: "king attacks bishop, diagonal check"
// The white king attacks the bishop and one of his is on the black king's diagonal: it may
// fall.
// decides 1,029,648 wins and losses and 812,016 draws; as in 8/8/8/8/8/5B2/8/Kb1k2B1 b - - 0 1
fn kbbkb_rule_31(board: &KbbkbBoard) -> bool {
    distance(board.strong_king, board.weak_bishop) <= 1
        && !same_diagonal(board.strong_king, board.weak_king)
        && kbbkb_rule_31_any_1(board)
        && !kbbkb_rule_31_all_2(board)
}

fn kbbkb_rule_32_all_1(board: &KbbkbBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if !same_color(strong_bishop, board.weak_king) {
            return false;
        }
    }
    true
}

fn kbbkb_rule_32_any_2(board: &KbbkbBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if has(between(strong_bishop, board.weak_bishop), board.weak_king) {
            return true;
        }
    }
    false
}

// 32, silent: "skewered through the king"
// A white bishop looks through the black king at his bishop: when he steps aside it may fall.
// decides 530,768 wins and losses and 369,184 draws; as in 8/8/8/8/4b3/8/2k5/KB4B1 b - - 0 1
fn kbbkb_rule_32(board: &KbbkbBoard) -> bool {
    corner_distance(board.weak_king) > 1
        && same_diagonal(board.weak_king, board.weak_bishop)
        && !kbbkb_rule_32_all_1(board)
        && kbbkb_rule_32_any_2(board)
}

fn kbbkb_rule_33_any_1(board: &KbbkbBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if same_color(strong_bishop, board.weak_king) {
            return true;
        }
    }
    false
}

fn kbbkb_rule_33_any_2(board: &KbbkbBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if same_diagonal(strong_bishop, board.weak_bishop) {
            return true;
        }
    }
    false
}

// 33, silent: "one flight square near the edge"
// Near the edge with at most one square, Black may be mated or lose his bishop.
// decides 414,064 wins and losses and 2,870,736 draws; as in 8/8/8/8/8/4B3/8/KBkb4 b - - 0 1
fn kbbkb_rule_33(board: &KbbkbBoard) -> bool {
    manhattan(board.strong_king, board.weak_king) <= 4
        && edge_distance(board.weak_king) <= 1
        && kbbkb_rule_33_any_1(board)
        && !kbbkb_rule_33_any_2(board)
        && !several(kbbkb_weak_king_moves(board))
}

// 34, silent: "king attacks bishop near the edge"
// The white king attacks the bishop, with both kings near the edge: it may fall.
// decides 12,752 wins and losses and 705,312 draws; as in 8/8/8/8/8/8/2k5/Kb3BB1 b - - 0 1
fn kbbkb_rule_34(board: &KbbkbBoard) -> bool {
    distance(board.strong_king, board.weak_bishop) <= 1
        && manhattan(board.strong_king, board.weak_king) <= 4
        && edge_distance(board.strong_king) <= 1
        && edge_distance(board.weak_king) <= 1
        && between(board.strong_king, board.weak_king) == 0x0_u64
}

fn kbbkb_rule_35_any_1(board: &KbbkbBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if same_color(strong_bishop, board.weak_king) {
            return true;
        }
    }
    false
}

// 35, silent: "king beside the corner"
// Either side may win: with the black king beside a corner and the white one close, mates
// occur.
// decides 9,504 wins and losses and 852,592 draws; as in 8/8/3B4/8/b7/8/k7/1BK5 b - - 0 1
fn kbbkb_rule_35(board: &KbbkbBoard) -> bool {
    manhattan(board.strong_king, board.weak_king) <= 3
        && corner_distance(board.strong_king) <= 2
        && corner_distance(board.weak_king) > 0
        && corner_distance(board.weak_king) <= 1
        && kbbkb_rule_35_any_1(board)
}

fn kbbkb_rule_36_any_1(board: &KbbkbBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if same_diagonal(strong_bishop, board.weak_king) {
            return true;
        }
    }
    false
}

// 36, silent: "edge bishop, kings two squares apart"
// The bishop is on the edge, and a white one on the black king's diagonal: White may win it.
// decides 1,280 wins and losses and 233,320 draws; as in 8/8/3B4/8/b7/k7/4B3/2K5 b - - 0 1
fn kbbkb_rule_36(board: &KbbkbBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 2
        && manhattan(board.weak_king, board.weak_bishop) <= 2
        && edge_distance(board.weak_king) <= 1
        && edge_distance(board.weak_bishop) <= 0
        && kbbkb_rule_36_any_1(board)
}

// 37, silent: "attacked bishop on its king's diagonal"
// The white king attacks the bishop, which shares a diagonal with its king: it may be lost.
// decides 15,024 wins and losses and 261,696 draws; as in 8/8/8/B7/8/3k3B/8/Kb6 b - - 0 1
fn kbbkb_rule_37(board: &KbbkbBoard) -> bool {
    distance(board.strong_king, board.weak_bishop) <= 1
        && corner_distance(board.strong_king) <= 2
        && edge_distance(board.weak_king) > 1
        && same_diagonal(board.weak_king, board.weak_bishop)
}

fn kbbkb_rule_38_any_1(board: &KbbkbBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if distance(board.strong_king, strong_bishop) <= 1 {
            return true;
        }
    }
    false
}

// 38, silent: "white king boxed in by bishop"
// White's king has at most one square, a bishop of his own beside him: Black may mate.
// decides 46,312 wins and losses and 295,968 draws; as in 8/8/8/8/8/8/B7/KBk1b3 b - - 0 1
fn kbbkb_rule_38(board: &KbbkbBoard) -> bool {
    same_color(board.strong_king, board.weak_bishop)
        && kbbkb_rule_38_any_1(board)
        && !several(kbbkb_strong_king_moves(board))
}

fn kbbkb_rule_39_any_1(board: &KbbkbBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if same_diagonal(strong_bishop, board.weak_king) {
            return true;
        }
    }
    false
}

fn kbbkb_rule_39_any_2(board: &KbbkbBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if same_diagonal(strong_bishop, board.weak_bishop) {
            return true;
        }
    }
    false
}

// 39, silent: "cornered king on a bishop's diagonal"
// Black's king is in the corner on a white bishop's diagonal: White may mate or win the bishop.
// decides 25,504 wins and losses and 141,216 draws; as in 8/8/8/8/8/5B2/5B1b/K6k b - - 0 1
fn kbbkb_rule_39(board: &KbbkbBoard) -> bool {
    manhattan(board.strong_king, board.weak_king) > 3
        && corner_distance(board.weak_king) <= 0
        && (distance(board.strong_king, board.weak_bishop) - distance(board.weak_king, board.weak_bishop)) > -3
        && kbbkb_rule_39_any_1(board)
        && !kbbkb_rule_39_any_2(board)
}

// 40, silent: "far bishop behind the black king"
// A fitted bound: a few White mates hide here, the bishop being far from White's king.
// decides 208 wins and losses and 79,824 draws; as in 8/8/8/b7/8/3B4/8/1kBK4 b - - 0 1
fn kbbkb_rule_40(board: &KbbkbBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 3
        && manhattan(board.strong_king, board.weak_bishop) > 6
        && corner_distance(board.weak_king) <= 1
        && corner_distance(board.weak_bishop) > 2
        && (manhattan(board.strong_king, board.weak_king) + manhattan(board.weak_king, board.weak_bishop)) == manhattan(board.strong_king, board.weak_bishop)
}

// 41, silent: "white king cramped near the corner"
// A fitted bound: a few deep White wins hide here, his king near a corner with few squares.
// decides 32 wins and losses and 22,688 draws; as in 8/8/8/8/1B4B1/2K5/b7/3k4 b - - 0 1
fn kbbkb_rule_41(board: &KbbkbBoard) -> bool {
    manhattan(board.strong_king, board.weak_king) > 2
        && corner_distance(board.strong_king) <= 2
        && (edge_distance(board.strong_king) - edge_distance(board.weak_king)) > 1
        && count(kbbkb_strong_king_moves(board)) <= 3
}

// 42, draw: "quiet, black to move"
// None of the dangers above is there, and one bishop then holds against two.
fn kbbkb_rule_42() -> bool {
    true
}

fn kbbkb_strong_to_move(board: &KbbkbBoard) -> i32 {
    if kbbkb_rule_1(board) {
        return 1;
    }
    if kbbkb_rule_2(board) {
        return 2;
    }
    if kbbkb_rule_3(board) {
        return 3;
    }
    if kbbkb_rule_4(board) {
        return 4;
    }
    if kbbkb_rule_5(board) {
        return 5;
    }
    if kbbkb_rule_6(board) {
        return 6;
    }
    if kbbkb_rule_7(board) {
        return 7;
    }
    if kbbkb_rule_8(board) {
        return -8;
    }
    if kbbkb_rule_9(board) {
        return -9;
    }
    if kbbkb_rule_10(board) {
        return -10;
    }
    if kbbkb_rule_11(board) {
        return -11;
    }
    if kbbkb_rule_12(board) {
        return -12;
    }
    if kbbkb_rule_13(board) {
        return -13;
    }
    if kbbkb_rule_14(board) {
        return -14;
    }
    if kbbkb_rule_15(board) {
        return -15;
    }
    if kbbkb_rule_16(board) {
        return -16;
    }
    if kbbkb_rule_17(board) {
        return -17;
    }
    if kbbkb_rule_18(board) {
        return -18;
    }
    if kbbkb_rule_19(board) {
        return -19;
    }
    if kbbkb_rule_20(board) {
        return -20;
    }
    if kbbkb_rule_21(board) {
        return -21;
    }
    if kbbkb_rule_22(board) {
        return -22;
    }
    if kbbkb_rule_23(board) {
        return -23;
    }
    if kbbkb_rule_24() {
        return 24;
    }
    0
}

fn kbbkb_weak_to_move(board: &KbbkbBoard) -> i32 {
    if kbbkb_rule_25(board) {
        return 25;
    }
    if kbbkb_rule_26(board) {
        return 26;
    }
    if kbbkb_rule_27(board) {
        return 27;
    }
    if kbbkb_rule_28(board) {
        return 28;
    }
    if kbbkb_rule_29(board) {
        return 29;
    }
    if kbbkb_rule_30(board) {
        return -30;
    }
    if kbbkb_rule_31(board) {
        return -31;
    }
    if kbbkb_rule_32(board) {
        return -32;
    }
    if kbbkb_rule_33(board) {
        return -33;
    }
    if kbbkb_rule_34(board) {
        return -34;
    }
    if kbbkb_rule_35(board) {
        return -35;
    }
    if kbbkb_rule_36(board) {
        return -36;
    }
    if kbbkb_rule_37(board) {
        return -37;
    }
    if kbbkb_rule_38(board) {
        return -38;
    }
    if kbbkb_rule_39(board) {
        return -39;
    }
    if kbbkb_rule_40(board) {
        return -40;
    }
    if kbbkb_rule_41(board) {
        return -41;
    }
    if kbbkb_rule_42() {
        return 42;
    }
    0
}

/// The same as probe_rule for KBBvKB by the squares of its men; without castling and en passant.
#[allow(dead_code, clippy::too_many_arguments)]
pub fn kbbkb_rule(
    strong_king: u32,
    weak_king: u32,
    strong_bishop_1: u32,
    strong_bishop_2: u32,
    weak_bishop: u32,
    strong_to_move: bool,
) -> i32 {
    let board = KbbkbBoard {
        strong_king,
        weak_king,
        strong_bishop_1,
        strong_bishop_2,
        weak_bishop,
        occupied: bit(strong_king)
        | bit(weak_king)
        | bit(strong_bishop_1)
        | bit(strong_bishop_2)
        | bit(weak_bishop),
        kbbkb_strong_king_moves: Cell::new(None),
        kbbkb_strong_bishops_same_color: Cell::new(None),
        kbbkb_weak_king_moves: Cell::new(None),
        kbbkb_strong_attacks: Cell::new(None),
        kbbkb_weak_bishop_safe_moves: Cell::new(None),
        kbbkb_strong_loose_bishops: Cell::new(None),
        kbbkb_weak_attacks: Cell::new(None),
    };
    if strong_to_move { kbbkb_strong_to_move(&board) } else { kbbkb_weak_to_move(&board) }
}

// KBBvKR

#[allow(dead_code)]
struct KbbkrBoard {
    strong_king: u32,
    weak_king: u32,
    strong_bishop_1: u32,
    strong_bishop_2: u32,
    weak_rook: u32,
    occupied: u64,
    kbbkr_strong_king_moves: Cell<Option<u64>>,
    kbbkr_strong_bishops_same_color: Cell<Option<bool>>,
    kbbkr_strong_attacks: Cell<Option<u64>>,
    kbbkr_strong_loose_bishops: Cell<Option<u64>>,
    kbbkr_weak_attacks: Cell<Option<u64>>,
    kbbkr_strong_hanging_bishops: Cell<Option<u64>>,
    kbbkr_strong_hanging_bishops_left: Cell<Option<u64>>,
}

fn kbbkr_rule_1_any_1(board: &KbbkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if distance(strong_bishop, board.weak_king) <= 1 {
            return true;
        }
    }
    false
}

// Where the kings may go.
fn kbbkr_strong_king_moves(board: &KbbkrBoard) -> u64 {
    if let Some(known) = board.kbbkr_strong_king_moves.get() {
        return known;
    }
    let found = king_attacks(board.strong_king) & !(bit(board.strong_king) | bit(board.strong_bishop_1) | bit(board.strong_bishop_2)) & !king_attacks(board.weak_king) & !rook_attacks(board.weak_rook, board.occupied & !bit(board.strong_king));
    board.kbbkr_strong_king_moves.set(Some(found));
    found
}

fn kbbkr_strong_bishops_same_color_any_1(board: &KbbkrBoard, strong_bishop: u32) -> bool {
    let mut left: u64 = (bit(board.strong_bishop_1) | bit(board.strong_bishop_2)) & !bit(strong_bishop);
    while left != 0 {
        let other_strong_bishop = first(left);
        left &= left - 1;
        if same_color(strong_bishop, other_strong_bishop) {
            return true;
        }
    }
    false
}

fn kbbkr_strong_bishops_same_color_anew(board: &KbbkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if kbbkr_strong_bishops_same_color_any_1(board, strong_bishop) {
            return true;
        }
    }
    false
}

fn kbbkr_strong_bishops_same_color(board: &KbbkrBoard) -> bool {
    if let Some(known) = board.kbbkr_strong_bishops_same_color.get() {
        return known;
    }
    let found = kbbkr_strong_bishops_same_color_anew(board);
    board.kbbkr_strong_bishops_same_color.set(Some(found));
    found
}

fn kbbkr_rule_1_all_2(board: &KbbkrBoard) -> bool {
    let mut left: u64 = kbbkr_strong_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !has(0xff818181818181ff_u64, y) {
            return false;
        }
    }
    true
}

// All squares that a side attacks, its own men included.
fn kbbkr_strong_attacks(board: &KbbkrBoard) -> u64 {
    if let Some(known) = board.kbbkr_strong_attacks.get() {
        return known;
    }
    let found = king_attacks(board.strong_king)
        | bishop_attacks(board.strong_bishop_1, board.occupied)
        | bishop_attacks(board.strong_bishop_2, board.occupied);
    board.kbbkr_strong_attacks.set(Some(found));
    found
}

// White bishops that no white man guards, and those of them that are attacked: they hang.
fn kbbkr_strong_loose_bishops(board: &KbbkrBoard) -> u64 {
    if let Some(known) = board.kbbkr_strong_loose_bishops.get() {
        return known;
    }
    let found = (bit(board.strong_bishop_1) | bit(board.strong_bishop_2)) & !kbbkr_strong_attacks(board);
    board.kbbkr_strong_loose_bishops.set(Some(found));
    found
}

// All squares that a side attacks, its own men included.
fn kbbkr_weak_attacks(board: &KbbkrBoard) -> u64 {
    if let Some(known) = board.kbbkr_weak_attacks.get() {
        return known;
    }
    let found = king_attacks(board.weak_king) | rook_attacks(board.weak_rook, board.occupied);
    board.kbbkr_weak_attacks.set(Some(found));
    found
}

fn kbbkr_strong_hanging_bishops(board: &KbbkrBoard) -> u64 {
    if let Some(known) = board.kbbkr_strong_hanging_bishops.get() {
        return known;
    }
    let found = kbbkr_strong_loose_bishops(board) & kbbkr_weak_attacks(board);
    board.kbbkr_strong_hanging_bishops.set(Some(found));
    found
}

// What White has left when a hanging bishop falls: the other bishop, or each if both hang.
fn kbbkr_strong_hanging_bishops_left_anew(board: &KbbkrBoard) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let m = first(left);
        left &= left - 1;
        if (kbbkr_strong_hanging_bishops(board) & !bit(m)) != 0x0_u64 {
            found |= bit(m);
        }
    }
    found
}

fn kbbkr_strong_hanging_bishops_left(board: &KbbkrBoard) -> u64 {
    if let Some(known) = board.kbbkr_strong_hanging_bishops_left.get() {
        return known;
    }
    let found = kbbkr_strong_hanging_bishops_left_anew(board);
    board.kbbkr_strong_hanging_bishops_left.set(Some(found));
    found
}

fn kbbkr_rule_1_all_3(board: &KbbkrBoard) -> bool {
    let mut left: u64 = kbbkr_strong_hanging_bishops_left(board);
    while left != 0 {
        let m = first(left);
        left &= left - 1;
        if distance(board.strong_king, m) > 5 {
            return false;
        }
    }
    true
}

// 1, draw: "one-coloured bishops, white king free"
// Bishops of one colour mate only a king blocked by his rook, and White has squares off the
// edge.
// spots 237,725,576 draws; as in 8/8/8/8/8/8/8/KBrk1B2 w - - 0 1
fn kbbkr_rule_1(board: &KbbkrBoard) -> bool {
    !kbbkr_rule_1_any_1(board)
        && several(kbbkr_strong_king_moves(board))
        && kbbkr_strong_bishops_same_color(board)
        && !kbbkr_rule_1_all_2(board)
        && kbbkr_rule_1_all_3(board)
}

fn kbbkr_rule_2_any_1(board: &KbbkrBoard, strong_bishop: u32) -> bool {
    let mut left: u64 = 0x8100000000000081_u64;
    while left != 0 {
        let c = first(left);
        left &= left - 1;
        if same_color(c, strong_bishop) && distance(c, board.strong_king) <= 1 {
            return true;
        }
    }
    false
}

fn kbbkr_rule_2_any_2(board: &KbbkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if kbbkr_rule_2_any_1(board, strong_bishop) {
            return true;
        }
    }
    false
}

// 2, draw: "one-coloured bishops, no wrong corner"
// White is not in check, and his king is not in or beside a corner of the colour of his
// bishops.
// spots 48,827,928 draws; as in 8/8/8/8/8/8/8/KBkBr3 w - - 0 1
fn kbbkr_rule_2(board: &KbbkrBoard) -> bool {
    !has(kbbkr_weak_attacks(board), board.strong_king)
        && kbbkr_strong_bishops_same_color(board)
        && !kbbkr_rule_2_any_2(board)
}

fn kbbkr_rule_3_any_1(board: &KbbkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if same_diagonal(strong_bishop, board.weak_king) {
            return true;
        }
    }
    false
}

// 3, draw: "rook out of line, not attacked"
// The rook is not attacked and on no line with its king, and no bishop is on the king's
// diagonals.
// spots 43,952,624 draws; as in 8/8/8/8/8/8/4k3/BK2B1r1 w - - 0 1
fn kbbkr_rule_3(board: &KbbkrBoard) -> bool {
    distance(board.weak_king, board.weak_rook) > 1
        && edge_distance(board.weak_king) > 0
        && between(board.weak_king, board.weak_rook) == 0x0_u64
        && !kbbkr_rule_3_any_1(board)
        && !has(kbbkr_strong_attacks(board), board.weak_rook)
        && count(kbbkr_strong_king_moves(board)) > 3
}

fn kbbkr_rule_4_any_1(board: &KbbkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if distance(strong_bishop, board.weak_rook) <= 1 {
            return true;
        }
    }
    false
}

fn kbbkr_weak_king_moves(board: &KbbkrBoard) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = king_attacks(board.weak_king) & !(bit(board.weak_king) | bit(board.weak_rook)) & !king_attacks(board.strong_king);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if (bishop_attacks(y, board.occupied & !bit(board.weak_king)) & (bit(board.strong_bishop_1) | bit(board.strong_bishop_2))) == 0x0_u64 {
            found |= bit(y);
        }
    }
    found
}

// The black king has a move after which he is next to his rook.
fn kbbkr_weak_king_guards_rook_next(board: &KbbkrBoard) -> bool {
    let mut left: u64 = kbbkr_weak_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if has(king_attacks(y), board.weak_rook) {
            return true;
        }
    }
    false
}

// 4, draw: "rook near king, white king far"
// No bishop attacks the rook, its king can be next to it after a move, and the white king is
// far.
// spots 23,339,568 draws; as in 8/8/8/8/8/8/8/KBB1rk2 w - - 0 1
fn kbbkr_rule_4(board: &KbbkrBoard) -> bool {
    distance(board.strong_king, board.weak_rook) > 2
        && manhattan(board.strong_king, board.weak_king) > 4
        && manhattan(board.weak_king, board.weak_rook) <= 3
        && !kbbkr_rule_4_any_1(board)
        && (bishop_attacks(board.weak_rook, board.occupied) & (bit(board.strong_bishop_1) | bit(board.strong_bishop_2))) == 0x0_u64
        && kbbkr_weak_king_guards_rook_next(board)
}

// 5, draw: "guarded rook, king off the edge"
// The rook stands beside its king, who guards it off the edge, and the white king is not near
// it.
// spots 4,152,768 draws; as in 8/8/8/8/8/8/3k4/KB1r2B1 w - - 0 1
fn kbbkr_rule_5(board: &KbbkrBoard) -> bool {
    distance(board.strong_king, board.weak_king) > 2
        && manhattan(board.weak_king, board.weak_rook) <= 1
        && edge_distance(board.weak_king) > 0
}

fn kbbkr_rule_6_any_1(board: &KbbkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if same_color(strong_bishop, board.weak_rook) {
            return true;
        }
    }
    false
}

fn kbbkr_rule_6_all_2(board: &KbbkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if !same_color(strong_bishop, board.weak_rook) {
            return false;
        }
    }
    true
}

fn kbbkr_weak_rook_loose(board: &KbbkrBoard) -> bool {
    has(kbbkr_strong_attacks(board), board.weak_rook)
        && !has(kbbkr_weak_attacks(board), board.weak_rook)
}

// 6, silent: "loose rook under attack"
// Black's rook is attacked and unguarded: White usually takes it and mates with his bishops.
// decides 92,502,848 wins and losses and 6,572,640 draws; as in 8/8/8/8/8/8/r7/KBk1B3 w - - 0 1
fn kbbkr_rule_6(board: &KbbkrBoard) -> bool {
    kbbkr_rule_6_any_1(board) && !kbbkr_rule_6_all_2(board) && kbbkr_weak_rook_loose(board)
}

fn kbbkr_rule_7_any_1(board: &KbbkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if same_color(strong_bishop, board.weak_king) {
            return true;
        }
    }
    false
}

fn kbbkr_rule_7_all_2(board: &KbbkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if !same_color(strong_bishop, board.weak_king) {
            return false;
        }
    }
    true
}

// 7, silent: "kings two squares apart"
// With bishops of both colours and the kings close, White may mate or win the rook with a
// check.
// decides 3,263,984 wins and losses and 27,176,720 draws; as in 8/8/8/8/5r2/8/8/KBk3B1 w - - 0
// 1
fn kbbkr_rule_7(board: &KbbkrBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 2
        && kbbkr_rule_7_any_1(board)
        && !kbbkr_rule_7_all_2(board)
}

fn kbbkr_rule_8_any_1(board: &KbbkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if same_color(strong_bishop, board.weak_king) {
            return true;
        }
    }
    false
}

fn kbbkr_rule_8_all_2(board: &KbbkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if !same_color(strong_bishop, board.weak_king) {
            return false;
        }
    }
    true
}

// 8, silent: "king and rook on a diagonal"
// King and rook stand on one diagonal: a skewer or a pin may win the rook.
// decides 4,947,776 wins and losses and 7,896,016 draws; as in 8/8/8/8/6r1/8/8/K2k2BB w - - 0 1
fn kbbkr_rule_8(board: &KbbkrBoard) -> bool {
    !aligned(board.strong_king, board.weak_rook)
        && !aligned(board.weak_king, board.weak_rook)
        && between(board.weak_king, board.weak_rook) != 0x0_u64
        && kbbkr_rule_8_any_1(board)
        && !kbbkr_rule_8_all_2(board)
}

fn kbbkr_rule_9_any_1(board: &KbbkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if same_color(strong_bishop, board.weak_king) {
            return true;
        }
    }
    false
}

// 9, silent: "cornered king far from the rook"
// A check may fork the cornered king and his far rook; Black has a few wins by taking bishops.
// decides 139,040 wins and losses and 7,352,104 draws; as in r7/8/8/8/8/B7/8/KB5k w - - 0 1
fn kbbkr_rule_9(board: &KbbkrBoard) -> bool {
    manhattan(board.weak_king, board.weak_rook) > 4
        && corner_distance(board.weak_king) <= 0
        && !aligned(board.weak_king, board.weak_rook)
        && kbbkr_rule_9_any_1(board)
}

// 10, silent: "white king on the rook's line"
// Either side may win: Black by mate or by taking a bishop, White by a check that wins the
// rook.
// decides 72,720 wins and losses and 4,293,360 draws; as in 8/8/8/8/r7/8/2k5/K1B1B3 w - - 0 1
fn kbbkr_rule_10(board: &KbbkrBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 3
        && manhattan(board.weak_king, board.weak_rook) <= 6
        && edge_distance(board.strong_king) <= 1
        && !aligned(board.strong_king, board.weak_king)
        && aligned(board.strong_king, board.weak_rook)
}

fn kbbkr_rule_11_all_1(board: &KbbkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if !same_color(strong_bishop, board.weak_rook) {
            return false;
        }
    }
    true
}

// 11, silent: "edge rook near its king"
// Either side may win: White with a check that wins the rook, Black by taking bishops.
// decides 61,824 wins and losses and 3,754,656 draws; as in 8/8/8/8/8/2B5/8/K2kr2B w - - 0 1
fn kbbkr_rule_11(board: &KbbkrBoard) -> bool {
    manhattan(board.strong_king, board.weak_king) > 2
        && manhattan(board.strong_king, board.weak_rook) <= 6
        && manhattan(board.weak_king, board.weak_rook) <= 3
        && edge_distance(board.weak_rook) <= 0
        && !kbbkr_rule_11_all_1(board)
}

fn kbbkr_rule_12_all_1(board: &KbbkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if !same_color(strong_bishop, board.weak_rook) {
            return false;
        }
    }
    true
}

fn kbbkr_rule_12_any_2(board: &KbbkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if has(rook_attacks(board.weak_rook, board.occupied), strong_bishop) {
            return true;
        }
    }
    false
}

// 12, silent: "rook attacks bishop, king in line"
// Either side may win: the rook, away from its king, attacks a bishop and is in line with
// White's.
// decides 111,872 wins and losses and 6,702,016 draws; as in 8/8/8/8/8/r2B4/8/K1kB4 w - - 0 1
fn kbbkr_rule_12(board: &KbbkrBoard) -> bool {
    distance(board.strong_king, board.weak_rook) > 1
        && manhattan(board.weak_king, board.weak_rook) > 3
        && aligned(board.strong_king, board.weak_rook)
        && !kbbkr_rule_12_all_1(board)
        && kbbkr_rule_12_any_2(board)
}

// 13, silent: "white king hemmed in at edge"
// On the edge with two squares at most, White may be mated; now and then the rook falls.
// decides 156,816 wins and losses and 1,999,584 draws; as in 8/8/8/8/8/r7/8/K1kB1B2 w - - 0 1
fn kbbkr_rule_13(board: &KbbkrBoard) -> bool {
    distance(board.strong_king, board.weak_rook) > 1
        && manhattan(board.strong_king, board.weak_king) <= 3
        && edge_distance(board.strong_king) <= 0
        && count(kbbkr_strong_king_moves(board)) <= 2
}

// 14, silent: "black king near the corner"
// Near the corner, the white king three squares off: White may mate or win the rook.
// decides 15,760 wins and losses and 1,867,952 draws; as in 8/8/8/r7/2B5/8/8/k2K2B1 w - - 0 1
fn kbbkr_rule_14(board: &KbbkrBoard) -> bool {
    distance(board.strong_king, board.weak_king) > 2
        && distance(board.strong_king, board.weak_king) <= 3
        && manhattan(board.strong_king, board.weak_king) <= 4
        && manhattan(board.weak_king, board.weak_rook) <= 9
        && corner_distance(board.weak_king) <= 1
}

fn kbbkr_rule_15_any_1(board: &KbbkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if same_color(strong_bishop, board.weak_king) {
            return true;
        }
    }
    false
}

fn kbbkr_rule_15_all_2(board: &KbbkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if !same_color(strong_bishop, board.weak_king) {
            return false;
        }
    }
    true
}

// 15, silent: "rook guarded only by its king"
// A check or a quiet move of White may drive the king off the rook.
// decides 538,960 wins and losses and 5,173,808 draws; as in 8/8/8/8/8/5B2/3Br3/K2k4 w - - 0 1
fn kbbkr_rule_15(board: &KbbkrBoard) -> bool {
    distance(board.weak_king, board.weak_rook) <= 1
        && corner_distance(board.weak_king) > 1
        && kbbkr_rule_15_any_1(board)
        && !kbbkr_rule_15_all_2(board)
}

fn kbbkr_rule_16_any_1(board: &KbbkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if same_diagonal(strong_bishop, board.weak_king) {
            return true;
        }
    }
    false
}

// 16, silent: "king hits rook with discovered check"
// The white king is near the rook, and a bishop on the black king's diagonal may check as he
// goes.
// decides 22,416 wins and losses and 81,584 draws; as in 8/8/8/4k3/8/3r4/1K6/B6B w - - 0 1
fn kbbkr_rule_16(board: &KbbkrBoard) -> bool {
    distance(board.strong_king, board.weak_rook) <= 2 && kbbkr_rule_16_any_1(board)
}

fn kbbkr_rule_17_any_1(board: &KbbkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if same_diagonal(strong_bishop, board.weak_king) {
            return true;
        }
    }
    false
}

// 17, silent: "pin or discovery, kings near"
// A bishop is on the black king's diagonal: the rook may be pinned or hit by a discovered
// check.
// decides 480 wins and losses and 94,984 draws; as in 8/8/8/8/4B3/5r2/6k1/2K1B3 w - - 0 1
fn kbbkr_rule_17(board: &KbbkrBoard) -> bool {
    distance(board.strong_king, board.weak_king) > 2
        && distance(board.strong_king, board.weak_king) <= 4
        && distance(board.strong_king, board.weak_rook) <= 3
        && edge_distance(board.strong_king) <= 2
        && kbbkr_rule_17_any_1(board)
}

// 18, silent: "white king cornered, rook at corner"
// A fitted bound: a few Black wins hide here, the white king cornered and the rook at a corner.
// decides 112 wins and losses and 180,176 draws; as in 1B6/8/1B6/8/8/8/1rk5/K7 w - - 0 1
fn kbbkr_rule_18(board: &KbbkrBoard) -> bool {
    manhattan(board.strong_king, board.weak_rook) <= 7
        && manhattan(board.weak_king, board.weak_rook) <= 3
        && corner_distance(board.strong_king) <= 0
        && corner_distance(board.weak_rook) <= 1
}

// 19, silent: "white king at the edge rook"
// A fitted bound: a few White wins hide here, with the rook on the edge close to the white
// king.
// decides 64 wins and losses and 47,216 draws; as in 8/8/2B5/8/8/k2K4/5B2/3r4 w - - 0 1
fn kbbkr_rule_19(board: &KbbkrBoard) -> bool {
    manhattan(board.strong_king, board.weak_king) <= 3
        && manhattan(board.strong_king, board.weak_rook) <= 2
        && edge_distance(board.strong_king) > 1
        && edge_distance(board.weak_rook) <= 0
}

// 20, draw: "quiet, white to move"
// None of the dangers above is there, and bishops and rook then hold the balance.
fn kbbkr_rule_20() -> bool {
    true
}

fn kbbkr_rule_21_all_1(board: &KbbkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if !same_diagonal(board.strong_king, strong_bishop) {
            return false;
        }
    }
    true
}

fn kbbkr_strong_bishops_same_diagonal_any_1(board: &KbbkrBoard, strong_bishop: u32) -> bool {
    let mut left: u64 = (bit(board.strong_bishop_1) | bit(board.strong_bishop_2)) & !bit(strong_bishop);
    while left != 0 {
        let other_strong_bishop = first(left);
        left &= left - 1;
        if same_diagonal(strong_bishop, other_strong_bishop) {
            return true;
        }
    }
    false
}

// White's bishops on one diagonal; on squares of one colour, when they hardly ever mate.
fn kbbkr_strong_bishops_same_diagonal(board: &KbbkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if kbbkr_strong_bishops_same_diagonal_any_1(board, strong_bishop) {
            return true;
        }
    }
    false
}

fn kbbkr_rule_21_all_2(board: &KbbkrBoard) -> bool {
    let mut left: u64 = kbbkr_strong_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !has(0xff818181818181ff_u64, y) {
            return false;
        }
    }
    true
}

// 21, draw: "bishops on one diagonal"
// The bishops share a diagonal and may guard each other, and White has a square off the edge.
// spots 74,895,632 draws; as in 8/8/8/8/8/2B5/8/BK1kr3 b - - 0 1
fn kbbkr_rule_21(board: &KbbkrBoard) -> bool {
    corner_distance(board.strong_king) > 0
        && !kbbkr_rule_21_all_1(board)
        && kbbkr_strong_bishops_same_diagonal(board)
        && !kbbkr_rule_21_all_2(board)
}

fn kbbkr_rule_22_any_1(board: &KbbkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if distance(strong_bishop, board.weak_king) <= 1 {
            return true;
        }
    }
    false
}

fn kbbkr_rule_22_any_2(board: &KbbkrBoard) -> bool {
    let mut left: u64 = kbbkr_strong_loose_bishops(board);
    while left != 0 {
        let m = first(left);
        left &= left - 1;
        if distance(board.strong_king, m) <= 3 {
            return true;
        }
    }
    false
}

fn kbbkr_rule_22_any_3(board: &KbbkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if (manhattan(board.strong_king, strong_bishop) + manhattan(strong_bishop, board.weak_rook)) == manhattan(board.strong_king, board.weak_rook) {
            return true;
        }
    }
    false
}

// 22, draw: "king at a bishop, kings apart"
// The black king is next to a bishop; the white king is far off, out of corner and rook's
// lines.
// spots 24,429,600 draws; as in 8/8/8/8/8/8/2r5/BK3Bk1 b - - 0 1
fn kbbkr_rule_22(board: &KbbkrBoard) -> bool {
    manhattan(board.strong_king, board.weak_king) > 4
        && corner_distance(board.strong_king) > 0
        && !aligned(board.strong_king, board.weak_rook)
        && kbbkr_rule_22_any_1(board)
        && !kbbkr_rule_22_any_2(board)
        && !kbbkr_rule_22_any_3(board)
}

fn kbbkr_rule_23_any_1(board: &KbbkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if aligned(strong_bishop, board.weak_rook) {
            return true;
        }
    }
    false
}

fn kbbkr_rule_23_any_2(board: &KbbkrBoard, strong_bishop: u32) -> bool {
    let mut left: u64 = (bit(board.strong_bishop_1) | bit(board.strong_bishop_2)) & !bit(strong_bishop);
    while left != 0 {
        let other_strong_bishop = first(left);
        left &= left - 1;
        if distance(strong_bishop, other_strong_bishop) <= 1 {
            return true;
        }
    }
    false
}

fn kbbkr_rule_23_any_3(board: &KbbkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if kbbkr_rule_23_any_2(board, strong_bishop) {
            return true;
        }
    }
    false
}

fn kbbkr_rule_23_any_4(board: &KbbkrBoard, m: u32) -> bool {
    let mut left: u64 = bishop_attacks(m, board.occupied) & !board.occupied;
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if distance(board.strong_king, x) <= 1 {
            return true;
        }
    }
    false
}

fn kbbkr_rule_23_any_5(board: &KbbkrBoard) -> bool {
    let mut left: u64 = kbbkr_strong_hanging_bishops_left(board);
    while left != 0 {
        let m = first(left);
        left &= left - 1;
        if kbbkr_rule_23_any_4(board, m) {
            return true;
        }
    }
    false
}

// 23, draw: "other bishop can rejoin its king"
// A bishop hangs, but the other can go next to its king, who is off the edge.
// spots 17,017,032 draws; as in 8/8/8/8/8/r7/1K6/1B1kB3 b - - 0 1
fn kbbkr_rule_23(board: &KbbkrBoard) -> bool {
    edge_distance(board.strong_king) > 0
        && !kbbkr_rule_23_any_1(board)
        && !kbbkr_rule_23_any_3(board)
        && kbbkr_rule_23_any_5(board)
}

fn kbbkr_rule_24_any_1(board: &KbbkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if same_diagonal(strong_bishop, board.weak_king) {
            return true;
        }
    }
    false
}

fn kbbkr_rule_24_all_2(board: &KbbkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if !same_color(strong_bishop, board.weak_king) {
            return false;
        }
    }
    true
}

fn kbbkr_rule_24_any_3(board: &KbbkrBoard) -> bool {
    let mut left: u64 = kbbkr_strong_loose_bishops(board);
    while left != 0 {
        let m = first(left);
        left &= left - 1;
        if distance(board.weak_king, m) <= 1 {
            return true;
        }
    }
    false
}

// 24, silent: "attacked rook and exposed king"
// The rook is attacked and a bishop is on the black king's diagonal: White often wins the rook.
// decides 9,254,176 wins and losses and 7,390,128 draws; as in 8/8/8/8/3r4/8/1B6/KBk5 b - - 0 1
fn kbbkr_rule_24(board: &KbbkrBoard) -> bool {
    kbbkr_rule_24_any_1(board)
        && !kbbkr_rule_24_all_2(board)
        && has(kbbkr_strong_attacks(board), board.weak_rook)
        && !kbbkr_rule_24_any_3(board)
}

fn kbbkr_rule_25_any_1(board: &KbbkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if same_diagonal(strong_bishop, board.weak_king) {
            return true;
        }
    }
    false
}

fn kbbkr_rule_25_all_2(board: &KbbkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if !same_color(strong_bishop, board.weak_king) {
            return false;
        }
    }
    true
}

// 25, silent: "bishop on king's diagonal, kings near"
// Either side may win: White by check and rook, Black by taking a bishop or by mate.
// decides 1,466,448 wins and losses and 38,519,152 draws; as in 8/8/8/8/8/8/1B6/K1kB1r2 b - - 0
// 1
fn kbbkr_rule_25(board: &KbbkrBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 4
        && (distance(board.strong_king, board.weak_rook) - distance(board.weak_king, board.weak_rook)) > -3
        && kbbkr_rule_25_any_1(board)
        && !kbbkr_rule_25_all_2(board)
}

fn kbbkr_rule_26_any_1(board: &KbbkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if distance(strong_bishop, board.weak_king) <= 1 {
            return true;
        }
    }
    false
}

fn kbbkr_rule_26_any_2(board: &KbbkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if same_diagonal(strong_bishop, board.weak_king) {
            return true;
        }
    }
    false
}

fn kbbkr_rule_26_all_3(board: &KbbkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if !same_color(strong_bishop, board.weak_king) {
            return false;
        }
    }
    true
}

// 26, silent: "bishop on king's diagonal, kings apart"
// Either side may win: White may take the rook after a check, Black may take a bishop.
// decides 161,696 wins and losses and 14,774,192 draws; as in 8/8/B1r5/B7/8/8/8/K4k2 b - - 0 1
fn kbbkr_rule_26(board: &KbbkrBoard) -> bool {
    manhattan(board.strong_king, board.weak_king) > 4
        && !kbbkr_rule_26_any_1(board)
        && kbbkr_rule_26_any_2(board)
        && !kbbkr_rule_26_all_3(board)
}

fn kbbkr_rule_27_any_1(board: &KbbkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if aligned(strong_bishop, board.weak_rook) {
            return true;
        }
    }
    false
}

fn kbbkr_rule_27_all_2(board: &KbbkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if between(board.strong_king, strong_bishop) != 0x0_u64 {
            return false;
        }
    }
    true
}

fn kbbkr_rule_27_any_3(board: &KbbkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if (manhattan(board.strong_king, strong_bishop) + manhattan(strong_bishop, board.weak_rook)) == manhattan(board.strong_king, board.weak_rook) {
            return true;
        }
    }
    false
}

fn kbbkr_rule_27_all_4(board: &KbbkrBoard) -> bool {
    let mut left: u64 = kbbkr_strong_hanging_bishops_left(board);
    while left != 0 {
        let m = first(left);
        left &= left - 1;
        if distance(board.strong_king, m) > 2 {
            return false;
        }
    }
    true
}

// 27, silent: "bishop hangs, other one far"
// A bishop hangs and the other is not near its king: rook against bishop may then be won.
// decides 4,169,424 wins and losses and 30,403,120 draws; as in 8/8/8/8/8/8/8/K1kBBr2 b - - 0 1
fn kbbkr_rule_27(board: &KbbkrBoard) -> bool {
    kbbkr_rule_27_any_1(board)
        && !kbbkr_rule_27_all_2(board)
        && kbbkr_rule_27_any_3(board)
        && !kbbkr_rule_27_all_4(board)
}

// 28, silent: "white king on edge, kings close"
// The black king is two squares from a king on the edge: Black may mate, or win a bishop.
// decides 2,536,520 wins and losses and 20,851,728 draws; as in 8/8/8/8/8/8/1r6/KBk1B3 b - - 0
// 1
fn kbbkr_rule_28(board: &KbbkrBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 2
        && edge_distance(board.strong_king) <= 0
        && corner_distance(board.weak_king) > 1
}

fn kbbkr_rule_29_all_1(board: &KbbkrBoard) -> bool {
    let mut left: u64 = kbbkr_strong_hanging_bishops_left(board);
    while left != 0 {
        let m = first(left);
        left &= left - 1;
        if distance(board.strong_king, m) > 1 {
            return false;
        }
    }
    true
}

// 29, silent: "bishop hangs, king on the edge"
// A bishop hangs, and the other is not beside its king on the edge: Black may win.
// decides 310,688 wins and losses and 33,767,192 draws; as in 8/8/8/8/8/8/6r1/K1BkB3 b - - 0 1
fn kbbkr_rule_29(board: &KbbkrBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 6
        && distance(board.strong_king, board.weak_rook) > 1
        && manhattan(board.strong_king, board.weak_king) <= 7
        && edge_distance(board.strong_king) <= 0
        && !kbbkr_rule_29_all_1(board)
}

fn kbbkr_rule_30_any_1(board: &KbbkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if same_color(board.strong_king, strong_bishop) {
            return true;
        }
    }
    false
}

// 30, silent: "white king in the wrong corner"
// The king is in a corner of a bishop's colour, where rook against bishop may be lost.
// decides 114,080 wins and losses and 4,142,336 draws; as in 8/8/8/8/8/8/1r6/K1BkB3 b - - 0 1
fn kbbkr_rule_30(board: &KbbkrBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 4
        && corner_distance(board.strong_king) <= 0
        && kbbkr_rule_30_any_1(board)
}

fn kbbkr_rule_31_any_1(board: &KbbkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if distance(strong_bishop, board.weak_king) <= 3 {
            return true;
        }
    }
    false
}

fn kbbkr_rule_31_any_2(board: &KbbkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if same_color(board.strong_king, strong_bishop) {
            return true;
        }
    }
    false
}

fn kbbkr_rule_31_all_3(board: &KbbkrBoard) -> bool {
    let mut left: u64 = kbbkr_strong_loose_bishops(board);
    while left != 0 {
        let m = first(left);
        left &= left - 1;
        if (distance(board.strong_king, m) - distance(board.weak_king, m)) > 1 {
            return false;
        }
    }
    true
}

// 31, silent: "bishop near two close kings"
// The kings are two squares apart and a bishop is near: Black may win a bishop and then the
// game.
// decides 75,776 wins and losses and 20,515,232 draws; as in 8/8/8/8/8/8/8/kBK1Br2 b - - 0 1
fn kbbkr_rule_31(board: &KbbkrBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 2
        && kbbkr_rule_31_any_1(board)
        && kbbkr_rule_31_any_2(board)
        && kbbkr_rule_31_all_3(board)
}

// A man that can be taken and that nothing guards.
fn kbbkr_strong_bishop_loose(board: &KbbkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if has(kbbkr_weak_attacks(board), strong_bishop)
            && !has(kbbkr_strong_attacks(board), strong_bishop) {
            return true;
        }
    }
    false
}

// 32, silent: "loose bishop, king near the edge"
// A bishop hangs, with the white king near the edge and the black king near him: Black may win.
// decides 32,784 wins and losses and 9,682,144 draws; as in 8/8/8/8/8/8/B7/K2krB2 b - - 0 1
fn kbbkr_rule_32(board: &KbbkrBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 3
        && edge_distance(board.strong_king) <= 1
        && corner_distance(board.weak_king) > 2
        && !same_diagonal(board.strong_king, board.weak_king)
        && kbbkr_strong_bishop_loose(board)
}

fn kbbkr_rule_33_any_1(board: &KbbkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if distance(strong_bishop, board.weak_king) <= 1 {
            return true;
        }
    }
    false
}

fn kbbkr_rule_33_any_2(board: &KbbkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if aligned(strong_bishop, board.weak_rook) {
            return true;
        }
    }
    false
}

// 33, silent: "king and rook eye the bishops"
// The black king is next to a bishop, the rook on a line with one: Black may win one of them.
// decides 29,584 wins and losses and 5,384,880 draws; as in 8/8/8/k7/B1r5/8/8/BK6 b - - 0 1
fn kbbkr_rule_33(board: &KbbkrBoard) -> bool {
    manhattan(board.strong_king, board.weak_king) <= 5
        && !same_diagonal(board.strong_king, board.weak_king)
        && kbbkr_rule_33_any_1(board)
        && kbbkr_rule_33_any_2(board)
}

fn kbbkr_rule_34_all_1(board: &KbbkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if distance(strong_bishop, board.weak_king) > 4 {
            return false;
        }
    }
    true
}

fn kbbkr_rule_34_any_2(board: &KbbkrBoard) -> bool {
    let mut left: u64 = kbbkr_strong_loose_bishops(board);
    while left != 0 {
        let m = first(left);
        left &= left - 1;
        if distance(board.weak_king, m) <= 1 {
            return true;
        }
    }
    false
}

// 34, silent: "king takes a loose bishop"
// The black king is next to an unguarded bishop, the other not far off: Black may win.
// decides 2,016 wins and losses and 4,888,288 draws; as in 8/8/8/8/2r2k2/5B2/5B2/K7 b - - 0 1
fn kbbkr_rule_34(board: &KbbkrBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 5
        && manhattan(board.strong_king, board.weak_rook) <= 9
        && !same_diagonal(board.strong_king, board.weak_king)
        && kbbkr_rule_34_all_1(board)
        && kbbkr_rule_34_any_2(board)
}

fn kbbkr_rule_35_all_1(board: &KbbkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if edge_distance(strong_bishop) > 1 {
            return false;
        }
    }
    true
}

fn kbbkr_rule_35_all_2(board: &KbbkrBoard) -> bool {
    let mut left: u64 = kbbkr_strong_hanging_bishops_left(board);
    while left != 0 {
        let m = first(left);
        left &= left - 1;
        if distance(board.strong_king, m) > 4 {
            return false;
        }
    }
    true
}

// 35, silent: "bishop hangs, other very far"
// A fitted bound: a few Black wins hide here, a bishop hanging and the other far from its king.
// decides 160 wins and losses and 1,368,496 draws; as in 8/8/8/8/2r5/5Bk1/5B2/K7 b - - 0 1
fn kbbkr_rule_35(board: &KbbkrBoard) -> bool {
    distance(board.strong_king, board.weak_rook) <= 5
        && manhattan(board.strong_king, board.weak_rook) > 4
        && edge_distance(board.weak_king) > 0
        && !kbbkr_rule_35_all_1(board)
        && !kbbkr_rule_35_all_2(board)
}

// 36, silent: "king steps off the rook's line"
// Either side may win: the black king may discover a check, or his rook be lost to a check or
// king.
// decides 720 wins and losses and 948,752 draws; as in 8/8/8/8/8/7B/B7/K2kr3 b - - 0 1
fn kbbkr_rule_36(board: &KbbkrBoard) -> bool {
    manhattan(board.strong_king, board.weak_king) <= 3
        && edge_distance(board.strong_king) <= 1
        && edge_distance(board.weak_rook) <= 1
        && aligned(board.weak_king, board.weak_rook)
        && count(kbbkr_strong_king_moves(board)) <= 3
}

fn kbbkr_rule_37_any_1(board: &KbbkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if between(board.strong_king, strong_bishop) == 0x0_u64 {
            return true;
        }
    }
    false
}

// 37, silent: "both bishops in line with king"
// A fitted bound: either side has a few wins, with both bishops on lines with the white king.
// decides 192 wins and losses and 848,496 draws; as in 8/8/8/8/8/8/3r4/k1K2BB1 b - - 0 1
fn kbbkr_rule_37(board: &KbbkrBoard) -> bool {
    manhattan(board.strong_king, board.weak_king) <= 3
        && manhattan(board.weak_king, board.weak_rook) > 3
        && edge_distance(board.weak_king) <= 1
        && edge_distance(board.weak_rook) <= 1
        && !kbbkr_rule_37_any_1(board)
}

// 38, silent: "black king nearly without squares"
// Either side has a few wins: the black king has at most one square, and the kings are close.
// decides 112 wins and losses and 608,816 draws; as in r7/8/8/8/1B6/8/1K6/3k3B b - - 0 1
fn kbbkr_rule_38(board: &KbbkrBoard) -> bool {
    distance(board.strong_king, board.weak_rook) > 3
        && manhattan(board.strong_king, board.weak_king) <= 3
        && manhattan(board.strong_king, board.weak_rook) <= 7
        && edge_distance(board.strong_king) <= 1
        && !several(kbbkr_weak_king_moves(board))
}

fn kbbkr_rule_39_any_1(board: &KbbkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_bishop_1) | bit(board.strong_bishop_2);
    while left != 0 {
        let strong_bishop = first(left);
        left &= left - 1;
        if distance(board.strong_king, strong_bishop) <= 3 {
            return true;
        }
    }
    false
}

// 39, silent: "king attacks rook, bishops far"
// The white king attacks the rook, and its king is too far away to guard it: it may be won.
// decides 32 wins and losses and 1,105,256 draws; as in 8/8/3BB3/8/8/2r5/3K4/7k b - - 0 1
fn kbbkr_rule_39(board: &KbbkrBoard) -> bool {
    distance(board.strong_king, board.weak_rook) <= 1
        && distance(board.weak_king, board.weak_rook) > 2
        && manhattan(board.strong_king, board.weak_king) <= 5
        && edge_distance(board.weak_rook) > 0
        && !kbbkr_rule_39_any_1(board)
}

// 40, draw: "quiet, black to move"
// None of the dangers above is there, and bishops and rook then hold the balance.
fn kbbkr_rule_40() -> bool {
    true
}

fn kbbkr_strong_to_move(board: &KbbkrBoard) -> i32 {
    if kbbkr_rule_1(board) {
        return 1;
    }
    if kbbkr_rule_2(board) {
        return 2;
    }
    if kbbkr_rule_3(board) {
        return 3;
    }
    if kbbkr_rule_4(board) {
        return 4;
    }
    if kbbkr_rule_5(board) {
        return 5;
    }
    if kbbkr_rule_6(board) {
        return -6;
    }
    if kbbkr_rule_7(board) {
        return -7;
    }
    if kbbkr_rule_8(board) {
        return -8;
    }
    if kbbkr_rule_9(board) {
        return -9;
    }
    if kbbkr_rule_10(board) {
        return -10;
    }
    if kbbkr_rule_11(board) {
        return -11;
    }
    if kbbkr_rule_12(board) {
        return -12;
    }
    if kbbkr_rule_13(board) {
        return -13;
    }
    if kbbkr_rule_14(board) {
        return -14;
    }
    if kbbkr_rule_15(board) {
        return -15;
    }
    if kbbkr_rule_16(board) {
        return -16;
    }
    if kbbkr_rule_17(board) {
        return -17;
    }
    if kbbkr_rule_18(board) {
        return -18;
    }
    if kbbkr_rule_19(board) {
        return -19;
    }
    if kbbkr_rule_20() {
        return 20;
    }
    0
}

fn kbbkr_weak_to_move(board: &KbbkrBoard) -> i32 {
    if kbbkr_rule_21(board) {
        return 21;
    }
    if kbbkr_rule_22(board) {
        return 22;
    }
    if kbbkr_rule_23(board) {
        return 23;
    }
    if kbbkr_rule_24(board) {
        return -24;
    }
    if kbbkr_rule_25(board) {
        return -25;
    }
    if kbbkr_rule_26(board) {
        return -26;
    }
    if kbbkr_rule_27(board) {
        return -27;
    }
    if kbbkr_rule_28(board) {
        return -28;
    }
    if kbbkr_rule_29(board) {
        return -29;
    }
    if kbbkr_rule_30(board) {
        return -30;
    }
    if kbbkr_rule_31(board) {
        return -31;
    }
    if kbbkr_rule_32(board) {
        return -32;
    }
    if kbbkr_rule_33(board) {
        return -33;
    }
    if kbbkr_rule_34(board) {
        return -34;
    }
    if kbbkr_rule_35(board) {
        return -35;
    }
    if kbbkr_rule_36(board) {
        return -36;
    }
    if kbbkr_rule_37(board) {
        return -37;
    }
    if kbbkr_rule_38(board) {
        return -38;
    }
    if kbbkr_rule_39(board) {
        return -39;
    }
    if kbbkr_rule_40() {
        return 40;
    }
    0
}

/// The same as probe_rule for KBBvKR by the squares of its men; without castling and en passant.
#[allow(dead_code, clippy::too_many_arguments)]
pub fn kbbkr_rule(
    strong_king: u32,
    weak_king: u32,
    strong_bishop_1: u32,
    strong_bishop_2: u32,
    weak_rook: u32,
    strong_to_move: bool,
) -> i32 {
    let board = KbbkrBoard {
        strong_king,
        weak_king,
        strong_bishop_1,
        strong_bishop_2,
        weak_rook,
        occupied: bit(strong_king)
        | bit(weak_king)
        | bit(strong_bishop_1)
        | bit(strong_bishop_2)
        | bit(weak_rook),
        kbbkr_strong_king_moves: Cell::new(None),
        kbbkr_strong_bishops_same_color: Cell::new(None),
        kbbkr_strong_attacks: Cell::new(None),
        kbbkr_strong_loose_bishops: Cell::new(None),
        kbbkr_weak_attacks: Cell::new(None),
        kbbkr_strong_hanging_bishops: Cell::new(None),
        kbbkr_strong_hanging_bishops_left: Cell::new(None),
    };
    if strong_to_move { kbbkr_strong_to_move(&board) } else { kbbkr_weak_to_move(&board) }
}

// KBNvKR

#[allow(dead_code)]
struct KbnkrBoard {
    strong_king: u32,
    weak_king: u32,
    strong_knight: u32,
    strong_bishop: u32,
    weak_rook: u32,
    occupied: u64,
    kbnkr_strong_attacks: Cell<Option<u64>>,
    kbnkr_strong_king_shields_strong_bishop_from_rook: Cell<Option<bool>>,
    kbnkr_strong_king_moves: Cell<Option<u64>>,
    kbnkr_strong_bishop_safe_moves: Cell<Option<u64>>,
    kbnkr_strong_bishop_safe_checks: Cell<Option<u64>>,
    kbnkr_strong_knight_safe_moves: Cell<Option<u64>>,
    kbnkr_strong_knight_safe_checks: Cell<Option<u64>>,
    kbnkr_weak_attacks: Cell<Option<u64>>,
    kbnkr_weak_king_moves: Cell<Option<u64>>,
    kbnkr_strong_opposition_next: Cell<Option<bool>>,
    kbnkr_weak_king_takes_knight: Cell<Option<bool>>,
    kbnkr_bishop_checks: Cell<Option<bool>>,
    kbnkr_weak_rook_safe_moves: Cell<Option<u64>>,
    kbnkr_weak_king_takes_bishop: Cell<Option<bool>>,
}

// All squares that a side attacks, its own men included.
fn kbnkr_strong_attacks(board: &KbnkrBoard) -> u64 {
    if let Some(known) = board.kbnkr_strong_attacks.get() {
        return known;
    }
    let found = king_attacks(board.strong_king)
        | knight_attacks(board.strong_knight)
        | bishop_attacks(board.strong_bishop, board.occupied);
    board.kbnkr_strong_attacks.set(Some(found));
    found
}

// 1, silent: "rook under attack"
// The rook is attacked and not beside its king: it usually falls.
// decides 156,878,816 wins and losses and 23,805,832 draws; as in 8/8/8/8/8/8/1r6/KBkN4 w - - 0
// 1
fn kbnkr_rule_1(board: &KbnkrBoard) -> bool {
    manhattan(board.weak_king, board.weak_rook) > 1
        && has(kbnkr_strong_attacks(board), board.weak_rook)
}

fn kbnkr_strong_king_shields_strong_bishop_from_rook(board: &KbnkrBoard) -> bool {
    if let Some(known) = board.kbnkr_strong_king_shields_strong_bishop_from_rook.get() {
        return known;
    }
    let found = has(
            rook_attacks(board.weak_rook, board.occupied & !bit(board.strong_king)),
            board.strong_bishop)
        && !has(rook_attacks(board.weak_rook, board.occupied), board.strong_bishop);
    board.kbnkr_strong_king_shields_strong_bishop_from_rook.set(Some(found));
    found
}

// The white king: his free squares; whether he can take the opposition, guard the knight, or
// take the rook and leave neither man to the black king; whether the bishop falls wherever he
// goes.
fn kbnkr_strong_king_moves(board: &KbnkrBoard) -> u64 {
    if let Some(known) = board.kbnkr_strong_king_moves.get() {
        return known;
    }
    let found = king_attacks(board.strong_king) & !(bit(board.strong_king) | bit(board.strong_knight) | bit(board.strong_bishop)) & !king_attacks(board.weak_king) & !rook_attacks(board.weak_rook, board.occupied & !bit(board.strong_king));
    board.kbnkr_strong_king_moves.set(Some(found));
    found
}

fn kbnkr_strong_king_wins_rook(board: &KbnkrBoard) -> bool {
    has(kbnkr_strong_king_moves(board), board.weak_rook)
        && !(has(king_attacks(board.weak_king), board.strong_bishop)
            && !has(king_attacks(board.weak_rook), board.strong_bishop))
        && !(has(king_attacks(board.weak_king), board.strong_knight)
            && !has(king_attacks(board.weak_rook), board.strong_knight))
}

fn kbnkr_strong_bishop_is_safe(board: &KbnkrBoard, x: u32) -> bool {
    !has(rook_attacks(board.weak_rook, board.occupied & !bit(board.strong_bishop)), x)
        && (!has(king_attacks(board.weak_king), x)
            || has(king_attacks(board.strong_king), x)
            || has(knight_attacks(board.strong_knight), x))
}

fn kbnkr_strong_bishop_takes_rook(board: &KbnkrBoard) -> bool {
    has(bishop_attacks(board.strong_bishop, board.occupied), board.weak_rook)
        && kbnkr_strong_bishop_is_safe(board, board.weak_rook)
}

fn kbnkr_strong_knight_is_safe(board: &KbnkrBoard, x: u32) -> bool {
    !has(rook_attacks(board.weak_rook, board.occupied & !bit(board.strong_knight)), x)
        && (!has(king_attacks(board.weak_king), x)
            || has(king_attacks(board.strong_king), x)
            || has(
                bishop_attacks(board.strong_bishop, board.occupied & !bit(board.strong_knight)),
                x))
}

fn kbnkr_strong_knight_takes_rook(board: &KbnkrBoard) -> bool {
    has(knight_attacks(board.strong_knight), board.weak_rook)
        && kbnkr_strong_knight_is_safe(board, board.weak_rook)
}

// The bishop: its moves, and those to squares where it is not lost.
fn kbnkr_strong_bishop_moves(board: &KbnkrBoard) -> u64 {
    bishop_attacks(board.strong_bishop, board.occupied) & !board.occupied
}

fn kbnkr_strong_bishop_safe_moves_anew(board: &KbnkrBoard) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = kbnkr_strong_bishop_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if kbnkr_strong_bishop_is_safe(board, x) {
            found |= bit(x);
        }
    }
    found
}

fn kbnkr_strong_bishop_safe_moves(board: &KbnkrBoard) -> u64 {
    if let Some(known) = board.kbnkr_strong_bishop_safe_moves.get() {
        return known;
    }
    let found = kbnkr_strong_bishop_safe_moves_anew(board);
    board.kbnkr_strong_bishop_safe_moves.set(Some(found));
    found
}

fn kbnkr_strong_bishop_safe_checks(board: &KbnkrBoard) -> u64 {
    if let Some(known) = board.kbnkr_strong_bishop_safe_checks.get() {
        return known;
    }
    let found = kbnkr_strong_bishop_safe_moves(board) & bishop_attacks(board.weak_king, board.occupied & !bit(board.strong_bishop));
    board.kbnkr_strong_bishop_safe_checks.set(Some(found));
    found
}

fn kbnkr_strong_bishop_is_blocked(board: &KbnkrBoard, x: u32) -> bool {
    let mut left: u64 = between(x, board.weak_king);
    while left != 0 {
        let z = first(left);
        left &= left - 1;
        if has(
            rook_attacks(board.weak_rook, (board.occupied & !bit(board.strong_bishop)) | bit(x)),
            z) {
            return true;
        }
    }
    false
}

// After the bishop has gone to x: the squares left to the black king, the rook coming between,
// and the rook hanging once the king has gone to y.
fn kbnkr_strong_bishop_leaves(board: &KbnkrBoard, x: u32) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = king_attacks(board.weak_king) & !(bit(board.weak_king) | bit(board.weak_rook)) & !king_attacks(board.strong_king) & !bishop_attacks(x, board.occupied & !bit(board.strong_bishop) & !bit(board.weak_king));
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !has(knight_attacks(board.strong_knight), y) {
            found |= bit(y);
        }
    }
    found
}

fn kbnkr_strong_bishop_wins_a_man(board: &KbnkrBoard, x: u32, y: u32) -> bool {
    (has(
                bishop_attacks(x, (board.occupied & !bit(board.strong_bishop) & !bit(board.weak_king)) | bit(x) | bit(y)),
                board.weak_rook)
            || has(king_attacks(board.strong_king), board.weak_rook)
            || has(knight_attacks(board.strong_knight), board.weak_rook))
        && !has(king_attacks(y), board.weak_rook)
}

fn kbnkr_strong_bishop_winning_check_all_1(board: &KbnkrBoard, x: u32) -> bool {
    let mut left: u64 = kbnkr_strong_bishop_leaves(board, x);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !kbnkr_strong_bishop_wins_a_man(board, x, y) {
            return false;
        }
    }
    true
}

// A safe check: fork, skewer or mate; the second one whether or not the rook can come between.
fn kbnkr_strong_bishop_winning_check(board: &KbnkrBoard) -> bool {
    let mut left: u64 = kbnkr_strong_bishop_safe_checks(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if !kbnkr_strong_bishop_is_blocked(board, x)
            && kbnkr_strong_bishop_winning_check_all_1(board, x) {
            return true;
        }
    }
    false
}

// The knight, in the same way.
fn kbnkr_strong_knight_moves(board: &KbnkrBoard) -> u64 {
    knight_attacks(board.strong_knight) & !board.occupied
}

fn kbnkr_strong_knight_safe_moves_anew(board: &KbnkrBoard) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = kbnkr_strong_knight_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if kbnkr_strong_knight_is_safe(board, x) {
            found |= bit(x);
        }
    }
    found
}

fn kbnkr_strong_knight_safe_moves(board: &KbnkrBoard) -> u64 {
    if let Some(known) = board.kbnkr_strong_knight_safe_moves.get() {
        return known;
    }
    let found = kbnkr_strong_knight_safe_moves_anew(board);
    board.kbnkr_strong_knight_safe_moves.set(Some(found));
    found
}

fn kbnkr_strong_knight_safe_checks(board: &KbnkrBoard) -> u64 {
    if let Some(known) = board.kbnkr_strong_knight_safe_checks.get() {
        return known;
    }
    let found = kbnkr_strong_knight_safe_moves(board) & knight_attacks(board.weak_king);
    board.kbnkr_strong_knight_safe_checks.set(Some(found));
    found
}

fn kbnkr_strong_knight_leaves(board: &KbnkrBoard, x: u32) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = king_attacks(board.weak_king) & !(bit(board.weak_king) | bit(board.weak_rook)) & !king_attacks(board.strong_king) & !knight_attacks(x);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !has(
            bishop_attacks(board.strong_bishop, (board.occupied & !bit(board.strong_knight) & !bit(board.weak_king)) | bit(x)),
            y) {
            found |= bit(y);
        }
    }
    found
}

fn kbnkr_strong_knight_wins_a_man(board: &KbnkrBoard, x: u32, y: u32) -> bool {
    (has(knight_attacks(x), board.weak_rook)
            || has(king_attacks(board.strong_king), board.weak_rook)
            || has(
                bishop_attacks(board.strong_bishop, (board.occupied & !bit(board.strong_knight) & !bit(board.weak_king)) | bit(x) | bit(y)),
                board.weak_rook))
        && !has(king_attacks(y), board.weak_rook)
}

fn kbnkr_strong_knight_winning_check_all_1(board: &KbnkrBoard, x: u32) -> bool {
    let mut left: u64 = kbnkr_strong_knight_leaves(board, x);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !kbnkr_strong_knight_wins_a_man(board, x, y) {
            return false;
        }
    }
    true
}

// A safe check: fork or mate, or the bishop then takes the rook.
fn kbnkr_strong_knight_winning_check(board: &KbnkrBoard) -> bool {
    let mut left: u64 = kbnkr_strong_knight_safe_checks(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if kbnkr_strong_knight_winning_check_all_1(board, x) {
            return true;
        }
    }
    false
}

// White takes the rook, or checks and takes it next.
fn kbnkr_strong_wins_a_man(board: &KbnkrBoard) -> bool {
    kbnkr_strong_king_wins_rook(board)
        || kbnkr_strong_bishop_takes_rook(board)
        || kbnkr_strong_knight_takes_rook(board)
        || kbnkr_strong_bishop_winning_check(board)
        || kbnkr_strong_knight_winning_check(board)
}

// 2, silent: "capture or check wins the rook"
// White has a capture or a safe check to win the rook; if in check, he may lose instead.
// decides 12,077,848 wins and losses and 6,097,452 draws; as in 8/8/8/8/8/r1B5/8/K1kN4 w - - 0
// 1
fn kbnkr_rule_2(board: &KbnkrBoard) -> bool {
    !has(between(board.weak_king, board.weak_rook), board.strong_king)
        && (distance(board.strong_king, board.weak_rook) - distance(board.weak_king, board.weak_rook)) > -4
        && !kbnkr_strong_king_shields_strong_bishop_from_rook(board)
        && kbnkr_strong_wins_a_man(board)
}

// All squares that a side attacks, its own men included.
fn kbnkr_weak_attacks(board: &KbnkrBoard) -> u64 {
    if let Some(known) = board.kbnkr_weak_attacks.get() {
        return known;
    }
    let found = king_attacks(board.weak_king) | rook_attacks(board.weak_rook, board.occupied);
    board.kbnkr_weak_attacks.set(Some(found));
    found
}

fn kbnkr_strong_bishop_winning_check_unless_blocked_all_1(board: &KbnkrBoard, x: u32) -> bool {
    let mut left: u64 = kbnkr_strong_bishop_leaves(board, x);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !kbnkr_strong_bishop_wins_a_man(board, x, y) {
            return false;
        }
    }
    true
}

fn kbnkr_strong_bishop_winning_check_unless_blocked(board: &KbnkrBoard) -> bool {
    let mut left: u64 = kbnkr_strong_bishop_safe_checks(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if kbnkr_strong_bishop_winning_check_unless_blocked_all_1(board, x) {
            return true;
        }
    }
    false
}

// 3, silent: "bishop check the rook may block"
// A safe bishop check wins the rook or mates unless blocked, and often even then.
// decides 107,808 wins and losses and 11,280 draws; as in 8/8/8/8/8/8/8/K1krN1B1 w - - 0 1
fn kbnkr_rule_3(board: &KbnkrBoard) -> bool {
    manhattan(board.strong_knight, board.weak_king) > 1
        && !has(kbnkr_weak_attacks(board), board.strong_king)
        && kbnkr_strong_bishop_winning_check_unless_blocked(board)
}

// The black king: his free squares; he can take the opposition, or a man; he keeps his rook if
// he takes one that is not guarded; wherever he goes, the rook is attacked and not guarded.
fn kbnkr_weak_king_moves(board: &KbnkrBoard) -> u64 {
    if let Some(known) = board.kbnkr_weak_king_moves.get() {
        return known;
    }
    let found = king_attacks(board.weak_king) & !(bit(board.weak_king) | bit(board.weak_rook)) & !king_attacks(board.strong_king) & !bishop_attacks(board.strong_bishop, board.occupied & !bit(board.weak_king)) & !knight_attacks(board.strong_knight);
    board.kbnkr_weak_king_moves.set(Some(found));
    found
}

// 4, silent: "black king with three squares"
// The men are close: Black may mate or win a man, White may win the rook by a check.
// decides 150,200 wins and losses and 32,237,252 draws; as in 8/8/8/8/8/r7/8/K1kNB3 w - - 0 1
fn kbnkr_rule_4(board: &KbnkrBoard) -> bool {
    manhattan(board.strong_king, board.strong_bishop) <= 6
        && manhattan(board.strong_bishop, board.weak_king) <= 5
        && edge_distance(board.strong_king) <= 2
        && (distance(board.strong_king, board.strong_knight) - distance(board.weak_king, board.strong_knight)) > -3
        && count(kbnkr_weak_king_moves(board)) <= 3
}

fn kbnkr_strong_opposition_next_anew(board: &KbnkrBoard) -> bool {
    let mut left: u64 = kbnkr_strong_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if distance(y, board.weak_king) == 2 && aligned(y, board.weak_king) {
            return true;
        }
    }
    false
}

fn kbnkr_strong_opposition_next(board: &KbnkrBoard) -> bool {
    if let Some(known) = board.kbnkr_strong_opposition_next.get() {
        return known;
    }
    let found = kbnkr_strong_opposition_next_anew(board);
    board.kbnkr_strong_opposition_next.set(Some(found));
    found
}

// 5, silent: "opposition by the edge"
// White can take the opposition: Black may mate or win a man, White the rook.
// decides 246,688 wins and losses and 24,173,712 draws; as in 8/8/8/8/4r3/8/8/K2kBN2 w - - 0 1
fn kbnkr_rule_5(board: &KbnkrBoard) -> bool {
    distance(board.strong_knight, board.weak_king) > 1
        && edge_distance(board.weak_king) <= 1
        && (distance(board.strong_king, board.strong_bishop) - distance(board.weak_king, board.strong_bishop)) > -2
        && (distance(board.strong_king, board.weak_rook) - distance(board.weak_king, board.weak_rook)) > -2
        && kbnkr_strong_opposition_next(board)
}

fn kbnkr_rule_6_any_1(board: &KbnkrBoard) -> bool {
    let mut left: u64 = kbnkr_weak_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if distance(y, board.strong_bishop) <= 2 {
            return true;
        }
    }
    false
}

// 6, silent: "kings two apart, few black moves"
// The kings are close: White may win the rook by a check, Black may mate or win a man.
// decides 197,464 wins and losses and 12,329,728 draws; as in 8/8/8/8/8/r7/8/K1kN3B w - - 0 1
fn kbnkr_rule_6(board: &KbnkrBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 2
        && distance(board.strong_knight, board.weak_king) <= 4
        && distance(board.weak_king, board.weak_rook) <= 5
        && count(kbnkr_weak_king_moves(board)) <= 4
        && !kbnkr_rule_6_any_1(board)
}

// 7, silent: "hemmed white king"
// With three king moves at most White may be mated or lose a man, or win the rook.
// decides 349,668 wins and losses and 12,565,396 draws; as in 8/r7/8/8/8/8/8/K1kN3B w - - 0 1
fn kbnkr_rule_7(board: &KbnkrBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 3
        && distance(board.strong_knight, board.weak_king) <= 5
        && (distance(board.strong_king, board.weak_rook) - distance(board.weak_king, board.weak_rook)) > -1
        && count(kbnkr_strong_king_moves(board)) <= 3
        && !kbnkr_strong_opposition_next(board)
}

fn kbnkr_rule_8_any_1(board: &KbnkrBoard) -> bool {
    let mut left: u64 = kbnkr_strong_knight_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if distance(x, board.strong_king) <= 1 {
            return true;
        }
    }
    false
}

// 8, silent: "king in line with rook, knight no help"
// The knight cannot safely come beside its king: Black may mate or win a man.
// decides 173,832 wins and losses and 12,640,608 draws; as in 8/1N6/8/8/8/r7/8/K1k4B w - - 0 1
fn kbnkr_rule_8(board: &KbnkrBoard) -> bool {
    distance(board.strong_bishop, board.weak_king) <= 5
        && aligned(board.strong_king, board.weak_rook)
        && (distance(board.strong_king, board.weak_rook) - distance(board.weak_king, board.weak_rook)) > -2
        && count(kbnkr_weak_king_moves(board)) <= 5
        && !kbnkr_rule_8_any_1(board)
}

// 9, silent: "both kings by a corner"
// White may win the rook by a quiet move, Black may win a man or mate.
// decides 46,168 wins and losses and 3,445,720 draws; as in 8/1N6/8/8/5r1B/8/8/K1k5 w - - 0 1
fn kbnkr_rule_9(board: &KbnkrBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 2
        && edge_distance(board.strong_king) <= 1
        && corner_distance(board.strong_king) <= 2
        && corner_distance(board.weak_king) <= 2
        && !has(between(board.weak_king, board.weak_rook), board.strong_king)
}

fn kbnkr_weak_king_takes_knight(board: &KbnkrBoard) -> bool {
    if let Some(known) = board.kbnkr_weak_king_takes_knight.get() {
        return known;
    }
    let found = has(kbnkr_weak_king_moves(board), board.strong_knight);
    board.kbnkr_weak_king_takes_knight.set(Some(found));
    found
}

fn kbnkr_rule_10_any_1(board: &KbnkrBoard) -> bool {
    let mut left: u64 = kbnkr_weak_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if distance(y, board.strong_bishop) <= 2 {
            return true;
        }
    }
    false
}

fn kbnkr_strong_knight_check_hits_rook(board: &KbnkrBoard) -> bool {
    (kbnkr_strong_knight_safe_checks(board) & knight_attacks(board.weak_rook)) != 0x0_u64
}

// 10, silent: "knight check hits the rook"
// A safe knight check attacks the rook: White wins it if the black king cannot guard it.
// decides 27,472 wins and losses and 1,870,560 draws; as in 8/8/8/2B5/3N4/4r3/8/K3k3 w - - 0 1
fn kbnkr_rule_10(board: &KbnkrBoard) -> bool {
    !has(kbnkr_weak_attacks(board), board.strong_king)
        && !kbnkr_weak_king_takes_knight(board)
        && count(kbnkr_weak_king_moves(board)) <= 7
        && !kbnkr_rule_10_any_1(board)
        && kbnkr_strong_knight_check_hits_rook(board)
}

fn kbnkr_knight_checks(board: &KbnkrBoard) -> bool {
    has(knight_attacks(board.strong_knight), board.weak_king)
}

fn kbnkr_weak_rook_may_take(board: &KbnkrBoard, n: u32) -> bool {
    has(rook_attacks(board.weak_rook, board.occupied), n)
        && (!has(king_attacks(board.strong_king), n) || has(king_attacks(board.weak_king), n))
        && !has(between(board.strong_bishop, board.weak_king), board.weak_rook)
}

fn kbnkr_lone_takes(k: u32, m: u32, w: u32, r: u32) -> bool {
    (has(king_attacks(k), r) && !has(king_attacks(w), r)) || has(knight_attacks(m), r)
}

fn kbnkr_lone_is_checked(k: u32, m: u32, w: u32, r: u32) -> bool {
    has(rook_attacks(r, bit(m) | bit(w)), k)
}

fn kbnkr_lone_knight_is_safe(k: u32, w: u32, r: u32, x: u32) -> bool {
    !has(rook_attacks(r, bit(k) | bit(w)), x)
        && (!has(king_attacks(w), x) || has(king_attacks(k), x))
}

fn kbnkr_lone_knight_moves(k: u32, m: u32, w: u32, r: u32) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = knight_attacks(m) & !bit(k) & !bit(w);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if kbnkr_lone_knight_is_safe(k, w, r, x) {
            found |= bit(x);
        }
    }
    found
}

fn kbnkr_lone_forks_any_1(k: u32, m: u32, w: u32, r: u32) -> bool {
    let mut left: u64 = kbnkr_lone_knight_moves(k, m, w, r);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if has(knight_attacks(x), w) && has(knight_attacks(x), r) {
            return true;
        }
    }
    false
}

fn kbnkr_lone_forks(k: u32, m: u32, w: u32, r: u32) -> bool {
    !kbnkr_lone_is_checked(k, m, w, r) && kbnkr_lone_forks_any_1(k, m, w, r)
}

// What is left once the bishop has fallen: rook against knight, White to move, as in the quick
// rules for KRvKN. Men are named by squares: k is the white king, m the knight, w the black
// king, r the rook.
fn kbnkr_lone_king_moves(k: u32, m: u32, w: u32, r: u32) -> u64 {
    king_attacks(k) & !bit(m) & !king_attacks(w) & !rook_attacks(r, bit(m) | bit(w))
}

fn kbnkr_lone_is_attacked(k: u32, m: u32, w: u32, r: u32) -> bool {
    has(king_attacks(w), m) || has(rook_attacks(r, bit(k) | bit(w)), m)
}

// The knight is near its king and both are free, or Black's king is far away.
fn kbnkr_lone_is_home(k: u32, m: u32, w: u32, r: u32) -> bool {
    (corner_distance(k) > 1
            && !aligned(r, k)
            && (distance(w, m) - distance(k, m)) > -4
            && (distance(k, m) - distance(w, k)) <= -1
            && (distance(k, r) + distance(r, m)) != distance(k, m)
            && count(kbnkr_lone_knight_moves(k, m, w, r)) > 2)
        || (distance(w, m) > 3
            && manhattan(r, m) > 2
            && !aligned(r, k)
            && (distance(w, m) - distance(k, m)) > 1
            && kbnkr_lone_king_moves(k, m, w, r) != 0x0_u64)
        || (manhattan(k, m) <= 7
            && (distance(k, m) - distance(w, k)) <= 1
            && !kbnkr_lone_is_attacked(k, m, w, r)
            && count(kbnkr_lone_king_moves(k, m, w, r)) > 6
            && several(kbnkr_lone_knight_moves(k, m, w, r)))
}

fn kbnkr_lone_is_lost_all_1(k: u32, m: u32, w: u32, r: u32) -> bool {
    let mut left: u64 = kbnkr_lone_king_moves(k, m, w, r);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !has(0xff818181818181ff_u64, y) {
            return false;
        }
    }
    true
}

// One of the dangers there.
fn kbnkr_lone_is_lost(k: u32, m: u32, w: u32, r: u32) -> bool {
    ((distance(w, m) - distance(k, m)) <= 0
            && (distance(k, m) - distance(w, k)) > -2
            && (manhattan(w, k) + manhattan(k, m)) != manhattan(w, m))
        || (manhattan(w, r) > 2
            && edge_distance(m) <= 1
            && (distance(w, m) - distance(k, m)) <= 1
            && count(kbnkr_lone_king_moves(k, m, w, r)) <= 4)
        || (distance(k, m) > 2
            && aligned(r, m)
            && (manhattan(w, m) + manhattan(m, k)) != manhattan(w, k)
            && count(kbnkr_lone_king_moves(k, m, w, r)) <= 5)
        || (manhattan(k, m) <= 8
            && edge_distance(k) <= 2
            && corner_distance(m) <= 1
            && (distance(w, m) - distance(k, m)) <= 3)
        || (distance(r, k) > 1 && distance(k, m) > 2 && aligned(r, k) && aligned(r, m))
        || (distance(r, m) <= 3
            && distance(k, m) > 3
            && manhattan(k, m) <= 6
            && same_color(r, m))
        || (distance(w, r) <= 2
            && manhattan(w, k) <= 5
            && corner_distance(k) <= 2
            && kbnkr_lone_is_lost_all_1(k, m, w, r))
        || (distance(w, m) <= 3
            && distance(r, m) <= 1
            && manhattan(k, m) > 7
            && edge_distance(m) <= 0)
}

fn kbnkr_lone_holds(k: u32, m: u32, w: u32, r: u32) -> bool {
    kbnkr_lone_takes(k, m, w, r)
        || kbnkr_lone_forks(k, m, w, r)
        || kbnkr_lone_is_home(k, m, w, r)
        || !kbnkr_lone_is_lost(k, m, w, r)
}

fn kbnkr_weak_king_may_take(board: &KbnkrBoard, n: u32) -> bool {
    has(king_attacks(board.weak_king), n) && !has(kbnkr_strong_attacks(board), n)
}

fn kbnkr_holds_without_bishop(board: &KbnkrBoard) -> bool {
    (kbnkr_knight_checks(board)
            || !kbnkr_weak_rook_may_take(board, board.strong_bishop)
            || kbnkr_lone_holds(
                board.strong_king, board.strong_knight, board.weak_king, board.strong_bishop))
        && (!kbnkr_weak_king_may_take(board, board.strong_bishop)
            || kbnkr_lone_holds(
                board.strong_king, board.strong_knight, board.strong_bishop, board.weak_rook))
}

// Whatever man rook or king may take, the one that is left holds.
fn kbnkr_bishop_checks(board: &KbnkrBoard) -> bool {
    if let Some(known) = board.kbnkr_bishop_checks.get() {
        return known;
    }
    let found = has(bishop_attacks(board.strong_bishop, board.occupied), board.weak_king);
    board.kbnkr_bishop_checks.set(Some(found));
    found
}

fn kbnkr_left_takes(k: u32, b: u32, w: u32, r: u32) -> bool {
    (has(king_attacks(k), r) && !has(king_attacks(w), r))
        || has(bishop_attacks(b, bit(k) | bit(w)), r)
}

fn kbnkr_left_is_attacked(k: u32, b: u32, w: u32, r: u32) -> bool {
    has(king_attacks(w), b) || has(rook_attacks(r, bit(k) | bit(w)), b)
}

fn kbnkr_left_is_cornered(k: u32, b: u32, far: i32) -> bool {
    let mut left: u64 = 0x8100000000000081_u64;
    while left != 0 {
        let c = first(left);
        left &= left - 1;
        if same_color(c, b) && distance(c, k) <= far {
            return true;
        }
    }
    false
}

// What is left once the knight has fallen: rook against bishop, White to move, as in the quick
// rules for KRvKB. b is the bishop.
fn kbnkr_left_king_moves(k: u32, b: u32, w: u32, r: u32) -> u64 {
    king_attacks(k) & !bit(b) & !king_attacks(w) & !rook_attacks(r, bit(b) | bit(w))
}

// The king is free and the bishop not attacked.
fn kbnkr_left_is_home(k: u32, b: u32, w: u32, r: u32) -> bool {
    !has(between(r, b), k)
        && (distance(k, b) - distance(w, k)) <= 3
        && !kbnkr_left_is_attacked(k, b, w, r)
        && !kbnkr_left_is_cornered(k, b, 1)
        && count(kbnkr_left_king_moves(k, b, w, r)) > 3
}

// One of the dangers there.
fn kbnkr_left_falls(k: u32, b: u32, w: u32, r: u32) -> bool {
    let mut left: u64 = kbnkr_left_king_moves(k, b, w, r);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !((has(king_attacks(w), b) || has(rook_attacks(r, bit(w) | bit(y)), b))
            && !has(king_attacks(y), b)) {
            return false;
        }
    }
    true
}

fn kbnkr_left_is_checked(k: u32, b: u32, w: u32, r: u32) -> bool {
    has(rook_attacks(r, bit(b) | bit(w)), k)
}

fn kbnkr_left_is_lost_all_1(k: u32, b: u32, w: u32, r: u32) -> bool {
    let mut left: u64 = kbnkr_left_king_moves(k, b, w, r);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !has(0xff818181818181ff_u64, y) {
            return false;
        }
    }
    true
}

fn kbnkr_left_bishop_is_safe(k: u32, w: u32, r: u32, x: u32) -> bool {
    !has(rook_attacks(r, bit(k) | bit(w)), x)
        && (!has(king_attacks(w), x) || has(king_attacks(k), x))
}

fn kbnkr_left_bishop_moves(k: u32, b: u32, w: u32, r: u32) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = bishop_attacks(b, bit(k) | bit(w) | bit(r)) & !bit(k) & !bit(w);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if kbnkr_left_bishop_is_safe(k, w, r, x) {
            found |= bit(x);
        }
    }
    found
}

fn kbnkr_left_is_lost_any_2(k: u32, b: u32, w: u32, r: u32) -> bool {
    let mut left: u64 = kbnkr_left_bishop_moves(k, b, w, r);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if distance(x, k) <= 3 {
            return true;
        }
    }
    false
}

fn kbnkr_left_is_lost(k: u32, b: u32, w: u32, r: u32) -> bool {
    (aligned(r, k) && !same_diagonal(r, b) && kbnkr_left_falls(k, b, w, r))
        || (manhattan(w, k) <= 4 && kbnkr_left_is_checked(k, b, w, r))
        || (distance(w, k) <= 3
            && aligned(r, k)
            && !same_diagonal(r, b)
            && (distance(w, r) - distance(k, r)) <= 0)
        || (distance(w, k) <= 2
            && edge_distance(k) <= 0
            && !same_diagonal(r, b)
            && (distance(w, r) - distance(k, r)) <= 0
            && kbnkr_left_is_lost_all_1(k, b, w, r))
        || (distance(w, k) <= 3
            && kbnkr_left_is_cornered(k, b, 1)
            && count(kbnkr_left_king_moves(k, b, w, r)) <= 3)
        || (distance(w, k) <= 5
            && manhattan(w, k) <= 7
            && !same_color(r, b)
            && kbnkr_left_is_cornered(k, b, 0))
        || (manhattan(w, k) <= 4
            && manhattan(r, b) <= 4
            && corner_distance(b) <= 2
            && !kbnkr_left_is_lost_any_2(k, b, w, r))
        || (distance(w, k) <= 4
            && distance(k, b) <= 2
            && aligned(r, k)
            && between(k, b) != 0x0_u64)
        || (manhattan(w, k) <= 4
            && edge_distance(w) > 1
            && !aligned(w, k)
            && !same_color(w, b)
            && kbnkr_left_is_cornered(k, b, 2))
        || (distance(w, b) <= 2
            && distance(k, b) <= 3
            && count(kbnkr_left_bishop_moves(k, b, w, r)) <= 2)
}

fn kbnkr_left_holds(k: u32, b: u32, w: u32, r: u32) -> bool {
    kbnkr_left_takes(k, b, w, r)
        || kbnkr_left_is_home(k, b, w, r)
        || !kbnkr_left_is_lost(k, b, w, r)
}

fn kbnkr_holds_without_knight(board: &KbnkrBoard) -> bool {
    (kbnkr_bishop_checks(board)
            || !kbnkr_weak_rook_may_take(board, board.strong_knight)
            || kbnkr_left_holds(
                board.strong_king, board.strong_bishop, board.weak_king, board.strong_knight))
        && (!kbnkr_weak_king_may_take(board, board.strong_knight)
            || kbnkr_left_holds(
                board.strong_king, board.strong_bishop, board.strong_knight, board.weak_rook))
}

fn kbnkr_takings_hold(board: &KbnkrBoard) -> bool {
    kbnkr_holds_without_bishop(board) && kbnkr_holds_without_knight(board)
}

// 11, silent: "king's line, and a taking wins"
// The rook is in line with the king, and what a capture leaves may not hold.
// decides 190,168 wins and losses and 5,386,504 draws; as in 8/rB6/8/8/8/8/4N3/K2k4 w - - 0 1
fn kbnkr_rule_11(board: &KbnkrBoard) -> bool {
    aligned(board.strong_king, board.weak_rook)
        && !has(between(board.strong_king, board.weak_rook), board.strong_knight)
        && !has(between(board.strong_king, board.weak_rook), board.weak_king)
        && (edge_distance(board.strong_king) - edge_distance(board.weak_king)) <= 1
        && !kbnkr_takings_hold(board)
}

// 12, silent: "discovered check from the bishop"
// The bishop aims at the black king through a man: a discovered check may win the rook.
// decides 199,884 wins and losses and 1,550,140 draws; as in 8/8/4r3/8/B7/8/2N5/K2k4 w - - 0 1
fn kbnkr_rule_12(board: &KbnkrBoard) -> bool {
    same_diagonal(board.strong_bishop, board.weak_king)
        && !has(rook_attacks(board.weak_rook, board.occupied), board.strong_bishop)
        && (distance(board.strong_king, board.weak_rook) - distance(board.weak_king, board.weak_rook)) <= 5
        && !kbnkr_strong_king_shields_strong_bishop_from_rook(board)
}

fn kbnkr_strong_bishop_falls(board: &KbnkrBoard) -> bool {
    let mut left: u64 = kbnkr_strong_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !((has(king_attacks(board.weak_king), board.strong_bishop)
                || has(
                    rook_attacks(board.weak_rook, (board.occupied & !bit(board.strong_king)) | bit(y)),
                    board.strong_bishop))
            && !has(king_attacks(y), board.strong_bishop)
            && !has(knight_attacks(board.strong_knight), board.strong_bishop)) {
            return false;
        }
    }
    true
}

fn kbnkr_strong_king_settles(board: &KbnkrBoard) -> bool {
    let mut left: u64 = kbnkr_strong_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if ((!has(king_attacks(board.weak_king), board.strong_bishop)
                    && !has(
                        rook_attacks(board.weak_rook, (board.occupied & !bit(board.strong_king)) | bit(y)),
                        board.strong_bishop))
                || has(king_attacks(y), board.strong_bishop)
                || has(knight_attacks(board.strong_knight), board.strong_bishop))
            && ((!has(king_attacks(board.weak_king), board.strong_knight)
                    && !has(
                        rook_attacks(board.weak_rook, (board.occupied & !bit(board.strong_king)) | bit(y)),
                        board.strong_knight))
                || has(king_attacks(y), board.strong_knight)
                || has(
                    bishop_attacks(board.strong_bishop, (board.occupied & !bit(board.strong_king)) | bit(y)),
                    board.strong_knight)) {
            return true;
        }
    }
    false
}

// White has a move after which both men are guarded or not attacked.
fn kbnkr_strong_bishop_settles(board: &KbnkrBoard) -> bool {
    let mut left: u64 = kbnkr_strong_bishop_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if (!has(king_attacks(board.weak_king), board.strong_knight)
                && !has(
                    rook_attacks(board.weak_rook, (board.occupied & !bit(board.strong_bishop)) | bit(x)),
                    board.strong_knight))
            || has(king_attacks(board.strong_king), board.strong_knight)
            || has(
                bishop_attacks(x, board.occupied & !bit(board.strong_bishop)),
                board.strong_knight) {
            return true;
        }
    }
    false
}

fn kbnkr_strong_knight_settles(board: &KbnkrBoard) -> bool {
    let mut left: u64 = kbnkr_strong_knight_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if (!has(king_attacks(board.weak_king), board.strong_bishop)
                && !has(
                    rook_attacks(board.weak_rook, (board.occupied & !bit(board.strong_knight)) | bit(x)),
                    board.strong_bishop))
            || has(king_attacks(board.strong_king), board.strong_bishop)
            || has(knight_attacks(x), board.strong_bishop) {
            return true;
        }
    }
    false
}

fn kbnkr_strong_settles_strong_to_move(board: &KbnkrBoard) -> bool {
    kbnkr_strong_king_settles(board)
        || (!has(kbnkr_weak_attacks(board), board.strong_king)
            && (kbnkr_strong_bishop_settles(board) || kbnkr_strong_knight_settles(board)))
}

// 13, silent: "bishop falls, nothing settles"
// No move leaves both men guarded or out of attack: Black wins one and may win the other.
// decides 6,824 wins and losses and 749,896 draws; as in 8/8/8/8/4k3/8/4B3/K3r2N w - - 0 1
fn kbnkr_rule_13(board: &KbnkrBoard) -> bool {
    aligned(board.strong_king, board.weak_rook)
        && (distance(board.strong_king, board.strong_knight) - distance(board.weak_king, board.strong_knight)) > -1
        && (manhattan(board.strong_king, board.strong_knight) + manhattan(board.strong_knight, board.weak_king)) != manhattan(board.strong_king, board.weak_king)
        && kbnkr_strong_bishop_falls(board)
        && !kbnkr_strong_settles_strong_to_move(board)
}

// A safe move after which the black king has one square at most.
fn kbnkr_strong_knight_boxes_1(board: &KbnkrBoard) -> bool {
    let mut left: u64 = kbnkr_strong_knight_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if !several(kbnkr_strong_knight_leaves(board, x)) {
            return true;
        }
    }
    false
}

// 14, silent: "knight boxes in the black king"
// A safe knight move leaves Black one king move at most: mate or a fork may follow.
// decides 25,000 wins and losses and 2,175,280 draws; as in 8/8/8/8/B2r4/8/3N4/K6k w - - 0 1
fn kbnkr_rule_14(board: &KbnkrBoard) -> bool {
    distance(board.weak_king, board.weak_rook) <= 6
        && !aligned(board.strong_king, board.weak_rook)
        && !same_color(board.strong_bishop, board.strong_knight)
        && (distance(board.strong_king, board.weak_rook) - distance(board.weak_king, board.weak_rook)) <= 2
        && kbnkr_strong_knight_boxes_1(board)
}

// A safe move that pins the rook to its king.
fn kbnkr_strong_bishop_pins_rook(board: &KbnkrBoard) -> bool {
    let mut left: u64 = kbnkr_strong_bishop_safe_moves(board) & bishop_attacks(board.weak_rook, board.occupied & !bit(board.strong_bishop)) & bishop_attacks(board.weak_king, board.occupied & !bit(board.strong_bishop) & !bit(board.weak_rook));
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if has(between(x, board.weak_king), board.weak_rook) {
            return true;
        }
    }
    false
}

// 15, silent: "bishop can pin the rook"
// A safe bishop move pins the rook, whose king is not beside it: White may win it.
// decides 778,048 wins and losses and 601,568 draws; as in 8/1N6/8/1B6/8/1r6/8/K2k4 w - - 0 1
fn kbnkr_rule_15(board: &KbnkrBoard) -> bool {
    distance(board.weak_king, board.weak_rook) > 1
        && !has(between(board.strong_king, board.weak_rook), board.strong_bishop)
        && !has(kbnkr_weak_attacks(board), board.strong_king)
        && !kbnkr_weak_king_takes_knight(board)
        && kbnkr_strong_bishop_pins_rook(board)
}

fn kbnkr_weak_king_wins_bishop(board: &KbnkrBoard) -> bool {
    has(kbnkr_weak_king_moves(board), board.strong_bishop)
        && !((has(king_attacks(board.strong_king), board.weak_rook)
                || has(knight_attacks(board.strong_knight), board.weak_rook))
            && !has(king_attacks(board.strong_bishop), board.weak_rook))
}

fn kbnkr_weak_rook_is_safe(board: &KbnkrBoard, x: u32) -> bool {
    !(has(
                bishop_attacks(board.strong_bishop, board.occupied & !bit(board.weak_rook)), x)
            || has(knight_attacks(board.strong_knight), x))
        && (!has(king_attacks(board.strong_king), x) || has(king_attacks(board.weak_king), x))
}

// Black takes a man for nothing.
fn kbnkr_weak_rook_takes_bishop(board: &KbnkrBoard) -> bool {
    has(rook_attacks(board.weak_rook, board.occupied), board.strong_bishop)
        && kbnkr_weak_rook_is_safe(board, board.strong_bishop)
}

fn kbnkr_weak_king_wins_knight(board: &KbnkrBoard) -> bool {
    has(kbnkr_weak_king_moves(board), board.strong_knight)
        && !((has(king_attacks(board.strong_king), board.weak_rook)
                || has(
                    bishop_attacks(board.strong_bishop, board.occupied & !bit(board.weak_king)),
                    board.weak_rook))
            && !has(king_attacks(board.strong_knight), board.weak_rook))
}

fn kbnkr_weak_rook_takes_knight(board: &KbnkrBoard) -> bool {
    has(rook_attacks(board.weak_rook, board.occupied), board.strong_knight)
        && kbnkr_weak_rook_is_safe(board, board.strong_knight)
}

fn kbnkr_weak_takes(board: &KbnkrBoard) -> bool {
    kbnkr_weak_king_wins_bishop(board)
        || kbnkr_weak_rook_takes_bishop(board)
        || kbnkr_weak_king_wins_knight(board)
        || kbnkr_weak_rook_takes_knight(board)
}

// 16, silent: "rook beside the knight"
// Black can take a man for nothing, and may win the other one as well.
// decides 1,008 wins and losses and 2,523,704 draws; as in 1B6/8/rN6/8/8/8/8/K4k2 w - - 0 1
fn kbnkr_rule_16(board: &KbnkrBoard) -> bool {
    distance(board.strong_bishop, board.strong_knight) <= 2
        && distance(board.strong_knight, board.weak_rook) <= 1
        && manhattan(board.weak_king, board.weak_rook) > 2
        && (distance(board.strong_king, board.weak_rook) - distance(board.weak_king, board.weak_rook)) > -2
        && kbnkr_weak_takes(board)
}

// The rook: its moves, and those to squares where it is not lost.
fn kbnkr_weak_rook_moves(board: &KbnkrBoard) -> u64 {
    rook_attacks(board.weak_rook, board.occupied) & !board.occupied
}

fn kbnkr_weak_rook_safe_moves_anew(board: &KbnkrBoard) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = kbnkr_weak_rook_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if kbnkr_weak_rook_is_safe(board, x) {
            found |= bit(x);
        }
    }
    found
}

fn kbnkr_weak_rook_safe_moves(board: &KbnkrBoard) -> u64 {
    if let Some(known) = board.kbnkr_weak_rook_safe_moves.get() {
        return known;
    }
    let found = kbnkr_weak_rook_safe_moves_anew(board);
    board.kbnkr_weak_rook_safe_moves.set(Some(found));
    found
}

fn kbnkr_weak_rook_safe_checks(board: &KbnkrBoard) -> u64 {
    kbnkr_weak_rook_safe_moves(board) & rook_attacks(board.strong_king, board.occupied & !bit(board.weak_rook))
}

fn kbnkr_weak_rook_is_blocked(board: &KbnkrBoard, x: u32) -> bool {
    let mut left: u64 = between(x, board.strong_king);
    while left != 0 {
        let z = first(left);
        left &= left - 1;
        if has(
                bishop_attacks(board.strong_bishop, (board.occupied & !bit(board.weak_rook)) | bit(x)),
                z)
            || has(knight_attacks(board.strong_knight), z) {
            return true;
        }
    }
    false
}

// After the rook has gone to x: the squares left to the white king, a man coming between, and
// one that the king guards there.
fn kbnkr_weak_rook_leaves(board: &KbnkrBoard, x: u32) -> u64 {
    king_attacks(board.strong_king) & !(bit(board.strong_king) | bit(board.strong_knight) | bit(board.strong_bishop)) & !king_attacks(board.weak_king) & !rook_attacks(x, board.occupied & !bit(board.weak_rook) & !bit(board.strong_king))
}

fn kbnkr_weak_rook_check_lures_before_bishop_all_1(board: &KbnkrBoard, x: u32) -> bool {
    let mut left: u64 = kbnkr_weak_rook_leaves(board, x);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !(aligned(y, board.strong_bishop) && !has(king_attacks(board.strong_bishop), y)) {
            return false;
        }
    }
    true
}

// A safe check after which the white king has to go to a line with the bishop and not beside
// it.
fn kbnkr_weak_rook_check_lures_before_bishop(board: &KbnkrBoard) -> bool {
    let mut left: u64 = kbnkr_weak_rook_safe_checks(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if !kbnkr_weak_rook_is_blocked(board, x)
            && kbnkr_weak_rook_check_lures_before_bishop_all_1(board, x) {
            return true;
        }
    }
    false
}

// 17, silent: "rook check before the bishop"
// A check drives White's king to a line with the bishop, which may then fall to a skewer.
// decides 1,840 wins and losses and 135,360 draws; as in 1B6/8/rN6/8/8/8/8/K6k w - - 0 1
fn kbnkr_rule_17(board: &KbnkrBoard) -> bool {
    distance(board.strong_king, board.weak_rook) > 2
        && distance(board.strong_bishop, board.weak_rook) > 1
        && edge_distance(board.strong_knight) <= 1
        && aligned(board.strong_king, board.weak_rook)
        && kbnkr_weak_rook_check_lures_before_bishop(board)
}

// 18, silent: "knight a board away from its king"
// A fitted bound: Black may mate, or win a man that has no help.
// decides 16 wins and losses and 26,048 draws; as in 8/1r5N/8/8/8/8/8/K2kB3 w - - 0 1
fn kbnkr_rule_18(board: &KbnkrBoard) -> bool {
    manhattan(board.strong_king, board.strong_knight) > 12
        && manhattan(board.strong_king, board.weak_king) <= 3
}

// 19, silent: "black king beside the knight"
// A fitted bound: the knight is caught near the edge, far from help, and may fall.
// decides 16 wins and losses and 437,336 draws; as in 8/8/8/8/3K2r1/8/1B6/Nk6 w - - 0 1
fn kbnkr_rule_19(board: &KbnkrBoard) -> bool {
    distance(board.strong_king, board.strong_knight) <= 3
        && manhattan(board.strong_knight, board.weak_king) <= 1
        && (edge_distance(board.strong_king) - edge_distance(board.weak_king)) > 2
}

// 20, draw: "quiet, white to move"
// None of the dangers above is there, and rook and minor pieces then hold the balance.
fn kbnkr_rule_20() -> bool {
    true
}

// 21, silent: "a capture that wins"
// Black can take a man, and the one that is left may not hold against the rook.
// decides 20,952,552 wins and losses and 59,190,036 draws; as in 8/8/8/1r6/8/8/8/KNkB4 b - - 0
// 1
fn kbnkr_rule_21(board: &KbnkrBoard) -> bool {
    !kbnkr_takings_hold(board)
}

fn kbnkr_weak_king_takes_bishop(board: &KbnkrBoard) -> bool {
    if let Some(known) = board.kbnkr_weak_king_takes_bishop.get() {
        return known;
    }
    let found = has(kbnkr_weak_king_moves(board), board.strong_bishop);
    board.kbnkr_weak_king_takes_bishop.set(Some(found));
    found
}

fn kbnkr_weak_rook_falls(board: &KbnkrBoard) -> bool {
    let mut left: u64 = kbnkr_weak_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !((has(king_attacks(board.strong_king), board.weak_rook)
                || has(
                    bishop_attacks(board.strong_bishop, (board.occupied & !bit(board.weak_king)) | bit(y)),
                    board.weak_rook)
                || has(knight_attacks(board.strong_knight), board.weak_rook))
            && !has(king_attacks(y), board.weak_rook)) {
            return false;
        }
    }
    true
}

// Black is in check and the rook falls: no king move saves it, nor does it come between, nor
// take the man that gives check.
fn kbnkr_weak_rook_parries(board: &KbnkrBoard) -> bool {
    let mut left: u64 = kbnkr_weak_rook_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if has(between(board.strong_bishop, board.weak_king), x) {
            return true;
        }
    }
    false
}

fn kbnkr_weak_rook_is_lost(board: &KbnkrBoard) -> bool {
    kbnkr_weak_rook_falls(board)
        && !kbnkr_weak_rook_parries(board)
        && !(kbnkr_knight_checks(board) && kbnkr_weak_rook_takes_knight(board))
        && !(kbnkr_bishop_checks(board) && kbnkr_weak_rook_takes_bishop(board))
}

// 22, silent: "check, and the rook is lost"
// Black is in check, and no move of his saves the rook.
// decides 9,061,500 wins and losses and 5,822,168 draws; as in 8/8/8/8/3r4/8/1B6/KNk5 b - - 0 1
fn kbnkr_rule_22(board: &KbnkrBoard) -> bool {
    !kbnkr_weak_king_takes_bishop(board)
        && !kbnkr_weak_king_takes_knight(board)
        && has(kbnkr_strong_attacks(board), board.weak_king)
        && kbnkr_weak_rook_is_lost(board)
}

// The bishop is attacked and not guarded; the white king stands between it and the rook.
fn kbnkr_strong_bishop_loose(board: &KbnkrBoard) -> bool {
    has(kbnkr_weak_attacks(board), board.strong_bishop)
        && !has(kbnkr_strong_attacks(board), board.strong_bishop)
}

// 23, silent: "loose bishop, knight far from its king"
// The bishop hangs and the knight is far away: Black may win both, or mate.
// decides 257,592 wins and losses and 6,909,344 draws; as in 8/8/8/8/8/8/1r6/K1kB1N2 b - - 0 1
fn kbnkr_rule_23(board: &KbnkrBoard) -> bool {
    distance(board.strong_king, board.strong_knight) > 4
        && !same_diagonal(board.strong_bishop, board.weak_king)
        && (manhattan(board.strong_king, board.strong_knight) + manhattan(board.strong_knight, board.weak_king)) != manhattan(board.strong_king, board.weak_king)
        && kbnkr_strong_bishop_loose(board)
        && count(kbnkr_strong_bishop_safe_moves(board)) <= 7
}

// 24, silent: "check with the rook attacked"
// Black is in check and his rook attacked: moving out of check he often loses it.
// decides 530,672 wins and losses and 5,529,272 draws; as in 8/8/8/8/8/2r5/1B6/KNk5 b - - 0 1
fn kbnkr_rule_24(board: &KbnkrBoard) -> bool {
    manhattan(board.weak_king, board.weak_rook) <= 7
        && has(kbnkr_strong_attacks(board), board.weak_king)
        && has(kbnkr_strong_attacks(board), board.weak_rook)
        && !kbnkr_weak_king_takes_bishop(board)
        && !kbnkr_weak_king_takes_knight(board)
}

fn kbnkr_weak_rook_is_well_blocked(board: &KbnkrBoard, x: u32) -> bool {
    let mut left: u64 = between(x, board.strong_king) & king_attacks(board.strong_king);
    while left != 0 {
        let z = first(left);
        left &= left - 1;
        if has(
                bishop_attacks(board.strong_bishop, (board.occupied & !bit(board.weak_rook)) | bit(x)),
                z)
            || has(knight_attacks(board.strong_knight), z) {
            return true;
        }
    }
    false
}

// A rook check from x: with the white king on y a man falls and the other one does not hold.
fn kbnkr_bishop_is_lost_after(board: &KbnkrBoard, x: u32, y: u32) -> bool {
    !has(king_attacks(y), board.strong_bishop)
        && !has(knight_attacks(board.strong_knight), board.strong_bishop)
        && ((has(
                    rook_attacks(x, (board.occupied & !bit(board.weak_rook) & !bit(board.strong_king)) | bit(x) | bit(y)),
                    board.strong_bishop)
                && !kbnkr_lone_holds(
                    y, board.strong_knight, board.weak_king, board.strong_bishop))
            || (has(king_attacks(board.weak_king), board.strong_bishop)
                && !kbnkr_lone_holds(y, board.strong_knight, board.strong_bishop, x)))
}

fn kbnkr_knight_is_lost_after(board: &KbnkrBoard, x: u32, y: u32) -> bool {
    !has(king_attacks(y), board.strong_knight)
        && !has(
            bishop_attacks(board.strong_bishop, (board.occupied & !bit(board.weak_rook) & !bit(board.strong_king)) | bit(x) | bit(y)),
            board.strong_knight)
        && ((has(
                    rook_attacks(x, (board.occupied & !bit(board.weak_rook) & !bit(board.strong_king)) | bit(x) | bit(y)),
                    board.strong_knight)
                && !kbnkr_left_holds(
                    y, board.strong_bishop, board.weak_king, board.strong_knight))
            || (has(king_attacks(board.weak_king), board.strong_knight)
                && !kbnkr_left_holds(y, board.strong_bishop, board.strong_knight, x)))
}

fn kbnkr_weak_rook_check_is_lost(board: &KbnkrBoard, x: u32) -> bool {
    let mut left: u64 = kbnkr_weak_rook_leaves(board, x);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !(kbnkr_bishop_is_lost_after(board, x, y) || kbnkr_knight_is_lost_after(board, x, y)) {
            return false;
        }
    }
    true
}

// Such a check wherever the king goes, and no man comes between that he guards. So is mate.
fn kbnkr_weak_rook_check_wins_unless_well_blocked(board: &KbnkrBoard) -> bool {
    let mut left: u64 = kbnkr_weak_rook_safe_checks(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if !kbnkr_weak_rook_is_well_blocked(board, x)
            && kbnkr_weak_rook_check_is_lost(board, x) {
            return true;
        }
    }
    false
}

// 25, silent: "rook check mates or wins"
// A safe rook check mates or wins a man, and the man that is left may not hold.
// decides 2,322,768 wins and losses and 6,712,712 draws; as in 8/8/8/8/2r5/8/8/KNk1B3 b - - 0 1
fn kbnkr_rule_25(board: &KbnkrBoard) -> bool {
    (edge_distance(board.strong_king) - edge_distance(board.weak_king)) <= 2
        && (distance(board.strong_king, board.strong_knight) - distance(board.weak_king, board.strong_knight)) > -3
        && !has(kbnkr_strong_attacks(board), board.weak_king)
        && kbnkr_weak_rook_check_wins_unless_well_blocked(board)
}

// 26, silent: "kings close, knight near"
// With few squares for the black king Black may mate or win a man, White may win the rook.
// decides 195,592 wins and losses and 40,858,564 draws; as in 8/8/8/8/8/8/2r5/K1kBN3 b - - 0 1
fn kbnkr_rule_26(board: &KbnkrBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 2
        && distance(board.strong_knight, board.weak_king) > 1
        && distance(board.strong_knight, board.weak_king) <= 4
        && edge_distance(board.weak_king) <= 2
        && count(kbnkr_weak_king_moves(board)) <= 5
}

fn kbnkr_rule_27_all_1(board: &KbnkrBoard) -> bool {
    let mut left: u64 = kbnkr_strong_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !has(0xff818181818181ff_u64, y) {
            return false;
        }
    }
    true
}

// A safe move that leaves the white king one square at most.
fn kbnkr_weak_rook_boxes_1(board: &KbnkrBoard) -> bool {
    let mut left: u64 = kbnkr_weak_rook_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if !several(kbnkr_weak_rook_leaves(board, x)) {
            return true;
        }
    }
    false
}

// 27, silent: "king kept on the edge"
// A safe rook move leaves the king one square at most: a mating net.
// decides 232,624 wins and losses and 2,844,444 draws; as in 8/8/8/8/8/8/8/KNkrB3 b - - 0 1
fn kbnkr_rule_27(board: &KbnkrBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 3
        && (distance(board.strong_king, board.strong_bishop) - distance(board.weak_king, board.strong_bishop)) > -2
        && (distance(board.strong_king, board.weak_rook) - distance(board.weak_king, board.weak_rook)) > -1
        && kbnkr_rule_27_all_1(board)
        && kbnkr_weak_rook_boxes_1(board)
}

// 28, silent: "cornered white king"
// White's king is in the corner, his men no nearer to him than Black's king: a mating net.
// decides 202,224 wins and losses and 5,383,588 draws; as in 8/8/8/8/8/8/3N4/K1krB3 b - - 0 1
fn kbnkr_rule_28(board: &KbnkrBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 4
        && corner_distance(board.strong_king) <= 0
        && (distance(board.strong_king, board.strong_bishop) - distance(board.weak_king, board.strong_bishop)) > -3
        && (distance(board.strong_king, board.strong_bishop) - distance(board.weak_king, board.strong_bishop)) <= 3
        && (distance(board.strong_king, board.strong_knight) - distance(board.weak_king, board.strong_knight)) > -3
}

// 29, silent: "bishop settles nothing"
// No bishop move leaves both men safe: one may fall, or White wins the rook.
// decides 87,064 wins and losses and 25,126,620 draws; as in 8/8/8/8/8/4N3/4kr1B/K7 b - - 0 1
fn kbnkr_rule_29(board: &KbnkrBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 4
        && distance(board.strong_knight, board.weak_king) <= 5
        && manhattan(board.strong_king, board.weak_rook) > 3
        && (distance(board.strong_king, board.strong_bishop) - distance(board.weak_king, board.strong_bishop)) > -2
        && !kbnkr_strong_bishop_settles(board)
}

fn kbnkr_strong_king_guards_knight_next(board: &KbnkrBoard) -> bool {
    let mut left: u64 = kbnkr_strong_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if has(king_attacks(y), board.strong_knight) {
            return true;
        }
    }
    false
}

fn kbnkr_rule_30_any_1(board: &KbnkrBoard) -> bool {
    let mut left: u64 = kbnkr_strong_bishop_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if distance(x, board.strong_king) <= 2 {
            return true;
        }
    }
    false
}

// 30, silent: "king and knight on the edge"
// Neither helps the other, nor can the bishop: Black may win a man, White the rook.
// decides 126,420 wins and losses and 16,850,804 draws; as in 8/8/8/8/8/3r4/6B1/K3k2N b - - 0 1
fn kbnkr_rule_30(board: &KbnkrBoard) -> bool {
    manhattan(board.strong_king, board.strong_bishop) <= 8
        && edge_distance(board.strong_king) <= 0
        && edge_distance(board.strong_knight) <= 0
        && !kbnkr_strong_king_guards_knight_next(board)
        && !kbnkr_rule_30_any_1(board)
}

fn kbnkr_weak_opposition_next(board: &KbnkrBoard) -> bool {
    let mut left: u64 = kbnkr_weak_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if distance(y, board.strong_king) == 2 && aligned(y, board.strong_king) {
            return true;
        }
    }
    false
}

// 31, silent: "black opposition next"
// White's king is on the edge: Black may mate or win a man, White may win the rook.
// decides 25,360 wins and losses and 8,218,328 draws; as in 8/8/8/8/1B6/2r5/8/NK2k3 b - - 0 1
fn kbnkr_rule_31(board: &KbnkrBoard) -> bool {
    distance(board.strong_bishop, board.weak_king) <= 6
        && edge_distance(board.strong_king) <= 0
        && corner_distance(board.weak_king) > 1
        && !same_diagonal(board.strong_king, board.strong_bishop)
        && kbnkr_weak_opposition_next(board)
}

fn kbnkr_rule_32_any_1(board: &KbnkrBoard) -> bool {
    let mut left: u64 = kbnkr_strong_bishop_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if distance(x, board.strong_king) <= 1 {
            return true;
        }
    }
    false
}

// 32, silent: "unguarded bishop on king's line"
// The rook looks at the bishop before its king: it may fall, or White may win the rook.
// decides 133,732 wins and losses and 10,178,872 draws; as in 8/8/8/8/8/8/8/K2B1krN b - - 0 1
fn kbnkr_rule_32(board: &KbnkrBoard) -> bool {
    manhattan(board.strong_bishop, board.weak_king) <= 7
        && between(board.strong_king, board.strong_bishop) != 0x0_u64
        && (manhattan(board.strong_king, board.strong_bishop) + manhattan(board.strong_bishop, board.weak_rook)) == manhattan(board.strong_king, board.weak_rook)
        && !has(kbnkr_strong_attacks(board), board.strong_bishop)
        && !kbnkr_rule_32_any_1(board)
}

fn kbnkr_rule_33_any_1(board: &KbnkrBoard) -> bool {
    let mut left: u64 = kbnkr_strong_knight_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if distance(x, board.strong_king) <= 3 {
            return true;
        }
    }
    false
}

// 33, silent: "bishop and knight both apart"
// The bishop is in line with its king and the knight nearer to Black's: one may fall.
// decides 13,064 wins and losses and 3,980,016 draws; as in 8/8/1r6/B7/8/8/8/K5kN b - - 0 1
fn kbnkr_rule_33(board: &KbnkrBoard) -> bool {
    distance(board.strong_king, board.strong_bishop) > 2
        && !same_diagonal(board.strong_king, board.strong_bishop)
        && between(board.strong_king, board.strong_bishop) != 0x0_u64
        && (distance(board.strong_king, board.strong_knight) - distance(board.weak_king, board.strong_knight)) > 0
        && !kbnkr_rule_33_any_1(board)
}

fn kbnkr_rule_34_any_1(board: &KbnkrBoard) -> bool {
    let mut left: u64 = kbnkr_strong_bishop_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if distance(x, board.strong_king) <= 2 {
            return true;
        }
    }
    false
}

// 34, silent: "bishop cut off from its king"
// The knight alone may not hold, so Black wins if the bishop falls.
// decides 10,372 wins and losses and 7,446,384 draws; as in 8/8/8/8/4N3/8/4krB1/K7 b - - 0 1
fn kbnkr_rule_34(board: &KbnkrBoard) -> bool {
    distance(board.strong_knight, board.weak_king) <= 3
        && edge_distance(board.strong_knight) > 0
        && (edge_distance(board.strong_king) - edge_distance(board.weak_king)) <= -1
        && !kbnkr_rule_34_any_1(board)
        && !kbnkr_lone_holds(
            board.strong_king, board.strong_knight, board.weak_king, board.strong_bishop)
}

// 35, silent: "rook in line with a lonely king"
// White's men are not near their king: one may fall, or White wins the rook.
// decides 10,808 wins and losses and 2,469,112 draws; as in 8/8/8/8/8/4B3/5N2/K4kr1 b - - 0 1
fn kbnkr_rule_35(board: &KbnkrBoard) -> bool {
    distance(board.strong_king, board.weak_rook) > 2
        && manhattan(board.strong_bishop, board.weak_king) <= 8
        && aligned(board.strong_king, board.weak_rook)
        && (distance(board.strong_king, board.strong_bishop) - distance(board.weak_king, board.strong_bishop)) > -2
        && (distance(board.strong_king, board.strong_knight) - distance(board.weak_king, board.strong_knight)) > -3
}

// 36, silent: "pinned rook"
// The bishop pins the rook, which usually costs it; if Black takes first he may win.
// decides 533,368 wins and losses and 3,663,732 draws; as in 8/8/8/8/7B/8/5r2/K3k2N b - - 0 1
fn kbnkr_rule_36(board: &KbnkrBoard) -> bool {
    distance(board.strong_knight, board.weak_rook) <= 6
        && has(between(board.strong_bishop, board.weak_king), board.weak_rook)
        && !has(between(board.strong_bishop, board.weak_rook), board.strong_king)
}

// 37, silent: "bishop's diagonal, two squares left"
// Black's king has two moves at most: White may mate or win the rook.
// decides 6,216 wins and losses and 1,361,816 draws; as in 8/8/2B5/8/3r4/8/3N4/K6k b - - 0 1
fn kbnkr_rule_37(board: &KbnkrBoard) -> bool {
    distance(board.strong_knight, board.weak_king) <= 5
        && !same_diagonal(board.strong_bishop, board.strong_knight)
        && same_diagonal(board.strong_bishop, board.weak_king)
        && !aligned(board.strong_bishop, board.weak_rook)
        && count(kbnkr_weak_king_moves(board)) <= 2
}

fn kbnkr_rule_38_any_1(board: &KbnkrBoard) -> bool {
    let mut left: u64 = kbnkr_weak_rook_safe_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if distance(x, board.strong_king) <= 2 {
            return true;
        }
    }
    false
}

// 38, silent: "kings in line, bishop away"
// A fitted bound: the bishop is far from king and rook, and a man may fall.
// decides 104 wins and losses and 1,370,504 draws; as in 8/1r5B/8/8/1k6/8/8/1KN5 b - - 0 1
fn kbnkr_rule_38(board: &KbnkrBoard) -> bool {
    distance(board.strong_king, board.strong_bishop) > 2
        && distance(board.strong_bishop, board.weak_rook) > 5
        && aligned(board.strong_king, board.weak_king)
        && (distance(board.strong_king, board.weak_rook) - distance(board.weak_king, board.weak_rook)) > 0
        && !kbnkr_rule_38_any_1(board)
}

// 39, silent: "rook beside the white king"
// A fitted bound: the rook, next to a king that is hardly able to move, may fall.
// decides 16 wins and losses and 16,512 draws; as in 8/8/N7/8/8/3r4/2K5/k1B5 b - - 0 1
fn kbnkr_rule_39(board: &KbnkrBoard) -> bool {
    distance(board.strong_king, board.weak_rook) <= 1
        && edge_distance(board.strong_king) > 0
        && !several(kbnkr_strong_king_moves(board))
}

// 40, silent: "bishop far off in line with rook"
// A fitted bound: the bishop is far from its king and attacked, and a man may fall.
// decides 8 wins and losses and 9,872 draws; as in 8/8/2r4B/8/3k4/1N6/8/1K6 b - - 0 1
fn kbnkr_rule_40(board: &KbnkrBoard) -> bool {
    manhattan(board.strong_king, board.strong_bishop) > 10
        && manhattan(board.strong_king, board.weak_rook) <= 6
        && edge_distance(board.weak_king) > 2
        && aligned(board.strong_bishop, board.weak_rook)
}

// 41, draw: "quiet, black to move"
// None of the dangers above is there, and rook and minor pieces then hold the balance.
fn kbnkr_rule_41() -> bool {
    true
}

fn kbnkr_strong_to_move(board: &KbnkrBoard) -> i32 {
    if kbnkr_rule_1(board) {
        return -1;
    }
    if kbnkr_rule_2(board) {
        return -2;
    }
    if kbnkr_rule_3(board) {
        return -3;
    }
    if kbnkr_rule_4(board) {
        return -4;
    }
    if kbnkr_rule_5(board) {
        return -5;
    }
    if kbnkr_rule_6(board) {
        return -6;
    }
    if kbnkr_rule_7(board) {
        return -7;
    }
    if kbnkr_rule_8(board) {
        return -8;
    }
    if kbnkr_rule_9(board) {
        return -9;
    }
    if kbnkr_rule_10(board) {
        return -10;
    }
    if kbnkr_rule_11(board) {
        return -11;
    }
    if kbnkr_rule_12(board) {
        return -12;
    }
    if kbnkr_rule_13(board) {
        return -13;
    }
    if kbnkr_rule_14(board) {
        return -14;
    }
    if kbnkr_rule_15(board) {
        return -15;
    }
    if kbnkr_rule_16(board) {
        return -16;
    }
    if kbnkr_rule_17(board) {
        return -17;
    }
    if kbnkr_rule_18(board) {
        return -18;
    }
    if kbnkr_rule_19(board) {
        return -19;
    }
    if kbnkr_rule_20() {
        return 20;
    }
    0
}

fn kbnkr_weak_to_move(board: &KbnkrBoard) -> i32 {
    if kbnkr_rule_21(board) {
        return -21;
    }
    if kbnkr_rule_22(board) {
        return -22;
    }
    if kbnkr_rule_23(board) {
        return -23;
    }
    if kbnkr_rule_24(board) {
        return -24;
    }
    if kbnkr_rule_25(board) {
        return -25;
    }
    if kbnkr_rule_26(board) {
        return -26;
    }
    if kbnkr_rule_27(board) {
        return -27;
    }
    if kbnkr_rule_28(board) {
        return -28;
    }
    if kbnkr_rule_29(board) {
        return -29;
    }
    if kbnkr_rule_30(board) {
        return -30;
    }
    if kbnkr_rule_31(board) {
        return -31;
    }
    if kbnkr_rule_32(board) {
        return -32;
    }
    if kbnkr_rule_33(board) {
        return -33;
    }
    if kbnkr_rule_34(board) {
        return -34;
    }
    if kbnkr_rule_35(board) {
        return -35;
    }
    if kbnkr_rule_36(board) {
        return -36;
    }
    if kbnkr_rule_37(board) {
        return -37;
    }
    if kbnkr_rule_38(board) {
        return -38;
    }
    if kbnkr_rule_39(board) {
        return -39;
    }
    if kbnkr_rule_40(board) {
        return -40;
    }
    if kbnkr_rule_41() {
        return 41;
    }
    0
}

/// The same as probe_rule for KBNvKR by the squares of its men; without castling and en passant.
#[allow(dead_code, clippy::too_many_arguments)]
pub fn kbnkr_rule(
    strong_king: u32,
    weak_king: u32,
    strong_knight: u32,
    strong_bishop: u32,
    weak_rook: u32,
    strong_to_move: bool,
) -> i32 {
    let board = KbnkrBoard {
        strong_king,
        weak_king,
        strong_knight,
        strong_bishop,
        weak_rook,
        occupied: bit(strong_king)
        | bit(weak_king)
        | bit(strong_knight)
        | bit(strong_bishop)
        | bit(weak_rook),
        kbnkr_strong_attacks: Cell::new(None),
        kbnkr_strong_king_shields_strong_bishop_from_rook: Cell::new(None),
        kbnkr_strong_king_moves: Cell::new(None),
        kbnkr_strong_bishop_safe_moves: Cell::new(None),
        kbnkr_strong_bishop_safe_checks: Cell::new(None),
        kbnkr_strong_knight_safe_moves: Cell::new(None),
        kbnkr_strong_knight_safe_checks: Cell::new(None),
        kbnkr_weak_attacks: Cell::new(None),
        kbnkr_weak_king_moves: Cell::new(None),
        kbnkr_strong_opposition_next: Cell::new(None),
        kbnkr_weak_king_takes_knight: Cell::new(None),
        kbnkr_bishop_checks: Cell::new(None),
        kbnkr_weak_rook_safe_moves: Cell::new(None),
        kbnkr_weak_king_takes_bishop: Cell::new(None),
    };
    if strong_to_move { kbnkr_strong_to_move(&board) } else { kbnkr_weak_to_move(&board) }
}

// KNNvKR

#[allow(dead_code)]
struct KnnkrBoard {
    strong_king: u32,
    weak_king: u32,
    strong_knight_1: u32,
    strong_knight_2: u32,
    weak_rook: u32,
    occupied: u64,
    knnkr_strong_king_moves: Cell<Option<u64>>,
    knnkr_weak_king_moves: Cell<Option<u64>>,
    knnkr_strong_attacks: Cell<Option<u64>>,
    knnkr_strong_loose_knights: Cell<Option<u64>>,
    knnkr_weak_attacks: Cell<Option<u64>>,
    knnkr_strong_hanging_knights: Cell<Option<u64>>,
    knnkr_strong_hanging_knights_left: Cell<Option<u64>>,
    knnkr_weak_rook_loose: Cell<Option<bool>>,
    knnkr_weak_rook_safe_moves: Cell<Option<u64>>,
    knnkr_weak_rook_safe_checks: Cell<Option<u64>>,
    knnkr_strong_checked_knights: Cell<Option<u64>>,
    knnkr_holds_after_rook: Cell<Option<bool>>,
}

fn knnkr_rule_1_any_1(board: &KnnkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if distance(board.strong_king, strong_knight) <= 2 {
            return true;
        }
    }
    false
}

// Where the kings may go.
fn knnkr_strong_king_moves(board: &KnnkrBoard) -> u64 {
    if let Some(known) = board.knnkr_strong_king_moves.get() {
        return known;
    }
    let found = king_attacks(board.strong_king) & !(bit(board.strong_king) | bit(board.strong_knight_1) | bit(board.strong_knight_2)) & !king_attacks(board.weak_king) & !rook_attacks(board.weak_rook, board.occupied & !bit(board.strong_king));
    board.knnkr_strong_king_moves.set(Some(found));
    found
}

// 1, draw: "kings apart, knight near its king"
// Black's king is far off, and White's has two squares or more and a knight near him to hold
// with.
// spots 189,924,848 draws; as in 8/8/8/8/8/8/8/KNNrk3 w - - 0 1
fn knnkr_rule_1(board: &KnnkrBoard) -> bool {
    distance(board.strong_king, board.weak_king) > 3
        && knnkr_rule_1_any_1(board)
        && several(knnkr_strong_king_moves(board))
}

fn knnkr_rule_2_all_1(board: &KnnkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if distance(strong_knight, board.weak_rook) > 1 {
            return false;
        }
    }
    true
}

fn knnkr_rule_2_all_2(board: &KnnkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if distance(board.strong_king, strong_knight) >= distance(board.weak_king, strong_knight) {
            return false;
        }
    }
    true
}

fn knnkr_weak_king_moves_anew(board: &KnnkrBoard) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = king_attacks(board.weak_king) & !(bit(board.weak_king) | bit(board.weak_rook)) & !king_attacks(board.strong_king);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if (knight_attacks(y) & (bit(board.strong_knight_1) | bit(board.strong_knight_2))) == 0x0_u64 {
            found |= bit(y);
        }
    }
    found
}

fn knnkr_weak_king_moves(board: &KnnkrBoard) -> u64 {
    if let Some(known) = board.knnkr_weak_king_moves.get() {
        return known;
    }
    let found = knnkr_weak_king_moves_anew(board);
    board.knnkr_weak_king_moves.set(Some(found));
    found
}

// All squares that a side attacks, its own men included.
fn knnkr_strong_attacks(board: &KnnkrBoard) -> u64 {
    if let Some(known) = board.knnkr_strong_attacks.get() {
        return known;
    }
    let found = king_attacks(board.strong_king)
        | knight_attacks(board.strong_knight_1)
        | knight_attacks(board.strong_knight_2);
    board.knnkr_strong_attacks.set(Some(found));
    found
}

// White knights that no white man guards, and those of them that are attacked: they hang.
fn knnkr_strong_loose_knights(board: &KnnkrBoard) -> u64 {
    if let Some(known) = board.knnkr_strong_loose_knights.get() {
        return known;
    }
    let found = (bit(board.strong_knight_1) | bit(board.strong_knight_2)) & !knnkr_strong_attacks(board);
    board.knnkr_strong_loose_knights.set(Some(found));
    found
}

// All squares that a side attacks, its own men included.
fn knnkr_weak_attacks(board: &KnnkrBoard) -> u64 {
    if let Some(known) = board.knnkr_weak_attacks.get() {
        return known;
    }
    let found = king_attacks(board.weak_king) | rook_attacks(board.weak_rook, board.occupied);
    board.knnkr_weak_attacks.set(Some(found));
    found
}

fn knnkr_strong_hanging_knights(board: &KnnkrBoard) -> u64 {
    if let Some(known) = board.knnkr_strong_hanging_knights.get() {
        return known;
    }
    let found = knnkr_strong_loose_knights(board) & knnkr_weak_attacks(board);
    board.knnkr_strong_hanging_knights.set(Some(found));
    found
}

// What White has left when a hanging knight falls: the other knight, or each if both hang.
fn knnkr_strong_hanging_knights_left_anew(board: &KnnkrBoard) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let m = first(left);
        left &= left - 1;
        if (knnkr_strong_hanging_knights(board) & !bit(m)) != 0x0_u64 {
            found |= bit(m);
        }
    }
    found
}

fn knnkr_strong_hanging_knights_left(board: &KnnkrBoard) -> u64 {
    if let Some(known) = board.knnkr_strong_hanging_knights_left.get() {
        return known;
    }
    let found = knnkr_strong_hanging_knights_left_anew(board);
    board.knnkr_strong_hanging_knights_left.set(Some(found));
    found
}

fn knnkr_rule_2_any_3(board: &KnnkrBoard) -> bool {
    let mut left: u64 = knnkr_strong_hanging_knights_left(board);
    while left != 0 {
        let m = first(left);
        left &= left - 1;
        if distance(board.weak_king, m) <= 2 {
            return true;
        }
    }
    false
}

fn knnkr_rule_2_all_4(board: &KnnkrBoard) -> bool {
    let mut left: u64 = knnkr_strong_hanging_knights_left(board);
    while left != 0 {
        let m = first(left);
        left &= left - 1;
        if distance(board.strong_king, m) > 5 {
            return false;
        }
    }
    true
}

// 2, draw: "both knights nearer White's king"
// Both knights are nearer to White's king than to Black's, so one that is left alone can hold.
// spots 81,393,824 draws; as in 8/8/8/8/8/8/N7/KNrk4 w - - 0 1
fn knnkr_rule_2(board: &KnnkrBoard) -> bool {
    manhattan(board.strong_king, board.weak_rook) > 1
        && !knnkr_rule_2_all_1(board)
        && knnkr_rule_2_all_2(board)
        && knnkr_strong_king_moves(board) != 0x0_u64
        && several(knnkr_weak_king_moves(board))
        && !knnkr_rule_2_any_3(board)
        && knnkr_rule_2_all_4(board)
}

fn knnkr_rule_3_all_1(board: &KnnkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if corner_distance(strong_knight) > 1 {
            return false;
        }
    }
    true
}

// 3, draw: "white king inside, off rook's lines"
// White, not in check, has a king well off the edge and a knight away from the corners.
// spots 54,573,912 draws; as in 8/8/8/8/8/2K5/8/kN1Nr3 w - - 0 1
fn knnkr_rule_3(board: &KnnkrBoard) -> bool {
    edge_distance(board.strong_king) > 1
        && !aligned(board.strong_king, board.weak_rook)
        && !knnkr_rule_3_all_1(board)
        && several(knnkr_weak_king_moves(board))
}

fn knnkr_rule_4_any_1(board: &KnnkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if distance(board.strong_king, strong_knight) <= 1 {
            return true;
        }
    }
    false
}

fn knnkr_rule_4_any_2(board: &KnnkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if has(between(board.strong_king, board.weak_rook), strong_knight) {
            return true;
        }
    }
    false
}

// A knight: its moves, and those to squares where it is not lost.
fn knnkr_strong_knight_moves(board: &KnnkrBoard, strong_knight: u32) -> u64 {
    knight_attacks(strong_knight) & !board.occupied
}

fn knnkr_strong_knight_is_safe(board: &KnnkrBoard, strong_knight: u32, x: u32) -> bool {
    !has(rook_attacks(board.weak_rook, board.occupied & !bit(strong_knight)), x)
        && (!has(king_attacks(board.weak_king), x)
            || has(king_attacks(board.strong_king), x)
            || (knight_attacks(x) & (bit(board.strong_knight_1) | bit(board.strong_knight_2)) & !bit(strong_knight)) != 0x0_u64)
}

fn knnkr_strong_knight_safe_moves(board: &KnnkrBoard, strong_knight: u32) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = knnkr_strong_knight_moves(board, strong_knight);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if knnkr_strong_knight_is_safe(board, strong_knight, x) {
            found |= bit(x);
        }
    }
    found
}

fn knnkr_rule_4_any_3(board: &KnnkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if knnkr_strong_knight_safe_moves(board, strong_knight) == 0x0_u64 {
            return true;
        }
    }
    false
}

// 4, draw: "white king free, knights can move"
// White's king has seven squares or more, Black's is by the edge, and each knight has a safe
// move.
// spots 26,190,768 draws; as in 8/8/8/8/8/8/1K6/3NkNr1 w - - 0 1
fn knnkr_rule_4(board: &KnnkrBoard) -> bool {
    edge_distance(board.weak_king) <= 1
        && !knnkr_rule_4_any_1(board)
        && !knnkr_rule_4_any_2(board)
        && count(knnkr_strong_king_moves(board)) > 6
        && !knnkr_rule_4_any_3(board)
}

fn knnkr_rule_5_all_1(board: &KnnkrBoard) -> bool {
    let mut left: u64 = knnkr_strong_hanging_knights_left(board);
    while left != 0 {
        let m = first(left);
        left &= left - 1;
        if distance(board.strong_king, m) > 3 {
            return false;
        }
    }
    true
}

// 5, silent: "king in rook's line, a knight hangs"
// A knight hangs, the other is far from its king, and he is in line with the rook: Black may
// win.
// decides 1,478,944 wins and losses and 17,681,648 draws; as in 8/8/8/8/8/r7/8/K1kNN3 w - - 0 1
fn knnkr_rule_5(board: &KnnkrBoard) -> bool {
    manhattan(board.weak_king, board.weak_rook) <= 12
        && edge_distance(board.weak_rook) <= 2
        && aligned(board.strong_king, board.weak_rook)
        && !has(knnkr_strong_attacks(board), board.weak_rook)
        && !knnkr_rule_5_all_1(board)
}

fn knnkr_rule_6_all_1(board: &KnnkrBoard) -> bool {
    let mut left: u64 = knnkr_strong_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !has(0xff818181818181ff_u64, y) {
            return false;
        }
    }
    true
}

// 6, silent: "white king held to the edge"
// White's king cannot leave the edge, Black's is near: Black may mate or win a knight, White
// rarely.
// decides 967,208 wins and losses and 8,196,072 draws; as in 8/8/8/8/r7/8/8/KNkN4 w - - 0 1
fn knnkr_rule_6(board: &KnnkrBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 2
        && edge_distance(board.strong_king) <= 0
        && (distance(board.strong_king, board.weak_rook) - distance(board.weak_king, board.weak_rook)) > -1
        && (knight_attacks(board.weak_rook) & (bit(board.strong_knight_1) | bit(board.strong_knight_2))) == 0x0_u64
        && knnkr_rule_6_all_1(board)
}

fn knnkr_rule_7_any_1(board: &KnnkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if aligned(strong_knight, board.weak_rook) {
            return true;
        }
    }
    false
}

fn knnkr_weak_rook_loose(board: &KnnkrBoard) -> bool {
    if let Some(known) = board.knnkr_weak_rook_loose.get() {
        return known;
    }
    let found = has(knnkr_strong_attacks(board), board.weak_rook)
        && !has(knnkr_weak_attacks(board), board.weak_rook);
    board.knnkr_weak_rook_loose.set(Some(found));
    found
}

fn knnkr_rule_7_all_2(board: &KnnkrBoard) -> bool {
    let mut left: u64 = knnkr_strong_loose_knights(board);
    while left != 0 {
        let m = first(left);
        left &= left - 1;
        if (distance(board.strong_king, m) - distance(board.weak_king, m)) > -1 {
            return false;
        }
    }
    true
}

// 7, silent: "king and knight in the rook's lines"
// Rook in line with king and knight, an unguarded knight no nearer to White: Black may win,
// White rarely.
// decides 81,328 wins and losses and 7,871,312 draws; as in 8/8/8/8/8/4N3/3N4/K1kr4 w - - 0 1
fn knnkr_rule_7(board: &KnnkrBoard) -> bool {
    aligned(board.strong_king, board.weak_rook)
        && (distance(board.strong_king, board.weak_rook) - distance(board.weak_king, board.weak_rook)) <= 3
        && knnkr_rule_7_any_1(board)
        && !knnkr_weak_rook_loose(board)
        && !knnkr_rule_7_all_2(board)
}

fn knnkr_rule_8_all_1(board: &KnnkrBoard) -> bool {
    let mut left: u64 = knnkr_strong_hanging_knights_left(board);
    while left != 0 {
        let m = first(left);
        left &= left - 1;
        if distance(board.strong_king, m) > 4 {
            return false;
        }
    }
    true
}

// 8, silent: "king in far rook's line, knight hangs"
// A knight hangs, the other is very far off, and White's king is in the rook's line: Black may
// win.
// decides 6,912 wins and losses and 132,336 draws; as in r7/8/8/8/8/8/6N1/K5kN w - - 0 1
fn knnkr_rule_8(board: &KnnkrBoard) -> bool {
    distance(board.strong_king, board.weak_rook) > 2
        && corner_distance(board.weak_king) > 0
        && aligned(board.strong_king, board.weak_rook)
        && (knight_attacks(board.weak_rook) & (bit(board.strong_knight_1) | bit(board.strong_knight_2))) == 0x0_u64
        && !knnkr_rule_8_all_1(board)
}

fn knnkr_rule_9_any_1(board: &KnnkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if distance(board.strong_king, strong_knight) < distance(board.weak_king, strong_knight) {
            return true;
        }
    }
    false
}

// The rook: its moves, and those to squares where no knight takes it, nor the white king for
// nothing.
fn knnkr_weak_rook_moves(board: &KnnkrBoard) -> u64 {
    rook_attacks(board.weak_rook, board.occupied) & !board.occupied
}

fn knnkr_weak_rook_is_safe(board: &KnnkrBoard, x: u32) -> bool {
    (knight_attacks(x) & (bit(board.strong_knight_1) | bit(board.strong_knight_2))) == 0x0_u64
        && (!has(king_attacks(board.strong_king), x) || has(king_attacks(board.weak_king), x))
}

fn knnkr_weak_rook_safe_moves_anew(board: &KnnkrBoard) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = knnkr_weak_rook_moves(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if knnkr_weak_rook_is_safe(board, x) {
            found |= bit(x);
        }
    }
    found
}

fn knnkr_weak_rook_safe_moves(board: &KnnkrBoard) -> u64 {
    if let Some(known) = board.knnkr_weak_rook_safe_moves.get() {
        return known;
    }
    let found = knnkr_weak_rook_safe_moves_anew(board);
    board.knnkr_weak_rook_safe_moves.set(Some(found));
    found
}

fn knnkr_weak_rook_safe_checks(board: &KnnkrBoard) -> u64 {
    if let Some(known) = board.knnkr_weak_rook_safe_checks.get() {
        return known;
    }
    let found = knnkr_weak_rook_safe_moves(board) & rook_attacks(board.strong_king, board.occupied & !bit(board.weak_rook));
    board.knnkr_weak_rook_safe_checks.set(Some(found));
    found
}

// The same for unguarded knights that a safe rook check would attack.
fn knnkr_strong_checked_knights_anew(board: &KnnkrBoard) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = knnkr_strong_loose_knights(board);
    while left != 0 {
        let m = first(left);
        left &= left - 1;
        if (knnkr_weak_rook_safe_checks(board) & rook_attacks(m, board.occupied & !bit(board.weak_rook))) != 0x0_u64 {
            found |= bit(m);
        }
    }
    found
}

fn knnkr_strong_checked_knights(board: &KnnkrBoard) -> u64 {
    if let Some(known) = board.knnkr_strong_checked_knights.get() {
        return known;
    }
    let found = knnkr_strong_checked_knights_anew(board);
    board.knnkr_strong_checked_knights.set(Some(found));
    found
}

fn knnkr_strong_checked_knights_left(board: &KnnkrBoard) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let m = first(left);
        left &= left - 1;
        if (knnkr_strong_checked_knights(board) & !bit(m)) != 0x0_u64 {
            found |= bit(m);
        }
    }
    found
}

fn knnkr_rule_9_all_2(board: &KnnkrBoard) -> bool {
    let mut left: u64 = knnkr_strong_checked_knights_left(board);
    while left != 0 {
        let m = first(left);
        left &= left - 1;
        if (distance(board.strong_king, m) - distance(board.weak_king, m)) > 1 {
            return false;
        }
    }
    true
}

// 9, silent: "rook check hits an unguarded knight"
// A safe rook check would hit an unguarded knight; the other is nearer to Black's king: he may
// win.
// decides 42,736 wins and losses and 8,216,168 draws; as in N7/1r6/8/8/8/8/8/K2kN3 w - - 0 1
fn knnkr_rule_9(board: &KnnkrBoard) -> bool {
    corner_distance(board.weak_king) > 1
        && !has(knnkr_strong_attacks(board), board.weak_rook)
        && !knnkr_rule_9_any_1(board)
        && count(knnkr_strong_king_moves(board)) <= 4
        && !knnkr_rule_9_all_2(board)
}

fn knnkr_rule_10_all_1(board: &KnnkrBoard) -> bool {
    let mut left: u64 = knnkr_strong_loose_knights(board);
    while left != 0 {
        let m = first(left);
        left &= left - 1;
        if distance(board.weak_king, m) > 2 {
            return false;
        }
    }
    true
}

fn knnkr_rule_10_any_2(board: &KnnkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if distance(board.strong_king, strong_knight) <= distance(board.weak_king, strong_knight) {
            return true;
        }
    }
    false
}

// 10, silent: "cornered king, Black's nearer to knights"
// White's king is cornered and Black's nearer to both knights, one of them unguarded: Black may
// win.
// decides 27,112 wins and losses and 2,817,320 draws; as in 1r6/8/8/8/8/8/7N/K1Nk4 w - - 0 1
fn knnkr_rule_10(board: &KnnkrBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 4
        && corner_distance(board.strong_king) <= 0
        && !has(knnkr_strong_attacks(board), board.weak_rook)
        && !knnkr_rule_10_all_1(board)
        && !knnkr_rule_10_any_2(board)
}

fn knnkr_rule_11_all_1(board: &KnnkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if edge_distance(strong_knight) > 1 {
            return false;
        }
    }
    true
}

fn knnkr_rule_11_all_2(board: &KnnkrBoard) -> bool {
    let mut left: u64 = knnkr_strong_hanging_knights_left(board);
    while left != 0 {
        let m = first(left);
        left &= left - 1;
        if (distance(board.strong_king, m) - distance(board.weak_king, m)) > 1 {
            return false;
        }
    }
    true
}

// 11, silent: "knights by the edge, one hangs"
// A knight by the edge hangs, the other is by it too and nearer to Black: he may win, White
// seldom.
// decides 17,384 wins and losses and 14,401,192 draws; as in 8/4N3/8/8/4r3/8/8/K2k2N1 w - - 0 1
fn knnkr_rule_11(board: &KnnkrBoard) -> bool {
    distance(board.weak_king, board.weak_rook) > 1
        && distance(board.weak_king, board.weak_rook) <= 5
        && knnkr_rule_11_all_1(board)
        && !has(knnkr_strong_attacks(board), board.weak_rook)
        && !knnkr_rule_11_all_2(board)
}

fn knnkr_rule_12_all_1(board: &KnnkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if distance(board.strong_king, strong_knight) > 5 {
            return false;
        }
    }
    true
}

fn knnkr_rule_12_all_2(board: &KnnkrBoard) -> bool {
    let mut left: u64 = knnkr_strong_loose_knights(board);
    while left != 0 {
        let m = first(left);
        left &= left - 1;
        if (distance(board.strong_king, m) - distance(board.weak_king, m)) > 0 {
            return false;
        }
    }
    true
}

// 12, silent: "hemmed king, a knight very far off"
// White's king has three squares at most, Black's is close, a knight is very far: Black may
// win.
// decides 4,112 wins and losses and 5,902,240 draws; as in N7/1r6/8/8/8/8/8/K1Nk4 w - - 0 1
fn knnkr_rule_12(board: &KnnkrBoard) -> bool {
    manhattan(board.strong_king, board.weak_king) <= 3
        && !knnkr_rule_12_all_1(board)
        && !has(knnkr_strong_attacks(board), board.weak_rook)
        && count(knnkr_strong_king_moves(board)) <= 3
        && !knnkr_rule_12_all_2(board)
}

fn knnkr_rule_13_all_1(board: &KnnkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if edge_distance(strong_knight) > 1 {
            return false;
        }
    }
    true
}

fn knnkr_rule_13_any_2(board: &KnnkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if corner_distance(strong_knight) <= 1 {
            return true;
        }
    }
    false
}

// 13, silent: "hemmed king, knight by a corner"
// White's king has two squares at most, knights are by the edge: Black may win, White now and
// then.
// decides 4,464 wins and losses and 4,691,248 draws; as in 8/8/8/8/8/1r5N/8/K2k2N1 w - - 0 1
fn knnkr_rule_13(board: &KnnkrBoard) -> bool {
    corner_distance(board.weak_king) > 1
        && knnkr_rule_13_all_1(board)
        && knnkr_rule_13_any_2(board)
        && !knnkr_weak_rook_loose(board)
        && count(knnkr_strong_king_moves(board)) <= 2
}

// 14, silent: "cornered white king, Black's near"
// A fitted bound: a few Black wins hide here, White's king in a corner and Black's near him.
// decides 128 wins and losses and 226,976 draws; as in 1r6/8/8/8/8/8/3k4/K1NN4 w - - 0 1
fn knnkr_rule_14(board: &KnnkrBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 3
        && manhattan(board.strong_king, board.weak_rook) <= 8
        && corner_distance(board.strong_king) <= 0
        && between(board.strong_king, board.weak_king) == 0x0_u64
        && !has(knnkr_strong_attacks(board), board.weak_rook)
}

fn knnkr_rule_15_any_1(board: &KnnkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if distance(board.strong_king, strong_knight) <= 3 {
            return true;
        }
    }
    false
}

fn knnkr_rule_15_any_2(board: &KnnkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if distance(strong_knight, board.weak_rook) <= 2 {
            return true;
        }
    }
    false
}

// 15, silent: "knights far from king, one near rook"
// A fitted bound: a few Black wins hide here, the knights far from their king and one near the
// rook.
// decides 856 wins and losses and 3,368,200 draws; as in 8/8/8/8/4r3/5k2/6N1/K6N w - - 0 1
fn knnkr_rule_15(board: &KnnkrBoard) -> bool {
    edge_distance(board.weak_king) <= 2
        && (edge_distance(board.strong_king) - edge_distance(board.weak_king)) <= -2
        && !knnkr_rule_15_any_1(board)
        && knnkr_rule_15_any_2(board)
        && !has(knnkr_strong_attacks(board), board.weak_rook)
}

fn knnkr_rule_16_any_1(board: &KnnkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if distance(board.strong_king, strong_knight) <= 2 {
            return true;
        }
    }
    false
}

fn knnkr_rule_16_any_2(board: &KnnkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if distance(strong_knight, board.weak_king) <= 3 {
            return true;
        }
    }
    false
}

// 16, silent: "kings close, a knight near each"
// The kings are close and each has a knight near: White may mate at once, or Black may win.
// decides 28,320 wins and losses and 13,655,120 draws; as in 8/8/8/8/3N4/8/1Nr5/K1k5 w - - 0 1
fn knnkr_rule_16(board: &KnnkrBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 2
        && (distance(board.strong_king, board.weak_rook) - distance(board.weak_king, board.weak_rook)) > -2
        && knnkr_rule_16_any_1(board)
        && knnkr_rule_16_any_2(board)
        && !knnkr_weak_rook_loose(board)
}

fn knnkr_rule_17_any_1(board: &KnnkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if distance(board.strong_king, strong_knight) <= 2 {
            return true;
        }
    }
    false
}

fn knnkr_rule_17_all_2(board: &KnnkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if distance(board.strong_king, strong_knight) > 4 {
            return false;
        }
    }
    true
}

fn knnkr_rule_17_all_3(board: &KnnkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if corner_distance(strong_knight) > 1 {
            return false;
        }
    }
    true
}

// 17, silent: "knights by corners, not by their king"
// Both knights are by corners and away from their king: Black may win one, then the other.
// decides 5,416 wins and losses and 7,902,656 draws; as in 1Nr4N/8/8/8/8/8/8/K2k4 w - - 0 1
fn knnkr_rule_17(board: &KnnkrBoard) -> bool {
    distance(board.strong_king, board.weak_king) > 2
        && !knnkr_rule_17_any_1(board)
        && !knnkr_rule_17_all_2(board)
        && knnkr_rule_17_all_3(board)
        && !has(knnkr_strong_attacks(board), board.weak_rook)
}

fn knnkr_rule_18_all_1(board: &KnnkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if !aligned(strong_knight, board.weak_rook) {
            return false;
        }
    }
    true
}

fn knnkr_rule_18_any_2(board: &KnnkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if distance(board.strong_king, strong_knight) <= distance(board.weak_king, strong_knight) {
            return true;
        }
    }
    false
}

// 18, silent: "knights in rook's lines, nearer Black"
// A fitted bound: each side has a few wins, the knights in rook's lines and nearer to Black's
// king.
// decides 288 wins and losses and 481,808 draws; as in 2r5/8/8/8/8/2N5/2Nk4/K7 w - - 0 1
fn knnkr_rule_18(board: &KnnkrBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 3
        && manhattan(board.strong_king, board.weak_rook) > 3
        && corner_distance(board.weak_king) > 2
        && knnkr_rule_18_all_1(board)
        && !knnkr_rule_18_any_2(board)
}

fn knnkr_rule_19_all_1(board: &KnnkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if distance(strong_knight, board.weak_king) > 4 {
            return false;
        }
    }
    true
}

fn knnkr_rule_19_all_2(board: &KnnkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if !same_color(strong_knight, board.weak_king) {
            return false;
        }
    }
    true
}

// 19, silent: "black king boxed in, knights ready"
// White may mate at once: Black's king has one square at most, and both knights may reach a
// check.
// decides 29,664 wins and losses and 349,280 draws; as in 8/8/8/8/8/4N3/3N4/K1k2r2 w - - 0 1
fn knnkr_rule_19(board: &KnnkrBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 2
        && knnkr_rule_19_all_1(board)
        && knnkr_rule_19_all_2(board)
        && !several(knnkr_weak_king_moves(board))
}

fn knnkr_rule_20_all_1(board: &KnnkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if corner_distance(strong_knight) > 1 {
            return false;
        }
    }
    true
}

// 20, silent: "king and both knights by corners"
// A fitted bound: a few Black wins hide here, White's king and both knights by corners.
// decides 32 wins and losses and 20,416 draws; as in 7N/N7/1r6/8/8/8/1K1k4/8 w - - 0 1
fn knnkr_rule_20(board: &KnnkrBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 2
        && distance(board.weak_king, board.weak_rook) > 3
        && manhattan(board.strong_king, board.weak_rook) <= 6
        && corner_distance(board.strong_king) <= 1
        && knnkr_rule_20_all_1(board)
}

fn knnkr_rule_21_all_1(board: &KnnkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if distance(strong_knight, board.weak_king) > 5 {
            return false;
        }
    }
    true
}

// 21, silent: "black king short of squares"
// White may mate in two moves: the kings are close and Black's has one square at most.
// decides 480 wins and losses and 182,624 draws; as in 8/r7/8/1N6/8/2N5/8/k1K5 w - - 0 1
fn knnkr_rule_21(board: &KnnkrBoard) -> bool {
    manhattan(board.strong_king, board.weak_king) <= 4
        && manhattan(board.strong_king, board.weak_rook) > 3
        && aligned(board.weak_king, board.weak_rook)
        && knnkr_rule_21_all_1(board)
        && !several(knnkr_weak_king_moves(board))
}

fn knnkr_rule_22_all_1(board: &KnnkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if distance(strong_knight, board.weak_king) > 1 {
            return false;
        }
    }
    true
}

// 22, silent: "knights beside Black's king"
// A fitted bound: a few Black wins hide here, knights beside Black's king, White's in line with
// rook.
// decides 64 wins and losses and 32,592 draws; as in 8/r7/8/8/8/8/3N4/K2Nk3 w - - 0 1
fn knnkr_rule_22(board: &KnnkrBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 4
        && distance(board.weak_king, board.weak_rook) > 5
        && aligned(board.strong_king, board.weak_rook)
        && knnkr_rule_22_all_1(board)
}

// 23, draw: "quiet, white to move"
// None of the dangers above is there, and the knights then hold against the rook.
fn knnkr_rule_23() -> bool {
    true
}

fn knnkr_rule_24_any_1(board: &KnnkrBoard, m: u32) -> bool {
    let mut left: u64 = knight_attacks(m) & !board.occupied;
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if distance(board.strong_king, x) <= 1 {
            return true;
        }
    }
    false
}

fn knnkr_rule_24_all_2(board: &KnnkrBoard) -> bool {
    let mut left: u64 = knnkr_strong_hanging_knights_left(board);
    while left != 0 {
        let m = first(left);
        left &= left - 1;
        if !knnkr_rule_24_any_1(board, m) {
            return false;
        }
    }
    true
}

// The knights that the rook or the black king can take, and whether the other one holds then.
fn knnkr_rook_takings(board: &KnnkrBoard) -> u64 {
    let mut found: u64 = 0;
    let mut left: u64 = (bit(board.strong_knight_1) | bit(board.strong_knight_2)) & rook_attacks(board.weak_rook, board.occupied);
    while left != 0 {
        let n = first(left);
        left &= left - 1;
        if !has(king_attacks(board.strong_king), n) || has(king_attacks(board.weak_king), n) {
            found |= bit(n);
        }
    }
    found
}

// Rook against knight, once a knight is taken: knight m, White to move, Black's king on w, rook
// on r. White takes the rook.
fn knnkr_takes_back(board: &KnnkrBoard, m: u32, w: u32, r: u32) -> bool {
    has(knight_attacks(m), r)
        || (has(king_attacks(board.strong_king), r) && !has(king_attacks(w), r))
}

// The white king is off the corners and nearer to the knight than to Black's king, or Black's
// king is far from the knight; and the rook gives no check.
fn knnkr_stays_home(board: &KnnkrBoard, m: u32, w: u32, r: u32) -> bool {
    (corner_distance(board.strong_king) > 1
            && !aligned(r, board.strong_king)
            && (distance(w, m) - distance(board.strong_king, m)) > -4
            && (distance(board.strong_king, m) - distance(w, board.strong_king)) <= -1)
        || (distance(w, m) > 3
            && manhattan(r, m) > 2
            && !aligned(r, board.strong_king)
            && (distance(w, m) - distance(board.strong_king, m)) > 1)
}

// Fitted: Black's king as near to the knight, a king or knight by edge or corner, or in the
// rook's lines, or the rook near a knight far from its king.
fn knnkr_goes_lost(board: &KnnkrBoard, m: u32, w: u32, r: u32) -> bool {
    ((distance(w, m) - distance(board.strong_king, m)) <= 0
            && (distance(board.strong_king, m) - distance(w, board.strong_king)) > -2
            && (manhattan(w, board.strong_king) + manhattan(board.strong_king, m)) != manhattan(w, m))
        || (edge_distance(m) <= 1
            && (distance(w, m) - distance(board.strong_king, m)) <= 1
            && edge_distance(board.strong_king) <= 0)
        || (distance(board.strong_king, m) > 2
            && aligned(r, m)
            && edge_distance(board.strong_king) <= 1)
        || (manhattan(board.strong_king, m) <= 8
            && edge_distance(board.strong_king) <= 2
            && corner_distance(m) <= 1
            && (distance(w, m) - distance(board.strong_king, m)) <= 3)
        || (distance(board.strong_king, m) > 2 && aligned(r, board.strong_king) && aligned(r, m))
        || (distance(board.strong_king, m) > 3 && distance(r, m) <= 3 && same_color(r, m))
}

fn knnkr_holds_alone(board: &KnnkrBoard, m: u32, w: u32, r: u32) -> bool {
    knnkr_takes_back(board, m, w, r)
        || knnkr_stays_home(board, m, w, r)
        || !knnkr_goes_lost(board, m, w, r)
}

fn knnkr_holds_after_rook_all_1(board: &KnnkrBoard, n: u32) -> bool {
    let mut left: u64 = (bit(board.strong_knight_1) | bit(board.strong_knight_2)) & !bit(n);
    while left != 0 {
        let m = first(left);
        left &= left - 1;
        if !knnkr_holds_alone(board, m, board.weak_king, n) {
            return false;
        }
    }
    true
}

fn knnkr_holds_after_rook_anew(board: &KnnkrBoard) -> bool {
    let mut left: u64 = knnkr_rook_takings(board);
    while left != 0 {
        let n = first(left);
        left &= left - 1;
        if !knnkr_holds_after_rook_all_1(board, n) {
            return false;
        }
    }
    true
}

fn knnkr_holds_after_rook(board: &KnnkrBoard) -> bool {
    if let Some(known) = board.knnkr_holds_after_rook.get() {
        return known;
    }
    let found = knnkr_holds_after_rook_anew(board);
    board.knnkr_holds_after_rook.set(Some(found));
    found
}

fn knnkr_rule_24_all_3(board: &KnnkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if count(knnkr_strong_knight_safe_moves(board, strong_knight)) > 2 {
            return false;
        }
    }
    true
}

fn knnkr_weak_rook_pins_knight_any_1(board: &KnnkrBoard, strong_knight: u32) -> bool {
    let mut left: u64 = knnkr_weak_rook_safe_moves(board) & rook_attacks(strong_knight, board.occupied & !bit(board.weak_rook)) & rook_attacks(board.strong_king, board.occupied & !bit(board.weak_rook) & !bit(strong_knight));
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if has(between(x, board.strong_king), strong_knight) {
            return true;
        }
    }
    false
}

// A safe move that pins a knight to its king.
fn knnkr_weak_rook_pins_knight(board: &KnnkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if knnkr_weak_rook_pins_knight_any_1(board, strong_knight) {
            return true;
        }
    }
    false
}

fn knnkr_weak_rook_is_blocked(board: &KnnkrBoard, x: u32) -> bool {
    let mut left: u64 = between(x, board.strong_king);
    while left != 0 {
        let z = first(left);
        left &= left - 1;
        if (knight_attacks(z) & (bit(board.strong_knight_1) | bit(board.strong_knight_2))) != 0x0_u64 {
            return true;
        }
    }
    false
}

// After the rook has gone to x: the squares left to the white king, a knight coming between,
// and a knight hanging once the king has gone to y.
fn knnkr_weak_rook_leaves(board: &KnnkrBoard, x: u32) -> u64 {
    king_attacks(board.strong_king) & !(bit(board.strong_king) | bit(board.strong_knight_1) | bit(board.strong_knight_2)) & !king_attacks(board.weak_king) & !rook_attacks(x, board.occupied & !bit(board.weak_rook) & !bit(board.strong_king))
}

fn knnkr_weak_rook_wins_a_man(board: &KnnkrBoard, x: u32, y: u32) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if (has(
                    rook_attacks(x, (board.occupied & !bit(board.weak_rook) & !bit(board.strong_king)) | bit(x) | bit(y)),
                    strong_knight)
                || has(king_attacks(board.weak_king), strong_knight))
            && !has(king_attacks(y), strong_knight)
            && (knight_attacks(strong_knight) & (bit(board.strong_knight_1) | bit(board.strong_knight_2)) & !bit(strong_knight)) == 0x0_u64 {
            return true;
        }
    }
    false
}

fn knnkr_weak_rook_winning_check_all_1(board: &KnnkrBoard, x: u32) -> bool {
    let mut left: u64 = knnkr_weak_rook_leaves(board, x);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if !knnkr_weak_rook_wins_a_man(board, x, y) {
            return false;
        }
    }
    true
}

// A safe check that mates or wins a knight.
fn knnkr_weak_rook_winning_check(board: &KnnkrBoard) -> bool {
    let mut left: u64 = knnkr_weak_rook_safe_checks(board);
    while left != 0 {
        let x = first(left);
        left &= left - 1;
        if !knnkr_weak_rook_is_blocked(board, x)
            && knnkr_weak_rook_winning_check_all_1(board, x) {
            return true;
        }
    }
    false
}

// 24, draw: "no winning check or pin, one can hold"
// The kings are apart, no safe rook check wins a knight, no safe move pins one, and one left
// can hold.
// spots 99,530,104 draws; as in 8/8/8/8/8/8/1K6/NN2rk2 b - - 0 1
fn knnkr_rule_24(board: &KnnkrBoard) -> bool {
    distance(board.strong_king, board.weak_king) > 3
        && edge_distance(board.strong_king) > 0
        && !has(between(board.strong_king, board.weak_rook), board.weak_king)
        && knnkr_rule_24_all_2(board)
        && knnkr_holds_after_rook(board)
        && !knnkr_rule_24_all_3(board)
        && !knnkr_weak_rook_pins_knight(board)
        && !knnkr_weak_rook_winning_check(board)
}

fn knnkr_rule_25_any_1(board: &KnnkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if distance(board.strong_king, strong_knight) <= 4 {
            return true;
        }
    }
    false
}

// A man that is attacked and not guarded: it hangs.
fn knnkr_strong_knight_loose(board: &KnnkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if has(knnkr_weak_attacks(board), strong_knight)
            && !has(knnkr_strong_attacks(board), strong_knight) {
            return true;
        }
    }
    false
}

// 25, draw: "black king by corner, no knight hangs"
// No knight hangs, one is not far from White's king, and Black's king is away by a corner.
// spots 47,019,008 draws; as in 8/8/8/8/8/8/8/KNN3kr b - - 0 1
fn knnkr_rule_25(board: &KnnkrBoard) -> bool {
    distance(board.strong_king, board.weak_king) > 2
        && corner_distance(board.weak_king) <= 1
        && knnkr_rule_25_any_1(board)
        && !knnkr_strong_knight_loose(board)
}

// 26, draw: "kings far apart, a knight guarded"
// The kings are far apart and at least one knight is guarded: the rook alone makes no headway.
// spots 25,247,248 draws; as in 8/8/8/8/8/8/8/KNNr3k b - - 0 1
fn knnkr_rule_26(board: &KnnkrBoard) -> bool {
    manhattan(board.strong_king, board.weak_king) > 6
        && (edge_distance(board.strong_king) - edge_distance(board.weak_king)) > -2
        && !several(knnkr_strong_loose_knights(board))
}

fn knnkr_king_takings(board: &KnnkrBoard) -> u64 {
    (bit(board.strong_knight_1) | bit(board.strong_knight_2)) & king_attacks(board.weak_king) & !knnkr_strong_attacks(board)
}

fn knnkr_holds_after_king_all_1(board: &KnnkrBoard, n: u32) -> bool {
    let mut left: u64 = (bit(board.strong_knight_1) | bit(board.strong_knight_2)) & !bit(n);
    while left != 0 {
        let m = first(left);
        left &= left - 1;
        if !knnkr_holds_alone(board, m, n, board.weak_rook) {
            return false;
        }
    }
    true
}

fn knnkr_holds_after_king(board: &KnnkrBoard) -> bool {
    let mut left: u64 = knnkr_king_takings(board);
    while left != 0 {
        let n = first(left);
        left &= left - 1;
        if !knnkr_holds_after_king_all_1(board, n) {
            return false;
        }
    }
    true
}

fn knnkr_takings_hold(board: &KnnkrBoard) -> bool {
    knnkr_holds_after_rook(board) && knnkr_holds_after_king(board)
}

// 27, silent: "knight falls, the other may not hold"
// A knight can be taken, White takes nothing for it, and the other is badly placed: Black may
// win.
// decides 35,756,056 wins and losses and 113,998,168 draws; as in 8/8/8/8/1r6/8/8/KNkN4 b - - 0
// 1
fn knnkr_rule_27(board: &KnnkrBoard) -> bool {
    manhattan(board.strong_king, board.weak_king) <= 13 && !knnkr_takings_hold(board)
}

fn knnkr_rule_28_any_1(board: &KnnkrBoard) -> bool {
    let mut left: u64 = knnkr_strong_loose_knights(board);
    while left != 0 {
        let m = first(left);
        left &= left - 1;
        if edge_distance(m) <= 1 {
            return true;
        }
    }
    false
}

fn knnkr_rule_28_any_2(board: &KnnkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if distance(board.strong_king, strong_knight) < distance(board.weak_king, strong_knight) {
            return true;
        }
    }
    false
}

// 28, silent: "unguarded edge knight, king no nearer"
// An unguarded knight is by the edge, and neither knight is nearer to White's king: Black may
// win.
// decides 3,915,312 wins and losses and 76,516,072 draws; as in 8/8/8/8/2r5/8/8/KNk1N3 b - - 0
// 1
fn knnkr_rule_28(board: &KnnkrBoard) -> bool {
    distance(board.strong_king, board.weak_rook) > 1
        && manhattan(board.strong_king, board.weak_king) <= 10
        && (edge_distance(board.strong_king) - edge_distance(board.weak_king)) <= 2
        && knnkr_rule_28_any_1(board)
        && !knnkr_rule_28_any_2(board)
}

fn knnkr_rule_29_all_1(board: &KnnkrBoard) -> bool {
    let mut left: u64 = knnkr_strong_hanging_knights_left(board);
    while left != 0 {
        let m = first(left);
        left &= left - 1;
        if (distance(board.strong_king, m) - distance(board.weak_king, m)) > 1 {
            return false;
        }
    }
    true
}

// 29, silent: "knight hangs, other nearer Black's king"
// A knight hangs and the other is nearer to Black's king than its own: Black may win both in
// turn.
// decides 15,456 wins and losses and 1,252,544 draws; as in 8/8/8/8/8/8/1r6/K1kN3N b - - 0 1
fn knnkr_rule_29(board: &KnnkrBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 6
        && manhattan(board.strong_king, board.weak_king) <= 10
        && (edge_distance(board.strong_king) - edge_distance(board.weak_king)) <= 0
        && (distance(board.strong_king, board.weak_rook) - distance(board.weak_king, board.weak_rook)) > -3
        && !knnkr_rule_29_all_1(board)
}

// 30, silent: "edge king, Black's close by"
// White's king is on the edge, Black's close by: Black may mate or win a knight; rarely he is
// mated.
// decides 735,400 wins and losses and 21,717,576 draws; as in 8/8/8/2r5/8/8/1N6/KNk5 b - - 0 1
fn knnkr_rule_30(board: &KnnkrBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 3
        && manhattan(board.strong_king, board.weak_king) <= 5
        && edge_distance(board.strong_king) <= 0
        && corner_distance(board.weak_king) > 1
        && (distance(board.strong_king, board.weak_rook) - distance(board.weak_king, board.weak_rook)) > -2
}

fn knnkr_rule_31_all_1(board: &KnnkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if distance(board.strong_king, strong_knight) > 5 {
            return false;
        }
    }
    true
}

fn knnkr_rule_31_any_2(board: &KnnkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if edge_distance(strong_knight) <= 0 {
            return true;
        }
    }
    false
}

fn knnkr_rule_31_any_3(board: &KnnkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if corner_distance(strong_knight) <= 2 {
            return true;
        }
    }
    false
}

fn knnkr_rule_31_any_4(board: &KnnkrBoard) -> bool {
    let mut left: u64 = knnkr_strong_loose_knights(board);
    while left != 0 {
        let m = first(left);
        left &= left - 1;
        if distance(board.strong_king, m) <= 2 {
            return true;
        }
    }
    false
}

// 31, silent: "edge king, a knight very far off"
// White's king is on the edge, no unguarded knight near him and one very far: Black may win.
// decides 183,040 wins and losses and 18,082,264 draws; as in 8/8/8/8/8/8/1r6/K3k1NN b - - 0 1
fn knnkr_rule_31(board: &KnnkrBoard) -> bool {
    edge_distance(board.strong_king) <= 0
        && !knnkr_rule_31_all_1(board)
        && knnkr_rule_31_any_2(board)
        && knnkr_rule_31_any_3(board)
        && !knnkr_rule_31_any_4(board)
}

fn knnkr_rule_32_any_1(board: &KnnkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if distance(board.strong_king, strong_knight) <= 2 {
            return true;
        }
    }
    false
}

fn knnkr_rule_32_any_2(board: &KnnkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if edge_distance(strong_knight) <= 0 {
            return true;
        }
    }
    false
}

fn knnkr_rule_32_all_3(board: &KnnkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if edge_distance(strong_knight) > 1 {
            return false;
        }
    }
    true
}

fn knnkr_rule_32_all_4(board: &KnnkrBoard) -> bool {
    let mut left: u64 = knnkr_strong_loose_knights(board);
    while left != 0 {
        let m = first(left);
        left &= left - 1;
        if (distance(board.strong_king, m) - distance(board.weak_king, m)) > 1 {
            return false;
        }
    }
    true
}

// 32, silent: "knights by the edge, away from king"
// The knights are by the edge, not by their king, one unguarded and nearer to Black's: he may
// win it.
// decides 64,176 wins and losses and 12,369,432 draws; as in 8/8/8/8/N7/1r6/4k3/K4N2 b - - 0 1
fn knnkr_rule_32(board: &KnnkrBoard) -> bool {
    !knnkr_rule_32_any_1(board)
        && knnkr_rule_32_any_2(board)
        && knnkr_rule_32_all_3(board)
        && !has(knnkr_strong_attacks(board), board.weak_king)
        && !knnkr_rule_32_all_4(board)
}

fn knnkr_rule_33_all_1(board: &KnnkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if distance(board.strong_king, strong_knight) > 3 {
            return false;
        }
    }
    true
}

fn knnkr_rule_33_all_2(board: &KnnkrBoard) -> bool {
    let mut left: u64 = knnkr_strong_hanging_knights_left(board);
    while left != 0 {
        let m = first(left);
        left &= left - 1;
        if distance(board.strong_king, m) > 2 {
            return false;
        }
    }
    true
}

// 33, silent: "knight hangs, other away from its king"
// A knight hangs and the other is away from its king: Black may win one now and one later.
// decides 48,320 wins and losses and 13,367,784 draws; as in 8/8/5N2/7r/8/3N4/4k3/K7 b - - 0 1
fn knnkr_rule_33(board: &KnnkrBoard) -> bool {
    distance(board.strong_king, board.weak_king) > 3
        && edge_distance(board.strong_king) <= 2
        && !knnkr_rule_33_all_1(board)
        && !has(knnkr_strong_attacks(board), board.weak_king)
        && !knnkr_rule_33_all_2(board)
}

fn knnkr_rule_34_any_1(board: &KnnkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if distance(strong_knight, board.weak_king) <= 4 {
            return true;
        }
    }
    false
}

// 34, silent: "kings close by the edge"
// The kings are close, White's by the edge: Black may win, or he may be mated already.
// decides 5,712 wins and losses and 10,994,720 draws; as in 8/8/8/8/8/2N2N2/r7/1K1k4 b - - 0 1
fn knnkr_rule_34(board: &KnnkrBoard) -> bool {
    distance(board.strong_king, board.weak_king) <= 2
        && edge_distance(board.strong_king) <= 1
        && edge_distance(board.weak_king) <= 2
        && (edge_distance(board.strong_king) - edge_distance(board.weak_king)) <= 0
        && knnkr_rule_34_any_1(board)
}

fn knnkr_rule_35_any_1(board: &KnnkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if distance(strong_knight, board.weak_king) <= 2 {
            return true;
        }
    }
    false
}

fn knnkr_rule_35_all_2(board: &KnnkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if distance(strong_knight, board.weak_king) > 4 {
            return false;
        }
    }
    true
}

fn knnkr_rule_35_all_3(board: &KnnkrBoard) -> bool {
    let mut left: u64 = knnkr_strong_loose_knights(board);
    while left != 0 {
        let m = first(left);
        left &= left - 1;
        if (distance(board.strong_king, m) - distance(board.weak_king, m)) > 1 {
            return false;
        }
    }
    true
}

fn knnkr_rule_35_any_4(board: &KnnkrBoard) -> bool {
    let mut left: u64 = knnkr_strong_loose_knights(board);
    while left != 0 {
        let m = first(left);
        left &= left - 1;
        if (distance(board.strong_king, m) - distance(board.weak_king, m)) <= -1 {
            return true;
        }
    }
    false
}

// 35, silent: "knights near Black's king, one unguarded"
// The knights are near Black's king, one of them unguarded: he may win it, or may be mated
// already.
// decides 3,920 wins and losses and 7,396,456 draws; as in 8/8/1r6/8/8/8/N3N3/K3k3 b - - 0 1
fn knnkr_rule_35(board: &KnnkrBoard) -> bool {
    manhattan(board.strong_king, board.weak_rook) <= 6
        && knnkr_rule_35_any_1(board)
        && knnkr_rule_35_all_2(board)
        && !knnkr_rule_35_all_3(board)
        && !knnkr_rule_35_any_4(board)
}

fn knnkr_rule_36_all_1(board: &KnnkrBoard) -> bool {
    let mut left: u64 = knnkr_strong_loose_knights(board);
    while left != 0 {
        let m = first(left);
        left &= left - 1;
        if edge_distance(m) > 0 {
            return false;
        }
    }
    true
}

fn knnkr_rule_36_any_2(board: &KnnkrBoard) -> bool {
    let mut left: u64 = knnkr_strong_loose_knights(board);
    while left != 0 {
        let m = first(left);
        left &= left - 1;
        if (distance(board.strong_king, m) - distance(board.weak_king, m)) <= 0 {
            return true;
        }
    }
    false
}

// 36, silent: "unguarded knight inside, nearer to Black"
// A fitted bound: each side has a few wins, an unguarded knight off the edge and nearer to
// Black's king.
// decides 240 wins and losses and 977,240 draws; as in 8/8/8/5N2/8/3N4/8/K3k1r1 b - - 0 1
fn knnkr_rule_36(board: &KnnkrBoard) -> bool {
    distance(board.weak_king, board.weak_rook) <= 3
        && manhattan(board.strong_king, board.weak_king) <= 4
        && edge_distance(board.strong_king) <= 1
        && !knnkr_rule_36_all_1(board)
        && !knnkr_rule_36_any_2(board)
}

fn knnkr_rule_37_any_1(board: &KnnkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if corner_distance(strong_knight) <= 1 {
            return true;
        }
    }
    false
}

fn knnkr_rule_37_any_2(board: &KnnkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if same_color(strong_knight, board.weak_king) {
            return true;
        }
    }
    false
}

// 37, silent: "king in corner, knight by a corner"
// White's king is in a corner and a knight by one, where they have few squares: Black may win.
// decides 1,408 wins and losses and 662,504 draws; as in 8/8/1r6/8/8/8/N7/K1N1k3 b - - 0 1
fn knnkr_rule_37(board: &KnnkrBoard) -> bool {
    distance(board.weak_king, board.weak_rook) > 1
        && corner_distance(board.strong_king) <= 0
        && edge_distance(board.weak_rook) > 0
        && knnkr_rule_37_any_1(board)
        && knnkr_rule_37_any_2(board)
}

fn knnkr_rule_38_any_1(board: &KnnkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if corner_distance(strong_knight) <= 0 {
            return true;
        }
    }
    false
}

fn knnkr_rule_38_all_2(board: &KnnkrBoard) -> bool {
    let mut left: u64 = knnkr_strong_loose_knights(board);
    while left != 0 {
        let m = first(left);
        left &= left - 1;
        if corner_distance(m) > 0 {
            return false;
        }
    }
    true
}

// 38, silent: "cornered knight, the other unguarded"
// A fitted bound: a few Black wins hide here, one knight in a corner and the other unguarded.
// decides 240 wins and losses and 5,515,952 draws; as in 8/8/8/k7/8/N7/6r1/1K5N b - - 0 1
fn knnkr_rule_38(board: &KnnkrBoard) -> bool {
    manhattan(board.strong_king, board.weak_king) <= 5
        && manhattan(board.strong_king, board.weak_rook) <= 6
        && corner_distance(board.weak_king) > 1
        && knnkr_rule_38_any_1(board)
        && !knnkr_rule_38_all_2(board)
}

fn knnkr_rule_39_any_1(board: &KnnkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if distance(board.strong_king, strong_knight) <= 1 {
            return true;
        }
    }
    false
}

fn knnkr_rule_39_any_2(board: &KnnkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if distance(strong_knight, board.weak_king) <= 2 {
            return true;
        }
    }
    false
}

fn knnkr_rule_39_any_3(board: &KnnkrBoard) -> bool {
    let mut left: u64 = knnkr_weak_king_moves(board);
    while left != 0 {
        let y = first(left);
        left &= left - 1;
        if has(0xff818181818181ff_u64, y) {
            return true;
        }
    }
    false
}

// 39, silent: "no edge move for the black king"
// A knight is beside White's king, one near Black's: Black may be mated already, or may win a
// knight.
// decides 4,768 wins and losses and 6,871,992 draws; as in 1r6/8/8/8/8/4k3/N7/K1N5 b - - 0 1
fn knnkr_rule_39(board: &KnnkrBoard) -> bool {
    edge_distance(board.strong_king) <= 2
        && (distance(board.strong_king, board.weak_rook) - distance(board.weak_king, board.weak_rook)) > -3
        && knnkr_rule_39_any_1(board)
        && knnkr_rule_39_any_2(board)
        && !knnkr_rule_39_any_3(board)
}

fn knnkr_rule_40_all_1(board: &KnnkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if distance(board.strong_king, strong_knight) > 5 {
            return false;
        }
    }
    true
}

fn knnkr_rule_40_any_2(board: &KnnkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if edge_distance(strong_knight) <= 0 {
            return true;
        }
    }
    false
}

fn knnkr_rule_40_all_3(board: &KnnkrBoard) -> bool {
    let mut left: u64 = bit(board.strong_knight_1) | bit(board.strong_knight_2);
    while left != 0 {
        let strong_knight = first(left);
        left &= left - 1;
        if !same_color(board.strong_king, strong_knight) {
            return false;
        }
    }
    true
}

// 40, silent: "king in the corner, knight on the edge"
// White's king is in a corner and a knight on the edge, the rook far from Black's: Black may
// win.
// decides 912 wins and losses and 700,952 draws; as in 1r6/8/8/8/8/8/N7/K1N1k3 b - - 0 1
fn knnkr_rule_40(board: &KnnkrBoard) -> bool {
    manhattan(board.weak_king, board.weak_rook) > 4
        && corner_distance(board.strong_king) <= 0
        && knnkr_rule_40_all_1(board)
        && knnkr_rule_40_any_2(board)
        && !knnkr_rule_40_all_3(board)
}

// 41, silent: "kings in opposition, rook beside Black's"
// A fitted bound: a few Black wins hide here, the kings in opposition and the rook beside
// Black's.
// decides 16 wins and losses and 39,200 draws; as in 8/8/8/8/8/N2K1kr1/8/6N1 b - - 0 1
fn knnkr_rule_41(board: &KnnkrBoard) -> bool {
    distance(board.weak_king, board.weak_rook) <= 1
        && manhattan(board.strong_king, board.weak_king) <= 2
        && corner_distance(board.weak_king) <= 2
        && aligned(board.strong_king, board.weak_rook)
}

// 42, draw: "quiet, black to move"
// None of the dangers above is there, and the knights then hold against the rook.
fn knnkr_rule_42() -> bool {
    true
}

fn knnkr_strong_to_move(board: &KnnkrBoard) -> i32 {
    if knnkr_rule_1(board) {
        return 1;
    }
    if knnkr_rule_2(board) {
        return 2;
    }
    if knnkr_rule_3(board) {
        return 3;
    }
    if knnkr_rule_4(board) {
        return 4;
    }
    if knnkr_rule_5(board) {
        return -5;
    }
    if knnkr_rule_6(board) {
        return -6;
    }
    if knnkr_rule_7(board) {
        return -7;
    }
    if knnkr_rule_8(board) {
        return -8;
    }
    if knnkr_rule_9(board) {
        return -9;
    }
    if knnkr_rule_10(board) {
        return -10;
    }
    if knnkr_rule_11(board) {
        return -11;
    }
    if knnkr_rule_12(board) {
        return -12;
    }
    if knnkr_rule_13(board) {
        return -13;
    }
    if knnkr_rule_14(board) {
        return -14;
    }
    if knnkr_rule_15(board) {
        return -15;
    }
    if knnkr_rule_16(board) {
        return -16;
    }
    if knnkr_rule_17(board) {
        return -17;
    }
    if knnkr_rule_18(board) {
        return -18;
    }
    if knnkr_rule_19(board) {
        return -19;
    }
    if knnkr_rule_20(board) {
        return -20;
    }
    if knnkr_rule_21(board) {
        return -21;
    }
    if knnkr_rule_22(board) {
        return -22;
    }
    if knnkr_rule_23() {
        return 23;
    }
    0
}

fn knnkr_weak_to_move(board: &KnnkrBoard) -> i32 {
    if knnkr_rule_24(board) {
        return 24;
    }
    if knnkr_rule_25(board) {
        return 25;
    }
    if knnkr_rule_26(board) {
        return 26;
    }
    if knnkr_rule_27(board) {
        return -27;
    }
    if knnkr_rule_28(board) {
        return -28;
    }
    if knnkr_rule_29(board) {
        return -29;
    }
    if knnkr_rule_30(board) {
        return -30;
    }
    if knnkr_rule_31(board) {
        return -31;
    }
    if knnkr_rule_32(board) {
        return -32;
    }
    if knnkr_rule_33(board) {
        return -33;
    }
    if knnkr_rule_34(board) {
        return -34;
    }
    if knnkr_rule_35(board) {
        return -35;
    }
    if knnkr_rule_36(board) {
        return -36;
    }
    if knnkr_rule_37(board) {
        return -37;
    }
    if knnkr_rule_38(board) {
        return -38;
    }
    if knnkr_rule_39(board) {
        return -39;
    }
    if knnkr_rule_40(board) {
        return -40;
    }
    if knnkr_rule_41(board) {
        return -41;
    }
    if knnkr_rule_42() {
        return 42;
    }
    0
}

/// The same as probe_rule for KNNvKR by the squares of its men; without castling and en passant.
#[allow(dead_code, clippy::too_many_arguments)]
pub fn knnkr_rule(
    strong_king: u32,
    weak_king: u32,
    strong_knight_1: u32,
    strong_knight_2: u32,
    weak_rook: u32,
    strong_to_move: bool,
) -> i32 {
    let board = KnnkrBoard {
        strong_king,
        weak_king,
        strong_knight_1,
        strong_knight_2,
        weak_rook,
        occupied: bit(strong_king)
        | bit(weak_king)
        | bit(strong_knight_1)
        | bit(strong_knight_2)
        | bit(weak_rook),
        knnkr_strong_king_moves: Cell::new(None),
        knnkr_weak_king_moves: Cell::new(None),
        knnkr_strong_attacks: Cell::new(None),
        knnkr_strong_loose_knights: Cell::new(None),
        knnkr_weak_attacks: Cell::new(None),
        knnkr_strong_hanging_knights: Cell::new(None),
        knnkr_strong_hanging_knights_left: Cell::new(None),
        knnkr_weak_rook_loose: Cell::new(None),
        knnkr_weak_rook_safe_moves: Cell::new(None),
        knnkr_weak_rook_safe_checks: Cell::new(None),
        knnkr_strong_checked_knights: Cell::new(None),
        knnkr_holds_after_rook: Cell::new(None),
    };
    if strong_to_move { knnkr_strong_to_move(&board) } else { knnkr_weak_to_move(&board) }
}

/// Whether the position is known to be a draw.
///
/// Arguments are those of Fathom's tb_probe_wdl without rule50: bitboards (a1 is bit 0),
/// castling rights and en passant square (0 if there are none; else nothing is claimed), and
/// whether White is to move. The position has to be legal.
#[allow(dead_code, clippy::too_many_arguments)]
pub fn probe_draw(
    white: u64,
    black: u64,
    kings: u64,
    queens: u64,
    rooks: u64,
    bishops: u64,
    knights: u64,
    pawns: u64,
    castling: u32,
    ep: u32,
    turn: bool,
) -> bool {
    let rule: i32 = probe_rule(
        white, black, kings, queens, rooks, bishops, knights, pawns, castling, ep, turn);
    rule > 0
}

/// The number of the rule that decides: above 0 if it claims a draw, below 0 if it keeps silent;
/// 0 if no rule holds or there are none for these men.
///
/// Arguments are those of Fathom's tb_probe_wdl without rule50: bitboards (a1 is bit 0),
/// castling rights and en passant square (0 if there are none; else nothing is claimed), and
/// whether White is to move. The position has to be legal.
#[allow(dead_code, clippy::too_many_arguments)]
pub fn probe_rule(
    white: u64,
    black: u64,
    kings: u64,
    queens: u64,
    rooks: u64,
    bishops: u64,
    knights: u64,
    pawns: u64,
    castling: u32,
    ep: u32,
    turn: bool,
) -> i32 {
    if castling != 0 || ep != 0 || rest(rest(rest(rest(rest(white | black))))) != 0 {
        return 0;
    }
    let white_key: u64 = key_of(white, kings, queens, rooks, bishops, knights, pawns);
    let black_key: u64 = key_of(black, kings, queens, rooks, bishops, knights, pawns);
    // The stronger side, or with equal men the side to move, is seen as White.
    let exchanged: bool = black_key > white_key || (black_key == white_key && !turn);
    let strong: u64 = if exchanged { black } else { white };
    let weak: u64 = if exchanged { white } else { black };
    let mirror: u32 = if exchanged { 56 } else { 0 };
    let key: u64 = if exchanged { (black_key << 32) | white_key } else { (white_key << 32) | black_key };
    let strong_to_move: bool = turn != exchanged;
    match key {
        // KPvK
        0x210000101100000 => kpk_rule(
            first(strong & kings) ^ mirror, first(weak & kings) ^ mirror,
            first(strong & pawns) ^ mirror, strong_to_move),
        // KNNvK
        0x310002001100000 => knnk_rule(
            first(strong & kings) ^ mirror, first(weak & kings) ^ mirror,
            first(strong & knights) ^ mirror, first(rest(strong & knights)) ^ mirror,
            strong_to_move),
        // KBBvK
        0x310020001100000 => kbbk_rule(
            first(strong & kings) ^ mirror, first(weak & kings) ^ mirror,
            first(strong & bishops) ^ mirror, first(rest(strong & bishops)) ^ mirror,
            strong_to_move),
        // KBNvK
        0x310011001100000 => kbnk_rule(
            first(strong & kings) ^ mirror, first(weak & kings) ^ mirror,
            first(strong & knights) ^ mirror, first(strong & bishops) ^ mirror, strong_to_move),
        // KNvKN
        0x210001002100010 => knkn_rule(
            first(strong & kings) ^ mirror, first(weak & kings) ^ mirror,
            first(strong & knights) ^ mirror, first(weak & knights) ^ mirror),
        // KBvKN
        0x210010002100010 => kbkn_rule(
            first(strong & kings) ^ mirror, first(weak & kings) ^ mirror,
            first(weak & knights) ^ mirror, first(strong & bishops) ^ mirror, strong_to_move),
        // KBvKB
        0x210010002100100 => kbkb_rule(
            first(strong & kings) ^ mirror, first(weak & kings) ^ mirror,
            first(strong & bishops) ^ mirror, first(weak & bishops) ^ mirror),
        // KBPvK
        0x310010101100000 => kbpk_rule(
            first(strong & kings) ^ mirror, first(weak & kings) ^ mirror,
            first(strong & pawns) ^ mirror, first(strong & bishops) ^ mirror, strong_to_move),
        // KNPvK
        0x310001101100000 => knpk_rule(
            first(strong & kings) ^ mirror, first(weak & kings) ^ mirror,
            first(strong & pawns) ^ mirror, first(strong & knights) ^ mirror, strong_to_move),
        // KPPvK
        0x310000201100000 => kppk_rule(
            first(strong & kings) ^ mirror, first(weak & kings) ^ mirror,
            first(strong & pawns) ^ mirror, first(rest(strong & pawns)) ^ mirror,
            strong_to_move),
        // KBvKP
        0x210010002100001 => kbkp_rule(
            first(strong & kings) ^ mirror, first(weak & kings) ^ mirror,
            first(weak & pawns) ^ mirror, first(strong & bishops) ^ mirror, strong_to_move),
        // KPvKP
        0x210000102100001 => kpkp_rule(
            first(strong & kings) ^ mirror, first(weak & kings) ^ mirror,
            first(strong & pawns) ^ mirror, first(weak & pawns) ^ mirror),
        // KNvKP
        0x210001002100001 => knkp_rule(
            first(strong & kings) ^ mirror, first(weak & kings) ^ mirror,
            first(weak & pawns) ^ mirror, first(strong & knights) ^ mirror, strong_to_move),
        // KRvKP
        0x210100002100001 => krkp_rule(
            first(strong & kings) ^ mirror, first(weak & kings) ^ mirror,
            first(weak & pawns) ^ mirror, first(strong & rooks) ^ mirror, strong_to_move),
        // KQvKP
        0x211000002100001 => kqkp_rule(
            first(strong & kings) ^ mirror, first(weak & kings) ^ mirror,
            first(weak & pawns) ^ mirror, first(strong & queens) ^ mirror, strong_to_move),
        // KRvKR
        0x210100002101000 => krkr_rule(
            first(strong & kings) ^ mirror, first(weak & kings) ^ mirror,
            first(strong & rooks) ^ mirror, first(weak & rooks) ^ mirror),
        // KRvKN
        0x210100002100010 => krkn_rule(
            first(strong & kings) ^ mirror, first(weak & kings) ^ mirror,
            first(weak & knights) ^ mirror, first(strong & rooks) ^ mirror, strong_to_move),
        // KRvKB
        0x210100002100100 => krkb_rule(
            first(strong & kings) ^ mirror, first(weak & kings) ^ mirror,
            first(weak & bishops) ^ mirror, first(strong & rooks) ^ mirror, strong_to_move),
        // KQvKR
        0x211000002101000 => kqkr_rule(
            first(strong & kings) ^ mirror, first(weak & kings) ^ mirror,
            first(weak & rooks) ^ mirror, first(strong & queens) ^ mirror, strong_to_move),
        // KQvKQ
        0x211000002110000 => kqkq_rule(
            first(strong & kings) ^ mirror, first(weak & kings) ^ mirror,
            first(strong & queens) ^ mirror, first(weak & queens) ^ mirror),
        // KBPvKB
        0x310010102100100 => kbpkb_rule(
            first(strong & kings) ^ mirror, first(weak & kings) ^ mirror,
            first(strong & pawns) ^ mirror, first(strong & bishops) ^ mirror,
            first(weak & bishops) ^ mirror, strong_to_move),
        // KNNvKN
        0x310002002100010 => knnkn_rule(
            first(strong & kings) ^ mirror, first(weak & kings) ^ mirror,
            first(strong & knights) ^ mirror, first(rest(strong & knights)) ^ mirror,
            first(weak & knights) ^ mirror, strong_to_move),
        // KBBvKB
        0x310020002100100 => kbbkb_rule(
            first(strong & kings) ^ mirror, first(weak & kings) ^ mirror,
            first(strong & bishops) ^ mirror, first(rest(strong & bishops)) ^ mirror,
            first(weak & bishops) ^ mirror, strong_to_move),
        // KBBvKR
        0x310020002101000 => kbbkr_rule(
            first(strong & kings) ^ mirror, first(weak & kings) ^ mirror,
            first(strong & bishops) ^ mirror, first(rest(strong & bishops)) ^ mirror,
            first(weak & rooks) ^ mirror, strong_to_move),
        // KBNvKR
        0x310011002101000 => kbnkr_rule(
            first(strong & kings) ^ mirror, first(weak & kings) ^ mirror,
            first(strong & knights) ^ mirror, first(strong & bishops) ^ mirror,
            first(weak & rooks) ^ mirror, strong_to_move),
        // KNNvKR
        0x310002002101000 => knnkr_rule(
            first(strong & kings) ^ mirror, first(weak & kings) ^ mirror,
            first(strong & knights) ^ mirror, first(rest(strong & knights)) ^ mirror,
            first(weak & rooks) ^ mirror, strong_to_move),
        _ => 0,
    }
}
