//! What only the system can do.

use std::{fs::File, io, process::ExitStatus, time::Duration};

#[cfg(unix)]
pub use unix::{end_with_parent, ending, take_pipes, wait_readable};

/// The pipes to whoever started this process, kept from the library.
pub struct Pipes {
    /// Where requests come from.
    pub requests: File,
    /// Where replies go.
    pub replies: File,
}

#[cfg(unix)]
mod unix {
    use std::{
        fs::OpenOptions,
        os::{
            fd::{AsFd, BorrowedFd},
            unix::process::{ExitStatusExt, parent_id},
        },
        process, thread,
    };

    use nix::{
        poll::{PollFd, PollFlags, PollTimeout, poll},
        sys::{
            resource::{Resource, setrlimit},
            signal::Signal,
        },
        unistd::{dup2_stdin, dup2_stdout},
    };

    use super::{Duration, ExitStatus, File, Pipes, io};

    /// Takes standard input and output away: what the library prints goes
    /// nowhere instead of between the replies.
    pub fn take_pipes() -> io::Result<Pipes> {
        let requests = File::from(io::stdin().as_fd().try_clone_to_owned()?);
        let replies = File::from(io::stdout().as_fd().try_clone_to_owned()?);
        let nowhere = OpenOptions::new()
            .read(true)
            .write(true)
            .open("/dev/null")?;
        dup2_stdin(&nowhere)?;
        dup2_stdout(&nowhere)?;
        Ok(Pipes { requests, replies })
    }

    /// Sees to it that the process ends soon after the one that started it,
    /// even if the library never returns, and leaves no core file behind.
    pub fn end_with_parent() {
        // Where that is not allowed there may be core files.
        let _ = setrlimit(Resource::RLIMIT_CORE, 0, 0);
        let parent = parent_id();
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
            Err(nix::errno::Errno::EINTR) => Ok(false),
            Err(error) => Err(error.into()),
        }
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
    use super::{Duration, ExitStatus, Pipes, io};

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

    pub fn wait_readable<T>(_file: T, _longest: Duration) -> io::Result<bool> {
        Err(unsupported())
    }

    pub fn ending(status: ExitStatus) -> String {
        status.to_string()
    }
}
#[cfg(not(unix))]
pub use elsewhere::{end_with_parent, ending, take_pipes, wait_readable};
