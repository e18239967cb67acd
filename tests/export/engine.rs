//! The example engine with its exported rules and tables.

use std::{
    error::Error,
    fs,
    io::Write,
    process::{Command, Stdio},
};

use super::{Outcome, STRICT, Workshop, has};

/// A knight is lost, and yet the two knights mate the lone knight's king.
const MATE_IN_FOUR: &str = "8/8/8/1N6/n7/3N4/k7/2K5 w - - 0 1";
const POSITIONS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/positions.epd");
/// Nodes that the engine searches, which no machine changes: for the mate by what it trusts, and for
/// all positions without and with recognizers.
const NODES: [(&str, u64); 3] = [("nothing", 27_657), ("naive", 119), ("proven", 4_039)];
const NODES_IN_ALL: (u64, u64) = (363_605, 56_479);

/// The engine with these rules and tables, built by the commands in its head; `None` without a
/// compiler.
fn engine(rules: &[&str], tables: &[&str]) -> Result<Option<Workshop>, Box<dyn Error>> {
    if !has("cc") {
        return Ok(None);
    }
    let workshop = Workshop::new()?;
    // Other tests verify them.
    let to = ["--unverified", "--lang", "c", "--out", "draws.c"];
    workshop.exported("rules", &[rules, &to].concat(), 0)?;
    let to = ["--metric", "dtm", "--lang", "c", "--out", "tables.h"];
    workshop.exported("table", &[tables, &to].concat(), 0)?;
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/engine.c");
    let how = ["-std=c99", "-I.", example, "draws.c", "-o", "engine"];
    workshop.compile("cc", &[&how, &STRICT[..]].concat())?;
    Ok(Some(workshop))
}

impl Workshop {
    /// The engine's output for some lines.
    fn says(&self, lines: &[&str]) -> Result<String, Box<dyn Error>> {
        let mut engine = Command::new(self.file("engine"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut input = engine.stdin.take().ok_or("no input")?;
        for line in lines {
            writeln!(input, "{line}")?;
        }
        drop(input);
        let output = engine.wait_with_output()?;
        assert!(output.status.success());
        Ok(String::from_utf8(output.stdout)?)
    }
}

/// With what the positions of this test need.
#[test]
fn plays_with_few_rules_and_tables() -> Outcome {
    let Some(workshop) = engine(&["KNNKN"], &["KRK"])? else {
        return Ok(());
    };
    plays_as_engines_do(&workshop)
}

#[test]
#[ignore = "seconds: tables of four men, and a search without recognizers"]
fn the_example_engine() -> Outcome {
    let rules = ["KNNKN", "KRKR", "KBBKR"];
    let Some(workshop) = engine(&rules, &["KRK", "KBBK", "KRKB"])? else {
        return Ok(());
    };
    plays_as_engines_do(&workshop)?;
    recognizers_save_nodes_and_change_no_score(&workshop)
}

/// The common belief about two knights hides a mate; proven rules do not, and save
/// most of the search.
fn plays_as_engines_do(workshop: &Workshop) -> Outcome {
    let position = format!("position fen {MATE_IN_FOUR}");
    for (draws, nodes) in NODES {
        let option = format!("setoption name Draws value {draws}");
        let said = workshop.says(&["uci", &option, "isready", &position, "go depth 7", "quit"])?;
        assert!(said.contains("uciok\nreadyok\n"), "{said}");
        let told = said.lines().filter(|line| line.starts_with("info depth 7"));
        let told: Vec<&str> = told.flat_map(str::split_whitespace).collect();
        let [_, _, _, _, count, _, kind, score, _, best] = told[..] else {
            return Err(said.into());
        };
        let expected = if draws == "naive" {
            ("cp", "0")
        } else {
            ("mate", "4")
        };
        assert_eq!((kind, score), expected, "{draws}");
        assert!(said.ends_with(&format!("bestmove {best}\n")), "{said}");
        assert_eq!(count.parse::<u64>()?, nodes, "{draws}");
    }
    // Moves are played: three moves later the mate is found.
    let line = "position fen k7/8/8/8/8/8/1R6/2K5 w - - 0 1 moves c1c2 a8a7 c2c3";
    let said = workshop.says(&[line, "go depth 1"])?;
    assert!(said.contains(" mate -"), "{said}");
    for refused in [
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position startpos",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "position fen k7/8/8/8/8/8/1R6/2K5 w - - 0 1 moves c1c4",
        "position fen k7/8/8/8/8/8/1R6/2K5",
    ] {
        let said = workshop.says(&[refused, "go depth 3"])?;
        assert!(!said.contains("bestmove"), "{refused}: {said}");
    }
    Ok(())
}

/// Every score is the same with and without recognizers: wins in the file score as
/// wins, draws do not.
fn recognizers_save_nodes_and_change_no_score(workshop: &Workshop) -> Outcome {
    let output = Command::new(workshop.file("engine"))
        .args(["bench", POSITIONS])
        .output()?;
    let said = String::from_utf8(output.stdout)?;
    assert_eq!(output.status.code(), Some(0), "{said}");
    let positions = fs::read_to_string(POSITIONS)?;
    for (line, told) in positions.lines().zip(said.lines().skip(1)) {
        let is_drawn = line.contains("a draw");
        assert_eq!(told.contains(" cp 0 "), is_drawn, "{line}: {told}");
    }
    let total = said.lines().find(|line| line.contains("nodes in all"));
    let total = total.ok_or("no total")?;
    let total: Vec<&str> = total.split_whitespace().collect();
    assert_eq!(
        (total[0].parse()?, total[1].parse()?),
        NODES_IN_ALL,
        "{said}"
    );
    Ok(())
}
