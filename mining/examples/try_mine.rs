use drawproof_mining::*;
use drawproof_recognizers::Vocabulary;
use drawproof_tables::Library;
use std::time::Instant;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&args[1]).unwrap();
    let at_most: f64 = args[2].parse().unwrap();
    let effort: f64 = args[3].parse().unwrap();
    let v = Vocabulary::parse(&args[1], &text).unwrap_or_else(|e| panic!("{e}"));
    let mut lib = Library::new();
    drawproof_retro::generate(
        v.material(),
        drawproof_retro::Wanted::Wdl,
        &mut lib,
        &|_, _| {},
    )
    .unwrap();
    let t = Instant::now();
    let m = Miner::new(
        &v,
        &lib,
        Options {
            effort,
            ..Options::default()
        },
        &|_| {},
    )
    .unwrap();
    eprintln!("examples {:?}", t.elapsed());
    let form = if args.get(4).is_some_and(|f| f == "tree") {
        Form::Tree
    } else {
        Form::List
    };
    let unit = if form == Form::Tree {
        Unit::Conditions
    } else {
        Unit::Rules
    };
    let found = m
        .mine(form, Some(Budget { unit, at_most }), &|| false)
        .unwrap();
    eprintln!(
        "{:?} {} rules {} conditions {:.0} ns {} bytes, {:.3}%",
        t.elapsed(),
        m.size(&found, Unit::Rules),
        m.size(&found, Unit::Conditions),
        m.size(&found, Unit::Nanoseconds),
        m.text(&found).len(),
        100.0 * m.share(&found)
    );
    println!("{}", m.text(&found));
}
