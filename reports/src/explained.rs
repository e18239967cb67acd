//! A single position explained: what it is worth, which rule speaks and why, or what rules lack, and
//! how large the tree of its best moves is.

mod fit;
mod rules;
mod tree;
mod words;

use std::fmt::{self, Write};

use drawproof_language::{RuleFile, TooMuchWork};
use drawproof_tables::{
    Dtm, Material, Placement, PlacementError, SolutionTree, Value, VisibleName, fen_of,
};
use serde::Serialize;
use shakmaty::{Chess, Position};

use crate::FiftyMoves;

pub use fit::Fit;
pub use rules::{ConditionTold, FactTold, Heading, RuleTold, RulesTold};
pub use tree::TreeTold;

/// What is said about a position.
#[derive(Serialize)]
pub struct Explanation {
    fen: String,
    /// What of the given text does not fit the board.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<String>,
    material: String,
    side_to_move: String,
    /// The oracle for all values.
    oracle: String,
    /// For the side to move.
    wdl: String,
    distance_to_mate_plies: Option<u32>,
    #[serde(flatten)]
    fifty_moves: FiftyMoves,
    #[serde(flatten)]
    asked: RulesAsked,
    tree: TreeTold,
    /// The file that the game was written to; null if the game is printed.
    file: Option<String>,
    /// The game, if it is printed.
    pgn: Option<String>,
}

/// What rules say, or why they do not.
#[derive(Serialize)]
pub struct RulesAsked {
    /// Null if none were asked.
    pub rules: Option<RulesTold>,
    /// Why none were asked; null if some were.
    pub no_rules: Option<String>,
}

/// Why rules have no answer.
#[derive(Debug, thiserror::Error)]
pub enum ExplainError {
    /// No table covers the position.
    #[error(transparent)]
    Placement(#[from] PlacementError),
    /// The rules' conditions take too much work.
    #[error(transparent)]
    TooMuchWork(#[from] TooMuchWork),
}

impl RulesAsked {
    /// Asks the rules of the position's class, if there are any. `near` is for how many rules that
    /// do not hold to say what they lack.
    ///
    /// # Errors
    ///
    /// [`ExplainError`].
    pub fn new(
        rules: Option<&RuleFile>,
        position: &Chess,
        value: Value,
        near: usize,
    ) -> Result<Self, ExplainError> {
        let (material, placement, flipped) = Placement::of(position)?;
        let no_rules = why_no_rules(position, &material, rules.is_some());
        let rules = rules.filter(|_| no_rules.is_none());
        let told = rules.map(|rules| RulesTold::new(rules, &placement, flipped, value, near));
        Ok(Self {
            rules: told.transpose()?,
            no_rules,
        })
    }
}

/// Why rules are not asked, if they are not.
fn why_no_rules(position: &Chess, material: &Material, has_rules: bool) -> Option<String> {
    if !has_rules {
        Some(format!("none for {material} are built in"))
    } else if position.legal_ep_square().is_some() {
        Some("not asked: they do not know of en passant".into())
    } else {
        None
    }
}

impl Explanation {
    /// What is said about the first position of a tree.
    pub fn new(
        (position, material): (&Chess, &Material),
        oracle: String,
        asked: RulesAsked,
        tree: &SolutionTree,
    ) -> Self {
        let value = tree.value();
        Self {
            fen: fen_of(position).to_string(),
            left_out: Vec::new(),
            material: material.to_string(),
            side_to_move: position.turn().to_string(),
            oracle,
            wdl: value.wdl.to_string(),
            distance_to_mate_plies: value.dtm.map(Dtm::plies),
            fifty_moves: FiftyMoves::of(value, position.halfmoves()),
            asked,
            tree: TreeTold::new(tree),
            file: None,
            pgn: None,
        }
    }

    /// The same with what of the given text does not fit the board.
    #[must_use]
    pub fn leaving_out(self, left_out: Vec<String>) -> Self {
        Self { left_out, ..self }
    }

    /// The same with the game.
    #[must_use]
    pub fn with_pgn(self, pgn: String) -> Self {
        Self {
            pgn: Some(pgn),
            ..self
        }
    }

    /// The same with the file that the game was written to.
    #[must_use]
    pub fn written_to(self, file: &impl VisibleName) -> Self {
        Self {
            file: Some(file.shown()),
            ..self
        }
    }

    /// The game, if it was not written to a file.
    pub fn pgn(&self) -> Option<&str> {
        self.pgn.as_deref()
    }

    /// Whether the rules claim what is wrong.
    pub fn is_incorrect(&self) -> bool {
        self.asked
            .rules
            .as_ref()
            .is_some_and(RulesTold::is_incorrect)
    }

    /// All of it as text, without the game.
    pub fn words(&self) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = self.write(&mut out);
        out
    }

    fn write(&self, out: &mut String) -> fmt::Result {
        let Self {
            material,
            side_to_move,
            oracle,
            ..
        } = self;
        writeln!(
            out,
            "{material}  {side_to_move} to move; distances in plies"
        )?;
        writeln!(out, "{oracle}: {}", self.value())?;
        if let Some(text) = self.fifty_moves.text() {
            writeln!(out, "{text}")?;
        }
        match (&self.asked.rules, &self.asked.no_rules) {
            (Some(rules), _) => rules.write(out)?,
            (None, Some(why)) => writeln!(out, "rules: {why}")?,
            (None, None) => {}
        }
        self.tree.write(out)?;
        if let Some(file) = &self.file {
            writeln!(out, "written: {file}")?;
        }
        Ok(())
    }

    fn value(&self) -> String {
        match self.distance_to_mate_plies {
            Some(0) => "checkmated".into(),
            Some(plies) => format!("{}, mate {plies}", self.wdl),
            None => self.wdl.clone(),
        }
    }
}
