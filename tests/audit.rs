//! `audit/run`, with an engine made for the test.

use std::{
    error::Error,
    fs,
    path::Path,
    process::{Command, Output},
};

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;

type Outcome = Result<(), Box<dyn Error>>;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The engine claims a draw if a bare king is to move.
const ENGINE: &str = "
#include <string.h>
int fake_is_draw(const char *fen, int is_white)
{
    return strpbrk(fen, is_white ? \"NP\" : \"np\") == NULL;
}
";

const ADAPTER: &str = "
#include \"audit.h\"
int fake_is_draw(const char *fen, int is_white);

uint32_t drawproof_abi(void) { return DRAWPROOF_ABI; }

int drawproof_results(const drawproof_position *position)
{
    char fen[AUDIT_FEN_SIZE];
    audit_fen(position, fen);
    if (audit_in_check(position))
        return DRAWPROOF_UNKNOWN;
    return fake_is_draw(fen, position->side_to_move == DRAWPROOF_WHITE)
        ? DRAWPROOF_DRAWN : DRAWPROOF_UNKNOWN;
}
";

fn git(folder: &Path, arguments: &[&str]) -> Result<String, Box<dyn Error>> {
    let mut command = Command::new("git");
    command.arg("-C").arg(folder);
    command.args(["-c", "user.name=test", "-c", "user.email=test@example.org"]);
    let output = command.args(arguments).output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}

/// How the engine is compiled by the script of its own that `audit/run` may run.
const SCRIPT: &str = "script = \"\"\"\n\
    cc -O1 $SHARED -shared -fPIC -o \"$LIBRARY\" \"$ADAPTER\" \"$CHECKOUT\"/src/*.c\n\
    \"\"\"\n";

/// Puts another way to build the engine into its description.
fn describe_with(folder: &Path, script: &str) -> Outcome {
    let path = folder.join("engines/fake/engine.toml");
    let compiled = "compiler = \"cc\"\nflags = \"-O1\"\nsources = [\"src/*.c\"]\n";
    let text = fs::read_to_string(&path)?;
    assert!(text.contains(compiled), "{text}");
    Ok(fs::write(path, text.replace(compiled, script))?)
}

/// A folder with a checkout of the engine and its description, which names a commit.
fn folder_with_engine() -> Result<(tempfile::TempDir, String), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let checkout = folder.path().join("checkout");
    let described = folder.path().join("engines/fake");
    fs::create_dir_all(checkout.join("src"))?;
    fs::create_dir_all(&described)?;
    fs::write(checkout.join("src/fake.c"), ENGINE)?;
    git(&checkout, &["init", "-q"])?;
    git(&checkout, &["add", "."])?;
    git(&checkout, &["commit", "-q", "-m", "fake"])?;
    let commit = git(&checkout, &["rev-parse", "HEAD"])?;
    fs::write(described.join("adapter.c"), ADAPTER)?;
    let description = format!(
        "name = \"Fake\"\nrepository = \"https://example.org/fake\"\ncommit = \"{commit}\"\n\
         [build]\ncompiler = \"cc\"\nflags = \"-O1\"\nsources = [\"src/*.c\"]\n\
         adapter = \"adapter.c\"\n\
         [[function]]\nname = \"fake_is_draw\"\nfile = \"src/fake.c\"\nclasses = [\"KNK\", \"KKP\"]\n\
         means = \"a draw\"\ncalled = \"nobody\"\nplace = \"evaluation\"\n"
    );
    fs::write(described.join("engine.toml"), description)?;
    Ok((folder, commit))
}

fn audit(folder: &Path, more: &[&str]) -> Result<Output, Box<dyn Error>> {
    let mut command = Command::new("python3");
    command.arg(Path::new(ROOT).join("audit/run"));
    command.args(["fake", "checkout", "--engines", "engines", "--out", "out"]);
    command.arg("--drawproof").arg(cargo_bin("drawproof"));
    Ok(command.args(more).current_dir(folder).output()?)
}

/// Whether there is what the script needs; it says so if not.
fn is_ready() -> bool {
    let python = "import sys; sys.exit(sys.version_info < (3, 11))";
    let needed = [
        ("python3", vec!["-c", python]),
        ("git", vec!["--version"]),
        ("cc", vec!["--version"]),
    ];
    needed.iter().all(|(program, arguments)| {
        let output = Command::new(program).args(arguments).output();
        let is_there = output.is_ok_and(|output| output.status.success());
        if !is_there {
            eprintln!("not tested: audit/run needs {program}, Python from 3.11 on");
        }
        is_there
    })
}

#[test]
fn functions_of_an_engine_are_verified() -> Outcome {
    if !is_ready() {
        return Ok(());
    }
    let (folder, _) = folder_with_engine()?;
    let proven = audit(folder.path(), &["--class", "KNK"])?;
    let text = String::from_utf8_lossy(&proven.stdout).into_owned();
    let error = String::from_utf8_lossy(&proven.stderr).into_owned();
    assert_eq!(proven.status.code(), Some(0), "{text}{error}");
    assert!(
        text.contains("Fake fake_is_draw KNK:") && text.contains("PROVEN"),
        "{text}"
    );

    let nothing = audit(folder.path(), &["--class", "KQK"])?;
    let error = String::from_utf8_lossy(&nothing.stderr).into_owned();
    assert_eq!(nothing.status.code(), Some(2), "{error}");
    assert!(error.contains("nothing was asked"), "{error}");
    // A damaged report of an earlier run is not believed.
    fs::write(folder.path().join("out/fake/KKP.json"), "[{\"total")?;
    // Nor is one without some answers.
    let path = folder.path().join("out/fake/KNK.json");
    let whole = fs::read_to_string(&path)?;
    let counts = "{\"draws\": {\"board_count\": 1}, \"decisive\": {\"board_count\": 0}}";
    let part = whole.replace(
        "\"without_verdict\": null",
        &format!("\"without_verdict\": {counts}"),
    );
    assert_ne!(part, whole);
    fs::write(&path, part)?;
    let again = audit(folder.path(), &["--class", "KNK"])?;
    assert_eq!(again.status.code(), Some(0));

    let refuted = audit(folder.path(), &["--class", "KKP"])?;
    let text = String::from_utf8_lossy(&refuted.stdout).into_owned();
    assert_eq!(refuted.status.code(), Some(1), "{text}");
    let report = fs::read(folder.path().join("out/fake.json"))?;
    let report: Value = serde_json::from_slice(&report)?;
    let result = &report["results"][0];
    let number = |value: &Value| value.as_u64().ok_or("no number");
    let wrong = number(&result["asked"]["false"])?;
    // A bare king that is to move draws in some positions and loses in others.
    assert!(
        wrong > 10_000 && wrong < number(&result["asked"]["claims"])?,
        "{result}"
    );
    // A lost one is always quiet.
    assert_eq!(number(&result["quiet"]["false"])?, wrong);
    let fen = result["asked"]["example"]["fen"]
        .as_str()
        .ok_or("no example")?;
    assert!(text.contains(fen), "{text}");
    let page = fs::read_to_string(folder.path().join("out/fake/report/index.html"))?;
    assert!(page.contains("except those that a capture"), "both reports");
    let drawn = fs::read_to_string(folder.path().join("out/fake/report/counterexamples.csv"))?;
    assert!(drawn.contains(fen), "{drawn}");

    // How often that met a game, whichever side the engine names first.
    let games = Path::new(ROOT).join("games/tests/endings.pgn");
    let mut command = Command::new("python3");
    command.arg(Path::new(ROOT).join("audit/games")).arg("out");
    command
        .arg(&games)
        .arg("--drawproof")
        .arg(cargo_bin("drawproof"));
    let counted = command.current_dir(folder.path()).output()?;
    let error = String::from_utf8_lossy(&counted.stderr).into_owned();
    assert_eq!(counted.status.code(), Some(0), "{error}");
    let report = fs::read(folder.path().join("out/fake.json"))?;
    let report: Value = serde_json::from_slice(&report)?;
    let seen = &report["results"][0]["games"];
    // A pawn wins in two games, and the bare king is to move in half of the positions.
    let counts = ["games", "positions", "claims", "false"].map(|of| number(&seen[of]));
    assert!(matches!(counts, [Ok(2), Ok(14), Ok(7), Ok(7)]), "{seen}");
    assert!(seen["example"].is_string(), "{seen}");
    Ok(())
}

#[test]
fn other_commits_and_changed_files_are_refused() -> Outcome {
    if !is_ready() {
        return Ok(());
    }
    let (folder, commit) = folder_with_engine()?;
    let checkout = folder.path().join("checkout");
    let refused = |expected: &str| -> Outcome {
        let output = audit(folder.path(), &["--class", "KNK"])?;
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(expected), "{error}");
        Ok(())
    };
    fs::write(
        checkout.join("src/fake.c"),
        ENGINE.replace("== NULL", "== 0"),
    )?;
    refused("checkout has changes")?;
    git(&checkout, &["commit", "-q", "-a", "-m", "another"])?;
    refused(&format!("is described at {commit}"))?;
    let output = audit(folder.path(), &["--class", "KNK", "--any-commit"])?;
    assert_eq!(output.status.code(), Some(0));
    Ok(())
}

#[test]
fn a_script_may_build_the_engine() -> Outcome {
    if !is_ready() {
        return Ok(());
    }
    let (folder, _) = folder_with_engine()?;
    describe_with(folder.path(), SCRIPT)?;
    let output = audit(folder.path(), &["--class", "KNK"])?;
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{error}");
    describe_with_broken_script(folder.path())?;
    let output = audit(folder.path(), &["--class", "KNK"])?;
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("no compiler here"), "{error}");
    Ok(())
}

fn describe_with_broken_script(folder: &Path) -> Outcome {
    let path = folder.join("engines/fake/engine.toml");
    let text = fs::read_to_string(&path)?;
    let broken = text.replace("cc -O1", "echo no compiler here >&2; false; cc -O1");
    Ok(fs::write(path, broken)?)
}

#[test]
#[ignore = "seconds: every position of KPvK, by a library, twice"]
fn claims_of_wins_are_counted() -> Outcome {
    if !is_ready() {
        return Ok(());
    }
    let (folder, _) = folder_with_engine()?;
    let described = folder.path().join("engines/fake");
    // The side that is to move wins, unless it has a bare king.
    let adapter = ADAPTER.replace(
        "? DRAWPROOF_DRAWN : DRAWPROOF_UNKNOWN",
        "? 7 : DRAWPROOF_WON",
    );
    assert!(adapter.contains("DRAWPROOF_WON"), "{adapter}");
    fs::write(described.join("adapter.c"), adapter)?;
    let description = fs::read_to_string(described.join("engine.toml"))?;
    fs::write(
        described.join("engine.toml"),
        description + "claims = \"win\"\n",
    )?;
    let output = audit(folder.path(), &["--class", "KKP"])?;
    assert_eq!(output.status.code(), Some(1));
    let report = fs::read(folder.path().join("out/fake.json"))?;
    let report: Value = serde_json::from_slice(&report)?;
    let asked = &report["results"][0]["asked"];
    // Of the 163,328 positions with the pawn's side to move 124,960 are won (facts/wdl_counts.csv),
    // and none is in check.
    assert_eq!(asked["claims"], 163_328, "{asked}");
    assert_eq!(asked["false"], 163_328 - 124_960, "{asked}");
    assert_eq!(asked["example"]["truth"], "draw", "{asked}");
    Ok(())
}

/// Bare kings are claimed to draw in all of these; two knights and a queen are not asked whole.
#[test]
fn classes_with_claims_are_found() -> Outcome {
    if !is_ready() {
        return Ok(());
    }
    let (folder, _) = folder_with_engine()?;
    let classes = ["KNK", "KPK", "KNNK", "KQK", "KNKN"];
    let named = classes.map(|class| ["--class", class]).concat();
    let output = audit(folder.path(), &[&["--find", "50"], &named[..]].concat())?;
    assert_eq!(output.status.code(), Some(0));
    let said = String::from_utf8(output.stdout)?;
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 2, "{said}");
    assert!(
        lines[0].starts_with("Fake  KQvK: ") && lines[1].starts_with("Fake  KNNvK: "),
        "{said}"
    );
    let found = fs::read_to_string(folder.path().join("out/found/fake.json"))?;
    let found: Value = serde_json::from_str(&found)?;
    let asked = |of: &Value| (of["class"].to_string(), of["asked"] == true);
    let found: Vec<_> = found["found"]
        .as_array()
        .ok_or("no list")?
        .iter()
        .map(asked)
        .collect();
    let expected = [
        ("KQvK", false),
        ("KNvK", true),
        ("KPvK", true),
        ("KNNvK", false),
    ];
    assert_eq!(
        found,
        expected.map(|(class, asked)| (format!("\"{class}\""), asked))
    );
    Ok(())
}

/// Every kind of claim is asked where samples met one, and a class is generated once.
#[test]
fn classes_that_samples_found_are_asked_whole() -> Outcome {
    if !is_ready() {
        return Ok(());
    }
    let (folder, _) = folder_with_engine()?;
    let described = folder.path().join("engines/fake/engine.toml");
    let text = fs::read_to_string(&described)?;
    let function = text.split("[[function]]").last().ok_or("no function")?;
    let listed = text.replace("\"KNK\", \"KKP\"", "\"KPK\"");
    let found = function.replace("[\"KNK\", \"KKP\"]", "\"found\"");
    fs::write(&described, format!("{listed}[[function]]{found}"))?;
    let rows = "engine,define,class,sampled,claims\nother,,KBvK,9,8\nfake,other,KQvK,9,8\n\
                fake,,KNvK,9,8\nfake,,KPvK,9,8\nfake,,KNNvK,9,8\n";
    fs::write(folder.path().join("engines/found.csv"), rows)?;
    let classes = ["--class", "KKN", "--class", "KNNK"];
    let smaller = ["--men", "3", "--tables", "tables"];
    let output = audit(folder.path(), &[&classes[..], &smaller].concat())?;
    let text = String::from_utf8(output.stdout)?;
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert_eq!(text.lines().count(), 1, "{text}");
    assert!(
        text.starts_with("Fake fake_is_draw, both sides KNK: "),
        "{text}"
    );
    assert!(folder.path().join("tables/KNvK.dpw").exists());

    fs::write(
        &described,
        fs::read_to_string(&described)?.replace("\"found\"", "\"all\""),
    )?;
    let output = audit(folder.path(), &[])?;
    let error = String::from_utf8(output.stderr)?;
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("expected a list, or \"found\""), "{error}");
    Ok(())
}

/// They count half, and where they cannot be counted the other classes are asked all the same.
#[test]
fn claims_for_one_colour_only_are_counted() -> Outcome {
    if !is_ready() {
        return Ok(());
    }
    let (folder, _) = folder_with_engine()?;
    let described = folder.path().join("engines/fake");
    // That a bare king cannot win if it is White's.
    let in_check = "audit_in_check(position)";
    let adapter = ADAPTER
        .replace(
            in_check,
            "audit_in_check(position) || position->side_to_move",
        )
        .replace("? DRAWPROOF_DRAWN", "? DRAWPROOF_NOT_WON");
    fs::write(described.join("adapter.c"), adapter)?;
    let text = fs::read_to_string(described.join("engine.toml"))?;
    let function = text.split("[[function]]").last().ok_or("no function")?;
    let draws = function.replace("[\"KNK\", \"KKP\"]", "[\"KBK\"]");
    let bounds = text.replace(", \"KKP\"]", "]\nclaims = \"bound\"");
    let both = format!("{bounds}[[function]]{draws}");
    fs::write(described.join("engine.toml"), both)?;
    let output = audit(folder.path(), &[])?;
    let text = String::from_utf8(output.stdout)?;
    assert_eq!(output.status.code(), Some(0), "{text}");
    // Half of those of the test above.
    assert!(text.contains("KNK: 102,748 claims, PROVEN"), "{text}");

    describe_with(folder.path(), SCRIPT)?;
    let output = audit(folder.path(), &[])?;
    let error = String::from_utf8(output.stderr)?;
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(
        error.contains("Fake fake_is_draw KNK: claims for one"),
        "{error}"
    );
    let text = String::from_utf8(output.stdout)?;
    assert!(text.starts_with("Fake fake_is_draw KBK: "), "{text}");
    Ok(())
}

#[test]
fn the_page_keeps_what_it_says_of_other_engines() -> Outcome {
    if !is_ready() {
        return Ok(());
    }
    let (folder, _) = folder_with_engine()?;
    assert_eq!(
        audit(folder.path(), &["--class", "KNK"])?.status.code(),
        Some(0)
    );
    // The script writes beside itself, and to the guide beside its own folder.
    let engines = folder.path().join("engines");
    let page = engines.join("page");
    for script in ["page", "descriptions.py"] {
        fs::copy(
            Path::new(ROOT).join("audit").join(script),
            engines.join(script),
        )?;
    }
    fs::create_dir(engines.join("other"))?;
    let other = fs::read_to_string(engines.join("fake/engine.toml"))?;
    let other = other.replace("\"Fake\"", "\"Other\"");
    fs::write(engines.join("other/engine.toml"), other)?;
    let results = "engine,function,class,positions,claims,false,quiet,example,truth,plies,syzygy\n";
    let rows = [
        "fake,old,KNK,1,1,1,,,,,\n",
        "fake,fake_is_draw,KPK,3,2,0,,,,,\n",
        "other,f,KPK,7,6,5,4,,won,3,\n",
    ];
    fs::write(
        engines.join("results.csv"),
        format!("{results}{}", rows.concat()),
    )?;
    let games = "engine,functions,class,games,positions,claims,false,example\n";
    let played = ["fake,old,KNK,1,1,7,0,\n", "other,f,KPK,1,1,8,2,\n"];
    fs::write(
        engines.join("games.csv"),
        format!("{games}{}{}", played[0], played[1]),
    )?;
    let found = "engine,define,class,sampled,claims\nother,,KPvK,9,8\nother,,KNvK,9,7\n";
    fs::write(engines.join("found.csv"), found)?;
    fs::create_dir_all(folder.path().join("docs/guide"))?;
    let path = folder.path().join("docs/guide/audit.md");
    fs::write(
        &path,
        "before\n<!-- made by audit/page -->\n\nold\n\n<!-- end -->\nafter\n",
    )?;
    let mut command = Command::new("python3");
    let output = command
        .arg(&page)
        .arg("out")
        .current_dir(folder.path())
        .output()?;
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{error}");
    let text = fs::read_to_string(path)?;
    assert!(
        text.starts_with("before\n") && text.ends_with("after\n"),
        "{text}"
    );
    assert!(!text.contains("old"), "{text}");
    assert!(text.contains("| 1 | KPK 5 (4) | 8 | 2 |"), "{text}");
    // What was asked now, and what is still described and was not.
    assert!(text.contains("| 2 | none | 0 | 0 |"), "{text}");
    // The function that claims something in KPK is not among those described.
    assert!(text.contains("| Other | KPK, KNK |\n"), "{text}");
    assert!(text.contains("| Fake | not looked for |\n"), "{text}");
    let text = fs::read_to_string(engines.join("results.csv"))?;
    assert!(text.contains("fake,fake_is_draw,KNK,429440,"), "{text}");
    assert!(text.contains(rows[1]) && text.contains(rows[2]), "{text}");
    assert!(!text.contains(rows[0]), "{text}");
    let text = fs::read_to_string(engines.join("games.csv"))?;
    assert!(
        text.contains(played[1]) && !text.contains(played[0]),
        "{text}"
    );
    Ok(())
}
