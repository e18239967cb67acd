//! Games read back by pgn-reader, with every move played on a shakmaty board.

use std::{collections::BTreeMap, error::Error, ops::ControlFlow};

use pgn_reader::{Nag, Outcome, RawComment, RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::{CastlingMode, Chess, Move, Position, PositionError, fen::Fen};

/// A game with its variations.
#[derive(Debug)]
pub struct Game {
    pub tags: BTreeMap<String, String>,
    pub start: Chess,
    /// The comment before the first move.
    pub comment: String,
    /// All moves, in the order of the text.
    pub moves: Vec<Played>,
    pub outcome: String,
}

/// A move of a game.
#[derive(Debug)]
pub struct Played {
    pub before: Chess,
    pub after: Chess,
    pub chess_move: Move,
    pub comment: String,
    pub nag: Option<u8>,
    /// Plies from the start, this one included.
    pub ply: usize,
    /// How deep its variation is nested.
    pub nesting: usize,
    /// Whether it is the first move of a variation.
    pub begins_variation: bool,
}

/// The value of a tag in a comment: `v="win" dtm="17"`.
pub fn said<'a>(comment: &'a str, tag: &str) -> Option<&'a str> {
    let (_, rest) = comment.split_once(&format!("{tag}=\""))?;
    rest.split('"').next()
}

pub fn position(fen: &str) -> Result<Chess, Box<dyn Error>> {
    let position = fen.parse::<Fen>()?.into_position(CastlingMode::Standard);
    Ok(position.or_else(PositionError::ignore_impossible_check)?)
}

/// Reads the one game of a text.
pub fn read(pgn: &str) -> Result<Game, Box<dyn Error>> {
    let mut reader = Reader::new(pgn.as_bytes());
    let game = reader.read_game(&mut Board)?.ok_or("no game")??;
    if reader.read_game(&mut Board)?.is_some() {
        return Err("more than one game".into());
    }
    Ok(game)
}

struct Board;

/// The state while a game is read.
struct Reading {
    game: Game,
    /// The position before the last move and after it, with the plies up to
    /// there.
    line: (Chess, Chess, usize),
    /// The same for the lines that variations have left.
    outer: Vec<(Chess, Chess, usize)>,
    begins_variation: bool,
}

type Answer = Result<Game, String>;

impl Visitor for Board {
    type Tags = BTreeMap<String, String>;
    type Movetext = Reading;
    type Output = Answer;

    fn begin_tags(&mut self) -> ControlFlow<Answer, Self::Tags> {
        ControlFlow::Continue(BTreeMap::new())
    }

    fn tag(
        &mut self,
        tags: &mut Self::Tags,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<Answer> {
        let name = String::from_utf8_lossy(name).into_owned();
        tags.insert(name, value.decode_utf8_lossy().into_owned());
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Self::Tags) -> ControlFlow<Answer, Reading> {
        let fen = tags.get("FEN").cloned().unwrap_or_default();
        let start = match position(&fen) {
            Ok(start) => start,
            Err(error) => return ControlFlow::Break(Err(format!("{fen}: {error}"))),
        };
        ControlFlow::Continue(Reading {
            line: (start.clone(), start.clone(), 0),
            game: Game {
                tags,
                start,
                comment: String::new(),
                moves: Vec::new(),
                outcome: String::new(),
            },
            outer: Vec::new(),
            begins_variation: false,
        })
    }

    fn san(&mut self, reading: &mut Reading, san: SanPlus) -> ControlFlow<Answer> {
        let (before, after, ply) = &mut reading.line;
        let Ok(chess_move) = san.san.to_move(after) else {
            return ControlFlow::Break(Err(format!("{san} is not legal")));
        };
        // Ambiguity, check and mate are written as they should be.
        let right = SanPlus::from_move(after.clone(), chess_move);
        if right != san {
            return ControlFlow::Break(Err(format!("{san} should be {right}")));
        }
        *before = after.clone();
        after.play_unchecked(chess_move);
        *ply += 1;
        reading.game.moves.push(Played {
            before: before.clone(),
            after: after.clone(),
            chess_move,
            comment: String::new(),
            nag: None,
            ply: *ply,
            nesting: reading.outer.len(),
            begins_variation: std::mem::take(&mut reading.begins_variation),
        });
        ControlFlow::Continue(())
    }

    fn nag(&mut self, reading: &mut Reading, nag: Nag) -> ControlFlow<Answer> {
        if let Some(last) = reading.game.moves.last_mut() {
            last.nag = Some(nag.0);
        }
        ControlFlow::Continue(())
    }

    fn comment(&mut self, reading: &mut Reading, comment: RawComment<'_>) -> ControlFlow<Answer> {
        let text = String::from_utf8_lossy(comment.as_bytes()).replace('\n', " ");
        let place = match reading.game.moves.last_mut() {
            Some(last) => &mut last.comment,
            None => &mut reading.game.comment,
        };
        if !place.is_empty() {
            return ControlFlow::Break(Err(format!("two comments: {place} and {text}")));
        }
        *place = text;
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, reading: &mut Reading) -> ControlFlow<Answer, Skip> {
        let (before, _, ply) = reading.line.clone();
        let inner = (before.clone(), before, ply - 1);
        reading
            .outer
            .push(std::mem::replace(&mut reading.line, inner));
        reading.begins_variation = true;
        ControlFlow::Continue(Skip(false))
    }

    fn end_variation(&mut self, reading: &mut Reading) -> ControlFlow<Answer> {
        match reading.outer.pop() {
            Some(line) => reading.line = line,
            None => return ControlFlow::Break(Err("a bracket too many".into())),
        }
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, reading: &mut Reading, outcome: Outcome) -> ControlFlow<Answer> {
        reading.game.outcome = outcome.to_string();
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, reading: Reading) -> Answer {
        if reading.outer.is_empty() {
            Ok(reading.game)
        } else {
            Err("a variation without end".into())
        }
    }
}
