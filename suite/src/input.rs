//! User input: classes, positions, rule files, folders.

use std::{
    collections::BTreeSet,
    fmt,
    path::{Path, PathBuf},
    slice,
};

use anyhow::bail;
use drawproof_language::{OpenClass, OpenRules, Resolver, RuleErrors, RuleFile, Vocabulary};
use drawproof_recognizers::{Builtin, Grade, builtin, builtin_mates};
use drawproof_reports::counted;
use drawproof_tables::{
    GivenPosition, Layout, Material, Subject, VisibleName, chess_of_fen, visible,
};

use crate::{
    progress::Progress,
    resolver::Shelf,
    text_file::{rule_text, text_file},
};

/// Classes by name, each once; all must have tables.
pub fn classes(names: &[String]) -> anyhow::Result<Vec<Material>> {
    let mut classes = Vec::new();
    for name in names {
        let class: Material = name.parse()?;
        Layout::new(&class)?;
        if !classes.contains(&class) {
            classes.push(class);
        }
    }
    Ok(classes)
}

/// The same, and all of up to some number of men.
pub fn classes_or_all(names: &[String], men: Option<u8>) -> anyhow::Result<Vec<Material>> {
    let mut classes = classes(names)?;
    for men in 3..=men.unwrap_or(0) {
        let more = Material::all(men.into()).into_iter();
        let new: Vec<Material> = more.filter(|class| !classes.contains(class)).collect();
        classes.extend(new);
    }
    Ok(classes)
}

/// The rules of a file.
pub fn rule_file(path: &Path, shelf: &Shelf) -> anyhow::Result<RuleFile> {
    let (name, text) = rule_text(path)?;
    user_rules(&name, &text, shelf)
}

/// Rules of a closed or of an open class.
#[derive(Clone, Debug)]
pub enum AnyRules {
    /// Of a closed class: they are verified.
    Closed(Box<RuleFile>),
    /// Of an open class: they are proven.
    Open(Box<OpenRules>),
}

/// The rules of a file, whatever its class.
pub fn any_rule_file(path: &Path, shelf: &Shelf) -> anyhow::Result<AnyRules> {
    let (name, text) = rule_text(path)?;
    if OpenClass::is_of_file(&text) {
        let rules = OpenRules::parse_with(&name, &text, shelf);
        let rules = rules.map_err(|errors| all_errors(errors, "rules"))?;
        return Ok(AnyRules::Open(Box::new(rules)));
    }
    Ok(AnyRules::Closed(Box::new(user_rules(&name, &text, shelf)?)))
}

/// The rules of an open class in a closed one.
pub fn closed_rules(rules: &OpenRules, class: &Material) -> anyhow::Result<RuleFile> {
    let rules = rules.in_class(class);
    rules.map_err(|errors| all_errors(errors, "rules"))
}

/// The rules of a file that was read; there must be at least one.
pub fn user_rules(name: &str, text: &str, shelf: &Shelf) -> anyhow::Result<RuleFile> {
    let rules = parse_rules(name, text, shelf)?.with_rules();
    rules.map_err(|errors| all_errors(errors, "rules"))
}

/// One built-in file for each of these classes, or for all of them: of the grade, or the first
/// of its class in the list. No other file is read.
pub fn first_builtin_rules(
    classes: &[Material],
    grade: Option<Grade>,
    shelf: &Shelf,
) -> anyhow::Result<Vec<RuleFile>> {
    let mut first: Vec<&Builtin> = Vec::new();
    for of in chosen(classes, grade)? {
        if first.iter().all(|other| other.material() != of.material()) {
            first.push(of);
        }
    }
    let first = first.into_iter();
    first.map(|of| parse_builtin(of, shelf)).collect()
}

/// Refuses rules about who can mate, for what knows only results.
pub fn check_results(rules: &RuleFile, what: &str) -> anyhow::Result<()> {
    if rules.subject() == Subject::Results {
        return Ok(());
    }
    bail!(
        "{what} knows only claims about results, and {} claims who can mate; use verify, or probe --helpmate",
        rules.source_name()
    )
}

/// Checks that rules claim nothing but draws, for what knows no other claims.
pub fn check_only_draws(rules: &RuleFile, what: &str) -> anyhow::Result<()> {
    check_results(rules, what)?;
    let mut all = rules.rules().iter();
    let other = all.find(|rule| rule.kind.claims() && !rule.kind.claims_draw());
    match other {
        None => Ok(()),
        Some(rule) => bail!(
            "{what} knows only draws, but rule \"{}\" of {} claims {}; use verify, probe, explain or export",
            rule.name,
            rules.source_name(),
            rule.kind.name()
        ),
    }
}

/// The path of rules, by the name that [`rule_file`] gives them.
pub fn path_of(files: &[PathBuf], rules: &str) -> Option<PathBuf> {
    let is_named = |path: &&PathBuf| path.shown() == rules;
    files.iter().find(is_named).cloned()
}

/// The rules of a text.
pub fn parse_rules(name: &str, text: &str, shelf: &Shelf) -> anyhow::Result<RuleFile> {
    RuleFile::parse_with(name, text, shelf).map_err(|errors| all_errors(errors, "rules"))
}

/// The vocabulary of a file.
pub fn vocabulary_file(path: &Path) -> anyhow::Result<Vocabulary> {
    let (name, text) = text_file(path, "vocabulary")?;
    parse_vocabulary(&name, &text)
}

/// The vocabulary of a text.
pub fn parse_vocabulary(name: &str, text: &str) -> anyhow::Result<Vocabulary> {
    Vocabulary::parse(name, text).map_err(|errors| all_errors(errors, "the vocabulary"))
}

/// The errors in a text, which a caller may show in colour.
#[derive(Debug)]
pub struct TextErrors {
    errors: RuleErrors,
    place: &'static str,
}

impl TextErrors {
    /// All of them, each with its place in the text.
    pub fn render(&self, color: bool) -> String {
        let count = counted(self.errors.errors().len() as u64, "error");
        let count = if self.errors.has_more() {
            format!("more than {count}, the first ones shown,")
        } else {
            count
        };
        format!("{count} in {}\n\n{}", self.place, self.errors.render(color))
    }
}

impl fmt::Display for TextErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

impl std::error::Error for TextErrors {}

fn all_errors(errors: RuleErrors, place: &'static str) -> anyhow::Error {
    TextErrors { errors, place }.into()
}

/// The built-in rules of these classes, or all of them; of one grade if one is
/// given.
pub fn builtin_rules(
    classes: &[Material],
    grade: Option<Grade>,
    shelf: &Shelf,
) -> anyhow::Result<Vec<RuleFile>> {
    let chosen = chosen(classes, grade)?.into_iter();
    chosen.map(|of| parse_builtin(of, shelf)).collect()
}

/// The rules of a built-in file.
pub fn parse_builtin(of: &Builtin, shelf: &Shelf) -> anyhow::Result<RuleFile> {
    let tables = |class: &Material| shelf.tables(class).map(|found| found.tables);
    of.rules(&tables)
        .map_err(|errors| all_errors(errors, "rules"))
}

/// Which files these are, without reading them: some are long.
fn chosen(classes: &[Material], grade: Option<Grade>) -> anyhow::Result<Vec<&'static Builtin>> {
    let all = about(grade).iter();
    let all = all.filter(|of| grade.is_none_or(|grade| grade == of.grade));
    let all: Vec<(Material, &Builtin)> = all.map(|of| (of.material(), of)).collect();
    if classes.is_empty() {
        let all = all.into_iter().filter(|(class, of)| is_quick(class, of));
        return Ok(all.map(|(_, of)| of).collect());
    }
    let mut chosen = Vec::new();
    for class in classes {
        let before = chosen.len();
        let of_class = all.iter().filter(|(material, _)| material == class);
        chosen.extend(of_class.map(|(_, of)| *of));
        if chosen.len() == before {
            return Err(not_built_in(class, grade));
        }
    }
    Ok(chosen)
}

/// Whether rules are among those of all classes. Rules about who can mate with five men are
/// many, and their tables large: their classes are named.
fn is_quick(class: &Material, of: &Builtin) -> bool {
    of.grade != Grade::Mate || class.men_count() < 5
}

/// The built-in rules among which a grade chooses.
fn about(grade: Option<Grade>) -> &'static [Builtin] {
    match grade {
        Some(Grade::Mate) => builtin_mates(),
        _ => builtin(),
    }
}

/// That a class has no built-in rules, or none of a grade, and what there is.
fn not_built_in(class: &Material, grade: Option<Grade>) -> anyhow::Error {
    let of_class = about(grade).iter().filter(|of| of.material() == *class);
    let grades: Vec<String> = of_class.map(|of| of.grade.to_string()).collect();
    if let Some(grade) = grade.filter(|_| !grades.is_empty()) {
        let grades = grades.join(", ");
        return anyhow::anyhow!("no {grade} rules for {class} are built in, only {grades}");
    }
    let known = about(grade).iter().map(|of| of.material().to_string());
    let known = Vec::from_iter(known.collect::<BTreeSet<_>>()).join(", ");
    anyhow::anyhow!(
        "no rules for {class} are built in, only for {known}; give your own with --rules FILE"
    )
}

/// The rules that are asked about positions of a class: those of a file, or
/// the built-in ones, of one grade if one is given; `None` if the class has
/// none.
pub fn rules_for(
    class: &Material,
    file: Option<&Path>,
    grade: Option<Grade>,
    shelf: &Shelf,
) -> anyhow::Result<Option<RuleFile>> {
    let Some(path) = file else {
        // The first rules of a class have the most informative reasons.
        let first = match chosen(slice::from_ref(class), grade) {
            Err(error) if grade.is_some() => return Err(error),
            chosen => chosen.ok().and_then(|chosen| chosen.first().copied()),
        };
        return first.map(|of| parse_builtin(of, shelf)).transpose();
    };
    let rules = rule_file(path, shelf)?;
    if rules.material() != class {
        bail!(
            "{} is about {}, the position is {class}",
            rules.source_name(),
            rules.material()
        );
    }
    Ok(Some(rules))
}

/// A position that could be on a board, even if its checks cannot occur in a
/// game. What does not fit the board is left out, and said.
pub fn position(text: &str, progress: &Progress) -> anyhow::Result<GivenPosition> {
    let given = chess_of_fen(text)?;
    for misfit in &given.misfits {
        progress.say(&format!("'{}': {misfit}", visible(text)));
    }
    Ok(given)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All built-in rules together are megabytes of text, so do not parse them
    /// all.
    #[test]
    fn only_the_rules_that_are_asked_for_are_read() -> anyhow::Result<()> {
        let names = |classes: &[&str], grade| {
            let classes = classes.iter().map(|class| class.parse());
            let classes = classes.collect::<Result<Vec<Material>, _>>()?;
            let chosen = chosen(&classes, grade)?.into_iter();
            anyhow::Ok(chosen.map(|of| of.name).collect::<Vec<_>>())
        };
        let krkr = ["krkr.quick.rules", "krkr.strong.rules", "krkr.exact.rules"];
        assert_eq!(names(&["krkr"], None)?, krkr);
        assert_eq!(names(&["KRKR"], Some(Grade::Strong))?, krkr[1..2]);
        assert!(names(&["KNK", "KRKR"], None).is_err());
        assert_eq!(names(&[], None)?.len(), builtin().len());
        let mates = Some(Grade::Mate);
        assert_eq!(names(&["KQBBK"], mates)?, ["kqbbk.mate.rules"]);
        assert_eq!(names(&[], mates)?.len(), 35);
        Ok(())
    }
}
