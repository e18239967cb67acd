//! Men and what they attack: `us.rook`, `them.attacks`.

use drawproof_tables::{Wdl, WdlSet};
use shakmaty::{Color, Piece};

use super::checker::{Checker, Result};
use crate::{
    error::{RuleError, Span},
    graph::{NodeId, Op},
    syntax::Type,
    words::{MEMBERS, Meaning, Member, Word, nearest},
};

impl Checker<'_> {
    pub(super) fn occupied(&mut self, span: &Span) -> Result<NodeId> {
        if let Some(scene) = &self.scene {
            return Ok(scene.occupied);
        }
        self.add(span, Op::Occupied, vec![], Type::Set)
    }

    /// The square of a man of the position that is looked at.
    pub(super) fn man(&mut self, span: &Span, index: usize) -> Result<NodeId> {
        if let Some(scene) = &self.scene {
            return Ok(scene.squares[index]);
        }
        self.add(span, Op::Man(index), vec![], Type::Square)
    }

    pub(super) fn no_stronger(&self, span: &Span) -> RuleError {
        RuleError::new(
            span.clone(),
            format!("{} has no stronger side", self.material),
        )
        .help("both sides have the same men; say us (to move) and them")
    }

    /// The side that a word names.
    pub(super) fn side(&self, span: &Span, owner: &str) -> Result<Color> {
        Ok(match owner {
            "us" => self.turn,
            "them" => !self.turn,
            "strong" | "weak" if self.material.is_symmetric() => return Err(self.no_stronger(span)),
            "strong" => Color::White,
            "weak" => Color::Black,
            _ => {
                let error = RuleError::new(span.clone(), format!("'{owner}' has no parts"));
                return Err(error.help("men belong to us, them, strong or weak"));
            }
        })
    }

    pub(super) fn member(&mut self, span: &Span, owner: &str, what: &str) -> Result<NodeId> {
        let of_move = format!("{owner}.{what}");
        if let Some((_, id)) = self.scope.iter().rev().find(|(known, _)| *known == of_move) {
            return Ok(*id);
        }
        let color = self.side(span, owner)?;
        if let (Some(open), Some(member)) = (&self.file.open, Member::named(what)) {
            return self.open_member(span, open, (owner, color), member);
        }
        match Member::named(what) {
            Some(Member::InCheck) => self.in_check(span, color),
            Some(Member::Wins) => {
                let result = WdlSet::of(&[self.result_of(color)]);
                self.known(span, &of_move, result)
            }
            Some(Member::CannotWin) => {
                let others = match self.result_of(color) {
                    Wdl::Win => [Wdl::Draw, Wdl::Loss],
                    _ => [Wdl::Draw, Wdl::Win],
                };
                self.known(span, &of_move, WdlSet::of(&others))
            }
            Some(Member::Attacks) => self.attacks(span, color),
            Some(Member::All) => self.men_where(span, |man| man.color == color),
            Some(Member::Men(role)) => self.men_where(span, |man| man == role.of(color)),
            Some(Member::Man(role)) => self.only_man(span, owner, role.of(color)),
            None => {
                let error = RuleError::new(span.clone(), format!("'{owner}' has no '{what}'"));
                Err(match nearest(what, MEMBERS.into_iter()) {
                    Some(near) => error.help(format!("did you mean '{owner}.{near}'?")),
                    None => error.help(format!("there are {}", MEMBERS.join(", "))),
                })
            }
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
            [] if self.scene.is_some() => {
                let message = format!("'{owner}' has no {name} after some of these moves");
                let help = format!(
                    "say which move it is (quiet m by ..., capture m by ... of ...), or use the set '{owner}.{name}s'"
                );
                Err(error(message).help(help))
            }
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

    /// Whether the king of a side is attacked.
    pub(super) fn in_check(&mut self, span: &Span, side: Color) -> Result<NodeId> {
        let attacked = self.attacks(span, !side)?;
        let king = self.man(span, usize::from(side.is_black()))?;
        self.add(span, Op::In, vec![king, attacked], Type::Truth)
    }

    /// The squares that a man attacks.
    pub(super) fn reach(&mut self, span: &Span, man: usize) -> Result<NodeId> {
        let square = self.man(span, man)?;
        let word = Word::attacks_of(self.men[man]);
        let mut arguments = vec![square];
        if let Meaning::SetOfSquareAndBlockers(_) = word.meaning() {
            arguments.push(self.occupied(span)?);
        }
        self.add_word(span, word, arguments)
    }

    /// All squares that a side attacks.
    pub(super) fn attacks(&mut self, span: &Span, color: Color) -> Result<NodeId> {
        let mut union = self.set(span, 0)?;
        for man in self.indices(|man| man.color == color) {
            let reach = self.reach(span, man)?;
            union = self.add(span, Op::Union, vec![union, reach], Type::Set)?;
        }
        Ok(union)
    }
}
