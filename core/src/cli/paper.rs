//! `completions` and `man`, out of the same definitions as the command line itself.

use std::fs;

use clap::CommandFactory as _;

use super::setup::{Completions, Man};
use super::{Exit, Failure, args, program, say};

/// The command line under this program's own name.
fn command() -> clap::Command {
    let name = program();
    args::Args::command().name(name.clone()).bin_name(name)
}

pub(super) fn completions(completions: &Completions) -> Exit {
    let mut script = Vec::new();
    clap_complete::generate(completions.shell, &mut command(), program(), &mut script);
    say(&String::from_utf8_lossy(&script));
    Exit::Done
}

pub(super) fn man(man: &Man) -> Result<Exit, Failure> {
    let Some(folder) = &man.dir else {
        let mut page = Vec::new();
        clap_mangen::Man::new(command()).render(&mut page)?;
        say(&String::from_utf8_lossy(&page));
        return Ok(Exit::Done);
    };
    fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(command(), folder)).map_err(
        |error| Failure(format!("cannot write man pages to {}: {error}", folder.display())),
    )?;
    Ok(Exit::Done)
}
