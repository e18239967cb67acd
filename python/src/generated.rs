//! Tables that are generated, if they fit into memory.

use std::slice;

use drawproof_retro::{
    HelpmatePly, Keep, Plan, PlyReport, Task, Wanted, generate_all, helpmates as find,
};
use drawproof_system::free_memory;
use drawproof_tables::{HelpmateTables, Material, TableSet};

use crate::{
    error::Failure,
    work::{Progress, Watch},
};

/// Bytes in GiB.
#[allow(clippy::cast_precision_loss)]
pub fn gib(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 30)
}

/// Refuses what does not fit into memory.
fn check_memory(class: &Material, wanted: Wanted) -> Result<(), Failure> {
    let task = Task {
        classes: slice::from_ref(class),
        wanted,
        keep: Keep::Successors,
        folder: None,
        writing: None,
    };
    let (needed, free) = (Plan::new(&task, |_| false)?.peak_bytes(), free_memory(0));
    if needed <= free {
        return Ok(());
    }
    Err(Failure::Memory(format!(
        "to generate {class} takes up to {:.1} GiB of memory, and {:.1} GiB is free; ask for fewer metrics or a smaller class, or use a machine with more",
        gib(needed),
        gib(free)
    )))
}

/// Tables of a class and those that its captures and promotions lead to.
pub fn tables(class: &Material, wanted: Wanted, watch: &Watch) -> Result<TableSet, Failure> {
    check_memory(class, wanted)?;
    let mut tables = TableSet::new();
    let report = |class: &Material, ply: PlyReport| {
        watch.stop_here();
        let goal = ply.goal.abbreviation();
        watch.set(Progress {
            what: format!("{class} {goal} ply {}", ply.ply),
            done: ply.solved,
            of: None,
        });
    };
    generate_all(
        slice::from_ref(class),
        wanted,
        Keep::Successors,
        &mut tables,
        &report,
    )?;
    Ok(tables)
}

/// Tables of help mates of a class and those that its captures and promotions lead to.
pub fn helpmates(
    class: &Material,
    with_distances: bool,
    watch: &Watch,
) -> Result<HelpmateTables, Failure> {
    let like = if with_distances {
        Wanted::Dtm
    } else {
        Wanted::Wdl
    };
    check_memory(class, like)?;
    let report = |class: &Material, ply: HelpmatePly| {
        watch.stop_here();
        watch.set(Progress {
            what: format!("{class} help mates ply {}", ply.ply),
            done: ply.found,
            of: None,
        });
    };
    Ok(find(class, with_distances, &report)?)
}
