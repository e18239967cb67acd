//! Checksums of the data that oracles answer from.

use std::{
    io::{self, Read},
    path::Path,
};

use sha2::{Digest, Sha256};

use drawproof_system::open_regular;

use crate::{OracleError, sha256::hex};

/// SHA-256 of tables, fed piece by piece. Every piece comes with its name and
/// length, so that no two sequences of pieces hash alike.
pub(crate) struct Fingerprint(Sha256);

impl Fingerprint {
    pub fn new() -> Self {
        Self(Sha256::new())
    }

    fn begin(&mut self, name: &str, bytes: u64) {
        self.0.update((name.len() as u64).to_le_bytes());
        self.0.update(name);
        self.0.update(bytes.to_le_bytes());
    }

    /// Sets of positions.
    pub fn words(&mut self, name: &str, words: &[u64]) {
        const CHUNK: usize = 512;
        self.begin(name, 8 * words.len() as u64);
        let mut buffer = [0; 8 * CHUNK];
        for chunk in words.chunks(CHUNK) {
            for (bytes, word) in buffer.chunks_exact_mut(8).zip(chunk) {
                bytes.copy_from_slice(&word.to_le_bytes());
            }
            self.0.update(&buffer[..8 * chunk.len()]);
        }
    }

    /// Adds the bytes of a file, with its name but not its folder, so that
    /// copies elsewhere hash alike.
    pub fn file(&mut self, path: &Path) -> Result<(), OracleError> {
        self.read(path).map_err(|error| OracleError::Io {
            path: path.into(),
            error,
        })
    }

    fn read(&mut self, path: &Path) -> io::Result<()> {
        let mut file = open_regular(path)?;
        let length = file.metadata()?.len();
        let name = path.file_name().unwrap_or_default();
        self.begin(&name.to_string_lossy(), length);
        let mut buffer = vec![0; 1 << 16];
        let mut left = length;
        loop {
            let read = match file.read(&mut buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                result => result?,
            };
            if read == 0 {
                break;
            }
            self.0.update(&buffer[..read]);
            left = left.wrapping_sub(read as u64);
        }
        if left == 0 {
            Ok(())
        } else {
            Err(io::Error::other("it changed while it was read"))
        }
    }

    /// In hexadecimal.
    pub fn finish(self) -> String {
        hex(&self.0.finalize())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(pieces: &[(&str, &[u64])]) -> String {
        let mut fingerprint = Fingerprint::new();
        for (name, words) in pieces {
            fingerprint.words(name, words);
        }
        fingerprint.finish()
    }

    #[test]
    fn pieces_are_told_apart() {
        let long: Vec<u64> = (0..1000).collect();
        let mut other = long.clone();
        other[999] ^= 1 << 63;
        assert_ne!(of(&[("win", &long)]), of(&[("win", &other)]));
        assert_ne!(
            of(&[("win", &[1]), ("loss", &[])]),
            of(&[("win", &[]), ("loss", &[1])])
        );
        assert_ne!(of(&[("win", &[1])]), of(&[("los", &[1])]));
        assert_ne!(of(&[("win", &[1]), ("", &[])]), of(&[("win", &[1, 0])]));
        assert_ne!(
            of(&[("win", &[]), ("", &[])]),
            of(&[("win\0\0\0\0\0\0\0\0", &[])])
        );
        // On every machine.
        assert_eq!(
            of(&[("win", &[1])]),
            "d4e25f2063fdb7fd5ddae78b64d5bb390e6e8752ad868e10119231bedaf990a1"
        );
        assert_eq!(
            of(&[]),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        );
    }

    #[test]
    fn files_are_known_by_name_and_bytes() -> Result<(), Box<dyn std::error::Error>> {
        let folders = [tempfile::tempdir()?, tempfile::tempdir()?];
        let of = |folder: usize, bytes: &[u8]| -> Result<String, Box<dyn std::error::Error>> {
            let path = folders[folder].path().join("KRvK.rtbw");
            std::fs::write(&path, bytes)?;
            let mut fingerprint = Fingerprint::new();
            fingerprint.file(&path)?;
            Ok(fingerprint.finish())
        };
        let long = vec![7; 100_000];
        assert_eq!(of(0, &long)?, of(1, &long)?);
        assert_ne!(of(0, &long)?, of(0, &long[1..])?);
        assert!(Fingerprint::new().file(Path::new("no/such/file")).is_err());
        Ok(())
    }
}
