//! A random part of the files.

use std::{cmp::Reverse, process::Command};

use anyhow::{Context, bail};
use drawproof_recognizers::Builtin;
use drawproof_tables::sha256;

use crate::program::root;

/// One file of every `one_of`, in the order of the time that they take: all files are taken
/// equally often, and a sample takes about its part of the time.
pub fn of<'a>(
    mut all: Vec<&'a Builtin>,
    one_of: usize,
    seed: &str,
    milliseconds: impl Fn(&Builtin) -> u64,
) -> Vec<&'a Builtin> {
    all.sort_by_key(|of| (Reverse(milliseconds(of)), of.name));
    let alike = all.chunks(one_of).enumerate();
    let drawn = alike.filter_map(|(at, alike)| {
        // The last ones are fewer, and then perhaps none of them is taken.
        alike.get(number(&format!("{seed} {at}")) % one_of)
    });
    drawn.copied().collect()
}

/// A number that a text determines, and that looks random.
fn number(text: &str) -> usize {
    let digits = &sha256(text)[..15];
    usize::from_str_radix(digits, 16).expect("hexadecimal digits")
}

/// The current commit, as a seed.
pub fn commit() -> anyhow::Result<String> {
    let mut git = Command::new("git");
    git.current_dir(root()).args(["rev-parse", "HEAD"]);
    let output = git.output().context("cannot start git; give a --seed")?;
    if !output.status.success() {
        bail!("git knows no commit here; give a --seed");
    }
    Ok(String::from_utf8(output.stdout)?.trim().into())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use drawproof_recognizers::builtin_all;

    use super::*;

    /// Over many seeds every file is taken equally often, and long and short files are mixed.
    #[test]
    fn every_file_is_taken() {
        let all = || builtin_all().collect::<Vec<_>>();
        let mut taken: BTreeMap<&str, u32> = BTreeMap::new();
        let mut sum = 0;
        let lengths: BTreeMap<&str, u64> = all()
            .into_iter()
            .map(|of| (of.name, of.text().len() as u64))
            .collect();
        let time = |of: &Builtin| lengths[of.name];
        for seed in 0..2000 {
            for of in of(all(), 20, &seed.to_string(), time) {
                *taken.entry(of.name).or_default() += 1;
                sum += time(of);
            }
        }
        assert_eq!(taken.len(), all().len());
        // About a hundred times each.
        assert!(
            taken.values().all(|times| (50..150).contains(times)),
            "{taken:?}"
        );
        let whole: u64 = all().iter().map(|of| time(of)).sum();
        let part = sum as f64 / 2000.0 / whole as f64;
        assert!((0.04..0.06).contains(&part), "{part}");
        let again = of(all(), 20, "x", time);
        assert_eq!(again, of(all(), 20, "x", time));
    }
}
