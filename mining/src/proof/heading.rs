//! The comments at the beginning of mined rules.

use drawproof_language::Claim;
use drawproof_verify::{
    Verdict,
    number::{percent, thousands},
};

use super::truth::Truth;
use crate::Form;

/// How a user makes sure of rules in a file.
pub const VERIFY_IT: &str = "Verify it: drawproof verify --rules FILE";

/// The kind and origin of rules, in lines: `command` finds them again.
pub fn origin(class: &str, form: Form, version: &str, command: &str) -> Vec<String> {
    let form = match form {
        Form::List => "a list of havens and dangers",
        Form::Tree => "decision trees",
    };
    vec![
        format!("{class}: {form}, found by drawproof {version}"),
        format!("  {command}"),
    ]
}

/// Where rules come from, what they do, and their size.
pub fn heading(
    origin: Vec<String>,
    (truth, verdict): (&Truth, &Verdict),
    sizes: &str,
    ended_early: bool,
) -> String {
    let (spotted, missed) = (verdict.claimed().draws.board, verdict.silent().draws.board);
    let mut lines = origin;
    if ended_early {
        lines.push("The search was stopped early: it may find more.".into());
    }
    lines.extend([
        match truth.claim {
            Claim::Draw => format!(
                "Spots {} of {} draws ({}), board count; no incorrect draw.",
                thousands(spotted),
                thousands(spotted + missed),
                percent(spotted, spotted + missed)
            ),
            claim => format!(
                "Claims {} in {} of {} positions in which it is right ({}), board count; never wrongly.",
                claim.name(),
                thousands(spotted),
                thousands(spotted + missed),
                percent(spotted, spotted + missed)
            ),
        },
        format!("{}.", capital(sizes)),
        VERIFY_IT.into(),
    ]);
    comment(&lines)
}

/// Lines as comments, and an empty line.
pub fn comment(lines: &[String]) -> String {
    format!("# {}\n\n", lines.join("\n# "))
}

/// Capitalises the beginning of a sentence.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}
