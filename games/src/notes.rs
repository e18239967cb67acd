//! What is said about single games: the first of many.

/// How many notes are kept of each file.
const NAMED: usize = 10;

/// Something about a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note<T> {
    /// The file.
    pub file: String,
    /// Which game of the file it is, from 1.
    pub game: u64,
    /// The line on which it begins, from 1.
    pub line: u64,
    /// The half-moves that were played before.
    pub ply: u64,
    /// What is said.
    pub said: T,
}

/// The first notes about the games of a file.
pub struct Notes<T>(Vec<InChunk<T>>);

struct InChunk<T> {
    /// The number of the chunk, the games of the chunk before it, the half-moves.
    place: (usize, u64, u64),
    /// The lines of the chunk before it.
    lines: u64,
    said: T,
}

impl<T> Default for Notes<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Notes<T> {
    /// Adds a note of a chunk that comes after all others of this chunk.
    pub fn add(&mut self, place: (usize, u64, u64), said: T, lines: impl FnOnce() -> u64) {
        if self.0.len() < NAMED {
            let lines = lines();
            self.0.push(InChunk { place, lines, said });
        }
    }

    /// Adds those of another chunk, and keeps the first ones.
    pub fn merge(&mut self, other: Self) {
        self.0.extend(other.0);
        self.0.sort_by_key(|of| of.place);
        self.0.truncate(NAMED);
    }

    /// All of them, in a file whose chunks have these numbers of games and lines.
    pub fn in_file(self, file: &str, sizes: &[(u64, u64)]) -> impl Iterator<Item = Note<T>> {
        self.0.into_iter().map(move |of| {
            let (chunk, game, ply) = of.place;
            let before = sizes[..chunk].iter();
            let (games, lines) = before.fold((0, 0), |all, more| (all.0 + more.0, all.1 + more.1));
            Note {
                file: file.into(),
                game: games + game + 1,
                line: lines + of.lines + 1,
                ply,
                said: of.said,
            }
        })
    }
}
