use super::*;
pub fn matrix(conditions: usize, seed: u64, positions: usize) -> Matrix {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let all = bits::all(positions);
    let mut row = || all.iter().map(|word| word & next() & next()).collect();
    Matrix::new((0..conditions).map(|_| row()).collect(), positions)
}

pub fn holds(matrix: &Matrix, condition: usize, position: usize) -> bool {
    matrix.row(condition)[position / 64] >> (position % 64) & 1 == 1
}
