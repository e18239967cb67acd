//! This program, started again to keep other processes in bounds.

use std::env;

use anyhow::Context;
use drawproof_plugin::{Host, Limits};
use drawproof_suite::export::Compiler;
use drawproof_system::Guard;

/// This program as the host of a library.
pub fn host(limits: Limits) -> anyhow::Result<Host> {
    let guard = guard()?;
    Ok(Host {
        program: guard.program.clone(),
        arguments: vec!["ask-library".into()],
        guard,
        limits,
    })
}

/// This program as the guard of other processes.
pub fn guard() -> anyhow::Result<Guard> {
    Ok(Guard {
        program: env::current_exe().context("cannot find this program to start it again")?,
        arguments: vec!["guard".into()],
    })
}

/// Who compiles what is exported, if it is proven.
pub fn compiler(prove: bool, command: Option<&str>) -> anyhow::Result<Option<Compiler>> {
    let compiler = |guard| Compiler {
        command: command.map(Into::into),
        guard,
    };
    prove.then(|| guard().map(compiler)).transpose()
}
