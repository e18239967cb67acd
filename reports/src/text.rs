//! The report that a person reads in a terminal.

use std::fmt::{self, Write};

use anstyle::{AnsiColor, Style};

use crate::{
    data::{CountRow, ExampleRow, Report, WithoutVerdict},
    number::{percent, thousands},
};

/// The report as text: the block of totals that the author of iCE printed in
/// 2011, with shares and unique counts, a line for each rule, and the
/// counterexamples. It has terminal colours; who prints it elsewhere strips
/// them.
pub fn text(report: &Report) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write_report(&mut out, report);
    out
}

fn write_report(out: &mut String, report: &Report) -> fmt::Result {
    let bold = Style::new().bold();
    writeln!(
        out,
        "{bold}{}{bold:#}: {} rule{} from {}, against {}",
        report.material,
        report.rules.len(),
        if report.rules.len() == 1 { "" } else { "s" },
        report.rules_from,
        report.oracle,
    )?;
    let how = if report.folded {
        "mirror images judged once"
    } else {
        "each on the full board"
    };
    writeln!(
        out,
        "every legal position, both sides to move, no 50-move rule; {how}\n"
    )?;
    write_totals(out, report)?;
    write_rules(out, report)?;
    for example in &report.counterexamples {
        write_example(out, example)?;
    }
    if let Some(without) = &report.without_verdict {
        write_faults(out, without)?;
    }
    let (color, words) = if report.proven {
        (AnsiColor::Green, "PROVEN: no incorrect draw")
    } else if report.totals.incorrect_draws.board_count > 0 {
        (AnsiColor::Red, "REFUTED: incorrect draws were claimed")
    } else {
        (
            AnsiColor::Yellow,
            "NOT PROVEN: not every position has a verdict that can be believed",
        )
    };
    let style = Style::new().bold().fg_color(Some(color.into()));
    writeln!(out, "\n{style}{words}{style:#}")
}

fn write_totals(out: &mut String, report: &Report) -> fmt::Result {
    let totals = &report.totals;
    let all = |counts: &[CountRow]| CountRow {
        board_count: counts.iter().map(|count| count.board_count).sum(),
        unique_count: counts.iter().map(|count| count.unique_count).sum(),
    };
    let without = report.without_verdict.as_ref();
    let nothing = all(&[]);
    let doubtful = without.map_or([nothing; 2], |without| [without.draws, without.decisive]);
    let draws = all(&[totals.spotted_draws, totals.missed_draws, doubtful[0]]);
    let decisive = all(&[totals.incorrect_draws, totals.spotted_decisive, doubtful[1]]);
    let everything = all(&[draws, decisive]);
    writeln!(
        out,
        "{:<22}{:>15}  {:>10}{:>15}",
        "", "positions", "share", "unique"
    )?;
    let mut rows = vec![
        ("incorrect draws", totals.incorrect_draws, decisive),
        ("spotted draws", totals.spotted_draws, draws),
        ("missed draws", totals.missed_draws, draws),
        ("spotted wins/losses", totals.spotted_decisive, decisive),
    ];
    if without.is_some() {
        rows.push(("without a verdict", all(&doubtful), everything));
    }
    rows.extend([
        ("draws", draws, everything),
        ("wins/losses", decisive, everything),
        ("total", everything, everything),
    ]);
    for (name, count, whole) in rows {
        writeln!(
            out,
            "{name:<22}{:>15}  {:>10}{:>15}",
            thousands(count.board_count),
            percent(count.board_count, whole.board_count),
            unique(count),
        )?;
    }
    Ok(())
}

fn unique(count: CountRow) -> String {
    count.unique_count.map_or_else(|| "-".into(), thousands)
}

/// A line for each rule: the draws that it spots or misses, the decisive
/// positions that it gets wrong or guards against.
fn write_rules(out: &mut String, report: &Report) -> fmt::Result {
    let names = report.rules.iter().map(|rule| rule.name.chars().count());
    let width = names.max().unwrap_or(0).max("no rule matches".len());
    writeln!(
        out,
        "\n{:<7} {:<width$} {:>13} {:>13}",
        "rule", "", "draws", "wins/losses"
    )?;
    let mut line = |kind: &str, name: &str, draws: u64, decisive: u64, bad: bool| {
        let color = if bad {
            Some(AnsiColor::Red.into())
        } else {
            None
        };
        let style = Style::new().fg_color(color);
        let (draws, decisive) = (thousands(draws), thousands(decisive));
        writeln!(
            out,
            "{style}{kind:<7} {name:<width$} {draws:>13} {decisive:>13}{style:#}"
        )
    };
    for rule in &report.rules {
        let decided = &rule.decided;
        let wrong = decided.incorrect_draws.board_count;
        line(
            rule.kind,
            &rule.name,
            decided.spotted_draws.board_count + decided.missed_draws.board_count,
            wrong + decided.spotted_decisive.board_count,
            wrong > 0,
        )?;
    }
    let rest = &report.unmatched;
    line(
        "silent",
        "no rule matches",
        rest.missed_draws.board_count,
        rest.spotted_decisive.board_count,
        false,
    )
}

fn write_faults(out: &mut String, without: &WithoutVerdict) -> fmt::Result {
    let bold = Style::new().bold();
    for fault in &without.faults {
        writeln!(out, "\n{bold}no verdict{bold:#}")?;
        writeln!(out, "  {}", fault.fen)?;
        writeln!(out, "  {}", fault.what)?;
    }
    let count = without.draws.board_count + without.decisive.board_count;
    let (count, stops) = (thousands(count), without.stops);
    let times = if stops == 1 { "time" } else { "times" };
    writeln!(
        out,
        "\npositions without a verdict: {count}; the recognizer stopped {stops} {times}"
    )
}

fn write_example(out: &mut String, example: &ExampleRow) -> fmt::Result {
    let bold = Style::new().bold();
    writeln!(
        out,
        "\n{bold}incorrect draw{bold:#} by rule \"{}\"",
        example.rule
    )?;
    writeln!(out, "  {}", example.fen)?;
    match example.distance_plies {
        None => writeln!(out, "  truth: {} for the side to move", example.truth)?,
        Some(0) => writeln!(out, "  truth: checkmate on the board")?,
        Some(plies) => {
            let unit = if plies == 1 { "ply" } else { "plies" };
            writeln!(
                out,
                "  truth: {} for the side to move in {plies} {unit}",
                example.truth
            )?;
        }
    }
    if !example.numbered_line.is_empty() {
        writeln!(out, "  line:  {}", example.numbered_line)?;
    }
    writeln!(out, "  again: {}", example.command)
}
