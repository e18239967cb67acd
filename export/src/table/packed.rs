//! The data as a separate file, and reading it.
//!
//! | at | bytes | |
//! | --- | --- | --- |
//! | 0 | 8 | `89 44 50 45 0d 0a 1a 0a` |
//! | 8 | 2 | version of the format: 2 |
//! | 10 | 1 | metric: 0 WDL, 1 draw or not, 2 DTM, 3 who can mate |
//! | 11 | 5 | zeros |
//! | 16 | 8 | number of words |
//! | 24 | 8 | zeros |
//! | 32 | 32 | SHA-256 of bytes 0 to 31 and the words |
//! | 64 | | the words, little-endian |

use drawproof_tables::Wdl;
use sha2::{Digest, Sha256};
use shakmaty::{ByColor, Chess, Color, EnPassantMode, Position};

use super::{
    Embedded, Metric,
    sound::{are_mates_sound, is_sound},
};
use crate::source::{helpmate, probe};

const MAGIC: [u8; 8] = *b"\x89DPE\r\n\x1a\n";
const VERSION: u16 = 2;
const HEADER: usize = 64;

/// Why bytes are not valid data.
#[derive(Copy, Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PackedError {
    /// Not such a file, or of a later version.
    #[error("not a file of embedded tables, version {VERSION}; export one with --lang bin")]
    Foreign,
    /// The file is damaged.
    #[error("the file of embedded tables is damaged; export it again")]
    Damaged,
}

/// The answer of data for a position.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Who wins.
    Wdl(Wdl),
    /// Whether it is a draw.
    IsDraw(bool),
    /// Who wins, and in how many plies; 0 for draws.
    Dtm(Wdl, u16),
    /// Who can mate.
    CanMate(ByColor<bool>),
}

/// Data that can be probed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Packed {
    metric: Metric,
    data: Vec<u64>,
}

impl Embedded {
    /// The file of the data.
    pub fn packed(&self) -> Vec<u8> {
        let words = self.bytes();
        let mut file = MAGIC.to_vec();
        file.extend(VERSION.to_le_bytes());
        file.push(match self.metric() {
            Metric::Wdl => 0,
            Metric::Draw => 1,
            Metric::Dtm => 2,
            Metric::Helpmate => 3,
        });
        file.extend([0; 5]);
        file.extend((self.data().len() as u64).to_le_bytes());
        file.extend([0; 8]);
        let checksum = checksum(&file, &words);
        file.extend(checksum);
        file.extend(words);
        file
    }
}

/// SHA-256 of the bytes before it and of the words.
fn checksum(before: &[u8], words: &[u8]) -> [u8; 32] {
    let sum = Sha256::new().chain_update(before).chain_update(words);
    sum.finalize().into()
}

impl Packed {
    /// Reads a file of data.
    ///
    /// # Errors
    ///
    /// If it is not a valid file, or damaged.
    pub fn read(file: &[u8]) -> Result<Self, PackedError> {
        let (header, words) = file.split_at_checked(HEADER).ok_or(PackedError::Foreign)?;
        if header[..8] != MAGIC || header[8..10] != VERSION.to_le_bytes() {
            return Err(PackedError::Foreign);
        }
        let metric = match header[10] {
            0 => Metric::Wdl,
            1 => Metric::Draw,
            2 => Metric::Dtm,
            3 => Metric::Helpmate,
            _ => return Err(PackedError::Damaged),
        };
        let (data, rest) = words.as_chunks::<8>();
        let count = (data.len() as u64).to_le_bytes();
        let is_whole = rest.is_empty()
            && header[11..16] == [0; 5]
            && header[16..24] == count
            && header[24..32] == [0; 8]
            && header[32..] == checksum(&header[..32], words);
        if !is_whole {
            return Err(PackedError::Damaged);
        }
        let data: Vec<u64> = data
            .iter()
            .map(|&bytes| u64::from_le_bytes(bytes))
            .collect();
        let is_sound = match metric {
            Metric::Helpmate => are_mates_sound(&data),
            Metric::Wdl | Metric::Draw | Metric::Dtm => is_sound(&data),
        };
        if !is_sound {
            return Err(PackedError::Damaged);
        }
        Ok(Self { metric, data })
    }

    /// The answer for a position; `None` if it is not known.
    pub fn probe(&self, position: &Chess) -> Option<Answer> {
        let board = position.board();
        let ep = position.ep_square(EnPassantMode::Legal);
        let boards = [
            board.white(),
            board.black(),
            board.kings(),
            board.queens(),
            board.rooks(),
            board.bishops(),
            board.knights(),
            board.pawns(),
        ];
        let boards = boards.map(|set| set.0);
        let castling = position.castles().any().into();
        let ep = ep.map_or(0, Into::into);
        let is_white = position.turn().is_white();
        if self.metric == Metric::Helpmate {
            let can = |side: Color| self.can_mate(boards, castling, ep, is_white, side.is_white());
            let (black, white) = (can(Color::Black)?, can(Color::White)?);
            return Some(Answer::CanMate(ByColor { black, white }));
        }
        let score = self.score(boards, castling, ep, is_white)?;
        let wdl = match probe::wdl_of(score) {
            1 => Wdl::Win,
            0 => Wdl::Draw,
            _ => Wdl::Loss,
        };
        Some(match self.metric {
            Metric::Draw => Answer::IsDraw(probe::draw_of(score) == 1),
            Metric::Dtm => Answer::Dtm(wdl, probe::dtm_of(score).max(0) as u16),
            Metric::Wdl | Metric::Helpmate => Answer::Wdl(wdl),
        })
    }

    /// The score of any bitboards, in the order of exported functions: above 0 if
    /// the side to move wins, below if it loses. `None` if that is not known, or not stored.
    pub fn score(&self, b: [u64; 8], castling: u32, ep: u32, white_to_move: bool) -> Option<i32> {
        if self.metric == Metric::Helpmate {
            return None;
        }
        let score = probe::score_of_board(
            &self.data,
            b[0],
            b[1],
            b[2],
            b[3],
            b[4],
            b[5],
            b[6],
            b[7],
            castling,
            ep,
            white_to_move,
        );
        (score != probe::UNKNOWN).then_some(score)
    }

    /// Whether a side, White or not, can mate, for any bitboards. `None` if that is not known, or
    /// not stored.
    pub fn can_mate(
        &self,
        b: [u64; 8],
        castling: u32,
        ep: u32,
        white_to_move: bool,
        white: bool,
    ) -> Option<bool> {
        if self.metric != Metric::Helpmate {
            return None;
        }
        let found = helpmate::mates_of_board(
            &self.data,
            b[0],
            b[1],
            b[2],
            b[3],
            b[4],
            b[5],
            b[6],
            b[7],
            castling,
            ep,
            white_to_move,
            white,
        );
        match helpmate::can_mate_of(found) {
            1 => Some(true),
            0 => Some(false),
            _ => None,
        }
    }

    /// The score for a class by the squares of its men, in the order of a position.
    pub(crate) fn score_of_squares(&self, kinds: u64, s: [u32; 4], strong: bool) -> Option<i32> {
        let score = probe::score_of_squares(&self.data, kinds, s[0], s[1], s[2], s[3], strong);
        (score != probe::UNKNOWN).then_some(score)
    }
}
