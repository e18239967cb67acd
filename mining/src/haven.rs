//! Havens: conjunctions that hold in no win or loss. A position in a haven is a
//! draw regardless of dangers, so lists can be coarser.
//!
//! The search for a haven uses a sample of the wins and losses; those in which
//! the result holds are added, until there are none.

use std::{cmp::Ordering, sync::Arc};

use crate::{
    Examples, Stop, bits,
    list::{List, MAX_TARGET, covered, some, some_draws},
    search::{Conjunction, Covers, SearchOptions, Target, best_conjunction},
};

/// How many more conditions a haven may have than a danger: it must exclude
/// every win and loss by itself.
const MORE_CONDITIONS: usize = 3;

/// How often wins and losses are added before the search gives up.
const MAX_ROUNDS: usize = 8;

/// How many of them are added at most.
const MAX_ADDED: u64 = 20_000;

/// The number of examples that is too small to conclude anything.
const TOO_FEW: u64 = 16;

/// Shares of the wins and losses in which an intermediate conjunction may hold
/// without much penalty.
const TOLERATED: [f64; 2] = [1e-3, 1e-5];

impl List {
    /// Adds the most valuable haven, if one is found that claims more draws
    /// than it costs.
    pub fn add_haven(&mut self, examples: &Examples, options: SearchOptions, stop: Stop) -> bool {
        let options = SearchOptions {
            max_conditions: options.max_conditions + MORE_CONDITIONS,
            beam: options.beam * 2,
            ..options
        };
        let haven = Search {
            examples,
            options,
            missed: self.missed(examples),
        }
        .haven(stop);
        let is_found = haven.is_some();
        if let Some(haven) = haven {
            self.push_haven(examples, haven);
        }
        is_found
    }

    /// Removes havens that are not worth their cost.
    pub fn drop_poor_havens(&mut self, examples: &Examples, options: SearchOptions) {
        for at in (0..self.havens().len()).rev() {
            let haven = self.remove_haven(examples, at);
            let missed = self.missed(examples);
            let search = Search {
                examples,
                options,
                missed,
            };
            if search.gain(&haven) > 0.0 {
                self.push_haven(examples, haven);
            }
        }
    }
}

/// A search for a haven.
struct Search<'a> {
    examples: &'a Examples,
    options: SearchOptions,
    /// The draws that it may claim.
    missed: Vec<u64>,
}

impl Search<'_> {
    /// The additional draws claimed with a haven, minus its cost.
    fn gain(&self, haven: &Conjunction) -> f64 {
        let draws = bits::count_both(&self.missed, &covered(&self.examples.draws, haven));
        if draws < TOO_FEW {
            return f64::NEG_INFINITY;
        }
        let costs = haven
            .iter()
            .map(|literal| self.examples.costs[literal.condition]);
        let cost = costs.fold(0, u64::saturating_add);
        draws as f64 * self.examples.draws_each - self.options.price(cost)
    }

    fn better(&self, a: &Conjunction, b: &Conjunction) -> Ordering {
        self.gain(a).total_cmp(&self.gain(b))
    }

    /// Wins and losses in which it holds.
    fn wrong(&self, haven: &Conjunction) -> Vec<u64> {
        covered(&self.examples.decisive, haven)
    }

    fn is_pure(&self, haven: &Conjunction) -> bool {
        bits::is_empty(&self.wrong(haven))
    }

    /// The best haven that is worth its cost.
    fn haven(&self, stop: Stop) -> Option<Conjunction> {
        let examples = self.examples;
        let (wanted, each) = some_draws(examples, &self.missed);
        let wanted = Arc::new(wanted);
        let mut known = some(&examples.decisive.all(), MAX_TARGET[0]);
        let mut pure: Vec<Conjunction> = Vec::new();
        for _ in 0..MAX_ROUNDS {
            if stop() {
                break;
            }
            let target = Target {
                wanted: Arc::clone(&wanted),
                spared: Arc::new(examples.decisive.pick(&known)),
                costs: &examples.costs,
            };
            let found = TOLERATED.map(|share| self.candidate(&target, share, each));
            let found = found
                .into_iter()
                .flatten()
                .filter(|haven| self.gain(haven) > 0.0);
            let (good, bad): (Vec<_>, Vec<_>) = found.partition(|haven| self.is_pure(haven));
            pure.extend(good);
            // Only better candidates are worth the effort.
            let best = pure.iter().max_by(|a, b| self.better(a, b));
            let is_better =
                |haven: &&Conjunction| best.is_none_or(|best| self.better(haven, best).is_gt());
            let mut is_done = true;
            for haven in bad.iter().filter(is_better) {
                bits::add(&mut known, &some(&self.wrong(haven), MAX_ADDED));
                is_done = false;
            }
            if is_done {
                break;
            }
        }
        let best = pure.into_iter().max_by(|a, b| self.better(a, b));
        best.map(|haven| self.widened(haven, stop))
    }

    /// A candidate that is a haven on the positions of a target.
    fn candidate(&self, target: &Target, tolerated: f64, each: f64) -> Option<Conjunction> {
        let tolerated = tolerated * target.spared.positions() as f64;
        best_conjunction(target, self.options, &|covers: Covers| {
            let whole = covers.wanted as f64 * each - self.options.price(covers.cost);
            let score = covers.wanted as f64 / (covers.spared as f64 + tolerated);
            (score, (covers.spared == 0).then_some(whole))
        })
    }

    /// A haven with conditions removed or replaced, as long as it claims more
    /// draws.
    fn widened(&self, mut haven: Conjunction, stop: Stop) -> Conjunction {
        let one = SearchOptions {
            max_conditions: 1,
            ..self.options
        };
        let examples = self.examples;
        let mut best = self.gain(&haven);
        let mut at = 0;
        while at < haven.len() && !stop() {
            let mut rest = haven.clone();
            rest.remove(at);
            let mut wanted = covered(&examples.draws, &rest);
            bits::keep(&mut wanted, &self.missed, true);
            let (wanted, each) = some_draws(examples, &wanted);
            let spared = some(&self.wrong(&rest), MAX_TARGET[0]);
            let target = Target {
                wanted: Arc::new(wanted),
                spared: Arc::new(examples.decisive.pick(&spared)),
                costs: &examples.costs,
            };
            let instead = best_conjunction(&target, one, &|covers: Covers| {
                let whole = covers.wanted as f64 * each - self.options.price(covers.cost);
                (whole, (covers.spared == 0).then_some(whole))
            });
            rest.extend(instead.into_iter().flatten());
            let gain = self.gain(&rest);
            if gain > best && self.is_pure(&rest) {
                (haven, best, at) = (rest, gain, 0);
            } else {
                at += 1;
            }
        }
        haven
    }
}

#[cfg(test)]
mod tests {
    use drawproof_language::Vocabulary;
    use drawproof_retro::{Wanted, generate};
    use drawproof_tables::TableSet;
    use shakmaty::Color;

    use super::*;
    use crate::{Literal, Options};

    const WORDS: &str = "vocabulary KPK
try distance(weak.king, strong.pawn) <= 1
try edge_distance(weak.king) <= 0
try distance(strong.king, strong.pawn) <= 2
";

    #[test]
    fn draws_in_a_haven_are_claimed_whatever_dangers_hold() {
        let vocabulary = Vocabulary::parse("words", WORDS).unwrap();
        let mut tables = TableSet::new();
        let class = vocabulary.material();
        generate(class, Wanted::Wdl, &mut tables, &|_, _| {}).unwrap();
        let sampling = Options::default().sampling;
        let examples = Examples::new(&vocabulary, &tables, Color::White, false, sampling, &|_| {});
        let examples = examples.unwrap();
        let literal = |condition| Literal {
            condition,
            holds: true,
        };
        let (danger, haven) = (vec![literal(0)], vec![literal(1)]);
        let mut list = List::of(&examples, vec![danger]);
        let bare = (list.spotted(&examples), list.missed(&examples));
        list.push_haven(&examples, haven.clone());

        let [near, edge] = [0, 1].map(|condition| examples.draws.row(condition));
        let lost: Vec<u64> = near
            .iter()
            .zip(edge)
            .map(|(near, edge)| near & !edge)
            .collect();
        let all = examples.draws.positions() as u64;
        assert!(bits::count(&lost) > 0 && bits::count_both(near, edge) > 0);
        assert_eq!(list.missed(&examples), lost);
        let spotted = (all - bits::count(&lost)) as f64 * examples.draws_each;
        assert!((list.spotted(&examples) - spotted).abs() < 1e-6);
        assert_eq!(list.alone(&examples)[0].draws, bits::count(&lost));
        assert_eq!(list.literals().count(), 2);

        // It holds in wins as well, so it is no haven.
        let anew = list.clone().counted_anew(&examples);
        assert!(anew.havens().is_empty());
        assert_eq!(list.remove_haven(&examples, 0), haven);
        assert_eq!((list.spotted(&examples), list.missed(&examples)), bare);
    }
}
