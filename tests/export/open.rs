//! Rules for any number of men.

use super::{Outcome, Workshop, gives_no_warning};

use std::fs;

const BISHOPS: &str = "recognizer KBsPsvKPs
silent \"far\" because \"It may win.\" when distance(weak.king, a8) > 2
strong_cannot_win \"corner\" for weak because \"The king stays.\"
  when any p in strong.pawns : p in file_a and empty(strong.bishops & light_squares)
";

const KNIGHT: &str = "recognizer KNPsvK
draw \"lone knight\" because \"It cannot mate.\" when empty(strong.pawns)
  and not weak.king in strong.attacks
";

const PAWNS: &str = "recognizer KPsvK
strong_cannot_win \"corner\" because \"The king stays.\"
  when empty(strong.pawns - file_a) and weak.king in {a8, b8, a7, b7}
";

const CLOSED: &str = "recognizer KNK\ndraw \"all\" because \"A knight cannot mate.\" when true\n";

fn workshop() -> std::io::Result<Workshop> {
    let workshop = Workshop::with("bishops.rules", BISHOPS)?;
    fs::write(workshop.file("knight.rules"), KNIGHT)?;
    fs::write(workshop.file("closed.rules"), CLOSED)?;
    Ok(workshop)
}

/// Files of both kinds become one, which says what is not proven.
#[test]
fn open_files_are_exported_beside_closed_ones() -> Outcome {
    let workshop = workshop()?;
    let files = ["knight.rules", "closed.rules", "bishops.rules"];
    let options = files.into_iter().flat_map(|file| ["--rules", file]);
    let options: Vec<&str> = options
        .chain(["--unverified", "--lang", "c", "--out", "all.c"])
        .collect();
    let said = workshop.exported("rules", &options, 0)?;
    for line in [
        "knight.rules: NOT PROVEN for any number of men; its claims may be wrong\n",
        "bishops.rules: NOT PROVEN for any number of men; its claims may be wrong\n",
        "written: all.c\n",
    ] {
        assert!(said.contains(line), "{line}: {said}");
    }
    let text = fs::read_to_string(workshop.file("all.c"))?;
    for part in [
        "// KNvK: 1 rule from closed.rules\n",
        "// KNPsvK, any number of men: 1 rule from knight.rules\n",
        "// KBsPsvKPs, any number of men: 2 rules from bishops.rules\n",
        "// NOT PROVEN: these rules may claim a draw in a won or lost position.",
        "// 1 draw: lone knight\n",
        "// 2 silent: far\n// 3 strong_cannot_win: corner\n",
        "int drawproof_probe_rule(",
        "int drawproof_any_number_rule(",
        "int drawproof_any_number_results(",
        "int drawproof_knpsk_results(",
        "int drawproof_kbspskps_rule(\n    unsigned strong_king, unsigned weak_king, \
         uint64_t strong_bishops, uint64_t strong_pawns,\n    uint64_t weak_pawns, bool strong_to_move)",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let again = text.replace("\n//", "");
    assert!(again.contains("--rules bishops.rules"), "{text}");
    Ok(())
}

/// Rules that are proven say so.
#[test]
fn proven_files_say_that_they_are() -> Outcome {
    let workshop = Workshop::with("pawns.rules", PAWNS)?;
    let options = ["--rules", "pawns.rules", "--lang", "c", "--out", "pawns.c"];
    let said = workshop.exported("rules", &options, 0)?;
    assert!(
        said.contains("pawns.rules: proven for any number of men\n"),
        "{said}"
    );
    let text = fs::read_to_string(workshop.file("pawns.c"))?;
    assert!(text.contains("// Proven for any number of men, by induction: no claim is wrong.\n"));
    Ok(())
}

/// Strict compilers and checkers give no warnings.
#[test]
fn open_files_compile_without_warnings() -> Outcome {
    let workshop = workshop()?;
    let path = |name: &str| workshop.file(name).display().to_string();
    let files = ["knight.rules", "closed.rules", "bishops.rules"].map(path);
    let [knight, closed, bishops] = files.each_ref().map(String::as_str);
    gives_no_warning("rules", &["--rules", bishops, "--unverified"])?;
    gives_no_warning(
        "rules",
        &[
            "--rules",
            bishops,
            "--rules",
            closed,
            "--rules",
            knight,
            "--rules",
            bishops,
            "--unverified",
        ],
    )
}

/// What cannot be done with them is refused, with a reason.
#[test]
fn open_files_have_no_proof_of_compiled_code() -> Outcome {
    let workshop = workshop()?;
    let refused = |arguments: &[&str]| -> Result<String, Box<dyn std::error::Error>> {
        let output = workshop.export("rules", &[arguments, &["--lang", "c"]].concat())?;
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        Ok(String::from_utf8(output.stderr)?)
    };
    let error = refused(&["--rules", "bishops.rules", "--prove"])?;
    assert!(
        error.contains("any number of men (KBsPsvKPs); leave --prove out"),
        "{error}"
    );
    let error = refused(&["--rules", "bishops.rules"])?;
    assert!(
        error.contains("bishops.rules is not proven, so nothing is exported"),
        "{error}"
    );
    let silent = "recognizer KPsvK\nhold \"h\" because \"x\" when strong_to_move\n";
    fs::write(workshop.file("silent.rules"), silent)?;
    let error = refused(&["--rules", "silent.rules"])?;
    assert!(error.contains("silent.rules claims nothing"), "{error}");
    fs::write(
        workshop.file("wrong.rules"),
        "recognizer KPsvK\ndraw \"h\"\n",
    )?;
    let error = refused(&["--rules", "wrong.rules"])?;
    assert!(error.contains("wrong.rules"), "{error}");
    Ok(())
}
