//! Growing a tree.

use super::{
    Criterion,
    part::{Counts, Held, Part},
};

/// How a tree is grown.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct TreeOptions {
    /// What tests are chosen by.
    pub criterion: Criterion,
    /// Of how many of the best tests a whole tree is grown, to take the one
    /// with the smallest. 0 and 1 mean none.
    pub trials: usize,
    /// Trees are tried where there are at most so many words of conditions
    /// to look at (64 positions of one kind and one condition are a word).
    pub trial_words: usize,
    /// How many of the examples' draws a test has to be worth. Parts of the
    /// tree that claim no more than this for each of their tests are left
    /// out, and trials are for the best sum of draws less this much for each
    /// test. With 0 every draw is claimed that can be, by few tests.
    pub draws_per_test: u32,
}

impl Default for TreeOptions {
    fn default() -> Self {
        Self {
            criterion: Criterion::Entropy,
            trials: 0,
            trial_words: 0,
            draws_per_test: 0,
        }
    }
}

/// A tree while it grows.
#[derive(Debug)]
pub enum Branch {
    Leaf(Counts),
    Test(Box<Test>),
}

/// A test with what comes after it.
#[derive(Debug)]
pub struct Test {
    pub condition: usize,
    /// The draws that are claimed from here on.
    pub draws: usize,
    /// How many tests there are from here on.
    pub tests: usize,
    pub branches: [Branch; 2],
}

impl Branch {
    pub fn tests(&self) -> usize {
        match self {
            Self::Leaf(_) => 0,
            Self::Test(test) => test.tests,
        }
    }

    pub fn draws(&self) -> usize {
        match self {
            Self::Leaf(counts) if counts.decisive == 0 => counts.draws,
            Self::Leaf(_) => 0,
            Self::Test(test) => test.draws,
        }
    }
}

/// Words from which on the two branches of a test are grown side by side.
const WORDS_TO_SHARE: usize = 1 << 12;

/// Grows trees.
pub struct Grower<'a> {
    pub options: TreeOptions,
    pub costs: &'a [u64],
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl Grower<'_> {
    pub fn grow(&self, part: Part) -> Branch {
        let counts = part.counts;
        if self.is_leaf(counts) {
            return Branch::Leaf(counts);
        }
        let ranked = self.ranked(&part);
        let Some(&best) = ranked.first() else {
            return Branch::Leaf(counts);
        };
        let tried = (self.options.trials > 1 && part.words() <= self.options.trial_words)
            .then(|| self.best_of_trials(&part, &ranked));
        let best = tried.flatten().unwrap_or(best);
        let words = part.words();
        let Some(parts) = part.split(best) else {
            return Branch::Leaf(counts);
        };
        self.branch(best, counts, both(parts, words, |part| self.grow(part)))
    }

    fn is_leaf(&self, counts: Counts) -> bool {
        let too_few = counts.draws <= self.options.draws_per_test as usize;
        counts.is_pure() || too_few || (self.stop)()
    }

    /// A test with what comes after it, or silence if that is worth more.
    fn branch(&self, condition: usize, counts: Counts, branches: [Branch; 2]) -> Branch {
        let tests = 1 + branches.iter().map(Branch::tests).sum::<usize>();
        let draws = branches.iter().map(Branch::draws).sum();
        let test = Test {
            condition,
            draws,
            tests,
            branches,
        };
        if self.worth(draws, tests).0 > 0 {
            Branch::Test(Box::new(test))
        } else {
            Branch::Leaf(counts)
        }
    }

    /// Of parts of a tree the one with the greater worth is better.
    fn worth(&self, draws: usize, tests: usize) -> (i64, std::cmp::Reverse<usize>) {
        let paid = i64::from(self.options.draws_per_test) * tests as i64;
        (draws as i64 - paid, std::cmp::Reverse(tests))
    }

    /// The most promising tests, the best first.
    fn ranked(&self, part: &Part) -> Vec<usize> {
        let held = part.held();
        let left = |held: &Held| {
            let no = part.counts.minus(held.counts);
            self.mixture(held.counts) + self.mixture(no)
        };
        let mut tests: Vec<(f64, usize)> = (held.iter())
            .map(|held| (left(held), held.condition))
            .collect();
        self.keep_best(&mut tests, self.options.trials.max(1));
        tests.into_iter().map(|(_, condition)| condition).collect()
    }

    fn mixture(&self, counts: Counts) -> f64 {
        self.options.criterion.mixture(counts)
    }

    /// Sorts tests by what they leave, then by what they cost.
    fn keep_best(&self, tests: &mut Vec<(f64, usize)>, wanted: usize) {
        let order = |a: &(f64, usize), b: &(f64, usize)| {
            let key = |test: &(f64, usize)| (self.costs[test.1], test.1);
            a.0.total_cmp(&b.0).then_with(|| key(a).cmp(&key(b)))
        };
        if wanted < tests.len() {
            tests.select_nth_unstable_by(wanted, order);
            tests.truncate(wanted);
        }
        tests.sort_unstable_by(order);
    }

    /// The test after which the best tree grows.
    fn best_of_trials(&self, part: &Part, ranked: &[usize]) -> Option<usize> {
        let plain = Grower {
            options: TreeOptions {
                trials: 0,
                ..self.options
            },
            ..*self
        };
        let trials = ranked.iter().take(self.options.trials).map(|&condition| {
            let words = part.words();
            let parts = part.split_copy(condition)?;
            let [yes, no] = both(parts, words, |part| plain.grow(part));
            let worth = self.worth(yes.draws() + no.draws(), yes.tests() + no.tests());
            Some((std::cmp::Reverse(worth), condition))
        });
        let best = trials.flatten().min_by_key(|&(worth, _)| worth);
        best.map(|(_, condition)| condition)
    }
}

/// Does the same with two parts, side by side if they are large.
fn both(
    [yes, no]: [Part; 2],
    words: usize,
    grow: impl Fn(Part) -> Branch + Sync + Send,
) -> [Branch; 2] {
    if words < WORDS_TO_SHARE {
        return [grow(yes), grow(no)];
    }
    let (yes, no) = rayon::join(|| grow(yes), || grow(no));
    [yes, no]
}
