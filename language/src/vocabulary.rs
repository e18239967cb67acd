//! Vocabularies: the conditions that rules may use.

use std::collections::HashMap;

use drawproof_tables::Material;
use shakmaty::Color;

use crate::{
    check::{Check, check, checked},
    error::{RuleError, RuleErrors, Span},
    file::class_of,
    group::SymmetryGroup,
    lexer::{Token, tokens},
    parser::Purpose,
    prelude::parse,
    syntax::{Binary, Expr, File, Limit},
};

/// A parsed and checked list of terms in the rule language.
///
/// ```text
/// vocabulary KRKR
/// let reach = rook_attacks(us.rook)
/// try distance(us.king, them.king)
/// try them.rook in reach
/// ```
///
/// Each `try` is a truth, or a number that is compared with bounds. Every term
/// must be equal for mirror images of a position, because mining examines only
/// one of them.
#[derive(Clone, Debug)]
pub struct Vocabulary {
    source_name: String,
    text: String,
    material: Material,
    syntax: File,
    terms: Vec<Term>,
}

/// A term that can be tried.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Term {
    /// As it is printed.
    pub text: String,
    /// The same as a tree, without double negations.
    value: Expr,
    /// The side to move that it is for.
    pub limit: Limit,
}

/// A test made of a term: its truth, or that a number is at most some bound.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Condition {
    /// The term's index in its vocabulary.
    pub term: usize,
    /// The bound, for a number.
    pub at_most: Option<i32>,
}

impl Vocabulary {
    /// Reads and checks a vocabulary. Errors refer to it as `source_name`.
    ///
    /// # Errors
    ///
    /// All errors in it, including terms that differ for mirror images.
    pub fn parse(source_name: &str, text: &str) -> Result<Self, RuleErrors> {
        let fail = |errors| RuleErrors::new(source_name, text, errors);
        let syntax = parse(text, Purpose::Vocabulary).map_err(fail)?;
        let material = class_of(&syntax).map_err(|error| fail(vec![error]))?;
        check_sides(&syntax, &material).map_err(fail)?;
        let terms = syntax.terms.iter().map(|term| {
            let value = term.value.clone().simplified();
            Term {
                text: value.to_string(),
                value,
                limit: term.limit,
            }
        });
        Ok(Self {
            source_name: source_name.into(),
            text: text.into(),
            material,
            terms: terms.collect(),
            syntax,
        })
    }

    /// Where it comes from.
    pub fn source_name(&self) -> &str {
        &self.source_name
    }

    /// What was read.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The graph of its terms for one side to move.
    pub fn check(&self, turn: Color) -> Check {
        check(&self.syntax, &self.material, turn, &[])
    }

    /// The class.
    pub fn material(&self) -> &Material {
        &self.material
    }

    /// What can be tried, in the order of the file.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// A condition, or its opposite, in the form that a rule uses.
    pub fn test(&self, condition: Condition, holds: bool) -> Expr {
        let value = self.terms[condition.term].value.clone();
        match (condition.at_most, holds) {
            (None, true) => value,
            (None, false) => value.negated(),
            (Some(bound), true) => value.joined(Binary::LessEqual, Expr::number(bound)),
            (Some(bound), false) => value.joined(Binary::Greater, Expr::number(bound)),
        }
    }

    /// The definitions and tables that some terms use, and those that these
    /// use, in the order of the file: definitions as they are printed, tables as
    /// they were written.
    pub fn definitions_of(&self, terms: impl IntoIterator<Item = usize>) -> Vec<String> {
        let items = self.syntax.items();
        let names = items.iter().map(|(name, _)| *name);
        let places: HashMap<&str, usize> = names.zip(0..).collect();
        let mut wanted = vec![false; items.len()];
        let mut spans: Vec<Span> = (terms.into_iter())
            .map(|term| self.syntax.terms[term].span.clone())
            .collect();
        while let Some(span) = spans.pop() {
            for (token, _) in tokens(&self.text[span]) {
                let Token::Word(word) = token else { continue };
                if let Some(&at) = places.get(word)
                    && !std::mem::replace(&mut wanted[at], true)
                {
                    spans.push(items[at].1.clone());
                }
            }
        }
        let wanted = items.iter().zip(wanted).filter(|(_, wanted)| *wanted);
        wanted
            .map(|((name, span), _)| self.item(name, span.clone()))
            .collect()
    }

    fn item(&self, name: &str, span: Span) -> String {
        let definition = self.syntax.definition(name);
        match definition.filter(|definition| definition.item.as_ref() == Some(&span)) {
            Some(definition) => definition.clone().simplified().to_string(),
            None => self.text[span].into(),
        }
    }
}

/// A text on one line, without comments.
pub fn words_of(text: &str) -> String {
    let lines = text
        .lines()
        .map(|line| line.split('#').next().unwrap_or(""));
    let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
    words.join(" ")
}

/// Checks all terms for each side to move.
fn check_sides(file: &File, material: &Material) -> Result<(), Vec<RuleError>> {
    let checks = checked(file, material, &[])?;
    let unlike = |check| unlike_in_mirror_images(file, material, check);
    let mut errors: Vec<RuleError> = checks.iter().flat_map(unlike).collect();
    errors.sort_by_key(|error| error.span.start);
    errors.dedup_by_key(|error| error.span.clone());
    if errors.is_empty() {
        Ok(())
    } else {
        Err(errors)
    }
}

/// The terms that differ for mirror images.
fn unlike_in_mirror_images(file: &File, material: &Material, check: &Check) -> Vec<RuleError> {
    let needed = SymmetryGroup::of_class(material);
    let terms = file.terms.iter().zip(&check.terms);
    let unlike = terms.filter(|(_, tests)| {
        let mut groups = tests
            .iter()
            .map(|test| check.graph.nodes[test.condition].group);
        groups.any(|group| group.and(needed) != needed)
    });
    let error = |(term, _): (&crate::syntax::Term, _)| {
        let message = "this is not the same for mirror images of a position";
        let help = "rules are found on one image of each position: say same_color(a, b), \
                    corner_distance(a) or similar instead of naming squares";
        RuleError::new(term.span.clone(), message).help(help)
    };
    unlike.map(error).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "vocabulary KRKR
let reach = rook_attacks(us.rook)
let touched = them.rook in reach # a comment
let far(a: square) = distance(a, us.king) > 4
try distance(us.king, them.king)
try (touched or
     far(them.rook))
try count x in reach : far(x)
try not any x in reach : far(x)
try 1 + count x in reach : far(x)
try not (touched or far(them.rook))
try 0 - count x in reach : far(x)
try 1 = count x in reach : far(x)
try count(reach) + (count x in reach : far(x))
";

    #[test]
    fn conditions_are_written_as_they_stand_in_rules() {
        let vocabulary = Vocabulary::parse("test", TEXT).unwrap();
        let condition = |term, at_most| Condition { term, at_most };
        let write = |term, at_most, holds| {
            let test = vocabulary.test(condition(term, at_most), holds);
            test.to_string()
        };
        assert_eq!(write(0, Some(3), true), "distance(us.king, them.king) <= 3");
        assert_eq!(write(1, None, false), "not (touched or far(them.rook))");
        assert_eq!(write(2, Some(0), false), "(count x in reach : far(x)) > 0");
        assert_eq!(write(3, None, true), "not any x in reach : far(x)");
        assert_eq!(write(3, None, false), "any x in reach : far(x)");
        let added = "1 + (count x in reach : far(x)) <= 3";
        assert_eq!(write(4, Some(3), true), added);
        assert_eq!(write(4, Some(-3), true), added.replace('3', "-3"));
        assert_eq!(write(5, None, true), "not (touched or far(them.rook))");
        assert_eq!(write(5, None, false), "touched or far(them.rook)");
        let less = "0 - (count x in reach : far(x)) <= 3";
        assert_eq!(write(6, Some(3), true), less);
        assert_eq!(write(7, None, false), "not 1 = count x in reach : far(x)");
        let closed = "count(reach) + (count x in reach : far(x)) <= 3";
        assert_eq!(write(8, Some(3), true), closed);
    }

    #[test]
    fn definitions_come_with_what_they_use() {
        let vocabulary = Vocabulary::parse("test", TEXT).unwrap();
        let used = vocabulary.definitions_of([1]);
        assert_eq!(used.len(), 3);
        assert_eq!(used[1], "let touched = them.rook in reach");
        assert!(vocabulary.definitions_of([0]).is_empty());
    }

    #[test]
    fn wrong_definitions_are_refused() {
        let text = "vocabulary KRKR\nlet a = in_check\nlet a = true\ntry a\n";
        let errors = Vocabulary::parse("test", text).unwrap_err();
        assert_eq!(errors.errors()[0].message, "'a' is defined twice");
    }

    #[test]
    fn terms_that_mirror_images_tell_apart_are_refused() {
        let text = "vocabulary KBKN\ntry us.king in light_squares\ntry us.king in edge";
        let errors = Vocabulary::parse("test", text).unwrap_err();
        assert_eq!(errors.errors().len(), 1);
        assert_eq!(
            &text[errors.errors()[0].span.clone()],
            "us.king in light_squares"
        );
    }
}
