//! Which positions an index names: from numbers to squares, many at a time.
//!
//! The index of a position is a number with one digit for each group of men. The
//! squares of a group are numbered among those that the groups before it leave free.

use multiversion::multiversion;
use shakmaty::{File, Piece, Role, Square};

use super::{
    cells::Cells,
    order::{Lead, Men, Order},
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
    /// The squares of each of its digits, among the free ones if it does not lead.
    placements: Vec<[u8; 4]>,
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
    /// The groups, the fastest first.
    by_speed: Vec<usize>,
    size: u64,
}

/// The squares of [`CHUNK`] positions, for each man of the order's list.
pub type Squares = [[u8; CHUNK]; MEN];

impl Walk {
    /// `file` is the file of the leading pawn.
    pub fn new(men: &Men, order: &Order, file: File) -> Self {
        let (lead_count, placements) = match men.lead {
            Lead::Three => (3, three_men()),
            Lead::Kings => (2, two_kings()),
            Lead::Pawns(color) => {
                let count = men.count(Role::Pawn.of(color));
                (count, leading_pawns(count, file))
            }
        };
        let group = |first, count, placements, skips| Group {
            first,
            count,
            placements,
            skips,
            factor: 1,
        };
        let mut groups = vec![group(0, lead_count, placements, false)];
        let mut first = lead_count;
        if let Some(second) = order.second {
            let count = men.count(order.kinds[second]);
            let mut placements = subsets(count, 48 - first);
            placements
                .iter_mut()
                .flatten()
                .for_each(|square| *square += 8);
            groups.push(group(first, count, placements, true));
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
                groups.push(group(first, count, subsets(count, 64 - first), true));
                first += count;
            }
            place += 1;
        }
        let mut size = 1;
        for &at in &by_speed {
            groups[at].factor = size;
            size *= groups[at].placements.len() as u64;
        }
        Self {
            groups,
            by_speed,
            size,
        }
    }

    /// What decides the squares of an order: how many men each group has, and the places
    /// of those that lead.
    pub fn key(men: &Men, order: &Order) -> (Vec<usize>, usize, Option<usize>) {
        let counts = order.kinds.iter().map(|&kind| men.count(kind));
        (counts.collect(), order.place, order.second)
    }

    /// How many positions there are.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The squares of up to [`CHUNK`] positions from `start` on.
    pub fn decode(&self, start: u64, count: usize, squares: &mut Squares) {
        let mut digits = [[0_u32; CHUNK]; MEN];
        self.digits(start, count, &mut digits);
        // The squares that are taken, in ascending order.
        let mut taken = [[0_u8; CHUNK]; MEN];
        let mut placed = 0;
        for (group, digits) in self.groups.iter().zip(&digits) {
            let to = &mut squares[group.first..group.first + group.count];
            for (at, &digit) in digits[..count].iter().enumerate() {
                let placement = &group.placements[digit as usize];
                for (to, &square) in to.iter_mut().zip(placement) {
                    to[at] = square;
                }
            }
            if group.skips {
                for to in to.iter_mut() {
                    for taken in &taken[..placed] {
                        skip(to, taken);
                    }
                }
            }
            for man in to.iter() {
                insert(&mut taken[..=placed], man);
                placed += 1;
            }
        }
    }

    fn digits(&self, start: u64, count: usize, digits: &mut [[u32; CHUNK]; MEN]) {
        let mut left = start;
        let mut now = [0_u32; MEN];
        for &at in self.by_speed.iter().rev() {
            now[at] = (left / self.groups[at].factor) as u32;
            left %= self.groups[at].factor;
        }
        let fastest = self.by_speed[0];
        let end = self.groups[fastest].placements.len() as u32;
        let mut at = 0;
        while at < count {
            let run = ((end - now[fastest]) as usize).min(count - at);
            for (digit, to) in (now[fastest]..).zip(&mut digits[fastest][at..at + run]) {
                *to = digit;
            }
            for &group in &self.by_speed[1..] {
                digits[group][at..at + run].fill(now[group]);
            }
            at += run;
            now[fastest] = 0;
            for &group in &self.by_speed[1..] {
                now[group] += 1;
                if (now[group] as usize) < self.groups[group].placements.len() {
                    break;
                }
                now[group] = 0;
            }
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

/// Where the cells of positions are, for one order of men.
#[derive(Debug)]
pub struct Addresses {
    /// For the men that add to a number: their place in the order's list, and what
    /// each square adds, for each symmetry.
    adds: Vec<(usize, Vec<[u32; 64]>)>,
    kings: Option<Kings>,
}

/// The kings of a pawnless class: their places in the list, and for each pair of
/// squares the cell where their positions begin and the symmetry that leads there.
#[derive(Debug)]
struct Kings {
    places: [usize; 2],
    pairs: Vec<(u32, u8)>,
}

impl Addresses {
    pub fn new(cells: &Cells<'_>, men: &Men, order: &Order) -> Self {
        let layout = cells.layout();
        // Men of the layout by their numbers in the list of men; like men in order.
        let mut taken = vec![false; layout.men().len()];
        let mut man_of = |piece: Piece| {
            let found = (0..taken.len()).find(|&man| !taken[man] && layout.men()[man] == piece);
            let found = found.unwrap_or(0);
            taken[found] = true;
            found
        };
        let listed: Vec<usize> = men.listed.iter().map(|&piece| man_of(piece)).collect();
        let mut kings = [0; 2];
        let mut adds = Vec::new();
        for (place, &man) in order.men.iter().enumerate() {
            let man = listed[man];
            if man < 2 && cells.is_pawnless() {
                kings[man] = place;
                continue;
            }
            let symmetries = if cells.is_pawnless() {
                layout.kings().symmetries()
            } else {
                &crate::Symmetry::ALL[..1]
            };
            let images = symmetries.iter().map(|symmetry| {
                std::array::from_fn(|square| {
                    let image = symmetry.square(Square::new(square as u32));
                    cells.adds(man)[image.to_usize()]
                })
            });
            adds.push((place, images.collect()));
        }
        let kings = cells.is_pawnless().then(|| Kings {
            places: kings,
            pairs: pairs(cells),
        });
        Self { adds, kings }
    }

    /// The numbers of the cells of some positions.
    pub fn of(&self, squares: &Squares, count: usize, cells: &mut [u32; CHUNK], touching: u32) {
        let Some(kings) = &self.kings else {
            cells[..count].fill(0);
            for (place, adds) in &self.adds {
                let adds = &adds[0];
                for (cell, &square) in cells[..count].iter_mut().zip(&squares[*place]) {
                    *cell += adds[usize::from(square & 63)];
                }
            }
            return;
        };
        let [white, black] = kings.places.map(|place| &squares[place]);
        for at in 0..count {
            let (start, symmetry) =
                kings.pairs[usize::from(white[at] & 63) << 6 | usize::from(black[at] & 63)];
            if symmetry == TOUCHING {
                cells[at] = touching;
                continue;
            }
            let mut cell = start;
            for (place, adds) in &self.adds {
                cell += adds[usize::from(symmetry & 7)][usize::from(squares[*place][at] & 63)];
            }
            cells[at] = cell;
        }
    }
}

/// Stands for a symmetry where kings touch.
const TOUCHING: u8 = 255;

fn pairs(cells: &Cells<'_>) -> Vec<(u32, u8)> {
    let pair = |at: usize| {
        let (white, black) = (Square::new((at >> 6) as u32), Square::new((at & 63) as u32));
        match cells.layout().kings().find(white, black) {
            None => (0, TOUCHING),
            Some((block, symmetry)) => ((block * cells.per_kings()) as u32, symmetry.index() as u8),
        }
    };
    (0..64 * 64).map(pair).collect()
}

/// The squares of the triangle b1-d1-d3 and of the diagonal from a1 to d4.
const TRIANGLE: [u8; 6] = [1, 2, 3, 10, 11, 19];
const DIAGONAL: [u8; 8] = [0, 9, 18, 27, 36, 45, 54, 63];

fn is_below(square: u8) -> bool {
    square & 7 > square >> 3
}

/// Three different men, folded by the symmetries of the board: the first in the triangle
/// a1-d1-d4; the first that is not on the diagonal below it.
fn three_men() -> Vec<[u8; 4]> {
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
fn two_kings() -> Vec<[u8; 4]> {
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
fn leading_pawns(count: usize, file: File) -> Vec<[u8; 4]> {
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
fn subsets(count: usize, of: usize) -> Vec<[u8; 4]> {
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
