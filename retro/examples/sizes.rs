//! Prints how many bytes the codec takes for classes, and how fast it is.
//!
//! ```sh
//! cargo run --release -p drawproof-retro --example sizes            # WDL of all classes
//! cargo run --release -p drawproof-retro --example sizes dtm KBNvK  # distances of some
//! ```

use std::{
    error::Error,
    time::{Duration, Instant},
};

use drawproof_retro::{Wanted, generate};
use drawproof_tables::{
    Library, Material, Table,
    codec::{Model, SideBlock, What},
};
use shakmaty::{ByColor, Color};

/// How many blocks are coded together.
const GROUPS: [usize; 4] = [1, 4, 16, 64];

fn main() -> Result<(), Box<dyn Error>> {
    let mut named: Vec<String> = std::env::args().skip(1).collect();
    let distances = named.first().is_some_and(|word| word == "dtm");
    let what = if distances {
        named.remove(0);
        What::Distance
    } else {
        What::Wdl
    };
    let classes = if named.is_empty() {
        [3, 4].into_iter().flat_map(Material::pawnless).collect()
    } else {
        let classes: Result<Vec<Material>, _> = named.iter().map(|name| name.parse()).collect();
        classes?
    };
    let mut library = Library::new();
    let mut sums = [0; GROUPS.len()];
    println!("bytes with model, sizes and blocks in groups of {GROUPS:?}");
    for material in classes {
        let table = generate(&material, Wanted::Dtm, &mut library, &|_, _| {})?;
        let started = Instant::now();
        let model = Model::train(&table, what)?;
        let trained = started.elapsed();
        let model_bytes = model.to_bytes().len();
        let sizes = GROUPS.map(|group| model_bytes + size(&table, &model, group));
        for (sum, size) in sums.iter_mut().zip(sizes) {
            *sum += size;
        }
        let per_position = decode(&table, &model, what);
        println!(
            "{material:8} model {model_bytes:6} {sizes:8?} trained in {:5} ms, {per_position:5.1} ns/position",
            trained.as_millis(),
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

/// Decodes each block by itself; nanoseconds for each position.
fn decode(table: &Table, model: &Model, what: What) -> f64 {
    let mut positions = 0;
    let mut spent = Duration::ZERO;
    for block in 0..table.layout().blocks() {
        let blocks = block..block + 1;
        let bytes = model.encode(table, blocks.clone());
        let given = ByColor::new_with(|turn| SideBlock::of(table, turn, block).wdl);
        let wdl = |turn: Color, _| given.get(turn).clone();
        let started = Instant::now();
        let decoded = model.decode(blocks, &bytes, wdl);
        spent += started.elapsed();
        for side in decoded.iter().flatten() {
            let truth = SideBlock::of(table, side.turn, block);
            assert_eq!(side.wdl, truth.wdl);
            assert!(what == What::Wdl || side.distances == truth.distances);
            let counted = |set: &[u64]| set.iter().map(|w| w.count_ones()).sum::<u32>();
            positions += match what {
                What::Wdl => counted(&side.wdl.legal),
                What::Distance => counted(&side.wdl.win) + counted(&side.wdl.loss),
            };
        }
    }
    spent.as_nanos() as f64 / f64::from(positions.max(1))
}
