//! The tables of a WDL file: where they are, and how their positions are coded.

use std::ops::Range;

use super::{error::Bad, symbols::Symbols};
use crate::syzygy::write::{
    file::{MAGIC, SINGLE},
    order::{Lead, Men, Order, code},
};

/// One table of a file.
#[derive(Debug)]
pub struct Part {
    pub order: Order,
    pub body: Body,
}

#[derive(Debug)]
pub enum Body {
    /// All positions have this value.
    Single(u8),
    Coded(Coded),
}

/// A table whose positions are in blocks.
#[derive(Debug)]
pub struct Coded {
    pub symbols: Symbols,
    /// The size of a block in bytes.
    pub block: usize,
    /// How many blocks there are.
    blocks: usize,
    /// How many sizes of blocks the file holds; more than there are blocks.
    sizes: usize,
    /// The distance of entries of the index in positions is 2 to the power of this.
    index_exponent: u8,
    /// Where the sizes of blocks are, two bytes each.
    pub at_sizes: Range<usize>,
    /// Where the blocks are.
    pub at_blocks: Range<usize>,
}

/// Reads bytes one after the other.
struct Reader<'a> {
    file: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn bytes<const COUNT: usize>(&mut self) -> Result<[u8; COUNT], Bad> {
        let bytes = self.file.get(self.at..self.at + COUNT);
        let bytes = bytes
            .and_then(|bytes| bytes.try_into().ok())
            .ok_or(Bad("it is too short"))?;
        self.at += COUNT;
        Ok(bytes)
    }

    fn byte(&mut self) -> Result<u8, Bad> {
        self.bytes::<1>().map(|[byte]| byte)
    }

    fn align(&mut self, to: usize) {
        self.at = self.at.next_multiple_of(to);
    }

    /// The next `count` bytes, which are not read now.
    fn skip(&mut self, count: usize) -> Result<Range<usize>, Bad> {
        let end = self
            .at
            .checked_add(count)
            .filter(|&end| end <= self.file.len());
        let range = self.at..end.ok_or(Bad("it is too short"))?;
        self.at = range.end;
        Ok(range)
    }
}

/// The tables of a WDL file of some men, for each file of the leading pawn those of White and, if
/// the sides have different men, of Black. `positions` gives how many positions a table has.
pub fn wdl_parts(
    file: &[u8],
    men: &Men,
    is_split: bool,
    positions: impl Fn(&Order, usize) -> u64,
) -> Result<Vec<Part>, Bad> {
    let mut reader = Reader { file, at: 0 };
    let has_pawns = matches!(men.lead, Lead::Pawns(_));
    let flags = u8::from(is_split) | u8::from(has_pawns) << 1;
    if reader.bytes()? != MAGIC[0] || reader.byte()? != (men.listed.len() as u8) << 4 | flags {
        return Err(Bad("its first bytes are not those of such a file"));
    }
    let sides = if is_split { 2 } else { 1 };
    let files = if has_pawns { 4 } else { 1 };
    let orders = men.orders();
    let mut found = Vec::new();
    for _ in 0..files {
        found.extend(read_orders(&mut reader, men, &orders, sides)?);
    }
    reader.align(2);
    let mut parts = Vec::new();
    for order in found {
        let body = read_body(&mut reader)?;
        reader.align(2);
        parts.push(Part { order, body });
    }
    locate(&mut reader, &mut parts, |at, order| {
        positions(order, at / sides)
    })?;
    Ok(parts)
}

/// The orders of men of White's and Black's tables.
fn read_orders(
    reader: &mut Reader<'_>,
    men: &Men,
    orders: &[Order],
    sides: usize,
) -> Result<Vec<Order>, Bad> {
    let has_second = orders.iter().any(|order| order.second.is_some());
    let place = reader.byte()?;
    let second = if has_second {
        Some(reader.byte()?)
    } else {
        None
    };
    let mut codes = Vec::new();
    for _ in 0..men.listed.len() {
        codes.push(reader.byte()?);
    }
    let of_side = |side: usize| {
        let half = |byte: u8| usize::from(byte >> (4 * side) & 15);
        let is_it = |order: &&Order| {
            order.place == half(place)
                && order.second == second.map(half)
                && order
                    .men
                    .iter()
                    .zip(&codes)
                    .all(|(&man, &byte)| usize::from(code(men.listed[man])) == half(byte))
        };
        let order = orders.iter().find(is_it).cloned();
        order.ok_or(Bad("its men are not in a possible order"))
    };
    (0..sides).map(of_side).collect()
}

fn read_body(reader: &mut Reader<'_>) -> Result<Body, Bad> {
    let flags = reader.byte()?;
    if flags & SINGLE != 0 {
        return match reader.byte()? {
            value @ 0..=4 => Ok(Body::Single(value)),
            _ => Err(Bad("a value is not one of a result")),
        };
    }
    let [exponent, index_exponent, more] = reader.bytes()?;
    let blocks = u32::from_le_bytes(reader.bytes()?) as usize;
    let [longest, shortest] = reader.bytes()?;
    if exponent > 15 || index_exponent > 40 || shortest == 0 || longest > 32 || shortest > longest {
        return Err(Bad("a table is described by impossible numbers"));
    }
    let mut offsets = Vec::new();
    for _ in shortest..=longest {
        offsets.push(u16::from_le_bytes(reader.bytes()?));
    }
    let count = u16::from_le_bytes(reader.bytes()?);
    let mut pairs = Vec::new();
    for _ in 0..count {
        let [low, middle, high] = reader.bytes()?.map(u16::from);
        pairs.push([low | (middle & 15) << 8, middle >> 4 | high << 4]);
    }
    Ok(Body::Coded(Coded {
        symbols: Symbols::new(shortest, &offsets, &pairs)?,
        block: 1 << exponent,
        blocks,
        sizes: blocks + usize::from(more),
        index_exponent,
        at_sizes: 0..0,
        at_blocks: 0..0,
    }))
}

/// Finds out where sizes and blocks are. The file must end with the checksum after the
/// last block.
fn locate(
    reader: &mut Reader<'_>,
    parts: &mut [Part],
    positions: impl Fn(usize, &Order) -> u64,
) -> Result<(), Bad> {
    for (at, part) in parts.iter().enumerate() {
        if let Body::Coded(coded) = &part.body {
            let entries = positions(at, &part.order).div_ceil(1 << coded.index_exponent);
            let bytes = usize::try_from(6 * entries);
            reader.skip(bytes.map_err(|_| Bad("it is too short"))?)?;
        }
    }
    let mut coded: Vec<&mut Coded> = parts
        .iter_mut()
        .filter_map(|part| match &mut part.body {
            Body::Coded(coded) => Some(coded),
            Body::Single(_) => None,
        })
        .collect();
    for coded in &mut coded {
        let range = reader.skip(2 * coded.sizes)?;
        coded.at_sizes = range.start..range.start + 2 * coded.blocks;
    }
    for coded in &mut coded {
        reader.align(64);
        coded.at_blocks = reader.skip(coded.blocks * coded.block)?;
    }
    reader.align(64);
    if reader.at + 16 != reader.file.len() {
        return Err(Bad("its length is not that of its contents"));
    }
    Ok(())
}
