//! Proving the built-in rules, and the ledger of their proofs.

mod sample;

use std::{collections::BTreeMap, fs, time::Instant};

use anyhow::{Context, bail};
use drawproof_language::{RuleKind, SEMANTICS};
use drawproof_recognizers::{
    Builtin, Grade, LEDGER_HEADER, Proof, builtin, builtin_all, read_ledger,
};
use drawproof_reports::{Report, RuleRow, Totals};
use drawproof_tables::sha256;
use tempfile::NamedTempFile;

use crate::{
    arguments::Prove,
    program::{Program, root},
};

/// Whether all that was asked for is proven, with the counts of the ledger.
pub fn run(options: &Prove) -> anyhow::Result<bool> {
    let mut ledger = Ledger::read()?;
    let chosen = chosen(options, &ledger)?;
    let mut is_good = ledger.forgets_missing_files(options.check)?;
    if chosen.is_empty() {
        println!("every rule file has its proof");
        return Ok(is_good);
    }
    let program = Program::build(true)?;
    let mut left: Vec<&str> = chosen.iter().map(|of| of.name).collect();
    for arguments in runs(&chosen) {
        let mut start = Instant::now();
        let code = program.reports(&arguments, &mut |json| {
            let milliseconds = start.elapsed().as_millis() as u64;
            let report = only_report(json)?;
            let of = built_in(&report)?;
            left.retain(|name| *name != of.name);
            is_good &= ledger.add(of, &report, milliseconds, options.check)?;
            start = Instant::now();
            Ok(())
        })?;
        // 1 is a counterexample, which the report has.
        if code != Some(0) && code != Some(1) {
            bail!(
                "drawproof {} could not prove its files",
                arguments.join(" ")
            );
        }
    }
    if !left.is_empty() {
        bail!("there was no report on {}", left.join(", "));
    }
    Ok(is_good)
}

/// The files to prove.
fn chosen(options: &Prove, ledger: &Ledger) -> anyhow::Result<Vec<&'static Builtin>> {
    for part in &options.files {
        if !builtin_all().any(|of| of.name.contains(part)) {
            bail!("{part} is in the name of no built-in rule file; see recognizers/rules");
        }
    }
    let is_named = |of: &&Builtin| {
        options.files.is_empty() || options.files.iter().any(|part| of.name.contains(part))
    };
    let all: Vec<&Builtin> = builtin_all().filter(is_named).collect();
    Ok(match options.sample {
        Some(one_of) => {
            let seed = options.seed.clone().map_or_else(sample::commit, Ok)?;
            println!("one of {one_of} files, by the seed {seed}");
            sample::of(all, one_of.get(), &seed, |of| ledger.milliseconds(of))
        }
        None if options.all => all,
        None => all.into_iter().filter(|of| !ledger.proves(of)).collect(),
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
    let results: usize = Grade::ALL
        .iter()
        .map(|grade| match grade {
            Grade::Mate => 0,
            grade => classes.get(grade).map_or(0, Vec::len),
        })
        .sum();
    let mut all = Vec::new();
    if results == builtin().len() {
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

/// The proofs by the names of their files, as the ledger on disk has them.
struct Ledger(BTreeMap<String, Proof>);

impl Ledger {
    fn read() -> anyhow::Result<Self> {
        let text = fs::read_to_string(root().join(PATH)).context(PATH)?;
        let proofs = read_ledger(&text).context(PATH)?.into_iter();
        Ok(Self(
            proofs.map(|proof| (proof.file.clone(), proof)).collect(),
        ))
    }

    /// Writes it whole, or not at all.
    fn write(&self) -> anyhow::Result<()> {
        let lines = self.0.values().map(|proof| format!("{proof}\n"));
        let text = format!("{LEDGER_HEADER}\n{}", lines.collect::<String>());
        let path = root().join(PATH);
        let folder = path.parent().context("no folder")?;
        let file = NamedTempFile::new_in(folder)?;
        fs::write(&file, text)?;
        fs::set_permissions(&file, fs::metadata(&path)?.permissions())?;
        file.persist(&path)?;
        Ok(())
    }

    /// Removes the lines of files that are gone. Whether there were none, if it is only checked.
    fn forgets_missing_files(&mut self, check: bool) -> anyhow::Result<bool> {
        let is_gone = |name: &&String| Builtin::named(name).is_none();
        let gone: Vec<String> = self.0.keys().filter(is_gone).cloned().collect();
        for name in &gone {
            println!("gone      {name}");
            self.0.remove(name);
        }
        if !gone.is_empty() && !check {
            self.write()?;
        }
        Ok(gone.is_empty() || !check)
    }

    fn proves(&self, of: &Builtin) -> bool {
        let proof = self.0.get(of.name);
        proof.is_some_and(|proof| proof.holds_for(&of.sha256()))
    }

    /// How long a file took.
    fn milliseconds(&self, of: &Builtin) -> u64 {
        self.0.get(of.name).map_or(0, |proof| proof.milliseconds)
    }

    /// Writes the proof of a file, or compares it, and says what it is.
    fn add(
        &mut self,
        of: &Builtin,
        report: &Report,
        milliseconds: u64,
        check: bool,
    ) -> anyhow::Result<bool> {
        let (word, what) = self.added(of, report, milliseconds, check)?;
        let seconds = milliseconds as f64 / 1000.0;
        println!("{word:<8}{seconds:>8.1} s  {}{what}", of.name);
        Ok(!matches!(word, "refuted" | "differs"))
    }

    fn added(
        &mut self,
        of: &Builtin,
        report: &Report,
        milliseconds: u64,
        check: bool,
    ) -> anyhow::Result<(&'static str, String)> {
        if !report.proven || !is_whole(report) {
            let text = drawproof_reports::text(report);
            return Ok(("refuted", format!("\n{text}")));
        }
        let proof = proof(of, report, milliseconds);
        let known = self.0.get(of.name).map(|known| Proof {
            milliseconds,
            ..known.clone()
        });
        if known.as_ref() == Some(&proof) {
            return Ok(("same", String::new()));
        }
        if check {
            let known = known.map_or("not there".into(), |known| known.to_string());
            return Ok(("differs", format!("\n  ledger {known}\n  now    {proof}")));
        }
        self.0.insert(of.name.into(), proof);
        self.write()?;
        Ok(("proven", String::new()))
    }
}

/// Where the ledger is.
const PATH: &str = "recognizers/ledger.csv";

/// Whether nothing was left out, and the truth is that of own tables.
fn is_whole(report: &Report) -> bool {
    report.without_verdict.is_none() && report.left_out.is_none() && report.one_sided.is_none()
}

fn proof(of: &Builtin, report: &Report, milliseconds: u64) -> Proof {
    let claims = |rule: &&RuleRow| RuleKind::from(rule.kind).claims();
    let claiming = report.rules.iter().filter(claims);
    Proof {
        file: of.name.into(),
        sha256: of.sha256(),
        semantics: SEMANTICS,
        positions: counts(&report.totals).iter().sum(),
        claims: claiming.flat_map(|rule| counts(&rule.decided)).sum(),
        spotted_draws: report.totals.spotted_draws.board_count,
        missed_draws: report.totals.missed_draws.board_count,
        incorrect: report.incorrect_claims().board_count,
        rules: rules_digest(&report.rules),
        milliseconds,
    }
}

/// Board counts, those of wrong draws first.
fn counts(totals: &Totals) -> [u64; 4] {
    let Totals {
        incorrect_draws,
        spotted_draws,
        missed_draws,
        spotted_decisive,
    } = totals;
    [
        incorrect_draws,
        spotted_draws,
        missed_draws,
        spotted_decisive,
    ]
    .map(|of| of.board_count)
}

/// The beginning of a hash of what each rule decided.
fn rules_digest(rules: &[RuleRow]) -> String {
    let line = |rule: &RuleRow| {
        let claimed = rule.claimed.as_ref();
        let claimed = claimed.map_or([0; 2], |of| {
            [of.incorrect, of.tight].map(|of| of.board_count)
        });
        let counts = counts(&rule.decided).into_iter().chain(claimed);
        let counts: String = counts.map(|count| format!("\t{count}")).collect();
        format!("{}\t{}{counts}\n", rule.name, rule.kind.name())
    };
    let mut digest = sha256(rules.iter().map(line).collect::<String>());
    digest.truncate(16);
    digest
}
