//! `drawproof verify`

mod shards;
mod watch;

use crate::processes;
use crate::progress::terminal;
use anyhow::bail;
use drawproof_evaluate::{CompiledRules, Recognizer};
use drawproof_language::{RuleFile, RuleKind};
use drawproof_plugin::{Plugin, PluginError};
use drawproof_recognizers::Grade;
use drawproof_reports::{Counting, counted};
use drawproof_retro::Keep;
use drawproof_tables::{Layout, Material, Subject};
use drawproof_verify::{LookAhead, Shard};

use crate::{
    Outcome, args, input, oracles::Asked, resolver::Shelf, say::say, show, sources::Slices,
};
pub use drawproof_suite::verify::{Follow, Named, Request, Run, Tables};
pub use shards::file_name;

pub fn run(arguments: &args::Given<args::Verify>, json: bool) -> anyhow::Result<Outcome> {
    if arguments.watch {
        return watch::run(arguments, json);
    }
    with_runs(
        arguments,
        &|| Tables::new(&terminal()),
        |runs, is_unchanged| {
            if let Some(folder) = &arguments.parts {
                return shards::run(folder, runs, is_unchanged, arguments, json);
            }
            let mut reports = show::Reports::new(json, arguments.csv.as_deref())?
                .in_folder(arguments.report.as_deref())?;
            if arguments.overview {
                reports = reports.in_table();
            }
            for mut run in runs {
                let report = run.report()?;
                is_unchanged()?;
                reports.add(report)?;
            }
            reports.finish()
        },
    )
}

/// What is verified, in order, if each of it can be split into a number of parts. Nothing
/// is generated.
pub fn recognizers(
    arguments: &args::Given<args::Verify>,
    shard: Shard,
) -> anyhow::Result<Vec<Named>> {
    with_runs(arguments, &|| Tables::new(&terminal()), |runs, _| {
        runs.iter()
            .map(|run| {
                if run.subject() == Subject::Mates {
                    bail!("claims about who can mate cannot be planned; use verify --shards");
                }
                shard.check(run.class(), run.units()?)?;
                Ok(run.named())
            })
            .collect()
    })
}

/// Makes the parts of one shard in the folder of the arguments, if what is verified is
/// still as planned. Own tables come from slices, if there are any. `go_on` says how to
/// continue after a stop.
pub fn make_parts(
    arguments: &args::Given<args::Verify>,
    planned: &[Named],
    slices: Option<&Slices>,
    go_on: &'static str,
) -> anyhow::Result<()> {
    let Some(folder) = &arguments.parts else {
        bail!("parts need a folder");
    };
    let tables = || match slices {
        Some(slices) => Tables::of_slices(slices.clone(), arguments.kept(), &terminal()),
        None => Tables::new(&terminal()),
    };
    with_runs(arguments, &tables, |runs, is_unchanged| {
        let found: Vec<Named> = runs.iter().map(Run::named).collect();
        check_planned(&found, planned)?;
        shards::make(folder, runs, is_unchanged, arguments, go_on)
    })
}

/// Refuses rules and libraries that were changed after a plan was made.
fn check_planned(found: &[Named], planned: &[Named]) -> anyhow::Result<()> {
    for (found, planned) in found.iter().zip(planned) {
        if found != planned {
            bail!(
                "{} is not what was planned: it has the SHA-256 {}, the plan {}; restore it, or plan again in another folder",
                found.name,
                found.sha256,
                planned.sha256
            );
        }
    }
    if found.len() != planned.len() {
        bail!(
            "{} recognizers were planned, and there are {}; plan again in another folder",
            planned.len(),
            found.len()
        );
    }
    Ok(())
}

/// Whether the libraries are as they were when they were opened.
type IsUnchanged<'a> = &'a dyn Fn() -> Result<(), PluginError>;

/// Opens all that is needed, and does something with the run of each recognizer.
fn with_runs<T>(
    arguments: &args::Verify,
    tables: &dyn Fn() -> Tables,
    work: impl FnOnce(Vec<Run>, IsUnchanged) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let classes = input::classes(&arguments.classes)?;
    let libraries = libraries(arguments, &classes)?;
    let rules = rules(&classes, arguments)?;
    let compiled: Vec<_> = rules.iter().map(CompiledRules::new).collect();
    let recognizers: Vec<(&dyn Recognizer, _)> = (compiled.iter().zip(&rules))
        .map(|(compiled, rules)| (compiled as &dyn Recognizer, Some(rules)))
        .chain(libraries.iter().map(|library| (library as _, None)))
        .collect();
    let classes: Vec<&Material> = recognizers.iter().map(|(of, _)| of.material()).collect();
    let subject = subject_of(&recognizers)?;
    check_options(arguments, subject)?;
    let asked = match subject {
        Subject::Results => asked(arguments, &classes)?,
        Subject::Mates => Asked::nobody(),
    };
    let request = arguments.request();
    let runs = recognizers.into_iter().map(|(recognizer, rules)| {
        Run::new(recognizer, rules, &asked, &request, &terminal()).with_tables(tables())
    });
    // Check this before reporting on a file that has changed.
    let is_unchanged = || {
        let mut libraries = libraries.iter();
        libraries.try_for_each(Plugin::check_unchanged)
    };
    work(runs.collect(), &is_unchanged)
}

/// What all rules are about; one run has one truth.
fn subject_of(recognizers: &[(&dyn Recognizer, Option<&RuleFile>)]) -> anyhow::Result<Subject> {
    let subject = |of: &dyn Recognizer| RuleKind::subject_of(of.rules().iter().map(|of| of.kind));
    let Some(((first, _), rest)) = recognizers.split_first() else {
        return Ok(Subject::Results);
    };
    let about = subject(*first);
    if let Some((other, _)) = rest.iter().find(|(of, _)| subject(*of) != about) {
        bail!(
            "{} claims {about}, and {} {}; verify them one after the other",
            first.source_name(),
            other.source_name(),
            subject(*other)
        );
    }
    Ok(about)
}

/// Refuses options that do not go with what the rules claim.
fn check_options(arguments: &args::Verify, subject: Subject) -> anyhow::Result<()> {
    if let Some(asked) = arguments.truth.map(Subject::from)
        && asked != subject
    {
        bail!("--truth {asked}: the rules claim {subject}; leave the option out, or give others");
    }
    if subject == Subject::Results {
        return Ok(());
    }
    let refused = [
        (
            "--against",
            !arguments.folders.against.is_empty(),
            "there are no other tables of it",
        ),
        (
            "--fifty-move",
            arguments.fifty_move,
            "the 50-move rule changes nothing in it",
        ),
        ("--quiet", arguments.quiet, "no move decides it at once"),
        ("--best", arguments.best > 0, "that counts draws"),
        (
            "--watch",
            arguments.watch,
            "that compares draws; verify again by hand",
        ),
    ];
    match refused.into_iter().find(|(_, is_given, _)| *is_given) {
        Some((option, _, why)) => bail!("{option} is not for claims about who can mate: {why}"),
        None => Ok(()),
    }
}

/// The oracles. A quiet run also asks the truth about what captures and
/// promotions lead to.
fn asked(arguments: &args::Verify, classes: &[&Material]) -> anyhow::Result<Asked> {
    let asked = Asked::open(&arguments.folders.named(), classes, &terminal())?;
    if let Some(source) = asked.source.iter().find(|_| arguments.quiet) {
        let smaller: Vec<Material> = classes.iter().flat_map(|of| of.successors()).collect();
        source.require(&smaller)?;
    }
    Ok(asked)
}

/// The rules to verify.
fn rules(classes: &[Material], arguments: &args::Verify) -> anyhow::Result<Vec<RuleFile>> {
    let shelf = Shelf::of(&arguments.folders.source.named());
    let rules = if arguments.library.is_some() {
        Vec::new()
    } else if arguments.rules.is_empty() {
        input::builtin_rules(classes, arguments.builtin_grade(), &shelf)?
    } else {
        let files = arguments.rules.iter();
        files
            .map(|path| input::rule_file(path, &shelf))
            .collect::<anyhow::Result<_>>()?
    };
    for rules in &rules {
        Layout::new(rules.material())?;
        if let Some(ahead) = LookAhead::of(rules)? {
            say(&format!(
                "{} looks up to {} ahead, at {:.1} positions after moves for each position",
                rules.source_name(),
                counted(ahead.plies as u64, "move"),
                ahead.positions_a_call
            ));
        }
    }
    Ok(rules)
}

/// The given library, if any, for each of these classes.
fn libraries(arguments: &args::Verify, classes: &[Material]) -> anyhow::Result<Vec<Plugin>> {
    let Some(file) = &arguments.library else {
        return Ok(Vec::new());
    };
    let host = processes::host(arguments.limits())?;
    let open = |class| Ok(Plugin::open(host.clone(), file, class)?);
    classes.iter().map(open).collect()
}

impl args::Verify {
    /// The tables that judging claims takes.
    pub fn kept(&self) -> Keep {
        // Both ask about what captures lead to: a library, after en passant.
        if self.quiet || self.library.is_some() {
            Keep::Successors
        } else {
            Keep::Requested
        }
    }

    /// The grade of the built-in rules to verify.
    fn builtin_grade(&self) -> Option<Grade> {
        let of_truth = || (self.truth? == args::Truth::CanMate).then_some(Grade::Mate);
        self.grade.or_else(of_truth)
    }

    /// The request for each verification.
    fn request(&self) -> Request {
        // A page needs a larger sample of missed draws than the text lists;
        // parts hold what was requested.
        const ON_A_PAGE: usize = 256;
        let listed_missed = self.missed as usize;
        let has_page = self.report.is_some();
        let missed = if has_page && self.parts.is_none() {
            listed_missed.max(ON_A_PAGE)
        } else {
            listed_missed
        };
        Request {
            options: drawproof_verify::Options {
                examples: self.examples,
                missed,
                full_board: self.full_board,
                stops: self.stops,
                fifty_moves: self.fifty_move,
                quiet: self.quiet,
            },
            best: self.best,
            second_look: self.second_look,
            listed_missed,
            has_page,
            has_size: self.overview || has_page,
            counting: match self.counting {
                args::Counting::Board => Counting::Board,
                args::Counting::TenSquares => Counting::TenSquares,
            },
            rules: self.rules.clone(),
            library: self.library.clone(),
            folders: self.folders.named(),
        }
    }
}
