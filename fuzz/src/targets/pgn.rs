//! Collections of games.

use std::{
    io::{self, Read},
    sync::LazyLock,
};

use drawproof_games::{Classes, Collection, Note, Reason, Remark, Seen, Spot, WalkError};
use drawproof_tables::Material;

use super::target::Target;

pub const TARGET: Target = Target {
    name: "pgn",
    run,
    seeds,
    sealed: None,
    words: &[
        "[Event \"",
        "[FEN \"8/8/7k/8/1pP5/7K/8/8 b - c3 0 1\"]\n",
        "[Variant \"",
        "[SetUp \"1\"]\n",
        "[Result \"1-0\"]\n",
        "1-0",
        "1/2-1/2",
        "\n\n",
        "\r\n",
        "{",
        "}",
        "(",
        ")",
        ";",
        "\n%",
        "$6",
        "O-O-O",
        "e8=Q+",
        "--",
        "e.p.",
        "\u{feff}",
        "0-0",
        "Z0",
        "e7-e8(Q)",
        "\u{2658}f3",
        "½",
        "\u{a0}",
        "±",
        "[Variant \"Chess960\"]\n",
    ],
};

/// Games of several kinds.
fn seeds() -> Vec<(String, Vec<u8>)> {
    let games = [
        (
            "tags",
            "[Event \"a\"]\n[Site \"b\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n[Event \"c\"]\n\n1. d4 {a comment} d5 (1... Nf6 2. c4) 2. c4 $1 *\n",
        ),
        (
            "endings",
            "[FEN \"8/8/7k/8/1pP5/7K/8/8 b - c3 0 1\"]\n[SetUp \"1\"]\n\n1... bxc3 2. Kg3 c2 3. Kf3 c1=Q 0-1\n\n[FEN \"8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1\"]\n\n1. Ke1 Kg2 2. Rc2+ Kg1 3. Rc6 Bb5 1/2-1/2\n",
        ),
        (
            "no_tags",
            "1. e4 e5 2. Nf3 Nc6 1/2-1/2\n\n1. d4 ; a remark\n1... d5 *\n",
        ),
        (
            "broken",
            "[Event \"x\"]\n[Variant \"Atomic\"]\n\n1. e4 *\n\n[Event \"y\"]\n\n1. e4 e4 *\n\n[Event \"z\"]\n\n1. Sf3 (1. e4 *\n\n%line\n[Event \"w\"]\r\n\r\n1. -- *\r\n",
        ),
    ];
    let named = games.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()));
    named.to_vec()
}

static CLASSES: LazyLock<Classes> = LazyLock::new(|| {
    let all = (3..=4).flat_map(Material::all);
    Classes::new(all)
});

/// A source that gives few bytes at a time, and fails at some byte.
pub struct Short<'a> {
    rest: &'a [u8],
    step: usize,
    fails: bool,
}

impl<'a> Short<'a> {
    /// One that does not fail.
    pub fn new(rest: &'a [u8], step: usize) -> Self {
        Self {
            rest,
            step,
            fails: false,
        }
    }
}

impl Read for Short<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() && self.fails {
            return Err(io::Error::other("the disk is gone"));
        }
        let count = self.step.min(buffer.len()).min(self.rest.len());
        buffer[..count].copy_from_slice(&self.rest[..count]);
        self.rest = &self.rest[count..];
        Ok(count)
    }
}

/// All results on games.
type Walked = (
    [u64; 5],
    Vec<Note<Reason>>,
    Vec<Note<Remark>>,
    Vec<(Spot, Seen)>,
);

fn walk(source: impl Read + Send) -> Result<Walked, WalkError> {
    let mut collection = Collection::new(&CLASSES, 1_000_000);
    let games = collection.walk("fuzz.pgn", source, &|_| {})?;
    Ok((
        [
            games,
            collection.games(),
            collection.broken(),
            collection.of_variants(),
            collection.remark_count(),
        ],
        collection.left_out().to_vec(),
        collection.remarks().to_vec(),
        collection.positions(),
    ))
}

fn run(bytes: &[u8]) {
    let walked = look_at(bytes);
    let checksum = crc32fast::hash(bytes) as usize;
    let step = 1 + checksum % 7;
    let again = walk(Short::new(bytes, step));
    assert_eq!(again.expect("memory can be read"), walked);
    let failed = walk(Short {
        rest: &bytes[..checksum % (bytes.len() + 1)],
        step,
        fails: true,
    });
    assert!(matches!(failed, Err(WalkError::Io { .. })));
}

/// Walks through a text, and looks at what was found.
pub fn look_at(bytes: &[u8]) -> Walked {
    let walked = walk(bytes).expect("memory can be read");
    let ([games, played, broken, of_variants, remark_count], left_out, remarks, positions) =
        &walked;
    assert_eq!(*games, played + broken + of_variants);
    assert_eq!(left_out.len() as u64, (broken + of_variants).min(10));
    assert_eq!(remarks.len() as u64, (*remark_count).min(10));
    for of in left_out {
        assert!(!of.said.to_string().is_empty());
    }
    for of in remarks {
        assert!(!of.said.to_string().is_empty());
    }
    for (spot, seen) in positions {
        let class = CLASSES.of(spot);
        let position = spot.to_chess(class).expect("it stood on a board");
        assert_eq!(CLASSES.find(&position), Some(*spot));
        assert!(seen.occurrences >= seen.endings.total());
    }
    walked
}
