//! Asks the functions of exported tables about every placement of a class. The squares of a
//! placement, 6 bits each in its number, are those of the men in the order of the function for
//! squares. Classes have numbers.
//!
//! `kinds_of` gives the men of a class, 8 bits each: 1 pawn to 6 king, 8 more for the weaker side's,
//! 255 for none. `said_of_board` and `said_of_squares` ask the functions.

/// Stands for what is not asked.
const SKIPPED: i32 = 32767;

/// A man of a class; 255 if there are fewer.
fn kind_at(kinds: u64, man: u32) -> u32 {
    ((kinds >> (8 * man)) & 255) as u32
}

/// How many men a class has.
fn men_of(number: u32) -> u32 {
    if kind_at(kinds_of(number), 3) == 255 {
        return 3;
    }
    4
}

/// How many placements a class has.
fn placements(number: u32) -> u32 {
    1 << (6 * men_of(number))
}

/// The square of a man.
fn square_at(number: u32, at: u32, man: u32) -> u32 {
    (at >> (6 * (men_of(number) - 1 - man))) & 63
}

/// Whether a class has a man.
fn has_man(number: u32, kind: u32) -> bool {
    let kinds = kinds_of(number);
    let mut man: u32 = 2;
    while man < men_of(number) {
        if kind_at(kinds, man) == kind {
            return true;
        }
        man += 1;
    }
    false
}

/// How many questions there are: the bitboard function, the stronger side being White and then
/// Black, and the function for squares; with pawns on both sides the bitboard functions once more,
/// with the square behind a pawn that may just have made a double step.
fn questions(number: u32) -> u32 {
    if has_man(number, 1) && has_man(number, 9) {
        return 5;
    }
    3
}

/// Whether men stand on squares of their own, and pawns where pawns can be.
fn can_be(number: u32, at: u32) -> bool {
    let kinds = kinds_of(number);
    let mut taken: u64 = 0;
    let mut man: u32 = 0;
    while man < men_of(number) {
        let square = square_at(number, at, man);
        let is_pawn = (kind_at(kinds, man) & 7) == 1;
        if ((taken >> square) & 1) != 0 || (is_pawn && (square < 8 || square > 55)) {
            return false;
        }
        taken |= 1 << square;
        man += 1;
    }
    true
}

/// The men of a colour, 0 white and 1 black, or of a kind, 2 kings to 7 pawns.
fn set_of(number: u32, at: u32, which: u32, turned: bool) -> u64 {
    let kinds = kinds_of(number);
    let flip: u32 = if turned { 56 } else { 0 };
    let mut set: u64 = 0;
    let mut man: u32 = 0;
    while man < men_of(number) {
        let kind = kind_at(kinds, man);
        let is_black = (kind > 7) != turned;
        let is_of_color = which < 2 && is_black == (which == 1);
        if is_of_color || 8 - (kind & 7) == which {
            set |= 1 << (square_at(number, at, man) ^ flip);
        }
        man += 1;
    }
    set
}

/// The square behind a pawn that may just have made a double step; 0 if there is none.
fn passed(number: u32, turn: bool, at: u32) -> u32 {
    let kinds = kinds_of(number);
    let mut man: u32 = 2;
    while man < men_of(number) {
        let square = square_at(number, at, man);
        if turn && kind_at(kinds, man) == 9 && (square >> 3) == 4 {
            return square + 8;
        }
        if !turn && kind_at(kinds, man) == 1 && (square >> 3) == 3 {
            return square - 8;
        }
        man += 1;
    }
    0
}

/// What the bitboard function says, the stronger side being White, or Black.
fn of_board(number: u32, turn: bool, at: u32, turned: bool, ep: u32) -> i32 {
    said_of_board(
        set_of(number, at, 0, turned),
        set_of(number, at, 1, turned),
        set_of(number, at, 2, turned),
        set_of(number, at, 3, turned),
        set_of(number, at, 4, turned),
        set_of(number, at, 5, turned),
        set_of(number, at, 6, turned),
        set_of(number, at, 7, turned),
        ep,
        turn != turned,
    )
}

/// The answer to a question.
fn said(number: u32, turn: bool, at: u32, question: u32) -> i32 {
    if !can_be(number, at) {
        return SKIPPED;
    }
    if question == 2 {
        return said_of_squares(number, at, turn);
    }
    let turned = question == 1 || question == 4;
    if question < 2 {
        return of_board(number, turn, at, turned, 0);
    }
    let ep = passed(number, turn, at);
    if ep == 0 {
        return SKIPPED;
    }
    if turned {
        return of_board(number, turn, at, turned, ep ^ 56);
    }
    of_board(number, turn, at, turned, ep)
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
