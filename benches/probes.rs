//! Probes of drawproof's own WDL files, cold and warm: `cargo bench -p drawproof-tables --bench
//! probes -- DIR [CLASS...]`, DIR with files that `drawproof generate` wrote.
//!
//! Positions are random ones of a class, probed as the program probes them, on one thread; times
//! are of the processor, medians. A probe is *cold* if its block of the file was not asked about
//! before, so that its bytes are read, checked and decoded; *warm* if the same position was.
//! Then each file is read as a whole.

use std::{env, hint::black_box, process::ExitCode};

use drawproof_tables::{
    Index, Layout, Material, Metric, Oracle, TableFolder, Value, ones,
};
use nix::time::{ClockId, clock_gettime};
use shakmaty::{Chess, Color};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How many cold probes of a class are timed, each of another block.
const COLD: usize = 150;
/// How many warm probes are timed together.
const BATCH: usize = 10_000;

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let Some((folder, names)) = args.split_first() else {
        eprintln!("DIR is missing: a folder with own WDL files");
        return ExitCode::SUCCESS;
    };
    println!("class      cold, first side     cold, second side    warm         whole file");
    let all = TableFolder::open(folder).expect("own files").classes();
    let names = names.iter().map(|name| name.parse().expect("a class"));
    let classes: Vec<Material> = if names.len() == 0 { all } else { names.collect() };
    for class in classes {
        measure(folder, &class);
    }
    ExitCode::SUCCESS
}

fn measure(folder: &str, class: &Material) {
    let layout = Layout::new(class).expect("a layout");
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let sides = Color::ALL.map(|turn| random.positions(&layout, turn));
    let mut cold: Vec<f64> = sides.iter().map(|side| cold_probes(folder, side)).collect();
    cold.sort_by(f64::total_cmp);
    let warm = warm_probes(folder, &sides.concat());
    let whole = whole_file(folder, class);
    println!(
        "{:<10} {:>14.1} us {:>17.1} us {:>10.0} ns {:>12.1} ms",
        class.to_string(),
        cold[0] / 1e3,
        cold[1] / 1e3,
        warm,
        whole / 1e6
    );
}

/// The median nanoseconds of a probe that is the first one of its block.
fn cold_probes(folder: &str, positions: &[Chess]) -> f64 {
    let folder = TableFolder::open(folder).expect("own files");
    let each = positions.iter().map(|position| time(|| probe(&folder, position)));
    median(each.collect()) - median((0..1000).map(|_| time(|| ())).collect())
}

/// The nanoseconds of a probe of a position that was probed before.
fn warm_probes(folder: &str, positions: &[Chess]) -> f64 {
    let folder = TableFolder::open(folder).expect("own files");
    let batch = || {
        for position in positions.iter().cycle().take(BATCH) {
            black_box(probe(&folder, position));
        }
    };
    batch();
    median((0..21).map(|_| time(batch)).collect()) / BATCH as f64
}

/// The nanoseconds that it takes to read all of a file.
fn whole_file(folder: &str, class: &Material) -> f64 {
    let folder = TableFolder::open(folder).expect("own files");
    let none: [Metric; 0] = [];
    time(|| folder.load_metrics(class, &none).expect("a whole file"))
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

fn median(mut times: Vec<f64>) -> f64 {
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
    fn positions(&mut self, layout: &Layout, turn: Color) -> Vec<Chess> {
        let step = (64 / layout.block_words()).max(1);
        let mut blocks: Vec<usize> = (0..layout.blocks()).step_by(step).collect();
        let mut legal = vec![0; layout.block_words()];
        let mut positions = Vec::new();
        while positions.len() < COLD && !blocks.is_empty() {
            let block = blocks.swap_remove(self.below(blocks.len()));
            layout.legal(block, turn, &mut legal);
            let found = (0..1000).find_map(|_| {
                let word = self.below(legal.len());
                let bits: Vec<u32> = ones(legal[word]).collect();
                let bit = *bits.get(self.below(bits.len().max(1)))?;
                let placement = layout.decode(Index { block, word, bit }, turn);
                placement.to_chess(layout.material()).ok()
            });
            positions.extend(found);
        }
        positions
    }
}
