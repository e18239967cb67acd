//! Recognizers: rules, or anything else that claims draws.

use std::array;

use drawproof_tables::{Material, ones};
use shakmaty::{Color, Square};

use drawproof_language::{RuleInfo, SymmetryGroup, TooMuchWork};

/// A recognizer of one class.
///
/// Positions have the stronger side as White. With equal material only
/// positions with White to move are judged: the others are their mirror
/// images with the colours exchanged.
pub trait Recognizer: Sync {
    /// Its origin, as reports show it.
    fn source_name(&self) -> &str;

    /// SHA-256 of its text or file, in hexadecimal.
    fn sha256(&self) -> &str;

    /// The class.
    fn material(&self) -> &Material;

    /// Its rules, in the order in which they are tried.
    fn rules(&self) -> &[RuleInfo];

    /// The symmetries of the board under which every verdict stays the same.
    fn group(&self) -> SymmetryGroup;

    /// Whether it is also asked about positions with an en passant right.
    fn judges_en_passant(&self) -> bool {
        false
    }

    /// A judge for positions with `turn` to move; each thread has its own.
    fn judge(&self, turn: Color) -> Box<dyn Judge + '_>;
}

/// Judges sheets of positions.
pub trait Judge {
    /// Finds for each rule the positions of a sheet that it decides.
    ///
    /// # Errors
    ///
    /// If no verdict is possible at all.
    fn sheet(&mut self, sheet: &Sheet, verdicts: &mut Verdicts) -> Result<(), JudgeError>;

    /// The same for positions that all have an en passant right on this square.
    /// Rules know no such right, and claim nothing there.
    ///
    /// # Errors
    ///
    /// As [`sheet`](Self::sheet).
    fn sheet_with_en_passant(
        &mut self,
        _sheet: &Sheet,
        _square: Square,
        verdicts: &mut Verdicts,
    ) -> Result<(), JudgeError> {
        verdicts.clear();
        Ok(())
    }
}

/// Positions that differ in the squares of the last two men.
///
/// Bit `c` of row `r` is the position with the last man on square `c` and the
/// man before it on square `r`. With three men there is only one row, the
/// first.
#[derive(Copy, Clone, Debug)]
pub struct Sheet<'a> {
    /// The squares of the kings, strong's first, and of the men between them
    /// and the last two.
    pub fixed: &'a [Square],
    /// The positions to judge; all of them legal.
    pub legal: &'a Rows,
}

/// A set of positions of a sheet.
pub type Rows = [u64; 64];

/// The positions of a set by row and column, in the order of the sheet.
pub fn positions(set: &Rows) -> impl Iterator<Item = (usize, u32)> {
    let rows = set.iter().enumerate();
    rows.flat_map(|(row, &bits)| ones(bits).map(move |column| (row, column)))
}

/// Which positions of a sheet each rule decided as the first that held.
///
/// A position stands for itself and for its image with colours exchanged and
/// the board flipped vertically. Rules cannot tell them apart; a recognizer
/// that is asked about both may claim only one of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdicts {
    by_rule: Vec<Rows>,
    speaks: Vec<bool>,
    one_sided: Vec<OneSided>,
    doubtful: Rows,
    doubts: Vec<Doubt>,
    stops: usize,
    allowance: Allowance,
}

/// What a rule claims for one colour only.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OneSided {
    /// The rule.
    pub rule: usize,
    /// Where it claims the position as it is, and nothing with colours
    /// exchanged.
    pub as_it_is: Rows,
    /// Where it claims only the exchanged position.
    pub exchanged: Rows,
}

impl OneSided {
    /// Where either is claimed.
    pub fn either(&self) -> Rows {
        array::from_fn(|row| self.as_it_is[row] | self.exchanged[row])
    }
}

/// The limits on faults on one sheet.
#[derive(Copy, Clone, Default, PartialEq, Eq, Debug)]
pub struct Allowance {
    /// After how many stops the rest gets no verdict.
    pub stops: usize,
    /// How many doubts are described.
    pub doubts: usize,
}

/// Why a position has no valid verdict.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Doubt {
    /// Row and column of the position in its sheet.
    pub at: (usize, u32),
    /// Whether it was asked with colours exchanged and the board flipped
    /// vertically.
    pub exchanged: bool,
    /// What happened, for a person.
    pub what: String,
}

impl Verdicts {
    /// Room for the verdicts of a number of rules; none has decided anything.
    pub fn new(rules: usize) -> Self {
        Self {
            by_rule: vec![[0; 64]; rules],
            speaks: vec![false; rules],
            one_sided: Vec::new(),
            doubtful: [0; 64],
            doubts: Vec::new(),
            stops: 0,
            allowance: Allowance::default(),
        }
    }

    /// Forgets every verdict.
    pub fn clear(&mut self) {
        self.speaks.fill(false);
        self.one_sided.clear();
        self.doubtful.fill(0);
        self.doubts.clear();
        self.stops = 0;
    }

    /// Sets how many faults are tolerated from now on.
    pub fn allow(&mut self, allowance: Allowance) {
        self.allowance = allowance;
    }

    /// How many faults are tolerated.
    pub fn allowance(&self) -> Allowance {
        self.allowance
    }

    /// The positions without a valid verdict. No rule decides them.
    pub fn doubtful(&self) -> &Rows {
        &self.doubtful
    }

    /// Whether there are such positions, or there was a stop.
    pub fn is_doubtful(&self) -> bool {
        self.stops > 0 || self.doubtful.iter().any(|&row| row != 0)
    }

    /// The reasons for the first of them, in the order of the sheet.
    pub fn doubts(&self) -> &[Doubt] {
        &self.doubts
    }

    /// How often the recognizer stopped answering and was started again.
    pub fn stops(&self) -> usize {
        self.stops
    }

    /// Marks positions as without a verdict, after a number of stops.
    pub fn doubt(&mut self, positions: &Rows, mut doubts: Vec<Doubt>, stops: usize) {
        doubts.sort_by_key(|doubt| doubt.at);
        doubts.truncate(self.allowance.doubts);
        self.doubtful = *positions;
        self.doubts = doubts;
        self.stops = stops;
    }

    /// How many rules there are.
    pub fn rules(&self) -> usize {
        self.by_rule.len()
    }

    /// What a rule decided; `None` if it decided nothing.
    pub fn of(&self, rule: usize) -> Option<&Rows> {
        self.speaks[rule].then(|| &self.by_rule[rule])
    }

    /// What rules claim for one colour only. No rule decides these positions.
    pub fn one_sided(&self) -> &[OneSided] {
        &self.one_sided
    }

    /// The positions in which something is claimed for one colour only, or not
    /// the same for both.
    pub fn one_sided_positions(&self) -> Rows {
        let all = self.one_sided.iter().map(OneSided::either);
        all.fold([0; 64], |all, of| array::from_fn(|row| all[row] | of[row]))
    }

    /// Lets rules claim something for one colour only.
    pub fn set_one_sided(&mut self, claims: Vec<OneSided>) {
        self.one_sided = claims;
    }

    /// The positions of a set, in which its claim is wrong, that a rule claims
    /// for either colour; `None` if there are none.
    pub fn falsely_claimed(&self, rule: usize, wrong: &Rows) -> Option<Rows> {
        let both = self.of(rule);
        let one = self.one_sided.iter().find(|one| one.rule == rule);
        let one = one.map(OneSided::either);
        let claimed = |row: usize| both.map_or(0, |of| of[row]) | one.map_or(0, |of| of[row]);
        let wrong: Rows = array::from_fn(|row| claimed(row) & wrong[row]);
        (wrong != [0; 64]).then_some(wrong)
    }

    /// Lets a rule decide positions.
    pub fn set(&mut self, rule: usize, positions: &Rows) {
        self.by_rule[rule] = *positions;
        self.speaks[rule] = true;
    }
}

/// How many truths and numbers may be computed and how many squares gone
/// through for one sheet, in all rules together: enough for three quantifiers over the whole board within each
/// other, too few for four.
pub(crate) const MAX_STEPS: u64 = 4_000_000;

/// Why there is no verdict.
#[derive(Debug, thiserror::Error)]
pub enum JudgeError {
    /// The recognizer cannot be asked.
    #[error("{0}")]
    Unavailable(String),
    /// Rules take too much work for a single position.
    #[error(transparent)]
    TooMuchWork(#[from] TooMuchWork),
    /// Rules take too much work for a sheet.
    #[error(
        "{source_name}:{line}: the rule \"{rule}\" is too much work: it takes more than {MAX_STEPS} steps for 4096 positions; let any, all and count go through fewer squares within each other"
    )]
    TooManySteps {
        /// Where the rules come from.
        source_name: String,
        /// The line on which the rule begins, from 1.
        line: usize,
        /// The rule that was being evaluated when the limit was reached.
        rule: String,
    },
}
