//! The verification of rules.

use drawproof_evaluate::{CompiledRules, Recognizer};
use drawproof_retro::Wanted;
use drawproof_suite::verify::visit;
use drawproof_tables::{Oracle, Wdl};
use drawproof_verify::{Counts, Options, Verdict, Verification};
use pyo3::{prelude::*, types::PyDict};

use crate::{
    error::Failure,
    generated,
    inputs::class,
    rules::Rules,
    table::NativeTable,
    work::{Watch, run},
};

/// How much of what is kept and asked.
#[derive(Copy, Clone, FromPyObject)]
pub struct VerifyRequest {
    #[pyo3(item)]
    examples: usize,
    #[pyo3(item)]
    missed: usize,
    #[pyo3(item)]
    full_board: bool,
    #[pyo3(item)]
    fifty_moves: bool,
}

/// Verifies rules, given as text with a name, or built in under a grade.
#[pyfunction]
#[pyo3(signature = (name, rules, grade, table, asked, threads, progress))]
#[allow(clippy::too_many_arguments)]
pub fn verify_rules<'py>(
    py: Python<'py>,
    name: &str,
    rules: Option<(String, String)>,
    grade: Option<&str>,
    table: Option<PyRef<'py, NativeTable>>,
    asked: VerifyRequest,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let class = class(name)?;
    let rules = match (rules, grade) {
        (Some((name, text)), _) => Rules::Text { name, text },
        (None, grade) => Rules::built_in(class.clone(), grade.unwrap_or("quick"))?,
    };
    let table = table.as_deref();
    let verdict = run(py, threads, progress.as_ref(), |watch| {
        let rules = rules.read_for(&class)?;
        let compiled = CompiledRules::new(&rules);
        if let Some(table) = table {
            return verdict(&compiled, table.oracle(), asked, watch);
        }
        let wanted = if asked.fifty_moves {
            Wanted::Dtz
        } else {
            Wanted::Wdl
        };
        let tables = generated::tables(&class, wanted, watch)?;
        verdict(&compiled, &tables, asked, watch)
    })?;
    dict(py, &verdict)
}

fn verdict(
    recognizer: &dyn Recognizer,
    oracle: &dyn Oracle,
    asked: VerifyRequest,
    watch: &Watch,
) -> Result<Verdict, Failure> {
    let options = Options {
        examples: asked.examples,
        missed: asked.missed,
        full_board: asked.full_board,
        fifty_moves: asked.fifty_moves,
        ..Options::DEFAULT
    };
    oracle.prepare(recognizer.material())?;
    let verification = Verification::new(recognizer, oracle, options)?;
    let tally = visit(&verification, &watch.screen())?;
    Ok(verification.verdict(tally)?)
}

fn board(counts: Counts) -> (u64, u64) {
    (counts.draws.board, counts.decisive.board)
}

fn word(wdl: Wdl) -> &'static str {
    match wdl {
        Wdl::Win => "win",
        Wdl::Draw => "draw",
        Wdl::Loss => "loss",
    }
}

/// The verdict as a dictionary; all counts are positions on the board.
pub fn dict<'py>(py: Python<'py>, verdict: &Verdict) -> PyResult<Bound<'py, PyDict>> {
    let out = PyDict::new(py);
    let class = &verdict.material;
    out.set_item("material", class.to_string())?;
    out.set_item("source", &verdict.rules_from)?;
    out.set_item("oracle", &verdict.oracle)?;
    out.set_item("positions", verdict.total().board)?;
    out.set_item("claimed", board(verdict.claimed()))?;
    out.set_item("silent", board(verdict.silent()))?;
    out.set_item("incorrect", verdict.incorrect())?;
    out.set_item("is_proven", verdict.is_proven())?;
    let rules: Vec<_> = verdict
        .rules
        .iter()
        .map(|rule| {
            let (draws, decisive) = board(rule.counts);
            (
                &rule.name,
                &rule.reason,
                rule.kind.name(),
                draws,
                decisive,
                rule.incorrect.board,
            )
        })
        .collect();
    out.set_item("rules", rules)?;
    let examples: Vec<_> = verdict
        .counterexamples
        .iter()
        .map(|example| {
            let rule = verdict.rules.get(example.rule).map(|rule| &rule.name);
            (
                example.asked.fen(class).to_string(),
                rule,
                example.truth.wdl().map(word),
            )
        })
        .collect();
    out.set_item("counterexamples", examples)?;
    let missed = verdict
        .missed
        .iter()
        .map(|missed| missed.placement.fen(class).to_string());
    out.set_item("missed_fens", missed.collect::<Vec<_>>())?;
    Ok(out)
}
