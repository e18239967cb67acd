//! What a run generates and keeps.

use drawproof_tables::{LayoutError, Material};

use crate::{error::GenerateError, store::slice_folder::SliceFolder, wanted::Wanted};

/// Which of the smaller tables generated on the way are kept.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Keep {
    /// All of them.
    All,
    /// Those that a capture or promotion leads to from the requested classes.
    Successors,
    /// None: only the requested classes.
    Requested,
    /// Nothing, not even the requested classes: for callers that take each table as it
    /// is finished.
    Nothing,
}

impl Keep {
    /// Whether the table of a class stays when some classes are requested.
    pub fn keeps(self, class: &Material, requested: &[Material]) -> bool {
        match self {
            Self::All => true,
            Self::Successors => requested
                .iter()
                .any(|asked| asked == class || asked.successors().contains(class)),
            Self::Requested => requested.contains(class),
            Self::Nothing => false,
        }
    }
}

/// What a run generates, and where it keeps what it makes on the way.
#[derive(Copy, Clone, Debug)]
pub struct Task<'a> {
    /// The requested classes.
    pub classes: &'a [Material],
    /// What is generated of them.
    pub wanted: Wanted,
    /// Which tables stay in memory.
    pub keep: Keep,
    /// Where finished slices are kept instead of in memory.
    pub folder: Option<&'a SliceFolder>,
    /// If the caller makes a table of each requested class, or sections of it, with one metric
    /// at a time (see [`Solved::table_with`](crate::Solved::table_with)): what that takes.
    pub writing: Option<Writing>,
}

/// The memory that a caller takes for the files of a class.
#[derive(Copy, Clone, Debug)]
pub struct Writing {
    /// How many words of each set of a table are in memory at a time.
    pub table_words: fn(&Material) -> Result<u64, LayoutError>,
    /// The bytes besides its table, with a number of threads.
    pub bytes: fn(&Material, usize) -> Result<u64, LayoutError>,
}

impl Task<'_> {
    /// The classes whose slices are all in the folder, but for requested ones: their
    /// tables are still to be made.
    pub(crate) fn in_folder(&self) -> Result<Vec<Material>, GenerateError> {
        let mut complete = Vec::new();
        let Some(folder) = self.folder else {
            return Ok(complete);
        };
        for class in Material::with_smaller(self.classes, |_| false) {
            if !self.classes.contains(&class) && folder.is_complete(&class)? {
                complete.push(class);
            }
        }
        Ok(complete)
    }

    /// Whether the table of a class stays in memory.
    pub(crate) fn keeps(&self, class: &Material) -> bool {
        self.keep.keeps(class, self.classes)
    }
}
