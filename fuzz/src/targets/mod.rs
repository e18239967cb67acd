//! The targets.

mod compressed;
mod dph;
mod environment;
mod folders;
mod gaviota;
mod http;
mod lrat;
mod names;
mod own;
mod packed;
mod parts;
mod pgn;
mod plan;
mod protocol;
mod reports;
mod rules;
mod slices;
mod syzygy;
mod target;
mod vocabulary;

pub use target::{Sealed, Target};

/// All targets.
pub static TARGETS: [Target; 19] = [
    compressed::TARGET,
    dph::TARGET,
    environment::TARGET,
    folders::TARGET,
    gaviota::TARGET,
    http::TARGET,
    lrat::TARGET,
    names::TARGET,
    own::TARGET,
    packed::TARGET,
    parts::TARGET,
    pgn::TARGET,
    plan::TARGET,
    protocol::TARGET,
    reports::TARGET,
    rules::TARGET,
    slices::TARGET,
    syzygy::TARGET,
    vocabulary::TARGET,
];

/// The target with a name.
pub fn target(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

/// Runs a target by its name.
///
/// # Panics
///
/// If there is none, or if a guarantee is broken.
pub fn run(name: &str, bytes: &[u8]) {
    (target(name).expect("a target").run)(bytes);
}
