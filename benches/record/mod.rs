//! The figures of a bench as a file. With `--record` after `--` a bench writes
//! `benches/results/NAME.csv`, which says by which command, at which commit and on which machine
//! it was made; `cargo xtask regenerate` shows it in the pages.

use std::{
    env, fs,
    path::Path,
    process::{Command, Stdio},
    thread,
};

/// The rows of a file.
pub struct Record {
    name: &'static str,
    lines: Vec<String>,
}

impl Record {
    /// A file of a bench, with the headings of its columns.
    pub fn new(name: &'static str, columns: &[&str]) -> Self {
        let mut record = Self {
            name,
            lines: Vec::new(),
        };
        record.row(columns);
        record
    }

    /// Adds a row.
    pub fn row<Cell: AsRef<str>>(&mut self, cells: &[Cell]) {
        let cells = cells.iter().map(|cell| match cell.as_ref() {
            cell if cell.contains([',', '"']) => format!("\"{}\"", cell.replace('"', "\"\"")),
            cell => cell.to_owned(),
        });
        self.lines.push(cells.collect::<Vec<_>>().join(","));
    }

    /// Writes the file, if that was asked for.
    pub fn write(self) {
        if !env::args().any(|argument| argument == "--record") {
            return;
        }
        let head = [
            format!("# command: {}", command()),
            format!("# commit: {}", commit()),
            format!("# machine: {}", machine()),
        ];
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/results");
        let path = folder.join(self.name).with_extension("csv");
        let lines = head.into_iter().chain(self.lines);
        let text: String = lines.map(|line| line + "\n").collect();
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(&path, text).expect("a file");
        println!("written: {}", path.display());
    }
}

/// The command of this run: peers and files of others are named by environment variables.
fn command() -> String {
    const FOLDERS: [&str; 2] = ["DRAWPROOF_PEER", "DRAWPROOF_SYZYGY"];
    let folders = FOLDERS
        .into_iter()
        .filter(|name| env::var_os(name).is_some());
    let folders: Vec<String> = folders.map(|name| format!("{name}=PATH ")).collect();
    let folders = folders.concat();
    let words = env::args().skip(1).filter(|word| word != "--bench");
    let words: Vec<String> = words.collect();
    let name = env!("CARGO_CRATE_NAME");
    format!("{folders}cargo bench --bench {name} -- {}", words.join(" "))
}

/// The commit that is checked out; `-dirty` if files differ from it.
fn commit() -> String {
    let git = Command::new("git")
        .args(["describe", "--always", "--dirty", "--abbrev=7"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stderr(Stdio::null())
        .output();
    let said = git.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    said.ok()
        .filter(|said| !said.is_empty())
        .unwrap_or_else(|| "unknown".into())
}

/// The processor, and how many threads it runs.
fn machine() -> String {
    let about = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let of = |key: &str| {
        let mut lines = about.lines().filter_map(|line| line.split_once(':'));
        let found = lines.find(|(known, _)| known.trim() == key);
        found.map(|(_, value)| value.trim().to_owned())
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    match (of("model name"), of("cpu family")) {
        (Some(name), Some(family)) => format!("{name} (family {family}), {threads} threads"),
        _ => format!("{}, {threads} threads", env::consts::ARCH),
    }
}
