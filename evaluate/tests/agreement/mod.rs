//! Two ways to the same verdict, on random rules: set-wise evaluation and plain
//! interpretation; and the symmetries that the checker guarantees.

mod limits;
mod smaller;
mod writer;

use drawproof_evaluate::{CompiledRules, JudgeError, Recognizer, Sheet, Verdicts};
use drawproof_language::{RuleFile, account, interpret};
use drawproof_tables::{Index, Layout, Symmetry, ones};
use proptest::prelude::*;
use shakmaty::Color;

use crate::shelf::Shelf;
use writer::{CLASSES, Writer};

fn random_rules(seed: u64, class: usize) -> RuleFile {
    let text = Writer::new(seed, class).file();
    match RuleFile::parse_with("random.rules", &text, &Shelf) {
        Ok(rules) => rules,
        Err(errors) => panic!("{text}\n{errors}"),
    }
}

/// Rules that take too much work are refused, which is no disagreement: another case takes their place.
fn give_up(error: impl Into<JudgeError>) -> TestCaseError {
    match error.into() {
        error @ JudgeError::Unavailable(_) => TestCaseError::fail(error.to_string()),
        refused => TestCaseError::reject(refused.to_string()),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 30, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn sheets_and_single_positions_agree(seed: u64, class in 0..CLASSES.len(), block in 0_usize..462, words: [usize; 3], rows: u64) {
        let rules = random_rules(seed, class);
        let layout = Layout::new(rules.material())?;
        let compiled = CompiledRules::new(&rules);
        // With equal material only White to move is judged.
        let turns = if rules.material().is_symmetric() { 1 } else { 2 };
        for turn in Color::ALL.into_iter().take(turns) {
            let mut judge = compiled.judge(turn);
            let mut verdicts = Verdicts::new(rules.rules().len());
            let mut all_legal = vec![0; layout.block_words()];
            // Several sheets with one judge: cached values must not leak from
            // one into the next.
            for (at, word) in words.into_iter().enumerate() {
                let block = if at % 2 == 0 { block } else { (block + at) % 462 };
                layout.legal(block, turn, &mut all_legal);
                let height = layout.block_words().min(64);
                let first = word % layout.block_words() / height * height;
                let mut legal = [0; 64];
                legal[..height].copy_from_slice(&all_legal[first..first + height]);
                for (row, legal) in legal.iter_mut().enumerate().filter(|_| height > 1) {
                    // The interpreter is slow: test some rows, and a few
                    // positions of each. Of the last sheet eight at most, which
                    // are asked one by one.
                    let few = 1 << (row * 7 % 64);
                    *legal &= match at {
                        2 if row % 8 == 0 => few,
                        2 => 0,
                        _ if rows >> row & 0x0101 == 0x0101 => !0,
                        _ => few,
                    };
                }
                let fixed = layout.decode(Index { block, word: first, bit: 0 }, turn).squares;
                let fixed = &fixed[..2.max(layout.men().len() - 2)];
                judge.sheet(&Sheet { fixed, legal: &legal }, &mut verdicts).map_err(give_up)?;
                for (row, &legal) in legal.iter().enumerate() {
                    for bit in ones(legal) {
                        let placement = layout.decode(Index { block, word: first + row, bit }, turn);
                        let decides = |&rule: &usize| verdicts.of(rule).is_some_and(|rows| rows[row] >> bit & 1 != 0);
                        let batched: Vec<usize> = (0..rules.rules().len()).filter(decides).collect();
                        let plain = interpret(&rules, &placement).map_err(give_up)?;
                        prop_assert_eq!(batched, Vec::from_iter(plain));
                        prop_assert_eq!(rules.decide(&placement).map_err(give_up)?.rule, plain);
                    }
                }
            }
        }
    }

    #[test]
    fn promised_symmetries_hold(seed: u64, class in 0..CLASSES.len(), block in 0_usize..462, word: usize, bit in 0_u32..64) {
        let rules = random_rules(seed, class);
        let layout = Layout::new(rules.material())?;
        let index = Index { block, word: word % layout.block_words(), bit };
        let placement = layout.decode(index, Color::White);
        if placement.occupied().count() == rules.material().men_count() {
            let verdict = interpret(&rules, &placement).map_err(give_up)?;
            prop_assert_eq!(account(&rules, &placement).map_err(give_up)?.decided_by, verdict);
            for symmetry in Symmetry::ALL.into_iter().filter(|&symmetry| rules.group().contains(symmetry)) {
                let mut image = placement.clone();
                for square in &mut image.squares {
                    *square = symmetry.square(*square);
                }
                prop_assert_eq!(interpret(&rules, &image).map_err(give_up)?, verdict, "{:?}", symmetry);
            }
        }
    }

    #[test]
    fn no_text_brings_the_reader_down(text in ".{0,200}") {
        let _ = RuleFile::parse("any", &text).map_err(|errors| errors.render(true));
    }

    #[test]
    fn no_damaged_rule_brings_the_reader_down(seed: u64, class in 0..CLASSES.len(), at: usize, with in ".{0,3}", drop in 0_usize..20) {
        let mut text: Vec<char> = Writer::new(seed, class).file().chars().collect();
        let at = at % text.len();
        let end = (at + drop).min(text.len());
        text.splice(at..end, with.chars());
        let text: String = text.into_iter().collect();
        let _ = RuleFile::parse_with("damaged", &text, &Shelf).map_err(|errors| errors.render(false));
    }
}

/// What folds, and what does not.
#[test]
fn groups_of_typical_conditions() {
    for (condition, size) in [
        ("us.king in edge", 8),
        ("same_color(us.king, them.king)", 8),
        ("us.king in light_squares", 4),
        ("us.king in file_a", 2),
        ("file_distance(us.king, us.rook) > 1", 4),
        ("us.king in {a1, h8}", 4),
        ("us.king = a1", 2),
        ("us.king in file_a | file_h", 4),
        ("us.king in edge - file_a - file_h - rank_1", 2),
        ("us.king in {a1, b1}", 1),
    ] {
        let text = format!("recognizer KRKR draw \"x\" because \"x\" when {condition}");
        let rules = RuleFile::parse("group.rules", &text).expect("valid rules");
        let members = Symmetry::ALL
            .into_iter()
            .filter(|&s| rules.group().contains(s))
            .count();
        assert_eq!(members, size, "{condition}");
    }
}
