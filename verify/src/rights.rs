//! Positions with an en passant right. Tables do not contain them: they are made
//! from those of a sheet, and a one-move search finds the truth.

use std::collections::BTreeMap;

use drawproof_evaluate::positions;
use drawproof_tables::{OracleError, Ruling, Wdl, fen_of, ruling_with_en_passant};
use shakmaty::{Bitboard, Chess, Color, Position, Rank, Role, Square};

use crate::{found::SheetTruth, units::Unit, visit::Worker};

impl Worker<'_> {
    /// The positions with the squares of a sheet and an en passant right, by en
    /// passant square; empty if they are not asked about.
    pub fn rights(&self, unit: &Unit, found: &SheetTruth) -> Result<Vec<SheetTruth>, OracleError> {
        if !self.run.en_passant {
            return Ok(Vec::new());
        }
        let layout = &self.run.layout;
        let mut by_square: BTreeMap<Square, SheetTruth> = BTreeMap::new();
        for (row, bit) in positions(&found.legal) {
            let placement = self.placement(unit, found, row, bit);
            let pawns = |of: Color| {
                let men = layout.men().iter().zip(&placement.squares);
                let pawns = men.filter(move |(man, _)| **man == Role::Pawn.of(of));
                pawns.map(|(_, &square)| square).collect::<Bitboard>()
            };
            if !stand_beside_each_other(pawns(!unit.turn), pawns(unit.turn), unit.turn) {
                continue;
            }
            for position in placement.with_en_passant(layout.material()) {
                let truth = self.truth(&position)?;
                if let Some(square) = position.legal_ep_square() {
                    let of_square = by_square.entry(square);
                    let of_square = of_square.or_insert_with(|| found.with_en_passant(square));
                    of_square.add((row, bit), truth);
                }
            }
        }
        Ok(by_square.into_values().collect())
    }

    fn truth(&self, position: &Chess) -> Result<Ruling, OracleError> {
        let oracle = self.run.oracles[0];
        let truth = ruling_with_en_passant(oracle, position)?;
        let is_known = truth.wdl == Wdl::Draw || truth.cursed.is_some();
        if self.run.options.fifty_moves && !is_known {
            return Err(OracleError::Unanswered {
                place: oracle.name(),
                fen: fen_of(position).to_string(),
                reason: "what the 50-move rule makes of it is not known".into(),
            });
        }
        Ok(truth)
    }
}

/// Whether a pawn that may have made a double step stands beside one of the
/// side to move: a quick test that rules out nearly all positions.
fn stand_beside_each_other(theirs: Bitboard, ours: Bitboard, turn: Color) -> bool {
    let passed = theirs & Bitboard::from((!turn).relative_rank(Rank::Fourth));
    let beside =
        passed.shift(1).without(shakmaty::File::A) | passed.shift(-1).without(shakmaty::File::H);
    (beside & ours).any()
}
