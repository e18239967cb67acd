//! The section of the page on one report.

use std::collections::HashMap;

use serde::Serialize;

use super::{
    board::Board,
    chart::{Bar, Chart},
    heat::HeatMap,
};
use crate::{
    ComparisonRow, CountRow, ExampleRow, FaultRow, Report, RuleRow, SizeRow, Totals, counted,
    counts::sum,
    percent,
    terms::Terms,
    thousands,
    words::{Conclusion, CountLine, about, apart, count_lines, count_title, shown, unique},
};

/// The maximum number of boards of incorrect draws on a page.
const MAX_COUNTEREXAMPLES: usize = 60;

#[derive(Serialize)]
pub(super) struct Section {
    pub id: String,
    pub material: String,
    pub rules_from: String,
    pub rules_sha256: String,
    /// `proven`, `refuted` or `unchecked`.
    pub badge: &'static str,
    pub conclusion: String,
    pub about: Vec<String>,
    pub terms: &'static Terms,
    pub draws: String,
    pub spotted: String,
    pub share: String,
    pub missed: String,
    pub incorrect: String,
    pub decisive: String,
    pub bars: Vec<Bar>,
    pub count_title: &'static str,
    pub counts: Vec<TotalsLine>,
    /// Separate counts.
    pub apart: Vec<String>,
    pub comparisons: Vec<Comparison>,
    pub faults: Vec<FaultRow>,
    pub counterexamples: Vec<Board>,
    pub counterexamples_note: String,
    pub distances: Option<Chart>,
    pub missed_boards: Vec<Board>,
    pub missed_note: String,
    pub maps: Vec<HeatMap>,
    pub king_distances: Vec<Bar>,
    pub has_best: bool,
    pub rules: Vec<Rule>,
    pub oracles: Vec<OracleLine>,
    pub size: Option<String>,
    pub second_look: Option<String>,
}

/// A line of the totals.
#[derive(Serialize)]
pub(super) struct TotalsLine {
    pub name: String,
    pub count: String,
    pub share: String,
    pub unique: String,
}

/// How two oracles compare.
#[derive(Serialize)]
pub(super) struct Comparison {
    pub class: &'static str,
    pub text: String,
    pub fen: Option<String>,
    pub commands: Vec<String>,
}

/// A line of the rules.
#[derive(Serialize)]
pub(super) struct Rule {
    pub name: String,
    pub reason: String,
    pub kind: &'static str,
    pub draws: String,
    /// Draws that only it spots; empty if that is not known.
    pub only: String,
    pub decisive: String,
    pub incorrect: String,
    pub is_wrong: bool,
    /// Whether there are boards for it.
    pub has_boards: bool,
}

/// An oracle that was asked.
#[derive(Serialize)]
pub(super) struct OracleLine {
    pub role: &'static str,
    pub name: String,
    pub sha256: Option<String>,
}

impl Section {
    pub fn of(at: usize, report: &Report) -> Self {
        let totals = &report.totals;
        let count = |of: CountRow| shown(of, report.counting);
        let draws = sum(&[totals.spotted_draws, totals.missed_draws]);
        let decisive = sum(&[totals.incorrect_draws, totals.spotted_decisive]);
        let conclusion = Conclusion::of(report);
        Self {
            id: format!("r{}", at + 1),
            material: report.material.clone(),
            rules_from: report.rules_from.clone(),
            rules_sha256: report.rules_sha256.clone(),
            badge: conclusion.name(),
            conclusion: conclusion.words(),
            about: about(report),
            terms: report.truth.terms(),
            draws: count(draws),
            spotted: count(totals.spotted_draws),
            share: share(report, totals.spotted_draws, draws),
            missed: count(totals.missed_draws),
            incorrect: count(totals.incorrect_draws),
            decisive: count(decisive),
            bars: Bar::totals(report),
            count_title: count_title(report.counting),
            counts: count_lines(report)
                .iter()
                .map(|of| line(report, of))
                .collect(),
            apart: apart(report),
            comparisons: report.comparisons.iter().map(comparison).collect(),
            faults: (report.without_verdict.iter())
                .flat_map(|without| without.faults.clone())
                .collect(),
            counterexamples: counterexamples(report),
            counterexamples_note: counterexamples_note(report),
            distances: (report.incorrect_draws_by_distance.as_deref())
                .and_then(|rows| Chart::of(rows, report.truth.terms())),
            missed_boards: (report.typical_missed_draws.iter())
                .map(|of| Board::missed(of, report.missed_draws_sample.len()))
                .collect(),
            missed_note: missed_note(report),
            maps: maps(report),
            king_distances: Bar::king_distances(&report.draws_by_king_distance),
            has_best: !report.best.is_empty(),
            rules: rules(report),
            oracles: asked(report),
            size: report.size.as_ref().map(size),
            second_look: report.second_look_positions.map(thousands),
        }
    }
}

fn share(report: &Report, part: CountRow, whole: CountRow) -> String {
    let counts = part.by(report.counting).zip(whole.by(report.counting));
    counts.map_or_else(|| "-".into(), |(part, whole)| percent(part, whole))
}

fn line(report: &Report, of: &CountLine) -> TotalsLine {
    TotalsLine {
        name: of.name.clone().into_owned(),
        count: shown(of.count, report.counting),
        share: share(report, of.count, of.whole),
        unique: unique(of.count),
    }
}

fn comparison(row: &ComparisonRow) -> Comparison {
    let [a, b] = &row.oracles;
    let compared = thousands(row.compared.board_count);
    let Some(first) = &row.first_contradiction else {
        return Comparison {
            class: "quiet",
            text: format!("{a} and {b} agree in all {compared} positions"),
            fen: None,
            commands: Vec::new(),
        };
    };
    let [of_a, of_b] = &first.says;
    let differ = thousands(row.contradictions.board_count);
    Comparison {
        class: "refuted",
        text: format!(
            "{a} and {b} contradict each other in {differ} of {compared} positions; of the first, {a} says {of_a}, {b} {of_b}"
        ),
        fen: Some(first.fen.clone()),
        commands: first.commands.clone(),
    }
}

fn counterexamples(report: &Report) -> Vec<Board> {
    shown_counterexamples(report)
        .into_iter()
        .map(Board::incorrect)
        .collect()
}

/// As many of each rule as fit, but at least one of each, however many rules
/// are wrong.
fn shown_counterexamples(report: &Report) -> Vec<&ExampleRow> {
    let mut seen: HashMap<&str, usize> = HashMap::new();
    for example in &report.counterexamples {
        *seen.entry(&example.rule).or_default() += 1;
    }
    let most = (MAX_COUNTEREXAMPLES / seen.len().max(1)).max(1);
    let mut taken: HashMap<&str, usize> = HashMap::new();
    let mut shown = Vec::new();
    for example in &report.counterexamples {
        let taken = taken.entry(&example.rule).or_default();
        *taken += 1;
        if *taken <= most {
            shown.push(example);
        }
    }
    shown
}

fn counterexamples_note(report: &Report) -> String {
    let all = shown(report.incorrect_claims(), report.counting);
    let there = report.counterexamples.len();
    let boards = shown_counterexamples(report).len();
    let more = match there - boards {
        0 => String::new(),
        rest => format!(
            "; {} more are among the counterexamples as CSV and EPD",
            thousands(rest as u64)
        ),
    };
    let first = counted(boards as u64, "board");
    format!("{all} in all; {first} of the first ones of each rule{more}")
}

fn missed_note(report: &Report) -> String {
    let sample = report.missed_draws_sample.len();
    let missed = thousands(report.totals.missed_draws.board_count);
    let typical = report.typical_missed_draws.len();
    format!(
        "{typical} that differ, out of {} drawn at random from {missed} on the whole board",
        thousands(sample as u64)
    )
}

/// Empty if nothing is missed.
fn maps(report: &Report) -> Vec<HeatMap> {
    if report.totals.missed_draws.board_count == 0 {
        return Vec::new();
    }
    let some = report.truth.terms().some;
    let rows = report.draws_by_king.iter();
    rows.map(|row| HeatMap::of(row, some)).collect()
}

fn rules(report: &Report) -> Vec<Rule> {
    let best = |name: &str| report.best.iter().find(|row| row.rule == name);
    let rule = |name: &str, reason: &str, kind, decided: &Totals, incorrect: CountRow| {
        let count = |counts: &[CountRow]| shown(sum(counts), report.counting);
        let only = best(name).map(|row| shown(row.only_by_it, report.counting));
        Rule {
            name: name.into(),
            reason: reason.into(),
            kind,
            draws: count(&[decided.spotted_draws, decided.missed_draws]),
            only: only.unwrap_or_default(),
            decisive: count(&[decided.incorrect_draws, decided.spotted_decisive]),
            incorrect: count(&[incorrect]),
            is_wrong: incorrect.board_count > 0,
            has_boards: report.counterexamples.iter().any(|of| of.rule == name),
        }
    };
    let all = report.rules.iter();
    let all = all.map(|row: &RuleRow| {
        let kind = row.kind.name();
        rule(&row.name, &row.reason, kind, &row.decided, row.incorrect())
    });
    let rest = rule("no rule matches", "", "silent", &report.unmatched, sum(&[]));
    all.chain([rest]).collect()
}

fn asked(report: &Report) -> Vec<OracleLine> {
    let asked = |(at, name): (usize, String)| OracleLine {
        role: if at == 0 { "truth" } else { "beside it" },
        name,
        sha256: report.oracles.get(at).map(|of| of.sha256.clone()),
    };
    let names = report.asked().into_iter();
    names.enumerate().map(asked).collect()
}

fn size(size: &SizeRow) -> String {
    format!(
        "{}, {}, {} of tables, {:.0} steps to decide a random position",
        counted(size.rules as u64, "rule"),
        counted(size.conditions as u64, "condition"),
        counted(size.table_bytes as u64, "byte"),
        size.steps_a_call
    )
}
