//! Rules for any number of men that come with the program.

use drawproof_language::{
    FoundTables, OpenClass, OpenRules, Resolver, RuleErrors, syntax::UseSource,
};
use drawproof_tables::Material;

use crate::builtin::unpacked;

/// The word for such rules where a file uses them: `use KBsvKBs proven`.
const GRADE: &str = "proven";

/// A rule file of `recognizers/proven`: one for each open class.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Proven {
    /// The file's name, such as `kpsk.rules`.
    pub name: &'static str,
    /// The rules, compressed by the build script.
    packed: &'static [u8],
}

impl Proven {
    /// The rules.
    ///
    /// # Panics
    ///
    /// Never: the build script compressed a text.
    pub fn text(&self) -> String {
        unpacked(self.packed)
    }

    /// Its rules, read with those that they rely on.
    ///
    /// # Errors
    ///
    /// None, for a file that is built in: a test reads them all.
    pub fn rules(&self) -> Result<OpenRules, RuleErrors> {
        OpenRules::parse_with(&self.source_name(), &self.text(), &ProvenResolver)
    }

    /// How reports name it.
    fn source_name(&self) -> String {
        format!("{} (built in)", self.name)
    }
}

/// Finds the built-in rules that others rely on; no files, and nothing for closed classes.
#[derive(Copy, Clone, Debug)]
pub struct ProvenResolver;

impl Resolver for ProvenResolver {
    fn rules(&self, class: &Material, _: &UseSource, _: &str) -> Result<(String, String), String> {
        Err(format!(
            "{class} is a closed class; a proof uses proven rules of open ones"
        ))
    }

    fn open_rules(
        &self,
        class: &OpenClass,
        source: &UseSource,
        _: &str,
    ) -> Result<(String, String), String> {
        match source {
            UseSource::BuiltIn(grade) if grade == GRADE => {}
            UseSource::BuiltIn(grade) => {
                return Err(format!(
                    "'{grade}' is not for open classes; say: use {class} {GRADE}"
                ));
            }
            UseSource::File(path) => return Err(format!("the file {path} is not at hand here")),
            UseSource::Table => return Err(format!("{class} has no table")),
        }
        let heading = format!("recognizer {class}");
        let is_about = |text: &str| text.lines().any(|line| line.trim_end() == heading);
        let mut all = proven().iter().map(|of| (of.source_name(), of.text()));
        all.find(|(_, text)| is_about(text))
            .ok_or_else(|| format!("no proven rules for {class} are built in"))
    }

    fn tables(&self, class: &Material) -> Result<FoundTables, String> {
        Err(format!("a proof needs no table of {class}"))
    }
}

macro_rules! proven {
    ($($name:literal)*) => {{
        static FILES: &[Proven] = &[$(Proven {
            name: $name,
            packed: include_bytes!(concat!(env!("OUT_DIR"), "/", $name)),
        }),*];
        FILES
    }};
}

/// All rules for any number of men that come with the program.
pub fn proven() -> &'static [Proven] {
    proven! {
        "kpsk.rules"
        "kbspsk.rules"
        "kbskbs.rules"
        "kpskps.rules"
        "kpskrsps.rules"
        "kbspskb.rules"
        "kbspskn.rules"
        "kbspskps.rules"
        "kbspskbsps.rules"
        "kbspskrsps.rules"
        "knkqs.rules"
        "kbskqsrsbs.rules"
        "kqsrsbsnspsk.rules"
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::HashSet, error::Error, fs};

    use super::*;

    #[test]
    fn every_file_is_built_in_once_a_class() -> Result<(), Box<dyn Error>> {
        let mut files: Vec<String> = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/proven"))?
            .map(|file| Ok(file?.file_name().to_string_lossy().into_owned()))
            .collect::<Result<_, std::io::Error>>()?;
        let mut names: Vec<&str> = proven().iter().map(|of| of.name).collect();
        files.sort_unstable();
        names.sort_unstable();
        assert_eq!(names, files);
        let mut classes = HashSet::new();
        for of in proven() {
            let rules = of.rules()?;
            let class = rules.class().to_string();
            let name = class.replace('v', "").to_lowercase();
            assert_eq!(of.name, format!("{name}.rules"));
            assert!(classes.insert(class), "{}", of.name);
        }
        Ok(())
    }
}
