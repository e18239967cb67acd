//! Answers from Syzygy files are those of shakmaty-syzygy, with which Lichess's server works.

use std::error::Error;

use drawproof_server::{Answer, Category, Mainline, Sources};
use drawproof_tables::{
    Asking, FolderOracle, GaviotaFolder, Index, Layout, Material, Oracle, SyzygyFolder,
};
use shakmaty::{
    CastlingMode, Chess, Color, EnPassantMode, FromSetup, Position, PositionError, fen::Fen,
};
use shakmaty_syzygy::Tablebase;

const SYZYGY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tables/tests/syzygy_files");
const GAVIOTA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tables/tests/gaviota");

/// A folder, with all distances that it has.
fn open<O: FolderOracle>(path: &str) -> Result<Box<dyn Oracle>, Box<dyn Error>> {
    let how = Asking {
        distances: true,
        ..Asking::default()
    };
    Ok(Box::new(O::open_folder(path.as_ref(), how)?.0))
}

/// Positions of a class, `step` apart, with some plies on the clock.
fn positions(class: &Material, step: usize) -> Result<Vec<Chess>, Box<dyn Error>> {
    let layout = Layout::new(class)?;
    let mut found = Vec::new();
    for at in (0..64 * layout.words()).step_by(step) {
        let (word, bit) = (at / 64, at as u32 % 64);
        let index = Index {
            block: word / layout.block_words(),
            word: word % layout.block_words(),
            bit,
        };
        for turn in Color::ALL {
            if let Ok(position) = layout.decode(index, turn).to_chess(class) {
                let mut setup = position.to_setup(EnPassantMode::Legal);
                setup.halfmoves = [0, 0, 70, 99, 100][at % 5];
                let position = Chess::from_setup(setup, CastlingMode::Standard)
                    .or_else(PositionError::ignore_impossible_check)?;
                found.push(position);
            }
        }
    }
    Ok(found)
}

#[test]
fn answers_are_those_of_the_library() -> Result<(), Box<dyn Error>> {
    answers_agree(211)
}

#[test]
#[ignore = "seconds: thousands of lines"]
fn many_answers_are_those_of_the_library() -> Result<(), Box<dyn Error>> {
    answers_agree(11)
}

/// Answers for positions that are `step` apart.
fn answers_agree(step: usize) -> Result<(), Box<dyn Error>> {
    let sources = Sources::new(vec![open::<SyzygyFolder>(SYZYGY)?]);
    let mut library: Tablebase<Chess> = Tablebase::new();
    library.add_directory(SYZYGY)?;
    let positions = positions(&"KRvK".parse()?, step)?;
    assert!(positions.len() > 10_000 / step);
    for position in positions {
        let answer = Answer::new(&sources, &position)?;
        let dtz = library.probe_dtz(&position)?;
        assert_eq!(answer.position.dtz, Some(dtz.ignore_rounding().into()));
        assert_eq!(answer.position.precise_dtz, dtz.precise().map(i32::from));
        assert_eq!(answer.position.dtm, None);
        line_is_that_of(&library, &sources, position)?;
    }
    Ok(())
}

/// The line is that of the library's best moves.
fn line_is_that_of(
    library: &Tablebase<Chess>,
    sources: &Sources,
    mut position: Chess,
) -> Result<(), Box<dyn Error>> {
    let line = Mainline::new(sources, &position)?.ok_or("no line")?;
    let mut steps = line.mainline.iter();
    while line.dtz != 0 && position.halfmoves() < 100 {
        let Some((best, dtz)) = library.best_move(&position)? else {
            break;
        };
        let step = steps.next().ok_or("the line is too short")?;
        assert_eq!(step.uci, best.to_uci(CastlingMode::Standard).to_string());
        assert_eq!(step.dtz, i32::from(dtz.ignore_rounding()));
        position.play_unchecked(best);
    }
    assert_eq!(steps.next(), None);
    let winner = position
        .outcome()
        .winner()
        .map(|side| side.fold_wb("w", "b"));
    assert_eq!(line.winner, winner);
    Ok(())
}

/// Of several folders each says what it knows.
#[test]
fn gaviota_adds_distances_to_mate() -> Result<(), Box<dyn Error>> {
    let syzygy = || open::<SyzygyFolder>(SYZYGY);
    let gaviota = || open::<GaviotaFolder>(GAVIOTA);
    let fen: Fen = "8/8/8/8/8/1k6/8/K2R4 w - - 0 1".parse()?;
    let position: Chess = fen.into_position(CastlingMode::Standard)?;
    let both = Answer::new(&Sources::new(vec![syzygy()?, gaviota()?]), &position)?.position;
    assert!(both.dtz.is_some() && both.dtm.is_some());
    assert_eq!(both.category, Category::Win);
    // It has no files of this one, which is no error.
    let five: Fen = "6r1/8/8/8/4B3/1N6/5K2/3k4 w - - 0 1".parse()?;
    let five: Chess = five.into_position(CastlingMode::Standard)?;
    let answer = Answer::new(&Sources::new(vec![gaviota()?]), &five)?.position;
    assert_eq!(answer.category, Category::Unknown);
    let one = Answer::new(&Sources::new(vec![gaviota()?]), &position)?.position;
    assert_eq!((one.dtz, one.dtm), (None, both.dtm));
    assert_eq!(one.category, Category::MaybeWin);
    Ok(())
}
