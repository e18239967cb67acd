//! A verification in parts: what is planned, its parts, and its report.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

use anyhow::{Context, bail};
use drawproof_reports::Report;
use drawproof_retro::{Keep, Wanted};
use drawproof_tables::{Material, VisibleName};
use drawproof_verify::{Argument, Part, Place, Shard};
use serde::{Deserialize, Serialize};

use crate::{
    command_line::CommandLine,
    input, parts,
    progress::Progress,
    report_folder::ReportFolder,
    sources::{Slices, wanted_for_claims, wanted_for_lines},
    verify::{
        self, Named, Verify,
        shards::{Parts, file_name},
    },
};

/// Reads a command as a verification: a plan keeps what was asked as the user wrote it.
pub type ReadVerify = fn(&[OsString]) -> anyhow::Result<Verify>;

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
    /// Their classes.
    pub classes: Vec<Material>,
    /// What they hold.
    pub wanted: Wanted,
    /// How many have them.
    pub oracles: u64,
    /// What is generated for the lines of counterexamples.
    pub wanted_for_lines: Wanted,
}

impl Verifying {
    /// A verification in parts, by a command with absolute paths.
    pub fn new(
        command: &CommandLine,
        shards: u32,
        read: ReadVerify,
        progress: &Progress,
    ) -> anyhow::Result<Self> {
        let words = command.as_words();
        let Some(shard) = Shard::new(1, shards) else {
            bail!("{shards} parts cannot be made");
        };
        let request = read(words)?;
        Ok(Self {
            command: words.iter().map(Argument::new).collect(),
            shards,
            recognizers: verify::recognizers(&request, shard, progress)?,
        })
    }

    /// The request of the whole run.
    fn request(&self, read: ReadVerify) -> anyhow::Result<Verify> {
        let command = CommandLine::new(&[]).words(&self.command);
        read(command.as_words())
    }

    /// The classes, each once.
    pub fn classes(&self) -> anyhow::Result<Vec<Material>> {
        let names = self.recognizers.iter().map(|named| named.class.clone());
        let mut classes = input::classes(&names.collect::<Vec<_>>())?;
        classes.sort();
        Ok(classes)
    }

    /// What jobs generate; none if values come from folders.
    pub fn wanted(&self, read: ReadVerify) -> anyhow::Result<Option<Wanted>> {
        let request = self.request(read)?;
        if !request.each.folders.source.tables.is_empty() {
            return Ok(None);
        }
        let classes = self.classes()?;
        let wanted = classes
            .iter()
            .map(|class| wanted_for_claims(class, request.each.options.fifty_moves));
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
    pub fn asked(&self, class: &Material, read: ReadVerify) -> anyhow::Result<AskedTables> {
        let request = self.request(read)?;
        let mut classes = vec![class.clone()];
        if request.kept() == Keep::Successors {
            classes.extend(class.successors());
        }
        Ok(AskedTables {
            classes,
            wanted: self.wanted(read)?.unwrap_or(Wanted::Wdl),
            oracles: 1 + request.each.folders.against.len() as u64,
            wanted_for_lines: wanted_for_lines(request.each.options.fifty_moves),
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
        (read, progress): (ReadVerify, &Progress),
    ) -> anyhow::Result<Vec<PathBuf>> {
        let files = self.files_of(folder, shard);
        for (place, file) in &files {
            if !self.is_done(*place, shard, file)? {
                let parts = Parts {
                    folder: folder.join(PARTS),
                    command: self.command.clone(),
                    shards: vec![shard],
                    resume: true,
                    go_on: GO_ON,
                };
                let request = self.request(read)?;
                verify::make_parts(&request, &parts, &self.recognizers, slices, progress)?;
                break;
            }
        }
        Ok(files.into_iter().map(|(_, file)| file).collect())
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
    pub fn merge(&self, folder: &Path, this: &CommandLine) -> anyhow::Result<Vec<Report>> {
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
        out.write(&reports, Some(&out.run(this)))?;
        Ok(reports)
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::verify::Request;

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

    /// One folder of slices holds the same of all classes.
    #[test]
    fn six_men_take_other_tables() -> anyhow::Result<()> {
        let both = ["KRvKR", "KNNvKNN"];
        let wanted = |classes, options| of(classes, options).wanted(read);
        assert_eq!(wanted(&both[..1], &[])?, Some(Wanted::Dtz));
        assert_eq!(wanted(&both[1..], &[])?, Some(Wanted::Wdl));
        assert_eq!(wanted(&both, &["--fifty-move"])?, Some(Wanted::Dtz));
        assert_eq!(wanted(&both, &["--tables", "a"])?, None);
        assert!(wanted(&both, &[]).is_err_and(|error| error.to_string().contains("six men")));
        Ok(())
    }

    /// Reads the commands of the tests of this module.
    pub fn read(words: &[OsString]) -> anyhow::Result<Verify> {
        let mut verify = Verify {
            classes: Vec::new(),
            grade: None,
            truth: None,
            host: None,
            is_watched: false,
            each: Request::default(),
        };
        let mut words = words.iter().skip(2).map(|word| word.to_string_lossy());
        while let Some(word) = words.next() {
            match &*word {
                "--quiet" => verify.each.options.quiet = true,
                "--fifty-move" => verify.each.options.fifty_moves = true,
                "--tables" => {
                    let folder = words.next().unwrap_or_default();
                    verify.each.folders.source.tables.push((*folder).into());
                }
                option if option.starts_with("--") => anyhow::bail!("{option}"),
                class => verify.classes.push(class.into()),
            }
        }
        Ok(verify)
    }
}
