//! Visiting every position of a class, with recognizer and oracle.

use std::{
    ops::Range,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
};

use arrayvec::ArrayVec;
use drawproof_evaluate::{
    Allowance, Judge, JudgeError, Recognizer, Rows, Sheet, Verdicts, positions,
};
use drawproof_language::{Claim, RuleKind};
use drawproof_tables::{
    Layout, MAX_TABLE_MEN, Material, Oracle, OracleError, Placement, Subject, Symmetry, WdlWords,
};
use rayon::prelude::*;
use shakmaty::Square;

use crate::{
    Answer, Contradiction, Options, Origin, PairTally, Tally, Verdict, VerifyError,
    found::{SheetTruth, rows},
    tally::{About, claims_of, pairs},
    units::{Unit, folds, units},
    weight::Weight,
};

/// How many units each thread visits before the results are added up.
const UNITS_A_THREAD: usize = 256;

/// The verification of a recognizer against an oracle, over every legal
/// position and both sides to move.
///
/// The work is divided into numbered units, one for each placement of the kings
/// and side to move. A recognizer that does not depend on the side of the board
/// (see [`Recognizer::group`]) is judged on positions folded by the board's
/// symmetries, others on the full board. Like men are visited in only one of
/// their orders.
pub struct Verification<'a> {
    pub(crate) recognizer: &'a dyn Recognizer,
    /// The first one is the truth.
    pub(crate) oracles: Vec<&'a dyn Oracle>,
    pub(crate) options: Options,
    pub(crate) layout: Layout,
    pub(crate) folded: bool,
    /// Whether positions with an en passant right are asked about as well.
    pub(crate) en_passant: bool,
    pub(crate) units: Vec<Unit>,
    /// The different claims that its rules make.
    pub(crate) claims: Vec<Claim>,
    /// What these are about, and the oracles answer.
    pub(crate) subject: Subject,
    /// Whether the run is to end without a result.
    stopped: Option<&'a AtomicBool>,
}

impl<'a> Verification<'a> {
    /// Plans a run.
    ///
    /// # Errors
    ///
    /// If the class has no tables, if the oracle does not answer what the recognizer claims,
    /// or if the 50-move rule counts and the oracle does not know what it changes.
    pub fn new(
        recognizer: &'a dyn Recognizer,
        oracle: &'a dyn Oracle,
        options: Options,
    ) -> Result<Self, VerifyError> {
        let subject = RuleKind::subject_of(recognizer.rules().iter().map(|rule| rule.kind));
        if subject != oracle.subject() {
            return Err(VerifyError::Subject {
                rules: recognizer.source_name().into(),
                claimed: subject,
                oracle: oracle.name(),
                answered: oracle.subject(),
            });
        }
        if options.fifty_moves && !oracle.knows_fifty_moves(recognizer.material()) {
            return Err(VerifyError::FiftyMoves {
                oracle: oracle.name(),
                material: recognizer.material().to_string(),
            });
        }
        let layout = Layout::new(recognizer.material())?;
        let folded = !options.full_board && folds(recognizer, &layout);
        Ok(Self {
            recognizer,
            oracles: vec![oracle],
            options,
            units: units(&layout, folded),
            claims: claims_of(recognizer.rules().iter().map(|rule| rule.kind)),
            en_passant: recognizer.judges_en_passant() && layout.material().has_en_passant(),
            layout,
            folded,
            subject,
            stopped: None,
        })
    }

    /// Ends with [`VerifyError::Stopped`] at the next unit once `stopped` is set.
    #[must_use]
    pub fn stopped_by(self, stopped: &'a AtomicBool) -> Self {
        Self {
            stopped: Some(stopped),
            ..self
        }
    }

    /// Fails if the run is to end.
    pub(crate) fn go_on(&self) -> Result<(), VerifyError> {
        match self.stopped {
            Some(stopped) if stopped.load(Ordering::Relaxed) => Err(VerifyError::Stopped),
            _ => Ok(()),
        }
    }

    /// Adds oracles besides the truth: each pair of them is compared in every
    /// position.
    #[must_use]
    pub fn beside(mut self, others: impl IntoIterator<Item = &'a dyn Oracle>) -> Self {
        self.oracles.extend(others);
        self
    }

    /// Whether the truth knows what the 50-move rule changes.
    pub(crate) fn knows_fifty_moves(&self) -> bool {
        self.oracles[0].knows_fifty_moves(self.layout.material())
    }

    /// The class.
    pub fn material(&self) -> &Material {
        self.layout.material()
    }

    /// How many units there are.
    pub fn units(&self) -> usize {
        self.units.len()
    }

    /// Visits the positions of some units. `done` is called with the number
    /// of units as they are finished. The result does not depend on the
    /// number of threads.
    ///
    /// # Errors
    ///
    /// If the oracle or the recognizer has no answer.
    pub fn run(
        &self,
        units: Range<usize>,
        done: &(dyn Fn(u64) + Sync),
    ) -> Result<Tally, VerifyError> {
        self.visit(&self.units[units], done)
    }

    /// Visits the positions of units in their order.
    pub(crate) fn visit(
        &self,
        units: &[Unit],
        done: &(dyn Fn(u64) + Sync),
    ) -> Result<Tally, VerifyError> {
        let stops = Stops::new(units.len());
        let mut sum = Tally::new(self.recognizer.rules().len(), self.claims.len());
        // Not all at once: a tally has counts for each rule.
        let chunk = UNITS_A_THREAD * rayon::current_num_threads();
        for (number, units) in units.chunks(chunk).enumerate() {
            for tally in self.tallies(units, number * chunk, &stops, done) {
                let mut tally = tally?;
                if sum.stops >= self.options.stops.get() {
                    tally = tally.without_verdicts();
                }
                sum = sum.merge(tally, self.options.kept());
            }
        }
        Ok(sum)
    }

    /// The results of some units from number `first` on, in order. The faults
    /// that are kept and the error that is reported are therefore the first
    /// ones, whichever thread was faster.
    fn tallies(
        &self,
        units: &[Unit],
        first: usize,
        stops: &Stops,
        done: &(dyn Fn(u64) + Sync),
    ) -> Vec<Result<Tally, VerifyError>> {
        let units = units.par_iter().enumerate();
        let tallies = units.map_init(
            || Worker::new(self),
            |worker, (at, unit)| {
                self.go_on()?;
                // Its results would be discarded later.
                worker.gives_up = stops.before(first + at) >= self.options.stops.get();
                let tally = worker.unit(unit)?;
                stops.add(first + at, tally.stops);
                done(1);
                Ok(tally)
            },
        );
        tallies.collect()
    }

    /// The number of unique positions of a tally; `None` if rules tell mirror
    /// images apart.
    pub fn unique_positions(&self, tally: &Tally) -> Option<u64> {
        Some(tally.plain.legal.unique? / self.layout.unique_parts())
    }

    /// The classes whose tables an oracle answers from: the recognizer's own; if
    /// positions with an en passant right are asked about, those that the
    /// captures lead to; and for the truth of a quiet run, those that all
    /// captures and promotions lead to.
    pub(crate) fn asked_classes(&self, oracle: usize) -> Vec<Material> {
        let material = self.recognizer.material();
        let mut classes = vec![material.clone()];
        if self.options.quiet && oracle == 0 {
            classes.extend(material.successors());
        } else if self.en_passant {
            classes.extend(material.after_en_passant());
        }
        classes
    }

    /// The result of a run over all units.
    ///
    /// # Errors
    ///
    /// If the counts do not add up, or a file of an oracle differs from the
    /// published one.
    pub fn verdict(&self, tally: Tally) -> Result<Verdict, VerifyError> {
        let oracles = self.oracles.iter().enumerate();
        let files = oracles.map(|(at, oracle)| oracle.provenance_of(&self.asked_classes(at)));
        tally.into_verdict(About {
            rules: &Origin::of(self.recognizer),
            layout: &self.layout,
            oracles: self.oracles.iter().map(|oracle| oracle.name()).collect(),
            files: files.collect::<Result<_, _>>()?,
            folded: self.folded,
            en_passant: self.en_passant,
            fifty_moves: self.options.fifty_moves,
            knows_fifty_moves: self.knows_fifty_moves(),
            quiet: self.options.quiet,
        })
    }
}

/// Verifies a recognizer over all units of its [`Verification`].
///
/// # Errors
///
/// If the class has no tables, or the oracle or the recognizer has no answer.
pub fn verify(
    recognizer: &dyn Recognizer,
    oracle: &dyn Oracle,
    options: Options,
) -> Result<Verdict, VerifyError> {
    let verification = Verification::new(recognizer, oracle, options)?;
    let tally = verification.run(0..verification.units(), &|_| {})?;
    verification.verdict(tally)
}

/// How often the recognizer stopped in each unit of a run.
struct Stops {
    total: AtomicUsize,
    by_unit: Vec<AtomicUsize>,
}

impl Stops {
    fn new(units: usize) -> Self {
        Self {
            total: AtomicUsize::new(0),
            by_unit: (0..units).map(|_| AtomicUsize::new(0)).collect(),
        }
    }

    fn add(&self, unit: usize, stops: usize) {
        if stops > 0 {
            self.by_unit[unit].store(stops, Ordering::Relaxed);
            self.total.fetch_add(stops, Ordering::Relaxed);
        }
    }

    /// How many there were in units before this one, as far as known. Units
    /// after it do not count: which of them are finished depends on the
    /// threads.
    fn before(&self, unit: usize) -> usize {
        if self.total.load(Ordering::Relaxed) == 0 {
            return 0;
        }
        let earlier = self.by_unit[..unit].iter();
        earlier.map(|stops| stops.load(Ordering::Relaxed)).sum()
    }
}

/// The working state of one thread.
pub(crate) struct Worker<'a> {
    pub run: &'a Verification<'a>,
    /// Whether positions are only counted, without verdicts.
    gives_up: bool,
    /// For White to move, and for Black.
    judges: [Option<Box<dyn Judge + 'a>>; 2],
    pub verdicts: Verdicts,
    /// Each oracle's answers for a block.
    blocks: Vec<WdlWords>,
}

impl<'a> Worker<'a> {
    pub fn new(run: &'a Verification<'a>) -> Self {
        Self {
            run,
            gives_up: false,
            judges: [None, None],
            verdicts: Verdicts::new(run.recognizer.rules().len()),
            blocks: vec![WdlWords::new(&run.layout); run.oracles.len()],
        }
    }

    /// How many rules there are.
    pub fn rules(&self) -> usize {
        self.run.recognizer.rules().len()
    }

    /// Asks all oracles about the block of a unit: only about one order of like
    /// men if the others are not visited, which saves oracles that probe each
    /// position at least half of the work.
    pub fn ask(&mut self, unit: &Unit) -> Result<(), OracleError> {
        let Verification {
            layout, oracles, ..
        } = self.run;
        let rising = Weight::new(layout, unit, self.run.folded).rising;
        let is_turned = unit.onto != Symmetry::IDENTITY;
        for (words, oracle) in self.blocks.iter_mut().zip(oracles) {
            words.ask_of(*oracle, layout, unit.block, unit.turn, |legal| {
                if rising && !is_turned {
                    for (sheet, words) in legal.chunks_mut(rows(layout)).enumerate() {
                        layout.keep_rising(sheet * words.len(), words);
                    }
                }
            })?;
        }
        Ok(())
    }

    /// An oracle's answers for a sheet of the unit that was asked about last.
    fn found(&self, oracle: usize, unit: &Unit, first_word: usize) -> SheetTruth {
        SheetTruth::new(&self.run.layout, unit, &self.blocks[oracle], first_word)
    }

    /// The truth for a sheet of the unit that was asked about last, in only one
    /// order of like men if the others are not visited.
    pub fn visited(&self, unit: &Unit, rising: bool, first_word: usize) -> SheetTruth {
        let layout = &self.run.layout;
        let mut found = self.found(0, unit, first_word);
        if rising {
            layout.keep_rising(first_word, &mut found.legal[..rows(layout)]);
        }
        found
    }

    fn unit(&mut self, unit: &Unit) -> Result<Tally, VerifyError> {
        self.ask(unit)?;
        let layout = &self.run.layout;
        let weight = Weight::new(layout, unit, self.run.folded);
        let mut tally = Tally::new(self.run.recognizer.rules().len(), self.run.claims.len());
        for first_word in (0..layout.block_words()).step_by(rows(layout)) {
            let found = self.visited(unit, weight.rising, first_word);
            if found.legal.iter().any(|&row| row != 0) {
                self.sheet(unit, &found, &weight, &mut tally)?;
                for found in self.rights(unit, &found)? {
                    self.sheet(unit, &found, &weight, &mut tally)?;
                }
            }
            self.compare(unit, &found, &weight, &mut tally);
        }
        tally.by_kings = vec![tally.draws(self.run.recognizer.rules())];
        Ok(tally)
    }

    /// Judges the positions of a sheet that are not left out, and counts all.
    fn sheet(
        &mut self,
        unit: &Unit,
        found: &SheetTruth,
        weight: &Weight,
        tally: &mut Tally,
    ) -> Result<(), VerifyError> {
        let left_out = self.decided_at_once(unit, found)?;
        if let Some(left_out) = &left_out {
            self.count_left_out(found, left_out, weight, tally);
        }
        let quiet = left_out.map(|left_out| found.without(&left_out));
        let found = quiet.as_ref().unwrap_or(found);
        if self.allows(found, tally) {
            self.judge(unit, found)?;
        }
        self.count(unit, found, weight, tally);
        Ok(())
    }

    /// Compares the answers of each pair of oracles for the legal positions of
    /// a sheet.
    fn compare(&self, unit: &Unit, truth: &SheetTruth, weight: &Weight, tally: &mut Tally) {
        if self.blocks.len() == 1 {
            return;
        }
        let all: Vec<SheetTruth> = (0..self.blocks.len())
            .map(|oracle| self.found(oracle, unit, truth.first_word))
            .collect();
        let count = |positions: &Rows| {
            let number = positions.iter().map(|row| u64::from(row.count_ones()));
            weight.count(truth.first_word, number.sum(), |row| positions[row])
        };
        let compared = count(&truth.legal);
        let compare = |[a, b]: [usize; 2]| {
            let differ = all[a].contradicted(&all[b], &truth.legal);
            let first = positions(&differ).next();
            PairTally {
                compared,
                contradictions: count(&differ),
                first: first.map(|(row, bit)| Contradiction {
                    placement: self.placement(unit, truth, row, bit),
                    says: [a, b].map(|oracle| all[oracle].ruling(row, bit)),
                }),
            }
        };
        tally.add_pairs(pairs(all.len()).map(compare).collect());
    }

    /// Whether the recognizer may still be asked; if not, the whole sheet gets
    /// no verdict.
    fn allows(&mut self, found: &SheetTruth, so_far: &Tally) -> bool {
        let Options {
            examples, stops, ..
        } = self.run.options;
        let stops = stops.get().saturating_sub(so_far.stops);
        if self.gives_up || stops == 0 {
            self.verdicts.clear();
            self.verdicts.doubt(&found.legal, Vec::new(), 0);
            return false;
        }
        self.verdicts.allow(Allowance {
            stops,
            doubts: examples.saturating_sub(so_far.faults.len()),
        });
        true
    }

    /// Makes the recognizer judge the legal positions of a sheet.
    pub fn judge(&mut self, unit: &Unit, found: &SheetTruth) -> Result<(), JudgeError> {
        let outers = self.run.layout.outer_men().len();
        let mut fixed: ArrayVec<Square, MAX_TABLE_MEN> = unit.kings.into_iter().collect();
        let outer_squares = self.run.layout.outer_squares(found.first_word);
        fixed.extend(outer_squares.take(outers.saturating_sub(1)));
        let sheet = Sheet {
            fixed: &fixed,
            legal: &found.legal,
        };
        let judge = &mut self.judges[usize::from(unit.turn.is_black())];
        let judge = judge.get_or_insert_with(|| self.run.recognizer.judge(unit.turn));
        match found.en_passant {
            None => judge.sheet(&sheet, &mut self.verdicts),
            Some(square) => judge.sheet_with_en_passant(&sheet, square, &mut self.verdicts),
        }
    }

    /// The oracle's answer for one position of a sheet.
    pub fn answer(&self, found: &SheetTruth, row: usize, bit: u32) -> Answer {
        match self.run.subject {
            Subject::Results => Answer::Result(found.ruling(row, bit)),
            Subject::Mates => Answer::Mates(found.truth(row, bit)),
        }
    }

    pub fn placement(&self, unit: &Unit, found: &SheetTruth, row: usize, bit: u32) -> Placement {
        let mut squares: ArrayVec<_, _> = unit.kings.into_iter().collect();
        squares.extend(self.run.layout.outer_squares(found.first_word + row));
        squares.push(Square::new(bit));
        Placement {
            squares,
            turn: unit.turn,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Stops;

    #[test]
    fn stops_of_earlier_units_count() {
        let stops = Stops::new(5);
        stops.add(4, 0);
        assert_eq!(stops.before(4), 0);
        stops.add(1, 2);
        stops.add(3, 5);
        assert_eq!(
            [0, 1, 2, 3, 4].map(|unit| stops.before(unit)),
            [0, 0, 2, 2, 7]
        );
    }
}
