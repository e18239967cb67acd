//! Explanations for the page that `drawproof serve` shows.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use drawproof_language::RuleFile;
use drawproof_reports::RulesAsked;
use drawproof_server::{Explain, Unexplained};
use drawproof_tables::{Material, Oracle, OracleError, Placement, SolutionTree, TreeBounds};
use shakmaty::Chess;

use crate::{args, input, resolver::Shelf};

/// For how many rules that do not hold to show what they lack.
const NEAR: usize = 3;

/// Explains positions by the built-in rules.
pub struct Explainer {
    /// The folders that the user names.
    named: args::Tables,
    /// The rules of the classes that were asked for, read once. Some are long, and some need tables.
    read: Mutex<BTreeMap<Material, Option<Arc<RuleFile>>>>,
}

impl Explainer {
    pub fn new(named: args::Tables) -> Self {
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
        let rules =
            input::rules_for(class, None, None, &Shelf::of(&self.named.named()))?.map(Arc::new);
        read.insert(class.clone(), rules.clone());
        Ok(rules)
    }
}

impl Explain for Explainer {
    fn rules(&self, oracle: &dyn Oracle, position: &Chess) -> Result<String, Unexplained> {
        let (class, ..) = Placement::of(position).map_err(OracleError::from)?;
        let rules = self.rules_for(&class).map_err(other)?;
        let value = oracle.probe_chess(position)?;
        let told = RulesAsked::new(rules.as_deref(), position, value, NEAR).map_err(other)?;
        serde_json::to_string(&told).map_err(other)
    }

    fn pgn(&self, oracle: &dyn Oracle, position: &Chess) -> Result<String, Unexplained> {
        let tree = SolutionTree::grow(oracle, position, TreeBounds::DEFAULT)?;
        Ok(drawproof_reports::pgn(&tree))
    }
}

fn other(error: impl Into<anyhow::Error>) -> Unexplained {
    Unexplained::Other(format!("{:#}", error.into()))
}
