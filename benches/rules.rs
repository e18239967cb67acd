//! Every built-in rule file, verified over its whole class, beside its own export
//! in C: `cargo bench --bench rules`.
//!
//! Tables are generated beforehand. The C file is compiled with `cc -O3 -march=native` and
//! called in a plain loop over the same positions: sheets of those that are
//! visited, drawn at random. Its time for all positions is that of a call times
//! their number, divided by the threads that verify. Arguments after `--` select
//! rules: `cargo bench --bench rules -- kbbkr krkr.quick`.

// The allocator of the program, as it sets it.
#[allow(dead_code)]
#[path = "../src/allocator.rs"]
mod allocator;

use std::{env, sync::Mutex, time::Instant};

mod exported_c;
mod positions;
mod record;

use drawproof_evaluate::{
    CompiledRules, Judge, JudgeError, Recognizer, Sheet, Verdicts, positions,
};
use drawproof_language::{RuleFile, RuleInfo, SymmetryGroup};
use drawproof_recognizers::{Builtin, builtin};
use drawproof_retro::{Keep, Wanted, generate_all, with_smaller};
use drawproof_tables::{Material, Placement, TableSet};
use drawproof_verify::{Options, Verification};
use exported_c::Exported;
use record::Record;
use shakmaty::{Color, Square};

/// How many runs the median is of.
const RUNS: usize = 3;
/// How many positions are called in C at most.
const CALLED: usize = 32_768;

fn main() {
    allocator::keep_memory();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let threads = rayon::current_num_threads() as f64;
    println!("{threads} threads; positions: one of all mirror images and exchanged like men");
    println!(
        "{:<20} {:>12} {:>10} {:>12} {:>10} {:>10} {:>8}",
        "rules", "positions", "verify, s", "million/s", "C, ns", "C, s", "faster"
    );
    let words: Vec<String> = env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'))
        .collect();
    let is_asked_for =
        |name: &str| words.is_empty() || words.iter().any(|word| name.starts_with(word));
    let mut tables = TableSet::new();
    let columns = [
        "rules",
        "positions",
        "verify, s",
        "million a second",
        "C, s",
        "times faster",
    ];
    let mut record = Record::new("rules", &columns);
    let mut total = [0.0; 2];
    for of @ Builtin { name, .. } in builtin().iter().filter(|of| is_asked_for(of.name)) {
        let rules = of
            .rules(&|class| with_smaller(class).map_err(|error| error.to_string()))
            .expect("rules");
        let classes = [rules.material().clone()];
        generate_all(&classes, Wanted::Wdl, Keep::All, &mut tables, &|_, _| {}).expect("tables");
        let (count, ours) = verified(&rules, &tables);
        let Some(exported) = Exported::compile(folder.path(), &rules, &["-O3", "-march=native"])
        else {
            return;
        };
        let call = exported.time(&visited(&rules, &tables, count));
        let theirs = call * 1e-9 * count as f64 / threads;
        total[0] += ours;
        total[1] += theirs;
        println!(
            "{name:<20} {count:>12} {ours:>10.3} {:>12.1} {call:>10.1} {theirs:>10.3} {:>8.1}",
            count as f64 / ours / 1e6,
            theirs / ours
        );
        record.row(&[
            (*name).to_owned(),
            count.to_string(),
            format!("{ours:.3}"),
            format!("{:.1}", count as f64 / ours / 1e6),
            format!("{theirs:.3}"),
            format!("{:.1}", theirs / ours),
        ]);
    }
    record.write();
    println!(
        "{:<20} {:>12} {:>10.3} {:>12} {:>10} {:>10.3}",
        "all", "", total[0], "", "", total[1]
    );
}

/// How many positions are visited, and the seconds that it takes.
fn verified(rules: &RuleFile, tables: &TableSet) -> (u64, f64) {
    let compiled = CompiledRules::new(rules);
    let run = Verification::new(&compiled, tables, Options::default()).expect("a class");
    let mut count = 0;
    let mut runs: Vec<f64> = (0..RUNS)
        .map(|_| {
            let start = Instant::now();
            let tally = run.run(0..run.units(), &|_| {}).expect("a tally");
            count = run.unique_positions(&tally).expect("folded");
            let seconds = start.elapsed().as_secs_f64();
            let verdict = run.verdict(tally).expect("every position");
            assert_eq!(
                verdict.claimed().decisive.board,
                0,
                "{}",
                rules.source_name()
            );
            seconds
        })
        .collect();
    runs.sort_by(f64::total_cmp);
    (count, runs[RUNS / 2])
}

/// Some of the positions that are visited, sheet by sheet.
fn visited(rules: &RuleFile, tables: &TableSet, count: u64) -> Vec<Placement> {
    let recorder = Recorder {
        rules,
        one_in: (count / CALLED as u64).max(1),
        found: Mutex::default(),
    };
    let run = Verification::new(&recorder, tables, Options::default()).expect("a class");
    run.run(0..run.units(), &|_| {}).expect("a tally");
    let mut found = recorder.found.into_inner().expect("no panic");
    found.sort_by_key(|placement| (placement.turn.is_black(), placement.squares.clone()));
    found.truncate(CALLED);
    found
}

/// Claims nothing, and keeps some of the positions that it is asked about.
struct Recorder<'a> {
    rules: &'a RuleFile,
    /// One in how many sheets is kept.
    one_in: u64,
    found: Mutex<Vec<Placement>>,
}

impl Recognizer for Recorder<'_> {
    fn source_name(&self) -> &str {
        self.rules.source_name()
    }

    fn sha256(&self) -> &str {
        self.rules.sha256()
    }

    fn material(&self) -> &Material {
        self.rules.material()
    }

    fn rules(&self) -> &[RuleInfo] {
        self.rules.rules()
    }

    fn group(&self) -> SymmetryGroup {
        self.rules.group()
    }

    fn judge(&self, turn: Color) -> Box<dyn Judge + '_> {
        Box::new(RecordingJudge {
            recorder: self,
            turn,
        })
    }
}

struct RecordingJudge<'a> {
    recorder: &'a Recorder<'a>,
    turn: Color,
}

impl Judge for RecordingJudge<'_> {
    fn sheet(&mut self, sheet: &Sheet, verdicts: &mut Verdicts) -> Result<(), JudgeError> {
        verdicts.clear();
        let key = sheet.fixed.iter().fold(self.turn as u64, |key, &square| {
            key << 6 | u64::from(square)
        });
        if key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20 & 0xffff_ffff
            > u64::from(u32::MAX) / self.recorder.one_in
        {
            return Ok(());
        }
        let men = self.recorder.rules.material().men_count();
        let mut found = self.recorder.found.lock().expect("no panic");
        found.extend(positions(sheet.legal).map(|(row, column)| {
            let last = [row as u32, column].map(Square::new);
            let last = &last[4 - men.min(4)..];
            Placement {
                squares: sheet.fixed.iter().chain(last).copied().collect(),
                turn: self.turn,
            }
        }));
        Ok(())
    }
}
