//! Printing whole rule files.

use crate::{RuleFile, error::Span, syntax::Rule};

impl RuleFile {
    /// The text with every definition and rule simplified and printed. Items on
    /// one line stay on one; comments, tables and items that contain a comment
    /// stay unchanged.
    ///
    /// ```
    /// use drawproof_language::RuleFile;
    ///
    /// let text = "recognizer KRKR\nlet near = (not not (us.king in edge))\n";
    /// let rules = RuleFile::parse("near.rules", text)?;
    /// assert_eq!(rules.tidied(), "recognizer KRKR\nlet near = us.king in edge\n");
    /// # Ok::<_, drawproof_language::RuleErrors>(())
    /// ```
    pub fn tidied(&self) -> String {
        let mut items = self.printed_items();
        items.sort_by_key(|(span, _)| span.start);
        let mut tidy = String::new();
        let mut at = 0;
        for (span, printed) in items {
            tidy += &self.text()[at..span.start];
            tidy += &printed;
            at = span.end;
        }
        tidy + &self.text()[at..]
    }

    fn printed_items(&self) -> Vec<(Span, String)> {
        let syntax = self.syntax();
        let definitions = syntax.definitions.iter();
        let definitions = definitions.filter_map(|definition| {
            let span = definition.item.clone()?;
            let definition = definition.clone().simplified();
            let printed = if self.text()[span.clone()].contains('\n') {
                definition.laid_out()
            } else {
                definition.to_string()
            };
            Some((span, printed))
        });
        let rules = syntax.rules.iter().map(|rule| {
            let condition = rule.condition.clone().simplified();
            let rule = Rule {
                condition,
                ..rule.clone()
            };
            (rule.item.clone(), rule.to_string())
        });
        let all = definitions.chain(rules);
        all.filter(|(span, _)| !self.has_remark(span)).collect()
    }

    /// Whether an item contains a comment. A rule whose name or reason contains
    /// the comment sign is left alone as well.
    fn has_remark(&self, span: &Span) -> bool {
        self.text()[span.clone()].contains('#')
    }
}
