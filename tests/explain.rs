//! Solution trees, read back from PGN: every move is legal, and every value is
//! the table's value of the position.

mod reading;

use std::{
    error::Error,
    fs,
    process::{self, Output},
    sync::LazyLock,
};

use assert_cmd::Command;
use drawproof_retro::{Keep, Wanted, generate_all};
use drawproof_tables::{
    Dtm, GaviotaFolder, Material, Oracle, Placement, SolutionTree, SyzygyFolder, TableSet,
    TreeBounds, Value, Wdl,
};
use proptest::prelude::*;
use shakmaty::{Chess, Color, Position, Square};

use reading::{Game, Played, position, read, said};

type Outcome = Result<(), Box<dyn Error>>;

const WON: &str = "8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1";
const DRAWN: &str = "8/8/8/8/3k4/3p4/8/3K4 b - - 0 31";
const EN_PASSANT: &str = "8/8/7k/8/1pP5/7K/8/8 b - c3 0 1";

const SYZYGY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/verify/tests/syzygy");
const GAVIOTA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tables/tests/gaviota");

fn explain(arguments: &[&str]) -> Result<Output, Box<dyn Error>> {
    let mut command = Command::cargo_bin("drawproof")?;
    Ok(command.arg("explain").args(arguments).output()?)
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Tables of the classes used here.
static TABLES: LazyLock<TableSet> = LazyLock::new(|| tables_of(&CLASSES));
static TABLES_WITH_PAWNS: LazyLock<TableSet> = LazyLock::new(|| tables_of(&CLASSES_WITH_PAWNS));

fn tables_of(classes: &[&str]) -> TableSet {
    let mut tables = TableSet::new();
    let classes: Result<Vec<Material>, _> = classes.iter().map(|name| name.parse()).collect();
    generate_all(
        &classes.expect("classes"),
        Wanted::Dtm,
        Keep::All,
        &mut tables,
        &|_, _| {},
    )
    .expect("small classes");
    tables
}

const CLASSES: [&str; 6] = ["KRK", "KPK", "KBNK", "KRKB", "KNNK", "KRKR"];

/// With pawns of four men, and all classes that they become.
const CLASSES_WITH_PAWNS: [&str; 2] = ["KQKP", "KPKP"];

/// The game that a command prints, and its words.
fn game(arguments: &[&str]) -> Result<(Game, String), Box<dyn Error>> {
    game_by(&TABLES, arguments)
}

/// The same, compared with these tables.
fn game_by(tables: &TableSet, arguments: &[&str]) -> Result<(Game, String), Box<dyn Error>> {
    let output = explain(arguments)?;
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let pgn = stdout(&output);
    check_lines(&pgn);
    let game = read(&pgn)?;
    check(&game, tables)?;
    Ok((game, stderr(&output)))
}

/// Lines of moves are as long as the standard allows.
fn check_lines(pgn: &str) {
    let (_, movetext) = pgn
        .split_once("\n\n")
        .expect("an empty line after the tags");
    assert!(movetext.lines().all(|line| line.len() < 80), "{pgn}");
    assert!(pgn.ends_with('\n') && !pgn.contains('\r') && pgn.is_ascii());
}

/// The value in a comment.
fn value_said(comment: &str) -> Result<Value, Box<dyn Error>> {
    let wdl = match said(comment, "v").ok_or("no value")? {
        "win" => Wdl::Win,
        "draw" => Wdl::Draw,
        "loss" => Wdl::Loss,
        other => return Err(other.into()),
    };
    let dtm = said(comment, "dtm").map(str::parse).transpose()?;
    assert_eq!(dtm.is_some(), wdl != Wdl::Draw, "{comment}");
    Ok(Value {
        dtm: dtm.map(Dtm),
        ..Value::of(wdl)
    })
}

/// Probes every position of a game again.
fn check(game: &Game, oracle: &dyn Oracle) -> Outcome {
    let root = oracle.probe_chess(&game.start)?;
    assert!(value_said(&game.comment)?.agrees(root), "{}", game.comment);
    let result = match (root.wdl, game.start.turn()) {
        (Wdl::Draw, _) => "1/2-1/2",
        (Wdl::Win, Color::White) | (Wdl::Loss, Color::Black) => "1-0",
        _ => "0-1",
    };
    assert_eq!(game.outcome, result);
    assert_eq!(game.tags["Result"], result);
    assert_eq!(game.tags["SetUp"], "1");
    for played in &game.moves {
        check_move(played, oracle)?;
    }
    Ok(())
}

fn check_move(played: &Played, oracle: &dyn Oracle) -> Outcome {
    let before = oracle.probe_chess(&played.before)?;
    let after = oracle.probe_chess(&played.after)?;
    let value = value_said(&played.comment)?;
    let right = after.before_move(played.chess_move.is_zeroing());
    assert!(value.agrees(right), "{played:?}");
    // Only variations contain moves other than the best, and the winner always
    // plays the best.
    if !played.begins_variation || before.wdl == Wdl::Win {
        assert!(value.agrees(before), "{played:?}");
    }
    assert_eq!(played.nag == Some(4), value.wdl < before.wdl, "{played:?}");
    Ok(())
}

fn main_line(game: &Game) -> impl Iterator<Item = &Played> {
    game.moves.iter().filter(|played| played.nesting == 0)
}

#[test]
fn a_won_position() -> Outcome {
    let output = explain(&[WON, "--depth", "6"])?;
    assert_eq!(output.status.code(), Some(0));
    insta::assert_snapshot!(format!("{}\n{}", stdout(&output), stderr(&output)));
    let (game, _) = game(&[WON, "--depth", "60"])?;
    let line: Vec<&Played> = main_line(&game).collect();
    assert_eq!(line.len(), 57);
    assert!(line[56].after.is_checkmate());
    assert_eq!(game.start, position(WON)?);
    // The only winning move.
    assert_eq!(game.moves[0].nag, Some(7));
    Ok(())
}

#[test]
fn a_lost_position() -> Outcome {
    let fen = "8/8/8/8/8/2k5/7r/K7 w - - 5 40";
    let (game, words) = game(&[fen])?;
    assert_eq!(game.outcome, "0-1");
    let variations = game.moves.iter().filter(|played| played.begins_variation);
    assert!(
        variations
            .clone()
            .all(|played| played.before.turn().is_white())
    );
    assert!(words.contains("own tables: loss, mate "), "{words}");
    assert!(
        words.contains("rules: none for KRvK are built in"),
        "{words}"
    );
    Ok(())
}

#[test]
fn a_drawn_position() -> Outcome {
    // The defender has one move that holds, and Black is to move.
    let (game, words) = game(&[DRAWN, "--depth", "20"])?;
    assert_eq!(game.outcome, "1/2-1/2");
    assert!(main_line(&game).all(|played| said(&played.comment, "v") == Some("draw")));
    let mistakes = game.moves.iter().filter(|played| played.nag == Some(4));
    assert!(mistakes.count() > 0);
    assert!(words.contains("a spotted draw"), "{words}");
    assert!(
        words.contains("seen with colours exchanged, as "),
        "{words}"
    );
    let lost = game.moves.iter().any(|played| played.after.is_checkmate());
    let cut = game
        .moves
        .iter()
        .any(|played| said(&played.comment, "end") == Some("depth"));
    assert!(lost || cut);
    Ok(())
}

#[test]
fn moves_are_numbered_as_in_the_position() -> Outcome {
    let output = explain(&[DRAWN, "--depth", "3", "--width", "1"])?;
    let pgn = stdout(&output);
    let numbers: Vec<&str> = pgn
        .split_whitespace()
        .filter(|word| word.ends_with('.') && word.starts_with(|c: char| c.is_ascii_digit()))
        .collect();
    assert_eq!(numbers, ["31...", "32.", "32..."]);
    Ok(())
}

#[test]
fn ends_of_games() -> Outcome {
    for (fen, end) in [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Some("stalemate")),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", None),
        (
            "7k/8/6K1/8/8/8/8/7B b - - 0 1",
            Some("insufficient material"),
        ),
    ] {
        let output = explain(&[fen])?;
        assert_eq!(output.status.code(), Some(0), "{fen}");
        let game = read(&stdout(&output))?;
        assert!(game.moves.is_empty());
        assert_eq!(said(&game.comment, "end"), end);
    }
    Ok(())
}

#[test]
fn promotions() -> Outcome {
    let (game, _) = game(&["8/4P1k1/8/4K3/8/8/8/8 w - - 0 1", "--duals", "3"])?;
    assert!(
        game.moves
            .iter()
            .any(|played| played.chess_move.is_promotion())
    );
    // Gaviota's files have the same distances to mate.
    check(&game, &GaviotaFolder::open(GAVIOTA)?)
}

#[test]
#[ignore = "long: distances of KPvKP and of all classes that promotions lead to"]
fn en_passant() -> Outcome {
    let (with, words) = game_by(&TABLES_WITH_PAWNS, &[EN_PASSANT, "--depth", "30"])?;
    let line: Vec<&Played> = main_line(&with).collect();
    assert!(line[0].chess_move.is_en_passant());
    assert_eq!(line.len(), 19);
    assert!(words.contains("they do not know of en passant"), "{words}");
    check_wdl(&with, &SyzygyFolder::open(SYZYGY)?)
}

/// Asks an oracle without distances to mate.
fn check_wdl(game: &Game, oracle: &dyn Oracle) -> Outcome {
    for played in &game.moves {
        let right = oracle.probe_chess(&played.after)?.before_move(false);
        assert_eq!(value_said(&played.comment)?.wdl, right.wdl, "{played:?}");
    }
    Ok(())
}

#[test]
fn bounds() -> Outcome {
    let options = ["--depth", "1000", "--width", "255", "--nesting", "32"];
    let all = [
        &[WON][..],
        &options,
        &["--max-moves", "500", "--duals", "255"],
    ]
    .concat();
    let (game, words) = game(&all)?;
    assert_eq!(game.moves.len(), 500);
    assert_eq!(main_line(&game).count(), 57);
    assert!(words.contains("left out for --max-moves"), "{words}");
    assert!(game.comment.contains("left out"), "{}", game.comment);
    // Only the main line, shorter than the mate.
    let (line, words) = self::game(&[WON, "--nesting", "0", "--max-moves", "5"])?;
    assert_eq!(line.moves.len(), 5);
    assert_eq!(said(&line.moves[4].comment, "end"), Some("max-moves"));
    assert!(words.contains("cut at --max-moves"), "{words}");
    Ok(())
}

#[test]
fn files_and_json() -> Outcome {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("won.pgn").display().to_string();
    let printed = stdout(&explain(&[WON])?);
    let output = explain(&[WON, "--out", &path])?;
    assert_eq!(fs::read_to_string(&path)?, printed);
    assert!(output.stderr.is_empty());
    assert!(stdout(&output).ends_with(&format!("written: {path}\n")));
    let output = explain(&[WON, "--json"])?;
    let told: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    assert_eq!(told["pgn"], printed);
    assert_eq!(told["distance_to_mate_plies"], 57);
    assert_eq!(told["rules"]["claims_draw"], false);
    assert_eq!(told["rules"]["verdict"], "spotted_decisive");
    let moves = told["tree"]["moves"].as_u64();
    assert_eq!(moves, Some(read(&printed)?.moves.len() as u64));
    Ok(())
}

#[test]
fn an_incorrect_draw() -> Outcome {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("my.rules");
    fs::write(
        &path,
        "recognizer KRKB\n\
         let near = distance(us.king, them.king) < 3 and us.king in edge\n\
         silent \"near\" because \"They touch.\" when near and not in_check\n\
         draw \"bishop home\" because \"It is not.\" when weak.bishop in edge\n\
         draw \"later\" because \"It is one.\" when true\n",
    )?;
    let path = path.display().to_string();
    let output = explain(&[WON, "--rules", &path, "--depth", "1"])?;
    assert_eq!(output.status.code(), Some(1));
    let words = stderr(&output).replace(&path, "my.rules");
    insta::assert_snapshot!(words);
    Ok(())
}

#[test]
fn tables_of_others() -> Outcome {
    let fen = "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1";
    let own = stdout(&explain(&[fen])?);
    assert_eq!(stdout(&explain(&[fen, "--tables", GAVIOTA])?), own);
    // Without distances no mate can be shown.
    let output = explain(&["8/8/8/8/8/2k5/7r/K7 w - - 5 40", "--tables", SYZYGY])?;
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).contains("not the distance to mate"),
        "{}",
        stderr(&output)
    );
    Ok(())
}

#[test]
fn refused() -> Outcome {
    let mut said = String::new();
    for arguments in [
        &["nonsense"][..],
        &["8/8/8/8/8/8/8/Kk6 w - - 0 1"],
        &["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"],
        &["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"],
        &[WON, "--tables", "src"],
        &[WON, "--out", "no/such/folder/a.pgn"],
        &[WON, "--grade", "bounds"],
        &[WON, "--depth", "0"],
    ] {
        let output = explain(arguments)?;
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        said += &format!("$ {}\n{}", arguments.join(" "), stderr(&output));
    }
    insta::assert_snapshot!(said);
    Ok(())
}

/// python-chess reads the same games. `DRAWPROOF_PYTHON` names a Python that
/// has it.
#[test]
fn python_chess_reads_it() -> Outcome {
    let python = std::env::var("DRAWPROOF_PYTHON").unwrap_or_else(|_| "python3".into());
    let has_chess = process::Command::new(&python)
        .args(["-c", "import chess.pgn"])
        .output();
    if !has_chess.is_ok_and(|output| output.status.success()) {
        println!("skipped: {python} has no python-chess");
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    for (fen, options) in [
        (WON, ["--width", "4", "--duals", "2"]),
        (DRAWN, ["--width", "4", "--nesting", "5"]),
        (EN_PASSANT, ["--depth", "30", "--width", "2"]),
        (
            "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
            ["--depth", "3", "--width", "2"],
        ),
    ] {
        let path = folder.path().join("game.pgn").display().to_string();
        let told = explain(&[&[fen, "--out", &path, "--json"][..], &options].concat())?;
        let told: serde_json::Value = serde_json::from_slice(&told.stdout)?;
        let output = process::Command::new(&python)
            .args(["-c", PYTHON, &path])
            .output()?;
        assert!(output.status.success(), "{}", stderr(&output));
        assert_eq!(stdout(&output).trim(), told["tree"]["moves"].to_string());
    }
    Ok(())
}

/// Reads a game, and counts its moves.
const PYTHON: &str = r#"
import sys, chess.pgn
with open(sys.argv[1]) as file:
    game = chess.pgn.read_game(file)
    assert chess.pgn.read_game(file) is None
assert not game.errors, game.errors
count, nodes = 0, list(game.variations)
while nodes:
    node = nodes.pop()
    assert node.move in node.parent.board().legal_moves
    assert node.comment.startswith('v="'), node.comment
    nodes += node.variations
    count += 1
print(count)
"#;

/// A legal position of one of the classes, either colour being the stronger.
fn any_position(classes: &'static [&'static str]) -> impl Strategy<Value = Chess> {
    let squares = prop::collection::vec(0..64_u32, 4);
    let pick = (
        0..classes.len(),
        squares,
        any::<bool>(),
        any::<prop::sample::Index>(),
    );
    pick.prop_filter_map("not legal", |(class, squares, black, choice)| {
        let material: Material = classes[class].parse().ok()?;
        let squares = squares.into_iter().map(Square::new);
        let placement = Placement {
            squares: squares.take(material.men_count()).collect(),
            turn: Color::from_white(!black),
        };
        let mut occupied: Vec<Square> = placement.squares.to_vec();
        occupied.sort();
        occupied.dedup();
        if occupied.len() < material.men_count() {
            return None;
        }
        // With en passant rights, if there are any.
        let mut all = placement.with_en_passant(&material);
        all.push(placement.to_chess(&material).ok()?);
        let position = choice.get(&all).clone();
        let turned = placement.fen_either(&material, true).to_string();
        let has_right = position.legal_ep_square().is_some();
        if has_right || black {
            Some(position)
        } else {
            reading::position(&turned).ok()
        }
    })
}

fn any_bounds() -> impl Strategy<Value = TreeBounds> {
    let bounds = (
        1..30_usize,
        1..5_usize,
        0..3_usize,
        0..5_usize,
        1..300_usize,
    );
    bounds.prop_map(|(depth, width, duals, nesting, max_moves)| TreeBounds {
        depth,
        width,
        duals,
        nesting,
        max_moves,
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_trees(position in any_position(&CLASSES), bounds in any_bounds()) {
        tree_is_right(&TABLES, &position, bounds)?;
    }

    #[test]
    #[ignore = "long: distances of KPvKP and of all classes that promotions lead to"]
    fn random_trees_with_pawns(position in any_position(&CLASSES_WITH_PAWNS), bounds in any_bounds()) {
        tree_is_right(&TABLES_WITH_PAWNS, &position, bounds)?;
    }
}

fn tree_is_right(
    tables: &TableSet,
    position: &Chess,
    bounds: TreeBounds,
) -> Result<(), TestCaseError> {
    let tree = SolutionTree::grow(tables, position, bounds).expect("a tree");
    let pgn = drawproof_reports::pgn(&tree);
    check_lines(&pgn);
    let game = read(&pgn).expect("a game");
    check(&game, tables).expect("values");
    prop_assert_eq!(game.moves.len(), tree.move_count());
    prop_assert!(game.moves.len() <= bounds.max_moves);
    for played in &game.moves {
        prop_assert!(played.ply <= bounds.depth);
        prop_assert!(played.nesting <= bounds.nesting);
    }
    // The same again.
    let again = SolutionTree::grow(tables, position, bounds).expect("a tree");
    prop_assert_eq!(drawproof_reports::pgn(&again), pgn);
    Ok(())
}
