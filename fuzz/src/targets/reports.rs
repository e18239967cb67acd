//! Reports as JSON, and every form made from them.

use drawproof_reports::{
    Changes, Report, TABLES, best_table, changes_text, counterexamples_epd, csv, html, json,
    missed_draws_epd, read, table_row, text,
};

use super::target::Target;
use crate::{filled::filled, seeds as small};

pub const TARGET: Target = Target {
    name: "reports",
    run,
    seeds,
    sealed: None,
    words: &[
        "null",
        "true",
        "false",
        "18446744073709551615",
        "-1",
        "1e308",
        "\"KRvKR\"",
        "[]",
        "{}",
        "\"draw\"",
        "\"silent\"",
        "\\u0000",
        "</script>",
    ],
};

/// Reports of a small run, with and without optional contents, and with all of them.
fn seeds() -> Vec<(String, Vec<u8>)> {
    let reports = small::reports();
    let one = json(&reports[..1]).expect("reports can be written");
    let all = json(reports).expect("reports can be written");
    let filled = json(&[filled(&reports[0])]).expect("reports can be written");
    vec![
        ("one".into(), one.into_bytes()),
        ("all".into(), all.into_bytes()),
        ("filled".into(), filled.into_bytes()),
    ]
}

fn run(bytes: &[u8]) {
    // Files that are not UTF-8 are refused earlier.
    let Ok(text) = str::from_utf8(bytes) else {
        return;
    };
    match read(text) {
        Ok(reports) => show(&reports),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn show(reports: &[Report]) {
    let written = json(reports).expect("reports can be written");
    let again = read(&written).expect("what was written is read");
    assert_eq!(json(&again).expect("reports can be written"), written);
    best_table(reports);
    for report in reports {
        assert!(!text(report).is_empty());
        assert!(!table_row(report).is_empty());
    }
    csv(reports, &mut Vec::new()).expect("memory can be written");
    for table in TABLES {
        table
            .write(reports, &mut Vec::new())
            .expect("memory can be written");
    }
    counterexamples_epd(reports);
    missed_draws_epd(reports);
    html(reports, None).expect("a page can be written");
    changes_text(&Changes::between(reports, small::reports()));
    changes_text(&Changes::between(small::reports(), reports));
}

#[cfg(test)]
mod tests {
    use drawproof_reports::read;

    /// Only which side is to move in a map of kings may be missing, as it is
    /// where both sides are the same.
    #[test]
    fn a_seed_has_something_in_every_field() {
        let seeds = super::seeds();
        let (_, bytes) = seeds.iter().find(|(name, _)| name == "filled").expect("it");
        let text = str::from_utf8(bytes).expect("text");
        read(text).expect("a report");
        for nothing in ["null", "[]", "\"\""] {
            assert!(!text.contains(nothing), "{nothing} in {text}");
        }
    }
}
