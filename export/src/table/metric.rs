//! The values that exported tables can hold.

/// What is stored.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Metric {
    /// Win, draw, loss.
    Wdl,
    /// Draw or not.
    Draw,
    /// Distance to mate in plies, and with it WDL.
    Dtm,
    /// Whether each side can still give mate, if the other one helps.
    Helpmate,
}
