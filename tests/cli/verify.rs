//! `drawproof verify`.

use std::{collections::HashSet, error::Error, fs, path::Path, process::Output};

use assert_cmd::Command;
use drawproof_tables::seal_syzygy;
use shakmaty::{Position, san::San};

use super::{Outcome, drawproof, position, refusal, stdout, with_rules};

#[test]
fn verify_krkr() -> Outcome {
    let output = drawproof(&["verify", "KRKR", "--grade", "quick"])?;
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty());
    insta::assert_snapshot!(stdout(&output));
    Ok(())
}

#[test]
fn verify_against_syzygy() -> Outcome {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/verify/tests/syzygy");
    let output = drawproof(&["verify", "KRKR", "--tables", folder, "--json"])?;
    assert_eq!(output.status.code(), Some(0));
    let reports: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    assert_eq!(reports[0]["proven"], true);
    assert_eq!(reports[0]["oracle"], format!("Syzygy files in {folder}"));
    Ok(())
}

/// A folder with rules that claim nothing, and tables of KRvK of three kinds in
/// separate folders.
fn with_three_kinds() -> Result<tempfile::TempDir, Box<dyn Error>> {
    let (folder, _) =
        with_rules("recognizer KRK\nsilent \"all\" because \"It claims nothing.\" when true\n")?;
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (kind, source) in [
        ("syzygy", "verify/tests/syzygy/KRvK.rtbw"),
        ("gaviota", "tables/tests/gaviota/krk.gtb.cp4"),
    ] {
        let source = home.join(source);
        let to = folder.path().join(kind);
        fs::create_dir(&to)?;
        fs::copy(&source, to.join(source.file_name().ok_or("no name")?))?;
    }
    let out = folder.path().join("own").display().to_string();
    let output = drawproof(&["generate", "KRK", "--out", &out])?;
    assert_eq!(output.status.code(), Some(0));
    Ok(folder)
}

/// `drawproof verify` with these rules, in their folder.
fn verify_there(folder: &tempfile::TempDir, arguments: &[&str]) -> Result<Output, Box<dyn Error>> {
    Ok(Command::cargo_bin("drawproof")?
        .current_dir(folder)
        .args(["verify", "--rules", "my.rules"])
        .args(arguments)
        .output()?)
}

#[test]
fn several_are_asked() -> Outcome {
    let folder = with_three_kinds()?;
    let arguments = [
        "--tables",
        "gaviota",
        "--against",
        "syzygy",
        "--against",
        "own",
    ];
    let output = verify_there(
        &folder,
        &[
            &arguments[..],
            &["--counting", "ten-squares", "--second-look", "1000"],
        ]
        .concat(),
    )?;
    assert_eq!(output.status.code(), Some(0));
    let agreeing = stdout(&output);
    // A file in which one side always wins.
    let wrong = folder.path().join("syzygy/KRvK.rtbw");
    let mut bytes = fs::read(&wrong)?;
    let single =
        fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("verify/tests/syzygy/KBvK.rtbw"))?;
    bytes.truncate(single.len());
    bytes[10..].copy_from_slice(&single[10..]);
    seal_syzygy(&mut bytes);
    fs::write(&wrong, bytes)?;
    let arguments = [&arguments[..], &["--trust-files"]].concat();
    let output = verify_there(&folder, &arguments)?;
    assert_eq!(output.status.code(), Some(1));
    insta::assert_snapshot!(format!("{agreeing}\n{}", stdout(&output)));
    let output = verify_there(&folder, &[&arguments[..], &["--json"]].concat())?;
    let reports: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    assert_eq!(reports[0]["proven"], false);
    assert_eq!(
        reports[0]["fifty_move_differences"],
        serde_json::Value::Null
    );
    let comparisons = reports[0]["comparisons"].as_array().ok_or("no list")?;
    let differences: Vec<bool> = comparisons
        .iter()
        .map(|row| row["contradictions"]["board_count"] != 0)
        .collect();
    assert_eq!(differences, [true, false, true]);
    // The commands reproduce it.
    let command = comparisons[0]["first_contradiction"]["commands"][0]
        .as_str()
        .ok_or("no command")?;
    assert!(command.ends_with("--trust-files"), "{command}");
    let fen = command.split('\'').nth(1).ok_or("no FEN")?;
    let again = Command::cargo_bin("drawproof")?
        .current_dir(&folder)
        .args(["probe", fen, "--tables", "gaviota", "--against", "syzygy"])
        .arg("--trust-files")
        .output()?;
    assert_eq!(again.status.code(), Some(1));
    Ok(())
}

#[test]
fn the_fifty_move_rule() -> Outcome {
    let folder = with_three_kinds()?;
    for kind in ["syzygy", "own"] {
        let output = verify_there(&folder, &["--tables", kind, "--fifty-move", "--json"])?;
        assert_eq!(output.status.code(), Some(0), "{kind}");
        let reports: serde_json::Value = serde_json::from_slice(&output.stdout)?;
        assert_eq!(reports[0]["draw_convention"], "fifty_move_rule");
        assert_eq!(reports[0]["fifty_move_differences"]["board_count"], 0);
    }
    let refused = |arguments: &[&str]| -> Result<String, Box<dyn Error>> {
        let output = verify_there(&folder, arguments)?;
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        Ok(String::from_utf8(output.stderr)?)
    };
    let said = refused(&["--tables", "gaviota", "--fifty-move"])?;
    assert!(said.contains("KRvK.dpz"), "{said}");
    fs::remove_file(folder.path().join("own/KRvK.dpz"))?;
    let said = refused(&["--tables", "own", "--fifty-move"])?;
    assert!(said.contains("tables in own cannot tell"), "{said}");
    fs::copy(
        folder.path().join("gaviota/krk.gtb.cp4"),
        folder.path().join("own/krk.gtb.cp4"),
    )?;
    let said = refused(&["--tables", "own"])?;
    assert!(
        said.contains("KRvK.dpm (own), krk.gtb.cp4 (Gaviota)"),
        "{said}"
    );
    Ok(())
}

#[test]
fn totals_of_2011() -> Outcome {
    let output = drawproof(&["stats", "KRKR", "--ice-2011"])?;
    assert_eq!(output.status.code(), Some(0));
    insta::assert_snapshot!(stdout(&output));
    Ok(())
}

/// For all classes, with a second count by table entries.
#[test]
#[ignore = "a long proof: five men"]
fn all_totals_of_2011() -> Outcome {
    let output = drawproof(&["stats", "--ice-2011", "--json"])?;
    assert_eq!(output.status.code(), Some(0));
    let lines: Vec<serde_json::Value> = serde_json::from_slice(&output.stdout)?;
    assert_eq!(lines.len(), 5);
    for line in lines {
        assert_eq!(line["agrees"], true);
        let class = line["material"].as_str().ok_or("no class")?;
        let output = drawproof(&["stats", class, "--zugzwangs", "0", "--json"])?;
        let stats: serde_json::Value = serde_json::from_slice(&output.stdout)?;
        let sum = |name: &str, count: &str| -> u64 {
            let sides = stats[0]["sides"].as_array().into_iter().flatten();
            sides
                .filter_map(|side| side[format!("{name}_{count}")].as_u64())
                .sum()
        };
        for count in ["board_count", "unique_count"] {
            let counted = |at: usize| line["figures"][at][count].as_u64();
            let decisive = sum("wins", count) + sum("losses", count);
            assert_eq!(counted(0), Some(sum("draws", count)), "{class}");
            assert_eq!(counted(1), Some(decisive), "{class}");
        }
    }
    Ok(())
}

#[test]
fn a_rule_that_claims_too_much() -> Outcome {
    let rules = "recognizer KRKN\n\
        draw \"minor against rook\" for strong because \"Everybody says so.\"\n  when not in_check\n\
        draw \"knights do not beat rooks\" for weak because \"They do.\"\n  when not in_check\n";
    let (_folder, path) = with_rules(rules)?;
    let output = drawproof(&["verify", "--rules", &path, "--json"])?;
    assert_eq!(output.status.code(), Some(1));
    let reports: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    let examples = reports[0]["counterexamples"]
        .as_array()
        .ok_or("no counterexamples")?;
    assert_eq!(examples.len(), 6);
    for example in examples {
        let fen = example["fen"].as_str().ok_or("no FEN")?;
        let mut position = position(fen)?;
        let line = example["line_san"].as_array().ok_or("no line")?;
        assert_eq!(Some(line.len() as u64), example["distance_plies"].as_u64());
        for san in line {
            let san: San = san
                .as_str()
                .ok_or("no move")?
                .trim_end_matches(['+', '#'])
                .parse()?;
            position = position.clone().play(san.to_move(&position)?)?;
        }
        assert!(position.is_checkmate(), "{fen}");
        // The command reproduces it.
        let command = example["command"].as_str().ok_or("no command")?;
        assert_eq!(command, format!("drawproof probe '{fen}' --rules {path}"));
        let again = drawproof(&["probe", fen, "--rules", &path])?;
        assert_eq!(again.status.code(), Some(1));
        assert!(stdout(&again).contains("draw, by \""));
    }
    Ok(())
}

/// Each rule has its own counterexamples, the shortest wins first, from the
/// whole board.
#[test]
fn counterexamples_are_the_shortest_wins() -> Outcome {
    let rules = "recognizer KRK\n\
        draw \"edge\" for strong because \"It is not.\" when them.king in edge\n\
        draw \"touched\" for weak because \"It may be.\" when distance(us.king, them.rook) = 1\n";
    let (_folder, path) = with_rules(rules)?;
    let output = drawproof(&["verify", "--rules", &path, "--json", "--examples", "8"])?;
    let reports: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    let examples = reports[0]["counterexamples"].as_array();
    let examples = examples.ok_or("no counterexamples")?;
    let shown = examples
        .iter()
        .map(|of| (&of["rule"], &of["distance_plies"]));
    let shown: Vec<_> = shown
        .map(|(rule, plies)| (rule.as_str(), plies.as_u64()))
        .collect();
    let [edge, touched] = ["edge", "touched"].map(Some);
    // Many are mated in one move; a king next to the rook is mated later.
    let (of_edge, of_touched) = shown.split_at(8);
    assert_eq!(of_edge, [(edge, Some(1)); 8]);
    assert!(of_touched.is_sorted(), "{of_touched:?}");
    assert!(of_touched.iter().all(|of| of.0 == touched));
    let fens = examples[..8].iter().map(|of| of["fen"].as_str());
    // FENs begin with the last rank.
    let rook = |fen: &str| fen.split('/').position(|rank| rank.contains('R'));
    let ranks: HashSet<_> = fens.map(|fen| fen.and_then(rook)).collect();
    assert!(ranks.len() > 3, "{ranks:?}");
    Ok(())
}

#[test]
fn the_same_as_text() -> Outcome {
    let (folder, _) = with_rules(
        "recognizer KBKN\ndraw \"minors\" because \"Minor against minor.\" when true\n",
    )?;
    let output = Command::cargo_bin("drawproof")?
        .current_dir(&folder)
        .args(["verify", "--rules", "my.rules", "--examples", "1"])
        .output()?;
    assert_eq!(output.status.code(), Some(1));
    insta::assert_snapshot!(stdout(&output));
    Ok(())
}

#[test]
fn csv_of_a_report() -> Outcome {
    let (folder, rules) =
        with_rules("recognizer KNK\ndraw \"one knight\" because \"It cannot mate.\" when true\n")?;
    let csv = folder.path().join("report.csv");
    let path = csv.display().to_string();
    let output = drawproof(&["verify", "--rules", &rules, "--csv", &path])?;
    assert_eq!(output.status.code(), Some(0));
    let text = fs::read_to_string(csv)?.replace(&rules, "my.rules");
    insta::assert_snapshot!(text);
    Ok(())
}

/// A pipe, a device or a link is written to, not replaced.
#[cfg(unix)]
#[test]
fn csv_to_what_is_no_file() -> Outcome {
    use std::os::unix::fs::{FileTypeExt, symlink};
    let (folder, rules) =
        with_rules("recognizer KNK\ndraw \"one knight\" because \"It cannot mate.\" when true\n")?;
    let pipe = folder.path().join("pipe");
    assert!(
        std::process::Command::new("mkfifo")
            .arg(&pipe)
            .status()?
            .success()
    );
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::read_to_string(pipe)
    });
    let path = pipe.display().to_string();
    let output = drawproof(&["verify", "--rules", &rules, "--csv", &path])?;
    assert_eq!(output.status.code(), Some(0));
    assert!(fs::symlink_metadata(&pipe)?.file_type().is_fifo());
    let text = reader.join().expect("no panic")?;
    assert!(text.starts_with("material,"), "{text}");

    let link = folder.path().join("link.csv");
    fs::write(folder.path().join("real.csv"), "old")?;
    symlink("real.csv", &link)?;
    let path = link.display().to_string();
    drawproof(&["verify", "--rules", &rules, "--csv", &path])?;
    assert!(fs::symlink_metadata(&link)?.file_type().is_symlink());
    assert_eq!(fs::read_to_string(folder.path().join("real.csv"))?, text);
    Ok(())
}

#[test]
fn refused_rules() -> Outcome {
    let (folder, path) =
        with_rules("recognizer KRKR\ndraw \"x\" because \"y\" when us.rok in edge\n")?;
    let said = refusal(&["verify", "--rules", &path])?;
    insta::assert_snapshot!(said.replace(&path, "my.rules"));
    fs::write(folder.path().join("my.rules"), [0xff, 0xfe])?;
    assert!(refusal(&["verify", "--rules", &path])?.contains("not UTF-8"));
    assert!(
        refusal(&["probe", "8/8/8/8/8/1k6/8/K1R5 w - - 0 1", "--rules", &path])?
            .contains("not UTF-8")
    );
    Ok(())
}

/// The class that a line of a table is about.
fn class(line: &&str) -> String {
    line.split(' ').next().unwrap_or_default().replace('v', "")
}

/// What `drawproof verify --overview` prints of all recognizers, its lines in order.
fn known_recognizers() -> Result<Vec<&'static str>, Box<dyn Error>> {
    let printed = include_str!("../../facts/recognizers.txt");
    let (table, _) = printed.split_once("\n\n").ok_or("no table")?;
    let mut lines: Vec<&str> = table.lines().collect();
    lines[1..].sort_by_key(class);
    Ok(lines)
}

/// Reports that are printed one by one are a single document.
#[test]
fn json_is_one_document() -> Outcome {
    for classes in [&["KNNK"][..], &["KNNK", "KBBK", "KPK"]] {
        let output = drawproof(&[&["verify", "--json"], classes].concat())?;
        let printed = stdout(&output);
        let reports = drawproof_reports::read(&printed)?;
        assert!(reports.len() >= classes.len());
        assert_eq!(printed, drawproof_reports::json(&reports)? + "\n");
    }
    Ok(())
}

#[test]
fn table_of_some_recognizers() -> Outcome {
    let classes = ["KPK", "KNNK", "KBBK", "KBKN", "KBKB", "KRKR"];
    let mut expected = known_recognizers()?;
    expected.retain(|line| class(line) == "class" || classes.contains(&&*class(line)));
    let output = drawproof(&[&["verify", "--overview"], &classes[..]].concat())?;
    assert_eq!(output.status.code(), Some(0));
    let printed = stdout(&output);
    let (table, verdict) = printed.split_once("\n\n").ok_or("no verdict")?;
    let mut lines: Vec<&str> = table.lines().collect();
    lines[1..].sort_by_key(class);
    assert_eq!(lines, expected);
    assert_eq!(verdict, "PROVEN: no incorrect claim\n");
    Ok(())
}

#[test]
fn table_of_best_rules() -> Outcome {
    let classes = ["KNNK", "KBKN", "KBKB", "KRKR"];
    let output = drawproof(&[&["verify", "--overview", "--best", "3"][..], &classes].concat())?;
    let printed = stdout(&output);
    let lines: Vec<&str> = printed
        .split("\n\n")
        .nth(1)
        .ok_or("no table")?
        .lines()
        .collect();
    let expected = [
        "class            draws     only by it  best rules",
        "KNNvK       25,158,416     25,158,416  knnk.exact.rules: two knights cannot force mate",
        "KBvKN       24,367,648     24,367,648  kbkn.exact.rules: one minor piece each",
        "KBvKB       23,663,872     23,663,872  kbkb.exact.rules: one bishop each",
        "KRvKR       15,004,392     15,004,392  krkr.quick.rules: nothing is loose",
        "KRvKR       15,109,976     15,109,976  krkr.strong.rules: no danger",
        "KRvKR       15,138,064     15,138,064  krkr.exact.rules: tree",
    ];
    assert_eq!(lines, expected);
    Ok(())
}

/// The worth of the best rules: two that claim draws share some, and one is
/// alone with the others.
#[test]
fn best_rules() -> Outcome {
    let folder = tempfile::tempdir()?;
    let rules = "recognizer KBKN\n\
        draw \"far\" because \"x\" when distance(us.king, them.king) > 5\n\
        draw \"never\" because \"x\" when distance(us.king, them.king) > 7\n\
        draw \"farther\" because \"x\" when distance(us.king, them.king) > 4\n";
    fs::write(folder.path().join("far.rules"), rules)?;
    let output = Command::cargo_bin("drawproof")?
        .current_dir(&folder)
        .args(["verify", "--rules", "far.rules", "--best", "2", "--json"])
        .output()?;
    let reports: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    let best = reports[0]["best"].as_array().ok_or("no best rules")?;
    let row = |at: usize| {
        let count = |what: &str| best[at][what]["board_count"].as_u64();
        (
            best[at]["rule"].as_str(),
            count("spotted_draws"),
            count("only_by_it"),
        )
    };
    let decided = |at: usize| {
        let spotted = &reports[0]["rules"][at]["decided"]["spotted_draws"]["board_count"];
        spotted.as_u64()
    };
    assert_eq!(best.len(), 2);
    // "farther" would spot what "far" spots.
    assert_eq!(row(0), (Some("far"), decided(0), Some(0)));
    assert_eq!(row(1), (Some("farther"), decided(2), decided(2)));
    assert!(decided(2) > Some(0));
    Ok(())
}

/// What a capture decides is left out, counted apart, and named in the verdict.
#[test]
fn quiet_positions_only() -> Outcome {
    let (_folder, path) = with_rules(
        "recognizer KRKN\n\
         draw \"all\" because \"For the test.\" when true\n",
    )?;
    let report = |more: &[&str]| -> Result<serde_json::Value, Box<dyn Error>> {
        let output = drawproof(&[&["verify", "--rules", &path, "--json"], more].concat())?;
        assert_eq!(output.status.code(), Some(1));
        let reports: serde_json::Value = serde_json::from_slice(&output.stdout)?;
        Ok(reports[0].clone())
    };
    let [quiet, all] = [report(&["--quiet"])?, report(&[])?];
    assert!(all["left_out"].is_null());
    let board = |of: &serde_json::Value| of["board_count"].as_u64().unwrap_or(0);
    let left_out = &quiet["left_out"];
    let reasons = ["checkmates", "won_by_capture_or_promotion", "mates_in_one"];
    let left_out = reasons.map(|reason| board(&left_out[reason]));
    assert!(left_out.iter().all(|&count| count > 0), "{left_out:?}");
    let incorrect = |of: &serde_json::Value| board(&of["totals"]["incorrect_draws"]);
    assert_eq!(
        incorrect(&quiet) + left_out.iter().sum::<u64>(),
        incorrect(&all)
    );
    assert_eq!(
        quiet["totals"]["spotted_draws"],
        all["totals"]["spotted_draws"]
    );
    let output = drawproof(&["verify", "KRKR", "--grade", "quick", "--quiet"])?;
    assert_eq!(output.status.code(), Some(0));
    insta::assert_snapshot!(stdout(&output));
    let output = drawproof(&[
        "verify",
        "KRKR",
        "--grade",
        "quick",
        "--quiet",
        "--overview",
    ])?;
    assert!(stdout(&output).ends_with("PROVEN for quiet positions: no incorrect draw\n"));
    Ok(())
}
