//! `drawproof generate`

use std::time::Instant;

use drawproof_reports::thousands;
use drawproof_tables::{Library, MAX_TABLE_MEN, Material, SideTable, Table, Wdl, dtm};
use serde::Serialize;
use shakmaty::Color;

use crate::{Outcome, args, input, output, progress};

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
        let sides = [Color::White, Color::Black].map(|turn| table.side(turn));
        let layout = table.layout();
        let in_block = |(block, words): (usize, &[u64])| -> u64 {
            let count: u32 = words.iter().map(|word| word.count_ones()).sum();
            u64::from(count) * layout.board_weight(block)
        };
        let positions = |side: &SideTable| -> u64 {
            let blocks = side.legal.chunks(layout.block_words());
            blocks.enumerate().map(in_block).sum()
        };
        let longest = |side: &SideTable| side.moves.as_ref()?.greatest(&side.win);
        let moves = sides.into_iter().filter_map(longest).max();
        Self {
            material: layout.material().to_string(),
            positions_board_count: sides.into_iter().map(positions).sum(),
            longest_win_plies: moves.map_or(0, |moves| dtm(Wdl::Win, moves).plies()),
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
