//! The size of a solution tree.

use std::fmt::{self, Write};

use drawproof_tables::{LineEnd, SolutionTree, TreeBounds};
use serde::Serialize;

use crate::counted;

/// The size of the tree.
#[derive(Serialize)]
pub struct TreeTold {
    moves: usize,
    /// Including the main line.
    lines: usize,
    longest_line_plies: usize,
    lines_cut_at_depth: usize,
    lines_cut_at_max_moves: usize,
    /// Not counting the variations that they would have had.
    variations_left_out: usize,
    depth_plies: usize,
    width: usize,
    duals: usize,
    nesting: usize,
    max_moves: usize,
    main_line_san: Vec<String>,
}

impl TreeTold {
    /// That of a tree.
    pub(super) fn new(tree: &SolutionTree) -> Self {
        let TreeBounds {
            depth,
            width,
            duals,
            nesting,
            max_moves,
        } = tree.bounds();
        let main_line = tree.main_line().into_iter();
        Self {
            moves: tree.move_count(),
            lines: tree.line_count(),
            longest_line_plies: tree.longest_line(),
            lines_cut_at_depth: tree.ends(LineEnd::Depth),
            lines_cut_at_max_moves: tree.ends(LineEnd::MaxMoves),
            variations_left_out: tree.left_out(),
            depth_plies: depth,
            width,
            duals,
            nesting,
            max_moves,
            main_line_san: main_line.map(|played| played.san.clone()).collect(),
        }
    }

    pub(super) fn write(&self, out: &mut String) -> fmt::Result {
        let moves = counted(self.moves as u64, "move");
        let lines = counted(self.lines as u64, "line");
        write!(out, "tree: {moves} in {lines}")?;
        if self.lines_cut_at_depth > 0 {
            let cut = counted(self.lines_cut_at_depth as u64, "line");
            write!(out, "; {cut} cut at --depth {}", self.depth_plies)?;
        }
        if self.lines_cut_at_max_moves > 0 {
            let cut = counted(self.lines_cut_at_max_moves as u64, "line");
            write!(out, "; {cut} cut at --max-moves")?;
        }
        if self.variations_left_out > 0 {
            let left_out = counted(self.variations_left_out as u64, "variation");
            write!(out, "; {left_out} left out for --max-moves")?;
        }
        writeln!(out)
    }
}
