//! `drawproof check`

use std::collections::BTreeSet;

use drawproof_reports::{FilesRow, FilesStanding, thousands};
use drawproof_retro::{Keep, Wanted};
use drawproof_tables::{
    FileMetric, GaviotaFolder, Layout, MAX_TABLE_MEN, Material, Oracle, Placement, SyzygyFolder,
    TableFolder, Value,
};
use drawproof_verify::{Comparison, check_forward, check_forward_sample, compare};
use serde::Serialize;
use shakmaty::Square;

use crate::{Outcome, args, input, output, progress, say::say, sources::Sources};

/// What came of checking one class in one way.
#[derive(Serialize)]
struct Line {
    material: String,
    against: String,
    /// Table entries compared, both sides to move; none by checksums.
    table_entries: Option<u64>,
    /// Whether these are some drawn at random instead of all.
    is_sample: bool,
    /// Positions with an en passant right compared beside them.
    en_passant_positions: Option<u64>,
    /// What published checksums say of the files of others.
    files_of_others: Option<FilesRow>,
    agrees: bool,
    /// In how many positions the two differ; not counted by own moves.
    differences: Option<u64>,
    first_difference: Option<Difference>,
}

#[derive(Serialize)]
struct Difference {
    fen: String,
    own: String,
    other: String,
    /// A command that shows it.
    again: String,
}

pub fn run(arguments: &args::Check, json: bool) -> anyhow::Result<Outcome> {
    let compares = arguments.syzygy.is_some() || arguments.gaviota.is_some();
    if arguments.sample.is_some() && compares && !arguments.moves {
        anyhow::bail!(
            "--sample is for checks by own moves; others are compared in all entries: give --moves as well, or no folder of others"
        );
    }
    let tables = arguments.tables.as_ref().map(TableFolder::open_whole);
    let (folder, refused) = match tables.transpose()? {
        Some((folder, refused)) => (Some(folder), refused),
        None => (None, Vec::new()),
    };
    let mut unchecked = refused.len();
    for error in refused {
        say(&format!("error: {error}"));
    }
    let trust = arguments.trust.trust();
    let mut check = Check {
        arguments,
        own: Sources::of_folder(folder).keeping(Keep::Successors),
        syzygy: arguments
            .syzygy
            .as_ref()
            .map(|path| SyzygyFolder::open_with(path, trust))
            .transpose()?,
        gaviota: arguments
            .gaviota
            .as_ref()
            .map(|path| GaviotaFolder::open_with(path, trust))
            .transpose()?,
    };
    let mut classes = input::classes(&arguments.classes)?;
    if classes.is_empty() {
        classes = check.common_classes()?;
    }
    let mut lines = Vec::new();
    for (at, class) in classes.iter().enumerate() {
        let first = lines.len();
        if let Err(error) = check.class(class, &mut lines) {
            say(&format!("error: {class} could not be checked: {error:#}"));
            unchecked += 1;
        }
        if !json {
            for line in &lines[first..] {
                output::print(&line.text())?;
            }
        }
        check.own.keep_for(&classes[at + 1..]);
    }
    if json {
        output::print_json(&lines)?;
    }
    let all_agree = lines.iter().all(|line| line.agrees);
    match (all_agree, unchecked) {
        (false, _) => Ok(Outcome::Counterexample),
        (true, 0) => Ok(Outcome::Proven),
        (true, 1) => anyhow::bail!("something could not be checked: see above"),
        (true, _) => anyhow::bail!("{unchecked} files or classes could not be checked: see above"),
    }
}

/// What is checked, and against whom.
struct Check<'a> {
    arguments: &'a args::Check,
    own: Sources,
    syzygy: Option<SyzygyFolder>,
    gaviota: Option<GaviotaFolder>,
}

impl Check<'_> {
    /// The classes that all folders have, as far as there are own tables.
    fn common_classes(&self) -> anyhow::Result<Vec<Material>> {
        let folders = [
            self.own.folder().map(TableFolder::classes),
            self.syzygy.as_ref().map(|folder| folder.classes().to_vec()),
            self.gaviota
                .as_ref()
                .map(|folder| folder.classes().to_vec()),
        ];
        let folders: Vec<Vec<Material>> = folders.into_iter().flatten().collect();
        let limit = self.arguments.men.unwrap_or(MAX_TABLE_MEN);
        let everywhere = |class: &Material| {
            class.men_count() <= limit && folders.iter().all(|folder| folder.contains(class))
        };
        let all: BTreeSet<&Material> = folders.iter().flatten().collect();
        let mut classes: Vec<Material> = all
            .into_iter()
            .filter(|class| everywhere(class))
            .cloned()
            .collect();
        classes.sort_by_key(|class| (class.men_count(), class.to_string()));
        let (classes, others): (Vec<_>, Vec<_>) = classes
            .into_iter()
            .partition(|class| Layout::new(class).is_ok());
        if !others.is_empty() {
            let names: Vec<_> = others.iter().map(Material::to_string).collect();
            say(&format!(
                "not checked, for there are no own tables of them: {}",
                names.join(" ")
            ));
        }
        if classes.is_empty() {
            anyhow::bail!("there is no class that all these folders have");
        }
        Ok(classes)
    }

    /// Checks a class in all the ways that were asked for.
    fn class(&mut self, class: &Material, lines: &mut Vec<Line>) -> anyhow::Result<()> {
        if let Some(folder) = self.own.folder() {
            folder.check(class)?;
            lines.push(Line {
                against: match folder.files(class).len() {
                    1 => "the checksum of its file".into(),
                    count => format!("the checksums of its {count} files"),
                },
                ..Line::agreeing(class)
            });
        }
        if self.arguments.checksums {
            return Ok(());
        }
        if !self.arguments.wdl {
            self.syzygy = self.syzygy.take().map(|folder| folder.with_dtz_of(class));
        }
        let by_moves = self.arguments.moves || (self.syzygy.is_none() && self.gaviota.is_none());
        let needs_dtz = by_moves || self.syzygy.as_ref().is_some_and(SyzygyFolder::has_dtz);
        let wanted = match (self.arguments.wdl, needs_dtz) {
            (true, _) => Wanted::Wdl,
            (false, true) => Wanted::DtmAndDtz,
            (false, false) => Wanted::Dtm,
        };
        self.own.prepare(class, wanted)?;
        if let Some(folder) = &self.syzygy {
            let dtz = folder.has_dtz() && self.knows(class, FileMetric::Dtz) && !self.arguments.wdl;
            let what = if dtz {
                "Syzygy WDL and DTZ"
            } else {
                "Syzygy WDL"
            };
            lines.push(self.against(class, folder, what)?);
        }
        if let Some(folder) = &self.gaviota {
            let dtm = self.knows(class, FileMetric::Dtm) && !self.arguments.wdl;
            let what = if dtm {
                "Gaviota WDL and DTM"
            } else {
                "Gaviota WDL"
            };
            lines.push(self.against(class, folder, what)?);
        }
        if by_moves {
            let line = self.by_moves(class, wanted)?;
            lines.push(line);
        }
        Ok(())
    }

    /// Whether own tables have a metric of a class, and of those that its
    /// moves lead to.
    fn knows(&self, class: &Material, metric: FileMetric) -> bool {
        let Some(folder) = self.own.folder() else {
            return true;
        };
        let smaller = class.successors();
        let mut classes = smaller.iter().chain([class]);
        classes.all(|class| folder.has(class, metric))
    }

    fn against(&self, class: &Material, other: &dyn Oracle, what: &str) -> anyhow::Result<Line> {
        // Refused before anything is compared.
        let files = other.provenance(class)?;
        let files = files.map(|files| FilesRow::new(other.name(), &files));
        let pairs = 2 * Layout::new(class)?.blocks() as u64;
        let bar = progress::bar(format!("comparing {class}"), Some(pairs));
        // Captures lead out of the class, en passant too: files have it all.
        let comparison = compare(class, [self.own.oracle(), other], true, &|pairs| {
            bar.inc(pairs);
        });
        bar.finish_and_clear();
        let Comparison {
            positions,
            en_passant,
            differences,
            first,
        } = comparison?;
        Ok(Line {
            against: match &files {
                Some(files) if files.standing != FilesStanding::AsPublished => {
                    format!("{what} ({})", files.words())
                }
                _ => what.into(),
            },
            files_of_others: files,
            table_entries: Some(positions),
            en_passant_positions: Some(en_passant),
            agrees: differences == 0,
            differences: Some(differences),
            first_difference: first.map(|difference| {
                let fen = fen(&difference.placement, class, difference.en_passant);
                self.difference(fen, difference.values)
            }),
            ..Line::agreeing(class)
        })
    }

    fn difference(&self, fen: String, [own, other]: [Value; 2]) -> Difference {
        let probe = args::Probe {
            fen: fen.clone(),
            rules: None,
            library: None,
            tables: self.arguments.tables.clone(),
            syzygy: self.arguments.syzygy.clone(),
            gaviota: self.arguments.gaviota.clone(),
            trust: self.arguments.trust,
        };
        Difference {
            fen,
            own: own.to_string(),
            other: other.to_string(),
            again: probe.again(),
        }
    }

    fn by_moves(&mut self, class: &Material, wanted: Wanted) -> anyhow::Result<Line> {
        let table = self.own.get(class, wanted)?;
        for smaller in class.successors() {
            let smaller = self.own.get(&smaller, wanted)?;
            for (metric, here, there) in [
                (FileMetric::Dtm, table.has_dtm(), smaller.has_dtm()),
                (FileMetric::Dtz, table.has_dtz(), smaller.has_dtz()),
            ] {
                if here && !there {
                    let file = metric.file_name(smaller.layout().material());
                    anyhow::bail!("its {metric} needs {file}, which is missing; generate it");
                }
            }
        }
        let steps = match self.arguments.sample {
            Some(count) => count,
            None => 2 * table.layout().blocks() as u64,
        };
        let bar = progress::bar(format!("checking {class}"), Some(steps));
        let (library, done) = (self.own.library(), |steps| bar.inc(steps));
        let result = match self.arguments.sample {
            Some(count) => check_forward_sample(&table, library, count, &done),
            None => check_forward(&table, library, &done),
        };
        bar.finish_and_clear();
        let (table_entries, first_difference) = match result? {
            Ok(checked) => (Some(checked), None),
            Err(wrong) => (
                None,
                Some(self.difference(
                    fen(&wrong.placement, class, None),
                    [wrong.entry, wrong.by_moves],
                )),
            ),
        };
        let known = [
            ("WDL", true),
            ("DTM", table.has_dtm()),
            ("DTZ", table.has_dtz()),
        ];
        let known: Vec<&str> = known
            .iter()
            .filter(|(_, known)| *known)
            .map(|(name, _)| *name)
            .collect();
        Ok(Line {
            against: format!("its own moves, {}", known.join(" and ")),
            table_entries,
            is_sample: self.arguments.sample.is_some(),
            agrees: first_difference.is_none(),
            first_difference,
            ..Line::agreeing(class)
        })
    }
}

fn fen(placement: &Placement, class: &Material, en_passant: Option<Square>) -> String {
    let fen = placement.fen(class).to_string();
    match en_passant {
        Some(square) => fen.replacen(" - - ", &format!(" - {square} "), 1),
        None => fen,
    }
}

impl Line {
    fn agreeing(class: &Material) -> Self {
        Self {
            material: class.to_string(),
            against: String::new(),
            table_entries: None,
            is_sample: false,
            en_passant_positions: None,
            files_of_others: None,
            agrees: true,
            differences: None,
            first_difference: None,
        }
    }

    fn text(&self) -> String {
        if let Some(difference) = &self.first_difference {
            let count = self.differences.map_or(String::new(), |count| {
                format!(" in {} positions, the first", thousands(count))
            });
            return format!(
                "{:<8} DIFFERS from {}{count}: {} is {} in own tables, {} there\n  again: {}\n",
                self.material,
                self.against,
                difference.fen,
                difference.own,
                difference.other,
                difference.again,
            );
        }
        let mut text = format!("{:<8} agrees with {}", self.material, self.against);
        if let Some(count) = self.table_entries {
            let count = thousands(count);
            text += &if self.is_sample {
                format!(" in {count} entries drawn at random")
            } else {
                format!(" in all {count} entries")
            };
        }
        if let Some(count @ 1..) = self.en_passant_positions {
            let count = thousands(count);
            text += &format!(" and {count} positions with an en passant right");
        }
        text + "\n"
    }
}
