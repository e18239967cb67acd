//! Rules made ready to run, for one side to move.

use shakmaty::Color;

use crate::{
    RuleFile,
    graph::{Node, NodeId},
    syntax::{RuleKind, Type},
};

/// The rules of a file for one side to move, ready for an
/// [`Evaluator`](crate::Evaluator).
#[derive(Clone, Debug)]
pub struct Program {
    pub(crate) nodes: Vec<Step>,
    pub(crate) rules: Vec<(Option<NodeId>, RuleKind)>,
    pub(crate) men: usize,
    pub(crate) variables: usize,
    /// How many values differ from lane to lane and are no truths.
    pub(crate) wide: usize,
}

/// A value and when it has to be computed anew.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub node: Node,
    /// The last man that it depends on, plus one; 0 for none.
    pub level: usize,
    pub place: Place,
}

/// Where a value is kept.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// A truth: a bit for each lane.
    Mask,
    /// One value for all lanes.
    Scalar,
    /// A value for each lane.
    Wide(usize),
}

impl Program {
    /// Makes the rules of a file ready for positions with `turn` to move,
    /// strong being White.
    pub fn compile(rules: &RuleFile, turn: Color) -> Self {
        let check = rules.check(turn);
        let men = rules.material().men_count();
        let mut wide = 0;
        let nodes = check.graph.nodes.iter().map(|node| {
            let level = (16 - node.men.leading_zeros() as usize).min(men);
            let place = if node.kind == Type::Truth {
                Place::Mask
            } else if level < men {
                Place::Scalar
            } else {
                wide += 1;
                Place::Wide(wide - 1)
            };
            Step {
                node: node.clone(),
                level,
                place,
            }
        });
        let nodes = nodes.collect();
        let kinds = rules.rules().iter().map(|rule| rule.kind);
        Self {
            nodes,
            rules: check.conditions.iter().copied().zip(kinds).collect(),
            men,
            variables: check.graph.variable_count(),
            wide,
        }
    }
}
