//! Rules and endgame tables as source text for engines: C, C++ and Rust.
//!
//! Everything that is exported goes through one intermediate form, `ir`: small imperative
//! functions of truths and numbers.
//!
//! - What rules and tables need wherever they are used, attacks and distances or the code that
//!   looks positions up, is written once, in Rust (`source`). It is compiled and run in this
//!   crate, and read into the form (`read`) by a parser of Rust: whatever the form cannot say is
//!   an error.
//! - Rules are lowered to the form (`rules`). The data of tables are packed, and what asks for
//!   them is built in it ([`table`]).
//! - A language is one file in `lang` and one line in its registry: how the form is spelled, how a
//!   file is laid out, how it is compiled to be proven. It knows nothing of rules or tables.
//!
//! `#[cfg(...)]`-like choices of a compiler, such as an instruction that counts bits, are the few
//! intrinsic functions that every language has words of its own for.

mod ir;
mod lang;
mod name;
mod print;
mod read;
mod rules;
mod source;
pub mod table;
mod text;

pub use lang::{Build, Language, NoLanguage, Part, Product};
pub use name::{Name, NoName};
pub use read::ReadError;
pub use rules::{EmitError, emit};
