//! The table of the recognizers in the guide: the share of draws that each grade spots.

use std::{fs, iter};

use anyhow::{Context, bail};

use crate::program::root;

/// What `drawproof verify --overview` prints.
const COUNTS: &str = "facts/recognizers.txt";

const GRADES: [&str; 4] = ["quick", "ahead", "strong", "exact"];

/// The table, as a block of text.
pub fn text() -> anyhow::Result<String> {
    let counts = fs::read_to_string(root().join(COUNTS)).context(COUNTS)?;
    Ok(format!("```text\n{}```\n", table(&counts)?))
}

/// One line of the overview.
struct Row<'a> {
    class: &'a str,
    grade: &'a str,
    /// What bounds claim.
    claim: Option<&'a str>,
    draws: &'a str,
    share: &'a str,
}

/// A line for each class.
fn table(counts: &str) -> anyhow::Result<String> {
    let (overview, _) = counts.split_once("\n\n").unwrap_or((counts, ""));
    let rows: Vec<Row<'_>> = overview
        .lines()
        .skip(1)
        .map(row)
        .filter(|row| !matches!(row, Ok(row) if row.grade == "mate"))
        .collect::<Result<_, _>>()?;
    let mut classes: Vec<&str> = rows.iter().map(|row| row.class).collect();
    classes.dedup();
    let [quick, ahead, strong, exact] = GRADES;
    let head = ["class", "draws", quick, ahead, strong, exact, "bounds"];
    let lines = classes.iter().map(|class| {
        let of_class: Vec<&Row<'_>> = rows.iter().filter(|row| row.class == *class).collect();
        line(&cells(&of_class))
    });
    Ok(iter::once(line(&head.map(String::from)))
        .chain(lines)
        .collect())
}

fn row(line: &str) -> anyhow::Result<Row<'_>> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [
        class,
        draws,
        _,
        share,
        "%",
        _,
        _,
        _,
        _,
        _,
        _,
        _,
        file,
        claim @ ..,
    ] = &words[..]
    else {
        bail!("{COUNTS}: not a line of the overview: {line}");
    };
    let grade = file
        .split('.')
        .nth(1)
        .with_context(|| format!("{file} has no grade"))?;
    Ok(Row {
        class,
        grade,
        claim: claim.first().copied(),
        draws,
        share,
    })
}

/// The columns of a class.
fn cells(rows: &[&Row<'_>]) -> [String; 7] {
    let share = |grade: &str| {
        let of_grade = rows.iter().find(|row| row.grade == grade);
        of_grade.map_or_else(String::new, |row| row.share.into())
    };
    let draws = rows.iter().find(|row| row.claim.is_none());
    let bounds = rows
        .iter()
        .filter_map(|row| Some(format!("{} {}", row.claim?, row.share)));
    let [quick, ahead, strong, exact] = GRADES.map(share);
    [
        rows.first()
            .map_or_else(String::new, |row| row.class.into()),
        draws.map_or_else(String::new, |row| row.draws.into()),
        quick,
        ahead,
        strong,
        exact,
        bounds.collect::<Vec<_>>().join(", "),
    ]
}

fn line(cells: &[String; 7]) -> String {
    let [class, draws, quick, ahead, strong, exact, bounds] = cells;
    let line =
        format!("{class:<6} {draws:>14} {quick:>8} {ahead:>8} {strong:>8} {exact:>8}  {bounds}");
    format!("{}\n", line.trim_end())
}

#[cfg(test)]
mod tests {
    use drawproof_recognizers::ledger;

    use super::*;

    #[test]
    fn a_class_is_one_line() -> anyhow::Result<()> {
        let counts = "\
class            draws        spotted      share         missed  incorrect    wins/losses  rules  conditions  tables   steps  from
KRvKN       16,740,224     11,890,032   71.027 %      4,850,192          0      6,575,760     20         150       0     470  krkn.quick.rules
KRvKN       23,315,944     23,315,944  100.000 %              0          0             40      2          10       0      63  krkn.bounds.rules: weak_cannot_win
KRvKN            7,224          7,224  100.000 %              0          0     23,308,760      5          10       0      16  krkn.mate.rules: strong_cannot_mate

PROVEN: no incorrect claim
";
        let expected = "\
class           draws    quick    ahead   strong    exact  bounds
KRvKN      16,740,224   71.027                             weak_cannot_win 100.000
";
        assert_eq!(table(counts)?, expected);
        assert!(table("class\nnothing\n").is_err());
        Ok(())
    }

    /// Two commands counted the same: the overview, and the proof of each file.
    #[test]
    fn the_ledger_has_the_same_counts() -> anyhow::Result<()> {
        let counts = fs::read_to_string(root().join(COUNTS))?;
        let (overview, _) = counts.split_once("\n\n").context("no table")?;
        let mut compared = 0;
        for line in overview.lines().skip(1) {
            let words: Vec<&str> = line.split_whitespace().collect();
            let [_, _, spotted, _, _, missed, incorrect, .., file] = words[..] else {
                bail!("not a line of the overview: {line}");
            };
            let Some(proof) = ledger().iter().find(|proof| proof.file == file) else {
                continue; // Bounds, which end with a claim.
            };
            let figure = |figure: &str| figure.replace(',', "").parse::<u64>();
            let printed = [figure(spotted)?, figure(missed)?, figure(incorrect)?];
            let proven = [proof.spotted_draws, proof.missed_draws, proof.incorrect];
            assert_eq!(printed, proven, "{file}");
            compared += 1;
        }
        assert!(compared > 0);
        Ok(())
    }
}
