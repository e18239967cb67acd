//! How many draws recognizers of growing size spot: a table, CSV, and a plot.

mod plot;

use std::fmt::Write;

use serde::Serialize;

use crate::number::{percent, percent_of, thousands};

/// Verified recognizers of one class, from small to large.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Frontier {
    /// The class, as KRvKR.
    pub material: String,
    /// The draws of the class, board count, both sides to move.
    pub draws_board_count: u64,
    /// The recognizers that were mined.
    pub points: Vec<FrontierPoint>,
    /// What other methods reach.
    pub levels: Vec<FrontierLevel>,
    /// Whether the search ended before the largest ones were found.
    pub ended_early: bool,
}

/// A recognizer and its size.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FrontierPoint {
    /// `list` or `tree`.
    pub form: &'static str,
    /// How many rules it has, for both sides to move together.
    pub rules: u64,
    /// How many conditions its rules have, or tests of a tree.
    pub conditions: u64,
    /// Bytes of the rule file without comments.
    pub bytes: u64,
    /// How long a call is estimated to take, in nanoseconds.
    pub estimated_nanoseconds: f64,
    /// Claimed as draws, but won or lost.
    pub incorrect_draws_board_count: u64,
    /// Draws that were claimed.
    pub spotted_draws_board_count: u64,
    /// Draws that were not.
    pub missed_draws_board_count: u64,
}

/// What another method reaches, without a comparable size.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FrontierLevel {
    /// Who.
    pub name: String,
    /// The share of all draws that are spotted, from 0 to 1.
    pub spotted_share: f64,
    /// The share of wins and losses that are claimed as draws, from 0 to 1.
    pub incorrect_share: f64,
}

impl FrontierPoint {
    /// The share of all draws that are missed, from 0 to 1.
    pub fn missed_share(&self) -> f64 {
        let draws = self.spotted_draws_board_count + self.missed_draws_board_count;
        self.missed_draws_board_count as f64 / (draws as f64).max(1.0)
    }

    /// Whether another one of the same form has no more conditions, takes no
    /// longer and misses no more draws, and is not equal.
    fn is_beaten_by(&self, other: &Self) -> bool {
        let figures = |point: &Self| {
            (
                point.conditions,
                point.estimated_nanoseconds,
                point.missed_draws_board_count,
            )
        };
        let (mine, theirs) = (figures(self), figures(other));
        self.form == other.form
            && theirs != mine
            && theirs.0 <= mine.0
            && theirs.1 <= mine.1
            && theirs.2 <= mine.2
    }
}

impl Frontier {
    /// The frontier without recognizers that others beat in every way. A
    /// recognizer with an incorrect draw is always kept.
    #[must_use]
    pub fn without_beaten(mut self) -> Self {
        // Keep one of several equal ones.
        let mut seen: Vec<FrontierPoint> = Vec::new();
        self.points.retain(|point| {
            let is_new = !seen.contains(point);
            seen.push(point.clone());
            is_new
        });
        let all = self.points.clone();
        self.points.retain(|point| {
            let is_beaten = all.iter().any(|other| point.is_beaten_by(other));
            point.incorrect_draws_board_count > 0 || !is_beaten
        });
        self
    }

    /// A table for a terminal.
    pub fn text(&self) -> String {
        let mut out = format!(
            "{}: draws that mined recognizers spot, of {}\n\n{:<6}{:>7}{:>12}{:>10}{:>12}{:>16}{:>11}{:>12}\n",
            self.material,
            thousands(self.draws_board_count),
            "form",
            "rules",
            "conditions",
            "bytes",
            "ns, about",
            "spotted",
            "share",
            "incorrect",
        );
        for point in &self.points {
            // Writing to a string cannot fail.
            let _ = writeln!(
                out,
                "{:<6}{:>7}{:>12}{:>10}{:>12.1}{:>16}{:>11}{:>12}",
                point.form,
                thousands(point.rules),
                thousands(point.conditions),
                thousands(point.bytes),
                point.estimated_nanoseconds,
                thousands(point.spotted_draws_board_count),
                percent(point.spotted_draws_board_count, self.draws_board_count),
                thousands(point.incorrect_draws_board_count),
            );
        }
        if !self.levels.is_empty() {
            out += "\nbeside them\n";
        }
        for level in &self.levels {
            let share = percent_of(level.spotted_share);
            let _ = write!(out, "{share:>12}  {}", level.name);
            let _ = if level.incorrect_share > 0.0 {
                let wrong = percent_of(level.incorrect_share);
                writeln!(out, ", wrongly claiming {wrong} of wins and losses")
            } else {
                writeln!(out)
            };
        }
        out
    }

    /// The points as CSV, one line each.
    ///
    /// # Errors
    ///
    /// If the output cannot be written.
    pub fn csv(&self, output: impl std::io::Write) -> Result<(), csv::Error> {
        // The writer knows field names only for plain rows.
        let mut writer = csv::WriterBuilder::new()
            .has_headers(false)
            .from_writer(output);
        writer.write_record([
            "material",
            "form",
            "rules",
            "conditions",
            "bytes",
            "estimated_nanoseconds",
            "incorrect_draws_board_count",
            "spotted_draws_board_count",
            "missed_draws_board_count",
        ])?;
        for point in &self.points {
            writer.serialize((&self.material, point))?;
        }
        writer.flush()?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frontier() -> Frontier {
        let point = |form, conditions, missed| FrontierPoint {
            form,
            rules: conditions / 2,
            conditions,
            bytes: 40 * conditions,
            estimated_nanoseconds: 1.5 * conditions as f64,
            incorrect_draws_board_count: 0,
            spotted_draws_board_count: 1000 - missed,
            missed_draws_board_count: missed,
        };
        Frontier {
            material: "KRvKR".into(),
            draws_board_count: 1000,
            points: vec![
                point("list", 4, 400),
                point("list", 60, 12),
                point("tree", 10, 300),
                point("tree", 5000, 0),
            ],
            levels: vec![FrontierLevel {
                name: "iCE & others, 2011".into(),
                spotted_share: 0.763,
                incorrect_share: 0.0,
            }],
            ended_early: false,
        }
    }

    #[test]
    fn what_is_beaten_is_left_out() {
        let mut frontier = frontier();
        let worse = FrontierPoint {
            conditions: 61,
            ..frontier.points[1].clone()
        };
        // Larger, but faster.
        let faster = FrontierPoint {
            estimated_nanoseconds: 1.0,
            ..worse.clone()
        };
        // Incorrect recognizers are always reported.
        let wrong = FrontierPoint {
            incorrect_draws_board_count: 1,
            ..worse.clone()
        };
        let kept = [&frontier.points[..], &[faster.clone(), wrong.clone()]].concat();
        let again = faster.clone();
        frontier.points.extend([worse, faster, again, wrong]);
        assert_eq!(frontier.without_beaten().points, kept);
    }

    #[test]
    fn as_csv() {
        let mut out = Vec::new();
        frontier().csv(&mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 5);
        assert_eq!(lines[2], "KRvKR,list,30,60,2400,90.0,0,988,12");
        assert_eq!(lines[0].split(',').count(), lines[1].split(',').count());
    }

    #[test]
    fn as_text() {
        let text = frontier().text();
        assert!(text.contains("98.800 %"), "{text}");
        assert!(text.contains("76.300 %  iCE & others, 2011"), "{text}");
    }

    #[test]
    fn as_a_plot() {
        let svg = frontier().svg();
        assert!(svg.starts_with("<svg"), "{svg}");
        assert!(svg.trim_end().ends_with("</svg>"));
        for text in [
            "99",
            "lists",
            "trees",
            "iCE &amp; others",
            "conditions",
            "nanoseconds",
        ] {
            assert!(svg.contains(text), "{text}\n{svg}");
        }
        // Each point occurs in each of the two panels, and one in each legend.
        assert_eq!(svg.matches("<circle").count(), 2 * 4 + 2 * 2);
    }

    /// Names of levels that are close together are a line apart, and it reads on a dark screen.
    #[test]
    fn labels_do_not_overprint() {
        let level = |name: &str, spotted_share| FrontierLevel {
            name: name.into(),
            spotted_share,
            incorrect_share: 0.0,
        };
        let shares = [0.991, 0.99, 0.9905, 0.763, 0.9902];
        let levels = shares.map(|share| level(&format!("level {share}"), share));
        let svg = Frontier {
            levels: levels.to_vec(),
            ..frontier()
        }
        .svg();
        let lines: Vec<&str> = svg.lines().collect();
        let labels = (1..lines.len()).filter(|&at| lines[at].starts_with("level "));
        let mut heights: Vec<i32> = labels
            .map(|at| {
                let rest = lines[at - 1].split_once(" y=\"").unwrap().1;
                rest.split_once('"').unwrap().0.parse().unwrap()
            })
            .collect();
        assert_eq!(heights.len(), 2 * shares.len());
        let mut panel = heights.split_off(shares.len());
        panel.sort_unstable();
        assert!(
            panel.windows(2).all(|two| two[1] - two[0] >= 14),
            "{panel:?}"
        );
        assert!(svg.contains("prefers-color-scheme: dark"));
    }

    #[test]
    fn nothing_to_plot() {
        let empty = Frontier {
            points: Vec::new(),
            levels: Vec::new(),
            ..frontier()
        };
        assert!(empty.svg().contains("</svg>"));
    }
}
