//! Counterexamples made readable.

use drawproof_language::Claim;
use drawproof_tables::{
    AskedPosition, Dtm, HelpmateTables, Material, Oracle, OracleError, RatedMove, Value, Wdl,
    mating_line, rated_moves,
};
use shakmaty::{Chess, Color, Move, Position, san::SanPlus};

use crate::helpmate::{helpmate_line, refuting};

/// A position with its value and lines, for display.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Example {
    /// The position.
    pub fen: String,
    /// Who is to move in it.
    pub turn: Color,
    /// Its value for the side to move, with the distance to mate; `None` if the question is
    /// who can mate.
    pub value: Option<Value>,
    /// Then the plies of the shortest help mate of a side that was said to have none, if known.
    pub helpmate_plies: Option<u32>,
    /// The moves to checkmate in SAN, with best play or with help; empty for a draw and if no
    /// distances are known.
    pub line: Vec<String>,
    /// The moves that mate fastest, in SAN; empty if the side to move does not
    /// win and if no distances are known.
    pub best_moves: Vec<String>,
    /// The value in own tables, if it contradicts the truth.
    pub contradicted: Option<Wdl>,
}

impl Example {
    /// A position with nothing but its value, if the question is who wins.
    pub fn plain(material: &Material, asked: &AskedPosition, truth: Option<Wdl>) -> Self {
        Self {
            fen: asked.fen(material).to_string(),
            turn: asked.turn(),
            value: truth.map(Value::of),
            helpmate_plies: None,
            line: Vec::new(),
            best_moves: Vec::new(),
            contradicted: None,
        }
    }

    /// Looks a position up in own tables, for the line that proves its value.
    ///
    /// # Errors
    ///
    /// If a table is missing, or the position is not legal.
    pub fn of(
        material: &Material,
        asked: &AskedPosition,
        truth: Wdl,
        own: &dyn Oracle,
    ) -> Result<Self, OracleError> {
        let position = chess(material, asked)?;
        let value = own.probe_chess(&position)?;
        let plain = Self::plain(material, asked, Some(truth));
        if value.wdl != truth {
            return Ok(Self {
                contradicted: Some(value.wdl),
                ..plain
            });
        }
        Ok(Self {
            value: Some(value),
            line: in_san(&position, &mating_line(own, &position)?),
            best_moves: mating_moves(own, &position)?,
            ..plain
        })
    }

    /// Looks up the shortest help mate of a side that cannot mate by a claim.
    ///
    /// # Errors
    ///
    /// If a table is missing, or the position is not legal.
    pub fn of_mates(
        material: &Material,
        asked: &AskedPosition,
        claim: Claim,
        tables: &HelpmateTables,
    ) -> Result<Self, OracleError> {
        let position = chess(material, asked)?;
        let refuted = refuting(claim, position.turn(), tables.probe(&position)?);
        let plain = Self::plain(material, asked, None);
        let Some((side, plies)) = refuted else {
            return Ok(plain);
        };
        let line = helpmate_line(tables, &position, side)?;
        Ok(Self {
            helpmate_plies: Some(plies.into()),
            line: in_san(&position, &line),
            ..plain
        })
    }

    /// The plies to mate, with best play or with help, if known.
    pub fn plies(&self) -> Option<u32> {
        let dtm = self.value.and_then(|value| value.dtm);
        dtm.map(Dtm::plies).or(self.helpmate_plies)
    }
}

fn chess(material: &Material, asked: &AskedPosition) -> Result<Chess, OracleError> {
    let position = asked.to_chess(material);
    position.map_err(|error| OracleError::Unanswered {
        place: "own tables".into(),
        fen: asked.fen(material).to_string(),
        reason: error.to_string(),
    })
}

/// The moves that mate fastest, in SAN; none if the side to move does not win,
/// or the distances are not known.
///
/// # Errors
///
/// If a table that a move leads to is missing.
pub fn mating_moves(oracle: &dyn Oracle, position: &Chess) -> Result<Vec<String>, OracleError> {
    let rated = rated_moves(oracle, position)?;
    let best = rated.first().map(|best| best.value);
    let Some(best) = best.filter(|best| best.wdl == Wdl::Win && best.dtm.is_some()) else {
        return Ok(Vec::new());
    };
    let fastest = rated.iter().filter(|of| of.value.dtm == best.dtm);
    let fastest = fastest.filter(|of| of.value.wdl == Wdl::Win);
    Ok(alone_in_san(position, fastest))
}

/// The moves that hold a drawn position, in SAN; none if all do.
///
/// # Errors
///
/// If a table that a move leads to is missing.
pub fn holding_moves(oracle: &dyn Oracle, position: &Chess) -> Result<Vec<String>, OracleError> {
    let rated = rated_moves(oracle, position)?;
    let holds = |of: &&RatedMove| of.value.wdl != Wdl::Loss;
    if rated.iter().all(|of| holds(&of)) {
        return Ok(Vec::new());
    }
    Ok(alone_in_san(position, rated.iter().filter(holds)))
}

/// Each move in SAN, all of them from one position.
fn alone_in_san<'a>(position: &Chess, moves: impl Iterator<Item = &'a RatedMove>) -> Vec<String> {
    moves
        .flat_map(|of| in_san(position, &[of.chess_move]))
        .collect()
}

/// The moves of a line in SAN.
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
    use drawproof_retro::{Wanted, generate};
    use drawproof_tables::TableSet;
    use shakmaty::{CastlingMode, fen::Fen};

    use super::*;

    #[test]
    fn numbers_moves_of_either_side() {
        let line = ["Kb8", "Rd8#"].map(String::from);
        assert_eq!(numbered(Color::White, &line), "1. Kb8 Rd8#");
        assert_eq!(numbered(Color::Black, &line), "1... Kb8 2. Rd8#");
    }

    #[test]
    fn moves_that_mate_or_hold_are_named() -> Result<(), Box<dyn std::error::Error>> {
        let mut tables = TableSet::new();
        for class in ["KQvK", "KRvK", "KNvK"] {
            generate(&class.parse()?, Wanted::Dtm, &mut tables, &|_, _| {})?;
        }
        let position = |fen: &str| -> Result<Chess, Box<dyn std::error::Error>> {
            let fen: Fen = fen.parse()?;
            Ok(fen.into_position(CastlingMode::Standard)?)
        };
        let mut mating = mating_moves(&tables, &position("k7/7Q/1K6/8/8/8/8/8 w - - 0 1")?)?;
        mating.sort();
        assert_eq!(mating, ["Qa7#", "Qb7#", "Qg8#", "Qh8#"]);
        let taking = position("8/8/8/8/8/1k6/1R6/7K b - - 0 1")?;
        assert_eq!(holding_moves(&tables, &taking)?, ["Kxb2"]);
        assert_eq!(mating_moves(&tables, &taking)?, [""; 0]);
        let drawn = position("8/8/8/8/8/1k6/1N6/7K b - - 0 1")?;
        assert_eq!(holding_moves(&tables, &drawn)?, [""; 0]);
        Ok(())
    }
}
