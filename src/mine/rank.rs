//! The worth of the words of a vocabulary for a class.

use std::fmt::Write;

use drawproof_language::Vocabulary;
use drawproof_mining::Worth;
use drawproof_tables::Material;
use serde::Serialize;

use super::{
    miner,
    tables::{Tables, quietly},
    watch::Watch,
};
use crate::{Outcome, args, output};
use drawproof_suite::interrupt::EarlyEnd;

/// All terms, the best one first.
#[derive(Serialize)]
struct Ranking<'a> {
    material: String,
    ended_early: bool,
    terms: Vec<Term<'a>>,
    /// Terms that are redundant or too costly.
    left_out: Vec<&'a str>,
}

#[derive(Serialize)]
struct Term<'a> {
    text: &'a str,
    rules: usize,
    bits_a_position: f64,
    values_looked_at: u64,
    conditions: usize,
}

pub fn run(
    class: &Material,
    vocabulary: &Vocabulary,
    arguments: &args::Mine,
    json: bool,
) -> anyhow::Result<Outcome> {
    let tables = Tables::new(class, arguments)?;
    let truth = tables.truth(&quietly);
    let watch = Watch::new(class, truth.claim);
    let news = |news| watch.tell(news);
    let miner = miner(vocabulary, &truth, arguments, &news)?;
    let end = EarlyEnd::begin();
    let worths = miner.ranking(&|| end.is_asked_for());
    drop(watch);
    let ranking = Ranking::new(vocabulary, &worths, end.is_asked_for());
    if json {
        output::print_json(&ranking)?;
    } else {
        output::print(&ranking.text())?;
    }
    Ok(Outcome::Proven)
}

impl<'a> Ranking<'a> {
    fn new(vocabulary: &'a Vocabulary, worths: &[Worth], ended_early: bool) -> Self {
        let term = |worth: &Worth| Term {
            text: &vocabulary.terms()[worth.term].text,
            rules: worth.rules,
            bits_a_position: worth.bits,
            values_looked_at: worth.cost,
            conditions: worth.conditions,
        };
        let is_left_out = |at: &usize| worths.iter().all(|worth| worth.term != *at);
        let left_out = (0..vocabulary.terms().len()).filter(is_left_out);
        Self {
            material: vocabulary.material().to_string(),
            ended_early,
            terms: worths.iter().map(term).collect(),
            left_out: left_out
                .map(|at| vocabulary.terms()[at].text.as_str())
                .collect(),
        }
    }

    fn text(&self) -> String {
        let class = &self.material;
        let mut text = format!(
            "{class}: in how many rules of lists of all sizes a term is used, and what its best\n\
             condition tells: bits a position, values looked at for it\n\n\
             rules     bits  values  conditions  term\n"
        );
        for term in &self.terms {
            let _ = writeln!(
                text,
                "{:>5}  {:>7.5}  {:>6}  {:>10}  {}",
                term.rules, term.bits_a_position, term.values_looked_at, term.conditions, term.text
            );
        }
        if !self.left_out.is_empty() {
            text += "\nleft out, because others say the same or because they cost too much (--max-cost)\n";
        }
        for term in &self.left_out {
            let _ = writeln!(text, "  {term}");
        }
        if self.ended_early {
            text += "\nstopped early: longer lists may use other terms\n";
        }
        text
    }
}
