//! `examples/engines/run`: what it says where something is missing, and with a checkout made for
//! the test.

use std::{
    error::Error,
    fs,
    path::Path,
    process::{Command, Output},
};

use tempfile::TempDir;

type Outcome = Result<(), Box<dyn Error>>;

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/engines/run");

fn run(folder: &Path, arguments: &[&str]) -> std::io::Result<Output> {
    Command::new("python3")
        .arg(SCRIPT)
        .args(arguments)
        .current_dir(folder)
        .output()
}

/// A folder, if there is what the script needs before it looks at its arguments.
fn workshop() -> std::io::Result<Option<TempDir>> {
    let needs = "import chess.syzygy, tomllib";
    let can = Command::new("python3").args(["-c", needs]).output();
    let has_git = Command::new("git").arg("--version").output().is_ok();
    if !has_git || !can.is_ok_and(|can| can.status.success()) {
        eprintln!("skipped: there is no git, or no Python 3.11 with python-chess");
        return Ok(None);
    }
    tempfile::tempdir().map(Some)
}

/// The script ends with 2, and the last line of what it says contains this.
fn is_refused(output: &Output, words: &str) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    let last = said.trim_end().lines().last().unwrap_or_default();
    assert!(last.contains(words), "{words:?} is not in {said:?}");
    assert!(!said.contains("Traceback"), "{said}");
}

/// A repository with one commit.
fn checkout(folder: &Path) -> Outcome {
    fs::create_dir_all(folder)?;
    fs::write(folder.join("engine.c"), "int main(void) { return 0; }\n")?;
    let who = [
        "-c",
        "user.name=nobody",
        "-c",
        "user.email=nobody@localhost",
    ];
    let commit = [&who[..], &["commit", "-q", "-m", "Begin"]].concat();
    for arguments in [&["init", "-q"][..], &["add", "."], &commit] {
        let git = Command::new("git")
            .args(arguments)
            .current_dir(folder)
            .output()?;
        let said = String::from_utf8_lossy(&git.stderr);
        assert!(git.status.success(), "git {arguments:?}: {said}");
    }
    Ok(())
}

#[test]
fn what_is_missing_is_said() -> Outcome {
    let Some(workshop) = workshop()? else {
        return Ok(());
    };
    let folder = workshop.path();
    let required = "the following arguments are required: engine, checkout, --syzygy";
    is_refused(&run(folder, &[])?, required);
    let required = "the following arguments are required: --syzygy";
    is_refused(&run(folder, &["weiss", "."])?, required);
    let options = ["--syzygy", ".", "--out", "out"];
    let unknown = run(folder, &[&["nobody", "."], &options[..]].concat())?;
    is_refused(&unknown, "nobody/engine.toml");
    let nowhere = run(folder, &[&["weiss", "nowhere"], &options[..]].concat())?;
    is_refused(&nowhere, "nowhere");
    assert!(!folder.join("out").exists());
    Ok(())
}

#[test]
fn another_commit_is_refused() -> Outcome {
    let Some(workshop) = workshop()? else {
        return Ok(());
    };
    let folder = workshop.path();
    checkout(&folder.join("weiss"))?;
    let options = ["weiss", "weiss", "--syzygy", ".", "--out", "out"];
    let described = "but Weiss is described at 60c513742276cc6696e0615a06a10016bcdd0e6d";
    is_refused(&run(folder, &options)?, described);
    assert!(!folder.join("out").exists());
    // A folder that is no repository; git must not find one around it.
    fs::create_dir(folder.join("plain"))?;
    let options = ["weiss", "plain", "--syzygy", ".", "--out", "out"];
    is_refused(&run(folder, &options)?, "not a git repository");
    Ok(())
}

/// A description of an engine of one file, whose build shows what has been inserted, and fails.
fn describe(folder: &Path, commit: &str) -> Outcome {
    let tiny = folder.join("tiny");
    fs::create_dir_all(&tiny)?;
    fs::create_dir_all(folder.join("log"))?;
    fs::copy(SCRIPT, folder.join("run"))?;
    fs::write(folder.join("log/log.c"), "/* the log */\n")?;
    fs::write(
        tiny.join("glue.c"),
        "int ask(void) { return probe_draw(0); }\n",
    )?;
    let description = format!(
        "name = \"Tiny\"\ncommit = \"{commit}\"\nlanguage = \"c\"\nrules = \"rules/draws.c\"\n\
         glue = \"glue.c\"\nbuild = \"cat *.c */*.c >&2; exit 3\"\nprogram = [\"tiny\"]\n\
         [[measure]]\nfile = \"engine.c\"\nafter = 1\ntext = \"/* measured */\"\n\
         [[insert]]\nfile = \"engine.c\"\nafter = 0\ntext = \"/* inserted */\"\n"
    );
    fs::write(tiny.join("engine.toml"), description)?;
    // It writes the last file that is named.
    let drawproof = "for last; do :; done\necho '/* rules */' > \"$last\"\n";
    Ok(fs::write(folder.join("drawproof"), drawproof)?)
}

#[test]
fn a_build_that_fails_is_said() -> Outcome {
    let Some(workshop) = workshop()? else {
        return Ok(());
    };
    let folder = workshop.path();
    let engine = folder.join("engine");
    checkout(&engine)?;
    let head = Command::new("git")
        .args(["rev-parse", "HEAD"])
        .current_dir(&engine)
        .output()?;
    describe(folder, String::from_utf8(head.stdout)?.trim())?;
    let output = Command::new("python3")
        .args(["run", "tiny", "engine", "--syzygy", ".", "--out", "out"])
        .args([
            "--drawproof",
            &format!("sh {}", folder.join("drawproof").display()),
        ])
        .current_dir(folder)
        .output()?;
    // The engine as it is comes first.
    is_refused(&output, "");
    let said = String::from_utf8(output.stderr)?;
    assert!(
        said.contains("/* measured */") && !said.contains("inserted"),
        "{said}"
    );
    // The other copy has all that was to be put into it.
    let after = folder.join("out/tiny/after");
    let rules = fs::read_to_string(after.join("rules/draws.c"))?;
    assert_eq!(rules, "\n/* rules */\n/* the log */\n");
    let glue = fs::read_to_string(after.join("glue.c"))?;
    assert_eq!(glue, "int ask(void) { return probe_draw_logged(0); }\n");
    let changed = fs::read_to_string(after.join("engine.c"))?;
    assert_eq!(changed, "/* inserted */\nint main(void) { return 0; }\n");
    // Nothing was written into the checkout.
    let original = fs::read_to_string(engine.join("engine.c"))?;
    assert_eq!(original, "int main(void) { return 0; }\n");
    Ok(())
}
