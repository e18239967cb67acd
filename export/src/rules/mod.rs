//! Rules as source text.
//!
//! A rule file is lowered to functions of expressions ([`lower`]), their needs and the values
//! worth caching are determined ([`uses`]), large decision trees become data ([`trees`]), and the
//! rest becomes functions of the intermediate form ([`statements`], [`door`]). Compiled, they give
//! the same rule for the same position as [`interpret`](drawproof_language::interpret()).

mod door;
mod held;
mod lower;
mod statements;
mod trees;
mod unit;
mod uses;

use drawproof_language::RuleFile;

use crate::{
    Name, Says,
    harness::AskedFunctions,
    ir::{Expr, Function, Sign, Type},
    lang::{Build, FileKind, Language, Rules},
    source,
    text::comment,
};

use unit::Unit;

/// Why rules have no source text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EmitError {
    /// Two files of one class: a position would have two answers.
    #[error("{first} and {second} both have rules for {class}; export one of them")]
    Twice {
        /// The class.
        class: String,
        /// A file.
        first: String,
        /// Another one.
        second: String,
    },
    /// An expression that the checker accepts but that cannot be lowered.
    #[error("{file} cannot be written as source text; this is a bug in drawproof")]
    Unprintable {
        /// The file.
        file: String,
    },
    /// A table that rules use cannot be packed.
    #[error(transparent)]
    Tables(#[from] crate::table::EmbedError),
}

/// What a file of rules in C or C++ looks like; other languages have one form.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Style {
    /// The prefix of its names.
    pub name: Name,
    /// Whether it is a source file, a header, or both.
    pub kind: FileKind,
}

impl Style {
    fn name_of(&self, language: Language) -> Name {
        if language.takes_name() {
            self.name.clone()
        } else {
            Name::default()
        }
    }
}

/// Whether [`emit`] can write rules, found out without writing them.
///
/// # Errors
///
/// As [`emit`].
pub fn check(files: &[&RuleFile]) -> Result<(), EmitError> {
    check_classes(files)?;
    held::check(files)?;
    files.iter().try_for_each(|file| lowered(file).map(drop))
}

/// Refuses two files for one class.
fn check_classes(files: &[&RuleFile]) -> Result<(), EmitError> {
    for (at, file) in files.iter().enumerate() {
        let mut earlier = files[..at].iter();
        if let Some(first) = earlier.find(|first| first.material() == file.material()) {
            return Err(EmitError::Twice {
                class: file.material().to_string(),
                first: first.source_name().into(),
                second: file.source_name().into(),
            });
        }
    }
    Ok(())
}

/// The source text of rules, one rule file for each class, after a heading. The
/// same rules and heading give the same bytes.
///
/// # Errors
///
/// If two files have rules for the same class.
pub fn emit(
    files: &[&RuleFile],
    language: Language,
    style: &Style,
    remarks: &[String],
) -> Result<String, EmitError> {
    check_classes(files)?;
    let units = units(files)?;
    let target = language.target();
    let mut rules = Rules {
        constants: Vec::new(),
        data: Vec::new(),
        helpers: Vec::new(),
        door: door::functions(&units, Says::of(files)),
        units: units.iter().map(statements::unit).collect(),
        kind: style.kind.clone(),
    };
    let calls = |name: &str| target.intrinsic(name).calls;
    let written = source::written();
    let mut probing = Vec::new();
    if let Some(data) = held::data(files)? {
        rules.data = data;
        rules.constants.clone_from(&written.probe.constants);
        probing = written.probing(held::SCORE, &calls);
    }
    let mut callers = rules.functions();
    callers.extend(&probing);
    let helpers = written.helpers(&callers, &calls);
    rules.helpers = helpers;
    rules.helpers.extend(probing);
    let heading = remarks.iter().flat_map(|remark| heading_lines(remark));
    let mut lines: Vec<String> = heading.map(|line| target.remark(&line)).collect();
    lines.push(String::new());
    let code = target.rules(&rules).join("\n");
    lines.push(style.name_of(language).in_text(&code));
    Ok(lines.join("\n") + "\n")
}

/// How exported rules are compiled with a program that asks them: see [`Build`].
///
/// # Errors
///
/// As [`emit`].
pub fn build(files: &[&RuleFile], language: Language, style: &Style) -> Result<Build, EmitError> {
    let units = units(files)?;
    let wanted = match Says::of(files) {
        Says::Draw => "probe_draw",
        Says::Results => "probe_results",
    };
    let mut of_board = door::functions(&units, Says::of(files));
    of_board.retain(|function| function.name == wanted);
    let of_class = files.iter().zip(&units).map(|(file, unit)| {
        let asked = statements::unit(unit).functions.pop();
        (file.material().clone(), asked.into_iter().collect())
    });
    let asked = AskedFunctions {
        of_board,
        of_class: of_class.collect(),
        more: vec![Vec::new()],
        outcomes: &[],
        number: match Says::of(files) {
            Says::Draw => left_by_draw,
            Says::Results => |_, mut said| said.pop().unwrap_or(Expr::Number(0)),
        },
    };
    let name = style.name_of(language);
    Ok(language.target().build(&asked.harness(), &name))
}

/// The results that are left by a function that says whether there is a draw, or which rule
/// claims one.
fn left_by_draw(asked: &[Function], mut said: Vec<Expr>) -> Expr {
    let said = said.pop().unwrap_or(Expr::Number(0));
    let is_truth = asked.iter().all(|function| function.gives == Type::Bool);
    let is_draw = if is_truth {
        said
    } else {
        Expr::binary(Sign::Greater, said, Expr::Number(0))
    };
    Expr::call("left", vec![is_draw])
}

fn lowered(file: &RuleFile) -> Result<Unit, EmitError> {
    lower::lower(file).ok_or_else(|| EmitError::Unprintable {
        file: file.source_name().into(),
    })
}

fn units(files: &[&RuleFile]) -> Result<Vec<Unit>, EmitError> {
    let says = Says::of(files);
    let unit = |file: &&RuleFile| {
        let mut unit = lowered(file)?;
        uses::mark(&mut unit);
        trees::write_as_data(&mut unit);
        unit.says = says;
        Ok(unit)
    };
    files.iter().map(unit).collect()
}

/// The lines of a remark in the heading; an empty one is a line of its own.
fn heading_lines(remark: &str) -> Vec<String> {
    let lines = comment(remark);
    if lines.is_empty() {
        return vec![String::new()];
    }
    lines
}
