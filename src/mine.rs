//! `drawproof mine`

use std::fmt::Write;

use drawproof_language::Claim;
use drawproof_reports::{Frontier, percent, thousands};
use drawproof_suite::mine::{
    Request,
    frontier::{FrontierFiles, frontier},
    rank::{Ranking, rank},
    recognizer::{Mined, RecognizerRequest, recognizer},
    start::{SilencedDraws, StartSummary},
    vocabulary_of,
};
use drawproof_tables::Material;
use serde_json::json;

use crate::{Outcome, args, output, progress::terminal};

impl args::Mine {
    fn request(&self) -> Request {
        Request {
            class: self.class.clone(),
            form: self.form.map(Into::into),
            claim: self.claim,
            truth: self.truth.map(Into::into),
            budget: self.budget.0,
            has_start: self.start.is_some(),
            is_frontier: self.frontier,
            vocabulary: self.vocabulary.clone(),
            places: self.places,
            is_static: self.is_static,
            max_conditions: self.max_conditions.into(),
            max_draws: self.max_draws,
            max_sheets: self.max_sheets as usize,
            max_decisive: self.max_decisive,
            max_cost: self.max_cost,
            full_board: self.full_board,
            seed: self.seed,
            effort: self.effort,
            folders: self.folders.named(),
        }
    }
}

pub fn run(arguments: &args::Given<args::Mine>, json: bool) -> anyhow::Result<Outcome> {
    let request = arguments.request();
    if arguments.print_vocabulary {
        print_vocabulary(&request, json)
    } else if arguments.rank {
        run_rank(&request, json)
    } else if arguments.frontier {
        run_frontier(&request, arguments, json)
    } else {
        run_recognizer(&request, arguments, json)
    }
}

fn print_vocabulary(request: &Request, json: bool) -> anyhow::Result<Outcome> {
    let (class, vocabulary) = vocabulary_of(request)?;
    if json {
        output::print_json(&json!({ "material": class.to_string(), "vocabulary": vocabulary }))?;
    } else {
        output::print(&vocabulary)?;
    }
    Ok(Outcome::Proven)
}

fn run_rank(request: &Request, json: bool) -> anyhow::Result<Outcome> {
    let ranking = rank(request, &terminal())?;
    if json {
        output::print_json(&ranking)?;
    } else {
        output::print(&ranking_text(&ranking))?;
    }
    Ok(Outcome::Proven)
}

fn run_frontier(request: &Request, arguments: &args::Mine, json: bool) -> anyhow::Result<Outcome> {
    let files = FrontierFiles {
        csv: arguments.csv.clone(),
        svg: arguments.svg.clone(),
    };
    frontier(request, &files, &terminal(), move |frontier| {
        show_frontier(frontier, json)
    })
}

fn show_frontier(frontier: &Frontier, json: bool) -> anyhow::Result<()> {
    if json {
        output::print_json(frontier)?;
    } else {
        output::print(&frontier.text())?;
    }
    if frontier.ended_early {
        output::print_aside("the search was stopped early: larger recognizers are missing\n")?;
    }
    Ok(())
}

fn run_recognizer(
    request: &Request,
    arguments: &args::Given<args::Mine>,
    json: bool,
) -> anyhow::Result<Outcome> {
    let class: Material = arguments.class.parse()?;
    let found = RecognizerRequest {
        mine: request,
        command: command(&class, arguments),
        out: arguments.out.clone(),
        start: arguments.start.clone(),
        rescue: |rules| {
            let _ = output::print(rules);
        },
    };
    recognizer(&found, &terminal(), |mined, is_written| {
        if json {
            return output::print_json(mined);
        }
        let text = mined_text(mined, request, arguments.start.is_some());
        if is_written {
            output::print(&text)?;
        } else {
            output::print_aside(&text)?;
            if let Some(rules) = &mined.rule_file {
                output::print(rules)?;
            }
        }
        Ok(())
    })
}

/// The command that finds the same rules again.
fn command(class: &Material, arguments: &args::Given<args::Mine>) -> String {
    let request = arguments.request();
    let claim = request.claim();
    let claims = (claim != Claim::Draw).then(|| ("claim", vec![claim.name().into()]));
    let settled = [
        ("form", vec![request.form().name().into()]),
        ("budget", vec![arguments.budget.to_string().into()]),
        ("max_cost", vec![request.max_cost(class).to_string().into()]),
    ];
    let settled: Vec<_> = settled.into_iter().chain(claims).collect();
    arguments.again_settled(&settled).to_string()
}

fn mined_text(mined: &Mined, request: &Request, is_start: bool) -> String {
    let mut text = mined.start.as_ref().map_or_else(String::new, start_text);
    text += &drawproof_reports::text(&mined.report);
    text += &match (&mined.control, request.claim()) {
        (Some(control), _) => control.text.clone(),
        (None, Claim::Draw) => "control: none, because nothing is won or lost\n".into(),
        (None, claim) => {
            let claim = claim.name();
            format!("control: none, because {claim} is right everywhere\n")
        }
    };
    let sizes = (mined.sizes).text(request.form(), is_start);
    text += &format!("{sizes}\n");
    if mined.ended_early {
        text += "the search was stopped early: this is the best that it found\n";
    }
    let outcome = mined.outcome();
    if outcome == Outcome::Proven && mined.report.nothing_claimed {
        text += &format!(
            "nothing that claims anything fits --budget {}; allow more\n",
            request.budget_name()
        );
    }
    if outcome == Outcome::Counterexample {
        text += "this is a bug in drawproof, or the tables are wrong; no rules are written\n";
    }
    text
}

fn start_text(start: &StartSummary) -> String {
    let (spotted, missed) = (
        start.spotted_draws_board_count,
        start.missed_draws_board_count,
    );
    let mut text = format!(
        "{} spots {} draws ({}) and misses {}:\n",
        start.file,
        thousands(spotted),
        percent(spotted, spotted + missed),
        thousands(missed)
    );
    let mut silenced: Vec<&SilencedDraws> = start.silenced.iter().collect();
    silenced.sort_by_key(|rule| std::cmp::Reverse(rule.draws_board_count));
    let _ = writeln!(
        text,
        "{:>15}  no rule matches",
        thousands(start.no_rule_matches_board_count)
    );
    for rule in silenced {
        let draws = thousands(rule.draws_board_count);
        let _ = writeln!(text, "{draws:>15}  silent \"{}\"", rule.rule);
    }
    text += "what they have in common, with its share of them and of all draws\n";
    for shared in &start.in_common {
        let _ = writeln!(
            text,
            "{:>6.1} % {:>6.1} %  {}{}",
            100.0 * shared.share_of_missed,
            100.0 * shared.share_of_all,
            shared
                .to_move
                .map_or_else(String::new, |side| format!("{side}: ")),
            shared.condition
        );
    }
    text + "\n"
}

fn ranking_text(ranking: &Ranking) -> String {
    let class = &ranking.material;
    let mut text = format!(
        "{class}: in how many rules of lists of all sizes a term is used, and what its best\n\
         condition tells: bits a position, values looked at for it\n\n\
         rules     bits  values  conditions  term\n"
    );
    for term in &ranking.terms {
        let _ = writeln!(
            text,
            "{:>5}  {:>7.5}  {:>6}  {:>10}  {}",
            term.rules, term.bits_a_position, term.values_looked_at, term.conditions, term.text
        );
    }
    if !ranking.left_out.is_empty() {
        text +=
            "\nleft out, because others say the same or because they cost too much (--max-cost)\n";
    }
    for term in &ranking.left_out {
        let _ = writeln!(text, "  {term}");
    }
    if ranking.ended_early {
        text += "\nstopped early: longer lists may use other terms\n";
    }
    text
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use anyhow::{Context, bail};
    use clap::Parser;
    use drawproof_recognizers::builtin;

    use super::*;

    /// Commands in headings parse, and print back to themselves.
    #[test]
    fn mined_rules_name_the_command_that_finds_them() -> anyhow::Result<()> {
        let mined = builtin().iter().filter(|of| of.text().contains("found by"));
        for of in mined {
            let command = of.command().context(of.name)?;
            let words = ["drawproof"].into_iter().chain(command.split_whitespace());
            let arguments = args::Arguments::try_parse_from(words).context(of.name)?;
            let args::Command::Mine(arguments) = arguments.command else {
                bail!("{}: {command}", of.name);
            };
            let class = arguments.class.parse()?;
            assert_eq!(
                super::command(&class, &arguments),
                format!("drawproof {command}")
            );
            let files = [&arguments.vocabulary, &arguments.start]
                .into_iter()
                .flatten();
            let folders = &arguments.folders;
            for file in files.chain(&folders.source.tables).chain(&folders.against) {
                let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
                assert!(path.exists(), "{}: {}", of.name, file.display());
            }
        }
        Ok(())
    }
}
