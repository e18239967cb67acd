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

use crate::{FiftyMoves, ProvenTold};

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
    /// Null with more men than a class has.
    material: Option<String>,
    side_to_move: String,
    #[serde(flatten)]
    by_tables: Option<ByTables>,
    /// Why there is no value, if only proven rules speak.
    #[serde(skip_serializing_if = "Option::is_none")]
    no_table: Option<String>,
    /// What rules for any number of men say, where tables do not say more.
    #[serde(skip_serializing_if = "Option::is_none")]
    proven: Option<ProvenTold>,
    /// The file that the game was written to; null if the game is printed.
    file: Option<String>,
    /// The game, if it is printed.
    pgn: Option<String>,
}

/// What tables say, and rules about a class that has tables.
#[derive(Serialize)]
struct ByTables {
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
    pub fn new(position: &Chess, oracle: String, asked: RulesAsked, tree: &SolutionTree) -> Self {
        let value = tree.value();
        Self {
            by_tables: Some(ByTables {
                oracle,
                wdl: value.wdl.to_string(),
                distance_to_mate_plies: value.dtm.map(Dtm::plies),
                fifty_moves: FiftyMoves::of(value, position.halfmoves()),
                asked,
                tree: TreeTold::new(tree),
            }),
            ..Self::of(position)
        }
    }

    /// What is said about a position of which no table is asked, for a reason.
    pub fn without_tables(position: &Chess, no_table: String) -> Self {
        Self {
            no_table: Some(no_table),
            ..Self::of(position)
        }
    }

    fn of(position: &Chess) -> Self {
        let class = Material::of_board(position.board());
        Self {
            fen: fen_of(position).to_string(),
            left_out: Vec::new(),
            material: class.map(|(class, _)| class.to_string()),
            side_to_move: position.turn().to_string(),
            by_tables: None,
            no_table: None,
            proven: None,
            file: None,
            pgn: None,
        }
    }

    /// The same with what rules for any number of men say.
    #[must_use]
    pub fn with_proven(self, proven: Option<ProvenTold>) -> Self {
        Self { proven, ..self }
    }

    /// The same with what of the given text does not fit the board.
    #[must_use]
    pub fn leaving_out(self, left_out: Vec<String>) -> Self {
        Self { left_out, ..self }
    }

    /// The same with the game.
    #[must_use]
    pub fn with_pgn(self, pgn: Option<String>) -> Self {
        Self { pgn, ..self }
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
        let rules = self.by_tables.as_ref();
        let rules = rules.and_then(|of| of.asked.rules.as_ref());
        rules.is_some_and(RulesTold::is_incorrect)
    }

    /// Whether the result is known: by a table, or as a proven draw.
    pub fn is_settled(&self) -> bool {
        self.by_tables.is_some() || self.proven.as_ref().is_some_and(|told| told.is_draw)
    }

    /// Why no table was asked, if none was.
    pub fn no_table(&self) -> Option<&str> {
        self.no_table.as_deref()
    }

    /// All of it as text, without the game.
    pub fn words(&self) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = self.write(&mut out);
        out
    }

    fn write(&self, out: &mut String) -> fmt::Result {
        let class = self.material.as_ref();
        let class = class.map(|class| format!("{class}  ")).unwrap_or_default();
        write!(out, "{class}{} to move", self.side_to_move)?;
        match &self.by_tables {
            Some(of) => of.write_value(out)?,
            None => writeln!(out)?,
        }
        if let Some(why) = &self.no_table {
            writeln!(out, "no value: {why}")?;
        }
        if let Some(proven) = &self.proven {
            write!(out, "{}", proven.text())?;
        }
        if let Some(of) = &self.by_tables {
            of.write_reasons(out)?;
        }
        if let Some(file) = &self.file {
            writeln!(out, "written: {file}")?;
        }
        Ok(())
    }
}

impl ByTables {
    fn write_value(&self, out: &mut String) -> fmt::Result {
        writeln!(out, "; distances in plies")?;
        writeln!(out, "{}: {}", self.oracle, self.value())?;
        match self.fifty_moves.text() {
            Some(text) => writeln!(out, "{text}"),
            None => Ok(()),
        }
    }

    fn write_reasons(&self, out: &mut String) -> fmt::Result {
        match (&self.asked.rules, &self.asked.no_rules) {
            (Some(rules), _) => rules.write(out)?,
            (None, Some(why)) => writeln!(out, "rules: {why}")?,
            (None, None) => {}
        }
        self.tree.write(out)
    }

    fn value(&self) -> String {
        match self.distance_to_mate_plies {
            Some(0) => "checkmated".into(),
            Some(plies) => format!("{}, mate {plies}", self.wdl),
            None => self.wdl.clone(),
        }
    }
}
