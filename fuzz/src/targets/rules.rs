//! Rule files: read, and judged in two ways.

use drawproof_evaluate::{CompiledRules, Recognizer, Sheet, Verdicts};
use drawproof_export::{Language, Style, emit};
use drawproof_language::{RuleErrors, RuleFile, account, interpret};
use drawproof_tables::{Index, Layout, Placement, ones};
use shakmaty::Color;

use super::target::Target;

pub const TARGET: Target = Target {
    name: "rules",
    run,
    seeds,
    sealed: None,
    words: &WORDS,
};

/// Words of the language, signs, and difficult numbers.
pub const WORDS: [&str; 68] = [
    "recognizer KRKR\n",
    "vocabulary KRKN\n",
    "draw \"x\" because \"y\" when ",
    "silent \"z\" for strong because \"y\" when ",
    "let f(x: square) = ",
    "let g = ",
    "table t = square -> set [",
    "table n = square -> number [",
    "try ",
    "try for weak ",
    " for weak ",
    "us.king",
    "them.king",
    "us.rook",
    "them.knights",
    "strong.men",
    "weak.pawn",
    "us.attacks",
    "occupied",
    "in_check",
    "edge",
    "corners",
    "light_squares",
    "file_a",
    "rank_1",
    "e4",
    "0x8000000000000001",
    "distance(",
    "edge_distance(",
    "rook_attacks(",
    "king_forks(",
    "neighbours(",
    "empty(",
    "count(",
    "aligned(",
    " any x in ",
    " all y in ",
    " count z in ",
    " any move m by us : ",
    " all quiet m by us.king : ",
    " count capture n by them of us.rook : ",
    " any promotion m by us.pawns : ",
    " all check n by us : ",
    "m.from",
    "n.to",
    "them.in_check",
    "drawn",
    "us.wins",
    "them.cannot_win",
    "use KRK table\n",
    " : ",
    " in ",
    " and ",
    " or ",
    "not ",
    " if ",
    " then ",
    " else ",
    " <= ",
    " != ",
    " - ",
    " & ",
    "~",
    "{a1, b2}",
    "2147483647",
    "-2147483648",
    "true",
    "# ",
];

/// Short files that use most of the language.
fn seeds() -> Vec<(String, Vec<u8>)> {
    let texts = [
        (
            "small",
            "recognizer KRKN\nsilent \"loose knight\" for strong\n  because \"It may be lost.\"\n  when them.knight in us.attacks\ndraw \"beside\" for strong because \"Together.\"\n  when distance(them.king, them.knight) = 1 and them.king in ~edge\n",
        ),
        (
            "words",
            "recognizer KBPvK\nlet near(at: square) = distance(at, us.king) <= 2\nlet ways = king_attacks(them.king) - us.attacks\ntable t = square -> set [0x1, 0x2]\ndraw \"a\" because \"b\" when near(strong.bishop) and (any x in ways : x in edge) # remark\nsilent \"c\" for weak because \"d\" when if in_check then count(ways) > 1 else us.king in {a1, h8}\n",
        ),
        (
            "numbers",
            "recognizer KRvKR\ndraw \"n\" because \"m\" when edge_distance(us.king) - 2 * corner_distance(them.king) < 3 + count x in rook_attacks(us.rook) : x in rank_1\n",
        ),
        (
            "sets",
            "recognizer KNNvKN\ndraw \"s\" because \"t\" when empty((us.knights | them.men) & ~(light_squares + e4) - neighbours(corners)) or them.knight in 0xff00\n",
        ),
        (
            "moves",
            "recognizer KPvKP\ndraw \"m\" because \"n\" when any quiet m by us.pawn : all capture n by them of us.pawn : n.to != m.to and not us.in_check\n",
        ),
        ("nothing", "recognizer KRKR\n"),
        (
            "foreign",
            "vocabulary KRKR\ntry distance(us.king, them.king)\n",
        ),
    ];
    let named = texts.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()));
    named.to_vec()
}

/// The maximum number of quantifiers: each nested one makes 64 times the work.
const MOST_LOOPS: usize = 2;

fn run(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match RuleFile::parse("fuzz.rules", &text) {
        Ok(rules) => accepted(&rules, &text),
        Err(errors) => refused(&errors),
    }
}

/// Every error can be shown, and lies within the text.
pub fn refused(errors: &RuleErrors) {
    assert!(!errors.errors().is_empty());
    for color in [false, true] {
        assert!(errors.render(color).contains("fuzz.rules"));
    }
}

/// Whether the rules of a text take little enough work to be asked about
/// positions.
pub fn is_little_work(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let loops = ["any", "all", "count", "set"];
    words.by_ref().filter(|word| loops.contains(word)).count() <= MOST_LOOPS
}

fn accepted(rules: &RuleFile, text: &str) {
    let again = RuleFile::parse("fuzz.rules", text).expect("it was read before");
    assert!(rules.decides_like(&again));
    for language in Language::ALL {
        emit(&[rules], language, &Style::default(), &[])
            .expect("rules of one class can be written");
    }
    let size = rules.size();
    assert_eq!(size.rules, rules.rules().len());
    let Ok(layout) = Layout::new(rules.material()) else {
        return;
    };
    if is_little_work(text) {
        judge(rules, &layout, crc32fast::hash(text.as_bytes()) as usize);
    }
}

/// Some positions are judged alike in every way.
fn judge(rules: &RuleFile, layout: &Layout, chosen: usize) {
    let compiled = CompiledRules::new(rules);
    // With equal material only White to move is judged.
    let turns = if rules.material().is_symmetric() {
        1
    } else {
        2
    };
    for turn in Color::ALL.into_iter().take(turns) {
        let (first, legal) = sheet_of(layout, turn, chosen);
        let fixed = layout.decode(first, turn).squares;
        let fixed = &fixed[..2.max(layout.men().len() - 2)];
        let sheet = Sheet {
            fixed,
            legal: &legal,
        };
        let mut verdicts = Verdicts::new(rules.rules().len());
        let judged = compiled.judge(turn).sheet(&sheet, &mut verdicts);
        if let Err(error) = judged {
            assert!(!error.to_string().is_empty());
            continue;
        }
        for (row, &legal) in legal.iter().enumerate() {
            for bit in ones(legal) {
                let word = first.word + row;
                let placement = layout.decode(Index { word, bit, ..first }, turn);
                let decides = |&rule: &usize| {
                    let decided = verdicts.of(rule);
                    decided.is_some_and(|rows| rows[row] >> bit & 1 != 0)
                };
                let batched: Vec<usize> = (0..rules.rules().len()).filter(decides).collect();
                compare(rules, &placement, &batched);
            }
        }
    }
}

/// All evaluators that have a verdict have the same one; a rule may take too
/// much work.
fn compare(rules: &RuleFile, placement: &Placement, batched: &[usize]) {
    let fen = placement.fen(rules.material());
    let batched_first = batched.first().copied();
    assert!(batched.len() < 2, "{fen}");
    let verdicts = [
        interpret(rules, placement),
        rules.decide(placement).map(|decision| decision.rule),
        account(rules, placement).map(|account| account.decided_by),
    ];
    for verdict in verdicts {
        match verdict {
            Ok(rule) => assert_eq!(rule, batched_first, "{fen}"),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

/// The first position of some sheet, and a few of its legal positions.
pub fn sheet_of(layout: &Layout, turn: Color, chosen: usize) -> (Index, [u64; 64]) {
    let block = chosen % layout.blocks();
    let height = layout.block_words().min(64);
    let word = chosen / 7 % layout.block_words() / height * height;
    let mut all = vec![0; layout.block_words()];
    layout.legal(block, turn, &mut all);
    let mut legal = [0; 64];
    for row in [chosen % height, chosen / 64 % height, height / 2] {
        legal[row] = all[word + row] & 0x0100_0010_0200_4001_u64.rotate_left(chosen as u32 % 64);
    }
    (
        Index {
            block,
            word,
            bit: 0,
        },
        legal,
    )
}
