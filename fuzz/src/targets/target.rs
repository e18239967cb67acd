//! What a target is, and what targets share.

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

/// Splits an input into a choice, made by its first byte, and the file.
pub fn choose<'a, T>(bytes: &'a [u8], choices: &'a [T]) -> Option<(&'a T, &'a [u8])> {
    let (&first, rest) = bytes.split_first()?;
    Some((&choices[usize::from(first) % choices.len()], rest))
}

/// Writes a field into bytes, if there is room for it.
pub fn put(bytes: &mut [u8], at: usize, field: &[u8]) {
    if let Some(place) = bytes.get_mut(at..at + field.len()) {
        place.copy_from_slice(field);
    }
}
