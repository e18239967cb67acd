//! Men that stand in for the squares of quantifiers.
//!
//! `any x in rook_moves : count(leaves(x)) <= 1` asks the same question about each square
//! that the rook may move to. If the answer does not depend on where the rook is now, it
//! is that of a position in which the rook stands on that square: one sheet of such
//! positions has the answers for all squares, for all positions of the sheet that
//! asks, and often for other sheets as well.

use std::collections::HashMap;

use drawproof_language::{
    SymmetryGroup,
    graph::{Graph, Node, NodeId, Op},
    syntax::Type,
};

use crate::{
    shortcut::Shortcut,
    step::{StandIn, Step, Substitute},
};

/// A condition up to this cost is faster to find at each square.
const CHEAP_AT_A_SQUARE: u64 = 2;

/// For a king who stands still on a sheet, it must be dear: others are found for the positions that ask.
const CHEAP_FOR_A_KING: u64 = 100;

/// Conditions in which a man stands for a variable.
#[derive(Default)]
pub struct Conditions {
    pub graph: Graph,
    pub conditions: Vec<NodeId>,
}

/// Finds the conditions that a man can answer, the largest ones, and returns them for each man:
/// the last two, and where there are many sheets with the same kings, the weaker side's king.
pub fn add_stand_ins(
    steps: &mut [Step],
    graph: &Graph,
    men: usize,
    with_king: bool,
) -> [Option<Conditions>; 3] {
    let mut finder = Finder {
        men: [
            men.checked_sub(2).filter(|&man| man > 1),
            Some(men - 1),
            Some(1).filter(|_| with_king && men == MEN_WITH_KING),
        ],
        holds: holds(steps),
        found: ALL.map(|_| Copied::new(graph)),
        chosen: HashMap::new(),
    };
    for step in steps.iter() {
        if let (&Op::Each(_, variable), &[_, body]) = (&step.node.op, &step.node.arguments[..]) {
            finder.choose(steps, &step.node, variable, body);
        }
    }
    for (id, stand_in) in finder.chosen {
        steps[id].stand_in = stand_in;
    }
    finder.found.map(|copied| {
        let is_used = !copied.made.conditions.is_empty();
        is_used.then_some(copied.made)
    })
}

/// Which values look into the table of a smaller class.
fn holds(steps: &[Step]) -> Vec<bool> {
    let mut holds: Vec<bool> = Vec::with_capacity(steps.len());
    for Step { node, .. } in steps {
        let inherits = node.arguments.iter().any(|&argument| holds[argument]);
        holds.push(inherits || matches!(node.op, Op::Holds(_)));
    }
    holds
}

/// How many men there must be for a king to stand in: with more there are too many sheets to be kept.
const MEN_WITH_KING: usize = 5;

const ALL: [Substitute; 3] = [Substitute::Row, Substitute::Column, Substitute::WeakKing];

struct Finder {
    /// Who each substitute is, if he can stand in.
    men: [Option<usize>; 3],
    holds: Vec<bool>,
    found: [Copied; 3],
    /// The values that were looked at.
    chosen: HashMap<NodeId, Option<StandIn>>,
}

impl Finder {
    /// Chooses the largest parts of a quantifier's condition.
    fn choose(&mut self, steps: &[Step], each: &Node, variable: usize, id: NodeId) {
        let step = &steps[id];
        let node = &step.node;
        if !node.variables.contains(&variable) || self.chosen.contains_key(&id) {
            return;
        }
        let is_known = |other: &usize| *other == variable || each.variables.contains(other);
        let man = ALL.into_iter().find(|&man| {
            let is_absent = self.men[man as usize].is_some_and(|man| node.men >> man & 1 == 0);
            let is_king = man == Substitute::WeakKing;
            is_absent && (!is_king || step.cost > CHEAP_FOR_A_KING && node.variables.len() == 1)
        });
        let is_worth_it = node.kind == Type::Truth
            && matches!(step.shortcut, Shortcut::None)
            && step.cost > CHEAP_AT_A_SQUARE
            && !self.holds[id]
            && node.variables.iter().all(is_known);
        if let (true, Some(man)) = (is_worth_it, man) {
            let stand_in = self.stand_in(steps, man, variable, id);
            self.chosen.insert(id, Some(stand_in));
            return;
        }
        self.chosen.insert(id, None);
        if matches!(step.shortcut, Shortcut::None) {
            for &argument in &node.arguments {
                self.choose(steps, each, variable, argument);
            }
        }
    }

    fn stand_in(
        &mut self,
        steps: &[Step],
        man: Substitute,
        variable: usize,
        id: NodeId,
    ) -> StandIn {
        let others = steps[id].node.variables.iter().copied();
        let copied = &mut self.found[man as usize];
        let condition = copied.copy(steps, (variable, self.men[man as usize].unwrap_or(0)), id);
        let known = copied
            .made
            .conditions
            .iter()
            .position(|&known| known == condition);
        StandIn {
            man,
            variable,
            others: others.filter(|&other| other != variable).collect(),
            condition: known.unwrap_or_else(|| {
                copied.made.conditions.push(condition);
                copied.made.conditions.len() - 1
            }),
        }
    }
}

/// Values copied with a man in place of a variable.
struct Copied {
    made: Conditions,
    /// The copies of values, by the variable.
    known: HashMap<(usize, NodeId), NodeId>,
}

impl Copied {
    fn new(graph: &Graph) -> Self {
        Self {
            made: Conditions {
                graph: Graph::with_variables_of(graph),
                conditions: Vec::new(),
            },
            known: HashMap::new(),
        }
    }

    fn copy(&mut self, steps: &[Step], (variable, man): (usize, usize), id: NodeId) -> NodeId {
        if let Some(&known) = self.known.get(&(variable, id)) {
            return known;
        }
        let node = &steps[id].node;
        let arguments = node.arguments.iter();
        let arguments = arguments.map(|&id| self.copy(steps, (variable, man), id));
        let arguments = arguments.collect();
        let op = match node.op {
            Op::Variable(other) if other == variable => Op::Man(man),
            _ => node.op.clone(),
        };
        let graph = &mut self.made.graph;
        let new = graph.add(op, arguments, node.kind, SymmetryGroup::FULL);
        self.known.insert((variable, id), new);
        new
    }
}
