//! The recognizers that come with the program.

use std::{fmt, str::FromStr, sync::Arc};

use drawproof_language::{FoundTables, Resolver, RuleErrors, RuleFile, syntax::UseSource};
use drawproof_tables::{Material, TableSet};

/// A recognizer of `recognizers/rules`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Builtin {
    /// The file's name, such as `krkr.quick.rules`.
    pub name: &'static str,
    /// Its grade.
    pub grade: Grade,
    /// The rules, compressed by the build script.
    packed: &'static [u8],
}

/// The purpose of a recognizer.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Grade {
    /// Readable by people, small and fast: see `benches/budgets.csv`.
    Quick,
    /// Looks at what moves lead to: one move ahead, or into tables of what is left after captures.
    Ahead,
    /// Spots as much as is worth its cost.
    Strong,
    /// Spots every draw.
    Exact,
    /// Says not what is drawn, but what is won, or who cannot win.
    Bounds,
    /// Says who cannot mate, even with the other side's help.
    Mate,
}

/// A word that is not a grade.
#[derive(Copy, Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a grade; expected quick, ahead, strong, exact, bounds or mate")]
pub struct NoGrade;

impl Grade {
    /// All grades: those for draws from the smallest recognizers on, then
    /// bounds, then those about mates.
    pub const ALL: [Self; 6] = [
        Self::Quick,
        Self::Ahead,
        Self::Strong,
        Self::Exact,
        Self::Bounds,
        Self::Mate,
    ];
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Quick => "quick",
            Self::Ahead => "ahead",
            Self::Strong => "strong",
            Self::Exact => "exact",
            Self::Bounds => "bounds",
            Self::Mate => "mate",
        })
    }
}

impl FromStr for Grade {
    type Err = NoGrade;

    fn from_str(word: &str) -> Result<Self, NoGrade> {
        let mut grades = Self::ALL.into_iter();
        let found = grades.find(|grade| grade.to_string() == word);
        found.ok_or(NoGrade)
    }
}

impl Builtin {
    /// The rules.
    ///
    /// # Panics
    ///
    /// Never: the build script compressed a text.
    pub fn text(&self) -> String {
        unpacked(self.packed)
    }

    /// Its class, from the name of its file.
    pub fn material(&self) -> Material {
        let class = self.name.split('.').next().unwrap_or_default();
        class.parse().expect("a test reads all names")
    }

    /// Its rules, read with what they use: other built-in rules, and tables that
    /// `tables` finds.
    ///
    /// ```
    /// use drawproof_recognizers::Builtin;
    ///
    /// let of = Builtin::named("krkr.quick.rules").expect("it is built in");
    /// let rules = of.rules(&|class| Err(format!("no table of {class} is at hand")))?;
    /// assert_eq!(rules.source_name(), "krkr.quick.rules (built in)");
    /// # Ok::<_, drawproof_language::RuleErrors>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If a table that they use is not found.
    pub fn rules(&self, tables: &FindTables) -> Result<RuleFile, RuleErrors> {
        RuleFile::parse_with(
            &self.source_name(),
            &self.text(),
            &BuiltinResolver { tables },
        )
    }

    /// How reports name it.
    fn source_name(&self) -> String {
        format!("{} (built in)", self.name)
    }

    /// The recognizer in the file of this name, such as `krkr.quick.rules`.
    pub fn named(name: &str) -> Option<&'static Self> {
        builtin_all().find(|of| of.name == name)
    }
}

impl Builtin {
    /// The arguments of the `drawproof` command in its heading, which found it
    /// or the rules that it was reworded from. `None` for handwritten rules.
    ///
    /// ```
    /// use drawproof_recognizers::Builtin;
    ///
    /// let mined = Builtin::named("kpk.exact.rules").and_then(Builtin::command);
    /// assert!(mined.is_some_and(|command| command.starts_with("mine KPK --form tree")));
    /// ```
    pub fn command(&self) -> Option<String> {
        let text = self.text();
        let mut heading = text.lines().take_while(|line| line.starts_with('#'));
        let command = heading.find_map(|line| line.strip_prefix("#   drawproof "));
        command.map(String::from)
    }
}

/// The text of a file that the build script compressed.
pub(crate) fn unpacked(packed: &[u8]) -> String {
    let text = zstd::stream::decode_all(packed).expect("the build script compressed it");
    String::from_utf8(text).expect("rule files are text")
}

/// Finds the exact table of a class, with those that its captures lead to, or says
/// why it cannot.
pub type FindTables<'a> = dyn Fn(&Material) -> Result<Arc<TableSet>, String> + 'a;

/// Where tables come from that are in no folder.
pub const GENERATED: &str = "generated";

/// Finds what rules use: built-in rules of smaller classes, and tables; no files.
pub struct BuiltinResolver<'a> {
    /// Finds tables.
    pub tables: &'a FindTables<'a>,
}

impl Resolver for BuiltinResolver<'_> {
    fn rules(
        &self,
        class: &Material,
        source: &UseSource,
        _: &str,
    ) -> Result<(String, String), String> {
        let grade = match source {
            UseSource::BuiltIn(grade) => grade,
            UseSource::File(path) => return Err(format!("the file {path} is not at hand here")),
            UseSource::Table => return Err(format!("the table of {class} is not a rule file")),
        };
        let of_class = || builtin_all().filter(|of| of.material() == *class);
        if let Some(of) = of_class().find(|of| of.grade.to_string() == *grade) {
            return Ok((of.source_name(), of.text()));
        }
        let grades: Vec<String> = of_class().map(|of| of.grade.to_string()).collect();
        Err(match &grades[..] {
            [] => format!("no rules for {class} are built in; use its table or a file"),
            grades => format!(
                "no {grade} rules for {class} are built in, only {}",
                grades.join(", ")
            ),
        })
    }

    fn tables(&self, class: &Material) -> Result<FoundTables, String> {
        let tables = (self.tables)(class)?;
        Ok(FoundTables {
            tables,
            from: GENERATED.into(),
        })
    }
}

macro_rules! builtin {
    ($($name:literal $grade:ident)*) => {{
        // A constant would be copied to each place that names it.
        static FILES: &[Builtin] = &[$(Builtin {
            name: $name,
            grade: Grade::$grade,
            packed: include_bytes!(concat!(env!("OUT_DIR"), "/", $name)),
        }),*];
        FILES
    }};
}

/// All recognizers about results that come with the program, class by class.
pub fn builtin() -> &'static [Builtin] {
    builtin! {
        "kpk.exact.rules" Exact
        "kpk.bounds.rules" Bounds
        "knnk.exact.rules" Exact
        "kbbk.exact.rules" Exact
        "kbnk.exact.rules" Exact
        "knkn.exact.rules" Exact
        "kbkn.exact.rules" Exact
        "kbkb.exact.rules" Exact
        "kbpk.quick.rules" Quick
        "kbpk.exact.rules" Exact
        "knpk.quick.rules" Quick
        "knpk.exact.rules" Exact
        "kppk.quick.rules" Quick
        "kppk.strong.rules" Strong
        "kbkp.quick.rules" Quick
        "kbkp.exact.rules" Exact
        "kpkp.quick.rules" Quick
        "kpkp.strong.rules" Strong
        "knkp.quick.rules" Quick
        "knkp.strong.rules" Strong
        "krkp.quick.rules" Quick
        "krkp.strong.rules" Strong
        "krkp.bounds.rules" Bounds
        "kqkp.quick.rules" Quick
        "kqkp.exact.rules" Exact
        "krkr.quick.rules" Quick
        "krkr.strong.rules" Strong
        "krkr.exact.rules" Exact
        "krkn.quick.rules" Quick
        "krkn.strong.rules" Strong
        "krkn.bounds.rules" Bounds
        "krkb.quick.rules" Quick
        "krkb.strong.rules" Strong
        "krkb.exact.rules" Exact
        "kqkr.exact.rules" Exact
        "kqkq.strong.rules" Strong
        "kqkq.exact.rules" Exact
        "kbpkb.ahead.rules" Ahead
        "kbpkb.strong.rules" Strong
        "kbppk.quick.rules" Quick
        "kbppk.strong.rules" Strong
        "knpkn.ahead.rules" Ahead
        "knpkn.strong.rules" Strong
        "knpkn.bounds.rules" Bounds
        "kbpkn.ahead.rules" Ahead
        "kbpkn.strong.rules" Strong
        "kbpkn.bounds.rules" Bounds
        "knpkb.ahead.rules" Ahead
        "knpkb.strong.rules" Strong
        "knpkb.bounds.rules" Bounds
        "krpkr.ahead.rules" Ahead
        "krpkr.strong.rules" Strong
        "krpkr.bounds.rules" Bounds
        "krpkb.ahead.rules" Ahead
        "krpkb.strong.rules" Strong
        "krpkb.bounds.rules" Bounds
        "krpkn.ahead.rules" Ahead
        "krpkn.strong.rules" Strong
        "krpkn.bounds.rules" Bounds
        "kppkr.ahead.rules" Ahead
        "kppkr.strong.rules" Strong
        "kppkr.bounds.rules" Bounds
        "krpkq.ahead.rules" Ahead
        "krpkq.bounds.rules" Bounds
        "knnkn.quick.rules" Quick
        "knnkn.strong.rules" Strong
        "knnkn.exact.rules" Exact
        "kbbkb.quick.rules" Quick
        "kbbkb.strong.rules" Strong
        "kbbkr.quick.rules" Quick
        "kbbkr.ahead.rules" Ahead
        "kbbkr.strong.rules" Strong
        "kbnkr.quick.rules" Quick
        "kbnkr.ahead.rules" Ahead
        "kbnkr.strong.rules" Strong
        "knnkr.quick.rules" Quick
        "knnkr.ahead.rules" Ahead
        "knnkr.strong.rules" Strong
    }
}

/// All recognizers about who can mate, of the grade [`Grade::Mate`].
pub fn builtin_mates() -> &'static [Builtin] {
    builtin! {
        "kqk.mate.rules" Mate
        "krk.mate.rules" Mate
        "kbk.mate.rules" Mate
        "knk.mate.rules" Mate
        "kpk.mate.rules" Mate
        "kqqk.mate.rules" Mate
        "kqrk.mate.rules" Mate
        "kqbk.mate.rules" Mate
        "kqnk.mate.rules" Mate
        "kqpk.mate.rules" Mate
        "krrk.mate.rules" Mate
        "krbk.mate.rules" Mate
        "krnk.mate.rules" Mate
        "krpk.mate.rules" Mate
        "kbbk.mate.rules" Mate
        "kbnk.mate.rules" Mate
        "kbpk.mate.rules" Mate
        "knnk.mate.rules" Mate
        "knpk.mate.rules" Mate
        "kppk.mate.rules" Mate
        "kqkq.mate.rules" Mate
        "kqkr.mate.rules" Mate
        "kqkb.mate.rules" Mate
        "kqkn.mate.rules" Mate
        "kqkp.mate.rules" Mate
        "krkr.mate.rules" Mate
        "krkb.mate.rules" Mate
        "krkn.mate.rules" Mate
        "krkp.mate.rules" Mate
        "kbkb.mate.rules" Mate
        "kbkn.mate.rules" Mate
        "kbkp.mate.rules" Mate
        "knkn.mate.rules" Mate
        "knkp.mate.rules" Mate
        "kpkp.mate.rules" Mate
        "kqqqk.mate.rules" Mate
        "kqqrk.mate.rules" Mate
        "kqqbk.mate.rules" Mate
        "kqqnk.mate.rules" Mate
        "kqqpk.mate.rules" Mate
        "kqrrk.mate.rules" Mate
        "kqrbk.mate.rules" Mate
        "kqrnk.mate.rules" Mate
        "kqrpk.mate.rules" Mate
        "kqbbk.mate.rules" Mate
        "kqbnk.mate.rules" Mate
        "kqbpk.mate.rules" Mate
        "kqnnk.mate.rules" Mate
        "kqnpk.mate.rules" Mate
        "kqppk.mate.rules" Mate
        "krrrk.mate.rules" Mate
        "krrbk.mate.rules" Mate
        "krrnk.mate.rules" Mate
        "krrpk.mate.rules" Mate
        "krbbk.mate.rules" Mate
        "krbnk.mate.rules" Mate
        "krbpk.mate.rules" Mate
        "krnnk.mate.rules" Mate
        "krnpk.mate.rules" Mate
        "krppk.mate.rules" Mate
        "kbbbk.mate.rules" Mate
        "kbbnk.mate.rules" Mate
        "kbbpk.mate.rules" Mate
        "kbnnk.mate.rules" Mate
        "kbnpk.mate.rules" Mate
        "kbppk.mate.rules" Mate
        "knnnk.mate.rules" Mate
        "knnpk.mate.rules" Mate
        "knppk.mate.rules" Mate
        "kpppk.mate.rules" Mate
        "kqqkr.mate.rules" Mate
        "kqbkb.mate.rules" Mate
        "krbkb.mate.rules" Mate
        "kbbkq.mate.rules" Mate
        "kbbkr.mate.rules" Mate
        "kbbkb.mate.rules" Mate
        "kbpkp.mate.rules" Mate
    }
}

/// Those about results, then those about mates.
pub fn builtin_all() -> impl Iterator<Item = &'static Builtin> {
    builtin().iter().chain(builtin_mates())
}

#[cfg(test)]
mod tests {
    use std::{error::Error, fs};

    use drawproof_tables::Subject;

    use super::*;
    use crate::proof::rules_sha256;

    /// Who takes the first file of a class takes its smallest one, which claims draws.
    #[test]
    fn grades_ascend_within_a_class() {
        for (at, of) in builtin().iter().enumerate() {
            let mut earlier = builtin()[..at].iter().rev();
            match earlier.find(|other| other.material() == of.material()) {
                Some(before) => assert!(before.grade < of.grade, "{} {}", before.name, of.name),
                None => assert!(of.grade < Grade::Bounds, "{}", of.name),
            }
        }
    }

    /// Every file of the folder is built in, under the grade of its name.
    #[test]
    fn names_say_what_files_are() -> Result<(), Box<dyn Error>> {
        for of @ Builtin { name, grade, .. } in builtin_all() {
            let class = of.material().to_string();
            let class = class.replace('v', "").to_lowercase();
            assert_eq!(name, &format!("{class}.{grade}.rules"));
            let file = format!("{}/rules/{name}", env!("CARGO_MANIFEST_DIR"));
            assert_eq!(of.text(), fs::read_to_string(file)?, "{name}");
        }
        let mut files: Vec<String> = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/rules"))?
            .map(|file| Ok(file?.file_name().to_string_lossy().into_owned()))
            .collect::<Result<_, std::io::Error>>()?;
        let mut names: Vec<&str> = builtin_all().map(|of| of.name).collect();
        files.sort_unstable();
        names.sort_unstable();
        assert_eq!(names, files);
        for grade in Grade::ALL {
            assert_eq!(grade.to_string().parse(), Ok(grade));
        }
        Ok(())
    }

    #[test]
    fn short_files_have_the_class_of_their_name() -> Result<(), Box<dyn Error>> {
        have_the_class_of_their_name(builtin_all().filter(|of| of.text().len() < 20_000))
    }

    #[test]
    #[ignore = "seconds: trees of hundreds of kilobytes"]
    fn files_have_the_class_of_their_name() -> Result<(), Box<dyn Error>> {
        have_the_class_of_their_name(builtin_all())
    }

    /// The class and the subject of their name.
    fn have_the_class_of_their_name(
        files: impl Iterator<Item = &'static Builtin>,
    ) -> Result<(), Box<dyn Error>> {
        let generated = drawproof_retro::GeneratedTables::default();
        let tables = |class: &Material| {
            let found = generated.with_smaller(class);
            found.map_err(|error| error.to_string())
        };
        for of @ Builtin { name, grade, .. } in files {
            let rules = of.rules(&tables)?;
            assert_eq!(of.material(), *rules.material());
            let is_about_mates = rules.subject() == Subject::Mates;
            assert_eq!(is_about_mates, *grade == Grade::Mate, "{name}");
            assert_eq!(rules.sha256(), rules_sha256(&of.text()), "{name}");
        }
        Ok(())
    }
}
