//! Progress bars, on a terminal only.

use std::time::Duration;

use drawproof_reports::thousands;
use drawproof_retro::{Keep, PlyReport, Wanted};
use drawproof_tables::{Material, TableSet, visible};
use indicatif::{ProgressBar, ProgressStyle};

/// A bar for a number of steps, or a spinner if it is not known. Nothing is
/// shown if standard error is not a terminal.
pub fn bar(label: impl AsRef<str>, steps: Option<u64>) -> ProgressBar {
    let (bar, template) = match steps {
        Some(steps) => (
            ProgressBar::new(steps),
            "{prefix} {wide_bar} {percent:>3} % {eta}",
        ),
        None => (ProgressBar::new_spinner(), "{prefix} {spinner} {msg}"),
    };
    let style =
        ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = bar
        .with_style(style)
        .with_prefix(visible(label.as_ref()).into_owned());
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// Shows what is being generated: the class and the ply.
pub struct Generating(ProgressBar);

impl Generating {
    pub fn new() -> Self {
        Self(bar("generating", None))
    }

    pub fn show(&self, class: &Material, report: PlyReport) {
        let goal = report.goal.goal();
        let (ply, solved) = (report.ply, thousands(report.solved));
        let structures = report.structures.map_or(String::new(), |(done, of)| {
            format!(
                "pawn structure {} of {}, ",
                thousands(done as u64 + 1),
                thousands(of as u64)
            )
        });
        self.0.set_message(format!(
            "{class}: {goal}, {structures}ply {ply}, {solved} entries solved"
        ));
    }

    /// Prints something meanwhile.
    pub fn pause<T>(&self, print: impl FnOnce() -> T) -> T {
        self.0.suspend(print)
    }
}

impl Drop for Generating {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// Generates the tables of classes and those that they need, and shows the
/// current ply.
pub fn generate(
    classes: &[Material],
    wanted: Wanted,
    keep: Keep,
    tables: &mut TableSet,
) -> anyhow::Result<()> {
    let generating = Generating::new();
    let report = |class: &Material, ply: PlyReport| generating.show(class, ply);
    let result = drawproof_retro::generate_all(classes, wanted, keep, tables, &report);
    Ok(result?)
}
