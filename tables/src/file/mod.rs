//! Tables on disk.
//!
//! A file holds one metric of one class: `KRvKR.dpw` win, draw and loss,
//! `KRvKR.dpm` distances to mate, `KRvKR.dpz` distances to zeroing moves.
//! Distances are stored for won and lost positions only, so the WDL file must
//! be in the same folder. `docs/reference/file-format.md` describes every byte.
//!
//! Files are written under a temporary name and then renamed, so a file of the
//! right name is complete. They are read a group of blocks at a time, when the
//! group is first needed, and its checksum is verified first. Of a WDL group only
//! the blocks and sides to move that are needed are decoded, and for a probe not more of them
//! than comes before its position.

mod error;
mod header;
mod numbers;
mod partial;
mod read;
mod storage;
mod wdl;
mod write;

pub use error::{FileError, Reason};
pub use partial::{PartialFile, end_partial_files, remove_old_partial_files};
pub use read::TableFile;
pub use storage::Storage;
pub use write::{write_bytes, write_table};
