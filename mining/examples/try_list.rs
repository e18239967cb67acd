use drawproof_mining::{list::*, search::*, *};
use drawproof_recognizers::Vocabulary;
use drawproof_tables::Library;
use std::time::Instant;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&args[1]).unwrap();
    let alpha: f64 = args[2].parse().unwrap();
    let beam: usize = args[3].parse().unwrap();
    let seconds: f64 = args[4].parse().unwrap();
    let maxc: usize = args.get(5).map_or(5, |x| x.parse().unwrap());
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
        let max_draws: u64 = std::env::var("DRAWS").map_or(1_500_000, |d| d.parse().unwrap());
        let e = Examples::new(
            &v,
            &lib,
            turn,
            std::env::var("STATIC").is_ok(),
            max_draws,
            &|_| {},
        )
        .unwrap();
        println!(
            "{turn} {} terms, {} conditions; {} decisive, {} draws of {}; {:?}",
            v.terms().len(),
            e.conditions.len(),
            e.decisive.positions(),
            e.draws.positions(),
            e.all_draws,
            t.elapsed()
        );
        let o = SearchOptions {
            draws_a_rule: alpha,
            max_conditions: maxc,
            beam,
        };
        let mut l = List::new(&e);
        let t = Instant::now();
        l.complete(&e, o, usize::MAX);
        let obj = |l: &List| l.spotted(&e) - alpha * l.rules().len() as f64;
        let show = |l: &List, t: Instant| {
            println!(
                "{:6.2}s {} rules {:.3}% conds {}",
                t.elapsed().as_secs_f64(),
                l.rules().len(),
                100.0 * l.spotted(&e) / e.all_draws as f64,
                l.conditions()
            )
        };
        show(&l, t);
        let mut r = Random::new(1);
        let mut n = 0;
        let mut acc = 0;
        let mut last = 0.0;
        while t.elapsed().as_secs_f64() < seconds {
            n += 1;
            let mut c = l.clone();
            c.forget_some(&e, &mut r);
            let o2 = SearchOptions {
                draws_a_rule: alpha * [0.3, 0.6, 1.0, 1.5, 3.0][r.below(5)],
                ..o
            };
            c.complete(&e, o2, usize::MAX);
            c.drop_needless(&e);
            if obj(&c) >= obj(&l) {
                if obj(&c) > obj(&l) {
                    acc += 1;
                }
                l = c;
            }
            if t.elapsed().as_secs_f64() > last + seconds / 8.0 {
                last = t.elapsed().as_secs_f64();
                print!("{n} {acc} ");
                show(&l, t);
            }
        }
        println!("{n} tries, {acc} better");
        show(&l, t);
        let a = l.alone(&e);
        let mut idx: Vec<usize> = (0..a.len()).collect();
        idx.sort_by_key(|&i| std::cmp::Reverse(a[i].draws));
        for i in idx {
            let t: Vec<String> = l.rules()[i]
                .iter()
                .map(|x| v.write(e.conditions[x.condition], x.holds))
                .collect();
            println!("  {:8} {:8}  {}", a[i].decisive, a[i].draws, t.join(" & "));
        }
        if v.material().is_symmetric() {
            break;
        }
    }
}
