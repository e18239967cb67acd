//! Recognizers of all sizes.

use anyhow::bail;
use drawproof_mining::{Bayes, Examples, Form, Found, Miner};
use drawproof_recognizers::{RuleFile, Vocabulary, builtin};
use drawproof_reports::{Frontier, FrontierLevel, FrontierPoint, counted};
use drawproof_tables::Material;

use super::{
    miner,
    recognizer::{STOPPED_TOO_EARLY, Sizes},
    truth::Truth,
    watch::Watch,
};
use crate::{Outcome, args, ice, input, interrupt::EarlyEnd, output, output::OutputFile};

pub fn run(
    class: &Material,
    vocabulary: &Vocabulary,
    arguments: &args::Mine,
    json: bool,
) -> anyhow::Result<Outcome> {
    let csv = arguments
        .csv
        .as_deref()
        .map(OutputFile::create)
        .transpose()?;
    let svg = arguments
        .svg
        .as_deref()
        .map(OutputFile::create)
        .transpose()?;
    let truth = Truth::new(class, arguments)?;
    let watch = Watch::new(class);
    let news = |news| watch.tell(news);
    let end = EarlyEnd::begin();
    let mut miner = miner(vocabulary, &truth, arguments, &news)?;
    // Before wins and losses are added that were hard to tell.
    let bayes = naive_bayes(&miner);
    let (points, ended_early) = points(&mut miner, &truth, &watch, arguments, &end)?;
    let frontier = Frontier {
        material: class.to_string(),
        draws_board_count: draws(class, &truth)?,
        points,
        levels: [known(class, &truth)?, bayes].concat(),
        ended_early,
    }
    .without_beaten();
    drop(watch);
    if frontier.points.is_empty() && frontier.ended_early {
        bail!(STOPPED_TOO_EARLY);
    }
    if let Some(file) = csv {
        file.finish(|file| Ok(frontier.csv(file)?))?;
    }
    if let Some(file) = svg {
        file.finish(|file| Ok(file.write_all(frontier.svg().as_bytes())?))?;
    }
    if json {
        output::print_json(&frontier)?;
    } else {
        output::print(&frontier.text())?;
    }
    if frontier.ended_early {
        output::print_aside("the search was ended early: larger recognizers are missing\n")?;
    }
    let is_wrong = |point: &FrontierPoint| point.incorrect_draws_board_count > 0;
    Ok(if frontier.points.iter().any(is_wrong) {
        Outcome::Counterexample
    } else if frontier.points.is_empty() {
        Outcome::Unchecked
    } else {
        Outcome::Proven
    })
}

/// Finds recognizers of growing size and verifies each. Also says whether the
/// search was ended early.
fn points(
    miner: &mut Miner,
    truth: &Truth,
    watch: &Watch,
    arguments: &args::Mine,
    end: &EarlyEnd,
) -> anyhow::Result<(Vec<FrontierPoint>, bool)> {
    let mut points = Vec::new();
    let forms = [
        (args::Form::List, Form::List, "list"),
        (args::Form::Tree, Form::Tree, "tree"),
    ];
    for (_, form, name) in
        (forms.into_iter()).filter(|(form, ..)| arguments.form.is_none_or(|wanted| wanted == *form))
    {
        let mut outcome = Ok(());
        let add = &mut |miner: &Miner, found| match point(miner, truth, name, &found) {
            // What claims nothing is no recognizer.
            Ok(point) if point.spotted_draws_board_count == 0 => {}
            Ok(point) => {
                let share = 100.0 * (1.0 - point.missed_share());
                let size = point.conditions;
                watch.say(format!(
                    "{name} of {size} conditions, {share:.1} % of draws"
                ));
                points.push(point);
            }
            Err(error) => outcome = Err(error),
        };
        let search = miner.frontier(form, &|| end.is_asked_for(), add);
        search?;
        outcome?;
    }
    Ok((points, end.is_asked_for()))
}

fn point(
    miner: &Miner,
    truth: &Truth,
    form: &'static str,
    found: &Found,
) -> anyhow::Result<FrontierPoint> {
    let rules = input::parse_rules("mined rules", &miner.text(found))?;
    let verdict = truth.verdict(&rules)?;
    let sizes = Sizes::of(miner, found);
    Ok(FrontierPoint {
        form,
        rules: sizes.rules,
        conditions: sizes.conditions,
        bytes: sizes.bytes,
        estimated_nanoseconds: sizes.estimated_nanoseconds,
        incorrect_draws_board_count: verdict.claimed().decisive.board,
        spotted_draws_board_count: verdict.claimed().draws.board,
        missed_draws_board_count: verdict.silent().draws.board,
    })
}

/// How many draws there are: all of them are missed without rules.
fn draws(class: &Material, truth: &Truth) -> anyhow::Result<u64> {
    let none = input::parse_rules("no rules", &format!("recognizer {class}\n"))?;
    Ok(truth.verdict(&none)?.silent().draws.board)
}

/// What is reached by the built-in rules of the class and by those published in
/// 2011.
fn known(class: &Material, truth: &Truth) -> anyhow::Result<Vec<FrontierLevel>> {
    let mut levels = Vec::new();
    for of in builtin() {
        let name = of.name;
        let rules: RuleFile = input::parse_rules(name, of.text)?;
        if rules.material() != class {
            continue;
        }
        let verdict = truth.verdict(&rules)?;
        let (claimed, silent) = (verdict.claimed(), verdict.silent());
        let share = |claimed: u64, silent: u64| claimed as f64 / (claimed + silent).max(1) as f64;
        levels.push(FrontierLevel {
            name: format!("{name}, {}", counted(rules.rules().len() as u64, "rule")),
            spotted_share: share(claimed.draws.board, silent.draws.board),
            incorrect_share: share(claimed.decisive.board, silent.decisive.board),
        });
    }
    let published = ice::spotted_share(class)?;
    levels.extend(published.map(|spotted_share| FrontierLevel {
        name: "iCE 2011, by hand".into(),
        spotted_share,
        incorrect_share: 0.0,
    }));
    Ok(levels)
}

/// What the same conditions do without rules, as far as is known from the
/// examples.
fn naive_bayes(miner: &Miner) -> Vec<FrontierLevel> {
    const ERRORS: [f64; 4] = [0.0, 1e-4, 1e-3, 1e-2];
    let mut levels = ERRORS.map(|_| FrontierLevel {
        name: "naive Bayes (estimated)".into(),
        spotted_share: 0.0,
        incorrect_share: 0.0,
    });
    let all_draws = (miner.all_draws() as f64).max(1.0);
    let decisive = |examples: &Examples| examples.decisive.positions() as f64;
    let all_decisive: f64 = miner.sides.iter().map(decisive).sum::<f64>().max(1.0);
    for examples in &miner.sides {
        let curve = Bayes::learn(examples).curve(examples, &ERRORS);
        for (level, claimed) in levels.iter_mut().zip(curve) {
            level.spotted_share += claimed.draws * examples.all_draws as f64 / all_draws;
            level.incorrect_share += claimed.decisive * decisive(examples) / all_decisive;
        }
    }
    levels.into()
}
