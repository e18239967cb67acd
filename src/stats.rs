//! `drawproof stats`

use crate::progress::terminal;
use std::fmt::Write;

use drawproof_reports::{FilesRow, percent, thousands};
use drawproof_retro::{Keep, Wanted};
use drawproof_tables::{
    Index, Layout, Material, Oracle, Oracles, Table, Wdl, Zugzwang, Zugzwangs, dtm,
    mutual_zugzwangs,
};
use serde::Serialize;
use shakmaty::Color;

use crate::{Outcome, args, helpmate, ice, input, oracles, output, sources::Sources};

/// The results of the positions of a class with one side to move.
#[derive(Serialize)]
struct SideStats {
    material: String,
    /// `strong` or `weak`; in classes with equal material strong is White.
    side_to_move: &'static str,
    wins_board_count: u64,
    draws_board_count: u64,
    losses_board_count: u64,
    wins_unique_count: u64,
    draws_unique_count: u64,
    losses_unique_count: u64,
    /// `None` if distances are not known.
    by_distance: Option<Vec<DistanceRow>>,
}

/// All positions won or lost in the same number of plies.
#[derive(Clone, Serialize)]
struct DistanceRow {
    wdl: String,
    /// Distance to mate.
    plies: u32,
    positions_board_count: u64,
    positions_unique_count: u64,
    /// The first of them, in the order of the tables.
    example_fen: String,
}

/// The statistics of a class.
#[derive(Serialize)]
struct ClassStats {
    /// What published checksums say about Syzygy files that were read.
    files_of_others: Option<FilesRow>,
    sides: [SideStats; 2],
    mutual_zugzwangs: Vec<ZugzwangStats>,
}

/// Positions in which having the move is a disadvantage.
#[derive(Serialize)]
struct ZugzwangStats {
    white_to_move: &'static str,
    black_to_move: &'static str,
    positions_board_count: u64,
    positions_unique_count: u64,
    /// The first of them, with White to move.
    example_fens: Vec<String>,
}

/// The request for statistics.
struct Request {
    classes: Vec<Material>,
    /// What to generate, if there is no folder.
    wanted: Wanted,
    /// How many mutual zugzwangs of each kind to list.
    zugzwangs: usize,
    source: Option<Oracles>,
}

impl args::Stats {
    fn request(&self) -> anyhow::Result<Request> {
        Ok(Request {
            classes: input::classes(&self.classes)?,
            wanted: Wanted::of(&self.metrics),
            zugzwangs: self.zugzwangs,
            source: oracles::source(&self.source.named(), false)?,
        })
    }
}

pub fn run(arguments: &args::Stats, json: bool) -> anyhow::Result<Outcome> {
    if arguments.helpmate {
        return helpmate::stats::run(arguments, json);
    }
    let request = arguments.request()?;
    if arguments.ice_2011 {
        return ice::run(&request.classes, request.source, json);
    }
    let mut sources = Sources::new(request.source, &terminal()).keeping(Keep::Requested);
    let mut all = Vec::new();
    for class in request.classes {
        let table = sources.get(&class, request.wanted)?;
        let stats = ClassStats {
            files_of_others: files_of_others(&sources, &class)?,
            sides: SideStats::both(&table),
            mutual_zugzwangs: zugzwangs(&table, request.zugzwangs),
        };
        if !json {
            if let Some(files) = &stats.files_of_others {
                output::print(&format!(
                    "{class} from {} ({})\n",
                    files.oracle,
                    files.words()
                ))?;
            }
            for side in &stats.sides {
                output::print(&side.text())?;
            }
            output::print(&zugzwang_text(&class, &stats.mutual_zugzwangs))?;
        }
        all.push(stats);
        drop(table);
        sources.keep_for(&[]);
    }
    if json {
        output::print_json(&all)?;
    }
    Ok(Outcome::Proven)
}

fn files_of_others(sources: &Sources, class: &Material) -> anyhow::Result<Option<FilesRow>> {
    let Some(folders) = sources.folders() else {
        return Ok(None);
    };
    let files = folders.provenance(class)?;
    Ok(files.map(|files| FilesRow::new(folders.name(), &files)))
}

fn zugzwangs(table: &Table, listed: usize) -> Vec<ZugzwangStats> {
    let layout = table.layout();
    let stats = |found: Zugzwangs| {
        let (white_to_move, black_to_move) = match found.kind {
            Zugzwang::WhiteWins => ("draw", "loss"),
            Zugzwang::BlackWins => ("loss", "draw"),
            Zugzwang::MoverLoses => ("loss", "loss"),
        };
        let fen = |&index: &Index| {
            let placement = layout.decode(index, Color::White);
            placement.fen(layout.material()).to_string()
        };
        ZugzwangStats {
            white_to_move,
            black_to_move,
            positions_board_count: found.board,
            positions_unique_count: found.unique,
            example_fens: found.first.iter().map(fen).collect(),
        }
    };
    mutual_zugzwangs(table, listed)
        .into_iter()
        .map(stats)
        .collect()
}

fn zugzwang_text(class: &Material, kinds: &[ZugzwangStats]) -> String {
    let title = format!("{class}, mutual zugzwangs");
    let mut out = format!("{title:<40}{:>13}{:>13}\n", "positions", "unique");
    for kind in kinds {
        let moves = format!(
            "White to move: {}, Black to move: {}",
            kind.white_to_move, kind.black_to_move
        );
        out += &format!(
            "{moves:<40}{:>13}{:>13}\n",
            thousands(kind.positions_board_count),
            thousands(kind.positions_unique_count),
        );
        for fen in &kind.example_fens {
            out += &format!("  {fen}\n");
        }
    }
    out + "\n"
}

/// A count in both conventions, the unique one in fractions.
#[derive(Copy, Clone, Default)]
struct Sum {
    board: u64,
    parts: u64,
}

impl Sum {
    fn add(&mut self, layout: &Layout, word: usize, set: u64) {
        let (block, within) = (word / layout.block_words(), word % layout.block_words());
        self.board += layout.board_weight(block) * u64::from(set.count_ones());
        self.parts += layout.unique(block, within, set);
    }
}

impl SideStats {
    /// Strong to move, then weak.
    fn both(table: &Table) -> [Self; 2] {
        [Color::White, Color::Black].map(|turn| Self::new(table, turn))
    }

    fn new(table: &Table, turn: Color) -> Self {
        let layout = table.layout();
        let side = table.side(turn);
        let (mut wins, mut draws, mut losses) = (Sum::default(), Sum::default(), Sum::default());
        // By distance in plies: see `dtm`.
        let mut distances: Vec<Option<(Sum, usize, u64)>> = Vec::new();
        for word in 0..layout.words() {
            wins.add(layout, word, side.win[word]);
            draws.add(layout, word, side.draws(word));
            losses.add(layout, word, side.loss[word]);
            for (wdl, set) in [(Wdl::Loss, side.loss[word]), (Wdl::Win, side.win[word])] {
                for (moves, bits) in side.by_moves(word, set) {
                    let at = dtm(wdl, moves).plies() as usize;
                    if distances.len() <= at {
                        distances.resize(at + 1, None);
                    }
                    let row = distances[at].get_or_insert((Sum::default(), word, bits));
                    row.0.add(layout, word, bits);
                }
            }
        }
        let row = |(plies, found): (usize, &Option<(Sum, usize, u64)>)| {
            let (sum, word, bits) = found.as_ref()?;
            let index = Index {
                block: word / layout.block_words(),
                word: word % layout.block_words(),
                bit: bits.trailing_zeros(),
            };
            let wdl = if plies % 2 == 1 { Wdl::Win } else { Wdl::Loss };
            Some(DistanceRow {
                wdl: wdl.to_string(),
                plies: plies as u32,
                positions_board_count: sum.board,
                positions_unique_count: sum.parts / layout.unique_parts(),
                example_fen: layout
                    .decode(index, turn)
                    .fen(layout.material())
                    .to_string(),
            })
        };
        let by_distance: Vec<DistanceRow> = distances.iter().enumerate().filter_map(row).collect();
        Self {
            material: layout.material().to_string(),
            side_to_move: turn.fold_wb("strong", "weak"),
            wins_board_count: wins.board,
            draws_board_count: draws.board,
            losses_board_count: losses.board,
            wins_unique_count: wins.parts / layout.unique_parts(),
            draws_unique_count: draws.parts / layout.unique_parts(),
            losses_unique_count: losses.parts / layout.unique_parts(),
            by_distance: side.moves.is_some().then_some(by_distance),
        }
    }

    /// All legal positions, board count.
    fn positions(&self) -> u64 {
        self.wins_board_count + self.draws_board_count + self.losses_board_count
    }

    /// The longest wins or losses.
    fn longest(&self, wdl: Wdl) -> Option<&DistanceRow> {
        let rows = self.by_distance.as_ref()?;
        rows.iter().rev().find(|row| row.wdl == wdl.to_string())
    }

    fn text(&self) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = self.write(&mut out);
        out
    }

    fn write(&self, out: &mut String) -> std::fmt::Result {
        self.write_counts(out)?;
        for wdl in [Wdl::Win, Wdl::Loss] {
            if let Some(longest) = self.longest(wdl) {
                let moves = longest.plies.div_ceil(2);
                writeln!(
                    out,
                    "longest {wdl}: {} plies ({moves} moves)  {}",
                    longest.plies, longest.example_fen
                )?;
            }
        }
        if self.by_distance.is_none() {
            writeln!(out, "distances to mate are not known")?;
        }
        for row in self.by_distance.iter().flatten() {
            row.write(out)?;
        }
        writeln!(out)
    }

    fn write_counts(&self, out: &mut String) -> std::fmt::Result {
        let white_or_black = if self.side_to_move == "strong" {
            "White"
        } else {
            "Black"
        };
        writeln!(
            out,
            "{}, {} side ({white_or_black}) to move",
            self.material, self.side_to_move
        )?;
        writeln!(
            out,
            "{:<8}{:>15}  {:>10}{:>15}",
            "", "positions", "share", "unique"
        )?;
        for (name, board, unique) in [
            ("wins", self.wins_board_count, self.wins_unique_count),
            ("draws", self.draws_board_count, self.draws_unique_count),
            ("losses", self.losses_board_count, self.losses_unique_count),
        ] {
            let share = percent(board, self.positions());
            writeln!(
                out,
                "{name:<8}{:>15}  {share:>10}{:>15}",
                thousands(board),
                thousands(unique)
            )?;
        }
        Ok(())
    }
}

impl DistanceRow {
    fn write(&self, out: &mut String) -> std::fmt::Result {
        writeln!(
            out,
            "{:>4} in {:>3} plies{:>13}{:>13}  {}",
            self.wdl,
            self.plies,
            thousands(self.positions_board_count),
            thousands(self.positions_unique_count),
            self.example_fen,
        )
    }
}
