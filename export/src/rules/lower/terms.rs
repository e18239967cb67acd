//! Names, men, functions and tables.

use shakmaty::{Color, Piece};

use super::{Each, Lowering, form_of, occupied, typed::Typed};
use crate::ir::{Expr, Sign};
use drawproof_language::{
    syntax::{self, ExprKind, TableEntries, Type},
    words::{Atom, Meaning, Member, Word, named_set, named_square},
};

impl Lowering<'_> {
    pub(super) fn expr(&mut self, expr: &syntax::Expr) -> Option<Typed> {
        Some(match &expr.kind {
            ExprKind::Number(number) => Typed::number(*number),
            ExprKind::Bits(bits) => Typed::set(Expr::Bits(*bits)),
            ExprKind::Squares(squares) => self.squares(squares)?,
            ExprKind::Name(name) => self.name(name)?,
            ExprKind::Member(owner, what) => self.member(owner, what)?,
            ExprKind::Call(name, arguments) => self.call(name, arguments)?,
            ExprKind::Entry(name, square) => self.entry(name, square)?,
            ExprKind::Not(inner) => Typed::truth(self.expr(inner)?.expr.negated()),
            ExprKind::Complement(inner) => {
                let inner = self.set(inner)?;
                Typed::set(Expr::Complement(Box::new(inner)))
            }
            ExprKind::Negative(inner) => self.expr(inner)?.negative(),
            ExprKind::Binary(operator, left, right) => {
                let (left, right) = (self.expr(left)?, self.expr(right)?);
                super::operators::binary(*operator, left, right)
            }
            ExprKind::If(parts) => {
                let condition = self.expr(&parts[0])?.expr;
                let (yes, no) = (self.expr(&parts[1])?, self.expr(&parts[2])?);
                super::operators::choice(condition, yes, no)
            }
            ExprKind::Each(quantifier, name, parts) => self.quantified(*quantifier, name, parts)?,
            ExprKind::Moves(_) => self.moves(expr)?,
        })
    }

    pub(super) fn set(&mut self, expr: &syntax::Expr) -> Option<Expr> {
        self.expr(expr).map(Typed::into_set)
    }

    fn quantified(
        &mut self,
        quantifier: syntax::Quantifier,
        name: &str,
        parts: &[syntax::Expr; 2],
    ) -> Option<Typed> {
        let range = super::operators::range_of(quantifier);
        Some(match self.each(quantifier, name, parts)? {
            Each::Loop(body, kind) => Typed {
                expr: self.lift(quantifier, (body, kind)),
                kind,
                range,
            },
            Each::Value(value) => value,
        })
    }

    fn squares(&mut self, squares: &[syntax::Expr]) -> Option<Typed> {
        let mut union = Expr::Bits(0);
        for square in squares {
            let one = self.set(square)?;
            union = super::operators::union(union, one);
        }
        Some(Typed::set(union))
    }

    fn name(&mut self, name: &str) -> Option<Typed> {
        if let Some(bound) = self.scope.iter().rev().find(|of| of.name == name) {
            let local = Expr::local(&bound.local, form_of(bound.kind));
            return Some(Typed::new(local, bound.kind));
        }
        if let Some(set) = named_set(name) {
            return Some(Typed::set(Expr::Bits(set)));
        }
        if let Some(square) = named_square(name) {
            return Some(Typed::new(Expr::Square(square.to_u32()), Type::Square));
        }
        Some(match Atom::named(name) {
            Some(Atom::True) => Typed::truth(Expr::Truth(true)),
            Some(Atom::False) => Typed::truth(Expr::Truth(false)),
            Some(Atom::Occupied) => Typed::set(occupied()),
            Some(Atom::InCheck) => self.in_check(self.turn)?,
            Some(Atom::StrongToMove) => Typed::truth(Expr::Truth(self.turn.is_white())),
            // Only after a move, where values are lowered.
            Some(Atom::Drawn) => return None,
            None => self.defined(name, &[])?,
        })
    }

    /// A definition, for its arguments.
    fn defined(&mut self, name: &str, arguments: &[syntax::Expr]) -> Option<Typed> {
        let definitions = &self.rules.syntax().definitions;
        let at = definitions.iter().position(|known| known.name == name)?;
        let kinds: Vec<Type> = definitions[at]
            .parameters
            .iter()
            .map(|(_, kind)| *kind)
            .collect();
        let known = self.definition(at)?;
        let mut values = Vec::new();
        for &place in &known.parameters {
            let argument = self.expr(arguments.get(place)?)?;
            values.push(match kinds[place] {
                Type::Set => argument.into_set(),
                _ => argument.expr,
            });
        }
        Some(Typed {
            expr: self.call_of(known.function, values),
            kind: known.gives,
            range: known.range,
        })
    }

    fn member(&mut self, owner: &str, what: &str) -> Option<Typed> {
        let color = match owner {
            "us" => self.turn,
            "them" => !self.turn,
            "strong" => Color::White,
            "weak" => Color::Black,
            _ => return None,
        };
        Some(match Member::named(what)? {
            Member::Attacks => Typed::set(self.attacks(color)?),
            Member::InCheck => self.in_check(color)?,
            // Only after a move, where values are lowered.
            Member::Wins | Member::CannotWin => return None,
            Member::All => Typed::set(self.squares_of(|man| man.color == color)),
            Member::Men(role) => Typed::set(self.squares_of(|man| man == role.of(color))),
            Member::Man(role) if self.unit.sets.iter().any(|men| men.piece == role.of(color)) => {
                let set = self.squares_of(|man| man == role.of(color));
                Typed::new(Expr::call("first", vec![set]), Type::Square)
            }
            Member::Man(role) => {
                let man = self.men.iter().position(|&man| man == role.of(color))?;
                Typed::new(self.man(man), Type::Square)
            }
        })
    }

    /// Whether the king of a side is attacked.
    fn in_check(&mut self, side: Color) -> Option<Typed> {
        let king = self.man(usize::from(side.is_black()));
        let attacked = self.attacks(!side)?;
        Some(Typed::truth(Expr::call("has", vec![attacked, king])))
    }

    fn squares_of(&self, is: impl Fn(Piece) -> bool) -> Expr {
        let men = self.men.iter().enumerate().filter(|(_, man)| is(**man));
        let one = |(at, _)| Expr::call("bit", vec![self.man(at)]);
        let union = |all, one| Expr::binary(Sign::Union, all, one);
        let sets = self.unit.sets.iter().filter(|men| is(men.piece));
        let sets = sets.map(|men| Expr::Field(men.name.clone(), crate::ir::Type::U64));
        men.map(one)
            .chain(sets)
            .reduce(union)
            .unwrap_or(Expr::Bits(0))
    }

    fn call(&mut self, name: &str, arguments: &[syntax::Expr]) -> Option<Typed> {
        let Some(word) = Word::named(name) else {
            return self.defined(name, arguments);
        };
        let meaning = word.meaning();
        let mut values = Vec::new();
        for (argument, kind) in arguments.iter().zip(meaning.parameters()) {
            let value = self.expr(argument)?;
            values.push(match kind {
                Type::Set => Typed::set(value.into_set()),
                _ => value,
            });
        }
        if let (Meaning::SetOfSquareAndBlockers(_), 1) = (meaning, values.len()) {
            values.push(Typed::set(occupied()));
        }
        Some(super::operators::function(word, values))
    }

    fn entry(&mut self, name: &str, square: &syntax::Expr) -> Option<Typed> {
        let at = self.rules.syntax().table_at(name)?;
        let entries = &self.rules.syntax().tables.get(at)?.entries;
        let kind = form_of(match entries {
            TableEntries::Sets(_) => Type::Set,
            TableEntries::Squares(_) => Type::Square,
            TableEntries::Numbers(_) => Type::Number,
        });
        let table = self.unit.tables.get(at)?.name.clone();
        let expr = Expr::Entry(table, Box::new(self.expr(square)?.expr), kind);
        Some(match entries {
            TableEntries::Sets(_) => Typed::set(expr),
            TableEntries::Squares(_) => Typed::new(expr, Type::Square),
            TableEntries::Numbers(numbers) => Typed {
                expr,
                kind: Type::Number,
                range: (
                    numbers.iter().copied().min().unwrap_or(0).into(),
                    numbers.iter().copied().max().unwrap_or(0).into(),
                ),
            },
        })
    }
}
