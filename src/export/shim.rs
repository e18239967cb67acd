//! What drawproof.h asks for, by way of an exported file.

use std::ffi::c_int;

mod exported;

#[repr(C)]
pub struct Men {
    pawns: u64,
    knights: u64,
    bishops: u64,
    rooks: u64,
    queens: u64,
    kings: u64,
}

#[repr(C)]
pub struct Position {
    men: [Men; 2],
    side_to_move: u8,
    en_passant: u8,
    reserved: [u8; 6],
}

impl Men {
    fn all(&self) -> u64 {
        self.pawns | self.knights | self.bishops | self.rooks | self.queens | self.kings
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn drawproof_abi() -> u32 {
    1
}

#[unsafe(no_mangle)]
pub extern "C" fn drawproof_is_draw(position: &Position) -> c_int {
    let [white, black] = &position.men;
    let ep = if position.en_passant == 64 { 0 } else { position.en_passant };
    exported::probe_draw(
        white.all(),
        black.all(),
        white.kings | black.kings,
        white.queens | black.queens,
        white.rooks | black.rooks,
        white.bishops | black.bishops,
        white.knights | black.knights,
        white.pawns | black.pawns,
        0,
        ep.into(),
        position.side_to_move == 0,
    )
    .into()
}
