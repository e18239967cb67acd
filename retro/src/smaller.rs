//! The tables that captures and promotions lead to, as the class sees them.

use std::borrow::Cow;

use drawproof_tables::{Layout, Numbers, Reorder, SideTable, Table, TableSet, pawns};
use shakmaty::{Bitboard, Color, Role};

use crate::{Counting, GenerateError, replay::is_cursed};

/// A change of material: which man was captured, and which pawn promoted to
/// what.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Change {
    pub victim: Option<usize>,
    pub promotion: Option<(usize, Role)>,
    /// The man whose square becomes the bit. `None` if only the kings remain.
    pub last: Option<usize>,
}

/// The table after a change of material, reordered for the class in which the
/// change happens: same kings, same blocks, same colours, and a chosen man as
/// the last one.
#[derive(Debug)]
pub struct Smaller {
    /// The remaining men, by their index in the class: kings first.
    men: Vec<usize>,
    /// The promoted man, if its square is numbered by file: see
    /// [`Reorder::lands`].
    promoted: Option<usize>,
}

/// The values with one side to move; `None` for bare kings.
pub type SideValues<'a> = Option<Cow<'a, SideTable>>;

impl Smaller {
    /// The table of `layout`'s class after a change, with `turn` to move.
    pub fn find<'a>(
        layout: &Layout,
        tables: &'a TableSet,
        change: Change,
        turn: Color,
        counting: Counting,
    ) -> Result<(Self, SideValues<'a>), GenerateError> {
        let Change {
            victim, promotion, ..
        } = change;
        let smaller = Self::of(layout, change);
        let men = &smaller.men;
        let Some((class, flipped)) = layout.material().after(victim, promotion) else {
            return Err(GenerateError::NoSuchChange(layout.material().clone()));
        };
        if class.men_count() == 2 {
            return Ok((smaller, None));
        }
        let table = tables
            .get(&class)
            .ok_or_else(|| GenerateError::MissingSmaller(class.clone()))?;
        if counting == Counting::ToMate && !table.has_dtm() {
            return Err(GenerateError::MissingDistances(class));
        }
        let order = order_of(layout, table, men, promotion, flipped);
        let reorder = Reorder {
            to: layout,
            from: table.layout(),
            order: &order,
            flipped,
            lands: promotion.and_then(|(pawn, _)| {
                let place = men.iter().position(|&man| man == pawn)?;
                Some((place, Bitboard(pawns::promotion_rank(!turn)).first()?))
            }),
        };
        let side = table.side(if flipped { !turn } else { turn });
        let known = Some(in_order(&reorder, side, counting));
        Ok((smaller, known))
    }

    /// The order of the table after a change.
    pub fn of(layout: &Layout, change: Change) -> Self {
        let Change {
            victim,
            promotion,
            last,
        } = change;
        let kept = (0..layout.men().len()).filter(|&man| Some(man) != victim && Some(man) != last);
        let promoted = promotion.map(|(pawn, _)| pawn);
        Self {
            men: kept.chain(last).collect(),
            promoted: promoted.filter(|&pawn| Some(pawn) != last),
        }
    }

    /// The index of the word that a move leads to: `square_of` gives the square
    /// number of each man of the class after the move.
    #[inline]
    pub fn word(&self, block: usize, square_of: impl Fn(usize) -> usize) -> usize {
        self.outers().iter().fold(block, |word, &man| {
            let square = square_of(man);
            if Some(man) == self.promoted {
                word << 3 | square & 7
            } else {
                word << 6 | square
            }
        })
    }

    /// The men whose squares number the words of a block.
    fn outers(&self) -> &[usize] {
        self.men.get(2..self.men.len() - 1).unwrap_or_default()
    }

    /// How many words a block has.
    pub fn block_words(&self) -> usize {
        1 << (6 * self.outers().len() - self.promoted.map_or(0, |_| 3))
    }

    /// The man whose square is the bit. `None` for bare kings.
    pub fn last(&self) -> Option<usize> {
        self.men.get(2..)?.last().copied()
    }
}

/// The index in `men` of each man of the table.
fn order_of(
    layout: &Layout,
    table: &Table,
    men: &[usize],
    promotion: Option<(usize, Role)>,
    flipped: bool,
) -> Vec<usize> {
    let mut free = vec![true; men.len()];
    let place = |mut man: shakmaty::Piece| {
        if flipped {
            man.color = !man.color;
        }
        let at = (0..men.len()).find(|&at| {
            let mut own = layout.men()[men[at]];
            if let Some((_, role)) = promotion.filter(|&(pawn, _)| pawn == men[at]) {
                own.role = role;
            }
            free[at] && own == man
        })?;
        free[at] = false;
        Some(at)
    };
    table
        .layout()
        .men()
        .iter()
        .copied()
        .filter_map(place)
        .collect()
}

/// A side of a table in another order, with the required distances.
fn in_order<'a>(reorder: &Reorder, side: &'a SideTable, counting: Counting) -> Cow<'a, SideTable> {
    let same_order = reorder.order.iter().copied().eq(0..reorder.order.len());
    if !reorder.flipped
        && same_order
        && reorder.lands.is_none()
        && reorder.from.kings() == reorder.to.kings()
    {
        return Cow::Borrowed(side);
    }
    let [moves, dtz] =
        needed(counting, side).map(|numbers| numbers.map(|numbers| reorder.numbers(numbers)));
    Cow::Owned(SideTable {
        moves,
        dtz,
        ..reorder.wdl(side)
    })
}

/// The distances that a search needs of a smaller table: to mate, or to
/// zeroing moves where the 50-move rule makes a difference.
fn needed(counting: Counting, side: &SideTable) -> [Option<&Numbers>; 2] {
    match counting {
        Counting::ToMate => [side.moves.as_ref(), None],
        Counting::ToZeroing => [None, side.dtz.as_ref().filter(|_| is_cursed(side))],
    }
}
