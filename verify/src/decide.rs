//! A recognizer's verdicts on a sheet, compared with the truth.

use std::convert::Infallible;

use drawproof_recognizers::{OneSided, Rows};
use drawproof_tables::{AskedPosition, Material, Ruling};

use crate::{
    Counts, Missed, Tally,
    count::{Pair, count_pairs},
    counts::Decided,
    found::{Found, rows},
    sample,
    units::Unit,
    visit::Worker,
    weight::Weight,
};

/// A position in which a rule claimed a draw falsely.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counterexample {
    /// The rule's index in its file.
    pub rule: usize,
    /// The position in which the draw was claimed.
    pub asked: AskedPosition,
    /// What the oracle says.
    pub truth: Ruling,
    /// Plies to mate, if they were looked up to choose the nearest ones.
    pub plies: Option<u32>,
}

/// A position without a valid verdict.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The position as it was asked.
    pub asked: AskedPosition,
    /// What happened.
    pub what: String,
}

impl Fault {
    /// The FEN of the position as it was asked.
    pub fn fen(&self, material: &Material) -> String {
        self.asked.fen(material).to_string()
    }
}

impl Worker<'_> {
    /// Counts the verdicts on a sheet. For positions with an en passant right no
    /// missed draws are kept, and draws are not counted by the kings' squares.
    pub fn count(&self, unit: &Unit, found: &Found, weight: &Weight, tally: &mut Tally) {
        let decisive = found.decisive(self.run.options.fifty_moves);
        let counts = |positions: &Rows| {
            let Pair { inside, outside } = count_pairs(positions, &decisive);
            let first = found.first_word;
            Counts {
                decisive: weight.count(first, inside, |row| positions[row] & decisive[row]),
                draws: weight.count(first, outside, |row| positions[row] & !decisive[row]),
            }
        };
        let is_plain = found.en_passant.is_none();
        if is_plain && found.cursed != [0; 64] {
            let Pair { inside, .. } = count_pairs(&found.legal, &found.cursed);
            let cursed = |row| found.legal[row] & found.cursed[row];
            tally.cursed += weight.count(found.first_word, inside, cursed);
        }
        let mut sum = Decided::new(self.rules());
        let all = counts(&found.legal);
        sum.legal += all.draws;
        sum.legal += all.decisive;
        let mut unmatched = found.legal;
        if self.verdicts.is_doubtful() {
            for (row, &doubtful) in unmatched.iter_mut().zip(self.verdicts.doubtful()) {
                *row &= !doubtful;
            }
            sum.doubtful += counts(self.verdicts.doubtful());
            tally.stops += self.verdicts.stops();
            self.keep_faults(unit, found, tally);
        }
        for rule in 0..self.run.recognizer.rules().len() {
            let wrong = self.wrong(rule, &decisive);
            if wrong.is_none() && self.verdicts.of(rule).is_none() {
                continue;
            }
            let mut decides = self.verdicts.of(rule).copied().unwrap_or([0; 64]);
            // One false claim is enough, whatever the claim for the mirror
            // image.
            for (row, &wrong) in decides.iter_mut().zip(wrong.iter().flatten()) {
                *row |= wrong;
            }
            for (row, &decided) in unmatched.iter_mut().zip(&decides) {
                *row &= !decided;
            }
            sum.rules[rule] += counts(&decides);
            if let Some(wrong) = wrong {
                let unknown = |_, _| Ok::<_, Infallible>(None);
                let kept = &mut tally.examples;
                let Ok(()) = self.keep_nearest((unit, found), (rule, &wrong), unknown, kept);
            }
        }
        sum.unmatched += counts(&unmatched);
        if let Some(one_sided) = self.verdicts.one_sided() {
            sum.one_sided += counts(&one_sided.either());
        }
        if is_plain {
            tally.plain += &sum;
        } else {
            tally.en_passant += &sum;
        }
        if is_plain && self.run.options.missed > 0 {
            let mut missed = self.missed(&unmatched, &decisive);
            let count = counts(&missed).draws.board;
            // One order of like men is enough.
            let layout = &self.run.layout;
            layout.keep_rising(found.first_word, &mut missed[..rows(layout)]);
            self.keep_missed(unit, found, (&missed, count), tally);
        }
    }

    /// The draws of a sheet that no rule claims.
    fn missed(&self, unmatched: &Rows, decisive: &Rows) -> Rows {
        let rules = self.run.recognizer.rules().iter().enumerate();
        let silent = rules.filter(|(_, info)| !info.kind.claims_draw());
        let mut missed = *unmatched;
        for positions in silent.filter_map(|(rule, _)| self.verdicts.of(rule)) {
            for (row, &decided) in missed.iter_mut().zip(positions) {
                *row |= decided;
            }
        }
        std::array::from_fn(|row| missed[row] & !decisive[row])
    }

    /// Enters one missed draw of a sheet into the sample.
    fn keep_missed(
        &self,
        unit: &Unit,
        found: &Found,
        (missed, count): (&Rows, u64),
        tally: &mut Tally,
    ) {
        let drawn = sample::drawn(unit, found.first_word, missed, count);
        let Some((ticket, (row, bit))) = drawn else {
            return;
        };
        let rules = 0..self.run.recognizer.rules().len();
        let has_decided = |&rule: &usize| {
            let decided = self.verdicts.of(rule);
            decided.is_some_and(|rows| rows[row] >> bit & 1 != 0)
        };
        let missed = Missed {
            rule: rules.into_iter().find(has_decided),
            placement: self.placement(unit, found, row, bit),
            ticket,
        };
        sample::add(&mut tally.missed, vec![missed], self.run.options.missed);
    }

    fn keep_faults(&self, unit: &Unit, found: &Found, tally: &mut Tally) {
        for doubt in self.verdicts.doubts() {
            tally.faults.push(Fault {
                asked: self.asked(unit, found, doubt.at, doubt.exchanged),
                what: doubt.what.clone(),
            });
        }
    }

    /// Whether a draw was claimed only with colours exchanged.
    pub fn is_exchanged(&self, row: usize, bit: u32) -> bool {
        let one_sided = self.verdicts.one_sided();
        one_sided.is_some_and(|OneSided { exchanged, .. }| exchanged[row] >> bit & 1 != 0)
    }

    pub fn asked(
        &self,
        unit: &Unit,
        found: &Found,
        (row, bit): (usize, u32),
        exchanged: bool,
    ) -> AskedPosition {
        AskedPosition {
            placement: self.placement(unit, found, row, bit),
            en_passant: found.en_passant,
            exchanged,
        }
    }
}
