//! The text of exported rules.

use anyhow::bail;
use drawproof_export::{Build, FileKind, Style, emit_all};
use drawproof_language::{OpenRules, RuleFile};

use super::request::RulesRequest;

/// What is written.
pub struct Text {
    pub source: String,
    /// The header that it includes, by the name by which it does.
    pub header: Option<(String, String)>,
}

impl Text {
    pub fn new(
        (files, open): (&[&RuleFile], &[&OpenRules]),
        request: &RulesRequest,
        remarks: &[String],
    ) -> anyhow::Result<Self> {
        let style = &request.style;
        let emitted = |style: &Style| emit_all(files, open, request.language, style, remarks);
        let source = emitted(style)?;
        let header = match &style.kind {
            FileKind::Code { header } => {
                let kind = FileKind::Declarations;
                let name = style.name.clone();
                Some((header.clone(), emitted(&Style { name, kind })?))
            }
            _ => None,
        };
        Ok(Self { source, header })
    }

    /// The files that are compiled, by name.
    pub fn files(&self, build: &Build) -> anyhow::Result<Vec<(&str, &[u8])>> {
        let mut files = vec![(build.exported, self.source.as_bytes())];
        if let Some((name, text)) = &self.header {
            let mut others = build.files.iter().map(|(name, _)| *name);
            if name == build.exported || others.any(|other| other == name) {
                bail!("{name} is the name of another file of the proof; give the header another");
            }
            files.push((name, text.as_bytes()));
        }
        Ok(files)
    }
}
