//! The command line: one definition for parser, help and usage.

mod again;
mod explain;
mod export;
mod games;
mod mine;
mod report;

use std::{ffi::OsString, num::NonZeroUsize, path::PathBuf, time::Duration};

use clap::{Args, Parser, Subcommand};
use drawproof_recognizers::Grade;
use drawproof_tables::Trust;
use drawproof_verify::Shard;

pub use explain::Explain;
pub use export::{Export, ExportRules, ExportTable, Exported, StoredMetric};
pub use games::Games;
pub use mine::{Form, Mine};
pub use report::Report;

/// Proves or refutes endgame draw rules over every position.
///
/// Exit codes: 0 proven, 1 a counterexample was found, 2 could not check, 130 stopped by Ctrl-C while writing files.
#[derive(Parser, Debug)]
#[command(version, arg_required_else_help = true)]
pub struct Arguments {
    /// Threads to work with; all cores if not given
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,

    /// When to use colours
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: Color,

    /// Print JSON for machines instead of text
    #[arg(long, global = true)]
    pub json: bool,

    #[command(subcommand)]
    pub command: Command,
}

/// When to use colours.
#[derive(Copy, Clone, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Color {
    Auto,
    Always,
    Never,
}

impl Color {
    /// Makes the choice known to everything that prints.
    pub fn write_global(self) {
        let choice = match self {
            Self::Auto => anstream::ColorChoice::Auto,
            Self::Always => anstream::ColorChoice::Always,
            Self::Never => anstream::ColorChoice::Never,
        };
        choice.write_global();
    }
}

#[derive(Subcommand, Debug)]
pub enum Command {
    Verify(Verify),
    Merge(Merge),
    Report(Report),
    Mine(Mine),
    Export(Export),
    Generate(Generate),
    Probe(Probe),
    Explain(Explain),
    Stats(Stats),
    Games(Games),
    Check(Check),
    #[command(hide = true)]
    AskLibrary(AskLibrary),
    #[command(hide = true)]
    Guard(Guard),
}

/// Run a program and end all that is left of it; started by verify and export
#[derive(Args, Debug)]
pub struct Guard {
    /// A file for the report of how the program ended
    pub report: PathBuf,

    /// Whether the program reads standard input: sent or nothing
    pub input: String,

    /// The program and its arguments
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, required = true)]
    pub command: Vec<OsString>,
}

/// Load a library and answer on standard input and output; started by verify
#[derive(Args, Debug)]
pub struct AskLibrary {
    /// The library
    pub library: PathBuf,

    /// The class whose positions are asked for
    pub class: String,

    /// A file for noting what is being done
    pub progress: PathBuf,
}

/// Verify draw rules over every legal position of their class
///
/// Each position is asked for twice, rules and tables, with both sides to
/// move. A draw that was claimed in a won or lost position is shown with the
/// line that wins. See docs/verify.md.
///
/// With --library a function of your own is asked, in processes of its own:
/// each position as it is and with colours exchanged, and all of that twice,
/// en passant rights included. See docs/own-recognizer.md.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  drawproof verify                        all built-in rules
  drawproof verify KRKR                   the built-in rules of one class
  drawproof verify KRKR --grade quick     those that are small
  drawproof verify --table                a line for each recognizer
  drawproof verify KRKR --best 3          and what its best rules are worth
  drawproof verify KRKR --missed 10       and some draws that they miss
  drawproof verify KRKR --report DIR      as a page with boards and plots
  drawproof verify --rules my.rules       your own rules
  drawproof verify --library ./my.so KRKR a function of your own
  drawproof verify KRKR --against DIR     asking the tables in DIR
  drawproof verify KRKR --against DIR --against DIR2
                                          and comparing them with those in DIR2
  drawproof verify KRKR --tables DIR      asking own table files
  drawproof verify KRKR --fifty-move      wins that take too long are draws
  drawproof verify KRKR --second-look 1000000

In parts, on any number of machines (see docs/shards.md):
  drawproof verify KRKR --shard 3/8 --parts DIR   the third of eight parts
  drawproof merge DIR                             the report, from all eight
  drawproof verify KRKR --shards 8 --parts DIR    all eight, then the report
  drawproof verify KRKR --shards 8 --parts DIR --resume
                                                  only those not yet in DIR")]
// Each is a switch of its own.
#[allow(clippy::struct_excessive_bools)]
pub struct Verify {
    /// Classes whose built-in rules to verify, as KRKR or KRvKR; all if none
    #[arg(value_name = "CLASS", conflicts_with = "rules")]
    pub classes: Vec<String>,

    /// Only built-in rules of this grade: quick, strong or exact
    ///
    /// Quick ones are to be read by people, strong ones have what pays for its
    /// cost, exact ones spot every draw. Not every class has all of them; see
    /// docs/recognizers.md.
    #[arg(long, conflicts_with_all = ["rules", "library"])]
    pub grade: Option<Grade>,

    /// A rule file of your own; may be given more than once
    #[arg(long, value_name = "FILE")]
    pub rules: Vec<PathBuf>,

    /// A shared library of your own, made with drawproof.h, instead of rules
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with = "rules",
        requires = "classes"
    )]
    pub library: Option<PathBuf>,

    /// How long the library may take for one position
    #[arg(
        long,
        value_name = "SECONDS",
        value_parser = seconds,
        default_value = "10",
        requires = "library"
    )]
    pub timeout: Duration,

    /// How long it may take for all positions of a class: the rest has no verdict
    ///
    /// A number of seconds, or as 90m, 12h, 2days. It counts from the first
    /// position on.
    #[arg(
        long,
        value_name = "DURATION",
        value_parser = duration,
        default_value = "24h",
        requires = "library"
    )]
    pub total_timeout: Duration,

    /// How often the library may crash or hang before the rest is given up
    #[arg(long, value_name = "N", default_value = "16", requires = "library")]
    pub stops: NonZeroUsize,

    /// A folder of Syzygy, Gaviota or own tables to ask instead; may be given more than once
    ///
    /// Which kind it is is told by the files of the class: KRvKR.rtbw (Syzygy),
    /// krkr.gtb.cp4 (Gaviota) or KRvKR.dpw (own). The first folder is the
    /// truth; all are compared with each other, position by position.
    #[arg(long, value_name = "DIR")]
    pub against: Vec<PathBuf>,

    /// A folder of own table files to ask, instead of generating tables
    ///
    /// With --against they are compared with what is found there.
    #[arg(long, value_name = "DIR")]
    pub tables: Option<PathBuf>,

    #[command(flatten)]
    pub trust: TrustFiles,

    /// Count wins and losses that the 50-move rule turns into draws as draws
    #[arg(long)]
    pub fifty_move: bool,

    /// Which positions the text counts; CSV and JSON count all ways
    #[arg(long, value_name = "HOW", default_value = "board")]
    pub counting: Counting,

    /// Print a line for each recognizer, and a report only of what is refuted
    #[arg(long, conflicts_with = "parts")]
    pub table: bool,

    /// Also tell of the N rules that spot most draws how many no other rule spots
    #[arg(
        long,
        value_name = "N",
        default_value_t = 0,
        conflicts_with_all = ["library", "parts"]
    )]
    pub best: usize,

    /// How many counterexamples to show for each rule
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub examples: usize,

    /// Also show up to N of the draws that are missed, drawn at random: always the same ones
    #[arg(
        long,
        value_name = "N",
        default_value_t = 0,
        value_parser = clap::value_parser!(u32).range(..=100_000)
    )]
    pub missed: u32,

    /// Ask for so many random positions again, one by one, in another way
    #[arg(
        long,
        value_name = "N",
        conflicts_with_all = ["library", "parts"],
        value_parser = clap::value_parser!(u64).range(1..=10_000_000)
    )]
    pub second_look: Option<u64>,

    /// Visit all 64 squares of the strong king even where one of eight would do
    #[arg(long)]
    pub full_board: bool,

    /// Also write the report as CSV
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,

    /// Also write it to a folder: as a page for browsers, CSV, EPD and JSON
    ///
    /// Some more of the missed draws are drawn, to show what they are like;
    /// incorrect draws are counted by their distance to mate. See
    /// docs/report.md.
    #[arg(long, value_name = "DIR", conflicts_with = "shard")]
    pub report: Option<PathBuf>,

    /// Do only the K-th of N equal parts of each class, and write it to --parts
    ///
    /// The exit code is 0 once the part is written, whatever was found in it;
    /// drawproof merge has the verdict.
    #[arg(
        long,
        value_name = "K/N",
        requires = "parts",
        group = "parting",
        conflicts_with = "csv"
    )]
    pub shard: Option<Shard>,

    /// Do each class in N equal parts, one after the other, each written when it is finished
    #[arg(
        long,
        value_name = "N",
        requires = "parts",
        group = "parting",
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    pub shards: Option<u32>,

    /// The folder for the parts; made if it is missing
    #[arg(long, value_name = "DIR", requires = "parting")]
    pub parts: Option<PathBuf>,

    /// Keep whole parts of this very run that are in the folder, do the others
    #[arg(long, requires = "parts")]
    pub resume: bool,
}

impl Verify {
    /// A verification with the defaults of all options.
    pub fn plain() -> Self {
        let drawproof_verify::Options {
            examples, stops, ..
        } = drawproof_verify::Options::DEFAULT;
        Self {
            classes: Vec::new(),
            grade: None,
            rules: Vec::new(),
            library: None,
            timeout: Duration::from_secs(10),
            total_timeout: Duration::from_hours(24),
            stops,
            against: Vec::new(),
            tables: None,
            trust: TrustFiles::default(),
            fifty_move: false,
            counting: Counting::Board,
            table: false,
            best: 0,
            missed: 0,
            examples,
            second_look: None,
            full_board: false,
            csv: None,
            report: None,
            shard: None,
            shards: None,
            parts: None,
            resume: false,
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
  drawproof merge DIR/KRvKR-*.part.json    some of them
  drawproof merge DIR --csv report.csv     the report as a table as well
  drawproof merge DIR --report DIR2        and as a page for browsers")]
pub struct Merge {
    /// Files of parts, or folders of them
    #[arg(value_name = "PART", required = true)]
    pub parts: Vec<PathBuf>,

    /// Also write the report as CSV
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,

    /// Also write it to a folder: as a page for browsers, CSV, EPD and JSON
    #[arg(long, value_name = "DIR")]
    pub report: Option<PathBuf>,
}

/// Which positions are counted.
#[derive(Copy, Clone, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Counting {
    /// All, the strong king on any of 64 squares
    Board,
    /// The strong king on the ten squares a1-d1-d4, as some were counted in 2011
    TenSquares,
}

/// Generate tables, with all smaller ones they need, and show what they hold
///
/// With --out each finished class is written, smaller ones too: KQvKR.dpw (win,
/// draw, loss), KQvKR.dpm (distance to mate), KQvKR.dpz (distance to zeroing
/// moves). Finished files are skipped, so that a run that was stopped goes on
/// where it was; smaller tables are read from there if their distances are.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  drawproof generate KQKR
  drawproof generate --men 4                          all classes of 3 and 4 men
  drawproof generate --men 4 --out DIR                the same as files
  drawproof generate --men 4 --out DIR --metrics wdl  the smallest files
  drawproof generate KBBKR --metrics dtz              WDL and DTZ, no DTM
  drawproof generate KNNKNN --metrics wdl             six men: WDL only, 15 GiB
  drawproof generate KPPKP --memory 8                 refused if it takes more")]
pub struct Generate {
    /// Classes, as KQKR or KQvKR; or give --men
    #[arg(value_name = "CLASS", required_unless_present = "men")]
    pub classes: Vec<String>,

    /// All classes of up to so many men; those of six are generated one by one
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(3..=5))]
    pub men: Option<u8>,

    /// The folder to write files to; made if it is missing
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,

    /// What to find, separated by commas; wdl always is, as the others need it
    #[arg(
        long,
        value_name = "METRICS",
        value_delimiter = ',',
        default_value = "wdl,dtm,dtz"
    )]
    pub metrics: Vec<Metric>,

    /// Memory to use at most, in GiB; what is free if not given
    #[arg(long, value_name = "GIB", value_parser = gibibytes)]
    pub memory: Option<f64>,

    /// Write finished files again, also those that cannot be read
    #[arg(long, requires = "out")]
    pub force: bool,
}

/// Which files of others are asked: one definition for all commands.
#[derive(Args, Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct TrustFiles {
    /// Ask Syzygy and Gaviota files even if they are not the published ones
    ///
    /// Checksums of the published files are built in: Syzygy up to five men,
    /// Gaviota up to four. A file that differs is refused, as one flipped bit
    /// can make a draw of a win; with this option it is asked, and reports say
    /// so.
    #[arg(long)]
    pub trust_files: bool,
}

impl TrustFiles {
    /// The same for tables.
    pub fn trust(self) -> Trust {
        if self.trust_files {
            Trust::AnyFile
        } else {
            Trust::AsPublished
        }
    }
}

/// A size of memory.
fn gibibytes(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(size) if size > 0.0 && size.is_finite() => Ok(size),
        _ => Err("a number above zero is expected, as 20 or 0.5".into()),
    }
}

/// A time.
fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.01..=86_400.0).contains(&seconds) => Ok(Duration::from_secs_f64(seconds)),
        _ => Err("a number of seconds from 0.01 to 86400 is expected".into()),
    }
}

/// A longer time, with its unit or in seconds.
fn duration(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().map(Duration::try_from_secs_f64);
    let parsed = match seconds {
        Some(seconds) => seconds.ok(),
        None => humantime::parse_duration(text).ok(),
    };
    let range = Duration::from_millis(10)..=Duration::from_hours(366 * 24);
    parsed
        .filter(|duration| range.contains(duration))
        .ok_or_else(|| "a time from 0.01 seconds to a year is expected, as 90, 90m or 12h".into())
}

/// What a table says of each position.
#[derive(Copy, Clone, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Metric {
    /// Win, draw, loss
    Wdl,
    /// Distance to mate
    Dtm,
    /// Distance to zeroing moves
    Dtz,
}

/// Show the value of a position, of each move, and the best line
///
/// All tables that are given are asked, side by side. The exit code is 1 if
/// they contradict each other, or if a rule or the library claims a draw where
/// there is none; 2 if the library gives no answer that can be believed.
#[derive(Args, Clone, Default, Debug)]
#[command(after_help = "Examples:
  drawproof probe '8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1'
  drawproof probe '8/8/7k/8/1pP5/7K/8/8 b - c3 0 1' --syzygy DIR --gaviota DIR2
  drawproof probe '8/8/8/8/8/1R6/6r1/K1k5 w - - 0 1' --rules my.rules
  drawproof probe '8/8/8/8/8/1R6/6r1/K1k5 w - - 0 1' --library ./my.so")]
pub struct Probe {
    /// The position
    pub fen: String,

    /// A rule file to ask as well, instead of the built-in one
    #[arg(long, value_name = "FILE")]
    pub rules: Option<PathBuf>,

    /// A shared library to ask instead of rules, made with drawproof.h
    #[arg(long, value_name = "FILE", conflicts_with = "rules")]
    pub library: Option<PathBuf>,

    /// A folder of own table files to ask, instead of generating tables
    #[arg(long, value_name = "DIR")]
    pub tables: Option<PathBuf>,

    /// A folder of Syzygy files to ask as well
    #[arg(long, value_name = "DIR")]
    pub syzygy: Option<PathBuf>,

    /// A folder of Gaviota files to ask as well
    #[arg(long, value_name = "DIR")]
    pub gaviota: Option<PathBuf>,

    #[command(flatten)]
    pub trust: TrustFiles,
}

/// Show how many positions of a class are won, drawn and lost, and how long the wins are
///
/// Then, for each distance, how many positions have it and one of them, and
/// the mutual zugzwangs: positions in which it is a disadvantage to be to
/// move.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  drawproof stats KRKN
  drawproof stats KPK --zugzwangs 100     list up to a hundred mutual zugzwangs
  drawproof stats KQKR --tables DIR       read the table from files
  drawproof stats --ice-2011              the totals of the report of 2011")]
pub struct Stats {
    /// Classes, as KRKN or KRvKN
    #[arg(value_name = "CLASS", required_unless_present = "ice_2011")]
    pub classes: Vec<String>,

    /// How many mutual zugzwangs of each kind to list
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub zugzwangs: usize,

    /// Only draws, wins and losses, counted and compared as in the report of iCE, 2011
    ///
    /// Of the classes named, or of all that the report has. The exit code is 1
    /// if a figure differs from the published one.
    #[arg(long, conflicts_with = "zugzwangs")]
    pub ice_2011: bool,

    /// A folder of own table files to read, instead of generating tables
    #[arg(long, value_name = "DIR")]
    pub tables: Option<PathBuf>,
}

/// Check own tables: checksums of their files, their own moves, Syzygy, Gaviota
///
/// By their own moves: every entry, WDL and distances, must follow from the
/// entries that shakmaty's legal moves lead to. Against a folder of others:
/// WDL and the distances that both know must be the same in every legal
/// position, en passant positions included. Distances to zeroing moves are
/// compared as exactly as Syzygy's rounding allows: see docs/tables.md.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  drawproof check KRKN                          generated, by its own moves
  drawproof check --tables DIR                  files: checksums and own moves
  drawproof check --tables DIR --checksums      checksums only, quickly
  drawproof check KNNKNN --wdl --sample 1000000 six men, some of 10,000 million entries
  drawproof check --syzygy DIR --wdl            WDL of all classes found in DIR
  drawproof check KRKN --syzygy DIR --gaviota DIR2
  drawproof check --tables DIR --gaviota DIR2 --men 4")]
pub struct Check {
    /// Classes; if none, all that the folders given have in common
    #[arg(value_name = "CLASS", required_unless_present_any = ["tables", "syzygy", "gaviota"])]
    pub classes: Vec<String>,

    /// A folder of own table files to check, instead of generated tables
    #[arg(long, value_name = "DIR")]
    pub tables: Option<PathBuf>,

    /// Check nothing but the files' checksums
    #[arg(long, requires = "tables", conflicts_with_all = ["syzygy", "gaviota", "moves", "wdl"])]
    pub checksums: bool,

    /// A folder of Syzygy files to compare with: WDL, and DTZ where it is there
    #[arg(long, value_name = "DIR")]
    pub syzygy: Option<PathBuf>,

    /// A folder of Gaviota files to compare with: WDL and DTM
    #[arg(long, value_name = "DIR")]
    pub gaviota: Option<PathBuf>,

    #[command(flatten)]
    pub trust: TrustFiles,

    /// Check WDL only, which is quicker and takes less memory
    #[arg(long)]
    pub wdl: bool,

    /// By own moves, check so many entries drawn at random instead of all
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub sample: Option<u64>,

    /// Check by own moves as well when there are folders to compare with
    #[arg(long)]
    pub moves: bool,

    /// If no class is named, only those of up to so many men
    #[arg(long, value_name = "N", conflicts_with = "classes")]
    pub men: Option<usize>,
}
