//! No test is left out: each file beside a crate's `tests/main.rs` is a module of it. Cargo is told not
//! to look for test programs, so it would not miss a file that nobody names.

use std::{error::Error, fs, io, path::Path};

/// The files of Rust that are not modules of the file that should name them.
fn left_out(folder: &Path, parent: &str, found: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let is_named = parent.contains(&format!("mod {stem};"));
        if path.is_dir() {
            let beside = folder.join(format!("{stem}.rs"));
            let named = [beside, path.join("mod.rs")].map(fs::read_to_string);
            if let Some(own) = named.into_iter().find_map(Result::ok) {
                left_out(&path, &own, found)?;
                if !is_named {
                    found.push(path.display().to_string());
                }
            }
        } else if path.extension().is_some_and(|of| of == "rs")
            && !["main", "mod"].contains(&&*stem)
            && !is_named
        {
            found.push(path.display().to_string());
        }
    }
    Ok(())
}

#[test]
fn each_file_of_tests_is_a_module() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut programs = 0;
    let mut found = Vec::new();
    for folder in fs::read_dir(root)? {
        let path = folder?.path();
        for tests in [path.join("tests"), path] {
            if let (true, Ok(main)) = (
                tests.ends_with("tests"),
                fs::read_to_string(tests.join("main.rs")),
            ) {
                programs += 1;
                left_out(&tests, &main, &mut found)?;
            }
        }
    }
    assert!(programs > 5, "{programs}");
    assert!(found.is_empty(), "{found:?}");
    Ok(())
}
