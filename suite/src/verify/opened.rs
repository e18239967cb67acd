//! What is verified, opened: rules or a library, and the tables that they are compared with.

use std::path::Path;

use anyhow::bail;
use drawproof_evaluate::{CompiledRules, Recognizer};
use drawproof_language::{RuleFile, RuleKind};
use drawproof_plugin::{Host, Plugin, PluginError};
use drawproof_recognizers::Grade;
use drawproof_reports::counted;
use drawproof_retro::Keep;
use drawproof_tables::{Layout, Material, Subject};
use drawproof_verify::LookAhead;

use super::run::{Request, Run, Tables};
use crate::{
    input::{self, AnyRules},
    oracles::AskedOracles,
    progress::Progress,
    resolver::Shelf,
};

/// The most men of the classes for which rules of an open class are verified, if none are named.
const OPEN_MEN: usize = 4;

/// What is verified: rules, or a library.
#[derive(Clone, Debug)]
pub struct Verify {
    /// Classes whose built-in rules are verified, or about which a library is asked; none for all.
    pub classes: Vec<String>,
    /// Only built-in rules of this grade.
    pub grade: Option<Grade>,
    /// What the rules must claim.
    pub truth: Option<Subject>,
    /// Who asks the library.
    pub host: Option<Host>,
    /// Whether it is verified again whenever it is saved.
    pub is_watched: bool,
    /// How each recognizer is verified; it names the rules or the library.
    pub each: Request,
}

/// Whether the libraries are as they were when they were opened.
pub type IsUnchanged<'a> = &'a (dyn Fn() -> Result<(), PluginError> + Sync);

/// What is verified, read.
pub struct Opened {
    pub libraries: Vec<Plugin>,
    pub rules: Vec<RuleFile>,
}

impl Opened {
    pub fn new(request: &Verify, progress: &Progress) -> anyhow::Result<Self> {
        let classes = input::classes(&request.classes)?;
        Ok(Self {
            libraries: request.libraries(&classes)?,
            rules: request.rules(&classes, progress)?,
        })
    }
}

/// Opens all that is needed, and does something with the run of each recognizer.
pub fn with_runs<T>(
    request: &Verify,
    tables: &dyn Fn() -> Tables,
    progress: &Progress,
    work: impl FnOnce(Vec<Run>, IsUnchanged) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let Opened { libraries, rules } = Opened::new(request, progress)?;
    let compiled: Vec<_> = rules.iter().map(CompiledRules::new).collect();
    let recognizers: Vec<(&dyn Recognizer, _)> = (compiled.iter().zip(&rules))
        .map(|(compiled, rules)| (compiled as &dyn Recognizer, Some(rules)))
        .chain(libraries.iter().map(|library| (library as _, None)))
        .collect();
    let classes: Vec<&Material> = recognizers.iter().map(|(of, _)| of.material()).collect();
    let subject = subject_of(&recognizers)?;
    check_options(request, subject)?;
    let asked = match subject {
        Subject::Results => asked(request, &classes, progress)?,
        Subject::Mates => AskedOracles::nobody(),
    };
    let runs = recognizers.into_iter().map(|(recognizer, rules)| {
        Run::new(recognizer, rules, &asked, &request.each, progress).with_tables(tables())
    });
    // Check this before reporting on a file that has changed.
    let is_unchanged = || {
        let mut libraries = libraries.iter();
        libraries.try_for_each(Plugin::check_unchanged)
    };
    work(runs.collect(), &is_unchanged)
}

/// What all rules are about; one run has one truth.
pub fn subject_of(recognizers: &[(&dyn Recognizer, Option<&RuleFile>)]) -> anyhow::Result<Subject> {
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
pub fn check_options(request: &Verify, subject: Subject) -> anyhow::Result<()> {
    if let Some(asked) = request.truth
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
            !request.each.folders.against.is_empty(),
            "there are no other tables of it",
        ),
        (
            "--fifty-move",
            request.each.options.fifty_moves,
            "the 50-move rule changes nothing in it",
        ),
        (
            "--quiet",
            request.each.options.quiet,
            "no move decides it at once",
        ),
        ("--best", request.each.best > 0, "that counts draws"),
        (
            "--watch",
            request.is_watched,
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
pub fn asked(
    request: &Verify,
    classes: &[&Material],
    progress: &Progress,
) -> anyhow::Result<AskedOracles> {
    let asked = AskedOracles::open(&request.each.folders, classes, progress)?;
    if let Some(source) = asked.source.iter().find(|_| request.each.options.quiet) {
        let smaller: Vec<Material> = classes.iter().flat_map(|of| of.successors()).collect();
        source.require(&smaller)?;
    }
    Ok(asked)
}

impl Verify {
    /// The rules to verify.
    fn rules(&self, classes: &[Material], progress: &Progress) -> anyhow::Result<Vec<RuleFile>> {
        let shelf = Shelf::of(&self.each.folders.source);
        let rules = if self.each.library.is_some() {
            Vec::new()
        } else if self.each.rules.is_empty() {
            input::builtin_rules(classes, self.builtin_grade(), &shelf)?
        } else {
            let files = self.each.rules.iter();
            let files = files.map(|path| of_file(path, classes, &shelf));
            files.collect::<anyhow::Result<Vec<_>>>()?.concat()
        };
        for rules in &rules {
            Layout::new(rules.material())?;
            if let Some(ahead) = LookAhead::of(rules)? {
                progress.say(&format!(
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
    fn libraries(&self, classes: &[Material]) -> anyhow::Result<Vec<Plugin>> {
        let Some((file, host)) = self.each.library.as_ref().zip(self.host.as_ref()) else {
            return Ok(Vec::new());
        };
        let open = |class| Ok(Plugin::open(host.clone(), file, class)?);
        classes.iter().map(open).collect()
    }

    /// The tables that judging claims takes.
    pub fn kept(&self) -> Keep {
        // Both ask about what captures lead to: a library, after en passant.
        if self.each.options.quiet || self.each.library.is_some() {
            Keep::Successors
        } else {
            Keep::Requested
        }
    }

    /// The grade of the built-in rules to verify.
    fn builtin_grade(&self) -> Option<Grade> {
        let of_truth = || (self.truth? == Subject::Mates).then_some(Grade::Mate);
        self.grade.or_else(of_truth)
    }
}

/// The rules of a file. Those of an open class stand for closed ones that it covers: those that
/// are named, or all with few men.
fn of_file(path: &Path, classes: &[Material], shelf: &Shelf) -> anyhow::Result<Vec<RuleFile>> {
    let rules = match input::any_rule_file(path, shelf)? {
        AnyRules::Closed(rules) if classes.is_empty() => return Ok(vec![*rules]),
        AnyRules::Closed(rules) => bail!(
            "{} is about {}; leave {} out: only rules of an open class are for several",
            rules.source_name(),
            rules.material(),
            classes[0]
        ),
        AnyRules::Open(rules) => rules,
    };
    let named = if classes.is_empty() {
        rules.class().closed(OPEN_MEN)
    } else {
        classes.to_vec()
    };
    if let Some(other) = named.iter().find(|class| !rules.class().covers(class)) {
        bail!(
            "{} is about {}, which does not cover {other}",
            rules.source_name(),
            rules.class()
        );
    }
    named
        .iter()
        .map(|class| input::closed_rules(&rules, class))
        .collect()
}
