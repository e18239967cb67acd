//! Who can mate, as data.
//!
//! Nearly all positions of a class with a quiet move have the same answer, or two answers if the
//! colours of bishops matter. The others are listed: see `source/helpmate.rs`.
//!
//! The words of the data: the number of records; the material of each, in ascending order,
//! 32 bits each; a word for each record; the lists. The word of a record says where its list
//! begins (32 bits) and how many entries it has (28 bits), and what all other positions of its
//! material have, with bishops on both colours and with bishops on one (2 bits each). An entry of
//! a list has 32 bits: the number of a position, and below it 2 bits with what it has.

use std::cmp::Reverse;

use drawproof_tables::{
    HelpmateSide, HelpmateTable, HelpmateTables, Index, Layout, Material, PROMOTED, ones,
};
use rayon::prelude::*;
use shakmaty::{Bitboard, Color, Piece, Role, Square};

use super::{
    counts::{ClassCounts, MateCounts},
    order::kind,
    set::{EmbedError, Embedded, EmbeddedClass},
};
use crate::source::helpmate::{
    answer_of_captures, has_quiet_move, in_order, least_number, material_of,
};

/// The maximum number of men, kings included, of a class with data that say who can mate.
pub const MAX_HELPMATE_MEN: usize = 5;

/// Data that grow class by class, those of fewer men first.
///
/// ```
/// use drawproof_export::table::HelpmateData;
/// use drawproof_retro::helpmates;
///
/// let class = "KNvKP".parse()?;
/// let tables = helpmates(&class, false, &|_, _| {})?;
/// let embedded = HelpmateData::of(&[class], &tables)?;
/// assert!(embedded.bytes().len() < 1000);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
pub struct HelpmateData {
    classes: Vec<Class>,
}

/// A class.
struct Class {
    material: Material,
    counts: [MateCounts; 2],
    records: Vec<Record>,
}

/// A class with one side to move.
struct Record {
    /// As `material_of` has it.
    material: u32,
    /// What most positions have, with bishops on both colours and with bishops on one.
    usual: [u64; 2],
    entries: Vec<u32>,
}

impl HelpmateData {
    /// The data of some classes, whose tables are there, and those that captures lead to.
    ///
    /// # Errors
    ///
    /// If a class has too many men or a table is missing.
    pub fn of(classes: &[Material], tables: &HelpmateTables) -> Result<Embedded, EmbedError> {
        let mut this = Self::default();
        for class in Self::needed(classes)? {
            let table = tables.get(&class);
            this.add(table.ok_or(EmbedError::Missing(class))?);
        }
        Ok(this.finish())
    }

    /// Classes and those that captures lead to, each once, those of fewer men first.
    ///
    /// # Errors
    ///
    /// If a class has no tables or too many men.
    pub fn needed(classes: &[Material]) -> Result<Vec<Material>, EmbedError> {
        let mut all: Vec<Material> = Vec::new();
        let mut asked = classes.to_vec();
        while let Some(class) = asked.pop() {
            Layout::new(&class)?;
            if class.men_count() > MAX_HELPMATE_MEN {
                let most = MAX_HELPMATE_MEN;
                return Err(EmbedError::TooManyMen { class, most });
            }
            if !all.contains(&class) {
                let smaller = after_captures(&class).into_iter();
                asked.extend(smaller.filter(|class| class.men_count() > 2));
                all.push(class);
            }
        }
        all.sort_by_key(place);
        Ok(all)
    }

    /// Adds a class; those that captures lead to must have been added.
    pub fn add(&mut self, table: &HelpmateTable) {
        let data = self.joined();
        let layout = table.layout();
        let turns: &[Color] = if layout.material().is_symmetric() {
            &[Color::White]
        } else {
            &[Color::White, Color::Black]
        };
        let record = |&turn: &Color| Record::new(layout, table.side(turn), turn, &data);
        self.classes.push(Class {
            material: layout.material().clone(),
            counts: [Color::White, Color::Black].map(|turn| counts(layout, table.side(turn), turn)),
            records: turns.iter().map(record).collect(),
        });
    }

    /// The data of all classes that were added.
    pub fn finish(mut self) -> Embedded {
        self.classes.sort_by_key(|class| place(&class.material));
        let class = |class: &Class| EmbeddedClass {
            material: class.material.clone(),
            bytes: class.records.iter().map(Record::bytes).sum(),
            counts: ClassCounts::Mates(class.counts),
        };
        let classes = self.classes.iter().map(class).collect();
        Embedded::of_mates(self.joined(), classes)
    }

    fn joined(&self) -> Vec<u64> {
        let records = self.classes.iter().flat_map(|class| &class.records);
        let mut records: Vec<&Record> = records.collect();
        records.sort_by_key(|record| record.material);
        let materials: Vec<u32> = records.iter().map(|record| record.material).collect();
        let mut data = vec![records.len() as u64];
        data.extend(halves(&materials));
        let mut begin = data.len() + records.len();
        for record in &records {
            let count = record.entries.len() as u64;
            let [both, one] = record.usual;
            data.push(begin as u64 | count << 32 | both << 60 | one << 62);
            begin += record.entries.len().div_ceil(2);
        }
        data.extend(records.iter().flat_map(|record| halves(&record.entries)));
        data
    }
}

/// The place of a class among others: fewer men first, stronger ones first.
fn place(class: &Material) -> (usize, Reverse<Material>) {
    (class.men_count(), Reverse(class.clone()))
}

/// The classes that captures lead to, those that promote a pawn among them.
fn after_captures(class: &Material) -> Vec<Material> {
    let men = class.men();
    let mut found = Vec::new();
    for taken in 2..men.len() {
        let pawns = (2..men.len())
            .filter(|&man| men[man].role == Role::Pawn && men[man].color != men[taken].color);
        let promotions = pawns.flat_map(|pawn| PROMOTED.map(|role| Some((pawn, role))));
        let after = promotions
            .chain([None])
            .filter_map(|of| class.after(Some(taken), of));
        found.extend(after.map(|(class, _)| class));
    }
    found
}

/// Numbers of 32 bits as words, the first one lowest.
fn halves(numbers: &[u32]) -> impl Iterator<Item = u64> {
    let pairs = numbers.chunks(2);
    pairs.map(|pair| u64::from(pair[0]) | pair.get(1).map_or(0, |&second| u64::from(second) << 32))
}

/// How many positions of the board have what.
fn counts(layout: &Layout, side: &HelpmateSide, turn: Color) -> MateCounts {
    let mut counts = MateCounts::default();
    let (strong, weak) = turn.fold_wb((&side.own, &side.others), (&side.others, &side.own));
    for block in 0..layout.blocks() {
        let weight = layout.board_weight(block);
        let weighted = |set: u64| weight * u64::from(set.count_ones());
        for word in block * layout.block_words()..(block + 1) * layout.block_words() {
            counts.strong += weighted(strong[word]);
            counts.weak += weighted(weak[word]);
            counts.dead += weighted(side.legal[word] & !strong[word] & !weak[word]);
        }
    }
    counts
}

impl Record {
    /// What must be stored, where `data` has the classes that captures lead to.
    fn new(layout: &Layout, side: &HelpmateSide, turn: Color, data: &[u64]) -> Self {
        let usual = usual(layout, side);
        let of_block = |block: usize| {
            let words = 0..layout.block_words();
            words.flat_map(move |word| {
                let at = block * layout.block_words() + word;
                let one_color = one_color(layout, word);
                let expected = |bit: u64| {
                    let [both, one] = usual.map(|of| if of & bit == 0 { 0 } else { !0 });
                    both & !one_color | one & one_color
                };
                let (own, others) = (side.own[at], side.others[at]);
                let differs = own ^ expected(1) | others ^ expected(2);
                ones(side.legal[at] & differs).filter_map(move |bit| {
                    let answer = (own >> bit & 1) as u32 | ((others >> bit & 1) as u32) << 1;
                    let of = usual[(one_color >> bit & 1) as usize] as u32;
                    let index = Index { block, word, bit };
                    let men = men_of(layout, index, turn);
                    let is_stored =
                        has_quiet_move(men) && of | answer_of_captures(data, men) & 3 != answer;
                    is_stored.then(|| least_number(men) << 2 | answer)
                })
            })
        };
        let mut entries: Vec<u32> = (0..layout.blocks())
            .into_par_iter()
            .flat_map_iter(of_block)
            .collect();
        entries.par_sort_unstable();
        entries.dedup();
        let some = Index {
            block: 0,
            word: 0,
            bit: 0,
        };
        Self {
            material: material_of(men_of(layout, some, turn)),
            usual,
            entries,
        }
    }

    /// What it takes, without its share of the directory of materials.
    fn bytes(&self) -> usize {
        8 + 8 * self.entries.len().div_ceil(2)
    }
}

/// What most positions have, with bishops on both colours and with bishops on one.
fn usual(layout: &Layout, side: &HelpmateSide) -> [u64; 2] {
    let of_block = |block: usize| {
        let mut counts = [[0_u64; 4]; 2];
        for word in 0..layout.block_words() {
            let at = block * layout.block_words() + word;
            let one_color = one_color(layout, word);
            for (counts, mask) in counts.iter_mut().zip([!one_color, one_color]) {
                for (answer, count) in counts.iter_mut().enumerate() {
                    let own = if answer & 1 == 0 {
                        !side.own[at]
                    } else {
                        side.own[at]
                    };
                    let others = if answer & 2 == 0 {
                        !side.others[at]
                    } else {
                        side.others[at]
                    };
                    let set = side.legal[at] & mask & own & others;
                    *count += u64::from(set.count_ones());
                }
            }
        }
        counts
    };
    let add = |mut a: [[u64; 4]; 2], b: [[u64; 4]; 2]| {
        let counts = a.iter_mut().flatten().zip(b.into_iter().flatten());
        counts.for_each(|(a, b)| *a += b);
        a
    };
    let blocks = (0..layout.blocks()).into_par_iter();
    let counts = blocks.map(of_block).reduce(|| [[0; 4]; 2], add);
    counts.map(|counts| {
        (0..4)
            .max_by_key(|&answer| counts[answer as usize])
            .unwrap_or(0)
    })
}

/// Where the last man of a word must stand so that all bishops are on squares of one colour.
fn one_color(layout: &Layout, word: usize) -> u64 {
    let outers = layout.outer_men().iter().zip(layout.outer_squares(word));
    let bishops = outers.filter(|(man, _)| man.role == Role::Bishop);
    let mut are_light = bishops.map(|(_, square)| square.is_light());
    let Some(is_light) = are_light.next() else {
        return !0;
    };
    if are_light.any(|other| other != is_light) {
        return 0;
    }
    match (layout.last_man().role, is_light) {
        (Role::Bishop, true) => Bitboard::LIGHT_SQUARES.0,
        (Role::Bishop, false) => Bitboard::DARK_SQUARES.0,
        _ => !0,
    }
}

/// The position at an index as a word.
fn men_of(layout: &Layout, index: Index, turn: Color) -> u64 {
    let placement = layout.decode(index, turn);
    let code = |(&man, &square): (&Piece, &Square)| {
        let is_theirs = man.color != turn;
        let square = u64::from(square.to_u32() ^ turn.fold_wb(0, 0x38));
        square | kind(man.role) << 6 | u64::from(is_theirs) << 9
    };
    let mut men: Vec<u64> = layout
        .men()
        .iter()
        .zip(&placement.squares)
        .map(code)
        .collect();
    if turn.is_black() {
        men.swap(0, 1);
    }
    in_order(men.iter().rev().fold(0, |word, man| word << 12 | man))
}

#[cfg(test)]
mod tests;
