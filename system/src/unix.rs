//! System services on Unix. `portable` has the same items for other systems.

use std::{
    fs::{self, File, FileType, OpenOptions},
    io,
    os::{
        fd::{AsFd, BorrowedFd},
        unix::{
            fs::{FileExt, FileTypeExt, OpenOptionsExt, PermissionsExt},
            process::{CommandExt, ExitStatusExt, parent_id},
        },
    },
    path::Path,
    process::{self, Command, ExitStatus},
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

pub use libloading::os::unix::Library as SharedLibrary;
use libloading::os::unix::{RTLD_LOCAL, RTLD_NOW};
use nix::{
    errno::Errno,
    fcntl::{FcntlArg, OFlag, fcntl},
    poll::{PollFd, PollFlags, PollTimeout, poll},
    sys::{
        resource::{Resource, getrlimit, setrlimit},
        signal::{SigHandler, Signal, kill, killpg, signal},
        wait::{WaitPidFlag, WaitStatus, waitpid},
    },
    unistd::{Pid, dup2_stdin, dup2_stdout, setsid},
};

use crate::{MemoryLimits, Pipes, not_regular::NotRegular};

/// Whether [`run_under_guard`] is available.
pub const HAS_GUARDS: bool = true;

/// Opens pipes without waiting, and terminals without making them controlling.
pub fn without_waiting(options: &mut OpenOptions) {
    // These flags have no effect on a regular file.
    let flags = OFlag::O_NONBLOCK | OFlag::O_NOCTTY;
    options.custom_flags(flags.bits());
}

/// The kind of a special file, which is neither a regular file nor a folder.
pub fn special(found: FileType) -> NotRegular {
    if found.is_fifo() {
        NotRegular::Pipe
    } else if found.is_socket() {
        NotRegular::Socket
    } else {
        NotRegular::Device
    }
}

/// Fills a buffer with the bytes of a file from an offset on.
///
/// # Errors
///
/// If they cannot be read, or there are not enough of them.
pub fn read_exact_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<()> {
    file.read_exact_at(buffer, offset)
}

/// Makes temporary files with the permissions of the user's other files.
pub fn with_usual_permissions(builder: &mut tempfile::Builder) {
    // The system applies the user's umask.
    builder.permissions(fs::Permissions::from_mode(0o666));
}

/// Loads a library and resolves all its symbols: a missing one is then a single
/// error, not a crash at each call.
///
/// # Safety
///
/// As that of [`libloading::Library::new`].
///
/// # Errors
///
/// The loader's.
#[allow(unsafe_code)]
pub unsafe fn load_library(path: &Path) -> Result<SharedLibrary, libloading::Error> {
    // SAFETY: the caller's.
    unsafe { SharedLibrary::open(Some(path), RTLD_NOW | RTLD_LOCAL) }
}

/// Takes over standard input and output, so that the output of the library is
/// discarded and does not mix with the replies.
///
/// # Errors
///
/// The system's; where there are no such pipes, always.
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

/// Makes the process end soon after its parent, even if the library never
/// returns, and leave no core file.
pub fn end_with_parent() {
    // If that is not allowed, there may be core files.
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

/// Waits until there is something to read, or the other end is closed; `false`
/// after a timeout.
///
/// # Errors
///
/// The system's.
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

/// Bytes that can be written to a pipe that is ready without waiting.
pub const PIPE_PIECE: usize = nix::libc::PIPE_BUF;

/// Waits until a pipe has something to read or is closed, or another one takes at least
/// [`PIPE_PIECE`] bytes or is closed; says which of them, neither after a timeout.
///
/// # Errors
///
/// The system's.
pub fn wait_ready(
    read: Option<&impl AsFd>,
    write: Option<&impl AsFd>,
    longest: Duration,
) -> io::Result<[bool; 2]> {
    let milliseconds = longest.as_millis().clamp(1, 60_000) as u16;
    let is_reading = read.is_some();
    let read = read.map(|of| PollFd::new(of.as_fd(), PollFlags::POLLIN));
    let write = write.map(|of| PollFd::new(of.as_fd(), PollFlags::POLLOUT));
    let mut waited: Vec<PollFd> = read.into_iter().chain(write).collect();
    match poll(&mut waited, PollTimeout::from(milliseconds)) {
        Ok(_) => {}
        Err(Errno::EINTR) => return Ok([false; 2]),
        Err(error) => return Err(error.into()),
    }
    let is_ready = |of: Option<&PollFd>| of.and_then(PollFd::any).unwrap_or(false);
    Ok(if is_reading {
        [is_ready(waited.first()), is_ready(waited.get(1))]
    } else {
        [false, is_ready(waited.first())]
    })
}

/// An exit status by its number.
pub fn status(number: i32) -> ExitStatus {
    ExitStatus::from_raw(number)
}

/// Runs a program until it ends, or until standard input is closed at the
/// other end, which also ends this process; then kills what is left of it.
/// Returns the number of its exit status.
pub fn run_under_guard(mut command: Command) -> io::Result<io::Result<i32>> {
    // Ctrl-C in the terminal is not for this process: the pipe tells when the
    // parent has ended. This fails only if the process already leads a session.
    let _ = setsid();
    #[cfg(target_os = "linux")]
    nix::sys::prctl::set_child_subreaper(true)?;
    let child = match command.process_group(0).spawn() {
        Ok(child) => Pid::from_raw(child.id() as i32),
        Err(error) => return Ok(Err(error)),
    };
    // The reader of the program's output must see its end.
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

/// Waits until standard input is closed at the other end, without reading.
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

/// The number of the exit status of a child. By then, its orphans are children
/// as well.
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

/// Kills all children and their children, which become children of this process
/// when their parent is gone.
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
        // The name in parentheses may contain anything.
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

/// Whether standard output was closed when the program began.
static IS_STDOUT_CLOSED: AtomicBool = AtomicBool::new(false);

// Rust's standard library opens /dev/null in place of a closed standard stream,
// so that no file takes its number. From then on all output is lost without an
// error, and this cannot be told from output that a user sent to /dev/null. So
// standard output must be checked before main begins.
//
// This is sound: the function makes one system call and stores one flag. From
// the standard library it uses only the handle of standard output, which needs
// no initialisation by the runtime.
ctor::declarative::ctor! {
    #[ctor(unsafe)]
    fn look_at_stdout() {
        let flags = fcntl(io::stdout(), FcntlArg::F_GETFD);
        IS_STDOUT_CLOSED.store(flags == Err(nix::Error::EBADF), Ordering::Relaxed);
    }
}

/// Whether standard output was closed when the program began.
pub fn is_stdout_closed() -> bool {
    IS_STDOUT_CLOSED.load(Ordering::Relaxed)
}

/// Makes writing beyond a limit on the size of files (`ulimit -f`) an error
/// that names the file, like a full disk, not a signal that ends the program.
#[allow(unsafe_code)]
pub fn survive_file_size_limits() {
    // SAFETY: the signal is ignored, so no handler runs. Nothing else in the
    // program changes its disposition.
    let _ = unsafe { signal(Signal::SIGXFSZ, SigHandler::SigIgn) };
}

/// The limits of this process, and what counts against them already, as far as
/// the system says.
pub fn memory_limits() -> MemoryLimits {
    let limit = |resource| {
        let (limit, _) = getrlimit(resource).ok()?;
        (limit != nix::libc::RLIM_INFINITY).then_some(limit)
    };
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let size = |name: &str| -> u64 {
        let mut lines = status.lines();
        let kib = lines.find_map(|line| line.strip_prefix(name)?.split_whitespace().next());
        kib.and_then(|kib| kib.parse().ok())
            .map_or(0, |kib: u64| kib << 10)
    };
    // On other systems it is not known what counts against the limits.
    let is_known = cfg!(target_os = "linux");
    MemoryLimits {
        address_space: limit(Resource::RLIMIT_AS).filter(|_| is_known),
        data: limit(Resource::RLIMIT_DATA).filter(|_| is_known),
        beside_data: size("VmSize:").saturating_sub(size("VmData:")),
        anonymous: size("RssAnon:"),
    }
}
