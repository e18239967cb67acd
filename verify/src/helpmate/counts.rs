//! How many positions of a class each side can mate in, beside the rules of libraries.

use drawproof_tables::{HelpmateTable, Index, OracleError, Placement, numbered_ones, ones};
use rayon::prelude::*;
use shakmaty::{ByColor, Chess, Color, Position};

use super::{Excluded, MaterialRule, chess};

/// How many positions of a class each side can mate in, board count, both sides to move.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct HelpmateCounts {
    /// All legal positions.
    pub positions: u64,
    /// Those in which a side can mate, or has mated; strong is White.
    pub can_mate: ByColor<u64>,
    /// Those in which neither can.
    pub dead: u64,
    /// The first position in which a side cannot mate.
    pub cannot_example: ByColor<Option<Placement>>,
    /// What each rule says, in the order asked for.
    pub rules: Vec<MaterialCounts>,
}

/// What a rule says, beside the truth.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct MaterialCounts {
    /// Of each side.
    pub sides: ByColor<SideCounts>,
    /// Positions that it ends as drawn.
    pub says_dead: u64,
    /// Those of them in which a side can mate.
    pub wrongly_dead: u64,
    /// One in which it denies what a side can, or that it ends: with the fewest plies of all,
    /// if distances are known, otherwise the first.
    pub wrong_example: Option<WrongExample>,
    /// Dead positions that it does not end.
    pub dead_unseen: u64,
    /// Those of them that are no stalemate: the game goes on.
    pub dead_unseen_with_moves: u64,
    /// The first of these.
    pub unseen_example: Option<Placement>,
}

/// What a rule says of one side, beside the truth.
#[derive(Copy, Clone, Default, PartialEq, Eq, Debug)]
pub struct SideCounts {
    /// Positions in which it says that the side cannot mate.
    pub says_cannot: u64,
    /// Those of them in which the side can mate.
    pub wrong: u64,
}

/// A position in which a side can mate, and a rule denies it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrongExample {
    /// The plies of the side's shortest help mate, if distances are known.
    pub plies: Option<u16>,
    /// The side that can mate.
    pub side: Color,
    /// The position, no checkmate.
    pub placement: Placement,
}

/// Counts a table, beside rules.
///
/// # Errors
///
/// For a position that shakmaty refuses.
pub fn count_helpmates(
    table: &HelpmateTable,
    rules: &[MaterialRule],
) -> Result<HelpmateCounts, OracleError> {
    let layout = table.layout();
    let blocks = (0..2 * layout.blocks()).into_par_iter();
    let none = || HelpmateCounts {
        rules: vec![MaterialCounts::default(); rules.len()],
        ..HelpmateCounts::default()
    };
    let counts = blocks.map(|at| {
        let turn = Color::from_white(at < layout.blocks());
        let block = at % layout.blocks();
        let mut counts = none();
        for word in 0..layout.block_words() {
            for squares in COLORS {
                if let Some(positions) = Alike::new(table, (block, word), turn, squares) {
                    counts.add(&positions, rules)?;
                }
            }
        }
        Ok(counts)
    });
    let counts: Vec<HelpmateCounts> = counts.collect::<Result<_, OracleError>>()?;
    Ok(counts.into_iter().fold(none(), HelpmateCounts::and))
}

/// The dark squares, and the light ones.
const COLORS: [u64; 2] = [0xaa55_aa55_aa55_aa55, !0xaa55_aa55_aa55_aa55];

/// Legal positions of a word that are alike to a rule: the last man's square has one colour.
struct Alike<'a> {
    table: &'a HelpmateTable,
    block: usize,
    word: usize,
    turn: Color,
    legal: u64,
    can: ByColor<u64>,
    weight: u64,
}

impl<'a> Alike<'a> {
    /// Those on some squares, if there are any.
    fn new(
        table: &'a HelpmateTable,
        (block, word): (usize, usize),
        turn: Color,
        squares: u64,
    ) -> Option<Self> {
        let layout = table.layout();
        let side = table.side(turn);
        let at = block * layout.block_words() + word;
        let legal = side.legal[at] & squares;
        let can = ByColor::new_with(|color| {
            let set = if color == turn {
                &side.own
            } else {
                &side.others
            };
            set[at] & squares
        });
        (legal != 0).then_some(Self {
            table,
            block,
            word,
            turn,
            legal,
            can,
            weight: layout.board_weight(block),
        })
    }

    /// How many positions of the board are in a set.
    fn count(&self, set: u64) -> u64 {
        self.weight * u64::from(set.count_ones())
    }

    fn index(&self, bit: u32) -> Index {
        let (block, word) = (self.block, self.word);
        Index { block, word, bit }
    }

    fn placement(&self, bit: u32) -> Placement {
        let layout = self.table.layout();
        layout.decode(self.index(bit), self.turn)
    }

    /// The first position of a set.
    fn first(&self, set: u64) -> Option<Placement> {
        let bit = numbered_ones(&[set]).next()?;
        Some(self.placement(bit as u32))
    }

    fn dead(&self) -> u64 {
        self.legal & !self.can.white & !self.can.black
    }

    /// The dead positions that are no stalemate.
    fn dead_with_moves(&self) -> Result<u64, OracleError> {
        let mut with_moves = 0;
        for bit in ones(self.dead()) {
            let position = chess(self.table, &self.placement(bit))?;
            with_moves |= u64::from(!position.legal_moves().is_empty()) << bit;
        }
        Ok(with_moves)
    }

    /// The first position in which a side can mate and has not, or that with the fewest plies.
    fn shortest(&self, side: Color) -> Option<WrongExample> {
        let mut least = None;
        for bit in ones(*self.can.get(side)) {
            let mates = self.table.mates(self.index(bit), self.turn)?;
            let plies = *mates.plies.get(side);
            let has_mated = if let Some(plies) = plies {
                plies == 0
            } else {
                let position = chess(self.table, &self.placement(bit)).ok();
                position.is_some_and(|of: Chess| of.is_checkmate())
            };
            if !has_mated && least.is_none_or(|(fewest, _)| plies < fewest) {
                least = Some((plies, bit));
                if plies.is_none() {
                    break;
                }
            }
        }
        least.map(|(plies, bit)| WrongExample {
            plies,
            side,
            placement: self.placement(bit),
        })
    }
}

impl HelpmateCounts {
    fn add(&mut self, alike: &Alike, rules: &[MaterialRule]) -> Result<(), OracleError> {
        self.positions += alike.count(alike.legal);
        self.dead += alike.count(alike.dead());
        for side in Color::ALL {
            let can = *alike.can.get(side);
            *self.can_mate.get_mut(side) += alike.count(can);
            let example = self.cannot_example.get_mut(side);
            *example = example.take().or_else(|| alike.first(alike.legal & !can));
        }
        let Some(first) = alike.first(alike.legal).filter(|_| !rules.is_empty()) else {
            return Ok(());
        };
        let position = chess(alike.table, &first)?;
        let with_moves = alike.dead_with_moves()?;
        for (rule, counts) in rules.iter().zip(&mut self.rules) {
            counts.add(alike, with_moves, rule.excludes(&position));
        }
        Ok(())
    }

    /// Both together; examples are those of the first that has any.
    fn and(self, other: Self) -> Self {
        let sum = |one: ByColor<u64>, other: ByColor<u64>| one.zip(other).map(|(a, b)| a + b);
        let examples = self.cannot_example.zip(other.cannot_example);
        let rules = self.rules.into_iter().zip(other.rules);
        Self {
            positions: self.positions + other.positions,
            can_mate: sum(self.can_mate, other.can_mate),
            dead: self.dead + other.dead,
            cannot_example: examples.map(|(one, other)| one.or(other)),
            rules: rules.map(|(one, other)| one.and(other)).collect(),
        }
    }

    /// Positions in which a side cannot mate and a rule does not say so.
    pub fn unseen(&self, rule: &MaterialCounts, side: Color) -> u64 {
        let of = rule.sides.get(side);
        let cannot = self.positions - self.can_mate.get(side);
        cannot - (of.says_cannot - of.wrong)
    }
}

impl MaterialCounts {
    fn add(&mut self, alike: &Alike, with_moves: u64, said: Excluded) {
        for side in Color::ALL {
            if *said.cannot.get(side) {
                let counts = self.sides.get_mut(side);
                counts.says_cannot += alike.count(alike.legal);
                counts.wrong += alike.count(*alike.can.get(side));
            }
            let is_known = self
                .wrong_example
                .as_ref()
                .is_some_and(|of| of.plies.is_none());
            if !is_known && (said.is_dead || *said.cannot.get(side)) {
                let shortest = alike.shortest(side);
                self.wrong_example = shorter(self.wrong_example.take(), shortest);
            }
        }
        if said.is_dead {
            self.says_dead += alike.count(alike.legal);
            self.wrongly_dead += alike.count(alike.can.white | alike.can.black);
        } else {
            self.dead_unseen += alike.count(alike.dead());
            self.dead_unseen_with_moves += alike.count(with_moves);
            let example = self.unseen_example.take();
            self.unseen_example = example.or_else(|| alike.first(with_moves));
        }
    }

    fn and(self, other: Self) -> Self {
        let sides = self.sides.zip(other.sides);
        Self {
            sides: sides.map(|(one, other)| one.and(other)),
            says_dead: self.says_dead + other.says_dead,
            wrongly_dead: self.wrongly_dead + other.wrongly_dead,
            wrong_example: shorter(self.wrong_example, other.wrong_example),
            dead_unseen: self.dead_unseen + other.dead_unseen,
            dead_unseen_with_moves: self.dead_unseen_with_moves + other.dead_unseen_with_moves,
            unseen_example: self.unseen_example.or(other.unseen_example),
        }
    }
}

impl SideCounts {
    fn and(self, other: Self) -> Self {
        Self {
            says_cannot: self.says_cannot + other.says_cannot,
            wrong: self.wrong + other.wrong,
        }
    }
}

/// That with fewer plies, or the first.
fn shorter(one: Option<WrongExample>, other: Option<WrongExample>) -> Option<WrongExample> {
    match (one, other) {
        (Some(one), Some(other)) => Some(if other.plies < one.plies { other } else { one }),
        (one, other) => one.or(other),
    }
}
