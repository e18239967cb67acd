//! `drawproof check --helpmate`

use crate::progress::terminal;
use drawproof_reports::thousands;
use drawproof_tables::{Material, Mates};
use drawproof_verify::{WrongMates, check_helpmates};
use serde::Serialize;
use shakmaty::Color;

use crate::{Outcome, args, input, output};
use drawproof_suite::helpmate::sources::Wanted;

/// The result of checking one class.
#[derive(Serialize)]
struct Line {
    material: String,
    /// Table entries checked, both sides to move; none if one was wrong.
    table_entries: Option<u64>,
    /// Whether plies were checked as well.
    has_distances: bool,
    agrees: bool,
    first_difference: Option<Difference>,
}

#[derive(Serialize)]
struct Difference {
    fen: String,
    own: String,
    by_moves: String,
}

pub fn run(arguments: &args::Check, json: bool) -> anyhow::Result<Outcome> {
    let classes = input::classes(&arguments.classes)?;
    if classes.is_empty() {
        anyhow::bail!("name the classes whose tables of help mates are checked");
    }
    let mut lines = Vec::new();
    let wanted = Wanted {
        classes: &classes,
        with_smaller: true,
        with_distances: true,
    };
    let tables = wanted.all(&arguments.folders.source.tables, &terminal())?;
    for class in &classes {
        let Some(table) = tables.get(class) else {
            continue;
        };
        let steps = 2 * table.layout().blocks() as u64;
        let bar = terminal().bar(format!("checking {class}"), Some(steps));
        let result = check_helpmates(table, &tables, &|steps| bar.inc(steps));
        bar.end();
        let line = Line::new(class, table.has_distances(), result?);
        if !json {
            output::print(&line.text())?;
        }
        lines.push(line);
    }
    if json {
        output::print_json(&lines)?;
    }
    if lines.iter().all(|line| line.agrees) {
        Ok(Outcome::Proven)
    } else {
        Ok(Outcome::Counterexample)
    }
}

impl Line {
    fn new(class: &Material, has_distances: bool, result: Result<u64, Box<WrongMates>>) -> Self {
        let wrong = result.as_ref().err();
        let difference = wrong.map(|wrong| Difference {
            fen: wrong.placement.fen(class).to_string(),
            own: words(wrong.entry),
            by_moves: words(wrong.by_moves),
        });
        Self {
            material: class.to_string(),
            table_entries: result.ok(),
            has_distances,
            agrees: difference.is_none(),
            first_difference: difference,
        }
    }

    fn text(&self) -> String {
        let what = if self.has_distances {
            "its own moves, who can mate and in how many plies"
        } else {
            "its own moves, who can mate"
        };
        match (&self.first_difference, self.table_entries) {
            (Some(of), _) => format!(
                "{:<8} DIFFERS from {what}: {} is {} in own tables, {} by its moves\n",
                self.material, of.fen, of.own, of.by_moves
            ),
            (None, count) => format!(
                "{:<8} agrees with {what} in all {} entries\n",
                self.material,
                thousands(count.unwrap_or_default())
            ),
        }
    }
}

/// What is said of a position, in words.
fn words(mates: Mates) -> String {
    let side = |color: Color, name: &str| match (mates.can.get(color), mates.plies.get(color)) {
        (false, _) => format!("{name} cannot mate"),
        (true, None) => format!("{name} can mate"),
        (true, Some(plies)) => format!("{name} can mate in {plies} plies"),
    };
    format!(
        "{}, {}",
        side(Color::White, "White"),
        side(Color::Black, "Black")
    )
}
