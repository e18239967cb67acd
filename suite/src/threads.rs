//! How many threads work.

use std::{env, ffi::OsString};

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
    let threads = asked(given, || env::var_os(VARIABLE))?;
    let pool = ThreadPoolBuilder::new();
    Ok(match threads {
        Some(threads) => pool.num_threads(threads),
        None => pool,
    })
}

/// How many threads are given, or else asked for by `RAYON_NUM_THREADS`, if it is a number.
///
/// # Errors
///
/// If that is none, or more than [`MOST_THREADS`].
pub fn asked(
    given: Option<usize>,
    variable: impl FnOnce() -> Option<OsString>,
) -> anyhow::Result<Option<usize>> {
    // To rayon, a number that it cannot read, and 0, are none.
    let read = |text: OsString| text.to_str()?.parse().ok().filter(|&of| of > 0);
    let (name, threads) = match given {
        Some(threads) => ("threads", threads),
        None => match variable().and_then(read) {
            Some(threads) => (VARIABLE, threads),
            None => return Ok(None),
        },
    };
    if !(1..=MOST_THREADS).contains(&threads) {
        anyhow::bail!("{name}={threads}: expected a number from 1 to {MOST_THREADS}");
    }
    Ok(Some(threads))
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
