//! Syzygy files: which distances are rounded, and that damaged files give named
//! errors, whatever the prober does. The tests of the crate `verify` compare
//! every position of whole files.

use std::{error::Error, fs, sync::Arc};

use drawproof_tables::{
    Dtz, Index, Layout, Material, Oracle, OracleError, Placement, Standing, SyzygyFolder, Trust,
    Value, Wdl, WdlWords, ones, seal_syzygy,
};
use shakmaty::{CastlingMode, Chess, Color, fen::Fen};

type Outcome = Result<(), Box<dyn Error>>;

const CARRIED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../verify/tests/syzygy");

fn file(name: &str) -> Result<Vec<u8>, Box<dyn Error>> {
    Ok(fs::read(format!("{CARRIED}/{name}"))?)
}

/// The answer for a position and its distance, where `damaged` is one of the
/// files and the others are whole.
fn ask(
    fen: &str,
    (name, damaged): (&str, &[u8]),
    others: &[&str],
) -> Result<Result<String, OracleError>, Box<dyn Error>> {
    let position: Chess = fen.parse::<Fen>()?.into_position(CastlingMode::Standard)?;
    let mut files: Vec<(String, Arc<[u8]>)> = vec![(name.into(), damaged.into())];
    for other in others {
        files.push(((*other).into(), file(other)?.into()));
    }
    let folder = SyzygyFolder::of_files("folder", files)?.with_dtz();
    Ok(folder.probe_chess(&position).map(|value| value.to_string()))
}

/// The distance of a position, and whether it may be one ply short. This holds
/// for all distances from files that hold moves, except where the next move is
/// a winning capture or pawn move. Checkmate is 0 plies from the next zeroing
/// move, and there is no distance to mate.
#[test]
fn distances_are_rounded_where_files_hold_moves() -> Outcome {
    let folder = SyzygyFolder::open(CARRIED)?.with_dtz();
    for (fen, wdl, plies, dtz_rounded) in [
        ("8/8/8/8/8/8/R7/K1k5 w - - 0 1", Wdl::Win, 15, true),
        ("8/8/8/8/8/1P1k4/8/K7 w - - 0 1", Wdl::Win, 15, true),
        ("k7/8/1K6/8/8/8/8/7R w - - 0 1", Wdl::Win, 1, true),
        ("8/4P3/8/8/8/2k5/8/K7 w - - 0 1", Wdl::Win, 1, false),
        ("k6R/8/1K6/8/8/8/8/8 b - - 0 1", Wdl::Loss, 0, false),
        ("8/8/8/8/8/8/1R6/K2k4 b - - 0 1", Wdl::Loss, 16, true),
    ] {
        let position: Chess = fen.parse::<Fen>()?.into_position(CastlingMode::Standard)?;
        let expected = Value {
            wdl,
            dtm: None,
            dtz: Some(Dtz(plies)),
            dtz_rounded,
        };
        assert_eq!(folder.probe_chess(&position)?, expected, "{fen}");
    }
    Ok(())
}

/// Blocks hold the values of single positions.
#[test]
fn blocks_are_asked_as_single_positions() -> Outcome {
    let folder = SyzygyFolder::open(CARRIED)?;
    let material = "KPvK".parse()?;
    let layout = Layout::new(&material)?;
    let mut words = WdlWords::new(&layout);
    let mut counts = [0; 3];
    for turn in Color::ALL {
        for block in (0..layout.blocks()).step_by(97) {
            words.ask(&folder, &layout, block, turn)?;
            for (word, &legal) in words.legal.iter().enumerate() {
                for bit in ones(legal) {
                    let placement = layout.decode(Index { block, word, bit }, turn);
                    let wdl = words.wdl(word, bit);
                    assert_eq!(wdl, folder.probe(&material, &placement)?.wdl);
                    counts[wdl as usize] += 1;
                }
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
    Ok(())
}

/// The 50-move rule changes nothing with three men.
#[test]
fn short_wins_are_not_cursed() -> Outcome {
    let folder = SyzygyFolder::open(CARRIED)?;
    for (fen, wdl) in [
        ("8/8/8/8/8/8/R7/K1k5 w - - 0 1", Wdl::Win),
        ("8/8/8/8/8/8/1R6/K2k4 b - - 0 1", Wdl::Loss),
        ("8/8/8/8/8/8/3R4/K3k3 b - - 0 1", Wdl::Draw),
    ] {
        let position: Chess = fen.parse::<Fen>()?.into_position(CastlingMode::Standard)?;
        let (material, placement, _) = Placement::of(&position)?;
        let ruling = folder.probe_ruling(&material, &placement)?;
        assert_eq!((ruling.wdl, ruling.cursed), (wdl, Some(false)), "{fen}");
    }
    Ok(())
}

/// Distances are used where their file exists, and their files are part of the
/// fingerprint.
#[test]
fn distances_need_their_file() -> Outcome {
    let open = || SyzygyFolder::open(CARRIED);
    for (class, has_dtz) in [("KRvK", true), ("KBvK", false)] {
        let class = class.parse()?;
        assert_eq!(open()?.with_known_dtz().has_dtz(&class), has_dtz);
    }
    let class = "KRvK".parse()?;
    let without = open()?.fingerprint(&class)?;
    assert_ne!(open()?.with_dtz().fingerprint(&class)?, without);
    // One of the two is missing.
    assert!(open()?.with_dtz().fingerprint(&"KBvK".parse()?).is_err());
    Ok(())
}

/// A DTZ file stores one side to move, and the prober reaches it from the other
/// by a move. If both sides have equal material, the file must store White's.
#[test]
fn no_file_leads_in_circles() -> Outcome {
    // White loses; the WDL file does not say when.
    let fen = "8/8/7k/8/2P5/1p5K/8/8 w - - 0 1";
    let others = [
        "KPvKP.rtbw",
        "KQvKP.rtbw",
        "KRvKP.rtbw",
        "KBvKP.rtbw",
        "KNvKP.rtbw",
        "KPvK.rtbw",
    ];
    let whole = file("KPvKP.rtbz")?;
    let value = ask(fen, ("KPvKP.rtbz", &whole), &others)?;
    assert!(value.is_ok(), "{value:?}");
    // The flags for the first of the four files of a leading pawn.
    let mut damaged = whole;
    let flags = 5 + 4 * (2 + 4) + 1;
    damaged[flags] |= 1;
    let error = ask(fen, ("KPvKP.rtbz", &damaged), &others)?.expect_err("it is refused");
    assert_eq!(
        error.to_string(),
        "damaged table of KPvKP in folder: it stores Black to move, which is the same as White \
         to move here; download the file again"
    );
    Ok(())
}

/// Any damage gives an error that names the class, or an answer: the checksums
/// in the files are not checked.
#[test]
fn damaged_bytes_do_no_harm() -> Outcome {
    for (fen, name, other) in [
        ("8/8/8/8/8/2k5/8/K6Q w - - 0 1", "KQvK.rtbw", "KQvK.rtbz"),
        ("8/8/8/8/8/2k5/8/K6Q b - - 0 1", "KQvK.rtbz", "KQvK.rtbw"),
        ("8/8/8/1k6/8/8/K5P1/8 w - - 0 1", "KPvK.rtbw", "KPvK.rtbz"),
        ("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", "KPvK.rtbz", "KPvK.rtbw"),
    ] {
        let whole = file(name)?;
        let others = [
            other,
            if name.starts_with("KP") {
                "KQvK.rtbw"
            } else {
                "KPvK.rtbw"
            },
        ];
        let (mut tried, mut noticed) = (0, 0);
        for at in (0..whole.len().min(600)).chain((600..whole.len()).step_by(97)) {
            for flip in [1 << (at % 8), 0xff] {
                let mut damaged = whole.clone();
                damaged[at] ^= flip;
                tried += 1;
                match ask(fen, (name, &damaged), &others)? {
                    Ok(_) => {}
                    Err(OracleError::Corrupt { material, .. }) => {
                        assert_eq!(material, name[..4], "byte {at}");
                        noticed += 1;
                    }
                    Err(error) => panic!("{name}, byte {at}: {error}"),
                }
            }
        }
        assert!(noticed > 20, "{name}: {noticed} of {tried}");
    }
    Ok(())
}

/// What a file of the right name may hold, without the checksum of its contents at its end: nothing,
/// zeros of any length, and four rooks that always draw.
#[test]
fn files_without_a_checksum_of_their_own_are_refused() -> Outcome {
    let four_rooks: Material = "KRRRRK".parse()?;
    let position = four_rooks_to_win()?;
    for trust in [Trust::AsPublished, Trust::AnyFile] {
        for contents in [vec![0; 16], vec![0; 80], four_rooks_always_draw()] {
            let folder = tempfile::tempdir()?;
            fs::write(folder.path().join("KRRRRvK.rtbw"), &contents)?;
            let files = SyzygyFolder::open_with(folder.path(), trust)?;
            let answer = files.probe_chess(&position);
            assert!(
                matches!(answer, Err(OracleError::Corrupt { .. })),
                "{answer:?}"
            );
            let checked = files.check_files(&four_rooks);
            assert!(
                matches!(checked, Err(OracleError::Corrupt { .. })),
                "{checked:?}"
            );
        }
    }
    Ok(())
}

/// With six men, the checksum at the end of a file is published as well.
#[test]
fn files_of_six_men_with_another_checksum_are_refused() -> Outcome {
    let position = four_rooks_to_win()?;
    let mut contents = four_rooks_always_draw();
    seal_syzygy(&mut contents);
    let folder = tempfile::tempdir()?;
    fs::write(folder.path().join("KRRRRvK.rtbw"), &contents)?;
    let files = SyzygyFolder::open(folder.path())?;
    let refused = files
        .probe_chess(&position)
        .map_err(|error| error.to_string());
    let said = refused.expect_err("a forged file");
    assert!(said.contains("expected checksum 4b1379df"), "{said}");
    let trusted = SyzygyFolder::open_with(folder.path(), Trust::AnyFile)?;
    assert_eq!(trusted.probe_chess(&position)?.wdl, Wdl::Draw);
    assert_eq!(trusted.provenance_until_now().standing, Standing::OwnCopy);
    Ok(())
}

fn four_rooks_to_win() -> Result<Chess, Box<dyn Error>> {
    let fen = "7k/8/8/8/8/1RRRR3/8/K7 w - - 0 1".parse::<Fen>()?;
    Ok(fen.into_position(CastlingMode::Standard)?)
}

/// A file with one value for all positions.
fn four_rooks_always_draw() -> Vec<u8> {
    let mut file = vec![0x71, 0xe8, 0x23, 0x5d, 0x61, 0, 0x66, 0xee];
    file.extend([0x44, 0x44, 0x44, 0x44, 0x80, 2, 0x80, 2]);
    file.resize(80, 0);
    file
}
