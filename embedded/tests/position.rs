//! Positions of shakmaty against answers by squares: `cargo test --features shakmaty`.

#![cfg(feature = "shakmaty")]

use drawproof_embedded::{kpk_dtm, kpk_wdl, probe, probe_dtm, Wdl};
use shakmaty::{
    fen::Fen, CastlingMode, Chess, Color, FromSetup, Piece, Position, Role, Setup, Square,
};

fn position(fen: &str) -> Chess {
    let fen: Fen = fen.parse().expect("a FEN");
    fen.into_position(CastlingMode::Standard).expect("legal")
}

/// KPvK, White's pawn or Black's, either side to move.
#[test]
fn positions_have_the_values_of_their_squares() {
    let mut asked = 0;
    let all = (0..64_u32).flat_map(|king| (0..64_u32).map(move |other| (king, other)));
    for (king, other) in all {
        for pawn in (8..56_u32).step_by(3) {
            for turn in Color::ALL {
                for strong in Color::ALL {
                    let mut setup = Setup::empty();
                    setup.turn = turn;
                    let men = [(king, strong, Role::King), (other, !strong, Role::King)];
                    for (square, color, role) in men.into_iter().chain([(pawn, strong, Role::Pawn)])
                    {
                        let square = Square::new(square ^ strong.fold_wb(0, 56));
                        setup.board.set_piece_at(square, Piece { color, role });
                    }
                    let Ok(position) = Chess::from_setup(setup, CastlingMode::Standard) else {
                        continue;
                    };
                    if position.board().occupied().count() < 3 {
                        continue;
                    }
                    let is_strong = turn == strong;
                    assert_eq!(probe(&position), kpk_wdl(king, other, pawn, is_strong));
                    assert_eq!(probe_dtm(&position), kpk_dtm(king, other, pawn, is_strong));
                    asked += 1;
                }
            }
        }
    }
    assert!(asked > 100_000, "{asked}");
}

#[test]
fn what_is_known_of_other_positions() {
    let probe = |fen: &str| probe(&position(fen));
    assert_eq!(
        probe("8/8/8/4k3/8/8/8/K7 w - - 0 1"),
        Some(Wdl::Draw),
        "two kings"
    );
    // Rook against rook is a draw here, but not a claim with castling rights.
    assert_eq!(probe("4k3/8/8/7r/8/8/8/R3K3 w - - 0 1"), Some(Wdl::Draw));
    assert_eq!(probe("4k3/8/8/7r/8/8/8/R3K3 w Q - 0 1"), None);
    // Pawns with and without a right to take en passant.
    assert_eq!(probe("8/8/8/8/5pPp/8/5K1k/8 b - g3 0 61"), None);
}
