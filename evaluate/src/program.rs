//! Rules compiled for one side to move.

use std::{collections::HashMap, sync::Arc};

use drawproof_tables::{Material, Table};
use shakmaty::Color;

use crate::{
    relation::{Relation, relation},
    shortcut::{Shortcut, is_lookup},
    stand_in::{Conditions, add_stand_ins},
    step::Step,
    tabulate::tabulated,
    unroll::unrolled,
};
use drawproof_language::{
    RuleFile, UsedBy,
    graph::{Graph, Node, NodeId, Op},
    syntax::{Quantifier, TableEntries, Type},
};

/// The rules of a file for one side to move, compiled for an
/// [`Evaluator`](crate::evaluate::Evaluator).
#[derive(Clone, Debug)]
pub struct Program {
    pub steps: Vec<Step>,
    /// The condition of each rule; `None` if the rule is not for this side.
    pub conditions: Vec<Option<NodeId>>,
    pub men: usize,
    pub variables: usize,
    /// The tables of smaller classes that are looked up.
    pub tables: HashMap<Material, Arc<Table>>,
    /// Whether men may share a square, as they do where one of them is a stand-in.
    pub men_may_meet: bool,
    /// The conditions that stand-ins answer, by [`Substitute`](crate::step::Substitute).
    pub stand_ins: [Option<Box<Self>>; 3],
}

impl Program {
    /// Compiles the rules of a file for positions with `turn` to move, with
    /// strong as White.
    pub fn compile(rules: &RuleFile, turn: Color) -> Self {
        let check = rules.check(turn);
        let mut program = Self::unrolled(
            &check.graph,
            &check.conditions,
            rules.material().men_count(),
        );
        add_tables(rules, &mut program.tables);
        program
    }

    /// Compiles conditions of a graph for a number of men, with loops over men
    /// unrolled.
    pub fn unrolled(graph: &Graph, conditions: &[Option<NodeId>], men: usize) -> Self {
        let (graph, conditions) = unrolled(graph, conditions, men);
        let shortcuts = tabulated(&graph, &conditions);
        let mut program = Self::new(&graph, conditions, men, shortcuts);
        program.add_stand_ins(&graph, MAX_STAND_INS);
        program
    }

    /// Adds stand-ins for quantifiers that are nested up to some depth.
    fn add_stand_ins(&mut self, graph: &Graph, depth: usize) {
        if let Some(depth) = depth.checked_sub(1) {
            let with_king = depth + 1 == MAX_STAND_INS;
            let found = add_stand_ins(&mut self.steps, graph, self.men, with_king);
            let program = |found| Box::new(Self::of(found, self.men, depth));
            self.stand_ins = found.map(|found| found.map(program));
        }
    }

    /// Compiles the conditions that stand-ins answer.
    fn of(Conditions { graph, conditions }: Conditions, men: usize, depth: usize) -> Self {
        let conditions: Vec<_> = conditions.into_iter().map(Some).collect();
        let shortcuts = tabulated(&graph, &conditions);
        let mut program = Self::new(&graph, conditions, men, shortcuts);
        program.men_may_meet = true;
        // The last two men stand on all squares, whatever the position that asks.
        for step in &mut program.steps {
            step.level = level(step.node.men & ((1 << (men - 2)) - 1), men);
        }
        program.add_stand_ins(&graph, depth);
        program
    }

    /// Compiles conditions as they are written.
    pub fn as_written(graph: &Graph, conditions: Vec<Option<NodeId>>, men: usize) -> Self {
        let shortcuts = vec![Shortcut::None; graph.nodes.len()];
        Self::new(graph, conditions, men, shortcuts)
    }

    fn new(
        graph: &Graph,
        conditions: Vec<Option<NodeId>>,
        men: usize,
        shortcuts: Vec<Shortcut>,
    ) -> Self {
        let nodes = &graph.nodes;
        let uses = uses(nodes, &conditions, &shortcuts);
        let mut steps: Vec<Step> = Vec::new();
        for (node, shortcut) in nodes.iter().zip(shortcuts) {
            let is_lookup = !matches!(shortcut, Shortcut::None) || is_lookup(node, nodes);
            steps.push(Step {
                id: steps.len(),
                level: level(node.men, men),
                cost: if is_lookup { 1 } else { cost(node, &steps) },
                is_kept: false,
                stand_in: None,
                squares: typical_squares(node, &steps),
                joined: joined(node, &steps, &uses),
                entries: entries(node),
                shortcut,
                node: node.clone(),
            });
        }
        keep_what_is_asked_for_again(&mut steps, &uses);
        Self {
            steps,
            conditions,
            men,
            variables: graph.variable_count(),
            tables: HashMap::new(),
            men_may_meet: false,
            stand_ins: [None, None, None],
        }
    }
}

/// The last of some men, plus one; 0 for none.
fn level(some: u16, men: usize) -> usize {
    (16 - some.leading_zeros() as usize).min(men)
}

/// Which squares each entry of a table of sets has.
fn entries(node: &Node) -> Option<Relation> {
    let Op::Entry(TableEntries::Sets(sets)) = &node.op else {
        return None;
    };
    Some(relation(|at, square| sets[at as usize] >> square & 1 != 0))
}

/// The tables that rules use, and those that rules that they use do.
fn add_tables(rules: &RuleFile, tables: &mut HashMap<Material, Arc<Table>>) {
    for used in rules.uses() {
        match &used.by {
            UsedBy::Tables(found) => {
                if let Some(table) = found.tables.get(&used.material) {
                    tables.insert(used.material.clone(), Arc::clone(table));
                }
            }
            UsedBy::Rules(rules) => add_tables(rules, tables),
        }
    }
}

/// How many quantifiers within each other may have stand-ins.
const MAX_STAND_INS: usize = 2;

/// The cost of a look into a table: best when few positions are left.
const LOOK: u64 = 1000;

/// How many other values use each, as far as a condition needs them.
fn uses(nodes: &[Node], conditions: &[Option<NodeId>], shortcuts: &[Shortcut]) -> Vec<usize> {
    let mut uses = vec![0; nodes.len()];
    let mut is_needed = vec![false; nodes.len()];
    conditions
        .iter()
        .flatten()
        .for_each(|&id| is_needed[id] = true);
    for (id, node) in nodes.iter().enumerate().rev() {
        if is_needed[id] && matches!(shortcuts[id], Shortcut::None) {
            for &argument in &node.arguments {
                uses[argument] += 1;
                is_needed[argument] = true;
            }
        }
    }
    uses
}

/// A value that only one other value uses, and that changes whenever that one
/// does, is computed once each time. All others are cached.
fn keep_what_is_asked_for_again(steps: &mut [Step], uses: &[usize]) {
    for id in 0..steps.len() {
        steps[id].is_kept |= uses[id] != 1;
        let asking = &steps[id];
        let (level, arguments) = (asking.level, asking.node.arguments.clone());
        let variables = asking.node.variables.clone();
        // Sets and squares are used many times, square by square.
        let is_asked_once = asking.node.kind == Type::Truth;
        for (at, argument) in arguments.into_iter().enumerate() {
            let mut changes_with = variables.clone();
            // The condition of a quantifier is used at each of its squares; its
            // set is used square by square.
            if let (1, Op::Each(_, bound)) = (at, &steps[id].node.op) {
                changes_with.push(*bound);
                changes_with.sort_unstable();
            }
            let argument = &mut steps[argument];
            argument.is_kept |= !is_asked_once
                || argument.node.variables != changes_with
                || argument.level != level;
        }
    }
}

/// The assumed number of squares of a set.
fn typical_squares(node: &Node, earlier: &[Step]) -> u64 {
    let of = |at: usize| earlier[node.arguments[at]].squares;
    match node.op {
        Op::Bits(bits) => bits.count_ones().into(),
        Op::Complement => 64 - of(0).min(64),
        Op::Union => (of(0) + of(1)).min(64),
        // Each removes some of the squares.
        Op::Difference => of(0).saturating_sub(1).max(1),
        Op::Intersection => (of(0).min(of(1)) / 2).max(1),
        Op::Each(Quantifier::Set, _) => (of(0) / 2).max(1),
        Op::Word(word) => word.descriptor().typical_squares,
        Op::If => of(1).max(of(2)),
        _ => 1,
    }
}

fn cost(node: &Node, earlier: &[Step]) -> u64 {
    let of = |&id: &NodeId| earlier[id].cost;
    match (&node.op, &node.arguments[..]) {
        (Op::Each(..), [set, condition]) => {
            let each = of(condition).saturating_mul(earlier[*set].squares);
            each.saturating_add(of(set)).saturating_add(1)
        }
        (Op::Holds(_), _) => LOOK,
        (_, arguments) => arguments.iter().map(of).fold(1, u64::saturating_add),
    }
}

/// The operands of a chain of `and` or of `or`. Parts that others use as well
/// are not flattened: they are computed once.
fn joined(node: &Node, earlier: &[Step], uses: &[usize]) -> Vec<NodeId> {
    if !matches!(node.op, Op::And | Op::Or) {
        return Vec::new();
    }
    let parts = node.arguments.iter().flat_map(|&id| {
        let part = &earlier[id];
        let is_plain = matches!(part.shortcut, Shortcut::None);
        if part.node.op == node.op && uses[id] == 1 && is_plain {
            part.joined.clone()
        } else {
            vec![id]
        }
    });
    let mut parts: Vec<NodeId> = parts.collect();
    parts.sort_by_key(|&id| earlier[id].cost);
    parts
}
