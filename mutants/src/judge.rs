//! Runs mutants, each with the tests that reach it, and writes what became of them.

use std::{
    collections::{BTreeMap, HashMap, HashSet, hash_map::DefaultHasher},
    fs::File,
    hash::{Hash, Hasher},
    path::{Path, PathBuf},
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use anyhow::{Result, anyhow};
use serde::{Deserialize, Serialize};

use crate::{
    args::Args,
    mutate::Mutant,
    process::{End, parallel, run},
    suite::Suite,
};

/// What became of a mutant: a line of the results.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Verdict {
    library: String,
    file: String,
    line: usize,
    what: String,
    /// `killed`, `timeout`, `survived`, `unreached` or `does not compile`.
    outcome: String,
    /// The test that failed.
    by: String,
    seconds: f64,
    /// How many of the tests that reach it were run.
    ran: usize,
    reach: usize,
    key: String,
}

/// Runs mutants.
pub struct Judge<'a> {
    suite: &'a Suite,
    args: &'a Args,
    path: PathBuf,
    results: Mutex<csv::Writer<File>>,
    known: HashMap<String, Verdict>,
    /// The tests that killed others of a file, the last one last.
    killers: Mutex<HashMap<String, Vec<usize>>>,
}

impl<'a> Judge<'a> {
    /// Goes on from the results that a file holds.
    pub fn new(suite: &'a Suite, args: &'a Args, path: &Path) -> Result<Self> {
        let known = read(path)?;
        let file = File::options().append(true).create(true).open(path)?;
        let is_new = file.metadata()?.len() == 0;
        let results = csv::WriterBuilder::new()
            .has_headers(is_new)
            .from_writer(file);
        Ok(Self {
            suite,
            args,
            path: path.to_path_buf(),
            results: Mutex::new(results),
            known,
            killers: Mutex::default(),
        })
    }

    /// Runs all mutants that were asked for, in an order that is random but
    /// always the same, so that those done so far are a fair sample.
    pub fn run(&self, mutants: &[&Mutant], dead: &HashSet<String>) -> Result<()> {
        let only = &self.args.only;
        let mut asked: Vec<(u64, &Mutant)> = mutants
            .iter()
            .filter(|mutant| only.is_empty() || only.iter().any(|part| mutant.file.contains(part)))
            .map(|mutant| (number(&mutant.key), *mutant))
            .filter(|(number, mutant)| {
                number.is_multiple_of(self.args.sample) && self.is_to_do(&mutant.key)
            })
            .collect();
        asked.sort_by_key(|(number, _)| *number);
        eprintln!("{} mutants to run", asked.len());
        let next = AtomicUsize::new(0);
        let work = || -> Result<()> {
            while let Some((_, mutant)) = asked.get(next.fetch_add(1, Ordering::Relaxed)) {
                let verdict = self.verdict(mutant, dead)?;
                let mut results = self.results.lock().map_err(|_| anyhow!("a thread died"))?;
                results.serialize(verdict)?;
                results.flush()?;
            }
            Ok(())
        };
        parallel(self.args.jobs, work)?;
        self.summary(mutants)
    }

    fn is_to_do(&self, key: &str) -> bool {
        let known = self.known.get(key).map(|verdict| verdict.outcome.as_str());
        match known {
            None => true,
            Some(outcome) => self.args.again && ["survived", "unreached"].contains(&outcome),
        }
    }

    fn verdict(&self, mutant: &Mutant, dead: &HashSet<String>) -> Result<Verdict> {
        let start = Instant::now();
        let reach = self
            .suite
            .reaching
            .get(&mutant.id)
            .map_or(&[][..], Vec::as_slice);
        let (outcome, by, ran) = if dead.contains(&mutant.key) {
            ("does not compile", String::new(), 0)
        } else if reach.is_empty() {
            ("unreached", String::new(), 0)
        } else {
            self.try_tests(mutant, reach)?
        };
        Ok(Verdict {
            library: mutant.library.clone(),
            file: mutant.file.clone(),
            line: mutant.line,
            what: mutant.what.clone(),
            outcome: outcome.into(),
            by,
            seconds: (start.elapsed().as_secs_f64() * 10.0).round() / 10.0,
            ran,
            reach: reach.len(),
            key: mutant.key.clone(),
        })
    }

    fn try_tests(&self, mutant: &Mutant, reach: &[usize]) -> Result<(&'static str, String, usize)> {
        let likely = self.likely(mutant, reach);
        let others = reach
            .iter()
            .copied()
            .filter(|test| !likely.contains(test))
            .collect();
        let mut bundles: Vec<_> = likely.iter().map(|&test| vec![test]).collect();
        bundles.extend(self.suite.bundles(others, &mutant.library));
        let value = format!("{}:{}", mutant.id, mutant.function);
        let (mut ran, mut cost) = (0, Duration::ZERO);
        for bundle in bundles {
            let tests: Vec<_> = bundle.iter().map(|&test| &self.suite.tests[test]).collect();
            let more: Duration = tests.iter().map(|test| test.cost.cpu).sum();
            if ran > 0 && cost + more > Duration::from_secs(self.args.budget) {
                continue;
            }
            cost += more;
            let binary = &self.suite.binaries[tests[0].binary];
            let named: Vec<_> = tests
                .iter()
                .map(|test| (test.name.as_str(), test.cost.limit()))
                .collect();
            let (outcome, name) = match run(binary, &named, ("DRAWPROOF_MUTANT", &value))?.0 {
                End::Passed => {
                    ran += bundle.len();
                    continue;
                }
                End::Failed(name) => ("killed", name),
                End::TimedOut(name) => ("timeout", name),
            };
            let killer = bundle
                .iter()
                .find(|&&test| self.suite.tests[test].name == name);
            if let (Some(&killer), Ok(mut killers)) = (killer, self.killers.lock()) {
                let killers = killers.entry(mutant.file.clone()).or_default();
                killers.retain(|&other| other != killer);
                killers.push(killer);
            }
            return Ok((outcome, format!("{} {name}", binary.name), ran + 1));
        }
        Ok(("survived", String::new(), ran))
    }

    /// Quick tests that killed others of the same file last.
    fn likely(&self, mutant: &Mutant, reach: &[usize]) -> Vec<usize> {
        let Ok(killers) = self.killers.lock() else {
            return Vec::new();
        };
        let killers = killers.get(&mutant.file).map_or(&[][..], Vec::as_slice);
        let quick = |&&test: &&usize| {
            reach.contains(&test) && self.suite.tests[test].cost.cpu < Duration::from_millis(500)
        };
        killers
            .iter()
            .rev()
            .filter(quick)
            .copied()
            .take(4)
            .collect()
    }

    /// Counts by library, of all that is known by now.
    fn summary(&self, mutants: &[&Mutant]) -> Result<()> {
        let known = read(&self.path)?;
        let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        for mutant in mutants {
            let outcome = known
                .get(&mutant.key)
                .map_or("not run", |verdict| &verdict.outcome);
            *counts.entry((&mutant.library, outcome)).or_default() += 1;
        }
        for ((library, outcome), count) in counts {
            println!("{library:12} {outcome:18} {count:6}");
        }
        Ok(())
    }
}

/// The last verdict on each mutant.
fn read(path: &Path) -> Result<HashMap<String, Verdict>> {
    let mut known = HashMap::new();
    if let Ok(mut reader) = csv::Reader::from_path(path) {
        for verdict in reader.deserialize() {
            let verdict: Verdict = verdict?;
            known.insert(verdict.key.clone(), verdict);
        }
    }
    Ok(known)
}

fn number(key: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    key.hash(&mut hasher);
    hasher.finish()
}
