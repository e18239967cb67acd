//! The exported file, compiled and verified like any third-party recognizer.

use anyhow::Context;
use drawproof_export::Says;
use drawproof_language::RuleFile;
use drawproof_plugin::{Limits, Plugin};
use drawproof_recognizers::CompiledRules;
use drawproof_reports::Report;
use drawproof_verify::SameClaims;

use super::compile::compile;
use crate::{
    args, input,
    oracles::Asked,
    verify::{Request, Run},
};

/// The result of verifying the compiled file.
pub struct Proof {
    /// For each class.
    pub reports: Vec<Report>,
    /// The number of positions in which it differs from the rules.
    pub differences: u64,
}

/// Why it could not be verified.
pub struct Unproven(pub String);

/// Compiles a file and asks it about every position of all its classes. The
/// inner `Err` means that there is nothing to verify: there is no compiler, or
/// it rejects the file.
pub fn run(
    source: &str,
    rules: &[RuleFile],
    oracles: &Asked,
    arguments: &args::ExportRules,
) -> anyhow::Result<Result<Proof, Unproven>> {
    let folder = tempfile::tempdir().context("cannot make a temporary folder to compile in")?;
    let build = arguments
        .lang
        .rules_build(Says::of(&rules.iter().collect::<Vec<_>>()));
    let compiler = arguments.compiler.as_deref();
    let library = match compile(source.as_bytes(), &build, folder.path(), compiler)? {
        Ok(compiled) => compiled.product(),
        Err(why) => return Ok(Err(Unproven(why))),
    };
    let request = Request::default();
    let mut proof = Proof {
        reports: Vec::new(),
        differences: 0,
    };
    for rules in rules {
        let host = input::host(Limits::default())?;
        let asked = Plugin::open(host, &library, rules.material())?;
        let expected = CompiledRules::new(rules);
        let same = SameClaims::new(&asked, &expected);
        let mut report = Run::new(&same, None, oracles, &request).report()?;
        asked.check_unchanged()?;
        // The file is in a folder that no longer exists when this is read.
        report.rules_from = rules.source_name().into();
        proof.differences += same.differences();
        proof.reports.push(report);
    }
    Ok(Ok(proof))
}
