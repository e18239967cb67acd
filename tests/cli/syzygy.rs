//! Syzygy files: written as published, read as a whole, converted, damaged.

use std::{error::Error, fs, path::Path};

use super::{Outcome, drawproof, refusal, stdout};

fn text(path: &Path) -> String {
    path.display().to_string()
}

#[test]
fn files_are_written_as_published() -> Outcome {
    let folder = tempfile::tempdir()?;
    let out = text(folder.path());
    let generate = |more: &[&str]| {
        let to = ["--out", &out, "--format", "syzygy", "--json"];
        drawproof(&[&["generate"], more, &to].concat())
    };
    let output = generate(&["KPK"])?;
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let lines: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    let lines = lines.as_array().ok_or("a list")?;
    assert_eq!(lines.len(), 5);
    for line in lines {
        assert_eq!(line["files_as_published"], true, "{line}");
    }
    // A second run has nothing left to do; a missing file is written again.
    let again = stdout(&generate(&["KPK"])?);
    assert_eq!(again.trim(), "[]");
    let missing = folder.path().join("KPvK.rtbz");
    let bytes = fs::read(&missing)?;
    fs::remove_file(&missing)?;
    let output = generate(&["KPK"])?;
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(fs::read(&missing)?, bytes);
    Ok(())
}

/// How many classes a run generated.
fn searches(output: &std::process::Output) -> Result<usize, String> {
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let first = said.split(' ').next().and_then(|word| word.parse().ok());
    first.ok_or(said)
}

/// Only what is missing is generated, and everything by force.
#[test]
fn finished_files_are_read_instead_of_generated() -> Outcome {
    let folder = tempfile::tempdir()?;
    let out = text(folder.path());
    let to = ["generate", "KPvK", "--out", &out, "--format", "syzygy"];
    drawproof(&to)?;
    for name in ["KPvK.rtbw", "KPvK.rtbz", "KRvK.rtbz"] {
        fs::remove_file(folder.path().join(name))?;
    }
    let output = drawproof(&to)?;
    assert_eq!(searches(&output)?, 2, "{output:?}");
    let published = stdout(&output).matches("  as published\n").count();
    assert_eq!(published, 2, "{output:?}");
    let output = drawproof(&[&to[..], &["--force"]].concat())?;
    assert_eq!(searches(&output)?, 5, "{output:?}");
    Ok(())
}

#[test]
#[ignore = "seconds: KRvKP four times"]
fn finished_files_of_four_men_are_read_instead_of_generated() -> Outcome {
    let folder = tempfile::tempdir()?;
    let out = text(folder.path());
    let generate = |class: &str, more: &[&str]| {
        let to = ["generate", class, "--out", &out, "--format", "syzygy"];
        drawproof(&[&to[..], more].concat())
    };
    // All classes that KRvKP leads to are there, but for one.
    generate("KRvKP", &[])?;
    for name in ["KRvKP.rtbw", "KRvKP.rtbz", "KPvK.rtbz"] {
        fs::remove_file(folder.path().join(name))?;
    }
    let output = generate("KRvKP", &[])?;
    assert_eq!(searches(&output)?, 2, "{output:?}");
    assert_eq!(
        stdout(&output).matches("  as published\n").count(),
        2,
        "{output:?}"
    );
    // Without the smaller ones a finished file cannot be read as a whole.
    for name in ["KQvK.rtbw", "KRvKP.rtbw"] {
        fs::remove_file(folder.path().join(name))?;
    }
    let output = generate("KRvKP", &[])?;
    assert!(searches(&output)? > 2, "{output:?}");
    let output = generate("KRvKP", &["--force"])?;
    assert_eq!(searches(&output)?, 10, "{output:?}");
    Ok(())
}

#[test]
fn damaged_files_are_named() -> Outcome {
    let folder = tempfile::tempdir()?;
    let out = text(folder.path());
    let to = ["--out", &out, "--format", "syzygy"];
    let made = drawproof(&[&["generate", "KQK"][..], &to].concat())?;
    assert!(stdout(&made).contains("  as published\n"), "{made:?}");
    let file = folder.path().join("KQvK.rtbw");
    let mut bytes = fs::read(&file)?;
    bytes[100] ^= 4;
    fs::write(&file, &bytes)?;
    let said = refusal(&[&["generate", "KQK"][..], &to].concat())?;
    assert!(
        said.contains("KQvK.rtbw") && said.contains("--force"),
        "{said}"
    );
    let said = refusal(&["stats", "KQK", "--tables", &out])?;
    assert!(
        said.contains("KQvK.rtbw is not the file that was published"),
        "{said}"
    );
    let forced = drawproof(&[&["generate", "KQK", "--force"][..], &to].concat())?;
    assert_eq!(forced.status.code(), Some(0));
    let stats = drawproof(&["stats", "KQK", "--tables", &out])?;
    assert_eq!(stats.status.code(), Some(0), "{stats:?}");
    Ok(())
}

#[test]
fn own_files_become_published_ones_and_back() -> Outcome {
    become_published_ones_and_back("KPvK", &["KQvK", "KPvK"], &["KPK"])
}

#[test]
#[ignore = "seconds: KRvKP four times, and KRvKN"]
fn own_files_of_four_men_become_published_ones_and_back() -> Outcome {
    let classes = ["KQvK", "KPvK", "KRvKN", "KRvKP"];
    become_published_ones_and_back("KRvKP", &classes, &["KRKN", "--grade", "quick"])
}

/// Files of a class and of all that it leads to; some are compared byte by byte, and some rules are
/// verified with them.
fn become_published_ones_and_back(class: &str, compared: &[&str], rules: &[&str]) -> Outcome {
    let folder = tempfile::tempdir()?;
    let [own, syzygy, back] = ["own", "syzygy", "back"].map(|name| text(&folder.path().join(name)));
    let made = drawproof(&["generate", class, "--metrics", "wdl,dtz", "--out", &own])?;
    assert_eq!(made.status.code(), Some(0));
    let converted = drawproof(&[
        "convert", class, "--tables", &own, "--to", "syzygy", "--out", &syzygy,
    ])?;
    assert_eq!(converted.status.code(), Some(0), "{converted:?}");
    let said = stdout(&converted);
    assert!(
        said.lines().all(|line| line.ends_with("as published")),
        "{said}"
    );
    let converted = drawproof(&[
        "convert", "--tables", &syzygy, "--to", "own", "--out", &back,
    ])?;
    assert_eq!(converted.status.code(), Some(0), "{converted:?}");
    for class in compared {
        let name = format!("{class}.dpw");
        assert_eq!(
            fs::read(Path::new(&own).join(&name))?,
            fs::read(Path::new(&back).join(&name))?,
            "{name}"
        );
    }
    // The same as counted by a table.
    let counts = |more: &[&str]| -> Result<serde_json::Value, Box<dyn Error>> {
        let output = drawproof(&[&["stats", class, "--json"], more].concat())?;
        let mut stats: serde_json::Value = serde_json::from_slice(&output.stdout)?;
        Ok(stats[0].take())
    };
    let read = counts(&["--tables", &syzygy])?;
    let generated = counts(&["--metrics", "wdl"])?;
    assert_eq!(read["files_of_others"]["standing"], "as_published");
    for part in ["sides", "mutual_zugzwangs"] {
        assert!(read[part].is_array());
        assert_eq!(read[part], generated[part]);
    }
    let verdict = drawproof(&[&["verify", "--against", &syzygy], rules].concat())?;
    assert_eq!(verdict.status.code(), Some(0), "{verdict:?}");
    assert!(stdout(&verdict).contains("agree in all"), "{verdict:?}");
    Ok(())
}

#[test]
fn what_cannot_be_written_is_said() -> Outcome {
    let folder = tempfile::tempdir()?;
    let out = text(folder.path());
    let to = ["--out", &out, "--format", "syzygy"];
    let said = refusal(&[&["generate", "KQK", "--metrics", "dtm"][..], &to].concat())?;
    assert!(said.contains("no distances to mate"), "{said}");
    let wdl = text(&folder.path().join("wdl"));
    let made = drawproof(&["generate", "KQK", "--metrics", "wdl", "--out", &wdl])?;
    assert_eq!(made.status.code(), Some(0));
    let said = refusal(&["convert", "--tables", &wdl, "--to", "syzygy", "--out", &out])?;
    assert!(
        said.contains("no distances to zeroing moves of KQvK"),
        "{said}"
    );
    let said = refusal(&["convert", "--tables", &wdl, "--to", "own", "--out", &out])?;
    assert!(said.contains("own files already"), "{said}");
    let said = refusal(&["generate", "KQK", "--format", "syzygy", "--out", &wdl])?;
    assert!(said.contains("files of one kind"), "{said}");
    let said = refusal(&[&["generate", "KNNKNN"][..], &to].concat())?;
    assert!(said.contains("KNNvKNN has more"), "{said}");
    let gaviota = concat!(env!("CARGO_MANIFEST_DIR"), "/tables/tests/gaviota");
    let said = refusal(&[
        "convert", "KRK", "--tables", gaviota, "--to", "own", "--out", &out,
    ])?;
    assert!(said.contains("not read as a whole"), "{said}");
    fs::create_dir(folder.path().join("KQvK.rtbw"))?;
    let said = refusal(&[&["generate", "KQK", "--force"][..], &to].concat())?;
    assert!(said.contains("KQvK.rtbw is a folder"), "{said}");
    let said = refusal(&["convert", "--to", "own", "--out", &out])?;
    assert!(said.contains("--tables"), "{said}");
    Ok(())
}
