//! The speed of walking collections of games, compared with pgn-reader's bare
//! parsing: `cargo bench --bench games`.
//!
//! The files of the folder in `DRAWPROOF_GAMES`, or a small file from the
//! repository, are repeated to 100 MB, and to 10 MB to compare the memory used.
//! pgn-reader parses all moves on one thread and plays none; drawproof plays
//! them on one and on all threads, probes the positions found and asks the
//! rules.

// The allocator of the program, as it sets it.
#[allow(dead_code)]
#[path = "../src/allocator.rs"]
mod allocator;

use std::{
    env, fs,
    fs::File,
    hint::black_box,
    io::{BufWriter, Write},
    ops::ControlFlow,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use drawproof_games::{Classes, Collection};
use drawproof_recognizers::{Builtin, builtin};
use pgn_reader::{Reader, SanPlus, Visitor};
use serde_json::Value;

mod process;

const OWN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/games/tests");
const ROUNDS: usize = 5;

fn main() {
    allocator::keep_memory();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = collection();
    let small = repeated(folder.path(), "small.pgn", &text, 10_000_000);
    let large = repeated(folder.path(), "large.pgn", &text, 100_000_000);
    let bytes = fs::metadata(&large).expect("a file").len() as f64;
    println!("medians of {ROUNDS} rounds, {:.0} MB of games", bytes / 1e6);

    let line = |name: &str, (time, games): (Duration, u64), parsing: Duration| {
        let seconds = time.as_secs_f64();
        let ratio = seconds / parsing.as_secs_f64();
        let (rate, games) = (bytes / 1e6 / seconds, games as f64 / seconds);
        println!("{name:<28} {seconds:>7.2} s {rate:>7.0} MB/s {games:>9.0} games/s {ratio:>6.1}");
    };
    let parsing = median(|| parsed(&large));
    line("pgn-reader, parsing", parsing, parsing.0);
    for threads in [1, 0] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.expect("threads");
        let walking = pool.install(|| median(|| walked(&large)));
        // The shared files have no broken games; pgn-reader counts all games.
        assert_eq!(walking.1, parsing.1, "games");
        let name = format!("walking, {} threads", pool.current_num_threads());
        line(&name, walking, parsing.0);
    }
    println!("the program, tables and rules included:");
    for (path, name) in [(&small, "10 MB"), (&large, "100 MB")] {
        let (time, memory) = whole(folder.path(), path);
        println!(
            "{name:<28} {:>7.2} s {:>7} MB at most",
            time.as_secs_f64(),
            memory / 1_000_000
        );
    }
}

/// The games of a folder, one file after another.
fn collection() -> Vec<u8> {
    let folder = env::var_os("DRAWPROOF_GAMES").map_or(PathBuf::from(OWN), PathBuf::from);
    let files = fs::read_dir(&folder).expect("a folder of games");
    let files = files.map(|file| file.expect("a file").path());
    let mut files: Vec<PathBuf> = files
        .filter(|path| path.extension().is_some_and(|end| end == "pgn"))
        .collect();
    files.sort();
    let mut text = Vec::new();
    for file in files {
        text.extend(fs::read(file).expect("games"));
        text.extend(b"\n");
    }
    assert!(!text.is_empty(), "no games in {}", folder.display());
    text
}

fn repeated(folder: &Path, name: &str, text: &[u8], size: usize) -> PathBuf {
    let path = folder.join(name);
    let mut file = BufWriter::new(File::create(&path).expect("a file"));
    for _ in 0..size.div_ceil(text.len()) {
        file.write_all(text).expect("room for games");
    }
    file.flush().expect("room for games");
    path
}

/// The median time, and the result.
fn median(mut run: impl FnMut() -> u64) -> (Duration, u64) {
    let mut times = Vec::new();
    let mut results = Vec::new();
    for _ in 0..ROUNDS {
        let start = Instant::now();
        results.push(run());
        times.push(start.elapsed());
    }
    assert!(results.iter().all(|result| *result == results[0]));
    times.sort();
    (times[ROUNDS / 2], results[0])
}

/// Reads moves and plays none.
struct Moves;

impl Visitor for Moves {
    type Tags = ();
    type Movetext = u64;
    type Output = u64;

    fn begin_tags(&mut self) -> ControlFlow<u64> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<u64, u64> {
        ControlFlow::Continue(0)
    }

    fn san(&mut self, moves: &mut u64, san: SanPlus) -> ControlFlow<u64> {
        black_box(san);
        *moves += 1;
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, moves: u64) -> u64 {
        moves
    }
}

fn parsed(path: &Path) -> u64 {
    let mut reader = Reader::new(File::open(path).expect("a file"));
    let mut games = 0;
    for game in reader.read_games(&mut Moves) {
        black_box(game.expect("a game"));
        games += 1;
    }
    games
}

fn walked(path: &Path) -> u64 {
    let classes = Classes::new(builtin().iter().map(Builtin::material));
    let mut collection = Collection::new(&classes, usize::MAX);
    let file = File::open(path).expect("a file");
    collection.walk("games", file, &|_| {}).expect("games")
}

/// The program, and its peak memory in bytes.
fn whole(folder: &Path, path: &Path) -> process::Cost {
    let program = Path::new(env!("CARGO_BIN_EXE_drawproof"));
    let report = folder.join("report.json");
    let output = File::create(&report).expect("a file");
    let path = path.to_str().expect("a path");
    let cost = process::cost(program, &["games", path, "--json"], output.into());
    let report = File::open(&report).expect("a report");
    let report: Value = serde_json::from_reader(report).expect("a report in JSON");
    assert_eq!(report["broken_games"], 0);
    cost
}
