//! Memory: what there is, and what generating tables takes.

use drawproof_retro::{Plan, Wanted};
use drawproof_tables::Material;
use sysinfo::{Pid, ProcessesToUpdate, System};

const GIB: f64 = (1u64 << 30) as f64;

/// What may be used, in bytes.
#[derive(Copy, Clone, Debug)]
pub enum Available {
    /// What the system has.
    Free(u64),
    /// What the user allows.
    Allowed(u64),
}

impl Available {
    /// So many GiB.
    pub fn allowed(gib: f64) -> Self {
        Self::Allowed((gib * GIB) as u64)
    }

    fn bytes(self) -> u64 {
        match self {
            Self::Free(bytes) | Self::Allowed(bytes) => bytes,
        }
    }
}

/// What is free, in bytes, and what this program was given before and does not
/// hold any more: all but `held`.
pub fn available(held: u64) -> Available {
    let Ok(mut system) = System::new() else {
        // Not known: whoever asks for too much is told by the system.
        return Available::Free(u64::MAX);
    };
    system.refresh_memory();
    let mut free = system.available_memory();
    if let Some(limits) = system.cgroup_limits() {
        free = free.min(limits.free_memory);
    }
    let own = Pid::from_u32(std::process::id());
    system.refresh_processes(ProcessesToUpdate::Some(&[own]), false);
    let given = system.process(own).map_or(0, sysinfo::Process::memory);
    Available::Free(free + given.saturating_sub(held))
}

/// A number of bytes for people.
pub fn text(bytes: u64) -> String {
    let gib = bytes as f64 / GIB;
    if gib < 1.0 {
        format!("{:.0} MiB", gib * 1024.0)
    } else {
        format!("{gib:.1} GiB")
    }
}

/// Refuses a plan that does not fit.
pub fn check(
    classes: &[Material],
    wanted: Wanted,
    plan: &Plan,
    available: Available,
) -> anyhow::Result<()> {
    check_bytes(classes, wanted, plan.peak_bytes(), available, None)
}

/// How many classes are named where there are many.
const NAMED: usize = 5;

/// Refuses what does not fit; offers WDL alone, which takes `wdl_only` bytes,
/// where that does.
pub fn check_bytes(
    classes: &[Material],
    wanted: Wanted,
    bytes: u64,
    available: Available,
    wdl_only: Option<u64>,
) -> anyhow::Result<()> {
    if bytes <= available.bytes() {
        return Ok(());
    }
    let what = match (wanted.has_dtm(), wanted.has_dtz()) {
        (false, false) => "WDL",
        (true, false) => "WDL and DTM",
        (false, true) => "WDL and DTZ",
        (true, true) => "WDL, DTM and DTZ",
    };
    let mut names: Vec<String> = classes.iter().map(Material::to_string).collect();
    let more = names.len().saturating_sub(NAMED);
    if more > 1 {
        names.truncate(NAMED);
        names.push(format!("and {more} more"));
    }
    let limit = match available {
        Available::Free(bytes) => format!("{} is free", text(bytes)),
        Available::Allowed(bytes) => format!("--memory allows {}", text(bytes)),
    };
    let hint = match wdl_only {
        Some(bytes) if bytes <= available.bytes() => {
            format!("WDL alone takes {}: --metrics wdl", text(bytes))
        }
        _ => "name fewer or smaller classes, or use a machine with more".into(),
    };
    anyhow::bail!(
        "to generate {what} of {}, smaller classes included, takes up to {} of memory, and {limit}; {hint}",
        names.join(" "),
        text(bytes),
    )
}
