//! A report in headless Chromium.

use std::{error::Error, fs, path::Path};

use shakmaty::{Chess, Position, Square};

use crate::browser::Browser;

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

/// What a page shows while its first board with a line is played.
pub fn play(browser: &Browser, page: &Path) -> Result<Seen, Box<dyn Error>> {
    let text = fs::read_to_string(page)?;
    let text = text.replacen("<head>", &format!("<head>{WATCH}"), 1);
    let text = text.replacen("</body>", &format!("{PLAY}</body>"), 1);
    let played = page.with_file_name("played.html");
    fs::write(&played, text)?;
    let seen = browser.seen(&format!("file://{}", played.display()))?;
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
