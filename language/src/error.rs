//! Errors in rule files, shown with their location.

use std::{fmt, ops::Range};

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use drawproof_tables::Material;

/// A byte range in a rule file.
pub type Span = Range<usize>;

/// One error in a rule file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleError {
    /// Where.
    pub span: Span,
    /// What is wrong.
    pub message: String,
    /// What to do about it, if that is not obvious.
    pub help: Option<String>,
    /// The smaller classes for which nothing is used, if that is what is wrong.
    pub(crate) unanswered: Vec<Material>,
}

impl RuleError {
    pub(crate) fn new(span: Span, message: impl Into<String>) -> Self {
        Self {
            span,
            message: message.into(),
            help: None,
            unanswered: Vec::new(),
        }
    }

    #[must_use]
    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// The maximum number of errors that are shown for a file.
pub const MAX_ERRORS: usize = 20;

/// The errors of a rule file, as far as it could be read: the first twenty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleErrors {
    source_name: String,
    text: String,
    errors: Vec<RuleError>,
    /// Whether there are more.
    has_more: bool,
}

/// The maximum number of bytes shown of a span, and of its line after it.
const MAX_SHOWN: usize = 500;

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

    /// Shows each error with file, line, column and the text underlined;
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
                let span = self.visible(&error.span);
                let lines = self.lines_of(&span);
                let within = span.start - lines.start..span.end - lines.start;
                let line = 1 + self.text[..lines.start].matches('\n').count();
                let snippet = Snippet::source(&self.text[lines])
                    .path(&self.source_name)
                    .line_start(line)
                    .annotation(AnnotationKind::Primary.span(within));
                let mut group = Level::ERROR.primary_title(&error.message).element(snippet);
                if let Some(help) = &error.help {
                    group = group.element(Level::HELP.message(help));
                }
                renderer.render(&[group])
            })
            .collect();
        shown.join("\n\n")
    }

    /// A span on character boundaries within the text, or its beginning.
    fn visible(&self, span: &Span) -> Span {
        let start = self.text.floor_char_boundary(span.start);
        let end = span.end.min(start + MAX_SHOWN);
        start..self.text.floor_char_boundary(end).max(start)
    }

    /// The lines of a span, the last one cut where it is shown: the renderer
    /// takes time and memory for all text that it is given.
    fn lines_of(&self, span: &Span) -> Span {
        // The end of the file belongs to its last line.
        let last = self.text.len().saturating_sub(1);
        let before = &self.text[..self.text.floor_char_boundary(span.start.min(last))];
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let rest = &self.text[span.end..];
        let rest = &rest[..rest.floor_char_boundary(MAX_SHOWN)];
        let length = rest.find('\n').unwrap_or(rest.len());
        start..span.end + length
    }
}

impl fmt::Display for RuleErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

impl std::error::Error for RuleErrors {}
