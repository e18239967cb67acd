//! Runs in parts, killed and resumed, merged into the report of the whole.

use std::{
    error::Error,
    fs,
    hash::{BuildHasher, RandomState},
    path::{Path, PathBuf},
    process::{Output, Stdio},
    thread,
    time::{Duration, Instant},
};

use assert_cmd::{Command, cargo::cargo_bin};
use drawproof_tables::seal_syzygy;
use drawproof_verify::FORMAT_VERSION;
use tempfile::TempDir;

#[cfg(unix)]
mod advised;

type Outcome = Result<(), Box<dyn Error>>;

/// Claims too much, for either side, in a class with unlike sides.
const MINORS: &str = "recognizer KBKN\n\
    draw \"far\" for strong because \"Too little is left.\"\n  when distance(us.king, them.king) > 1\n\
    silent \"in check\" because \"It may be mate.\" when in_check\n\
    draw \"minors\" because \"Neither side can mate.\" when true\n";
/// Tells mirror images apart.
const CORNER: &str = "recognizer KRK\n\
    draw \"a1\" for weak because \"It is not.\" when us.king in {a1}\n";
/// Is right, and only one unit takes time.
const KNIGHT: &str = "recognizer KNK\ndraw \"one knight\" because \"It cannot mate.\" when true\n";

/// A folder with some rule files.
fn folder() -> Result<TempDir, Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    for (name, rules) in [("minors", MINORS), ("corner", CORNER), ("knight", KNIGHT)] {
        fs::write(folder.path().join(format!("{name}.rules")), rules)?;
    }
    Ok(folder)
}

/// Runs the program in a folder.
fn drawproof(folder: &TempDir, arguments: &str) -> Result<Output, Box<dyn Error>> {
    let arguments = arguments.split_whitespace();
    Ok(Command::cargo_bin("drawproof")?
        .current_dir(folder)
        .args(arguments)
        .output()?)
}

fn stdout(folder: &TempDir, arguments: &str, code: i32) -> Result<String, Box<dyn Error>> {
    let output = drawproof(folder, arguments)?;
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{arguments}: {errors}");
    assert!(errors.is_empty(), "{arguments}: {errors}");
    Ok(String::from_utf8(output.stdout)?)
}

fn refusal(folder: &TempDir, arguments: &str) -> Result<String, Box<dyn Error>> {
    let output = drawproof(folder, arguments)?;
    assert_eq!(output.status.code(), Some(2), "{arguments}");
    assert!(output.stdout.is_empty(), "{arguments}");
    Ok(String::from_utf8(output.stderr)?)
}

/// The complete files in a folder, by name.
fn files(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut files = fs::read_dir(folder)?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<Vec<_>, std::io::Error>>()?;
    files.retain(|file| file.extension().is_some_and(|ending| ending == "json"));
    files.sort();
    Ok(files)
}

fn bytes(folder: &Path) -> Result<Vec<Vec<u8>>, Box<dyn Error>> {
    let all = files(folder)?.into_iter().map(fs::read);
    Ok(all.collect::<Result<_, _>>()?)
}

const RUNS: [(&str, i32); 4] = [
    ("--rules corner.rules --missed 3", 1),
    ("--rules minors.rules --examples 4 --missed 9", 1),
    ("--rules knight.rules --full-board", 0),
    ("--rules minors.rules --quiet --missed 2", 0),
];

#[test]
fn shards_and_threads_give_the_same_report() -> Outcome {
    give_the_same_report(&RUNS[..1], &[1, 3])
}

#[test]
#[ignore = "seconds: a hundred runs of the program"]
fn any_number_of_shards_and_threads_gives_the_same_report() -> Outcome {
    give_the_same_report(&RUNS, &[1, 2, 3, 7])
}

fn give_the_same_report(runs: &[(&str, i32)], counts: &[usize]) -> Outcome {
    let folder = folder()?;
    for &(run, code) in runs {
        let whole = stdout(&folder, &format!("verify {run} --csv whole.csv"), code)?;
        let json = stdout(&folder, &format!("verify {run} --json"), code)?;
        for &shards in counts {
            let parts = |threads: u32| folder.path().join(format!("{shards}-{threads}"));
            for threads in [1, 2] {
                let way = format!("--threads {threads} verify {run}");
                let to = format!("--shards {shards} --parts {shards}-{threads}");
                assert_eq!(stdout(&folder, &format!("{way} {to}"), code)?, whole);
                let merge = format!("merge {shards}-{threads} --csv merged.csv");
                assert_eq!(stdout(&folder, &merge, code)?, whole);
                assert_eq!(stdout(&folder, &format!("{merge} --json"), code)?, json);
                let csv = |name: &str| fs::read(folder.path().join(name));
                assert_eq!(csv("merged.csv")?, csv("whole.csv")?);
            }
            assert_eq!(bytes(&parts(1))?.len(), shards);
            assert_eq!(bytes(&parts(1))?, bytes(&parts(2))?);
            fs::remove_dir_all(parts(1))?;
            fs::remove_dir_all(parts(2))?;
        }
    }
    Ok(())
}

#[test]
fn shards_by_themselves_in_any_order() -> Outcome {
    let folder = folder()?;
    let run = "verify --rules minors.rules";
    let whole = stdout(&folder, run, 1)?;
    stdout(&folder, &format!("{run} --shards 3 --parts all"), 1)?;
    let mut merge = String::from("merge");
    for number in [2, 3, 1] {
        // Its exit code is not that of a verdict.
        let said = stdout(&folder, &format!("{run} --shard {number}/3 --parts one"), 0)?;
        let file = format!("one/KBvKN-{number}-of-3.part.json");
        assert_eq!(
            said,
            format!("KBvKN: part {number} of 3 written to {file}\n")
        );
        merge += &format!(" {file}");
    }
    let all = folder.path().join("all");
    assert_eq!(bytes(&folder.path().join("one"))?, bytes(&all)?);
    // Others may read parts if they may read the user's files.
    let permissions =
        |name: &str| Ok::<_, std::io::Error>(fs::metadata(folder.path().join(name))?.permissions());
    assert_eq!(
        permissions("one/KBvKN-1-of-3.part.json")?,
        permissions("minors.rules")?
    );
    assert_eq!(stdout(&folder, &merge, 1)?, whole);
    // Merging needs neither rules nor tables, nor the folder in which the parts
    // were made.
    let elsewhere = tempfile::tempdir()?;
    fs::rename(all, elsewhere.path().join("parts"))?;
    assert_eq!(stdout(&elsewhere, "merge parts", 1)?, whole);
    let lines = stdout(
        &folder,
        &format!("{run} --shard 2/3 --parts one --resume --json"),
        0,
    )?;
    let lines: serde_json::Value = serde_json::from_str(&lines)?;
    assert_eq!(
        lines,
        serde_json::json!([{
            "material": "KBvKN",
            "shard": {"number": 2, "of": 3},
            "file": "one/KBvKN-2-of-3.part.json",
            "state": "kept",
        }])
    );
    Ok(())
}

#[test]
fn several_recognizers_in_one_run() -> Outcome {
    let folder = folder()?;
    fs::write(
        folder.path().join("second.rules"),
        CORNER.replace("a1", "h8"),
    )?;
    let run = "verify --rules corner.rules --rules knight.rules --rules second.rules";
    let whole = stdout(&folder, run, 1)?;
    let shards = stdout(&folder, &format!("{run} --shards 2 --parts parts"), 1)?;
    assert_eq!(shards, whole);
    assert_eq!(stdout(&folder, "merge parts", 1)?, whole);
    assert_eq!(files(&folder.path().join("parts"))?.len(), 6);
    fs::remove_file(folder.path().join("parts/3-KRvK-1-of-2.part.json"))?;
    let said = refusal(&folder, "merge parts")?;
    let command = format!("  drawproof {run} --shard 1/2 --parts parts --resume\n");
    let expected = format!("error: 1 of 6 parts missing; make them, then merge again:\n{command}");
    assert_eq!(said, expected);
    Ok(())
}

#[test]
fn missing_parts_come_with_their_commands() -> Outcome {
    let folder = folder()?;
    let rules = "two words.rules";
    fs::copy(
        folder.path().join("corner.rules"),
        folder.path().join(rules),
    )?;
    let syzygy = concat!(env!("CARGO_MANIFEST_DIR"), "/verify/tests/syzygy");
    let run = |more: &[&str]| {
        let mut command = Command::new(cargo_bin("drawproof"));
        command.current_dir(&folder).arg("verify");
        command.args(["--rules", rules, "--tables", syzygy]);
        command.args(more).output()
    };
    let whole = run(&[])?.stdout;
    run(&["--shards", "5", "--parts", "some parts"])?;
    for number in [1, 4] {
        let name = format!("some parts/KRvK-{number}-of-5.part.json");
        fs::remove_file(folder.path().join(name))?;
    }
    let merge = || {
        let mut command = Command::new(cargo_bin("drawproof"));
        command
            .current_dir(&folder)
            .args(["merge", "some parts"])
            .output()
    };
    let refused = merge()?;
    assert_eq!(refused.status.code(), Some(2));
    let said = String::from_utf8(refused.stderr)?;
    let commands: Vec<&str> = said.lines().skip(1).collect();
    assert_eq!(commands.len(), 3, "{said}");
    for command in &commands[..2] {
        let command = command.replace("drawproof", &cargo_bin("drawproof").display().to_string());
        let status = std::process::Command::new("sh")
            .args(["-c", &command])
            .current_dir(&folder)
            .stdout(Stdio::null())
            .status()?;
        assert_eq!(status.code(), Some(0), "{command}");
    }
    let merged = merge()?;
    assert_eq!(merged.status.code(), Some(1));
    assert_eq!(String::from_utf8(merged.stdout)?, String::from_utf8(whole)?);
    Ok(())
}

#[test]
fn parts_that_are_there_are_kept_or_refused() -> Outcome {
    let folder = folder()?;
    let run = "verify --rules corner.rules --shards 3 --parts parts";
    let whole = stdout(&folder, run, 1)?;
    let parts = folder.path().join("parts");
    let before = bytes(&parts)?;
    let said = refusal(&folder, run)?;
    assert!(said.contains("parts/KRvK-1-of-3.part.json already exists; add --resume"));
    let second = parts.join("KRvK-2-of-3.part.json");
    for damaged in [&before[1][..before[1].len() / 2], b""] {
        fs::write(&second, damaged)?;
        let said = refusal(&folder, "merge parts")?;
        assert!(
            said.contains("KRvK-2-of-3.part.json: it is damaged"),
            "{said}"
        );
        let output = drawproof(&folder, &format!("{run} --resume"))?;
        let said = String::from_utf8(output.stderr)?;
        assert!(said.contains("KRvK-2-of-3.part.json is damaged and is made again"));
        assert_eq!(String::from_utf8(output.stdout)?, whole);
        assert_eq!(bytes(&parts)?, before);
    }
    // A file that is not a damaged part but something else is not overwritten.
    fs::copy(parts.join("KRvK-1-of-3.part.json"), &second)?;
    let said = refusal(&folder, &format!("{run} --resume"))?;
    assert!(said.contains("holds part 1/3, not 2/3"), "{said}");
    let newer = String::from_utf8(before[1].clone())?;
    let version = |number: u32| format!("\"version\": {number}");
    let next = FORMAT_VERSION + 1;
    fs::write(
        &second,
        newer.replace(&version(FORMAT_VERSION), &version(next)),
    )?;
    let said = refusal(&folder, &format!("{run} --resume"))?;
    assert!(
        said.contains(&format!("version {next} of the format")),
        "{said}"
    );
    fs::write(&second, "a letter to a friend")?;
    let said = refusal(&folder, &format!("{run} --resume"))?;
    assert!(said.contains("not a part of a run"), "{said}");
    assert_eq!(fs::read_to_string(&second)?, "a letter to a friend");
    Ok(())
}

#[test]
fn misfits() -> Outcome {
    let folder = folder()?;
    let corner = fs::read_to_string(folder.path().join("corner.rules"))?;
    let changed = corner.replace("a1", "b2");
    let syzygy = concat!(env!("CARGO_MANIFEST_DIR"), "/verify/tests/syzygy");
    let other = folder.path().join("syzygy");
    fs::create_dir(&other)?;
    fs::copy(format!("{syzygy}/KRvK.rtbw"), other.join("KRvK.rtbw"))?;
    let whole = "--rules corner.rules --shard 1/2";
    let mut said = String::new();
    for (first, second) in [
        (whole, "--rules knight.rules --shard 2/2"),
        (whole, "--rules corner.rules --shard 3/3"),
        (
            whole,
            "--rules corner.rules --rules knight.rules --shard 2/2",
        ),
        (whole, "--rules corner.rules --shard 2/2 --examples 7"),
        (whole, "--rules corner.rules --shard 2/2 --missed 1"),
        (whole, "--rules corner.rules --shard 2/2 --full-board"),
        (whole, "--rules ./corner.rules --shard 2/2"),
        (whole, "--rules corner.rules --shard 2/2 --tables syzygy"),
        (whole, whole),
        (whole, "changed"),
        (whole, "--rules corner.rules --shard 1/2 --resume changed"),
    ] {
        let parts = |name: &str| folder.path().join(name);
        stdout(&folder, &format!("verify {first} --parts a"), 0)?;
        if let Some(second) = second.strip_suffix("changed") {
            fs::write(folder.path().join("corner.rules"), &changed)?;
            let resumed = second.contains("--resume");
            if resumed {
                let arguments = format!("verify {second} --parts a");
                said += &format!("$ {arguments}\n{}", refusal(&folder, &arguments)?);
            } else {
                let arguments = "verify --rules corner.rules --shard 2/2 --parts b";
                stdout(&folder, arguments, 0)?;
                said += &refusal(&folder, "merge a b")?;
            }
            fs::write(folder.path().join("corner.rules"), &corner)?;
        } else {
            stdout(&folder, &format!("verify {second} --parts b"), 0)?;
            said += &format!("$ {second}\n{}", refusal(&folder, "merge a b")?);
        }
        fs::remove_dir_all(parts("a"))?;
        let _ = fs::remove_dir_all(parts("b"));
    }
    insta::assert_snapshot!(said);
    Ok(())
}

/// Different Syzygy files in the same folder.
#[test]
fn oracles_with_other_tables() -> Outcome {
    let folder = folder()?;
    let syzygy = concat!(env!("CARGO_MANIFEST_DIR"), "/verify/tests/syzygy");
    let other = folder.path().join("syzygy");
    fs::create_dir(&other)?;
    let file = other.join("KRvK.rtbw");
    let mut bytes = fs::read(format!("{syzygy}/KRvK.rtbw"))?;
    fs::write(&file, &bytes)?;
    let run = "verify --rules corner.rules --tables syzygy --trust-files --parts parts --shard";
    stdout(&folder, &format!("{run} 1/2"), 0)?;
    // A byte between the header and the data that no reader asks.
    let end = bytes
        .windows(8)
        .position(|zeros| zeros == [0; 8])
        .ok_or("no padding")?;
    bytes[end + 4] ^= 1;
    seal_syzygy(&mut bytes);
    fs::write(&file, bytes)?;
    stdout(&folder, &format!("{run} 2/2"), 0)?;
    let said = refusal(&folder, "merge parts")?;
    let expected = "differ in the oracle's tables (SHA-256)";
    assert!(said.contains(expected), "{said}");
    Ok(())
}

#[test]
fn what_cannot_be_done() -> Outcome {
    let folder = folder()?;
    fs::create_dir(folder.path().join("empty"))?;
    let rules = "--rules corner.rules";
    let said: Vec<String> = [
        format!("verify {rules} --shard 0/2 --parts p"),
        format!("verify {rules} --shard 3/2 --parts p"),
        format!("verify {rules} --shard 1/2"),
        format!("verify {rules} --shards 2"),
        format!("verify {rules} --shards 0 --parts p"),
        format!("verify {rules} --shards 2 --shard 1/2 --parts p"),
        format!("verify {rules} --parts p"),
        format!("verify {rules} --resume"),
        format!("verify {rules} --shard 1/2 --parts p --csv report.csv"),
        format!("verify {rules} --shards 2 --parts p --second-look 9"),
        format!("verify {rules} --shards 100000 --parts p"),
        format!("verify {rules} --shards 2 --parts corner.rules"),
        "merge".into(),
        "merge empty".into(),
        "merge no/such.part.json".into(),
        "merge corner.rules".into(),
    ]
    .iter()
    .map(|arguments| {
        Ok(format!(
            "$ drawproof {arguments}\n{}",
            refusal(&folder, arguments)?
        ))
    })
    .collect::<Result<_, Box<dyn Error>>>()?;
    insta::assert_snapshot!(said.join("\n"));
    Ok(())
}

/// A run that takes long enough to be stopped midway: each position is probed
/// in a file.
const LONG_RUN: &str = "--threads 1 verify --rules corner.rules --tables gaviota";
const IN_PARTS: &str = "--shards 40 --parts parts --resume";

/// A folder for that run.
fn folder_for_long_run() -> Result<TempDir, Box<dyn Error>> {
    let folder = folder()?;
    fs::create_dir(folder.path().join("gaviota"))?;
    let from = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tables/tests/gaviota/krk.gtb.cp4"
    );
    fs::copy(from, folder.path().join("gaviota/krk.gtb.cp4"))?;
    Ok(folder)
}

fn start(folder: &TempDir) -> Result<std::process::Child, Box<dyn Error>> {
    Ok(std::process::Command::new(cargo_bin("drawproof"))
        .current_dir(folder)
        .args(format!("{LONG_RUN} {IN_PARTS}").split_whitespace())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()?)
}

#[cfg(unix)]
#[test]
fn stopped_runs_leave_whole_parts_only() -> Outcome {
    let folder = folder_for_long_run()?;
    let mut run = start(&folder)?;
    let parts = folder.path().join("parts");
    while run.try_wait()?.is_none() && files(&parts).map_or(0, |files| files.len()) < 2 {
        thread::sleep(Duration::from_millis(1));
    }
    std::process::Command::new("kill")
        .args(["-INT", &run.id().to_string()])
        .status()?;
    let output = run.wait_with_output()?;
    assert_eq!(output.status.code(), Some(130));
    let said = String::from_utf8(output.stderr)?;
    let advice = "the same command with --resume continues from there";
    assert!(said.contains(advice), "{said}");
    let left = fs::read_dir(&parts)?.count();
    assert_eq!(left, files(&parts)?.len());
    assert!((2..40).contains(&left), "{left}");
    let whole = stdout(&folder, LONG_RUN, 1)?;
    assert_eq!(
        stdout(&folder, &format!("{LONG_RUN} {IN_PARTS}"), 1)?,
        whole
    );
    Ok(())
}

/// Kills a run several times, each time at a random moment, and resumes it.
/// Returns how many parts there were after each kill.
fn killed_and_resumed(kills: usize) -> Result<Vec<usize>, Box<dyn Error>> {
    let folder = folder_for_long_run()?;
    let parts = folder.path().join("parts");
    let begin = Instant::now();
    let whole = stdout(&folder, LONG_RUN, 1)?;
    // Some end before the first part, some after the last one.
    let longest = begin.elapsed();
    let mut seen = Vec::new();
    for _ in 0..kills {
        let before = bytes(&parts).unwrap_or_default();
        if before.len() == 40 {
            // Everything is done: begin again.
            fs::remove_dir_all(&parts)?;
        }
        let mut run = start(&folder)?;
        thread::sleep(longest.mul_f64(random()));
        run.kill()?;
        run.wait()?;
        // Finished parts stay unchanged.
        let after = bytes(&parts).unwrap_or_default();
        assert!(before.len() == 40 || before.iter().all(|part| after.contains(part)));
        seen.push(after.len());
    }
    assert_eq!(
        stdout(&folder, &format!("{LONG_RUN} {IN_PARTS}"), 1)?,
        whole
    );
    assert_eq!(files(&parts)?.len(), 40);
    assert_eq!(stdout(&folder, "merge parts", 1)?, whole);
    Ok(seen)
}

/// A random number from 0 to 1.
fn random() -> f64 {
    let number = RandomState::new().hash_one(0);
    f64::from((number >> 32) as u32) / f64::from(u32::MAX)
}

#[test]
fn a_killed_run_goes_on() -> Outcome {
    killed_and_resumed(3)?;
    Ok(())
}

#[test]
#[ignore = "a long proof: a run killed twenty times"]
fn a_run_that_is_killed_all_the_time_goes_on() -> Outcome {
    let seen = killed_and_resumed(20)?;
    println!("parts after each kill: {seen:?}");
    assert!(seen.iter().any(|parts| (1..40).contains(parts)), "{seen:?}");
    Ok(())
}
