//! The tables of the class, from files or generated.

use drawproof_language::Claim;
use drawproof_mining::proof::{Run, Truth};
use drawproof_retro::Keep;
use drawproof_tables::{Material, Oracle, Subject};
use drawproof_verify::{Tally, Verification, VerifyError};

use super::request::Request;
use crate::{
    helpmate::MateTables,
    oracles::AskedOracles,
    progress::{NEVER, Progress},
    sources::Sources,
};

/// What rules are mined from.
pub struct Tables {
    claim: Claim,
    asked: AskedOracles,
    own: Sources,
    /// Those of who can mate, if that is claimed.
    mates: MateTables,
    full_board: bool,
}

impl Tables {
    /// Opens the given folders, or generates tables.
    pub fn new(class: &Material, request: &Request, progress: &Progress) -> anyhow::Result<Self> {
        let mut tables = Self {
            claim: request.claim(),
            asked: AskedOracles::nobody(),
            own: Sources::generator(progress).keeping(Keep::Successors),
            mates: MateTables::new(progress),
            full_board: request.full_board,
        };
        match tables.claim.subject() {
            Subject::Mates => {
                let folders = &request.folders.source.tables;
                tables.mates.prepare(folders, class, &NEVER)?;
            }
            Subject::Results => {
                tables.asked = AskedOracles::open(&request.folders, &[class], progress)?;
                if tables.asked.source.is_none() {
                    tables.own.prepare_for_claims(class, false, &NEVER)?;
                }
            }
        }
        Ok(tables)
    }

    /// What rules are verified against.
    pub fn truth<'a>(&'a self, run: Run<'a>) -> Truth<'a> {
        let tables: &dyn Oracle = match (self.claim.subject(), &self.asked.source) {
            (Subject::Mates, _) => self.mates.truth(),
            (Subject::Results, Some(folders)) => folders,
            (Subject::Results, None) => self.own.tables(),
        };
        Truth {
            tables,
            others: self.asked.others().collect(),
            claim: self.claim,
            full_board: self.full_board,
            run,
        }
    }
}

/// Runs a verification where the search has a line of its own.
pub fn quietly(verification: &Verification) -> Result<Tally, VerifyError> {
    verification.run(0..verification.units(), &|_| {})
}
