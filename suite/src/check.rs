//! Tables checked: checksums, their own moves, comparison with other tables.

use std::collections::BTreeSet;

use drawproof_reports::FilesRow;
use drawproof_retro::{Keep, Wanted};
use drawproof_tables::{
    Asking, CheckedFiles, Layout, MAX_TABLE_MEN, Material, Metric, Oracle, Oracles, Placement,
    Value,
};
use drawproof_verify::{Comparison, check_forward, check_forward_sample, compare};
use serde::Serialize;
use shakmaty::Square;

use crate::{
    folders::Folders, input, oracles, probe_command::ProbeCommand, progress::Progress,
    sources::Sources,
};

/// The result of checking one class in one way.
#[derive(Serialize)]
pub struct Checked {
    /// The class.
    pub material: String,
    /// What it is compared with.
    pub against: String,
    /// Table entries compared, both sides to move; none by checksums.
    pub table_entries: Option<u64>,
    /// Whether these are a random sample instead of all.
    pub is_sample: bool,
    /// Positions with an en passant right that were also compared.
    pub en_passant_positions: Option<u64>,
    /// What published checksums say about Syzygy and Gaviota files.
    pub files_of_others: Option<FilesRow>,
    /// Whether both agree.
    pub agrees: bool,
    /// The number of positions in which the two differ; not counted for own
    /// moves.
    pub differences: Option<u64>,
    /// The first difference.
    pub first_difference: Option<TableDifference>,
}

/// The first position in which two tables differ.
#[derive(Serialize)]
pub struct TableDifference {
    /// The position.
    pub fen: String,
    /// The value in own tables.
    pub own: String,
    /// The other value.
    pub other: String,
    /// A command that reproduces it.
    pub again: String,
}

/// The request for a check.
#[derive(Clone, Debug)]
pub struct Request {
    /// The classes; none for all that the folders have in common.
    pub classes: Vec<String>,
    /// The tables, and those to compare with.
    pub folders: Folders,
    /// Whether only checksums of files are checked.
    pub checksums: bool,
    /// Whether tables are also checked by their own moves where they are compared with others.
    pub moves: bool,
    /// Whether distances are checked besides WDL.
    pub distances: bool,
    /// How many random entries are checked by own moves, if not all.
    pub sample: Option<u64>,
    /// The most men of classes that are not named; none for all that have tables.
    pub men: Option<usize>,
}

impl Request {
    /// Whether tables are checked by their own moves.
    fn by_moves(&self) -> bool {
        !self.checksums && (self.moves || self.folders.against.is_empty())
    }

    fn refuse_sample(&self) -> anyhow::Result<()> {
        if self.sample.is_some() && !self.folders.against.is_empty() && !self.moves {
            anyhow::bail!(
                "--sample works only for checks by own moves; comparisons cover all entries: add --moves, or leave out --against"
            );
        }
        Ok(())
    }
}

/// Checks classes in all requested ways, and hands over each result. What could not be checked is
/// told, and counted.
pub fn check(
    request: &Request,
    progress: &Progress,
    mut take: impl FnMut(Checked) -> anyhow::Result<()>,
) -> anyhow::Result<usize> {
    request.refuse_sample()?;
    let (mut check, mut unchecked) = Check::open(request, progress)?;
    let mut classes = input::classes(&request.classes)?;
    if classes.is_empty() {
        classes = check.common_classes()?;
    }
    for (at, class) in classes.iter().enumerate() {
        let mut lines = Vec::new();
        if let Err(error) = check.class(class, &mut lines) {
            progress.say(&format!("error: {class} could not be checked: {error:#}"));
            unchecked += 1;
        }
        lines.into_iter().try_for_each(&mut take)?;
        check.own.keep_for(&classes[at + 1..]);
    }
    Ok(unchecked)
}

/// What is checked, and against what.
struct Check<'a> {
    request: &'a Request,
    own: Sources,
    witnesses: Vec<Oracles>,
    progress: &'a Progress,
}

impl<'a> Check<'a> {
    /// Opens the folders; reports the damaged files, and returns how many there
    /// are.
    fn open(request: &'a Request, progress: &'a Progress) -> anyhow::Result<(Self, usize)> {
        let source = &request.folders.source;
        let how = Asking {
            trust: source.trust(),
            distances: request.distances,
        };
        let is_named = !source.tables.is_empty();
        let opened = is_named.then(|| Oracles::open_whole(&source.tables, how));
        let (folders, refused) = opened.transpose()?.unzip();
        let refused = refused.unwrap_or_default();
        for error in &refused {
            progress.say(&format!("error: {error}"));
        }
        let check = Self {
            own: Sources::new(folders, progress).keeping(Keep::Successors),
            witnesses: oracles::witnesses(&request.folders, request.distances)?,
            request,
            progress,
        };
        Ok((check, refused.len()))
    }

    /// The classes that all folders have, limited to those with own tables.
    fn common_classes(&self) -> anyhow::Result<Vec<Material>> {
        let folders = self.own.folders().into_iter().chain(&self.witnesses);
        let folders: Vec<Vec<Material>> = folders.map(Oracles::classes).collect();
        let limit = self.request.men.unwrap_or(MAX_TABLE_MEN);
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
            self.progress.say(&format!(
                "not checked, because there are no own tables of them: {}",
                names.join(" ")
            ));
        }
        if classes.is_empty() {
            anyhow::bail!("these folders have no class in common");
        }
        Ok(classes)
    }

    /// Checks a class in all requested ways.
    fn class(&mut self, class: &Material, lines: &mut Vec<Checked>) -> anyhow::Result<()> {
        let by_checksums = self.by_checksums(class)?;
        if self.request.checksums && by_checksums.is_none() {
            anyhow::bail!("only files have checksums; name their folder with --tables");
        }
        lines.extend(by_checksums);
        if self.request.checksums {
            return Ok(());
        }
        let by_moves = self.request.by_moves();
        let knows_dtz = |of: &Oracles| of.knows(class, Metric::Dtz);
        let needs_dtz = by_moves || self.witnesses.iter().any(knows_dtz);
        let wanted = match (self.request.distances, needs_dtz) {
            (false, _) => Wanted::Wdl,
            (true, true) => Wanted::DtmAndDtz,
            (true, false) => Wanted::Dtm,
        };
        self.own.prepare(class, wanted)?;
        for witness in &self.witnesses {
            lines.push(self.against(class, witness)?);
        }
        if by_moves {
            let line = self.by_moves(class, wanted)?;
            lines.push(line);
        }
        Ok(())
    }

    /// The result of the checksums of the class's files, if there are files.
    fn by_checksums(&self, class: &Material) -> anyhow::Result<Option<Checked>> {
        let Some(folders) = self.own.folders() else {
            return Ok(None);
        };
        let Some(CheckedFiles { count, provenance }) = folders.check_files(class)? else {
            return Ok(None);
        };
        let files = provenance.map(|files| FilesRow::new(folders.name(), &files));
        let against = match count {
            1 => "the checksum of its file".into(),
            count => format!("the checksums of its {count} files"),
        };
        Ok(Some(Checked {
            against: match &files {
                Some(files) => format!("{against} ({})", files.words()),
                None => against,
            },
            files_of_others: files,
            ..Checked::agreeing(class)
        }))
    }

    /// Whether own tables have a metric of a class and of the classes that its
    /// moves lead to.
    fn knows(&self, class: &Material, metric: Metric) -> bool {
        let Some(folders) = self.own.folders() else {
            return true;
        };
        let smaller = class.successors();
        let mut classes = smaller.iter().chain([class]);
        classes.all(|class| folders.knows(class, metric))
    }

    fn against(&self, class: &Material, other: &Oracles) -> anyhow::Result<Checked> {
        // Refused before anything is compared.
        let files = other.provenance(class)?;
        let files = files.map(|files| FilesRow::new(other.name(), &files));
        let pairs = 2 * Layout::new(class)?.blocks() as u64;
        let bar = self.progress.bar(format!("comparing {class}"), Some(pairs));
        // Captures lead out of the class, as does en passant: files cover all
        // of it.
        let comparison = compare(class, [self.own.oracle(), other], true, &|pairs| {
            bar.inc(pairs);
        });
        drop(bar);
        let Comparison {
            positions,
            en_passant,
            differences,
            first,
        } = comparison?;
        Ok(Checked {
            against: self.compared(class, other, files.as_ref())?,
            files_of_others: files,
            table_entries: Some(positions),
            en_passant_positions: Some(en_passant),
            agrees: differences == 0,
            differences: Some(differences),
            first_difference: first.map(|difference| {
                let fen = fen(&difference.placement, class, difference.en_passant);
                self.difference(fen, difference.values)
            }),
            ..Checked::agreeing(class)
        })
    }

    /// What is compared, in words: what both know about a class.
    fn compared(
        &self,
        class: &Material,
        other: &Oracles,
        files: Option<&FilesRow>,
    ) -> anyhow::Result<String> {
        let is_asked = |metric| metric == Metric::Wdl || self.request.distances;
        let is_known = |&metric: &Metric| {
            is_asked(metric) && other.knows(class, metric) && self.knows(class, metric)
        };
        let metrics = Metric::ALL.into_iter().filter(is_known);
        let what = format!("{} {}", other.kind(class)?, enumerated(metrics));
        Ok(match files {
            Some(files) if !files.are_published() => {
                format!("{what} ({})", files.words())
            }
            _ => what,
        })
    }

    fn difference(&self, fen: String, [own, other]: [Value; 2]) -> TableDifference {
        let probe = ProbeCommand {
            fen: fen.clone(),
            folders: self.request.folders.clone(),
            ..ProbeCommand::default()
        };
        TableDifference {
            fen,
            own: own.to_string(),
            other: other.to_string(),
            again: probe.again().to_string(),
        }
    }

    fn by_moves(&mut self, class: &Material, wanted: Wanted) -> anyhow::Result<Checked> {
        let table = self.own.get(class, wanted)?;
        for smaller in class.successors() {
            let smaller = self.own.get(&smaller, wanted)?;
            for metric in Metric::ALL {
                if table.has(metric) && !smaller.has(metric) {
                    let file = metric.file_name(smaller.layout().material());
                    anyhow::bail!("its {metric} needs {file}, which is missing; generate it");
                }
            }
        }
        let steps = match self.request.sample {
            Some(count) => count,
            None => 2 * table.layout().blocks() as u64,
        };
        let bar = self.progress.bar(format!("checking {class}"), Some(steps));
        let (tables, done) = (self.own.tables(), |steps| bar.inc(steps));
        let result = match self.request.sample {
            Some(count) => check_forward_sample(&table, tables, count, &done),
            None => check_forward(&table, tables, &done),
        };
        drop(bar);
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
        let known = Metric::ALL.into_iter().filter(|&metric| table.has(metric));
        Ok(Checked {
            against: format!("its own moves, {}", enumerated(known)),
            table_entries,
            is_sample: self.request.sample.is_some(),
            agrees: first_difference.is_none(),
            first_difference,
            ..Checked::agreeing(class)
        })
    }
}

/// Metrics in a text: WDL and DTM and DTZ.
fn enumerated(metrics: impl Iterator<Item = Metric>) -> String {
    let names: Vec<String> = metrics.map(|metric| metric.to_string()).collect();
    names.join(" and ")
}

fn fen(placement: &Placement, class: &Material, en_passant: Option<Square>) -> String {
    let fen = placement.fen(class).to_string();
    match en_passant {
        Some(square) => fen.replacen(" - - ", &format!(" - {square} "), 1),
        None => fen,
    }
}

impl Checked {
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
}
