//! How far from mate the positions are in which a draw was claimed in vain.

use std::{array, collections::BTreeMap};

use drawproof_recognizers::{Rows, positions};
use drawproof_tables::{Oracle, Wdl};
use rayon::prelude::*;

use crate::{
    Verification, VerifyError,
    found::{Found, rows},
    units::Unit,
    visit::Worker,
    weight::Weight,
};

/// Incorrect draws with one distance to mate, board count.
#[derive(Copy, Clone, Default, PartialEq, Eq, Debug)]
pub struct DistanceCount {
    /// Plies to mate, best play.
    pub plies: u32,
    /// Positions that the side to move wins.
    pub wins: u64,
    /// Those that it loses.
    pub losses: u64,
}

/// Wins and losses by plies.
type ByPlies = BTreeMap<u32, [u64; 2]>;

impl Verification<'_> {
    /// All incorrect draws by their distance to mate, nearest first: every
    /// position is visited again. `None` if `lines` does not know the distance
    /// of one of them, or says that it is drawn. `done` is called with the
    /// number of units as they are finished.
    ///
    /// # Errors
    ///
    /// If an oracle or the recognizer has no answer.
    pub fn incorrect_by_distance(
        &self,
        lines: &dyn Oracle,
        done: &(dyn Fn(u64) + Sync),
    ) -> Result<Option<Vec<DistanceCount>>, VerifyError> {
        let of_unit = |worker: &mut Worker, unit: &Unit| {
            let found = worker.incorrect_by_plies(unit, lines);
            done(1);
            found
        };
        let of_units: Vec<_> = (self.units.par_iter())
            .map_init(|| Worker::new(self), of_unit)
            .collect();
        let mut sum = ByPlies::new();
        for of_unit in of_units {
            let Some(of_unit) = of_unit? else {
                return Ok(None);
            };
            for (plies, counts) in of_unit {
                let all = sum.entry(plies).or_default();
                *all = array::from_fn(|at| all[at] + counts[at]);
            }
        }
        let count = |(plies, [wins, losses]): (u32, [u64; 2])| DistanceCount {
            plies,
            wins,
            losses,
        };
        Ok(Some(sum.into_iter().map(count).collect()))
    }
}

impl Worker<'_> {
    fn incorrect_by_plies(
        &mut self,
        unit: &Unit,
        lines: &dyn Oracle,
    ) -> Result<Option<ByPlies>, VerifyError> {
        let mut by_plies = ByPlies::new();
        let run = self.run;
        self.ask(unit)?;
        let weight = Weight::new(&run.layout, unit, run.folded);
        for first_word in (0..run.layout.block_words()).step_by(rows(&run.layout)) {
            let found = self.visited(unit, weight.rising, first_word);
            if found.legal == [0; 64] {
                continue;
            }
            self.judge(unit, &found)?;
            for (row, bit) in positions(&self.incorrect(&found)) {
                let placement = self.placement(unit, &found, row, bit);
                let value = lines.probe(run.layout.material(), &placement)?;
                let side = match value.wdl {
                    Wdl::Win => 0,
                    Wdl::Loss => 1,
                    Wdl::Draw => return Ok(None),
                };
                let Some(dtm) = value.dtm else {
                    return Ok(None);
                };
                by_plies.entry(dtm.plies()).or_default()[side] += weight.board_of_each();
            }
        }
        Ok(Some(by_plies))
    }

    /// The decisive positions of a sheet that was judged in which a draw was
    /// claimed.
    fn incorrect(&self, found: &Found) -> Rows {
        let decisive = found.decisive(self.run.options.fifty_moves);
        let rules = self.run.recognizer.rules().iter().enumerate();
        let claims = rules.filter(|(_, info)| info.kind.claims_draw());
        let mut incorrect = [0; 64];
        for wrong in claims.filter_map(|(rule, _)| self.verdicts.falsely_claimed(rule, &decisive)) {
            for (row, all) in incorrect.iter_mut().enumerate() {
                *all |= wrong[row] & found.legal[row];
            }
        }
        incorrect
    }
}
