//! A report with something in every field, so that mutants reach what few
//! reports show.

use drawproof_reports::{
    BestRow, ComparisonRow, ContradictionRow, CountRow, DecidedAtOnceRow, DistanceRow,
    EnPassantRow, FaultRow, FilesRow, MissedRow, OneSidedRow, OracleRow, Report, SizeRow, Totals,
    TypicalRow, WithoutVerdict,
};
use drawproof_tables::{Provenance, Standing};

const FEN: &str = "8/8/8/8/8/2k5/8/K1r5 w - - 0 1";
const FAULT: &str = "the library gave 7, which is no verdict";

/// The report with what a run of others would add to it.
pub fn filled(report: &Report) -> Report {
    let mut all = report.clone();
    add_counts(&mut all);
    add_positions(&mut all);
    add_oracles(&mut all);
    all
}

fn count(board_count: u64) -> CountRow {
    CountRow {
        board_count,
        unique_count: Some(board_count / 8),
        ten_squares_count: Some(board_count / 4),
    }
}

/// Counts besides those of the rules.
fn add_counts(all: &mut Report) {
    let totals = Totals {
        incorrect_draws: count(8),
        spotted_draws: count(80),
        missed_draws: count(16),
        spotted_decisive: count(160),
    };
    let one_sided = Some(OneSidedRow {
        draws: count(8),
        decisive: count(0),
    });
    let left_out = DecidedAtOnceRow {
        checkmates: count(8),
        won_by_capture_or_promotion: count(32),
        mates_in_one: count(16),
    };
    all.fifty_move_differences = Some(count(24));
    all.en_passant = Some(EnPassantRow {
        totals,
        draws_without_verdict: count(8),
        decisive_without_verdict: count(16),
        one_sided,
        incorrect_claims: None,
        left_out: Some(left_out),
    });
    all.left_out = Some(left_out);
    all.second_look_positions = Some(1000);
    all.size = Some(SizeRow {
        rules: 3,
        conditions: 5,
        table_bytes: 8,
        steps_a_call: 4.25,
    });
    all.best = vec![BestRow {
        rule: all.rules[0].name.clone(),
        spotted_draws: count(80),
        only_by_it: count(40),
    }];
    all.without_verdict = Some(WithoutVerdict {
        draws: count(8),
        decisive: count(16),
        stops: 2,
        faults: vec![FaultRow {
            fen: FEN.into(),
            what: FAULT.into(),
        }],
    });
    all.one_sided = one_sided;
    all.incorrect_draws_by_distance = Some(vec![DistanceRow {
        mate_plies: 3,
        wins_board_count: 8,
        losses_board_count: 0,
    }]);
}

/// Positions, and what is said of them.
fn add_positions(all: &mut Report) {
    let rule = all.rules[0].name.clone();
    for example in &mut all.counterexamples {
        example.drawn_by_fifty_moves = Some(true);
        example.own_tables_say = Some("draw".into());
        example.best_moves_san = vec!["Kb1".into(), "Rxc1#".into()];
    }
    all.missed_draws_sample = vec![MissedRow {
        fen: FEN.into(),
        rule: Some(rule.clone()),
        best_moves_san: Some(vec!["Kb1".into()]),
    }];
    all.typical_missed_draws = vec![TypicalRow {
        fen: FEN.into(),
        rule: Some(rule),
        stands_for_positions: 3,
    }];
}

/// Several oracles.
fn add_oracles(all: &mut Report) {
    let names = ["own tables", "Syzygy files in DIR"].map(String::from);
    all.others = names[1..].to_vec();
    all.comparisons = vec![ComparisonRow {
        oracles: names.clone(),
        compared: count(400),
        contradictions: count(8),
        first_contradiction: Some(ContradictionRow {
            fen: FEN.into(),
            says: ["loss", "draw"].map(String::from),
            commands: vec![format!("drawproof probe '{FEN}'")],
        }),
    }];
    all.oracles = names
        .iter()
        .map(|name| OracleRow {
            name: name.clone(),
            sha256: "5e".repeat(32),
        })
        .collect();
    all.files_of_others = vec![FilesRow {
        oracle: names[1].clone(),
        files: Provenance {
            standing: Standing::OwnCopy,
            own_copies: vec!["KRvK.rtbw".into()],
        },
    }];
}
