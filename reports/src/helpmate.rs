//! Who can still mate in a position, and how.

use drawproof_tables::{HelpmateTables, Mates, OracleError, Placement};
use drawproof_verify::{MaterialRule, helpmate_line, in_san};
use serde::Serialize;
use shakmaty::{Chess, Color, Position};

/// The answer for one position.
#[derive(Serialize)]
pub struct HelpmateAnswer {
    fen: String,
    material: String,
    white: Side,
    black: Side,
    /// Neither side can mate.
    is_dead: bool,
    /// What rules of libraries say, which look at material only.
    rules: Vec<Says>,
}

#[derive(Serialize)]
struct Says {
    rule: &'static str,
    white_cannot_mate: bool,
    black_cannot_mate: bool,
    is_dead: bool,
}

/// What one side can do.
#[derive(Serialize)]
struct Side {
    can_mate: bool,
    /// The plies of the shortest help mate, if distances are known.
    shortest_helpmate_plies: Option<u16>,
    /// Whether shakmaty's `has_insufficient_material` says that it cannot mate.
    said_insufficient: bool,
    /// Its moves, those of both sides.
    line_san: Vec<String>,
}

impl Says {
    fn new(rule: MaterialRule, position: &Chess) -> Self {
        let said = rule.excludes(position);
        Self {
            rule: rule.name(),
            white_cannot_mate: said.cannot.white,
            black_cannot_mate: said.cannot.black,
            is_dead: said.is_dead,
        }
    }
}

impl Side {
    fn new(
        tables: &HelpmateTables,
        position: &Chess,
        mates: Mates,
        color: Color,
    ) -> Result<Self, OracleError> {
        let plies = *mates.plies.get(color);
        Ok(Self {
            can_mate: *mates.can.get(color),
            shortest_helpmate_plies: plies,
            said_insufficient: position.has_insufficient_material(color),
            line_san: in_san(position, &helpmate_line(tables, position, color)?),
        })
    }

    fn text(&self, name: &str) -> String {
        let Some(plies) = self.shortest_helpmate_plies else {
            let can = if self.can_mate {
                "can still mate"
            } else {
                "cannot mate"
            };
            return format!("{name} {can}\n");
        };
        if plies == 0 {
            return format!("{name} has mated\n");
        }
        let line = self.line_san.join(" ");
        format!("{name} can still mate, with help in {plies} plies: {line}\n")
    }
}

impl HelpmateAnswer {
    /// What tables say about a position, as it was given.
    ///
    /// # Errors
    ///
    /// If a table is missing, or tables contradict each other.
    pub fn new(fen: &str, position: &Chess, tables: &HelpmateTables) -> Result<Self, OracleError> {
        let (material, ..) = Placement::of(position)?;
        let mates = tables.probe(position)?;
        let side = |color| Side::new(tables, position, mates, color);
        Ok(Self {
            fen: fen.into(),
            material: material.to_string(),
            white: side(Color::White)?,
            black: side(Color::Black)?,
            is_dead: mates.is_dead(),
            rules: MaterialRule::ALL
                .map(|rule| Says::new(rule, position))
                .into(),
        })
    }

    /// A line for each side.
    pub fn text(&self) -> String {
        let mut text = format!("{} ({})\n", self.fen, self.material);
        text += &self.white.text("White");
        text += &self.black.text("Black");
        if self.is_dead {
            text += "the position is dead: the game is drawn\n";
        }
        text
    }
}
