//! `drawproof verify --watch`.

use std::{
    error::Error,
    fs,
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use super::{Outcome, refusal, with_rules};

/// Longer than anything here takes, however busy the machine is.
const PATIENCE: Duration = Duration::from_mins(1);

/// The program as it watches a file, ended when this is dropped.
struct Watching {
    child: Child,
    folder: tempfile::TempDir,
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

impl Watching {
    fn begin(rules: &str) -> Result<Self, Box<dyn Error>> {
        let (folder, path) = with_rules(rules)?;
        let output = |name| fs::File::create(folder.path().join(name)).map(Stdio::from);
        let child = Command::new(env!("CARGO_BIN_EXE_drawproof"))
            .args(["verify", "--watch", "--rules", &path])
            .stdout(output("out")?)
            .stderr(output("err")?)
            .spawn()?;
        Ok(Self { child, folder })
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join(name)
    }

    fn said(&self, name: &str) -> Result<String, Box<dyn Error>> {
        Ok(fs::read_to_string(self.path(name))?)
    }

    /// Saves rules as many editors do: another file is put in the place of the
    /// old one.
    fn save(&self, rules: &str) -> Outcome {
        fs::write(self.path("new"), rules)?;
        fs::rename(self.path("new"), self.path("my.rules"))?;
        Ok(())
    }

    /// What is printed by the run of a number, from 1, once it is finished.
    fn run(&mut self, number: usize) -> Result<String, Box<dyn Error>> {
        let begun = Instant::now();
        while self.said("err")?.matches("waiting for a change").count() < number {
            if begun.elapsed() > PATIENCE || self.child.try_wait()?.is_some() {
                return Err(self.said("err")?.into());
            }
            thread::sleep(Duration::from_millis(20));
        }
        let text = self.said("out")?;
        fs::write(self.path("out"), "")?;
        Ok(text.trim_start_matches('\0').into())
    }
}

/// Draws in KRvK: false ones in check, mostly true ones beside the rook.
fn rules(more: &str) -> String {
    format!(
        "recognizer KRK\n\
         draw \"loose\" for weak because \"It is taken.\" \
         when distance(us.king, them.rook) = 1 and distance(them.king, them.rook) > 1\n{more}"
    )
}

#[test]
fn each_save_shows_what_it_gained_and_lost() -> Outcome {
    let mut watching = Watching::begin(&rules(""))?;
    let first = watching.run(1)?;
    assert!(first.contains("PROVEN: no incorrect draw"), "{first}");
    assert!(!first.contains("since the last run"));

    watching.save(&rules(
        "draw \"cornered\" for weak because \"No.\" when us.king in corners\n",
    ))?;
    let second = watching.run(2)?;
    assert!(second.contains("REFUTED"), "{second}");
    assert!(second.contains("since the last run"));
    assert!(second.contains("new draw rule \"cornered\""), "{second}");
    let new = second.lines().find(|line| line.ends_with("are new"));
    let words: Vec<&str> = new.unwrap_or_default().split(' ').collect();
    assert_eq!(words[0], words[2], "{second}");
    // Checkmates are the shortest.
    assert!(second.contains("truth: checkmate on the board"), "{second}");

    // The corners remain incorrect; only the edge is new, and shown.
    watching.save(&rules(
        "draw \"cornered\" for weak because \"No.\" when us.king in corners\n\
         draw \"touched\" for weak because \"No.\" when us.king in file_a & rank_4\n",
    ))?;
    let third = watching.run(3)?;
    let shown = third.lines().filter(|line| line.contains("8/8/"));
    let boards: Vec<&str> = shown.filter(|line| !line.contains("again")).collect();
    assert!(!boards.is_empty(), "{third}");
    assert!(!third.contains("by rule \"cornered\""), "{third}");
    assert!(third.contains("by rule \"touched\""), "{third}");

    watching.save("recognizer KRK\ndraw \"x\n")?;
    assert_eq!(watching.run(4)?, "");
    let errors = watching.said("err")?;
    assert!(errors.contains("this text has no end"), "{errors}");

    // The comparison is with the last run that came to an end.
    watching.save(&rules(""))?;
    let last = watching.run(5)?;
    assert!(last.contains("gone: draw rule \"touched\""), "{last}");
    assert!(last.contains("PROVEN"), "{last}");
    assert!(!last.contains("are new"), "{last}");
    Ok(())
}

#[test]
#[cfg(unix)]
fn stopping_the_watch_is_no_failure() -> Outcome {
    let mut watching = Watching::begin(&rules(""))?;
    watching.run(1)?;
    let pid = watching.child.id().to_string();
    let status = Command::new("kill").args(["-s", "INT", &pid]).status()?;
    assert!(status.success());
    assert_eq!(watching.child.wait()?.code(), Some(0));
    Ok(())
}

#[test]
fn watching_needs_a_file_and_prints_text() -> Outcome {
    for (arguments, expected) in [
        (&["verify", "KRK", "--watch"][..], "--rules <FILE>"),
        (
            &["verify", "--rules", "x", "--watch", "--json"],
            "leave out --json",
        ),
        (
            &["verify", "--rules", "x", "--watch", "--report", "y"],
            "cannot be used with",
        ),
    ] {
        let said = refusal(arguments)?;
        assert!(said.contains(expected), "{said}");
    }
    assert!(!Path::new("y").exists());
    Ok(())
}

/// A file that the rules use counts as one of theirs.
#[test]
fn files_that_are_used_are_watched() -> Outcome {
    let mut watching = Watching::begin(
        "recognizer KRNK\nuse KNK \"knk.rules\"\n\
         draw \"falls\" for weak because \"No.\" when any capture m by us of them.rook : drawn\n",
    )?;
    // Not there yet.
    let waits = Instant::now();
    while !watching.said("err")?.contains("waiting for a change") {
        assert!(waits.elapsed() < PATIENCE);
        thread::sleep(Duration::from_millis(20));
    }
    let path = watching.path("knk.rules");
    let knk = |condition: &str| {
        let text = format!("recognizer KNK\ndraw \"x\" because \"No.\" when {condition}\n");
        fs::write(&path, text)
    };
    knk("strong.knight in edge")?;
    let rules = fs::read_to_string(watching.path("my.rules"))?;
    watching.save(&(rules + "# Saved.\n"))?;
    let first = watching.run(2)?;
    assert!(first.contains("the rules ask KNvK by"), "{first}");
    knk("true")?;
    let second = watching.run(3)?;
    assert!(second.contains("since the last run"), "{second}");
    Ok(())
}
