//! Processes that leave nothing behind.
//!
//! A compiler, or a process that asks a library, may start processes of its
//! own, and this program may be killed at any time. Each therefore runs under a
//! guard: another instance of this program, started by [`Guard`] and running
//! [`guard`]. The guard waits until the process ends, or until the pipe from
//! its parent closes, which the system ensures however the parent ends. Then it
//! kills what is left: on Linux all descendants, on other Unix systems those
//! that stayed in the process group. Elsewhere there are no guards.

use std::{
    ffi::OsString,
    fs, io,
    path::{Path, PathBuf},
    process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Output, Stdio},
    thread,
    time::{Duration, Instant},
};

use tempfile::TempPath;

use crate::platform::{self, HAS_GUARDS};

/// How long a guard may take to kill what is left.
const PATIENCE: Duration = Duration::from_secs(5);

/// How this program is started as a guard.
#[derive(Clone, Debug)]
pub struct Guard {
    /// The program.
    pub program: PathBuf,
    /// Its first arguments, before those of [`guard`].
    pub arguments: Vec<OsString>,
}

/// Whether the program that is run gets input.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// Nothing is sent.
    Nothing,
    /// By [`Guarded::input`].
    Sent,
}

/// A process under guard. Dropping this ends it and all processes that it has
/// started.
#[derive(Debug)]
pub struct Guarded {
    guard: Child,
    input: Option<ChildStdin>,
    report: TempPath,
}

impl Guard {
    /// Starts a program with its arguments, in the folder of the command if it has one;
    /// nothing else of the command is used. What it writes to `stderr` goes there.
    ///
    /// # Errors
    ///
    /// If the guard cannot be started. If the program cannot,
    /// [`Guarded::wait`] says so.
    pub fn spawn(&self, command: &Command, input: Input, stderr: Stdio) -> io::Result<Guarded> {
        let (mut guard, report) = self.start(command, input, stderr)?;
        Ok(Guarded {
            input: guard.stdin.take(),
            guard,
            report,
        })
    }

    /// Runs a program to its end. Nothing is sent to it.
    ///
    /// # Errors
    ///
    /// If it cannot be started.
    pub fn output(&self, command: &Command) -> io::Result<Output> {
        let (mut guard, report) = self.start(command, Input::Nothing, Stdio::piped())?;
        // Closing it too early would end the guard.
        let lifeline = guard.stdin.take();
        let output = guard.wait_with_output()?;
        drop(lifeline);
        Ok(Output {
            status: ending(&report, output.status)?,
            ..output
        })
    }

    fn start(
        &self,
        command: &Command,
        input: Input,
        stderr: Stdio,
    ) -> io::Result<(Child, TempPath)> {
        let report = tempfile::NamedTempFile::new()?.into_temp_path();
        let mut guard = if HAS_GUARDS {
            let mut guard = Command::new(&self.program);
            guard.args(&self.arguments).arg(&report);
            guard.arg(if input == Input::Sent {
                "sent"
            } else {
                "nothing"
            });
            guard.arg(command.get_program());
            guard
        } else {
            Command::new(command.get_program())
        };
        if let Some(folder) = command.get_current_dir() {
            guard.current_dir(folder);
        }
        guard
            .args(command.get_args())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(stderr);
        Ok((guard.spawn()?, report))
    }
}

impl Guarded {
    /// The input of the program that is run; `None` after it was ended.
    pub fn input(&mut self) -> Option<&mut ChildStdin> {
        self.input.as_mut()
    }

    /// Its output; can be taken once.
    pub fn take_stdout(&mut self) -> Option<ChildStdout> {
        self.guard.stdout.take()
    }

    /// What it writes to standard error, if that is a pipe; can be taken once.
    pub fn take_stderr(&mut self) -> Option<ChildStderr> {
        self.guard.stderr.take()
    }

    /// How it ended, if it and all that it started have ended.
    ///
    /// # Errors
    ///
    /// If it could not be started, or its guard ended before it could report.
    pub fn try_wait(&mut self) -> io::Result<Option<ExitStatus>> {
        match self.guard.try_wait()? {
            None => Ok(None),
            Some(status) => ending(&self.report, status).map(Some),
        }
    }

    /// How it ended, once it has.
    ///
    /// # Errors
    ///
    /// As [`try_wait`](Self::try_wait).
    pub fn wait(&mut self) -> io::Result<ExitStatus> {
        let status = self.guard.wait()?;
        ending(&self.report, status)
    }

    /// Ends it, and all that it has started.
    pub fn end(&mut self) {
        self.input = None;
        let begun = Instant::now();
        // Without a guard nothing reacts to the closed pipe.
        while HAS_GUARDS && begun.elapsed() < PATIENCE {
            match self.guard.try_wait() {
                Ok(None) => thread::sleep(Duration::from_millis(1)),
                Ok(Some(_)) | Err(_) => return,
            }
        }
        let _ = self.guard.kill();
        let _ = self.guard.wait();
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        self.end();
    }
}

/// How the guarded program ended, from the guard's report.
fn ending(report: &Path, of_guard: ExitStatus) -> io::Result<ExitStatus> {
    if !HAS_GUARDS {
        return Ok(of_guard);
    }
    let text = fs::read_to_string(report)?;
    let (what, number) = text.split_once(' ').unwrap_or_default();
    match (what, number.parse()) {
        ("status", Ok(status)) => Ok(platform::status(status)),
        ("error", Ok(error)) => Err(io::Error::from_raw_os_error(error)),
        _ => Err(io::Error::other(format!(
            "its guard ended before it, with {of_guard}"
        ))),
    }
}

/// Runs a program, and kills what is left of it once it or the parent of this
/// process has ended.
///
/// The process of a [`Guard`] must do this, with its last arguments: a file for
/// its report, whether there is input, the program and its arguments.
///
/// # Errors
///
/// If the report cannot be written, or the system has no guards.
pub fn guard(report: &Path, input: Input, command: &[OsString]) -> io::Result<()> {
    let [program, arguments @ ..] = command else {
        return Err(io::ErrorKind::InvalidInput.into());
    };
    let mut command = Command::new(program);
    command.args(arguments).stdin(match input {
        Input::Nothing => Stdio::null(),
        Input::Sent => Stdio::inherit(),
    });
    let text = match platform::run_under_guard(command)? {
        Ok(status) => format!("status {status}"),
        Err(error) => format!("error {}", error.raw_os_error().unwrap_or_default()),
    };
    fs::write(report, text)
}
