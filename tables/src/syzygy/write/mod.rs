//! Syzygy files, written byte for byte as published.
//!
//! The stages, one file each:
//!
//! 1. [`values`] and [`decided`]: what a file stores for each position, and where it does not
//!    matter;
//! 2. [`cells`] and [`codes`]: those values in an order that is quick to read from;
//! 3. [`order`], [`placements`], [`walk`] and [`address`]: the orders of men that are tried, the
//!    positions that an index names in each, and their cells; [`sample`]: the positions that are
//!    tried;
//! 4. [`wdl_pairs`], [`dtz_pairs`] and [`pairs`]: frequent pairs become symbols;
//! 5. [`code`]: a Huffman code of the symbols;
//! 6. [`choose`]: the order whose sample is smallest;
//! 7. [`blocks`]: blocks of equal size and an index;
//! 8. [`dtz_map`]: the distances that a table has;
//! 9. [`mod@file`] and [`checksum`]: the bytes.
//!
//! [`memory`] says how much memory all that takes.
//!
//! The procedure is that of Ronald de Man's generator (syzygy1/tb), which wrote the published
//! files. Where a choice between equals decides a byte, it is made as there. docs/internals/syzygy.md
//! describes format and procedure.

pub mod address;
mod blocks;
mod byte_block;
pub mod cells;
pub mod checksum;
mod choose;
mod code;
mod codes;
mod decided;
mod dtz_codes;
mod dtz_map;
mod dtz_pairs;
pub mod file;
mod frequencies;
mod known;
#[cfg(test)]
mod made;
pub mod memory;
pub mod order;
pub mod pairs;
mod parts;
mod placements;
mod replace;
mod runs;
mod sample;
mod sequence;
mod values;
pub mod walk;
mod wdl_codes;
mod wdl_pairs;

use std::{error::Error, sync::Mutex};

use rayon::prelude::*;
use shakmaty::{Color, File};

use super::error::{SYZYGY_MEN, WriteError};
use crate::{
    Excerpt, Layout, Metric, Oracle, Section, Table,
    captures::{Captures, Smaller},
};
use blocks::Blocks;
use cells::{Cells, Counts, first_pawn};
use choose::{Symbols, TablePositions, smaller_side};
use code::Code;
use codes::Codes;
use decided::Decided;
use dtz_map::DtzMap;
use file::{Body, Coded, Part};
use known::Known;
use memory::{FILES, MEN_AT_ONCE};
use order::{Lead, Men, Order};
use sample::{Draws, Sample};
use sequence::Sequence;
use values::Values;
use wdl_codes::WdlSymbols;

/// The greatest exponent of block sizes in WDL and DTZ files.
const LARGEST_BLOCK: [u8; 2] = [6, 10];

/// Gives sections of a class's table, with distances to zeroing moves.
pub trait Sections: Sync {
    /// The order of the positions.
    fn layout(&self) -> &Layout;

    /// A section.
    ///
    /// # Errors
    ///
    /// Whatever prevents it.
    fn section(&self, of: &Section) -> Result<Excerpt<'_>, Box<dyn Error + Send + Sync>>;
}

impl Sections for Table {
    fn layout(&self) -> &Layout {
        Self::layout(self)
    }

    fn section(&self, of: &Section) -> Result<Excerpt<'_>, Box<dyn Error + Send + Sync>> {
        Ok(self.excerpt(of))
    }
}

/// A class on its way into files.
struct Writer<'a> {
    layout: &'a Layout,
    men: Men,
    orders: Vec<Order>,
    /// The captures of each side whose positions are stored.
    captures: Vec<(Color, Captures<'a>)>,
    others: &'a dyn Oracle,
    stage: &'a (dyn Fn(&str) + Sync),
    /// Sequences that are not in use.
    free: Mutex<Vec<Sequence>>,
}

/// The bytes of a class's WDL and DTZ files, or of one of them, from its table with distances
/// to zeroing moves. `smaller` gives the results of the classes that captures lead to;
/// `others` answers for positions of classes that promotions lead to.
///
/// `stage` is called before what it names is done, as `White to move, WDL, file a`.
///
/// # Errors
///
/// [`WriteError`].
pub fn syzygy_files(
    table: &dyn Sections,
    smaller: Smaller<'_>,
    others: &dyn Oracle,
    wanted: &[Metric],
    stage: &(dyn Fn(&str) + Sync),
) -> Result<Vec<(Metric, Vec<u8>)>, WriteError> {
    let layout = table.layout();
    if layout.material().men_count() > SYZYGY_MEN {
        return Err(WriteError::TooManyMen(layout.material().clone()));
    }
    let sides = if layout.material().is_symmetric() {
        1
    } else {
        2
    };
    let captures = [Color::White, Color::Black].into_iter().take(sides);
    let captures = captures.map(|turn| {
        let captures = Captures::new(layout, turn, smaller).map_err(WriteError::Missing)?;
        Ok((turn, captures))
    });
    let men = Men::new(layout);
    let writer = Writer {
        orders: men.orders(),
        layout,
        men,
        captures: captures.collect::<Result<_, WriteError>>()?,
        others,
        stage,
        free: Mutex::default(),
    };
    writer.write(table, wanted)
}

impl Writer<'_> {
    fn write(
        &self,
        table: &dyn Sections,
        wanted: &[Metric],
    ) -> Result<Vec<(Metric, Vec<u8>)>, WriteError> {
        let mut draws = Draws::new();
        let tables = self.tables().into_iter().map(|(cells, file)| {
            let size = walk::Walk::new(&self.men, &self.orders[0], file).size();
            let sample = Sample::new(size, self.men.listed.len(), &mut draws);
            TableOfFile {
                writer: self,
                cells,
                file,
                sample,
            }
        });
        let tables: Vec<TableOfFile> = tables.collect();
        // Tables of the same section one after the other, so that it is read once.
        let sections: Vec<&[TableOfFile]> = tables
            .chunk_by(|a, b| a.cells.section() == b.cells.section())
            .collect();
        let parts = self.each(&sections, |tables| {
            let section = tables[0].cells.section();
            // What is given up with the section before makes room for this one.
            (self.stage)("finding what captures and pawn moves decide");
            let excerpt = table.section(section).map_err(WriteError::Source)?;
            let sides = self.sides(excerpt)?;
            Ok(self.parts(tables, sides, wanted))
        });
        let parts: Vec<Vec<_>> = parts.into_iter().collect::<Result<_, WriteError>>()?;
        let parts = parts.into_iter().flatten();
        let (wdl, dtz): (Vec<_>, Vec<_>) = parts.unzip();
        let wdl: Vec<Part> = wdl.into_iter().flatten().collect();
        let dtz: Vec<Part> = dtz.into_iter().flatten().collect();
        let is_split = self.captures.len() == 2;
        let assemble = |is_wdl, parts: &[Part]| file::assemble(&self.men, is_wdl, is_split, parts);
        let mut files = Vec::new();
        if !wdl.is_empty() {
            files.push((Metric::Wdl, assemble(true, &wdl)));
        }
        if !dtz.is_empty() {
            files.push((Metric::Dtz, assemble(false, &dtz)));
        }
        Ok(files)
    }

    /// The values of each side of an excerpt.
    fn sides<'e>(&'e self, excerpt: Excerpt<'e>) -> Result<Vec<Values<'e>>, WriteError> {
        let known = Known {
            layout: self.layout,
            excerpt: &excerpt,
            others: self.others,
        };
        let knows_dtz = |&turn: &Color| Metric::Dtz.numbers(excerpt.side(turn)).is_some();
        if !Color::ALL.iter().all(knows_dtz) {
            return Err(WriteError::MissingDtz(self.layout.material().clone()));
        }
        let decided = |(turn, captures): &(Color, Captures<'_>)| {
            Decided::new(self.layout, &known, captures, *turn)
        };
        let decided: Vec<Decided> = self
            .captures
            .iter()
            .map(decided)
            .collect::<Result<_, _>>()?;
        let section = excerpt.section().clone();
        let sides = excerpt.into_sides();
        let sides = [(Color::White, sides.white), (Color::Black, sides.black)];
        let values = sides.into_iter().zip(decided);
        let values = values
            .map(|((turn, side), decided)| Values::new(section.clone(), turn, (side, decided)));
        Ok(values.collect())
    }

    /// The parts of the tables of one section: of both sides in a WDL file, and in a DTZ file.
    fn parts(
        &self,
        tables: &[TableOfFile],
        mut sides: Vec<Values<'_>>,
        wanted: &[Metric],
    ) -> Vec<(Vec<Part>, Option<Part>)> {
        let is_wanted = |metric| wanted.contains(&metric);
        if !self.is_large() {
            let parts = tables.par_iter().map(|table| {
                let counts = table.counts(&sides);
                let wdl = || is_wanted(Metric::Wdl).then(|| table.wdl(&sides, &counts));
                let dtz = || is_wanted(Metric::Dtz).then(|| table.dtz(&sides, &counts));
                let (wdl, dtz) = rayon::join(wdl, dtz);
                (wdl.unwrap_or_default(), dtz.map(|ready| table.coded(ready)))
            });
            return parts.collect();
        }
        // DTZ first: what follows the last DTZ table of the section needs no distances.
        let mut parts = Vec::new();
        for (left, table) in (0..tables.len()).rev().zip(tables) {
            let counts = table.counts(&sides);
            let dtz = is_wanted(Metric::Dtz).then(|| table.dtz(&sides, &counts));
            if left == 0 {
                sides = sides.into_iter().map(Values::without_distances).collect();
            }
            let dtz = dtz.map(|ready| table.coded(ready));
            let wdl = is_wanted(Metric::Wdl).then(|| table.wdl(&sides, &counts));
            parts.push((wdl.unwrap_or_default(), dtz));
        }
        parts
    }

    /// Calls a function for each of some items: side by side if cells are few, one after the
    /// other where that would take too much memory.
    fn each<T: Sync, R: Send>(&self, items: &[T], call: impl Fn(&T) -> R + Send + Sync) -> Vec<R> {
        if self.is_large() {
            items.iter().map(call).collect()
        } else {
            items.par_iter().map(call).collect()
        }
    }

    /// Whether cells take so much memory that tables are written one after the other.
    fn is_large(&self) -> bool {
        self.men.listed.len() > MEN_AT_ONCE
    }

    /// The tables of a file: one, or one for each file of the leading pawn.
    fn tables(&self) -> Vec<(Cells<'_>, File)> {
        let Lead::Pawns(color) = self.men.lead else {
            return vec![(Cells::pawnless(self.layout), File::A)];
        };
        let lead = first_pawn(self.layout, color).unwrap_or(2);
        FILES
            .map(|file| (Cells::pawns(self.layout, lead, file), file))
            .into()
    }

    /// The frequency from which on a value of a DTZ table is frequent.
    fn common(&self) -> u64 {
        let men = self.men.listed.len();
        let pawns = self.layout.material().pawn_count();
        if pawns == 0 {
            const PLACEMENTS: [u64; 4] = [31_332, 1_911_252, 114_675_120, 6_765_832_080];
            return PLACEMENTS[men - 3] / 3500;
        }
        let of_pawns: u64 = (1..pawns as u64).map(|placed| 48 - placed).product();
        let of_pieces: u64 = (pawns as u64..men as u64)
            .map(|placed| 64 - placed)
            .product();
        6 * of_pawns * of_pieces / 7000
    }
}

/// A table whose order of men was chosen.
struct Chosen<'a> {
    metric: Metric,
    turn: Color,
    symbols: Symbols,
    /// Its values; none if all are the same.
    source: Option<TablePositions<'a>>,
    order: usize,
    flags: u8,
    map: Option<DtzMap>,
}

/// One table of a file.
struct TableOfFile<'a> {
    writer: &'a Writer<'a>,
    cells: Cells<'a>,
    file: File,
    sample: Sample,
}

impl TableOfFile<'_> {
    fn stage(&self, metric: Metric, turn: Color, what: &str) {
        let side = turn.fold_wb("White", "Black");
        let metric = metric.name();
        let file = match self.writer.men.lead {
            Lead::Pawns(_) => format!(", {} file", self.file.char()),
            _ => String::new(),
        };
        (self.writer.stage)(&format!("{metric}, {side} to move{file}: {what}"));
    }

    fn source(&self, codes: Vec<u8>, symbols: Symbols) -> TablePositions<'_> {
        TablePositions {
            men: &self.writer.men,
            orders: &self.writer.orders,
            codes: Codes::new(self.cells.clone(), codes),
            file: self.file,
            symbols,
            sample: &self.sample,
            free: &self.writer.free,
        }
    }

    fn counts(&self, sides: &[Values<'_>]) -> Vec<Counts> {
        sides.iter().map(|side| self.cells.count(side)).collect()
    }

    /// The tables of both sides in a WDL file.
    fn wdl(&self, sides: &[Values<'_>], counts: &[Counts]) -> Vec<Part> {
        let numbers: Vec<usize> = (0..sides.len()).collect();
        self.writer.each(&numbers, |&at| {
            let (counts, other) = (&counts[at], &counts[counts.len() - 1 - at]);
            self.coded(self.wdl_chosen(&sides[at], counts, other))
        })
    }

    fn wdl_chosen(&self, side: &Values<'_>, counts: &Counts, other: &Counts) -> Chosen<'_> {
        let symbols = Symbols::Wdl(WdlSymbols::new(&counts.codes));
        let [exact_wins, exact_losses] = dtz_map::exact(counts, other);
        let mut chosen = Chosen {
            metric: Metric::Wdl,
            turn: side.turn,
            symbols,
            source: None,
            order: 0,
            flags: flags(exact_wins, exact_losses),
            map: None,
        };
        if !symbols.is_single() {
            self.stage(Metric::Wdl, side.turn, "trying orders of men");
            let codes = self
                .cells
                .fill(8, |block, word| side.wdl_codes(block, word));
            let mut source = self.source(codes, symbols);
            (chosen.order, _) = source.best();
            chosen.source = Some(source);
        }
        chosen
    }

    /// The table in a DTZ file, of the side whose sample is smaller.
    fn dtz(&self, sides: &[Values<'_>], counts: &[Counts]) -> Chosen<'_> {
        let numbers: Vec<usize> = (0..counts.len()).collect();
        let tried = self.writer.each(&numbers, |&at| {
            let (side, other) = (&sides[at], &counts[counts.len() - 1 - at]);
            let map = DtzMap::new(&counts[at], other, self.writer.common());
            self.stage(Metric::Dtz, side.turn, "trying orders of men");
            let (best, size) = self.dtz_source(side, &counts[at], &map).best();
            (size, (at, best, map))
        });
        let Some((at, order, map)) = smaller_side(tried) else {
            unreachable!("a class has a side");
        };
        let side = &sides[at];
        let black = if side.turn == Color::Black {
            file::BLACK
        } else {
            0
        };
        let symbols = Symbols::Dtz(map.symbols);
        let source = (!symbols.is_single()).then(|| {
            self.forget_sequences();
            self.dtz_source(side, &counts[at], &map)
        });
        Chosen {
            metric: Metric::Dtz,
            turn: side.turn,
            symbols,
            source,
            order,
            flags: flags(map.exact_wins, map.exact_losses) | black,
            map: Some(map),
        }
    }

    fn dtz_source(&self, side: &Values<'_>, counts: &Counts, map: &DtzMap) -> TablePositions<'_> {
        let values = map.values(counts);
        let codes = self.cells.fill(map.symbols.count as u8, |block, word| {
            let mut distances = [0; 64];
            side.dtz_codes(block, word, &mut distances);
            distances.map(|distance| {
                values
                    .get(usize::from(distance))
                    .copied()
                    .unwrap_or(values[0])
            })
        });
        self.source(codes, Symbols::Dtz(map.symbols))
    }

    /// Gives up sequences that are not in use, if they take much memory.
    fn forget_sequences(&self) {
        if self.writer.is_large()
            && let Ok(mut free) = self.writer.free.lock()
        {
            free.clear();
        }
    }

    /// The table, its values put in order and compressed.
    fn coded(&self, of: Chosen<'_>) -> Part {
        let order = self.writer.orders[of.order].clone();
        let mut flags = of.flags;
        let Some(mut source) = of.source else {
            let body = Body::Single(of.symbols.first());
            return Part { order, flags, body };
        };
        self.forget_sequences();
        self.stage(of.metric, of.turn, "putting in order");
        let codes = source.whole(of.order);
        drop(source);
        self.stage(of.metric, of.turn, "compressing");
        let positions = codes.len() as u64;
        let mut paired = of.symbols.pair_whole(codes);
        let code = Code::new(&paired.frequencies);
        let largest = LARGEST_BLOCK[usize::from(of.map.is_some())];
        let blocks = Blocks::new(&paired, &code, positions, largest);
        let map = of.map;
        let map = match map
            .as_ref()
            .map(|map| map.common_list().map(<[u16]>::to_vec))
        {
            // Values can be the distances themselves.
            Some(Some(list)) => {
                for (symbol, &distance) in paired.symbols.iter_mut().zip(&list) {
                    symbol.pair[0] = distance;
                }
                None
            }
            Some(None) => {
                flags |= file::MAPPED;
                map
            }
            None => None,
        };
        let symbols = paired.symbols;
        let coded = Coded {
            symbols,
            code,
            blocks,
            map,
        };
        let body = Body::Coded(Box::new(coded));
        Part { order, flags, body }
    }
}

fn flags(exact_wins: bool, exact_losses: bool) -> u8 {
    let wins = if exact_wins { file::EXACT_WINS } else { 0 };
    let losses = if exact_losses { file::EXACT_LOSSES } else { 0 };
    wins | losses
}
