//! The fixed text of Rust files.

use crate::ir::Outcome;

pub const WDL: &str = "\
/// The result for the side to move.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Wdl {
    Loss,
    Draw,
    Win,
}";

/// What makes an answer of a number.
pub fn known(outcome: Outcome) -> String {
    let text = match outcome {
        Outcome::Wdl => {
            "\
fn known_wdl(score: i32) -> Option<Wdl> {
    match wdl_of(score) {
        1 => Some(Wdl::Win),
        0 => Some(Wdl::Draw),
        -1 => Some(Wdl::Loss),
        _ => None,
    }
}
"
        }
        Outcome::Draw | Outcome::CanMate => {
            "\
fn known_NAME(score: i32) -> Option<bool> {
    match NAME_of(score) {
        1 => Some(true),
        0 => Some(false),
        _ => None,
    }
}
"
        }
        Outcome::Dtm => {
            "\
fn known_dtm(score: i32) -> Option<u32> {
    u32::try_from(dtm_of(score)).ok()
}
"
        }
    };
    text.replace("NAME", outcome.name())
}

/// The function that makes a number of an answer, for programs that ask.
pub fn numbers(outcome: Outcome) -> String {
    let (known, number) = match outcome {
        Outcome::Wdl => ("exported::Wdl", "2, |wdl| wdl as i32 - 1"),
        Outcome::Draw | Outcome::CanMate => ("bool", "-1, i32::from"),
        Outcome::Dtm => ("u32", "-1, |plies| plies as i32"),
    };
    let name = outcome.name();
    format!("\nfn {name}(known: Option<{known}>) -> i32 {{\n    known.map_or({number})\n}}")
}

/// Reads questions and writes answers.
pub const MAIN: &str = "\
use std::io::{self, BufReader, BufWriter, Read, Write};

mod exported;

fn main() -> io::Result<()> {
    let mut input = BufReader::new(io::stdin().lock());
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let mut bytes = [0; 80];
    while input.read_exact(&mut bytes).is_ok() {
        let mut words = [0; 10];
        for (word, bytes) in words.iter_mut().zip(bytes.chunks_exact(8)) {
            *word = bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
        }
        let [what, a, b, c, d, e, f, g, h, squares] = words;
        for last in (0..64).filter(|last| squares >> last & 1 != 0) {
            let said = said(what, a, b, c, d, e, f, g, h, last) as i16;
            out.write_all(&said.to_le_bytes())?;
        }
        if squares == 0 {
            out.flush()?;
        }
    }
    Ok(())
}";

/// Words that mean something in Rust.
pub const RESERVED: &str = "
    abstract as async await become box break const continue core crate do dyn else enum extern
    false final fn for gen i32 if impl in let loop macro main match mod move mut override priv pub
    ref return self static struct super trait true try type typeof u32 u64 unsafe unsized use
    virtual where while yield";
