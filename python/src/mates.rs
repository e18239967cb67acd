//! Tables of who can still mate: their columns, single positions, and files.

use std::{path::Path, slice};

use drawproof_tables::{
    HelpmateTable, HelpmateTables, Index, Material, Mates, Table, has_helpmate_file,
};
use shakmaty::{Chess, Color};

use crate::{
    columns::{Column, NONE, Word, first_entry},
    error::Failure,
};

/// Whether a side can still mate.
pub struct CanMate<'a> {
    /// The table.
    pub table: &'a HelpmateTable,
    /// The side.
    pub mater: Color,
}

impl Column for CanMate<'_> {
    type Number = bool;

    fn word(&self, _: &Table, word: Word, out: &mut [bool; 64]) {
        let side = self.table.side(word.turn);
        let set = if self.mater == word.turn {
            side.own[word.at]
        } else {
            side.others[word.at]
        };
        for (bit, out) in out.iter_mut().enumerate() {
            *out = set >> bit & 1 != 0;
        }
    }
}

/// Plies of the shortest help mate of a side; [`NONE`].
pub struct ToHelpmate<'a> {
    /// The table.
    pub table: &'a HelpmateTable,
    /// The side.
    pub mater: Color,
}

impl Column for ToHelpmate<'_> {
    type Number = i16;

    fn word(&self, _: &Table, word: Word, out: &mut [i16; 64]) {
        let first = first_entry(self.table.layout(), word.at);
        for (bit, out) in (0..).zip(out) {
            let mates = self.table.mates(Index { bit, ..first }, word.turn);
            let plies = mates.and_then(|mates| *mates.plies.get(self.mater));
            *out = plies.map_or(NONE, |plies| i16::try_from(plies).unwrap_or(i16::MAX));
        }
    }
}

/// Whether White and Black can mate, and in how many plies.
pub type MatesProbed = (bool, bool, Option<u16>, Option<u16>);

/// What tables say of a position.
pub fn probed(tables: &HelpmateTables, position: &Chess) -> Result<MatesProbed, Failure> {
    let Mates { can, plies } = tables.probe(position)?;
    Ok((can.white, can.black, plies.white, plies.black))
}

/// The tables of help mates of a class and smaller ones that a folder has; `None` if it has none of
/// the class.
pub fn read(folder: &Path, class: &Material) -> Result<Option<HelpmateTables>, Failure> {
    if !has_helpmate_file(folder, class)? {
        return Ok(None);
    }
    let mut tables = HelpmateTables::new();
    for class in Material::with_smaller(slice::from_ref(class), |_| false) {
        if has_helpmate_file(folder, &class)? {
            tables.insert(HelpmateTable::read(folder, &class)?);
        }
    }
    Ok(Some(tables))
}
