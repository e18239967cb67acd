//! Positions that a capture, a promotion or a mate decides at once, which a
//! quiet run leaves out.
//!
//! All of them are won or lost: no draw is ever left out.

use drawproof_evaluate::{Rows, positions};
use drawproof_tables::{OracleError, Placement, Wdl, fen_of};
use shakmaty::{Chess, Move, Position};

use crate::{
    counts::LeftOut, found::SheetTruth, tactics::Seen, units::Unit, visit::Worker, weight::Weight,
};

/// Why a position is left out.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Reason {
    Checkmate,
    Conversion,
    Mate,
}

/// The positions of a sheet that are decided at once.
pub(crate) struct Decisive {
    checkmates: Rows,
    conversions: Rows,
    mates: Rows,
}

impl Decisive {
    fn rows_of(&mut self, reason: Reason) -> &mut Rows {
        match reason {
            Reason::Checkmate => &mut self.checkmates,
            Reason::Conversion => &mut self.conversions,
            Reason::Mate => &mut self.mates,
        }
    }

    fn all(&self) -> Rows {
        std::array::from_fn(|row| self.checkmates[row] | self.conversions[row] | self.mates[row])
    }

    /// How many there are.
    pub fn counts(&self, first_word: usize, weight: &Weight) -> LeftOut {
        let count = |rows: &Rows| {
            let number = rows.iter().map(|row| u64::from(row.count_ones())).sum();
            weight.count(first_word, number, |row| rows[row])
        };
        LeftOut {
            checkmates: count(&self.checkmates),
            conversions: count(&self.conversions),
            mates: count(&self.mates),
        }
    }
}

impl SheetTruth {
    /// The same sheet without some of its positions.
    pub fn without(&self, left_out: &Decisive) -> Self {
        let left_out = left_out.all();
        let rest = |rows: &Rows| std::array::from_fn(|row| rows[row] & !left_out[row]);
        Self {
            legal: rest(&self.legal),
            win: rest(&self.win),
            loss: rest(&self.loss),
            cursed: rest(&self.cursed),
            ..*self
        }
    }

    /// Those among its positions that are left out.
    pub fn only(&self, left_out: &Decisive) -> Self {
        let left_out = left_out.all();
        let only = |rows: &Rows| std::array::from_fn(|row| rows[row] & left_out[row]);
        Self {
            legal: only(&self.legal),
            win: only(&self.win),
            loss: only(&self.loss),
            cursed: only(&self.cursed),
            ..*self
        }
    }
}

impl Worker<'_> {
    /// The positions of a sheet that a quiet run leaves out; `None` if the run
    /// leaves out nothing.
    pub fn decided_at_once(
        &self,
        unit: &Unit,
        found: &SheetTruth,
    ) -> Result<Option<Decisive>, OracleError> {
        if !self.run.options.quiet {
            return Ok(None);
        }
        let mut decisive = Decisive {
            checkmates: [0; 64],
            conversions: [0; 64],
            mates: [0; 64],
        };
        let decided = found.decisive(self.run.options.fifty_moves);
        // An oracle may answer for more positions than it was asked about.
        let decided = std::array::from_fn(|row| decided[row] & found.legal[row]);
        for (row, bit) in positions(&decided) {
            let truth = found.ruling(row, bit).wdl;
            let placement = self.placement(unit, found, row, bit);
            if let Some(reason) = self.reason(found, &placement, truth)? {
                decisive.rows_of(reason)[row] |= 1 << bit;
            }
        }
        Ok(Some(decisive))
    }

    /// Why a won or lost position is left out, if it is.
    fn reason(
        &self,
        found: &SheetTruth,
        placement: &Placement,
        truth: Wdl,
    ) -> Result<Option<Reason>, OracleError> {
        // The quick tests know no en passant captures.
        let has_right = found.en_passant.is_some();
        let seen = Seen {
            men: self.run.layout.men(),
            squares: &placement.squares,
            turn: placement.turn,
        };
        if truth == Wdl::Loss {
            let is_mate = (has_right || seen.may_be_mated())
                && self.position(found, placement)?.is_checkmate();
            return Ok(is_mate.then_some(Reason::Checkmate));
        }
        if (has_right || seen.may_convert()) && self.converts(&self.position(found, placement)?)? {
            return Ok(Some(Reason::Conversion));
        }
        let mates = (has_right || seen.may_mate()) && mates(&self.position(found, placement)?);
        Ok(mates.then_some(Reason::Mate))
    }

    /// The position for shakmaty.
    fn position(&self, found: &SheetTruth, placement: &Placement) -> Result<Chess, OracleError> {
        let material = self.run.layout.material();
        let position = match found.en_passant {
            None => placement.to_chess(material).ok(),
            Some(square) => {
                let all = placement.with_en_passant(material).into_iter();
                let mut of_square = all.filter(|of| of.legal_ep_square() == Some(square));
                of_square.next()
            }
        };
        position.ok_or_else(|| OracleError::Unanswered {
            place: "the search for captures and mates".into(),
            fen: placement.fen(material).to_string(),
            reason: "the position is not legal".into(),
        })
    }

    /// Whether a capture or a promotion wins.
    fn converts(&self, position: &Chess) -> Result<bool, OracleError> {
        let moves = position.legal_moves();
        for m in moves.into_iter().filter(|m| converts(*m)) {
            if self.loses(&after(position, m))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the side to move loses, by the truth.
    fn loses(&self, position: &Chess) -> Result<bool, OracleError> {
        const BARE_KINGS: usize = 2;
        if position.board().occupied().count() == BARE_KINGS {
            return Ok(false);
        }
        let oracle = self.run.oracles[0];
        let (material, placement, _) = Placement::of(position)?;
        let ruling = oracle.probe_ruling(&material, &placement)?;
        if ruling.wdl != Wdl::Loss || !self.run.options.fifty_moves {
            return Ok(ruling.wdl == Wdl::Loss);
        }
        let cursed = ruling.cursed.ok_or_else(|| OracleError::Unanswered {
            place: oracle.name(),
            fen: fen_of(position).to_string(),
            reason: "what the 50-move rule makes of it is not known".into(),
        })?;
        Ok(!cursed)
    }
}

fn converts(m: Move) -> bool {
    m.is_capture() || m.is_promotion()
}

/// Whether a move that neither captures nor promotes mates.
fn mates(position: &Chess) -> bool {
    let moves = position.legal_moves();
    let mut others = moves.into_iter().filter(|m| !converts(*m));
    others.any(|m| after(position, m).is_checkmate())
}

fn after(position: &Chess, m: Move) -> Chess {
    let mut after = position.clone();
    after.play_unchecked(m);
    after
}
