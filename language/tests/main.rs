//! The rule language from outside: error messages, limits, and printed rules.

mod errors;
mod limits;
mod open;
mod printed;
