//! Text files that a user names.

use std::{io::Read, path::Path};

use anyhow::{Context, bail};
use drawproof_language::MAX_TEXT_BYTES;
use drawproof_system::open_regular;
use drawproof_tables::VisibleName;

/// The name and the text of a rule file.
pub fn rule_text(path: &Path) -> anyhow::Result<(String, String)> {
    text_file(path, "rule file")
}

/// The name and the text of a file that should be `what`.
pub fn text_file(path: &Path, what: &str) -> anyhow::Result<(String, String)> {
    let name = path.shown();
    let mut bytes = Vec::new();
    let most = MAX_TEXT_BYTES as u64;
    // Limit how much is read of an endless file.
    open_regular(path)
        .and_then(|file| file.take(most + 1).read_to_end(&mut bytes))
        .with_context(|| format!("cannot read the {what} {name}"))?;
    if bytes.len() as u64 > most {
        bail!(
            "{name} is not a {what}: it is larger than {} MiB, the most that is read",
            most >> 20
        );
    }
    let Ok(text) = String::from_utf8(bytes) else {
        bail!("{name} is not a {what}: it is not UTF-8 text");
    };
    Ok((name, text))
}
