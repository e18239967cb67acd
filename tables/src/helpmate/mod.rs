//! Who can still give mate, if the other side helps.
//!
//! A side *can mate* if some line of legal moves by both sides ends with that side
//! having given checkmate. A position in which neither can is dead: by the laws of chess the
//! game is drawn at once (FIDE 5.2.2), and a side whose opponent cannot mate does not lose on
//! time (6.9).

mod file;
mod oracle;
mod table;

pub use file::{has_helpmate_file, helpmate_file_name};
pub use table::{HelpMoves, HelpmateSide, HelpmateTable, HelpmateTables, Mates};
