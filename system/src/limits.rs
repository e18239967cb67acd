//! Limits on the memory of this process.

/// What the system allows this process, in bytes, and what it has of it.
#[derive(Copy, Clone, Default, PartialEq, Eq, Debug)]
pub struct MemoryLimits {
    /// The limit on address space (`ulimit -v`); `None` if there is none, or it
    /// is not known.
    pub address_space: Option<u64>,
    /// The limit on data (`ulimit -d`); `None` as there.
    pub data: Option<u64>,
    /// Address space that is not data: code and files.
    pub beside_data: u64,
    /// Memory that is not backed by a file.
    pub anonymous: u64,
}
