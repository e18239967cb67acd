//! Positions after moves: whose squares the words of a condition mean there.
//!
//! The sides keep their names: `us` is the side to move where the rule is asked,
//! however many moves were made since. Words about the side to move are errors
//! after a move, because they could be read in two ways.

use shakmaty::Color;

use crate::{
    error::{RuleError, Span},
    graph::NodeId,
    words::Atom,
};

/// A position after moves.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Tells it from others; 0 is the position in which the rules are asked.
    pub number: usize,
    /// The squares of the men that are left.
    pub squares: Vec<NodeId>,
    /// All of them.
    pub occupied: NodeId,
    /// Who is to move.
    pub turn: Color,
    /// How many moves were made.
    pub plies: usize,
    /// A pawn that has just gone two squares, by its index, and the square that
    /// it passed.
    pub passed: Option<(usize, NodeId)>,
    /// Whether a man was captured or a pawn has become another man.
    pub has_changed: bool,
}

/// The error of a word that could mean either side after a move.
pub fn about_the_mover(span: &Span, atom: Atom) -> RuleError {
    let name = atom.name();
    let message = format!("'{name}' is about the side to move, which changes with each move");
    let help = match atom {
        Atom::InCheck => {
            "say whose king: us.in_check or them.in_check; us is the side to move where the rule is asked"
        }
        _ => "it is known who moves: limit the rule with 'for strong' or 'for weak'",
    };
    RuleError::new(span.clone(), message).help(help)
}
