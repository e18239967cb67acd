//! Playing through many games on all threads.

use std::{
    collections::HashMap,
    io::{self, Cursor, Read, Seek},
    num::NonZeroUsize,
    sync::{Mutex, PoisonError},
};

use pgn_reader::Reader;
use rayon::iter::{ParallelBridge, ParallelIterator};

use crate::{
    Chunk, Chunks, Classes, Ending, Endings, Reason, Seen, Spot,
    movetext::{is_idle, stray},
    replay::{Played, Replay},
    starts::{begins_with_tag, starts},
};

/// How many skipped games are named for each file.
const NAMED: usize = 10;

/// The longest line of a tag that is read, in bytes.
const TAG_LINE: usize = 8192;

/// The usual maximum of distinct positions: a million take about 200 MB.
pub const MAX_POSITIONS: NonZeroUsize = NonZeroUsize::new(10_000_000).expect("not zero");

/// The results for some files.
#[derive(Debug)]
pub struct Collection<'a> {
    classes: &'a Classes,
    max_positions: usize,
    totals: Totals,
    named: Vec<LeftOut>,
    seen: HashMap<Spot, Seen>,
    by_class: Vec<[Endings; 2]>,
}

/// A skipped game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeftOut {
    /// The file.
    pub file: String,
    /// Which game of the file it is, from 1.
    pub game: u64,
    /// The line on which it begins, from 1.
    pub line: u64,
    /// Why.
    pub reason: Reason,
}

/// Why a file was not walked to its end.
#[derive(Debug, thiserror::Error)]
pub enum WalkError {
    /// It cannot be read.
    #[error("cannot read {file}")]
    Io {
        /// The file.
        file: String,
        /// Why.
        #[source]
        error: io::Error,
    },
    /// The limit on memory is reached.
    #[error("the games have more than {0} distinct positions of the classes")]
    TooManyPositions(usize),
}

/// Games and positions, of whatever class.
#[derive(Copy, Clone, Default, Debug)]
struct Totals {
    endings: Endings,
    positions: u64,
    broken: u64,
    of_variants: u64,
}

impl Totals {
    fn add(&mut self, played: Played) {
        self.endings.add(played.ending);
        self.positions += played.positions;
    }

    fn merge(&mut self, other: Self) {
        self.endings.merge(other.endings);
        self.positions += other.positions;
        self.broken += other.broken;
        self.of_variants += other.of_variants;
    }

    fn games(self) -> u64 {
        self.endings.total() + self.broken + self.of_variants
    }
}

impl<'a> Collection<'a> {
    /// An empty collection. More than `max_positions` distinct positions are an
    /// error; each takes about a hundred bytes.
    pub fn new(classes: &'a Classes, max_positions: usize) -> Self {
        Self {
            classes,
            max_positions,
            totals: Totals::default(),
            named: Vec::new(),
            seen: HashMap::new(),
            by_class: vec![Default::default(); classes.all().len()],
        }
    }

    /// Plays through all games of a file, and calls `progress` with numbers of
    /// bytes. Returns the number of games.
    ///
    /// # Errors
    ///
    /// [`WalkError`]; the collection is then unusable.
    pub fn walk(
        &mut self,
        file: &str,
        source: impl Read + Send,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<u64, WalkError> {
        let classes = self.classes;
        let walk = Mutex::new(Walk::new(self));
        Chunks::new(source)
            .par_bridge()
            .try_for_each(|chunk| -> Result<(), WalkError> {
                let chunk = chunk.map_err(|error| WalkError::Io {
                    file: file.into(),
                    error,
                })?;
                let found = ChunkContents::of(&chunk, classes);
                progress(chunk.text.len() as u64);
                let mut walk = walk.lock().unwrap_or_else(PoisonError::into_inner);
                walk.merge(chunk.number, found)
            })?;
        let walk = walk.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(walk.finish(file))
    }

    /// How many games were played through.
    pub fn games(&self) -> u64 {
        self.totals.endings.total()
    }

    /// How they ended.
    pub fn endings(&self) -> Endings {
        self.totals.endings
    }

    /// How many positions they had, over all classes and with repetitions.
    pub fn all_positions(&self) -> u64 {
        self.totals.positions
    }

    /// How many games could not be played through.
    pub fn broken(&self) -> u64 {
        self.totals.broken
    }

    /// How many games are of other rules.
    pub fn of_variants(&self) -> u64 {
        self.totals.of_variants
    }

    /// The first skipped games of each file.
    pub fn left_out(&self) -> &[LeftOut] {
        &self.named
    }

    /// How the games that reached a class ended: those with White as the
    /// stronger side, then those with Black.
    pub fn endings_of(&self, class: usize) -> [Endings; 2] {
        self.by_class[class]
    }

    /// All positions of the classes, in order.
    pub fn positions(&self) -> Vec<(Spot, Seen)> {
        let mut positions: Vec<_> = self
            .seen
            .iter()
            .map(|(&spot, &seen)| (spot, seen))
            .collect();
        positions.sort_unstable_by_key(|&(spot, _)| spot);
        positions
    }
}

/// One file.
struct Walk<'a, 'b> {
    collection: &'a mut Collection<'b>,
    /// Games and lines of each chunk.
    sizes: Vec<(u64, u64)>,
    left_out: Vec<Named>,
}

/// A skipped game: its chunk, the games and lines of the chunk before it, and
/// the reason.
type Named = (usize, u64, u64, Reason);

impl<'a, 'b> Walk<'a, 'b> {
    fn new(collection: &'a mut Collection<'b>) -> Self {
        Self {
            collection,
            sizes: Vec::new(),
            left_out: Vec::new(),
        }
    }

    fn merge(&mut self, chunk: usize, found: ChunkContents) -> Result<(), WalkError> {
        if self.sizes.len() <= chunk {
            self.sizes.resize(chunk + 1, (0, 0));
        }
        self.sizes[chunk] = (found.totals.games(), found.lines);
        self.name(
            found
                .left_out
                .into_iter()
                .map(|(game, line, reason)| (chunk, game, line, reason)),
        );
        let of_all = &mut *self.collection;
        of_all.totals.merge(found.totals);
        for (spot, seen) in found.seen {
            of_all.seen.entry(spot).or_default().merge(seen);
        }
        for (all, more) in of_all.by_class.iter_mut().zip(found.by_class) {
            for (all, more) in all.iter_mut().zip(more) {
                all.merge(more);
            }
        }
        if of_all.seen.len() > of_all.max_positions {
            return Err(WalkError::TooManyPositions(of_all.max_positions));
        }
        Ok(())
    }

    /// Keeps the first ones.
    fn name(&mut self, games: impl Iterator<Item = Named>) {
        self.left_out.extend(games);
        self.left_out
            .sort_by_key(|&(chunk, game, ..)| (chunk, game));
        self.left_out.truncate(NAMED);
    }

    /// How many games there were.
    fn finish(self, file: &str) -> u64 {
        let before = |chunk: usize| {
            let sizes = self.sizes[..chunk].iter();
            sizes.fold((0, 0), |all, more| (all.0 + more.0, all.1 + more.1))
        };
        let named = self
            .left_out
            .into_iter()
            .map(|(chunk, game, line, reason)| {
                let (games, lines) = before(chunk);
                LeftOut {
                    file: file.into(),
                    game: games + game + 1,
                    line: lines + line + 1,
                    reason,
                }
            });
        self.collection.named.extend(named);
        before(self.sizes.len()).0
    }
}

/// What is in a chunk.
struct ChunkContents {
    totals: Totals,
    lines: u64,
    left_out: Vec<(u64, u64, Reason)>,
    seen: HashMap<Spot, Seen>,
    by_class: Vec<[Endings; 2]>,
}

impl ChunkContents {
    fn of(chunk: &Chunk, classes: &Classes) -> Self {
        let text = &chunk.text;
        let mut found = Self {
            totals: Totals::default(),
            lines: lines(text),
            left_out: Vec::new(),
            seen: HashMap::new(),
            by_class: vec![Default::default(); classes.all().len()],
        };
        let mut replay = Replay::new(classes);
        let mut begin = 0;
        let [begins_within, ends_within] = chunk.within;
        for end in starts(text).chain([text.len()]) {
            if begins_within && begin == 0 {
                // It is reported where it began.
            } else if ends_within && end == text.len() {
                found.leave_out(
                    text,
                    begin,
                    Reason::Unreadable("the game is too long".into()),
                );
            } else {
                found.play(text, begin, end, &mut replay);
            }
            begin = end;
        }
        found
    }

    /// Plays the game in a part of the text, or the games if there are no tags.
    fn play(&mut self, text: &[u8], begin: usize, end: usize, replay: &mut Replay) {
        let has_tags = begins_with_tag(&text[begin..end]);
        let source = Cursor::new(&text[begin..end]);
        let mut reader = Reader::build(source)
            .set_supported_tag_line_length(TAG_LINE)
            .finish();
        while let Ok(true) = reader.has_more() {
            let place = |reader: &mut Reader<_>| {
                begin + Seek::stream_position(reader).map_or(0, |at| at as usize)
            };
            let at = place(&mut reader);
            let found = reader.read_game(replay);
            let next = place(&mut reader);
            // Everything after a game with tags belongs to it, until the tags
            // of another game.
            let is_torn =
                has_tags && !begins_with_tag(&text[next..end]) && !is_idle(&text[next..end]);
            let stray = stray(&text[at..if is_torn { end } else { next }], has_tags);
            let left_out = match found {
                Ok(None) => break,
                Ok(Some(Ok(played))) if played.is_empty => continue,
                Ok(Some(Err(reason @ (Reason::Variant(_) | Reason::Start(_))))) => Some(reason),
                Ok(Some(Err(reason))) => Some(stray.unwrap_or(reason)),
                Ok(Some(Ok(_))) if is_torn => Some(stray.unwrap_or(Reason::Torn)),
                Ok(Some(Ok(played))) => {
                    if stray.is_none() {
                        self.add(played, &mut replay.found);
                    }
                    stray
                }
                Err(error) => {
                    self.leave_out(text, at, Reason::Unreadable(error.to_string()));
                    break;
                }
            };
            if let Some(reason) = left_out {
                self.leave_out(text, at, reason);
            }
            if is_torn {
                break;
            }
        }
    }

    fn leave_out(&mut self, text: &[u8], at: usize, reason: Reason) {
        let game = self.totals.games();
        match reason {
            Reason::Variant(_) => self.totals.of_variants += 1,
            _ => self.totals.broken += 1,
        }
        if self.left_out.len() < NAMED {
            self.left_out.push((game, lines(&text[..at]), reason));
        }
    }

    fn add(&mut self, played: Played, positions: &mut [Spot]) {
        self.totals.add(played);
        positions.sort_unstable();
        for of_class in positions.chunk_by(|a, b| a.class() == b.class()) {
            let flipped = usize::from(of_class[0].is_flipped());
            let class = usize::from(of_class[0].class());
            self.by_class[class][flipped].add(played.ending);
        }
        for same in positions.chunk_by(PartialEq::eq) {
            let seen = self.seen.entry(same[0]).or_default();
            seen.merge(Seen::in_game(same.len() as u64, played.ending));
        }
    }
}

impl Seen {
    fn in_game(occurrences: u64, ending: Ending) -> Self {
        let mut seen = Self {
            occurrences,
            ..Self::default()
        };
        seen.endings.add(ending);
        seen
    }
}

/// How many lines end in a text.
fn lines(text: &[u8]) -> u64 {
    memchr::memchr_iter(b'\n', text).count() as u64
}
