//! The time of a call of an exported recognizer, compared with a WDL probe of
//! Syzygy files: `cargo bench --bench exported`.
//!
//! Rules are exported as C, compiled with `cc -O2` and asked about the same random
//! legal positions as the memory-mapped Syzygy files, with one thread and all data
//! in memory. The files of three and four men are in the repository;
//! `DRAWPROOF_SYZYGY` names a folder with those of five. Arguments after `--`
//! select rules: `cargo bench --bench exported -- knnkr krkr.quick`.

use std::{
    env, fs,
    hint::black_box,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Instant,
};

use drawproof_export::{Language, emit};
use drawproof_language::{RuleFile, interpret};
use drawproof_recognizers::{Builtin, builtin};
use drawproof_tables::{Material, Placement};
use shakmaty::{Chess, Color, Position, Role, Square};
use shakmaty_syzygy::Tablebase;

const SYZYGY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/verify/tests/syzygy");
const TIMER: &str = include_str!("timer.c");
const POSITIONS: usize = 8192;
const ROUNDS: usize = 11;
/// The number of positions whose answers are compared with the interpreted rules.
const CHECKED: usize = 512;

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
    for Builtin { name, text, .. } in builtin().iter().filter(|rules| is_asked_for(rules.name)) {
        let rules = RuleFile::parse(name, text).expect("rules");
        let placements = random(rules.material());
        let Some(ours) = compiled(folder.path(), &rules, &placements) else {
            return;
        };
        match probed(rules.material(), &placements) {
            Some(theirs) => {
                let ratio = theirs / ours;
                println!("{name:<22} {ours:>10.1} {theirs:>10.1} {ratio:>16.1}");
            }
            None => println!("{name:<22} {ours:>10.1}            DRAWPROOF_SYZYGY is not set"),
        }
    }
}

/// Random legal positions, always the same.
fn random(class: &Material) -> Vec<Placement> {
    let mut state: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut below = |limit: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 20) % limit
    };
    let mut found = Vec::new();
    while found.len() < POSITIONS {
        let squares = (0..class.men_count()).map(|_| Square::new(below(64) as u32));
        let placement = Placement {
            squares: squares.collect(),
            turn: Color::from_white(below(2) == 0),
        };
        let apart = placement.occupied().count() == class.men_count();
        if apart && placement.to_chess(class).is_ok() {
            found.push(placement);
        }
    }
    found
}

fn chess(class: &Material, placement: &Placement) -> Chess {
    placement.to_chess(class).expect("a legal position")
}

/// A program that calls the exported file. `None` without a compiler.
fn compiled(folder: &Path, rules: &RuleFile, placements: &[Placement]) -> Option<f64> {
    let source = emit(&[rules], Language::C, &[]).expect("source text");
    fs::write(folder.join("exported.c"), source).expect("a file");
    fs::write(folder.join("timer.c"), TIMER).expect("a file");
    let program = folder.join("timer");
    let mut cc = Command::new("cc");
    let cc = cc.args(["-std=c99", "-O2"]).arg(folder.join("timer.c"));
    match cc.arg("-o").arg(&program).status() {
        Ok(status) => assert!(status.success(), "cc failed"),
        Err(error) => {
            println!("nothing is measured: cannot start cc: {error}");
            return None;
        }
    }
    // Check that the timed answers are right.
    let looked_at = &placements[..CHECKED];
    let claims = |placement: &&Placement| {
        let rule = interpret(rules, placement).expect("little work");
        rule.is_some_and(|rule| rules.rules()[rule].kind.claims_draw())
    };
    let expected = looked_at.iter().filter(claims).count();
    let (_, draws) = asked(&program, rules.material(), looked_at);
    assert_eq!(draws, expected, "{}", rules.source_name());
    Some(asked(&program, rules.material(), placements).0)
}

/// Nanoseconds a call, and how often a draw was claimed.
fn asked(program: &Path, class: &Material, placements: &[Placement]) -> (f64, usize) {
    let words: Vec<u8> = placements
        .iter()
        .flat_map(|placement| words(&chess(class, placement)))
        .flat_map(u64::to_ne_bytes)
        .collect();
    let mut timer = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the timer");
    let mut input = timer.stdin.take().expect("its input");
    input.write_all(&words).expect("positions");
    drop(input);
    let output = timer.wait_with_output().expect("the timer's answer");
    let text = String::from_utf8_lossy(&output.stdout);
    let (time, draws) = text.trim().split_once(' ').expect("two numbers");
    (
        time.parse().expect("a time"),
        draws.parse().expect("a number"),
    )
}

/// A position in the form that probing functions take.
fn words(position: &Chess) -> [u64; 9] {
    let board = position.board();
    let [queens, rooks, bishops, knights, pawns] = [
        Role::Queen,
        Role::Rook,
        Role::Bishop,
        Role::Knight,
        Role::Pawn,
    ]
    .map(|role| board.by_role(role).0);
    [
        board.white().0,
        board.black().0,
        board.kings().0,
        queens,
        rooks,
        bishops,
        knights,
        pawns,
        position.turn().is_white().into(),
    ]
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
