//! The incorrect draws of a judged sheet.

use drawproof_evaluate::{Rows, positions};

use crate::{
    Counterexample,
    found::{SheetTruth, rows},
    nearest::{Begun, Nearest},
    units::Unit,
    visit::Worker,
};

impl Worker<'_> {
    /// The positions of a judged sheet in which a rule is wrong.
    pub fn wrong(&self, rule: usize, (unit, found): (&Unit, &SheetTruth)) -> Option<Rows> {
        let claim = self.run.recognizer.rules()[rule].kind.claim()?;
        let outside = found.outside(claim.truths(unit.turn), self.run.options.fifty_moves);
        self.verdicts.falsely_claimed(rule, &outside)
    }

    /// Keeps some of the positions of a sheet in which a rule is wrong. The
    /// plies to mate are requested for all of them, by row and bit.
    pub fn keep_nearest<E>(
        &self,
        (unit, found): (&Unit, &SheetTruth),
        (rule, wrong): (usize, &Rows),
        mut plies: impl FnMut(usize, u32) -> Result<Option<u32>, E>,
        nearest: &mut Nearest,
    ) -> Result<(), E> {
        let most = self.run.options.examples;
        let layout = &self.run.layout;
        // If like men are visited in every order, each position would be shown
        // once for each order.
        let mut shown = *wrong;
        layout.keep_rising(found.first_word, &mut shown[..rows(layout)]);
        let begun: Vec<Begun> = (0..rows(layout))
            .map(|row| {
                let outers = layout.outer_squares(found.first_word + row);
                let squares = unit.kings.into_iter().chain(outers);
                Begun::new(unit.turn, found.en_passant, squares)
            })
            .collect();
        for (row, bit) in positions(wrong) {
            let plies = plies(row, bit)?;
            let rank = begun[row].rank(bit, plies);
            if shown[row] >> bit & 1 != 0 {
                nearest.offer(rule, rank, most, || Counterexample {
                    rule,
                    asked: self.asked(unit, found, (row, bit), self.is_exchanged(rule, (row, bit))),
                    truth: self.answer(found, row, bit),
                    plies,
                });
            }
        }
        Ok(())
    }
}
