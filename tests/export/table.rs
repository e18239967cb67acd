//! `drawproof export table`.

use std::{fs, process::Command};

use serde_json::Value;

use super::{Outcome, STRICT, Workshop, can_compile, gives_no_warning, has, languages};

/// Checks the text after the name of the written file.
fn is_proven(said: &str) -> bool {
    said.contains("PROVEN: ") && !said.contains("NOT PROVEN")
}

/// Exports, compiles and compares every position.
fn prove(classes: &[&str], metric: &str, language: &str) -> Outcome {
    if language != "bin" && !can_compile(language) {
        return Ok(());
    }
    let workshop = Workshop::new()?;
    let options = [
        "--lang", language, "--metric", metric, "--prove", "--out", "out",
    ];
    let said = workshop.exported("table", &[classes, &options].concat(), 0)?;
    assert!(is_proven(&said), "{said}");
    Ok(())
}

/// In all but Python, which would take an hour.
fn prove_in_every_language(classes: &[&str], metric: &str) -> Outcome {
    let languages = languages().filter(|language| language != "python");
    languages
        .chain(["bin".into()])
        .try_for_each(|language| prove(classes, metric, &language))
}

/// Each metric and each language once; the long test covers all combinations.
#[test]
fn three_men_are_proven() -> Outcome {
    prove(&["KPK"], "wdl", "c")?;
    prove(&["KPK", "KQK"], "draw", "cpp")?;
    prove(&["KPK", "KBK"], "dtm", "rust")?;
    prove(&["KPK"], "dtm", "java")?;
    prove(&["KPK"], "draw", "go")?;
    prove(&["KPK"], "wdl", "csharp")?;
    prove(&["KPK"], "dtm", "zig")?;
    prove(&["KPK"], "wdl", "typescript")?;
    prove(&["KRK"], "dtm", "wasm")?;
    prove(&["KQK"], "dtm", "bin")
}

/// Who can mate, in C and read again; the long tests have all classes of three men, and the other
/// languages.
#[test]
fn who_can_mate_with_three_men_is_proven() -> Outcome {
    prove(&["KPK"], "helpmate", "c")?;
    prove(&["KNK"], "helpmate", "bin")
}

#[test]
#[ignore = "long: every language"]
fn who_can_mate_is_proven_in_every_language() -> Outcome {
    prove_in_every_language(&["--men", "3"], "helpmate")?;
    prove(&["KPK"], "helpmate", "python")
}

/// Pawns of both sides, bishops of one colour, pieces that block the corner.
#[test]
#[ignore = "long: some minutes"]
fn who_can_mate_with_four_men_is_proven() -> Outcome {
    ["KPKP", "KBKB", "KNKP"]
        .iter()
        .try_for_each(|class| prove(&[class], "helpmate", "c"))
}

/// Bitbases of pawns and of pieces, each language once.
#[test]
fn bitbases_are_proven() -> Outcome {
    let mut languages = languages().filter(|language| language != "python");
    languages.try_for_each(|language| prove(&["KPK", "KRK", "--layout", "fast"], "wdl", &language))
}

/// En passant, like men, and men of both sides, with one bit and with two.
#[test]
#[ignore = "long: some minutes"]
fn bitbases_of_four_men_are_proven() -> Outcome {
    for class in ["KPKP", "KQPK", "KPPK", "KBNK", "KNNK", "KRKN", "KRKR"] {
        prove(&[class, "--layout", "fast"], "wdl", "c")?;
    }
    for class in ["KPKP", "KNKN"] {
        prove(&[class, "--layout", "fast"], "draw", "c")?;
    }
    Ok(())
}

/// Two bits of a pawn and a piece, in the languages whose integers are not those of C.
#[test]
#[ignore = "long: some minutes for each language"]
fn bitbases_of_four_men_are_proven_in_other_languages() -> Outcome {
    ["java", "go", "csharp", "zig", "typescript"]
        .iter()
        .try_for_each(|language| prove(&["KRKP", "--layout", "fast"], "wdl", language))
}

#[test]
#[ignore = "long: every metric in every language"]
fn three_men_are_proven_in_every_language() -> Outcome {
    for metric in ["wdl", "draw", "dtm"] {
        prove_in_every_language(&["--men", "3"], metric)?;
    }
    Ok(())
}

#[test]
#[ignore = "long: Python takes minutes for each metric"]
fn python_tables_are_proven() -> Outcome {
    for metric in ["wdl", "draw", "dtm"] {
        prove(&["KPK"], metric, "python")?;
    }
    prove(&["KPK", "KRK", "--layout", "fast"], "wdl", "python")
}

#[test]
#[ignore = "long: some minutes"]
fn en_passant_is_proven() -> Outcome {
    // The long test of four men has the others.
    [
        "c", "cpp", "rust", "java", "go", "csharp", "zig", "wasm", "bin",
    ]
    .iter()
    .try_for_each(|language| prove(&["KPKP"], "wdl", language))
}

/// Compiled code for every position of all 35 classes.
#[test]
#[ignore = "very long: only with DRAWPROOF_ALL_TABLES=1"]
fn four_men_are_proven_in_every_language() -> Outcome {
    if std::env::var_os("DRAWPROOF_ALL_TABLES").is_none() {
        println!("skipped: it takes hours; set DRAWPROOF_ALL_TABLES=1 for it");
        return Ok(());
    }
    for metric in ["wdl", "draw", "dtm"] {
        prove_in_every_language(&["--men", "4"], metric)?;
    }
    Ok(())
}

/// Strict compilers give no warnings, whatever is stored.
#[test]
fn compiles_without_warnings() -> Outcome {
    for metric in ["wdl", "draw", "dtm", "helpmate"] {
        gives_no_warning("table", &["KPK", "--metric", metric])?;
    }
    gives_no_warning("table", &["KPK", "KRK", "--layout", "fast"])
}

/// The C header is also valid C++, both the declarations alone and the whole
/// file.
#[test]
fn the_header_of_c_is_cpp_too() -> Outcome {
    if !has("c++") {
        return Ok(());
    }
    let workshop = Workshop::new()?;
    workshop.exported("table", &["KPK", "--lang", "c", "--out", "tables.h"], 0)?;
    for define in ["", "#define DRAWPROOF_TABLES_IMPLEMENTATION\n"] {
        fs::write(
            workshop.file("all.cpp"),
            format!("{define}#include \"tables.h\"\n"),
        )?;
        workshop.compile(
            "c++",
            &[&["-std=c++17", "-c", "all.cpp"], &STRICT[..]].concat(),
        )?;
    }
    Ok(())
}

/// A program that uses two tables of different names in one translation unit.
const TWO: &str = r#"
#define DRAWPROOF_TABLES_IMPLEMENTATION
#define MATES_TABLES_IMPLEMENTATION
#include "draws.h"
#include "mates.h"

int main(void)
{
    /* White's king a6, pawn b2 or rook c1, Black's king a8; White is to move. */
    return drawproof_kpk_draw(40, 56, 9, true) != 0 || mates_krk_dtm(40, 56, 2, true) != 1
        || mates_krk_wdl(40, 56, 2, true) != WIN;
}
"#;

/// Tables with different names are used together.
#[test]
fn two_tables_in_one_program() -> Outcome {
    let workshop = Workshop::new()?;
    for (language, compiler, standard) in [("c", "cc", "-std=c99"), ("cpp", "c++", "-std=c++17")] {
        if !can_compile(language) {
            continue;
        }
        let draws = [
            "KPK", "--metric", "draw", "--lang", language, "--out", "draws.h",
        ];
        workshop.exported("table", &draws, 0)?;
        let mates = [
            "KRK", "--metric", "dtm", "--lang", language, "--out", "mates.h",
        ];
        let said = workshop.exported(
            "table",
            &[&mates[..], &["--name", "mates", "--prove"]].concat(),
            0,
        )?;
        assert!(is_proven(&said), "{said}");
        let remarks = fs::read_to_string(workshop.file("mates.h"))?;
        assert!(remarks.contains("--metric dtm --name mates\n"));
        let text = if language == "c" {
            TWO.replace("!= WIN", "!= MATES_WIN")
        } else {
            let text = TWO.replace("!= WIN", "!= mates::WIN");
            text.replace("drawproof_kpk", "drawproof::kpk")
                .replace("mates_krk", "mates::krk")
        };
        let file = format!("two.{language}");
        fs::write(workshop.file(&file), text)?;
        let arguments = [&[standard, "-o", "two", &file], &STRICT[..]].concat();
        workshop.compile(compiler, &arguments)?;
        let status = Command::new(workshop.file("two")).status()?;
        assert!(status.success(), "{language}");
    }
    Ok(())
}

#[test]
fn says_where_it_comes_from() -> Outcome {
    let workshop = Workshop::new()?;
    let said = workshop.exported("table", &["KPK", "--lang", "c", "--out", "a.h"], 0)?;
    assert!(said.ends_with("written: a.h\n"), "{said}");
    workshop.exported("table", &["KPvK", "KPK", "--lang", "c", "--out", "b.h"], 0)?;
    workshop.exported("table", &["KPK", "--lang", "c", "--out", "c.h"], 0)?;
    let [a, b, c] = ["a.h", "b.h", "c.h"].map(|name| fs::read_to_string(workshop.file(name)));
    let (a, b, c) = (a?, b?, c?);
    assert_eq!(a, c);
    assert_ne!(a, b, "the command is another one");
    for line in [
        "// Endgame tables, win, draw or loss, exported as C99 by drawproof ",
        "// Made by: drawproof export table KPK --lang c\n",
        "// SPDX-License-Identifier: MIT\n",
        "// KPvK: White to move 124,960 / 38,368 / 0; Black to move 0 / 70,420 / 97,604; ",
    ] {
        assert!(a.contains(line), "{line}");
    }
    let all = workshop.exported("table", &["--men", "3", "--lang", "rust"], 0)?;
    let heads = all.lines().filter_map(|line| line.strip_prefix("// K"));
    let classes: Vec<_> = heads.filter_map(|of| of.split_once(':')).collect();
    let classes: Vec<&str> = classes.into_iter().map(|(class, _)| class).collect();
    assert_eq!(classes, ["QvK", "RvK", "BvK", "NvK", "PvK"]);
    Ok(())
}

#[test]
fn prints_where_no_file_is_named() -> Outcome {
    let workshop = Workshop::new()?;
    let source = workshop.exported("table", &["KRK", "--lang", "rust"], 0)?;
    assert!(source.contains("pub fn krk_wdl("));
    let told: Value = serde_json::from_str(&workshop.exported(
        "table",
        &["KRK", "--lang", "rust", "--json"],
        0,
    )?)?;
    assert_eq!(told["source"], source);
    assert_eq!(told["compared_positions"], Value::Null);
    Ok(())
}

#[test]
fn what_cannot_be_exported_is_refused_at_once() -> Outcome {
    let workshop = Workshop::new()?;
    for (arguments, said) in [
        (
            &["KBBKR", "--lang", "c"][..],
            "error: KBBvKR has too many men to be embedded; at most 4, kings included\n",
        ),
        (
            &["KPK", "--lang", "bin"],
            "error: --lang bin writes bytes, not text; name a file with --out FILE\n",
        ),
        (
            &["KPK", "--lang", "c", "--out", "no/where.h"],
            "error: cannot write no/where.h: there is no folder no; make it first\n",
        ),
        (
            &["KPK", "--lang", "rust", "--name", "mates"],
            "error: --name is for c and cpp; in other languages the name of the file serves\n",
        ),
        (
            &["KPK", "--lang", "pascal"],
            "error: invalid value 'pascal' for '--lang <LANGUAGE>': not a language that tables can \
             be exported to; expected c, cpp",
        ),
        (
            &[
                "KPK", "--lang", "bin", "--layout", "fast", "--out", "kpk.bin",
            ],
            "error: --lang bin writes the compact layout; leave out --layout fast, or name a \
             language\n",
        ),
        (
            &["KPK", "--lang", "c", "--layout", "fast", "--metric", "dtm"],
            "error: bitbases have no distances; leave out --layout fast, or --metric dtm\n",
        ),
        (
            &[
                "KPK", "--lang", "c", "--layout", "fast", "--metric", "helpmate",
            ],
            "error: bitbases do not say who can mate; leave out --layout fast, or --metric \
             helpmate\n",
        ),
        (
            &["KNNKNN", "--lang", "c", "--metric", "helpmate"],
            "error: KNNvKNN has too many men to be embedded; at most 5, kings included\n",
        ),
        (
            &["KPK", "--lang", "c", "--tables", "."],
            "error: --tables is for --metric helpmate; tables of results are generated\n",
        ),
        (
            &[
                "KPK", "--lang", "c", "--metric", "helpmate", "--tables", ".",
            ],
            "error: KPvK.dph is missing in .; make it with: drawproof generate KPvK --metrics \
             helpmate --out DIR\n",
        ),
        (
            &["KvK", "--lang", "c"],
            "error: KvK is always a draw; a table needs a third man\n",
        ),
    ] {
        let output = workshop.export("table", arguments)?;
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let errors = String::from_utf8(output.stderr)?;
        assert!(errors.starts_with(said), "{errors}");
    }
    Ok(())
}

#[test]
fn without_a_compiler_nothing_is_proven() -> Outcome {
    let workshop = Workshop::new()?;
    let arguments = [
        "KPK",
        "--lang",
        "c",
        "--out",
        "kpk.h",
        "--prove",
        "--compiler",
        "/nonexistent/cc",
    ];
    let said = workshop.exported("table", &arguments, 2)?;
    assert!(
        said.contains("NOT PROVEN: the compiled file was not asked: there is no compiler"),
        "{said}"
    );
    assert!(said.ends_with("written: kpk.h\n"), "{said}");
    assert!(workshop.file("kpk.h").exists());
    Ok(())
}

/// Faults of a compiler: wrong code, wrong data, a wrong square. Each is found, and
/// nothing is written.
#[test]
fn what_is_compiled_wrong_is_refuted() -> Outcome {
    let workshop = Workshop::new()?;
    for (name, edit, language, compiler) in [
        // Change one digit in many words of the data.
        (
            "data",
            "/dp_data\\[/,$ s/\\(0x[0-9a-f]*\\)7/\\16/",
            "c",
            "cc",
        ),
        (
            "sides",
            "s/? 1 : 0/? 0 : 1/;s/score > 0) {/score >= 0) {/",
            "c",
            "cc",
        ),
        ("flips", "s/flips = 7;/flips = 6;/", "cpp", "c++"),
        (
            "kings",
            "s/files <= 1 \\&\\& ranks <= 1 \\&\\& from != to/files <= 1 \\&\\& ranks < 1 \\&\\& from != to/",
            "rust",
            "rustc",
        ),
        ("unknown", "s/said === 2/said === 1/", "wasm", "node"),
    ] {
        if !can_compile(language) {
            continue;
        }
        let wrong = workshop.changing(name, edit, compiler)?;
        let arguments = [
            "KPK",
            "--lang",
            language,
            "--out",
            "out",
            "--prove",
            "--compiler",
            &wrong,
        ];
        let output = workshop.export("table", &arguments)?;
        let said = String::from_utf8(output.stdout)?;
        let code = output.status.code();
        // Damaged data may also lead the code astray, so that it gives no
        // answer.
        assert!(
            code == Some(1) || name == "data" && code == Some(2),
            "{name}: {said}"
        );
        let is_refuted = said.contains("REFUTED: ") && said.contains("again: drawproof probe '");
        assert!(is_refuted || code == Some(2), "{said}");
        assert!(!workshop.file("out").exists());
    }
    Ok(())
}

/// Faults in what says who can mate: sides exchanged, captures and quiet moves left out, the
/// colours of bishops not seen.
const WRONG_ABOUT_MATES: [(&str, &str); 4] = [
    ("captures", "s/kind_after <= last_kind/false/"),
    ("sides", "s/side != turn/side == turn/"),
    ("quiet", "s/if (dp_has_quiet_move(men))/if (true)/"),
    ("mates", "s/return 2;/return 0;/"),
];

#[test]
fn a_wrong_answer_about_mates_is_refuted() -> Outcome {
    are_refuted(&WRONG_ABOUT_MATES[..1])
}

#[test]
#[ignore = "seconds: each fault"]
fn wrong_answers_about_mates_are_refuted() -> Outcome {
    are_refuted(&WRONG_ABOUT_MATES)
}

fn are_refuted(faults: &[(&str, &str)]) -> Outcome {
    if !has("cc") {
        return Ok(());
    }
    let workshop = Workshop::new()?;
    for &(name, edit) in faults {
        let wrong = workshop.changing(name, edit, "cc")?;
        let of = ["KQK", "--lang", "c", "--metric", "helpmate"];
        let how = ["--out", "out", "--prove", "--compiler", &wrong];
        let said = workshop.exported("table", &[&of[..], &how].concat(), 1)?;
        assert!(said.contains("REFUTED: "), "{name}: {said}");
        assert!(said.contains("can mate, the table "), "{name}: {said}");
        assert!(said.contains(" --helpmate\n"), "{name}: {said}");
        assert!(!workshop.file("out").exists());
    }
    Ok(())
}

/// Code that ends the program gives no answer.
#[test]
fn what_gives_no_answer_is_not_proven() -> Outcome {
    if !has("cc") {
        return Ok(());
    }
    let workshop = Workshop::new()?;
    let edit = "s/^    const uint64_t head = .*/    if (number > 1000) { __builtin_trap(); }\\n&/";
    let wrong = workshop.changing("trap", edit, "cc")?;
    let arguments = [
        "KPK",
        "--lang",
        "c",
        "--out",
        "out",
        "--prove",
        "--compiler",
        &wrong,
    ];
    let output = workshop.export("table", &arguments)?;
    let said = String::from_utf8(output.stderr)?;
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(
        said.contains("the compiled file did not answer for all of KPvK"),
        "{said}"
    );
    assert!(!workshop.file("out").exists());
    Ok(())
}

/// The example, with en passant and with a class that the file lacks.
#[test]
fn the_example_in_c_works() -> Outcome {
    if !has("cc") {
        return Ok(());
    }
    let workshop = Workshop::new()?;
    workshop.exported(
        "table",
        &["KPK", "KRK", "--lang", "c", "--out", "tables.h"],
        0,
    )?;
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/probe_fen.c");
    let how = ["-std=c99", "-I.", "-o", "probe", example];
    workshop.compile("cc", &[&how, &STRICT[..]].concat())?;
    for (fen, expected) in [
        ("8/8/8/8/8/6k1/4P3/2K5 w - - 0 1", "win"),
        ("8/8/8/8/4p3/6K1/8/2k5 w - - 0 1", "draw"),
        ("7k/8/8/8/8/8/8/K6R b - - 0 1", "loss"),
        ("7k/8/8/8/8/8/8/4K2R w K - 0 1", "not known"),
        ("7k/8/8/8/8/8/8/K6Q b - - 0 1", "not known"),
        ("7k/8/8/8/8/8/8/K7 b - - 0 1", "draw"),
    ] {
        let output = Command::new(workshop.file("probe")).arg(fen).output()?;
        let said = String::from_utf8(output.stdout)?;
        assert_eq!(said, format!("{fen}: {expected}\n"));
    }
    Ok(())
}

/// The contents of the crate `drawproof-embedded` are made by the command that it
/// names.
#[test]
fn the_ready_crate_is_what_is_exported() -> Outcome {
    let workshop = Workshop::new()?;
    let said = workshop.exported(
        "table",
        &["--men", "3", "--lang", "rust", "--metric", "dtm"],
        0,
    )?;
    let ready = concat!(env!("CARGO_MANIFEST_DIR"), "/embedded/src/three_men.rs");
    assert!(
        said == fs::read_to_string(ready)?,
        "make it again: see embedded/src/lib.rs"
    );
    Ok(())
}

/// The examples that ask who can mate print what they promise.
#[test]
fn examples_of_who_can_mate_work() -> Outcome {
    let workshop = Workshop::new()?;
    let export = |language: &str, file: &str| {
        let of = [
            "KQKP", "--metric", "helpmate", "--lang", language, "--out", file,
        ];
        workshop.exported("table", &of, 0)
    };
    if has("cc") {
        export("c", "can_mate.h")?;
        fs::write(
            workshop.file("flag.c"),
            include_str!("../../examples/can_mate.c"),
        )?;
        let how = ["-std=c99", "-o", "flag", "flag.c"];
        workshop.compile("cc", &[&how, &STRICT[..]].concat())?;
        let output = Command::new(workshop.file("flag")).output()?;
        let said = String::from_utf8(output.stdout)?;
        assert_eq!(said, "White 0, Black 0: the game is drawn\n");
    }
    // With the part of python-chess that it needs.
    if has("python3") {
        export("python", "can_mate.py")?;
        fs::write(
            workshop.file("flag.py"),
            include_str!("../../examples/can_mate.py"),
        )?;
        fs::write(workshop.file("chess.py"), CHESS)?;
        let mut python = Command::new("python3");
        let output = python
            .arg("flag.py")
            .current_dir(workshop.file(""))
            .output()?;
        let said = String::from_utf8(output.stdout)?;
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(said, "False False\nFalse False\nTrue\n", "{errors}");
    }
    Ok(())
}

/// What the example uses of python-chess: the two boards that it asks about.
const CHESS: &str = "\
WHITE, BLACK, Color = True, False, bool


class Board:
    def __init__(self, fen=None):
        self.castling_rights = 0 if fen else 1
        self.ep_square, self.turn = None, WHITE
        self.kings, self.queens, self.pawns = 0x10001, 0x4000000, 0x200
        self.rooks = self.bishops = self.knights = 0
        self.occupied_co = {WHITE: 0x4000001, BLACK: 0x10200}

    def has_insufficient_material(self, color):
        return False
";
