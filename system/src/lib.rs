//! Operating system services behind one interface.
//!
//! Everything that differs between Unix and other systems is in two modules
//! with the same items: `unix`, and `portable` for all other systems. No other
//! file of the project except tests depends on the target system. What
//! `portable` does instead:
//!
//! | | Unix | elsewhere |
//! | --- | --- | --- |
//! | pipes and devices named as files | refused at once | refused where the system says what they are |
//! | processes left behind | ended by a [`Guard`] | not ended |
//! | plugins | asked in processes of their own | an error |
//! | closed standard output | an error | not noticed |
//! | limits on file sizes | an error | as the system does |
//! | limits on memory | planned for (Linux) | not known |
//!
//! The portable module has been compiled but not run, because no such system
//! was available.

mod files;
mod guard;
mod limits;
mod memory;
mod not_regular;
mod pipes;
#[cfg(not(unix))]
mod portable;
#[cfg(unix)]
mod unix;

pub use files::{open_regular, read_regular, regular_length};
pub use guard::{Guard, Guarded, Input, guard};
pub use limits::MemoryLimits;
pub use memory::free_memory;
pub use pipes::Pipes;
#[cfg(not(unix))]
use portable as platform;
#[cfg(unix)]
use unix as platform;

pub use platform::{
    PIPE_PIECE, SharedLibrary, end_with_parent, ending, is_stdout_closed, load_library,
    memory_limits, read_exact_at, survive_file_size_limits, take_pipes, wait_readable, wait_ready,
    with_usual_permissions,
};
