//! `drawproof completions` and `drawproof man`, generated from the definition
//! of the command line.

use drawproof_suite::output_file::OutputFile;
use std::fs;

use anyhow::Context;
use clap::CommandFactory;
use drawproof_tables::VisibleName;

use crate::{
    Outcome,
    args::{Arguments, Completions, Man},
    output,
};

pub fn completions(arguments: &Completions) -> anyhow::Result<Outcome> {
    let mut script = Vec::new();
    clap_complete::generate(
        arguments.shell,
        &mut Arguments::command(),
        "drawproof",
        &mut script,
    );
    output::print(&String::from_utf8(script)?)?;
    Ok(Outcome::Proven)
}

pub fn man(arguments: &Man) -> anyhow::Result<Outcome> {
    let out = &arguments.out;
    fs::create_dir_all(out).with_context(|| format!("cannot make the folder {}", out.shown()))?;
    let mut command = Arguments::command().name("drawproof");
    command.build();
    let mut pages = vec![command];
    while let Some(command) = pages.pop() {
        let shown = command.get_subcommands().filter(|of| !of.is_hide_set());
        pages.extend(shown.filter(|of| of.get_name() != "help").cloned());
        let page = clap_mangen::Man::new(command);
        let file = OutputFile::create(&out.join(page.get_filename()))?;
        file.finish(|file| Ok(page.render(file)?))?;
    }
    Ok(Outcome::Proven)
}
