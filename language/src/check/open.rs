//! Men of open classes, whose numbers are not known: sets that may be anything.

use shakmaty::{Color, Role};

use super::checker::{Checker, Result};
use crate::{
    error::{RuleError, Span},
    graph::{NodeId, Op},
    open::OpenClass,
    syntax::Type,
    words::Member,
};

/// The number of the first unknown value that stands for men, after those for parameters.
const FIRST: usize = 1_000_000;

impl Checker<'_> {
    /// A part of a side of an open class.
    pub(super) fn open_member(
        &mut self,
        span: &Span,
        open: &OpenClass,
        (owner, color): (&str, Color),
        member: Member,
    ) -> Result<NodeId> {
        let side = 100 * usize::from(color.is_black());
        match member {
            Member::Man(Role::King) => self.man(span, usize::from(color.is_black())),
            Member::Man(role) if open.has_one(role.of(color)) => {
                self.unknown_men(span, side + role as usize, Type::Square)
            }
            Member::Man(role) => {
                let name = format!("{role:?}").to_lowercase();
                let message = format!("{open} does not give '{owner}' exactly one {name} here");
                let help = format!("'{owner}.{name}s' is the set of them, which may be empty");
                Err(RuleError::new(span.clone(), message).help(help))
            }
            Member::Men(role) if open.has(role.of(color)) => {
                self.unknown_men(span, side + role as usize, Type::Set)
            }
            Member::Men(_) => self.set(span, 0),
            Member::All => self.unknown_men(span, side + 10, Type::Set),
            Member::Attacks => self.unknown_men(span, side + 11, Type::Set),
            Member::InCheck => {
                let attacked = self.unknown_men(span, 100 - side + 11, Type::Set)?;
                let king = self.man(span, usize::from(color.is_black()))?;
                self.add(span, Op::In, vec![king, attacked], Type::Truth)
            }
            Member::Wins | Member::CannotWin => {
                let message = "an open class knows nothing of smaller ones";
                let help = "a proof looks ahead by itself; rules say only which positions hold";
                Err(RuleError::new(span.clone(), message).help(help))
            }
        }
    }

    fn unknown_men(&mut self, span: &Span, number: usize, kind: Type) -> Result<NodeId> {
        self.add(span, Op::Parameter(FIRST + number, kind), vec![], kind)
    }
}
