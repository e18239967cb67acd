//! "Two knights cannot win": true for most positions, but not for all. `cargo run
//! --example two_knights`.

use drawproof_embedded::knnkn_rule;

/// The number of a square, with a1 as 0.
fn square(name: &str) -> u32 {
    let [file, rank] = [0, 1].map(|at| u32::from(name.as_bytes()[at]));
    (rank - u32::from(b'1')) * 8 + file - u32::from(b'a')
}

fn main() {
    for [white_king, black_king, one, other, black_knight] in [
        ["e4", "e8", "d4", "f4", "c6"],
        // White mates in four.
        ["c1", "a2", "b5", "d3", "a4"],
    ] {
        let [king, weak_king, knight, second, weak_knight] =
            [white_king, black_king, one, other, black_knight].map(square);
        let rule = knnkn_rule(king, weak_king, knight, second, weak_knight, true);
        let said = if rule > 0 { "a draw" } else { "not known" };
        println!(
            "K{white_king} N{one} N{other} against K{black_king} N{black_knight}, White to move: {said}"
        );
    }
}
