//! Rules and libraries verified over every position.

mod opened;
mod report;
mod run;
pub mod shards;
mod shared;
pub mod watch;

use anyhow::bail;
use drawproof_reports::Report;
use drawproof_tables::Subject;
use drawproof_verify::Shard;

use crate::{progress::Progress, sources::Slices};
use opened::with_runs;

pub use opened::Verify;
pub use report::{is_refuted, outcome, report};
pub use run::{Follow, Named, Request, Run, Tables, visit};

/// Verifies each recognizer, and hands over its report. `ready` is called when all is open, before
/// long work starts.
pub fn verify<T: Sync>(
    request: &Verify,
    progress: &Progress,
    ready: impl FnOnce() -> anyhow::Result<T>,
    mut take: impl FnMut(&mut T, Report) -> anyhow::Result<()> + Sync,
) -> anyhow::Result<T> {
    let tables = || Tables::new(progress);
    with_runs(request, &tables, progress, |runs, is_unchanged| {
        let mut ready = ready()?;
        shared::reports(runs, progress, &mut |report| {
            is_unchanged()?;
            take(&mut ready, report)
        })?;
        Ok(ready)
    })
}

/// Verifies in parts. `ready` is called before long work starts.
pub fn verify_parts<T>(
    request: &Verify,
    parts: &shards::Parts,
    progress: &Progress,
    ready: impl FnOnce() -> anyhow::Result<T>,
) -> anyhow::Result<(Vec<shards::PartMade>, T)> {
    let tables = || Tables::new(progress);
    with_runs(request, &tables, progress, |runs, is_unchanged| {
        let work = shards::begin(parts, &runs, is_unchanged)?;
        let ready = ready()?;
        Ok((work.all(runs)?, ready))
    })
}

/// What is verified, in order, if each of it can be split into a number of parts. Nothing
/// is generated.
pub fn recognizers(
    request: &Verify,
    shard: Shard,
    progress: &Progress,
) -> anyhow::Result<Vec<Named>> {
    let tables = || Tables::new(progress);
    with_runs(request, &tables, progress, |runs, _| {
        runs.iter()
            .map(|run| {
                if run.subject() == Subject::Mates {
                    bail!("claims about who can mate cannot be planned; use verify --shards");
                }
                shard.check(run.class(), run.units()?)?;
                Ok(run.named())
            })
            .collect()
    })
}

/// Makes parts, if what is verified is still as planned. Own tables come from slices, if there are
/// any.
pub fn make_parts(
    request: &Verify,
    parts: &shards::Parts,
    planned: &[Named],
    slices: Option<&Slices>,
    progress: &Progress,
) -> anyhow::Result<()> {
    let tables = || match slices {
        Some(slices) => Tables::of_slices(slices.clone(), request.kept(), progress),
        None => Tables::new(progress),
    };
    with_runs(request, &tables, progress, |runs, is_unchanged| {
        let found: Vec<Named> = runs.iter().map(Run::named).collect();
        check_planned(&found, planned)?;
        shards::begin(parts, &runs, is_unchanged)?.all(runs)?;
        Ok(())
    })
}

/// Refuses rules and libraries that were changed after a plan was made.
fn check_planned(found: &[Named], planned: &[Named]) -> anyhow::Result<()> {
    for (found, planned) in found.iter().zip(planned) {
        if found != planned {
            bail!(
                "{} is not what was planned: it has the SHA-256 {}, the plan {}; restore it, or plan again in another folder",
                found.name,
                found.sha256,
                planned.sha256
            );
        }
    }
    if found.len() != planned.len() {
        bail!(
            "{} recognizers were planned, and there are {}; plan again in another folder",
            planned.len(),
            found.len()
        );
    }
    Ok(())
}
