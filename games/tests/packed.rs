//! Compressed collections: the files of `packed` were made by the tools whose
//! names they bear.

use std::io::{self, Read};

use drawproof_games::{Classes, Collection, Format, uncompressed};

const GAME: &str =
    "[FEN \"8/8/8/4k3/8/4K3/4P3/8 w - - 0 1\"]\n[Result \"1/2-1/2\"]\n\n1. Kf3 Kf5 1/2-1/2\n\n";

/// Files, how they are packed, and how often they hold the game.
const FILES: [(&[u8], Format, usize); 7] = [
    (include_bytes!("packed/one.pgn.zst"), Format::Zstd, 1),
    // A frame to be skipped, two frames of games, an empty one.
    (include_bytes!("packed/frames.pgn.zst"), Format::Zstd, 2),
    (include_bytes!("packed/one.pgn.gz"), Format::Gzip, 1),
    (include_bytes!("packed/members.pgn.gz"), Format::Gzip, 2),
    (include_bytes!("packed/streams.pgn.bz2"), Format::Bzip2, 2),
    (include_bytes!("packed/one.pgn.xz"), Format::Xz, 1),
    (include_bytes!("packed/streams.pgn.xz"), Format::Xz, 2),
];

fn text(packed: &[u8]) -> io::Result<String> {
    let mut text = String::new();
    uncompressed(packed)?.read_to_string(&mut text)?;
    Ok(text)
}

#[test]
fn files_are_known_by_their_first_bytes() -> io::Result<()> {
    for (packed, format, count) in FILES {
        assert_eq!(Format::of(packed), format);
        assert_eq!(text(packed)?, GAME.repeat(count), "{format:?}");
    }
    for plain in ["", "B", "BZ", "BZh 1. e4", GAME] {
        assert_eq!(text(plain.as_bytes())?, plain);
    }
    Ok(())
}

/// What is cut anywhere is an error, never the end of a file; but it may end
/// between frames, members or streams.
#[test]
fn truncated_files_are_refused() {
    for (packed, format, count) in FILES {
        let mut whole = 0;
        for length in 6..packed.len() {
            match text(&packed[..length]) {
                Err(error) => {
                    let said = error.to_string();
                    assert!(said.contains("as ") && said.contains("it is"), "{said}");
                }
                Ok(text) => {
                    whole += 1;
                    assert!(text.is_empty() || text == GAME || text == GAME.repeat(count));
                }
            }
        }
        assert!(whole <= 3, "{format:?}: {whole}");
    }
}

/// All formats but zstd without checksums find any change of what they hold.
#[test]
fn damaged_files_are_refused_or_read_right() {
    for (packed, format, count) in FILES {
        for at in 6..packed.len() {
            let mut damaged = packed.to_vec();
            damaged[at] ^= 0x10;
            if let Ok(text) = text(&damaged) {
                // A name or a time in a header, or a frame that is skipped.
                assert!(GAME.repeat(count).starts_with(&text), "{format:?}: {at}");
            }
        }
    }
}

#[test]
fn archives_and_other_text_are_named() {
    for (first, what) in [
        (&b"PK\x03\x04a.pgn"[..], "ZIP"),
        (b"7z\xbc\xaf\x27\x1c", "7z"),
        (b"Rar!\x1a\x07", "RAR"),
        (b"\xff\xfe1\x00.\x00", "UTF-16"),
    ] {
        let error = text(first).expect_err("no text").to_string();
        assert!(error.contains(what), "{error}");
    }
}

#[test]
fn games_are_walked_through_any_of_them() {
    for (packed, _, count) in FILES {
        let classes = Classes::new(["KPvK".parse().expect("a class")]);
        let mut collection = Collection::new(&classes, 10);
        let source = uncompressed(packed).expect("a known format");
        collection.walk("a", source, &|_| {}).expect("games");
        assert_eq!(
            (collection.games(), collection.all_positions()),
            (count as u64, 3 * count as u64)
        );
    }
}
