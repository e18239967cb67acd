//! Rules exported as C, compiled and timed.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use drawproof_export::{Language, Style, emit};
use drawproof_language::{RuleFile, interpret};
use drawproof_tables::Placement;

use crate::positions::words;

const TIMER: &str = include_str!("timer.c");
/// The number of positions whose answers are compared with the interpreted rules.
const CHECKED: usize = 512;

/// A program that calls an exported file.
pub struct Exported<'a> {
    rules: &'a RuleFile,
    program: PathBuf,
}

impl<'a> Exported<'a> {
    /// Compiles the rules of a file with some flags. `None` without a compiler.
    pub fn compile(folder: &Path, rules: &'a RuleFile, flags: &[&str]) -> Option<Self> {
        let source = emit(&[rules], Language::C, &Style::default(), &[]).expect("source text");
        fs::write(folder.join("exported.c"), source).expect("a file");
        fs::write(folder.join("timer.c"), TIMER).expect("a file");
        let program = folder.join("timer");
        let mut cc = Command::new("cc");
        let cc = cc.arg("-std=c99").args(flags).arg(folder.join("timer.c"));
        match cc.arg("-o").arg(&program).status() {
            Ok(status) => assert!(status.success(), "cc failed"),
            Err(error) => {
                println!("nothing is measured: cannot start cc: {error}");
                return None;
            }
        }
        Some(Self { rules, program })
    }

    /// Nanoseconds a call for some positions, after some answers were checked.
    pub fn time(&self, placements: &[Placement]) -> f64 {
        let checked = &placements[..CHECKED.min(placements.len())];
        let claims = |placement: &&Placement| {
            let rule = interpret(self.rules, placement).expect("little work");
            rule.is_some_and(|rule| self.rules.rules()[rule].kind.claims_draw())
        };
        let expected = checked.iter().filter(claims).count();
        let (_, draws) = self.asked(checked);
        assert_eq!(draws, expected, "{}", self.rules.source_name());
        self.asked(placements).0
    }

    /// Nanoseconds a call, and how often a draw was claimed.
    fn asked(&self, placements: &[Placement]) -> (f64, usize) {
        let words: Vec<u8> = placements
            .iter()
            .flat_map(|placement| words(self.rules.material(), placement))
            .flat_map(u64::to_ne_bytes)
            .collect();
        let mut timer = Command::new(&self.program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the timer");
        let mut input = timer.stdin.take().expect("its input");
        input.write_all(&words).expect("positions");
        drop(input);
        let output = timer.wait_with_output().expect("the timer's answer");
        let text = String::from_utf8_lossy(&output.stdout);
        let (time, draws) = text.trim().split_once(' ').expect("two numbers");
        (
            time.parse().expect("a time"),
            draws.parse().expect("a number"),
        )
    }
}
