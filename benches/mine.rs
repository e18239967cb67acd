//! The results and the cost of mining rules: `cargo bench --bench mine`, or
//! `cargo bench --bench mine -- KRKR KBBKR` for some classes: the first run of
//! each, half an hour in total. `--all` makes all runs, which take hours.
//!
//! Each line is a process that generates its tables, finds rules, and verifies
//! them over all positions, and again with a fault.

use std::{env, fs::File, path::Path};

use serde_json::Value;

mod process;

/// Classes, each with the options of some runs, the smallest budget first.
const RUNS: [(&str, &[&str]); 9] = [
    (
        "KRKR",
        &[
            "--budget 16",
            "--budget 38",
            "--budget 74",
            "--form tree --budget none",
        ],
    ),
    (
        "KRKN",
        &[
            "--budget 21",
            "--budget 78 --effort 0.5",
            "--budget 333 --effort 0.2",
            "--form tree --budget none --effort 0.1 --max-draws 4000000",
        ],
    ),
    (
        "KRKB",
        &[
            "--budget 40",
            "--budget 100 --effort 0.5",
            "--form tree --budget none --max-draws 4000000",
        ],
    ),
    (
        "KBKP",
        &[
            "--budget 40",
            "--budget 100 --effort 0.5",
            "--form tree --budget 2000conditions",
        ],
    ),
    (
        "KBBKB",
        &["--budget 40 --effort 0.5", "--budget 100 --effort 0.3"],
    ),
    (
        "KBBKR",
        &[
            "--budget 13 --effort 0.5",
            "--budget 38 --effort 0.5",
            "--budget 147 --effort 0.3",
            "--budget 438 --effort 0.4",
            "--budget 438 --max-cost 1000 --effort 0.1",
            "--form tree --budget 4000conditions --effort 0.1",
        ],
    ),
    (
        "KBNKR",
        &[
            "--budget 40 --max-cost 1000",
            "--budget 147 --max-cost 1000 --effort 0.5",
            "--budget 400 --max-cost 1000 --effort 0.1",
            "--form tree --budget 4000conditions --effort 0.1",
            "--form tree --budget 16000conditions --effort 0.03",
            "--form tree --budget 40000conditions --effort 0.03",
        ],
    ),
    (
        "KNNKR",
        &[
            "--budget 40",
            "--budget 147 --effort 0.5",
            "--form tree --budget 4000conditions --effort 0.1",
            "--form tree --budget 12000conditions --effort 0.03",
            "--form tree --budget 40000conditions --effort 0.03",
        ],
    ),
    (
        "KNNKN",
        &[
            "--budget 8",
            "--budget 12",
            "--budget 28",
            "--budget 71 --effort 0.5",
            "--form tree --budget none --effort 0.3 --max-cost 1000",
        ],
    ),
];

fn main() {
    let (flags, wanted): (Vec<String>, Vec<String>) =
        env::args().skip(1).partition(|word| word.starts_with('-'));
    let runs_of_each = if flags.iter().any(|flag| flag == "--all") {
        usize::MAX
    } else {
        1
    };
    let folder = tempfile::tempdir().expect("a folder");
    println!("| command | rules | conditions | ns, about | draws spotted | time | peak memory |");
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    for (class, runs) in RUNS {
        if wanted.is_empty() || wanted.iter().any(|name| name == class) {
            for options in runs.iter().take(runs_of_each) {
                println!("{}", line(class, options, folder.path()));
            }
        }
    }
}

/// One run, as a line of a table.
fn line(class: &str, options: &str, folder: &Path) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_drawproof"));
    let words = ["mine", class, "--json"]
        .into_iter()
        .chain(options.split_whitespace());
    let path = folder.join("report.json");
    let output = File::create(&path).expect("a file");
    let words: Vec<&str> = words.collect();
    let (time, bytes) = process::cost(program, &words, output.into());
    let report = File::open(&path).expect("a report");
    let report: Value = serde_json::from_reader(report).expect("a report in JSON");
    let draws = |kind: &str| report["report"]["totals"][kind]["board_count"].as_f64();
    let (spotted, missed) = (draws("spotted_draws"), draws("missed_draws"));
    let (spotted, missed) = (spotted.expect("a count"), missed.expect("a count"));
    format!(
        "| `mine {class} {options}` | {} | {} | {:.0} | {:.3} % | {:.0} s | {} MB |",
        report["rules"],
        report["conditions"],
        report["estimated_nanoseconds"].as_f64().unwrap_or(f64::NAN),
        100.0 * spotted / (spotted + missed),
        time.as_secs_f64(),
        bytes / 1_000_000
    )
}
