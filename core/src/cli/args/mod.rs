//! The arguments, as clap reads them: each command in the file of what it is about.

mod audit;
mod call;
mod check;
mod new;
mod serve;

use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand};

use super::setup::{Completions, Man, Mount};
use crate::app::Options;

pub(crate) use audit::{Audit, AuditShow, AuditWhat};
pub(crate) use call::{Call, Caller, Exercise, Explain};
pub(crate) use check::{Check, Diff, Lock, ReportFormat, Schema};
pub(crate) use new::{Export, New, NewInstance, NewTool, NewWhat};
pub(crate) use serve::{LogFormat, Serve};

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
    /// File that describes the deployment [default: toolnode.deploy.toml of the instance, where it is]
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) deploy: Option<PathBuf>,
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
            deploy: self.deploy.clone(),
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
    Explain(Explain),
    Audit(Audit),
    Exercise(Exercise),
    Export(Export),
    Check(Check),
    Lock(Lock),
    Diff(Diff),
    New(New),
    Schema(Schema),
    Mount(Mount),
    Completions(Completions),
    Man(Man),
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
