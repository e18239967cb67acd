//! Rule files that are asked about single positions, and the limits on them.

use std::fs;

use serde_json::Value;

use super::{Outcome, drawproof, refusal, stdout, with_rules};

const WON: &str = "8/8/8/8/8/2R5/8/3K1bk1 w - -";

fn json(arguments: &[&str]) -> Result<Value, Box<dyn std::error::Error>> {
    let output = drawproof(arguments)?;
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// The win takes 35 plies to the next zeroing move.
#[test]
fn the_half_move_clock_of_a_position() -> Outcome {
    let folder = tempfile::tempdir()?;
    let [all, wdl] = ["all", "wdl"].map(|name| folder.path().join(name).display().to_string());
    drawproof(&["generate", "KRKB", "--out", &all])?;
    for (clock, word) in [(0, "changes_nothing"), (65, "changes_nothing")] {
        let fen = format!("{WON} {clock} 90");
        let told = json(&["--json", "probe", &fen, "--tables", &all])?;
        assert_eq!(told["half_move_clock_plies"], clock);
        assert_eq!(told["fifty_move_rule"], word);
    }
    let fen = format!("{WON} 66 90");
    for command in ["probe", "explain"] {
        let output = drawproof(&[command, &fen, "--tables", &all])?;
        assert_eq!(output.status.code(), Some(0));
        let said = stdout(&output) + &String::from_utf8_lossy(&output.stderr);
        let line = "50-move rule: a draw: 66 plies on the half-move clock plus 35";
        assert_eq!(said.matches(line).count(), 1, "{said}");
    }
    let told = json(&["--json", "explain", &fen, "--tables", &all])?;
    assert_eq!(told["fifty_move_rule"], "draws");
    // WDL alone does not show it.
    drawproof(&["generate", "KRKB", "--metrics", "wdl", "--out", &wdl])?;
    let output = drawproof(&["probe", &fen, "--tables", &wdl])?;
    let said = stdout(&output);
    assert!(
        said.contains("50-move rule: not known: the half-move clock is at 66 plies"),
        "{said}"
    );
    Ok(())
}

/// The first rules of a class answer unless others are asked for.
#[test]
fn a_grade_is_asked() -> Outcome {
    let fen = "8/8/8/8/8/1R6/6r1/K1k5 w - - 0 1";
    for (arguments, expected) in [
        (&["probe", fen][..], "krkr.quick.rules"),
        (&["probe", fen, "--grade", "exact"], "krkr.exact.rules"),
    ] {
        let rules = json(&[&["--json"], arguments].concat())?["rule"]["rules_from"].clone();
        assert_eq!(rules, format!("{expected} (built in)"));
    }
    Ok(())
}

#[test]
fn classes_in_small_letters() -> Outcome {
    for class in ["KRKR", "krkr", "krvkr", "KRVKR"] {
        let output = drawproof(&["stats", class])?;
        assert_eq!(output.status.code(), Some(0), "{class}");
        assert!(stdout(&output).starts_with("KRvKR"), "{class}");
    }
    let (_folder, path) = with_rules("recognizer krk\ndraw \"x\" because \"y\" when false\n")?;
    assert!(stdout(&drawproof(&["verify", "--rules", &path])?).contains("KRvK: 1 rule"));
    Ok(())
}

#[test]
fn a_file_without_rules_proves_nothing() -> Outcome {
    let (_folder, path) = with_rules("# A beginning.\nrecognizer KRKB\nlet near = edge\n")?;
    for command in [
        &["verify", "--rules", &path][..],
        &["probe", &format!("{WON} 0 1"), "--rules", &path],
        &["export", "rules", "--lang", "c", "--rules", &path],
        &["mine", "KRKB", "--start", &path],
    ] {
        let said = refusal(command)?;
        assert!(said.contains("this file has no rules"), "{said}");
        assert!(said.contains("my.rules:2:1"), "{said}");
    }
    Ok(())
}

#[test]
fn files_without_end_are_not_read_to_it() -> Outcome {
    let (folder, path) = with_rules("")?;
    // A sparse file of 17 MiB.
    fs::File::create(folder.path().join("my.rules"))?.set_len(17 << 20)?;
    let fen = format!("{WON} 0 1");
    for command in [
        &["probe", &fen, "--rules", &path][..],
        &["mine", "KRKB", "--vocabulary", &path],
    ] {
        let said = refusal(command)?;
        assert!(said.contains("larger than 16 MiB"), "{said}");
    }
    Ok(())
}

#[test]
fn rules_that_are_too_much_work() -> Outcome {
    let (_folder, path) = with_rules(
        "recognizer KRKB\ndraw \"hard\" because \"y\"\n\
         when any a in board : any b in board : any c in board : any d in board : a != a and d = c\n",
    )?;
    let fen = format!("{WON} 0 1");
    for command in ["probe", "explain"] {
        let said = refusal(&[command, &fen, "--rules", &path])?;
        assert!(
            said.contains("my.rules:2: the rule \"hard\" is too much work"),
            "{said}"
        );
    }
    Ok(())
}

/// Verification asks about 4096 positions at a time, and finds out that the rule above never holds.
#[test]
#[ignore = "seconds: four million steps of work, three times"]
fn rules_that_are_too_much_work_for_a_sheet() -> Outcome {
    let (_folder, path) = with_rules(
        "recognizer KRKB\ndraw \"hard\" because \"y\"\n\
         when any a in board : any b in board : any c in board : any d in board : any e in board : \
         distance(a, b) > 7 and distance(b, c) > 7 and distance(c, d) > 7 and distance(d, a) > 7 \
         and strong.rook = a\n",
    )?;
    for threads in ["1", "2"] {
        let said = refusal(&["--threads", threads, "verify", "--rules", &path])?;
        assert!(
            said.contains("my.rules:2: the rule \"hard\" is too much work"),
            "{said}"
        );
    }
    Ok(())
}

#[test]
fn a_name_that_no_column_holds() -> Outcome {
    let name = "x".repeat(66_000);
    let (_folder, path) = with_rules(&format!(
        "recognizer KRK\ndraw \"{name}\" because \"y\" when false\n"
    ))?;
    let said = refusal(&["verify", "--rules", &path])?;
    assert!(
        said.contains("a text of 66000 characters; at most 2000"),
        "{}",
        said.len()
    );
    assert!(said.len() < 1000, "{}", said.len());
    Ok(())
}

/// Rules that use a file beside theirs and tables.
const USES: &str = "recognizer KPK
use KQK table
use KRK table
use KBK \"beside/kbk.rules\"
use KNK table
win \"promotes\" for strong because \"A queen or a rook wins.\"
  when any promotion m by us : us.wins
draw \"falls\" for weak because \"Bare kings.\" when any capture m by us : drawn
";

/// A file is found beside the one that uses it, and tables in the folder that is
/// named; the others are generated.
#[test]
fn rules_use_files_and_tables() -> Outcome {
    let (folder, path) = with_rules(USES)?;
    let missing = refusal(&["verify", "--rules", &path])?;
    assert!(missing.contains("kbk.rules"), "{missing}");
    let beside = folder.path().join("beside");
    fs::create_dir(&beside)?;
    let kbk = "recognizer KBK\ndraw \"bishop\" because \"It cannot mate.\" when true\n";
    fs::write(beside.join("kbk.rules"), kbk)?;
    let verified = |arguments: &[&str]| {
        let output = drawproof(&[&["verify", "--rules", &path], arguments].concat())?;
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(0), "{errors}");
        assert!(errors.contains("looks up to 1 move ahead, at "), "{errors}");
        Ok::<_, Box<dyn std::error::Error>>(stdout(&output))
    };
    let generated = verified(&[])?;
    assert!(
        generated.contains("the table of KQvK (generated)"),
        "{generated}"
    );
    assert!(generated.contains("KBvK by "), "{generated}");
    let tables = folder.path().join("tables");
    let tables = tables.display().to_string();
    drawproof(&["generate", "KPK", "--metrics", "wdl", "--out", &tables])?;
    fs::remove_file(folder.path().join("tables/KNvK.dpw"))?;
    let read = verified(&["--tables", &tables])?;
    assert!(
        read.contains(&format!("the table of KQvK (tables in {tables})")),
        "{read}"
    );
    assert!(read.contains("the table of KNvK (generated)"), "{read}");
    let counts = |text: &str| {
        let lines = text.lines().filter(|line| line.starts_with("spotted"));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(counts(&read), counts(&generated));
    Ok(())
}
