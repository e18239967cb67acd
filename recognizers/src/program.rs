//! Rules made ready to run, for one side to move.

use shakmaty::Color;

use crate::{
    RuleFile,
    evaluate::{Shortcut, shortcut},
    graph::{Node, NodeId, Op},
};

/// The rules of a file for one side to move, ready for an
/// [`Evaluator`](crate::evaluate::Evaluator).
#[derive(Clone, Debug)]
pub struct Program {
    pub steps: Vec<Step>,
    /// For each rule its condition; `None` if it does not speak.
    pub conditions: Vec<Option<NodeId>>,
    pub men: usize,
    pub variables: usize,
}

/// A value, and what is known of it before it is computed.
#[derive(Clone, Debug)]
pub struct Step {
    pub node: Node,
    /// The last man that it depends on, plus one; 0 for none.
    pub level: usize,
    /// About how much work it is.
    pub cost: u64,
    /// A table that stands for the whole value.
    pub shortcut: Shortcut,
}

impl Program {
    /// Makes the rules of a file ready for positions with `turn` to move,
    /// strong being White.
    pub fn compile(rules: &RuleFile, turn: Color) -> Self {
        let check = rules.check(turn);
        let men = rules.material().men_count();
        let nodes = &check.graph.nodes;
        let mut steps: Vec<Step> = Vec::new();
        for node in nodes {
            steps.push(Step {
                level: (16 - node.men.leading_zeros() as usize).min(men),
                cost: cost(node, &steps),
                shortcut: shortcut(node, nodes),
                node: node.clone(),
            });
        }
        Self {
            steps,
            conditions: check.conditions,
            men,
            variables: check.graph.variable_count(),
        }
    }
}

/// How many squares a set is taken to have when its length is not known.
const TYPICAL_SQUARES: u64 = 8;

fn cost(node: &Node, earlier: &[Step]) -> u64 {
    let costs = node.arguments.iter().map(|&id| earlier[id].cost);
    let sum = costs.fold(1, u64::saturating_add);
    let times = if matches!(node.op, Op::Each(..)) {
        TYPICAL_SQUARES
    } else {
        1
    };
    sum.saturating_mul(times)
}
