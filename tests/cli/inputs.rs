//! Files named as inputs that cannot be inputs.

use std::{path::Path, process::Output, time::Duration};

use assert_cmd::Command;

use super::Outcome;

/// Runs a command that must not block.
fn at_once(arguments: &[&str]) -> Result<Output, Box<dyn std::error::Error>> {
    let mut command = Command::cargo_bin("drawproof")?;
    let command = command.args(arguments).timeout(Duration::from_secs(20));
    Ok(command.output()?)
}

fn pipe(path: &Path) -> Outcome {
    let made = std::process::Command::new("mkfifo").arg(path).status()?;
    assert!(made.success());
    Ok(())
}

/// Nothing writes to these pipes: a program that opened one would wait forever.
#[cfg(unix)]
#[test]
fn pipes_and_devices_are_refused() -> Outcome {
    let folder = tempfile::tempdir()?;
    let here = folder.path().display().to_string();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let [syzygy, gaviota] = ["syzygy", "gaviota"].map(path);
    for folder in [&syzygy, &gaviota] {
        std::fs::create_dir(folder)?;
    }
    for name in [
        "a.rules",
        "KRvKR.part.json",
        "KNvK.dpw",
        "syzygy/KQvK.rtbw",
        "gaviota/kqk.gtb.cp4",
    ] {
        pipe(Path::new(&path(name)))?;
    }
    let fen = "8/8/8/8/8/2k5/8/KR6 w - - 0 1";
    let rules = path("a.rules");
    let queen = "8/8/8/8/k7/8/8/KQ6 w - - 0 1";
    let page = path("page");
    // A device of its own: others may have been replaced by files.
    let terminal = nix::pty::openpty(None, None)?;
    let device = nix::unistd::ttyname(&terminal.slave)?.display().to_string();
    for arguments in [
        &["verify", "--rules", &rules][..],
        &["verify", "--rules", &device],
        &["verify", "KRKR", "--library", &rules],
        &["mine", "KRKR", "--vocabulary", &rules],
        &["mine", "KRKR", "--vocabulary", &device],
        &["mine", "KRKR", "--start", &rules],
        &["export", "rules", "--lang", "c", "--rules", &rules],
        &["explain", fen, "--rules", &rules],
        &["games", &rules, "--class", "KRKR"],
        &["games", &device, "--class", "KRKR"],
        &["merge", &rules],
        &["merge", &here],
        &["report", &rules, "--out", &page],
        &["report", "--compare", &rules, &rules],
        &["check", "--tables", &here],
        &["generate", "KNK", "--out", &here],
        &["probe", queen, "--against", &syzygy],
        &["probe", queen, "--against", &gaviota],
    ] {
        let output = at_once(arguments)?;
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        let named = ["it is a pipe", "it is a device"];
        assert!(
            named.iter().any(|what| said.contains(what)),
            "{arguments:?}: {said}"
        );
        let name = arguments.iter().any(|of| said.contains(of));
        assert!(name || said.contains(&here), "{arguments:?}: {said}");
    }
    Ok(())
}

/// Games come from standard input under either of its names.
#[test]
fn games_from_standard_input() -> Outcome {
    let games = "[Result \"*\"]\n[SetUp \"1\"]\n[FEN \"8/8/8/8/8/1k6/r7/2KR4 w - - 0 1\"]\n\n*\n";
    for name in ["-", "/dev/stdin"] {
        let mut command = Command::cargo_bin("drawproof")?;
        let output = command
            .args(["games", name, "--class", "KRKR"])
            .write_stdin(games)
            .output()?;
        assert_eq!(output.status.code(), Some(0));
        assert!(super::stdout(&output).contains("1 game"), "{output:?}");
    }
    Ok(())
}
