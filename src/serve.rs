//! `drawproof serve`

use crate::progress::terminal;
use std::{
    io::{self, IsTerminal},
    sync::Arc,
};

use anyhow::Context;
use drawproof_retro::Wanted;
use drawproof_server::{Limits, Server, Sources as Answering, asked_to_stop};
use drawproof_suite::helpmate::sources::of_few_men;
use drawproof_tables::{Material, Oracle};
use serde::Serialize;
use tracing::level_filters::LevelFilter;

use crate::{
    Outcome, args, explain::Explainer, input, oracles, output, sources::Sources,
    workbench::Workbench,
};

/// How many men classes have that are served if none are named.
const MEN: usize = 4;

/// Where the server is.
#[derive(Serialize)]
struct Listening {
    listening_on: String,
}

pub fn run(arguments: &args::Serve, json: bool) -> anyhow::Result<Outcome> {
    let limits = Limits {
        connections: arguments.connections as usize,
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
    let sources = sources(&arguments.source, &classes)?;
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
    let explainer = Explainer::new(arguments.source.clone());
    let workbench = Workbench::new(arguments.source.clone());
    server.run(
        sources,
        Box::new(explainer),
        Arc::new(workbench),
        asked_to_stop(),
    )?;
    Ok(Outcome::Proven)
}

/// What answers: folders, each with what it knows, or generated tables of some classes.
pub fn sources(named: &args::Tables, classes: &[Material]) -> anyhow::Result<Answering> {
    let helpmates = of_few_men(&named.tables, classes, &terminal())?;
    if named.tables.is_empty() {
        let mut generated = Sources::generator(&terminal());
        generated.get_all(classes, Wanted::DtmAndDtz)?;
        let oracles: Vec<Box<dyn Oracle>> = vec![Box::new(generated.into_tables())];
        return Ok(Answering::new(oracles).with_helpmates(helpmates));
    }
    let folders = oracles::each(&named.named(), true)?;
    let boxed = |folder| Box::new(folder) as Box<dyn Oracle>;
    let oracles = folders.into_iter().map(boxed).collect();
    Ok(Answering::new(oracles).with_helpmates(helpmates))
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
