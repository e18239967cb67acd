//! The distances to mate of incorrect draws.

use std::{array, collections::BTreeMap, ops::Range};

use drawproof_tables::{HelpmateTables, Oracle, OracleError, Placement, Wdl};
use rayon::prelude::*;

use crate::{
    Answer, Counterexample, Verification, VerifyError, found::rows, helpmate::refuting,
    nearest::Nearest, units::Unit, visit::Worker, weight::Weight,
};

/// Where distances to mate come from.
#[derive(Copy, Clone)]
pub enum Lines<'a> {
    /// With best play.
    Results(&'a dyn Oracle),
    /// With help.
    Mates(&'a HelpmateTables),
}

/// The number of incorrect draws with one distance to mate, board count.
#[derive(Copy, Clone, Default, PartialEq, Eq, Debug)]
pub struct DistanceCount {
    /// Plies to mate with best play, or with help.
    pub plies: u32,
    /// Positions that the side to move wins, or in which it is the one who mates.
    pub wins: u64,
    /// Those that it loses, or in which it is mated.
    pub losses: u64,
}

/// Wins and losses by plies.
type ByPlies = BTreeMap<u32, [u64; 2]>;

/// The distances to mate of incorrect draws.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Distances {
    /// All of them by their distance, nearest first; `None` if any distance is
    /// unknown.
    pub counts: Option<Vec<DistanceCount>>,
    /// The nearest ones of each rule, as many as are kept, in the order of
    /// [`Verdict::counterexamples`](crate::Verdict::counterexamples).
    pub nearest: Vec<Counterexample>,
}

/// What is found in one unit.
#[derive(Default)]
struct OfUnit {
    by_plies: ByPlies,
    is_unknown: bool,
    nearest: Nearest,
}

impl Verification<'_> {
    /// Visits every position of some units again to find the distances to mate
    /// of their incorrect draws. A distance is unknown if `lines` does not know
    /// it, or contradicts the truth. `done` is called with the number of units
    /// as they are finished.
    ///
    /// # Errors
    ///
    /// If an oracle or the recognizer has no answer.
    pub fn distances(
        &self,
        units: Range<usize>,
        lines: Lines,
        done: &(dyn Fn(u64) + Sync),
    ) -> Result<Distances, VerifyError> {
        let of_unit = |worker: &mut Worker, unit: &Unit| {
            self.go_on()?;
            let found = worker.distances(unit, lines);
            done(1);
            found
        };
        let of_units: Vec<_> = (self.units[units].par_iter())
            .map_init(|| Worker::new(self), of_unit)
            .collect();
        let mut sum = OfUnit::default();
        for of_unit in of_units {
            let of_unit: OfUnit = of_unit?;
            sum.is_unknown |= of_unit.is_unknown;
            sum.nearest.merge(of_unit.nearest, self.options.examples);
            for (plies, counts) in of_unit.by_plies {
                let all = sum.by_plies.entry(plies).or_default();
                *all = array::from_fn(|at| all[at] + counts[at]);
            }
        }
        let count = |(plies, [wins, losses]): (u32, [u64; 2])| DistanceCount {
            plies,
            wins,
            losses,
        };
        let counts = sum.by_plies.into_iter().map(count).collect();
        Ok(Distances {
            counts: (!sum.is_unknown).then_some(counts),
            nearest: sum.nearest.iter().cloned().collect(),
        })
    }
}

impl Worker<'_> {
    fn distances(&mut self, unit: &Unit, lines: Lines) -> Result<OfUnit, VerifyError> {
        let mut of_unit = OfUnit::default();
        let run = self.run;
        self.ask(unit)?;
        let weight = Weight::new(&run.layout, unit, run.folded);
        for first_word in (0..run.layout.block_words()).step_by(rows(&run.layout)) {
            let found = self.visited(unit, weight.rising, first_word);
            if found.legal == [0; 64] {
                continue;
            }
            let left_out = self.decided_at_once(unit, &found)?;
            let found = left_out.map_or_else(|| found.clone(), |left_out| found.without(&left_out));
            self.judge(unit, &found)?;
            for rule in 0..self.rules() {
                if let Some(wrong) = self.wrong(rule, (unit, &found)) {
                    let by_plies = &mut of_unit.by_plies;
                    let mut plies = |row, bit| {
                        let placement = self.placement(unit, &found, row, bit);
                        let answer = self.answer(&found, row, bit);
                        let distance = self.distance(rule, (&placement, answer), lines)?;
                        match distance {
                            Distance::Plies { plies, is_loss } => {
                                let counts = by_plies.entry(plies).or_default();
                                counts[usize::from(is_loss)] += weight.board_of_each();
                            }
                            // A false win has no distance.
                            Distance::None => {}
                            Distance::Unknown => of_unit.is_unknown = true,
                        }
                        Ok::<_, VerifyError>(distance.plies())
                    };
                    let kept = &mut of_unit.nearest;
                    self.keep_nearest((unit, &found), (rule, &wrong), &mut plies, kept)?;
                }
            }
        }
        Ok(of_unit)
    }

    /// The distance to mate in a position in which a rule is wrong.
    fn distance(
        &self,
        rule: usize,
        (placement, answer): (&Placement, Answer),
        lines: Lines,
    ) -> Result<Distance, OracleError> {
        let material = self.run.layout.material();
        match lines {
            Lines::Results(oracle) => {
                let value = oracle.probe(material, placement)?;
                let agrees = answer
                    .ruling()
                    .is_some_and(|ruling| ruling.wdl == value.wdl);
                Ok(match value.dtm.filter(|_| agrees) {
                    Some(dtm) => Distance::Plies {
                        plies: dtm.plies(),
                        is_loss: value.wdl == Wdl::Loss,
                    },
                    None if value.wdl == Wdl::Draw && agrees => Distance::None,
                    None => Distance::Unknown,
                })
            }
            Lines::Mates(tables) => {
                let claim = self.run.recognizer.rules()[rule].kind.claim();
                let mates = tables
                    .get(material)
                    .and_then(|table| table.probe(placement));
                let refuted = claim.zip(mates);
                let refuted =
                    refuted.and_then(|(claim, mates)| refuting(claim, placement.turn, mates));
                Ok(
                    refuted.map_or(Distance::Unknown, |(side, plies)| Distance::Plies {
                        plies: plies.into(),
                        is_loss: side != placement.turn,
                    }),
                )
            }
        }
    }
}

/// How far it is to mate.
#[derive(Copy, Clone)]
enum Distance {
    Plies {
        plies: u32,
        /// The side to move is mated.
        is_loss: bool,
    },
    /// There is no mate.
    None,
    Unknown,
}

impl Distance {
    fn plies(self) -> Option<u32> {
        match self {
            Self::Plies { plies, .. } => Some(plies),
            Self::None | Self::Unknown => None,
        }
    }
}
