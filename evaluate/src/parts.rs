//! Sets taken apart: the men whose squares they are, and the attacks that they contain.

use drawproof_language::graph::{Graph, NodeId, Op};

use crate::words::{SetWise, SetWord, set_wise};

/// Only sets that are made of few others are taken apart: a set may be used twice by
/// each that is made of it.
const MAX_HEIGHT: usize = 12;

/// The men, as bits, of one set that another one lacks, if both are the squares of given
/// men. `occupied - us.rook` thus depends on all men but the rook.
pub fn other_men(graph: &Graph, men: usize, a: NodeId, b: NodeId) -> Option<u32> {
    Some(exact_men(graph, men, a)? & !exact_men(graph, men, b)?)
}

/// The men whose squares are a set, as bits.
fn exact_men(graph: &Graph, men: usize, set: NodeId) -> Option<u32> {
    let node = &graph.nodes[set];
    let of = |at: usize| exact_men(graph, men, node.arguments[at]);
    match node.op {
        _ if node.height > MAX_HEIGHT => None,
        Op::Bits(0) => Some(0),
        Op::Occupied => Some((1 << men) - 1),
        Op::Single => match graph.nodes[node.arguments[0]].op {
            Op::Man(man) => Some(1 << man),
            _ => None,
        },
        Op::Union => Some(of(0)? | of(1)?),
        _ => None,
    }
}

/// The squares that a man attacks, within some sets and without others.
pub struct Attacked {
    pub by: NodeId,
    pub within: Vec<NodeId>,
    pub without: Vec<Part>,
}

/// A set that is left out.
pub enum Part {
    /// The squares of men, given as bits.
    Men(u32),
    Set(NodeId),
}

/// A set as squares that one of the last two men attacks, if the other sets that it is made
/// of do not depend on where this man is.
pub fn attacked(graph: &Graph, men: usize, set: NodeId) -> Option<Attacked> {
    let (mut within, mut outside) = (Vec::new(), Vec::new());
    add_parts(graph, set, &mut within, &mut outside);
    let is_varying = |man: usize| man > 1 && man + 2 >= men;
    let mut attackers = within.iter().map(|&set| attacker(graph, set));
    let at = attackers.position(|man| man.is_some_and(is_varying))?;
    let by = within.swap_remove(at);
    let man = attacker(graph, by)?;
    let depends = |set: NodeId| graph.nodes[set].men >> man & 1 != 0;
    let mut without = Vec::new();
    for set in outside {
        without.push(match exact_men(graph, men, set) {
            // A man does not attack its own square.
            Some(men) => Part::Men(men & !(1 << man)),
            None if depends(set) => return None,
            None => Part::Set(set),
        });
    }
    let is_bare = within.is_empty() && without.is_empty();
    if is_bare || within.iter().any(|&set| depends(set)) {
        return None;
    }
    Some(Attacked {
        by,
        within,
        without,
    })
}

/// Adds the sets that another one is an intersection of, and those that it leaves out.
fn add_parts(graph: &Graph, set: NodeId, within: &mut Vec<NodeId>, without: &mut Vec<NodeId>) {
    let node = &graph.nodes[set];
    match (&node.op, &node.arguments[..]) {
        _ if node.height > MAX_HEIGHT => within.push(set),
        (Op::Difference, &[a, b]) => {
            add_parts(graph, a, within, without);
            without.push(b);
        }
        (Op::Intersection, &[a, b]) => {
            add_parts(graph, a, within, without);
            add_parts(graph, b, within, without);
        }
        _ => within.push(set),
    }
}

/// The man whose attacks a set is.
fn attacker(graph: &Graph, set: NodeId) -> Option<usize> {
    let node = &graph.nodes[set];
    let Op::Word(word) = node.op else {
        return None;
    };
    let is_attack = matches!(
        set_wise(word),
        SetWise::Set(SetWord::Attacks(_) | SetWord::PawnAttacks(_))
    );
    match graph.nodes[node.arguments[0]].op {
        Op::Man(man) if is_attack => Some(man),
        _ => None,
    }
}
