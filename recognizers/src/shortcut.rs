//! Values that a table can replace.

use drawproof_language::{
    graph::{Node, NodeId, Op},
    syntax::TableEntries,
};

use crate::{
    relation::{Relation, relation},
    words::{NumberWord, SetWise, TruthWord, set_wise},
};

/// A table that replaces a truth.
#[derive(Clone, Debug)]
pub enum Shortcut {
    /// There is none.
    None,
    /// Two squares are in a relation.
    Related(Relation, [NodeId; 2]),
    /// A square is in a constant set.
    Within(u64, NodeId),
}

/// The table for a value: for tests on two squares, and for comparisons of a
/// number of one or two squares with a constant.
pub fn shortcut(node: &Node, nodes: &[Node]) -> Shortcut {
    let &[a, b] = &node.arguments[..] else {
        return Shortcut::None;
    };
    if let Op::Word(word) = node.op
        && let SetWise::Truth(TruthWord::OfSquares(holds)) = set_wise(word)
    {
        return Shortcut::Related(relation(holds), [a, b]);
    }
    let compare: fn(i32, i32) -> bool = match node.op {
        Op::Less => |a, b| a < b,
        Op::LessEqual => |a, b| a <= b,
        Op::Equal => |a, b| a == b,
        _ => return Shortcut::None,
    };
    match (&nodes[a].op, &nodes[b].op) {
        (_, &Op::Number(bound)) => of_number(&nodes[a], |number| compare(number, bound)),
        (&Op::Number(bound), _) => of_number(&nodes[b], |number| compare(bound, number)),
        _ => Shortcut::None,
    }
}

fn of_number(node: &Node, holds: impl Fn(i32) -> bool) -> Shortcut {
    let set_of = |number: &dyn Fn(u64) -> i32| {
        (0..64).fold(0, |set, at| set | u64::from(holds(number(at))) << at)
    };
    match (&node.op, &node.arguments[..]) {
        (Op::Word(word), arguments) => match (set_wise(*word), arguments) {
            (SetWise::Number(NumberWord::OfSquares(number)), &[a, b]) => {
                Shortcut::Related(relation(|a, b| holds(number(a, b) as i32)), [a, b])
            }
            (SetWise::Number(NumberWord::OfSquare(number)), &[a]) => {
                Shortcut::Within(set_of(&|at| number(at) as i32), a)
            }
            _ => Shortcut::None,
        },
        (Op::Entry(TableEntries::Numbers(numbers)), &[a]) => {
            Shortcut::Within(set_of(&|at| numbers[at as usize]), a)
        }
        _ => Shortcut::None,
    }
}
