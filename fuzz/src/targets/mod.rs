//! The targets.

mod gaviota;
mod names;
mod own;
mod packed;
mod parts;
mod pgn;
mod protocol;
mod reports;
mod rules;
mod syzygy;
mod vocabulary;

/// The result of reading exactly these bytes; `None` if they are refused.
pub type Sealed = fn(&[u8]) -> Option<String>;

/// A kind of input from outside.
#[derive(Copy, Clone, Debug)]
pub struct Target {
    /// Its name, also of its folder of inputs and of its program for libFuzzer.
    pub name: &'static str,
    /// Reads any bytes, and panics if a guarantee is broken.
    pub run: fn(&[u8]),
    /// Small valid inputs, each with a name.
    pub seeds: fn() -> Vec<(String, Vec<u8>)>,
    /// For formats with checksums: a flipped bit must be detected or change
    /// nothing.
    pub sealed: Option<Sealed>,
    /// Keywords of the format.
    pub words: &'static [&'static str],
}

/// All targets.
pub static TARGETS: [Target; 11] = [
    gaviota::TARGET,
    names::TARGET,
    own::TARGET,
    packed::TARGET,
    parts::TARGET,
    pgn::TARGET,
    protocol::TARGET,
    reports::TARGET,
    rules::TARGET,
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

/// Splits an input into a choice, made by its first byte, and the file.
fn choose<'a, T>(bytes: &'a [u8], choices: &'a [T]) -> Option<(&'a T, &'a [u8])> {
    let (&first, rest) = bytes.split_first()?;
    Some((&choices[usize::from(first) % choices.len()], rest))
}

/// Writes a field into bytes, if there is room for it.
fn put(bytes: &mut [u8], at: usize, field: &[u8]) {
    if let Some(place) = bytes.get_mut(at..at + field.len()) {
        place.copy_from_slice(field);
    }
}
