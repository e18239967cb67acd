//! The small example of each language, made by the commands in its head.

use std::{env, fs, process::Command};

use super::{Language, Outcome, Workshop, can_compile, compilers};

const EXAMPLES: &[(&str, &str)] = &[
    ("java", "TwoKnights.java"),
    ("go", "two_knights.go"),
    ("csharp", "TwoKnights.cs"),
    ("zig", "two_knights.zig"),
    ("python", "two_knights.py"),
    ("typescript", "two_knights.ts"),
    ("wasm", "two_knights.mjs"),
];
const SAID: &str = "Ke4 Nd4 Nf4 against Ke8 Nc6, White to move: a draw
Kc1 Nb5 Nd3 against Ka2 Na4, White to move: not known
";

/// The commands in the comment that a file begins with.
fn commands(text: &str) -> String {
    let is_head = |line: &&str| {
        let begins = ["//", "\"\"\"", "    "];
        line.is_empty() || begins.iter().any(|begin| line.starts_with(begin))
    };
    let lines = text.lines().take_while(is_head);
    let lines = lines.map(|line| line.strip_prefix("//").unwrap_or(line));
    let commands = lines.filter(|line| line.starts_with("    "));
    commands.map(str::trim).collect::<Vec<_>>().join("\n")
}

#[test]
fn every_language_has_one() -> Outcome {
    for &(language, file) in EXAMPLES {
        if !can_compile(language) {
            continue;
        }
        let workshop = Workshop::new()?;
        let text = fs::read_to_string(format!("{}/examples/{file}", env!("CARGO_MANIFEST_DIR")))?;
        fs::write(workshop.file(file), &text)?;
        // Other tests verify the rules.
        let commands = commands(&text).replace("export rules", "export rules --unverified");
        assert!(commands.contains("drawproof export rules"), "{file}");
        // Zig may be a package of Python.
        let found = compilers::compiler(language.parse::<Language>()?).ok_or("no compiler")?;
        if language == "zig" && found[0] != "zig" {
            workshop.script("zig", &format!("exec {} \"$@\"", found.join(" ")))?;
        }
        let program = assert_cmd::cargo::cargo_bin("drawproof");
        let mut folders = vec![workshop.0.path().to_owned()];
        folders.extend(program.parent().map(Into::into));
        folders.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
        let output = Command::new("sh")
            .args(["-e", "-c", &commands])
            .current_dir(workshop.0.path())
            .env("PATH", env::join_paths(folders)?)
            .output()?;
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8_lossy(&said);
        assert!(said.contains(SAID), "{file}: {said}");
    }
    Ok(())
}
