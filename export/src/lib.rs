//! Rules and endgame tables as source text for engines: C, C++, Rust, Java, Go, C#, Zig,
//! Python, TypeScript, and WebAssembly in a module of JavaScript.
//!
//! Everything that is exported goes through one intermediate form, [`ir`]: small imperative
//! functions of truths and numbers.
//!
//! - The code that rules and tables need in every language, such as attacks, distances and table
//!   probing, is written once, in Rust (`source`). It is compiled and run in this crate, and its
//!   build script reads it into the form with a Rust parser (`read`): whatever the form cannot
//!   express fails the build.
//! - Rules are lowered to the form (`rules`). The data of tables are packed, and the functions
//!   that probe them are built in it ([`table`]).
//! - A language is one file in `lang` and one line in its registry: how the form is printed, how a
//!   file is laid out, and how it is compiled for a proof. It knows nothing about rules or tables.
//!
//! - A crate that does something else with rules than print them takes the form itself
//!   ([`program`]).
//!
//! What processors do in one instruction, such as counting bits, is left to a few intrinsic
//! functions that every language implements itself.

// The tests of languages share the compilers of the other tests.
#[cfg(test)]
extern crate self as drawproof_export;

mod declare;
mod harness;
// Names of fields and variants say what they are.
#[allow(missing_docs)]
pub mod ir;
mod lang;
mod name;
mod print;
mod question;
#[cfg(test)]
mod read;
mod rules;
mod says;
mod source;
pub mod table;
mod text;

pub use lang::{Argument, Build, FileKind, Language, NoLanguage};
pub use name::{Name, NoName};
pub use question::{How, Question};
pub use rules::{EmitError, Style, build, build_open, check, emit, emit_all, program};
pub use says::Says;
// As they run here: a formula of them is compared with it.
#[doc(hidden)]
pub use source::{helpers, intrinsics};
