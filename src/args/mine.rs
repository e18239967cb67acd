//! The options of `drawproof mine`.

use std::{fmt, path::PathBuf};

use clap::{
    Args,
    builder::{PossibleValuesParser, TypedValueParser},
};
use drawproof_language::Claim;
use drawproof_mining::{Budget, Options};

use super::{Folders, Truth, again::Repeatable};

/// Find rules by machine, and verify them over every legal position
///
/// The rules consist of conditions from a vocabulary. They claim as many draws
/// as a budget allows, and no won or lost position. They are written as a rule
/// file, which is verified like one written by hand. As a control, the file is
/// verified again with a rule left out, and must be refuted. See docs/guide/mining.md.
///
/// Ctrl-C or SIGTERM ends the search; the best rules so far are verified and
/// written. A second one stops at once; the best rules so far are kept,
/// unverified, in FILE.unverified next to the --out FILE, or printed without
/// --out.
#[derive(Args, Debug)]
#[allow(clippy::struct_excessive_bools)] // each is an option
#[command(
    allow_negative_numbers = true,
    after_help = "Examples:
  drawproof mine KRKR --out krkr.rules    at most forty rules
  drawproof mine KRKN --budget 20         at most twenty rules
  drawproof mine KRKN --budget 100conditions --form tree
  drawproof mine KRKN --budget 500ns --static
  drawproof mine KRKN --print-vocabulary > my.vocabulary
  drawproof mine KRKN --vocabulary my.vocabulary
  drawproof mine KRKN --start my.rules --out better.rules
  drawproof mine KPK --claim win --budget none
  drawproof mine KQK --truth can-mate     rules for dead positions
  drawproof mine KNKP --claim strong_cannot_mate
  drawproof mine KRKN --rank              what each term is worth
  drawproof mine KRKN --frontier --svg krkn.svg --csv krkn.csv"
)]
pub struct Mine {
    /// The class, as KRKR or KRvKR
    pub class: String,

    /// A list of havens and dangers or a decision tree [default: list for draws, else tree]
    ///
    /// With --frontier the default is both.
    #[arg(long, value_name = "FORM", conflicts_with_all = ["rank", "print_vocabulary"])]
    pub form: Option<Form>,

    /// What the rules claim [default: draw; with --truth can-mate dead]
    #[arg(long, value_name = "CLAIM", value_parser = claims())]
    pub claim: Option<Claim>,

    /// What the rules claim is about: results, or who can still mate with help
    ///
    /// The claim says that, too, so this chooses the default claim, and refuses
    /// one about something else. See docs/guide/dead-positions.md. [default: what the
    /// claim is about]
    #[arg(long, value_name = "TRUTH")]
    pub truth: Option<Truth>,

    /// Maximum size: 40rules, 100conditions, 4000bytes, 500ns, or none
    ///
    /// A number alone counts rules. Rules and conditions are counted for both
    /// sides to move together, bytes without comments and reasons. Nanoseconds
    /// are an estimate for a call of the compiled rules, for the side to move
    /// that takes longer.
    #[arg(
        long,
        value_name = "BUDGET",
        value_parser = Limit::parse,
        default_value = "40rules",
        conflicts_with_all = ["frontier", "rank", "print_vocabulary"]
    )]
    pub budget: Limit,

    /// The rule file to write [default: standard output]
    #[arg(long, value_name = "FILE", conflicts_with = "frontier")]
    pub out: Option<PathBuf>,

    /// Improve a rule file: find rules for the draws that it misses, and put them before its own
    ///
    /// Shows how many draws each of its rules keeps silent on, and what the
    /// missed draws have in common. The budget is for the added rules.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["frontier", "rank", "print_vocabulary"])]
    pub start: Option<PathBuf>,

    /// Find recognizers of all sizes instead, verify each, and show what they spot
    #[arg(long)]
    pub frontier: bool,

    /// Also write the frontier as CSV, updated after each recognizer
    #[arg(
        long,
        value_name = "FILE",
        requires = "frontier",
        conflicts_with_all = ["budget", "out", "start", "rank", "print_vocabulary"]
    )]
    pub csv: Option<PathBuf>,

    /// Also plot the frontier, updated after each recognizer
    #[arg(
        long,
        value_name = "FILE",
        requires = "frontier",
        conflicts_with_all = ["budget", "out", "start", "rank", "print_vocabulary"]
    )]
    pub svg: Option<PathBuf>,

    /// A vocabulary of your own to take conditions from
    #[arg(long, value_name = "FILE")]
    pub vocabulary: Option<PathBuf>,

    /// Print the vocabulary of the class and exit
    #[arg(long, conflicts_with_all = ["vocabulary", "frontier", "out"])]
    pub print_vocabulary: bool,

    /// Show what each term of the vocabulary is worth for the class and exit
    #[arg(long, conflicts_with_all = ["frontier", "out", "print_vocabulary"])]
    pub rank: bool,

    /// Add the files and ranks of all men; only for classes with pawns
    ///
    /// Of men that have no like on their side. Where no two men are alike, they tell all positions
    /// apart but for mirror images, so that a decision tree can spot every draw. They say less to
    /// a reader than other conditions.
    #[arg(long, conflicts_with = "vocabulary")]
    pub places: bool,

    /// Leave out conditions that look ahead
    #[arg(long = "static")]
    pub is_static: bool,

    /// Maximum number of conditions of a danger in a list; a haven may have three more
    #[arg(
        long,
        value_name = "N",
        default_value_t = Options::DEFAULT.max_conditions as u8,
        value_parser = clap::value_parser!(u8).range(1..=16)
    )]
    pub max_conditions: u8,

    /// Maximum number of draws to learn from, for each side to move
    ///
    /// If there are more, a random sample is used.
    #[arg(
        long,
        value_name = "N",
        default_value_t = Options::DEFAULT.sampling.max_draws,
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    pub max_draws: u64,

    /// Approximate number of sheets of 4096 positions to start from, for each side to move
    ///
    /// Classes of four men without pawns have 462. For larger classes, these
    /// sheets show which conditions to evaluate for all wins and losses.
    #[arg(
        long,
        value_name = "N",
        default_value_t = Options::DEFAULT.sampling.max_sheets as u32,
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    pub max_sheets: u32,

    /// Maximum number of wins and losses to learn from, for each side to move
    ///
    /// If there are more, the search learns from some sheets only. The rules
    /// are then checked on all positions, and learn from those that they claim
    /// wrongly.
    #[arg(
        long,
        value_name = "N",
        default_value_t = Options::DEFAULT.sampling.max_decisive,
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    pub max_decisive: u64,

    /// Leave out conditions that evaluate more than N values
    ///
    /// Rules should be cheap as well as few: N values count as one more rule.
    /// The default is 1000; with five men and more, where evaluating values
    /// takes most of the time, it is 300.
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    pub max_cost: Option<u64>,

    /// Verify every mirror image, not just one of each position
    ///
    /// Vocabularies with terms that tell mirror images apart are refused, so
    /// this takes eight times as long and should give the same result.
    #[arg(long, conflicts_with_all = ["frontier", "rank", "print_vocabulary"])]
    pub full_board: bool,

    /// Seed of the random numbers; the same seed gives the same rules
    #[arg(long, value_name = "N", default_value_t = Options::DEFAULT.seed)]
    pub seed: u64,

    /// How much work to spend on improving lists; 0 is none
    #[arg(long, value_name = "X", default_value_t = Options::DEFAULT.effort, value_parser = effort)]
    pub effort: f64,

    #[command(flatten)]
    pub folders: Folders,
}

/// What a recognizer is.
#[derive(Copy, Clone, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Form {
    /// Havens, which are draws in any case, then dangers; a draw if there is none
    List,
    /// A decision tree for each side to move
    Tree,
}

impl From<Form> for drawproof_mining::Form {
    fn from(form: Form) -> Self {
        match form {
            Form::List => Self::List,
            Form::Tree => Self::Tree,
        }
    }
}

/// How large a recognizer may be.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Limit(pub Option<Budget>);

impl Limit {
    fn parse(text: &str) -> Result<Self, String> {
        Budget::parse(text).map(Self)
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            None => f.write_str("none"),
            Some(budget) => budget.fmt(f),
        }
    }
}

/// How hard to work.
fn effort(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(effort) if (0.0..=1e6).contains(&effort) => Ok(effort),
        _ => Err("a number from 0 to 1000000 is expected".into()),
    }
}

/// A claim by the word for it in rule files.
fn claims() -> impl TypedValueParser<Value = Claim> {
    let names = PossibleValuesParser::new(Claim::ALL.map(Claim::name));
    names.map(|name| Claim::named(&name).unwrap_or(Claim::Draw))
}

/// What finds the same rules again: only the search for one recognizer says so.
impl Repeatable for Mine {
    const COMMAND: &[&str] = &["drawproof", "mine"];
    const LEFT_OUT: &[&str] = &[
        "out",
        "frontier",
        "csv",
        "svg",
        "print_vocabulary",
        "rank",
        "full_board",
    ];
    const WITH_DEFAULTS: bool = true;
}

#[cfg(test)]
mod tests {
    use drawproof_mining::Unit;

    use super::*;

    #[test]
    fn budgets() {
        let budget = |unit, at_most| Ok(Limit(Some(Budget { unit, at_most })));
        assert_eq!(Limit::parse("40"), budget(Unit::Rules, 40.0));
        assert_eq!(Limit::parse("1rule"), budget(Unit::Rules, 1.0));
        assert_eq!(Limit::parse("9 conditions"), budget(Unit::Conditions, 9.0));
        assert_eq!(Limit::parse("4000bytes"), budget(Unit::Bytes, 4000.0));
        assert_eq!(Limit::parse("25ns"), budget(Unit::Nanoseconds, 25.0));
        assert_eq!(Limit::parse("none"), Ok(Limit(None)));
        for wrong in [
            "",
            "rules",
            "0",
            "-3",
            "40 apples",
            "2.5ns",
            "NaN",
            "1e3",
            "9999999999",
        ] {
            assert!(Limit::parse(wrong).is_err(), "{wrong}");
        }
    }
}
