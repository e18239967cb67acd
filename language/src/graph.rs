//! Checked rules as a graph of typed values, with equal ones shared.

use std::collections::HashMap;

use drawproof_tables::{Material, WdlSet};
use shakmaty::Color;

use crate::{
    group::SymmetryGroup,
    syntax::{Quantifier, TableEntries, Type},
    words::Word,
};

/// The index of a value in its graph.
pub type NodeId = usize;

/// How a value is computed from others.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// A square, 0 for a1.
    Square(u32),
    /// A constant set.
    Bits(u64),
    /// A constant number.
    Number(i32),
    /// `true` or `false`.
    Truth(bool),
    /// The square of a man, by its index in the class.
    Man(usize),
    /// All men but those between kings and last man that are yet to be set.
    Occupied,
    /// The square of a quantifier. Each quantifier has its own variable: values
    /// are computed on demand, so one quantifier may run while another is
    /// paused.
    Variable(usize),
    /// The placeholder of a parameter; only in definitions that nothing uses.
    /// It has a type, because definitions share these values.
    Parameter(usize, Type),
    /// A square as a set.
    Single,
    /// The opposite of a truth.
    Not,
    /// The squares outside a set.
    Complement,
    /// A number with the other sign.
    Negative,
    /// Whether one of two truths holds.
    Or,
    /// Whether both do.
    And,
    /// Whether two values of one type are the same.
    Equal,
    /// Whether a number is less than another.
    Less,
    /// Whether it is no greater.
    LessEqual,
    /// Whether a square is in a set.
    In,
    /// The squares of two sets.
    Union,
    /// Those of the first set only.
    Difference,
    /// Those of both.
    Intersection,
    /// A sum.
    Plus,
    /// A difference of numbers.
    Minus,
    /// A product.
    Times,
    /// A truth, then one of two values.
    If,
    /// A function of the language.
    Word(Word),
    /// What a table holds for a square.
    Entry(TableEntries),
    /// The squares of the men of a smaller class: whether its table holds one of
    /// some results.
    Holds(HeldTable),
    /// A set, then a condition on each of its squares; the variable.
    Each(Quantifier, usize),
}

/// What is asked of a table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct HeldTable {
    /// Its class.
    pub material: Material,
    /// Who is to move, with the stronger side as White.
    pub turn: Color,
    /// The results, for the side to move, that are asked for.
    pub results: WdlSet,
}

/// One value.
#[derive(Clone, PartialEq, Debug)]
pub struct Node {
    /// Its operation.
    pub op: Op,
    /// Its operands.
    pub arguments: Vec<NodeId>,
    /// Its type.
    pub kind: Type,
    /// The symmetries that it keeps.
    pub group: SymmetryGroup,
    /// The men that it depends on: bit `i` for man `i`.
    pub men: u16,
    /// The variables that it depends on, in order.
    pub variables: Vec<usize>,
    /// The length of the longest chain of values below it.
    pub height: usize,
}

/// All values of a rule file for one side to move.
#[derive(Clone, Default, Debug)]
pub struct Graph {
    /// All values, each after its operands.
    pub nodes: Vec<Node>,
    variable_count: usize,
    known: HashMap<(Op, Vec<NodeId>), NodeId>,
}

impl Graph {
    /// An empty graph in which the variables of another one can be used.
    pub fn with_variables_of(other: &Self) -> Self {
        Self {
            variable_count: other.variable_count,
            ..Self::default()
        }
    }

    /// The node of a value, created if there is none.
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

    /// The node of a value without operands.
    pub fn find(&self, op: &Op) -> Option<NodeId> {
        self.known.get(&(op.clone(), Vec::new())).copied()
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

    /// The type of a value.
    pub fn kind(&self, id: NodeId) -> Type {
        self.nodes[id].kind
    }
}
