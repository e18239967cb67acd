//! Playing through a game.

use shakmaty::{Chess, Color, Position};

use crate::{
    Classes, Ending, Reason, Remark, Spot,
    heard::{Heard, HeardOnce, Says},
    moves::{Unplayable, Written},
    tags::{Tags, tag_name},
    words::{Part, ending_of, is_remark, numbered, part},
};

/// A game that was played through; its positions of the classes and the remarks
/// are in the [`Replay`].
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Played {
    pub ending: Ending,
    /// Positions, the first one included.
    pub positions: u64,
}

/// A game in a text.
pub struct Game {
    /// Where it begins.
    pub at: usize,
    /// Where the text after it begins.
    pub end: usize,
    /// `None` if there are no tags and no moves: stray text.
    pub found: Option<Result<Played, Reason>>,
    /// The half-moves that were played.
    pub plies: u64,
}

/// Plays games, and notes the positions of some classes.
pub struct Replay<'a> {
    classes: &'a Classes,
    /// Who is asked about every position.
    says: Option<Says>,
    /// The positions of the game.
    pub found: Vec<Spot>,
    /// What was said of all its positions.
    pub heard: Vec<HeardOnce>,
    /// What was left out of it, and after how many half-moves.
    pub remarks: Vec<(u64, Remark)>,
}

impl<'a> Replay<'a> {
    pub fn new(classes: &'a Classes, says: Option<Says>) -> Self {
        Self {
            classes,
            says,
            found: Vec::new(),
            heard: Vec::new(),
            remarks: Vec::new(),
        }
    }

    /// Plays the first game of a text in which no other game with tags begins.
    pub fn play(&mut self, text: &[u8]) -> Game {
        self.found.clear();
        self.heard.clear();
        self.remarks.clear();
        let at = text
            .iter()
            .take_while(|byte| byte.is_ascii_whitespace())
            .count();
        let (tags, length) = Tags::read(text);
        let mut moves = Underway::begin(tags, self);
        let mut place = length;
        while let Some((part, length)) =
            part(&text[place..], place == 0 || text[place - 1] == b'\n')
        {
            match part {
                Part::Nothing => {}
                Part::BlankLine => moves.is_apart = true,
                Part::Open => moves.open_variations += 1,
                Part::Close => moves.open_variations = moves.open_variations.saturating_sub(1),
                Part::Unclosed => moves.fail(Reason::OpenComment),
                Part::Word(_) if moves.open_variations > 0 => {}
                Part::Word(word) => {
                    if moves.is_over_before(&word, &text[place..]) {
                        break;
                    }
                    moves.read(&word, self);
                }
            }
            place += length;
        }
        Game {
            at,
            end: place,
            plies: moves.plies,
            found: moves.end(),
        }
    }

    fn note(&mut self, position: &Chess) {
        self.found.extend(self.classes.find(position));
        self.heard.push(Heard::once(self.says, position));
    }
}

/// The state of the game.
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a fact about the game so far"
)]
struct Underway {
    position: Chess,
    plies: u64,
    /// The number of the first move, and who makes it.
    first: (u64, Color),
    /// The result of the tags, until the moves give one.
    ending: Option<Ending>,
    has_tags: bool,
    /// Whether there was a word that is a move.
    has_moves: bool,
    has_ended: bool,
    /// Whether a null move was made: what follows is not played.
    is_left: bool,
    failed: Option<Reason>,
    open_variations: u64,
    /// Whether a blank line came after the last word.
    is_apart: bool,
    /// Whether the tags say that both have lost: `0-0` need not be castling.
    both_lost: bool,
}

impl Underway {
    /// The start of the game that the tags describe.
    fn begin(mut tags: Tags, replay: &mut Replay) -> Self {
        let (position, failed) = match tags.start() {
            Ok(given) => {
                replay.note(&given.position);
                let misfits = given.misfits.into_iter();
                replay
                    .remarks
                    .extend(misfits.map(|of| (0, Remark::Misfit(of))));
                (given.position, None)
            }
            Err(reason) => (Chess::default(), Some(reason)),
        };
        Self {
            first: (u64::from(position.fullmoves().get()), position.turn()),
            position,
            plies: 0,
            ending: tags.result,
            has_tags: tags.any,
            has_moves: false,
            has_ended: false,
            is_left: false,
            failed,
            open_variations: 0,
            is_apart: false,
            both_lost: tags.both_lost,
        }
    }

    fn fail(&mut self, reason: Reason) {
        self.failed.get_or_insert(reason);
    }

    /// Whether a word belongs to another game, one without tags. It does if it
    /// is number 1, after a result or a blank line; and after both in any case.
    /// After a result it may also begin a tag, in the same line.
    fn is_over_before(&self, word: &[u8], text: &[u8]) -> bool {
        if !self.has_moves && !self.has_ended {
            // Stray text before a game.
            return self.is_apart && !self.has_tags && self.failed.is_some();
        }
        let (number, _) = numbered(word);
        let is_first = number.is_some_and(|(number, dots)| number == b"1" && dots < 2);
        if self.has_ended {
            let is_other = self.is_apart || is_first || tag_name(text).is_some();
            return is_other && ending_of(word).is_none();
        }
        // Without tags it is as likely that moves without numbers are another game.
        let is_other =
            is_first || !self.has_tags && number.is_none() && Written::of(word).is_some();
        self.is_apart && is_other
    }

    /// Reads a word of the main line.
    fn read(&mut self, word: &[u8], replay: &mut Replay) {
        self.is_apart = false;
        if let Some(ending) = ending_of(word) {
            self.has_ended = true;
            self.ending = ending.or(self.ending);
            return;
        }
        let written = Written::of(word);
        let (word, written) = match (written, numbered(word)) {
            (None, (Some(_), rest)) => (rest, Written::of(rest)),
            _ => (word, written),
        };
        match written {
            Some(written) => {
                self.has_moves = true;
                if self.failed.is_none() && !self.is_left {
                    self.make(written, word, replay);
                }
            }
            None if self.is_left || is_remark(word) => {}
            None => self.fail(Reason::NoMove(shown(word))),
        }
    }

    fn make(&mut self, written: Written, word: &[u8], replay: &mut Replay) {
        if self.has_ended {
            return self.fail(Reason::AfterResult(self.numbered(word)));
        }
        match written.find(&self.position) {
            Ok(of) => {
                self.position.play_unchecked(of);
                self.plies += 1;
                replay.note(&self.position);
            }
            Err(_) if written == Written::Null => {
                let remark = Remark::NullMove(self.numbered(word));
                replay.remarks.push((self.plies, remark));
                self.is_left = true;
            }
            Err(Unplayable::Ambiguous) => self.fail(Reason::AmbiguousMove(self.numbered(word))),
            Err(Unplayable::Illegal) if word == b"0-0" && (self.both_lost || self.plies == 0) => {
                self.has_ended = true;
            }
            Err(Unplayable::Illegal) => self.fail(Reason::IllegalMove(self.numbered(word))),
        }
    }

    /// A move with its number, as `23... Qxh7`.
    fn numbered(&self, word: &[u8]) -> String {
        let (number, first) = self.first;
        let half_moves = self.plies + u64::from(first.is_black());
        let number = number + half_moves / 2;
        let dots = if half_moves.is_multiple_of(2) {
            "."
        } else {
            "..."
        };
        format!("{number}{dots} {}", shown(word))
    }

    fn end(mut self) -> Option<Result<Played, Reason>> {
        if self.open_variations > 0 {
            self.fail(Reason::OpenVariation);
        }
        if !self.has_tags && !self.has_moves {
            return None;
        }
        Some(match self.failed {
            Some(reason) => Err(reason),
            None => Ok(Played {
                ending: self.ending.unwrap_or(Ending::Unknown),
                positions: self.plies + 1,
            }),
        })
    }
}

/// How much of a word is shown, in bytes.
const LONGEST: usize = 20;

fn shown(word: &[u8]) -> String {
    String::from_utf8_lossy(&word[..word.len().min(LONGEST)]).into_owned()
}
