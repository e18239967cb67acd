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
