//! What users give: classes, positions, rule files, folders.

use std::{
    collections::BTreeSet,
    env,
    path::{Path, PathBuf},
    slice,
};

use anyhow::{Context, bail};
use drawproof_foreign::{ForeignLibrary, Guard, Host};
use drawproof_recognizers::{Grade, RuleErrors, RuleFile, Vocabulary, builtin};
use drawproof_reports::counted;
use drawproof_tables::{Layout, Material, read_regular};
use shakmaty::{CastlingMode, Chess, PositionError, PositionErrorKinds, fen::Fen};

use crate::args;

/// Classes by their names, each once, all of them with tables.
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

/// The rules of a file.
pub fn rule_file(path: &Path) -> anyhow::Result<RuleFile> {
    let (name, text) = rule_text(path)?;
    parse_rules(&name, &text)
}

/// The name and the text of a rule file.
pub fn rule_text(path: &Path) -> anyhow::Result<(String, String)> {
    text_file(path, "rule file")
}

/// The path of the rules by the name that [`rule_file`] gives them.
pub fn path_of(files: &[PathBuf], rules: &str) -> Option<PathBuf> {
    let is_named = |path: &&PathBuf| path.display().to_string() == rules;
    files.iter().find(is_named).cloned()
}

/// The rules of a text.
pub fn parse_rules(name: &str, text: &str) -> anyhow::Result<RuleFile> {
    RuleFile::parse(name, text).map_err(|errors| all_errors(&errors, "rules"))
}

/// The vocabulary of a file.
pub fn vocabulary_file(path: &Path) -> anyhow::Result<Vocabulary> {
    let (name, text) = text_file(path, "vocabulary")?;
    parse_vocabulary(&name, &text)
}

/// The vocabulary of a text.
pub fn parse_vocabulary(name: &str, text: &str) -> anyhow::Result<Vocabulary> {
    Vocabulary::parse(name, text).map_err(|errors| all_errors(&errors, "the vocabulary"))
}

/// The name and the text of a file that is said to be something.
fn text_file(path: &Path, what: &str) -> anyhow::Result<(String, String)> {
    let name = path.display().to_string();
    let bytes = read_regular(path).with_context(|| format!("cannot read the {what} {name}"))?;
    let Ok(text) = String::from_utf8(bytes) else {
        bail!("{name} is not a {what}: it is not UTF-8 text");
    };
    Ok((name, text))
}

fn all_errors(errors: &RuleErrors, place: &str) -> anyhow::Error {
    let color = anstream::AutoStream::choice(&std::io::stderr()) != anstream::ColorChoice::Never;
    let count = errors.errors().len();
    let count = counted(count as u64, "error");
    anyhow::anyhow!("{count} in {place}\n\n{}", errors.render(color))
}

/// The built-in rules of these classes, or all of them; of one grade if one is
/// given.
pub fn builtin_rules(classes: &[Material], grade: Option<Grade>) -> anyhow::Result<Vec<RuleFile>> {
    let all = builtin()
        .iter()
        .map(|of| {
            let rules = parse_rules(&format!("{} (built in)", of.name), of.text)?;
            Ok((of.grade, rules))
        })
        .collect::<anyhow::Result<Vec<_>>>()?;
    let is_chosen = |(of, rules): &(Grade, RuleFile), class: Option<&Material>| {
        grade.is_none_or(|grade| grade == *of)
            && class.is_none_or(|class| class == rules.material())
    };
    let mut chosen = Vec::new();
    let classes: Vec<Option<&Material>> = match classes {
        [] => vec![None],
        classes => classes.iter().map(Some).collect(),
    };
    for class in classes {
        let before = chosen.len();
        let of_class = all.iter().filter(|of| is_chosen(of, class));
        chosen.extend(of_class.map(|(_, rules)| rules.clone()));
        if chosen.len() == before {
            let known: BTreeSet<String> = all
                .iter()
                .filter(|of| is_chosen(of, None))
                .map(|(_, rules)| rules.material().to_string())
                .collect();
            bail!(
                "no {}rules for {} are built in, only for {}; give your own with --rules FILE",
                grade.map_or_else(String::new, |grade| format!("{grade} ")),
                class.map_or_else(String::new, Material::to_string),
                Vec::from_iter(known).join(", ")
            );
        }
    }
    Ok(chosen)
}

/// The rules that are asked about positions of a class: those of a file, or
/// the built-in ones, of one grade if one is given; `None` if the class has
/// none.
pub fn rules_for(
    class: &Material,
    file: Option<&Path>,
    grade: Option<Grade>,
) -> anyhow::Result<Option<RuleFile>> {
    let Some(path) = file else {
        let rules = match grade {
            Some(_) => builtin_rules(slice::from_ref(class), grade)?,
            None => builtin_rules(&[], None)?,
        };
        // The first ones of a class have the reasons that say most.
        let mut rules = rules.into_iter();
        return Ok(rules.find(|rules| rules.material() == class));
    };
    let rules = rule_file(path)?;
    if rules.material() != class {
        bail!(
            "{} is about {}, the position is {class}",
            rules.source_name(),
            rules.material()
        );
    }
    Ok(Some(rules))
}

/// The library given, if one is, for each of these classes.
pub fn libraries(
    arguments: &args::Verify,
    classes: &[Material],
) -> anyhow::Result<Vec<ForeignLibrary>> {
    let Some(file) = &arguments.library else {
        return Ok(Vec::new());
    };
    let host = host(arguments)?;
    let open = |class| Ok(ForeignLibrary::open(host.clone(), file, class)?);
    classes.iter().map(open).collect()
}

/// This program, to be started again for asking a library.
pub fn host(arguments: &args::Verify) -> anyhow::Result<Host> {
    let guard = guard()?;
    Ok(Host {
        program: guard.program.clone(),
        arguments: vec!["ask-library".into()],
        guard,
        timeout: arguments.timeout,
        total_timeout: arguments.total_timeout,
    })
}

/// This program, to be started again for guarding others.
pub fn guard() -> anyhow::Result<Guard> {
    Ok(Guard {
        program: env::current_exe().context("cannot find this program to start it again")?,
        arguments: vec!["guard".into()],
    })
}

/// A position that could be on a board, checks that no game reaches included.
pub fn position(text: &str) -> anyhow::Result<Chess> {
    let fen: Fen = text
        .parse()
        .map_err(|error| anyhow::anyhow!("'{text}' is not a FEN: {error}; expected something like '8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1'"))?;
    fen.into_position::<Chess>(CastlingMode::Standard)
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_too_much_material)
        .map_err(|error| {
            anyhow::anyhow!(
                "'{text}' is not a legal position: {}",
                reasons(error.kinds())
            )
        })
}

/// What is wrong with a position, for a person.
fn reasons(kinds: PositionErrorKinds) -> String {
    let known = [
        (PositionErrorKinds::EMPTY_BOARD, "the board is empty"),
        (PositionErrorKinds::MISSING_KING, "a king is missing"),
        (
            PositionErrorKinds::TOO_MANY_KINGS,
            "a side has more than one king",
        ),
        (
            PositionErrorKinds::PAWNS_ON_BACKRANK,
            "a pawn stands on the first or last rank",
        ),
        (
            PositionErrorKinds::INVALID_CASTLING_RIGHTS,
            "the castling rights do not fit the board; write - for them",
        ),
        (
            PositionErrorKinds::INVALID_EP_SQUARE,
            "no pawn can have passed the en passant square; write - for it",
        ),
        (
            PositionErrorKinds::OPPOSITE_CHECK,
            "the side that is not to move is in check",
        ),
    ];
    let found: Vec<&str> = known
        .iter()
        .filter(|(kind, _)| kinds.contains(*kind))
        .map(|(_, reason)| *reason)
        .collect();
    if found.is_empty() {
        "no game can reach it".into()
    } else {
        found.join("; ")
    }
}
