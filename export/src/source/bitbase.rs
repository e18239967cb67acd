//! A bitbase has a bit for each position of a class, or two where either side can win: the result
//! is read at the number of the position, and nothing is searched.
//!
//! The men of a position are a word, 8 bits for each square: the king of the stronger side, the
//! other king, then the other men, a pawn first, a queen last. With equal material the side to
//! move is the stronger one, and its man comes first. The stronger side moves up the board.
//!
//! The number of a position begins with the leading man, a pawn or else the stronger king, on the
//! squares that the symmetries of the board leave to him.

use super::{
    intrinsics::{Data, first, word},
    probe::{apart, low, rest, wide},
};

/// Twice the kind of the man on a square, and 1 more if he is Black's: 1 pawn, 2 knight,
/// 3 bishop, 4 rook, 5 queen.
fn code_of(
    at: u32,
    black: u64,
    queens: u64,
    rooks: u64,
    bishops: u64,
    knights: u64,
    pawns: u64,
) -> u32 {
    let minor: u32 = low((pawns >> at) & 1) * 2 + low((knights >> at) & 1) * 4;
    let major: u32 = low((rooks >> at) & 1) * 8 + low((queens >> at) & 1) * 10;
    minor + major + low((bishops >> at) & 1) * 6 + low((black >> at) & 1)
}

/// The men of a board in the lower half; above them the number of their class, and in bit 48
/// whether the stronger side is to move. 0 unless each side has a king, and there are one or two men
/// more. The number of a class is made of kinds, that of the last man first, 7 if there is none, and
/// of whether they are of different sides.
pub fn seen(
    white: u64,
    black: u64,
    kings: u64,
    queens: u64,
    rooks: u64,
    bishops: u64,
    knights: u64,
    pawns: u64,
    turn: bool,
) -> u64 {
    let white_king: u64 = kings & white;
    let black_king: u64 = kings & black;
    let men: u64 = (white | black) ^ white_king ^ black_king;
    let others: u64 = rest(men);
    if white_king == 0 || black_king == 0 || men == 0 || rest(others) != 0 {
        return 0;
    }
    // The code of a man above his square.
    let one: u32 = first(men);
    let mut small: u32 = (code_of(one, black, queens, rooks, bishops, knights, pawns) << 8) | one;
    let mut great: u32 = (small & 256) | (14 << 8);
    if others != 0 {
        let two: u32 = first(others);
        great = (code_of(two, black, queens, rooks, bishops, knights, pawns) << 8) | two;
    }
    let both: u32 = great ^ small;
    if small > great {
        small = great;
        great ^= both;
    }
    let mut exchanged: bool = (great & 256) != 0;
    // Men that are alike but for their colour.
    if (both >> 8) == 1 {
        exchanged = !turn;
        if exchanged {
            small = great;
            great ^= both;
        }
    }
    let of_class: u32 = ((great >> 9) << 5) | ((small >> 9) << 1) | ((both >> 8) & 1);
    let of_kings: u32 = first(white_king) | (first(black_king) << 8);
    let mut squares: u32 = of_kings;
    if exchanged {
        squares = (((of_kings >> 8) | (of_kings << 8)) & 0xffff) ^ 0x3838_3838;
    }
    squares ^= ((small & 63) << 16) | ((great & 63) << 24);
    let mut seen: u64 = wide(squares) | (wide(of_class) << 32);
    if turn != exchanged {
        seen |= 1 << 48;
    }
    seen
}

/// The square of a man.
pub fn square_of(men: u32, at: u32) -> u32 {
    (men >> (8 * at)) & 63
}

/// Whether a pawn can stand on the square of a man.
pub fn is_pawn_square(men: u32, at: u32) -> bool {
    let square: u32 = square_of(men, at);
    square > 7 && square < 56
}

/// The men with the king of the stronger side in the triangle a1-d1-d4.
fn in_triangle(men: u32) -> u32 {
    let flips: u32 = ((men >> 2) & 1) * 7 + ((men >> 5) & 1) * 56;
    let flipped: u32 = men ^ (flips * 0x0101_0101);
    let mut folded: u32 = flipped;
    if (flipped & 7) < ((flipped >> 3) & 7) {
        folded = ((flipped >> 3) & 0x0707_0707) | ((flipped << 3) & 0x3838_3838);
    }
    folded
}

/// The men with the first one besides the kings, a pawn, on the files a to d.
fn on_files(men: u32) -> u32 {
    men ^ (((men >> 18) & 1) * 0x0707_0707)
}

/// The number of the two kings and of one more man without pawns: below 10 times 64 times 64.
pub fn pieces_of_three(men: u32) -> u32 {
    let all: u32 = in_triangle(men);
    let file: u32 = all & 7;
    let lead: u32 = ((file * (file + 1)) >> 1) + ((all >> 3) & 7);
    (lead << 12) | (square_of(all, 1) << 6) | square_of(all, 2)
}

/// The same with two more men: below 10 times 64 times 64 times 64.
pub fn pieces_of_four(men: u32) -> u32 {
    let all: u32 = in_triangle(men);
    let file: u32 = all & 7;
    let lead: u32 = ((file * (file + 1)) >> 1) + ((all >> 3) & 7);
    (lead << 18) | (square_of(all, 1) << 12) | (square_of(all, 2) << 6) | (all >> 24)
}

/// The number of a pawn's square, from 0 on the left half of the second rank.
fn number_of_pawn(square: u32) -> u32 {
    (square >> 3) * 4 + (square & 3) - 4
}

/// The number of kings and a pawn: below 24 times 64 times 64.
pub fn pawn_of_three(men: u32) -> u32 {
    let all: u32 = on_files(men);
    (number_of_pawn(square_of(all, 2)) << 12) | ((all & 63) << 6) | square_of(all, 1)
}

/// The number of kings, a pawn and a piece: below 24 times 64 times 64 times 64.
pub fn pawn_of_four(men: u32) -> u32 {
    let all: u32 = on_files(men);
    let others: u32 = ((all & 63) << 12) | (square_of(all, 1) << 6) | square_of(all, 3);
    (number_of_pawn(square_of(all, 2)) << 18) | others
}

/// The number of kings and two pawns: below 24 times 48 times 64 times 64.
pub fn two_pawns(men: u32) -> u32 {
    let all: u32 = on_files(men);
    let pawns: u32 = number_of_pawn(square_of(all, 2)) * 48 + square_of(all, 3) - 8;
    (pawns << 12) | ((all & 63) << 6) | square_of(all, 1)
}

/// The score where only the stronger side wins: of the side to move.
pub fn score_of_bit(d: Data, begin: u32, number: u32, strong_to_move: bool) -> i32 {
    let wins: i32 = (low(word(d, begin + (number >> 6)) >> (number & 63)) & 1) as i32;
    if strong_to_move {
        return wins;
    }
    -wins
}

/// The score where either side wins.
pub fn score_of_two_bits(d: Data, begin: u32, number: u32) -> i32 {
    let place: u32 = begin + (number >> 5);
    (low(word(d, place) >> (2 * (number & 31))) & 3) as i32 - 1
}

/// KPvKP: whether the opponent's pawn has just made a double step over this square.
pub fn is_passed(men: u32, to: u32) -> bool {
    let is_free: bool = square_of(men, 0) != to && square_of(men, 1) != to;
    let was_free: bool = square_of(men, 0) != to + 8 && square_of(men, 1) != to + 8;
    let ours: u32 = square_of(men, 2);
    is_free
        && was_free
        && (to >> 3) == 5
        && square_of(men, 3) + 8 == to
        && ours != to
        && ours != to + 8
}

/// KPvKP: whether our pawn can take him there.
pub fn takes(men: u32, to: u32) -> bool {
    let ours: u32 = square_of(men, 2);
    (ours >> 3) == 4 && apart(ours & 7, to & 7) == 1
}

/// The men once our pawn has taken him there: kings and a pawn.
pub fn after_capture(men: u32, to: u32) -> u32 {
    (men & 0xffff) | (to << 16)
}

/// The better of our score without the capture and that of the opponent after it.
pub fn better_of(plain: i32, after: i32, can_take: bool) -> i32 {
    if can_take && -after > plain {
        return -after;
    }
    plain
}

/// Whether numbers are squares.
pub fn are_squares(a: u32, b: u32, c: u32, e: u32) -> bool {
    (a | b | c | e) < 64
}

/// The men by their squares.
pub fn men_of(a: u32, b: u32, c: u32, e: u32) -> u32 {
    a | (b << 8) | (c << 16) | (e << 24)
}
