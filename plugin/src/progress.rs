//! What a process is doing, visible to its parent even after a crash: a number
//! in a file that both have mapped into memory.

use std::{fs::File, io, sync::atomic::AtomicU64, sync::atomic::Ordering};

use memmap2::MmapRaw;

/// The shared number.
pub struct Progress(MmapRaw);

/// What a process is doing.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Doing {
    /// Loads the library.
    Loading,
    /// Waits for work, or reads or writes it.
    Idle,
    /// Asks the library.
    Asking {
        /// The pass, from 0.
        pass: usize,
        /// Row and column of the position in its sheet.
        at: (usize, u32),
    },
}

/// The encoding of [`Doing`] as a number.
const NOT_BEGUN: u64 = 0;
const IDLE: u64 = 1;
const LOADING: u64 = 2;
const ASKING: u64 = 1 << 16;

impl Progress {
    /// The length of the file.
    pub const BYTES: u64 = 8;

    /// Maps a file that is long enough.
    pub fn map(file: &File) -> io::Result<Self> {
        if file.metadata()?.len() < Self::BYTES {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "file too short"));
        }
        MmapRaw::map_raw(file).map(Self)
    }

    #[allow(unsafe_code)]
    fn number(&self) -> &AtomicU64 {
        // SAFETY: a map begins at a page and is at least eight bytes long, as
        // was checked; it lives as long as `self`, and both processes that
        // share it read and write it as one atomic number. If the file were
        // truncated, the process would be killed; no other process knows the
        // file.
        unsafe { AtomicU64::from_ptr(self.0.as_mut_ptr().cast()) }
    }

    /// The number itself: it changes as work goes on.
    pub fn raw(&self) -> u64 {
        self.number().load(Ordering::Acquire)
    }

    /// What is being done. A library with stray writes may have left any
    /// number.
    pub fn doing(&self) -> Doing {
        match self.raw() {
            NOT_BEGUN | LOADING => Doing::Loading,
            number if number >> 17 == 0 && number & ASKING != 0 => Doing::Asking {
                pass: (number >> 12 & 3) as usize,
                at: ((number >> 6 & 63) as usize, (number & 63) as u32),
            },
            _ => Doing::Idle,
        }
    }

    /// Whether the process has reached loading the library.
    pub fn has_begun(&self) -> bool {
        self.raw() != NOT_BEGUN
    }

    /// Notes that the library is loaded now.
    pub fn loading(&self) {
        self.number().store(LOADING, Ordering::Release);
    }

    /// Notes that nothing is asked.
    pub fn idle(&self) {
        self.number().store(IDLE, Ordering::Release);
    }

    /// Notes what is asked.
    #[inline]
    pub fn asking(&self, pass: usize, row: usize, column: u32) {
        let number = (pass << 12 | row << 6) as u64 | u64::from(column);
        self.number().store(ASKING | number, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_seen_through_another_map() -> io::Result<()> {
        let file = tempfile::tempfile()?;
        assert!(Progress::map(&file).is_err());
        file.set_len(Progress::BYTES)?;
        let (writer, reader) = (Progress::map(&file)?, Progress::map(&file)?);
        assert_eq!(reader.doing(), Doing::Loading);
        assert!(!reader.has_begun());
        writer.loading();
        assert_eq!(reader.doing(), Doing::Loading);
        assert!(reader.has_begun());
        writer.idle();
        assert_eq!(reader.doing(), Doing::Idle);
        writer.asking(3, 63, 17);
        let at = (63, 17);
        assert_eq!(reader.doing(), Doing::Asking { pass: 3, at });
        Ok(())
    }
}
