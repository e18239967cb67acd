//! A program of tests, watched while it runs.

use std::{
    collections::HashSet,
    fs,
    io::Read,
    os::unix::process::CommandExt,
    process::{Child, Command, Stdio},
    sync::{
        LazyLock, Mutex,
        mpsc::{Receiver, RecvTimeoutError, channel},
    },
    thread::{self, ScopedJoinHandle},
    time::{Duration, Instant},
};

use anyhow::{Context, Result, anyhow};
use nix::{
    sys::signal::{Signal, killpg},
    unistd::Pid,
};

use crate::compile::Binary;

/// How a run of some tests ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    Passed,
    /// By the first test that failed.
    Failed(String),
    /// By the test that took too long.
    TimedOut(String),
}

/// What a test took.
#[derive(Copy, Clone, Debug, Default)]
pub struct Cost {
    pub wall: Duration,
    /// Of all its threads and processes.
    pub cpu: Duration,
}

impl Cost {
    /// What it may take with a mutant.
    pub fn limit(self) -> Limit {
        Limit {
            wall: self.wall * 10 + Duration::from_secs(20),
            cpu: self.cpu * 3 + Duration::from_secs(3),
        }
    }
}

/// What a test may take.
#[derive(Copy, Clone, Debug)]
pub struct Limit {
    pub wall: Duration,
    pub cpu: Duration,
}

impl Limit {
    fn is_exceeded_by(self, cost: Cost) -> bool {
        cost.cpu > self.cpu || cost.wall > self.wall
    }
}

/// Process groups that run, to be killed with this process.
static RUNNING: LazyLock<Mutex<HashSet<i32>>> = LazyLock::new(Mutex::default);

/// Kills all tests that run.
pub fn kill_all() {
    if let Ok(running) = RUNNING.lock() {
        for &group in running.iter() {
            let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
        }
    }
}

/// Does something in some threads at once, until one of them fails.
pub fn parallel(jobs: usize, work: impl Fn() -> Result<()> + Sync) -> Result<()> {
    thread::scope(|scope| {
        let threads: Vec<_> = (0..jobs).map(|_| scope.spawn(&work)).collect();
        let mut ends = threads.into_iter().map(ScopedJoinHandle::join);
        ends.try_for_each(|end| end.map_err(|_| anyhow!("a thread died"))?)
    })
}

/// Runs some tests of a program, one after the other, until one fails.
pub fn run(
    binary: &Binary,
    tests: &[(&str, Limit)],
    variable: (&str, &str),
) -> Result<(End, Cost)> {
    // A broken loop may allocate; other programs need their memory.
    let mut child = Command::new("sh")
        .args(["-c", "ulimit -v 12000000; exec \"$0\" \"$@\""])
        .arg(&binary.path)
        .args(["--exact", "--test-threads", "1"])
        .args(tests.iter().map(|(name, _)| *name))
        .current_dir(&binary.folder)
        .env("CARGO_MANIFEST_DIR", &binary.folder)
        .env("CARGO", "cargo")
        .env("INSTA_UPDATE", "no")
        .env(variable.0, variable.1)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()
        .with_context(|| binary.path.display().to_string())?;
    let group = child.id().cast_signed();
    RUNNING.lock().map(|mut all| all.insert(group)).ok();
    let end = watch(&mut child, tests);
    let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
    child.wait()?;
    RUNNING.lock().map(|mut all| all.remove(&group)).ok();
    end
}

fn watch(child: &mut Child, tests: &[(&str, Limit)]) -> Result<(End, Cost)> {
    let group = child.id().cast_signed();
    let output = read(child).context("no output")?;
    let start = Instant::now();
    let (mut text, mut cpu) = (String::new(), Duration::ZERO);
    // The test that runs, and what had been taken when it began.
    let (mut done, mut before) = (0, Cost::default());
    loop {
        let more = output.recv_timeout(Duration::from_millis(100));
        cpu = cpu.max(cpu_of(group));
        let now = Cost {
            wall: start.elapsed(),
            cpu,
        };
        let progress = match more {
            Ok(more) => {
                text.push_str(&more);
                progress(&text)
            }
            Err(RecvTimeoutError::Timeout) => progress(&text),
            Err(RecvTimeoutError::Disconnected) => {
                let Progress { done, current, .. } = progress(&text);
                let all = done >= tests.len() && child.wait()?.success();
                let end = if all {
                    End::Passed
                } else {
                    End::Failed(current)
                };
                return Ok((end, now));
            }
        };
        if let Some(failed) = progress.failed {
            return Ok((End::Failed(failed), now));
        }
        if progress.done > done {
            (done, before) = (progress.done, now);
        }
        let taken = Cost {
            wall: now.wall.saturating_sub(before.wall),
            cpu: now.cpu.saturating_sub(before.cpu),
        };
        let limit = tests.iter().find(|(name, _)| *name == progress.current);
        if limit.is_some_and(|(_, limit)| limit.is_exceeded_by(taken)) {
            return Ok((End::TimedOut(progress.current), now));
        }
    }
}

/// What tests say on their way.
struct Progress {
    done: usize,
    /// The last test that began.
    current: String,
    failed: Option<String>,
}

fn progress(text: &str) -> Progress {
    let mut progress = Progress {
        done: 0,
        current: "start".into(),
        failed: None,
    };
    for line in text.lines() {
        let Some((name, result)) = line
            .strip_prefix("test ")
            .and_then(|line| line.split_once(" ... "))
        else {
            continue;
        };
        let name = name.trim_end_matches(" - should panic");
        progress.current = name.into();
        match result {
            "ok" => progress.done += 1,
            "FAILED" => progress.failed = Some(name.into()),
            _ => {}
        }
    }
    progress
}

fn read(child: &mut Child) -> Option<Receiver<String>> {
    let mut output = child.stdout.take()?;
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut bytes = [0; 1 << 12];
        while let Ok(length @ 1..) = output.read(&mut bytes) {
            let text = String::from_utf8_lossy(&bytes[..length]).into_owned();
            if sender.send(text).is_err() {
                break;
            }
        }
    });
    Some(receiver)
}

/// The processor time of a process group, as far as it lives.
fn cpu_of(group: i32) -> Duration {
    let Ok(processes) = fs::read_dir("/proc") else {
        return Duration::ZERO;
    };
    let ticks = processes.flatten().filter_map(|process| {
        let text = fs::read_to_string(process.path().join("stat")).ok()?;
        let (_, fields) = text.rsplit_once(") ")?;
        let fields: Vec<&str> = fields.split(' ').collect();
        let number = |at: usize| fields.get(at)?.parse::<u64>().ok();
        let is_here = fields.get(2)?.parse() == Ok(group);
        is_here.then(|| (11..=14).filter_map(number).sum::<u64>())
    });
    // The kernel counts in hundredths of a second here.
    Duration::from_millis(ticks.sum::<u64>() * 10)
}
