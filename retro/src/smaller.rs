//! The tables that captures and promotions lead to, as the class sees them.

use std::borrow::Cow;

use drawproof_tables::{Layout, Library, Numbers, Reorder, SideTable, pawns};
use shakmaty::{Color, Role, Square};

use crate::{GenerateError, Metric};

/// How a class changes: which man is gone, and which pawn became what.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Change {
    pub victim: Option<usize>,
    pub promotion: Option<(usize, Role)>,
    /// The man whose square is to be the bit. `None` if only kings are left.
    pub last: Option<usize>,
}

/// The table after a change of material, with the squares in an order that
/// suits the class it happens in: same kings, same blocks, same colours, and
/// a chosen man as the last one.
#[derive(Debug)]
pub struct Smaller<'a> {
    /// The men that are left, by their index in the class: kings first.
    men: Vec<usize>,
    /// `None` for bare kings.
    side: Option<Cow<'a, SideTable>>,
}

impl<'a> Smaller<'a> {
    /// The table of `layout`'s class after a change, with `turn` to move.
    pub fn new(
        layout: &Layout,
        library: &'a Library,
        change: Change,
        turn: Color,
        metric: Metric,
    ) -> Result<Self, GenerateError> {
        let Change {
            victim,
            promotion,
            last,
        } = change;
        let kept = (0..layout.men().len()).filter(|&man| Some(man) != victim && Some(man) != last);
        let men: Vec<usize> = kept.chain(last).collect();
        let Some((class, flipped)) = layout.material().after(victim, promotion) else {
            return Err(GenerateError::NoSuchChange(layout.material().clone()));
        };
        if class.men_count() == 2 {
            return Ok(Self { men, side: None });
        }
        let table = library
            .get(&class)
            .ok_or_else(|| GenerateError::MissingSmaller(class.clone()))?;
        let mut free = vec![true; men.len()];
        let order: Vec<usize> = class
            .men()
            .into_iter()
            .filter_map(|mut man| {
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
            })
            .collect();
        let side = table.side(if flipped { !turn } else { turn });
        if metric == Metric::Dtm && side.moves.is_none()
            || metric == Metric::Dtz && side.dtz.is_none()
        {
            return Err(GenerateError::MissingDistances(class));
        }
        let same_order = order.iter().copied().eq(0..men.len());
        let side = if !flipped && same_order && table.layout().kings() == layout.kings() {
            Cow::Borrowed(side)
        } else {
            let reorder = Reorder {
                to: layout,
                from: table.layout(),
                order: &order,
                flipped,
                lands: promotion.and_then(|(pawn, _)| {
                    let place = men.iter().position(|&man| man == pawn)?;
                    Some((place, pawns::promotion_rank(!turn)))
                }),
            };
            let [moves, dtz] =
                needed(metric, side).map(|numbers| numbers.map(|numbers| reorder.numbers(numbers)));
            Cow::Owned(SideTable {
                moves,
                dtz,
                ..reorder.wdl(side)
            })
        };
        Ok(Self {
            men,
            side: Some(side),
        })
    }

    /// The class's own table, or one in the same order.
    pub fn own(layout: &Layout, side: &'a SideTable) -> Self {
        Self {
            men: (0..layout.men().len()).collect(),
            side: Some(Cow::Borrowed(side)),
        }
    }

    /// The word in which a move lands: `square_of` gives the square of each
    /// man of the class after it.
    pub fn word(&self, block: usize, square_of: impl Fn(usize) -> Square) -> usize {
        let outers = self.men.get(2..self.men.len() - 1).unwrap_or_default();
        let within = outers
            .iter()
            .fold(0, |word, &man| word << 6 | square_of(man).to_usize());
        block << (6 * outers.len()) | within
    }

    /// The man whose square is the bit. `None` for bare kings.
    pub fn last(&self) -> Option<usize> {
        self.men.get(2..)?.last().copied()
    }

    /// All that is known, or `None` for bare kings, where everything is
    /// drawn.
    pub fn side(&self) -> Option<&SideTable> {
        self.side.as_deref()
    }
}

/// The distances that a search needs of a smaller table: to mate, or to
/// zeroing moves where the 50-move rule makes a difference.
fn needed(metric: Metric, side: &SideTable) -> [Option<&Numbers>; 2] {
    let is_cursed = || (0..side.legal.len()).any(|word| side.cursed(word) != 0);
    match metric {
        Metric::Dtm => [side.moves.as_ref(), None],
        Metric::Dtz => [None, side.dtz.as_ref().filter(|_| is_cursed())],
    }
}
