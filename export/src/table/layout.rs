//! How the data of exported tables are laid out.

use drawproof_tables::Material;

use super::{EmbedError, Embedded};

/// What counts more, the bytes of the data or the time of a probe.
#[derive(Copy, Clone, Default, PartialEq, Eq, Debug)]
pub enum TableLayout {
    /// Compressed: a probe decodes a few dozen symbols, after it has tried captures.
    #[default]
    Compact,
    /// A bitbase: a bit or two for each position, which a probe reads.
    Fast,
}

impl TableLayout {
    /// The classes that a file of some classes has: with `Compact` those that captures lead to,
    /// with `Fast` KPvK besides KPvKP, where a pawn may be taken en passant; those of fewer men
    /// first, each once.
    ///
    /// # Errors
    ///
    /// If a class has no tables or too many men.
    pub fn needed(self, classes: &[Material]) -> Result<Vec<Material>, EmbedError> {
        let mut needed = Embedded::with_captures(classes)?;
        if self == Self::Fast {
            let has_en_passant = classes.iter().any(Material::has_en_passant);
            needed.retain(|class| {
                let is_left = has_en_passant && class.men_count() == 3 && class.has_pawns();
                classes.contains(class) || is_left
            });
        }
        Ok(needed)
    }
}
