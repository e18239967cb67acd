//! Errors in rule files, shown with the place they are at.

use std::{fmt, ops::Range};

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

/// A place in a rule file: bytes from where to where.
pub type Span = Range<usize>;

/// One thing that is wrong with a rule file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleError {
    /// Where.
    pub span: Span,
    /// What is wrong.
    pub message: String,
    /// What to do about it, if that is not obvious.
    pub help: Option<String>,
}

impl RuleError {
    pub(crate) fn new(span: Span, message: impl Into<String>) -> Self {
        Self {
            span,
            message: message.into(),
            help: None,
        }
    }

    #[must_use]
    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// The most errors that are shown of a file.
pub const MAX_ERRORS: usize = 20;

/// What is wrong with a rule file, as far as it could be read: the first twenty
/// errors.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleErrors {
    source_name: String,
    text: String,
    errors: Vec<RuleError>,
    /// Whether there are more.
    has_more: bool,
}

impl RuleErrors {
    pub(crate) fn new(source_name: &str, text: &str, mut errors: Vec<RuleError>) -> Self {
        let has_more = errors.len() > MAX_ERRORS;
        errors.truncate(MAX_ERRORS);
        Self {
            source_name: source_name.into(),
            text: text.into(),
            errors,
            has_more,
        }
    }

    /// The errors, in the order of the file.
    pub fn errors(&self) -> &[RuleError] {
        &self.errors
    }

    /// Whether there are more errors than these.
    pub fn has_more(&self) -> bool {
        self.has_more
    }

    /// Shows each error with file, line, column, and the culprit underlined;
    /// `color` uses terminal colours.
    pub fn render(&self, color: bool) -> String {
        let renderer = if color {
            Renderer::styled()
        } else {
            Renderer::plain()
        };
        let shown: Vec<String> = self
            .errors
            .iter()
            .map(|error| {
                let snippet = Snippet::source(&self.text)
                    .path(&self.source_name)
                    .annotation(AnnotationKind::Primary.span(self.visible(&error.span)));
                let mut group = Level::ERROR.primary_title(&error.message).element(snippet);
                if let Some(help) = &error.help {
                    group = group.element(Level::HELP.message(help));
                }
                renderer.render(&[group])
            })
            .collect();
        shown.join("\n\n")
    }

    /// A span on character boundaries within the text.
    fn visible(&self, span: &Span) -> Span {
        let floor = |mut at: usize| {
            at = at.min(self.text.len());
            while !self.text.is_char_boundary(at) {
                at -= 1;
            }
            at
        };
        let start = floor(span.start);
        start..floor(span.end).max(start)
    }
}

impl fmt::Display for RuleErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

impl std::error::Error for RuleErrors {}
