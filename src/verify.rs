//! `drawproof verify`

use anyhow::bail;
use drawproof_recognizers::{CompiledRules, Recognizer, RuleFile, interpret};
use drawproof_reports::{Counting, Report};
use drawproof_retro::{Keep, Wanted};
use drawproof_tables::{Layout, Material, Oracle};
use drawproof_verify::{Example, Options, SecondOpinion, Verdict, Verification, pairs};

use crate::{
    Outcome, args, input, oracles::Folder, output, output::OutputFile, progress, sources::Sources,
};

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
    let compiled: Vec<_> = rules.iter().map(CompiledRules::new).collect();
    let recognizers: Vec<(&dyn Recognizer, _)> = (compiled.iter().zip(&rules))
        .map(|(compiled, rules)| (compiled as &dyn Recognizer, Some(rules)))
        .chain(libraries.iter().map(|library| (library as _, None)))
        .collect();
    let classes: Vec<&Material> = recognizers.iter().map(|(of, _)| of.material()).collect();
    let folders = folders(&classes, arguments)?;
    let csv = arguments
        .csv
        .as_deref()
        .map(OutputFile::create)
        .transpose()?;

    let mut reports = Vec::new();
    for (recognizer, rules) in recognizers {
        let report = Run::new(recognizer, rules, &folders, arguments).report()?;
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

/// The folders to ask, the first one for the truth; none if tables are to be
/// generated. All that is asked of them is there.
fn folders(classes: &[&Material], arguments: &args::Verify) -> anyhow::Result<Vec<Folder>> {
    let against = arguments.against.iter();
    let mut folders = against
        .map(|path| Folder::open(path, classes))
        .collect::<anyhow::Result<Vec<_>>>()?;
    if let Some(path) = &arguments.tables {
        folders.push(Folder::open_own(path, classes)?);
    }
    Ok(folders)
}

/// The verification of one recognizer.
struct Run<'a> {
    recognizer: &'a dyn Recognizer,
    /// The rules, if it has been made of some.
    rules: Option<&'a RuleFile>,
    folders: &'a [Folder],
    arguments: &'a args::Verify,
    /// Tables that are generated where no folder is asked.
    own: Sources,
}

impl<'a> Run<'a> {
    fn new(
        recognizer: &'a dyn Recognizer,
        rules: Option<&'a RuleFile>,
        folders: &'a [Folder],
        arguments: &'a args::Verify,
    ) -> Self {
        Self {
            recognizer,
            rules,
            folders,
            arguments,
            own: Sources::generator().keeping(Keep::Successors),
        }
    }

    fn class(&self) -> &'a Material {
        self.recognizer.material()
    }

    fn report(mut self) -> anyhow::Result<Report> {
        if self.folders.is_empty() {
            self.own.get(self.class(), self.wanted())?;
        }
        let (verdict, second_look_positions) = self.verdict()?;
        // The next tables need the memory.
        self.own.keep_for(&[]);
        let examples = self.examples(&verdict)?;
        let mut report = Report::new(&verdict, &examples, |example| self.again(&example.fen))
            .counted(match self.arguments.counting {
                args::Counting::Board => Counting::Board,
                args::Counting::TenSquares => Counting::TenSquares,
            });
        report.second_look_positions = second_look_positions;
        let pairs: Vec<[usize; 2]> = pairs(self.folders.len()).collect();
        Ok(report.with_commands(|pair, fen| self.probes(pairs[pair], fen)))
    }

    /// What is generated: with distances to zeroing moves it is known what the
    /// 50-move rule changes. With six men they would take a multiple of time
    /// and memory, so they have to be asked for.
    fn wanted(&self) -> Wanted {
        const MAX_DTZ_MEN: usize = 5;
        if self.class().men_count() <= MAX_DTZ_MEN || self.arguments.fifty_move {
            Wanted::Dtz
        } else {
            Wanted::Wdl
        }
    }

    /// Visits every position; then looks at some again, and says at how many.
    fn verdict(&self) -> anyhow::Result<(Verdict, Option<u64>)> {
        let class = self.class();
        let mut oracles = self
            .folders
            .iter()
            .map(|folder| folder.oracle(class))
            .collect::<anyhow::Result<Vec<_>>>()?
            .into_iter();
        let truth: &dyn Oracle = oracles.next().unwrap_or(self.own.library());
        let options = Options {
            examples: self.arguments.examples,
            full_board: self.arguments.full_board,
            stops: self.arguments.stops,
            fifty_moves: self.arguments.fifty_move,
        };
        let verification =
            Verification::new(self.recognizer, truth, options)?.beside(oracles);
        let units = verification.units();
        let bar = progress::bar(format!("verifying {class}"), Some(units as u64));
        let tally = verification.run(0..units, &|units| bar.inc(units));
        bar.finish_and_clear();
        let verdict = verification.verdict(tally?)?;
        let (Some(count), Some(rules)) = (self.arguments.second_look, self.rules) else {
            return Ok((verdict, None));
        };
        let bar = progress::bar(format!("second look at {class}"), Some(count));
        let rule = |placement: &_| interpret(rules, placement);
        let look = verification.second_look(&rule, count, &|positions| bar.inc(positions));
        bar.finish_and_clear();
        let look = look?;
        if let Some(first) = &look.first {
            bail!(
                "{}, in {} of {} random positions; this is a fault of the program or of the tables",
                self.difference(first),
                look.differences,
                look.positions
            );
        }
        Ok((verdict, Some(look.positions)))
    }

    fn difference(&self, first: &SecondOpinion) -> String {
        let text = |opinion: drawproof_verify::Opinion| {
            let rule = opinion.rule.and_then(|rule| self.recognizer.rules().get(rule));
            let rule = rule.map_or("no rule".into(), |rule| format!("rule \"{}\"", rule.name));
            format!("{rule}, {}", opinion.ruling)
        };
        format!(
            "the run and a second look differ: {} is \"{}\" in the run, \"{}\" alone",
            first.placement.fen(self.class()),
            first.run.map_or("not visited".into(), text),
            text(first.alone)
        )
    }

    /// The counterexamples with the lines that prove them, from own tables
    /// with distances to mate: files, or generated now.
    fn examples(&self, verdict: &Verdict) -> anyhow::Result<Vec<Example>> {
        let class = self.class();
        if verdict.counterexamples.is_empty() {
            return Ok(Vec::new());
        }
        let mut own = Sources::generator();
        let files = self
            .folders
            .iter()
            .find_map(|folder| folder.with_dtm(class));
        let lines: Option<&dyn Oracle> = match files {
            Some(folder) => Some(folder),
            None => match own.get(class, Wanted::Dtm) {
                Ok(_) => Some(own.library()),
                Err(error) => {
                    anstream::eprintln!("no lines are shown: {error:#}");
                    None
                }
            },
        };
        let found = verdict.counterexamples.iter();
        let example = |found: &drawproof_verify::Counterexample| match lines {
            Some(lines) => Ok(Example::of(
                class,
                &found.placement,
                found.truth.wdl,
                lines,
            )?),
            None => Ok(Example::plain(class, &found.placement, found.truth.wdl)),
        };
        found.map(example).collect()
    }

    /// The command that shows a counterexample again.
    fn again(&self, fen: &str) -> String {
        let rules = match &self.arguments.rules[..] {
            [] => String::new(),
            _ => format!(" --rules {}", output::shell_word(self.recognizer.source_name())),
        };
        format!("drawproof probe '{fen}'{rules}")
    }

    /// The commands that show what two folders say of a position: one if they
    /// are of different kinds.
    fn probes(&self, pair: [usize; 2], fen: &str) -> Vec<String> {
        let options = pair.map(|at| self.folders[at].probe_option(self.class()));
        match options {
            [Ok((a, in_a)), Ok((b, in_b))] if a != b => {
                vec![format!("drawproof probe '{fen}' {a} {in_a} {b} {in_b}")]
            }
            options => {
                let options = options.into_iter().flatten();
                let command = |(option, place)| format!("drawproof probe '{fen}' {option} {place}");
                options.map(command).collect()
            }
        }
    }
}
