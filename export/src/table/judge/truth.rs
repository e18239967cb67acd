//! What tables say, as the numbers that a program answers with.

use drawproof_tables::{
    HelpmateTable, HelpmateTables, Index, Layout, Mates, Oracle, Table, TableSet, Value, Wdl,
};
use shakmaty::{Chess, Color, Position, Square};

use crate::table::{helpmate::MAX_HELPMATE_MEN, metric::Metric, order::View, packed::Packed};

/// Marks answers that were not requested.
pub const SKIPPED: i16 = i16::MAX;

/// The squares of the men of a class, A1 behind the last.
pub type Squares = [Square; MAX_HELPMATE_MEN];

/// Who knows the truth about a class.
pub enum Truth<'a> {
    /// Results.
    Results {
        /// The stronger side to move.
        view: View,
        table: &'a Table,
        tables: &'a TableSet,
        metric: Metric,
    },
    /// Who can mate.
    Mates {
        table: &'a HelpmateTable,
        tables: &'a HelpmateTables,
    },
}

impl<'a> Truth<'a> {
    pub fn results(
        layout: &Layout,
        table: &'a Table,
        tables: &'a TableSet,
        metric: Metric,
    ) -> Self {
        Self::Results {
            view: View::new(layout, Color::White),
            table,
            tables,
            metric,
        }
    }

    /// Whether there are functions that take squares.
    pub fn has_squares(&self) -> bool {
        matches!(self, Self::Results { .. })
    }

    /// The right answer for a position. `None` if it is not legal.
    pub fn number(&self, index: Index, turn: Color) -> Option<i16> {
        match self {
            Self::Results { table, metric, .. } => table
                .value(index, turn)
                .map(|value| of_value(*metric, value)),
            Self::Mates { table, .. } => {
                table.mates(index, turn).map(|mates| of_mates(mates, turn))
            }
        }
    }

    /// The right answer for a position from play. `None` if that is not known.
    pub fn number_of(&self, position: &Chess) -> Option<i16> {
        match self {
            Self::Results { tables, metric, .. } => {
                let value = tables.probe_chess(position).ok()?;
                Some(of_value(*metric, value))
            }
            Self::Mates { tables, .. } => {
                let mates = tables.probe(position).ok()?;
                Some(of_mates(mates, position.turn()))
            }
        }
    }

    /// The answer that something is not known.
    pub fn unknown(&self) -> i16 {
        match self {
            Self::Results { metric, .. } if *metric == Metric::Draw => -1,
            Self::Results { .. } => 2,
            Self::Mates { .. } => of_sides(-1, -1),
        }
    }

    pub fn text(&self, number: i16) -> String {
        if number == self.unknown() {
            return "not known".into();
        }
        match self {
            Self::Results { metric, .. } => text_of_result(*metric, number),
            Self::Mates { .. } => text_of_mates(number),
        }
    }

    /// The answer of data for bitboards.
    pub fn asked(&self, packed: &Packed, boards: [u64; 8], ep: u32, turn: Color) -> i16 {
        let is_white = turn.is_white();
        match self {
            Self::Results { metric, .. } => {
                self.of_score(*metric, packed.score(boards, 0, ep, is_white))
            }
            Self::Mates { .. } => {
                let can = |white| packed.can_mate(boards, 0, ep, is_white, white);
                let [own, others] = [can(is_white), can(!is_white)];
                let number = |known: Option<bool>| known.map_or(-1, i16::from);
                of_sides(number(own), number(others))
            }
        }
    }

    /// The answer of data for squares, in the order of the men of a class.
    pub fn asked_by_squares(&self, packed: &Packed, placed: Squares, turn: Color) -> i16 {
        match self {
            Self::Results { view, metric, .. } => {
                let mut squares = [0; 4];
                for (square, &place) in squares.iter_mut().zip(view.places()) {
                    *square = placed[place].to_u32();
                }
                let score = packed.score_of_squares(view.kinds(), squares, turn.is_white());
                self.of_score(*metric, score)
            }
            Self::Mates { .. } => SKIPPED,
        }
    }

    fn of_score(&self, metric: Metric, score: Option<i32>) -> i16 {
        match (metric, score) {
            (_, None) => self.unknown(),
            (Metric::Draw, Some(score)) => i16::from(score == 0),
            (_, Some(score)) => score as i16,
        }
    }
}

/// As `sides` of `source/harness.rs`.
fn of_sides(own: i16, others: i16) -> i16 {
    4 * own + others
}

fn of_mates(mates: Mates, turn: Color) -> i16 {
    let can = |side: Color| i16::from(*mates.can.get(side));
    of_sides(can(turn), can(!turn))
}

fn of_value(metric: Metric, value: Value) -> i16 {
    let plies = value.dtm.map_or(0, |dtm| dtm.0 as i16);
    match (metric, value.wdl) {
        (Metric::Draw, wdl) => (wdl == Wdl::Draw).into(),
        (_, Wdl::Draw) => 0,
        (Metric::Dtm, Wdl::Win) => 1000 - plies,
        (Metric::Dtm, Wdl::Loss) => plies - 1000,
        (_, Wdl::Win) => 1,
        (_, Wdl::Loss) => -1,
    }
}

fn text_of_result(metric: Metric, number: i16) -> String {
    match (metric, number) {
        (Metric::Draw, 1) | (Metric::Wdl | Metric::Dtm, 0) => "draw".into(),
        (Metric::Draw, 0) => "no draw".into(),
        (Metric::Wdl, 1) => "win".into(),
        (Metric::Wdl, -1) => "loss".into(),
        (Metric::Dtm, 1..=1000) => format!("win in {} plies", 1000 - number),
        (Metric::Dtm, -1000..=-1) => format!("loss in {} plies", 1000 + number),
        _ => nonsense(number),
    }
}

fn text_of_mates(number: i16) -> String {
    match number {
        0 => "neither side can mate".into(),
        1 => "only the side not to move can mate".into(),
        4 => "only the side to move can mate".into(),
        5 => "both sides can mate".into(),
        _ => nonsense(number),
    }
}

fn nonsense(number: i16) -> String {
    format!("{number}, which means nothing")
}
