//! Rules as source text.
//!
//! A rule file is lowered to functions of expressions ([`lower`]), which are made faster
//! ([`loops`], [`shared`], [`order`]). Their needs and the values worth caching are determined
//! ([`uses`]), large decision trees become data ([`trees`]), and the rest becomes functions of the
//! intermediate form ([`statements`], [`door`], [`any_number`]). Compiled, they give the same rule
//! for the same position as [`interpret`](drawproof_language::interpret()) and
//! [`OpenRules::decide`].

mod any_number;
mod door;
mod held;
mod loops;
mod lower;
mod order;
mod shared;
mod statements;
mod trees;
mod unit;
mod uses;

use std::iter;

use drawproof_language::{OpenRules, RuleFile};

use crate::{
    Name, Says,
    harness::AskedFunctions,
    ir::{Expr, Function, Program, Role, Sign, Type},
    lang::{Build, FileKind, Language, Rules},
    source,
    text::comment,
};

use lower::Place;
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

/// Whether [`emit_all`] can write rules, found out without writing them.
///
/// # Errors
///
/// As [`emit_all`].
pub fn check(files: &[&RuleFile], open: &[&OpenRules]) -> Result<(), EmitError> {
    check_classes(files)?;
    held::check(files)?;
    let files = files.iter().copied();
    let mut all = files.chain(open.iter().map(|rules| rules.file()));
    all.try_for_each(|file| lowered(file, Place::of_class(file)).map(drop))
}

/// The class that a file is about, open or closed.
fn class_name(file: &RuleFile) -> String {
    let open = file.syntax().open.as_ref();
    open.map_or_else(|| file.material().to_string(), ToString::to_string)
}

/// Refuses two files for one class.
fn check_classes(files: &[&RuleFile]) -> Result<(), EmitError> {
    for (at, file) in files.iter().enumerate() {
        let mut earlier = files[..at].iter();
        let class = class_name(file);
        if let Some(first) = earlier.find(|first| class_name(first) == class) {
            return Err(EmitError::Twice {
                class,
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
    emit_all(files, &[], language, style, remarks)
}

/// The same with rules for open classes, of which there may be several files for each.
///
/// Functions of their own, `any_number_rule` and `any_number_results`, say what they claim of any
/// position. Rules are numbered through all these files, in their order.
///
/// # Errors
///
/// As [`emit`].
pub fn emit_all(
    files: &[&RuleFile],
    open: &[&OpenRules],
    language: Language,
    style: &Style,
    remarks: &[String],
) -> Result<String, EmitError> {
    check_classes(files)?;
    let closed_units = units(files)?;
    let open_units = open_units(open)?;
    let target = language.target();
    let mut door = Vec::new();
    if !files.is_empty() || open.is_empty() {
        door.extend(door::functions(&closed_units, Says::of(files)));
    }
    door.extend(any_number::functions(&asked(open, &open_units)));
    let units = closed_units.iter().chain(&open_units);
    let mut rules = Rules {
        constants: Vec::new(),
        data: Vec::new(),
        helpers: Vec::new(),
        door,
        units: units.map(statements::unit).collect(),
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

/// The functions of rules, which [`emit`] prints, with all helpers.
///
/// What looks positions up in tables is not part of it.
///
/// # Errors
///
/// If two files have rules for the same class.
pub fn program(files: &[&RuleFile]) -> Result<Program, EmitError> {
    check_classes(files)?;
    Ok(Program {
        helpers: source::written().all_helpers().cloned().collect(),
        units: units(files)?.iter().map(statements::unit).collect(),
    })
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

/// The same for rules of open classes, which are asked by bitboards only. An answer is 8 times the
/// number of the rule, plus the results that it leaves possible.
///
/// # Errors
///
/// As [`emit`].
pub fn build_open(
    open: &[&OpenRules],
    language: Language,
    style: &Style,
) -> Result<Build, EmitError> {
    let units = open_units(open)?;
    let mut of_board = any_number::functions(&asked(open, &units));
    of_board.retain(|function| function.role == Role::Public);
    let asked = AskedFunctions {
        of_board,
        of_class: Vec::new(),
        more: vec![Vec::new()],
        outcomes: &[],
        number: |_, said| {
            let sum = |rule, results| {
                let rule = Expr::binary(Sign::Times, rule, Expr::Number(8));
                Expr::binary(Sign::Plus, rule, results)
            };
            said.into_iter().reduce(sum).unwrap_or(Expr::Number(0))
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

fn lowered(file: &RuleFile, place: Place) -> Result<Unit, EmitError> {
    lower::lower(file, place).ok_or_else(|| EmitError::Unprintable {
        file: file.source_name().into(),
    })
}

fn unit(file: &RuleFile, place: Place, says: Says) -> Result<Unit, EmitError> {
    let mut unit = lowered(file, place)?;
    loops::narrow(&mut unit);
    shared::share(&mut unit);
    order::sort(&mut unit);
    uses::mark(&mut unit);
    trees::write_as_data(&mut unit);
    Ok(Unit { says, ..unit })
}

fn units(files: &[&RuleFile]) -> Result<Vec<Unit>, EmitError> {
    let says = Says::of(files);
    let unit = |file: &&RuleFile| unit(file, Place::of_class(file), says);
    files.iter().map(unit).collect()
}

/// Rules of open classes: numbered through all files, and with names of their own where files
/// have the same class.
fn open_units(files: &[&OpenRules]) -> Result<Vec<Unit>, EmitError> {
    let mut units: Vec<Unit> = Vec::new();
    let mut before = 0;
    for rules in files {
        let place = Place::of_class(rules.file());
        let others = (2..).map(|number| format!("{}{number}", place.name));
        let mut names = iter::once(place.name.clone()).chain(others);
        let is_free = |name: &String| units.iter().all(|of| of.name != *name);
        let name = names.find(is_free).unwrap_or_default();
        let place = Place { name, before };
        units.push(unit(rules.file(), place, Says::Results)?);
        before += rules.rules().len();
    }
    Ok(units)
}

/// Files with their rules as functions.
fn asked<'a>(files: &[&'a OpenRules], units: &'a [Unit]) -> Vec<(&'a OpenRules, &'a Unit)> {
    files.iter().copied().zip(units).collect()
}

/// The lines of a remark in the heading; an empty one is a line of its own.
fn heading_lines(remark: &str) -> Vec<String> {
    let lines = comment(remark);
    if lines.is_empty() {
        return vec![String::new()];
    }
    lines
}
