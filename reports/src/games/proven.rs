//! How often rules for any number of men speak in games.

use std::fmt::{self, Write};

use anstyle::Style;
use serde::Serialize;

use crate::{
    number::{percent, thousands},
    words::column_width,
};

/// The most men of positions that usually have tables.
const FEW_MEN: usize = 5;

/// What rules proven for any number of men say of the positions of games, each counted as often as
/// it occurred. Tables are not asked: who wins is proven.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize)]
pub struct GamesProven {
    /// A row for each number of men that occurs.
    pub by_men: Vec<ProvenMenRow>,
    /// A row for each rule that claims something.
    pub rules: Vec<ProvenRuleRow>,
}

/// Positions with some number of men.
#[derive(Copy, Clone, Default, PartialEq, Eq, Debug, Serialize)]
pub struct ProvenMenRow {
    /// Kings included.
    pub men: usize,
    /// All.
    pub positions: u64,
    /// Those in which a rule speaks: the sum of the next three.
    pub spoken: u64,
    /// Neither side can win.
    pub draws: u64,
    /// One side cannot win; of the other nothing is said.
    pub one_side_cannot_win: u64,
    /// One side cannot even mate with help; of the other nothing is said.
    pub one_side_cannot_mate: u64,
}

/// A rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ProvenRuleRow {
    /// Its class, as `KBsPsvK`.
    pub class: String,
    /// Where it comes from.
    pub rules_from: String,
    /// Its name.
    pub rule: String,
    /// What it claims, as rule files say it.
    pub kind: &'static str,
    /// The positions in which it speaks.
    pub by_men: Vec<MenCount>,
}

/// Positions with some number of men.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MenCount {
    /// Kings included.
    pub men: usize,
    /// How many.
    pub positions: u64,
}

impl ProvenRuleRow {
    /// How often it speaks with few men, and with more.
    fn counts(&self) -> [u64; 2] {
        let sum = |is_wanted: fn(usize) -> bool| {
            let wanted = self.by_men.iter().filter(|of| is_wanted(of.men));
            wanted.map(|of| of.positions).sum()
        };
        [sum(|men| men <= FEW_MEN), sum(|men| men > FEW_MEN)]
    }
}

impl GamesProven {
    /// As text.
    pub(super) fn write(&self, out: &mut String) -> fmt::Result {
        let many = || self.by_men.iter().filter(|row| row.men > FEW_MEN);
        let positions = many().map(|row| row.positions).sum();
        let spoken = many().map(|row| row.spoken).sum();
        let bold = Style::new().bold();
        writeln!(
            out,
            "\n{bold}proven for any number of men{bold:#}: rules speak of {} ({}) of {} positions with six men and more",
            thousands(spoken),
            percent(spoken, positions),
            thousands(positions),
        )?;
        if self.by_men.iter().any(|row| row.spoken > 0) {
            self.write_men(out)?;
            self.write_rules(out)?;
        }
        Ok(())
    }

    fn write_men(&self, out: &mut String) -> fmt::Result {
        let names = [
            "positions",
            "rules speak",
            "share",
            "draws",
            "cannot win",
            "cannot mate",
        ];
        write!(out, "{:<9}", "men")?;
        names
            .iter()
            .try_for_each(|name| write!(out, " {name:>12}"))?;
        writeln!(out)?;
        for row in self.by_men.iter().filter(|row| row.spoken > 0) {
            let cells = [
                thousands(row.positions),
                thousands(row.spoken),
                percent(row.spoken, row.positions),
                thousands(row.draws),
                thousands(row.one_side_cannot_win),
                thousands(row.one_side_cannot_mate),
            ];
            write!(out, "{:<9}", row.men)?;
            cells
                .iter()
                .try_for_each(|cell| write!(out, " {cell:>12}"))?;
            writeln!(out)?;
        }
        Ok(())
    }

    fn write_rules(&self, out: &mut String) -> fmt::Result {
        let name = |row: &ProvenRuleRow| format!("{}: {}", row.class, row.rule);
        let rows = self.rules.iter().filter(|row| !row.by_men.is_empty());
        let rows: Vec<(&ProvenRuleRow, String)> = rows.map(|row| (row, name(row))).collect();
        let first = column_width(rows.iter().map(|(row, _)| row.kind));
        let width = column_width(rows.iter().map(|(_, name)| name.as_str()));
        writeln!(
            out,
            "\n{:<first$} {:<width$} {:>12} {:>12}",
            "claim", "rule", "up to 5 men", "6 and more"
        )?;
        for (row, name) in rows {
            let [few, more] = row.counts().map(thousands);
            writeln!(
                out,
                "{:<first$} {name:<width$} {few:>12} {more:>12}",
                row.kind
            )?;
        }
        Ok(())
    }
}
