//! The program as its users run it.

use std::{error::Error, fs, path::Path, process::Output};

use assert_cmd::Command;
use shakmaty::{CastlingMode, Chess, Position, fen::Fen, san::San};

type Outcome = Result<(), Box<dyn Error>>;

fn drawproof(arguments: &[&str]) -> Result<Output, Box<dyn Error>> {
    Ok(Command::cargo_bin("drawproof")?.args(arguments).output()?)
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Runs a command that cannot check, and gives what it says.
fn refusal(arguments: &[&str]) -> Result<String, Box<dyn Error>> {
    let output = drawproof(arguments)?;
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    Ok(String::from_utf8_lossy(&output.stderr).into_owned())
}

/// A folder with a rule file that claims what `rules` say.
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
fn verify_krkr() -> Outcome {
    let output = drawproof(&["verify", "KRKR"])?;
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty());
    insta::assert_snapshot!(stdout(&output));
    Ok(())
}

#[test]
fn verify_against_syzygy() -> Outcome {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/verify/tests/syzygy");
    let output = drawproof(&["verify", "KRKR", "--against", folder, "--json"])?;
    assert_eq!(output.status.code(), Some(0));
    let reports: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    assert_eq!(reports[0]["proven"], true);
    assert_eq!(reports[0]["oracle"], format!("Syzygy files in {folder}"));
    Ok(())
}

#[test]
fn a_rule_that_claims_too_much() -> Outcome {
    let rules = "recognizer KRKN\n\
        draw \"minor against rook\" for strong because \"Everybody says so.\"\n  when not in_check\n\
        draw \"knights do not beat rooks\" for weak because \"They do.\"\n  when not in_check\n";
    let (_folder, path) = with_rules(rules)?;
    let output = drawproof(&["verify", "--rules", &path, "--json"])?;
    assert_eq!(output.status.code(), Some(1));
    let reports: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    let examples = reports[0]["counterexamples"]
        .as_array()
        .ok_or("no counterexamples")?;
    assert_eq!(examples.len(), 6);
    for example in examples {
        let fen = example["fen"].as_str().ok_or("no FEN")?;
        let mut position = position(fen)?;
        let line = example["line_san"].as_array().ok_or("no line")?;
        assert_eq!(Some(line.len() as u64), example["distance_plies"].as_u64());
        for san in line {
            let san: San = san
                .as_str()
                .ok_or("no move")?
                .trim_end_matches(['+', '#'])
                .parse()?;
            position = position.clone().play(san.to_move(&position)?)?;
        }
        assert!(position.is_checkmate(), "{fen}");
        // The command shows the same again.
        let command = example["command"].as_str().ok_or("no command")?;
        assert_eq!(command, format!("drawproof probe '{fen}' --rules {path}"));
        let again = drawproof(&["probe", fen, "--rules", &path])?;
        assert_eq!(again.status.code(), Some(1));
        assert!(stdout(&again).contains("draw, by \""));
    }
    Ok(())
}

#[test]
fn the_same_as_text() -> Outcome {
    let (folder, _) = with_rules(
        "recognizer KBKN\ndraw \"minors\" because \"Minor against minor.\" when true\n",
    )?;
    let output = Command::cargo_bin("drawproof")?
        .current_dir(&folder)
        .args(["verify", "--rules", "my.rules", "--examples", "1"])
        .output()?;
    assert_eq!(output.status.code(), Some(1));
    insta::assert_snapshot!(stdout(&output));
    Ok(())
}

#[test]
fn csv_of_a_report() -> Outcome {
    let (folder, rules) =
        with_rules("recognizer KNK\ndraw \"one knight\" because \"It cannot mate.\" when true\n")?;
    let csv = folder.path().join("report.csv");
    let path = csv.display().to_string();
    let output = drawproof(&["verify", "--rules", &rules, "--csv", &path])?;
    assert_eq!(output.status.code(), Some(0));
    let text = fs::read_to_string(csv)?.replace(&rules, "my.rules");
    insta::assert_snapshot!(text);
    Ok(())
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
    assert!(text.contains("win in 37 plies"));
    assert!(text.contains("rules:      no claim, by \""));
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
fn generate() -> Outcome {
    let output = drawproof(&["generate", "KRKN", "--json"])?;
    assert_eq!(output.status.code(), Some(0));
    let lines: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    assert_eq!(lines[0]["material"], "KRvKN");
    assert_eq!(lines[0]["longest_win_plies"], 79);
    Ok(())
}

#[test]
fn check() -> Outcome {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/verify/tests/syzygy");
    let output = drawproof(&["check", "KQK", "KRK", "--syzygy", folder])?;
    assert_eq!(output.status.code(), Some(0));
    insta::assert_snapshot!(stdout(&output));
    Ok(())
}

#[test]
fn refused_classes_and_positions() -> Outcome {
    let said: Vec<String> = [
        &["verify", "KXKR"][..],
        &["verify", "KRKN"],
        &["stats", "KPK"],
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
        &["probe", "8/8/8/8/8/1k6/7P/K7 w - - 0 1"],
        &["probe", "8/8/8/8/8/1k6/8/K7 w - - 0 1"],
        &["verify", "--rules", "no/such.rules"],
        &["verify", "KRKR", "--against", "no/such/folder"],
        &["verify", "KRKR", "--csv", "no/such/folder/report.csv"],
        &["check", "--syzygy", "src"],
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
fn refused_rules() -> Outcome {
    let (folder, path) =
        with_rules("recognizer KRKR\ndraw \"x\" because \"y\" when us.rok in edge\n")?;
    let said = refusal(&["verify", "--rules", &path])?;
    insta::assert_snapshot!(said.replace(&path, "my.rules"));
    fs::write(folder.path().join("my.rules"), [0xff, 0xfe])?;
    assert!(refusal(&["verify", "--rules", &path])?.contains("not UTF-8"));
    assert!(
        refusal(&["probe", "8/8/8/8/8/1k6/8/K1R5 w - - 0 1", "--rules", &path])?
            .contains("not UTF-8")
    );
    Ok(())
}

#[test]
fn damaged_tables_are_refused() -> Outcome {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("verify/tests/syzygy/KRvK.rtbw");
    let whole = fs::read(source)?;
    let mut magic = whole.clone();
    magic[0] ^= 1;
    for damaged in [&magic, &whole[..whole.len() - 64].to_vec(), &Vec::new()] {
        let folder = tempfile::tempdir()?;
        fs::write(folder.path().join("KRvK.rtbw"), damaged)?;
        let path = folder.path().display().to_string();
        let said = refusal(&["check", "KRK", "--syzygy", &path])?;
        assert!(said.starts_with("error: "), "{said}");
        assert!(said.contains(&path), "{said}");
    }
    Ok(())
}

#[test]
fn help() -> Outcome {
    let mut said = String::new();
    for arguments in [
        &["--help"][..],
        &["verify", "--help"],
        &["generate", "-h"],
        &["probe", "-h"],
        &["stats", "-h"],
        &["check", "-h"],
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

/// The README's blocks of output are what the commands before them print.
#[test]
fn readme() -> Outcome {
    let readme = include_str!("../README.md");
    let blocks: Vec<&str> = readme
        .split("```text\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .collect();
    let rules = readme
        .split("<<'END'\n")
        .nth(1)
        .and_then(|rest| rest.split("END\n").next())
        .ok_or("no rules")?;
    let folder = tempfile::tempdir()?;
    fs::write(folder.path().join("minors.rules"), rules)?;
    let commands: [&[&str]; 3] = [
        &["verify", "KRKR"],
        &["verify", "--rules", "minors.rules", "--examples", "1"],
        &["probe", "8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1"],
    ];
    assert_eq!(blocks.len(), commands.len());
    for (block, command) in blocks.into_iter().zip(commands) {
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
