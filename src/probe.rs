//! `drawproof probe`

use std::{fmt::Write, path::Path};

use drawproof_language::Claim;
use drawproof_plugin::Limits;
use drawproof_reports::{Effect, FiftyMoves};
use drawproof_suite::{
    probe::{LibraryAnswer, ProbeAnswer, Prober, RuleAnswer, SourceAnswer, ValueAnswer, probe},
    probe_command::ProbeCommand,
};
use drawproof_verify::numbered;

use crate::{
    Outcome, args, helpmate, output,
    positions::{self, Shown},
    processes,
    progress::terminal,
    serve,
};

impl args::Probe {
    /// What is asked.
    pub fn command(&self) -> ProbeCommand {
        ProbeCommand {
            fen: self.fen.clone().unwrap_or_default(),
            rules: self.rules.clone(),
            grade: self.grade,
            library: self.library.clone(),
            lichess: self.lichess,
            helpmate: self.helpmate,
            folders: self.folders.named(),
        }
    }
}

pub fn run(arguments: &args::Probe, json: bool) -> anyhow::Result<Outcome> {
    if arguments.lichess && !json {
        anyhow::bail!("--lichess is a form of JSON; add --json");
    }
    if let Some(path) = &arguments.positions {
        return run_all(path, arguments, json);
    }
    let command = arguments.command();
    if arguments.helpmate {
        return helpmate::probe::run(&command, json);
    }
    if arguments.lichess {
        output::print_json(&serve::answer(&command.fen, &arguments.folders.source)?)?;
        return Ok(Outcome::Proven);
    }
    let host = || processes::host(Limits::default());
    let answer = probe(&command, host, &terminal())?;
    if json {
        output::print_json(&answer)?;
    } else {
        output::print(&text(&answer))?;
    }
    Ok(answer.outcome())
}

/// Probes all positions of a file.
fn run_all(path: &Path, arguments: &args::Probe, json: bool) -> anyhow::Result<Outcome> {
    let mut command = arguments.command();
    if arguments.helpmate {
        return positions::each(path, json, |fen| {
            command.fen = fen.into();
            helpmate::probe::shown(&command, json)
        });
    }
    if arguments.lichess {
        return positions::each(path, json, |fen| {
            let answer = serve::answer(fen, &arguments.folders.source)?;
            Shown::json(&answer, Outcome::Proven)
        });
    }
    let progress = terminal();
    let mut prober = Prober::open(&command, &progress)?;
    positions::each(path, json, |fen| {
        let answer = prober.probe(fen, || processes::host(Limits::default()))?;
        if json {
            return Shown::json(&answer, answer.outcome());
        }
        Ok(Shown::under(fen, &text(&answer), answer.outcome()))
    })
}

fn rule_text(rule: &RuleAnswer) -> String {
    let verdict = rule.claim.map_or("no claim", Claim::name);
    match (&rule.name, &rule.reason) {
        (Some(name), Some(reason)) => format!("{verdict}, by \"{name}\": {reason}"),
        _ => format!("{verdict}, no rule matches"),
    }
}

fn library_text(library: &LibraryAnswer) -> String {
    match (library.results, &library.fault) {
        (Some(results), _) => {
            let claim = Claim::allowing(results);
            claim.map_or("no claim", Claim::name).into()
        }
        (None, fault) => format!("no verdict: {}", fault.as_deref().unwrap_or("unknown")),
    }
}

/// As short text: `win, mate 57, zeroing 9`, in plies, with a `+` if the
/// last may be one more.
fn value_text(value: &ValueAnswer) -> String {
    if value.distance_to_mate_plies == Some(0) {
        return "checkmated".into();
    }
    let mut text = value.wdl.clone();
    if let Some(plies) = value.distance_to_mate_plies {
        text += &format!(", mate {plies}");
    }
    if let Some(plies) = value.distance_to_zeroing_plies {
        text += &format!(", zeroing {plies}");
    }
    if value.distance_to_zeroing_rounded {
        text += "+";
    }
    text
}

/// What stands before a false claim.
fn refuted(is_wrong: bool) -> &'static str {
    if is_wrong { "REFUTED: " } else { "" }
}

fn text(answer: &ProbeAnswer) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write(answer, &mut out);
    out
}

fn write(answer: &ProbeAnswer, out: &mut String) -> std::fmt::Result {
    let class = answer.material.as_ref();
    let class = class.map(|class| format!("{class}  "));
    let units = if answer.sources.is_empty() {
        ""
    } else {
        "; distances in plies"
    };
    let class = class.unwrap_or_default();
    writeln!(out, "{class}{} to move{units}", answer.mover)?;
    if let Some(why) = &answer.no_table {
        writeln!(out, "no value: {why}")?;
    }
    for source in &answer.sources {
        let files = source.files_of_others.as_ref();
        let files = files.filter(|files| !files.are_published());
        let files = files.map_or_else(String::new, |files| format!(" ({})", files.words()));
        writeln!(out, "{}{files}: {}", source.name, value_text(&source.value))?;
    }
    if let Some(text) = answer.fifty_moves.as_ref().and_then(FiftyMoves::text) {
        writeln!(out, "{text}")?;
    }
    if let Some(proven) = &answer.proven {
        write!(out, "{}", proven.text())?;
    }
    if let Some(rule) = &answer.rule {
        let refuted = refuted(answer.is_rule_wrong());
        writeln!(out, "rules: {refuted}{}", rule_text(rule))?;
    }
    if let Some(library) = &answer.library {
        let refuted = refuted(answer.is_library_wrong());
        writeln!(
            out,
            "{}: {refuted}{}",
            library.library,
            library_text(library)
        )?;
    }
    if !answer.sources_agree() {
        writeln!(out, "REFUTED: the tables contradict each other")?;
    }
    write_moves(answer, out)?;
    if !answer.line_san.is_empty() {
        writeln!(out, "line: {}", numbered(answer.mover, &answer.line_san))?;
    }
    Ok(())
}

/// A line for each move, with a column for each source.
fn write_moves(answer: &ProbeAnswer, out: &mut String) -> std::fmt::Result {
    let first = answer.sources.first();
    for (at, shown) in first.into_iter().flat_map(|of| of.moves.iter().enumerate()) {
        let mut line = format!("  {:<7}", shown.san);
        for source in &answer.sources {
            let shown = &source.moves[at];
            let mut text = value_text(&shown.value);
            if shown.fifty_move_rule == Effect::Draws {
                text += " (50-move rule: draw)";
            }
            line += &format!(" {text:<30}");
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    if answer.sources.iter().any(SourceAnswer::is_rounded) {
        writeln!(out, "+: rounded, may be one ply more")?;
    }
    Ok(())
}
