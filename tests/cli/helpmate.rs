//! Help mates: tables, counts, positions, and the figures of the repository.

use std::{error::Error, fs};

use super::{Outcome, drawproof, refusal, stdout};

/// The rows of facts/helpmate.csv by class.
fn facts() -> Result<Vec<String>, Box<dyn Error>> {
    let text = fs::read_to_string("facts/helpmate.csv")?;
    Ok(text.lines().map(String::from).collect())
}

/// Some of the figures, counted again; `cargo xtask regenerate --check` counts all of them.
#[test]
fn published_counts_are_counted_again() -> Outcome {
    let facts = facts()?;
    let output = drawproof(&[
        "stats",
        "--helpmate",
        "--csv",
        "--men",
        "3",
        "KBvKN",
        "KBvKB",
    ])?;
    assert_eq!(output.status.code(), Some(0));
    let text = stdout(&output);
    let rows: Vec<&str> = text.lines().collect();
    assert_eq!(rows.len(), 1 + 5 * 7);
    for row in rows {
        assert!(facts.iter().any(|fact| fact == row), "{row}");
    }
    Ok(())
}

/// No side that can mate is excluded by shakmaty's rule or that of chess.js, in any class.
/// Other rules exclude some.
#[test]
fn wrong_rules_are_told_from_right_ones() -> Outcome {
    for (path, classes, expected) in [
        ("facts/helpmate.csv", 35, [0, 0, 2, 7, 0]),
        ("facts/helpmate-five.csv", 145, [0, 0, 2, 33, 0]),
    ] {
        let (mut rows, mut wrong) = (0, [0; 5]);
        for record in csv::Reader::from_path(path)?.into_records() {
            let record = record?;
            let number = |at: usize| record[at].parse::<u64>();
            let [positions, strong, weak, dead] = [number(1)?, number(2)?, number(3)?, number(4)?];
            assert!(strong <= positions && weak <= positions);
            assert!(dead <= positions - strong.max(weak), "{record:?}");
            let is_wrong = number(6)? + number(7)? + number(10)? > 0;
            assert_eq!(is_wrong, !record[14].is_empty(), "{record:?}");
            wrong[rows % 5] += usize::from(is_wrong);
            rows += 1;
        }
        assert_eq!(rows, 5 * classes, "{path}");
        assert_eq!(wrong, expected, "{path}");
    }
    Ok(())
}

#[test]
fn counts_as_text() -> Outcome {
    let output = drawproof(&["stats", "KNvKN", "--helpmate"])?;
    assert_eq!(output.status.code(), Some(0));
    insta::assert_snapshot!(stdout(&output));
    Ok(())
}

/// What is said of positions.
fn probed(fens: &[&str]) -> Result<String, Box<dyn Error>> {
    let mut all = String::new();
    for fen in fens {
        let output = drawproof(&["probe", fen, "--helpmate"])?;
        assert_eq!(output.status.code(), Some(0), "{fen}");
        all += &stdout(&output);
    }
    Ok(all)
}

/// With lines. A bishop and a knight alone cannot mate.
#[test]
fn positions_are_probed() -> Outcome {
    insta::assert_snapshot!(probed(&[
        "8/8/8/8/8/2k5/8/K1B5 w - - 0 1",
        "8/8/8/8/8/k7/1q6/K7 w - - 0 1",
        "8/8/8/8/8/2k5/p7/K7 w - - 0 1",
    ])?);
    Ok(())
}

/// Against a pawn a knight can mate; and with the right to capture en passant.
#[test]
#[ignore = "seconds: KNvKP, KPvKP and all that they lead to"]
fn positions_of_four_men_are_probed() -> Outcome {
    insta::assert_snapshot!(probed(&[
        "8/8/8/8/8/2k5/p7/K1N5 w - - 0 1",
        "8/8/7k/8/1pP5/7K/8/8 b - c3 0 1",
    ])?);
    Ok(())
}

#[test]
fn files_are_made_read_and_checked() -> Outcome {
    let folder = tempfile::tempdir()?;
    let path = folder.path().display().to_string();
    let generate = [
        "generate",
        "KBNK",
        "--metrics",
        "helpmate-distance",
        "--out",
        &path,
    ];
    let made = drawproof(&generate)?;
    assert_eq!(made.status.code(), Some(0));
    assert!(stdout(&made).contains("KBNvK"));
    let again = drawproof(&generate)?;
    assert!(stdout(&again).starts_with("3 finished before, skipped"));

    // A file with distances serves those who want none, not the other way round.
    let plain = ["generate", "KBNK", "--metrics", "helpmate", "--out", &path];
    assert!(stdout(&drawproof(&plain)?).starts_with("3 finished before, skipped"));
    drawproof(&[&plain[..], &["--force"]].concat())?;
    assert!(!stdout(&drawproof(&generate)?).contains("finished before"));

    let check = ["check", "KBNK", "KBK", "--helpmate", "--tables", &path];
    let checked = drawproof(&["check", "KBK", "--helpmate", "--tables", &path])?;
    assert_eq!(checked.status.code(), Some(0));
    let text = stdout(&checked);
    assert!(text.contains("KBvK     agrees with its own moves, who can mate and in how many"));

    let fen = "8/8/8/8/8/k7/8/KBN5 b - - 0 1";
    let read = drawproof(&["probe", fen, "--helpmate", "--tables", &path, "--json"])?;
    let generated = drawproof(&["probe", fen, "--helpmate", "--json"])?;
    assert_eq!(stdout(&read), stdout(&generated));

    let file = folder.path().join("KBNvK.dph");
    let mut bytes = fs::read(&file)?;
    bytes[70] ^= 1;
    fs::write(&file, &bytes)?;
    let said = refusal(&check)?;
    assert!(said.contains("KBNvK.dph: the file is damaged"), "{said}");
    assert!(refusal(&generate)?.contains("replace it with --force"));
    fs::remove_file(&file)?;
    let said = refusal(&check)?;
    assert!(said.contains("KBNvK.dph is missing in"), "{said}");
    Ok(())
}

/// What tables of help mates have no part in.
#[test]
fn what_is_refused() -> Outcome {
    for (arguments, expected) in [
        (
            &["generate", "KPK", "--metrics", "wdl,helpmate"][..],
            "helpmate and wdl are different tables",
        ),
        (
            &["generate", "KPK", "--metrics", "helpmate", "--csv"],
            "drawproof stats CLASS --helpmate --csv",
        ),
        (
            &["generate", "KNNKNN", "--metrics", "helpmate"],
            "KNNvKNN has 6 men",
        ),
        (
            &["plan", "KPK", "--metrics", "helpmate", "--out", "x"],
            "are not cut into jobs",
        ),
        (
            &["probe", "8/8/8/8/8/2k5/8/K7 w - - 0 1", "--helpmate"],
            "is always a draw",
        ),
    ] {
        let said = refusal(arguments)?;
        assert!(said.contains(expected), "{said}");
    }
    Ok(())
}
