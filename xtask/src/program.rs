//! The program, built from the current sources.

use std::{
    env,
    io::Read,
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
        let read = each_item(printed, each);
        if read.is_err() {
            child.kill()?;
        }
        let code = child.wait()?.code();
        read.map(|()| code)
    }
}

/// Reads an array of JSON item by item.
fn each_item(
    mut printed: impl Read,
    each: &mut dyn FnMut(&str) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut text = Vec::new();
    let mut chunk = vec![0; 1 << 16];
    loop {
        let read = printed.read(&mut chunk)?;
        if read == 0 {
            return Ok(());
        }
        text.extend_from_slice(&chunk[..read]);
        while let Some(item) = first_item(&mut text) {
            each(&item)?;
        }
    }
}

/// Removes the first item of a long array of JSON, if it is whole, as an array of its own.
fn first_item(text: &mut Vec<u8>) -> Option<String> {
    // What is in an item is indented further, and no string has a line break.
    const END: &[u8] = b"\n  }";
    let end = text.windows(END.len()).position(|part| part == END)? + END.len();
    let item: Vec<u8> = text.drain(..end).collect();
    let begin = item.iter().position(|&byte| byte == b'{')?;
    Some(format!("[{}]", String::from_utf8_lossy(&item[begin..])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_read_one_by_one() -> anyhow::Result<()> {
        let whole =
            "[\n  {\n    \"a\": {\n      \"b\": 1\n    }\n  },\n  {\n    \"a\": 2\n  }\n]\n";
        let mut items = Vec::new();
        each_item(whole.as_bytes(), &mut |item| {
            items.push(item.to_owned());
            Ok(())
        })?;
        let values = items.iter().map(|item| serde_json::from_str(item).ok());
        let values: Vec<Option<serde_json::Value>> = values.collect();
        let expected = ["[{\"a\": {\"b\": 1}}]", "[{\"a\": 2}]"];
        let expected = expected.map(|item| serde_json::from_str(item).ok());
        assert_eq!(values, expected);
        Ok(())
    }
}
