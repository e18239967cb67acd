//! Pathological files: they give few errors quickly, and take little memory.

use std::error::Error;

use drawproof_language::{MAX_TEXT_BYTES, RuleErrors, RuleFile, SymmetryGroup, account, interpret};
use drawproof_tables::Placement;
use shakmaty::{Board, Color};

type Outcome = Result<(), Box<dyn Error>>;

const RULE: &str = "draw \"x\" because \"y\" when true\n";

fn errors(text: &str) -> RuleErrors {
    match RuleFile::parse("my.rules", text) {
        Ok(_) => panic!("it is no rule file"),
        Err(errors) => errors,
    }
}

fn first_message(text: &str) -> String {
    errors(text).errors()[0].message.clone()
}

#[test]
fn long_names_are_refused() {
    for length in [101, 66_000] {
        let name = "x".repeat(length);
        let rule = RULE.replace("\"x\"", &format!("\"{name}\""));
        let message = first_message(&format!("recognizer KRKR\n{rule}"));
        assert!(message.contains("at most"), "{message}");
        let message = first_message(&format!("recognizer KRKR\nlet {name} = edge\n{RULE}"));
        assert!(message.contains("at most 100"), "{message}");
    }
    let reason = "y".repeat(2001);
    let rule = RULE.replace("\"y\"", &format!("\"{reason}\""));
    let message = first_message(&format!("recognizer KRKR\n{rule}"));
    assert!(message.contains("2001 characters"), "{message}");
}

#[test]
fn large_files_are_refused() {
    let long = "#".repeat(MAX_TEXT_BYTES);
    let message = first_message(&format!("recognizer KRKR\n{RULE}{long}"));
    assert!(message.contains("at most 16 MiB"), "{message}");
}

/// An error that occurs twenty thousand times is shown twenty times.
#[test]
fn few_errors_are_shown() {
    for wrong in [
        "let x = (\n",
        "draw ",
        "let a = b\n",
        "draw \"x\" because \"y\" when us.rok\n",
        ")",
        "$",
        "\"",
    ] {
        let errors = errors(&format!("recognizer KRKR\n{}", wrong.repeat(20_000)));
        assert!(errors.errors().len() <= 20, "{wrong}");
        // The rest of a very long line is not shown.
        let shown = errors.render(false).len();
        assert!(shown < 20_000, "{wrong}: {shown}");
    }
}

#[test]
fn too_much_is_refused() {
    for (text, expected) in [
        ("(".repeat(1_000_000), "nested more than 100"),
        (
            format!("let a = {}1", "-".repeat(1000)),
            "nested more than 100",
        ),
        ("let a = 1\n".repeat(60_000), "more than 50000 rules"),
        (
            format!("let a = {{{}}}", "a1,".repeat(1_100_000)),
            "more than 1000000 expressions",
        ),
    ] {
        let text = if text.starts_with('(') {
            format!("let a = {text}")
        } else {
            text
        };
        let message = first_message(&format!("recognizer KRKR\n{text}"));
        assert!(message.contains(expected), "{message}");
    }
}

/// What people write in a row is not nested, in any operator that allows it.
#[test]
fn long_chains_are_flat() -> Outcome {
    let board: Board = "8/8/8/4k3/8/4K3/7r/R7".parse()?;
    let (_, placement, _) = Placement::of_board(&board, Color::White).ok_or("no position")?;
    let square = |at: u32| shakmaty::Square::new(at % 64).to_string();
    for (operator, count, ends) in [
        ("or", 500, "us.king = e3"),
        ("and", 10_000, "us.king != a2"),
        ("|", 64, "{}"),
        ("&", 64, "board"),
        ("+", 150, "{}"),
    ] {
        let part = |at: u32| match operator {
            "or" => format!("us.rook = {}", square(1 + at % 60)),
            "and" => format!("us.king != {}", square(at % 10)),
            "&" => format!("(board - {})", square(at % 63 + 1)),
            _ => format!("{{{}}}", square(at)),
        };
        let parts: Vec<String> = (0..count).map(part).chain([ends.into()]).collect();
        let chain = parts.join(&format!(" {operator} "));
        let chain = match operator {
            "or" | "and" => format!("({chain}) and true"),
            _ => format!("us.rook in ({chain})"),
        };
        let text = format!("recognizer KRKR\ndraw \"x\" because \"y\" when {chain}\n");
        let rules = RuleFile::parse("my.rules", &text)?;
        assert_eq!(interpret(&rules, &placement)?, Some(0), "{operator}");
        assert_eq!(rules.decide(&placement)?.rule, Some(0), "{operator}");
        // With one operand that settles it the other way.
        let (from, to) = match operator {
            "or" => ("us.king = e3", "us.king = e4"),
            "and" => ("us.king != a2", "us.king != e3"),
            "&" => ("& board", "& {}"),
            _ => ("{a1}", "{}"),
        };
        let rules = RuleFile::parse("my.rules", &text.replace(from, to))?;
        assert_eq!(interpret(&rules, &placement)?, None, "{operator}");
    }
    // Differences are taken from the left, however long they are.
    let minus = "- a2 ".repeat(90);
    let text = format!(
        "recognizer KRKR\ndraw \"x\" because \"y\" when us.rook in (board {minus}- a1 + a1)\n"
    );
    let rules = RuleFile::parse("my.rules", &text)?;
    assert_eq!(interpret(&rules, &placement)?, Some(0));
    // The text of a part is what is written.
    let chain = "(us.king = a1 or us.king = a2) or ".repeat(60);
    let text = format!("recognizer KRKR\ndraw \"x\" because \"y\" when {chain}in_check\n");
    let rules = RuleFile::parse("my.rules", &text)?;
    let account = account(&rules, &placement)?;
    let facts = &account.rules[0].conditions[0].facts;
    assert_eq!(facts.len(), 121);
    assert_eq!(facts[0].text, "us.king = a1");
    Ok(())
}

/// Each name is resolved, and each definition expanded a thousand times.
#[test]
fn many_definitions_are_read_in_good_time() -> Outcome {
    let mut text = String::from("recognizer KRKR\n");
    for at in 0..40_000 {
        text += &format!("let name{at} = {at}\n");
    }
    text += "let last = name39999 + name39998\n";
    let rules = RuleFile::parse("my.rules", &(text + RULE))?;
    assert_eq!(rules.definitions().len(), 40_001);
    let wide = "{a1}, ".repeat(5000);
    let calls = (0..8000).map(|at| format!("draw \"{at}\" because \"y\" when f({at})\n"));
    let calls: String = calls.collect();
    let text = format!("recognizer KRKR\nlet f(n: number) = us.rook in {{{wide}}}\n{calls}");
    let message = first_message(&text);
    assert!(message.contains("becomes too large"), "{message}");
    Ok(())
}

/// Four quantifiers over the board, and a tree of definitions that doubles
/// forty times.
#[test]
fn work_on_one_position_is_bounded() -> Outcome {
    let board: Board = "8/8/8/4k3/8/4K3/7r/R7".parse()?;
    let (_, placement, _) = Placement::of_board(&board, Color::White).ok_or("no position")?;
    let mut doubled = String::from("let twice0(x: square) = count({x})\n");
    for at in 1..38 {
        doubled += &format!(
            "let twice{at}(x: square) = twice{0}(x) + twice{0}(x)\n",
            at - 1
        );
    }
    let rules = |when: &str| {
        let text = format!(
            "recognizer KRKR\n{doubled}draw \"first\" because \"y\" when in_check\n\
             draw \"hard\"\n because \"y\" when {when}\n"
        );
        RuleFile::parse("my.rules", &text)
    };
    let squares = rules(
        "any a in board : any b in board : any c in board : any d in board : a = b and b != a and c = d",
    )?;
    let error = interpret(&squares, &placement).expect_err("four quantifiers");
    assert_eq!((error.rule.as_str(), error.line), ("hard", 41));
    let said = error.to_string();
    assert!(said.starts_with("my.rules:41: the rule \"hard\""), "{said}");
    let tree = rules("twice37(us.king) = 1")?;
    assert_eq!(account(&tree, &placement).err(), Some(error.clone()));
    assert_eq!(tree.decide(&placement).err(), Some(error));
    Ok(())
}

/// Only the faulty line is shown, and no more of it than a person reads.
#[test]
fn errors_in_long_files_are_short() {
    let lines = "\n".repeat(10_000);
    let long = "x".repeat(100_000);
    for text in [
        format!("recognizer KRKR\n{lines}draw {long}"),
        format!("recognizer KRKR\n{lines}draw \"{long}\" because \"y\" when true{lines}"),
        format!("recognizer KRKR\n{lines}draw \"é"),
    ] {
        let errors = RuleFile::parse("my.rules", &text).expect_err("refused");
        let shown = errors.to_string();
        assert!(shown.len() < 4_000, "{} bytes", shown.len());
        assert!(shown.contains("my.rules:10002:"), "{shown}");
    }
}

/// As many as are allowed, and one more.
#[test]
fn limits_are_those_that_errors_name() -> Outcome {
    let chain = |length: usize| {
        let link = |at| match at {
            0 => "let link0 = edge\n".to_string(),
            at => format!("let link{at} = link{}\n", at - 1),
        };
        let links: String = (0..length).map(link).collect();
        format!("recognizer KRKR\n{links}{RULE}")
    };
    RuleFile::parse("my.rules", &chain(100))?;
    let message = first_message(&chain(101));
    assert!(message.contains("more than 100 definitions"), "{message}");
    // The least value has height one.
    let tower = |height: usize| {
        let nots = |count| "not ".repeat(count);
        let lower = height / 4;
        let links = (1..4).map(|at| format!("let link{at} = {}link{}\n", nots(lower), at - 1));
        let links: String = links.collect();
        let above = nots(height - 3 * lower - 1);
        let top = RULE.replace("true", &format!("{above}link3"));
        format!("recognizer KRKR\nlet link0 = true\n{links}{top}")
    };
    RuleFile::parse("my.rules", &tower(300))?;
    let message = first_message(&tower(301));
    assert!(message.contains("becomes too large"), "{message}");
    Ok(())
}

/// Files that differ by one `not`: as many values as a graph may have, and one more.
#[test]
fn graphs_have_a_greatest_size() -> Outcome {
    const GREATEST: usize = 200_000;
    let text = |rules: usize, nots: usize| {
        let rule = |name: usize| {
            let (one, other) = (2 * name, 2 * name + 1);
            let when = ["us", "them"].map(|side| format!("distance({side}.king, a1)"));
            let [us, them] = when;
            format!("draw \"{name}\" because \"y\" when {us} = {one} or {them} = {other}\n")
        };
        let rules: String = (0..rules).map(rule).collect();
        let nots = "not ".repeat(nots);
        let last = RULE.replace("true", &format!("{nots}in_check"));
        format!("recognizer KRKR\n{rules}{last}")
    };
    let values = |text: &str| -> Result<usize, RuleErrors> {
        let rules = RuleFile::parse("my.rules", text)?;
        Ok(rules.check(Color::White).graph.nodes.len())
    };
    let few = values(&text(10, 0))?;
    let each = (values(&text(20, 0))? - few) / 10;
    let (rules, nots) = ((GREATEST - few) / each, (GREATEST - few) % each);
    assert_eq!(values(&text(10 + rules, nots))?, GREATEST);
    let message = first_message(&text(10 + rules, nots + 1));
    assert!(message.contains("becomes too large"), "{message}");
    Ok(())
}

/// A set made of constant ones is one, whatever its parts: only the whole has the
/// board's symmetries.
#[test]
fn constant_sets_are_symmetric_as_a_whole() -> Outcome {
    for (set, is_symmetric) in [
        ("{a1} | {a8, h1} | {h1, h8}", true),
        ("~{a1} & ~{a8} & ~{h1, h8}", true),
        ("(edge - {a1, h1}) - {a8, h8}", true),
        ("~(~{a1} & ~{a8, h1})", false),
        ("~{a1} & ~{a8}", false),
    ] {
        let rule = RULE.replace("true", &format!("us.king in {set}"));
        let rules = RuleFile::parse("my.rules", &format!("recognizer KRKR\n{rule}"))?;
        assert_eq!(rules.group() == SymmetryGroup::FULL, is_symmetric, "{set}");
    }
    Ok(())
}
