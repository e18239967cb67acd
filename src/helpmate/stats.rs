//! `drawproof stats --helpmate`

use std::fmt::{self, Write};

use drawproof_reports::{percent, thousands};
use drawproof_tables::{HelpmateTable, Material, Placement};
use drawproof_verify::{HelpmateCounts, MaterialCounts, MaterialRule, count_helpmates};
use serde::Serialize;
use shakmaty::Color;

use crate::{Outcome, args, input, output};
use drawproof_suite::helpmate::sources::{Wanted, are_distances_cheap};

/// The counts of one class: board counts, both sides to move.
#[derive(Serialize)]
struct ClassCounts {
    material: String,
    positions: u64,
    strong_can_mate: u64,
    weak_can_mate: u64,
    /// Neither side can mate.
    dead: u64,
    /// The first position in which the strong side cannot mate, as a FEN.
    strong_cannot_mate_fen: Option<String>,
    weak_cannot_mate_fen: Option<String>,
    rules: Vec<Said>,
}

/// What a rule of a library says of a class.
#[derive(Serialize)]
struct Said {
    rule: &'static str,
    /// It says that a side cannot mate, and it can.
    strong_wrongly_excluded: u64,
    weak_wrongly_excluded: u64,
    /// A side cannot mate, and it does not say so.
    strong_not_seen: u64,
    weak_not_seen: u64,
    /// Positions that it ends as drawn, and a side can mate.
    wrongly_dead: u64,
    /// Dead positions that it does not end.
    dead_not_seen: u64,
    /// Those of them that are no stalemate.
    dead_not_seen_with_moves: u64,
    #[serde(flatten)]
    examples: Examples,
}

/// Positions as FENs; in CSV they are columns like others.
#[derive(Serialize)]
struct Examples {
    dead_not_seen_fen: Option<String>,
    wrong_fen: Option<String>,
    /// The side that can mate in it, and in how many plies with help.
    wrong_side: Option<&'static str>,
    wrong_plies: Option<u16>,
}

pub fn run(arguments: &args::Stats, json: bool) -> anyhow::Result<Outcome> {
    let classes = input::classes_or_all(&arguments.classes, arguments.men)?;
    let wanted = Wanted {
        classes: &classes,
        with_smaller: false,
        with_distances: are_distances_cheap(&classes),
    };
    let mut all = Vec::new();
    wanted.each(
        &arguments.source.tables,
        &crate::progress::terminal(),
        |table| {
            let counts = ClassCounts::of(&table)?;
            if !json && !arguments.csv {
                output::print(&counts.text())?;
            }
            all.push(counts);
            Ok(())
        },
    )?;
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

/// A row for each class and rule.
fn csv(all: &[ClassCounts]) -> anyhow::Result<String> {
    let mut text = String::from(
        "material,positions,strong_can_mate,weak_can_mate,dead,rule,strong_wrongly_excluded,\
         weak_wrongly_excluded,strong_not_seen,weak_not_seen,wrongly_dead,dead_not_seen,\
         dead_not_seen_with_moves,dead_not_seen_fen,wrong_fen,wrong_side,wrong_plies\n",
    );
    for class in all {
        for said in &class.rules {
            class.row(said, &mut text)?;
        }
    }
    Ok(text)
}

impl ClassCounts {
    fn of(table: &HelpmateTable) -> anyhow::Result<Self> {
        let class = table.layout().material();
        let counts = count_helpmates(table, &MaterialRule::ALL)?;
        let fen = |example: &Option<Placement>| {
            let placement = example.as_ref()?;
            Some(placement.fen(class).to_string())
        };
        let rules = MaterialRule::ALL.iter().zip(&counts.rules);
        Ok(Self {
            material: class.to_string(),
            positions: counts.positions,
            strong_can_mate: counts.can_mate.white,
            weak_can_mate: counts.can_mate.black,
            dead: counts.dead,
            strong_cannot_mate_fen: fen(&counts.cannot_example.white),
            weak_cannot_mate_fen: fen(&counts.cannot_example.black),
            rules: rules
                .map(|(rule, said)| Said::of(rule.name(), &counts, said, class))
                .collect(),
        })
    }

    fn row(&self, said: &Said, text: &mut String) -> fmt::Result {
        let Self {
            material,
            positions,
            strong_can_mate,
            weak_can_mate,
            dead,
            ..
        } = self;
        write!(
            text,
            "{material},{positions},{strong_can_mate},{weak_can_mate},{dead},{}",
            said.rule
        )?;
        for number in said.numbers() {
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

    fn text(&self) -> String {
        let mut text = format!(
            "{:<28}{:>15}  {:>10}\n",
            format!("{}, both sides to move", self.material),
            "positions",
            "share"
        );
        let none = &None;
        let strong = &self.strong_cannot_mate_fen;
        let weak = &self.weak_cannot_mate_fen;
        let without = |can: u64| self.positions - can;
        let rows = [
            ("legal", self.positions, none),
            ("strong can mate", self.strong_can_mate, none),
            ("strong cannot", without(self.strong_can_mate), strong),
            ("weak can mate", self.weak_can_mate, none),
            ("weak cannot", without(self.weak_can_mate), weak),
            ("dead: neither can", self.dead, none),
        ];
        text.extend(rows.map(|(name, count, fen)| {
            let share = percent(count, self.positions);
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
        text.extend(self.rules.iter().map(Said::text));
        text.extend(self.rules.iter().filter_map(Said::examples_text));
        text + "\n"
    }
}

/// A row about a rule.
fn rule_row(rule: &str, cells: [String; 5]) -> String {
    let cells = cells.map(|cell| format!("{cell:>18}")).concat();
    format!("{rule:<10}{cells}\n")
}

impl Said {
    fn of(
        rule: &'static str,
        counts: &HelpmateCounts,
        said: &MaterialCounts,
        class: &Material,
    ) -> Self {
        let wrong = said.wrong_example.as_ref();
        let fen = |of: &Placement| of.fen(class).to_string();
        let side = |side: Color| side.fold_wb("strong", "weak");
        Self {
            rule,
            strong_wrongly_excluded: said.sides.white.wrong,
            weak_wrongly_excluded: said.sides.black.wrong,
            strong_not_seen: counts.unseen(said, Color::White),
            weak_not_seen: counts.unseen(said, Color::Black),
            wrongly_dead: said.wrongly_dead,
            dead_not_seen: said.dead_unseen,
            dead_not_seen_with_moves: said.dead_unseen_with_moves,
            examples: Examples {
                dead_not_seen_fen: said.unseen_example.as_ref().map(fen),
                wrong_fen: wrong.map(|example| fen(&example.placement)),
                wrong_side: wrong.map(|example| side(example.side)),
                wrong_plies: wrong.and_then(|example| example.plies),
            },
        }
    }

    fn numbers(&self) -> [u64; 7] {
        [
            self.strong_wrongly_excluded,
            self.weak_wrongly_excluded,
            self.strong_not_seen,
            self.weak_not_seen,
            self.wrongly_dead,
            self.dead_not_seen,
            self.dead_not_seen_with_moves,
        ]
    }

    fn text(&self) -> String {
        let excluded = self.strong_wrongly_excluded + self.weak_wrongly_excluded;
        let numbers = [
            excluded,
            self.strong_not_seen + self.weak_not_seen,
            self.wrongly_dead,
            self.dead_not_seen,
            self.dead_not_seen_with_moves,
        ];
        rule_row(self.rule, numbers.map(thousands))
    }

    fn examples_text(&self) -> Option<String> {
        let fen = self.examples.wrong_fen.as_ref()?;
        let side = self.examples.wrong_side?;
        let plies = match self.examples.wrong_plies {
            Some(1) => " in 1 ply".to_owned(),
            Some(plies) => format!(" in {plies} plies"),
            None => String::new(),
        };
        Some(format!(
            "{} is wrong: {fen}, {side} can mate{plies}\n",
            self.rule
        ))
    }
}
