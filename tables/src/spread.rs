//! Moves of one man from or to a whole set of squares at once.

use shakmaty::Role;

const NOT_A_FILE: u64 = !0x0101_0101_0101_0101;
const NOT_H_FILE: u64 = !0x8080_8080_8080_8080;
const NOT_AB_FILES: u64 = !0x0303_0303_0303_0303;
const NOT_GH_FILES: u64 = !0xc0c0_c0c0_c0c0_c0c0;

/// All squares from which a man can move, without capturing, to a square of
/// `targets`, through and from squares of `empty`.
///
/// Sliding is an occluded fill (Kogge-Stone, as bitboard engines use it): one
/// shift for each direction and power of two instead of one ray for each
/// square. Pawns are excluded because they do not move backwards.
///
/// Always inlined: a loop over many words then becomes vector code of whatever
/// width its caller is compiled for.
#[inline(always)]
pub fn spread(role: Role, targets: u64, empty: u64) -> u64 {
    let reached = match role {
        Role::Pawn => 0,
        Role::Knight => knight(targets),
        Role::King => king(targets),
        Role::Bishop => diagonals(targets, empty),
        Role::Rook => lines(targets, empty),
        Role::Queen => diagonals(targets, empty) | lines(targets, empty),
    };
    reached & empty
}

#[inline(always)]
fn knight(set: u64) -> u64 {
    let one = (set << 1 & NOT_A_FILE) | (set >> 1 & NOT_H_FILE);
    let two = (set << 2 & NOT_AB_FILES) | (set >> 2 & NOT_GH_FILES);
    one << 16 | one >> 16 | two << 8 | two >> 8
}

#[inline(always)]
fn king(set: u64) -> u64 {
    let sides = (set << 1 & NOT_A_FILE) | (set >> 1 & NOT_H_FILE);
    let row = set | sides;
    sides | row << 8 | row >> 8
}

#[inline(always)]
fn lines(set: u64, empty: u64) -> u64 {
    up::<8>(set, empty, !0)
        | down::<8>(set, empty, !0)
        | up::<1>(set, empty, NOT_A_FILE)
        | down::<1>(set, empty, NOT_H_FILE)
}

#[inline(always)]
fn diagonals(set: u64, empty: u64) -> u64 {
    up::<9>(set, empty, NOT_A_FILE)
        | down::<9>(set, empty, NOT_H_FILE)
        | up::<7>(set, empty, NOT_H_FILE)
        | down::<7>(set, empty, NOT_A_FILE)
}

/// One direction towards higher squares; `no_wrap` are the squares that a
/// step can land on.
#[inline(always)]
fn up<const STEP: u32>(set: u64, empty: u64, no_wrap: u64) -> u64 {
    let mut through = empty & no_wrap;
    let mut filled = set;
    filled |= through & filled << STEP;
    through &= through << STEP;
    filled |= through & filled << (2 * STEP);
    through &= through << (2 * STEP);
    filled |= through & filled << (4 * STEP);
    filled << STEP & no_wrap
}

/// One direction towards lower squares.
#[inline(always)]
fn down<const STEP: u32>(set: u64, empty: u64, no_wrap: u64) -> u64 {
    let mut through = empty & no_wrap;
    let mut filled = set;
    filled |= through & filled >> STEP;
    through &= through >> STEP;
    filled |= through & filled >> (2 * STEP);
    through &= through >> (2 * STEP);
    filled |= through & filled >> (4 * STEP);
    filled >> STEP & no_wrap
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::{Bitboard, Color, Square, attacks};

    /// A small generator of test words (xorshift), so that runs repeat.
    fn words(mut state: u64) -> impl Iterator<Item = u64> {
        std::iter::from_fn(move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            Some(state)
        })
    }

    #[test]
    fn agrees_with_square_by_square_attacks() {
        let mut random = words(0x9e37_79b9_7f4a_7c15);
        let mut next = || random.next().unwrap_or_default();
        for _ in 0..2000 {
            let occupied = next() & next() & next();
            let targets = next() & next() & !occupied;
            for role in [
                Role::Knight,
                Role::King,
                Role::Bishop,
                Role::Rook,
                Role::Queen,
            ] {
                let expected: Bitboard = Square::ALL
                    .into_iter()
                    .filter(|&from| {
                        let reach =
                            attacks::attacks(from, role.of(Color::White), Bitboard(occupied));
                        !Bitboard(occupied).contains(from) && reach.intersects(Bitboard(targets))
                    })
                    .collect();
                assert_eq!(spread(role, targets, !occupied), expected.0, "{role:?}");
            }
        }
    }
}
