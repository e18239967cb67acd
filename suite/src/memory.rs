//! Memory: how much is available, and how much generating tables takes.

use std::sync::OnceLock;

use drawproof_retro::{Plan, Wanted};
use drawproof_tables::{Material, Metric};

const GIB: f64 = (1u64 << 30) as f64;

/// The memory for training the model of a WDL file: measured, 0.55 GB.
pub const TRAINING: u64 = 560 << 20;

/// The same for a class: up to four men it takes less, measured 0.16 GB.
pub fn training_bytes(class: &Material) -> u64 {
    const SMALL: usize = 4;
    const OF_SMALL: u64 = 176 << 20;
    if class.men_count() <= SMALL {
        OF_SMALL
    } else {
        TRAINING
    }
}

/// The memory that may be used, in bytes.
#[derive(Copy, Clone, Debug)]
pub enum Available {
    /// What the system has free.
    Free(u64),
    /// What the user allows.
    Allowed(u64),
    /// What the system allows this process, as set by `ulimit -v`.
    Limited(u64),
}

impl Available {
    /// What the user allows, in GiB.
    pub fn allowed(gib: f64) -> Self {
        Self::Allowed((gib * GIB) as u64)
    }

    /// Whether this number of bytes may be used.
    pub fn has(self, bytes: u64) -> bool {
        bytes <= self.bytes()
    }

    fn bytes(self) -> u64 {
        match self {
            Self::Free(bytes) | Self::Allowed(bytes) | Self::Limited(bytes) => bytes,
        }
    }

    fn text(self) -> String {
        let bytes = text(self.bytes());
        match self {
            Self::Free(_) => format!("{bytes} is free"),
            Self::Allowed(_) => format!("--memory allows {bytes}"),
            Self::Limited(_) => {
                format!("the limits of this process (ulimit -v, ulimit -d) leave {bytes}")
            }
        }
    }
}

/// The free memory in bytes, including what this program has allocated and
/// freed: everything but `held`. It is at most what the limits of the process
/// allow.
pub fn available(held: u64) -> Available {
    let free = drawproof_system::free_memory(held);
    match left_by_limits(held) {
        Some(left) if left < free => Available::Limited(left),
        _ => Available::Free(free),
    }
}

/// What the limits on address space and data leave, if there are any.
///
/// The allocator reserves address space long before it needs memory, and keeps
/// freed memory. So only what it cannot use counts against the limits: code,
/// files and thread stacks in the address space, and what was in memory besides
/// tables when this was first called.
fn left_by_limits(held: u64) -> Option<u64> {
    /// The stack size of Rust's threads.
    const STACK: u64 = 2 << 20;
    /// A reserve for later allocations besides tables: buffers, and gaps that
    /// are too small for a table. `generate KQKR` needs some 100 MiB of it.
    const REST: u64 = 128 << 20;
    static BESIDE_TABLES: OnceLock<u64> = OnceLock::new();
    let limits = drawproof_system::memory_limits();
    let beside_tables = *BESIDE_TABLES.get_or_init(|| limits.anonymous.saturating_sub(held));
    let rest = held + beside_tables + REST + STACK * rayon::current_num_threads() as u64;
    let address_space = limits.address_space;
    let address_space = address_space.map(|limit| limit.saturating_sub(limits.beside_data));
    let least = [address_space, limits.data].into_iter().flatten().min()?;
    Some(least.saturating_sub(rest))
}

/// A number of bytes as text.
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
    let needed = plan.peak_bytes();
    let hint = "name fewer or smaller classes, or a folder of tables with --tables DIR: drawproof generate CLASS --scratch DIR2 --out DIR makes them in less memory";
    refuse_above(classes, wanted, needed, available, || hint.into())
}

/// Metrics in a text: WDL, DTM and DTZ.
fn enumerated(metrics: &[Metric]) -> String {
    let names: Vec<&str> = metrics.iter().map(|metric| metric.abbreviation()).collect();
    match names.split_last() {
        Some((last, [])) => (*last).into(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}

/// More memory is needed than there is.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct NotEnoughMemory(String);

/// How many classes are named if there are many.
const NAMED: usize = 5;

/// Another way to generate classes.
pub struct Way {
    /// The memory that it takes.
    pub bytes: u64,
    /// What it is.
    pub what: &'static str,
    /// The option for it.
    pub option: &'static str,
}

/// Refuses what does not fit; offers the first of other ways that does.
pub fn check_bytes(
    classes: &[Material],
    wanted: Wanted,
    bytes: u64,
    available: Available,
    others: &[Way],
) -> anyhow::Result<()> {
    refuse_above(classes, wanted, bytes, available, || {
        let smaller = "name fewer or smaller classes, or use a machine with more";
        let takes = |way: &Way| format!("{} takes {}: {}", way.what, text(way.bytes), way.option);
        let least = others.iter().min_by_key(|way| way.bytes);
        match others.iter().find(|way| available.has(way.bytes)) {
            Some(way) => takes(way),
            None => match least.filter(|way| way.bytes < bytes) {
                Some(way) => format!("{}; or {smaller}", takes(way)),
                None => smaller.into(),
            },
        }
    })
}

/// Refuses what does not fit, with a hint.
fn refuse_above(
    classes: &[Material],
    wanted: Wanted,
    bytes: u64,
    available: Available,
    hint: impl FnOnce() -> String,
) -> anyhow::Result<()> {
    if available.has(bytes) {
        return Ok(());
    }
    let what = enumerated(wanted.metrics());
    let mut names: Vec<String> = classes.iter().map(Material::to_string).collect();
    let more = names.len().saturating_sub(NAMED);
    if more > 1 {
        names.truncate(NAMED);
        names.push(format!("and {more} more"));
    }
    let limit = available.text();
    let refused = format!(
        "to generate {what} of {}, smaller classes included, takes up to {} of memory, and {limit}; {}",
        names.join(" "),
        text(bytes),
        hint(),
    );
    Err(NotEnoughMemory(refused).into())
}
