//! A position is a word, 16 bits a man: his square, above it his kind (0 king, 1 pawn,
//! 2 knight, 3 bishop, 4 rook, 5 queen), above that whether he is the opponent's. First the king
//! of the side to move, then the other king, then the other men, the greatest number first. The
//! side to move moves up the board.
//!
//! A score is above 0 if the side to move wins, below if it loses. Where distances are known, a
//! win in n plies is 1000 - n, a loss in n plies n - 1000.
//!
//! Captures are tried before the data are asked, which hold a lower bound where a capture is best.

use super::intrinsics::{Data, first, word};

/// No score, or no position.
pub const UNKNOWN: i32 = -2000;
/// The bit of the opponent's men.
pub const THEIRS: u32 = 512;

/// The set of one square.
pub fn bit(square: u32) -> u64 {
    1 << (square & 63)
}

/// A set without its lowest square.
pub fn rest(set: u64) -> u64 {
    set & set.wrapping_sub(1)
}

/// The lower half of a word.
pub fn low(word: u64) -> u32 {
    (word & 0xffff_ffff) as u32
}

/// A number as a word.
pub fn wide(number: u32) -> u64 {
    number as u64
}

/// A number of 16 bits with its sign.
fn signed(number: u32) -> i32 {
    (number & 0x7fff) as i32 - (number & 0x8000) as i32
}

/// A man of a position.
pub fn man(men: u64, at: u32) -> u32 {
    low(men >> (16 * at)) & 0xffff
}

/// The square of a man.
pub fn square(man: u32) -> u32 {
    man & 63
}

/// The kind of a man.
pub fn kind(man: u32) -> u32 {
    (man >> 6) & 7
}

/// Whether a man is there and the opponent's.
pub fn is_theirs(man: u32) -> bool {
    (man & THEIRS) != 0
}

/// All squares with a man.
fn occupied(men: u64) -> u64 {
    let mut set: u64 = 0;
    let mut left: u64 = men;
    while left != 0 {
        set |= bit(low(left) & 63);
        left >>= 16;
    }
    set
}

/// The distance of two numbers.
pub fn apart(a: u32, b: u32) -> u32 {
    if a < b {
        return b - a;
    }
    a - b
}

/// Whether nothing stands between two squares of a line.
fn is_free(from: u32, to: u32, occupied: u64) -> bool {
    let files: u32 = apart(from & 7, to & 7);
    let ranks: u32 = apart(from >> 3, to >> 3);
    let mut step: u32 = 0;
    if ranks != 0 {
        step = 8;
    }
    if files != 0 {
        if ((from & 7) < (to & 7)) == (from < to) {
            step += 1;
        } else {
            step = apart(step, 1);
        }
    }
    let mut low_end: u32 = from;
    let mut high_end: u32 = to;
    if to < from {
        low_end = to;
        high_end = from;
    }
    low_end += step;
    while low_end < high_end {
        if (occupied & bit(low_end)) != 0 {
            return false;
        }
        low_end += step;
    }
    true
}

/// Whether a man attacks a square.
pub fn attacks(man: u32, to: u32, occupied: u64) -> bool {
    let from: u32 = square(man);
    let files: u32 = apart(from & 7, to & 7);
    let ranks: u32 = apart(from >> 3, to >> 3);
    let kind: u32 = kind(man);
    if kind == 0 {
        return files <= 1 && ranks <= 1 && from != to;
    }
    if kind == 1 {
        return files == 1 && ranks == 1 && (from < to) != is_theirs(man);
    }
    if kind == 2 {
        return files * ranks == 2;
    }
    if files == ranks {
        return kind != 4 && files != 0 && is_free(from, to, occupied);
    }
    kind != 3 && (files == 0 || ranks == 0) && is_free(from, to, occupied)
}

/// Whether the opponent of the side to move attacks a king on a square.
fn is_attacked(men: u64, at: u32) -> bool {
    let set: u64 = occupied(men);
    (is_theirs(man(men, 1)) && attacks(man(men, 1), at, set))
        || (is_theirs(man(men, 2)) && attacks(man(men, 2), at, set))
        || (is_theirs(man(men, 3)) && attacks(man(men, 3), at, set))
}

/// The last two men in their order.
fn sorted(men: u64) -> u64 {
    let a: u32 = man(men, 2);
    let b: u32 = man(men, 3);
    if (a >> 6) < (b >> 6) {
        return (men & 0xffff_ffff) | (wide(b) << 32) | (wide(a) << 48);
    }
    men
}

/// The same position with the other side to move.
pub fn turned(men: u64) -> u64 {
    let mut turned: u64 = (men >> 16) & 0xffff;
    turned |= (men & 0xffff) << 16;
    turned |= men & 0xffff_ffff_0000_0000;
    turned ^= 0x0238_0238;
    if man(men, 2) != 0 {
        turned ^= 0x0238_0000_0000;
    }
    if man(men, 3) != 0 {
        turned ^= 0x0238_0000_0000_0000;
    }
    sorted(turned)
}

/// What the side to move has if its man goes to a square, where a man, himself if there is none,
/// leaves the board.
fn score_after(d: Data, men: u64, mover: u32, to: u32, taken: u32) -> i32 {
    let mut after: u64 = men ^ (wide(square(man(men, mover)) ^ to) << (16 * mover));
    if taken != mover {
        after ^= wide(man(men, taken)) << (16 * taken);
    }
    after = sorted(after);
    if is_attacked(after, square(man(after, 0))) {
        return UNKNOWN;
    }
    let score: i32 = score(d, turned(after));
    // With distances it is one ply farther.
    score / 501 - score
}

/// The best that a capture gives, pawns that are promoted by it left out.
pub fn best_capture(d: Data, men: u64) -> i32 {
    let mut best: i32 = UNKNOWN;
    let set: u64 = occupied(men);
    let mut taken: u32 = 2;
    while taken < 4 {
        let to: u32 = square(man(men, taken));
        let mut mover: u32 = 0;
        while mover < 4 && is_theirs(man(men, taken)) {
            let by: u32 = man(men, mover);
            let is_man: bool = !is_theirs(by) && (by != 0 || mover == 0);
            if is_man && (kind(by) != 1 || to < 56) && attacks(by, to, set) {
                let score: i32 = score_after(d, men, mover, to, taken);
                if score > best {
                    best = score;
                }
            }
            mover += 1;
        }
        taken += 1;
    }
    best
}

/// A number of 16 bits.
fn quarter(d: Data, base: u32, at: u32) -> u32 {
    low(word(d, base + (at >> 2)) >> (16 * (at & 3))) & 0xffff
}

/// A number of 32 bits.
pub fn half(d: Data, base: u32, at: u32) -> u32 {
    low(word(d, base + (at >> 1)) >> (32 * (at & 1)))
}

/// The number of the material of a position: 11 kinds of men, none among them, in two places.
pub fn place_of(men: u64) -> u32 {
    let mut a: u32 = man(men, 2) >> 6;
    let mut b: u32 = man(men, 3) >> 6;
    if a > 5 {
        a -= 3;
    }
    if b > 5 {
        b -= 3;
    }
    11 * a + b
}

/// Where the record of the class of a position begins, with this side to move. 0 if there is none.
fn record_of(d: Data, men: u64) -> u32 {
    let place: u32 = place_of(men);
    let number: u32 = low(word(d, 1 + (place >> 3)) >> (8 * (place & 7))) & 255;
    if number == 0 {
        return 0;
    }
    half(d, 17, number - 1)
}

/// The men with the symmetries of the board folded away that a record says: the leading man on the
/// files a to d, without pawns in the triangle a1-d1-d4.
fn folded(record: u64, men: u64) -> u64 {
    let lead: u32 = square(man(men, low(record) & 3));
    let mut flips: u32 = 0;
    if (lead & 7) > 3 {
        flips = 7;
    }
    if (record & 256) != 0 {
        return men ^ (wide(flips) * 0x0001_0001_0001_0001);
    }
    if lead > 31 {
        flips |= 0x38;
    }
    let flipped: u64 = men ^ (wide(flips) * 0x0001_0001_0001_0001);
    // Who decides what is above the diagonal: the first who does not stand on it.
    let deciding: u32 = low(record >> 13) & 7;
    let mut tie: u32 = lead ^ flips;
    let mut next: u32 = 0;
    while (tie & 7) == (tie >> 3) && next < deciding {
        tie = square(man(flipped, next));
        next += 1;
    }
    if (tie & 7) >= (tie >> 3) {
        return flipped;
    }
    let ranks: u64 = (flipped >> 3) & 0x0007_0007_0007_0007;
    let files: u64 = (flipped << 3) & 0x0038_0038_0038_0038;
    (flipped & 0xffc0_ffc0_ffc0_ffc0) | ranks | files
}

/// The number of a position among all of its record.
pub fn number_of(record: u64, men: u64) -> u32 {
    let mut all: u64 = folded(record, men);
    let like: bool = (record & 512) != 0;
    if like && square(man(all, 2)) > square(man(all, 3)) {
        all = (all & 0xffff_ffff) | ((all >> 16) & 0xffff_0000_0000) | (wide(man(all, 2)) << 48);
    }
    let lead: u32 = square(man(all, low(record) & 3));
    let file: u32 = lead & 7;
    let mut number: u32 = ((file * (file + 1)) >> 1) + (lead >> 3);
    if (record & 256) != 0 {
        number = (lead >> 3) * 4 + file;
    }
    let count: u32 = low(record >> 10) & 7;
    let mut place: u32 = 1;
    while place < count {
        number = number * 64 + square(man(all, low(record >> (2 * place)) & 3));
        place += 1;
    }
    number
}

/// The entry of a record with a number: the block of 256 bits that has it is decoded up to it.
pub fn entry(d: Data, record: u32, number: u32) -> i32 {
    let head: u64 = word(d, record);
    if (head & 0x20_0000) != 0 {
        return signed(low(head >> 48));
    }
    let spans: u32 = low(word(d, record + 1) >> 32);
    let starts: u32 = low(word(d, record + 2));
    // Which block: of those that start among the same 65536 numbers the last that does so in time.
    let mut span: u32 = number >> 16;
    let mut from: u32 = quarter(d, spans, span);
    let mut to: u32 = quarter(d, spans, span + 1);
    while from < to {
        let middle: u32 = (from + to) >> 1;
        if quarter(d, starts, middle) <= (number & 0xffff) {
            from = middle + 1;
        } else {
            to = middle;
        }
    }
    if from == 0 {
        return UNKNOWN;
    }
    let block: u32 = from - 1;
    while span != 0 && quarter(d, spans, span) > block {
        span -= 1;
    }
    let skipped: u32 = number - ((span << 16) | quarter(d, starts, block));
    let bits: u32 = low(word(d, record + 2) >> 32) + 4 * block;
    decoded(d, record, bits, skipped)
}

/// How many entries a symbol stands for.
fn length_of(symbol: u32) -> u32 {
    let coded: u32 = symbol >> 24;
    if coded < 240 {
        return coded + 1;
    }
    low(bit(coded - 232))
}

/// The entry of a block after this many others.
fn decoded(d: Data, record: u32, block: u32, skipped: u32) -> i32 {
    let shortest: u32 = low(word(d, record) >> 16) & 31;
    let symbols: u32 = low(word(d, record + 1));
    let mut left: u32 = skipped;
    let mut at: u32 = 0;
    let mut symbol: u32 = 0;
    let mut is_found: bool = false;
    while !is_found {
        let mut bits: u64 = word(d, block + (at >> 6)) << (at & 63);
        if (at & 63) != 0 {
            bits |= word(d, block + (at >> 6) + 1) >> (64 - (at & 63));
        }
        // The first length whose codes are not above these bits.
        let code: u32 = low(bits >> 32);
        let mut length: u32 = shortest;
        let mut group: u64 = word(d, record + 4);
        while code < low(group) {
            length += 1;
            group = word(d, record + 4 + length - shortest);
        }
        let behind: u32 = (code - low(group)) >> (32 - (length & 31));
        symbol = half(d, symbols, low(group >> 32) + behind);
        if left < length_of(symbol) {
            is_found = true;
        } else {
            left -= length_of(symbol);
            at += length;
        }
    }
    // A symbol stands for two others, or for a value; damaged ones must not lead in circles.
    let mut depth: u32 = 0;
    while (symbol & 0xfff) != 0xfff && depth < 4096 {
        depth += 1;
        let before: u32 = half(d, symbols, symbol & 0xfff);
        if left < length_of(before) {
            symbol = before;
        } else {
            left -= length_of(before);
            symbol = half(d, symbols, (symbol >> 12) & 0xfff);
        }
    }
    signed(quarter(d, low(word(d, record + 3)), (symbol >> 12) & 0xfff))
}

/// The score of a position without en passant right.
pub fn score(d: Data, men: u64) -> i32 {
    if man(men, 2) == 0 {
        return 0;
    }
    let record: u32 = record_of(d, men);
    if record == 0 {
        return UNKNOWN;
    }
    let best: i32 = best_capture(d, men);
    // Nothing can be better.
    if best >= signed(low(word(d, 0))) {
        return best;
    }
    let stored: i32 = entry(d, record, number_of(word(d, record), men));
    if stored > best {
        return stored;
    }
    best
}

/// The score of a position in which a pawn may be taken en passant.
pub fn score_with_en_passant(d: Data, men: u64, to: u32) -> i32 {
    let set: u64 = occupied(men);
    let mut best: i32 = score(d, men);
    if best == UNKNOWN || (to >> 3) != 5 || (set & (bit(to) | bit(to + 8))) != 0 {
        return UNKNOWN;
    }
    let mut taken: u32 = 2;
    while taken < 4 && man(men, taken) != (to - 8 + 64 + THEIRS) {
        taken += 1;
    }
    if taken == 4 {
        return UNKNOWN;
    }
    let mut mover: u32 = 2;
    while mover < 4 {
        let by: u32 = man(men, mover);
        if kind(by) == 1 && !is_theirs(by) && attacks(by, to, set) {
            let score: i32 = score_after(d, men, mover, to, taken);
            if score > best {
                best = score;
            }
        }
        mover += 1;
    }
    best
}

/// Whether a position may be looked up: kings apart, pawns where pawns can be.
fn is_sound(men: u64) -> bool {
    let ours: u32 = square(man(men, 0));
    let theirs: u32 = square(man(men, 1));
    if ours == theirs || attacks(man(men, 0), theirs, 0) {
        return false;
    }
    let mut at: u32 = 2;
    while at < 4 {
        let one: u32 = man(men, at);
        if kind(one) == 1 && (square(one) < 8 || square(one) > 55) {
            return false;
        }
        at += 1;
    }
    true
}

/// The kind of the man on a square by the sets of pawns, knights, bishops, rooks and queens.
pub fn kind_on(on: u64, queens: u64, rooks: u64, bishops: u64, knights: u64, pawns: u64) -> u32 {
    if (pawns & on) != 0 {
        return 1;
    }
    if (knights & on) != 0 {
        return 2;
    }
    if (bishops & on) != 0 {
        return 3;
    }
    if (rooks & on) != 0 {
        return 4;
    }
    if (queens & on) != 0 {
        return 5;
    }
    0
}

/// The score of a position by its bitboards. The turned board has Black to move.
pub fn score_of_board(
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
) -> i32 {
    let all: u64 = white | black;
    if rest(rest(rest(rest(all)))) != 0 || castling != 0 || (white & black) != 0 || ep > 63 {
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
    men |= wide((first(their_king) ^ flip) | THEIRS) << 16;
    let mut left: u64 = all ^ our_king ^ their_king;
    let mut shift: u32 = 32;
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
        shift += 16;
        left = rest(left);
    }
    if !is_sound(men) {
        return UNKNOWN;
    }
    if ep != 0 {
        return score_with_en_passant(d, sorted(men), ep ^ flip);
    }
    score(d, sorted(men))
}

/// The score of a class, the stronger side as White, by the squares of its men.
pub fn score_of_squares(
    d: Data,
    kinds: u64,
    a: u32,
    b: u32,
    c: u32,
    e: u32,
    strong_to_move: bool,
) -> i32 {
    let squares: u64 = wide(a) | (wide(b) << 16) | (wide(c) << 32) | (wide(e) << 48);
    let men: u64 = sorted(kinds | squares);
    if (a | b | c | e) > 63 || !is_sound(men) {
        return UNKNOWN;
    }
    if strong_to_move {
        return score(d, men);
    }
    score(d, turned(men))
}

/// 1 for a win, 0 for a draw, -1 for a loss, 2 if that is not known.
pub fn wdl_of(score: i32) -> i32 {
    if score == UNKNOWN {
        return 2;
    }
    if score > 0 {
        return 1;
    }
    if score < 0 {
        return -1;
    }
    0
}

/// 1 for a draw, 0 for a win or loss, -1 if that is not known.
pub fn draw_of(score: i32) -> i32 {
    if score == UNKNOWN {
        return -1;
    }
    if score == 0 {
        return 1;
    }
    0
}

/// Plies to mate, -1 for a draw or if that is not known.
pub fn dtm_of(score: i32) -> i32 {
    if score == UNKNOWN || score == 0 {
        return -1;
    }
    if score > 0 {
        return 1000 - score;
    }
    1000 + score
}
