//! Standard output, and what the system does where nothing can be written.

use std::sync::atomic::{AtomicBool, Ordering};

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
#[cfg(unix)]
ctor::declarative::ctor! {
    #[ctor(unsafe)]
    fn look_at_stdout() {
        let flags = nix::fcntl::fcntl(std::io::stdout(), nix::fcntl::FcntlArg::F_GETFD);
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
    #[cfg(unix)]
    {
        use nix::sys::signal::{SigHandler, Signal, signal};
        // SAFETY: the signal is ignored, no handler of ours runs. Nothing else
        // in the program sets what it does.
        let _ = unsafe { signal(Signal::SIGXFSZ, SigHandler::SigIgn) };
    }
}
