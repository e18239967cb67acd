//! A solver: finds a solution of clauses, or a proof that there is none.
//!
//! It learns a clause from each conflict (`analyse`), undoes decisions, and goes on; what was in
//! conflicts of late is decided first (`order`), with the value that it had (`phases`). Every learned
//! clause names those that it follows from (`proof`). None of this has to be trusted: solutions are
//! tried on the clauses, proofs are checked by `drawproof-lrat`, and what fails is no answer.
//!
//! It is our own because no crate fits. Processor seconds to build them, and for four formulas: one
//! and three moves of kings on a locked board (10,000 and 21,000 gates), sums of 64 bits in two
//! orders, and 250 random variables with 4.6 clauses each; none has a solution.
//!
//! | solver | build | 1 move | 3 moves | sums | random | proof |
//! | --- | --- | --- | --- | --- | --- | --- |
//! | this one, check included | 2 | 0.6 | 3.2 | 4.0 | 0.5 | LRAT |
//! | CaDiCaL 1.5.3 (C++) | >128 | 0.8 | 3.8 | 5.2 | 0.8 | DRAT |
//! | splr 0.17 | 6 | 0.03 | 7.2 | 15 | 0.7 | DRAT |
//! | batsat 0.6 | 1 | 0.3 | 2.7 | 19 | 0.7 | DRAT |
//! | varisat 0.2 | 28 | 1.5 | 5.2 | 6.4 | 0.6 | DRAT, LRAT |
//!
//! DRAT names no clauses: checking it takes a search as large as the solver's own.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use drawproof_prove::circuit::Circuit;
//! use drawproof_prove::solver::{Answer, Limits, solve};
//!
//! let mut circuit = Circuit::default();
//! let [a, b] = [(); 2].map(|()| circuit.input());
//! let [both, xor] = [circuit.and(a, b), circuit.xor(a, b)];
//! let stop = AtomicBool::new(false);
//! let Answer::Unsat(proof) = solve(&circuit.cnf(&[both, xor]), &Limits::none(&stop)) else {
//!     panic!("two are not one");
//! };
//! assert!(proof.steps().last().is_some_and(|step| step.literals.is_empty()));
//! ```

mod analyse;
mod clauses;
mod limits;
mod order;
mod phases;
mod proof;
mod search;
mod state;
#[cfg(test)]
mod tests;
mod why;

use drawproof_lrat::MAX_VARIABLES;

pub use limits::Limits;
pub use proof::{Proof, Step};
pub use why::Why;

use crate::circuit::Cnf;
use clauses::Literal;
use search::{End, Search};
use state::VARIABLE_BYTES;

/// What a solver says.
#[derive(Clone, Debug)]
pub enum Answer {
    /// The clauses are satisfied with these values of the variables; that of variable 0, which
    /// there is not, is false.
    Sat(Vec<bool>),
    /// Nothing satisfies them. The proof has been checked.
    Unsat(Proof),
    /// It was not found out.
    Unknown(Why),
}

/// Solves a formula. Solutions and proofs are checked before they are returned.
pub fn solve(cnf: &Cnf, limits: &Limits) -> Answer {
    match try_solve(cnf, limits) {
        Ok(answer) => answer,
        Err(why) => Answer::Unknown(why),
    }
}

fn try_solve(cnf: &Cnf, limits: &Limits) -> Result<Answer, Why> {
    let variables = usize::try_from(cnf.variables).unwrap_or(0);
    let is_known = |literal: i32| (1..=variables).contains(&(literal.unsigned_abs() as usize));
    let mut literals = cnf.clauses.iter().flatten();
    if let Some(&unknown) = literals.find(|&&one| !is_known(one)) {
        return Err(Why::Literal(unknown));
    }
    if variables as u64 > MAX_VARIABLES || variables > limits.memory / VARIABLE_BYTES {
        return Err(Why::Memory);
    }
    let mut search = Search::new(variables, cnf.clauses.len(), limits);
    match search.run(cnf) {
        End::Stopped(why) => Err(why),
        End::Refuted => {
            let proof = search.state.log.proof();
            drop(search);
            proof.check(cnf).map_err(Why::NoProof)?;
            Ok(Answer::Unsat(proof))
        }
        End::Assigned => {
            let of = |variable| search.state.value(Literal::of(variable, true)) == 1;
            let model: Vec<bool> = (0..=variables).map(of).collect();
            let is_true = |one: &i32| model[one.unsigned_abs() as usize] == (*one > 0);
            if !cnf.clauses.iter().all(|clause| clause.iter().any(is_true)) {
                return Err(Why::NoSolution);
            }
            Ok(Answer::Sat(model))
        }
    }
}
