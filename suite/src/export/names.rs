//! Names and files that a language has, or does not have.

use anyhow::bail;
use drawproof_export::{FileKind, Language, Name};

use super::request::RulesRequest;

/// Refuses names and files that a language does not have.
pub fn check_names(request: &RulesRequest) -> anyhow::Result<()> {
    let lang = request.language;
    check_name(Some(lang), &request.style.name)?;
    let declarations = request.declarations.as_ref();
    let headers = [
        (request.style.kind == FileKind::Header, "--header"),
        (declarations.is_some(), "--declarations"),
    ];
    if let Some((_, option)) = headers.into_iter().find(|(is_given, _)| *is_given)
        && !lang.takes_name()
    {
        bail!("{option} is for {}", named_languages());
    }
    if declarations.is_some() && declarations == request.out.as_ref() {
        bail!("--declarations and --out name the same file");
    }
    Ok(())
}

/// Refuses a prefix of names where a language takes none.
pub fn check_name(language: Option<Language>, name: &Name) -> anyhow::Result<()> {
    let takes_name = language.is_some_and(Language::takes_name);
    if !takes_name && *name != Name::default() {
        bail!(
            "--name is for {}; in other languages the name of the file serves",
            named_languages()
        );
    }
    Ok(())
}

/// The languages whose files have a prefix of names.
fn named_languages() -> String {
    let named = Language::ALL.into_iter().filter(|of| of.takes_name());
    let named: Vec<String> = named.map(|of| of.to_string()).collect();
    named.join(" and ")
}
