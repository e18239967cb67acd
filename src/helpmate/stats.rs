//! `drawproof stats --helpmate`

use std::fmt::{self, Write};

use drawproof_reports::{percent, thousands};
use drawproof_suite::helpmate::stats::{MaterialRuleStats, MatesStats, stats};

use crate::{Outcome, args, output, progress::terminal};

pub fn run(arguments: &args::Stats, json: bool) -> anyhow::Result<Outcome> {
    let (classes, men) = (&arguments.classes, arguments.men);
    let folders = &arguments.source.tables;
    let all = stats(classes, men, folders, &terminal(), |counts| {
        if !json && !arguments.csv {
            output::print(&text(counts))?;
        }
        Ok(())
    })?;
    if json {
        output::print_json(&all)?;
    } else if arguments.csv {
        output::print(&csv(&all)?)?;
    }
    Ok(Outcome::Proven)
}

/// A row for each class and rule.
fn csv(all: &[MatesStats]) -> anyhow::Result<String> {
    let mut text = String::from(
        "material,positions,strong_can_mate,weak_can_mate,dead,rule,strong_wrongly_excluded,\
         weak_wrongly_excluded,strong_not_seen,weak_not_seen,wrongly_dead,dead_not_seen,\
         dead_not_seen_with_moves,dead_not_seen_fen,wrong_fen,wrong_side,wrong_plies\n",
    );
    for class in all {
        for said in &class.rules {
            row(class, said, &mut text)?;
        }
    }
    Ok(text)
}

fn row(class: &MatesStats, said: &MaterialRuleStats, text: &mut String) -> fmt::Result {
    let MatesStats {
        material,
        positions,
        strong_can_mate,
        weak_can_mate,
        dead,
        ..
    } = class;
    write!(
        text,
        "{material},{positions},{strong_can_mate},{weak_can_mate},{dead},{}",
        said.rule
    )?;
    for number in numbers(said) {
        write!(text, ",{number}")?;
    }
    let examples = &said.examples;
    let words = [
        examples.dead_not_seen_fen.as_deref(),
        examples.wrong_fen.as_deref(),
        examples.wrong_side,
    ];
    for word in words {
        write!(text, ",{}", word.unwrap_or_default())?;
    }
    let plies = examples.wrong_plies.map(|plies| plies.to_string());
    writeln!(text, ",{}", plies.unwrap_or_default())
}

fn text(class: &MatesStats) -> String {
    let mut text = format!(
        "{:<28}{:>15}  {:>10}\n",
        format!("{}, both sides to move", class.material),
        "positions",
        "share"
    );
    let none = &None;
    let strong = &class.strong_cannot_mate_fen;
    let weak = &class.weak_cannot_mate_fen;
    let without = |can: u64| class.positions - can;
    let rows = [
        ("legal", class.positions, none),
        ("strong can mate", class.strong_can_mate, none),
        ("strong cannot", without(class.strong_can_mate), strong),
        ("weak can mate", class.weak_can_mate, none),
        ("weak cannot", without(class.weak_can_mate), weak),
        ("dead: neither can", class.dead, none),
    ];
    text.extend(rows.map(|(name, count, fen)| {
        let share = percent(count, class.positions);
        let fen = fen.as_deref().unwrap_or_default();
        let line = format!("{name:<28}{:>15}  {share:>10}  {fen}", thousands(count));
        line.trim_end().to_owned() + "\n"
    }));
    let heading = [
        "wrongly excluded",
        "cannot, not seen",
        "wrongly dead",
        "dead, not seen",
        "and no stalemate",
    ];
    text += &rule_row("rule", heading.map(str::to_owned));
    text.extend(class.rules.iter().map(rule_text));
    text.extend(class.rules.iter().filter_map(examples_text));
    text + "\n"
}

/// A row about a rule.
fn rule_row(rule: &str, cells: [String; 5]) -> String {
    let cells = cells.map(|cell| format!("{cell:>18}")).concat();
    format!("{rule:<10}{cells}\n")
}

fn numbers(said: &MaterialRuleStats) -> [u64; 7] {
    [
        said.strong_wrongly_excluded,
        said.weak_wrongly_excluded,
        said.strong_not_seen,
        said.weak_not_seen,
        said.wrongly_dead,
        said.dead_not_seen,
        said.dead_not_seen_with_moves,
    ]
}

fn rule_text(said: &MaterialRuleStats) -> String {
    let excluded = said.strong_wrongly_excluded + said.weak_wrongly_excluded;
    let numbers = [
        excluded,
        said.strong_not_seen + said.weak_not_seen,
        said.wrongly_dead,
        said.dead_not_seen,
        said.dead_not_seen_with_moves,
    ];
    rule_row(said.rule, numbers.map(thousands))
}

fn examples_text(said: &MaterialRuleStats) -> Option<String> {
    let fen = said.examples.wrong_fen.as_ref()?;
    let side = said.examples.wrong_side?;
    let plies = match said.examples.wrong_plies {
        Some(1) => " in 1 ply".to_owned(),
        Some(plies) => format!(" in {plies} plies"),
        None => String::new(),
    };
    Some(format!(
        "{} is wrong: {fen}, {side} can mate{plies}\n",
        said.rule
    ))
}
