//! WDL files of a folder, read as a whole.

use std::{io, sync::Arc};

use super::{
    error::SYZYGY_MEN,
    folder::SyzygyFolder,
    read::{ReadError, read_wdl},
};
use crate::{Layout, Material, OracleError, VisibleName, WdlTable, captures::after_captures};

impl SyzygyFolder {
    /// The results of all positions of a class, and before those of the classes that captures
    /// lead to. `None` for classes that are too large.
    ///
    /// # Errors
    ///
    /// If a file is missing, damaged, or cannot be read.
    pub fn wdl_table(&self, class: &Material) -> Result<Option<Arc<WdlTable>>, OracleError> {
        if !(3..=SYZYGY_MEN).contains(&class.men_count()) {
            return Ok(None);
        }
        self.read_smaller(class)?;
        if self.whole.get(class).is_none() {
            let Some(table) = self.read(class)? else {
                return Ok(None);
            };
            self.whole.insert(table);
        }
        Ok(self.whole.get(class))
    }

    /// The same for one who needs it once: of what was read, only the smaller classes stay in
    /// memory.
    ///
    /// # Errors
    ///
    /// As for [`wdl_table`](Self::wdl_table).
    pub fn read_wdl_table(&self, class: &Material) -> Result<Option<WdlTable>, OracleError> {
        if !(3..=SYZYGY_MEN).contains(&class.men_count()) {
            return Ok(None);
        }
        self.read_smaller(class)?;
        self.read(class)
    }

    /// Reads the classes that captures lead to, from the smallest on.
    fn read_smaller(&self, class: &Material) -> Result<(), OracleError> {
        let mut needed = after_captures(class);
        let mut at = 0;
        while let Some(class) = needed.get(at) {
            let mut more = after_captures(class);
            more.retain(|class| !needed.contains(class));
            needed.extend(more);
            at += 1;
        }
        needed.sort_by_key(Material::men_count);
        for class in needed {
            if self.whole.get(&class).is_none()
                && let Some(table) = self.read(&class)?
            {
                self.whole.insert(table);
            }
        }
        Ok(())
    }

    fn read(&self, class: &Material) -> Result<Option<WdlTable>, OracleError> {
        if !self.classes.contains(class) {
            return Err(OracleError::MissingTable {
                material: class.to_string(),
                place: self.path.shown(),
            });
        }
        let path = self.path.join(format!("{class}.rtbw"));
        let Some((bytes, _)) = self.files.whole(&path)? else {
            return Ok(None);
        };
        let smaller = |class: &Material| self.whole.get(class);
        match read_wdl(Layout::new(class)?, &bytes, &smaller) {
            Ok(table) => Ok(Some(table)),
            Err(ReadError::Bad(bad)) => Err(OracleError::Corrupt {
                material: class.to_string(),
                place: self.path.shown(),
                reason: bad.0.into(),
            }),
            Err(ReadError::Missing(class)) => Err(OracleError::Io {
                path,
                error: io::Error::other(format!("{class} was not read before")),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::error::Error;

    use super::*;

    /// The published file.
    const FILE: &[u8] = include_bytes!("../../../verify/tests/syzygy/KRvK.rtbw");

    fn read(bytes: &[u8]) -> Result<Option<Arc<WdlTable>>, OracleError> {
        let files = [("KRvK.rtbw".to_owned(), Arc::from(bytes))];
        SyzygyFolder::of_files("memory", files)?.wdl_table(&"KRvK".parse().expect("a class"))
    }

    #[test]
    fn a_flipped_bit_anywhere_is_noticed() -> Result<(), Box<dyn Error>> {
        assert!(read(FILE)?.is_some());
        let mut bytes = FILE.to_vec();
        for at in 0..bytes.len() {
            bytes[at] ^= 1 << (at % 8);
            assert!(read(&bytes).is_err(), "byte {at}");
            bytes[at] ^= 1 << (at % 8);
        }
        Ok(())
    }

    /// Without the checksum, damage does not panic, and does not make an illegal table.
    #[test]
    fn damaged_files_are_errors_or_tables() -> Result<(), Box<dyn Error>> {
        let layout = Layout::new(&"KRvK".parse()?)?;
        let mut bytes = FILE.to_vec();
        let mut refused = 0;
        for at in (0..bytes.len()).step_by(3) {
            for with in [1, 0xff] {
                bytes[at] ^= with;
                match read_wdl(layout.clone(), &bytes, &|_| None) {
                    Ok(table) => {
                        let side = table.side(shakmaty::Color::White);
                        let decided = side.win.iter().zip(&side.loss);
                        let sets = decided.zip(&side.legal);
                        assert!(sets.into_iter().all(|((win, loss), legal)| {
                            win & loss == 0 && (win | loss) & !legal == 0
                        }));
                    }
                    Err(_) => refused += 1,
                }
                bytes[at] ^= with;
            }
        }
        assert!(refused > 20, "{refused}");
        Ok(())
    }
}
