//! Tables of help mates in memory.

use std::{collections::BTreeMap, sync::Arc};

use shakmaty::{ByColor, Chess, Color};

use crate::{Index, Layout, Material, Numbers, OracleError, Placement, oracle::choices};

/// The moves of the mating side in the shortest help mates of a position.
#[derive(Copy, Clone, Default, PartialEq, Eq, Debug)]
pub struct HelpMoves {
    /// Those in which the side to move gives mate.
    pub own: u32,
    /// Those in which the other side does.
    pub others: u32,
}

impl HelpMoves {
    /// The most moves that a table stores for a side.
    const MOST: u32 = 0xff;

    /// What a table stores.
    pub fn number(self) -> u32 {
        self.own.min(Self::MOST) | self.others.min(Self::MOST) << 8
    }

    /// What a stored number means.
    pub fn of(number: u32) -> Self {
        Self {
            own: number & Self::MOST,
            others: number >> 8,
        }
    }
}

/// Who can mate in every position of a class with one side to move.
///
/// All sets have the words of [`Layout`].
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct HelpmateSide {
    /// The legal positions.
    pub legal: Vec<u64>,
    /// Those in which the side to move can mate.
    pub own: Vec<u64>,
    /// Those in which the other side can mate, or has mated.
    pub others: Vec<u64>,
    /// The [`HelpMoves`] of positions, if they are known.
    pub moves: Option<Numbers>,
}

/// Who can mate in every position of a class, both sides to move, without en passant right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HelpmateTable {
    layout: Layout,
    sides: ByColor<HelpmateSide>,
}

/// What a table says of a position, strong as White.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Mates {
    /// Who can mate.
    pub can: ByColor<bool>,
    /// The plies of the shortest help mate of each side that can mate, if distances are known.
    pub plies: ByColor<Option<u16>>,
}

impl Mates {
    /// Nobody can mate.
    pub const DEAD: Self = Self {
        can: ByColor {
            black: false,
            white: false,
        },
        plies: ByColor {
            black: None,
            white: None,
        },
    };

    /// A checkmate on the board, given by a side.
    pub fn given_by(side: Color) -> Self {
        Self {
            can: ByColor::new_with(|color| color == side),
            plies: ByColor::new_with(|color| (color == side).then_some(0)),
        }
    }

    /// Whether neither side can mate.
    pub fn is_dead(self) -> bool {
        !self.can.white && !self.can.black
    }

    /// The same with colours exchanged.
    #[must_use]
    fn exchanged(self) -> Self {
        let exchanged = |of: ByColor<bool>| ByColor {
            black: of.white,
            white: of.black,
        };
        Self {
            can: exchanged(self.can),
            plies: ByColor {
                black: self.plies.white,
                white: self.plies.black,
            },
        }
    }

    /// What can be reached with a choice between two positions.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        let least = |color: Color| {
            let each = [self, other].map(|of| *of.plies.get(color));
            each.into_iter().flatten().min()
        };
        Self {
            can: ByColor::new_with(|color| *self.can.get(color) || *other.can.get(color)),
            plies: ByColor::new_with(least),
        }
    }

    /// What can be reached from before a move that leads here.
    #[must_use]
    pub fn before_move(self) -> Self {
        Self {
            plies: self.plies.map(|plies| Some(plies? + 1)),
            ..self
        }
    }
}

impl HelpmateTable {
    /// A table of two finished sides.
    pub fn new(layout: Layout, sides: ByColor<HelpmateSide>) -> Self {
        Self { layout, sides }
    }

    /// The order of the positions.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// All positions with one side to move, with strong as White.
    pub fn side(&self, turn: Color) -> &HelpmateSide {
        self.sides.get(turn)
    }

    /// Whether the plies of the shortest help mates are known.
    pub fn has_distances(&self) -> bool {
        self.sides.iter().all(|side| side.moves.is_some())
    }

    /// The plies of the longest of all shortest help mates of each side, strong as White;
    /// `None` if a side can never mate, or distances are not known.
    pub fn longest(&self) -> ByColor<Option<u16>> {
        let of = |mater: Color, turn: Color| {
            let side = self.side(turn);
            let slices = &side.moves.as_ref()?.slices;
            let low = slices.len().min(8);
            let (set, slices) = if mater == turn {
                (&side.own, &slices[..low])
            } else {
                (&side.others, &slices[low..])
            };
            let numbers = Numbers {
                slices: slices.to_vec(),
            };
            let moves = numbers.greatest(set)?;
            let plies = 2 * moves - u32::from(mater == turn).min(2 * moves);
            Some(plies as u16)
        };
        ByColor::new_with(|mater| {
            Color::ALL
                .into_iter()
                .filter_map(|turn| of(mater, turn))
                .max()
        })
    }

    /// What is said of a placement. `None` if it is not legal.
    pub fn probe(&self, placement: &Placement) -> Option<Mates> {
        self.mates(self.layout.encode(&placement.squares)?, placement.turn)
    }

    /// What is said of the position at an index. `None` if it is not legal.
    pub fn mates(&self, index: Index, turn: Color) -> Option<Mates> {
        let side = self.side(turn);
        let word = index.block * self.layout.block_words() + index.word;
        let has = |set: &[u64]| set[word] >> index.bit & 1 != 0;
        if !has(&side.legal) {
            return None;
        }
        let (own, others) = (has(&side.own), has(&side.others));
        let moves = side.moves.as_ref();
        let moves = moves.map(|numbers| HelpMoves::of(numbers.get(word, index.bit)));
        let own_plies = moves
            .filter(|_| own)
            .map(|of| (2 * of.own).saturating_sub(1) as u16);
        let others_plies = moves.filter(|_| others).map(|of| (2 * of.others) as u16);
        Some(Mates {
            can: ByColor::new_with(|color| if color == turn { own } else { others }),
            plies: ByColor::new_with(|color| {
                if color == turn {
                    own_plies
                } else {
                    others_plies
                }
            }),
        })
    }
}

/// Tables by class.
#[derive(Clone, Default, Debug)]
pub struct HelpmateTables(BTreeMap<Material, Arc<HelpmateTable>>);

impl HelpmateTables {
    /// None so far.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a table and replaces one of the same class.
    pub fn insert(&mut self, table: impl Into<Arc<HelpmateTable>>) {
        let table = table.into();
        self.0.insert(table.layout().material().clone(), table);
    }

    /// The table of a class.
    pub fn get(&self, material: &Material) -> Option<&Arc<HelpmateTable>> {
        self.0.get(material)
    }

    /// All tables.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<HelpmateTable>> {
        self.0.values()
    }

    /// Whether a side can still mate in a position from play, including any en passant right.
    ///
    /// # Errors
    ///
    /// If no table covers the position, or the one that does is not there.
    pub fn can_mate(&self, position: &Chess, side: Color) -> Result<bool, OracleError> {
        self.probe(position).map(|mates| *mates.can.get(side))
    }

    /// What is known of a position from play, including any en passant right; White is White.
    ///
    /// # Errors
    ///
    /// As for [`can_mate`](Self::can_mate).
    pub fn probe(&self, position: &Chess) -> Result<Mates, OracleError> {
        let (has_plain, captures) = choices(position);
        let mut mates = Mates::DEAD;
        if has_plain {
            mates = self.probe_plain(position)?;
        }
        for after in captures {
            mates = mates.or(self.probe_plain(&after)?.before_move());
        }
        Ok(mates)
    }

    pub(super) fn table(&self, material: &Material) -> Result<&HelpmateTable, OracleError> {
        let table = self.get(material).map(Arc::as_ref);
        table.ok_or_else(|| OracleError::MissingTable {
            material: material.to_string(),
            place: "the tables of help mates".into(),
        })
    }

    fn probe_plain(&self, position: &Chess) -> Result<Mates, OracleError> {
        let (material, placement, flipped) = Placement::of(position)?;
        if material.men_count() == 2 {
            return Ok(Mates::DEAD);
        }
        let mates = self.mates(&material, &placement)?;
        Ok(if flipped { mates.exchanged() } else { mates })
    }

    /// What the table of a class says of a placement.
    pub(super) fn mates(
        &self,
        material: &Material,
        placement: &Placement,
    ) -> Result<Mates, OracleError> {
        let mates = self.table(material)?.probe(placement);
        mates.ok_or_else(|| OracleError::Unanswered {
            place: "the tables of help mates".into(),
            fen: placement.fen(material).to_string(),
            reason: "the position is not legal".into(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_distances_fit_in_a_number() {
        for (own, others) in [(0, 0), (1, 0), (0, 200), (255, 254), (17, 3)] {
            let moves = HelpMoves { own, others };
            assert_eq!(HelpMoves::of(moves.number()), moves);
        }
    }
}
