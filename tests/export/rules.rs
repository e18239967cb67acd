//! `drawproof export rules`.

use std::{collections::BTreeSet, fs, process::Command};

use drawproof_recognizers::{Builtin, builtin};
use serde_json::Value;

use super::{Outcome, STRICT, Workshop, can_compile, gives_no_warning, has, languages};

/// Claims too much: a rook may be lost.
const WRONG: &str = "recognizer KRKN draw \"wrong\" because \"x\" when not in_check\n";

/// Three men, so that a proof of compiled code takes a moment.
const SMALL: &str = "recognizer KNK
draw \"a knight\" because \"A knight alone cannot mate.\" when strong.king in ~edge and weak.king in ~edge
";

#[test]
fn says_where_it_comes_from() -> Outcome {
    let workshop = Workshop::with("my.rules", SMALL)?;
    let arguments = ["KPK", "--rules", "my.rules", "--lang", "c", "--out"];
    let with = |file: &'static str| [&arguments[..], &[file]].concat();
    let said = workshop.exported("rules", &with("a.c"), 0)?;
    insta::assert_snapshot!(said);
    workshop.exported("rules", &with("b.c"), 0)?;
    let text = fs::read_to_string(workshop.file("a.c"))?;
    assert_eq!(text, fs::read_to_string(workshop.file("b.c"))?);
    let remarks: Vec<&str> = text
        .lines()
        .take_while(|line| line.starts_with("//"))
        .collect();
    insta::assert_snapshot!(remarks.join("\n"));
    Ok(())
}

/// A class that is named at the top, and that no rule asks about, adds no data.
#[test]
fn only_tables_that_are_asked_are_exported() -> Outcome {
    let head = "recognizer KPK\nuse KQK table\nuse KRK table\nuse KBK table\nuse KNK table\n";
    let falls = "draw \"the pawn falls\" for weak because \"A bare king is left.\" \
         when any capture m by us of them.pawn : drawn\n";
    let promotes = "silent \"it promotes\" for strong because \"It may win.\" \
         when any promotion m by us : us.wins\n";
    let workshop = Workshop::with("named.rules", &format!("{head}{falls}"))?;
    fs::write(
        workshop.file("asked.rules"),
        format!("{head}{promotes}{falls}"),
    )?;
    for (file, is_asked) in [("named.rules", false), ("asked.rules", true)] {
        let arguments = ["--rules", file, "--lang", "c", "--unverified"];
        let source = String::from_utf8(workshop.export("rules", &arguments)?.stdout)?;
        assert!(source.contains("drawproof_kpk_rule"), "{source}");
        assert_eq!(source.contains("score_of_squares"), is_asked, "{file}");
    }
    Ok(())
}

/// A program of two files that use the same header, and a second one of another name.
const USES: [&str; 2] = [
    r#"#include "one.h"
#include "two.h"
int claims(void);
int claims(void)
{
    return FIRSTprobe_draw(16, 1ULL << 60, 16 | 1ULL << 60, 0, 0, 0, 0, 0, 0, 0, 1);
}
"#,
    r#"#define ONE_RULES_IMPLEMENTATION
#define DRAWPROOF_RULES_IMPLEMENTATION
#include "two.h"
#include "one.h"
#include "one.h"
int claims(void);
int main(void)
{
    /* Ke3, Nb1 against Ke6; two bare kings have no rules. */
    return !SECONDprobe_draw(1ULL << 20 | 2, 1ULL << 44, 1ULL << 20 | 1ULL << 44,
               0, 0, 0, 2, 0, 0, 0, 1)
        || FIRSTknk_rule(20, 44, 1, 1) <= 0 || claims();
}
"#,
];

#[test]
fn headers_of_several_names_are_used_together() -> Outcome {
    for (language, compiler, standard, [one, two]) in [
        ("c", "cc", "-std=c99", ["one_", "drawproof_"]),
        ("c", "c++", "-std=c++17", ["one_", "drawproof_"]),
        ("cpp", "c++", "-std=c++17", ["one::", "drawproof::"]),
    ] {
        if !has(compiler) || !can_compile(language) {
            continue;
        }
        let workshop = Workshop::with("my.rules", SMALL)?;
        let exported = |file: &str, more: &[&str]| {
            let common = ["--rules", "my.rules", "--lang", language, "--header"];
            workshop.exported("rules", &[&common[..], &["--out", file], more].concat(), 0)
        };
        // A header that is proven is the code of that header.
        let is_own = (compiler == "cc") == (language == "c");
        let prove: &[&str] = if is_own { &["--prove"] } else { &[] };
        exported("one.h", &[&["--name", "one"], prove].concat())?;
        exported("two.h", &[])?;
        let files = USES.map(|text| text.replace("FIRST", one).replace("SECOND", two));
        for (file, text) in ["uses.cc", "main.cc"].iter().zip(files) {
            fs::write(workshop.file(file), text)?;
        }
        let of = if compiler == "cc" { "c" } else { "c++" };
        let arguments = [standard, "-x", of, "-o", "both", "uses.cc", "main.cc"];
        workshop.compile(compiler, &[&arguments[..], &STRICT[..]].concat())?;
        let status = Command::new(workshop.file("both")).status()?;
        assert!(status.success(), "{language}, {compiler}");
    }
    Ok(())
}

#[test]
fn declarations_have_a_header_of_their_own() -> Outcome {
    const CASES: [[&str; 4]; 2] = [
        ["c", "cc", "-std=c99", "one_"],
        ["cpp", "c++", "-std=c++17", "one::"],
    ];
    for [language, compiler, standard, first] in CASES {
        if !can_compile(language) {
            continue;
        }
        let workshop = Workshop::with("my.rules", SMALL)?;
        let common = ["--rules", "my.rules", "--lang", language, "--name", "one"];
        let more = ["--declarations", "one.h", "--out", "one.cc", "--prove"];
        workshop.exported("rules", &[&common[..], &more].concat(), 0)?;
        let header = fs::read_to_string(workshop.file("one.h"))?;
        assert!(!header.contains("return"), "{header}");
        let main = "#include \"one.h\"\n#include \"one.h\"\n\
            int main(void)\n{\n    return FIRSTknk_rule(20, 44, 1, 1) <= 0;\n}\n";
        fs::write(workshop.file("main.cc"), main.replace("FIRST", first))?;
        let of = if compiler == "cc" { "c" } else { "c++" };
        let arguments = [standard, "-x", of, "-o", "both", "one.cc", "main.cc"];
        workshop.compile(compiler, &[&arguments[..], &STRICT[..]].concat())?;
        let status = Command::new(workshop.file("both")).status()?;
        assert!(status.success(), "{language}");
    }
    Ok(())
}

#[test]
fn prints_where_no_file_is_named() -> Outcome {
    let workshop = Workshop::with("my.rules", SMALL)?;
    let arguments = ["--rules", "my.rules", "--lang", "rust"];
    let output = workshop.export("rules", &arguments)?;
    assert_eq!(output.status.code(), Some(0));
    let source = String::from_utf8(output.stdout)?;
    assert!(source.contains("pub fn probe_draw("));
    let aside = String::from_utf8(output.stderr)?;
    assert!(aside.starts_with("KNvK: my.rules: "), "{aside}");
    let json = workshop.exported("rules", &[&arguments[..], &["--json"]].concat(), 0)?;
    let told: Value = serde_json::from_str(&json)?;
    assert_eq!(told["source"], source);
    assert_eq!(told["rules"][0]["proven"], true);
    assert_eq!(told["compiled"], Value::Null);
    Ok(())
}

#[test]
fn wrong_rules_are_not_exported() -> Outcome {
    let workshop = Workshop::with("wrong.rules", WRONG)?;
    let arguments = ["--rules", "wrong.rules", "--lang", "c", "--out", "wrong.c"];
    let said = workshop.exported("rules", &arguments, 1)?;
    assert!(said.contains("incorrect draw by rule \"wrong\""), "{said}");
    assert!(
        said.ends_with("nothing was exported: see the counterexamples above\n"),
        "{said}"
    );
    assert_eq!(fs::read_dir(workshop.0.path())?.count(), 1);
    // They must be requested, and the file says that they are not verified.
    workshop.exported("rules", &[&arguments[..], &["--unverified"]].concat(), 0)?;
    let text = fs::read_to_string(workshop.file("wrong.c"))?;
    assert!(
        text.contains("// NOT VERIFIED: these rules may claim"),
        "{text}"
    );
    Ok(())
}

#[test]
fn what_cannot_be_exported_is_refused_at_once() -> Outcome {
    let workshop = Workshop::with("a.rules", SMALL)?;
    fs::write(workshop.file("b.rules"), SMALL)?;
    let none = "recognizer KRK\nsilent \"all\" because \"It claims nothing.\" when true\n";
    fs::write(workshop.file("none.rules"), none)?;
    for (arguments, said) in [
        (
            &["--rules", "a.rules", "--rules", "b.rules", "--lang", "c"][..],
            "error: a.rules and b.rules both have rules for KNvK; export one of them\n",
        ),
        (
            &["--rules", "none.rules", "--lang", "c"],
            "error: none.rules claims nothing; there is nothing to export\n",
        ),
        (
            &[
                "--rules",
                "a.rules",
                "--lang",
                "go",
                "--declarations",
                "a.h",
            ],
            "error: --declarations is for c and cpp\n",
        ),
        (
            &[
                "--rules",
                "a.rules",
                "--lang",
                "c",
                "--declarations",
                "a\".h",
            ],
            "error: a\".h cannot be included by its name; a header's name has letters, digits, dots, \
             hyphens, plus signs and underscores\n",
        ),
        (
            &[
                "--rules",
                "a.rules",
                "--lang",
                "c",
                "--declarations",
                "a.c",
                "--out",
                "a.c",
            ],
            "error: --declarations and --out name the same file\n",
        ),
        (
            &["--rules", "a.rules", "--lang", "c", "--out", "no/where.c"],
            "error: cannot write no/where.c: there is no folder no; make it first\n",
        ),
        (
            &["KQKR", "--grade", "quick", "--lang", "c"],
            "error: no quick rules for KQvKR are built in, only exact\n",
        ),
        (
            &["KQKR", "--lang", "rust", "--header"],
            "error: --header is for c and cpp\n",
        ),
        (
            &["KQKR", "--lang", "pascal"],
            "error: invalid value 'pascal' for '--lang <LANGUAGE>': not a language that rules \
             can be exported to; expected c, cpp",
        ),
    ] {
        let output = workshop.export("rules", arguments)?;
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let errors = String::from_utf8(output.stderr)?;
        assert!(errors.starts_with(said), "{errors}");
    }
    Ok(())
}

/// Without a compiler the file is written, but no proof of the compiled code is
/// claimed.
#[test]
fn without_a_compiler_nothing_is_proven() -> Outcome {
    let workshop = Workshop::with("my.rules", SMALL)?;
    let broken = workshop.script("broken", "echo 'no such architecture' >&2; exit 1")?;
    for (compiler, why) in [
        (
            "/nonexistent/cc",
            "there is no compiler /nonexistent/cc; install one (apt-get install gcc) or name another \
             with --compiler\n",
        ),
        (
            &broken,
            "broken does not compile it:\nno such architecture\n",
        ),
    ] {
        let arguments = [
            "--rules", "my.rules", "--lang", "c", "--out", "my.c", "--prove",
        ];
        let said = workshop.exported(
            "rules",
            &[&arguments[..], &["--compiler", compiler]].concat(),
            2,
        )?;
        assert!(
            said.contains("NOT PROVEN: the compiled file was not verified: "),
            "{said}"
        );
        assert!(said.contains(why), "{said}");
        assert!(said.ends_with("written: my.c\n"), "{said}");
        fs::remove_file(workshop.file("my.c"))?;
    }
    Ok(())
}

/// Strict compilers and checkers give no warnings.
#[test]
fn compiles_without_warnings() -> Outcome {
    gives_no_warning("rules", &["KQKR", "KPK", "--unverified"])?;
    let workshop = Workshop::with("my.rules", BOUNDS)?;
    let rules = workshop.file("my.rules").display().to_string();
    gives_no_warning("rules", &["--rules", &rules, "--unverified"])
}

/// Trees, lists, and men that are alike: `go vet` has nothing to say.
#[test]
fn go_is_vetted() -> Outcome {
    if !can_compile("go") {
        return Ok(());
    }
    for class in ["KRKP", "KNNKR", "KBBKB", "KRKR"] {
        let workshop = Workshop::with("go.mod", "module exported\n\ngo 1.18\n")?;
        let options = [class, "--unverified", "--lang", "go", "--out", "rules.go"];
        workshop.exported("rules", &options, 0)?;
        workshop.compile("go", &["vet", "rules.go"])?;
    }
    Ok(())
}

/// A compiler that changes the meaning of a file.
#[test]
fn what_is_compiled_wrong_is_refuted() -> Outcome {
    if !has("cc") {
        return Ok(());
    }
    let workshop = Workshop::with("my.rules", SMALL)?;
    let arguments = [
        "--rules", "my.rules", "--lang", "c", "--out", "my.c", "--prove",
    ];
    let squares =
        "strong_king == 0 \\&\\& weak_king == 2 \\&\\& strong_knight == 63 \\&\\& strong_to_move";
    // Claim one more position, with a king in the corner.
    let edit = format!("s/^    dp_knk_board board;/    if ({squares}) {{ return 1; }}\\n&/");
    let compiler = workshop.changing("wrong", &edit, "cc")?;
    let said = workshop.exported(
        "rules",
        &[&arguments[..], &["--compiler", &compiler]].concat(),
        1,
    )?;
    assert!(
        said.contains("compiled it says a draw, by the rules it is no claim"),
        "{said}"
    );
    assert!(said.contains("7N/8/8/8/8/8/8/K1k5 w - - 0 1"), "{said}");
    assert!(
        said.ends_with("REFUTED: compiled code and rules differ in 1 position\n"),
        "{said}"
    );
    assert!(!workshop.file("my.c").exists());
    Ok(())
}

/// Every claim, for each side to move.
const BOUNDS: &str = "recognizer KPK
strong_cannot_win \"rook's pawn\" because \"x\" when weak.king = h8 and strong.pawn in {h2, h3}
draw \"no pawn\" for weak because \"x\" when strong.pawn in us.attacks and not strong.pawn in them.attacks
silent \"centre\" because \"x\" when strong.pawn = d5
win \"promotes\" for strong because \"x\" when rank(strong.pawn) = 7 and distance(weak.king, strong.pawn) > 2
  and distance(strong.king, strong.pawn) > 1
loss \"far\" for weak because \"x\" when rank(strong.pawn) = 6 and distance(weak.king, strong.pawn) > 3
  and distance(strong.king, strong.pawn) > 1
not_lost \"never\" for strong because \"x\" when strong.pawn in light_squares
weak_cannot_win \"nor here\" because \"x\" when strong.pawn in file_c
not_won \"a king\" for weak because \"x\" when true
";

/// Compiled code says what the rules say, about both sides to move.
#[test]
fn bounds_are_exported() -> Outcome {
    bounds_are_exported_to(languages().filter(|language| language == "c"))
}

#[test]
#[ignore = "seconds: each language"]
fn bounds_are_exported_to_every_language() -> Outcome {
    bounds_are_exported_to(languages())
}

fn bounds_are_exported_to(languages: impl Iterator<Item = String>) -> Outcome {
    let workshop = Workshop::with("my.rules", BOUNDS)?;
    for language in languages {
        let arguments = [
            "--rules", "my.rules", "--lang", &language, "--out", "my", "--prove",
        ];
        let said = workshop.exported("rules", &arguments, 0)?;
        assert!(said.contains("PROVEN: compiled"), "{said}");
        let text = fs::read_to_string(workshop.file("my"))?;
        for part in [
            "not_lost: 0 incorrect, ",
            "may be a draw by the 50-move rule",
            "proberesults(",
        ] {
            let plain = text.to_lowercase().replace("probe_", "probe");
            assert!(plain.contains(part), "{language}: {part}");
        }
        fs::remove_file(workshop.file("my"))?;
    }
    Ok(())
}

/// Edits of the codes of rules 6 and 8 (8 times the number, and the results excluded), and what is
/// said of them: a bound that is exchanged for the opposite one is noticed, and one that says less.
const WRONG_BOUNDS: [(&str, &str); 3] = [
    (
        "s/return 49;/return 52;/",
        "compiled it says not_won, by the rules it is not_lost",
    ),
    (
        "s/return 68;/return 64;/",
        "compiled it says no claim, by the rules it is not_won",
    ),
    (
        "s/return 68;/return 69;/",
        "compiled it says a draw, by the rules it is not_won",
    ),
];

#[test]
fn a_bound_that_is_compiled_wrong_is_refuted() -> Outcome {
    are_refuted(&WRONG_BOUNDS[..1])
}

#[test]
#[ignore = "seconds: each bound of a class"]
fn bounds_that_are_compiled_wrong_are_refuted() -> Outcome {
    are_refuted(&WRONG_BOUNDS)
}

fn are_refuted(bounds: &[(&str, &str)]) -> Outcome {
    if !has("cc") {
        return Ok(());
    }
    let workshop = Workshop::with("my.rules", BOUNDS)?;
    let arguments = [
        "--rules", "my.rules", "--lang", "c", "--out", "my.c", "--prove",
    ];
    for &(edit, said) in bounds {
        let compiler = workshop.changing("wrong", edit, "cc")?;
        let arguments = [&arguments[..], &["--compiler", &compiler]].concat();
        let found = workshop.exported("rules", &arguments, 1)?;
        assert!(found.contains(said), "{edit}: {found}");
    }
    Ok(())
}

/// Code that ends the program gives no answer: nothing is proven and nothing is
/// written.
#[test]
fn what_gives_no_verdict_is_not_proven() -> Outcome {
    if !has("cc") {
        return Ok(());
    }
    let workshop = Workshop::with("my.rules", SMALL)?;
    let arguments = [
        "--rules", "my.rules", "--lang", "c", "--out", "my.c", "--prove",
    ];
    for instead in ["__builtin_trap();", "exit(0);"] {
        let edit = format!(
            "s/^    dp_knk_board board;/    void exit(int);\\n    if (strong_king == 0) {{ {instead} }}\\n&/"
        );
        let compiler = workshop.changing("wrong", &edit, "cc")?;
        let said = workshop.exported(
            "rules",
            &[&arguments[..], &["--compiler", &compiler]].concat(),
            2,
        )?;
        assert!(said.contains("NOT PROVEN"), "{instead}: {said}");
        assert!(!said.contains("\nPROVEN"), "{instead}: {said}");
        assert!(!workshop.file("my.c").exists(), "{instead}");
    }
    Ok(())
}

/// A program that ended is not started again for each of the sheets that are left.
#[test]
fn what_ends_is_not_asked_again() -> Outcome {
    if !has("cc") {
        return Ok(());
    }
    let workshop = Workshop::with("my.rules", SMALL)?;
    let ends = workshop.file("ends");
    let edit = format!(
        "s|^    dp_knk_board board;|    FILE *ends = fopen(\"{}\", \"a\");\\n    fputc(46, ends);\\n    \
         fclose(ends);\\n    __builtin_trap();\\n&|",
        ends.display()
    );
    let compiler = workshop.changing("wrong", &edit, "cc")?;
    let arguments = [
        "--rules",
        "my.rules",
        "--lang",
        "c",
        "--prove",
        "--compiler",
        &compiler,
    ];
    workshop.exported("rules", &arguments, 2)?;
    let threads = std::thread::available_parallelism()?.get() as u64;
    assert!((1..=threads).contains(&fs::metadata(ends)?.len()));
    Ok(())
}

/// A program whose pipes hold one page, so that it has to write answers before it has read all
/// questions. Where pipes cannot be made smaller, this is like any other proof.
#[test]
fn small_pipes_do_not_block() -> Outcome {
    if !has("cc") {
        return Ok(());
    }
    let text = "#define _GNU_SOURCE
#include <fcntl.h>
__attribute__((constructor)) static void make_small(void)
{
#ifdef F_SETPIPE_SZ
    fcntl(0, F_SETPIPE_SZ, 4096);
    fcntl(1, F_SETPIPE_SZ, 4096);
#endif
}
";
    let workshop = Workshop::with("small.c", text)?;
    let small = workshop.file("small.c");
    let compiler = workshop.script("small", &format!("exec cc \"$@\" '{}'", small.display()))?;
    let arguments = [
        "KPK",
        "--lang",
        "c",
        "--prove",
        "--compiler",
        &compiler,
        "--out",
        "a.c",
    ];
    let said = workshop.exported("rules", &arguments, 0)?;
    assert!(said.contains("PROVEN: compiled"), "{said}");
    Ok(())
}

/// Exports, compiles and verifies.
fn proves(language: &str, arguments: &[&str]) -> Outcome {
    let workshop = Workshop::new()?;
    let arguments = [&["--prove", "--json", "--lang", language], arguments].concat();
    let told: Value = serde_json::from_str(&workshop.exported("rules", &arguments, 0)?)?;
    assert_eq!(told["differences"], 0);
    let pairs = ["proofs", "compiled"].map(|key| told[key].as_array());
    let [Some(proofs), Some(compiled)] = pairs else {
        return Err("reports are missing".into());
    };
    assert_eq!(proofs.len(), compiled.len());
    for (proof, compiled) in proofs.iter().zip(compiled) {
        assert_eq!(compiled["proven"], true);
        for kind in ["spotted_draws", "missed_draws"] {
            let count = &compiled["totals"][kind]["board_count"];
            assert_eq!(proof[kind], *count, "{}: {kind}", proof["file"]);
        }
    }
    Ok(())
}

#[test]
fn compiled_files_are_proven() -> Outcome {
    languages().try_for_each(|language| proves(&language, &["KPK"]))
}

#[test]
#[ignore = "long: two minutes"]
fn a_class_of_four_men_is_proven_in_every_language() -> Outcome {
    // Python would take hours.
    for language in languages().filter(|language| language != "python") {
        proves(&language, &["KNNK"])?;
    }
    Ok(())
}

/// `export/tests/emitted.rs` shows that compiled rules make the same decisions
/// in all other classes.
#[test]
#[ignore = "minutes: classes of four men, compiled"]
fn compiled_files_of_four_men_are_proven() -> Outcome {
    // Python would take hours, and each other language some minutes for a class.
    for language in languages().filter(|language| language != "python" && language != "c") {
        proves(&language, &["KRKN"])?;
    }
    proves("c", &["KBKP", "KRKR", "KRKN"])?;
    proves("c", &["KRKR", "KQKQ", "--grade", "exact"])
}

fn ready() -> std::io::Result<String> {
    fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/embedded/src/draws.rs"
    ))
}

/// Its heading names for each file the proof that the ledger has, or repeats the figures of the
/// table of recognizers, which is compared with a verification.
#[test]
fn the_ready_crate_says_what_was_proven() -> Outcome {
    let ready = ready()?;
    let heading = ready.lines().take_while(|line| line.starts_with("//"));
    let heading: Vec<&str> = heading.map(|line| line.trim_start_matches("// ")).collect();
    let heading = heading.join(" ");
    let sections = heading.split(" rules from ").skip(1);
    let mut compared = 0;
    for section in sections {
        let file = section.split(' ').next().unwrap_or_default();
        let said = if section.contains("Ledger: ") {
            let proof = Builtin::named(file).and_then(Builtin::proof);
            let proof = proof.ok_or_else(|| format!("{file} is not proven"))?;
            format!("Ledger: {} ", proof.sha256)
        } else {
            figures(file)
        };
        assert!(section.contains(&said), "{file}: {said}");
        compared += 1;
    }
    let classes: BTreeSet<_> = builtin().iter().map(Builtin::material).collect();
    assert_eq!(compared, classes.len());
    Ok(())
}

/// What a heading says of a file that was verified for it.
fn figures(file: &str) -> String {
    let rows = include_str!("../../facts/recognizers.txt").lines();
    let mut rows = rows.filter(|row| row.ends_with(&format!("  {file}")));
    let row: Vec<&str> = rows.next().unwrap_or(file).split_whitespace().collect();
    let [_, _, spotted, _, _, missed, incorrect, decisive, ..] = row[..] else {
        panic!("{file} is not in the table");
    };
    format!(
        "Board count: {incorrect} incorrect draws, {spotted} draws spotted, {missed} draws \
         missed, {decisive} wins and losses."
    )
}

/// Moves, tables and rules of smaller classes are compiled to what they mean in
/// every position.
#[test]
fn looking_ahead_is_proven() -> Outcome {
    looking_ahead_is_proven_in(languages().filter(|language| language == "c"))
}

#[test]
#[ignore = "seconds: each language"]
fn looking_ahead_is_proven_in_every_language() -> Outcome {
    looking_ahead_is_proven_in(languages())
}

fn looking_ahead_is_proven_in(languages: impl Iterator<Item = String>) -> Outcome {
    let rules = "recognizer KPK
use KQK table
use KRK table
use KBK table
use KNK table
win \"promotes\" for strong because \"It wins.\" when any promotion m by us : us.wins
not_won \"falls\" for weak because \"Bare kings.\" when any capture m by us : drawn
strong_cannot_win \"falls next\" for strong because \"It cannot be kept.\"
  when all move m by us : any capture n by them : drawn
";
    let workshop = Workshop::with("my.rules", rules)?;
    for language in languages {
        let arguments = [
            "--rules", "my.rules", "--lang", &language, "--out", "my", "--prove",
        ];
        let said = workshop.exported("rules", &arguments, 0)?;
        assert!(said.contains("PROVEN: compiled"), "{said}");
        fs::remove_file(workshop.file("my"))?;
    }
    Ok(())
}
