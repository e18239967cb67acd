//! One oracle against another, over every position.

use drawproof_tables::{Index, Layout, Material, Oracle, Placement, Wdl, WdlWords};
use rayon::prelude::*;
use shakmaty::Color;

use crate::VerifyError;

/// The result of comparing two oracles over all positions of a class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comparison {
    /// How many table entries were compared, both sides to move.
    pub positions: u64,
    /// In how many of them the oracles differ.
    pub differences: u64,
    /// The first of these, in the order of the tables.
    pub first: Option<Difference>,
}

/// A position that two oracles value differently.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The position.
    pub placement: Placement,
    /// What each says.
    pub values: [Wdl; 2],
}

/// Compares WDL of two oracles over every legal position of a class, both
/// sides to move. `done` is called as king pairs are finished; there are 462
/// for each side to move.
///
/// # Errors
///
/// If the class has no tables or one of the oracles has no answer.
pub fn compare(
    material: &Material,
    oracles: [&dyn Oracle; 2],
    done: &(dyn Fn(u64) + Sync),
) -> Result<Comparison, VerifyError> {
    let layout = Layout::new(material)?;
    let mut sum = Comparison {
        positions: 0,
        differences: 0,
        first: None,
    };
    for turn in [Color::White, Color::Black] {
        let blocks: Vec<Comparison> = (0..layout.blocks())
            .into_par_iter()
            .map_init(
                || [WdlWords::new(&layout), WdlWords::new(&layout)],
                |words, block| {
                    for (oracle, words) in oracles.into_iter().zip(words.iter_mut()) {
                        words.ask(oracle, &layout, block, turn)?;
                    }
                    done(1);
                    Ok(compare_block(&layout, block, turn, words))
                },
            )
            .collect::<Result<_, VerifyError>>()?;
        for block in blocks {
            sum.positions += block.positions;
            sum.differences += block.differences;
            sum.first = sum.first.or(block.first);
        }
    }
    Ok(sum)
}

fn compare_block(layout: &Layout, block: usize, turn: Color, words: &[WdlWords; 2]) -> Comparison {
    let [a, b] = words;
    let mut result = Comparison {
        positions: 0,
        differences: 0,
        first: None,
    };
    for word in 0..layout.block_words() {
        result.positions += u64::from(a.legal[word].count_ones());
        let different = (a.win[word] ^ b.win[word]) | (a.loss[word] ^ b.loss[word]);
        result.differences += u64::from(different.count_ones());
        if different != 0 && result.first.is_none() {
            let bit = different.trailing_zeros();
            result.first = Some(Difference {
                placement: layout.decode(Index { block, word, bit }, turn),
                values: [a, b].map(|words| words.wdl(word, bit)),
            });
        }
    }
    result
}
