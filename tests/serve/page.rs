//! The page of `drawproof serve` in a real browser.

use std::error::Error;

use serde_json::json;

use super::server::Served;
use crate::browser::{
    Browser,
    driven::{Driven, Screen},
};

type Outcome = Result<(), Box<dyn Error>>;

pub const DESKTOP: Screen = Screen {
    width: 1100,
    height: 1000,
    is_dark: false,
    is_touched: false,
};

pub const PHONE: Screen = Screen {
    width: 390,
    height: 844,
    is_dark: true,
    is_touched: true,
};

/// A page that shows a position.
fn opened(
    browser: &Browser,
    served: &Served,
    screen: Screen,
    fen: &str,
) -> Result<Driven, Box<dyn Error>> {
    let mut page = Driven::new(browser, screen)?;
    let fen = fen.replace(' ', "_");
    page.open(&format!("http://{}/#{fen}", served.address))?;
    page.wait("document.querySelectorAll(\".square\").length", &json!(64))?;
    Ok(page)
}

pub const VERDICT: &str = "document.getElementById(\"verdict\").textContent";
const FEN: &str = "document.getElementById(\"fen\").value";
const SAID: &str = "document.getElementById(\"said\").textContent";

fn square(name: &str) -> String {
    format!("[data-square={name}]")
}

/// The least contrast of texts with what is behind them, and what lies outside of the screen.
pub const SEEN: &str = r#"(() => {
  const light = (colour) => {
    const [r, g, b] = colour.match(/[\d.]+/g).map((of) => of / 255)
      .map((of) => (of <= 0.03928 ? of / 12.92 : ((of + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (of) => {
    const colour = getComputedStyle(of).backgroundColor;
    return colour !== "rgba(0, 0, 0, 0)" || !of.parentElement ? colour : behind(of.parentElement);
  };
  let least = 21, where = "";
  for (const of of document.querySelectorAll("h1, h2, h3, p, dt, dd, th, td, li, code, small, label, button, input, select, textarea, i, a, .message:not(.faint)")) {
    if (!of.textContent.trim() || !of.checkVisibility() || of.disabled) continue;
    const two = [light(getComputedStyle(of).color), light(behind(of))].sort((a, b) => a - b);
    const contrast = (two[1] + 0.05) / (two[0] + 0.05);
    if (contrast < least) [least, where] = [contrast, of.outerHTML.slice(0, 80)];
  }
  const tooWide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  return least < 4.5 ? `${least} in ${where}` : tooWide > 0 ? `${tooWide} pixels too wide` : "legible";
})()"#;

#[test]
fn positions_are_played_and_set_up() -> Outcome {
    let Some(browser) = Browser::find() else {
        return Ok(());
    };
    let served = Served::new(&["KRKB", "KQK", "KPK"])?;
    for screen in [DESKTOP, PHONE] {
        println!("{screen:?}");
        // Mate in 29, and only one move wins.
        let page = &mut opened(
            &browser,
            &served,
            screen,
            "8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1",
        )?;
        page.wait(VERDICT, &json!("White to move wins: mate in 29"))?;
        let winning = "[...document.querySelectorAll(\"h3.win + .moves button\")].map((of) => of.dataset.uci)";
        assert_eq!(page.value(winning)?, json!(["d1e1"]), "{screen:?}");
        page.wait(SEEN, &json!("legible"))?;

        // A move by hand, one that is none, and back.
        page.drag(&square("d1"), &square("e1"))?;
        page.wait(FEN, &json!("8/8/8/8/8/2R5/8/4Kbk1 b - - 1 1"))?;
        page.wait(VERDICT, &json!("White wins: mate in 28"))?;
        assert_eq!(page.value(SAID)?, "played Ke1");
        page.drag(&square("g1"), &square("a8"))?;
        assert!(
            page.value(SAID)?
                .as_str()
                .is_some_and(|said| said.contains("no legal move"))
        );
        page.click("#back")?;
        page.wait(VERDICT, &json!("White to move wins: mate in 29"))?;

        // The same move by two clicks.
        page.click(&square("d1"))?;
        page.click(&square("e1"))?;
        page.wait(VERDICT, &json!("White wins: mate in 28"))?;

        // Another position, from men beside the board.
        page.click("#clear")?;
        page.wait(FEN, &json!("8/8/8/8/8/8/8/8 w - - 0 1"))?;
        for (man, to) in [("K", "f6"), ("k", "h8"), ("Q", "a7")] {
            page.drag(&format!("[data-man={man}]"), &square(to))?;
        }
        page.wait(FEN, &json!("7k/Q7/5K2/8/8/8/8/8 w - - 0 1"))?;
        page.wait(VERDICT, &json!("White to move wins: mate in 1"))?;
        // One that cannot be.
        page.drag(&square("f6"), &square("g8"))?;
        page.wait(
            "document.getElementById(\"verdict\").className",
            &json!("wrong"),
        )?;
        let verdict = page.value(VERDICT)?;
        assert!(
            verdict
                .as_str()
                .is_some_and(|said| said.starts_with("not a legal position")),
            "{verdict}"
        );
        page.wait(SEEN, &json!("legible"))?;
    }
    Ok(())
}

#[test]
fn everything_can_be_done_by_keyboard() -> Outcome {
    let Some(browser) = Browser::find() else {
        return Ok(());
    };
    let served = Served::new(&["KRKB", "KQK", "KPK"])?;
    let page = &mut opened(
        &browser,
        &served,
        DESKTOP,
        "8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1",
    )?;
    page.wait(VERDICT, &json!("White to move wins: mate in 29"))?;
    page.value("document.querySelector(\"[data-square=d1]\").focus()")?;
    for key in ["Enter", "ArrowRight", "Enter"] {
        page.press(key)?;
    }
    page.wait(FEN, &json!("8/8/8/8/8/2R5/8/4Kbk1 b - - 1 1"))?;
    // A pawn that promotes, and what it becomes.
    page.value("document.getElementById(\"fen\").value = \"8/1P6/8/8/8/8/5k2/7K w - - 0 1\"")?;
    page.value("document.getElementById(\"fen\").focus()")?;
    page.press("Enter")?;
    page.wait(VERDICT, &json!("White to move wins: mate in 8"))?;
    page.value("document.querySelector(\"[data-square=b7]\").focus()")?;
    for key in ["Enter", "ArrowUp", "Enter"] {
        page.press(key)?;
    }
    page.wait("document.getElementById(\"promotion\").open", &json!(true))?;
    page.value("document.querySelector(\"#promotion [aria-label='white knight']\").focus()")?;
    page.press("Enter")?;
    page.wait(VERDICT, &json!("A draw: nobody can mate"))?;
    // Men by letters.
    page.value("document.querySelector(\"input[value=setup]\").click()")?;
    page.value("document.querySelector(\"[data-square=b8]\").focus()")?;
    page.press("Q")?;
    page.wait(FEN, &json!("1Q6/8/8/8/8/8/5k2/7K b - - 0 1"))?;
    page.press("Delete")?;
    page.wait(FEN, &json!("8/8/8/8/8/8/5k2/7K b - - 0 1"))?;
    Ok(())
}

#[test]
fn positions_of_a_class_are_found() -> Outcome {
    let Some(browser) = Browser::find() else {
        return Ok(());
    };
    let served = Served::new(&["KPK"])?;
    let page = &mut opened(
        &browser,
        &served,
        DESKTOP,
        "8/8/8/8/8/6k1/4P3/2K5 w - - 0 1",
    )?;
    page.wait(VERDICT, &json!("White to move wins: mate in 23"))?;
    page.value("document.getElementById(\"class\").value = \"KPK\"")?;
    page.value("document.getElementById(\"value\").value = \"draw\"")?;
    page.click("#random")?;
    page.wait(SAID, &json!("a random position of KPK"))?;
    page.wait(
        "document.getElementById(\"verdict\").className",
        &json!("draw"),
    )?;
    page.click("#zugzwang")?;
    let kind = "document.getElementById(\"said\").textContent.replace(/[0-9]+/, \"N\")";
    page.wait(
        kind,
        &json!("a mutual zugzwang, one of N: White to move draws, Black to move loses"),
    )?;
    page.value("document.getElementById(\"class\").value = \"KRK\"")?;
    page.click("#zugzwang")?;
    page.wait(
        "document.getElementById(\"said\").className",
        &json!("wrong"),
    )?;
    // Text from outside is only ever text.
    page.value("document.getElementById(\"class\").value = \"<b>K\"")?;
    page.click("#random")?;
    page.wait("document.querySelectorAll(\"#said b\").length", &json!(0))?;
    Ok(())
}
