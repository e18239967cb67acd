//! Rules for any number of men: files whose class is open.
//!
//! [`OpenClass`] is the class of such a file, [`OpenRules`] the file. On every closed class that
//! it covers it is an ordinary rule file ([`OpenRules::in_class`]).

mod class;
mod closed;
mod rules;

pub use class::{OpenClass, OpenClassError};
pub use rules::{OpenDecision, OpenRules};
