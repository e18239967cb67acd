//! Numbers of squares and the sets of one square that they stand for.

use rustc_hash::FxHashMap;

use super::bits;
use crate::{
    circuit::{Circuit, Lit},
    set::Set,
};

/// The known pairs of a number and the set of its square, so that each is made once: a square
/// that comes from a set leads back to this set without a gate.
#[derive(Default, Debug)]
pub struct Squares {
    sets: FxHashMap<[Lit; 32], Set>,
    numbers: FxHashMap<Set, [Lit; 32]>,
}

impl Squares {
    /// The square of a set that has exactly one.
    pub fn number(&mut self, circuit: &mut Circuit, set: Set) -> [Lit; 32] {
        if let Some(known) = self.numbers.get(&set) {
            return *known;
        }
        let number = std::array::from_fn(|bit| {
            let with = (0..64).filter(|square| bit < 6 && square >> bit & 1 == 1);
            circuit.any(with.map(|square| set.0[square]))
        });
        self.pair(number, set);
        number
    }

    fn pair(&mut self, number: [Lit; 32], set: Set) {
        self.sets.insert(number, set);
        self.numbers.insert(set, number);
    }

    /// The set of a square: nothing if it is not on the board.
    pub fn set(&mut self, circuit: &mut Circuit, number: &[Lit; 32]) -> Set {
        if let Some(square) = bits::known(number) {
            return Set::constant(1_u64.checked_shl(square as u32).unwrap_or(0));
        }
        if let Some(known) = self.sets.get(number) {
            return *known;
        }
        let halves = [0, 3].map(|from| eight(circuit, &number[from..from + 3]));
        let beyond = circuit.any(number[6..].iter().copied());
        let ranks = halves[1].map(|rank| circuit.and(rank, !beyond));
        let set = Set(std::array::from_fn(|square| {
            circuit.and(halves[0][square % 8], ranks[square / 8])
        }));
        self.sets.insert(*number, set);
        if beyond == Lit::FALSE {
            self.numbers.insert(set, *number);
        }
        set
    }

    /// The lowest square of a set; 64 if it is empty.
    pub fn first(&mut self, circuit: &mut Circuit, set: Set) -> [Lit; 32] {
        if let Some(known) = self.numbers.get(&set) {
            return *known;
        }
        let mut below = Lit::FALSE;
        let lowest = Set(set.0.map(|member| {
            let is_lowest = circuit.and(member, !below);
            below = circuit.or(below, member);
            is_lowest
        }));
        let number = std::array::from_fn(|bit| {
            if bit == 6 {
                return !below;
            }
            let with = (0..64).filter(|square| bit < 6 && square >> bit & 1 == 1);
            circuit.any(with.map(|square| lowest.0[square]))
        });
        self.sets.insert(number, lowest);
        number
    }
}

/// Which number from 0 to 7 three bits are.
fn eight(circuit: &mut Circuit, bits: &[Lit]) -> [Lit; 8] {
    std::array::from_fn(|number| {
        let bits = bits.iter().enumerate();
        circuit.all(bits.map(|(place, &bit)| if number >> place & 1 == 1 { bit } else { !bit }))
    })
}
