//! Shared libraries as recognizers: right, wrong, and at fault in every way.

mod en_passant;
mod orientations;
mod processes;
mod results;

use std::{
    error::Error,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use serde_json::Value;
use tempfile::TempDir;

type Outcome = Result<(), Box<dyn Error>>;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The position in which the libraries of
/// [`misbehaving.c`](libraries/misbehaving.c) are at fault, and the same with
/// colours exchanged.
const FAULTY: &str = "4k3/8/8/8/4K3/8/8/7R w - - 0 1";

const EXCHANGED: &str = "7r/8/8/4k3/8/8/8/4K3 b - - 0 1";

/// A folder for the libraries of one test.
struct Workshop(TempDir);

impl Workshop {
    fn new() -> std::io::Result<Self> {
        tempfile::tempdir().map(Self)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Compiles a library; `None` without a compiler.
    fn compile(&self, compiler: &mut Command) -> Result<Option<PathBuf>, Box<dyn Error>> {
        let library = self.file("recognizer.so");
        let output = match compiler.arg("-o").arg(&library).output() {
            Ok(output) => output,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                eprintln!("skipped: there is no {}", compiler.get_program().display());
                return Ok(None);
            }
            Err(error) => return Err(error.into()),
        };
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{errors}");
        Ok(Some(library))
    }

    fn compile_c(&self, source: &Path, define: &str) -> Result<Option<PathBuf>, Box<dyn Error>> {
        let mut cc = Command::new("cc");
        cc.args(["-std=gnu99", "-Wall", "-Wextra", "-O1", "-shared", "-fPIC"])
            .arg(format!("-I{ROOT}/plugin/include"))
            .arg(format!("-D{define}"))
            .arg(source);
        self.compile(&mut cc)
    }

    fn misbehaving(&self, how: &str) -> Result<Option<PathBuf>, Box<dyn Error>> {
        let source = format!("{ROOT}/tests/libraries/misbehaving.c");
        self.compile_c(Path::new(&source), how)
    }
}

fn verify(library: &Path, arguments: &[&str]) -> std::io::Result<Output> {
    Command::new(env!("CARGO_BIN_EXE_drawproof"))
        .args(["verify", "--json", "--library"])
        .arg(library)
        .args(arguments)
        .output()
}

/// The report of a run with this exit code.
fn report(library: &Path, arguments: &[&str], code: i32) -> Result<Value, Box<dyn Error>> {
    let output = verify(library, arguments)?;
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{errors}");
    let reports: Value = serde_json::from_slice(&output.stdout)?;
    let report = reports[0].clone();
    assert_eq!(report["proven"], code == 0);
    assert_eq!(report["folded"], false);
    Ok(report)
}

/// The command that reproduces a counterexample, with this program.
fn again(command: &str) -> std::io::Result<Option<i32>> {
    let program = env!("CARGO_BIN_EXE_drawproof");
    let command = command.replacen("drawproof", program, 1);
    let output = Command::new("sh").args(["-c", &command]).output()?;
    Ok(output.status.code())
}

/// All positions of a report, whatever the verdict.
fn total(report: &Value) -> Option<u64> {
    let mut total = 0;
    for kind in [
        "incorrect_draws",
        "spotted_draws",
        "missed_draws",
        "spotted_decisive",
    ] {
        total += report["totals"][kind]["board_count"].as_u64()?;
    }
    if let Some(without) = report["without_verdict"].as_object() {
        for kind in ["draws", "decisive"] {
            total += without[kind]["board_count"].as_u64()?;
        }
    }
    Some(total)
}

/// Legal positions of KRvK, both sides to move.
const KRK: u64 = 399_112;

#[test]
fn examples_are_proven() -> Outcome {
    let workshop = Workshop::new()?;
    let source = format!("{ROOT}/plugin/examples/guarded.c");
    if let Some(library) = workshop.compile_c(Path::new(&source), "NOTHING")? {
        let report = report(&library, &["KRKR"], 0)?;
        assert_eq!(report["rules"][0]["name"], "drawproof_is_draw");
        assert_eq!(report["rules_from"], library.display().to_string());
        let sum = drawproof_tables::sha256(std::fs::read(&library)?);
        assert_eq!(report["rules_sha256"], sum);
        assert_eq!(report["without_verdict"], Value::Null);
        assert_eq!(total(&report), Some(21_561_456));
    }
    let mut rustc = Command::new("rustc");
    rustc.args(["--edition", "2024", "-O", "--crate-type", "cdylib"]);
    rustc.arg(format!("{ROOT}/plugin/examples/minors.rs"));
    if let Some(library) = workshop.compile(&mut rustc)? {
        report(&library, &["KBKN"], 0)?;
    }
    Ok(())
}

/// One false claim, found among all positions and shown.
fn one_wrong(class: &str, fen: &str, other: &str, positions: u64) -> Outcome {
    let workshop = Workshop::new()?;
    let source = format!("{ROOT}/tests/libraries/one_wrong.c");
    let Some(library) = workshop.compile_c(Path::new(&source), "NOTHING")? else {
        return Ok(());
    };
    let report = report(&library, &[class], 1)?;
    // The mirror image with the other side to move, or like men exchanged.
    assert_eq!(report["totals"]["incorrect_draws"]["board_count"], 2);
    assert_eq!(report["counterexamples"].as_array().map(Vec::len), Some(1));
    assert_eq!(report["counterexamples"][0]["fen"], fen);
    assert_eq!(report["counterexamples"][0]["truth"], "win");
    assert_eq!(total(&report), Some(positions));
    // Asked alone, this position is claimed again, and another one is not.
    let command = &report["counterexamples"][0]["command"];
    let command = command.as_str().ok_or("no command")?;
    assert_eq!(again(command)?, Some(1), "{command}");
    for (fen, is_claimed) in [(fen, true), (other, false)] {
        let output = Command::new(env!("CARGO_BIN_EXE_drawproof"))
            .args(["probe", fen, "--json", "--library"])
            .arg(&library)
            .output()?;
        let answer: Value = serde_json::from_slice(&output.stdout)?;
        assert_eq!(answer["library"]["claims_draw"], is_claimed, "{fen}");
    }
    Ok(())
}

#[test]
fn one_wrong_position_of_krkr() -> Outcome {
    let fen = "8/8/8/8/8/8/1K1k4/R1r5 w - - 0 1";
    let other = "8/8/8/R7/8/8/1K1k4/2r5 w - - 0 1";
    one_wrong("KRKR", fen, other, 21_561_456)
}

#[test]
#[ignore = "a long proof: 633 million positions"]
fn one_wrong_position_of_kbbkr() -> Outcome {
    let fen = "8/8/8/8/8/3r4/BK2k3/2B5 w - - 0 1";
    let other = "8/8/8/8/8/3r2B1/BK2k3/8 w - - 0 1";
    one_wrong("KBBKR", fen, other, 1_266_756_416)
}

/// The report on a library that is at fault in one position.
fn one_fault(how: &str, fen: &str, what: &str, stops: u64) -> Outcome {
    let workshop = Workshop::new()?;
    let Some(library) = workshop.misbehaving(how)? else {
        return Ok(());
    };
    let report = report(&library, &["KRK", "--timeout", "0.5"], 2)?;
    let without = &report["without_verdict"];
    assert_eq!(without["faults"][0]["fen"], fen, "{how}");
    assert_eq!(without["faults"][0]["what"], what, "{how}");
    assert_eq!(without["faults"].as_array().map(Vec::len), Some(1));
    assert_eq!(without["stops"], stops, "{how}");
    let counts = ["draws", "decisive"].map(|kind| &without[kind]["board_count"]);
    assert_eq!(counts, [0, 1], "{how}");
    assert_eq!(total(&report), Some(KRK), "{how}");
    Ok(())
}

#[test]
fn stops_are_named_and_the_run_goes_on() -> Outcome {
    for (how, what) in [
        ("CRASHES", "it was ended by signal 11 (SIGSEGV)"),
        ("EXITS_QUIETLY", "it ended its process with exit code 0"),
        ("HANGS", "it gave no answer for 0.5 s"),
    ] {
        one_fault(how, FAULTY, what, 1)?;
    }
    Ok(())
}

#[test]
#[ignore = "seconds: other stops, and other positions"]
fn other_stops_are_named_and_the_run_goes_on() -> Outcome {
    for (how, what) in [
        ("ABORTS", "it was ended by signal 6 (SIGABRT)"),
        ("EXITS", "it ended its process with exit code 3"),
    ] {
        one_fault(how, FAULTY, what, 1)?;
    }
    let last = "7R/4k3/8/8/4K3/8/8/8 w - - 0 1";
    let what = "it was ended by signal 11 (SIGSEGV)";
    one_fault("CRASHES_IN_THE_CORNER", last, what, 1)?;
    let what = "it was ended by signal 15 (SIGTERM)";
    one_fault("CRASHES_AS_BLACK", EXCHANGED, what, 1)
}

#[test]
fn contradictions_are_no_verdicts() -> Outcome {
    let forgets = "it answered draw and, asked again, no claim";
    one_fault("FORGETS", FAULTY, forgets, 0)
}

#[test]
#[ignore = "seconds: other contradictions, and other positions"]
fn other_contradictions_are_no_verdicts() -> Outcome {
    let again = "it answered no claim and, asked again, draw";
    one_fault("REMEMBERS_AS_BLACK", EXCHANGED, again, 0)?;
    for (how, what) in [
        ("REMEMBERS", again),
        (
            "CARRIES_OVER",
            "it answered draw and, asked again, no claim",
        ),
        (
            "ODD",
            "it answered 7, which is neither 1 (draw) nor 0 (no claim)",
        ),
    ] {
        one_fault(how, FAULTY, what, 0)?;
    }
    Ok(())
}

/// Which positions are skipped does not depend on the threads.
#[test]
fn too_many_stops() -> Outcome {
    let workshop = Workshop::new()?;
    for (how, said) in [("CRASHES_LATE", true), ("CRASHES_EVERYWHERE", false)] {
        let Some(library) = workshop.misbehaving(how)? else {
            return Ok(());
        };
        let one = verify(&library, &["KRK", "--stops", "5", "--threads", "1"])?;
        let three = verify(&library, &["KRK", "--stops", "5", "--threads", "3"])?;
        assert_eq!(one.stdout, three.stdout, "{how}");
        let report = report(&library, &["KRK", "--stops", "5"], 2)?;
        assert_eq!(report["without_verdict"]["stops"], 5);
        assert_eq!(total(&report), Some(KRK));
        let believed = report["totals"]["spotted_decisive"]["board_count"] != 0;
        assert_eq!(believed, said, "{how}");
    }
    Ok(())
}

/// Oracles are compared, and the 50-move rule is applied, in all positions even
/// if the recognizer is no longer asked.
#[test]
fn too_many_stops_and_two_oracles() -> Outcome {
    let workshop = Workshop::new()?;
    let tables = ["one", "two"].map(|name| workshop.file(name));
    let [one, two] = tables.each_ref().map(|path| path.to_str().unwrap_or("?"));
    for folder in [one, two] {
        let output = Command::new(env!("CARGO_BIN_EXE_drawproof"))
            .args(["generate", "KRK", "--out", folder])
            .output()?;
        assert!(output.status.success());
    }
    for how in ["CRASHES_LATE", "CRASHES_EVERYWHERE"] {
        let Some(library) = workshop.misbehaving(how)? else {
            return Ok(());
        };
        let asked = ["KRK", "--stops", "2", "--tables", one, "--against", two];
        let report = report(&library, &asked, 2)?;
        assert_eq!(total(&report), Some(KRK), "{how}");
        let compared = &report["comparisons"][0]["compared"]["board_count"];
        assert_eq!(*compared, KRK, "{how}");
    }
    Ok(())
}

/// Its output is not taken for answers, and its changes to the position have no
/// effect.
#[test]
fn bad_manners_do_no_harm() -> Outcome {
    let workshop = Workshop::new()?;
    for how in ["PRINTS", "SCRIBBLES"] {
        let Some(library) = workshop.misbehaving(how)? else {
            return Ok(());
        };
        let report = report(&library, &["KRK"], 0)?;
        assert_eq!(total(&report), Some(KRK), "{how}");
    }
    Ok(())
}

/// A library has no way to a terminal, nor has the loader's message about it.
#[test]
fn what_libraries_write_is_made_visible() -> Outcome {
    let workshop = Workshop::new()?;
    let Some(library) = workshop.misbehaving("ALARMS")? else {
        return Ok(());
    };
    let output = verify(&library, &["KRK"])?;
    assert_eq!(output.status.code(), Some(0));
    let errors = String::from_utf8_lossy(&output.stderr);
    let shown = r"\u{1b}]0;owned\u{7}\u{1b}[31mred\xff";
    assert!(errors.contains(&format!("{shown}\nlast")), "{errors}");
    assert!(!errors.contains('\u{1b}'), "{errors}");
    let red = workshop.file("\u{1b}[31mred.so");
    std::fs::write(&red, "no library")?;
    let text = refusal(&red, &["KRK"])?;
    let named = text.matches(r"\u{1b}[31mred.so").count();
    assert!(named > 1 && !text.contains('\u{1b}'), "{text}");
    Ok(())
}

/// The library may close the pipe to the program, but is not trusted after
/// that.
#[test]
fn a_closed_pipe_is_a_stop() -> Outcome {
    let workshop = Workshop::new()?;
    let Some(library) = workshop.misbehaving("CLOSES")? else {
        return Ok(());
    };
    let report = report(&library, &["KRK"], 2)?;
    let without = &report["without_verdict"];
    assert_eq!(without["stops"], 1);
    assert_eq!(
        without["faults"][0]["fen"],
        "4k3/8/8/8/4K3/8/8/R7 w - - 0 1"
    );
    // The position at fault is unknown, so none of the sheet has a verdict.
    assert!(without["decisive"]["board_count"].as_u64() > Some(1));
    assert_eq!(total(&report), Some(KRK));
    Ok(())
}

/// Runs what cannot be checked; `FILE` stands for the library in messages.
fn refusal(library: &Path, arguments: &[&str]) -> Result<String, Box<dyn Error>> {
    let output = verify(library, arguments)?;
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    let text = String::from_utf8_lossy(&output.stderr);
    Ok(text.replace(&library.display().to_string(), "FILE"))
}

#[test]
fn libraries_that_cannot_be_asked() -> Outcome {
    let workshop = Workshop::new()?;
    let missing = refusal(&workshop.file("missing.so"), &["KRK"])?;
    assert!(missing.starts_with("error: cannot read the library FILE: No such file"));
    let text = workshop.file("text.so");
    std::fs::write(&text, "no library")?;
    let text = refusal(&text, &["KRK"])?;
    assert!(text.starts_with("error: FILE cannot be loaded as a shared library: "));
    assert!(text.ends_with("crate-type = [\"cdylib\"]\n"), "{text}");
    for (how, message) in [
        ("NO_VERSION", "FILE does not define drawproof_abi; "),
        ("NO_FUNCTION", "FILE does not define drawproof_is_draw; "),
        ("UNDEFINED", "FILE cannot be loaded as a shared library: "),
        (
            "OTHER_VERSION",
            "FILE is made for version 0 of the interface, and these are versions 1 and 2; ",
        ),
        (
            "CRASHES_AT_ONCE",
            "FILE cannot be used: while it was loaded, it was ended by signal 4 (SIGILL)\n",
        ),
        (
            "EXITS_AT_ONCE",
            "FILE cannot be used: while it was loaded, it ended its process with exit code 0\n",
        ),
        (
            "HANGS_AT_ONCE",
            "FILE cannot be used: while it was loaded, it gave no answer for 0.5 s\n",
        ),
    ] {
        let Some(library) = workshop.misbehaving(how)? else {
            return Ok(());
        };
        let text = refusal(&library, &["KRK", "--timeout", "0.5"])?;
        assert!(text.starts_with(&format!("error: {message}")), "{text}");
    }
    let Some(library) = workshop.misbehaving("NOTHING")? else {
        return Ok(());
    };
    let text = refusal(&library, &[])?;
    assert!(text.contains("<CLASS>"), "{text}");
    let report = report(&library, &["KPK"], 0)?;
    assert_eq!(total(&report), Some(331_352));
    Ok(())
}

/// Each process loads the file again, so it must stay the same.
#[test]
fn a_file_that_changes() -> Outcome {
    let workshop = Workshop::new()?;
    let Some(library) = workshop.misbehaving("GROWS")? else {
        return Ok(());
    };
    let output = Command::new(env!("CARGO_BIN_EXE_drawproof"))
        .args(["verify", "KRK", "--library"])
        .arg(&library)
        .env("DRAWPROOF_TEST_LIBRARY", &library)
        .output()?;
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("was changed while it was verified"), "{text}");
    Ok(())
}

/// The header is clean in C99 and in C++.
#[test]
fn the_header_in_both_languages() -> Outcome {
    let workshop = Workshop::new()?;
    for (compiler, standard, name) in [("cc", "-std=c99", "a.c"), ("c++", "-std=c++11", "a.cc")] {
        let source = workshop.file(name);
        std::fs::write(&source, "#include \"drawproof.h\"\n")?;
        let mut command = Command::new(compiler);
        command.args([standard, "-Wall", "-Wextra", "-pedantic", "-Werror"]);
        command.args(["-shared", "-fPIC"]);
        command.arg(format!("-I{ROOT}/plugin/include")).arg(&source);
        workshop.compile(&mut command)?;
    }
    Ok(())
}
