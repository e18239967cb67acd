//! What the 50-move rule makes of a position with its half-move clock.

use drawproof_tables::{Dtz, Ruling, Value};
use serde::Serialize;

/// The 50-move rule applied to one position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FiftyMoves {
    /// Plies since the last capture or pawn move, from the FEN.
    half_move_clock_plies: u32,
    distance_to_zeroing_plies: Option<u32>,
    fifty_move_rule: Effect,
}

/// What the 50-move rule does to a value.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// The value is the same as without the rule.
    ChangesNothing,
    /// A win or loss is a draw.
    Draws,
    /// No distance to a zeroing move is known.
    NotKnown,
}

impl FiftyMoves {
    /// The effect on a value with some plies on the clock.
    pub fn of(value: Value, half_move_clock_plies: u32) -> Self {
        let dtz = value.dtz.map(Dtz::plies);
        Self {
            half_move_clock_plies,
            distance_to_zeroing_plies: dtz,
            fifty_move_rule: Effect::of(value, half_move_clock_plies),
        }
    }

    /// A line of text, if there is anything to say.
    pub fn text(&self) -> Option<String> {
        let clock = self.half_move_clock_plies;
        let said = match (self.fifty_move_rule, self.distance_to_zeroing_plies) {
            (Effect::ChangesNothing | Effect::NotKnown, _) if clock == 0 => return None,
            (Effect::ChangesNothing, _) => {
                format!("does not change the result with {clock} plies on the half-move clock")
            }
            (Effect::Draws, Some(dtz)) => format!(
                "a draw: {clock} plies on the half-move clock plus {dtz} to the next zeroing move are more than 100"
            ),
            (Effect::Draws | Effect::NotKnown, _) => format!(
                "not known: the half-move clock is at {clock} plies, and no exact distance to zeroing is known"
            ),
        };
        Some(format!("50-move rule: {said}"))
    }
}

impl Effect {
    fn of(value: Value, clock: u32) -> Self {
        Ruling::with_clock(value, clock).into()
    }
}

impl From<Ruling> for Effect {
    fn from(ruling: Ruling) -> Self {
        match ruling.cursed {
            Some(true) => Self::Draws,
            Some(false) => Self::ChangesNothing,
            None => Self::NotKnown,
        }
    }
}

#[cfg(test)]
mod tests {
    use drawproof_tables::Wdl;

    use super::*;

    #[test]
    fn wins_and_losses_that_take_too_long_are_draws() {
        let value = |wdl, dtz: Option<u16>, dtz_rounded| Value {
            dtz: dtz.map(Dtz),
            dtz_rounded,
            ..Value::of(wdl)
        };
        for (wdl, dtz, rounded, clock, expected) in [
            (Wdl::Win, Some(35), false, 65, Effect::ChangesNothing),
            (Wdl::Win, Some(35), false, 66, Effect::Draws),
            (Wdl::Loss, Some(34), false, 66, Effect::ChangesNothing),
            (Wdl::Loss, Some(34), false, 67, Effect::Draws),
            (Wdl::Win, Some(101), false, 0, Effect::Draws),
            (Wdl::Win, Some(35), true, 64, Effect::ChangesNothing),
            (Wdl::Win, Some(35), true, 65, Effect::NotKnown),
            (Wdl::Win, Some(35), true, 66, Effect::Draws),
            (Wdl::Win, None, false, 66, Effect::NotKnown),
            (Wdl::Win, Some(35), true, u32::MAX, Effect::Draws),
            (Wdl::Draw, None, false, 66, Effect::ChangesNothing),
            (Wdl::Loss, Some(0), false, 100, Effect::ChangesNothing),
            (Wdl::Win, Some(1), false, 99, Effect::ChangesNothing),
            (Wdl::Win, Some(1), false, 100, Effect::Draws),
        ] {
            let found = Effect::of(value(wdl, dtz, rounded), clock);
            assert_eq!(found, expected, "{wdl} {dtz:?} {clock}");
        }
    }

    #[test]
    fn nothing_is_said_where_nothing_changes() {
        let win = Value {
            dtz: Some(Dtz(35)),
            ..Value::of(Wdl::Win)
        };
        assert_eq!(FiftyMoves::of(win, 0).text(), None);
        assert_eq!(FiftyMoves::of(Value::of(Wdl::Win), 0).text(), None);
        assert!(FiftyMoves::of(win, 7).text().is_some());
    }
}
