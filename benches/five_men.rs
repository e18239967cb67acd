//! Five men, and how the work grows: `cargo bench --bench five_men`.
//!
//! First, each of five classes is generated as a user would, in a process of
//! its own, by metric; smaller tables are generated from scratch as well. With
//! the program of another generator in the environment variable
//! `DRAWPROOF_PEER` (`rtbgen` of syzygy1/tb, `-t 2 -g`: WDL and DTZ, two
//! threads, nothing compressed or written; it finds smaller tables through its
//! own `RTBPATH`) the two take turns. Then, within this process and with
//! smaller tables given, classes of three to five men on one thread and on
//! more.

// The allocator of the program, as it sets it.
#[allow(dead_code)]
#[path = "../src/allocator.rs"]
mod allocator;

use std::{
    env,
    path::Path,
    process::Stdio,
    time::{Duration, Instant},
};

use drawproof_retro::{Wanted, generate};
use drawproof_tables::{Material, TableSet};

mod process;
mod record;

use process::{Cost, cost};
use record::Record;

const CLASSES: [&str; 5] = ["KBBvKB", "KBBvKR", "KBNvKR", "KNNvKR", "KNNvKN"];

/// The metrics to generate.
const METRICS: [&str; 4] = ["wdl", "wdl,dtz", "wdl,dtm", "wdl,dtm,dtz"];

/// How often each is run.
const ROUNDS: usize = 5;

fn main() {
    allocator::keep_memory();
    beside_the_peer();
    growth();
}

fn beside_the_peer() {
    let peer = env::var_os("DRAWPROOF_PEER");
    println!("five men, each a process of its own: medians of {ROUNDS} turns, peak memory");
    print!("class   ");
    for metrics in METRICS {
        print!("{metrics:>20}");
    }
    println!("{:>20}{:>14}", "peer: wdl,dtz", "times faster");
    let columns = [
        "class",
        "WDL, s",
        "WDL and DTZ, s",
        "WDL and DTM, s",
        "all three, s",
        "WDL and DTZ, MB",
        "rtbgen, s",
        "rtbgen, MB",
        "times faster",
    ];
    let mut record = Record::new("five_men", &columns);
    for class in CLASSES {
        let mut costs: [Vec<Cost>; 5] = Default::default();
        for _ in 0..ROUNDS {
            for (costs, metrics) in costs.iter_mut().zip(METRICS) {
                let program = Path::new(env!("CARGO_BIN_EXE_drawproof"));
                costs.push(cost(
                    program,
                    &["generate", class, "--metrics", metrics],
                    Stdio::null(),
                ));
            }
            if let Some(peer) = &peer {
                costs[4].push(cost(
                    Path::new(peer),
                    &["-t", "2", "-g", class],
                    Stdio::null(),
                ));
            }
        }
        print!("{class:<8}");
        let medians = costs.map(median);
        for (time, bytes) in medians.iter().flatten() {
            let megabytes = bytes / 1_000_000;
            print!("{:>10.2} s {megabytes:>5} MB", time.as_secs_f64());
        }
        if let [
            _,
            Some((ours, _)),
            Some((with_dtm, _)),
            _,
            Some((theirs, _)),
        ] = medians
        {
            let ratio = |ours: Duration| theirs.as_secs_f64() / ours.as_secs_f64();
            print!("{:>8.1} {:>5.1}", ratio(ours), ratio(with_dtm));
        }
        println!();
        record.row(&row(class, &medians));
    }
    record.write();
    if peer.is_none() {
        println!("DRAWPROOF_PEER is not set: no peer to compare with");
    } else {
        println!("times faster: the peer's time by ours for wdl,dtz and for wdl,dtm");
    }
}

/// The row of a class; what is not known is left empty.
fn row(class: &str, medians: &[Option<Cost>; 5]) -> [String; 9] {
    let seconds = |of: usize| medians[of].map_or_else(String::new, |(time, _)| in_seconds(time));
    let megabytes = |of: usize| {
        medians[of].map_or_else(String::new, |(_, bytes)| (bytes / 1_000_000).to_string())
    };
    let faster = medians[1].zip(medians[4]).map(|((ours, _), (theirs, _))| {
        format!("{:.1}", theirs.as_secs_f64() / ours.as_secs_f64())
    });
    [
        class.to_owned(),
        seconds(0),
        seconds(1),
        seconds(2),
        seconds(3),
        megabytes(1),
        seconds(4),
        megabytes(4),
        faster.unwrap_or_default(),
    ]
}

fn in_seconds(time: Duration) -> String {
    format!("{:.2}", time.as_secs_f64())
}

fn median(mut costs: Vec<Cost>) -> Option<Cost> {
    costs.sort();
    costs.get(costs.len() / 2).copied()
}

fn growth() {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    println!(
        "within one process, smaller tables given: milliseconds on 1 and on {threads} threads"
    );
    println!("class           wdl            wdl,dtz         wdl,dtm      entries");
    for class in [
        "KRvK", "KRvKN", "KNNvK", "KNNvKN", "KBBvKR", "KBNvKR", "KRPvK",
    ] {
        let class: Material = class.parse().expect("a class");
        print!("{class:<8}");
        let mut entries = 0;
        for wanted in [Wanted::Wdl, Wanted::Dtz, Wanted::Dtm] {
            let [one, all] = [1, threads].map(|threads| {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
                let pool = pool.build().expect("threads");
                pool.install(|| time_of(&class, wanted, &mut entries))
            });
            print!("{:>8.1}{:>8.1}", 1000.0 * one, 1000.0 * all);
        }
        println!("{entries:>13}");
    }
}

/// The median time, in seconds, to generate a class whose smaller tables are
/// given.
fn time_of(class: &Material, wanted: Wanted, entries: &mut u64) -> f64 {
    let mut smaller = TableSet::new();
    for class in class.successors() {
        generate(&class, wanted, &mut smaller, &|_, _| {}).expect("a table");
    }
    let mut times: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let mut tables = smaller.clone();
            let start = Instant::now();
            let table = generate(class, wanted, &mut tables, &|_, _| {}).expect("a table");
            let time = start.elapsed().as_secs_f64();
            let sides = [shakmaty::Color::White, shakmaty::Color::Black];
            let legal = sides.map(|turn| &table.side(turn).legal);
            let bits = legal.into_iter().flatten().map(|word| word.count_ones());
            *entries = bits.map(u64::from).sum();
            time
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
