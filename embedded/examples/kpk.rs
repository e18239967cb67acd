//! Draws where the pawn on e4 wins with White to move, Black's king on e8: `cargo run
//! --example kpk`.

use drawproof_embedded::{kpk_wdl, Wdl};

fn main() {
    const PAWN: u32 = 28;
    const BLACK: u32 = 60;
    for rank in (0..8_u32).rev() {
        let sign = |file| match rank * 8 + file {
            PAWN => 'P',
            BLACK => 'k',
            king => match kpk_wdl(king, BLACK, PAWN, true) {
                Some(Wdl::Win) => '+',
                Some(_) => '=',
                None => '.',
            },
        };
        let row: String = (0..8_u32).map(sign).collect();
        println!("{row}");
    }
}
