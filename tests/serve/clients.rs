//! Clients that were written for Lichess, in packages of their own, read what the server answers.

use std::{
    collections::BTreeSet,
    error::Error,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use drawproof_tables::{Index, Layout, Material};
use serde_json::Value;
use shakmaty::Color;

use super::{Outcome, server::Served};
use crate::numbers::Numbers;

const GAVIOTA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tables/tests/gaviota");

/// A stalemate and a checkmate.
const ENDS: [&str; 2] = [
    "k7/P7/K7/8/8/8/8/8 b - - 0 1",
    "k7/8/NK6/3B4/8/8/8/8 b - - 0 1",
];

/// Every field that litchee reads is what the server says, whatever the category: exact, from
/// rounded distances, without distances, and unknown.
#[test]
#[ignore = "long: compiles a client and nearly two hundred crates that it needs"]
fn litchee_reads_the_answers() -> Outcome {
    let Some(client) = compiled("litchee")? else {
        return Ok(());
    };
    let folder = tempfile::tempdir()?;
    let files = folder.path().to_str().ok_or("a path")?;
    assert_cmd::Command::cargo_bin("drawproof")?
        .args(["generate", "KRKP", "--format", "syzygy", "--out", files])
        .assert()
        .success();
    let mut seen = BTreeSet::new();
    let generated = &["KPK", "KBNK", "KBBKN"];
    for (arguments, classes, more) in [
        (&generated[..], &generated[..], &ENDS[..]),
        // Distances are rounded.
        (&["--tables", files], &["KRKP"], &[]),
        // There are no distances to zeroing moves, and no tables of four men.
        (&["--tables", GAVIOTA], &["KQK", "KRK", "KRKR"], &[]),
    ] {
        let served = Served::new(arguments)?;
        let mut fens = fens(&served, classes)?;
        fens.extend(more.iter().map(ToString::to_string));
        seen.extend(agree(&client, &served, &fens)?);
    }
    let all = "blessed-loss cursed-win draw loss maybe-loss maybe-win syzygy-loss syzygy-win \
               unknown win checkmate stalemate insufficient_material zeroing";
    let missing: Vec<&str> = all
        .split(' ')
        .filter(|&word| !seen.contains(word))
        .collect();
    assert_eq!(missing, [""; 0], "was in no answer");
    Ok(())
}

/// The program of a client; `None`, and a word about it, if the crates that it needs cannot be had.
fn compiled(name: &str) -> Result<Option<PathBuf>, Box<dyn Error>> {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clients");
    let manifest = manifest.join(name).join("Cargo.toml");
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("clients");
    let cargo = |arguments: &[&str]| {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(arguments).arg("--manifest-path").arg(&manifest);
        cargo
    };
    let fetched = cargo(&["fetch", "--locked"]).output()?;
    let said = String::from_utf8_lossy(&fetched.stderr);
    // Anything else that may be wrong is seen when it is built.
    assert!(!said.contains("lock file"), "{said}");
    if !fetched.status.success() {
        println!("skipped: the crates of {name} cannot be had: {said}");
        return Ok(None);
    }
    let mut build = cargo(&["build", "--locked", "--offline"]);
    assert!(build.arg("--target-dir").arg(&target).status()?.success());
    Ok(Some(target.join("debug").join(format!("drawproof-{name}"))))
}

/// Random positions of classes, with different clocks: at one of them a rounded distance leaves open
/// whether the 50-move rule draws.
fn fens(served: &Served, classes: &[&str]) -> Result<Vec<String>, Box<dyn Error>> {
    let mut numbers = Numbers(20_111_231);
    let mut fens = Vec::new();
    for class in classes {
        let class: Material = class.parse()?;
        let layout = Layout::new(&class)?;
        for _ in 0..12 {
            let mut placements = std::iter::repeat_with(|| {
                let index = Index {
                    block: numbers.below(layout.blocks()),
                    word: numbers.below(layout.block_words()),
                    bit: numbers.below(64) as u32,
                };
                layout.decode(index, Color::from_white(numbers.below(2) == 0))
            });
            let placement = placements.find(|placement| placement.to_chess(&class).is_ok());
            let placement = placement.ok_or("endless")?;
            let fen = placement.fen(&class).to_string();
            let men = fen.strip_suffix("0 1").ok_or("a clock")?;
            let plies = answer(served, &fen)?["dtz"].as_i64().unwrap_or(0).abs();
            let clocks = BTreeSet::from([0, 99, 100, 100 - plies.min(100)]);
            fens.extend(clocks.iter().map(|clock| format!("{men}{clock} 90")));
        }
    }
    Ok(fens)
}

/// What the server says, as it is.
fn answer(served: &Served, fen: &str) -> Result<Value, Box<dyn Error>> {
    let (status, text) = served.get(&format!("/standard?fen={}", fen.replace(' ', "_")))?;
    assert_eq!(status, 200, "{fen}: {text}");
    Ok(serde_json::from_str(&text)?)
}

/// Compares what a client reads with what the server says. Returns the categories, and the fields
/// that are true, of positions and of moves.
fn agree(
    client: &Path,
    served: &Served,
    fens: &[String],
) -> Result<BTreeSet<String>, Box<dyn Error>> {
    let mut child = Command::new(client)
        .arg(format!("http://{}", served.address))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut input = child.stdin.take().ok_or("no input")?;
    let lines = fens.join("\n");
    let output = std::thread::scope(|scope| {
        scope.spawn(move || input.write_all(lines.as_bytes()));
        child.wait_with_output()
    })?;
    assert!(output.status.success());
    let output = String::from_utf8(output.stdout)?;
    let read: Vec<&str> = output.lines().collect();
    assert_eq!(read.len(), fens.len());
    let mut seen = BTreeSet::new();
    for (fen, read) in fens.iter().zip(read) {
        let mut expected = answer(served, fen)?;
        as_read(&mut expected, &mut seen);
        assert_eq!(serde_json::from_str::<Value>(read)?, expected, "{fen}");
    }
    Ok(seen)
}

/// What a client that knows neither conversions nor help mates makes of an answer: nulls are left
/// out.
fn as_read(answer: &mut Value, seen: &mut BTreeSet<String>) {
    let Some(fields) = answer.as_object_mut() else {
        return;
    };
    for unknown in ["conversion", "can_mate_white", "can_mate_black"] {
        fields.remove(unknown);
    }
    fields.retain(|_, value| !value.is_null());
    for (name, value) in fields {
        match value {
            Value::Array(moves) => moves.iter_mut().for_each(|of| as_read(of, seen)),
            Value::Bool(true) => drop(seen.insert(name.clone())),
            Value::String(word) if name == "category" => drop(seen.insert(word.clone())),
            _ => {}
        }
    }
}
