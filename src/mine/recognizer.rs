//! One recognizer within a budget: found, written, verified.

use drawproof_suite::output_file::OutputFile;
use std::path::Path;

use anyhow::bail;
use drawproof_language::{Claim, Vocabulary};
use drawproof_mining::{
    Found, Miner, Remarks,
    proof::{Control, Proof, Sizes, Truth, VERIFY_IT, claiming, comment, heading, origin},
};
use drawproof_reports::{CountRow, Report};
use drawproof_suite::{
    interrupt::EarlyEnd,
    verify::{is_refuted as is_report_refuted, report as report_on},
};
use drawproof_tables::{Material, VisibleName};
use drawproof_verify::{Argument, Example, Shown, Verdict};
use serde::Serialize;

use super::{
    claim::claim_of,
    max_cost, miner,
    start::{Start, StartSummary, Unjudged},
    tables::{Tables, with_bar},
    unverified::AtHand,
    watch::Watch,
};
use crate::{Outcome, args, args::name_of, input, output, resolver::Shelf};

/// The result of a run.
#[derive(Serialize)]
struct Mined {
    /// `list` or `tree`.
    form: String,
    /// The command that finds the same rules again, unless the search ended
    /// early.
    command: String,
    ended_early: bool,
    #[serde(flatten)]
    sizes: Sizes,
    report: Report,
    /// Null unless existing rules were improved.
    start: Option<StartSummary>,
    /// Null if the claim is right in every position.
    control: Option<ControlRow>,
    /// The rules, as they were verified; null unless they are proven.
    rule_file: Option<String>,
}

/// A deliberate fault, and the draws that it claims wrongly, or what is claimed instead.
#[derive(Serialize)]
struct ControlRow {
    change: String,
    incorrect_draws: CountRow,
    #[serde(skip)]
    text: String,
    #[serde(skip)]
    is_refuted: bool,
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

pub fn run(
    class: &Material,
    vocabulary: &Vocabulary,
    arguments: &args::Given<args::Mine>,
    json: bool,
) -> anyhow::Result<Outcome> {
    let file = arguments
        .out
        .as_deref()
        .map(OutputFile::create)
        .transpose()?;
    let start = (arguments.start.as_deref())
        .map(|path| Unjudged::read(path, class, arguments.out.as_deref()))
        .transpose()?;
    let tables = Tables::new(class, arguments)?;
    let truth = tables.truth(&with_bar);
    let mut start = start.map(|read| Start::judge(read, &truth)).transpose()?;
    let watch = Watch::new(class, truth.claim);
    let news = |news| watch.tell(news);
    let end = EarlyEnd::begin();
    let at_hand = AtHand::default();
    let (saved, out) = (at_hand.clone(), arguments.out.clone());
    end.keep_by(move || saved.save(out.as_deref()));
    let mut miner = miner(vocabulary, &truth, arguments, &news)?;
    if let Some(start) = &mut start {
        start.begin(&mut miner)?;
    }
    let keep = keeper(at_hand, class, arguments, start.as_ref());
    miner.keep_by(&keep);
    let (found, ended_early) = search(&mut miner, arguments, &end)?;
    keep(&miner, &found);
    // The verification has its own bar.
    watch.end();
    let mined = verified((&miner, &found, ended_early), start, &truth, arguments)?;
    let outcome = mined.outcome();
    // Rules that took minutes to find are not lost if standard output is
    // closed, the file cannot be written, or a stop comes after the search.
    let (written, shown) = end.finish(|| {
        let written = mined.write(file);
        let is_written = arguments.out.is_some() && written.is_ok();
        let shown = mined.show(is_written, arguments, json);
        (written, shown)
    });
    written.and(shown)?;
    Ok(outcome)
}

/// Verifies the result as written.
fn verified(
    (miner, found, ended_early): (&Miner, &Found, bool),
    start: Option<Start>,
    truth: &Truth,
    arguments: &args::Given<args::Mine>,
) -> anyhow::Result<Mined> {
    let name = match &arguments.out {
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
        rule_file(whose, remarks, truth, start.as_ref(), arguments)
    })?;
    let report = report(&verdict, arguments.out.as_deref());
    let is_proven = outcome(&report, is_refuted(control.as_ref())) == Outcome::Proven;
    Ok(Mined {
        form: name_of(&form(arguments)),
        command: command(miner.vocabulary.material(), arguments),
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
    arguments: &args::Given<args::Mine>,
    start: Option<&Start>,
) -> impl Fn(&Miner, &Found) + Sync + use<> {
    let origin = origin_of(class, arguments);
    let heading = comment(&[&origin[..], &[VERIFY_IT.into()]].concat());
    let known = start.map(|start| start.rules.clone());
    let claim = claim_of(arguments);
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

/// The message if there is nothing to write.
pub const STOPPED_TOO_EARLY: &str = "stopped before anything was found that claims anything";

/// Searches, and returns whether the search ended early.
fn search(
    miner: &mut Miner,
    arguments: &args::Given<args::Mine>,
    end: &EarlyEnd,
) -> anyhow::Result<(Found, bool)> {
    let found = miner.mine(form(arguments).into(), arguments.budget.0, &|| {
        end.is_asked_for()
    });
    let found = found?;
    let ended_early = end.is_asked_for();
    match found {
        Some(found) => Ok((found, ended_early)),
        None if ended_early => bail!(STOPPED_TOO_EARLY),
        None => bail!(
            "nothing fits --budget {}, not even one silent rule for each side to move; allow more",
            arguments.budget
        ),
    }
}

/// The form to search for.
fn form(arguments: &args::Given<args::Mine>) -> args::Form {
    let usual = match claim_of(arguments) {
        Claim::Draw => args::Form::List,
        _ => args::Form::Tree,
    };
    arguments.form.unwrap_or(usual)
}

/// The rules with a heading and remarks.
fn rule_file(
    (miner, found, verdict, ended_early): (&Miner, &Found, &Verdict, bool),
    remarks: Remarks,
    truth: &Truth,
    start: Option<&Start>,
    arguments: &args::Given<args::Mine>,
) -> anyhow::Result<String> {
    let sizes = Sizes::of(miner, found).text(form(arguments).into(), start.is_some());
    let heading = |verdict: &Verdict| {
        let origin = origin_of(&verdict.material, arguments);
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
fn origin_of(class: &Material, arguments: &args::Given<args::Mine>) -> Vec<String> {
    let version = env!("CARGO_PKG_VERSION");
    origin(
        &class.to_string(),
        form(arguments).into(),
        version,
        &command(class, arguments),
    )
}

/// The command that finds the same rules again.
fn command(class: &Material, arguments: &args::Given<args::Mine>) -> String {
    let claim = claim_of(arguments);
    let claims = (claim != Claim::Draw).then(|| ("claim", vec![claim.name().into()]));
    let settled = [
        ("form", vec![name_of(&form(arguments)).into()]),
        ("budget", vec![arguments.budget.to_string().into()]),
        (
            "max_cost",
            vec![max_cost(arguments, class).to_string().into()],
        ),
    ];
    let settled: Vec<_> = settled.into_iter().chain(claims).collect();
    arguments.again_settled(&settled).to_string()
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
        counting: name_of(&args::Counting::Board),
        ..Shown::default()
    };
    report_on(verdict, &examples, &shown, None)
}

impl Mined {
    /// What it proves.
    fn outcome(&self) -> Outcome {
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

    /// Prints the report, and the rules if they are in no file.
    fn show(
        &self,
        is_written: bool,
        arguments: &args::Given<args::Mine>,
        json: bool,
    ) -> anyhow::Result<()> {
        if json {
            return output::print_json(self);
        }
        if is_written {
            output::print(&self.text(arguments))?;
        } else {
            output::print_aside(&self.text(arguments))?;
            if let Some(rules) = &self.rule_file {
                output::print(rules)?;
            }
        }
        Ok(())
    }

    fn text(&self, arguments: &args::Given<args::Mine>) -> String {
        let mut text = self
            .start
            .as_ref()
            .map_or_else(String::new, StartSummary::text);
        text += &drawproof_reports::text(&self.report);
        text += &match (&self.control, claim_of(arguments)) {
            (Some(control), _) => control.text.clone(),
            (None, Claim::Draw) => "control: none, because nothing is won or lost\n".into(),
            (None, claim) => {
                let claim = claim.name();
                format!("control: none, because {claim} is right everywhere\n")
            }
        };
        let sizes = (self.sizes).text(form(arguments).into(), arguments.start.is_some());
        text += &format!("{sizes}\n");
        if self.ended_early {
            text += "the search was stopped early: this is the best that it found\n";
        }
        let outcome = self.outcome();
        if outcome == Outcome::Proven && self.report.nothing_claimed {
            text += &format!(
                "nothing that claims anything fits --budget {}; allow more\n",
                arguments.budget
            );
        }
        if outcome == Outcome::Counterexample {
            text += "this is a bug in drawproof, or the tables are wrong; no rules are written\n";
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use anyhow::Context;
    use clap::Parser;
    use drawproof_recognizers::builtin;

    use super::*;

    /// The outcome for rules for KRK if they had been mined.
    fn outcome_of(rules: &str) -> anyhow::Result<Outcome> {
        let arguments = args::Arguments::parse_from(["drawproof", "mine", "KRK"]);
        let args::Command::Mine(arguments) = arguments.command else {
            bail!("not to mine");
        };
        let class = arguments.class.parse()?;
        let tables = Tables::new(&class, &arguments)?;
        let truth = tables.truth(&with_bar);
        let text = format!("recognizer KRK\n{rules}");
        let rules = input::parse_rules("test", &text, &Shelf::default())?;
        let verdict = truth.full_verdict(&rules)?;
        let control = Control::run(&rules, &text, &verdict, &truth, &Shelf::default())?;
        let control = is_refuted(control.as_ref());
        Ok(outcome(&report(&verdict, None), control))
    }

    /// Commands in headings parse, and print back to themselves.
    #[test]
    fn mined_rules_name_the_command_that_finds_them() -> anyhow::Result<()> {
        let mined = builtin().iter().filter(|of| of.text.contains("found by"));
        for of in mined {
            let command = of.command().context(of.name)?;
            let words = ["drawproof"].into_iter().chain(command.split_whitespace());
            let arguments = args::Arguments::try_parse_from(words).context(of.name)?;
            let args::Command::Mine(arguments) = arguments.command else {
                bail!("{}: {command}", of.name);
            };
            let class = arguments.class.parse()?;
            assert_eq!(
                super::command(&class, &arguments),
                format!("drawproof {command}")
            );
            let files = [&arguments.vocabulary, &arguments.start]
                .into_iter()
                .flatten();
            let folders = &arguments.folders;
            for file in files.chain(&folders.source.tables).chain(&folders.against) {
                let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
                assert!(path.exists(), "{}: {}", of.name, file.display());
            }
        }
        Ok(())
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
