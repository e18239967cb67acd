//! Which classes are generated in which order, with how much memory.

pub(crate) mod jobs;
pub(crate) mod memory;
pub(crate) mod run;
pub(crate) mod steps;
pub(crate) mod task;
