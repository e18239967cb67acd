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
pub fn known(outcome: Outcome) -> &'static str {
    match outcome {
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
        Outcome::Draw => {
            "\
fn known_draw(score: i32) -> Option<bool> {
    match draw_of(score) {
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
    }
}

/// The function that makes a number of an answer.
pub fn number_of(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Wdl => "wdl",
        Outcome::Draw => "draw",
        Outcome::Dtm => "dtm",
    }
}

/// The same function itself.
pub fn numbers(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Wdl => {
            "
fn wdl(known: Option<exported::Wdl>) -> i32 {
    known.map_or(2, |wdl| wdl as i32 - 1)
}"
        }
        Outcome::Draw => {
            "
fn draw(known: Option<bool>) -> i32 {
    known.map_or(-1, i32::from)
}"
        }
        Outcome::Dtm => {
            "
fn dtm(known: Option<u32>) -> i32 {
    known.map_or(-1, |plies| plies as i32)
}"
        }
    }
}

/// What asks an exported file of tables about every placement of a class.
pub const MAIN: &str = "\
use std::{
    env,
    io::{self, BufWriter, Write},
};

mod exported;

fn main() -> io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let mut arguments = env::args().skip(1).filter_map(|word| word.parse::<u32>().ok());
    let class = arguments.next().unwrap_or(0);
    let turn = arguments.next() == Some(1);
    for at in 0..placements(class) {
        for question in 0..questions(class) {
            let said = said(class, turn, at, question) as i16;
            out.write_all(&said.to_le_bytes())?;
        }
    }
    out.flush()
}";

/// What drawproof.h asks for, by way of an exported file of rules.
pub const SHIM: &str = r#"use std::ffi::c_int;

mod exported;

#[repr(C)]
pub struct Men {
    pawns: u64,
    knights: u64,
    bishops: u64,
    rooks: u64,
    queens: u64,
    kings: u64,
}

#[repr(C)]
pub struct Position {
    men: [Men; 2],
    side_to_move: u8,
    en_passant: u8,
    reserved: [u8; 6],
}

impl Men {
    fn all(&self) -> u64 {
        self.pawns | self.knights | self.bishops | self.rooks | self.queens | self.kings
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn drawproof_abi() -> u32 {
    2
}

#[unsafe(no_mangle)]
pub extern "C" fn ASKED(position: &Position) -> c_int {
    let [white, black] = &position.men;
    let ep = if position.en_passant == 64 { 0 } else { position.en_passant };
    exported::PROBE(
        white.all(),
        black.all(),
        white.kings | black.kings,
        white.queens | black.queens,
        white.rooks | black.rooks,
        white.bishops | black.bishops,
        white.knights | black.knights,
        white.pawns | black.pawns,
        0,
        ep.into(),
        position.side_to_move == 0,
    )
    .into()
}
"#;

/// Words that mean something in Rust.
pub const RESERVED: &str = "
    abstract as async await become box break const continue core crate do dyn else enum extern
    false final fn for gen i32 if impl in let loop macro main match mod move mut override priv pub
    ref return self static struct super trait true try type typeof u32 u64 unsafe unsized use
    virtual where while yield";
