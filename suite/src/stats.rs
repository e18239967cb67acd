//! How many positions of a class are won, drawn and lost, and how long the wins are.

use drawproof_reports::FilesRow;
use drawproof_retro::{Keep, Wanted};
use drawproof_tables::{
    Index, Layout, Material, Metric, Oracle, Table, Wdl, Zugzwang, Zugzwangs, dtm, mutual_zugzwangs,
};
use serde::Serialize;
use shakmaty::Color;

use crate::{
    folders::TableFolders,
    ice::{self, IceTotals},
    input, oracles,
    progress::Progress,
    sources::Sources,
};

/// The results of the positions of a class with one side to move.
#[derive(Serialize)]
pub struct SideStats {
    /// The class.
    pub material: String,
    /// `strong` or `weak`; in classes with equal material strong is White.
    pub side_to_move: &'static str,
    /// Won by the side to move.
    pub wins_board_count: u64,
    /// Drawn.
    pub draws_board_count: u64,
    /// Lost.
    pub losses_board_count: u64,
    /// Won by the side to move.
    pub wins_unique_count: u64,
    /// Drawn.
    pub draws_unique_count: u64,
    /// Lost.
    pub losses_unique_count: u64,
    /// `None` if distances are not known.
    pub by_distance: Option<Vec<DistanceRow>>,
}

/// All positions won or lost in the same number of plies.
#[derive(Clone, Serialize)]
pub struct DistanceRow {
    /// Win, draw or loss.
    pub wdl: String,
    /// Distance to mate.
    pub plies: u32,
    /// How many.
    pub positions_board_count: u64,
    /// How many.
    pub positions_unique_count: u64,
    /// The first of them, in the order of the tables.
    pub example_fen: String,
}

/// The statistics of a class.
#[derive(Serialize)]
pub struct ClassStats {
    /// What published checksums say about Syzygy files that were read.
    pub files_of_others: Option<FilesRow>,
    /// Both sides to move.
    pub sides: [SideStats; 2],
    /// Positions in which having the move is a disadvantage.
    pub mutual_zugzwangs: Vec<ZugzwangStats>,
}

/// Positions in which having the move is a disadvantage.
#[derive(Serialize)]
pub struct ZugzwangStats {
    /// The value with White to move.
    pub white_to_move: &'static str,
    /// The value with Black to move.
    pub black_to_move: &'static str,
    /// How many.
    pub positions_board_count: u64,
    /// How many.
    pub positions_unique_count: u64,
    /// The first of them, with White to move.
    pub example_fens: Vec<String>,
}

/// The request for statistics.
#[derive(Clone, Debug)]
pub struct Request {
    /// The classes.
    pub classes: Vec<String>,
    /// What to generate, if there is no folder.
    pub metrics: Vec<Metric>,
    /// How many mutual zugzwangs of each kind to list.
    pub zugzwangs: usize,
    /// Where values come from.
    pub source: TableFolders,
}

/// Takes statistics of classes, and hands over each.
pub fn stats(
    request: &Request,
    progress: &Progress,
    mut take: impl FnMut(&Material, ClassStats) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let classes = input::classes(&request.classes)?;
    let source = oracles::source(&request.source, false)?;
    let mut sources = Sources::new(source, progress).keeping(Keep::Requested);
    for class in classes {
        let table = sources.get(&class, Wanted::of(&request.metrics))?;
        let stats = ClassStats {
            files_of_others: files_of_others(&sources, &class)?,
            sides: SideStats::both(&table),
            mutual_zugzwangs: zugzwangs(&table, request.zugzwangs),
        };
        take(&class, stats)?;
        drop(table);
        sources.keep_for(&[]);
    }
    Ok(())
}

/// Counts the totals of classes as the report of 2011 did, and hands over each.
pub fn ice_2011(
    request: &Request,
    progress: &Progress,
    take: impl FnMut(IceTotals) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let classes = input::classes(&request.classes)?;
    ice::count(
        &classes,
        oracles::source(&request.source, false)?,
        progress,
        take,
    )
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
    pub fn positions(&self) -> u64 {
        self.wins_board_count + self.draws_board_count + self.losses_board_count
    }

    /// The longest wins or losses.
    pub fn longest(&self, wdl: Wdl) -> Option<&DistanceRow> {
        let rows = self.by_distance.as_ref()?;
        rows.iter().rev().find(|row| row.wdl == wdl.to_string())
    }
}
