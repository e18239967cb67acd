//! The protocol between the processes: a sheet to ask about, and the answers.
//! Numbers are little-endian.

use std::io::{self, Read, Write};

use arrayvec::ArrayVec;
use drawproof_evaluate::Rows;
use drawproof_tables::MAX_TABLE_MEN;
use shakmaty::{Color, Square};

use crate::{NO_SQUARE, abi::Function};

/// How often each position is asked.
pub const PASSES: usize = 4;

/// Whether a pass exchanges colours and flips the board vertically.
pub const EXCHANGED: [bool; PASSES] = [false, true, true, false];

/// Whether a pass asks the positions in reverse order.
pub const FALLING: [bool; PASSES] = [false, false, true, true];

/// How many results there are: a loss, a draw, a win.
pub const RESULTS: usize = 3;

/// Bytes of a set of positions.
const ROWS_BYTES: usize = 64 * 8;

/// A sheet to ask about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// Its number.
    pub number: u32,
    /// Who is to move.
    pub turn: Color,
    /// The en passant square of all its positions.
    pub en_passant: Option<Square>,
    /// The squares that all its positions share.
    pub fixed: ArrayVec<Square, MAX_TABLE_MEN>,
    /// The positions.
    pub legal: Rows,
}

impl Request {
    const BYTES: usize = 7 + MAX_TABLE_MEN + ROWS_BYTES;

    /// Writes it.
    ///
    /// # Errors
    ///
    /// Those of writing.
    pub fn write(&self, to: &mut impl Write) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(Self::BYTES);
        bytes.extend(self.number.to_le_bytes());
        bytes.push(u8::from(self.turn.is_black()));
        bytes.push(self.en_passant.map_or(NO_SQUARE, u8::from));
        bytes.push(self.fixed.len() as u8);
        let squares = self.fixed.iter().map(|&square| square.to_u32() as u8);
        bytes.extend(squares.chain([0; MAX_TABLE_MEN]).take(MAX_TABLE_MEN));
        bytes.extend(self.legal.iter().flat_map(|row| row.to_le_bytes()));
        to.write_all(&bytes)?;
        to.flush()
    }

    /// The next request; `None` if there are no more.
    ///
    /// # Errors
    ///
    /// Those of reading.
    pub fn read(from: &mut impl Read) -> io::Result<Option<Self>> {
        let mut bytes = [0; Self::BYTES];
        if let Err(error) = from.read_exact(&mut bytes) {
            let is_end = error.kind() == io::ErrorKind::UnexpectedEof;
            return if is_end { Ok(None) } else { Err(error) };
        }
        let count = usize::from(bytes[6]).min(MAX_TABLE_MEN);
        let squares = bytes[7..7 + count].iter();
        Ok(Some(Self {
            number: u32_at(&bytes, 0),
            turn: Color::from_white(bytes[4] == 0),
            en_passant: Square::try_from(bytes[5]).ok(),
            fixed: squares
                .map(|&square| Square::new(u32::from(square & 63)))
                .collect(),
            legal: rows_at(&bytes, 7 + MAX_TABLE_MEN),
        }))
    }
}

/// An answer that is not valid.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct OddAnswer {
    /// Row and column of the position.
    pub at: (usize, u32),
    /// In which pass.
    pub pass: usize,
    /// The answer.
    pub value: i32,
}

/// The answers to a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// Of the request.
    pub number: u32,
    /// The positions in which the answer excludes each result, for each pass.
    pub excluded: [[Rows; RESULTS]; PASSES],
    /// Invalid answers.
    pub odd: Vec<OddAnswer>,
}

/// The length of a reply's fixed part.
pub const REPLY_BYTES: usize = 8 + PASSES * RESULTS * ROWS_BYTES;
/// One odd answer.
pub const ODD_BYTES: usize = 8;

impl Reply {
    /// Writes it.
    ///
    /// # Errors
    ///
    /// Those of writing.
    pub fn write(&self, to: &mut impl Write) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(REPLY_BYTES + ODD_BYTES * self.odd.len());
        bytes.extend(self.number.to_le_bytes());
        bytes.extend((self.odd.len() as u32).to_le_bytes());
        let excluded = self.excluded.iter().flatten().flatten();
        bytes.extend(excluded.flat_map(|row| row.to_le_bytes()));
        for odd in &self.odd {
            bytes.extend([odd.at.0 as u8, odd.at.1 as u8, odd.pass as u8, 0]);
            bytes.extend(odd.value.to_le_bytes());
        }
        to.write_all(&bytes)?;
        to.flush()
    }

    /// The number of odd answers that follow, and the reply without them;
    /// `None` if the bytes are not a valid reply.
    pub fn begin(bytes: &[u8; REPLY_BYTES], number: u32) -> Option<(usize, Self)> {
        let odd = u32_at(bytes, 4) as usize;
        let reply = Self {
            number: u32_at(bytes, 0),
            excluded: std::array::from_fn(|pass| {
                std::array::from_fn(|result| {
                    rows_at(bytes, 8 + (pass * RESULTS + result) * ROWS_BYTES)
                })
            }),
            odd: Vec::new(),
        };
        (reply.number == number && odd <= PASSES * 64 * 64).then_some((odd, reply))
    }

    /// The odd answers.
    pub fn end(&mut self, bytes: &[u8]) {
        let answers = bytes.chunks_exact(ODD_BYTES).map(|bytes| OddAnswer {
            at: (usize::from(bytes[0] & 63), u32::from(bytes[1] & 63)),
            pass: usize::from(bytes[2]) % PASSES,
            value: u32_at(bytes, 4) as i32,
        });
        self.odd = answers.collect();
    }
}

/// The first message of a process.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Hello {
    /// It can be asked by this function.
    Ready(Function),
    /// The loader refuses with this message.
    NotLoaded(String),
    /// This function is missing.
    Missing(String),
    /// The library returns this version.
    Version(String),
}

/// Kind and length of the text of a hello.
pub const HELLO_BYTES: usize = 8;

impl Hello {
    /// Writes it.
    ///
    /// # Errors
    ///
    /// Those of writing.
    pub fn write(&self, to: &mut impl Write) -> io::Result<()> {
        let (kind, text) = match self {
            Self::Ready(Function::IsDraw) => (0u32, ""),
            Self::Ready(Function::Results) => (4, ""),
            Self::NotLoaded(text) => (1, text.as_str()),
            Self::Missing(text) => (2, text.as_str()),
            Self::Version(text) => (3, text.as_str()),
        };
        let mut bytes = kind.to_le_bytes().to_vec();
        bytes.extend((text.len() as u32).to_le_bytes());
        bytes.extend(text.bytes());
        to.write_all(&bytes)?;
        to.flush()
    }

    /// The length of the text.
    pub fn text_bytes(head: [u8; HELLO_BYTES]) -> usize {
        // Longer than any message of a loader.
        (u32_at(&head, 4) as usize).min(1 << 16)
    }

    /// Decodes its head and its text.
    pub fn read(head: [u8; HELLO_BYTES], text: &[u8]) -> Self {
        let text = String::from_utf8_lossy(text).into_owned();
        match u32_at(&head, 0) {
            0 => Self::Ready(Function::IsDraw),
            4 => Self::Ready(Function::Results),
            2 => Self::Missing(text),
            3 => Self::Version(text),
            _ => Self::NotLoaded(text),
        }
    }
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    bytes[at..at + 4]
        .iter()
        .rev()
        .fold(0, |number, &byte| number << 8 | u32::from(byte))
}

fn rows_at(bytes: &[u8], at: usize) -> Rows {
    let mut rows = [0; 64];
    for (row, bytes) in rows.iter_mut().zip(bytes[at..].chunks_exact(8)) {
        let number = |number, &byte| number << 8 | u64::from(byte);
        *row = bytes.iter().rev().fold(0, number);
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() -> io::Result<()> {
        let request = Request {
            number: 0x1234_5678,
            turn: Color::Black,
            en_passant: Some(Square::C3),
            fixed: [Square::A1, Square::H8, Square::C3].into_iter().collect(),
            legal: std::array::from_fn(|row| 0x0123_4567_89ab_cdef_u64.rotate_left(row as u32)),
        };
        let mut bytes = Vec::new();
        request.write(&mut bytes)?;
        assert_eq!(bytes.len(), Request::BYTES);
        let mut rest = bytes.as_slice();
        assert_eq!(Request::read(&mut rest)?, Some(request.clone()));
        assert_eq!(Request::read(&mut rest)?, None);

        let odd = OddAnswer {
            at: (5, 63),
            pass: 2,
            value: -7,
        };
        let reply = Reply {
            number: 9,
            excluded: std::array::from_fn(|pass| {
                [
                    request.legal,
                    [pass as u64; 64],
                    [u64::MAX - pass as u64; 64],
                ]
            }),
            odd: vec![odd],
        };
        let mut bytes = Vec::new();
        reply.write(&mut bytes)?;
        let (head, rest) = bytes.split_first_chunk().ok_or(io::ErrorKind::Other)?;
        assert_eq!(Reply::begin(head, 8), None);
        let (count, mut read) = Reply::begin(head, 9).ok_or(io::ErrorKind::Other)?;
        assert_eq!(count * ODD_BYTES, rest.len());
        read.end(rest);
        assert_eq!(read, reply);
        Ok(())
    }
}
