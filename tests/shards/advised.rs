//! The command that merge suggests makes the missing parts, whatever the
//! options of the run.

use std::{fs, process};

use assert_cmd::cargo::cargo_bin;
use tempfile::TempDir;

use super::{CORNER, MINORS, Outcome};

/// Runs a command line in a folder, as a user would paste it.
fn shell(folder: &TempDir, command: &str) -> Result<process::Output, Box<dyn std::error::Error>> {
    let program = cargo_bin("drawproof");
    let mut bash = process::Command::new("bash");
    let function = format!("drawproof() {{ '{}' \"$@\"; }}\n", program.display());
    bash.args(["-c", &(function + command)]).current_dir(folder);
    Ok(bash.output()?)
}

/// A run, its first half, and the second half by the suggested command: merged,
/// the halves equal the run.
fn is_completed_as_advised(folder: &TempDir, run: &str) -> Outcome {
    let whole = shell(folder, &format!("drawproof verify {run} --csv whole.csv"))?;
    let json = shell(folder, &format!("drawproof verify {run} --json"))?;
    let parts = format!("drawproof verify {run} --shard 1/2 --parts 'the parts'");
    assert_eq!(shell(folder, &parts)?.status.code(), Some(0), "{run}");
    let refused = shell(folder, "drawproof merge 'the parts'")?;
    let said = String::from_utf8(refused.stderr)?;
    let advised = said.lines().nth(1).unwrap_or_default();
    let followed = shell(folder, advised)?;
    let errors = String::from_utf8_lossy(&followed.stderr);
    assert_eq!(
        followed.status.code(),
        Some(0),
        "{run}: {advised}\n{errors}"
    );
    let merged = shell(folder, "drawproof merge 'the parts' --csv merged.csv")?;
    let errors = String::from_utf8_lossy(&merged.stderr);
    let [merged_text, text] = [&merged, &whole].map(|run| String::from_utf8_lossy(&run.stdout));
    assert_eq!(merged_text, text, "{run}: {advised}\n{errors}");
    assert_eq!(merged.status, whole.status);
    assert_eq!(
        shell(folder, "drawproof merge 'the parts' --json")?.stdout,
        json.stdout
    );
    let csv = |name| fs::read(folder.path().join(name));
    assert_eq!(csv("merged.csv")?, csv("whole.csv")?);
    fs::remove_dir_all(folder.path().join("the parts"))?;
    Ok(())
}

#[test]
fn commands_that_are_advised_complete_the_run() -> Outcome {
    let folder = super::folder()?;
    let place = |name: &str| folder.path().join(name);
    for (name, rules) in [
        ("it's 2.rules", MINORS),
        ("-x.rules", CORNER),
        ("a\nb.rules", CORNER),
    ] {
        fs::write(place(name), rules)?;
    }
    let syzygy = concat!(env!("CARGO_MANIFEST_DIR"), "/verify/tests/syzygy");
    fs::create_dir(place("-syzygy"))?;
    fs::copy(format!("{syzygy}/KRvK.rtbw"), place("-syzygy/KRvK.rtbw"))?;
    shell(
        &folder,
        "drawproof generate KRK --metrics dtz --out 'own tables'",
    )?;
    for run in [
        "KPK --grade exact --missed 1",
        "--rules \"it's 2.rules\" --missed 4 --examples 1 --counting ten-squares",
        "--rules=-x.rules --rules knight.rules --full-board --examples 0",
        "--rules $'a\\nb.rules' --tables 'own tables' --against=-syzygy --fifty-move",
    ] {
        is_completed_as_advised(&folder, run)?;
    }
    Ok(())
}

/// Parts made without a report contain everything that a report in a folder
/// needs.
#[test]
fn parts_of_a_run_with_a_report_are_made_by_themselves() -> Outcome {
    let folder = super::folder()?;
    let run = "verify --rules corner.rules --shards 2 --parts parts --report page";
    super::stdout(&folder, run, 1)?;
    fs::remove_file(folder.path().join("parts/KRvK-2-of-2.part.json"))?;
    let refused = shell(&folder, "drawproof merge parts")?;
    let said = String::from_utf8(refused.stderr)?;
    let advised = said.lines().nth(1).unwrap_or_default();
    assert_eq!(shell(&folder, advised)?.status.code(), Some(0));
    super::stdout(&folder, "merge parts --report page2", 1)?;
    let json = |page: &str| fs::read_to_string(folder.path().join(page).join("report.json"));
    assert_eq!(json("page")?, json("page2")?);
    Ok(())
}
