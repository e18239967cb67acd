//! Reads the code that exported files contain, `src/source/`, into the intermediate form, and
//! stores it as JSON, so that the library needs no parser of Rust.

// The library uses the rest.
#[allow(dead_code)]
#[path = "src/ir.rs"]
mod ir;
#[path = "src/read/mod.rs"]
mod read;

use std::{collections::BTreeMap, env, error::Error, fs, path::Path};

use ir::SourceFile;
use read::{heads, read};

const FOLDER: &str = "src/source";

fn main() {
    println!("cargo::rerun-if-changed={FOLDER}");
    if let Err(error) = write() {
        println!("cargo::error={error}");
    }
}

fn write() -> Result<(), Box<dyn Error>> {
    let out = env::var_os("OUT_DIR").expect("cargo says where");
    let json = serde_json::to_string(&files()?)?;
    fs::write(Path::new(&out).join("written.json"), json)?;
    Ok(())
}

/// The files by their names without ending, which are the fields of `Written`.
fn files() -> Result<BTreeMap<&'static str, SourceFile>, Box<dyn Error>> {
    let mut files = BTreeMap::new();
    for name in ["intrinsics", "asked"] {
        let (path, text) = text(name)?;
        files.insert(name, heads(&path, &text)?);
    }
    // Each after those that it uses.
    for (name, uses) in [
        ("helpers", &["intrinsics"][..]),
        ("probe", &["intrinsics"]),
        ("bitbase", &["intrinsics", "probe"]),
        ("helpmate", &["intrinsics", "probe"]),
        ("harness", &["asked"]),
    ] {
        let (path, text) = text(name)?;
        let known: Vec<&SourceFile> = uses.iter().map(|name| &files[name]).collect();
        let read = read(&path, &text, &known)?;
        files.insert(name, read);
    }
    Ok(files)
}

/// The path of a file, from the root of the repository, and its text.
fn text(name: &str) -> Result<(String, String), Box<dyn Error>> {
    let path = format!("{FOLDER}/{name}.rs");
    let text = fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
    Ok((format!("export/{path}"), text))
}
