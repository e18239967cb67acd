//! The report for a terminal.

use std::fmt::{self, Write};

use anstyle::{AnsiColor, Style};

use crate::{
    ComparisonRow, CountRow, ExampleRow, MissedRow, Report, Totals, WithoutVerdict,
    counts::sum,
    number::{counted, percent, thousands},
    words::{
        Conclusion, CountLine, about, apart, column_width, count_lines, count_title, shown, truth,
        unique,
    },
};

/// The report as text: the block of totals that the author of iCE printed in
/// 2011, with shares and unique counts, a line for each rule, and the
/// counterexamples. It has terminal colours; strip them to print it elsewhere.
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
        write_faults(out, report, without)?;
    }
    let conclusion = Conclusion::of(report);
    let color = match conclusion {
        Conclusion::Proven { .. } => AnsiColor::Green,
        Conclusion::Unchecked => AnsiColor::Yellow,
        Conclusion::Refuted { .. } => AnsiColor::Red,
    };
    let style = Style::new().bold().fg_color(Some(color.into()));
    writeln!(out, "\n{style}{}{style:#}", conclusion.words())
}

/// The counterexamples of a report alone.
pub fn counterexamples_text(report: &Report) -> String {
    let mut out = String::new();
    for example in &report.counterexamples {
        // Writing to a string cannot fail.
        let _ = write_example(&mut out, example);
    }
    out
}

fn write_heading(out: &mut String, report: &Report) -> fmt::Result {
    let bold = Style::new().bold();
    let asked = report.asked();
    writeln!(
        out,
        "{bold}{}{bold:#}: {} from {}, against {}",
        report.material,
        counted(report.rules.len() as u64, "rule"),
        report.rules_from,
        asked[0],
    )?;
    if let [_, others @ ..] = &asked[..]
        && !others.is_empty()
    {
        writeln!(out, "compared with {}", others.join("; "))?;
    }
    for line in about(report) {
        writeln!(out, "{line}")?;
    }
    writeln!(out)
}

fn write_totals(out: &mut String, report: &Report) -> fmt::Result {
    let lines = count_lines(report);
    let width = column_width(lines.iter().map(|line| &*line.name)).max(22);
    writeln!(
        out,
        "{:<width$}{:>15}  {:>10}{:>15}",
        "",
        count_title(report.counting),
        "share",
        "unique"
    )?;
    for CountLine { name, count, whole } in lines {
        let part = count.by(report.counting).zip(whole.by(report.counting));
        writeln!(
            out,
            "{name:<width$}{:>15}  {:>10}{:>15}",
            shown(count, report.counting),
            part.map_or_else(|| "-".into(), |(part, whole)| percent(part, whole)),
            unique(count),
        )?;
    }
    for line in apart(report) {
        writeln!(out, "\n{line}")?;
    }
    Ok(())
}

/// How the oracles compare, pair by pair.
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

/// A line for each rule: the draws and the decisive positions that it decides,
/// and in how many its claim is wrong if it may claim more than draws.
fn write_rules(out: &mut String, report: &Report) -> fmt::Result {
    let names = report.rules.iter().map(|rule| rule.name.as_str());
    let width = column_width(names.chain(["no rule matches"]));
    let kinds = report.rules.iter().map(|rule| rule.kind.name());
    let kind_width = column_width(kinds).max(7);
    let terms = report.truth.terms();
    let is_mixed = report.has_other_claims();
    let title = if is_mixed { "     incorrect" } else { "" };
    writeln!(
        out,
        "\n{:<kind_width$} {:<width$} {:>13} {:>13}{title}",
        "rule", "", terms.column, terms.others
    )?;
    let mut line = |kind: &str, name: &str, totals: &Totals, incorrect: CountRow| {
        let color = if incorrect.board_count > 0 {
            Some(AnsiColor::Red.into())
        } else {
            None
        };
        let style = Style::new().fg_color(color);
        let draws = sum(&[totals.spotted_draws, totals.missed_draws]);
        let decisive = sum(&[totals.incorrect_draws, totals.spotted_decisive]);
        let [draws, decisive] = [draws, decisive].map(|count| shown(count, report.counting));
        let incorrect = if is_mixed {
            format!(" {:>13}", shown(incorrect, report.counting))
        } else {
            String::new()
        };
        writeln!(
            out,
            "{style}{kind:<kind_width$} {name:<width$} {draws:>13} {decisive:>13}{incorrect}{style:#}"
        )
    };
    for rule in &report.rules {
        line(
            rule.kind.name(),
            &rule.name,
            &rule.decided,
            rule.incorrect(),
        )?;
    }
    line("silent", "no rule matches", &report.unmatched, sum(&[]))
}

/// What the best rules are worth.
fn write_best(out: &mut String, report: &Report) -> fmt::Result {
    if report.best.is_empty() {
        return Ok(());
    }
    let names = report.best.iter().map(|row| row.rule.as_str());
    let width = column_width(names.chain(["best rules"]));
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

/// Some of the missed draws, with the rule that keeps silent on each.
fn write_missed(out: &mut String, report: &Report) -> fmt::Result {
    let sample = &report.missed_draws_sample;
    let sample = &sample[..report.shown_missed_draws.min(sample.len())];
    let width = column_width(sample.iter().map(|row| row.fen.as_str()));
    if !sample.is_empty() {
        let some = report.truth.terms().some;
        writeln!(out, "\nmissed {some}, drawn at random")?;
    }
    for MissedRow { fen, rule, .. } in sample {
        let rule = rule.as_deref().unwrap_or("no rule matches");
        writeln!(out, "  {fen:<width$}  {rule}")?;
    }
    Ok(())
}

fn write_faults(out: &mut String, report: &Report, without: &WithoutVerdict) -> fmt::Result {
    let bold = Style::new().bold();
    for fault in &without.faults {
        writeln!(out, "\n{bold}no verdict{bold:#}")?;
        writeln!(out, "  {}", fault.fen)?;
        writeln!(out, "  {}", fault.what)?;
    }
    let en_passant = report.en_passant.iter();
    let en_passant =
        en_passant.flat_map(|of| [of.draws_without_verdict, of.decisive_without_verdict]);
    let counts = en_passant.chain([without.draws, without.decisive]);
    let count: u64 = counts.map(|of| of.board_count).sum();
    let (count, stops) = (thousands(count), without.stops);
    let times = if stops == 1 { "time" } else { "times" };
    writeln!(
        out,
        "\npositions without a verdict: {count}; the recognizer stopped {stops} {times}"
    )
}

pub(crate) fn write_example(out: &mut String, example: &ExampleRow) -> fmt::Result {
    let bold = Style::new().bold();
    writeln!(
        out,
        "\n{bold}incorrect {}{bold:#} by rule \"{}\"",
        example.claimed(),
        example.rule
    )?;
    writeln!(out, "  {}", example.fen)?;
    writeln!(out, "  truth: {}", truth(example))?;
    if let Some(own) = &example.own_tables_say {
        writeln!(out, "  own tables contradict: {own}")?;
    }
    if !example.line_san.is_empty() {
        writeln!(out, "  line:  {}", example.numbered_line())?;
    }
    writeln!(out, "  again: {}", example.command)
}
