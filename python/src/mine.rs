//! Rules found by machine, and proven.

use drawproof_language::{Claim, Vocabulary};
use drawproof_mining::{
    Budget, Form,
    proof::{Proof, ProofError, Sizes, Truth, heading, origin},
};
use drawproof_retro::Wanted;
use drawproof_suite::{
    mine::{Request, default_vocabulary, miner, watch::Watch as Shown},
    resolver::Shelf,
    verify::visit,
};
use drawproof_tables::{Material, Oracle, Subject};
use drawproof_verify::Verification;
use pyo3::{prelude::*, types::PyDict};

use crate::{
    error::Failure,
    generated,
    inputs::class,
    table::NativeTable,
    verify::dict,
    work::{Watch, run},
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

impl Wished {
    fn request(&self, class: &Material) -> Result<Request, Failure> {
        let claim = self.claim.as_deref().map(|name| self::claim(name, class));
        let form = self.form.as_deref().map(form);
        let budget = Budget::parse(&self.budget);
        let budget =
            budget.map_err(|why| Failure::Said(format!("budget='{}': {why}", self.budget)))?;
        let usual = Request::of(&class.to_string());
        Ok(Request {
            form: form.transpose()?,
            claim: claim.transpose()?,
            budget,
            places: self.places,
            is_static: self.is_static,
            max_conditions: self.max_conditions.into(),
            max_draws: self.max_draws.unwrap_or(usual.max_draws),
            max_cost: self.max_cost,
            seed: self.seed,
            effort: self.effort,
            ..usual
        })
    }
}

fn form(name: &str) -> Result<Form, Failure> {
    let mut forms = [Form::List, Form::Tree].into_iter();
    let form = forms.find(|form| form.name() == name);
    form.ok_or_else(|| Failure::Said(format!("form='{name}': expected 'list' or 'tree'")))
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
    let class = class(name)?;
    let usual = Request::of(name);
    Ok(vocabulary_text(&class, &Request { places, ..usual })?)
}

fn vocabulary_text(class: &Material, request: &Request) -> Result<String, Failure> {
    default_vocabulary(class, request).ok_or_else(|| {
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
    let request = wished.request(&class)?;
    let words = read_vocabulary(&class, vocabulary, &request)?;
    let table = table.as_deref();
    let mined = run(py, threads, progress.as_ref(), |watch| {
        let mined = |oracle: &dyn Oracle| mined(&request, &words, oracle, &wished.call, watch);
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
    request: &Request,
) -> Result<Vocabulary, Failure> {
    let (name, text) = match given {
        Some(given) => given,
        None => (
            "the vocabulary of the class".into(),
            vocabulary_text(class, request)?,
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
    request: &Request,
    words: &Vocabulary,
    oracle: &dyn Oracle,
    call: &str,
    watch: &Watch,
) -> Result<Mined, Failure> {
    oracle.prepare(words.material())?;
    let screen = watch.screen();
    let verifying = |verification: &Verification<'_>| visit(verification, &screen);
    let truth = Truth {
        tables: oracle,
        others: Vec::new(),
        claim: request.claim(),
        full_board: false,
        run: &verifying,
    };
    let shown = Shown::new(words.material(), truth.claim, &screen);
    let news = |of| shown.tell(of);
    let mut miner = miner(words, &truth, request, &news).map_err(Failure::of)?;
    let found = miner.mine(request.form(), request.budget, &|| watch.check().is_err())?;
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
            let origin = origin(&class, request.form(), env!("CARGO_PKG_VERSION"), call);
            let size = sizes.text(request.form(), false);
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
        form: request.form(),
        sizes,
        proof,
    })
}

impl Mined {
    fn dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let out = PyDict::new(py);
        out.set_item("form", self.form.name())?;
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
