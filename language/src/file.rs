//! Rule files: read with what they use, checked, described.

use std::{collections::HashSet, fmt, sync::Arc};

use drawproof_tables::{Material, Subject, sha256};
use shakmaty::Color;

use crate::{
    check::{Answer, AnswerBy, Check, Conditions, OfSide, check, checked},
    claim::RuleKind,
    error::{RuleError, RuleErrors, Span},
    group::SymmetryGroup,
    open::{OpenClass, OpenClassError},
    parser::Purpose,
    prelude::parse,
    resolver::{FoundTables, NoResolver, Resolver},
    syntax::{Expr, ExprKind, File, Limit, MAX_HELD_MEN, Use, UseSource},
};

/// A parsed and checked recognizer.
#[derive(Clone, Debug)]
pub struct RuleFile {
    source_name: String,
    sha256: String,
    material: Material,
    rules: Vec<RuleInfo>,
    group: SymmetryGroup,
    /// The text, comments included.
    text: String,
    syntax: File,
    uses: Vec<Used>,
    /// What it uses, for the checker.
    answers: Arc<[Answer]>,
}

/// What a rule file uses for a smaller class.
#[derive(Clone, Debug)]
pub struct Used {
    /// The class.
    pub material: Material,
    /// What answers for it.
    pub by: UsedBy,
}

/// What answers for a smaller class.
#[derive(Clone, Debug)]
pub enum UsedBy {
    /// Its rules.
    Rules(Arc<RuleFile>),
    /// Its exact table.
    Tables(FoundTables),
}

/// The description of a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleInfo {
    /// Its name.
    pub name: String,
    /// Why it is true.
    pub reason: String,
    /// What it claims.
    pub kind: RuleKind,
    /// The side to move to which it is limited.
    pub limit: Limit,
    /// The line of the file on which it begins, from 1.
    pub line: usize,
    /// Its byte range in the text.
    pub span: Span,
}

impl RuleFile {
    /// Reads and checks a rule file. Errors refer to it as `source_name`.
    ///
    /// # Errors
    ///
    /// All errors in the file, as far as it could be read.
    pub fn parse(source_name: &str, text: &str) -> Result<Self, RuleErrors> {
        Self::parse_with(source_name, text, &NoResolver)
    }

    /// The same for a file that may use others, and tables, which the resolver
    /// finds.
    ///
    /// # Errors
    ///
    /// As [`parse`](Self::parse), and if something that it uses is missing.
    pub fn parse_with(
        source_name: &str,
        text: &str,
        resolver: &dyn Resolver,
    ) -> Result<Self, RuleErrors> {
        let fail = |errors| RuleErrors::new(source_name, text, errors);
        let syntax = parse(text, Purpose::Recognizer).map_err(fail)?;
        let material = class_of(&syntax).map_err(|error| fail(vec![error]))?;
        Self::checked((source_name, text), syntax, material, resolver)
    }

    /// The same for an open class, as if it were about a closed one; see
    /// [`OpenRules`](crate::OpenRules).
    pub(crate) fn parse_open(
        source_name: &str,
        text: &str,
    ) -> Result<(OpenClass, Self, Vec<Use>), RuleErrors> {
        let fail = |errors| RuleErrors::new(source_name, text, errors);
        let mut syntax = parse(text, Purpose::Recognizer).map_err(fail)?;
        let (class, example) = open_class_of(&syntax).map_err(|error| fail(vec![error]))?;
        syntax.open = Some(class.clone());
        let uses = std::mem::take(&mut syntax.uses);
        let file = Self::checked((source_name, text), syntax, example, &NoResolver)?;
        Ok((class, file, uses))
    }

    fn checked(
        (source_name, text): (&str, &str),
        syntax: File,
        material: Material,
        resolver: &dyn Resolver,
    ) -> Result<Self, RuleErrors> {
        let fail = |errors| RuleErrors::new(source_name, text, errors);
        check_names(&syntax).map_err(fail)?;
        let uses = used(&syntax, source_name, &material, resolver).map_err(fail)?;
        let answers: Arc<[Answer]> = uses.iter().map(Used::answer).collect();
        let group = check_sides(&syntax, &material, &answers).map_err(fail)?;
        let (mut line, mut read) = (1, 0);
        let rules = syntax
            .rules
            .iter()
            .map(|rule| {
                let start = rule.span.start;
                line += text[read..start].matches('\n').count();
                read = start;
                RuleInfo {
                    name: rule.name.clone(),
                    reason: rule.reason.clone(),
                    kind: rule.kind,
                    limit: rule.limit,
                    line,
                    span: rule.item.clone(),
                }
            })
            .collect();
        Ok(Self {
            source_name: source_name.into(),
            sha256: sha256_of(text, &uses),
            material,
            rules,
            group,
            text: text.into(),
            syntax,
            uses,
            answers,
        })
    }

    /// The same file, unless it has no rules: then it claims nothing, and
    /// nothing in it can be wrong.
    ///
    /// # Errors
    ///
    /// If it has no rules.
    pub fn with_rules(self) -> Result<Self, RuleErrors> {
        if !self.rules.is_empty() {
            return Ok(self);
        }
        let error = RuleError::new(self.header(), "this file has no rules")
            .help("add one: draw \"NAME\" because \"REASON\" when CONDITION");
        Err(RuleErrors::new(&self.source_name, &self.text, vec![error]))
    }

    /// Where the rules come from.
    pub fn source_name(&self) -> &str {
        &self.source_name
    }

    /// SHA-256 of the text and of what it uses, in hexadecimal.
    pub fn sha256(&self) -> &str {
        &self.sha256
    }

    /// What it uses for smaller classes.
    pub fn uses(&self) -> &[Used] {
        &self.uses
    }

    /// Whether it goes through moves.
    pub fn looks_ahead(&self) -> bool {
        fn looks(expr: &Expr) -> bool {
            let mut parts = expr.kind.parts().into_iter();
            matches!(expr.kind, ExprKind::Moves(_)) || parts.any(looks)
        }
        self.syntax.expressions().any(looks)
    }

    /// The class that the rules are about.
    pub fn material(&self) -> &Material {
        &self.material
    }

    /// The rules, in the order in which they are tried.
    pub fn rules(&self) -> &[RuleInfo] {
        &self.rules
    }

    /// What they are about.
    pub fn subject(&self) -> Subject {
        RuleKind::subject_of(self.rules.iter().map(|rule| rule.kind))
    }

    /// The symmetries of the board under which every verdict stays the same.
    pub fn group(&self) -> SymmetryGroup {
        self.group
    }

    /// The names of definitions and tables, in the order of the file, with
    /// their byte ranges.
    pub fn definitions(&self) -> Vec<(&str, Span)> {
        self.syntax.items()
    }

    /// Whether it uses a word as the language defines it.
    pub(crate) fn uses_word(&self, name: &str) -> bool {
        let word = self.syntax.definition(name);
        word.is_some_and(|word| word.item.is_none())
    }

    /// The bytes of the text that name the class.
    pub fn header(&self) -> Span {
        self.syntax.header.clone()
    }

    /// Whether it has the same rules as another file: names, kinds, sides and
    /// conditions. Comments and reasons may differ.
    pub fn decides_like(&self, other: &Self) -> bool {
        let said = |rule: &RuleInfo| (rule.name.clone(), rule.kind, rule.limit);
        let when = |rules: &Self| {
            Color::ALL.map(|turn| {
                let check = rules.check(turn);
                (check.graph.nodes, check.conditions)
            })
        };
        self.material == other.material
            && self.rules.iter().map(said).eq(other.rules.iter().map(said))
            && when(self) == when(other)
    }

    /// The text, comments included.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The syntax tree, including the definitions taken from the prelude.
    pub fn syntax(&self) -> &File {
        &self.syntax
    }

    /// Its conditions, for the checker of files that use it.
    fn conditions(&self) -> Conditions {
        let turns = if self.material.is_symmetric() {
            &Color::ALL[..1]
        } else {
            &Color::ALL[..]
        };
        let side = |&turn: &Color| {
            let Check {
                graph, conditions, ..
            } = self.check(turn);
            OfSide { graph, conditions }
        };
        Conditions {
            group: self.group,
            claims: self.rules.iter().map(|rule| rule.kind.claim()).collect(),
            sides: turns.iter().map(side).collect(),
        }
    }

    /// The graph of its conditions for one side to move.
    pub fn check(&self, turn: Color) -> Check {
        check(&self.syntax, &self.material, turn, &self.answers)
    }
}

/// The open class of a file, and the closed one as which it is checked.
fn open_class_of(file: &File) -> Result<(OpenClass, Material), RuleError> {
    let (name, span) = &file.class;
    let fail = |message: String| RuleError::new(span.clone(), message);
    if !OpenClass::is_named(name) {
        let message = format!("{name} is a closed class: each kind of man has a number");
        let help = "an open class has any number of some kinds, as in KBsPsvK; closed ones are \
                    verified, not proven";
        return Err(fail(message).help(help));
    }
    let class: OpenClass = name
        .parse()
        .map_err(|error: OpenClassError| fail(error.to_string()))?;
    match class.example() {
        Some(example) => Ok((class, example)),
        None => Err(fail(format!("{class} asks for too many men"))),
    }
}

pub(crate) fn class_of(file: &File) -> Result<Material, RuleError> {
    let (name, span) = &file.class;
    if let (true, Ok(class)) = (OpenClass::is_named(name), name.parse::<OpenClass>()) {
        let message = format!("{class} is an open class, with any number of men");
        let help = "rules for it are proven, not verified: drawproof prove FILE";
        return Err(RuleError::new(span.clone(), message).help(help));
    }
    let material: Material = name
        .parse()
        .map_err(|error: drawproof_tables::MaterialError| {
            RuleError::new(span.clone(), error.to_string())
        })?;
    if material.men_count() < 3 {
        let message = format!("{material}: rules cover classes of three or more men");
        return Err(RuleError::new(span.clone(), message));
    }
    Ok(material)
}

/// Every rule and table needs a unique name.
fn check_names(file: &File) -> Result<(), Vec<RuleError>> {
    let rules = file.rules.iter().map(|rule| (&rule.name, &rule.span));
    let tables = file.tables.iter().map(|table| (&table.name, &table.span));
    let mut errors = repeated(rules, "rule");
    errors.extend(repeated(tables, "table"));
    if errors.is_empty() {
        Ok(())
    } else {
        Err(errors)
    }
}

fn repeated<'a>(names: impl Iterator<Item = (&'a String, &'a Span)>, what: &str) -> Vec<RuleError> {
    let mut seen = HashSet::new();
    let mut errors = Vec::new();
    for (name, span) in names {
        if !seen.insert(name) {
            let message = format!("there is another {what} named '{name}'");
            errors.push(
                RuleError::new(span.clone(), message).help("reports tell them apart by name"),
            );
        }
    }
    errors
}

/// Checks the rules for each side to move, and finds the symmetries that their
/// conditions share.
fn check_sides(
    file: &File,
    material: &Material,
    answers: &[Answer],
) -> Result<SymmetryGroup, Vec<RuleError>> {
    let checks = checked(file, material, answers)?;
    let groups = checks.iter().flat_map(|check| {
        let conditions = check.conditions.iter().flatten();
        conditions.map(|&condition| check.graph.nodes[condition].group)
    });
    Ok(groups.fold(SymmetryGroup::FULL, SymmetryGroup::and))
}

impl fmt::Display for Used {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let class = &self.material;
        match &self.by {
            UsedBy::Rules(rules) => write!(f, "{class} by {}", rules.source_name()),
            UsedBy::Tables(found) => write!(f, "the table of {class} ({})", found.from),
        }
    }
}

impl Used {
    /// What it answers, for the checker.
    fn answer(&self) -> Answer {
        let by = match &self.by {
            UsedBy::Tables(_) => AnswerBy::Table,
            UsedBy::Rules(rules) => AnswerBy::Rules(rules.conditions()),
        };
        Answer {
            material: self.material.clone(),
            by,
        }
    }

    /// What identifies it; the table of a class is what it is.
    fn identity(&self) -> String {
        match &self.by {
            UsedBy::Rules(rules) => format!("{} {}", self.material, rules.sha256()),
            UsedBy::Tables(_) => format!("{} table", self.material),
        }
    }
}

/// SHA-256 of a text and of what it uses.
fn sha256_of(text: &str, uses: &[Used]) -> String {
    if uses.is_empty() {
        return sha256(text);
    }
    let own = [sha256(text)].into_iter();
    let all: Vec<String> = own.chain(uses.iter().map(Used::identity)).collect();
    sha256(all.join("\n"))
}

/// Finds all that a file uses.
fn used(
    file: &File,
    name: &str,
    material: &Material,
    resolver: &dyn Resolver,
) -> Result<Vec<Used>, Vec<RuleError>> {
    let mut all: Vec<Used> = Vec::new();
    let mut errors = Vec::new();
    for item in &file.uses {
        match one(item, name, material, resolver, &all) {
            Ok(used) => all.push(used),
            Err(error) => errors.push(error),
        }
    }
    if errors.is_empty() {
        Ok(all)
    } else {
        Err(errors)
    }
}

fn one(
    item: &Use,
    name: &str,
    material: &Material,
    resolver: &dyn Resolver,
    known: &[Used],
) -> Result<Used, RuleError> {
    let fail = |message: String| RuleError::new(item.span.clone(), message);
    let class: Material = (item.class.parse())
        .map_err(|error: drawproof_tables::MaterialError| fail(error.to_string()))?;
    let is_passed = |other: &Material| other.level() < class.level();
    let smaller = Material::with_smaller(&material.successors(), is_passed);
    if !smaller.contains(&class) {
        let message = format!("no capture or promotion leads from {material} to {class}");
        let help = "rules are used for classes with fewer men, or as many and fewer pawns";
        return Err(fail(message).help(help));
    }
    if known.iter().any(|used| used.material == class) {
        let message = format!("there is another 'use' of {class}");
        return Err(fail(message).help("a position has one answer"));
    }
    let by = if item.source == UseSource::Table {
        if class.men_count() > MAX_HELD_MEN {
            let message = format!("the table of {class} is too large for a rule file");
            let help = "tables of up to four men can be used; use the rules of the class instead";
            return Err(fail(message).help(help));
        }
        UsedBy::Tables(resolver.tables(&class).map_err(fail)?)
    } else {
        let (source, text) = resolver.rules(&class, &item.source, name).map_err(fail)?;
        let rules = RuleFile::parse_with(&source, &text, resolver).map_err(|errors| {
            let first = errors.errors().first().map(|error| error.message.clone());
            fail(format!("{source}: {}", first.unwrap_or_default()))
        })?;
        if *rules.material() != class {
            let message = format!("{source} is about {}, not {class}", rules.material());
            return Err(fail(message));
        }
        UsedBy::Rules(Arc::new(rules))
    };
    Ok(Used {
        material: class,
        by,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: &str = "recognizer KRKR
let near(at: square) = distance(at, us.king) <= 2
silent \"near\" because \"It may fall.\" when near(us.rook)
draw \"else\" because \"Nothing falls.\" when true
";

    #[test]
    fn remarks_and_reasons_decide_nothing() -> Result<(), RuleErrors> {
        let rules = RuleFile::parse("rules", RULES)?;
        let decides_like = |old: &str, new: &str| {
            assert!(RULES.contains(old));
            let other = RuleFile::parse("other", &RULES.replace(old, new))?;
            Ok::<_, RuleErrors>(rules.decides_like(&other))
        };
        for (old, new) in [
            ("let", "# A remark.\nlet"),
            ("It may fall.", "A rook is lost."),
        ] {
            assert!(decides_like(old, new)?, "{new}");
        }
        for (old, new) in [
            ("<= 2", "<= 3"),
            ("silent \"near\"", "draw \"near\""),
            ("\"near\"", "\"far\""),
            ("near(us.rook)", "near(them.rook)"),
            (
                "silent \"near\"",
                "draw \"first\" because \"y\" when in_check\nsilent \"near\"",
            ),
        ] {
            assert!(!decides_like(old, new)?, "{new}");
        }
        Ok(())
    }
}
