//! Questions to the program around an exported file, in the words of `source/harness.rs`.

use shakmaty::{Color, Piece, Role, Square};

/// Flips a square vertically.
const FLIP: u32 = 56;

/// A question about up to 64 positions of a class that differ in the square of the last man.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// The number of the class in the file.
    pub class: u8,
    /// Who is to move, with the stronger side as White.
    pub turn: Color,
    /// How it is asked.
    pub how: How,
}

/// How positions are asked.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum How {
    /// By bitboards; with an en passant square, if there is one.
    Board {
        /// With colours exchanged and the board flipped vertically.
        exchanged: bool,
        /// As it is without exchange.
        en_passant: Option<Square>,
    },
    /// By squares, the stronger side as White.
    Squares,
}

impl Question {
    /// The bytes of a question.
    pub const BYTES: usize = 8 * 10;
    /// Asks for all answers so far.
    pub const SEND: [u8; Self::BYTES] = [0; Self::BYTES];

    /// The bytes, with all men but the last on these squares, and him on those of a set. Each
    /// square of the set gets an answer of two bytes, from the lowest up.
    pub fn bytes(self, men: &[Piece], squares: &[Square], last: u64) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        let words = self.words(men, squares).into_iter().chain([last]);
        for (to, word) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(words) {
            *to = word.to_le_bytes();
        }
        bytes
    }

    fn words(self, men: &[Piece], squares: &[Square]) -> [u64; 9] {
        let mut words = [0; 9];
        let How::Board {
            exchanged,
            en_passant,
        } = self.how
        else {
            let head = [self.class, 1, u8::from(self.turn.is_white())];
            words[0] = word(head);
            words[1] = word(squares.iter().map(|&square| u8::from(square)));
            return words;
        };
        let flip = if exchanged { FLIP } else { 0 };
        let place = |square: Square| square.to_u32() ^ flip;
        for (man, &square) in men.iter().zip(squares) {
            for set in sets(*man, exchanged) {
                words[1 + set] |= 1 << place(square);
            }
        }
        let last = men.last().map_or([0; 2], |man| sets(*man, exchanged));
        words[0] = word([
            self.class,
            0,
            u8::from(self.turn.is_white() != exchanged),
            en_passant.map_or(0, place) as u8,
            1 << last[0] | 1 << last[1],
            flip as u8,
        ]);
        words
    }
}

/// A word of bytes, the lowest first.
fn word(bytes: impl IntoIterator<Item = u8>) -> u64 {
    let bytes = bytes.into_iter().zip(0..);
    bytes.fold(0, |word, (byte, at)| word | u64::from(byte) << (8 * at))
}

/// The sets of a man: his colour's and his kind's.
fn sets(man: Piece, exchanged: bool) -> [usize; 2] {
    let kind = match man.role {
        Role::King => 2,
        Role::Queen => 3,
        Role::Rook => 4,
        Role::Bishop => 5,
        Role::Knight => 6,
        Role::Pawn => 7,
    };
    [usize::from((man.color == Color::Black) != exchanged), kind]
}
