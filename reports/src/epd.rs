//! Positions as EPD, for engines' test suites: the Portable Game Notation
//! Standard (Edwards, 1994), section 16.2.

use crate::{
    ExampleRow, MissedRow, Report, Truth,
    words::{counted_plies, truth},
};

/// The value of checkmate in centipawns, by section 16.2.5 of the standard;
/// each ply to mate subtracts one.
const MATE_CENTIPAWNS: i64 = 32_767;

/// The counterexamples, one per line: what an engine should find instead of a
/// draw.
///
/// `bm` has the moves that mate fastest, `dm` the number of moves, `ce` the
/// distance to mate for either side, `c0` the incorrect rule, `c1` the truth,
/// and `id` a name.
pub fn counterexamples_epd(reports: &[Report]) -> String {
    let of_report = |report: &Report| {
        let lines = report.counterexamples.iter().enumerate();
        let lines = lines.map(|(at, of)| line(&of.fen, &incorrect(report, at, of)));
        lines.collect::<String>()
    };
    reports.iter().map(of_report).collect()
}

/// The missed draws of the sample, one per line.
///
/// `ce` is 0, `bm` has the moves that hold the draw if others lose, and `c0`
/// the rule that keeps silent.
pub fn missed_draws_epd(reports: &[Report]) -> String {
    let of_report = |report: &Report| {
        let lines = report.missed_draws_sample.iter().enumerate();
        let lines = lines.map(|(at, of)| line(&of.fen, &missed(report, at, of)));
        lines.collect::<String>()
    };
    reports.iter().map(of_report).collect()
}

/// An opcode and its operands.
type Operation = (&'static str, String);

/// A position and its operations. EPD omits the counters of the FEN.
fn line(fen: &str, operations: &[Operation]) -> String {
    let position: Vec<&str> = fen.split_whitespace().take(4).collect();
    let mut line = position.join(" ");
    for (opcode, operand) in operations {
        line += &format!(" {opcode} {operand};");
    }
    line + "\n"
}

/// In the order of their names, as the standard requires.
fn incorrect(report: &Report, at: usize, of: &ExampleRow) -> Vec<Operation> {
    if of.about() == Truth::CanMate {
        return about_mates(report, at, of);
    }
    let mut operations = Vec::new();
    let wins = of.truth == "win";
    operations.extend(best_moves(&of.best_moves_san));
    operations.push(("c0", quoted(&of.rule)));
    let distance = of.distance_plies.map(i64::from);
    let value = match of.distance_plies {
        Some(plies) => format!("{} in {}", of.truth, counted_plies(plies)),
        None => of.truth.clone(),
    };
    operations.push((
        "c1",
        quoted(&format!("{value}, claimed as {}", claimed(of))),
    ));
    // The standard does not define the evaluation of a mated side.
    if let Some(plies @ 1..) = distance {
        let centipawns = MATE_CENTIPAWNS - plies;
        let centipawns = if wins { centipawns } else { -centipawns };
        operations.push(("ce", centipawns.to_string()));
    }
    // An odd number of plies to mate: the last one is the winner's.
    if let Some(plies) = distance.filter(|_| wins) {
        operations.push(("dm", ((plies + 1) / 2).to_string()));
    }
    let name = name(report, &format!("incorrect {}", of.claimed()), at);
    operations.push(("id", quoted(&name)));
    operations
}

/// What was claimed, as part of a sentence.
fn claimed(of: &ExampleRow) -> &'static str {
    match of.claim {
        None => "a draw",
        Some(claim) => claim.name(),
    }
}

/// Of a claim about who can mate: no operation of engines says so.
fn about_mates(report: &Report, at: usize, of: &ExampleRow) -> Vec<Operation> {
    let truth = format!("{}; claimed as {}", truth(of), of.claimed());
    let name = name(report, &format!("incorrect {}", of.claimed()), at);
    vec![
        ("c0", quoted(&of.rule)),
        ("c1", quoted(&truth)),
        ("id", quoted(&name)),
    ]
}

fn missed(report: &Report, at: usize, of: &MissedRow) -> Vec<Operation> {
    let mut operations = Vec::new();
    operations.extend(best_moves(of.best_moves_san.as_deref().unwrap_or(&[])));
    let rule = of.rule.as_deref().unwrap_or("no rule matches");
    operations.push(("c0", quoted(rule)));
    operations.push(("ce", "0".into()));
    let name = name(report, &format!("missed {}", report.truth.terms().one), at);
    operations.push(("id", quoted(&name)));
    operations
}

/// A name that is unique within a file.
fn name(report: &Report, what: &str, at: usize) -> String {
    let from = report.rules_from.trim_end_matches(" (built in)");
    format!("{} {what} {} of {from}", report.material, at + 1)
}

fn best_moves(moves: &[String]) -> Option<Operation> {
    (!moves.is_empty()).then(|| ("bm", moves.join(" ")))
}

/// A text in quotes: it cannot contain quotes or line breaks, nor anything that
/// readers take for an escape.
fn quoted(text: &str) -> String {
    let plain = text.replace('"', "'").replace('\\', "/");
    let plain = plain.replace(char::is_control, " ");
    format!("\"{plain}\"")
}
