//! Making files again, or comparing them.

use std::{fs, time::Instant};

use anyhow::{Context, bail};
use drawproof_tables::sha256;

use crate::{
    alike,
    arguments::Regenerate,
    generated::{self, Generated, Made},
    grammar, pages,
    program::{Program, root},
};

/// The result of making a file again.
enum Outcome {
    Same,
    /// The difference.
    Differs(String),
    /// The correct file.
    New(String),
}

/// Whether all files equal the output of their commands.
pub fn run(options: &Regenerate) -> anyhow::Result<bool> {
    let files = chosen(options)?;
    // Tables of pages need no program.
    let needed = files.iter().any(|file| !file.command.is_empty());
    let build = || Program::build(options.release);
    let program = needed.then(build).transpose()?;
    let mut is_same = true;
    for file in &files {
        let start = Instant::now();
        let path = root().join(&file.path);
        let text = fs::read_to_string(&path).with_context(|| file.path.clone())?;
        let outcome =
            made_again(program.as_ref(), file, &text).with_context(|| file.path.clone())?;
        let seconds = start.elapsed().as_secs_f64();
        let (word, what) = match outcome {
            Outcome::Same => ("same", String::new()),
            Outcome::New(new) if !options.check => {
                fs::write(&path, new).with_context(|| file.path.clone())?;
                ("written", String::new())
            }
            Outcome::New(new) => ("differs", format!(": {}", first_difference(&text, &new))),
            Outcome::Differs(what) => ("differs", format!(": {what}")),
        };
        is_same &= word != "differs";
        println!("{word:<8}{seconds:>8.1} s  {}{what}", file.path);
    }
    Ok(is_same)
}

fn chosen(options: &Regenerate) -> anyhow::Result<Vec<Generated>> {
    let all = generated::all()?;
    for part in &options.files {
        if !all.iter().any(|file| file.path.contains(part)) {
            let paths: Vec<&str> = all.iter().map(|file| file.path.as_str()).collect();
            bail!(
                "{part} is not a generated file; these are:\n{}",
                paths.join("\n")
            );
        }
    }
    let is_named = |file: &Generated| {
        options.files.is_empty() || options.files.iter().any(|part| file.path.contains(part))
    };
    let all = all.into_iter().filter(is_named);
    let all = all.filter(|file| !options.quick || file.is_quick());
    let all: Vec<Generated> = all.collect();
    // How long each takes is not known.
    let sample = options.sample.of(&all, |_| 0)?;
    Ok(sample.unwrap_or(all))
}

fn made_again(program: Option<&Program>, file: &Generated, text: &str) -> anyhow::Result<Outcome> {
    match file.part {
        Made::Grammar => return Ok(compared(text, grammar::text()?)),
        Made::Tables => return Ok(compared(text, pages::with_tables(text)?)),
        _ => {}
    }
    let program = program.context("the program was not built")?;
    if file.part == Made::Checksums {
        return Ok(compared(text, checksums(program, &file.command)?));
    }
    let made = program.output(&file.command)?;
    Ok(match file.part {
        Made::Whole | Made::Checksums | Made::Grammar | Made::Tables => compared(text, made),
        Made::Claims => by_hand(text, &made)?,
        Made::ClaimsOfStrong => same_claims(&alike::of_strong(text), &alike::of_strong(&made))?,
        Made::AllButFirst => {
            let rules = made
                .split_once("\nrecognizer ")
                .map_or("", |(_, rules)| rules);
            let rules = rules.split_once('\n').map_or("", |(_, rules)| rules);
            if !rules.is_empty() && text.ends_with(rules) {
                Outcome::Same
            } else {
                Outcome::Differs(format!("what was mined is not at its end:\n{made}"))
            }
        }
        Made::Words => {
            let is_missing = |line: &&str| !text.lines().any(|known| known == *line);
            match made.lines().find(is_missing) {
                None => Outcome::Same,
                Some(line) => Outcome::Differs(format!("it lacks '{line}'")),
            }
        }
    })
}

fn compared(text: &str, made: String) -> Outcome {
    if text == made {
        Outcome::Same
    } else {
        Outcome::New(made)
    }
}

/// Reworded rules, which are not overwritten.
fn by_hand(text: &str, mined: &str) -> anyhow::Result<Outcome> {
    let spots = |text: &str| {
        let mut lines = text.lines();
        lines
            .find(|line| line.starts_with("# Spots "))
            .map(String::from)
    };
    Ok(match same_claims(text, mined)? {
        Outcome::Same if spots(text) != spots(mined) => Outcome::Differs(format!(
            "the heading should say '{}'",
            spots(mined).unwrap_or_default()
        )),
        outcome => outcome,
    })
}

/// Whether rules by hand claim what mined ones do.
fn same_claims(text: &str, mined: &str) -> anyhow::Result<Outcome> {
    let differences = alike::differences(text, mined)?;
    Ok(if differences > 0 {
        Outcome::Differs(format!(
            "by hand, so not written: what is mined claims something else in {differences} positions"
        ))
    } else {
        Outcome::Same
    })
}

/// The checksums of the files in a folder, as `sha256sum` prints them.
fn checksums(program: &Program, command: &[String]) -> anyhow::Result<String> {
    let folder = tempfile::tempdir()?;
    let out = folder.path().to_str().context("a folder that is no text")?;
    program.output(&[command, &["--out".into(), out.into()]].concat())?;
    let mut lines = Vec::new();
    for file in fs::read_dir(folder.path())? {
        let file = file?;
        let name = file.file_name().to_string_lossy().into_owned();
        lines.push((name, sha256(&fs::read(file.path())?)));
    }
    lines.sort();
    let lines = lines.iter().map(|(name, sum)| format!("{sum}  {name}\n"));
    Ok(lines.collect())
}

/// The first line in which texts differ, and how.
fn first_difference(old: &str, new: &str) -> String {
    let lines = old.lines().zip(new.lines()).enumerate();
    let first = lines.into_iter().find(|(_, (old, new))| old != new);
    match first {
        Some((at, (old, new))) => format!("line {}\n  is   {old}\n  made {new}", at + 1),
        None => format!(
            "{} lines, {} are made",
            old.lines().count(),
            new.lines().count()
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_have_the_tables_that_are_made() -> anyhow::Result<()> {
        let all = generated::all()?;
        let pages = all.iter().filter(|file| file.part == Made::Tables);
        for page in pages {
            let text = fs::read_to_string(root().join(&page.path))?;
            let made = pages::with_tables(&text)?;
            let first = first_difference(&text, &made);
            assert!(
                text == made,
                "cargo xtask regenerate {}: {first}",
                page.path
            );
        }
        Ok(())
    }

    #[test]
    fn differences_are_shown() {
        assert_eq!(
            first_difference("a\nb\n", "a\nc\n"),
            "line 2\n  is   b\n  made c"
        );
        assert_eq!(first_difference("a\n", "a\nc\n"), "1 lines, 2 are made");
    }

    #[test]
    fn rules_by_hand_have_to_claim_the_same() -> anyhow::Result<()> {
        let rules = |heading: &str, condition: &str| {
            format!("{heading}\nrecognizer KRKR draw \"x\" because \"x\" when {condition}\n")
        };
        let mined = rules("# Spots 8 draws.", "in_check");
        let outcome = |text: &str| by_hand(text, &mined);
        assert!(matches!(outcome(&mined)?, Outcome::Same));
        let other_number = rules("# Spots 9 draws.", "in_check");
        assert!(matches!(outcome(&other_number)?, Outcome::Differs(_)));
        let other_claims = rules("# Spots 8 draws.", "not in_check");
        assert!(matches!(outcome(&other_claims)?, Outcome::Differs(_)));
        Ok(())
    }
}
