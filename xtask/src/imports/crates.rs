//! Which crates may know which: `crates.txt` has a line for each, and each line names only
//! crates of lines above it.

use std::collections::BTreeMap;

use super::text;

/// A crate of the repository, and the crates that it may know.
pub struct Package {
    pub name: &'static str,
    pub knows: Vec<&'static str>,
}

/// All crates, each after those that it may know.
pub fn packages() -> Vec<Package> {
    let lines = include_str!("crates.txt").lines();
    let packages = lines.map(|line| {
        let (name, knows) = line.split_once(':').expect("a line is `crate: others`");
        let knows = knows
            .split(',')
            .map(str::trim)
            .filter(|name| !name.is_empty());
        Package {
            name,
            knows: knows.collect(),
        }
    });
    packages.collect()
}

impl Package {
    fn folder(&self) -> &str {
        if self.name == "the program" {
            "."
        } else {
            self.name
        }
    }

    /// The folder of its files.
    pub fn sources(&self) -> String {
        format!("{}/src", self.folder())
            .trim_start_matches("./")
            .to_string()
    }

    /// The crates that its manifest names, but for tests.
    fn dependencies(&self) -> Vec<String> {
        let manifest = text(&format!("{}/Cargo.toml", self.folder()));
        let mut is_wanted = false;
        let mut found = Vec::new();
        for line in manifest.lines() {
            if line.starts_with('[') {
                is_wanted = line.ends_with("dependencies]")
                    && !line.contains("dev-")
                    && !line.contains("workspace");
            } else if let (true, Some(rest)) = (is_wanted, line.strip_prefix("drawproof-")) {
                found.extend(rest.split(['.', ' ', '=']).next().map(String::from));
            }
        }
        found.sort();
        found
    }
}

/// The table of ARCHITECTURE.md.
fn table() -> String {
    let mut table = "| crate | may know |\n| --- | --- |\n".to_string();
    for Package { name, knows } in packages() {
        let code = |name: &&str| format!("`{name}`");
        let knows: Vec<String> = knows.iter().map(code).collect();
        let name = if name.contains(' ') {
            name.to_string()
        } else {
            code(&name)
        };
        let knows = if knows.is_empty() {
            "none".into()
        } else {
            knows.join(", ")
        };
        table += &format!("| {name} | {knows} |\n");
    }
    table
}

#[test]
fn crates_know_what_their_line_says() {
    for package in packages() {
        assert_eq!(
            package.dependencies(),
            package.knows,
            "{}/Cargo.toml and xtask/src/imports/crates.txt",
            package.folder()
        );
    }
}

#[test]
fn crates_know_only_those_above_them() {
    let mut lines = BTreeMap::new();
    for (line, Package { name, knows }) in packages().into_iter().enumerate() {
        for other in knows {
            assert!(
                lines.contains_key(other),
                "{name} may know {other}, which is not above it"
            );
        }
        lines.insert(name, line);
    }
}

#[test]
fn each_member_of_the_workspace_has_a_line() {
    let manifest = text("Cargo.toml");
    let members = manifest
        .lines()
        .find_map(|line| line.strip_prefix("members = ["));
    for member in members.expect("members").trim_end_matches(']').split(", ") {
        let member = member.trim_matches('"');
        assert!(
            packages().iter().any(|package| package.name == member),
            "{member} has no line in xtask/src/imports/crates.txt"
        );
    }
}

#[test]
fn the_table_in_the_architecture_is_true() {
    assert!(
        text("ARCHITECTURE.md").contains(&table()),
        "ARCHITECTURE.md should have this table:\n{}",
        table()
    );
}
