//! The workbench in a real browser.

use std::error::Error;

use serde_json::{Value, json};

use super::{
    page::{DESKTOP, PHONE, SEEN, VERDICT},
    server::Served,
};
use crate::browser::{Browser, driven::Driven};

type Outcome = Result<(), Box<dyn Error>>;

const SHOWN: &str = "document.getElementById(\"shown\").textContent";

/// Rules about a class whose positions are verified in a moment, in lines as those of built-in files.
const RULES: &str = "recognizer KBKN\n\
    let kings_apart = distance(us.king, them.king)\n\
    draw \"far apart\" because \"No mate is near.\"\n  \
    when not in_check\n  and kings_apart > 1\n  and edge_distance(us.king) > 0\n  \
    and edge_distance(them.king) > 0\n";

/// Rules, and what is done to them.
struct Story {
    /// A text to begin with; without one, that of the built-in file that the page shows.
    rules: Option<&'static str>,
    class: &'static str,
    /// A condition, the same with a wrong word, and that word.
    rule: &'static str,
    broken: &'static str,
    word: [&'static str; 2],
    /// Lines without which the rules claim too much, and those before them.
    before: &'static str,
    needed: &'static str,
}

const OWN: Story = Story {
    rules: Some(RULES),
    class: "KBvKN",
    rule: "kings_apart > 1",
    broken: "kings_aprat > 1",
    word: ["kings_apart", "kings_aprat"],
    before: "  when not in_check\n  and kings_apart > 1\n",
    needed: "  and edge_distance(us.king) > 0\n  and edge_distance(them.king) > 0\n",
};

const BUILT_IN: Story = Story {
    rules: None,
    class: "KRvKN",
    rule: "count(weak_knight_safe_moves)",
    broken: "count(weak_knight_safe_mvoes)",
    word: ["weak_knight_safe_moves", "weak_knight_safe_mvoes"],
    before: "  and edge_distance(weak.knight) > 0\n  and not aligned(strong.rook, weak.king)\n",
    needed: "  and not weak.knight in strong.attacks\n",
};

/// Replaces the built-in file, which the page begins with, by typing.
fn write_instead(page: &mut Driven, text: &str) -> Outcome {
    let value = "document.getElementById(\"text\").value";
    let is_there = format!("{value}.includes(\"recognizer KRKN\")");
    page.wait(&is_there, &json!(true))?;
    page.value(
        "(() => { const of = document.getElementById(\"text\"); of.focus(); of.select(); })()",
    )?;
    page.write(text)
}

/// Replaces a part of the text by typing.
fn edit(page: &mut Driven, from: &str, to: &str) -> Outcome {
    let select = format!(
        "(() => {{ const of = document.getElementById(\"text\"); const at = of.value.indexOf({from:?}); \
         of.focus(); of.setSelectionRange(at, at + {}); return at; }})()",
        from.len()
    );
    let at = page.value(&select)?;
    assert!(at.as_i64() > Some(0), "{from}: {at}");
    page.write(to)
}

/// The number of the line of the text on which the words stand first.
fn line_of(page: &mut Driven, words: &str) -> Result<usize, Box<dyn Error>> {
    let text = page.value("document.getElementById(\"text\").value")?;
    let before = text.as_str().and_then(|text| text.split(words).next());
    Ok(before.unwrap_or_default().matches('\n').count() + 1)
}

/// The error that is marked: its words, and whether they are on the next line.
const MARKED: &str = r##"(() => {
  const [culprit, message] = [".culprit", ".message"].map((of) => document.querySelector("#marks " + of));
  if (!culprit) return null;
  const [above, below] = [culprit, message].map((of) => of.getBoundingClientRect());
  const isBelow = below.top >= above.bottom - 1 && below.top < above.bottom + 5 && below.left === above.left;
  return [message.textContent, isBelow, document.querySelector("#errors button").textContent];
})()"##;

#[test]
#[ignore = "seconds: two windows of a browser"]
fn a_rule_is_broken_looked_at_and_mended() -> Outcome {
    is_broken_looked_at_and_mended(&OWN)
}

#[test]
#[ignore = "seconds: KRvKN is verified ten times"]
fn a_built_in_rule_is_broken_looked_at_and_mended() -> Outcome {
    is_broken_looked_at_and_mended(&BUILT_IN)
}

fn is_broken_looked_at_and_mended(story: &Story) -> Outcome {
    let &Story {
        rule,
        broken,
        word: [right, wrong],
        before,
        needed,
        ..
    } = story;
    let Some(browser) = Browser::find() else {
        return Ok(());
    };
    let served = Served::new(&[story.class])?;
    let workbench = format!("http://{}/workbench", served.address);
    for screen in [DESKTOP, PHONE] {
        println!("{screen:?}");
        let page = &mut Driven::new(&browser, screen)?;
        // It begins with a built-in file.
        page.open(&workbench)?;
        if let Some(rules) = story.rules {
            write_instead(page, rules)?;
        }
        page.wait(VERDICT, &json!("PROVEN: no incorrect claim"))?;
        let class = story.class;
        let whole = format!("The whole: every legal position of {class}, both sides to move.");
        page.wait(SHOWN, &json!(whole))?;
        page.wait(SEEN, &json!("legible"))?;

        // A word that is none.
        edit(page, rule, broken)?;
        page.wait(VERDICT, &json!("1 error"))?;
        let line = format!("line {}, column ", line_of(page, broken)?);
        let marked = page.value(MARKED)?;
        let words = marked[0].as_str().unwrap_or_default();
        assert!(words.contains(wrong), "{marked}");
        assert_eq!(marked[1], true, "the words are not below the culprit");
        let listed = marked[2].as_str().unwrap_or_default();
        assert!(
            listed.starts_with(&line) && listed.contains(words),
            "{marked}"
        );
        page.wait(
            "document.getElementById(\"export-button\").disabled",
            &json!(true),
        )?;
        page.wait(SEEN, &json!("legible"))?;
        // The list leads to the place.
        page.click("#errors button")?;
        let chosen = "(() => { const of = document.getElementById(\"text\"); \
             return of.value.slice(of.selectionStart, of.selectionEnd); })()";
        page.wait(chosen, &json!(wrong))?;
        page.write(right)?;
        page.wait(VERDICT, &json!("PROVEN: no incorrect claim"))?;
        let same = "document.querySelector(\"#changes p\")?.textContent";
        page.wait(same, &json!("It is the same text."))?;

        // A condition that is needed.
        edit(page, &format!("{before}{needed}"), before)?;
        page.wait(VERDICT, &json!("REFUTED: incorrect claims"))?;
        page.wait(SEEN, &json!("legible"))?;
        let gained = page.value("document.getElementById(\"changes\").textContent")?;
        let gained = gained.as_str().unwrap_or_default();
        assert!(gained.contains("incorrect draws +"), "{gained}");
        let titles = page
            .value("[...document.querySelectorAll(\"#boards h3\")].map((of) => of.textContent)")?;
        assert_eq!(
            titles,
            json!(["The shortest counterexamples", "Typical missed draws"])
        );

        is_set_up_and_played(page, &served)?;

        // The text is still there, and is mended.
        page.open(&workbench)?;
        page.wait(VERDICT, &json!("REFUTED: incorrect claims"))?;
        edit(page, before, &format!("{before}{needed}"))?;
        page.wait(VERDICT, &json!("PROVEN: no incorrect claim"))?;
        page.wait(
            "document.getElementById(\"export-button\").disabled",
            &json!(false),
        )?;
        page.click("#export-button")?;
        let exported =
            "document.getElementById(\"exported\").textContent.startsWith(\"exported to c: \")";
        page.wait(exported, &json!(true))?;
    }
    Ok(())
}

/// One click sets the first counterexample up.
fn is_set_up_and_played(page: &mut Driven, served: &Served) -> Outcome {
    let fen = page.value("document.querySelector(\"#boards a\").dataset.fen")?;
    let fen = fen.as_str().ok_or("no counterexample")?;
    let board = format!("http://{}/#{}", served.address, fen.replace(' ', "_"));
    page.click("#boards a")?;
    while !page.addresses()?.contains(&board) {}
    let words = page.value("document.querySelector(\"#boards a\").textContent")?;
    page.open(&board)?;
    let decided = "[\"win\", \"loss\"].includes(document.getElementById(\"verdict\").className)";
    page.wait(decided, &json!(true))?;
    let verdict = page.value(VERDICT)?;
    let mate = words
        .as_str()
        .and_then(|words| words.split("mate in ").nth(1));
    let mate = mate
        .and_then(|rest| rest.split(':').next())
        .ok_or("no mate")?;
    let shown = verdict.as_str().unwrap_or_default();
    assert!(
        shown.ends_with(&format!("mate in {mate}")),
        "{words} {shown}"
    );
    // And it is played.
    let winning = "h3.win + .moves button, h3.loss + .moves button";
    page.click(winning)?;
    page.wait(
        "document.querySelectorAll(\"#line button\").length",
        &json!(1),
    )
}

/// The page says of what it shows whether it is a sample, and text from outside is only ever text.
#[test]
fn a_sample_is_called_a_sample() -> Outcome {
    let Some(browser) = Browser::find() else {
        return Ok(());
    };
    let served = Served::new(&["KQK"])?;
    let page = &mut Driven::new(&browser, PHONE)?;
    page.open(&format!("http://{}/workbench", served.address))?;
    write_instead(
        page,
        "recognizer KNNKN\ndraw \"<b id=x>\" because \"<img src=y>\" when not in_check\n",
    )?;
    page.wait(&format!("{SHOWN}.split(\":\")[0]"), &json!("A sample only"))?;
    page.wait(VERDICT, &json!("REFUTED: incorrect claims"))?;
    assert_eq!(
        page.value("document.querySelector(\"#x, #boards img\")")?,
        Value::Null
    );
    page.value("document.getElementById(\"text\").select()")?;
    page.write("recognizer KRK\n")?;
    page.wait(VERDICT, &json!("1 error"))?;
    Ok(())
}
