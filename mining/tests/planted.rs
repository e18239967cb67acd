//! A planted truth is found again.

use drawproof_evaluate::{CompiledRules, Recognizer, Sheet, Verdicts};
use drawproof_language::{NoResolver, RuleFile, Vocabulary, interpret};
use drawproof_mining::{
    Budget, Examples, Form, FoundRules, Miner, Options, Sampling, Unit, vocabulary::vocabulary,
};
use drawproof_tables::{
    Layout, Material, Oracle, OracleError, Placement, Subject, Value, WdlWords,
};
use drawproof_verify::{Options as VerifyOptions, verify};
use shakmaty::{Color, Square};

/// An oracle by which a position is won if the rules keep silent, and drawn if
/// they claim a draw.
struct Planted(RuleFile);

impl Oracle for Planted {
    fn name(&self) -> String {
        "planted".into()
    }

    fn fingerprint(&self, _: &Material) -> Result<String, OracleError> {
        Ok(self.0.sha256().into())
    }

    fn probe(&self, _: &Material, placement: &Placement) -> Result<Value, OracleError> {
        panic!("{placement:?} is not asked for by itself")
    }

    fn block(
        &self,
        layout: &Layout,
        block: usize,
        turn: Color,
        words: &mut WdlWords,
    ) -> Result<(), OracleError> {
        let rules = CompiledRules::new(&self.0);
        let mut judge = rules.judge(turn);
        let mut verdicts = Verdicts::new(self.0.rules().len());
        let rows = layout.block_words().min(64);
        let (white, black) = layout.kings().squares(block);
        for first in (0..layout.block_words()).step_by(rows) {
            let mut legal = [0; 64];
            legal[..rows].copy_from_slice(&words.legal[first..first + rows]);
            let outers = layout.outer_men().len().saturating_sub(1);
            let mut fixed: Vec<Square> = vec![white, black];
            fixed.extend(layout.outer_squares(first).take(outers));
            let sheet = Sheet {
                fixed: &fixed,
                legal: &legal,
            };
            judge.sheet(&sheet, &mut verdicts).unwrap();
            for row in 0..rows {
                let claims = (0..self.0.rules().len())
                    .filter(|&rule| self.0.rules()[rule].kind.claims_draw())
                    .filter_map(|rule| verdicts.of(rule))
                    .fold(0, |all, positions| all | positions[row]);
                words.win[first + row] = legal[row] & !claims;
            }
        }
        Ok(())
    }
}

const DANGERS: &str = r#"
recognizer KRK
let kings_close = distance(strong.king, weak.king) <= 3
silent "net" for strong because "planted"
  when kings_close and edge_distance(weak.king) = 0 and not aligned(strong.rook, weak.king)
silent "far" for strong because "planted"
  when distance(weak.king, strong.rook) > 5
silent "corner" for weak because "planted"
  when corner_distance(strong.rook) = 0 and manhattan(weak.king, strong.rook) > 6 and in_check
draw "rest" because "planted" when true
"#;

fn miner<'a>(vocabulary: &'a Vocabulary, oracle: &'a Planted, effort: f64) -> Miner<'a> {
    let options = Options {
        effort,
        ..Options::default()
    };
    Miner::new(vocabulary, oracle, options, &|_| {}).unwrap()
}

/// Draws that are missed, and wins and losses that are claimed.
fn faults(planted: &Planted, text: &str) -> [u64; 2] {
    let rules = RuleFile::parse("found", text).unwrap_or_else(|errors| panic!("{errors}\n{text}"));
    let verdict = verify(&CompiledRules::new(&rules), planted, VerifyOptions::DEFAULT).unwrap();
    let claims = |claims_draw: bool| {
        let rules = verdict.rules.iter();
        rules.filter(move |rule| rule.kind.claims_draw() == claims_draw)
    };
    let missed: u64 = claims(false).map(|rule| rule.counts.draws.board).sum();
    let wrong: u64 = claims(true).map(|rule| rule.counts.decisive.board).sum();
    [missed + verdict.unmatched.draws.board, wrong]
}

#[test]
fn planted_dangers_are_found_again() {
    let planted = Planted(RuleFile::parse("planted", DANGERS).unwrap());
    let class = planted.0.material().clone();
    let vocabulary = Vocabulary::parse("default", &vocabulary(&class, Subject::Results)).unwrap();
    let mut miner = miner(&vocabulary, &planted, 0.05);
    let budget = Budget {
        unit: Unit::Rules,
        at_most: 10.0,
    };
    let found = miner
        .mine(Form::List, Some(budget), &|| false)
        .unwrap()
        .unwrap();
    let text = miner.text(&found);
    assert_eq!(faults(&planted, &text), [0, 0], "{text}");
    let FoundRules::Lists(lists) = &found else {
        panic!("a list was asked for")
    };
    let sizes: Vec<usize> = lists.sides.iter().map(|side| side.rules().len()).collect();
    assert_eq!(sizes, [2, 1], "{text}");
    assert!(lists.conditions() <= 7, "{text}");
}

#[test]
fn a_tree_for_a_planted_truth_is_exact() {
    let planted = Planted(RuleFile::parse("planted", DANGERS).unwrap());
    let vocabulary = Vocabulary::parse(
        "default",
        &vocabulary(planted.0.material(), Subject::Results),
    )
    .unwrap();
    let mut miner = miner(&vocabulary, &planted, 0.0);
    let found = miner.mine(Form::Tree, None, &|| false).unwrap().unwrap();
    let text = miner.text(&found);
    assert_eq!(faults(&planted, &text), [0, 0], "{text}");
    assert!(miner.size(&found, Unit::Conditions) <= 9.0, "{text}");
}

#[test]
fn lists_are_the_same_each_time_and_stop_when_told() {
    let planted = Planted(RuleFile::parse("planted", DANGERS).unwrap());
    let vocabulary = Vocabulary::parse(
        "default",
        &vocabulary(planted.0.material(), Subject::Results),
    )
    .unwrap();
    let mut miner = miner(&vocabulary, &planted, 0.005);
    let budget = Some(Budget {
        unit: Unit::Rules,
        at_most: 2.0,
    });
    let mut text = |stop: bool| {
        let found = miner.mine(Form::List, budget, &|| stop).unwrap();
        found.map(|found| miner.text(&found))
    };
    let first = text(false).unwrap();
    assert_eq!(text(false).unwrap(), first);
    // Two rules are too few for the planted truth, but neither is wrong.
    assert_eq!(faults(&planted, &first)[1], 0);
    assert_ne!(faults(&planted, &first)[0], 0);
}

/// Enough words for the planted truth in KRvKN, and some more.
const FEW_WORDS: &str = "
vocabulary KRKN
try distance(strong.king, weak.king)
try distance(weak.king, weak.knight)
try distance(strong.king, weak.knight)
try edge_distance(weak.king)
try corner_distance(weak.knight)
try weak.knight in rook_attacks(strong.rook)
try in_check
";

const FOUR_MEN: &str = r#"
recognizer KRKN
silent "net" for strong because "planted"
  when distance(strong.king, weak.king) <= 2 and edge_distance(weak.king) = 0
silent "rare" for strong because "planted"
  when corner_distance(weak.knight) = 0 and distance(weak.king, weak.knight) > 6
silent "loose" for weak because "planted"
  when distance(weak.king, weak.knight) > 4 and weak.knight in rook_attacks(strong.rook)
draw "rest" because "planted" when true
"#;

#[test]
#[ignore = "long: mines several times, and asks about every position"]
fn what_is_learnt_from_some_positions_is_right_for_all() {
    let planted = Planted(RuleFile::parse("planted", FOUR_MEN).unwrap());
    let vocabulary = Vocabulary::parse("few words", FEW_WORDS).unwrap();
    // In the end all wins and losses are examples, or only some and those
    // claimed falsely.
    for (form, max_decisive) in [
        (Form::List, u64::MAX),
        (Form::List, 1),
        (Form::Tree, u64::MAX),
        (Form::Tree, 1),
    ] {
        let sampling = Sampling {
            max_draws: 1 << 14,
            max_sheets: 12,
            max_decisive,
            ..Options::default().sampling
        };
        let options = Options {
            effort: 0.01,
            sampling,
            ..Options::default()
        };
        let mut miner = Miner::new(&vocabulary, &planted, options, &|_| {}).unwrap();
        assert!(miner.sides.iter().all(|side| !side.is_all()));
        let found = miner.mine(form, None, &|| false).unwrap().unwrap();
        let is_all = miner.sides.iter().all(Examples::is_all);
        assert_eq!(is_all, max_decisive == u64::MAX);
        let text = miner.text(&found);
        let [missed, wrong] = faults(&planted, &text);
        assert_eq!(wrong, 0, "{text}");
        // Positions that are not examples may be guarded against needlessly.
        let missed_share = missed as f64 / (8.0 * miner.all_draws() as f64);
        assert!(missed_share < 0.01, "{missed_share}: {text}");
    }
}

#[test]
#[ignore = "long: mines several times"]
fn a_side_of_which_nothing_can_be_told_is_never_claimed() {
    const ONE_SIDE: &str = "vocabulary KRK\ntry for strong distance(strong.king, weak.king)";
    let planted = Planted(RuleFile::parse("planted", DANGERS).unwrap());
    let vocabulary = Vocabulary::parse("one side", ONE_SIDE).unwrap();
    for (max_sheets, form) in [(1, Form::List), (1, Form::Tree), (462, Form::List)] {
        let sampling = Sampling {
            max_draws: 1 << 10,
            max_sheets,
            max_decisive: 1,
            ..Options::default().sampling
        };
        let options = Options {
            sampling,
            ..Options::default()
        };
        let mut miner = Miner::new(&vocabulary, &planted, options, &|_| {}).unwrap();
        let found = miner.mine(form, None, &|| false).unwrap().unwrap();
        let text = miner.text(&found);
        assert_eq!(faults(&planted, &text)[1], 0, "{text}");
    }
}

/// Won near the edge unless four conditions hold together. Dangers would have
/// to name each of them.
const HAVEN: &str = r#"
recognizer KRKN
draw "haven" for strong because "planted"
  when distance(weak.king, weak.knight) <= 2 and distance(strong.king, weak.king) > 2
    and distance(strong.king, weak.knight) > 2 and not weak.knight in rook_attacks(strong.rook)
silent "danger" for strong because "planted" when edge_distance(weak.king) <= 1
draw "rest" because "planted" when true
"#;

#[test]
#[ignore = "seconds: four men"]
fn a_haven_does_for_what_would_take_several_dangers() {
    let planted = Planted(RuleFile::parse("planted", HAVEN).unwrap());
    let vocabulary = Vocabulary::parse("few words", FEW_WORDS).unwrap();
    let mut miner = miner(&vocabulary, &planted, 0.02);
    let budget = Budget {
        unit: Unit::Rules,
        at_most: 2.0,
    };
    let found = miner.mine(Form::List, Some(budget), &|| false);
    let found = found.unwrap().unwrap();
    let text = miner.text(&found);
    assert_eq!(faults(&planted, &text), [0, 0], "{text}");
    let FoundRules::Lists(lists) = &found else {
        panic!("a list was asked for")
    };
    let havens: Vec<usize> = lists.sides.iter().map(|side| side.havens().len()).collect();
    assert_eq!(havens, [1, 0], "{text}");
    // A draw for the haven, a win for the danger.
    let examples = miner.positions_for_rules(&found, 0, &planted).unwrap();
    assert_eq!(examples.len(), 2);
    for (example, drawn) in examples.into_iter().zip([true, false]) {
        let example = example.unwrap();
        let rule = interpret(&planted.0, &example)
            .unwrap()
            .map(|rule| &planted.0.rules()[rule]);
        let is_drawn = rule.is_some_and(|rule| rule.kind.claims_draw());
        assert_eq!(is_drawn, drawn, "{example:?}");
    }
}

/// A small sample of draws, without some that are hard to tell.
fn few_draws<'a>(vocabulary: &'a Vocabulary, planted: &'a Planted) -> Miner<'a> {
    let sampling = Sampling {
        max_draws: 1 << 9,
        ..Options::default().sampling
    };
    let options = Options {
        effort: 0.0,
        sampling,
        ..Options::default()
    };
    Miner::new(vocabulary, planted, options, &|_| {}).unwrap()
}

#[test]
fn a_tree_learns_from_draws_that_it_misses() {
    let planted = Planted(RuleFile::parse("planted", FOUR_MEN).unwrap());
    let vocabulary = Vocabulary::parse("few words", FEW_WORDS).unwrap();
    let mut miner = few_draws(&vocabulary, &planted);
    let first = FoundRules::Trees(miner.trees(&|| false));
    assert_ne!(faults(&planted, &miner.text(&first))[0], 0);
    let found = miner.mine(Form::Tree, None, &|| false).unwrap().unwrap();
    assert_eq!(faults(&planted, &miner.text(&found)), [0, 0]);
}

/// With known rules, only the draws that these miss are learned.
#[test]
#[ignore = "seconds: every position of four men"]
fn a_tree_learns_no_draws_that_are_known() {
    let planted = Planted(RuleFile::parse("planted", FOUR_MEN).unwrap());
    let vocabulary = Vocabulary::parse("few words", FEW_WORDS).unwrap();
    let far = "recognizer KRKN\nsilent \"far\" because \"unknown\"\n  \
        when distance(strong.king, weak.king) > 6";
    let known = FOUR_MEN.replace("recognizer KRKN", far);
    let rules = RuleFile::parse("known", &known).unwrap();
    let mut miner = few_draws(&vocabulary, &planted);
    miner.start_from(&rules).unwrap();
    let added = miner.mine(Form::Tree, None, &|| false).unwrap().unwrap();
    let whole = miner
        .write_before(&added, &|_, _| None, &rules, &NoResolver)
        .unwrap();
    assert_eq!(faults(&planted, &whole), [0, 0], "{whole}");
}
