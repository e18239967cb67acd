//! Endgame tables as source text that engines compile in: WDL, draws or
//! distances to mate of classes of three and four men, with the code that looks
//! positions up.
//!
//! ```
//! use drawproof_export::table::{Embedded, Form, Metric, Name, source};
//! use drawproof_retro::{Wanted, generate};
//! use drawproof_tables::TableSet;
//!
//! let class = "KPvK".parse()?;
//! let mut library = TableSet::new();
//! generate(&class, Wanted::Wdl, &mut library, &|_, _| {})?;
//! let embedded = Embedded::new(&[class], Metric::Wdl, &library, &|_| {})?;
//! // The classical bitbase has 24 KB.
//! assert!(embedded.bytes().len() < 6 * 1024);
//! let header = source(&embedded, Form::C, &Name::default(), &[])?;
//! assert!(header.contains("int drawproof_kpk_wdl("));
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! `cells` finds out what has to be stored: nothing for positions that are not
//! legal, a bound where a capture decides. `order` numbers the positions,
//! `grammar` and `code` compress them, `set` puts classes together. `probe` looks
//! them up: its text, in the words that C and Rust share, is what is exported, and
//! what this crate itself asks; `emit` prints it.

mod cells;
mod code;
mod emit;
mod grammar;
mod judge;
mod order;
mod packed;
// Written so that it reads as C, too.
#[allow(
    clippy::needless_return,
    clippy::too_many_arguments,
    clippy::fn_params_excessive_bools,
    clippy::unreadable_literal
)]
mod probe;
mod runtime;
mod set;
mod sound;

pub use emit::{EmitError, Form, Name, NoForm, NoName, function_name, harness, source};
pub use judge::{Difference, Judge, SKIPPED, Said, Tally};
pub use packed::{Answer, Packed, PackedError};
pub use set::{Counts, EmbedError, Embedded, EmbeddedClass, MAX_EMBEDDED_MEN, Metric};
