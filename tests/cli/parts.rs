//! Verification in parts, as jobs of a plan.

use std::{collections::BTreeMap, error::Error, fs, path::Path};

use serde_json::Value;

use super::{Outcome, drawproof, jobs::files, refusal, stdout, with_rules};

/// Wrong where a knight cannot run away.
const RULES: &str =
    "recognizer KBKN\ndraw \"minor against minor\" because \"x\" when not in_check\n";

/// Rules that are wrong, and tell mirror images apart.
fn corner(class: &str) -> String {
    format!("recognizer {class}\ndraw \"a8\" for weak because \"x\" when us.king in {{a8}}\n")
}

/// Plans a verification in a folder.
fn plan(folder: &Path, shards: &str, verify: &[&str]) -> Result<Vec<Value>, Box<dyn Error>> {
    let folder = folder.display().to_string();
    let before = ["--json", "plan", "--out", &folder, "--shards", shards, "--"];
    let output = drawproof(&[&before[..], verify].concat())?;
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{verify:?}: {said}");
    let plan: Value = serde_json::from_slice(&output.stdout)?;
    Ok(plan["jobs"].as_array().cloned().ok_or("no jobs")?)
}

/// Does a job, and returns what it printed.
fn work(folder: &Path, job: usize) -> Result<String, Box<dyn Error>> {
    let output = drawproof(&["work", &folder.display().to_string(), &job.to_string()])?;
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "job {job}: {said}");
    Ok(stdout(&output))
}

fn refused_work(folder: &Path, job: usize) -> Result<String, Box<dyn Error>> {
    refusal(&["work", &folder.display().to_string(), &job.to_string()])
}

/// The jobs of a kind.
fn of_kind(jobs: &[Value], kind: &str) -> Vec<usize> {
    let all = jobs.iter().enumerate();
    all.filter(|(_, job)| job["work"] == kind)
        .map(|(at, _)| at)
        .collect()
}

/// The names and contents of all parts.
fn parts(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>, Box<dyn Error>> {
    files(&folder.join("parts"))
}

const SYZYGY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/verify/tests/syzygy");
const GAVIOTA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tables/tests/gaviota");

/// All jobs in order make the report of a plain run; done again, they change no part.
fn makes_the_report_of(verify: &[&str], shards: &str) -> Outcome {
    let place = tempfile::tempdir()?;
    let folder = place.path().join("shared folder");
    let jobs = plan(&folder, shards, verify)?;
    let plain = drawproof(&[&["--json"], verify].concat())?;
    let text = stdout(&drawproof(verify)?);
    let mut made = None;
    for _ in 0..2 {
        for job in 0..jobs.len() {
            let said = work(&folder, job)?;
            let is_last = job == jobs.len() - 1;
            assert_eq!(is_last, said.starts_with(&text), "{verify:?}: {said}");
            assert!(said.contains(&format!("job {job}: ")), "{said}");
        }
        let parts = parts(&folder)?;
        assert_eq!(&parts, made.get_or_insert_with(|| parts.clone()));
    }
    let merged = folder.join("parts").display().to_string();
    let merged = drawproof(&["merge", &merged, "--json"])?;
    assert_eq!(stdout(&merged), stdout(&plain), "{verify:?}");
    assert_eq!(merged.status.code(), plain.status.code());
    // A report in a folder has the size of the rules as well.
    let mut report: Value = serde_json::from_slice(&fs::read(folder.join("report/report.json"))?)?;
    for of in report.as_array_mut().ok_or("no reports")? {
        of["size"] = Value::Null;
    }
    let mut expected: Value = serde_json::from_slice(&plain.stdout)?;
    for of in expected.as_array_mut().ok_or("no reports")? {
        of["size"] = Value::Null;
    }
    assert_eq!(report, expected);
    assert!(folder.join("report/index.html").exists());
    Ok(())
}

#[test]
fn jobs_make_the_report_of_a_run() -> Outcome {
    let (_folder, path) = with_rules(RULES)?;
    makes_the_report_of(&["verify", "--rules", &path, "--missed", "2"], "3")
}

#[test]
fn jobs_make_the_reports_of_several_recognizers() -> Outcome {
    let (_folder, path) = with_rules(RULES)?;
    let (_other, other) = with_rules(&corner("KPK"))?;
    let verify = ["verify", "--rules", &path, "--rules", &other, "--quiet"];
    makes_the_report_of(&verify, "2")
}

#[test]
fn jobs_ask_folders() -> Outcome {
    let (_folder, path) = with_rules(&corner("KRK"))?;
    let verify = [
        "verify",
        "--rules",
        &path,
        "--tables",
        SYZYGY,
        "--against",
        GAVIOTA,
    ];
    let place = tempfile::tempdir()?;
    let jobs = plan(&place.path().join("plan"), "2", &verify)?;
    // Nothing is generated.
    assert_eq!(jobs.len(), 3);
    makes_the_report_of(&verify, "2")
}

/// A job that was killed is done again, and what was finished stays.
#[test]
fn parts_are_made_once() -> Outcome {
    let (rules, path) = with_rules(RULES)?;
    let place = tempfile::tempdir()?;
    let folder = place.path().join("plan");
    let jobs = plan(&folder, "3", &["verify", "--rules", &path])?;
    let [first, second, third] = of_kind(&jobs, "part")[..] else {
        return Err("three parts".into());
    };
    let said = refused_work(&folder, first)?;
    assert!(said.contains("slices of KBvKN are missing"), "{said}");
    for job in 0..first {
        work(&folder, job)?;
    }
    // Two processes at the same time.
    std::thread::scope(|scope| {
        let both = [0; 2].map(|_| scope.spawn(|| work(&folder, first).map_err(|e| e.to_string())));
        both.map(|one| one.join().map_err(|_| "panicked".to_string()).flatten())
            .into_iter()
            .collect::<Result<Vec<_>, _>>()
    })?;
    work(&folder, second)?;
    let merge = jobs.len() - 1;
    let said = refused_work(&folder, merge)?;
    assert!(said.contains("part 3/3 cannot be used"), "{said}");
    // A damaged part is made again.
    let before = parts(&folder)?;
    assert_eq!(before.len(), 2);
    let (file, bytes) = before.last_key_value().ok_or("no parts")?;
    fs::write(folder.join("parts").join(file), &bytes[..bytes.len() / 2])?;
    work(&folder, second)?;
    assert!(parts(&folder)? == before);
    // Rules that were changed are refused, but for parts that are there.
    fs::write(&path, RULES.replace("not in_check", "in_check"))?;
    work(&folder, first)?;
    let said = refused_work(&folder, third)?;
    assert!(
        said.contains("my.rules is not what was planned: it has"),
        "{said}"
    );
    fs::write(&path, RULES)?;
    // A part of another run.
    let mine = rules.path().join("other").display().to_string();
    let other = ["--shard", "3/3", "--parts", &mine, "--examples", "1"];
    drawproof(&[&["verify", "--rules", &path][..], &other].concat())?;
    let name = "KBvKN-3-of-3.part.json";
    fs::copy(Path::new(&mine).join(name), folder.join("parts").join(name))?;
    for job in [third, merge] {
        let said = refused_work(&folder, job)?;
        assert!(
            said.contains("is a part of another run; remove it"),
            "{said}"
        );
    }
    fs::remove_file(folder.join("parts").join(name))?;
    work(&folder, third)?;
    assert!(work(&folder, merge)?.contains("REFUTED"));
    Ok(())
}

/// Plans of other runs and of other versions are refused.
#[test]
fn plans_of_other_runs() -> Outcome {
    let (_folder, path) = with_rules(RULES)?;
    let place = tempfile::tempdir()?;
    let folder = place.path().join("plan");
    let verify = ["verify", "--rules", &path];
    plan(&folder, "2", &verify)?;
    let name = folder.display().to_string();
    let again = |shards: &str, verify: &[&str]| {
        let before = ["plan", "--out", &name, "--shards", shards, "--"];
        refusal(&[&before[..], verify].concat())
    };
    assert!(again("3", &verify)?.contains("the plan of another run"));
    let missed = ["verify", "--rules", &path, "--missed", "1"];
    assert!(again("2", &missed)?.contains("the plan of another run"));
    fs::write(&path, RULES.replace("not in_check", "in_check"))?;
    assert!(again("2", &verify)?.contains("the plan of another run"));
    assert!(refusal(&["plan", "KBKN", "--out", &name])?.contains("the plan of another run"));
    let file = folder.join("plan.json");
    let text = fs::read_to_string(&file)?;
    let edits = [
        ("\"shards\": 2", "\"shards\": 4", "is not what this version"),
        ("\"format\": 3", "\"format\": 2", "is a plan of format 2"),
        (
            "\"verify\",",
            "\"verify\", \"--fifty-move\",",
            "is not what this version",
        ),
        ("\"verify\",", "\"stats\",", "is not what this version"),
    ];
    for (from, to, expected) in edits {
        let edited = text.replacen(from, to, 1);
        assert_ne!(edited, text);
        fs::write(&file, edited)?;
        let said = refused_work(&folder, 0)?;
        assert!(said.contains(expected), "{said}");
    }
    Ok(())
}

#[test]
fn what_cannot_be_planned() -> Outcome {
    let (folder, path) = with_rules(RULES)?;
    let out = folder.path().join("plan").display().to_string();
    let rules = ["verify", "--rules", &path];
    let mut said = String::new();
    for verify in [
        &["--watch"][..],
        &["--overview"],
        &["--best", "2"],
        &["--second-look", "9"],
        &["--csv", "a.csv"],
        &["--report", "a"],
        &["--shard", "1/2", "--parts", "a"],
        &["--shards", "2", "--parts", "a", "--resume"],
        &["--threads", "2"],
        &["--json"],
        &["--no-such-option"],
    ] {
        let before = ["plan", "--out", &out, "--shards", "2", "--"];
        let refused = refusal(&[&before[..], &rules, verify].concat())?;
        said += &format!("$ {}\n{refused}\n", verify.join(" "));
    }
    for arguments in [
        &["--shards", "2"][..],
        &["KRK", "--shards", "2", "--", "verify"],
        &["--shards", "2", "--metrics", "dtz", "--", "verify"],
        &["KRK", "--", "verify"],
        &["--shards", "2", "--", "stats", "KRK"],
        &["--shards", "100000", "--", "verify", "KRKR"],
        &["--shards", "2", "--", "verify", "KQKB"],
    ] {
        let refused = refusal(&[&["plan", "--out", "no/such"], arguments].concat())?;
        said += &format!("$ {}\n{refused}\n", arguments.join(" "));
    }
    assert!(!Path::new(&out).exists());
    insta::assert_snapshot!(said);
    Ok(())
}
