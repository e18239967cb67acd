//! Asks the functions of an exported file, for a program that reads questions.
//!
//! A question is ten words of 64 bits, for up to 64 positions that differ in the square of one man,
//! the last. The first word says what is asked: in its lowest byte the number of the class, in the
//! next ones whether it is asked by squares, who is to move (1 for White), the en passant square,
//! which of the sets the last man belongs to, and what his square is exclusive-ored with. Eight
//! words are the bitboards without him: white, black, kings, queens, rooks, bishops, knights and
//! pawns; by squares the first of them has the squares of the other men, a byte each. The last
//! word has the squares that the last man is asked on. The answer for each is 16 bits.
//!
//! `said_of_board` and `said_of_squares` ask the functions.

use super::asked::{said_of_board, said_of_squares};

/// A byte of a word.
fn byte_at(word: u64, at: u32) -> u32 {
    ((word >> (8 * at)) & 255) as u32
}

/// A set, with the last man if he belongs to it.
fn with_last(set: u64, what: u64, which: u32, last: u32) -> u64 {
    if ((byte_at(what, 4) >> which) & 1) != 0 {
        return set | (1 << ((last ^ byte_at(what, 5)) & 63));
    }
    set
}

/// The answer to a question, with the last man on this square.
fn said(
    what: u64,
    white: u64,
    black: u64,
    kings: u64,
    queens: u64,
    rooks: u64,
    bishops: u64,
    knights: u64,
    pawns: u64,
    last: u32,
) -> i32 {
    let turn = byte_at(what, 2) != 0;
    if byte_at(what, 1) != 0 {
        return said_of_squares(byte_at(what, 0), white, last, turn);
    }
    said_of_board(
        with_last(white, what, 0, last),
        with_last(black, what, 1, last),
        with_last(kings, what, 2, last),
        with_last(queens, what, 3, last),
        with_last(rooks, what, 4, last),
        with_last(bishops, what, 5, last),
        with_last(knights, what, 6, last),
        with_last(pawns, what, 7, last),
        byte_at(what, 3),
        turn,
    )
}

/// One number of two: how the game ends, and in how many plies.
fn both(wdl: i32, plies: i32) -> i32 {
    if wdl != 0 && wdl != 2 {
        return wdl * (1000 - plies);
    }
    if plies == -1 {
        return wdl;
    }
    1
}

/// One number of two: whether the side to move can mate, and whether the other side can.
fn sides(own: i32, others: i32) -> i32 {
    4 * own + others
}

/// The results that are left, as `probe_results` adds them up.
fn left(is_draw: bool) -> i32 {
    if is_draw {
        return 2;
    }
    7
}
