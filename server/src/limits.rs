//! What a server allows its clients.

use std::time::Duration;

/// What a server allows its clients.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// How many connections there are at a time, others wait; one client has half of them at most,
    /// and more of it are closed.
    pub connections: usize,
    /// How many requests are worked on at a time; others wait.
    pub at_work: usize,
    /// How long a client may take for its request, and to read the answer; how long a connection
    /// may do nothing.
    pub client: Duration,
    /// How long an answer may take.
    pub answer: Duration,
    /// The longest head of a request, in bytes.
    pub head: usize,
    /// Whether they may have rules verified.
    pub workbench: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 1024,
            at_work: 64,
            client: Duration::from_secs(10),
            answer: Duration::from_secs(10),
            head: 8 << 10,
            workbench: true,
        }
    }
}

impl Limits {
    /// How many connections one client may have.
    pub(crate) fn of_one(&self) -> usize {
        self.connections.div_ceil(2)
    }
}
