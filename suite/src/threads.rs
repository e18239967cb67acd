//! How many threads work.

use std::env;

use rayon::ThreadPoolBuilder;

/// The most threads that anybody can ask for.
pub const MOST_THREADS: usize = 256;

/// rayon's own variable, which counts where no number is given.
const VARIABLE: &str = "RAYON_NUM_THREADS";

/// A pool of as many threads as are given, or else as `RAYON_NUM_THREADS` says, or one for each core.
///
/// # Errors
///
/// If that is none, or more than [`MOST_THREADS`].
pub fn pool(given: Option<usize>) -> anyhow::Result<ThreadPoolBuilder> {
    // To rayon, a number that it cannot read, and 0, are none.
    let variable = || env::var(VARIABLE).ok()?.parse().ok().filter(|&of| of > 0);
    let (name, threads) = match given {
        Some(threads) => ("threads", threads),
        None => match variable() {
            Some(threads) => (VARIABLE, threads),
            None => return Ok(ThreadPoolBuilder::new()),
        },
    };
    if !(1..=MOST_THREADS).contains(&threads) {
        anyhow::bail!("{name}={threads}: expected a number from 1 to {MOST_THREADS}");
    }
    Ok(ThreadPoolBuilder::new().num_threads(threads))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_limits() {
        for (threads, is_possible) in [(0, false), (1, true), (256, true), (257, false)] {
            assert_eq!(pool(Some(threads)).is_ok(), is_possible, "{threads}");
        }
    }
}
