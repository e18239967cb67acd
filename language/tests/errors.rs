//! Error messages for rule files.

use std::sync::Arc;

use drawproof_language::{FoundTables, Resolver, RuleFile, syntax::UseSource};
use drawproof_tables::Material;

/// Each mistake, after a line `recognizer KRKR` or `recognizer KRKN`.
const MISTAKES: &[(&str, &str, &str)] = &[
    ("no header", "", "draw \"x\" because \"y\" when true"),
    ("unknown man in class", "recognizer KXKR\n", ""),
    ("bare kings", "recognizer KK\n", ""),
    (
        "unknown sign",
        "recognizer KRKR\n",
        "draw \"x\" because \"y\" when us.king ? edge",
    ),
    (
        "open text",
        "recognizer KRKR\n",
        "draw \"x because y when true",
    ),
    ("no reason", "recognizer KRKR\n", "draw \"x\" when true"),
    (
        "no condition",
        "recognizer KRKR\n",
        "draw \"x\" because \"y\" when",
    ),
    (
        "misspelt name",
        "recognizer KRKR\n",
        "draw \"x\" because \"y\" when distanse(us.king, us.rook) > 1",
    ),
    (
        "misspelt member",
        "recognizer KRKR\n",
        "draw \"x\" because \"y\" when us.rok in edge",
    ),
    (
        "square for truth",
        "recognizer KRKR\n",
        "draw \"x\" because \"y\" when us.king",
    ),
    (
        "number for set",
        "recognizer KRKR\n",
        "draw \"x\" because \"y\" when us.king in 3",
    ),
    (
        "chain",
        "recognizer KRKR\n",
        "draw \"x\" because \"y\" when 1 < count(edge) < 3",
    ),
    (
        "arguments",
        "recognizer KRKR\n",
        "draw \"x\" because \"y\" when distance(us.king) > 1",
    ),
    (
        "use before definition",
        "recognizer KRKR\n",
        "let a = b\nlet b = edge\ndraw \"x\" because \"y\" when us.king in a",
    ),
    ("taken name", "recognizer KRKR\n", "let edge = corners"),
    (
        "check after a move",
        "recognizer KRKN\n",
        "draw \"x\" because \"y\" when any move m by us : in_check",
    ),
    (
        "not to move",
        "recognizer KRKR\n",
        "draw \"x\" because \"y\" when any move m by them : true",
    ),
    (
        "not to reply",
        "recognizer KRKR\n",
        "draw \"x\" because \"y\" when any move m by us : any move n by us : true",
    ),
    (
        "captured man",
        "recognizer KRKN\n",
        "draw \"x\" for strong because \"y\" when any move m by us : them.knight in edge",
    ),
    (
        "captured king",
        "recognizer KRKN\n",
        "draw \"x\" because \"y\" when any capture m by us of them.king : true",
    ),
    (
        "all men captured",
        "recognizer KRKN\n",
        "draw \"x\" because \"y\" when any capture m by us of them.men : true",
    ),
    (
        "too many moves",
        "recognizer KRKN\n",
        "draw \"x\" because \"y\" when any move m by us : any move n by them : any move o by us : any move p by them : true",
    ),
    (
        "no smaller class",
        "recognizer KRKN\n",
        "draw \"x\" because \"y\" when drawn",
    ),
    (
        "nothing used",
        "recognizer KRKN\n",
        "draw \"x\" because \"y\" when any capture m by us : drawn",
    ),
    (
        "nothing used for large classes",
        "recognizer KBBPK\n",
        "draw \"x\" for strong because \"y\" when any promotion m by us : drawn",
    ),
    (
        "no way there",
        "recognizer KRKN\n",
        "use KQK table draw \"x\" because \"y\" when true",
    ),
    (
        "used without a source",
        "recognizer KRKN\n",
        "use KRK draw \"x\" because \"y\" when true",
    ),
    (
        "no men to move",
        "recognizer KRKN\n",
        "draw \"x\" because \"y\" when any move m by us.attacks : true",
    ),
    (
        "a move is no value",
        "recognizer KRKN\n",
        "draw \"x\" because \"y\" when any move m by us : m in edge",
    ),
    (
        "defined twice",
        "recognizer KRKR\n",
        "let a = edge\nlet a = corners",
    ),
    (
        "stronger side",
        "recognizer KRKR\n",
        "draw \"x\" because \"y\" when strong.king in edge",
    ),
    (
        "limit",
        "recognizer KRKR\n",
        "draw \"x\" for strong because \"y\" when true",
    ),
    (
        "piece of one side",
        "recognizer KRKN\n",
        "draw \"x\" because \"y\" when us.rook in edge",
    ),
    (
        "several men",
        "recognizer KBBKR\n",
        "draw \"x\" because \"y\" when strong.bishop in edge",
    ),
    (
        "two rules of one name",
        "recognizer KRKR\n",
        "draw \"x\" because \"y\" when true\ndraw \"x\" because \"z\" when true",
    ),
    (
        "short table",
        "recognizer KRKR\n",
        "table t = square -> set [0x1, 0x2]",
    ),
    (
        "large number",
        "recognizer KRKR\n",
        "draw \"x\" because \"y\" when count(edge) < 99999999999",
    ),
    (
        "several syntax errors",
        "recognizer KRKR\n",
        "let a = (edge\nlet b = corners)\ndraw x because \"y\" when a\nlet c = $ edge\n\
         silent \"x\" because \"y\" when in_check and\ndraw \"z\" because \"y\" when true",
    ),
    (
        "no header and a syntax error",
        "",
        "draw \"x\" because \"y\" when\ndraw \"z\" because \"y\" when true",
    ),
    (
        "a vocabulary",
        "",
        "vocabulary KRKR\ntry in_check\ntry true",
    ),
    (
        "signs of other languages",
        "recognizer KRKR\n",
        "// draw \"x\" when true\nlet a = count(edge) == 28\nlet b = in_check && a\nlet c = a || b\n\
         let d = !a\nlet e := edge\nlet f = count(edge) => 3\nlet g = count(edge) <> 3\nlet h = edge;\n\
         draw 'x' because \"y\" when true\nlet i = count(edge) ≤ 3",
    ),
    (
        "capital letters",
        "recognizer KRKR\n",
        "let a = {A2, h8}\nlet b = Edge\nlet c = Rook_Attacks(us.rook)",
    ),
    (
        "capital keyword",
        "recognizer KRKR\n",
        "let a = in_check AND true\nLET b = edge",
    ),
    (
        "no arguments",
        "recognizer KPK\n",
        "let a = promotion_up()\nlet b = rook_attacks()",
    ),
    (
        "table of truths",
        "recognizer KRKR\n",
        "table t = square -> truth [1, 2]",
    ),
    (
        "long name",
        "recognizer KRKR\n",
        "draw \"a name that tells the reader far more than names should, as the reason is there for that, and so on, and so forth\" because \"y\" when true",
    ),
    (
        "empty name and reason",
        "recognizer KRKR\n",
        "draw \"\" because \"\" when true\nsilent \"x\" because \" \" when true",
    ),
    (
        "two mistakes",
        "recognizer KRKR\n",
        "draw \"x\" because \"y\" when us.king in edg\ndraw \"z\" because \"y\" when us.queen in edge",
    ),
];

#[test]
fn messages() {
    let shown: Vec<String> = MISTAKES
        .iter()
        .map(|(name, header, rest)| {
            let errors = RuleFile::parse("my.rules", &format!("{header}{rest}\n")).expect_err(name);
            format!("## {name}\n\n{}\n", errors.render(false))
        })
        .collect();
    insta::assert_snapshot!(shown.join("\n"));
}

/// Has every table, without looking.
struct Promised;

impl Resolver for Promised {
    fn rules(&self, _: &Material, _: &UseSource, _: &str) -> Result<(String, String), String> {
        Err("there are no rules here".into())
    }

    fn tables(&self, _: &Material) -> Result<FoundTables, String> {
        Ok(FoundTables {
            tables: Arc::default(),
            from: "nowhere".into(),
        })
    }
}

/// The examples of the language's description are valid.
#[test]
fn documented_examples() {
    let page = include_str!("../../docs/reference/rule-language.md");
    let examples: Vec<&str> = page
        .split("```rules\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .collect();
    assert!(examples.len() > 2);
    for example in examples {
        let text = if example.contains("recognizer") {
            example.to_string()
        } else {
            format!("recognizer KRKR\n{example}")
        };
        if let Err(errors) =
            RuleFile::parse_with("docs/reference/rule-language.md", &text, &Promised)
        {
            panic!("{errors}");
        }
    }
}
