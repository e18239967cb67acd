//! The bytes of a file, from its finished tables.

use super::{
    blocks::Blocks,
    checksum::{SUM, seal_syzygy},
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
    file.extend([0; SUM]);
    seal_syzygy(&mut file);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Layout;
    use crate::syzygy::write::checksum::is_whole;

    fn men(class: &str) -> Men {
        Men::new(&Layout::new(&class.parse().expect("a class")).expect("a layout"))
    }

    /// An order by the letters of its men, Black's in lower case.
    fn order(men: &Men, kinds: &str) -> Order {
        let is_it = |order: &Order| order.kinds.iter().map(|kind| kind.char()).eq(kinds.chars());
        let found = men.orders().into_iter().find(is_it);
        found.expect("an order")
    }

    fn single(order: Order, flags: u8, value: u8) -> Part {
        let body = Body::Single(value);
        Part { order, flags, body }
    }

    /// A table of three symbols: 0, 4, and the pair of both; two blocks of two bytes.
    fn coded(order: Order, flags: u8, map: Option<DtzMap>) -> Part {
        let [zero, four] = [0, 4].map(Symbol::single);
        let symbols = vec![zero, four, Symbol::of_two([0, 1], &[zero, four])];
        let blocks = Blocks {
            exponent: 1,
            index_exponent: 6,
            count: 2,
            sizes: vec![0x102, 7, 0xffff],
            index: vec![(1, 0x203), (0x40_0002, 5)],
            data: vec![0xa1, 0xa2, 0xb1, 0xb2],
        };
        let code = Code::with_lengths(&[1, 2, 4], &[2, 2, 1]);
        let body = Body::Coded(Box::new(Coded {
            symbols,
            code,
            blocks,
            map,
        }));
        Part { order, flags, body }
    }

    /// The description of [`coded`], its index, and its sizes of blocks.
    const HEADER: [u8; 25] = [
        1, 6, 1, // exponents, padding
        2, 0, 0, 0, // blocks
        2, 1, // lengths of codes
        2, 0, 0, 0, // the first symbol of one bit, then of two
        3, 0, // symbols: 0 and 4 have the longer codes, the rarer first
        0, 0xf0, 0xff, 4, 0xf0, 0xff, 0, 0x10, 0, // 12 bits each, the pair is of 0 and 1
        0, // padding
    ];
    const INDEX: [u8; 12] = [1, 0, 0, 0, 3, 2, 2, 0, 0x40, 0, 5, 0];
    const SIZES: [u8; 6] = [2, 1, 7, 0, 0xff, 0xff];

    /// With zeros up to a multiple of a length.
    fn padded(bytes: &[&[u8]], to: usize) -> Vec<u8> {
        let mut all = bytes.concat();
        pad(&mut all, to);
        all
    }

    #[track_caller]
    fn check(file: &[u8], expected: &[u8]) {
        assert_eq!(file[..file.len() - SUM], *expected);
        assert!(is_whole(file));
    }

    /// White's table is in the low halves of bytes, and comes first.
    #[test]
    fn a_wdl_file_has_the_tables_of_both_sides() {
        let men = men("KRvK");
        let parts = [
            coded(order(&men, "RKk"), EXACT_WINS, None),
            single(order(&men, "kRK"), EXACT_LOSSES, 3),
        ];
        let start = [0x71, 0xe8, 0x23, 0x5d, 0x31, 0, 0x6e, 0x46, 0xe4, 0, 4];
        let expected = padded(&[&start, &HEADER, &[136, 3], &INDEX, &SIZES], 64);
        let expected = padded(&[&expected, &[0xa1, 0xa2, 0xb1, 0xb2]], 64);
        check(&assemble(&men, true, true, &parts), &expected);
    }

    /// Of sides with the same men one is stored, and both halves of a byte are the same.
    #[test]
    fn a_file_of_equal_sides_has_one_table() {
        let men = men("KRvKR");
        let [first, ..] = &men.orders()[..] else {
            unreachable!("orders");
        };
        let file = assemble(&men, true, false, &[single(first.clone(), 0, 2)]);
        assert_eq!(file[4], 0x40);
        let both = |byte: u8| byte & 15 == byte >> 4;
        assert!(file[5..10].iter().all(|&byte| both(byte)), "{file:?}");
        assert_eq!(file[10..12], [128, 2]);
        assert_eq!(file.len(), 64 + 16);
    }

    /// A DTZ file has no values for single ones, and lists before the indices.
    #[test]
    fn a_dtz_file_has_lists() {
        let men = men("KRvK");
        let map = DtzMap {
            lists: [vec![7, 3], vec![], vec![9], vec![]],
            exact_wins: false,
            exact_losses: false,
            symbols: super::super::dtz_codes::DtzSymbols {
                count: 2,
                frequent: 2,
            },
        };
        let parts = [coded(order(&men, "RKk"), BLACK | MAPPED, Some(map))];
        let start = [0xd7, 0x66, 0x0c, 0xa5, 0x31, 0, 14, 6, 4, 0, 3];
        let lists = [2, 7, 3, 0, 1, 9, 0, 0];
        let expected = padded(&[&start, &HEADER, &lists, &INDEX, &SIZES], 64);
        let expected = padded(&[&expected, &[0xa1, 0xa2, 0xb1, 0xb2]], 64);
        check(&assemble(&men, false, true, &parts), &expected);
        let file = assemble(&men, false, true, &[single(order(&men, "RKk"), BLACK, 4)]);
        assert_eq!(file[10..13], [129, 0, 0]);
    }

    /// With pawns there are four tables a side: all orders come first, then all descriptions, White
    /// before Black for each file. The place of the other pawns follows that of the leading ones.
    #[test]
    fn a_file_with_pawns_has_four_tables_a_side() {
        let men = men("KPvKP");
        let orders = ["PpKk", "KPkp", "kpKP", "pPkK"].map(|kinds| order(&men, kinds));
        let parts: Vec<Part> = (0..4)
            .map(|at| single(orders[at].clone(), 0, at as u8))
            .collect();
        let file = assemble(&men, true, false, &parts);
        assert_eq!(file[4], 0x42);
        let places: Vec<[u8; 2]> = (0..4)
            .map(|at| [file[5 + 6 * at], file[6 + 6 * at]])
            .collect();
        assert_eq!(
            places,
            [[0x00, 0x11], [0x11, 0x33], [0x33, 0x11], [0x11, 0x00]]
        );
        // Pawns are listed first, then kings.
        assert_eq!(file[7..11], [0x11, 0x99, 0x66, 0xee]);
        assert_eq!(file[19..23], [0x11, 0x99, 0xee, 0x66]);
        assert_eq!(file[29..38], [0, 128, 0, 128, 1, 128, 2, 128, 3]);
    }
}
