//! The worth of the words of a vocabulary for a class.

use drawproof_language::Vocabulary;
use drawproof_mining::Worth;
use serde::Serialize;

use super::{
    open::{miner, opened},
    request::Request,
    tables::{Tables, quietly},
    watch::Watch,
};
use crate::{interrupt::EarlyEnd, progress::Progress};

/// All terms, the best one first.
#[derive(Serialize)]
pub struct Ranking {
    /// The class.
    pub material: String,
    /// Whether the search was stopped.
    pub ended_early: bool,
    /// Their worth.
    pub terms: Vec<TermWorth>,
    /// Terms that are redundant or too costly.
    pub left_out: Vec<String>,
}

/// A term, and what it is worth.
#[derive(Serialize)]
pub struct TermWorth {
    /// The term.
    pub text: String,
    /// In how many rules of lists of all sizes it is used.
    pub rules: usize,
    /// What its best condition tells.
    pub bits_a_position: f64,
    /// What that costs.
    pub values_looked_at: u64,
    /// How many conditions it makes.
    pub conditions: usize,
}

/// Ranks the terms of a vocabulary.
pub fn rank(request: &Request, progress: &Progress) -> anyhow::Result<Ranking> {
    let (class, vocabulary) = opened(request)?;
    let tables = Tables::new(&class, request, progress)?;
    let truth = tables.truth(&quietly);
    let watch = Watch::new(&class, truth.claim, progress);
    let news = |news| watch.tell(news);
    let miner = miner(&vocabulary, &truth, request, &news)?;
    let end = EarlyEnd::begin();
    let worths = miner.ranking(&|| end.is_asked_for());
    drop(watch);
    Ok(Ranking::new(&vocabulary, &worths, end.is_asked_for()))
}

impl Ranking {
    fn new(vocabulary: &Vocabulary, worths: &[Worth], ended_early: bool) -> Self {
        let term = |worth: &Worth| TermWorth {
            text: vocabulary.terms()[worth.term].text.clone(),
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
                .map(|at| vocabulary.terms()[at].text.clone())
                .collect(),
        }
    }
}
