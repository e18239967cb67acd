//! Every position of a class, recognizer beside oracle.

use std::ops::Range;

use arrayvec::ArrayVec;
use drawproof_recognizers::{Judge, JudgeError, Recognizer, Rows, Sheet, Verdicts};
use drawproof_tables::{
    Layout, LayoutError, MAX_TABLE_MEN, Oracle, OracleError, Placement, Symmetry, Wdl, WdlWords,
    ones,
};
use rayon::prelude::*;
use shakmaty::Square;

use crate::{
    Counts, Origin, Tally, Verdict,
    count::{Pair, count_pairs},
    units::{Unit, folds, units},
    weight::Weight,
};

/// How a run is made.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// How many counterexamples are kept for each rule.
    pub examples: usize,
    /// Visit the full board even where folding is sound.
    pub full_board: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            examples: 3,
            full_board: false,
        }
    }
}

/// A position in which a rule claimed a draw and the oracle knows better.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counterexample {
    /// The rule's place in its file.
    pub rule: usize,
    /// The position.
    pub placement: Placement,
    /// What the oracle says.
    pub truth: Wdl,
}

/// Why a run has no result.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// The class has no tables.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// The oracle has no answer.
    #[error(transparent)]
    Oracle(#[from] OracleError),
    /// The recognizer has no answer.
    #[error(transparent)]
    Judge(#[from] JudgeError),
    /// Not every position was counted once.
    #[error(
        "{material}: {counted} positions were counted, but there are {expected}; this is a fault of the program"
    )]
    Incomplete {
        /// The class.
        material: String,
        /// Sum of all tallies, board count.
        counted: u64,
        /// Legal positions, board count.
        expected: u64,
    },
}

/// A recognizer to be verified against an oracle, over every legal position
/// and both sides to move.
///
/// The work is cut into numbered units, one for each placement of the kings
/// and side to move. A recognizer that does not depend on the side of the
/// board (see [`Recognizer::group`]) is judged on positions folded by the
/// board's symmetries, others on the full board. Like men are put in one of
/// their orders only.
pub struct Verification<'a> {
    pub(crate) recognizer: &'a dyn Recognizer,
    pub(crate) oracle: &'a dyn Oracle,
    pub(crate) options: Options,
    layout: Layout,
    pub(crate) folded: bool,
    pub(crate) units: Vec<Unit>,
}

impl<'a> Verification<'a> {
    /// Plans a run.
    ///
    /// # Errors
    ///
    /// If the class has no tables.
    pub fn new(
        recognizer: &'a dyn Recognizer,
        oracle: &'a dyn Oracle,
        options: Options,
    ) -> Result<Self, LayoutError> {
        let layout = Layout::new(recognizer.material())?;
        let folded = !options.full_board && folds(recognizer, &layout);
        Ok(Self {
            recognizer,
            oracle,
            options,
            units: units(&layout, folded),
            layout,
            folded,
        })
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
        let tallies: Vec<Result<Tally, VerifyError>> = self.units[units]
            .par_iter()
            .map_init(
                || Worker::new(self),
                |worker, unit| {
                    let tally = worker.unit(unit)?;
                    done(1);
                    Ok(tally)
                },
            )
            .collect();
        // In the order of the units, so that the examples kept are the first
        // ones whatever thread was faster, and the error told the first one.
        let nothing = Tally::new(self.recognizer.rules().len());
        tallies.into_iter().try_fold(nothing, |sum, tally| {
            Ok(sum.merge(tally?, self.options.examples))
        })
    }

    /// The result of a run over all units.
    ///
    /// # Errors
    ///
    /// If the counts do not add up.
    pub fn verdict(&self, tally: Tally) -> Result<Verdict, VerifyError> {
        let oracle = self.oracle.name();
        tally.into_verdict(
            &Origin::of(self.recognizer),
            &self.layout,
            oracle,
            self.folded,
        )
    }
}

/// Verifies a recognizer over all units of its [`Verification`].
///
/// # Errors
///
/// If the class has no tables, or the oracle or the recognizer no answer.
pub fn verify(
    recognizer: &dyn Recognizer,
    oracle: &dyn Oracle,
    options: Options,
) -> Result<Verdict, VerifyError> {
    let verification = Verification::new(recognizer, oracle, options)?;
    let tally = verification.run(0..verification.units(), &|_| {})?;
    verification.verdict(tally)
}

/// What one thread works with.
struct Worker<'a> {
    run: &'a Verification<'a>,
    /// For White to move, and for Black.
    judges: [Option<Box<dyn Judge + 'a>>; 2],
    verdicts: Verdicts,
    truth: WdlWords,
}

impl<'a> Worker<'a> {
    fn new(run: &'a Verification<'a>) -> Self {
        Self {
            run,
            judges: [None, None],
            verdicts: Verdicts::new(run.recognizer.rules().len()),
            truth: WdlWords::new(&run.layout),
        }
    }

    fn unit(&mut self, unit: &Unit) -> Result<Tally, VerifyError> {
        let Verification { layout, oracle, .. } = self.run;
        self.truth.ask(*oracle, layout, unit.block, unit.turn)?;
        let weight = Weight::new(layout, unit, self.run.folded);
        let mut tally = Tally::new(self.run.recognizer.rules().len());
        let rows = layout.block_words().min(64);
        for first_word in (0..layout.block_words()).step_by(rows) {
            let mut found = self.found(unit, first_word, rows);
            if weight.rising {
                layout.keep_rising(first_word, &mut found.legal[..rows]);
            }
            if found.legal.iter().any(|&row| row != 0) {
                self.judge(unit, &found)?;
                self.count(unit, &found, &weight, &mut tally);
            }
        }
        Ok(tally)
    }

    /// What the oracle says of a sheet, as it stands on the board.
    fn found(&self, unit: &Unit, first_word: usize, rows: usize) -> Found {
        let back = unit.onto.inverse();
        let mut found = Found {
            first_word,
            ..Found::default()
        };
        let is_turned = unit.onto != Symmetry::IDENTITY;
        for row in 0..rows {
            let stored = if is_turned {
                self.run.layout.image(first_word + row, unit.onto)
            } else {
                first_word + row
            };
            let turn_back = |bits| if is_turned { back.bits(bits) } else { bits };
            found.legal[row] = turn_back(self.truth.legal[stored]);
            found.win[row] = turn_back(self.truth.win[stored]);
            found.loss[row] = turn_back(self.truth.loss[stored]);
            found.decisive[row] = found.win[row] | found.loss[row];
        }
        found
    }

    fn judge(&mut self, unit: &Unit, found: &Found) -> Result<(), JudgeError> {
        let outers = self.run.layout.outer_men().len();
        let mut fixed: ArrayVec<Square, MAX_TABLE_MEN> = unit.kings.into_iter().collect();
        let outer_squares = self.run.layout.outer_squares(found.first_word);
        fixed.extend(outer_squares.take(outers.saturating_sub(1)));
        let sheet = Sheet {
            fixed: &fixed,
            legal: &found.legal,
        };
        let judge = &mut self.judges[usize::from(unit.turn.is_black())];
        judge
            .get_or_insert_with(|| self.run.recognizer.judge(unit.turn))
            .sheet(&sheet, &mut self.verdicts)
    }

    fn count(&self, unit: &Unit, found: &Found, weight: &Weight, tally: &mut Tally) {
        let counts = |positions: &Rows| {
            let Pair { inside, outside } = count_pairs(positions, &found.decisive);
            let first = found.first_word;
            Counts {
                decisive: weight.count(first, inside, |row| positions[row] & found.decisive[row]),
                draws: weight.count(first, outside, |row| positions[row] & !found.decisive[row]),
            }
        };
        let all = counts(&found.legal);
        tally.legal += all.draws;
        tally.legal += all.decisive;
        let mut unmatched = found.legal;
        for (rule, info) in self.run.recognizer.rules().iter().enumerate() {
            let Some(positions) = self.verdicts.of(rule) else {
                continue;
            };
            for (row, &decided) in unmatched.iter_mut().zip(positions) {
                *row &= !decided;
            }
            let decided = counts(positions);
            tally.rules[rule] += decided;
            if info.kind.claims_draw() && decided.decisive.board != 0 {
                self.keep_examples(unit, found, rule, positions, tally);
            }
        }
        tally.unmatched += counts(&unmatched);
    }

    fn keep_examples(
        &self,
        unit: &Unit,
        found: &Found,
        rule: usize,
        positions: &Rows,
        tally: &mut Tally,
    ) {
        let kept = tally.examples_of(rule);
        let wrong = positions.iter().zip(&found.decisive);
        let bits = wrong
            .enumerate()
            .flat_map(|(row, (claimed, decisive))| ones(claimed & decisive).map(move |b| (row, b)));
        for (row, bit) in bits.take(self.run.options.examples.saturating_sub(kept)) {
            let mut squares: ArrayVec<_, _> = unit.kings.into_iter().collect();
            squares.extend(self.run.layout.outer_squares(found.first_word + row));
            squares.push(Square::new(bit));
            let won = found.win[row] >> bit & 1 != 0;
            tally.examples.push(Counterexample {
                rule,
                placement: Placement {
                    squares,
                    turn: unit.turn,
                },
                truth: if won { Wdl::Win } else { Wdl::Loss },
            });
        }
    }
}

/// One sheet of positions and what the oracle says of it.
struct Found {
    /// The word of its first row, were the board not turned.
    first_word: usize,
    legal: Rows,
    win: Rows,
    loss: Rows,
    decisive: Rows,
}

impl Default for Found {
    fn default() -> Self {
        Self {
            first_word: 0,
            legal: [0; 64],
            win: [0; 64],
            loss: [0; 64],
            decisive: [0; 64],
        }
    }
}
