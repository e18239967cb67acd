//! What a fixed set of rules claims, for the version of the meaning of rules.

use std::{error::Error, fs};

use drawproof_evaluate::{CompiledRules, Recognizer, Rows, Sheet, Verdicts};
use drawproof_language::{Claim, RuleFile, SEMANTICS, prelude, words::Word};
use drawproof_tables::{Index, Layout, Truth, sha256};
use shakmaty::Color;

use crate::shelf::Shelf;

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

/// The rules, and which of the placements of the kings they are asked about. Together they
/// have every word, operator, quantifier, kind of move and claim about results.
const CORPUS: [(&str, usize); 6] = [
    ("every_word.rules", 1),
    ("operators.rules", 1),
    ("claims_kpk.rules", 1),
    ("moves_kpk.rules", 11),
    ("moves_knkp.rules", 301),
    ("moves_kpkp.rules", 301),
];

/// A line for each version, and file, with the SHA-256 of the text and of what it claims.
/// Lines are added, never changed.
const KNOWN: &str = include_str!("semantics.csv");

fn text(name: &str) -> Outcome<String> {
    let path = format!("{}/../export/tests/{name}", env!("CARGO_MANIFEST_DIR"));
    Ok(fs::read_to_string(path)?)
}

/// SHA-256 of the position that each rule decides, sheet by sheet.
fn claims(rules: &RuleFile, step: usize) -> Outcome<String> {
    let layout = Layout::new(rules.material())?;
    let compiled = CompiledRules::new(rules);
    let turns = if rules.material().is_symmetric() {
        1
    } else {
        2
    };
    let mut bytes = Vec::new();
    for turn in Color::ALL.into_iter().take(turns) {
        let mut judge = compiled.judge(turn);
        let mut verdicts = Verdicts::new(rules.rules().len());
        let mut words = vec![0; layout.block_words()];
        let height = layout.block_words().min(64);
        for block in (0..layout.blocks()).step_by(step) {
            layout.legal(block, turn, &mut words);
            for first in (0..words.len()).step_by(height) {
                let mut legal: Rows = [0; 64];
                legal[..height].copy_from_slice(&words[first..first + height]);
                let index = Index {
                    block,
                    word: first,
                    bit: 0,
                };
                let squares = layout.decode(index, turn).squares;
                let fixed = &squares[..2.max(layout.men().len() - 2)];
                judge.sheet(
                    &Sheet {
                        fixed,
                        legal: &legal,
                    },
                    &mut verdicts,
                )?;
                for rule in 0..rules.rules().len() {
                    let rows = verdicts.of(rule).copied().unwrap_or([0; 64]);
                    let decided = rows.iter().zip(&legal).map(|(row, legal)| row & legal);
                    bytes.extend(decided.flat_map(u64::to_le_bytes));
                }
            }
        }
        bytes = sha256(&bytes).into_bytes();
    }
    Ok(sha256(&bytes))
}

/// What each claim leaves possible.
fn allowed() -> String {
    let line = |claim: Claim| {
        let of = |turn| {
            let all = Truth::ALL.into_iter();
            let left = all.filter(|&truth| claim.truths(turn).has(truth));
            let left = left.map(|truth| format!("{}{} ", truth.own, truth.others));
            left.collect::<String>()
        };
        format!(
            "{}: {}/ {}\n",
            claim.name(),
            of(Color::White),
            of(Color::Black)
        )
    };
    Claim::ALL.into_iter().map(line).collect()
}

/// A change of what rules claim needs a new version: then no old proof holds.
#[test]
fn the_meaning_of_rules_has_a_version() -> Outcome {
    let mut found = vec![format!("{SEMANTICS},claims,,{}", sha256(allowed()))];
    for (name, step) in CORPUS {
        let text = text(name)?;
        let rules = RuleFile::parse_with(name, &text, &Shelf)?;
        let line = format!(
            "{SEMANTICS},{name},{},{}",
            sha256(&text),
            claims(&rules, step)?
        );
        found.push(line);
    }
    for line in &found {
        assert!(
            KNOWN.lines().any(|known| known == line),
            "rules claim something else than before, or a text of this test has changed. If \
             claims have changed, raise drawproof_language::SEMANTICS. Then, or if only the \
             text has changed, add these lines to evaluate/tests/semantics.csv:\n{}",
            found.join("\n")
        );
    }
    Ok(())
}

/// The texts have every function.
#[test]
fn no_word_is_missing() -> Outcome {
    let texts: Vec<String> = (CORPUS.iter())
        .map(|(name, _)| text(name))
        .collect::<Outcome<_>>()?;
    let (prelude, _) = prelude::word_in_text("opposition").ok_or("no prelude")?;
    for word in Word::ALL {
        let call = format!("{}(", word.name());
        let mut all = texts.iter().map(String::as_str).chain([prelude]);
        assert!(all.any(|text| text.contains(&call)), "{call}");
    }
    Ok(())
}
