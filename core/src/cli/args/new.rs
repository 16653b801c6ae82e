//! What writes files: `new` and `export`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};

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
