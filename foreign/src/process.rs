//! One process that has a library loaded, as seen by who started it.

use std::{
    io::{self, Read},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use crate::{
    progress::{Doing, Progress},
    protocol::{HELLO_BYTES, Hello, ODD_BYTES, REPLY_BYTES, Reply, Request},
    system,
};

/// A running process.
pub struct Process {
    child: Child,
    requests: ChildStdin,
    replies: ChildStdout,
    progress: Progress,
    timeout: Duration,
    number: u32,
}

/// A process that gave no answer. It does not run any more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stop {
    /// What it was doing.
    pub doing: Doing,
    /// What happened, for a person.
    pub what: String,
}

/// Why a process cannot be asked.
pub enum NotStarted {
    /// It could not be started at all.
    System(io::Error),
    /// It says what is wrong with the library.
    Refused(Hello),
    /// It stopped.
    Stopped(Stop),
}

impl From<io::Error> for NotStarted {
    fn from(error: io::Error) -> Self {
        Self::System(error)
    }
}

impl Process {
    /// Starts a process; `command` still lacks its last argument. `timeout`
    /// is how long it may be busy with one position.
    pub fn start(mut command: Command, timeout: Duration) -> Result<Self, NotStarted> {
        let file = tempfile::NamedTempFile::new()?;
        file.as_file().set_len(Progress::BYTES)?;
        let progress = Progress::map(file.as_file())?;
        let mut child = command
            .arg(file.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let (Some(requests), Some(replies)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("it has no pipes").into());
        };
        let mut process = Self {
            child,
            requests,
            replies,
            progress,
            timeout,
            number: 0,
        };
        match process.hello().map_err(NotStarted::Stopped)? {
            Hello::Ready => Ok(process),
            refused => Err(NotStarted::Refused(refused)),
        }
        // The file goes now; what is mapped stays.
    }

    fn hello(&mut self) -> Result<Hello, Stop> {
        let mut head = [0; HELLO_BYTES];
        self.receive(&mut head)?;
        let mut text = vec![0; Hello::text_bytes(head)];
        self.receive(&mut text)?;
        Ok(Hello::read(head, &text))
    }

    /// Asks for the positions of a sheet.
    pub fn ask(&mut self, mut request: Request) -> Result<Reply, Stop> {
        self.number = self.number.wrapping_add(1);
        request.number = self.number;
        if let Err(error) = request.write(&mut self.requests) {
            return Err(self.lost(&error));
        }
        let mut head = [0; REPLY_BYTES];
        self.receive(&mut head)?;
        let Some((odd, mut reply)) = Reply::begin(&head, self.number) else {
            return Err(self.killed("it spoiled what its process had to say".into()));
        };
        let mut rest = vec![0; odd * ODD_BYTES];
        self.receive(&mut rest)?;
        reply.end(&rest);
        Ok(reply)
    }

    /// Reads so many bytes, as long as the process gets ahead.
    fn receive(&mut self, bytes: &mut [u8]) -> Result<(), Stop> {
        let slice = (self.timeout / 8).clamp(Duration::from_millis(5), Duration::from_millis(500));
        let mut filled = 0;
        let mut seen = self.progress.raw();
        // Time really waited, not that on a clock: both processes may have
        // been halted for a while.
        let mut waited = Duration::ZERO;
        while filled < bytes.len() {
            match system::wait_readable(&self.replies, slice) {
                Ok(true) => match self.replies.read(&mut bytes[filled..]) {
                    Ok(0) => return Err(self.ended()),
                    Ok(count) => filled += count,
                    Err(error) => return Err(self.lost(&error)),
                },
                Ok(false) => {
                    waited += slice;
                    let now = self.progress.raw();
                    if now != seen {
                        seen = now;
                        waited = Duration::ZERO;
                    } else if waited >= self.timeout {
                        let seconds = self.timeout.as_secs_f64();
                        return Err(self.killed(format!("it gave no answer for {seconds} s")));
                    }
                }
                Err(error) => return Err(self.lost(&error)),
            }
        }
        Ok(())
    }

    fn stop(&self, what: String) -> Stop {
        Stop {
            doing: self.progress.doing(),
            what,
        }
    }

    fn killed(&mut self, what: String) -> Stop {
        self.kill();
        self.stop(what)
    }

    fn lost(&mut self, error: &io::Error) -> Stop {
        match error.kind() {
            io::ErrorKind::BrokenPipe => self.ended(),
            _ => self.killed(format!("its process cannot be talked to: {error}")),
        }
    }

    /// Why the pipe is closed: the process has ended or is about to.
    fn ended(&mut self) -> Stop {
        let patience = Instant::now();
        while patience.elapsed() < Duration::from_secs(1) {
            match self.child.try_wait() {
                Ok(Some(status)) => return self.stop(system::ending(status)),
                Ok(None) => thread::sleep(Duration::from_millis(1)),
                Err(error) => return self.killed(format!("its process is lost: {error}")),
            }
        }
        self.killed("it closed files that are not its own".into())
    }

    fn kill(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}
