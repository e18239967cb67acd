//! "Minor against minor" for KBvKB, KBvKN and KNvKN: a draw if no king stands
//! on the edge, the only place where it could be mated.
//!
//! ```sh
//! rustc -O --crate-type cdylib -o minors.so plugin/examples/minors.rs
//! drawproof verify --library ./minors.so KBKN
//! ```

use std::ffi::c_int;

/// `DRAWPROOF_ABI`.
const ABI: u32 = 1;

const EDGE: u64 = 0xff81_8181_8181_81ff;

/// `drawproof_men`.
#[repr(C)]
pub struct Men {
    pawns: u64,
    knights: u64,
    bishops: u64,
    rooks: u64,
    queens: u64,
    kings: u64,
}

/// `drawproof_position`.
#[repr(C)]
pub struct Position {
    men: [Men; 2],
    side_to_move: u8,
    en_passant: u8,
    reserved: [u8; 6],
}

impl Men {
    fn is_one_minor(&self) -> bool {
        let others = self.pawns | self.rooks | self.queens;
        others == 0 && (self.knights | self.bishops).count_ones() == 1
    }
}

impl Position {
    fn is_draw(&self) -> bool {
        let safe = |men: &Men| men.is_one_minor() && men.kings & EDGE == 0;
        self.men.iter().all(safe)
    }
}

/// The version of the interface that this is written for.
#[unsafe(no_mangle)]
pub extern "C" fn drawproof_abi() -> u32 {
    ABI
}

/// Whether the position is a draw.
#[unsafe(no_mangle)]
pub extern "C" fn drawproof_is_draw(position: &Position) -> c_int {
    c_int::from(position.is_draw())
}
