//! Every position of a class, recognizer beside oracle.

use drawproof_recognizers::{Evaluator, Program, RuleFile, Verdicts};
use drawproof_tables::{
    Index, Layout, LayoutError, Oracle, OracleError, Placement, Symmetry, Wdl, WdlWords, ones,
};
use rayon::prelude::*;
use shakmaty::{Color, Square};

use crate::{Count, Counts, RuleTally, Verdict};

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

/// Verifies the rules of one class against an oracle, over every legal
/// position and both sides to move. `done` is called with the number of king
/// pairs as they are finished; there are [`king_pairs`] of them.
///
/// Rules that do not depend on the side of the board (see
/// [`RuleFile::group`]) are judged on positions folded by the board's
/// symmetries, others on the full board.
///
/// # Errors
///
/// If the class has no tables or the oracle has no answer.
pub fn verify(
    rules: &RuleFile,
    oracle: &dyn Oracle,
    options: Options,
    done: &(dyn Fn(u64) + Sync),
) -> Result<Verdict, VerifyError> {
    let layout = Layout::new(rules.material())?;
    let folded = folds(rules, &layout, options);
    let mut sum = Tally::new(rules.rules().len());
    for &turn in turns(&layout) {
        let run = Run {
            layout: &layout,
            program: Program::compile(rules, turn),
            oracle,
            turn,
            folded,
            examples: options.examples,
        };
        sum = sum.merge(run.all(done)?, options.examples);
    }
    sum.into_verdict(rules, &layout, oracle, folded)
}

/// How many pairs of kings [`verify`] will visit.
///
/// # Errors
///
/// If the class has no tables.
pub fn king_pairs(rules: &RuleFile, options: Options) -> Result<u64, LayoutError> {
    let layout = Layout::new(rules.material())?;
    let turns = turns(&layout).len();
    Ok((turns * pairs(&layout, folds(rules, &layout, options)).len()) as u64)
}

fn folds(rules: &RuleFile, layout: &Layout, options: Options) -> bool {
    let folding = layout.kings().symmetries();
    !options.full_board
        && folding
            .iter()
            .all(|&symmetry| rules.group().contains(symmetry))
}

/// The sides to move that have to be visited: with equal material the other
/// one is the mirror image, for rules know their sides only by who moves.
fn turns(layout: &Layout) -> &'static [Color] {
    if layout.material().is_symmetric() {
        &[Color::White]
    } else {
        &[Color::White, Color::Black]
    }
}

/// A placement of the kings, and how it is found in the tables.
#[derive(Copy, Clone)]
struct Pair {
    white: Square,
    black: Square,
    block: usize,
    onto: Symmetry,
}

fn pairs(layout: &Layout, folded: bool) -> Vec<Pair> {
    let kings = layout.kings();
    if folded {
        let pair = |block| {
            let (white, black) = kings.squares(block);
            Pair {
                white,
                black,
                block,
                onto: Symmetry::IDENTITY,
            }
        };
        return (0..kings.count()).map(pair).collect();
    }
    let all = Square::ALL
        .into_iter()
        .flat_map(|white| Square::ALL.map(|black| (white, black)));
    all.filter_map(|(white, black)| {
        let (block, onto) = kings.find(white, black)?;
        Some(Pair {
            white,
            black,
            block,
            onto,
        })
    })
    .collect()
}

struct Run<'a> {
    layout: &'a Layout,
    program: Program,
    oracle: &'a dyn Oracle,
    turn: Color,
    folded: bool,
    examples: usize,
}

/// What one thread works with.
struct Worker<'a> {
    evaluator: Evaluator<'a>,
    verdicts: Verdicts,
    truth: WdlWords,
}

impl Run<'_> {
    fn all(&self, done: &(dyn Fn(u64) + Sync)) -> Result<Tally, OracleError> {
        let rules = self.program.rule_count();
        let tallies: Vec<Tally> = pairs(self.layout, self.folded)
            .into_par_iter()
            .map_init(
                || Worker {
                    evaluator: Evaluator::new(&self.program),
                    verdicts: Verdicts::new(rules),
                    truth: WdlWords::new(self.layout),
                },
                |worker, pair| {
                    let tally = self.pair(pair, worker)?;
                    done(1);
                    Ok(tally)
                },
            )
            .collect::<Result<_, OracleError>>()?;
        // In the order of the pairs, so that the examples kept are the first
        // ones whatever thread was faster.
        let merged = tallies.into_iter().fold(Tally::new(rules), |sum, tally| {
            sum.merge(tally, self.examples)
        });
        Ok(merged)
    }

    fn pair(&self, pair: Pair, worker: &mut Worker) -> Result<Tally, OracleError> {
        let Worker {
            evaluator,
            verdicts,
            truth,
        } = worker;
        truth.ask(self.oracle, self.layout, pair.block, self.turn)?;
        evaluator.set_kings(pair.white, pair.black);
        let mut tally = Tally::new(self.program.rule_count());
        let back = pair.onto.inverse();
        for word in 0..self.layout.block_words() {
            let stored = self.layout.image(word, pair.onto);
            let legal = back.bits(truth.legal[stored]);
            if legal == 0 {
                continue;
            }
            for (outer, square) in self.layout.outer_squares(word).enumerate() {
                evaluator.set_outer(outer, square);
            }
            evaluator.verdicts(legal, verdicts);
            let found = Found {
                pair,
                word,
                legal,
                win: back.bits(truth.win[stored]),
                loss: back.bits(truth.loss[stored]),
            };
            self.count(&found, verdicts, &mut tally);
        }
        Ok(tally)
    }

    fn count(&self, found: &Found, verdicts: &Verdicts, tally: &mut Tally) {
        let decisive = found.win | found.loss;
        let mut unmatched = found.legal;
        tally.legal += self.weigh(found, found.legal);
        for (rule, &positions) in verdicts.by_rule.iter().enumerate() {
            if positions == 0 {
                continue;
            }
            unmatched &= !positions;
            let wrong = positions & decisive;
            tally.rules[rule].add(self, found, positions & !decisive, wrong);
            if wrong != 0 && self.program.claims_draw(rule) {
                self.keep_examples(found, rule, wrong, tally);
            }
        }
        tally
            .unmatched
            .add(self, found, unmatched & !decisive, unmatched & decisive);
    }

    fn keep_examples(&self, found: &Found, rule: usize, wrong: u64, tally: &mut Tally) {
        let kept = tally
            .examples
            .iter()
            .filter(|example| example.rule == rule)
            .count();
        for bit in ones(wrong).take(self.examples.saturating_sub(kept)) {
            let mut placement = self.layout.decode(
                Index {
                    block: found.pair.block,
                    word: found.word,
                    bit,
                },
                self.turn,
            );
            placement.squares[0] = found.pair.white;
            placement.squares[1] = found.pair.black;
            let won = found.win >> bit & 1 != 0;
            let truth = if won { Wdl::Win } else { Wdl::Loss };
            tally.examples.push(Counterexample {
                rule,
                placement,
                truth,
            });
        }
    }

    /// Board count and parts of the unique count of positions of one word.
    fn weigh(&self, found: &Found, set: u64) -> Count {
        let sides = if self.layout.material().is_symmetric() {
            2
        } else {
            1
        };
        let count = u64::from(set.count_ones());
        let block = found.pair.block;
        if self.folded {
            Count {
                board: sides * self.layout.board_weight(block) * count,
                unique: Some(sides * self.layout.unique(block, found.word, set)),
            }
        } else {
            Count {
                board: sides * count,
                unique: None,
            }
        }
    }
}

/// One word of positions and what the oracle says of it, as they stand on
/// the board.
struct Found {
    pair: Pair,
    word: usize,
    legal: u64,
    win: u64,
    loss: u64,
}

/// Counts and examples of a part of a run; unique counts in parts (see
/// [`Layout::unique_parts`]).
struct Tally {
    legal: Count,
    rules: Vec<Counts>,
    unmatched: Counts,
    examples: Vec<Counterexample>,
}

impl Counts {
    fn add(&mut self, run: &Run, found: &Found, draws: u64, decisive: u64) {
        self.draws += run.weigh(found, draws);
        self.decisive += run.weigh(found, decisive);
    }
}

impl Tally {
    fn new(rules: usize) -> Self {
        Self {
            legal: Count::default(),
            rules: vec![Counts::default(); rules],
            unmatched: Counts::default(),
            examples: Vec::new(),
        }
    }

    fn merge(mut self, later: Self, examples: usize) -> Self {
        self.legal += later.legal;
        self.unmatched += later.unmatched;
        for (sum, counts) in self.rules.iter_mut().zip(later.rules) {
            *sum += counts;
        }
        for example in later.examples {
            let kept = self
                .examples
                .iter()
                .filter(|kept| kept.rule == example.rule)
                .count();
            if kept < examples {
                self.examples.push(example);
            }
        }
        self
    }

    fn into_verdict(
        self,
        rules: &RuleFile,
        layout: &Layout,
        oracle: &dyn Oracle,
        folded: bool,
    ) -> Result<Verdict, VerifyError> {
        let whole = |count: Count| Count {
            board: count.board,
            unique: count.unique.map(|parts| parts / layout.unique_parts()),
        };
        let both = |counts: Counts| Counts {
            draws: whole(counts.draws),
            decisive: whole(counts.decisive),
        };
        let tallies = rules
            .rules()
            .iter()
            .zip(self.rules)
            .map(|(rule, counts)| RuleTally {
                name: rule.name.clone(),
                kind: rule.kind,
                counts: both(counts),
            });
        let verdict = Verdict {
            material: layout.material().clone(),
            oracle: oracle.name(),
            rules_from: rules.source_name().into(),
            rules_sha256: rules.sha256().into(),
            folded,
            rules: tallies.collect(),
            unmatched: both(self.unmatched),
            counterexamples: self.examples,
        };
        let expected = whole(self.legal);
        let counted = verdict.total();
        if counted != expected || counted.board == 0 {
            return Err(VerifyError::Incomplete {
                material: layout.material().to_string(),
                counted: counted.board,
                expected: expected.board,
            });
        }
        Ok(verdict)
    }
}
