//! `drawproof stats --helpmate`

use std::fmt::Write;

use drawproof_reports::{percent, thousands};
use drawproof_tables::{HelpmateTable, Material, Placement};
use drawproof_verify::{HelpmateCounts, count_helpmates};
use serde::Serialize;
use shakmaty::Color;

use super::sources::Wanted;
use crate::{Outcome, args, input, output};

/// The counts of one class: board counts, both sides to move.
#[derive(Serialize)]
struct ClassCounts {
    material: String,
    positions: u64,
    strong_can_mate: u64,
    weak_can_mate: u64,
    /// Neither side can mate.
    dead: u64,
    /// shakmaty says that a side cannot mate, and it can.
    strong_wrongly_excluded: u64,
    weak_wrongly_excluded: u64,
    /// A side cannot mate, and shakmaty does not say so.
    strong_not_seen: u64,
    weak_not_seen: u64,
    /// Dead positions that shakmaty does not call dead.
    dead_not_seen: u64,
    /// Those of them that are no stalemate.
    dead_not_seen_with_moves: u64,
    #[serde(flatten)]
    examples: Examples,
}

/// The first positions, as FENs; in CSV they are columns like others.
#[derive(Serialize)]
struct Examples {
    #[serde(rename = "strong_cannot_mate_fen")]
    strong_cannot_mate: Option<String>,
    #[serde(rename = "weak_cannot_mate_fen")]
    weak_cannot_mate: Option<String>,
    #[serde(rename = "wrongly_excluded_fen")]
    wrongly_excluded: Option<String>,
    #[serde(rename = "dead_not_seen_fen")]
    dead_not_seen: Option<String>,
}

pub fn run(arguments: &args::Stats, json: bool) -> anyhow::Result<Outcome> {
    let classes = input::classes_or_all(&arguments.classes, arguments.men)?;
    let wanted = Wanted {
        classes: &classes,
        with_smaller: false,
        with_distances: false,
    };
    let mut all = Vec::new();
    wanted.each(&arguments.source.tables, |table| {
        let counts = ClassCounts::of(&table)?;
        if !json && !arguments.csv {
            output::print(&counts.text())?;
        }
        all.push(counts);
        Ok(())
    })?;
    // Generated tables come in the order in which they are finished.
    all.sort_by_cached_key(|counts| position(&classes, &counts.material));
    if json {
        output::print_json(&all)?;
    } else if arguments.csv {
        output::print(&csv(&all)?)?;
    }
    Ok(Outcome::Proven)
}

fn position(classes: &[Material], name: &str) -> Option<usize> {
    classes.iter().position(|class| class.to_string() == name)
}

fn csv(all: &[ClassCounts]) -> anyhow::Result<String> {
    let mut text = String::from(
        "material,positions,strong_can_mate,weak_can_mate,dead,strong_wrongly_excluded,\
         weak_wrongly_excluded,strong_not_seen,weak_not_seen,dead_not_seen,\
         dead_not_seen_with_moves,dead_not_seen_fen\n",
    );
    for of in all {
        let numbers = [
            of.positions,
            of.strong_can_mate,
            of.weak_can_mate,
            of.dead,
            of.strong_wrongly_excluded,
            of.weak_wrongly_excluded,
            of.strong_not_seen,
            of.weak_not_seen,
            of.dead_not_seen,
            of.dead_not_seen_with_moves,
        ];
        text += &of.material;
        for number in numbers {
            write!(text, ",{number}")?;
        }
        let fen = of.examples.dead_not_seen.as_deref();
        writeln!(text, ",{}", fen.unwrap_or_default())?;
    }
    Ok(text)
}

impl ClassCounts {
    fn of(table: &HelpmateTable) -> anyhow::Result<Self> {
        let class = table.layout().material();
        let counts = count_helpmates(table)?;
        let fen = |example: &Option<Placement>| {
            let placement = example.as_ref()?;
            Some(placement.fen(class).to_string())
        };
        let HelpmateCounts {
            positions,
            can_mate,
            dead,
            cannot_example,
            rule,
            dead_unseen,
            dead_unseen_with_moves,
            unseen_example,
        } = &counts;
        let wrong = rule.white.wrong_example.as_ref();
        let wrong = wrong.or(rule.black.wrong_example.as_ref()).cloned();
        Ok(Self {
            material: class.to_string(),
            positions: *positions,
            strong_can_mate: can_mate.white,
            weak_can_mate: can_mate.black,
            dead: *dead,
            strong_wrongly_excluded: rule.white.wrong,
            weak_wrongly_excluded: rule.black.wrong,
            strong_not_seen: counts.unseen(Color::White),
            weak_not_seen: counts.unseen(Color::Black),
            dead_not_seen: *dead_unseen,
            dead_not_seen_with_moves: *dead_unseen_with_moves,
            examples: Examples {
                strong_cannot_mate: fen(&cannot_example.white),
                weak_cannot_mate: fen(&cannot_example.black),
                wrongly_excluded: fen(&wrong),
                dead_not_seen: fen(unseen_example),
            },
        })
    }

    fn text(&self) -> String {
        let mut text = format!(
            "{:<28}{:>15}  {:>10}\n",
            format!("{}, both sides to move", self.material),
            "positions",
            "share"
        );
        let Examples {
            strong_cannot_mate: strong,
            weak_cannot_mate: weak,
            wrongly_excluded: excluded,
            dead_not_seen: unseen,
        } = &self.examples;
        let none = &None;
        let rows = [
            ("legal", self.positions, none),
            ("strong can mate", self.strong_can_mate, none),
            (
                "strong cannot",
                self.positions - self.strong_can_mate,
                strong,
            ),
            ("weak can mate", self.weak_can_mate, none),
            ("weak cannot", self.positions - self.weak_can_mate, weak),
            ("dead: neither can", self.dead, none),
        ];
        let wrong = self.strong_wrongly_excluded + self.weak_wrongly_excluded;
        let library = [
            ("a side wrongly excluded", wrong, excluded),
            ("strong cannot, not seen", self.strong_not_seen, none),
            ("weak cannot, not seen", self.weak_not_seen, none),
            ("dead, not seen", self.dead_not_seen, none),
            ("  and no stalemate", self.dead_not_seen_with_moves, unseen),
        ];
        let line = |(name, count, fen): (&str, u64, &Option<String>)| {
            let share = percent(count, self.positions);
            let fen = fen.as_deref().unwrap_or_default();
            let line = format!("{name:<28}{:>15}  {share:>10}  {fen}", thousands(count));
            line.trim_end().to_owned() + "\n"
        };
        text.extend(rows.map(line));
        text += "by shakmaty's has_insufficient_material\n";
        text.extend(library.map(line));
        text + "\n"
    }
}
