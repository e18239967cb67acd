//! The bytes of a file, from its finished tables.

use super::{
    blocks::Blocks,
    checksum::checksum,
    code::Code,
    dtz_map::DtzMap,
    order::{Lead, Men, Order, code},
    pairs::Symbol,
};

/// The first four bytes of WDL and DTZ files.
pub const MAGIC: [[u8; 4]; 2] = [[0x71, 0xe8, 0x23, 0x5d], [0xd7, 0x66, 0x0c, 0xa5]];
/// Flag of a file: the sides have different men.
const SPLIT: u8 = 1;
/// Flag of a file: there are pawns.
const PAWNS: u8 = 2;
/// Flag of a DTZ table: it holds the positions with Black to move.
pub const BLACK: u8 = 1;
/// Flag of a DTZ table: values are places in lists of distances.
pub const MAPPED: u8 = 2;
/// Flags of a table: wins and losses are stored in plies.
pub const EXACT_WINS: u8 = 4;
pub const EXACT_LOSSES: u8 = 8;
/// Flag of a table: all positions have one value.
pub const SINGLE: u8 = 128;

/// One finished table.
#[derive(Debug)]
pub struct Part {
    pub order: Order,
    pub flags: u8,
    pub body: Body,
}

#[derive(Debug)]
pub enum Body {
    /// All positions have this value; DTZ tables do not say which.
    Single(u8),
    Coded(Box<Coded>),
}

/// A table whose positions are in blocks.
#[derive(Debug)]
pub struct Coded {
    pub symbols: Vec<Symbol>,
    pub code: Code,
    pub blocks: Blocks,
    /// The lists of a DTZ table, if it needs them.
    pub map: Option<DtzMap>,
}

/// A file of these tables: of a WDL file those of both sides, or one if the sides are the same.
pub fn assemble(men: &Men, is_wdl: bool, is_split: bool, parts: &[Part]) -> Vec<u8> {
    let has_pawns = matches!(men.lead, Lead::Pawns(_));
    let mut file = MAGIC[usize::from(!is_wdl)].to_vec();
    let split = if is_split { SPLIT } else { 0 };
    let pawns = if has_pawns { PAWNS } else { 0 };
    file.push((men.listed.len() as u8) << 4 | split | pawns);
    let sides = if is_wdl && is_split { 2 } else { 1 };
    for tables in parts.chunks(sides) {
        let low = &tables[0].order;
        let high = is_wdl.then(|| &tables[tables.len() - 1].order);
        add_order(men, low, high, &mut file);
    }
    pad(&mut file, 2);
    for part in parts {
        add_header(part, is_wdl, &mut file);
        pad(&mut file, 2);
    }
    if !is_wdl {
        for map in coded(parts).filter_map(|coded| coded.map.as_ref()) {
            for list in &map.lists {
                file.push(list.len() as u8);
                file.extend(list.iter().map(|&distance| distance as u8));
            }
        }
        pad(&mut file, 2);
    }
    for &(block, offset) in coded(parts).flat_map(|coded| &coded.blocks.index) {
        file.extend(block.to_le_bytes());
        file.extend(offset.to_le_bytes());
    }
    for size in coded(parts).flat_map(|coded| &coded.blocks.sizes) {
        file.extend(size.to_le_bytes());
    }
    pad(&mut file, 64);
    for coded in coded(parts) {
        file.extend(&coded.blocks.data);
        pad(&mut file, 64);
    }
    let sum = checksum(&file);
    file.extend(sum);
    file
}

fn coded(parts: &[Part]) -> impl Iterator<Item = &Coded> {
    parts.iter().filter_map(|part| match &part.body {
        Body::Coded(coded) => Some(&**coded),
        Body::Single(_) => None,
    })
}

fn pad(file: &mut Vec<u8>, to: usize) {
    file.resize(file.len().next_multiple_of(to), 0);
}

/// The place of the leading group and the men, of one table in the low half of each byte and of
/// the other in the high half.
fn add_order(men: &Men, low: &Order, high: Option<&Order>, file: &mut Vec<u8>) {
    let both = |of: &dyn Fn(&Order) -> u8| of(low) | high.map_or(0, of) << 4;
    file.push(both(&|order| order.place as u8));
    if low.second.is_some() {
        file.push(both(&|order| order.second.unwrap_or(15) as u8));
    }
    for at in 0..men.listed.len() {
        file.push(both(&|order| code(men.listed[order.men[at]])));
    }
}

fn add_header(part: &Part, is_wdl: bool, file: &mut Vec<u8>) {
    let coded = match &part.body {
        Body::Single(value) => {
            file.push(part.flags | SINGLE);
            if is_wdl {
                file.push(*value);
            }
            return;
        }
        Body::Coded(coded) => coded,
    };
    let (blocks, code) = (&coded.blocks, &coded.code);
    let more = blocks.sizes.len() - blocks.count;
    file.extend([
        part.flags,
        blocks.exponent,
        blocks.index_exponent,
        more as u8,
    ]);
    file.extend((blocks.count as u32).to_le_bytes());
    file.extend([code.longest, code.shortest]);
    for offset in &code.offsets {
        file.extend(offset.to_le_bytes());
    }
    file.extend((coded.symbols.len() as u16).to_le_bytes());
    let place = |symbol: u16| u32::from(code.place[usize::from(symbol)]);
    for &symbol in &code.order {
        let symbol = coded.symbols[usize::from(symbol)];
        let [first, second] = symbol.pair;
        let three = if symbol.is_pair() {
            place(first) | place(second) << 12
        } else {
            u32::from(first) | 0xfff << 12
        };
        file.extend(&three.to_le_bytes()[..3]);
    }
}
