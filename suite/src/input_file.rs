//! Files of games or positions, compressed or not, and standard input.

use std::{
    io::{self, BufRead, BufReader, Read},
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use anyhow::Context;
use drawproof_games::uncompressed;
use drawproof_system::open_regular;
use drawproof_tables::VisibleName;

/// Names of standard input.
const STANDARD_INPUT: [&str; 2] = ["-", "/dev/stdin"];

/// A file that is read from its beginning to its end, in bounded memory.
pub struct InputFile {
    /// The text.
    pub from: Box<dyn Read + Send>,
    /// The bytes of the file, if they are known.
    pub length: Option<u64>,
    /// How many of them were read.
    pub taken: Arc<AtomicU64>,
}

impl InputFile {
    /// Opens a file; `-` is standard input. How it is compressed is known by its first bytes.
    pub fn open(path: &Path) -> anyhow::Result<Self> {
        let failed = || format!("cannot read {}", path.shown());
        let (from, length): (Box<dyn Read + Send>, _) = if is_standard_input(path) {
            (Box::new(io::stdin()), None)
        } else {
            let file = open_regular(path).with_context(failed)?;
            let length = file.metadata().with_context(failed)?.len();
            (Box::new(file), Some(length))
        };
        let taken = Arc::new(AtomicU64::new(0));
        let counted = Counted {
            from,
            taken: taken.clone(),
        };
        Ok(Self {
            from: uncompressed(counted).with_context(failed)?,
            length,
            taken,
        })
    }
}

fn is_standard_input(path: &Path) -> bool {
    STANDARD_INPUT.iter().any(|name| path == Path::new(name))
}

/// Counts what is read.
struct Counted<R> {
    from: R,
    taken: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.from.read(buffer)?;
        self.taken.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

/// The longest line that can be a position, in bytes: an EPD may have long remarks.
const LONGEST_LINE: u64 = 16 << 10;

/// The positions of a file: a FEN or EPD on each line. Blank lines and lines that begin with `#` are
/// none.
pub struct Positions {
    name: String,
    lines: BufReader<Box<dyn Read + Send>>,
    line: u64,
}

/// A line of a file.
pub struct PositionLine {
    /// Its number, from 1.
    pub line: u64,
    /// A FEN or EPD, it is hoped.
    pub text: String,
}

impl Positions {
    /// Opens a file; `-` is standard input.
    pub fn open(path: &Path) -> anyhow::Result<Self> {
        Ok(Self {
            name: path.shown(),
            lines: BufReader::new(InputFile::open(path)?.from),
            line: 0,
        })
    }

    /// Where a line is, for messages.
    pub fn place(&self, line: &PositionLine) -> String {
        format!("{}, line {}", self.name, line.line)
    }

    /// The next position.
    pub fn next_position(&mut self) -> anyhow::Result<Option<PositionLine>> {
        loop {
            let mut bytes = Vec::new();
            let mut lines = (&mut self.lines).take(LONGEST_LINE);
            let read = lines.read_until(b'\n', &mut bytes);
            read.with_context(|| format!("cannot read {}", self.name))?;
            if bytes.is_empty() {
                return Ok(None);
            }
            self.line += 1;
            if bytes.len() as u64 == LONGEST_LINE && !bytes.ends_with(b"\n") {
                anyhow::bail!(
                    "{}, line {}: it is longer than {LONGEST_LINE} bytes; expected a FEN or EPD on each line",
                    self.name,
                    self.line
                );
            }
            let text = String::from_utf8_lossy(&bytes);
            let text = text.trim_matches(|of: char| of.is_whitespace() || of == '\u{feff}');
            if !text.is_empty() && !text.starts_with('#') {
                let (line, text) = (self.line, text.to_owned());
                return Ok(Some(PositionLine { line, text }));
            }
        }
    }
}
