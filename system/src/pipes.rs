//! What a process was started with.

/// The pipes to the process that started this one, kept from a plugin.
#[derive(Debug)]
pub struct Pipes {
    /// Where requests come from.
    pub requests: std::fs::File,
    /// Where replies go.
    pub replies: std::fs::File,
}
