//! Syzygy files, generated and written beside the generator that defined them:
//! `DRAWPROOF_PEER=/path/to/rtbgen cargo bench --bench written -- DIR`.
//!
//! DIR has the Syzygy files of all smaller classes, which both are given. The peer is `rtbgen -t 2`
//! of syzygy1/tb, `rtbgenp` beside it for classes with pawns. Both take turns, and their files must
//! be the same bytes.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

mod record;

use drawproof_tables::Material;
use record::Record;

const CLASSES: [&str; 5] = ["KBBvKR", "KBNvKR", "KQBvKB", "KRBvKB", "KBPvKB"];
/// How many turns the medians are of.
const TURNS: usize = 3;

fn main() {
    let folder = env::args().skip(1).find(|word| !word.starts_with('-'));
    let peer = env::var_os("DRAWPROOF_PEER").map(PathBuf::from);
    let (Some(folder), Some(peer)) = (folder, peer) else {
        eprintln!("DRAWPROOF_PEER or the folder of smaller files is missing");
        return;
    };
    let columns = ["class", "drawproof, s", "rtbgen, s", "times faster"];
    let mut record = Record::new("written", &columns);
    println!("{}", columns.join("  "));
    for class in CLASSES {
        let mut times: [Vec<Duration>; 2] = Default::default();
        for _ in 0..TURNS {
            let [ours, theirs] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
            link(Path::new(&folder), ours.path(), class);
            times[0].push(by_us(class, ours.path()));
            times[1].push(by_peer(&peer, class, theirs.path(), &folder));
            for kind in ["rtbw", "rtbz"] {
                let [ours, theirs] = [&ours, &theirs].map(|folder| {
                    fs::read(folder.path().join(class).with_extension(kind)).expect("a file")
                });
                assert!(ours == theirs, "{class}.{kind} differs");
            }
        }
        let [ours, theirs] = times.map(median);
        let row = [
            class.to_owned(),
            format!("{ours:.1}"),
            format!("{theirs:.1}"),
            format!("{:.1}", theirs / ours),
        ];
        println!("{}", row.join("  "));
        record.row(&row);
    }
    record.write();
}

/// The files of smaller classes in a folder of our own.
fn link(from: &Path, to: &Path, class: &str) {
    for file in fs::read_dir(from).expect("the folder of smaller files") {
        let path = file.expect("a file").path();
        let name = path.file_name().expect("a name");
        if path.file_stem().is_some_and(|stem| stem != class) {
            fs::copy(&path, to.join(name)).expect("a copy");
        }
    }
}

fn by_us(class: &str, folder: &Path) -> Duration {
    let mut program = Command::new(env!("CARGO_BIN_EXE_drawproof"));
    program.args(["generate", class, "--format", "syzygy", "--out"]);
    time(program.arg(folder))
}

fn by_peer(peer: &Path, class: &str, folder: &Path, smaller: &str) -> Duration {
    let material: Material = class.parse().expect("a class");
    let mut program = peer.as_os_str().to_owned();
    if material.has_pawns() {
        program.push("p");
    }
    let mut command = Command::new(program);
    let smaller = fs::canonicalize(smaller).expect("a folder");
    command.args(["-t", "2", class]).current_dir(folder);
    time(command.env("RTBPATH", smaller))
}

fn time(command: &mut Command) -> Duration {
    let start = Instant::now();
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    assert!(status.is_ok_and(|status| status.success()), "{command:?}");
    start.elapsed()
}

/// Seconds.
fn median(mut times: Vec<Duration>) -> f64 {
    times.sort();
    times[times.len() / 2].as_secs_f64()
}
