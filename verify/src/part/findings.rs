//! What was found in a part of a run.

use drawproof_tables::{Dtm, Dtz, Material, Placement, Value, Wdl};
use serde::{Deserialize, Serialize};
use shakmaty::Square;

use super::header::Turn;
use crate::{Count, Counterexample, Counts, Example, Tally};

/// The counts and counterexamples of a part. Unique positions are counted in
/// parts (see [`Layout::unique_parts`](drawproof_tables::Layout::unique_parts)).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Findings {
    /// Positions visited.
    pub legal: Count,
    /// For each rule what it decided.
    pub rules: Vec<Counts>,
    /// Where no rule held.
    pub unmatched: Counts,
    /// The first incorrect draws of each rule, in the order of the board.
    pub examples: Vec<ExampleRecord>,
}

/// An incorrect draw.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExampleRecord {
    /// The rule's place in its file, from 0.
    pub(super) rule: usize,
    pub(super) fen: String,
    /// Squares of the kings, strong's first, and of the other men.
    pub(super) squares: Vec<String>,
    pub(super) to_move: Turn,
    /// What the oracle says.
    #[serde(with = "WdlRecord")]
    pub(super) truth: Wdl,
    pub(super) value: ValueRecord,
    /// The moves to checkmate in SAN.
    pub(super) line: Vec<String>,
}

/// What is shown of a position's value.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ValueRecord {
    #[serde(with = "WdlRecord")]
    wdl: Wdl,
    mate_plies: Option<u16>,
    zeroing_plies: Option<u16>,
    zeroing_rounded: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Wdl", rename_all = "lowercase")]
enum WdlRecord {
    Loss,
    Draw,
    Win,
}

impl Findings {
    /// What a tally counted; `examples` are its counterexamples made
    /// readable, in the same order.
    pub fn new(tally: Tally, examples: &[Example]) -> Self {
        let found = tally.examples.iter().zip(examples);
        Self {
            legal: tally.legal,
            rules: tally.rules,
            unmatched: tally.unmatched,
            examples: found
                .map(|(found, shown)| ExampleRecord::new(found, shown))
                .collect(),
        }
    }

    /// The tally that it was made of; `None` if an example is no position.
    pub(super) fn tally(&self, material: &Material) -> Option<Tally> {
        let examples = self.examples.iter();
        Some(Tally {
            legal: self.legal,
            rules: self.rules.clone(),
            unmatched: self.unmatched,
            examples: examples
                .map(|example| example.counterexample(material))
                .collect::<Option<_>>()?,
        })
    }
}

impl ExampleRecord {
    fn new(found: &Counterexample, shown: &Example) -> Self {
        let squares = found.placement.squares.iter();
        Self {
            rule: found.rule,
            fen: shown.fen.clone(),
            squares: squares.map(ToString::to_string).collect(),
            to_move: found.placement.turn.into(),
            truth: found.truth,
            value: shown.value.into(),
            line: shown.line.clone(),
        }
    }

    /// The position; `None` if it is none of the class.
    pub(super) fn counterexample(&self, material: &Material) -> Option<Counterexample> {
        if self.squares.len() != material.men_count() {
            return None;
        }
        let mut squares = Vec::new();
        for name in &self.squares {
            let square = Square::from_ascii(name.as_bytes()).ok()?;
            if squares.contains(&square) {
                return None;
            }
            squares.push(square);
        }
        let placement = Placement {
            squares: squares.into_iter().collect(),
            turn: self.to_move.into(),
        };
        (placement.fen(material).to_string() == self.fen).then_some(Counterexample {
            rule: self.rule,
            placement,
            truth: self.truth,
        })
    }

    /// The readable form.
    pub(super) fn example(&self) -> Example {
        Example {
            fen: self.fen.clone(),
            turn: self.to_move.into(),
            value: self.value.into(),
            line: self.line.clone(),
        }
    }
}

impl From<Value> for ValueRecord {
    fn from(value: Value) -> Self {
        Self {
            wdl: value.wdl,
            mate_plies: value.dtm.map(|dtm| dtm.0),
            zeroing_plies: value.dtz.map(|dtz| dtz.0),
            zeroing_rounded: value.dtz_rounded,
        }
    }
}

impl From<ValueRecord> for Value {
    fn from(record: ValueRecord) -> Self {
        Self {
            wdl: record.wdl,
            dtm: record.mate_plies.map(Dtm),
            dtz: record.zeroing_plies.map(Dtz),
            dtz_rounded: record.zeroing_rounded,
        }
    }
}
