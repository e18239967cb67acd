//! One recognizer within a budget: found, written, verified.

use std::{collections::HashSet, path::Path};

use anyhow::{Context, bail};
use drawproof_language::{Claim, RuleFile, Vocabulary};
use drawproof_mining::{Form, Found, Miner, Remark, Role, Tree, Unit};
use drawproof_reports::{Report, counted, percent, thousands};
use drawproof_tables::{Material, Placement, VisibleName};
use drawproof_verify::{Argument, Counts, Example, Shown, Verdict};
use serde::Serialize;

use super::{
    control::Control,
    max_cost, miner,
    start::{Start, StartSummary, Unjudged},
    truth::{Truth, claim_of},
    unverified::AtHand,
    watch::Watch,
};
use crate::{
    Outcome, args,
    command_line::name_of,
    input,
    interrupt::EarlyEnd,
    output::{self, OutputFile},
    resolver::Shelf,
    show,
};

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
    /// Null if nothing is won or lost, so that no claim can be wrong.
    control: Option<Control>,
    /// The rules, as they were verified; null unless they are proven.
    rule_file: Option<String>,
}

/// The size of a recognizer; if it improves another one, the size of what is
/// added.
#[derive(Serialize)]
pub struct Sizes {
    pub rules: u64,
    pub conditions: u64,
    pub bytes: u64,
    pub estimated_nanoseconds: f64,
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
    let truth = Truth::new(class, arguments)?;
    let watch = Watch::new(class);
    let news = |news| watch.tell(news);
    let mut start = start.map(|read| Start::judge(read, &truth)).transpose()?;
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
    let outcome = outcome(&mined.report, mined.control.as_ref());
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
    let bare = input::parse_rules("mined rules", &miner.text(found), &Shelf::default())?;
    let bare_verdict = truth.full_verdict(&bare)?;
    let rule_file = rule_file(
        (miner, found, &bare_verdict),
        truth,
        ended_early,
        start.as_ref(),
        arguments,
    )?;
    let name = match &arguments.out {
        Some(path) => path.shown(),
        None => "mined rules".into(),
    };
    if ended_early && bare_verdict.claimed().draws.board == 0 {
        bail!(STOPPED_TOO_EARLY);
    }
    let rules = input::parse_rules(&name, &rule_file, &Shelf::default())?;
    let verdict = as_written(&rules, &bare, bare_verdict, truth)?;
    let control = Control::run(&rules, &rule_file, &verdict, truth)?;
    let (rule_file, verdict) = match claim_of(arguments) {
        None => (rule_file, verdict),
        Some(claim) => {
            let rule_file = claiming(&rules, &rule_file, claim);
            let rules = input::parse_rules(&name, &rule_file, &Shelf::default())?;
            let verdict = truth.real_verdict(&rules)?;
            (rule_file, verdict)
        }
    };
    let report = report(&verdict, arguments.out.as_deref());
    let is_proven = outcome(&report, control.as_ref()) == Outcome::Proven;
    Ok(Mined {
        form: name_of(&form(arguments)),
        command: command(miner.vocabulary.material(), arguments),
        ended_early,
        sizes: Sizes::of(miner, found),
        start: start.map(|start| start.known),
        control,
        report,
        rule_file: is_proven.then_some(rule_file),
    })
}

/// The text of rules with another claim in place of a draw.
fn claiming(rules: &RuleFile, text: &str, claim: Claim) -> String {
    let mut text = text.to_string();
    let draws = rules.rules().iter().filter(|rule| rule.kind.claims_draw());
    let starts: Vec<usize> = draws.map(|rule| rule.span.start).collect();
    for start in starts.into_iter().rev() {
        text.replace_range(start..start + Claim::Draw.name().len(), claim.name());
    }
    text
}

/// Keeps the best rules so far, as they would be written, without the facts
/// that only verification can add.
fn keeper(
    at_hand: AtHand,
    class: &Material,
    arguments: &args::Given<args::Mine>,
    start: Option<&Start>,
) -> impl Fn(&Miner, &Found) + Sync + use<> {
    let origin = origin(class, arguments);
    let heading = format!(
        "# {}\n\n",
        [&origin[..], &[VERIFY_IT.into()]].concat().join("\n# ")
    );
    let known = start.map(|start| start.rules.clone());
    move |miner, found| {
        let rules = match &known {
            Some(known) => miner.write_before(found, &|_, _| None, known, &Shelf::default()),
            None => Ok(miner.text(found)),
        };
        if let Ok(rules) = rules {
            at_hand.put(&heading, &rules);
        }
    }
}

/// The verdict on rules as written. If they decide like the bare rules, whose
/// verdict is known, they are not verified again.
fn as_written(
    rules: &RuleFile,
    bare: &RuleFile,
    known: Verdict,
    truth: &Truth,
) -> anyhow::Result<Verdict> {
    if !rules.decides_like(bare) {
        return truth.full_verdict(rules);
    }
    Ok(Verdict {
        rules_from: rules.source_name().into(),
        rules_sha256: rules.sha256().into(),
        ..known
    })
}

/// What a report on rules and the control prove.
fn outcome(report: &Report, control: Option<&Control>) -> Outcome {
    if show::is_refuted(report) {
        Outcome::Counterexample
    } else if report.proven && control.is_none_or(Control::is_refuted) {
        Outcome::Proven
    } else {
        Outcome::Unchecked
    }
}

/// The message if there is nothing to write.
pub const STOPPED_TOO_EARLY: &str = "stopped before anything was found that claims a draw";

/// Searches, and returns whether the search ended early.
fn search(
    miner: &mut Miner,
    arguments: &args::Given<args::Mine>,
    end: &EarlyEnd,
) -> anyhow::Result<(Found, bool)> {
    let form = match form(arguments) {
        args::Form::List => Form::List,
        args::Form::Tree => Form::Tree,
    };
    let found = miner.mine(form, arguments.budget.0, &|| end.is_asked_for());
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
        Some(_) => args::Form::Tree,
        None => args::Form::List,
    };
    arguments.form.unwrap_or(usual)
}

impl Sizes {
    pub fn of(miner: &Miner, found: &Found) -> Self {
        let size = |unit| miner.size(found, unit);
        Self {
            rules: size(Unit::Rules) as u64,
            conditions: size(Unit::Conditions) as u64,
            bytes: size(Unit::Bytes) as u64,
            estimated_nanoseconds: size(Unit::Nanoseconds),
        }
    }

    fn text(&self, arguments: &args::Given<args::Mine>) -> String {
        let added = if arguments.start.is_some() {
            "added: "
        } else {
            ""
        };
        format!(
            "{added}{}{}, {}, {} without remarks, about {:.0} ns a call (estimated)",
            counted(self.rules, "rule"),
            match form(arguments) {
                args::Form::List => " above the last claim",
                args::Form::Tree => "",
            },
            counted(self.conditions, "condition"),
            counted(self.bytes, "byte"),
            self.estimated_nanoseconds
        )
    }
}

/// The rules with a heading and remarks.
fn rule_file(
    (miner, found, verdict): (&Miner, &Found, &Verdict),
    truth: &Truth,
    ended_early: bool,
    start: Option<&Start>,
    arguments: &args::Given<args::Mine>,
) -> anyhow::Result<String> {
    let remarks = remarks(miner, found, truth, verdict)?;
    let remarks = &|side: usize, place: usize| remarks.get(side)?.get(place).cloned().flatten();
    let Some(start) = start else {
        let rules = miner.write(found, remarks);
        return Ok(heading(miner, found, verdict, ended_early, arguments) + &rules);
    };
    let shelf = Shelf::default();
    let rules = miner.write_before(found, remarks, &start.rules, &shelf)?;
    let whole = input::parse_rules(start.rules.source_name(), &rules, &shelf)?;
    let verdict = truth.verdict(&whole)?;
    Ok(heading(miner, found, &verdict, ended_early, arguments) + &rules)
}

/// The heading: where the rules come from and what they do.
fn heading(
    miner: &Miner,
    found: &Found,
    verdict: &Verdict,
    ended_early: bool,
    arguments: &args::Given<args::Mine>,
) -> String {
    let (spotted, missed) = (verdict.claimed().draws.board, verdict.silent().draws.board);
    let mut lines = origin(&verdict.material, arguments);
    if ended_early {
        lines.push("The search was stopped early: it may find more.".into());
    }
    lines.extend([
        match claim_of(arguments) {
            None => format!(
                "Spots {} of {} draws ({}), board count; no incorrect draw.",
                thousands(spotted),
                thousands(spotted + missed),
                percent(spotted, spotted + missed)
            ),
            Some(claim) => format!(
                "Claims {} in {} of {} positions in which it is right ({}), board count; never wrongly.",
                claim.name(),
                thousands(spotted),
                thousands(spotted + missed),
                percent(spotted, spotted + missed)
            ),
        },
        format!("{}.", capital(&Sizes::of(miner, found).text(arguments))),
        VERIFY_IT.into(),
    ]);
    format!("# {}\n\n", lines.join("\n# "))
}

const VERIFY_IT: &str = "Verify it: drawproof verify --rules FILE";

/// The kind and origin of rules, in lines.
fn origin(class: &Material, arguments: &args::Given<args::Mine>) -> Vec<String> {
    let form = match form(arguments) {
        args::Form::List => "a list of havens and dangers",
        args::Form::Tree => "decision trees",
    };
    let version = env!("CARGO_PKG_VERSION");
    vec![
        format!("{class}: {form}, found by drawproof {version}"),
        format!("  {}", command(class, arguments)),
    ]
}

/// Capitalises the beginning of a sentence.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// The remarks on the rules of each side; none for rules with their own
/// reasons.
type Remarks = Vec<Vec<Option<Remark>>>;

fn remarks(
    miner: &Miner,
    found: &Found,
    truth: &Truth,
    verdict: &Verdict,
) -> anyhow::Result<Remarks> {
    let mut counts = verdict.rules.iter().map(|rule| rule.counts);
    let mut next = || counts.next().context("each rule has been verified");
    match found {
        Found::Lists(lists) => {
            let mut shown = HashSet::new();
            let mut remarks = Remarks::new();
            for (side, list) in lists.sides.iter().enumerate() {
                let mut of_side = Vec::new();
                let positions = miner.positions_for_rules(found, side, truth.oracle())?;
                for ((role, _), position) in list.all().zip(positions) {
                    let counts = next()?;
                    let example = position.map(|position| example(&position, miner, truth));
                    let example = example.transpose()?;
                    let example = example.filter(|example| shown.insert(example.clone()));
                    of_side.push(Some(remark_on_a_rule(role, counts, example)));
                }
                // The claim at the end.
                next()?;
                remarks.push(of_side);
            }
            Ok(remarks)
        }
        Found::Trees(trees) => {
            let remark = |has_rule: bool| {
                if !has_rule {
                    return Ok(Vec::new());
                }
                Ok(vec![Some(remark_on_a_tree(truth.claim, next()?))])
            };
            Tree::have_rules(trees).into_iter().map(remark).collect()
        }
    }
}

/// What a rule of a list decides, with an example of it as its reason.
fn remark_on_a_rule(role: Role, counts: Counts, example: Option<String>) -> Remark {
    let draws = thousands(counts.draws.board);
    let (line, reason) = match role {
        Role::Haven => (format!("spots {draws} draws"), "never won or lost"),
        Role::Danger => {
            let decisive = thousands(counts.decisive.board);
            let line = format!("decides {decisive} wins and losses and {draws} draws");
            (line, "won or lost at times")
        }
    };
    Remark {
        lines: vec![line],
        reason: example.unwrap_or_else(|| reason.into()),
    }
}

/// What a tree decides.
fn remark_on_a_tree(claim: Option<Claim>, counts: Counts) -> Remark {
    let spotted = thousands(counts.draws.board);
    let (line, reason) = match claim {
        None => (
            format!("spots {spotted} draws"),
            "no win or loss of the class leads to a draw in the tree",
        ),
        Some(_) => (
            format!("right in {spotted} positions"),
            "no position of the class is claimed wrongly by the tree",
        ),
    };
    Remark {
        lines: vec![line],
        reason: reason.into(),
    }
}

/// A position for a rule, in words.
fn example(position: &Placement, miner: &Miner, truth: &Truth) -> anyhow::Result<String> {
    let class = miner.vocabulary.material();
    let wdl = truth.oracle().probe(class, position)?.wdl;
    Ok(format!("a {wdl}, as in {}", position.fen(class)))
}

/// The command that finds the same rules again.
fn command(class: &Material, arguments: &args::Given<args::Mine>) -> String {
    let settled = [
        ("form", vec![name_of(&form(arguments)).into()]),
        ("budget", vec![arguments.budget.to_string().into()]),
        (
            "max_cost",
            vec![max_cost(arguments, class).to_string().into()],
        ),
    ];
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
    show::report(verdict, &examples, &shown, None)
}

impl Mined {
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
        match &self.control {
            Some(control) => text += &control.text(),
            None => text += "control: none, because nothing is won or lost\n",
        }
        text += &format!("{}\n", self.sizes.text(arguments));
        if self.ended_early {
            text += "the search was stopped early: this is the best that it found\n";
        }
        let outcome = outcome(&self.report, self.control.as_ref());
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
        let truth = Truth::new(&class, &arguments)?;
        let text = format!("recognizer KRK\n{rules}");
        let rules = input::parse_rules("test", &text, &Shelf::default())?;
        let verdict = truth.full_verdict(&rules)?;
        let control = Control::run(&rules, &text, &verdict, &truth)?;
        Ok(outcome(&report(&verdict, None), control.as_ref()))
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
