//! What a use case shows while it works, by way of its caller: this crate draws nothing.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use drawproof_reports::thousands;
use drawproof_retro::{GenerateError, Keep, PlyReport, Wanted};
use drawproof_tables::{Material, TableSet};

/// Where a caller shows what a use case is doing.
pub trait Screen: Send + Sync {
    /// Begins a bar for a number of steps, or one without an end if the number is not known.
    fn bar(&self, label: &str, steps: Option<u64>) -> Box<dyn ShownBar>;

    /// Tells the user something that is no result. If that fails, work continues.
    fn say(&self, text: &str);

    /// Called where freed memory is of more use to the system than to the allocator.
    fn give_back_memory(&self) {}
}

/// A bar of a [`Screen`].
pub trait ShownBar: Send + Sync {
    /// More steps are done.
    fn inc(&self, steps: u64);

    /// What is being done.
    fn set_message(&self, message: String);

    /// Hides the bar while something else is shown.
    fn suspend(&self, show: &mut dyn FnMut());

    /// Takes the bar away.
    fn end(&self);
}

/// The screen of a use case: cheap to clone, and by default none.
#[derive(Clone, Default)]
pub struct Progress(Option<Arc<dyn Screen>>);

impl Progress {
    /// Shows everything on a screen.
    pub fn on(screen: impl Screen + 'static) -> Self {
        Self(Some(Arc::new(screen)))
    }

    /// Shows nothing.
    pub fn silent() -> Self {
        Self::default()
    }

    /// Begins a bar for a number of steps, if it is known.
    pub fn bar(&self, label: impl AsRef<str>, steps: Option<u64>) -> Bar {
        let screen = self.0.as_ref();
        Bar(screen.map(|screen| screen.bar(label.as_ref(), steps)))
    }

    /// Tells the user something that is no result.
    pub fn say(&self, text: &str) {
        if let Some(screen) = &self.0 {
            screen.say(text);
        }
    }

    /// Tells the caller that freed memory is of more use to the system.
    pub fn give_back_memory(&self) {
        if let Some(screen) = &self.0 {
            screen.give_back_memory();
        }
    }
}

impl fmt::Debug for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(if self.0.is_some() { "shown" } else { "silent" })
    }
}

/// A bar, which disappears when this is dropped.
pub struct Bar(Option<Box<dyn ShownBar>>);

impl Bar {
    /// More steps are done.
    pub fn inc(&self, steps: u64) {
        if let Some(bar) = &self.0 {
            bar.inc(steps);
        }
    }

    /// What is being done.
    pub fn set_message(&self, message: impl Into<String>) {
        if let Some(bar) = &self.0 {
            bar.set_message(message.into());
        }
    }

    /// Shows something else meanwhile.
    pub fn suspend<T>(&self, show: impl FnOnce() -> T) -> T {
        let Some(bar) = &self.0 else { return show() };
        let (mut show, mut shown) = (Some(show), None);
        bar.suspend(&mut || shown = show.take().map(|show| show()));
        match (shown, show) {
            (Some(shown), _) => shown,
            (None, Some(show)) => show(),
            (None, None) => unreachable!("what is shown has a result"),
        }
    }

    /// Takes it away.
    pub fn end(&self) {
        if let Some(bar) = &self.0 {
            bar.end();
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.end();
    }
}

/// Shows what is being generated: the class and the ply.
pub struct Generating(Bar);

impl Generating {
    /// Begins to show it.
    pub fn new(progress: &Progress) -> Self {
        Self(progress.bar("generating", None))
    }

    /// The next ply of a class is searched.
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

    /// Shows something else meanwhile.
    pub fn pause<T>(&self, show: impl FnOnce() -> T) -> T {
        self.0.suspend(show)
    }
}

/// The flag of work that nobody stops.
pub static NEVER: AtomicBool = AtomicBool::new(false);

/// An error once work is stopped.
pub fn unless(stopped: &AtomicBool) -> Result<(), GenerateError> {
    if stopped.load(Ordering::Relaxed) {
        return Err(GenerateError::Stopped);
    }
    Ok(())
}

/// Generates the tables of classes and those that they need, and shows the
/// current ply. It ends soon after `stopped` is set.
///
/// # Errors
///
/// If a class has no tables, or it is stopped.
pub fn generate(
    classes: &[Material],
    wanted: Wanted,
    keep: Keep,
    tables: &mut TableSet,
    (progress, stopped): (&Progress, &AtomicBool),
) -> anyhow::Result<()> {
    let generating = Generating::new(progress);
    let report = |class: &Material, ply: PlyReport| {
        generating.show(class, ply);
        unless(stopped)
    };
    let result = drawproof_retro::generate_while(classes, wanted, keep, tables, &report);
    Ok(result?)
}
