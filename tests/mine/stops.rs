//! `drawproof mine` when it is stopped, or cannot write its result.

use std::{
    error::Error,
    fs,
    path::Path,
    process::{Child, Output, Stdio},
    time::Duration,
};

use super::{Outcome, QUICK, drawproof, folder, text};

/// The first Ctrl-C ends the search, not the program.
#[test]
fn ended_early() -> Outcome {
    let folder = folder()?;
    for seconds in [1, 4, 16] {
        let run = std::process::Command::new(assert_cmd::cargo::cargo_bin("drawproof"))
            .current_dir(folder.path())
            .args("mine KRKN --vocabulary krkn.vocabulary --effort 1000000".split(' '))
            .args("--budget 8 --max-draws 20000 --out mined.rules".split(' '))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        std::thread::sleep(Duration::from_secs(seconds));
        std::process::Command::new("kill")
            .args(["-INT", &run.id().to_string()])
            .status()?;
        let output = run.wait_with_output()?;
        if output.status.code() != Some(0) {
            // Nothing had been found yet.
            continue;
        }
        assert!(text(&output.stderr).contains("finishing with the best so far"));
        assert!(text(&output.stdout).contains("the search was stopped early"));
        let rules = fs::read_to_string(folder.path().join("mined.rules"))?;
        assert!(rules.contains("# The search was stopped early"), "{rules}");
        return Ok(());
    }
    Err("it did not end with what it had found".into())
}

/// Starts `drawproof mine` with an endless search.
fn start(folder: &Path, arguments: &str) -> Result<Child, Box<dyn Error>> {
    let run = std::process::Command::new(assert_cmd::cargo::cargo_bin("drawproof"))
        .current_dir(folder)
        .arg("mine")
        .args(arguments.split_whitespace())
        .args("--max-draws 20000".split(' '))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    Ok(run)
}

/// Sends a run two signals to end.
fn stop_twice(run: Child) -> Result<Output, Box<dyn Error>> {
    for _ in 0..2 {
        std::process::Command::new("kill")
            .arg(run.id().to_string())
            .status()?;
        std::thread::sleep(Duration::from_millis(20));
    }
    Ok(run.wait_with_output()?)
}

/// Waits until a file exists.
fn wait_for(path: &Path) -> Result<String, Box<dyn Error>> {
    for _ in 0..6000 {
        if let Ok(text) = fs::read_to_string(path) {
            return Ok(text);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    Err(format!("{} is not written", path.display()).into())
}

#[test]
fn a_second_stop_keeps_what_was_found() -> Outcome {
    let folder = folder()?;
    let endless = "KRKN --vocabulary krkn.vocabulary --effort 1000000 --budget 8";
    let kept = folder.path().join("mined.rules.unverified");
    for seconds in [1, 2, 4, 8, 16, 32] {
        let into_file = start(folder.path(), &format!("{endless} --out mined.rules"))?;
        let printed = start(folder.path(), endless)?;
        std::thread::sleep(Duration::from_secs(seconds));
        let into_file = stop_twice(into_file)?;
        let printed = stop_twice(printed)?;
        // Nothing had been found yet, or everything was done before the second
        // one.
        if [&into_file, &printed]
            .iter()
            .any(|run| run.status.code() != Some(130))
        {
            continue;
        }
        let had_nothing = |run: &Output| text(&run.stderr).contains("nothing was found");
        if had_nothing(&into_file) || had_nothing(&printed) {
            continue;
        }
        // It was verified and printed, and only ending was left.
        if text(&printed.stdout).contains("no incorrect draw") || !kept.exists() {
            continue;
        }
        let said = text(&into_file.stderr);
        assert!(said.contains("mined.rules.unverified"), "{said}");
        assert!(!folder.path().join("mined.rules").exists());
        for rules in [fs::read_to_string(&kept)?, text(&printed.stdout)] {
            assert!(rules.starts_with("# NOT VERIFIED"), "{rules}");
            assert!(rules.contains("#   drawproof mine KRKN --form list --budget 8rules"));
        }
        let verified = drawproof(folder.path(), "verify --rules mined.rules.unverified")?;
        assert_eq!(
            verified.status.code(),
            Some(0),
            "{}",
            text(&verified.stderr)
        );
        // Nothing else is left behind.
        assert_eq!(fs::read_dir(folder.path())?.count(), 3);
        return Ok(());
    }
    Err("nothing was kept".into())
}

#[test]
fn the_frontier_is_written_as_it_is_found() -> Outcome {
    let folder = folder()?;
    let path = |name: &str| folder.path().join(name);
    let arguments = "KRKR --vocabulary krkr.vocabulary --frontier --effort 0.1";
    let files = format!("{arguments} --csv points.csv --svg plot.svg");
    let mut killed = start(folder.path(), &files)?;
    // The plot comes after the table.
    wait_for(&path("plot.svg"))?;
    assert_eq!(killed.try_wait()?, None);
    killed.kill()?;
    let killed = killed.wait_with_output()?;
    assert_eq!(text(&killed.stdout), "");
    // The file is complete, with the first of a dozen recognizers.
    let csv = fs::read_to_string(path("points.csv"))?;
    assert!(
        csv.ends_with('\n') && (2..6).contains(&csv.lines().count()),
        "{csv}"
    );
    let plot = fs::read_to_string(path("plot.svg"))?;
    assert!(plot.trim_end().ends_with("</svg>"), "{plot}");

    fs::remove_file(path("points.csv"))?;
    let stopped = start(folder.path(), &files)?;
    wait_for(&path("points.csv"))?;
    let stopped = stop_twice(stopped)?;
    let table = text(&stopped.stdout);
    assert!(
        matches!(stopped.status.code(), Some(0 | 130)),
        "{stopped:?}"
    );
    assert!(table.contains("\nlist  "), "{table}");
    Ok(())
}

/// Rules that took hours to find are not lost if the disk is full: no file can take a byte here.
#[test]
fn rules_that_cannot_be_written_are_printed() -> Outcome {
    let folder = folder()?;
    let arguments = "mine KRKN --vocabulary krkn.vocabulary --budget 6 --out mined.rules";
    let output = std::process::Command::new("bash")
        .args(["-c", "ulimit -f 0; exec \"$0\" \"$@\""])
        .arg(assert_cmd::cargo::cargo_bin("drawproof"))
        .args(arguments.split(' '))
        .args(QUICK)
        .current_dir(folder.path())
        .output()?;
    assert_eq!(output.status.code(), Some(2));
    let (rules, said) = (text(&output.stdout), text(&output.stderr));
    assert!(
        rules.starts_with("# KRvKN: a list of havens and dangers"),
        "{rules}"
    );
    assert!(said.contains("error: cannot write mined.rules"), "{said}");
    assert!(said.contains("PROVEN: no incorrect draw"), "{said}");
    fs::write(folder.path().join("printed.rules"), rules)?;
    let output = drawproof(folder.path(), "verify --rules printed.rules")?;
    assert_eq!(output.status.code(), Some(0));
    Ok(())
}
