//! A reproducible random sample of the missed draws.
//!
//! Each sheet of positions has a ticket and enters one of its missed draws. A
//! ticket is a pseudo-random number divided by the number of missed draws of
//! the sheet, so that each missed draw is about equally likely; the lowest
//! tickets win. The order in which threads visit sheets therefore does not
//! matter, and no two positions come from one sheet.

use std::cmp::Ordering;

use drawproof_recognizers::{Rows, positions};
use drawproof_tables::Placement;
use serde::{Deserialize, Serialize};

use crate::{random::Random, units::Unit};

/// A draw that was not claimed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Missed {
    /// The index in its file of the rule that kept silent; `None` if no rule
    /// held.
    pub rule: Option<usize>,
    /// The position.
    pub placement: Placement,
    pub(crate) ticket: Ticket,
}

/// The ticket that decides which positions are drawn.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ticket {
    number: u32,
    /// The number of positions that it is divided by, board count; never 0.
    weight: u32,
}

impl Ticket {
    fn compare(self, other: Self) -> Ordering {
        let times = |a: u32, b: u32| u64::from(a) * u64::from(b);
        times(self.number, other.weight).cmp(&times(other.number, self.weight))
    }

    /// Whether it is possible for a class.
    pub fn is_valid(self) -> bool {
        self.weight > 0
    }
}

/// The missed draw that a sheet enters, by row and bit, and its ticket. `count`
/// is the number of its missed draws on the full board.
pub(crate) fn drawn(
    unit: &Unit,
    first_word: usize,
    missed: &Rows,
    count: u64,
) -> Option<(Ticket, (usize, u32))> {
    let here: u64 = missed.iter().map(|row| u64::from(row.count_ones())).sum();
    let kings = unit.kings.map(|king| u64::from(king.to_u32()));
    let turn = u64::from(unit.turn.is_black());
    let sheet = ((first_word as u64) << 13) | (turn << 12) | (kings[0] << 6) | kings[1];
    let mut random = Random::of_part(sheet);
    let ticket = Ticket {
        number: random.below(1 << 32) as u32,
        weight: u32::try_from(count).unwrap_or(u32::MAX).max(1),
    };
    let chosen = (here > 0).then(|| random.below(here as usize))?;
    Some((ticket, positions(missed).nth(chosen)?))
}

/// Adds others, and keeps at most `most` in all.
pub(crate) fn add(missed: &mut Vec<Missed>, others: Vec<Missed>, most: usize) {
    if others.is_empty() {
        return;
    }
    missed.extend(others);
    missed.sort_by(|a, b| {
        let place = |of: &Missed| (of.placement.turn.is_black(), of.placement.squares.clone());
        let tickets = a.ticket.compare(b.ticket);
        tickets.then_with(|| place(a).cmp(&place(b)))
    });
    missed.truncate(most);
}
