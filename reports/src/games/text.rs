//! The report on games for a terminal.

use std::fmt::{self, Write};

use anstyle::{AnsiColor, Style};

use super::{GamesClassRow, GamesReport, GamesRuleRow, ResultsRow};
use crate::{
    number::{counted, percent, thousands},
    text::write_example,
    words::column_width,
};

/// The report as text, with terminal colours; strip them to print it elsewhere.
pub fn games_text(report: &GamesReport) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write_report(&mut out, report);
    out
}

fn write_report(out: &mut String, report: &GamesReport) -> fmt::Result {
    write_heading(out, report)?;
    let seen: Vec<&GamesClassRow> = report
        .classes
        .iter()
        .filter(|class| class.occurrences.positions > 0)
        .collect();
    if !seen.is_empty() {
        write_endings(out, &seen)?;
        write_truth(out, report, &seen)?;
    }
    for class in &seen {
        write_rules(out, class)?;
    }
    if report.games > 0 {
        report.proven.write(out)?;
    }
    for row in &report.counterexamples {
        write_example(out, &row.example)?;
    }
    let (color, words) = if report.is_refuted() {
        (AnsiColor::Red, "REFUTED: false claims were made")
    } else if report.games == 0 {
        (
            AnsiColor::Yellow,
            "NOTHING CHECKED: no game was played through",
        )
    } else if seen.is_empty() {
        (
            AnsiColor::Green,
            "no position of a class that has rules in these games",
        )
    } else {
        (AnsiColor::Green, "no false claim in these games")
    };
    let style = Style::new().bold().fg_color(Some(color.into()));
    writeln!(out, "\n{style}{words}{style:#}")
}

fn write_heading(out: &mut String, report: &GamesReport) -> fmt::Result {
    let ResultsRow {
        white_wins,
        draws,
        black_wins,
        unknown,
    } = report.results;
    let [white_wins, draws, black_wins, unknown] =
        [white_wins, draws, black_wins, unknown].map(thousands);
    writeln!(
        out,
        "{} from {}: White won {white_wins}, {draws} were drawn, Black won {black_wins}, {unknown} unknown",
        counted(report.games, "game"),
        counted(report.files.len() as u64, "file"),
    )?;
    if report.broken_games + report.variant_games > 0 {
        writeln!(
            out,
            "left out: {}, {} with other rules",
            counted(report.broken_games, "broken game"),
            thousands(report.variant_games)
        )?;
    }
    let covered = report.total(|class| class.occurrences.positions);
    let seen = report.total(|class| u64::from(class.occurrences.positions > 0));
    writeln!(
        out,
        "{}, {} ({}) of {} of {} with rules",
        counted(report.positions, "position"),
        thousands(covered),
        percent(covered, report.positions),
        thousands(seen),
        classes_of(report)
    )
}

fn classes_of(report: &GamesReport) -> String {
    match report.classes.len() {
        1 => "1 class".into(),
        count => format!("{count} classes"),
    }
}

/// How often each class occurs, and how its games ended.
fn write_endings(out: &mut String, classes: &[&GamesClassRow]) -> fmt::Result {
    writeln!(
        out,
        "\n{:<9} {:>9} {:>11} {:>9} {:>11} {:>9} {:>14} {:>11} {:>10}",
        "class",
        "games",
        "White wins",
        "draws",
        "Black wins",
        "unknown",
        "stronger wins",
        "positions",
        "distinct"
    )?;
    for class in classes {
        let results = class.results;
        let stronger = class.side_wins.map(|wins| thousands(wins.stronger));
        writeln!(
            out,
            "{:<9} {:>9} {:>11} {:>9} {:>11} {:>9} {:>14} {:>11} {:>10}",
            class.material,
            thousands(class.games),
            thousands(results.white_wins),
            thousands(results.draws),
            thousands(results.black_wins),
            thousands(results.unknown),
            stronger.unwrap_or("-".into()),
            thousands(class.occurrences.positions),
            thousands(class.distinct.positions),
        )?;
    }
    Ok(())
}

/// The values of the positions, each as often as it occurred, and how many of
/// the draws are spotted.
fn write_truth(out: &mut String, report: &GamesReport, classes: &[&GamesClassRow]) -> fmt::Result {
    writeln!(
        out,
        "\n{:<9} {:>14} {:>9} {:>12} {:>9} {:>10} {:>12} {:>10}  rules",
        "truth",
        "stronger wins",
        "draws",
        "weaker wins",
        "spotted",
        "share",
        "of distinct",
        "incorrect"
    )?;
    for class in classes {
        let (all, distinct) = (class.occurrences, class.distinct);
        writeln!(
            out,
            "{:<9} {:>14} {:>9} {:>12} {:>9} {:>10} {:>12} {:>10}  {}",
            class.material,
            thousands(all.stronger_side_wins),
            thousands(all.draws),
            thousands(all.weaker_side_wins),
            thousands(all.spotted_draws),
            percent(all.spotted_draws, all.draws),
            percent(distinct.spotted_draws, distinct.draws),
            thousands(all.incorrect_claims),
            class.rules_from.trim_end_matches(" (built in)"),
        )?;
    }
    let total = |of: fn(&GamesClassRow) -> u64| report.total(of);
    let (spotted, draws) = (
        total(|class| class.occurrences.spotted_draws),
        total(|class| class.occurrences.draws),
    );
    writeln!(
        out,
        "{:<9} {:>14} {:>9} {:>12} {:>9} {:>10} {:>12} {:>10}",
        "all",
        thousands(total(|class| class.occurrences.stronger_side_wins)),
        thousands(draws),
        thousands(total(|class| class.occurrences.weaker_side_wins)),
        thousands(spotted),
        percent(spotted, draws),
        percent(
            total(|class| class.distinct.spotted_draws),
            total(|class| class.distinct.draws)
        ),
        thousands(total(|class| class.occurrences.incorrect_claims)),
    )
}

/// How often each rule of a class would have decided; rules that never would
/// are omitted.
fn write_rules(out: &mut String, class: &GamesClassRow) -> fmt::Result {
    let name = |row: &GamesRuleRow| row.rule.clone().unwrap_or("no rule matches".into());
    let speaks = |row: &&GamesRuleRow| row.distinct.draws + row.distinct.decisive > 0;
    let rows: Vec<&GamesRuleRow> = class.rules.iter().filter(speaks).collect();
    let names: Vec<String> = rows.iter().map(|row| name(row)).collect();
    let width = column_width(names.iter().map(String::as_str));
    let kinds = [class.material.as_str()]
        .into_iter()
        .chain(rows.iter().map(|row| row.kind));
    let first = column_width(kinds).max(7);
    let bold = Style::new().bold();
    writeln!(
        out,
        "\n{bold}{:<first$}{bold:#} {:<width$} {:>9} {:>12}",
        class.material, "", "draws", "wins/losses"
    )?;
    for row in rows {
        let wrong = row.distinct.incorrect > 0;
        let style = Style::new().fg_color(wrong.then(|| AnsiColor::Red.into()));
        writeln!(
            out,
            "{style}{:<first$} {:<width$} {:>9} {:>12}{style:#}",
            row.kind,
            name(row),
            thousands(row.occurrences.draws),
            thousands(row.occurrences.decisive)
        )?;
    }
    if class.occurrences.with_en_passant > 0 {
        writeln!(
            out,
            "not asked, a pawn can be taken en passant: {}",
            thousands(class.occurrences.with_en_passant)
        )?;
    }
    Ok(())
}
