//! Which positions an index names: from numbers to squares, many at a time.
//!
//! The index of a position is a number with one digit for each group of men. The
//! squares of a group are numbered among those that the groups before it leave free.

use std::iter::repeat_n;

use multiversion::multiversion;
use shakmaty::{File, Piece, Role};

use super::{
    order::{Lead, Men, Order},
    placements::{leading_pawns, subsets, three_men, two_kings},
};

/// How many positions are decoded at a time.
pub const CHUNK: usize = 256;

/// Most men of a table.
const MEN: usize = crate::MAX_TABLE_MEN;

/// A group of men.
#[derive(Clone, Debug)]
struct Group {
    /// The place of its first man in the list of the order.
    first: usize,
    /// How many men it has.
    count: usize,
    /// How many digits it has.
    digits: u64,
    /// For each man the squares by digit, among the free ones if it does not lead. Where
    /// digits change quickly, by position instead: [`CHUNK`] more than till they repeat.
    squares: Vec<Vec<u8>>,
    /// Whether its squares are numbered among the free ones.
    skips: bool,
    /// The number of positions from one digit to the next.
    factor: u64,
}

/// The positions of a table in one order of men.
#[derive(Clone, Debug)]
pub struct Walk {
    /// In the order in which they are placed.
    groups: Vec<Group>,
    size: u64,
}

/// One digit of a position's number: that of a group of men.
#[derive(Copy, Clone, Debug)]
pub struct Digit {
    /// The place of its first man in the list of the order.
    pub first: usize,
    /// How many men it has.
    pub count: usize,
    /// How many values it has.
    pub values: u64,
    /// What 1 of it adds to the number.
    pub factor: u64,
}

/// The squares of [`CHUNK`] positions, for each man of the order's list.
pub type Squares = [[u8; CHUNK]; MEN];

impl Walk {
    /// `file` is the file of the leading pawn.
    pub fn new(men: &Men, order: &Order, file: File) -> Self {
        let (lead_count, placements) = leading(men, file);
        let mut groups = vec![Group::new(0, lead_count, &placements, false)];
        let mut first = lead_count;
        if let Some(second) = order.second {
            let count = men.count(order.kinds[second]);
            let mut placements = subsets(count, 48 - first);
            placements
                .iter_mut()
                .flatten()
                .for_each(|square| *square += 8);
            groups.push(Group::new(first, count, &placements, true));
            first += count;
        }
        let mut by_speed = Vec::new();
        let width = match men.lead {
            Lead::Three => 3,
            Lead::Kings => 2,
            Lead::Pawns(_) => 1,
        };
        let mut place = 0;
        while place < order.kinds.len() {
            if place == order.place {
                by_speed.push(0);
                place += width;
                continue;
            }
            if order.second == Some(place) {
                by_speed.push(1);
            } else {
                let kind: Piece = order.kinds[place];
                let count = men.count(kind);
                by_speed.push(groups.len());
                groups.push(Group::new(first, count, &subsets(count, 64 - first), true));
                first += count;
            }
            place += 1;
        }
        let mut size = 1;
        for &at in &by_speed {
            groups[at].set_factor(size);
            size *= groups[at].digits;
        }
        Self { groups, size }
    }

    /// How many positions there are.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The digits of the numbers of positions, in the order in which men are placed.
    pub fn digits(&self) -> impl Iterator<Item = Digit> {
        self.groups.iter().map(|group| Digit {
            first: group.first,
            count: group.count,
            values: group.digits,
            factor: group.factor,
        })
    }

    /// The squares of up to [`CHUNK`] positions from `start` on.
    pub fn decode(&self, start: u64, count: usize, squares: &mut Squares) {
        // The squares that are taken, in ascending order.
        let mut taken = [[0_u8; CHUNK]; MEN];
        let mut placed = 0;
        let last = self.groups.len() - 1;
        for (at, group) in self.groups.iter().enumerate() {
            let to = &mut squares[group.first..group.first + group.count];
            group.read(start, count, to);
            if group.skips {
                for to in to.iter_mut() {
                    for taken in &taken[..placed] {
                        skip(to, taken);
                    }
                }
            }
            // Nothing is placed after the last group.
            for man in to.iter().filter(|_| at < last) {
                insert(&mut taken[..=placed], man);
                placed += 1;
            }
        }
    }
}

/// How many men lead, and where they can stand; `file` is that of the leading pawn.
pub fn leading(men: &Men, file: File) -> (usize, Vec<[u8; 4]>) {
    match men.lead {
        Lead::Three => (3, three_men()),
        Lead::Kings => (2, two_kings()),
        Lead::Pawns(color) => {
            let count = men.count(Role::Pawn.of(color));
            (count, leading_pawns(count, file))
        }
    }
}

impl Group {
    fn new(first: usize, count: usize, placements: &[[u8; 4]], skips: bool) -> Self {
        let of = |man: usize| placements.iter().map(|squares| squares[man]).collect();
        Self {
            first,
            count,
            digits: placements.len() as u64,
            squares: (0..count).map(of).collect(),
            skips,
            factor: 1,
        }
    }

    /// After how many positions it repeats itself.
    fn period(&self) -> u64 {
        self.digits * self.factor
    }

    fn is_quick(&self) -> bool {
        /// The greatest period of squares by position.
        const QUICK: u64 = 1 << 16;
        self.period() <= QUICK
    }

    /// Sets the number of positions from one digit to the next.
    fn set_factor(&mut self, factor: u64) {
        self.factor = factor;
        if !self.is_quick() {
            return;
        }
        let length = self.period() as usize + CHUNK;
        for squares in &mut self.squares {
            let once = squares
                .iter()
                .flat_map(|&square| repeat_n(square, factor as usize));
            *squares = once.cycle().take(length).collect();
        }
    }

    /// The squares of its men, among the free ones, of positions from `start` on.
    fn read(&self, start: u64, count: usize, to: &mut [[u8; CHUNK]]) {
        if self.is_quick() {
            let at = (start % self.period()) as usize;
            for (to, squares) in to.iter_mut().zip(&self.squares) {
                to[..count].copy_from_slice(&squares[at..at + count]);
            }
            return;
        }
        let mut at = 0;
        while at < count {
            let number = start + at as u64;
            let digit = (number / self.factor % self.digits) as usize;
            let left = self.factor - number % self.factor;
            let end = count.min(at + left.min(CHUNK as u64) as usize);
            for (to, squares) in to.iter_mut().zip(&self.squares) {
                to[at..end].fill(squares[digit]);
            }
            at = end;
        }
    }
}

/// Moves squares that are not below a taken one up by one.
#[multiversion(targets = "simd")]
fn skip(squares: &mut [u8; CHUNK], taken: &[u8; CHUNK]) {
    for (square, &taken) in squares.iter_mut().zip(taken) {
        *square += u8::from(*square >= taken);
    }
}

/// Puts squares into lists in ascending order; the last list is new.
#[multiversion(targets = "simd")]
fn insert(lists: &mut [[u8; CHUNK]], squares: &[u8; CHUNK]) {
    let mut carry = *squares;
    if let Some((last, lists)) = lists.split_last_mut() {
        for list in lists {
            for (listed, carry) in list.iter_mut().zip(&mut carry) {
                let (low, high) = ((*listed).min(*carry), (*listed).max(*carry));
                *listed = low;
                *carry = high;
            }
        }
        *last = carry;
    }
}

#[cfg(test)]
mod tests {
    use std::error::Error;

    use super::*;
    use crate::Layout;

    #[test]
    fn no_two_men_share_a_square() -> Result<(), Box<dyn Error>> {
        for class in ["KPvK", "KRvKB", "KNNvK", "KNNvKP", "KPPvKP"] {
            let men = Men::new(&Layout::new(&class.parse()?)?);
            for order in men.orders() {
                let walk = Walk::new(&men, &order, File::B);
                let mut squares: Squares = [[0; CHUNK]; MEN];
                for at in 0..20 {
                    let start = (walk.size() - CHUNK as u64) * at / 19;
                    walk.decode(start, CHUNK, &mut squares);
                    for position in 0..CHUNK {
                        let men = squares[..men.listed.len()].iter();
                        let mut taken: Vec<u8> = men.map(|man| man[position]).collect();
                        taken.sort_unstable();
                        let is_free = |two: &[u8]| two[0] != two[1] && two[1] < 64;
                        assert!(taken.windows(2).all(is_free), "{class}, {taken:?}");
                    }
                }
            }
        }
        Ok(())
    }
}
