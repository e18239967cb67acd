//! Sets of several pieces, in memory and in files.

use std::{error::Error, fs, path::Path};

use drawproof_tables::{Layout, SideTable, mixed};
use shakmaty::{ByColor, Color};

use super::*;
use crate::{
    positions::pawn_structure::Structure,
    store::{
        packed_class::{Needs, PackedSlice, Slice},
        slice_file::{Contents, SliceFile, SliceWriter},
    },
};

type Outcome = Result<(), Box<dyn Error>>;

/// Two pieces and part of a third one.
const WORDS: usize = 2 * PIECE + 100;

/// Values at random, sparse enough to be compressed.
fn side(seed: u64) -> SideTable {
    let word = |at: usize, salt: u64| {
        let one = |number: u64| mixed(seed ^ mixed(salt + number) ^ at as u64);
        one(0) & one(1) & one(2)
    };
    let set = |salt| (0..WORDS).map(|at| word(at, salt)).collect::<Vec<u64>>();
    let (win, loss) = (set(10), set(20));
    let both = || win.iter().zip(&loss);
    SideTable {
        legal: both().map(|(win, loss)| win | loss).collect(),
        loss: both().map(|(win, loss)| loss & !win).collect(),
        win,
        ..SideTable::default()
    }
}

fn slice() -> Slice {
    Slice {
        sides: ByColor::new_with(|turn: Color| side(turn.is_black().into())),
        stuck: ByColor::default(),
    }
}

/// Each piece has its words of each set, and all pieces are the whole.
fn has_all(packed: &PackedSlice, slice: &Slice) -> Outcome {
    for turn in Color::ALL {
        let side = slice.sides.get(turn);
        assert!(packed.side(turn, Needs::All)? == *side, "{turn}");
        assert_eq!(packed.pieces(), 3);
        for at in 0..3 {
            let piece = packed.piece(at, turn, Needs::All)?;
            let range = at * PIECE..WORDS.min((at + 1) * PIECE);
            assert!(piece.legal == side.legal[range.clone()], "{turn} {at}");
            assert!(piece.win == side.win[range.clone()], "{turn} {at}");
            assert!(piece.loss == side.loss[range], "{turn} {at}");
        }
    }
    Ok(())
}

#[test]
fn pieces_in_memory() -> Outcome {
    let slice = slice();
    has_all(&PackedSlice::new(&slice)?, &slice)
}

/// The slice in a file, as read back.
fn read(path: &Path, contents: &Contents) -> Result<PackedSlice, Box<dyn Error>> {
    let (mut records, _) = SliceFile::records(path, contents)?;
    let record = records.pop().ok_or("no record")?;
    let slice = PackedSlice::on_disk(record, contents.metrics)?;
    slice.ok_or_else(|| "not a slice".into())
}

/// A file with a bit changed anywhere is refused: when it is opened, or when the piece
/// is read.
#[test]
fn pieces_on_disk_are_checked() -> Outcome {
    let layout = Layout::new(&"KRvKR".parse()?)?;
    let contents = Contents {
        class: layout.material(),
        metrics: crate::wanted::Wanted::Wdl.metrics(),
    };
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("some.slices");
    let file = fs::File::options()
        .read(true)
        .write(true)
        .create_new(true)
        .open(&path)?;
    let slice = slice();
    let mut writer = SliceWriter::new(&path, file, &contents, 0)?;
    let packed = PackedSlice::new(&slice)?;
    let written = packed.write(&Structure::EMPTY, &mut writer, contents.metrics)?;
    has_all(&written, &slice)?;
    has_all(&read(&path, &contents)?, &slice)?;
    let bytes = fs::read(&path)?;
    for place in 1..12 {
        let mut damaged = bytes.clone();
        // The first ones are in heads and in the table of pieces.
        let at = match place {
            1..4 => 50 * place,
            _ => bytes.len() * (place - 3) / 9,
        };
        damaged[at] ^= 1;
        fs::write(&path, damaged)?;
        let all = read(&path, &contents).and_then(|slice| {
            let both = Color::ALL.map(|turn| slice.side(turn, Needs::All));
            Ok(both.into_iter().collect::<Result<Vec<_>, _>>()?)
        });
        assert!(all.is_err(), "byte {at} of {}", bytes.len());
    }
    Ok(())
}
