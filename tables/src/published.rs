//! Published checksums of Syzygy and Gaviota files, and whether a file matches
//! them.

use std::{
    collections::HashMap,
    fmt,
    path::{Path, PathBuf},
    sync::LazyLock,
};

use md5::{Digest, Md5};
use serde::{Deserialize, Serialize};

use crate::{VisibleName, sha256::hex};

/// Name, length in bytes and MD5 of each published file, one per line after a
/// heading; `facts/README.md` names the sources.
const LISTS: [&str; 2] = [
    include_str!("../../facts/syzygy_files.csv"),
    include_str!("../../facts/gaviota_files.csv"),
];

/// A file as it was published.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Published {
    bytes: u64,
    md5: &'static str,
}

/// The name of each Syzygy file of six and seven men, and the checksum that it ends with.
const SUMS: &str = include_str!("../../facts/syzygy_sums.csv");

static PUBLISHED_SUMS: LazyLock<HashMap<&'static str, &'static str>> = LazyLock::new(|| {
    let lines = SUMS.lines().skip(1);
    lines.filter_map(|line| line.split_once(',')).collect()
});

static PUBLISHED: LazyLock<HashMap<&'static str, Published>> = LazyLock::new(|| {
    let lines = LISTS.iter().flat_map(|list| list.lines().skip(1));
    lines.filter_map(published).collect()
});

fn published(line: &'static str) -> Option<(&'static str, Published)> {
    let mut fields = line.split(',');
    let (name, bytes, md5) = (fields.next()?, fields.next()?, fields.next()?);
    let bytes = bytes.parse().ok()?;
    Some((name, Published { bytes, md5 }))
}

/// Which Syzygy and Gaviota files are accepted.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub enum Trust {
    /// Files that are as published, and files for which nothing is published.
    /// One flipped bit in a file can turn a lost position into a draw.
    #[default]
    AsPublished,
    /// Others as well: Syzygy files whose own checksum is right, and Gaviota files,
    /// which have none, whatever they hold.
    AnyFile,
}

/// What published checksums say about one file, or about several: then the
/// last of these that holds for one of them.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// It is as published.
    AsPublished,
    /// No checksum is published for it. A Syzygy file ends with its own, which is right.
    Unknown,
    /// It is too large to be read whole for a few positions: its contents were not compared with
    /// its own checksum, which is the published one if one is published.
    Unchecked,
    /// It differs, and was trusted anyway (--trust-files).
    OwnCopy,
}

/// What published checksums say about the files that an oracle answers from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Provenance {
    /// Whether the files are the published ones.
    pub standing: Standing,
    /// The names of the files that differ.
    pub own_copies: Vec<String>,
}

impl Provenance {
    /// Every file is as published.
    pub const AS_PUBLISHED: Self = Self {
        standing: Standing::AsPublished,
        own_copies: Vec::new(),
    };

    /// The joint provenance of some files.
    pub fn of(files: impl IntoIterator<Item = (String, Standing)>) -> Self {
        let mut all = Self::AS_PUBLISHED;
        for (name, standing) in files {
            all.standing = all.standing.max(standing);
            if standing == Standing::OwnCopy {
                all.own_copies.push(name);
            }
        }
        all.own_copies.sort();
        all.own_copies.dedup();
        all
    }

    /// The joint provenance of both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let standing = self.standing.max(other.standing);
        let names = self.own_copies.into_iter().chain(other.own_copies);
        Self {
            standing,
            ..Self::of(names.map(|name| (name, Standing::OwnCopy)))
        }
    }
}

/// In a few words: `as published`, `own copy: KBvKN.rtbw`, `unknown`.
impl fmt::Display for Provenance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.standing {
            Standing::AsPublished => f.write_str("as published"),
            Standing::OwnCopy => write!(f, "own copy: {}", self.own_copies.join(", ")),
            Standing::Unknown => f.write_str("unknown"),
            Standing::Unchecked => f.write_str("unchecked"),
        }
    }
}

/// A file that differs from the one published under its name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}; download it again, or use it anyway with --trust-files", self.difference())]
pub struct NotAsPublished {
    /// The file.
    pub path: PathBuf,
    /// Length or checksum of the published file.
    pub expected: String,
    /// The same of this one.
    pub found: String,
}

impl NotAsPublished {
    /// Which file it is, and how it differs.
    pub fn difference(&self) -> String {
        format!(
            "{} is not the file that was published: expected {}, found {}",
            self.path.shown(),
            self.expected,
            self.found
        )
    }
}

/// Whether a file is accepted. The bytes of a file that is too large to be a
/// published one are not needed.
pub(crate) fn judge(
    path: &Path,
    length: u64,
    bytes: Option<&[u8]>,
    trust: Trust,
) -> Result<Standing, NotAsPublished> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let Some(published) = PUBLISHED.get(&*name) else {
        return Ok(Standing::Unknown);
    };
    let (expected, found) = if let (true, Some(bytes)) = (length == published.bytes, bytes) {
        let found = hex(&Md5::digest(bytes));
        if found == published.md5 {
            return Ok(Standing::AsPublished);
        }
        (format!("MD5 {}", published.md5), format!("MD5 {found}"))
    } else {
        let bytes = |bytes| format!("{bytes} bytes");
        (bytes(published.bytes), bytes(length))
    };
    differs(path, trust, expected, found)
}

/// The same of a Syzygy file by the checksum that it ends with, which is published of files of six
/// and seven men. Whether it is that of the file's contents is another question.
pub(crate) fn judge_sum(path: &Path, sum: &[u8], trust: Trust) -> Result<Standing, NotAsPublished> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let Some(&published) = PUBLISHED_SUMS.get(&*name) else {
        return Ok(Standing::Unknown);
    };
    let found = hex(sum);
    if found == published {
        return Ok(Standing::AsPublished);
    }
    let named = |sum: &str| format!("checksum {sum}");
    differs(path, trust, named(published), named(&found))
}

fn differs(
    path: &Path,
    trust: Trust,
    expected: String,
    found: String,
) -> Result<Standing, NotAsPublished> {
    match trust {
        Trust::AnyFile => Ok(Standing::OwnCopy),
        Trust::AsPublished => Err(NotAsPublished {
            path: path.into(),
            expected,
            found,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Material;

    #[test]
    fn all_files_are_listed() {
        let mut expected = 0;
        for class in (3..=5).flat_map(Material::all) {
            for ending in ["rtbw", "rtbz"] {
                let name = format!("{class}.{ending}");
                assert!(PUBLISHED.contains_key(&*name), "{name}");
                expected += 1;
            }
        }
        for class in (3..=4).flat_map(Material::all) {
            let name = class.to_string().replace('v', "").to_ascii_lowercase() + ".gtb.cp4";
            assert!(PUBLISHED.contains_key(&*name), "{name}");
            expected += 1;
        }
        assert_eq!((PUBLISHED.len(), expected), (325, 325));
        let large: Vec<_> = (6..=7).flat_map(Material::all).collect();
        for class in &large {
            for ending in ["rtbw", "rtbz"] {
                let sum = PUBLISHED_SUMS.get(&*format!("{class}.{ending}"));
                assert_eq!(sum.map(|sum| sum.len()), Some(32), "{class}");
            }
        }
        assert_eq!((PUBLISHED_SUMS.len(), large.len()), (2 * 1366, 1366));
        assert!(
            PUBLISHED
                .values()
                .all(|of| of.md5.len() == 32 && of.bytes > 0)
        );
    }

    #[test]
    fn files_are_judged_by_name_length_and_bytes() {
        let bytes = include_bytes!("../tests/gaviota/krk.gtb.cp4");
        let judge = |name: &str, bytes: &[u8], trust| {
            judge(Path::new(name), bytes.len() as u64, Some(bytes), trust)
        };
        let strict = Trust::default();
        let name = "some/folder/krk.gtb.cp4";
        assert_eq!(judge(name, bytes, strict), Ok(Standing::AsPublished));
        assert_eq!(judge("KQQvKQQ.rtbw", bytes, strict), Ok(Standing::Unknown));
        let mut flipped = bytes.to_vec();
        flipped[1000] ^= 1;
        for (other, found) in [(&flipped[..], "found MD5 "), (&bytes[1..], "bytes; ")] {
            let error = judge(name, other, strict).map_err(|error| error.to_string());
            let said = error.expect_err("another file");
            assert!(said.contains(found) && said.starts_with(name), "{said}");
            assert_eq!(judge(name, other, Trust::AnyFile), Ok(Standing::OwnCopy));
        }
        assert!(judge("kqk.gtb.cp4", bytes, strict).is_err());
    }

    #[test]
    fn one_file_decides_for_all() {
        use Standing::{AsPublished, OwnCopy, Unknown};
        let of = |standings: &[Standing]| {
            let named = standings.iter().enumerate();
            Provenance::of(named.map(|(at, &of)| (format!("file {at}"), of))).to_string()
        };
        assert_eq!(of(&[AsPublished, AsPublished]), "as published");
        assert_eq!(of(&[AsPublished, Unknown]), "unknown");
        assert_eq!(of(&[OwnCopy, Unknown, OwnCopy]), "own copy: file 0, file 2");
    }
}
