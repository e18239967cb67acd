//! Rules found by machine, and proven.

use std::sync::atomic::{AtomicU64, Ordering};

use drawproof_language::{Claim, Vocabulary};
use drawproof_mining::{
    Budget, Form, Miner, News, Options, Sampling,
    proof::{Proof, ProofError, Sizes, Truth, heading, origin},
    vocabulary::{vocabulary as usual, with_places},
};
use drawproof_retro::Wanted;
use drawproof_tables::{Material, Oracle, Subject};
use drawproof_verify::Verification;
use pyo3::{prelude::*, types::PyDict};

use crate::{
    error::Failure,
    generated,
    inputs::class,
    rules::Shelf,
    table::NativeTable,
    verify::{dict, watched},
    work::{Progress, Watch, run},
};

/// What is searched for.
#[derive(FromPyObject)]
pub struct Wished {
    #[pyo3(item)]
    budget: String,
    #[pyo3(item)]
    form: Option<String>,
    #[pyo3(item)]
    claim: Option<String>,
    #[pyo3(item)]
    places: bool,
    #[pyo3(item)]
    is_static: bool,
    #[pyo3(item)]
    max_conditions: u8,
    #[pyo3(item)]
    max_draws: Option<u64>,
    #[pyo3(item)]
    max_cost: Option<u64>,
    #[pyo3(item)]
    seed: u64,
    #[pyo3(item)]
    effort: f64,
    /// The call that finds the same rules again.
    #[pyo3(item)]
    call: String,
}

/// A search that makes sense.
struct Search {
    form: Form,
    claim: Claim,
    budget: Option<Budget>,
    options: Options,
}

impl Wished {
    fn search(&self, class: &Material) -> Result<Search, Failure> {
        let claim = self.claim.as_deref().map(|name| self::claim(name, class));
        let claim = claim.transpose()?.unwrap_or(Claim::Draw);
        let form = match (self.form.as_deref(), claim) {
            (Some("list"), _) | (None, Claim::Draw) => Form::List,
            (Some("tree") | None, _) => Form::Tree,
            (Some(other), _) => {
                return Err(Failure::Said(format!(
                    "form='{other}': expected 'list' or 'tree'"
                )));
            }
        };
        let budget = Budget::parse(&self.budget);
        let budget =
            budget.map_err(|why| Failure::Said(format!("budget='{}': {why}", self.budget)))?;
        let usual = Options::DEFAULT;
        let max_cost = self.max_cost.unwrap_or(Options::usual_max_cost(class));
        Ok(Search {
            form,
            claim,
            budget,
            options: Options {
                max_conditions: self.max_conditions.into(),
                sampling: Sampling {
                    max_draws: self.max_draws.unwrap_or(usual.sampling.max_draws),
                    max_cost,
                    ..usual.sampling
                },
                static_only: self.is_static,
                seed: self.seed,
                effort: self.effort,
                ..usual
            },
        })
    }
}

fn claim(name: &str, class: &Material) -> Result<Claim, Failure> {
    let results = || Claim::all_about(Subject::Results);
    let claim = results().find(|claim| claim.name() == name);
    let claim = claim.ok_or_else(|| {
        let all: Vec<&str> = results().map(Claim::name).collect();
        let all = all.join(", ");
        Failure::Said(format!("claim='{name}': expected one of {all}"))
    })?;
    if claim.names_a_side() && class.is_symmetric() {
        return Err(Failure::Said(format!(
            "{class} has no stronger side; use claim='not_won' or 'not_lost', for the side to move"
        )));
    }
    Ok(claim)
}

/// The text of the vocabulary of a class.
#[pyfunction]
pub fn vocabulary(name: &str, places: bool) -> PyResult<String> {
    Ok(vocabulary_text(&class(name)?, places)?)
}

fn vocabulary_text(class: &Material, places: bool) -> Result<String, Failure> {
    if !places {
        return Ok(usual(class, Subject::Results));
    }
    with_places(class, Subject::Results).ok_or_else(|| {
        Failure::Said(format!("places=True needs a class with pawns; in {class}, mirror images of a position are the same to rules, and have other files and ranks"))
    })
}

/// Finds rules for a class, and proves them. A vocabulary is a name and a text.
#[pyfunction]
#[pyo3(signature = (name, wished, vocabulary, table, threads, progress))]
pub fn mine<'py>(
    py: Python<'py>,
    name: &str,
    wished: Wished,
    vocabulary: Option<(String, String)>,
    table: Option<PyRef<'py, NativeTable>>,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let class = class(name)?;
    let search = wished.search(&class)?;
    let words = read_vocabulary(&class, vocabulary, wished.places)?;
    let table = table.as_deref();
    let mined = run(py, threads, progress.as_ref(), |watch| {
        let mined = |oracle: &dyn Oracle| mined(&search, &words, oracle, &wished.call, watch);
        match table {
            Some(table) => mined(table.oracle()),
            None => mined(&generated::tables(&class, Wanted::Wdl, watch)?),
        }
    })?;
    mined.dict(py)
}

fn read_vocabulary(
    class: &Material,
    given: Option<(String, String)>,
    places: bool,
) -> Result<Vocabulary, Failure> {
    let (name, text) = match given {
        Some(given) => given,
        None => (
            "the vocabulary of the class".into(),
            vocabulary_text(class, places)?,
        ),
    };
    let words = Vocabulary::parse(&name, &text);
    let words = words.map_err(|errors| {
        Failure::Said(format!(
            "errors in the vocabulary\n\n{}",
            errors.render(false)
        ))
    })?;
    if words.material() != class {
        let of = words.material();
        return Err(Failure::Said(format!(
            "{name} is a vocabulary of {of}, not of {class}"
        )));
    }
    if words.terms().is_empty() {
        return Err(Failure::Said(format!(
            "{name} has no terms: add lines such as 'try distance(us.king, them.king)', or see drawproof.vocabulary()"
        )));
    }
    Ok(words)
}

/// Proven rules.
struct Mined {
    form: Form,
    sizes: Sizes,
    proof: Proof,
}

fn mined(
    search: &Search,
    words: &Vocabulary,
    oracle: &dyn Oracle,
    call: &str,
    watch: &Watch,
) -> Result<Mined, Failure> {
    oracle.prepare(words.material())?;
    let verifying = |verification: &Verification<'_>| watched(verification, watch);
    let truth = Truth {
        tables: oracle,
        others: Vec::new(),
        claim: search.claim,
        full_board: false,
        run: &verifying,
    };
    let news = Reader::new(words.material(), watch);
    let news = |of| news.tell(of);
    let mut miner = Miner::new(words, truth.oracle(), search.options, &news)?;
    let found = miner.mine(search.form, search.budget, &|| watch.check().is_err())?;
    watch.check()?;
    let found = found.ok_or_else(|| {
        Failure::said(
            "nothing fits the budget, not even one silent rule for each side to move; allow more",
        )
    })?;
    let sizes = Sizes::of(&miner, &found);
    let shelf = Shelf::default();
    let proof = miner.prove(
        &found,
        &truth,
        ("mined rules", &shelf),
        |verdict, remarks| {
            let class = words.material().to_string();
            let origin = origin(&class, search.form, env!("CARGO_PKG_VERSION"), call);
            let size = sizes.text(search.form, false);
            let heading = heading(origin, (&truth, verdict), &size, false);
            Ok::<_, ProofError>(heading + &miner.write(&found, remarks))
        },
    )?;
    if !proof.is_proven() {
        return Err(Failure::said(
            "the rules that were found are not proven: this is a bug in drawproof, or the tables are wrong",
        ));
    }
    Ok(Mined {
        form: search.form,
        sizes,
        proof,
    })
}

/// Says how far a search is.
struct Reader<'a> {
    class: String,
    watch: &'a Watch,
    examined: AtomicU64,
    blocks: AtomicU64,
}

impl<'a> Reader<'a> {
    fn new(class: &Material, watch: &'a Watch) -> Self {
        Self {
            class: class.to_string(),
            watch,
            examined: AtomicU64::new(0),
            blocks: AtomicU64::new(0),
        }
    }

    fn tell(&self, news: News) {
        let class = &self.class;
        let (what, done, of) = match news {
            News::Examining(blocks) => {
                self.examined.store(0, Ordering::Relaxed);
                self.blocks.store(blocks, Ordering::Relaxed);
                return;
            }
            News::Examined(blocks) => {
                self.watch.stop_here();
                let examined = self.examined.fetch_add(blocks, Ordering::Relaxed) + blocks;
                let of = self.blocks.load(Ordering::Relaxed);
                (
                    format!("mining {class}: looking at positions"),
                    examined,
                    Some(of),
                )
            }
            News::Found { rules, share } => {
                let percent = 100.0 * share;
                let what = format!("mining {class}: {rules} rules, {percent:.2} % of draws");
                (what, rules as u64, None)
            }
        };
        self.watch.set(Progress { what, done, of });
    }
}

impl Mined {
    fn dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let out = PyDict::new(py);
        let form = match self.form {
            Form::List => "list",
            Form::Tree => "tree",
        };
        out.set_item("form", form)?;
        out.set_item("text", &self.proof.text)?;
        let Sizes {
            rules,
            conditions,
            bytes,
            estimated_nanoseconds,
        } = self.sizes;
        out.set_item("sizes", (rules, conditions, bytes, estimated_nanoseconds))?;
        out.set_item("verdict", dict(py, &self.proof.verdict)?)?;
        let control = self.proof.control.as_ref();
        let control = control.map(|of| (&of.change, of.incorrect_draws.board));
        out.set_item("control", control)?;
        Ok(out)
    }
}
