//! Every language computes as Rust does.

#[allow(
    clippy::too_many_arguments,
    clippy::cast_lossless,
    clippy::identity_op,
    clippy::manual_rotate
)]
mod arithmetic;
#[path = "../../tests/compilers.rs"]
mod compilers;

use std::{
    error::Error,
    fs::{self, File},
    path::Path,
};

use super::*;
use crate::{
    Question,
    ir::{Expr, Role, Statement, Type},
    read::{ReadError, read},
};

type Failure = Box<dyn Error + Send + Sync>;
type Tested = Result<(), Failure>;

/// Words of questions, and what is asked for.
fn questions() -> Vec<[u64; 10]> {
    const EDGES: [u64; 12] = [
        0,
        1,
        0x7fff_ffff,
        0x8000_0000,
        0xffff_ffff,
        0x1_0000_0000,
        0x7fff_ffff_ffff_ffff,
        0x8000_0000_0000_0000,
        u64::MAX,
        0x0123_4567_89ab_cdef,
        0xfedc_ba98_7654_3210,
        0x0001_0002_8003_0004,
    ];
    let pairs = EDGES.iter().flat_map(|&a| EDGES.map(|b| [a, b]));
    let all = pairs.flat_map(|[a, b]| [0, 1, 31, 32, 33, 63].map(|by| [a, b, by]));
    let asked = (0..6).flat_map(|group| (0..11).map(move |number| group | number << 8));
    let all: Vec<[u64; 3]> = all.collect();
    asked
        .flat_map(|what| {
            all.iter()
                .map(move |&[a, b, by]| [what, a, b, by, 0, 0, 0, 0, 0, 0b1111])
        })
        .collect()
}

/// What Rust computes.
fn expected(questions: &[[u64; 10]]) -> Vec<u8> {
    let answers = questions.iter().flat_map(|&[what, a, b, by, ..]| {
        (0..4).map(move |last| arithmetic::said(what, a, b, by, 0, 0, 0, 0, 0, last) as u16)
    });
    answers.flat_map(u16::to_le_bytes).collect()
}

/// A function that returns a truth.
fn function(name: &str, role: Role, value: Expr) -> Function {
    Function {
        name: name.into(),
        comment: Vec::new(),
        parameters: Vec::new(),
        gives: Type::Bool,
        body: vec![Statement::Return(value)],
        role,
        is_small: false,
    }
}

/// A file of rules that has next to nothing, and a program that computes.
fn file_and_program() -> Result<(Rules, Harness), ReadError> {
    let draws = function("probe_draw", Role::Public, Expr::Truth(false));
    // Go wants every file to be used.
    let asks = Expr::call("probe_draw", Vec::new());
    let mut functions = vec![function("asks", Role::Helper, asks)];
    let text = include_str!("tests/arithmetic.rs");
    functions.extend(read("arithmetic.rs", text, &[])?.functions);
    let harness = Harness {
        asked: vec![draws.clone()],
        functions,
        outcomes: &[],
    };
    let rules = Rules {
        constants: Vec::new(),
        data: Vec::new(),
        helpers: Vec::new(),
        units: Vec::new(),
        door: vec![draws],
        kind: FileKind::Source,
    };
    Ok((rules, harness))
}

/// The answers of a program in a language, compiled in a folder.
fn answers(
    language: Language,
    compiler: &[&str],
    folder: &Path,
    questions: &[[u64; 10]],
) -> Result<Vec<u8>, Failure> {
    let (rules, harness) = file_and_program()?;
    let build = language.0.build(&harness, &Name::default());
    let exported = language.0.rules(&rules).join("\n") + "\n";
    let mut program = compilers::compiled(language, compiler, &build, &exported, folder)?;
    let asked = questions
        .iter()
        .flatten()
        .flat_map(|word| word.to_le_bytes());
    fs::write(
        folder.join("input"),
        asked.chain(Question::SEND).collect::<Vec<u8>>(),
    )?;
    let output = program.stdin(File::open(folder.join("input"))?).output()?;
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{language}: {said}");
    Ok(output.stdout)
}

#[test]
fn computes_as_rust_does() -> Tested {
    let questions = questions();
    let expected = expected(&questions);
    for language in compilers::tested() {
        let Some(compiler) = compilers::compiler(language) else {
            continue;
        };
        let folder = tempfile::tempdir()?;
        let answers = answers(language, &compiler, folder.path(), &questions)?;
        assert_eq!(answers.len(), expected.len(), "{language}");
        let pairs = expected.chunks(8).zip(answers.chunks(8)).zip(&questions);
        for ((expected, said), question) in pairs {
            assert_eq!(expected, said, "{language}: {question:x?}");
        }
    }
    Ok(())
}
