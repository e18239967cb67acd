//! What answers for smaller classes, as the checker sees it.

use drawproof_tables::Material;
use shakmaty::Color;

use crate::{
    claim::Claim,
    graph::{Graph, NodeId},
    group::SymmetryGroup,
};

/// What answers for a smaller class.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The class.
    pub material: Material,
    /// What answers.
    pub by: AnswerBy,
}

/// What answers for a smaller class: its exact table, or rules.
#[derive(Clone, Debug)]
pub enum AnswerBy {
    /// Its exact table.
    Table,
    /// Its rules.
    Rules(Conditions),
}

/// The conditions of the rules of a class.
#[derive(Clone, Debug)]
pub struct Conditions {
    /// The symmetries of the board under which every claim stays the same.
    pub group: SymmetryGroup,
    /// What each rule claims; `None` if it keeps silent.
    pub claims: Vec<Option<Claim>>,
    /// With White and with Black to move; with equal material, only the former.
    pub sides: Vec<OfSide>,
}

/// The conditions for one side to move.
#[derive(Clone, Debug)]
pub struct OfSide {
    /// All values.
    pub graph: Graph,
    /// The condition of each rule; `None` if it is not for this side to move.
    pub conditions: Vec<Option<NodeId>>,
}

impl Conditions {
    /// Those for a side to move.
    pub fn of(&self, turn: Color) -> Option<&OfSide> {
        self.sides.get(usize::from(turn.is_black()))
    }
}
