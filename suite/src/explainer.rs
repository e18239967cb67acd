//! Explanations of many positions, by rules that are read once.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use drawproof_language::RuleFile;
use drawproof_reports::RulesAsked;
use drawproof_tables::{Material, Oracle, OracleError, Placement, SolutionTree, TreeBounds};
use shakmaty::Chess;

use crate::{folders::TableFolders, input, resolver::Shelf};

/// For how many rules that do not hold to show what they lack.
const NEAR: usize = 3;

/// Why a position is not explained.
#[derive(Debug, thiserror::Error)]
pub enum Unexplained {
    /// The oracle has no answer.
    #[error(transparent)]
    Oracle(#[from] OracleError),
    /// Anything else, in words.
    #[error("{0}")]
    Other(String),
}

/// Explains positions by the built-in rules.
pub struct Explainer {
    /// The folders that the user names.
    named: TableFolders,
    /// The rules of the classes that were asked for, read once. Some are long, and some need tables.
    read: Mutex<BTreeMap<Material, Option<Arc<RuleFile>>>>,
}

impl Explainer {
    /// By the built-in rules, with tables from folders.
    pub fn new(named: TableFolders) -> Self {
        Self {
            named,
            read: Mutex::default(),
        }
    }

    fn rules_for(&self, class: &Material) -> anyhow::Result<Option<Arc<RuleFile>>> {
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(rules) = read.get(class) {
            return Ok(rules.clone());
        }
        let rules = input::rules_for(class, None, None, &Shelf::of(&self.named))?.map(Arc::new);
        read.insert(class.clone(), rules.clone());
        Ok(rules)
    }
}

impl Explainer {
    /// What rules say about a position, and what the nearest ones lack.
    pub fn rules(&self, oracle: &dyn Oracle, position: &Chess) -> Result<RulesAsked, Unexplained> {
        let (class, ..) = Placement::of(position).map_err(OracleError::from)?;
        let rules = self.rules_for(&class).map_err(other)?;
        let value = oracle.probe_chess(position)?;
        RulesAsked::new(rules.as_deref(), position, value, NEAR).map_err(other)
    }

    /// Best play from a position and what other moves lead to, as a game in PGN.
    pub fn pgn(&self, oracle: &dyn Oracle, position: &Chess) -> Result<String, Unexplained> {
        let tree = SolutionTree::grow(oracle, position, TreeBounds::DEFAULT)?;
        Ok(drawproof_reports::pgn(&tree))
    }
}

fn other(error: impl Into<anyhow::Error>) -> Unexplained {
    Unexplained::Other(format!("{:#}", error.into()))
}
