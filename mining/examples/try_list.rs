use drawproof_mining::{list::*, search::*, *};
use drawproof_recognizers::Vocabulary;
use drawproof_tables::Library;
use std::time::Instant;
struct Rng(u64);
impl Rng {
    fn next(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 33) as usize) % n
    }
}
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
        let e = Examples::new(&v, &lib, turn, max_draws, &|_| {}).unwrap();
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
        l.complete(&e, o);
        let obj = |l: &List| l.spotted(&e) - alpha * l.rules.len() as f64;
        let show = |l: &List, t: Instant| {
            println!(
                "{:6.2}s {} rules {:.3}% conds {}",
                t.elapsed().as_secs_f64(),
                l.rules.len(),
                100.0 * l.spotted(&e) / e.all_draws as f64,
                l.rules.iter().map(Vec::len).sum::<usize>()
            )
        };
        show(&l, t);
        let mut r = Rng(88172645463325252);
        let mut n = 0;
        let mut acc = 0;
        let mut last = 0.0;
        while t.elapsed().as_secs_f64() < seconds {
            n += 1;
            let mut c = l.clone();
            let k = 1 + r.next(4.min(c.rules.len()));
            for _ in 0..k {
                let at = r.next(c.rules.len());
                c.remove(&e, at);
            }
            let o2 = SearchOptions {
                draws_a_rule: alpha * [0.3, 0.6, 1.0, 1.5, 3.0][r.next(5)],
                ..o
            };
            c.complete(&e, o2);
            // drop needless
            loop {
                let a = c.alone(&e);
                let Some(at) = (0..a.len())
                    .filter(|&i| a[i].0 == 0)
                    .max_by_key(|&i| a[i].1)
                else {
                    break;
                };
                c.remove(&e, at);
            }
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
        idx.sort_by_key(|&i| std::cmp::Reverse(a[i].1));
        for i in idx {
            let t: Vec<String> = l.rules[i]
                .iter()
                .map(|x| v.write(e.conditions[x.condition], x.holds))
                .collect();
            println!("  {:8} {:8}  {}", a[i].0, a[i].1, t.join(" & "));
        }
        if v.material().is_symmetric() {
            break;
        }
    }
}
