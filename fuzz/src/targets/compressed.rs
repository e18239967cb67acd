//! Collections of games in compressed files.

use std::io::{self, Read};

use drawproof_games::uncompressed;

use super::{pgn, target::Target};

pub const TARGET: Target = Target {
    name: "compressed",
    run,
    seeds,
    sealed: None,
    words: &["\x28\x7f", "BZh9", "1AY&SY", "7zXZ\0", "*M\x18", "\x1f"],
};

/// A file of each kind.
fn seeds() -> Vec<(String, Vec<u8>)> {
    macro_rules! files {
        ($($name:literal)*) => {
            vec![$((
                $name.replace('.', "_"),
                include_bytes!(concat!("../../../games/tests/packed/", $name)).to_vec(),
            )),*]
        };
    }
    files!("one.pgn.zst" "frames.pgn.zst" "one.pgn.gz" "members.pgn.gz" "streams.pgn.bz2" "one.pgn.xz" "streams.pgn.xz")
}

/// How much text is read: a few bytes may hold any length of it.
const MOST: u64 = 1 << 18;

fn run(bytes: &[u8]) {
    let text = |step| -> io::Result<Vec<u8>> {
        let mut text = Vec::new();
        let source = uncompressed(pgn::Short::new(bytes, step))?;
        source.take(MOST).read_to_end(&mut text)?;
        Ok(text)
    };
    match (text(usize::MAX), text(3)) {
        (Ok(text), Ok(again)) => {
            assert!(text == again);
            pgn::look_at(&text);
        }
        (Err(error), Err(_)) => assert!(!error.to_string().is_empty()),
        _ => panic!("what is read depends on the pieces in which it comes"),
    }
}
