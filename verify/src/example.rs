//! Counterexamples made readable.

use drawproof_tables::{Library, Material, Oracle, OracleError, Placement, Value, mating_line};
use shakmaty::{Chess, Color, Move, san::SanPlus};

/// A position with what is known of it, to be shown to a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Example {
    /// The position.
    pub fen: String,
    /// Who is to move in it.
    pub turn: Color,
    /// Its value for the side to move, with the distance to mate.
    pub value: Value,
    /// The moves to checkmate in SAN, both sides playing their best; empty
    /// for a draw.
    pub line: Vec<String>,
}

impl Example {
    /// Looks a position up, with the line that proves its value.
    ///
    /// # Errors
    ///
    /// If a table is missing, or the position is not legal.
    pub fn of(
        material: &Material,
        placement: &Placement,
        library: &Library,
    ) -> Result<Self, OracleError> {
        let fen = placement.fen(material).to_string();
        let position = placement
            .to_chess(material)
            .map_err(|error| OracleError::Unanswered {
                place: "own tables".into(),
                fen: fen.clone(),
                reason: error.to_string(),
            })?;
        Ok(Self {
            fen,
            turn: placement.turn,
            value: library.probe_chess(&position)?,
            line: in_san(&position, &mating_line(library, &position)?),
        })
    }
}

/// Moves of a line in SAN, from the position they begin in.
pub fn in_san(start: &Chess, line: &[Move]) -> Vec<String> {
    let mut position = start.clone();
    line.iter()
        .map(|&chess_move| {
            SanPlus::from_move_and_play_unchecked(&mut position, chess_move).to_string()
        })
        .collect()
}

/// Moves in SAN with their numbers, as in `1. Kb6 Kb8 2. Rd8#`.
pub fn numbered(turn: Color, line: &[String]) -> String {
    let skipped = usize::from(turn.is_black());
    let mut text = String::new();
    for (at, san) in line.iter().enumerate() {
        let ply = at + skipped;
        if ply % 2 == 0 {
            text += &format!("{}. ", ply / 2 + 1);
        } else if at == 0 {
            text += "1... ";
        }
        text += san;
        text += " ";
    }
    text.trim_end().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_moves_of_either_side() {
        let line = ["Kb8", "Rd8#"].map(String::from);
        assert_eq!(numbered(Color::White, &line), "1. Kb8 Rd8#");
        assert_eq!(numbered(Color::Black, &line), "1... Kb8 2. Rd8#");
    }
}
