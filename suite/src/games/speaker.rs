//! Rules or a library, asked about positions of games.

use anyhow::bail;
use drawproof_evaluate::Recognizer;
use drawproof_games::Spot;
use drawproof_language::{Claim, RuleFile, RuleInfo, interpret};
use drawproof_plugin::Plugin;
use drawproof_tables::{Material, fen_of};
use shakmaty::Chess;

/// What makes claims about the positions of a class.
pub enum Speaker {
    Rules(RuleFile),
    Library(Plugin),
}

impl Speaker {
    /// The class.
    pub fn material(&self) -> &Material {
        match self {
            Self::Rules(rules) => rules.material(),
            Self::Library(library) => library.material(),
        }
    }

    /// Where it comes from.
    pub fn source_name(&self) -> &str {
        match self {
            Self::Rules(rules) => rules.source_name(),
            Self::Library(library) => library.source_name(),
        }
    }

    /// SHA-256 of the file.
    pub fn sha256(&self) -> &str {
        match self {
            Self::Rules(rules) => rules.sha256(),
            Self::Library(library) => library.sha256(),
        }
    }

    /// Its rules; for a library one for each claim that it can make.
    pub fn rules(&self) -> &[RuleInfo] {
        match self {
            Self::Rules(rules) => rules.rules(),
            Self::Library(library) => library.rules(),
        }
    }

    /// Whether it is asked about a position: rules know nothing of en passant.
    pub fn is_asked(&self, spot: &Spot) -> bool {
        matches!(self, Self::Library(_)) || !spot.has_en_passant()
    }

    /// The number of the rule that decides a position.
    pub fn decides(&self, spot: &Spot, position: &Chess) -> anyhow::Result<Option<usize>> {
        if !self.is_asked(spot) {
            return Ok(None);
        }
        let library = match self {
            Self::Rules(rules) => return Ok(interpret(rules, &spot.placement())?),
            Self::Library(library) => library,
        };
        let claim = match library.says(position)? {
            Ok(results) => Claim::allowing(results),
            Err(fault) => bail!(
                "{} has no answer about '{}': {fault}",
                library.source_name(),
                fen_of(position)
            ),
        };
        let is_made = |rule: &RuleInfo| claim.is_some() && rule.kind.claim() == claim;
        Ok(library.rules().iter().position(is_made))
    }

    /// Checks that a library is still the same file.
    pub fn check_unchanged(&self) -> anyhow::Result<()> {
        match self {
            Self::Rules(_) => Ok(()),
            Self::Library(library) => Ok(library.check_unchanged()?),
        }
    }
}
