//! Tables that are generated, if they fit into memory.

use std::slice;

use drawproof_retro::{Keep, Plan, Task, Wanted};
use drawproof_suite::{helpmate, memory, sources::Sources};
use drawproof_tables::{HelpmateTables, Material, TableSet};

use crate::{error::Failure, work::Watch};

/// Bytes in GiB.
#[allow(clippy::cast_precision_loss)]
pub fn gib(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 30)
}

/// Tables of a class and those that its captures and promotions lead to.
pub fn tables(class: &Material, wanted: Wanted, watch: &Watch) -> Result<TableSet, Failure> {
    let mut sources = Sources::generator(&watch.screen()).keeping(Keep::Successors);
    sources.get(class, wanted).map_err(Failure::of)?;
    Ok(sources.into_tables())
}

/// Tables of help mates of a class and those that its captures and promotions lead to.
pub fn helpmates(
    class: &Material,
    with_distances: bool,
    watch: &Watch,
) -> Result<HelpmateTables, Failure> {
    let classes = slice::from_ref(class);
    check_memory(classes, with_distances).map_err(Failure::of)?;
    let wanted = helpmate::Wanted {
        classes,
        with_smaller: true,
        with_distances,
    };
    wanted.all(&[], &watch.screen()).map_err(Failure::of)
}

/// Refuses what does not fit: tables of help mates are about as large as others with the same metrics.
fn check_memory(classes: &[Material], with_distances: bool) -> anyhow::Result<()> {
    let wanted = if with_distances {
        Wanted::Dtm
    } else {
        Wanted::Wdl
    };
    let task = Task {
        classes,
        wanted,
        keep: Keep::Successors,
        folder: None,
        writing: None,
    };
    let plan = Plan::new(&task, |_| false)?;
    memory::check(classes, wanted, &plan, memory::available(0))
}
