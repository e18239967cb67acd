//! A recognizer's verdicts on a sheet, compared with the truth.

use std::convert::Infallible;

use drawproof_evaluate::{OneSided, Rows};
use drawproof_tables::{AskedPosition, Truths};

use crate::{
    Count, Counts, Fault, Missed, Tally,
    count::{Pair, count_pairs},
    counts::Decided,
    found::{SheetTruth, rows},
    quiet::Decisive,
    sample,
    units::Unit,
    visit::Worker,
    weight::Weight,
};

/// Counts positions of one sheet.
struct Counter<'a> {
    found: &'a SheetTruth,
    weight: &'a Weight<'a>,
    /// Those that are won or lost.
    decisive: &'a Rows,
}

impl Counter<'_> {
    fn counts(&self, positions: &Rows) -> Counts {
        let Pair { inside, outside } = count_pairs(positions, self.decisive);
        let (first, weight) = (self.found.first_word, self.weight);
        Counts {
            decisive: weight.count(first, inside, |row| positions[row] & self.decisive[row]),
            draws: weight.count(first, outside, |row| positions[row] & !self.decisive[row]),
        }
    }

    /// How many positions there are in a set.
    fn count(&self, positions: &Rows) -> Count {
        let number = positions
            .iter()
            .map(|row| u64::from(row.count_ones()))
            .sum();
        let first = self.found.first_word;
        self.weight.count(first, number, |row| positions[row])
    }

    /// Wins and losses that the 50-move rule turns into draws.
    fn cursed(&self) -> Count {
        let SheetTruth { legal, cursed, .. } = self.found;
        if *cursed == [0; 64] {
            return Count::ZERO;
        }
        self.count(&common(legal, cursed))
    }
}

/// Takes positions from others.
fn take(from: &mut Rows, taken: &Rows) {
    for (row, &taken) in from.iter_mut().zip(taken) {
        *row &= !taken;
    }
}

/// The positions of two sets.
fn common(a: &Rows, b: &Rows) -> Rows {
    std::array::from_fn(|row| a[row] & b[row])
}

impl Worker<'_> {
    /// Counts the verdicts on a sheet. For positions with an en passant right no
    /// missed draws are kept, and draws are not counted by the kings' squares.
    pub fn count(&self, unit: &Unit, found: &SheetTruth, weight: &Weight, tally: &mut Tally) {
        let decisive = found.decisive(self.run.options.fifty_moves);
        let counter = Counter {
            found,
            weight,
            decisive: &decisive,
        };
        let mut sum = Decided::new(self.rules(), self.run.claims.len());
        let all = counter.counts(&found.legal);
        sum.legal += all.draws;
        sum.legal += all.decisive;
        let mut unmatched = found.legal;
        if self.verdicts.is_doubtful() {
            take(&mut unmatched, self.verdicts.doubtful());
            sum.doubtful += counter.counts(self.verdicts.doubtful());
            tally.stops += self.verdicts.stops();
            self.keep_faults(unit, found, tally);
        }
        self.count_rules(unit, &counter, (&mut sum, &mut unmatched), tally);
        self.count_right(unit, &counter, &mut sum);
        sum.unmatched += counter.counts(&unmatched);
        if !self.verdicts.one_sided().is_empty() {
            sum.one_sided += counter.counts(&self.verdicts.one_sided_positions());
        }
        if found.en_passant.is_some() {
            tally.en_passant += &sum;
            return;
        }
        tally.plain += &sum;
        tally.cursed += counter.cursed();
        if self.run.options.missed > 0 {
            let mut missed = self.missed(&unmatched, &decisive);
            let count = counter.counts(&missed).draws.board;
            // One order of like men is enough.
            let layout = &self.run.layout;
            layout.keep_rising(found.first_word, &mut missed[..rows(layout)]);
            self.keep_missed(unit, found, (&missed, count), tally);
        }
    }

    /// Counts the positions of a sheet that are left out.
    pub fn count_left_out(
        &self,
        found: &SheetTruth,
        left_out: &Decisive,
        weight: &Weight,
        tally: &mut Tally,
    ) {
        let only = found.only(left_out);
        let decisive = only.decisive(self.run.options.fifty_moves);
        let counter = Counter {
            found: &only,
            weight,
            decisive: &decisive,
        };
        let counts = left_out.counts(found.first_word, weight);
        let is_plain = found.en_passant.is_none();
        let sum = if is_plain {
            tally.cursed += counter.cursed();
            &mut tally.plain
        } else {
            &mut tally.en_passant
        };
        sum.legal += counts.all();
        sum.left_out += counts;
    }

    /// Counts what each rule decides, takes it from the positions that are
    /// left, and keeps some of the incorrect draws.
    fn count_rules(
        &self,
        unit: &Unit,
        counter: &Counter,
        (sum, unmatched): (&mut Decided, &mut Rows),
        tally: &mut Tally,
    ) {
        for rule in 0..self.run.recognizer.rules().len() {
            let wrong = self.wrong(rule, (unit, counter.found));
            if wrong.is_none() && self.verdicts.of(rule).is_none() {
                continue;
            }
            let mut decides = self.verdicts.of(rule).copied().unwrap_or([0; 64]);
            // One false claim is enough, whatever the claim for the mirror
            // image.
            for (row, &wrong) in decides.iter_mut().zip(wrong.iter().flatten()) {
                *row |= wrong;
            }
            let decides = common(&decides, unmatched);
            take(unmatched, &decides);
            self.count_rule(unit, counter, (rule, &decides), sum);
            if let Some(wrong) = wrong {
                let unknown = |_, _| Ok::<_, Infallible>(None);
                let kept = &mut tally.examples;
                let Ok(()) =
                    self.keep_nearest((unit, counter.found), (rule, &wrong), unknown, kept);
            }
        }
    }

    /// Counts what a rule decides.
    fn count_rule(
        &self,
        unit: &Unit,
        counter: &Counter,
        (rule, decides): (usize, &Rows),
        sum: &mut Decided,
    ) {
        let decided = counter.counts(decides);
        let of_rule = &mut sum.rules[rule];
        of_rule.decided += decided;
        let Some(claim) = self.run.recognizer.rules()[rule].kind.claim() else {
            return;
        };
        if claim.is_of_neither() {
            of_rule.incorrect += decided.decisive;
            of_rule.tight += decided.draws;
        }
        let allowed = claim.truths(unit.turn);
        let fifty_moves = self.run.options.fifty_moves;
        let right = |allowed: Truths| {
            let mut right = *decides;
            take(&mut right, &counter.found.outside(allowed, fifty_moves));
            counter.count(&right)
        };
        if !claim.is_of_neither() {
            let of_rule = &mut sum.rules[rule];
            let all = decided.draws.sum(decided.decisive);
            of_rule.incorrect += all - right(allowed);
            of_rule.tight += right(claim.tight());
        }
        for (kind, counts) in self.run.claims.iter().zip(&mut sum.claims) {
            if allowed.is_within(kind.truths(unit.turn)) {
                counts.spotted += if claim.is_of_neither() {
                    decided.draws
                } else {
                    right(allowed)
                };
            }
        }
    }

    /// Counts where each kind of claim would be right.
    fn count_right(&self, unit: &Unit, counter: &Counter, sum: &mut Decided) {
        let mut judged = counter.found.legal;
        take(&mut judged, self.verdicts.doubtful());
        for (claim, counts) in self.run.claims.iter().zip(&mut sum.claims) {
            let mut right = judged;
            let allowed = claim.truths(unit.turn);
            let fifty_moves = self.run.options.fifty_moves;
            take(&mut right, &counter.found.outside(allowed, fifty_moves));
            counts.right += counter.count(&right);
        }
    }

    /// The draws of a sheet that no rule claims as such.
    fn missed(&self, unmatched: &Rows, decisive: &Rows) -> Rows {
        let rules = self.run.recognizer.rules().iter().enumerate();
        let others = rules.filter(|(_, info)| !info.kind.claims_neither());
        let mut missed = *unmatched;
        for positions in others.filter_map(|(rule, _)| self.verdicts.of(rule)) {
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
        found: &SheetTruth,
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

    fn keep_faults(&self, unit: &Unit, found: &SheetTruth, tally: &mut Tally) {
        for doubt in self.verdicts.doubts() {
            tally.faults.push(Fault {
                asked: self.asked(unit, found, doubt.at, doubt.exchanged),
                what: doubt.what.clone(),
            });
        }
    }

    /// Whether a rule claims something only with colours exchanged.
    pub fn is_exchanged(&self, rule: usize, (row, bit): (usize, u32)) -> bool {
        let mut one_sided = self.verdicts.one_sided().iter();
        let of_rule = one_sided.find(|of| of.rule == rule);
        of_rule.is_some_and(|OneSided { exchanged, .. }| exchanged[row] >> bit & 1 != 0)
    }

    pub fn asked(
        &self,
        unit: &Unit,
        found: &SheetTruth,
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
