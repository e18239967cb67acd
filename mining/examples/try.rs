use drawproof_mining::*;
use drawproof_recognizers::Vocabulary;
use drawproof_tables::Library;
use std::time::Instant;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&args[1]).unwrap();
    let v = Vocabulary::parse(&args[1], &text).unwrap_or_else(|e| panic!("{e}"));
    let mut lib = Library::new();
    drawproof_retro::generate(
        v.material(),
        drawproof_retro::Wanted::Wdl,
        &mut lib,
        &|_, _| {},
    )
    .unwrap();
    for turn in shakmaty::Color::ALL {
        let t = Instant::now();
        let e = Examples::new(&v, &lib, turn, false, 4_000_000, &|_| {}).unwrap();
        println!(
            "{turn} {} terms, {} conditions; {} decisive, {} draws of {}; {:?}",
            v.terms().len(),
            e.conditions.len(),
            e.decisive.positions(),
            e.draws.positions(),
            e.all_draws,
            t.elapsed()
        );
        if v.material().is_symmetric() {
            break;
        }
    }
}
