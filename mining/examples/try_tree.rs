//! To be deleted: tries trees on a vocabulary.
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
    let max_draws: u64 = std::env::var("DRAWS").map_or(4_000_000, |s| s.parse().unwrap());
    for turn in shakmaty::Color::ALL {
        let t = Instant::now();
        let e = Examples::new(&v, &lib, turn, false, max_draws, &|_| {}).unwrap();
        println!(
            "{turn} {} conditions; {} decisive, {} draws of {}; {:?}",
            e.conditions.len(),
            e.decisive.positions(),
            e.draws.positions(),
            e.all_draws,
            t.elapsed()
        );
        let t = Instant::now();
        let bayes = Bayes::learn(&e);
        println!(
            "bayes {:.4}% {:?} {:?}",
            bayes.without_errors(&e) * 100.,
            bayes
                .curve(&e, &[0.0, 1e-4, 1e-3, 0.01, 0.1])
                .iter()
                .map(|c| (c.draws, c.decisive))
                .collect::<Vec<_>>(),
            t.elapsed()
        );
        for spec in &args[2..] {
            // criterion,trials,log2 words,draws per test
            let f: Vec<&str> = spec.split(',').collect();
            let criterion = match f[0] {
                "e" => Criterion::Entropy,
                "g" => Criterion::Gini,
                "r" => Criterion::Root,
                _ => Criterion::Clearing,
            };
            let n = |at: usize| f.get(at).map_or(0, |s| s.parse::<usize>().unwrap());
            let options = TreeOptions {
                criterion,
                trials: n(1),
                trial_words: 1 << n(2),
                draws_per_test: n(3) as u32,
            };
            let t = Instant::now();
            let tree = if n(4) > 0 {
                Tree::grow_within(&e, n(4), options, &|| false)
            } else {
                Tree::grow(&e, options, &|| false)
            };
            let grown = t.elapsed();
            let t = Instant::now();
            let front = tree.frontier();
            let pruned = t.elapsed();
            let share = |tests: usize| {
                front
                    .iter()
                    .rev()
                    .find(|p| p.0 <= tests)
                    .map_or(0., |p| p.1 as f64 * 100. / e.all_draws as f64)
            };
            let list: Vec<String> = [
                5, 10, 18, 30, 50, 100, 200, 400, 700, 1000, 3000, 10000, 20000,
            ]
            .iter()
            .filter(|&&t| t < 2 * tree.tests())
            .map(|&t| format!("{t}:{:.2}", share(t)))
            .collect();
            println!(
                "{spec}: {} tests ({} shared) depth {} {:.3}% {grown:.2?} prune {pruned:.2?} | {}",
                tree.tests(),
                tree.shared_tests(),
                tree.depth(),
                tree.draws() as f64 * 100. / e.all_draws as f64,
                list.join(" ")
            );
            assert!(bits::is_empty(&tree.claimed(&e.decisive)));
            if let Ok(path) = std::env::var("WRITE") {
                let text = tree.write(&e, &v, "part");
                std::fs::write(
                    &path,
                    format!(
                        "{}\ndraw \"tree\" because \"It was counted.\" when\n{}\n",
                        text.definitions, text.condition
                    ),
                )
                .unwrap();
                let terms = tree.conditions().into_iter().map(|c| e.conditions[c].term);
                let all = format!(
                    "recognizer {}\n{}\n{}\ndraw \"tree\" because \"It was counted.\" when\n{}\n",
                    v.material(),
                    v.definitions_of(terms).join("\n"),
                    text.definitions,
                    text.condition
                );
                let t = Instant::now();
                match drawproof_recognizers::RuleFile::parse("x", &all) {
                    Ok(_) => println!("parses {:?}, {} bytes", t.elapsed(), all.len()),
                    Err(e) => println!("{}", e.to_string().chars().take(600).collect::<String>()),
                }
                std::fs::write(&path, all).unwrap();
            }
        }
        if v.material().is_symmetric() {
            break;
        }
    }
}
