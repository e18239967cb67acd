//! Tables that replace values.

use drawproof_language::{
    graph::{Node, NodeId, Op},
    syntax::TableEntries,
};

use crate::{
    relation::Relation,
    words::{NumberWord, SetWise, TruthWord, set_wise},
};

/// A table that replaces a truth or a number.
#[derive(Clone, Debug)]
pub enum Shortcut {
    /// There is none.
    None,
    /// A truth: two squares are in a relation.
    Related(Relation, [NodeId; 2]),
    /// A truth: a square is in a constant set.
    Within(u64, NodeId),
    /// A number, bit by bit: a square is in a constant set. The last bit is the
    /// sign.
    NumberOf(Vec<u64>, NodeId),
    /// A number, bit by bit: two squares are in a relation.
    NumberOfPair(Vec<Relation>, [NodeId; 2]),
}

/// Whether a value is one look into a table: a test on two squares, or a
/// comparison of a number of one or two squares with a constant.
pub fn is_lookup(node: &Node, nodes: &[Node]) -> bool {
    let &[a, b] = &node.arguments[..] else {
        return false;
    };
    match node.op {
        Op::Word(word) => matches!(set_wise(word), SetWise::Truth(TruthWord::OfSquares(_))),
        Op::Less | Op::LessEqual | Op::Equal => match (&nodes[a].op, &nodes[b].op) {
            (_, Op::Number(_)) => is_number_of_squares(&nodes[a]),
            (Op::Number(_), _) => is_number_of_squares(&nodes[b]),
            _ => false,
        },
        _ => false,
    }
}

fn is_number_of_squares(node: &Node) -> bool {
    match node.op {
        Op::Word(word) => matches!(
            set_wise(word),
            SetWise::Number(NumberWord::OfSquares(_) | NumberWord::OfSquare(_))
        ),
        Op::Entry(TableEntries::Numbers(_)) => true,
        _ => false,
    }
}
