//! Proving the built-in rules, and the ledger of their proofs.

mod ledger;
mod ready;
mod sample;

use std::{collections::BTreeMap, time::Instant};

use anyhow::{Context, bail};
use drawproof_recognizers::{Builtin, Grade, READY_CRATE, builtin, builtin_all};
use drawproof_reports::Report;

use crate::{arguments::Prove, program::Program};

use ledger::Ledger;

/// Whether all that was asked for is proven, with the counts of the ledger.
pub fn run(options: &Prove) -> anyhow::Result<bool> {
    let mut ledger = Ledger::read(options.check)?;
    let chosen = chosen(options, &ledger)?;
    let mut is_good = ledger.forget_missing_files()?;
    if !chosen.is_empty() {
        is_good &= files(&chosen, &mut ledger)?;
    }
    // It is what its rules are, so it comes after them.
    let has_ready_crate = is_named(options, READY_CRATE) && options.sample.is_none();
    if has_ready_crate && (options.all || !ledger.proves(READY_CRATE, &ready::sha256()?)) {
        is_good &= ready::prove(&mut ledger)?;
    }
    println!("{}", ledger.conclusion());
    Ok(is_good)
}

/// Proves rule files.
fn files(chosen: &[&Builtin], ledger: &mut Ledger) -> anyhow::Result<bool> {
    let program = Program::build(true)?;
    let mut left: Vec<&str> = chosen.iter().map(|of| of.name).collect();
    let mut is_good = true;
    for arguments in runs(chosen) {
        let mut start = Instant::now();
        let code = program.reports(&arguments, &mut |json| {
            let report = only_report(json)?;
            let of = built_in(&report)?;
            left.retain(|name| *name != of.name);
            is_good &= ledger.add_report(of, &report, start.elapsed())?;
            start = Instant::now();
            Ok(())
        })?;
        // 1 is a counterexample, which the report has.
        if code != Some(0) && code != Some(1) {
            let command = arguments.join(" ");
            bail!("drawproof {command} could not prove its files");
        }
    }
    if !left.is_empty() {
        bail!("there was no report on {}", left.join(", "));
    }
    Ok(is_good)
}

/// Whether something has one of the names that were given, or none were.
fn is_named(options: &Prove, name: &str) -> bool {
    options.files.is_empty() || options.files.iter().any(|part| name.contains(part))
}

/// The rule files to prove.
fn chosen(options: &Prove, ledger: &Ledger) -> anyhow::Result<Vec<&'static Builtin>> {
    let names = builtin_all().map(|of| of.name).chain([READY_CRATE]);
    let names: Vec<&str> = names.collect();
    for part in &options.files {
        if !names.iter().any(|name| name.contains(part)) {
            bail!("{part} is in the name of no built-in rule file; see recognizers/rules");
        }
    }
    let all = builtin_all().filter(|of| is_named(options, of.name));
    Ok(match options.sample {
        Some(one_of) => {
            let seed = options.seed.clone().map_or_else(sample::commit, Ok)?;
            println!("one of {one_of} files, by the seed {seed}");
            sample::of(all.collect(), one_of.get(), &seed, |of| {
                ledger.milliseconds(of)
            })
        }
        None if options.all => all.collect(),
        None => all
            .filter(|of| !ledger.proves(of.name, &of.sha256()))
            .collect(),
    })
}

/// The arguments of the runs that prove some files, as few as possible: files that are
/// verified in one run share their tables.
fn runs(chosen: &[&Builtin]) -> Vec<Vec<String>> {
    let mut classes: BTreeMap<Grade, Vec<String>> = BTreeMap::new();
    for of in chosen {
        let of_grade = classes.entry(of.grade).or_default();
        of_grade.push(of.material().to_string());
    }
    let mut all = Vec::new();
    let results = chosen.iter().filter(|of| of.grade != Grade::Mate);
    if results.count() == builtin().len() {
        all.push(Vec::new());
        classes.retain(|grade, _| *grade == Grade::Mate);
    }
    all.extend(classes.into_iter().map(|(grade, classes)| {
        let grade = ["--grade".into(), grade.to_string()];
        grade.into_iter().chain(classes).collect()
    }));
    let begin = ["verify", "--json"].map(String::from);
    all.into_iter()
        .map(|rest| [&begin[..], &rest].concat())
        .collect()
}

/// The only report of a JSON document, with its sums checked.
fn only_report(json: &str) -> anyhow::Result<Report> {
    let reports = drawproof_reports::read(json)?;
    let [report] = <[Report; 1]>::try_from(reports)
        .ok()
        .context("not one report")?;
    Ok(report)
}

/// The file that a report is about.
fn built_in(report: &Report) -> anyhow::Result<&'static Builtin> {
    let name = report.rules_from.strip_suffix(" (built in)");
    let of = name.and_then(Builtin::named);
    of.with_context(|| format!("{} is not built in", report.rules_from))
}
