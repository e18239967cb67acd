//! Table files: generated, read, checked, damaged.

use std::{error::Error, fs, path::Path, process::Output};

use super::{Outcome, drawproof, refusal, stdout};

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
        "3 classes, smaller ones included: up to 60 MiB of memory\n"
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

/// The published counts. None of these classes has a win that the 50-move rule
/// spoils.
#[test]
fn counts_as_csv_are_those_published() -> Outcome {
    let output = drawproof(&[
        "generate",
        "KRKN",
        "KBNK",
        "KPK",
        "--metrics",
        "dtz",
        "--csv",
    ])?;
    assert_eq!(output.status.code(), Some(0));
    let published = csv::Reader::from_path("facts/wdl_counts.csv")?;
    let published: Vec<csv::StringRecord> = published
        .into_records()
        .collect::<Result<_, csv::Error>>()?;
    let rows = csv::Reader::from_reader(&output.stdout[..]).into_records();
    let rows: Vec<csv::StringRecord> = rows.collect::<Result<_, csv::Error>>()?;
    assert_eq!(rows.len(), 6);
    for row in &rows {
        let side = if &row[1] == "strong" {
            "white"
        } else {
            "black"
        };
        let same = |of: &&csv::StringRecord| of[0] == row[0] && &of[1] == side;
        let published = published.iter().find(same).ok_or("a published class")?;
        assert_eq!(
            [&row[2], &row[4], &row[6]],
            [&published[2], &published[3], &published[4]]
        );
        assert_eq!([&row[3], &row[5]], ["0", "0"]);
        assert_eq!([&row[7], &row[8]], ["", ""]);
    }
    let output = drawproof(&["generate", "KPK", "--csv"])?;
    // The longest win of KPK takes 28 moves.
    let text = stdout(&output);
    assert!(
        text.contains("KPvK,strong,62480,0,19184,0,0,55,0,19\n"),
        "{text}"
    );
    assert!(
        text.contains("KPvK,weak,0,0,35210,0,48802,0,56,20\n"),
        "{text}"
    );
    Ok(())
}

/// The counts of all classes are those published, wherever these are: cursed
/// wins are published as wins. Like men are counted in another way there.
#[test]
fn counts_are_those_published() -> Outcome {
    let read = |path| -> Result<Vec<csv::StringRecord>, csv::Error> {
        csv::Reader::from_path(path)?.into_records().collect()
    };
    let published = read("facts/wdl_counts.csv")?;
    let rows = read("facts/counts_of_3_to_5_men.csv")?;
    assert_eq!(rows.len(), 2 * 145);
    let mut found = 0;
    for row in rows {
        let side = if &row[1] == "strong" {
            "white"
        } else {
            "black"
        };
        let same = |of: &&csv::StringRecord| of[0] == row[0] && &of[1] == side;
        let has_like_men = ["QQ", "RR", "BB", "NN", "PP"]
            .iter()
            .any(|men| row[0].contains(men));
        let Some(published) = published.iter().find(same).filter(|_| !has_like_men) else {
            continue;
        };
        let sum = |one: usize, other: usize| -> Result<u64, std::num::ParseIntError> {
            Ok(row[one].parse::<u64>()? + row[other].parse::<u64>()?)
        };
        let counts = [sum(2, 3)?, row[4].parse()?, sum(5, 6)?].map(|count| count.to_string());
        assert_eq!(
            counts,
            [&published[2], &published[3], &published[4]],
            "{row:?}"
        );
        found += 1;
    }
    assert!(found > 50, "{found}");
    Ok(())
}

/// The longest wins are those published, for three and four men.
#[test]
fn longest_wins_are_those_published() -> Outcome {
    let read = |path| -> Result<Vec<csv::StringRecord>, csv::Error> {
        csv::Reader::from_path(path)?.into_records().collect()
    };
    let rows = read("facts/counts_of_3_to_5_men.csv")?;
    let published = read("facts/dtm_longest.csv")?;
    for published in &published {
        let side = match &published[1] {
            "white" => "strong",
            _ => "weak",
        };
        let same = |of: &&csv::StringRecord| of[0] == published[0] && &of[1] == side;
        let row = rows.iter().find(same).ok_or("a row of each class")?;
        assert_eq!(&row[7], &published[2], "{row:?}");
    }
    assert!(published.len() > 50);
    Ok(())
}

/// No run takes more memory than it announced, and one of five men hardly less.
#[test]
fn memory_is_what_was_planned() -> Outcome {
    takes_what_was_planned("KQKR", "wdl")?;
    takes_what_was_planned("KNNKN", "dtz")
}

#[test]
#[ignore = "seconds: pawns and five men, in every metric"]
fn memory_in_all_metrics_is_what_was_planned() -> Outcome {
    for metrics in ["wdl", "dtm", "dtz", "wdl,dtm,dtz"] {
        for class in ["KQKR", "KRKP", "KPKP", "KPPK", "KNNKB", "KQRKQ"] {
            takes_what_was_planned(class, metrics)?;
        }
    }
    Ok(())
}

/// On two threads. What the program and its allocator take is planned for the worst of all small
/// classes: below a floor the plan may be any part of it.
fn takes_what_was_planned(class: &str, metrics: &str) -> Outcome {
    const FLOOR: u64 = 128;
    use wait4::Wait4;
    let program = assert_cmd::cargo::cargo_bin("drawproof");
    let mut run = std::process::Command::new(program)
        .args(["--threads", "2", "generate", class, "--metrics", metrics])
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
    println!("{class} {metrics}: {planned} MiB planned, {used} used");
    assert!(used <= planned, "{class} {metrics}: {used} MiB; {said}");
    let most = FLOOR.max(used * 5 / 4);
    assert!(planned <= most, "{class} {metrics}: {used} MiB; {said}");
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

/// A run stopped by Ctrl-C leaves only complete files, and continues from
/// there.
#[cfg(unix)]
#[test]
fn interrupted_runs_go_on() -> Outcome {
    let folder = tempfile::tempdir()?;
    let path = folder.path().display().to_string();
    // The first classes take hardly any time, the last one does.
    let arguments = ["--threads", "1", "generate", "KQRK", "--out", &path];
    let mut run = std::process::Command::new(assert_cmd::cargo::cargo_bin("drawproof"))
        .args(arguments)
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()?;
    // Three complete files of the first class, and the beginning of the next.
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
    let output = drawproof(&["check", "KQK", "KRK", "--against", folder])?;
    assert_eq!(output.status.code(), Some(0));
    insta::assert_snapshot!(stdout(&output));
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
        let said = refusal(&["check", "KRK", "--against", &path])?;
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
    // Smaller classes are also written.
    let again = drawproof(&["generate", "--out", &path, "KPK"])?;
    assert!(stdout(&again).starts_with("1 finished before, skipped"));
    assert_eq!(fs::read_dir(&folder)?.count(), 15);
    let checked = drawproof(&["check", "--tables", &path])?;
    assert_eq!(checked.status.code(), Some(0));
    insta::assert_snapshot!(stdout(&checked));
    // The answer from files is that of the generator.
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

/// If distances are missing, nothing is claimed about them, and nothing runs
/// forever.
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
    // All lack it; then only WDL is left.
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
        let checked = drawproof(&["check", "KPK", "--tables", &path, "--against", gaviota])?;
        assert!(stdout(&checked).contains("agrees with Gaviota WDL in all 165,676 entries"));
    }
    Ok(())
}

/// Distances without WDL, a damaged file among good ones: the rest is checked,
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

/// Runs a command that cannot check everything, and returns its message.
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
    let published = include_str!("../../facts/tables.sha256");
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
        // The position may be in another part of the file; then it is right.
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
        println!("not tested: this user may read every file");
        return Ok(());
    }
    let said = refusal(&["check", "--tables", &path])?;
    assert!(said.contains("KNvK.dpw: Permission denied"), "{said}");
    Ok(())
}

#[test]
fn files_have_the_permissions_that_the_user_wants() -> Outcome {
    use std::os::unix::fs::PermissionsExt;
    for (mask, wanted) in [("022", 0o644), ("077", 0o600)] {
        let folder = tempfile::tempdir()?;
        let path = folder.path().display().to_string();
        let masked = format!("umask {mask}; exec \"$0\" generate KNK --out \"$1\"");
        let status = std::process::Command::new("bash")
            .args(["-c", &masked])
            .arg(assert_cmd::cargo::cargo_bin("drawproof"))
            .arg(&path)
            .stdout(std::process::Stdio::null())
            .status()?;
        assert!(status.success());
        for file in fs::read_dir(&folder)? {
            let permissions = file?.metadata()?.permissions();
            assert_eq!(permissions.mode() & 0o777, wanted);
        }
    }
    Ok(())
}

/// Files cannot grow beyond a kilobyte, as on a full disk.
#[test]
fn a_full_disk() -> Outcome {
    let folder = tempfile::tempdir()?;
    let path = folder.path().display().to_string();
    let limited = "ulimit -f 1; exec \"$0\" generate KNK KRK --out \"$1\"";
    let program = assert_cmd::cargo::cargo_bin("drawproof");
    let output = std::process::Command::new("bash")
        .args(["-c", limited])
        .arg(program)
        .arg(&path)
        .output()?;
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("KRvK.dpm: File too large"), "{said}");
    // Finished files are kept, and no partial file is left.
    let mut names: Vec<String> = fs::read_dir(&folder)?
        .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
        .collect::<Result<_, std::io::Error>>()?;
    names.sort();
    assert_eq!(names, ["KNvK.dpm", "KNvK.dpw", "KNvK.dpz", "KRvK.dpw"]);
    let resumed = drawproof(&["generate", "KNK", "KRK", "--out", &path])?;
    assert_eq!(resumed.status.code(), Some(0));
    Ok(())
}

/// A killed run leaves complete files, and the next one continues.
#[test]
fn killed_while_writing() -> Outcome {
    let folder = tempfile::tempdir()?;
    let path = folder.path().display().to_string();
    let classes = ["KQK", "KRK", "KBK", "KNK", "KPK"];
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
