//! The report that a person reads in a terminal.

use std::fmt::{self, Write};

use anstyle::{AnsiColor, Style};

use crate::{
    data::{
        ComparisonRow, CountRow, Counting, DrawConvention, ExampleRow, MissedRow, Report, Totals,
        WithoutVerdict,
    },
    number::{counted, percent, thousands},
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
    write_heading(out, report)?;
    write_totals(out, report)?;
    write_rules(out, report)?;
    write_best(out, report)?;
    for example in &report.counterexamples {
        write_example(out, example)?;
    }
    write_missed(out, report)?;
    write_comparisons(out, &report.comparisons)?;
    if let Some(positions) = report.second_look_positions {
        writeln!(
            out,
            "\nsecond look, one by one, at {} random positions: no difference",
            thousands(positions)
        )?;
    }
    if let Some(without) = &report.without_verdict {
        write_faults(out, without)?;
    }
    let (color, words) = conclusion(report);
    let style = Style::new().bold().fg_color(Some(color.into()));
    writeln!(out, "\n{style}{words}{style:#}")
}

/// What a reader is to take away.
fn conclusion(report: &Report) -> (AnsiColor, &'static str) {
    let wrong = report.totals.incorrect_draws.board_count;
    match (wrong, report.is_contradicted()) {
        (0, false) if report.proven => (AnsiColor::Green, "PROVEN: no incorrect draw"),
        (0, false) => (
            AnsiColor::Yellow,
            "NOT PROVEN: not every position has a verdict that can be believed",
        ),
        (0, true) => (AnsiColor::Red, "REFUTED: tables contradict each other"),
        (_, false) => (AnsiColor::Red, "REFUTED: incorrect draws were claimed"),
        (_, true) => (
            AnsiColor::Red,
            "REFUTED: incorrect draws were claimed, and tables contradict each other",
        ),
    }
}

fn write_heading(out: &mut String, report: &Report) -> fmt::Result {
    let bold = Style::new().bold();
    writeln!(
        out,
        "{bold}{}{bold:#}: {} from {}, against {}",
        report.material,
        counted(report.rules.len() as u64, "rule"),
        report.rules_from,
        report.oracle,
    )?;
    if !report.others.is_empty() {
        writeln!(out, "compared with {}", report.others.join("; "))?;
    }
    let how = if report.folded {
        "mirror images judged once"
    } else {
        "each on the full board"
    };
    let (with, change) = match report.draw_convention {
        DrawConvention::Theory => ("no 50-move rule", "would make"),
        DrawConvention::FiftyMoveRule => ("draws by the 50-move rule included", "makes"),
    };
    writeln!(
        out,
        "every legal position, both sides to move, {with}; {how}"
    )?;
    match report.fifty_move_differences {
        None => writeln!(out, "what the 50-move rule would change is not known")?,
        Some(count) if count.board_count == 0 => {
            writeln!(out, "the 50-move rule changes nothing in this class")?;
        }
        Some(count) => writeln!(
            out,
            "the 50-move rule {change} draws of {} wins and losses ({} unique)",
            shown(count, report.counting),
            unique(count),
        )?,
    }
    if report.without_en_passant {
        let what = "positions in which a pawn can be taken en passant are not among them";
        writeln!(out, "{what}")?;
    }
    if report.counting == Counting::TenSquares {
        writeln!(
            out,
            "counted with the strong king on the ten squares a1-d1-d4 only"
        )?;
    }
    writeln!(out)
}

fn write_totals(out: &mut String, report: &Report) -> fmt::Result {
    let totals = &report.totals;
    let without = report.without_verdict.as_ref();
    let nothing = sum(&[]);
    let doubtful = without.map_or([nothing; 2], |without| [without.draws, without.decisive]);
    let draws = sum(&[totals.spotted_draws, totals.missed_draws, doubtful[0]]);
    let decisive = sum(&[totals.incorrect_draws, totals.spotted_decisive, doubtful[1]]);
    let everything = sum(&[draws, decisive]);
    writeln!(
        out,
        "{:<22}{:>15}  {:>10}{:>15}",
        "",
        title(report.counting),
        "share",
        "unique"
    )?;
    let mut rows = vec![
        ("incorrect draws", totals.incorrect_draws, decisive),
        ("spotted draws", totals.spotted_draws, draws),
        ("missed draws", totals.missed_draws, draws),
        ("spotted wins/losses", totals.spotted_decisive, decisive),
    ];
    if without.is_some() {
        rows.push(("without a verdict", sum(&doubtful), everything));
    }
    rows.extend([
        ("draws", draws, everything),
        ("wins/losses", decisive, everything),
        ("total", everything, everything),
    ]);
    for (name, count, whole) in rows {
        let part = count.by(report.counting).zip(whole.by(report.counting));
        writeln!(
            out,
            "{name:<22}{:>15}  {:>10}{:>15}",
            shown(count, report.counting),
            part.map_or_else(|| "-".into(), |(part, whole)| percent(part, whole)),
            unique(count),
        )?;
    }
    Ok(())
}

fn title(counting: Counting) -> &'static str {
    match counting {
        Counting::Board => "positions",
        Counting::TenSquares => "on ten squares",
    }
}

fn sum(counts: &[CountRow]) -> CountRow {
    let sum = |of: fn(&CountRow) -> Option<u64>| counts.iter().map(of).sum();
    CountRow {
        board_count: counts.iter().map(|count| count.board_count).sum(),
        unique_count: sum(|count| count.unique_count),
        ten_squares_count: sum(|count| count.ten_squares_count),
    }
}

fn shown(count: CountRow, counting: Counting) -> String {
    count.by(counting).map_or_else(|| "-".into(), thousands)
}

fn unique(count: CountRow) -> String {
    count.unique_count.map_or_else(|| "-".into(), thousands)
}

/// How those who were asked compare, two by two.
fn write_comparisons(out: &mut String, rows: &[ComparisonRow]) -> fmt::Result {
    for row in rows {
        let [a, b] = &row.oracles;
        let compared = thousands(row.compared.board_count);
        match &row.first_contradiction {
            None => writeln!(out, "\n{a} and {b} agree in all {compared} positions")?,
            Some(first) => {
                let style = Style::new().fg_color(Some(AnsiColor::Red.into()));
                writeln!(
                    out,
                    "\n{style}{a} and {b} contradict each other in {} of {compared} positions{style:#}, the first",
                    thousands(row.contradictions.board_count),
                )?;
                writeln!(out, "  {}", first.fen)?;
                for (oracle, says) in row.oracles.iter().zip(&first.says) {
                    writeln!(out, "  {oracle}: {says}")?;
                }
                for command in &first.commands {
                    writeln!(out, "  again: {command}")?;
                }
            }
        }
    }
    Ok(())
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
    let mut line = |kind: &str, name: &str, totals: &Totals| {
        let color = if totals.incorrect_draws.board_count > 0 {
            Some(AnsiColor::Red.into())
        } else {
            None
        };
        let style = Style::new().fg_color(color);
        let draws = sum(&[totals.spotted_draws, totals.missed_draws]);
        let decisive = sum(&[totals.incorrect_draws, totals.spotted_decisive]);
        let [draws, decisive] = [draws, decisive].map(|count| shown(count, report.counting));
        writeln!(
            out,
            "{style}{kind:<7} {name:<width$} {draws:>13} {decisive:>13}{style:#}"
        )
    };
    for rule in &report.rules {
        line(rule.kind, &rule.name, &rule.decided)?;
    }
    line("silent", "no rule matches", &report.unmatched)
}

/// What the best rules are worth.
fn write_best(out: &mut String, report: &Report) -> fmt::Result {
    if report.best.is_empty() {
        return Ok(());
    }
    let names = report.best.iter().map(|row| row.rule.chars().count());
    let width = names.max().unwrap_or(0).max("best rules".len());
    writeln!(
        out,
        "\n{:<width$} {:>13} {:>13}",
        "best rules", "draws", "only by it"
    )?;
    for row in &report.best {
        let [spotted, only] =
            [row.spotted_draws, row.only_by_it].map(|count| shown(count, report.counting));
        writeln!(out, "{:<width$} {spotted:>13} {only:>13}", row.rule)?;
    }
    Ok(())
}

/// Some of the missed draws, with what keeps silent on them.
fn write_missed(out: &mut String, report: &Report) -> fmt::Result {
    let sample = &report.missed_draws_sample;
    let width = sample.iter().map(|row| row.fen.len()).max().unwrap_or(0);
    if !sample.is_empty() {
        writeln!(out, "\nmissed draws, drawn at random")?;
    }
    for MissedRow { fen, rule } in sample {
        let rule = rule.as_deref().unwrap_or("no rule matches");
        writeln!(out, "  {fen:<width$}  {rule}")?;
    }
    Ok(())
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
    let drawn = if example.drawn_by_fifty_moves == Some(true) {
        ", a draw by the 50-move rule"
    } else {
        ""
    };
    match example.distance_plies {
        None => writeln!(
            out,
            "  truth: {} for the side to move{drawn}",
            example.truth
        )?,
        Some(0) => writeln!(out, "  truth: checkmate on the board")?,
        Some(plies) => {
            let unit = if plies == 1 { "ply" } else { "plies" };
            writeln!(
                out,
                "  truth: {} for the side to move in {plies} {unit}{drawn}",
                example.truth
            )?;
        }
    }
    if let Some(own) = &example.own_tables_say {
        writeln!(out, "  own tables contradict: {own}")?;
    }
    if !example.numbered_line.is_empty() {
        writeln!(out, "  line:  {}", example.numbered_line)?;
    }
    writeln!(out, "  again: {}", example.command)
}
