//! The process that loads a library and asks it.

use std::{
    ffi::CString,
    fs::OpenOptions,
    io::{self, BufReader},
    path::Path,
};

use drawproof_system::{Pipes, SharedLibrary, end_with_parent, load_library, take_pipes};
use drawproof_tables::{Material, ones};
use shakmaty::{Piece, Square};

use crate::{
    ABI, NO_SQUARE, RawPosition,
    abi::{AbiVersion, Ask, FIRST_ABI, Function, UPSIDE_DOWN},
    progress::Progress,
    protocol::{EXCHANGED, FALLING, Hello, OddAnswer, PASSES, RESULTS, Reply, Request},
};

/// Loads a library and answers requests on standard input until it is closed.
///
/// The process of a [`Host`](crate::Host) must do this and nothing else, with
/// its last arguments: the library, the class and a file that records what it
/// is doing.
///
/// # Errors
///
/// If the pipes to the process that started this one fail. A library that
/// cannot be loaded is not an error: the answer says so.
pub fn serve(library: &Path, material: &Material, progress: &Path) -> io::Result<()> {
    end_with_parent();
    let Pipes {
        requests,
        mut replies,
    } = take_pipes()?;
    let progress = Progress::map(&OpenOptions::new().read(true).write(true).open(progress)?)?;
    progress.loading();
    let recognizer = match Loaded::open(library) {
        Ok(recognizer) => recognizer,
        Err(hello) => return hello.write(&mut replies),
    };
    progress.idle();
    Hello::Ready(recognizer.function).write(&mut replies)?;
    let men = material.men();
    let mut requests = BufReader::new(requests);
    while let Some(request) = Request::read(&mut requests)? {
        let reply = recognizer.answer(&request, &men, &progress);
        progress.idle();
        reply.write(&mut replies)?;
    }
    Ok(())
}

/// A library in memory.
struct Loaded {
    function: Function,
    ask: Ask,
    /// Keeps the library loaded.
    _library: SharedLibrary,
}

impl Loaded {
    #[allow(unsafe_code)]
    fn open(path: &Path) -> Result<Self, Hello> {
        // SAFETY: nothing makes foreign code sound. It runs in this process,
        // which holds nothing but the position that is asked; the parent
        // accepts only complete answers. The types are those of drawproof.h,
        // which the version guarantees.
        unsafe {
            let library =
                load_library(path).map_err(|error| Hello::NotLoaded(with_cause(&error)))?;
            let version = *library
                .get::<AbiVersion>(b"drawproof_abi\0")
                .map_err(|_| Hello::Missing("drawproof_abi".into()))?;
            let version = version();
            let functions: &[Function] = match version {
                FIRST_ABI => &[Function::IsDraw],
                ABI => &[Function::Results, Function::IsDraw],
                _ => return Err(Hello::Version(version.to_string())),
            };
            for &function in functions {
                let name = CString::new(function.name()).unwrap_or_default();
                if let Ok(ask) = library.get::<Ask>(name.as_bytes_with_nul()) {
                    return Ok(Self {
                        function,
                        ask: *ask,
                        _library: library,
                    });
                }
            }
            Err(Hello::Missing(Function::IsDraw.name().into()))
        }
    }

    #[allow(unsafe_code)]
    #[inline]
    fn ask(&self, position: &RawPosition) -> i32 {
        // SAFETY: as above; the pointer is to a whole position that nothing
        // else uses.
        unsafe { (self.ask)(position) }
    }

    fn answer(&self, request: &Request, men: &[Piece], progress: &Progress) -> Reply {
        let mut reply = Reply {
            number: request.number,
            excluded: [[[0; 64]; RESULTS]; PASSES],
            odd: Vec::new(),
        };
        for (pass, falls) in FALLING.into_iter().enumerate() {
            for step in 0..64 {
                let row = if falls { 63 - step } else { step };
                if request.legal[row] != 0 {
                    let row = Row::new(request, men, pass, row);
                    self.ask_row(&row, progress, &mut reply);
                }
            }
        }
        reply
    }

    fn ask_row(&self, row: &Row, progress: &Progress, reply: &mut Reply) {
        let &Row { pass, number, .. } = row;
        let mut ask = |column: u32| {
            progress.asking(pass, number, column);
            let value = self.ask(&row.position(column));
            let Some(results) = self.function.results(value) else {
                reply.odd.push(OddAnswer {
                    at: (number, column),
                    pass,
                    value,
                });
                return;
            };
            let excluded = !results.bits();
            for (result, rows) in reply.excluded[pass].iter_mut().enumerate() {
                rows[number] |= u64::from(excluded >> result & 1) << column;
            }
        };
        if FALLING[pass] {
            falling(row.legal).for_each(&mut ask);
        } else {
            ones(row.legal).for_each(&mut ask);
        }
    }
}

/// The positions of one row, as asked in one pass.
struct Row {
    pass: usize,
    number: usize,
    legal: u64,
    /// All men but the last.
    base: RawPosition,
    last: Piece,
    /// The XOR mask from the number of a column to the last man's square.
    flip: u32,
}

impl Row {
    fn new(request: &Request, men: &[Piece], pass: usize, number: usize) -> Self {
        let mut row = Self {
            pass,
            number,
            legal: request.legal[number],
            base: base(request, men, number),
            last: men[men.len() - 1],
            flip: 0,
        };
        if EXCHANGED[pass] {
            row.base = row.base.exchanged();
            row.last.color = !row.last.color;
            row.flip = UPSIDE_DOWN.into();
        }
        row
    }

    /// A fresh position each time, because a library may write into it.
    fn position(&self, column: u32) -> RawPosition {
        let mut position = self.base;
        position.put(self.last, Square::new(column ^ self.flip));
        position
    }
}

/// A position of one row, without its last man.
fn base(request: &Request, men: &[Piece], row: usize) -> RawPosition {
    let mut base = RawPosition {
        en_passant: request.en_passant.map_or(NO_SQUARE, u8::from),
        ..RawPosition::empty(request.turn)
    };
    let row = Square::new(row as u32);
    // With three men only the kings are fixed, and there is one row.
    let squares = request.fixed.iter().copied().chain([row]);
    for (&man, square) in men[..men.len() - 1].iter().zip(squares) {
        base.put(man, square);
    }
    base
}

/// The numbers of the bits that are set, highest first.
fn falling(mut bits: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = bits.checked_ilog2()?;
        bits &= !(1 << bit);
        Some(bit)
    })
}

/// The message of an error with its cause.
fn with_cause(error: &dyn std::error::Error) -> String {
    error
        .source()
        .map_or_else(|| error.to_string(), ToString::to_string)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goes_both_ways() {
        let bits = 1 << 63 | 0b1011;
        let mut down: Vec<u32> = falling(bits).collect();
        assert_eq!(down, [63, 3, 1, 0]);
        down.reverse();
        assert!(ones(bits).eq(down));
    }
}
