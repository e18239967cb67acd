use drawproof_mining::*;
use drawproof_recognizers::Vocabulary;
use drawproof_tables::Library;
use std::time::Instant;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&args[1]).unwrap();
    let (tries, rest): (Vec<&str>, Vec<&str>) = text.lines().partition(|l| l.starts_with("try "));
    let rest = rest.join("\n");
    let mut lib = Library::new();
    let m: drawproof_tables::Material = args[2].parse().unwrap();
    drawproof_retro::generate(&m, drawproof_retro::Wanted::Wdl, &mut lib, &|_, _| {}).unwrap();
    let mut all = vec![];
    for t in tries {
        let v = Vocabulary::parse("x", &format!("{rest}\n{t}\n")).unwrap();
        let s = Instant::now();
        Examples::new(&v, &lib, shakmaty::Color::White, false, 1 << 20, &|_| {}).unwrap();
        all.push((s.elapsed().as_micros(), t));
    }
    all.sort();
    let sum: u128 = all.iter().map(|a| a.0).sum();
    println!("sum {sum}");
    for (t, x) in all.iter().rev().take(40) { println!("{t:8} {x}"); }
}
