//! Positions as users give them: FEN, EPD, files of both.

use std::fs;

use assert_cmd::Command;
use serde_json::Value;

use super::{Outcome, drawproof};

const DRAW: &str = "8/8/8/8/8/6k1/6p1/6K1 w - - bm Kg2; id \"x\";";

#[test]
fn operations_of_an_epd() -> Outcome {
    let output = drawproof(&["probe", DRAW])?;
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8(output.stdout)?.contains("own tables: draw"));
    Ok(())
}

/// Left out and said so, in every command.
#[test]
fn rights_that_do_not_fit_the_board() -> Outcome {
    for (fen, left_out) in [
        (
            "8/8/8/4k3/8/4K3/4P3/8 w KQkq - 0 1",
            "the castling rights KQkq do not fit the board and are left out",
        ),
        (
            "8/8/8/4k3/8/4K3/4P3/8 w - e3 0 1",
            "no pawn can have passed e3 in the last move; the en passant square is left out",
        ),
    ] {
        for arguments in [
            &["probe", fen, "--json"][..],
            &["probe", fen, "--json", "--lichess"],
            &["probe", fen, "--json", "--helpmate"],
            &["explain", fen, "--json"],
        ] {
            let output = drawproof(arguments)?;
            assert_eq!(output.status.code(), Some(0), "{arguments:?}");
            let answer: Value = serde_json::from_slice(&output.stdout)?;
            assert_eq!(answer["left_out"][0], left_out, "{arguments:?}");
            let said = String::from_utf8(output.stderr)?;
            assert_eq!(said, format!("'{fen}': {left_out}\n"), "{arguments:?}");
        }
    }
    Ok(())
}

/// There is no table of them.
#[test]
fn two_kings_are_a_draw_everywhere() -> Outcome {
    let fen = "8/8/8/8/8/1k6/8/K7 w - - 0 1";
    let values = |arguments: &[&str], place: &str| -> Result<Value, Box<dyn std::error::Error>> {
        let output = drawproof(arguments)?;
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        let answer: Value = serde_json::from_slice(&output.stdout)?;
        Ok(answer.pointer(place).ok_or(place)?.clone())
    };
    let probe = ["probe", fen, "--json"];
    assert_eq!(values(&probe, "/sources/0/wdl")?, "draw");
    assert_eq!(values(&probe, "/sources/0/moves/0/wdl")?, "draw");
    assert_eq!(
        values(&[&probe[..], &["--lichess"]].concat(), "/category")?,
        "draw"
    );
    let tables = [&probe[..], &["--tables", "verify/tests/syzygy"]].concat();
    assert_eq!(values(&tables, "/sources/0/wdl")?, "draw");
    assert_eq!(values(&["explain", fen, "--json"], "/wdl")?, "draw");
    Ok(())
}

#[test]
fn files_of_positions() -> Outcome {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("some.epd");
    let shown = path.display().to_string();
    fs::write(
        &path,
        format!("\u{feff}{DRAW}\r\n\n# a remark\n7k/8/8/8/8/8/8/K6R b - - 0 1\n"),
    )?;
    let output = drawproof(&["probe", "--positions", &shown, "--json"])?;
    assert_eq!(output.status.code(), Some(0));
    let lines = String::from_utf8(output.stdout)?;
    let values: Vec<Value> = lines
        .lines()
        .map(serde_json::from_str)
        .collect::<Result<_, _>>()?;
    let values: Vec<&Value> = values.iter().map(|of| &of["sources"][0]["wdl"]).collect();
    assert_eq!(values, ["draw", "loss"]);

    let games = folder.path().join("all.pgn").display().to_string();
    let output = drawproof(&["explain", "--positions", &shown, "--out", &games])?;
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(fs::read_to_string(&games)?.matches("[FEN ").count(), 2);

    // A line without an answer is named, and the others are answered.
    fs::write(&path, format!("8/8/8/8/8/8/8/K7 w - -\n{DRAW}\n"))?;
    let output = drawproof(&["probe", "--positions", &shown, "--json"])?;
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr)?;
    assert!(said.starts_with(&format!("{shown}, line 1: ")), "{said}");
    let lines = String::from_utf8(output.stdout)?;
    assert_eq!(lines.lines().count(), 2);
    assert!(
        lines.starts_with("{\"fen\":\"8/8/8/8/8/8/8/K7 w - -\",\"line\":1,\"error\":"),
        "{lines}"
    );

    fs::write(&path, "\n# nothing\n")?;
    let output = drawproof(&["probe", "--positions", &shown])?;
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr)?.contains("there are no positions in"));
    Ok(())
}

#[test]
fn positions_on_standard_input() -> Outcome {
    let output = Command::cargo_bin("drawproof")?
        .args(["probe", "--positions", "-"])
        .write_stdin(DRAW)
        .output()?;
    let text = String::from_utf8(output.stdout)?;
    assert!(
        text.starts_with(DRAW) && text.contains("own tables: draw"),
        "{text}"
    );
    Ok(())
}
