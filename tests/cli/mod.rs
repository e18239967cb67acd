//! The program as its users run it.

mod endings;
mod helpmate;
mod inputs;
mod jobs;
mod limits;
mod mates;
mod parts;
mod positions;
mod prove;
mod proven;
mod rules;
mod shell;
mod syzygy;
mod tables;
mod trust;
mod verify;
mod watch;

use std::{collections::BTreeSet, error::Error, fs, process::Output};

use assert_cmd::Command;
use drawproof_recognizers::builtin;
use shakmaty::{CastlingMode, Chess, fen::Fen};

type Outcome = Result<(), Box<dyn Error>>;

fn drawproof(arguments: &[&str]) -> Result<Output, Box<dyn Error>> {
    Ok(Command::cargo_bin("drawproof")?.args(arguments).output()?)
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Runs a command that cannot check, and returns its message.
fn refusal(arguments: &[&str]) -> Result<String, Box<dyn Error>> {
    let output = drawproof(arguments)?;
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    let message = String::from_utf8_lossy(&output.stderr);
    Ok(message.replace(&built_in_classes(), "[the built-in classes]"))
}

/// The classes that built-in rules are for, as a message lists them.
fn built_in_classes() -> String {
    let classes = builtin().iter().map(|of| of.material().to_string());
    let classes: BTreeSet<String> = classes.collect();
    Vec::from_iter(classes).join(", ")
}

/// A folder with a rule file that contains `rules`.
fn with_rules(rules: &str) -> Result<(tempfile::TempDir, String), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("my.rules");
    fs::write(&path, rules)?;
    let path = path.display().to_string();
    Ok((folder, path))
}

fn position(fen: &str) -> Result<Chess, Box<dyn Error>> {
    let position = fen.parse::<Fen>()?.into_position(CastlingMode::Standard);
    Ok(position.or_else(shakmaty::PositionError::ignore_impossible_check)?)
}

#[test]
fn probe() -> Outcome {
    let output = drawproof(&["probe", "8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1"])?;
    assert_eq!(output.status.code(), Some(0));
    insta::assert_snapshot!(stdout(&output));
    // Black is the stronger side, and no rule is built in.
    let output = drawproof(&["probe", "8/8/8/8/8/k7/1q6/K7 w - - 0 1"])?;
    assert!(stdout(&output).contains("checkmated"));
    Ok(())
}

#[test]
fn probe_tells_the_rule() -> Outcome {
    let output = drawproof(&["probe", "8/8/8/8/8/1R6/6r1/K1k5 w - - 0 1"])?;
    assert_eq!(output.status.code(), Some(0));
    let text = stdout(&output);
    assert!(text.contains("own tables: win, mate 37, zeroing"));
    assert!(text.contains("rules: no claim, by \""));
    Ok(())
}

/// A false claim and contradicting tables are named, not only by the exit code.
#[test]
fn probe_marks_false_claims() -> Outcome {
    let wrong = "recognizer KBKN\ndraw \"minor against minor\" because \"x\" when not in_check\n";
    let (_folder, path) = with_rules(wrong)?;
    for (fen, status, said) in [
        (
            "8/8/8/8/8/8/B7/K1k1n3 b - - 0 1",
            1,
            "rules: REFUTED: draw, by",
        ),
        ("8/8/8/8/8/8/B7/K1k4n b - - 0 1", 0, "rules: draw, by"),
    ] {
        let output = drawproof(&["probe", fen, "--rules", &path])?;
        assert_eq!(output.status.code(), Some(status), "{fen}");
        assert!(stdout(&output).contains(said), "{}", stdout(&output));
    }
    Ok(())
}

#[test]
fn stats() -> Outcome {
    let output = drawproof(&["stats", "KRK"])?;
    assert_eq!(output.status.code(), Some(0));
    insta::assert_snapshot!(stdout(&output));
    Ok(())
}

#[test]
fn refused_classes_and_positions() -> Outcome {
    let said: Vec<String> = [
        &["verify", "KXKR"][..],
        &["verify", "KQKB"],
        &["stats", "KQQPPKP"],
        &["stats", "KK"],
        &["stats", "KQQQKQQQ"],
        &["generate", "KRKRKR"],
        &["probe", "nonsense"],
        &["probe", "8/8/8/8/8/8/8/K7 w - - 0 1"],
        &["probe", "8/8/8/8/8/8/8/Kk6 w - - 0 1"],
        &["probe", "8/8/8/8/8/1k6/8/KR5r w - - 0 1"],
        &[
            "probe",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        ],
        &[
            "probe",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
        ],
        &["probe", "8/8/8/8/8/1k6/7R/K7 w - - 0 1", "--tables", "src"],
        &["probe", "8/8/8/8/8/1k6/7R/K7 w - - 0 1", "--against", "src"],
        &["verify", "--rules", "no/such.rules"],
        &["verify", "KRKR", "--against", "no/such/folder"],
        &["verify", "KRKR", "--against", "src"],
        &["verify", "KNNKN", "--tables", "verify/tests/syzygy"],
        &["stats", "KRK", "--tables", "tables/tests/gaviota"],
        &["verify", "KRKR", "--second-look", "0"],
        &["stats", "KRKN", "--ice-2011"],
        &["verify", "KRKR", "--csv", "no/such/folder/report.csv"],
        &["check", "--against", "src"],
        &["check", "--tables", "no/such/folder"],
        &["check", "KRK", "--checksums"],
        &["generate", "KRK", "--out", "Cargo.toml"],
        &["check", "KRKN", "--sample", "9", "--against", "src"],
        &["check", "KRKN", "--sample", "0"],
        &["generate", "KBPKP", "--memory=-1"],
        &["generate", "KBPKP", "--threads", "2", "--memory", "2"],
        &[
            "generate",
            "KBPKP",
            "--threads",
            "2",
            "--memory",
            "0.5",
            "--metrics",
            "wdl,dtz",
        ],
    ]
    .into_iter()
    .map(|arguments| {
        Ok(format!(
            "$ drawproof {}\n{}",
            arguments.join(" "),
            refusal(arguments)?
        ))
    })
    .collect::<Result<_, Box<dyn Error>>>()?;
    insta::assert_snapshot!(said.join("\n"));
    Ok(())
}

#[test]
#[ignore = "long: distances of KPvKP and of all classes that promotions lead to"]
fn en_passant_side_by_side() -> Outcome {
    mates_beside_syzygy("8/8/7k/8/1pP5/7K/8/8 b - c3 0 1", 19)
}

#[test]
#[ignore = "long: KPvKP with both distances once more"]
fn the_same_without_en_passant() -> Outcome {
    mates_beside_syzygy("8/8/7k/8/1pP5/7K/8/8 b - - 0 1", 27)
}

/// Own tables know how many plies mate takes, and agree with Syzygy files on the rest.
fn mates_beside_syzygy(fen: &str, plies: u32) -> Outcome {
    let syzygy = concat!(env!("CARGO_MANIFEST_DIR"), "/verify/tests/syzygy");
    let output = drawproof(&["probe", fen, "--against", syzygy, "--json"])?;
    assert_eq!(output.status.code(), Some(0));
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    let [own, other] = [0, 1].map(|at| &answer["sources"][at]);
    assert_eq!(own["distance_to_mate_plies"], plies);
    assert_eq!(own["wdl"], other["wdl"]);
    let dtz = |source: &serde_json::Value| source["distance_to_zeroing_plies"].clone();
    assert_eq!(dtz(own), dtz(other));
    Ok(())
}

#[test]
fn help() -> Outcome {
    let mut said = String::new();
    for arguments in [
        &["--help"][..],
        &["verify", "--help"],
        &["merge", "-h"],
        &["mine", "-h"],
        &["generate", "-h"],
        &["probe", "-h"],
        &["explain", "-h"],
        &["stats", "-h"],
        &["check", "-h"],
        &["plan", "--help"],
        &["work", "--help"],
    ] {
        said += &format!(
            "$ drawproof {}\n{}\n",
            arguments.join(" "),
            stdout(&drawproof(arguments)?)
        );
    }
    insta::assert_snapshot!(said);
    Ok(())
}

/// The blocks of output in a text.
fn blocks(text: &str) -> impl Iterator<Item = &str> {
    let behind = text.split("```text\n").skip(1);
    behind.filter_map(|rest| rest.split("```").next())
}

/// The blocks of output in the README and in `docs/reference/commands.md` are what the commands
/// before them print.
#[test]
fn readme() -> Outcome {
    prints_what_is_shown(|command| !command.contains(&EN_PASSANT))
}

#[test]
#[ignore = "seconds: KPvKP and all classes that promotions lead to"]
fn readme_en_passant() -> Outcome {
    prints_what_is_shown(|command| command.contains(&EN_PASSANT))
}

const EN_PASSANT: &str = "8/8/7k/8/1pP5/7K/8/8 b - c3 0 1";

fn prints_what_is_shown(is_wanted: impl Fn(&[&str]) -> bool) -> Outcome {
    let readme = include_str!("../../README.md");
    let examples = include_str!("../../docs/reference/commands.md");
    let blocks: Vec<&str> = blocks(readme).chain(blocks(examples)).collect();
    let rules = readme
        .split("<<'END'\n")
        .nth(1)
        .and_then(|rest| rest.split("END\n").next())
        .ok_or("no rules")?;
    let folder = tempfile::tempdir()?;
    fs::write(folder.path().join("minors.rules"), rules)?;
    let commands: [&[&str]; 5] = [
        &["verify", "KRKR", "--grade", "quick"],
        &["verify", "--rules", "minors.rules", "--examples", "1"],
        &["probe", "8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1"],
        &["probe", EN_PASSANT],
        &["stats", "KPK"],
    ];
    assert_eq!(blocks.len(), commands.len());
    let all = blocks.into_iter().zip(commands);
    for (block, command) in all.filter(|(_, command)| is_wanted(command)) {
        let output = Command::cargo_bin("drawproof")?
            .current_dir(&folder)
            .args(command)
            .output()?;
        let printed = stdout(&output);
        for line in block.lines().filter(|line| *line != "...") {
            assert!(printed.contains(line.trim_end_matches(" ...")), "{line}");
        }
    }
    Ok(())
}
