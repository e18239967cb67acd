//! Functions that say which results are possible.

use std::path::Path;

use serde_json::Value;

use super::{EXCHANGED, FAULTY, KRK, Outcome, ROOT, Workshop, report};

/// A row of the report by the claim that it is about.
fn claim<'a>(report: &'a Value, name: &str) -> Result<&'a Value, String> {
    let rows = report["claims"].as_array().into_iter().flatten();
    let mut rows = rows.filter(|row| row["claim"] == name);
    rows.next().ok_or(format!("no row for {name}"))
}

fn count(row: &Value, of: &str) -> u64 {
    row[of]["board_count"].as_u64().unwrap_or(u64::MAX)
}

/// The report on a library with some fault; `None` without a compiler.
fn on(how: &str, code: i32) -> Result<Option<Value>, Box<dyn std::error::Error>> {
    let workshop = Workshop::new()?;
    let source = format!("{ROOT}/tests/libraries/results.c");
    let library = workshop.compile_c(Path::new(&source), how)?;
    library
        .map(|library| report(&library, &["KRK"], code))
        .transpose()
}

/// A bare king never wins, and is all that is claimed.
#[test]
fn bounds_are_proven() -> Outcome {
    let Some(report) = on("SOUND", 0)? else {
        return Ok(());
    };
    let (lost, won) = (claim(&report, "not_lost")?, claim(&report, "not_won")?);
    let right = |row| count(row, "spotted") + count(row, "missed");
    // Draws are right by both bounds: each misses those of the other side to move.
    let draws = count(&report["totals"], "missed_draws");
    assert_eq!(right(lost) + right(won), KRK + draws);
    assert_eq!(count(lost, "spotted") + count(won, "spotted"), KRK);
    assert_eq!(count(lost, "tight") + count(won, "tight"), draws);
    assert_eq!(count(claim(&report, "win")?, "spotted"), 0);
    Ok(())
}

/// The answers of the first version of the interface are still understood, and
/// nothing else is asked.
#[test]
fn the_first_version_knows_only_draws() -> Outcome {
    let Some(report) = on("FIRST_VERSION", 0)? else {
        return Ok(());
    };
    assert_eq!(report["nothing_claimed"], true);
    assert_eq!(report["claims"], Value::Null);
    Ok(())
}

#[test]
fn one_wrong_answer_is_enough() -> Outcome {
    for (how, fen, name) in [
        ("WRONG_AS_WHITE", FAULTY, "loss"),
        ("WRONG_AS_BLACK", EXCHANGED, "not_won"),
    ] {
        let Some(report) = on(how, 1)? else {
            return Ok(());
        };
        let example = &report["counterexamples"][0];
        assert_eq!(example["fen"], fen, "{how}");
        assert_eq!(example["claim"], name, "{how}");
        assert_eq!(example["truth"], "win", "{how}");
        assert_eq!(count(claim(&report, name)?, "incorrect"), 1, "{how}");
        assert_eq!(
            report["counterexamples"].as_array().map(Vec::len),
            Some(1),
            "{how}"
        );
    }
    Ok(())
}

/// Two claims for the two colours of a position are both right, and neither is
/// spotted.
#[test]
fn claims_for_one_colour_are_not_spotted() -> Outcome {
    let Some(report) = on("TWO_CLAIMS", 0)? else {
        return Ok(());
    };
    assert_eq!(count(claim(&report, "win")?, "spotted"), 0);
    let sides = &report["one_sided"];
    assert_eq!((count(sides, "draws"), count(sides, "decisive")), (0, 1));
    let Some(report) = on("KNOWS_WHITE_ONLY", 0)? else {
        return Ok(());
    };
    let spotted = ["not_lost", "not_won"]
        .map(|name| Ok::<_, String>(count(claim(&report, name)?, "spotted")));
    assert_eq!(spotted, [Ok(0), Ok(0)]);
    let sides = &report["one_sided"];
    assert_eq!(count(sides, "draws") + count(sides, "decisive"), KRK);
    Ok(())
}

#[test]
fn answers_that_are_none_are_rejected() -> Outcome {
    for (how, what) in [
        ("ODD", "it answered 5, which is none of 1 (lost), 2 (drawn)"),
        (
            "NOTHING",
            "it answered 0, which is none of 1 (lost), 2 (drawn)",
        ),
        ("REMEMBERS", "and, asked again, "),
    ] {
        let Some(report) = on(how, 2)? else {
            return Ok(());
        };
        let fault = &report["without_verdict"]["faults"][0];
        assert_eq!(fault["fen"], FAULTY, "{how}");
        let said = fault["what"].as_str().unwrap_or_default();
        assert!(said.contains(what), "{how}: {said}");
        assert_eq!(report["without_verdict"]["stops"], 0, "{how}");
    }
    Ok(())
}
