//! Small inputs that mutants are made from, made by the program itself.

use std::sync::LazyLock;

use drawproof_evaluate::CompiledRules;
use drawproof_language::RuleFile;
use drawproof_reports::Report;
use drawproof_retro::{Keep, Wanted, generate_all};
use drawproof_tables::TableSet;
use drawproof_verify::{
    Argument, Counterexample, Example, Findings, Options, Part, Place, Run, Shard, Shown,
    Verification,
};

/// Rules with an incorrect draw, for a class that takes no time.
const RULES: &str = "recognizer KRK\n\
    draw \"edge\" for strong because \"It is not.\" when them.king in edge\n\
    silent \"in check\" because \"It may be mate.\" when in_check\n\
    draw \"taken\" for weak because \"Nothing is left.\" when distance(us.king, them.rook) = 1\n";

/// How many parts the run is divided into.
const PARTS: u32 = 4;

/// A run of those rules: its parts, and its reports.
struct Small {
    parts: Vec<Part>,
    reports: Vec<Report>,
}

static SMALL: LazyLock<Small> = LazyLock::new(small);

/// The parts of a small run, in order.
pub fn parts() -> &'static [Part] {
    &SMALL.parts
}

/// Reports of a small run.
pub fn reports() -> &'static [Report] {
    &SMALL.reports
}

/// What the program would say of the run.
fn run() -> Run {
    Run {
        program: "1.2.3".into(),
        command: ["drawproof", "verify", "--rules", "small.rules"]
            .map(Argument::new)
            .into(),
        recognizer: Place { number: 1, of: 1 },
        shown: Shown::default(),
    }
}

fn small() -> Small {
    let rules = RuleFile::parse("small.rules", RULES).expect("valid rules");
    let material = rules.material();
    let mut tables = TableSet::new();
    let classes = [material.clone()];
    generate_all(&classes, Wanted::Dtm, Keep::All, &mut tables, &|_, _| {}).expect("tables");
    let compiled = CompiledRules::new(&rules);
    let options = Options {
        missed: 5,
        ..Options::default()
    };
    let verification = Verification::new(&compiled, &tables, options).expect("a class");
    let oracles = verification.oracle_records().expect("fingerprints");
    let run = run();
    let examples = |found: &[Counterexample]| -> Vec<Example> {
        let of = |found: &Counterexample| {
            let wdl = found.truth.wdl().expect("a result");
            Example::of(material, &found.asked, wdl, &tables).expect("a value")
        };
        found.iter().map(of).collect()
    };
    let part = |shard: Shard| {
        let units = shard.units(verification.units());
        let tally = verification.run(units, &|_| {}).expect("verdicts");
        let examples = examples(&tally.examples());
        Part {
            size: None,
            header: verification
                .header(&run, shard, &oracles)
                .expect("few shards"),
            findings: Findings::new(tally, &examples, material),
        }
    };
    let whole = verification
        .run(0..verification.units(), &|_| {})
        .expect("verdicts");
    let verdict = verification.verdict(whole).expect("counts that add up");
    let examples = examples(&verdict.counterexamples);
    let report = Report::new(&verdict, &examples, |of| {
        format!("drawproof probe '{}'", of.fen)
    });
    Small {
        parts: Shard::all(PARTS).map(part).collect(),
        reports: vec![
            report.clone(),
            Report {
                best: Vec::new(),
                ..report
            },
        ],
    }
}
