// SPDX-License-Identifier: AGPL-3.0-only
//
// Viridithas evaluates a position without pawns as a draw, give or take two points, where
// is_material_draw holds. Its searches evaluate out of check only, so it is asked there. This file
// becomes a module of the engine, because the engine is no library.

use std::ffi::c_int;

use crate::chess::{
    piece::{Colour, PieceType},
    piecelayout::PieceLayout,
    squareset::SquareSet,
};

/// The version of the interface that knows draws only.
const ABI: u32 = 1;

/// `drawproof_men`: pawns, knights, bishops, rooks, queens, kings, as the engine orders them.
type Men = [u64; 6];

/// `drawproof_position`.
#[repr(C)]
pub struct Position {
    men: [Men; 2],
    side_to_move: u8,
    en_passant: u8,
    reserved: [u8; 6],
}

/// The engine's bitboards, which are all that it reads.
fn layout_of(position: &Position) -> PieceLayout {
    let [white, black] = position.men;
    let all = |men: Men| SquareSet::from_inner(men.iter().fold(0, |set, of| set | of));
    PieceLayout {
        pieces: std::array::from_fn(|role| SquareSet::from_inner(white[role] | black[role])),
        colours: [all(white), all(black)],
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn drawproof_abi() -> u32 {
    ABI
}

#[unsafe(no_mangle)]
pub extern "C" fn drawproof_is_draw(position: &Position) -> c_int {
    let layout = layout_of(position);
    let us = if position.side_to_move == 0 { Colour::White } else { Colour::Black };
    let without_pawns = layout.pieces[PieceType::Pawn] == SquareSet::EMPTY;
    let asked = without_pawns && layout.generate_threats(us).checkers == SquareSet::EMPTY;
    c_int::from(asked && layout.is_material_draw())
}
