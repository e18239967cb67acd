//! `drawproof verify`

use std::slice::from_ref;

use drawproof_recognizers::{CompiledRules, RuleFile};
use drawproof_reports::Report;
use drawproof_retro::{Keep, Wanted};
use drawproof_tables::{Layout, Library, Material, Oracle, SyzygyFolder};
use drawproof_verify::{Counterexample, Example, Options, Verification};

use crate::{Outcome, args, input, output, progress, shards, show};

pub fn run(arguments: &args::Verify, json: bool) -> anyhow::Result<Outcome> {
    let rules = rules(arguments)?;
    let mut truth = Truth::new(arguments)?;
    if let Some(folder) = &arguments.parts {
        return shards::run(folder, &rules, &mut truth, arguments, json);
    }
    let mut reports = show::Reports::new(json, arguments.csv.as_deref())?;
    for rules in &rules {
        reports.add(verify_one(rules, &mut truth, arguments)?)?;
    }
    reports.finish()
}

/// The rules that are to be verified.
fn rules(arguments: &args::Verify) -> anyhow::Result<Vec<RuleFile>> {
    let classes = input::classes(&arguments.classes)?;
    let rules = if arguments.rules.is_empty() {
        input::builtin_rules(&classes)?
    } else {
        let files = arguments.rules.iter();
        files
            .map(|path| input::rule_file(path))
            .collect::<anyhow::Result<_>>()?
    };
    for rules in &rules {
        Layout::new(rules.material())?;
    }
    Ok(rules)
}

/// What makes `drawproof probe` ask the same rules.
pub fn probe_options(rules: &RuleFile, arguments: &args::Verify) -> String {
    match &arguments.rules[..] {
        [] => String::new(),
        _ => format!(" --rules {}", output::shell_word(rules.source_name())),
    }
}

/// How runs are made.
pub fn options(arguments: &args::Verify) -> Options {
    Options {
        examples: arguments.examples,
        full_board: arguments.full_board,
    }
}

/// Who is asked for the truth.
pub struct Truth {
    syzygy: Option<SyzygyFolder>,
    library: Library,
}

impl Truth {
    fn new(arguments: &args::Verify) -> anyhow::Result<Self> {
        let folder = arguments.against.as_ref();
        Ok(Self {
            syzygy: folder.map(SyzygyFolder::open).transpose()?,
            library: Library::new(),
        })
    }

    /// Makes own tables of a class, which also give the line of each
    /// counterexample.
    pub fn prepare(&mut self, class: &Material) -> anyhow::Result<()> {
        progress::generate(from_ref(class), Wanted::Dtm, Keep::All, &mut self.library)
    }

    /// Whoever is asked.
    pub fn oracle(&self) -> &dyn Oracle {
        match &self.syzygy {
            Some(folder) => folder,
            None => &self.library,
        }
    }

    /// Counterexamples made readable.
    pub fn examples(
        &self,
        class: &Material,
        found: &[Counterexample],
    ) -> anyhow::Result<Vec<Example>> {
        let found = found.iter();
        let shown = found.map(|found| Example::of(class, &found.placement, &self.library));
        Ok(shown.collect::<Result<_, _>>()?)
    }
}

fn verify_one(
    rules: &RuleFile,
    truth: &mut Truth,
    arguments: &args::Verify,
) -> anyhow::Result<Report> {
    let class = rules.material();
    truth.prepare(class)?;
    let compiled = CompiledRules::new(rules);
    let verification = Verification::new(&compiled, truth.oracle(), options(arguments))?;
    let units = verification.units();
    let bar = progress::bar(format!("verifying {class}"), Some(units as u64));
    let tally = verification.run(0..units, &|units| bar.inc(units));
    bar.finish_and_clear();
    let verdict = verification.verdict(tally?)?;
    let examples = truth.examples(class, &verdict.counterexamples)?;
    let probe_options = probe_options(rules, arguments);
    Ok(show::report(&verdict, &examples, &probe_options))
}
