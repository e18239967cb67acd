//! Tables survive coding and decoding.

use std::{error::Error, ops::Range, sync::Arc};

use drawproof_retro::{Wanted, generate};
use drawproof_tables::{
    Layout, Material, Table, TableSet,
    codec::{CodedSide, Model, Side},
};
use proptest::prelude::*;
use shakmaty::Color;

type Outcome = Result<(), Box<dyn Error>>;

fn table(class: &str) -> Result<Arc<Table>, Box<dyn Error>> {
    let material: Material = class.parse()?;
    let mut tables = TableSet::new();
    Ok(generate(&material, Wanted::Dtm, &mut tables, &|_, _| {})?)
}

/// All sides of some blocks.
fn decode(model: &Model, blocks: Range<usize>, bytes: &[u8]) -> Vec<(Color, Side)> {
    let mut decoded: Vec<(Color, Side)> = Vec::new();
    for turn in model.sides() {
        let first = decoded.first().map(|(_, first)| first);
        let source = CodedSide {
            blocks: blocks.clone(),
            first,
            bytes,
        };
        decoded.push((turn, model.decode(&source)));
    }
    decoded
}

/// Codes all blocks in groups, and decodes them; returns the number of bytes.
fn there_and_back(table: &Table, group: usize) -> Result<usize, Box<dyn Error>> {
    let layout = table.layout();
    let model = Model::train(table);
    let bytes = model.to_bytes();
    let read = Model::from_bytes(layout, &bytes)?;
    assert_eq!(read, model);
    let mut size = bytes.len();
    for first in (0..layout.blocks()).step_by(group) {
        let blocks = first..layout.blocks().min(first + group);
        let bytes = model.encode(table, blocks.clone());
        size += bytes.len();
        let words = first * layout.block_words()..blocks.end * layout.block_words();
        for (turn, side) in decode(&read, blocks, &bytes) {
            let truth = table.side(turn);
            let legal = side.words.iter().map(|word| word.legal);
            assert!(legal.eq(truth.legal[words.clone()].iter().copied()));
            let win = side.words.iter().map(|word| word.win);
            assert!(win.eq(truth.win[words.clone()].iter().copied()));
            let loss = side.words.iter().map(|word| word.loss);
            assert!(loss.eq(truth.loss[words.clone()].iter().copied()));
        }
    }
    Ok(size)
}

/// A symmetric class, like men, a lone king, three men, pawns: nothing is
/// lost, and tables are as small as they were.
#[test]
fn nothing_is_lost() -> Outcome {
    for (class, limit) in [
        ("KRvK", 40),
        ("KNvK", 40),
        ("KPvK", 3_000),
        ("KRvKR", 2_200),
        ("KNNvK", 150),
        ("KBBvK", 450),
    ] {
        let size = there_and_back(table(class)?.as_ref(), 5)?;
        assert!(size <= limit, "{class}: {size} bytes");
    }
    Ok(())
}

#[test]
fn the_same_bytes_with_any_number_of_threads() -> Outcome {
    let table = table("KPvK")?;
    let code = || {
        let model = Model::train(&table);
        (model.to_bytes(), model.encode(&table, 7..9))
    };
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let alone = pool(1)?.install(code);
    assert_eq!(pool(7)?.install(code), alone);
    Ok(())
}

/// Decodes two blocks and ignores the result.
fn decode_anything(class: &str, model: &[u8], bytes: &[u8]) {
    let layout = class
        .parse()
        .ok()
        .and_then(|class: Material| Layout::new(&class).ok());
    let layout = layout.expect("a class with tables");
    let Ok(model) = Model::from_bytes(&layout, model) else {
        return;
    };
    for (_, side) in decode(&model, 100..102, bytes) {
        for word in side.words {
            assert_eq!((word.win | word.loss) & !word.legal, 0);
            assert_eq!(word.win & word.loss, 0);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_model_and_any_bytes(
        model in prop::collection::vec(any::<u8>(), 0..300),
        bytes in prop::collection::vec(any::<u8>(), 0..300),
    ) {
        for class in ["KBNvK", "KNvKN", "KRvK", "KPvKP"] {
            decode_anything(class, &model, &bytes);
        }
    }
}

#[test]
fn damaged_models_and_blocks() -> Outcome {
    let table = table("KRvKR")?;
    let model = Model::train(&table);
    let (whole, block) = (model.to_bytes(), model.encode(&table, 100..102));
    for at in (0..whole.len()).step_by(97) {
        let mut damaged = whole.clone();
        damaged[at] ^= 0x55;
        decode_anything("KRvKR", &damaged, &block);
    }
    for at in 0..block.len() {
        let mut damaged = block.clone();
        damaged[at] ^= 0x55;
        decode_anything("KRvKR", &whole, &damaged);
        decode_anything("KRvKR", &whole, &block[..at]);
    }
    Ok(())
}
