//! The exported file, compiled and verified.

use anyhow::Context;
use drawproof_evaluate::CompiledRules;
use drawproof_export::Says;
use drawproof_language::RuleFile;
use drawproof_reports::Report;
use drawproof_verify::SameClaims;

use super::{
    compile::{Compiler, compile},
    compiled::Compiled,
    program::Program,
    request::RulesRequest,
    text::Text,
};
use crate::{
    oracles::AskedOracles,
    progress::Progress,
    verify::{Request, Run},
};

/// The result of verifying the compiled file.
pub struct Compared {
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
    text: &Text,
    rules: &[RuleFile],
    oracles: &AskedOracles,
    (request, by): (&RulesRequest, &Compiler),
    progress: &Progress,
) -> anyhow::Result<Result<Compared, Unproven>> {
    let folder = tempfile::tempdir().context("cannot make a temporary folder to compile in")?;
    let files: Vec<&RuleFile> = rules.iter().collect();
    let language = request.language;
    let build = drawproof_export::build(&files, language, &request.style)?;
    let exported = text.files(&build)?;
    let command = match compile(&exported, language, &build, folder.path(), by)? {
        Ok(command) => command,
        Err(why) => return Ok(Err(Unproven(why))),
    };
    let program = Program::new(command, &by.guard);
    let says = Says::of(&files);
    let request = Request::default();
    let mut proof = Compared {
        reports: Vec::new(),
        differences: 0,
    };
    for (rules, class) in rules.iter().zip(0..) {
        let asked = Compiled::new(&program, rules, class, says);
        let expected = CompiledRules::new(rules);
        let same = SameClaims::new(&asked, &expected);
        let report = Run::new(&same, None, oracles, &request, progress).report()?;
        proof.differences += same.differences();
        proof.reports.push(report);
    }
    Ok(Ok(proof))
}
