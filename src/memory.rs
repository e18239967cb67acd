//! Memory: what there is, and what generating tables takes.

use drawproof_retro::{Plan, Wanted};
use drawproof_tables::Material;

/// What may be used, in bytes: what the user said, or what is free.
pub fn available(limit: Option<f64>) -> u64 {
    if let Some(gib) = limit {
        return (gib * GIB) as u64;
    }
    let Ok(mut system) = sysinfo::System::new() else {
        // Not known: whoever asks for too much is told by the system.
        return u64::MAX;
    };
    system.refresh_memory();
    let free = system.available_memory();
    match system.cgroup_limits() {
        Some(limits) => free.min(limits.free_memory),
        None => free,
    }
}

const GIB: f64 = (1u64 << 30) as f64;

/// A number of bytes for people.
pub fn text(bytes: u64) -> String {
    let gib = bytes as f64 / GIB;
    if gib < 1.0 {
        format!("{:.0} MiB", (gib * 1024.0).ceil())
    } else {
        format!("{gib:.1} GiB")
    }
}

/// Refuses a plan that does not fit.
pub fn check(
    classes: &[Material],
    wanted: Wanted,
    plan: &Plan,
    wdl_only: Option<&Plan>,
    limit: Option<f64>,
) -> anyhow::Result<()> {
    let (needed, available) = (plan.peak_bytes(), available(limit));
    if needed <= available {
        return Ok(());
    }
    let what = match (wanted.has_dtm(), wanted.has_dtz()) {
        (false, false) => "WDL",
        (true, false) => "WDL and DTM",
        (false, true) => "WDL and DTZ",
        (true, true) => "WDL, DTM and DTZ",
    };
    let names: Vec<String> = classes.iter().map(Material::to_string).collect();
    let hint = match wdl_only.map(Plan::peak_bytes) {
        Some(bytes) if bytes <= available => {
            format!("; WDL alone needs {}: --metrics wdl", text(bytes))
        }
        _ => "; name fewer or smaller classes, or use a machine with more".into(),
    };
    anyhow::bail!(
        "{what} of {} and smaller classes needs {} of memory, and {} {}{hint}",
        names.join(" "),
        text(needed),
        text(available),
        if limit.is_some() {
            "may be used"
        } else {
            "are free"
        },
    )
}
