//! What answers for smaller classes, as the checker sees it.

use drawproof_tables::Material;
use shakmaty::Color;

use crate::{
    claim::Claim,
    error::{RuleError, Span},
    graph::{Graph, NodeId},
    group::SymmetryGroup,
    syntax::MAX_HELD_MEN,
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

/// Nothing is used for some classes that a condition asks about.
pub fn nothing_used(span: Span, mut classes: Vec<Material>) -> RuleError {
    classes.sort();
    classes.dedup();
    let names: Vec<String> = classes.iter().map(ToString::to_string).collect();
    let named = match &names[..] {
        [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        names => names.concat(),
    };
    let message = format!("nothing is used for {named}, which some of these moves lead to");
    let items: Vec<String> = classes.iter().map(suggested).collect();
    let help = match &items[..] {
        [item] => format!("say what answers for it, at the top: {item}"),
        items => format!(
            "say what answers for them, at the top:\n{}",
            items.join("\n")
        ),
    };
    RuleError {
        unanswered: classes,
        ..RuleError::new(span, message).help(help)
    }
}

/// An item that answers for a class.
fn suggested(class: &Material) -> String {
    let name = class.to_string().replace('v', "");
    if class.men_count() > MAX_HELD_MEN {
        return format!("use {name} \"{}.rules\"", name.to_lowercase());
    }
    format!("use {name} table")
}

/// Adds what another error at the same place says, if one can say both.
pub fn join(error: &mut RuleError, other: &RuleError) {
    if !error.unanswered.is_empty() && !other.unanswered.is_empty() {
        let classes = [&error.unanswered[..], &other.unanswered].concat();
        *error = nothing_used(error.span.clone(), classes);
    }
}
