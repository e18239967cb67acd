//! `drawproof mine` as its users run it.

mod mates;
#[cfg(unix)]
mod stops;

use std::{error::Error, fs, path::Path, process::Output};

use assert_cmd::Command;

type Outcome = Result<(), Box<dyn Error>>;

/// Few words, so that rules are found quickly.
const KRKN: &str = "vocabulary KRKN
let reach = rook_attacks(strong.rook)
let hits = knight_attacks(weak.knight)
try in_check
try distance(strong.king, weak.king)
try distance(strong.king, weak.knight)
try distance(weak.king, weak.knight)
try edge_distance(weak.king)
try weak.knight in reach
try strong.rook in hits
try strong.king in hits
try any x in hits : not x in reach
";
const KRKR: &str = "vocabulary KRKR
let reach = rook_attacks(us.rook)
try in_check
try distance(us.king, them.king)
try edge_distance(them.king)
try them.rook in reach
try us.rook in king_attacks(them.king)
try them.rook in king_attacks(us.king)
try aligned(us.king, us.rook)
try aligned(them.king, them.rook)
";
/// Little work.
const QUICK: [&str; 4] = ["--max-draws", "20000", "--effort", "0.02"];

/// A folder with vocabularies.
fn folder() -> Result<tempfile::TempDir, Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    for (name, text) in [("krkn", KRKN), ("krkr", KRKR)] {
        fs::write(folder.path().join(format!("{name}.vocabulary")), text)?;
    }
    Ok(folder)
}

/// Runs `drawproof` in a folder, with the arguments split into words.
fn drawproof(folder: &Path, arguments: &str) -> Result<Output, Box<dyn Error>> {
    Ok(Command::cargo_bin("drawproof")?
        .current_dir(folder)
        .args(arguments.split_whitespace())
        .output()?)
}

/// Runs `drawproof mine` with little work.
fn mine(folder: &Path, arguments: &str) -> Result<Output, Box<dyn Error>> {
    drawproof(folder, &format!("mine {arguments} {}", QUICK.join(" ")))
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The report of a mining run as JSON.
fn mined(folder: &Path, arguments: &str) -> Result<serde_json::Value, Box<dyn Error>> {
    let output = mine(folder, &format!("{arguments} --json"))?;
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    Ok(serde_json::from_slice(&output.stdout)?)
}

#[test]
fn what_is_mined_is_proven() -> Outcome {
    are_mined_and_proven(&[
        "KRKN --vocabulary krkn.vocabulary --budget 30conditions --form tree --full-board",
        "KRKR --vocabulary krkr.vocabulary --budget 12",
    ])
}

#[test]
#[ignore = "seconds: the forms the other way round, and a tree of any size"]
fn what_is_mined_in_other_forms_is_proven() -> Outcome {
    are_mined_and_proven(&[
        "KRKN --vocabulary krkn.vocabulary --budget 12 --full-board",
        "KRKR --vocabulary krkr.vocabulary --budget none --form tree",
    ])
}

fn are_mined_and_proven(runs: &[&str]) -> Outcome {
    let folder = folder()?;
    let folder = folder.path();
    for arguments in runs {
        let said = mined(folder, &format!("{arguments} --out mined.rules"))?;
        let report = &said["report"];
        assert_eq!(report["proven"], true, "{arguments}");
        let folds = !arguments.contains("--full-board");
        assert_eq!(report["folded"], folds, "{arguments}");
        let spotted = report["totals"]["spotted_draws"]["board_count"].as_u64();
        assert!(spotted > Some(100_000), "{arguments}: {spotted:?}");
        let refuted = said["control"]["incorrect_draws"]["board_count"].as_u64();
        assert!(refuted > Some(0), "{arguments}");
        let written = fs::read_to_string(folder.join("mined.rules"))?;
        assert_eq!(said["rule_file"], written.as_str(), "{arguments}");
        // Verify it like any other rule file.
        let output = drawproof(folder, "verify --rules mined.rules --json")?;
        assert_eq!(output.status.code(), Some(0), "{arguments}");
        let reports: serde_json::Value = serde_json::from_slice(&output.stdout)?;
        let again = reports[0]["totals"]["spotted_draws"]["board_count"].as_u64();
        assert_eq!(again, spotted, "{arguments}");
    }
    Ok(())
}

#[test]
fn rules_or_report_on_standard_output() -> Outcome {
    let folder = folder()?;
    let arguments = "KRKN --vocabulary krkn.vocabulary --budget 6";
    let printed = mine(folder.path(), arguments)?;
    assert_eq!(printed.status.code(), Some(0));
    let (rules, report) = (text(&printed.stdout), text(&printed.stderr));
    assert!(
        rules.starts_with("# KRvKN: a list of havens and dangers"),
        "{rules}"
    );
    assert!(rules.contains("\n# decides "), "{rules}");
    assert!(rules.contains(", as in "), "{rules}");
    assert!(report.contains("PROVEN: no incorrect draw"), "{report}");
    assert!(report.contains("control: without \"danger "), "{report}");
    let written = mine(folder.path(), &format!("{arguments} --out mined.rules"))?;
    assert_eq!(
        fs::read_to_string(folder.path().join("mined.rules"))?,
        rules
    );
    let said = text(&written.stdout);
    assert!(written.stderr.is_empty());
    assert_eq!(said, report.replace("mined rules", "mined.rules"));
    Ok(())
}

#[test]
fn the_same_seed_gives_the_same_bytes() -> Outcome {
    gives_the_same_bytes("KRKR --vocabulary krkr.vocabulary --form list --budget 6")
}

#[test]
#[ignore = "seconds: both forms, without a budget"]
fn the_same_seed_gives_the_same_bytes_of_any_size() -> Outcome {
    for form in ["list", "tree"] {
        gives_the_same_bytes(&format!("KRKN --vocabulary krkn.vocabulary --form {form}"))?;
    }
    Ok(())
}

fn gives_the_same_bytes(arguments: &str) -> Outcome {
    let folder = folder()?;
    let arguments = format!("{arguments} --seed 7");
    let once = mine(folder.path(), &format!("{arguments} --threads 1"))?.stdout;
    let again = mine(folder.path(), &format!("{arguments} --threads 2"))?.stdout;
    assert!(!once.is_empty());
    assert_eq!(text(&once), text(&again));
    Ok(())
}

#[test]
#[ignore = "long: a run for each kind of budget"]
fn budgets_are_kept() -> Outcome {
    let folder = folder()?;
    let size = |budget: &str, form: &str, name: &str| -> Result<f64, Box<dyn Error>> {
        let budget = format!("--budget {budget} --form {form}");
        let said = mined(
            folder.path(),
            &format!("KRKN --vocabulary krkn.vocabulary {budget}"),
        )?;
        said[name].as_f64().ok_or_else(|| name.into())
    };
    for form in ["list", "tree"] {
        assert!(size("4", form, "rules")? <= 4.0);
        assert!(size("14conditions", form, "conditions")? <= 14.0);
        assert!(size("900bytes", form, "bytes")? <= 900.0);
        assert!(size("3ns", form, "estimated_nanoseconds")? <= 3.0);
    }
    assert!(size("none", "tree", "conditions")? > 14.0);
    // A budget of another kind to which a small tree keeps finds as good a one.
    let trees = "KRKR --vocabulary krkr.vocabulary --form tree --budget";
    let small = mined(folder.path(), &format!("{trees} 6conditions"))?;
    let spotted = |said: &serde_json::Value| {
        said["report"]["totals"]["spotted_draws"]["board_count"].as_u64()
    };
    assert!(spotted(&small) > Some(0));
    for (name, unit) in [("bytes", "bytes"), ("estimated_nanoseconds", "ns")] {
        let most = small[name].as_f64().ok_or(name)?.ceil();
        let said = mined(folder.path(), &format!("{trees} {most}{unit}"))?;
        assert!(spotted(&said) >= spotted(&small), "{unit}");
        assert!(said[name].as_f64() <= Some(most));
    }
    let output = mine(
        folder.path(),
        "KRKN --vocabulary krkn.vocabulary --budget 5bytes --out mined.rules",
    )?;
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    assert!(said.contains("nothing fits --budget 5bytes"), "{said}");
    assert!(!folder.path().join("mined.rules").exists());
    Ok(())
}

#[test]
fn vocabularies() -> Outcome {
    let folder = folder()?;
    let folder = folder.path();
    let printed = drawproof(folder, "mine KNK --print-vocabulary")?;
    assert_eq!(printed.status.code(), Some(0));
    assert!(text(&printed.stdout).starts_with("vocabulary KNvK\n"));
    fs::write(folder.join("printed.vocabulary"), &printed.stdout)?;
    let own = mined(folder, "KNK")?;
    let given = mined(folder, "KNK --vocabulary printed.vocabulary")?;
    assert_eq!(own["report"]["proven"], true);
    assert_eq!(own["report"]["totals"], given["report"]["totals"]);
    assert_eq!(own["bytes"], given["bytes"]);
    // Nothing is won there, so that no false draw can be claimed.
    assert_eq!(own["control"], serde_json::Value::Null);
    let refused = |arguments: &str| -> Result<String, Box<dyn Error>> {
        let output = mine(folder, arguments)?;
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        assert!(output.stdout.is_empty(), "{arguments}");
        Ok(text(&output.stderr))
    };
    let one_sided = "vocabulary KRKN\ntry in_check\ntry weak.king in light_squares\n";
    fs::write(folder.join("one_sided.vocabulary"), one_sided)?;
    fs::write(folder.join("empty.vocabulary"), "vocabulary KRKN\n")?;
    insta::assert_snapshot!(
        [
            refused("KRKN --vocabulary one_sided.vocabulary")?,
            refused("KRKN --vocabulary empty.vocabulary")?,
            refused("KRKR --vocabulary krkn.vocabulary")?,
            refused("KRKN --vocabulary missing.vocabulary")?,
            refused("KRKN --budget 40apples")?,
            refused("KRKN --svg plot.svg")?,
            refused("KRKN --budget 5 --csv points.csv")?,
        ]
        .join("\n")
    );
    Ok(())
}

#[test]
#[ignore = "long: recognizers of all sizes, twice"]
fn frontier() -> Outcome {
    let folder = folder()?;
    let output = mine(
        folder.path(),
        "KRKR --vocabulary krkr.vocabulary --frontier --csv points.csv --svg plot.svg",
    )?;
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let table = text(&output.stdout);
    for words in [
        "krkr.quick.rules, 27 rules\n",
        "76.282 %  iCE 2011",
        "naive Bayes",
    ] {
        assert!(table.contains(words), "{table}");
    }
    let csv = fs::read_to_string(folder.path().join("points.csv"))?;
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    let column = |name: &str| {
        rows[0]
            .iter()
            .position(|&title| title == name)
            .ok_or("no column")
    };
    let (form, wrong) = (column("form")?, column("incorrect_draws_board_count")?);
    for name in ["list", "tree"] {
        assert!(
            rows[1..].iter().filter(|row| row[form] == name).count() > 3,
            "{csv}"
        );
    }
    assert!(rows[1..].iter().all(|row| row[wrong] == "0"), "{csv}");
    // More conditions of a tree spot no less.
    let (size, spotted) = (column("conditions")?, column("spotted_draws_board_count")?);
    let trees = rows.iter().filter(|row| row[form] == "tree");
    let sizes: Vec<[u64; 2]> = trees
        .map(|row| Ok([row[size].parse()?, row[spotted].parse()?]))
        .collect::<Result<_, std::num::ParseIntError>>()?;
    assert!(sizes.is_sorted(), "{csv}");
    assert!(sizes.is_sorted_by_key(|[_, spotted]| *spotted), "{csv}");
    let svg = fs::read_to_string(folder.path().join("plot.svg"))?;
    assert!(svg.contains("iCE 2011") && svg.trim_end().ends_with("</svg>"));
    Ok(())
}

#[test]
#[ignore = "long: lists of all sizes"]
fn words_are_ranked() -> Outcome {
    let folder = folder()?;
    let more = format!("{KRKR}try us.rook in attacked_by_nobody\n");
    let more = more.replace(
        "try in_check",
        "let attacked_by_nobody = edge - edge\ntry in_check",
    );
    fs::write(folder.path().join("more.vocabulary"), more)?;
    let output = mine(folder.path(), "KRKR --rank --vocabulary more.vocabulary")?;
    assert!(output.status.success(), "{}", text(&output.stderr));
    let ranking = text(&output.stdout);
    let rules = |line: &str| {
        line.split_whitespace()
            .next()
            .and_then(|word| word.parse().ok())
    };
    let table = ranking.lines().skip(4).take_while(|line| !line.is_empty());
    let table: Vec<Option<u64>> = table.map(rules).collect();
    assert_eq!(table.len(), 8, "{ranking}");
    assert!(
        table.iter().all(Option::is_some) && table.is_sorted_by(|a, b| a >= b),
        "{ranking}"
    );
    assert!(table[0] > Some(0), "{ranking}");
    // A condition that holds nowhere is useless.
    let left_out = ranking.lines().last().map(str::trim);
    assert_eq!(left_out, Some("us.rook in attacked_by_nobody"), "{ranking}");
    Ok(())
}

/// Rules that miss every draw that depends on the knight, so that a haven pays.
#[test]
#[ignore = "long: several runs"]
fn havens_are_put_before_known_rules() -> Outcome {
    const KNOWN: &str = r#"recognizer KRKN
# haven_1 and danger_1 are words that others may use.
let haven_1 = edge
draw "far" because "Nothing happens." when none = haven_1
"#;
    let folder = folder()?;
    fs::write(folder.path().join("known.rules"), KNOWN)?;
    let options = "--vocabulary krkn.vocabulary --budget 8 --max-draws 20000 --effort 0.5";
    let arguments = format!("mine KRKN --start known.rules --out better.rules {options}");
    let output = drawproof(folder.path(), &arguments)?;
    assert!(output.status.success(), "{}", text(&output.stderr));
    let rules = fs::read_to_string(folder.path().join("better.rules"))?;
    for expected in ["\nlet haven2_1 =", "# a draw, as in ", "\ndraw \"haven2 "] {
        assert!(rules.contains(expected), "{expected}\n{rules}");
    }
    let output = drawproof(folder.path(), "verify --rules better.rules")?;
    assert!(output.status.success(), "{}", text(&output.stderr));
    Ok(())
}

#[test]
fn rules_are_improved() -> Outcome {
    // `reach` has another meaning in the vocabulary, `ring` has the same.
    const KNOWN: &str = r#"# by hand
recognizer KRKR
let reach = rook_attacks(them.rook)
let ring = edge
silent "near" because "Kings are close." when distance(us.king, them.king) <= 4
silent "touched" because "Rooks touch." when them.rook in rook_attacks(us.rook) or us.rook in reach
silent "check" because "It may win." when in_check or them.king in rook_attacks(us.rook)
silent "skewer" because "A check may win the rook." when aligned(them.king, them.rook) or aligned(us.king, us.rook)
silent "ring" because "Nets are there." when us.king in ring or them.king in ring
draw "far" because "Nothing happens." when not them.rook in king_attacks(us.king) and not us.rook in king_attacks(them.king) and distance(us.king, them.rook) > 3 and distance(them.king, us.rook) > 3
"#;
    let folder = folder()?;
    let path = |name: &str| folder.path().join(name);
    let vocabulary = KRKR.replace(
        "try in_check",
        "let ring = edge\ntry us.king in ring\ntry in_check",
    );
    fs::write(path("with_ring.vocabulary"), vocabulary)?;
    fs::write(path("known.rules"), KNOWN)?;
    let arguments =
        "KRKR --start known.rules --vocabulary with_ring.vocabulary --out better.rules --json";
    let output = mine(folder.path(), arguments)?;
    assert!(output.status.success(), "{}", text(&output.stderr));
    let mined: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    let count = |pointer: &str| mined.pointer(pointer).and_then(serde_json::Value::as_u64);
    let known = count("/start/spotted_draws_board_count");
    let missed = count("/start/missed_draws_board_count");
    let better = count("/report/totals/spotted_draws/board_count");
    assert!(known > Some(0) && better > known, "{known:?} {better:?}");
    let silenced = mined["start"]["silenced"].as_array().ok_or("a list")?;
    let silenced = silenced
        .iter()
        .filter_map(|rule| rule["draws_board_count"].as_u64());
    let unmatched = count("/start/no_rule_matches_board_count");
    assert_eq!(
        missed,
        Some(silenced.sum::<u64>() + unmatched.ok_or("a count")?)
    );
    assert!(
        !mined["start"]["in_common"]
            .as_array()
            .ok_or("a list")?
            .is_empty()
    );
    // The known rules are still there and make the same claims.
    let rules = fs::read_to_string(path("better.rules"))?;
    for kept in KNOWN.lines().skip(4) {
        assert!(rules.contains(kept), "{kept}\n{rules}");
    }
    assert_eq!(rules.matches("recognizer").count(), 1);
    assert_eq!(rules.matches("let ring = edge").count(), 1);
    let known_again = drawproof(folder.path(), "verify --rules known.rules")?;
    assert!(known_again.status.success());
    // Once more, starting from the result.
    fs::rename(path("better.rules"), path("good.rules"))?;
    let arguments = arguments.replace("known.rules", "good.rules");
    let output = mine(folder.path(), &format!("{arguments} --max-conditions 6"))?;
    assert!(output.status.success(), "{}", text(&output.stderr));

    let wrong = KNOWN.replace("silent \"near\"", "draw \"near\"");
    fs::write(path("known.rules"), wrong)?;
    let output = mine(folder.path(), "KRKR --start known.rules --out worse.rules")?;
    assert_eq!(output.status.code(), Some(2));
    let message = text(&output.stderr);
    assert!(
        message.contains("wins and losses as draws; correct it first"),
        "{message}"
    );
    assert!(!path("worse.rules").exists());
    Ok(())
}

/// Rules that use smaller classes are improved; files that they use are named
/// by their paths.
#[test]
fn what_known_rules_use_is_used_again() -> Outcome {
    let folder = folder()?;
    let root = folder.path();
    fs::create_dir(root.join("known"))?;
    let knk = "recognizer KNK\ndraw \"all\" because \"A knight does not mate.\" when true\n";
    fs::write(root.join("known/knk.rules"), knk)?;
    let known = "recognizer KRKN\nuse KNK \"knk.rules\"\ndraw \"falls\" for weak \
        because \"The rook falls.\" when any capture m by us of them.rook : drawn\n";
    fs::write(root.join("known/my.rules"), known)?;
    let elsewhere =
        "KRKN --vocabulary krkn.vocabulary --budget 3 --start known/my.rules --out new.rules";
    let output = mine(root, elsewhere)?;
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    assert!(
        said.contains("known/my.rules uses \"knk.rules\" by its path"),
        "{said}"
    );
    let beside = elsewhere.replace("new.rules", "known/new.rules");
    let output = mine(root, &beside)?;
    let said = text(&output.stderr);
    assert!(output.status.success(), "{said}");
    let new = fs::read_to_string(root.join("known/new.rules"))?;
    assert_eq!(new.matches("use KNK").count(), 1, "{new}");
    let output = drawproof(root, "verify --rules known/new.rules")?;
    assert!(output.status.success(), "{}", text(&output.stdout));
    Ok(())
}

/// Files that were mined, tables and parts of trees among them, are improved;
/// words of a vocabulary do not conflict with those of a tree.
#[test]
#[ignore = "long: six runs"]
fn mined_rules_are_improved() -> Outcome {
    let folder = folder()?;
    let first = [
        "mine KPK --static --budget 6 --effort 0.1 --out first.rules",
        "mine KPK --static --budget 20conditions --form tree --effort 0 --out first.rules",
    ];
    for mine in first {
        let again = format!(
            "{} --start first.rules",
            mine.replace("first.rules", "again.rules")
        );
        for arguments in [mine, &again, "verify --rules again.rules"] {
            let output = drawproof(folder.path(), arguments)?;
            let said = text(&output.stderr);
            assert!(output.status.success(), "{arguments}: {said}");
        }
    }
    let words = drawproof(folder.path(), "mine KPK --static --print-vocabulary")?;
    let words = text(&words.stdout) + "let part_strong_1 = edge\ntry weak.king in part_strong_1\n";
    fs::write(folder.path().join("part.vocabulary"), words)?;
    let arguments = "mine KPK --form tree --budget none --effort 0 --vocabulary part.vocabulary";
    let output = drawproof(folder.path(), arguments)?;
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("part2_strong_1"));
    Ok(())
}

/// Conditions that hold in only a few positions each would make a tree as deep
/// as their number.
#[test]
fn deep_trees_are_cut() -> Outcome {
    trees_are_cut(8)
}

#[test]
#[ignore = "seconds: a thousand conditions"]
fn very_deep_trees_are_cut() -> Outcome {
    trees_are_cut(20)
}

/// With conditions for so many squares of a king, and all of the pawn.
fn trees_are_cut(squares: usize) -> Outcome {
    let mut words = String::from("vocabulary KPK\n");
    for cell in 0..squares * 48 {
        let [pawn, weak, strong] = [8 + cell % 48, cell / 48, 37 * cell % 64]
            .map(|square| format!("0x{:x} | 0x{:x}", 1_u64 << square, 1_u64 << (square ^ 7)));
        words += &format!(
            "try strong.pawn in {pawn} and weak.king in {weak} and strong.king in {strong}\n"
        );
    }
    let folder = folder()?;
    fs::write(folder.path().join("cells.vocabulary"), words)?;
    let arguments = "mine KPK --form tree --budget none --effort 0 --vocabulary cells.vocabulary";
    let output = drawproof(folder.path(), arguments)?;
    assert!(output.status.success(), "{}", text(&output.stderr));
    Ok(())
}
