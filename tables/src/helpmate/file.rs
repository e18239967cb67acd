//! Files of help mates, one for each class.
//!
//! A header of 64 bytes, then sets of positions, compressed together: for White and for Black
//! to move those in which the side to move, and the other side, can mate, or those in which it
//! cannot, whichever are fewer: few or none in most classes. Then come the bits of the
//! distances, if they are known.

use std::{cmp::Ordering, io, path::Path};

use drawproof_system::read_regular;
use shakmaty::{ByColor, Color};

use super::table::{HelpmateSide, HelpmateTable};
use crate::{FileError, Layout, Material, Numbers, Reason, SideTable, file::write_bytes};

/// As in PNG files: the first byte is not text, and converted line endings are detected.
const MAGIC: [u8; 8] = *b"\x89DPH\r\n\x1a\n";

const VERSION: u16 = 1;

const HEADER_BYTES: usize = 64;

/// The most sets of a distance: two numbers of eight bits.
const MOST_SLICES: u8 = 16;

/// The zstd level: higher ones take longer and save little.
const LEVEL: i32 = 12;

/// The name of the file of a class.
pub fn helpmate_file_name(class: &Material) -> String {
    format!("{class}.dph")
}

/// What a header says besides the class.
struct Header {
    /// How many sets of distances each side has; `None` if they are not known.
    slices: ByColor<Option<u8>>,
    /// Of the sets in their order, a bit for each that lists who can mate.
    listed: u8,
    payload_bytes: u64,
    payload_checksum: u32,
}

impl HelpmateTable {
    /// Writes the table to its file in a folder, and returns the file's length in bytes.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn write(&self, folder: &Path) -> Result<u64, FileError> {
        let path = folder.join(helpmate_file_name(self.layout().material()));
        let bytes = self.to_bytes().map_err(|reason| FileError {
            path: path.clone(),
            reason,
        })?;
        write_bytes(folder, &path, &bytes)?;
        Ok(bytes.len() as u64)
    }

    /// Reads the table of a class from its file in a folder.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is not a complete table of the class.
    pub fn read(folder: &Path, class: &Material) -> Result<Self, FileError> {
        let path = folder.join(helpmate_file_name(class));
        let read = || Self::from_bytes(class, &read_regular(&path)?);
        read().map_err(|reason| FileError {
            path: path.clone(),
            reason,
        })
    }

    /// The bytes of the file. The same table always gives the same bytes.
    fn to_bytes(&self) -> Result<Vec<u8>, Reason> {
        let (mut payload, mut slices) = (Vec::new(), ByColor::default());
        let (mut listed, mut next) = (0, 1);
        for turn in Color::ALL {
            let side = self.side(turn);
            for can in [&side.own, &side.others] {
                let is_listed = 2 * count(can) < count(&side.legal);
                listed |= if is_listed { next } else { 0 };
                next <<= 1;
                let words = side.legal.iter().zip(can);
                let words = words.map(|(legal, can)| if is_listed { *can } else { legal & !can });
                payload.extend(words.flat_map(u64::to_le_bytes));
            }
            for slice in side.moves.iter().flat_map(|moves| &moves.slices) {
                payload.extend(slice.iter().flat_map(|word| word.to_le_bytes()));
            }
            *slices.get_mut(turn) = side.moves.as_ref().map(|moves| moves.slices.len() as u8);
        }
        let payload = zstd::bulk::compress(&payload, LEVEL)?;
        let header = Header {
            slices,
            listed,
            payload_bytes: payload.len() as u64,
            payload_checksum: crc32fast::hash(&payload),
        };
        let mut bytes = header.to_bytes(self.layout().material()).to_vec();
        bytes.extend(payload);
        Ok(bytes)
    }

    /// The table of a class from the bytes of its file.
    ///
    /// # Errors
    ///
    /// If they are not those of a complete table of the class.
    pub fn from_bytes(class: &Material, bytes: &[u8]) -> Result<Self, Reason> {
        let header = Header::from_bytes(class, bytes)?;
        let payload = &bytes[HEADER_BYTES..];
        if crc32fast::hash(payload) != header.payload_checksum {
            return Err(Reason::Checksum {
                part: "the table".into(),
            });
        }
        let nonsense = |what: &str| Reason::Nonsense(what.into());
        let layout = Layout::new(class).map_err(|error| nonsense(&error.to_string()))?;
        let sets: usize = header
            .slices
            .iter()
            .map(|slices| 2 + usize::from(slices.unwrap_or(0)))
            .sum();
        let size = 8 * sets * layout.words();
        let sets = zstd::bulk::decompress(payload, size)?;
        if sets.len() != size {
            return Err(nonsense("too few positions"));
        }
        let mut words = sets
            .as_chunks()
            .0
            .iter()
            .map(|word| u64::from_le_bytes(*word));
        let mut set = || -> Vec<u64> { words.by_ref().take(layout.words()).collect() };
        let mut sides = ByColor::<HelpmateSide>::default();
        let mut listed = header.listed;
        for turn in Color::ALL {
            let legal = SideTable::new(&layout, turn).legal;
            let side = sides.get_mut(turn);
            for can in [&mut side.own, &mut side.others] {
                *can = set();
                let mut words = can.iter().zip(&legal);
                if words.any(|(set, legal)| set & !legal != 0) {
                    return Err(nonsense("it has positions that are not legal"));
                }
                if listed & 1 == 0 {
                    let words = can.iter_mut().zip(&legal);
                    words.for_each(|(can, legal)| *can = legal & !*can);
                }
                listed >>= 1;
            }
            side.moves = header.slices.get(turn).map(|slices| Numbers {
                slices: (0..slices).map(|_| set()).collect(),
            });
            side.legal = legal;
        }
        Ok(Self::new(layout, sides))
    }
}

fn count(set: &[u64]) -> u64 {
    set.iter().map(|word| u64::from(word.count_ones())).sum()
}

impl Header {
    fn to_bytes(&self, class: &Material) -> [u8; HEADER_BYTES] {
        let mut bytes = [0; HEADER_BYTES];
        let mut put = |at: usize, field: &[u8]| bytes[at..at + field.len()].copy_from_slice(field);
        // One more than there are, so that none is not known.
        let stored = |slices: Option<u8>| slices.map_or(0, |slices| slices + 1);
        put(0, &MAGIC);
        put(8, &VERSION.to_le_bytes());
        put(10, &[stored(self.slices.white), stored(self.slices.black)]);
        put(12, &self.payload_checksum.to_le_bytes());
        put(16, class.to_string().as_bytes());
        put(32, &self.payload_bytes.to_le_bytes());
        put(40, &[self.listed]);
        let checksum = crc32fast::hash(&bytes[..60]);
        bytes[60..].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// Reads the header of a file of these bytes, which must be of this class.
    fn from_bytes(class: &Material, bytes: &[u8]) -> Result<Self, Reason> {
        if !bytes.starts_with(&MAGIC) {
            return Err(Reason::Foreign);
        }
        let length = bytes.len() as u64;
        let Some(header) = bytes.first_chunk::<HEADER_BYTES>() else {
            return Err(Reason::Short {
                length,
                expected: HEADER_BYTES as u64,
            });
        };
        let word = |at: usize| u32::from_le_bytes(std::array::from_fn(|byte| header[at + byte]));
        if crc32fast::hash(&header[..60]) != word(60) {
            return Err(Reason::Checksum {
                part: "the header".into(),
            });
        }
        let (found, known) = (word(8) as u16, VERSION);
        if found > known {
            return Err(Reason::Newer { found, known });
        }
        let slices = |byte: u8| byte.checked_sub(1);
        let result = Self {
            slices: ByColor {
                white: slices(header[10]),
                black: slices(header[11]),
            },
            payload_bytes: u64::from(word(32)) | u64::from(word(36)) << 32,
            payload_checksum: word(12),
            listed: header[40],
        };
        let name = header[16..32].split(|&byte| byte == 0).next();
        let name = String::from_utf8_lossy(name.unwrap_or_default());
        if name != class.to_string() {
            return Err(Reason::Renamed {
                found: name.into_owned(),
                expected: class.to_string(),
            });
        }
        let has_too_many = |slices: &Option<u8>| slices.is_some_and(|of| of > MOST_SLICES);
        if result.to_bytes(class) != *header || result.slices.iter().any(has_too_many) {
            return Err(Reason::Nonsense("unknown fields in the header".into()));
        }
        let expected = result.payload_bytes.saturating_add(HEADER_BYTES as u64);
        match length.cmp(&expected) {
            Ordering::Less => Err(Reason::Short { length, expected }),
            Ordering::Equal => Ok(result),
            Ordering::Greater => Err(Reason::Long { length, expected }),
        }
    }
}

/// Whether the file of a class is there, for those who generate only what is missing.
///
/// # Errors
///
/// If that cannot be found out.
pub fn has_helpmate_file(folder: &Path, class: &Material) -> io::Result<bool> {
    folder.join(helpmate_file_name(class)).try_exists()
}

#[cfg(test)]
mod tests {
    use std::error::Error;

    use super::*;
    use crate::Index;

    /// A table with every third position dead, and distances of a sort.
    fn table(class: &Material, with_distances: bool) -> Result<HelpmateTable, Box<dyn Error>> {
        let layout = Layout::new(class)?;
        let side = |turn: Color| {
            let legal = SideTable::new(&layout, turn).legal;
            let some = |mask: u64| legal.iter().map(|legal| legal & mask).collect::<Vec<u64>>();
            let moves = Numbers {
                slices: vec![some(0x00ff_00ff), some(!0 >> 3)],
            };
            HelpmateSide {
                own: some(0x9249_2492_4924_9249),
                others: some(turn.fold_wb(!0, 0)),
                moves: with_distances.then_some(moves),
                legal,
            }
        };
        let sides = ByColor::new_with(side);
        Ok(HelpmateTable::new(layout, sides))
    }

    #[test]
    fn a_file_holds_its_table() -> Result<(), Box<dyn Error>> {
        let class: Material = "KRvK".parse()?;
        let folder = tempfile::tempdir()?;
        for with_distances in [false, true] {
            let table = table(&class, with_distances)?;
            assert!(table.write(folder.path())? < 4000);
            let read = HelpmateTable::read(folder.path(), &class)?;
            assert!(read == table);
            assert!(has_helpmate_file(folder.path(), &class)?);
            let index = Index {
                block: 5,
                word: 0,
                bit: 40,
            };
            assert_eq!(
                read.mates(index, Color::White),
                table.mates(index, Color::White)
            );
        }
        Ok(())
    }

    /// What is not a regular file is named and refused; reading a pipe would wait for ever.
    #[test]
    fn only_regular_files_are_read() -> Result<(), Box<dyn Error>> {
        let class: Material = "KRvK".parse()?;
        let place = tempfile::tempdir()?;
        let refusal =
            || HelpmateTable::read(place.path(), &class).map_err(|error| error.to_string());
        let path = place.path().join(helpmate_file_name(&class));
        std::fs::create_dir(&path)?;
        let said = refusal().err().ok_or("it was read")?;
        assert!(
            said.contains("a folder") && said.contains("KRvK.dph"),
            "{said}"
        );
        std::fs::remove_dir(&path)?;
        let made = std::process::Command::new("mkfifo").arg(&path).status();
        if cfg!(unix) && made?.success() {
            let said = refusal().err().ok_or("it was read")?;
            assert!(said.contains("a pipe"), "{said}");
        }
        Ok(())
    }

    /// Wherever a byte differs, or the file ends too early or too late.
    #[test]
    fn damaged_files_are_refused() -> Result<(), Box<dyn Error>> {
        let class: Material = "KRvK".parse()?;
        let bytes = table(&class, true)?.to_bytes()?;
        assert!(HelpmateTable::from_bytes(&class, &bytes).is_ok());
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x20;
            assert!(HelpmateTable::from_bytes(&class, &damaged).is_err(), "{at}");
            assert!(
                HelpmateTable::from_bytes(&class, &bytes[..at]).is_err(),
                "{at}"
            );
        }
        let longer = [&bytes[..], &[0]].concat();
        assert!(HelpmateTable::from_bytes(&class, &longer).is_err());
        assert!(HelpmateTable::from_bytes(&"KQvK".parse()?, &bytes).is_err());
        Ok(())
    }
}
