//! `drawproof mine`

mod claim;
mod frontier;
mod rank;
mod recognizer;
mod start;
mod tables;
mod unverified;
mod watch;

use anyhow::{Context, bail};
use drawproof_language::Vocabulary;
use drawproof_mining::{Miner, News, Options, Sampling, proof::Truth, vocabulary};
use drawproof_tables::{Layout, Material, VisibleName};
use serde_json::json;

use crate::{Outcome, args, input, output};

pub fn run(arguments: &args::Given<args::Mine>, json: bool) -> anyhow::Result<Outcome> {
    let class: Material = arguments.class.parse()?;
    Layout::new(&class)?;
    claim::check(&class, arguments)?;
    if arguments.print_vocabulary {
        let vocabulary = default_vocabulary(&class, arguments)?;
        if json {
            output::print_json(
                &json!({ "material": class.to_string(), "vocabulary": vocabulary }),
            )?;
        } else {
            output::print(&vocabulary)?;
        }
        return Ok(Outcome::Proven);
    }
    let vocabulary = chosen_vocabulary(&class, arguments)?;
    if arguments.rank {
        rank::run(&class, &vocabulary, arguments, json)
    } else if arguments.frontier {
        frontier::run(&class, &vocabulary, arguments, json)
    } else {
        recognizer::run(&class, &vocabulary, arguments, json)
    }
}

/// The text of the vocabulary that the arguments ask for without a file.
fn default_vocabulary(class: &Material, arguments: &args::Mine) -> anyhow::Result<String> {
    let about = claim::claim_of(arguments).subject();
    if !arguments.places {
        return Ok(vocabulary::vocabulary(class, about));
    }
    let with_places = vocabulary::with_places(class, about);
    with_places.with_context(|| {
        format!("--places needs a class with pawns; in {class}, mirror images of a position are the same to rules, and have other files and ranks")
    })
}

/// The given vocabulary, or the default one of the class.
fn chosen_vocabulary(class: &Material, arguments: &args::Mine) -> anyhow::Result<Vocabulary> {
    let Some(path) = &arguments.vocabulary else {
        let text = default_vocabulary(class, arguments)?;
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
    arguments: &args::Mine,
    news: &'a (dyn Fn(News) + Sync),
) -> anyhow::Result<Miner<'a>> {
    let options = Options {
        max_conditions: arguments.max_conditions.into(),
        sampling: Sampling {
            max_draws: arguments.max_draws,
            max_sheets: arguments.max_sheets as usize,
            max_decisive: arguments.max_decisive,
            max_cost: max_cost(arguments, vocabulary.material()),
        },
        static_only: arguments.is_static,
        seed: arguments.seed,
        effort: arguments.effort,
        ..Options::default()
    };
    Ok(Miner::new(vocabulary, truth.oracle(), options, news)?)
}

/// The maximum cost of a condition.
fn max_cost(arguments: &args::Mine, class: &Material) -> u64 {
    (arguments.max_cost).unwrap_or_else(|| Options::usual_max_cost(class))
}
