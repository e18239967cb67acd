//! The tables of the class, from files or generated.

use drawproof_language::Claim;
use drawproof_mining::proof::{Run, Truth};
use drawproof_retro::Keep;
use drawproof_tables::{Material, Oracle};
use drawproof_verify::{Tally, Verification, VerifyError};

use crate::{args, oracles::Asked, progress, sources::Sources};

/// What rules are mined from.
pub struct Tables {
    /// What is claimed instead of a draw.
    claim: Option<Claim>,
    asked: Asked,
    own: Sources,
    full_board: bool,
}

impl Tables {
    /// Opens the given folders, or generates tables.
    pub fn new(class: &Material, arguments: &args::Mine) -> anyhow::Result<Self> {
        let asked = Asked::open(&arguments.folders, &[class])?;
        let mut own = Sources::generator().keeping(Keep::Successors);
        if asked.source.is_none() {
            own.prepare_for_claims(class, false)?;
        }
        Ok(Self {
            claim: claim_of(arguments),
            asked,
            own,
            full_board: arguments.full_board,
        })
    }

    /// What rules are verified against.
    pub fn truth<'a>(&'a self, run: Run<'a>) -> Truth<'a> {
        let tables: &dyn Oracle = match &self.asked.source {
            Some(folders) => folders,
            None => self.own.tables(),
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

/// What rules claim, unless it is a draw.
pub fn claim_of(arguments: &args::Mine) -> Option<Claim> {
    arguments.claim.filter(|&claim| claim != Claim::Draw)
}

/// Runs a verification with a bar.
pub fn with_bar(verification: &Verification) -> Result<Tally, VerifyError> {
    let units = verification.units();
    let label = format!("verifying {}", verification.material());
    let bar = progress::bar(label, Some(units as u64));
    let tally = verification.run(0..units, &|units| bar.inc(units));
    bar.finish_and_clear();
    tally
}

/// Runs a verification where the search has a line of its own.
pub fn quietly(verification: &Verification) -> Result<Tally, VerifyError> {
    verification.run(0..verification.units(), &|_| {})
}
