//! What the system does, on Unix. `portable` has the same items for others.

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

use crate::{MemoryLimits, Pipes, files::NotRegular};

/// Whether [`run_under_guard`] is there.
pub const HAS_GUARDS: bool = true;

/// Makes opening a pipe not wait, and a terminal not that of this process.
pub fn without_waiting(options: &mut OpenOptions) {
    // Means nothing to a regular file.
    let flags = OFlag::O_NONBLOCK | OFlag::O_NOCTTY;
    options.custom_flags(flags.bits());
}

/// What a special file is, that is neither a regular file nor a folder.
pub fn special(found: FileType) -> NotRegular {
    if found.is_fifo() {
        NotRegular::Pipe
    } else if found.is_socket() {
        NotRegular::Socket
    } else {
        NotRegular::Device
    }
}

/// Fills a buffer with the bytes of a file from a place on.
pub fn read_exact_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<()> {
    file.read_exact_at(buffer, offset)
}

/// Makes temporary files with the permissions of the user's other files.
pub fn with_usual_permissions(builder: &mut tempfile::Builder) {
    // The system takes away what the user's umask says.
    builder.permissions(fs::Permissions::from_mode(0o666));
}

/// Lets everyone read a file, as temporary files are for their owner only.
pub fn give_usual_permissions(file: &File) -> io::Result<()> {
    file.set_permissions(fs::Permissions::from_mode(0o644))
}

/// Loads a library with all that it refers to: what it lacks is then one
/// error, not a stop at each function that is called.
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

/// Whether standard output was closed when the program began.
static IS_STDOUT_CLOSED: AtomicBool = AtomicBool::new(false);

// Rust's standard library opens /dev/null in place of a standard stream that is
// closed, so that no file takes its number. From then on everything printed is
// lost without an error, and nothing tells this from output that a user sent to
// /dev/null. So standard output has to be looked at before main begins.
//
// That is sound: the function makes one system call and stores one flag. Of the
// standard library it uses only the handle of standard output, which the runtime
// does not have to set up first.
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
    // SAFETY: the signal is ignored, no handler of ours runs. Nothing else in
    // the program sets what it does.
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
    // Elsewhere what counts against the limits is not known.
    let is_known = cfg!(target_os = "linux");
    MemoryLimits {
        address_space: limit(Resource::RLIMIT_AS).filter(|_| is_known),
        data: limit(Resource::RLIMIT_DATA).filter(|_| is_known),
        beside_data: size("VmSize:").saturating_sub(size("VmData:")),
        anonymous: size("RssAnon:"),
    }
}
