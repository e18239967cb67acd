//! The program `drawproof`: reads its arguments, runs one command, and turns
//! its outcome into an exit code.
//!
//! Exit codes: 0 proven, 1 a counterexample was found, 2 could not check, 130
//! stopped while files were written.

mod allocator;
mod args;
mod check;
mod convert;
mod explain;
mod export;
mod games;
mod generate;
mod helpmate;
mod interrupt;
mod merge;
mod mine;
mod output;
mod plan;
mod positions;
mod probe;
mod processes;
mod progress;
mod prove;
mod report;
mod say;
mod serve;
mod shell;
mod show;
mod stats;
mod verify;

use std::{io, process::ExitCode};

use clap::Parser;
use drawproof_suite::{Outcome, threads};

use args::{Arguments, Command};
use say::say;

fn main() -> ExitCode {
    allocator::keep_memory();
    interrupt::handle();
    drawproof_system::survive_file_size_limits();
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return refused(&error),
    };
    arguments.color.write_global();
    match run(&arguments) {
        Ok(Outcome::Proven) => ExitCode::SUCCESS,
        Ok(Outcome::Counterexample) => ExitCode::from(1),
        Ok(Outcome::Unchecked) => ExitCode::from(2),
        // The reader has gone, so the outcome is unknown.
        Err(error) if output::is_broken_pipe(&error) => ExitCode::from(2),
        Err(error) => failed(&error),
    }
}

/// Prints why there is no outcome.
fn failed(error: &anyhow::Error) -> ExitCode {
    // About the command in another one.
    if let Some(error) = error.downcast_ref() {
        return refused(error);
    }
    say(&format!("error: {}", say::words(error)));
    ExitCode::from(2)
}

/// Prints what is wrong with the arguments, or the requested help.
fn refused(error: &clap::Error) -> ExitCode {
    let text = error.render().ansi().to_string();
    if error.use_stderr() {
        // If this cannot be printed, there is nothing else to do.
        let _ = output::print_aside(&text);
    } else if let Err(error) = output::print(&text) {
        if error.kind() != io::ErrorKind::BrokenPipe {
            say(&format!("error: {error}"));
        }
        return ExitCode::from(2);
    }
    ExitCode::from(error.exit_code() as u8)
}

fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    // A library is asked on one thread, and a guard has no work.
    if !matches!(
        arguments.command,
        Command::AskLibrary(_) | Command::Guard(_)
    ) {
        threads::pool(arguments.threads.map(usize::from))?.build_global()?;
    }
    match &arguments.command {
        Command::Verify(options) => verify::run(options, arguments.json),
        Command::Prove(options) => prove::run(options, arguments.json),
        Command::CheckCertificate(options) => prove::check(options, arguments.json),
        Command::Merge(options) => merge::run(options, arguments.json),
        Command::Report(options) => report::run(options, arguments.json),
        Command::Mine(options) => mine::run(options, arguments.json),
        Command::Export(options) => export::run(options, arguments.json),
        Command::Generate(options) => generate::run(options, arguments.json),
        Command::Convert(options) => convert::run(options, arguments.json),
        Command::Plan(options) => plan::run(options, arguments.json),
        Command::Work(options) => plan::work_on(options, arguments.json),
        Command::Probe(options) => probe::run(options, arguments.json),
        Command::Explain(options) => explain::run(options, arguments.json),
        Command::Stats(options) => stats::run(options, arguments.json),
        Command::Games(options) => games::run(options, arguments.json),
        Command::Serve(options) => serve::run(options, arguments.json),
        Command::Check(options) => check::run(options, arguments.json),
        Command::Completions(options) => shell::completions(options),
        Command::Man(options) => shell::man(options),
        Command::AskLibrary(options) => {
            let class = options.class.parse()?;
            drawproof_plugin::serve(&options.library, &class, &options.progress)?;
            Ok(Outcome::Proven)
        }
        Command::Guard(options) => {
            let input = if options.input == "sent" {
                drawproof_system::Input::Sent
            } else {
                drawproof_system::Input::Nothing
            };
            drawproof_system::guard(&options.report, input, &options.command)?;
            Ok(Outcome::Proven)
        }
    }
}
