//! Tables of others, and files that end early.

mod gaviota;
mod partial_files;
mod syzygy;
