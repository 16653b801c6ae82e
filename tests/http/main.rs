//! A real server over HTTP, byte by byte.

mod cors;
mod ends;
mod generations;
mod load;
mod refusals;
mod sessions;
mod tokens;

use std::path::Path;
use std::process::Command;

use toolnode_tests::{HttpServer, Instance};

/// The service of functions, at a free port.
pub(crate) fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_served"));
    command.args(["serve", "--http", "127.0.0.1:0"]).current_dir("/");
    command
}

pub(crate) fn start() -> HttpServer {
    HttpServer::start(&mut command())
}

/// The stock program on an instance, at a free port.
pub(crate) fn stock(instance: &Instance) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stock"));
    command.args(["serve", "--http", "127.0.0.1:0", "--instance"]);
    command.arg(instance.path()).current_dir("/");
    command
}

/// An instance with one node, `case_run`, that runs `misbehave` with these words.
pub(crate) fn instance(words: &[&str]) -> Instance {
    let instance = Instance::new();
    instance.command("case-run", Path::new(env!("CARGO_BIN_EXE_misbehave")), words, "");
    instance
}
