//! Asks the Chess Unwinnability Analyzer about every position of some classes, or about a
//! share of them, and compares its verdicts with the tables of help mates.

use std::path::PathBuf;

use anyhow::Context;
use chasolver::{Winnability, winnability};
use chess::{Board, BoardBuilder};
use clap::Parser;
use drawproof_tables::{HelpmateTable, Index, Material, Placement};
use rayon::prelude::*;
use shakmaty::{Color, Role};

/// Compares tables of help mates with the Chess Unwinnability Analyzer
///
/// The exit code is 1 if a verdict differs.
#[derive(Parser)]
struct Arguments {
    /// The folder of .dph files; `drawproof generate --men 4 --metrics helpmate --out DIR`
    folder: PathBuf,
    /// Classes, as KNvKP
    #[arg(required = true)]
    classes: Vec<Material>,
    /// Ask about one entry of N, in an order that only looks random
    #[arg(long, value_name = "N", default_value_t = 1)]
    one_of: u64,
    /// Besides those, ask about every side with more than a king that cannot mate
    #[arg(long)]
    all_that_cannot: bool,
}

/// What was asked and answered.
#[derive(Copy, Clone, Default)]
struct Counts {
    asked: u64,
    winnable: u64,
    unwinnable: u64,
    undecided: u64,
    different: u64,
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    println!("class       verdicts    winnable  unwinnable   undecided   different");
    let mut all = Counts::default();
    for class in &arguments.classes {
        let counts = compare(&arguments, class)?;
        println!("{}", counts.line(&class.to_string()));
        all = all.and(counts);
    }
    println!("{}", all.line("all"));
    if all.different > 0 {
        std::process::exit(1);
    }
    Ok(())
}

/// One class: each entry of the table, and both sides as the one that is to mate.
fn compare(arguments: &Arguments, class: &Material) -> anyhow::Result<Counts> {
    let table = HelpmateTable::read(&arguments.folder, class)?;
    let layout = table.layout();
    // `KNNvK`: the weaker side has nothing but its king.
    let men = [true, !class.to_string().ends_with("vK")];
    let blocks = (0..2 * layout.blocks()).into_par_iter();
    let counts = blocks.map(|at| {
        let turn = Color::from_white(at < layout.blocks());
        let block = at % layout.blocks();
        let mut counts = Counts::default();
        for word in 0..layout.block_words() {
            for bit in 0..64 {
                let index = Index { block, word, bit };
                let number = ((at * layout.block_words() + word) * 64) as u64 + u64::from(bit);
                let Some(mates) = table.mates(index, turn) else {
                    continue;
                };
                let is_drawn = mixed(number) % arguments.one_of == 0;
                for side in Color::ALL {
                    let can = *mates.can.get(side);
                    let has_men = side.fold_wb(men[0], men[1]);
                    if is_drawn || arguments.all_that_cannot && has_men && !can {
                        let placement = layout.decode(index, turn);
                        counts.ask(class, &placement, side, can)?;
                    }
                }
            }
        }
        anyhow::Ok(counts)
    });
    counts.try_reduce(Counts::default, |one, other| Ok(one.and(other)))
}

/// A number without pattern, always the same (splitmix64 of Sebastiano Vigna).
fn mixed(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

impl Counts {
    /// Asks whether a side can mate, which the table says or denies.
    fn ask(
        &mut self,
        class: &Material,
        placement: &Placement,
        side: Color,
        can: bool,
    ) -> anyhow::Result<()> {
        let fen = || placement.fen(class).to_string();
        let board = board(class, placement).with_context(fen)?;
        self.asked += 1;
        let Some(verdict) = winnability(&board, color(side)) else {
            self.undecided += 1;
            return Ok(());
        };
        let is_winnable = matches!(verdict, Winnability::Winnable { .. });
        self.winnable += u64::from(is_winnable);
        self.unwinnable += u64::from(!is_winnable);
        if is_winnable != can {
            self.different += 1;
            println!("{} {side}: table {can}, CHA {is_winnable}", fen());
        }
        Ok(())
    }

    fn and(self, other: Self) -> Self {
        Self {
            asked: self.asked + other.asked,
            winnable: self.winnable + other.winnable,
            unwinnable: self.unwinnable + other.unwinnable,
            undecided: self.undecided + other.undecided,
            different: self.different + other.different,
        }
    }

    fn line(self, name: &str) -> String {
        format!(
            "{name:<8}{:>12}{:>12}{:>12}{:>12}{:>12}",
            self.asked, self.winnable, self.unwinnable, self.undecided, self.different
        )
    }
}

/// The position as the analyzer takes it.
fn board(class: &Material, placement: &Placement) -> anyhow::Result<Board> {
    let position = placement.to_chess(class)?;
    let mut builder = BoardBuilder::new();
    for (square, piece) in shakmaty::Position::board(&position) {
        let square = chess::ALL_SQUARES[usize::from(square)];
        builder.piece(square, role(piece.role), color(piece.color));
    }
    builder.side_to_move(color(placement.turn));
    Board::try_from(&builder).map_err(|error| anyhow::anyhow!("{error:?}"))
}

fn color(color: Color) -> chess::Color {
    color.fold_wb(chess::Color::White, chess::Color::Black)
}

fn role(role: Role) -> chess::Piece {
    match role {
        Role::Pawn => chess::Piece::Pawn,
        Role::Knight => chess::Piece::Knight,
        Role::Bishop => chess::Piece::Bishop,
        Role::Rook => chess::Piece::Rook,
        Role::Queen => chess::Piece::Queen,
        Role::King => chess::Piece::King,
    }
}
