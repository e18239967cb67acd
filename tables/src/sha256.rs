//! SHA-256, in hexadecimal.

use sha2::{Digest, Sha256};

/// SHA-256 of some bytes, in hexadecimal.
pub fn sha256(bytes: impl AsRef<[u8]>) -> String {
    hex(&Sha256::digest(bytes))
}

/// Bytes in hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    let add = |text: String, byte: &u8| text + &format!("{byte:02x}");
    bytes.iter().fold(String::new(), add)
}
