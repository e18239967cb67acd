//! Checked rules as a graph of typed values, equal ones held once.

use std::collections::HashMap;

use shakmaty::Role;

use crate::{
    group::SymmetryGroup,
    syntax::{Quantifier, TableEntries, Type},
};

/// The place of a value in its graph.
pub type NodeId = usize;

/// How a value is made of others.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    Square(u32),
    Bits(u64),
    Number(i32),
    Truth(bool),
    /// The square of a man, by its index in the class.
    Man(usize),
    /// All men but those between kings and last man that are yet to be set.
    Occupied,
    /// The square that a quantifier stands at, by its depth of nesting.
    Variable(usize),
    /// What a parameter would give; only in definitions that nothing uses.
    Parameter(usize),
    Single,
    Not,
    Complement,
    Negative,
    /// Two truths.
    Or,
    And,
    /// Two values of one type.
    Equal,
    Less,
    LessEqual,
    In,
    Union,
    Difference,
    Intersection,
    Plus,
    Minus,
    Times,
    Min,
    Max,
    Abs,
    If,
    /// Squares that a man attacks: from a square, with blockers.
    Attacks(Role),
    Neighbours,
    Between,
    Line,
    Distance,
    Manhattan,
    FileDistance,
    RankDistance,
    File,
    Rank,
    EdgeDistance,
    CornerDistance,
    Aligned,
    SameDiagonal,
    SameColor,
    Count,
    Empty,
    Entry(TableEntries),
    /// A set, then a condition on each of its squares; the depth of the
    /// variable.
    Each(Quantifier, usize),
}

/// One value.
#[derive(Clone, Debug)]
pub struct Node {
    pub op: Op,
    pub arguments: Vec<NodeId>,
    pub kind: Type,
    pub group: SymmetryGroup,
    /// On which men and variables it depends: bit `i` for man `i`, bit
    /// [`VARIABLES`] + `d` for the variable at depth `d`.
    pub depends: u32,
    /// How long the longest chain of values below it is.
    pub height: usize,
}

/// Where variables begin in [`Node::depends`].
pub const VARIABLES: usize = 16;

/// Most quantifiers within each other.
pub const MAX_VARIABLES: usize = 8;

/// All values of a rule file for one side to move.
#[derive(Clone, Default, Debug)]
pub struct Graph {
    pub nodes: Vec<Node>,
    known: HashMap<(Op, Vec<NodeId>), NodeId>,
}

impl Graph {
    /// The node of a value, made if there is none.
    pub fn add(&mut self, op: Op, arguments: Vec<NodeId>, kind: Type, own: SymmetryGroup) -> NodeId {
        if let Some(&known) = self.known.get(&(op.clone(), arguments.clone())) {
            return known;
        }
        let node = Node {
            group: arguments.iter().fold(own, |group, &id| group.and(self.nodes[id].group)),
            depends: self.dependencies(&op, &arguments),
            height: 1 + arguments.iter().map(|&id| self.nodes[id].height).max().unwrap_or(0),
            op: op.clone(),
            arguments: arguments.clone(),
            kind,
        };
        self.nodes.push(node);
        let id = self.nodes.len() - 1;
        self.known.insert((op, arguments), id);
        id
    }

    fn dependencies(&self, op: &Op, arguments: &[NodeId]) -> u32 {
        let inherited = arguments.iter().fold(0, |all, &id| all | self.nodes[id].depends);
        match *op {
            Op::Man(man) => 1 << man,
            Op::Occupied => (1 << VARIABLES) - 1,
            Op::Variable(depth) => 1 << (VARIABLES + depth),
            Op::Each(_, depth) => inherited & !(1 << (VARIABLES + depth)),
            _ => inherited,
        }
    }

    pub fn kind(&self, id: NodeId) -> Type {
        self.nodes[id].kind
    }
}
