//! Oracles: sources of truth about positions.

use std::{fmt, path::PathBuf, sync::Arc};

use shakmaty::{Chess, Color, Move, Position};

use crate::{
    Dtz, FileError, Index, Layout, LayoutError, Material, Metric, NotAsPublished, Placement,
    PlacementError, Provenance, Subject, Table, Truth, Value, VisibleName, Wdl, material::ClassKey,
    sha256::sha256,
};

/// Anything that knows the value of positions: own tables, Syzygy or Gaviota
/// files; or, by their [`subject`](Self::subject), who can mate in them.
///
/// Values are theoretical, without the 50-move rule.
pub trait Oracle: Send + Sync {
    /// Its name in reports.
    fn name(&self) -> String;

    /// What [`block`](Self::block) and [`truth`](Self::truth) answer about.
    fn subject(&self) -> Subject {
        Subject::Results
    }

    /// The truth about a position from play, including any en passant right.
    ///
    /// # Errors
    ///
    /// As for [`probe_chess`](Self::probe_chess).
    fn truth(&self, position: &Chess) -> Result<Truth, OracleError> {
        Ok(Truth::of(self.probe_chess(position)?.wdl))
    }

    /// SHA-256, in hexadecimal, of the data behind the answers about a class:
    /// two oracles of one kind with the same fingerprint give the same answers.
    /// Computing it reads whole tables.
    ///
    /// # Errors
    ///
    /// If there is no table of the class, or it cannot be read.
    fn fingerprint(&self, material: &Material) -> Result<String, OracleError>;

    /// What published checksums say about all files behind the answers about a
    /// class; `None` for own tables, for which nothing is published. Computing
    /// it reads the files.
    ///
    /// # Errors
    ///
    /// If a file cannot be read, or differs from the published one without
    /// being trusted.
    fn provenance(&self, _material: &Material) -> Result<Option<Provenance>, OracleError> {
        Ok(None)
    }

    /// [`provenance`](Self::provenance) of the files that were asked until now.
    fn provenance_until_now(&self) -> Option<Provenance> {
        None
    }

    /// Whether it knows a metric of a class.
    fn knows(&self, _material: &Material, metric: Metric) -> bool {
        metric == Metric::Wdl
    }

    /// The whole table of a class, with those of the metrics that are there;
    /// `None` if it cannot bring a table into this project's order.
    ///
    /// # Errors
    ///
    /// If there is no table of the class, or it cannot be read.
    fn load(
        &self,
        _material: &Material,
        _metrics: &[Metric],
    ) -> Result<Option<Table>, OracleError> {
        Ok(None)
    }

    /// Like [`load`](Self::load), but a table that is in memory is not copied, with all that it holds.
    ///
    /// # Errors
    ///
    /// As there.
    fn whole(
        &self,
        material: &Material,
        metrics: &[Metric],
    ) -> Result<Option<Arc<Table>>, OracleError> {
        Ok(self.load(material, metrics)?.map(Arc::new))
    }

    /// Gets ready for questions about whole blocks of a class: reads its table into memory, if
    /// that makes [`block`](Self::block) faster.
    ///
    /// # Errors
    ///
    /// If a file that is there is damaged or cannot be read.
    fn prepare(&self, _material: &Material) -> Result<(), OracleError> {
        Ok(())
    }

    /// Checks the files of a class by all checksums that they hold or that are published for
    /// them; `None` if there are no files.
    ///
    /// # Errors
    ///
    /// The first file, or part of one, that is damaged or not trusted.
    fn check_files(&self, _material: &Material) -> Result<Option<CheckedFiles>, OracleError> {
        Ok(None)
    }

    /// The joint [`fingerprint`](Self::fingerprint) of several classes; for one
    /// class it is the same.
    ///
    /// # Errors
    ///
    /// As there.
    fn fingerprint_of(&self, classes: &[Material]) -> Result<String, OracleError> {
        if let [class] = classes {
            return self.fingerprint(class);
        }
        let line = |class| Ok(format!("{class} {}\n", self.fingerprint(class)?));
        let lines: Result<String, OracleError> = classes.iter().map(line).collect();
        Ok(sha256(lines?))
    }

    /// The joint [`provenance`](Self::provenance) of several classes.
    ///
    /// # Errors
    ///
    /// As there.
    fn provenance_of(&self, classes: &[Material]) -> Result<Option<Provenance>, OracleError> {
        let mut all = None;
        for class in classes {
            let of = self.provenance(class)?;
            all = match (all, of) {
                (Some(all), Some(of)) => Some(Provenance::and(all, of)),
                (all, of) => all.or(of),
            };
        }
        Ok(all)
    }

    /// The value of one legal position without en passant right.
    ///
    /// # Errors
    ///
    /// If the oracle has no answer.
    fn probe(&self, material: &Material, placement: &Placement) -> Result<Value, OracleError>;

    /// The truth about one legal position without en passant right.
    ///
    /// # Errors
    ///
    /// If the oracle has no answer.
    fn truth_of(&self, material: &Material, placement: &Placement) -> Result<Truth, OracleError> {
        Ok(Truth::of(self.probe(material, placement)?.wdl))
    }

    /// The value of a position from play, including any en passant right.
    ///
    /// With such a right, the side to move chooses between the en passant
    /// capture and the value of the position without the right, unless the
    /// capture is its only legal move.
    ///
    /// # Errors
    ///
    /// If the position is one that no table covers, or the oracle has no
    /// answer.
    fn probe_chess(&self, position: &Chess) -> Result<Value, OracleError> {
        probe_with_en_passant(self, position)
    }

    /// Like [`probe_chess`](Self::probe_chess), but slower, and it reports
    /// every doubt about distances. Use it before you report that two oracles
    /// contradict each other.
    ///
    /// # Errors
    ///
    /// As there.
    fn probe_with_care(&self, position: &Chess) -> Result<Value, OracleError> {
        self.probe_chess(position)
    }

    /// Whether it knows which wins and losses of a class the 50-move rule
    /// turns into draws.
    fn knows_fifty_moves(&self, _material: &Material) -> bool {
        false
    }

    /// Who wins a legal position without en passant right, and what the 50-move
    /// rule makes of it with the half-move clock at zero.
    ///
    /// # Errors
    ///
    /// If the oracle has no answer.
    fn probe_ruling(
        &self,
        material: &Material,
        placement: &Placement,
    ) -> Result<Ruling, OracleError> {
        self.probe(material, placement).map(Ruling::of)
    }

    /// The won and lost positions of a whole block, in the order of `layout`; or those in
    /// which the side to move, and the other side, can mate.
    ///
    /// On entry, `words` has the legal positions set and the others empty, with
    /// room for cursed positions if the oracle knows them. The default
    /// implementation probes each legal position; a table in memory answers
    /// faster.
    ///
    /// # Errors
    ///
    /// If the oracle has no answer for one of the positions.
    fn block(
        &self,
        layout: &Layout,
        block: usize,
        turn: Color,
        words: &mut WdlWords,
    ) -> Result<(), OracleError> {
        block_by_probing(self, layout, block, turn, words)
    }
}

/// The key of the class of a position without castling and en passant rights,
/// and whether Black is the stronger side. Finding the class by its key takes
/// half the time.
#[inline]
pub(crate) fn key_without_rights(position: &Chess) -> Option<(ClassKey, bool)> {
    let has_rights = position.maybe_ep_square().is_some() || !position.castles().is_empty();
    (!has_rights).then(|| ClassKey::of_board(position.board()))
}

/// Chooses between en passant captures and the position without the right.
pub(crate) fn probe_with_en_passant<O: Oracle + ?Sized>(
    oracle: &O,
    position: &Chess,
) -> Result<Value, OracleError> {
    let (has_plain, captures) = choices(position);
    let mut value = None;
    if has_plain {
        let (material, placement, _) = Placement::of(position)?;
        value = Some(oracle.probe(&material, &placement)?);
    }
    for after in captures {
        let taken = oracle.probe_chess(&after)?.before_move(true);
        value = Some(value.map_or(taken, |value: Value| value.or(taken)));
    }
    Ok(value.unwrap_or(Value::DRAW))
}

/// Who wins a position from play, including any en passant right, and what the
/// 50-move rule makes of it with the half-move clock at zero. The choice is
/// that of [`Oracle::probe_chess`].
///
/// # Errors
///
/// If the position is one that no table covers, or the oracle has no answer.
pub fn ruling_with_en_passant(
    oracle: &dyn Oracle,
    position: &Chess,
) -> Result<Ruling, OracleError> {
    let probe = |position: &Chess| {
        let (material, placement, _) = Placement::of(position)?;
        oracle.probe_ruling(&material, &placement)
    };
    let (has_plain, captures) = choices(position);
    let mut ruling = has_plain.then(|| probe(position)).transpose()?;
    for after in captures {
        let taken = probe(&after)?.before_capture();
        ruling = Some(ruling.map_or(taken, |ruling| ruling.or(taken)));
    }
    Ok(ruling.unwrap_or(Ruling::of(Value::DRAW)))
}

/// What the side to move chooses from: whether there is the position without
/// an en passant right, and the positions after each en passant capture.
pub(crate) fn choices(position: &Chess) -> (bool, Vec<Chess>) {
    if position.maybe_ep_square().is_none() {
        return (true, Vec::new());
    }
    let moves = position.legal_moves();
    let (captures, others): (Vec<Move>, Vec<Move>) =
        moves.into_iter().partition(|m| m.is_en_passant());
    let is_there = captures.is_empty() || !others.is_empty();
    let after = |capture: Move| {
        let mut after = position.clone();
        after.play_unchecked(capture);
        after
    };
    (is_there, captures.into_iter().map(after).collect())
}

/// Fills in a block by asking for each of its legal positions.
pub(crate) fn block_by_probing<O: Oracle + ?Sized>(
    oracle: &O,
    layout: &Layout,
    block: usize,
    turn: Color,
    words: &mut WdlWords,
) -> Result<(), OracleError> {
    for word in 0..layout.block_words() {
        for bit in ones(words.legal[word]) {
            let placement = layout.decode(Index { block, word, bit }, turn);
            let ruling = oracle.probe_ruling(layout.material(), &placement)?;
            match ruling.wdl {
                Wdl::Win => words.win[word] |= 1 << bit,
                Wdl::Draw => {}
                Wdl::Loss => words.loss[word] |= 1 << bit,
            }
            if let Some(cursed) = &mut words.cursed {
                cursed[word] |= u64::from(ruling.cursed == Some(true)) << bit;
            }
        }
    }
    Ok(())
}

/// Who wins, without and with the 50-move rule.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Ruling {
    /// Who wins without it.
    pub wdl: Wdl,
    /// Whether it turns that into a draw: a cursed win, or a blessed loss.
    /// `None` if that is not known.
    pub cursed: Option<bool>,
}

impl Ruling {
    /// The ruling that follows from a value and its distance to a zeroing move.
    pub fn of(value: Value) -> Self {
        Self::with_clock(value, 0)
    }

    /// The same with some plies on the half-move clock.
    pub fn with_clock(value: Value, clock: u32) -> Self {
        let allowed = Dtz::MAX_50_MOVES.plies();
        let cursed = match (value.wdl, value.dtz) {
            // Checkmate counts whatever the clock.
            (Wdl::Draw, _) | (_, Some(Dtz(0))) => Some(false),
            (_, None) => None,
            (_, Some(dtz)) => {
                // A clock may be as large as its type.
                let plies = clock.saturating_add(dtz.plies());
                let most = plies.saturating_add(value.dtz_rounded.into());
                let is_certain = (plies > allowed) == (most > allowed);
                is_certain.then_some(plies > allowed)
            }
        };
        Self {
            wdl: value.wdl,
            cursed,
        }
    }

    /// Who wins under the rule; without it, if what it makes of the position is not known.
    pub fn settled(self) -> Wdl {
        match self.cursed {
            Some(true) => Wdl::Draw,
            _ => self.wdl,
        }
    }

    /// The ruling for the other side, which made the capture that led here.
    #[must_use]
    pub fn before_capture(self) -> Self {
        Self {
            wdl: Value::of(self.wdl).before_move(true).wdl,
            cursed: self.cursed,
        }
    }

    /// The better one for the side to move.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        if self.rank() >= other.rank() {
            self
        } else {
            other
        }
    }

    /// Greater is better for the side to move. Unknown rulings rank between the possible ones.
    pub fn rank(self) -> u8 {
        match (self.wdl, self.cursed) {
            (Wdl::Win, Some(false)) => 6,
            (Wdl::Win, None) => 5,
            (Wdl::Win, Some(true)) => 4,
            (Wdl::Draw, _) => 3,
            (Wdl::Loss, Some(true)) => 2,
            (Wdl::Loss, None) => 1,
            (Wdl::Loss, Some(false)) => 0,
        }
    }

    /// Whether two rulings do not contradict each other.
    pub fn agrees(self, other: Self) -> bool {
        let cursed = self.cursed.zip(other.cursed).is_none_or(|(a, b)| a == b);
        self.wdl == other.wdl && cursed
    }
}

impl fmt::Display for Ruling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match (self.wdl, self.cursed) {
            (Wdl::Win, Some(true)) => "win, drawn by the 50-move rule",
            (Wdl::Loss, Some(true)) => "loss, drawn by the 50-move rule",
            (Wdl::Win, _) => "win",
            (Wdl::Draw, _) => "draw",
            (Wdl::Loss, _) => "loss",
        })
    }
}

/// Legal, won and lost positions of one block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WdlWords {
    /// The legal positions.
    pub legal: Vec<u64>,
    /// Those won for the side to move, or in which it can mate.
    pub win: Vec<u64>,
    /// Those lost for the side to move, or in which the other side can mate.
    pub loss: Vec<u64>,
    /// The won and lost ones that the 50-move rule turns into draws. `None`
    /// if they are not known.
    pub cursed: Option<Vec<u64>>,
}

impl WdlWords {
    /// Room for a block of a class, all sets empty.
    pub fn new(layout: &Layout) -> Self {
        let empty = vec![0; layout.block_words()];
        Self {
            legal: empty.clone(),
            win: empty.clone(),
            loss: empty,
            cursed: None,
        }
    }

    /// The value of one legal position of the block.
    pub fn wdl(&self, word: usize, bit: u32) -> Wdl {
        if self.win[word] >> bit & 1 != 0 {
            Wdl::Win
        } else if self.loss[word] >> bit & 1 != 0 {
            Wdl::Loss
        } else {
            Wdl::Draw
        }
    }

    /// Fills in an oracle's answers for a block.
    ///
    /// # Errors
    ///
    /// The oracle's.
    pub fn ask(
        &mut self,
        oracle: &dyn Oracle,
        layout: &Layout,
        block: usize,
        turn: Color,
    ) -> Result<(), OracleError> {
        self.ask_of(oracle, layout, block, turn, |_| {})
    }

    /// Like [`ask`](Self::ask), but only for the legal positions that are kept;
    /// an oracle may answer for others as well.
    ///
    /// # Errors
    ///
    /// The oracle's.
    pub fn ask_of(
        &mut self,
        oracle: &dyn Oracle,
        layout: &Layout,
        block: usize,
        turn: Color,
        keep: impl FnOnce(&mut [u64]),
    ) -> Result<(), OracleError> {
        layout.legal(block, turn, &mut self.legal);
        keep(&mut self.legal);
        self.win.fill(0);
        self.loss.fill(0);
        if oracle.knows_fifty_moves(layout.material()) {
            let cursed = self.cursed.get_or_insert_default();
            cursed.clear();
            cursed.resize(layout.block_words(), 0);
        } else {
            self.cursed = None;
        }
        oracle.block(layout, block, turn, self)
    }
}

/// The files of a class, whose checksums are right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckedFiles {
    /// How many they are.
    pub count: usize,
    /// What published checksums say about them; `None` for own tables.
    pub provenance: Option<Provenance>,
}

/// Why an oracle has no answer.
#[derive(Debug, thiserror::Error)]
pub enum OracleError {
    /// A Syzygy or Gaviota file that differs from the published one.
    #[error(transparent)]
    NotAsPublished(#[from] NotAsPublished),
    /// The class has no tables at all.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// The position is in no table.
    #[error(transparent)]
    Placement(#[from] PlacementError),
    /// A table file is damaged.
    #[error(transparent)]
    File(#[from] FileError),
    /// There is no table of the class.
    #[error("no table of {material} in {place}; add the file to that folder")]
    MissingTable {
        /// The class that is missing.
        material: String,
        /// Where the search was made.
        place: String,
    },
    /// A folder without tables.
    #[error("no tables in {place}: expected {expected}; name another folder")]
    NoTables {
        /// The folder.
        place: String,
        /// What was looked for.
        expected: String,
    },
    /// A folder with tables of more than one kind.
    #[error(
        "{place} holds more than one kind of tables: {found}; keep each kind in a folder of its own"
    )]
    SeveralKinds {
        /// The folder.
        place: String,
        /// A file of each kind.
        found: String,
    },
    /// A folder or file that cannot be read.
    #[error("cannot read tables in {}: {error}", path.shown())]
    Io {
        /// The folder or file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// A damaged file.
    #[error("damaged table of {material} in {place}: {reason}; download the file again")]
    Corrupt {
        /// The class.
        material: String,
        /// Where it lies.
        place: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A position that this oracle does not know.
    #[error("{place} has no value for {fen}: {reason}")]
    Unanswered {
        /// The oracle.
        place: String,
        /// The position.
        fen: String,
        /// Why.
        reason: String,
    },
}

/// The numbers of the bits that are set, lowest first.
pub fn ones(mut bits: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (bits != 0).then(|| bits.trailing_zeros())?;
        bits &= bits - 1;
        Some(bit)
    })
}

/// The numbers of the bits that are set in a sequence of words, lowest first.
pub fn numbered_ones(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    let words = words.iter().enumerate();
    words.flat_map(|(word, &bits)| ones(bits).map(move |bit| 64 * word + bit as usize))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Worst first.
    const RULINGS: [(Wdl, Option<bool>); 7] = [
        (Wdl::Loss, Some(false)),
        (Wdl::Loss, None),
        (Wdl::Loss, Some(true)),
        (Wdl::Draw, Some(false)),
        (Wdl::Win, Some(true)),
        (Wdl::Win, None),
        (Wdl::Win, Some(false)),
    ];

    fn ruling((wdl, cursed): (Wdl, Option<bool>)) -> Ruling {
        Ruling { wdl, cursed }
    }

    #[test]
    fn the_better_ruling_is_chosen() {
        let rulings = RULINGS.map(ruling);
        for (at, &worse) in rulings.iter().enumerate() {
            for &better in &rulings[at..] {
                assert_eq!(worse.or(better), better);
                assert_eq!(better.or(worse), better);
            }
        }
    }

    /// The worst for the side that lost a man is the best for the other.
    #[test]
    fn rulings_before_a_capture_are_the_other_way_round() {
        for (after, before) in RULINGS.into_iter().zip(RULINGS.into_iter().rev()) {
            assert_eq!(ruling(after).before_capture(), ruling(before));
        }
    }

    #[test]
    fn rulings_agree_about_what_both_know() {
        for a in RULINGS {
            for b in RULINGS {
                let differ = a.1.is_some() && b.1.is_some() && a.1 != b.1;
                let agree = a.0 == b.0 && !differ;
                assert_eq!(ruling(a).agrees(ruling(b)), agree, "{a:?} {b:?}");
            }
        }
    }
}
