//! What files and crates may know of each other: no circles, and no crate that is not listed.
//!
//! Files are read as text, names are followed through re-exports to the file that defines
//! them. Tests may know everything, so code for tests alone does not count.

mod circles;
mod crates;
mod modules;
mod names;
mod tokens;

use std::{collections::BTreeMap, fs};

use crate::program::root;
use circles::{Imports, circles};
use modules::Crate;

/// The text of a file of the repository.
fn text(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The files below a folder with an ending, as paths from the root of the repository.
fn files(folder: &str, ending: &str) -> Vec<String> {
    let mut found = Vec::new();
    let entries =
        fs::read_dir(root().join(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
    for entry in entries.flatten() {
        let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            found.extend(files(&path, ending));
        } else if path.ends_with(ending) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The imports of a crate of Rust whose files are in a folder.
fn imports_of(folder: &str) -> Imports {
    let texts: BTreeMap<String, String> = files(folder, ".rs")
        .into_iter()
        .map(|path| (path.clone(), text(&path)))
        .collect();
    let mut imports = Imports::default();
    let mut reached = Vec::new();
    for main in ["lib.rs", "main.rs"] {
        let main = format!("{folder}/{main}");
        if texts.contains_key(&main) {
            let read = Crate::read(&main, &texts);
            reached.extend(read.files().map(String::from));
            imports.add(&names::imports(&read));
        }
    }
    for path in texts.keys() {
        let name = path.rsplit('/').next().unwrap_or_default();
        let end = format!("{name}\")");
        let is_included = |line: &str| line.contains("include_str!(") && line.contains(&end);
        assert!(
            reached.contains(path) || texts.values().any(|text| text.lines().any(is_included)),
            "{path} is in no module that was found"
        );
    }
    imports
}

/// The imports within a package of Python.
fn imports_of_python(folder: &str) -> Imports {
    let mut imports = Imports::default();
    for path in files(folder, ".py") {
        for line in text(&path).lines().map(str::trim) {
            let Some((module, names)) = line
                .strip_prefix("from .")
                .and_then(|rest| rest.split_once(" import "))
            else {
                continue;
            };
            let modules = if module.is_empty() { names } else { module };
            for module in modules.split(", ") {
                imports.insert(&path, &format!("{folder}/{module}.py"), names);
            }
        }
    }
    imports
}

/// No two files know each other, directly or by way of others.
#[test]
fn no_files_import_each_other() {
    let mut imports = Imports::default();
    for package in crates::packages() {
        imports.add(&imports_of(&package.sources()));
    }
    imports.add(&imports_of_python("python/drawproof"));
    let circles = circles(&imports);
    assert!(
        circles.is_empty(),
        "files import each other:\n{}",
        circles.join("\n")
    );
}

/// The imports of a crate made of some files.
fn imports_in(files: &[(&str, &str)]) -> Imports {
    let texts = files
        .iter()
        .map(|(path, text)| (path.to_string(), text.to_string()));
    names::imports(&Crate::read("lib.rs", &texts.collect()))
}

#[test]
fn circles_of_neighbours_are_found() {
    let library = ("lib.rs", "mod a; mod b; pub use b::Second;");
    let first = ("a.rs", "use crate::Second; pub struct First(Second);");
    let knows = ("b.rs", "pub struct Second; fn f(_: &crate::a::First) {}");
    let found = circles(&imports_in(&[library, first, knows]));
    assert_eq!(found, ["a.rs -> b.rs (Second) -> a.rs (First)"]);
    let knows_not = (
        "b.rs",
        "pub struct Second; fn f() { /* crate::a::First */ }",
    );
    assert!(circles(&imports_in(&[library, first, knows_not])).is_empty());
}

#[test]
fn circles_of_a_module_and_its_submodule_are_found() {
    let library = ("lib.rs", "mod room;");
    let inner = ("room/inner.rs", "pub fn work(_: super::Work) {}");
    let calls = (
        "room.rs",
        "mod inner; pub struct Work; fn f() { inner::work(Work) }",
    );
    let found = circles(&imports_in(&[library, calls, inner]));
    assert_eq!(found, ["room.rs -> room/inner.rs (work) -> room.rs (Work)"]);
    let only_names = ("room.rs", "mod inner; pub struct Work;");
    assert!(circles(&imports_in(&[library, only_names, inner])).is_empty());
    // By way of everything that the module has.
    let all = ("room/inner.rs", "use super::*; pub fn work(_: Work) {}");
    assert_eq!(circles(&imports_in(&[library, calls, all])), found);
}

#[test]
fn tests_and_foreign_names_are_in_no_circle() {
    let library = ("lib.rs", "mod a; mod b;");
    let first = (
        "a.rs",
        "use crate::b::Second; #[cfg(test)] mod tests { use crate::b::Second; }\n\
         pub struct First(Second); #[cfg(test)] use shakmaty::Color;",
    );
    let tested = (
        "b.rs",
        "pub struct Second; use std::fmt; use shakmaty::a::First;\n\
         #[cfg(test)] mod tests { use crate::a::First; }",
    );
    assert!(circles(&imports_in(&[library, first, tested])).is_empty());
}
