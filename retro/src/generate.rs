//! Tables for callers that keep them in memory and want no more than reports.

use std::sync::{Arc, Mutex, PoisonError};

use drawproof_tables::{Material, Table, TableSet};

use crate::{
    error::GenerateError,
    plan::{
        run::{Silent, generate_each},
        task::{Keep, Task},
    },
    wanted::{PlyReport, Wanted},
};

/// Generates the table of a class, after the smaller ones that it needs and
/// `tables` lacks. `report` is called after each ply of each class.
///
/// The result does not depend on the number of threads (rayon's).
///
/// # Errors
///
/// If the class, or one that captures or promotions lead to, has no tables.
pub fn generate(
    material: &Material,
    wanted: Wanted,
    tables: &mut TableSet,
    report: &(dyn Fn(&Material, PlyReport) + Sync),
) -> Result<Arc<Table>, GenerateError> {
    let classes = std::slice::from_ref(material);
    generate_all(classes, wanted, Keep::All, tables, report)?;
    let table = tables.get(material);
    table
        .cloned()
        .ok_or_else(|| GenerateError::MissingSmaller(material.clone()))
}

/// The WDL table of a class and those of the smaller classes that its moves lead
/// to, generated: what rules that ask the table of a class need.
///
/// # Errors
///
/// As for [`generate`].
pub fn with_smaller(material: &Material) -> Result<Arc<TableSet>, GenerateError> {
    let mut tables = TableSet::new();
    generate(material, Wanted::Wdl, &mut tables, &|_, _| {})?;
    Ok(Arc::new(tables))
}

/// [`with_smaller`] for many rule files, which ask about the same classes: each table is
/// generated once, and stays in memory.
#[derive(Default, Debug)]
pub struct GeneratedTables(Mutex<TableSet>);

impl GeneratedTables {
    /// The WDL table of a class and those of smaller classes, perhaps with others.
    ///
    /// # Errors
    ///
    /// As for [`generate`].
    pub fn with_smaller(&self, material: &Material) -> Result<Arc<TableSet>, GenerateError> {
        let mut tables = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        generate(material, Wanted::Wdl, &mut tables, &|_, _| {})?;
        Ok(Arc::new(tables.clone()))
    }
}

/// [`generate`] for several classes, as planned in [`Plan::new`](crate::Plan::new): classes of
/// fewer than five men that do not need each other are generated at the same
/// time, one on each thread. Of the smaller tables generated on the way, only
/// those to `keep` stay in `tables`.
///
/// # Errors
///
/// As for [`generate`]. Those finished before the error are in `tables`.
pub fn generate_all(
    classes: &[Material],
    wanted: Wanted,
    keep: Keep,
    tables: &mut TableSet,
    report: &(dyn Fn(&Material, PlyReport) + Sync),
) -> Result<(), GenerateError> {
    generate_while(classes, wanted, keep, tables, &|class, ply| {
        report(class, ply);
        Ok(())
    })
}

/// [`generate_all`] for a caller who may want no more of it: an error of `report`, as
/// [`GenerateError::Stopped`], ends the search.
///
/// # Errors
///
/// As for [`generate`], and those of `report`.
pub fn generate_while(
    classes: &[Material],
    wanted: Wanted,
    keep: Keep,
    tables: &mut TableSet,
    report: &(dyn Fn(&Material, PlyReport) -> Result<(), GenerateError> + Sync),
) -> Result<(), GenerateError> {
    let task = Task {
        classes,
        wanted,
        keep,
        folder: None,
        writing: None,
    };
    generate_each(&task, tables, &mut Silent(report))
}

#[cfg(test)]
mod tests {
    use std::{
        error::Error,
        sync::atomic::{AtomicU32, Ordering},
    };

    use super::*;
    use crate::helpmate::generate::generate_helpmates;

    /// With pawns and without, at a ply of the class itself: no later one is searched.
    #[test]
    fn a_search_ends_when_nobody_wants_it() -> Result<(), Box<dyn Error>> {
        for name in ["KRvKN", "KPvK"] {
            let class: Material = name.parse()?;
            let plies = AtomicU32::new(0);
            let report = |of: &Material, _: PlyReport| {
                if *of != class || plies.fetch_add(1, Ordering::Relaxed) < 3 {
                    return Ok(());
                }
                Err(GenerateError::Stopped)
            };
            let mut tables = TableSet::new();
            let classes = std::slice::from_ref(&class);
            let result = generate_while(classes, Wanted::Wdl, Keep::All, &mut tables, &report);
            assert_eq!(result, Err(GenerateError::Stopped));
            // Each thread may be at a ply of its own.
            let most = 4 + rayon::current_num_threads() as u32;
            assert!(plies.into_inner() <= most, "{name}");
            assert!(tables.get(&class).is_none());
            assert!(tables.iter().count() > 0, "what is finished stays");
        }
        Ok(())
    }

    #[test]
    fn a_search_of_help_mates_ends_when_nobody_wants_it() -> Result<(), Box<dyn Error>> {
        let class: Material = "KNvKN".parse()?;
        let report = |_: &Material, ply: crate::HelpmatePly| match ply.ply {
            0..3 => Ok(()),
            3 => Err(GenerateError::Stopped),
            _ => panic!("it went on"),
        };
        let result = generate_helpmates(&[class], false, &report, |_| {
            Err::<(), _>(GenerateError::NoGoal)
        });
        assert_eq!(result, Err(GenerateError::Stopped));
        Ok(())
    }
}
