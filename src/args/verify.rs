//! The options of `drawproof verify` and `drawproof merge`.

use std::{fmt, num::NonZeroUsize, path::PathBuf, time::Duration};

use clap::Args;
use drawproof_plugin::Limits;
use drawproof_recognizers::Grade;
use drawproof_tables::Subject;
use drawproof_verify::{Options, Shard};

use super::{Folders, again::Repeatable};

/// Verify draw rules over every legal position of their class
///
/// The claims of the rules are compared with tables in every position, with
/// both sides to move. A draw that is claimed in a won or lost position is
/// shown with the line that wins. See docs/reference/verify.md.
///
/// With --library a compiled function of your own is verified instead. It runs
/// in separate processes and gets each position as it is and with colours
/// exchanged, both twice, en passant rights included. See
/// docs/guide/engine-author.md.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  drawproof verify                        all built-in rules
  drawproof verify KRKR                   the built-in rules of one class
  drawproof verify KRKR --grade quick     the small ones
  drawproof verify --overview             a line for each recognizer
  drawproof verify KRKR --best 3          also show what the best rules are worth
  drawproof verify KRKR --missed 10       also show some missed draws
  drawproof verify KRKR --report DIR      write a page with boards and plots
  drawproof verify --rules my.rules       your own rules
  drawproof verify --rules my.rules --watch
                                          again each time you save them
  drawproof verify --library ./my.so KRKR a compiled function of your own
  drawproof verify KRKR --tables DIR      against the tables in DIR
  drawproof verify KRKR --tables DIR --against DIR2
                                          and compare these with those in DIR2
  drawproof verify KRKR --fifty-move      wins that the 50-move rule spoils are draws
  drawproof verify KRKR --second-look 1000000
  drawproof verify KRKR --quiet           without positions decided at once
  drawproof verify KBKB --truth can-mate  the built-in rules about who can mate

In parts, on any number of machines (see docs/internals/shards.md):
  drawproof verify KRKR --shard 3/8 --parts DIR   the third of eight parts
  drawproof merge DIR                             the report, from all eight
  drawproof verify KRKR --shards 8 --parts DIR    all eight, then the report
  drawproof verify KRKR --shards 8 --parts DIR --resume
                                                  only those not yet in DIR")]
// Each is a switch of its own.
#[allow(clippy::struct_excessive_bools)]
pub struct Verify {
    /// Classes whose built-in rules to verify, as KRKR or KRvKR [default: all]
    #[arg(value_name = "CLASS")]
    pub classes: Vec<String>,

    /// Only built-in rules of this grade: quick, ahead, strong, exact, bounds or mate
    ///
    /// People can read quick rules, and they are small and fast; rules ahead look
    /// at what moves lead to; strong rules spot more draws at a higher cost, and
    /// exact rules spot every draw. Not every class has all of them;
    /// see docs/guide/recognizers.md. Rules about who can mate have the grade mate;
    /// for those of five men, name the class.
    #[arg(long, conflicts_with_all = ["rules", "library"])]
    pub grade: Option<Grade>,

    /// What the rules must claim: results, or who can still mate with help
    ///
    /// Rule files say themselves what they claim, so this chooses among
    /// built-in rules, and refuses files about something else. See
    /// docs/guide/dead-positions.md. [default: what the files claim; built-in rules
    /// about results]
    #[arg(long, value_name = "TRUTH", conflicts_with = "library")]
    pub truth: Option<Truth>,

    /// A rule file of your own; may be given more than once
    #[arg(long, value_name = "FILE", group = "watched")]
    pub rules: Vec<PathBuf>,

    /// A shared library of your own, made with drawproof.h, instead of rules
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with = "rules",
        requires = "classes",
        group = "watched"
    )]
    pub library: Option<PathBuf>,

    /// How long the library may take for one position
    #[arg(
        long,
        value_name = "SECONDS",
        value_parser = seconds,
        default_value_t = Time(Limits::default().timeout),
        requires = "library"
    )]
    pub timeout: Time,

    /// How long it may take for all positions of a class; the rest get no verdict
    ///
    /// In seconds, or with a unit: 90m, 12h, 2days. The clock starts with the
    /// first position.
    #[arg(
        long,
        value_name = "DURATION",
        value_parser = duration,
        default_value_t = Time(Limits::default().total_timeout),
        requires = "library"
    )]
    pub total_timeout: Time,

    /// How often the library may crash or hang before the run gives up on it
    #[arg(long, value_name = "N", default_value_t = Options::DEFAULT.stops, requires = "library")]
    pub stops: NonZeroUsize,

    #[command(flatten)]
    pub folders: Folders,

    /// Count wins and losses that the 50-move rule turns into draws as draws
    #[arg(long)]
    pub fifty_move: bool,

    /// Leave out positions that a capture, a promotion or a mate decides at once
    ///
    /// For functions that an engine calls only in quiet positions. Checkmates
    /// are left out, and wins by a capture, a promotion or a mate in one, but
    /// no draws. The report counts them separately. See docs/reference/verify.md.
    #[arg(long)]
    pub quiet: bool,

    /// Verify again whenever the rule file or the library is saved
    ///
    /// Shows the counts each time, what the edit gained and lost, and the
    /// shortest new counterexamples. Tables stay in memory. Ctrl-C ends it with
    /// exit code 0.
    #[arg(long, requires = "watched", conflicts_with_all = ["overview", "csv", "report", "parts"])]
    pub watch: bool,

    /// Which positions the text counts; CSV and JSON have every count
    #[arg(long, value_name = "HOW", default_value = "board")]
    pub counting: Counting,

    /// Print a line for each recognizer, and reports only of refuted ones
    #[arg(long, conflicts_with = "parts")]
    pub overview: bool,

    /// Also show how many draws no other rule spots, for the N rules that spot most
    #[arg(
        long,
        value_name = "N",
        default_value_t = 0,
        conflicts_with_all = ["library", "parts"]
    )]
    pub best: usize,

    /// How many counterexamples to show for each rule
    #[arg(long, value_name = "N", default_value_t = Options::DEFAULT.examples)]
    pub examples: usize,

    /// Also show up to N missed draws, drawn at random, the same ones each time
    #[arg(
        long,
        value_name = "N",
        default_value_t = Options::DEFAULT.missed as u32,
        value_parser = clap::value_parser!(u32).range(..=100_000)
    )]
    pub missed: u32,

    /// Check N random positions again, one at a time, by a different method
    #[arg(
        long,
        value_name = "N",
        conflicts_with_all = ["library", "parts"],
        value_parser = clap::value_parser!(u64).range(1..=10_000_000)
    )]
    pub second_look: Option<u64>,

    /// Judge every mirror image, not just one of each position
    #[arg(long)]
    pub full_board: bool,

    /// Also write the report as CSV
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,

    /// Also write the report to a folder: a page for browsers, CSV, EPD and JSON
    ///
    /// It has a larger sample of missed draws, and counts incorrect draws by
    /// their distance to mate. See docs/reference/report.md.
    #[arg(long, value_name = "DIR", conflicts_with = "shard")]
    pub report: Option<PathBuf>,

    /// Verify only the K-th of N equal parts of each class, and write it to --parts
    ///
    /// The exit code is 0 once the part is written, whatever it found; the
    /// verdict comes from drawproof merge.
    #[arg(
        long,
        value_name = "K/N",
        requires = "parts",
        group = "parting",
        conflicts_with = "csv"
    )]
    pub shard: Option<Shard>,

    /// Verify each class in N equal parts, one after the other, and write each when it is finished
    #[arg(
        long,
        value_name = "N",
        requires = "parts",
        group = "parting",
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    pub shards: Option<u32>,

    /// The folder for the parts; created if missing
    #[arg(long, value_name = "DIR", requires = "parting")]
    pub parts: Option<PathBuf>,

    /// Keep the complete parts of this run that are in the folder, and make the others
    #[arg(long, requires = "parts")]
    pub resume: bool,
}

impl Verify {
    /// How long a library may take.
    pub fn limits(&self) -> Limits {
        Limits {
            timeout: self.timeout.0,
            total_timeout: self.total_timeout.0,
        }
    }
}

/// Merge the parts of a verification into its report
///
/// The parts are those that drawproof verify --shard or --shards wrote, in any
/// order. The report is the same as that of a single run. Neither rules nor
/// tables are needed.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  drawproof merge DIR                      all parts in DIR (*.part.json)
  drawproof merge DIR/KRvKR-*.part.json    the parts of one class
  drawproof merge DIR --csv report.csv     also write the report as a table
  drawproof merge DIR --report DIR2        also write a page for browsers")]
pub struct Merge {
    /// Part files, or folders of them
    #[arg(value_name = "PART", required = true)]
    pub parts: Vec<PathBuf>,

    /// Also write the report as CSV
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,

    /// Also write the report to a folder: a page for browsers, CSV, EPD and JSON
    #[arg(long, value_name = "DIR")]
    pub report: Option<PathBuf>,
}

/// What rules claim.
#[derive(Copy, Clone, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Truth {
    /// Results with best play
    Results,
    /// Who can still give mate, if the other side helps
    CanMate,
}

impl From<Truth> for Subject {
    fn from(truth: Truth) -> Self {
        match truth {
            Truth::Results => Self::Results,
            Truth::CanMate => Self::Mates,
        }
    }
}

/// Which positions are counted.
#[derive(Copy, Clone, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Counting {
    /// All of them, with the strong king on any of 64 squares
    Board,
    /// Those with the strong king on the ten squares a1-d1-d4, as some were counted in 2011
    TenSquares,
}

impl From<Counting> for drawproof_reports::Counting {
    fn from(counting: Counting) -> Self {
        match counting {
            Counting::Board => Self::Board,
            Counting::TenSquares => Self::TenSquares,
        }
    }
}

/// A time, as it is given: 90, 300ms, 90m, 12h, 2days.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Time(pub Duration);

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // As one word of a command line.
        let text = humantime::format_duration(self.0).to_string();
        f.write_str(&text.replace(' ', ""))
    }
}

impl Time {
    /// A number of seconds, or one with its unit.
    fn parse(text: &str) -> Option<Self> {
        let seconds = text.parse().ok().map(Duration::try_from_secs_f64);
        let parsed = match seconds {
            Some(seconds) => seconds.ok(),
            None => humantime::parse_duration(text).ok(),
        };
        parsed.map(Self)
    }
}

/// A time for one position.
fn seconds(text: &str) -> Result<Time, String> {
    let range = Duration::from_millis(10)..=Duration::from_hours(24);
    Time::parse(text)
        .filter(|time| range.contains(&time.0))
        .ok_or_else(|| "a time from 0.01 seconds to a day is expected, as 2, 0.5 or 300ms".into())
}

/// A longer time.
fn duration(text: &str) -> Result<Time, String> {
    let range = Duration::from_millis(10)..=Duration::from_hours(366 * 24);
    Time::parse(text)
        .filter(|time| range.contains(&time.0))
        .ok_or_else(|| "a time from 0.01 seconds to a year is expected, as 90, 90m or 12h".into())
}

/// The command of the whole run, the same for all its parts: without what says
/// which of them are done, and where anything is written.
impl Repeatable for Verify {
    const COMMAND: &[&str] = &["drawproof", "verify"];
    const LEFT_OUT: &[&str] = &[
        "csv", "report", "watch", "shard", "shards", "parts", "resume",
    ];
}
