//! Positions after moves: whose squares the words of a condition mean there.
//!
//! The sides keep their names: `us` is the side to move where the rule is asked,
//! however many moves were made since. Words about the side to move are errors
//! after a move, because they could be read in two ways.

use drawproof_tables::Wdl;
use shakmaty::{Color, Piece};

use super::Checker;
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

/// The men and the position that were looked at before.
pub type Outer = (Vec<Piece>, Option<Scene>);

impl Checker<'_> {
    /// Looks at the position after a move.
    pub(super) fn enter(&mut self, men: Vec<Piece>, scene: Scene) -> Outer {
        let men = std::mem::replace(&mut self.men, men);
        (men, self.scene.replace(scene))
    }

    /// Looks at the position before the move again.
    pub(super) fn leave(&mut self, (men, scene): Outer) {
        self.men = men;
        self.scene = scene;
    }

    /// Who is to move in the position that is looked at.
    pub(super) fn to_move(&self) -> Color {
        self.scene.as_ref().map_or(self.turn, |scene| scene.turn)
    }

    /// The result, for the side to move, if a side wins.
    pub(super) fn result_of(&self, winner: Color) -> Wdl {
        if winner == self.to_move() {
            Wdl::Win
        } else {
            Wdl::Loss
        }
    }

    pub(super) fn next_scene(&mut self) -> usize {
        self.scenes += 1;
        self.scenes
    }
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
