//! Tables exported as source text, with the code that probes them.

use std::path::PathBuf;

use drawproof_export::{
    Language, Name,
    table::{
        ClassCounts, EmbedError, Embedded, EmbeddedClass, Form, HelpmateData, Metric, TableLayout,
        source,
    },
};
use drawproof_reports::thousands;
use drawproof_retro::Wanted;
use drawproof_tables::{Material, TableSet, VisibleName};
use serde::Serialize;

use super::{
    ask::{self, TableCounterexample},
    compile::Compiler,
    names::check_name,
    remarks::LICENCE,
    truths::{self, Truths},
};
use crate::{Outcome, input, output_file::OutputFile, progress::Progress, sources::Sources};

/// The result of an export.
#[derive(Serialize)]
pub struct ExportedTable {
    /// The language.
    pub language: String,
    /// What is stored.
    pub metric: String,
    /// How it is laid out.
    pub layout: String,
    /// The command that makes the same file again.
    pub command: String,
    /// The written file; null if nothing was written or the file was printed.
    pub file: Option<String>,
    /// The classes.
    pub classes: Vec<ExportedClass>,
    /// The length of the data.
    pub data_bytes: usize,
    /// SHA-256 of the data.
    pub data_sha256: String,
    /// The number of answers compared with the tables; null if that was not
    /// requested or not possible.
    pub compared_positions: Option<u64>,
    /// How many answers differ.
    pub differences: u64,
    /// What differs.
    pub counterexamples: Vec<TableCounterexample>,
    /// Why the compiled file is not proven; null if it is, or if no proof was
    /// requested.
    pub unproven: Option<String>,
    /// The file, if it is printed.
    pub source: Option<String>,
}

/// A class of an exported file.
#[derive(Serialize)]
pub struct ExportedClass {
    /// The class.
    pub material: String,
    /// The length of the data.
    pub data_bytes: usize,
    /// Whether it was named, and is not only what others lead to.
    pub is_asked_for: bool,
}

/// What is exported.
#[derive(Clone, Debug)]
pub struct TableRequest {
    /// The classes.
    pub classes: Vec<String>,
    /// All classes of up to so many men as well.
    pub men: Option<u8>,
    /// A language, or the data alone.
    pub form: Form,
    /// What is stored.
    pub metric: Metric,
    /// Folders of tables of help mates.
    pub tables: Vec<PathBuf>,
    /// How it is laid out.
    pub layout: TableLayout,
    /// The prefix of names.
    pub name: Name,
    /// The file to write.
    pub out: Option<PathBuf>,
    /// Who compiles it, if it is proven.
    pub prove: Option<Compiler>,
    /// The command that makes the same file again.
    pub command: String,
}

/// Exports tables.
pub fn export(request: &TableRequest, progress: &Progress) -> anyhow::Result<ExportedTable> {
    let classes = classes(request)?;
    let (layout, metric) = (request.layout, request.metric);
    let needed = needed(&classes, layout, metric)?;
    check_options(request)?;
    let out = request.out.as_deref();
    let file = out.map(OutputFile::create).transpose()?;
    let (embedded, truths) = if metric == Metric::Helpmate {
        truths::of_mates(needed, &request.tables, progress)?
    } else {
        of_results(&classes, &needed, (layout, metric), progress)?
    };
    let mut told = ExportedTable::new(&embedded, &classes, request);
    let bytes = match request.form {
        Form::Bin => embedded.packed(),
        Form::Text(language) => {
            let remarks = remarks(&embedded, &told, language);
            source(&embedded, language, &request.name, &remarks)?.into_bytes()
        }
    };
    if let Some(by) = &request.prove {
        let how = (request.form, &request.name, by);
        match ask::run(&bytes, &embedded, &truths, how, progress)? {
            Ok(asked) => {
                told.compared_positions = Some(asked.positions);
                told.differences = asked.differences;
                told.counterexamples = asked.counterexamples;
            }
            Err(ask::Refused(why)) => told.unproven = Some(why),
        }
    }
    if told.differences == 0 {
        match file {
            Some(file) => {
                file.finish(|file| Ok(file.write_all(&bytes)?))?;
                told.file = out.map(VisibleName::shown);
            }
            None => told.source = Some(String::from_utf8_lossy(&bytes).into_owned()),
        }
    }
    Ok(told)
}

/// Refuses options that do not go together.
fn check_options(request: &TableRequest) -> anyhow::Result<()> {
    if request.metric != Metric::Helpmate && !request.tables.is_empty() {
        anyhow::bail!("--tables is for --metric helpmate; tables of results are generated");
    }
    if request.out.is_none() && request.form == Form::Bin {
        anyhow::bail!("--lang bin writes bytes, not text; name a file with --out FILE");
    }
    let language = match request.form {
        Form::Text(language) => Some(language),
        Form::Bin if request.layout == TableLayout::Fast => anyhow::bail!(
            "--lang bin writes the compact layout; leave out --layout fast, or name a language"
        ),
        Form::Bin => None,
    };
    check_name(language, &request.name)
}

/// The named classes, or all with a number of men.
fn classes(request: &TableRequest) -> anyhow::Result<Vec<Material>> {
    let mut classes = input::classes(&request.classes)?;
    for men in 3..=request.men.unwrap_or(0) {
        for class in Material::all(men.into()) {
            if !classes.contains(&class) {
                classes.push(class);
            }
        }
    }
    Ok(classes)
}

/// The classes that a file needs.
fn needed(
    classes: &[Material],
    layout: TableLayout,
    metric: Metric,
) -> Result<Vec<Material>, EmbedError> {
    match (metric, layout) {
        (Metric::Dtm, TableLayout::Fast) => Err(EmbedError::NoDistances),
        (Metric::Helpmate, TableLayout::Fast) => Err(EmbedError::NoMates),
        (Metric::Helpmate, TableLayout::Compact) => HelpmateData::needed(classes),
        _ => layout.needed(classes),
    }
}

/// The data of results, and their tables.
fn of_results(
    classes: &[Material],
    needed: &[Material],
    (layout, metric): (TableLayout, Metric),
    progress: &Progress,
) -> anyhow::Result<(Embedded, Truths)> {
    let wanted = if metric == Metric::Dtm {
        Wanted::Dtm
    } else {
        Wanted::Wdl
    };
    let mut sources = Sources::generator(progress);
    let tables = sources.get_all(needed, wanted)?;
    let embedded = embedded(classes, (layout, metric), sources.tables(), progress)?;
    let truths = Truths::Results {
        metric,
        tables,
        sources,
    };
    Ok((embedded, truths))
}

/// The data of classes.
fn embedded(
    classes: &[Material],
    (layout, metric): (TableLayout, Metric),
    tables: &TableSet,
    progress: &Progress,
) -> anyhow::Result<Embedded> {
    if layout == TableLayout::Fast {
        return Ok(Embedded::fast(classes, metric, tables, &|_| {})?);
    }
    let needed = layout.needed(classes)?;
    let bar = progress.bar("compressing", Some(Embedded::parts(&needed) as u64));
    let embedded = Embedded::new(classes, metric, tables, &|_| bar.inc(1))?;
    drop(bar);
    Ok(embedded)
}

/// The heading of a file: where it comes from.
fn remarks(embedded: &Embedded, told: &ExportedTable, language: Language) -> Vec<String> {
    let stored = match embedded.metric() {
        Metric::Wdl => "win, draw or loss",
        Metric::Draw => "draw or not",
        Metric::Dtm => "distances to mate in plies",
        Metric::Helpmate => "who can still give mate",
    };
    let how = match embedded.layout() {
        TableLayout::Compact => "Endgame tables",
        TableLayout::Fast => "Bitbases",
    };
    let counted = if embedded.metric() == Metric::Helpmate {
        "Generated by retrograde analysis. Board counts, White being the stronger side, of \
         positions in which the stronger side, the weaker side and neither can still give mate:"
    } else {
        "Generated by retrograde analysis, without the 50-move rule. Board counts, White being \
         the stronger side, won, drawn and lost for the side to move:"
    };
    let mut remarks = vec![
        format!(
            "{how}, {stored}, exported as {} by drawproof {}.",
            language.title(),
            env!("CARGO_PKG_VERSION")
        ),
        format!("Made by: {}", told.command),
    ];
    remarks.extend(LICENCE.map(String::from));
    remarks.extend([
        String::new(),
        format!(
            "Data: {} bytes, SHA-256 of them as little-endian words:",
            thousands(told.data_bytes as u64)
        ),
        told.data_sha256.clone(),
        String::new(),
        counted.into(),
    ]);
    for class in embedded.classes() {
        remarks.push(counts(class));
    }
    remarks
}

fn counts(class: &EmbeddedClass) -> String {
    let side = |at: usize| {
        let counts = match class.counts {
            ClassCounts::Results(of) => [of[at].wins, of[at].draws, of[at].losses],
            ClassCounts::Mates(of) => [of[at].strong, of[at].weak, of[at].dead],
        };
        counts.map(thousands).join(" / ")
    };
    format!(
        "{}: White to move {}; Black to move {}; {} bytes",
        class.material,
        side(0),
        side(1),
        thousands(class.bytes as u64)
    )
}

impl ExportedTable {
    fn new(embedded: &Embedded, asked: &[Material], request: &TableRequest) -> Self {
        let class = |class: &EmbeddedClass| ExportedClass {
            material: class.material.to_string(),
            data_bytes: class.bytes,
            is_asked_for: asked.contains(&class.material),
        };
        Self {
            language: request.form.to_string(),
            metric: metric_name(request.metric).into(),
            layout: layout_name(request.layout).into(),
            command: request.command.clone(),
            file: None,
            classes: embedded.classes().iter().map(class).collect(),
            data_bytes: 8 * embedded.data().len(),
            data_sha256: embedded.sha256(),
            compared_positions: None,
            differences: 0,
            counterexamples: Vec::new(),
            unproven: None,
            source: None,
        }
    }

    /// What it proves.
    pub fn outcome(&self) -> Outcome {
        if self.differences > 0 {
            Outcome::Counterexample
        } else if self.unproven.is_some() {
            Outcome::Unchecked
        } else {
            Outcome::Proven
        }
    }
}

/// The word for what is stored.
pub fn metric_name(metric: Metric) -> &'static str {
    match metric {
        Metric::Wdl => "wdl",
        Metric::Draw => "draw",
        Metric::Dtm => "dtm",
        Metric::Helpmate => "helpmate",
    }
}

/// The word for how it is laid out.
pub fn layout_name(layout: TableLayout) -> &'static str {
    match layout {
        TableLayout::Compact => "compact",
        TableLayout::Fast => "fast",
    }
}
