//! The examples that rules are learned from: positions, and which conditions
//! hold in them.

use std::collections::HashMap;

use drawproof_evaluate::{
    CompiledRules, Conditions, Finder, Judge, JudgeError, Recognizer, Rows, Sheet, Verdicts,
};
use drawproof_language::{Condition, RuleErrors, RuleFile, Vocabulary};
use drawproof_tables::{Index, Layout, LayoutError, Oracle, OracleError, Placement};
use rayon::prelude::*;
use shakmaty::Color;

use crate::{
    Conjunction, Matrix,
    bits::{self, Growing},
    mix::mix,
    source::{SideSource, Wanted, WantedBlock, What},
};

/// Won and lost positions of a class with one side to move, and draws, with
/// the conditions of a vocabulary.
///
/// Mirror images are left out, and so are all orders of like men but one.
/// Conditions that hold everywhere or nowhere, or that equal another one or its
/// opposite, are left out as well.
///
/// If a class has more than [`max_sheets`](Sampling::max_sheets) sheets (4096
/// positions each), only some are examined at first. After learning from them,
/// find the wins and losses that are claimed as draws and add these, until
/// there are none.
#[derive(Debug)]
pub struct Examples {
    /// The side to move, with the stronger side as White.
    pub turn: Color,
    /// What each row of the matrices is.
    pub conditions: Vec<Condition>,
    /// The approximate cost of each condition: how many values are evaluated.
    pub costs: Vec<u64>,
    /// The wins and losses.
    pub decisive: Matrix,
    /// The draws.
    pub draws: Matrix,
    /// How many draws each one of [`draws`](Self::draws) represents.
    pub draws_each: f64,
    /// How many draws there are.
    pub all_draws: u64,
    layout: Layout,
    finder: Conditions,
    /// How often half of the draws were left out.
    halvings: u32,
    /// Block and first word of each examined sheet, and the index of its first
    /// win or loss.
    sheets: Vec<(usize, usize, usize)>,
    /// Wins and losses that were added, after those of the sheets.
    added: Vec<Index>,
    /// Existing rules: the draws that they claim are not examples.
    known: Option<RuleFile>,
}

/// Limits on what is examined.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Sampling {
    /// The approximate maximum number of draws that are kept.
    pub max_draws: u64,
    /// The approximate maximum number of sheets that are examined at first.
    pub max_sheets: usize,
    /// The approximate maximum number of wins and losses that are examined
    /// after that.
    pub max_decisive: u64,
    /// How many values may be evaluated for a condition; costlier ones are left
    /// out.
    pub max_cost: u64,
}

/// Why there are no examples.
#[derive(Debug, thiserror::Error)]
pub enum ExamplesError {
    /// The class has no tables.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// The oracle has no answer.
    #[error(transparent)]
    Oracle(#[from] OracleError),
    /// Rules that were found cannot be read.
    #[error("{0}; this is a bug in drawproof")]
    Rules(#[from] RuleErrors),
    /// Rules and the conditions that they are made of claim different draws.
    #[error("rules claim wins or losses that their conditions do not; this is a bug in drawproof")]
    Disagreement,
    /// Rules give no verdict.
    #[error(transparent)]
    Judge(#[from] JudgeError),
}

/// The kinds of faults of rules.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Wins and losses that they claim.
    Decisive,
    /// Draws that they do not claim.
    Draws,
}

impl Examples {
    /// Examines positions with `turn` to move. With `static_only`, conditions
    /// that look ahead are left out. `done` is called with the number of blocks
    /// as they are finished.
    ///
    /// # Errors
    ///
    /// If the class has no tables or the oracle has no answer.
    pub fn new(
        vocabulary: &Vocabulary,
        oracle: &dyn Oracle,
        turn: Color,
        static_only: bool,
        sampling: Sampling,
        done: &(dyn Fn(u64) + Sync),
    ) -> Result<Self, ExamplesError> {
        let layout = Layout::new(vocabulary.material())?;
        let mut finder = Conditions::new(vocabulary, turn)?;
        if static_only {
            finder.keep_static();
        }
        finder.keep_up_to(sampling.max_cost);
        let source = SideSource {
            layout: &layout,
            oracle,
            turn,
        };
        let all_draws = source.count_draws()?;
        let (wanted, share) = some_sheets(&source, sampling.max_sheets, &What::All);
        let draws = all_draws as f64 * share;
        let halvings = (0..64)
            .find(|&halvings| draws / (1_u64 << halvings) as f64 <= sampling.max_draws as f64);
        let halvings = halvings.unwrap_or(0);
        let found = source.look(&wanted, &finder, halvings, done)?;
        let mut examples = Self {
            turn,
            costs: finder.costs().to_vec(),
            conditions: finder.all().to_vec(),
            draws_each: all_draws as f64 / (found.draws.positions() as f64).max(1.0),
            decisive: found.decisive,
            draws: found.draws,
            all_draws,
            sheets: sheets_with_starts(&wanted, &found.decisive_by_sheet),
            layout,
            finder,
            halvings,
            added: Vec::new(),
            known: None,
        };
        examples.drop_what_tells_nothing_new();
        Ok(examples)
    }

    /// Whether every win and loss is among the examples.
    pub fn is_all(&self) -> bool {
        let sheets = self.layout.block_words().div_ceil(64) * self.layout.blocks();
        self.sheets.len() == sheets
    }

    fn source<'a>(&'a self, oracle: &'a dyn Oracle) -> SideSource<'a> {
        SideSource {
            layout: &self.layout,
            oracle,
            turn: self.turn,
        }
    }

    fn drop_what_tells_nothing_new(&mut self) {
        let matrices = [&self.decisive, &self.draws];
        let key = |condition: usize| {
            // The same for a condition and its opposite, unless it holds
            // everywhere or nowhere.
            let rows = matrices.map(|matrix| (matrix.row(condition), matrix.all()));
            let held: u64 = rows.iter().map(|(row, _)| bits::count(row)).sum();
            let total = matrices
                .iter()
                .map(|matrix| matrix.positions())
                .sum::<usize>();
            let first = (rows.iter()).find_map(|(row, _)| row.first().map(|word| word & 1));
            let flip = if first == Some(1) { !0 } else { 0 };
            let hash = rows.iter().map(|(row, all)| hash(row, all, flip));
            let hash: Vec<u64> = hash.collect();
            (held != 0 && held != total as u64).then_some(hash)
        };
        let keys: Vec<_> = (0..self.conditions.len())
            .into_par_iter()
            .map(key)
            .collect();
        let mut cheapest: HashMap<&Vec<u64>, usize> = HashMap::new();
        for (condition, key) in keys.iter().enumerate() {
            let Some(key) = key else { continue };
            let best = cheapest.entry(key).or_insert(condition);
            if self.costs[condition] < self.costs[*best] {
                *best = condition;
            }
        }
        let mut kept: Vec<usize> = cheapest.into_values().collect();
        kept.sort_unstable();
        self.keep_conditions(&kept);
    }

    /// Removes the draws that rules claim. Returns a row of the remaining ones
    /// among all that there were. Call it before anything is added.
    ///
    /// # Errors
    ///
    /// If the oracle has no answer.
    pub(crate) fn leave_out(
        &mut self,
        rules: &RuleFile,
        oracle: &dyn Oracle,
    ) -> Result<Vec<u64>, ExamplesError> {
        let compiled = CompiledRules::new(rules);
        let source = self.source(oracle);
        let rows = source.sheet_rows();
        let sheets: Vec<_> = self.sheets.chunk_by(|a, b| a.0 == b.0).collect();
        let blocks = sheets.into_par_iter().map_init(
            || Claims::new(rules, &compiled, self.turn),
            |claims, sheets| {
                let block = sheets[0].0;
                let words = source.ask(block)?;
                let mut missed = Growing::default();
                for &(_, first, _) in sheets {
                    let draws = source.some_draws(&words, block, first, self.halvings);
                    let sheet = Sheet {
                        fixed: &source.fixed_men(block, first),
                        legal: &draws,
                    };
                    let silent = claims.on(&sheet)?.map(|claimed| !claimed);
                    missed.push_picked(&silent[..rows], &draws[..rows]);
                }
                Ok(missed)
            },
        );
        let blocks: Vec<Growing> = blocks.collect::<Result<_, ExamplesError>>()?;
        let mut missed = Growing::default();
        for block in &blocks {
            missed.append(block);
        }
        let missed = missed.into_row();
        self.known = Some(rules.clone());
        self.draws = self.draws.pick(&missed);
        self.all_draws = (self.draws.positions() as f64 * self.draws_each).round() as u64;
        Ok(missed)
    }

    /// How many blocks there are to examine.
    pub(crate) fn blocks(&self) -> u64 {
        self.layout.blocks() as u64
    }

    /// Examines all wins and losses, or a limited number if there are far more,
    /// for only some of the conditions.
    ///
    /// # Errors
    ///
    /// The oracle's.
    pub(crate) fn widen(
        &mut self,
        conditions: &[usize],
        max_decisive: u64,
        oracle: &dyn Oracle,
        done: &(dyn Fn(u64) + Sync),
    ) -> Result<(), OracleError> {
        let a_sheet = (self.decisive.positions() / self.sheets.len().max(1)).max(1);
        let max_sheets = (max_decisive as usize / a_sheet).max(self.sheets.len());
        self.keep_conditions(conditions);
        let source = self.source(oracle);
        let (wanted, _) = some_sheets(&source, max_sheets, &What::Decisive);
        let found = source.look(&wanted, &self.finder, 0, done)?;
        self.sheets = sheets_with_starts(&wanted, &found.decisive_by_sheet);
        self.decisive = found.decisive;
        self.added.clear();
        Ok(())
    }

    fn keep_conditions(&mut self, kept: &[usize]) {
        self.conditions = kept.iter().map(|&at| self.conditions[at]).collect();
        self.costs = kept.iter().map(|&at| self.costs[at]).collect();
        self.finder.keep(kept);
        self.decisive.keep_conditions(kept);
        self.draws.keep_conditions(kept);
    }

    /// The position of a bit of [`decisive`](Self::decisive).
    ///
    /// # Errors
    ///
    /// The oracle's.
    pub fn position(
        &self,
        oracle: &dyn Oracle,
        decisive: usize,
    ) -> Result<Option<Placement>, OracleError> {
        let from_sheets = self.decisive.positions() - self.added.len();
        if let Some(at) = decisive.checked_sub(from_sheets) {
            let index = self.added.get(at);
            return Ok(index.map(|&index| self.layout.decode(index, self.turn)));
        }
        let after = self
            .sheets
            .partition_point(|&(_, _, start)| start <= decisive);
        let Some(&(block, first, start)) = after.checked_sub(1).and_then(|at| self.sheets.get(at))
        else {
            return Ok(None);
        };
        let source = self.source(oracle);
        let rows = source.ask(block)?.decisive(first, source.sheet_rows());
        let at = drawproof_tables::numbered_ones(&rows).nth(decisive - start);
        let index = at.map(|at| index(block, first, at));
        Ok(index.map(|index| self.layout.decode(index, self.turn)))
    }

    /// A draw in which the last of some conjunctions holds and, if possible, no
    /// other one does.
    ///
    /// # Errors
    ///
    /// The oracle's.
    pub(crate) fn drawn_position(
        &self,
        oracle: &dyn Oracle,
        conjunctions: &[Conjunction],
    ) -> Result<Option<Placement>, OracleError> {
        let Some((last, _)) = conjunctions.split_last() else {
            return Ok(None);
        };
        let found = match self.first_draw(oracle, conjunctions)? {
            None => self.first_draw(oracle, std::slice::from_ref(last))?,
            found => found,
        };
        Ok(found.map(|index| self.layout.decode(index, self.turn)))
    }

    /// The first draw in which the last of some conjunctions holds and no other
    /// one does.
    fn first_draw(
        &self,
        oracle: &dyn Oracle,
        conjunctions: &[Conjunction],
    ) -> Result<Option<Index>, OracleError> {
        let literals = conjunctions.iter().flatten();
        let mut kept: Vec<usize> = literals.map(|literal| literal.condition).collect();
        kept.sort_unstable();
        kept.dedup();
        let mut conditions = self.finder.clone();
        conditions.keep(&kept);
        let source = self.source(oracle);
        let look = |finder: &mut Finder, block: usize| {
            let words = source.ask(block)?;
            for first in source.sheets() {
                let draws = words.draws(first, source.sheet_rows());
                let sheet = Sheet {
                    fixed: &source.fixed_men(block, first),
                    legal: &draws,
                };
                let mut rows = vec![[0; 64]; kept.len()];
                finder.sheet(&sheet, |condition, holds| rows[condition] = *holds);
                // In the order of the rules: what remains belongs to the last
                // one.
                let (mut held, mut left) = (draws, draws);
                for conjunction in conjunctions {
                    held = left;
                    for literal in conjunction {
                        if let Ok(row) = kept.binary_search(&literal.condition) {
                            bits::keep(&mut held, &rows[row], literal.holds);
                        }
                    }
                    bits::keep(&mut left, &held, false);
                }
                if let Some(at) = drawproof_tables::numbered_ones(&held).next() {
                    return Ok(Some(index(block, first, at)));
                }
            }
            Ok(None)
        };
        let blocks = (0..self.layout.blocks()).into_par_iter();
        let found = blocks.map_init(|| conditions.finder(), look);
        let first = found.find_first(|found: &Result<_, OracleError>| !matches!(found, Ok(None)));
        first.unwrap_or(Ok(None))
    }

    /// Faults of rules: wins and losses that they claim as draws, or draws that
    /// they and the known rules miss.
    ///
    /// # Errors
    ///
    /// If the oracle has no answer.
    pub(crate) fn faults(
        &self,
        rules: &RuleFile,
        kind: Kind,
        oracle: &dyn Oracle,
    ) -> Result<Vec<WantedBlock>, ExamplesError> {
        let compiled = CompiledRules::new(rules);
        let known = self.known.as_ref().filter(|_| kind == Kind::Draws);
        let known = known.map(|rules| (rules, CompiledRules::new(rules)));
        let source = self.source(oracle);
        let rows = source.sheet_rows();
        let tools = || {
            let known = known.as_ref();
            (
                Claims::new(rules, &compiled, self.turn),
                known.map(|(rules, compiled)| Claims::new(rules, compiled, self.turn)),
            )
        };
        let blocks = (0..self.layout.blocks()).into_par_iter();
        let faults = blocks.map_init(tools, |(claims, known), block| {
            let words = source.ask(block)?;
            let mut sheets = Vec::new();
            for first in source.sheets() {
                let legal = match kind {
                    Kind::Decisive => words.decisive(first, rows),
                    Kind::Draws => words.draws(first, rows),
                };
                let sheet = Sheet {
                    fixed: &source.fixed_men(block, first),
                    legal: &legal,
                };
                let mut faults = claims.on(&sheet)?;
                if kind == Kind::Draws {
                    if let Some(known) = known {
                        bits::add(&mut faults, &known.on(&sheet)?);
                    }
                    for (faults, legal) in faults.iter_mut().zip(&legal) {
                        *faults = legal & !*faults;
                    }
                }
                if !bits::is_empty(&faults) {
                    let what = What::Only(Box::new(faults));
                    sheets.push(Wanted { first, what });
                }
            }
            Ok((block, sheets))
        });
        faults.collect()
    }

    /// Adds positions of one kind.
    ///
    /// # Errors
    ///
    /// The oracle's.
    pub(crate) fn add(
        &mut self,
        wanted: &[WantedBlock],
        kind: Kind,
        oracle: &dyn Oracle,
    ) -> Result<(), OracleError> {
        let found = self.source(oracle).look(wanted, &self.finder, 0, &|_| {})?;
        let (to, new) = match kind {
            Kind::Decisive => (&mut self.decisive, found.decisive),
            Kind::Draws => (&mut self.draws, found.decisive),
        };
        *to = std::mem::take(to).and_then(&new);
        if kind == Kind::Decisive {
            let sheets = wanted
                .iter()
                .flat_map(|(block, sheets)| sheets.iter().map(move |sheet| (*block, sheet)));
            let positions = sheets.flat_map(|(block, sheet)| {
                let only = sheet.what.only().into_iter();
                let ones = only.flat_map(|rows| drawproof_tables::numbered_ones(rows));
                ones.map(move |at| index(block, sheet.first, at))
            });
            self.added.extend(positions);
        }
        Ok(())
    }
}

/// The index of a position, counted in the words of a sheet.
fn index(block: usize, first: usize, at: usize) -> Index {
    Index {
        block,
        word: first + at / 64,
        bit: (at % 64) as u32,
    }
}

/// The claims of rules, sheet by sheet; each thread has its own.
struct Claims<'a> {
    rules: &'a RuleFile,
    judge: Box<dyn Judge + 'a>,
    verdicts: Verdicts,
}

impl<'a> Claims<'a> {
    fn new(rules: &'a RuleFile, compiled: &'a CompiledRules, turn: Color) -> Self {
        Self {
            rules,
            judge: compiled.judge(turn),
            verdicts: Verdicts::new(rules.rules().len()),
        }
    }

    fn on(&mut self, sheet: &Sheet) -> Result<Rows, JudgeError> {
        self.judge.sheet(sheet, &mut self.verdicts)?;
        let rules = self.rules.rules().iter().enumerate();
        let claims = rules.filter(|(_, info)| info.kind.claims_draw());
        let mut all = [0; 64];
        for (rule, _) in claims {
            if let Some(positions) = self.verdicts.of(rule) {
                bits::add(&mut all, positions);
            }
        }
        Ok(all)
    }
}

/// An even sample of the sheets of a class, and its approximate share of all
/// sheets.
fn some_sheets(source: &SideSource, max_sheets: usize, what: &What) -> (Vec<WantedBlock>, f64) {
    let all = source.layout.blocks() * source.sheets().count();
    let each = all.div_ceil(max_sheets.max(1)) as u64;
    let sheets = source.sheets().count();
    // One of each run of neighbours.
    let is_drawn = |number: usize| {
        let (run, at) = (number as u64 / each, number as u64 % each);
        at == mix(run + 1) % each
    };
    let block = |block: usize| {
        let numbered = source.sheets().enumerate();
        let drawn = numbered.filter(|(sheet, _)| is_drawn(block * sheets + sheet));
        let wanted = |(_, first)| Wanted {
            first,
            what: what.clone(),
        };
        (block, drawn.map(wanted).collect())
    };
    let wanted = (0..source.layout.blocks()).map(block);
    let wanted: Vec<WantedBlock> = wanted.collect();
    (wanted, 1.0 / each as f64)
}

/// The examined sheets, each with the index of its first win or loss.
fn sheets_with_starts(wanted: &[WantedBlock], decisive: &[usize]) -> Vec<(usize, usize, usize)> {
    let sheets = wanted
        .iter()
        .flat_map(|(block, sheets)| sheets.iter().map(move |sheet| (*block, sheet.first)));
    let mut start = 0;
    let with_start = |((block, first), &decisive)| {
        let sheet = (block, first, start);
        start += decisive;
        sheet
    };
    sheets.zip(decisive).map(with_start).collect()
}

/// A hash of a row of bits within a mask, with all bits flipped if requested.
fn hash(row: &[u64], mask: &[u64], flip: u64) -> u64 {
    row.iter().zip(mask).fold(0, |hash, (word, mask)| {
        mix(hash ^ ((word ^ flip) & mask)).rotate_left(17)
    })
}
