//! Comparing two oracles over every position.

use drawproof_tables::{
    Index, Layout, Material, Metric, Oracle, OracleError, Placement, Value, WdlWords, ones,
};
use rayon::prelude::*;
use shakmaty::{Color, Position, Square};

use crate::VerifyError;

/// The result of comparing two oracles over all positions of a class.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Comparison {
    /// How many table entries were compared, both sides to move.
    pub positions: u64,
    /// How many positions with an en passant right were compared; these are not
    /// table entries.
    pub en_passant: u64,
    /// In how many of them the oracles contradict each other.
    pub differences: u64,
    /// The first of these, in the order of the tables.
    pub first: Option<Difference>,
}

/// A position that two oracles value differently.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The position.
    pub placement: Placement,
    /// The en passant square.
    pub en_passant: Option<Square>,
    /// What each says.
    pub values: [Value; 2],
}

/// Compares two oracles over every legal position of a class, both sides to
/// move, by [`Value::agrees`]: WDL, and those distances that both know. With
/// `en_passant`, positions with an en passant right are compared as well.
/// `done` is called as king pairs are finished; there are [`Layout::blocks`] of
/// them for each side to move.
///
/// # Errors
///
/// If the class has no tables or one of the oracles has no answer.
pub fn compare(
    material: &Material,
    oracles: [&dyn Oracle; 2],
    en_passant: bool,
    done: &(dyn Fn(u64) + Sync),
) -> Result<Comparison, VerifyError> {
    let layout = Layout::new(material)?;
    let blocks = layout.blocks();
    for oracle in oracles {
        oracle.prepare(material)?;
    }
    let knows = |metric| oracles.iter().all(|oracle| oracle.knows(material, metric));
    let distances = Metric::ALL
        .into_iter()
        .any(|metric| metric != Metric::Wdl && knows(metric));
    let parts: Vec<Result<Comparison, OracleError>> = (0..2 * blocks)
        .into_par_iter()
        .map(|at| {
            let part = Compared {
                layout: &layout,
                turn: Color::from_white(at < blocks),
                oracles,
                distances,
                en_passant,
            };
            let result = part.block(at % blocks);
            done(1);
            result
        })
        .collect();
    let mut sum = Comparison::default();
    // In order: the reported error must not depend on the threads.
    for part in parts {
        let part = part?;
        sum.positions += part.positions;
        sum.en_passant += part.en_passant;
        sum.differences += part.differences;
        sum.first = sum.first.or(part.first);
    }
    Ok(sum)
}

struct Compared<'a> {
    layout: &'a Layout,
    turn: Color,
    oracles: [&'a dyn Oracle; 2],
    /// Whether both know distances of one kind.
    distances: bool,
    en_passant: bool,
}

impl Compared<'_> {
    fn block(&self, block: usize) -> Result<Comparison, OracleError> {
        let mut result = Comparison::default();
        let mut legal = vec![0; self.layout.block_words()];
        self.layout.legal(block, self.turn, &mut legal);
        let doubted = self.doubted(block, &legal)?;
        for (word, &legal) in legal.iter().enumerate() {
            result.positions += u64::from(legal.count_ones());
            let asked = if self.en_passant {
                legal
            } else {
                doubted[word]
            };
            for bit in ones(asked) {
                let index = Index { block, word, bit };
                let placement = self.layout.decode(index, self.turn);
                if doubted[word] >> bit & 1 != 0 {
                    self.compare(&placement, &mut result)?;
                }
                if self.en_passant {
                    self.with_rights(&placement, &mut result)?;
                }
            }
        }
        Ok(result)
    }

    /// The positions to be asked one by one: all if distances are compared, else those
    /// that one calls won or lost and the other does not.
    fn doubted(&self, block: usize, legal: &[u64]) -> Result<Vec<u64>, OracleError> {
        if self.distances {
            return Ok(legal.to_vec());
        }
        let mut doubted = vec![0; legal.len()];
        let [mut a, mut b] = [WdlWords::new(self.layout), WdlWords::new(self.layout)];
        for (words, oracle) in [&mut a, &mut b].into_iter().zip(self.oracles) {
            words.ask(oracle, self.layout, block, self.turn)?;
        }
        for (at, doubted) in doubted.iter_mut().enumerate() {
            *doubted = a.win[at] ^ b.win[at] | a.loss[at] ^ b.loss[at];
        }
        Ok(doubted)
    }

    fn compare(&self, placement: &Placement, result: &mut Comparison) -> Result<(), OracleError> {
        let material = self.layout.material();
        let [a, b] = self.oracles;
        let values = [a.probe(material, placement)?, b.probe(material, placement)?];
        if values[0].agrees(values[1]) {
            return Ok(());
        }
        self.look_again(placement, result)
    }

    fn look_again(
        &self,
        placement: &Placement,
        result: &mut Comparison,
    ) -> Result<(), OracleError> {
        let position = placement
            .to_chess(self.layout.material())
            .map_err(|error| OracleError::Unanswered {
                place: "the comparison".into(),
                fen: placement.fen(self.layout.material()).to_string(),
                reason: error.to_string(),
            })?;
        let [a, b] = self.oracles.map(|oracle| oracle.probe_with_care(&position));
        result.add(placement, None, [a?, b?]);
        Ok(())
    }

    /// The same squares right after each double step that may have led there.
    fn with_rights(
        &self,
        placement: &Placement,
        result: &mut Comparison,
    ) -> Result<(), OracleError> {
        for position in placement.with_en_passant(self.layout.material()) {
            let [a, b] = self.oracles;
            let values = [a, b].map(|oracle| oracle.probe_with_care(&position));
            let [a, b] = values;
            result.en_passant += 1;
            result.add(placement, position.legal_ep_square(), [a?, b?]);
        }
        Ok(())
    }
}

impl Comparison {
    fn add(&mut self, placement: &Placement, en_passant: Option<Square>, values: [Value; 2]) {
        let [a, b] = values;
        if a.agrees(b) {
            return;
        }
        self.differences += 1;
        self.first.get_or_insert_with(|| Difference {
            placement: placement.clone(),
            en_passant,
            values,
        });
    }
}
