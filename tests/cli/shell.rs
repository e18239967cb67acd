//! Completions and man pages, generated from the definition of the command
//! line.

use std::fs;

use super::{Outcome, drawproof, refusal, stdout};

/// Commands that people use.
const COMMANDS: &[&str] = &[
    "verify",
    "prove",
    "check-certificate",
    "merge",
    "report",
    "mine",
    "export",
    "generate",
    "convert",
    "plan",
    "work",
    "probe",
    "explain",
    "stats",
    "games",
    "serve",
    "check",
    "man",
];

#[test]
fn completions_know_commands_and_options() -> Outcome {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let output = drawproof(&["completions", shell])?;
        assert_eq!(output.status.code(), Some(0), "{shell}");
        let script = stdout(&output);
        for word in COMMANDS.iter().chain(&["trust-files", "second-look"]) {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    assert!(refusal(&["completions", "tcsh"])?.contains("possible values: bash"));
    Ok(())
}

/// One page for each visible command, and for its subcommands.
#[test]
fn every_command_has_a_man_page() -> Outcome {
    let folder = tempfile::tempdir()?;
    let out = folder.path().join("man");
    let output = drawproof(&["man", "--out", &out.display().to_string()])?;
    assert_eq!(output.status.code(), Some(0));
    let mut names: Vec<String> = fs::read_dir(&out)?
        .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
        .collect::<std::io::Result<_>>()?;
    names.sort();
    let more = ["completions", "export-rules", "export-table"];
    let pages = COMMANDS.iter().chain(&more);
    let pages = pages.map(|command| format!("drawproof-{command}.1"));
    let mut expected: Vec<String> = pages.chain(["drawproof.1".into()]).collect();
    expected.sort();
    assert_eq!(names, expected);
    let page = fs::read_to_string(out.join("drawproof-verify.1"))?;
    for said in ["\\-\\-against", "every legal position", "KRKR"] {
        assert!(page.contains(said), "{said}");
    }
    Ok(())
}
