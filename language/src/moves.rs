//! The legal moves of a position, one by one, for the interpreter.
//!
//! Plain on purpose, as the interpreter is: every man, every square that he
//! reaches, and whether his king is attacked afterwards. The checker lowers moves
//! to values instead ([`check`](crate::check)), so that each can be tested
//! against the other.

use std::fmt;

use shakmaty::{Color, Piece, Rank, Role, Square, attacks};

use crate::position::Position;

/// A move, and the position after it.
pub struct Played {
    /// The man, as he was before the move.
    pub man: Piece,
    /// Where he came from.
    pub from: Square,
    /// Where he went.
    pub to: Square,
    /// Where the man that was captured stood.
    pub victim: Option<Square>,
    /// Whether a pawn became another man.
    pub is_promotion: bool,
    /// The position after it.
    pub after: Position,
}

/// What a step from square to square does besides.
#[derive(Copy, Clone, Default)]
struct Step {
    /// Where the man that it captures stands.
    victim: Option<Square>,
    /// The square that a pawn passes.
    passed: Option<Square>,
}

/// What a pawn can become.
const PROMOTED: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

impl fmt::Display for Played {
    /// As `e7-e8=Q` and `c3xd4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.victim.is_some() { 'x' } else { '-' };
        write!(f, "{}{sign}{}", self.from, self.to)?;
        let mut men = self.after.men.iter().filter(|_| self.is_promotion);
        match men.find(|(_, at)| *at == self.to) {
            Some((man, _)) => write!(f, "={}", man.role.upper_char()),
            None => Ok(()),
        }
    }
}

impl Position {
    /// All legal moves.
    pub fn moves(&self) -> Vec<Played> {
        let mut all = Vec::new();
        for &(man, from) in &self.men {
            if man.color != self.turn {
                continue;
            }
            for to in Square::ALL {
                let step = self.attack(man, from, to);
                let Some(step) = step.or_else(|| self.push(man, from, to)) else {
                    continue;
                };
                let is_promotion = man.role == Role::Pawn && to.rank() == last_rank(man.color);
                let roles = if is_promotion {
                    &PROMOTED[..]
                } else {
                    &[man.role][..]
                };
                for &role in roles {
                    let after = self.played(from, (to, role.of(man.color)), step);
                    if !after.is_attacked(self.turn) {
                        all.push(Played {
                            man,
                            from,
                            to,
                            victim: step.victim,
                            is_promotion,
                            after,
                        });
                    }
                }
            }
        }
        all
    }

    /// A step to a square that a man attacks, if he may take it.
    fn attack(&self, man: Piece, from: Square, to: Square) -> Option<Step> {
        if !attacks::attacks(from, man, self.occupied()).contains(to) {
            return None;
        }
        let capture = |victim| Step {
            victim: Some(victim),
            passed: None,
        };
        match self.man_on(to) {
            Some(other) => {
                let is_prey = other.color != man.color && other.role != Role::King;
                is_prey.then(|| capture(to))
            }
            None if man.role != Role::Pawn => Some(Step::default()),
            // The captured pawn stands beside ours.
            None if self.passed == Some(to) => {
                Some(capture(Square::from_coords(to.file(), from.rank())))
            }
            None => None,
        }
    }

    /// A pawn's step straight ahead, if it is possible.
    fn push(&self, man: Piece, from: Square, to: Square) -> Option<Step> {
        let ahead = man.color.fold_wb(8, -8);
        let is_free = |at: Option<Square>| at.filter(|&at| self.man_on(at).is_none());
        if man.role != Role::Pawn {
            return None;
        }
        let one = is_free(from.offset(ahead))?;
        if one == to {
            return Some(Step::default());
        }
        let two = is_free(one.offset(ahead))?;
        let start = man.color.fold_wb(Rank::Second, Rank::Seventh);
        (two == to && from.rank() == start).then_some(Step {
            victim: None,
            passed: Some(one),
        })
    }

    fn man_on(&self, square: Square) -> Option<Piece> {
        let mut men = self.men.iter();
        men.find(|(_, at)| *at == square).map(|(man, _)| *man)
    }

    fn played(
        &self,
        from: Square,
        (to, man): (Square, Piece),
        Step { victim, passed }: Step,
    ) -> Self {
        let men = self.men.iter().filter(|(_, at)| Some(*at) != victim);
        let men = men.map(|&(old, at)| if at == from { (man, to) } else { (old, at) });
        Self {
            men: men.collect(),
            turn: !self.turn,
            passed,
            plies: self.plies + 1,
            ..*self
        }
    }

    /// Whether the king of a side is attacked.
    pub fn is_attacked(&self, side: Color) -> bool {
        let king = self.squares(|man| man == Role::King.of(side));
        self.attacks(!side).intersects(king)
    }
}

fn last_rank(color: Color) -> Rank {
    color.fold_wb(Rank::Eighth, Rank::First)
}
