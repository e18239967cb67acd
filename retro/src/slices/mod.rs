//! What a search reads of finished slices.

pub(crate) mod assemble;
pub(crate) mod en_passant;
pub(crate) mod finished;
pub(crate) mod gather;
pub(crate) mod kept_promotions;
pub(crate) mod pack_table;
pub(crate) mod replay;
