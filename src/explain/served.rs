//! Explanations for the page that `drawproof serve` shows.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use drawproof_language::RuleFile;
use drawproof_server::{Explain, Unexplained};
use drawproof_tables::{Material, Oracle, OracleError, Placement, SolutionTree, TreeBounds};
use serde::Serialize;
use shakmaty::Chess;

use super::{rules::RulesTold, why_no_rules};
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

/// What the page is told.
#[derive(Serialize)]
struct Told {
    rules: Option<RulesTold>,
    /// Why none were asked; null if some were.
    no_rules: Option<String>,
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
        let rules = input::rules_for(class, None, None, &Shelf::of(&self.named))?.map(Arc::new);
        read.insert(class.clone(), rules.clone());
        Ok(rules)
    }
}

impl Explain for Explainer {
    fn rules(&self, oracle: &dyn Oracle, position: &Chess) -> Result<String, Unexplained> {
        let (class, placement, flipped) = Placement::of(position).map_err(OracleError::from)?;
        let rules = self.rules_for(&class).map_err(other)?;
        let no_rules = why_no_rules(position, &class, rules.is_some());
        let value = oracle.probe_chess(position)?;
        let rules = rules.filter(|_| no_rules.is_none());
        let rules = rules.map(|rules| RulesTold::new(&rules, &placement, flipped, value, NEAR));
        let rules = rules.transpose().map_err(other)?;
        serde_json::to_string(&Told { rules, no_rules }).map_err(other)
    }

    fn pgn(&self, oracle: &dyn Oracle, position: &Chess) -> Result<String, Unexplained> {
        let tree = SolutionTree::grow(oracle, position, TreeBounds::DEFAULT)?;
        Ok(drawproof_reports::pgn(&tree))
    }
}

fn other(error: impl Into<anyhow::Error>) -> Unexplained {
    Unexplained::Other(format!("{:#}", error.into()))
}
