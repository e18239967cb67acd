//! Rules for any number of men: what `probe`, `explain` and the server say of positions that no table
//! has, in the same words.

use serde_json::{Value, json};

use super::{Outcome, drawproof, stdout};
use crate::serve::server::Served;

/// A wrong bishop and four rook pawns against a king in the corner.
const DRAW: &str = "k7/8/P7/P7/P1K5/P7/3B4/8 w - - 0 1";

/// The same with colours exchanged, and a half-move clock.
const MIRRORED: &str = "8/3b4/p7/p1k5/p7/p7/8/K7 b - - 99 80";

/// The bishop of the right colour: only that a bare king cannot mate.
const RIGHT_BISHOP: &str = "k7/8/P7/P7/P1K5/P7/4B3/8 w - - 0 1";

const WORDS: &str = "proven for any number of men: a draw
  White cannot win: king in the corner (KBsPsvK). No bishop attacks the corner, so the weak king cannot be driven out of it.
  Black cannot mate: bare king (KQsRsBsNsPsvK). A king cannot give check.
";

const WITHOUT_TABLE: &str = "no value: KBPPPPvK has 7 men; tables cover up to 6";

#[test]
fn words_are_the_same_in_probe_and_explain() -> Outcome {
    for command in ["probe", "explain"] {
        let output = drawproof(&[command, DRAW])?;
        let expected = format!("KBPPPPvK  white to move\n{WITHOUT_TABLE}\n{WORDS}");
        assert_eq!(stdout(&output), expected, "{command}");
        assert_eq!(output.status.code(), Some(0), "{command}");
        // Of a bound nobody knows the value.
        let output = drawproof(&[command, RIGHT_BISHOP])?;
        let words = "proven for any number of men\n  Black cannot mate: bare king";
        assert!(stdout(&output).contains(words), "{}", stdout(&output));
        assert_eq!(output.status.code(), Some(2), "{command}");
    }
    Ok(())
}

#[test]
fn fields_are_the_same_everywhere() -> Outcome {
    let served = Served::new(&["KRK"])?;
    for (fen, sides, is_draw) in [
        (DRAW, [json!("cannot_win"), json!("cannot_mate")], true),
        (MIRRORED, [json!("cannot_mate"), json!("cannot_win")], true),
        (RIGHT_BISHOP, [json!(null), json!("cannot_mate")], false),
    ] {
        let answer = |arguments: &[&str]| -> Result<Value, Box<dyn std::error::Error>> {
            let output = drawproof(&[&[arguments[0], fen, "--json"], &arguments[1..]].concat())?;
            Ok(serde_json::from_slice(&output.stdout)?)
        };
        let probed = answer(&["probe"])?["proven"].clone();
        assert_eq!(
            [&probed["white"], &probed["black"]],
            [&sides[0], &sides[1]],
            "{fen}"
        );
        assert_eq!(probed["is_draw"], is_draw, "{fen}");
        assert_eq!(answer(&["explain"])?["proven"], probed, "{fen}");
        assert_eq!(answer(&["probe", "--lichess"])?["proven"], probed, "{fen}");
        for path in ["/standard", "/api/position"] {
            let (status, text) = served.get(&format!("{path}?fen={}", fen.replace(' ', "_")))?;
            assert_eq!(status, 200, "{path} {fen}");
            let served: Value = serde_json::from_str(&text)?;
            assert_eq!(served["proven"], probed, "{path} {fen}");
            assert_eq!(served["category"], "unknown", "{path} {fen}");
        }
    }
    Ok(())
}

/// Castling, no rule for the men, rules of the user's own, a table that says more.
#[test]
fn rules_are_silent_where_they_say_nothing() -> Outcome {
    let castling = "4k3/8/8/8/8/8/PPPPP3/4K2R w K - 0 1";
    let pawns = "k7/p7/P7/P7/P1K5/P7/3B4/8 w - - 0 1";
    for arguments in [
        &["probe", castling][..],
        &["explain", castling],
        &["probe", pawns],
        &["probe", DRAW, "--grade", "quick"],
        &["explain", DRAW, "--grade", "quick"],
        &["explain", DRAW, "--out", "/no/such/folder/game.pgn"],
    ] {
        let output = drawproof(arguments)?;
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_eq!(stdout(&output), "", "{arguments:?}");
    }
    let few = "8/8/8/8/8/1k6/7R/K7 w - - 0 1";
    for command in ["probe", "explain"] {
        let output = drawproof(&[command, few, "--json"])?;
        let answer: Value = serde_json::from_slice(&output.stdout)?;
        assert_eq!(answer["proven"], Value::Null, "{command}");
    }
    Ok(())
}

/// A game is not written without a value, and no file is left.
#[test]
fn no_game_is_written_without_a_table() -> Outcome {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("game.pgn").display().to_string();
    let output = drawproof(&["explain", DRAW, "--out", &path])?;
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr)?;
    assert!(said.contains("no game is written"), "{said}");
    assert_eq!(folder.path().read_dir()?.count(), 0);
    Ok(())
}
