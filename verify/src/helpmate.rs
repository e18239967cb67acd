//! Tables of help mates against their own moves, and against the rule of a library.

use drawproof_tables::{
    HelpmateTable, HelpmateTables, Index, Mates, OracleError, Placement, numbered_ones, ones,
};
use rayon::prelude::*;
use shakmaty::{ByColor, Chess, Color, Position};

use crate::entries::check_entries;

/// An entry that its legal moves contradict.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrongMates {
    /// The position.
    pub placement: Placement,
    /// What the table says.
    pub entry: Mates,
    /// What follows from its moves.
    pub by_moves: Mates,
}

/// Checks each entry of a table by one move forward: a side can mate if it can after some
/// move, or has mated. The moves are shakmaty's. Returns how many entries were checked.
///
/// # Errors
///
/// The first wrong entry in the order of the tables, or [`OracleError`] if a table that
/// captures lead to is missing.
pub fn check_helpmates(
    table: &HelpmateTable,
    tables: &HelpmateTables,
    done: &(dyn Fn(u64) + Sync),
) -> Result<Result<u64, Box<WrongMates>>, OracleError> {
    let legal = ByColor::new_with(|turn| &*table.side(turn).legal);
    let check = |index, turn| check_entry(table, tables, index, turn);
    check_entries(table.layout(), legal, check, done)
}

/// The fault of an entry, if any.
fn check_entry(
    table: &HelpmateTable,
    tables: &HelpmateTables,
    index: Index,
    turn: Color,
) -> Result<Option<Box<WrongMates>>, OracleError> {
    let placement = table.layout().decode(index, turn);
    let entry = table.mates(index, turn).unwrap_or(Mates::DEAD);
    let by_moves = by_moves(tables, &chess(table, &placement)?)?;
    let agrees = if table.has_distances() {
        entry == by_moves
    } else {
        entry.can == by_moves.can
    };
    Ok((!agrees).then(|| {
        Box::new(WrongMates {
            placement,
            entry,
            by_moves,
        })
    }))
}

fn chess(table: &HelpmateTable, placement: &Placement) -> Result<Chess, OracleError> {
    let material = table.layout().material();
    let position = placement.to_chess(material);
    position.map_err(|error| OracleError::Unanswered {
        place: "the table of help mates".into(),
        fen: placement.fen(material).to_string(),
        reason: error.to_string(),
    })
}

/// What the legal moves of a position lead to.
fn by_moves(tables: &HelpmateTables, position: &Chess) -> Result<Mates, OracleError> {
    if position.is_checkmate() {
        return Ok(Mates::given_by(!position.turn()));
    }
    let mut mates = Mates::DEAD;
    for chess_move in position.legal_moves() {
        let mut after = position.clone();
        after.play_unchecked(chess_move);
        mates = mates.or(tables.probe(&after)?.before_move());
    }
    Ok(mates)
}

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
    /// What shakmaty's `has_insufficient_material` says of each side.
    pub rule: ByColor<LibraryCounts>,
    /// Dead positions that the rule does not call dead for both sides.
    pub dead_unseen: u64,
    /// Those of them that are no stalemate: the game goes on.
    pub dead_unseen_with_moves: u64,
    /// The first of these.
    pub unseen_example: Option<Placement>,
}

/// A rule that says that a side cannot mate, beside the truth.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct LibraryCounts {
    /// Positions in which it says so.
    pub says_cannot: u64,
    /// Those of them in which the side can mate.
    pub wrong: u64,
    /// The first of these.
    pub wrong_example: Option<Placement>,
}

/// Counts a table, beside shakmaty's rule, which looks at nothing but the material and the
/// colours of bishops' squares.
///
/// # Errors
///
/// For a position that shakmaty refuses.
pub fn count_helpmates(table: &HelpmateTable) -> Result<HelpmateCounts, OracleError> {
    let layout = table.layout();
    let blocks = (0..2 * layout.blocks()).into_par_iter();
    let counts = blocks.map(|at| {
        let turn = Color::from_white(at < layout.blocks());
        let block = at % layout.blocks();
        let mut counts = HelpmateCounts::default();
        for word in 0..layout.block_words() {
            counts.add_word(table, block, word, turn)?;
        }
        Ok(counts)
    });
    let counts: Vec<HelpmateCounts> = counts.collect::<Result<_, OracleError>>()?;
    let sum = |sum: HelpmateCounts, block: HelpmateCounts| sum.and(block);
    Ok(counts.into_iter().fold(HelpmateCounts::default(), sum))
}

impl HelpmateCounts {
    /// Adds a word's positions, first those with the last man on a dark square, then those on
    /// a light one: the rule says the same of all of each.
    fn add_word(
        &mut self,
        table: &HelpmateTable,
        block: usize,
        word: usize,
        turn: Color,
    ) -> Result<(), OracleError> {
        const DARK: u64 = 0xaa55_aa55_aa55_aa55;
        let layout = table.layout();
        let side = table.side(turn);
        let at = block * layout.block_words() + word;
        let weight = layout.board_weight(block);
        let count = |set: u64| weight * u64::from(set.count_ones());
        let placement = |set: u64| {
            let bit = numbered_ones(&[set]).next()? as u32;
            Some(layout.decode(Index { block, word, bit }, turn))
        };
        for squares in [DARK, !DARK] {
            let legal = side.legal[at] & squares;
            let Some(first) = placement(legal) else {
                continue;
            };
            let can = ByColor::new_with(|color| {
                let set = if color == turn {
                    &side.own
                } else {
                    &side.others
                };
                set[at] & squares
            });
            let position = chess(table, &first)?;
            let says_cannot = ByColor::new_with(|color| position.has_insufficient_material(color));
            self.positions += count(legal);
            for color in Color::ALL {
                let can = *can.get(color);
                *self.can_mate.get_mut(color) += count(can);
                let example = self.cannot_example.get_mut(color);
                *example = example.take().or_else(|| placement(legal & !can));
                if *says_cannot.get(color) {
                    let rule = self.rule.get_mut(color);
                    rule.says_cannot += count(legal);
                    rule.wrong += count(can);
                    rule.wrong_example = rule.wrong_example.take().or_else(|| placement(can));
                }
            }
            let dead = legal & !can.white & !can.black;
            self.dead += count(dead);
            if !(says_cannot.white && says_cannot.black) {
                self.dead_unseen += count(dead);
                for bit in ones(dead) {
                    let placement = layout.decode(Index { block, word, bit }, turn);
                    if !chess(table, &placement)?.legal_moves().is_empty() {
                        self.dead_unseen_with_moves += weight;
                        self.unseen_example.get_or_insert(placement);
                    }
                }
            }
        }
        Ok(())
    }

    /// Both together; examples are those of the first that has any.
    fn and(self, other: Self) -> Self {
        let sum = |one: ByColor<u64>, other: ByColor<u64>| one.zip(other).map(|(a, b)| a + b);
        let rules = self.rule.zip(other.rule);
        let examples = self.cannot_example.zip(other.cannot_example);
        Self {
            positions: self.positions + other.positions,
            can_mate: sum(self.can_mate, other.can_mate),
            dead: self.dead + other.dead,
            cannot_example: examples.map(|(one, other)| one.or(other)),
            rule: rules.map(|(one, other)| LibraryCounts {
                says_cannot: one.says_cannot + other.says_cannot,
                wrong: one.wrong + other.wrong,
                wrong_example: one.wrong_example.or(other.wrong_example),
            }),
            dead_unseen: self.dead_unseen + other.dead_unseen,
            dead_unseen_with_moves: self.dead_unseen_with_moves + other.dead_unseen_with_moves,
            unseen_example: self.unseen_example.or(other.unseen_example),
        }
    }

    /// Positions in which a side cannot mate and the rule does not say so.
    pub fn unseen(&self, side: Color) -> u64 {
        let rule = self.rule.get(side);
        let cannot = self.positions - self.can_mate.get(side);
        cannot - (rule.says_cannot - rule.wrong)
    }
}
