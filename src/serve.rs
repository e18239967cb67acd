//! `drawproof serve`

use std::io::{self, IsTerminal};

use anyhow::Context;
use drawproof_server::{Answer, Limits, Server, Sources, asked_to_stop};
use drawproof_suite::{explainer::Explainer, input, workbench::Workbench};
use drawproof_tables::Material;
use serde::Serialize;
use shakmaty::Position;
use tracing::level_filters::LevelFilter;

use crate::{Outcome, args, output, progress::terminal};

/// How many men classes have that are served if none are named.
const MEN: usize = 4;

/// Up to how many men the class of one position is generated.
const GENERATED_MEN: usize = 5;

/// Where the server is.
#[derive(Serialize)]
struct Listening {
    listening_on: String,
}

pub fn run(arguments: &args::Serve, json: bool) -> anyhow::Result<Outcome> {
    let limits = Limits {
        connections: arguments.connections as usize,
        workbench: arguments.workbench || arguments.listen.ip().is_loopback(),
        ..Limits::default()
    };
    let listen = arguments.listen;
    // Before long work starts.
    let server = Server::bind(listen, limits);
    let server = server.with_context(|| {
        format!("cannot listen on {listen}; choose another address with --listen")
    })?;
    log(arguments.log);
    let mut classes = input::classes(&arguments.classes)?;
    if classes.is_empty() {
        classes = (3..=MEN).flat_map(Material::all).collect();
    }
    let (named, progress) = (arguments.source.named(), terminal());
    let sources = Sources::open(&named, &classes, &progress)?;
    let address = server.address()?;
    if json {
        output::print_json(&Listening {
            listening_on: address.to_string(),
        })?;
    } else {
        output::print(&format!(
            "listening on http://{address}/: a page, and /standard?fen=...; Ctrl-C stops\n"
        ))?;
    }
    let workbench = Workbench::new(named.clone(), &progress);
    server.run(sources, Explainer::new(named), workbench, asked_to_stop())?;
    Ok(Outcome::Proven)
}

/// What a server answers about a position. Of one that has no table, the moves are known, and which
/// of them end the game.
pub fn answer(fen: &str, source: &args::Tables) -> anyhow::Result<Answer> {
    let given = input::position(fen, &terminal())?;
    let class = Material::of_board(given.position.board()).map(|(class, _)| class);
    let class = class.filter(|of| (3..=GENERATED_MEN).contains(&of.men_count()));
    let sources = Sources::open(&source.named(), class.as_slice(), &terminal())?;
    let answer = Answer::new(&sources, &given.position)?;
    Ok(answer.leaving_out(given.left_out()))
}

/// Sends what happens to standard error.
fn log(level: args::Log) {
    let level = match level {
        args::Log::Off => LevelFilter::OFF,
        args::Log::Error => LevelFilter::ERROR,
        args::Log::Warn => LevelFilter::WARN,
        args::Log::Info => LevelFilter::INFO,
        args::Log::Debug => LevelFilter::DEBUG,
        args::Log::Trace => LevelFilter::TRACE,
    };
    tracing_subscriber::fmt()
        .with_max_level(level)
        .with_writer(io::stderr)
        .with_ansi(io::stderr().is_terminal())
        .init();
}
