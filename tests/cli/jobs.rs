//! Runs that keep finished slices in a folder, and runs in jobs.

use std::{collections::BTreeMap, error::Error, fs, path::Path};

use serde_json::Value;

use super::{Outcome, drawproof, refusal, stdout};

/// The names and contents of all files in a folder.
pub fn files(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>, Box<dyn Error>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        files.insert(name, fs::read(entry.path())?);
    }
    Ok(files)
}

/// The jobs of a plan for KPvK, and the folder that has it.
fn planned(folder: &Path) -> Result<(String, usize), Box<dyn Error>> {
    let path = folder.join("shared folder").display().to_string();
    let options = ["--metrics", "dtz", "--minutes", "0.0001"];
    let arguments = [&["plan", "KPK", "--out", &path, "--json"][..], &options].concat();
    let output = drawproof(&arguments)?;
    assert_eq!(output.status.code(), Some(0));
    let plan: Value = serde_json::from_slice(&output.stdout)?;
    let jobs = plan["jobs"].as_array().map_or(0, Vec::len);
    Ok((path, jobs))
}

/// All jobs in order write what a plain run writes; done again, they write nothing.
#[test]
fn jobs_make_the_same_files() -> Outcome {
    let place = tempfile::tempdir()?;
    let (folder, jobs) = planned(place.path())?;
    assert!(jobs > 8, "{jobs}");
    for _ in 0..2 {
        for job in 0..jobs {
            let output = drawproof(&["work", &folder, &job.to_string()])?;
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(0), "{said}");
            assert!(stdout(&output).starts_with(&format!("job {job}: ")));
        }
    }
    let plain = place.path().join("plain").display().to_string();
    drawproof(&["generate", "KPK", "--metrics", "dtz", "--out", &plain])?;
    let mut expected = files(Path::new(&plain))?;
    expected.retain(|name, _| name.starts_with("KPvK."));
    let tables = Path::new(&folder).join("tables");
    assert!(files(&tables)? == expected);
    // No part of a file is left.
    let slices = files(&Path::new(&folder).join("KPvK"))?;
    assert!(slices.keys().all(|name| name.ends_with(".slices")));
    Ok(())
}

/// The scripts are valid, and quote the name of the folder.
#[cfg(unix)]
#[test]
fn scripts_name_all_jobs() -> Outcome {
    let place = tempfile::tempdir()?;
    let (folder, jobs) = planned(place.path())?;
    let path = Path::new(&folder);
    for name in ["slurm.sh", "parallel.sh"] {
        let script = path.join(name);
        let checked = std::process::Command::new("bash")
            .arg("-n")
            .arg(&script)
            .output()?;
        assert!(checked.status.success(), "{name}");
        let text = fs::read_to_string(script)?;
        let stages = text.lines().filter_map(|line| line.strip_prefix("stage "));
        let mut next = 0;
        for stage in stages {
            let ends: Vec<usize> = stage
                .split(' ')
                .take(2)
                .map(str::parse)
                .collect::<Result<_, _>>()?;
            assert_eq!(ends[0], next, "{name}: {stage}");
            next = ends[1] + 1;
        }
        assert_eq!(next, jobs, "{name}");
    }
    let tasks = fs::read_to_string(path.join("hyperqueue.toml"))?;
    let works = tasks.matches(&format!("\"work\", \"{folder}\", ")).count();
    assert_eq!(works, jobs);
    Ok(())
}

/// What is wrong is named, and nothing is written.
#[test]
fn jobs_that_cannot_be_done() -> Outcome {
    let place = tempfile::tempdir()?;
    let (folder, jobs) = planned(place.path())?;
    let last = (jobs - 1).to_string();
    let said = refusal(&["work", &folder, &last])?;
    assert!(said.contains("slices of KPvK are missing"), "{said}");
    let said = refusal(&["work", &folder, &jobs.to_string()])?;
    assert!(said.contains("there is no job"), "{said}");
    let said = refusal(&["plan", "KPK", "--out", &folder])?;
    assert!(said.contains("the plan of another run"), "{said}");
    for job in 0..jobs {
        drawproof(&["work", &folder, &job.to_string()])?;
    }
    // A damaged file of slices, then one of other metrics.
    let slices = Path::new(&folder).join("KQvK/whole.slices");
    let whole = fs::read(&slices)?;
    let mut damaged = whole.clone();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    fs::write(&slices, &damaged)?;
    let tables = Path::new(&folder).join("tables");
    fs::remove_dir_all(&tables)?;
    fs::remove_dir_all(Path::new(&folder).join("KPvK"))?;
    let failed = (0..jobs).find_map(|job| {
        let output = drawproof(&["work", &folder, &job.to_string()]).ok()?;
        let is_refused = output.status.code() == Some(2);
        is_refused.then(|| String::from_utf8_lossy(&output.stderr).into_owned())
    });
    let said = failed.unwrap_or_default();
    assert!(said.contains("whole.slices: the file is damaged"), "{said}");
    let path = Path::new(&folder).join("plan.json");
    fs::write(&path, "{}")?;
    let said = refusal(&["work", &folder, "0"])?;
    assert!(said.contains("plan.json is not a plan file"), "{said}");
    fs::remove_file(&path)?;
    let said = refusal(&["work", &folder, "0"])?;
    assert!(said.contains("drawproof plan writes it"), "{said}");
    Ok(())
}

/// A killed run with a folder for slices goes on from there, and gives what a run without
/// one gives.
#[test]
#[ignore = "seconds: KPPvK three times"]
fn killed_runs_go_on_at_the_slice() -> Outcome {
    let place = tempfile::tempdir()?;
    let scratch = place.path().join("scratch");
    let path = scratch.display().to_string();
    let arguments = [
        "--threads",
        "1",
        "generate",
        "KPPK",
        "--metrics",
        "wdl",
        "--csv",
    ];
    let with_scratch = [&arguments[..], &["--scratch", &path]].concat();
    let mut run = std::process::Command::new(assert_cmd::cargo::cargo_bin("drawproof"))
        .args(&with_scratch)
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()?;
    let file = scratch.join("KPPvK/run.slices");
    let length = || fs::metadata(&file).map_or(0, |data| data.len());
    while length() < 10_000 && run.try_wait()?.is_none() {
        std::thread::yield_now();
    }
    run.kill()?;
    run.wait()?;
    assert!(length() >= 10_000);
    let again = drawproof(&with_scratch)?;
    assert_eq!(again.status.code(), Some(0));
    assert_eq!(stdout(&again), stdout(&drawproof(&arguments)?));
    assert!(!scratch.exists(), "a finished run removes its slices");
    Ok(())
}

/// A folder that cannot be used is named.
#[cfg(unix)]
#[test]
fn folders_that_cannot_be_used() -> Outcome {
    let place = tempfile::tempdir()?;
    let scratch = place.path().join("scratch");
    let path = scratch.display().to_string();
    let output = std::process::Command::new("sh")
        .args([
            "-c",
            "ulimit -f 8; exec \"$0\" generate KQKR --scratch \"$1\"",
        ])
        .arg(assert_cmd::cargo::cargo_bin("drawproof"))
        .arg(&path)
        .output()?;
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("run.slices: File too large"), "{said}");
    assert!(said.contains("is kept in the scratch folder"), "{said}");
    // What was finished is used.
    let output = drawproof(&["generate", "KQKR", "--scratch", &path])?;
    assert_eq!(output.status.code(), Some(0));
    let file = place.path().join("file");
    fs::write(&file, "")?;
    let said = refusal(&["generate", "KRK", "--scratch", &file.display().to_string()])?;
    assert!(said.contains("file: File exists"), "{said}");
    Ok(())
}

/// What a user has in a folder is neither overwritten nor removed.
#[cfg(unix)]
#[test]
fn files_of_others_stay() -> Outcome {
    let place = tempfile::tempdir()?;
    let scratch = place.path().join("scratch");
    let path = scratch.display().to_string();
    let inner = scratch.join("KQvK");
    fs::create_dir_all(&inner)?;
    let own = [scratch.join("lock"), inner.join("notes.txt")];
    for file in &own {
        fs::write(file, "precious")?;
    }
    assert_eq!(
        drawproof(&["generate", "KQK", "--scratch", &path])?
            .status
            .code(),
        Some(0)
    );
    for name in ["run.slices", "notes.slices"] {
        let file = inner.join(name);
        fs::write(&file, "a")?;
        let said = refusal_of_run(&["generate", "KQK", "--scratch", &path])?;
        assert!(said.contains("not a file of drawproof's slices"), "{said}");
        assert_eq!(fs::read(&file)?, b"a");
        fs::remove_file(&file)?;
    }
    let link = inner.join("run.slices");
    fs::remove_file(&link)?;
    std::os::unix::fs::symlink(&own[1], &link)?;
    let said = refusal_of_run(&["generate", "KQK", "--scratch", &path])?;
    assert!(said.contains("not a file of drawproof's slices"), "{said}");
    for file in &own {
        assert_eq!(fs::read(file)?, b"precious");
    }
    // Jobs may be using the folder of a plan.
    let (folder, _) = planned(place.path())?;
    let said = refusal_of_run(&["generate", "KPK", "--scratch", &folder])?;
    assert!(
        said.contains("the jobs of a plan use this folder"),
        "{said}"
    );
    Ok(())
}

/// The message of a run that cannot be made, and that may have said more before.
fn refusal_of_run(arguments: &[&str]) -> Result<String, Box<dyn Error>> {
    let output = drawproof(arguments)?;
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    Ok(String::from_utf8_lossy(&output.stderr).into_owned())
}

/// A plan is the same on every machine and in any order of its classes; one that was edited
/// is refused, and so are folders whose names schedulers change.
#[test]
fn plans_are_what_they_say() -> Outcome {
    let place = tempfile::tempdir()?;
    let path = place.path().join("plan").display().to_string();
    let ways = [("1", ["KRKN", "KRKB"]), ("8", ["KRKB", "KRKN"])];
    let mut plans = Vec::new();
    for (threads, [first, second]) in ways {
        let output = drawproof(&["--threads", threads, "plan", first, second, "--out", &path])?;
        assert_eq!(output.status.code(), Some(0), "{threads}");
        plans.push(files(Path::new(&path))?);
    }
    assert!(plans[0] == plans[1]);
    let plan = Path::new(&path).join("plan.json");
    let text = fs::read_to_string(&plan)?;
    let more = text.replacen("\"memory_mib\": ", "\"memory_mib\": 1", 1);
    for edited in [more, text.replacen("\"KNvK\"", "\"KQvK\"", 1)] {
        assert_ne!(edited, text);
        fs::write(&plan, edited)?;
        let said = refusal(&["work", &path, "0"])?;
        assert!(said.contains("is not what this version"), "{said}");
    }
    // The program itself takes memory.
    let jobs: Value = serde_json::from_str(&text)?;
    let jobs = jobs["jobs"].as_array().cloned().unwrap_or_default();
    assert!(jobs.iter().all(|job| job["memory_mib"].as_u64() > Some(40)));
    let braces = place.path().join("a{}b").display().to_string();
    let said = refusal(&["plan", "KRK", "--out", &braces])?;
    assert!(said.contains("without braces"), "{said}");
    Ok(())
}
