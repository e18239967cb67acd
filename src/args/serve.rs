//! The options of `drawproof serve`.

use std::net::SocketAddr;

use clap::{Args, ValueEnum};

use super::Tables;

/// Serve values of positions over HTTP, as Lichess's tablebase server gives them
///
/// Answers to /standard?fen=... and /standard/mainline?fen=... have the fields, categories, order and
/// units of lila-tablebase, so that its clients need nothing but another address. See docs/reference/serve.md.
///
/// Without --tables, classes are generated first, with distances to mate and to zeroing moves, and
/// stay in memory. With it, who wins and each distance come from the first folder that knows
/// them: Syzygy and Gaviota files answer together. Ctrl-C finishes requests that have begun.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  drawproof serve                                  all classes of 3 and 4 men, generated
  drawproof serve KRPKR                            one of five men, and those that it leads to
  drawproof serve --tables syzygy --tables gaviota
  drawproof serve --listen 0.0.0.0:9000            for other machines as well
  curl 'http://127.0.0.1:9000/standard?fen=8/8/8/8/8/2R5/8/3K1bk1_w_-_-_0_1'")]
pub struct Serve {
    /// Classes to generate, as KQKR or KQvKR, with those that they lead to [default: all of 3 and 4 men]
    #[arg(value_name = "CLASS", conflicts_with = "tables")]
    pub classes: Vec<String>,

    #[command(flatten)]
    pub source: Tables,

    /// The address and port; port 0 for any that is free
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:9000")]
    pub listen: SocketAddr,

    /// Let others have rules verified, on an address of more than this machine
    ///
    /// The workbench begins work of minutes and gigabytes. On a loopback address it is there
    /// without this option.
    #[arg(long)]
    pub workbench: bool,

    /// The greatest number of connections at a time; others wait
    #[arg(long, value_name = "N", default_value = "1024", value_parser = clap::value_parser!(u32).range(1..=65536))]
    pub connections: u32,

    /// What to log on standard error; each request is logged at debug
    #[arg(long, value_name = "LEVEL", default_value = "warn")]
    pub log: Log,
}

/// How much is logged.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum Log {
    Off,
    Error,
    Warn,
    Info,
    Debug,
    Trace,
}
