//! Parts of runs, and merging them.

use drawproof_tables::sha256;
use drawproof_verify::{Part, merge};
use serde_json::Value;

use super::target::Target;
use crate::seeds as small;

pub const TARGET: Target = Target {
    name: "parts",
    run,
    seeds,
    sealed: Some(sealed),
    words: &[
        "null",
        "true",
        "18446744073709551615",
        "\"KRvK\"",
        "[]",
        "{}",
        "\"draw\"",
        "\"silent\"",
    ],
};

/// The parts of a small run.
fn seeds() -> Vec<(String, Vec<u8>)> {
    let parts = small::parts().iter().enumerate();
    parts
        .map(|(at, part)| {
            let bytes = part.to_bytes().expect("a part can be written");
            (format!("{}_of_4", at + 1), bytes)
        })
        .collect()
}

fn run(bytes: &[u8]) {
    let read = read(bytes);
    let mended = mended(bytes).as_deref().and_then(read_named);
    let parts: Vec<(String, Part)> = [read.map(|part| ("read".into(), part)), mended]
        .into_iter()
        .flatten()
        .chain(
            small::parts()
                .iter()
                .enumerate()
                .map(|(at, part)| (format!("whole {at}"), part.clone())),
        )
        .collect();
    if parts.len() <= 4 {
        return;
    }
    // Merge it alone, with the other parts of its run, and with all of them as
    // a duplicate.
    let number = parts[0].1.header.shard.number() as usize;
    let whole = &parts[parts.len() - 4..];
    let others = (1..).zip(whole).filter(|(at, _)| *at != number);
    let others = others.map(|(_, part)| part.clone());
    let with_others: Vec<_> = [parts[0].clone()].into_iter().chain(others).collect();
    for parts in [&parts[..1], &with_others, &parts] {
        if let Err(error) = merge(parts) {
            assert!(!error.to_string().is_empty());
        }
    }
}

fn read_named(bytes: &[u8]) -> Option<(String, Part)> {
    read(bytes).map(|part| ("mended".into(), part))
}

/// Accepted parts are written back unchanged.
fn read(bytes: &[u8]) -> Option<Part> {
    match Part::from_bytes(bytes) {
        Ok(part) => {
            assert_eq!(part.to_bytes().expect("a part can be written"), bytes);
            Some(part)
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            None
        }
    }
}

/// The same contents, written and sealed as parts are.
fn mended(bytes: &[u8]) -> Option<Vec<u8>> {
    let file: Value = serde_json::from_slice(bytes).ok()?;
    let part: Part = serde_json::from_value(file.get("contents")?.clone()).ok()?;
    part.to_bytes().ok()
}

fn sealed(bytes: &[u8]) -> Option<String> {
    let part = Part::from_bytes(bytes).ok()?;
    Some(sha256(format!("{part:?}")))
}
