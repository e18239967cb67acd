//! Claims for one colour only: a position with colours exchanged and the board
//! flipped vertically is a different question.

use std::process::Command;

use super::{EXCHANGED, FAULTY, KRK, Outcome, Workshop, again, report, total, verify};

#[test]
fn one_false_claim_for_one_colour_is_enough() -> Outcome {
    let workshop = Workshop::new()?;
    for (how, fen) in [("WRONG_AS_WHITE", FAULTY), ("WRONG_AS_BLACK", EXCHANGED)] {
        let Some(library) = workshop.misbehaving(how)? else {
            return Ok(());
        };
        let report = report(&library, &["KRK"], 1)?;
        let example = &report["counterexamples"][0];
        assert_eq!(example["fen"], fen, "{how}");
        assert_eq!(example["truth"], "win", "{how}");
        let plies = example["distance_plies"].as_u64();
        let line = example["line_san"].as_array().map(Vec::len);
        assert_eq!(line.map(|moves| moves as u64), plies, "{how}");
        let command = example["command"].as_str().unwrap_or_default();
        assert_eq!(again(command)?, Some(1), "{command}");
        let incorrect = &report["totals"]["incorrect_draws"]["board_count"];
        assert_eq!(*incorrect, 1, "{how}");
        assert_eq!(report["one_sided"]["decisive"]["board_count"], 1, "{how}");
        assert_eq!(report["without_verdict"], serde_json::Value::Null);
        assert_eq!(total(&report), Some(KRK), "{how}");
    }
    Ok(())
}

/// A function that claims draws for one colour only may be right; its claims do
/// not count as spotted.
#[test]
fn a_function_for_one_colour_is_proven() -> Outcome {
    let workshop = Workshop::new()?;
    let Some(library) = workshop.misbehaving("KNOWS_WHITE_ONLY")? else {
        return Ok(());
    };
    let report = report(&library, &["KNK"], 0)?;
    let totals = &report["totals"];
    assert_eq!(totals["spotted_draws"]["board_count"], 0);
    assert_eq!(report["nothing_claimed"], false);
    assert_eq!(report["one_sided"]["decisive"]["board_count"], 0);
    assert_eq!(
        report["one_sided"]["draws"]["board_count"],
        totals["missed_draws"]["board_count"]
    );
    assert_ne!(total(&report), Some(0));
    let csv = workshop.file("report.csv");
    let csv_path = csv.to_str().unwrap_or_default();
    let shown = Command::new(env!("CARGO_BIN_EXE_drawproof"))
        .args(["verify", "KNK", "--csv", csv_path, "--library"])
        .arg(&library)
        .output()?;
    let text = String::from_utf8(shown.stdout)?;
    let line = "claimed for one colour only: 429,440 draws, which count as missed, \
                and 0 wins and losses\n";
    assert!(text.contains(line), "{text}");
    assert!(text.ends_with("\nPROVEN: no incorrect draw\n"), "{text}");
    let csv = std::fs::read_to_string(csv)?;
    let line = "KNvK,one_sided,,,theory,0,0,429440,0,";
    assert!(csv.contains(line), "{csv}");
    Ok(())
}

#[test]
fn parts_of_claims_for_one_colour() -> Outcome {
    let workshop = Workshop::new()?;
    for how in ["WRONG_AS_BLACK", "KNOWS_WHITE_ONLY", "REMEMBERS_AS_BLACK"] {
        let Some(library) = workshop.misbehaving(how)? else {
            return Ok(());
        };
        let parts = workshop.file(how);
        let parts = parts.to_str().unwrap_or_default();
        let whole = verify(&library, &["KRK"])?;
        let in_parts = verify(&library, &["KRK", "--shards", "3", "--parts", parts])?;
        assert_eq!(in_parts.stdout, whole.stdout, "{how}");
        assert_eq!(in_parts.status, whole.status, "{how}");
        assert!(!whole.stdout.is_empty(), "{how}");
    }
    Ok(())
}

#[test]
fn what_claims_nothing_is_said_to() -> Outcome {
    let workshop = Workshop::new()?;
    let Some(library) = workshop.misbehaving("NOTHING")? else {
        return Ok(());
    };
    let report = report(&library, &["KRK"], 0)?;
    assert_eq!(report["nothing_claimed"], true);
    for arguments in [&["KRK"][..], &["KRK", "KQK", "--overview"]] {
        let output = Command::new(env!("CARGO_BIN_EXE_drawproof"))
            .args(["verify", "--library"])
            .arg(&library)
            .args(arguments)
            .output()?;
        let text = String::from_utf8(output.stdout)?;
        let line = "\nPROVEN: no incorrect draw; nothing is claimed\n";
        assert!(text.ends_with(line), "{text}");
    }
    Ok(())
}
