//! `drawproof games` as its users run it.

use std::{error::Error, fs, path::PathBuf, process::Output};

use assert_cmd::Command;
use serde_json::Value;

type Outcome = Result<(), Box<dyn Error>>;

const ENDINGS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/games/tests/endings.pgn");
const SYZYGY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/verify/tests/syzygy");

fn games(arguments: &[&str]) -> Result<Output, Box<dyn Error>> {
    let mut command = Command::cargo_bin("drawproof")?;
    // Paths are the same on every machine.
    command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/games/tests"));
    Ok(command.arg("games").args(arguments).output()?)
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn json(arguments: &[&str]) -> Result<Value, Box<dyn Error>> {
    let output = games(&[arguments, &["--json"]].concat())?;
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// A folder with a file in it.
fn with_file(name: &str, text: &str) -> Result<(tempfile::TempDir, String), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join(name);
    fs::write(&path, text)?;
    let path = path.display().to_string();
    Ok((folder, path))
}

/// Three of the classes that occur.
const CLASSES: [&str; 6] = ["--class", "KPK", "--class", "KRKR", "--class", "KRKN"];

#[test]
fn reports_on_games() -> Outcome {
    let output = games(&[&["endings.pgn"], &CLASSES[..]].concat())?;
    assert_eq!(stderr(&output), "");
    assert_eq!(output.status.code(), Some(0));
    insta::assert_snapshot!(stdout(&output));
    Ok(())
}

#[test]
#[ignore = "seconds: all classes that occur"]
fn reports_on_all_positions_of_games() -> Outcome {
    let output = games(&["endings.pgn"])?;
    assert_eq!(stderr(&output), "");
    assert_eq!(output.status.code(), Some(0));
    insta::assert_snapshot!(stdout(&output));
    Ok(())
}

#[test]
fn counts_add_up() -> Outcome {
    counts_of_classes_add_up(&CLASSES, 3)
}

#[test]
#[ignore = "long: all classes that occur"]
fn counts_of_all_classes_add_up() -> Outcome {
    counts_of_classes_add_up(&[], 5)
}

fn counts_of_classes_add_up(classes: &[&str], at_least: u64) -> Outcome {
    let report = json(&[&[ENDINGS], classes].concat())?;
    let number = |value: &Value| value.as_u64().ok_or("no number");
    assert_eq!(number(&report["games"])?, 8);
    let mut seen = 0;
    for class in report["classes"].as_array().ok_or("no classes")? {
        for counts in [&class["occurrences"], &class["distinct"]] {
            let mut truth = 0;
            for of in ["stronger_side_wins", "draws", "weaker_side_wins"] {
                truth += number(&counts[of])?;
            }
            assert_eq!(truth, number(&counts["positions"])?);
            assert_eq!(counts["incorrect_claims"], 0);
        }
        let mut decided = number(&class["occurrences"]["with_en_passant"])?;
        for rule in class["rules"].as_array().ok_or("no rules")? {
            for of in ["draws", "decisive"] {
                decided += number(&rule["occurrences"][of])?;
            }
        }
        assert_eq!(decided, number(&class["occurrences"]["positions"])?);
        seen += u64::from(decided > 0);
    }
    assert!(seen >= at_least, "{seen}");
    Ok(())
}

/// Each position is counted once by its number of men, whether a rule speaks or not.
#[test]
fn proven_rules_speak_by_number_of_men() -> Outcome {
    // Six men, then five: the wrong bishop and rook pawns; the bishop of the right colour;
    // castling, of which proofs know nothing.
    let text = "[FEN \"k7/8/P7/P7/P1K5/8/3B4/8 w - - 0 1\"]\n\n1. Kb5 Kb8 2. Kb4 1/2-1/2\n
[FEN \"k7/8/P7/P7/2K5/8/3B4/8 w - - 0 1\"]\n\n1. Kb5 1/2-1/2\n
[FEN \"k7/8/P7/P7/P1K5/8/4B3/8 w - - 0 1\"]\n\n1. Kb5 1/2-1/2\n
[FEN \"4k3/8/8/8/8/8/PPP5/4K2R w K - 0 1\"]\n\n*\n";
    let (_folder, path) = with_file("proven.pgn", text)?;
    let report = json(&[&path, "--class", "KPK"])?;
    let rows: Vec<Value> = serde_json::from_value(report["proven"]["by_men"].clone())?;
    let counts = |row: &Value| {
        let names = ["men", "positions", "spoken", "draws"];
        let more = ["one_side_cannot_win", "one_side_cannot_mate"];
        let all = names.iter().chain(&more);
        all.map(|&name| row[name].as_u64())
            .collect::<Option<Vec<u64>>>()
    };
    let counts: Option<Vec<Vec<u64>>> = rows.iter().map(counts).collect();
    let expected = vec![vec![5, 2, 2, 2, 0, 0], vec![6, 7, 6, 4, 0, 2]];
    assert_eq!(counts, Some(expected));
    let rules = report["proven"]["rules"].as_array().ok_or("no rules")?;
    let corner = rules.iter().find(|of| of["class"] == "KBsPsvK");
    let corner = &corner.ok_or("no rule")?["by_men"];
    assert_eq!(corner[1]["men"], 6);
    assert_eq!(corner[1]["positions"], 4);
    let output = games(&[&path, "--class", "KPK"])?;
    let text = stdout(&output);
    let said = "rules speak of 6 (85.714 %) of 7 positions with six men and more";
    assert!(text.contains(said), "{text}");
    Ok(())
}

#[test]
#[ignore = "long: several runs over all classes that occur"]
fn the_table_of_positions() -> Outcome {
    let folder = tempfile::tempdir()?;
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (one, eight) = (path("one.csv"), path("eight.csv"));
    for (threads, file) in [("1", &one), ("8", &eight)] {
        let output = games(&["endings.pgn", "--threads", threads, "--csv", file])?;
        assert_eq!(output.status.code(), Some(0));
    }
    let table = fs::read_to_string(&one)?;
    assert_eq!(table, fs::read_to_string(&eight)?);
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(
        lines[0],
        "zobrist,fen,material,occurrences,white_wins,draws,black_wins,unknown,truth,verdict,rule"
    );
    // The en passant capture wins, and no rule is asked.
    let en_passant = lines
        .iter()
        .find(|line| line.contains("8/8/7k/8/1pP5/7K/8/8 b - c3"));
    let en_passant = en_passant.ok_or("no en passant")?;
    assert!(
        en_passant.ends_with(",KPvKP,1,0,0,0,1,win,silent,"),
        "{en_passant}"
    );
    insta::assert_snapshot!(lines[..12].join("\n"));
    Ok(())
}

#[test]
#[ignore = "long: tables of every class, as files and by Syzygy"]
fn others_are_asked() -> Outcome {
    let own = json(&[ENDINGS])?;
    let syzygy = json(&[ENDINGS, "--tables", SYZYGY])?;
    let classes = |report: &Value| {
        let classes = report["classes"].as_array().cloned().unwrap_or_default();
        let seen = classes
            .into_iter()
            .filter(|class| class["oracle"].is_string());
        seen.map(|class| (class["oracle"].clone(), class["occurrences"].clone()))
            .collect::<Vec<_>>()
    };
    let (own, syzygy) = (classes(&own), classes(&syzygy));
    assert!(!own.is_empty());
    for ((own_name, own), (name, counts)) in own.iter().zip(&syzygy) {
        assert_eq!((own_name, own), (&Value::from("own tables"), counts));
        assert_eq!(name, &Value::from(format!("Syzygy files in {SYZYGY}")));
    }
    assert_eq!(own.len(), syzygy.len());
    Ok(())
}

#[test]
fn a_false_rule_is_refuted() -> Outcome {
    let rules =
        "recognizer KPK\ndraw \"a pawn is not enough\" because \"It is said so.\" when true\n";
    let (_folder, path) = with_file("false.rules", rules)?;
    let output = games(&["endings.pgn", "--rules", &path, "--examples", "1"])?;
    assert_eq!(output.status.code(), Some(1));
    let text = stdout(&output).replace(&path, "false.rules");
    insta::assert_snapshot!(text);
    // The command reproduces it.
    let fen = text.lines().find(|line| line.contains("again:"));
    let fen = fen
        .and_then(|line| line.split('\'').nth(1))
        .ok_or("no command")?;
    let again = Command::cargo_bin("drawproof")?
        .args(["probe", fen, "--rules", &path])
        .output()?;
    assert_eq!(again.status.code(), Some(1));
    Ok(())
}

/// A library is asked about positions with an en passant right, too, and its bounds count.
#[cfg(unix)]
#[test]
fn a_library_is_asked() -> Outcome {
    let folder = tempfile::tempdir()?;
    let compiled = |name: &str, define: &str| -> Result<Option<String>, Box<dyn Error>> {
        let library = folder.path().join(name).display().to_string();
        let root = env!("CARGO_MANIFEST_DIR");
        let output = std::process::Command::new("cc")
            .args(["-shared", "-fPIC", "-o", &library, define])
            .arg(format!("-I{root}/plugin/include"))
            .arg(format!("{root}/tests/libraries/games.c"))
            .output();
        let Ok(output) = output else {
            println!("skipped: there is no cc");
            return Ok(None);
        };
        assert!(output.status.success(), "{}", stderr(&output));
        Ok(Some(library))
    };
    let Some(library) = compiled("never.so", "-DNEVER")? else {
        return Ok(());
    };
    let asked = ["endings.pgn", "--tables", SYZYGY, "--library", &library];
    let classes = ["--class", "KPKP", "--class", "KRKR"];
    let output = games(&[&asked[..], &classes].concat())?;
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let text = stdout(&output).replace(&library, "never.so");
    let text = text.replace(SYZYGY, "syzygy");
    insta::assert_snapshot!(text);
    // Each claim is false where the truth is not among the results.
    let report = json(&[&asked[..], &classes].concat())?;
    let count = |value: &Value| value.as_u64().ok_or("no number");
    for class in report["classes"].as_array().ok_or("no classes")? {
        assert_eq!(class["distinct"]["with_en_passant"], 0);
        let mut incorrect = 0;
        for rule in class["rules"].as_array().ok_or("no rules")? {
            incorrect += count(&rule["distinct"]["incorrect"])?;
        }
        assert_eq!(class["distinct"]["incorrect_claims"], incorrect);
    }
    let stops = compiled("stops.so", "-DSTOPS")?.ok_or("no library")?;
    let output = games(&["endings.pgn", "--library", &stops, "--class", "KRKR"])?;
    assert_eq!(output.status.code(), Some(2));
    let said = stderr(&output);
    assert!(said.contains("stops.so has no answer about '"), "{said}");
    Ok(())
}

#[test]
fn broken_games_are_named() -> Outcome {
    let text = format!(
        "{}\n[Event \"x\"]\n\n1. e4 e5 2. Ke3 *\n\n[Variant \"Atomic\"]\n\n*\n",
        fs::read_to_string(ENDINGS)?
    );
    let (_folder, path) = with_file("some.pgn", &text)?;
    let output = games(&[&path, "--class", "KPK"])?;
    assert_eq!(output.status.code(), Some(0));
    let errors = stderr(&output).replace(&path, "some.pgn");
    insta::assert_snapshot!(errors);
    assert!(stdout(&output).contains("left out: 1 broken game, 1 with other rules"));
    Ok(())
}

/// What was dropped is said, with game and ply, to people and to programs.
#[test]
fn what_is_left_out_is_said() -> Outcome {
    let text = "[FEN \"8/8/8/4k3/8/4K3/4P3/8 w KQkq - 0 1\"]\n\n1. Kf3 Kf5 2. -- Ke5 *\n\n[Event \"x\"]\n\n1. e4 Sf6 *\n";
    let (_folder, path) = with_file("some.pgn", text)?;
    let output = games(&[&path, "--class", "KPK"])?;
    assert_eq!(output.status.code(), Some(0));
    let said = stderr(&output).replace(&path, "some.pgn");
    assert_eq!(
        said,
        "some.pgn: game 1, line 1, ply 0: the castling rights KQkq do not fit the board and are left out
some.pgn: game 1, line 1, ply 2: 2. -- is a null move; the positions after it are left out
2 remarks on games that count
some.pgn: game 2, line 5, ply 1: 'Sf6' is not a move
1 game left out
"
    );
    let report = json(&[&path, "--class", "KPK"])?;
    assert_eq!(report["positions"], 3);
    assert_eq!(report["remark_count"], 2);
    assert_eq!(report["remarks"][1]["ply"], 2);
    assert_eq!(report["left_out"][0]["game"], 2);
    assert_eq!(report["left_out"][0]["ply"], 1);
    Ok(())
}

/// Nothing is wrong with such a collection.
#[test]
fn no_small_ending() -> Outcome {
    let (_folder, path) = with_file("some.pgn", "[Result \"1-0\"]\n\n1. e4 e5 1-0\n")?;
    let output = games(&[&[&*path], &CLASSES[..]].concat())?;
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).contains("no position of a class that has rules"));
    let report = json(&[&path])?;
    assert_eq!(
        (&report["games"], &report["positions"]),
        (&Value::from(1), &Value::from(3))
    );
    for class in report["classes"].as_array().ok_or("no classes")? {
        assert_eq!(class["occurrences"]["positions"], 0);
    }
    Ok(())
}

/// Known by their first bytes, whatever their names are.
#[test]
fn compressed_files() -> Outcome {
    for name in [
        "one.pgn.zst",
        "frames.pgn.zst",
        "members.pgn.gz",
        "streams.pgn.bz2",
        "streams.pgn.xz",
    ] {
        let packed = fs::read(format!(
            "{}/games/tests/packed/{name}",
            env!("CARGO_MANIFEST_DIR")
        ))?;
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("games");
        fs::write(&path, &packed)?;
        let shown = path.display().to_string();
        let report = json(&[&shown, "--class", "KPK"])?;
        assert_eq!(
            report["classes"][0]["occurrences"]["draws"], report["positions"],
            "{name}"
        );
        fs::write(&path, &packed[..packed.len() - 9])?;
        let output = games(&[&shown, "--class", "KPK"])?;
        assert_eq!(output.status.code(), Some(2), "{name}");
        let said = stderr(&output);
        assert!(
            said.contains(&shown) && said.contains("truncated"),
            "{said}"
        );
    }
    Ok(())
}

#[test]
fn what_cannot_be_checked() -> Outcome {
    let silent = "recognizer KRK\nsilent \"all\" because \"It claims nothing.\" when true\n";
    let (folder, rules) = with_file("my.rules", silent)?;
    let empty: PathBuf = folder.path().join("empty.pgn");
    fs::write(&empty, "")?;
    let empty = empty.display().to_string();
    let folder = folder.path().display().to_string();
    for (arguments, expected) in [
        (&["nowhere.pgn"][..], "cannot read nowhere.pgn"),
        (&[&folder], "it is a folder"),
        (&[&empty], "no games found"),
        (
            &[ENDINGS, "--rules", &rules, "--rules", &rules],
            "both about KRvK",
        ),
        (&[ENDINGS, "--tables", &folder], "no tables in"),
        (
            &[ENDINGS, "--class", "KRKR", "--max-positions", "3"],
            "more than 3 distinct positions",
        ),
        (
            &[ENDINGS, "--class", "KRKR", "--csv", &folder],
            "it is a folder; name a file",
        ),
        (&[ENDINGS, "--library", "a.so"], "--class <CLASS>"),
        (
            &[ENDINGS, "--class", "KQQKQ"],
            "no rules for KQQvKQ are built in",
        ),
    ] {
        let output = games(arguments)?;
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(expected), "{}", stderr(&output));
    }
    Ok(())
}
