//! What claims are about, and the words for it.

use drawproof_tables::Subject;
use serde::{Deserialize, Serialize};

/// What the rules claim, and the tables know.
#[derive(Copy, Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Truth {
    /// Results with best play.
    #[default]
    Results,
    /// Who can still mate, with help. Dead positions stand in the place of draws, and all
    /// others in the place of wins and losses.
    CanMate,
}

impl Truth {
    /// Whether it is who wins.
    // serde passes references.
    #[allow(clippy::trivially_copy_pass_by_ref)]
    pub(crate) fn is_results(&self) -> bool {
        *self == Self::Results
    }

    /// The words for what holds for neither side, and for the rest.
    pub(crate) fn terms(self) -> &'static Terms {
        match self {
            Self::Results => &Terms {
                one: "draw",
                some: "draws",
                column: "draws",
                others: "wins/losses",
                rest: "wins and losses",
                incorrect: "Incorrect draws",
                all: "Draws",
                by_distance: "distance to mate",
                own: "won by the side to move",
                theirs: "lost",
                by: ["won", "lost"],
            },
            Self::CanMate => &Terms {
                one: "dead position",
                some: "dead positions",
                column: "dead",
                others: "not dead",
                rest: "other positions",
                incorrect: "Incorrect claims",
                all: "Dead positions",
                by_distance: "plies of the shortest help mate",
                own: "mate by the side to move",
                theirs: "by the other side",
                by: ["by the side to move", "by the other side"],
            },
        }
    }
}

impl From<Subject> for Truth {
    fn from(subject: Subject) -> Self {
        match subject {
            Subject::Results => Self::Results,
            Subject::Mates => Self::CanMate,
        }
    }
}

/// Words of a report.
#[derive(Serialize)]
pub(crate) struct Terms {
    pub one: &'static str,
    pub some: &'static str,
    /// The title of a column of these.
    pub column: &'static str,
    /// The positions that are not among these.
    pub others: &'static str,
    /// As part of a sentence.
    pub rest: &'static str,
    /// The heading above counterexamples.
    pub incorrect: &'static str,
    /// Above a chart of these.
    pub all: &'static str,
    pub by_distance: &'static str,
    /// In the legend of a chart by distance.
    pub own: &'static str,
    pub theirs: &'static str,
    /// In a column's title.
    pub by: [&'static str; 2],
}
