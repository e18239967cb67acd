// SPDX-License-Identifier: MIT
//! Simbelmyne numbers squares as drawproof does, a1 first.
use chess::{board::Board, piece::Color, piece::PieceType};

pub fn is_draw(board: &Board) -> bool {
    let of = |role: PieceType| board.piece_bbs[role].0;
    crate::draws::probe_draw(
        board.occupied_by(Color::White).0,
        board.occupied_by(Color::Black).0,
        of(PieceType::King),
        of(PieceType::Queen),
        of(PieceType::Rook),
        of(PieceType::Bishop),
        of(PieceType::Knight),
        of(PieceType::Pawn),
        board.castling_rights.0.into(),
        board.en_passant.map_or(0, |square| square as u32),
        board.current == Color::White,
    )
}
