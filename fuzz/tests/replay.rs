//! Runs every target on the corpus and on mutants of it.
//!
//! `DRAWPROOF_FUZZ=N` runs N mutants for each target instead of a few;
//! `DRAWPROOF_FUZZ_TARGET=NAME` only those of one target;
//! `DRAWPROOF_FUZZ_SEED=S` different ones. `DRAWPROOF_FUZZ_LAST=FILE` keeps the
//! current input in a file, which survives if the process is killed.

use std::env;

use drawproof_fuzz::{Kept, Mutator, TARGETS, Target, corpus, run_guarded, target};

/// Mutants for each target in a test of a few seconds.
const FEW: usize = 400;

/// The memory limit in bytes, more than any input needs: lengths in files are
/// not trusted.
#[cfg(unix)]
const MEMORY: u64 = 3 << 30;

fn number(name: &str) -> Option<u64> {
    let text = env::var(name).ok()?;
    Some(text.parse().expect("a number"))
}

/// Runs the corpus, then mutants of it.
fn replay(name: &str) {
    #[cfg(unix)]
    limit_memory();
    let target = target(name).expect("a target");
    let only = env::var("DRAWPROOF_FUZZ_TARGET").ok();
    if only.is_some_and(|only| only != name) {
        return;
    }
    let kept = Kept::from_environment();
    let inputs = corpus(target).expect("a corpus");
    assert!(!inputs.is_empty(), "{name} has no corpus");
    for (input, bytes) in &inputs {
        if let Err(fault) = run_guarded(target, bytes, &kept) {
            panic!("{input}: {fault}");
        }
    }
    let count = number("DRAWPROOF_FUZZ").map_or(FEW, |count| count as usize);
    let mut mutator = Mutator::new(number("DRAWPROOF_FUZZ_SEED").unwrap_or(0));
    for _ in 0..count {
        let bytes = mutant(&mut mutator, target, &inputs);
        if let Err(fault) = run_guarded(target, &bytes, &kept) {
            panic!("a mutant: {fault}");
        }
    }
    if target.sealed.is_some() {
        flip_bits(target, &inputs, &mut mutator, count);
    }
}

fn mutant(mutator: &mut Mutator, target: &Target, inputs: &[(String, Vec<u8>)]) -> Vec<u8> {
    let of = &inputs[mutator.below(inputs.len())].1;
    let other = &inputs[mutator.below(inputs.len())].1;
    mutator.mutant(of, other, target.words)
}

/// A flipped bit is detected or changes nothing.
fn flip_bits(target: &Target, inputs: &[(String, Vec<u8>)], mutator: &mut Mutator, count: usize) {
    let sealed = target.sealed.expect("a format with checksums");
    let whole: Vec<_> = inputs
        .iter()
        .map(|(_, bytes)| (bytes, sealed(bytes)))
        .collect();
    for _ in 0..count {
        let (bytes, said) = &whole[mutator.below(whole.len())];
        let mut flipped = (*bytes).clone();
        // In some targets the first byte chooses a file and does not belong to
        // it.
        let at = 1 + mutator.below(bytes.len() - 1);
        let bit = mutator.below(8);
        flipped[at] ^= 1 << bit;
        let now = sealed(&flipped);
        let fine = now.is_none() || now == *said;
        assert!(
            fine,
            "{}: bit {bit} of byte {at} goes unnoticed",
            target.name
        );
    }
}

#[cfg(unix)]
fn limit_memory() {
    use nix::sys::resource::{Resource, getrlimit, setrlimit};
    let (_, most) = getrlimit(Resource::RLIMIT_AS).expect("a limit");
    setrlimit(Resource::RLIMIT_AS, MEMORY.min(most), most).expect("a lower limit");
}

macro_rules! replay {
    ($($target:ident)*) => {
        $(
            #[test]
            fn $target() {
                replay(stringify!($target));
            }
        )*

        #[test]
        fn every_target_is_replayed() {
            let replayed = [$(stringify!($target)),*];
            assert_eq!(replayed, TARGETS.each_ref().map(|target| target.name));
        }
    };
}

replay!(
    compressed dph environment folders gaviota http lrat names own packed parts pgn plan protocol
    reports rules slices syzygy vocabulary
);
