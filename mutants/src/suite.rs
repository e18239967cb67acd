//! The tests, and which mutants each of them reaches.

use std::{
    collections::{HashMap, HashSet, hash_map::DefaultHasher},
    fs::{self, File},
    hash::{Hash, Hasher},
    path::Path,
    process::Command,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use anyhow::{Context, Result, anyhow};
use serde::{Deserialize, Serialize};

use crate::{
    args::Args,
    compile::Binary,
    mutate::Mutant,
    process::{Cost, End, Limit, parallel, run},
};

/// A test that passes while no mutant is on.
#[derive(Debug)]
pub struct Test {
    /// The place of its program.
    pub binary: usize,
    pub name: String,
    /// What it takes alone.
    pub cost: Cost,
}

/// All tests that pass.
pub struct Suite {
    pub binaries: Vec<Binary>,
    pub tests: Vec<Test>,
    /// For each mutant that is reached the tests that do.
    pub reaching: HashMap<u32, Vec<usize>>,
    /// Those that fail without a mutant.
    pub failing: Vec<String>,
}

/// A line of the file of tests.
#[derive(Serialize, Deserialize)]
struct Line {
    binary: String,
    test: String,
    passed: bool,
    wall_ms: u64,
    cpu_ms: u64,
    seen: String,
}

impl Suite {
    /// Runs each test alone that has not been run in this folder yet.
    pub fn record(
        binaries: Vec<Binary>,
        mutants: &[&Mutant],
        folder: &Path,
        args: &Args,
    ) -> Result<Self> {
        let folder = folder.join(format!("seen-{:016x}", hash_of(mutants)));
        fs::create_dir_all(&folder)?;
        let mut names = Vec::new();
        for (place, binary) in binaries.iter().enumerate() {
            names.extend(list(binary)?.into_iter().map(|name| (place, name)));
        }
        let mut recorder = Recorder {
            known: known(&folder.join("tests.csv"))?,
            size: mutants.iter().map(|mutant| mutant.id).max().unwrap_or(0) as usize + 2,
            binaries: &binaries,
            folder: &folder,
            longest: args.longest,
        };
        recorder.record(&names, args.jobs)?;
        let mut suite = Self {
            binaries: Vec::new(),
            tests: Vec::new(),
            reaching: HashMap::new(),
            failing: Vec::new(),
        };
        for (place, name) in names {
            let key = (binaries[place].name.clone(), name);
            let line = recorder.known.remove(&key).context("a test was not run")?;
            suite.add(place, line, &folder)?;
        }
        Ok(Self { binaries, ..suite })
    }

    /// Adds a test that was run alone.
    fn add(&mut self, binary: usize, line: Line, folder: &Path) -> Result<()> {
        if !line.passed {
            self.failing.push(format!("{} {}", line.binary, line.test));
            return Ok(());
        }
        let seen = fs::read(folder.join(&line.seen))?;
        for (id, _) in seen.iter().enumerate().filter(|(_, seen)| **seen != 0) {
            let reaching = self.reaching.entry(id as u32).or_default();
            reaching.push(self.tests.len());
        }
        self.tests.push(Test {
            binary,
            name: line.test,
            cost: Cost {
                wall: Duration::from_millis(line.wall_ms),
                cpu: Duration::from_millis(line.cpu_ms),
            },
        });
        Ok(())
    }

    /// Tests by what they cost, those of a library's own first where that is
    /// about the same, in bundles of one program each.
    pub fn bundles(&self, mut tests: Vec<usize>, library: &str) -> Vec<Vec<usize>> {
        let own = format!("{library} ");
        let place = |&test: &usize| {
            let Test { binary, cost, .. } = &self.tests[test];
            let step = [30, 300, 3000]
                .iter()
                .filter(|&&limit| cost.cpu.as_millis() > limit);
            (
                step.count(),
                !self.binaries[*binary].name.starts_with(&own),
                *binary,
            )
        };
        tests.sort_by_key(place);
        let bundles = tests.chunk_by(|a, b| place(a) == place(b));
        // A broken loop is noticed by what single tests take, so long ones are alone.
        let cut = |bundle: &[usize]| {
            let many = if place(&bundle[0]).0 < 2 { 400 } else { 1 };
            bundle
                .chunks(many)
                .map(<[usize]>::to_vec)
                .collect::<Vec<_>>()
        };
        bundles.flat_map(cut).collect()
    }
}

fn known(path: &Path) -> Result<HashMap<(String, String), Line>> {
    let mut known = HashMap::new();
    if let Ok(mut reader) = csv::Reader::from_path(path) {
        for line in reader.deserialize() {
            let line: Line = line?;
            known.insert((line.binary.clone(), line.test.clone()), line);
        }
    }
    Ok(known)
}

fn list(binary: &Binary) -> Result<Vec<String>> {
    let listed = |more: &[&str]| -> Result<Vec<String>> {
        let output = Command::new(&binary.path)
            .args(["--list", "--format", "terse"])
            .args(more)
            .current_dir(&binary.folder)
            .output()
            .with_context(|| binary.path.display().to_string())?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let names = text.lines().filter_map(|line| line.strip_suffix(": test"));
        Ok(names.map(str::to_string).collect())
    };
    let ignored: HashSet<String> = listed(&["--ignored"])?.into_iter().collect();
    let mut all = listed(&[])?;
    all.retain(|name| !ignored.contains(name));
    Ok(all)
}

/// Runs tests alone, to see what they take and which mutants they reach.
struct Recorder<'a> {
    known: HashMap<(String, String), Line>,
    binaries: &'a [Binary],
    folder: &'a Path,
    /// One more than the greatest number of a mutant.
    size: usize,
    /// Seconds of processor time.
    longest: u64,
}

impl Recorder<'_> {
    /// Runs those of some tests that are not known yet.
    fn record(&mut self, names: &[(usize, String)], jobs: usize) -> Result<()> {
        let is_new = |(place, name): &&(usize, String)| {
            let key = (self.binaries[*place].name.clone(), name.clone());
            !self.known.contains_key(&key)
        };
        let new: Vec<_> = names.iter().filter(is_new).collect();
        let path = self.folder.join("tests.csv");
        let done = Mutex::new((appended(&path)?, Vec::new()));
        let next = AtomicUsize::new(0);
        parallel(jobs, || {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some((place, name)) = new.get(number) else {
                    return Ok(());
                };
                let seen = format!("{}.seen", self.known.len() + number);
                let line = self.line(&self.binaries[*place], name, seen)?;
                let mut done = done.lock().map_err(|_| anyhow!("a thread died"))?;
                done.0.serialize(&line)?;
                done.0.flush()?;
                done.1.push(line);
            }
        })?;
        let (_, lines) = done.into_inner().map_err(|_| anyhow!("a thread died"))?;
        let key = |line: &Line| (line.binary.clone(), line.test.clone());
        self.known
            .extend(lines.into_iter().map(|line| (key(&line), line)));
        Ok(())
    }

    fn line(&self, binary: &Binary, name: &str, seen: String) -> Result<Line> {
        // What it takes, and then, slower, what it reaches: as much as is seen in
        // some seconds. Tests that take long are left to others.
        let limit = |seconds| Limit {
            wall: Duration::from_secs(80),
            cpu: Duration::from_secs(seconds),
        };
        let (end, cost) = run(
            binary,
            &[(name, limit(self.longest))],
            ("DRAWPROOF_MUTANT", "0:0"),
        )?;
        let path = self.folder.join(&seen);
        fs::write(&path, vec![0; self.size])?;
        let passed = end == End::Passed;
        if passed {
            let path = path.to_str().context("no UTF-8")?;
            run(
                binary,
                &[(name, limit(self.longest.div_ceil(2)))],
                ("DRAWPROOF_MUTANTS_SEEN", path),
            )?;
        }
        eprintln!(
            "{} {name}: {} ms, {}",
            binary.name,
            cost.wall.as_millis(),
            if passed { "ok" } else { "fails" }
        );
        Ok(Line {
            binary: binary.name.clone(),
            test: name.into(),
            passed,
            wall_ms: cost.wall.as_millis() as u64,
            cpu_ms: cost.cpu.as_millis() as u64,
            seen,
        })
    }
}

/// A number for some mutants, the same as long as they are.
fn hash_of(mutants: &[&Mutant]) -> u64 {
    let mut hasher = DefaultHasher::new();
    for mutant in mutants {
        mutant.key.hash(&mut hasher);
    }
    hasher.finish()
}

/// A file to which lines are added.
fn appended(path: &Path) -> Result<csv::Writer<File>> {
    let mut options = File::options();
    let file = options.append(true).create(true).open(path)?;
    let is_new = file.metadata()?.len() == 0;
    let mut writer = csv::WriterBuilder::new();
    Ok(writer.has_headers(is_new).from_writer(file))
}
