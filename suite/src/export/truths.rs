//! The tables that exported ones are compared with.

use std::{path::PathBuf, sync::Arc};

use drawproof_export::table::{Embedded, HelpmateData, Judge, Metric};
use drawproof_tables::{HelpmateTables, Material, Table};

use crate::{helpmate::Wanted, progress::Progress, sources::Sources};

/// The most men of tables of help mates that are kept in memory; larger ones are read or generated
/// again, one after the other.
const MOST_KEPT: usize = 4;

/// Tables of all classes of a file.
pub enum Truths {
    /// Results.
    Results {
        metric: Metric,
        tables: Vec<Arc<Table>>,
        sources: Sources,
    },
    /// Who can mate.
    Mates {
        kept: HelpmateTables,
        classes: Vec<Material>,
        folders: Vec<PathBuf>,
        progress: Progress,
    },
}

/// The number of a class in the file, and its judge.
pub type Numbered<'a> = (u8, Judge<'a>);

/// The data that say who can mate in some classes, and their tables.
pub fn of_mates(
    classes: Vec<Material>,
    folders: &[PathBuf],
    progress: &Progress,
) -> anyhow::Result<(Embedded, Truths)> {
    let (mut data, mut kept) = (HelpmateData::default(), HelpmateTables::new());
    // The generator shows what it does.
    let count = classes.len() as u64;
    let bar = (!folders.is_empty()).then(|| progress.bar("compressing", Some(count)));
    tables(&classes).each(folders, progress, |table| {
        data.add(&table);
        if table.layout().men().len() <= MOST_KEPT {
            kept.insert(table);
        }
        if let Some(bar) = &bar {
            bar.inc(1);
        }
        Ok(())
    })?;
    if let Some(bar) = bar {
        drop(bar);
    }
    let folders = folders.to_vec();
    let truths = Truths::Mates {
        kept,
        classes,
        folders,
        progress: progress.clone(),
    };
    Ok((data.finish(), truths))
}

fn tables(classes: &[Material]) -> Wanted<'_> {
    Wanted {
        classes,
        with_smaller: false,
        with_distances: false,
    }
}

impl Truths {
    /// Hands over the judges of all classes, as many at a time as there is room for.
    pub fn each(
        &self,
        mut take: impl FnMut(&[Numbered<'_>]) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        match self {
            Self::Results {
                metric,
                tables,
                sources,
            } => {
                let all = sources.tables();
                let judges = tables.iter().zip(0..).map(|(table, number)| {
                    Judge::new(table, all, *metric).map(|judge| (number, judge))
                });
                take(&judges.collect::<Result<Vec<_>, _>>()?)
            }
            Self::Mates {
                kept,
                classes,
                folders,
                progress,
            } => {
                let numbered = classes.iter().zip(0..);
                let judges = numbered.clone().filter_map(|(class, number)| {
                    let table = kept.get(class)?;
                    Some(Judge::of_mates(table, kept).map(|judge| (number, judge)))
                });
                take(&judges.collect::<Result<Vec<_>, _>>()?)?;
                for (class, number) in numbered.filter(|(class, _)| kept.get(class).is_none()) {
                    tables(std::slice::from_ref(class)).each(folders, progress, |table| {
                        let table = Arc::new(table);
                        let mut all = kept.clone();
                        all.insert(Arc::clone(&table));
                        take(&[(number, Judge::of_mates(&table, &all)?)])
                    })?;
                }
                Ok(())
            }
        }
    }
}
