//! Men and what they attack: `us.rook`, `them.attacks`.

use shakmaty::{Color, Piece, Role};

use super::{Checker, Result};
use crate::{
    error::{RuleError, Span},
    graph::{NodeId, Op},
    group::SymmetryGroup,
    syntax::Type,
    words::{self, nearest},
};

impl Checker<'_> {
    pub(super) fn occupied(&mut self, span: &Span) -> Result<NodeId> {
        self.add(span, Op::Occupied, vec![], Type::Set)
    }

    pub(super) fn man(&mut self, span: &Span, index: usize) -> Result<NodeId> {
        self.add(span, Op::Man(index), vec![], Type::Square)
    }

    pub(super) fn no_stronger(&self, span: &Span) -> RuleError {
        RuleError::new(
            span.clone(),
            format!("{} has no stronger side", self.material),
        )
        .help("both sides have the same men; say us (to move) and them")
    }

    pub(super) fn member(&mut self, span: &Span, owner: &str, what: &str) -> Result<NodeId> {
        let color = match owner {
            "us" => self.turn,
            "them" => !self.turn,
            "strong" | "weak" if self.material.is_symmetric() => return Err(self.no_stronger(span)),
            "strong" => Color::White,
            "weak" => Color::Black,
            _ => {
                let error = RuleError::new(span.clone(), format!("'{owner}' has no parts"));
                return Err(error.help("men belong to us, them, strong or weak"));
            }
        };
        match what {
            "attacks" => self.attacks(span, color),
            "men" => self.men_where(span, |man| man.color == color),
            _ => match role_word(what) {
                Some((role, true)) => self.men_where(span, |man| man == role.of(color)),
                Some((role, false)) => self.only_man(span, owner, role.of(color)),
                None => {
                    let error = RuleError::new(span.clone(), format!("'{owner}' has no '{what}'"));
                    Err(match nearest(what, words::MEMBERS.into_iter()) {
                        Some(near) => error.help(format!("did you mean '{owner}.{near}'?")),
                        None => error.help(format!("there are {}", words::MEMBERS.join(", "))),
                    })
                }
            },
        }
    }

    pub(super) fn indices(&self, is: impl Fn(Piece) -> bool) -> Vec<usize> {
        (0..self.men.len())
            .filter(|&man| is(self.men[man]))
            .collect()
    }

    pub(super) fn men_where(&mut self, span: &Span, is: impl Fn(Piece) -> bool) -> Result<NodeId> {
        let mut union = self.set(span, 0)?;
        for man in self.indices(is) {
            let square = self.man(span, man)?;
            let single = self.add(span, Op::Single, vec![square], Type::Set)?;
            union = self.add(span, Op::Union, vec![union, single], Type::Set)?;
        }
        Ok(union)
    }

    pub(super) fn only_man(&mut self, span: &Span, owner: &str, man: Piece) -> Result<NodeId> {
        let name = format!("{:?}", man.role).to_lowercase();
        let error = |message: String| RuleError::new(span.clone(), message);
        match self.indices(|other| other == man)[..] {
            [index] => self.man(span, index),
            [] => {
                let mover = if self.turn.is_white() {
                    "strong"
                } else {
                    "weak"
                };
                let message = if self.material.is_symmetric() {
                    format!("{} has no {name}", self.material)
                } else {
                    format!(
                        "'{owner}' has no {name} in {} with {mover} to move",
                        self.material
                    )
                };
                let help = "limit the rule to one side to move ('for strong', 'for weak'), or name the man by strong or weak";
                Err(error(message).help(help))
            }
            ref many => {
                let message = format!("'{owner}' has {} {name}s in {}", many.len(), self.material);
                Err(error(message).help(format!(
                    "'{owner}.{name}s' is the set of them; any, all and count go through it"
                )))
            }
        }
    }

    /// All squares that a side attacks.
    pub(super) fn attacks(&mut self, span: &Span, color: Color) -> Result<NodeId> {
        let blockers = self.occupied(span)?;
        let mut union = self.set(span, 0)?;
        for man in self.indices(|man| man.color == color) {
            let square = self.man(span, man)?;
            let reach = self.reach(span, self.men[man], square, blockers)?;
            union = self.add(span, Op::Union, vec![union, reach], Type::Set)?;
        }
        Ok(union)
    }

    fn reach(
        &mut self,
        span: &Span,
        man: Piece,
        square: NodeId,
        blockers: NodeId,
    ) -> Result<NodeId> {
        if man.role == Role::Pawn {
            let op = Op::PawnAttacks(man.color);
            return self.add_in(span, op, vec![square], Type::Set, SymmetryGroup::upright());
        }
        let arguments = match man.role {
            Role::Bishop | Role::Rook | Role::Queen => vec![square, blockers],
            _ => vec![square],
        };
        self.add(span, Op::Attacks(man.role), arguments, Type::Set)
    }
}

/// The role that a word names, and whether it is the plural.
pub fn role_word(word: &str) -> Option<(Role, bool)> {
    let roles = [
        ("king", Role::King),
        ("queen", Role::Queen),
        ("rook", Role::Rook),
        ("bishop", Role::Bishop),
        ("knight", Role::Knight),
        ("pawn", Role::Pawn),
    ];
    let (singular, plural) = match word.strip_suffix('s') {
        Some(singular) => (singular, true),
        None => (word, false),
    };
    let &(_, role) = roles.iter().find(|(name, _)| *name == singular)?;
    (!plural || role != Role::King).then_some((role, plural))
}
