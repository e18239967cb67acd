//! `drawproof probe --helpmate`

use std::slice;

use drawproof_tables::{HelpmateTables, Layout, Mates, Placement};
use drawproof_verify::MaterialRule;
use serde::Serialize;
use shakmaty::{Chess, Color, Position, san::SanPlus};

use super::sources::{Wanted, are_distances_cheap};
use crate::{Outcome, args, input, output};

/// The answer for one position.
#[derive(Serialize)]
struct Answer {
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

pub fn run(arguments: &args::Probe, json: bool) -> anyhow::Result<Outcome> {
    let position = input::position(&arguments.fen)?;
    let (material, _, _) = Placement::of(&position)?;
    Layout::new(&material)?;
    let folders = &arguments.folders.source.tables;
    let wanted = Wanted {
        classes: slice::from_ref(&material),
        with_smaller: true,
        with_distances: are_distances_cheap(slice::from_ref(&material)),
    };
    let tables = wanted.all(folders)?;
    let mates = tables.probe(&position)?;
    let side = |color| Side::new(&tables, &position, mates, color);
    let answer = Answer {
        fen: arguments.fen.clone(),
        material: material.to_string(),
        white: side(Color::White)?,
        black: side(Color::Black)?,
        is_dead: mates.is_dead(),
        rules: MaterialRule::ALL
            .map(|rule| Says::new(rule, &position))
            .into(),
    };
    if json {
        output::print_json(&answer)?;
    } else {
        output::print(&answer.text())?;
    }
    Ok(Outcome::Proven)
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
    ) -> anyhow::Result<Self> {
        let plies = *mates.plies.get(color);
        Ok(Self {
            can_mate: *mates.can.get(color),
            shortest_helpmate_plies: plies,
            said_insufficient: position.has_insufficient_material(color),
            line_san: match plies {
                Some(plies) => line(tables, position.clone(), plies, color)?,
                None => Vec::new(),
            },
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

/// A shortest help mate: each move leads to a position one ply nearer.
fn line(
    tables: &HelpmateTables,
    mut position: Chess,
    plies: u16,
    color: Color,
) -> anyhow::Result<Vec<String>> {
    let mut line = Vec::new();
    for left in (0..plies).rev() {
        let mut next = None;
        for chess_move in position.legal_moves() {
            let mut after = position.clone();
            after.play_unchecked(chess_move);
            if *tables.probe(&after)?.plies.get(color) == Some(left) {
                next = Some(chess_move);
                break;
            }
        }
        let Some(chess_move) = next else {
            anyhow::bail!("the tables of help mates contradict each other; generate them again");
        };
        line.push(SanPlus::from_move_and_play_unchecked(&mut position, chess_move).to_string());
    }
    Ok(line)
}

impl Answer {
    fn text(&self) -> String {
        let mut text = format!("{} ({})\n", self.fen, self.material);
        text += &self.white.text("White");
        text += &self.black.text("Black");
        if self.is_dead {
            text += "the position is dead: the game is drawn\n";
        }
        text
    }
}
