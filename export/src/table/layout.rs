//! How the data of exported tables are laid out.

/// What counts more, the bytes of the data or the time of a probe.
#[derive(Copy, Clone, Default, PartialEq, Eq, Debug)]
pub enum TableLayout {
    /// Compressed: a probe decodes a few dozen symbols, after it has tried captures.
    #[default]
    Compact,
    /// A bitbase: a bit or two for each position, which a probe reads.
    Fast,
}
