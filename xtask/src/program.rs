//! The program, built from the current sources.

use std::{
    env,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context, bail};

/// The folder of the repository.
pub fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// `drawproof`, built from the current sources.
pub struct Program(PathBuf);

impl Program {
    pub fn build(release: bool) -> anyhow::Result<Self> {
        let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut build = Command::new(cargo);
        build
            .current_dir(root())
            .args(["build", "--quiet", "--locked", "--bin", "drawproof"]);
        build.args(release.then_some("--release"));
        let status = build.status().context("cannot start cargo")?;
        if !status.success() {
            bail!("drawproof cannot be built: {status}");
        }
        // In the folder of this program, or next to it.
        let profile = if release { "release" } else { "debug" };
        let here = env::current_exe()?;
        let target = here
            .parent()
            .and_then(Path::parent)
            .context("no build folder")?;
        let name = format!("drawproof{}", env::consts::EXE_SUFFIX);
        Ok(Self(target.join(profile).join(name)))
    }

    /// The output of a command that runs in the root of the repository.
    pub fn output(&self, words: &[String]) -> anyhow::Result<String> {
        let output = Command::new(&self.0)
            .current_dir(root())
            .args(words)
            .output()?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            bail!("drawproof {}: {}\n{said}", words.join(" "), output.status);
        }
        Ok(String::from_utf8(output.stdout)?)
    }
    /// Runs a command that prints an array of JSON, in the root of the repository, and gives
    /// each item to `each` when it is printed, as an array of its own. Returns the exit code.
    pub fn reports(
        &self,
        words: &[String],
        each: &mut dyn FnMut(&str) -> anyhow::Result<()>,
    ) -> anyhow::Result<Option<i32>> {
        let mut child = Command::new(&self.0)
            .current_dir(root())
            .args(words)
            .stdout(Stdio::piped())
            .spawn()?;
        let printed = child.stdout.take().context("no output")?;
        let mut item = String::new();
        for line in BufReader::new(printed).lines() {
            let line = line?;
            // Items are indented, and what is in them further.
            match &*line {
                "[" | "]" | "[]" => {}
                "  }" | "  }," => {
                    each(&format!("[{item}}}]"))?;
                    item.clear();
                }
                line => item += line,
            }
        }
        Ok(child.wait()?.code())
    }
}
