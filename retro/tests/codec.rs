//! Tables that are coded and decoded again.

use std::{error::Error, sync::Arc};

use drawproof_retro::{Wanted, generate};
use drawproof_tables::{
    Layout, Library, Material, Table, WdlWords,
    codec::{Model, SideBlock, What},
};
use proptest::prelude::*;
use shakmaty::Color;

type Outcome = Result<(), Box<dyn Error>>;

fn table(class: &str) -> Result<Arc<Table>, Box<dyn Error>> {
    let material: Material = class.parse()?;
    Ok(generate(&material, Wanted::Dtm, &mut Library::new(), &|_, _| {})?)
}

/// Codes all blocks, so many together, and decodes them; returns the bytes.
fn there_and_back(table: &Table, what: What, group: usize) -> Result<usize, Box<dyn Error>> {
    let model = Model::train(table, what)?;
    let bytes = model.to_bytes();
    let read = Model::from_bytes(table.layout(), what, &bytes)?;
    assert_eq!(read, model);
    let wdl = |turn, block| SideBlock::of(table, turn, block).wdl;
    let mut size = bytes.len();
    for first in (0..table.layout().blocks()).step_by(group) {
        let blocks = first..table.layout().blocks().min(first + group);
        let bytes = model.encode(table, blocks.clone());
        size += bytes.len();
        let decoded = read.decode(blocks.clone(), &bytes, wdl);
        assert_eq!(decoded.len(), blocks.len());
        for (block, sides) in blocks.zip(decoded) {
            for side in sides {
                let mut truth = SideBlock::of(table, side.turn, block);
                if what == What::Wdl {
                    truth.distances.clear();
                }
                assert_eq!(side, truth, "block {block}");
            }
        }
    }
    Ok(size)
}

/// A symmetric class, like men, a lone king, three men: nothing is lost, and
/// tables are as small as they were.
#[test]
fn nothing_is_lost() -> Outcome {
    for (class, wdl, distances) in [
        ("KRvK", 40, 8_500),
        ("KNvK", 40, 0),
        ("KRvKR", 2_100, 63_000),
        ("KNNvK", 150, 1_500),
        ("KBBvK", 450, 240_000),
    ] {
        let table = table(class)?;
        for (what, limit) in [(What::Wdl, wdl), (What::Distance, distances)] {
            let size = there_and_back(&table, what, 5)?;
            assert!(size <= limit, "{class} {what:?}: {size} bytes");
        }
    }
    Ok(())
}

#[test]
fn the_same_bytes_every_time() -> Outcome {
    let table = table("KRvK")?;
    for what in [What::Wdl, What::Distance] {
        let (a, b) = (Model::train(&table, what)?, Model::train(&table, what)?);
        assert_eq!(a.to_bytes(), b.to_bytes());
        assert_eq!(a.encode(&table, 7..9), b.encode(&table, 7..9));
    }
    Ok(())
}

/// Decodes a block with everything won, as far as a block can be.
fn decode_anything(class: &str, what: What, model: &[u8], bytes: &[u8]) {
    let layout = class
        .parse()
        .ok()
        .and_then(|class: Material| Layout::new(&class).ok());
    let layout = layout.expect("a class with tables");
    let Ok(model) = Model::from_bytes(&layout, what, model) else {
        return;
    };
    let all_won = |turn: Color, block: usize| {
        let mut words = WdlWords::new(&layout);
        layout.legal(block, turn, &mut words.legal);
        words.win.clone_from(&words.legal);
        words
    };
    for sides in model.decode(100..102, bytes, all_won) {
        for side in sides {
            for (word, &legal) in side.wdl.legal.iter().enumerate() {
                assert_eq!((side.wdl.win[word] | side.wdl.loss[word]) & !legal, 0);
                assert_eq!(side.wdl.win[word] & side.wdl.loss[word], 0);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_model_and_any_bytes(
        model in prop::collection::vec(any::<u8>(), 0..300),
        bytes in prop::collection::vec(any::<u8>(), 0..300),
        distances: bool,
    ) {
        let what = if distances { What::Distance } else { What::Wdl };
        decode_anything("KBNvK", what, &model, &bytes);
        decode_anything("KNvKN", what, &model, &bytes);
        decode_anything("KRvK", what, &model, &bytes);
    }
}

#[test]
fn damaged_models_and_blocks() -> Outcome {
    let table = table("KRvKR")?;
    for what in [What::Wdl, What::Distance] {
        let model = Model::train(&table, what)?;
        let (whole, block) = (model.to_bytes(), model.encode(&table, 100..102));
        for at in (0..whole.len()).step_by(97) {
            let mut damaged = whole.clone();
            damaged[at] ^= 0x55;
            decode_anything("KRvKR", what, &damaged, &block);
        }
        for at in (0..block.len()).step_by(7) {
            let mut damaged = block.clone();
            damaged[at] ^= 0x55;
            decode_anything("KRvKR", what, &whole, &damaged);
            decode_anything("KRvKR", what, &whole, &block[..at]);
        }
    }
    Ok(())
}
