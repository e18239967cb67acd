//! Legal boards, boards seen by the other side, and squares of en passant.

use drawproof_prove::{
    board::Board,
    circuit::{Circuit, Lit},
    mover,
    set::Set,
};
use drawproof_tables::Random;
use shakmaty::{Color, Role, Setup, Square};

use crate::positions::{self, Mix};

fn is_legal(setup: &Setup) -> bool {
    let mut circuit = Circuit::default();
    let board = Board::constant(&setup.board);
    let legal = board.legal(&mut circuit, setup.turn);
    legal.known().expect("the board is known")
}

#[test]
fn boards_are_legal_as_shakmaty_says() {
    let mut random = Random::new(6);
    let mut seen = [0; 2];
    for _ in 0..400 {
        let mix = Mix::new(&mut random);
        let mut setup = positions::random_setup(&mut random, mix);
        if random.below(4) == 0 {
            // Kings and pawns may go wrong.
            let square = Square::ALL[random.below(64)];
            let role = [Role::King, Role::Pawn][random.below(2)];
            setup.board.set_piece_at(square, role.of(Color::White));
        }
        let wanted = positions::accepted(setup.clone()).is_some();
        assert_eq!(is_legal(&setup), wanted, "{setup:?}");
        seen[usize::from(wanted)] += 1;
    }
    assert!(seen.iter().all(|&count| count > 50), "{seen:?}");
}

#[test]
fn two_men_on_a_square_are_not_legal() {
    let mut circuit = Circuit::default();
    let mut board = Board::new(|_, _| Set::NONE);
    board.men.white.king = Set::constant(1);
    board.men.black.king = Set::constant(1 << 63);
    board.men.white.knight = Set::constant(1 << 20);
    board.men.black.bishop = Set::constant(1 << 21);
    assert_eq!(board.legal(&mut circuit, Color::White), Lit::TRUE);
    board.men.black.bishop = Set::constant(1 << 20);
    assert_eq!(board.legal(&mut circuit, Color::White), Lit::FALSE);
}

#[test]
fn exchanged_boards_are_mirrored() {
    let mut random = Random::new(7);
    for _ in 0..50 {
        let mix = Mix::new(&mut random);
        let board = positions::random_setup(&mut random, mix).board;
        let exchanged = Board::constant(&board).exchanged();
        assert_eq!(exchanged, Board::constant(&board.into_mirrored()));
    }
}

#[test]
fn en_passant_is_possible_where_shakmaty_accepts_it() {
    let mut random = Random::new(8);
    let mut seen = 0;
    for _ in 0..1000 {
        let mix = Mix::new(&mut random);
        let setup = positions::random_setup(&mut random, mix);
        if positions::accepted(setup.clone()).is_none() {
            continue;
        }
        let mut circuit = Circuit::default();
        let board = Board::constant(&setup.board);
        let possible = mover::possible_en_passant(&mut circuit, &board, setup.turn);
        for square in Square::ALL {
            let wanted = positions::allows_en_passant(&setup, square);
            let found = possible.0[square as usize] == Lit::TRUE;
            assert_eq!(found, wanted, "{square} {setup:?}");
            seen += usize::from(wanted);
        }
    }
    assert!(seen > 50, "{seen}");
}
