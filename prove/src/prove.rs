//! Proving rules: every statement's opposite is asked of a solver.

use std::time::{Duration, Instant};

use drawproof_language::OpenRules;
use rayon::prelude::*;
use shakmaty::{Color, Role};

use crate::{
    circuit::Cnf,
    error::ProveError,
    mover::Kind,
    obligation::{Obligation, Statement},
    query::{Break, Missed, Query, Scope},
    solver::{self, Answer, Proof},
    symbolic,
    theory::Theory,
};

/// What a proof may take.
#[derive(Clone, Debug)]
pub struct Options<'a> {
    /// The size of a formula.
    pub formula: symbolic::Limits,
    /// What the solver may take for one formula.
    pub solver: solver::Limits<'a>,
}

/// A statement, and what came of it.
#[derive(Debug)]
pub struct Shown {
    /// The statement.
    pub statement: Statement,
    /// What came of it.
    pub outcome: Outcome,
    /// How long it took.
    pub time: Duration,
}

impl Shown {
    /// Whether the statement is true.
    pub fn is_proven(&self) -> bool {
        matches!(self.outcome, Outcome::Proven(_))
    }
}

/// What came of a statement.
#[derive(Debug)]
pub enum Outcome {
    /// It is true: its opposite has no solution.
    Proven(Box<Proven>),
    /// A position breaks it, one with few men.
    Broken(Box<Break>),
    /// It is not known.
    Unknown(String),
}

/// A formula without a solution.
#[derive(Debug)]
pub struct Proven {
    /// Its clauses.
    pub cnf: Cnf,
    /// The proof that they have no solution.
    pub proof: Proof,
    /// What the formula took into account.
    pub scope: Scope,
}

/// What has to be shown for a theory.
pub fn statements(theory: &Theory<'_>) -> Vec<Statement> {
    let rules = theory.rules();
    let of_goal = |goal| {
        let all = Obligation::all(goal, |side, kind| can_move(rules, side, kind));
        all.into_iter()
            .map(move |obligation| Statement { goal, obligation })
    };
    theory.goals().into_iter().flat_map(of_goal).collect()
}

/// Whether a side of the class may have men that move so.
fn can_move(rules: &OpenRules, side: Color, kind: Kind) -> bool {
    kind.man() == Role::King || rules.class().has(kind.man().of(side))
}

/// Shows all statements of a theory, several at a time, and says of each when it is done.
///
/// # Errors
///
/// If rules cannot be written as formulas.
pub fn prove(
    theory: &Theory<'_>,
    options: &Options<'_>,
    done: &(dyn Fn(&Shown) + Sync),
) -> Result<Vec<Shown>, ProveError> {
    theory.check(options.formula)?;
    let show = |statement: Statement| {
        let start = Instant::now();
        let outcome = outcome(theory, statement, options)?;
        let shown = Shown {
            statement,
            outcome,
            time: start.elapsed(),
        };
        done(&shown);
        Ok(shown)
    };
    statements(theory).into_par_iter().map(show).collect()
}

/// What comes of a statement; a position that breaks it has as few men as possible.
fn outcome(
    theory: &Theory<'_>,
    statement: Statement,
    options: &Options<'_>,
) -> Result<Outcome, ProveError> {
    let mut scope = Scope::default();
    let found = ask(theory, statement, &mut scope, options)?;
    let Outcome::Broken(first) = &found else {
        return Ok(found);
    };
    for most in 2..first.board.occupied().count() {
        scope.most_men = Some(most);
        match ask(theory, statement, &mut scope, options)? {
            Outcome::Proven(_) => {}
            fewer @ Outcome::Broken(_) => return Ok(fewer),
            Outcome::Unknown(_) => break,
        }
    }
    Ok(found)
}

/// Asks until the formula takes everything into account that matters.
fn ask(
    theory: &Theory<'_>,
    statement: Statement,
    scope: &mut Scope,
    options: &Options<'_>,
) -> Result<Outcome, ProveError> {
    loop {
        let query = Query::new(theory, statement, scope, options.formula)?;
        let cnf = query.cnf();
        let solution = match solver::solve(&cnf, &options.solver) {
            Answer::Unsat(proof) => {
                let scope = scope.clone();
                return Ok(Outcome::Proven(Box::new(Proven { cnf, proof, scope })));
            }
            Answer::Unknown(why) => return Ok(Outcome::Unknown(why.to_string())),
            Answer::Sat(solution) => solution,
        };
        let found = query.read(&cnf, &solution);
        match query.missed(&found, options.formula)? {
            Some(Missed::Reply(kind)) if !scope.replies.contains(&kind) => {
                scope.replies.push(kind);
            }
            Some(Missed::Stalemate) if !scope.stalemates => scope.stalemates = true,
            Some(_) => {
                let what = "the formula and the board disagree; this is a bug in drawproof";
                return Ok(Outcome::Unknown(what.into()));
            }
            None => return Ok(Outcome::Broken(Box::new(found))),
        }
    }
}
