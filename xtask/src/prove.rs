//! Proving the built-in rules, and the ledger of their proofs.

mod counts;
mod facts;
mod ledger;
mod ready;

use std::{collections::BTreeMap, time::Instant};

use anyhow::{Context, bail};
use drawproof_recognizers::{Builtin, Grade, READY_CRATE, builtin_all};
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
    let has_ready_crate = is_named(options, READY_CRATE) && options.sample.sample.is_none();
    if has_ready_crate && (options.all || !ledger.proves(READY_CRATE, &ready::sha256()?)) {
        is_good &= ready::prove(&mut ledger)?;
    }
    println!("{}", ledger.conclusion());
    Ok(is_good)
}

/// Proves rule files in as few runs as possible, because files of one run share their tables.
fn files(chosen: &[&'static Builtin], ledger: &mut Ledger) -> anyhow::Result<bool> {
    let program = Program::build(true)?;
    let mut left = chosen.to_vec();
    let mut is_good = true;
    let mut run = |arguments: &[String], left: &mut Vec<&Builtin>| {
        let mut start = Instant::now();
        let code = program.reports(arguments, &mut |json| {
            let report = only_report(json)?;
            let of = built_in(&report)?;
            left.retain(|other| other.name != of.name);
            is_good &= ledger.add_report(of, &report, start.elapsed())?;
            start = Instant::now();
            Ok(())
        })?;
        // 1 is a counterexample, which the report has.
        if code != Some(0) && code != Some(1) {
            let command = arguments.join(" ");
            bail!("drawproof {command} could not prove its files");
        }
        Ok(())
    };
    if left.len() == builtin_all().count() {
        run(
            &["verify", "--overview", "--json"].map(String::from),
            &mut left,
        )?;
    }
    for arguments in runs(&left) {
        run(&arguments, &mut left)?;
    }
    if !left.is_empty() {
        let names: Vec<&str> = left.iter().map(|of| of.name).collect();
        bail!("there was no report on {}", names.join(", "));
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
    let mut all: Vec<&Builtin> = all.collect();
    if let Some(sample) = (options.sample).of(&all, |of| ledger.milliseconds(of))? {
        return Ok(sample);
    }
    if !options.all {
        all.retain(|of| !ledger.proves(of.name, &of.sha256()));
    }
    Ok(all)
}

/// The arguments of the runs that prove some files: one for each grade.
fn runs(chosen: &[&Builtin]) -> Vec<Vec<String>> {
    let mut grades: BTreeMap<Grade, Vec<String>> = BTreeMap::new();
    for of in chosen {
        let classes = grades.entry(of.grade).or_default();
        classes.push(of.material().to_string());
    }
    let arguments = |(grade, classes): (Grade, Vec<String>)| {
        let words = ["verify", "--json", "--grade"].map(String::from);
        let words = words.into_iter().chain([grade.to_string()]);
        words.chain(classes).collect()
    };
    grades.into_iter().map(arguments).collect()
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
