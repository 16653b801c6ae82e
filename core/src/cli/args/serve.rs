//! `serve`

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};

use super::Caller;
use crate::deploy;

/// Serve over MCP
///
/// Over standard input and output until the client closes them, over HTTP until the process is asked to end. What is said here
/// goes before toolnode.deploy.toml; where a transport is named here, only those that are named here are served.
///
/// Exit status: 0; 2 where it does not start, because something is undetermined or an address cannot be served at.
#[derive(Debug, ClapArgs)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub(crate) struct Serve {
    /// Over standard input and output; this is also the default
    #[arg(long)]
    stdio: bool,
    /// Over streamable HTTP at this address, HOST:PORT; port 0 is any that is free
    ///
    /// An address that other machines reach needs --allow-host and --tokens. GET /healthz and /readyz are for whatever watches
    /// over the process.
    #[arg(long, value_name = "ADDR")]
    http: Option<String>,
    /// A name by which clients reach the server, HOST or HOST:PORT; may be given again [default: those of loopback]
    #[arg(long = "allow-host", value_name = "HOST", value_parser = host)]
    allow_hosts: Vec<String>,
    /// An origin of web pages that may call; may be given again [default: none]
    #[arg(long = "allow-origin", value_name = "ORIGIN", value_parser = origin)]
    allow_origins: Vec<String>,
    /// File of the tokens that callers over HTTP show, `ACTOR: SHA256` a line
    #[arg(long, value_name = "FILE")]
    tokens: Option<PathBuf>,
    /// Tools on one page of tools/list [default: all]
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..))]
    page_size: Option<u32>,
    /// Keep sessions over HTTP for clients of the revisions before 2026-07-28
    #[arg(long)]
    legacy_sessions: bool,
    /// How what is logged on standard error is written: lines for people, or an object a line
    ///
    /// What is said before anything is served is plain in both: what is served and what is left out, by whom calls are judged
    /// and where they are kept, `listening on URL`, and why it does not start.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    pub(crate) log_format: LogFormat,
    #[command(flatten)]
    pub(crate) caller: Caller,
    /// Do not start where there are no roles by which callers are judged
    #[arg(long)]
    pub(crate) require_authority: bool,
    /// List, and run nothing: for `check`, which asks a server of its own
    #[arg(long, hide = true)]
    pub(crate) list_only: bool,
}

fn host(host: &str) -> Result<String, deploy::Unfit> {
    deploy::judge_host(host).map(|()| host.to_owned())
}

fn origin(origin: &str) -> Result<String, deploy::Unfit> {
    deploy::judge_origin(origin).map(|()| origin.to_owned())
}

/// How what is logged is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogFormat {
    #[default]
    Text,
    Json,
}

impl Serve {
    /// As a deployment's file would say it.
    pub(crate) fn to_deployment(&self) -> deploy::Serve {
        let some = |list: &[String]| (!list.is_empty()).then(|| list.to_vec());
        deploy::Serve {
            stdio: self.stdio.then_some(true),
            http: self.http.clone(),
            allow_hosts: some(&self.allow_hosts),
            allow_origins: some(&self.allow_origins),
            tokens: self.tokens.clone(),
            page_size: self.page_size,
            legacy_sessions: self.legacy_sessions.then_some(true),
            session_seconds: None,
        }
    }
}
