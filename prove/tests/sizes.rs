//! How large formulas of moves are.

use drawproof_prove::{
    board::Board,
    cases::{self, Case},
    circuit::Circuit,
};
use shakmaty::{Color, Role};

/// Prints the clauses of each case, and gives the gates of all.
fn print(title: &str, circuit: &Circuit, cases: &[Case]) -> usize {
    println!("{title}: {} cases, {} gates", cases.len(), circuit.size());
    for case in cases {
        let cnf = circuit.cnf(&[case.is_legal]);
        println!(
            "  {}: {} variables, {} clauses",
            case.name,
            cnf.variables,
            cnf.clauses.len()
        );
    }
    circuit.size()
}

#[test]
fn formulas_are_small() {
    let mut circuit = Circuit::default();
    let board = Board::input(&mut circuit, |_, _| true);
    let cases = cases::any_move(&mut circuit, &board, Color::White, None);
    let all = print("any move", &circuit, &cases);
    assert!(all < 40_000, "{all}");

    let mut circuit = Circuit::default();
    let board = Board::input(&mut circuit, |_, _| true);
    let cases = cases::every_move(&mut circuit, &board, Color::White, None);
    let all = circuit.size();
    println!("every move: {} cases, {all} gates", cases.len());
    assert!(all < 200_000, "{all}");

    let mut circuit = Circuit::default();
    let wrong_bishop = |color, role| match role {
        Role::King => true,
        Role::Bishop | Role::Pawn => color == Color::White,
        _ => false,
    };
    let board = Board::input(&mut circuit, wrong_bishop);
    let cases = cases::any_move(&mut circuit, &board, Color::White, None);
    let before = print("king, bishops and pawns against king", &circuit, &cases);
    let after = cases.last().map_or(board, |case| case.after);
    let replies = cases::every_move(&mut circuit, &after, Color::Black, None);
    let all = print("with the king's replies to the last", &circuit, &replies);
    assert!(all - before < 10_000, "{before} {all}");
}
