//! Rule files that nest too deep or grow too large.

use drawproof_evaluate::{CompiledRules, Recognizer, Sheet, Verdicts};
use drawproof_language::{RuleFile, syntax::Expr};
use shakmaty::{Color, Square};

#[test]
fn nothing_nests_or_grows_without_bound() {
    let deep = |open: &str, middle: &str, close: &str| {
        let times = 100_000;
        format!(
            "recognizer KRKR draw \"x\" because \"x\" when {}{middle}{}",
            open.repeat(times),
            close.repeat(times)
        )
    };
    #[allow(clippy::format_collect)] // Readable, and not in a hurry.
    let doubling: String = (1..200)
        .map(|i| format!("let d{i}(x: square) = d{0}(x) or d{0}(x)\n", i - 1))
        .collect();
    #[allow(clippy::format_collect)]
    let numbers: String = (1..3000)
        .map(|i| format!("let n{i} = n{} + {i}\n", i - 1))
        .collect();
    #[allow(clippy::format_collect)]
    let aliases: String = (1..3000)
        .map(|i| format!("let s{i} = s{}\n", i - 1))
        .collect();
    for text in [
        deep("(", "true", ")"),
        deep("not ", "true", ""),
        deep("true or (", "true", ")"),
        deep("us.king in edge - ", "edge", ""),
        deep("any x in edge : ", "true", ""),
        deep("if true then true else ", "true", ""),
        deep("us.king in ~", "edge", ""),
        format!(
            "recognizer KRKR let d0(x: square) = x in edge\n{doubling} draw \"x\" because \"x\" when d199(us.king)"
        ),
        format!(
            "recognizer KRKR let s0 = edge\n{aliases} draw \"x\" because \"x\" when us.king in s2999"
        ),
        format!("recognizer KRKR let n0 = 1\n{numbers} draw \"x\" because \"x\" when n2999 > 1"),
    ] {
        let errors = RuleFile::parse("deep", &text).expect_err("too deep");
        assert!(!errors.render(false).is_empty());
    }
    // A long row is not deep, and takes no more of the stack than others.
    for (row, holds) in [("us.king = a1 or ", false), ("us.king != a1 and ", true)] {
        let end = if holds { "true" } else { "false" };
        let text = deep(row, end, "");
        let rules = RuleFile::parse("row", &text).expect("a row");
        let read_again = rules.syntax().rules[0].condition.to_string();
        Expr::parse(&read_again).expect("what is written can be read");
        let compiled = CompiledRules::new(&rules);
        let (fixed, legal) = ([Square::B1, Square::C3], [!0; 64]);
        let sheet = Sheet {
            fixed: &fixed,
            legal: &legal,
        };
        let mut verdicts = Verdicts::new(1);
        let judged = compiled.judge(Color::White).sheet(&sheet, &mut verdicts);
        judged.expect("little work");
        assert_eq!(verdicts.of(0), holds.then_some(&legal));
    }
}
