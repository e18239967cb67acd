//! The totals that the author of the engine iCE published in 2011 in the report on his draw rules,
//! counted again.

use anyhow::{Context, bail};
use drawproof_evaluate::CompiledRules;
use drawproof_language::RuleFile;
use drawproof_reports::{CountRow, Counting};
use drawproof_retro::{Keep, Wanted};
use drawproof_tables::{Material, Oracles};
use drawproof_verify::{Options, verify};
use serde::Serialize;

use crate::{progress::Progress, sources::Sources};

/// The figures; `facts/README.md` names their source.
const PUBLISHED: &str = include_str!("../../facts/ice_2011.csv");

/// One class of the report of 2011.
struct Published {
    class: Material,
    counting: Counting,
    /// Draws, wins and losses, total.
    figures: [u64; 3],
    /// Draws that the rules of 2011 spotted.
    spotted: u64,
}

/// A class compared with its published figures.
#[derive(Serialize)]
pub struct IceTotals {
    /// The class.
    pub material: String,
    /// Which of the counts was published.
    pub counting: Counting,
    /// The figures.
    pub figures: Vec<IceFigure>,
    /// Whether both agree.
    pub agrees: bool,
}

/// One of the totals.
#[derive(Serialize)]
pub struct IceFigure {
    /// Its name.
    pub name: &'static str,
    /// What is counted now.
    #[serde(flatten)]
    pub counted: CountRow,
    /// The published figure.
    pub published: u64,
}

/// Counts the totals of some classes again, or of all that were published, and hands over each.
pub fn count(
    classes: &[Material],
    folders: Option<Oracles>,
    progress: &Progress,
    mut take: impl FnMut(IceTotals) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let published = chosen(classes)?;
    let mut sources = Sources::new(folders, progress).keeping(Keep::Successors);
    for published in &published {
        sources.get(&published.class, Wanted::Wdl)?;
        let totals = IceTotals::new(published, &sources)?;
        sources.keep_for(&[]);
        take(totals)?;
    }
    Ok(())
}

/// The share of the draws of a class that the rules of 2011 spotted, if the
/// report has that class.
pub fn spotted_share(class: &Material) -> anyhow::Result<Option<f64>> {
    let all = published()?;
    let row = all.iter().find(|row| row.class == *class);
    Ok(row.map(|row| row.spotted as f64 / row.figures[0] as f64))
}

/// All published figures.
fn published() -> anyhow::Result<Vec<Published>> {
    let lines = PUBLISHED.lines().skip(1);
    lines
        .map(|line| Published::parse(line).with_context(|| format!("facts/ice_2011.csv: {line}")))
        .collect()
}

/// The published figures of some classes, or of all.
fn chosen(classes: &[Material]) -> anyhow::Result<Vec<Published>> {
    let all = published()?;
    let names: Vec<String> = all.iter().map(|row| row.class.to_string()).collect();
    if let Some(class) = classes
        .iter()
        .find(|&class| all.iter().all(|row| row.class != *class))
    {
        bail!(
            "the report of 2011 has no figures for {class}, only for {}; leave out --ice-2011",
            names.join(", ")
        );
    }
    let is_chosen = |row: &Published| classes.is_empty() || classes.contains(&row.class);
    Ok(all.into_iter().filter(is_chosen).collect())
}

impl Published {
    fn parse(line: &str) -> anyhow::Result<Self> {
        let fields: Vec<&str> = line.split(',').collect();
        let [class, enumeration, figures @ ..] = &fields[..] else {
            bail!("a line of seven fields was expected");
        };
        let figures: Vec<u64> = figures
            .iter()
            .map(|figure| figure.parse())
            .collect::<Result<_, _>>()?;
        let [incorrect, spotted, missed, decisive, total] = figures[..] else {
            bail!("five figures were expected");
        };
        Ok(Self {
            class: class.parse()?,
            counting: match *enumeration {
                "all 64 white-king squares" => Counting::Board,
                "10 white-king squares" => Counting::TenSquares,
                other => bail!("{other}: no known way of counting"),
            },
            figures: [spotted + missed, incorrect + decisive, total],
            spotted,
        })
    }
}

impl IceTotals {
    /// Counts a class by verifying an empty set of rules, which claims nothing
    /// and misses all draws.
    fn new(published: &Published, sources: &Sources) -> anyhow::Result<Self> {
        let class = &published.class;
        let none = RuleFile::parse("no rules", &format!("recognizer {class}\n"))?;
        let tables = sources.tables();
        let verdict = verify(&CompiledRules::new(&none), tables, Options::default())?;
        let silent = verdict.silent();
        let counts = [silent.draws, silent.decisive, verdict.total()];
        let names = ["draws", "wins/losses", "total"];
        let figures = names.into_iter().zip(counts).zip(published.figures);
        let figures: Vec<IceFigure> = figures
            .map(|((name, count), published)| IceFigure {
                name,
                counted: count.into(),
                published,
            })
            .collect();
        Ok(Self {
            material: class.to_string(),
            counting: published.counting,
            agrees: figures
                .iter()
                .all(|figure| figure.counted.by(published.counting) == Some(figure.published)),
            figures,
        })
    }
}
