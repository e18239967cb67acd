//! The options of the commands that make, count and check tables.

use std::{ffi::OsString, path::PathBuf};

use clap::{
    Args, ValueEnum,
    builder::{PossibleValuesParser, TypedValueParser},
};
use drawproof_suite::table_files::TableFormat;
use drawproof_tables::Metric;

use super::{Folders, Tables};

/// The option for what is generated.
#[derive(Args, Debug)]
pub struct Metrics {
    /// What to generate, separated by commas; wdl is always included [default: all]
    ///
    /// helpmate stands alone: tables that say which side can still give mate, with the
    /// other's help. helpmate-distance adds the plies of the shortest help mates.
    #[arg(long, value_name = "METRICS", value_delimiter = ',', value_parser = stored())]
    metrics: Option<Vec<Stored>>,
}

/// What tables hold.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Stored {
    /// Values of positions.
    Value(Metric),
    /// Who can still mate, and with `true` the plies of the shortest help mates.
    Helpmate(bool),
}

impl Stored {
    /// Those of help mates, by name.
    const HELPMATES: [(&str, bool); 2] = [("helpmate", false), ("helpmate-distance", true)];

    fn value(self) -> Option<Metric> {
        match self {
            Self::Value(metric) => Some(metric),
            Self::Helpmate(_) => None,
        }
    }
}

impl Metrics {
    /// The metrics, with WDL, because the others need it; if none are named, those of `known`.
    pub fn all(&self, known: &[Metric]) -> Vec<Metric> {
        let named = self.metrics.as_ref().map(|named| named.iter().copied());
        let named: Vec<Metric> = match named {
            Some(named) => named.filter_map(Stored::value).collect(),
            None => known.to_vec(),
        };
        let is_wanted = |metric: &Metric| *metric == Metric::Wdl || named.contains(metric);
        Metric::ALL.into_iter().filter(is_wanted).collect()
    }

    /// Whether tables of help mates are asked for, and if so, whether with distances.
    pub fn helpmates(&self) -> anyhow::Result<Option<bool>> {
        let named = self.metrics.as_deref().unwrap_or_default();
        let is_value = |stored: &&Stored| stored.value().is_some();
        if named.iter().all(|stored| stored.value().is_some()) {
            return Ok(None);
        }
        if let Some(metric) = named.iter().find(is_value).and_then(|of| of.value()) {
            anyhow::bail!(
                "helpmate and {} are different tables; generate them one after the other",
                metric.name()
            );
        }
        Ok(Some(named.contains(&Stored::Helpmate(true))))
    }
}

/// Generate tables, with all smaller ones that they need, and show their contents
///
/// With --out each finished class is written, including smaller ones: KQvKR.dpw
/// (win, draw, loss), KQvKR.dpm (distance to mate), KQvKR.dpz (distance to
/// zeroing moves). Finished files are skipped, so an interrupted run continues
/// where it stopped. Smaller tables are read from the folder if it has the
/// distances that are needed.
///
/// With --format syzygy the files are those that engines and servers read: KQvKR.rtbw
/// and KQvKR.rtbz, byte for byte as published. Each is compared with the published
/// checksum, where there is one.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  drawproof generate KQKR
  drawproof generate --men 4                          all classes of 3 and 4 men
  drawproof generate --men 4 --out DIR                the same as files
  drawproof generate --men 4 --out DIR --metrics wdl  the smallest files
  drawproof generate --men 4 --out DIR --format syzygy   the published Syzygy files
  drawproof generate KBBKR --metrics dtz              WDL and DTZ, no DTM
  drawproof generate --men 4 --metrics helpmate       who can still give mate
  drawproof generate KNNKNN --metrics wdl             six men: WDL only, 9 GiB
  drawproof generate KPPKP --memory 8                 refuse to take more than 8 GiB
  drawproof generate KPPKP --scratch DIR              less memory; goes on after a stop
  drawproof generate --men 5 --metrics dtz --csv      the counts of all 145 classes")]
pub struct Generate {
    /// Classes, as KQKR or KQvKR; or give --men
    #[arg(value_name = "CLASS", required_unless_present = "men")]
    pub classes: Vec<String>,

    /// All classes of up to N men; name classes of six men one by one
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(3..=5))]
    pub men: Option<u8>,

    /// The folder to write files to; created if missing
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,

    #[command(flatten)]
    pub metrics: Metrics,

    /// The format of the files; Syzygy's have no dtm
    #[arg(long, value_name = "FORMAT", default_value = "own", requires = "out")]
    pub format: Format,

    /// Maximum memory in GiB [default: all that is free]
    #[arg(long, value_name = "GIB", value_parser = gibibytes)]
    pub memory: Option<f64>,

    /// A folder for finished slices, which then take no memory; created if missing
    ///
    /// A run that was stopped goes on from there with the same command. When it is
    /// finished, its slices are removed.
    #[arg(long, value_name = "DIR")]
    pub scratch: Option<PathBuf>,

    /// Print counts as CSV: a row for each class and side to move, as it is finished
    ///
    /// Wins, cursed wins, draws, blessed losses and losses, unique counts, and the longest
    /// wins, losses and distances to zeroing moves in plies. Cursed and blessed are those
    /// that the 50-move rule turns into draws: they need --metrics dtz.
    #[arg(long)]
    pub csv: bool,

    /// Write finished files again, including damaged ones
    #[arg(long, requires = "out")]
    pub force: bool,
}

/// A format of table files.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// drawproof's own
    Own,
    /// Syzygy, as engines and servers read it
    Syzygy,
}

impl From<Format> for TableFormat {
    fn from(format: Format) -> Self {
        match format {
            Format::Own => Self::Own,
            Format::Syzygy => Self::Syzygy,
        }
    }
}

/// Convert table files: own ones to Syzygy's format, or Syzygy's to own ones
///
/// Own files with WDL and distances to zeroing moves become .rtbw and .rtbz files, byte for byte
/// as published. Syzygy's WDL files become own .dpw files. Its files of distances do not: they
/// hold one side to move, and some distances in moves instead of plies, so what
/// they leave out would have to be searched for, and generate does that in less time.
///
/// Classes that captures and promotions lead to are converted first. Finished files are skipped.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  drawproof convert KQKR --tables OWN --to syzygy --out DIR
  drawproof convert --tables OWN --to syzygy --out DIR    all classes that OWN has
  drawproof convert --tables SYZYGY --to own --out DIR    WDL files less than half the size")]
pub struct Convert {
    /// Classes, as KQKR or KQvKR [default: all that the folder has]
    #[arg(value_name = "CLASS")]
    pub classes: Vec<String>,

    #[command(flatten)]
    pub source: Tables,

    /// The format to convert to
    #[arg(long, value_name = "FORMAT")]
    pub to: Format,

    /// The folder to write files to; created if missing
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,

    /// Write finished files again, including damaged ones
    #[arg(long)]
    pub force: bool,
}

/// Cut work into jobs for a cluster: Slurm, HyperQueue or GNU parallel
///
/// The work is to generate tables, or with --shards to verify rules. Writes a file of
/// the jobs to a folder that all machines share, and a script for each scheduler. Jobs
/// that generate are batches of pawn structures, or whole classes without pawns; those
/// of one stage do not need each other. No process stays behind: each job is a
/// run of drawproof work.
///
/// With --shards the command verify follows --. Its tables are generated first, unless
/// it has --tables; each part is a job, and the last job writes the report. See
/// docs/internals/cluster.md.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  drawproof plan KRPvKR --metrics dtz --out /shared/krpkr
  drawproof plan KPPKP --minutes 2 --out /shared/kppkp     smaller jobs
  drawproof plan --out /shared/my --shards 64 -- verify --rules my.rules
                                                           verification in 64 parts
  bash /shared/krpkr/slurm.sh --partition=long             runs them with Slurm
  bash /shared/krpkr/parallel.sh --jobs 8                  with GNU parallel
  hq job submit-file /shared/krpkr/hyperqueue.toml         with HyperQueue
  drawproof merge /shared/my/parts                         the verdict, as exit code")]
pub struct Plan {
    /// Classes, as KQKR or KQvKR; those that their moves lead to are included
    #[arg(
        value_name = "CLASS",
        required_unless_present = "shards",
        conflicts_with_all = ["shards", "verify"]
    )]
    pub classes: Vec<String>,

    /// The folder that all machines share; created if missing
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,

    /// Verify each class in N equal parts, by the command after --
    #[arg(
        long,
        value_name = "N",
        requires = "verify",
        conflicts_with = "metrics",
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    pub shards: Option<u32>,

    #[command(flatten)]
    pub metrics: Metrics,

    /// Processor time of each job in minutes, where a class can be cut
    #[arg(long, value_name = "N", default_value = "10", value_parser = minutes)]
    pub minutes: f64,

    /// Threads of each job: each takes memory of its own for small classes
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub cpus: u16,

    /// verify and its arguments: what to verify in parts
    #[arg(last = true, value_name = "verify ARGS", requires = "shards")]
    pub verify: Vec<OsString>,
}

/// Do one job of a plan
///
/// Jobs of earlier stages must be finished. A job that was done before ends at once, and
/// one that was stopped goes on or is done again. The exit code is 0 once the job is done,
/// whatever a verification found.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  drawproof work /shared/krpkr 0
  drawproof --threads 4 work /shared/krpkr \"$SLURM_ARRAY_TASK_ID\"")]
pub struct Work {
    /// The folder of the plan
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,

    /// The number of the job, from 0
    #[arg(value_name = "JOB")]
    pub job: usize,
}

/// A time in minutes.
fn minutes(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(minutes) if minutes > 0.0 && minutes <= 10_000.0 => Ok(minutes),
        _ => Err("a number of minutes above zero is expected, as 10 or 0.5".into()),
    }
}

/// What tables hold, by its name.
fn stored() -> impl TypedValueParser<Value = Stored> {
    let helpmates = Stored::HELPMATES.map(|(name, _)| name);
    let names = Metric::ALL.map(Metric::name).into_iter().chain(helpmates);
    PossibleValuesParser::new(names).try_map(|name| {
        let helpmate = Stored::HELPMATES.iter().find(|(known, _)| *known == name);
        match helpmate {
            Some((_, distances)) => Ok(Stored::Helpmate(*distances)),
            None => name.parse::<Metric>().map(Stored::Value),
        }
    })
}

/// A metric by its name.
fn metric() -> impl TypedValueParser<Value = Metric> {
    let names = PossibleValuesParser::new(Metric::ALL.map(Metric::name));
    names.try_map(|name| name.parse::<Metric>())
}

/// A size of memory.
fn gibibytes(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(size) if size > 0.0 && size.is_finite() => Ok(size),
        _ => Err("a number above zero is expected, as 20 or 0.5".into()),
    }
}

/// Show how many positions of a class are won, drawn and lost, and how long the wins are
///
/// For each distance it shows the number of positions and an example, then the
/// mutual zugzwangs: positions in which having the move is a disadvantage.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  drawproof stats KRKN
  drawproof stats KPK --zugzwangs 100     list up to a hundred mutual zugzwangs
  drawproof stats KQKR --tables DIR       read the table from files
  drawproof stats KPPKP --metrics wdl     counts only
  drawproof stats KNKP --helpmate         who can still give mate, with help
  drawproof stats --ice-2011              the totals of the report of 2011")]
pub struct Stats {
    /// Classes, as KRKN or KRvKN
    #[arg(value_name = "CLASS", required_unless_present_any = ["ice_2011", "men"])]
    pub classes: Vec<String>,

    /// What to generate: wdl for counts only, which takes less memory
    #[arg(
        long,
        value_name = "METRICS",
        value_delimiter = ',',
        value_parser = metric(),
        default_value = "wdl,dtm",
        conflicts_with = "tables"
    )]
    pub metrics: Vec<Metric>,

    /// How many mutual zugzwangs of each kind to list
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub zugzwangs: usize,

    /// Only count draws, wins and losses, as the report of iCE did in 2011, and compare
    ///
    /// For the given classes, or all in that report. The exit code is 1 if a
    /// figure differs from the published one.
    #[arg(long, conflicts_with = "zugzwangs")]
    pub ice_2011: bool,

    /// Count the positions in which each side can still give mate, with the other's help
    ///
    /// In a dead position neither side can mate. Beside the counts stands what rules of
    /// libraries and servers say, which look at nothing but material: positions in which they
    /// exclude a side that can mate, or do not see that one cannot, and the same for dead
    /// positions.
    #[arg(long, conflicts_with_all = ["metrics", "zugzwangs", "ice_2011"])]
    pub helpmate: bool,

    /// With --helpmate, all classes of up to N men
    #[arg(long, value_name = "N", requires = "helpmate", value_parser = clap::value_parser!(u8).range(3..=5))]
    pub men: Option<u8>,

    /// With --helpmate, print the counts as CSV
    #[arg(long, requires = "helpmate")]
    pub csv: bool,

    #[command(flatten)]
    pub source: Tables,
}

/// Check tables: checksums, own moves, comparison with Syzygy and Gaviota files
///
/// By their own moves: every entry, WDL and distances, must follow from the
/// entries that shakmaty's legal moves lead to. Against a folder of other tables:
/// WDL and the distances that both have must be equal in every legal position,
/// en passant positions included. Distances to zeroing moves are compared as
/// exactly as Syzygy's rounding allows: see docs/reference/tables.md.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  drawproof check KRKN                          generated, by its own moves
  drawproof check --tables DIR                  files: checksums and own moves
  drawproof check --tables DIR --checksums      checksums only, quickly
  drawproof check KNNKNN --wdl --sample 1000000 six men, some of 10,000 million entries
  drawproof check --against DIR --wdl           WDL of all classes in DIR
  drawproof check KRKN --against DIR --against DIR2
  drawproof check KNKP --helpmate               who can still give mate, by own moves
  drawproof check --tables DIR --against DIR2 --men 4")]
#[allow(clippy::struct_excessive_bools)] // each is an option
pub struct Check {
    /// Classes [default: all that the given folders have in common]
    #[arg(value_name = "CLASS", required_unless_present_any = ["tables", "against"])]
    pub classes: Vec<String>,

    /// Check only the files' checksums
    #[arg(long, requires = "tables", conflicts_with_all = ["against", "moves", "wdl"])]
    pub checksums: bool,

    #[command(flatten)]
    pub folders: Folders,

    /// Check only WDL, which is faster and takes less memory
    #[arg(long)]
    pub wdl: bool,

    /// Check tables of help mates, by their own moves
    #[arg(long, conflicts_with_all = ["against", "wdl", "sample", "moves", "men", "checksums"])]
    pub helpmate: bool,

    /// When checking by own moves, check N random entries instead of all
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub sample: Option<u64>,

    /// Also check by own moves when comparing with folders
    #[arg(long)]
    pub moves: bool,

    /// If no class is named, check only those of up to N men
    #[arg(long, value_name = "N", conflicts_with = "classes")]
    pub men: Option<usize>,
}
