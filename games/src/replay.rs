//! Playing through a game.

use std::ops::ControlFlow;

use pgn_reader::{RawTag, SanPlus, Skip, Visitor};
use shakmaty::{
    CastlingMode, Chess, Color, KnownOutcome, Outcome, Position, PositionError,
    fen::Fen,
    san::{San, SanError},
};

use crate::{Classes, Ending, Spot};

/// Why a game was skipped.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Reason {
    /// A game of other rules.
    #[error("the variant {0} has other rules")]
    Variant(String),
    /// No start position.
    #[error("'{0}' is not a position that a game can begin with")]
    Start(String),
    /// A move that cannot be played.
    #[error("{0} is not a legal move")]
    IllegalMove(String),
    /// A move that could be one of several.
    #[error("{0} could be more than one move")]
    AmbiguousMove(String),
    /// A null move.
    #[error("{0} is not a move")]
    NullMove(String),
    /// Moves that do not belong there.
    #[error("{0} comes after the result")]
    AfterResult(String),
    /// An unclosed variation, which swallows the rest of the game.
    #[error("a variation is not closed")]
    OpenVariation,
    /// More moves after the end of a game.
    #[error("a blank line ends the moves too early")]
    Torn,
    /// Text that cannot be read as a game.
    #[error("{0}")]
    Unreadable(String),
}

/// A game that was played through; its positions of the classes are in the
/// [`Replay`].
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Played {
    pub ending: Ending,
    /// Positions, the first one included.
    pub positions: u64,
    /// Whether the game is empty: stray text looks like a game without tags and
    /// moves.
    pub is_empty: bool,
}

/// Plays games, and notes the positions of some classes.
pub struct Replay<'a> {
    classes: &'a Classes,
    /// The positions of the game.
    pub found: Vec<Spot>,
}

/// What the tags say.
#[derive(Default)]
pub struct Tags {
    any: bool,
    variant: Option<String>,
    fen: Option<String>,
    result: Option<Ending>,
}

/// The state of the game.
pub struct Moves {
    position: Chess,
    plies: u64,
    /// The number of the first move, and who makes it.
    first: (u64, Color),
    /// The result of the tags, until the moves give one.
    ending: Option<Ending>,
    has_ended: bool,
    open_variations: u64,
    any: bool,
}

impl<'a> Replay<'a> {
    pub fn new(classes: &'a Classes) -> Self {
        Self {
            classes,
            found: Vec::new(),
        }
    }
}

impl Visitor for Replay<'_> {
    type Tags = Tags;
    type Movetext = Moves;
    type Output = Result<Played, Reason>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Tags> {
        self.found.clear();
        ControlFlow::Continue(Tags::default())
    }

    fn tag(
        &mut self,
        tags: &mut Tags,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<Self::Output> {
        tags.any = true;
        let text = || value.decode_utf8_lossy().trim().to_owned();
        match name {
            b"FEN" => tags.fen = Some(text()),
            b"Variant" => tags.variant = Some(text()),
            b"Result" => tags.result = ending_of(text().as_bytes()),
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Tags) -> ControlFlow<Self::Output, Moves> {
        match tags.begin() {
            Ok(moves) => {
                self.found.extend(self.classes.find(&moves.position));
                ControlFlow::Continue(moves)
            }
            Err(reason) => ControlFlow::Break(Err(reason)),
        }
    }

    fn san(&mut self, moves: &mut Moves, san: SanPlus) -> ControlFlow<Self::Output> {
        match moves.play(san) {
            Ok(()) => {
                self.found.extend(self.classes.find(&moves.position));
                ControlFlow::Continue(())
            }
            Err(reason) => ControlFlow::Break(Err(reason)),
        }
    }

    fn begin_variation(&mut self, moves: &mut Moves) -> ControlFlow<Self::Output, Skip> {
        moves.open_variations += 1;
        ControlFlow::Continue(Skip(true))
    }

    fn end_variation(&mut self, moves: &mut Moves) -> ControlFlow<Self::Output> {
        moves.open_variations = moves.open_variations.saturating_sub(1);
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, moves: &mut Moves, outcome: Outcome) -> ControlFlow<Self::Output> {
        moves.has_ended = true;
        let known = match outcome {
            Outcome::Known(KnownOutcome::Draw) => Some(Ending::Draw),
            Outcome::Known(KnownOutcome::Decisive { winner }) => {
                Some(winner.fold_wb(Ending::WhiteWins, Ending::BlackWins))
            }
            Outcome::Unknown => None,
        };
        moves.ending = known.or(moves.ending);
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, moves: Moves) -> Self::Output {
        if moves.open_variations > 0 {
            return Err(Reason::OpenVariation);
        }
        Ok(Played {
            ending: moves.ending.unwrap_or(Ending::Unknown),
            positions: moves.plies + 1,
            is_empty: !moves.any,
        })
    }
}

impl Tags {
    /// The start of the game that the tags describe.
    fn begin(self) -> Result<Moves, Reason> {
        const OWN_RULES: [&str; 5] = ["standard", "chess", "normal", "from position", ""];
        if let Some(variant) = self.variant {
            let name = variant.to_ascii_lowercase();
            if !OWN_RULES.contains(&name.as_str()) {
                return Err(Reason::Variant(variant));
            }
        }
        let (position, first) = match self.fen {
            None => (Chess::default(), (1, Color::White)),
            Some(fen) => start(&fen).ok_or(Reason::Start(fen))?,
        };
        Ok(Moves {
            position,
            plies: 0,
            first,
            ending: self.result,
            has_ended: false,
            open_variations: 0,
            any: self.any,
        })
    }
}

/// A start position, its move number, and the side to move.
fn start(text: &str) -> Option<(Chess, (u64, Color))> {
    let fen: Fen = text.parse().ok()?;
    let setup = fen.into_setup();
    let first = (u64::from(setup.fullmoves.get()), setup.turn);
    let position = setup
        .position::<Chess>(CastlingMode::Standard)
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_too_much_material);
    Some((position.ok()?, first))
}

/// The result in a tag.
fn ending_of(text: &[u8]) -> Option<Ending> {
    match text {
        b"1-0" => Some(Ending::WhiteWins),
        b"0-1" => Some(Ending::BlackWins),
        b"1/2-1/2" => Some(Ending::Draw),
        _ => None,
    }
}

impl Moves {
    fn play(&mut self, san: SanPlus) -> Result<(), Reason> {
        self.any = true;
        if self.has_ended {
            return Err(Reason::AfterResult(self.numbered(san)));
        }
        match san.san.to_move(&self.position) {
            Ok(chess_move) => {
                self.position.play_unchecked(chess_move);
                self.plies += 1;
                Ok(())
            }
            Err(_) if san.san == San::Null => Err(Reason::NullMove(self.numbered(san))),
            Err(SanError::IllegalSan) => Err(Reason::IllegalMove(self.numbered(san))),
            Err(SanError::AmbiguousSan) => Err(Reason::AmbiguousMove(self.numbered(san))),
        }
    }

    /// A move with its number, as `23... Qxh7`.
    fn numbered(&self, san: SanPlus) -> String {
        let (number, first) = self.first;
        let half_moves = self.plies + u64::from(first.is_black());
        let number = number + half_moves / 2;
        let dots = if half_moves.is_multiple_of(2) {
            "."
        } else {
            "..."
        };
        format!("{number}{dots} {san}")
    }
}
