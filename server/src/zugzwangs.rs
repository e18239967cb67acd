//! Mutual zugzwangs that were found for earlier requests.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
};

use drawproof_tables::Material;
use serde::Serialize;

/// The mutual zugzwangs of classes, as far as they were asked for.
#[derive(Default)]
pub(crate) struct KnownZugzwangs(pub Mutex<BTreeMap<Material, Arc<Vec<OneZugzwang>>>>);

/// A mutual zugzwang.
#[derive(Clone, Serialize)]
pub(crate) struct OneZugzwang {
    pub fen: String,
    pub kind: &'static str,
    /// How many of this kind the class has, mirror images counted once.
    pub of: u64,
}
