//! The arguments, as clap reads them.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand};

use crate::app::Options;

/// Functions marked #[tool] and commands declared in files, as one MCP service
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100)]
pub(crate) struct Args {
    /// Folder of the instance [default: the nearest one upward with a toolnode.toml, then the one this binary was built from]
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) instance: Option<PathBuf>,
    /// File of facts about the host, instead of this machine's; nothing runs then
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) host: Option<PathBuf>,
    /// Leave out nodes whose function is not linked into this binary, instead of counting them as undetermined
    #[arg(long, global = true)]
    pub(crate) allow_unlinked: bool,
    #[command(subcommand)]
    pub(crate) command: Command,
}

impl Args {
    pub(crate) fn options(&self) -> Options {
        Options {
            instance: self.instance.clone(),
            host: self.host.clone(),
            allow_unlinked: self.allow_unlinked,
        }
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    List(List),
    Show(Show),
    Call(Call),
    Serve(Serve),
}

/// List what is served, and why the rest is not
///
/// Exit status: 0; 2 where anything is undetermined.
#[derive(Debug, ClapArgs)]
pub(crate) struct List {
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Show one node: its state, its arms, its schemas
///
/// Exit status: 0; 2 where it is undetermined or unknown.
#[derive(Debug, ClapArgs)]
pub(crate) struct Show {
    /// Served name or id
    pub(crate) name: String,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Call a tool as a client would
///
/// Exit status: 0 it ran; 1 it failed; 2 it is undetermined or unknown; 3 the call was refused and nothing ran.
#[derive(Debug, ClapArgs)]
pub(crate) struct Call {
    /// Served name or id
    pub(crate) name: String,
    /// The arguments: a JSON object, @FILE, or - for standard input
    #[arg(long, value_name = "JSON")]
    pub(crate) input: Option<String>,
    /// One argument, NAME=VALUE: text for string types, otherwise JSON; given again it makes a list
    #[arg(long = "arg", value_name = "NAME=VALUE")]
    pub(crate) args: Vec<String>,
    /// Seconds until the call is ended, if the node and the deployment do not say less
    #[arg(long, value_name = "SECONDS")]
    pub(crate) seconds: Option<f64>,
    /// Print what would run, and run nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Serve over MCP until the client closes the connection
///
/// Exit status: 0; 2 where it does not start, because something is undetermined.
#[derive(Debug, ClapArgs)]
pub(crate) struct Serve {
    /// Over standard input and output; this is also the default
    #[arg(long)]
    pub(crate) stdio: bool,
}
