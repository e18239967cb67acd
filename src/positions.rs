//! The positions of a file, one after the other.

use std::path::Path;

use anyhow::Context;
use drawproof_suite::input_file::Positions;
use drawproof_tables::VisibleName;
use serde::Serialize;

use crate::{Outcome, output, say::say, say::words};

/// What is shown of a position.
pub struct Shown {
    /// Text, or JSON on a line.
    pub text: String,
    /// What came of it.
    pub outcome: Outcome,
}

impl Shown {
    /// A text under the position that it is about.
    pub fn under(fen: &str, text: &str, outcome: Outcome) -> Self {
        let text = format!("{fen}\n{text}\n");
        Self { text, outcome }
    }

    /// JSON on a line.
    pub fn json(value: &impl Serialize, outcome: Outcome) -> anyhow::Result<Self> {
        let text = output::json_line(value)?;
        Ok(Self { text, outcome })
    }
}

/// A position without an answer, in JSON.
#[derive(Serialize)]
struct Unanswered<'a> {
    fen: &'a str,
    line: u64,
    error: String,
}

/// Answers each position of a file. One without an answer is named, and the others are answered
/// nevertheless. The outcome is a counterexample if there is one, else unchecked if a position has no
/// answer.
pub fn each(
    path: &Path,
    json: bool,
    mut answer: impl FnMut(&str) -> anyhow::Result<Shown>,
) -> anyhow::Result<Outcome> {
    let mut positions = Positions::open(path)?;
    let mut worst = None;
    while let Some(line) = positions.next_position()? {
        let outcome = match answer(&line.text) {
            Ok(shown) => {
                output::print(&shown.text)?;
                shown.outcome
            }
            Err(error) if output::is_broken_pipe(&error) => return Err(error),
            Err(error) => {
                let place = positions.place(&line);
                say(&format!("{place}: {}", words(&error)));
                if json {
                    let unanswered = Unanswered {
                        fen: &line.text,
                        line: line.line,
                        error: format!("{error:#}"),
                    };
                    output::print(&output::json_line(&unanswered)?)?;
                }
                Outcome::Unchecked
            }
        };
        worst = Some(match (worst, outcome) {
            (None, outcome) => outcome,
            (Some(Outcome::Counterexample), _) | (_, Outcome::Counterexample) => {
                Outcome::Counterexample
            }
            (Some(Outcome::Unchecked), _) | (_, Outcome::Unchecked) => Outcome::Unchecked,
            _ => Outcome::Proven,
        });
    }
    worst.with_context(|| {
        let name = path.shown();
        format!("there are no positions in {name}; expected a FEN or EPD on each line")
    })
}
