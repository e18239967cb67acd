//! Which classes are generated in which order, with how much memory.

pub(crate) mod jobs;
pub(crate) mod longest;
pub(crate) mod memory;
pub(crate) mod run;
pub(crate) mod search_memory;
pub(crate) mod steps;
pub(crate) mod task;
