//! The generator from outside.

mod codec;
mod files;
mod folder;
mod goals;
mod helpmate;
mod published;
mod syzygy_files;
