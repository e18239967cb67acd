//! `drawproof verify`

use std::slice::from_ref;

use drawproof_recognizers::{CompiledRules, Recognizer};
use drawproof_reports::Report;
use drawproof_retro::{Keep, Wanted};
use drawproof_tables::{Layout, Library, Oracle, SyzygyFolder};
use drawproof_verify::{Example, Options, Verification};

use crate::{Outcome, args, input, output, output::OutputFile, progress};

pub fn run(arguments: &args::Verify, json: bool) -> anyhow::Result<Outcome> {
    let classes = input::classes(&arguments.classes)?;
    let libraries = input::libraries(arguments, &classes)?;
    let rules = if arguments.library.is_some() {
        Vec::new()
    } else if arguments.rules.is_empty() {
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
    let syzygy = arguments
        .against
        .as_ref()
        .map(SyzygyFolder::open)
        .transpose()?;
    let csv = arguments
        .csv
        .as_deref()
        .map(OutputFile::create)
        .transpose()?;

    let compiled: Vec<_> = rules.iter().map(CompiledRules::new).collect();
    let recognizers = (compiled.iter().map(|rules| rules as &dyn Recognizer))
        .chain(libraries.iter().map(|library| library as &dyn Recognizer));

    let mut library = Library::new();
    let mut reports = Vec::new();
    for recognizer in recognizers {
        let report = verify_one(recognizer, syzygy.as_ref(), &mut library, arguments)?;
        // Before anything is said of a file that is another one by now.
        for library in &libraries {
            library.check_unchanged()?;
        }
        if !json {
            let gap = if reports.is_empty() { "" } else { "\n" };
            output::print(&format!("{gap}{}", drawproof_reports::text(&report)))?;
        }
        reports.push(report);
    }
    if json {
        output::print(&(drawproof_reports::json(&reports)? + "\n"))?;
    }
    if let Some(file) = csv {
        file.finish(|file| Ok(drawproof_reports::csv(&reports, file)?))?;
    }
    let wrong = |report: &Report| report.totals.incorrect_draws.board_count > 0;
    Ok(if reports.iter().any(wrong) {
        Outcome::Counterexample
    } else if reports.iter().all(|report| report.proven) {
        Outcome::Proven
    } else {
        Outcome::Unchecked
    })
}

fn verify_one(
    recognizer: &dyn Recognizer,
    syzygy: Option<&SyzygyFolder>,
    library: &mut Library,
    arguments: &args::Verify,
) -> anyhow::Result<Report> {
    // Own tables also give the line of each counterexample.
    let material = recognizer.material();
    let classes = from_ref(material);
    progress::generate(classes, Wanted::Dtm, Keep::All, library)?;
    let oracle: &dyn Oracle = match syzygy {
        Some(folder) => folder,
        None => library,
    };
    let options = Options {
        examples: arguments.examples,
        full_board: arguments.full_board,
        stops: arguments.stops,
    };
    let verification = Verification::new(recognizer, oracle, options)?;
    let units = verification.units();
    let bar = progress::bar(format!("verifying {material}"), Some(units as u64));
    let tally = verification.run(0..units, &|units| bar.inc(units));
    bar.finish_and_clear();
    let verdict = verification.verdict(tally?)?;
    let examples = verdict
        .counterexamples
        .iter()
        .map(|found| Example::of(material, &found.placement, library))
        .collect::<Result<Vec<_>, _>>()?;
    Ok(Report::new(&verdict, &examples, |example| {
        let rules = match &arguments.rules[..] {
            [] => String::new(),
            _ => format!(" --rules {}", output::shell_word(recognizer.source_name())),
        };
        format!("drawproof probe '{}'{rules}", example.fen)
    }))
}
