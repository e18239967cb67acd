//! A second look at random positions: the result of a run beside that of the single
//! position.

use std::error::Error;

use drawproof_evaluate::CompiledRules;
use drawproof_language::{RuleFile, interpret};
use drawproof_recognizers::Builtin;
use drawproof_retro::{Wanted, generate};
use drawproof_tables::{
    Layout, Material, Oracle, OracleError, Placement, TableSet, Value, Wdl, WdlWords,
};
use drawproof_verify::{Options, SecondLook, Verification};
use shakmaty::Color;

type Outcome = Result<(), Box<dyn Error + Send + Sync>>;
type Made<T> = Result<T, Box<dyn Error + Send + Sync>>;

fn rules(class: &str, text: &str) -> Made<RuleFile> {
    let text = format!("recognizer {class}\n{text}");
    Ok(RuleFile::parse("test.rules", &text)?)
}

/// The text of handwritten rules.
fn krkr() -> Made<String> {
    let rules = Builtin::named("krkr.quick.rules").ok_or("no such rules")?;
    Ok(rules.text())
}

fn generated(class: &str, wanted: Wanted) -> Made<TableSet> {
    let mut tables = TableSet::new();
    generate(&class.parse()?, wanted, &mut tables, &|_, _| {})?;
    Ok(tables)
}

fn second_look(
    rules: &RuleFile,
    oracle: &dyn Oracle,
    full_board: bool,
    count: u64,
) -> Made<SecondLook> {
    let compiled = CompiledRules::new(rules);
    let options = Options {
        full_board,
        ..Options::default()
    };
    let verification = Verification::new(&compiled, oracle, options)?;
    let look =
        verification.second_look(&|placement| interpret(rules, placement), count, &|_| {})?;
    assert_eq!(look.positions, count);
    Ok(look)
}

const SIDES: &str = r#"
    silent "corner" because "for the test" when us.king in corners
    draw "near" for weak because "for the test" when distance(us.king, them.king) < 4
    draw "seen" for strong because "for the test" when us.king in them.attacks
        or count(us.attacks & edge) > 9
"#;

const PAWNS: &str = r#"
    draw "blocked" because "for the test" when them.king in pawn_attacks_up(us.king)
        or any x in us.pawns : rank(x) = 5 and x in them.attacks
    draw "level" because "for the test" when count(us.pawns & rank_4) = 1
"#;

/// Rewrites rules for equal material.
fn both_sides(rules: &str) -> String {
    rules.replace(" for weak", "").replace(" for strong", "")
}

#[test]
fn a_second_look_at_random_positions() -> Outcome {
    finds_nothing(&[
        ("KRvKR", &krkr()?[..], 1_000_usize),
        (
            "KNNvK",
            &format!("recognizer KNNK{}", SIDES.replace("near", "n"))[..],
            2_000,
        ),
        ("KRvKN", &format!("recognizer KRKN{SIDES}")[..], 2_000),
        ("KRvK", &format!("recognizer KRK{SIDES}")[..], 2_000),
        ("KPvK", &format!("recognizer KPK{SIDES}{PAWNS}")[..], 2_000),
    ])
}

#[test]
#[ignore = "seconds: pawns of four men"]
fn a_second_look_at_random_positions_with_pawns() -> Outcome {
    finds_nothing(&[
        (
            "KBvKP",
            &format!("recognizer KBKP{SIDES}{PAWNS}")[..],
            2_000,
        ),
        (
            "KPvKP",
            &format!("recognizer KPKP{}{PAWNS}", both_sides(SIDES))[..],
            2_000,
        ),
    ])
}

/// Looks at so many random positions of each class with its rules.
fn finds_nothing(all: &[(&str, &str, usize)]) -> Outcome {
    let mut tables = TableSet::new();
    for &(class, text, count) in all {
        generate(&class.parse()?, Wanted::Wdl, &mut tables, &|_, _| {})?;
        let rules = RuleFile::parse("test.rules", text)?;
        // The rules of KRvKR take their time, one by one.
        for full_board in [false, true].into_iter().take(count / 1_000) {
            let look = second_look(&rules, &tables, full_board, count as u64)?;
            assert_eq!(look.first, None, "{class}");
        }
    }
    Ok(())
}

/// A rule on one side of the board, and on equal material with Black to move.
#[test]
fn a_second_look_at_the_full_board() -> Outcome {
    let tables = generated("KRvKR", Wanted::Wdl)?;
    let rules = rules(
        "KRKR",
        r#"draw "a" because "not folded" when us.king in { a1, a2, b7 }"#,
    )?;
    let look = second_look(&rules, &tables, false, 20_000)?;
    assert_eq!(look.first, None);
    Ok(())
}

/// The run and the check of a single position differ if either is wrong.
#[test]
fn a_second_look_can_fail() -> Outcome {
    let rules = rules("KRKN", SIDES)?;
    let tables = generated("KRvKN", Wanted::Wdl)?;
    let compiled = CompiledRules::new(&rules);
    let verification = Verification::new(&compiled, &tables, Options::default())?;
    let lies = |placement: &_| {
        let rule = interpret(&rules, placement)?;
        Ok(rule.filter(|&rule| rule != 2))
    };
    let look = verification.second_look(&lies, 2_000, &|_| {})?;
    assert!(look.differences > 10);
    let first = look.first.ok_or("no position")?;
    assert_eq!(first.run.map(|run| run.rule), Some(Some(2)));
    assert_eq!(first.alone.rule, None);
    Ok(())
}

/// Says that every draw is won if asked about blocks, and the truth about
/// single positions.
struct TwoTongues<'a>(&'a TableSet);

impl Oracle for TwoTongues<'_> {
    fn name(&self) -> String {
        self.0.name()
    }

    fn fingerprint(&self, material: &Material) -> Result<String, OracleError> {
        self.0.fingerprint(material)
    }

    fn probe(&self, material: &Material, placement: &Placement) -> Result<Value, OracleError> {
        self.0.probe(material, placement)
    }

    fn block(
        &self,
        layout: &Layout,
        block: usize,
        turn: Color,
        words: &mut WdlWords,
    ) -> Result<(), OracleError> {
        self.0.block(layout, block, turn, words)?;
        for (win, (&legal, &loss)) in
            (words.win.iter_mut()).zip(words.legal.iter().zip(&words.loss))
        {
            *win |= legal & !loss;
        }
        Ok(())
    }
}

/// The second look covers the oracle as well.
#[test]
fn a_second_look_finds_an_oracle_that_contradicts_itself() -> Outcome {
    let rules = rules("KRK", "")?;
    let tables = generated("KRvK", Wanted::Wdl)?;
    let look = second_look(&rules, &TwoTongues(&tables), false, 2_000)?;
    assert!(look.differences > 10);
    let first = look.first.ok_or("no position")?;
    assert_eq!(first.run.and_then(|run| run.answer.wdl()), Some(Wdl::Win));
    assert_eq!(first.alone.answer.wdl(), Some(Wdl::Draw));
    Ok(())
}

/// Says that every position of any class is drawn.
struct AllDraws;

impl Oracle for AllDraws {
    fn name(&self) -> String {
        "all draws".into()
    }

    fn fingerprint(&self, _: &Material) -> Result<String, OracleError> {
        Ok(String::new())
    }

    fn probe(&self, _: &Material, _: &Placement) -> Result<Value, OracleError> {
        Ok(Value::DRAW)
    }

    fn block(&self, _: &Layout, _: usize, _: Color, _: &mut WdlWords) -> Result<(), OracleError> {
        Ok(())
    }
}

/// With five men a placement of the kings has several sheets, here one for
/// each square of the knight.
#[test]
fn a_second_look_at_several_sheets() -> Outcome {
    let text = r#"draw "edge" because "for the test" when weak.knight in edge"#;
    let rules = rules("KRBvKN", text)?;
    let look = second_look(&rules, &AllDraws, false, 2_000)?;
    assert_eq!(look.first, None);
    Ok(())
}

#[test]
#[ignore = "a long proof: a million positions of a class"]
fn second_look_at_a_million_positions() -> Outcome {
    for class in ["KRvKR", "KNNvKN", "KBBvKN"] {
        let tables = generated(class, Wanted::Dtz)?;
        let sides = if class == "KRvKR" {
            both_sides(SIDES)
        } else {
            SIDES.into()
        };
        let look = second_look(&rules(class, &sides)?, &tables, false, 1_000_000)?;
        assert_eq!(look.first, None, "{class}");
    }
    Ok(())
}
