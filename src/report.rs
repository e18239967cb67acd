//! `drawproof report`, and the folders that hold a report in every form.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
    time::{Instant, SystemTime},
};

use anyhow::{Context, bail};
use drawproof_reports::{
    Changes, JSON_FILE, PAGE_FILE, Report, RunRow, changes_text, files, read, schema,
};
use drawproof_system::read_regular;
use drawproof_tables::{VisibleName, new_part};

use crate::{
    Outcome, args,
    command_line::shell_word,
    interrupt,
    output::{self, OutputFile},
    show,
};

pub fn run(arguments: &args::Report, as_json: bool) -> anyhow::Result<Outcome> {
    if arguments.schema {
        output::print(&(schema()? + "\n"))?;
        return Ok(Outcome::Proven);
    }
    if let Some([old, new]) = arguments.compare.as_deref() {
        return compare(old, new, as_json);
    }
    let Some(out) = &arguments.out else {
        bail!("name a folder for the page with --out DIR");
    };
    let folder = ReportFolder::begin(out)?;
    let mut reports = Vec::new();
    for file in &arguments.files {
        reports.extend(reports_in(file)?);
    }
    folder.write(&reports, None)?;
    if as_json {
        output::print_json(&reports)?;
    }
    Ok(show::outcome(&reports))
}

/// What a change gained and lost.
fn compare(old: &Path, new: &Path, as_json: bool) -> anyhow::Result<Outcome> {
    let [old, new] = [reports_in(old)?, reports_in(new)?];
    let changes = Changes::between(&old, &new);
    if as_json {
        output::print_json(&changes)?;
    } else {
        output::print(&changes_text(&changes))?;
    }
    Ok(match show::outcome(&new) {
        Outcome::Proven if !changes.are_comparable() => Outcome::Unchecked,
        outcome => outcome,
    })
}

/// The reports of a JSON file, or of a folder that has one.
fn reports_in(path: &Path) -> anyhow::Result<Vec<Report>> {
    let file = if path.is_dir() {
        path.join(JSON_FILE)
    } else {
        path.to_path_buf()
    };
    let name = file.shown();
    let bytes = read_regular(&file).with_context(|| format!("cannot read the report {name}"))?;
    let text = String::from_utf8(bytes)
        .with_context(|| format!("{name} is no report: it is not UTF-8 text"))?;
    let reports = read(&text).with_context(|| {
        format!("{name} is no report; expected what drawproof verify --json prints")
    })?;
    if reports.is_empty() {
        bail!("{name} has no report in it");
    }
    Ok(reports)
}

/// A folder for reports in every form, created before long work starts.
pub struct ReportFolder {
    path: PathBuf,
    began: (SystemTime, Instant),
}

impl ReportFolder {
    /// Prepares the folder.
    pub fn begin(path: &Path) -> anyhow::Result<Self> {
        let failed = || format!("cannot write the report to {}", path.shown());
        if path.exists() && !path.is_dir() {
            bail!("{}: it is a file; name a folder", failed());
        }
        if path.join(PAGE_FILE).exists() && !path.join(JSON_FILE).exists() {
            let failed = failed();
            bail!(
                "{failed}: its {PAGE_FILE} is no report's, there is no {JSON_FILE}; name another folder"
            );
        }
        fs::create_dir_all(path).with_context(failed)?;
        interrupt::keep_clean(path.into(), "");
        // Report the system's reason without the name of the temporary file.
        let writable = new_part(path).map_err(|error| io::Error::from(error.kind()));
        drop(writable.with_context(failed)?);
        Ok(Self {
            path: path.into(),
            began: (SystemTime::now(), Instant::now()),
        })
    }

    /// How this run was made, up to now.
    pub fn run(&self) -> RunRow {
        let words = env::args_os().skip(1).map(shell_word);
        let (began, since) = self.began;
        RunRow {
            command: ["drawproof".into()]
                .into_iter()
                .chain(words)
                .collect::<Vec<String>>()
                .join(" "),
            began,
            took: since.elapsed(),
            threads: rayon::current_num_threads(),
        }
    }

    /// Writes all forms, each file completely.
    pub fn write(&self, reports: &[Report], run: Option<&RunRow>) -> anyhow::Result<()> {
        for (name, text) in files(reports, run) {
            let text = text.map_err(anyhow::Error::from_boxed)?;
            let file = OutputFile::create(&self.path.join(name))?;
            file.finish(|file| Ok(file.write_all(text.as_bytes())?))?;
        }
        Ok(())
    }
}
