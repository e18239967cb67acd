//! Steps to neighbouring squares, and to the words of men that make them.

/// The steps to a neighbouring square, files first. The first half are also
/// the steps to words that are decoded before.
pub(super) const STEPS: [(i32, i32); 8] = [
    (-1, 0),
    (0, -1),
    (-1, -1),
    (1, -1),
    (1, 0),
    (0, 1),
    (1, 1),
    (-1, 1),
];

/// The number of a word with the man at `shift` one step away.
pub(super) fn stepped(word: usize, shift: usize, (files, ranks): (i32, i32)) -> Option<usize> {
    let square = (word >> shift & 63) as i32;
    let (file, rank) = ((square & 7) + files, (square >> 3) + ranks);
    let on_board = (0..8).contains(&file) && (0..8).contains(&rank);
    on_board.then(|| word & !(63 << shift) | ((rank << 3 | file) as usize) << shift)
}

#[cfg(test)]
mod tests {
    use shakmaty::Square;

    use super::*;

    /// A step leads where a king goes, whatever stands in the rest of the word.
    #[test]
    fn steps_are_those_of_kings() {
        for square in Square::ALL {
            for shift in [0, 6, 12] {
                let others = 0o52_31_74 & !(63 << shift);
                let with = |square: Square| others | square.to_usize() << shift;
                let to = STEPS.map(|step| stepped(with(square), shift, step));
                let expected = STEPS.map(|(files, ranks)| {
                    let (file, rank) = (square.file().offset(files)?, square.rank().offset(ranks)?);
                    Some(with(Square::from_coords(file, rank)))
                });
                assert_eq!(to, expected, "{square}, {shift}");
            }
        }
    }
}
