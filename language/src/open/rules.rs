//! Rule files for open classes.

use std::sync::Arc;

use drawproof_tables::{Material, sha256};
use shakmaty::{Board, Color};

use super::{OpenClass, OpenClassError, closed};
use crate::{
    RuleErrors, RuleFile, RuleInfo, TooMuchWork,
    error::RuleError,
    lazy::Lazy,
    position::Position,
    resolver::Resolver,
    syntax::{Use, UseSource},
};

/// A checked rule file for an open class.
#[derive(Clone, Debug)]
pub struct OpenRules {
    class: OpenClass,
    /// The file, checked as if it were about an [example](OpenClass::example); its sides and men
    /// are those of the open class.
    file: RuleFile,
    lemmas: Vec<Arc<Self>>,
    sha256: String,
}

/// The longest chain of files that use each other.
const MAX_LEMMAS: usize = 8;

/// The rule that decides a position.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct OpenDecision {
    /// Its index in the file.
    pub rule: usize,
    /// The colour of the first side of the class.
    pub strong: Color,
}

impl OpenRules {
    /// Reads and checks a rule file for an open class. Errors refer to it as `source_name`.
    ///
    /// # Errors
    ///
    /// All errors in the file, as far as it could be read; and if its class is closed.
    pub fn parse_with(
        source_name: &str,
        text: &str,
        resolver: &dyn Resolver,
    ) -> Result<Self, RuleErrors> {
        Self::at_depth(0, source_name, text, resolver)
    }

    fn at_depth(
        depth: usize,
        source_name: &str,
        text: &str,
        resolver: &dyn Resolver,
    ) -> Result<Self, RuleErrors> {
        let (class, file, uses) = RuleFile::parse_open(source_name, text)?;
        let mut lemmas = Vec::new();
        let mut errors = Vec::new();
        for item in &uses {
            match lemma(depth, item, source_name, resolver) {
                Ok(rules) => lemmas.push(Arc::new(rules)),
                Err(error) => errors.push(error),
            }
        }
        if !errors.is_empty() {
            return Err(RuleErrors::new(source_name, text, errors));
        }
        let own = [file.sha256().to_owned()].into_iter();
        let hashes: Vec<String> = own
            .chain(lemmas.iter().map(|of| of.sha256.clone()))
            .collect();
        Ok(Self {
            class,
            sha256: match &hashes[..] {
                [own] => own.clone(),
                all => sha256(all.join("\n")),
            },
            file,
            lemmas,
        })
    }

    /// Other proven rules that the proof may rely on.
    pub fn lemmas(&self) -> &[Arc<Self>] {
        &self.lemmas
    }

    /// The class.
    pub fn class(&self) -> &OpenClass {
        &self.class
    }

    /// Where the rules come from.
    pub fn source_name(&self) -> &str {
        self.file.source_name()
    }

    /// SHA-256 of the text and of what it uses, in hexadecimal.
    pub fn sha256(&self) -> &str {
        &self.sha256
    }

    /// The rules, in the order in which they are tried.
    pub fn rules(&self) -> &[RuleInfo] {
        self.file.rules()
    }

    /// The text, comments included.
    pub fn text(&self) -> &str {
        self.file.text()
    }

    /// The file for exporters: its syntax has an [open class](crate::syntax::File::open), and its
    /// material is only an example.
    pub fn file(&self) -> &RuleFile {
        &self.file
    }

    /// The same rules for a closed class that the open one covers: an ordinary rule file.
    ///
    /// Where either side can be the first one, the rules stand there twice, the second time with
    /// the sides exchanged. Rules that only [hold](crate::RuleKind::Hold) keep silent.
    ///
    /// # Errors
    ///
    /// If the class is not covered, or the rules become too large.
    pub fn in_class(&self, class: &Material) -> Result<RuleFile, RuleErrors> {
        let name = format!("{} in {class}", self.source_name());
        RuleFile::parse(&name, &closed::text(&self.class, &self.file, class))
    }

    /// The rule that decides a position without castling rights and captures en passant; `None`
    /// if its men are of another class or no rule holds. If either side can be the first one,
    /// White is tried first.
    ///
    /// # Errors
    ///
    /// If it takes too much work to find out.
    pub fn decide(&self, board: &Board, turn: Color) -> Result<Option<OpenDecision>, TooMuchWork> {
        for strong in Color::ALL {
            if let Some(rule) = self.decide_as(strong, board, turn)? {
                return Ok(Some(OpenDecision { rule, strong }));
            }
        }
        Ok(None)
    }

    /// The same with the first side in a colour: the rule's index in the file.
    ///
    /// # Errors
    ///
    /// If it takes too much work to find out.
    pub fn decide_as(
        &self,
        strong: Color,
        board: &Board,
        turn: Color,
    ) -> Result<Option<usize>, TooMuchWork> {
        if !self.class.is_on(board, strong) {
            return Ok(None);
        }
        Lazy::at(&self.file, Position::of_board(board, turn, strong)).decided_by()
    }
}

/// The rules that an item uses.
fn lemma(
    depth: usize,
    item: &Use,
    from: &str,
    resolver: &dyn Resolver,
) -> Result<OpenRules, RuleError> {
    let fail = |message: String| RuleError::new(item.span.clone(), message);
    let class: OpenClass = item
        .class
        .parse()
        .map_err(|error: OpenClassError| fail(error.to_string()))?;
    if item.source == UseSource::Table {
        let message = format!("{class} has any number of men, and no table");
        return Err(fail(message).help("use proven rules: use CLASS proven, or a file"));
    }
    if depth == MAX_LEMMAS {
        let message = format!("more than {MAX_LEMMAS} files use each other");
        return Err(fail(message).help("a proof may not rely on itself"));
    }
    let found = resolver
        .open_rules(&class, &item.source, from)
        .map_err(fail)?;
    let (source, text) = found;
    let rules = OpenRules::at_depth(depth + 1, &source, &text, resolver).map_err(|errors| {
        let first = errors.errors().first().map(|error| error.message.clone());
        fail(format!("{source}: {}", first.unwrap_or_default()))
    })?;
    if *rules.class() == class {
        Ok(rules)
    } else {
        Err(fail(format!(
            "{source} is about {}, not {class}",
            rules.class()
        )))
    }
}
