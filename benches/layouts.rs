//! Bytes and time of the layouts of exported tables: `cargo bench --bench layouts`.
//!
//! Each class is exported as C in each layout, compiled with `cc -O2` and asked about the same
//! random legal positions, by squares and by bitboards, with one thread and all data in memory.
//! For KPvK there is also the plainest probe of the same bits, written by hand.

use std::{
    collections::HashMap,
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use drawproof_export::{
    Language, Name,
    table::{Embedded, Metric, TableLayout, source},
};
use drawproof_retro::{Keep, Wanted, generate_all};
use drawproof_tables::{Material, Oracle, Placement, TableSet, Wdl};
use positions::words as board_words;
use record::Record;

mod positions;
mod record;

const TIMER: &str = include_str!("layouts.c");
const POSITIONS: usize = 8192;
/// Programs are run in turns, so that a busy moment does not hit one of them only.
const TURNS: usize = 5;
const LAYOUTS: [(&str, TableLayout); 2] = [
    ("compact", TableLayout::Compact),
    ("fast", TableLayout::Fast),
];

fn main() {
    println!("nanoseconds of processor time a probe, medians; {POSITIONS} random legal positions");
    println!(
        "{:<8} {:<8} {:>9} {:>8} {:>10}",
        "class", "layout", "bytes", "squares", "bitboards"
    );
    let columns = ["class", "layout", "bytes", "squares, ns", "bitboards, ns"];
    let mut record = Record::new("layouts", &columns);
    for name in ["KPvK", "KRvKP", "KPvKP"] {
        let class: Material = name.parse().expect("a class");
        let mut tables = TableSet::new();
        let classes = [class.clone()];
        generate_all(&classes, Wanted::Wdl, Keep::All, &mut tables, &|_, _| {}).expect("tables");
        measure(&class, &tables, &mut record);
    }
    record.write();
}

/// The programs of a class, one for each layout, in turns.
fn measure(class: &Material, tables: &TableSet, record: &mut Record) {
    let placements = random(class);
    let won = placements
        .iter()
        .filter(|placement| tables.probe(class, placement).expect("a value").wdl == Wdl::Win);
    let won = won.count();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let programs = LAYOUTS.map(|(name, layout)| {
        let needed = layout.needed(std::slice::from_ref(class)).expect("classes");
        let embedded = match layout {
            TableLayout::Compact => Embedded::new(&needed, Metric::Wdl, tables, &|_| {}),
            TableLayout::Fast => Embedded::fast(&needed, Metric::Wdl, tables, &|_| {}),
        };
        let embedded = embedded.expect("data");
        let header = source(&embedded, Language::C, &Name::default(), &[]).expect("text");
        let is_plain = name == "fast" && class.to_string() == "KPvK";
        let program = compiled(&folder.path().join(name), &header, class, is_plain);
        (name, embedded.bytes().len(), program)
    });
    let mut times: HashMap<(&str, usize), Vec<f64>> = HashMap::new();
    for _ in 0..TURNS {
        for (name, _, program) in &programs {
            for (way, (nanoseconds, wins)) in timed(program, class, &placements).iter().enumerate()
            {
                assert_eq!(
                    *wins as usize, won,
                    "{class}, {name}: wins of the side to move"
                );
                times.entry((name, way)).or_default().push(*nanoseconds);
            }
        }
    }
    for (name, bytes, _) in &programs {
        let mut row = |way| {
            let times = times.get_mut(&(*name, way))?;
            times.sort_by(f64::total_cmp);
            Some(times[times.len() / 2])
        };
        let [squares, bitboards, plain_squares, plain_bitboards] = [0, 1, 2, 3].map(&mut row);
        line(class, name, *bytes, [squares, bitboards], record);
        if plain_squares.is_some() {
            let plain = [plain_squares, plain_bitboards];
            line(class, "by hand", *bytes, plain, record);
        }
    }
}

fn line(class: &Material, name: &str, bytes: usize, times: [Option<f64>; 2], record: &mut Record) {
    let [squares, bitboards] = times.map(|time| format!("{:.1}", time.unwrap_or_default()));
    let class = class.to_string();
    println!("{class:<8} {name:<8} {bytes:>9} {squares:>8} {bitboards:>10}");
    record.row(&[&class, name, &bytes.to_string(), &squares, &bitboards]);
}

/// Random legal positions of a class, always the same. With equal material the stronger side is
/// the one to move.
fn random(class: &Material) -> Vec<Placement> {
    let count = if class.is_symmetric() {
        3 * POSITIONS
    } else {
        POSITIONS
    };
    let mut found = positions::random(class, count);
    found.retain(|placement| !class.is_symmetric() || placement.turn.is_white());
    found.truncate(POSITIONS);
    found
}

/// The timer with a header.
fn compiled(folder: &Path, header: &str, class: &Material, is_plain: bool) -> PathBuf {
    fs::create_dir_all(folder).expect("a folder");
    fs::write(folder.join("tables.h"), header).expect("a file");
    fs::write(folder.join("layouts.c"), TIMER).expect("a file");
    let program = folder.join("timer");
    let squares: Vec<String> = (0..class.men_count())
        .map(|man| format!("p[{man}]"))
        .collect();
    let mut arguments = squares.join(",");
    if !class.is_symmetric() {
        arguments += ",p[4] != 0";
    }
    let name = class.to_string().replace('v', "").to_lowercase();
    let mut cc = Command::new("cc");
    cc.args(["-std=c99", "-O2"]);
    cc.arg(format!("-DOF_SQUARES(p)=drawproof_{name}_wdl({arguments})"));
    if is_plain {
        cc.arg("-DBY_HAND");
    }
    cc.arg(folder.join("layouts.c")).arg("-o").arg(&program);
    let status = cc.status().expect("cc");
    assert!(status.success(), "cc failed");
    program
}

/// Nanoseconds and the wins of each way to ask: by squares, by bitboards, and by hand likewise.
fn timed(program: &Path, class: &Material, placements: &[Placement]) -> Vec<(f64, f64)> {
    let timer = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let mut timer = timer.expect("the timer");
    let mut input = timer.stdin.take().expect("its input");
    for placement in placements {
        for word in words(class, placement) {
            input.write_all(&word.to_ne_bytes()).expect("positions");
        }
    }
    drop(input);
    let output = timer.wait_with_output().expect("the timer's answer");
    assert!(output.status.success(), "the timer failed");
    let text = String::from_utf8_lossy(&output.stdout);
    let numbers = text
        .split_whitespace()
        .map(|word| word.parse().expect("a number"));
    let numbers: Vec<f64> = numbers.collect();
    numbers.chunks(2).map(|pair| (pair[0], pair[1])).collect()
}

/// Four squares and whether the stronger side is to move, then what takes bitboards.
fn words(class: &Material, placement: &Placement) -> [u64; 14] {
    let mut words = [0; 14];
    for (word, square) in words.iter_mut().zip(&placement.squares) {
        *word = u64::from(u32::from(*square));
    }
    words[4] = placement.turn.is_white().into();
    words[5..].copy_from_slice(&board_words(class, placement));
    words
}
