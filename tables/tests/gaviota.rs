//! Gaviota files: known positions, and invalid folders. The tests of the crate
//! `verify` compare every entry.

use std::{error::Error, fs, path::Path, thread};

use drawproof_tables::{
    Dtm, GaviotaFolder, Material, Oracle, OracleError, Placement, Provenance, SolutionTree,
    Standing, TreeBounds, Trust, Value, Wdl,
};
use shakmaty::{CastlingMode, Chess, fen::Fen};

type Outcome = Result<(), Box<dyn Error>>;

const CARRIED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/gaviota");

fn placement(fen: &str) -> Result<(Material, Placement), Box<dyn Error>> {
    let position: Chess = fen.parse::<Fen>()?.into_position(CastlingMode::Standard)?;
    let (material, placement, _) = Placement::of(&position)?;
    Ok((material, placement))
}

/// The error message from opening the folder or probing a KQvK position.
fn message(folder: &Path) -> Result<String, Box<dyn Error>> {
    let (material, placement) = placement("8/8/8/8/8/2k5/8/K6Q w - - 0 1")?;
    let folder = GaviotaFolder::open_with(folder, Trust::AnyFile);
    let answer = folder.and_then(|it| it.probe(&material, &placement));
    Ok(match answer {
        Ok(value) => format!("answered: {value}"),
        Err(error) => error.to_string(),
    })
}

/// The main line is as long as the distance to mate, unless it is cut short.
#[test]
fn solutions_are_as_long_as_the_way_to_mate() -> Outcome {
    let folder = GaviotaFolder::open(CARRIED)?;
    let start: Chess = "8/8/8/8/8/2k5/8/K6Q w - - 0 1"
        .parse::<Fen>()?
        .into_position(CastlingMode::Standard)?;
    let Dtm(plies) = folder.probe_chess(&start)?.dtm.ok_or("no distance")?;
    for (depth, expected) in [(100, usize::from(plies)), (5, 5)] {
        let bounds = TreeBounds {
            depth,
            ..TreeBounds::DEFAULT
        };
        let tree = SolutionTree::grow(&folder, &start, bounds)?;
        assert_eq!(tree.longest_line(), expected);
    }
    // Variations are shown or counted, however little room there is.
    let lines = |max_moves: usize| {
        let bounds = TreeBounds {
            depth: 100,
            nesting: 1,
            max_moves,
            ..TreeBounds::DEFAULT
        };
        SolutionTree::grow(&folder, &start, bounds).map(|tree| (tree.line_count(), tree.left_out()))
    };
    let plies = usize::from(plies);
    let (all, left_out) = lines(10_000)?;
    assert_eq!(left_out, 0);
    assert!(lines(plies)?.1 > 0);
    for max_moves in [plies, plies + 2, 2 * plies, 3 * plies] {
        let (shown, left_out) = lines(max_moves)?;
        assert_eq!(shown + left_out, all, "{max_moves}");
    }
    Ok(())
}

#[test]
fn known_positions() -> Outcome {
    let folder = GaviotaFolder::open(CARRIED)?;
    let names: Vec<String> = folder.classes().iter().map(ToString::to_string).collect();
    assert_eq!(names, ["KPvK", "KQvK", "KRvK"]);
    assert_eq!(Oracle::name(&folder), format!("Gaviota files in {CARRIED}"));
    for (fen, wdl, plies) in [
        // The longest win, and the same with Black as the stronger side, as
        // found and mirrored.
        ("8/8/8/1k6/8/8/K5P1/8 w - - 0 1", Wdl::Win, Some(55)),
        ("8/k5p1/8/8/1K6/8/8/8 b - - 0 1", Wdl::Win, Some(55)),
        ("8/1p5k/8/8/6K1/8/8/8 b - - 0 1", Wdl::Win, Some(55)),
        // A pawn on the file of the rook, and the opposition.
        ("k7/8/1K6/P7/8/8/8/8 w - - 0 1", Wdl::Draw, None),
        ("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", Wdl::Loss, Some(24)),
        ("4k3/4P3/4K3/8/8/8/8/8 b - - 0 1", Wdl::Draw, None),
        // Checkmate, stalemate, a lost queen, bare kings.
        ("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", Wdl::Loss, Some(0)),
        ("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", Wdl::Draw, None),
        ("8/8/8/8/8/8/1k6/Q6K b - - 0 1", Wdl::Draw, None),
        ("8/8/8/8/8/2k5/8/K7 w - - 0 1", Wdl::Draw, None),
    ] {
        let (material, placement) = placement(fen)?;
        let value = folder.probe(&material, &placement)?;
        assert_eq!(
            (value.wdl, value.dtm.map(|Dtm(plies)| plies)),
            (wdl, plies),
            "{fen}"
        );
    }
    Ok(())
}

/// One flipped bit makes a file refused before it is probed, unless it is
/// trusted.
#[test]
fn files_that_are_not_as_published() -> Outcome {
    let (class, placement) = placement("8/8/8/8/8/2k5/8/K6Q w - - 0 1")?;
    let published = GaviotaFolder::open(CARRIED)?;
    assert_eq!(
        published.provenance(&class)?,
        Some(Provenance::AS_PUBLISHED)
    );
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("kqk.gtb.cp4");
    let mut bytes = fs::read(format!("{CARRIED}/kqk.gtb.cp4"))?;
    bytes[9000] ^= 4;
    fs::write(&file, bytes)?;
    let strict = GaviotaFolder::open(folder.path())?;
    let refusals = [
        strict.probe(&class, &placement).map(|_| ()),
        strict.provenance(&class).map(|_| ()),
    ];
    for refused in refusals {
        match refused {
            Err(OracleError::NotAsPublished(error)) => assert_eq!(error.path, file),
            other => return Err(format!("{other:?}").into()),
        }
    }
    let trusting = GaviotaFolder::open_with(folder.path(), Trust::AnyFile)?;
    let own = Provenance::of([("kqk.gtb.cp4".into(), Standing::OwnCopy)]);
    assert_eq!(trusting.provenance(&class)?, Some(own.clone()));
    assert_eq!(trusting.provenance_until_now(), own);
    assert!(trusting.provenance(&"KBvK".parse()?).is_err());
    Ok(())
}

#[test]
fn what_has_no_answer() -> Outcome {
    let folder = GaviotaFolder::open(CARRIED)?;
    let (_, squares) = placement("8/8/8/8/8/2k5/8/K6Q w - - 0 1")?;
    let (class, mut touching) = placement("8/8/8/8/8/2k5/8/K6Q w - - 0 1")?;
    touching.squares[1] = shakmaty::Square::B2;
    let mut short = touching.clone();
    short.squares.pop();
    for (class, placement, expected) in [
        (&class, touching, "the position is not legal"),
        (&class, short, "the position is not legal"),
        (&"KBvK".parse()?, squares.clone(), "no table of KBvK in"),
        (
            &"KQRvKR".parse()?,
            squares,
            "only files of three and four men",
        ),
    ] {
        let Err(error) = folder.probe(class, &placement) else {
            return Err(format!("{class} has an answer").into());
        };
        assert!(error.to_string().contains(expected), "{error}");
    }
    Ok(())
}

#[test]
fn folders_with_the_wrong_things() -> Outcome {
    let missing = message(Path::new("no such folder"))?;
    assert!(missing.contains("no such folder"), "{missing}");
    let kqk = fs::read(format!("{CARRIED}/kqk.gtb.cp4"))?;
    let krk = fs::read(format!("{CARRIED}/krk.gtb.cp4"))?;
    let kpk = fs::read(format!("{CARRIED}/kpk.gtb.cp4"))?;
    for (name, bytes, expected) in [
        (
            "kqk.txt",
            &kqk[..],
            "no table of any class of three or four men",
        ),
        (
            "kqrkr.gtb.cp4",
            &kqk,
            "no table of any class of three or four men",
        ),
        ("kkq.gtb.cp4", &kqk, "should be kqk.gtb.cp4"),
        ("kxk.gtb.cp4", &kqk, "'X' is not a man"),
        ("krk.gtb.cp4", &krk, "no table of KQvK"),
        ("kqk.gtb.cp4", &kqk, "answered: win"),
        ("kqk.gtb.cp4", &[], "damaged table of KQvK"),
        ("kqk.gtb.cp4", &kqk[..9000], "ends at 9443"),
        ("kqk.gtb.cp4", &kpk, "not that of a table of this class"),
        ("kqk.gtb.cp4", b"a note", "ends within its header"),
    ] {
        let folder = tempfile::tempdir()?;
        fs::write(folder.path().join(name), bytes)?;
        let message = message(folder.path())?;
        assert!(message.contains(expected), "{name}: {message}");
        let place = folder.path().display().to_string();
        assert!(message.contains(&place) || message.contains("answered"));
    }
    Ok(())
}

/// If a file disappears after opening, the error names it.
#[test]
fn a_file_that_went_away() -> Outcome {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("kqk.gtb.cp4");
    fs::copy(format!("{CARRIED}/kqk.gtb.cp4"), &file)?;
    let oracle = GaviotaFolder::open(folder.path())?;
    fs::remove_file(&file)?;
    let (material, placement) = placement("8/8/8/8/8/2k5/8/K6Q w - - 0 1")?;
    for _ in 0..2 {
        match oracle.probe(&material, &placement) {
            Err(OracleError::Io { path, .. }) => assert_eq!(path, file),
            other => return Err(format!("{other:?}").into()),
        }
    }
    Ok(())
}

#[test]
fn many_threads_may_ask() -> Outcome {
    let folder = GaviotaFolder::open(CARRIED)?;
    let (material, placement) = placement("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1")?;
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                let value = folder.probe(&material, &placement);
                assert!(value.is_ok_and(|value| value.agrees(Value::MATED)));
            });
        }
    });
    Ok(())
}

/// Files in memory give the same answers as files in a folder.
#[test]
fn files_in_memory() -> Outcome {
    let names = ["kpk", "kqk", "krk"].map(|class| format!("{class}.gtb.cp4"));
    let read = |name: String| Ok((name.clone(), fs::read(Path::new(CARRIED).join(name))?));
    let files: Vec<_> = names
        .into_iter()
        .map(read)
        .collect::<Result<_, std::io::Error>>()?;
    let (in_memory, on_disk) = (
        GaviotaFolder::of_files("x", files)?,
        GaviotaFolder::open(CARRIED)?,
    );
    assert_eq!(in_memory.classes(), on_disk.classes());
    for fen in [
        "8/8/8/1k6/8/8/K5P1/8 w - - 0 1",
        "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1",
    ] {
        let (material, placement) = placement(fen)?;
        let value = in_memory.probe(&material, &placement)?;
        assert_eq!(value, on_disk.probe(&material, &placement)?);
    }
    Ok(())
}
