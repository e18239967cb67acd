//! One recognizer within a budget: found, written, verified.

use std::path::{Path, PathBuf};

use anyhow::bail;
use drawproof_language::Claim;
use drawproof_mining::{
    FoundRules, Miner, Remarks,
    proof::{Control, Proof, Sizes, Truth, VERIFY_IT, claiming, comment, heading, origin},
};
use drawproof_reports::{CountRow, Counting, Report};
use drawproof_tables::{Material, VisibleName};
use drawproof_verify::{Argument, Example, Shown, Verdict, Verification};
use serde::Serialize;

use super::{
    open::{miner, opened},
    request::{Request, STOPPED_TOO_EARLY},
    start::{Start, StartSummary, Unjudged},
    tables::Tables,
    unverified::AtHand,
    watch::Watch,
};
use crate::{
    Outcome, input,
    interrupt::EarlyEnd,
    output_file::OutputFile,
    progress::Progress,
    resolver::Shelf,
    verify::{is_refuted as is_report_refuted, report as report_on, visit},
};

/// The result of a run.
#[derive(Serialize)]
pub struct Mined {
    /// `list` or `tree`.
    pub form: String,
    /// The command that finds the same rules again, unless the search ended
    /// early.
    pub command: String,
    /// Whether the search was stopped.
    pub ended_early: bool,
    /// How large it is.
    #[serde(flatten)]
    pub sizes: Sizes,
    /// Its verification.
    pub report: Report,
    /// Null unless existing rules were improved.
    pub start: Option<StartSummary>,
    /// Null if the claim is right in every position.
    pub control: Option<ControlRow>,
    /// The rules, as they were verified; null unless they are proven.
    pub rule_file: Option<String>,
}

/// A deliberate fault, and the draws that it claims wrongly, or what is claimed instead.
#[derive(Serialize)]
pub struct ControlRow {
    /// What was changed.
    pub change: String,
    /// The draws that it claims wrongly.
    pub incorrect_draws: CountRow,
    /// The same in words.
    #[serde(skip)]
    pub text: String,
    /// Whether the fault was found, as it must be.
    #[serde(skip)]
    pub is_refuted: bool,
}

impl ControlRow {
    fn of(control: Control, claim: Claim) -> Self {
        Self {
            text: control.text(claim),
            is_refuted: control.is_refuted(),
            change: control.change,
            incorrect_draws: control.incorrect_draws.into(),
        }
    }
}

/// What a search makes.
#[derive(Clone, Debug)]
pub struct RecognizerRequest<'a> {
    /// How rules are mined.
    pub mine: &'a Request,
    /// The command that finds the same rules again.
    pub command: String,
    /// The rule file to write.
    pub out: Option<PathBuf>,
    /// The rule file to improve.
    pub start: Option<PathBuf>,
    /// Prints rules that are not verified, where the program is stopped at once; a failure can no
    /// longer be reported.
    pub rescue: fn(&str),
}

/// Finds one recognizer within a budget, verifies it, writes it, and shows it: `show` is told whether
/// the rules are in a file.
pub fn recognizer(
    request: &RecognizerRequest<'_>,
    progress: &Progress,
    show: impl FnOnce(&Mined, bool) -> anyhow::Result<()>,
) -> anyhow::Result<Outcome> {
    let (class, vocabulary) = opened(request.mine)?;
    let out = request.out.as_deref();
    let file = out.map(OutputFile::create).transpose()?;
    let start = (request.start.as_deref())
        .map(|path| Unjudged::read(path, &class, out))
        .transpose()?;
    let tables = Tables::new(&class, request.mine, progress)?;
    let run = |verification: &Verification<'_>| visit(verification, progress);
    let truth = tables.truth(&run);
    let mut start = start.map(|read| Start::judge(read, &truth)).transpose()?;
    let watch = Watch::new(&class, truth.claim, progress);
    let news = |news| watch.tell(news);
    let end = EarlyEnd::begin();
    let at_hand = AtHand::default();
    end.keep_by({
        let (saved, out, progress) = (at_hand.clone(), request.out.clone(), progress.clone());
        let rescue = request.rescue;
        move || saved.save(out.as_deref(), rescue, &progress)
    });
    let mut miner = miner(&vocabulary, &truth, request.mine, &news)?;
    if let Some(start) = &mut start {
        start.begin(&mut miner)?;
    }
    let keep = keeper(at_hand, &class, request, start.as_ref());
    miner.keep_by(&keep);
    let (found, ended_early) = search(&mut miner, request.mine, &end)?;
    keep(&miner, &found);
    // The verification has its own bar.
    watch.end();
    let mined = verified((&miner, &found, ended_early), start, &truth, request)?;
    let outcome = mined.outcome();
    // Rules that took minutes to find are not lost if standard output is
    // closed, the file cannot be written, or a stop comes after the search.
    let (written, shown) = end.finish(|| {
        let written = mined.write(file);
        let shown = show(&mined, out.is_some() && written.is_ok());
        (written, shown)
    });
    written.and(shown)?;
    Ok(outcome)
}

/// Verifies the result as written.
fn verified(
    (miner, found, ended_early): (&Miner, &FoundRules, bool),
    start: Option<Start>,
    truth: &Truth,
    request: &RecognizerRequest<'_>,
) -> anyhow::Result<Mined> {
    let name = match &request.out {
        Some(path) => path.shown(),
        None => "mined rules".into(),
    };
    let shelf = Shelf::default();
    let Proof {
        text,
        verdict,
        control,
    } = miner.prove(found, truth, (&name, &shelf), |verdict, remarks| {
        if ended_early && verdict.claimed().draws.board == 0 {
            bail!(STOPPED_TOO_EARLY);
        }
        let whose = (miner, found, verdict, ended_early);
        rule_file(whose, remarks, truth, start.as_ref(), request)
    })?;
    let report = report(&verdict, request.out.as_deref());
    let is_proven = outcome(&report, is_refuted(control.as_ref())) == Outcome::Proven;
    Ok(Mined {
        form: request.mine.form().name().into(),
        command: request.command.clone(),
        ended_early,
        sizes: Sizes::of(miner, found),
        start: start.map(|start| start.known),
        control: control.map(|control| ControlRow::of(control, truth.claim)),
        report,
        rule_file: is_proven.then_some(text),
    })
}

/// Keeps the best rules so far, as they would be written, without the facts
/// that only verification can add.
fn keeper(
    at_hand: AtHand,
    class: &Material,
    request: &RecognizerRequest<'_>,
    start: Option<&Start>,
) -> impl Fn(&Miner, &FoundRules) + Sync + use<> {
    let origin = origin_of(class, request);
    let heading = comment(&[&origin[..], &[VERIFY_IT.into()]].concat());
    let known = start.map(|start| start.rules.clone());
    let claim = request.mine.claim();
    move |miner, found| {
        let rules = match &known {
            Some(known) => miner.write_before(found, &|_, _| None, known, &Shelf::default()),
            None => claiming("rules so far", &miner.text(found), claim, &Shelf::default()),
        };
        if let Ok(rules) = rules {
            at_hand.put(&heading, &rules);
        }
    }
}

/// What a report on rules prove, and whether the control was refuted, if there is one.
fn outcome(report: &Report, control: Option<bool>) -> Outcome {
    if is_report_refuted(report) {
        Outcome::Counterexample
    } else if report.proven && control.unwrap_or(true) {
        Outcome::Proven
    } else {
        Outcome::Unchecked
    }
}

fn is_refuted(control: Option<&Control>) -> Option<bool> {
    control.map(Control::is_refuted)
}

/// Searches, and returns whether the search ended early.
fn search(
    miner: &mut Miner,
    request: &Request,
    end: &EarlyEnd,
) -> anyhow::Result<(FoundRules, bool)> {
    let found = miner.mine(request.form(), request.budget, &|| end.is_asked_for());
    let found = found?;
    let ended_early = end.is_asked_for();
    match found {
        Some(found) => Ok((found, ended_early)),
        None if ended_early => bail!(STOPPED_TOO_EARLY),
        None => bail!(
            "nothing fits --budget {}, not even one silent rule for each side to move; allow more",
            request.budget_name()
        ),
    }
}

/// The rules with a heading and remarks.
fn rule_file(
    (miner, found, verdict, ended_early): (&Miner, &FoundRules, &Verdict, bool),
    remarks: Remarks,
    truth: &Truth,
    start: Option<&Start>,
    request: &RecognizerRequest<'_>,
) -> anyhow::Result<String> {
    let sizes = Sizes::of(miner, found).text(request.mine.form(), start.is_some());
    let heading = |verdict: &Verdict| {
        let origin = origin_of(&verdict.material, request);
        heading(origin, (truth, verdict), &sizes, ended_early)
    };
    let Some(start) = start else {
        return Ok(heading(verdict) + &miner.write(found, remarks));
    };
    let shelf = Shelf::default();
    let rules = miner.write_before(found, remarks, &start.rules, &shelf)?;
    let whole = input::parse_rules(start.rules.source_name(), &rules, &shelf)?;
    Ok(heading(&truth.verdict(&whole)?) + &rules)
}

/// The kind and origin of rules, in lines.
fn origin_of(class: &Material, request: &RecognizerRequest<'_>) -> Vec<String> {
    let version = env!("CARGO_PKG_VERSION");
    origin(
        &class.to_string(),
        request.mine.form(),
        version,
        &request.command,
    )
}

/// The report, in the form of any verification.
fn report(verdict: &Verdict, file: Option<&Path>) -> Report {
    let examples: Vec<Example> = (verdict.counterexamples.iter())
        .map(|found| Example::plain(&verdict.material, &found.asked, found.truth.wdl()))
        .collect();
    // Only proven rules are written.
    let file = file.filter(|_| verdict.is_proven());
    let shown = Shown {
        rules: file.map(Argument::new),
        counting: Counting::Board.name().into(),
        ..Shown::default()
    };
    report_on(verdict, &examples, &shown, None)
}

impl Mined {
    /// What it proves.
    pub fn outcome(&self) -> Outcome {
        let control = self.control.as_ref();
        outcome(&self.report, control.map(|control| control.is_refuted))
    }

    /// Writes the rules, if there are any and a file was named.
    fn write(&self, file: Option<OutputFile>) -> anyhow::Result<()> {
        let (Some(rules), Some(file)) = (&self.rule_file, file) else {
            return Ok(());
        };
        file.finish(|file| Ok(file.write_all(rules.as_bytes())?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The outcome for rules for KRK if they had been mined.
    fn outcome_of(rules: &str) -> anyhow::Result<Outcome> {
        let request = Request::of("KRK");
        let class = request.class.parse()?;
        let progress = Progress::silent();
        let tables = Tables::new(&class, &request, &progress)?;
        let run = |verification: &Verification<'_>| visit(verification, &progress);
        let truth = tables.truth(&run);
        let text = format!("recognizer KRK\n{rules}");
        let rules = input::parse_rules("test", &text, &Shelf::default())?;
        let verdict = truth.full_verdict(&rules)?;
        let control = Control::run(&rules, &text, &verdict, &truth, &Shelf::default())?;
        let control = is_refuted(control.as_ref());
        Ok(outcome(&report(&verdict, None), control))
    }

    #[test]
    fn a_wrong_draw_or_a_fault_that_is_not_found_is_no_proof() -> anyhow::Result<()> {
        let claim = "draw \"all\" because \"It is wrong.\" when true\n";
        let silence = "silent \"none\" because \"It is safe.\" when true\n";
        assert_eq!(outcome_of(claim)?, Outcome::Counterexample);
        // Without the silent rule nothing is claimed either.
        assert_eq!(outcome_of(silence)?, Outcome::Unchecked);
        assert_eq!(outcome_of(&format!("{silence}{claim}"))?, Outcome::Proven);
        Ok(())
    }
}
