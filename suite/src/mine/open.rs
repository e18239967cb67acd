//! The vocabulary of a class, and what examines its positions.

use anyhow::{Context, bail};
use drawproof_language::Vocabulary;
use drawproof_mining::{Miner, News, Options, Sampling, proof::Truth, vocabulary};
use drawproof_tables::{Layout, Material, VisibleName};

use super::{claim, request::Request};
use crate::input;

/// The class, if rules can be mined for it with these options.
fn class_of(request: &Request) -> anyhow::Result<Material> {
    let class: Material = request.class.parse()?;
    Layout::new(&class)?;
    claim::check(&class, request)?;
    Ok(class)
}

/// The class and the text of its vocabulary.
pub fn vocabulary_of(request: &Request) -> anyhow::Result<(Material, String)> {
    let class = class_of(request)?;
    let text = usual_vocabulary(&class, request)?;
    Ok((class, text))
}

/// The class and the vocabulary that rules are mined from.
pub fn opened(request: &Request) -> anyhow::Result<(Material, Vocabulary)> {
    let class = class_of(request)?;
    let vocabulary = chosen_vocabulary(&class, request)?;
    Ok((class, vocabulary))
}

/// The text of the vocabulary of a class that a request without a file is about; `None` if places
/// are asked for and the class has no pawns.
pub fn default_vocabulary(class: &Material, request: &Request) -> Option<String> {
    let about = request.claim().subject();
    if request.places {
        vocabulary::with_places(class, about)
    } else {
        Some(vocabulary::vocabulary(class, about))
    }
}

fn usual_vocabulary(class: &Material, request: &Request) -> anyhow::Result<String> {
    default_vocabulary(class, request).with_context(|| {
        format!("--places needs a class with pawns; in {class}, mirror images of a position are the same to rules, and have other files and ranks")
    })
}

/// The given vocabulary, or the default one of the class.
fn chosen_vocabulary(class: &Material, request: &Request) -> anyhow::Result<Vocabulary> {
    let Some(path) = &request.vocabulary else {
        let text = usual_vocabulary(class, request)?;
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
pub fn miner<'a>(
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
