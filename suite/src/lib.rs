//! What drawproof does for its users, with typed requests and typed results. The program, the server
//! and the package for Python translate: arguments into requests, results into text, JSON or arrays.
//!
//! Nothing here prints or reads arguments. What takes long is shown through
//! [`Progress`](progress::Progress), and a stop by the user is noticed through [`interrupt`].
//!
//! Errors are for the user who asked, with all that led to them as their sources.

// What fails and why is said above, once.
#![allow(clippy::missing_errors_doc)]

pub mod bare_kings;
pub mod check;
pub mod command_line;
pub mod convert;
pub mod explain;
pub mod explainer;
pub mod export;
pub mod folders;
pub mod games;
pub mod generate;
pub mod helpmate;
pub mod ice;
pub mod input;
pub mod input_file;
pub mod interrupt;
pub mod memory;
pub mod mine;
pub mod oracles;
mod outcome;
pub mod output_file;
pub mod parts;
pub mod plan;
pub mod probe;
pub mod probe_command;
pub mod progress;
pub mod prove;
pub mod proven;
pub mod report_folder;
pub mod resolver;
pub mod sources;
pub mod stats;
pub mod table_files;
pub mod text_file;
pub mod threads;
pub mod verify;
pub mod workbench;

pub use outcome::Outcome;
