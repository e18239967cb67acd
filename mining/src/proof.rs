//! From rules that were found to a rule file that is proven.
//!
//! The bare rules are verified over every position, which gives the remarks that they are written
//! with. What is written is read back and verified like any rule file, and once more with a
//! deliberate fault, which must be found.

mod control;
mod error;
mod heading;
mod remarks;
mod sizes;
mod truth;

use drawproof_language::{Claim, Resolver, RuleErrors, RuleFile};
use drawproof_verify::{Verdict, VerifyError};

use crate::{FoundRules, Miner, Remarks};

pub use control::Control;
pub use error::ProofError;
pub use heading::{VERIFY_IT, comment, heading, origin};
pub use sizes::Sizes;
pub use truth::{Run, Truth};

/// A rule file, and what was found about it.
#[derive(Debug)]
pub struct Proof {
    /// The rules, as they were verified.
    pub text: String,
    /// The verdict on them.
    pub verdict: Verdict,
    /// What a fault in them leads to; `None` if the claim is right in every position.
    pub control: Option<Control>,
}

impl Proof {
    /// Whether every claim is right, and the fault was found.
    pub fn is_proven(&self) -> bool {
        self.verdict.is_proven() && self.control.as_ref().is_none_or(Control::is_refuted)
    }
}

impl Miner<'_> {
    /// Verifies what was found, as it is written. `write` makes the rule file, from the verdict on
    /// the bare rules and remarks on each; `name` is its name in messages, and `resolver` finds what
    /// it uses.
    ///
    /// # Errors
    ///
    /// Those of `write` and of reading and verifying rules.
    pub fn prove<E: From<ProofError>>(
        &self,
        found: &FoundRules,
        truth: &Truth,
        (name, resolver): (&str, &dyn Resolver),
        write: impl FnOnce(&Verdict, Remarks) -> Result<String, E>,
    ) -> Result<Proof, E> {
        let read = |name: &str, text: &str| {
            RuleFile::parse_with(name, text, resolver).map_err(ProofError::from)
        };
        let bare = read("mined rules", &self.text(found))?;
        let bare_verdict = truth.full_verdict(&bare).map_err(ProofError::from)?;
        let remarks = remarks::remarks(self, found, truth, &bare_verdict)?;
        let remark = |side: usize, place: usize| remarks.get(side)?.get(place).cloned().flatten();
        let text = write(&bare_verdict, &remark)?;
        let rules = read(name, &text)?;
        let verdict = as_written(&rules, &bare, bare_verdict, truth).map_err(ProofError::from)?;
        let control = Control::run(&rules, &text, &verdict, truth, resolver)?;
        let (text, verdict) = match truth.claim {
            Claim::Draw => (text, verdict),
            claim => {
                let text = claiming(name, &text, claim, resolver).map_err(ProofError::from)?;
                let verdict = truth.real_verdict(&read(name, &text)?);
                (text, verdict.map_err(ProofError::from)?)
            }
        };
        Ok(Proof {
            text,
            verdict,
            control,
        })
    }
}

/// The text of rules that claim draws with another claim in place of these. `name` is their name
/// in messages, and `resolver` finds what they use.
///
/// # Errors
///
/// If the rules cannot be read.
pub fn claiming(
    name: &str,
    text: &str,
    claim: Claim,
    resolver: &dyn Resolver,
) -> Result<String, RuleErrors> {
    let rules = RuleFile::parse_with(name, text, resolver)?;
    let draws = rules.rules().iter().filter(|rule| rule.kind.claims_draw());
    let mut text = text.to_string();
    let starts: Vec<usize> = draws.map(|rule| rule.span.start).collect();
    for start in starts.into_iter().rev() {
        text.replace_range(start..start + Claim::Draw.name().len(), claim.name());
    }
    Ok(text)
}

/// The verdict on rules as written. If they decide like the bare rules, whose
/// verdict is known, they are not verified again.
fn as_written(
    rules: &RuleFile,
    bare: &RuleFile,
    known: Verdict,
    truth: &Truth,
) -> Result<Verdict, VerifyError> {
    if !rules.decides_like(bare) {
        return truth.full_verdict(rules);
    }
    Ok(Verdict {
        rules_from: rules.source_name().into(),
        rules_sha256: rules.sha256().into(),
        ..known
    })
}
