//! Parts as files: JSON with a checksum.

use drawproof_tables::sha256;
use serde::{Deserialize, Serialize};

use super::{Findings, Header};
use crate::RuleSize;

/// The format name in every part file.
const FORMAT: &str = "drawproof part";
/// The version of the format. It also changes if units are divided or numbered
/// differently, or if counts change their meaning.
pub const FORMAT_VERSION: u32 = 9;

/// The result of one shard of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// What it is a part of.
    pub header: Header,
    /// What was found.
    pub findings: Findings,
    /// How large the rules are, if there are any: the first shard says it for
    /// all.
    pub size: Option<RuleSize>,
}

/// Why a file is rejected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PartFault {
    /// It is not a part.
    #[error("it is not a part of a run, as drawproof verify --parts writes them")]
    Foreign,
    /// A newer program wrote it.
    #[error(
        "it is a part in version {0} of the format, and this program reads version {FORMAT_VERSION}; use the program that made it"
    )]
    Version(u32),
    /// It is damaged.
    #[error("it is damaged: {0}; remove it and make it again")]
    Damaged(String),
}

/// The whole file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Envelope {
    format: String,
    version: u32,
    /// Of the contents, written as compact JSON.
    sha256: String,
    contents: Part,
}

/// Its beginning, whatever the version.
#[derive(Deserialize)]
struct Beginning {
    format: String,
    version: u32,
}

impl Part {
    /// The bytes of its file; the same part always gives the same bytes.
    ///
    /// # Errors
    ///
    /// None in practice: all fields can be written.
    // Inlined, here and below, so that reading and writing JSON is compiled for callers, which are
    // not optimised for speed as this crate is: a quarter of its time to compile.
    #[inline]
    pub fn to_bytes(&self) -> Result<Vec<u8>, serde_json::Error> {
        let envelope = Envelope {
            format: FORMAT.into(),
            version: FORMAT_VERSION,
            sha256: checksum(self)?,
            contents: self.clone(),
        };
        let mut bytes = serde_json::to_vec_pretty(&envelope)?;
        bytes.push(b'\n');
        Ok(bytes)
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    ///
    /// If they are not exactly what [`to_bytes`](Self::to_bytes) writes.
    #[inline]
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, PartFault> {
        let beginning: Beginning =
            serde_json::from_slice(bytes).map_err(|error| not_json(bytes, &error))?;
        if beginning.format != FORMAT {
            return Err(PartFault::Foreign);
        }
        if beginning.version != FORMAT_VERSION {
            return Err(PartFault::Version(beginning.version));
        }
        let damaged = |error: serde_json::Error| PartFault::Damaged(error.to_string());
        let envelope: Envelope = serde_json::from_slice(bytes).map_err(damaged)?;
        let part = envelope.contents;
        if checksum(&part).map_err(damaged)? != envelope.sha256 {
            let reason = "its contents do not have its checksum";
            return Err(PartFault::Damaged(reason.into()));
        }
        // Spaces and the order of fields, which the checksum does not cover.
        if part.to_bytes().map_err(damaged)? != bytes {
            let reason = "it is not written as parts are";
            return Err(PartFault::Damaged(reason.into()));
        }
        part.check()
            .map_err(|reason| PartFault::Damaged(reason.into()))?;
        Ok(part)
    }
}

/// A truncated part still begins like a part.
fn not_json(bytes: &[u8], error: &serde_json::Error) -> PartFault {
    let beginning = format!("{{\n  \"format\": \"{FORMAT}\"");
    let length = beginning.len().min(bytes.len());
    if bytes[..length] == beginning.as_bytes()[..length] {
        PartFault::Damaged(error.to_string())
    } else {
        PartFault::Foreign
    }
}

#[inline]
fn checksum(part: &Part) -> Result<String, serde_json::Error> {
    serde_json::to_vec(part).map(sha256)
}
