//! What is mined, and how.

use std::path::PathBuf;

use drawproof_language::Claim;
use drawproof_mining::{Budget, Form, Options};
use drawproof_tables::{Material, Subject};

use crate::folders::Folders;

/// What is mined, and how.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools)] // each is an option
pub struct Request {
    /// The class.
    pub class: String,
    /// A list or a tree; what suits the claim if none is given.
    pub form: Option<Form>,
    /// What the rules claim.
    pub claim: Option<Claim>,
    /// What the claim is about.
    pub truth: Option<Subject>,
    /// The largest size of a recognizer.
    pub budget: Option<Budget>,
    /// Whether rules that are known are improved.
    pub has_start: bool,
    /// Whether recognizers of all sizes are compared.
    pub is_frontier: bool,
    /// A vocabulary instead of that of the class.
    pub vocabulary: Option<PathBuf>,
    /// Whether files and ranks of all men are added to that of the class.
    pub places: bool,
    /// Whether conditions that look ahead are left out.
    pub is_static: bool,
    /// The most conditions of a danger in a list.
    pub max_conditions: usize,
    /// How many positions are examined; the cost of conditions is `max_cost`.
    pub max_draws: u64,
    /// How many sheets a search starts from.
    pub max_sheets: usize,
    /// How many wins and losses are learned from.
    pub max_decisive: u64,
    /// The most values that a condition looks at; what suits the class if none is given.
    pub max_cost: Option<u64>,
    /// Whether every mirror image is verified.
    pub full_board: bool,
    /// Of the random numbers.
    pub seed: u64,
    /// How much work is spent on improving lists.
    pub effort: f64,
    /// The tables.
    pub folders: Folders,
}

/// The message if there is nothing to write.
pub const STOPPED_TOO_EARLY: &str = "stopped before anything was found that claims anything";

impl Request {
    /// Rules about draws of a class, with the usual options and no limit on their size.
    pub fn of(class: &str) -> Self {
        let Options {
            max_conditions,
            sampling,
            seed,
            effort,
            ..
        } = Options::DEFAULT;
        Self {
            class: class.into(),
            form: None,
            claim: None,
            truth: None,
            budget: None,
            has_start: false,
            is_frontier: false,
            vocabulary: None,
            places: false,
            is_static: false,
            max_conditions,
            max_draws: sampling.max_draws,
            max_sheets: sampling.max_sheets,
            max_decisive: sampling.max_decisive,
            max_cost: None,
            full_board: false,
            seed,
            effort,
            folders: Folders::default(),
        }
    }

    /// What rules claim: unless it is given, that what they are about holds for neither side.
    pub fn claim(&self) -> Claim {
        let usual = match self.truth.unwrap_or_default() {
            Subject::Results => Claim::Draw,
            Subject::Mates => Claim::Dead,
        };
        self.claim.unwrap_or(usual)
    }

    /// The form to search for.
    pub fn form(&self) -> Form {
        let usual = match self.claim() {
            Claim::Draw => Form::List,
            _ => Form::Tree,
        };
        self.form.unwrap_or(usual)
    }

    /// The most values that a condition looks at.
    pub fn max_cost(&self, class: &Material) -> u64 {
        (self.max_cost).unwrap_or_else(|| Options::usual_max_cost(class))
    }

    /// The budget as it is written.
    pub fn budget_name(&self) -> String {
        self.budget
            .map_or_else(|| "none".into(), |budget| budget.to_string())
    }
}
