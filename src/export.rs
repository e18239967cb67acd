//! `drawproof export`

mod table;

use drawproof_reports::{ClaimRow, CountRow, Report, counted, percent, thousands};
use drawproof_suite::{
    export::{ExportedRules, RulesRequest, export_rules},
    verify::is_refuted,
};

use crate::{
    Outcome,
    args::{self, Exported},
    output,
    processes::compiler,
    progress::terminal,
};

pub fn run(arguments: &args::Export, json: bool) -> anyhow::Result<Outcome> {
    match &arguments.what {
        Exported::Rules(arguments) => run_rules(arguments, json),
        Exported::Table(arguments) => table::run(arguments, json),
    }
}

fn run_rules(arguments: &args::Given<args::ExportRules>, json: bool) -> anyhow::Result<Outcome> {
    let request = RulesRequest {
        classes: arguments.classes.clone(),
        language: arguments.lang,
        grade: arguments.grade,
        rules: arguments.rules.clone(),
        style: arguments.style()?,
        declarations: arguments.declarations.clone(),
        out: arguments.out.clone(),
        prove: compiler(arguments.prove, arguments.compiler.as_deref())?,
        unverified: arguments.unverified,
        any_number: arguments.any_number,
        folders: arguments.folders.named(),
        command: arguments.again().to_string(),
    };
    let told = export_rules(&request, &terminal())?;
    if json {
        output::print_json(&told)?;
    } else {
        output::print_beside(told.source.as_deref(), &text(&told))?;
    }
    Ok(told.outcome())
}

fn text(told: &ExportedRules) -> String {
    let mut text = String::new();
    for proof in &told.proofs {
        let (spotted, missed) = (proof.spotted_draws, proof.missed_draws);
        let all = spotted + missed;
        text += &format!(
            "{}: {} of {} draws ({}), proven, {} positions, ledger {:.12}\n",
            proof.file,
            thousands(spotted),
            thousands(all),
            percent(spotted, all),
            thousands(proof.positions),
            proof.sha256,
        );
    }
    for report in told.rules.iter().flatten() {
        text += &line(report, "");
    }
    for report in told.compiled.iter().flatten() {
        text += &line(report, ", compiled");
    }
    let reports = || told.rules.iter().chain(&told.compiled).flatten();
    for (file, is_proven) in &told.any_number {
        text += &if *is_proven {
            format!("{file}: proven for any number of men\n")
        } else {
            format!("{file}: NOT PROVEN for any number of men; its claims may be wrong\n")
        };
    }
    if told.is_unverified {
        text += "not verified: these rules may claim draws in won or lost positions\n";
    } else if let Some(why) = &told.unproven {
        text += &format!("NOT PROVEN: the compiled file was not verified: {why}\n");
    } else if told.differences > 0 {
        let positions = counted(told.differences, "position");
        text += &format!("REFUTED: compiled code and rules differ in {positions}\n");
    } else if reports().any(is_refuted) {
        text += "nothing was exported: see the counterexamples above\n";
    } else if !told.may_be_written() {
        text += "NOT PROVEN: not every position has a verdict of the compiled file to rely on; \
                 nothing was exported\n";
    } else if told.compiled.is_some() {
        let draws = reports().all(|report| report.claims.is_empty());
        let what = if draws { "the draws that" } else { "what" };
        text += &format!("PROVEN: compiled, it claims exactly {what} the rules claim\n");
    }
    for file in told.header.iter().chain(&told.file) {
        text += &format!("written: {file}\n");
    }
    text
}

/// A line for what is proven, the whole report for anything else.
fn line(report: &Report, how: &str) -> String {
    if !report.proven {
        return drawproof_reports::text(report) + "\n";
    }
    let share = |spotted: CountRow, missed: CountRow| {
        let right = spotted.board_count + missed.board_count;
        let spotted = spotted.board_count;
        let (all, share) = (thousands(right), percent(spotted, right));
        (thousands(spotted), all, share)
    };
    let claim = |of: &ClaimRow| {
        let (spotted, all, share) = share(of.spotted, of.missed);
        format!("{} {spotted} of {all} ({share})", of.claim.name())
    };
    let claims: Vec<String> = report.claims.iter().map(claim).collect();
    let what = if claims.is_empty() {
        let totals = &report.totals;
        let (spotted, all, share) = share(totals.spotted_draws, totals.missed_draws);
        format!("{spotted} of {all} draws ({share})")
    } else {
        claims.join(", ")
    };
    let by = &report.asked()[0];
    format!(
        "{}: {}{how}: {what}, no incorrect one, by {by}\n",
        report.material, report.rules_from
    )
}
