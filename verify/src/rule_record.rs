//! What verdicts and parts say about rules.

use drawproof_evaluate::Recognizer;
use drawproof_language::{Limit, RuleInfo, RuleKind};
use serde::{Deserialize, Serialize};

/// The rules that a verdict is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// Where they come from, as a report says it.
    pub from: String,
    /// SHA-256 of their text, in hexadecimal.
    pub sha256: String,
    /// The rules in the order in which they are tried.
    pub list: Vec<RuleRecord>,
}

/// A rule without its condition.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleRecord {
    /// Its name.
    pub name: String,
    /// Why it is true.
    pub reason: String,
    /// What it claims.
    #[serde(with = "kind_name")]
    pub kind: RuleKind,
    /// The side to move to which it is limited.
    #[serde(rename = "for", with = "LimitRecord")]
    pub limit: Limit,
    /// The line of the file on which it begins, from 1.
    pub line: usize,
}

impl Origin {
    /// The rules of a recognizer.
    pub fn of(recognizer: &dyn Recognizer) -> Self {
        Self {
            from: recognizer.source_name().into(),
            sha256: recognizer.sha256().into(),
            list: recognizer.rules().iter().map(RuleRecord::of).collect(),
        }
    }
}

impl RuleRecord {
    /// What a report says of a rule.
    pub(crate) fn of(rule: &RuleInfo) -> Self {
        Self {
            name: rule.name.clone(),
            reason: rule.reason.clone(),
            kind: rule.kind,
            limit: rule.limit,
            line: rule.line,
        }
    }
}

/// A kind by the word that begins such a rule.
mod kind_name {
    use drawproof_language::RuleKind;
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    // serde passes references.
    #[allow(clippy::trivially_copy_pass_by_ref)]
    pub fn serialize<S: Serializer>(kind: &RuleKind, to: S) -> Result<S::Ok, S::Error> {
        kind.name().serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<RuleKind, D::Error> {
        let name = String::deserialize(from)?;
        RuleKind::named(&name).ok_or_else(|| D::Error::custom("a rule claims nothing known"))
    }
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Limit", rename_all = "lowercase")]
enum LimitRecord {
    Both,
    Strong,
    Weak,
}
