//! `drawproof export table`

use crate::progress::terminal;
use drawproof_export::{
    Language,
    table::{
        ClassCounts, EmbedError, Embedded, EmbeddedClass, Form, HelpmateData, Metric, TableLayout,
        source,
    },
};
use drawproof_reports::{counted, thousands};
use drawproof_retro::Wanted;
use drawproof_suite::output_file::OutputFile;
use drawproof_suite::probe_command::ProbeCommand;
use drawproof_tables::{Material, TableSet, VisibleName};
use serde::Serialize;

use super::{
    ask::{self, Counterexample},
    check_name,
    remarks::LICENCE,
    truths::{self, Truths},
};
use crate::{
    Outcome,
    args::{self, StoredLayout, StoredMetric},
    input, output,
    sources::Sources,
};

/// The result of an export.
#[derive(Serialize)]
struct Told {
    language: String,
    metric: String,
    layout: String,
    /// The command that makes the same file again.
    command: String,
    /// The written file; null if nothing was written or the file was printed.
    file: Option<String>,
    classes: Vec<Class>,
    data_bytes: usize,
    data_sha256: String,
    /// The number of answers compared with the tables; null if that was not
    /// requested or not possible.
    compared_positions: Option<u64>,
    differences: u64,
    counterexamples: Vec<Counterexample>,
    /// Why the compiled file is not proven; null if it is, or if no proof was
    /// requested.
    unproven: Option<String>,
    /// The file, if it is printed.
    source: Option<String>,
}

#[derive(Serialize)]
struct Class {
    material: String,
    data_bytes: usize,
    is_asked_for: bool,
}

pub fn run(arguments: &args::Given<args::ExportTable>, json: bool) -> anyhow::Result<Outcome> {
    let classes = classes(arguments)?;
    let layout = layout(arguments.layout);
    let metric = metric(arguments.metric);
    let needed = needed(&classes, layout, metric)?;
    if metric != Metric::Helpmate && !arguments.tables.is_empty() {
        anyhow::bail!("--tables is for --metric helpmate; tables of results are generated");
    }
    let out = arguments.out.as_deref();
    if out.is_none() && arguments.lang == Form::Bin {
        anyhow::bail!("--lang bin writes bytes, not text; name a file with --out FILE");
    }
    let language = match arguments.lang {
        Form::Text(language) => Some(language),
        Form::Bin if layout == TableLayout::Fast => anyhow::bail!(
            "--lang bin writes the compact layout; leave out --layout fast, or name a language"
        ),
        Form::Bin => None,
    };
    check_name(language, &arguments.name)?;
    let file = out.map(OutputFile::create).transpose()?;
    let (embedded, truths) = if metric == Metric::Helpmate {
        truths::of_mates(needed, &arguments.tables)?
    } else {
        of_results(&classes, &needed, layout, metric)?
    };
    let mut told = Told::new(&embedded, &classes, arguments);
    let bytes = match arguments.lang {
        Form::Bin => embedded.packed(),
        Form::Text(language) => {
            let remarks = remarks(&embedded, &told, language);
            source(&embedded, language, &arguments.name, &remarks)?.into_bytes()
        }
    };
    if arguments.prove {
        match ask::run(&bytes, &embedded, &truths, arguments)? {
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
    told.show(json)?;
    Ok(told.outcome())
}

/// The named classes, or all with a number of men.
fn classes(arguments: &args::ExportTable) -> anyhow::Result<Vec<Material>> {
    let mut classes = input::classes(&arguments.classes)?;
    for men in 3..=arguments.men.unwrap_or(0) {
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
    layout: TableLayout,
    metric: Metric,
) -> anyhow::Result<(Embedded, Truths)> {
    let wanted = if metric == Metric::Dtm {
        Wanted::Dtm
    } else {
        Wanted::Wdl
    };
    let mut sources = Sources::generator(&terminal());
    let tables = sources.get_all(needed, wanted)?;
    let embedded = embedded(classes, layout, metric, sources.tables())?;
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
    layout: TableLayout,
    metric: Metric,
    tables: &TableSet,
) -> anyhow::Result<Embedded> {
    if layout == TableLayout::Fast {
        return Ok(Embedded::fast(classes, metric, tables, &|_| {})?);
    }
    let needed = layout.needed(classes)?;
    let bar = terminal().bar("compressing", Some(Embedded::parts(&needed) as u64));
    let embedded = Embedded::new(classes, metric, tables, &|_| bar.inc(1))?;
    bar.end();
    Ok(embedded)
}

fn layout(layout: StoredLayout) -> TableLayout {
    match layout {
        StoredLayout::Compact => TableLayout::Compact,
        StoredLayout::Fast => TableLayout::Fast,
    }
}

fn metric(metric: StoredMetric) -> Metric {
    match metric {
        StoredMetric::Wdl => Metric::Wdl,
        StoredMetric::Draw => Metric::Draw,
        StoredMetric::Dtm => Metric::Dtm,
        StoredMetric::Helpmate => Metric::Helpmate,
    }
}

/// The heading of a file: where it comes from.
fn remarks(embedded: &Embedded, told: &Told, language: Language) -> Vec<String> {
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

impl Told {
    fn new(
        embedded: &Embedded,
        asked: &[Material],
        arguments: &args::Given<args::ExportTable>,
    ) -> Self {
        let class = |class: &EmbeddedClass| Class {
            material: class.material.to_string(),
            data_bytes: class.bytes,
            is_asked_for: asked.contains(&class.material),
        };
        Self {
            language: arguments.lang.to_string(),
            metric: arguments.metric.to_string(),
            layout: arguments.layout.to_string(),
            command: arguments.again().to_string(),
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

    fn outcome(&self) -> Outcome {
        if self.differences > 0 {
            Outcome::Counterexample
        } else if self.unproven.is_some() {
            Outcome::Unchecked
        } else {
            Outcome::Proven
        }
    }

    fn show(&self, json: bool) -> anyhow::Result<()> {
        if json {
            return output::print_json(self);
        }
        Ok(output::print_beside(self.source.as_deref(), &self.text())?)
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for class in &self.classes {
            let why = if class.is_asked_for {
                ""
            } else if self.layout == "fast" {
                ", as en passant leads to it"
            } else {
                ", as captures lead to it"
            };
            text += &format!(
                "{}: {} bytes{why}\n",
                class.material,
                thousands(class.data_bytes as u64)
            );
        }
        text += &format!("all data: {} bytes\n", thousands(self.data_bytes as u64));
        for found in &self.counterexamples {
            let probe = ProbeCommand {
                helpmate: self.metric == "helpmate",
                ..ProbeCommand::of(&found.fen)
            };
            text += &format!(
                "{}: {} says {}, the table {}\n  {}\n  again: {}\n",
                found.material,
                found.function,
                found.said,
                found.expected,
                found.fen,
                probe.again()
            );
        }
        if let Some(why) = &self.unproven {
            text += &format!("NOT PROVEN: the compiled file was not asked: {why}\n");
        } else if self.differences > 0 {
            let answers = counted(self.differences, "answer");
            text +=
                &format!("REFUTED: {answers} of the compiled file differ; nothing was exported\n");
        } else if let Some(positions) = self.compared_positions {
            let how = if self.language == "bin" {
                "read again"
            } else {
                "compiled"
            };
            text += &format!(
                "PROVEN: {how}, it says of {} positions what the tables say\n",
                thousands(positions)
            );
        }
        if let Some(file) = &self.file {
            text += &format!("written: {file}\n");
        }
        text
    }
}
