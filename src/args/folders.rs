//! Folders of tables: one definition for all commands.

use std::path::PathBuf;

use clap::Args;
use drawproof_suite::folders;

/// Where values come from.
#[derive(Args, Clone, PartialEq, Eq, Default, Debug)]
pub struct Tables {
    /// A folder of tables to use instead of generating them; may be given more than once
    ///
    /// Own, Syzygy or Gaviota files, told apart by their names. A class is
    /// looked up in the first folder that has it.
    #[arg(long, value_name = "DIR")]
    pub tables: Vec<PathBuf>,

    /// Use Syzygy and Gaviota files even if they are not the published ones
    ///
    /// Checksums of the published files are built in: Syzygy up to seven men,
    /// Gaviota up to four. A file that differs is refused, because one flipped
    /// bit can turn a win into a draw. With this option it is used, and reports
    /// say so; but every Syzygy file must end with the checksum of its contents.
    /// Those of over 64 MiB are not read whole for a few positions, and called
    /// unchecked.
    #[arg(long)]
    pub trust_files: bool,
}

/// The same, and what it is compared with.
#[derive(Args, Clone, PartialEq, Eq, Default, Debug)]
pub struct Folders {
    #[command(flatten)]
    pub source: Tables,

    /// A folder of tables to compare with; may be given more than once
    ///
    /// Own, Syzygy or Gaviota files, told apart by their names.
    #[arg(long, value_name = "DIR")]
    pub against: Vec<PathBuf>,
}

impl Tables {
    /// The same without the command line.
    pub fn named(&self) -> folders::TableFolders {
        folders::TableFolders {
            tables: self.tables.clone(),
            trust_files: self.trust_files,
        }
    }
}

impl Folders {
    /// The same without the command line.
    pub fn named(&self) -> folders::Folders {
        folders::Folders {
            source: self.source.named(),
            against: self.against.clone(),
        }
    }
}
