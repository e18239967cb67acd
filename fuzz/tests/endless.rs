//! An input on which a target does not return.

use std::{
    env, fs, hint,
    process::{Command, Output},
};

use drawproof_fuzz::{Kept, Target, run_guarded};

const ENDLESS: Target = Target {
    name: "endless",
    run: |_| {
        loop {
            hint::spin_loop();
        }
    },
    seeds: Vec::new,
    sealed: None,
    words: &[],
};

/// The process that the test below starts: it never ends of its own accord.
#[test]
fn endless() {
    if env::var_os("DRAWPROOF_FUZZ_ENDLESS").is_some() {
        run_guarded(&ENDLESS, b"round and round", &Kept::from_environment()).expect("an end");
    }
}

#[test]
fn an_endless_loop_ends_the_process_and_keeps_the_input() {
    let folder = tempfile::tempdir().expect("a folder");
    let this = env::current_exe().expect("a program");
    let Output { status, stderr, .. } = Command::new(this)
        .args(["--exact", "endless::endless"])
        .env("DRAWPROOF_FUZZ_ENDLESS", "1")
        .env("DRAWPROOF_FUZZ_SECONDS", "1")
        .env("TMPDIR", folder.path())
        .output()
        .expect("a process");
    assert!(!status.success());
    let said = String::from_utf8_lossy(&stderr);
    assert!(said.contains("endless: it did not return in 1s"), "{said}");
    let mut inputs = fs::read_dir(folder.path()).expect("a folder");
    let input = inputs.next().expect("an input").expect("a file").path();
    assert!(said.contains(&input.display().to_string()), "{said}");
    assert_eq!(fs::read(input).expect("an input"), b"round and round");
}
