//! Vocabularies: the terms of rules.

use drawproof_evaluate::{Conditions, Sheet};
use drawproof_language::{RuleFile, Vocabulary};
use drawproof_tables::Layout;
use shakmaty::Color;

use super::{
    Target,
    rules::{self, WORDS, refused, sheet_of},
};

pub const TARGET: Target = Target {
    name: "vocabulary",
    run,
    seeds,
    sealed: None,
    words: &WORDS,
};

/// Short ones.
fn seeds() -> Vec<(String, Vec<u8>)> {
    let texts = [
        (
            "small",
            "vocabulary KRKR\nlet reach = rook_attacks(us.rook)\nlet touched = them.rook in reach # a comment\nlet far(a: square) = distance(a, us.king) > 4\ntry distance(us.king, them.king)\ntry (touched or\n     far(them.rook))\ntry count x in reach : far(x)\n",
        ),
        (
            "sides",
            "vocabulary KBNvKR\ntry for strong distance(strong.king, strong.bishop) - distance(weak.king, weak.rook)\ntry for weak aligned(strong.king, weak.king)\ntry not any x in king_attacks(us.king) : x in edge\ntry if in_check then us.king in edge else true\n",
        ),
        (
            "tables",
            "vocabulary KPvK\ntry edge_distance(strong.king)\ntry strong.pawn in rank_7\ntry distance(weak.king, strong.pawn) - distance(strong.king, strong.pawn)\n",
        ),
    ];
    let named = texts.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()));
    named.to_vec()
}

/// Conditions that evaluate more values than this are left out.
const MOST_WORK: u64 = 20_000;

fn run(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match Vocabulary::parse("fuzz.rules", &text) {
        Ok(vocabulary) => accepted(&vocabulary),
        Err(errors) => refused(&errors),
    }
}

fn accepted(vocabulary: &Vocabulary) {
    assert_eq!(vocabulary.definitions_of([]).len(), 0);
    for turn in Color::ALL {
        let Ok(mut conditions) = Conditions::new(vocabulary, turn) else {
            assert!(Layout::new(vocabulary.material()).is_err());
            return;
        };
        conditions.keep_up_to(MOST_WORK);
        let layout = Layout::new(vocabulary.material()).expect("it has conditions");
        find(vocabulary, &conditions, &layout, turn);
        as_rules(vocabulary, &conditions, turn);
    }
}

/// Each condition holds for legal positions only.
fn find(vocabulary: &Vocabulary, conditions: &Conditions, layout: &Layout, turn: Color) {
    let chosen = crc32fast::hash(vocabulary.text().as_bytes()) as usize;
    let (first, legal) = sheet_of(layout, turn, chosen);
    let fixed = layout.decode(first, turn).squares;
    let fixed = &fixed[..2.max(layout.men().len() - 2)];
    let sheet = Sheet {
        fixed,
        legal: &legal,
    };
    conditions.finder().sheet(&sheet, |at, found| {
        assert!(at < conditions.all().len());
        for (found, legal) in found.iter().zip(&legal) {
            assert_eq!(found & !legal, 0);
        }
    });
}

/// What it writes can be read as a rule.
fn as_rules(vocabulary: &Vocabulary, conditions: &Conditions, turn: Color) {
    for &condition in conditions.all().iter().take(3) {
        let definitions = vocabulary.definitions_of([condition.term]).join("\n");
        let class = vocabulary.material();
        let side = turn.fold_wb("strong", "weak");
        for holds in [false, true] {
            let when = vocabulary.test(condition, holds);
            let text = format!(
                "recognizer {class}\n{definitions}\ndraw \"a\" for {side} because \"b\" when {when}"
            );
            if let Err(errors) = RuleFile::parse("fuzz.rules", &text) {
                // With equal material there is one side only.
                assert!(class.is_symmetric(), "{errors}");
            } else {
                (rules::TARGET.run)(text.as_bytes());
            }
        }
    }
}
