//! `drawproof generate`

use std::time::Instant;

use drawproof_reports::thousands;
use drawproof_tables::{Library, MAX_TABLE_MEN, Material, Table, Wdl};
use serde::Serialize;

use crate::{Outcome, args, input, output, progress, stats::SideStats};

/// What is said of one table.
#[derive(Serialize)]
struct Line {
    material: String,
    /// Legal positions, board count, both sides to move.
    positions_board_count: u64,
    longest_win_plies: u32,
    memory_bytes: usize,
    seconds: f64,
}

pub fn run(arguments: &args::Generate, json: bool) -> anyhow::Result<Outcome> {
    let mut classes = input::classes(&arguments.classes)?;
    for men in 3..=arguments.men.unwrap_or(0) {
        classes.extend(Material::all(men.into()));
    }
    let start = Instant::now();
    let mut library = Library::new();
    let mut lines: Vec<Line> = Vec::new();
    for class in &classes {
        if lines.iter().any(|line| line.material == class.to_string()) {
            continue;
        }
        let start = Instant::now();
        progress::generate(class, &mut library)?;
        let seconds = start.elapsed().as_secs_f64();
        let Some(table) = library.get(class) else {
            continue;
        };
        let line = Line::of(table, seconds);
        if !json {
            if lines.is_empty() {
                output::print("class       positions  longest win     memory    time\n")?;
            }
            output::print(&line.text())?;
        }
        lines.push(line);
        // Five men take 250 MB a class, and no other class needs them.
        if class.men_count() == MAX_TABLE_MEN {
            library.remove(class);
        }
    }
    if json {
        output::print_json(&lines)?;
    } else {
        let seconds = start.elapsed().as_secs_f64();
        output::print(&format!("{seconds:.2} s in all, smaller tables included\n"))?;
    }
    Ok(Outcome::Proven)
}

impl Line {
    fn of(table: &Table, seconds: f64) -> Self {
        let sides = SideStats::both(table);
        let longest = sides.iter().filter_map(|side| side.longest(Wdl::Win));
        Self {
            material: table.layout().material().to_string(),
            positions_board_count: sides.iter().map(SideStats::positions).sum(),
            longest_win_plies: longest.map(|row| row.plies).max().unwrap_or(0),
            memory_bytes: table.bytes(),
            seconds,
        }
    }

    fn text(&self) -> String {
        format!(
            "{:<8}{:>13}{:>7} plies{:>8} KiB{:>6.0} ms\n",
            self.material,
            thousands(self.positions_board_count),
            self.longest_win_plies,
            self.memory_bytes / 1024,
            1000.0 * self.seconds,
        )
    }
}
