//! A reproducible random sample of the missed draws.
//!
//! Each sheet of positions has a ticket and enters one of its missed draws. A
//! ticket is a pseudo-random number divided by the number of missed draws of
//! the sheet, so that each missed draw is about equally likely; the lowest
//! tickets win. The order in which threads visit sheets therefore does not
//! matter, and no two positions come from one sheet.

use std::cmp::Ordering;

use drawproof_evaluate::{Rows, positions};
use drawproof_tables::{Placement, Random};
use serde::{Deserialize, Serialize};

use crate::units::Unit;

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

#[cfg(test)]
mod tests {
    use std::{cmp::Ordering, collections::HashSet, error::Error};

    use drawproof_tables::Layout;
    use shakmaty::{Color, Square};

    use super::*;
    use crate::units::units;

    type Outcome = Result<(), Box<dyn Error>>;

    const ALL: Rows = [u64::MAX; 64];

    /// Tickets are fractions.
    #[test]
    fn tickets_are_compared_as_fractions() {
        let ticket = |number, weight| Ticket { number, weight };
        let rising = [
            ticket(0, 5),
            ticket(1, u32::MAX),
            ticket(1, 3),
            ticket(2, 5),
            ticket(1, 2),
            ticket(u32::MAX, 2),
            ticket(u32::MAX, 1),
        ];
        for (a, one) in rising.iter().enumerate() {
            for (b, other) in rising.iter().enumerate() {
                assert_eq!(one.compare(*other), a.cmp(&b), "{one:?} {other:?}");
            }
        }
        assert_eq!(ticket(2, 4).compare(ticket(1, 2)), Ordering::Equal);
        assert!(ticket(0, 1).is_valid());
        assert!(!ticket(1, 0).is_valid());
    }

    /// No two sheets draw the same numbers: those of a class of five men differ
    /// in the kings, the side to move or the outer men.
    #[test]
    fn each_sheet_has_a_ticket_of_its_own() -> Outcome {
        let layout = Layout::new(&"KBNvKN".parse()?)?;
        let mut drawings = HashSet::new();
        let mut sheets = 0;
        for unit in units(&layout, false).iter().step_by(61) {
            for first_word in (0..layout.block_words()).step_by(64) {
                sheets += 1;
                let (ticket, at) = drawn(unit, first_word, &ALL, 1).ok_or("nothing is drawn")?;
                drawings.insert((ticket.number, at));
            }
        }
        assert!(sheets > 5000);
        assert_eq!(drawings.len(), sheets);
        Ok(())
    }

    /// A ticket weighs what a sheet has on the full board, and one of its
    /// positions is drawn if there are any.
    #[test]
    fn a_ticket_weighs_what_the_sheet_has() -> Outcome {
        let layout = Layout::new(&"KRvK".parse()?)?;
        let unit = units(&layout, true)[5];
        let weight = |count| drawn(&unit, 0, &ALL, count).map(|(ticket, _)| ticket.weight);
        for (count, expected) in [(0, 1), (1, 1), (123, 123), (1 << 40, u32::MAX)] {
            assert_eq!(weight(count), Some(expected));
        }
        assert!(drawn(&unit, 0, &[0; 64], 9).is_none());
        let mut one = [0; 64];
        one[7] = 1 << 9;
        assert_eq!(drawn(&unit, 0, &one, 1).map(|(_, at)| at), Some((7, 9)));
        Ok(())
    }

    /// The lowest tickets are kept, of like ones the first position.
    #[test]
    fn the_lowest_tickets_are_kept() {
        let missed = |number, rook, turn| Missed {
            rule: None,
            placement: Placement {
                squares: [Square::A1, Square::C3, rook].into_iter().collect(),
                turn,
            },
            ticket: Ticket { number, weight: 1 },
        };
        let all = [
            missed(1, Square::C1, Color::Black),
            missed(2, Square::C1, Color::White),
            missed(2, Square::D1, Color::White),
            missed(2, Square::C1, Color::Black),
            missed(3, Square::C1, Color::White),
        ];
        for most in 0..=5 {
            let mut kept = vec![all[3].clone(), all[1].clone()];
            add(
                &mut kept,
                [4, 0, 2].map(|at: usize| all[at].clone()).into(),
                most,
            );
            assert_eq!(kept, all[..most]);
        }
    }
}
