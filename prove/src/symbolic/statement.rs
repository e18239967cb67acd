//! Statements. What one does is relative to the condition under which it is reached, so that it is
//! never mentioned: a part that is not reached has any effect, and a choice forgets it.

use drawproof_export::ir::{self, Expr, Sign, Statement};

use super::{
    error::SymbolicError,
    executor::{Board, Executor, Frame},
    value::Value,
};
use crate::{circuit::Lit, set::Set};

/// The greatest number of rounds of a loop with a condition.
const ROUNDS: usize = 64;

type Locals<'a> = Vec<(&'a str, Value)>;

/// Whether statements have returned, and what if so.
struct Flow {
    returned: Lit,
    /// `None` if they never return.
    value: Option<Value>,
}

impl Flow {
    const ON: Self = Self {
        returned: Lit::FALSE,
        value: None,
    };

    fn is_over(&self) -> bool {
        self.returned == Lit::TRUE
    }
}

/// A round of a loop with a condition.
struct Round<'a> {
    /// Whether it takes place, if the earlier ones do.
    goes: Lit,
    /// The variables before it.
    before: Locals<'a>,
    flow: Flow,
}

impl<'a> Executor<'a> {
    /// What the body of a function returns.
    pub(super) fn body(
        &mut self,
        statements: &'a [Statement],
        frame: &mut Frame<'a>,
    ) -> Result<Value, SymbolicError> {
        let flow = self.block(statements, frame)?;
        match flow.value {
            Some(value) if flow.returned == Lit::TRUE => Ok(value),
            _ => Err(frame.refuse("an end without a value")),
        }
    }

    fn block(
        &mut self,
        statements: &'a [Statement],
        frame: &mut Frame<'a>,
    ) -> Result<Flow, SymbolicError> {
        let (outer, board) = (frame.locals.len(), frame.board);
        let mut flow = Flow::ON;
        for statement in statements {
            let next = self.deeper(frame.function, |of| of.statement(statement, frame))?;
            flow = self.then(flow, next, frame)?;
            if flow.is_over() {
                break;
            }
        }
        frame.locals.truncate(outer);
        frame.board = board;
        Ok(flow)
    }

    fn statement(
        &mut self,
        statement: &'a Statement,
        frame: &mut Frame<'a>,
    ) -> Result<Flow, SymbolicError> {
        self.step(frame)?;
        match statement {
            Statement::Remark(_) => {}
            Statement::Let { name, value, .. } => {
                let value = self.value(value, frame)?;
                frame.locals.push((name, value));
            }
            Statement::Assign { name, sign, value } => self.assign(name, *sign, value, frame)?,
            Statement::If {
                condition,
                then,
                otherwise,
            } => return self.either(condition, then, otherwise, frame),
            Statement::While { condition, body } => return self.rounds(condition, body, frame),
            Statement::ForEach { square, set, body } => return self.each(square, set, body, frame),
            Statement::Match {
                value,
                arms,
                otherwise,
            } => return self.arms(value, arms, otherwise, frame),
            Statement::Board { board, occupied } => self.construct(board, occupied, frame)?,
            Statement::Return(value) => {
                return Ok(Flow {
                    returned: Lit::TRUE,
                    value: Some(self.value(value, frame)?),
                });
            }
        }
        Ok(Flow::ON)
    }

    fn assign(
        &mut self,
        name: &str,
        sign: Option<Sign>,
        value: &Expr,
        frame: &mut Frame<'a>,
    ) -> Result<(), SymbolicError> {
        let value = self.value(value, frame)?;
        let found = frame.locals.iter().rposition(|(local, _)| *local == name);
        let Some(place) = found else {
            return Err(frame.refuse(format!("{name}, which is no variable")));
        };
        let value = match sign {
            Some(sign) => {
                let old = frame.locals[place].1.clone();
                self.operate(sign, &old, &value, frame)?
            }
            None => value,
        };
        if value.kind() != frame.locals[place].1.kind() {
            return Err(frame.refuse(format!("{name} = a value of another type")));
        }
        frame.locals[place].1 = value;
        Ok(())
    }

    fn either(
        &mut self,
        condition: &'a Expr,
        then: &'a [Statement],
        otherwise: &'a [Statement],
        frame: &mut Frame<'a>,
    ) -> Result<Flow, SymbolicError> {
        let condition = self.truth(condition, frame)?;
        match condition.known() {
            Some(true) => return self.block(then, frame),
            Some(false) => return self.block(otherwise, frame),
            None => {}
        }
        let before = frame.locals.clone();
        let yes = self.block(then, frame)?;
        let after_yes = std::mem::replace(&mut frame.locals, before);
        let no = self.block(otherwise, frame)?;
        if no.is_over() {
            frame.locals = after_yes;
        } else if !yes.is_over() {
            self.choose_locals(condition, after_yes, frame)?;
        }
        self.choose_flow(condition, yes, no, frame)
    }

    /// Rounds until the condition is a constant. What is after them is found backwards: each round
    /// is made as if it took place.
    fn rounds(
        &mut self,
        condition: &'a Expr,
        body: &'a [Statement],
        frame: &mut Frame<'a>,
    ) -> Result<Flow, SymbolicError> {
        let mut rounds: Vec<Round<'a>> = Vec::new();
        loop {
            let goes = self.truth(condition, frame)?;
            if goes == Lit::FALSE {
                break;
            }
            if rounds.len() == ROUNDS {
                return Err(SymbolicError::Endless {
                    function: frame.function.into(),
                    rounds: ROUNDS,
                });
            }
            let before = frame.locals.clone();
            let flow = self.block(body, frame)?;
            let is_over = flow.is_over();
            rounds.push(Round { goes, before, flow });
            if is_over {
                break;
            }
        }
        let mut after = Flow::ON;
        for round in rounds.into_iter().rev() {
            let through = std::mem::replace(&mut frame.locals, round.before);
            self.choose_locals(round.goes, through, frame)?;
            after = self.then(round.flow, after, frame)?;
            after.returned = self.circuit.and(round.goes, after.returned);
        }
        Ok(after)
    }

    /// The body for each square that may be in a set, the lowest first.
    fn each(
        &mut self,
        square: &'a str,
        set: &'a Expr,
        body: &'a [Statement],
        frame: &mut Frame<'a>,
    ) -> Result<Flow, SymbolicError> {
        let set = self.set(set, frame)?;
        let mut flow = Flow::ON;
        for (number, member) in (0..).zip(set.0) {
            if member == Lit::FALSE {
                continue;
            }
            let before = frame.locals.clone();
            frame.locals.push((square, Value::square(number)));
            let mut next = self.block(body, frame)?;
            frame.locals.pop();
            let after = std::mem::replace(&mut frame.locals, before);
            if !next.is_over() {
                self.choose_locals(member, after, frame)?;
            }
            next.returned = self.circuit.and(member, next.returned);
            flow = self.then(flow, next, frame)?;
            if flow.is_over() {
                break;
            }
        }
        Ok(flow)
    }

    fn arms(
        &mut self,
        value: &'a Expr,
        arms: &'a [(u64, String, Expr)],
        otherwise: &'a Expr,
        frame: &mut Frame<'a>,
    ) -> Result<Flow, SymbolicError> {
        let value = self.value(value, frame)?;
        let mut found = self.value(otherwise, frame)?;
        for (number, _, arm) in arms.iter().rev() {
            let is_it = self.is(&value, *number, frame)?;
            if is_it != Lit::FALSE {
                let arm = self.value(arm, frame)?;
                found = self.choose(is_it, &arm, &found, frame)?;
            }
        }
        Ok(Flow {
            returned: Lit::TRUE,
            value: Some(found),
        })
    }

    /// Constructs the board of a class from variables with the names of its men.
    fn construct(
        &mut self,
        board: &ir::Board,
        occupied: &'a Expr,
        frame: &mut Frame<'a>,
    ) -> Result<(), SymbolicError> {
        let mut fields = Board::new();
        for man in board.men.iter().chain(&board.sets) {
            fields.insert(man.clone(), frame.local(man)?);
        }
        let occupied: Set = self.set(occupied, frame)?;
        fields.insert("occupied".into(), Value::Bits(occupied));
        frame.board = Some(self.board(fields));
        Ok(())
    }

    /// One statement and then another one.
    fn then(&mut self, first: Flow, next: Flow, frame: &Frame<'a>) -> Result<Flow, SymbolicError> {
        let returned = self.circuit.or(first.returned, next.returned);
        let value = match (first.value, next.value) {
            (Some(one), Some(other)) => Some(self.choose(first.returned, &one, &other, frame)?),
            (one, other) => one.or(other),
        };
        Ok(Flow { returned, value })
    }

    fn choose_flow(
        &mut self,
        condition: Lit,
        yes: Flow,
        no: Flow,
        frame: &Frame<'a>,
    ) -> Result<Flow, SymbolicError> {
        let returned = self.circuit.choose(condition, yes.returned, no.returned);
        let value = match (yes.value, no.value) {
            (Some(yes), Some(no)) => Some(self.choose(condition, &yes, &no, frame)?),
            (one, other) => one.or(other),
        };
        Ok(Flow { returned, value })
    }

    /// Replaces each variable by what it is in another list, on a condition.
    fn choose_locals(
        &mut self,
        condition: Lit,
        yes: Locals<'a>,
        frame: &mut Frame<'a>,
    ) -> Result<(), SymbolicError> {
        for (place, (_, yes)) in yes.into_iter().enumerate() {
            if let Some((_, no)) = frame.locals.get(place) {
                let value = self.choose(condition, &yes, &no.clone(), frame)?;
                frame.locals[place].1 = value;
            }
        }
        Ok(())
    }
}
