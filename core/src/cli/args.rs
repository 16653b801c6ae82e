//! The arguments, as clap reads them.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};

use super::setup::{Completions, Man, Mount};
use crate::app::Options;
use crate::audit::Outcome;
use crate::contract::Address;
use crate::deploy;

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
    #[command(flatten)]
    pub(crate) caller: Caller,
    /// By which skill [default: the only one that the role carries and the tool satisfies]
    #[arg(long)]
    pub(crate) skill: Option<String>,
    /// Print what would run, and run nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

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
    #[arg(long = "allow-host", value_name = "HOST")]
    allow_hosts: Vec<String>,
    /// An origin of web pages that may call; may be given again [default: none]
    #[arg(long = "allow-origin", value_name = "ORIGIN")]
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
        }
    }
}

/// Who calls, where the transport does not say it.
#[derive(Debug, ClapArgs)]
pub(crate) struct Caller {
    /// Who calls, instead of what the deployment says
    #[arg(long)]
    actor: Option<String>,
    /// In which role, instead of what the deployment says
    #[arg(long)]
    role: Option<String>,
}

impl Caller {
    /// What is said here goes before what the deployment says; a role belongs to the actor who takes it.
    pub(crate) fn over(&self, deployment: &mut crate::deploy::Caller) {
        if let Some(actor) = &self.actor {
            *deployment = crate::deploy::Caller { actor: Some(actor.clone()), role: None };
        }
        if let Some(role) = &self.role {
            deployment.role = Some(role.clone());
        }
    }
}

/// Say whether an actor may call a tool, and why
///
/// Asks what a call would be asked, for any node, served here or not. The roles are those of the instance that is served.
///
/// Exit status: 0 allowed; 3 refused; 2 there are no roles, or no such node.
#[derive(Debug, ClapArgs)]
pub(crate) struct Explain {
    /// Served name or id
    pub(crate) name: String,
    /// Who calls
    #[arg(long)]
    pub(crate) actor: String,
    /// In which role [default: the only one that the actor may take]
    #[arg(long)]
    pub(crate) role: Option<String>,
    /// By which skill [default: the only one that the role carries and the tool satisfies]
    #[arg(long)]
    pub(crate) skill: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Call tools by their examples, and look at what they answer
///
/// The calls go the way of every call and are recorded as examples, where the deployment keeps a record; `list`, `show` and `check`
/// tell from it which tools are verified. Tools that only read run where they are, all others in a copy of the instance's folder.
///
/// Exit status: 0 all passed; 1 one failed; 2 something is undetermined or unknown, or nothing could be exercised.
#[derive(Debug, ClapArgs)]
pub(crate) struct Exercise {
    /// Served names or ids [default: all that have examples]
    pub(crate) names: Vec<String>,
    /// Exercise tools that are neither read-only nor idempotent, too
    #[arg(long)]
    pub(crate) writes: bool,
    /// Do not copy the instance's folder: what is written is written
    #[arg(long)]
    pub(crate) in_place: bool,
    #[command(flatten)]
    pub(crate) caller: Caller,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Read the record of calls
#[derive(Debug, ClapArgs)]
pub(crate) struct Audit {
    #[command(subcommand)]
    pub(crate) what: AuditWhat,
}

#[derive(Debug, Subcommand)]
pub(crate) enum AuditWhat {
    Verify(AuditVerify),
    Show(AuditShow),
}

/// Say whether a log is as it was written
///
/// Finds a line that was changed, is missing or stands elsewhere, and an end that was cut off, and says where. The full files
/// beside it are looked at, too.
///
/// Exit status: 0 it is; 1 it is not; 2 it cannot be read.
#[derive(Debug, ClapArgs)]
pub(crate) struct AuditVerify {
    /// The log [default: that of the deployment]
    pub(crate) log: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Show the records of a log
///
/// Exit status: 0; 2 where it cannot be read.
#[derive(Debug, ClapArgs)]
pub(crate) struct AuditShow {
    /// The log [default: that of the deployment]
    pub(crate) log: Option<PathBuf>,
    /// Of this tool: served name or id
    #[arg(long)]
    pub(crate) tool: Option<String>,
    /// By this actor
    #[arg(long)]
    pub(crate) actor: Option<String>,
    /// In this role
    #[arg(long)]
    pub(crate) role: Option<String>,
    /// By this skill
    #[arg(long)]
    pub(crate) skill: Option<String>,
    /// With this outcome: ran, failed, refused-permission, refused-input, unavailable, timed-out, cancelled or undetermined
    #[arg(long, value_parser = outcome)]
    pub(crate) outcome: Option<Outcome>,
    /// As part of this process
    #[arg(long)]
    pub(crate) process: Option<String>,
    /// Begun at this time or later: RFC 3339, as in 2026-01-31T08:00:00Z
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(crate) since: Option<String>,
    /// Begun before this time
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(crate) until: Option<String>,
    /// Count by tool
    #[arg(long)]
    pub(crate) stats: bool,
    /// Print JSON: one record a line, or with --stats one object; the schema is core/schema/audit-record.schema.json
    #[arg(long)]
    pub(crate) json: bool,
}

fn outcome(text: &str) -> Result<Outcome, String> {
    serde_json::from_value(text.into()).map_err(|_| "it is no outcome".to_owned())
}

/// A time in the form in which records have it, so that the two can be compared as text.
fn time(text: &str) -> Result<String, String> {
    let time: jiff::Timestamp = text.parse().map_err(|error| format!("{error}"))?;
    Ok(format!("{time:.6}"))
}

/// Write the nodes that this binary's functions declare as files, to be committed
///
/// A function that is no longer linked is then missed by its file, as `unlinked`. Only functions of the served instance are
/// written; DIR is best a folder of its own among those in `[paths] tools`.
///
/// Exit status: 0; 1 where --check finds a difference.
#[derive(Debug, ClapArgs)]
pub(crate) struct Export {
    /// Folder of the files
    #[arg(long, value_name = "DIR")]
    pub(crate) nodes: PathBuf,
    /// Compare the files with what is linked, and write nothing
    #[arg(long)]
    pub(crate) check: bool,
}

/// Which server is asked.
#[derive(Debug, ClapArgs)]
pub(crate) struct Peer {
    /// Ask the server at this endpoint; https:// needs a program that was built with the feature `tls`
    #[arg(long, value_name = "URL", conflicts_with = "command")]
    url: Option<String>,
    /// Ask the server that this program is, over its standard input and output; all words that follow are its own
    #[arg(long, value_name = "WORD", num_args = 1.., allow_hyphen_values = true)]
    command: Vec<String>,
}

impl Peer {
    /// The server, where one is named.
    pub(crate) fn address(&self) -> Option<Address> {
        match &self.url {
            Some(url) => Some(Address::Url(url.clone())),
            None if self.command.is_empty() => None,
            None => Some(Address::Command(self.command.clone())),
        }
    }
}

/// Check whether what is declared holds, and whether what is served is what was declared
///
/// Names, summaries, types, skills and linked functions are read; then this program serves the instance to itself, and what it
/// lists is compared with the nodes. --url and --command ask another server in its place; with --lock FILE that server is held
/// against the lock alone, and against the nodes as well where --instance names them.
///
/// Exit status: 0 no error; 1 an error; 2 something could not be checked.
#[derive(Debug, ClapArgs)]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) peer: Peer,
    /// Compare what is served with a lock, and say what changed for callers [default FILE: toolnode.lock of the instance]
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "")]
    pub(crate) lock: Option<OsString>,
    /// Judge the records of a log by today's roles and nodes
    #[arg(long, value_name = "LOG")]
    pub(crate) audit: Option<PathBuf>,
    /// Ask no server: read what is declared, and no more
    #[arg(long, conflicts_with_all = ["url", "command"])]
    pub(crate) offline: bool,
    /// Print JSON; its schema is core/schema/check-report.schema.json
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: ReportFormat,
    /// File with the findings that are known and held back [default: toolnode.baseline.json of the instance, where it is]
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,
    /// Write all errors and warnings that can wait into the baseline; findings that are not in it are told from then on
    #[arg(long)]
    pub(crate) write_baseline: bool,
}

/// How `check` prints.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum ReportFormat {
    /// For people
    #[default]
    Text,
    /// Annotations of GitHub Actions
    Github,
}

/// Write down what is served, so that a change is seen before it ships
///
/// The file is sorted and made for review in a diff. `check --lock` compares with it.
///
/// Exit status: 0; 2 where what is served is not known.
#[derive(Debug, ClapArgs)]
pub(crate) struct Lock {
    /// File to write [default: toolnode.lock of the instance; of another server, its name with .lock]
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) peer: Peer,
}

/// Compare two locks, or two folders of instances, and say what changed for callers
///
/// Exit status: 0 nothing that breaks; 1 something does; 2 it is not known.
#[derive(Debug, ClapArgs)]
pub(crate) struct Diff {
    /// Lock or folder: how it was
    pub(crate) old: PathBuf,
    /// Lock or folder: how it is
    pub(crate) new: PathBuf,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Begin an instance or a tool
#[derive(Debug, ClapArgs)]
pub(crate) struct New {
    #[command(subcommand)]
    pub(crate) what: NewWhat,
}

#[derive(Debug, Subcommand)]
pub(crate) enum NewWhat {
    Instance(NewInstance),
    Tool(NewTool),
}

/// Begin an instance: a folder with a toolnode.toml, a skill and a tool
///
/// Exit status: 0; 2 where nothing was written.
#[derive(Debug, ClapArgs)]
pub(crate) struct NewInstance {
    /// Folder to write to; it may be there, what would be written may not
    pub(crate) path: PathBuf,
    /// Name of the instance [default: that of the folder]
    #[arg(long)]
    pub(crate) name: Option<String>,
}

/// Begin a tool in this instance: a file, or a Rust function
///
/// Exit status: 0; 2 where nothing was written.
#[derive(Debug, ClapArgs)]
pub(crate) struct NewTool {
    /// Id of the tool, SUBJECT-VERB, as in bean-list
    pub(crate) id: String,
    /// Skill that it satisfies [default: the only one of the instance]
    #[arg(long, value_name = "SKILL")]
    pub(crate) satisfies: Option<String>,
    /// Words of the command that it runs; without it, it is done by hand until the file says otherwise
    #[arg(long, value_name = "WORDS")]
    pub(crate) shell: Option<String>,
    /// Write a Rust function into src/, instead of a file into tools/
    #[arg(long)]
    pub(crate) rust: bool,
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
