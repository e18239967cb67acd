//! Who can still mate.

pub(crate) mod generate;
pub(crate) mod search;
