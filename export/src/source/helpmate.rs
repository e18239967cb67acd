//! Who can still give mate, with the help of the other side.
//!
//! A position is a word, 12 bits a man: his square, above it his kind (0 king, 1 pawn, 2 knight,
//! 3 bishop, 4 rook, 5 queen), above that whether he is the opponent's. First the king of the side
//! to move, then the other king, then the other men, the greatest number first. The side to move
//! moves up the board.
//!
//! An answer has two bits: 1 if the side to move can mate, 2 if the other side can.
//!
//! Captures are tried, and whether there is a quiet move. If there is none, captures, mate or
//! stalemate decide. If there is one, the material decides: what nearly all of its positions
//! have, and a list of the others, by their numbers.

use super::{
    intrinsics::{Data, first, word},
    probe::{
        THEIRS, UNKNOWN, attacks, bit, half, is_theirs, kind, kind_on, low, rest, square, wide,
    },
};

/// The bit of an answer that says that there is a legal move.
const MOVES: u32 = 4;

/// A man of a position, 0 if there is none.
fn figure(men: u64, at: u32) -> u32 {
    low(men >> (12 * at)) & 0xfff
}

/// The squares of all men.
fn all_squares(men: u64) -> u64 {
    let mut set: u64 = bit(square(figure(men, 0))) | bit(square(figure(men, 1)));
    let mut left: u64 = men >> 24;
    while left != 0 {
        set |= bit(low(left) & 63);
        left >>= 12;
    }
    set
}

/// Whether a man belongs to the side to move.
fn is_ours(men: u64, at: u32) -> bool {
    let one: u32 = figure(men, at);
    at == 0 || (one != 0 && !is_theirs(one))
}

/// The position with the greater one of two men, none of them a king, first.
fn exchanged_men(men: u64, at: u32) -> u64 {
    let one: u32 = figure(men, at);
    let other: u32 = figure(men, at + 1);
    if one >= other {
        return men;
    }
    men ^ (wide(one ^ other) << (12 * at)) ^ (wide(one ^ other) << (12 * at + 12))
}

/// The position with its men in their order.
pub fn in_order(men: u64) -> u64 {
    exchanged_men(exchanged_men(exchanged_men(men, 2), 3), 2)
}

/// The same position with the other side to move.
fn other_side(men: u64) -> u64 {
    let mut turned: u64 = ((men >> 12) & 0xfff) | ((men & 0xfff) << 12);
    turned |= men & 0xfff_ffff_ff00_0000;
    let mut at: u32 = 0;
    while at < 5 {
        if at < 2 || figure(men, at) != 0 {
            turned ^= 0x238 << (12 * at);
        }
        at += 1;
    }
    in_order(turned)
}

/// The same answer for the other side to move.
fn other_answer(answer: u32) -> u32 {
    ((answer & 1) << 1) | ((answer >> 1) & 1)
}

/// Whether the king of the side to move is attacked.
fn is_in_check(men: u64) -> bool {
    let set: u64 = all_squares(men);
    let mut at: u32 = 1;
    while at < 5 {
        let by: u32 = figure(men, at);
        if is_theirs(by) && attacks(by, square(figure(men, 0)), set) {
            return true;
        }
        at += 1;
    }
    false
}

/// The position after a man went to a square as this kind of man, still seen from his side.
fn after_move(men: u64, mover: u32, to: u32, kind: u32) -> u64 {
    let moved: u32 = (kind << 6) | to;
    let mut after: u64 = men ^ (wide(figure(men, mover) ^ moved) << (12 * mover));
    let mut at: u32 = 2;
    while at < 5 {
        if is_theirs(figure(men, at)) && square(figure(men, at)) == to {
            after ^= wide(figure(men, at)) << (12 * at);
        }
        at += 1;
    }
    in_order(after)
}

/// Whether a man of the side to move can go to a square that is empty.
fn can_go(man: u32, to: u32, set: u64) -> bool {
    if kind(man) != 1 {
        return attacks(man, to, set);
    }
    let from: u32 = square(man);
    to == from + 8 || (to == from + 16 && from < 16 && (set & bit(from + 8)) == 0)
}

/// Whether there is a legal move that takes nothing.
pub fn has_quiet_move(men: u64) -> bool {
    let set: u64 = all_squares(men);
    let mut mover: u32 = 0;
    while mover < 5 {
        let by: u32 = figure(men, mover);
        let mut to: u32 = 0;
        while is_ours(men, mover) && to < 64 {
            let goes: bool = (set & bit(to)) == 0 && can_go(by, to, set);
            if goes && !is_in_check(after_move(men, mover, to, kind(by))) {
                return true;
            }
            to += 1;
        }
        mover += 1;
    }
    false
}

/// What captures lead to, and whether there are any.
pub fn answer_of_captures(d: Data, men: u64) -> u32 {
    let mut found: u32 = 0;
    let set: u64 = all_squares(men);
    let mut taken: u32 = 2;
    while taken < 5 {
        let to: u32 = square(figure(men, taken));
        let mut mover: u32 = 0;
        while is_theirs(figure(men, taken)) && mover < 5 {
            let by: u32 = figure(men, mover);
            let mut kind_after: u32 = kind(by);
            let mut last_kind: u32 = kind_after;
            if kind_after == 1 && to > 55 {
                kind_after = 2;
                last_kind = 5;
            }
            while is_ours(men, mover) && kind_after <= last_kind && attacks(by, to, set) {
                found |= answer_after(d, after_move(men, mover, to, kind_after));
                kind_after += 1;
            }
            mover += 1;
        }
        taken += 1;
    }
    found
}

/// What a move leads to; nothing if it is not legal.
fn answer_after(d: Data, after: u64) -> u32 {
    if is_in_check(after) {
        return 0;
    }
    MOVES | other_answer(answer(d, other_side(after)))
}

/// The answer for a position without en passant right.
fn answer(d: Data, men: u64) -> u32 {
    if figure(men, 2) == 0 {
        return 0;
    }
    decided(men, answer_of_moves(d, men))
}

/// What moves lead to, and whether there are any.
fn answer_of_moves(d: Data, men: u64) -> u32 {
    let found: u32 = answer_of_captures(d, men);
    if has_quiet_move(men) {
        return found | MOVES | stored_answer(d, men);
    }
    found
}

/// The answer by what moves lead to. Without any, the other side has mated if there is check.
fn decided(men: u64, found: u32) -> u32 {
    if (found & MOVES) != 0 {
        return found & 3;
    }
    if is_in_check(men) {
        return 2;
    }
    0
}

/// The same for a position in which a pawn may be taken en passant.
fn answer_with_en_passant(d: Data, men: u64, to: u32) -> u32 {
    let set: u64 = all_squares(men);
    let mut found: u32 = answer_of_moves(d, men);
    let mut taken: u32 = 2;
    while taken < 5 {
        let passed: u32 = figure(men, taken);
        let mut mover: u32 = 2;
        while passed == (to - 8 + 64 + THEIRS) && mover < 5 {
            let by: u32 = figure(men, mover);
            if kind(by) == 1 && !is_theirs(by) && attacks(by, to, set) {
                let without: u64 = men ^ (wide(passed) << (12 * taken));
                let moved: u64 = without ^ (wide(square(by) ^ to) << (12 * mover));
                found |= answer_after(d, in_order(moved));
            }
            mover += 1;
        }
        taken += 1;
    }
    decided(men, found)
}

/// Whether a pawn of the other side may just have made a double step over a square.
fn is_behind_pawn(men: u64, to: u32) -> bool {
    if (to >> 3) != 5 || (all_squares(men) & (bit(to) | bit(to + 8))) != 0 {
        return false;
    }
    let mut at: u32 = 2;
    while at < 5 {
        if figure(men, at) == (to - 8 + 64 + THEIRS) {
            return true;
        }
        at += 1;
    }
    false
}

/// How many numbers of 32 bits, in ascending order, are below one.
fn below(d: Data, base: u32, count: u32, number: u32) -> u32 {
    let mut from: u32 = 0;
    let mut to: u32 = count;
    while from < to {
        let middle: u32 = (from + to) >> 1;
        if half(d, base, middle) < number {
            from = middle + 1;
        } else {
            to = middle;
        }
    }
    from
}

/// The number of the material of a position, with one side to move: 4 bits for each man.
pub fn material_of(men: u64) -> u32 {
    ((figure(men, 2) >> 6) << 8) | ((figure(men, 3) >> 6) << 4) | (figure(men, 4) >> 6)
}

/// The record of the material of a position; 0 if there is none.
fn record_of_material(d: Data, men: u64) -> u64 {
    let count: u32 = low(word(d, 0));
    let material: u32 = material_of(men);
    let at: u32 = below(d, 1, count, material);
    if at == count || half(d, 1, at) != material {
        return 0;
    }
    word(d, 1 + ((count + 1) >> 1) + at)
}

/// Whether all bishops stand on squares of one colour.
pub fn has_one_color(men: u64) -> bool {
    let mut colors: u32 = 0;
    let mut at: u32 = 2;
    while at < 5 {
        let one: u32 = figure(men, at);
        if kind(one) == 3 {
            colors |= 1 + ((one ^ (one >> 3)) & 1);
        }
        at += 1;
    }
    colors != 3
}

/// The position mirrored: 1 at the files, 2 at the ranks, 4 at the diagonal.
fn image_of(men: u64, mirror: u32) -> u64 {
    let flips: u32 = (mirror & 1) * 7 + (mirror & 2) * 28;
    let mut image: u64 = 0;
    let mut at: u32 = 0;
    while at < 5 {
        let one: u32 = figure(men, at);
        let mut to: u32 = square(one) ^ flips;
        if (mirror & 4) != 0 {
            to = (to >> 3) | ((to & 7) << 3);
        }
        if at < 2 || one != 0 {
            image |= wide((one & 0xfc0) | to) << (12 * at);
        }
        at += 1;
    }
    in_order(image)
}

/// The number of a position among those of its material: the least of its mirror images.
pub fn least_number(men: u64) -> u32 {
    let mut has_pawn: bool = false;
    let mut least: u32 = 0xffff_ffff;
    let mut mirror: u32 = 0;
    while mirror < 8 && (mirror < 2 || !has_pawn) {
        let image: u64 = image_of(men, mirror);
        let mut number: u32 = 0;
        let mut at: u32 = 0;
        while at < 5 {
            let one: u32 = figure(image, at);
            number = number * 64 + square(one);
            has_pawn = has_pawn || kind(one) == 1;
            at += 1;
        }
        if number < least {
            least = number;
        }
        mirror += 1;
    }
    least
}

/// What is stored for a position.
fn stored_answer(d: Data, men: u64) -> u32 {
    let record: u64 = record_of_material(d, men);
    let begin: u32 = low(record);
    let count: u32 = low(record >> 32) & 0xfff_ffff;
    let number: u32 = least_number(men) * 4;
    let at: u32 = below(d, begin, count, number);
    if at < count && (half(d, begin, at) ^ number) < 4 {
        return half(d, begin, at) & 3;
    }
    if has_one_color(men) {
        return low(record >> 62) & 3;
    }
    low(record >> 60) & 3
}

/// Whether kings are apart and pawns where pawns can be.
fn is_possible(men: u64) -> bool {
    let theirs: u32 = square(figure(men, 1));
    if square(figure(men, 0)) == theirs || attacks(figure(men, 0), theirs, 0) {
        return false;
    }
    let mut at: u32 = 2;
    while at < 5 {
        let one: u32 = figure(men, at);
        if kind(one) == 1 && (square(one) < 8 || square(one) > 55) {
            return false;
        }
        at += 1;
    }
    true
}

/// Whether a side, White if it is asked about, can mate in a position by its bitboards: 1 or 0,
/// or that it is not known. The turned board has Black to move.
pub fn mates_of_board(
    d: Data,
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
    side: bool,
) -> i32 {
    let all: u64 = white | black;
    if rest(rest(rest(rest(rest(all))))) != 0 || castling != 0 || (white & black) != 0 || ep > 63 {
        return UNKNOWN;
    }
    let mut us: u64 = white;
    let mut flip: u32 = 0;
    if !turn {
        us = black;
        flip = 56;
    }
    let our_king: u64 = kings & us;
    let their_king: u64 = kings & (all ^ us);
    if our_king == 0 || rest(our_king) != 0 || their_king == 0 || rest(their_king) != 0 {
        return UNKNOWN;
    }
    let mut men: u64 = wide(first(our_king) ^ flip);
    men |= wide((first(their_king) ^ flip) | THEIRS) << 12;
    let mut left: u64 = all ^ our_king ^ their_king;
    let mut shift: u32 = 24;
    while left != 0 {
        let on: u64 = left ^ rest(left);
        let kind: u32 = kind_on(on, queens, rooks, bishops, knights, pawns);
        let mut one: u32 = (first(on) ^ flip) | (kind << 6);
        if (on & us) == 0 {
            one |= THEIRS;
        }
        if kind == 0 {
            return UNKNOWN;
        }
        men |= wide(one) << shift;
        shift += 12;
        left = rest(left);
    }
    men = in_order(men);
    let is_known: bool = figure(men, 2) == 0 || record_of_material(d, men) != 0;
    if !is_known || !is_possible(men) || (ep != 0 && !is_behind_pawn(men, ep ^ flip)) {
        return UNKNOWN;
    }
    let mut found: u32 = if ep != 0 {
        answer_with_en_passant(d, men, ep ^ flip)
    } else {
        answer(d, men)
    };
    if side != turn {
        found = other_answer(found);
    }
    (found & 1) as i32
}

/// 1 if a side can mate, 0 if not, -1 if that is not known.
pub fn can_mate_of(found: i32) -> i32 {
    if found == UNKNOWN {
        return -1;
    }
    found
}
