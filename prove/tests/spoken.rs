//! How often built-in rules for any number of men speak about random positions.

use std::{collections::BTreeMap, fs};

use drawproof_recognizers::{proven_claims, proven_rules};
use drawproof_tables::Random;
use shakmaty::Chess;

use crate::positions::{Mix, accepted, random_setup};

/// Positions with each number of men.
const POSITIONS: usize = 20_000;

/// The counts for 6 to 10 men, a line for each file, are those of `facts/any_number_random.csv`. Only
/// the files count that are needed to say all that is said about a position.
#[test]
fn as_often_as_is_written_down() {
    let all: Vec<_> = (6..=10).map(counts).collect();
    let mut text = String::from("rules,6 men,7 men,8 men,9 men,10 men\n");
    for name in all[0].keys() {
        let counts: Vec<String> = all.iter().map(|of| of[name].to_string()).collect();
        text += &format!("{name},{}\n", counts.join(","));
    }
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../facts/any_number_random.csv"
    );
    let written = fs::read_to_string(path).unwrap_or_default();
    assert_eq!(written, text, "{path} should be\n{text}");
}

/// About how many positions with some number of men each file speaks, and any of them does.
fn counts(men: usize) -> BTreeMap<String, usize> {
    let files = proven_rules().map(|rules| rules.class().to_string());
    let mut counts: BTreeMap<String, usize> = files.map(|file| (file, 0)).collect();
    counts.insert("any".into(), 0);
    let mut random = Random::of_part(men as u64);
    for _ in 0..POSITIONS {
        let claims = proven_claims(&position(&mut random, men));
        let files = claims.iter().map(|claim| claim.rules.class().to_string());
        let any = (!claims.is_empty()).then(|| "any".into());
        for name in files.chain(any) {
            *counts.entry(name).or_default() += 1;
        }
    }
    counts
}

/// A legal position with men of any kind, more or fewer of them pawns.
fn position(random: &mut Random, men: usize) -> Chess {
    loop {
        let pawns_in_ten = [3, 6, 9][random.below(3)];
        let men = men - 2;
        if let Some(position) = accepted(random_setup(random, Mix { men, pawns_in_ten })) {
            return position;
        }
    }
}
