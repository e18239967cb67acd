//! The terminal as the screen of use cases: progress bars and messages on standard error.

use std::time::Duration;

use drawproof_suite::progress::{Progress, Screen, ShownBar};
use drawproof_tables::visible;
use indicatif::{ProgressBar, ProgressStyle};

use crate::{allocator, say::say};

/// The terminal. No bars are shown if standard error is something else.
pub fn terminal() -> Progress {
    Progress::on(Terminal)
}

struct Terminal;

impl Screen for Terminal {
    fn bar(&self, label: &str, steps: Option<u64>) -> Box<dyn ShownBar> {
        Box::new(TerminalBar(bar(label, steps)))
    }

    fn say(&self, text: &str) {
        say(text);
    }

    fn give_back_memory(&self) {
        allocator::give_back();
    }
}

fn bar(label: &str, steps: Option<u64>) -> ProgressBar {
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
        .with_prefix(visible(label).into_owned());
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

struct TerminalBar(ProgressBar);

impl ShownBar for TerminalBar {
    fn inc(&self, steps: u64) {
        self.0.inc(steps);
    }

    fn set_message(&self, message: String) {
        self.0.set_message(message);
    }

    fn suspend(&self, show: &mut dyn FnMut()) {
        self.0.suspend(show);
    }

    fn end(&self) {
        self.0.finish_and_clear();
    }
}
