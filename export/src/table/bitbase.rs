//! Bitbases: the results of a class as plain bits, in the order of `source/bitbase.rs`.

use drawproof_tables::{Layout, Table, Wdl};
use rayon::prelude::*;
use shakmaty::{Color, Role, Square};

use super::{
    cells::turns,
    counts::Counts,
    metric::Metric,
    order::{TRIANGLE, kind},
};

/// The squares of a leading pawn, of any other pawn, and of a leading king.
const LEADING_PAWNS: usize = 24;
const PAWNS: usize = 48;
const KINGS: usize = TRIANGLE.len();

/// Where the bits of a class are, and how many each position has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bitbase {
    pub layout: Layout,
    /// Whether a position has one bit: only one side wins, or it does not matter who does.
    pub has_one_bit: bool,
    /// The place of its first word. The bits with the stronger side to move come first.
    pub begin: usize,
}

impl Bitbase {
    /// The bitbase of a class, to begin at a word. `counts` are those of the class.
    pub fn new(layout: &Layout, metric: Metric, counts: &[Counts; 2], begin: usize) -> Self {
        let only_strong_wins = counts[0].losses == 0 && counts[1].wins == 0;
        // An en passant capture compares wins with losses.
        let only_draws = metric == Metric::Draw && !layout.material().has_en_passant();
        Self {
            layout: layout.clone(),
            has_one_bit: only_draws || (only_strong_wins && !layout.material().is_symmetric()),
            begin,
        }
    }

    /// The men of a number from its highest digit on: their places among those of the class, and
    /// how many squares each has.
    fn digits(&self) -> Vec<(usize, usize)> {
        let men = self.layout.men();
        let is_pawn = |at: usize| men.get(at).is_some_and(|man| man.role == Role::Pawn);
        let men_after = |kings: [(usize, usize); 2], last| {
            let others = (last..men.len()).map(|at| (at, 64));
            kings.into_iter().chain(others)
        };
        let kings = [(0, 64), (1, 64)];
        match (is_pawn(2), is_pawn(3)) {
            (true, true) => vec![(2, LEADING_PAWNS), (3, PAWNS), kings[0], kings[1]],
            (true, false) => [(2, LEADING_PAWNS)]
                .into_iter()
                .chain(men_after(kings, 3))
                .collect(),
            _ => men_after([(0, KINGS), (1, 64)], 2).collect(),
        }
    }

    /// How many numbers there are with one side to move.
    pub fn numbers(&self) -> usize {
        self.digits().iter().map(|(_, squares)| squares).product()
    }

    fn bits(&self) -> usize {
        if self.has_one_bit { 1 } else { 2 }
    }

    /// How many words it takes.
    pub fn words(&self) -> usize {
        let sides = if self.layout.material().is_symmetric() {
            1
        } else {
            2
        };
        sides * self.numbers() * self.bits() / 64
    }

    /// The squares of a number, in the order of the men of the class.
    fn squares(&self, number: usize) -> [Square; 4] {
        let mut squares = [Square::A1; 4];
        let mut left = number;
        for &(man, count) in self.digits().iter().rev() {
            let digit = left % count;
            left /= count;
            squares[man] = Square::new(match count {
                KINGS => TRIANGLE[digit] as u32,
                LEADING_PAWNS => (digit / 4 * 8 + digit % 4 + 8) as u32,
                PAWNS => digit as u32 + 8,
                _ => digit as u32,
            });
        }
        squares
    }

    /// The words of a table.
    pub fn filled(&self, table: &Table) -> Vec<u64> {
        let in_word = 64 / self.bits();
        let of_side = |&turn: &Color| {
            let word = move |at: usize| {
                let cells = (0..in_word).map(|cell| self.cell(table, turn, at * in_word + cell));
                let placed = cells.enumerate();
                placed.fold(0, |word, (at, cell)| word | cell << (at * self.bits()))
            };
            (0..self.numbers() / in_word).into_par_iter().map(word)
        };
        let sides = turns(table).iter();
        sides
            .flat_map(|turn| of_side(turn).collect::<Vec<u64>>())
            .collect()
    }

    /// The bits of a position: 1 if it is decided, or with two bits 0 for a loss, 1 for a draw, 2
    /// for a win.
    fn cell(&self, table: &Table, turn: Color, number: usize) -> u64 {
        let squares = self.squares(number);
        let index = self.layout.encode(&squares[..self.layout.men().len()]);
        let value = index.and_then(|index| table.value(index, turn));
        let wdl = value.map_or(Wdl::Draw, |value| value.wdl);
        match (wdl, self.has_one_bit) {
            (Wdl::Draw, true) | (Wdl::Loss, false) => 0,
            (_, true) | (Wdl::Draw, false) => 1,
            (Wdl::Win, false) => 2,
        }
    }

    /// The number of the class in `seen` of `source/bitbase.rs`.
    pub fn class(&self) -> u64 {
        let men = self.layout.men();
        let kind_of = |at: usize| men.get(at).map_or(7, |man| kind(man.role));
        let differ = men.len() == 4 && men[2].color != men[3].color;
        kind_of(3) << 5 | kind_of(2) << 1 | u64::from(differ)
    }
}
