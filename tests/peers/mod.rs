//! Programs that others wrote read the Syzygy files that drawproof writes: random positions of
//! each class, and all positions that their moves lead to, have the values of own tables.

use std::{
    error::Error,
    fs,
    io::Write,
    path::Path,
    process::{Command, Output, Stdio},
};

use drawproof_retro::{Keep, Wanted, generate_all};
use drawproof_tables::{Index, Layout, Material, Oracle, Ruling, TableSet, Value, Wdl};
use shakmaty::{Chess, Color, EnPassantMode, Position, Role, Square, fen::Fen};

use crate::numbers::Numbers;

type Outcome = Result<(), Box<dyn Error>>;

/// Positions of a class, `count` of them, and all that their moves lead to.
fn positions(
    class: &Material,
    count: usize,
    numbers: &mut Numbers,
) -> Result<Vec<Chess>, Box<dyn Error>> {
    let layout = Layout::new(class)?;
    let mut chosen = Vec::new();
    while chosen.len() < count {
        let index = Index {
            block: numbers.below(layout.blocks()),
            word: numbers.below(layout.block_words()),
            bit: numbers.below(64) as u32,
        };
        let turn = Color::from_white(numbers.below(2) == 0);
        if let Ok(position) = layout.decode(index, turn).to_chess(class) {
            chosen.push(position);
        }
    }
    let mut next = Vec::new();
    for position in &chosen {
        for played in position.legal_moves() {
            let mut after = position.clone();
            after.play_unchecked(played);
            next.push(after);
        }
    }
    chosen.extend(next);
    // Files hold at least three men, and distances only where there is a move.
    chosen.retain(|of| of.board().occupied().count() > 2 && !of.legal_moves().is_empty());
    Ok(chosen)
}

/// From a loss, which is 0, to a win, which is 4.
fn five(value: Value) -> Result<u8, Box<dyn Error>> {
    let ruling = Ruling::of(value);
    let is_cursed = ruling.cursed.ok_or("a distance is missing")?;
    Ok(match (ruling.wdl, is_cursed) {
        (Wdl::Loss, false) => 0,
        (Wdl::Loss, true) => 1,
        (Wdl::Draw, _) => 2,
        (Wdl::Win, true) => 3,
        (Wdl::Win, false) => 4,
    })
}

/// A line for each position, so many of each class and all that their moves lead to: its FEN, its
/// value from 0 to 4, plies to the next zeroing move, and what Fathom takes.
fn lines(classes: &[Material], count: usize) -> Result<String, Box<dyn Error>> {
    let mut tables = TableSet::new();
    generate_all(classes, Wanted::Dtz, Keep::All, &mut tables, &|_, _| {})?;
    let mut numbers = Numbers(20_111_231);
    let mut lines = String::new();
    for class in classes {
        for position in positions(class, count, &mut numbers)? {
            let value = tables.probe_chess(&position)?;
            let plies = value.dtz.map_or(0, |dtz| dtz.0);
            let fen = Fen::from_position(&position, EnPassantMode::Legal);
            let board = position.board();
            let mut sets = vec![board.white(), board.black()];
            let roles = [
                Role::King,
                Role::Queen,
                Role::Rook,
                Role::Bishop,
                Role::Knight,
                Role::Pawn,
            ];
            sets.extend(roles.map(|role| board.by_role(role)));
            let sets: Vec<String> = sets.iter().map(|set| u64::from(*set).to_string()).collect();
            let right = position.legal_ep_square().map_or(0, Square::to_u32);
            lines += &format!(
                "{fen}\t{}\t{plies}\t{} {right} {}\n",
                five(value)?,
                sets.join(" "),
                u8::from(position.turn().is_white()),
            );
        }
    }
    Ok(lines)
}

/// Gives a program the lines, and what it says.
fn asked(program: &mut Command, lines: &str) -> Result<Output, Box<dyn Error>> {
    let mut child = program
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let mut input = child.stdin.take().ok_or("no input")?;
    std::thread::scope(|scope| {
        scope.spawn(move || input.write_all(lines.as_bytes()));
        Ok(child.wait_with_output()?)
    })
}

/// The peers of this machine read the files of all classes of up to a number of men, and agree in
/// positions of each class and all that their moves lead to: fewer for python-chess, which is
/// slow, than for Fathom.
fn peers_agree(men: usize, [slow, fast]: [usize; 2]) -> Outcome {
    let folder = tempfile::tempdir()?;
    let files = folder.path().join("files").display().to_string();
    let written = assert_cmd::Command::cargo_bin("drawproof")?
        .args(["generate", "--format", "syzygy", "--out", &files, "--men"])
        .arg(men.to_string())
        .output()?;
    assert!(written.status.success(), "{written:?}");
    let classes: Vec<Material> = Material::all(men);
    for (name, program, count) in [
        ("python-chess", python(folder.path())?, slow),
        ("Fathom", fathom(folder.path())?, fast),
    ] {
        let Some(mut program) = program else {
            println!("skipped: {name} is missing");
            continue;
        };
        let lines = lines(&classes, count)?;
        let output = asked(program.arg(&files), &lines)?;
        assert!(output.status.success(), "{name}: {output:?}");
        let count = String::from_utf8(output.stdout)?;
        assert_eq!(count.trim(), lines.lines().count().to_string(), "{name}");
        println!("{name}: {} positions", count.trim());
    }
    Ok(())
}

/// A Python that has python-chess: `DRAWPROOF_PYTHON`, or the usual one.
fn python(folder: &Path) -> Result<Option<Command>, Box<dyn Error>> {
    let python = std::env::var("DRAWPROOF_PYTHON").unwrap_or_else(|_| "python3".into());
    let mut has_chess = Command::new(&python);
    has_chess.args(["-c", "import chess.syzygy"]);
    if !has_chess.output().is_ok_and(|of| of.status.success()) {
        return Ok(None);
    }
    let script = folder.join("probe.py");
    fs::write(&script, include_str!("probe.py"))?;
    let mut command = Command::new(python);
    command.arg(script);
    Ok(Some(command))
}

/// A program around Fathom, if its library and a compiler are there.
fn fathom(folder: &Path) -> Result<Option<Command>, Box<dyn Error>> {
    let [source, program] = ["probe.c", "probe"].map(|name| folder.join(name));
    fs::write(&source, include_str!("probe.c"))?;
    let compiler = Command::new("cc")
        .args([&source, Path::new("-o"), &program])
        .arg("-lfathom")
        .output();
    let is_made = compiler.is_ok_and(|output| output.status.success());
    Ok(is_made.then(|| Command::new(program)))
}

#[test]
fn files_of_three_men_are_read() -> Outcome {
    peers_agree(3, [50; 2])
}

#[test]
#[ignore = "long: a minute of python-chess"]
fn files_of_four_men_are_read() -> Outcome {
    peers_agree(4, [50, 1000])
}
