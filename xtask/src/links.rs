//! Links between pages: what they lead to is there.

use std::{
    fs,
    path::{Component, Path, PathBuf},
    process::Command,
};

use anyhow::{Context, ensure};

use crate::program::root;

/// Paths that git knows, of files that match.
fn files(patterns: &[&str]) -> anyhow::Result<Vec<String>> {
    let mut git = Command::new("git");
    git.arg("-C").arg(root()).args(["ls-files", "--"]);
    let output = git.args(patterns).output().context("git")?;
    ensure!(output.status.success(), "git ls-files failed");
    let paths = String::from_utf8(output.stdout)?;
    // What git still lists may be gone already.
    let paths = paths
        .lines()
        .filter(|path| root().join(path).is_file())
        .map(String::from);
    Ok(paths.collect())
}

/// A page without its blocks of code.
fn prose(page: &str) -> String {
    let parts = page.split("```").step_by(2);
    parts.collect()
}

/// What the links of a page lead to, other sites excepted.
fn links(prose: &str) -> Vec<&str> {
    let targets = prose
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next());
    targets.filter(|target| !target.contains("://")).collect()
}

/// The anchor of a heading, as GitHub makes it.
fn anchor(heading: &str) -> String {
    let kept = heading
        .chars()
        .filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.flat_map(char::to_lowercase)
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}

fn anchors(page: &str) -> Vec<String> {
    let prose = prose(page);
    let headings = prose.lines().filter(|line| line.starts_with('#'));
    headings
        .map(|heading| anchor(heading.trim_start_matches('#').trim()))
        .collect()
}

/// A path without `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

/// What is wrong with a link from a page, if anything.
fn fault(from: &str, link: &str) -> anyhow::Result<Option<String>> {
    let (file, part) = link.split_once('#').unwrap_or((link, ""));
    let folder = Path::new(from).parent().context("a page has a folder")?;
    let target = if file.is_empty() {
        PathBuf::from(from)
    } else {
        plain(&folder.join(file))
    };
    let path = root().join(&target);
    if !path.exists() {
        return Ok(Some(format!("{from}: {link}: there is no such file")));
    }
    if !part.is_empty() && !anchors(&fs::read_to_string(path)?).contains(&part.into()) {
        return Ok(Some(format!("{from}: {link}: there is no such heading")));
    }
    Ok(None)
}

#[test]
fn links_lead_somewhere() -> anyhow::Result<()> {
    let mut faults = Vec::new();
    for page in files(&["*.md"])? {
        let prose = prose(&fs::read_to_string(root().join(&page))?);
        for link in links(&prose) {
            faults.extend(fault(&page, link)?);
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    Ok(())
}

#[test]
fn pages_that_sources_name_are_there() -> anyhow::Result<()> {
    let is_of_a_path = |c: char| c.is_ascii_alphanumeric() || "/-_.".contains(c);
    let sources = [
        "*.rs", "*.h", "*.py", "*.rules", "*.snap", ".ci/*", "audit/*",
    ];
    for source in files(&sources)? {
        let Ok(text) = fs::read_to_string(root().join(&source)) else {
            continue;
        };
        for (at, _) in text.match_indices("docs/") {
            let rest = &text[at..];
            let end = rest.find(|c| !is_of_a_path(c)).unwrap_or(rest.len());
            let page = rest[..end].trim_end_matches('.');
            if Path::new(page).extension().is_some_and(|of| of == "md") {
                let is_there = root().join(page).is_file() || page.contains("ENGINE");
                assert!(is_there, "{source} names {page}");
            }
        }
    }
    Ok(())
}

#[test]
fn faults_are_found() -> anyhow::Result<()> {
    let page = "docs/README.md";
    assert_eq!(fault(page, "guide/mining.md#the-frontier")?, None);
    assert_eq!(fault(page, "../README.md#licence")?, None);
    assert!(fault(page, "guide/mining.md#no-such-part")?.is_some());
    assert!(fault(page, "no-such-page.md")?.is_some());
    assert_eq!(
        anchor("What a `claim` *is*, in C++"),
        "what-a-claim-is-in-c"
    );
    assert_eq!(links("[a](b.md#c) and [d](https://e)"), ["b.md#c"]);
    assert_eq!(prose("a\n```text\n](b)\n```\nc"), "a\n\nc");
    Ok(())
}
