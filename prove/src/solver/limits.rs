//! When a search gives up.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::why::Why;

/// How much a search may cost.
#[derive(Copy, Clone, Debug)]
pub struct Limits<'a> {
    /// How long it may take.
    pub time: Duration,
    /// How many conflicts it may meet. Unlike the time they are the same in every run.
    pub conflicts: u64,
    /// About how many bytes it may take.
    pub memory: usize,
    /// Whether to stop at once.
    pub stop: &'a AtomicBool,
}

impl<'a> Limits<'a> {
    /// No limits, until it is stopped.
    pub fn none(stop: &'a AtomicBool) -> Self {
        Self {
            time: Duration::MAX,
            conflicts: u64::MAX,
            memory: usize::MAX,
            stop,
        }
    }
}

/// Limits that have begun.
#[derive(Debug)]
pub(super) struct Clock<'a> {
    limits: Limits<'a>,
    start: Instant,
    looks: u32,
}

/// How often the clock is read: once in so many looks.
const READ: u32 = 64;

impl<'a> Clock<'a> {
    pub(super) fn new(limits: &Limits<'a>) -> Self {
        Self {
            limits: *limits,
            start: Instant::now(),
            looks: 0,
        }
    }

    /// Whether to go on.
    pub(super) fn look(&mut self, conflicts: u64, bytes: usize) -> Result<(), Why> {
        self.looks = self.looks.wrapping_add(1);
        if self.limits.stop.load(Ordering::Relaxed) {
            Err(Why::Stopped)
        } else if conflicts > self.limits.conflicts {
            Err(Why::Conflicts)
        } else if bytes > self.limits.memory {
            Err(Why::Memory)
        } else if self.looks % READ == 1 && self.start.elapsed() > self.limits.time {
            Err(Why::Time)
        } else {
            Ok(())
        }
    }
}
