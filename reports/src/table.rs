//! The table of recognizers, one line each.

use crate::{Report, counts::sum, percent, thousands, words::Proof};

/// The header of the columns of [`table_row`].
pub const TABLE_HEADER: &str = "\
class            draws        spotted      share         missed  incorrect    wins/losses  rules  conditions  tables   steps  from
";

/// The line of a recognizer: board counts, and the size of the rules. If it
/// claims more than draws, a line for each kind of claim.
pub fn table_row(report: &Report) -> String {
    if report.has_other_claims() {
        let lines = report.claims.iter().map(|of| {
            let right = sum(&[of.spotted, of.missed]).board_count;
            let all = report.totals.all().saturating_sub(right);
            let from = format!("{}: {}", file_of(report), of.claim.name());
            let counts = [of.spotted, of.missed, of.incorrect].map(|count| count.board_count);
            line(report, counts, all, &from)
        });
        return lines.collect();
    }
    let totals = &report.totals;
    let counts = [
        totals.spotted_draws,
        totals.missed_draws,
        totals.incorrect_draws,
    ];
    let counts = counts.map(|count| count.board_count);
    let decisive = sum(&[totals.incorrect_draws, totals.spotted_decisive]).board_count;
    line(report, counts, decisive, file_of(report))
}

/// A line: where a claim is spotted, missed and incorrect, and in how many
/// positions it would be wrong.
fn line(
    report: &Report,
    [spotted, missed, incorrect]: [u64; 3],
    others: u64,
    from: &str,
) -> String {
    let right = spotted.saturating_add(missed);
    let size = |of: fn(&crate::SizeRow) -> String| report.size.as_ref().map_or("-".into(), of);
    format!(
        "{:<8} {:>13}  {:>13}  {:>9}  {:>13}  {:>9}  {:>13}  {:>5}  {:>10}  {:>6}  {:>6}  {}\n",
        report.material,
        thousands(right),
        thousands(spotted),
        percent(spotted, right),
        thousands(missed),
        thousands(incorrect),
        thousands(others),
        size(|size| size.rules.to_string()),
        size(|size| thousands(size.conditions as u64)),
        size(|size| thousands(size.table_bytes as u64)),
        size(|size| thousands(size.steps_a_call.round() as u64)),
        from,
    )
}

/// The best rules of recognizers and what they are worth, one line each: board counts. Empty
/// if not requested.
pub fn best_table(reports: &[Report]) -> String {
    let lines = reports.iter().flat_map(|report| {
        report.best.iter().map(|row| {
            format!(
                "{:<8} {:>13}  {:>13}  {}: {}\n",
                report.material,
                thousands(row.spotted_draws.board_count),
                thousands(row.only_by_it.board_count),
                file_of(report),
                row.rule,
            )
        })
    });
    let lines: String = lines.collect();
    if lines.is_empty() {
        return lines;
    }
    format!("\nclass            draws     only by it  best rules\n{lines}")
}

/// The line below the table if everything is proven, else `None`.
pub fn table_conclusion(reports: &[Report]) -> Option<String> {
    if !reports.iter().all(|report| report.proven) {
        return None;
    }
    let silent = reports.iter().filter(|report| report.nothing_claimed);
    let silent: Vec<&str> = silent.map(file_of).collect();
    let nothing_claimed = match silent.len() {
        0 => None,
        all if all == reports.len() => Some("nothing is claimed".into()),
        _ => Some(format!("nothing is claimed by {}", silent.join(", "))),
    };
    let without_en_passant = reports.iter().any(|report| report.without_en_passant);
    let only_draws = !reports.iter().any(Report::has_other_claims);
    let proof = Proof {
        without_en_passant,
        is_quiet: reports.iter().any(|report| report.left_out.is_some()),
        only_draws,
    };
    Some(proof.words(nothing_claimed.as_deref()))
}

/// The origin of the rules, without a remark that would be the same in each
/// line.
fn file_of(report: &Report) -> &str {
    report.rules_from.trim_end_matches(" (built in)")
}
