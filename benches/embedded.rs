//! The time of a probe of exported tables, compared with a classical bitbase and
//! the Syzygy files: `cargo bench --bench embedded`.
//!
//! Tables are exported as C, compiled with `cc -O2` and asked about the same random
//! legal positions as the others, with one thread and all data in memory. The
//! classical bitbase of KPvK has one bit for each of 2 sides to move, 24 pawn squares
//! and 64 squares of each king: 24 KB.

use std::{
    fs,
    hint::black_box,
    io::Write,
    path::Path,
    process::{Command, Stdio},
    time::Instant,
};

use drawproof_export::{
    Language, Name,
    table::{Embedded, Metric, source},
};
use drawproof_retro::{Keep, Wanted, generate_all};
use drawproof_tables::{Material, Oracle, Placement, TableSet, Wdl};
use shakmaty::{Chess, Color, Position, Role, Square};
use shakmaty_syzygy::Tablebase;

mod record;

use record::Record;

const SYZYGY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/verify/tests/syzygy");
const TIMER: &str = include_str!("embedded.c");
const POSITIONS: usize = 8192;
const ROUNDS: usize = 11;

fn main() {
    let classes = [Material::all(3), Material::all(4)].concat();
    let mut tables = TableSet::new();
    generate_all(&classes, Wanted::Wdl, Keep::All, &mut tables, &|_, _| {}).expect("tables");
    let folder = tempfile::tempdir().expect("a temporary folder");
    println!("nanoseconds a probe, median over rounds of {POSITIONS} random legal positions");
    println!(
        "{:<10} {:>8} {:>8} {:>10} {:>8} {:>8}",
        "", "bytes", "Syzygy's", "classical", "ours", "Syzygy"
    );
    let columns = [
        "classes",
        "bytes",
        "Syzygy, bytes",
        "a probe, ns",
        "Syzygy, ns",
    ];
    let mut record = Record::new("embedded", &columns);
    let all = [
        (vec!["KPvK"], "KPK"),
        (Material::all(3).iter().map(|_| "").collect(), "3-men"),
        (Vec::new(), "all-35"),
    ];
    for (names, label) in all {
        let classes: Vec<Material> = match (names.first(), label) {
            (Some(&"KPvK"), _) => vec!["KPvK".parse().expect("a class")],
            (Some(_), _) => Material::all(3),
            _ => classes.clone(),
        };
        let embedded = Embedded::new(&classes, Metric::Wdl, &tables, &|_| {}).expect("data");
        let header = source(&embedded, Language::C, &Name::default(), &[]).expect("text");
        let is_alone = classes.len() == 1;
        let program = compiled(folder.path(), &header, is_alone);
        let Some(program) = program else {
            return;
        };
        let syzygy: u64 = classes.iter().map(file_bytes).sum();
        let bytes = embedded.bytes().len();
        let placements = random(&classes);
        let (classical, ours) = timed(&program, &tables, &placements, is_alone);
        let theirs = probed(&placements);
        println!("{label:<10} {bytes:>8} {syzygy:>8} {classical:>10.1} {ours:>8.1} {theirs:>8.1}");
        let mut kept = |label: &str, bytes: usize, syzygy: u64, times: [f64; 2]| {
            let [ours, theirs] = times.map(|time| format!("{time:.0}"));
            record.row(&[
                label,
                &bytes.to_string(),
                &syzygy.to_string(),
                &ours,
                &theirs,
            ]);
        };
        kept(label, bytes, syzygy, [ours, theirs]);
        if classes.len() == 35 {
            for class in embedded.classes() {
                let placements = random(std::slice::from_ref(&class.material));
                let (_, ours) = timed(&program, &tables, &placements, false);
                let (name, bytes, syzygy) =
                    (&class.material, class.bytes, file_bytes(&class.material));
                let theirs = probed(&placements);
                println!(
                    "{name:<10} {bytes:>8} {syzygy:>8} {:>10} {ours:>8.1} {theirs:>8.1}",
                    ""
                );
                kept(&name.to_string(), bytes, syzygy, [ours, theirs]);
            }
        }
    }
    record.write();
}

fn file_bytes(class: &Material) -> u64 {
    fs::metadata(Path::new(SYZYGY).join(format!("{class}.rtbw")))
        .expect("a Syzygy file")
        .len()
}

/// Random legal positions of some classes, always the same.
fn random(classes: &[Material]) -> Vec<(Material, Placement)> {
    let mut state: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut below = |limit: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 20) % limit
    };
    let mut found = Vec::new();
    while found.len() < POSITIONS {
        let class = &classes[below(classes.len() as u64) as usize];
        let squares = (0..class.men_count()).map(|_| Square::new(below(64) as u32));
        let placement = Placement {
            squares: squares.collect(),
            turn: Color::from_white(below(2) == 0),
        };
        let apart = placement.occupied().count() == class.men_count();
        if apart && placement.to_chess(class).is_ok() {
            found.push((class.clone(), placement));
        }
    }
    found
}

/// The timer with a header. `None` without a compiler.
fn compiled(folder: &Path, header: &str, is_kpk: bool) -> Option<std::path::PathBuf> {
    fs::write(folder.join("tables.h"), header).expect("a file");
    fs::write(folder.join("embedded.c"), TIMER).expect("a file");
    let program = folder.join("timer");
    let mut cc = Command::new("cc");
    cc.args(["-std=c99", "-O2"]);
    if is_kpk {
        cc.arg("-DCLASSICAL");
    }
    match cc
        .arg(folder.join("embedded.c"))
        .arg("-o")
        .arg(&program)
        .status()
    {
        Ok(status) => assert!(status.success(), "cc failed"),
        Err(error) => {
            println!("nothing is measured: cannot start cc: {error}");
            return None;
        }
    }
    Some(program)
}

/// The time of a probe of the classical bitbase and of ours.
fn timed(
    program: &Path,
    tables: &TableSet,
    placements: &[(Material, Placement)],
    is_kpk: bool,
) -> (f64, f64) {
    let mut timer = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the timer");
    let mut input = timer.stdin.take().expect("its input");
    let wins = |(class, placement): &&(Material, Placement)| {
        tables.probe(class, placement).expect("a value").wdl == Wdl::Win
    };
    for (class, placement) in placements {
        for word in words(&chess(class, placement)) {
            input.write_all(&word.to_ne_bytes()).expect("positions");
        }
    }
    drop(input);
    let output = timer.wait_with_output().expect("the timer's answer");
    let text = String::from_utf8_lossy(&output.stdout);
    let numbers: Vec<f64> = text
        .split_whitespace()
        .filter_map(|word| word.parse().ok())
        .collect();
    let [ours, our_wins, classical, decided] = numbers[..] else {
        panic!("four numbers, not {text}");
    };
    // Check that the timed answers are right.
    let expected = placements.iter().filter(wins).count();
    assert_eq!(our_wins as usize, expected);
    if is_kpk {
        let draws = |(class, placement): &&(Material, Placement)| {
            tables.probe(class, placement).expect("a value").wdl != Wdl::Draw
        };
        assert_eq!(decided as usize, placements.iter().filter(draws).count());
    }
    (classical, ours)
}

fn chess(class: &Material, placement: &Placement) -> Chess {
    placement.to_chess(class).expect("a legal position")
}

/// A position in the form that probing functions take.
fn words(position: &Chess) -> [u64; 9] {
    let board = position.board();
    let [kings, queens, rooks, bishops, knights, pawns] = [
        Role::King,
        Role::Queen,
        Role::Rook,
        Role::Bishop,
        Role::Knight,
        Role::Pawn,
    ]
    .map(|role| board.by_role(role).0);
    let [white, black] = [board.white().0, board.black().0];
    let turn = position.turn().is_white().into();
    [
        white, black, kings, queens, rooks, bishops, knights, pawns, turn,
    ]
}

/// One probe of the WDL files.
fn probed(placements: &[(Material, Placement)]) -> f64 {
    // SAFETY: the files are not changed while the bench runs.
    #[allow(unsafe_code)]
    let mut files: Tablebase<Chess> = unsafe { Tablebase::with_mmap_filesystem() };
    files.add_directory(SYZYGY).expect("Syzygy files");
    let positions: Vec<Chess> = placements
        .iter()
        .map(|(class, of)| chess(class, of))
        .collect();
    let mut rounds: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let start = Instant::now();
            for position in &positions {
                black_box(files.probe_wdl_after_zeroing(position).expect("a value"));
            }
            start.elapsed().as_secs_f64() * 1e9 / positions.len() as f64
        })
        .collect();
    rounds.sort_by(f64::total_cmp);
    rounds[ROUNDS / 2]
}
