//! A verification in parts: each in a file of its own, on any machine.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use anyhow::{Context, bail};
use drawproof_system::read_regular;
use drawproof_tables::{Material, PartialFile, VisibleName};
use drawproof_verify::{
    Argument, Findings, Header, Part, PartFault, Place, Run, Shard, Verification,
};
use serde::Serialize;

use super::{opened::IsUnchanged, run::Run as RecognizerRun};
use crate::{interrupt, output_file::OutputFile, parts::SUFFIX, progress::Progress};

/// Which parts are made, and where.
#[derive(Clone, Debug)]
pub struct Parts {
    /// The folder.
    pub folder: PathBuf,
    /// The command of the whole run.
    pub command: Vec<Argument>,
    /// The parts of each recognizer.
    pub shards: Vec<Shard>,
    /// Whether complete parts that are in the folder are kept.
    pub resume: bool,
    /// How to continue after a stop.
    pub go_on: &'static str,
}

/// Checks whether parts can be made, and prepares their folder.
pub fn begin<'a>(
    parts: &'a Parts,
    runs: &[RecognizerRun],
    is_unchanged: IsUnchanged<'a>,
) -> anyhow::Result<Work<'a>> {
    let work = Work {
        parts,
        of: runs.len(),
        is_unchanged,
    };
    work.check(runs)?;
    prepare(&parts.folder, parts.go_on)?;
    work.refuse_old_parts(runs)?;
    Ok(work)
}

/// The name of the file of a part: KRvKR-3-of-8.part.json, preceded by the number of
/// the recognizer, from 1, if there are several, which may share a class.
pub fn file_name(recognizer: Place, class: &str, shard: Shard) -> String {
    let which = match recognizer.of {
        1 => String::new(),
        _ => format!("{}-", recognizer.number),
    };
    let of = shard.of().to_string();
    let (number, width) = (shard.number(), of.len());
    format!("{which}{class}-{number:0width$}-of-{of}{SUFFIX}")
}

/// Prepares a folder for parts.
fn prepare(folder: &Path, go_on: &'static str) -> anyhow::Result<()> {
    let failed = || format!("cannot write parts to {}", folder.shown());
    if folder.exists() && !folder.is_dir() {
        bail!("{}: it is a file; name a folder", failed());
    }
    fs::create_dir_all(folder).with_context(failed)?;
    interrupt::keep_clean(folder.into(), go_on);
    // Find an unwritable folder before long work starts. Report the system's
    // reason without the name of the temporary file.
    let writable = PartialFile::create(folder).map_err(|error| io::Error::from(error.kind()));
    drop(writable.with_context(failed)?);
    Ok(())
}

/// The work to do.
pub struct Work<'a> {
    parts: &'a Parts,
    /// How many recognizers there are.
    of: usize,
    /// Whether the libraries are unchanged since they were opened.
    is_unchanged: IsUnchanged<'a>,
}

/// The result for one part.
#[derive(Serialize)]
pub struct PartMade {
    /// The class.
    pub material: String,
    /// The part.
    pub shard: Shard,
    /// The file.
    pub file: PathBuf,
    /// What became of it.
    pub state: PartState,
}

/// What became of a part.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PartState {
    /// It was made now.
    Written,
    /// It was made before.
    Kept,
}

impl Work<'_> {
    /// Does it.
    pub fn all(&self, runs: Vec<RecognizerRun>) -> anyhow::Result<Vec<PartMade>> {
        let mut lines = Vec::new();
        for (at, run) in runs.into_iter().enumerate() {
            lines.extend(self.recognizer(at, run)?);
        }
        Ok(lines)
    }

    /// Refuses more shards than possible, before any table is generated.
    fn check(&self, runs: &[RecognizerRun]) -> anyhow::Result<()> {
        for run in runs {
            if let Some(shard) = self.parts.shards.first() {
                shard.check(run.class(), run.units()?)?;
            }
        }
        Ok(())
    }

    fn refuse_old_parts(&self, runs: &[RecognizerRun]) -> anyhow::Result<()> {
        if self.parts.resume {
            return Ok(());
        }
        let runs = runs.iter().enumerate();
        let all = runs.flat_map(|(at, run)| self.parts.shards.iter().map(move |s| (at, run, *s)));
        for file in all.map(|(at, run, shard)| self.file(at, run.class(), shard)) {
            if file.exists() {
                bail!(
                    "{} already exists; add --resume to keep the parts that are there, or name another folder",
                    file.shown()
                );
            }
        }
        Ok(())
    }

    /// What all parts of one recognizer share.
    fn run_of(&self, at: usize, run: &RecognizerRun) -> Run {
        Run {
            program: env!("CARGO_PKG_VERSION").into(),
            command: self.parts.command.clone(),
            recognizer: self.place(at),
            shown: run.shown(),
        }
    }

    /// The place of a recognizer.
    fn place(&self, at: usize) -> Place {
        Place {
            number: at as u32 + 1,
            of: self.of as u32,
        }
    }

    /// The path of a part.
    fn file(&self, at: usize, class: &Material, shard: Shard) -> PathBuf {
        let name = file_name(self.place(at), &class.to_string(), shard);
        self.parts.folder.join(name)
    }

    /// Runs all shards of one recognizer.
    fn recognizer(&self, at: usize, mut run: RecognizerRun) -> anyhow::Result<Vec<PartMade>> {
        run.prepare()?;
        let verification = run.verification()?;
        let oracles = verification.oracle_records()?;
        let run_of = self.run_of(at, &run);
        let mut lines = Vec::new();
        for &shard in &self.parts.shards {
            let header = verification.header(&run_of, shard, &oracles)?;
            let file = self.file(at, run.class(), shard);
            let state = if self.parts.resume && is_done(&file, &header, run.progress())? {
                PartState::Kept
            } else {
                let part = part(&run, &verification, header)?;
                (self.is_unchanged)()?;
                write(&file, &part)?;
                PartState::Written
            };
            lines.push(PartMade {
                material: run.class().to_string(),
                shard,
                file,
                state,
            });
        }
        Ok(lines)
    }
}

/// Runs one shard.
fn part(run: &RecognizerRun, verification: &Verification, header: Header) -> anyhow::Result<Part> {
    let shard = header.shard;
    let units = shard.units(verification.units());
    let (class, number, of) = (run.class(), shard.number(), shard.of());
    let label = format!("verifying {class}, part {number} of {of}");
    let bar = run.progress().bar(label, Some(units.len() as u64));
    let tally = verification.run(units.clone(), &|units| bar.inc(units));
    drop(bar);
    let tally = tally?;
    let is_wrong = !tally.examples().is_empty();
    let (tally, _) = run.nearest(units, tally, is_wrong)?;
    let examples = run.examples(&tally.examples())?;
    Ok(Part {
        header,
        findings: Findings::new(tally, &examples, class),
        size: if number == 1 { run.size()? } else { None },
    })
}

/// Whether a file is the part to make. A damaged one is made again; one of
/// another run is not overwritten.
fn is_done(file: &Path, header: &Header, progress: &Progress) -> anyhow::Result<bool> {
    let name = file.shown();
    let bytes = match read_regular(file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        result => result.with_context(|| format!("cannot read the part {name}"))?,
    };
    let part = match Part::from_bytes(&bytes) {
        Ok(part) => part,
        Err(PartFault::Damaged(reason)) => {
            progress.say(&format!("{name} is damaged and is made again: {reason}"));
            return Ok(false);
        }
        Err(fault) => bail!("{name}: {fault}"),
    };
    let another = "name another folder, or remove it";
    if let Some(misfit) = part.header.misfit(header) {
        let [found, expected] = &misfit.values;
        let what = misfit.what;
        bail!(
            "{name} is a part of another run: it differs in the {what} ({found}, here {expected}); {another}"
        );
    }
    let (found, expected) = (part.header.shard, header.shard);
    if found != expected {
        bail!("{name} holds part {found}, not {expected}; {another}");
    }
    Ok(true)
}

/// Writes a part completely, or not at all.
fn write(file: &Path, part: &Part) -> anyhow::Result<()> {
    let bytes = part.to_bytes()?;
    interrupt::undisturbed(|| {
        let output = OutputFile::create(file)?;
        output.finish(|output| Ok(output.write_all(&bytes)?))
    })
}
