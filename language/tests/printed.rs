//! Printed trees parse to the same trees, and rule files equal their printed
//! form.

use std::{error::Error, fs, path::PathBuf, sync::Arc};

use drawproof_language::{
    FoundTables, Resolver, RuleErrors, RuleFile,
    syntax::{Binary, Expr, ExprKind, MoveKind, Moves, Quantifier, UseSource},
};
use drawproof_tables::Material;
use proptest::prelude::*;

fn leaf() -> impl Strategy<Value = ExprKind> {
    let names = prop::sample::select(vec![
        "edge",
        "e4",
        "x",
        "none",
        "a_rather_long_name_of_a_definition_that_soon_fills_a_line",
    ]);
    prop_oneof![
        (0..100).prop_map(ExprKind::Number),
        any::<u64>().prop_map(ExprKind::Bits),
        names.prop_map(|name| ExprKind::Name(name.into())),
        Just(ExprKind::Member("us".into(), "rook".into())),
        Just(ExprKind::Squares(Vec::new())),
    ]
}

fn tree() -> impl Strategy<Value = Expr> {
    leaf()
        .prop_map(Expr::new)
        .prop_recursive(6, 48, 3, |inner| {
            let one = || inner.clone().prop_map(Box::new);
            let quantifiers = [
                Quantifier::Any,
                Quantifier::All,
                Quantifier::Count,
                Quantifier::Set,
            ];
            let quantifier = prop::sample::select(quantifiers.to_vec());
            let operator = prop::sample::select(Binary::ALL.to_vec());
            let kinds = prop::sample::select(MoveKind::ALL.to_vec());
            let call = prop::collection::vec(inner.clone(), 0..3);
            let kind = prop_oneof![
                one().prop_map(ExprKind::Not),
                one().prop_map(ExprKind::Complement),
                one().prop_map(ExprKind::Negative),
                one().prop_map(|square| ExprKind::Entry("map".into(), square)),
                call.clone()
                    .prop_map(|arguments| ExprKind::Call("distance".into(), arguments)),
                call.prop_map(ExprKind::Squares),
                (operator, one(), one())
                    .prop_map(|(operator, left, right)| ExprKind::Binary(operator, left, right)),
                (inner.clone(), inner.clone(), inner.clone())
                    .prop_map(|(a, b, c)| ExprKind::If(Box::new([a, b, c]))),
                (0..3_usize, kinds, inner.clone()).prop_map(moves),
                (quantifier, inner.clone(), inner).prop_map(|(quantifier, set, condition)| {
                    ExprKind::Each(quantifier, "y".into(), Box::new([set, condition]))
                }),
            ];
            kind.prop_map(Expr::new)
        })
}

fn moves((quantifier, kind, condition): (usize, MoveKind, Expr)) -> ExprKind {
    let of = Expr::new(ExprKind::Member("them".into(), "rooks".into()));
    ExprKind::Moves(Box::new(Moves {
        quantifier: [Quantifier::Any, Quantifier::All, Quantifier::Count][quantifier],
        kind,
        name: "m".into(),
        by: Expr::name("us"),
        of: (kind == MoveKind::Capture).then_some(of),
        condition,
    }))
}

/// The tree without locations.
fn bare(expr: &Expr) -> Expr {
    let mut kind = expr.kind.clone();
    if let ExprKind::Moves(moves) = &mut kind {
        moves.by = bare(&moves.by);
        moves.of = moves.of.as_ref().map(bare);
    }
    for part in kind.parts_mut() {
        *part = bare(part);
    }
    Expr::new(kind)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn what_is_printed_reads_as_the_same_tree(tree in tree()) {
        let text = tree.to_string();
        let read = Expr::parse(&text).map_err(|error| {
            TestCaseError::fail(format!("{text}: {}", error.message))
        })?;
        prop_assert_eq!(bare(&read), tree, "{}", text);
    }

    /// Removing any pair of parentheses changes the parsed tree.
    #[test]
    fn no_bracket_is_needless(tree in tree()) {
        let text = tree.to_string();
        for (start, _) in text.match_indices('(') {
            let before = text[..start].chars().next_back();
            if before.is_some_and(|letter| letter.is_alphanumeric() || letter == '_') {
                continue;
            }
            let mut depth = 0;
            let end = text[start..].find(|letter| {
                depth += i32::from(letter == '(') - i32::from(letter == ')');
                depth == 0
            });
            let end = start + end.expect("brackets are closed");
            let less = format!("{}{}{}", &text[..start], &text[start + 1..end], &text[end + 1..]);
            let read = Expr::parse(&less).map(|read| bare(&read));
            prop_assert!(read.ok() != Some(tree.clone()), "{text} is {less}");
        }
    }

    #[test]
    fn lines_read_as_the_same_tree(tree in tree()) {
        let rule = format!("recognizer KRKR let laid_out =\n{}", tree.lines(1).join("\n"));
        let flat = format!("recognizer KRKR let laid_out = {tree}");
        let body = |text: &str| {
            let file = drawproof_language::syntax::File::parse(text).ok()?;
            Some(bare(&file.definitions.last()?.body))
        };
        prop_assert_eq!(body(&rule), body(&flat));
        prop_assert_eq!(body(&flat), Some(tree));
    }
}

const BUILT_IN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../recognizers/rules");

/// The files of at most so many bytes.
fn rule_files(most: usize) -> Result<Vec<(PathBuf, String)>, Box<dyn Error>> {
    let mut files = Vec::new();
    for file in fs::read_dir(BUILT_IN)? {
        let path = file?.path();
        let text = fs::read_to_string(&path)?;
        if text.len() <= most {
            files.push((path, text));
        }
    }
    assert!(files.len() > 30);
    Ok(files)
}

/// Reads rules that may use built-in ones.
fn read(name: &str, text: &str) -> Result<RuleFile, RuleErrors> {
    RuleFile::parse_with(name, text, &BuiltIn)
}

/// Built-in rules, by the names of their files, and tables that nobody looks up.
struct BuiltIn;

impl Resolver for BuiltIn {
    fn rules(
        &self,
        class: &Material,
        source: &UseSource,
        _: &str,
    ) -> Result<(String, String), String> {
        let UseSource::BuiltIn(grade) = source else {
            return Err("no built-in rules".into());
        };
        let class = class.to_string().replace('v', "").to_lowercase();
        let name = format!("{class}.{grade}.rules");
        let text = fs::read_to_string(format!("{BUILT_IN}/{name}"));
        Ok((name, text.map_err(|error| error.to_string())?))
    }

    fn tables(&self, _: &Material) -> Result<FoundTables, String> {
        Ok(FoundTables {
            tables: Arc::default(),
            from: "nowhere".into(),
        })
    }
}

/// Large trees are alike.
const SHORT: usize = 30_000;

#[test]
fn rule_files_are_read_as_they_are_printed() -> Result<(), Box<dyn Error>> {
    are_read_as_they_are_printed(SHORT)
}

#[test]
#[ignore = "long: trees of up to a megabyte"]
fn all_rule_files_are_read_as_they_are_printed() -> Result<(), Box<dyn Error>> {
    are_read_as_they_are_printed(usize::MAX)
}

fn are_read_as_they_are_printed(most: usize) -> Result<(), Box<dyn Error>> {
    for (path, text) in rule_files(most)? {
        let name = path.display().to_string();
        let rules = read(&name, &text)?;
        for expr in rules.syntax().expressions() {
            let printed = expr.to_string();
            let read = Expr::parse(&printed).map_err(|error| error.message)?;
            assert_eq!(bare(&read), bare(expr), "{name}: {printed}");
        }
    }
    Ok(())
}

/// No built-in rule contains `not not` or unnecessary parentheses.
#[test]
fn rule_files_are_as_simple_as_they_are_printed() -> Result<(), Box<dyn Error>> {
    are_as_simple_as_they_are_printed(SHORT)
}

#[test]
#[ignore = "long: trees of up to a megabyte"]
fn all_rule_files_are_as_simple_as_they_are_printed() -> Result<(), Box<dyn Error>> {
    are_as_simple_as_they_are_printed(usize::MAX)
}

fn are_as_simple_as_they_are_printed(most: usize) -> Result<(), Box<dyn Error>> {
    for (path, text) in rule_files(most)? {
        let name = path.display().to_string();
        let rules = read(&name, &text)?;
        let tidy = rules.tidied();
        let mut remarks = text.lines().filter(|line| line.starts_with('#'));
        if text.contains("drawproof mine") && !remarks.any(|line| line.contains("by hand")) {
            for (line, tidy) in text.lines().zip(tidy.lines()) {
                assert_eq!(line, tidy, "{name}");
            }
            assert!(text == tidy, "{name}");
            continue;
        }
        // Handwritten rules have their own line breaks.
        let brackets = |text: &str| text.matches('(').count();
        assert_eq!(brackets(&text), brackets(&tidy), "{name}");
    }
    Ok(())
}
