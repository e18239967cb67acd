//! Rules for any number of men: proven, refuted, neither; certificates.

use std::{error::Error, fs};

use serde_json::Value;

use super::{Outcome, drawproof, refusal, stdout};

const PAWNS: &str = "recognizer KPsvK
strong_cannot_win \"corner\" because \"The king stays there.\"
  when empty(strong.pawns - file_a) and weak.king in {a8, b8, a7, b7}
";

/// A pawn of the weak side may be taken.
const TAKEN: &str = "recognizer KPsvKPs
strong_cannot_win \"corner\" because \"The king stays there.\"
  when empty(strong.pawns - file_a) and weak.king in {a8, b8, a7, b7}
";

/// True, but what follows is not said.
const UNFINISHED: &str = "recognizer KPsvK
strong_cannot_win \"corner\" for strong because \"The king stays there.\"
  when empty(strong.pawns - file_a) and weak.king = a8
";

fn prove(rules: &str, more: &[&str]) -> Result<(Option<i32>, String), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("my.rules");
    fs::write(&path, rules)?;
    let path = path.display().to_string();
    let output = drawproof(&[&["prove", &path], more].concat())?;
    Ok((
        output.status.code(),
        stdout(&output).replace(&path, "my.rules"),
    ))
}

#[test]
fn rules_are_proven_refuted_or_neither() -> Outcome {
    let (code, text) = prove(PAWNS, &[])?;
    assert_eq!(code, Some(0), "{text}");
    assert!(
        text.starts_with("KPsvK: PROVEN FOR ANY NUMBER OF MEN\n"),
        "{text}"
    );
    assert!(
        text.contains("1 claiming rule; 13 of 13 statements shown"),
        "{text}"
    );
    let (code, text) = prove(TAKEN, &[])?;
    assert_eq!(code, Some(1), "{text}");
    assert!(text.starts_with("KPsvKPs: REFUTED\n"), "{text}");
    assert!(text.contains("axb7+ leads out of all that is known; tables: the claim is FALSE\n"));
    assert!(
        text.contains("  FALSE in KPvKP: rule \"corner\" in "),
        "{text}"
    );
    let (code, text) = prove(UNFINISHED, &[])?;
    assert_eq!(code, Some(2), "{text}");
    assert!(text.starts_with("KPsvK: NOT SHOWN\n"), "{text}");
    assert!(text.contains("tables: the claim is true"), "{text}");
    Ok(())
}

#[test]
fn machines_read_what_came_of_a_proof() -> Outcome {
    let (code, text) = prove(TAKEN, &["--json"])?;
    assert_eq!(code, Some(1));
    let answers: Value = serde_json::from_str(&text)?;
    assert_eq!(answers[0]["proven"], false);
    assert_eq!(answers[0]["class"], "KPsvKPs");
    let statements = answers[0]["statements"].as_array().ok_or("a list")?;
    let broken = statements
        .iter()
        .find(|one| one["broken_by"]["truth"] == "refuted");
    let fen = broken
        .and_then(|one| one["broken_by"]["fen"].as_str())
        .unwrap_or_default();
    assert_eq!(fen.split(' ').nth(1), Some("w"), "{text}");
    Ok(())
}

#[test]
fn certificates_are_checked() -> Outcome {
    let folder = tempfile::tempdir()?;
    let certificate = folder.path().join("certificate").display().to_string();
    let (code, _) = prove(PAWNS, &["--certificate", &certificate])?;
    assert_eq!(code, Some(0));
    let output = drawproof(&["check-certificate", &certificate])?;
    assert_eq!(output.status.code(), Some(0));
    assert!(
        stdout(&output).contains("KPsvK: 13 statements, "),
        "{}",
        stdout(&output)
    );
    // A proof without its last step, before the clauses are given up, shows nothing.
    let proof = folder.path().join("certificate/kpsk/001.lrat");
    let text = fs::read_to_string(&proof)?;
    let steps: Vec<&str> = text.lines().collect();
    fs::write(&proof, steps[..steps.len() - 2].join("\n") + "\n")?;
    let output = drawproof(&["check-certificate", &certificate])?;
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stdout(&output).contains("WRONG: 001.lrat: "),
        "{}",
        stdout(&output)
    );
    // So do rules that are not those of the proof.
    fs::write(&proof, text)?;
    fs::write(folder.path().join("certificate/kpsk/rules.rules"), TAKEN)?;
    let output = drawproof(&["check-certificate", &certificate])?;
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("rules.rules is not the file that was proven"));
    // A statement is left out.
    fs::write(folder.path().join("certificate/kpsk/rules.rules"), PAWNS)?;
    let manifest = folder.path().join("certificate/kpsk/manifest.json");
    let mut entries: Value = serde_json::from_str(&fs::read_to_string(&manifest)?)?;
    entries["statements"].as_array_mut().ok_or("a list")?.pop();
    fs::write(&manifest, entries.to_string())?;
    let output = drawproof(&["check-certificate", &certificate])?;
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stdout(&output).contains("lacks statements"),
        "{}",
        stdout(&output)
    );
    let empty = tempfile::tempdir()?;
    let error = refusal(&["check-certificate", &empty.path().display().to_string()])?;
    assert!(error.contains("holds no certificate"), "{error}");
    Ok(())
}

#[test]
fn what_cannot_be_proven_is_refused() -> Outcome {
    let folder = tempfile::tempdir()?;
    let refused = |text: &str| -> Result<String, Box<dyn Error>> {
        let path = folder.path().join("my.rules");
        fs::write(&path, text)?;
        refusal(&["prove", &path.display().to_string()])
    };
    for (text, why) in [
        (
            "recognizer KPK\ndraw \"a\" because \"b\" when true\n",
            "a closed class: verify it",
        ),
        (
            "recognizer KPsvK\nwin \"a\" because \"b\" when true\n",
            "'win' cannot be proven by induction",
        ),
        (
            "recognizer KPsvK\nhold \"a\" because \"b\" when true\n",
            "no rule claims anything",
        ),
        (
            "recognizer KPsvK\ndraw \"a\" because \"b\" when any move m by us : true\n",
            "moves cannot be gone through",
        ),
        (
            "recognizer KPsvK\nuse KPsvK \"my.rules\"\ndraw \"a\" because \"b\" when true\n",
            "more than 8 files use each other",
        ),
        (
            "recognizer KPsvK\ndraw \"a\" because \"b\" when \
             any a in board : any b in board : any c in board : \
             distance(a, b) + distance(b, c) + distance(c, strong.king) = 5\n",
            "too large",
        ),
    ] {
        let error = refused(text)?;
        assert!(error.contains(why), "{why}: {error}");
    }
    Ok(())
}

/// The same file is verified on closed classes, those that are named or all with few men.
#[test]
fn open_rules_are_verified_on_closed_classes() -> Outcome {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("my.rules");
    fs::write(&path, PAWNS)?;
    let path = path.display().to_string();
    let output = drawproof(&["verify", "--rules", &path, "--overview"])?;
    assert_eq!(output.status.code(), Some(0));
    for class in ["KPvK ", "KPPvK "] {
        assert!(stdout(&output).contains(class), "{class}");
    }
    let output = drawproof(&["verify", "KPK", "--rules", &path])?;
    assert_eq!(output.status.code(), Some(0));
    assert!(!stdout(&output).contains("KPPvK"));
    let error = refusal(&["verify", "KBK", "--rules", &path])?;
    assert!(error.contains("does not cover KBvK"), "{error}");
    Ok(())
}

/// A proof is worth nothing if what it relies on is not proven.
#[test]
fn rules_are_not_proven_by_a_lemma_that_is_not() -> Outcome {
    let folder = tempfile::tempdir()?;
    fs::write(folder.path().join("lemma.rules"), UNFINISHED)?;
    let path = folder.path().join("my.rules");
    let text = "recognizer KBsvK\nuse KPsvK \"lemma.rules\"
weak_cannot_win \"bare\" because \"A king cannot mate.\" when true\n";
    fs::write(&path, text)?;
    let output = drawproof(&["prove", &path.display().to_string()])?;
    assert_eq!(output.status.code(), Some(2));
    let said = stdout(&output);
    assert!(said.contains("KBsvK: NOT SHOWN\n"), "{said}");
    assert!(
        said.contains("something that it relies on is not proven\n"),
        "{said}"
    );
    Ok(())
}

/// No claim is false, and each file claims as many positions as written down.
#[test]
#[ignore = "minutes: tables of four men for every built-in file"]
fn built_in_rules_claim_in_closed_classes_what_is_written_down() -> Outcome {
    let mut files: Vec<String> = fs::read_dir("recognizers/proven")?
        .map(|file| Ok(file?.path().display().to_string()))
        .collect::<Result<_, std::io::Error>>()?;
    files.sort_unstable();
    let mut printed = String::new();
    for path in files {
        let output = drawproof(&["verify", "--rules", &path, "--overview"])?;
        assert_eq!(output.status.code(), Some(0), "{path}: {}", stdout(&output));
        printed += &stdout(&output);
    }
    assert_eq!(printed, fs::read_to_string("facts/any_number.txt")?);
    Ok(())
}
