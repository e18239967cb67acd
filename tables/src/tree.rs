//! Solution trees: best play, and the consequences of other moves.

mod grow;

use shakmaty::{Chess, Color, Position};

use crate::{Ruling, Value, Wdl};

/// How far a solution tree goes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct TreeBounds {
    /// The maximum number of plies from the first position to the end of a
    /// line.
    pub depth: usize,
    /// The maximum number of moves in a position where the winner is not to
    /// move: the loser's longest resistance or, in a draw, one move that holds
    /// and others that lose.
    pub width: usize,
    /// How many moves of the winner are shown besides the first one, all mating
    /// as fast.
    pub duals: usize,
    /// How deep variations nest: 0 means none.
    pub nesting: usize,
    /// The maximum number of moves in the whole tree.
    pub max_moves: usize,
}

impl TreeBounds {
    /// What a page has room for.
    pub const DEFAULT: Self = Self {
        depth: 12,
        width: 3,
        duals: 0,
        nesting: 2,
        max_moves: 1000,
    };
}

/// A position and its lines of play.
///
/// Who wins is asked under the 50-move rule, with the half-move clock of the position, if distances to
/// zeroing moves are known. In a won or lost position the winner mates in the fewest plies, by moves
/// that keep the win, and the loser puts up the longest resistance. In a drawn position the main line
/// holds the draw, and variations show moves that lose, with the refutation. Of
/// the holding moves, the main line takes one that ends the game, unless the
/// stronger side moves, else the one after which the fewest replies hold.
/// Equally good moves come in the order in which shakmaty lists them.
#[derive(Clone, Debug)]
pub struct SolutionTree {
    start: Chess,
    value: Value,
    ruling: Ruling,
    bounds: TreeBounds,
    nodes: Vec<TreeNode>,
    left_out: usize,
}

/// A position of a tree, with the move that leads to it.
#[derive(Clone, Debug)]
pub struct TreeNode {
    /// That move; `None` at the start.
    pub played: Option<Played>,
    /// Plies from the start.
    pub ply: usize,
    /// The indices of the positions after it, that of the main line first.
    pub children: Vec<usize>,
    /// Why the line ends here, if it does.
    pub end: Option<LineEnd>,
}

/// A move of a tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// In SAN, check and mate included.
    pub san: String,
    /// Who makes it.
    pub color: Color,
    /// The number of the move in the game.
    pub number: u32,
    /// Its value for the side that makes it, as
    /// [`RatedMove::value`](crate::RatedMove::value).
    pub value: Value,
    /// What the 50-move rule makes of it.
    pub ruling: Ruling,
    /// The remark on it, if any.
    pub remark: Option<Remark>,
}

/// A remark on a move.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Remark {
    /// All others are worse in win, draw and loss.
    Only,
    /// Another one is better in win, draw and loss.
    Mistake,
}

/// Why a line ends.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum LineEnd {
    /// The side to move is mated.
    Checkmate,
    /// It has no move.
    Stalemate,
    /// Neither side can be mated with the remaining material.
    InsufficientMaterial,
    /// The position occurred earlier in this line.
    Repetition,
    /// Fifty moves without a capture or pawn move.
    FiftyMoves,
    /// The line has reached the maximum length.
    Depth,
    /// The tree has reached the maximum size.
    MaxMoves,
}

impl SolutionTree {
    /// The first position.
    pub fn start(&self) -> &Chess {
        &self.start
    }

    /// Its value, without the 50-move rule.
    pub fn value(&self) -> Value {
        self.value
    }

    /// What the 50-move rule makes of it.
    pub fn ruling(&self) -> Ruling {
        self.ruling
    }

    /// Who wins it under that rule.
    pub fn winner(&self) -> Option<Color> {
        match self.ruling.settled() {
            Wdl::Win => Some(self.start.turn()),
            Wdl::Draw => None,
            Wdl::Loss => Some(!self.start.turn()),
        }
    }

    /// How far the tree was to go.
    pub fn bounds(&self) -> TreeBounds {
        self.bounds
    }

    /// All positions, the start first, each after the one that leads to it.
    pub fn nodes(&self) -> &[TreeNode] {
        &self.nodes
    }

    /// How many moves it has.
    pub fn move_count(&self) -> usize {
        self.nodes.len() - 1
    }

    /// How many lines end for this reason.
    pub fn ends(&self, end: LineEnd) -> usize {
        let nodes = self.nodes.iter();
        nodes.filter(|node| node.end == Some(end)).count()
    }

    /// How many lines there are, the main line included.
    pub fn line_count(&self) -> usize {
        let nodes = self.nodes.iter();
        nodes.filter(|node| node.end.is_some()).count()
    }

    /// How many plies the longest line has.
    pub fn longest_line(&self) -> usize {
        let plies = self.nodes.iter().map(|node| node.ply);
        plies.max().unwrap_or(0)
    }

    /// How many variations did not fit, not counting those that they would have
    /// had.
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    /// The moves of the main line.
    pub fn main_line(&self) -> Vec<&Played> {
        let mut line = Vec::new();
        let mut node = &self.nodes[0];
        while let Some(&next) = node.children.first() {
            node = &self.nodes[next];
            line.extend(&node.played);
        }
        line
    }
}
