//! A verification in parts: what is planned, its parts, and its report.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
};

use anyhow::{Context, bail};
use clap::Parser;
use drawproof_reports::{Report, text};
use drawproof_retro::{Keep, Wanted};
use drawproof_tables::{Material, VisibleName};
use drawproof_verify::{Argument, Part, Place, Shard};
use serde::{Deserialize, Serialize};

use crate::{
    args::{Arguments, Color, Command, Given, Verify},
    command_line::CommandLine,
    input, output, parts,
    report_folder::ReportFolder,
    sources::{Slices, wanted_for_claims, wanted_for_lines},
    verify::{self, Named, file_name},
};

/// The folder of the parts.
pub const PARTS: &str = "parts";
/// The folder of the report.
pub const REPORT: &str = "report";

/// How a job continues after a stop.
pub const GO_ON: &str = "; the same job can be done again";

/// A verification.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Verifying {
    /// The command of the whole run, with absolute paths.
    command: Vec<Argument>,
    /// How many parts there are of each class.
    pub shards: u32,
    /// What is verified, in order.
    recognizers: Vec<Named>,
}

/// The tables that verifying a class asks.
pub struct AskedTables {
    pub classes: Vec<Material>,
    pub wanted: Wanted,
    /// How many have them.
    pub oracles: u64,
    /// What is generated for the lines of counterexamples.
    pub wanted_for_lines: Wanted,
}

/// What cannot be given, by its field, and why.
const REFUSED: [(&str, &str); 10] = [
    ("watch", WHOLE),
    ("overview", WHOLE),
    ("best", WHOLE),
    ("second_look", WHOLE),
    ("csv", REPORTED),
    ("report", REPORTED),
    ("shard", CUT),
    ("shards", CUT),
    ("parts", CUT),
    ("resume", CUT),
];
const WHOLE: &str = "it needs the whole run in one process";
const REPORTED: &str = "the last job writes the report to the folder of the plan";
const CUT: &str = "the plan cuts the run itself, by the --shards before it";

impl Verifying {
    /// The verification that the words behind `drawproof` ask for.
    pub fn new(words: &[impl AsRef<OsStr>], shards: u32) -> anyhow::Result<Self> {
        let given = parsed(words)?;
        for (field, why) in REFUSED {
            if given.is_given(field) {
                let option = field.replace('_', "-");
                bail!("--{option} cannot be planned: {why}");
            }
        }
        let command = absolute(&given)?;
        let words = command.as_words();
        let Some(shard) = Shard::new(1, shards) else {
            bail!("{shards} parts cannot be made");
        };
        let recognizers = verify::recognizers(&parsed(&words[1..])?, shard)?;
        Ok(Self {
            command: words.iter().map(Argument::new).collect(),
            shards,
            recognizers,
        })
    }

    /// The arguments of the whole run.
    pub fn arguments(&self) -> anyhow::Result<Given<Verify>> {
        parsed(self.command.get(1..).unwrap_or_default())
    }

    /// The classes, each once.
    pub fn classes(&self) -> anyhow::Result<Vec<Material>> {
        let names = self.recognizers.iter().map(|named| named.class.clone());
        let mut classes = input::classes(&names.collect::<Vec<_>>())?;
        classes.sort();
        Ok(classes)
    }

    /// What jobs generate; none if values come from folders.
    pub fn wanted(&self) -> anyhow::Result<Option<Wanted>> {
        let arguments = self.arguments()?;
        if !arguments.folders.source.tables.is_empty() {
            return Ok(None);
        }
        let classes = self.classes()?;
        let wanted = classes
            .iter()
            .map(|class| wanted_for_claims(class, arguments.fifty_move));
        let mut wanted: Vec<Wanted> = wanted.collect();
        wanted.dedup();
        let [wanted] = wanted[..] else {
            bail!(
                "classes of six men need other tables than smaller ones; plan them in folders of their own"
            );
        };
        Ok(Some(wanted))
    }

    /// What verifying a class asks.
    pub fn asked(&self, class: &Material) -> anyhow::Result<AskedTables> {
        let arguments = self.arguments()?;
        let mut classes = vec![class.clone()];
        if arguments.kept() == Keep::Successors {
            classes.extend(class.successors());
        }
        Ok(AskedTables {
            classes,
            wanted: self.wanted()?.unwrap_or(Wanted::Wdl),
            oracles: 1 + arguments.folders.against.len() as u64,
            wanted_for_lines: wanted_for_lines(arguments.fifty_move),
        })
    }

    /// How many recognizers there are of a class.
    pub fn recognizers_of(&self, class: &Material) -> usize {
        let name = class.to_string();
        let of_class = self.recognizers.iter().filter(|named| named.class == name);
        of_class.count()
    }

    /// How many files all parts are.
    pub fn files(&self) -> usize {
        self.recognizers.len() * self.shards as usize
    }

    /// Makes the parts of one shard that are missing, and names the files of all.
    pub fn make(
        &self,
        folder: &Path,
        shard: Shard,
        slices: Option<&Slices>,
    ) -> anyhow::Result<Vec<PathBuf>> {
        let files = self.files_of(folder, shard);
        for (place, file) in &files {
            if !self.is_done(*place, shard, file)? {
                self.make_all(folder, shard, slices)?;
                break;
            }
        }
        Ok(files.into_iter().map(|(_, file)| file).collect())
    }

    fn make_all(&self, folder: &Path, shard: Shard, slices: Option<&Slices>) -> anyhow::Result<()> {
        let command = CommandLine::new(&[])
            .words(self.command.get(1..).unwrap_or_default())
            .options("shard", [shard.to_string()])
            .options("parts", [folder.join(PARTS)])
            .flag("resume", true);
        let arguments = parsed(command.as_words())?;
        verify::make_parts(&arguments, &self.recognizers, slices, GO_ON)
    }

    /// The files of one shard, with the recognizers that they are about.
    fn files_of(&self, folder: &Path, shard: Shard) -> Vec<(Place, PathBuf)> {
        let of = self.recognizers.len() as u32;
        let all = (1..).zip(&self.recognizers);
        all.map(|(number, named)| {
            let place = Place { number, of };
            let name = file_name(place, &named.class, shard);
            (place, folder.join(PARTS).join(name))
        })
        .collect()
    }

    /// Whether a part is there. One that is damaged is not, and is made again.
    fn is_done(&self, place: Place, shard: Shard, file: &Path) -> anyhow::Result<bool> {
        match parts::read(file) {
            Ok(part) => self.check(place, shard, file, &part).map(|()| true),
            Err(_) => Ok(false),
        }
    }

    /// Refuses a part of another run.
    fn check(&self, place: Place, shard: Shard, file: &Path, part: &Part) -> anyhow::Result<()> {
        let header = &part.header;
        let planned = &self.recognizers[place.number as usize - 1];
        let is_planned = header.program == env!("CARGO_PKG_VERSION")
            && header.command == self.command
            && header.recognizer == place
            && header.shard == shard
            && header.material == planned.class
            && header.rules.sha256 == planned.sha256;
        if !is_planned {
            bail!("{} is a part of another run; remove it", file.shown());
        }
        Ok(())
    }

    /// Merges all parts, and writes the report into its folder.
    pub fn merge(&self, folder: &Path) -> anyhow::Result<Vec<Report>> {
        let out = ReportFolder::begin(&folder.join(REPORT))?;
        let mut all = Vec::new();
        for shard in Shard::all(self.shards) {
            for (place, file) in self.files_of(folder, shard) {
                let part = parts::read(&file).with_context(|| {
                    format!("part {shard} cannot be used; run its job, then this one again")
                })?;
                self.check(place, shard, &file, &part)?;
                all.push((file.shown(), part));
            }
        }
        let merged = drawproof_verify::merge(&all)?;
        let reports: Vec<Report> = merged.iter().map(|run| parts::report(run, true)).collect();
        out.write(&reports, Some(&out.run(&crate::show::this_command())))?;
        Ok(reports)
    }
}

/// Prints reports, one after another.
pub fn print(reports: &[Report]) -> anyhow::Result<()> {
    for (at, report) in reports.iter().enumerate() {
        let before = if at == 0 { "" } else { "\n" };
        output::print(&format!("{before}{}", text(report)))?;
    }
    Ok(())
}

/// The arguments in the words behind `drawproof`.
fn parsed(words: &[impl AsRef<OsStr>]) -> anyhow::Result<Given<Verify>> {
    let line = CommandLine::new(&["drawproof"]).words(words);
    let arguments = Arguments::try_parse_from(line.as_words())?;
    let Command::Verify(given) = arguments.command else {
        bail!("only verify can be cut into parts, as in: -- verify KRKR");
    };
    if arguments.threads.is_some() {
        bail!("--threads cannot be planned: --cpus before the command sets it for each job");
    }
    if arguments.json || !matches!(arguments.color, Color::Auto) {
        bail!("--json and --color cannot be planned: give them to drawproof work");
    }
    Ok(given)
}

/// The command with absolute paths: jobs may run anywhere.
fn absolute(given: &Given<Verify>) -> anyhow::Result<CommandLine> {
    let all = |paths: &[PathBuf]| {
        let absolute = paths.iter().map(std::path::absolute);
        absolute
            .map(|path| Ok(path?.into()))
            .collect::<anyhow::Result<Vec<_>>>()
    };
    Ok(given.again_settled(&[
        ("rules", all(&given.rules)?),
        ("library", all(given.library.as_slice())?),
        ("tables", all(&given.folders.source.tables)?),
        ("against", all(&given.folders.against)?),
    ]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The verification of some classes.
    fn of(classes: &[&str], options: &[&str]) -> Verifying {
        let words = ["drawproof", "verify"].into_iter();
        let named = |class: &&str| Named {
            class: (*class).into(),
            name: format!("{class}.rules"),
            sha256: String::new(),
        };
        Verifying {
            command: words
                .chain(options.iter().copied())
                .map(Argument::new)
                .collect(),
            shards: 3,
            recognizers: classes.iter().map(named).collect(),
        }
    }

    #[test]
    fn paths_are_absolute() -> anyhow::Result<()> {
        let words = "verify --rules a/my.rules --tables b --against /c --against d --missed 2";
        let words: Vec<&str> = words.split(' ').collect();
        let command = absolute(&parsed(&words)?)?;
        let here = std::env::current_dir()?;
        for name in ["a/my.rules", "b", "d"] {
            let expected = here.join(name);
            assert!(
                command.as_words().iter().any(|word| *word == *expected),
                "{name}"
            );
        }
        let again = absolute(&parsed(&command.as_words()[1..])?)?;
        assert_eq!(again, command);
        Ok(())
    }

    /// One folder of slices holds the same of all classes.
    #[test]
    fn six_men_take_other_tables() -> anyhow::Result<()> {
        let both = ["KRvKR", "KNNvKNN"];
        let wanted = |classes, options| of(classes, options).wanted();
        assert_eq!(wanted(&both[..1], &[])?, Some(Wanted::Dtz));
        assert_eq!(wanted(&both[1..], &[])?, Some(Wanted::Wdl));
        assert_eq!(wanted(&both, &["--fifty-move"])?, Some(Wanted::Dtz));
        assert_eq!(wanted(&both, &["--tables", "a"])?, None);
        assert!(wanted(&both, &[]).is_err_and(|error| error.to_string().contains("six men")));
        Ok(())
    }
}
