//! Syzygy WDL files read as a whole, beside shakmaty-syzygy's probes of one position after
//! another: `DRAWPROOF_SYZYGY=DIR cargo bench --bench syzygy`.
//!
//! Arguments after `--` select classes; all of five men in the folder are read otherwise.
//! Smaller files that captures and promotions lead to must be there. Positions are those of
//! both sides to move, one of all mirror images and exchanged like men. Whole files are read,
//! checksums included, by a folder that was just opened. Probes are of positions drawn at
//! random, on as many threads.

// The allocator of the program, as it sets it.
#[allow(dead_code)]
#[path = "../src/allocator.rs"]
mod allocator;

use std::{env, path::Path, time::Instant};

mod record;

use drawproof_tables::{Index, Material, Placement, Random, SyzygyFolder, WdlTable};
use rayon::prelude::*;
use record::Record;
use shakmaty::{Chess, Color};

/// How many runs the median is of.
const RUNS: usize = 5;
/// How many positions are probed.
const PROBES: usize = 400_000;

fn main() {
    allocator::keep_memory();
    let Some(folder) = env::var_os("DRAWPROOF_SYZYGY") else {
        eprintln!("DRAWPROOF_SYZYGY is not set: no files to read");
        return;
    };
    let folder = Path::new(&folder);
    let words: Vec<String> = env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'))
        .collect();
    let classes: Vec<Material> = if words.is_empty() {
        let opened = SyzygyFolder::open(folder).expect("a folder");
        let all = opened.classes().iter().cloned();
        all.filter(|class| class.men_count() == 5).collect()
    } else {
        words
            .iter()
            .map(|word| word.parse().expect("a class"))
            .collect()
    };
    println!(
        "{} threads; million positions a second",
        rayon::current_num_threads()
    );
    println!(
        "{:<8} {:>12} {:>10} {:>10} {:>10} {:>8}",
        "class", "positions", "whole, s", "whole", "probes", "faster"
    );
    let columns = [
        "class",
        "positions",
        "whole, s",
        "whole, million a second",
        "probes, million a second",
        "times faster",
    ];
    let mut record = Record::new("syzygy", &columns);
    for class in &classes {
        measure(folder, class, &mut record);
    }
    record.write();
}

fn measure(folder: &Path, class: &Material, record: &mut Record) {
    let mut times = Vec::new();
    let mut table = None;
    for _ in 0..RUNS {
        drop(table.take());
        let start = Instant::now();
        let opened = SyzygyFolder::open(folder).expect("a folder");
        table = opened.wdl_table(class).expect("sound files");
        times.push(start.elapsed().as_secs_f64());
    }
    let Some(table) = table else {
        println!("{class}: not in the folder");
        return;
    };
    let positions = positions(&table);
    let seconds = median(&mut times);
    let whole = positions as f64 / seconds / 1e6;
    let probes = probes(folder, &table);
    let name = class.to_string();
    println!(
        "{name:<8} {positions:>12} {seconds:>10.3} {whole:>10.1} {probes:>10.2} {:>8.0}",
        whole / probes
    );
    record.row(&[
        name,
        positions.to_string(),
        format!("{seconds:.3}"),
        format!("{whole:.0}"),
        format!("{probes:.2}"),
        format!("{:.0}", whole / probes),
    ]);
}

/// How many positions a table has, one of all equal ones.
fn positions(table: &WdlTable) -> u64 {
    let layout = table.layout();
    let words = (0..layout.words()).into_par_iter();
    let of = |at: usize| -> u64 {
        let (block, word) = (at / layout.block_words(), at % layout.block_words());
        let sides = Color::ALL.iter();
        sides
            .map(|&turn| layout.unique(block, word, table.side(turn).legal[at]))
            .sum()
    };
    words.map(of).sum::<u64>() / layout.unique_parts()
}

/// Million positions a second, probed one by one.
fn probes(folder: &Path, table: &WdlTable) -> f64 {
    let mut tables = shakmaty_syzygy::Tablebase::new();
    tables.add_directory(folder).expect("a folder");
    let drawn = drawn(table);
    let probe = |(position, expected): &(Chess, bool)| {
        let wdl = tables.probe_wdl_after_zeroing(position).expect("a value");
        let is_win = wdl.signum() > 0;
        assert_eq!(is_win, *expected, "{position:?}");
    };
    let run = || {
        let start = Instant::now();
        drawn.par_iter().for_each(probe);
        start.elapsed().as_secs_f64()
    };
    // The first one reads what the others need.
    run();
    let mut times: Vec<f64> = (0..RUNS).map(|_| run()).collect();
    drawn.len() as f64 / median(&mut times) / 1e6
}

/// Legal positions drawn at random, and whether the table says that they are won.
fn drawn(table: &WdlTable) -> Vec<(Chess, bool)> {
    let layout = table.layout();
    let mut random = Random::new(1);
    let mut drawn = Vec::new();
    while drawn.len() < PROBES {
        let turn = Color::from_white(random.below(2) == 0);
        let at = random.below(layout.words());
        let bit = random.below(64) as u32;
        let side = table.side(turn);
        if side.legal[at] >> bit & 1 == 0 {
            continue;
        }
        let index = Index {
            block: at / layout.block_words(),
            word: at % layout.block_words(),
            bit,
        };
        let placement: Placement = layout.decode(index, turn);
        let position = placement.to_chess(layout.material()).expect("legal");
        drawn.push((position, side.win[at] >> bit & 1 != 0));
    }
    drawn
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
