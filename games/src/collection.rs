//! Playing through many games on all threads.

use std::{
    collections::HashMap,
    io::{self, Read},
    num::NonZeroUsize,
    sync::{Mutex, PoisonError},
};

use rayon::iter::{ParallelBridge, ParallelIterator};

use crate::{
    Chunk, Chunks, Classes, Ending, Endings, Heard, Reason, Remark, Says, Seen, Spot,
    notes::{Note, Notes},
    replay::{Played, Replay},
};

/// The usual maximum of distinct positions: a million take about 200 MB.
pub const MAX_POSITIONS: NonZeroUsize = NonZeroUsize::new(10_000_000).expect("not zero");

/// The results for some files.
#[derive(Debug)]
pub struct Collection<'a> {
    classes: &'a Classes,
    max_positions: usize,
    says: Option<Says>,
    totals: Totals,
    heard: Heard,
    left_out: Vec<Note<Reason>>,
    remarks: Vec<Note<Remark>>,
    seen: HashMap<Spot, Seen>,
    by_class: Vec<[Endings; 2]>,
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
    remarks: u64,
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
        self.remarks += other.remarks;
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
            says: None,
            totals: Totals::default(),
            heard: Heard::default(),
            left_out: Vec::new(),
            remarks: Vec::new(),
            seen: HashMap::new(),
            by_class: vec![Default::default(); classes.all().len()],
        }
    }

    /// The same, asking about every position of games that are played through.
    #[must_use]
    pub fn hearing(self, says: Says) -> Self {
        Self {
            says: Some(says),
            ..self
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
        let (classes, says) = (self.classes, self.says);
        let walk = Mutex::new(Walk::new(self));
        Chunks::new(source)
            .par_bridge()
            .try_for_each(|chunk| -> Result<(), WalkError> {
                let chunk = chunk.map_err(|error| WalkError::Io {
                    file: file.into(),
                    error,
                })?;
                let found = ChunkContents::of(&chunk, classes, says);
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

    /// How many positions there were by the number of men, and what was said of them.
    pub fn heard(&self) -> &Heard {
        &self.heard
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
    pub fn left_out(&self) -> &[Note<Reason>] {
        &self.left_out
    }

    /// What was left out of games that count: how many remarks there are.
    pub fn remark_count(&self) -> u64 {
        self.totals.remarks
    }

    /// The first remarks of each file.
    pub fn remarks(&self) -> &[Note<Remark>] {
        &self.remarks
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
    left_out: Notes<Reason>,
    remarks: Notes<Remark>,
}

impl<'a, 'b> Walk<'a, 'b> {
    fn new(collection: &'a mut Collection<'b>) -> Self {
        Self {
            collection,
            sizes: Vec::new(),
            left_out: Notes::default(),
            remarks: Notes::default(),
        }
    }

    fn merge(&mut self, chunk: usize, found: ChunkContents) -> Result<(), WalkError> {
        if self.sizes.len() <= chunk {
            self.sizes.resize(chunk + 1, (0, 0));
        }
        self.sizes[chunk] = (found.totals.games(), found.lines);
        self.left_out.merge(found.left_out);
        self.remarks.merge(found.remarks);
        let of_all = &mut *self.collection;
        of_all.totals.merge(found.totals);
        of_all.heard.merge(found.heard);
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

    /// How many games there were.
    fn finish(self, file: &str) -> u64 {
        let left_out = self.left_out.in_file(file, &self.sizes);
        self.collection.left_out.extend(left_out);
        let remarks = self.remarks.in_file(file, &self.sizes);
        self.collection.remarks.extend(remarks);
        self.sizes.iter().map(|(games, _)| games).sum()
    }
}

/// What is in a chunk.
struct ChunkContents {
    totals: Totals,
    heard: Heard,
    lines: u64,
    left_out: Notes<Reason>,
    remarks: Notes<Remark>,
    seen: HashMap<Spot, Seen>,
    by_class: Vec<[Endings; 2]>,
}

impl ChunkContents {
    fn of(chunk: &Chunk, classes: &Classes, says: Option<Says>) -> Self {
        let text = &chunk.text;
        let mut found = Self {
            totals: Totals::default(),
            heard: Heard::default(),
            lines: lines(text),
            left_out: Notes::default(),
            remarks: Notes::default(),
            seen: HashMap::new(),
            by_class: vec![Default::default(); classes.all().len()],
        };
        let mut replay = Replay::new(classes, says);
        let mut begin = 0;
        let [begins_within, ends_within] = chunk.within;
        for end in chunk.starts.iter().copied().chain([text.len()]) {
            if begins_within && begin == 0 {
                // It is reported where it began.
            } else if ends_within && end == text.len() {
                found.leave_out((chunk, begin, 0), Reason::TooLong);
            } else {
                found.play(chunk, begin, end, &mut replay);
            }
            begin = end;
        }
        found
    }

    /// Plays the games in a part of the text: one with tags, and those without tags after it.
    fn play(&mut self, chunk: &Chunk, mut begin: usize, end: usize, replay: &mut Replay) {
        while begin < end {
            let game = replay.play(&chunk.text[begin..end]);
            let at = begin + game.at;
            begin += game.end;
            match game.found {
                None => {}
                Some(Ok(played)) => {
                    for (plies, remark) in replay.remarks.drain(..) {
                        self.totals.remarks += 1;
                        let game = self.totals.games();
                        let place = (chunk.number, game, plies);
                        self.remarks.add(place, remark, || lines(&chunk.text[..at]));
                    }
                    self.add(played, replay);
                }
                Some(Err(reason)) => self.leave_out((chunk, at, game.plies), reason),
            }
        }
    }

    /// Leaves out the game that begins at a place, and could be played for some half-moves.
    fn leave_out(&mut self, (chunk, at, plies): (&Chunk, usize, u64), reason: Reason) {
        let place = (chunk.number, self.totals.games(), plies);
        match reason {
            Reason::Variant(_) => self.totals.of_variants += 1,
            _ => self.totals.broken += 1,
        }
        self.left_out
            .add(place, reason, || lines(&chunk.text[..at]));
    }

    fn add(&mut self, played: Played, replay: &mut Replay) {
        self.totals.add(played);
        replay.heard.drain(..).for_each(|once| self.heard.add(once));
        let positions = &mut replay.found;
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
