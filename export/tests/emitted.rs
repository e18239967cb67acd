//! Exported rules, compiled and compared with the rules themselves: the same
//! rule must decide every position.

use std::{
    error::Error,
    fs::{self, File},
    path::Path,
    process::{Command, Stdio},
};

#[path = "../../evaluate/tests/shelf/mod.rs"]
mod shelf;

use drawproof_evaluate::{CompiledRules, Recognizer, Rows, Sheet, Verdicts, positions};
use drawproof_export::{How, Language, Question, Style, build, emit};
use drawproof_language::{Claim, Resolver, RuleFile, RuleKind, interpret};
use drawproof_recognizers::{Builtin, Grade, builtin};
use drawproof_tables::{Index, Layout, Placement};
use shakmaty::Color;

type Failure = Box<dyn Error + Send + Sync>;
type Outcome = Result<(), Failure>;

use super::compilers;
use shelf::Shelf;

const EVERY_WORD: &str = include_str!("every_word.rules");
const LOOPS: &str = include_str!("loops.rules");
const OPERATORS: &str = include_str!("operators.rules");

/// Every legal position that may have its own verdict, of every `step`-th pair of
/// kings, and the rule that decides it, by its number from 1; 0 for none.
fn verdicts(rules: &RuleFile, step: usize) -> Result<Vec<(Placement, usize)>, Failure> {
    let layout = Layout::new(rules.material())?;
    let compiled = CompiledRules::new(rules);
    let turns = if rules.material().is_symmetric() {
        1
    } else {
        2
    };
    let mut found = Vec::new();
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
                let decode = |word, bit| layout.decode(Index { block, word, bit }, turn);
                let squares = decode(first, 0).squares;
                let fixed = &squares[..2.max(layout.men().len() - 2)];
                let sheet = Sheet {
                    fixed,
                    legal: &legal,
                };
                judge.sheet(&sheet, &mut verdicts)?;
                let number = |row: usize, bit: u32| {
                    let mut all = 0..rules.rules().len();
                    let decides = |&rule: &usize| {
                        let rows = verdicts.of(rule);
                        rows.is_some_and(|rows| rows[row] >> bit & 1 != 0)
                    };
                    all.find(decides).map_or(0, |rule| rule + 1)
                };
                let all = positions(&legal);
                found.extend(all.map(|(row, bit)| (decode(first + row, bit), number(row, bit))));
            }
        }
    }
    Ok(found)
}

/// A program around exported rules: squares and side to move in, a byte each,
/// numbers of rules out.
fn program(rules: &RuleFile, language: Language) -> Result<String, Failure> {
    let source = emit(&[rules], language, &Style::default(), &["A test.".into()])?;
    let men = rules.material().men_count();
    let class = rules.material().to_string().replace('v', "").to_lowercase();
    let size = men + 1;
    let squares: Vec<String> = (0..men).map(|man| format!("in[{man}]")).collect();
    let mut arguments = squares.join(", ");
    if language == Language::RUST {
        arguments = arguments.replace(']', "].into()");
    }
    if !rules.material().is_symmetric() {
        arguments += &format!(", in[{men}] != 0");
    }
    // The results that are left follow the number of the rule.
    let more = says_results(rules);
    if language == Language::RUST {
        let results = if more {
            format!("rules::{class}_results({arguments})").replace("in[", "r#in[")
        } else {
            "7".into()
        };
        return Ok(format!(
            "#![deny(warnings)]\n#![forbid(unsafe_code)]\nuse std::io::{{self, Read, Write}};\n\
             mod rules {{\n{source}\n}}\n\
             fn main() {{\n    let mut all = Vec::new();\n    io::stdin().read_to_end(&mut all).unwrap();\n    \
             let mut out = Vec::new();\n    for r#in in all.chunks({size}) {{\n        \
             let number = rules::{class}_rule({});\n        \
             out.extend((number as i16).to_le_bytes());\n        \
             out.extend(({results} as i16).to_le_bytes());\n    }}\n    \
             io::stdout().write_all(&out).unwrap();\n}}\n",
            arguments.replace("in[", "r#in[")
        ));
    }
    let prefix = if language == Language::C {
        "drawproof_"
    } else {
        "drawproof::"
    };
    let results = if more {
        format!("{prefix}{class}_results({arguments})")
    } else {
        "7".into()
    };
    Ok(format!(
        "{source}\n#include <stdio.h>\nint main(void)\n{{\n    unsigned char in[{size}];\n    \
                 while (fread(in, 1, {size}, stdin) == {size}) {{\n        \
                 const int number = {prefix}{class}_rule({arguments});\n        \
                 putchar(number & 255);\n        putchar(number >> 8 & 255);\n        \
                 putchar({results} & 255);\n        putchar(0);\n    }}\n    return 0;\n}}\n"
    ))
}

/// Whether exported rules say which results are left.
fn says_results(rules: &RuleFile) -> bool {
    let mut claims = rules.rules().iter().filter_map(|rule| rule.kind.claim());
    claims.any(|claim| claim != Claim::Draw)
}

/// How a language is compiled: every warning is an error, and overflowing sums
/// and shifts stop the program.
pub fn strict(language: Language) -> Vec<Vec<&'static str>> {
    const STRICT: &str = "-Wall -Wextra -pedantic -Wshadow -Wconversion -Werror -O1 \
                          -fsanitize=signed-integer-overflow,shift -fsanitize-undefined-trap-on-error";
    let with = |first: &[&'static str], more: &'static str| {
        let all = first.iter().copied().chain(more.split(' '));
        all.collect::<Vec<_>>()
    };
    match language.to_string().as_str() {
        "c" => {
            let mut all = vec![with(&["gcc", "-std=c99"], STRICT)];
            if compilers::tested().contains(&Language::CPP) {
                all.push(with(&["g++", "-std=c++17", "-x", "c++"], STRICT));
            }
            all
        }
        "cpp" => vec![with(&["g++", "-std=c++17"], STRICT)],
        "rust" => vec![with(&["rustc"], "--edition 2024 -O -C overflow-checks=on")],
        // Asked by the program that proves exported files.
        _ => Vec::new(),
    }
}

/// Compiles a program; false without a compiler.
pub fn compile(compiler: &[&str], source: &Path, program: &Path) -> Result<bool, Failure> {
    let mut command = Command::new(compiler[0]);
    let output = command
        .args(&compiler[1..])
        .arg(source)
        .arg("-o")
        .arg(program)
        .output();
    let output = match output {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            eprintln!("skipped: there is no {}", compiler[0]);
            return Ok(false);
        }
        output => output?,
    };
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{compiler:?}: {errors}");
    assert_eq!(errors, "", "{compiler:?}");
    Ok(true)
}

/// Runs a program on all positions.
fn ask(program: &Path, input: &Path, output: &Path) -> Result<Vec<[i16; 2]>, Failure> {
    let status = Command::new(program)
        .stdin(File::open(input)?)
        .stdout(Stdio::from(File::create(output)?))
        .status()?;
    assert!(status.success(), "{status}");
    let bytes = fs::read(output)?;
    let answers = bytes.chunks_exact(4);
    let number = |low, high| i16::from_le_bytes([low, high]);
    Ok(answers
        .map(|of| [number(of[0], of[1]), number(of[2], of[3])])
        .collect())
}

/// The same rule decides every position in each of these languages.
fn agrees(rules: &RuleFile, languages: &[Language]) -> Outcome {
    agree_on(rules, &verdicts(rules, 1)?, languages)
}

fn agree_on(rules: &RuleFile, expected: &[(Placement, usize)], languages: &[Language]) -> Outcome {
    let folder = tempfile::tempdir()?;
    let at = |name: &str| folder.path().join(name);
    let mut input = Vec::new();
    for (placement, _) in expected {
        input.extend(placement.squares.iter().map(|square| u8::from(*square)));
        input.push(placement.turn.is_white().into());
    }
    fs::write(at("input"), input)?;
    let tested = compilers::tested();
    for &language in languages.iter().filter(|of| tested.contains(of)) {
        if strict(language).is_empty() {
            answers_the_same(rules, expected, language)?;
            continue;
        }
        let source = at(&format!("rules.{}", extension(language)));
        fs::write(&source, program(rules, language)?)?;
        for compiler in strict(language) {
            if !compile(&compiler, &source, &at("program"))? {
                continue;
            }
            let answers = ask(&at("program"), &at("input"), &at("output"))?;
            assert_eq!(answers.len(), expected.len());
            for ((placement, rule), answer) in expected.iter().zip(answers) {
                let kind = rule.checked_sub(1).map(|rule| rules.rules()[rule].kind);
                let claim = kind.and_then(RuleKind::claim);
                let sign = if claim.is_some() { 1 } else { -1 };
                let results = match claim {
                    Some(claim) if says_results(rules) => claim.allows(placement.turn).bits(),
                    _ => 7,
                };
                let fen = placement.fen(rules.material());
                let name = rules.source_name();
                let wanted = [sign * *rule as i16, results.into()];
                assert_eq!(answer, wanted, "{name}, {compiler:?}: {fen}");
            }
        }
    }
    Ok(())
}

/// The program that proves exported files makes the same claims, asked by bitboards and by squares.
fn answers_the_same(
    rules: &RuleFile,
    expected: &[(Placement, usize)],
    language: Language,
) -> Outcome {
    let Some(compiler) = compilers::compiler(language) else {
        return Ok(());
    };
    let folder = tempfile::tempdir()?;
    let at = |name: &str| folder.path().join(name);
    let build = build(&[rules], language, &Style::default())?;
    let source = emit(&[rules], language, &Style::default(), &["A test.".into()])?;
    let mut program = compilers::compiled(language, &compiler, &build, &source, folder.path())?;
    let material = rules.material();
    let asked: Vec<_> = expected.iter().step_by(step(language)).collect();
    let mut questions = Vec::new();
    let board = |exchanged| How::Board {
        exchanged,
        en_passant: None,
    };
    let hows = [board(false), board(true), How::Squares];
    for (placement, _) in &asked {
        let Some((last, squares)) = placement.squares.split_last() else {
            continue;
        };
        let turn = placement.turn;
        for how in hows {
            let question = Question {
                class: 0,
                turn,
                how,
            };
            questions.extend(question.bytes(&material.men(), squares, 1 << last.to_u32()));
        }
    }
    questions.extend(Question::SEND);
    fs::write(at("input"), questions)?;
    let status = program
        .stdin(File::open(at("input"))?)
        .stdout(Stdio::from(File::create(at("output"))?))
        .status()?;
    assert!(status.success(), "{language}: {status}");
    let answers = fs::read(at("output"))?;
    let answers = answers.as_chunks::<2>().0.as_chunks::<3>().0;
    assert_eq!(answers.len(), asked.len());
    for ((placement, rule), said) in asked.into_iter().zip(answers) {
        let kind = rule.checked_sub(1).map(|rule| rules.rules()[rule].kind);
        let claim = kind.and_then(RuleKind::claim);
        let results = claim.map_or(7, |claim| claim.allows(placement.turn).bits());
        let fen = placement.fen(material);
        let name = rules.source_name();
        let said = said.map(i16::from_le_bytes);
        assert_eq!(said, [i16::from(results); 3], "{name}, {language}: {fen}");
    }
    Ok(())
}

/// Of how many positions one is asked: Python takes a hundred times as long as the others.
fn step(language: Language) -> usize {
    if language == Language::PYTHON { 13 } else { 1 }
}

fn extension(language: Language) -> &'static str {
    match language.to_string().as_str() {
        "c" => "c",
        "cpp" => "cpp",
        _ => "rs",
    }
}

#[test]
fn every_word_means_the_same() -> Outcome {
    let rules = RuleFile::parse("every_word.rules", EVERY_WORD)?;
    agrees_three_ways(&rules, (1, 101), &Language::ALL)
}

#[test]
fn operators_mean_the_same() -> Outcome {
    let rules = RuleFile::parse("operators.rules", OPERATORS)?;
    agrees_three_ways(&rules, (1, 7), &Language::ALL)
}

#[test]
fn loops_mean_the_same() -> Outcome {
    let rules = RuleFile::parse("loops.rules", LOOPS)?;
    agrees_three_ways(&rules, (1, 7), &Language::ALL)
}

/// Every rule decides something, and the interpreter decides a sample of
/// positions in the same way.
fn agrees_three_ways(
    rules: &RuleFile,
    (blocks, step): (usize, usize),
    languages: &[Language],
) -> Outcome {
    let all = verdicts(rules, blocks)?;
    for (placement, rule) in all.iter().step_by(step) {
        let fen = placement.fen(rules.material());
        let plain = interpret(rules, placement)?.map_or(0, |rule| rule + 1);
        assert_eq!(*rule, plain, "{fen}");
    }
    let decides = |rule: &usize| all.iter().any(|(_, found)| found == rule);
    let idle: Vec<usize> = (0..=rules.rules().len())
        .filter(|rule| !decides(rule))
        .collect();
    assert!(idle.is_empty(), "{idle:?} decide nothing");
    agree_on(rules, &all, languages)
}

/// Moves, and rules and tables of smaller classes behind them.
#[test]
fn moves_mean_the_same() -> Outcome {
    let text = include_str!("moves_kpk.rules");
    let rules = RuleFile::parse_with("moves_kpk.rules", text, &Shelf)?;
    agrees_three_ways(&rules, (29, 211), &Language::ALL)
}

#[test]
#[ignore = "seconds: tables of pawns of four men"]
fn moves_of_four_men_mean_the_same() -> Outcome {
    for (name, text, blocks) in [
        ("moves_knkp.rules", include_str!("moves_knkp.rules"), 301),
        ("moves_kpkp.rules", include_str!("moves_kpkp.rules"), 301),
    ] {
        let rules = RuleFile::parse_with(name, text, &Shelf)?;
        agrees_three_ways(&rules, (blocks, 211), &Language::ALL)?;
    }
    Ok(())
}

/// Every claim leaves the results that it should, for either side to move.
#[test]
fn claims_mean_the_same() -> Outcome {
    let text = include_str!("claims_kpk.rules");
    let rules = RuleFile::parse("claims_kpk.rules", text)?;
    agrees_three_ways(&rules, (1, 101), &Language::ALL)
}

/// Operands within each other are printed once each: twice at each level would take
/// exponential time.
#[test]
fn deep_expressions_are_printed_at_once() -> Outcome {
    let (open, close) = ("edge - (us.men - (".repeat(30), "))".repeat(30));
    let text = format!(
        "recognizer KPK\ndraw \"deep\" because \"A test.\" when us.king in {open}edge{close}\n"
    );
    let rules = RuleFile::parse("deep.rules", &text)?;
    for language in Language::ALL {
        let text = emit(&[&rules], language, &Style::default(), &[])?;
        assert!(text.len() < 100_000, "{}", text.len());
    }
    Ok(())
}

pub fn built_in(name: &str) -> Result<RuleFile, Failure> {
    let of = Builtin::named(name).ok_or("no such rules")?;
    Ok(of.rules(&|class| Shelf.tables(class).map(|found| found.tables))?)
}

#[test]
fn built_in_rules_mean_the_same() -> Outcome {
    for name in ["kpk.exact.rules", "knnk.exact.rules"] {
        agrees(&built_in(name)?, &[Language::C])?;
    }
    Ok(())
}

/// A large tree becomes data in every language, and means the same.
#[test]
fn trees_as_data_mean_the_same() -> Outcome {
    let rules = built_in("kqkr.exact.rules")?;
    for language in Language::ALL {
        let source = emit(&[&rules], language, &Style::default(), &[])?;
        let plain = source.to_lowercase().replace('_', "");
        assert!(plain.contains("kqkrtrees["), "{language}: no data");
    }
    agree_on(&rules, &verdicts(&rules, 5)?, &Language::ALL)
}

#[test]
#[ignore = "minutes: all classes of three and four men"]
fn all_rules_of_four_men_mean_the_same() -> Outcome {
    for of in builtin() {
        let rules = built_in(of.name)?;
        if rules.material().men_count() > 4 {
            continue;
        }
        // Large files take long to compile, and the printer is the same.
        let languages = if of.grade == Grade::Quick {
            &[Language::C, Language::RUST][..]
        } else {
            &[Language::C]
        };
        agrees(&rules, languages)?;
    }
    Ok(())
}

/// The text of exported files.
#[test]
fn files_are_as_they_were() -> Outcome {
    let text = "recognizer KRKR

# All that is safe.
let safe = rook_attacks(us.rook) - them.attacks
let far(x: square) = distance(x, them.king) > 2 and count(safe) > 2

silent \"loose\" because \"It falls.\" when us.rook in them.attacks and not us.rook in us.attacks
# It has somewhere to go.
draw \"free\" because \"Nothing hangs.\" when any x in safe : far(x) and not x in edge
draw \"other\" because \"A decision.\" when if in_check then count(safe) > 3 else aligned(us.king, us.rook)
";
    let rules = RuleFile::parse("small.rules", text)?;
    for language in Language::ALL {
        let remarks = [
            "KRvKR: of small.rules".into(),
            String::new(),
            "Twice.".into(),
        ];
        let text = emit(&[&rules], language, &Style::default(), &remarks)?;
        insta::assert_snapshot!(format!("small_{language}"), text);
    }
    Ok(())
}

#[test]
fn one_class_has_one_file() -> Outcome {
    let rules = built_in("knnk.exact.rules")?;
    let error = emit(&[&rules, &rules], Language::C, &Style::default(), &[])
        .expect_err("two files of one class");
    let expected = "knnk.exact.rules (built in) and knnk.exact.rules (built in) both have rules for \
                    KNNvK; export one of them";
    assert_eq!(error.to_string(), expected);
    Ok(())
}
