//! The interpreter with as little work as possible: for what is asked about
//! single positions by people, and to count the work.
//!
//! `and`, `or`, `if`, `any` and `all` stop where the result is known, and a
//! definition without parameters is evaluated once. Everything else is
//! as in [`interpret`](crate::interpret()).

use std::{cell::RefCell, collections::HashMap, rc::Rc};

use drawproof_tables::Placement;

use crate::{
    RuleFile,
    interpret::{Evaluate, Steps, TooMuchWork},
    position::{Names, Position, Value, parameters},
    syntax::{Binary, Definition, Expr, ExprKind, Moves, Quantifier, Rule},
};

/// Evaluates expressions for one position.
pub struct Lazy<'a> {
    rules: &'a RuleFile,
    position: Position,
    steps: Rc<Steps>,
    /// Definitions without parameters that were evaluated.
    known: RefCell<HashMap<String, Value>>,
}

impl<'a> Lazy<'a> {
    /// One for a position of the class.
    pub fn new(rules: &'a RuleFile, placement: &Placement) -> Self {
        Self::at(rules, Position::new(rules, placement))
    }

    /// One for any position.
    pub fn at(rules: &'a RuleFile, position: Position) -> Self {
        Self {
            rules,
            position,
            steps: Rc::default(),
            known: RefCell::default(),
        }
    }

    /// The first rule that holds.
    ///
    /// # Errors
    ///
    /// If it takes too much work to find out.
    pub fn decided_by(&self) -> Result<Option<usize>, TooMuchWork> {
        for (at, rule) in self.rules.syntax().rules.iter().enumerate() {
            let holds = self.is_asked(rule)
                && self.value(&rule.condition, &Names::new()) == Some(Value::Truth(true));
            self.check_work(at)?;
            if holds {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }

    /// How many values were evaluated.
    pub fn steps(&self) -> u64 {
        self.steps.count()
    }

    /// How many positions after moves were looked at, and how far ahead.
    pub fn looks(&self) -> (u64, usize) {
        self.steps.looks()
    }

    /// Checks that the limit was not reached during the evaluation of a rule.
    ///
    /// # Errors
    ///
    /// If it took too much work.
    pub fn check_work(&self, rule: usize) -> Result<(), TooMuchWork> {
        self.steps.check(self.rules, rule)
    }

    /// Whether a rule is about the side to move.
    pub fn is_asked(&self, rule: &Rule) -> bool {
        self.position.is_asked(rule.limit)
    }

    /// Whether a condition holds for all squares of a set, or for any.
    fn all_or_any(
        &self,
        is_all: bool,
        name: &str,
        parts: &[Expr; 2],
        names: &Names,
    ) -> Option<Value> {
        let mut inner = names.clone();
        for square in self.value(&parts[0], names)?.set()? {
            inner.insert(name.into(), Value::Square(square));
            let holds = self.value(&parts[1], &inner)?.truth()?;
            if holds != is_all {
                return Some(Value::Truth(!is_all));
            }
        }
        Some(Value::Truth(is_all))
    }

    /// Whether a condition holds after all moves, or after any.
    fn after_all_or_any(&self, is_all: bool, moves: &Moves, names: &Names) -> Option<Value> {
        for played in self.moves(moves)? {
            if self.holds_after(moves, played, names)? != is_all {
                return Some(Value::Truth(!is_all));
            }
        }
        Some(Value::Truth(is_all))
    }
}

impl<'a> Evaluate<'a> for Lazy<'a> {
    fn rules(&self) -> &'a RuleFile {
        self.rules
    }

    fn position(&self) -> &Position {
        &self.position
    }

    fn elsewhere(&self, rules: &'a RuleFile, position: Position) -> Self {
        if position.plies > 0 {
            self.steps.look(position.plies);
        }
        Self {
            rules,
            position,
            steps: Rc::clone(&self.steps),
            known: RefCell::default(),
        }
    }

    fn value(&self, expr: &Expr, names: &Names) -> Option<Value> {
        self.steps.next()?;
        match &expr.kind {
            ExprKind::Binary(operator @ (Binary::And | Binary::Or), left, right) => {
                let left = self.value(left, names)?;
                let is_settled = left.truth()? == (*operator == Binary::Or);
                if is_settled {
                    Some(left)
                } else {
                    self.value(right, names)
                }
            }
            ExprKind::If(parts) => {
                let condition = self.value(&parts[0], names)?.truth()?;
                self.value(&parts[if condition { 1 } else { 2 }], names)
            }
            ExprKind::Each(Quantifier::All, name, parts) => {
                self.all_or_any(true, name, parts, names)
            }
            ExprKind::Each(Quantifier::Any, name, parts) => {
                self.all_or_any(false, name, parts, names)
            }
            ExprKind::Moves(moves) if moves.quantifier == Quantifier::All => {
                self.after_all_or_any(true, moves, names)
            }
            ExprKind::Moves(moves) if moves.quantifier == Quantifier::Any => {
                self.after_all_or_any(false, moves, names)
            }
            _ => self.plainly(expr, names),
        }
    }

    fn defined(&self, definition: &Definition, arguments: &[Value]) -> Option<Value> {
        if !arguments.is_empty() {
            return self.value(&definition.body, &parameters(definition, arguments)?);
        }
        let known = self.known.borrow().get(&definition.name).copied();
        if known.is_some() {
            return known;
        }
        let value = self.value(&definition.body, &Names::new())?;
        let mut all = self.known.borrow_mut();
        all.insert(definition.name.clone(), value);
        Some(value)
    }
}
