//! Rules found by machine, and verified over every position.

mod claim;
pub mod frontier;
pub mod rank;
pub mod recognizer;
pub mod start;
mod tables;
mod unverified;
mod watch;

use std::path::PathBuf;

use anyhow::{Context, bail};
use drawproof_language::{Claim, Vocabulary};
use drawproof_mining::{Budget, Form, Miner, News, Options, Sampling, proof::Truth, vocabulary};
use drawproof_tables::{Layout, Material, Subject, VisibleName};

use crate::{folders::Folders, input};

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
const STOPPED_TOO_EARLY: &str = "stopped before anything was found that claims anything";

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

    /// What rules claim.
    pub fn claim(&self) -> Claim {
        claim::claim_of(self)
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

    /// The class, if rules can be mined for it with these options.
    fn class(&self) -> anyhow::Result<Material> {
        let class: Material = self.class.parse()?;
        Layout::new(&class)?;
        claim::check(&class, self)?;
        Ok(class)
    }
}

/// The class and the text of its vocabulary.
pub fn vocabulary_of(request: &Request) -> anyhow::Result<(Material, String)> {
    let class = request.class()?;
    let text = default_vocabulary(&class, request)?;
    Ok((class, text))
}

/// The class and the vocabulary that rules are mined from.
fn opened(request: &Request) -> anyhow::Result<(Material, Vocabulary)> {
    let class = request.class()?;
    let vocabulary = chosen_vocabulary(&class, request)?;
    Ok((class, vocabulary))
}

/// The text of the vocabulary that the request ask for without a file.
fn default_vocabulary(class: &Material, request: &Request) -> anyhow::Result<String> {
    let about = request.claim().subject();
    if !request.places {
        return Ok(vocabulary::vocabulary(class, about));
    }
    let with_places = vocabulary::with_places(class, about);
    with_places.with_context(|| {
        format!("--places needs a class with pawns; in {class}, mirror images of a position are the same to rules, and have other files and ranks")
    })
}

/// The given vocabulary, or the default one of the class.
fn chosen_vocabulary(class: &Material, request: &Request) -> anyhow::Result<Vocabulary> {
    let Some(path) = &request.vocabulary else {
        let text = default_vocabulary(class, request)?;
        return input::parse_vocabulary("the vocabulary of the class", &text);
    };
    let vocabulary = input::vocabulary_file(path)?;
    if vocabulary.material() != class {
        bail!(
            "{} is a vocabulary of {}, not of {class}; name that class, or begin the file with 'vocabulary {class}'",
            path.shown(),
            vocabulary.material()
        );
    }
    if vocabulary.terms().is_empty() {
        bail!(
            "{} has no terms: add lines such as 'try distance(us.king, them.king)', or see --print-vocabulary",
            path.shown()
        );
    }
    Ok(vocabulary)
}

/// Examines positions of the class.
fn miner<'a>(
    vocabulary: &'a Vocabulary,
    truth: &'a Truth<'a>,
    request: &Request,
    news: &'a (dyn Fn(News) + Sync),
) -> anyhow::Result<Miner<'a>> {
    let options = Options {
        max_conditions: request.max_conditions,
        sampling: Sampling {
            max_draws: request.max_draws,
            max_sheets: request.max_sheets,
            max_decisive: request.max_decisive,
            max_cost: request.max_cost(vocabulary.material()),
        },
        static_only: request.is_static,
        seed: request.seed,
        effort: request.effort,
        ..Options::default()
    };
    Ok(Miner::new(vocabulary, truth.oracle(), options, news)?)
}
