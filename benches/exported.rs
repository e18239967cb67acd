//! The time of a call of an exported recognizer, compared with a WDL probe of
//! Syzygy files: `cargo bench --bench exported`.
//!
//! Rules are exported as C, compiled with `cc -O2` and asked about the same random
//! legal positions as the memory-mapped Syzygy files, with one thread and all data
//! in memory. The files of three and four men are in the repository;
//! `DRAWPROOF_SYZYGY` names a folder with those of five. Arguments after `--`
//! select rules: `cargo bench --bench exported -- knnkr krkr.quick`.

use std::{env, hint::black_box, path::PathBuf, time::Instant};

mod exported_c;
mod positions;
mod record;

use exported_c::Exported;
use positions::random;
use record::Record;

use drawproof_recognizers::{Builtin, Grade, builtin};
use drawproof_retro::with_smaller;
use drawproof_tables::{Material, Placement};
use shakmaty::Chess;
use shakmaty_syzygy::Tablebase;

const SYZYGY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/verify/tests/syzygy");
const POSITIONS: usize = 8192;
const ROUNDS: usize = 11;

fn main() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    println!("nanoseconds a call, median over rounds of {POSITIONS} random positions");
    println!(
        "{:<22} {:>10} {:>10} {:>16}",
        "rules", "compiled", "Syzygy", "times faster"
    );
    let words: Vec<String> = env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'))
        .collect();
    let is_asked_for =
        |name: &str| words.is_empty() || words.iter().any(|word| name.starts_with(word));
    let columns = ["rules", "a call, ns", "Syzygy, ns", "times faster"];
    let mut record = Record::new("exported", &columns);
    for of @ Builtin { name, .. } in builtin().iter().filter(|of| is_asked_for(of.name)) {
        let rules = of
            .rules(&|class| with_smaller(class).map_err(|error| error.to_string()))
            .expect("rules");
        let placements = random(rules.material(), POSITIONS);
        let Some(exported) = Exported::compile(folder.path(), &rules, &["-O2"]) else {
            return;
        };
        let ours = exported.time(&placements);
        match probed(rules.material(), &placements) {
            Some(theirs) => {
                let ratio = theirs / ours;
                println!("{name:<22} {ours:>10.1} {theirs:>10.1} {ratio:>16.1}");
                let [ours, theirs] = [ours, theirs].map(|time| format!("{time:.0}"));
                let row = [(*name).to_owned(), ours, theirs, format!("{ratio:.1}")];
                record.row(&row);
            }
            None => println!("{name:<22} {ours:>10.1}            DRAWPROOF_SYZYGY is not set"),
        }
        if let Some(most) = most_nanoseconds(of.grade).filter(|&most| ours > most) {
            println!("  over the budget of its grade: at most {most} nanoseconds");
        }
    }
    record.write();
}

/// The most that a call may take; `None` if the grade has no budget.
fn most_nanoseconds(grade: Grade) -> Option<f64> {
    let mut lines = include_str!("budgets.csv").lines();
    let line = lines.find_map(|line| line.strip_prefix(&format!("{grade},")))?;
    line.split(',').nth(1)?.parse().ok()
}

fn chess(class: &Material, placement: &Placement) -> Chess {
    placement.to_chess(class).expect("a legal position")
}

/// One probe of the WDL file.
fn probed(class: &Material, placements: &[Placement]) -> Option<f64> {
    let folder = if class.men_count() <= 4 {
        PathBuf::from(SYZYGY)
    } else {
        env::var_os("DRAWPROOF_SYZYGY").map(PathBuf::from)?
    };
    // SAFETY: the files are not changed while the bench runs.
    #[allow(unsafe_code)]
    let mut files: Tablebase<Chess> = unsafe { Tablebase::with_mmap_filesystem() };
    files.add_directory(&folder).expect("Syzygy files");
    let positions: Vec<Chess> = placements.iter().map(|of| chess(class, of)).collect();
    let mut rounds: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let start = Instant::now();
            for position in &positions {
                black_box(files.probe_wdl_after_zeroing(position).expect("a value"));
            }
            start.elapsed().as_secs_f64() * 1e9 / positions.len() as f64
        })
        .collect();
    rounds.sort_by(f64::total_cmp);
    Some(rounds[ROUNDS / 2])
}
