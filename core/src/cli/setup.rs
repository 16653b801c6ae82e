//! The arguments of the commands that fit a service to its surroundings: clients, shells, manual pages.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};

/// Print the configuration with which a client starts this service, or finds a deployed one
///
/// The configuration is printed to standard output, and where it goes to standard error.
///
/// Exit status: 0; 2 where there is no instance.
#[derive(Debug, ClapArgs)]
pub(crate) struct Mount {
    /// The client
    #[arg(long, value_enum)]
    pub(crate) client: Client,
    /// Address of a deployed service instead of a program to start
    #[arg(long)]
    pub(crate) url: Option<String>,
    /// Environment variable in which the client finds the token for a deployed service
    #[arg(long, value_name = "NAME", requires = "url")]
    pub(crate) token_env: Option<String>,
    /// What the client calls the service [default: the instance's name]
    #[arg(long)]
    pub(crate) name: Option<String>,
    /// More arguments of `serve`
    #[arg(last = true, conflicts_with = "url")]
    pub(crate) serve: Vec<String>,
}

/// A client whose configuration is known.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Client {
    ClaudeCode,
    ClaudeDesktop,
    Vscode,
    Cursor,
    Codex,
}

/// Print what makes a shell complete this command line
///
/// For bash, for example: eval "$(toolnode completions bash)" in ~/.bashrc.
#[derive(Debug, ClapArgs)]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

/// Print the manual page, or write one for each command
#[derive(Debug, ClapArgs)]
pub(crate) struct Man {
    /// Folder for the pages of all commands
    #[arg(long)]
    pub(crate) dir: Option<PathBuf>,
}
