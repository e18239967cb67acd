//! The core: clauses by number, and steps that follow from them.

use std::collections::HashMap;

use crate::error::{Fault, MAX_VARIABLES};

/// How many bytes the clauses that are held at once may take, unless another limit is given.
pub const DEFAULT_MEMORY: u64 = 1 << 30;

/// What a clause takes beside its literals: its place in the map, and the allocator's share.
const CLAUSE_BYTES: u64 = 64;

/// A proof that was believed.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// How many variables the formula has.
    pub variables: u64,
    /// How many clauses the formula has.
    pub clauses: u64,
    /// How many clauses the proof adds.
    pub steps: u64,
}

/// Clauses that are known to follow from a formula.
///
/// ```
/// use drawproof_lrat::{Checker, Fault};
///
/// let mut checker = Checker::new(1)?;
/// checker.axiom(&[1])?;
/// checker.axiom(&[-1])?;
/// checker.step(3, &[], &[1, 2])?;
/// assert!(checker.finish().is_ok());
/// # Ok::<(), Fault>(())
/// ```
#[derive(Debug)]
pub struct Checker {
    /// What is assumed of each variable while a step is checked: its literal's sign, or 0.
    assumed: Vec<i8>,
    /// The variables of which something is assumed.
    changed: Vec<usize>,
    clauses: HashMap<u64, Box<[i32]>>,
    /// The greatest number of a clause.
    last: u64,
    axioms: u64,
    steps: u64,
    is_refuted: bool,
    bytes: u64,
    memory: u64,
}

impl Checker {
    /// A formula without clauses over the variables 1 to `variables`.
    ///
    /// # Errors
    ///
    /// [`Fault::Variables`] above [`MAX_VARIABLES`].
    pub fn new(variables: u64) -> Result<Self, Fault> {
        Self::within(variables, DEFAULT_MEMORY)
    }

    /// The same with a limit, in bytes, for the clauses that are held at once.
    ///
    /// # Errors
    ///
    /// [`Fault::Variables`] above [`MAX_VARIABLES`].
    pub fn within(variables: u64, memory: u64) -> Result<Self, Fault> {
        if variables > MAX_VARIABLES {
            return Err(Fault::Variables(variables));
        }
        Ok(Self {
            assumed: vec![0; variables as usize + 1],
            changed: Vec::new(),
            clauses: HashMap::new(),
            last: 0,
            axioms: 0,
            steps: 0,
            is_refuted: false,
            bytes: 0,
            memory,
        })
    }

    /// Adds a clause of the formula. The first has number 1, the next number 2, and so on; all
    /// come before the first step.
    ///
    /// # Errors
    ///
    /// If a literal has no variable, or memory is not enough.
    pub fn axiom(&mut self, literals: &[i32]) -> Result<(), Fault> {
        literals.iter().try_for_each(|&one| self.known(one))?;
        self.keep(self.last + 1, literals)?;
        self.axioms += 1;
        Ok(())
    }

    /// Adds a clause that follows from those that its hints name, in this order.
    ///
    /// # Errors
    ///
    /// If it is not shown to follow, or cannot be added. The checker is then as it was.
    pub fn step(&mut self, id: u64, literals: &[i32], hints: &[i64]) -> Result<(), Fault> {
        if id <= self.last {
            let last = self.last;
            return Err(Fault::Number { id, last });
        }
        literals.iter().try_for_each(|&one| self.known(one))?;
        let follows = self.follows(literals, hints);
        for variable in self.changed.drain(..) {
            self.assumed[variable] = 0;
        }
        follows?;
        self.keep(id, literals)?;
        self.steps += 1;
        self.is_refuted |= literals.is_empty();
        Ok(())
    }

    /// Forgets clauses, of the formula or of the proof.
    ///
    /// # Errors
    ///
    /// If there is none with one of the numbers.
    pub fn delete(&mut self, ids: &[i64]) -> Result<(), Fault> {
        for &id in ids {
            let id = u64::try_from(id).map_err(|_| Fault::Negative(id))?;
            let clause = self.clauses.remove(&id).ok_or(Fault::Unknown(id))?;
            self.bytes -= bytes(&clause);
        }
        Ok(())
    }

    /// Ends the proof.
    ///
    /// # Errors
    ///
    /// [`Fault::NoEmptyClause`] if no step was the empty clause.
    pub fn finish(self) -> Result<Checked, Fault> {
        if !self.is_refuted {
            return Err(Fault::NoEmptyClause);
        }
        Ok(Checked {
            variables: self.assumed.len() as u64 - 1,
            clauses: self.axioms,
            steps: self.steps,
        })
    }

    fn known(&self, literal: i32) -> Result<(), Fault> {
        let variable = literal.unsigned_abs() as usize;
        if variable == 0 || variable >= self.assumed.len() {
            return Err(Fault::Literal(literal));
        }
        Ok(())
    }

    fn keep(&mut self, id: u64, literals: &[i32]) -> Result<(), Fault> {
        self.bytes += bytes(literals);
        if self.bytes > self.memory {
            self.bytes -= bytes(literals);
            return Err(Fault::Memory(self.memory));
        }
        self.clauses.insert(id, literals.into());
        self.last = id;
        Ok(())
    }

    /// Whether the opposites of all literals contradict the named clauses.
    fn follows(&mut self, literals: &[i32], hints: &[i64]) -> Result<(), Fault> {
        for &literal in literals {
            match self.truth(literal) {
                0 => self.assume(-literal),
                1 => return Err(Fault::Opposites(literal)),
                _ => {}
            }
        }
        for &hint in hints {
            let id = u64::try_from(hint).map_err(|_| Fault::Rat(hint))?;
            match self.unit(id)? {
                Some(literal) => self.assume(literal),
                None => return Ok(()),
            }
        }
        Err(Fault::NoConflict)
    }

    /// The only literal of a clause that is not assumed to be false, if any.
    fn unit(&self, id: u64) -> Result<Option<i32>, Fault> {
        let clause = self.clauses.get(&id).ok_or(Fault::Unknown(id))?;
        let mut unit = None;
        for &literal in clause {
            match self.truth(literal) {
                -1 => {}
                0 if unit.is_none_or(|unit| unit == literal) => unit = Some(literal),
                0 => return Err(Fault::NotUnit(id)),
                _ => return Err(Fault::True(id)),
            }
        }
        Ok(unit)
    }

    /// 1 if a literal is assumed, -1 if its opposite is, else 0.
    fn truth(&self, literal: i32) -> i8 {
        self.assumed[literal.unsigned_abs() as usize] * literal.signum() as i8
    }

    fn assume(&mut self, literal: i32) {
        let variable = literal.unsigned_abs() as usize;
        self.assumed[variable] = literal.signum() as i8;
        self.changed.push(variable);
    }
}

/// What a clause takes.
fn bytes(literals: &[i32]) -> u64 {
    CLAUSE_BYTES + size_of_val(literals) as u64
}
