//! The counts of an exhaustive run.

use drawproof_language::{Claim, RuleInfo, RuleKind};
use drawproof_tables::{Layout, Material, Placement, Provenance, Ruling};

use crate::{
    Count, Counterexample, Counts, DrawCount, EnPassant, Fault, Kept, KingMap, LeftOut, Missed,
    Origin, RuleRecord, VerifyError,
    counts::{ClaimCounts, Decided, RuleCounts},
    kings::ByKings,
    nearest::Nearest,
    sample,
    units::{Unit, legal_positions, units},
};

/// The positions that one rule decided as the first that held.
///
/// For a rule that claims a draw, the draws are spotted and the decisive
/// positions incorrect; for any other, the draws are missed as such.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleTally {
    /// The rule's name.
    pub name: String,
    /// Why it is true.
    pub reason: String,
    /// What it claims.
    pub kind: RuleKind,
    /// What it decided.
    pub counts: Counts,
    /// Those positions in which its claim is wrong.
    pub incorrect: Count,
    /// Those in which its claim is tight.
    pub tight: Count,
}

/// A kind of claim that some rule makes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ClaimTally {
    /// The claim.
    pub claim: Claim,
    /// Where rules of this kind decide, and are wrong.
    pub incorrect: Count,
    /// Where they decide, and the claim is tight.
    pub tight: Count,
    /// Where such a claim is right, and it or one that says more was made.
    pub spotted: Count,
    /// Where such a claim would be right and none that says as much was made.
    pub missed: Count,
}

/// A comparison of two oracles.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct PairTally {
    /// Positions in which both were asked.
    pub compared: Count,
    /// Those in which they contradict each other: about who wins or, where
    /// both know, about the 50-move rule.
    pub contradictions: Count,
    /// The first of these, in the order of the board.
    pub first: Option<Contradiction>,
}

impl PairTally {
    /// Adds results from later on the board.
    pub(crate) fn add(&mut self, later: Self) {
        self.compared += later.compared;
        self.contradictions += later.contradictions;
        self.first = self.first.take().or(later.first);
    }
}

/// A position about which two oracles contradict each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contradiction {
    /// The position.
    pub placement: Placement,
    /// What each says.
    pub says: [Ruling; 2],
}

/// All pairs of oracles, by their indices, in the order of [`Verdict::pairs`].
pub fn pairs(oracles: usize) -> impl Iterator<Item = [usize; 2]> {
    (0..oracles).flat_map(move |a| (a + 1..oracles).map(move |b| [a, b]))
}

/// The result of verifying one recognizer over all positions of its class. Where rules claim
/// who can mate, dead positions stand in the place of draws.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The class.
    pub material: Material,
    /// The oracle for the truth.
    pub oracle: String,
    /// Other oracles that were asked.
    pub others: Vec<String>,
    /// What published checksums say about the files of all oracles, the truth
    /// first; `None` for own tables.
    pub files: Vec<Option<Provenance>>,
    /// The comparison of each pair of them: see [`pairs`].
    pub pairs: Vec<PairTally>,
    /// Whether wins and losses that the 50-move rule turns into draws counted
    /// as draws.
    pub fifty_moves: bool,
    /// How many such positions there are. `None` if the oracle does not know.
    pub cursed: Option<Count>,
    /// Where the rules come from.
    pub rules_from: String,
    /// SHA-256 of the rules' text, in hexadecimal.
    pub rules_sha256: String,
    /// The results for positions with an en passant right, which no other count
    /// includes. `None` if there are no such positions, or the recognizer was
    /// not asked about them.
    pub en_passant: Option<EnPassant>,
    /// Whether positions were folded by the board's symmetries, which requires
    /// rules that do not tell mirror images apart; otherwise each was visited
    /// on the full board.
    pub folded: bool,
    /// A line for each rule.
    pub rules: Vec<RuleTally>,
    /// A line for each kind of claim that rules make.
    pub claims: Vec<ClaimTally>,
    /// Positions in which no rule held, and so nothing was claimed.
    pub unmatched: Counts,
    /// Positions without a valid verdict: the recognizer stopped answering,
    /// contradicted itself, or was not asked any more.
    pub doubtful: Counts,
    /// Positions in which a draw was claimed for one colour only: the drawn
    /// ones count as positions without a claim, the decisive ones as positions
    /// with one.
    pub one_sided: Counts,
    /// Won and lost positions about which the recognizer was not asked, because a
    /// capture, a promotion or a mate decides them at once; `None` if it was
    /// asked about all.
    pub left_out: Option<LeftOut>,
    /// How often the recognizer stopped answering and was started again.
    pub stops: usize,
    /// The first doubtful positions with a reason of their own, in the order of
    /// the board.
    pub faults: Vec<Fault>,
    /// Some of the incorrect draws of each rule, in the order of the rules: the
    /// nearest to mate first, if distances were looked up, and a random sample
    /// of equally near ones.
    pub counterexamples: Vec<Counterexample>,
    /// A random sample of missed draws, at most as many as requested, and at
    /// most one for each placement of all men but the last two and side to
    /// move.
    pub missed: Vec<Missed>,
    /// Draws by the square of each king, for each side to move that was
    /// visited.
    pub king_maps: Vec<KingMap>,
    /// Draws by the distance between the kings, from 0 king moves on.
    pub by_king_distance: [DrawCount; 8],
}

impl Verdict {
    /// Positions in which a draw was claimed: spotted and incorrect draws.
    pub fn claimed(&self) -> Counts {
        self.sum(RuleKind::claims_neither, Counts::default())
    }

    /// Positions in which no draw was claimed: missed draws, and decisive
    /// positions.
    pub fn silent(&self) -> Counts {
        self.sum(|kind| !kind.claims_neither(), self.unmatched)
    }

    /// How many claims of any kind are wrong.
    pub fn incorrect(&self) -> u64 {
        let rules = self.rules.iter().map(|rule| rule.incorrect.board);
        let en_passant = self.en_passant.iter().map(|of| of.incorrect.board);
        rules.chain(en_passant).sum()
    }

    /// All positions.
    pub fn total(&self) -> Count {
        let mut total = Count::default();
        for counts in [self.claimed(), self.silent(), self.doubtful] {
            total += counts.draws;
            total += counts.decisive;
        }
        total += self.left_out.unwrap_or_default().all();
        total
    }

    /// Whether every covered position has a verdict, no claim was wrong, and no
    /// oracles contradicted each other.
    pub fn is_proven(&self) -> bool {
        self.incorrect() == 0 && self.is_whole() && !self.is_contradicted()
    }

    /// Whether every covered position has a valid verdict.
    pub fn is_whole(&self) -> bool {
        let en_passant = self.en_passant.iter().map(|of| of.doubtful);
        let mut doubtful = en_passant.chain([self.doubtful]);
        self.stops == 0 && doubtful.all(|of| of.draws.board + of.decisive.board == 0)
    }

    /// Whether oracles contradicted each other.
    pub fn is_contradicted(&self) -> bool {
        let mut pairs = self.pairs.iter();
        pairs.any(|pair| pair.contradictions.board != 0)
    }

    /// The sum over rules of some kinds, and more.
    fn sum(&self, is_counted: impl Fn(RuleKind) -> bool, more: Counts) -> Counts {
        let mut sum = more;
        for rule in self.rules.iter().filter(|rule| is_counted(rule.kind)) {
            sum += rule.counts;
        }
        sum
    }
}

/// The contents of a verdict besides the counts.
// The flags are independent of each other.
#[allow(clippy::struct_excessive_bools)]
pub(crate) struct About<'a> {
    pub rules: &'a Origin,
    pub layout: &'a Layout,
    /// The names of the oracles, the truth first.
    pub oracles: Vec<String>,
    /// What published checksums say about their files.
    pub files: Vec<Option<Provenance>>,
    pub folded: bool,
    /// Whether positions with an en passant right were asked about.
    pub en_passant: bool,
    pub fifty_moves: bool,
    pub knows_fifty_moves: bool,
    /// Whether positions that are decided at once were left out.
    pub quiet: bool,
}

/// Counts and examples of a part of a run. Unique positions are counted in
/// fractions (see
/// [`Layout::unique_parts`](drawproof_tables::Layout::unique_parts)).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tally {
    /// The positions of the tables.
    pub(crate) plain: Decided,
    /// Those with an en passant right, if they were asked about.
    pub(crate) en_passant: Decided,
    /// Some positions without a verdict, in the order of the board.
    pub(crate) faults: Vec<Fault>,
    /// How often the recognizer stopped answering.
    pub(crate) stops: usize,
    /// Wins and losses that the 50-move rule turns into draws, as far as the
    /// oracle knows.
    pub(crate) cursed: Count,
    /// How each pair of oracles compares; empty before any position is visited.
    pub(crate) pairs: Vec<PairTally>,
    /// Incorrect draws by rule, in the order in which they are kept.
    pub(crate) examples: Nearest,
    /// Missed draws drawn at random, the lowest ticket first.
    pub(crate) missed: Vec<Missed>,
    /// Draws by the squares of the kings: one entry for each unit.
    pub(crate) by_kings: Vec<DrawCount>,
}

impl Tally {
    /// An empty tally for a number of rules that make some number of different
    /// claims.
    pub fn new(rules: usize, claims: usize) -> Self {
        Self {
            plain: Decided::new(rules, claims),
            en_passant: Decided::new(rules, claims),
            faults: Vec::new(),
            stops: 0,
            cursed: Count::default(),
            pairs: Vec::new(),
            examples: Nearest::default(),
            missed: Vec::new(),
            by_kings: Vec::new(),
        }
    }

    /// The same positions without verdicts. The oracles' answers remain.
    #[must_use]
    pub(crate) fn without_verdicts(self) -> Self {
        Self {
            plain: self.plain.without_verdicts(),
            en_passant: self.en_passant.without_verdicts(),
            cursed: self.cursed,
            pairs: self.pairs,
            by_kings: vec![DrawCount::default(); self.by_kings.len()],
            ..Self::new(0, 0)
        }
    }

    /// Adds results from later on the board, and keeps the given numbers of
    /// positions.
    #[must_use]
    pub fn merge(mut self, later: Self, Kept { examples, missed }: Kept) -> Self {
        self.plain += &later.plain;
        self.en_passant += &later.en_passant;
        self.stops += later.stops;
        self.faults.extend(later.faults);
        self.faults.truncate(examples);
        self.cursed += later.cursed;
        self.add_pairs(later.pairs);
        self.by_kings.extend(later.by_kings);
        sample::add(&mut self.missed, later.missed, missed);
        self.examples.merge(later.examples, examples);
        self
    }

    /// The draws with a verdict, and how many of them were not claimed.
    pub(crate) fn draws(&self, rules: &[RuleInfo]) -> DrawCount {
        let missed = self.plain.unmatched.draws.board;
        let mut count = DrawCount {
            draws: missed,
            missed,
        };
        for (rule, counts) in rules.iter().zip(&self.plain.rules) {
            count.draws += counts.decided.draws.board;
            if !rule.kind.claims_neither() {
                count.missed += counts.decided.draws.board;
            }
        }
        count
    }

    /// Adds how oracles compare.
    pub(crate) fn add_pairs(&mut self, later: Vec<PairTally>) {
        let count = self.pairs.len().max(later.len());
        self.pairs.resize_with(count, PairTally::default);
        for (sum, pair) in self.pairs.iter_mut().zip(later) {
            sum.add(pair);
        }
    }

    /// The incorrect draws that were kept, in the order of the rules.
    pub fn examples(&self) -> Vec<Counterexample> {
        self.examples.iter().cloned().collect()
    }

    /// Replaces the incorrect draws that are kept.
    #[must_use]
    pub fn with_examples(self, examples: Vec<Counterexample>) -> Self {
        Self {
            examples: Nearest::of(examples),
            ..self
        }
    }

    /// The result, if this is the tally of all positions of a run.
    pub(crate) fn into_verdict(self, about: About<'_>) -> Result<Verdict, VerifyError> {
        let layout = about.layout;
        let (own, by_kings) = (units(layout, about.folded), self.by_kings.clone());
        let all_pairs = pairs(about.oracles.len()).count();
        let (verdict, expected) = self.verdict(about, &own);
        check_legal(layout, expected)?;
        check_kings(&verdict, &own, &by_kings)?;
        check_sums(&verdict, expected, all_pairs)?;
        Ok(verdict)
    }

    /// The verdict, and how many positions it has to be about.
    fn verdict(self, about: About<'_>, own: &[Unit]) -> (Verdict, Count) {
        let whole = |count: Count| Count {
            unique: (count.unique).map(|parts| parts / about.layout.unique_parts()),
            ..count
        };
        let plain = self.plain.map(whole);
        let en_passant = about.en_passant.then(|| self.en_passant.map(whole));
        let compared = self.pairs.into_iter().map(|pair| PairTally {
            compared: whole(pair.compared),
            contradictions: whole(pair.contradictions),
            first: pair.first,
        });
        let by_kings = ByKings {
            layout: about.layout,
            folded: about.folded,
            units: own,
            counts: &self.by_kings,
        };
        let mut names = about.oracles.into_iter();
        let verdict = Verdict {
            material: about.layout.material().clone(),
            oracle: names.next().unwrap_or_default(),
            others: names.collect(),
            files: about.files,
            pairs: compared.collect(),
            fifty_moves: about.fifty_moves,
            cursed: about.knows_fifty_moves.then(|| whole(self.cursed)),
            rules_from: about.rules.from.clone(),
            rules_sha256: about.rules.sha256.clone(),
            en_passant: en_passant.map(|of| of.summed(&about.rules.list)),
            folded: about.folded,
            claims: ClaimTally::all(about.rules, &plain),
            rules: RuleTally::all(about.rules, &plain),
            unmatched: plain.unmatched,
            doubtful: plain.doubtful,
            one_sided: plain.one_sided,
            left_out: about.quiet.then_some(plain.left_out),
            stops: self.stops,
            faults: self.faults,
            counterexamples: self.examples.iter().cloned().collect(),
            missed: self.missed,
            king_maps: by_kings.maps(),
            by_king_distance: by_kings.by_distance(),
        };
        (verdict, plain.legal)
    }
}

impl RuleTally {
    fn all(rules: &Origin, decided: &Decided) -> Vec<Self> {
        let rules = rules.list.iter().zip(&decided.rules);
        let tally = |(rule, counts): (&RuleRecord, &RuleCounts)| Self {
            name: rule.name.clone(),
            reason: rule.reason.clone(),
            kind: rule.kind,
            counts: counts.decided,
            incorrect: counts.incorrect,
            tight: counts.tight,
        };
        rules.map(tally).collect()
    }
}

impl ClaimTally {
    fn all(rules: &Origin, decided: &Decided) -> Vec<Self> {
        let made = claims_of(rules.list.iter().map(|rule| rule.kind));
        let tally = |(claim, counts): (Claim, &ClaimCounts)| {
            let of_rules = || {
                let rules = rules.list.iter().zip(&decided.rules);
                rules.filter(move |(rule, _)| rule.kind.claim() == Some(claim))
            };
            let sum = |of: fn(&RuleCounts) -> Count| {
                let counts = of_rules().map(|(_, counts)| of(counts));
                counts.fold(Count::ZERO, |mut sum, count| {
                    sum += count;
                    sum
                })
            };
            Self {
                claim,
                incorrect: sum(|counts| counts.incorrect),
                tight: sum(|counts| counts.tight),
                spotted: counts.spotted,
                missed: counts.right - counts.spotted,
            }
        };
        made.into_iter().zip(&decided.claims).map(tally).collect()
    }
}

/// The different claims of some rules, in the order of [`Claim::ALL`].
pub(crate) fn claims_of(kinds: impl Iterator<Item = RuleKind>) -> Vec<Claim> {
    let made: Vec<Claim> = kinds.filter_map(RuleKind::claim).collect();
    let all = Claim::ALL.into_iter();
    all.filter(|claim| made.contains(claim)).collect()
}

fn incomplete(material: &Material, counted: u64, expected: u64) -> VerifyError {
    VerifyError::Incomplete {
        material: material.to_string(),
        counted,
        expected,
    }
}

/// Every legal position was counted.
fn check_legal(layout: &Layout, counted: Count) -> Result<(), VerifyError> {
    let legal = legal_positions(layout, &units(layout, true), true);
    if counted.board == legal {
        Ok(())
    } else {
        Err(incomplete(layout.material(), counted.board, legal))
    }
}

/// The missed draws of all units are those of the whole.
fn check_kings(verdict: &Verdict, own: &[Unit], by_kings: &[DrawCount]) -> Result<(), VerifyError> {
    let missed: u64 = by_kings.iter().map(|of| of.missed).sum();
    let expected = verdict.silent().draws.board;
    if by_kings.len() == own.len() && missed == expected {
        Ok(())
    } else {
        Err(incomplete(&verdict.material, missed, expected))
    }
}

/// The rules together, and each two oracles, are about all positions.
fn check_sums(verdict: &Verdict, expected: Count, all_pairs: usize) -> Result<(), VerifyError> {
    let compared = verdict.pairs.iter().map(|pair| pair.compared);
    let mut counted = std::iter::once(verdict.total()).chain(compared);
    let has_all_pairs = verdict.pairs.len() == all_pairs;
    match counted.find(|count| *count != expected) {
        None if has_all_pairs && expected.board != 0 => Ok(()),
        counted => {
            let counted = counted.map_or(0, |count| count.board);
            Err(incomplete(&verdict.material, counted, expected.board))
        }
    }
}
