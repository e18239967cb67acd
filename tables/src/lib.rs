//! The parts of chess endgame tables: material classes, the board's symmetries,
//! the order of positions, values, tables, and the oracles that answer from
//! them.
//!
//! ```
//! use drawproof_tables::{Layout, Material};
//! use shakmaty::{Color, Square};
//!
//! let material: Material = "KRvKR".parse()?;
//! let layout = Layout::new(&material)?;
//! let squares = [Square::H8, Square::F7, Square::A1, Square::C3];
//! let index = layout.encode(&squares).expect("kings that do not touch");
//! let folded = layout.decode(index, Color::White);
//! // One of the eight symmetries brings the strong king to a1.
//! assert_eq!(folded.squares[0], Square::A1);
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! Strong, the stronger side of a class, is White throughout: see [`Material`].
//! Distances are plies: see [`Dtm`]. Probing errors are [`OracleError`]s.

pub mod captures;
pub mod codec;
mod file;
mod fingerprint;
mod folder;
mod folder_oracle;
mod from_fen;
mod gaviota;
mod helpmate;
mod kings;
mod layout;
mod line;
mod log2;
mod material;
mod metric;
mod oracle;
mod oracles;
pub mod pawns;
mod placement;
mod published;
mod random;
mod reorder;
mod section;
mod sha256;
mod spread;
mod symmetry;
mod syzygy;
mod table;
mod table_set;
mod tree;
mod truths;
mod value;
mod visible;
mod wdl_set;
mod wdl_table;
mod zugzwang;

pub use file::{
    FileError, PartialFile, Reason, Storage, TableFile, end_partial_files,
    remove_old_partial_files, write_table,
};
pub use folder::TableFolder;
pub use folder_oracle::{Asking, FolderOracle};
pub use from_fen::{FenError, GivenPosition, Misfit, chess_of_fen, chess_of_fen_in};
pub use gaviota::GaviotaFolder;
pub use helpmate::{
    HelpMoves, HelpmateSide, HelpmateTable, HelpmateTables, Mates, has_helpmate_file,
    helpmate_file_name,
};
pub use kings::KingPairs;
pub use layout::{Index, Layout, LayoutError, MAX_TABLE_MEN, attackers};
pub use line::{RatedMove, line_by_the_clock, mating_line, moves_by_the_clock, rated_moves};
pub use log2::{LOG2_FRACTION, log2};
pub use material::{MAX_MEN, Material, MaterialError, PROMOTED};
pub use metric::{Metric, MetricError};
pub use oracle::{
    CheckedFiles, Oracle, OracleError, Ruling, WdlWords, numbered_ones, ones,
    ruling_with_en_passant,
};
pub use oracles::{Oracles, kind_of_files};
pub use placement::{AskedPosition, Placement, PlacementError, fen_of};
pub use published::{NotAsPublished, Provenance, Standing, Trust};
pub use random::{Random, mixed};
pub use reorder::{Reorder, transpose};
pub use section::{Excerpt, Section};
pub use sha256::sha256;
pub use spread::spread;
pub use symmetry::Symmetry;
pub use syzygy::{
    Bad, ReadError, SYZYGY_MEN, Sections, SyzygyFolder, WriteError, Written, check_syzygy,
    read_wdl, seal_syzygy, syzygy_files, syzygy_name, syzygy_table_words, syzygy_writing_bytes,
    write_syzygy,
};
pub use table::{Numbers, SideTable, Table, dtm};
pub use table_set::TableSet;
pub use tree::{LineEnd, Played, Remark, SolutionTree, TreeBounds, TreeNode};
pub use truths::{Subject, Truth, Truths};
pub use value::{Dtm, Dtz, Value, Wdl};
pub use visible::{VisibleName, is_hidden, visible, visible_bytes, visible_json, visible_lines};
pub use wdl_set::WdlSet;
pub use wdl_table::{WdlSets, WdlTable};
pub use zugzwang::{Zugzwang, Zugzwangs, mutual_zugzwangs};
