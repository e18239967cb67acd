//! Limits of the system: memory, the size of files, closed streams.

use std::{error::Error, fs, path::Path, process::Output};

use serde_json::Value;

use super::{Outcome, stdout};

/// Runs the program, which is `"$0"`, within a shell.
fn shell(script: &str, arguments: &[&Path]) -> Result<Output, Box<dyn Error>> {
    let program = assert_cmd::cargo::cargo_bin("drawproof");
    let mut command = std::process::Command::new("bash");
    let command = command.arg("-c").arg(script).arg(program).args(arguments);
    Ok(command.output()?)
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Less address space, or data, than the tables take: the run is refused
/// beforehand, not aborted by the allocator.
#[cfg(target_os = "linux")]
#[test]
fn limits_of_memory_are_planned_for() -> Outcome {
    for limit in ["ulimit -v 400000", "ulimit -d 300000"] {
        for command in [
            "generate KBPKP --metrics wdl",
            "stats KBPKP",
            "verify KBBKR --grade quick",
        ] {
            let output = shell(&format!("{limit}; exec \"$0\" --threads 1 {command}"), &[])?;
            let said = stderr(&output);
            assert_eq!(output.status.code(), Some(2), "{limit}, {command}: {said}");
            assert!(said.contains("takes up to"), "{said}");
            assert!(said.contains("the limits of this process"), "{said}");
        }
    }
    let script = "ulimit -v 2000000; exec \"$0\" --threads 1 stats KRK";
    assert_eq!(shell(script, &[])?.status.code(), Some(0));
    Ok(())
}

/// The counts of a run with limited memory, and what it says; nothing if the memory is too little.
#[cfg(target_os = "linux")]
fn counts_within(limit: &str, rules: &str) -> Result<Option<(Value, String)>, Box<dyn Error>> {
    let command = format!("{limit}; exec \"$0\" --threads 1 verify {rules} --json");
    let output = shell(&command, &[])?;
    let said = stderr(&output);
    if output.status.code() == Some(2) {
        assert!(said.contains("the limits of this process"), "{said}");
        return Ok(None);
    }
    assert_eq!(output.status.code(), Some(0), "{said}");
    let mut report: Value = serde_json::from_slice(&output.stdout)?;
    Ok(Some((report[0]["totals"].take(), said)))
}

/// Memory for WDL alone is enough to judge claims. The least memory that is enough at all is that.
#[cfg(target_os = "linux")]
#[test]
fn claims_are_judged_without_distances() -> Outcome {
    let rules = "KBKN --grade exact";
    let within = |kib: u32| counts_within(&format!("ulimit -v {kib}"), rules);
    let (all, said) = within(MUCH)?.ok_or("too little memory")?;
    assert!(!said.contains("not enough memory"), "{said}");
    // Runs differ by some pages, and WDL and distances of so few positions by some hundred KiB: one
    // run that fails by chance leads a search astray.
    for _ in 0..3 {
        let (counts, said) = with_least_memory(within)?.ok_or("too little memory")?;
        assert_eq!(counts, all);
        if said.contains("not enough memory") {
            return Ok(());
        }
    }
    Err("distances always had room".into())
}

/// Memory in KiB that is enough for a class of four men.
#[cfg(target_os = "linux")]
const MUCH: u32 = 2_000_000;

/// A run with the least memory, in KiB, that is enough.
#[cfg(target_os = "linux")]
fn with_least_memory(
    within: impl Fn(u32) -> Result<Option<(Value, String)>, Box<dyn Error>>,
) -> Result<Option<(Value, String)>, Box<dyn Error>> {
    let (mut too_little, mut enough, mut least) = (100_000, MUCH, None);
    while enough - too_little > 50 {
        let middle = u32::midpoint(too_little, enough);
        // The last one that succeeded is kept, not made again.
        match within(middle)? {
            Some(counts) => (enough, least) = (middle, Some(counts)),
            None => too_little = middle,
        }
    }
    Ok(least)
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "seconds: five men twice"]
fn claims_about_five_men_are_judged_without_distances() -> Outcome {
    let rules = "KBBKR --grade quick";
    let (all, said) = counts_within("true", rules)?.ok_or("too little memory")?;
    assert!(!said.contains("not enough memory"), "{said}");
    let within = counts_within("ulimit -v 900000", rules)?;
    let (wdl, said) = within.ok_or("too little memory")?;
    assert!(said.contains("not enough memory"), "{said}");
    assert_eq!(wdl, all);
    Ok(())
}

/// A file of any kind that cannot be written completely is an error that names
/// it; nothing is left under its name or next to it.
#[test]
fn files_that_cannot_be_written_whole() -> Outcome {
    let folder = tempfile::tempdir()?;
    let rules = folder.path().join("one.rules");
    fs::write(
        &rules,
        "recognizer KNK\ndraw \"a\" because \"b\" when true\n",
    )?;
    let long = "ulimit -f 1; cd \"$(dirname \"$1\")\"; exec \"$0\" ";
    for (command, name) in [
        ("generate KRK --out .", "KRvK.dpm"),
        ("verify --rules one.rules --report page", "page"),
        ("verify --rules one.rules --shards 1 --parts parts", "parts"),
        (
            "export rules --rules one.rules --lang c --out one.c",
            "one.c",
        ),
        ("export table KNK --lang c --out table.h", "table.h"),
        (
            "explain '8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1' --out win.pgn",
            "win.pgn",
        ),
    ] {
        let output = shell(&format!("{long}{command}"), &[&rules])?;
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{command}: {said}");
        assert!(
            said.contains("File too large") && said.contains(name),
            "{command}: {said}"
        );
        assert!(!said.contains(".part\""), "{said}");
        let left = |path: &Path| -> Vec<String> {
            let entries = fs::read_dir(path).into_iter().flatten().flatten();
            let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
            names
                .filter(|name| name.starts_with(".drawproof-"))
                .collect()
        };
        for place in ["", "page", "parts"] {
            assert_eq!(left(&folder.path().join(place)), Vec::<String>::new());
        }
    }
    for name in ["one.c", "table.h", "win.pgn", "KRvK.dpm"] {
        assert!(!folder.path().join(name).exists(), "{name}");
    }
    Ok(())
}

/// The same for files that cannot take a single byte, standard output among them.
#[test]
fn files_that_take_nothing() -> Outcome {
    let folder = tempfile::tempdir()?;
    let nothing = "ulimit -f 0; cd \"$1\"; exec \"$0\"";
    for (command, name) in [
        ("stats KNK > full", "standard output"),
        ("--help > full", "standard output"),
        ("verify --help > full", "standard output"),
        ("completions bash > full", "standard output"),
        ("verify KNNK --json > full", "standard output"),
        ("verify KNNK --csv full", "full"),
        ("export rules KNNK --lang c --out full", "full"),
        (
            "explain '8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1' --out full",
            "full",
        ),
    ] {
        let output = shell(&format!("{nothing} {command}"), &[folder.path()])?;
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{command}: {said}");
        assert!(
            said.contains("File too large") && said.contains(name),
            "{command}: {said}"
        );
    }
    Ok(())
}

/// A verdict that cannot be printed does not count as a proof; one sent to
/// /dev/null does.
#[test]
fn closed_standard_output() -> Outcome {
    let verify = "\"$0\" verify KNNK --grade exact";
    let export = "exec \"$0\" export rules KRKR --grade quick --lang c";
    assert_eq!(shell(&format!("{export} >&-"), &[])?.status.code(), Some(2));
    let output = shell(&format!("{verify} >&-"), &[])?;
    assert_eq!(output.status.code(), Some(2));
    let expected = "error: cannot write to standard output: it is closed\n";
    assert_eq!(stderr(&output), expected);
    for to in [">/dev/null", "1<>/dev/null", ">/dev/null 2>&-", "<&-"] {
        let output = shell(&format!("{verify} {to}"), &[])?;
        assert_eq!(output.status.code(), Some(0), "{to}: {}", stderr(&output));
    }
    // If the reader leaves, the program ends quietly.
    let output = shell(
        &format!("{verify} | true; echo \"${{PIPESTATUS[0]}}\""),
        &[],
    )?;
    let code = stdout(&output);
    assert!(["0\n", "2\n"].contains(&&*code), "{code}");
    assert_eq!(stderr(&output), "");
    Ok(())
}

/// Threads are asked for by an option, or by the variable of the library.
#[test]
fn threads_have_a_limit() -> Outcome {
    let script = "RAYON_NUM_THREADS=100000 exec \"$0\" stats KRK";
    let output = shell(script, &[])?;
    assert_eq!(output.status.code(), Some(2));
    let said = stderr(&output);
    assert!(
        said.contains("RAYON_NUM_THREADS=100000: expected a number from 1 to 256"),
        "{said}"
    );
    let script = "RAYON_NUM_THREADS=2 exec \"$0\" stats KRK";
    assert_eq!(shell(script, &[])?.status.code(), Some(0));
    Ok(())
}
