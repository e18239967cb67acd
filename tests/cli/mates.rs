//! Rules about who can still mate: verified, reported, and refused where results are asked.

use std::{error::Error, fs, path::Path};

use serde_json::Value;

use super::{Outcome, drawproof, refusal, stdout};

/// A row of facts/helpmate.csv: legal positions, those in which each side can mate, dead ones.
fn fact(class: &str) -> Result<[u64; 4], Box<dyn Error>> {
    for record in csv::Reader::from_path("facts/helpmate.csv")?.into_records() {
        let record = record?;
        if &record[0] == class {
            let number = |at: usize| record[at].parse::<u64>();
            return Ok([number(1)?, number(2)?, number(3)?, number(4)?]);
        }
    }
    Err(format!("no {class}").into())
}

fn written(folder: &Path, rules: &str) -> Result<String, Box<dyn Error>> {
    let path = folder.join("my.mate.rules");
    fs::write(&path, rules)?;
    Ok(path.display().to_string())
}

fn report(output: &std::process::Output) -> Result<Value, Box<dyn Error>> {
    let reports: Value = serde_json::from_slice(&output.stdout)?;
    Ok(reports[0].clone())
}

/// Built-in rules miss and spot what stats count, by another program of the same truth.
#[test]
fn counts_are_those_of_the_facts() -> Outcome {
    for class in ["KPvK", "KBvKB", "KBvKN"] {
        let [positions, strong, weak, dead] = fact(class)?;
        let output = drawproof(&["verify", class, "--truth", "can-mate", "--json"])?;
        assert_eq!(output.status.code(), Some(0), "{class}");
        let report = report(&output)?;
        assert_eq!(report["truth"], "can_mate");
        let mut claims = 0;
        for claim in report["claims"].as_array().ok_or("claims")? {
            let right = match claim["claim"].as_str().ok_or("a name")? {
                "dead" => dead,
                "strong_cannot_mate" => positions - strong,
                "weak_cannot_mate" => positions - weak,
                _ => continue,
            };
            let count = |what: &str| claim[what]["board_count"].as_u64();
            let counted = count("spotted").zip(count("missed"));
            assert_eq!(counted.map(|(a, b)| a + b), Some(right), "{class}");
            assert_eq!(count("incorrect"), Some(0));
            claims += 1;
        }
        assert!(claims > 0, "{class}");
    }
    Ok(())
}

/// Bishops of two colours can mate, with the other side's help.
#[test]
fn a_wrong_rule_is_refuted() -> Outcome {
    let folder = tempfile::tempdir()?;
    let rules = "recognizer KBKB\n\
        dead \"bishops\" because \"A bishop does not mate.\" when not in_check\n\
        us_cannot_mate \"check\" because \"We are in check.\" when in_check\n";
    let rules = written(folder.path(), rules)?;
    let output = drawproof(&[
        "verify",
        "--rules",
        &rules,
        "--examples",
        "1",
        "--missed",
        "2",
    ])?;
    assert_eq!(output.status.code(), Some(1));
    let text = stdout(&output).replace(&rules, "my.mate.rules");
    insta::assert_snapshot!(text);
    // The command of a counterexample shows it again.
    let again = text
        .lines()
        .find_map(|line| line.strip_prefix("  again: drawproof probe "));
    let fen = again
        .and_then(|again| again.split('\'').nth(1))
        .ok_or("no command")?;
    let output = drawproof(&["probe", fen, "--helpmate", "--rules", &rules])?;
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("rules: REFUTED: dead, by \"bishops\""));
    Ok(())
}

/// Tables of help mates from a folder give the same report.
#[test]
fn tables_are_read() -> Outcome {
    let folder = tempfile::tempdir()?;
    let path = folder.path().display().to_string();
    drawproof(&["generate", "KNKN", "--metrics", "helpmate", "--out", &path])?;
    let verify = [
        "verify",
        "KNKN",
        "--grade",
        "mate",
        "--json",
        "--second-look",
        "2000",
    ];
    let read = drawproof(&[&verify[..], &["--tables", &path]].concat())?;
    assert_eq!(read.status.code(), Some(0));
    assert_eq!(stdout(&read), stdout(&drawproof(&verify)?));
    let file = folder.path().join("KNvKN.dph");
    let mut bytes = fs::read(&file)?;
    bytes[70] ^= 1;
    fs::write(&file, &bytes)?;
    let said = refusal(&[&verify[..], &["--tables", &path]].concat())?;
    assert!(said.contains("KNvKN.dph: the file is damaged"), "{said}");
    Ok(())
}

/// Two parts give the report of the whole.
#[test]
fn parts_are_merged() -> Outcome {
    let folder = tempfile::tempdir()?;
    let rules = "recognizer KPK\n\
        dead \"the edge\" because \"The pawn falls.\" when weak.king in edge\n\
        weak_cannot_mate \"a king\" because \"It never checks.\" when true\n";
    let rules = written(folder.path(), rules)?;
    let parts = folder.path().join("parts").display().to_string();
    let verify = ["verify", "--rules", &rules, "--json"];
    let whole = drawproof(&verify)?;
    let merged = drawproof(&[&verify[..], &["--shards", "3", "--parts", &parts]].concat())?;
    assert_eq!(whole.status.code(), Some(1));
    assert_eq!(merged.status.code(), Some(1));
    assert_eq!(stdout(&whole), stdout(&merged));
    Ok(())
}

/// What knows results refuses claims about mates, and says which command knows them.
#[test]
fn what_is_refused() -> Outcome {
    let folder = tempfile::tempdir()?;
    let rules = "recognizer KNK\ndead \"x\" because \"x\" when true\n";
    let rules = written(folder.path(), rules)?;
    let fen = "8/8/8/8/8/2k5/8/K1N5 w - - 0 1";
    let pgn = folder.path().join("no.pgn").display().to_string();
    fs::write(&pgn, "[Event \"x\"]\n\n*\n")?;
    let who = "claims who can mate";
    for (arguments, expected) in [
        (&["probe", fen, "--rules", &rules][..], who),
        (&["explain", fen, "--rules", &rules], who),
        (&["games", &pgn, "--rules", &rules], who),
        (&["export", "rules", "--lang", "c", "--rules", &rules], who),
        (
            &["export", "rules", "KNK", "--grade", "mate", "--lang", "c"],
            who,
        ),
        (
            &["verify", "--rules", &rules, "--truth", "results"],
            "--truth results: the rules claim can-mate",
        ),
        (
            &["verify", "KRKR", "--grade", "quick", "--truth", "can-mate"],
            "--truth can-mate: the rules claim results",
        ),
        (
            &["verify", "--rules", &rules, "--fifty-move"],
            "--fifty-move is not for claims about who can mate",
        ),
        (
            &["verify", "--rules", &rules, "--against", "no"],
            "--against is not for claims",
        ),
        (&["verify", "--rules", &rules, "--quiet"], "--quiet is not"),
        (
            &["verify", "--rules", &rules, "--best", "2"],
            "--best is not",
        ),
        (&["verify", "KNK"], "no rules for KNvK are built in, only"),
    ] {
        let said = refusal(arguments)?;
        assert!(said.contains(expected), "{arguments:?}: {said}");
    }
    let mixed = "recognizer KNK\n\
        dead \"x\" because \"x\" when true\n\
        draw \"y\" because \"y\" when true\n";
    let mixed = written(folder.path(), mixed)?;
    let said = refusal(&["verify", "--rules", &mixed])?;
    assert!(
        said.contains("'draw' claims a result, and the first claim"),
        "{said}"
    );
    Ok(())
}

/// A page and files, with the words of this truth.
#[test]
fn a_report_speaks_of_dead_positions() -> Outcome {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("report").display().to_string();
    let output = drawproof(&["verify", "KQK", "KPK", "--grade", "mate", "--report", &path])?;
    assert_eq!(output.status.code(), Some(0));
    let page = fs::read_to_string(folder.path().join("report/index.html"))?;
    assert!(page.contains("Dead positions by rule: 2 recognizers"));
    assert!(page.contains("about who can still give mate"));
    for word in ["draws", "wins/losses"] {
        assert!(!page.contains(word), "{word}");
    }
    Ok(())
}
