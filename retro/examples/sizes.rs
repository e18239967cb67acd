//! Prints how many bytes the codec takes for win, draw and loss, and how fast
//! it is.
//!
//! ```sh
//! cargo run --release -p drawproof-retro --example sizes          # all classes
//! cargo run --release -p drawproof-retro --example sizes KBNvK    # some
//! ```

use std::{
    error::Error,
    time::{Duration, Instant},
};

use drawproof_retro::{Wanted, generate};
use drawproof_tables::{
    Material, Table, TableSet,
    codec::{CodedSide, Model, Side},
};

/// How many blocks are coded together.
const GROUPS: [usize; 4] = [1, 4, 16, 64];

fn main() -> Result<(), Box<dyn Error>> {
    let named: Vec<String> = std::env::args().skip(1).collect();
    let classes = if named.is_empty() {
        [3, 4].into_iter().flat_map(Material::all).collect()
    } else {
        let classes: Result<Vec<Material>, _> = named.iter().map(|name| name.parse()).collect();
        classes?
    };
    let mut tables = TableSet::new();
    let mut sums = [0; GROUPS.len()];
    println!("bytes with model, sizes and blocks in groups of {GROUPS:?}");
    for material in classes {
        let table = generate(&material, Wanted::Dtm, &mut tables, &|_, _| {})?;
        let started = Instant::now();
        let model = Model::train(&table);
        let trained = started.elapsed();
        let model_bytes = model.to_bytes().len();
        let sizes = GROUPS.map(|group| model_bytes + size(&table, &model, group));
        for (sum, size) in sums.iter_mut().zip(sizes) {
            *sum += size;
        }
        println!(
            "{material:8} model {model_bytes:6} {sizes:8?} trained in {:5} ms, {:5.1} ns/position",
            trained.as_millis(),
            decode(&table, &model),
        );
    }
    println!("sums {sums:?}");
    Ok(())
}

/// The bytes of all groups of blocks, and one more for the size of each.
fn size(table: &Table, model: &Model, group: usize) -> usize {
    let blocks = table.layout().blocks();
    let bytes = |first| model.encode(table, first..blocks.min(first + group)).len() + 1;
    (0..blocks).step_by(group).map(bytes).sum()
}

/// Decodes each block separately; returns nanoseconds per position.
fn decode(table: &Table, model: &Model) -> f64 {
    let mut positions = 0;
    let mut spent = Duration::ZERO;
    let words = table.layout().block_words();
    for block in 0..table.layout().blocks() {
        let bytes = model.encode(table, block..block + 1);
        let started = Instant::now();
        let mut sides: Vec<Side> = Vec::new();
        for _ in model.sides() {
            let source = CodedSide {
                blocks: block..block + 1,
                first: sides.first(),
                bytes: &bytes,
            };
            sides.push(model.decode(&source));
        }
        spent += started.elapsed();
        for (turn, side) in model.sides().zip(sides) {
            let truth = table.side(turn);
            for (at, word) in (block * words..).zip(side.words) {
                assert_eq!([word.win, word.loss], [truth.win[at], truth.loss[at]]);
                positions += word.legal.count_ones();
            }
        }
    }
    spent.as_nanos() as f64 / f64::from(positions.max(1))
}
