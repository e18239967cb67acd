//! What only the system can do.

use std::{
    fs::File,
    io,
    process::{Command, ExitStatus},
    time::Duration,
};

#[cfg(unix)]
pub use unix::{end_with_parent, ending, run_under_guard, status, take_pipes, wait_readable};

/// The pipes to the process that started this one, kept from the library.
pub struct Pipes {
    /// Where requests come from.
    pub requests: File,
    /// Where replies go.
    pub replies: File,
}

#[cfg(unix)]
mod unix {
    use std::{
        fs::{self, OpenOptions},
        os::{
            fd::{AsFd, BorrowedFd},
            unix::process::{CommandExt, ExitStatusExt, parent_id},
        },
        process, thread,
        time::Instant,
    };

    use nix::{
        errno::Errno,
        poll::{PollFd, PollFlags, PollTimeout, poll},
        sys::{
            resource::{Resource, setrlimit},
            signal::{Signal, kill, killpg},
            wait::{WaitPidFlag, WaitStatus, waitpid},
        },
        unistd::{Pid, dup2_stdin, dup2_stdout, setsid},
    };

    use super::{Command, Duration, ExitStatus, File, Pipes, io};

    /// Takes standard input and output away: what the library prints goes
    /// nowhere instead of between the replies.
    pub fn take_pipes() -> io::Result<Pipes> {
        let requests = File::from(io::stdin().as_fd().try_clone_to_owned()?);
        let replies = File::from(io::stdout().as_fd().try_clone_to_owned()?);
        let nowhere = nowhere()?;
        dup2_stdin(&nowhere)?;
        dup2_stdout(&nowhere)?;
        Ok(Pipes { requests, replies })
    }

    fn nowhere() -> io::Result<File> {
        OpenOptions::new().read(true).write(true).open("/dev/null")
    }

    /// Sees to it that the process ends soon after the one that started it,
    /// even if the library never returns, and leaves no core file behind.
    pub fn end_with_parent() {
        // Where that is not allowed there may be core files.
        let _ = setrlimit(Resource::RLIMIT_CORE, 0, 0);
        let parent = parent_id();
        #[cfg(target_os = "linux")]
        let _ = nix::sys::prctl::set_pdeathsig(Signal::SIGKILL);
        thread::spawn(move || {
            while parent_id() == parent {
                thread::sleep(Duration::from_secs(1));
            }
            process::abort();
        });
    }

    /// Waits until there is something to read, or the other end is closed;
    /// `false` if that takes too long.
    pub fn wait_readable(file: impl AsFd, longest: Duration) -> io::Result<bool> {
        let file: BorrowedFd = file.as_fd();
        let milliseconds = longest.as_millis().clamp(1, 60_000) as u16;
        let mut waited = [PollFd::new(file, PollFlags::POLLIN)];
        match poll(&mut waited, PollTimeout::from(milliseconds)) {
            Ok(ready) => Ok(ready > 0),
            Err(Errno::EINTR) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// An exit status by its number.
    pub fn status(number: i32) -> ExitStatus {
        ExitStatus::from_raw(number)
    }

    /// Runs a program until it ends, or until standard input is closed at the
    /// other end, which also ends this process; then kills what is left of it.
    /// Returns the number of its exit status.
    pub fn run_under_guard(mut command: Command) -> io::Result<io::Result<i32>> {
        // What a terminal sends to this program, Ctrl-C, is none of ours: the
        // pipe tells when it has ended. It fails only if that is so already.
        let _ = setsid();
        #[cfg(target_os = "linux")]
        nix::sys::prctl::set_child_subreaper(true)?;
        let child = match command.process_group(0).spawn() {
            Ok(child) => Pid::from_raw(child.id() as i32),
            Err(error) => return Ok(Err(error)),
        };
        // The reader of what the program prints has to see its end.
        dup2_stdout(&nowhere()?)?;
        thread::spawn(move || {
            wait_closed();
            end_all(child);
            process::exit(0);
        });
        let status = wait_for(child);
        end_all(child);
        Ok(status)
    }

    /// Waits until standard input is closed at the other end. What is sent is
    /// not read.
    fn wait_closed() {
        let stdin = io::stdin();
        loop {
            let mut waited = [PollFd::new(stdin.as_fd(), PollFlags::empty())];
            match poll(&mut waited, PollTimeout::NONE) {
                Ok(0) | Err(Errno::EINTR) => {}
                Ok(_) | Err(_) => return,
            }
        }
    }

    /// The number of the exit status of a child. Orphans that it leaves are
    /// children as well by then.
    fn wait_for(child: Pid) -> io::Result<i32> {
        loop {
            match waitpid(None, None) {
                Ok(WaitStatus::Exited(of, code)) if of == child => return Ok(code << 8),
                Ok(WaitStatus::Signaled(of, signal, _)) if of == child => return Ok(signal as i32),
                Ok(_) | Err(Errno::EINTR | Errno::EINVAL) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Ends all children, and their children, which become children of this
    /// process when they have lost their own parent.
    fn end_all(group: Pid) {
        const PATIENCE: Duration = Duration::from_secs(4);
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            for child in children() {
                let _ = kill(child, Signal::SIGKILL);
            }
            if cfg!(not(target_os = "linux")) {
                let _ = killpg(group, Signal::SIGKILL);
            }
            loop {
                match waitpid(None, Some(WaitPidFlag::WNOHANG)) {
                    Err(Errno::ECHILD) => return,
                    Ok(WaitStatus::StillAlive) => break,
                    Ok(_) | Err(_) => {}
                }
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// The children of this process, where the system lists processes as
    /// files.
    fn children() -> Vec<Pid> {
        let own = process::id().to_string();
        let is_child = |stat: &str| {
            // The name in brackets may hold anything.
            let rest = stat.rsplit_once(')').map(|(_, rest)| rest);
            rest.and_then(|rest| rest.split_whitespace().nth(1)) == Some(own.as_str())
        };
        let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
        let numbers = processes.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        let all = numbers.filter(|number: &i32| {
            fs::read_to_string(format!("/proc/{number}/stat")).is_ok_and(|stat| is_child(&stat))
        });
        all.map(Pid::from_raw).collect()
    }

    /// How a process ended, for a person.
    pub fn ending(status: ExitStatus) -> String {
        match (status.signal(), status.code()) {
            (Some(number), _) => match Signal::try_from(number) {
                Ok(signal) => format!("it was ended by signal {number} ({})", signal.as_str()),
                Err(_) => format!("it was ended by signal {number}"),
            },
            (None, Some(code)) => format!("it ended its process with exit code {code}"),
            (None, None) => "it ended its process".into(),
        }
    }
}

#[cfg(not(unix))]
mod elsewhere {
    use super::{Command, Duration, ExitStatus, Pipes, io};

    fn unsupported() -> io::Error {
        io::Error::new(
            io::ErrorKind::Unsupported,
            "shared libraries can be verified on Unix systems only",
        )
    }

    pub fn take_pipes() -> io::Result<Pipes> {
        Err(unsupported())
    }

    pub fn end_with_parent() {}

    pub fn run_under_guard(_command: Command) -> io::Result<io::Result<i32>> {
        Err(unsupported())
    }

    pub fn status(_number: i32) -> ExitStatus {
        ExitStatus::default()
    }

    pub fn wait_readable<T>(_file: T, _longest: Duration) -> io::Result<bool> {
        Err(unsupported())
    }

    pub fn ending(status: ExitStatus) -> String {
        status.to_string()
    }
}
#[cfg(not(unix))]
pub use elsewhere::{end_with_parent, ending, run_under_guard, status, take_pipes, wait_readable};
