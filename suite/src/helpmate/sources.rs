//! Where tables of help mates come from: files in folders, or the generator.

use std::{
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
};

use drawproof_reports::thousands;
use drawproof_retro::{GenerateError, HelpmatePly, generate_helpmates};
use drawproof_tables::{
    HelpmateTable, HelpmateTables, Material, VisibleName, has_helpmate_file, helpmate_file_name,
};

use crate::progress::{NEVER, Progress, unless};

/// The tables of classes, and whether those that their moves lead to are included.
pub struct Wanted<'a> {
    /// The classes.
    pub classes: &'a [Material],
    /// Whether those that their moves lead to are included.
    pub with_smaller: bool,
    /// Whether distances are generated; files have them or not.
    pub with_distances: bool,
}

/// Whether classes have so few men that distances are generated where nobody asks for them.
pub fn are_distances_cheap(classes: &[Material]) -> bool {
    classes.iter().all(|class| class.men_count() <= 4)
}

impl Wanted<'_> {
    /// Hands over each table, in an order of its own if they are generated.
    pub fn each(
        &self,
        folders: &[PathBuf],
        progress: &Progress,
        mut take: impl FnMut(HelpmateTable) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let classes = if self.with_smaller {
            Material::with_smaller(self.classes, |_| false)
        } else {
            self.classes.to_vec()
        };
        if folders.is_empty() {
            return generate(&classes, self.with_distances, (progress, &NEVER), take);
        }
        for class in &classes {
            let folder = folder(folders, class)?;
            take(HelpmateTable::read(folder, class)?)?;
        }
        Ok(())
    }

    /// All of them.
    pub fn all(&self, folders: &[PathBuf], progress: &Progress) -> anyhow::Result<HelpmateTables> {
        let mut tables = HelpmateTables::new();
        self.each(folders, progress, |table| {
            tables.insert(table);
            Ok(())
        })?;
        Ok(tables)
    }
}

/// Of three and four men: classes and those that their moves lead to, or what folders have. Five
/// men would take a server's memory.
pub fn of_few_men(
    folders: &[PathBuf],
    classes: &[Material],
    progress: &Progress,
) -> anyhow::Result<HelpmateTables> {
    const MOST_MEN: usize = 4;
    let all = if folders.is_empty() {
        Material::with_smaller(classes, |_| false)
    } else {
        (3..=MOST_MEN).flat_map(Material::all).collect()
    };
    let mut few = Vec::new();
    for class in all {
        let is_few = class.men_count() <= MOST_MEN;
        if is_few && (folders.is_empty() || Files(folders).folder(&class)?.is_some()) {
            few.push(class);
        }
    }
    let wanted = Wanted {
        classes: &few,
        with_smaller: false,
        with_distances: false,
    };
    wanted.all(folders, progress)
}

/// The files of folders.
#[derive(Copy, Clone)]
pub struct Files<'a>(pub &'a [PathBuf]);

impl<'a> Files<'a> {
    /// The first folder that has the table of a class.
    fn folder(self, class: &Material) -> anyhow::Result<Option<&'a Path>> {
        for folder in self.0 {
            if has_helpmate_file(folder, class)? {
                return Ok(Some(folder));
            }
        }
        Ok(None)
    }

    /// The table of a class, if a folder has it.
    pub fn read(self, class: &Material) -> anyhow::Result<Option<HelpmateTable>> {
        let folder = self.folder(class)?;
        Ok(folder
            .map(|of| HelpmateTable::read(of, class))
            .transpose()?)
    }
}

/// The first folder that must have the table of a class.
fn folder<'a>(folders: &'a [PathBuf], class: &Material) -> anyhow::Result<&'a Path> {
    if let Some(folder) = Files(folders).folder(class)? {
        return Ok(folder);
    }
    let names: Vec<String> = folders.iter().map(VisibleName::shown).collect();
    anyhow::bail!(
        "{} is missing in {}; make it with: drawproof generate {class} --metrics helpmate --out DIR",
        helpmate_file_name(class),
        names.join(", ")
    )
}

/// Generates tables and shows the current class. It ends soon after `stopped` is set.
pub fn generate(
    classes: &[Material],
    with_distances: bool,
    (progress, stopped): (&Progress, &AtomicBool),
    take: impl FnMut(HelpmateTable) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let spinner = progress.bar("generating", None);
    let report = |class: &Material, ply: HelpmatePly| {
        let found = thousands(ply.found);
        spinner.set_message(format!("{class}: ply {}, {found} entries found", ply.ply));
        unless(stopped)
    };
    let result = generate_helpmates::<Failed>(classes, with_distances, &report, {
        let mut take = take;
        move |table| take(table).map_err(Failed)
    });
    drop(spinner);
    result.map_err(|error| error.0)
}

/// Whatever ended a run.
struct Failed(anyhow::Error);

impl From<GenerateError> for Failed {
    fn from(error: GenerateError) -> Self {
        Self(error.into())
    }
}
