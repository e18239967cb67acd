//! Reports in folders as their users make and read them.

mod browser;
#[cfg(unix)]
mod faults;
mod looks;
mod outside;

use std::{error::Error, fs, path::Path, process::Output};

use assert_cmd::Command;
use drawproof_retro::{Keep, Wanted, generate_all};
use drawproof_tables::{Oracle, TableSet, Wdl, rated_moves};
use serde_json::Value;
use shakmaty::{CastlingMode, Chess, PositionError, fen::Fen, san::San};
use tempfile::TempDir;

use crate::browser::Browser;

type Outcome = Result<(), Box<dyn Error>>;

/// Every draw is spotted, and many wins and losses are claimed. The side to
/// move may win, lose, or be checkmated.
const BROKEN: &str = "recognizer KRKR\n\
    draw \"all <b>&\" because \"Rook against rook.\" when true\n";
const BETTER: &str = "recognizer KRKR\n\
    draw \"all <b>&\\\" because \"Not so many.\" when not in_check and distance(us.king, them.king) > 4\n\
    silent \"new\" because \"Why not.\" when in_check\n";

fn drawproof(arguments: &[&str]) -> Result<Output, Box<dyn Error>> {
    Ok(Command::cargo_bin("drawproof")?.args(arguments).output()?)
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn text(path: &Path) -> String {
    path.display().to_string()
}

/// A folder with a rule file in it.
fn with_rules(rules: &str) -> Result<(TempDir, String), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("my.rules");
    fs::write(&path, rules)?;
    Ok((folder, text(&path)))
}

/// The report of some rules, in the folder `page` of the returned folder.
fn report_of(rules: &str, more: &[&str]) -> Result<(TempDir, Value), Box<dyn Error>> {
    let (folder, rules) = with_rules(rules)?;
    let page = text(&folder.path().join("page"));
    let output = drawproof(&[&["verify", "--rules", &rules, "--report", &page], more].concat())?;
    assert_eq!(stderr(&output), "");
    let json = fs::read_to_string(folder.path().join("page/report.json"))?;
    Ok((folder, serde_json::from_str(&json)?))
}

fn number(value: &Value) -> Result<u64, Box<dyn Error>> {
    Ok(value
        .as_u64()
        .ok_or_else(|| format!("no number: {value}"))?)
}

/// The rows of a CSV file, by the names of their columns.
fn rows(path: &Path) -> Result<Vec<serde_json::Map<String, Value>>, Box<dyn Error>> {
    let mut reader = csv::Reader::from_path(path)?;
    let names = reader.headers()?.clone();
    let row = |row: csv::StringRecord| {
        let fields = names.iter().zip(row.iter());
        fields
            .map(|(name, field)| (name.into(), Value::from(field)))
            .collect()
    };
    Ok(reader
        .records()
        .map(|record| record.map(row))
        .collect::<Result<_, _>>()?)
}

fn sum(rows: &[serde_json::Map<String, Value>], column: &str) -> Result<u64, Box<dyn Error>> {
    let mut sum = 0;
    for row in rows {
        let field = row.get(column).and_then(Value::as_str).ok_or("no column")?;
        sum += field.parse::<u64>()?;
    }
    Ok(sum)
}

#[test]
fn all_tables_add_up() -> Outcome {
    let (folder, json) = report_of(BETTER, &["--best", "1"])?;
    let page = folder.path().join("page");
    let totals = &json[0]["totals"];
    let count = |name: &str| number(&totals[name]["board_count"]);
    let (missed, spotted) = (count("missed_draws")?, count("spotted_draws")?);
    let kings = rows(&page.join("draws_by_king.csv"))?;
    // Both sides to move together, and each position counted for two kings.
    assert_eq!(kings.len(), 2 * 64);
    assert_eq!(sum(&kings, "draws_board_count")?, 2 * (missed + spotted));
    assert_eq!(sum(&kings, "missed_draws_board_count")?, 2 * missed);
    let distances = rows(&page.join("draws_by_king_distance.csv"))?;
    assert_eq!(sum(&distances, "missed_draws_board_count")?, missed);
    let mates = rows(&page.join("incorrect_draws_by_distance.csv"))?;
    let incorrect = sum(&mates, "wins_board_count")? + sum(&mates, "losses_board_count")?;
    assert_eq!(incorrect, count("incorrect_draws")?);
    assert_ne!(incorrect, 0);
    let sample = rows(&page.join("missed_draws.csv"))?;
    assert_eq!(sample.len(), 256);
    let typical: u64 = (sample.iter())
        .filter_map(|row| row["typical_of_positions"].as_str()?.parse::<u64>().ok())
        .sum();
    assert_eq!(typical, 256);
    assert_eq!(rows(&page.join("best_rules.csv"))?.len(), 1);
    assert_eq!(rows(&page.join("counterexamples.csv"))?.len(), 3);
    Ok(())
}

fn position(fen: &str) -> Result<Chess, Box<dyn Error>> {
    let position = fen.parse::<Fen>()?.into_position(CastlingMode::Standard);
    Ok(position.or_else(PositionError::ignore_impossible_check)?)
}

/// The operands of an opcode: words or a quoted text.
fn operands<'a>(line: &'a str, opcode: &str) -> Option<&'a str> {
    let operations = line.splitn(5, ' ').nth(4)?;
    let mut operations = operations.split("; ").map(|of| of.trim_end_matches(';'));
    operations.find_map(|of| of.strip_prefix(opcode)?.strip_prefix(' '))
}

/// All best moves are listed, and values are those of the tables.
#[test]
fn epd_is_right() -> Outcome {
    let mut tables = TableSet::new();
    let classes = ["KRKR".parse()?];
    generate_all(&classes, Wanted::Dtm, Keep::All, &mut tables, &|_, _| {})?;
    let (folder, _) = report_of(BETTER, &["--examples", "200"])?;
    let page = folder.path().join("page");
    let counterexamples = fs::read_to_string(page.join("counterexamples.epd"))?;
    let missed = fs::read_to_string(page.join("missed_draws.epd"))?;
    assert_eq!(counterexamples.lines().count(), 200);
    assert_eq!(missed.lines().count(), 256);
    let mut with_best = [0, 0];
    for line in counterexamples.lines().chain(missed.lines()) {
        let fen: Vec<&str> = line.split(' ').take(4).collect();
        let position = position(&fen.join(" "))?;
        let value = tables.probe_chess(&position)?;
        let ce: i64 = operands(line, "ce").ok_or("no ce")?.parse()?;
        let plies = value.dtm.map_or(0, |dtm| i64::from(dtm.plies()));
        let (centipawns, moves) = match value.wdl {
            Wdl::Draw => (0, None),
            Wdl::Win => (32_767 - plies, Some((plies + 1) / 2)),
            Wdl::Loss => (plies - 32_767, None),
        };
        assert_eq!(ce, centipawns, "{line}");
        let dm = operands(line, "dm").map(str::parse).transpose()?;
        assert_eq!(dm, moves, "{line}");
        let rated = rated_moves(&tables, &position)?;
        let is_best = |of: &&drawproof_tables::RatedMove| of.value == value;
        let mut best: Vec<San> = (rated.iter().filter(is_best))
            .map(|of| San::from_move(&position, of.chess_move))
            .collect();
        if value.wdl == Wdl::Loss || best.len() == rated.len() && value.wdl == Wdl::Draw {
            best.clear();
        }
        let shown = operands(line, "bm").map_or(Vec::new(), |moves| moves.split(' ').collect());
        let mut shown: Vec<San> = (shown.into_iter())
            .map(|san| san.trim_end_matches(['+', '#']).parse())
            .collect::<Result<_, _>>()?;
        with_best[usize::from(value.wdl == Wdl::Draw)] += usize::from(!best.is_empty());
        best.sort_by_key(ToString::to_string);
        shown.sort_by_key(ToString::to_string);
        assert_eq!(shown, best, "{line}");
    }
    assert!(with_best.iter().all(|&count| count > 10), "{with_best:?}");
    // Nothing that readers would take for an escape.
    assert!(counterexamples.contains("c0 \"all <b>&/\""));
    assert!(!counterexamples.contains('\\'));
    Ok(())
}

/// A page made from the JSON later is the same except for how it was made.
#[test]
fn made_again_of_json() -> Outcome {
    let (folder, _) = report_of(BETTER, &[])?;
    let [page, again] = ["page", "again"].map(|name| folder.path().join(name));
    let json = text(&page.join("report.json"));
    let output = drawproof(&["report", &json, "--out", &text(&again), "--json"])?;
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let [printed, read] =
        [output.stdout, fs::read(&json)?].map(|bytes| serde_json::from_slice::<Value>(&bytes));
    assert!(printed? == read?);
    let mut compared = 0;
    for entry in fs::read_dir(&page)? {
        let name = entry?.file_name();
        let [a, b] = [&page, &again].map(|folder| fs::read_to_string(folder.join(&name)));
        let without_run = |text: String| {
            let lines = text.lines().map(|line| match line.split_once(", begun ") {
                Some((before, _)) => format!("{before}</p>"),
                None => line.into(),
            });
            let is_command = |line: &String| line.starts_with("<p class=\"quiet\"><code>drawproof");
            lines
                .filter(|line| !line.is_empty() && !is_command(line))
                .collect::<Vec<_>>()
        };
        assert_eq!(without_run(a?), without_run(b?), "{}", name.display());
        compared += 1;
    }
    assert_eq!(compared, 11);
    Ok(())
}

#[test]
fn parts_give_the_same_page() -> Outcome {
    let (folder, rules) = with_rules(BETTER)?;
    let [parts, page] = ["parts", "page"].map(|name| text(&folder.path().join(name)));
    let whole = drawproof(&["verify", "--rules", &rules, "--missed", "9", "--json"])?;
    let whole: Value = serde_json::from_slice(&whole.stdout)?;
    let options = [
        "--missed", "9", "--shards", "3", "--parts", &parts, "--report", &page,
    ];
    let output = drawproof(&[&["verify", "--rules", &rules], &options[..]].concat())?;
    assert_eq!(stderr(&output), "");
    let of_parts = fs::read_to_string(folder.path().join("page/report.json"))?;
    let mut of_parts: Value = serde_json::from_str(&of_parts)?;
    // Only shown on a page.
    assert!(of_parts[0]["size"].is_object());
    of_parts[0]["size"] = Value::Null;
    assert!(of_parts == whole, "{of_parts:#}");
    let maps = whole[0]["draws_by_king"].as_array().map_or(0, Vec::len);
    assert_eq!(maps, 2);
    Ok(())
}

#[test]
fn comparisons() -> Outcome {
    let (old, _) = report_of(BROKEN, &[])?;
    let (new, _) = report_of(BETTER, &[])?;
    let [old, new] = [&old, &new].map(|folder| text(&folder.path().join("page")));
    let proven = tempfile::tempdir()?;
    let page = text(&proven.path().join("page"));
    let quick = ["verify", "KRKR", "--grade", "quick", "--report", &page];
    assert_eq!(drawproof(&quick)?.status.code(), Some(0));
    let compare = |old: &str, new: &str| drawproof(&["report", "--compare", old, new]);
    // An improved recognizer may still be wrong.
    let output = compare(&old, &new)?;
    assert_eq!(output.status.code(), Some(1));
    let shown = stdout(&output)
        .lines()
        .skip(1)
        .collect::<Vec<_>>()
        .join("\n");
    insta::assert_snapshot!(shown);
    assert_eq!(compare(&old, &page)?.status.code(), Some(0));
    assert_eq!(compare(&page, &old)?.status.code(), Some(1));
    let same = compare(&page, &page)?;
    assert_eq!(same.status.code(), Some(0));
    assert!(stdout(&same).contains("the rules are the same"));
    // Another class, or another convention, cannot be compared.
    let krk = tempfile::tempdir()?;
    let other = text(&krk.path().join("page"));
    let verify = ["verify", "KRKN", "--grade", "quick", "--report", &other];
    assert_eq!(drawproof(&verify)?.status.code(), Some(0));
    let output = compare(&page, &other)?;
    assert_eq!(output.status.code(), Some(2));
    let said = stdout(&output);
    assert!(
        said.contains("is gone") && said.contains("is added"),
        "{said}"
    );
    Ok(())
}

/// Claims other than draws are compared by what is right and wrong, and a quiet
/// run is compared only with another one.
#[test]
fn comparisons_of_claims() -> Outcome {
    let rules = |condition: &str| {
        let rules =
            format!("recognizer KRK\nloss \"all\" for weak because \"x\" when {condition}\n");
        with_rules(&rules)
    };
    let (folder, path) = rules("in_check and distance(us.king, them.rook) > 1")?;
    let (_other, all) = rules("true")?;
    let json = |rules: &str, name: &str, more: &[&str]| -> Result<String, Box<dyn Error>> {
        let output = drawproof(&[&["verify", "--json", "--rules", rules], more].concat())?;
        let file = folder.path().join(name).display().to_string();
        fs::write(&file, output.stdout)?;
        Ok(file)
    };
    let (old, new) = (json(&path, "old", &[])?, json(&all, "new", &[])?);
    let output = drawproof(&["report", "--json", "--compare", &old, &new])?;
    assert_eq!(output.status.code(), Some(1));
    let changes: Value = serde_json::from_slice(&output.stdout)?;
    let claims = &changes["recognizers"][0]["claims"][0];
    let report: Value = serde_json::from_str(&fs::read_to_string(&new)?)?;
    assert_eq!(claims["claim"], "loss");
    for (change, row) in [
        ("incorrect_board_count", "incorrect"),
        ("spotted_board_count", "spotted"),
    ] {
        let expected = number(&report[0]["claims"][0][row]["board_count"])?;
        assert!(expected > 0);
        assert_eq!(number(&claims[change][1])?, expected);
    }
    assert_eq!(number(&claims["incorrect_board_count"][0])?, 0);
    let text = stdout(&drawproof(&["report", "--compare", &old, &new])?);
    assert!(text.contains("loss wrong"), "{text}");
    assert!(!text.contains("left alone"), "{text}");
    let quiet = json(&path, "quiet", &["--quiet"])?;
    let output = drawproof(&["report", "--compare", &old, &quiet])?;
    assert_eq!(output.status.code(), Some(2));
    assert!(stdout(&output).contains("one leaves out positions"));
    Ok(())
}

#[test]
fn the_schema_is_printed() -> Outcome {
    let output = drawproof(&["report", "--schema"])?;
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/reports/report.schema.json");
    assert_eq!(stdout(&output), fs::read_to_string(file)?);
    Ok(())
}

#[test]
fn refused() -> Outcome {
    let (folder, rules) = with_rules(BROKEN)?;
    let missing = text(&folder.path().join("missing.json"));
    let empty = text(&folder.path().join("empty.json"));
    fs::write(&empty, "[]")?;
    let site = text(&folder.path().join("site"));
    fs::create_dir(&site)?;
    fs::write(
        folder.path().join("site/index.html"),
        "a page of somebody's",
    )?;
    let out = text(&folder.path().join("out"));
    let cases = [
        (vec!["report"], "required"),
        (vec!["report", &rules], "--out"),
        (
            vec!["report", &missing, "--out", &out],
            "cannot read the report",
        ),
        (vec!["report", &rules, "--out", &out], "is not a report"),
        (vec!["report", &empty, "--out", &out], "has no report in it"),
        (
            vec!["report", &empty, "--out", &rules],
            "it is a file; name a folder",
        ),
        (
            vec!["verify", "KRKR", "--report", &site],
            "name another folder",
        ),
        (
            vec!["report", "--compare", &rules, &rules],
            "is not a report",
        ),
        (
            vec!["verify", "KRKR", "--report", &rules],
            "it is a file; name a folder",
        ),
    ];
    for (arguments, expected) in cases {
        let output = drawproof(&arguments)?;
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let said = stderr(&output);
        assert!(said.contains(expected), "{arguments:?}: {said}");
    }
    Ok(())
}

/// Text that strangers wrote into a report does no harm on the page.
#[test]
fn nothing_from_outside_is_html() -> Outcome {
    let (folder, _) = report_of(BROKEN, &[])?;
    let page = fs::read_to_string(folder.path().join("page/index.html"))?;
    assert!(!page.contains("<b>"));
    assert!(page.contains("all &lt;b&gt;&amp;"), "{page}");
    // Nor do invalid names, texts and counts.
    let json = folder.path().join("page/report.json");
    let mut report: Value = serde_json::from_str(&fs::read_to_string(&json)?)?;
    report[0]["oracle"] = "<script>alert(1)</script> | \u{0}".into();
    report[0]["counterexamples"][1]["truth"] = "Qh9<i>".into();
    report[0]["counterexamples"][1]["line_san"] = serde_json::json!(["Qh8#"]);
    report[0]["draws_by_king"][0]["draws_board_counts"] = serde_json::json!([1, 2, 3]);
    report[0]["incorrect_draws_by_distance"] = serde_json::json!([
        {"mate_plies": 4_000_000_000u32, "wins_board_count": u64::MAX, "losses_board_count": u64::MAX},
        {"mate_plies": 3, "wins_board_count": 0, "losses_board_count": 0},
    ]);
    fs::write(&json, report.to_string())?;
    let out = text(&folder.path().join("out"));
    let output = drawproof(&["report", &text(&json), "--out", &out])?;
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let page = fs::read_to_string(folder.path().join("out/index.html"))?;
    assert!(!page.contains("<i>") && !page.contains("<script>alert"));
    Ok(())
}

/// Reports that contradict themselves, or contain invalid positions or moves,
/// give no page and cannot be compared.
#[test]
fn contradictions_are_refused() -> Outcome {
    let (folder, report) = report_of(BETTER, &[])?;
    let json = folder.path().join("page/report.json");
    let [json, out] = [&json, &folder.path().join("out")].map(|path| text(path));
    let cases: [(&str, Value, &str); 7] = [
        ("/0/proven", true.into(), "says proven: true"),
        (
            "/0/totals/missed_draws/board_count",
            7.into(),
            "missed draws",
        ),
        (
            "/0/rules/0/decided/spotted_draws/board_count",
            7.into(),
            "spotted draws",
        ),
        (
            "/0/unmatched/spotted_decisive/board_count",
            u64::MAX.into(),
            "spotted decisive",
        ),
        (
            "/0/counterexamples/0/fen",
            "8/8 w\n".into(),
            "a position as FEN",
        ),
        (
            "/0/typical_missed_draws/0/fen",
            "".into(),
            "a position as FEN",
        ),
        (
            "/0/counterexamples/0/line_san/0",
            "Qh9; c0".into(),
            "short algebraic notation",
        ),
    ];
    for (place, wrong, expected) in cases {
        let mut changed = report.clone();
        *changed.pointer_mut(place).ok_or(place)? = wrong;
        fs::write(&json, changed.to_string())?;
        for arguments in [
            &["report", &json, "--out", &out][..],
            &["report", "--compare", &json, &json],
        ] {
            let output = drawproof(arguments)?;
            assert_eq!(output.status.code(), Some(2), "{place}");
            assert!(stderr(&output).contains(expected), "{}", stderr(&output));
        }
    }
    assert!(!Path::new(&out).join("index.html").exists());
    Ok(())
}

/// Everything on the page can be seen and read, on a desktop and on a phone, in light and dark.
#[test]
fn looks_in_a_browser() -> Outcome {
    let Some(browser) = Browser::find() else {
        return Ok(());
    };
    let (folder, json) = report_of(BETTER, &[])?;
    let page = folder.path().join("page/index.html");
    looks::check(&browser, &page, &json[0])
}

/// The page opens without errors in a real browser, and lines can be played.
#[test]
fn in_a_browser() -> Outcome {
    let Some(browser) = Browser::find() else {
        return Ok(());
    };
    // Mates have no line that can be played.
    let (folder, json) = report_of(&BROKEN.replace("true", "not in_check"), &[])?;
    let page = folder.path().join("page/index.html");
    let seen = browser::play(&browser, &page)?;
    assert_eq!(seen.errors, Vec::<String>::new());
    assert_eq!(seen.boards, 3);
    let line = json[0]["counterexamples"][0]["line_san"]
        .as_array()
        .ok_or("no line")?;
    // All positions of the first line, one click each, then back to the start.
    let mut position = position(
        json[0]["counterexamples"][0]["fen"]
            .as_str()
            .ok_or("no FEN")?,
    )?;
    let mut expected = vec![browser::men(&position)];
    for san in line {
        let san: shakmaty::san::SanPlus = san.as_str().ok_or("no move")?.parse()?;
        let played = san.san.to_move(&position)?;
        shakmaty::Position::play_unchecked(&mut position, played);
        expected.push(browser::men(&position));
    }
    expected.push(expected[0].clone());
    assert_eq!(seen.positions, expected);
    assert_eq!(
        seen.requests,
        Vec::<String>::new(),
        "the page wants more than itself"
    );
    Ok(())
}
