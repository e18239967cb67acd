//! The 50-move rule and the half-move clock of a position, in every answer about it.

use std::error::Error;

use assert_cmd::Command;
use drawproof_retro::{Keep, Wanted, generate_all};
use drawproof_tables::{
    Index, Layout, Material, Oracle, Random, Ruling, TableSet, Wdl, line_by_the_clock,
    moves_by_the_clock,
};
use serde_json::Value;
use shakmaty::{CastlingMode, Chess, Color, Position, fen::Fen};

type Outcome = Result<(), Box<dyn Error>>;

/// Wins that a single move keeps: a pawn move with one ply left, a capture with two.
const PAWN_MOVE: (&str, &str) = ("8/2k5/8/8/8/5K2/4P3/8 w - - 99 1", "e3");
const CAPTURE: (&str, &str) = ("k7/8/K7/8/8/7b/Q7/n7 w - - 98 1", "Qxa1");

fn json(arguments: &[&str]) -> Result<Value, Box<dyn Error>> {
    let mut command = Command::cargo_bin("drawproof")?;
    let output = command.arg("--json").args(arguments).output()?;
    assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    Ok(serde_json::from_slice(&output.stdout)?)
}

#[test]
fn probe_puts_the_move_that_keeps_the_win_first() -> Outcome {
    probed(PAWN_MOVE)
}

#[test]
fn explain_plays_it() -> Outcome {
    explained(PAWN_MOVE)
}

#[test]
#[ignore = "seconds: tables of five men"]
fn captures_keep_a_win() -> Outcome {
    probed(CAPTURE)?;
    explained(CAPTURE)
}

fn probed((fen, best): (&str, &str)) -> Outcome {
    let told = json(&["probe", fen])?;
    assert_eq!(told["fifty_move_rule"], "changes_nothing", "{fen}");
    assert_eq!(told["line_san"][0], best, "{fen}");
    let moves = told["sources"][0]["moves"].as_array().ok_or("moves")?;
    assert_eq!(moves[0]["san"], best, "{fen}");
    assert_eq!(moves[0]["fifty_move_rule"], "changes_nothing", "{fen}");
    for other in moves[1..].iter().filter(|of| of["wdl"] == "win") {
        assert_eq!(other["fifty_move_rule"], "draws", "{fen} {}", other["san"]);
    }
    let output = Command::cargo_bin("drawproof")?
        .args(["probe", fen])
        .output()?;
    let said = String::from_utf8(output.stdout)?;
    let first = said.lines().find(|line| line.starts_with("  "));
    assert!(
        first.is_some_and(|line| line.trim_start().starts_with(best)),
        "{said}"
    );
    assert!(said.contains("(50-move rule: draw)"), "{said}");
    Ok(())
}

fn explained((fen, best): (&str, &str)) -> Outcome {
    let told = json(&["explain", fen, "--depth", "200"])?;
    assert_eq!(told["tree"]["main_line_san"][0], best, "{fen}");
    let pgn = told["pgn"].as_str().ok_or("a game")?;
    assert!(pgn.contains("[Result \"1-0\"]"), "{pgn}");
    let pgn = pgn.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(pgn.contains(&format!("1. {best} $7 {{v=\"win\"")), "{pgn}");
    Ok(())
}

/// A ply later it is a draw, and said to be one.
#[test]
fn a_hundred_plies_are_a_draw() -> Outcome {
    let told = json(&["explain", "8/2k5/8/8/8/5K2/4P3/8 w - - 100 1"])?;
    assert_eq!(told["fifty_move_rule"], "draws");
    let pgn = told["pgn"].as_str().ok_or("a game")?;
    assert!(pgn.contains("[Result \"1/2-1/2\"]"), "{pgn}");
    let pgn = pgn.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(pgn.contains("rule50=\"draw\" end=\"50 moves\""), "{pgn}");
    Ok(())
}

/// At clock 0 the rule is heard as well.
#[test]
#[ignore = "seconds: tables of five men"]
fn wins_that_take_too_long_are_explained_as_draws() -> Outcome {
    let fen = "8/8/1k4B1/8/3n4/8/1B4K1/8 b - - 0 1";
    for command in ["probe", "explain"] {
        assert_eq!(
            json(&[command, fen])?["fifty_move_rule"],
            "draws",
            "{command}"
        );
    }
    Ok(())
}

/// With as many plies on the clock as the distance to a zeroing move allows, and whatever the loser
/// plays, the first move mates in time; with one more, no move does.
#[test]
fn first_moves_win_in_time() -> Outcome {
    let class: Material = "KBNK".parse()?;
    let mut tables = TableSet::new();
    generate_all(
        std::slice::from_ref(&class),
        Wanted::DtmAndDtz,
        Keep::All,
        &mut tables,
        &|_, _| {},
    )?;
    let mut random = Random::new(1);
    for _ in 0..40 {
        let (start, dtz) = won(&tables, &class, &mut random)?;
        let late = with_clock(&start, 101 - dtz)?;
        let rulings = moves_by_the_clock(&tables, &late)?;
        assert!(rulings.iter().all(|of| of.ruling.settled() == Wdl::Draw));
        let mut position = with_clock(&start, 100 - dtz)?;
        let line = line_by_the_clock(&tables, &position)?;
        let mut end = position.clone();
        for &of in &line {
            end.play_unchecked(of);
        }
        assert!(end.is_checkmate() && end.halfmoves() <= 100);
        while !position.is_checkmate() {
            assert!(position.halfmoves() < 100, "{start:?}");
            let moves = moves_by_the_clock(&tables, &position)?;
            let is_winner = position.turn() == Color::White;
            let at = if is_winner {
                0
            } else {
                random.below(moves.len())
            };
            position.play_unchecked(moves[at].chess_move);
        }
    }
    Ok(())
}

/// A random position that White, to move, wins, and its distance to a zeroing move.
fn won(
    tables: &TableSet,
    class: &Material,
    random: &mut Random,
) -> Result<(Chess, u32), Box<dyn Error>> {
    let layout = Layout::new(class)?;
    loop {
        let index = Index {
            block: random.below(layout.blocks()),
            word: random.below(layout.block_words()),
            bit: random.below(64) as u32,
        };
        let placement = layout.decode(index, Color::White);
        let Ok(position) = placement.to_chess(class) else {
            continue;
        };
        let value = tables.probe_chess(&position)?;
        if let (Wdl::Win, Some(dtz)) = (value.wdl, value.dtz) {
            assert_eq!(Ruling::of(value).cursed, Some(false));
            return Ok((position, dtz.plies()));
        }
    }
}

fn with_clock(position: &Chess, clock: u32) -> Result<Chess, Box<dyn Error>> {
    let fen = drawproof_tables::fen_of(position).to_string();
    let fen = fen.replace(" 0 1", &format!(" {clock} 1"));
    Ok(fen.parse::<Fen>()?.into_position(CastlingMode::Standard)?)
}
