//! A library asked about positions with an en passant right.

use std::{path::Path, process::Command};

use serde_json::Value;

use super::{Outcome, ROOT, Workshop, report, total};

const SYZYGY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/verify/tests/syzygy");

/// Positions of KPvKP without an en passant right, and with one.
const PLAIN: u64 = 14_872_176;
const RIGHTS: u64 = 87_572;

fn with_right(report: &Value, kind: &str) -> Option<u64> {
    report["en_passant"]["totals"][kind]["board_count"].as_u64()
}

/// With the right to capture en passant it claims a draw, which is false; without, nothing.
#[test]
fn one_position_with_a_right() -> Outcome {
    let workshop = Workshop::new()?;
    let source = format!("{ROOT}/tests/libraries/en_passant.c");
    let Some(library) = workshop.compile_c(Path::new(&source), "NOTHING")? else {
        return Ok(());
    };
    for (right, is_claimed) in [("c3", true), ("-", false)] {
        let fen = format!("8/8/7k/8/1pP5/7K/8/8 b - {right} 0 1");
        let output = Command::new(env!("CARGO_BIN_EXE_drawproof"))
            .args(["probe", &fen, "--json", "--tables", SYZYGY, "--library"])
            .arg(&library)
            .output()?;
        let answer: Value = serde_json::from_slice(&output.stdout)?;
        assert_eq!(answer["library"]["claims_draw"], is_claimed, "{fen}");
        assert_eq!(output.status.code(), Some(i32::from(is_claimed)), "{fen}");
    }
    Ok(())
}

/// In parts, because everything in the report must survive that. The library
/// stops if the en passant square is not one that a pawn has just passed; this
/// never happens.
#[test]
#[ignore = "seconds: every position of KPvKP, by a library"]
fn one_false_claim_and_one_contradiction() -> Outcome {
    let workshop = Workshop::new()?;
    let source = format!("{ROOT}/tests/libraries/en_passant.c");
    let Some(library) = workshop.compile_c(Path::new(&source), "NOTHING")? else {
        return Ok(());
    };
    let parts = workshop.file("parts");
    let parts = parts.to_str().unwrap_or_default();
    let report = report(&library, &["KPKP", "--shards", "2", "--parts", parts], 1)?;
    assert_eq!(report["without_en_passant"], false);
    assert_eq!(total(&report), Some(PLAIN));
    assert_eq!(report["totals"]["incorrect_draws"]["board_count"], 0);
    // The position and its mirror image with White to move.
    assert_eq!(with_right(&report, "incorrect_draws"), Some(2));
    let row = &report["en_passant"];
    assert_eq!(row["one_sided"]["decisive"]["board_count"], 2);
    assert_eq!(row["draws_without_verdict"]["board_count"], 0);
    assert_eq!(row["decisive_without_verdict"]["board_count"], 2);
    let kinds = [
        "incorrect_draws",
        "spotted_draws",
        "missed_draws",
        "spotted_decisive",
    ];
    let all = kinds.map(|kind| with_right(&report, kind));
    assert_eq!(all.into_iter().sum::<Option<u64>>(), Some(RIGHTS - 2));
    assert_eq!(report["counterexamples"].as_array().map(Vec::len), Some(1));
    let example = &report["counterexamples"][0];
    assert_eq!(example["fen"], "8/8/7k/8/1pP5/7K/8/8 b - c3 0 1");
    assert_eq!(example["distance_plies"], 19);
    assert_eq!(example["line_san"][0], "bxc3");
    let without = &report["without_verdict"];
    assert_eq!(without["stops"], 0);
    let fault = &without["faults"][0];
    assert_eq!(fault["fen"], "8/8/7k/8/Pp6/7K/8/8 b - a3 0 1");
    assert_eq!(fault["what"], "it answered draw and, asked again, no claim");
    Ok(())
}
