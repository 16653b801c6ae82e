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
    Schema(Schema),
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

/// Compare two JSON Schemas by what they accept
///
/// Says for each direction whether all that the one accepts is accepted by the other, with a value that shows it where it
/// is not. `format` and the content keywords are annotations; no reference is followed out of the files.
///
/// Exit status: 0, also where they differ; 2 where a file cannot be read or a direction is not known. With --jsonl: 0 where
/// the records can be read; what is not known is null there.
#[derive(Debug, ClapArgs)]
pub(crate) struct Schema {
    /// The two files
    #[arg(value_name = "FILE", num_args = 2, required_unless_present = "jsonl")]
    pub(crate) files: Vec<PathBuf>,
    /// Dialect of a schema without `$schema`: draft-06, draft-07, 2019-09 or 2020-12 [default: 2020-12]
    #[arg(long, value_name = "NAME", conflicts_with = "jsonl")]
    pub(crate) draft: Option<String>,
    /// Print JSON
    #[arg(long, conflicts_with = "jsonl")]
    pub(crate) json: bool,
    /// Answer records {"id", "a", "b", "draft"?}, one a line, from a file or - for standard input
    #[arg(long, value_name = "FILE", conflicts_with = "files")]
    pub(crate) jsonl: Option<PathBuf>,
}
