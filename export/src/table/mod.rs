//! Endgame tables as source text that engines compile in: WDL, draws or
//! distances to mate of classes of three and four men, or who can still give
//! mate with three to five, with the code that probes them.
//!
//! ```
//! use drawproof_export::{
//!     Language, Name,
//!     table::{Embedded, Metric, source},
//! };
//! use drawproof_retro::{Wanted, generate};
//! use drawproof_tables::TableSet;
//!
//! let class = "KPvK".parse()?;
//! let mut tables = TableSet::new();
//! generate(&class, Wanted::Wdl, &mut tables, &|_, _| {})?;
//! let embedded = Embedded::new(&[class], Metric::Wdl, &tables, &|_| {})?;
//! // The classical bitbase has 24 KB.
//! assert!(embedded.bytes().len() < 6 * 1024);
//! let header = source(&embedded, Language::C, &Name::default(), &[])?;
//! assert!(header.contains("int drawproof_kpk_wdl("));
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! `cells` finds out what has to be stored: nothing for positions that are not
//! legal, a bound where a capture decides. `order` numbers the positions,
//! `grammar` and `code` compress them, `set` puts classes together. `bitbase` stores plain bits
//! instead, for a [`TableLayout`] that is fast; `bit_readers` are the functions that read them. `helpmate` stores who can mate, as lists of
//! exceptions. The probing code, `source/probe.rs`, `source/bitbase.rs`
//! or `source/helpmate.rs`, is exported, and this crate uses it, too. `emit` makes
//! the functions that engines call, `harness` the programs that ask exported files, `judge`
//! compares their answers with tables.

mod bit_readers;
mod bitbase;
mod cells;
mod code;
mod counts;
mod emit;
mod grammar;
mod harness;
mod helpmate;
mod judge;
mod layout;
mod metric;
mod names;
mod order;
mod packed;
mod set;
mod sound;

pub use counts::{ClassCounts, Counts, MateCounts};
pub use emit::{Form, NoForm, source};
pub use harness::build;
pub use helpmate::{HelpmateData, MAX_HELPMATE_MEN};
pub use judge::{Difference, Judge, RowQuestion, SKIPPED, Said, Tally};
pub use layout::TableLayout;
pub use metric::Metric;
pub(crate) use order::View;
pub use packed::{Answer, Packed, PackedError};
pub use set::{EmbedError, Embedded, EmbeddedClass, MAX_EMBEDDED_MEN};
