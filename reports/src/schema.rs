//! The schema of reports follows from their types; the program has it as a file, so that it
//! need not be able to make one.

use schemars::JsonSchema;

/// Whether table files are the published ones, as `drawproof_tables` writes it.
#[derive(JsonSchema)]
#[allow(dead_code)]
#[schemars(
    description = "What published checksums say about the files that an oracle answers from."
)]
pub(crate) struct Provenance {
    /// Whether the files are the published ones.
    standing: Standing,
    /// The names of the files that differ.
    own_copies: Vec<String>,
}

/// What published checksums say about one file, or about several: then the
/// last of these that holds for one of them.
#[derive(JsonSchema)]
#[allow(dead_code)]
#[schemars(rename_all = "snake_case")]
enum Standing {
    /// It is as published.
    AsPublished,
    /// No checksum is published for it. A Syzygy file ends with its own, which is right.
    Unknown,
    /// The same of a file that is too large to be read whole for a few positions: its own
    /// checksum was not compared.
    Unchecked,
    /// It differs, and was trusted anyway (--trust-files).
    OwnCopy,
}

/// A field or a value that is new in the one does not compile without the other.
impl From<drawproof_tables::Provenance> for Provenance {
    fn from(of: drawproof_tables::Provenance) -> Self {
        let drawproof_tables::Provenance {
            standing,
            own_copies,
        } = of;
        Self {
            standing: match standing {
                drawproof_tables::Standing::AsPublished => Standing::AsPublished,
                drawproof_tables::Standing::Unknown => Standing::Unknown,
                drawproof_tables::Standing::Unchecked => Standing::Unchecked,
                drawproof_tables::Standing::OwnCopy => Standing::OwnCopy,
            },
            own_copies,
        }
    }
}

/// `DRAWPROOF_WRITE=1 cargo test -p drawproof-reports schema` writes the file.
#[test]
fn the_file_is_the_schema_of_the_types() -> Result<(), Box<dyn std::error::Error>> {
    let schema = serde_json::to_string_pretty(&schemars::schema_for!(Vec<crate::Report>))? + "\n";
    if std::env::var_os("DRAWPROOF_WRITE").is_some() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/report.schema.json");
        std::fs::write(file, &schema)?;
    }
    assert!(
        schema == crate::SCHEMA,
        "report.schema.json is not that of the types: write it as said above"
    );
    Ok(())
}
