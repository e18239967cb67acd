//! `drawproof check`

use drawproof_reports::thousands;
use drawproof_tables::{Layout, Library, MAX_TABLE_MEN, Material, Placement, SyzygyFolder};
use drawproof_verify::{Comparison, check_forward, compare};
use serde::Serialize;

use crate::{Outcome, args, input, output, progress};

/// What came of checking one class.
#[derive(Serialize)]
struct Line {
    material: String,
    against: String,
    /// Table entries compared, both sides to move.
    table_entries: u64,
    agrees: bool,
    first_difference: Option<Difference>,
}

#[derive(Serialize)]
struct Difference {
    fen: String,
    own: String,
    other: String,
}

pub fn run(arguments: &args::Check, json: bool) -> anyhow::Result<Outcome> {
    let syzygy = arguments
        .syzygy
        .as_ref()
        .map(SyzygyFolder::open)
        .transpose()?;
    let mut classes = input::classes(&arguments.classes)?;
    if let (true, Some(folder)) = (classes.is_empty(), &syzygy) {
        classes = classes_of(folder, arguments.men.unwrap_or(MAX_TABLE_MEN))?;
    }
    let mut library = Library::new();
    let mut lines = Vec::new();
    for class in &classes {
        progress::generate(class, &mut library)?;
        let line = match &syzygy {
            Some(folder) => against_syzygy(class, &library, folder)?,
            None => by_moves(class, &library)?,
        };
        if !json {
            output::print(&line.text())?;
        }
        lines.push(line);
    }
    if json {
        output::print_json(&lines)?;
    }
    let all_agree = lines.iter().all(|line| line.agrees);
    Ok(if all_agree {
        Outcome::Proven
    } else {
        Outcome::Counterexample
    })
}

/// The classes of a folder that there are own tables of.
fn classes_of(folder: &SyzygyFolder, men: usize) -> anyhow::Result<Vec<Material>> {
    let few = folder
        .classes()
        .iter()
        .filter(|class| class.men_count() <= men);
    let (classes, others): (Vec<_>, Vec<_>) =
        few.cloned().partition(|class| Layout::new(class).is_ok());
    if !others.is_empty() {
        let names: Vec<_> = others.iter().map(Material::to_string).collect();
        anstream::eprintln!(
            "not checked, for there are no own tables of them: {}",
            names.join(" ")
        );
    }
    if classes.is_empty() {
        anyhow::bail!("none of the files there is of a class with own tables");
    }
    Ok(classes)
}

fn against_syzygy(
    class: &Material,
    library: &Library,
    folder: &SyzygyFolder,
) -> anyhow::Result<Line> {
    let bar = progress::bar(format!("comparing {class}"), Some(2 * Layout::new(class)?.blocks() as u64));
    let comparison = compare(class, [library, folder], true, &|pairs| bar.inc(pairs));
    bar.finish_and_clear();
    let Comparison {
        positions,
        differences,
        first,
        ..
    } = comparison?;
    Ok(Line {
        material: class.to_string(),
        against: "Syzygy WDL".into(),
        table_entries: positions,
        agrees: differences == 0,
        first_difference: first.map(|difference| Difference {
            fen: fen(&difference.placement, class),
            own: difference.values[0].to_string(),
            other: difference.values[1].to_string(),
        }),
    })
}

fn by_moves(class: &Material, library: &Library) -> anyhow::Result<Line> {
    let Some(table) = library.get(class) else {
        anyhow::bail!("{class} was not generated");
    };
    let bar = progress::bar(format!("checking {class}"), Some(2 * Layout::new(class)?.blocks() as u64));
    let result = check_forward(table, library, &|pairs| bar.inc(pairs));
    bar.finish_and_clear();
    let (table_entries, first_difference) = match result? {
        Ok(checked) => (checked, None),
        Err(wrong) => (
            0,
            Some(Difference {
                fen: fen(&wrong.placement, class),
                own: wrong.entry.to_string(),
                other: wrong.by_moves.to_string(),
            }),
        ),
    };
    Ok(Line {
        material: class.to_string(),
        against: "its own moves, WDL and DTM".into(),
        table_entries,
        agrees: first_difference.is_none(),
        first_difference,
    })
}

fn fen(placement: &Placement, class: &Material) -> String {
    placement.fen(class).to_string()
}

impl Line {
    fn text(&self) -> String {
        match &self.first_difference {
            None => format!(
                "{:<8} agrees with {} in all {} entries\n",
                self.material,
                self.against,
                thousands(self.table_entries)
            ),
            Some(difference) => format!(
                "{:<8} DIFFERS from {}: {} is {} in own tables, {} there\n",
                self.material, self.against, difference.fen, difference.own, difference.other
            ),
        }
    }
}
