//! The header of a part: the run that it belongs to.

use drawproof_tables::{Material, Oracle, OracleError, Provenance, VisibleName};
use serde::{Deserialize, Serialize};
use shakmaty::{Color, Square};

use super::{Argument, Shown};
use crate::{Origin, Shard, Verification, units::Unit};

/// How long wins are judged.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Convention {
    /// Without the 50-move rule.
    Theory,
    /// With it.
    FiftyMoveRule,
}

/// What all parts of a run have in common, and which of them this one is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the program that made it.
    pub program: String,
    /// The command of the whole run, word by word.
    pub command: Vec<Argument>,
    /// The recognizer of the run.
    pub recognizer: Place,
    /// Which part of its units.
    pub shard: Shard,
    /// The class.
    pub material: String,
    /// The units.
    pub units: UnitsRecord,
    /// The rules.
    pub rules: Origin,
    /// Additional data for its report.
    pub shown: Shown,
    /// The oracles, the truth first.
    pub oracles: Vec<OracleRecord>,
    /// Whether the truth knows what the 50-move rule changes.
    pub knows_fifty_moves: bool,
    /// How the run is made.
    pub options: OptionsRecord,
    /// Whether positions were folded by the board's symmetries.
    pub folded: bool,
    /// Whether positions in which a pawn can be taken en passant were asked
    /// about as well.
    pub en_passant: bool,
}

/// What the program knows about a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// The program's version.
    pub program: String,
    /// The command of the whole run, word by word.
    pub command: Vec<Argument>,
    /// Which recognizer of the run this is.
    pub recognizer: Place,
    /// Additional data for its report.
    pub shown: Shown,
}

/// One of several, counted from 1.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// Its number.
    pub number: u32,
    /// How many there are.
    pub of: u32,
}

/// A contiguous range of units.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitsRecord {
    /// How many the run has.
    pub of: usize,
    /// The first of the part.
    pub first: UnitRecord,
    /// The last of the part.
    pub last: UnitRecord,
}

/// One unit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitRecord {
    /// Its number, from 0.
    number: usize,
    /// Who is to move.
    to_move: Turn,
    /// Where the kings stand, strong's first.
    kings: [String; 2],
}

/// The side to move, with strong as White.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Turn {
    /// Strong.
    White,
    /// Weak.
    Black,
}

/// An oracle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OracleRecord {
    /// Its name.
    pub name: String,
    /// Its fingerprint for the class.
    pub sha256: String,
    /// What published checksums say about its files; empty for own tables.
    pub files: Option<Provenance>,
}

/// The options that change the result of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OptionsRecord {
    /// How many counterexamples are kept for each rule.
    pub examples: usize,
    /// How many missed draws are kept.
    pub missed: usize,
    /// Whether the full board was asked for.
    pub full_board: bool,
    /// How long wins are judged.
    pub convention: Convention,
    /// How often a recognizer may stop answering.
    pub stops: usize,
    /// Whether positions that are decided at once are left out.
    pub quiet: bool,
}

/// A run cannot be divided into that many parts.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{material} cannot be split into {asked} parts: its work has only {units} units")]
pub struct TooManyShards {
    material: String,
    asked: u32,
    units: usize,
}

/// How two parts of different runs differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Misfit {
    /// What differs.
    pub what: &'static str,
    /// What each says.
    pub values: [String; 2],
    /// What to do.
    pub advice: &'static str,
}

impl TooManyShards {
    fn new(material: &Material, shard: Shard, units: usize) -> Self {
        Self {
            material: material.to_string(),
            asked: shard.of(),
            units,
        }
    }
}

impl Shard {
    /// Checks whether the work of a class can be divided into that many parts.
    ///
    /// # Errors
    ///
    /// If there are more shards than units.
    pub fn check(self, material: &Material, units: usize) -> Result<(), TooManyShards> {
        if self.of() as usize <= units {
            Ok(())
        } else {
            Err(TooManyShards::new(material, self, units))
        }
    }
}

impl UnitRecord {
    fn of(number: usize, unit: &Unit) -> Self {
        Self {
            number,
            to_move: unit.turn.into(),
            kings: unit.kings.map(|square: Square| square.to_string()),
        }
    }
}

impl UnitsRecord {
    /// The units of a shard; `None` if it has none.
    pub(super) fn of(units: &[Unit], shard: Shard) -> Option<Self> {
        let range = shard.units(units.len());
        let record = |number: usize| UnitRecord::of(number, &units[number]);
        (!range.is_empty()).then(|| Self {
            of: units.len(),
            first: record(range.start),
            last: record(range.end - 1),
        })
    }
}

impl From<Color> for Turn {
    fn from(turn: Color) -> Self {
        turn.fold_wb(Self::White, Self::Black)
    }
}

impl From<Turn> for Color {
    fn from(turn: Turn) -> Self {
        Self::from_white(turn == Turn::White)
    }
}

impl Verification<'_> {
    /// The oracles, each with the SHA-256 of the data behind its answers.
    ///
    /// # Errors
    ///
    /// The oracles'.
    pub fn oracle_records(&self) -> Result<Vec<OracleRecord>, OracleError> {
        let oracles = self.oracles.iter().enumerate();
        let record = |(at, oracle): (usize, &&dyn Oracle)| {
            let classes = self.asked_classes(at);
            Ok(OracleRecord {
                name: oracle.name(),
                sha256: oracle.fingerprint_of(&classes)?,
                files: oracle.provenance_of(&classes)?,
            })
        };
        oracles.map(record).collect()
    }

    /// The header of a shard of this run. `oracles` are
    /// [`oracle_records`](Self::oracle_records).
    ///
    /// # Errors
    ///
    /// If there are more shards than units.
    pub fn header(
        &self,
        run: &Run,
        shard: Shard,
        oracles: &[OracleRecord],
    ) -> Result<Header, TooManyShards> {
        let material = self.recognizer.material().to_string();
        shard.check(self.recognizer.material(), self.units.len())?;
        let units = UnitsRecord::of(&self.units, shard).ok_or_else(|| {
            TooManyShards::new(self.recognizer.material(), shard, self.units.len())
        })?;
        Ok(Header {
            program: run.program.clone(),
            command: run.command.clone(),
            recognizer: run.recognizer,
            shard,
            material,
            units,
            rules: Origin::of(self.recognizer),
            shown: run.shown.clone(),
            oracles: oracles.to_vec(),
            knows_fifty_moves: self.knows_fifty_moves(),
            options: OptionsRecord {
                examples: self.options.examples,
                missed: self.options.missed,
                full_board: self.options.full_board,
                convention: if self.options.fifty_moves {
                    Convention::FiftyMoveRule
                } else {
                    Convention::Theory
                },
                stops: self.options.stops.get(),
                quiet: self.options.quiet,
            },
            folded: self.folded,
            en_passant: self.en_passant,
        })
    }
}

impl Header {
    /// The first difference that two parts of one run cannot have, even if they
    /// are about different recognizers of it.
    pub(super) fn misfit_of_run(&self, other: &Self) -> Option<Misfit> {
        first_difference(&OF_RUN, self, other)
    }

    /// The same for parts about different recognizers, whose rules, classes and
    /// tables differ: only the command says what else was verified and which
    /// oracles were asked.
    pub(super) fn misfit_between_recognizers(&self, other: &Self) -> Option<Misfit> {
        self.misfit_of_run(other)
            .or_else(|| first_difference(&BETWEEN_RECOGNIZERS, self, other))
    }

    /// The first difference that two parts about the same recognizer of one run
    /// cannot have.
    pub fn misfit(&self, other: &Self) -> Option<Misfit> {
        first_difference(&OF_CLASS, self, other)
            .or_else(|| self.misfit_of_run(other))
            .or_else(|| first_difference(&OF_RECOGNIZER, self, other))
            .or_else(|| self.hidden_misfit(other))
    }

    /// A difference in data that should be equal if everything else is.
    fn hidden_misfit(&self, other: &Self) -> Option<Misfit> {
        let same = self.rules == other.rules
            && self.shown == other.shown
            && self.knows_fifty_moves == other.knows_fifty_moves
            && self.en_passant == other.en_passant
            && self.units.of == other.units.of;
        (!same).then(|| Misfit {
            what: "description of the run",
            values: [self, other].map(command),
            advice: "make all parts with one version and the same command",
        })
    }
}

fn list(header: &Header, of: impl Fn(&OracleRecord) -> String) -> String {
    let oracles: Vec<String> = header.oracles.iter().map(of).collect();
    oracles.join("; ")
}

/// The words of the command, for people.
fn command(header: &Header) -> String {
    let words: Vec<String> = header.command.iter().map(VisibleName::shown).collect();
    words.join(" ")
}

fn yes(is: bool) -> String {
    if is { "yes" } else { "no" }.into()
}

/// Something that two headers say: its name, its text, what to do if it
/// differs.
type Thing = (&'static str, fn(&Header) -> String, &'static str);

/// What all parts of a run have in common.
const OF_RUN: [Thing; 9] = [
    (
        "program",
        |header| format!("version {}", header.program),
        "make all parts with one version",
    ),
    (
        "number of shards",
        |header| header.shard.of().to_string(),
        "keep the parts of each run in a folder of their own",
    ),
    (
        "number of recognizers",
        |header| header.recognizer.of.to_string(),
        "keep the parts of each run in a folder of their own",
    ),
    (
        "number of counterexamples kept",
        |header| header.options.examples.to_string(),
        "give the same --examples to all shards",
    ),
    (
        "number of missed draws kept",
        |header| header.options.missed.to_string(),
        "give the same --missed to all shards",
    ),
    (
        "full board",
        |header| yes(header.options.full_board),
        "give --full-board to all shards or to none",
    ),
    (
        "convention",
        |header| format!("{:?}", header.options.convention),
        "give --fifty-move to all shards or to none",
    ),
    (
        "stops allowed",
        |header| header.options.stops.to_string(),
        "give the same --stops to all shards",
    ),
    (
        "quiet positions only",
        |header| yes(header.options.quiet),
        "give --quiet to all shards or to none",
    ),
];

/// The same for parts about different recognizers.
const BETWEEN_RECOGNIZERS: [Thing; 1] = [(
    "command",
    command,
    "make all parts with the same command but for --shard",
)];

/// The same for parts about one recognizer.
const OF_CLASS: [Thing; 1] = [(
    "class",
    |header| header.material.clone(),
    "merge the parts of each class by themselves, or verify the classes in one run",
)];

/// What all parts about one recognizer have in common besides.
const OF_RECOGNIZER: [Thing; 8] = [
    (
        "place among the recognizers",
        |header| header.recognizer.number.to_string(),
        "name the rule files in the same order for all shards",
    ),
    (
        "name of the rules",
        |header| header.rules.from.clone(),
        "name the rule file in the same way for all shards: the report shows its name",
    ),
    (
        "text of the rules (SHA-256)",
        |header| header.rules.sha256.clone(),
        "the rules were changed; make the parts of the old ones again",
    ),
    (
        "list of the rules",
        |header| format!("{} rules", header.rules.list.len()),
        "make all parts with one version",
    ),
    (
        "oracle",
        |header| list(header, |oracle| oracle.name.clone()),
        "ask the same oracle by the same name for all shards: the report shows it",
    ),
    (
        "oracle's tables (SHA-256)",
        |header| list(header, |oracle| oracle.sha256.clone()),
        "give all shards the same table files",
    ),
    (
        "oracle's files beside the published ones",
        |header| {
            let said = |files: Provenance| files.to_string();
            list(header, |oracle| {
                oracle.files.clone().map_or("own tables".into(), said)
            })
        },
        "make all parts with one version",
    ),
    (
        "folding of mirror images",
        |header| yes(header.folded),
        "make all parts with one version",
    ),
];

/// The first of some things in which two headers differ.
fn first_difference(things: &[Thing], a: &Header, b: &Header) -> Option<Misfit> {
    things.iter().find_map(|&(what, said, advice)| {
        let values = [said(a), said(b)];
        (values[0] != values[1]).then_some(Misfit {
            what,
            values,
            advice,
        })
    })
}
