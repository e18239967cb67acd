//! `drawproof stats`

use std::fmt::Write;

use drawproof_reports::{Counting, percent, thousands};
use drawproof_suite::{
    ice::IceTotals,
    stats::{ClassStats, DistanceRow, Request, SideStats, ZugzwangStats, ice_2011, stats},
};
use drawproof_tables::{Material, Wdl};

use crate::{Outcome, args, helpmate, output, progress::terminal};

impl args::Stats {
    fn request(&self) -> Request {
        Request {
            classes: self.classes.clone(),
            metrics: self.metrics.clone(),
            zugzwangs: self.zugzwangs,
            source: self.source.named(),
        }
    }
}

pub fn run(arguments: &args::Stats, json: bool) -> anyhow::Result<Outcome> {
    if arguments.helpmate {
        return helpmate::stats::run(arguments, json);
    }
    let request = arguments.request();
    if arguments.ice_2011 {
        return run_ice_2011(&request, json);
    }
    let mut all = Vec::new();
    stats(&request, &terminal(), |class, stats| {
        if !json {
            show(class, &stats)?;
        }
        all.push(stats);
        Ok(())
    })?;
    if json {
        output::print_json(&all)?;
    }
    Ok(Outcome::Proven)
}

fn show(class: &Material, stats: &ClassStats) -> anyhow::Result<()> {
    if let Some(files) = &stats.files_of_others {
        output::print(&format!(
            "{class} from {} ({})\n",
            files.oracle,
            files.words()
        ))?;
    }
    for side in &stats.sides {
        output::print(&side_text(side))?;
    }
    Ok(output::print(&zugzwang_text(
        class,
        &stats.mutual_zugzwangs,
    ))?)
}

/// `drawproof stats --ice-2011`
fn run_ice_2011(request: &Request, json: bool) -> anyhow::Result<Outcome> {
    let mut all = Vec::new();
    ice_2011(request, &terminal(), |totals| {
        if !json {
            output::print(&ice_text(&totals))?;
        }
        all.push(totals);
        Ok(())
    })?;
    if json {
        output::print_json(&all)?;
    }
    Ok(if all.iter().all(|totals| totals.agrees) {
        Outcome::Proven
    } else {
        Outcome::Counterexample
    })
}

fn ice_text(of: &IceTotals) -> String {
    let squares = match of.counting {
        Counting::Board => "all 64 squares",
        Counting::TenSquares => "the ten squares a1-d1-d4",
    };
    let mut out = format!(
        "{}, both sides to move, strong king on {squares}\n{:<14}{:>15}{:>18}{:>15}\n",
        of.material, "", "positions", "published 2011", "unique"
    );
    let number = |count: Option<u64>| count.map_or_else(|| "-".into(), thousands);
    for figure in &of.figures {
        let counted = figure.counted.by(of.counting);
        let differs = if counted == Some(figure.published) {
            ""
        } else {
            "  DIFFERS"
        };
        out += &format!(
            "{:<14}{:>15}{:>18}{:>15}{differs}\n",
            figure.name,
            number(counted),
            thousands(figure.published),
            number(figure.counted.unique_count),
        );
    }
    out + "\n"
}

fn zugzwang_text(class: &Material, kinds: &[ZugzwangStats]) -> String {
    let title = format!("{class}, mutual zugzwangs");
    let mut out = format!("{title:<40}{:>13}{:>13}\n", "positions", "unique");
    for kind in kinds {
        let moves = format!(
            "White to move: {}, Black to move: {}",
            kind.white_to_move, kind.black_to_move
        );
        out += &format!(
            "{moves:<40}{:>13}{:>13}\n",
            thousands(kind.positions_board_count),
            thousands(kind.positions_unique_count),
        );
        for fen in &kind.example_fens {
            out += &format!("  {fen}\n");
        }
    }
    out + "\n"
}

fn side_text(side: &SideStats) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write_side(side, &mut out);
    out
}

fn write_side(side: &SideStats, out: &mut String) -> std::fmt::Result {
    write_counts(side, out)?;
    for wdl in [Wdl::Win, Wdl::Loss] {
        if let Some(longest) = side.longest(wdl) {
            let moves = longest.plies.div_ceil(2);
            writeln!(
                out,
                "longest {wdl}: {} plies ({moves} moves)  {}",
                longest.plies, longest.example_fen
            )?;
        }
    }
    if side.by_distance.is_none() {
        writeln!(out, "distances to mate are not known")?;
    }
    for row in side.by_distance.iter().flatten() {
        write_row(row, out)?;
    }
    writeln!(out)
}

fn write_counts(side: &SideStats, out: &mut String) -> std::fmt::Result {
    let white_or_black = if side.side_to_move == "strong" {
        "White"
    } else {
        "Black"
    };
    writeln!(
        out,
        "{}, {} side ({white_or_black}) to move",
        side.material, side.side_to_move
    )?;
    writeln!(
        out,
        "{:<8}{:>15}  {:>10}{:>15}",
        "", "positions", "share", "unique"
    )?;
    for (name, board, unique) in [
        ("wins", side.wins_board_count, side.wins_unique_count),
        ("draws", side.draws_board_count, side.draws_unique_count),
        ("losses", side.losses_board_count, side.losses_unique_count),
    ] {
        let share = percent(board, side.positions());
        writeln!(
            out,
            "{name:<8}{:>15}  {share:>10}{:>15}",
            thousands(board),
            thousands(unique)
        )?;
    }
    Ok(())
}

fn write_row(row: &DistanceRow, out: &mut String) -> std::fmt::Result {
    writeln!(
        out,
        "{:>4} in {:>3} plies{:>13}{:>13}  {}",
        row.wdl,
        row.plies,
        thousands(row.positions_board_count),
        thousands(row.positions_unique_count),
        row.example_fen,
    )
}
