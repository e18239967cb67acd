//! What rules are mined for: a claim, and with it the truth that it is about.

use anyhow::bail;
use drawproof_language::Claim;
use drawproof_tables::{Material, Subject};

use super::request::Request;

/// Refuses a claim that the class does not have, and options that do not go with it.
pub fn check(class: &Material, request: &Request) -> anyhow::Result<()> {
    let claim = request.claim();
    let about = claim.subject();
    if let Some(truth) = request.truth
        && truth != about
    {
        let claims: Vec<&str> = Claim::all_about(truth).map(Claim::name).collect();
        bail!(
            "--truth {truth}: {} claims {about}; leave the option out, or claim one of {}",
            claim.name(),
            claims.join(", ")
        );
    }
    if claim.names_a_side() && class.is_symmetric() {
        let instead = match about {
            Subject::Results => "not_won or not_lost",
            Subject::Mates => "us_cannot_mate or them_cannot_mate",
        };
        bail!("{class} has no stronger side; use --claim {instead}, for the side to move");
    }
    check_options(claim, request)
}

/// Refuses options that do not go with a claim.
fn check_options(claim: Claim, request: &Request) -> anyhow::Result<()> {
    let is_other = claim != Claim::Draw;
    let refused = [
        (
            "--start",
            is_other && request.has_start,
            "rules that claim it first would hide what known ones say",
        ),
        (
            "--frontier",
            is_other && request.is_frontier,
            "it compares draws; mine with several budgets instead",
        ),
        (
            "--against",
            claim.subject() == Subject::Mates && !request.folders.against.is_empty(),
            "there are no other tables of who can mate",
        ),
    ];
    match refused.into_iter().find(|(_, is_given, _)| *is_given) {
        Some((option, _, why)) => bail!("{option} is not for --claim {}: {why}", claim.name()),
        None => Ok(()),
    }
}
