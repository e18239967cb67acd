//! The program as its users run it.

use std::{error::Error, fs, path::Path, process::Output};

use assert_cmd::Command;
use shakmaty::{CastlingMode, Chess, Position, fen::Fen, san::San};

type Outcome = Result<(), Box<dyn Error>>;

fn drawproof(arguments: &[&str]) -> Result<Output, Box<dyn Error>> {
    Ok(Command::cargo_bin("drawproof")?.args(arguments).output()?)
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Runs a command that cannot check, and gives what it says.
fn refusal(arguments: &[&str]) -> Result<String, Box<dyn Error>> {
    let output = drawproof(arguments)?;
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    Ok(String::from_utf8_lossy(&output.stderr).into_owned())
}

/// A folder with a rule file that claims what `rules` say.
fn with_rules(rules: &str) -> Result<(tempfile::TempDir, String), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("my.rules");
    fs::write(&path, rules)?;
    let path = path.display().to_string();
    Ok((folder, path))
}

fn position(fen: &str) -> Result<Chess, Box<dyn Error>> {
    let position = fen.parse::<Fen>()?.into_position(CastlingMode::Standard);
    Ok(position.or_else(shakmaty::PositionError::ignore_impossible_check)?)
}

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
    let output = drawproof(&["verify", "KRKR", "--against", folder, "--json"])?;
    assert_eq!(output.status.code(), Some(0));
    let reports: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    assert_eq!(reports[0]["proven"], true);
    assert_eq!(reports[0]["oracle"], format!("Syzygy files in {folder}"));
    Ok(())
}

/// A folder with rules that claim nothing, and tables of KRvK of three kinds
/// in folders of their own.
fn with_three_kinds() -> Result<tempfile::TempDir, Box<dyn Error>> {
    let (folder, _) = with_rules("recognizer KRK\n")?;
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
        "--against",
        "gaviota",
        "--against",
        "syzygy",
        "--tables",
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
    // One file of a side that always wins, whatever a rook does.
    let wrong = folder.path().join("syzygy/KRvK.rtbw");
    let mut bytes = fs::read(&wrong)?;
    let single =
        fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("verify/tests/syzygy/KBvK.rtbw"))?;
    bytes.truncate(single.len());
    bytes[10..].copy_from_slice(&single[10..]);
    fs::write(&wrong, bytes)?;
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
    // The commands show it again.
    let command = comparisons[0]["first_contradiction"]["commands"][0]
        .as_str()
        .ok_or("no command")?;
    let fen = command.split('\'').nth(1).ok_or("no FEN")?;
    let again = Command::cargo_bin("drawproof")?
        .current_dir(&folder)
        .args(["probe", fen, "--gaviota", "gaviota", "--syzygy", "syzygy"])
        .output()?;
    assert_eq!(again.status.code(), Some(1));
    Ok(())
}

#[test]
fn the_fifty_move_rule() -> Outcome {
    let folder = with_three_kinds()?;
    for kind in ["syzygy", "own"] {
        let output = verify_there(&folder, &["--against", kind, "--fifty-move", "--json"])?;
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
    let said = refused(&["--against", "gaviota", "--fifty-move"])?;
    assert!(said.contains("KRvK.dpz"), "{said}");
    fs::remove_file(folder.path().join("own/KRvK.dpz"))?;
    let said = refused(&["--tables", "own", "--fifty-move"])?;
    assert!(said.contains("tables in own cannot tell"), "{said}");
    fs::copy(
        folder.path().join("gaviota/krk.gtb.cp4"),
        folder.path().join("own/krk.gtb.cp4"),
    )?;
    let said = refused(&["--against", "own"])?;
    assert!(
        said.contains("krk.gtb.cp4 (Gaviota), KRvK.dpw (own)"),
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

/// Of all classes, and a second count of the same by table entries.
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
        // The command shows the same again.
        let command = example["command"].as_str().ok_or("no command")?;
        assert_eq!(command, format!("drawproof probe '{fen}' --rules {path}"));
        let again = drawproof(&["probe", fen, "--rules", &path])?;
        assert_eq!(again.status.code(), Some(1));
        assert!(stdout(&again).contains("draw, by \""));
    }
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

/// A pipe, a device or a link is written to, not replaced by a file.
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
fn probe() -> Outcome {
    let output = drawproof(&["probe", "8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1"])?;
    assert_eq!(output.status.code(), Some(0));
    insta::assert_snapshot!(stdout(&output));
    // Black is the stronger side, and no rule is built in.
    let output = drawproof(&["probe", "8/8/8/8/8/k7/1q6/K7 w - - 0 1"])?;
    assert!(stdout(&output).contains("checkmated"));
    Ok(())
}

#[test]
fn probe_tells_the_rule() -> Outcome {
    let output = drawproof(&["probe", "8/8/8/8/8/1R6/6r1/K1k5 w - - 0 1"])?;
    assert_eq!(output.status.code(), Some(0));
    let text = stdout(&output);
    assert!(text.contains("own tables: win, mate 37, zeroing"));
    assert!(text.contains("rules: no claim, by \""));
    Ok(())
}

#[test]
fn stats() -> Outcome {
    let output = drawproof(&["stats", "KRK"])?;
    assert_eq!(output.status.code(), Some(0));
    insta::assert_snapshot!(stdout(&output));
    Ok(())
}

#[test]
fn generate() -> Outcome {
    let output = drawproof(&["generate", "KRKN", "--json"])?;
    assert_eq!(output.status.code(), Some(0));
    let lines: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    assert_eq!(lines[0]["material"], "KRvKN");
    assert_eq!(lines[0]["longest_win_plies"], 79);
    Ok(())
}

#[test]
fn generate_says_what_it_finds_and_needs() -> Outcome {
    let arguments = ["--threads", "1", "generate", "KRKN", "--metrics", "wdl"];
    let output = drawproof(&arguments)?;
    assert_eq!(output.status.code(), Some(0));
    let said = String::from_utf8(output.stderr.clone())?;
    assert_eq!(
        said,
        "3 classes, smaller ones included: up to 196 MiB of memory\n"
    );
    let text = stdout(&output);
    assert!(
        text.contains("KRvKN      23,315,984              -"),
        "{text}"
    );
    let output = drawproof(&["generate", "KRKN", "--metrics", "dtz", "--json"])?;
    let lines: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    assert_eq!(lines[0]["longest_win_plies"], serde_json::Value::Null);
    assert_eq!(lines[0]["longest_zeroing_plies"], 54);
    Ok(())
}

/// No run takes more memory than it said it would.
#[test]
fn memory_is_what_was_planned() -> Outcome {
    use wait4::Wait4;
    for class in ["KQKR", "KRKP"] {
        for metrics in ["wdl", "wdl,dtm,dtz"] {
            let program = assert_cmd::cargo::cargo_bin("drawproof");
            let mut run = std::process::Command::new(program)
                .args(["generate", class, "--metrics", metrics])
                .stdout(std::process::Stdio::null())
                .stderr(std::process::Stdio::piped())
                .spawn()?;
            let mut said = String::new();
            let mut stderr = run.stderr.take().ok_or("no standard error")?;
            std::io::Read::read_to_string(&mut stderr, &mut said)?;
            let end = run.wait4()?;
            assert!(end.status.success());
            let words: Vec<&str> = said.split_whitespace().collect();
            let at = words
                .iter()
                .position(|&word| word == "MiB")
                .ok_or(said.clone())?;
            let planned: u64 = words[at - 1].parse()?;
            let used = end.rusage.maxrss >> 20;
            assert!(used <= planned, "{class} {metrics}: {used} MiB; {said}");
        }
    }
    Ok(())
}

#[test]
fn samples() -> Outcome {
    let arguments = ["check", "KRKP", "--sample", "2000", "--wdl"];
    let output = drawproof(&arguments)?;
    assert_eq!(output.status.code(), Some(0));
    let expected = "KRvKP    agrees with its own moves, WDL in 2,000 entries drawn at random\n";
    assert_eq!(stdout(&output), expected);
    Ok(())
}

/// Stopped by Ctrl-C, a run leaves whole files and nothing else, and goes on
/// from there.
#[cfg(unix)]
#[test]
fn interrupted_runs_go_on() -> Outcome {
    let folder = tempfile::tempdir()?;
    let path = folder.path().display().to_string();
    // The first classes take no time, the last one does.
    let arguments = ["--threads", "1", "generate", "KQRK", "--out", &path];
    let mut run = std::process::Command::new(assert_cmd::cargo::cargo_bin("drawproof"))
        .args(arguments)
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()?;
    // Three whole files of the first class, and something of the next.
    while fs::read_dir(&folder)?.count() < 4 && run.try_wait()?.is_none() {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    std::process::Command::new("kill")
        .args(["-INT", &run.id().to_string()])
        .status()?;
    let code = run.wait()?.code();
    assert_eq!(code, Some(130));
    for file in fs::read_dir(&folder)? {
        let name = file?.file_name().into_string().unwrap_or_default();
        assert!(name.starts_with('K'), "{name}");
    }
    let second = drawproof(&arguments)?;
    assert_eq!(second.status.code(), Some(0));
    assert!(stdout(&second).contains("finished before, skipped"));
    let checked = drawproof(&["check", "--tables", &path, "--checksums"])?;
    assert_eq!(checked.status.code(), Some(0));
    assert_eq!(stdout(&checked).lines().count(), 3);
    Ok(())
}

#[test]
fn check() -> Outcome {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/verify/tests/syzygy");
    let output = drawproof(&["check", "KQK", "KRK", "--syzygy", folder])?;
    assert_eq!(output.status.code(), Some(0));
    insta::assert_snapshot!(stdout(&output));
    Ok(())
}

#[test]
fn refused_classes_and_positions() -> Outcome {
    let said: Vec<String> = [
        &["verify", "KXKR"][..],
        &["verify", "KQKB"],
        &["stats", "KQQPPKP"],
        &["stats", "KK"],
        &["stats", "KQQQKQQQ"],
        &["generate", "KRKRKR"],
        &["probe", "nonsense"],
        &["probe", "8/8/8/8/8/8/8/K7 w - - 0 1"],
        &["probe", "8/8/8/8/8/8/8/Kk6 w - - 0 1"],
        &["probe", "8/8/8/8/8/1k6/8/KR5r w - - 0 1"],
        &[
            "probe",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        ],
        &[
            "probe",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
        ],
        &["probe", "8/8/8/8/8/1k6/7P/K7 w - e3 0 1"],
        &["probe", "8/8/8/8/8/1k6/7R/K7 w - - 0 1", "--tables", "src"],
        &["probe", "8/8/8/8/8/1k6/7R/K7 w - - 0 1", "--gaviota", "src"],
        &["probe", "8/8/8/8/8/1k6/8/K7 w - - 0 1"],
        &["verify", "--rules", "no/such.rules"],
        &["verify", "KRKR", "--against", "no/such/folder"],
        &["verify", "KRKR", "--against", "src"],
        &["verify", "KRKR", "--tables", "verify/tests/syzygy"],
        &["verify", "KRKR", "--second-look", "0"],
        &["stats", "KRKN", "--ice-2011"],
        &["verify", "KRKR", "--csv", "no/such/folder/report.csv"],
        &["check", "--syzygy", "src"],
        &["check", "--tables", "no/such/folder"],
        &["check", "KRK", "--checksums"],
        &["generate", "KRK", "--out", "Cargo.toml"],
        &["check", "KRKN", "--sample", "9", "--syzygy", "src"],
        &["check", "KRKN", "--sample", "0"],
        &["generate", "KBPKP", "--memory=-1"],
        &["generate", "KBPKP", "--memory", "5"],
        &[
            "generate",
            "KBPKP",
            "--memory",
            "0.5",
            "--metrics",
            "wdl,dtz",
        ],
    ]
    .into_iter()
    .map(|arguments| {
        Ok(format!(
            "$ drawproof {}\n{}",
            arguments.join(" "),
            refusal(arguments)?
        ))
    })
    .collect::<Result<_, Box<dyn Error>>>()?;
    insta::assert_snapshot!(said.join("\n"));
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

#[test]
fn damaged_tables_are_refused() -> Outcome {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("verify/tests/syzygy/KRvK.rtbw");
    let whole = fs::read(source)?;
    let mut magic = whole.clone();
    magic[0] ^= 1;
    for damaged in [&magic, &whole[..whole.len() - 64].to_vec(), &Vec::new()] {
        let folder = tempfile::tempdir()?;
        fs::write(folder.path().join("KRvK.rtbw"), damaged)?;
        let path = folder.path().display().to_string();
        let said = refusal(&["check", "KRK", "--syzygy", &path])?;
        assert!(said.starts_with("error: "), "{said}");
        assert!(said.contains(&path), "{said}");
    }
    Ok(())
}

/// A folder with the files of some classes.
fn with_tables(classes: &[&str]) -> Result<(tempfile::TempDir, String), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().display().to_string();
    let output = drawproof(&[&["generate", "--out", &path], classes].concat())?;
    assert_eq!(output.status.code(), Some(0));
    Ok((folder, path))
}

#[test]
fn tables_as_files() -> Outcome {
    let (folder, path) = with_tables(&["KRK"])?;
    assert_eq!(fs::read_dir(&folder)?.count(), 3);
    // Smaller classes are written, too.
    let again = drawproof(&["generate", "--out", &path, "KPK"])?;
    assert!(stdout(&again).starts_with("1 finished before, skipped"));
    assert_eq!(fs::read_dir(&folder)?.count(), 15);
    let checked = drawproof(&["check", "--tables", &path])?;
    assert_eq!(checked.status.code(), Some(0));
    insta::assert_snapshot!(stdout(&checked));
    // From files as from the generator.
    let fen = "8/8/8/8/8/6k1/4P3/2K5 w - - 0 1";
    let from_files = stdout(&drawproof(&["probe", fen, "--tables", &path])?);
    let generated = stdout(&drawproof(&["probe", fen])?);
    assert!(generated.contains("own tables: win, mate 45, zeroing"));
    assert_eq!(
        from_files.replace(&format!("tables in {path}"), "own tables"),
        generated
    );
    let stats = |more: &[&str]| drawproof(&[&["stats", "KPK"], more].concat());
    assert_eq!(stdout(&stats(&["--tables", &path])?), stdout(&stats(&[])?));
    Ok(())
}

/// Where distances are missing nothing is claimed of them, and nothing runs on
/// for ever.
#[test]
fn files_without_distances() -> Outcome {
    let (folder, path) = with_tables(&["KPK"])?;
    let fen = "8/8/8/8/8/6k1/4P3/2K5 w - - 0 1";
    let probe = || drawproof(&["probe", fen, "--tables", &path]);
    let counts = |stats: &Output| -> Vec<String> {
        let text = stdout(stats);
        let is_count = |line: &&str| {
            ["wins", "draws", "losses"]
                .iter()
                .any(|w| line.starts_with(w))
        };
        text.lines().filter(is_count).map(String::from).collect()
    };
    let generated = counts(&drawproof(&["stats", "KPK"])?);
    assert_eq!(generated.len(), 6);
    let gaviota = concat!(env!("CARGO_MANIFEST_DIR"), "/tables/tests/gaviota");
    // A smaller class lacks a distance.
    fs::remove_file(folder.path().join("KQvK.dpm"))?;
    assert!(stdout(&probe()?).contains("win, mate 45, zeroing"));
    assert!(refusal_after_some(&["check", "KPK", "--tables", &path])?.contains("KQvK.dpm"));
    // All lack it, then only WDL is left.
    for extension in ["dpm", "dpz"] {
        for entry in fs::read_dir(&folder)? {
            let file = entry?.path();
            if file.extension().is_some_and(|found| found == extension) {
                fs::remove_file(file)?;
            }
        }
        let said = stdout(&probe()?);
        assert!(said.contains(": win") && !said.contains("mate"), "{said}");
        assert!(!said.contains("line:"), "{said}");
        let stats = drawproof(&["stats", "KPK", "--tables", &path])?;
        assert_eq!(counts(&stats), generated);
        assert!(stdout(&stats).contains("distances to mate are not known"));
        let checked = drawproof(&["check", "KPK", "--tables", &path, "--gaviota", gaviota])?;
        assert!(stdout(&checked).contains("agrees with Gaviota WDL in all 165,676 entries"));
    }
    Ok(())
}

/// Distances alone, a damaged file among good ones: all the rest is checked,
/// and the exit code is 2.
#[test]
fn one_bad_file_among_good_ones() -> Outcome {
    let (folder, path) = with_tables(&["KPK"])?;
    fs::remove_file(folder.path().join("KBvK.dpw"))?;
    fs::write(folder.path().join("KNvK.dpw"), "nonsense")?;
    let mut damaged = fs::read(folder.path().join("KRvK.dpm"))?;
    if let Some(last) = damaged.last_mut() {
        *last ^= 1;
    }
    fs::write(folder.path().join("KRvK.dpm"), damaged)?;
    let output = drawproof(&["check", "--tables", &path, "--checksums"])?;
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    for name in ["KBvK.dpm", "KBvK.dpz", "KNvK.dpw", "KRvK.dpm"] {
        assert!(said.contains(name), "{said}");
    }
    assert_eq!(
        stdout(&output),
        "KPvK     agrees with the checksums of its 3 files\n\
         KQvK     agrees with the checksums of its 3 files\n"
    );
    Ok(())
}

/// Runs a command that cannot check everything, and gives what it says.
fn refusal_after_some(arguments: &[&str]) -> Result<String, Box<dyn Error>> {
    let output = drawproof(arguments)?;
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    Ok(String::from_utf8_lossy(&output.stderr).into_owned())
}

/// Lines of `sha256sum` about the files of a folder.
fn checksums(folder: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    use sha2::Digest;
    let mut lines = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let digest = sha2::Sha256::digest(fs::read(entry.path())?);
        let mut line = String::new();
        for byte in digest {
            line += &format!("{byte:02x}");
        }
        lines.push(line + "  " + &entry.file_name().to_string_lossy());
    }
    lines.sort_by_key(|line| line[66..].to_string());
    Ok(lines)
}

fn published_checksums() -> Vec<String> {
    let published = include_str!("../facts/tables.sha256");
    published.lines().map(String::from).collect()
}

#[test]
fn files_of_three_men_have_the_published_checksums() -> Outcome {
    let (folder, _) = with_tables(&["--men", "3"])?;
    let found = checksums(folder.path())?;
    let published = published_checksums();
    assert_eq!(found.len(), 15);
    for line in found {
        assert!(published.contains(&line), "{line}");
    }
    Ok(())
}

#[test]
#[ignore = "a long proof: files of all classes of three and four men"]
fn all_files_have_the_published_checksums() -> Outcome {
    let (folder, path) = with_tables(&["--men", "4"])?;
    assert_eq!(checksums(folder.path())?, published_checksums());
    let checked = drawproof(&["check", "--tables", &path, "--checksums"])?;
    assert_eq!(checked.status.code(), Some(0));
    Ok(())
}

#[test]
fn damaged_files_are_refused() -> Outcome {
    let (folder, path) = with_tables(&["KRK"])?;
    let file = folder.path().join("KRvK.dpm");
    let whole = fs::read(&file)?;
    let mut flipped = whole.clone();
    let middle = flipped.len() / 2;
    flipped[middle] ^= 1;
    let short = whole[..whole.len() - 1].to_vec();
    for damaged in [flipped, short, Vec::new(), b"something else".to_vec()] {
        fs::write(&file, damaged)?;
        let fen = "8/8/8/8/8/1k6/7R/K7 w - - 0 1";
        for command in [
            &["check", "--tables", &path][..],
            &["check", "--tables", &path, "--checksums"],
            &["stats", "KRK", "--tables", &path],
            &["generate", "KRK", "--out", &path],
        ] {
            let said = refusal_after_some(command)?;
            assert!(said.contains("KRvK.dpm"), "{said}");
        }
        // One position may lie in another part of the file, and then is right.
        let probed = drawproof(&["probe", fen, "--tables", &path])?;
        let right = stdout(&probed).contains("win, mate 25,");
        assert!(right || probed.status.code() == Some(2));
    }
    let forced = drawproof(&["generate", "KRK", "--out", &path, "--force"])?;
    assert_eq!(forced.status.code(), Some(0));
    assert_eq!(fs::read(&file)?, whole);
    Ok(())
}

#[test]
fn a_file_that_may_not_be_read() -> Outcome {
    use std::os::unix::fs::PermissionsExt;
    let (folder, path) = with_tables(&["KNK"])?;
    let file = folder.path().join("KNvK.dpw");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o000))?;
    if fs::read(&file).is_ok() {
        println!("whoever runs this may read everything: not tested");
        return Ok(());
    }
    let said = refusal(&["check", "--tables", &path])?;
    assert!(said.contains("KNvK.dpw: Permission denied"), "{said}");
    Ok(())
}

/// Files cannot grow beyond a kilobyte, as on a full disk.
#[test]
fn a_full_disk() -> Outcome {
    let folder = tempfile::tempdir()?;
    let path = folder.path().display().to_string();
    let limited = "trap '' XFSZ; ulimit -f 1; exec \"$0\" generate KNK KRK --out \"$1\"";
    let program = assert_cmd::cargo::cargo_bin("drawproof");
    let output = std::process::Command::new("bash")
        .args(["-c", limited])
        .arg(program)
        .arg(&path)
        .output()?;
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("KRvK.dpm: file too large"), "{said}");
    // What was finished is kept, nothing half-written is left.
    let mut names: Vec<String> = fs::read_dir(&folder)?
        .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
        .collect::<Result<_, std::io::Error>>()?;
    names.sort();
    assert_eq!(names, ["KNvK.dpm", "KNvK.dpw", "KNvK.dpz", "KRvK.dpw"]);
    let resumed = drawproof(&["generate", "KNK", "KRK", "--out", &path])?;
    assert_eq!(resumed.status.code(), Some(0));
    Ok(())
}

/// A run that is killed leaves whole files, and the next one goes on.
#[test]
fn killed_while_writing() -> Outcome {
    let folder = tempfile::tempdir()?;
    let path = folder.path().display().to_string();
    let classes = ["KQK", "KRK", "KBK", "KNK", "KPK", "KNNK", "KNKN"];
    let mut run = std::process::Command::new(assert_cmd::cargo::cargo_bin("drawproof"))
        .arg("generate")
        .args(classes)
        .args(["--out", &path])
        .stdout(std::process::Stdio::null())
        .spawn()?;
    while !folder.path().join("KRvK.dpw").exists() {
        std::thread::yield_now();
    }
    run.kill()?;
    run.wait()?;
    let checked = drawproof(&["check", "--tables", &path, "--checksums"])?;
    assert_eq!(checked.status.code(), Some(0));
    let resumed = drawproof(&[&["generate", "--out", &path][..], &classes].concat())?;
    assert_eq!(resumed.status.code(), Some(0));
    assert!(stdout(&resumed).contains("finished before"));
    let (whole, _) = with_tables(&classes)?;
    let tables = |folder: &Path| -> Result<Vec<String>, Box<dyn Error>> {
        let lines = checksums(folder)?.into_iter();
        Ok(lines.filter(|line| !line.contains(".drawproof-")).collect())
    };
    assert_eq!(tables(folder.path())?, tables(whole.path())?);
    Ok(())
}

#[test]
fn en_passant_side_by_side() -> Outcome {
    let syzygy = concat!(env!("CARGO_MANIFEST_DIR"), "/verify/tests/syzygy");
    for (right, mate) in [("c3", 19), ("-", 27)] {
        let fen = format!("8/8/7k/8/1pP5/7K/8/8 b - {right} 0 1");
        let output = drawproof(&["probe", &fen, "--syzygy", syzygy, "--json"])?;
        assert_eq!(output.status.code(), Some(0));
        let answer: serde_json::Value = serde_json::from_slice(&output.stdout)?;
        let [own, other] = [0, 1].map(|at| &answer["sources"][at]);
        assert_eq!(own["distance_to_mate_plies"], mate);
        assert_eq!(own["wdl"], other["wdl"]);
        let dtz = |source: &serde_json::Value| source["distance_to_zeroing_plies"].clone();
        assert_eq!(dtz(own), dtz(other));
    }
    Ok(())
}

#[test]
fn help() -> Outcome {
    let mut said = String::new();
    for arguments in [
        &["--help"][..],
        &["verify", "--help"],
        &["merge", "-h"],
        &["mine", "-h"],
        &["generate", "-h"],
        &["probe", "-h"],
        &["explain", "-h"],
        &["stats", "-h"],
        &["check", "-h"],
    ] {
        said += &format!(
            "$ drawproof {}\n{}\n",
            arguments.join(" "),
            stdout(&drawproof(arguments)?)
        );
    }
    insta::assert_snapshot!(said);
    Ok(())
}

/// The lines of the table in docs/recognizers.md about some classes, or all,
/// are what is printed.
fn table_of_recognizers(classes: &[&str]) -> Outcome {
    let page = include_str!("../docs/recognizers.md");
    let table = page
        .split("```text\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next());
    let mut expected: Vec<&str> = table.ok_or("no table")?.lines().collect();
    let class = |line: &&str| line.split(' ').next().unwrap_or_default().replace('v', "");
    expected[1..].sort_by_key(class);
    expected.retain(|line| {
        let name = class(line);
        name == "class" || classes.is_empty() || classes.contains(&name.as_str())
    });
    let output = drawproof(&[&["verify", "--table"], classes].concat())?;
    assert_eq!(output.status.code(), Some(0));
    let printed = stdout(&output);
    let (table, verdict) = printed.split_once("\n\n").ok_or("no verdict")?;
    let mut lines: Vec<&str> = table.lines().collect();
    lines[1..].sort_by_key(class);
    assert_eq!(lines, expected);
    assert_eq!(verdict, "PROVEN: no incorrect draw\n");
    Ok(())
}

#[test]
fn table_of_some_recognizers() -> Outcome {
    table_of_recognizers(&["KPK", "KNNK", "KBBK", "KBKN", "KBKB", "KBKP", "KRKR"])
}

#[test]
#[ignore = "minutes: five men"]
fn table_of_all_recognizers() -> Outcome {
    table_of_recognizers(&[])
}

/// What the best rules are worth: two that claim draws share some, and one is
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
    // What "far" spots, "farther" would.
    assert_eq!(row(0), (Some("far"), decided(0), Some(0)));
    assert_eq!(row(1), (Some("farther"), decided(2), decided(2)));
    assert!(decided(2) > Some(0));
    Ok(())
}

/// The README's blocks of output are what the commands before them print.
#[test]
fn readme() -> Outcome {
    let readme = include_str!("../README.md");
    let blocks: Vec<&str> = readme
        .split("```text\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .collect();
    let rules = readme
        .split("<<'END'\n")
        .nth(1)
        .and_then(|rest| rest.split("END\n").next())
        .ok_or("no rules")?;
    let folder = tempfile::tempdir()?;
    fs::write(folder.path().join("minors.rules"), rules)?;
    let commands: [&[&str]; 5] = [
        &["verify", "KRKR", "--grade", "quick"],
        &["verify", "--rules", "minors.rules", "--examples", "1"],
        &["probe", "8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1"],
        &["probe", "8/8/7k/8/1pP5/7K/8/8 b - c3 0 1"],
        &["stats", "KPK"],
    ];
    assert_eq!(blocks.len(), commands.len());
    for (block, command) in blocks.into_iter().zip(commands) {
        let output = Command::cargo_bin("drawproof")?
            .current_dir(&folder)
            .args(command)
            .output()?;
        let printed = stdout(&output);
        for line in block.lines().filter(|line| *line != "...") {
            assert!(printed.contains(line.trim_end_matches(" ...")), "{line}");
        }
    }
    Ok(())
}
