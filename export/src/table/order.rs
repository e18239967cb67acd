//! The order in which the positions of a class are numbered.
//!
//! A *number* begins with the square of the leading man, with the symmetries of
//! the board folded away, and has 6 bits for each other man. Any man may lead and
//! any may come last: the order that compresses best is chosen. Numbers without a
//! position (two men on a square, mirror images, exchanged like men) take hardly
//! any space, since they may have any value.

use drawproof_tables::{Index, Layout, Material};
use shakmaty::{Color, Role, Square};

use crate::source::probe;

/// The positions of a class with one side to move, as `probe.rs` sees them.
pub struct View {
    pub layout: Layout,
    pub turn: Color,
    /// For each man of a word, its index in [`Layout::men`].
    places: Vec<usize>,
    /// The men without their squares.
    kinds: u64,
    has_like: bool,
    has_pawns: bool,
}

/// An order, in the form of a record's head.
#[derive(Copy, Clone, Default, PartialEq, Eq, Debug)]
pub struct Order(pub u64);

/// The number of a kind of men in `probe.rs`.
pub fn kind(role: Role) -> u64 {
    match role {
        Role::King => 0,
        Role::Pawn => 1,
        Role::Knight => 2,
        Role::Bishop => 3,
        Role::Rook => 4,
        Role::Queen => 5,
    }
}

impl View {
    pub fn new(layout: &Layout, turn: Color) -> Self {
        let men = layout.men();
        let code =
            |&place: &usize| kind(men[place].role) | u64::from(men[place].color != turn) << 3;
        let mut places: Vec<usize> = (2..men.len()).collect();
        places.sort_by_key(|place| std::cmp::Reverse(code(place)));
        let kings = if turn.is_white() { [0, 1] } else { [1, 0] };
        places.splice(0..0, kings);
        let codes = places.iter().enumerate();
        let kinds = codes.fold(0, |word, (at, place)| word | code(place) << (16 * at + 6));
        Self {
            turn,
            kinds,
            has_like: men.len() == 4 && men[2] == men[3],
            has_pawns: layout.material().has_pawns(),
            places,
            layout: layout.clone(),
        }
    }

    /// The men without their squares.
    pub fn kinds(&self) -> u64 {
        self.kinds
    }

    /// For each man of a word, its index in [`Layout::men`].
    pub fn places(&self) -> &[usize] {
        &self.places
    }

    /// The number of men.
    pub fn men(&self) -> usize {
        self.places.len()
    }

    /// The word of a position at an index.
    pub fn word(&self, index: Index) -> u64 {
        let placement = self.layout.decode(index, self.turn);
        let flip = if self.turn.is_white() { 0 } else { 0x38 };
        let squares = self.places.iter().map(|&place| placement.squares[place]);
        squares.enumerate().fold(self.kinds, |word, (at, square)| {
            word | u64::from(square.to_u32() ^ flip) << (16 * at)
        })
    }

    /// The index of the position of a word. `None` if the kings touch.
    pub fn index(&self, word: u64) -> Option<Index> {
        let flip = if self.turn.is_white() { 0 } else { 0x38 };
        let mut squares = [Square::A1; 4];
        for (at, &place) in self.places.iter().enumerate() {
            squares[place] = Square::new(probe::square(probe::man(word, at as u32)) ^ flip);
        }
        self.layout.encode(&squares[..self.places.len()])
    }

    /// All possible orders.
    pub fn orders(&self) -> Vec<Order> {
        let men = self.men();
        let mut orders = Vec::new();
        for code in 0..1_u64 << (2 * men) {
            let place = |at: usize| code >> (2 * at) & 3;
            let has = |man: u64| (0..men).any(|at| place(at) == man);
            // Like men must not lead, since it is undefined which of them does.
            if (0..men as u64).all(has) && !(self.has_like && place(0) > 1) {
                orders.push(self.order(code));
            }
        }
        orders
    }

    fn order(&self, code: u64) -> Order {
        let deciding = if self.has_like { 2 } else { self.men() as u64 };
        Order(
            code | u64::from(self.has_pawns) << 8
                | u64::from(self.has_like) << 9
                | (self.men() as u64) << 10
                | deciding << 13,
        )
    }

    /// How many numbers there are.
    pub fn numbers(&self) -> usize {
        let leads = if self.has_pawns { 32 } else { 10 };
        leads << (6 * (self.men() - 1))
    }

    /// The word of a position by its number. `None` if the number has no
    /// position.
    pub fn at(&self, order: Order, number: usize) -> Option<u64> {
        let men = self.men();
        let lead = number >> (6 * (men - 1));
        let lead = if self.has_pawns {
            (lead >> 2 << 3 | lead & 3) as u64
        } else {
            TRIANGLE[lead]
        };
        let mut word = self.kinds;
        let mut taken = 0_u64;
        for place in 0..men {
            let man = order.0 >> (2 * place) & 3;
            let square = match place {
                0 => lead,
                _ => (number >> (6 * (men - 1 - place)) & 63) as u64,
            };
            if taken >> square & 1 != 0 {
                return None;
            }
            taken |= 1 << square;
            word |= square << (16 * man);
        }
        (probe::number_of(order.0, word) as usize == number).then_some(word)
    }
}

/// The squares of the triangle a1-d1-d4 by their number.
pub const TRIANGLE: [u64; 10] = [0, 1, 9, 2, 10, 18, 3, 11, 19, 27];

/// Names of the men of a class as function parameters.
pub fn names(material: &Material) -> Vec<String> {
    let men = material.men();
    let equal = material.is_symmetric();
    men.iter()
        .enumerate()
        .map(|(at, man)| {
            let side = match (man.color, equal) {
                (Color::White, false) => "strong",
                (Color::Black, false) => "weak",
                (Color::White, true) => "us",
                (Color::Black, true) => "them",
            };
            let role = format!("{:?}", man.role).to_lowercase();
            let alike = men.iter().filter(|other| *other == man).count();
            let before = men[..at].iter().filter(|other| *other == man).count();
            match alike {
                1 => format!("{side}_{role}"),
                _ => format!("{side}_{role}_{}", before + 1),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use drawproof_tables::LayoutError;

    use super::*;

    /// Each order numbers all positions; like men have one number in both orders.
    #[test]
    fn numbers_and_positions_agree() -> Result<(), LayoutError> {
        for (class, orders, alike) in [
            ("KPvK", 6, None),
            ("KQvK", 6, None),
            ("KRvKN", 24, None),
            ("KBPvK", 24, None),
            ("KNNvK", 12, Some([2, 3])),
            ("KPPvK", 12, Some([2, 3])),
        ] {
            let layout = Layout::new(&class.parse().expect("a class"))?;
            for turn in [Color::White, Color::Black] {
                let view = View::new(&layout, turn);
                assert_eq!(view.orders().len(), orders, "{class}");
                for order in view.orders() {
                    let positions = (0..view.numbers()).step_by(997).filter(|&number| {
                        let word = view.at(order, number);
                        let index = word.and_then(|word| view.index(word));
                        let Some(index) = index else { return false };
                        let mut squares = layout.decode(index, turn).squares;
                        let mut numbers = vec![view.word(index)];
                        if let Some([one, other]) = alike {
                            squares.swap(one, other);
                            let other = layout.encode(&squares).expect("a position");
                            numbers.push(view.word(other));
                        }
                        let of = |word: &u64| probe::number_of(order.0, *word) as usize;
                        let same = numbers.iter().filter(|word| of(word) == number);
                        assert_eq!(same.count(), numbers.len(), "{class} {squares:?}");
                        true
                    });
                    assert!(positions.count() > 5, "{class}");
                }
            }
        }
        Ok(())
    }
}
