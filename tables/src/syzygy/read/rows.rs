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
    /// The leading men's digit.
    leading_digit: Digit,
    /// The digits of the other men, and the squares before the first one where they can stand.
    /// Their factors are those of the rest of a number, if it is split.
    digits: Vec<(Digit, u8)>,
    /// The same squares for the man who moves along rows.
    fast_base: u32,
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
        let is_split = is_pawns && digits[0].factor == 1;
        let unit = if is_split { digits[0].values } else { 1 };
        let base = |first: usize| if second_pawns == Some(first) { 8 } else { 0 };
        let others = digits[1..].iter().map(|&digit| {
            let factor = digit.factor / unit;
            (Digit { factor, ..digit }, base(digit.first))
        });
        let mut rows = Self {
            men: order.in_layout(men, layout),
            fast,
            factors: Vec::new(),
            allowed: vec![!0; men.listed.len()],
            positions: walk.size(),
            leading: vec![NONE; 1 << (6 * count)],
            fast_leading: is_leading.then(|| vec![[0; 2]; 1 << (6 * (count - 1))]),
            is_split,
            free: if second_pawns == Some(fast) {
                PAWNS
            } else {
                !0
            },
            is_below_next: !is_leading && along.count > 1,
            ascending: ascending.collect(),
            leading_digit: digits[0],
            digits: others.collect(),
            fast_base: base(fast).into(),
        };
        for digit in &digits {
            rows.factors.extend((0..digit.count).map(|_| digit.factor));
        }
        rows.add_leading(count, &placements);
        if let Some(digit) = second_pawns.and_then(|_| digits.get(1)) {
            rows.allowed[digit.first..digit.first + digit.count].fill(PAWNS);
        }
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

    /// How many positions the table has.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// How many values the fastest digit has, if no row is along it.
    pub fn digits(&self) -> usize {
        if self.is_split {
            self.leading_digit.values as usize
        } else {
            1
        }
    }

    /// The values of a row of the file.
    #[inline(always)]
    pub fn row(&self, values: &Values, squares: Squares) -> Planes {
        let mut row = [0; 3];
        let is_descending = |&(lower, higher): &(usize, usize)| squares[lower] > squares[higher];
        if self.ascending.iter().any(is_descending) {
            return row;
        }
        let Some(line) = self.line(squares) else {
            return row;
        };
        let mut free = self.free & !(line.earlier | line.later);
        if self.is_below_next {
            free &= below(squares[self.fast + 1].into());
        }
        match &self.fast_leading {
            None => {
                let squares = !line.earlier & !0 << self.fast_base;
                line.add(values, line.rest, (squares, free), &mut row);
            }
            Some(leading) => {
                for along in leading[line.leading] {
                    if along == 0 {
                        continue;
                    }
                    // He is the last leading man.
                    let first = line.leading << 6 | along.trailing_zeros() as usize;
                    let rest = line.rest.wrapping_add(self.leading[first] as usize);
                    line.add(values, rest, (along, free & along), &mut row);
                }
            }
        }
        row
    }

    /// The values of a row as far as the file lists an image of it under one of the symmetries.
    #[inline(always)]
    pub fn image_row(&self, values: &Values, squares: Squares, symmetries: &[Symmetry]) -> Planes {
        let mut row = [0; 3];
        let first = Square::new(u32::from(squares[0]));
        for &onto in symmetries {
            if self.allowed[0] >> onto.square(first).to_u32() & 1 == 0 {
                continue;
            }
            let there = squares.map(|square| onto.square(Square::new(square.into())).into());
            let back = onto.inverse();
            for (row, image) in row.iter_mut().zip(self.row(values, there)) {
                *row |= back.bits(image);
            }
        }
        row
    }

    /// What the numbers of a row have in common. `None` if no position has them.
    #[inline(always)]
    fn line(&self, squares: Squares) -> Option<RowLine> {
        let mut placed = [0; MAX_TABLE_MEN + 1];
        for man in 0..self.men.len() {
            let bit = u64::from(man != self.fast) << (squares[man] & 63);
            placed[man + 1] = placed[man] | bit;
        }
        let leading = match &self.fast_leading {
            Some(_) => number(&squares[..self.fast]),
            None => match self.leading[number(&squares[..self.leading_digit.count])] {
                NONE => return None,
                digit => digit as usize,
            },
        };
        let mut line = RowLine {
            earlier: placed[self.fast],
            later: placed[self.men.len()] & !placed[self.fast],
            leading,
            digit: 0,
            rest: 0,
            passed: [(0, 0); MAX_TABLE_MEN],
            passed_count: 0,
        };
        match &self.fast_leading {
            Some(_) => {}
            None if self.is_split => line.digit = leading,
            None => line.rest = leading * self.leading_digit.factor as usize,
        }
        for (digit, base) in &self.digits {
            self.add_digit(&mut line, (digit, *base), (squares, placed[digit.first]));
        }
        Some(line)
    }

    /// Adds what the men of a digit contribute to the numbers of a row, but for the one who moves.
    #[inline(always)]
    fn add_digit(
        &self,
        line: &mut RowLine,
        (digit, base): (&Digit, u8),
        (squares, taken): (Squares, u64),
    ) {
        let factor = digit.factor as usize;
        for (man, choose) in (digit.first..digit.first + digit.count).zip(&CHOOSE) {
            if man == self.fast {
                continue;
            }
            let place = place(squares[man].into(), taken, base.into());
            let value = choose[place] as usize * factor;
            if digit.first <= self.fast {
                line.rest += value;
                continue;
            }
            // The man who moves takes a square below him until he has passed.
            let before = choose[place.wrapping_sub(1) & 63] as usize * factor;
            line.rest = line.rest.wrapping_add(before);
            line.passed[line.passed_count] = (squares[man].into(), value.wrapping_sub(before));
            line.passed_count += 1;
        }
    }
}

/// What the numbers of a row have in common.
struct RowLine {
    /// The squares of men that are placed before the one who moves, and after him.
    earlier: u64,
    later: u64,
    /// The leading digit. If a leading man moves, the other ones' squares as a number.
    leading: usize,
    /// The fastest digit, if no row is along it.
    digit: usize,
    /// What all other men add who are still, as if he stood below them.
    rest: usize,
    /// The squares of men whom he passes, and what they add then.
    passed: [(u32, usize); MAX_TABLE_MEN],
    passed_count: usize,
}

impl RowLine {
    /// Adds the values of free squares to a row. Their numbers follow one another from `rest`, that
    /// of the first of `squares`, on, but for the digits of men that are placed later: these change
    /// where the row passes them.
    #[inline(always)]
    fn add(&self, values: &Values, rest: usize, (squares, mut free): (u64, u64), row: &mut Planes) {
        let mut later = self.later;
        while free != 0 {
            let first = free.trailing_zeros();
            later &= !0 << first;
            let piece = free & below(later.trailing_zeros());
            free &= !piece;
            let bits = values.stretch(self.digit, self.passing(rest, first));
            for (row, bits) in row.iter_mut().zip(expand(bits, squares)) {
                *row |= bits & piece;
            }
        }
    }

    /// A number after the men below a square were passed.
    #[inline(always)]
    fn passing(&self, rest: usize, square: u32) -> usize {
        let passed = &self.passed[..self.passed_count];
        passed.iter().fold(rest, |rest, &(man, more)| {
            rest.wrapping_add(if man < square { more } else { 0 })
        })
    }
}

/// The number of a square among those from one on that are not taken.
#[inline(always)]
fn place(square: u32, taken: u64, base: u32) -> usize {
    let taken = (taken & below(square)).count_ones();
    (square.wrapping_sub(taken + base) & 63) as usize
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
#[inline(always)]
fn number(squares: &[u8]) -> usize {
    squares
        .iter()
        .fold(0, |number, &square| number << 6 | usize::from(square))
}

/// All squares below one; 64 is above all.
#[inline(always)]
fn below(square: u32) -> u64 {
    1_u64.checked_shl(square).map_or(!0, |bit| bit - 1)
}

/// Puts bits on the squares of a set that is not empty, one after the other. What is on other
/// squares is not defined.
#[inline(always)]
fn expand(bits: Planes, squares: u64) -> Planes {
    let first = squares.trailing_zeros();
    let mut bits = bits.map(|bits| bits << first);
    let mut gaps = !squares & !0 << first & below(64 - squares.leading_zeros());
    while gaps != 0 {
        // What is above a gap moves up by one.
        let above = !((gaps & gaps.wrapping_neg()) - 1);
        bits = bits.map(|bits| bits.wrapping_add(bits & above));
        gaps &= gaps - 1;
    }
    bits
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
                    let row = rows.row(&values, squares);
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
