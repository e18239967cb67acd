//! How many positions a visited one represents.

use drawproof_tables::Layout;
use shakmaty::{Color, Square};

use crate::{Count, units::Unit};

/// Counts positions of one unit in every convention.
pub(crate) struct Weight<'a> {
    layout: &'a Layout,
    /// How many sides to move a position represents.
    sides: u64,
    block: usize,
    /// Whether all but one order of like men were left out.
    pub rising: bool,
    /// The weight of each position; for unique counts only if it is the same
    /// for all.
    board: u64,
    ten_squares: Option<u64>,
    unique: Unique,
}

/// How unique positions are counted.
enum Unique {
    /// Not counted: each mirror image was visited.
    Unknown,
    /// All alike.
    Parts(u64),
    /// One by one: the kings stand on the diagonal.
    OneByOne,
}

impl<'a> Weight<'a> {
    pub fn new(layout: &'a Layout, unit: &Unit, folded: bool) -> Self {
        let sides = if layout.material().is_symmetric() {
            Color::ALL.len() as u64
        } else {
            1
        };
        let orders = layout.material().like_orders();
        let has_pawns = layout.material().has_pawns();
        let weight = Self {
            layout,
            sides,
            block: unit.block,
            rising: true,
            board: sides * orders,
            ten_squares: None,
            unique: Unique::Unknown,
        };
        if !folded {
            let ten = u64::from(is_one_of_ten(unit.kings[0]));
            return Self {
                ten_squares: (!has_pawns).then_some(sides * orders * ten),
                ..weight
            };
        }
        let on_diagonal = layout.kings().on_diagonal(unit.block);
        // If both kings stand on the diagonal, a position and its reflection
        // are both listed; like men must then be in every order, because the
        // reflection of one order may be another.
        let orders = if on_diagonal { 1 } else { orders };
        let images = if !on_diagonal && is_on_diagonal(unit.kings[0]) {
            2
        } else {
            1
        };
        Self {
            rising: !on_diagonal,
            board: sides * orders * layout.board_weight(unit.block),
            ten_squares: (!has_pawns).then_some(sides * orders * images),
            unique: if on_diagonal {
                Unique::OneByOne
            } else {
                Unique::Parts(2 * sides * orders)
            },
            ..weight
        }
    }

    /// How many positions of the board one of the unit represents.
    pub fn board_of_each(&self) -> u64 {
        self.board
    }

    /// The count of some positions of a sheet; `first_word` is that of its
    /// first row. Unique positions are counted in fractions (see
    /// [`Layout::unique_parts`]).
    pub fn count(&self, first_word: usize, positions: u64, rows: impl Fn(usize) -> u64) -> Count {
        let unique = match self.unique {
            Unique::Unknown => None,
            Unique::Parts(parts) => Some(parts * positions),
            Unique::OneByOne => {
                let words = first_word..self.layout.block_words().min(first_word + 64);
                let parts = words.map(|word| {
                    let set = rows(word - first_word);
                    self.layout.unique(self.block, word, set)
                });
                Some(self.sides * parts.sum::<u64>())
            }
        };
        Count {
            board: self.board * positions,
            unique,
            ten_squares: self.ten_squares.map(|each| each * positions),
        }
    }
}

/// Whether a square is in the triangle a1-d1-d4, to which some of the 2011
/// counts limited the strong king.
fn is_one_of_ten(square: Square) -> bool {
    let (file, rank) = (u32::from(square.file()), u32::from(square.rank()));
    rank <= file && file < 4
}

fn is_on_diagonal(square: Square) -> bool {
    u32::from(square.file()) == u32::from(square.rank())
}

#[cfg(test)]
mod tests {
    use drawproof_tables::{LayoutError, Material};

    use super::*;
    use crate::units::units;

    /// The triangle a1-d1-d4.
    const TEN: [Square; 10] = [
        Square::A1,
        Square::B1,
        Square::C1,
        Square::D1,
        Square::B2,
        Square::C2,
        Square::D2,
        Square::C3,
        Square::D3,
        Square::D4,
    ];

    /// Weights with and without folding add up to the same counts of the board.
    #[test]
    fn weights_of_both_boards_add_up() -> Result<(), LayoutError> {
        for (class, orders, sides) in [("KNNvK", 2, 1), ("KRvKR", 1, 2), ("KPvK", 1, 1)] {
            let class: Material = class.parse().expect("a class");
            let layout = Layout::new(&class)?;
            let mut sums = Vec::new();
            for folded in [false, true] {
                let mut sum = Count::default();
                let mut legal = vec![0; layout.block_words()];
                for unit in units(&layout, folded) {
                    let weight = Weight::new(&layout, &unit, folded);
                    layout.legal(unit.block, unit.turn, &mut legal);
                    let all: u64 = legal.iter().map(|word| u64::from(word.count_ones())).sum();
                    // Off the diagonal each order has as many.
                    let visited = if weight.rising { all / orders } else { all };
                    let count = weight.count(0, visited, |row| legal[row]);
                    sum.board += count.board;
                    sum.ten_squares = count
                        .ten_squares
                        .map(|ten| ten + sum.ten_squares.unwrap_or(0));
                    if !folded && !class.has_pawns() {
                        let is_in = u64::from(TEN.contains(&unit.kings[0]));
                        let one = weight.count(0, 1, |_| 1);
                        assert_eq!(one.ten_squares, Some(sides * orders * is_in));
                        assert_eq!((one.board, one.unique), (sides * orders, None));
                    }
                }
                assert_eq!(sum.ten_squares.is_none(), class.has_pawns());
                sums.push((sum.board, sum.ten_squares));
            }
            assert_eq!(sums[0], sums[1], "{class}");
        }
        Ok(())
    }
}
