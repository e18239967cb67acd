//! `drawproof stats --ice-2011`: the totals that the author of the engine iCE
//! published in the report on his draw rules.

use crate::progress::terminal;
use anyhow::{Context, bail};
use drawproof_evaluate::CompiledRules;
use drawproof_language::RuleFile;
use drawproof_reports::{CountRow, Counting, thousands};
use drawproof_retro::{Keep, Wanted};
use drawproof_tables::{Material, Oracles};
use drawproof_verify::{Options, verify};
use serde::Serialize;

use crate::{Outcome, output, sources::Sources};

/// The figures; `facts/README.md` names their source.
const PUBLISHED: &str = include_str!("../facts/ice_2011.csv");

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
struct Line {
    material: String,
    /// Which of the counts was published.
    counting: Counting,
    figures: Vec<Figure>,
    agrees: bool,
}

#[derive(Serialize)]
struct Figure {
    name: &'static str,
    #[serde(flatten)]
    counted: CountRow,
    published: u64,
}

/// Counts the totals of some classes again, or of all that were published.
pub fn run(classes: &[Material], folders: Option<Oracles>, json: bool) -> anyhow::Result<Outcome> {
    let published = chosen(classes)?;
    let mut sources = Sources::new(folders, &terminal()).keeping(Keep::Successors);
    let mut lines = Vec::new();
    for published in &published {
        sources.get(&published.class, Wanted::Wdl)?;
        let line = Line::new(published, &sources)?;
        sources.keep_for(&[]);
        if !json {
            output::print(&line.text())?;
        }
        lines.push(line);
    }
    if json {
        output::print_json(&lines)?;
    }
    let agrees = lines.iter().all(|line| line.agrees);
    Ok(if agrees {
        Outcome::Proven
    } else {
        Outcome::Counterexample
    })
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

impl Line {
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
        let figures: Vec<Figure> = figures
            .map(|((name, count), published)| Figure {
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

    fn text(&self) -> String {
        let squares = match self.counting {
            Counting::Board => "all 64 squares",
            Counting::TenSquares => "the ten squares a1-d1-d4",
        };
        let mut out = format!(
            "{}, both sides to move, strong king on {squares}\n{:<14}{:>15}{:>18}{:>15}\n",
            self.material, "", "positions", "published 2011", "unique"
        );
        let number = |count: Option<u64>| count.map_or_else(|| "-".into(), thousands);
        for figure in &self.figures {
            let counted = figure.counted.by(self.counting);
            let differs = if counted == Some(figure.published) {
                ""
            } else {
                "  DIFFERS"
            };
            out += &format!(
                "{:<14}{:>15}{:>18}{:>15}{differs}\n",
                figure.name,
                number(counted),
                thousands(figure.published),
                number(figure.counted.unique_count),
            );
        }
        out + "\n"
    }
}
