//! One value of a program, and what is known about it before it is computed.

use drawproof_language::graph::{Node, NodeId};

use crate::{relation::Relation, shortcut::Shortcut};

/// A value, and what is known about it before it is computed.
#[derive(Clone, Debug)]
pub struct Step {
    /// Its number among the steps.
    pub id: NodeId,
    pub node: Node,
    /// The last man that it depends on, plus one; 0 for none.
    pub level: usize,
    /// Its approximate cost.
    pub cost: u64,
    /// For a set, its approximate number of squares.
    pub squares: u64,
    /// For `and` and `or`, the values that they join, flattened, the cheapest
    /// first.
    pub joined: Vec<NodeId>,
    /// For an entry of a table of sets, which squares each entry has.
    pub entries: Option<Relation>,
    /// A table that replaces the whole value.
    pub shortcut: Shortcut,
    /// Whether it is used more often than it changes, so that caching pays.
    pub is_kept: bool,
    /// For a condition on a quantifier's square, a man that may stand in for it.
    pub stand_in: Option<StandIn>,
}

/// How a man stands in for the square of a quantifier.
#[derive(Clone, Debug)]
pub struct StandIn {
    pub man: Substitute,
    /// The variable that it stands in for.
    pub variable: usize,
    /// The other variables that the condition depends on.
    pub others: Vec<usize>,
    /// The condition, among those that this man answers.
    pub condition: usize,
}

/// A man that may stand in for squares.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Substitute {
    /// The last man but one, whose square is the row of a sheet.
    Row,
    /// The last man.
    Column,
    /// The weaker side's king, who stands still on a sheet.
    WeakKing,
}
