//! Finished slices, compressed: in memory, in files, in folders.

pub(crate) mod compressed_sets;
pub(crate) mod packed_class;
pub(crate) mod ply_file;
pub(crate) mod slice_file;
pub(crate) mod slice_folder;
