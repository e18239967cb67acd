//! `drawproof report`

use std::path::PathBuf;

use clap::Args;

/// Make a page from reports, or compare two runs
///
/// Reads the output of verify --json or merge --json, or the report.json of a
/// folder, and writes a folder with a self-contained page, index.html, and the
/// same data as CSV, EPD and JSON: see docs/reference/report.md. verify --report and merge
/// --report write such a folder directly, with more on the page.
///
/// With --compare the exit code is 1 if the new run has an incorrect draw, 2
/// if it is incomplete or lacks a recognizer, and 0 if it is proven.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  drawproof verify KRKR --report DIR             the page of a run
  drawproof verify --json > run.json
  drawproof report run.json --out DIR            a page from its output
  drawproof report --compare old.json new.json   what a change of rules gained and lost
  drawproof report --compare OLDDIR NEWDIR       the same from two folders
  drawproof report --schema                      the JSON Schema of reports")]
pub struct Report {
    /// Reports as JSON, or folders that --report wrote
    #[arg(
        value_name = "FILE",
        required_unless_present_any = ["compare", "schema"],
        requires = "out",
        conflicts_with_all = ["compare", "schema"]
    )]
    pub files: Vec<PathBuf>,

    /// The folder for the page; created if missing
    #[arg(long, value_name = "DIR", conflicts_with_all = ["compare", "schema"])]
    pub out: Option<PathBuf>,

    /// Compare two runs, the old one first
    #[arg(long, num_args = 2, value_names = ["OLD", "NEW"])]
    pub compare: Option<Vec<PathBuf>>,

    /// Print the JSON Schema of the reports
    #[arg(long, conflicts_with = "compare")]
    pub schema: bool,
}
