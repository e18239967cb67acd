//! Names that mean nothing, and what may have been meant.

use super::checker::Checker;
use crate::{
    error::{MAX_ERRORS, RuleError, Span},
    prelude,
    words::{Word, named_set, named_square, names, nearest},
};

impl Checker<'_> {
    pub(super) fn unknown(&mut self, span: &Span, name: &str) -> RuleError {
        let error = RuleError::new(span.clone(), format!("unknown name '{name}'"));
        self.suggestions += 1;
        // No more are shown.
        if self.suggestions > MAX_ERRORS {
            return error;
        }
        let of_move = format!("{name}.to");
        if self.scope.iter().any(|(known, _)| *known == of_move) {
            return error.help(format!("it is a move; say {name}.from or {name}.to"));
        }
        match self.meant_by(name) {
            Some(known) => error.help(format!("did you mean '{known}'?")),
            None => error.help("define it before its use: let NAME = ..."),
        }
    }

    /// A known name that resembles an unknown one.
    fn meant_by(&self, name: &str) -> Option<String> {
        let small = name.to_lowercase();
        if named_set(&small).is_some() || named_square(&small).is_some() {
            return Some(small);
        }
        let definitions = self.file.definitions.iter();
        let defined = definitions.map(|definition| definition.name.as_str());
        let scope = self.scope.iter().map(|(name, _)| name.as_str());
        let known = Word::ALL.iter().map(|word| -> &str { word.name() });
        let known = known.chain(names()).chain(prelude::words());
        let known: Vec<&str> = known.chain(defined).chain(scope).collect();
        let near = nearest(name, known.iter().copied());
        let near = near.or_else(|| nearest(&small, known.into_iter()));
        near.map(ToString::to_string)
    }
}
