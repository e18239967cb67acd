//! Where the men of a group can stand, in the order in which a Syzygy index numbers it.

use shakmaty::{File, Square};

/// The squares of the triangle b1-d1-d3 and of the diagonal from a1 to d4.
const TRIANGLE: [u8; 6] = [1, 2, 3, 10, 11, 19];
const DIAGONAL: [u8; 8] = [0, 9, 18, 27, 36, 45, 54, 63];

fn is_below(square: u8) -> bool {
    square & 7 > square >> 3
}

/// Three different men, folded by the symmetries of the board: the first in the triangle
/// a1-d1-d4; the first that is not on the diagonal below it.
pub fn three_men() -> Vec<[u8; 4]> {
    let mut found = Vec::new();
    let below = || (0..64).filter(|&square| is_below(square));
    for first in TRIANGLE {
        for second in (0..64).filter(|&square| square != first) {
            let others = (0..64).filter(|&square| square != first && square != second);
            found.extend(others.map(|third| [first, second, third, 0]));
        }
    }
    for &first in &DIAGONAL[..4] {
        for second in below() {
            let others = (0..64).filter(|&square| square != first && square != second);
            found.extend(others.map(|third| [first, second, third, 0]));
        }
    }
    let on_diagonal = |first: u8| DIAGONAL.into_iter().filter(move |&square| square != first);
    for &first in &DIAGONAL[..4] {
        for second in on_diagonal(first) {
            found.extend(below().map(|third| [first, second, third, 0]));
        }
    }
    for &first in &DIAGONAL[..4] {
        for second in on_diagonal(first) {
            let others = on_diagonal(first).filter(|&square| square != second);
            found.extend(others.map(|third| [first, second, third, 0]));
        }
    }
    found
}

/// Two kings that do not touch, folded by the symmetries of the board.
pub fn two_kings() -> Vec<[u8; 4]> {
    let mut found = Vec::new();
    let apart =
        |first: u8, second: u8| Square::new(first.into()).distance(Square::new(second.into())) > 1;
    for first in TRIANGLE {
        found.extend(
            (0..64)
                .filter(|&second| apart(first, second))
                .map(|second| [first, second, 0, 0]),
        );
    }
    for &first in &DIAGONAL[..4] {
        let below = (0..64).filter(|&second| is_below(second) && apart(first, second));
        found.extend(below.map(|second| [first, second, 0, 0]));
    }
    for &first in &DIAGONAL[..4] {
        let on_it = DIAGONAL.into_iter().filter(|&second| apart(first, second));
        found.extend(on_it.map(|second| [first, second, 0, 0]));
    }
    found
}

/// Pawns of one colour of which the first, the one nearest to the edge, stands on a file,
/// and the others on squares that come after it.
pub fn leading_pawns(count: usize, file: File) -> Vec<[u8; 4]> {
    let mut found = Vec::new();
    for rank in 1..7_u8 {
        let first = 8 * rank + file as u8;
        let after = pawn_squares()
            .iter()
            .position(|&square| square == first)
            .unwrap_or(0);
        for others in subsets(count - 1, after) {
            let mut placement = [first, 0, 0, 0];
            for (to, other) in placement[1..count].iter_mut().zip(others) {
                *to = pawn_squares()[usize::from(other)];
            }
            found.push(placement);
        }
    }
    found
}

/// The squares of pawns, those nearest to the middle of a rank first, and of those the ones
/// nearest to promotion.
fn pawn_squares() -> [u8; 48] {
    std::array::from_fn(|at| {
        let at = at as u8;
        // d and e, then c and f, and so on.
        let (pair, rest) = (at / 12, at % 12);
        let (rank, is_left) = (6 - rest / 2, rest % 2 == 1);
        let file = if is_left { 3 - pair } else { 4 + pair };
        8 * rank + file
    })
}

/// All ascending subsets of `count` of the numbers below `of`, those with the smallest
/// greatest number first, and so on down.
pub fn subsets(count: usize, of: usize) -> Vec<[u8; 4]> {
    if count == 0 {
        return vec![[0; 4]];
    }
    let mut found = Vec::new();
    for last in count - 1..of {
        for mut subset in subsets(count - 1, last) {
            subset[count - 1] = last as u8;
            found.push(subset);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_placements_as_published() {
        assert_eq!(three_men().len(), 31_332);
        assert_eq!(two_kings().len(), 462);
        assert_eq!(subsets(2, 62).len(), 62 * 61 / 2);
        assert_eq!(leading_pawns(1, File::C).len(), 6);
        let two: usize = (0..4)
            .map(|file| leading_pawns(2, File::new(file)).len())
            .sum();
        // Two like pawns, folded left and right; 24 pairs are their own mirror images.
        assert_eq!(2 * two, 48 * 47 / 2 + 24);
    }

    #[test]
    fn the_greatest_square_is_the_slowest() {
        assert_eq!(
            subsets(2, 4)[..4],
            [[0, 1, 0, 0], [0, 2, 0, 0], [1, 2, 0, 0], [0, 3, 0, 0]]
        );
    }
}
