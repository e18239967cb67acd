//! Which cells hold the positions that an index names.

use multiversion::multiversion;
use shakmaty::Square;

use super::{
    cells::Cells,
    order::{Men, Order},
    walk::{CHUNK, Squares},
};

/// Where the cells of positions are, for one order of men.
#[derive(Debug)]
pub struct Addresses {
    /// The men that add to a number.
    men: Vec<Man>,
    kings: Option<Kings>,
    /// The number of the cell of men that add nothing.
    start: u32,
}

/// A man whose square adds to the number of a cell.
#[derive(Copy, Clone, Debug)]
struct Man {
    /// Its number in the layout.
    number: usize,
    /// Its place in the order's list.
    place: usize,
    /// Whether its rank counts, not its square.
    is_rank: bool,
    step: u32,
}

/// The kings of a pawnless class: their places in the list, and for each pair of
/// squares the block of its positions and the symmetry that leads there.
#[derive(Debug)]
struct Kings {
    places: [usize; 2],
    pairs: Vec<u32>,
    /// How many cells a block has.
    block: u32,
    /// The number of the cell for kings that touch.
    touching: u32,
}

impl Addresses {
    pub fn new(cells: &Cells<'_>, men: &Men, order: &Order) -> Self {
        let layout = cells.layout();
        let mut kings = [0; 2];
        let mut adding = Vec::new();
        for (place, man) in order.in_layout(men, layout).into_iter().enumerate() {
            if man < 2 && cells.is_pawnless() {
                kings[man] = place;
                continue;
            }
            adding.push(Man {
                number: man,
                place,
                is_rank: cells.is_lead(man),
                step: cells.step(man),
            });
        }
        let kings = cells.is_pawnless().then(|| Kings {
            places: kings,
            pairs: pairs(cells),
            block: cells.per_kings() as u32,
            touching: cells.len() as u32,
        });
        Self {
            men: adding,
            kings,
            start: cells.start(),
        }
    }

    /// The man whose squares should be neighbours for some positions that follow one another: of
    /// those that may, the one that moves most often.
    pub fn busiest(&self, squares: &Squares) -> Option<usize> {
        let moves = |man: &&Man| {
            let two = squares[man.place].windows(2);
            two.filter(|two| two[0] != two[1]).count()
        };
        let men = self.men.iter().filter(|man| !man.is_rank);
        men.max_by_key(moves).map(|man| man.number)
    }

    /// The numbers of the cells of some positions.
    pub fn of(&self, squares: &Squares, cells: &mut [u32; CHUNK]) {
        cells.fill(self.start);
        let Some(kings) = &self.kings else {
            for man in &self.men {
                let shift = if man.is_rank { 3 } else { 0 };
                add(cells, &squares[man.place], shift, man.step);
            }
            return;
        };
        let mut turns = [0; CHUNK];
        let [white, black] = kings.places.map(|place| &squares[place]);
        for (((cell, turn), &white), &black) in
            cells.iter_mut().zip(&mut turns).zip(white).zip(black)
        {
            let pair = kings.pairs[usize::from(white & 63) << 6 | usize::from(black & 63)];
            *cell = (pair >> 8) * kings.block;
            *turn = pair as u8;
        }
        for man in &self.men {
            add_turned(cells, &squares[man.place], &turns, man.step);
        }
        keep_apart(cells, &turns, kings.touching);
    }
}

/// A symmetry as a number: what is changed in squares, after files and ranks are swapped if
/// [`SWAP`] is set.
const SWAP: u8 = 64;
/// Stands for a symmetry where kings touch.
const TOUCHING: u8 = 128;

fn pairs(cells: &Cells<'_>) -> Vec<u32> {
    let pair = |at: usize| {
        let (white, black) = (Square::new((at >> 6) as u32), Square::new((at & 63) as u32));
        let Some((block, symmetry)) = cells.layout().kings().find(white, black) else {
            return TOUCHING.into();
        };
        let swap = if symmetry.transposes() { SWAP } else { 0 };
        let turn = symmetry.square(Square::A1).to_u32() | u32::from(swap);
        (block as u32) << 8 | turn
    };
    (0..64 * 64).map(pair).collect()
}

#[multiversion(targets = "simd")]
fn add(cells: &mut [u32; CHUNK], squares: &[u8; CHUNK], shift: u32, step: u32) {
    for (cell, &square) in cells.iter_mut().zip(squares) {
        *cell = cell.wrapping_add(u32::from(square >> shift) * step);
    }
}

#[multiversion(targets = "simd")]
fn add_turned(cells: &mut [u32; CHUNK], squares: &[u8; CHUNK], turns: &[u8; CHUNK], step: u32) {
    for ((cell, &square), &turn) in cells.iter_mut().zip(squares).zip(turns) {
        let swapped = square >> 3 | (square & 7) << 3;
        let image = if turn & SWAP == 0 { square } else { swapped };
        *cell += u32::from((image ^ turn) & 63) * step;
    }
}

#[multiversion(targets = "simd")]
fn keep_apart(cells: &mut [u32; CHUNK], turns: &[u8; CHUNK], touching: u32) {
    for (cell, &turn) in cells.iter_mut().zip(turns) {
        *cell = if turn & TOUCHING == 0 {
            *cell
        } else {
            touching
        };
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{
            made::{cells_of, mixed},
            walk::Walk,
        },
        *,
    };
    use crate::{Layout, MAX_TABLE_MEN};
    use shakmaty::File;

    /// The squares of a position in the order of a layout, like men as they are listed.
    fn in_layout(layout: &Layout, men: &Men, order: &Order, squares: &[u8]) -> Vec<Square> {
        let mut placed: Vec<_> = order.men.iter().zip(squares).collect();
        placed.sort_by_key(|(man, _)| **man);
        let mut found = Vec::new();
        for &man in layout.men() {
            let at = placed
                .iter()
                .position(|(listed, _)| men.listed[**listed] == man);
            let (_, &square) = placed.remove(at.expect("a man of the class"));
            found.push(Square::new(square.into()));
        }
        found
    }

    /// In every order, a number's cell holds the code of the position that the number names.
    #[test]
    fn every_order_finds_the_codes_of_its_positions() {
        const FREE: u8 = 255;
        for class in ["KRvK", "KNNvK", "KRvKB", "KPvK", "KPPvK", "KRvKP", "KPvKP"] {
            let layout = Layout::new(&class.parse().expect("a class")).expect("a layout");
            let men = Men::new(&layout);
            let cells = cells_of(&layout, &men, File::C);
            let codes = cells.fill(FREE, mixed);
            for order in men.orders() {
                let walk = Walk::new(&men, &order, File::C);
                let addresses = Addresses::new(&cells, &men, &order);
                let mut squares: Squares = [[0; CHUNK]; MAX_TABLE_MEN];
                let mut numbers = [0; CHUNK];
                for at in 0..5 {
                    let start = (walk.size() - CHUNK as u64) * at / 4;
                    walk.decode(start, CHUNK, &mut squares);
                    addresses.of(&squares, &mut numbers);
                    for (position, &number) in numbers.iter().enumerate() {
                        let of: Vec<u8> = squares.iter().map(|man| man[position]).collect();
                        let of = in_layout(&layout, &men, &order, &of);
                        let expected = layout
                            .encode(&of)
                            .map_or(FREE, |at| mixed(at.block, at.word)[at.bit as usize]);
                        assert_eq!(codes[number as usize], expected, "{class} {of:?}");
                    }
                }
            }
        }
    }
}
