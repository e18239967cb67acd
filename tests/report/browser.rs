//! A page in headless Chromium.

use std::{
    env,
    error::Error,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use shakmaty::{Chess, Position, Square};

/// Chromium, or a browser with the same options.
pub struct Browser {
    program: PathBuf,
}

/// The observed contents of a page.
pub struct Seen {
    /// Boards with lines.
    pub boards: usize,
    /// The men of the first board after each click, the start first: those
    /// that go forward through its line, then the one that goes back.
    pub positions: Vec<String>,
    pub errors: Vec<String>,
    /// What it loaded from elsewhere.
    pub requests: Vec<String>,
}

/// Plays through the first board that has a line and stores the observations in
/// the document.
const PLAY: &str = r#"<script>
const seen = [];
const board = document.querySelector(".play:has([data-go])");
const men = () => seen.push([...board.querySelectorAll(".men use")].map((man) =>
  man.getAttribute("href").slice(1) + "abcdefgh"[man.getAttribute("x")] + (8 - man.getAttribute("y"))).sort().join(" "));
men();
const on = board.querySelector('[data-go="on"]');
while (!on.disabled && seen.length < 500) { on.click(); men(); }
board.querySelector('[data-go="first"]').click();
men();
const report = document.createElement("pre");
report.id = "seen";
report.textContent = JSON.stringify({
  boards: document.querySelectorAll(".play:has([data-go]) svg").length,
  positions: seen,
  errors: window.seenErrors,
  requests: performance.getEntriesByType("resource").map((of) => of.name),
});
document.body.replaceChildren(report);
</script>"#;

/// Records errors from the beginning on.
const WATCH: &str = r#"<script>
window.seenErrors = [];
addEventListener("error", (event) => seenErrors.push(String(event.message)), true);
</script>"#;

impl Browser {
    pub fn find() -> Option<Self> {
        let named = env::var_os("DRAWPROOF_BROWSER").map(PathBuf::from);
        let usual = [
            "/usr/bin/chromium",
            "/usr/bin/chromium-browser",
            "/usr/bin/google-chrome",
        ];
        let mut all = named.into_iter().chain(usual.map(PathBuf::from));
        let program = all.find(|program| program.is_file())?;
        Some(Self { program })
    }

    pub fn play(&self, page: &Path) -> Result<Seen, Box<dyn Error>> {
        let text = fs::read_to_string(page)?;
        let text = text.replacen("<head>", &format!("<head>{WATCH}"), 1);
        let text = text.replacen("</body>", &format!("{PLAY}</body>"), 1);
        let played = page.with_file_name("played.html");
        fs::write(&played, text)?;
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
            .arg(format!("file://{}", played.display()))
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
        let seen: serde_json::Value = serde_json::from_str(&json)?;
        let list = |name: &str| {
            let list = seen[name].as_array().into_iter().flatten();
            list.map(|of| of.as_str().unwrap_or_default().to_string())
                .collect()
        };
        Ok(Seen {
            boards: seen["boards"].as_u64().unwrap_or(0) as usize,
            positions: list("positions"),
            errors: list("errors"),
            requests: list("requests"),
        })
    }
}

/// The men of a position, in the form that the page reports them.
pub fn men(position: &Chess) -> String {
    let man = |square: Square| {
        let piece = position.board().piece_at(square)?;
        let color = piece.color.fold_wb('w', 'b');
        Some(format!("{color}{}{square}", piece.role.char()))
    };
    let mut men: Vec<String> = Square::ALL.into_iter().filter_map(man).collect();
    men.sort();
    men.join(" ")
}
