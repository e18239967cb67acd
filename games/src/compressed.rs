//! Compressed files, known by their first bytes.

use std::io::{self, BufReader, Cursor, Read};

use bzip2::bufread::MultiBzDecoder;
use flate2::bufread::MultiGzDecoder;
use lzma_rust2::XzReader;
use zstd::Decoder;

/// How much memory a file may want for the text to which later text refers, in
/// KiB: what xz wants at its highest level, and zstd without `--long`.
const MOST_KIB: u32 = 130 << 10;

/// The same for zstd, as a power of two in bytes.
const MOST_LOG: u32 = 27;

/// How the bytes of a file are packed.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Format {
    /// Not at all.
    Plain,
    /// Zstandard, with any number of frames.
    Zstd,
    /// gzip, with any number of members.
    Gzip,
    /// bzip2, with any number of streams.
    Bzip2,
    /// xz, with any number of streams.
    Xz,
}

impl Format {
    /// How a file is packed that begins with some bytes; six suffice.
    pub fn of(first: &[u8]) -> Self {
        match first {
            // A frame, or one to be skipped: a program that packs with several threads begins with
            // such a one.
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Self::Zstd,
            [0x1f, 0x8b, 8, ..] => Self::Gzip,
            [b'B', b'Z', b'h', b'1'..=b'9', ..] => Self::Bzip2,
            [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Self::Xz,
            _ => Self::Plain,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Zstd => "zstd",
            Self::Gzip => "gzip",
            Self::Bzip2 => "bzip2",
            Self::Xz => "xz",
        }
    }
}

/// A file that may begin with other formats than those that are read, by its
/// first bytes, and what to do about it.
const OTHERS: [(&[u8], &str); 5] = [
    (
        b"PK\x03\x04",
        "a ZIP archive; unpack it, or pipe it: unzip -p FILE | drawproof games -",
    ),
    (
        b"7z\xbc\xaf\x27\x1c",
        "a 7z archive; unpack it, or pipe it: 7z x -so FILE | drawproof games -",
    ),
    (b"Rar!", "a RAR archive; unpack it first"),
    (
        b"\xff\xfe",
        "UTF-16 text; convert it: iconv -f UTF-16 -t UTF-8 FILE",
    ),
    (
        b"\xfe\xff",
        "UTF-16 text; convert it: iconv -f UTF-16 -t UTF-8 FILE",
    ),
];

/// A stream without its compression, in bounded memory.
///
/// A damaged or truncated stream is an error at the latest where it ends.
///
/// # Errors
///
/// If the first bytes cannot be read, or are those of an archive or of text in
/// UTF-16.
///
/// # Examples
///
/// ```
/// use std::io::Read;
///
/// let mut text = String::new();
/// drawproof_games::uncompressed(&b"1. e4 *"[..])?.read_to_string(&mut text)?;
/// assert_eq!(text, "1. e4 *");
/// # Ok::<_, std::io::Error>(())
/// ```
pub fn uncompressed<'a>(source: impl Read + Send + 'a) -> io::Result<Box<dyn Read + Send + 'a>> {
    let mut source = source;
    let mut first = Vec::new();
    (&mut source).take(6).read_to_end(&mut first)?;
    for (begin, what) in OTHERS {
        if first.starts_with(begin) {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                format!("it is {what}"),
            ));
        }
    }
    let format = Format::of(&first);
    let whole = BufReader::new(Cursor::new(first).chain(source));
    let inner: Box<dyn Read + Send + 'a> = match format {
        Format::Plain => return Ok(Box::new(whole)),
        Format::Zstd => {
            let mut decoder = Decoder::with_buffer(whole)?;
            decoder.window_log_max(MOST_LOG)?;
            Box::new(decoder)
        }
        Format::Gzip => Box::new(MultiGzDecoder::new(whole)),
        Format::Bzip2 => Box::new(MultiBzDecoder::new(whole)),
        Format::Xz => Box::new(XzReader::new_mem_limit(whole, true, MOST_KIB)),
    };
    Ok(Box::new(Unpacked { inner, format }))
}

/// A decoder whose errors say what they are about.
struct Unpacked<'a> {
    inner: Box<dyn Read + Send + 'a>,
    format: Format,
}

impl Read for Unpacked<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.inner.read(buffer).map_err(|error| {
            let name = self.format.name();
            let kind = error.kind();
            let what = match kind {
                io::ErrorKind::Interrupted => return error,
                io::ErrorKind::UnexpectedEof => "it is truncated",
                io::ErrorKind::OutOfMemory => "it wants more memory than 128 MiB to be unpacked",
                _ => "it is damaged, or cannot be read",
            };
            io::Error::new(kind, format!("as {name}: {what} ({error})"))
        })
    }
}
