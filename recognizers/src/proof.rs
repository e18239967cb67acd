//! The proofs of the built-in rules: the ledger, `recognizers/ledger.csv`.
//!
//! `cargo xtask prove` verifies rule files and writes a line for each, with the hash of
//! all that its claims depend on. A file whose hash is in no line is not proven.

use std::{fmt, num::ParseIntError, str::FromStr, sync::LazyLock};

use drawproof_language::{
    Resolver, SEMANTICS,
    prelude::prelude_sha256,
    syntax::{File, Use, UseSource},
};
use drawproof_tables::{Material, sha256};

use crate::builtin::{Builtin, BuiltinResolver};

/// The counts that prove a rule file: board counts, both sides to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The name of the file, such as `krkr.quick.rules`, or [`READY_CRATE`].
    pub file: String,
    /// SHA-256 of its text and of all that it uses; see [`Builtin::sha256`].
    pub sha256: String,
    /// The version of the meaning of rules, [`SEMANTICS`], that it was proven with.
    pub semantics: u32,
    /// All positions: every one was judged.
    pub positions: u64,
    /// Those in which a rule claims something.
    pub claims: u64,
    /// Draws that were claimed; dead positions, where the claims are about mates.
    pub spotted_draws: u64,
    /// Draws that were not claimed.
    pub missed_draws: u64,
    /// Wrong claims. A file that has any is not proven, and not in the ledger.
    pub incorrect: u64,
    /// The first 16 digits of the SHA-256 of the counts of each rule.
    pub rules: String,
    /// How long the proof took on the machine that made it. It says only which files take
    /// longer than others.
    pub milliseconds: u64,
}

/// The names of the columns of the ledger.
pub const LEDGER_HEADER: &str = "file,sha256,semantics,positions,claims,spotted_draws,missed_draws,incorrect,rules,milliseconds";

/// The name in the ledger of the ready crate for Rust engines, which has rules of many files.
pub const READY_CRATE: &str = "embedded";

/// A line that is not one of the ledger.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a line of the ledger, {LEDGER_HEADER}: {0}")]
pub struct NoProof(String);

impl fmt::Display for Proof {
    /// Its line in the ledger.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            file,
            sha256,
            semantics,
            positions,
            claims,
            spotted_draws,
            missed_draws,
            incorrect,
            rules,
            milliseconds,
        } = self;
        write!(
            f,
            "{file},{sha256},{semantics},{positions},{claims},{spotted_draws},{missed_draws},{incorrect},{rules},{milliseconds}"
        )
    }
}

impl FromStr for Proof {
    type Err = NoProof;

    fn from_str(line: &str) -> Result<Self, NoProof> {
        Self::of_cells(line).ok_or_else(|| NoProof(line.into()))
    }
}

impl Proof {
    fn of_cells(line: &str) -> Option<Self> {
        let cells: Vec<&str> = line.split(',').collect();
        let [file, sha256, semantics, counts @ .., rules, milliseconds] = &cells[..] else {
            return None;
        };
        let counts: Result<Vec<u64>, ParseIntError> =
            counts.iter().map(|count| count.parse()).collect();
        let [positions, claims, spotted_draws, missed_draws, incorrect] = counts.ok()?[..] else {
            return None;
        };
        Some(Self {
            file: (*file).into(),
            sha256: (*sha256).into(),
            semantics: semantics.parse().ok()?,
            positions,
            claims,
            spotted_draws,
            missed_draws,
            incorrect,
            rules: (*rules).into(),
            milliseconds: milliseconds.parse().ok()?,
        })
    }

    /// Whether it is about rules with this hash and with what they mean now.
    pub fn holds_for(&self, sha256: &str) -> bool {
        self.sha256 == sha256 && self.semantics == SEMANTICS && self.incorrect == 0
    }

    /// The counts, without the time that they took.
    pub fn counts(&self) -> [u64; 5] {
        [
            self.positions,
            self.claims,
            self.spotted_draws,
            self.missed_draws,
            self.incorrect,
        ]
    }
}

/// All proofs of a ledger, in its order.
///
/// # Errors
///
/// If a line is none.
pub fn read_ledger(text: &str) -> Result<Vec<Proof>, NoProof> {
    let mut lines = text.lines();
    match lines.next() {
        Some(LEDGER_HEADER) => lines.map(str::parse).collect(),
        other => Err(NoProof(other.unwrap_or_default().into())),
    }
}

/// The ledger that comes with the program.
pub fn ledger() -> &'static [Proof] {
    static LEDGER: LazyLock<Vec<Proof>> = LazyLock::new(|| {
        // A test reads it.
        read_ledger(include_str!("../ledger.csv")).unwrap_or_default()
    });
    &LEDGER
}

impl Builtin {
    /// Its proof, if the ledger has one of this text, of all that it uses, and of what rules
    /// mean now.
    ///
    /// ```
    /// use drawproof_recognizers::Builtin;
    ///
    /// let of = Builtin::named("kpk.exact.rules").expect("it is built in");
    /// let proof = of.proof().expect("a test requires it");
    /// assert_eq!((proof.spotted_draws, proof.missed_draws), (108_788, 0));
    /// ```
    pub fn proof(&self) -> Option<&'static Proof> {
        let proof = ledger().iter().find(|proof| proof.file == self.name)?;
        proof.holds_for(&self.sha256()).then_some(proof)
    }

    /// SHA-256 of all that its claims depend on: its text, the texts of the rules that it
    /// uses, the names of the classes whose tables it uses, and the prelude.
    pub fn sha256(&self) -> String {
        sha256(format!(
            "{}\n{}",
            rules_sha256(&self.text()),
            prelude_sha256()
        ))
    }
}

/// SHA-256 of a text and of what it uses, as
/// [`RuleFile::sha256`](drawproof_language::RuleFile::sha256) gives it, without making tables.
pub(crate) fn rules_sha256(text: &str) -> String {
    let file = File::parse(text).unwrap_or_default();
    let own = sha256(text);
    if file.uses.is_empty() {
        return own;
    }
    let all: Vec<String> = [own]
        .into_iter()
        .chain(file.uses.iter().map(used))
        .collect();
    sha256(all.join("\n"))
}

/// What answers for a smaller class.
fn used(used: &Use) -> String {
    let no_tables = |class: &Material| Err(format!("no table of {class} is asked for"));
    let shelf = BuiltinResolver { tables: &no_tables };
    let class: Material = used.class.parse().expect("a test reads all rules");
    let by = match &used.source {
        UseSource::Table => "table".into(),
        source => {
            let (_, text) = shelf
                .rules(&class, source, "")
                .expect("a test reads all rules");
            rules_sha256(&text)
        }
    };
    format!("{class} {by}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtin::builtin_all;

    /// Every file has a proof of what it is now, and every proof a file.
    #[test]
    fn every_file_is_proven() {
        let unproven = builtin_all().filter(|of| of.proof().is_none());
        let unproven: Vec<&str> = unproven.map(|of| of.name).collect();
        assert!(
            unproven.is_empty(),
            "recognizers/ledger.csv has no proof of {}: run cargo xtask prove",
            unproven.join(", ")
        );
        let files: Vec<&str> = ledger().iter().map(|proof| proof.file.as_str()).collect();
        let is_gone = |file: &&&str| Builtin::named(file).is_none() && **file != READY_CRATE;
        assert_eq!(files.iter().find(is_gone), None);
        assert!(files.is_sorted() && ledger().iter().all(|proof| proof.positions > 0));
    }

    #[test]
    fn lines_are_read_as_they_are_written() {
        let line = "krkr.quick.rules,ab,1,10,7,6,3,0,cd,12";
        assert_eq!(
            line.parse::<Proof>().map(|of| of.to_string()),
            Ok(line.into())
        );
        for wrong in [
            "",
            "krkr.quick.rules,ab,1,10,7,6,3,0,cd",
            "a,b,1,10,7,6,-3,0,cd,12",
        ] {
            assert!(wrong.parse::<Proof>().is_err(), "{wrong}");
        }
    }
}
