//! What is held against what: `check`, `lock`, `diff`, `schema`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};

use crate::contract::Address;

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
