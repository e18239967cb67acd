//! Two kings: a draw by the rules of chess, of which there is no table.

use drawproof_tables::{Material, Oracle, OracleError, Placement, Value};

/// Knows that two kings draw.
pub struct BareKings;

impl BareKings {
    /// Whether a class is the one that it knows.
    pub fn knows_class(material: &Material) -> bool {
        material.men_count() == 2
    }
}

impl Oracle for BareKings {
    fn name(&self) -> String {
        "the rules of chess".into()
    }

    fn fingerprint(&self, material: &Material) -> Result<String, OracleError> {
        Err(missing(self, material))
    }

    fn probe(&self, material: &Material, _: &Placement) -> Result<Value, OracleError> {
        if Self::knows_class(material) {
            return Ok(Value::DRAW);
        }
        Err(missing(self, material))
    }
}

fn missing(oracle: &BareKings, material: &Material) -> OracleError {
    OracleError::MissingTable {
        material: material.to_string(),
        place: oracle.name(),
    }
}
