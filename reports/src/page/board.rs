//! Boards with lines that can be played through.

use serde::Serialize;
use shakmaty::{CastlingMode, Chess, Color, Position, PositionError, fen::Fen, san::SanPlus};

use crate::{ExampleRow, Kind, TypicalRow, rows::turn, words};

/// A board with the facts about its position.
#[derive(Serialize)]
pub(super) struct Board {
    pub fen: String,
    pub turn: &'static str,
    /// Empty if it is shown elsewhere.
    pub truth: String,
    pub men: Vec<Man>,
    /// All positions of the line as FEN placements, separated by `|`.
    pub placements: String,
    /// Its moves, as squares from and to, separated by `|`.
    pub moves: String,
    pub line: Vec<Ply>,
    pub line_length: usize,
    pub notes: Vec<String>,
    /// Empty if there is none.
    pub command: String,
}

/// A man, by the name of its image, and its place from the upper left.
#[derive(Serialize)]
pub(super) struct Man {
    pub piece: String,
    pub x: u32,
    pub y: u32,
}

/// A move of the line, counted from 1.
#[derive(Serialize)]
pub(super) struct Ply {
    pub number: usize,
    pub label: String,
}

impl Board {
    /// An incorrect draw.
    pub fn incorrect(example: &ExampleRow) -> Self {
        let mut notes = vec![format!(
            "claimed as {} by \u{201c}{}\u{201d}",
            example.claim.map_or("a draw", Kind::name),
            example.rule
        )];
        if let Some(own) = &example.own_tables_say {
            notes.push(format!("own tables contradict: {own}"));
        }
        Self {
            truth: words::truth(example),
            notes,
            command: example.command.clone(),
            ..Self::new(&example.fen, &example.line_san)
        }
    }

    /// A missed draw, one of `of`.
    pub fn missed(typical: &TypicalRow, of: usize) -> Self {
        let rule = typical.rule.as_ref();
        let silent = rule.map_or("no rule matches".into(), |rule| {
            format!("\u{201c}{rule}\u{201d} keeps silent")
        });
        let stands_for = match typical.stands_for_positions {
            1 => format!("Of the {of} drawn at random, no other is like it."),
            like => {
                format!("Of the {of} drawn at random, {like} look most like it, itself included.")
            }
        };
        Self {
            notes: vec![silent, stands_for],
            ..Self::new(&typical.fen, &[])
        }
    }

    fn new(fen: &str, line: &[String]) -> Self {
        let parsed: Option<Fen> = fen.parse().ok();
        let men = parsed.as_ref().map_or_else(Vec::new, men);
        let steps = parsed.map_or_else(Vec::new, |fen| steps(fen, line));
        let mut placements = vec![fen.split(' ').next().unwrap_or_default()];
        placements.extend(steps.iter().map(|step| step.placement.as_str()));
        let moves: Vec<&str> = steps.iter().map(|step| step.squares.as_str()).collect();
        Self {
            turn: if turn(fen).is_white() {
                "White"
            } else {
                "Black"
            },
            truth: String::new(),
            men,
            placements: placements.join("|"),
            moves: moves.join("|"),
            line: labels(turn(fen), line, steps.len()),
            line_length: steps.len(),
            notes: Vec::new(),
            command: String::new(),
            fen: fen.into(),
        }
    }
}

/// The men on a board.
fn men(fen: &Fen) -> Vec<Man> {
    let men = fen.as_setup().board.clone().into_iter();
    let man = |(square, piece): (shakmaty::Square, shakmaty::Piece)| Man {
        piece: format!("{}{}", piece.color.fold_wb('w', 'b'), piece.role.char()),
        x: u32::from(square.file()),
        y: 7 - u32::from(square.rank()),
    };
    men.map(man).collect()
}

/// A position of a line, and the move that led to it.
struct Step {
    placement: String,
    /// The squares from and to, as in `e1e2`.
    squares: String,
}

/// The line as far as its moves are legal.
fn steps(fen: Fen, line: &[String]) -> Vec<Step> {
    let position = fen
        .into_position::<Chess>(CastlingMode::Standard)
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_too_much_material);
    let Ok(mut position) = position else {
        return Vec::new();
    };
    let mut play = |san: &String| {
        let san: SanPlus = san.parse().ok()?;
        let played = san.san.to_move(&position).ok()?;
        position.play_unchecked(played);
        let from = played.from().unwrap_or(played.to());
        Some(Step {
            placement: position.board().to_string(),
            squares: format!("{from}{}", played.to()),
        })
    };
    line.iter().map_while(&mut play).collect()
}

/// The first moves, at most `most`, with their numbers.
fn labels(turn: Color, line: &[String], most: usize) -> Vec<Ply> {
    let skipped = usize::from(turn.is_black());
    let label = |(at, san): (usize, &String)| {
        let ply = at + skipped;
        let number = ply / 2 + 1;
        let label = match (ply % 2, at) {
            (0, _) => format!("{number}. {san}"),
            (_, 0) => format!("{number}... {san}"),
            _ => san.clone(),
        };
        Ply {
            number: at + 1,
            label,
        }
    };
    line.iter().enumerate().take(most).map(label).collect()
}
