//! A process that has a library loaded, as seen by its parent.

use std::{
    io::{self, Read},
    process::{ChildStdout, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use drawproof_system::{Guard, Guarded, Input, ending, wait_readable};

use crate::{
    abi::Function,
    messages::Messages,
    progress::{Doing, Progress},
    protocol::{HELLO_BYTES, Hello, ODD_BYTES, REPLY_BYTES, Reply, Request},
};

/// A running process.
pub struct Process {
    child: Guarded,
    replies: ChildStdout,
    progress: Progress,
    timeout: Duration,
    number: u32,
    /// Dropped after the process has ended.
    _messages: Option<Messages>,
}

/// A process that gave no answer. It no longer runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stop {
    /// What it was doing.
    pub doing: Doing,
    /// What happened, for a person.
    pub what: String,
}

/// Why there is no reply.
pub enum NoReply {
    /// The process stopped.
    Stopped(Stop),
    /// The time for all requests is up. The process no longer runs.
    OutOfTime,
}

impl From<Stop> for NoReply {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

/// Why a process cannot be asked.
pub enum NotStarted {
    /// It could not be started at all.
    System(io::Error),
    /// It reports what is wrong with the library.
    Refused(Hello),
    /// It stopped.
    Stopped(Stop),
}

impl From<NoReply> for NotStarted {
    fn from(why: NoReply) -> Self {
        match why {
            NoReply::Stopped(stop) => Self::Stopped(stop),
            NoReply::OutOfTime => Self::System(io::ErrorKind::TimedOut.into()),
        }
    }
}

impl From<io::Error> for NotStarted {
    fn from(error: io::Error) -> Self {
        Self::System(error)
    }
}

impl Process {
    /// Starts a process; `command` still lacks its last argument. `timeout`
    /// is how long it may be busy with one position.
    pub fn start(
        guard: &Guard,
        mut command: Command,
        timeout: Duration,
    ) -> Result<(Self, Function), NotStarted> {
        let file = tempfile::NamedTempFile::new()?;
        file.as_file().set_len(Progress::BYTES)?;
        let progress = Progress::map(file.as_file())?;
        command.arg(file.path());
        let mut child = guard.spawn(&command, Input::Sent, Stdio::piped())?;
        let Some(replies) = child.take_stdout() else {
            return Err(io::Error::other("it has no pipes").into());
        };
        let messages = child.take_stderr().map(Messages::pass_on);
        let mut process = Self {
            child,
            replies,
            progress,
            timeout,
            number: 0,
            _messages: messages,
        };
        match process.hello()? {
            Hello::Ready(function) => Ok((process, function)),
            refused => Err(NotStarted::Refused(refused)),
        }
        // The file is removed now; the mapping stays.
    }

    fn hello(&mut self) -> Result<Hello, NotStarted> {
        let mut head = [0; HELLO_BYTES];
        self.receive(&mut head, None)?;
        let mut text = vec![0; Hello::text_bytes(head)];
        self.receive(&mut text, None)?;
        Ok(Hello::read(head, &text))
    }

    /// Asks about the positions of a sheet, and waits until `deadline`.
    pub fn ask(&mut self, mut request: Request, deadline: Instant) -> Result<Reply, NoReply> {
        self.number = self.number.wrapping_add(1);
        request.number = self.number;
        let written = match self.child.input() {
            Some(requests) => request.write(requests),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        };
        if let Err(error) = written {
            return Err(self.lost(&error).into());
        }
        let mut head = [0; REPLY_BYTES];
        self.receive(&mut head, Some(deadline))?;
        let Some((odd, mut reply)) = Reply::begin(&head, self.number) else {
            return Err(self
                .killed("it spoiled what its process had to say".into())
                .into());
        };
        let mut rest = vec![0; odd * ODD_BYTES];
        self.receive(&mut rest, Some(deadline))?;
        reply.end(&rest);
        Ok(reply)
    }

    /// Fills a buffer, as long as the process makes progress and there is time.
    fn receive(&mut self, bytes: &mut [u8], deadline: Option<Instant>) -> Result<(), NoReply> {
        let slice = (self.timeout / 8).clamp(Duration::from_millis(5), Duration::from_millis(500));
        let mut filled = 0;
        let mut seen = self.progress.raw();
        // Time actually waited, not time on the clock: both processes may have
        // been suspended for a while.
        let mut waited = Duration::ZERO;
        while filled < bytes.len() {
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                self.child.end();
                return Err(NoReply::OutOfTime);
            }
            match wait_readable(&self.replies, slice) {
                Ok(true) => match self.replies.read(&mut bytes[filled..]) {
                    Ok(0) => return Err(self.ended().into()),
                    Ok(count) => filled += count,
                    Err(error) => return Err(self.lost(&error).into()),
                },
                Ok(false) => {
                    waited += slice;
                    let now = self.progress.raw();
                    if now != seen {
                        seen = now;
                        waited = Duration::ZERO;
                    } else if waited >= self.limit() {
                        let seconds = self.limit().as_secs_f64();
                        let what = format!("it gave no answer for {seconds} s");
                        return Err(self.killed(what).into());
                    }
                }
                Err(error) => return Err(self.lost(&error).into()),
            }
        }
        Ok(())
    }

    /// How long it may do the same thing. The time to start depends on how busy
    /// the machine is, not on the library.
    fn limit(&self) -> Duration {
        const START: Duration = Duration::from_mins(1);
        if self.progress.has_begun() {
            self.timeout
        } else {
            self.timeout.max(START)
        }
    }

    fn stop(&self, what: String) -> Stop {
        Stop {
            doing: self.progress.doing(),
            what,
        }
    }

    fn killed(&mut self, what: String) -> Stop {
        self.child.end();
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
                Ok(Some(status)) => return self.stop(ending(status)),
                Ok(None) => thread::sleep(Duration::from_millis(1)),
                Err(error) => return self.killed(format!("its process is lost: {error}")),
            }
        }
        self.killed("it closed files that are not its own".into())
    }
}
