//! Rules and libraries verified over every position.

mod report;
mod run;

pub use report::{is_refuted, outcome, report};
pub use run::{Follow, Named, Request, Run, Tables};
