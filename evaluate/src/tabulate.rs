//! Values of at most two squares, as tables.
//!
//! `max(file_distance(k, p), 8 - rank(p)) <= 5` says something about two squares
//! and nothing else: it is a set of pairs, found once. A sheet then gets its
//! answer for 4096 positions by looking into one table.

use arrayvec::ArrayVec;
use drawproof_language::{
    graph::{Graph, Node, NodeId, Op},
    syntax::{Quantifier, Type},
};
use drawproof_tables::ones;

use crate::{relation::relation, shortcut::Shortcut, value::value};

/// The squares that a value is made of: men's, or those of quantifiers.
type Leaves = ArrayVec<NodeId, 2>;

/// A value for all squares that it is made of. The last leaf varies fastest.
struct Values {
    leaves: Leaves,
    all: Vec<u64>,
}

/// Tables for the truths and numbers of a graph that are made of two squares at
/// most, and are not only parts of others. Truths are 0 or 1, numbers have
/// their 32 bits, squares and sets are what they are.
pub fn tabulated(graph: &Graph, conditions: &[Option<NodeId>]) -> Vec<Shortcut> {
    let nodes = &graph.nodes;
    let mut tabulator = Tabulator {
        nodes,
        values: nodes.iter().map(|_| None).collect(),
    };
    let leaves = leaves(nodes);
    let mut is_wanted = vec![false; nodes.len()];
    conditions
        .iter()
        .flatten()
        .for_each(|&condition| is_wanted[condition] = true);
    let mut shortcuts = vec![Shortcut::None; nodes.len()];
    for (id, node) in nodes.iter().enumerate().rev() {
        let has_table = leaves[id].is_some() && matches!(node.kind, Type::Truth | Type::Number);
        if !is_wanted[id] {
            continue;
        }
        if has_table {
            shortcuts[id] = tabulator.shortcut(id);
        }
        if matches!(shortcuts[id], Shortcut::None) {
            node.arguments
                .iter()
                .for_each(|&part| is_wanted[part] = true);
        }
    }
    shortcuts
}

/// The leaves of each value; `None` if there are more than two, or if it depends
/// on something else.
fn leaves(nodes: &[Node]) -> Vec<Option<Leaves>> {
    let mut all: Vec<Option<Leaves>> = Vec::with_capacity(nodes.len());
    for (id, node) in nodes.iter().enumerate() {
        let leaves = match node.op {
            Op::Man(_) | Op::Variable(_) => Some(Leaves::from_iter([id])),
            Op::Occupied | Op::Parameter(..) | Op::Holds(_) => None,
            Op::Each(_, variable) => {
                let of = |at: usize| all[node.arguments[at]].as_ref();
                of(0).zip(of(1)).and_then(|(set, body)| {
                    let is_free = |leaf: &&NodeId| nodes[**leaf].op != Op::Variable(variable);
                    joined(set.iter().chain(body.iter().filter(is_free)))
                })
            }
            _ => {
                let of = node.arguments.iter().map(|&id| all[id].as_ref());
                let of: Option<Vec<&Leaves>> = of.collect();
                of.and_then(|of| joined(of.into_iter().flatten()))
            }
        };
        all.push(leaves);
    }
    all
}

/// Each once, in order, if there are not too many.
fn joined<'a>(leaves: impl Iterator<Item = &'a NodeId>) -> Option<Leaves> {
    let mut all = Leaves::new();
    for &leaf in leaves {
        if !all.contains(&leaf) {
            all.try_push(leaf).ok()?;
        }
    }
    all.sort_unstable();
    Some(all)
}

struct Tabulator<'a> {
    nodes: &'a [Node],
    values: Vec<Option<Values>>,
}

impl Tabulator<'_> {
    /// The table of a truth or number.
    fn shortcut(&mut self, id: NodeId) -> Shortcut {
        self.find(id);
        let Some(Values { leaves, all }) = &self.values[id] else {
            return Shortcut::None;
        };
        let set_of = |holds: &dyn Fn(u64) -> bool| {
            (0..64).fold(0, |set, at| set | u64::from(holds(all[at])) << at)
        };
        let pairs =
            |holds: &dyn Fn(u64) -> bool| relation(|a, b| holds(all[(a << 6 | b) as usize]));
        let bits = 0..width(all);
        match (self.nodes[id].kind, &leaves[..]) {
            (Type::Truth, &[a]) => Shortcut::Within(set_of(&|value| value != 0), a),
            (Type::Truth, &[a, b]) => Shortcut::Related(pairs(&|value| value != 0), [a, b]),
            (Type::Number, &[a]) => {
                let bits = bits.map(|bit| set_of(&|number| has(number, bit)));
                Shortcut::NumberOf(bits.collect(), a)
            }
            (Type::Number, &[a, b]) => {
                let bits = bits.map(|bit| pairs(&|number| has(number, bit)));
                Shortcut::NumberOfPair(bits.collect(), [a, b])
            }
            // Constants are quick enough.
            _ => Shortcut::None,
        }
    }

    /// Finds the values of a node and of its parts.
    fn find(&mut self, id: NodeId) {
        if self.values[id].is_some() {
            return;
        }
        let arguments = &self.nodes[id].arguments;
        for &argument in arguments {
            self.find(argument);
        }
        let parts: Option<Vec<&Values>> = arguments
            .iter()
            .map(|&id| self.values[id].as_ref())
            .collect();
        self.values[id] = parts.and_then(|parts| self.values_of(id, &parts));
    }

    fn values_of(&self, id: NodeId, parts: &[&Values]) -> Option<Values> {
        let op = &self.nodes[id].op;
        if matches!(op, Op::Man(_) | Op::Variable(_)) {
            return Some(Values {
                leaves: Leaves::from_iter([id]),
                all: (0..64).collect(),
            });
        }
        let bound = match *op {
            Op::Each(_, variable) => Some(Op::Variable(variable)),
            _ => None,
        };
        let is_free = |leaf: &&NodeId| bound.as_ref() != Some(&self.nodes[**leaf].op);
        let leaves = parts
            .iter()
            .flat_map(|part| part.leaves.iter().filter(is_free));
        let leaves = joined(leaves)?;
        let number = 1 << (6 * leaves.len());
        let mut squares = Squares {
            leaves: leaves.clone(),
            at: [0; 2],
        };
        let all = (0..number).map(|at| {
            squares.at = match leaves.len() {
                2 => [at >> 6, at & 63],
                _ => [at, 0],
            };
            if let Op::Each(quantifier, _) = *op {
                return Some(each(quantifier, &squares, parts[0], parts[1]));
            }
            let values = parts.iter().map(|part| part.of(&squares, |_| None));
            value(op, &values.collect::<ArrayVec<u64, 3>>())
        });
        Some(Values {
            all: all.collect::<Option<_>>()?,
            leaves,
        })
    }
}

/// What a quantifier makes of a set and of a condition, in which the leaf that is
/// not among the squares is its variable.
fn each(quantifier: Quantifier, squares: &Squares, set: &Values, body: &Values) -> u64 {
    let set = set.of(squares, |_| None);
    let chosen = ones(set).filter(|&square| {
        let bound = |leaf| (!squares.leaves.contains(&leaf)).then_some(square as usize);
        body.of(squares, bound) != 0
    });
    let chosen = chosen.fold(0_u64, |all, square| all | 1 << square);
    match quantifier {
        Quantifier::Any => (chosen != 0).into(),
        Quantifier::All => (chosen == set).into(),
        Quantifier::Count => chosen.count_ones().into(),
        Quantifier::Set => chosen,
    }
}

/// The squares of some leaves.
struct Squares {
    leaves: Leaves,
    at: [usize; 2],
}

impl Values {
    /// The value for some squares, and for those of leaves that are not among
    /// them.
    fn of(&self, squares: &Squares, other: impl Fn(NodeId) -> Option<usize>) -> u64 {
        let index = self.leaves.iter().fold(0, |index, leaf| {
            let known = squares.leaves.iter().position(|known| known == leaf);
            let square = other(*leaf).or(known.map(|at| squares.at[at]));
            index << 6 | square.unwrap_or(0)
        });
        self.all[index]
    }
}

/// Whether a number has some bit.
fn has(number: u64, bit: u32) -> bool {
    number as i32 >> bit.min(31) & 1 != 0
}

/// How many bits numbers need, with the sign.
fn width(numbers: &[u64]) -> u32 {
    let magnitude = |&number: &u64| (number as i32 ^ (number as i32 >> 31)) as u32;
    let greatest = numbers.iter().map(magnitude).max().unwrap_or(0);
    33 - greatest.leading_zeros()
}
