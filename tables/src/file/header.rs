//! The header of a file: what it holds, and where.

use std::cmp::Ordering;

use super::error::Reason;
use crate::{Layout, Material, Metric};

/// The version of the format that is written and read.
const FORMAT_VERSION: u16 = 3;

/// The version of the generator. It changes whenever its tables do.
const GENERATOR_VERSION: u32 = 1;

/// As in PNG files: the first byte is not text, and converted line endings are
/// detected.
const MAGIC: [u8; 8] = *b"\x89DPT\r\n\x1a\n";

/// The length of a header in bytes.
pub(super) const HEADER_BYTES: usize = 128;

/// The bytes of a group's entry in the list: length and checksum.
pub(super) const GROUP_BYTES: usize = 8;

/// The header of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Header {
    pub(super) material: Material,
    pub(super) metric: Metric,
    /// How many blocks make a group.
    pub(super) group_blocks: u32,
    /// How many groups there are.
    pub(super) groups: u32,
    /// Bytes of a number; 0 for WDL.
    pub(super) number_bytes: u8,
    /// The model's length in bytes.
    pub(super) model_bytes: u32,
    /// The length of all groups in bytes.
    pub(super) payload_bytes: u64,
    /// Checksum of model and list of groups.
    pub(super) index_checksum: u32,
}

impl Header {
    pub(super) fn to_bytes(&self) -> [u8; HEADER_BYTES] {
        let mut bytes = [0; HEADER_BYTES];
        let mut put = |at: usize, field: &[u8]| bytes[at..at + field.len()].copy_from_slice(field);
        put(0, &MAGIC);
        put(8, &FORMAT_VERSION.to_le_bytes());
        put(10, &[self.metric as u8, self.number_bytes]);
        put(12, &GENERATOR_VERSION.to_le_bytes());
        put(16, self.material.to_string().as_bytes());
        put(32, &self.group_blocks.to_le_bytes());
        put(36, &self.groups.to_le_bytes());
        put(40, &self.model_bytes.to_le_bytes());
        put(44, &self.index_checksum.to_le_bytes());
        put(48, &self.payload_bytes.to_le_bytes());
        put(56, self.metric.convention().as_bytes());
        let checksum = crc32fast::hash(&bytes[..124]);
        bytes[124..].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// Reads a header from the first bytes of a file of `length` bytes.
    pub(super) fn from_bytes(bytes: &[u8], length: u64) -> Result<Self, Reason> {
        let known = bytes.len().min(MAGIC.len());
        if bytes[..known] != MAGIC[..known] {
            return Err(Reason::Foreign);
        }
        let Some(header) = bytes.first_chunk::<HEADER_BYTES>() else {
            return Err(Reason::Short {
                length,
                expected: HEADER_BYTES as u64,
            });
        };
        let word = |at: usize| u32::from_le_bytes(std::array::from_fn(|byte| header[at + byte]));
        let version = word(8) as u16;
        let is_whole = crc32fast::hash(&header[..124]) == word(124);
        if !is_whole {
            return Err(Reason::Checksum {
                part: "the header".into(),
            });
        }
        // Other versions may have a different header, but its checksum must be right.
        let (found, known) = (version, FORMAT_VERSION);
        match found.cmp(&known) {
            Ordering::Less => return Err(Reason::Older { found, known }),
            Ordering::Equal => {}
            Ordering::Greater => return Err(Reason::Newer { found, known }),
        }
        if word(12) != GENERATOR_VERSION {
            return Err(Reason::Nonsense(format!(
                "it is of generator version {}, expected {GENERATOR_VERSION}",
                word(12)
            )));
        }
        let nonsense = |what: &str| Reason::Nonsense(format!("{what} in the header"));
        let name = header[16..32].split(|&byte| byte == 0).next();
        let name = String::from_utf8_lossy(name.unwrap_or_default());
        let material: Material = name.parse().map_err(|_| nonsense("no class"))?;
        let metric = Metric::ALL
            .into_iter()
            .find(|&metric| metric as u8 == header[10])
            .ok_or_else(|| nonsense("no metric"))?;
        let result = Self {
            material,
            metric,
            group_blocks: word(32),
            groups: word(36),
            number_bytes: header[11],
            model_bytes: word(40),
            payload_bytes: u64::from(word(48)) | u64::from(word(52)) << 32,
            index_checksum: word(44),
        };
        if result.to_bytes() != *header {
            return Err(nonsense("unknown fields"));
        }
        Ok(result)
    }

    /// The length of model and list of groups in bytes.
    pub(super) fn index_bytes(&self) -> u64 {
        u64::from(self.model_bytes) + u64::from(self.groups) * GROUP_BYTES as u64
    }

    /// Checks that lengths and numbers are consistent.
    pub(super) fn check(&self, layout: &Layout, length: u64) -> Result<(), Reason> {
        let blocks = layout.blocks() as u32;
        let numbers = if self.metric == Metric::Wdl {
            0..=0
        } else {
            1..=2
        };
        if self.group_blocks == 0
            || self.groups != blocks.div_ceil(self.group_blocks)
            || !numbers.contains(&self.number_bytes)
        {
            return Err(Reason::Nonsense("numbers in the header".into()));
        }
        let expected = self
            .payload_bytes
            .saturating_add(HEADER_BYTES as u64 + self.index_bytes());
        match length.cmp(&expected) {
            Ordering::Less => Err(Reason::Short { length, expected }),
            Ordering::Equal => Ok(()),
            Ordering::Greater => Err(Reason::Long { length, expected }),
        }
    }
}
