//! Made-up tables for tests: all positions are drawn but those that a test sets.

use std::{borrow::Cow, sync::Arc};

use shakmaty::{ByColor, Color, File, Square};

use super::{
    cells::{Cells, first_pawn},
    decided::Decided,
    known::Known,
    order::{Lead, Men},
    values::Values,
};
use crate::{
    Index, Layout, Material, Metric, Numbers, Section, SideTable, Table, TableSet, Wdl, WdlTable,
    captures::Captures,
};

/// A table on its way.
pub struct Made {
    layout: Layout,
    sides: ByColor<SideTable>,
}

/// Squares in the order of a layout's men, as `b1 h8 e4`.
pub fn squares(names: &str) -> Vec<Square> {
    let names = names.split(' ');
    names.map(|name| name.parse().expect("a square")).collect()
}

/// The index of men on some squares.
pub fn index(layout: &Layout, names: &str) -> Index {
    layout.encode(&squares(names)).expect("a position")
}

/// Codes of a word that differ from word to word and from square to square.
pub fn mixed(block: usize, word: usize) -> [u8; 64] {
    std::array::from_fn(|bit| {
        let number = (block << 18 | word << 6 | bit) as u64;
        (number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 57) as u8
    })
}

impl Made {
    pub fn new(class: &str) -> Self {
        let layout = Layout::new(&class.parse().expect("a class")).expect("a layout");
        let side = |turn| SideTable {
            dtz: Some(Numbers::default()),
            ..SideTable::new(&layout, turn)
        };
        let sides = ByColor {
            black: side(Color::Black),
            white: side(Color::White),
        };
        Self { layout, sides }
    }

    /// Gives a position a result and a distance in plies; its mirror image stays as it is.
    pub fn with(mut self, turn: Color, names: &str, wdl: Wdl, plies: u32) -> Self {
        let Index { block, word, bit } = index(&self.layout, names);
        let at = block * self.layout.block_words() + word;
        let side = self.sides.get_mut(turn);
        assert!(side.legal[at] >> bit & 1 != 0, "{names} is not legal");
        match wdl {
            Wdl::Win => side.win[at] |= 1 << bit,
            Wdl::Draw => {}
            Wdl::Loss => side.loss[at] |= 1 << bit,
        }
        let numbers = side.dtz.get_or_insert_default();
        for slice in 0..u32::BITS - plies.leading_zeros() {
            if plies >> slice & 1 != 0 {
                numbers.slice_mut(slice, self.layout.words())[at] |= 1 << bit;
            }
        }
        self
    }

    pub fn table(self) -> Table {
        Table::new(self.layout, self.sides)
    }
}

/// Asks the values of a side of a table. `smaller` are the tables that captures lead to.
pub fn ask<T>(
    table: &Table,
    turn: Color,
    smaller: &[&Table],
    question: impl FnOnce(&Values<'_>) -> T,
) -> T {
    let layout = table.layout();
    let whole = Section::whole(layout);
    let excerpt = table.excerpt(&whole);
    let others = TableSet::new();
    let known = Known {
        layout,
        excerpt: &excerpt,
        others: &others,
    };
    assert!(Metric::Dtz.numbers(excerpt.side(turn)).is_some());
    let results: Vec<Arc<WdlTable>> = smaller
        .iter()
        .map(|table| Arc::new(WdlTable::of(table)))
        .collect();
    let of = |class: &Material| {
        let found = results
            .iter()
            .find(|table| table.layout().material() == class);
        found.map(Arc::clone)
    };
    let captures = Captures::new(layout, turn, &of).expect("smaller tables");
    let decided = Decided::new(layout, &known, &captures, turn).expect("answers");
    let side = Cow::Borrowed(table.side(turn));
    question(&Values::new(whole.clone(), turn, (side, decided)))
}

/// The cells of a class; with pawns, those whose leading pawn stands on a file.
pub fn cells_of<'a>(layout: &'a Layout, men: &Men, file: File) -> Cells<'a> {
    match men.lead {
        Lead::Pawns(color) => {
            let lead = first_pawn(layout, color).expect("a pawn");
            Cells::pawns(layout, lead, file)
        }
        _ => Cells::pawnless(layout),
    }
}
