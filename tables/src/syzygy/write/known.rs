//! What is known while a section is written.

use crate::{Excerpt, Layout, Material, Oracle, OracleError, Placement, Ruling, Value};

/// A section of the class that is written, and an oracle for others.
pub struct Known<'a> {
    pub layout: &'a Layout,
    pub excerpt: &'a Excerpt<'a>,
    pub others: &'a dyn Oracle,
}

impl Oracle for Known<'_> {
    fn name(&self) -> String {
        self.others.name()
    }

    fn fingerprint(&self, material: &Material) -> Result<String, OracleError> {
        self.others.fingerprint(material)
    }

    fn probe(&self, material: &Material, placement: &Placement) -> Result<Value, OracleError> {
        if material != self.layout.material() {
            return self.others.probe(material, placement);
        }
        self.excerpt
            .probe(placement)
            .ok_or_else(|| OracleError::Unanswered {
                place: self.name(),
                fen: placement.fen(material).to_string(),
                reason: "the position is not legal".into(),
            })
    }

    fn probe_ruling(
        &self,
        material: &Material,
        placement: &Placement,
    ) -> Result<Ruling, OracleError> {
        if material == self.layout.material() {
            return self.probe(material, placement).map(Ruling::of);
        }
        self.others.probe_ruling(material, placement)
    }
}
