//! Where a file has the values of a row: positions that differ in the square of one man only.

use shakmaty::{File, Square};

use super::{sets::Planes, unpack::Values};
use crate::{
    Layout, MAX_TABLE_MEN, Symmetry,
    syzygy::write::{
        order::{Lead, Men, Order},
        walk::{Digit, Walk, leading},
    },
};

/// The squares of men, in the order in which a file lists them.
pub type Squares = [u8; MAX_TABLE_MEN];

/// Squares that no placement of the leading men has.
const NONE: u32 = u32::MAX;
/// The squares of pawns.
const PAWNS: u64 = !0 >> 16 << 8;

/// The rows of a table. They are those of the man whose squares are next to each other in the file.
pub struct Rows {
    /// The numbers in the layout of the men that the file lists.
    pub men: Vec<usize>,
    /// The place in this list of the man who moves along rows.
    pub fast: usize,
    /// How fast each man moves: what his digit adds to numbers.
    pub factors: Vec<u64>,
    /// On which squares each man can stand.
    pub allowed: Vec<u64>,
    /// The digits of numbers; that of the leading men comes first.
    digits: Vec<Digit>,
    positions: u64,
    /// The leading men's digit, by their squares.
    leading: Vec<u32>,
    /// If a leading man moves along rows: on which squares, by those of the other ones. On the
    /// diagonal from a1 to h8 a row is in two places: below it and on it.
    fast_leading: Option<Vec<[u64; 2]>>,
    /// Whether the leading digit is the fastest one and no row is along it.
    is_split: bool,
    /// On which squares a man who does not lead can move along rows.
    free: u64,
    /// Whether he must stand on a lower square than the next man.
    is_below_next: bool,
    /// Men of whom the first must stand on the lower square.
    ascending: Vec<(usize, usize)>,
    /// Where the other colour's pawns are in the list.
    second_pawns: Option<usize>,
    /// For each square of the first man the symmetries that lead to one where the file lists him.
    onto: Vec<Vec<Symmetry>>,
}

impl Rows {
    pub fn new(layout: &Layout, (men, order, on): (&Men, &Order, File)) -> Self {
        let walk = Walk::new(men, order, on);
        let digits: Vec<Digit> = walk.digits().collect();
        let (count, placements) = leading(men, on);
        let is_pawns = matches!(men.lead, Lead::Pawns(_));
        let along = digits.iter().filter(|digit| digit.first > 0 || !is_pawns);
        let along = *along.min_by_key(|digit| digit.factor).unwrap_or(&digits[0]);
        let is_leading = along.first == 0;
        // Of like men, the first stands on the lowest square, which changes fastest.
        let fast = if is_leading { count - 1 } else { along.first };
        let second_pawns = order.second.map(|_| count);
        let ascending = digits[1..]
            .iter()
            .flat_map(|digit| digit.first + 1..digit.first + digit.count)
            .map(|man| (man - 1, man))
            .filter(|&(lower, _)| lower != fast);
        let mut rows = Self {
            men: order.in_layout(men, layout),
            fast,
            factors: Vec::new(),
            allowed: vec![!0; men.listed.len()],
            positions: walk.size(),
            leading: vec![NONE; 1 << (6 * count)],
            fast_leading: is_leading.then(|| vec![[0; 2]; 1 << (6 * (count - 1))]),
            is_split: is_pawns && digits[0].factor == 1,
            free: if second_pawns == Some(fast) {
                PAWNS
            } else {
                !0
            },
            is_below_next: !is_leading && along.count > 1,
            ascending: ascending.collect(),
            second_pawns,
            onto: Vec::new(),
            digits,
        };
        for digit in &rows.digits {
            rows.factors.extend((0..digit.count).map(|_| digit.factor));
        }
        rows.add_leading(count, &placements);
        if let Some(digit) = second_pawns.and_then(|_| rows.digits.get(1)) {
            rows.allowed[digit.first..digit.first + digit.count].fill(PAWNS);
        }
        rows.set_symmetries(layout);
        rows
    }

    fn add_leading(&mut self, count: usize, placements: &[[u8; 4]]) {
        self.allowed[..count].fill(0);
        for (digit, placement) in (0..).zip(placements) {
            let squares = &placement[..count];
            self.leading[number(squares)] = digit;
            if let Some(along) = &mut self.fast_leading {
                let is_diagonal = squares.iter().all(|square| square % 9 == 0);
                along[number(&squares[..count - 1])][usize::from(is_diagonal)] |=
                    1 << squares[count - 1];
            }
            for (allowed, &square) in self.allowed.iter_mut().zip(squares) {
                *allowed |= 1 << square;
            }
        }
    }

    /// Finds the symmetries; from then on men are allowed where a symmetry leads them.
    fn set_symmetries(&mut self, layout: &Layout) {
        let first = self.allowed[0];
        let symmetries = layout.kings().symmetries().iter().copied();
        self.onto = Square::ALL
            .map(|square| {
                let leads = |onto: &Symmetry| first >> onto.square(square).to_u32() & 1 != 0;
                symmetries.clone().filter(leads).collect()
            })
            .to_vec();
        for allowed in &mut self.allowed {
            *allowed = symmetries
                .clone()
                .fold(0, |all, onto| all | onto.bits(*allowed));
        }
    }

    /// How many positions the table has.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// How many values the fastest digit has, if no row is along it.
    pub fn digits(&self) -> usize {
        if self.is_split {
            self.digits[0].values as usize
        } else {
            1
        }
    }

    /// The values of a row and its mirror images that the file lists.
    pub fn row(&self, values: &Values, squares: Squares) -> Planes {
        let mut row = [0; 3];
        for &onto in &self.onto[usize::from(squares[0] & 63)] {
            if onto == Symmetry::IDENTITY {
                self.add_row(values, squares, &mut row);
                continue;
            }
            let mut image = [0; 3];
            let there = squares.map(|square| onto.square(Square::new(square.into())).into());
            self.add_row(values, there, &mut image);
            let back = onto.inverse();
            for (row, image) in row.iter_mut().zip(image) {
                *row |= back.bits(image);
            }
        }
        row
    }

    /// Adds the values of a row of the file.
    fn add_row(&self, values: &Values, mut squares: Squares, row: &mut Planes) {
        let is_descending = |&(lower, higher): &(usize, usize)| squares[lower] > squares[higher];
        if self.ascending.iter().any(is_descending) {
            return;
        }
        let count = self.men.len();
        let set = |squares: &[u8]| squares.iter().fold(0, |set, &square| set | 1_u64 << square);
        let (earlier, rest) = squares[..count].split_at(self.fast);
        let later = set(&rest[1..]);
        let mut free = self.free & !(set(earlier) | later);
        if self.is_below_next {
            free &= below(rest[1].into());
        }
        let Some(leading) = &self.fast_leading else {
            self.add_along(values, (&mut squares, free, later), row);
            return;
        };
        for along in leading[number(earlier)] {
            self.add_along(values, (&mut squares, free & along, later), row);
        }
    }

    /// Adds the values of squares that follow one another in the file, but for those of men that
    /// are placed later: their digits change where the row passes them.
    fn add_along(
        &self,
        values: &Values,
        (squares, mut free, mut later): (&mut Squares, u64, u64),
        row: &mut Planes,
    ) {
        while free != 0 {
            let first = free.trailing_zeros();
            later &= !0 << first;
            let piece = free & below(later.trailing_zeros());
            free &= !piece;
            squares[self.fast] = first as u8;
            let Some((digit, rest)) = self.number(*squares) else {
                continue;
            };
            spread(values.stretch(digit, rest), piece, row);
        }
    }

    /// The fastest digit of a position if no row is along it, and the rest of its number.
    fn number(&self, squares: Squares) -> Option<(usize, usize)> {
        let (leading, others) = self.digits.split_first()?;
        let digit = self.leading[number(&squares[..leading.count])];
        if digit == NONE {
            return None;
        }
        let mut rest = 0;
        for other in others {
            rest += other.factor * self.digit(other, squares)?;
        }
        if self.is_split {
            return Some((digit as usize, (rest / leading.values) as usize));
        }
        Some((0, (rest + u64::from(digit) * leading.factor) as usize))
    }

    /// The digit of men who do not lead.
    fn digit(&self, digit: &Digit, squares: Squares) -> Option<u64> {
        let (placed, of_digit) = squares.split_at(digit.first);
        let base = if self.second_pawns == Some(digit.first) {
            8
        } else {
            0
        };
        let mut value = 0;
        for (man, &square) in of_digit[..digit.count].iter().enumerate() {
            let taken = placed.iter().filter(|&&placed| placed < square).count();
            let square = usize::from(square).checked_sub(taken + base)?;
            value += u64::from(CHOOSE[man][square]);
        }
        Some(value)
    }
}

/// In how many ways one man more than the place says can stand on some squares.
const CHOOSE: [[u32; 64]; 4] = {
    let mut choose = [[0; 64]; 4];
    let mut men = 0;
    while men < 4 {
        let mut squares = 1;
        while squares < 64 {
            let with = if men == 0 {
                1
            } else {
                choose[men - 1][squares - 1]
            };
            choose[men][squares] = choose[men][squares - 1] + with;
            squares += 1;
        }
        men += 1;
    }
    choose
};

/// Squares as one number.
fn number(squares: &[u8]) -> usize {
    squares
        .iter()
        .fold(0, |number, &square| number << 6 | usize::from(square))
}

/// All squares below one; 64 is above all.
fn below(square: u32) -> u64 {
    1_u64.checked_shl(square).map_or(!0, |bit| bit - 1)
}

/// Puts bits on the squares of a set, one after the other.
fn spread(mut bits: Planes, mut squares: u64, to: &mut Planes) {
    while squares != 0 {
        let first = squares.trailing_zeros();
        let count = (squares >> first).trailing_ones();
        let run = below(count);
        for (to, bits) in to.iter_mut().zip(&mut bits) {
            *to |= (*bits & run) << first;
            *bits = bits.checked_shr(count).unwrap_or(0);
        }
        squares &= !(run << first);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syzygy::write::walk::{CHUNK, Squares as Many};

    /// The row through each position has the code that the table has at its number.
    #[test]
    fn rows_hold_the_codes_of_their_positions() {
        for class in ["KRvK", "KNNvK", "KRvKB", "KPPvK", "KPvKP"] {
            let layout = Layout::new(&class.parse().expect("a class")).expect("a layout");
            let men = Men::new(&layout);
            for order in men.orders() {
                let walk = Walk::new(&men, &order, File::B);
                let rows = Rows::new(&layout, (&men, &order, File::B));
                let code = |number: u64| (number.wrapping_mul(0x9e37_79b9) >> 16) as u8 % 5 + 1;
                let codes: Vec<u8> = (0..walk.size()).map(code).collect();
                let values = Values::of(&codes, rows.digits());
                for number in (0..walk.size()).step_by(499) {
                    let mut many: Many = [[0; CHUNK]; MAX_TABLE_MEN];
                    walk.decode(number, 1, &mut many);
                    let squares = many.map(|squares| squares[0]);
                    let mut row = [0; 3];
                    rows.add_row(&values, squares, &mut row);
                    let bit = |bit: usize| row[bit] >> squares[rows.fast] & 1;
                    let found = bit(0) | bit(1) << 1 | bit(2) << 2;
                    assert_eq!(
                        found,
                        u64::from(code(number)),
                        "{class} {order:?} {squares:?}"
                    );
                }
            }
        }
    }
}
