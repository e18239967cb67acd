//! How much memory is free.

use sysinfo::{Pid, ProcessesToUpdate, System};

/// The free memory of the system in bytes, within its control groups: with what this
/// process has allocated and freed, so with everything but `held`. The greatest number if
/// it is not known.
pub fn free_memory(held: u64) -> u64 {
    let Ok(mut system) = System::new() else {
        // Unknown: the system will refuse allocations that are too large.
        return u64::MAX;
    };
    system.refresh_memory();
    let mut free = system.available_memory();
    if let Some(limits) = system.cgroup_limits() {
        free = free.min(limits.free_memory);
    }
    let own = Pid::from_u32(std::process::id());
    system.refresh_processes(ProcessesToUpdate::Some(&[own]), false);
    let own = system.process(own);
    // The process may be in a separate group below that of the system.
    if let Some(limits) = own.and_then(sysinfo::Process::cgroup_limits) {
        free = free.min(limits.free_memory);
    }
    let given = own.map_or(0, sysinfo::Process::memory);
    free.saturating_add(given.saturating_sub(held))
}
