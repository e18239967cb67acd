//! Proofs that a formula has no solution.

use std::io::{self, Write};

use drawproof_lrat::{Checker, Fault};

use super::clauses::Literal;
use crate::circuit::Cnf;

/// Everything that was learned, each clause with those that it follows from.
#[derive(Default, Debug)]
pub(super) struct Log {
    /// How many clauses the formula has; the first learned clause has the next number.
    formula: usize,
    /// The literals of each clause, then the numbers of the clauses that it follows from.
    words: Vec<u32>,
    /// Where each clause's literals and hints end.
    ends: Vec<[usize; 2]>,
}

impl Log {
    pub(super) fn new(formula: usize) -> Self {
        Self {
            formula,
            ..Self::default()
        }
    }

    /// Adds a clause, and returns its number.
    pub(super) fn add(
        &mut self,
        literals: &[Literal],
        hints: impl IntoIterator<Item = u32>,
    ) -> u32 {
        let literals = literals.iter().map(|one| one.signed() as u32);
        self.words.extend(literals);
        let middle = self.words.len();
        self.words.extend(hints);
        self.ends.push([middle, self.words.len()]);
        (self.formula + self.ends.len()) as u32
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(self.words.as_slice()) + size_of_val(self.ends.as_slice())
    }

    /// The literals and the hints of a learned clause.
    fn parts(&self, learned: usize) -> (&[u32], &[u32]) {
        let start = learned
            .checked_sub(1)
            .map_or(0, |before| self.ends[before][1]);
        let [middle, end] = self.ends[learned];
        (&self.words[start..middle], &self.words[middle..end])
    }

    /// The learned clause with a number, if it is none of the formula.
    fn learned(&self, number: u32) -> Option<usize> {
        (number as usize).checked_sub(self.formula + 1)
    }

    /// What the last clause needs.
    pub(super) fn proof(&self) -> Proof {
        let mut needed = vec![false; self.ends.len()];
        if let Some(last) = needed.last_mut() {
            *last = true;
        }
        for learned in (0..needed.len()).rev() {
            if !needed[learned] {
                continue;
            }
            // Hints are older: the loop has yet to come to them.
            let (_, hints) = self.parts(learned);
            for hint in hints.iter().filter_map(|&hint| self.learned(hint)) {
                needed[hint] = true;
            }
        }
        let mut proof = Proof {
            formula: self.formula as u32,
            ..Proof::default()
        };
        let mut numbers = vec![0; needed.len()];
        for learned in (0..needed.len()).filter(|&one| needed[one]) {
            let (literals, hints) = self.parts(learned);
            proof
                .literals
                .extend(literals.iter().map(|&one| one as i32));
            let renumbered = |&hint: &u32| self.learned(hint).map_or(hint, |of| numbers[of]);
            proof.hints.extend(hints.iter().map(renumbered));
            proof.ends.push([proof.literals.len(), proof.hints.len()]);
            numbers[learned] = (self.formula + proof.ends.len()) as u32;
        }
        proof.bury();
        proof
    }
}

/// A proof that a formula has no solution: clauses that follow from it, up to the empty one.
#[derive(Clone, Default, Debug)]
pub struct Proof {
    /// How many clauses the formula has.
    formula: u32,
    literals: Vec<i32>,
    hints: Vec<u32>,
    /// Where each step's literals and hints end.
    ends: Vec<[usize; 2]>,
    /// The steps in the order in which they are no longer needed, and how many of them are not
    /// after each step.
    dead: Vec<u32>,
    dead_ends: Vec<usize>,
}

/// A clause that follows from earlier ones.
#[derive(Copy, Clone, Debug)]
pub struct Step<'a> {
    /// Its number. The clauses of the formula have 1, 2, ...; the steps follow.
    pub number: u32,
    /// The clause.
    pub literals: &'a [i32],
    /// The numbers of the clauses that it follows from, in the order in which they are used.
    pub hints: &'a [u32],
    /// The numbers of the steps that no later step uses.
    pub dead: &'a [u32],
}

impl Proof {
    /// How many steps it has.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether it has none; no proof of a solver is so short.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The steps; the last is the empty clause.
    pub fn steps(&self) -> impl Iterator<Item = Step<'_>> {
        (0..self.len()).map(|at| {
            let [literals, hints] = at.checked_sub(1).map_or([0; 2], |before| self.ends[before]);
            let dead = at.checked_sub(1).map_or(0, |before| self.dead_ends[before]);
            let ends = self.ends[at];
            Step {
                number: self.formula + at as u32 + 1,
                literals: &self.literals[literals..ends[0]],
                hints: &self.hints[hints..ends[1]],
                dead: &self.dead[dead..self.dead_ends[at]],
            }
        })
    }

    /// Writes it as LRAT, in text.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn write_lrat(&self, mut to: impl Write) -> io::Result<()> {
        for step in self.steps() {
            write!(to, "{}", step.number)?;
            step.literals
                .iter()
                .try_for_each(|one| write!(to, " {one}"))?;
            write!(to, " 0")?;
            step.hints.iter().try_for_each(|one| write!(to, " {one}"))?;
            writeln!(to, " 0")?;
            if !step.dead.is_empty() {
                write!(to, "{} d", step.number)?;
                step.dead.iter().try_for_each(|one| write!(to, " {one}"))?;
                writeln!(to, " 0")?;
            }
        }
        to.flush()
    }

    /// Checks it, by a program that knows nothing of the solver.
    ///
    /// # Errors
    ///
    /// The first step that does not follow.
    pub fn check(&self, of: &Cnf) -> Result<(), Fault> {
        let variables = u64::try_from(of.variables).unwrap_or(0);
        let mut checker = Checker::within(variables, u64::MAX)?;
        of.clauses.iter().try_for_each(|one| checker.axiom(one))?;
        let mut numbers: Vec<i64> = Vec::new();
        for step in self.steps() {
            numbers.clear();
            numbers.extend(step.hints.iter().copied().map(i64::from));
            checker.step(step.number.into(), step.literals, &numbers)?;
            numbers.clear();
            numbers.extend(step.dead.iter().copied().map(i64::from));
            checker.delete(&numbers)?;
        }
        checker.finish().map(|_| ())
    }

    /// Finds out when steps are no longer needed.
    fn bury(&mut self) {
        // The last is the proof.
        let mut last_use: Vec<usize> = (0..self.len()).collect();
        let mut start = 0;
        for (at, &[_, end]) in self.ends.iter().enumerate() {
            for &hint in &self.hints[start..end] {
                if let Some(step) = (hint as usize).checked_sub(self.formula as usize + 1) {
                    last_use[step] = at;
                }
            }
            start = end;
        }
        let mut order: Vec<usize> = (0..self.len().saturating_sub(1)).collect();
        order.sort_by_key(|&step| last_use[step]);
        let mut dead = 0;
        for at in 0..self.len() {
            while order.get(dead).is_some_and(|&step| last_use[step] <= at) {
                dead += 1;
            }
            self.dead_ends.push(dead);
        }
        let number = |step: usize| self.formula + step as u32 + 1;
        self.dead = order.into_iter().map(number).collect();
    }
}
