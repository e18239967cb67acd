//! The findings of a part of a run.

use drawproof_tables::{
    AskedPosition, Dtm, Dtz, Material, Placement, Ruling, Subject, Truth, Value, Wdl,
};
use serde::{Deserialize, Serialize};
use shakmaty::{Color, Square};

use super::header::Turn;
use crate::{
    Answer, ClaimCounts, Contradiction, Count, Counterexample, Counts, Decided, DrawCount, Example,
    Fault, LeftOut, Missed, PairTally, RuleCounts, Tally, nearest::Nearest, sample::Ticket,
};

/// The counts and positions of a part. Unique positions are counted in
/// fractions (see
/// [`Layout::unique_parts`](drawproof_tables::Layout::unique_parts)).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Findings {
    /// Positions visited.
    pub legal: Count,
    /// What each rule decided.
    pub rules: Vec<RuleCounts>,
    /// How right each claim would be that some rule makes.
    pub claims: Vec<ClaimCounts>,
    /// Where no rule held.
    pub unmatched: Counts,
    /// Positions without a valid verdict.
    pub doubtful: Counts,
    /// Claimed for one colour only, and counted above as well.
    pub one_sided: Counts,
    /// Won and lost positions about which the recognizer was not asked.
    pub left_out: LeftOut,
    /// The same counts for positions with an en passant right, which are not
    /// included above; null if they were not asked about.
    pub en_passant: Option<Decided>,
    /// How often the recognizer stopped answering.
    pub stops: usize,
    /// The first positions without a verdict.
    pub faults: Vec<FaultRecord>,
    /// Wins and losses that the 50-move rule turns into draws, as far as is
    /// known.
    pub cursed: Count,
    /// How each pair of oracles compares.
    pub pairs: Vec<PairRecord>,
    /// Some of the incorrect draws of each rule, nearest to mate first if
    /// distances were looked up.
    pub examples: Vec<ExampleRecord>,
    /// Missed draws drawn at random.
    pub missed: Vec<MissedRecord>,
    /// For each unit its draws, and how many of them were missed.
    pub by_kings: Vec<DrawCount>,
}

/// A position in two forms that must agree.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PositionRecord {
    /// The FEN as it was asked.
    pub(super) fen: String,
    /// Squares of the kings, strong's first, and of the other men.
    squares: Vec<String>,
    to_move: Turn,
    /// The en passant square.
    en_passant: Option<String>,
    /// Whether it was asked with colours exchanged and the board flipped
    /// vertically; the squares are those before that.
    exchanged: bool,
}

/// A position without a verdict.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FaultRecord {
    pub(super) position: PositionRecord,
    what: String,
}

/// A comparison of two oracles.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairRecord {
    pub(super) compared: Count,
    pub(super) contradictions: Count,
    pub(super) first: Option<ContradictionRecord>,
}

/// A position about which two oracles contradict each other.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ContradictionRecord {
    pub(super) position: PositionRecord,
    says: [RulingRecord; 2],
}

/// An incorrect draw.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExampleRecord {
    /// The rule's index in its file, from 0.
    pub(super) rule: usize,
    pub(super) position: PositionRecord,
    /// What the oracle says.
    truth: AnswerRecord,
    /// Null if the question is who can mate.
    value: Option<ValueRecord>,
    /// Then the plies of the shortest help mate that refutes the claim.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    helpmate_plies: Option<u32>,
    /// The moves to checkmate in SAN.
    line: Vec<String>,
    /// The moves that mate fastest.
    best_moves: Vec<String>,
    /// The value in own tables, if it contradicts the truth.
    contradicted: Option<Who>,
    /// Plies to mate, if they were looked up to choose the nearest ones.
    chosen_by_plies: Option<u32>,
}

/// A draw that was not claimed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MissedRecord {
    /// The index in its file of the rule that kept silent, from 0; null if no
    /// rule held.
    pub(super) rule: Option<usize>,
    pub(super) position: PositionRecord,
    pub(super) ticket: Ticket,
}

/// Who wins, for the side to move.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Who {
    Loss,
    Draw,
    Win,
}

/// Who wins, or who can mate.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
enum AnswerRecord {
    Result(RulingRecord),
    Mates(MatesRecord),
}

/// Who can mate.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MatesRecord {
    /// The side to move.
    own: bool,
    /// The other side.
    others: bool,
}

/// Who wins, without and with the 50-move rule.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RulingRecord {
    wdl: Who,
    cursed: Option<bool>,
}

/// The displayed value of a position.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ValueRecord {
    wdl: Who,
    mate_plies: Option<u16>,
    zeroing_plies: Option<u16>,
    zeroing_rounded: bool,
}

impl Findings {
    /// The findings of a tally; `examples` are its counterexamples in readable
    /// form, in the same order.
    pub fn new(tally: Tally, examples: &[Example], material: &Material) -> Self {
        let found = tally.examples.iter().zip(examples);
        let faults = tally.faults.iter();
        let pairs = tally.pairs.iter();
        let missed = tally.missed.iter();
        let is_asked = tally.en_passant.legal != Count::ZERO;
        Self {
            legal: tally.plain.legal,
            doubtful: tally.plain.doubtful,
            one_sided: tally.plain.one_sided,
            left_out: tally.plain.left_out,
            en_passant: is_asked.then_some(tally.en_passant),
            stops: tally.stops,
            faults: faults
                .map(|fault| FaultRecord::new(fault, material))
                .collect(),
            unmatched: tally.plain.unmatched,
            cursed: tally.cursed,
            pairs: pairs.map(|pair| PairRecord::new(pair, material)).collect(),
            examples: found
                .map(|(found, shown)| ExampleRecord::new(found, shown, material))
                .collect(),
            missed: missed
                .map(|missed| MissedRecord::new(missed, material))
                .collect(),
            by_kings: tally.by_kings,
            rules: tally.plain.rules,
            claims: tally.plain.claims,
        }
    }

    /// The counts for positions without an en passant right.
    pub(super) fn plain(&self) -> Decided {
        Decided {
            legal: self.legal,
            rules: self.rules.clone(),
            claims: self.claims.clone(),
            unmatched: self.unmatched,
            doubtful: self.doubtful,
            one_sided: self.one_sided,
            left_out: self.left_out,
        }
    }

    /// The tally that it was made from; `None` if it contains an invalid
    /// position.
    pub(super) fn tally(&self, material: &Material) -> Option<Tally> {
        let examples = self.examples.iter();
        let faults = self.faults.iter();
        let pairs = self.pairs.iter();
        let missed = self.missed.iter();
        Some(Tally {
            en_passant: (self.en_passant.clone())
                .unwrap_or_else(|| Decided::new(self.rules.len(), self.claims.len())),
            plain: self.plain(),
            stops: self.stops,
            faults: faults
                .map(|fault| fault.fault(material))
                .collect::<Option<_>>()?,
            cursed: self.cursed,
            pairs: pairs
                .map(|pair| pair.pair(material))
                .collect::<Option<_>>()?,
            examples: examples
                .map(|example| example.counterexample(material))
                .collect::<Option<Vec<_>>>()
                .map(Nearest::of)?,
            missed: missed
                .map(|missed| missed.missed(material))
                .collect::<Option<_>>()?,
            by_kings: self.by_kings.clone(),
        })
    }
}

impl PositionRecord {
    fn new(asked: &AskedPosition, material: &Material) -> Self {
        let squares = asked.placement.squares.iter();
        Self {
            fen: asked.fen(material).to_string(),
            squares: squares.map(ToString::to_string).collect(),
            to_move: asked.placement.turn.into(),
            en_passant: asked.en_passant.map(|square| square.to_string()),
            exchanged: asked.exchanged,
        }
    }

    fn plain(placement: &Placement, material: &Material) -> Self {
        Self::new(&AskedPosition::plain(placement.clone()), material)
    }

    /// The squares of a position without an en passant right that was asked as
    /// it is.
    fn placement(&self, material: &Material) -> Option<Placement> {
        let asked = self.asked(material)?;
        let is_plain = asked == AskedPosition::plain(asked.placement.clone());
        is_plain.then_some(asked.placement)
    }

    /// Who was to move.
    fn turn(&self) -> Color {
        let turn = Color::from(self.to_move);
        if self.exchanged { !turn } else { turn }
    }

    /// `None` if it is not a position of the class.
    fn asked(&self, material: &Material) -> Option<AskedPosition> {
        if self.squares.len() != material.men_count() {
            return None;
        }
        let mut squares = Vec::new();
        for name in &self.squares {
            let square = Square::from_ascii(name.as_bytes()).ok()?;
            if squares.contains(&square) {
                return None;
            }
            squares.push(square);
        }
        let placement = Placement {
            squares: squares.into_iter().collect(),
            turn: self.to_move.into(),
        };
        let en_passant = match &self.en_passant {
            None => None,
            Some(name) => Some(Square::from_ascii(name.as_bytes()).ok()?),
        };
        let asked = AskedPosition {
            placement,
            en_passant,
            exchanged: self.exchanged,
        };
        (asked.fen(material).to_string() == self.fen).then_some(asked)
    }
}

impl FaultRecord {
    fn new(fault: &Fault, material: &Material) -> Self {
        Self {
            position: PositionRecord::new(&fault.asked, material),
            what: fault.what.clone(),
        }
    }

    fn fault(&self, material: &Material) -> Option<Fault> {
        Some(Fault {
            asked: self.position.asked(material)?,
            what: self.what.clone(),
        })
    }
}

impl PairRecord {
    fn new(pair: &PairTally, material: &Material) -> Self {
        let first = pair.first.as_ref();
        Self {
            compared: pair.compared,
            contradictions: pair.contradictions,
            first: first.map(|first| ContradictionRecord {
                position: PositionRecord::plain(&first.placement, material),
                says: first.says.map(RulingRecord::from),
            }),
        }
    }

    fn pair(&self, material: &Material) -> Option<PairTally> {
        let first = match &self.first {
            None => None,
            Some(first) => Some(Contradiction {
                placement: first.position.placement(material)?,
                says: first.says.map(Ruling::from),
            }),
        };
        Some(PairTally {
            compared: self.compared,
            contradictions: self.contradictions,
            first,
        })
    }
}

impl ExampleRecord {
    fn new(found: &Counterexample, shown: &Example, material: &Material) -> Self {
        Self {
            rule: found.rule,
            position: PositionRecord::new(&found.asked, material),
            truth: found.truth.into(),
            value: shown.value.map(ValueRecord::from),
            helpmate_plies: shown.helpmate_plies,
            line: shown.line.clone(),
            best_moves: shown.best_moves.clone(),
            contradicted: shown.contradicted.map(Who::from),
            chosen_by_plies: found.plies,
        }
    }

    fn counterexample(&self, material: &Material) -> Option<Counterexample> {
        Some(Counterexample {
            rule: self.rule,
            asked: self.position.asked(material)?,
            truth: self.truth.into(),
            plies: self.chosen_by_plies,
        })
    }

    /// What it is about; `None` if it contradicts itself.
    pub(super) fn subject(&self) -> Option<Subject> {
        match (self.truth, self.value, self.helpmate_plies) {
            (AnswerRecord::Result(_), Some(_), None) => Some(Subject::Results),
            (AnswerRecord::Mates(_), None, _) => Some(Subject::Mates),
            _ => None,
        }
    }

    /// The readable form.
    pub(super) fn example(&self) -> Example {
        Example {
            fen: self.position.fen.clone(),
            turn: self.position.turn(),
            value: self.value.map(Value::from),
            helpmate_plies: self.helpmate_plies,
            line: self.line.clone(),
            best_moves: self.best_moves.clone(),
            contradicted: self.contradicted.map(Wdl::from),
        }
    }
}

impl MissedRecord {
    fn new(missed: &Missed, material: &Material) -> Self {
        Self {
            rule: missed.rule,
            position: PositionRecord::plain(&missed.placement, material),
            ticket: missed.ticket,
        }
    }

    fn missed(&self, material: &Material) -> Option<Missed> {
        Some(Missed {
            rule: self.rule,
            placement: self.position.placement(material)?,
            ticket: self.ticket,
        })
    }
}

impl From<Wdl> for Who {
    fn from(wdl: Wdl) -> Self {
        match wdl {
            Wdl::Loss => Self::Loss,
            Wdl::Draw => Self::Draw,
            Wdl::Win => Self::Win,
        }
    }
}

impl From<Who> for Wdl {
    fn from(who: Who) -> Self {
        match who {
            Who::Loss => Self::Loss,
            Who::Draw => Self::Draw,
            Who::Win => Self::Win,
        }
    }
}

impl From<Answer> for AnswerRecord {
    fn from(answer: Answer) -> Self {
        match answer {
            Answer::Result(ruling) => Self::Result(ruling.into()),
            Answer::Mates(Truth { own, others }) => Self::Mates(MatesRecord { own, others }),
        }
    }
}

impl From<AnswerRecord> for Answer {
    fn from(record: AnswerRecord) -> Self {
        match record {
            AnswerRecord::Result(ruling) => Self::Result(ruling.into()),
            AnswerRecord::Mates(MatesRecord { own, others }) => {
                Self::Mates(Truth::new(own, others))
            }
        }
    }
}

impl From<Ruling> for RulingRecord {
    fn from(ruling: Ruling) -> Self {
        Self {
            wdl: ruling.wdl.into(),
            cursed: ruling.cursed,
        }
    }
}

impl From<RulingRecord> for Ruling {
    fn from(record: RulingRecord) -> Self {
        Self {
            wdl: record.wdl.into(),
            cursed: record.cursed,
        }
    }
}

impl From<Value> for ValueRecord {
    fn from(value: Value) -> Self {
        Self {
            wdl: value.wdl.into(),
            mate_plies: value.dtm.map(|dtm| dtm.0),
            zeroing_plies: value.dtz.map(|dtz| dtz.0),
            zeroing_rounded: value.dtz_rounded,
        }
    }
}

impl From<ValueRecord> for Value {
    fn from(record: ValueRecord) -> Self {
        Self {
            dtm: record.mate_plies.map(Dtm),
            dtz: record.zeroing_plies.map(Dtz),
            dtz_rounded: record.zeroing_rounded,
            ..Self::of(record.wdl.into())
        }
    }
}
