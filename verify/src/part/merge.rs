//! The result of a run from its parts.

use std::collections::{BTreeMap, HashMap};

use drawproof_tables::{Layout, Material};

use super::{Argument, Header, Misfit, Part, Shown, header::Convention};
use crate::{
    Counterexample, Example, Kept, RuleSize, Shard, Tally, Verdict, VerifyError, tally::About,
};

/// The result of a whole run for one recognizer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Merged {
    /// What was counted.
    pub verdict: Verdict,
    /// The counterexamples of the verdict made readable, in the same order.
    pub examples: Vec<Example>,
    /// Additional data for its report.
    pub shown: Shown,
    /// How large the rules are, if there are any.
    pub size: Option<RuleSize>,
}

/// Why parts cannot be merged. Parts are named as given.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// There is nothing to merge.
    #[error("no parts were given")]
    Nothing,
    /// Two parts are not of one run.
    #[error(
        "{} and {} are not parts of one run: they differ in the {} ({}, {}); {}",
        names[0], names[1], misfit.what, misfit.values[0], misfit.values[1], misfit.advice
    )]
    Misfit {
        /// The parts.
        names: [String; 2],
        /// What differs.
        misfit: Box<Misfit>,
    },
    /// Two parts are the same shard.
    #[error(
        "{} and {} are both part {shard} of {material}; give it once",
        names[0], names[1]
    )]
    Twice {
        /// The parts.
        names: [String; 2],
        /// The class.
        material: String,
        /// The shard.
        shard: Shard,
    },
    /// Some parts are missing.
    #[error("{missing} of {of} parts missing")]
    Missing {
        /// How many.
        missing: u64,
        /// How many there should be.
        of: u64,
        /// The missing shards, in order.
        shards: Vec<Shard>,
        /// The command of the whole run, word by word.
        command: Vec<Argument>,
    },
    /// A part has invalid contents.
    #[error("{name}: the part is inconsistent; make it again")]
    Nonsense {
        /// The part.
        name: String,
    },
    /// The recognizer stopped answering too often.
    #[error(
        "{material}: the recognizer stopped answering {stops} times in all parts together, and --stops allows {allowed}; verify it in one run: from there on it gives up"
    )]
    Stops {
        /// The class.
        material: String,
        /// How often it stopped.
        stops: usize,
        /// How often it may.
        allowed: usize,
    },
    /// The counts do not add up.
    #[error(transparent)]
    Verify(#[from] VerifyError),
}

/// Merges all parts of a run, given in any order, each with its name. The
/// results are those of the whole run, for its recognizers in order.
///
/// # Errors
///
/// Unless they are all parts of one run, each exactly once.
pub fn merge(parts: &[(String, Part)]) -> Result<Vec<Merged>, MergeError> {
    let (first, _) = parts.split_first().ok_or(MergeError::Nothing)?;
    let mut by_recognizer: BTreeMap<u32, Vec<&(String, Part)>> = BTreeMap::new();
    for part in parts {
        let number = part.1.header.recognizer.number;
        if number == first.1.header.recognizer.number {
            check_fit(first, part, Header::misfit)?;
        } else {
            check_fit(first, part, Header::misfit_between_recognizers)?;
        }
        by_recognizer.entry(number).or_default().push(part);
    }
    for of_recognizer in by_recognizer.values_mut() {
        for part in &of_recognizer[1..] {
            check_fit(of_recognizer[0], part, Header::misfit)?;
        }
        of_recognizer.sort_by_key(|(_, part)| part.header.shard);
        check_twice(of_recognizer)?;
    }
    check_missing(&first.1.header, &by_recognizer)?;
    by_recognizer
        .values()
        .map(|parts| merge_one(parts))
        .collect()
}

fn check_fit(
    a: &(String, Part),
    b: &(String, Part),
    misfit: impl Fn(&Header, &Header) -> Option<Misfit>,
) -> Result<(), MergeError> {
    match misfit(&a.1.header, &b.1.header) {
        None => Ok(()),
        Some(misfit) => Err(MergeError::Misfit {
            names: [a.0.clone(), b.0.clone()],
            misfit: Box::new(misfit),
        }),
    }
}

fn check_twice(parts: &[&(String, Part)]) -> Result<(), MergeError> {
    let shard = |part: &(String, Part)| part.1.header.shard;
    match parts
        .windows(2)
        .find(|pair| shard(pair[0]) == shard(pair[1]))
    {
        None => Ok(()),
        Some(pair) => Err(MergeError::Twice {
            names: [pair[0].0.clone(), pair[1].0.clone()],
            material: pair[0].1.header.material.clone(),
            shard: shard(pair[0]),
        }),
    }
}

/// There are no duplicate parts.
fn check_missing(
    run: &Header,
    by_recognizer: &BTreeMap<u32, Vec<&(String, Part)>>,
) -> Result<(), MergeError> {
    let there: usize = by_recognizer.values().map(Vec::len).sum();
    let of = u64::from(run.recognizer.of) * u64::from(run.shard.of());
    let missing = of - there as u64;
    if missing == 0 {
        return Ok(());
    }
    let is_whole = |shard: &Shard| {
        let holders = by_recognizer.values().filter(|parts| {
            let found = parts.binary_search_by_key(shard, |(_, part)| part.header.shard);
            found.is_ok()
        });
        holders.count() as u64 == u64::from(run.recognizer.of)
    };
    Err(MergeError::Missing {
        missing,
        of,
        shards: Shard::all(run.shard.of())
            .filter(|shard| !is_whole(shard))
            .collect(),
        command: run.command.clone(),
    })
}

/// Merges all shards of one recognizer, which are in order.
fn merge_one(parts: &[&(String, Part)]) -> Result<Merged, MergeError> {
    let (first, Part { header, size, .. }) = parts[0];
    let nonsense = |name: &str| MergeError::Nonsense { name: name.into() };
    let material: Material = header.material.parse().map_err(|_| nonsense(first))?;
    let layout = Layout::new(&material).map_err(VerifyError::from)?;
    let sum = sum_of(parts, &material)?;
    check_stops(header, parts.len(), &sum)?;
    let verdict = sum.into_verdict(about(header, &layout))?;
    Ok(Merged {
        examples: examples_of(parts, &verdict, &material).ok_or_else(|| nonsense(first))?,
        verdict,
        shown: header.shown.clone(),
        size: *size,
    })
}

/// What was found in all parts.
fn sum_of(parts: &[&(String, Part)], material: &Material) -> Result<Tally, MergeError> {
    let header = &parts[0].1.header;
    let kept = Kept {
        examples: header.options.examples,
        missed: header.options.missed,
    };
    let mut sum = Tally::new(header.rules.list.len(), header.claims().len());
    for (name, part) in parts {
        let nonsense = || MergeError::Nonsense { name: name.clone() };
        let tally = part.findings.tally(material);
        sum = sum.merge(tally.ok_or_else(nonsense)?, kept);
    }
    Ok(sum)
}

/// A run in one goes on without the recognizer from there on.
fn check_stops(header: &Header, parts: usize, sum: &Tally) -> Result<(), MergeError> {
    if parts > 1 && sum.stops >= header.options.stops {
        return Err(MergeError::Stops {
            material: header.material.clone(),
            stops: sum.stops,
            allowed: header.options.stops,
        });
    }
    Ok(())
}

fn about<'a>(header: &'a Header, layout: &'a Layout) -> About<'a> {
    let oracles = header.oracles.iter();
    let files = oracles.clone().map(|oracle| oracle.files.clone());
    About {
        rules: &header.rules,
        layout,
        oracles: oracles.map(|oracle| oracle.name.clone()).collect(),
        files: files.collect(),
        folded: header.folded,
        en_passant: header.en_passant,
        fifty_moves: header.options.convention == Convention::FiftyMoveRule,
        knows_fifty_moves: header.knows_fifty_moves,
        quiet: header.options.quiet,
    }
}

/// The counterexamples of a verdict as the parts show them; `None` if one is
/// not there.
fn examples_of(
    parts: &[&(String, Part)],
    verdict: &Verdict,
    material: &Material,
) -> Option<Vec<Example>> {
    // A position is found only once, so its FEN identifies it.
    let all = parts.iter().flat_map(|(_, part)| &part.findings.examples);
    let shown: HashMap<_, _> = all.map(|of| (&of.position.fen, of)).collect();
    let example = |found: &Counterexample| {
        let fen = found.asked.fen(material).to_string();
        Some(shown.get(&fen)?.example())
    };
    verdict.counterexamples.iter().map(example).collect()
}
