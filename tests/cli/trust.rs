//! Syzygy and Gaviota files that differ from the published ones.

use std::{fs, path::Path, process::Output};

use assert_cmd::Command;
use drawproof_tables::seal_syzygy;

use super::{Outcome, drawproof, stdout};

/// A lost position: mate in four plies.
const RULES: &str = "recognizer KRK
draw \"cornered\" because \"The king cannot get out.\"
  when us.king in {a1} and them.king in {c1} and strong.rook in {d1}
";

const FEN: &str = "8/8/8/8/8/8/8/k1KR4 b - - 0 1";

const CARRIED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/verify/tests/syzygy");

/// A folder with the rules and Syzygy files of another writer, each with one value changed and
/// the checksum of its contents: KRvK says that [`FEN`] is a draw.
fn flipped() -> Result<tempfile::TempDir, Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    fs::write(folder.path().join("cornered.rules"), RULES)?;
    let syzygy = folder.path().join("syzygy");
    fs::create_dir(&syzygy)?;
    for (name, at, bit) in [("KRvK.rtbw", 130, 0x02), ("KBvKN.rtbw", 190, 0x04)] {
        let mut bytes = fs::read(Path::new(CARRIED).join(name))?;
        bytes[at] ^= bit;
        seal_syzygy(&mut bytes);
        fs::write(syzygy.join(name), bytes)?;
    }
    for name in ["KBvK.rtbw", "KNvK.rtbw"] {
        fs::copy(Path::new(CARRIED).join(name), syzygy.join(name))?;
    }
    Ok(folder)
}

fn run(folder: &tempfile::TempDir, line: &str) -> Result<Output, Box<dyn std::error::Error>> {
    let mut command = Command::cargo_bin("drawproof")?;
    let command = command.current_dir(folder).args(line.split_whitespace());
    Ok(command.output()?)
}

const VERIFY: &str = "verify --rules cornered.rules --tables";

/// A rule that is refuted, but would be proven against a damaged file.
#[test]
fn a_flipped_bit_does_not_prove_a_false_rule() -> Outcome {
    let folder = flipped()?;
    let honest = run(&folder, &format!("{VERIFY} {CARRIED}"))?;
    assert_eq!(honest.status.code(), Some(1));
    assert!(stdout(&honest).contains(&format!("{CARRIED} (as published)")));
    let refused = run(&folder, &format!("{VERIFY} syzygy"))?;
    assert_eq!(refused.status.code(), Some(2));
    let said = String::from_utf8_lossy(&refused.stderr);
    assert_eq!(
        said,
        "error: syzygy/KRvK.rtbw is not the file that was published: \
         expected MD5 89a27823bfa03d0b0f25728c4f0fb571, found MD5 716ea0ab8e1c67ed03bf8158531b9b4d; \
         download it again, or use it anyway with --trust-files\n"
    );
    let trusted = run(&folder, &format!("{VERIFY} syzygy --trust-files"))?;
    assert_eq!(trusted.status.code(), Some(0));
    let text = stdout(&trusted);
    assert!(text.contains("PROVEN"), "{text}");
    let own = "Syzygy files in syzygy (own copy, not as published: KRvK.rtbw)";
    assert!(text.contains(own), "{text}");
    Ok(())
}

/// Every command that opens such files refuses them, and has the option to
/// accept them.
#[test]
fn all_commands_refuse_and_trust() -> Outcome {
    let folder = flipped()?;
    let games = format!("[SetUp \"1\"]\n[FEN \"{FEN}\"]\n\n*\n");
    fs::write(folder.path().join("games.pgn"), games)?;
    for line in [
        "verify --rules cornered.rules --tables syzygy --json",
        "verify --rules cornered.rules --tables syzygy --report page",
        "verify --rules cornered.rules --tables syzygy --shards 2 --parts parts",
        "check KRK --against syzygy --wdl --json",
        "check KRK --tables syzygy --checksums --json",
        "stats KRK --tables syzygy",
        "convert KRK --tables syzygy --to own --out own",
        "games games.pgn --rules cornered.rules --tables syzygy --json",
        "export rules --rules cornered.rules --lang c --tables syzygy",
        "probe 8/8/8/8/8/8/8/k1KR4_b_-_-_0_1 --against syzygy --json",
    ] {
        // A FEN is one word.
        let run = |more: &str| -> Result<Output, Box<dyn std::error::Error>> {
            let words = line.split_whitespace().map(|word| word.replace('_', " "));
            let mut command = Command::cargo_bin("drawproof")?;
            let command = command.current_dir(&folder).args(words);
            Ok(command.args(more.split_whitespace()).output()?)
        };
        let refused = run("")?;
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert_eq!(refused.status.code(), Some(2), "{line}: {said}");
        assert!(said.contains("syzygy/KRvK.rtbw is not the file"), "{said}");
        let trusted = run("--trust-files")?;
        assert_ne!(trusted.status.code(), Some(2), "{line}: {trusted:?}");
        let text = stdout(&trusted);
        if line.contains("--json") {
            assert!(text.contains("\"own_copy\""), "{line}: {text}");
        } else {
            // In a comment it may span several lines.
            let words = text.split_whitespace().filter(|&word| word != "//");
            let text = words.collect::<Vec<_>>().join(" ");
            assert!(
                text.contains("own copy, not as published"),
                "{line}: {text}"
            );
        }
    }
    let page = fs::read_to_string(folder.path().join("page/index.html"))?;
    assert!(page.contains("own copy, not as published: KRvK.rtbw"));
    let part = fs::read_to_string(folder.path().join("parts/KRvK-1-of-2.part.json"))?;
    let part: serde_json::Value = serde_json::from_str(&part)?;
    let files = &part["contents"]["header"]["oracles"][0]["files"];
    assert_eq!(files["own_copies"][0], "KRvK.rtbw");
    // A part made with the published files belongs to another run.
    let other = format!("{VERIFY} {CARRIED} --shard 2/2 --parts parts --resume --examples 3");
    assert_eq!(run(&folder, &other)?.status.code(), Some(2));
    Ok(())
}

/// A file that another writer made ends with its own checksum; one that does not is damaged.
#[test]
fn damage_is_never_trusted() -> Outcome {
    let folder = flipped()?;
    let file = folder.path().join("syzygy/KRvK.rtbw");
    let mut bytes = fs::read(&file)?;
    bytes[140] ^= 1;
    fs::write(&file, &bytes)?;
    let distances = folder.path().join("distances");
    fs::create_dir(&distances)?;
    fs::copy(
        Path::new(CARRIED).join("KRvK.rtbw"),
        distances.join("KRvK.rtbw"),
    )?;
    fs::write(distances.join("KRvK.rtbz"), &bytes)?;
    for line in [
        "verify --rules cornered.rules --tables syzygy",
        "check KRK --tables syzygy --checksums",
        "check KRK --tables syzygy",
        "check KRK --tables distances --checksums",
        "check KRK --tables distances --wdl",
        "stats KRK --tables syzygy",
        "convert KRK --tables syzygy --to own --out own",
        "probe 8/8/8/8/8/8/8/k1KR4_b_-_-_0_1 --against syzygy",
    ] {
        let words = line.split_whitespace().map(|word| word.replace('_', " "));
        let mut command = Command::cargo_bin("drawproof")?;
        let command = command.current_dir(&folder).args(words);
        let output = command.arg("--trust-files").output()?;
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{line}: {output:?}");
        assert!(said.contains("the checksum at its end"), "{line}: {said}");
    }
    Ok(())
}

/// Files that are no whole tables have checksums, but nothing to check by moves.
#[test]
fn gaviota_files_are_checked_by_checksums() -> Outcome {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tables/tests/gaviota");
    let check = ["check", "KRK", "--tables", folder];
    let output = drawproof(&[&check[..], &["--checksums"]].concat())?;
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let checked = "KRvK     agrees with the checksum of its file (as published)\n";
    assert_eq!(stdout(&output), checked);
    let output = drawproof(&check)?;
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("the whole table of KRvK is needed"), "{said}");
    Ok(())
}

/// A probe reads only the files that it needs.
#[test]
fn a_probe_reads_what_it_needs() -> Outcome {
    let folder = flipped()?;
    let probe = |fen: &str| -> Result<Output, Box<dyn std::error::Error>> {
        let mut command = Command::cargo_bin("drawproof")?;
        let command = command.current_dir(&folder).args(["probe", fen]);
        Ok(command.args(["--against", "syzygy", "--json"]).output()?)
    };
    let bishop = probe("8/8/8/8/2k5/8/2K5/2B5 w - - 0 1")?;
    assert_eq!(bishop.status.code(), Some(0));
    let answer: serde_json::Value = serde_json::from_slice(&bishop.stdout)?;
    let files = &answer["sources"][1]["files_of_others"];
    assert_eq!(files["standing"], "as_published");
    let minors = probe("8/8/8/8/2k5/8/n1K5/2B5 w - - 0 1")?;
    assert_eq!(minors.status.code(), Some(2));
    let said = String::from_utf8_lossy(&minors.stderr);
    assert!(said.contains("KBvKN.rtbw is not the file"), "{said}");
    Ok(())
}
