//! Text from outside controls nothing: no terminal, no page, no spreadsheet.

use std::fs;

use serde_json::Value;

use super::{BROKEN, Outcome, drawproof, report_of, stderr, text};

/// Clears the screen, forges a line, turns the direction, looks like a formula.
const EVIL: &str = "=1+\u{1b}[2J\u{1b}[8m\nPROVEN\u{202e}\u{7f}\u{9b}2J\u{200b}\r";

/// The hidden characters in a text.
fn hidden(text: &str) -> Vec<char> {
    let is_hidden = |c: &char| {
        *c != '\n' && c.is_control()
            || matches!(*c as u32, 0x61c | 0x200b..=0x200f | 0x2028..=0x202e | 0x2060..=0x206f)
    };
    text.chars().filter(is_hidden).collect()
}

#[test]
fn evil_reports_are_shown_as_they_are() -> Outcome {
    let (folder, _) = report_of(BROKEN, &[])?;
    let json = folder.path().join("page/report.json");
    let mut report: Value = serde_json::from_str(&fs::read_to_string(&json)?)?;
    for text in ["oracle", "rules_from"] {
        report[0][text] = EVIL.into();
    }
    report[0]["rules"][0]["name"] = EVIL.into();
    report[0]["rules"][0]["reason"] = EVIL.into();
    for field in ["rule", "truth", "command"] {
        report[0]["counterexamples"][0][field] = EVIL.into();
    }
    fs::write(&json, report.to_string())?;
    let (json, out) = (text(&json), folder.path().join("out"));
    for arguments in [
        vec!["report", &json, "--out", &text(&out)],
        vec!["report", &json, "--out", &text(&out), "--json"],
        vec!["report", "--compare", &json, &json],
    ] {
        let output = drawproof(&arguments)?;
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
        let said = String::from_utf8(output.stdout.clone())? + &stderr(&output);
        assert_eq!(hidden(&said), Vec::<char>::new(), "{said}");
        assert!(!said.contains("\nPROVEN"), "{said}");
    }
    for file in fs::read_dir(&out)? {
        let file = file?.path();
        let text = fs::read_to_string(&file)?;
        assert_eq!(hidden(&text), Vec::<char>::new(), "{file:?}");
        let is_csv = file.extension().is_some_and(|ending| ending == "csv");
        let mut cells = text.lines().flat_map(|line| line.split([',', '"']));
        assert!(
            !is_csv || !cells.any(|cell| cell.starts_with(['=', '+', '@'])),
            "{text}"
        );
    }
    let rules = fs::read_to_string(out.join("rules.csv"))?;
    assert!(rules.contains(r"'=1+\u{1b}[2J"), "{rules}");
    Ok(())
}

#[test]
fn names_of_files_and_rules_obey_nobody() -> Outcome {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("a\u{1b}[2J\nPROVEN\u{202e}.rules");
    let missing = drawproof(&["--color", "always", "verify", "--rules", &text(&path)])?;
    fs::write(
        &path,
        "recognizer KNK\ndraw \"a\u{202e}\" because \"b\" when true\n",
    )?;
    let refused = drawproof(&["verify", "--rules", &text(&path)])?;
    fs::write(
        &path,
        "recognizer KNK\ndraw \"a\" because \"b\" when true\n",
    )?;
    let proven = drawproof(&["verify", "--rules", &text(&path)])?;
    let wrong = drawproof(&["verify", "--grade", "\u{1b}[2J\u{202e}"])?;
    for (output, code) in [(&missing, 2), (&refused, 2), (&proven, 0), (&wrong, 2)] {
        let said = String::from_utf8(output.stdout.clone())? + &stderr(output);
        assert_eq!(output.status.code(), Some(code), "{said}");
        assert_eq!(hidden(&said), Vec::<char>::new(), "{said}");
        assert_eq!(said.contains("\nPROVEN"), code == 0, "{said}");
    }
    assert!(stderr(&refused).contains(r"a hidden character, \u{202e}"));
    Ok(())
}
