//! Syzygy files: read position by position as an oracle, read as a whole, and written.

mod error;
mod files;
mod folder;
mod names;
mod output;
mod read;
mod read_folder;
mod whole;
mod write;

pub use error::{SYZYGY_MEN, WriteError};
pub use folder::SyzygyFolder;
pub use names::syzygy_name;
pub use output::{Written, check_syzygy, write_syzygy};
pub use read::{Bad, ReadError, read_wdl};
pub use write::{
    Sections,
    checksum::seal_syzygy,
    memory::{syzygy_table_words, syzygy_writing_bytes},
    syzygy_files,
};
