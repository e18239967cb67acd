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
