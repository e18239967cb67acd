//! The options of `drawproof completions` and `drawproof man`.

use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;

/// Print completions for a shell
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  drawproof completions bash > ~/.local/share/bash-completion/completions/drawproof
  drawproof completions zsh > ~/.zfunc/_drawproof
  drawproof completions fish > ~/.config/fish/completions/drawproof.fish")]
pub struct Completions {
    /// The shell
    pub shell: Shell,
}

/// Write a man page for the program and one for each command
#[derive(Args, Debug)]
pub struct Man {
    /// The folder to write drawproof.1, drawproof-verify.1 and the others to
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
}
