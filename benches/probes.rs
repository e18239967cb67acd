//! Probes of drawproof's own WDL files, cold and warm: `cargo bench --bench probes -- DIR
//! [CLASS...]`, DIR with files that `drawproof generate` wrote.
//!
//! Positions are random ones of a class, probed as the program probes them, on one thread; times
//! are of the processor, medians. A probe is *cold* if its block of the file was not asked about
//! before, so that its bytes are read, checked and decoded; *warm* if its block was decoded. Of a
//! class whose sides differ, cold probes are faster of the side that is coded first. The last columns
//! are of opening a file and of reading it as a whole.

// The allocator of the program, as it sets it.
#[allow(dead_code)]
#[path = "../src/allocator.rs"]
mod allocator;

use std::{env, fs, hint::black_box, path::Path, process::ExitCode};

use drawproof_tables::{Index, Layout, Material, Metric, Oracle, TableFolder, Value};
use nix::time::{ClockId, clock_gettime};
use shakmaty::{Chess, Color};

/// How often everything else is timed.
const RUNS: usize = 5;
/// How many cold probes of a class are timed, each of another block.
const COLD: usize = 150;
/// How many warm probes of a class are timed together.
const ANYWHERE: usize = 100_000;

fn main() -> ExitCode {
    allocator::keep_memory();
    let args: Vec<String> = env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let Some((folder, names)) = args.split_first() else {
        eprintln!("DIR is missing: a folder with own WDL files");
        return ExitCode::SUCCESS;
    };
    println!("class       cold, one side   cold, other side     warm       open  whole file");
    let all = TableFolder::open(folder).expect("own files").classes();
    let names: Vec<Material> = names
        .iter()
        .map(|name| name.parse().expect("a class"))
        .collect();
    for class in if names.is_empty() { all } else { names } {
        measure(Path::new(folder), &class);
    }
    ExitCode::SUCCESS
}

fn measure(folder: &Path, class: &Material) {
    let layout = Layout::new(class).expect("a layout");
    let file = fs::read(folder.join(Metric::Wdl.file_name(class))).expect("a file");
    let open = || {
        let files = [(Metric::Wdl.file_name(class), file.clone())];
        TableFolder::of_files(folder, files).expect("an own file").0
    };
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let sides = Color::ALL.map(|turn| random.blocks(&layout, turn));
    let mut cold = sides.map(|positions| {
        let folder = open();
        let each = positions
            .iter()
            .map(|position| time(|| probe(&folder, position)));
        median(each) - median((0..1000).map(|_| time(|| ())))
    });
    cold.sort_by(f64::total_cmp);
    let whole = median((0..RUNS).map(|_| {
        let folder = open();
        time(|| folder.load(class).expect("a whole file"))
    }));
    let folder = open();
    folder.load(class).expect("a whole file");
    let positions = random.anywhere(&layout);
    let warm = median((0..RUNS).map(|_| {
        time(|| {
            for position in &positions {
                black_box(probe(&folder, position));
            }
        })
    }));
    println!(
        "{:<10} {:>11.1} us {:>15.1} us {:>6.0} ns {:>7.2} ms {:>8.1} ms",
        class.to_string(),
        cold[0] / 1e3,
        cold[1] / 1e3,
        warm / ANYWHERE as f64,
        median((0..RUNS).map(|_| time(open))) / 1e6,
        whole / 1e6
    );
}

fn probe(folder: &TableFolder, position: &Chess) -> Value {
    folder.probe_chess(position).expect("a value")
}

/// Nanoseconds of processor time of this thread.
fn time<T>(work: impl FnOnce() -> T) -> f64 {
    let now = || {
        let now = clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).expect("a clock");
        now.tv_sec() as f64 * 1e9 + now.tv_nsec() as f64
    };
    let start = now();
    black_box(work());
    now() - start
}

fn median(times: impl Iterator<Item = f64>) -> f64 {
    let mut times: Vec<f64> = times.collect();
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit
    }

    /// Legal positions of one side to move, each of another block or, where blocks are few,
    /// of another 64 of them.
    fn blocks(&mut self, layout: &Layout, turn: Color) -> Vec<Chess> {
        let step = (64 / layout.block_words()).max(1);
        let mut blocks: Vec<usize> = (0..layout.blocks()).step_by(step).collect();
        let mut positions = Vec::new();
        while positions.len() < COLD && !blocks.is_empty() {
            let block = blocks.swap_remove(self.below(blocks.len()));
            positions.extend((0..1000).find_map(|_| self.position(layout, turn, block)));
        }
        positions
    }

    /// Legal positions anywhere.
    fn anywhere(&mut self, layout: &Layout) -> Vec<Chess> {
        let mut positions = Vec::new();
        while positions.len() < ANYWHERE {
            let turn = Color::from_white(self.below(2) == 0);
            let block = self.below(layout.blocks());
            positions.extend(self.position(layout, turn, block));
        }
        positions
    }

    /// A position of a block, unless it is not legal.
    fn position(&mut self, layout: &Layout, turn: Color, block: usize) -> Option<Chess> {
        let (word, bit) = (self.below(layout.block_words()), self.below(64) as u32);
        let placement = layout.decode(Index { block, word, bit }, turn);
        let is_possible = placement.occupied().count() == layout.men().len();
        let chess = is_possible.then(|| placement.to_chess(layout.material()));
        chess.and_then(Result::ok)
    }
}
