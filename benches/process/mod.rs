//! The cost of a process that runs this program or another one.

use std::{
    path::Path,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use wait4::Wait4;

/// How long a process took, and its peak memory in bytes.
pub type Cost = (Duration, u64);

/// Runs a program until it succeeds; its output goes to `output`.
pub fn cost(program: &Path, arguments: &[&str], output: Stdio) -> Cost {
    let start = Instant::now();
    let child = Command::new(program)
        .args(arguments)
        .stdout(output)
        .stderr(Stdio::null())
        .spawn()
        .expect("a program that starts");
    let end = child.wait4().expect("a program that ends");
    assert!(
        end.status.success(),
        "{} {arguments:?} failed; is RTBPATH set?",
        program.display()
    );
    (start.elapsed(), end.rusage.maxrss)
}
