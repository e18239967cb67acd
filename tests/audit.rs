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
