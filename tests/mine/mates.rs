//! Rules about who can still mate, mined and proven.

use std::fs;

use serde_json::Value;

use super::{Outcome, drawproof, folder, mine, mined, text};

/// What a claim counts in a report.
fn count(report: &Value, claim: &str, what: &str) -> Option<u64> {
    let claims = report["claims"].as_array()?;
    let of = claims.iter().find(|of| of["claim"] == claim)?;
    of[what]["board_count"].as_u64()
}

/// What is mined is proven by `verify` against the same truth.
#[test]
fn what_is_mined_is_proven() -> Outcome {
    are_mined_and_proven(&[("KQK --truth can-mate", "dead")])
}

/// Of each other kind of claim, and as a list.
#[test]
#[ignore = "seconds: three kinds of claims"]
fn what_is_mined_of_other_claims_is_proven() -> Outcome {
    are_mined_and_proven(&[
        (
            "KPK --claim strong_cannot_mate --form list --budget 8",
            "strong_cannot_mate",
        ),
        (
            "KPK --claim them_cannot_mate --budget 60conditions",
            "them_cannot_mate",
        ),
        (
            "KNKN --claim us_cannot_mate --vocabulary knkn.vocabulary",
            "us_cannot_mate",
        ),
    ])
}

fn are_mined_and_proven(cases: &[(&str, &str)]) -> Outcome {
    let folder = folder()?;
    let folder = folder.path();
    for &(arguments, claim) in cases {
        let knkn = "vocabulary KNKN\n\
            let mate = in_check and not any move m by us : true\n\
            try mate\ntry distance(us.king, them.king)\n";
        fs::write(folder.join("knkn.vocabulary"), knkn)?;
        let said = mined(folder, &format!("{arguments} --out mined.rules"))?;
        let report = &said["report"];
        assert_eq!(report["truth"], "can_mate", "{arguments}");
        assert_eq!(report["proven"], true, "{arguments}");
        let spotted = count(report, claim, "spotted");
        assert!(spotted > Some(0), "{arguments}");
        let refuted = said["control"]["incorrect_draws"]["board_count"].as_u64();
        assert!(refuted > Some(0), "{arguments}");
        let written = fs::read_to_string(folder.join("mined.rules"))?;
        assert_eq!(said["rule_file"], written.as_str(), "{arguments}");
        assert!(written.contains(&format!(" --claim {claim} ")), "{written}");
        let output = drawproof(folder, "verify --rules mined.rules --truth can-mate --json")?;
        assert_eq!(output.status.code(), Some(0), "{arguments}");
        let reports: Value = serde_json::from_slice(&output.stdout)?;
        assert_eq!(count(&reports[0], claim, "spotted"), spotted, "{arguments}");
        if claim == "dead" || claim == "us_cannot_mate" {
            assert_eq!(count(&reports[0], claim, "missed"), Some(0), "{arguments}");
        }
    }
    Ok(())
}

/// A list says in which positions its claim is right, and in which it would be wrong.
#[test]
fn lists_speak_of_their_claim() -> Outcome {
    let folder = folder()?;
    let arguments = "KPK --claim strong_cannot_mate --form list --budget 8";
    let output = mine(folder.path(), arguments)?;
    assert_eq!(output.status.code(), Some(0));
    let (rules, report) = (text(&output.stdout), text(&output.stderr));
    for words in [
        "\n# Claims strong_cannot_mate in ",
        "\n# keeps the claim from ",
        "because \"not strong_cannot_mate, as in ",
        "\nstrong_cannot_mate \"no danger",
    ] {
        assert!(rules.contains(words), "{words}: {rules}");
    }
    assert!(!rules.contains("draw "), "{rules}");
    assert!(report.contains(" incorrect claims\n"), "{report}");
    // Nothing else than a king can be wrong there.
    let output = mine(folder.path(), "KQK --claim weak_cannot_mate")?;
    let report = text(&output.stderr);
    let expected = "control: none, because weak_cannot_mate is right everywhere";
    assert!(report.contains(expected), "{report}");
    Ok(())
}

/// Tables of help mates are read from folders, and a damaged one is refused.
#[test]
fn tables_are_read() -> Outcome {
    let folder = folder()?;
    let folder = folder.path();
    drawproof(folder, "generate KQK --metrics helpmate --out tables")?;
    let arguments = "KQK --claim dead --form tree --budget 2";
    let generated = mined(folder, arguments)?;
    let read = mined(folder, &format!("{arguments} --tables tables"))?;
    assert_eq!(generated["report"]["totals"], read["report"]["totals"]);
    let file = folder.join("tables/KQvK.dph");
    let mut bytes = fs::read(&file)?;
    bytes[70] ^= 1;
    fs::write(&file, &bytes)?;
    let output = mine(folder, &format!("{arguments} --tables tables"))?;
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    assert!(said.contains("KQvK.dph: the file is damaged"), "{said}");
    Ok(())
}

/// The words that decide who can mate are in no vocabulary about results.
#[test]
fn vocabularies_are_about_their_truth() -> Outcome {
    let folder = folder()?;
    for (arguments, is_there) in [
        ("mine KQK --print-vocabulary", false),
        ("mine KQK --print-vocabulary --truth can-mate", true),
        ("mine KQK --print-vocabulary --claim dead", true),
        ("mine KQK --print-vocabulary --claim win", false),
    ] {
        let output = drawproof(folder.path(), arguments)?;
        let vocabulary = text(&output.stdout);
        assert_eq!(output.status.code(), Some(0), "{arguments}");
        let words = "\ntry strong_queen_cannot_stay\n";
        assert_eq!(vocabulary.contains(words), is_there, "{arguments}");
    }
    Ok(())
}

#[test]
fn what_is_refused() -> Outcome {
    let folder = folder()?;
    for (arguments, expected) in [
        (
            "KRKN --truth results --claim dead",
            "--truth results: dead claims can-mate",
        ),
        (
            "KRKN --truth can-mate --claim draw",
            "--truth can-mate: draw claims results",
        ),
        (
            "KRKR --claim weak_cannot_mate",
            "use --claim us_cannot_mate or them_cannot_mate",
        ),
        (
            "KRKR --claim strong_cannot_win",
            "use --claim not_won or not_lost",
        ),
        (
            "KRKN --truth can-mate --frontier",
            "--frontier is not for --claim dead: it",
        ),
        (
            "KRKN --claim win --frontier",
            "--frontier is not for --claim win: it",
        ),
        (
            "KRKN --claim dead --start a.rules",
            "--start is not for --claim dead: rules",
        ),
        (
            "KRKN --claim dead --against a",
            "--against is not for --claim dead: there",
        ),
    ] {
        let output = mine(folder.path(), arguments)?;
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        let said = text(&output.stderr);
        assert!(said.contains(expected), "{arguments}: {said}");
    }
    Ok(())
}
