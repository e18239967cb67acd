//! Checked rules as a graph of typed values, equal ones held once.

use std::collections::HashMap;

use shakmaty::{Color, Role};

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
    /// The square that a quantifier stands at. Each quantifier has a variable
    /// of its own: as values are computed on demand, one quantifier may run
    /// while any other stands still.
    Variable(usize),
    /// What a parameter would give; only in definitions that nothing uses. With
    /// its type, for definitions share these values.
    Parameter(usize, Type),
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
    /// The same of a pawn, which attacks forwards only.
    PawnAttacks(Color),
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
    /// A set, then a condition on each of its squares; the variable.
    Each(Quantifier, usize),
}

/// One value.
#[derive(Clone, PartialEq, Debug)]
pub struct Node {
    pub op: Op,
    pub arguments: Vec<NodeId>,
    pub kind: Type,
    pub group: SymmetryGroup,
    /// On which men it depends: bit `i` for man `i`.
    pub men: u16,
    /// On which variables it depends, in order.
    pub variables: Vec<usize>,
    /// How long the longest chain of values below it is.
    pub height: usize,
}

/// All values of a rule file for one side to move.
#[derive(Clone, Default, Debug)]
pub struct Graph {
    pub nodes: Vec<Node>,
    variable_count: usize,
    known: HashMap<(Op, Vec<NodeId>), NodeId>,
}

impl Graph {
    /// The node of a value, made if there is none.
    pub fn add(
        &mut self,
        op: Op,
        arguments: Vec<NodeId>,
        kind: Type,
        own: SymmetryGroup,
    ) -> NodeId {
        if let Some(&known) = self.known.get(&(op.clone(), arguments.clone())) {
            return known;
        }
        let node = Node {
            group: arguments
                .iter()
                .fold(own, |group, &id| group.and(self.nodes[id].group)),
            men: self.men(&op, &arguments),
            variables: self.variables(&op, &arguments),
            height: 1 + arguments
                .iter()
                .map(|&id| self.nodes[id].height)
                .max()
                .unwrap_or(0),
            op: op.clone(),
            arguments: arguments.clone(),
            kind,
        };
        self.nodes.push(node);
        let id = self.nodes.len() - 1;
        self.known.insert((op, arguments), id);
        id
    }

    /// A variable that nothing uses yet.
    pub fn new_variable(&mut self) -> usize {
        self.variable_count += 1;
        self.variable_count - 1
    }

    /// How many variables there are.
    pub fn variable_count(&self) -> usize {
        self.variable_count
    }

    fn men(&self, op: &Op, arguments: &[NodeId]) -> u16 {
        match *op {
            Op::Man(man) => 1 << man,
            Op::Occupied => !0,
            _ => arguments
                .iter()
                .fold(0, |all, &id| all | self.nodes[id].men),
        }
    }

    fn variables(&self, op: &Op, arguments: &[NodeId]) -> Vec<usize> {
        let inherited = arguments
            .iter()
            .flat_map(|&id| &self.nodes[id].variables)
            .copied();
        let mut variables: Vec<usize> = match *op {
            Op::Variable(variable) => vec![variable],
            Op::Each(_, bound) => inherited.filter(|&variable| variable != bound).collect(),
            _ => inherited.collect(),
        };
        variables.sort_unstable();
        variables.dedup();
        variables
    }

    pub fn kind(&self, id: NodeId) -> Type {
        self.nodes[id].kind
    }
}
