//! Quick tests that rule out captures, promotions and mates for most positions.
//!
//! They err on one side only: what they rule out is not there; shakmaty decides
//! about the rest.

use shakmaty::{Bitboard, Color, Piece, Rank, Role, Square, attacks};

/// The men of a position.
pub(crate) struct Seen<'a> {
    pub men: &'a [Piece],
    /// Their squares, in the same order, those of the kings first.
    pub squares: &'a [Square],
    pub turn: Color,
}

impl Seen<'_> {
    fn all(&self) -> impl Iterator<Item = (Piece, Square)> + '_ {
        self.men.iter().copied().zip(self.squares.iter().copied())
    }

    fn of(&self, side: Color) -> impl Iterator<Item = (Piece, Square)> + '_ {
        self.all().filter(move |(man, _)| man.color == side)
    }

    fn squares_of(&self, side: Color) -> Bitboard {
        self.of(side).map(|(_, square)| square).collect()
    }

    fn occupied(&self) -> Bitboard {
        self.squares.iter().copied().collect()
    }

    /// White's king comes first.
    fn king(&self, side: Color) -> Square {
        self.squares[usize::from(side.is_black())]
    }

    /// What a side attacks, without the man on `left_out`, if men on `vacated`
    /// squares are not in the way.
    fn attacked_by(&self, side: Color, left_out: Option<Square>, vacated: Bitboard) -> Bitboard {
        let occupied = self.occupied() & !vacated;
        self.of(side)
            .filter(|&(_, square)| Some(square) != left_out)
            .map(|(man, square)| attacks::attacks(square, man, occupied))
            .fold(Bitboard::EMPTY, |all, of_man| all | of_man)
    }

    /// Whether the side to move may have a capture or a promotion.
    pub fn may_convert(&self) -> bool {
        let theirs = self.squares_of(!self.turn);
        let seventh = Bitboard::from(self.turn.relative_rank(Rank::Seventh));
        let occupied = self.occupied();
        self.of(self.turn).any(|(man, square)| {
            (attacks::attacks(square, man, occupied) & theirs).any()
                || man.role == Role::Pawn && seventh.contains(square)
        })
    }

    /// Whether the side to move may be checkmated.
    pub fn may_be_mated(&self) -> bool {
        let king = self.king(self.turn);
        let attacked = self.attacked_by(!self.turn, None, king.into());
        let flights = attacks::king_attacks(king) & !self.squares_of(self.turn);
        attacked.contains(king) && (flights & !attacked).is_empty()
    }

    /// Whether the side to move may mate with a move that neither captures nor
    /// promotes.
    pub fn may_mate(&self) -> bool {
        let king = self.king(!self.turn);
        let around = attacks::king_attacks(king) & !self.squares_of(!self.turn);
        let occupied = self.occupied();
        self.of(self.turn).any(|(man, from)| {
            let vacated = Bitboard::from(king) | Bitboard::from(from);
            let by_others = self.attacked_by(self.turn, Some(from), vacated);
            let flights = around & !by_others;
            let is_discovered = by_others.contains(king);
            targets(man, from, occupied).into_iter().any(|to| {
                let now = (occupied & !vacated) | Bitboard::from(to);
                let reached = attacks::attacks(to, man, now);
                (is_discovered || reached.contains(king)) && (flights & !reached).is_empty()
            })
        })
    }
}

/// Where a man may go without a capture.
fn targets(man: Piece, from: Square, occupied: Bitboard) -> Bitboard {
    if man.role != Role::Pawn {
        return attacks::attacks(from, man, occupied) & !occupied;
    }
    let step = man.color.fold_wb(8, -8);
    let one = Bitboard::from(from).shift(step) & !occupied;
    let third = Bitboard::from(man.color.relative_rank(Rank::Third));
    one | (one & third).shift(step) & !occupied
}

#[cfg(test)]
mod tests {
    use std::error::Error;

    use drawproof_tables::{Material, Placement};
    use shakmaty::Position;

    use super::*;

    /// With the weaker king near a corner, no mate in one is ruled out; some of them
    /// are given by a man that does not move.
    #[test]
    fn no_mate_is_ruled_out() -> Result<(), Box<dyn Error>> {
        let mut discovered = 0;
        for class in ["KRNK", "KRBK", "KBBK", "KBNK"] {
            let material: Material = class.parse()?;
            let men = material.men();
            for number in (0..4 * 64_u32.pow(3)).step_by(7) {
                let squares = [
                    number >> 12 & 63,
                    [0, 1, 8, 2][number as usize >> 18],
                    number >> 6 & 63,
                    number & 63,
                ];
                let placement = Placement {
                    squares: squares.map(Square::new).into_iter().collect(),
                    turn: Color::White,
                };
                let near = placement.squares[0].distance(placement.squares[1]) <= 2;
                let Some(position) = placement.to_chess(&material).ok().filter(|_| near) else {
                    continue;
                };
                let seen = Seen {
                    men: &men,
                    squares: &placement.squares,
                    turn: placement.turn,
                };
                let mut mates = position.legal_moves();
                mates.retain(|m| {
                    let mut after = position.clone();
                    after.play_unchecked(*m);
                    after.is_checkmate()
                });
                let fen = placement.fen(&material);
                assert!(mates.is_empty() || seen.may_mate(), "{fen}");
                let king = position.board().king_of(Color::Black);
                let reaches = |m: &shakmaty::Move| {
                    let (man, to) = (m.role().of(Color::White), m.to());
                    let occupied = position.board().occupied();
                    king.is_some_and(|king| attacks::attacks(to, man, occupied).contains(king))
                };
                discovered += usize::from(!mates.is_empty() && !mates.iter().any(reaches));
            }
        }
        assert!(discovered > 20, "{discovered}");
        Ok(())
    }
}
