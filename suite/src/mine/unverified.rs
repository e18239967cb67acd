//! Rules found so far when the search is stopped at once.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use drawproof_tables::VisibleName;

use crate::{output_file::OutputFile, progress::Progress};

/// Rules before they are verified.
#[derive(Clone, Default)]
pub struct AtHand(Arc<Mutex<Option<String>>>);

impl AtHand {
    /// Replaces the kept rules and their heading.
    pub fn put(&self, heading: &str, rules: &str) {
        let text = format!(
            "# NOT VERIFIED: stopped before these rules were asked about every position.\n\
             # What they claim may be wrong.\n{heading}{rules}"
        );
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(text);
    }

    /// Writes them next to the file for proven rules, or prints them if there
    /// is none.
    pub fn save(&self, out: Option<&Path>, print: fn(&str), progress: &Progress) {
        let rules = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(rules) = rules else {
            return progress.say("nothing was found");
        };
        if let Some(path) = out.map(beside) {
            match write(&path, &rules) {
                Ok(()) => {
                    return progress.say(&format!(
                        "{} has the rules found so far, not verified",
                        path.shown()
                    ));
                }
                Err(error) => progress.say(&format!("error: {error:#}")),
            }
        }
        print(&rules);
    }
}

/// The path for unverified rules.
fn beside(out: &Path) -> PathBuf {
    let mut name = OsString::from(out);
    name.push(".unverified");
    name.into()
}

fn write(path: &Path, rules: &str) -> anyhow::Result<()> {
    let file = OutputFile::create(path)?;
    file.finish(|file| Ok(file.write_all(rules.as_bytes())?))
}
