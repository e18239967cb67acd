//! `drawproof verify`

use std::{
    cell::OnceCell,
    cmp::Reverse,
    ops::Range,
    path::{Path, PathBuf},
};

use anyhow::bail;
use drawproof_language::{RuleFile, interpret};
use drawproof_plugin::Plugin;
use drawproof_recognizers::{CompiledRules, Recognizer, SoleClaims};
use drawproof_reports::{BestRow, DistanceRow, OracleRow, Report};
use drawproof_retro::{Keep, Wanted};
use drawproof_tables::{Layout, Material, Oracle};
use drawproof_verify::{
    Counterexample, Distances, Example, Missed, Options, OracleRecord, RuleSize, SecondOpinion,
    Shown, Verdict, Verification, holding_moves, pairs, unit_count,
};

use crate::{
    Outcome, args, command_line::name_of, input, oracles::Folder, progress, say::say, shards, show,
    sources::Sources,
};

pub fn run(arguments: &args::Verify, json: bool) -> anyhow::Result<Outcome> {
    let classes = input::classes(&arguments.classes)?;
    let libraries = input::libraries(arguments, &classes)?;
    let rules = rules(&classes, arguments)?;
    let compiled: Vec<_> = rules.iter().map(CompiledRules::new).collect();
    let recognizers: Vec<(&dyn Recognizer, _)> = (compiled.iter().zip(&rules))
        .map(|(compiled, rules)| (compiled as &dyn Recognizer, Some(rules)))
        .chain(libraries.iter().map(|library| (library as _, None)))
        .collect();
    let classes: Vec<&Material> = recognizers.iter().map(|(of, _)| of.material()).collect();
    let tables = arguments.tables.as_deref();
    let folders = folders(&classes, &arguments.against, tables, arguments.trust)?;
    let runs = recognizers.into_iter();
    let runs = runs.map(|(recognizer, rules)| Run::new(recognizer, rules, &folders, arguments));
    // Before anything is said of a file that is another one by now.
    let is_unchanged = || {
        let mut libraries = libraries.iter();
        libraries.try_for_each(Plugin::check_unchanged)
    };
    if let Some(folder) = &arguments.parts {
        return shards::run(folder, runs.collect(), &is_unchanged, arguments, json);
    }
    let mut reports = show::Reports::new(json, arguments.csv.as_deref())?
        .in_folder(arguments.report.as_deref())?;
    if arguments.table {
        reports = reports.in_table();
    }
    for run in runs {
        let report = run.report()?;
        is_unchanged()?;
        reports.add(report)?;
    }
    reports.finish()
}

/// The rules that are to be verified.
fn rules(classes: &[Material], arguments: &args::Verify) -> anyhow::Result<Vec<RuleFile>> {
    let rules = if arguments.library.is_some() {
        Vec::new()
    } else if arguments.rules.is_empty() {
        input::builtin_rules(classes, arguments.grade)?
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

/// The folders to ask, the first one for the truth; none if tables are to be
/// generated. All that is asked of them is there.
pub fn folders(
    classes: &[&Material],
    against: &[PathBuf],
    tables: Option<&Path>,
    trust: args::TrustFiles,
) -> anyhow::Result<Vec<Folder>> {
    let mut folders = against
        .iter()
        .map(|path| Folder::open(path, classes, trust))
        .collect::<anyhow::Result<Vec<_>>>()?;
    if let Some(path) = tables {
        folders.push(Folder::open_own(path, classes)?);
    }
    Ok(folders)
}

/// What is generated: with distances to zeroing moves it is known what the
/// 50-move rule changes. With six men they would take a multiple of time and
/// memory, so they have to be asked for.
pub fn wanted(class: &Material, fifty_moves: bool) -> Wanted {
    const MAX_DTZ_MEN: usize = 5;
    if class.men_count() <= MAX_DTZ_MEN || fifty_moves {
        Wanted::Dtz
    } else {
        Wanted::Wdl
    }
}

/// Who was asked, and for each missed draw of the sample the moves that hold
/// it.
type ForFolder = (Vec<OracleRow>, Vec<Option<Vec<String>>>);

/// The verification of one recognizer.
pub struct Run<'a> {
    recognizer: &'a dyn Recognizer,
    /// The rules, if it has been made of some.
    rules: Option<&'a RuleFile>,
    folders: &'a [Folder],
    arguments: &'a args::Verify,
    /// Tables that are generated where no folder is asked.
    own: Sources,
    /// Tables with distances to mate, once lines are to be shown.
    lines: OnceCell<Option<Sources>>,
}

impl<'a> Run<'a> {
    pub fn new(
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
            lines: OnceCell::new(),
        }
    }

    pub fn class(&self) -> &'a Material {
        self.recognizer.material()
    }

    pub fn report(mut self) -> anyhow::Result<Report> {
        self.prepare()?;
        let (mut verdict, second_look_positions) = self.verdict()?;
        let best = self.best(&verdict)?;
        let for_folder = self.for_folder(&verdict)?;
        // Those with distances to mate need the memory.
        self.own.keep_for(&[]);
        let is_wrong = verdict.claimed().decisive.board > 0;
        let distances = self.distances(0..self.units()?, is_wrong)?;
        if let Some(Distances { nearest, .. }) = &distances {
            verdict.counterexamples.clone_from(nearest);
        }
        let examples = self.examples(&verdict.counterexamples)?;
        let mut report = show::report(&verdict, &examples, &self.shown()?);
        report.second_look_positions = second_look_positions;
        report.best = best;
        report.shown_missed_draws = self.arguments.missed as usize;
        // Tables with distances to mate do not know the 50-move rule.
        if self.arguments.report.is_some() && !self.arguments.fifty_move {
            let counts = distances.and_then(|distances| distances.counts);
            let rows = |counts: Vec<_>| counts.into_iter().map(DistanceRow::from).collect();
            report.incorrect_draws_by_distance = counts.map(rows);
        }
        if let Some((oracles, holding_moves)) = for_folder {
            report.oracles = oracles;
            for (row, moves) in report.missed_draws_sample.iter_mut().zip(holding_moves) {
                row.best_moves_san = moves;
            }
        }
        Ok(report)
    }

    /// What only a report in a folder says that is asked of the tables: their
    /// checksums, and the moves that hold missed draws, where that is known.
    fn for_folder(&self, verdict: &Verdict) -> anyhow::Result<Option<ForFolder>> {
        if self.arguments.report.is_none() {
            return Ok(None);
        }
        let class = self.class();
        let asked = self.oracles()?;
        let row = |record: OracleRecord| OracleRow {
            name: record.name,
            sha256: record.sha256,
        };
        let records = self.verification()?.oracle_records()?;
        let oracles = records.into_iter().map(row).collect();
        // A folder may lack the tables that captures lead to.
        let moves = |missed: &Missed| {
            // Values of moves are without the 50-move rule.
            if self.arguments.fifty_move {
                return None;
            }
            let position = missed.placement.to_chess(class).ok()?;
            holding_moves(asked[0], &position).ok()
        };
        let moves = verdict.missed.iter().map(moves);
        Ok(Some((oracles, moves.collect())))
    }

    /// How far from mate the incorrect draws of some units are, if there are
    /// any: everything is visited again for it.
    pub fn distances(
        &self,
        units: Range<usize>,
        is_wrong: bool,
    ) -> anyhow::Result<Option<Distances>> {
        let is_wanted = self.arguments.examples > 0 || self.arguments.report.is_some();
        // A library is not asked more often than it has to be.
        if !is_wrong || !is_wanted || self.rules.is_none() {
            return Ok(None);
        }
        let Some(lines) = self.with_dtm() else {
            return Ok(None);
        };
        let class = self.class();
        // Own tables may have given their memory back for those of the lines.
        let truth = match self.folders.first() {
            Some(folder) => folder.oracle(class)?,
            None => lines,
        };
        let verification = Verification::new(self.recognizer, truth, self.options())?;
        let bar = progress::bar(format!("distances of {class}"), Some(units.len() as u64));
        let distances = verification.distances(units, lines, &|units| bar.inc(units));
        bar.finish_and_clear();
        Ok(Some(distances?))
    }

    /// Makes everything ready that positions are asked of.
    pub fn prepare(&mut self) -> anyhow::Result<()> {
        if self.folders.is_empty() {
            let wanted = wanted(self.class(), self.arguments.fifty_move);
            self.own.get(self.class(), wanted)?;
        }
        Ok(())
    }

    /// How many units the work has.
    pub fn units(&self) -> anyhow::Result<usize> {
        Ok(unit_count(self.recognizer, self.options())?)
    }

    fn options(&self) -> Options {
        Options {
            examples: self.arguments.examples,
            missed: self.missed(),
            full_board: self.arguments.full_board,
            stops: self.arguments.stops,
            fifty_moves: self.arguments.fifty_move,
        }
    }

    /// How many missed draws are drawn: for a page more than are listed.
    fn missed(&self) -> usize {
        const ON_A_PAGE: usize = 256;
        let listed = self.arguments.missed as usize;
        // What parts hold is what was asked for.
        if self.arguments.report.is_some() && self.arguments.parts.is_none() {
            listed.max(ON_A_PAGE)
        } else {
            listed
        }
    }

    /// The work itself, once all is ready.
    pub fn verification(&self) -> anyhow::Result<Verification<'_>> {
        let [truth, others @ ..] = &self.oracles()?[..] else {
            bail!("nobody is asked");
        };
        let verification = Verification::new(self.recognizer, *truth, self.options())?;
        Ok(verification.beside(others.iter().copied()))
    }

    /// Who is asked, the truth first.
    fn oracles(&self) -> anyhow::Result<Vec<&dyn Oracle>> {
        if self.folders.is_empty() {
            return Ok(vec![self.own.library()]);
        }
        let folders = self.folders.iter();
        folders.map(|folder| folder.oracle(self.class())).collect()
    }

    /// What the report needs to know besides what is found.
    pub fn shown(&self) -> anyhow::Result<Shown> {
        Ok(Shown {
            probe_options: self.probe_options(),
            pair_options: pairs(self.folders.len())
                .map(|pair| self.pair_options(pair))
                .collect(),
            counting: name_of(&self.arguments.counting),
            size: (self.rules.filter(|_| self.is_size_wanted()))
                .map(RuleSize::of)
                .transpose()?,
        })
    }

    /// Parts hold it whatever becomes of them: which of them are done together
    /// with a report in a folder is not to tell them apart.
    fn is_size_wanted(&self) -> bool {
        let arguments = self.arguments;
        arguments.table || arguments.report.is_some() || arguments.parts.is_some()
    }

    /// What makes `drawproof probe` ask the same rules or library.
    fn probe_options(&self) -> String {
        let probe = args::Probe {
            rules: input::path_of(&self.arguments.rules, self.recognizer.source_name()),
            library: self.arguments.library.clone(),
            ..args::Probe::default()
        };
        probe.options()
    }

    /// What the rules that spot most draws are worth: what is spotted without
    /// each of them tells.
    fn best(&self, verdict: &Verdict) -> anyhow::Result<Vec<BestRow>> {
        let Some(rules) = self.rules else {
            return Ok(Vec::new());
        };
        let draws = |at: &usize| verdict.rules[*at].counts.draws;
        let all = 0..verdict.rules.len();
        let mut best: Vec<usize> = all
            .filter(|&at| rules.rules()[at].kind.claims_draw())
            .collect();
        best.sort_by_key(|at| Reverse(draws(at).board));
        best.truncate(self.arguments.best);
        if best.is_empty() {
            return Ok(Vec::new());
        }
        let rules = CompiledRules::new(rules);
        let sole = SoleClaims(&rules);
        let verification = Verification::new(&sole, self.oracles()?[0], self.options())?;
        let sole = visited(&verification, "the best rules of", self.class())?;
        let row = |at: usize| BestRow {
            rule: verdict.rules[at].name.clone(),
            spotted_draws: draws(&at).into(),
            only_by_it: sole.rules[at].counts.draws.into(),
        };
        Ok(best.into_iter().map(row).collect())
    }

    /// Visits every position; then looks at some again, and says at how many.
    fn verdict(&self) -> anyhow::Result<(Verdict, Option<u64>)> {
        let class = self.class();
        let verification = self.verification()?;
        let verdict = visited(&verification, "verifying", class)?;
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
            let rule = opinion
                .rule
                .and_then(|rule| self.recognizer.rules().get(rule));
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

    /// Counterexamples with the lines that prove them, from own tables with
    /// distances to mate: files, or generated now.
    pub fn examples(&self, found: &[Counterexample]) -> anyhow::Result<Vec<Example>> {
        let class = self.class();
        if found.is_empty() {
            return Ok(Vec::new());
        }
        let lines = self.with_dtm();
        let example = |found: &Counterexample| match lines {
            Some(lines) => Ok(Example::of(class, &found.asked, found.truth.wdl, lines)?),
            None => Ok(Example::plain(class, &found.asked, found.truth.wdl)),
        };
        found.iter().map(example).collect()
    }

    /// Own tables with distances to mate: files, or generated now; none if
    /// there is not memory enough.
    fn with_dtm(&self) -> Option<&dyn Oracle> {
        let class = self.class();
        let mut folders = self.folders.iter();
        if let Some(folder) = folders.find_map(|folder| folder.with_dtm(class)) {
            return Some(folder);
        }
        // Which wins and losses count may be for these to say.
        let wanted = if self.arguments.fifty_move {
            Wanted::DtmAndDtz
        } else {
            Wanted::Dtm
        };
        let own = self.lines.get_or_init(|| lines_of(class, wanted)).as_ref();
        own.map(|own| own.library() as _)
    }

    /// The options of the commands that show what two folders say of a
    /// position: one command if they are of different kinds.
    fn pair_options(&self, pair: [usize; 2]) -> Vec<String> {
        let probe = |at: usize| self.folders[at].probe(self.class());
        match pair.map(probe) {
            [Ok(a), Ok(b)] => match a.clone().beside(b.clone()) {
                Some(both) => vec![both.options()],
                None => [a, b].map(|probe| probe.options()).into(),
            },
            probes => {
                let probes = probes.into_iter().flatten();
                probes.map(|probe| probe.options()).collect()
            }
        }
    }
}

/// What comes of visiting every position.
fn visited(verification: &Verification, what: &str, class: &Material) -> anyhow::Result<Verdict> {
    let units = verification.units();
    let bar = progress::bar(format!("{what} {class}"), Some(units as u64));
    let tally = verification.run(0..units, &|units| bar.inc(units));
    bar.finish_and_clear();
    Ok(verification.verdict(tally?)?)
}

/// Tables with distances to mate; none if there is not memory enough.
pub fn lines_of(class: &Material, wanted: Wanted) -> Option<Sources> {
    let mut own = Sources::generator();
    match own.get(class, wanted) {
        Ok(_) => Some(own),
        Err(error) => {
            say(&format!("no lines are shown: {error:#}"));
            None
        }
    }
}
