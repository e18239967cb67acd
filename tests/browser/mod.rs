//! Headless Chromium.

pub mod driven;

use std::{env, error::Error, path::PathBuf, process::Command};

use serde_json::Value;

/// Chromium, or a browser with the same options.
pub struct Browser {
    pub program: PathBuf,
}

impl Browser {
    /// The browser that `DRAWPROOF_BROWSER` names, or a usual one; says so if there is none.
    pub fn find() -> Option<Self> {
        let named = env::var_os("DRAWPROOF_BROWSER").map(PathBuf::from);
        let is_named = named.is_some();
        let usual = [
            "/usr/bin/chromium",
            "/usr/bin/chromium-browser",
            "/usr/bin/google-chrome",
        ];
        let mut all = named.into_iter().chain(usual.map(PathBuf::from));
        let found = all.find(|program| program.is_file());
        if found.is_none() {
            assert!(!is_named, "DRAWPROOF_BROWSER names no browser");
            println!("skipped: there is no chromium; install it, or name it in DRAWPROOF_BROWSER");
        }
        found.map(|program| Self { program })
    }

    /// The JSON that a page leaves in its element `seen`.
    pub fn seen(&self, address: &str) -> Result<Value, Box<dyn Error>> {
        let profile = tempfile::tempdir()?;
        let output = Command::new(&self.program)
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
            ])
            .args(["--no-first-run", "--disable-background-networking"])
            .args(["--disable-component-update", "--disable-sync", "--dump-dom"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg(address)
            .output()?;
        let dom = String::from_utf8_lossy(&output.stdout).into_owned();
        let (_, rest) = dom.split_once("<pre id=\"seen\">").ok_or_else(|| {
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            format!("the browser shows nothing: {said}")
        })?;
        let (json, _) = rest.split_once("</pre>").ok_or("no end")?;
        let json = json
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&amp;", "&");
        Ok(serde_json::from_str(&json)?)
    }
}
